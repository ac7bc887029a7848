/* The interface between integration methods and the machinery that drives them. A method
 * turns one step into stages; each stage is a nonlinear system in the unknowns of
 * model/model.h. Step, controller, Newton's iteration and linear solvers drive the stages
 * through galpha_method_ops and read galpha_method_traits; they do not know which method
 * they drive. */
#ifndef GALPHA_METHOD_METHOD_H
#define GALPHA_METHOD_METHOD_H

#include "method/bdf.h"
#include "method/coefficients.h"
#include "method/history.h"
#include "method/lag.h"
#include "model/model.h"

struct galpha_method;

/* Data on a method with a model. Two of them are in force: `traits` of struct
 * galpha_method, of the member of order 2 that the user chose, and `step_traits`, of the
 * member that makes this step. The orders 3 to 5 have galpha_bdf_traits as the latter,
 * and choose h in step/order.c. */
struct galpha_method_traits
{
  /* Index 3: a change of h makes the multipliers and the accelerations across the
     constraints jump. Read as a step's where its estimates are used. */
  bool jumps;
  /* Norm of the positions, in error tolerances, from which on Newton's tolerance is the
     loosest. A position error times a stiff spring is a spurious force; in index 3 it
     appears as an acceleration, and steps shrink or (rho near 1) oscillate. Not a
     step's. */
  sunrealtype relax_size;
  /* With orders up to 5 Newton's tolerance may be looser: NEWTON_LOOSER. Not a step's. */
  bool looser;
  /* The controller keeps h if the gain is a smaller factor: in index 3 a change of h
     spoils the multipliers. A step's, up to order 2. */
  sunrealtype h_deadband;
  /* q and v are output by one Hermite cubic: see galpha_method_choose_output. A
     step's. */
  bool interpolates;
  /* A first step that skips a force transient shows it in f; otherwise in q''. Not a
     step's. */
  bool transient_by_force;
  /* It carries f, M a and a - a~ from step to step: galpha_hist_add_loads. Not a step's. */
  bool loads;
};

/* Linear solver for the mass matrix and the constraints, for methods that solve with it
 * inside a stage: Jay and Negrut (2009), (13d)-(13e). The linear solvers supply it. */
struct galpha_inner
{
  /* Factorizes [(1-alpha_m) M, reactions; constraints] if refactorize is set or there is
     no factorization yet. */
  int (*setup)(void *ctx, bool refactorize);
  int (*solve)(void *ctx, N_Vector x);
  void *ctx;
};

/* Start of a method whose a_alpha of the first step is found by solving that step several
 * times. D = y''_1 - y''_0. */
struct galpha_start_iteration
{
  /* The coming step is such a first step. */
  bool (*applies)(const struct galpha_method *method);
  /* defect = D of the solved step minus the D it assumed; returns its norm relative
     to D. */
  sunrealtype (*defect)(struct galpha_method *method, N_Vector defect);
  /* Corrects D, a_alpha and v_0 by the defect; tangential is its component along the
     constraints (all of it, if there are none). false: alpha D exceeds y''_0 itself,
     so the step does not resolve a stiff transient. */
  bool (*shift)(struct galpha_method *method, N_Vector defect,
                N_Vector tangential);
  /* The first step has no earlier rates. If e is its error, the Hermite polynomial
     through its ends has the slope of the solution plus 3/2 e/h in the middle.
     midpoint: r = F there; error: the estimates from x, the solution of the step's linear
     system for r. */
  int (*midpoint)(struct galpha_method *method, N_Vector r);
  void (*error)(struct galpha_method *method, int algebraic, N_Vector x,
                N_Vector est_q, N_Vector est_v);
};

/* Operations of a method. Return values are those of the user's callbacks: 0, > 0
 * recoverable, < 0 fatal. */
struct galpha_method_ops
{
  const char *name;
  int order; /* the local error is O(h^(order + 1)); 0: bdf.order */
  /* Fixed coefficients; NULL: chosen by the user. */
  const struct galpha_family *family;
  int formulation; /* value of the option that selects the method */
  /* Replaced by those of index 3 if the residual form has components of orders 2 and
     0. */
  const struct galpha_method_traits *traits;
  bool inner;        /* needs struct galpha_inner */
  bool second_rates; /* its first step knows v'' and s'' of the start */
  /* The members of orders 3 to 5 that go with this one of order 2, or NULL. */
  const struct galpha_method_ops *higher;
  /* Computes the coefficients of a step to the time of the trial state. */
  void (*coefficients)(struct galpha_method *method);
  /* Predicts the trial state of a step with the coefficients coef. */
  int (*predict)(struct galpha_method *method);
  int (*stages)(const struct galpha_method *method);
  /* Sets the state at x = 0 of this stage. */
  int (*begin)(struct galpha_method *method, int stage);
  int (*residual)(struct galpha_method *method, int stage, N_Vector x,
                  N_Vector r);
  /* Stores the solution x of the stage in the trial state. */
  int (*end)(struct galpha_method *method, int stage, N_Vector x);
  /* x for which the velocities equal those at the start of the stage (y of order 1 equals
     that of the last step) and the multipliers are as predicted. */
  void (*keep_velocities)(struct galpha_method *method, int stage, N_Vector x);
  /* Local error estimates of the trial state: est_q of q (or y), est_v of v (or y' of
     order 2). algebraic: the index by whose power of h components of order 0 are tested;
     0: they are not tested. */
  void (*estimate)(struct galpha_method *method, int algebraic, N_Vector est_q,
                   N_Vector est_v);
  /* Sets the components of x, an error of q (or y), to what the error test sees of
     them. NULL: all of them. */
  void (*tested)(struct galpha_method *method, int algebraic, N_Vector x);
  /* True if `tested` is the product with *mask (NULL: all of y); NULL: it never is. */
  bool (*tested_mask)(const struct galpha_method *method, int algebraic,
                      N_Vector *mask);
  /* Local errors of first-order states beside a mechanism, and of multipliers. */
  void (*estimate_states)(struct galpha_method *method, N_Vector est);
  void (*estimate_multiplier)(struct galpha_method *method,
                              enum galpha_track track, N_Vector est);
  /* Dense output within the last step: k-th derivative of q (or y). */
  void (*dense)(const struct galpha_method *method, sunrealtype t, int k,
                N_Vector out);
  const struct galpha_start_iteration *start; /* of the first step, or NULL */
};

struct galpha_method_options
{
  int formulation; /* GALPHA_SOI2 ...                        */
  int mass_alpha;  /* GALPHA_MASS_PREVIOUS ...               */
  int predictor;   /* GALPHA_PREDICT_...                     */
  int correct;     /* GALPHA_CORRECT_...: (14) of Jay and Negrut (2009) */
  bool shifted;    /* a_alpha of the first step approximates a(t0 + alpha h) */
};

/* The formulation of the residual form; the others are GALPHA_SOI2 ... */
#define GALPHA_RESIDUAL 0

struct galpha_method
{
  const struct galpha_method_ops *ops_set;  /* chosen by the user */
  const struct galpha_method_ops *ops;      /* of this step       */
  const struct galpha_method_ops *ops_last; /* of the last accepted step */
  const struct galpha_method_traits *traits;
  const struct galpha_method_traits *step_traits; /* of this step */
  struct galpha_model *model;
  struct galpha_method_options opt;
  struct galpha_hist *hist;
  const struct galpha_family *family_set; /* chosen by the user */
  const struct galpha_family *family;     /* of this step       */
  /* Residual form: remaining starting steps of backward Euler. */
  int euler_steps_left;
  /* Accelerations and multipliers of the start are unknown: such steps find them. */
  bool rates_unknown;
  bool euler_only; /* every step is one of backward Euler */
  int step_order;  /* of this step */
  int last_order;  /* of the last accepted step; 0 before the first */
  int n_predict;   /* history values used by the predictor: degree + 1 */
  struct galpha_coef coef;
  struct galpha_state_coef state_coef;
  struct galpha_bdf bdf;
  struct galpha_lag lag;
  struct galpha_inner inner;
  /* Index 3: error of v that counts as tolerated, in roundings of positions over h. */
  sunrealtype noise;
  sunrealtype rounding; /* of g by a differenced g_t, in v, in tolerances */
  /* By how much the start is off its constraints on velocities, in tolerances of v. */
  sunrealtype start_off;
  sunrealtype inner_tol; /* on h gamma |de| in the norm of ewt_v */
  bool inner_ready;      /* the inner matrix is that of this step */
  /* Constraint rows hold the prediction; residual form: those marked in a_tilde. */
  bool held;
  bool q_by_parabola; /* output of q within the last step */
  /* Norm, in error tolerances of q per unit time, of v minus the slope of the parabola
     through the last three q, at the end of the step. */
  sunrealtype slope_defect;
  /* Mechanics: v'' at the start, a_alpha = a0 + alpha h v''; residual form: h y''' */
  N_Vector jerk;
  N_Vector state_jerk; /* s'' at the start */
  /* a, and w of first-order states, at x = 0. F(t,y,y'): a_pred is the trial state's a,
     to which the solution is added. */
  N_Vector a_pred, w_pred;
  N_Vector a_tilde, l_tilde, p_tilde; /* a~, lambda~, psi~: result of stage 1 */
  N_Vector gt;                        /* g_t at the new positions */
  N_Vector zt; /* z~ of Jay and Negrut (2009), (13b); storage of v_start */
  /* Index 3 and residual form: v (y') that the step starts from: of the last state, or
     corrected, in zt. */
  N_Vector v_start;
};

/* Allocates the work vectors. -1: no memory. */
int galpha_method_init(struct galpha_method *method, N_Vector q,
                       N_Vector lambda, N_Vector psi, N_Vector s);
void galpha_method_free(struct galpha_method *method);
/* Allocates the vectors of past steps that the method and this predictor
 * (GALPHA_PREDICT_...) need, also during a run; like: q, lambda, psi, s. -1: no
 * memory. */
int galpha_method_make_room(struct galpha_method *method, N_Vector const *like,
                            int predictor);
/* Sets f, M a, M a_used and e at the start, if the history has them. Returns as the
 * user's product M v does. */
int galpha_method_start_loads(struct galpha_method *method);
/* Sets ops, ops_set and traits by opt.formulation and the orders of the model's
 * components. */
void galpha_method_select(struct galpha_method *method);

/* Order of the next step, and the choice of it: 2, or 3 to 5 if ops_set has such
 * members and there are enough past values. */
int galpha_method_order(const struct galpha_method *method);
void galpha_method_set_order(struct galpha_method *method, int order);
/* Rounding as an error of v: of positions in index 3, where v follows from their
 * differences; elsewhere of g, if g_t is differenced. Overwrites model->work. */
sunrealtype galpha_method_rounding(const struct galpha_method *method);
/* The error of v that counts as tolerated beyond its tolerance, in tolerances. */
sunrealtype galpha_method_tolerated(const struct galpha_method *method);
void galpha_method_set_noise(struct galpha_method *method,
                             sunrealtype roundings);
/* Index 3 meets the constraints at the end of the first step, by accelerations across them:
 * what a start that is off in velocities, and by off in positions (in tolerances of v, per unit
 * time), makes of the error estimate of v at most, in tolerances. */
void galpha_method_set_start_off(struct galpha_method *method, sunrealtype off);
sunrealtype galpha_method_start_noise(const struct galpha_method *method,
                                      sunrealtype off);
void galpha_method_set_rounding(struct galpha_method *method, sunrealtype norm);
/* The traits of a step of the method's ops. */
const struct galpha_method_traits *galpha_method_traits_of_step(
  const struct galpha_method *method);

extern const struct galpha_method_traits galpha_index3_traits;
extern const struct galpha_method_ops galpha_method_soi2;
extern const struct galpha_method_ops galpha_method_literal;
extern const struct galpha_method_ops galpha_method_index3;
extern const struct galpha_method_ops galpha_method_residual;
extern const struct galpha_method_ops galpha_method_residual_bdf;
extern const struct galpha_method_ops galpha_method_backward_euler;

/* Begin and end of a step (method.c). */

/* Computes the coefficients of a step of size h to t_new, and sets the times of the trial
 * state and the model's stage. */
void galpha_method_begin(struct galpha_method *method, sunrealtype h,
                         sunrealtype t_new);
/* coefficients of generalized-alpha methods. */
void galpha_method_coefficients(struct galpha_method *method);
/* Lends vectors of the trial state to the residual form. */
void galpha_method_lend(struct galpha_method *method);
/* A vector that nothing reads from the estimate of a step to the beginning of the next. */
N_Vector galpha_method_spare(const struct galpha_method *method);
/* Makes the trial state the current one. tested: the step passed an error test. */
void galpha_method_accept(struct galpha_method *method, bool tested);

/* A step that is to be joined to the last one (held_step.c). */

/* From here on, or no longer, constraint rows hold the prediction. */
void galpha_method_hold(struct galpha_method *method, bool held);
/* If they do: q, v and q'' (y of order 2) at x = 0, after the base values of a stage. */
void galpha_held_base(struct galpha_method *method);
/* a and w of the trial state: those of the last state, with the change of q'' and s'. */
void galpha_held_rates(struct galpha_method *method);
/* Makes the trial state the current one, as the end of the last step. */
void galpha_method_join(struct galpha_method *method);

/* Predictor (predictor.c). */

/* Mechanics: a_alpha by (14) of Jay and Negrut (2009), and the predictions of a, lambda,
 * psi and first-order states. */
void galpha_method_predict(struct galpha_method *method);
/* Mechanics, first step: the shift alpha h v'' is at most 2 |a0|. Beyond that h does not
 * resolve a stiff transient, and a0 is the better a_alpha. */
bool galpha_method_is_smooth(const struct galpha_method *method);
/* The same for the shift delta h s'' of w_delta. */
bool galpha_method_states_smooth(const struct galpha_method *method);
/* Mechanics: predictions of lambda and psi through n_predict values. */
void galpha_method_predict_multipliers(struct galpha_method *method);
/* Time of the algorithmic accelerations of the last state. */
sunrealtype galpha_method_rate_time(const struct galpha_method *method);
/* Sets n_predict (Gavrea et al. (2005), section 4.5), at most the number of states since
 * the start. Uses coef and ewt_q. */
void galpha_method_choose_degree(struct galpha_method *method);
/* out = a (w) of this step, extrapolated from the last n_predict values; a_alpha
 * (w_delta) for degree 0. */
void galpha_method_extrapolate(struct galpha_method *method, int space,
                               N_Vector out);
/* out = y at the end of the step, extrapolated from the last n_predict values, minus the
 * last y: for components of order 0. */
void galpha_method_extrapolate_y(struct galpha_method *method, int space,
                                 N_Vector out);

/* The recursion (acceleration_recursion.c). */

/* q and v (y and y') at x = 0, from a_pred and the velocity v that the step starts
 * from. */
void galpha_method_base(struct galpha_method *method, N_Vector v);
/* q'' (y'') at x = 0 into w_base. */
void galpha_method_base_acceleration(struct galpha_method *method);
/* dq''/dq (dy''/dy) of a step: (1-alpha_m)/((1-alpha_f) h^2 beta). */
sunrealtype galpha_method_acceleration_shift(
  const struct galpha_method *method);
/* Replaces the velocities (y') that the step starts from. */
void galpha_method_start_from(struct galpha_method *method, N_Vector v);
/* keep_velocities of the methods whose stages all start from one velocity v: for
 * mechanics, and by the orders of the components. */
void galpha_method_keep_velocities(struct galpha_method *method, N_Vector v,
                                   N_Vector x);
void galpha_method_keep_velocities_by_order(struct galpha_method *method,
                                            int stage, N_Vector x);
/* Local error estimates of y and y' of a space from its rates a (w). first: for
 * order 2 the rate at the end of the step from which that of y is made. */
void galpha_method_error(struct galpha_method *method, int space,
                         N_Vector first, N_Vector est_y, N_Vector est_yp);
/* Half the distance of the trial multipliers from the line through the last two. */
void galpha_method_distance_from_line(struct galpha_method *method,
                                      enum galpha_track track, N_Vector est);
/* rate_used of the trial state: (14) of Jay and Negrut (2009) on a (w). */
void galpha_method_shift_rates(struct galpha_method *method, int space);

/* Mechanics: rows and solution of a stage (method.c). */

/* The dynamic row and the constraint rows as the model computes them, in the signature of
 * galpha_method_equations. */
int galpha_method_dynamic_row(struct galpha_method *method);
int galpha_method_position_rows(struct galpha_method *method);
/* r = the rows at the current point: dynamics and constraints by the two functions, then
 * those of the first-order states. */
int galpha_method_equations(struct galpha_method *method, N_Vector r,
                            int (*dynamics)(struct galpha_method *),
                            int (*constraints)(struct galpha_method *));
/* a = a_pred + d/(h^2 beta). */
void galpha_method_acceleration(struct galpha_method *method, N_Vector a);
/* v, lambda, psi and first-order states of the trial state from d, dl, dp, ds. */
void galpha_method_take(struct galpha_method *method);

/* Dense output (dense_output.c). */

/* q or y, or their k-th derivative, at t within the last step; y within its bounds. */
void galpha_method_output(const struct galpha_method *method, sunrealtype t,
                          int k, N_Vector out);

/* Decides how q is interpolated in the step about to be accepted. tested: the step passed
 * an error test. */
void galpha_method_choose_output(struct galpha_method *method, bool tested);
/* k-th derivative of the parabola through the last three y; of the line through two
 * in the first step. */
void galpha_method_parabola(const struct galpha_method *method, sunrealtype t,
                            int k, N_Vector out);
/* Mechanics; use_qdd: accelerations from q'' instead of a (index 3). */
void galpha_method_dense(const struct galpha_method *method, sunrealtype t,
                         int k, bool use_qdd, N_Vector out);
/* Multipliers and states within the last step: by the polynomial of its order, or by
 * the line through its ends for order 2. */
void galpha_method_dense_track(const struct galpha_method *method,
                               enum galpha_track track, sunrealtype t,
                               N_Vector out);
/* Residual form: by the orders of the components. */
void galpha_method_dense_by_order(const struct galpha_method *method,
                                  sunrealtype t, int k, N_Vector out);

/* First-order states and outputs beside a mechanism: the recursion (6), (9) of Bruls and
 * Arnold (2008) next to SOI2 and index 3 (states_recursion.c). Each does nothing if the
 * problem has none. */

/* w_delta by (14) of Jay and Negrut (2009), w and the states at x = 0. */
void galpha_method_predict_states(struct galpha_method *method);
/* SOI2, stage 2: the current states become those at x = 0. */
void galpha_method_states_rebase(struct galpha_method *method);
/* The current states become those of the trial state. */
void galpha_method_states_take(struct galpha_method *method);
/* Local error of the states. */
void galpha_method_estimate_states(struct galpha_method *method, N_Vector est);

#endif

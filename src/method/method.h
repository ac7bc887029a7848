/* The seam between integration methods and the machinery that drives them. A method
 * turns one step into stages, each a nonlinear system in the unknowns of model/model.h.
 * Everything above this header drives stages without knowing which method they belong
 * to. */
#ifndef GALPHA_METHOD_METHOD_H
#define GALPHA_METHOD_METHOD_H

#include "method/coefficients.h"
#include "method/history.h"
#include "model/model.h"

struct galpha_method;

/* What the machinery needs to know of a method with a model: data. */
struct galpha_method_traits
{
  bool
    jumps; /* index 3: multipliers, and accelerations across the constraints, jump
                 where h changes */
  /* Positions in error tolerances from which on Newton's tolerance may be loosest. A
     position error times a stiff spring is a spurious force; in index 3 it appears as an
     acceleration, and steps shrink or (rho near 1) oscillate. */
  sunrealtype loose_from;
  sunrealtype
    change_band; /* smaller gains are not worth a change of h; in index 3 it
                              costs multipliers */
  int order;
  bool interpolates; /* q and v by one cubic: galpha_method_choose_output */
  bool
    by_force; /* of a state, f tells the force of its start; else the acceleration */
};

/* A linear solver on the mass matrix and the constraints, for the forms that need one
 * inside a stage (Jay and Negrut (2009), (13d)-(13e)); offered by an upper room. */
struct galpha_inner
{
  /* Factorises [(1-alpha_m) M, reactions; constraints]; anew, or if it has not been. */
  int (*setup)(void *ctx, bool anew);
  int (*solve)(void *ctx, N_Vector x);
  void *ctx;
};

/* A first step whose algorithmic acceleration is found by solving it several times. */
struct galpha_start_iteration
{
  /* The coming step is such one. */
  bool (*wanted)(const struct galpha_method *method);
  /* way = what y''_1 - y''_0 of the solved step is more than before; its relative size. */
  sunrealtype (*way)(struct galpha_method *method, N_Vector way);
  /* The step starts anew, further by the way, of which the part along the constraints (or
     all) is given. false: it exceeds y'' itself, a stiff transient that is not resolved. */
  bool (*shift)(struct galpha_method *method, N_Vector way, N_Vector along);
};

/* An order that the next step could have, and the error that the last one has or would
 * have had with it. */
struct galpha_candidate
{
  int order;
  sunrealtype error;
};
#define GALPHA_CANDIDATES 5

/* Returns as the callbacks: 0, > 0 recoverable, < 0 stop. */
struct galpha_method_ops
{
  const char *name;
  int order; /* the local error falls with h^(order + 1) */
  const struct galpha_family
    *family;       /* coefficients of its own; NULL: the user's */
  int formulation; /* the value of the option that selects it */
  const struct galpha_method_traits
    *traits;  /* but for index 3 in residual form */
  bool inner; /* solves with struct galpha_inner */
  /* Starts the trial state of a step with the coefficients coef. */
  int (*predict)(struct galpha_method *method);
  int (*stages)(const struct galpha_method *method);
  /* Sets what x = 0 means in this stage. */
  int (*begin)(struct galpha_method *method, int stage);
  int (*residual)(struct galpha_method *method, int stage, N_Vector x,
                  N_Vector r);
  /* Takes the solution x of the stage over into the trial state. */
  int (*end)(struct galpha_method *method, int stage, N_Vector x);
  /* x of a stage that keeps the velocities it starts from (y of order 1), and the
     multipliers as predicted. */
  void (*keep_velocities)(struct galpha_method *method, int stage, N_Vector x);
  /* Local error estimates of the trial: of q (y; algebraic: the index as which components
     of order 0 count) and of v (y' of order 2). */
  void (*estimate)(struct galpha_method *method, int algebraic, N_Vector est_q,
                   N_Vector est_v);
  /* Dense output inside the last step: k-th derivative of q (y). */
  void (*dense)(const struct galpha_method *method, sunrealtype t, int k,
                N_Vector out);
  /* Orders for the next step, at most GALPHA_CANDIDATES, from the norm of the error of the
     last one; how many. */
  int (*candidates)(const struct galpha_method *method, sunrealtype error,
                    struct galpha_candidate *c);
  const struct galpha_start_iteration *start; /* of the first step, or NULL */
};

struct galpha_method_options
{
  int formulation; /* GALPHA_SOI2 ...            */
  int mass_alpha;  /* GALPHA_MASS_PREVIOUS ...   */
  int predictor;   /* GALPHA_PREDICT_...         */
  int correct;     /* Jay and Negrut (2009), (14) */
  bool shifted;    /* a_alpha of the first step  */
};

/* The formulation of the residual form, beside GALPHA_SOI2 ... */
#define GALPHA_RESIDUAL 0

struct galpha_method
{
  const struct galpha_method_ops *ops,
    *ops_set; /* of this step; the user's choice */
  const struct galpha_method_traits *traits;
  struct galpha_model *model;
  struct galpha_method_options opt;
  struct galpha_hist *hist;
  const struct galpha_family *family_set; /* the user's choice */
  const struct galpha_family *family;     /* of this step      */
  int start_left; /* residual form: steps of backward Euler to go */
  bool euler;     /* nothing but backward Euler                   */
  int last_order; /* of the last accepted step, 0 before it       */
  int values;     /* that this step's extrapolations go through   */
  struct galpha_coef coef;
  struct galpha_state_coef state_coef;
  struct galpha_inner inner;
  sunrealtype inner_tol; /* on h gamma |de| in the norm of ewt_v */
  bool inner_ready;      /* the inner matrix is of this step     */
  bool by_positions;     /* output of q in the last step         */
  sunrealtype
    slope_off; /* of v at its end from differences of q, over the tolerance */
  /* v'' at the start, a_alpha = a0 + alpha h v''; residual form: h y''' */
  N_Vector jerk;
  N_Vector a_pred, w_pred;            /* a, and w of states, at x = 0 */
  N_Vector a_tilde, l_tilde, p_tilde; /* result of stage 1            */
  N_Vector gt;                        /* g_t at the new positions     */
  N_Vector zt; /* z~ of Jay and Negrut (2009), (13b); room for v_start */
  /* index 3, residual form: v (y') that the step starts from, the last step's or zt */
  N_Vector v_start;
};

/* Work vectors. -1: no memory. */
int galpha_method_init(struct galpha_method *method, N_Vector q,
                       N_Vector lambda, N_Vector psi, N_Vector s);
void galpha_method_free(struct galpha_method *method);
/* The method of opt.formulation, and its traits with the model. */
void galpha_method_select(struct galpha_method *method);

/* Order of the next step. */
int galpha_method_order(const struct galpha_method *method);

extern const struct galpha_method_traits galpha_index3_traits;
extern const struct galpha_method_ops galpha_method_soi2;
extern const struct galpha_method_ops galpha_method_literal;
extern const struct galpha_method_ops galpha_method_index3;
extern const struct galpha_method_ops galpha_method_residual;
extern const struct galpha_method_ops galpha_method_backward_euler;

/* Shared by the forms. */

/* Trial a_alpha after Jay and Negrut (2009), (14) and the predictions of a, lambda,
 * psi. */
void galpha_method_predict(struct galpha_method *method);
/* Mechanical form, first step: not so long that the shift to alpha h would exceed a0
 * itself (a stiff transient that is not resolved), where a0 is the better start. */
bool galpha_method_is_smooth(const struct galpha_method *method);
/* How many values the polynomials of this step go through (Gavrea et al. (2005),
 * section 4.5): at most those since the start. Needs coef and ewt_q. */
void galpha_method_choose_degree(struct galpha_method *method);
/* a of the end of the step by the polynomial of the chosen degree through its
 * last values; a_alpha for degree 0. */
void galpha_method_extrapolate(struct galpha_method *method, int space,
                               N_Vector out);
/* The same of y, less the last value: for components of order 0. */
void galpha_method_extrapolate_y(struct galpha_method *method, int space,
                                 N_Vector out);
/* q and v (y and y') at x = 0, for the present a_pred and the velocity v that the
 * step starts from; q'' (y'') there, and its derivative by q (y) in the step. */
void galpha_method_base(struct galpha_method *method, N_Vector v);
void galpha_method_base_acceleration(struct galpha_method *method);
sunrealtype galpha_method_acceleration_shift(
  const struct galpha_method *method);
/* Velocities that the step starts from, other than the last ones. */
void galpha_method_start_from(struct galpha_method *method, N_Vector v);
/* keep_velocities of methods with one state of velocities, v: those that the step starts
 * from; by the orders of the components. */
void galpha_method_keep(struct galpha_method *method, N_Vector v, N_Vector x);
void galpha_method_keep_by_order(struct galpha_method *method, int stage,
                                 N_Vector x);
/* Rows of the dynamics and of the constraints as the model gives them, for
 * galpha_method_equations. */
int galpha_method_dynamic_row(struct galpha_method *method);
int galpha_method_position_rows(struct galpha_method *method);
/* All rows at the point into r: those of the dynamics and of the constraints as given,
 * and the states'. */
int galpha_method_equations(struct galpha_method *method, N_Vector r,
                            int (*dynamics)(struct galpha_method *),
                            int (*constraints)(struct galpha_method *));
/* Coefficients of a step of size h to t_new, the times of the trial state, and the model's
 * stage. */
void galpha_method_begin(struct galpha_method *method, sunrealtype h,
                         sunrealtype t_new);
/* a = a_pred + d/(h^2 beta). */
void galpha_method_acceleration(struct galpha_method *method, N_Vector a);
/* v, lambda, psi, states of the trial state from d, dl, dp. */
void galpha_method_take(struct galpha_method *method);

/* The order of the last step alone. */
int galpha_method_same_order(const struct galpha_method *method,
                             sunrealtype error, struct galpha_candidate *c);
/* The trial becomes the present state; tested: its error was. */
void galpha_method_accept(struct galpha_method *method, bool tested);
/* How q is interpolated in the step that is about to be accepted; tested: its error
 * was. */
void galpha_method_choose_output(struct galpha_method *method, bool tested);
/* k-th derivative of the parabola (line, at first) through the last y. */
void galpha_method_parabola(const struct galpha_method *method, sunrealtype t,
                            int k, N_Vector out);
/* Dense output of a mechanism: use_qdd: accelerations by y'' (index 3). */
void galpha_method_dense(const struct galpha_method *method, sunrealtype t,
                         int k, bool use_qdd, N_Vector out);
void galpha_method_dense_by_order(const struct galpha_method *method,
                                  sunrealtype t, int k, N_Vector out);
/* Local error estimates of a space, of its y and y', from its rates; first: that of order 2
 * at the end of the step for y. */
void galpha_method_error(struct galpha_method *method, int space,
                         N_Vector first, N_Vector est_y, N_Vector est_yp);
/* The rate that the step starts from: Jay and Negrut (2009), (14). */
void galpha_method_shift_rates(struct galpha_method *method, int space);

/* First-order states and outputs in a step of the mechanical form: the recursion Bruls
 * and Arnold (2008), (6), (9) beside SOI2 and index 3 (galpha_form_states.c). All do
 * nothing when the problem has none. */

/* w_delta after Jay and Negrut (2009), (14), w and the states at d = 0. */
void galpha_method_predict_states(struct galpha_method *method);
/* The point's states become what d = 0 means (stage 2). */
void galpha_method_states_rebase(struct galpha_method *method);
/* The point's states become those of the trial. */
void galpha_method_states_take(struct galpha_method *method);
/* Local error into ds; its weighted norm. */
sunrealtype galpha_method_states_error(struct galpha_method *method);

#endif

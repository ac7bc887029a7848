/* The seam between methods and the machinery that drives them. A form turns one
 * step into stages, each a nonlinear system in the packed correction
 *
 *   x = (h^2 beta (a - a_pred), (1-alpha_f) h^2 beta (lambda - lambda_pred),
 *        (1-alpha_f) h^2 beta (psi - psi_pred)),
 *
 * measured in positions, so that tolerances, round-off and the matrix
 *
 *   [ S  -f_lambda  -f_psi ;  g_y 0 0 ;  k_z + (h beta/gamma) k_y 0 0 ],
 *   S = (1-alpha_m) M - (1-alpha_f)(h gamma f_z + h^2 beta f_y),
 *
 * stay of one size for every h (Gavrea et al. (2005), section 3, alternative (c)).
 * Everything above this header drives stages without knowing which method they belong
 * to. */
#ifndef GALPHA_METHOD_METHOD_H
#define GALPHA_METHOD_METHOD_H

#include "method/coefficients.h"
#include "method/history.h"
#include "model/assembly.h"
#include "model/first_order_states.h"
#include "model/mechanics.h"
#include "model/reaction_jacobian.h"
#include "model/redundancy.h"
#include "model/residual.h"

struct galpha_form;

/* A linear solver on the mass matrix and the constraints, for the forms that need one
 * inside a stage (Jay and Negrut (2009), (13d)-(13e)); offered by an upper room. */
struct galpha_inner
{
  int (*setup)(
    void *ctx); /* factorises the matrix of coefficients inner_coef */
  int (*solve)(void *ctx, N_Vector x);
  void *ctx;
};

/* Returns as the callbacks: 0, > 0 recoverable, < 0 stop. */
struct galpha_form_ops
{
  int formulation;
  /* Starts the trial state of a step with the coefficients form->coef. */
  int (*predict)(struct galpha_form *form);
  int (*stages)(const struct galpha_form *form);
  /* Sets what x = 0 means in this stage. */
  int (*begin)(struct galpha_form *form, int stage);
  int (*residual)(struct galpha_form *form, int stage, N_Vector x, N_Vector r);
  /* Takes the solution x of the stage over into the trial state. */
  int (*end)(struct galpha_form *form, int stage, N_Vector x);
};

struct galpha_form_options
{
  int formulation; /* GALPHA_SOI2 ...            */
  int mass_alpha;  /* GALPHA_MASS_PREVIOUS ...   */
  int predictor;   /* GALPHA_PREDICT_...         */
  int correct;     /* Jay and Negrut (2009), (14) */
  bool shifted;    /* a_alpha of the first step  */
};

/* The formulation of the residual form, beside GALPHA_SOI2 ... */
#define GALPHA_RESIDUAL 0

struct galpha_form
{
  const struct galpha_form_ops *ops;
  struct galpha_res *res;   /* the residual form's model, or NULL */
  struct galpha_states *st; /* states beside the mechanism, or NULL */
  struct galpha_state_coef state_coef;
  struct galpha_form_options opt;
  struct galpha_sys *sys;
  struct galpha_hist *hist;
  const struct galpha_method *method; /* the user's choice            */
  const struct galpha_method *meth;   /* of this step                 */
  int start_left; /* residual form: steps of backward Euler to go */
  bool euler;     /* nothing but backward Euler                   */
  int last_order; /* of the last accepted step, 0 before it       */
  int values;     /* that this step's extrapolations go through   */
  struct galpha_coef coef;
  struct galpha_assembly assembly;
  struct galpha_share share;   /* of the reactions in df/dq and df/dv */
  struct galpha_redundant red; /* mechanical form: dependent constraints */
  struct galpha_inner inner;
  sunrealtype inner_tol; /* on h gamma |de| in the norm of ewt_v */
  N_Vector ewt_q, ewt_v; /* views of the error test's weights    */
  bool level_v;          /* velocities count as h v in ewt_q     */
  bool by_positions;     /* output of q in the last step         */
  sunrealtype
    slope_off; /* of v at its end from differences of q, over the tolerance */
  sunrealtype size; /* galpha_form_size, < 0: not yet known */
  /* v'' at the start, a_alpha = a0 + alpha h v''; residual form: h y''' */
  N_Vector jerk;

  /* where the last residual was evaluated; its vectors are those of own, or the
     base of the stage for x = 0 */
  struct galpha_point at, own;
  bool x_is_zero; /* the next residual is that of x = 0    */
  N_Vector f;     /* f there                               */
  N_Vector a_pred, l_pred, p_pred;
  N_Vector q_base, v_base; /* q and v at x = 0                      */
  N_Vector w_base;         /* index 3, residual form: q'' (y'') at x = 0 */
  N_Vector rc;             /* SOI2: dynamic row at x = 0 but for -f */
  N_Vector d, dl, dp;      /* parts of x                            */
  N_Vector rq, rl, rp;     /* parts of the residual                 */
  bool views; /* of packed vectors; at other times of those of home */
  N_Vector home[2];
  N_Vector a_tilde, l_tilde, p_tilde; /* result of stage 1            */
  N_Vector gt; /* g_t at the new positions              */
  N_Vector work;
  N_Vector zt; /* z~ of Jay and Negrut (2009), (13b); room for v_start */
  /* index 3, residual form: v (y') that the step starts from, the last step's or zt */
  N_Vector v_start;
  N_Vector w_pred, s_base, sdot_base, sdot, ds, rs, s_work; /* states */
  N_Vector ewt_s;            /* view of their weights */
  N_Vector packed;           /* of the inner solve                    */
  struct galpha_parts parts; /* of packed vectors */
  bool inner_ready;          /* the inner matrix is of this step      */
};

/* Work vectors of a prepared model; packed is a packed vector to clone. -1: no
 * memory. */
int galpha_form_init(struct galpha_form *form, N_Vector q, N_Vector lambda,
                     N_Vector psi, N_Vector s, N_Vector packed);
void galpha_form_free(struct galpha_form *form);
/* The assembly of the iteration matrix from the blocks as they now stand; -1 and
 * -2 as galpha_assembly_plan. */
int galpha_form_plan(struct galpha_form *form, bool sparse);
/* The assembly is that of the blocks as they now stand. */
bool galpha_form_planned(const struct galpha_form *form);
/* Chooses the ops of opt.formulation. */
void galpha_form_select(struct galpha_form *form);

/* Order of the next step: 1 for backward Euler, else 2. */
int galpha_form_order(const struct galpha_form *form);

extern const struct galpha_form_ops galpha_form_soi2;
extern const struct galpha_form_ops galpha_form_literal;
extern const struct galpha_form_ops galpha_form_index3;
extern const struct galpha_form_ops galpha_form_residual;

/* Coefficients of the blocks in the iteration matrix of a step, and those of the
 * matrix of mass (factor c_mass) and constraints alone. */
void galpha_form_coefficients(const struct galpha_form *form, sunrealtype *c);
void galpha_form_mass_coefficients(sunrealtype c_mass, sunrealtype *c);

/* Shared by the forms. */

/* Trial a_alpha after Jay and Negrut (2009), (14) and the predictions of a, lambda,
 * psi. */
void galpha_form_predict(struct galpha_form *form);
/* Mechanical form, first step: not so long that the shift to alpha h would exceed a0
 * itself (a stiff transient that is not resolved), where a0 is the better start. */
bool galpha_form_is_smooth(const struct galpha_form *form);
/* How many values the polynomials of this step go through (Gavrea et al. (2005),
 * section 4.5): at most those since the start. Needs coef and ewt_q. */
void galpha_form_choose_degree(struct galpha_form *form);
/* a of the end of the step by the polynomial of the chosen degree through its
 * last values; a_alpha for degree 0. */
void galpha_form_extrapolate(struct galpha_form *form, N_Vector out);
/* The same of the states' w; of y of the residual form and of states and outputs,
 * less the last value. */
void galpha_form_extrapolate_w(struct galpha_form *form, N_Vector out);
void galpha_form_extrapolate_y(struct galpha_form *form, N_Vector out);
void galpha_form_extrapolate_s(struct galpha_form *form, N_Vector out);
/* q and v (y and y') at x = 0, for the present a_pred and the velocity v that the
 * step starts from; q'' (y'') there, and its derivative by q (y) in the step. */
void galpha_form_base(struct galpha_form *form, N_Vector v);
void galpha_form_base_acceleration(struct galpha_form *form);
sunrealtype galpha_form_acceleration_shift(const struct galpha_form *form);
/* d, dl, dp, rq, rl, rp and where they are kept; galpha_form_init calls it. */
int galpha_form_parts_init(struct galpha_form *form, N_Vector q,
                           N_Vector lambda, N_Vector psi, N_Vector packed);
void galpha_form_parts_free(struct galpha_form *form);
/* The parts belong to no vector but their own. */
void galpha_form_parts_home(struct galpha_form *form);
/* d, dl, dp are the parts of x: as long as it lives, or copies. */
void galpha_form_split(struct galpha_form *form, N_Vector x);
/* What is written to rq, rl, rp until galpha_form_rows_done goes into r. */
void galpha_form_rows(struct galpha_form *form, N_Vector r);
void galpha_form_rows_done(struct galpha_form *form, N_Vector r);
/* The parts d, dl, dp of x, and the states that belong to it. */
void galpha_form_parts(struct galpha_form *form, N_Vector x);
/* x of a stage that keeps the velocities it starts from (y of order 1), and the
 * multipliers as predicted. */
void galpha_form_keep_velocities(struct galpha_form *form, int stage,
                                 N_Vector x);
/* Product of two x by the weights of the error test, but for multipliers. */
sunrealtype galpha_form_dot(struct galpha_form *form, N_Vector x, N_Vector y);
/* The point and its parts d, dl, dp that belong to x. */
void galpha_form_point(struct galpha_form *form, N_Vector x);
/* The same; where x is known to be zero the base itself, without d, dl, dp. */
void galpha_form_go_to(struct galpha_form *form, N_Vector x);
/* The point has vectors of its own, which may be written to. */
void galpha_form_leave_base(struct galpha_form *form);
/* rq at form->at: the dynamic equation scaled by h^2 beta; evaluates f. */
int galpha_form_dynamic_row(struct galpha_form *form);
/* The same from f as it stands. */
void galpha_form_balance(struct galpha_form *form);
/* rl = g, rp = k h beta/gamma at the point; the latter at v. */
int galpha_form_position_rows(struct galpha_form *form);
int galpha_form_rows_at(struct galpha_form *form, N_Vector v);
/* All rows at the point into r: those of the dynamics and of the constraints as given,
 * and the states'. */
int galpha_form_equations(struct galpha_form *form, N_Vector r,
                          int (*dynamics)(struct galpha_form *),
                          int (*constraints)(struct galpha_form *));
/* a = a_pred + d/(h^2 beta). */
void galpha_form_acceleration(struct galpha_form *form, N_Vector a);
/* lambda and psi that belong to dl and dp. */
void galpha_form_multipliers(const struct galpha_form *form, N_Vector lambda,
                             N_Vector psi);
/* v, lambda, psi, states of the trial state from d, dl, dp. */
void galpha_form_take(struct galpha_form *form);

/* Second-order coordinates with multipliers, constraints on positions only: h is
 * changed reluctantly and the error estimate projected. */
bool galpha_form_is_index3(const struct galpha_form *form);
/* How q is interpolated in the step that is about to be accepted; tested: its error
 * was. */
void galpha_form_choose_output(struct galpha_form *form, bool tested);
/* k-th derivative of the parabola (line, at first) through the last y. */
void galpha_form_parabola(const struct galpha_form *form, sunrealtype t, int k,
                          N_Vector out);
/* Dense output inside the last step: k-th derivative of q (y). */
void galpha_form_dky(const struct galpha_form *form, sunrealtype t, int k,
                     N_Vector out);

/* Weighted norm of a velocity of this step, on the level of the tolerances. */
sunrealtype galpha_form_velocity_norm(const struct galpha_form *form,
                                      N_Vector v);

/* Norm of the coordinates that this step starts from, by the weights of the error
 * test. */
sunrealtype galpha_form_size(struct galpha_form *form);

/* First-order states and outputs in a step of the mechanical form: the recursion Bruls
 * and Arnold (2008), (6), (9) beside SOI2 and index 3 (galpha_form_states.c). All do
 * nothing when the problem has none. */

/* w_delta after (14) and the states at d = 0. */
void galpha_form_states_predict(struct galpha_form *form);
/* States of the point from the tail of x. */
void galpha_form_states_point(struct galpha_form *form, N_Vector x);
/* rs at the point into the tail of r. */
int galpha_form_states_row(struct galpha_form *form, N_Vector r);
/* Zero into the tail of r: systems that leave the states alone. */
void galpha_form_states_zero(struct galpha_form *form, N_Vector r);
/* The point's states become what d = 0 means (stage 2). */
void galpha_form_states_rebase(struct galpha_form *form);
/* The point's states become those of the trial. */
void galpha_form_states_take(struct galpha_form *form);
/* Local error into ds; its weighted norm. */
sunrealtype galpha_form_states_error(struct galpha_form *form);
/* Weighted norm of the tail of a correction. */
sunrealtype galpha_form_states_norm(struct galpha_form *form, N_Vector del);

#endif

/* The equations of one implicit stage of a step. A method (method/method.h) fills
 * struct galpha_stage; the model evaluates residuals and blocks of the iteration
 * matrix at the unknowns  x = (h^2 beta (a - a_pred), (1-alpha_f) h^2 beta (lambda -
 * lambda_pred), (1-alpha_f) h^2 beta (psi - psi_pred)),  which are all scaled to
 * positions, so that tolerances, round-off and the matrix  [ S  -f_lambda  -f_psi ;
 * g_y 0 0 ;  k_z + (h beta/gamma) k_y 0 0 ], S = (1-alpha_m) M - (1-alpha_f)(h gamma
 * f_z + h^2 beta f_y),  are of the same size for every h (Gavrea et al. (2005),
 * section 3, alternative (c)). */
#ifndef GALPHA_MODEL_MODEL_H
#define GALPHA_MODEL_MODEL_H

#include "model/assembly.h"
#include "model/first_order_states.h"
#include "model/mechanics.h"
#include "model/reaction_jacobian.h"
#include "model/redundancy.h"
#include "model/residual.h"

/* How the unknowns of a stage change the current point; set by the method. */
struct galpha_stage
{
  sunrealtype t, h;
  sunrealtype beta_h2;            /* q = q_base + d, a = a_pred + d/beta_h2 */
  sunrealtype gamma_h;            /* v = v_base + (gamma_h/beta_h2) d       */
  sunrealtype dv;                 /* dv/dq = gamma_h/beta_h2                */
  sunrealtype ds;                 /* ds'/ds of first-order states           */
  sunrealtype weight_m, weight_f; /* 1 - alpha_m, 1 - alpha_f    */
  sunrealtype shift[3];           /* of the matrix, returned by GALPHAGetJac */
  /* Matrices of stages of one kind differ by h_matrix (h, or proportional to it). */
  sunrealtype h_matrix;
  int matrix_kind;
  N_Vector q_start; /* q (y) at the start of the step         */
};

struct galpha_model;

#define GALPHA_SPACES 2

/* Data on a kind of equations for linear solvers and Newton's iteration. */
struct galpha_model_traits
{
  /* Components may have order 2; the equations are those of a mechanism. They decide
     which vectors exist. */
  bool second_order, mechanics;
  /* The vector of unknowns is laid out like y. While a stage is solved, packed and q, v
     and a of the trial state are free for Newton's iteration. */
  bool plain_unknowns;
  /* Small matrices are rebuilt in each step: that costs little and keeps results
     independent of units and of earlier steps. */
  bool refresh_small;
  /* Cost of a new matrix, in iterations, above which slower convergence is accepted. */
  sunrealtype expensive;
  /* The same with orders up to 5, above which the matrix is kept for a wider range of
     h. */
  sunrealtype costly;
  /* The contraction rate is carried from one iteration to the next as in IDA;
     otherwise it is recorded by the age of the matrix, and a correction that does
     not decrease is examined. */
  bool carry_rate;
  /* Least contraction rate assumed for equations that are not linear. */
  sunrealtype rate_floor;
  /* The first reductions of h after a failed solution are mild: an abrupt change of
     h excites the multipliers of index 3. */
  bool mild_cuts;
  /* Failures of Jacobian and preconditioner are reported as failures of the linear
     solver, as in IDA, not of the model. */
  bool solver_owns_matrix;
  /* Components of order 0 may have errors that do not decrease with h. */
  bool irreducible_errors;
  /* Newton's tolerance is so loose that after hidden motion (newton/hidden_motion.h) a
     stage counts as solved only if the imbalance is within tolerance. */
  bool balances_hidden;
  /* Error norm, without components of order 0, that a step of unchanged size aims
     at. Errors add up over the steps, and a method of order 2 takes more steps than
     IDA with orders 3 to 5. */
  sunrealtype error_goal;
};

/* Operations of a kind of equations. NULL: no operation. */
struct galpha_model_ops
{
  const char *name;
  struct galpha_model_traits traits;
  /* Sets has[k]: some component has the differential order k; and model->second. */
  void (*orders)(struct galpha_model *model, bool *has);
  /* The coordinates (or y) within a vector of unknowns, without multipliers. */
  N_Vector (*motion)(struct galpha_model *model, N_Vector x);
  /* Weighted norm of a correction x of Newton's iteration, without the multipliers
     of a mechanism; leaves the correction in d. */
  sunrealtype (*correction_norm)(struct galpha_model *model, N_Vector x);
  /* At the beginning of a step: Newton's tolerance may be relaxed. algebraic:
     components of order 0 are in the error test. NULL: decided by the norm of the
     positions. */
  bool (*relax_tolerance)(struct galpha_model *model, bool algebraic);
  /* With a relaxed tolerance: the norm of the correction d that Newton's test uses,
     from its full norm. */
  sunrealtype (*tested_norm)(struct galpha_model *model, sunrealtype norm);
  /* In the last correction only multipliers exceed their tolerance. */
  bool (*motion_converged)(struct galpha_model *model);
  /* In the last correction only multipliers that are not in the error test change by
     more than round-off. */
  bool (*motion_at_round_off)(struct galpha_model *model, bool algebraic);
  /* *out = a sample, by signs of this phase (galpha_vector_signs), of the rounding of
     the last residual, in scratch of the model that solving a linear system leaves
     alone; false: not known, or without effect. NULL: never known. Not while vectors of
     the trial state are on loan. */
  bool (*rounding)(struct galpha_model *model, sunrealtype phase,
                   N_Vector *out);
  /* The values from which the error weights of velocities are computed: y' for order
     2, and y for the others, whose y' is not tested, so that a y' of 0 there
     requires no absolute tolerance. NULL: yp. */
  N_Vector (*velocity_scale)(struct galpha_model *model, N_Vector y,
                             N_Vector yp);
  /* out += c df/dq x at the current point; NULL: df/dq is not available separately. */
  int (*stiffness)(struct galpha_model *model, sunrealtype c, N_Vector x,
                   N_Vector out);
  /* Imbalance at the point of the last residual: the displacement, in tolerances, that
     the unbalanced forces would cause in this step if inertia alone opposed them. May
     be an upper bound if that is at most `most`. < 0: unknown, or a callback failed
     fatally, which stays recorded. NULL: never known. */
  sunrealtype (*imbalance)(struct galpha_model *model, sunrealtype most);
  /* The stiffness in the last matrix admits a vibration of this angular frequency.
     NULL: unknown, assumed to. */
  bool (*could_vibrate)(struct galpha_model *model, sunrealtype omega);
  /* Selects the increments of the difference quotients of the matrix; returns whether it
     is made of any. */
  bool (*set_increments)(struct galpha_model *model,
                         enum galpha_increments increments);
  /* Newton's iteration did not converge: the next matrices may be made with other
     increments. NULL: they never are. */
  void (*unsolved)(struct galpha_model *model);
};
extern const struct galpha_model_ops galpha_model_mechanics;
extern const struct galpha_model_ops galpha_model_products; /* by products */
extern const struct galpha_model_ops
  galpha_model_first_order; /* F(t,y,y')     */
extern const struct galpha_model_ops
  galpha_model_second_order; /* F(t,y,y',y'') */

struct galpha_model
{
  const struct galpha_model_ops *ops;
  struct galpha_sys *sys;
  struct galpha_res *res; /* equations of the residual form, or NULL */
  /* First-order states beside a mechanism, or NULL. */
  struct galpha_first_order *st;
  N_Vector second; /* 1 where the order is 2; NULL: all are of order 2 */
  bool has[3];     /* has[k]: some component is of order k */
  /* 0: coordinates, or y of the residual form; 1: states beside a mechanism, or NULL. */
  const struct galpha_space *space[GALPHA_SPACES];
  N_Vector constraints; /* inequalities on y in IDA's codes, or NULL       */
  N_Vector violated;    /* 1 where the last trial state violates them      */
  struct galpha_assembly assembly;
  /* Contribution of the reactions to df/dq and df/dv. */
  struct galpha_reaction_jac reaction;
  struct galpha_redundant red; /* mechanical form: dependent constraints */
  SUNMatrix inactive; /* diagonal: -1 where a constraint is off; NULL: all on */
  struct galpha_stage stage;

  N_Vector ewt_q, ewt_v; /* views of the error test's weights    */
  N_Vector ewt_s;        /* view of the states' weights          */
  bool level_v;          /* velocities are tested as h v with ewt_q */
  sunrealtype size;      /* galpha_model_size; < 0: not computed */

  /* at: the current point, where the last residual was evaluated. Its vectors are
     those of own, or for x = 0 those of the base of the stage. */
  struct galpha_point at, own;
  bool x_is_zero;             /* the next residual is evaluated at x = 0 */
  N_Vector f;                 /* f at the point; residual form: y''    */
  N_Vector q_base, v_base;    /* q and v at x = 0                 */
  N_Vector w_base;            /* index 3, residual form: q'' (y'') at x = 0 */
  N_Vector l_pred, p_pred;    /* lambda, psi at x = 0             */
  N_Vector s_base, sdot_base; /* states and s' at x = 0        */
  /* SOI2: dynamic row at x = 0, without -f; residual form: scratch of the functions that
     compare residuals */
  N_Vector rc;
  N_Vector d, dl, dp;    /* parts of x                            */
  N_Vector rq, rl, rp;   /* parts of the residual                 */
  N_Vector ds, rs, sdot; /* the same of states, and s' of the point */
  /* What the equations of states add to v, unless v_shifted is false; and v with it. */
  N_Vector v_shift, v_states;
  bool v_shifted;
  /* d, dl, dp and rq, rl, rp are views: of a packed vector x or r, otherwise of
     storage[0], storage[1]. */
  bool views;
  N_Vector storage[2];
  N_Vector packed;           /* work: a packed vector */
  struct galpha_parts parts; /* layout of packed vectors */
  N_Vector work, s_work;
  /* Vectors of other structs that serve as work, rc and d; or NULL. */
  struct galpha_loans
  {
    N_Vector work, rc, d;
  } borrowed;
};

/* Sets has, second and space from the current orders of the components. */
void galpha_model_set_orders(struct galpha_model *model);
/* Values and rates of a space at x = 0. */
struct galpha_base
{
  N_Vector y, yp;
};
struct galpha_base galpha_model_base(const struct galpha_model *model,
                                     int space);
/* Allocates the work vectors of a prepared model; packed is a packed vector, which serves
 * as work and outlives the model. -1: no memory. */
int galpha_model_init(struct galpha_model *model, N_Vector q, N_Vector lambda,
                      N_Vector psi, N_Vector s, N_Vector packed);
void galpha_model_free(struct galpha_model *model);

/* Blocks of the iteration matrix (blocks.c). */

/* Plans the assembly of the iteration matrix for the current patterns of the blocks;
 * -1 and -2 as galpha_assembly_plan. */
int galpha_model_plan(struct galpha_model *model, bool sparse);
/* The plan is that of the current patterns. */
bool galpha_model_planned(const struct galpha_model *model);
/* Sets the diagonal of the constraints that are off, if there is one. */
void galpha_model_mark_inactive(struct galpha_model *model);
/* J = sum of the blocks with these coefficients; J has the plan's pattern. The columns
 * of constraints that are off are zeroed: otherwise the pivots of a sparse solver would
 * leave rounding in their multipliers. */
void galpha_model_fill(struct galpha_model *model, const sunrealtype *coef,
                       SUNMatrix J);
/* Coefficients of the blocks in the iteration matrix of a step, and in the matrix of
 * mass (factor c_mass) and constraints alone. */
void galpha_model_coefficients(const struct galpha_model *model,
                               sunrealtype *c);
void galpha_model_mass_coefficients(sunrealtype c_mass, sunrealtype *c);

/* Parts of packed vectors (packed_views.c). */

/* Allocates d, dl, dp, rq, rl, rp and their storage; called by galpha_model_init. */
int galpha_model_parts_init(struct galpha_model *model, N_Vector q,
                            N_Vector lambda, N_Vector psi, N_Vector packed);
void galpha_model_parts_free(struct galpha_model *model);
/* Detaches the parts from packed vectors: they use their own storage. */
void galpha_model_detach_parts(struct galpha_model *model);
/* The same for rq, rl, rp only, while d, dl, dp are still in use. */
void galpha_model_detach_residual(struct galpha_model *model);
/* Makes d, dl, dp the parts of x: views, valid as long as x lives, or copies. */
void galpha_model_split(struct galpha_model *model, N_Vector x);
/* Stores d, dl, dp in x, if they are copies. */
void galpha_model_merge(struct galpha_model *model, N_Vector x);
/* rq, rl, rp written between these two calls are stored in r. */
void galpha_model_rows(struct galpha_model *model, N_Vector r);
void galpha_model_rows_done(struct galpha_model *model, N_Vector r);
/* Scalar product of x and y with the weights of the error test, without multipliers. */
sunrealtype galpha_model_dot(struct galpha_model *model, N_Vector x,
                             N_Vector y);

/* The point and its rows (stage.c). */

/* What the method sets: the stage, or the shifts of its matrix alone. */
void galpha_model_set_stage(struct galpha_model *model,
                            const struct galpha_stage *stage);
void galpha_model_set_shifts(struct galpha_model *model,
                             const sunrealtype *shift);
/* Begins a step from q, before its first attempt. */
void galpha_model_begin_step(struct galpha_model *model, N_Vector q);
/* Time of the point. */
void galpha_model_set_time(struct galpha_model *model, sunrealtype t);
/* zero: the next residual will be evaluated at x = 0; otherwise its x is unknown. */
void galpha_model_expect_zero(struct galpha_model *model, bool zero);
/* Sets the parts d, dl, dp of x and the first-order states at x. */
void galpha_model_parts(struct galpha_model *model, N_Vector x);
/* Sets the current point and d, dl, dp to x. */
void galpha_model_point(struct galpha_model *model, N_Vector x);
/* The same; if x_is_zero, the point is the base itself and d, dl, dp are not set. */
void galpha_model_go_to(struct galpha_model *model, N_Vector x);
/* Gives the point its own vectors, which may be written to. */
void galpha_model_leave_base(struct galpha_model *model);
/* lambda and psi at dl and dp. */
void galpha_model_multipliers(const struct galpha_model *model, N_Vector lambda,
                              N_Vector psi);
/* Evaluates f and sets rq, the dynamic equation scaled by h^2 beta, at the point. */
int galpha_model_dynamic_row(struct galpha_model *model);
/* The same from the current f. */
void galpha_model_balance(struct galpha_model *model);
/* rl = g, rp = k h beta/gamma at the point; rows_at: k at the velocity v. */
int galpha_model_position_rows(struct galpha_model *model);
int galpha_model_rows_at(struct galpha_model *model, N_Vector v);
/* Weighted norm of a velocity, as the error test measures it in this step: level_v. */
sunrealtype galpha_model_velocity_norm(const struct galpha_model *model,
                                       N_Vector v);
/* Factor and weights of that norm. */
sunrealtype galpha_model_velocity_scale(const struct galpha_model *model);
N_Vector galpha_model_velocity_weights(const struct galpha_model *model);
/* The components of order 2 of x: x itself if all are, otherwise a copy in out. */
N_Vector galpha_model_second(const struct galpha_model *model, N_Vector x,
                             N_Vector out);
/* Rounding of positions as a velocity over a time: eps |q|/time in that norm. Overwrites
 * work. */
sunrealtype galpha_model_rounding_rate(struct galpha_model *model, N_Vector q,
                                       sunrealtype time);
/* Largest magnitude of the components of order 2; overwrites packed. */
sunrealtype galpha_model_largest_second(const struct galpha_model *model,
                                        N_Vector x);
/* Sets the components of other orders to 0. */
void galpha_model_keep_second(const struct galpha_model *model, N_Vector x);
/* Norm, in error weights, of the coordinates at the start of the step. */
sunrealtype galpha_model_size(struct galpha_model *model);

/* First-order states and outputs at the point (stage_states.c). Each does nothing if
 * the problem has none. */

/* States at the point from the tail of x. */
void galpha_model_states_point(struct galpha_model *model, N_Vector x);
/* Evaluates rs at the point and stores it in the tail of r. */
int galpha_model_states_row(struct galpha_model *model, N_Vector r);
/* From now on these rows are evaluated at the velocity v + c dv; dv NULL: at v. */
void galpha_model_shift_velocity(struct galpha_model *model, sunrealtype c,
                                 N_Vector dv);
/* Weighted norm of the tail of a correction. */
sunrealtype galpha_model_states_norm(struct galpha_model *model, N_Vector x);
/* Sets the tail of r to 0, for systems without the states. */
void galpha_model_states_zero(struct galpha_model *model, N_Vector r);

/* The residual form at the point (residual_stage.c). */

/* Maximum norm of the components of orders 1 and 2. */
sunrealtype galpha_model_res_motion_size(struct galpha_model *model,
                                         N_Vector x);
/* Lends vectors of the trial state: galpha_res_lend. */
void galpha_model_res_lend(struct galpha_model *model, N_Vector y, N_Vector yp);
/* Weighted norm of the components of one order; for order 2 the larger of the norms
 * as positions and as velocities. */
sunrealtype galpha_model_res_order_norm(struct galpha_model *model, int order,
                                        N_Vector d);
/* Some row of F contains neither the highest derivatives nor components of order 0:
 * the index is 2 or 3. One residual next to that of rq, evaluated once per problem. */
bool galpha_model_res_constrained(struct galpha_model *model);
/* The local errors of the components selected by the mask some (0, 1) of F(t,y,y')
 * may not decrease with h at the current end point: components of order 0, and, if
 * the index is 2 or 3, those whose y' occurs in F only next to components of order 0
 * (rc = 1 in these rows). Evaluates nearby residuals and rq anew. */
bool galpha_model_res_unbounded(struct galpha_model *model, N_Vector some);
/* Index of F(t,y,y') at the initial y, y': 1 (or unknown), 2, or 3 (some rows with
 * y' contain no component of order 0). Three residuals, and rq anew. */
int galpha_model_res_start_index(struct galpha_model *model, sunrealtype t,
                                 N_Vector y, N_Vector yp);

#endif

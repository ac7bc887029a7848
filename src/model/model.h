/* The equations of one implicit stage of a step. A method (method/method.h) sets the
 * stage; the model evaluates residuals and blocks of the iteration matrix at unknowns
 *
 *   x = (h^2 beta (a - a_pred), (1-alpha_f) h^2 beta (lambda - lambda_pred),
 *        (1-alpha_f) h^2 beta (psi - psi_pred)),
 *
 * which are measured in positions, so that tolerances, round-off and the matrix
 *
 *   [ S  -f_lambda  -f_psi ;  g_y 0 0 ;  k_z + (h beta/gamma) k_y 0 0 ],
 *   S = (1-alpha_m) M - (1-alpha_f)(h gamma f_z + h^2 beta f_y),
 *
 * keep their size for every h (Gavrea et al. (2005), section 3, alternative (c)). */
#ifndef GALPHA_MODEL_MODEL_H
#define GALPHA_MODEL_MODEL_H

#include "model/assembly.h"
#include "model/first_order_states.h"
#include "model/mechanics.h"
#include "model/reaction_jacobian.h"
#include "model/redundancy.h"
#include "model/residual.h"

/* How the unknowns of a stage change the point, as the method sets it. */
struct galpha_stage
{
  sunrealtype t, h;
  sunrealtype beta_h2;            /* q = q_base + d, a = a_pred + d/beta_h2 */
  sunrealtype gamma_h;            /* v = v_base + (gamma_h/beta_h2) d       */
  sunrealtype dv;                 /* dv/dq                                  */
  sunrealtype ds;                 /* ds'/ds of first-order states           */
  sunrealtype weight_m, weight_f; /* 1 - alpha_m, 1 - alpha_f    */
  sunrealtype shift[3]; /* of the matrix, as GALPHAGetJac tells them */
  int order;            /* of the method in this step */
  N_Vector q_start;     /* q (y) at the start of the step         */
};

struct galpha_model;

#define GALPHA_SPACES 2

/* What linear solvers and Newton's iteration need to know of a kind of equations. */
struct galpha_model_traits
{
  bool
    refresh_small; /* small matrices are new in each step: that costs little and keeps
                         results independent of units and of the past */
  sunrealtype
    expensive; /* cost of a new matrix, in iterations, from which on slower
                            convergence is put up with */
  bool
    one_rate; /* the contraction rate is carried from iteration to iteration as in
                    IDA; else it is learnt by the age of the matrix, and a correction
                    that does not fall is looked at closely */
  sunrealtype rate_floor; /* least rate believed of what is not linear */
  bool
    mild; /* the first cuts of a step that could not be solved are mild: an abrupt
                change of h excites multipliers of index 3 */
  bool
    solver_owns_matrix; /* Jacobian and preconditioner fail as parts of the solver, as
                              in IDA, not as parts of the model */
  bool
    irreducible; /* components of order 0 may have errors that do not fall with h */
  sunrealtype
    error_goal; /* for the error of a step that keeps its size, without
                             components of order 0: errors add up over steps, of which
                             order 2 takes more than IDA's orders 3 to 5 */
};

/* A kind of equations. NULL: there is nothing to do. */
struct galpha_model_ops
{
  const char *name;
  struct galpha_model_traits traits;
  /* has[k]: some component has the differential order k; sets model->second. */
  void (*orders)(struct galpha_model *model, bool *has);
  /* The motion in a vector of unknowns, without multipliers. */
  N_Vector (*motion)(struct galpha_model *model, N_Vector x);
  /* Weighted norm of a correction of Newton's iteration, which is left in d; multipliers
     of a mechanism are not part of it. */
  sunrealtype (*correction_norm)(struct galpha_model *model, N_Vector x);
  /* At the beginning of a step: whether Newton's tolerance may be loose; algebraic:
     components of order 0 are in the error test. NULL: as the size of positions tells. */
  bool (*loosen)(struct galpha_model *model, bool algebraic);
  /* Of the norm of a correction, what the error test looks at, with a loose tolerance. */
  sunrealtype (*tested_norm)(struct galpha_model *model, sunrealtype norm);
  /* The last correction moves multipliers alone by more than its tolerance. */
  bool (*is_settled)(struct galpha_model *model);
  /* The same, which are out of the error test, and motion by no more than its last
     digits. */
  bool (*stands)(struct galpha_model *model, bool algebraic);
  /* The values by which velocities are weighed: y' of order 2 and, where no y' is tested, y
     itself, so that a y' of 0 asks for no absolute tolerance there. NULL: yp. */
  N_Vector (*velocities)(struct galpha_model *model, N_Vector y, N_Vector yp);
  /* out += c df/dq x at the point; NULL: not known by itself. */
  int (*stiffness)(struct galpha_model *model, sunrealtype c, N_Vector x,
                   N_Vector out);
  /* Springs of the last matrix could make a vibration of this angular frequency. NULL:
     they are not known, and could. */
  bool (*could_vibrate)(struct galpha_model *model, sunrealtype omega);
  /* Differences for the matrix are to be small, or not any more. */
  void (*refine)(struct galpha_model *model, bool fine);
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
  struct galpha_res *res;        /* the residual form's equations, or NULL */
  struct galpha_first_order *st; /* states beside the mechanism, or NULL */
  N_Vector second;               /* 1 where the order is 2; NULL: everywhere */
  bool has[3];                   /* some component has the differential order */
  /* Coordinates, or y of the residual form; states beside a mechanism, or NULL. */
  const struct galpha_space *space[GALPHA_SPACES];
  N_Vector constraints; /* inequalities on y, as IDA codes them, or NULL */
  N_Vector violated;    /* 1 where the last trial does not meet them    */
  struct galpha_assembly assembly;
  struct galpha_reaction_jac reaction; /* of the reactions in df/dq and df/dv */
  struct galpha_redundant red; /* mechanical form: dependent constraints */
  struct galpha_stage stage;

  N_Vector ewt_q, ewt_v; /* views of the error test's weights    */
  N_Vector ewt_s;        /* view of the states' weights          */
  bool level_v;          /* velocities count as h v in ewt_q     */
  sunrealtype size;      /* galpha_model_size, < 0: not yet known */

  /* where the last residual was evaluated; its vectors are those of own, or the
     base of the stage for x = 0 */
  struct galpha_point at, own;
  bool x_is_zero;             /* the next residual is that of x = 0    */
  N_Vector f;                 /* f there; residual form: y''            */
  N_Vector q_base, v_base;    /* q and v at x = 0                 */
  N_Vector w_base;            /* index 3, residual form: q'' (y'') at x = 0 */
  N_Vector l_pred, p_pred;    /* lambda, psi at x = 0             */
  N_Vector s_base, sdot_base; /* states and s' at x = 0        */
  N_Vector rc;                /* SOI2: dynamic row at x = 0 but for -f */
  N_Vector d, dl, dp;         /* parts of x                            */
  N_Vector rq, rl, rp;        /* parts of the residual                 */
  N_Vector ds, rs, sdot;      /* the same of states, and s' of the point */
  bool views; /* of packed vectors; at other times of those of home */
  N_Vector home[2];
  N_Vector packed;           /* work: a packed vector */
  struct galpha_parts parts; /* of packed vectors     */
  N_Vector work, s_work;
};

/* has and second, from the orders of the components as they are known. */
void galpha_model_set_orders(struct galpha_model *model);
/* The vectors of a space: values and rates at x = 0. */
struct galpha_base
{
  N_Vector y, yp;
};
struct galpha_base galpha_model_base(const struct galpha_model *model,
                                     int space);
/* Work vectors of a prepared model; packed is a packed vector to clone. -1: no
 * memory. */
int galpha_model_init(struct galpha_model *model, N_Vector q, N_Vector lambda,
                      N_Vector psi, N_Vector s, N_Vector packed);
void galpha_model_free(struct galpha_model *model);

/* Blocks of the iteration matrix (blocks.c). */

/* The assembly of the iteration matrix from the blocks as they now stand; -1 and
 * -2 as galpha_assembly_plan. */
int galpha_model_plan(struct galpha_model *model, bool sparse);
/* The assembly is that of the blocks as they now stand. */
bool galpha_model_planned(const struct galpha_model *model);
/* Coefficients of the blocks in the iteration matrix of a step, and those of the
 * matrix of mass (factor c_mass) and constraints alone. */
void galpha_model_coefficients(const struct galpha_model *model,
                               sunrealtype *c);
void galpha_model_mass_coefficients(sunrealtype c_mass, sunrealtype *c);

/* Parts of packed vectors (packed_views.c). */

/* d, dl, dp, rq, rl, rp and where they are kept; galpha_model_init calls it. */
int galpha_model_parts_init(struct galpha_model *model, N_Vector q,
                            N_Vector lambda, N_Vector psi, N_Vector packed);
void galpha_model_parts_free(struct galpha_model *model);
/* The parts belong to no vector but their own. */
void galpha_model_parts_home(struct galpha_model *model);
/* The parts of residuals alone, while those of x are of use. */
void galpha_model_residual_home(struct galpha_model *model);
/* d, dl, dp are the parts of x: as long as it lives, or copies. */
void galpha_model_split(struct galpha_model *model, N_Vector x);
/* What was written to d, dl, dp is in x. */
void galpha_model_merge(struct galpha_model *model, N_Vector x);
/* What is written to rq, rl, rp until galpha_model_rows_done goes into r. */
void galpha_model_rows(struct galpha_model *model, N_Vector r);
void galpha_model_rows_done(struct galpha_model *model, N_Vector r);
/* Product of two x by the weights of the error test, but for multipliers. */
sunrealtype galpha_model_dot(struct galpha_model *model, N_Vector x,
                             N_Vector y);

/* The point and its rows (stage.c). */

/* What the method sets: the stage, or the shifts of its matrix alone. */
void galpha_model_set_stage(struct galpha_model *model,
                            const struct galpha_stage *stage);
void galpha_model_set_shifts(struct galpha_model *model,
                             const sunrealtype *shift);
/* Before the attempts at a step from q. */
void galpha_model_begin_step(struct galpha_model *model, N_Vector q);
/* Time of the point. */
void galpha_model_set_time(struct galpha_model *model, sunrealtype t);
/* The next residual is that of x = 0, or may be another one. */
void galpha_model_expect_zero(struct galpha_model *model, bool zero);
/* The parts d, dl, dp of x, and the states that belong to it. */
void galpha_model_parts(struct galpha_model *model, N_Vector x);
/* The point and its parts d, dl, dp that belong to x. */
void galpha_model_point(struct galpha_model *model, N_Vector x);
/* The same; where x is known to be zero the base itself, without d, dl, dp. */
void galpha_model_go_to(struct galpha_model *model, N_Vector x);
/* The point has vectors of its own, which may be written to. */
void galpha_model_leave_base(struct galpha_model *model);
/* lambda and psi that belong to dl and dp. */
void galpha_model_multipliers(const struct galpha_model *model, N_Vector lambda,
                              N_Vector psi);
/* rq at the point: the dynamic equation scaled by h^2 beta; evaluates f. */
int galpha_model_dynamic_row(struct galpha_model *model);
/* The same from f as it stands. */
void galpha_model_balance(struct galpha_model *model);
/* rl = g, rp = k h beta/gamma at the point; the latter at v. */
int galpha_model_position_rows(struct galpha_model *model);
int galpha_model_rows_at(struct galpha_model *model, N_Vector v);
/* Weighted norm of a velocity of this step, on the level of the tolerances. */
sunrealtype galpha_model_velocity_norm(const struct galpha_model *model,
                                       N_Vector v);
/* The components of order 2 of x: x itself where all are, else their copy in out. */
N_Vector galpha_model_second(const struct galpha_model *model, N_Vector x,
                             N_Vector out);
/* The largest magnitude of them; packed may be overwritten. */
sunrealtype galpha_model_largest_second(const struct galpha_model *model,
                                        N_Vector x);
/* The others become 0. */
void galpha_model_keep_second(const struct galpha_model *model, N_Vector x);
/* Norm of the coordinates that this step starts from, by the weights of the error
 * test. */
sunrealtype galpha_model_size(struct galpha_model *model);

/* First-order states and outputs at the point (stage_states.c). All do nothing when
 * the problem has none. */

/* States of the point from the tail of x. */
void galpha_model_states_point(struct galpha_model *model, N_Vector x);
/* rs at the point into the tail of r. */
int galpha_model_states_row(struct galpha_model *model, N_Vector r);
/* Weighted norm of the tail of a correction. */
sunrealtype galpha_model_states_norm(struct galpha_model *model, N_Vector x);
/* Zero into the tail of r: systems that leave the states alone. */
void galpha_model_states_zero(struct galpha_model *model, N_Vector r);

/* The residual form at the point (residual_stage.c). */

/* The weighted norm of the components of one order alone; the largest of orders 1, 2. */
sunrealtype galpha_model_res_order_norm(struct galpha_model *model, int order,
                                        N_Vector d);
/* Some row of F contains neither the highest derivatives nor components of order 0: the
 * index is 2 or 3. By a residual next to that of rq, once. */
bool galpha_model_res_constrained(struct galpha_model *model);
/* Local errors of some components (mask 0, 1) of F(t,y,y') at the present end point may
 * be such that no h is short enough for: those of order 0; others where the index is 2
 * or 3 and F contains their y' next to components of order 0 only (rc = 1 in these
 * rows). By residuals next to it; rq is made anew. */
bool galpha_model_res_unbounded(struct galpha_model *model, N_Vector some);
/* The index of F(t,y,y') at the start y, y': 1 (or not known), 2, or (some rows with y'
 * contain nothing of order 0) 3. By three residuals; rq is made anew. */
int galpha_model_res_start_index(struct galpha_model *model, sunrealtype t,
                                 N_Vector y, N_Vector yp);

#endif

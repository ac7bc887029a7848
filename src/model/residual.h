/* The model of the residual form: F(t,y,y') or F(t,y,y',y''), its Jacobian, the
 * orders of the components as masks, and the shifts dy'/dy, dy''/dy of a step. The
 * only caller of the user's callbacks of this form; vectors of any kind. */
#ifndef GALPHA_MODEL_RESIDUAL_H
#define GALPHA_MODEL_RESIDUAL_H

#include "model/mechanics.h"
#include "model/space.h"

/* Increments of the difference quotients of J. */
enum galpha_increments
{
  GALPHA_INCREMENTS_USUAL, /* at least a tolerance */
  /* For hidden motion (newton/hidden_motion.h): components of order 2 move so little
     that a stretched spring, which turns with them, does not seem stiff transversely.
     Multipliers have the usual increments: the effect of shorter ones would be lost in
     the forces of such springs. */
  GALPHA_INCREMENTS_MOTION,
  /* For a line search, which resolves F far within the tolerances. F(t,y,y',y''), also
     in the next DIFFERENCE_SEPARATE matrices: y' and y'' are perturbed separately, with
     increments bounded by the tolerance of y'. Increments of y, times a shift, would be
     large in y'. */
  GALPHA_INCREMENTS_FINE
};

struct galpha_res
{
  bool active; /* the problem is in residual form */
  GALPHAResFn res1;
  GALPHARes2Fn res2; /* one of res1, res2 */
  GALPHAJacFn jac1;
  GALPHAJac2Fn jac2;
  /* Products and preconditioner, with three shifts or in IDA's form. */
  GALPHAJacTimes2Fn jtimes2;
  GALPHAPrecSetup2Fn psetup2;
  GALPHAPrecSolve2Fn psolve2;
  GALPHALsJacTimesSetupFn jtsetup;
  GALPHALsJacTimesVecFn jtimes;
  GALPHALsPrecSetupFn psetup;
  GALPHALsPrecSolveFn psolve;
  void *prec_data;    /* replaces user_data in psetup and psolve, or NULL    */
  GALPHAResFn jtres;  /* replaces F in difference quotients J v, or NULL     */
  GALPHAResFn nlsres; /* replaces F in Newton's iteration, or NULL           */
  sunrealtype dqincfac;
  /* 1: excluded from the error test (irreducible_error.c); or NULL. */
  N_Vector untested;
  /* Errors of an earlier, longer attempt of the step; or NULL. */
  N_Vector longer_try;
  N_Vector part;   /* work of irreducible_error.c; or NULL */
  N_Vector bounds; /* inequalities on y in IDA's codes, a view; or NULL */
  N_Vector inside; /* y moved inside the bounds; NULL without */
  struct galpha_sys *sys; /* user_data, counters, failures */

  N_Vector order; /* orders in use; NULL: all the highest; may be hint */
  bool declared;  /* order was set by the user              */
  N_Vector hint;  /* of GALPHASetId, or NULL                */
  /* Newton's test gives more weight to all components but those of order 1 that are
     algebraic by GALPHASetId. */
  bool some_counted;
  /* 1: every component of order 1 is differential by hint; -1: not; 0: unknown. */
  int hint_tells_all;
  /* Masks by order. F(t,y,y') has mask[1] alone, which is order. */
  struct galpha_space space;
  /* Shifts of this step: dy'/dy of order 1, dy'/dy of order 2, dy''/dy. */
  sunrealtype c[3];
  sunrealtype a_by_y, w_by_y; /* da/dy of order 2, dw/dy of order 1:
                                 1/(h^2 beta), 1/(h theta) */
  /* F(t,y,y',y'') only: shifts of y' and y'', and da/dy or dw/dy, by component. */
  N_Vector cv, ca, da;
  /* At the start: J contains the derivatives with respect to y of order 0, y' of
     order 1 and y'' of order 2 only, always by difference quotients. */
  bool unknowns_only;
  bool lax; /* differences are made as they come: galpha_difference.lax */
  /* The linear solver is direct: zero the matrix before the user's J. */
  bool direct;
  enum galpha_increments increments;
  int separate_left; /* remaining matrices with y', y'' perturbed separately */
  /* F(t,y,y'): remaining matrices whose increments are bounded by y'. */
  int by_rates_left;
  N_Vector ewt_v; /* see galpha_res_weigh_rates */
  struct galpha_dq *dq;
  struct galpha_pattern pattern; /* last valid pattern of the Jacobian */
  /* Scratch, valid within one function and what it calls, unless a comment says
     otherwise. Jacobians, products with them and galpha_order_... overwrite all of it;
     linear solvers overwrite jac_r (ls->x). struct galpha_model has work and, for
     F(t,y,y'), work2 under names of its own. For F(t,y,y') without products J v, y and
     yp are vectors of the trial state, which hold no values before its stage is solved.
     ypp: F(t,y,y',y'') only. */
  N_Vector y, yp, ypp; /* perturbed point              */
  N_Vector work, work2, jac_r;
  N_Vector still; /* products J v: the part of v of order 0, or NULL */
  /* Effect of round-off in F on the solution of a step's linear system, by
     component; zero unless there are orders 0 and 2. */
  N_Vector noise;
  /* Largest 1/|change of F_i| over the rows, where y'' (F(t,y,y'): y') changes as it
     does with one tolerance of y; rows without it do not count. Measured at da/dy
     (dy'/dy) = inertia_by; serves inertia_left more times. */
  sunrealtype inertia, inertia_by;
  int inertia_left;
  /* 1: some rows contain lower orders only, -1: none, 0: unknown. */
  int constrained;
  long int njtsetup;
  long int ndiff; /* evaluations of F for J and J v by difference quotients */
};

/* Allocates work vectors, sets the masks. -1: no memory; an order that is not 0, 1
 * or 2: 1 + its component, or -2 if that is unknown. */
long int galpha_res_prepare(struct galpha_res *res, N_Vector y);
void galpha_res_free(struct galpha_res *res);
/* Resets the orders to those before the first GALPHASetDiffOrder. */
void galpha_res_forget_orders(struct galpha_res *res);
/* F(t,y,y'), after the orders were found: if they equal the hint, order becomes the
 * same vector (share); a vector of its own, which may be written to (own). -1: no
 * memory. */
void galpha_res_share_order(struct galpha_res *res);
int galpha_res_own_order(struct galpha_res *res);
/* Sets the shifts by component: from c, and a_by_y = da/dy (order 2), w_by_y = dw/dy
 * (order 1); from c alone. */
void galpha_res_shifts(struct galpha_res *res, sunrealtype a_by_y,
                       sunrealtype w_by_y);
void galpha_res_component_shifts(struct galpha_res *res);
/* bounds (NULL: none) outlive res; res->inside is set. */
void galpha_res_set_bounds(struct galpha_res *res, N_Vector bounds);
/* out = base (NULL: 0) + the change of y' (velocity), of a or w (rates) that belongs to
 * a change x of y; out may be base if x is not work. */
void galpha_res_velocity(const struct galpha_res *res, N_Vector base,
                         N_Vector x, N_Vector out);
void galpha_res_rates(const struct galpha_res *res, N_Vector base, N_Vector x,
                      N_Vector out);
/* out = ewt times the shifts: weights of the unknowns for Krylov solvers, with which F
 * changes about equally with each scaled unknown for any h. */
void galpha_res_weights(const struct galpha_res *res, N_Vector ewt,
                        N_Vector out);
/* r = F at the point; ypp is ignored by F(t,y,y'). */
int galpha_res_eval(struct galpha_res *res, sunrealtype t, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r);
/* The same for Newton's iteration. */
int galpha_res_newton(struct galpha_res *res, sunrealtype t, N_Vector y,
                      N_Vector yp, N_Vector ypp, N_Vector r);
/* r = F with every argument perturbed by round-off. */
int galpha_res_perturbed(struct galpha_res *res, sunrealtype t, N_Vector y,
                         N_Vector yp, N_Vector ypp, N_Vector r);
/* A = dF/dy + c dF/dy' + c_a dF/dy'', the user's or by difference quotients with
 * increments from ewt. */
int galpha_res_jacobian(struct galpha_res *res, sunrealtype t, N_Vector y,
                        N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                        SUNMatrix A);
/* ewt_v: weights of y' of order 2, a view; NULL: h y' has those of y. */
void galpha_res_weigh_rates(struct galpha_res *res, N_Vector ewt_v);
/* Context of difference quotients that perturb y; y' and y'' change by the shifts. */
struct galpha_res_along
{
  struct galpha_res *res;
  sunrealtype t;
  N_Vector y, yp, ypp; /* the unperturbed point */
  GALPHAResFn F;       /* in place of the problem's own, or NULL */
  N_Vector v;          /* direction of the perturbation, or NULL */
  sunrealtype eps;     /* of it */
};
/* r = F at res->y, ctx a struct galpha_res_along. */
int galpha_res_eval_along(void *ctx, N_Vector r);
/* Set-up of the products J v at a new point. */
int galpha_res_jac_vec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                             N_Vector yp, N_Vector r);
/* The user's preconditioner: whether there is one (*setup: with a set-up); set-up;
 * solve. */
bool galpha_res_preconditioned(const struct galpha_res *res, bool *setup);
int galpha_res_prec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r);
int galpha_res_prec_solve(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r, N_Vector rhs,
                          N_Vector z, sunrealtype delta);
/* Sets the scratch y and yp of F(t,y,y') until the next call. */
void galpha_res_lend(struct galpha_res *res, N_Vector y, N_Vector yp);
/* Allocates the vectors of galpha_res_jac_vec. -1: no memory. */
int galpha_res_prepare_products(struct galpha_res *res);
/* Jv = J v, the user's or by a difference quotient. */
int galpha_res_jac_vec(struct galpha_res *res, sunrealtype t, N_Vector y,
                       N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                       N_Vector v, N_Vector Jv);

/* Sets the shifts c: dy'/dy of order 1, dy'/dy of order 2, dy''/dy. */
void galpha_res_set_shifts(struct galpha_res *res, sunrealtype rate,
                           sunrealtype rate2, sunrealtype acceleration);
/* Multiplies the shifts, also by component, as for a step shorter by this factor. */
void galpha_res_shorten(struct galpha_res *res, sunrealtype factor);
/* There is a hint, and every component of order 1 is differential by it; such a hint
 * changes no vector whose components of order 0 are 0. */
bool galpha_res_hint_tells_all(struct galpha_res *res);
/* Sets lax, unknowns_only. */
void galpha_res_set_lax(struct galpha_res *res, bool lax);
void galpha_res_set_unknowns_only(struct galpha_res *res, bool only);

#endif

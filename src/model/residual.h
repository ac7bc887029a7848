/* The residual form's model: F(t,y,y') or F(t,y,y',y''), its Jacobian, the orders
 * of the components as masks, and the shifts dy'/dy, dy''/dy of a step. The sole
 * caller of these callbacks; vectors of any kind. */
#ifndef GALPHA_MODEL_RESIDUAL_H
#define GALPHA_MODEL_RESIDUAL_H

#include "model/mechanics.h"
#include "model/space.h"

struct galpha_res
{
  bool active; /* the problem is in residual form */
  GALPHAResFn res1;
  GALPHARes2Fn res2; /* one of the two */
  GALPHAJacFn jac1;
  GALPHAJac2Fn jac2;
  /* Products and preconditioner in either shape: with three shifts, or IDA's. */
  GALPHAJacTimes2Fn jtimes2;
  GALPHAPrecSetup2Fn psetup2;
  GALPHAPrecSolve2Fn psolve2;
  GALPHALsJacTimesSetupFn jtsetup;
  GALPHALsJacTimesVecFn jtimes;
  GALPHALsPrecSetupFn psetup;
  GALPHALsPrecSolveFn psolve;
  void *prec_data;    /* of psetup and psolve in place of user_data, or NULL */
  GALPHAResFn jtres;  /* in differenced products, or NULL                    */
  GALPHAResFn nlsres; /* inside Newton's iteration, or NULL                  */
  sunrealtype dqincfac;
  N_Vector untested;      /* 1: out of the error test, found so; or NULL */
  N_Vector longer_try;    /* errors of a longer try of the step, or NULL */
  struct galpha_sys *sys; /* user_data, counters, failures */

  N_Vector order;    /* in use; NULL: all of the highest order */
  bool declared;     /* order was given                        */
  N_Vector hint;     /* as given to GALPHASetId, or NULL       */
  N_Vector counted;  /* 0: order 1, and called algebraic there */
  bool some_counted; /* Newton's test looks at these in the present step */
  struct galpha_space space; /* orders of the components, as masks */
  sunrealtype c[3];          /* c_x, c_v, c_a of this step   */
  N_Vector cv, ca;           /* the same by component        */
  N_Vector da;               /* da/dy: 1/(h^2 beta), 1/(h theta), 0 */
  /* At the start: products and matrices move y of order 0, y' of order 1 and
   * y'' of order 2 alone, always by differences. */
  bool unknowns_only;
  bool direct; /* the linear solver is: its matrix is zeroed for the user's J */
  /* Increments of a differenced Jacobian may be far below the tolerances: where a
   * line search looks for what F does in between. */
  bool fine;
  struct galpha_dq *dq;
  struct galpha_pattern pattern; /* of the Jacobian, found right */
  N_Vector y, yp, ypp;           /* where differences evaluate   */
  N_Vector y_moved;              /* y there with unknowns_only   */
  /* What round-off in F does to the solution of a step's linear system, by
   * component; zero unless there are orders 0 and 2. */
  N_Vector noise;
  N_Vector signs;  /* +1 and -1 at random */
  int constrained; /* 1: rows contain lower orders alone, -1: no, 0: unknown */
  N_Vector scale;  /* of the unknowns for Krylov solvers */
  N_Vector work, work2, jac_r;
  long int njtsetup;
  long int ndiff; /* evaluations of F for differenced J and J v */
};

/* Work vectors and masks. -1: no memory, -2: an order that is not 0, 1 or 2, > 0:
 * 1 + the component with it. */
long int galpha_res_prepare(struct galpha_res *res, N_Vector y);
void galpha_res_free(struct galpha_res *res);
/* Shifts of a step by component: c holds those of y' and y''; the algorithmic
 * accelerations change with y by a_by_y (order 2) and w_by_y (order 1). */
void galpha_res_shifts(struct galpha_res *res, sunrealtype a_by_y,
                       sunrealtype w_by_y);
/* Into scale: ewt times the shifts, so that F changes about as much with each of the
 * unknowns, however short the step. */
void galpha_res_weights(struct galpha_res *res, N_Vector ewt);
/* r = F at the point; ypp is ignored by F(t,y,y'). */
int galpha_res_eval(struct galpha_res *res, sunrealtype t, N_Vector y,
                    N_Vector yp, N_Vector ypp, N_Vector r);
/* The same for Newton's iteration. */
int galpha_res_newton(struct galpha_res *res, sunrealtype t, N_Vector y,
                      N_Vector yp, N_Vector ypp, N_Vector r);
/* r = F at the point with every number changed in its last digits. */
int galpha_res_perturbed(struct galpha_res *res, sunrealtype t, N_Vector y,
                         N_Vector yp, N_Vector ypp, N_Vector r);
/* A = dF/dy + shifts, the user's or differenced; typical: sizes of y. */
int galpha_res_jacobian(struct galpha_res *res, sunrealtype t, N_Vector y,
                        N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                        SUNMatrix A);
/* Before products J v at a new point. */
int galpha_res_jac_vec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                             N_Vector yp, N_Vector r);
/* The preconditioner's set-up and solution. */
bool galpha_res_preconditioned(const struct galpha_res *res, bool *setup);
int galpha_res_prec_setup(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r);
int galpha_res_prec_solve(struct galpha_res *res, sunrealtype t, N_Vector y,
                          N_Vector yp, N_Vector ypp, N_Vector r, N_Vector rhs,
                          N_Vector z, sunrealtype delta);
/* Jv, the user's or differenced. */
int galpha_res_jac_vec(struct galpha_res *res, sunrealtype t, N_Vector y,
                       N_Vector yp, N_Vector ypp, N_Vector r, N_Vector ewt,
                       N_Vector v, N_Vector Jv);

/* Shifts of the matrix: dy'/dy of components of order 1, and of order 2; dy''/dy.
 */
void galpha_res_set_shifts(struct galpha_res *res, sunrealtype rate,
                           sunrealtype rate2, sunrealtype acceleration);
/* Shifts, by component too, as of a step that is shorter by the factor brief. */
void galpha_res_shorten(struct galpha_res *res, sunrealtype brief);
/* Matrices hold the derivatives by what a start solves for alone. */
void galpha_res_set_unknowns_only(struct galpha_res *res, bool only);

#endif

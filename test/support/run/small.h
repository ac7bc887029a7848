/* A model with its vectors, its integrator and what that has said; one of a few unknowns is
 * stated by hand, with dense matrices. Functions that return int return 0 or GALPHA's code. */
#pragma once

#include "support/check/caught_message.h"
#include "support/lowering/residual.h"
#include "support/models/problem.h"

struct small
{
  SUNContext ctx;
  void *mem;
  union
  {
    struct problem_state now;
    struct /* the same */
    {
      sunrealtype t;
      N_Vector q, v, a, lambda, psi, s; /* y, y' of a residual are q, v */
    };
  };
  SUNMatrix M, G, K;
  struct residual_mech *low; /* of small_form */
  struct caught said;        /* messages, none of which is printed */
};

/* A problem of test/support/models by problem_create, its vectors at the start zero. */
int small_problem(struct small *s, SUNContext ctx, const struct problem *pb,
                  enum problem_storage storage);
/* That in this formulation (0: the default), with its start in q and v; or as a residual by
 * lowering/residual.h. */
enum
{
  SMALL_INDEX2 = -2, /* F(t,y,y'), y = (q, v, mu, lambda, psi); multipliers and
                        accelerations under constraints are left to be found */
  SMALL_INDEX3 = -1  /* F(t,y,y',y''), y = (q, lambda, psi) */
};
int small_form(struct small *s, SUNContext ctx, const struct problem *pb,
               enum problem_storage storage, int formulation);
/* n unit masses; NULL: zeros. Not to be copied afterwards: messages go to its address. */
int small_mechanics(struct small *s, SUNContext ctx, sunindextype n,
                    sunrealtype t0, const sunrealtype *q, const sunrealtype *v,
                    GALPHAForceFn force, void *data);
/* Multipliers and matrix are kept (keep.h). */
int small_holonomic(struct small *s, sunindextype m, GALPHAHolonomicFn g,
                    GALPHAHolonomicJacFn G);
int small_nonholonomic(struct small *s, sunindextype p, GALPHANonholonomicFn k,
                       GALPHANonholonomicJacFn K);
/* F(t,y,y') = 0, and F(t,y,y',y'') = 0 with y'' (NULL: to be found). */
int small_residual(struct small *s, SUNContext ctx, sunindextype n,
                   sunrealtype t0, const sunrealtype *y, const sunrealtype *yp,
                   GALPHAResFn F, void *data);
int small_residual2(struct small *s, SUNContext ctx, sunindextype n,
                    sunrealtype t0, const sunrealtype *y, const sunrealtype *yp,
                    const sunrealtype *ypp, GALPHARes2Fn F, void *data);
int small_orders(struct small *s, const sunrealtype *order);

/* GALPHASolve in GALPHA_NORMAL and in GALPHA_ONE_STEP. */
int small_solve(struct small *s, sunrealtype tout);
int small_step(struct small *s, sunrealtype tout);

/* GALPHAImpact with the rows of D. */
int small_strike(struct small *s, int p, const sunrealtype *rows,
                 const sunrealtype *e, sunrealtype *impulse);

sunrealtype *small_q(const struct small *s);
sunrealtype *small_v(const struct small *s);
/* A vector of this length with these values (NULL: zeros). */
N_Vector small_vector(SUNContext ctx, sunindextype n, const sunrealtype *x);

/* Problems in residual form as data, and runs of them. */
#pragma once

#include <galpha/galpha.h>

#include "support/models/values.h"

/* F(t,y,y') = 0 (res1) or F(t,y,y',y'') = 0 (res2). Callbacks that are NULL are
 * not given to the integrator. */
struct residual_problem
{
  const char *name;
  sunindextype n;
  sunrealtype t0;
  const sunrealtype *order; /* by component; NULL: the default */
  GALPHAResFn res1;
  GALPHARes2Fn res2;
  GALPHAJacFn jac1;
  GALPHAJac2Fn jac2;
  /* y, y', y'' at t0 (NULL: zeros), or what changes them, by data; y'' is ignored
     unless ypp_known */
  const sunrealtype *y0, *yp0, *ypp0;
  void (*start)(sunrealtype *y, sunrealtype *yp, sunrealtype *ypp, void *data);
  int ypp_known; /* 0: the integrator is to find y'' */
  void *data;    /* user_data of the callbacks */
  /* allocates all vectors; NULL: N_VNew_Serial */
  N_Vector (*make_vec)(sunindextype length, SUNContext ctx);
};

/* As PROBLEM and PROBLEM_IS of models/problem.h. */
#define RESIDUAL_PROBLEM(...) ((struct residual_problem){__VA_ARGS__})
#define RESIDUAL_PROBLEM_IS(name, ...) \
  static const struct residual_problem name = {__VA_ARGS__};

struct residual_run
{
  const struct residual_problem *pb;
  SUNContext ctx;
  void *mem;
  sunrealtype t;
  N_Vector y, yp, ypp; /* at t */
  SUNMatrix A;
  SUNLinearSolver LS; /* of residual_use_... */
};

/* y, y', y'' at t0; all are zero before. */
void residual_start(const struct residual_problem *pb, sunrealtype *y,
                    sunrealtype *yp, sunrealtype *ypp);

/* An integrator at the start of pb, tolerances 1e-6, 1e-8. 0 or a GALPHA code.
 */
int residual_begin(struct residual_run *run, const struct residual_problem *pb,
                   SUNContext ctx);

/* Linear solvers of the user. */
int residual_use_dense(struct residual_run *run);
int residual_use_band(struct residual_run *run, sunindextype upper,
                      sunindextype lower);
/* KLU on a matrix with the columns of a tridiagonal one, or that of pattern. */
int residual_use_klu(struct residual_run *run, SUNMatrix pattern);

enum residual_krylov
{
  RESIDUAL_SPGMR,
  RESIDUAL_SPFGMR,
  RESIDUAL_SPBCGS,
  RESIDUAL_SPTFQMR,
  RESIDUAL_PCG,
  RESIDUAL_KRYLOV_COUNT
};
extern const char *const residual_krylov_name[RESIDUAL_KRYLOV_COUNT];
/* maxl: dimension of the space; prec: whether a preconditioner will be set. */
int residual_use_krylov(struct residual_run *run, enum residual_krylov kind,
                        int maxl, int prec);

/* One fixed step; y, y', y'' at its end. */
int residual_step(struct residual_run *run, sunrealtype h);
/* Fixed steps h times pattern[0], pattern[1], ... (cyclic, len of them), count
 * of them. */
int residual_steps(struct residual_run *run, sunrealtype h,
                   const sunrealtype *pattern, int len, long int count);
/* Error-controlled (or fixed) to t1 exactly, without interpolation. */
int residual_to(struct residual_run *run, sunrealtype t1);

/* y, y' or y'' as arrays. */
sunrealtype *residual_y(const struct residual_run *run);
sunrealtype *residual_yp(const struct residual_run *run);
sunrealtype *residual_ypp(const struct residual_run *run);
/* Largest difference of y of two runs, by component relative to 1 + |y|. */
sunrealtype residual_distance(const struct residual_run *a,
                              const struct residual_run *b);
/* Order seen between errors at h and h/2. */
sunrealtype residual_order(sunrealtype coarse, sunrealtype fine);

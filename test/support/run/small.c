/* See small.h. */
#include "support/run/small.h"

#include "support/run/keep.h"

N_Vector small_vector(SUNContext ctx, sunindextype n, const sunrealtype *x)
{
  N_Vector v = N_VNew_Serial(n, ctx);
  if (!v) { return NULL; }
  N_VConst(0.0, v);
  if (x) { memcpy(N_VGetArrayPointer(v), x, (size_t)n * sizeof *x); }
  return KEEP(v);
}

static int begin(struct small *s, SUNContext ctx, sunindextype n,
                 sunrealtype t0, const sunrealtype *q, const sunrealtype *v)
{
  *s     = (struct small){.ctx = ctx, .t = t0};
  s->q   = small_vector(ctx, n, q);
  s->v   = small_vector(ctx, n, v);
  s->mem = KEEP(GALPHACreate(ctx));
  if (!s->q || !s->v || !s->mem) { return GALPHA_MEM_FAIL; }
  return GALPHASetErrHandlerFn(s->mem, caught_handler, &s->said);
}

int small_problem(struct small *s, SUNContext ctx, const struct problem *pb,
                  enum problem_storage storage)
{
  *s =
    (struct small){.ctx = ctx, .mem = KEEP(problem_create(pb, ctx, storage))};
  if (!s->mem || problem_state_new(&s->now, pb, ctx))
  {
    return GALPHA_MEM_FAIL;
  }
  return GALPHASetErrHandlerFn(s->mem, caught_handler, &s->said);
}

static int lowered(struct small *s, SUNContext ctx, const struct problem *pb,
                   int index2)
{
  struct residual_mech *low = keep_memory(malloc(sizeof *low));
  if (!low) { return GALPHA_MEM_FAIL; }
  int ret = (index2 ? residual_ggl_new : residual_mech_new)(low, pb, ctx);
  if (!ret) { ret = begin(s, ctx, low->pb.n, pb->t0, NULL, NULL); }
  s->low = low;
  if (ret) { return ret; }
  if (index2 && pb->m > 0)
  {
    N_VConst(0.0, low->start.a);
    N_VConst(0.0, low->start.lambda);
  }
  s->a = small_vector(ctx, low->pb.n, NULL);
  residual_start(&low->pb, small_q(s), small_v(s), N_VGetArrayPointer(s->a));
  ret = index2 ? GALPHAInit(s->mem, low->pb.res1, s->t, s->q, s->v)
               : GALPHAInit2(s->mem, low->pb.res2, s->t, s->q, s->v, s->a);
  if (!ret) { ret = GALPHASetUserData(s->mem, low); }
  if (!ret) { ret = small_orders(s, low->order); }
  return ret ? ret : GALPHASStolerances(s->mem, 1e-6, 1e-8);
}

int small_form(struct small *s, SUNContext ctx, const struct problem *pb,
               enum problem_storage storage, int formulation)
{
  if (formulation < 0)
  {
    return lowered(s, ctx, pb, formulation == SMALL_INDEX2);
  }
  int ret = small_problem(s, ctx, pb, storage);
  if (ret) { return ret; }
  problem_start(pb, small_q(s), small_v(s));
  return formulation ? GALPHASetFormulation(s->mem, formulation) : 0;
}

int small_mechanics(struct small *s, SUNContext ctx, sunindextype n,
                    sunrealtype t0, const sunrealtype *q, const sunrealtype *v,
                    GALPHAForceFn force, void *data)
{
  int ret = begin(s, ctx, n, t0, q, v);
  s->M    = KEEP(SUNDenseMatrix(n, n, ctx));
  if (!s->M) { return GALPHA_MEM_FAIL; }
  for (sunindextype i = 0; i < n; i++) { SM_ELEMENT_D(s->M, i, i) = 1.0; }
  if (!ret) { ret = GALPHASetUserData(s->mem, data); }
  return ret ? ret : GALPHAInitMech(s->mem, NULL, s->M, force, t0, s->q, s->v);
}

int small_holonomic(struct small *s, sunindextype m, GALPHAHolonomicFn g,
                    GALPHAHolonomicJacFn G)
{
  s->lambda = small_vector(s->ctx, m, NULL);
  s->G      = KEEP(SUNDenseMatrix(m, N_VGetLength(s->q), s->ctx));
  return s->lambda && s->G ? GALPHASetHolonomic(s->mem, s->lambda, g, s->G, G)
                           : GALPHA_MEM_FAIL;
}

int small_nonholonomic(struct small *s, sunindextype p, GALPHANonholonomicFn k,
                       GALPHANonholonomicJacFn K)
{
  s->psi = small_vector(s->ctx, p, NULL);
  s->K   = KEEP(SUNDenseMatrix(p, N_VGetLength(s->q), s->ctx));
  return s->psi && s->K ? GALPHASetNonholonomic(s->mem, s->psi, k, s->K, K)
                        : GALPHA_MEM_FAIL;
}

int small_residual(struct small *s, SUNContext ctx, sunindextype n,
                   sunrealtype t0, const sunrealtype *y, const sunrealtype *yp,
                   GALPHAResFn F, void *data)
{
  int ret = begin(s, ctx, n, t0, y, yp);
  if (!ret) { ret = GALPHASetUserData(s->mem, data); }
  return ret ? ret : GALPHAInit(s->mem, F, t0, s->q, s->v);
}

int small_residual2(struct small *s, SUNContext ctx, sunindextype n,
                    sunrealtype t0, const sunrealtype *y, const sunrealtype *yp,
                    const sunrealtype *ypp, GALPHARes2Fn F, void *data)
{
  int ret    = begin(s, ctx, n, t0, y, yp);
  N_Vector a = ypp ? small_vector(ctx, n, ypp) : NULL;
  if (!ret) { ret = GALPHASetUserData(s->mem, data); }
  if (!ret) { ret = GALPHAInit2(s->mem, F, t0, s->q, s->v, a); }
  keep_drop(a);
  return ret;
}

int small_orders(struct small *s, const sunrealtype *order)
{
  N_Vector o = small_vector(s->ctx, N_VGetLength(s->q), order);
  if (!o) { return GALPHA_MEM_FAIL; }
  const int ret = GALPHASetDiffOrder(s->mem, o);
  keep_drop(o);
  return ret;
}

int small_solve(struct small *s, sunrealtype tout)
{
  return GALPHASolve(s->mem, tout, &s->t, s->q, s->v, GALPHA_NORMAL);
}

int small_step(struct small *s, sunrealtype tout)
{
  return GALPHASolve(s->mem, tout, &s->t, s->q, s->v, GALPHA_ONE_STEP);
}

int small_strike(struct small *s, int p, const sunrealtype *rows,
                 const sunrealtype *e, sunrealtype *impulse)
{
  SUNMatrix D = keep_rows(p, (int)N_VGetLength(s->q), rows, s->ctx);
  return GALPHAImpact(s->mem, p, D, e, impulse);
}

sunrealtype *small_q(const struct small *s)
{
  return N_VGetArrayPointer(s->q);
}

sunrealtype *small_v(const struct small *s)
{
  return N_VGetArrayPointer(s->v);
}

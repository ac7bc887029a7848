/* Lives of mechanics by products and of the L D L^T solver, for lives.h. */
#pragma once

#include <galpha/galpha_sunlinsol_ldlt.h>

#include "lives_begin.h"
#include "unit/matrixfree/model.h"

struct products
{
  struct model m;
  SUNLinearSolver LS;
  void *mem;
  struct caught said;
  int formulation;
};

static void products_begin(void *life)
{
  struct products *x = life;
  const struct way w = {.products = 1};
  place(&x->m);
  x->LS   = keep_solver(OBJECT(solver(&x->m, &w)));
  x->mem  = NULL;
  x->said = (struct caught){0};
}

static int products_state(struct products *x, int i)
{
  struct model *m = &x->m;
  switch (i)
  {
  case 0: return life_create(&x->mem, &x->said);
  case 1: return GALPHAInitMechTimes(x->mem, times_M, force, 0.0, m->q, m->v);
  case 2: /* the second time it replaces the first */
  case 3:
    return GALPHASetHolonomicTimes(x->mem, m->lambda, g, times_G, times_GT);
  case 4:
  case 5:
    return GALPHASetUnknowns(x->mem, m->x, N_VGetSubvector_ManyVector, Q,
                             LAMBDA);
  case 6: return GALPHASetLinearSolver(x->mem, x->LS, NULL);
  default: return GALPHASaddlePrecInitMech(x->mem, setup_S, solve_S, m->number);
  }
}

static int products_call(void *life, int i)
{
  struct products *x = life;
  struct model *m    = &x->m;
  sunrealtype t = 0.0, energy = 0.0;
  if (i < 9) { return products_state(x, i); }
  switch (i)
  {
  case 9:
    GALPHASetUserData(x->mem, m);
    GALPHASetFormulation(x->mem, x->formulation);
    return GALPHASStolerances(x->mem, 1e-5, 1e-7);
  case 10: return GALPHACalcIC(x->mem, GALPHA_PROJECT_INIT, 0.1);
  case 11: return GALPHASolve(x->mem, 0.02, &t, m->q, m->v, GALPHA_NORMAL);
  case 12: return GALPHAGetEnergy(x->mem, &energy);
  case 13: return GALPHAGetPower(x->mem, &energy, NULL);
  default:
    GALPHASetFixedStep(x->mem, 1e-3);
    return GALPHASolve(x->mem, 0.03, &t, m->q, m->v, GALPHA_NORMAL);
  }
}

/* A saddle-point matrix: x_i and x_i+1 tied to each other for even i. */
#define SADDLE 15

struct factors
{
  SUNMatrix A;
  N_Vector x, b;
  SUNLinearSolver LS;
};

static void factors_begin(void *life)
{
  struct factors *f = life;
  SUNMatrix D       = KEEP(SUNDenseMatrix(SADDLE, SADDLE, ctx));
  for (int i = 0; i < 10; i++)
  {
    const int c           = 10 + i / 2;
    SM_ELEMENT_D(D, i, i) = i + 2.0;
    SM_ELEMENT_D(D, c, i) = SM_ELEMENT_D(D, i, c) = i % 2 ? -1.0 : 1.0;
    if (i > 0) { SM_ELEMENT_D(D, i, i - 1) = SM_ELEMENT_D(D, i - 1, i) = 1.0; }
  }
  f->A  = keep_matrix(OBJECT(SUNSparseFromDenseMatrix(D, 0.0, CSC_MAT)));
  f->x  = small_vector(ctx, SADDLE, NULL);
  f->b  = small_vector(ctx, SADDLE, NULL);
  f->LS = NULL;
}

/* Makes the solver, sets it up, solves; memory alone makes any of it fail. */
static int factors_call(void *life, int i)
{
  struct factors *f = life;
  if (i == 0)
  {
    f->LS = KEEP(GALPHASunLinSol_LDLT(f->x, f->A, ctx));
    if (f->LS) { CHECK(SUNLinSolInitialize(f->LS) == 0); }
    return f->LS ? 0 : GALPHA_MEM_FAIL;
  }
  if (i == 1)
  {
    const int flag = SUNLinSolSetup(f->LS, f->A);
    CHECK(SUNLinSolLastFlag(f->LS) == flag);
    return flag < 0 ? GALPHA_MEM_FAIL : flag;
  }
  N_VConst(1.0, f->x);
  SUNMatMatvec(f->A, f->x, f->b);
  CHECK(SUNLinSolSolve(f->LS, f->A, f->x, f->b, 0.0) == 0);
  CHECK_IN(N_VMin(f->x), 1.0 - 1e-12, 1.0);
  CHECK_IN(N_VMaxNorm(f->x), 1.0, 1.0 + 1e-12);
  return 0;
}

#include "serial.h"

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "support/models/callbacks.h"

/* What the solution needs; zero is a vector of zeros. */
struct work
{
  struct joined *j;
  N_Vector q, v, lambda, zero, unit;
  SUNMatrix M, G, Fq, Fv;
};

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct work *w = data;
  joined_elastic(w->j, t, N_VGetArrayPointer(q), N_VGetArrayPointer(v),
                 N_VGetArrayPointer(w->zero), N_VGetArrayPointer(f));
  N_VScale(-1.0, f, f);
  return 0;
}

HOLONOMIC(constraints)
{
  struct work *w = data;
  struct rods ends;
  joined_ends(w->j, q, &ends);
  joined_constraints(w->j, &ends, g);
}

/* Row by row, as the reaction to a unit force. */
static int gradients(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  struct work *w = data;
  struct rods ends;
  sunrealtype *row     = N_VGetArrayPointer(w->unit);
  const sunindextype n = N_VGetLength(q);
  joined_ends(w->j, N_VGetArrayPointer(q), &ends);
  for (int i = 0; i < RODS; i++)
  {
    sunrealtype l[RODS] = {0.0};
    l[i]                = 1.0;
    N_VConst(0.0, w->unit);
    joined_reactions(w->j, &ends, l, row);
    for (sunindextype k = 0; k < n; k++) { SM_ELEMENT_D(G, i, k) = row[k]; }
  }
  return 0;
}

/* A = factor (M x'' + C x' + K x) of all unit vectors, two of these being zero. */
static void fill(struct work *w, SUNMatrix A, sunrealtype factor, N_Vector x,
                 N_Vector xp, N_Vector xpp)
{
  const sunindextype n = N_VGetLength(w->unit);
  sunrealtype *unit    = N_VGetArrayPointer(w->unit);
  for (sunindextype k = 0; k < n; k++)
  {
    sunrealtype *column = SM_COLUMN_D(A, k);
    N_VConst(0.0, w->unit);
    unit[k] = factor;
    joined_tangent(w->j, N_VGetArrayPointer(x), N_VGetArrayPointer(xp),
                   N_VGetArrayPointer(xpp), column);
  }
}

static int stiffness(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix A, void *data)
{
  struct work *w = data;
  return SUNMatCopy(w->Fq, A);
}

static int damping(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                   N_Vector psi, SUNMatrix A, void *data)
{
  struct work *w = data;
  return SUNMatCopy(w->Fv, A);
}

static int allocate(struct work *w, SUNContext ctx)
{
  const sunindextype n = (sunindextype)joined_size(w->j);
  N_Vector *vectors[]  = {&w->q, &w->v, &w->zero, &w->unit};
  SUNMatrix *square[]  = {&w->M, &w->Fq, &w->Fv};
  int missing          = 0;
  for (int i = 0; i < 4; i++)
  {
    *vectors[i] = N_VNew_Serial(n, ctx);
    missing += !*vectors[i];
    if (*vectors[i]) { N_VConst(0.0, *vectors[i]); }
  }
  for (int i = 0; i < 3; i++)
  {
    *square[i] = SUNDenseMatrix(n, n, ctx);
    missing += !*square[i];
  }
  w->lambda = N_VNew_Serial(RODS, ctx);
  w->G      = SUNDenseMatrix(RODS, n, ctx);
  if (w->lambda) { N_VConst(0.0, w->lambda); }
  return missing || !w->lambda || !w->G ? GALPHA_MEM_FAIL : 0;
}

static void release(struct work *w)
{
  N_Vector vectors[]   = {w->q, w->v, w->zero, w->unit, w->lambda};
  SUNMatrix matrices[] = {w->M, w->G, w->Fq, w->Fv};
  for (int i = 0; i < 5; i++)
  {
    if (vectors[i]) { N_VDestroy(vectors[i]); }
  }
  for (int i = 0; i < 4; i++)
  {
    if (matrices[i]) { SUNMatDestroy(matrices[i]); }
  }
}

static int state(struct work *w, void *mem, sunrealtype rtol)
{
  fill(w, w->M, 1.0, w->zero, w->zero, w->unit);
  fill(w, w->Fq, -1.0, w->unit, w->zero, w->zero);
  fill(w, w->Fv, -1.0, w->zero, w->unit, w->zero);
  int flag = GALPHAInitMech(mem, NULL, w->M, force, 0.0, w->q, w->v);
  if (!flag) { flag = GALPHASetUserData(mem, w); }
  if (!flag)
  {
    flag = GALPHASetHolonomic(mem, w->lambda, constraints, w->G, gradients);
  }
  if (!flag) { flag = GALPHASetScleronomic(mem, SUNTRUE); }
  if (!flag) { flag = GALPHASetForceJacPos(mem, w->Fq, stiffness); }
  if (!flag) { flag = GALPHASetForceJacVel(mem, w->Fv, damping); }
  return flag ? flag : GALPHASStolerances(mem, rtol, 0.01 * rtol);
}

static void copy(N_Vector from, sunrealtype *to)
{
  const sunrealtype *x = N_VGetArrayPointer(from);
  const sunindextype n = N_VGetLength(from);
  for (sunindextype i = 0; i < n; i++) { to[i] = x[i]; }
}

int joined_serial(struct joined *j, SUNContext ctx, sunrealtype rtol,
                  sunrealtype tend, sunrealtype *q, sunrealtype *v,
                  sunrealtype *lambda)
{
  struct work w = {.j = j};
  sunrealtype t = 0.0;
  void *mem     = GALPHACreate(ctx);
  int flag      = mem ? allocate(&w, ctx) : GALPHA_MEM_FAIL;
  if (!flag) { flag = state(&w, mem, rtol); }
  if (!flag) { flag = GALPHASetStopTime(mem, tend); }
  if (!flag) { flag = GALPHASolve(mem, tend, &t, w.q, w.v, GALPHA_NORMAL); }
  if (flag == GALPHA_TSTOP_RETURN)
  {
    flag = GALPHAGetMultipliers(mem, tend, w.lambda, NULL);
    copy(w.q, q);
    copy(w.v, v);
    copy(w.lambda, lambda);
  }
  GALPHAFree(&mem);
  release(&w);
  return flag;
}

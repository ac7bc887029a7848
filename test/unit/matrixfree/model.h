/* A chain of point masses on rigid links that hangs between springs, stated by
 * products or by dense matrices. One product of choice can be made to fail. */
#pragma once

#include <galpha/galpha_saddle.h>
#include <nvector/nvector_manyvector.h>

#include "support/test.h"

enum
{
  LINKS = 5,
  N     = 2 * LINKS,
  Q     = 0,
  LAMBDA
};

#define GRAVITY 9.81
#define LENGTH  0.2
#define SPRING  50.0 /* from each mass to where it hung */
#define DAMPER  0.3

/* Which product is to fail, at which call, with which return value. */
struct model
{
  void *
    mem; /* the object in use, with its solver and the time that it has reached */
  SUNLinearSolver LS;
  sunrealtype t;
  struct caught said;                      /* by it */
  N_Vector q, v, lambda, x, number, spare; /* spare like lambda */
  char fails;
  int countdown, value;
  struct call_sites *sites; /* where to note the calls of the one that fails */
  sunrealtype c[3];         /* of the preconditioner */
  int setups;
};

static inline sunrealtype mass(int i)
{
  return 1.0 + 0.3 * i;
}

static inline int failing(struct model *m, char which, N_Vector out)
{
  if (m->fails != which) { return 0; }
  if (m->sites) { call_sites_note(m->sites); }
  if (--m->countdown != 0) { return 0; }
  if (m->value == 0) { N_VConst((sunrealtype)NAN, out); }
  return m->value;
}

static inline int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                        void *data)
{
  const sunrealtype *x = N_VGetArrayPointer(q), *w = N_VGetArrayPointer(v);
  sunrealtype *out = N_VGetArrayPointer(f);
  for (int i = 0; i < LINKS; i++)
  {
    const sunrealtype s = x[2 * i];
    out[2 * i]          = -SPRING * (s + s * s * s) - DAMPER * w[2 * i];
    out[2 * i + 1]      = -mass(i) * GRAVITY - DAMPER * w[2 * i + 1];
  }
  return failing(data, 'f', f);
}

static inline int times_F(sunrealtype t, N_Vector q, N_Vector v,
                          N_Vector lambda, sunrealtype cq, sunrealtype cv,
                          N_Vector x, N_Vector out, void *data)
{
  const sunrealtype *at = N_VGetArrayPointer(q), *d = N_VGetArrayPointer(x);
  sunrealtype *to = N_VGetArrayPointer(out);
  for (int i = 0; i < N; i++)
  {
    const sunrealtype stiffness =
      i % 2 ? 0.0 : -SPRING * (1.0 + 3.0 * at[i] * at[i]);
    to[i] = (cq * stiffness - cv * DAMPER) * d[i];
  }
  return failing(data, 'F', out);
}

static inline int times_M(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                          void *data)
{
  for (int i = 0; i < N; i++)
  {
    N_VGetArrayPointer(out)[i] = mass(i / 2) * N_VGetArrayPointer(x)[i];
  }
  return failing(data, 'M', out);
}

/* Along link i, component c. */
static inline sunrealtype along(const sunrealtype *x, int i, int c)
{
  return x[2 * i + c] - (i ? x[2 * i - 2 + c] : 0.0);
}

HOLONOMIC(g)
{
  for (int i = 0; i < LINKS; i++)
  {
    const sunrealtype a = along(q, i, 0), b = along(q, i, 1);
    g[i] = 0.5 * (a * a + b * b - LENGTH * LENGTH);
  }
}

static inline int times_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                          void *data)
{
  const sunrealtype *at = N_VGetArrayPointer(q), *d = N_VGetArrayPointer(x);
  for (int i = 0; i < LINKS; i++)
  {
    N_VGetArrayPointer(out)[i] =
      along(at, i, 0) * along(d, i, 0) + along(at, i, 1) * along(d, i, 1);
  }
  return failing(data, 'G', out);
}

static inline int times_GT(sunrealtype t, N_Vector q, N_Vector x, N_Vector out,
                           void *data)
{
  const sunrealtype *at = N_VGetArrayPointer(q), *l = N_VGetArrayPointer(x);
  sunrealtype *to = N_VGetArrayPointer(out);
  N_VConst(0.0, out);
  for (int k = 0; k < N; k++)
  {
    const sunrealtype pull = along(at, k / 2, k % 2) * l[k / 2];
    to[k] += pull;
    if (k >= 2) { to[k - 2] -= pull; }
  }
  return failing(data, 'T', out);
}

HOLONOMIC_JAC(matrix_G)
{
  SUNMatZero(G);
  for (int k = 0; k < N; k++)
  {
    const sunrealtype a       = along(q, k / 2, k % 2);
    SM_ELEMENT_D(G, k / 2, k) = a;
    if (k >= 2) { SM_ELEMENT_D(G, k / 2, k - 2) = -a; }
  }
}

/* S is diagonal but for the springs, which are left out. */
static inline int setup_S(sunrealtype t, N_Vector q, N_Vector v,
                          const sunrealtype *c, void *data)
{
  struct model *m = data;
  CHECK(N_VGetLength(q) == N && N_VGetLength(v) == N);
  memcpy(m->c, c, sizeof m->c);
  m->setups++;
  return 0;
}

static inline int solve_S(const sunrealtype *c, N_Vector b, N_Vector x,
                          void *data)
{
  const struct model *m = data;
  CHECK(c[0] == m->c[0] && c[2] == m->c[2]);
  for (int i = 0; i < N; i++)
  {
    const sunrealtype S      = c[2] * mass(i / 2) + c[1] * DAMPER;
    N_VGetArrayPointer(x)[i] = N_VGetArrayPointer(b)[i] / S;
  }
  return 0;
}

static inline void model_begin(struct model *m)
{
  *m              = (struct model){0};
  m->q            = KEEP(N_VNew_Serial(N, ctx));
  m->v            = KEEP(N_VNew_Serial(N, ctx));
  m->lambda       = KEEP(N_VNew_Serial(LINKS, ctx));
  m->number       = KEEP(N_VNew_Serial(LINKS, ctx));
  m->spare        = KEEP(N_VNew_Serial(LINKS, ctx));
  N_Vector both[] = {m->q, m->lambda};
  m->x            = KEEP(N_VNew_ManyVector(2, both, ctx));
  for (int i = 0; i < LINKS; i++) { N_VGetArrayPointer(m->number)[i] = i; }
}

/* Another object takes the place of that in use. */
static inline void *anew(struct model *m, SUNLinearSolver LS)
{
  keep_no_more(m->mem);
  keep_no_more(m->LS);
  GALPHAFree(&m->mem);
  if (m->LS) { SUNLinSolFree(m->LS); }
  m->LS   = KEEP(LS);
  m->mem  = KEEP(GALPHACreate(ctx));
  m->t    = 0.0;
  m->said = (struct caught){0};
  CHECK(!GALPHASetErrHandlerFn(m->mem, caught_handler, &m->said));
  return m->mem;
}

static inline int go(struct model *m, sunrealtype tout)
{
  return GALPHASolve(m->mem, tout, &m->t, m->q, m->v, GALPHA_NORMAL);
}

static inline int go_step(struct model *m, sunrealtype tout)
{
  return GALPHASolve(m->mem, tout, &m->t, m->q, m->v, GALPHA_ONE_STEP);
}

/* The largest difference of n components. */
static inline sunrealtype apart(const sunrealtype *a, const sunrealtype *b,
                                int n)
{
  sunrealtype top = 0.0;
  for (int i = 0; i < n; i++) { top = fmax(top, fabs(a[i] - b[i])); }
  return top;
}

/* Stretched out at 45 degrees, at rest. */
static inline void place(struct model *m)
{
  N_VConst(0.0, m->v);
  N_VConst(0.0, m->lambda);
  for (int k = 0; k < N; k++)
  {
    const sunrealtype r         = LENGTH * (k / 2 + 1) * sqrt(0.5);
    N_VGetArrayPointer(m->q)[k] = k % 2 ? -r : r;
  }
}

struct way
{
  int formulation;
  int products, differenced, plain;
  sunrealtype step;
};

static inline void state_matrices(struct model *m, void *mem)
{
  SUNMatrix M = KEEP(SUNDenseMatrix(N, N, ctx));
  SUNMatrix G = KEEP(SUNDenseMatrix(LINKS, N, ctx));
  for (int i = 0; i < N; i++) { SM_ELEMENT_D(M, i, i) = mass(i / 2); }
  CHECK(!GALPHAInitMech(mem, NULL, M, force, 0.0, m->q, m->v));
  CHECK(!GALPHASetHolonomic(mem, m->lambda, g, G, matrix_G));
}

static inline int state_unknowns(struct model *m)
{
  return GALPHASetUnknowns(m->mem, m->x, N_VGetSubvector_ManyVector, Q, LAMBDA);
}

static inline void state_products(struct model *m, void *mem,
                                  const struct way *w)
{
  CHECK(!GALPHAInitMechTimes(mem, times_M, force, 0.0, m->q, m->v));
  CHECK(!GALPHASetHolonomicTimes(mem, m->lambda, g, times_G, times_GT));
  CHECK(!GALPHASetForceTimes(mem, w->differenced ? NULL : times_F));
  CHECK(!state_unknowns(m) && !GALPHASetLinearSolver(mem, m->LS, NULL));
  if (w->plain) { return; }
  CHECK(!GALPHASaddlePrecInitMech(mem, setup_S, solve_S, m->number));
}

static inline SUNLinearSolver solver(const struct model *m, const struct way *w)
{
  SUNLinearSolver LS = SUNLinSol_SPGMR(
    m->x, w->plain ? SUN_PREC_NONE : SUN_PREC_LEFT, N + LINKS, ctx);
  CHECK(!SUNLinSol_SPGMRSetMaxRestarts(LS, 2));
  return LS;
}

static inline void *begin_by(struct model *m, SUNLinearSolver LS,
                             const struct way *w)
{
  void *mem = anew(m, LS);
  place(m);
  if (w->products) { state_products(m, mem, w); }
  else { state_matrices(m, mem); }
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(!GALPHASetScleronomic(mem, SUNTRUE));
  CHECK(!GALPHASetFormulation(mem, w->formulation));
  CHECK(!GALPHASetRhoInf(mem, 0.6));
  CHECK(!GALPHASetNonlinConvCoef(mem, 1e-5));
  CHECK(!GALPHASStolerances(mem, 1e-5, 1e-7));
  CHECK(!GALPHASetFixedStep(mem, w->step));
  CHECK(!GALPHASetStopTime(mem, 0.5));
  return mem;
}

static inline void *begin(struct model *m, const struct way *w)
{
  return begin_by(m, solver(m, w), w);
}

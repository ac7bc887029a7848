/* The preconditioner for saddle points on a ManyVector: two pendulums
 * of different lengths, known in closed form by their period; what the statement
 * refuses, and what takes its place. */
#include <galpha/galpha_saddle.h>
#include <nvector/nvector_manyvector.h>

#include "support/test.h"

#define GRAVITY 9.81

enum
{
  Q,
  LAMBDA
};

/* x and y of both, then both tensions. */
struct model
{
  sunrealtype length[2];
  int setups, schur_solves, fail;
};

static sunrealtype *part(N_Vector v, int number)
{
  return N_VGetSubvectorArrayPointer_ManyVector(v, number);
}

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  const struct model *m = data;
  const sunrealtype *q = part(y, Q), *l = part(y, LAMBDA), *a = part(ypp, Q);
  for (int i = 0; i < 4; i++)
  {
    part(r, Q)[i] = a[i] + l[i / 2] * q[i] + (i % 2 ? GRAVITY : 0.0);
  }
  for (int i = 0; i < 2; i++)
  {
    part(r, LAMBDA)[i] =
      0.5 * (q[2 * i] * q[2 * i] + q[2 * i + 1] * q[2 * i + 1] -
             m->length[i] * m->length[i]);
  }
  return 0;
}

static int set_up(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  const sunrealtype *c, void *data)
{
  struct model *m = data;
  CHECK(N_VGetLength(y) == 6 && N_VGetLength(ypp) == 6);
  m->setups++;
  return m->fail;
}

/* S is c[2] on the diagonal, but for the tensions' share. */
static int solve_S(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  N_VScale(1.0 / c[2], b, x);
  return 0;
}

static int times_G(sunrealtype t, N_Vector y, N_Vector x, N_Vector out,
                   void *data)
{
  const sunrealtype *q = part(y, Q), *d = N_VGetArrayPointer(x);
  for (int i = 0; i < 2; i++)
  {
    N_VGetArrayPointer(out)[i] =
      q[2 * i] * d[2 * i] + q[2 * i + 1] * d[2 * i + 1];
  }
  return 0;
}

static int times_GT(sunrealtype t, N_Vector y, N_Vector x, N_Vector out,
                    void *data)
{
  const sunrealtype *q = part(y, Q), *l = N_VGetArrayPointer(x);
  for (int i = 0; i < 4; i++) { N_VGetArrayPointer(out)[i] = q[i] * l[i / 2]; }
  return 0;
}

/* G G^T = length^2. */
static int solve_schur(const sunrealtype *c, N_Vector b, N_Vector x, void *data)
{
  struct model *m = data;
  m->schur_solves++;
  for (int i = 0; i < 2; i++)
  {
    N_VGetArrayPointer(x)[i] =
      c[2] * N_VGetArrayPointer(b)[i] / (m->length[i] * m->length[i]);
  }
  return 0;
}

struct parts
{
  N_Vector q, lambda, y, yp, number;
  SUNLinearSolver LS;
  struct model model;
};

static void parts_begin(struct parts *p)
{
  *p              = (struct parts){.model = {.length = {1.0, 0.5}}};
  p->q            = small_vector(ctx, 4, NULL);
  p->lambda       = small_vector(ctx, 2, NULL);
  N_Vector both[] = {p->q, p->lambda};
  p->y            = KEEP(N_VNew_ManyVector(2, both, ctx));
  p->yp           = KEEP(N_VClone(p->y));
  p->number       = small_vector(ctx, 2, NULL);
  p->LS           = KEEP(SUNLinSol_SPGMR(p->y, SUN_PREC_LEFT, 10, ctx));
}

/* Both horizontal, at rest. */
static void *state(struct parts *p)
{
  void *mem      = KEEP(GALPHACreate(ctx));
  N_Vector order = KEEP(N_VClone(p->y));
  N_VConst(0.0, p->y);
  N_VConst(0.0, p->yp);
  for (int i = 0; i < 2; i++) { part(p->y, Q)[2 * i] = p->model.length[i]; }
  N_VConst(2.0, N_VGetSubvector_ManyVector(order, Q));
  N_VConst(0.0, N_VGetSubvector_ManyVector(order, LAMBDA));
  CHECK(!GALPHAInit2(mem, residual, 0.0, p->y, p->yp, NULL));
  CHECK(!GALPHASetDiffOrder(mem, order));
  CHECK(!GALPHASetUserData(mem, &p->model));
  CHECK(!GALPHASetErrFile(mem, NULL));
  CHECK(!GALPHASStolerances(mem, 1e-7, 1e-7));
  CHECK(!GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS));
  return mem;
}

static int precondition(struct parts *p, void *mem)
{
  return GALPHASaddlePrecInit(mem, N_VGetSubvector_ManyVector, Q, LAMBDA,
                              set_up, solve_S, times_G, times_GT, p->number);
}

/* A quarter of the period 4 K(1/2) sqrt(length/g) of a swing by 90 degrees leads to
 * the lowest point, with speed sqrt(2 g length) and tension 3 g / length. */
static void swing(struct parts *p, void *mem, int which)
{
  const sunrealtype length  = p->model.length[which];
  const sunrealtype quarter = 1.85407467730137 * sqrt(length / GRAVITY);
  sunrealtype t             = 0.0;
  long int iters = 0, solves = 0;
  CHECK(!GALPHASetStopTime(mem, quarter));
  CHECK(GALPHASolve(mem, quarter, &t, p->y, p->yp, GALPHA_NORMAL) ==
        GALPHA_TSTOP_RETURN);
  const sunrealtype *q = part(p->y, Q) + 2 * which;
  CHECK_IN(q[0], -1e-4, 1e-4);
  CHECK_REL(q[1], -length, 1e-6);
  CHECK_REL(part(p->yp, Q)[2 * which], -sqrt(2.0 * GRAVITY * length), 1e-4);
  CHECK_REL(part(p->y, LAMBDA)[which], 3.0 * GRAVITY / length, 1e-3);
  CHECK(!GALPHAGetNumLinIters(mem, &iters));
  CHECK(!GALPHAGetNumLinSolves(mem, &solves));
  CHECK_IN(iters, 0.5 * (double)solves, 2.0 * (double)solves);
}

/* The dense Schur complement with the numbers in either order. */
static void dense(struct parts *p, int first)
{
  void *mem    = state(p);
  long int own = 0, setups = 0;
  N_VGetArrayPointer(p->number)[0] = first;
  N_VGetArrayPointer(p->number)[1] = 1 - first;
  p->model.setups                  = 0;
  CHECK(!GALPHASetLinearSolver(mem, p->LS, NULL));
  CHECK(!precondition(p, mem));
  CHECK(!precondition(p, mem)); /* in place of the first one */
  swing(p, mem, first);
  CHECK(!GALPHAGetNumPrecEvals(mem, &setups));
  CHECK(!GALPHASaddlePrecGetNumSolves(mem, &own));
  CHECK(setups == p->model.setups && own > 2 * setups);
}

/* The user's own one. */
static void own_schur(struct parts *p)
{
  void *mem = state(p);
  CHECK(!GALPHASetLinearSolver(mem, p->LS, NULL));
  CHECK(!GALPHASaddlePrecInit(mem, N_VGetSubvector_ManyVector, Q, LAMBDA, NULL,
                              solve_S, times_G, times_GT, NULL));
  CHECK(!GALPHASaddlePrecSetSchur(mem, solve_schur));
  swing(p, mem, 0);
  CHECK(p->model.schur_solves > 10);
}

/* A set-up that fails, and a Schur complement that is nowhere. */
static void failures(struct parts *p)
{
  sunrealtype t = 0.0;
  void *mem     = state(p);
  CHECK(!GALPHASetLinearSolver(mem, p->LS, NULL));
  CHECK(!precondition(p, mem));
  p->model.fail = -1;
  CHECK(GALPHASolve(mem, 1.0, &t, p->y, p->yp, GALPHA_NORMAL) < 0);
  p->model.fail = 0;
  CHECK(!GALPHASaddlePrecInit(mem, N_VGetSubvector_ManyVector, Q, LAMBDA, NULL,
                              solve_S, times_G, times_GT, NULL));
  CHECK(GALPHASolve(mem, 1.0, &t, p->y, p->yp, GALPHA_NORMAL) < 0);
}

static void refusals(struct parts *p)
{
  long int n            = 0;
  sunrealtype *x        = N_VGetArrayPointer(p->number);
  GALPHASubvectorFn sub = N_VGetSubvector_ManyVector;
  void *mem             = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHASetErrFile(mem, NULL));
  CHECK(precondition(p, mem) == GALPHA_NO_MALLOC);
  CHECK(precondition(p, NULL) == GALPHA_MEM_NULL);

  mem  = state(p);
  x[0] = 0.0;
  x[1] = 1.0;
  CHECK(precondition(p, mem) == GALPHA_ILL_INPUT); /* no solver yet */
  CHECK(GALPHASaddlePrecSetSchur(mem, solve_schur) == GALPHA_ILL_INPUT);
  CHECK(GALPHASaddlePrecGetNumSolves(mem, &n) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASetLinearSolver(mem, p->LS, NULL));
  CHECK(!precondition(p, mem));
  CHECK(GALPHASaddlePrecInit(mem, NULL, Q, LAMBDA, NULL, solve_S, times_G,
                             times_GT, p->number) == GALPHA_ILL_INPUT);
  CHECK(GALPHASaddlePrecInit(mem, sub, Q, Q, NULL, solve_S, times_G, times_GT,
                             p->number) == GALPHA_ILL_INPUT);
  CHECK(GALPHASaddlePrecInit(mem, sub, Q, LAMBDA, NULL, NULL, times_G, times_GT,
                             p->number) == GALPHA_ILL_INPUT);
  CHECK(GALPHASaddlePrecInit(mem, sub, Q, LAMBDA, NULL, solve_S, times_G,
                             times_GT, p->q) == GALPHA_ILL_INPUT);
  x[1] = 0.0;
  CHECK(precondition(p, mem) == GALPHA_ILL_INPUT);
  x[1] = 2.0;
  CHECK(precondition(p, mem) == GALPHA_ILL_INPUT);
  x[1] = (sunrealtype)NAN;
  CHECK(precondition(p, mem) == GALPHA_ILL_INPUT);
  CHECK(!GALPHASaddlePrecGetNumSolves(mem, &n)); /* the first one is there */

  CHECK(!GALPHASetLinearSolver(mem, p->LS, NULL)); /* forgets it */
  CHECK(GALPHASaddlePrecGetNumSolves(mem, &n) == GALPHA_ILL_INPUT);
}

TEST_MAIN()
{
  struct parts p;
  test_quiet();
  parts_begin(&p);
  dense(&p, 0);
  dense(&p, 1);
  own_schur(&p);
  failures(&p);
  refusals(&p);
}

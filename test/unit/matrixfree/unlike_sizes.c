/* Mechanics by products without a preconditioner: bodies, coordinates and constraints of
 * very different size or in different units, by the closed form of two pendulums that are
 * released horizontally: after a quarter of its period a pendulum is at its lowest point,
 * and its rod carries three times the weight. */
#include "model.h"

#define QUARTER 1.85407467730137 /* K(1/sqrt 2) */

enum
{
  BODIES      = 2,
  COORDINATES = 2 * BODIES
};

struct pair
{
  sunrealtype length[BODIES], mass[BODIES], row[BODIES];
  sunrealtype y; /* units of y in one unit of x */
};

static const struct pair *pair_of(const void *data)
{
  return data;
}

static int pair_M(sunrealtype t, N_Vector q, N_Vector x, N_Vector Mx,
                  void *data)
{
  const struct pair *p = pair_of(data);
  for (int i = 0; i < COORDINATES; i++)
  {
    N_VGetArrayPointer(Mx)[i] =
      N_VGetArrayPointer(x)[i] * p->mass[i / 2] / (i % 2 ? p->y * p->y : 1.0);
  }
  return 0;
}

static int pair_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                      void *data)
{
  const struct pair *p = pair_of(data);
  for (int i = 0; i < COORDINATES; i++)
  {
    N_VGetArrayPointer(f)[i] = i % 2 ? -p->mass[i / 2] * GRAVITY / p->y : 0.0;
  }
  return 0;
}

static int pair_g(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  const struct pair *p = pair_of(data);
  for (int i = 0; i < BODIES; i++)
  {
    const sunrealtype *at = N_VGetArrayPointer(q) + 2 * i, y = at[1] / p->y;
    N_VGetArrayPointer(g)[i] =
      p->row[i] * (at[0] * at[0] + y * y - p->length[i] * p->length[i]) / 2.0;
  }
  return 0;
}

/* Entry k of the gradient of row k/2. */
static sunrealtype gradient(const struct pair *p, N_Vector q, int k)
{
  return p->row[k / 2] * N_VGetArrayPointer(q)[k] / (k % 2 ? p->y * p->y : 1.0);
}

static int pair_G(sunrealtype t, N_Vector q, N_Vector x, N_Vector Gx,
                  void *data)
{
  const sunrealtype *d = N_VGetArrayPointer(x);
  for (int i = 0; i < BODIES; i++)
  {
    N_VGetArrayPointer(Gx)[i] =
      gradient(pair_of(data), q, 2 * i) * d[2 * i] +
      gradient(pair_of(data), q, 2 * i + 1) * d[2 * i + 1];
  }
  return 0;
}

static int pair_GT(sunrealtype t, N_Vector q, N_Vector l, N_Vector GTl,
                   void *data)
{
  for (int k = 0; k < COORDINATES; k++)
  {
    N_VGetArrayPointer(GTl)[k] =
      gradient(pair_of(data), q, k) * N_VGetArrayPointer(l)[k / 2];
  }
  return 0;
}

/* Largest relative error of height, speed and tension of a pendulum at the time at which
 * it passes its lowest point, times late. */
static sunrealtype error_of(struct pair *p, int body, int formulation,
                            sunrealtype late)
{
  const sunrealtype length = p->length[body], root = sqrt(length / GRAVITY);
  sunrealtype t    = 0.0;
  N_Vector q       = KEEP(small_vector(ctx, COORDINATES,
                                       VALUES(p->length[0], 0.0, p->length[1], 0.0)));
  N_Vector v       = KEEP(small_vector(ctx, COORDINATES, VALUES(0, 0, 0, 0)));
  N_Vector l       = KEEP(small_vector(ctx, BODIES, VALUES(0, 0)));
  N_Vector atol    = KEEP(small_vector(
       ctx, COORDINATES, VALUES(1e-6, 1e-6 * p->y, 1e-6, 1e-6 * p->y)));
  N_Vector parts[] = {q, l};
  N_Vector x       = KEEP(N_VNew_ManyVector(2, parts, ctx));
  SUNLinearSolver LS =
    KEEP(SUNLinSol_SPGMR(x, SUN_PREC_NONE, COORDINATES + BODIES, ctx));
  void *mem = GALPHACreate(ctx);
  CHECK(!GALPHAInitMechTimes(mem, pair_M, pair_force, 0.0, q, v));
  CHECK(!GALPHASetUserData(mem, p));
  CHECK(!GALPHASetHolonomicTimes(mem, l, pair_g, pair_G, pair_GT));
  CHECK(!GALPHASetUnknowns(mem, x, N_VGetSubvector_ManyVector, Q, LAMBDA));
  CHECK(!GALPHASetLinearSolver(mem, LS, NULL));
  CHECK(!GALPHASetFormulation(mem, formulation));
  CHECK(!GALPHASVtolerances(mem, 1e-6, atol));
  CHECK(!GALPHASolve(mem, late * QUARTER * root, &t, q, v, GALPHA_NORMAL));
  CHECK(!GALPHAGetMultipliers(mem, t, l, NULL));
  const sunrealtype height =
    fabs(N_VGetArrayPointer(q)[2 * body + 1] / (p->y * length) + 1.0);
  const sunrealtype speed =
    fabs(N_VGetArrayPointer(v)[2 * body] / sqrt(2.0 * GRAVITY * length) + 1.0);
  const sunrealtype tension = fabs(N_VGetArrayPointer(l)[body] * p->row[body] *
                                     length / (3.0 * p->mass[body] * GRAVITY) -
                                   1.0);
  CHECK(count_of(mem, GALPHAGetNumSteps) < 400);
  CHECK(count_of(mem, GALPHAGetNumStepSolveFails) < 5);
  GALPHAFree(&mem);
  return fmax(height, fmax(speed, tension));
}

TEST_MAIN()
{
  struct pair pairs[] = {{{1.0, 0.5}, {1.0, 1.0}, {1.0, 1.0}, 1.0},
                         {{1.0, 0.5}, {1.0, 1.0}, {1e3, 1e-3}, 1.0},
                         {{1.0, 0.5}, {1.0, 1.0}, {1e-4, 1e2}, 1.0},
                         {{1.0, 0.5}, {1e3, 1e-3}, {1.0, 1.0}, 1.0},
                         {{1.0, 0.5}, {1e-3, 1e3}, {1.0, 1.0}, 1.0},
                         {{1.0, 0.5}, {1.0, 1.0}, {1.0, 1.0}, 1e3},
                         {{1.0, 0.5}, {1.0, 1.0}, {1.0, 1e3}, 1e-3}};
  for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++)
  {
    for (int body = 0; body < BODIES; body++)
    {
      CHECK_IN(error_of(&pairs[i], body, GALPHA_SOI2, 1.0), 0.0, 1e-4);
      CHECK_IN(error_of(&pairs[i], body, GALPHA_INDEX3, 1.0), 0.0, 1e-4);
    }
  }
  CHECK_IN(error_of(&pairs[0], 0, GALPHA_SOI2, 1.02), 3e-4, 1.0);
}

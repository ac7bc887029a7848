/* A spinning wheel slips on friction tanh(slip/vs), then rolls, pulled through a drag. The
 * pattern of df/dv is searched for while the friction is saturated, and entries are missing
 * until it is not. With part of them the wheel seems to be held, and Newton's iteration takes
 * small corrections for converged ones: speeds were off by up to 20000 tolerances, with
 * success. */
#include "support/test.h"

#define END SUN_RCONST(4.0)

struct wheel
{
  int formulation;
  sunrealtype vs, radius, pull, drag, friction, speed, spin;
};

/* v[0]: of the centre, v[1]: of rotation; unit mass and inertia. */
FORCE(roll)
{
  const struct wheel *w = data;
  const sunrealtype by  = w->friction * tanh((v[0] - w->radius * v[1]) / w->vs);
  f[0]                  = w->pull - w->drag * v[0] - by;
  f[1]                  = w->radius * by;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct wheel *w = data;
  q[0] = q[1] = 0.0;
  v[0]        = w->speed;
  v[1]        = w->spin;
}

/* It spins too fast: the centre's speed while friction pushes it. */
static sunrealtype pushed(const struct wheel *w, sunrealtype t)
{
  const sunrealtype end = (w->pull + w->friction) / w->drag;
  return end + (w->speed - end) * exp(-w->drag * t);
}

/* The centre's speed at END for vs = 0: slip ends where the rim is as fast; then the mass
 * is 1 + 1/radius^2. */
static sunrealtype rolling(const struct wheel *w)
{
  sunrealtype from = 0.0, to = END;
  for (int i = 0; i < 60; i++)
  {
    const sunrealtype mid  = 0.5 * (from + to);
    const sunrealtype spin = w->spin - w->radius * w->friction * mid;
    if (pushed(w, mid) < w->radius * spin) { from = mid; }
    else { to = mid; }
  }
  const sunrealtype end  = w->pull / w->drag;
  const sunrealtype rate = w->drag / (1.0 + 1.0 / (w->radius * w->radius));
  return end + (pushed(w, to) - end) * exp(-rate * (END - to));
}

/* Error of the centre's speed over rtol; 1e9 if the run fails. given: a pattern, or NULL. */
static sunrealtype error(const struct wheel *w, enum problem_storage storage,
                         SUNMatrix given)
{
  struct wheel copy      = *w;
  const sunrealtype rtol = 1e-5;
  const struct problem pb =
    PROBLEM(.n = 2, .start = start, .force = roll, .data = &copy);
  SMALL(s, .pb = &pb, .formulation = w->formulation, .storage = storage,
        .rtol = rtol, .set = {{"max_num_steps", 1000}});
  if (given) { CHECK(!GALPHASetForceJacVel(s->mem, given, NULL)); }
  const int ret         = small_solve(s, END);
  const sunrealtype off = fabs(small_v(s)[0] - rolling(w)) / rtol;
  printf("formulation %d, vs %g, storage %d: %d, %ld steps, error %.3g\n",
         w->formulation, w->vs, storage, ret,
         count_of(s->mem, GALPHAGetNumSteps), off);
  return ret == 0 ? off : 1e9;
}

static const struct wheel wheels[] = {
  {GALPHA_INDEX3, 1e-6, 1.07, 0.81, 0.27, 3.23, 1.23, 4.64},
  {GALPHA_INDEX3, 1e-7, 1.61, 1.57, 0.37, 5.08, 1.73, 5.53},
  {GALPHA_SOI2, 1e-6, 1.58, 1.54, 0.28, 3.37, 1.53, 8.05},
  {GALPHA_INDEX3, 1e-7, 1.53, 1.86, 0.57, 4.67, 1.70, 4.24},
  {GALPHA_SOI2, 1e-7, 0.65, 1.10, 0.78, 3.17, 1.25, 9.27},
  {GALPHA_SOI2, 1e-7, 0.91, 0.62, 0.54, 4.74, 1.83, 9.70},
  {GALPHA_SOI2, 1e-6, 0.99, 1.06, 0.28, 4.15, 1.01, 6.83},
  {GALPHA_SOI2, 1e-7, 0.40, 1.36, 0.61, 4.96, 1.56, 6.02},
  {GALPHA_SOI2, 1e-7, 0.75, 1.33, 0.52, 5.84, 1.12, 4.35}};

/* A pattern that lacks entries for good. */
static void check_control(void)
{
  SUNMatrix J = KEEP(SUNSparseMatrix(2, 2, 2, CSC_MAT, ctx));
  PROBLEM_MATRIX(J, {0, 0, 1.0}, {1, 0, 1.0});
  CHECK(error(&wheels[6], PROBLEM_SPARSE, J) > 300.0);
}

TEST_MAIN()
{
  for (int i = 0; i < 9; i++)
  {
    CHECK_IN(error(&wheels[i], PROBLEM_DENSE, NULL), 0.0, 10.0);
    CHECK_IN(error(&wheels[i], PROBLEM_SPARSE, NULL), 0.0, 10.0);
    CHECK_IN(error(&wheels[i], PROBLEM_CSR, NULL), 0.0, 10.0);
  }
  check_control();
}

/* Index 3, orders up to 5: multipliers and accelerations of random mechanisms at each
 * step, against the equations of index 1 at the positions and velocities that it returns,
 * after changes of order and h as well. Control: the multipliers of the step before. */
#include "support/models/planar/planar.h"
#include "support/test.h"

#define SEEDS 40
#define STEPS 2000 /* of one mechanism */

/* Largest errors by the largest values so far: of order 2, and of orders above. */
struct errors
{
  sunrealtype lambda[2], a[2], before;
  long int steps[2];
};

static sunrealtype distance(const sunrealtype *x, const sunrealtype *right,
                            int n, sunrealtype *size)
{
  sunrealtype far = 0.0;
  for (int i = 0; i < n; i++)
  {
    *size = fmax(*size, fabs(right[i]));
    far   = fmax(far, fabs(x[i] - right[i]));
  }
  return far / *size;
}

static void look(const struct planar *p, const struct small *s,
                 sunrealtype size[2], struct errors *e)
{
  sunrealtype right[PLANAR_N], force[PLANAR_M], old[PLANAR_M];
  sunrealtype *l = N_VGetArrayPointer(s->lambda);
  int order      = 0;
  for (int i = 0; i < p->m; i++) { old[i] = l[i]; }
  CHECK(!GALPHAGetLastOrder(s->mem, &order));
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL));
  CHECK(!GALPHAGetAcceleration(s->mem, s->t, s->a));
  if (planar_accelerations(p, s->t, small_q(s), small_v(s), right, force))
  {
    return;
  }
  const int k  = order > 2;
  e->before    = fmax(e->before, distance(old, force, p->m, &size[0]));
  e->lambda[k] = fmax(e->lambda[k], distance(l, force, p->m, &size[0]));
  e->a[k] =
    fmax(e->a[k], distance(N_VGetArrayPointer(s->a), right, p->n, &size[1]));
  e->steps[k]++;
}

static void run(int seed, sunrealtype rtol, struct errors *e)
{
  struct planar p;
  sunrealtype size[] = {1.0, 1.0};
  if (planar_random(&p, seed) || p.m == 0) { return; }
  const struct problem pb = planar_problem(&p);
  SMALL(s, .pb = &pb, .rtol = rtol, .formulation = GALPHA_INDEX3);
  for (int i = 0; i < STEPS && s->t < PLANAR_DURATION; i++)
  {
    CHECK(small_step(s, PLANAR_DURATION) >= 0);
    if (i == 9) { CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, NULL)); }
    if (i >= 10) { look(&p, s, size, e); }
  }
}

TEST_MAIN()
{
  static const sunrealtype rtol[] = {1e-3, 1e-5};
  static const sunrealtype most[] = {0.15, 3e-3};
  for (int i = 0; i < 2; i++)
  {
    struct errors e = {.before = 0.0};
    for (int seed = 0; seed < SEEDS; seed++) { run(seed, rtol[i], &e); }
    for (int k = 0; k < 2; k++)
    {
      check_of("rtol %g, %s", rtol[i], k ? "orders 3 to 5" : "order 2");
      CHECK_IN(e.lambda[k], 0.0, most[i] / (1.0 + k));
      CHECK_IN(e.a[k], 0.0, 3.0 * most[i]);
      CHECK(e.steps[k] > 500);
    }
    CHECK(e.before > 2.0 * most[i]);
  }
}

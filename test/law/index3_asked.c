/* Index 3, orders up to 5: multipliers and accelerations are worked out when they are
 * asked for. A run is the same to the bit whoever asks, and when: nobody, each step,
 * inside some steps, the monitor, a root function; but for callbacks of the problem, which
 * may ask as well. What is asked for now and then is what a run that asks in each step
 * returns, to the change of the matrix; asking twice costs nothing; after a step that
 * failed it is that of the last one, and a callback that fails then is reported. Control:
 * the multipliers of the step before. */
#include "support/models/planar/planar.h"
#include "support/test.h"

#define SEEDS 12
#define STEPS 600
#define RTOL  1e-5
#define EACH  7 /* steps, where not all of them are asked */
/* Of lambda, by the largest: the matrix with which it is found is one of the last steps. */
#define CHANGE 3e-4
/* As index3_multipliers for orders above 2. */
#define ACCURATE 1.5e-3

enum asker
{
  NOBODY,
  ALL_STEPS,
  SOME_STEPS,
  MONITOR,
  ROOT,
  FORCE,
  ASKERS
};

/* The data of the callbacks: a planar mechanism, and who asks. */
struct asked
{
  struct planar p;
  struct small s;
  enum asker by;
  sunrealtype fails_after; /* the force cannot be evaluated then */
  int G_fails;
};

struct trace
{
  int steps;
  long int solves;
  sunrealtype t[STEPS], q[STEPS][PLANAR_N];
  sunrealtype inside[STEPS][PLANAR_M], a[STEPS][PLANAR_N]; /* mid-step */
};

static int reported; /* reported by GALPHAGetMultipliers */

static void ask(struct asked *d)
{
  sunrealtype t = 0.0;
  CHECK(!GALPHAGetCurrentTime(d->s.mem, &t));
  if (GALPHAGetMultipliers(d->s.mem, t, d->s.lambda, NULL)) { return; }
  CHECK(!GALPHAGetAcceleration(d->s.mem, t, d->s.a));
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct asked *d = data;
  if (d->by == FORCE && t > 0.0 && d->s.mem) { ask(d); }
  planar_force(&d->p, t, N_VGetArrayPointer(q), N_VGetArrayPointer(v),
               N_VGetArrayPointer(f));
  return t > d->fails_after ? -1 : 0;
}

static int jacobian(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  struct asked *d = data;
  (void)t;
  if (d->G_fails) { return -1; }
  sunrealtype rows[PLANAR_M * PLANAR_N];
  planar_G(&d->p, N_VGetArrayPointer(q), rows);
  for (int i = 0; i < d->p.m; i++)
  {
    for (int j = 0; j < d->p.n; j++)
    {
      SM_ELEMENT_D(G, i, j) = rows[i * d->p.n + j];
    }
  }
  return 0;
}

static void monitor(void *mem, const GALPHAStepInfo *info, void *data)
{
  (void)mem;
  (void)info;
  ask(data);
}

static int root(sunrealtype t, const GALPHARootPoint *at, sunrealtype *gout,
                void *data)
{
  (void)t;
  (void)data;
  gout[0] = 1.0 + N_VDotProd(at->lambda, at->lambda);
  return 0;
}

static int begin(struct asked *d, int seed, enum asker by)
{
  memset(d, 0, sizeof *d);
  if (planar_random(&d->p, seed) || d->p.m == 0) { return 1; }
  struct problem pb = planar_problem(&d->p);
  pb.force          = force;
  pb.G              = jacobian;
  pb.data           = d;
  d->by             = by;
  d->fails_after    = HUGE_VAL;
  BEGIN(&d->s, .pb = &pb, .rtol = RTOL, .formulation = GALPHA_INDEX3);
  if (by == MONITOR)
  {
    CHECK(!GALPHASetOption(d->s.mem, "monitor_attempts", 1));
    CHECK(!GALPHASetMonitorFn(d->s.mem, monitor, d));
  }
  if (by == ROOT) { CHECK(!GALPHARootInitExt(d->s.mem, 1, root)); }
  return 0;
}

static void inside(struct asked *d, sunrealtype *lambda, sunrealtype *a)
{
  sunrealtype t = 0.0, h = 0.0;
  CHECK(!GALPHAGetCurrentTime(d->s.mem, &t));
  CHECK(!GALPHAGetLastStep(d->s.mem, &h));
  CHECK(!GALPHAGetMultipliers(d->s.mem, t - 0.4 * h, d->s.lambda, NULL));
  CHECK(!GALPHAGetAcceleration(d->s.mem, t - 0.4 * h, d->s.a));
  memcpy(lambda, N_VGetArrayPointer(d->s.lambda),
         sizeof *lambda * (size_t)d->p.m);
  memcpy(a, N_VGetArrayPointer(d->s.a), sizeof *a * (size_t)d->p.n);
}

static int run(int seed, enum asker by, struct trace *out)
{
  struct asked d;
  if (begin(&d, seed, by)) { return 1; }
  for (out->steps = 0; out->steps < STEPS && d.s.t < PLANAR_DURATION;
       out->steps++)
  {
    const int i = out->steps;
    CHECK(small_step(&d.s, PLANAR_DURATION) >= 0);
    out->t[i] = d.s.t;
    memcpy(out->q[i], small_q(&d.s), sizeof(sunrealtype) * (size_t)d.p.n);
    if (by == ALL_STEPS || (by == SOME_STEPS && i % EACH == 0))
    {
      inside(&d, out->inside[i], out->a[i]);
    }
  }
  out->solves = count_of(d.s.mem, GALPHAGetNumLinSolves);
  return 0;
}

static int are_same(const struct trace *a, const struct trace *b)
{
  return a->steps == b->steps &&
         memcmp(a->t, b->t, sizeof *a->t * (size_t)a->steps) == 0 &&
         memcmp(a->q, b->q, sizeof *a->q * (size_t)a->steps) == 0;
}

/* Largest distance of y[i + off] from x[i] in the steps that are asked for, by the largest
 * element so far. */
static sunrealtype apart(int steps, int width, const sunrealtype *x,
                         const sunrealtype *y, int off)
{
  sunrealtype far = 0.0, size = 1.0;
  for (int i = EACH; i < steps; i += EACH)
  {
    for (int j = 0; j < width; j++)
    {
      size = fmax(size, fabs(x[i * width + j]));
      far = fmax(far, fabs(x[i * width + j] - y[(i + off) * width + j]) / size);
    }
  }
  return far;
}

static void check_runs(void)
{
  static struct trace of[ASKERS];
  sunrealtype lambda = 0.0, a = 0.0, control = 0.0;
  long int saved = 0, cost = 0;
  for (int seed = 0; seed < SEEDS; seed++)
  {
    int none = 0;
    memset(of, 0, sizeof of);
    for (int by = 0; by < FORCE; by++)
    {
      none |= run(seed, (enum asker)by, &of[by]);
    }
    if (none) { continue; }
    for (int by = 1; by < FORCE; by++)
    {
      check_of("seed %d, asked by %d", seed, by);
      CHECK(are_same(&of[NOBODY], &of[by]));
    }
    const struct trace *all = &of[ALL_STEPS], *some = &of[SOME_STEPS];
    const int n = all->steps;
    lambda =
      fmax(lambda, apart(n, PLANAR_M, all->inside[0], some->inside[0], 0));
    a = fmax(a, apart(n, PLANAR_N, all->a[0], some->a[0], 0));
    control =
      fmax(control, apart(n, PLANAR_M, some->inside[0], all->inside[0], -1));
    saved += all->solves - of[NOBODY].solves;
    cost += of[NOBODY].solves;
  }
  CHECK_IN(lambda, 0.0, CHANGE);
  CHECK_IN(a, 0.0, CHANGE);
  CHECK(control > 10.0 * CHANGE);
  CHECK(saved > cost / 5);
}

/* Largest error of lambda, by the largest so far, against the equations of index 1 at q
 * and v that were returned. */
static sunrealtype off(const struct asked *d, sunrealtype *size)
{
  sunrealtype a[PLANAR_N], right[PLANAR_M], far = 0.0;
  const sunrealtype *l = N_VGetArrayPointer(d->s.lambda);
  if (planar_accelerations(&d->p, d->s.t, small_q(&d->s), small_v(&d->s), a,
                           right))
  {
    return 0.0;
  }
  for (int i = 0; i < d->p.m; i++)
  {
    *size = fmax(*size, fabs(right[i]));
    far   = fmax(far, fabs(l[i] - right[i]));
  }
  return far / *size;
}

/* Callbacks ask from the beginning; the force fails in mid-run. */
static void check_one(int seed, enum asker by, sunrealtype *worst)
{
  struct asked d;
  sunrealtype size = 1.0;
  if (begin(&d, seed, by)) { return; }
  d.fails_after = 0.7 * PLANAR_DURATION;
  int flag      = 0;
  for (int i = 0; flag >= 0 && d.s.t < PLANAR_DURATION; i++)
  {
    flag = small_step(&d.s, PLANAR_DURATION);
    if (flag < 0) { break; }
    if (by != FORCE || i < EACH) { continue; }
    CHECK(!GALPHAGetMultipliers(d.s.mem, d.s.t, d.s.lambda, NULL));
    *worst = fmax(*worst, off(&d, &size));
  }
  CHECK(flag < 0 && d.s.t < d.fails_after);
  d.G_fails      = by == NOBODY;
  const int code = GALPHAGetMultipliers(d.s.mem, d.s.t, d.s.lambda, NULL);
  CHECK(by != NOBODY || code == GALPHA_RES_FAIL || code == GALPHA_SUCCESS);
  d.G_fails = 0;
  CHECK(!GALPHAGetMultipliers(d.s.mem, d.s.t, d.s.lambda, NULL));
  *worst            = fmax(*worst, off(&d, &size));
  const long int at = count_of(d.s.mem, GALPHAGetNumLinSolves);
  CHECK(!GALPHAGetMultipliers(d.s.mem, d.s.t, d.s.lambda, NULL));
  CHECK(!GALPHAGetAcceleration(d.s.mem, d.s.t, d.s.a));
  CHECK(!GALPHAGetDky(d.s.mem, d.s.t, 2, d.s.a));
  CHECK(count_of(d.s.mem, GALPHAGetNumLinSolves) == at);
  reported += code == GALPHA_RES_FAIL;
  d.fails_after = HUGE_VAL;
  CHECK(small_solve(&d.s, PLANAR_DURATION) >= 0);
  CHECK(d.s.t == PLANAR_DURATION);
}

static void check_callbacks(void)
{
  sunrealtype worst[2] = {0.0, 0.0};
  for (int seed = 0; seed < SEEDS; seed++)
  {
    check_one(seed, NOBODY, &worst[0]);
    check_one(seed, FORCE, &worst[1]);
  }
  CHECK_IN(worst[0], 0.0, ACCURATE);
  CHECK_IN(worst[1], 0.0, ACCURATE);
  CHECK(reported > 0);
}

TESTS(check_runs, check_callbacks)

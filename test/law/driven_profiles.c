/* A support whose acceleration is piecewise constant, with a mass on a spring, against the
 * closed form: a move that ends at rest, and one back and forth after a rest that is longer
 * than the first output and an eighth of the run, in index 3, F(t,y,y',y'') and SOI2, by
 * constraints on positions and on velocities. Velocities at the outputs, also in the steps that
 * contain jumps, are right, and most multipliers. Control: velocities that are not checked
 * (GALPHA_CORRECT_A). */
#include "support/test.h"

#define STIFFNESS 30.0
#define END       2.0
#define SIZE      9.0 /* largest acceleration of a drive */
#define OUTPUTS   160
#define JUMPS     7
#define PLACES    6

struct drive
{
  sunrealtype t[JUMPS], a[JUMPS]; /* times and sizes of jumps of acceleration */
  int n;
};

/* s, s', s'' of the support (mass false) and x, x', x'' of the mass. */
static sunrealtype place(const struct drive *d, sunrealtype t, int k, bool mass)
{
  const sunrealtype w = sqrt(STIFFNESS);
  sunrealtype sum     = 0.0;
  for (int i = 0; i < d->n; i++)
  {
    const sunrealtype z      = fmax(t - d->t[i], 0.0);
    const sunrealtype s[]    = {0.5 * z * z, z, z > 0.0 ? 1.0 : 0.0};
    const sunrealtype free[] = {(1.0 - cos(w * z)) / STIFFNESS, sin(w * z) / w,
                                cos(w * z) * s[2]};
    sum += d->a[i] * (s[k] - (mass ? free[k] : 0.0));
  }
  return sum;
}

FORCE_IS(spring, STIFFNESS *(q[1] - q[0]), STIFFNESS *(q[0] - q[1]))
HOLONOMIC_IS(at_support, q[0] - place(data, t, 0, false))
HOLONOMIC_IS(at_support_rate, -place(data, t, 1, false))
HOLONOMIC_JAC_IS(at_support_G, {0, 0, 1.0})
NONHOLONOMIC_IS(as_support, v[0] - place(data, t, 1, false))
NONHOLONOMIC_JAC_IS(as_support_K, {0, 0, 1.0})

RESIDUAL2(equations)
{
  const sunrealtype stretch = y[1] - y[0];
  r[0]                      = ypp[0] - STIFFNESS * stretch + y[2];
  r[1]                      = ypp[1] + STIFFNESS * stretch;
  r[2]                      = y[0] - place(data, t, 0, false);
}

RESIDUAL2(equations_speed)
{
  equations_body(t, y, yp, ypp, r, data);
  r[2] = yp[0] - place(data, t, 1, false);
}

/* A trapezoidal velocity, to rest; back and forth: with its mirror image after it. */
static struct drive profile(int i, bool back)
{
  const sunrealtype from = 0.21 + 0.0137 * i, up = 0.07 + 0.011 * i;
  const sunrealtype on = 0.3 + 0.02 * i, size = 4.0 + i;
  const struct drive d = {{from, from + up, from + on, from + on + up,
                           from + 2.0 * on, from + 2.0 * on + up,
                           from + 2.0 * on + 2.0 * up},
                          {size, -size, -size, size, -size, 2.0 * size, -size},
                          back ? JUMPS : 4};
  return d;
}

/* residual: F(t,y,y',y''); speed: the velocity of the support is prescribed; rate: g_t is
 * given; correct: step_change_correction. */
struct way
{
  int formulation;
  bool residual, speed, rate;
  sunrealtype rho, rtol;
  int order, correct;
  bool control; /* may end with an error */
};

/* Outputs, and of these the velocities, or multipliers, off by more than 100 or 1000
 * tolerances. */
struct count
{
  long int all, off100, off1000, force1000;
};

static void begin(struct small *s, struct drive *d, struct way w)
{
  const bool r = w.residual, k = w.speed;
  BEGIN(s, .n = r ? 3 : 2, .q = VALUES(0.0, 1e-17, 0.0),
        .v = VALUES(0.0, 0.0, 0.0), .a = r ? VALUES(0.0, 0.0, 0.0) : NULL,
        .force = r ? NULL : spring,
        .res2  = !r  ? NULL
                 : k ? equations_speed
                     : equations,
        .g = r || k ? NULL : at_support, .G = r || k ? NULL : at_support_G,
        .k = r || !k ? NULL : as_support, .K = r || !k ? NULL : as_support_K,
        .data = d, .order = r ? VALUES(2.0, 2.0, 0.0) : NULL, .rtol = w.rtol,
        .formulation = r ? 0 : w.formulation,
        .set         = {{"rho_inf", w.rho},
                        {"max_order", w.order},
                        {"step_change_correction", w.correct}});
  if (w.rate && !r && !k)
  {
    CHECK(!GALPHASetHolonomicRate(s->mem, at_support_rate));
  }
  CHECK(!GALPHASetStopTime(s->mem, END));
}

/* Force on the support beyond what its motion and the spring take. */
static sunrealtype force_off(struct small *s, const struct drive *d,
                             struct way w)
{
  N_Vector of[]            = {s->lambda, s->psi};
  const sunrealtype t      = s->t;
  const sunrealtype needed = -place(d, t, 2, true) - place(d, t, 2, false);
  sunrealtype force        = small_q(s)[2 * w.residual];
  if (!w.residual)
  {
    CHECK(!GALPHAGetMultipliers(s->mem, t, s->lambda, s->psi));
    force = N_VGetArrayPointer(of[w.speed])[0];
  }
  return fabs(force - needed) / (1.0 + SIZE);
}

static void run(struct drive d, struct way w, struct count *c)
{
  struct small *s = keep_zeros(1, sizeof(struct small));
  begin(s, &d, w);
  for (int i = 1; i <= OUTPUTS; i++)
  {
    const sunrealtype t = END * i / OUTPUTS;
    const int flag      = small_solve(s, t);
    CHECK(flag >= 0 || w.control);
    if (flag < 0) { return; }
    const sunrealtype off = fmax(fabs(small_v(s)[0] - place(&d, t, 1, false)),
                                 fabs(small_v(s)[1] - place(&d, t, 1, true)));
    c->all++;
    c->off100 += !(off <= 100.0 * w.rtol);
    c->off1000 += !(off <= 1000.0 * w.rtol);
    c->force1000 += !(force_off(s, &d, w) <= 1000.0 * w.rtol);
  }
}

/* what: formulation, residual, speed and correct; rtol from 1e-4 to 1e-7, or tight: to 1e-8 and
 * 1e-9. */
static struct count runs(struct way what, bool back, bool tight)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 0.95};
  struct count c                 = {0};
  for (int i = 0; i < 4 * 4 * PLACES; i++)
  {
    struct way w = what;
    w.rate       = tight || i / 2 % 2;
    w.rho        = rho[i % 4];
    w.rtol       = pow(10.0, tight ? -8.0 - i / 4 % 2 : -4.0 - i / 4 % 4);
    w.order      = 5;
    w.control    = w.correct != GALPHA_CORRECT_VELOCITIES;
    run(profile(i / 16, back), w, &c);
  }
  check_of("formulation %d, residual %d, speed %d, back %d, tight %d",
           what.formulation, what.residual, what.speed, back, tight);
  return c;
}

static void check_shares(struct count c, sunrealtype v100, sunrealtype v1000,
                         sunrealtype force1000)
{
  CHECK((sunrealtype)c.off100 <= v100 * (sunrealtype)c.all);
  CHECK((sunrealtype)c.off1000 <= v1000 * (sunrealtype)c.all);
  CHECK((sunrealtype)c.force1000 <= force1000 * (sunrealtype)c.all);
}

/* Each formulation, support and profile. */
static struct way way_of(int i)
{
  static const int form[] = {GALPHA_INDEX3, GALPHA_INDEX3, GALPHA_SOI2};
  return (struct way){.formulation = form[i / 2 % 3],
                      .residual    = i / 2 % 3 == 1,
                      .speed       = i / 6 == 1,
                      .correct     = GALPHA_CORRECT_VELOCITIES};
}

TEST_MAIN()
{
  for (int i = 0; i < 12; i++)
  {
    const struct way w = way_of(i);
    check_shares(runs(w, i % 2, false), 0.002, 1e-4, w.residual ? 0.01 : 0.004);
    if (!w.speed) { check_shares(runs(w, i % 2, true), 0.015, 3e-4, 0.005); }
  }
  for (int i = 0; i < 2; i++)
  {
    struct way w         = way_of(2 + 6 * i);
    w.correct            = GALPHA_CORRECT_A;
    const struct count a = runs(w, false, false);
    CHECK(i == 1 || (sunrealtype)a.off1000 > 1e-3 * (sunrealtype)a.all);
    CHECK((sunrealtype)a.force1000 > 0.02 * (sunrealtype)a.all);
  }
}

/* A support whose acceleration is piecewise constant, with a mass on a spring, against the
 * closed form: a move that ends at rest, and one back and forth after a rest that is longer
 * than the first output and an eighth of the run, in index 3, F(t,y,y',y'') and SOI2.
 * Velocities at the outputs, also in the steps that contain jumps, are right. Control:
 * velocities that are not checked (GALPHA_CORRECT_A). */
#include "support/test.h"

#define STIFFNESS 30.0
#define END       2.0
#define OUTPUTS   160
#define JUMPS     7
#define PLACES    6

struct drive
{
  sunrealtype t[JUMPS], a[JUMPS]; /* times and sizes of jumps of acceleration */
  int n;
};

/* s, s' of the support (mass false) and x, x' of the mass. */
static sunrealtype place(const struct drive *d, sunrealtype t, int k, bool mass)
{
  const sunrealtype w = sqrt(STIFFNESS);
  sunrealtype sum     = 0.0;
  for (int i = 0; i < d->n; i++)
  {
    const sunrealtype z      = fmax(t - d->t[i], 0.0);
    const sunrealtype s[]    = {0.5 * z * z, z};
    const sunrealtype free[] = {(1.0 - cos(w * z)) / STIFFNESS, sin(w * z) / w};
    sum += d->a[i] * (s[k] - (mass ? free[k] : 0.0));
  }
  return sum;
}

FORCE_IS(spring, STIFFNESS *(q[1] - q[0]), STIFFNESS *(q[0] - q[1]))
HOLONOMIC_IS(at_support, q[0] - place(data, t, 0, false))
HOLONOMIC_IS(at_support_rate, -place(data, t, 1, false))
HOLONOMIC_JAC_IS(at_support_G, {0, 0, 1.0})

RESIDUAL2(equations)
{
  const sunrealtype stretch = y[1] - y[0];
  r[0]                      = ypp[0] - STIFFNESS * stretch + y[2];
  r[1]                      = ypp[1] + STIFFNESS * stretch;
  r[2]                      = y[0] - place(data, t, 0, false);
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

/* residual: F(t,y,y',y''); correct: step_change_correction. */
struct way
{
  int formulation;
  bool residual, rate;
  sunrealtype rho, rtol;
  int order, correct;
  bool control; /* may end with an error */
};

/* Outputs, and of these the velocities off by more than 100 or 1000 tolerances. */
struct count
{
  long int all, off100, off1000;
};

static void begin(struct small *s, struct drive *d, struct way w)
{
  const bool r = w.residual;
  BEGIN(s, .n = r ? 3 : 2, .q = VALUES(0.0, 1e-17, 0.0),
        .v = VALUES(0.0, 0.0, 0.0), .a = r ? VALUES(0.0, 0.0, 0.0) : NULL,
        .force = r ? NULL : spring, .res2 = r ? equations : NULL,
        .g = r ? NULL : at_support, .G = r ? NULL : at_support_G, .data = d,
        .order = r ? VALUES(2.0, 2.0, 0.0) : NULL, .rtol = w.rtol,
        .formulation = r ? 0 : w.formulation,
        .set         = {{"rho_inf", w.rho},
                        {"max_order", w.order},
                        {"step_change_correction", w.correct}});
  if (w.rate && !r) { CHECK(!GALPHASetHolonomicRate(s->mem, at_support_rate)); }
  CHECK(!GALPHASetStopTime(s->mem, END));
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
  }
}

static struct count runs(int formulation, bool residual, bool back, int correct)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 0.95};
  struct count c                 = {0};
  for (int i = 0; i < 4 * 4 * PLACES; i++)
  {
    const struct way w = {.formulation = formulation,
                          .residual    = residual,
                          .rate        = i / 2 % 2,
                          .rho         = rho[i % 4],
                          .rtol        = pow(10.0, -4.0 - i / 4 % 4),
                          .order       = 5,
                          .correct     = correct,
                          .control     = correct != GALPHA_CORRECT_VELOCITIES};
    run(profile(i / 16, back), w, &c);
  }
  check_of("formulation %d, residual %d, back %d", formulation, residual, back);
  return c;
}

TEST_MAIN()
{
  static const int form[] = {GALPHA_INDEX3, GALPHA_INDEX3, GALPHA_SOI2};
  for (int i = 0; i < 5; i++)
  {
    const struct count c =
      runs(form[i / 2], i / 2 == 1, i % 2 == 1, GALPHA_CORRECT_VELOCITIES);
    CHECK((double)c.off100 <= 0.02 * (double)c.all);
    CHECK((double)c.off1000 <= 1e-4 * (double)c.all);
  }
  const struct count a = runs(GALPHA_INDEX3, true, false, GALPHA_CORRECT_A);
  CHECK((double)a.off1000 > 1e-3 * (double)a.all);
}

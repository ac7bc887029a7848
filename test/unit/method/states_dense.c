/* States and outputs between the ends of steps of order 2 are hardly less accurate than at
 * the ends, in fixed steps and in controlled ones, whose sizes vary. Control: the line
 * between the ends is. After a step far shorter than this one the output is that line. */
#include "support/test.h"

/* x' = 5 cos 5t, z = x^2, beside a slow oscillator. */
STATES_IS(states, 5 * cos(5 * t), s[0] * s[0])
STATE_FORCE_IS(force, -0.01 * q[0])

static sunrealtype exact(sunrealtype t, int i)
{
  return pow(sin(5 * t), 1.0 + i);
}

static struct small *begin(sunrealtype rtol)
{
  SMALL(a, .q = VALUES(1.0), .rtol = rtol);
  CHECK(!GALPHASetStates(a->mem, small_vector(ctx, 2, NULL),
                         small_vector(ctx, 2, VALUES(1.0, 0.0)), states,
                         force));
  CHECK(!GALPHASetMaxOrd(a->mem, 2));
  return a;
}

struct errors
{
  sunrealtype ends[2], within[2], line[2];
};

/* What is within the step from `before` to the present time, of values at its ends. */
static void look(struct small *a, N_Vector s, sunrealtype before,
                 struct errors *e)
{
  sunrealtype end[2][2];
  for (int j = 0; j <= 4; j++)
  {
    const int k            = j == 0 ? 0 : j == 1 ? 4 : j - 1; /* ends first */
    const sunrealtype part = 0.25 * k;
    const sunrealtype t    = k == 4 ? a->t : before + part * (a->t - before);
    CHECK(!GALPHAGetStates(a->mem, t, s));
    for (int i = 0; i < 2; i++)
    {
      const sunrealtype x = NV_Ith_S(s, i), off = fabs(x - exact(t, i));
      if (j < 2)
      {
        end[j][i]  = x;
        e->ends[i] = fmax(e->ends[i], off);
        continue;
      }
      const sunrealtype line = (1 - part) * end[0][i] + part * end[1][i];
      e->within[i]           = fmax(e->within[i], off);
      e->line[i]             = fmax(e->line[i], fabs(line - exact(t, i)));
    }
  }
}

/* From the fourth step on, since the first has one value before it. */
static struct errors march(sunrealtype h, sunrealtype rtol)
{
  struct errors e = {{0.0}, {0.0}, {0.0}};
  struct small *a = begin(rtol);
  N_Vector s      = small_vector(ctx, 2, NULL);
  if (h > 0.0) { CHECK(!GALPHASetFixedStep(a->mem, h)); }
  for (int step = 0; a->t < 2.0; step++)
  {
    const sunrealtype before = a->t;
    CHECK(!small_step(a, 2.0));
    if (step > 3) { look(a, s, before, &e); }
  }
  return e;
}

static void check_fixed(void)
{
  for (sunrealtype h = 0.04; h > 0.008; h *= 0.5)
  {
    const struct errors e = march(h, 1e-8);
    for (int i = 0; i < 2; i++)
    {
      printf("h %g, s[%d]: ends %.2e, within %.2e, line %.2e\n", h, i,
             e.ends[i], e.within[i], e.line[i]);
      CHECK(e.within[i] <= 1.1 * e.ends[i] && e.line[i] >= 1.5 * e.ends[i]);
    }
  }
}

static void check_controlled(void)
{
  for (sunrealtype rtol = 1e-4; rtol > 5e-9; rtol *= 0.1)
  {
    const struct errors e = march(0.0, rtol);
    for (int i = 0; i < 2; i++)
    {
      printf("rtol %.0e, s[%d]: ends %.2e, within %.2e, line %.2e\n", rtol, i,
             e.ends[i], e.within[i], e.line[i]);
      CHECK(e.within[i] <= 1.3 * e.ends[i]);
      CHECK(e.line[i] >= 2.0 * e.ends[i]);
    }
  }
}

static void check_short(void)
{
  for (int brief = 0; brief < 2; brief++)
  {
    struct small *a = begin(1e-6);
    N_Vector s      = small_vector(ctx, 2, NULL);
    N_Vector s0 = small_vector(ctx, 2, NULL), s1 = small_vector(ctx, 2, NULL);
    for (int i = 0; i < 40; i++) { CHECK(!small_step(a, 2.0)); }
    if (brief)
    {
      CHECK(!GALPHASetStopTime(a->mem, a->t + 1e-7));
      CHECK(small_step(a, 2.0) == GALPHA_TSTOP_RETURN);
    }
    const sunrealtype before = a->t;
    CHECK(!GALPHAGetStates(a->mem, before, s0) && !small_step(a, 2.0));
    CHECK(!GALPHAGetStates(a->mem, a->t, s1));
    CHECK(!GALPHAGetStates(a->mem, 0.5 * (before + a->t), s));
    const sunrealtype mean = 0.5 * (NV_Ith_S(s0, 0) + NV_Ith_S(s1, 0));
    CHECK((fabs(NV_Ith_S(s, 0) - mean) < 1e-13) == brief);
  }
}

TESTS(check_fixed, check_controlled, check_short)

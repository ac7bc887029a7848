/* A support of F(t,y,y',y''), index 3, whose acceleration jumps, with a mass on a spring: the
 * multiplier and the acceleration of the support do not alternate for dozens of steps after
 * the start and after the jump, against the closed form, wherever the jump is and at any
 * distance from the origin; a warning tells most runs in which it was large. Control: without the correction of velocities, on which the end
 * of the alternation depends. */
#include "support/test.h"

#define STIFFNESS 30.0
#define SIZE      0.1
#define OMEGA     3.0
#define END       1.2
#define TIMES     8 /* of the jump */
#define MOST \
  20000 /* steps; without the correction a run may stop at the jump */

struct drive
{
  sunrealtype from, jump, off; /* time of the jump, its size, place */
};

/* s, s', s'' of the support without the distance from the origin. */
static sunrealtype support(const struct drive *d, sunrealtype t, int k)
{
  const sunrealtype x = OMEGA * t, since = fmax(t - d->from, 0.0);
  const sunrealtype sine[] = {sin(x), OMEGA * cos(x), -OMEGA * OMEGA * sin(x)};
  const sunrealtype more[] = {0.5 * since * since, since, since > 0.0};
  return SIZE * sine[k] + d->jump * more[k];
}

/* Of the mass, without free vibration before the jump. */
static sunrealtype mass_at(const struct drive *d, sunrealtype t)
{
  const sunrealtype since = fmax(t - d->from, 0.0), w = sqrt(STIFFNESS);
  return SIZE * STIFFNESS / (STIFFNESS - OMEGA * OMEGA) * sin(OMEGA * t) +
         d->jump * (0.5 * since * since - (1.0 - cos(w * since)) / STIFFNESS);
}

RESIDUAL2(equations)
{
  const struct drive *d     = data;
  const sunrealtype stretch = y[1] - y[0];
  r[0]                      = ypp[0] - STIFFNESS * stretch + y[2];
  r[1]                      = ypp[1] + STIFFNESS * stretch;
  r[2]                      = y[0] - d->off - support(d, t, 0);
}

/* Ends of steps, of which lambda or y'' is off by more than so many tolerances; runs, of which
 * so many end with a warning of this. */
struct count
{
  long int steps, off30, off1000;
  int runs, told;
};

static void look(struct small *s, const struct drive *d, sunrealtype rtol,
                 struct count *c)
{
  const sunrealtype a       = support(d, s->t, 2);
  const sunrealtype stretch = mass_at(d, s->t) - support(d, s->t, 0);
  CHECK(!GALPHAGetDky(s->mem, s->t, 2, s->a));
  const sunrealtype off = fmax(fabs(small_q(s)[2] - (STIFFNESS * stretch - a)),
                               fabs(N_VGetArrayPointer(s->a)[0] - a));
  const sunrealtype scale = d->jump + 3.0 * SIZE * OMEGA * OMEGA;
  c->steps++;
  c->off30 += !(off <= 30.0 * rtol * scale);
  c->off1000 += !(off <= 1000.0 * rtol * scale);
}

static void run(struct drive d, sunrealtype rho, sunrealtype rtol, int correct,
                struct count *c)
{
  const sunrealtype rate =
    SIZE * OMEGA * STIFFNESS / (STIFFNESS - OMEGA * OMEGA);
  SMALL(s, .n = 3, .q = VALUES(d.off, d.off, 0.0),
        .v = VALUES(SIZE * OMEGA, rate, 0.0), .a = VALUES(0.0, 0.0, 0.0),
        .res2 = equations, .data = &d, .order = VALUES(2.0, 2.0, 0.0),
        .rtol = rtol,
        .set  = {{"rho_inf", rho}, {"step_change_correction", correct}});
  s->a = small_vector(ctx, 3, NULL);
  for (int i = 0; i < MOST && s->t < END && small_step(s, END) >= 0; i++)
  {
    look(s, &d, rtol, c);
  }
  CHECK(s->t >= END || correct != GALPHA_CORRECT_VELOCITIES);
  c->runs++;
  c->told += strstr(s->said.msg, "alternating signs") != NULL;
}

static struct count runs(sunrealtype jump, sunrealtype off, int correct)
{
  static const sunrealtype rho[] = {0.0, 0.5, 0.8, 0.95};
  struct count c                 = {.steps = 0};
  for (int i = 0; i < 4; i++)
  {
    for (sunrealtype rtol = 1e-3; rtol > 5e-7; rtol *= 0.1)
    {
      for (int k = 0; k < (jump > 0.0 ? TIMES : 1); k++)
      {
        const struct drive d = {0.4 + 0.0937 * k, jump, off};
        run(d, rho[i], rtol, correct, &c);
      }
    }
  }
  check_of("jump %g at %g", jump, off);
  return c;
}

TEST_MAIN()
{
  static const sunrealtype jump[] = {0.0, 0.5, 5.0}, off[] = {0.0, 100.0};
  for (int i = 0; i < 3; i++)
  {
    for (int j = 0; j < 2; j++)
    {
      const struct count c = runs(jump[i], off[j], GALPHA_CORRECT_VELOCITIES);
      CHECK((double)c.off30 <= 0.25 * (double)c.steps);
      CHECK((double)c.off1000 <= 0.06 * (double)c.steps);
      CHECK(jump[i] < 5.0 || 2 * c.told > c.runs);
      CHECK(jump[i] > 0.0 || c.told == 0);
    }
    const struct count c = runs(jump[i], 0.0, GALPHA_CORRECT_A);
    CHECK((double)c.off30 > 0.4 * (double)c.steps);
    CHECK((double)c.off1000 > 0.12 * (double)c.steps);
  }
}

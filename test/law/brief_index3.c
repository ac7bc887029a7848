/* Index 3 in steps of 1e-11 to 1e-7, which a first step, a longest step, a stop time or a
 * first tout asks for: lambda is that of the closed form at the present angle, and v that of
 * the motion, although positions, rounded or off by 1e-14, determine neither in such a
 * step. Pendulums on a fixed and on a driven pivot, both forms. The control is the
 * acceleration across the rod that the positions of three steps give. */
#include "support/models/hanging.h"
#include "support/test.h"

#define AMPLITUDE 0.2
#define OMEGA     3.0

struct pendulum
{
  struct hanging at;
  sunrealtype angle, speed, amplitude, off;
};

static sunrealtype support(const struct hanging *at, sunrealtype t, int k)
{
  const sunrealtype A = ((const struct pendulum *)at)->amplitude;
  return k == 1 ? A * OMEGA * cos(OMEGA * t)
                : (k == 2 ? -OMEGA * OMEGA : 1.0) * A * sin(OMEGA * t);
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct pendulum *p = data;
  const sunrealtype s      = p->at.length * sin(p->angle),
                    c      = p->at.length * cos(p->angle);
  q[0]                     = s + p->off;
  q[1]                     = -c;
  v[0]                     = c * p->speed + support(&p->at, 0.0, 1);
  v[1]                     = s * p->speed;
}

/* At the angle of q. */
static sunrealtype tension(const struct pendulum *p, const sunrealtype *q,
                           sunrealtype t)
{
  const sunrealtype x = q[0] - support(&p->at, t, 0);
  return hanging_tension(&p->at, t, VALUES(atan2(x, -q[1]), p->speed));
}

/* At the start. */
static int exact(sunrealtype t, sunrealtype *q, sunrealtype *v, sunrealtype *a,
                 sunrealtype *lambda, sunrealtype *psi, void *data)
{
  sunrealtype at[2], rate[2];
  (void)psi;
  start(at, rate, data);
  const sunrealtype force = tension(data, at, t);
  for (int i = 0; i < 2; i++)
  {
    if (q) { q[i] = at[i]; }
    if (v) { v[i] = rate[i]; }
    if (a) { a[i] = -force * at[i] - i * HANGING_GRAVITY; }
  }
  if (lambda) { *lambda = force; }
  return 1;
}

enum limit
{
  FIRST,
  LONGEST,
  STOP,
  OUTPUT,
  LIMITS
};

struct worst
{
  sunrealtype force, v;
};

/* Errors of the force in the rod, as a share of it or of the weight, and of v, at q, v. The
 * angle and its rate are those of the start, but for the time t. */
static void compare(const struct small *s, const struct pendulum *p, int form,
                    struct worst *w)
{
  const sunrealtype *q = small_q(s), *v = small_v(s), t = s->t;
  const sunrealtype x = q[0] - support(&p->at, t, 0), y = q[1];
  const sunrealtype L = p->at.length, right = tension(p, q, t);
  if (form != SMALL_INDEX3)
  {
    CHECK(!GALPHAGetMultipliers(s->mem, t, s->lambda, NULL));
  }
  const sunrealtype lambda =
    form == SMALL_INDEX3 ? q[2] : N_VGetArrayPointer(s->lambda)[0];
  w->force = fmax(w->force, fabs(lambda - right) /
                              fmax(fabs(right), HANGING_GRAVITY / L));
  /* v along the rod */
  const sunrealtype along = (x * (v[0] - support(&p->at, t, 1)) + y * v[1]) / L;
  w->v                    = fmax(w->v, fabs(along) / fmax(1.0, L));
}

static void limit_steps(struct small *s, enum limit limit, sunrealtype h,
                        struct worst *w, const struct pendulum *p, int form)
{
  if (limit == FIRST) { CHECK(!GALPHASetInitStep(s->mem, h)); }
  if (limit == LONGEST) { CHECK(!GALPHASetMaxStep(s->mem, h)); }
  if (limit == STOP) { CHECK(!GALPHASetStopTime(s->mem, h)); }
  if (limit != OUTPUT) { return; }
  CHECK(!small_solve(s, h));
  compare(s, p, form, w);
}

static struct worst run(struct pendulum p, int form, enum limit limit,
                        sunrealtype h)
{
  const struct problem pb =
    PROBLEM(.name = "pendulum", .n = 2, .m = 1, .start = start, .exact = exact,
            .force = hanging_force, .g = hanging_rod, .G = hanging_rod_jac,
            .gt = limit == STOP ? hanging_rod_rate : NULL, .moving = 1,
            .data = &p);
  struct worst w = {0.0, 0.0};
  SMALL(s, .pb = &pb, .formulation = form, .rtol = 1e-6);
  limit_steps(s, limit, h, &w, &p, form);
  for (int i = 0; i < 12 && s->t < 1e-7; i++)
  {
    CHECK(small_step(s, 1.0) >= 0);
    compare(s, &p, form, &w);
  }
  keep_free();
  return w;
}

static void control(void)
{
  const sunrealtype h = 1e-10, L = 1.3, speed = 0.7;
  volatile sunrealtype r[3];
  for (int i = 0; i < 3; i++) { r[i] = L * cos(0.4 + speed * i * h); }
  CHECK(fabs((r[2] - 2.0 * r[1] + r[0]) / (h * h)) > 1e2);
}

TEST_MAIN()
{
  static const sunrealtype angle[] = {0.0, 0.5, 1.0, 0.3};
  static const sunrealtype size[]  = {1e-11, 1e-10, 1e-8, 1e-7};
  struct worst worst               = {0.0, 0.0};
  for (int i = 0; i < 2 * LIMITS * 4 * 4 * 2; i++)
  {
    const struct pendulum p = {
      .at        = {.support = support, .length = i % 3 ? 1.3 : 40.0},
      .angle     = M_PI * angle[i / 8 % 4],
      .speed     = i % 5 ? 0.7 : 0.0,
      .amplitude = i / 128 ? AMPLITUDE : 0.0,
      .off       = i % 7 ? 0.0 : 3e-14};
    const int form         = i % 2 ? GALPHA_INDEX3 : SMALL_INDEX3;
    const enum limit limit = (enum limit)(i / 2 % LIMITS);
    /* first steps of the residual form are a thousandth of the time ahead */
    const bool ahead = form == SMALL_INDEX3 && limit >= STOP;
    const struct worst w =
      run(p, form, limit, (ahead ? 1e3 : 1.0) * size[i / 32 % 4]);
    worst.force = fmax(worst.force, w.force);
    worst.v     = fmax(worst.v, w.v);
  }
  CHECK_IN(worst.force, 0.0, 1e-3);
  CHECK_IN(worst.v, 0.0, 1e-6);
  control();
}

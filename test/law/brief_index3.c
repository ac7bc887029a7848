/* Index 3 in steps of 1e-11 to 1e-7, which a first step, a longest step, a stop time or a
 * first tout asks for: lambda is that of the closed form at the present angle, and v that of
 * the motion, although positions, rounded or off by 1e-14, determine neither in such a
 * step. Pendulums on a fixed and on a driven pivot, both forms. The control is the
 * acceleration across the rod that the positions of three steps give. */
#include "support/test.h"

#define GRAVITY   9.81
#define AMPLITUDE 0.2
#define OMEGA     3.0

struct pendulum
{
  sunrealtype length, angle, speed, amplitude, off;
};

FORCE_IS(weight, 0.0, -GRAVITY)

HOLONOMIC(rod)
{
  const struct pendulum *p = data;
  const sunrealtype x      = q[0] - p->amplitude * sin(OMEGA * t);
  g[0] = 0.5 * (x * x + q[1] * q[1] - p->length * p->length);
}

static int rod_rate(sunrealtype t, N_Vector q, N_Vector gt, void *data)
{
  const struct pendulum *p = data;
  const sunrealtype x =
    N_VGetArrayPointer(q)[0] - p->amplitude * sin(OMEGA * t);
  N_VGetArrayPointer(gt)[0] = -x * p->amplitude * OMEGA * cos(OMEGA * t);
  return 0;
}

HOLONOMIC_JAC(rod_jac)
{
  const struct pendulum *p = data;
  const sunrealtype x      = q[0] - p->amplitude * sin(OMEGA * t);
  PROBLEM_MATRIX(G, {0, 0, x}, {0, 1, q[1]});
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct pendulum *p = data;
  const sunrealtype s      = p->length * sin(p->angle),
                    c      = p->length * cos(p->angle);
  q[0]                     = s + p->off;
  q[1]                     = -c;
  v[0]                     = c * p->speed + p->amplitude * OMEGA;
  v[1]                     = s * p->speed;
}

static sunrealtype tension(const struct pendulum *p, const sunrealtype *q,
                           sunrealtype t)
{
  const sunrealtype x     = q[0] - p->amplitude * sin(OMEGA * t);
  const sunrealtype pivot = -p->amplitude * OMEGA * OMEGA * sin(OMEGA * t);
  return p->speed * p->speed -
         (x * pivot + GRAVITY * q[1]) / (p->length * p->length);
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
    if (a) { a[i] = -force * at[i] - i * GRAVITY; }
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
  const sunrealtype x = q[0] - p->amplitude * sin(OMEGA * t), y = q[1];
  const sunrealtype L = p->length, right = tension(p, q, t);
  if (form != SMALL_INDEX3)
  {
    CHECK(!GALPHAGetMultipliers(s->mem, t, s->lambda, NULL));
  }
  const sunrealtype lambda =
    form == SMALL_INDEX3 ? q[2] : N_VGetArrayPointer(s->lambda)[0];
  w->force =
    fmax(w->force, fabs(lambda - right) / fmax(fabs(right), GRAVITY / L));
  /* v along the rod */
  const sunrealtype along =
    (x * (v[0] - p->amplitude * OMEGA * cos(OMEGA * t)) + y * v[1]) / L;
  w->v = fmax(w->v, fabs(along) / fmax(1.0, L));
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
            .force = weight, .g = rod, .G = rod_jac,
            .gt = limit == STOP ? rod_rate : NULL, .moving = 1, .data = &p);
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
    const struct pendulum p = {.length    = i % 3 ? 1.3 : 40.0,
                               .angle     = M_PI * angle[i / 8 % 4],
                               .speed     = i % 5 ? 0.7 : 0.0,
                               .amplitude = i / 128 ? AMPLITUDE : 0.0,
                               .off       = i % 7 ? 0.0 : 3e-14};
    const int form          = i % 2 ? GALPHA_INDEX3 : SMALL_INDEX3;
    const enum limit limit  = (enum limit)(i / 2 % LIMITS);
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

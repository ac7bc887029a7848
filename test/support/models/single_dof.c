/* One degree of freedom: linear oscillator under a constant load, and a mass on
 * a spring whose base moves as a function of time (IFEM, TestNewmark). */
#include "support/models/papers.h"
#include "support/models/reference.h"

static const struct ref_oscillator plain = {1, 1, 0, 1, 0};

/* Without data: the plain one. */
static const struct ref_oscillator *given(const void *data)
{
  return data ? data : &plain;
}

MASS_IS(oscillator_mass, {0, 0, given(data)->mass})

FORCE_IS(oscillator_force, given(data)->load - given(data)->stiffness * q[0])

FORCE_JAC_IS(oscillator_dfdq, {0, 0, -given(data)->stiffness})

EXACT(oscillator_exact)
{
  const struct ref_oscillator *d = given(data);
  const sunrealtype w            = sqrt(d->stiffness / d->mass),
                    u            = d->load / d->stiffness;
  const sunrealtype c = cos(w * t), s = sin(w * t), y = d->u0 - u;
  if (q) { q[0] = u + y * c + d->v0 / w * s; }
  if (v) { v[0] = -y * w * s + d->v0 * c; }
  if (a) { a[0] = -w * w * (y * c + d->v0 / w * s); }
  return 0;
}

PROBLEM_EXTERN(paper_oscillator, .name = "oscillator", .n = 1, .q0 = &plain.u0,
               .v0 = &plain.v0, .exact = oscillator_exact,
               .mass = oscillator_mass, .force = oscillator_force,
               .dfdq = oscillator_dfdq, .data = (void *)&plain,
               .constant_mass = 1, .no_dfdv = 1)

struct problem ref_oscillator(struct ref_oscillator *data)
{
  struct problem pb = paper_oscillator;
  pb.data           = data;
  pb.q0             = &data->u0;
  pb.v0             = &data->v0;
  return pb;
}

/* Moving base: q = (mass, base). It starts at rest while the base already moves with velocity omega. */
static const sunrealtype spring = 1000.0, omega = 10.0;

/* The force on the base goes into the multiplier alone. */
FORCE_IS(base_force, spring *(q[1] - q[0]), -spring *(q[1] - q[0]))

FORCE_JAC_IS(base_dfdq, {0, 0, -spring}, {1, 0, spring}, {0, 1, spring},
             {1, 1, -spring})

HOLONOMIC_IS(base_g, q[1] - sin(omega * t))

HOLONOMIC_IS(base_gt, -omega *cos(omega *t))

HOLONOMIC_JAC_IS(base_G, {0, 0, 0.0}, {0, 1, 1.0})

/* Free and forced part, u = A (sin(omega t) - (omega/w) sin(w t)). */
EXACT(base_exact)
{
  const sunrealtype w = sqrt(spring), A = spring / (spring - omega * omega);
  const sunrealtype s = sin(omega * t), c = cos(omega * t), ws = sin(w * t);
  const sunrealtype u = A * (s - omega / w * ws);
  if (q)
  {
    q[0] = u;
    q[1] = s;
  }
  if (v)
  {
    v[0] = A * omega * (c - cos(w * t));
    v[1] = omega * c;
  }
  if (a)
  {
    a[0] = spring * (s - u);
    a[1] = -omega * omega * s;
  }
  if (lambda) { lambda[0] = spring * (u - s) + omega * omega * s; }
  return 0;
}

struct problem ref_moving_base(void)
{
  return PROBLEM(.name = "moving base", .n = 2, .m = 1, .exact = base_exact,
                 .force = base_force, .dfdq = base_dfdq, .g = base_g,
                 .gt = base_gt, .G = base_G, .moving = 1, .no_dfdv = 1);
}

/* The spring-damper pendulum of Jay and Negrut (2009), (16). */
#include "support/models/papers.h"
#include "support/models/pins.h"
#include "support/models/reference.h"

#define PI      SUN_RCONST(3.14159265358979323846)
#define GRAVITY SUN_RCONST(9.81)

static void copy(sunrealtype *to, const sunrealtype *from, size_t n)
{
  if (to) { memcpy(to, from, n * sizeof *to); }
}

#define M16 5
#define L16 2
#define K16 3000
#define C16 100

MASS_IS(mass16, {0, 0, M16}, {1, 1, M16},
        {2, 2, SUN_RCONST(1.0) * M16 *L16 *L16 / 3})

static void start16(sunrealtype *q, sunrealtype *v, void *data)
{
  sunrealtype theta = 3 * PI / 2, omega = 10;
  q[0] = L16 * cos(theta);
  q[1] = L16 * sin(theta);
  q[2] = theta;
  v[0] = -L16 * sin(theta) * omega;
  v[1] = L16 * cos(theta) * omega;
  v[2] = omega;
}

/* Reference solution of the equation in theta alone. */
EXACT(exact16)
{
  static const sunrealtype y[] = {0.03077822402727319, -1.999763161208279,
                                  4.727778699883551};
  static const sunrealtype z[] = {-0.3963219316457087, -0.006099764930034544,
                                  -0.1981844347038809};
  static const sunrealtype b[] = {-2.0904904563055, 0.046388841860898,
                                  -1.0447645093025};
  static const sunrealtype l[] = {10.452452281527, -49.281944209304};
  if (!(fabs(t - 2) < SUN_RCONST(1e-9))) { return -1; }
  copy(q, y, 3);
  copy(v, z, 3);
  copy(a, b, 3);
  copy(lambda, l, 2);
  return 0;
}

FORCE_IS(force16, 0, GRAVITY * -M16, v[2] * -C16 - K16 * (q[2] - 3 * PI / 2))

static const struct pin pin16[]     = {{0, -L16, -1, 0, 0, 0}};
static const struct pinned pinned16 = {.bars = 1, .pins = 1, .pin = pin16};

FORCE_JAC_IS(dfdq16, {2, 2, -K16 + pinned_bend(&pinned16, 0, q, lambda)})

FORCE_JAC_IS(dfdv16, {2, 2, -C16})

HOLONOMIC(g16)
{
  pinned_g(&pinned16, q, g);
}

HOLONOMIC_JAC(G16)
{
  pinned_G(&pinned16, q, G);
}

PROBLEM_EXTERN(paper_pendulum16, .name = "pendulum16", .n = 3, .m = 2,
               .start = start16, .exact = exact16, .mass = mass16,
               .constant_mass = 1, .force = force16, .dfdq = dfdq16,
               .dfdv = dfdv16, .g = g16, .G = G16)

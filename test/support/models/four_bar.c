/* IFToMM A02: N four-bar linkages in a row, bars of unit length and mass in
 * absolute coordinates (x, y, theta). Bars 0..N stand on the ground at (i, 0),
 * bars N+1..2N join their tips. All standing bars stay parallel, so that one
 * angle describes the motion. */
#include "support/models/pins.h"
#include "support/models/reference.h"

enum
{
  LOOPS    = REF_FOURBAR_LOOPS,
  STANDING = LOOPS + 1,
  BARS     = 2 * LOOPS + 1
};

static const sunrealtype gravity = 9.81;

/* The feet of the standing bars, then both ends of those that join them. */
static const struct pin joint[] = {
  {0, -0.5, -1, 0, 0, 0},  {1, -0.5, -1, 0, 1, 0}, {2, -0.5, -1, 0, 2, 0},
  {3, -0.5, 0, 0.5, 0, 0}, {3, 0.5, 1, 0.5, 0, 0}, {4, -0.5, 1, 0.5, 0, 0},
  {4, 0.5, 2, 0.5, 0, 0}};
static const struct pinned fourbar = {.bars = BARS, .pins = 7, .pin = joint};

static void fourbar_start(sunrealtype *q, sunrealtype *v, void *data)
{
  for (int b = 0; b < BARS; b++)
  {
    const int up = b < STANDING;
    q[3 * b]     = up ? b : b - STANDING + 0.5;
    q[3 * b + 1] = up ? 0.5 : 1.0;
    q[3 * b + 2] = up ? acos(0.0) : 0.0;
    v[3 * b]     = up ? 0.5 : 1.0;
    v[3 * b + 1] = 0.0;
    v[3 * b + 2] = up ? -1.0 : 0.0;
  }
}

#define BAR 1.0, 1.0, 1.0 / 12
static const sunrealtype fourbar_masses[3 * BARS] = {BAR, BAR, BAR, BAR, BAR};

FORCE_EACH(fourbar_force, i % 3 == 1 ? -gravity : 0.0)

HOLONOMIC(fourbar_g)
{
  pinned_g(&fourbar, q, g);
}

HOLONOMIC_JAC(fourbar_G)
{
  pinned_G(&fourbar, q, G);
}

FORCE_JAC(fourbar_dfdq)
{
  pinned_dfdq(&fourbar, q, lambda, J);
}

/* t, theta, theta' of the standing bars: I theta'' = -g W cos theta. */
static const sunrealtype known[4][3] = {
  {0.5, 0.801977699239646, -2.7273084942771844},
  {1.0, -1.7670744763102624, -6.807385240869318},
  {4.0, -11.113463266717645, -1.0765111800823037},
  {10.0, -30.179800860183065, -1.5066421808197457}};

static void expand(const sunrealtype s[3], sunrealtype *q, sunrealtype *v,
                   sunrealtype *a)
{
  const sunrealtype c = cos(s[1]), n = sin(s[1]), w = s[2];
  const sunrealtype inertia = STANDING / 3.0 + LOOPS;
  const sunrealtype dw      = -gravity * (STANDING / 2.0 + LOOPS) * c / inertia;
  for (int i = 0; i < BARS; i++)
  {
    const int up           = i < STANDING;
    const sunrealtype r    = up ? 0.5 : 1.0;
    const sunrealtype x[3] = {(up ? i : i - STANDING + 0.5) + r * c, r * n,
                              up ? s[1] : 0.0};
    const sunrealtype z[3] = {-r * n * w, r * c * w, up ? w : 0.0};
    const sunrealtype b[3] = {-r * (n * dw + c * w * w),
                              r * (c * dw - n * w * w), up ? dw : 0.0};
    for (int k = 0; k < 3; k++)
    {
      if (q) { q[3 * i + k] = x[k]; }
      if (v) { v[3 * i + k] = z[k]; }
      if (a) { a[3 * i + k] = b[k]; }
    }
  }
}

EXACT(fourbar_exact)
{
  for (int i = 0; i < 4; i++)
  {
    if (!(fabs(t - known[i][0]) < 1e-12)) { continue; }
    expand(known[i], q, v, a);
    return 0;
  }
  return 1;
}

struct problem ref_fourbar(void)
{
  return PROBLEM(.name = "four-bar chain", .n = 3 * BARS, .m = 2 * fourbar.pins,
                 .start = fourbar_start, .exact = fourbar_exact,
                 .masses = fourbar_masses, .force = fourbar_force,
                 .dfdq = fourbar_dfdq, .g = fourbar_g, .G = fourbar_G,
                 .no_dfdv = 1);
}

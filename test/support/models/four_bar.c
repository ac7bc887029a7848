/* IFToMM A02: N four-bar linkages in a row, bars of unit length and mass in
 * absolute coordinates (x, y, theta). Bars 0..N stand on the ground at (i, 0),
 * bars N+1..2N join their tips. All standing bars stay parallel, so that one
 * angle describes the motion. */
#include <math.h>
#include <nvector/nvector_serial.h>

#include "support/models/callbacks.h"
#include "support/models/reference.h"

enum
{
  LOOPS    = REF_FOURBAR_LOOPS,
  STANDING = LOOPS + 1,
  BARS     = 2 * LOOPS + 1,
  JOINTS   = STANDING + 2 * LOOPS
};

static const sunrealtype gravity = 9.81;

/* Bar and end (-1 or 1) of the two sides of a joint; other < 0: the point
 * (bar, 0) of the ground. */
struct joint
{
  int bar, end, other, other_end;
};

static struct joint joint(int i)
{
  struct joint j = {i, -1, -1, 0};
  if (i >= STANDING)
  {
    const int link = (i - STANDING) / 2, right = (i - STANDING) % 2;
    j.bar       = STANDING + link;
    j.end       = right ? 1 : -1;
    j.other     = link + right;
    j.other_end = 1;
  }
  return j;
}

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

MASS(fourbar_mass)
{
  sunrealtype mass[3 * BARS];
  for (int i = 0; i < 3 * BARS; i++) { mass[i] = i % 3 == 2 ? 1.0 / 12 : 1.0; }
  ref_put_diagonal(M, 3 * BARS, mass);
}

FORCE(fourbar_force)
{
  for (int i = 0; i < 3 * BARS; i++) { f[i] = i % 3 == 1 ? -gravity : 0.0; }
}

HOLONOMIC(fourbar_g)
{
  for (int i = 0; i < JOINTS; i++)
  {
    const struct joint j = joint(i);
    const sunrealtype *a = q + 3 * j.bar;
    g[2 * i]             = a[0] + 0.5 * j.end * cos(a[2]);
    g[2 * i + 1]         = a[1] + 0.5 * j.end * sin(a[2]);
    if (j.other < 0) { g[2 * i] -= j.bar; }
    else
    {
      const sunrealtype *b = q + 3 * j.other;
      g[2 * i] -= b[0] + 0.5 * j.other_end * cos(b[2]);
      g[2 * i + 1] -= b[1] + 0.5 * j.other_end * sin(b[2]);
    }
  }
}

/* Factor of bar b in joint i: 0, or 0.5 end signed by the side, and sign. */
static sunrealtype side(int i, int b, sunrealtype *sign)
{
  const struct joint j = joint(i);
  *sign                = j.bar == b ? 1.0 : -1.0;
  if (j.bar == b) { return 0.5 * j.end; }
  return j.other == b ? -0.5 * j.other_end : 0.0;
}

HOLONOMIC_JAC(fourbar_G)
{
  problem_begin(G);
  for (int c = 0; c < 3 * BARS; c++)
  {
    const sunrealtype angle = q[c - c % 3 + 2];
    for (int i = 0; i < JOINTS; i++)
    {
      sunrealtype sign;
      const sunrealtype arm = side(i, c / 3, &sign);
      if (arm == 0.0) { continue; }
      if (c % 3 < 2) { problem_put(G, 2 * i + c % 3, c, sign); }
      else
      {
        problem_put(G, 2 * i, c, -arm * sin(angle));
        problem_put(G, 2 * i + 1, c, arm * cos(angle));
      }
    }
  }
  problem_end(G);
}

/* -d(G^T lambda)/dq: on the angles only. */
FORCE_JAC(fourbar_dfdq)
{
  sunrealtype a[3 * BARS] = {0.0};
  for (int b = 0; b < BARS; b++)
  {
    const int c = 3 * b + 2;
    for (int i = 0; i < JOINTS; i++)
    {
      sunrealtype sign;
      const sunrealtype arm = side(i, b, &sign);
      a[c] += arm * (lambda[2 * i] * cos(q[c]) + lambda[2 * i + 1] * sin(q[c]));
    }
  }
  ref_put_diagonal(J, 3 * BARS, a);
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
  const struct problem pb = {.name          = "four-bar chain",
                             .n             = 3 * BARS,
                             .m             = 2 * JOINTS,
                             .start         = fourbar_start,
                             .exact         = fourbar_exact,
                             .mass          = fourbar_mass,
                             .force         = fourbar_force,
                             .dfdq          = fourbar_dfdq,
                             .g             = fourbar_g,
                             .G             = fourbar_G,
                             .constant_mass = 1,
                             .no_dfdv       = 1};
  return pb;
}

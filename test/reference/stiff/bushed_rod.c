/* A rod of bars joined by springs of 1e10, swinging down from the horizontal, at loose
 * tolerances: the motion is that of bars joined by pins (and welds). Newton's
 * corrections and projected estimates, both by matrices of stretched springs, say
 * nothing about the motion. Against references made without the library. */
#include <stdbool.h>

#include "support/models/planar/planar.h"
#include "support/test.h"

#define STIFF 1e10

/* Bars of mass and length 1; stiff: springs in place of joints. */
static struct planar rod(int bars, int welded, int stiff)
{
  struct planar p = {.bars = bars, .n = 3 * bars};
  for (int i = 0; i < bars; i++)
  {
    const struct planar_link link = {.a = {.bar = i, .side = -1.0},
                                     .b = {.bar = i - 1, .side = 1.0},
                                     .k = STIFF};
    const struct planar_turn turn = {.a = i, .b = i - 1, .k = STIFF};
    const int held                = welded && i > 0;
    p.mass[i] = p.length[i] = 1.0;
    p.inertia[i]            = 1.0 / 12.0;
    p.q0[3 * i]             = i + 0.5;
    if (stiff && i > 0) { p.bushing[p.bushings++] = link; }
    else { p.pin[p.pins++] = link; }
    if (stiff && held) { p.spring[p.springs++] = turn; }
    else if (held) { p.angle[p.angles++] = turn; }
  }
  p.m = 2 * p.pins + p.angles;
  return p;
}

/* The largest error of q over rtol. */
static sunrealtype check(int bars, int welded, int order, SUNContext ctx)
{
  struct planar joints = rod(bars, welded, 0), springs = rod(bars, welded, 1);
  const sunrealtype most = order > 2 ? 50.0 : 300.0;
  sunrealtype worst      = 0.0;
  struct planar_reference ref;
  planar_reference_make(&ref, &joints, 0);
  CHECK(ref.good);
  for (int formulation = GALPHA_SOI2; formulation <= GALPHA_INDEX3;
       formulation++)
  {
    for (sunrealtype rtol = 1e-3; rtol > 5e-6; rtol *= 0.1)
    {
      const struct planar_run run = {
        .formulation = formulation, .order = order, .rho = 0.6, .rtol = rtol};
      const struct planar_result res =
        planar_integrate(&springs, &ref, &run, ctx);
      printf(
        "%d bars%s, order %d, formulation %d, rtol %.0e: error of q %.1e, of v "
        "%.1e (expected %.1e), %ld steps\n",
        bars, welded ? " welded" : "", order, formulation, rtol, res.error_q,
        res.error_v, res.expected, res.steps);
      const bool hides = formulation == GALPHA_SOI2_LITERAL;
      CHECK(res.flag == 0);
      CHECK_IN(res.error_q, 0.0, (hides ? 300.0 : most) * rtol);
      CHECK_IN(res.error_v, 0.0, 30.0 * res.expected);
      worst = fmax(worst, res.error_q / rtol);
    }
  }
  return worst;
}

TEST_MAIN(ctx)
{
  sunrealtype by_second = 0.0;
  for (int bars = 2; bars <= 4; bars++)
  {
    for (int order = 2; order <= 5; order += 3)
    {
      const sunrealtype apart  = check(bars, 0, order, ctx);
      const sunrealtype welded = check(bars, 1, order, ctx);
      if (order == 2) { by_second = fmax(by_second, fmax(apart, welded)); }
    }
  }
  /* control: order 2 alone does not look along the velocity */
  CHECK(by_second > 150.0);
}

/* Bars in the plane, (x, y, angle) of each, pinned to each other and to the ground: the
 * constraints of such a mechanism and their derivatives. */
#pragma once

#include "support/models/problem.h"

/* The point of a bar at `arm` from its centre is that of the other one, or (other < 0) the
 * point x, y of the ground. */
struct pin
{
  int bar;
  sunrealtype arm;
  int other;
  sunrealtype other_arm, x, y;
};

/* q[a], or q[a] - q[b] (b >= 0), is zero. */
struct pinned_hold
{
  int a, b;
};

/* Rows: two of each pin, then those that are held. */
struct pinned
{
  int bars, pins, holds;
  const struct pin *pin;
  const struct pinned_hold *hold;
};

void pinned_g(const struct pinned *p, const sunrealtype *q, sunrealtype *g);
void pinned_G(const struct pinned *p, const sunrealtype *q, SUNMatrix G);
/* -d(G^T lambda)/dq is diagonal; at the angle of this bar. */
sunrealtype pinned_bend(const struct pinned *p, int bar, const sunrealtype *q,
                        const sunrealtype *lambda);
/* That of all bars. */
void pinned_dfdq(const struct pinned *p, const sunrealtype *q,
                 const sunrealtype *lambda, SUNMatrix J);

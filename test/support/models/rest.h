/* Mechanisms that come to rest, hang or are moved slowly: their motion is steered by
 * reactions, whose derivatives by q an iteration with long steps cannot do without. */
#pragma once

#include "support/models/problem.h"

#define REST_GRAVITY 3.0

/* A string of unit masses on rods of length 1, each damped by c v and pushed outward
 * by push times its position, in a plane with gravity downwards. It hangs from a
 * support at (drive sin(2 pi t/period), 0). */
struct rest
{
  struct problem pb; /* its data is this struct */
  sunindextype links;
  sunrealtype c, push, drive, period;
  sunrealtype tilt; /* sine of the angle at the start */
  sunrealtype bend; /* of rod_rate below */
  int share;        /* df/dq holds the reactions' share */
};

/* n = 2 links, m = links. drive 0: it starts at rest, tilted; else straight down with
 * the support's velocity. */
void rest_string(struct rest *r, sunindextype links);
/* A single mass whose rod is a nonholonomic constraint, x.v + bend/2 v.v = 0. */
void rest_rolling(struct rest *r, sunrealtype bend);

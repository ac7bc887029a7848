#include "support/models/rest.h"

#define TWO_PI 6.283185307179586476925286766559

static sunrealtype support(const struct rest *r, sunrealtype t,
                           sunrealtype *speed)
{
  const sunrealtype w = TWO_PI / r->period;
  *speed              = r->drive * w * cos(w * t);
  return r->drive * sin(w * t);
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct rest *r = data;
  sunrealtype speed;
  const sunrealtype at = support(r, r->pb.t0, &speed);
  for (sunindextype i = 0; i < r->links; i++)
  {
    const sunrealtype s = r->tilt;
    q[2 * i]            = at + s * (sunrealtype)(i + 1);
    q[2 * i + 1]        = -sqrt(1.0 - s * s) * (sunrealtype)(i + 1);
    v[2 * i]            = speed;
    v[2 * i + 1]        = 0.0;
  }
}

FORCE(force)
{
  const struct rest *r = data;
  for (sunindextype i = 0; i < 2 * r->links; i++)
  {
    f[i] = r->push * q[i] - r->c * v[i] - (i % 2 ? REST_GRAVITY : 0.0);
  }
}

/* Component `axis` of rod i, from mass i - 1 (the support) to mass i. */
static sunrealtype rod(const struct rest *r, sunrealtype t,
                       const sunrealtype *q, sunindextype i, int axis)
{
  sunrealtype speed;
  if (i > 0) { return q[2 * i + axis] - q[2 * i - 2 + axis]; }
  return q[axis] - (axis ? 0.0 : support(r, t, &speed));
}

HOLONOMIC(rods)
{
  const struct rest *r = data;
  for (sunindextype i = 0; i < r->links; i++)
  {
    const sunrealtype dx = rod(r, t, q, i, 0), dy = rod(r, t, q, i, 1);
    g[i] = 0.5 * (dx * dx + dy * dy - 1.0);
  }
}

HOLONOMIC(rods_rate)
{
  const struct rest *r = data;
  sunrealtype speed;
  support(r, t, &speed);
  for (sunindextype i = 1; i < r->links; i++) { g[i] = 0.0; }
  g[0] = -rod(r, t, q, 0, 0) * speed;
}

HOLONOMIC_JAC(rods_by_q)
{
  const struct rest *r = data;
  problem_begin(G);
  for (sunindextype j = 0; j < 2 * r->links; j++)
  {
    for (sunindextype i = j / 2; i < j / 2 + 2 && i < r->links; i++)
    {
      const sunrealtype d = rod(r, t, q, i, (int)(j % 2));
      problem_put(G, i, j, i == j / 2 ? d : -d);
    }
  }
  problem_end(G);
}

/* push - R: rod i pulls its ends by lambda_i times their distance. */
FORCE_JAC(dfdq)
{
  const struct rest *r    = data;
  const sunrealtype *pull = lambda ? lambda : psi;
  problem_begin(J);
  for (sunindextype j = 0; j < 2 * r->links; j++)
  {
    const sunindextype b    = j / 2;
    const sunrealtype above = r->share ? pull[b] : 0.0;
    const sunrealtype below = r->share && b + 1 < r->links ? pull[b + 1] : 0.0;
    if (b > 0) { problem_put(J, j - 2, j, above); }
    problem_put(J, j, j, r->push - above - below);
    if (b + 1 < r->links) { problem_put(J, j + 2, j, below); }
  }
  problem_end(J);
}

FORCE_JAC(dfdv)
{
  const struct rest *r   = data;
  const sunrealtype bent = r->share && psi ? r->bend * psi[0] : 0.0;
  problem_begin(J);
  for (sunindextype j = 0; j < 2 * r->links; j++)
  {
    problem_put(J, j, j, -r->c - bent);
  }
  problem_end(J);
}

void rest_string(struct rest *r, sunindextype links)
{
  *r    = (struct rest){.links = links, .c = 0.8, .period = 1.0, .tilt = 0.6};
  r->pb = PROBLEM(.name = "string", .n = 2 * links, .m = links, .start = start,
                  .force = force, .dfdq = dfdq, .dfdv = dfdv, .g = rods,
                  .gt = rods_rate, .moving = 1, .G = rods_by_q, .data = r);
}

NONHOLONOMIC(rod_rate)
{
  const struct rest *r = data;
  k[0] =
    q[0] * v[0] + q[1] * v[1] + 0.5 * r->bend * (v[0] * v[0] + v[1] * v[1]);
}

NONHOLONOMIC_JAC(rod_rate_by_v)
{
  const struct rest *r = data;
  problem_begin(K);
  for (sunindextype j = 0; j < 2; j++)
  {
    problem_put(K, 0, j, q[j] + r->bend * v[j]);
  }
  problem_end(K);
}

NONHOLONOMIC_JAC(rod_rate_by_q)
{
  problem_begin(K);
  for (sunindextype j = 0; j < 2; j++) { problem_put(K, 0, j, v[j]); }
  problem_end(K);
}

void rest_rolling(struct rest *r, sunrealtype bend)
{
  *r      = (struct rest){.links = 1, .c = 0.8, .period = 1.0, .tilt = 0.6};
  r->bend = bend;
  r->pb   = PROBLEM(.name = "rolling", .n = 2, .p = 1, .start = start,
                    .force = force, .dfdq = dfdq, .dfdv = dfdv, .k = rod_rate,
                    .K = rod_rate_by_v, .Kq = rod_rate_by_q, .data = r);
}

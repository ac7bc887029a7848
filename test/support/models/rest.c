#include "support/models/rest.h"
#include "support/models/callbacks.h"

#include <math.h>

#include <nvector/nvector_serial.h>

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

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  const struct rest *r = data;
  N_VLinearSum(r->push, q, -r->c, v, f);
  for (sunindextype i = 0; i < r->links; i++)
  {
    NV_Ith_S(f, 2 * i + 1) -= REST_GRAVITY;
  }
  return 0;
}

/* Rod i from mass i - 1 (the support) to mass i. */
static void rod(const struct rest *r, sunrealtype t, N_Vector q, sunindextype i,
                sunrealtype *dx, sunrealtype *dy)
{
  sunrealtype speed;
  const sunrealtype *x = N_VGetArrayPointer(q);
  *dx = x[2 * i] - (i > 0 ? x[2 * i - 2] : support(r, t, &speed));
  *dy = x[2 * i + 1] - (i > 0 ? x[2 * i - 1] : 0.0);
}

static int g(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  const struct rest *r = data;
  for (sunindextype i = 0; i < r->links; i++)
  {
    sunrealtype dx, dy;
    rod(r, t, q, i, &dx, &dy);
    NV_Ith_S(out, i) = 0.5 * (dx * dx + dy * dy - 1.0);
  }
  return 0;
}

static int gt(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  const struct rest *r = data;
  sunrealtype dx, dy, speed;
  support(r, t, &speed);
  rod(r, t, q, 0, &dx, &dy);
  N_VConst(0.0, out);
  NV_Ith_S(out, 0) = -dx * speed;
  return 0;
}

static int G(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  const struct rest *r = data;
  problem_begin(A);
  for (sunindextype j = 0; j < 2 * r->links; j++)
  {
    for (sunindextype i = j / 2; i < j / 2 + 2 && i < r->links; i++)
    {
      sunrealtype d[2];
      rod(r, t, q, i, &d[0], &d[1]);
      problem_put(A, i, j, i == j / 2 ? d[j % 2] : -d[j % 2]);
    }
  }
  problem_end(A);
  return 0;
}

/* push - R: rod i pulls its ends by lambda_i times their distance. */
static int dfdq(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                N_Vector psi, SUNMatrix J, void *data)
{
  const struct rest *r = data;
  const sunindextype n = 2 * r->links;
  N_Vector mult        = lambda ? lambda : psi;
  problem_begin(J);
  for (sunindextype j = 0; j < n; j++)
  {
    const sunindextype b    = j / 2;
    const sunrealtype above = r->share ? NV_Ith_S(mult, b) : 0.0;
    const sunrealtype below =
      r->share && b + 1 < r->links ? NV_Ith_S(mult, b + 1) : 0.0;
    if (b > 0) { problem_put(J, j - 2, j, above); }
    problem_put(J, j, j, r->push - above - below);
    if (b + 1 < r->links) { problem_put(J, j + 2, j, below); }
  }
  problem_end(J);
  return 0;
}

static int dfdv(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                N_Vector psi, SUNMatrix J, void *data)
{
  const struct rest *r        = data;
  const sunrealtype *reaction = psi ? N_VGetArrayPointer(psi) : NULL;
  const sunrealtype bent      = r->share && psi ? r->bend * reaction[0] : 0.0;
  problem_begin(J);
  for (sunindextype j = 0; j < N_VGetLength(q); j++)
  {
    problem_put(J, j, j, -r->c - bent);
  }
  problem_end(J);
  return 0;
}

void rest_string(struct rest *r, sunindextype links)
{
  *r    = (struct rest){.links = links, .c = 0.8, .period = 1.0, .tilt = 0.6};
  r->pb = (struct problem){.name   = "string",
                           .n      = 2 * links,
                           .m      = links,
                           .start  = start,
                           .force  = force,
                           .dfdq   = dfdq,
                           .dfdv   = dfdv,
                           .g      = g,
                           .gt     = gt,
                           .moving = 1,
                           .G      = G,
                           .data   = r};
}

static int rod_rate(sunrealtype t, N_Vector q, N_Vector v, N_Vector k,
                    void *data)
{
  const struct rest *r = data;
  NV_Ith_S(k, 0)       = N_VDotProd(q, v) + 0.5 * r->bend * N_VDotProd(v, v);
  return 0;
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
  r->pb   = (struct problem){.name  = "rolling",
                             .n     = 2,
                             .p     = 1,
                             .start = start,
                             .force = force,
                             .dfdq  = dfdq,
                             .dfdv  = dfdv,
                             .k     = rod_rate,
                             .K     = rod_rate_by_v,
                             .Kq    = rod_rate_by_q,
                             .data  = r};
}

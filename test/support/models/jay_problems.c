/* The mathematical test problems of Jay and Negrut (2009), (15), and of Jay (2011), (7.1).
 * They share M and most of f; mu stands for lambda in (15) and for psi in (7.1). */
#include "support/models/papers.h"

MASS_IS(mass, {0, 0, q[0]}, {1, 0, sin(q[0] - exp(t))},
        {0, 1, q[1] - exp(-2 * t)}, {1, 1, q[0] * q[1]})

static void exact_motion(sunrealtype t, sunrealtype *q, sunrealtype *v,
                         sunrealtype *a)
{
  sunrealtype *out[] = {q, v, a};
  sunrealtype factor = 1;
  for (int k = 0; k < 3; k++)
  {
    if (out[k])
    {
      out[k][0] = exp(t);
      out[k][1] = factor * exp(-2 * t);
    }
    factor *= -2;
  }
}

/* The part of f in y, z and mu that both problems have. */
static void common_force(sunrealtype t, const sunrealtype *y,
                         const sunrealtype *z, sunrealtype mu, sunrealtype *f)
{
  f[0] = exp(t) * (y[0] * z[1] + 2 * y[1] * z[0]) + exp(2 * t) * y[0] * mu;
  f[1] = exp(-t) *
         (y[1] * z[1] / 2 - 2 * y[0] * z[0] * y[1] * z[1] + y[1] * mu * mu);
}

static void common_dfdq(sunrealtype t, const sunrealtype *y,
                        const sunrealtype *z, sunrealtype mu,
                        sunrealtype J[2][2])
{
  J[0][0] = exp(t) * z[1] + exp(2 * t) * mu;
  J[0][1] = 2 * exp(t) * z[0];
  J[1][0] = -2 * exp(-t) * z[0] * y[1] * z[1];
  J[1][1] = exp(-t) * (z[1] / 2 - 2 * y[0] * z[0] * z[1] + mu * mu);
}

static void common_dfdv(sunrealtype t, const sunrealtype *y,
                        const sunrealtype *z, sunrealtype J[2][2])
{
  J[0][0] = 2 * exp(t) * y[1];
  J[0][1] = exp(t) * y[0];
  J[1][0] = -2 * exp(-t) * y[0] * y[1] * z[1];
  J[1][1] = exp(-t) * (y[1] / 2 - 2 * y[0] * z[0] * y[1]);
}

static void put_2x2(SUNMatrix A, sunrealtype J[2][2])
{
  problem_begin(A);
  for (int j = 0; j < 2; j++)
  {
    for (int i = 0; i < 2; i++) { problem_put(A, i, j, J[i][j]); }
  }
  problem_end(A);
}

static void put_row(SUNMatrix A, sunrealtype x0, sunrealtype x1)
{
  PROBLEM_MATRIX(A, {0, 0, x0}, {0, 1, x1});
}

/* Jay and Negrut (2009), (15). */

EXACT(exact15)
{
  exact_motion(t, q, v, a);
  if (lambda) { lambda[0] = exp(-t); }
  if (psi) { psi[0] = exp(t); }
  return 0;
}

GENERAL_FORCE(force15)
{
  sunrealtype p = psi[0];
  common_force(t, q, v, lambda[0], f);
  f[0] += -q[0] * v[1] * p - 2;
  f[1] += -q[0] * q[1] * v[0] * p * p * p + exp(3 * t);
}

FORCE_JAC(dfdq15)
{
  sunrealtype p = psi[0], A[2][2];
  common_dfdq(t, q, v, lambda[0], A);
  A[0][0] -= v[1] * p;
  A[1][0] -= q[1] * v[0] * p * p * p;
  A[1][1] -= q[0] * v[0] * p * p * p;
  put_2x2(J, A);
}

FORCE_JAC(dfdv15)
{
  sunrealtype p = psi[0], A[2][2];
  common_dfdv(t, q, v, A);
  A[0][1] -= q[0] * p;
  A[1][0] -= q[0] * q[1] * p * p * p;
  put_2x2(J, A);
}

FORCE_JAC(dfdr15)
{
  sunrealtype l = lambda[0], p = psi[0];
  put_2x2(J, (sunrealtype[2][2]){
               {exp(2 * t) * q[0], -q[0] * v[1]},
               {2 * exp(-t) * q[1] * l, -3 * q[0] * q[1] * v[0] * p * p}});
}

HOLONOMIC_IS(g15, q[0] * q[0] * q[1] - 1)

HOLONOMIC_JAC(G15)
{
  put_row(G, 2 * q[0] * q[1], q[0] * q[0]);
}

NONHOLONOMIC_IS(k15, q[0] * v[0] * v[1] + 2)

NONHOLONOMIC_JAC(K15)
{
  put_row(K, q[0] * v[1], q[0] * v[0]);
}

NONHOLONOMIC_JAC(Kq15)
{
  put_row(K, v[0] * v[1], 0);
}

PROBLEM_EXTERN(paper_problem15, .name = "problem15", .n = 2, .m = 1, .p = 1,
               .q0 = VALUES(1, 1), .v0 = VALUES(1, -2), .exact = exact15,
               .mass = mass, .general = force15, .dfdq = dfdq15, .dfdv = dfdv15,
               .dfdr = dfdr15, .g = g15, .G = G15, .k = k15, .K = K15,
               .Kq = Kq15)

/* Jay (2011), (7.1). */

EXACT(exact71)
{
  exact_motion(t, q, v, a);
  if (psi) { psi[0] = exp(-t); }
  return 0;
}

GENERAL_FORCE(force71)
{
  common_force(t, q, v, psi[0], f);
}

FORCE_JAC(dfdq71)
{
  sunrealtype A[2][2];
  common_dfdq(t, q, v, psi[0], A);
  put_2x2(J, A);
}

FORCE_JAC(dfdv71)
{
  sunrealtype A[2][2];
  common_dfdv(t, q, v, A);
  put_2x2(J, A);
}

FORCE_JAC_IS(dfdr71, {0, 0, exp(2 * t) * q[0]},
             {1, 0, 2 * exp(-t) * q[1] * psi[0]})

NONHOLONOMIC_IS(k71, v[0] * v[0] * v[1] + 6 * q[0] * q[1] * v[0] - 4)

NONHOLONOMIC_JAC(K71)
{
  put_row(K, 2 * v[0] * v[1] + 6 * q[0] * q[1], v[0] * v[0]);
}

NONHOLONOMIC_JAC(Kq71)
{
  put_row(K, 6 * q[1] * v[0], 6 * q[0] * v[0]);
}

PROBLEM_EXTERN(paper_problem71, .name = "problem71", .n = 2, .p = 1,
               .q0 = VALUES(1, 1), .v0 = VALUES(1, -2), .exact = exact71,
               .mass = mass, .general = force71, .dfdq = dfdq71, .dfdv = dfdv71,
               .dfdr = dfdr71, .k = k71, .K = K71, .Kq = Kq71)

/* See hanging.h. */
#include "support/models/hanging.h"

static const struct hanging *of(const void *data)
{
  static const struct hanging at_rest = {.push = 0.0};
  return data ? data : &at_rest;
}

static sunrealtype place(const void *data, sunrealtype t, int k)
{
  const struct hanging *p = of(data);
  return p->support ? p->support(p, t, k) : 0.0;
}

/* From the support to the mass. */
static const sunrealtype *arm(const void *data, sunrealtype t, N_Vector q,
                              sunrealtype x[2])
{
  x[0] = N_VGetArrayPointer(q)[0];
  x[1] = N_VGetArrayPointer(q)[1];
  x[of(data)->upright] -= place(data, t, 0);
  return x;
}

static sunrealtype length(const struct hanging *p)
{
  return p->length > 0.0 ? p->length : 1.0;
}

static sunrealtype longer(const struct hanging *p, const sunrealtype x[2])
{
  const sunrealtype L = length(p);
  return 0.5 * (x[0] * x[0] + x[1] * x[1] - L * L);
}

static int counted(struct hanging *p)
{
  return p && --p->until_failure == 0 ? -1 : 0;
}

int hanging_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  N_VGetArrayPointer(f)[0] = of(data)->push;
  N_VGetArrayPointer(f)[1] = -HANGING_GRAVITY;
  return 0;
}

int hanging_rod(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  sunrealtype x[2];
  N_VGetArrayPointer(g)[0] = longer(of(data), arm(data, t, q, x));
  return 0;
}

int hanging_rod_rate(sunrealtype t, N_Vector q, N_Vector gt, void *data)
{
  sunrealtype x[2];
  N_VGetArrayPointer(gt)[0] =
    -arm(data, t, q, x)[of(data)->upright] * place(data, t, 1);
  return 0;
}

int hanging_rod_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  sunrealtype x[2];
  arm(data, t, q, x);
  PROBLEM_MATRIX(G, {0, 0, x[0]}, {0, 1, x[1]});
  return 0;
}

int hanging_index3(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, void *data)
{
  const struct hanging *p  = of(data);
  const sunrealtype lambda = N_VGetArrayPointer(y)[2];
  const sunrealtype *a     = N_VGetArrayPointer(ypp);
  sunrealtype *F           = N_VGetArrayPointer(r), x[2];
  arm(p, t, y, x);
  F[0] = a[0] + lambda * x[0] - p->push;
  F[1] = a[1] + lambda * x[1] + HANGING_GRAVITY;
  F[2] = longer(p, x);
  return counted(data);
}

int hanging_index2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                   void *data)
{
  const struct hanging *p = of(data);
  const sunrealtype *u = N_VGetArrayPointer(y), *up = N_VGetArrayPointer(yp);
  const sunrealtype f[] = {p->push, -HANGING_GRAVITY};
  sunrealtype *F        = N_VGetArrayPointer(r), x[2];
  arm(p, t, y, x);
  for (int i = 0; i < 2; i++)
  {
    F[i]     = up[i] - u[2 + i] + x[i] * u[5];
    F[2 + i] = up[2 + i] - f[i] + x[i] * u[4];
  }
  F[4] = longer(p, x);
  F[5] = x[0] * u[2] + x[1] * u[3] - x[p->upright] * place(p, t, 1);
  return counted(data);
}

/* The forces on the mass as the support sees it. */
static void field(const struct hanging *p, sunrealtype t, sunrealtype f[2])
{
  f[0] = p->push;
  f[1] = -HANGING_GRAVITY;
  f[p->upright] -= place(p, t, 2);
}

void hanging_swing(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                   const void *data)
{
  sunrealtype f[2];
  field(of(data), t, f);
  d[0] = y[1];
  d[1] = (f[0] * cos(y[0]) + f[1] * sin(y[0])) / length(of(data));
}

sunrealtype hanging_tension(const struct hanging *p, sunrealtype t,
                            const sunrealtype *y)
{
  sunrealtype f[2];
  field(of(p), t, f);
  return y[1] * y[1] + (f[0] * sin(y[0]) - f[1] * cos(y[0])) / length(of(p));
}

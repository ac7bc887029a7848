/* Preconditioner, root functions, weights, local function, and consistent values. */
#include "native.h"

static int spoilt(void *data, enum native_callback cb, N_Vector x)
{
  return native_answer(data, cb, x ? N_VGetArrayPointer(x) : NULL,
                       x ? N_VGetLength(x) : 0, NULL);
}

int native_prec_setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                      sunrealtype cj, void *data)
{
  return spoilt(data, NATIVE_CB_PREC, NULL);
}

int native_prec_solve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                      N_Vector rhs, N_Vector z, sunrealtype cj,
                      sunrealtype delta, void *data)
{
  N_VScale(1.0 / (cj + 1.0), rhs, z);
  return spoilt(data, NATIVE_CB_PREC, z);
}

int native_root(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *g,
                void *data)
{
  const struct native_env *env = data;
  for (int i = 0; i < env->native->nroots; i++)
  {
    g[i] = i % 2 ? sin(5.0 * t + i)
                 : N_VGetArrayPointer(y)[0] - 0.1 * (sunrealtype)i;
  }
  return native_answer(data, NATIVE_CB_ROOT, g, env->native->nroots, NULL);
}

int native_ewt(N_Vector y, N_Vector ewt, void *data)
{
  N_VConst(1e5, ewt);
  return spoilt(data, NATIVE_CB_EWT, ewt);
}

int native_local(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                 N_Vector g, void *data)
{
  return native_res1(t, y, yp, g, data);
}

void native_start(struct native *f)
{
  sunrealtype *q = N_VGetArrayPointer(f->y), *v = N_VGetArrayPointer(f->yp);
  const int n = f->n;
  for (int i = 0; i < n; i++)
  {
    q[i] = 0.4 + 0.1 * i;
    v[i] = 0.2;
  }
  if (f->form == NATIVE_FIRST)
  {
    for (int i = 0; i < n; i++)
    {
      v[i] =
        -(q[i] + 0.1 * q[i] * q[i] * q[i] - (i > 0 ? 0.2 * q[i - 1] : 0.0));
    }
  }
  const sunrealtype c = q[n - 1], w = v[n - 1];
  for (int k = 0; k < f->m; k++)
  {
    q[k] = 0.3 * sin(c) + f->env.drive * f->t0;
    v[k] = 0.3 * cos(c) * w + f->env.drive;
  }
  if (f->p) { v[f->m] = 0.5 * w; }
  if (f->l) { N_VConst(0.0, f->l); }
  if (f->psi) { N_VConst(0.0, f->psi); }
  if (f->s) { N_VConst(0.5, f->s); }
}

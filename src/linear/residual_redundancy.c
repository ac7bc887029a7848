/* Residual form: finds multipliers that redundant constraints leave undetermined, as
 * null vectors of the matrix of the first step, and verifies them by evaluations of F. */
#include <math.h>

#include <sunmatrix/sunmatrix_dense.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "linear/linear_solver.h"

struct search
{
  N_Vector z;       /* a combination of multipliers */
  N_Vector w, u;    /* J z, |J| |z| */
  N_Vector top;     /* largest magnitude in each column of J */
  N_Vector y;       /* work */
  sunrealtype most; /* sum of top_j |z_j| */
};

static void end(const struct search *s)
{
  N_Vector const own[] = {s->z, s->u, s->top};
  for (int i = 0; i < 3; i++)
  {
    if (own[i]) { N_VDestroy(own[i]); }
  }
}

/* w and y are work of the model that evaluations of F do not use. */
static int begin(struct search *s, const struct galpha_ls *ls, SUNMatrix J)
{
  N_Vector *own[] = {&s->z, &s->u, &s->top};
  *s = (struct search){.w = ls->model->d, .y = ls->model->res->jac_r};
  for (int i = 0; i < 3; i++)
  {
    *own[i] = galpha_clone(ls->packed);
    if (!*own[i]) { return -1; }
  }
  const sunrealtype *x   = galpha_block_data(J);
  sunrealtype *top       = N_VGetArrayPointer(s->top);
  struct galpha_cursor c = galpha_cursor_begin(J);
  sunindextype i, j;
  N_VConst(0.0, s->top);
  while (galpha_cursor_next(&c, &i, &j))
  {
    top[j] = fmax(top[j], fabs(x[c.k - 1]));
  }
  return 0;
}

/* Sets w, u and most from z. */
static void products(struct search *s, SUNMatrix J)
{
  const sunrealtype *x   = galpha_block_data(J);
  const sunrealtype *v   = N_VGetArrayPointer(s->z);
  struct galpha_cursor c = galpha_cursor_begin(J);
  sunindextype i, j;
  N_VConst(0.0, s->w);
  N_VConst(0.0, s->u);
  while (galpha_cursor_next(&c, &i, &j))
  {
    const sunrealtype term = x[c.k - 1] * v[j];
    N_VGetArrayPointer(s->w)[i] += term;
    N_VGetArrayPointer(s->u)[i] += fabs(term);
  }
  s->most = 0.0;
  for (j = 0; j < N_VGetLength(s->z); j++)
  {
    s->most += N_VGetArrayPointer(s->top)[j] * fabs(v[j]);
  }
}

/* J z vanishes: |w_i| <= share u_i + of_most most in each row. The second term is for
 * the noise of difference quotients in entries that are zero. */
static bool vanishes(const struct search *s, sunrealtype share,
                     sunrealtype of_most)
{
  sunindextype n       = 0;
  const sunrealtype *w = galpha_vector_data(s->w, &n);
  const sunrealtype *u = galpha_vector_data(s->u, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (!(fabs(w[i]) <= share * u[i] + of_most * s->most)) { return false; }
  }
  return true;
}

/* Sets the components of z whose effect top_j |z_j| is noise beside the largest one to
 * 0, and scales z to max norm 1. False: z = 0. */
static bool clean(struct search *s)
{
  sunrealtype *z         = N_VGetArrayPointer(s->z);
  const sunrealtype *top = N_VGetArrayPointer(s->top);
  const sunindextype n   = N_VGetLength(s->z);
  sunrealtype most       = 0.0;
  for (sunindextype j = 0; j < n; j++)
  {
    most = fmax(most, top[j] * fabs(z[j]));
  }
  for (sunindextype j = 0; j < n; j++)
  {
    if (!(top[j] * fabs(z[j]) > REDUNDANT_NOISE * most)) { z[j] = 0.0; }
  }
  const sunrealtype size = N_VMaxNorm(s->z);
  if (size > 0.0) { N_VScale(1.0 / size, s->z, s->z); }
  return size > 0.0;
}

/* Inverse iteration from random signs, of which a small part is added again each time.
 * If J has a null vector among the multipliers, z converges to it, although J^-1
 * amplifies the other multipliers by powers of 1/h. */
static int iterate(struct galpha_ls *ls, struct search *s)
{
  N_VConst(0.0, s->z);
  for (int i = 0; i < REDUNDANT_ITERATIONS; i++)
  {
    galpha_vector_signs(s->y, 0.0);
    N_VLinearSum(1.0, s->z, i == 0 ? 1.0 : REDUNDANT_MIXED, s->y, s->z);
    if (galpha_ls_res_solve(ls, s->z) || !galpha_vector_finite(s->z))
    {
      return 1;
    }
    galpha_space_keep(&ls->model->res->space, 0, s->z, s->z);
    if (!clean(s)) { return 1; }
  }
  return 0;
}

/* If J has no pivot (two equal rows): factorizes J with tiny diagonal entries in the
 * rows of the multipliers. */
static int factorize(struct galpha_ls *ls, struct search *s, SUNMatrix J)
{
  SUNMatrix A = ls->main.A;
  if (galpha_matrix_id(A) != SUNMATRIX_DENSE || SUNMatCopy(J, A)) { return 1; }
  galpha_space_keep(&ls->model->res->space, 0, s->top, s->z);
  for (sunindextype j = 0; j < N_VGetLength(s->z); j++)
  {
    SM_ELEMENT_D(A, j, j) -= REDUNDANT_PIVOT * N_VGetArrayPointer(s->z)[j];
  }
  return galpha_ls_set_up(ls, &ls->main);
}

/* w = (F(y + size z) - F(y))/size, with size so large that the terms in z far exceed F;
 * false: F cannot be evaluated there. */
static bool change(struct galpha_ls *ls, struct search *s)
{
  struct galpha_model *model       = ls->model;
  const struct galpha_failure kept = model->sys->fail;
  const sunrealtype size =
    REDUNDANT_LOAD * (1.0 + N_VMaxNorm(model->rq)) / N_VMaxNorm(s->u);
  N_VLinearSum(1.0, model->at.q, size, s->z, s->y);
  const int ret =
    galpha_res_eval(model->res, model->at.t, s->y, model->at.v, model->f, s->w);
  N_VLinearSum(1.0 / size, s->w, -1.0 / size, model->rq, s->w);
  galpha_sys_set_failure(model->sys, kept);
  return ret == 0 && galpha_vector_finite(s->w);
}

/* z -= J^-1 w, w: the effect of z on F. If J is regular, the result is nearly 0
 * (false); otherwise it is a better null vector. */
static bool stays(struct galpha_ls *ls, struct search *s)
{
  if (galpha_ls_res_solve(ls, s->w) || !galpha_vector_finite(s->w))
  {
    return false;
  }
  galpha_space_keep(&ls->model->res->space, 0, s->w, s->y);
  N_VLinearSum(1.0, s->z, -1.0, s->y, s->z);
  return N_VMaxNorm(s->z) > REDUNDANT_STAYS && clean(s);
}

/* dependent = the components of z with the largest magnitudes. */
static void record_two(struct galpha_ls *ls, N_Vector z)
{
  sunindextype n = 0, *two = ls->dependent;
  const sunrealtype *v = galpha_vector_data(z, &n);
  two[0] = two[1] = -1;
  for (sunindextype i = 0; i < n; i++)
  {
    if (two[0] < 0 || fabs(v[i]) > fabs(v[two[0]]))
    {
      two[1] = two[0];
      two[0] = i;
    }
    else if (two[1] < 0 || fabs(v[i]) > fabs(v[two[1]])) { two[1] = i; }
  }
}

bool galpha_ls_res_dependent(struct galpha_ls *ls, SUNMatrix J, bool singular)
{
  struct search s;
  /* found by an earlier attempt at the first step: hard to detect in very short steps */
  if (ls->dependent[0] >= 0) { return true; }
  bool found = !begin(&s, ls, J);
  found = found && (!singular || !factorize(ls, &s, J)) && !iterate(ls, &s);
  if (found)
  {
    products(&s, J);
    found = vanishes(&s, REDUNDANT_SUSPECT, REDUNDANT_NOISE) &&
            change(ls, &s) && stays(ls, &s);
  }
  if (found)
  {
    products(&s, J);
    found = change(ls, &s) &&
            vanishes(&s, REDUNDANT_NOISE, REDUNDANT_NOISE * REDUNDANT_NOISE);
  }
  if (found) { record_two(ls, s.z); }
  end(&s);
  return found;
}

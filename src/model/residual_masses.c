#include "model/residual_masses.h"

#include <math.h>

#include <sunmatrix/sunmatrix_dense.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/dependent_rows.h"

/* Row i of T: dF/dx, x the highest derivative of component of[i], all of one order. */
struct masses
{
  SUNMatrix T;
  N_Vector x, before, after, of;
  sunindextype n, count;
  int derivative;
};

static void end(const struct masses *m)
{
  N_Vector all[] = {m->x, m->before, m->after, m->of};
  for (int i = 0; i < 4; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
  if (m->T) { SUNMatDestroy(m->T); }
}

/* of = the components of this order. */
static void select(struct masses *m, const struct galpha_res *res, int order)
{
  sunindextype n = 0;
  const sunrealtype *all =
    res->order ? galpha_vector_data(res->order, &n) : NULL;
  sunrealtype *of   = N_VGetArrayPointer(m->of);
  const int highest = res->res2 ? 2 : 1;
  m->derivative     = order;
  for (sunindextype i = 0; i < m->n; i++)
  {
    if (all ? all[i] == order : order == highest)
    {
      of[m->count++] = (sunrealtype)i;
    }
  }
}

static bool begin(struct masses *m, const struct galpha_res *res,
                  const struct galpha_at *at, int order)
{
  N_Vector *all[] = {&m->x, &m->before, &m->after, &m->of};
  *m              = (struct masses){.n = N_VGetLength(at->y)};
  if (!galpha_vector_in_array(at->y) || m->n > MASSES_MOST) { return false; }
  for (int i = 0; i < 4; i++)
  {
    *all[i] = galpha_clone(at->y);
    if (!*all[i]) { return false; }
  }
  select(m, res, order);
  m->T = m->count ? galpha_dense_matrix(m->count, m->n, at->y->sunctx) : NULL;
  return m->T != NULL;
}

static int evaluate(const struct masses *m, struct galpha_res *res,
                    const struct galpha_at *at, N_Vector r)
{
  const N_Vector from[] = {at->y, at->yp, at->ypp};
  N_Vector arg[]        = {from[0], from[1], from[2]};
  arg[m->derivative]    = m->x;
  return galpha_res_eval(res, at->t, arg[0], arg[1], arg[2], r);
}

/* False: F cannot be evaluated. */
static bool difference(const struct masses *m, struct galpha_res *res,
                       const struct galpha_at *at)
{
  N_Vector from = m->derivative == 2   ? at->ypp
                  : m->derivative == 1 ? at->yp
                                       : at->y;
  /* F is linear in its highest derivatives: any increment will do */
  const sunrealtype by =
    (m->derivative ? 1.0 : MASSES_NEAR) * (1.0 + N_VMaxNorm(from));
  const sunrealtype *of = N_VGetArrayPointer(m->of);
  const sunrealtype *a  = N_VGetArrayPointer(m->before);
  const sunrealtype *b  = N_VGetArrayPointer(m->after);
  N_VScale(1.0, from, m->x);
  if (evaluate(m, res, at, m->before)) { return false; }
  for (sunindextype i = 0; i < m->count; i++)
  {
    sunrealtype *x         = N_VGetArrayPointer(m->x) + (sunindextype)of[i];
    const sunrealtype kept = *x;
    *x += by;
    const int ret       = evaluate(m, res, at, m->after);
    const sunrealtype d = *x - kept;
    *x                  = kept;
    if (ret || !galpha_vector_finite(m->after)) { return false; }
    for (sunindextype j = 0; j < m->n; j++)
    {
      SM_ELEMENT_D(m->T, i, j) = (b[j] - a[j]) / d;
    }
  }
  return true;
}

static sunrealtype largest(const struct masses *m, sunindextype i)
{
  sunrealtype top = 0.0;
  for (sunindextype j = 0; j < m->n; j++)
  {
    top = fmax(top, fabs(SM_ELEMENT_D(m->T, i, j)));
  }
  return top;
}

static sunindextype component(const struct masses *m, sunindextype i)
{
  return (sunindextype)N_VGetArrayPointer(m->of)[i];
}

/* The entry on the diagonal, if it is the largest one of its column; otherwise 0. */
static sunrealtype diagonal(const struct masses *m, sunindextype i)
{
  const sunrealtype d = SM_ELEMENT_D(m->T, i, component(m, i));
  return fabs(d) >= largest(m, i) ? d : 0.0;
}

/* The largest |dF_j/dy_k| of row j; HUGE_VAL: F cannot be evaluated. */
static sunrealtype row_by_y(const struct masses *m, struct galpha_res *res,
                            const struct galpha_at *at, sunindextype j)
{
  const sunrealtype *r = N_VGetArrayPointer(m->after);
  sunrealtype *y       = N_VGetArrayPointer(m->x);
  sunrealtype top      = 0.0;
  N_VScale(1.0, at->y, m->x);
  if (galpha_res_eval(res, at->t, m->x, at->yp, at->ypp, m->before))
  {
    return HUGE_VAL;
  }
  for (sunindextype k = 0; k < m->n; k++)
  {
    const sunrealtype kept = y[k];
    y[k] += sqrt(SUN_UNIT_ROUNDOFF) * (1.0 + fabs(kept));
    const sunrealtype d = y[k] - kept;
    const int ret =
      galpha_res_eval(res, at->t, m->x, at->yp, at->ypp, m->after);
    y[k] = kept;
    if (ret) { return HUGE_VAL; }
    top = fmax(top, fabs(r[j] - N_VGetArrayPointer(m->before)[j]) / d);
  }
  return top;
}

/* The row that contains the largest entry of line i of T. */
static sunindextype row_of(const struct masses *m, sunindextype i)
{
  sunindextype at = 0;
  for (sunindextype j = 1; j < m->n; j++)
  {
    at =
      fabs(SM_ELEMENT_D(m->T, i, j)) > fabs(SM_ELEMENT_D(m->T, i, at)) ? j : at;
  }
  return at;
}

/* Small beside the largest mass, and beside the derivatives by y in its row: equations
 * v = q', which F(t,y,y') contains, have other units than forces. */
static bool find_zero(const struct masses *m, struct galpha_res *res,
                      const struct galpha_at *at, struct galpha_mass_fault *f)
{
  sunrealtype top = 0.0;
  for (sunindextype i = 0; i < m->count; i++)
  {
    top = fmax(top, largest(m, i));
  }
  for (sunindextype i = 0; i < m->count; i++)
  {
    if (largest(m, i) > MASSES_ZERO * top ||
        largest(m, i) > MASSES_ZERO * row_by_y(m, res, at, row_of(m, i)))
    {
      continue;
    }
    f->kind = GALPHA_MASS_ZERO;
    f->a    = component(m, i);
    f->of_a = largest(m, i);
    return true;
  }
  return false;
}

static bool find_singular(const struct masses *m, struct galpha_mass_fault *f)
{
  sunindextype other     = -1;
  const sunindextype row = galpha_rank_dependent(m->T, NULL, NULL, &other);
  if (row < 0 || other < 0) { return false; }
  f->kind = GALPHA_MASS_SINGULAR;
  f->a    = component(m, row);
  f->b    = component(m, other);
  return true;
}

/* Finds the components whose diagonal entry has the rarer sign: F may contain masses
 * with either sign. In F(t,y,y') other equations have any sign, so fewer than a third
 * must have the rarer one. */
static bool find_negative(const struct masses *m, struct galpha_mass_fault *f)
{
  sunindextype count[2] = {0, 0}, first[2] = {-1, -1};
  for (sunindextype i = m->count - 1; i >= 0; i--)
  {
    const sunrealtype d = diagonal(m, i);
    count[d > 0.0] += d != 0.0;
    if (d != 0.0) { first[d > 0.0] = i; }
  }
  const int rare = count[1] < count[0];
  const bool few =
    m->derivative == 2 || 3 * count[rare] < count[!rare] + count[rare];
  if (count[rare] == 0 || !few) { return false; }
  f->kind = GALPHA_MASS_NEGATIVE;
  f->a    = component(m, first[rare]);
  f->b    = component(m, first[!rare]);
  f->of_a = diagonal(m, first[rare]);
  f->of_b = diagonal(m, first[!rare]);
  return true;
}

static bool find(struct galpha_res *res, const struct galpha_at *at, int order,
                 struct galpha_mass_fault *found)
{
  struct masses m;
  bool is           = begin(&m, res, at, order) && difference(&m, res, at);
  found->derivative = order;
  if (is && order == 0)
  {
    is          = find_singular(&m, found);
    found->kind = is ? GALPHA_MASS_NONE : GALPHA_MASS_RIGHT;
  }
  else if (is)
  {
    is = find_zero(&m, res, at, found) || find_singular(&m, found) ||
         find_negative(&m, found);
  }
  end(&m);
  return is;
}

struct galpha_mass_fault galpha_res_masses(struct galpha_res *res,
                                           const struct galpha_at *at)
{
  struct galpha_mass_fault found   = {.kind = GALPHA_MASS_RIGHT};
  const struct galpha_failure kept = res->sys->fail;
  const int highest                = res->space.has[2] ? 2 : 1;
  if (!find(res, at, highest, &found)) { (void)find(res, at, 0, &found); }
  galpha_sys_set_failure(res->sys, kept);
  return found;
}

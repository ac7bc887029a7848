#include "model/difference_jacobian.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <sundials/sundials_types.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/column_colouring.h"
#include "base/tuning.h"

struct galpha_dq
{
  SUNMatrix_ID id;
  struct galpha_colouring plan;
  sunrealtype *saved, *span; /* unperturbed x_j, distance of its two values */
  bool *clear;               /* columns with differences above rounding of r */
  sunindextype *covered; /* by rows: 1 + the last group with an entry there */
  bool outside;          /* see galpha_dq_outside */
};

static struct galpha_dq *new_plan(SUNMatrix J, bool fixed_pattern)
{
  struct galpha_dq *dq = calloc(1, sizeof *dq);
  if (!dq) { return NULL; }
  dq->id = SUNMatGetID(J);
  if (galpha_colouring_init(&dq->plan, J, fixed_pattern) == 0)
  {
    dq->saved   = calloc((size_t)dq->plan.n + 1, sizeof *dq->saved);
    dq->span    = calloc((size_t)dq->plan.n + 1, sizeof *dq->span);
    dq->clear   = calloc((size_t)dq->plan.n + 1, sizeof *dq->clear);
    dq->covered = calloc((size_t)dq->plan.rows + 1, sizeof *dq->covered);
  }
  if (!dq->saved || !dq->span || !dq->clear || !dq->covered)
  {
    galpha_dq_free(dq);
    return NULL;
  }
  return dq;
}

struct galpha_dq *galpha_dq_new(SUNMatrix J)
{
  return new_plan(J, false);
}

struct galpha_dq *galpha_dq_new_fixed(SUNMatrix J)
{
  return new_plan(J, true);
}

void galpha_dq_free(struct galpha_dq *dq)
{
  if (!dq) { return; }
  galpha_colouring_free(&dq->plan);
  free(dq->saved);
  free(dq->span);
  free(dq->clear);
  free(dq->covered);
  free(dq);
}

sunindextype galpha_dq_groups(const struct galpha_dq *dq)
{
  return dq->plan.groups;
}

void galpha_dq_typical(N_Vector x, N_Vector size)
{
  const sunrealtype top = N_VMaxNorm(x);
  N_VAbs(x, size);
  N_VAddConst(size, top > 0.0 ? 1e-3 * top : 1.0, size);
}

sunrealtype galpha_dq_increment(sunrealtype x, sunrealtype typical,
                                sunrealtype relative)
{
  return copysign(relative * fmax(fabs(x), typical), x < 0.0 ? -1.0 : 1.0);
}

static bool finite_vector(sunindextype n, const sunrealtype *r)
{
  for (sunindextype i = 0; i < n; i++)
  {
    if (!isfinite(r[i])) { return false; }
  }
  return true;
}

static bool overflows(sunindextype n, const sunrealtype *r)
{
  for (sunindextype i = 0; i < n; i++)
  {
    if (isinf(r[i])) { return true; }
  }
  return false;
}

/* Values of J, or NULL if J is not of the plan's type and size. */
static sunrealtype *values(const struct galpha_dq *dq, SUNMatrix J)
{
  if (SUNMatGetID(J) != dq->id) { return NULL; }
  if (dq->id == SUNMATRIX_DENSE)
  {
    return SM_LDATA_D(J) == dq->plan.rows * dq->plan.n ? SM_DATA_D(J) : NULL;
  }
  if (dq->id == SUNMATRIX_BAND)
  {
    return SM_COLUMNS_B(J) == dq->plan.n ? SM_DATA_B(J) : NULL;
  }
  const sunindextype np = SM_NP_S(J);
  return SM_INDEXPTRS_S(J)[np] == dq->plan.cols.ptr[dq->plan.n] ? SM_DATA_S(J)
                                                                : NULL;
}

/* Destination of the quotients: data or present. */
struct result
{
  sunrealtype *data;    /* of J */
  sunrealtype *present; /* by columns */
  bool add;
};

static void store(const struct result *to, sunindextype at, sunrealtype entry)
{
  to->data[at] = to->add ? to->data[at] + entry : entry;
}

/* By more than rounding. */
static bool differs(sunrealtype r0, sunrealtype r1)
{
  return fabs(r1 - r0) >
         DIFFERENCE_CLEAR * SUN_UNIT_ROUNDOFF * fmax(fabs(r0), fabs(r1));
}

/* Column j of J from the difference d = r1 - r0 made by inc. */
static bool store_column(struct galpha_dq *dq, sunindextype j, sunrealtype inc,
                         const sunrealtype *r0, const sunrealtype *r1,
                         const struct result *to)
{
  const struct galpha_lists *cols = &dq->plan.cols;
  const bool dense                = dq->id == SUNMATRIX_DENSE;
  const sunindextype from         = dense ? 0 : cols->ptr[j];
  const sunindextype end          = dense ? dq->plan.rows : cols->ptr[j + 1];
  bool ok                         = true;
  dq->clear[j]                    = false;
  for (sunindextype p = from; p < end; p++)
  {
    const sunindextype i    = dense ? p : cols->idx[p];
    const sunrealtype entry = (r1[i] - r0[i]) / inc;
    ok                      = isfinite(entry) && ok;
    dq->clear[j]            = dq->clear[j] || differs(r0[i], r1[i]);
    if (!to->data) { to->present[j] = entry != 0.0 ? 1.0 : to->present[j]; }
    else
    {
      store(to, dense ? j * end + p : galpha_lists_place(cols, p), entry);
    }
  }
  return ok;
}

/* Perturbs the components of group g by sign times their increments, evaluates r,
 * leaves x perturbed. */
static int moved_group(struct galpha_dq *dq, struct galpha_difference *df,
                       sunindextype g, sunrealtype sign, N_Vector r)
{
  const sunrealtype relative = df->relative > 0.0 ? df->relative
                               : df->central      ? cbrt(SUN_UNIT_ROUNDOFF)
                                                  : sqrt(SUN_UNIT_ROUNDOFF);
  const sunrealtype *typ     = N_VGetArrayPointer(df->typical);
  sunrealtype *xa            = N_VGetArrayPointer(df->x);
  for (sunindextype k = dq->plan.first[g]; k < dq->plan.first[g + 1]; k++)
  {
    const sunindextype j = dq->plan.order[k];
    const sunrealtype by = df->share ? sign * df->share[j] : sign;
    xa[j] =
      dq->saved[j] + by * galpha_dq_increment(dq->saved[j], typ[j], relative);
  }
  const int ret = df->fn(df->ctx, r);
  const bool finite =
    df->lax || finite_vector(dq->plan.rows, N_VGetArrayPointer(r));
  return ret == 0 && !finite ? 1 : ret;
}

/* Rows in which no column of group g has an entry do not depend on it. */
static void look_outside(struct galpha_dq *dq, sunindextype g,
                         const sunrealtype *r0, const sunrealtype *r1)
{
  const struct galpha_lists *cols = &dq->plan.cols;
  if (dq->id != SUNMATRIX_SPARSE) { return; }
  for (sunindextype k = dq->plan.first[g]; k < dq->plan.first[g + 1]; k++)
  {
    const sunindextype j = dq->plan.order[k];
    for (sunindextype p = cols->ptr[j]; p < cols->ptr[j + 1]; p++)
    {
      dq->covered[cols->idx[p]] = g + 1;
    }
  }
  for (sunindextype i = 0; i < dq->plan.rows && !dq->outside; i++)
  {
    dq->outside = dq->covered[i] != g + 1 && differs(r0[i], r1[i]);
  }
}

/* Computes the columns of group g. */
static int group(struct galpha_dq *dq, struct galpha_difference *df,
                 sunindextype g, const struct result *to)
{
  sunrealtype *xa = N_VGetArrayPointer(df->x);
  int ret         = moved_group(dq, df, g, 1.0, df->r1);
  if (ret > 0 && df->either_side &&
      !overflows(dq->plan.rows, N_VGetArrayPointer(df->r1)))
  {
    ret = moved_group(dq, df, g, -1.0, df->r1);
  }
  for (sunindextype k = dq->plan.first[g]; k < dq->plan.first[g + 1]; k++)
  {
    const sunindextype j = dq->plan.order[k];
    dq->span[j]          = xa[j] - dq->saved[j];
  }
  if (ret == 0 && df->central)
  {
    ret = moved_group(dq, df, g, -1.0, df->r0);
    for (sunindextype k = dq->plan.first[g]; k < dq->plan.first[g + 1]; k++)
    {
      const sunindextype j = dq->plan.order[k];
      dq->span[j] += dq->saved[j] - xa[j];
    }
  }
  const sunrealtype *r0 = N_VGetArrayPointer(df->r0);
  const sunrealtype *r1 = N_VGetArrayPointer(df->r1);
  for (sunindextype k = dq->plan.first[g]; k < dq->plan.first[g + 1]; k++)
  {
    const sunindextype j = dq->plan.order[k];
    xa[j]                = dq->saved[j];
    if (ret == 0)
    {
      ret = !store_column(dq, j, dq->span[j], r0, r1, to) && !df->lax;
    }
  }
  if (ret == 0) { look_outside(dq, g, r0, r1); }
  return ret;
}

static bool is_known(const struct galpha_dq *dq,
                     const struct galpha_difference *df, sunindextype g)
{
  const sunrealtype *known = df->known ? N_VGetArrayPointer(df->known) : NULL;
  for (sunindextype k = dq->plan.first[g]; k < dq->plan.first[g + 1]; k++)
  {
    if (!known || known[dq->plan.order[k]] == 0.0) { return false; }
  }
  return true;
}

static int quotients(struct galpha_dq *dq, struct galpha_difference *df,
                     const struct result *to)
{
  int ret     = 0;
  dq->outside = false;
  memcpy(dq->saved, N_VGetArrayPointer(df->x),
         (size_t)dq->plan.n * sizeof *dq->saved);
  for (sunindextype g = 0; g < dq->plan.groups && ret == 0; g++)
  {
    if (!is_known(dq, df, g)) { ret = group(dq, df, g, to); }
  }
  return ret;
}

int galpha_dq_jac(struct galpha_dq *dq, struct galpha_difference *df,
                  SUNMatrix J)
{
  const struct result to = {.data = values(dq, J), .add = df->add};
  return to.data ? quotients(dq, df, &to) : -1;
}

bool galpha_dq_outside(const struct galpha_dq *dq)
{
  return dq->outside;
}

bool galpha_dq_unclear(const struct galpha_dq *dq, N_Vector of)
{
  sunrealtype *lost = N_VGetArrayPointer(of);
  bool some         = false;
  for (sunindextype j = 0; j < dq->plan.n; j++)
  {
    if (dq->clear[j]) { lost[j] = 0.0; }
    some = some || lost[j] != 0.0;
  }
  return some;
}

int galpha_dq_columns(struct galpha_dq *dq, struct galpha_difference *df,
                      sunrealtype *present)
{
  const struct result to = {.present = present};
  return quotients(dq, df, &to);
}

/* Minimizes the Rayleigh quotient r(y) = |B^T y|^2 / |y|^2, B: the scaled rows, by
 * conjugate gradients with exact line search; z = B^T y. */
#include "model/nearly_dependent.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"

/* weight = 1/|row| for the selected rows that are not zero, 0 for the others. Returns
 * their number. */
static sunindextype set_weights(const struct galpha_nearly *s)
{
  struct galpha_cursor c  = galpha_cursor_begin(s->A);
  const sunrealtype *data = galpha_block_data(s->A);
  sunrealtype *weight     = N_VGetArrayPointer(s->weight);
  sunrealtype *square     = N_VGetArrayPointer(s->scaled);
  sunindextype i, j, count = 0;
  N_VConst(0.0, s->scaled);
  while (galpha_cursor_next(&c, &i, &j))
  {
    square[i] += data[c.k - 1] * data[c.k - 1];
  }
  for (i = 0; i < galpha_block_rows(s->A); i++)
  {
    const bool counts = weight[i] > 0.5 && square[i] > 0.0;
    weight[i]         = counts ? 1.0 / sqrt(square[i]) : 0.0;
    count += counts;
  }
  return count;
}

/* out = x times the weights. A user's vectors need not have the operation prod. */
static void scale(const struct galpha_nearly *s, N_Vector x, N_Vector out)
{
  const sunrealtype *weight = N_VGetArrayPointer(s->weight);
  const sunrealtype *from   = N_VGetArrayPointer(x);
  sunrealtype *to           = N_VGetArrayPointer(out);
  for (sunindextype i = 0; i < galpha_block_rows(s->A); i++)
  {
    to[i] = weight[i] * from[i];
  }
}

/* z = B^T y */
static void combine(const struct galpha_nearly *s, N_Vector y, N_Vector z)
{
  scale(s, y, s->scaled);
  N_VConst(0.0, z);
  galpha_block_tmul(s->A, 1.0, s->scaled, z);
}

/* Half of |y|^2 times the gradient of r: B z - r y. */
static void set_gradient(const struct galpha_nearly *s, sunrealtype r)
{
  N_VConst(0.0, s->scaled);
  galpha_block_mul(s->A, 1.0, s->z, s->scaled);
  scale(s, s->scaled, s->gradient);
  N_VLinearSum(1.0, s->gradient, -r, s->y, s->gradient);
}

/* The x that minimizes r(y + x along), where the derivative of r is 0; 0: there is
 * none. */
static sunrealtype line_search(const struct galpha_nearly *s)
{
  const sunrealtype z0 = N_VDotProd(s->z, s->z), y0 = N_VDotProd(s->y, s->y);
  const sunrealtype z1 = N_VDotProd(s->z, s->z_along),
                    y1 = N_VDotProd(s->y, s->along);
  const sunrealtype z2 = N_VDotProd(s->z_along, s->z_along),
                    y2 = N_VDotProd(s->along, s->along);
  const sunrealtype a = z2 * y1 - z1 * y2, b = z2 * y0 - z0 * y2;
  const sunrealtype c = z1 * y0 - z0 * y1;
  const sunrealtype x = -2.0 * c / (b + sqrt(fmax(0.0, b * b - 4.0 * a * c)));
  return isfinite(x) ? x : 0.0;
}

static sunindextype last_of(const struct galpha_nearly *s)
{
  const sunrealtype *y    = N_VGetArrayPointer(s->y);
  const sunrealtype least = 0.5 * N_VMaxNorm(s->y);
  sunindextype i          = galpha_block_rows(s->A) - 1;
  while (i > 0 && !(fabs(y[i]) >= least)) { i--; }
  return i;
}

/* y = random numbers in the selected rows. */
static void start(const struct galpha_nearly *s)
{
  const sunrealtype *weight = N_VGetArrayPointer(s->weight);
  sunrealtype *y            = N_VGetArrayPointer(s->y);
  galpha_vector_signs(s->y, 0.5);
  for (sunindextype i = 0; i < galpha_block_rows(s->A); i++)
  {
    if (weight[i] == 0.0) { y[i] = 0.0; }
  }
  combine(s, s->y, s->z);
  N_VConst(0.0, s->along);
}

sunrealtype galpha_nearly_dependent(const struct galpha_nearly *s,
                                    sunindextype *row)
{
  const sunindextype count = set_weights(s);
  sunrealtype r = 1.0, before = 0.0;
  if (count == 0) { return 1.0; }
  start(s);
  for (sunindextype i = 0; i < NEARLY_ROUNDS * (count + 1); i++)
  {
    const sunrealtype size = N_VDotProd(s->y, s->y);
    r                      = N_VDotProd(s->z, s->z) / size;
    set_gradient(s, r);
    const sunrealtype steep = N_VDotProd(s->gradient, s->gradient);
    const sunrealtype goal  = NEARLY_EXACT * r + DBL_EPSILON;
    if (!(steep > goal * goal * size)) { break; }
    N_VLinearSum(-1.0, s->gradient, before > 0.0 ? steep / before : 0.0,
                 s->along, s->along);
    before = steep;
    combine(s, s->along, s->z_along);
    const sunrealtype x = line_search(s);
    if (x == 0.0) { break; }
    N_VLinearSum(1.0, s->y, x, s->along, s->y);
    N_VLinearSum(1.0, s->z, x, s->z_along, s->z);
  }
  *row = last_of(s);
  return sqrt(r);
}

#include "check/difference_column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clone.h"
#include "base/tuning.h"

int galpha_quotient_init(struct galpha_quotient *s, N_Vector like)
{
  const size_t n = (size_t)N_VGetLength(like);
  s->rows        = N_VGetLength(like);
  s->grain       = 0.0;
  s->fd          = calloc(n, sizeof *s->fd);
  s->err         = calloc(n, sizeof *s->err);
  s->noise       = calloc(n, sizeof *s->noise);
  s->last        = calloc(n, sizeof *s->last);
  s->kept        = calloc(3 * n, sizeof *s->kept);
  s->r0          = galpha_clone(like);
  s->r1          = galpha_clone(like);
  return s->fd && s->err && s->noise && s->last && s->kept && s->r0 && s->r1
           ? 0
           : -1;
}

void galpha_quotient_free(struct galpha_quotient *s)
{
  free(s->fd);
  free(s->err);
  free(s->noise);
  free(s->last);
  free(s->kept);
  if (s->r0) { N_VDestroy(s->r0); }
  if (s->r1) { N_VDestroy(s->r1); }
}

/* Evaluates fn at *x - h into r0 and at *x + h into r1; restores *x. */
static int both_ends(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                     sunrealtype *x, sunrealtype h, sunrealtype *span)
{
  const sunrealtype at = *x, up = at + h, down = at - h;
  *x      = up;
  int ret = fn(ctx, s->r1);
  *x      = down;
  if (!ret) { ret = fn(ctx, s->r0); }
  *x    = at;
  *span = up - down;
  return ret;
}

/* Adopts the new quotient, extrapolated (errors fall with h^2), in each row where it
 * agrees better with the previous one than any earlier pair did. Returns whether all
 * errors are small enough. */
static bool take(struct galpha_quotient *s, sunrealtype span, bool first,
                 sunrealtype accuracy)
{
  const sunrealtype *r0  = N_VGetArrayPointer(s->r0);
  const sunrealtype *r1  = N_VGetArrayPointer(s->r1);
  const sunrealtype unit = 8.0 * SUN_UNIT_ROUNDOFF / fabs(span);
  sunrealtype top        = 0.0;
  bool settled           = true;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    const sunrealtype d   = (r1[i] - r0[i]) / span;
    const sunrealtype err = fabs(d - s->last[i]) +
                            unit * fmax(fabs(r0[i]), fabs(r1[i])) +
                            s->grain / fabs(span);
    if (!first && err < s->err[i])
    {
      s->err[i]   = err;
      s->noise[i] = unit;
      s->fd[i]    = d + (d - s->last[i]) / (CHECK_RATIO * CHECK_RATIO - 1.0);
    }
    s->last[i] = d;
    top        = fmax(top, fabs(d));
  }
  for (sunindextype i = 0; i < s->rows; i++)
  {
    const bool zero = !first && s->fd[i] == 0.0 && s->last[i] == 0.0;
    settled =
      settled && (zero || s->err[i] <= accuracy * (fabs(s->fd[i]) + top));
  }
  return settled;
}

static bool all_known(const struct galpha_quotient *s)
{
  for (sunindextype i = 0; i < s->rows; i++)
  {
    if (!isfinite(s->err[i])) { return false; }
  }
  return true;
}

/* Starts with increment h. */
static int quotient(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                    sunrealtype *x, sunrealtype h, sunrealtype accuracy)
{
  sunrealtype span = 0.0;
  bool first       = true;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    s->fd[i] = s->last[i] = s->noise[i] = 0.0;
    s->err[i]                           = HUGE_VAL;
  }
  for (int size = 0; size < CHECK_SIZES; size++, h /= CHECK_RATIO)
  {
    const int ret = both_ends(s, fn, ctx, x, h, &span);
    if (ret < 0) { return ret; }
    if (ret > 0) { continue; } /* outside the domain of fn */
    if (take(s, span, first, accuracy)) { return 0; }
    first = false;
  }
  return all_known(s) ? 0 : 1;
}

int galpha_quotient(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                    sunrealtype *x, sunrealtype typical, sunrealtype accuracy)
{
  const sunrealtype h = CHECK_FIRST * fmax(fabs(*x), typical);
  return quotient(s, fn, ctx, x, h, accuracy);
}

static bool agrees(const struct galpha_quotient *s, sunindextype i,
                   sunrealtype u, sunrealtype tolerance)
{
  const sunrealtype size = fabs(u) + fabs(s->fd[i]);
  return fabs(u - s->fd[i]) <= tolerance * size + CHECK_DOUBT * s->err[i];
}

int galpha_quotient_again(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                          sunrealtype *x, sunrealtype typical,
                          const sunrealtype *u, sunrealtype tolerance)
{
  sunrealtype *const of[] = {s->fd, s->err, s->noise};
  const sunrealtype h =
    CHECK_FIRST * fmax(fabs(*x), typical) * pow(CHECK_RATIO, -CHECK_SIZES);
  const size_t rows = (size_t)s->rows;
  bool some         = false;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    some = some || (u[i] != 0.0 && !agrees(s, i, u[i], tolerance));
  }
  if (!some) { return 0; }
  for (int k = 0; k < 3; k++)
  {
    memcpy(s->kept + (size_t)k * rows, of[k], rows * sizeof *s->kept);
  }
  const int ret = quotient(s, fn, ctx, x, h, 0.1 * tolerance);
  for (sunindextype i = 0; i < s->rows; i++)
  {
    const bool clear = s->err[i] <= CHECK_CLEAR * fabs(u[i]);
    if (!ret && u[i] != 0.0 && clear && agrees(s, i, u[i], tolerance))
    {
      continue;
    }
    for (int k = 0; k < 3; k++)
    {
      of[k][i] = s->kept[(size_t)k * rows + (size_t)i];
    }
  }
  return ret < 0 ? ret : 0;
}

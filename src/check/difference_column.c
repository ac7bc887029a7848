#include "check/difference_column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clone.h"
#include "base/tuning.h"
#include "model/matrix_ops.h"

int galpha_quotient_init(struct galpha_quotient *s, N_Vector like,
                         sunindextype cols)
{
  const size_t n = (size_t)N_VGetLength(like);
  s->rows        = N_VGetLength(like);
  s->grain       = 0.0;
  s->fd          = calloc(n, sizeof *s->fd);
  s->err         = calloc(n, sizeof *s->err);
  s->rounding    = calloc(n, sizeof *s->rounding);
  s->rising      = calloc(n, sizeof *s->rising);
  s->open        = calloc(n, sizeof *s->open);
  s->kept        = calloc((size_t)cols + 1, sizeof *s->kept);
  s->r0          = galpha_clone(like);
  s->r1          = galpha_clone(like);
  return s->fd && s->err && s->rounding && s->rising && s->open && s->kept &&
             s->r0 && s->r1
           ? 0
           : -1;
}

void galpha_quotient_free(struct galpha_quotient *s)
{
  free(s->fd);
  free(s->err);
  free(s->rounding);
  free(s->rising);
  free(s->open);
  free(s->kept);
  if (s->r0) { N_VDestroy(s->r0); }
  if (s->r1) { N_VDestroy(s->r1); }
}

/* fn where all components of x are moved by some roundings, into r1; restores x. */
static int moved(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                 sunrealtype *const *x, const sunindextype *count, int sample)
{
  const size_t size[] = {(size_t)count[0] * sizeof *s->kept,
                         (size_t)count[1] * sizeof *s->kept};
  for (int part = 0; part < 2; part++)
  {
    if (!x[part]) { continue; }
    memcpy(s->kept + part * count[0], x[part], size[part]);
    galpha_values_move(x[part], count[part], CHECK_MOVE, sample);
  }
  const int ret = fn(ctx, s->r1);
  for (int part = 0; part < 2; part++)
  {
    if (x[part]) { memcpy(x[part], s->kept + part * count[0], size[part]); }
  }
  return ret;
}

int galpha_quotient_rounding(struct galpha_quotient *s, galpha_dq_fn fn,
                             void *ctx, sunrealtype *const *x,
                             const sunindextype *count)
{
  int ret = fn(ctx, s->r0);
  for (int sample = 0; sample < CHECK_SAMPLES && !ret; sample++)
  {
    ret                       = moved(s, fn, ctx, x, count, sample);
    const sunrealtype *before = N_VGetArrayPointer(s->r0);
    const sunrealtype *after  = N_VGetArrayPointer(s->r1);
    for (sunindextype i = 0; i < s->rows && !ret; i++)
    {
      s->rounding[i] = fmax(s->rounding[i], fabs(after[i] - before[i]));
    }
  }
  return ret < 0 ? ret : 0;
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
static bool take_shorter(struct galpha_quotient *s, sunrealtype span,
                         bool first, sunrealtype accuracy)
{
  const sunrealtype *r0  = N_VGetArrayPointer(s->r0);
  const sunrealtype *r1  = N_VGetArrayPointer(s->r1);
  const sunrealtype unit = 8.0 * SUN_UNIT_ROUNDOFF / fabs(span);
  sunrealtype top        = 0.0;
  bool settled           = true;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    const sunrealtype d = (r1[i] - r0[i]) / span, last = s->rising[i].last;
    const sunrealtype err = fabs(d - last) +
                            unit * fmax(fabs(r0[i]), fabs(r1[i])) +
                            s->grain / fabs(span);
    if (!first && err < s->err[i])
    {
      s->err[i] = err;
      s->fd[i]  = d + (d - last) / (CHECK_RATIO * CHECK_RATIO - 1.0);
    }
    s->rising[i].last = d;
    top               = fmax(top, fabs(d));
  }
  for (sunindextype i = 0; i < s->rows; i++)
  {
    const bool zero = !first && s->fd[i] == 0.0 && s->rising[i].last == 0.0;
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

/* Quotients over increments that decrease from h. */
static int falling(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                   sunrealtype *x, sunrealtype h, sunrealtype accuracy)
{
  sunrealtype span = 0.0;
  bool first       = true;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    s->fd[i] = s->rising[i].last = 0.0;
    s->err[i]                    = HUGE_VAL;
  }
  for (int size = 0; size < CHECK_SIZES; size++, h /= CHECK_RATIO)
  {
    const int ret = both_ends(s, fn, ctx, x, h, &span);
    if (ret < 0) { return ret; }
    if (ret > 0) { continue; } /* outside the domain of fn */
    if (take_shorter(s, span, first, accuracy)) { return 0; }
    first = false;
  }
  return all_known(s) ? 0 : 1;
}

static bool agrees(const struct galpha_quotient *s, sunindextype i,
                   sunrealtype u, sunrealtype tolerance)
{
  const sunrealtype size = fabs(u) + fabs(s->fd[i]);
  return fabs(u - s->fd[i]) <= tolerance * size + CHECK_DOUBT * s->err[i];
}

/* The largest entry, in the column that is expected and in this one. */
static sunrealtype top_of(const struct galpha_quotient *s, const sunrealtype *u)
{
  sunrealtype top = 0.0;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    top = fmax(top, fmax(fabs(u[i]), fabs(s->fd[i])));
  }
  return top;
}

/* Whether a 0 is expected, and an entry that matters would not be noticed. */
static bool blurred(const struct galpha_quotient *s, sunindextype i,
                    const struct galpha_expected *u, sunrealtype top)
{
  return u->value[i] == 0.0 && s->fd[i] != 0.0 &&
         CHECK_DOUBT * s->err[i] > u->tolerance * top;
}

/* Opens the rows that do not agree with u, and those where this means nothing. Returns
 * whether there is one. */
static bool open_rows(struct galpha_quotient *s,
                      const struct galpha_expected *u)
{
  const sunrealtype top = top_of(s, u->value);
  bool some             = false;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    s->open[i]   = u->any && u->any[i]                        ? GALPHA_ROW_SHUT
                   : !agrees(s, i, u->value[i], u->tolerance) ? GALPHA_ROW_OPEN
                   : blurred(s, i, u, top) ? GALPHA_ROW_BLURRED
                                           : GALPHA_ROW_SHUT;
    s->rising[i] = galpha_rising_begin(s->rounding[i] + s->grain);
    if (s->open[i]) { s->err[i] = HUGE_VAL; }
    some = some || s->open[i];
  }
  return some;
}

/* Nothing moved in row i up to now, by which u is confirmed, but then more than the rounding
 * of the function explains: a kink. */
static bool rested(const struct galpha_quotient *s, sunindextype i,
                   sunrealtype u, sunrealtype d)
{
  const sunrealtype known = CHECK_DOUBT * s->err[i];
  return s->rounding[i] > 0.0 && s->rising[i].last == 0.0 && fabs(u) <= known &&
         fabs(d) > CHECK_KINK * known;
}

/* Takes the quotient d over span into account in row i. Returns whether longer ones may
 * be better. */
static bool take_longer(struct galpha_quotient *s, sunindextype i,
                        sunrealtype d, sunrealtype span)
{
  const bool still       = s->rising[i].last == 0.0;
  const sunrealtype size = fmax(fabs(N_VGetArrayPointer(s->r0)[i]),
                                fabs(N_VGetArrayPointer(s->r1)[i]));
  const sunrealtype err  = galpha_rising_error(&s->rising[i], d, span) +
                          8.0 * SUN_UNIT_ROUNDOFF * size / span;
  if (still || err < s->err[i])
  {
    s->err[i] = err;
    s->fd[i]  = d;
  }
  return err <= CHECK_RISEN * s->err[i];
}

/* The same in all open rows; enough: those whose error is small, and blurred ones, are
 * finished. Returns whether one remains open. */
static bool take_all(struct galpha_quotient *s, sunrealtype span,
                     const sunrealtype *u, bool enough)
{
  const sunrealtype *r0 = N_VGetArrayPointer(s->r0);
  const sunrealtype *r1 = N_VGetArrayPointer(s->r1);
  bool some             = false;
  for (sunindextype i = 0; i < s->rows; i++)
  {
    const sunrealtype d = (r1[i] - r0[i]) / span;
    if (!s->open[i]) { continue; }
    const bool more = !rested(s, i, u[i], d) && take_longer(s, i, d, span);
    const sunrealtype size = fabs(u[i]) + fabs(s->fd[i]);
    const bool clear       = s->err[i] <= CHECK_CLEAR * size && d != 0.0;
    const bool done = enough && (clear || s->open[i] == GALPHA_ROW_BLURRED);
    if (!more || done) { s->open[i] = GALPHA_ROW_SHUT; }
    some = some || s->open[i];
  }
  return some;
}

/* Quotients over increments that grow to h, and longer ones where they are not enough. */
static int rising(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                  sunrealtype *x, sunrealtype h, const sunrealtype *u)
{
  const sunrealtype least = CHECK_MOVE * fabs(*x);
  sunrealtype span        = 0.0;
  for (int k = -CHECK_SHORTER; k <= CHECK_LONGER; k++)
  {
    const sunrealtype by = h * pow(CHECK_RATIO, k);
    if (by < least) { continue; }
    const int ret = both_ends(s, fn, ctx, x, by, &span);
    if (ret < 0) { return ret; }
    if (ret == 0 && !take_all(s, span, u, k >= 0)) { break; }
  }
  return 0;
}

int galpha_quotient(struct galpha_quotient *s, galpha_dq_fn fn, void *ctx,
                    sunrealtype *x, sunrealtype typical,
                    const struct galpha_expected *u)
{
  const sunrealtype h = CHECK_FIRST * fmax(fabs(*x), typical);
  const int ret       = falling(s, fn, ctx, x, h, 0.1 * u->tolerance);
  return ret || !open_rows(s, u) ? ret : rising(s, fn, ctx, x, h, u->value);
}

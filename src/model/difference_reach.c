#include "model/difference_reach.h"

#include <math.h>
#include <string.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"

/* The usual increment over the size of a coordinate. */
static sunrealtype relative(const struct galpha_difference *df)
{
  return df->fine ? REACH_FINE_INCREMENT : cbrt(SUN_UNIT_ROUNDOFF);
}

/* The usual increment of column j. */
static sunrealtype usual(const struct galpha_difference *df, sunindextype j)
{
  return relative(df) * fmax(fabs(N_VGetArrayPointer(df->x)[j]),
                             N_VGetArrayPointer(df->typical)[j]);
}

/* Evaluates A with the increments factor * tried_j * usual(j). */
static int quotients(const struct galpha_reach *s, struct galpha_dq *dq,
                     struct galpha_difference *df, sunrealtype factor,
                     SUNMatrix A)
{
  df->share     = s->tried;
  df->relative  = factor * relative(df);
  const int ret = galpha_dq_jac(dq, df, A);
  df->relative  = 0.0;
  df->share     = NULL;
  return ret;
}

/* The errors of quotients C(h) and C(2h) are of order 2, that of (4 C(h) - C(2h))/3 is of
 * order 4. */
static int extrapolated(const struct galpha_reach *s, struct galpha_dq *dq,
                        struct galpha_difference *df, sunrealtype factor,
                        SUNMatrix A)
{
  sunrealtype *a = galpha_block_data(A);
  int ret        = quotients(s, dq, df, 2.0 * factor, A);
  memcpy(s->wide, a, (size_t)s->entries * sizeof *a);
  if (!ret) { ret = quotients(s, dq, df, factor, A); }
  for (sunindextype k = 0; k < s->entries && !ret; k++)
  {
    a[k] += (a[k] - s->wide[k]) / 3.0;
  }
  return ret;
}

/* Evaluates A; where the function fails over the increments of fine quotients, by the
 * usual ones. */
static int evaluate(struct galpha_reach *s, struct galpha_dq *dq,
                    struct galpha_difference *df, sunrealtype factor,
                    SUNMatrix A)
{
  int ret  = df->fine ? extrapolated(s, dq, df, factor, A) : 1;
  df->fine = df->fine && ret <= 0;
  s->fine  = df->fine;
  if (!df->fine) { ret = quotients(s, dq, df, factor, A); }
  return ret;
}

/* unit_j = 1/sqrt(M_jj): units of the coordinates, which make entries of a row
 * comparable. */
static void set_units(struct galpha_reach *s, SUNMatrix M)
{
  sunindextype i = 0, j = 0;
  for (j = 0; j < s->cols; j++) { s->unit[j] = 1.0; }
  if (!M || !galpha_block_known(M)) { return; }
  struct galpha_cursor c = galpha_cursor_begin(M);
  const sunrealtype *a   = galpha_block_data(M);
  for (; galpha_cursor_next(&c, &i, &j); a++)
  {
    if (i == j && *a > 0.0) { s->unit[j] = 1.0 / sqrt(*a); }
  }
}

/* The largest entry of each row. */
static void find_tops(const struct galpha_reach *s, SUNMatrix A,
                      sunrealtype *top)
{
  struct galpha_cursor c = galpha_cursor_begin(A);
  const sunrealtype *a   = galpha_block_data(A);
  sunindextype i = 0, j = 0;
  memset(top, 0, (size_t)s->rows * sizeof *top);
  for (; galpha_cursor_next(&c, &i, &j); a++)
  {
    top[i] = fmax(top[i], fabs(*a) * s->unit[j]);
  }
}

/* terms_i = sum of |A_ij| (|x_j| + increment) over j with the largest |x_j| so far: the
 * rounding of the function is that of these terms, and lengths from which coordinates are
 * subtracted do not vanish where the coordinates do. */
static void sum_terms(struct galpha_reach *s,
                      const struct galpha_difference *df, SUNMatrix A)
{
  struct galpha_cursor c = galpha_cursor_begin(A);
  const sunrealtype *a = galpha_block_data(A), *x = N_VGetArrayPointer(df->x);
  sunindextype i = 0, j = 0;
  for (j = 0; j < s->cols; j++) { s->seen[j] = fmax(s->seen[j], fabs(x[j])); }
  find_tops(s, A, s->top);
  memset(s->terms, 0, (size_t)s->rows * sizeof *s->terms);
  for (; galpha_cursor_next(&c, &i, &j); a++)
  {
    s->terms[i] += fabs(*a) * (s->seen[j] + usual(df, j) * s->tried[j]);
  }
}

/* Quotient a with shorter increments shows nothing of entry k of row i: lengths that are
 * hidden in the function round more than the coordinates. Rows that are 0 may be so. */
static bool is_blind(const struct galpha_reach *s, sunrealtype a,
                     sunindextype k, sunindextype i, sunindextype j)
{
  const sunrealtype change = fabs(a - s->last[k]) * s->unit[j];
  return s->top[i] > 0.0 ? change > REACH_BLIND * s->top[i]
                         : s->evaluations == 1;
}

/* Selects the columns to search for (open): their quotients with the present increments
 * (last) and with shorter ones (A) differ by more than rounding, or rounding is large,
 * or their increment is not the usual one. most: the largest share that the search may
 * choose, but for those that are blind. Returns whether there is one. */
static bool open_columns(struct galpha_reach *s,
                         const struct galpha_difference *df, SUNMatrix A)
{
  struct galpha_cursor c    = galpha_cursor_begin(A);
  const sunrealtype *a      = galpha_block_data(A);
  const sunrealtype changed = df->fine ? REACH_CHANGED_FINE : REACH_CHANGED;
  bool some                 = false;
  sunindextype i = 0, j = 0;
  for (j = 0; j < s->cols; j++)
  {
    s->open[j]  = s->share[j] != 1.0;
    s->blind[j] = false;
    s->most[j]  = REACH_GROWTH * s->share[j];
    some        = some || s->open[j];
  }
  for (sunindextype k = 0; galpha_cursor_next(&c, &i, &j); k++)
  {
    const sunrealtype h     = usual(df, j) * s->tried[j] / REACH_SHORTER;
    const sunrealtype noise = SUN_UNIT_ROUNDOFF * s->terms[i] / h;
    const sunrealtype size  = fmax(fabs(a[k]), fabs(s->last[k]));
    const bool differs =
      fabs(a[k] - s->last[k]) > changed * size + REACH_NOISE * noise;
    const bool rounded =
      size > 0.0 &&
      noise * s->unit[j] > REACH_SHORTER * REACH_ROUNDED * s->top[i];
    const bool blind = is_blind(s, a[k], k, i, j);
    if (rounded) { s->most[j] = REACH_LONGER_BY * s->share[j]; }
    s->open[j]  = s->open[j] || differs || rounded || blind;
    s->blind[j] = s->blind[j] || blind;
    some        = some || s->open[j];
  }
  return some;
}

/* err_j = error of column j with the tried increments, relative to the largest entry of
 * a row: change of the quotients from the next shorter increments, plus rounding, which
 * that of a blind column tells. Quotients that are all 0 tell nothing: g changes by less than
 * its rounding. */
static void errors(struct galpha_reach *s, const struct galpha_difference *df,
                   SUNMatrix A)
{
  struct galpha_cursor c = galpha_cursor_begin(A);
  const sunrealtype *a   = galpha_block_data(A);
  sunindextype i = 0, j = 0;
  find_tops(s, A, s->now);
  for (j = 0; j < s->cols; j++) { s->err[j] = HUGE_VAL; }
  for (const sunrealtype *b = a; galpha_cursor_next(&c, &i, &j); b++)
  {
    if (*b != 0.0 && (s->top[i] > 0.0 || s->blind[j])) { s->err[j] = 0.0; }
  }
  c = galpha_cursor_begin(A);
  for (sunindextype k = 0; galpha_cursor_next(&c, &i, &j); k++)
  {
    const sunrealtype top = s->blind[j] ? s->now[i] : s->top[i];
    if (!(top > 0.0)) { continue; }
    const sunrealtype h      = usual(df, j) * s->tried[j];
    const sunrealtype noise  = SUN_UNIT_ROUNDOFF * s->terms[i] / h;
    const sunrealtype change = fabs(a[k] - s->last[k]);
    s->err[j]                = fmax(s->err[j], (change + noise) / top);
    if (!s->blind[j]) { continue; }
    const sunrealtype over = s->last[k] == 0.0 ? h : h / CHECK_RATIO;
    s->terms[i] = fmax(s->terms[i], change * over / SUN_UNIT_ROUNDOFF);
  }
}

/* Keeps the tried increments of a column if they have the least error so far, and goes
 * on to longer ones until the error has risen by REACH_RISEN: increments that are too
 * long may agree by chance. Returns whether a column remains open. */
static bool choose(struct galpha_reach *s, bool first)
{
  bool some = false;
  for (sunindextype j = 0; j < s->cols; j++)
  {
    if (!s->open[j]) { continue; }
    if (!first && s->err[j] < s->best[j])
    {
      s->best[j]  = s->err[j];
      s->share[j] = s->blind[j] && s->err[j] * s->unit[j] < REACH_BLIND
                      ? s->tried[j]
                      : fmin(s->tried[j], s->most[j]);
    }
    s->open[j] = first || s->err[j] <= REACH_RISEN * s->best[j];
    if (s->open[j]) { s->tried[j] *= CHECK_RATIO; }
    some = some || s->open[j];
  }
  return some;
}

/* Searches the increments of the open columns, from the shortest ones on. < 0: fatal. */
static int search(struct galpha_reach *s, struct galpha_dq *dq,
                  struct galpha_difference *df, SUNMatrix A)
{
  int ret   = 0;
  bool some = true;
  for (sunindextype j = 0; j < s->cols; j++)
  {
    s->best[j]  = HUGE_VAL;
    s->tried[j] = s->open[j] ? pow(CHECK_RATIO, -REACH_SIZES) : s->share[j];
  }
  for (int k = 0; k <= 2 * REACH_SIZES && ret == 0 && some; k++)
  {
    ret = evaluate(s, dq, df, 1.0, A);
    if (ret == 0 && k > 0) { errors(s, df, A); }
    if (ret == 0) { some = choose(s, k == 0); }
    memcpy(s->last, galpha_block_data(A), (size_t)s->entries * sizeof *s->last);
  }
  return ret < 0 ? ret : 0;
}

/* Sets rough and rough_column after a search. */
static void record_error(struct galpha_reach *s)
{
  s->rough        = 0.0;
  s->rough_column = -1;
  for (sunindextype j = 0; j < s->cols; j++)
  {
    const sunrealtype error = s->best[j] * s->unit[j];
    if (!(error < HUGE_VAL) || !(error > s->rough)) { continue; }
    s->rough        = error;
    s->rough_column = j;
  }
}

/* Shares for the present x. An increment longer than usual was chosen where the
 * coordinate was small, and does not grow with the coordinate. */
static void set_shares(struct galpha_reach *s,
                       const struct galpha_difference *df)
{
  for (sunindextype j = 0; j < s->cols; j++)
  {
    if (s->share[j] > 1.0)
    {
      s->share[j] = fmax(fmin(s->share[j], s->far[j] / usual(df, j)), 1.0);
    }
    s->tried[j] = s->share[j];
  }
}

/* Compares A with quotients over shorter increments, and searches for better ones where
 * they differ; otherwise A keeps its values. */
static int compare(struct galpha_reach *s, struct galpha_dq *dq,
                   struct galpha_difference *df, SUNMatrix M, SUNMatrix A)
{
  const size_t size = (size_t)s->entries * sizeof *s->last;
  set_units(s, M);
  sum_terms(s, df, A);
  memcpy(s->last, galpha_block_data(A), size);
  int ret         = evaluate(s, dq, df, 1.0 / REACH_SHORTER, A);
  const bool some = ret == 0 && open_columns(s, df, A);
  if (some) { ret = search(s, dq, df, A); }
  if (ret < 0) { return ret; }
  if (!some)
  {
    memcpy(galpha_block_data(A), s->last, size);
    return 0;
  }
  for (sunindextype j = 0; j < s->cols; j++)
  {
    s->far[j] = s->share[j] * usual(df, j);
  }
  set_shares(s, df);
  record_error(s);
  return evaluate(s, dq, df, 1.0, A);
}

/* Stores the increments with which A has been computed. */
static void record_used(struct galpha_reach *s,
                        const struct galpha_difference *df)
{
  for (sunindextype j = 0; j < s->cols; j++)
  {
    s->used[j] = s->share[j] * usual(df, j);
  }
}

sunrealtype galpha_reach_error(const struct galpha_reach *s)
{
  return fmax(s->fine ? REACH_FINE_GRAIN : CHECK_GRAIN, s->rough);
}

/* Shorter increments, of all columns, where the function is defined at x, but not over the
 * usual ones: tolerances may say that coordinates are larger than they are. */
static int nearer(struct galpha_reach *s, struct galpha_dq *dq,
                  struct galpha_difference *df, SUNMatrix A)
{
  const bool fine = df->fine;
  int ret         = df->fn(df->ctx, df->r0);
  if (ret) { return ret; }
  ret = 1;
  for (int k = 0; k < REACH_SIZES && ret > 0; k++)
  {
    for (sunindextype j = 0; j < s->cols; j++) { s->tried[j] /= CHECK_RATIO; }
    df->fine = fine;
    ret      = evaluate(s, dq, df, 1.0, A);
  }
  if (ret) { return ret; }
  memcpy(s->share, s->tried, (size_t)s->cols * sizeof *s->share);
  s->next = s->evaluations + 1;
  return 0;
}

int galpha_reach_jac(struct galpha_reach **reach, struct galpha_dq *dq,
                     struct galpha_difference *df, SUNMatrix M, SUNMatrix A)
{
  if (!*reach) { *reach = galpha_reach_new(A); }
  struct galpha_reach *s = *reach;
  if (!s) { return -1; }
  set_shares(s, df);
  int ret = evaluate(s, dq, df, 1.0, A);
  if (ret > 0) { ret = nearer(s, dq, df, A); }
  if (!ret && ++s->evaluations >= s->next)
  {
    const long int wait =
      (s->evaluations < REACH_RARE ? s->evaluations : REACH_RARE) / 4;
    s->next = s->evaluations + 1 + wait;
    ret     = compare(s, dq, df, M, A);
  }
  record_used(s, df);
  return ret;
}

void galpha_reach_add_rounding(struct galpha_reach *s, SUNMatrix A,
                               const sunrealtype *x,
                               const sunrealtype *multiplier,
                               sunrealtype *force)
{
  struct galpha_cursor c = galpha_cursor_begin(A);
  const sunrealtype *a   = galpha_block_data(A);
  sunindextype i = 0, j = 0;
  memset(s->terms, 0, (size_t)s->rows * sizeof *s->terms);
  for (; galpha_cursor_next(&c, &i, &j); a++)
  {
    s->terms[i] += fabs(*a) * fmax(s->seen[j], fabs(x[j]));
  }
  for (c = galpha_cursor_begin(A); galpha_cursor_next(&c, &i, &j);)
  {
    if (!(s->used[j] > 0.0)) { continue; }
    force[j] +=
      SUN_UNIT_ROUNDOFF * s->terms[i] / s->used[j] * fabs(multiplier[i]);
  }
}

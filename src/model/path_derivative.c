#include "model/path_derivative.h"

#include <float.h>
#include <limits.h>
#include <math.h>

#include "base/tuning.h"
#include "model/path_row.h"

#define NODES GALPHA_NODES

struct seek
{
  struct galpha_path *p;
  galpha_path_fn fn;
  void *ctx;
  const struct galpha_path_range *range;
  int order;
  /* relative accuracy beyond which longer increments are preferred */
  sunrealtype enough;
  bool first; /* first increment */
  struct galpha_nodes nodes;
};

/* p->value[node] = r(tau). */
static int value_at(struct seek *s, int node, sunrealtype tau)
{
  struct galpha_path *p = s->p;
  const int ret         = s->fn(s->ctx, tau, p->value[node]);
  if (ret || !p->whole || node == 0) { return ret; }
  N_VLinearSum(1.0, p->value[node], -1.0, p->value[0], p->change);
  p->norm[node] = sqrt(N_VDotProd(p->change, p->change));
  return 0;
}

static int evaluate(struct seek *s, int from, int to)
{
  for (int i = from; i < to; i++)
  {
    const int ret = value_at(s, i, s->nodes.x[i]);
    if (ret) { return ret; }
  }
  return 0;
}

/* Row i of r - r(0) at the node. */
static sunrealtype change(const struct galpha_path *p, sunindextype i, int node)
{
  return p->whole ? p->norm[node]
                  : N_VGetArrayPointer(p->value[node])[i] -
                      N_VGetArrayPointer(p->value[0])[i];
}

/* Updates still, moved, by of the constant rows from the value of the last node, at
 * tau; true if one of them has changed. */
static bool update_constant_rows(const struct seek *s, sunrealtype tau)
{
  bool any = false;
  for (sunindextype i = 0; i < s->p->rows; i++)
  {
    struct galpha_path_row *row = &s->p->row[i];
    if (row->state != CONSTANT) { continue; }
    const sunrealtype by = fabs(change(s->p, i, NODES - 1));
    if (!(by > 0.0)) { row->still = fmax(row->still, tau); }
    else if (tau < row->moved)
    {
      row->moved = tau;
      row->by    = by;
    }
    any = any || by > 0.0;
  }
  return any;
}

/* *smooth: at these later times, not only at the last one, at which a drive may have come to
 * rest again, the row has not changed by far more than at first. Valid if 0 is returned. */
static int grows_smoothly(struct seek *s, sunindextype i, bool *smooth)
{
  const struct galpha_path_row *row = &s->p->row[i];
  const sunrealtype end             = s->range->end;
  const sunrealtype most            = fmin(PATH_LATER, end / row->moved);
  for (int k = 1; k <= PATH_LOOKS && *smooth; k++)
  {
    const sunrealtype later =
      fmin(end, fabs(galpha_nodes_representable(
                  s->range->t,
                  row->moved * pow(most, (sunrealtype)k / PATH_LOOKS), 1.0)));
    const sunrealtype ratio = later / row->moved;
    if (!(ratio > PATH_LATER_LEAST)) { continue; }
    const int ret =
      value_at(s, NODES - 1, copysign(later, s->range->direction));
    if (ret) { return ret < 0 ? ret : 0; }
    *smooth = fabs(change(s->p, i, NODES - 1)) <=
              pow(PATH_SMOOTH, log(ratio) / log(PATH_LATER)) * row->by;
  }
  return 0;
}

/* For a row whose first change was just found: *smooth, if it has changed smoothly
 * from tau = 0 on, below its round-off; otherwise it is constant at tau = 0. Valid
 * if 0 is returned. Overwrites the value of the last node. */
static int moves_smoothly(struct seek *s, sunindextype i, bool *smooth)
{
  struct galpha_path_row *row = &s->p->row[i];
  *smooth                     = true;
  if (!(row->still > 0.0)) { return 0; }
  for (int k = 0; k < PATH_BISECTIONS && row->moved > 1.0005 * row->still; k++)
  {
    const sunrealtype tau = fabs(galpha_nodes_representable(
      s->range->t, sqrt(row->still * row->moved), 1.0));
    if (!(tau > row->still && tau < row->moved)) { return 0; }
    const int ret = value_at(s, NODES - 1, copysign(tau, s->range->direction));
    if (ret) { return ret; }
    update_constant_rows(s, tau);
  }
  return grows_smoothly(s, i, smooth);
}

/* Classifies the rows that change for the first time. */
static int begin_rows(struct seek *s)
{
  struct galpha_path *p = s->p;
  for (sunindextype i = 0; i < p->rows; i++)
  {
    struct galpha_path_row *row = &p->row[i];
    bool smooth                 = true;
    if (row->state != CONSTANT || !(row->moved < HUGE_VAL)) { continue; }
    const int ret = moves_smoothly(s, i, &smooth);
    if (ret) { return ret; }
    row->state = smooth ? MOVING : DONE;
    p->moves   = true;
  }
  return 0;
}

static void update_grain(const struct seek *s, struct galpha_path_row *row,
                         sunindextype i)
{
  for (int k = 1; k < NODES; k++)
  {
    const sunrealtype y = fabs(change(s->p, i, k));
    if (y > 0.0) { row->grain = fmin(row->grain, y); }
  }
}

/* The error of derivative v of row i from the rounding of w t in r(t). The difference
 * formulas do not show it: near w = 2^k short increments tau change the rounded w t by
 * 2^k tau, at all nodes alike, and all formulas agree on a wrong slope. */
static sunrealtype clock_error(const struct seek *s, sunindextype i,
                               sunrealtype v)
{
  /* for order 2: the first derivatives of the same rows with respect to t */
  const struct galpha_path *of_t = s->order == 2 ? s->range->rate : NULL;
  const sunrealtype slow = of_t ? fabs(galpha_path_value(of_t, i)) : 0.0;
  const sunrealtype rate = s->order == 1 ? fabs(v) : slow;
  return PATH_CLOCK * DBL_EPSILON * s->range->clock * rate *
         fabs(s->nodes.w[0][NODES - 1]);
}

/* The same from the rounding of the terms of r, which is in p->change. */
static sunrealtype term_error(const struct seek *s, sunindextype i)
{
  sunrealtype sum = 0.0;
  if (!s->range->rounding || s->p->whole) { return 0.0; }
  for (int k = 1; k < NODES; k++)
  {
    sum += s->nodes.w[0][k] * s->nodes.w[0][k];
  }
  return sqrt(sum) * N_VGetArrayPointer(s->p->change)[i];
}

/* Row i with the current increment: accepts its derivative if its error is smaller
 * than before. The error is bounded from below by the round-off seen with shorter
 * increments, by the least change and by the rounding of t. */
static void update_row(const struct seek *s, sunindextype i)
{
  struct galpha_path_row *row = &s->p->row[i];
  const sunrealtype d         = ldexp(1.0, 2 * s->nodes.rung),
                    scale     = s->order == 2 ? d * d : d;
  const sunrealtype grain     = (s->order == 2 ? PATH_GRAIN_2 : PATH_GRAIN) *
                            fabs(s->nodes.w[0][NODES - 1]);
  sunrealtype v = 0.0, low_order = 0.0, top = 0.0;
  for (int k = 1; k < NODES; k++)
  {
    const sunrealtype y = change(s->p, i, k);
    v += s->nodes.w[0][k] * y;
    low_order += s->nodes.w[1][k] * y;
    top = fmax(top, fabs(y));
  }
  const sunrealtype spread = fabs(v - low_order);
  const sunrealtype seen   = fmax(spread, fabs(v - row->last));
  const sunrealtype least  = s->order == 1 ? 1e-5 * top / scale : 0.0;
  const sunrealtype told   = fmax(PATH_RESOLVED * fabs(v), least);
  if (spread > told) { update_grain(s, row, i); }
  const sunrealtype floor = fmax(
    0.1 * row->noise / scale, row->grain < HUGE_VAL ? grain * row->grain : 0.0);
  const sunrealtype known = fmax(clock_error(s, i, v), term_error(s, i));
  const sunrealtype error =
    fmax(fmax(seen, fmax(floor, known)), s->enough * fabs(v));
  row->noise = fmax(row->noise, (s->first ? spread : seen) * scale);
  row->last  = v;
  if (error * scale <= 1e-5 * top) { row->clear = d; }
  /* a derivative of 0 is most accurate over the shortest increments */
  row->rests =
    s->order == 1 && row->clear == d && fabs(v) * scale <= PATH_RESTS * top;
  const bool risen = error > PATH_RISEN * row->error && !row->rests;
  /* false as long as row->error is infinite */
  const bool contrary = fabs(v - row->value) > 10.0 * (error + row->error);
  /* errors of rounding fall, and one of them may have been small by chance */
  const bool falls = error < row->before;
  row->before      = error;
  if (risen || (contrary && !falls)) { row->state = DONE; }
  else if (error <= row->error || contrary)
  {
    row->value = v;
    row->error = error;
    row->rung  = s->nodes.rung;
  }
}

static int difference_at(struct seek *s)
{
  struct galpha_path *p = s->p;
  int ret               = evaluate(s, NODES - 1, NODES);
  if (ret) { return ret; }
  const bool begins = update_constant_rows(s, fabs(s->nodes.x[NODES - 1]));
  bool quiet        = true;
  for (sunindextype i = 0; i < p->rows; i++)
  {
    quiet = quiet && p->row[i].state != MOVING;
  }
  if (begins)
  {
    ret = begin_rows(s);
    if (!ret) { ret = evaluate(s, NODES - 1, NODES); }
  }
  else if (quiet) { return 0; }
  if (!ret) { ret = evaluate(s, 1, NODES - 1); }
  if (!ret && s->range->rounding && !p->whole)
  {
    s->range->rounding(s->ctx, s->nodes.x[NODES - 1], p->change);
  }
  for (sunindextype i = 0; i < p->rows && !ret; i++)
  {
    if (p->row[i].state == MOVING) { update_row(s, i); }
  }
  return ret;
}

/* Increments beyond the range are useful for this row, which changes. */
static bool is_unresolved(const struct galpha_path_range *range,
                          const struct galpha_path_row *row)
{
  const sunrealtype size = fabs(row->value), e = row->error;
  const sunrealtype well = range->open ? PATH_WELL : 1e-4;
  const bool rough       = size > 3.0 * e && e > well * size;
  return (e < HUGE_VAL && rough) || (range->open && row->clear == 0.0) ||
         (range->timeless && row->rests);
}

/* The next increment is useful for some row. */
static bool should_continue(const struct seek *s)
{
  const struct galpha_path_range *range = s->range;
  const sunrealtype reach = ldexp(GALPHA_NODES_REACH, 2 * (s->nodes.rung + 1));
  const bool further      = reach > range->far;
  const sunrealtype most  = range->open ? PATH_TIMELESS : PATH_FURTHER;
  if (reach > range->end || reach > most * range->far) { return false; }
  for (sunindextype i = 0; i < s->p->rows; i++)
  {
    const struct galpha_path_row *row = &s->p->row[i];
    const bool begins = !further || (range->timeless && !s->p->moves);
    if (row->state == CONSTANT && begins) { return true; }
    if (row->state != MOVING) { continue; }
    if (!further || is_unresolved(range, row)) { return true; }
  }
  return false;
}

/* Stores the result. Rows that did not change get the longest increment of the others. */
static void finish(struct galpha_path *p, N_Vector d)
{
  sunrealtype *out = p->whole ? p->norm : N_VGetArrayPointer(d);
  int longest      = INT_MIN;
  p->increment = p->resolved = 0.0;
  for (sunindextype i = 0; i < p->rows; i++)
  {
    const struct galpha_path_row *row = &p->row[i];
    out[i]                            = 0.0;
    if (!(row->error < HUGE_VAL)) { continue; }
    /* round-off is set to 0: increments derived from the result depend on its size */
    out[i]  = fabs(row->value) > PATH_HIDDEN * row->error ? row->value : 0.0;
    longest = row->rung > longest ? row->rung : longest;
    const sunrealtype best = ldexp(1.0, 2 * row->rung);
    const sunrealtype most = row->clear > 0.0 ? 0.25 * row->clear : 0.5 * best;
    p->increment = p->increment > 0.0 ? fmin(p->increment, best) : best;
    /* a row like t^k has no time scale: its quotients grow with the increment */
    const bool steep = fabs(row->last) > PATH_STEEPER * fabs(row->value);
    if (row->clear == 0.0 && steep) { continue; }
    p->resolved = p->resolved > 0.0 ? fmin(p->resolved, most) : most;
  }
  for (sunindextype i = 0; i < p->rows; i++)
  {
    if (!(p->row[i].error < HUGE_VAL)) { p->row[i].rung = longest; }
  }
}

int galpha_path_seek(struct galpha_path *p, galpha_path_fn fn, void *ctx,
                     const struct galpha_path_range *range, int order,
                     N_Vector d)
{
  struct seek s = {
    .p = p, .fn = fn, .ctx = ctx, .range = range, .order = order};
  s.enough = order == 1 ? 1e-12 : 1e-10;
  /* 0 and infinity have no logarithm */
  const sunrealtype least =
    fmin(fmax(fmax(range->least, DBL_MIN), 4.0 * DBL_EPSILON * fabs(range->t)),
         DBL_MAX);
  int rung = (int)ceil(0.5 * log2(least));
  for (sunindextype i = 0; i < p->rows; i++)
  {
    p->row[i] = (struct galpha_path_row){
      .error = HUGE_VAL, .grain = HUGE_VAL, .moved = HUGE_VAL};
  }
  p->moves = false;
  int ret  = evaluate(&s, 0, 1);
  if (ret) { return ret; }
  s.nodes.rung = rung - 1;
  bool any     = false;
  while (!ret && should_continue(&s))
  {
    galpha_nodes_place(&s.nodes, rung++, order, range->t, range->direction);
    s.first = !any;
    ret     = difference_at(&s);
    any     = any || !ret;
  }
  finish(p, d);
  if (ret < 0 || !any) { return ret; }
  return p->whole
           ? galpha_path_again(p, fn, ctx, range->t, range->direction, order, d)
           : 0;
}

/* d += difference formula of this increment, for the rows that chose it. */
static void add_rows(const struct seek *s, int rung, N_Vector d)
{
  const struct galpha_path *p = s->p;
  for (int k = 1; k < NODES; k++)
  {
    if (p->whole)
    {
      N_VLinearSum(1.0, p->value[k], -1.0, p->value[0], p->change);
      N_VLinearSum(1.0, d, s->nodes.w[0][k], p->change, d);
      continue;
    }
    for (sunindextype i = 0; i < p->rows; i++)
    {
      if (p->row[i].rung != rung) { continue; }
      N_VGetArrayPointer(d)[i] += s->nodes.w[0][k] * change(p, i, k);
    }
  }
}

int galpha_path_again(struct galpha_path *p, galpha_path_fn fn, void *ctx,
                      sunrealtype t, sunrealtype direction, int order,
                      N_Vector d)
{
  const struct galpha_path_range range = {.t = t, .direction = direction};
  struct seek s = {.p = p, .fn = fn, .ctx = ctx, .order = order};
  s.range       = &range;
  int last = INT_MIN, ret = evaluate(&s, 0, 1);
  N_VConst(0.0, d);
  while (!ret)
  {
    int rung = INT_MAX;
    for (sunindextype i = 0; i < p->rows; i++)
    {
      const int r = p->row[i].rung;
      if (r > last && r < rung) { rung = r; }
    }
    if (rung == INT_MAX) { break; }
    last = rung;
    galpha_nodes_place(&s.nodes, rung, order, range.t, range.direction);
    ret = evaluate(&s, 1, NODES);
    if (!ret) { add_rows(&s, rung, d); }
  }
  return ret;
}

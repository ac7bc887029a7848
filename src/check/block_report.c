#include "check/block_report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "base/tuning.h"

#define MAX_FINDINGS 10

struct entry
{
  sunindextype row, col;
  bool there;
  sunrealtype user, fd[2], err[2];
};

/* The entries that are nonzero in the user's block or in the differences, by columns,
 * with ascending rows. */
struct table
{
  const struct galpha_compare *cmp;
  const struct galpha_subject *s;
  sunindextype rows, cols;
  struct entry *e;
  size_t count, room;
  size_t *first;       /* first[j] .. first[j+1]-1: the entries of column j */
  sunrealtype *top[2]; /* largest |fd| of each row, then of each column */
  struct galpha_quotient quotient[2];
  sunrealtype *u;
  bool *there;
};

int galpha_columns_init(struct galpha_columns *c, SUNMatrix A,
                        sunindextype rows)
{
  c->A         = A;
  c->plan.rows = rows;
  return A ? galpha_colouring_init(&c->plan, A, true) : 0;
}

void galpha_columns_free(struct galpha_columns *c)
{
  if (c->A) { galpha_colouring_free(&c->plan); }
}

int galpha_columns_get(void *columns, sunindextype j, sunrealtype *u,
                       bool *there)
{
  const struct galpha_columns *c    = columns;
  const struct galpha_colouring *pl = &c->plan;
  const struct galpha_lists *l      = &pl->cols;
  const bool band = c->A && SUNMatGetID(c->A) == SUNMATRIX_BAND;
  if (!c->A || SUNMatGetID(c->A) == SUNMATRIX_DENSE)
  {
    for (sunindextype i = 0; i < pl->rows; i++)
    {
      u[i] += c->A ? SM_ELEMENT_D(c->A, i, j) : 0.0;
      there[i] = true;
    }
    return 0;
  }
  const sunrealtype *a = band ? SM_DATA_B(c->A) : SM_DATA_S(c->A);
  for (sunindextype k = l->ptr[j]; k < l->ptr[j + 1]; k++)
  {
    u[l->idx[k]] += a[galpha_lists_place(l, k)];
    there[l->idx[k]] = true;
  }
  return 0;
}

static void table_free(struct table *t)
{
  free(t->e);
  free(t->first);
  free(t->u);
  free(t->there);
  for (int w = 0; w < 2; w++)
  {
    free(t->top[w]);
    galpha_quotient_free(&t->quotient[w]);
  }
}

static int table_init(struct table *t)
{
  const size_t rows = (size_t)t->rows, cols = (size_t)t->cols;
  t->first = calloc(cols + 1, sizeof *t->first);
  t->u     = calloc(rows, sizeof *t->u);
  t->there = calloc(rows, sizeof *t->there);
  for (int w = 0; w < t->s->nsources; w++)
  {
    t->top[w] = calloc(rows + cols, sizeof *t->top[w]);
    if (!t->top[w] ||
        galpha_quotient_init(&t->quotient[w], t->s->like, t->cols))
    {
      return -1;
    }
  }
  return t->first && t->u && t->there && t->top[0] ? 0 : -1;
}

static int keep(struct table *t, const struct entry *e)
{
  if (t->count == t->room)
  {
    const size_t room  = 2 * t->room + 64;
    struct entry *more = realloc(t->e, room * sizeof *more);
    if (!more) { return -1; }
    t->e    = more;
    t->room = room;
  }
  t->e[t->count++] = *e;
  for (int w = 0; w < t->s->nsources; w++)
  {
    const sunrealtype size = fabs(e->fd[w]);
    sunrealtype *row       = &t->top[w][e->row];
    sunrealtype *col       = &t->top[w][t->rows + e->col];
    *row                   = fmax(*row, size);
    *col                   = fmax(*col, size);
  }
  return 0;
}

/* The typical size of the components x, a lower bound in the choice of increments. */
static sunrealtype typical(const sunrealtype *x, sunindextype count)
{
  sunrealtype top = 0.0;
  for (sunindextype j = 0; j < count; j++) { top = fmax(top, fabs(x[j])); }
  return top > 0.0 ? fmax(top, 1e-3) : 1.0;
}

static sunrealtype *component(const struct galpha_subject *s, sunindextype j,
                              sunrealtype *size)
{
  const int part = j < s->count[0] ? 0 : 1;
  sunrealtype *x = &s->x[part][part ? j - s->count[0] : j];
  *size          = fmax(fabs(*x), typical(s->x[part], s->count[part]));
  return x;
}

static int measure_rounding(struct table *t)
{
  int ret = 0;
  for (int w = 0; w < t->s->nsources && !ret; w++)
  {
    const struct galpha_source *src = &t->s->source[w];
    ret = galpha_quotient_rounding(&t->quotient[w], src->fn, src->ctx, t->s->x,
                                   t->s->count);
  }
  return ret ? GALPHA_RES_FAIL : GALPHA_SUCCESS;
}

static int difference(struct table *t, sunindextype j, int w)
{
  const struct galpha_subject *s  = t->s;
  const struct galpha_source *src = &s->source[w];
  struct galpha_quotient *sl      = &t->quotient[w];
  sunrealtype size                = 0.0;
  sunrealtype *x                  = component(s, j, &size);
  sl->grain                       = src->grain;
  if (!s->mask || s->mask[j] == 1.0)
  {
    const struct galpha_expected u = {.value     = t->u,
                                      .any       = s->pattern ? t->there : NULL,
                                      .tolerance = t->cmp->tol};
    return galpha_quotient(sl, src->fn, src->ctx, x, size, &u);
  }
  memset(sl->fd, 0, (size_t)t->rows * sizeof *sl->fd);
  memset(sl->err, 0, (size_t)t->rows * sizeof *sl->err);
  return 0;
}

/* Fills e for row e->row of the present column; false: the entry is zero in the user's
 * block and in the differences. */
static bool take_entry(const struct table *t, struct entry *e)
{
  bool there = t->u[e->row] != 0.0;
  e->there   = t->there[e->row];
  e->user    = t->u[e->row];
  for (int w = 0; w < t->s->nsources; w++)
  {
    e->fd[w]  = t->quotient[w].fd[e->row];
    e->err[w] = t->quotient[w].err[e->row];
    there     = there || e->fd[w] != 0.0;
  }
  return there;
}

static int fill_column(struct table *t, sunindextype j)
{
  const struct galpha_subject *s = t->s;
  memset(t->u, 0, (size_t)t->rows * sizeof *t->u);
  memset(t->there, 0, (size_t)t->rows * sizeof *t->there);
  int ret = s->column(s->column_ctx, j, t->u, t->there);
  for (int w = 0; w < s->nsources && !ret; w++) { ret = difference(t, j, w); }
  if (ret) { return GALPHA_RES_FAIL; }
  for (sunindextype i = 0; i < t->rows; i++)
  {
    struct entry e = {.row = i, .col = j};
    if (take_entry(t, &e) && keep(t, &e)) { return GALPHA_MEM_FAIL; }
  }
  t->first[j + 1] = t->count;
  return GALPHA_SUCCESS;
}

/* The size against which entry (i,j) may be negligible. */
static sunrealtype scale(const struct table *t, int w, sunindextype i,
                         sunindextype j)
{
  return fmin(t->top[w][i], t->top[w][t->rows + j]);
}

/* x agrees with the difference quotient of e, within the tolerance and CHECK_DOUBT
 * times the error of the quotient. */
static bool agrees(const struct table *t, int w, const struct entry *e,
                   sunrealtype x)
{
  const sunrealtype size =
    fabs(x) + fabs(e->fd[w]) + scale(t, w, e->row, e->col);
  return fabs(x - e->fd[w]) <= t->cmp->tol * size + CHECK_DOUBT * e->err[w];
}

static bool is_wrong(const struct table *t, int w, const struct entry *e)
{
  if (t->s->pattern) { return !e->there && !agrees(t, w, e, 0.0); }
  return !agrees(t, w, e, e->user);
}

static long int count_wrong(const struct table *t, int w)
{
  long int wrong = 0;
  for (size_t k = 0; k < t->count; k++) { wrong += is_wrong(t, w, &t->e[k]); }
  return wrong;
}

static const struct entry *find(const struct table *t, sunindextype row,
                                sunindextype col)
{
  size_t lo = t->first[col], hi = t->first[col + 1];
  while (lo < hi)
  {
    const size_t mid = lo + (hi - lo) / 2;
    if (t->e[mid].row == row) { return &t->e[mid]; }
    if (t->e[mid].row < row) { lo = mid + 1; }
    else { hi = mid; }
  }
  return NULL;
}

static bool is_transposed(const struct table *t, int w)
{
  bool same = t->rows == t->cols && !t->s->pattern;
  for (size_t k = 0; k < t->count && same; k++)
  {
    const struct entry *e    = &t->e[k];
    const struct entry *twin = find(t, e->col, e->row);
    same                     = agrees(t, w, e, twin ? twin->user : 0.0);
    if (!twin)
    {
      same = same && fabs(e->user) <= t->cmp->tol * scale(t, w, e->col, e->row);
    }
  }
  return same;
}

/* Not reported for a single wrong entry, whose row and column say more. */
static bool is_negative(const struct table *t, int w)
{
  int nonzero = 0;
  bool same   = !t->s->pattern;
  for (size_t k = 0; k < t->count && same; k++)
  {
    same = agrees(t, w, &t->e[k], -t->e[k].user);
    nonzero += is_wrong(t, w, &t->e[k]);
  }
  return same && nonzero > 1;
}

static void say_place(const struct galpha_subject *s, const struct entry *e,
                      char *place, size_t size)
{
  const long int row = (long int)e->row, col = (long int)e->col;
  if (s->is_vector) { snprintf(place, size, "component %ld", row); }
  else if (s->of)
  {
    snprintf(place, size, "%s[%ld] by %s[%ld]", s->of, row, s->by, col);
  }
  else { snprintf(place, size, "row %ld, column %ld", row, col); }
}

static void report_entry(const struct table *t, int w, const struct entry *e)
{
  const struct galpha_compare *cmp = t->cmp;
  const sunrealtype fd             = e->fd[w];
  char place[80];
  say_place(t->s, e, place, sizeof place);
  if (!e->there && e->user == 0.0)
  {
    galpha_report(cmp->err, GALPHA_WARNING, cmp->function,
                  "%s%s: %s: missing in the pattern, the difference there is "
                  "%.10g",
                  t->s->name, t->s->source[w].note, place, fd);
    return;
  }
  galpha_report(cmp->err, GALPHA_WARNING, cmp->function,
                "%s%s: %s: yours is %.10g, the difference %.10g, relative "
                "deviation %.2g",
                t->s->name, t->s->source[w].note, place, e->user, fd,
                fabs(e->user - fd) / fmax(fabs(e->user), fabs(fd)));
}

static void report_entries(const struct table *t, int w, long int wrong)
{
  int shown = 0;
  for (size_t k = 0; k < t->count && shown < MAX_FINDINGS; k++)
  {
    if (!is_wrong(t, w, &t->e[k])) { continue; }
    report_entry(t, w, &t->e[k]);
    shown++;
  }
  if (wrong > shown)
  {
    galpha_report(t->cmp->err, GALPHA_WARNING, t->cmp->function,
                  "%s%s: %ld more entries are wrong", t->s->name,
                  t->s->source[w].note, wrong - shown);
  }
}

/* What is wrong with the block as a whole (NULL: nothing found), and *w, the source
 * that explains the block best. */
static const char *diagnose(const struct table *t, const long int *wrong,
                            int *w)
{
  *w = t->s->nsources > 1 && wrong[1] < wrong[0] ? 1 : 0;
  for (int i = 0; i < t->s->nsources; i++)
  {
    const bool transposed = is_transposed(t, i), negative = is_negative(t, i);
    if (!transposed && !negative) { continue; }
    *w = i;
    return !negative     ? "is transposed"
           : !transposed ? "has the opposite sign"
                         : "is transposed or has the opposite sign";
  }
  return NULL;
}

static void judge(struct galpha_compare *cmp, const struct table *t)
{
  long int wrong[2] = {0, 0};
  int w             = 0;
  for (int i = 0; i < t->s->nsources; i++)
  {
    wrong[i] = count_wrong(t, i);
    if (wrong[i] == 0) { return; }
  }
  const char *how = diagnose(t, wrong, &w);
  cmp->nwrong += wrong[w];
  if (!how)
  {
    report_entries(t, w, wrong[w]);
    return;
  }
  galpha_report(cmp->err, GALPHA_WARNING, cmp->function,
                "%s%s: the whole block %s (%ld wrong entries)", t->s->name,
                t->s->source[w].note, how, wrong[w]);
}

int galpha_compare_block(struct galpha_compare *cmp,
                         const struct galpha_subject *subject)
{
  struct table t = {
    .cmp  = cmp,
    .s    = subject,
    .rows = N_VGetLength(subject->like),
    .cols = subject->count[0] + subject->count[1],
  };
  int ret = table_init(&t) ? GALPHA_MEM_FAIL : GALPHA_SUCCESS;
  if (!ret) { ret = measure_rounding(&t); }
  for (sunindextype j = 0; j < t.cols && !ret; j++)
  {
    ret = fill_column(&t, j);
  }
  if (!ret) { judge(cmp, &t); }
  table_free(&t);
  return ret;
}

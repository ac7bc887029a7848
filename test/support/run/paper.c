/* See paper_run.h. */
#include "support/run/paper.h"

#include <stdio.h>

#include "support/check/fixed_newton_solver.h"
#include "support/lowering/residual.h"
#include "support/run/keep.h"

#define UNKNOWN ((sunrealtype)NAN)

/* Far below any discretisation error, above round-off of q and v. */
static int converge_newton(void *mem)
{
  int ret = GALPHASStolerances(mem, SUN_RCONST(1e-12), SUN_RCONST(1e-12));
  if (!ret) { ret = GALPHASetNonlinConvCoef(mem, SUN_RCONST(1e-2)); }
  if (!ret) { ret = GALPHASetMaxNonlinIters(mem, 30); }
  if (!ret) { ret = GALPHASetOption(mem, "max_jacobian_age", 0); }
  return ret;
}

static int configure(void *mem, const struct paper_case *c)
{
  int ret = converge_newton(mem);
  if (!ret) { ret = GALPHASetMethod(mem, c->family, c->par); }
  if (!ret && !c->lowered) { ret = GALPHASetFormulation(mem, c->formulation); }
  if (!ret)
  {
    ret = GALPHASetOption(mem, "mass_alpha",
                          c->mass_alpha ? c->mass_alpha : GALPHA_MASS_PREVIOUS);
  }
  if (!ret)
  {
    ret = GALPHASetOption(mem, "start", c->start ? c->start : GALPHA_START_A0);
  }
  if (!ret)
  {
    ret =
      GALPHASetOption(mem, "step_change_correction",
                      c->weights ? GALPHA_CORRECT_WEIGHTS : !c->no_correction);
  }
  if (!ret && c->newton)
  {
    ret = GALPHASetOption(mem, "predictor", GALPHA_PREDICT_CONSTANT);
  }
  return ret;
}

void *paper_create(const struct paper_case *c, SUNContext ctx)
{
  void *mem = problem_create(c->pb, ctx, c->storage);
  if (mem && configure(mem, c)) { GALPHAFree(&mem); }
  return mem;
}

static sunrealtype *entries(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

/* 2-norm of x - exact, or -1 for a block that is absent or not known (flag). */
static sunrealtype block_error(N_Vector x, const sunrealtype *exact, int flag)
{
  if (!x || flag) { return -1; }
  return problem_dist(entries(x), exact, N_VGetLength(x));
}

static void multiplier_errors(const struct problem *pb,
                              const struct problem_state *s,
                              sunrealtype *lambda, sunrealtype *psi)
{
  sunrealtype l[8], p[2];
  int flag = pb->exact ? pb->exact(s->t, NULL, NULL, NULL, pb->m > 0 ? l : NULL,
                                   pb->p > 0 ? p : NULL, pb->data)
                       : -1;
  *lambda  = block_error(s->lambda, l, flag);
  *psi     = block_error(s->psi, p, flag);
}

static void end_errors(const struct problem *pb, const struct problem_state *s,
                       sunrealtype talpha, struct paper_errors *e)
{
  sunrealtype x[9];
  if (!pb->exact) { return; }
  int flag = pb->exact(s->t, x, NULL, NULL, NULL, NULL, pb->data);
  e->q     = block_error(s->q, x, flag);
  flag     = pb->exact(s->t, NULL, x, NULL, NULL, NULL, pb->data);
  e->v     = block_error(s->v, x, flag);
  flag     = pb->exact(talpha, NULL, NULL, x, NULL, NULL, pb->data);
  e->a     = block_error(s->a, x, flag);
}

static int run(void *mem, const struct paper_case *c, sunrealtype H,
               struct problem_state *s, struct paper_errors *e)
{
  const sunrealtype part = c->alternating ? H / 3 : H;
  sunrealtype talpha     = 0;
  int ret                = 0;
  *e                     = (struct paper_errors){H, -1, -1, -1, -1, -1, -1, -1};
  for (long k = 0; !ret && s->t < c->t1 - SUN_RCONST(1e-3) * H; k++)
  {
    sunrealtype h = c->alternating && k % 2 ? 2 * part : part;
    ret           = problem_step(mem, c->pb, h, s, &talpha);
    multiplier_errors(c->pb, s, &e->lambda, &e->psi);
    e->max_lambda = fmax(e->max_lambda, e->lambda);
    e->max_psi    = fmax(e->max_psi, e->psi);
  }
  if (!ret) { end_errors(c->pb, s, talpha, e); }
  return ret;
}

/* An iteration of its own; NULL: that of the library. */
static int set_newton(void *mem, const struct paper_case *c, SUNContext ctx)
{
  const sunindextype size = c->pb->n + c->pb->m + c->pb->p;
  if (!c->newton) { return 0; }
  SUNNonlinearSolver NLS = KEEP(fixed_newton_new(c->newton, size, ctx));
  return NLS ? GALPHASetNonlinearSolver(mem, NLS) : -1;
}

/* That in residual form; errors of q and v. */
static int solve_lowered(const struct paper_case *c, SUNContext ctx,
                         sunrealtype H, struct paper_errors *e)
{
  const sunrealtype one = 1.0;
  const size_t mark     = keep_mark();
  struct residual_run r = {.mem = NULL};
  struct residual_mech low;
  sunrealtype q[9], v[9];
  int ret = residual_mech_new(&low, c->pb, ctx);
  if (!ret) { ret = residual_begin(&r, &low.pb, ctx); }
  if (!ret) { ret = GALPHASetErrFile(r.mem, NULL); }
  if (!ret) { ret = configure(r.mem, c); }
  if (!ret) { ret = set_newton(r.mem, c, ctx); }
  if (!ret) { ret = residual_steps(&r, H, &one, 1, lround(c->t1 / H)); }
  if (!ret) { ret = c->pb->exact(c->t1, q, v, NULL, NULL, NULL, c->pb->data); }
  *e = (struct paper_errors){H, -1, -1, -1, -1, -1, -1, -1};
  if (!ret)
  {
    e->q = problem_dist(residual_y(&r), q, c->pb->n);
    e->v = problem_dist(residual_yp(&r), v, c->pb->n);
  }
  keep_back(mark);
  return ret;
}

int paper_solve(const struct paper_case *c, SUNContext ctx, sunrealtype H,
                struct paper_errors *e, struct problem_state *end)
{
  struct paper_errors unused;
  struct problem_state s = {0};
  if (!e) { e = &unused; }
  if (c->lowered) { return solve_lowered(c, ctx, H, e); }
  int ret           = problem_state_new(&s, c->pb, ctx);
  const size_t mark = keep_mark();
  void *mem         = ret ? NULL : KEEP(paper_create(c, ctx));
  ret               = mem ? set_newton(mem, c, ctx) : -1;
  if (!ret) { ret = run(mem, c, H, &s, e); }
  keep_back(mark);
  if (!ret && end) { *end = s; }
  return ret;
}

static void report(const struct paper_case *c, sunrealtype H, const char *what,
                   sunrealtype value, sunrealtype ref)
{
  printf("%s, formulation %d, H = %.9g: %s %.9e, expected %.9e, ratio %.6f\n",
         c->pb->name, c->formulation, (double)H, what, (double)value,
         (double)ref, (double)(value / ref));
}

int paper_compare(const struct paper_case *c, SUNContext ctx,
                  const struct paper_errors *rows, int count, sunrealtype tol)
{
  int good = 1;
  for (int k = 0; k < count; k++)
  {
    const struct paper_errors *r = rows + k;
    struct paper_errors e;
    int ret = paper_solve(c, ctx, r->h, &e, NULL);
    if (ret)
    {
      printf("%s, H = %.9g: returned %d\n", c->pb->name, (double)r->h, ret);
      return 0;
    }
    const struct
    {
      const char *name;
      sunrealtype value, ref;
    } all[] = {{"q", e.q, r->q},
               {"v", e.v, r->v},
               {"a", e.a, r->a},
               {"lambda", e.lambda, r->lambda},
               {"psi", e.psi, r->psi},
               {"max lambda", e.max_lambda, r->max_lambda},
               {"max psi", e.max_psi, r->max_psi}};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
      if (all[i].ref == 0 || fabs(all[i].value / all[i].ref - 1) <= tol)
      {
        continue;
      }
      report(c, r->h, all[i].name, all[i].value, all[i].ref);
      good = 0;
    }
  }
  return good;
}

/* Opens the file of "file/name", with the suffix; *key: "name,". NULL on failure. */
static FILE *open_table(const char *name, const char *suffix, char *key,
                        size_t size)
{
  const char *slash = strchr(name, '/');
  char path[512];
  if (!slash) { return NULL; }
  snprintf(path, sizeof path, "%s/%.*s%s", GALPHA_TEST_PAPER_DATA,
           (int)(slash - name), name, suffix);
  snprintf(key, size, "%s,", slash + 1);
  return fopen(path, "r");
}

/* Up to `most` numbers, also as a/b, separated by commas; how many there are. */
static int numbers(const char *text, sunrealtype *x, int most)
{
  int count = 0;
  char *end = NULL;
  while (count < most)
  {
    x[count] = strtod(text, &end);
    if (end == text) { break; }
    if (*end == '/') { x[count] /= strtod(end + 1, &end); }
    count++;
    if (*end != ',') { break; }
    text = end + 1;
  }
  return count;
}

int paper_read(const char *name, struct paper_table *table)
{
  char key[64], line[512];
  FILE *f      = open_table(name, ".csv", key, sizeof key);
  table->count = 0;
  while (f && fgets(line, sizeof line, f))
  {
    sunrealtype x[8] = {0};
    if (strncmp(line, key, strlen(key)) != 0) { continue; }
    if (table->count == PAPER_ROWS || numbers(line + strlen(key), x, 8) != 8)
    {
      table->count = 0;
      break;
    }
    table->row[table->count++] =
      (struct paper_errors){x[0], x[1], x[2], x[3], x[4], x[5], x[6], x[7]};
  }
  if (f) { fclose(f); }
  if (table->count == 0) { printf("no table %s\n", name); }
  return table->count;
}

int paper_agrees(const struct paper_case *c, SUNContext ctx, const char *name,
                 const char *columns, int first, int count, sunrealtype tol)
{
  struct paper_table t;
  const int all = paper_read(name, &t), last = count ? first + count : all;
  for (int i = 0; i < all && columns; i++)
  {
    struct paper_errors *r   = &t.row[i];
    sunrealtype *const of[4] = {&r->q, &r->v, &r->a, &r->lambda};
    for (int k = 0; k < 4; k++)
    {
      if (!strchr(columns, "qval"[k])) { *of[k] = 0; }
    }
    r->psi = r->max_lambda = r->max_psi = 0;
  }
  return first < last && last <= all &&
         paper_compare(c, ctx, t.row + first, last - first, tol);
}

static sunrealtype order(sunrealtype coarse, sunrealtype fine)
{
  return coarse > 0 && fine > 0 ? log2(coarse / fine) : UNKNOWN;
}

int paper_orders(const struct paper_case *c, SUNContext ctx, sunrealtype H,
                 struct paper_errors *o)
{
  struct paper_errors e, f;
  *o      = (struct paper_errors){H,       UNKNOWN, UNKNOWN, UNKNOWN,
                                  UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};
  int ret = paper_solve(c, ctx, H, &e, NULL);
  if (!ret) { ret = paper_solve(c, ctx, H / 2, &f, NULL); }
  if (ret) { return ret; }
  *o = (struct paper_errors){H,
                             order(e.q, f.q),
                             order(e.v, f.v),
                             order(e.a, f.a),
                             order(e.lambda, f.lambda),
                             order(e.psi, f.psi),
                             order(e.max_lambda, f.max_lambda),
                             order(e.max_psi, f.max_psi)};
  return 0;
}

/* max |x - ref| / max |ref| */
static sunrealtype block_deviation(N_Vector x, const sunrealtype *ref)
{
  sunrealtype size = 0, worst = 0;
  sunindextype n = N_VGetLength(x);
  for (sunindextype i = 0; i < n; i++)
  {
    sunrealtype d = fabs(entries(x)[i] - ref[i]);
    size          = fmax(size, fabs(ref[i]));
    if (!(d <= worst)) { worst = isnan(d) ? HUGE_VAL : d; }
  }
  return worst > 0 ? worst / size : 0;
}

/* A line "block,values" against that block of s. */
static int block_agrees(const char *line, const struct problem_state *s,
                        sunrealtype tol)
{
  const struct
  {
    const char *name;
    N_Vector x;
  } all[] = {{"q,", s->q},
             {"v,", s->v},
             {"a,", s->a},
             {"lambda,", s->lambda},
             {"psi,", s->psi}};
  sunrealtype ref[9];
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    const size_t skip = strlen(all[i].name);
    if (strncmp(line, all[i].name, skip) != 0) { continue; }
    if (!all[i].x || numbers(line + skip, ref, 9) != N_VGetLength(all[i].x))
    {
      return 0;
    }
    const sunrealtype d = block_deviation(all[i].x, ref);
    if (d <= tol) { return 1; }
    printf("%s off by %.3e of its size\n", all[i].name, (double)d);
  }
  return 0;
}

int paper_reaches(const struct paper_case *c, SUNContext ctx, sunrealtype H,
                  const char *state, sunrealtype tol)
{
  char key[64], line[1024];
  int blocks = 0, good = 1;
  struct problem_state s;
  FILE *f = open_table(state, "_states.csv", key, sizeof key);
  if (!f || paper_solve(c, ctx, H, NULL, &s))
  {
    printf("%s, H = %.9g: no state %s or no solution\n", c->pb->name, (double)H,
           state);
    if (f) { fclose(f); }
    return 0;
  }
  while (fgets(line, sizeof line, f))
  {
    if (strncmp(line, key, strlen(key)) != 0) { continue; }
    blocks++;
    good = block_agrees(line + strlen(key), &s, tol) && good;
  }
  fclose(f);
  return good && blocks > 0;
}

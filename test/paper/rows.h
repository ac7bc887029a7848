/* Errors, states and orders of problems of the papers, a row each, against tables that an
 * independent implementation has computed (data/<file>.csv). */
#pragma once

#include "support/run/paper.h"
#include "support/test.h"

enum model
{
  OSCILLATOR,
  PROBLEM15,
  PROBLEM71,
  PENDULUM16,
  DISK,
  PRINTED, /* with the printed f4 */
  PENDULUM,
  VARIABLE, /* the same pendulum, and in steps that vary */
  NEWMARK,
  DOUBLE_PENDULUM
};

static const struct
{
  const char *file;
  const struct problem *pb;
  sunrealtype t1, state_t1; /* of errors and of states */
} models[] = {{"oscillator", &paper_oscillator, 2, 2},
              {"problem15", &paper_problem15, 1, 1},
              {"problem71", &paper_problem71, 1, 1},
              {"pendulum16", &paper_pendulum16, 2, 2},
              {"rolling_disk", &paper_disk, 10, 1},
              {"rolling_disk", &paper_disk_printed, 10, 1},
              {"simple_pendulum", &paper_simple_pendulum, 2, 1},
              {"simple_pendulum_variable", &paper_simple_pendulum, 2, 1},
              {"newmark_pendulum", &paper_simple_pendulum, 4, 4},
              {"double_pendulum", &paper_double_pendulum, 2, 0.5}};

enum forms
{
  SOI2    = 1 << GALPHA_SOI2,
  LITERAL = 1 << GALPHA_SOI2_LITERAL,
  INDEX3  = 1 << GALPHA_INDEX3,
  BOTH    = SOI2 | LITERAL,
  ALL     = BOTH | INDEX3
};

struct method
{
  int family;
  sunrealtype par[2];
};

static const struct method rho02  = {GALPHA_CHUNG_HULBERT, {0.2}},
                           rho08  = {GALPHA_CHUNG_HULBERT, {0.8}},
                           hht    = {GALPHA_HHT, {-0.3}},
                           trap   = {GALPHA_NEWMARK, {0.25, 0.5}},
                           damped = {GALPHA_NEWMARK, {0.390625, 0.75}};

enum flags
{
  PLAIN      = 0,
  TURNS      = 1, /* steps H/3, 2H/3 */
  OFF        = 2, /* without (14) */
  RECOMPUTED = 4, /* M_alpha, else of the previous step */
  SHIFTED    = 8, /* start; else a_alpha = a0 */
  SPARSE     = 16,
  WEIGHTS    = 32,
  NEWTON     = 64,  /* a matrix per iteration */
  ONE        = 128, /* so many iterations, each with a matrix */
  TWO        = 256,
  THREE      = 512,
  LOWERED    = 1024 /* as a residual of index 3 */
};

enum what
{
  TABLE_ROWS, /* `count` rows from `first` on agree within hi, in these columns */
  STATE_AT,   /* with steps of H the state within hi */
  ORDER_OF    /* of `name`'s kinds between H and H/2, from lo to hi */
};

struct row
{
  enum what what;
  enum model model;
  int forms, flags;
  const struct method *by;
  const char *name;
  int first, count;
  sunrealtype H, lo, hi;
  const char *columns; /* NULL: all */
};

#define ROW(what, m, forms, by, flags, name, first, count, ...)   \
  {                                                               \
    what, m, forms, flags, &(by), name, first, count, __VA_ARGS__ \
  }
#define TABLE(m, forms, by, flags, name, first, count, tol) \
  ROW(TABLE_ROWS, m, forms, by, flags, name, first, count, 0, 0, tol, NULL)
#define PART(m, forms, by, flags, name, columns, first, count, tol) \
  ROW(TABLE_ROWS, m, forms, by, flags, name, first, count, 0, 0, tol, columns)
#define STATE(m, forms, by, flags, name, H, tol) \
  ROW(STATE_AT, m, forms, by, flags, name, 0, 0, H, 0, tol, NULL)
#define ORDER(m, forms, by, flags, kinds, H, lo, hi) \
  ROW(ORDER_OF, m, forms, by, flags, kinds, 0, 0, H, lo, hi, NULL)
#define DIGITS PAPER_DIGITS

static void check_orders(const struct row *r, const struct paper_case *c)
{
  struct paper_errors o;
  CHECK(paper_orders(c, ctx, r->H, &o) == 0);
  const sunrealtype all[] = {o.q,   o.v,          o.a,      o.lambda,
                             o.psi, o.max_lambda, o.max_psi};
  for (const char *k = r->name; *k; k++)
  {
    CHECK_IN(all[strchr("qvalpLP", *k) - "qvalpLP"], r->lo, r->hi);
  }
}

static struct paper_case case_of(const struct row *r, int form)
{
  const int states = r->what == STATE_AT, flags = r->flags;
  return PAPER_CASE(.pb = models[r->model].pb, .formulation = form,
                    .family = r->by->family,
                    .par    = {r->by->par[0], r->by->par[1]},
                    .t1 =
                      states ? models[r->model].state_t1 : models[r->model].t1,
                    .mass_alpha =
                      flags & RECOMPUTED ? GALPHA_MASS_RECOMPUTED : 0,
                    .start         = flags & SHIFTED ? GALPHA_START_SHIFTED : 0,
                    .no_correction = (flags & OFF) != 0,
                    .weights       = (flags & WEIGHTS) != 0,
                    .alternating   = (flags & TURNS) != 0,
                    .lowered       = (flags & LOWERED) != 0,
                    .storage = flags & SPARSE ? PROBLEM_SPARSE : PROBLEM_DENSE,
                    .newton  = flags & NEWTON  ? 30
                               : flags & THREE ? 3
                               : flags & TWO   ? 2
                                               : (flags & ONE) != 0);
}

static void check_row(const struct row *r, int form)
{
  const struct paper_case c = case_of(r, form);
  char name[80];
  snprintf(name, sizeof name, "%s/%s", models[r->model].file, r->name);
  check_of("%s, form %d, flags %d", name, form, r->flags);
  switch (r->what)
  {
  case TABLE_ROWS:
    CHECK(paper_agrees(&c, ctx, name, r->columns, r->first, r->count, r->hi));
    break;
  case STATE_AT: CHECK(paper_reaches(&c, ctx, r->H, name, r->hi)); break;
  default: check_orders(r, &c);
  }
}

static void check_rows(const struct row *rows, int count)
{
  for (int i = 0; i < count; i++)
  {
    for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
    {
      if (rows[i].forms & 1 << f) { check_row(&rows[i], f); }
    }
  }
}

#define CHECK_ROWS(rows) check_rows(rows, COUNT_OF(rows))

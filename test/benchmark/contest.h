/* All solvers on one model: sweeps over tolerances, repeats, and the time each
 * needs for a given true error. */
#pragma once

#include "catalogue.h"

#define CONTEST_POINTS  24
#define CONTEST_REPEATS 25

struct contest_options
{
  int quick, repeats;
  double factor;   /* between tolerances */
  double patience; /* limit of a run: GALPHA's most accurate one times this */
};

struct contest_point
{
  sunrealtype rtol;
  struct bench_result res; /* seconds: the median of the runs */
  double seconds[CONTEST_REPEATS];
  int runs;
};

struct contest_sweep
{
  struct bench_solver solver;
  struct contest_point point[CONTEST_POINTS];
  int len;
  int contends; /* may be the cheapest: its runs are repeated */
};

struct contest
{
  const struct bench_model *model;
  struct contest_options opt;
  struct flexible_track ref;
  sunindextype unknowns;
  struct contest_sweep sweep[CATALOGUE_SOLVERS];
  int len;
};

/* The reference, from a file in the current directory if there is one; two
 * methods and their distance on stdout. Returns 0 on success. */
int reference_make(const struct bench_model *model, struct flexible_track *ref);

/* Adds the seconds of a run to those of p. */
void contest_add_time(struct contest_point *p, double seconds);
/* Options of the quick or the whole benchmark; repeats 0: the usual ones. */
void contest_set(struct contest_options *opt, int quick, int repeats);
/* Runs everything; c->ref is there. */
void contest_run(struct contest *c);
/* Seconds that sweep s needs for the error e of q: along the runs of which no
 * other is faster and more accurate, linear in the logarithms; the cheapest run
 * where all are more accurate; NAN where none is accurate enough. */
double contest_time(const struct contest_sweep *s, double e);
/* The cheapest of the sweeps that belong; NULL: none reaches e. */
const struct contest_sweep *contest_best(
  const struct contest *c, double e,
  int (*belongs)(const struct bench_solver *s), double *seconds);

/* Seconds of the cheapest IDA on the same form (index 3 for index 3, else GGL) with the
 * same error test as own; NAN: none reaches e. */
void contest_best_like(const struct contest *c, double e,
                       const struct bench_solver *own, double *seconds);

/* ---- output ---------------------------------------------------------------- */

extern const double contest_targets[];
extern const int contest_targets_len;

/* Heads (c NULL) and lines of benchmark.csv, ratios.csv (sweep `own` against
 * IDA) and of the curves that are drawn. */
void write_runs(FILE *out, const struct contest *c);
void write_ratios(FILE *out, const struct contest *c, int own);
void write_curves(FILE *out, const struct contest *c);

/* The comparison of GALPHA and IDA: models, solvers, runs and their results. */
#pragma once

#include <stdio.h>

#include "support/check/sundials_compat.h"
#include "support/models/flexible/mechanism.h"

/* ---- models ---------------------------------------------------------------- */

struct bench_model
{
  const char *name;
  long N;
  struct mechanism (*make)(sunindextype N); /* NULL: the vehicle */
  sunrealtype tend;
  int nearly_undamped;
  /* references: tolerance and highest order of IDA, steps of GALPHA */
  sunrealtype tight;
  int order;
  long steps;
  double finest; /* smallest error of q asked for */
};

#define BENCH_OUTPUTS 10

/* ---- solvers --------------------------------------------------------------- */

enum bench_kind
{
  BENCH_MECHANICAL, /* GALPHA on the blocks */
  BENCH_STANDIN,    /* GALPHA on the first-order form */
  BENCH_RESIDUAL,   /* GALPHA on F(t,y,y',y''): the vehicle */
  BENCH_IDA
};

struct bench_solver
{
  enum bench_kind kind;
  int form; /* GALPHA_SOI2, GALPHA_INDEX3 or of enum first_order_form */
  int order;
  int position_only; /* the error test */
  int ldlt;
};

/* "GALPHA" or "IDA"; "soi2/klu", "ggl/o5/full", ... */
const char *bench_solver_name(const struct bench_solver *s);
void bench_form_name(const struct bench_solver *s, char *name, size_t size);
int bench_is_ida(const struct bench_solver *s);
int bench_is_full(const struct bench_solver *s);      /* IDA, q and v tested */
int bench_is_positions(const struct bench_solver *s); /* IDA, positions alone */
int bench_is_ggl(const struct bench_solver *s);
int bench_is_default(
  const struct bench_solver *s); /* GGL, default settings of IDA */

/* ---- runs ------------------------------------------------------------------ */

struct bench_run
{
  const struct bench_model *model;
  struct bench_solver solver;
  sunrealtype rtol;
  sunrealtype step; /* > 0: GALPHA with this constant step */
  double limit;     /* of CPU time, in seconds */
};

struct bench_result
{
  int failed; /* by itself, by a signal or by the limit */
  double seconds, err_q, err_v;
  long steps, jacobians, factorisations, solves, failures;
  double max_g, max_gdot, rss_mb;
  long faults; /* minor page faults of a run */
  sunindextype unknowns;
};

/* Integrates; counts, seconds and constraint norms go to res, the motion to
 * track. Returns 0 on success. */
int bench_integrate(const struct bench_run *run, struct flexible_track *track,
                    struct bench_result *res);
/* The vehicle's own run; ref NULL: becomes the reference. */
int bench_vehicle(const struct bench_run *run, struct flexible_track *track,
                  struct bench_result *res);
/* The same in a process of its own. ref NULL: no errors; keep not NULL: receives
 * the motion. */
void bench_apart(const struct bench_run *run, const struct flexible_track *ref,
                 struct flexible_track *keep, struct bench_result *res);
/* Largest memory of this process so far, in MB, and its minor page faults. */
double bench_peak_rss(void);
long bench_minor_faults(void);

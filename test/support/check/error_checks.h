/* The assertions that the reference tests share. */
#pragma once

#include "support/check/check.h"
#include "support/lowering/equations.h"
#include "support/models/reference.h"

static inline sunrealtype refchecks_distance(N_Vector x, N_Vector y)
{
  return x ? problem_apart(x, y) / (1e-300 + sqrt(N_VDotProd(y, y))) : 0.0;
}

/* The problem itself: derivatives against differences at t1, and the accurate
 * solution in the equations of motion. tol bounds both, relative. */
static inline void check_problem(const struct problem *pb, SUNContext ctx,
                                 sunrealtype t1, sunrealtype tol)
{
  struct problem_state x, y;
  struct equations eq;
  int ok = !problem_state_new(&x, pb, ctx) && !problem_state_new(&y, pb, ctx) &&
           !equations_new(&eq, pb, ctx) && !ref_exact_state(pb, ctx, t1, &x) &&
           !ref_exact_state(pb, ctx, t1, &y) &&
           !equations_accelerations(&eq, &y);
  CHECK(ok);
  if (!ok) { return; }
  CHECK_IN(equations_derivative_error(&eq, &x), 0.0, tol);
  CHECK(refchecks_distance(x.a, y.a) <= tol);
  CHECK(refchecks_distance(x.lambda, y.lambda) <= tol);
  CHECK(refchecks_distance(x.psi, y.psi) <= tol);
  if (pb->m > 0)
  {
    CHECK(!pb->g(t1, x.q, y.lambda, pb->data) && N_VMaxNorm(y.lambda) <= tol);
    CHECK(!equations_rate(&eq, t1, x.q, x.v, y.lambda) &&
          N_VMaxNorm(y.lambda) <= tol);
  }
  if (pb->p > 0)
  {
    CHECK(!pb->k(t1, x.q, x.v, y.psi, pb->data) && N_VMaxNorm(y.psi) <= tol);
  }
}

/* The error falls like rtol^(2/3) from rtol to rtol/ratio, faster where its
 * leading term vanishes, and ends below want, q and v relative; returns the
 * errors of the last run. */
static inline struct ref_errors check_tolerance(const struct ref_run *run,
                                                SUNContext ctx,
                                                sunrealtype rtol,
                                                sunrealtype ratio,
                                                sunrealtype want)
{
  struct ref_errors e, p;
  const int flag = ref_tolerance_slope(run, ctx, rtol, ratio, &e, &p);
  CHECK(flag == 0);
  if (flag)
  {
    return (struct ref_errors){.q = (sunrealtype)NAN, .v = (sunrealtype)NAN};
  }
  CHECK_IN(e.q, 0.0, want);
  CHECK_IN(e.v, 0.0, want);
  CHECK_IN(p.q, 0.55, 1.2);
  CHECK_IN(p.v, 0.55, 1.2);
  if (run->pb->m > 0) { CHECK(p.lambda >= 0.5); }
  if (run->pb->p > 0) { CHECK(p.psi >= 0.5); }
  return e;
}

/* All components converge with order 2; some of a problem's with order 3. */
static inline void check_order(const struct ref_run *run, SUNContext ctx,
                               long int nsteps, sunrealtype first)
{
  struct ref_errors p;
  const int flag = ref_order(run, ctx, nsteps, first, &p);
  CHECK(flag == 0);
  if (flag) { return; }
  CHECK_IN(p.q, 1.9, 3.1);
  CHECK_IN(p.v, 1.9, 3.1);
  CHECK_IN(p.a, 1.9, 3.1);
  if (run->pb->m > 0) { CHECK_IN(p.lambda, 1.9, 3.1); }
  if (run->pb->p > 0) { CHECK_IN(p.psi, 1.9, 3.1); }
}

/* Negative control: constraints with explicit time, of a problem that does not give
 * its g_t, declared to stand still. */
static inline void check_standing_still(const struct ref_run *run,
                                        SUNContext ctx, struct problem without,
                                        long int nsteps)
{
  struct ref_run second = *run;
  struct ref_errors e   = {0};
  without.moving        = 0;
  second.quiet          = 1;
  second.pb             = &without;
  second.reference      = run->pb;
  const int flag        = ref_run_fixed(&second, ctx, nsteps, 1.0, &e);
  CHECK(flag < 0 || e.v > 1e-2);
}

/* Negative control: without Jay and Negrut (2009), (14) steps in the ratio 1:2 cost the
 * velocity an order. */
static inline void check_uncorrected(struct ref_run run, SUNContext ctx,
                                     long int nsteps)
{
  struct ref_errors p;
  run.uncorrected = 1;
  const int flag  = ref_order(&run, ctx, nsteps, 2.0 / 3, &p);
  CHECK(flag == 0);
  if (flag) { return; }
  CHECK(p.v < 1.5);
}

/* Derivatives differenced by the library change the solution hardly, also at a
 * tight tolerance: those of the forces serve Newton's iteration alone, G and K
 * are part of the equations. */
static inline void check_differenced(const struct ref_run *run, SUNContext ctx,
                                     sunrealtype rtol)
{
  struct problem bare   = *run->pb;
  struct ref_run second = *run;
  struct ref_errors e = {0}, d = {0};
  bare.dfdq = bare.dfdv = NULL;
  bare.no_dfdq = bare.no_dfdv = 0;
  bare.Kq                     = NULL;
  second.pb                   = &bare;
  second.reference            = run->pb;
  CHECK(ref_run_adaptive(run, ctx, rtol, &e) == 0);
  CHECK(ref_run_adaptive(&second, ctx, rtol, &d) == 0);
  CHECK_REL(d.q, e.q, 0.05);
  CHECK_REL(d.v, e.v, 0.05);
  bare.G = NULL;
  bare.K = NULL;
  CHECK(ref_run_adaptive(&second, ctx, rtol, &d) == 0);
  CHECK_REL(d.q, e.q, 0.25);
  CHECK_REL(d.v, e.v, 0.25);
}

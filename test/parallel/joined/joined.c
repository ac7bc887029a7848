/* Two elastic blocks joined by rods on an MPIManyVector, as a residual of index 3 and
 * in the mechanical form by products, with the library's preconditioner for saddle
 * points: each block on a process of its own or both on one, the same; and as the
 * mechanical form finds it on one array, with dense matrices and direct solves. */
#include <stdlib.h>

#include <galpha/galpha.h>
#include <nvector/nvector_mpimanyvector.h>

#include "serial.h"
#include "solve.h"
#include "support/check/check.h"

#define TEND 1.0

static const int nodes[] = {3, 3, 5};

/* By the mechanical form. */
struct reference
{
  sunrealtype *q, *v, lambda[RODS];
};

static void find_reference(struct joined_run *alone, struct reference *ref)
{
  const size_t n = joined_size(&alone->model);
  ref->q         = malloc(n * sizeof *ref->q);
  ref->v         = malloc(n * sizeof *ref->v);
  CHECK(ref->q && ref->v);
  CHECK(!joined_serial(&alone->model, alone->ctx, 1e-7, TEND, ref->q, ref->v,
                       ref->lambda));
}

static sunrealtype largest(const sunrealtype *x, const sunrealtype *y, size_t n)
{
  sunrealtype top = 0.0;
  for (size_t i = 0; i < n; i++)
  {
    const sunrealtype d = fabs(x[i] - y[i]);
    if (!(d <= top)) { top = d; }
  }
  return top;
}

/* Part of y or y' that belongs to q. */
static const sunrealtype *displacements(N_Vector y)
{
  return N_VGetSubvectorArrayPointer_MPIManyVector(y, 0);
}

/* What this process has of the run on all of them, against the run alone. */
static sunrealtype difference(const struct joined_run *alone,
                              const struct joined_run *together)
{
  const size_t first =
    together->model.here[0] ? 0 : elastic_size(&alone->model.block[0]);
  const size_t n = joined_size(&together->model);
  const sunrealtype q =
    largest(displacements(alone->y) + first, displacements(together->y), n);
  const sunrealtype v =
    largest(displacements(alone->yp) + first, displacements(together->yp), n);
  return fmax(q, v);
}

static void compare(const struct joined_run *alone,
                    const struct joined_run *together,
                    const struct joined_outcome *a,
                    const struct joined_outcome *b)
{
  const sunrealtype d = difference(alone, together);
  CHECK(a->steps == b->steps && a->failures == b->failures);
  CHECK(a->solves == b->solves && a->setups == b->setups);
  CHECK_REL(a->iters, b->iters, 0.02);
  CHECK_IN(d, 0.0, 1e-10);
  for (int i = 0; i < RODS; i++)
  {
    CHECK_REL(a->lambda[i], b->lambda[i], 1e-7);
  }
  if (together->model.has_lambda)
  {
    printf("%ld steps, %ld failed, %ld solves, %ld iterations, %ld solves "
           "with S, g %.1e, g' %.1e, difference %.1e\n",
           b->steps, b->failures, b->solves, b->iters, b->s_solves, b->g,
           b->gdot, d);
  }
}

/* Largest deviations from the reference at the end of both runs. */
struct deviation
{
  sunrealtype q, v, lambda;
};

static struct deviation run_both(struct joined_run *alone,
                                 struct joined_run *together,
                                 const struct joined_plan *plan,
                                 const struct reference *ref,
                                 struct joined_outcome *out)
{
  const size_t n                = joined_size(&alone->model);
  const struct joined_outcome a = joined_solve(alone, plan, TEND);
  *out                          = joined_solve(together, plan, TEND);
  CHECK(a.flag == 0 && out->flag == 0);
  compare(alone, together, &a, out);
  CHECK_IN(out->g, 0.0, 1e-12);
  const struct deviation d = {largest(displacements(alone->y), ref->q, n),
                              largest(displacements(alone->yp), ref->v, n),
                              largest(a.lambda, ref->lambda, RODS) /
                                fabs(ref->lambda[0])};
  if (together->model.has_lambda)
  {
    printf("  from the mechanical form: q %.1e, v %.1e, lambda %.1e\n", d.q,
           d.v, d.lambda);
  }
  return d;
}

/* q is up to 0.07, v up to 0.2. A step of higher order needs more iterations. */
static void controlled(struct joined_run *alone, struct joined_run *together,
                       const struct reference *ref, int order)
{
  const int share = order > 2 ? 3 : 4;
  struct joined_outcome plain, dense, own;
  struct joined_plan plan = {.rtol = 1e-5, .order = order};
  struct deviation d      = run_both(alone, together, &plan, ref, &dense);
  CHECK_IN(d.q, 1e-7, 1e-5);
  CHECK_IN(d.v, 1e-7, 3e-5);
  CHECK_IN(d.lambda, 0.0, 2e-3);
  CHECK_IN(dense.gdot, 0.0, 2e-6);

  plan.own_schur = 1;
  d              = run_both(alone, together, &plan, ref, &own);
  CHECK_IN(d.q, 1e-7, 1e-5);
  CHECK(own.s_solves > dense.s_solves);

  /* without it an iteration more or less, which round-off may decide, would show */
  plan = (struct joined_plan){
    .rtol = 1e-5, .order = order, .no_preconditioner = 1, .eps_lin = 1e-3};
  d = run_both(alone, together, &plan, ref, &plain);
  CHECK_IN(d.q, 1e-7, 1e-5);
  CHECK(dense.iters < plain.iters / share && own.iters < plain.iters / share);
}

/* Order 2, multipliers as well. */
static void fixed(struct joined_run *alone, struct joined_run *together,
                  const struct reference *ref, int form)
{
  struct joined_outcome out;
  struct joined_plan plan = {
    .rtol = 1e-6, .order = 2, .step = 0.01, .mechanics = form};
  const struct deviation coarse = run_both(alone, together, &plan, ref, &out);
  CHECK(out.steps == 100);
  plan.step                   = 0.005;
  const struct deviation fine = run_both(alone, together, &plan, ref, &out);
  CHECK_IN(coarse.q / fine.q, 3.0, 6.0);
  CHECK_IN(coarse.v / fine.v, 3.0, 6.0);
  CHECK_IN(fine.q, 0.0, 3e-6);
  CHECK_IN(fine.lambda, 0.0, 1e-4);
}

/* The mechanical form by products: SOI2 meets the rates of constraints as well. */
static void mechanics(struct joined_run *alone, struct joined_run *together,
                      const struct reference *ref, int order)
{
  struct joined_outcome soi2, index3, own;
  struct joined_plan plan = {
    .rtol = 1e-5, .order = order, .mechanics = GALPHA_SOI2};
  struct deviation d = run_both(alone, together, &plan, ref, &soi2);
  CHECK_IN(d.q, 1e-8, 2e-5);
  CHECK_IN(d.v, 1e-8, 3e-5);
  CHECK_IN(d.lambda, 0.0, 2e-3);
  CHECK_IN(soi2.gdot, 0.0, 1e-9);

  plan.mechanics = GALPHA_INDEX3;
  d              = run_both(alone, together, &plan, ref, &index3);
  CHECK_IN(d.q, 1e-8, 2e-5);
  CHECK(index3.gdot > 100.0 * soi2.gdot);

  plan.mechanics         = GALPHA_SOI2;
  plan.no_preconditioner = 1;
  d                      = run_both(alone, together, &plan, ref, &own);
  CHECK_IN(d.q, 1e-8, 2e-5);
  CHECK(soi2.iters < own.iters / 3);
}

int main(int argc, char **argv)
{
  struct joined_run alone, together;
  struct reference ref = {0};
  MPI_Init(&argc, &argv);
  const int begun = !joined_begin(&alone, MPI_COMM_SELF, nodes) &&
                    !joined_begin(&together, MPI_COMM_WORLD, nodes);
  CHECK(begun);
  if (begun)
  {
    find_reference(&alone, &ref);
    for (int order = 2; order <= 5; order += 3)
    {
      controlled(&alone, &together, &ref, order);
      mechanics(&alone, &together, &ref, order);
    }
    fixed(&alone, &together, &ref, 0);
    fixed(&alone, &together, &ref, GALPHA_SOI2);
    joined_end(&alone);
    joined_end(&together);
  }
  free(ref.q);
  free(ref.v);
  const int failed = check_done();
  MPI_Finalize();
  return failed;
}

/* An elastic box on MPI vectors, second order, by PCG and SPGMR with the user's own
 * preconditioner: its stencils against a mode in closed form, the solution against
 * the closed form of the semi-discrete equations, with fixed and with controlled
 * steps; alone on each process and shared by all of them. */
#include <mpi.h>

#include <nvector/nvector_parallel.h>

#include "box.h"
#include "halo.h"
#include "parallel/parallel_context.h"
#include "support/check/check.h"

#define ELEMENTS 10
#define TEND     1.0

struct run
{
  MPI_Comm comm;
  struct elastic box;
  SUNContext ctx;
  N_Vector y;
};

static int run_begin(struct run *run, MPI_Comm comm)
{
  run->comm = comm;
  run->ctx  = parallel_context(&run->comm);
  run->box  = elastic_box(ELEMENTS);
  elastic_spread(&run->box, &run->comm);
  if (!run->ctx || elastic_new(&run->box)) { return -1; }
  elastic_box_finish(&run->box);
  const sunindextype n = (sunindextype)elastic_size(&run->box);
  const sunindextype all =
    (sunindextype)elastic_plane(&run->box) * run->box.nodes[2];
  run->y = N_VNew_Parallel(comm, n, all, run->ctx);
  return run->y ? 0 : -1;
}

static void run_end(struct run *run)
{
  N_VDestroy(run->y);
  elastic_free(&run->box);
  SUNContext_Free(&run->ctx);
}

/* K u = w^2 M u for a mode u, and the preconditioner is symmetric and good. */
static void check_model(struct run *run, struct elastic_mode mode)
{
  struct elastic *e = &run->box;
  N_Vector u = N_VClone(run->y), r = N_VClone(run->y), z = N_VClone(run->y);
  const sunrealtype w2 = elastic_frequency2(e, mode), c[3] = {0.0, 50.0, 1e3};
  sunrealtype *x = N_VGetArrayPointer(u);
  elastic_shape(e, mode, x);
  const struct elastic_product p = {.ca = -w2, .cx = 1.0, .a = x, .x = x};
  elastic_multiply(e, &p, N_VGetArrayPointer(r));
  CHECK_IN(N_VMaxNorm(r), 0.0, 1e-12 * w2 * e->node_mass);
  CHECK_IN(w2, 0.0, elastic_top(e));

  /* S u = s M u; and u' P v = v' P u */
  const sunrealtype s =
    c[2] + c[1] * e->rate[0] + w2 * (1.0 + c[1] * e->rate[1]);
  const struct elastic_product m = {.ca = s, .a = x, .x = x};
  e->degree                      = 12;
  elastic_multiply(e, &m, N_VGetArrayPointer(r));
  elastic_chebyshev(e, c, N_VGetArrayPointer(r), N_VGetArrayPointer(z));
  N_VLinearSum(1.0, z, -1.0, u, r);
  CHECK_IN(N_VMaxNorm(r), 0.0, 0.02);
  N_VProd(u, u, r);
  N_VLinearSum(1.0, r, 2.0, u, r);
  elastic_chebyshev(e, c, N_VGetArrayPointer(r), N_VGetArrayPointer(z));
  const sunrealtype left = N_VDotProd(u, z);
  elastic_chebyshev(e, c, x, N_VGetArrayPointer(z));
  CHECK_REL(N_VDotProd(r, z), left, 1e-9);
  N_VDestroy(u);
  N_VDestroy(r);
  N_VDestroy(z);
}

/* Largest difference of both runs' results in what this process has of either. */
static sunrealtype difference(const struct run *alone,
                              const struct run *together)
{
  const sunrealtype *a = N_VGetArrayPointer(alone->y);
  const sunrealtype *b = N_VGetArrayPointer(together->y);
  const size_t first =
    elastic_plane(&together->box) * (size_t)together->box.first;
  sunrealtype largest = 0.0, all = 0.0;
  for (size_t i = 0; i < elastic_size(&together->box); i++)
  {
    const sunrealtype d = fabs(a[first + i] - b[i]);
    if (!(d <= largest)) { largest = d; }
  }
  MPI_Allreduce(&largest, &all, 1, MPI_DOUBLE, MPI_MAX, together->comm);
  return all;
}

static struct elastic_outcome solve(struct run *run,
                                    const struct elastic_plan *plan,
                                    sunrealtype bound)
{
  struct elastic_outcome out = elastic_solve(&run->box, plan, run->ctx, run->y);
  CHECK(out.flag == 0);
  CHECK_IN(elastic_box_error(&run->box, TEND, run->y), 0.0, bound);
  /* the bound sees errors */
  CHECK_IN(elastic_box_error(&run->box, 1.01 * TEND, run->y), bound, 1e99);
  return out;
}

static long int compare(struct run *alone, struct run *together,
                        const struct elastic_plan *plan, sunrealtype bound)
{
  const struct elastic_outcome a = solve(alone, plan, bound);
  const struct elastic_outcome b = solve(together, plan, bound);
  const sunrealtype d            = difference(alone, together);
  const sunrealtype error =
    elastic_box_error(&together->box, TEND, together->y);
  CHECK(a.steps == b.steps && a.failures == b.failures);
  CHECK(a.solves == b.solves && a.residuals == b.residuals);
  CHECK_REL(a.iters, b.iters, 0.01);
  CHECK_IN(d, 0.0, 1e-10);
  if (together->box.first == 0)
  {
    printf("%s, degree %d: %ld steps, %ld failed, %ld solves, %ld iterations, "
           "%ld products, %ld residuals, error %.2e, difference %.1e\n",
           plan->pcg ? "PCG" : "SPGMR", plan->degree, b.steps, b.failures,
           b.solves, b.iters, b.products, b.residuals, error, d);
  }
  return b.iters;
}

/* With error control; then fixed steps, of which half as long ones err by a
 * quarter. */
static void solutions(struct run *alone, struct run *together)
{
  struct elastic_plan plan = {.pcg = 1, .rtol = 1e-4, .tend = TEND};
  const long int plain     = compare(alone, together, &plan, 3e-3);
  plan.degree              = 4;
  const long int good      = compare(alone, together, &plan, 3e-3);
  CHECK(good < plain / 2);
  plan.pcg = 0;
  compare(alone, together, &plan, 3e-3);
  plan.rtol = 1e-5;
  compare(alone, together, &plan, 1e-3);

  plan.step = TEND / 50.0;
  compare(alone, together, &plan, 5e-3);
  const sunrealtype coarse =
    elastic_box_error(&together->box, TEND, together->y);
  plan.step *= 0.5;
  plan.pcg = 1;
  compare(alone, together, &plan, 2e-3);
  CHECK_REL(coarse / elastic_box_error(&together->box, TEND, together->y), 4.0,
            0.1);
}

int main(int argc, char **argv)
{
  struct run alone, together;
  MPI_Init(&argc, &argv);
  const int begun =
    !run_begin(&alone, MPI_COMM_SELF) && !run_begin(&together, MPI_COMM_WORLD);
  CHECK(begun);
  if (begun)
  {
    for (int waves = 1; waves < 6; waves++)
    {
      check_model(&alone, (struct elastic_mode){waves, 0});
      check_model(&together, (struct elastic_mode){waves, 1});
    }
    solutions(&alone, &together);
    run_end(&alone);
    run_end(&together);
  }
  const int failed = check_done();
  MPI_Finalize();
  return failed;
}

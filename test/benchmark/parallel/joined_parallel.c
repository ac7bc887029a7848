/* The joined blocks of the tests at any size on an MPIManyVector, a block a process
 * or both on one, as a residual of index 3 or in the mechanical form: time of one
 * run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <galpha/galpha.h>

#include "parallel/joined/solve.h"
#include "report.h"

static int measure(const int *nodes, const struct joined_plan *plan,
                   sunrealtype tend)
{
  struct joined_run run;
  struct sharing s = {.vectors = plan->mechanics ? "mpimanyvector:soi2"
                                                 : "mpimanyvector:residual"};
  MPI_Comm_size(MPI_COMM_WORLD, &s.workers);
  if (joined_begin(&run, MPI_COMM_WORLD, nodes)) { return 1; }
  MPI_Barrier(MPI_COMM_WORLD);
  const clock_t cpu               = clock();
  const double start              = MPI_Wtime();
  const struct joined_outcome out = joined_solve(&run, plan, tend);
  const struct timing time        = report_timing(start, MPI_Wtime(), cpu);
  if (run.model.has_lambda)
  {
    const struct elastic *e           = &run.model.block[0];
    const struct elastic_plan as      = {.degree = e->degree};
    const struct elastic_outcome same = {.steps    = out.steps,
                                         .solves   = out.solves,
                                         .iters    = out.iters,
                                         .products = e->products};
    report_run(&s, (long int)N_VGetLength(run.y), &as, &same, time, out.g);
  }
  joined_end(&run);
  return out.flag != 0;
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  int failed = argc != 5;
  if (failed)
  {
    fprintf(stderr, "usage: %s elements rtol tend soi2|residual\n", argv[0]);
  }
  else
  {
    const int n                   = atoi(argv[1]) + 1;
    const int nodes[3]            = {n, n, 2 * n - 1};
    const struct joined_plan plan = {
      .rtol      = strtod(argv[2], NULL),
      .mechanics = strcmp(argv[4], "soi2") == 0 ? GALPHA_SOI2 : 0};
    failed = n < 3 || measure(nodes, &plan, strtod(argv[3], NULL));
  }
  MPI_Finalize();
  return failed;
}

/* The elastic box of the tests at any size on MPI vectors: time of one run. */
#include <mpi.h>

#include <nvector/nvector_parallel.h>

#include "parallel/elastic/halo.h"
#include "parallel/parallel_context.h"
#include "report.h"

static int measure(int elements, const struct elastic_plan *plan)
{
  MPI_Comm comm      = MPI_COMM_WORLD;
  struct elastic box = elastic_box(elements);
  struct sharing s   = {.vectors = "parallel"};
  SUNContext ctx     = parallel_context(&comm);
  elastic_spread(&box, &comm);
  MPI_Comm_size(comm, &s.workers);
  if (!ctx || elastic_new(&box)) { return 1; }
  elastic_box_finish(&box);
  const sunindextype all = (sunindextype)elastic_plane(&box) * box.nodes[2];
  N_Vector y =
    N_VNew_Parallel(comm, (sunindextype)elastic_size(&box), all, ctx);
  if (!y) { return 1; }
  MPI_Barrier(comm);
  const clock_t cpu                = clock();
  const double start               = MPI_Wtime();
  const struct elastic_outcome out = elastic_solve(&box, plan, ctx, y);
  const struct timing time         = report_timing(start, MPI_Wtime(), cpu);
  const double error               = elastic_box_error(&box, plan->tend, y);
  if (box.first == 0)
  {
    report_run(&s, (long int)all, plan, &out, time, error);
  }
  N_VDestroy(y);
  elastic_free(&box);
  SUNContext_Free(&ctx);
  return out.flag != 0;
}

int main(int argc, char **argv)
{
  struct elastic_plan plan;
  int elements = 0;
  MPI_Init(&argc, &argv);
  const int failed =
    !report_arguments(argc, argv, &elements, &plan) || measure(elements, &plan);
  MPI_Finalize();
  return failed;
}

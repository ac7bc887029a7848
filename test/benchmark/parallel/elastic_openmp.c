/* The elastic box of the tests at any size on OpenMP vectors, with as many threads as
 * OMP_NUM_THREADS says, in the box' own loops, too: time of one run. */
#include <omp.h>

#include <nvector/nvector_openmp.h>

#include "report.h"
#include "support/check/sundials_compat.h"

static int measure(int elements, const struct elastic_plan *plan)
{
  struct elastic box = elastic_box(elements);
  struct sharing s   = {"openmp", omp_get_max_threads()};
  SUNContext ctx     = galpha_test_context();
  if (!ctx || elastic_new(&box)) { return 1; }
  elastic_box_finish(&box);
  const sunindextype n = (sunindextype)elastic_size(&box);
  N_Vector y           = N_VNew_OpenMP(n, s.workers, ctx);
  if (!y) { return 1; }
  const clock_t cpu                = clock();
  const double start               = omp_get_wtime();
  const struct elastic_outcome out = elastic_solve(&box, plan, ctx, y);
  const struct timing time         = report_timing(start, omp_get_wtime(), cpu);
  report_run(&s, (long int)n, plan, &out, time,
             elastic_box_error(&box, plan->tend, y));
  N_VDestroy(y);
  elastic_free(&box);
  SUNContext_Free(&ctx);
  return out.flag != 0;
}

int main(int argc, char **argv)
{
  struct elastic_plan plan;
  int elements = 0;
  return !report_arguments(argc, argv, &elements, &plan) ||
         measure(elements, &plan);
}

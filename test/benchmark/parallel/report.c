#include "report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int report_arguments(int argc, char **argv, int *elements,
                     struct elastic_plan *plan)
{
  if (argc != 6)
  {
    fprintf(stderr, "usage: %s elements rtol tend pcg|spgmr degree\n", argv[0]);
    return 0;
  }
  *elements = atoi(argv[1]);
  *plan     = (struct elastic_plan){.rtol   = strtod(argv[2], NULL),
                                    .tend   = strtod(argv[3], NULL),
                                    .pcg    = strcmp(argv[4], "pcg") == 0,
                                    .degree = atoi(argv[5])};
  return *elements >= 2 && plan->rtol > 0.0 && plan->tend > 0.0;
}

struct timing report_timing(double wall_start, double wall_now, clock_t start)
{
  return (struct timing){wall_now - wall_start,
                         (double)(clock() - start) / CLOCKS_PER_SEC};
}

void report_run(const struct sharing *s, long int unknowns,
                const struct elastic_plan *plan,
                const struct elastic_outcome *out, struct timing time,
                double error)
{
  printf("%s,%d,%ld,%s,%d,%ld,%ld,%ld,%ld,%.3f,%.3f,%.2e\n", s->vectors,
         s->workers, unknowns, plan->pcg ? "pcg" : "spgmr", plan->degree,
         out->steps, out->solves, out->iters, out->products, time.wall,
         time.processor, error);
}

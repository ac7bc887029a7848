/* The vehicle of examples/vehicle: GALPHA on its residual form of index 3, IDA
 * on the GGL form, matrices by differences. */
#include "bench.h"

#include "support/models/flexible/cost.h"
#include "vehicle/run.h"

/* Compared are the chassis and the pressures of the dampers. */
enum
{
  CHASSIS_VALUES = 6,
  VALUES         = 2 * CORNERS /* of q (filled up with zeros) and of v */
};

static void keep(struct flexible_track *track, const struct run *run,
                 double speed)
{
  for (int out = 0; out < track->nout; out++)
  {
    const struct sample *s =
      &run->sample[(out + 1) * (SAMPLES - 1) / track->nout];
    const sunrealtype q[VALUES] = {
      s->x - speed * s->t, s->y, s->height, s->yaw, s->roll, s->pitch};

    flexible_track_keep(track, out, q, s->pressure);
  }
}

int bench_vehicle(const struct bench_run *run, struct flexible_track *track,
                  struct bench_result *res)
{
  struct vehicle *car         = calloc(1, sizeof *car);
  struct vehicle_start *start = calloc(1, sizeof *start);
  struct run *motion          = calloc(1, sizeof *motion);
  SUNContext ctx              = galpha_test_context();
  double imbalance, pivot;
  int ret = car == NULL || start == NULL || motion == NULL || ctx == NULL ||
            flexible_track_new(track, VALUES, BENCH_OUTPUTS, DURATION);

  if (!ret)
  {
    vehicle_build(car);
    ret =
      vehicle_start(car, start->y, start->yp, start->ypp, &imbalance, &pivot);
  }
  if (!ret)
  {
    const double begin = cost_clock();

    motion->samples = SAMPLES;
    if (bench_is_ida(&run->solver))
    {
      const struct ida_way way = {run->solver.order, run->solver.position_only};
      run_ida(car, start, ctx, &way, run->rtol, motion);
    }
    else
    {
      run_galpha(car, start, ctx, &(struct galpha_way){0.0, 2}, run->rtol,
                 motion);
    }
    res->seconds   = cost_clock() - begin;
    res->rss_mb    = bench_peak_rss();
    res->steps     = motion->steps;
    res->jacobians = res->factorisations = motion->jacobians;
    res->solves                          = motion->iterations;
    res->max_g                           = motion->violation;
    res->unknowns                        = UNKNOWNS;
    keep(track, motion, car->speed);
  }
  free(car);
  free(start);
  free(motion);
  SUNContext_Free(&ctx);
  return ret;
}

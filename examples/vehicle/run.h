/* Runs of the vehicle, by GALPHA and by IDA, and what is kept of them. */
#ifndef VEHICLE_RUN_H
#define VEHICLE_RUN_H

#include "vehicle.h"

#define DURATION 10.0
#define SAMPLES  501

struct sample
{
  double t, x, y, height, yaw, roll, pitch; /* of the chassis; degrees */
  double acceleration[CORNERS], current[CORNERS], pressure[2 * CORNERS];
};

struct run
{
  int samples; /* how many are asked for, up to SAMPLES: one every 20 ms */
  struct sample sample[SAMPLES];
  double violation; /* of the constraints, at the samples */
  long steps, residuals, jacobians, iterations;
};

struct vehicle_start
{
  sunrealtype y[UNKNOWNS], yp[UNKNOWNS], ypp[UNKNOWNS];
};

/* Fixed steps h, or (h = 0) by the error control; the largest order. */
struct galpha_way
{
  double h;
  int order;
};
void run_galpha(const struct vehicle *car, const struct vehicle_start *start,
                SUNContext ctx, const struct galpha_way *way, double rtol,
                struct run *run);
/* Largest order, and an error test on positions and states alone. */
struct ida_way
{
  int order, without_velocities;
};
void run_ida(const struct vehicle *car, const struct vehicle_start *start,
             SUNContext ctx, const struct ida_way *way, double rtol,
             struct run *run);

/* Keeps y at sample k of run. */
void run_keep(const struct vehicle *car, struct run *run, int k, double t,
              const sunrealtype *y);

/* Largest differences of two runs: place in m, roll and pitch in degrees, the
 * root mean square of those of the pressures in bar. */
struct difference
{
  double place, roll, pitch, pressure;
};

struct difference run_difference(const struct run *a, const struct run *b);

#endif

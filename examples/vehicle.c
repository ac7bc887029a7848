/* Semi-active vehicle: a controlled mechanism in residual form F(t,y,y',y'') = 0
 * with components of order 2, 1 and 0; doc/guide/examples.md explains it, the model
 * is in vehicle/vehicle.h. A lane change and back at 10 m/s, steered blindly.
 *
 *   vehicle [--ida] [--until t] [directory]
 *
 * Prints the motion with fixed steps, h = 0.01, and checks it against controlled
 * steps; with --ida instead against IDA, with a table of errors and effort. It
 * drives for 10 s or until t: the lane change ends at 4 s. With a directory it writes vehicle.dat and, with --ida, vehicle_ida.dat there, for
 * plot/vehicle.gp. */
#include "example_util.h"
#include "vehicle/run.h"

struct world
{
  SUNContext ctx;
  struct vehicle car;
  struct vehicle_start start;
  const char *dir;
};

static void save(const struct world *w, const char *name, const struct run *run)
{
  char path[1024];
  if (!w->dir) { return; }
  snprintf(path, sizeof path, "%s/%s", w->dir, name);
  FILE *file = fopen(path, "w");
  if (!file)
  {
    perror(path);
    exit(EXIT_FAILURE);
  }
  for (int k = 0; k < run->samples; k++)
  {
    const struct sample *s = &run->sample[k];
    fprintf(file, "%.3f %.5f %.5f %.5f %.5f %.5f %.5f", s->t, s->x, s->y,
            s->height, s->yaw, s->roll, s->pitch);
    for (int c = 0; c < CORNERS; c++)
    {
      fprintf(file, " %.5f %.5f %.5f %.5f", s->acceleration[c], s->current[c],
              s->pressure[2 * c], s->pressure[2 * c + 1]);
    }
    fputc('\n', file);
  }
  fclose(file);
}

/* Bodies at their start; returns what is wrong with it. */
static int begin(struct world *w)
{
  double imbalance, pivot, worst = 0;
  sunrealtype g[CONSTRAINTS], rate[CONSTRAINTS];

  vehicle_build(&w->car);
  const int ret = vehicle_start(&w->car, w->start.y, w->start.yp, w->start.ypp,
                                &imbalance, &pivot);
  vehicle_constraints(&w->car, 0, w->start.y, g);
  vehicle_rates(&w->car, 0, w->start.y, w->start.yp, rate);
  for (int i = 0; i < CONSTRAINTS; i++)
  {
    worst = fmax(worst, fmax(fabs(g[i]), fabs(rate[i])));
  }
  printf("%d bodies, %d coordinates, %d constraints (%s), %d unknowns\n",
         BODIES, COORDINATES, CONSTRAINTS,
         ret == 0 && pivot > 1e-3 ? "independent" : "redundant", UNKNOWNS);
  printf("at rest: wheel loads %.0f and %.0f N, springs %.0f and %.0f N\n\n",
         w->car.tyre_load[0], w->car.tyre_load[2], w->car.preload[0],
         w->car.preload[2]);
  return (ret != 0) + example_wrong("start: forces", imbalance, 1e-8) +
         example_wrong("start: constraints", worst, 1e-12);
}

static void print(const struct run *run)
{
  printf("   t       x       y     yaw   roll  pitch   currents front left ... "
         "rear right\n");
  for (int k = 0; k < run->samples; k += 25)
  {
    const struct sample *s = &run->sample[k];
    printf("%4.1f %7.2f %7.3f %7.2f %6.2f %6.2f  ", s->t, s->x, s->y, s->yaw,
           s->roll, s->pitch);
    for (int c = 0; c < CORNERS; c++) { printf(" %5.2f", s->current[c]); }
    printf("\n");
  }
}

/* How many of the four differences are not below their bounds. */
static int exceed(struct difference d, struct difference bound)
{
  return !(d.place <= bound.place) + !(d.roll <= bound.roll) +
         !(d.pitch <= bound.pitch) + !(d.pressure <= bound.pressure);
}

/* Wheels turn by 17 rad/s, and what the steps make of that is a drag: the car is slower
 * from the start on. Orders above 2 leave ten times that of order 2 at the same rtol, so at
 * equal errors they take as many residuals. */
static void drive_by(const struct world *w, double h, double rtol,
                     struct run *run)
{
  run_galpha(&w->car, &w->start, w->ctx, &(struct galpha_way){h, 2}, rtol, run);
}

/* Fixed against controlled steps. */
static int drive(struct world *w, struct run *fixed, struct run *other)
{
  const struct difference bound = {0.02, 5e-3, 1e-3, 0.05};

  drive_by(w, 0.01, 1e-6, fixed);
  print(fixed);
  save(w, "vehicle.dat", fixed);
  drive_by(w, 0, 1e-4, other);
  const int wrong = exceed(run_difference(fixed, other), bound);
  printf("\nresiduals for a Jacobian: %.0f\n",
         (double)(fixed->residuals - fixed->iterations) /
           (double)fixed->jacobians);
  printf("fixed and controlled steps %s: %.0f mm, %.3f degrees of roll\n",
         wrong ? "disagree" : "agree", 1e3 * bound.place, bound.roll);
  return wrong + example_wrong("constraints, fixed", fixed->violation, 1e-10) +
         example_wrong("constraints, controlled", other->violation, 1e-5);
}

static struct difference row(const char *name, const struct run *run,
                             const struct run *reference)
{
  const struct difference d = run_difference(run, reference);
  printf("%-23s %6ld %9ld %9ld %8.1e %8.1e %8.1e %8.1e %10.1e\n", name,
         run->steps, run->residuals, run->jacobians, d.place, d.roll, d.pitch,
         d.pressure, run->violation);
  return d;
}

/* Halved steps leave a quarter of the error in roll, pitch and pressures. */
static int order_two(struct difference coarse, struct difference fine)
{
  const struct difference quarter = {coarse.place / 3.5, coarse.roll / 3.5,
                                     coarse.pitch / 3.5, coarse.pressure / 3.5};
  return exceed(fine, quarter);
}

/* Orders up to 5 leave at most twice what IDA does at the same rtol. */
static int same_tolerance(const struct world *w, const struct run *ida,
                          struct run *run)
{
  run_ida(&w->car, &w->start, w->ctx, &(struct ida_way){5, 0}, 1e-4, run);
  const struct difference d     = row("IDA GGL, 1e-4", run, ida);
  const struct difference twice = {2 * d.place, 2 * d.roll, 2 * d.pitch,
                                   2 * d.pressure};
  run_galpha(&w->car, &w->start, w->ctx, &(struct galpha_way){0, 5}, 1e-4, run);
  return exceed(row("rtol = 1e-4, to order 5", run, ida), twice);
}

/* GALPHA against IDA; with gains less by a hundredth they must disagree. */
static int yardstick(struct world *w, struct run *ida, struct run *run)
{
  const struct difference bound = {2e-3, 3e-4, 5e-5, 2e-3};
  int wrong                     = 0;

  printf("differences from IDA        steps residuals Jacobians  place m"
         "  roll deg pitch deg pressure bar  max |g|\n");
  run_ida(&w->car, &w->start, w->ctx, &(struct ida_way){5, 0}, 1e-7, ida);
  save(w, "vehicle_ida.dat", ida);
  row("IDA GGL, 1e-7", ida, ida);
  drive_by(w, 0.01, 1e-6, run);
  save(w, "vehicle.dat", run);
  const struct difference coarse = row("h = 0.01 s", run, ida);
  drive_by(w, 0.005, 1e-6, run);
  wrong += order_two(coarse, row("h = 0.005 s", run, ida));
  drive_by(w, 0, 1e-4, run);
  row("rtol = 1e-4", run, ida);
  wrong += same_tolerance(w, ida, run);
  drive_by(w, 0, 1e-5, run);
  wrong += exceed(row("rtol = 1e-5", run, ida), bound);
  w->car.skyhook = 0.99;
  drive_by(w, 0, 1e-5, run);
  wrong += exceed(row("the same, gains - 1 %", run, ida), bound) == 0;
  printf("%s\n", wrong ? "They disagree." : "They agree.");
  return wrong;
}

/* Samples of the run that is asked for. */
static int samples(double until)
{
  const double last = (SAMPLES - 1) * until / DURATION;
  return last >= 1 && last <= SAMPLES - 1 ? (int)(last + 1.5) : SAMPLES;
}

int main(int argc, char **argv)
{
  const int ida    = argc > 1 && strcmp(argv[1], "--ida") == 0;
  const int until  = argc > 2 + ida && strcmp(argv[1 + ida], "--until") == 0;
  const int dir    = 1 + ida + 2 * until;
  struct world *w  = example_new(sizeof *w);
  struct run *runs = example_new(2 * sizeof *runs);

  w->ctx = example_context();
  w->dir = argc > dir ? argv[dir] : NULL;
  for (int i = 0; i < 2; i++)
  {
    runs[i].samples = until ? samples(atof(argv[2 + ida])) : SAMPLES;
  }
  int wrong = begin(w);
  wrong += (ida ? yardstick : drive)(w, &runs[0], &runs[1]);
  SUNContext_Free(&w->ctx);
  free(runs);
  free(w);
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* TEST vehicle.out vehicle_flexible.out */

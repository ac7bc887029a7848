/* The parts of the demo: one view of an integrator, so that GALPHA and IDA go
 * through the same loops, and what each file offers to examples/demo.c. */
#ifndef GALPHA_DEMO_H
#define GALPHA_DEMO_H

#include "../slider_crank_model.h"

#define DEMO_END 10.0

/* The slider-crank under way: user_data of the callbacks of either integrator. */
struct demo_model
{
  struct slider_crank par;
  long residuals; /* evaluations of the forces, for Jacobians too */
};

struct demo_state
{
  sunrealtype q[3], v[3], lambda[2];
};

/* An integrator and how to run the slider-crank with it. */
struct demo_solver
{
  const char *name;
  int formulation; /* of GALPHA */
  void *(*open)(SUNContext ctx, int formulation, double rtol,
                struct demo_model *model);
  /* One step (GALPHA_ONE_STEP) or all the way to tout (GALPHA_NORMAL). */
  double (*solve)(void *run, double tout, int itask);
  void (*at)(void *run, double t, struct demo_state *s); /* inside the step */
  long (*steps)(void *run);
  long (*jacobians)(void *run);
  void (*close)(void *run);
};

extern const struct demo_solver demo_galpha_soi2;
extern const struct demo_solver demo_galpha_index3;
extern const struct demo_solver demo_ida_ggl;

/* A row of the table. */
struct demo_row
{
  long steps, residuals, jacobians;
  double seconds;          /* least of several runs                     */
  double error_q, error_v; /* worst at the times known accurately       */
  double g, gdot;          /* worst |g|, |dg/dt| at the ends of steps    */
};

void demo_measure(const struct demo_solver *solver, SUNContext ctx, double rtol,
                  struct demo_row *row);

/* Writes t, q, v, lambda every dt to the file. */
void demo_record(const struct demo_solver *solver, SUNContext ctx, double rtol,
                 double dt, FILE *file);

/* Rigid slider-crank in 9 coordinates, HHT alpha = -0.3, h = 2^-10: writes t and
 * the velocity of the pin at the ground, which should be zero, to the file; the
 * largest such speed is the value. */
double demo_drift(SUNContext ctx, int formulation, FILE *file);

/* Opens dir/name for writing, or ends the program. */
FILE *demo_file(const char *dir, const char *name);
/* SVG pictures from the data in dir; says so when there is no gnuplot. */
int demo_pictures(const char *dir);

#endif

/* Demo: the slider-crank by GALPHA and by IDA, ten seconds of motion.
 *
 *   demo [directory]
 *
 * Prints what each integrator did for which accuracy, and writes data and
 * pictures (gnuplot) to the directory, default the current one:
 *   motion.svg       the mechanism and its coordinates
 *   multipliers.svg  the constraint forces
 *   drift.svg        velocity of a pin that should rest, index 3 and SOI2,
 *                    as in Jay and Negrut (2009), Figures 6 and 7 */
#include "demo/demo.h"

static const double tolerances[] = {1e-3, 1e-5, 1e-7};

/* Order 2 with errors per step: the error goes like rtol^(2/3). */
static int table(SUNContext ctx)
{
  static const struct demo_solver *const solvers[] = {
    &demo_galpha_soi2, &demo_galpha_index3, &demo_ida_ggl};
  struct demo_row row;
  int wrong = 0;

  printf("integrator       rtol   steps residuals Jacobians     time   error q"
         "   error v    max |g|  max |g'|\n");
  for (int i = 0; i < 3; i++)
  {
    for (int k = 0; k < 3; k++)
    {
      const double rtol = tolerances[k];
      demo_measure(solvers[i], ctx, rtol, &row);
      printf("%-14s %6.0e %7ld %9ld %9ld %6.2f ms %9.1e %9.1e %10.1e %9.1e\n",
             solvers[i]->name, rtol, row.steps, row.residuals, row.jacobians,
             1e3 * row.seconds, row.error_q, row.error_v, row.g, row.gdot);
      wrong += example_wrong(solvers[i]->name, fmax(row.error_q, row.error_v),
                             10 * pow(rtol, 2.0 / 3));
    }
  }
  printf("error: largest at t = 1, 2, 5, 10 against 12-digit values; "
         "residuals: evaluations of\nthe forces, those for Jacobians included; "
         "time: least of 5 runs; g: constraints, at all steps\n\n");
  return wrong;
}

static void record(SUNContext ctx, const char *dir)
{
  FILE *file = demo_file(dir, "galpha.dat");
  demo_record(&demo_galpha_soi2, ctx, 1e-7, 0.02, file);
  fclose(file);

  file = demo_file(dir, "ida.dat");
  demo_record(&demo_ida_ggl, ctx, 1e-7, 0.5, file);
  fclose(file);
}

static int drift(SUNContext ctx, const char *dir)
{
  FILE *file          = demo_file(dir, "drift_index3.dat");
  const double index3 = demo_drift(ctx, GALPHA_INDEX3, file);
  fclose(file);

  file              = demo_file(dir, "drift_soi2.dat");
  const double soi2 = demo_drift(ctx, GALPHA_SOI2, file);
  fclose(file);

  printf("speed of the pin at the ground (rigid slider-crank, HHT, "
         "h = 2^-10):\n  index 3 %.1e m/s, SOI2 %.1e m/s\n",
         index3, soi2);
  return example_wrong("index 3 pin velocity", fabs(index3 - 9.25e-5), 1e-6) +
         example_wrong("SOI2 pin velocity", soi2, 1e-13);
}

int main(int argc, char **argv)
{
  const char *dir = argc > 1 ? argv[1] : ".";
  SUNContext ctx  = example_context();
  int wrong       = table(ctx);

  record(ctx, dir);
  wrong += drift(ctx, dir);
  SUNContext_Free(&ctx);
  if (demo_pictures(dir) != 0) { wrong++; }
  return wrong ? EXIT_FAILURE : EXIT_SUCCESS;
}

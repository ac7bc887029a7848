/* A slider-crank whose rod is a lattice of stiff springs, at coarse tolerances: an
 * iteration error of a tenth of the tolerance strains cells by as much as they
 * bear, so that Newton's tolerance decides whether steps collapse. */
#include "support/models/flexible/flexible.h"
#include "support/models/flexible/mechanism.h"
#include "support/test.h"

#define STEPS 600

/* search: where Newton's iteration fails a line search follows, as by default. */
static int run(int formulation, sunrealtype rtol, sunrealtype atol,
               sunrealtype coef, int search, long *steps)
{
  struct mechanism mech = mechanism_lattice(120, 8, 3e6, 1e-6, 20.0);
  struct flexible_track track;
  CHECK(flexible_track_new(&track, mech.pb->n, 10, 1.0) == 0);
  SMALL(s, .pb = mech.pb, .storage = PROBLEM_SPARSE, .formulation = formulation,
        .rtol = rtol, .atol = atol,
        .set = {{"error_test", GALPHA_TEST_POSITIONS},
                {"max_num_steps", STEPS},
                {"line_search", search}});
  if (coef > 0.0)
  {
    CHECK(GALPHASetNonlinConvCoef(s->mem, coef) == 0);
    /* what such an iteration leaves in positions is too much for their third
       derivative */
    CHECK(GALPHASetOption(s->mem, "step_change_correction", GALPHA_CORRECT_A) ==
          0);
  }
  const int ret = flexible_track_run(&track, mech.pb, s->mem, ctx);
  CHECK(GALPHAGetNumSteps(s->mem, steps) == 0);
  return ret;
}

TEST_MAIN()
{
  static const int form[]         = {GALPHA_SOI2, GALPHA_INDEX3};
  static const sunrealtype rtol[] = {2e-1, 1e-1, 3e-2, 1.5e-2, 1e-2, 5e-3};
  long steps                      = 0;

  for (int i = 0; i < 12; i++)
  {
    CHECK(run(form[i % 2], rtol[i / 2], rtol[i / 2], 0.0, 1, &steps) == 0);
    check_of("formulation %d, rtol %g", form[i % 2], (double)rtol[i / 2]);
    CHECK_IN(steps, 20, 200);
  }
  /* the absolute tolerance is what counts */
  for (int i = 0; i < 2; i++)
  {
    CHECK(run(form[i], 1e-6, 1e-2, 0.0, 1, &steps) == 0);
    CHECK_IN(steps, 20, 300);
  }
  /* with failures of Newton's iteration, after which h must not change abruptly */
  CHECK(run(GALPHA_INDEX3, 1e-1, 1e-1, 2e-3, 0, &steps) == 0);
  CHECK_IN(steps, 20, 300);
  /* controls: looser iterations */
  CHECK(run(GALPHA_SOI2, 1e-2, 1e-2, 0.8, 0, &steps) != 0 || steps > 400);
  CHECK(run(GALPHA_INDEX3, 2e-2, 2e-2, 2e-2, 0, &steps) != 0 || steps > 400);
  /* the second of them, which a line search helps on */
  CHECK(run(GALPHA_INDEX3, 2e-2, 2e-2, 2e-2, 1, &steps) == 0);
  CHECK_IN(steps, 20, 200);
}

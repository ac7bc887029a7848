/* Every option: its default, that Get returns what Set took, by the named setter
 * and by its name; what lies outside its range (NaN, too) is refused with the
 * range in the message and changes nothing. */
#include "support/test.h"

enum type
{
  REAL,
  INT,
  LONG
};

struct row
{
  const char *name;
  sunrealtype initial, lo, hi, good; /* lo, hi: just outside */
  enum type type;
  int (*real)(void *mem, sunrealtype x);
  int (*integer)(void *mem, int x);
  int (*lng)(void *mem, long int x);
};

#define NO HUGE_VAL

/* clang-format off */
static const struct row rows[] = {
  {"rho_inf", 0.6, -0.1, 1.2, 0.8, REAL, GALPHASetRhoInf, NULL, NULL},
  {"formulation", GALPHA_SOI2, 0, 4, GALPHA_INDEX3, INT, NULL, GALPHASetFormulation, NULL},
  {"mass_alpha", GALPHA_MASS_PREVIOUS, 0, 3, GALPHA_MASS_RECOMPUTED, INT, NULL, NULL, NULL},
  {"error_test", GALPHA_TEST_VELOCITIES, 0, 3, GALPHA_TEST_POSITIONS, INT, NULL, GALPHASetErrorTest, NULL},
  {"step_change_correction", GALPHA_CORRECT_VELOCITIES, -1, 4, 0, INT, NULL, NULL, NULL},
  {"start", GALPHA_START_SHIFTED, 0, 3, GALPHA_START_A0, INT, NULL, NULL, NULL},
  {"predictor", GALPHA_PREDICT_LINEAR, 0, 6, GALPHA_PREDICT_CUBIC, INT, NULL, NULL, NULL},
  {"state_coefficients", GALPHA_STATES_FIRST_ORDER, 0, 3, GALPHA_STATES_SECOND_ORDER, INT, NULL, NULL, NULL},
  {"scleronomic", 0, -1, 2, 1, INT, NULL, GALPHASetScleronomic, NULL},
  {"constant_G", 0, -1, 2, 1, INT, NULL, GALPHASetConstantG, NULL},
  {"df_dq_zero", 0, -1, 2, 1, INT, NULL, NULL, NULL},
  {"df_dv_zero", 0, -1, 2, 1, INT, NULL, NULL, NULL},
  {"dk_dq_zero", 0, -1, 2, 1, INT, NULL, NULL, NULL},
  {"reaction_jac", 1, -1, 2, 0, INT, NULL, NULL, NULL},
  {"fixed_step", 0, -1e-3, NO, 1e-3, REAL, GALPHASetFixedStep, NULL, NULL},
  {"init_step", 0, -NO, NO, -1e-3, REAL, GALPHASetInitStep, NULL, NULL},
  {"min_step", 0, -1e-3, NO, 1e-9, REAL, GALPHASetMinStep, NULL, NULL},
  {"max_step", 0, -1e-3, NO, 0.5, REAL, GALPHASetMaxStep, NULL, NULL},
  {"safety_factor", 0.85, 0.05, 1.01, 0.9, REAL, NULL, NULL, NULL},
  {"max_num_steps", 100000, -1, NO, 500, LONG, NULL, NULL, GALPHASetMaxNumSteps},
  {"max_err_test_fails", 10, 0, NO, 4, INT, NULL, GALPHASetMaxErrTestFails, NULL},
  {"max_conv_fails", 10, 0, NO, 5, INT, NULL, GALPHASetMaxConvFails, NULL},
  {"max_hnil_warns", 10, -1, NO, 3, INT, NULL, GALPHASetMaxHnilWarns, NULL},
  {"max_nonlin_iters", 7, 0, NO, 12, INT, NULL, GALPHASetMaxNonlinIters, NULL},
  {"nonlin_conv_coef", 2e-3, 0, 1.5, 1e-4, REAL, GALPHASetNonlinConvCoef, NULL, NULL},
  {"linear", 0, -1, 2, 1, INT, NULL, NULL, NULL},
  {"line_search", 1, -1, 2, 0, INT, NULL, NULL, NULL},
  {"control_rule", GALPHA_RULE_DEFAULT, 0, 3, GALPHA_RULE_GAVREA, INT, NULL, NULL, NULL},
  {"keep_jacobian", 0, -1, 2, 1, INT, NULL, NULL, NULL},
  {"check_when_slow", 1, -1, 2, 0, INT, NULL, NULL, NULL},
  {"zeno", 1, -1, 3, 2, INT, NULL, NULL, NULL},
  {"ldlt", -1, -2, 2, 1, INT, NULL, NULL, NULL},
  {"max_jacobian_age", -1, -2, NO, 5, LONG, NULL, NULL, NULL},
  {"max_order", 5, 0, 6, 1, INT, NULL, GALPHASetMaxOrd, NULL},
  {"eps_lin", 0.05, -0.1, 1.1, 0.5, REAL, GALPHASetEpsLin, NULL, NULL},
  {"ls_norm_factor", 0, -NO, NO, -1, REAL, GALPHASetLSNormFactor, NULL, NULL},
  {"increment_factor", 1, -1, NO, 2.5, REAL, GALPHASetIncrementFactor, NULL, NULL},
  {"linear_solution_scaling", 0, -1, 2, 1, INT, NULL, GALPHASetLinearSolutionScaling, NULL},
  {"ic_nonlin_conv_coef", 0.0033, 0, NO, 1e-4, REAL, GALPHASetNonlinConvCoefIC, NULL, NULL},
  {"ic_max_steps", 5, 0, NO, 8, INT, NULL, GALPHASetMaxNumStepsIC, NULL},
  {"ic_max_jacobians", 4, 0, NO, 1, INT, NULL, GALPHASetMaxNumJacsIC, NULL},
  {"ic_max_iters", 10, 0, NO, 20, INT, NULL, GALPHASetMaxNumItersIC, NULL},
  {"ic_no_line_search", 0, -1, 2, 1, INT, NULL, GALPHASetLineSearchOffIC, NULL},
  {"ic_max_backtracks", 100, 0, NO, 7, INT, NULL, GALPHASetMaxBacksIC, NULL},
  {"as_ida", 0, -1, 2, 1, INT, NULL, NULL, NULL},
  {"ic_step_tolerance", 3.666852862501036e-11, 0, NO, 1e-9, REAL, GALPHASetStepToleranceIC, NULL, NULL},
};
/* clang-format on */

#define COUNT (sizeof rows / sizeof rows[0])

static sunrealtype get(void *mem, const char *name)
{
  sunrealtype x = (sunrealtype)NAN;
  CHECK(GALPHAGetOption(mem, name, &x) == GALPHA_SUCCESS);
  return x;
}

/* By the named setter where there is one. */
static int set(void *mem, const struct row *r, sunrealtype x)
{
  if (!r->real && !r->integer && !r->lng)
  {
    return GALPHASetOption(mem, r->name, x);
  }
  switch (r->type)
  {
  case REAL: return r->real(mem, x);
  case INT: return r->integer(mem, (int)x);
  default: return r->lng(mem, (long int)x);
  }
}

/* Refused under the option's name, with its range, without effect. */
static void check_outside(void *mem, struct caught *c, const struct row *r,
                          sunrealtype x)
{
  const sunrealtype before = get(mem, r->name);
  memset(c, 0, sizeof *c);
  CHECK(GALPHASetOption(mem, r->name, x) == GALPHA_ILL_INPUT);
  CHECK(strstr(c->msg, "outside [") && c->count == 1);
  CHECK(caught_says(c, GALPHA_ILL_INPUT, r->name));
  CHECK(get(mem, r->name) == before);
}

static void check_row(void *mem, struct caught *c, const struct row *r)
{
  const bool no_limit = r->type == LONG && r->lo == -1 && r->initial > 1000;

  CHECK(get(mem, r->name) == r->initial);
  CHECK(set(mem, r, r->good) == GALPHA_SUCCESS);
  CHECK(get(mem, r->name) == r->good);
  CHECK(GALPHASetOption(mem, r->name, r->initial) == GALPHA_SUCCESS);
  CHECK(get(mem, r->name) == r->initial);
  CHECK(c->count == 0);
  check_outside(mem, c, r, (sunrealtype)NAN);
  if (fabs(r->lo) < NO && !no_limit)
  {
    check_outside(mem, c, r, r->lo);
    ILL_INPUT(c, set(mem, r, r->lo), r->name);
  }
  check_outside(mem, c, r, r->hi);
  check_outside(mem, c, r, -NO);
  if (r->type != REAL) { check_outside(mem, c, r, r->good + 0.5); }
  CHECK(set(NULL, r, r->good) == GALPHA_MEM_NULL);
  CHECK(set(mem, r, r->good) == GALPHA_SUCCESS);
  CHECK(set(mem, r, r->initial) == GALPHA_SUCCESS);
  memset(c, 0, sizeof *c);
}

static void check_names(void *mem, struct caught *c)
{
  sunrealtype x = 3;

  ILL_INPUT(c, GALPHASetOption(mem, "no_such_option", 1), "no_such_option");
  CHECK(GALPHASetOption(mem, NULL, 1) == GALPHA_ILL_INPUT);
  ILL_INPUT(c, GALPHAGetOption(mem, "max_steps", &x), "max_steps");
  CHECK(GALPHAGetOption(mem, "max_step", NULL) == GALPHA_ILL_INPUT);
  CHECK(GALPHAGetOption(NULL, "max_step", &x) == GALPHA_MEM_NULL);
  CHECK(GALPHASetOption(NULL, "max_step", x) == GALPHA_MEM_NULL);
  CHECK(x == 3);
  memset(c, 0, sizeof *c);
}

/* Options that belong together. */
static void check_pairs(void *mem, struct caught *c)
{
  const sunrealtype hht = -0.1, newmark[] = {0.3, 0.6};
  sunrealtype coef[4], x                  = 0;

  CHECK(GALPHASetMaxStep(mem, 0.1) == GALPHA_SUCCESS);
  ILL_INPUT(c, GALPHASetMinStep(mem, 0.2), "min_step");
  CHECK(GALPHASetMinStep(mem, 0.05) == GALPHA_SUCCESS);
  CHECK(GALPHASetMaxStep(mem, 0.01) == GALPHA_ILL_INPUT);
  CHECK(get(mem, "max_step") == 0.1);
  CHECK(GALPHASetMaxStep(mem, 0) == GALPHA_SUCCESS);
  CHECK(GALPHASetMinStep(mem, 0) == GALPHA_SUCCESS);
  CHECK(GALPHASetMaxNumSteps(mem, -7) == GALPHA_SUCCESS);
  CHECK(get(mem, "max_num_steps") == -1);
  CHECK(!GALPHASetEpsLin(mem, 0.5) && !GALPHASetEpsLin(mem, 0));
  CHECK(get(mem, "eps_lin") == 0.05);
  CHECK(!GALPHASetIncrementFactor(mem, 3) && !GALPHASetIncrementFactor(mem, 0));
  CHECK(get(mem, "increment_factor") == 1);

  CHECK(GALPHASetMethod(mem, GALPHA_HHT, &hht) == GALPHA_SUCCESS);
  CHECK(GALPHAGetMethod(mem, coef) == GALPHA_SUCCESS);
  CHECK(coef[0] == 0 && coef[1] == 0.1);
  CHECK(fabs(coef[2] - 0.25 * 1.1 * 1.1) < 1e-15 &&
        fabs(coef[3] - 0.6) < 1e-15);
  CHECK(GALPHAGetOption(mem, "rho_inf", &x) == GALPHA_ILL_INPUT);
  CHECK(GALPHASetMethod(mem, GALPHA_NEWMARK, newmark) == GALPHA_SUCCESS);
  CHECK(GALPHAGetMethod(mem, coef) == GALPHA_SUCCESS);
  CHECK(coef[2] == 0.3 && coef[3] == 0.6);
  CHECK(GALPHASetRhoInf(mem, 0.5) == GALPHA_SUCCESS);
  CHECK(GALPHAGetMethod(mem, coef) == GALPHA_SUCCESS);
  CHECK(coef[0] == 0 && fabs(coef[1] - 1.0 / 3) < 1e-15);
  CHECK(get(mem, "rho_inf") == 0.5);
}

TEST_MAIN()
{
  void *mem       = GALPHACreate(ctx);
  struct caught c = {0};

  CHECK(GALPHASetErrFile(NULL, NULL) == GALPHA_MEM_NULL);
  CHECK(GALPHASetErrFile(mem, NULL) == GALPHA_SUCCESS);
  CHECK(GALPHASetErrHandlerFn(NULL, caught_handler, &c) == GALPHA_MEM_NULL);
  CHECK(GALPHASetErrHandlerFn(mem, caught_handler, &c) == GALPHA_SUCCESS);
  for (size_t i = 0; i < COUNT; i++) { check_row(mem, &c, &rows[i]); }
  check_names(mem, &c);
  check_pairs(mem, &c);
  GALPHAFree(&mem);
  CHECK(mem == NULL);
}

/* The kept iteration matrix: before it is factorised, at the time and with the
 * shifts that are told, which are those of the method; dense, KLU and the
 * mechanical form. Refused where there is none. */
#include "support/test.h"

#define INERTIA 7.0
#define DAMPER  0.3

/* INERTIA u'' + DAMPER u' + (1 + t) u = 0 */
RESIDUAL2_IS(oscillator, ypp[0] * INERTIA + DAMPER * yp[0] + (1.0 + t) * y[0])

RESIDUAL_PROBLEM_IS(model, .name = "oscillator", .n = 1, .res2 = oscillator,
                    .y0 = VALUES(1.0), .ypp0 = VALUES(-1.0 / INERTIA),
                    .ypp_known = 1)

/* None until the first step; switched off and on. */
static void check_after_reinit(struct residual_run *run, sunrealtype h)
{
  SUNMatrix J = NULL;
  for (int on = 0; on < 2; on++)
  {
    CHECK(!GALPHAReInit(run->mem, run->t, run->y, run->yp));
    CHECK(!GALPHASetOption(run->mem, "keep_jacobian", on));
    CHECK(GALPHAGetJac(run->mem, &J) == GALPHA_ILL_INPUT || !on);
    CHECK(residual_step(run, h) == 0);
    CHECK(GALPHAGetJac(run->mem, &J) == (on ? 0 : GALPHA_ILL_INPUT));
  }
  CHECK(residual_step(run, h) == 0);
}

static void check_residual(int klu)
{
  const sunrealtype h = 0.01, rho = 0.8;
  const sunrealtype am     = (2.0 * rho - 1.0) / (1.0 + rho),
                    af     = rho / (1.0 + rho);
  const sunrealtype gamma  = 0.5 + af - am,
                    beta   = 0.25 * (gamma + 0.5) * (gamma + 0.5);
  const sunrealtype want[] = {gamma / (h * beta),
                              (1.0 - am) / (h * h * beta * (1.0 - af))};
  sunrealtype c[3] = {0.0, 0.0, 0.0}, t = 0.0;
  struct caught msg = {0};
  struct residual_run run;
  SUNMatrix J = NULL;
  CHECK(residual_begin(&run, &model, ctx) == 0);
  if (klu)
  {
    SUNMatrix one          = KEEP(SUNSparseMatrix(1, 1, 1, CSC_MAT, ctx));
    SM_INDEXPTRS_S(one)[1] = 1;
    CHECK(residual_use_klu(&run, one) == 0);
  }
  CHECK(!GALPHASetRhoInf(run.mem, rho) &&
        !GALPHASetOption(run.mem, "max_jacobian_age", 1));
  CHECK(!GALPHASetOption(run.mem, "keep_jacobian", 1));
  CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &msg));
  CHECK(GALPHAGetJac(run.mem, &J) == GALPHA_ILL_INPUT);
  for (int k = 0; k < 3; k++) { CHECK(residual_step(&run, h) == 0); }
  ILL_INPUT(&msg, GALPHASetOption(run.mem, "keep_jacobian", 0),
            "keep_jacobian");
  ILL_INPUT(&msg, GALPHAGetJac(run.mem, NULL), "NULL");
  CHECK(!GALPHAGetJac(run.mem, &J) && !GALPHAGetJacTime(run.mem, &t));
  CHECK(!GALPHAGetJacShifts(run.mem, c));
  CHECK_NEAR(t, 3.0 * h, 1e-14);
  CHECK_REL(c[1], want[0], 1e-12);
  CHECK_REL(c[2], want[1], 1e-12);
  check_after_reinit(&run, h);
  CHECK(!GALPHAGetJac(run.mem, &J) && !GALPHAGetJacTime(run.mem, &t));
  CHECK(!GALPHAGetJacShifts(run.mem, c));
  const sunrealtype *data = klu ? SM_DATA_S(J) : SM_DATA_D(J);
  CHECK_REL(data[0], 1.0 + t + DAMPER * c[1] + INERTIA * c[2], 1e-6);
}

static void check_refused(void)
{
  for (int krylov = 0; krylov < 2; krylov++)
  {
    struct caught msg = {0};
    struct residual_run run;
    SUNMatrix J   = NULL;
    sunrealtype t = 0.0, c[3];
    CHECK(residual_begin(&run, &model, ctx) == 0);
    if (krylov)
    {
      CHECK(residual_use_krylov(&run, RESIDUAL_SPGMR, 5, 0) == 0);
      CHECK(!GALPHASetOption(run.mem, "keep_jacobian", 1));
    }
    CHECK(!GALPHASetErrHandlerFn(run.mem, caught_handler, &msg));
    CHECK(residual_step(&run, 0.01) == 0);
    CHECK(GALPHAGetJac(run.mem, &J) == GALPHA_ILL_INPUT && !J);
    CHECK(caught_says(&msg, GALPHA_ILL_INPUT, "keep_jacobian"));
    /* time and shifts are known all the same */
    CHECK(!GALPHAGetJacTime(run.mem, &t) && t > 0.0);
    CHECK(!GALPHAGetJacShifts(run.mem, c) && c[0] > 0.0);
  }
}

/* [(1 - alpha_m) M - ..., G^T; G, 0] of a pendulum of unit mass. */
static void check_mechanics(void)
{
  const struct problem *pb = &paper_simple_pendulum;
  const sunrealtype rho = 0.8, am = (2.0 * rho - 1.0) / (1.0 + rho), h = 0.01;
  sunrealtype c[3] = {0.0, 0.0, 0.0};
  SUNMatrix J      = NULL;
  SMALL(s, .pb = pb, .set = {{"rho_inf", rho}, {"keep_jacobian", 1}});
  CHECK(problem_run_steps(s->mem, pb, &h, 1, 0.1, &s->now, NULL) == 0);
  CHECK(!GALPHAGetJac(s->mem, &J) && !GALPHAGetJacShifts(s->mem, c));
  CHECK(SM_ROWS_D(J) == 3 && SM_COLUMNS_D(J) == 3);
  SUNMatrix G = KEEP(SUNDenseMatrix(1, 2, ctx));
  CHECK(pb->G(s->t, s->q, G, pb->data) == 0);
  for (int j = 0; j < 2; j++)
  {
    CHECK(SM_ELEMENT_D(J, 2, j) == SM_ELEMENT_D(J, j, 2));
    /* built at the prediction: off by O(h^2) */
    CHECK_REL(SM_ELEMENT_D(J, 2, j), SM_ELEMENT_D(G, 0, j), 1e-2);
  }
  CHECK(SM_ELEMENT_D(J, 2, 2) == 0.0);
  CHECK_REL(SM_ELEMENT_D(J, 0, 0), 1.0 - am, 1e-3);
  CHECK(c[0] > 0.0 && c[0] < h * h && c[1] > 0.0 && c[1] < h && c[2] == 1.0);
}

TEST_MAIN()
{
  check_residual(0);
  check_residual(1);
  check_refused();
  check_mechanics();
}

/* galpha_method: the rows of the table of families, their ranges, and both sign
 * conventions of alpha_m and alpha_f. */
#include "method/families.h"

#include <string.h>

#include "support/check/check.h"

/* Chung-Hulbert as the finite-element codes write it: their alphas are one
 * minus ours, and the load is averaged with alpha_f at the new time. */
static void other_convention(double rho, double *am, double *af)
{
  *am = (2.0 - rho) / (1.0 + rho);
  *af = 1.0 / (1.0 + rho);
}

static void check_chung_hulbert(double rho)
{
  struct galpha_family m;
  const char *why = NULL;
  double am, af;

  CHECK(galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &rho, &why) == 0);
  other_convention(rho, &am, &af);
  CHECK(fabs(m.alpha_m - (1.0 - am)) < 1e-15);
  CHECK(fabs(m.alpha_f - (1.0 - af)) < 1e-15);
  CHECK(fabs(m.gamma - (0.5 + am - af)) < 1e-15);
  CHECK(fabs(m.beta - 0.25 * (1.0 + am - af) * (1.0 + am - af)) < 1e-15);
  CHECK(fabs(m.alpha - (m.alpha_m - m.alpha_f)) < 1e-15);
  CHECK(m.par[0] == rho && m.family == GALPHA_CHUNG_HULBERT);
  CHECK(m.undamped == (rho == 1.0));
}

/* Values as printed in Jay and Negrut (2009), section 1 and by Chung and Hulbert. */
static void check_rows(void)
{
  struct galpha_family m;
  const char *why   = NULL;
  const double half = 0.5, one = 1.0, zero = 0.0, third = -1.0 / 3.0;
  const double trapezoid[] = {0.25, 0.5};
  const double custom[]    = {0.1, 0.3, 0.4, 0.7};

  CHECK(!galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &half, &why));
  CHECK(m.alpha_m == 0.0);
  CHECK_REL(m.alpha_f, 1.0 / 3, 1e-15);
  CHECK_REL(m.beta, 4.0 / 9, 1e-15);
  CHECK_REL(m.gamma, 5.0 / 6, 1e-15);
  CHECK(!galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &one, &why));
  CHECK(m.alpha_m == 0.5 && m.alpha_f == 0.5);
  CHECK(m.beta == 0.25 && m.gamma == 0.5);
  CHECK(!galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &zero, &why));
  CHECK(m.alpha_m == -1.0 && m.alpha_f == 0.0);
  CHECK(m.beta == 1.0 && m.gamma == 1.5);

  CHECK(!galpha_family_set(&m, GALPHA_HHT, &third, &why));
  CHECK(m.alpha_m == 0.0 && m.alpha_f == 1.0 / 3 && !m.undamped);
  CHECK_REL(m.beta, 4.0 / 9, 1e-15);
  CHECK_REL(m.gamma, 5.0 / 6, 1e-15);
  CHECK(!galpha_family_set(&m, GALPHA_HHT, &zero, &why));
  CHECK(m.undamped);

  CHECK(!galpha_family_set(&m, GALPHA_NEWMARK, trapezoid, &why));
  CHECK(m.alpha_m == 0.0 && m.alpha_f == 0.0 && m.alpha == 0.0);
  CHECK(m.beta == 0.25 && m.gamma == 0.5 && m.undamped);

  CHECK(!galpha_family_set(&m, GALPHA_CUSTOM, custom, &why));
  CHECK(m.alpha_m == 0.1 && m.alpha_f == 0.3);
  CHECK(m.beta == 0.4 && m.gamma == 0.7);
}

/* Refused with a reason, and the method in use is untouched. */
static void check_refused(int family, const double *par, const char *reason)
{
  const double rho = 0.8;
  struct galpha_family m, before;
  const char *why = NULL;

  CHECK(!galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &rho, &why));
  before = m;
  CHECK(galpha_family_set(&m, family, par, &why) == -1);
  CHECK(why && strstr(why, reason));
  CHECK(m.family == before.family && m.par[0] == before.par[0]);
  CHECK(m.alpha_m == before.alpha_m && m.beta == before.beta);
}

static void check_ranges(void)
{
  const double bad_rho[]    = {-0.01, 1.0001, 1.2, (double)NAN, -HUGE_VAL};
  const double bad_hht[]    = {-0.5, -0.34, 0.01, (double)NAN};
  const double newmark[][2] = {{0.0, 0.5},          {-0.1, 0.5},
                               {0.25, 0.49},        {(double)NAN, 0.5},
                               {0.25, (double)NAN}, {HUGE_VAL, 0.5}};
  const double custom[][4]  = {
     {0.51, 0.3, 0.4, 0.7},        {0.1, 1.0, 0.4, 0.7},
     {0.1, 0.3, 0.0, 0.7},         {0.1, 0.3, 0.4, 0.0},
     {(double)NAN, 0.3, 0.4, 0.7}, {0.1, (double)NAN, 0.4, 0.7},
     {0.1, 0.3, (double)NAN, 0.7}, {0.1, 0.3, 0.4, (double)NAN}};

  for (int i = 0; i < 5; i++)
  {
    check_refused(GALPHA_CHUNG_HULBERT, &bad_rho[i], "0 <= rho <= 1");
  }
  for (int i = 0; i < 4; i++)
  {
    check_refused(GALPHA_HHT, &bad_hht[i], "-1/3 <= alpha <= 0");
  }
  for (int i = 0; i < 6; i++)
  {
    check_refused(GALPHA_NEWMARK, newmark[i], "beta > 0 and gamma >= 1/2");
  }
  for (int i = 0; i < 8; i++)
  {
    check_refused(GALPHA_CUSTOM, custom[i], "beta > 0, gamma > 0");
  }
  check_refused(0, bad_rho, "families");
  check_refused(5, bad_rho, "families");
}

int main(void)
{
  const double rho[] = {0.0, 0.2, 0.5, 0.6, 0.8, 0.9, 1.0};

  for (int i = 0; i < 7; i++) { check_chung_hulbert(rho[i]); }
  check_rows();
  check_ranges();
  return check_done();
}

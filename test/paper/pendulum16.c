/* Jay and Negrut (2009), section 8.2, the spring-damper pendulum (16), rho = 0.2, t =
 * 2: errors against an independent implementation, orders, (14) off as negative
 * control. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

static const struct paper_case base = {
  .pb          = &paper_pendulum16,
  .formulation = GALPHA_SOI2_LITERAL,
  .family      = GALPHA_CHUNG_HULBERT,
  .par         = {0.2},
  .t1          = 2,
};

/* Literal method: constant steps; steps H/3, 2H/3; the same without (14). */
static const struct paper_errors constant[] = {
  {0.1, 9.778701e-02, 6.024081e-01, 0, 4.071663e+01, 0, 0, 0},
  {0.05, 1.999136e-02, 7.282222e-01, 0, 2.260789e+01, 0, 0, 0},
  {0.025, 1.780490e-02, 1.031131e-01, 0, 1.098624e+01, 0, 0, 0},
  {0.0125, 5.063107e-03, 1.226760e-02, 0, 2.837064e+00, 0, 0, 0},
  {0.00625, 1.291803e-03, 1.817509e-03, 0, 7.016940e-01, 0, 0, 0},
  {0.003125, 3.245839e-04, 3.342528e-04, 0, 1.742317e-01, 0, 0, 0},
};
static const struct paper_errors alternating[] = {
  {0.1, 1.251421e-02, 9.488225e-01, 0, 2.242171e+01, 0, 0, 0},
  {0.05, 2.181263e-02, 1.345686e-01, 0, 1.359881e+01, 0, 0, 0},
  {0.025, 6.268600e-03, 1.498935e-02, 0, 3.509235e+00, 0, 0, 0},
  {0.0125, 1.596780e-03, 2.137110e-03, 0, 8.655010e-01, 0, 0, 0},
  {0.00625, 4.009137e-04, 3.888672e-04, 0, 2.147948e-01, 0, 0, 0},
  {0.003125, 1.003887e-04, 8.254790e-05, 0, 5.353053e-02, 0, 0, 0},
};
static const struct paper_errors alternating_off[] = {
  {0.1, 1.088875e-02, 8.378072e-01, 0, 1.971103e+01, 0, 0, 0},
  {0.05, 1.761733e-02, 1.537290e-01, 0, 1.174029e+01, 0, 0, 0},
  {0.025, 5.044415e-03, 3.347097e-02, 0, 3.184414e+00, 0, 0, 0},
  {0.0125, 1.194973e-03, 1.192281e-02, 0, 8.216589e-01, 0, 0, 0},
  {0.00625, 2.434817e-04, 5.324278e-03, 0, 2.162693e-01, 0, 0, 0},
  {0.003125, 3.127310e-05, 2.556198e-03, 0, 5.945323e-02, 0, 0, 0},
};

/* z has its order only below H = 2/1280. */
static const struct paper_errors alternating_fine[] = {
  {2.0 / 1280, 2.511562e-05, 1.902028e-05, 0, 1.336435e-02, 0, 0, 0},
  {2.0 / 2560, 6.281166e-06, 4.566430e-06, 0, 3.338999e-03, 0, 0, 0},
};

/* Index 3 by the acceleration recursion, in the same three ways. */
static const struct paper_errors index3_constant[] = {
  {0.1, 9.578104e-02, 5.198623e-01, 0, 4.108293e+01, 0, 0, 0},
  {0.05, 1.926914e-02, 7.697317e-01, 0, 2.293081e+01, 0, 0, 0},
  {0.025, 1.870568e-02, 1.052870e-01, 0, 1.149115e+01, 0, 0, 0},
  {0.0125, 5.286223e-03, 1.173837e-02, 0, 2.943994e+00, 0, 0, 0},
  {0.00625, 1.345155e-03, 1.625184e-03, 0, 7.261147e-01, 0, 0, 0},
  {0.003125, 3.377518e-04, 2.827649e-04, 0, 1.801782e-01, 0, 0, 0},
};
static const struct paper_errors index3[] = {
  {0.1, 8.942043e-03, 1.006430e+00, 0, 2.153440e+01, 0, 0, 0},
  {0.05, 2.292256e-02, 1.373079e-01, 0, 1.421487e+01, 0, 0, 0},
  {0.025, 6.412595e-03, 1.334062e-02, 0, 3.560302e+00, 0, 0, 0},
  {0.0125, 1.593307e-03, 1.766254e-03, 0, 8.638741e-01, 0, 0, 0},
  {0.00625, 3.952236e-04, 3.299809e-04, 0, 2.162481e-01, 0, 0, 0},
  {0.003125, 9.845524e-05, 7.346808e-05, 0, 5.674336e-02, 0, 0, 0},
};
static const struct paper_errors index3_off[] = {
  {0.1, 9.463644e-03, 8.978542e-01, 0, 1.997734e+01, 0, 0, 0},
  {0.05, 1.838658e-02, 1.491083e-01, 0, 1.206058e+01, 0, 0, 0},
  {0.025, 5.026045e-03, 3.204149e-02, 0, 3.155522e+00, 0, 0, 0},
  {0.0125, 1.169972e-03, 1.173228e-02, 0, 8.091097e-01, 0, 0, 0},
  {0.00625, 2.354449e-04, 5.302655e-03, 0, 2.145047e-01, 0, 0, 0},
  {0.003125, 2.908586e-05, 2.554185e-03, 0, 6.047415e-02, 0, 0, 0},
};

/* Index 3 with the weights gamma_n of Bruls and Arnold (2008), (28)-(29) on steps H/3,
 * 2H/3. */
static const struct paper_errors index3_weights[] = {
  {0.05, 2.2126630e-02, 1.2230283e-01, 0, 1.3552627e+01, 0, 0, 0},
  {0.025, 6.0151171e-03, 1.2974831e-02, 0, 3.3502645e+00, 0, 0, 0},
  {0.0125, 1.5059745e-03, 1.9518968e-03, 0, 8.2003559e-01, 0, 0, 0},
  {0.00625, 3.7575632e-04, 3.8319752e-04, 0, 2.0519101e-01, 0, 0, 0},
  {0.003125, 9.3839781e-05, 8.6023746e-05, 0, 5.3092933e-02, 0, 0, 0},
};

static const struct paper_state state = {
  {0.0322062502978426, -1.99974067254776, 4.72849280156678},
  {-0.394422990009721, -0.00635226642827269, -0.197237069498221},
  {-2.560720289658, 0.02824146719452, -1.279930946989},
  {11.31765564928, -49.25924841738},
  {0}};
static const struct paper_state state_off = {
  {0.0318469094453239, -1.99974642751494, 4.72831310809981},
  {-0.385657518899331, -0.00614177873369573, -0.192853210583595},
  {-2.50959513648, 0.02696715467222, -1.25439183482},
  {11.27285705893, -49.23656445529},
  {0}};
static const struct paper_state state_index3 = {
  {0.0322031441198495, -1.999740722571, 4.7284912482764},
  {-0.394765458642126, -0.00640823145040116, -0.197408617255677},
  {-2.559159018152, 0.02071380300178, -1.279201312526},
  {11.30788468689, -49.16147044725},
  {0}};

static void check_weights(SUNContext ctx)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.formulation         = GALPHA_INDEX3;
  c.alternating         = 1;
  c.weights             = 1;
  CHECK(paper_compare(&c, ctx, index3_weights, COUNT(index3_weights), tol) <=
        tol);
}

static void check_tables(SUNContext ctx, int formulation,
                         const struct paper_errors *constant_steps,
                         const struct paper_errors *with,
                         const struct paper_errors *without)
{
  const sunrealtype tol = PAPER_DIGITS;
  struct paper_case c   = base;
  c.formulation         = formulation;
  CHECK(paper_compare(&c, ctx, constant_steps + 1, 5, tol) <= tol);
  c.alternating = 1;
  CHECK(paper_compare(&c, ctx, with + 1, 5, tol) <= tol);
  c.no_correction = 1;
  CHECK(paper_compare(&c, ctx, without + 1, 5, tol) <= tol);
  /* H = 0.1 needs a matrix per iteration */
  c.newton = 30;
  CHECK(paper_compare(&c, ctx, without, 1, tol) <= tol);
  c.no_correction = 0;
  CHECK(paper_compare(&c, ctx, with, 1, tol) <= tol);
  c.alternating = 0;
  CHECK(paper_compare(&c, ctx, constant_steps, 1, tol) <= tol);
}

static void check_states(SUNContext ctx)
{
  const sunrealtype H = 2.0 / 160, tol = 1e-8;
  struct paper_case c = base;
  c.alternating       = 1;
  CHECK(paper_compare_state(&c, ctx, H, &state, tol) <= tol);
  c.no_correction = 1;
  CHECK(paper_compare_state(&c, ctx, H, &state_off, tol) <= tol);
  c.no_correction = 0;
  c.formulation   = GALPHA_INDEX3;
  CHECK(paper_compare_state(&c, ctx, H, &state_index3, tol) <= tol);
}

/* Order 2 with (14); without it v is of order 1: the pendulum turns freely. */
static void check_orders(SUNContext ctx, int formulation)
{
  struct paper_errors o;
  struct paper_case c = base;
  c.formulation       = formulation;
  c.alternating       = 1;
  CHECK(paper_orders(&c, ctx, 2.0 / 1280, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.15);
  CHECK_IN(o.lambda, 1.9, 2.1);
  c.no_correction = 1;
  CHECK(paper_orders(&c, ctx, 2.0 / 1280, &o) == 0);
  CHECK_IN(o.v, 0.9, 1.2);
}

/* From H = 0.05 on; at 0.1 nothing is resolved yet. */
static void check_two_stage(SUNContext ctx)
{
  struct paper_case c = base;
  c.formulation       = GALPHA_SOI2;
  CHECK(paper_compare(&c, ctx, constant + 1, 5, 0.06) <= 0.06);
  c.alternating = 1;
  CHECK(paper_compare(&c, ctx, alternating + 1, 5, 0.06) <= 0.06);
  CHECK(paper_compare(&c, ctx, alternating_fine, 2, 0.06) <= 0.06);
  c.no_correction = 1;
  CHECK(paper_compare(&c, ctx, alternating_off + 1, 5, 0.06) <= 0.06);
}

TEST_MAIN(ctx)
{
  check_tables(ctx, GALPHA_SOI2_LITERAL, constant, alternating,
               alternating_off);
  check_tables(ctx, GALPHA_INDEX3, index3_constant, index3, index3_off);
  struct paper_case fine = base;
  fine.alternating       = 1;
  CHECK(paper_compare(&fine, ctx, alternating_fine, 2, PAPER_DIGITS) <=
        PAPER_DIGITS);
  check_states(ctx);
  check_orders(ctx, GALPHA_SOI2_LITERAL);
  check_orders(ctx, GALPHA_SOI2);
  check_two_stage(ctx);
  check_weights(ctx);
}

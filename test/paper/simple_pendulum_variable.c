/* The simple pendulum of Gavrea et al. (2005), section 6.1 at t = 2 with steps H/3,
 * 2H/3, with and without Jay and Negrut (2009), (14), and single runs to t = 1, against
 * an independent implementation. */
#include "support/models/papers.h"
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* Without (14): _off */
static const struct paper_errors soi2_02[] = {
  {0.1, 5.298668e-02, 1.984867e-01, 0, 4.157173e-01, 0, 0, 0},
  {0.05, 1.193957e-02, 5.748058e-02, 0, 9.715808e-02, 0, 0, 0},
  {0.025, 2.761065e-03, 1.520736e-02, 0, 2.344892e-02, 0, 0, 0},
  {0.0125, 6.606145e-04, 3.893489e-03, 0, 5.773264e-03, 0, 0, 0},
  {0.00625, 1.614210e-04, 9.839527e-04, 0, 1.433566e-03, 0, 0, 0},
};
static const struct paper_errors soi2_02_off[] = {
  {0.1, 6.194840e-02, 1.470825e-01, 0, 5.127851e-01, 0, 0, 0},
  {0.05, 1.906269e-02, 3.643829e-02, 0, 1.646864e-01, 0, 0, 0},
  {0.025, 6.813575e-03, 8.891496e-03, 0, 5.853324e-02, 0, 0, 0},
  {0.0125, 2.782797e-03, 4.196591e-03, 0, 2.332706e-02, 0, 0, 0},
  {0.00625, 1.243120e-03, 2.525837e-03, 0, 1.018356e-02, 0, 0, 0},
};
static const struct paper_errors soi2_08[] = {
  {0.1, 1.644398e-02, 8.389670e-02, 0, 2.207124e-01, 0, 0, 0},
  {0.05, 4.075842e-03, 2.203820e-02, 0, 3.761621e-02, 0, 0, 0},
  {0.025, 9.944090e-04, 5.722967e-03, 0, 4.319294e-03, 0, 0, 0},
  {0.0125, 2.425188e-04, 1.459275e-03, 0, 4.272955e-04, 0, 0, 0},
  {0.00625, 5.967277e-05, 3.680952e-04, 0, 3.854522e-05, 0, 0, 0},
};
static const struct paper_errors soi2_08_off[] = {
  {0.1, 1.623261e-02, 8.077214e-02, 0, 2.186339e-01, 0, 0, 0},
  {0.05, 4.636028e-03, 1.853005e-02, 0, 9.416082e-02, 0, 0, 0},
  {0.025, 1.527871e-03, 3.871246e-03, 0, 4.277966e-02, 0, 0, 0},
  {0.0125, 5.680986e-04, 8.027018e-04, 0, 1.916233e-02, 0, 0, 0},
  {0.00625, 2.342069e-04, 3.341764e-04, 0, 8.861017e-03, 0, 0, 0},
};
static const struct paper_errors index3_02[] = {
  {0.1, 4.178294e-02, 2.260676e-01, 0, 1.730881e+00, 0, 0, 0},
  {0.05, 8.657610e-03, 5.788401e-02, 0, 1.023398e+00, 0, 0, 0},
  {0.025, 2.104889e-03, 1.404041e-02, 0, 4.694979e-01, 0, 0, 0},
  {0.0125, 5.321350e-04, 3.443960e-03, 0, 2.135470e-01, 0, 0, 0},
  {0.00625, 1.345016e-04, 8.533787e-04, 0, 1.004714e-01, 0, 0, 0},
};
static const struct paper_errors index3_02_off[] = {
  {0.1, 5.193486e-02, 1.364247e-01, 0, 1.512177e+00, 0, 0, 0},
  {0.05, 1.687574e-02, 2.760692e-02, 0, 6.483278e-01, 0, 0, 0},
  {0.025, 6.378265e-03, 6.074158e-03, 0, 2.830498e-01, 0, 0, 0},
  {0.0125, 2.691257e-03, 3.929369e-03, 0, 1.303056e-01, 0, 0, 0},
  {0.00625, 1.222554e-03, 2.517878e-03, 0, 6.227530e-02, 0, 0, 0},
};
static const struct paper_errors index3_08[] = {
  {0.1, 2.695175e-01, 2.341858e+00, 0, 2.848218e+01, 0, 0, 0},
  {0.05, 1.054856e-01, 4.036460e-01, 0, 3.454061e+00, 0, 0, 0},
  {0.025, 3.001835e-02, 4.893189e-02, 0, 7.206224e+00, 0, 0, 0},
  {0.0125, 6.203546e-03, 1.294060e-02, 0, 3.766615e+00, 0, 0, 0},
  {0.00625, 1.243275e-03, 4.268967e-03, 0, 1.732391e+00, 0, 0, 0},
};
static const struct paper_errors index3_08_off[] = {
  {0.1, 2.263133e-01, 2.037275e+00, 0, 2.312106e+01, 0, 0, 0},
  {0.05, 9.991558e-02, 3.359287e-01, 0, 5.318844e+00, 0, 0, 0},
  {0.025, 2.443863e-02, 3.716917e-02, 0, 6.761910e+00, 0, 0, 0},
  {0.0125, 4.585197e-03, 1.226371e-02, 0, 3.254595e+00, 0, 0, 0},
  {0.00625, 8.118367e-04, 4.063236e-03, 0, 1.486317e+00, 0, 0, 0},
};

/* t = 1, H = 1/32 */
static const struct paper_state alternating_soi2 = {
  {-0.852704421764327, -0.522393691676655},
  {-0.344122352496071, 0.561711705705223},
  {4.922477883347, -6.710558937318},
  {2.765842478412},
  {0}};
static const struct paper_state alternating_soi2_off = {
  {-0.851001230626933, -0.525163693976884},
  {-0.343345305717726, 0.556373719369539},
  {4.918250138228, -6.704100631543},
  {2.805591028671},
  {0}};
static const struct paper_state alternating_index3 = {
  {-0.85298470276648, -0.521935912585424},
  {-0.339179004671221, 0.563569707632507},
  {5.18932266143, -6.553986805371},
  {3.176474160844},
  {0}};

/* t = 1, h = 1/64 */
static const struct paper_state soi2_02_state = {
  {-0.852815633402953, -0.522212117269908},
  {-0.3428200761274, 0.55985357424161},
  {4.870631275907, -6.767689021698},
  {2.769611836493},
  {0}};
static const struct paper_state soi2_08_state = {
  {-0.85323139876654, -0.521532530297866},
  {-0.33892614722027, 0.554485892770951},
  {4.743438035354, -6.902950778346},
  {2.767054739901},
  {0}};
static const struct paper_state soi2_hht_state = {
  {-0.853148348137105, -0.521668377487968},
  {-0.339835375086374, 0.555774513858052},
  {4.78355094269, -6.862143072747},
  {2.76744392285},
  {0}};
static const struct paper_state index3_02_state = {
  {-0.852739704629031, -0.522336095008945},
  {-0.342953547597597, 0.561495652602663},
  {4.865226624195, -6.769954503},
  {2.766433169025},
  {0}};
static const struct paper_state index3_08_state = {
  {-0.853207134785156, -0.52157222429085},
  {-0.339009802175389, 0.555226223686646},
  {4.740751551067, -6.904285881567},
  {2.765538633839},
  {0}};
static const struct paper_state index3_hht_state = {
  {-0.853116737653111, -0.521720070474687},
  {-0.339932945187045, 0.556679512436108},
  {4.780353951502, -6.863685539589},
  {2.76560964638},
  {0}};
static const struct paper_state trapezoidal_state = {
  {-0.853217010928099, -0.521556068187227},
  {-0.338889281635954, 0.555037036994517},
  {4.751567100277, -6.905453298742},
  {2.784500917949},
  {0}};
static const struct paper_state damped_state = {
  {-0.835196638377322, -0.549951429894696},
  {-0.338270121768027, 0.514393243664129},
  {4.867141863363, -6.605136014367},
  {2.913770027152},
  {0}};

static struct paper_case method(int formulation, int family, sunrealtype par)
{
  return (struct paper_case){
    .pb          = &paper_simple_pendulum,
    .formulation = formulation,
    .family      = family,
    .par         = {par},
    .t1          = 2,
  };
}

struct row_set
{
  struct paper_case c;
  const struct paper_errors *with, *without;
};

static void check_set(SUNContext ctx, const struct row_set *s)
{
  struct paper_case c = s->c;
  c.alternating       = 1;
  CHECK(paper_compare(&c, ctx, s->with, 5, PAPER_DIGITS) <= PAPER_DIGITS);
  c.no_correction = 1;
  CHECK(paper_compare(&c, ctx, s->without, 5, PAPER_DIGITS) <= PAPER_DIGITS);
}

static void check_two_stage(SUNContext ctx, struct paper_case c,
                            const struct paper_errors *with)
{
  struct paper_errors o;
  c.alternating = 1;
  c.formulation = GALPHA_SOI2;
  CHECK(paper_compare(&c, ctx, with, 5, PAPER_DIGITS) <= PAPER_DIGITS);
  CHECK(paper_orders(&c, ctx, 0.0125, &o) == 0);
  CHECK_IN(o.q, 1.9, 2.1);
  CHECK_IN(o.v, 1.9, 2.1);
  c.no_correction = 1;
  CHECK(paper_orders(&c, ctx, 0.00625, &o) == 0);
  CHECK_IN(o.q, 0.8, 1.4);
}

static void check_state(SUNContext ctx, struct paper_case c, sunrealtype H,
                        const struct paper_state *ref)
{
  c.t1 = 1;
  CHECK(paper_compare_state(&c, ctx, H, ref, 1e-8) <= 1e-8);
}

static void check_alternating_states(SUNContext ctx)
{
  const sunrealtype H = SUN_RCONST(1.0) / 32;
  struct paper_case c = method(GALPHA_SOI2_LITERAL, GALPHA_CHUNG_HULBERT, 0.2);
  c.alternating       = 1;
  check_state(ctx, c, H, &alternating_soi2);
  c.no_correction = 1;
  check_state(ctx, c, H, &alternating_soi2_off);
  c.no_correction = 0;
  c.formulation   = GALPHA_INDEX3;
  check_state(ctx, c, H, &alternating_index3);
}

static void check_constant_states(SUNContext ctx)
{
  const int literal = GALPHA_SOI2_LITERAL, ch = GALPHA_CHUNG_HULBERT;
  const sunrealtype h       = SUN_RCONST(1.0) / 64;
  struct paper_case newmark = method(GALPHA_INDEX3, GALPHA_NEWMARK, 0.25);
  check_state(ctx, method(literal, ch, 0.2), h, &soi2_02_state);
  check_state(ctx, method(literal, ch, 0.8), h, &soi2_08_state);
  check_state(ctx, method(literal, GALPHA_HHT, -0.3), h, &soi2_hht_state);
  check_state(ctx, method(GALPHA_INDEX3, ch, 0.2), h, &index3_02_state);
  check_state(ctx, method(GALPHA_INDEX3, ch, 0.8), h, &index3_08_state);
  check_state(ctx, method(GALPHA_INDEX3, GALPHA_HHT, -0.3), h,
              &index3_hht_state);
  newmark.par[1] = 0.5;
  check_state(ctx, newmark, h, &trapezoidal_state);
  newmark.par[0] = 0.390625;
  newmark.par[1] = 0.75;
  check_state(ctx, newmark, h, &damped_state);
}

TEST_MAIN(ctx)
{
  const int literal = GALPHA_SOI2_LITERAL, ch = GALPHA_CHUNG_HULBERT;
  const struct row_set all[] = {
    {method(literal, ch, 0.2), soi2_02, soi2_02_off},
    {method(literal, ch, 0.8), soi2_08, soi2_08_off},
    {method(GALPHA_INDEX3, ch, 0.2), index3_02, index3_02_off},
    {method(GALPHA_INDEX3, ch, 0.8), index3_08, index3_08_off},
  };
  for (int i = 0; i < COUNT(all); i++) { check_set(ctx, all + i); }
  check_two_stage(ctx, all[0].c, soi2_02);
  check_two_stage(ctx, all[1].c, soi2_08);
  check_alternating_states(ctx);
  check_constant_states(ctx);
}

/* Between the ends of long steps of a pendulum that has come to rest it hangs at rest, too:
 * velocities within their tolerance, times such a step, are no part of q. Negative
 * control: the cubic by q and v of both ends swings out. */
#include "support/models/rest.h"
#include "support/test.h"

#define RTOL 1e-4

struct ends
{
  sunrealtype x, v, t; /* sideways, at the start of a step */
};

static sunrealtype cubic(const struct ends *e, sunrealtype x, sunrealtype v,
                         sunrealtype t, sunrealtype s)
{
  const sunrealtype r = 1.0 - s, h = t - e->t;
  return (1.0 + 2.0 * s) * r * r * e->x + h * s * r * r * e->v +
         (1.0 + 2.0 * r) * s * s * x - h * r * s * s * v;
}

/* The largest distances from rest between t = 1000 and 1e6: of the library's output, and
 * of the cubic. */
static void swing(struct rest *r, int form, sunrealtype rho,
                  sunrealtype *output, sunrealtype *control)
{
  SMALL(s, .pb = &r->pb, .formulation = form, .rtol = RTOL,
        .set = {{"rho_inf", rho}});
  struct ends e        = {0.0, 0.0, 0.0};
  N_Vector q           = KEEP(N_VClone(s->q));
  const sunindextype i = r->pb.n - 2;
  *output = *control = 0.0;
  while (s->t < 1e6)
  {
    e = (struct ends){NV_Ith_S(s->q, i), NV_Ith_S(s->v, i), s->t};
    if (small_step(s, 1e9) < 0) { break; }
    for (int k = 1; k < 8 && e.t > 1000.0; k++)
    {
      const sunrealtype at = e.t + k / 8.0 * (s->t - e.t);
      CHECK(GALPHAGetDky(s->mem, at, 0, q) == 0);
      *output  = fmax(*output, fabs(NV_Ith_S(q, i)));
      *control = fmax(*control, fabs(cubic(&e, NV_Ith_S(s->q, i),
                                           NV_Ith_S(s->v, i), s->t, k / 8.0)));
    }
  }
  CHECK(s->t >= 1e6);
  check_of("form %d, rho %g", form, rho);
}

TEST_MAIN()
{
  static const sunrealtype rho[] = {0.0, 0.6, 0.9};
  struct rest r;
  sunrealtype output, control, worst = 0.0;
  rest_string(&r, 1);
  for (int form = GALPHA_SOI2; form <= GALPHA_INDEX3; form++)
  {
    for (int i = 0; i < 3; i++)
    {
      swing(&r, form, rho[i], &output, &control);
      CHECK(output <= 10.0 * RTOL);
      worst = fmax(worst, control);
    }
  }
  CHECK(worst > 50.0 * RTOL);
}

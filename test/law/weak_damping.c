/* Vibrations of a few tolerances whose damping is weak, 0.2 to 0.6 percent, decay: what
 * Newton's iteration leaves in a step must not sustain them. A chain of rods, released from
 * a V between two points in a viscous fluid, is at rest at T = 60/c: the energy has fallen
 * by exp(-c T/m) or more. (It went on at 5 to 30 tolerances, in 3 to 5 times the steps, with
 * success.) Control: Newton's tolerance of half a tolerance of the error test sustains them. */
#include "support/test.h"

#define GRAVITY 9.81
#define ROD     0.5
#define MOST    7

struct chain
{
  int len; /* of masses, odd */
  sunrealtype drag, mass[2 * MOST];
};

static sunrealtype span(const struct chain *c)
{
  return 0.7 * ROD * (c->len + 1);
}

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  const struct chain *c = data;
  for (int i = 0; i < 2 * c->len; i++)
  {
    NV_Ith_S(f, i) =
      -c->drag * NV_Ith_S(v, i) - (i % 2 ? GRAVITY * c->mass[i] : 0.0);
  }
  return 0;
}

static int rods(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  const struct chain *c = data;
  sunrealtype from[]    = {0.0, 0.0};
  for (int i = 0; i <= c->len; i++)
  {
    const bool last        = i == c->len;
    const sunrealtype to[] = {last ? span(c) : NV_Ith_S(q, 2 * i),
                              last ? 0.0 : NV_Ith_S(q, 2 * i + 1)};
    NV_Ith_S(g, i) = (pow(to[0] - from[0], 2) + pow(to[1] - from[1], 2)) / 2.0 -
                     ROD * ROD / 2.0;
    from[0] = to[0];
    from[1] = to[1];
  }
  return 0;
}

/* Largest velocity at T, in tolerances. */
static sunrealtype left(struct chain c, sunrealtype tol, const char *option,
                        sunrealtype value)
{
  const int half       = (c.len + 1) / 2;
  const sunrealtype dx = span(&c) / (c.len + 1);
  const sunrealtype dy = sqrt(ROD * ROD - dx * dx);
  sunrealtype q0[2 * MOST];
  for (int i = 0; i < c.len; i++)
  {
    c.mass[2 * i] = c.mass[2 * i + 1] = 1.1 + 0.1 * i;
    q0[2 * i]                         = dx * (i + 1);
    q0[2 * i + 1] = -dy * (i < half ? i + 1 : 2 * half - i - 1);
  }
  const struct problem pb =
    PROBLEM(.n = 2 * c.len, .m = c.len + 1, .masses = c.mass, .q0 = q0,
            .force = force, .g = rods, .data = &c);
  struct small s;
  BEGIN(&s, .pb = &pb, .rtol = tol, .atol = tol,
        .set = {{option, value}, {"max_num_steps", -1.0}});
  CHECK(small_solve(&s, 60.0 / c.drag) >= 0);
  return N_VMaxNorm(s.v) / tol;
}

TEST_MAIN()
{
  const struct chain three = {.len = 3, .drag = 0.02};
  const struct chain five  = {.len = 5, .drag = 0.05};
  const struct chain seven = {.len = 7, .drag = 0.05};
  CHECK_IN(left(three, 1e-3, "max_order", 5), 0.0, 0.1);
  CHECK_IN(left(five, 3e-3, "max_order", 5), 0.0, 0.1);
  CHECK_IN(left(seven, 3e-3, "max_order", 5), 0.0, 0.1);
  CHECK_IN(left(three, 1e-3, "nonlin_conv_coef", 0.5), 3.0, 1e3);
}

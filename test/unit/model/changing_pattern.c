/* Sparse blocks whose pattern changes on the way (explicit zeros come and go): the
 * iteration matrix is analysed anew and results are those of dense blocks, in all
 * formulations. */
#include "support/test.h"

#define BASE (&paper_pendulum16)

enum what
{
  MASS,
  CONSTRAINT,
  STIFFNESS
};

struct shifty
{
  enum what what;
  sunrealtype period; /* extra entries in every other interval of it */
};

static int now(const struct shifty *x, enum what what, sunrealtype t)
{
  return x->what == what && t > 0 && (int)(t / x->period) % 2 == 1;
}

MASS(shifty_mass)
{
  const int extra = now(data, MASS, t);
  problem_begin(M);
  problem_put(M, 0, 0, 5);
  if (extra) { problem_put(M, 2, 0, 0); }
  problem_put(M, 1, 1, 5);
  if (extra) { problem_put(M, 0, 2, 0); }
  problem_put(M, 2, 2, 20.0 / 3);
  problem_end(M);
}

HOLONOMIC_JAC(shifty_G)
{
  const sunrealtype theta = q[2];
  const int extra         = now(data, CONSTRAINT, t);
  problem_begin(G);
  problem_put(G, 0, 0, 1);
  if (extra) { problem_put(G, 1, 0, 0); }
  if (extra) { problem_put(G, 0, 1, 0); }
  problem_put(G, 1, 1, 1);
  problem_put(G, 0, 2, 2 * sin(theta));
  problem_put(G, 1, 2, -2 * cos(theta));
  problem_end(G);
}

FORCE_JAC(shifty_dfdq)
{
  const sunrealtype theta = q[2];
  const int extra         = now(data, STIFFNESS, t);
  problem_begin(J);
  if (extra) { problem_put(J, 1, 0, 0); }
  problem_put(J, 2, 2,
              -3000 - 2 * (cos(theta) * lambda[0] + sin(theta) * lambda[1]));
  problem_end(J);
}

static sunrealtype angle(const struct problem *pb, enum problem_storage storage,
                         int formulation, sunrealtype fixed)
{
  SMALL(s, .pb = pb, .storage = storage, .rtol = 1e-6, .atol = 1e-8,
        .formulation = formulation, .set = {{"fixed_step", fixed}});
  CHECK(!small_solve(s, 0.5));
  return small_q(s)[2];
}

static void check_shifty(enum what what)
{
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    for (int i = 0; i < 4; i += call_sites_stride(3))
    {
      struct shifty data       = {what, i / 2 ? 0.1 : 0.0137};
      const sunrealtype fixed  = i % 2 ? 0.005 : 0;
      struct problem pb        = *BASE;
      pb.mass                  = shifty_mass;
      pb.constant_mass         = 0;
      pb.G                     = shifty_G;
      pb.dfdq                  = shifty_dfdq;
      pb.data                  = &data;
      const sunrealtype dense  = angle(&pb, PROBLEM_DENSE, f, fixed);
      const sunrealtype sparse = angle(&pb, PROBLEM_SPARSE, f, fixed);
      CHECK_REL(sparse, dense, fixed > 0 ? 1e-7 : 1e-5);
    }
  }
}

TEST_MAIN()
{
  check_shifty(MASS);
  check_shifty(CONSTRAINT);
  check_shifty(STIFFNESS);
}

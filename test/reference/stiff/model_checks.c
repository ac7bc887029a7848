/* The flexible models are what they claim to be: blocks against differences of
 * forces and constraints, accelerations against both, and the reference solver
 * against the conservation of energy. */
#include "support/run/first_order.h"
#include "support/test.h"

/* General position. */
static void spread(const struct problem *pb, struct problem_state *s)
{
  s->t = 0.3;
  for (sunindextype i = 0; i < pb->n; i++)
  {
    NV_Ith_S(s->q, i) = sin(1.0 + 2.0 * (double)i);
    NV_Ith_S(s->v, i) = cos(3.0 * (double)i);
  }
  for (sunindextype i = 0; i < pb->m; i++)
  {
    NV_Ith_S(s->lambda, i) = 5.0 * sin(2.0 + (double)i);
  }
}

static int without_reactions(sunrealtype t, N_Vector q, N_Vector v,
                             N_Vector lambda, N_Vector psi, SUNMatrix J,
                             void *data)
{
  return flexible_stiffness(t, q, v, NULL, NULL, J, data);
}

/* Control: without its geometric part the stiffness is wrong, and seen to be. */
static void check_blocks(const struct problem *pb, struct equations *eq,
                         const struct problem_state *s)
{
  struct problem wrong = *pb;
  wrong.dfdq           = without_reactions;
  CHECK_IN(equations_derivative_error(eq, s), 0.0, 5e-10);
  CHECK(equations_storage_gaps(eq, s) == 0);
  eq->pb = &wrong;
  CHECK(equations_derivative_error(eq, s) >= 5e-6);
  eq->pb = pb;
}

/* M a = f0 - G^T lambda, and a as by differences of the constraints along the motion, which
 * bend. */
static void check_accelerations(const struct mechanism *mech,
                                struct equations *eq, struct problem_state *s)
{
  struct first_order f;
  N_Vector r = KEEP(N_VClone(s->q)), a = KEEP(N_VClone(s->a)),
           bend = KEEP(N_VClone(s->lambda));
  CHECK(first_order_new(&f, mech, FIRST_ORDER_INDEX3, ctx) == 0);
  CHECK(first_order_accelerations(
          &f, ctx, s->t, N_VGetArrayPointer(s->q), N_VGetArrayPointer(s->v),
          N_VGetArrayPointer(s->a), N_VGetArrayPointer(s->lambda)) == 0);
  CHECK(equations_force(eq, s, r) == 0);
  const sunrealtype size = N_VMaxNorm(r);
  CHECK(equations_dynamic(eq, s, r) == 0);
  CHECK(N_VMaxNorm(r) <= 1e-10 * (1.0 + size));
  CHECK(SUNMatMatvec(eq->G, s->a, bend) == 0 && N_VMaxNorm(bend) >= 1e-2);
  N_VScale(1.0, s->a, a);
  CHECK(equations_accelerations(eq, s) == 0);
  N_VLinearSum(1.0, a, -1.0, s->a, r);
  CHECK(N_VMaxNorm(r) <= 1e-9 * (1.0 + N_VMaxNorm(a)));
}

static void check_model(struct mechanism mech)
{
  struct problem_state s;
  struct equations eq;
  CHECK(problem_state_new(&s, mech.pb, ctx) == 0);
  CHECK(equations_new(&eq, mech.pb, ctx) == 0);
  spread(mech.pb, &s);
  check_blocks(mech.pb, &eq, &s);
  check_accelerations(&mech, &eq, &s);
}

static sunrealtype energy(const struct flexible *fl, const sunrealtype *q,
                          const sunrealtype *v)
{
  sunrealtype sum = 0.0;

  for (sunindextype b = 0; b < fl->bars; b++)
  {
    const sunrealtype *x = q + 3 * b, *w = v + 3 * b;
    const sunrealtype turn = b > 0 ? x[2] - x[-1] : 0.0;

    sum += 0.5 * fl->mass[b] * (w[0] * w[0] + w[1] * w[1]) +
           0.5 * fl->inertia[b] * w[2] * w[2] + 9.81 * fl->mass[b] * x[1] +
           0.5 * fl->k[b] * turn * turn;
  }
  return sum;
}

/* Energy that IDA's motion gains, from the state at rest with energy 0. */
static sunrealtype energy_drift(struct flexible *fl, sunrealtype rtol)
{
  const struct mechanism mech = mechanism_of(fl);
  struct flexible_track track;
  sunrealtype worst = HUGE_VAL;

  if (flexible_track_new(&track, fl->pb.n, 5, 0.2)) { return worst; }
  if (first_order_reference(&mech, ctx, rtol, 5, &track) == 0)
  {
    worst = 0.0;
    for (int out = 0; out < track.nout; out++)
    {
      const sunrealtype e =
        fabs(energy(fl, track.q + out * track.n, track.v + out * track.n));
      if (!(e <= worst)) { worst = e; }
    }
  }
  return worst;
}

/* Undamped, undriven: energy stays 0. Control: it does not with damping. */
static void check_reference(void)
{
  struct flexible *fl = flexible_slider_crank(6, 10.0, 0.0, 10.0);

  fl->gain = 0.0;
  CHECK(energy_drift(fl, 1e-9) <= 1e-6);
  fl->c[3] = 0.1;
  CHECK(energy_drift(fl, 1e-9) >= 1e-4);
}

TEST_MAIN()
{
  check_model(mechanism_of(flexible_chain(4, 1e3, 10.0)));
  check_model(mechanism_slider_crank(3, 10.0, 1e-2, 10.0));
  check_reference();
}

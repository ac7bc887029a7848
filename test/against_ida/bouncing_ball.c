/* The bouncing ball of the examples by GALPHA and by IDA, each with its own root
 * finding and its own restart at every impact: the same impacts, at the times, at
 * the places and with the velocities of the closed form. */
#include <ida/ida.h>

#include "support/check/agreement.h"
#include "support/test.h"

#define IMPACTS 10
#define END     10.0

static const sunrealtype gravity = 9.81, height = 1.0, sideways = 2.0,
                         restitution = 0.8;

/* Time, place and velocity (just before) of every impact. */
struct impacts
{
  sunrealtype t[IMPACTS], q[2 * IMPACTS], v[2 * IMPACTS];
};

/* Notes an impact and turns the velocity round. */
static void impact(struct impacts *all, int i, sunrealtype t, sunrealtype *q,
                   sunrealtype *v, sunrealtype factor)
{
  all->t[i] = t;
  for (int j = 0; j < 2; j++)
  {
    all->q[2 * i + j] = q[j];
    all->v[2 * i + j] = v[j];
  }
  q[1] = 0.0;
  v[1] *= -factor;
}

static void closed_form(struct impacts *all)
{
  sunrealtype t = sqrt(2.0 * height / gravity), fall = gravity * t;
  for (int i = 0; i < IMPACTS; i++)
  {
    sunrealtype q[] = {sideways * t, 0.0}, v[] = {sideways, -fall};
    impact(all, i, t, q, v, restitution);
    fall = v[1];
    t += 2.0 * fall / gravity;
  }
}

FORCE_IS(weight, 0.0, -gravity)

ROOTS_IS(gap, y[1])

static void by_galpha(sunrealtype rtol, struct impacts *all)
{
  int falling = -1;
  SMALL(s, .n = 2, .q = VALUES(0.0, height), .v = VALUES(sideways, 0.0),
        .force = weight, .rtol = rtol);
  CHECK(!GALPHARootInit(s->mem, 1, gap));
  CHECK(!GALPHASetRootDirection(s->mem, &falling));
  for (int i = 0; i < IMPACTS; i++)
  {
    CHECK(small_solve(s, END) == GALPHA_ROOT_RETURN);
    impact(all, i, s->t, small_q(s), small_v(s), restitution);
    CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
  }
}

/* IDA: y = (q, v). */

RESIDUAL1(residual)
{
  for (int i = 0; i < 2; i++)
  {
    r[i]     = yp[i] - y[2 + i];
    r[2 + i] = yp[2 + i] + (i ? gravity : 0.0);
  }
}

static int ida_gap(sunrealtype t, N_Vector y, N_Vector yp, sunrealtype *out,
                   void *data)
{
  return gap(t, y, NULL, out, data);
}

static void set_rates(N_Vector y, N_Vector yp)
{
  NV_Ith_S(yp, 0) = NV_Ith_S(y, 2);
  NV_Ith_S(yp, 1) = NV_Ith_S(y, 3);
  NV_Ith_S(yp, 2) = 0.0;
  NV_Ith_S(yp, 3) = -gravity;
}

static void by_ida(sunrealtype rtol, sunrealtype factor, struct impacts *all)
{
  N_Vector y    = small_vector(ctx, 4, VALUES(0.0, height, sideways, 0.0));
  N_Vector yp   = small_vector(ctx, 4, NULL);
  SUNMatrix J   = KEEP(SUNDenseMatrix(4, 4, ctx));
  void *ida     = IDACreate(ctx);
  int falling   = -1;
  sunrealtype t = 0.0, *q = N_VGetArrayPointer(y);
  set_rates(y, yp);
  CHECK(!IDAInit(ida, residual, 0.0, y, yp));
  CHECK(!IDASStolerances(ida, rtol, rtol));
  CHECK(!IDASetLinearSolver(ida, KEEP(SUNLinSol_Dense(y, J, ctx)), J));
  CHECK(!IDARootInit(ida, 1, ida_gap));
  CHECK(!IDASetRootDirection(ida, &falling));
  for (int i = 0; i < IMPACTS; i++)
  {
    CHECK(IDASolve(ida, END, &t, y, yp, IDA_NORMAL) == IDA_ROOT_RETURN);
    impact(all, i, t, q, q + 2, factor);
    set_rates(y, yp);
    CHECK(!IDAReInit(ida, t, y, yp));
  }
  IDAFree(&ida);
}

static void exact(const char *name, const struct impacts *all,
                  sunrealtype bound)
{
  struct impacts x;
  closed_form(&x);
  const sunrealtype t = relative(all->t, x.t, IMPACTS),
                    q = relative(all->q, x.q, 2 * IMPACTS),
                    v = relative(all->v, x.v, 2 * IMPACTS);
  check_of("%s", name);
  CHECK_IN(t, 0.0, bound);
  CHECK_IN(q, 0.0, bound);
  CHECK_IN(v, 0.0, bound);
}

/* The worst of the differences by the sums of the errors; IDA with a restitution
 * of its own. */
static void compare(sunrealtype rtol, sunrealtype factor, sunrealtype ratio[3])
{
  struct impacts all[4];
  const sunrealtype *t[4], *q[4], *v[4];
  by_galpha(rtol, &all[0]);
  by_galpha(rtol / 30, &all[1]);
  by_ida(rtol, factor, &all[2]);
  by_ida(rtol / 100, factor, &all[3]);
  for (int i = 0; i < 4; i++)
  {
    t[i] = all[i].t;
    q[i] = all[i].q;
    v[i] = all[i].v;
  }
  ratio[0] = disagreement("impacts: t", t, IMPACTS, 1e-2);
  ratio[1] = disagreement("         q", q, 2 * IMPACTS, 1e-2);
  ratio[2] = disagreement("         v", v, 2 * IMPACTS, 1e-2);
  exact("GALPHA", &all[0], 1e-11); /* the method is exact on parabolas */
  if (factor == restitution) { exact("IDA", &all[2], rtol); }
}

TEST_MAIN()
{
  const sunrealtype rtol[] = {1e-4, 1e-5, 1e-6};
  sunrealtype ratio[3];
  for (int i = 0; i < 3; i++)
  {
    compare(rtol[i], restitution, ratio);
    for (int j = 0; j < 3; j++) { CHECK_IN(ratio[j], 0.0, AGREEMENT); }
  }
  /* Negative control: a restitution that differs by a thousandth. */
  compare(1e-6, 1.001 * restitution, ratio);
  for (int j = 0; j < 3; j++) { CHECK(ratio[j] > 2.0); }
}

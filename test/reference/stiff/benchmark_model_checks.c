/* The mechanisms of the benchmark are what they claim to be: blocks against
 * differences, forces of the lattice against its potential energy, four-bar
 * linkages against their motion as a pendulum; and their first-order forms have
 * the Jacobian of their residual. */
#include "support/lowering/first_order.h"
#include "support/run/runge_kutta.h"
#include "support/test.h"

/* Entries that the library's own check finds wrong at the start. */
static long wrong_entries(const struct mechanism *mech)
{
  void *mem  = KEEP(problem_create(mech->pb, ctx, PROBLEM_SPARSE));
  long count = -1;

  CHECK(mem != NULL && GALPHASStolerances(mem, 1e-4, 1e-4) == 0);
  CHECK(GALPHACheckJacobian(mem, 1e-4, &count) >= 0);
  return count;
}

#define STIFFNESS 50.0

/* Springs between particles that start within 1.5 cells of each other, and
 * gravity on everything; particles from coordinate 6 on. */
static sunrealtype potential(const struct problem *pb, const sunrealtype *q0,
                             const sunrealtype *q, sunrealtype cell)
{
  const sunindextype particles = (pb->n - 6) / 2;
  sunrealtype sum              = 9.81 * (q[1] + 0.5 * q[4]) + 0.5 * q[5] * q[5];

  for (sunindextype i = 6; i < pb->n; i += 2)
  {
    sum += 9.81 / (sunrealtype)particles * q[i + 1];
    for (sunindextype j = i + 2; j < pb->n; j += 2)
    {
      const sunrealtype apart = hypot(q0[i] - q0[j], q0[i + 1] - q0[j + 1]);
      const sunrealtype more  = hypot(q[i] - q[j], q[i + 1] - q[j + 1]) - apart;

      if (apart < 1.5 * cell) { sum += 0.5 * STIFFNESS * more * more; }
    }
  }
  return sum;
}

/* Largest difference between the force at rest and minus the potential's
 * gradient, at a deformed state. */
static sunrealtype force_gap(const struct problem *pb, sunrealtype cell)
{
  struct problem_state s, start;
  const sunrealtype eps = 1e-5;
  sunrealtype worst     = 0.0;

  CHECK(problem_state_new(&s, pb, ctx) == 0);
  CHECK(problem_state_new(&start, pb, ctx) == 0);
  sunrealtype *q = N_VGetArrayPointer(s.q), *q0 = N_VGetArrayPointer(start.q);
  pb->start(q, N_VGetArrayPointer(s.v), pb->data);
  pb->start(q0, N_VGetArrayPointer(start.v), pb->data);
  for (sunindextype i = 0; i < pb->n; i++)
  {
    q[i] += 0.2 * cell * sin(1.0 + 3.0 * (double)i);
  }
  pb->force(0.0, s.q, s.v, s.a, pb->data);
  for (sunindextype i = 0; i < pb->n; i++)
  {
    const sunrealtype at = q[i];

    q[i]                 = at + eps;
    const sunrealtype up = potential(pb, q0, q, cell);
    q[i]                 = at - eps;
    const sunrealtype dp = up - potential(pb, q0, q, cell);
    q[i]                 = at;
    const sunrealtype e  = fabs(NV_Ith_S(s.a, i) + dp / (2.0 * eps));

    if (!(e <= worst)) { worst = e; }
  }
  return worst;
}

static void check_lattice(void)
{
  struct mechanism damped  = mechanism_lattice(6, 2, STIFFNESS, 1e-2, 5.0);
  struct mechanism springs = mechanism_lattice(6, 2, STIFFNESS, 0.0, 5.0);

  CHECK(damped.pb->n == 2 * 7 * 3 + 6 && damped.pb->m == 7);
  CHECK(wrong_entries(&damped) == 0);
  CHECK(force_gap(springs.pb, 1.0 / 6.0) <= 1e-7);
  /* control: other springs are told apart */
  CHECK(force_gap(springs.pb, 1.0 / 7.0) >= 1e-2);
}

static sunrealtype swing(sunindextype N, sunrealtype phi, sunrealtype tend)
{
  const sunrealtype n = (sunrealtype)N;
  const sunrealtype c = 9.81 * (0.5 * (n + 1.0) + n) / ((n + 1.0) / 3.0 + n);
  sunrealtype y[]     = {phi, 0.0};
  runge_kutta(pendulum_from_vertical, &c, 2, y, 0.0, tend, 2000);
  return y[0];
}

static void check_fourbar(void)
{
  const sunrealtype vertical = -2.0 * atan(1.0);
  struct mechanism mech      = mechanism_fourbar(3, 1.0);
  struct flexible_track track;
  void *mem = KEEP(problem_create(mech.pb, ctx, PROBLEM_SPARSE));

  CHECK(mem != NULL && flexible_track_new(&track, mech.pb->n, 2, 1.0) == 0);
  CHECK(GALPHASStolerances(mem, 1e-7, 1e-7) == 0);
  CHECK(flexible_track_run(&track, mech.pb, mem, ctx) == 0);
  const sunrealtype *q  = track.q + mech.pb->n;
  const sunrealtype phi = swing(3, 1.0, 1.0);

  for (int b = 0; b <= 3; b++)
  {
    CHECK_IN(q[3 * b + 2] - vertical - phi, -1e-4, 1e-4);
  }
  /* links stay level, their centres half a bar beside the left tip */
  CHECK_IN(q[3 * 4 + 2], -1e-6, 1e-6);
  CHECK_IN(q[3 * 4] - 0.5 - cos(vertical + phi), -1e-4, 1e-4);
}

struct point
{
  N_Vector y, yp, up, down, column;
};

/* y and y' in general position. */
static void set_point(struct point *p)
{
  for (sunindextype i = 0; i < NV_LENGTH_S(p->y); i++)
  {
    NV_Ith_S(p->y, i) += 0.1 * sin(1.0 + 2.0 * (double)i);
    NV_Ith_S(p->yp, i) += 0.5 * cos(3.0 * (double)i);
  }
}

/* Column j of dF/dy + cj dF/dy' by central differences. */
static void difference(struct first_order *s, struct point *p, sunindextype j,
                       sunrealtype cj)
{
  const sunrealtype eps = 1e-6;
  const sunrealtype y = NV_Ith_S(p->y, j), yp = NV_Ith_S(p->yp, j);

  NV_Ith_S(p->y, j)  = y + eps;
  NV_Ith_S(p->yp, j) = yp + cj * eps;
  first_order_residual(0.3, p->y, p->yp, p->up, s);
  NV_Ith_S(p->y, j)  = y - eps;
  NV_Ith_S(p->yp, j) = yp - cj * eps;
  first_order_residual(0.3, p->y, p->yp, p->down, s);
  NV_Ith_S(p->y, j)  = y;
  NV_Ith_S(p->yp, j) = yp;
  N_VLinearSum(0.5 / eps, p->up, -0.5 / eps, p->down, p->column);
}

static sunrealtype jacobian_gap(struct first_order *s, SUNMatrix J,
                                struct point *p, sunrealtype cj)
{
  sunrealtype worst = 0.0;

  for (sunindextype j = 0; j < s->size; j++)
  {
    difference(s, p, j, cj);
    for (sunindextype e = SM_INDEXPTRS_S(J)[j]; e < SM_INDEXPTRS_S(J)[j + 1];
         e++)
    {
      NV_Ith_S(p->column, SM_INDEXVALS_S(J)[e]) -= SM_DATA_S(J)[e];
    }
    const sunrealtype e = N_VMaxNorm(p->column);

    if (!(e <= worst)) { worst = e; }
  }
  return worst;
}

/* Start consistent: the residual vanishes; Jacobian as differenced. */
static void check_form(const struct mechanism *mech, enum first_order_form form)
{
  const sunrealtype cj = 7.0;
  struct first_order s;
  struct point p = {.y = NULL};

  CHECK(first_order_new(&s, mech, form, ctx) == 0);
  p.y      = KEEP(N_VNew_Serial(s.size, ctx));
  p.yp     = KEEP(N_VClone(p.y));
  p.up     = KEEP(N_VClone(p.y));
  p.down   = KEEP(N_VClone(p.y));
  p.column = KEEP(N_VClone(p.y));
  CHECK(first_order_start(&s, ctx, p.y, p.yp) == 0);
  first_order_residual(0.0, p.y, p.yp, p.up, &s);
  CHECK(N_VMaxNorm(p.up) <= 1e-10);
  SUNMatrix J = first_order_matrix(&s, ctx, p.y, p.yp);

  set_point(&p);
  CHECK(first_order_jacobian(0.3, cj, p.y, p.yp, p.up, J, &s, p.up, p.up,
                             p.up) == 0);
  CHECK(jacobian_gap(&s, J, &p, cj) <= 1e-5);
  /* control: the same with another shift is seen to be wrong */
  CHECK(jacobian_gap(&s, J, &p, 1.1 * cj) >= 1e-2);
}

TEST_MAIN()
{
  struct mechanism models[3] = {mechanism_slider_crank(3, 10.0, 1e-2, 10.0),
                                mechanism_fourbar(2, 1.0),
                                mechanism_lattice(4, 2, STIFFNESS, 0.0, 5.0)};

  check_lattice();
  check_fourbar();
  for (int i = 0; i < 3; i++)
  {
    check_form(&models[i], FIRST_ORDER_GGL);
    check_form(&models[i], FIRST_ORDER_INDEX1);
    check_form(&models[i], FIRST_ORDER_INDEX3);
  }
}

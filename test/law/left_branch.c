/* Fixed steps of 36 degrees a turn and more: positions would jump to the other assembly
 * of a four-bar linkage, in index 3 with velocities that have nothing to do with the
 * constraints, in SOI2 with those of that assembly. That is an error, and the last state
 * returned is one before the jump. Positions against circles that meet. Controls: shorter
 * steps go round; a nonlinear solver of the user, whose steps are not checked, jumps. */
#include "support/check/users_newton.h"
#include "support/test.h"

#define GROUND  1.0
#define CRANK   0.5
#define COUPLER 1.2
#define ROCKER  0.8
#define PHASE   0.7

/* q = (crank pin, rocker pin); *omega: of the crank. */
static void pins(sunrealtype angle, sunrealtype *q)
{
  q[0]                = CRANK * cos(angle);
  q[1]                = CRANK * sin(angle);
  const sunrealtype x = GROUND - q[0], y = -q[1], d = hypot(x, y);
  const sunrealtype along =
    (COUPLER * COUPLER - ROCKER * ROCKER + d * d) / (2.0 * d);
  const sunrealtype off = sqrt(COUPLER * COUPLER - along * along);
  q[2]                  = q[0] + (along * x - off * y) / d;
  q[3]                  = q[1] + (along * y + off * x) / d;
}

EXACT(exact)
{
  if (q) { pins(PHASE + *(const sunrealtype *)data * t, q); }
  return 0;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  sunrealtype up[4], down[4];
  const sunrealtype omega = *(const sunrealtype *)data, e = 1e-5;
  pins(PHASE, q);
  pins(PHASE + e, up);
  pins(PHASE - e, down);
  for (int i = 0; i < 4; i++) { v[i] = omega * (up[i] - down[i]) / (2.0 * e); }
}

FORCE_IS(force, 0.0, -9.81, 0.0, -9.81)

HOLONOMIC(g)
{
  sunrealtype right[4];
  pins(PHASE + *(const sunrealtype *)data * t, right);
  g[0] = q[0] - right[0];
  g[1] = q[1] - right[1];
  g[2] = 0.5 * (pow(q[2] - q[0], 2) + pow(q[3] - q[1], 2) - COUPLER * COUPLER);
  g[3] = 0.5 * (pow(q[2] - GROUND, 2) + q[3] * q[3] - ROCKER * ROCKER);
}

HOLONOMIC(gt)
{
  const sunrealtype omega = *(const sunrealtype *)data;
  g[0]                    = CRANK * omega * sin(PHASE + omega * t);
  g[1]                    = -CRANK * omega * cos(PHASE + omega * t);
  g[2] = g[3] = 0.0;
}

MASS(G)
{
  const sunrealtype dx = q[2] - q[0], dy = q[3] - q[1];
  PROBLEM_MATRIX(M, {0, 0, 1.0}, {2, 0, -dx}, {1, 1, 1.0}, {2, 1, -dy},
                 {2, 2, dx}, {3, 2, q[2] - GROUND}, {2, 3, dy}, {3, 3, q[3]});
}

struct turns
{
  int form;
  sunrealtype h, rho; /* rho = 0: the default */
  bool users;         /* a nonlinear solver of the user */
};

/* Runs to t = 5 at most; the flag, and the largest error of what was returned. */
static int turn(const struct problem *pb, enum problem_storage storage,
                const struct turns *how, sunrealtype *worst, struct caught *c)
{
  sunrealtype right[4];
  struct small s;
  int flag = 0;
  CHECK(!small_form(&s, ctx, pb, storage, how->form));
  CHECK(!GALPHASetErrHandlerFn(s.mem, caught_handler, c));
  CHECK(!GALPHASetFixedStep(s.mem, how->h));
  if (how->rho > 0.0) { CHECK(!GALPHASetRhoInf(s.mem, how->rho)); }
  if (how->users) { CHECK(!users_newton(s.mem, 8, ctx)); }
  *worst = 0.0;
  while (!flag && s.t < 5.0)
  {
    flag = small_step(&s, 5.0);
    exact(s.t, right, NULL, NULL, NULL, NULL, pb->data);
    const sunrealtype e = problem_dist(small_q(&s), right, 4);
    *worst              = e <= *worst ? *worst : e;
  }
  return flag;
}

static struct problem linkage(sunrealtype *omega)
{
  return PROBLEM(.name = "crank and rocker", .n = 4, .m = 4, .start = start,
                 .exact = exact, .force = force, .g = g, .gt = gt, .G = G,
                 .moving = 1, .data = omega, .no_dfdq = 1, .no_dfdv = 1);
}

/* index3: GALPHA_INDEX3, with SOI2 as the control, or as a residual. */
static void check(sunrealtype omega, enum problem_storage how, int index3)
{
  const struct problem pb = linkage(&omega);
  struct caught c         = {0};
  sunrealtype worst;
  if (index3 == GALPHA_INDEX3)
  {
    CHECK(!turn(&pb, how, &(struct turns){.form = GALPHA_SOI2, .h = 0.1},
                &worst, &c));
    CHECK_IN(worst, 0.0, 0.1);
  }
  CHECK(
    !turn(&pb, how, &(struct turns){.form = index3, .h = 0.05}, &worst, &c));
  CHECK_IN(worst, 0.0, 0.1);
  CHECK(turn(&pb, how, &(struct turns){.form = index3, .h = 0.1}, &worst, &c) ==
        GALPHA_ERR_FAIL);
  CHECK_IN(worst, 0.0, 0.1);
  CHECK(caught_says(&c, GALPHA_ERR_FAIL, "too long for index 3"));
}

/* Steps of 18 to 30 degrees go round. Those of 36 to 60 go round or are told before a jump;
 * those of 75 to 105 are told, if they jump, in one of the next steps at the latest: at
 * first the displacement may be as in a motion. */
static void check_soi2(sunrealtype omega, int form)
{
  static const sunrealtype degrees[] = {18, 24, 30, 36, 45, 60, 75, 90, 105};
  static const sunrealtype rho[]     = {0.3, 0.6, 0.9};
  const struct problem pb            = linkage(&omega);
  int told = 0, jumped = 0;
  for (int i = 0; i < 27; i++)
  {
    struct caught c  = {0};
    struct turns how = {
      .form = form, .h = degrees[i / 3] / 360.0, .rho = rho[i % 3]};
    sunrealtype worst;
    const int flag = turn(&pb, PROBLEM_DENSE, &how, &worst, &c);
    if (!flag || i < 18) { CHECK_IN(worst, 0.0, 0.1); }
    CHECK(!flag || (i >= 9 && flag == GALPHA_ERR_FAIL &&
                    caught_says(&c, flag, "another branch of")));
    told += flag != 0;
    how.users = true;
    jumped += !turn(&pb, PROBLEM_DENSE, &how, &worst, &c) && worst > 1.0;
  }
  printf("form %d, omega %g: %d told, %d jump without\n", form, omega, told,
         jumped);
  CHECK(told >= 10 && jumped >= 10);
}

/* A bar that turns about its end, in steps of 20 to 120 degrees, which index 3 does not
 * resolve: no motion with several times the energy is a success. */
HOLONOMIC_IS(end, q[0] - 0.5 * cos(q[2]), q[1] - 0.5 * sin(q[2]))
FORCE_IS(weight, 0.0, -9.81, 0.0)

RESIDUAL2(bar)
{
  r[0] = ypp[0] + y[3];
  r[1] = ypp[1] + 9.81 + y[4];
  r[2] = ypp[2] + 0.5 * sin(y[2]) * y[3] - 0.5 * cos(y[2]) * y[4];
  end_body(t, y, r + 3, data);
}

static sunrealtype energy(const struct small *s)
{
  const sunrealtype *v = small_v(s);
  return 9.81 * small_q(s)[1] + 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void check_spin(int residual, sunrealtype w)
{
  int went = 0;
  for (int i = 0; i < 66; i++)
  {
    const sunrealtype h   = (20.0 + 10.0 * (i % 11)) * acos(-1.0) / 180.0 / w;
    const sunrealtype rho = VALUES(0.0, 0.3, 0.6, 0.8, 0.9, 1.0)[i / 11];
    const sunrealtype *q  = VALUES(0.5, 0.0, 0.0, 0.0, 0.0);
    const sunrealtype *v  = VALUES(0.0, 0.5 * w, w, 0.0, 0.0);
    SMALL(s, .n = residual ? 5 : 3, .m = 2, .q = q, .v = v, .rtol = 1e-6,
          .order = residual ? VALUES(2, 2, 2, 0, 0) : NULL,
          .force = residual ? NULL : weight, .g = residual ? NULL : end,
          .res2        = residual ? bar : NULL,
          .formulation = residual ? 0 : GALPHA_INDEX3,
          .set         = {{"fixed_step", h}, {"rho_inf", rho}});
    const sunrealtype e = energy(s);
    int code            = 0;
    for (int k = 0; k < 150 && !code; k++) { code = small_step(s, 100.0); }
    CHECK(code || energy(s) < 3.0 * e);
    went += code == 0;
    keep_free();
  }
  check_of("bar, residual %d, %g/s", residual, w);
  CHECK(went > 10);
}

/* The same as F(t,y,y'), y = (q, v, lambda). */
RESIDUAL1(bar1)
{
  for (int i = 0; i < 3; i++)
  {
    r[i]     = yp[i] - y[3 + i];
    r[3 + i] = yp[3 + i] + (i == 1 ? 9.81 : 0.0);
  }
  r[3] += y[6];
  r[4] += y[7];
  r[5] += 0.5 * sin(y[2]) * y[6] - 0.5 * cos(y[2]) * y[7];
  end_body(t, y, r + 6, data);
}

static sunrealtype energy1(const sunrealtype *y)
{
  return 9.81 * y[1] + 0.5 * (y[3] * y[3] + y[4] * y[4] + y[5] * y[5]);
}

/* To 150 steps of so many degrees; whether they are told. Nonzero: an error. */
static int spin_first(sunrealtype degrees, sunrealtype w, sunrealtype rho,
                      sunrealtype *gain, int *told)
{
  int code = 0;
  SMALL(s, .n = 8, .q = VALUES(0.5, 0.0, 0.0, 0.0, 0.5 * w, w, 0.0, 0.0),
        .v = VALUES(0.0, 0.5 * w, w, 0.0, -9.81, 0.0, 0.0, 0.0), .res1 = bar1,
        .rtol = 1e-6,
        .set  = {{"fixed_step", degrees * acos(-1.0) / 180.0 / w},
                 {"rho_inf_state", rho}});
  const sunrealtype e = energy1(small_q(s));
  for (int k = 0; k < 150 && !code; k++)
  {
    code  = small_step(s, 100.0);
    *gain = fmax(*gain, energy1(small_q(s)) / e);
  }
  *told = strstr(s->said.msg, "does not resolve") != NULL;
  keep_free();
  return code;
}

/* Where they return success with several times the energy, nine of ten are told; steps of
 * a degree are told nothing. */
static void check_first(void)
{
  int wrong = 0, named = 0;
  for (int i = 0; i < 396; i++)
  {
    sunrealtype gain = 0.0;
    int told         = 0;
    const int code   = spin_first(
        20.0 + 10.0 * (i % 11), 3.0 + 5.0 * (i / 66),
        VALUES(0.0, 0.3, 0.6, 0.8, 0.9, 1.0)[i / 11 % 6], &gain, &told);
    if (code || gain < 3.0) { continue; }
    wrong++;
    named += told;
  }
  for (int i = 0; i < 5; i++)
  {
    sunrealtype gain = 0.0;
    int told         = 0;
    CHECK(!spin_first(1.0, 3.0 + 5.0 * i, 0.5, &gain, &told));
    CHECK(!told && gain < 1.01);
  }
  CHECK(wrong > 10 && 10 * named >= 9 * wrong);
}

TEST_MAIN()
{
  check_first();
  for (int i = 0; i < 8; i++)
  {
    check_spin(i % 2, VALUES(15.0, 3.0, 8.0, 18.0)[i / 2]);
  }
  const sunrealtype omega = 2.0 * acos(-1.0);
  check(omega, PROBLEM_DENSE, GALPHA_INDEX3);
  check(omega, PROBLEM_SPARSE, GALPHA_INDEX3);
  check(-omega, PROBLEM_SPARSE, GALPHA_INDEX3);
  check(omega, PROBLEM_DENSE, SMALL_INDEX3);
  check(-omega, PROBLEM_DENSE, SMALL_INDEX3);
  for (int i = 0; i < 4; i++)
  {
    check_soi2(i < 2 ? omega : -omega,
               i % 2 ? GALPHA_SOI2_LITERAL : GALPHA_SOI2);
  }
}

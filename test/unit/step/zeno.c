/* Roots that accumulate are named once, with the time of a closed form, and the run goes on
 * or stops as the option zeno says; roots that follow each other regularly are not. */
#include "step/zeno.h"
#include "support/check/byte_store.h"
#include "support/test.h"

/* A ball dropped from the height 1. */

FORCE_IS(weight, -1.0)

HOLONOMIC_IS(floor_g, q[0])

HOLONOMIC_JAC_IS(floor_G, {0, 0, 1.0})

ROOTS_IS(height, y[0])

/* It is at rest after sqrt(2) (1 + e)/(1 - e). */
static double rest_time(double e)
{
  return sqrt(2.0) * (1.0 + e) / (1.0 - e);
}

static struct small *begin_ball(int order, double rho, int option)
{
  SMALL(s, .q = VALUES(1.0), .force = weight, .g = floor_g, .G = floor_G,
        .rtol = 1e-8,
        .set  = {{"max_order", order}, {"rho_inf", rho}, {"zeno", option}});
  CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 0));
  CHECK(!GALPHARootInit(s->mem, 1, height));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
  return s;
}

/* The time named in the message. */
static double named(const struct caught *said)
{
  const char *at = strstr(said->msg, "accumulate near t = ");
  return at ? atof(at + strlen("accumulate near t = ")) : 0.0;
}

/* Bounces until the message comes, at most so often; returns at which impact it came, 0:
 * not at all. */
static int bounce(struct small *s, double e, int most, int code)
{
  for (int i = 1; i <= most; i++)
  {
    const int ret = small_solve(s, 1e3);
    if (s->said.count > 0)
    {
      CHECK(ret == (code == GALPHA_ZENO ? GALPHA_ZENO : GALPHA_ROOT_RETURN));
      return i;
    }
    CHECK(ret == GALPHA_ROOT_RETURN);
    CHECK(!small_strike(s, 1, VALUES(1.0), &e, NULL));
  }
  return 0;
}

static void check_ball(double e, int expected, int order, double rho)
{
  const int codes[] = {0, GALPHA_WARNING, GALPHA_ZENO};
  for (int option = 0; option < 3; option++)
  {
    int root        = 0;
    struct small *s = begin_ball(order, rho, option);
    const int at    = bounce(s, e, expected + 1, codes[option]);
    CHECK(at == (option ? expected : 0));
    if (option)
    {
      printf("e = %g: told at impact %d, t = %.8f: %s\n", e, at, s->t,
             s->said.msg);
      CHECK(s->said.code == codes[option]);
      CHECK(strstr(s->said.msg, "root function 0") != NULL);
      CHECK_IN(named(&s->said) - rest_time(e), -1e-4, 1e-4);
      CHECK(!GALPHAGetRootInfo(s->mem, &root) && root == -1);
      CHECK_IN(small_q(s)[0], -1e-9, 1e-9);
    }
    /* once only; then the ball is put down */
    CHECK(!small_strike(s, 1, VALUES(1.0), &e, NULL));
    CHECK(small_solve(s, 1e3) == GALPHA_ROOT_RETURN);
    CHECK(s->said.count == (option > 0));
    CHECK(!small_strike(s, 1, VALUES(1.0), VALUES(0.0), NULL));
    CHECK(!GALPHASetActive(s->mem, GALPHA_HOLONOMIC, 0, 1));
    CHECK(!GALPHARootInit(s->mem, 0, NULL));
    CHECK(small_solve(s, 60.0) == GALPHA_SUCCESS);
    CHECK_IN(small_q(s)[0], -1e-9, 1e-9);
  }
}

/* A run that begins again at an earlier time is told again. */
static void check_again(void)
{
  struct small *s = begin_ball(5, 0.6, 1);
  for (int i = 0; i < 2; i++)
  {
    CHECK(bounce(s, 0.5, 20, GALPHA_WARNING) == 11);
    s->said = (struct caught){0};
    N_VConst(1.0, s->q);
    N_VConst(0.0, s->v);
    CHECK(!GALPHAReInit(s->mem, 0.0, s->q, s->v));
  }
}

/* What has been seen is part of a checkpoint. */
static void check_resumed(void)
{
  struct byte_store file = {NULL, 0, 0};
  struct small *a        = begin_ball(5, 0.6, 1);
  struct small *b        = begin_ball(5, 0.6, 1);
  CHECK(bounce(a, 0.5, 8, GALPHA_WARNING) == 0);
  CHECK(small_step(a, 1e3) == GALPHA_SUCCESS);
  CHECK(!GALPHAWriteCheckpoint(a->mem, byte_store_put, &file));
  CHECK(!GALPHAReadCheckpoint(b->mem, byte_store_get, &file));
  CHECK(bounce(b, 0.5, 20, GALPHA_WARNING) == 3);
  free(file.data);
}

/* The same as F(t,y,y') = 0. */

RESIDUAL1_IS(fall, yp[0] - y[1], yp[1] + 1.0)

static void check_residual(void)
{
  int i = 0;
  SMALL(s, .n = 2, .q = VALUES(1.0, 0.0), .v = VALUES(0.0, -1.0), .res1 = fall,
        .rtol = 1e-8);
  CHECK(!GALPHARootInit(s->mem, 1, height));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
  for (; i < 20 && s->said.count == 0; i++)
  {
    CHECK(small_solve(s, 1e3) == GALPHA_ROOT_RETURN);
    small_q(s)[0] = 0.0;
    small_q(s)[1] *= -0.5;
    small_v(s)[0] = small_q(s)[1];
    small_v(s)[1] = -1.0;
    CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
  }
  CHECK(i == 11 && s->said.code == GALPHA_WARNING);
  CHECK(strstr(s->said.msg, "below some size") != NULL);
  CHECK_IN(named(&s->said) - rest_time(0.5), -1e-4, 1e-4);
}

static void check_regular(void)
{
  struct small *s = begin_ball(5, 0.6, 1);
  CHECK(bounce(s, 1.0, 100, 0) == 0);
  CHECK_IN(s->t - sqrt(2.0) * 199.0, -1e-2, 1e-2);
}

struct clock
{
  double next, push;
};

FORCE(pushed)
{
  const struct clock *c = data;
  f[0]                  = c->push - 0.1 * q[0];
}

static int tick(sunrealtype t, N_Vector q, N_Vector v, sunrealtype *g,
                void *data)
{
  const struct clock *c = data;
  g[0]                  = t - c->next;
  return 0;
}

/* A controller that acts every 0.05 s. */
static void check_controller(void)
{
  struct clock c = {0.05, 1.0};
  SMALL(s, .q = VALUES(1.0), .force = pushed, .data = &c, .rtol = 1e-6);
  CHECK(!GALPHARootInit(s->mem, 1, tick));
  for (int i = 1; i <= 200; i++)
  {
    CHECK(small_solve(s, 1e3) == GALPHA_ROOT_RETURN);
    CHECK_IN(s->t - 0.05 * i, -1e-9, 1e-9);
    c.next = 0.05 * (i + 1);
    c.push = small_v(s)[0] > 0.0 ? -1.0 : 1.0;
    CHECK(!GALPHAReInit(s->mem, s->t, s->q, s->v));
  }
  CHECK(s->said.count == 0);
}

FORCE_IS(constant, 1.0, -q[1] - 0.02 * v[1])

static int often(sunrealtype t, N_Vector q, N_Vector v, sunrealtype *g,
                 void *data)
{
  g[0] = sin(20.0 * t);                       /* equal intervals */
  g[1] = sin(N_VGetArrayPointer(q)[0] - 0.1); /* a rotor that speeds up */
  g[2] = N_VGetArrayPointer(q)[1];            /* a decaying vibration */
  return 0;
}

static void check_often(void)
{
  int count[3] = {0}, roots[3];
  SMALL(s, .n = 2, .q = VALUES(0.0, 1.0), .force = constant, .rtol = 1e-8,
        .set = {{"max_step", 0.03}});
  CHECK(!GALPHARootInit(s->mem, 3, often));
  while (s->t < 60.0)
  {
    CHECK(small_solve(s, 60.0) >= 0);
    CHECK(!GALPHAGetRootInfo(s->mem, roots));
    for (int i = 0; i < 3; i++) { count[i] += roots[i] != 0; }
  }
  CHECK(count[0] > 350 && count[1] > 500 && count[2] > 15);
  CHECK(s->said.count == 0);
}

/* Which root of those at t is told; direction: of time. */
static int told(const double *t, int count, int direction,
                struct galpha_zeno_finding *found)
{
  struct galpha_zeno z = {0};
  const int root[]     = {0, 1};
  int at               = 0;
  CHECK(galpha_zeno_init(&z, 2) == 0);
  for (int i = 0; i < count && !at; i++)
  {
    if (galpha_zeno_root(&z, root, direction * t[i], direction, found))
    {
      at = i + 1;
    }
  }
  galpha_zeno_free(&z);
  return at;
}

static void check_rule(void)
{
  struct galpha_zeno_finding found = {0};
  double t[400];
  for (int i = 0; i < 400; i++) { t[i] = 2.0 - pow(0.7, i); }
  for (int direction = -1; direction < 2; direction += 2)
  {
    CHECK(told(t, 400, direction, &found) > 10);
    CHECK(found.function == 1);
    CHECK_IN(direction * found.end - 2.0, -1e-12, 1e-12);
  }
  /* each root once more by rounding */
  for (int i = 0; i < 400; i++)
  {
    t[i] = 2.0 - pow(0.7, i / 2) + (i % 2) * 1e-12;
  }
  CHECK(told(t, 80, 1, &found) > 20);
  CHECK_IN(found.end - 2.0, -1e-9, 1e-9);
  /* intervals like 1/k and 1/sqrt(k) have no end */
  for (int i = 0; i < 400; i++) { t[i] = log(1.0 + i); }
  CHECK(told(t, 400, 1, &found) == 0);
  for (int i = 0; i < 400; i++) { t[i] = sqrt(i); }
  CHECK(told(t, 400, 1, &found) == 0);
  /* a few that shrink, over and over */
  for (int i = 0; i < 400; i++) { t[i] = i / 7 + 1.0 - pow(0.3, i % 7); }
  CHECK(told(t, 400, 1, &found) == 0);
}

TEST_MAIN()
{
  check_rule();
  check_ball(0.5, 11, 2, 0.6);
  check_ball(0.5, 11, 5, 0.0);
  check_ball(0.5, 11, 5, 0.9);
  check_ball(0.9, 67, 5, 0.6);
  check_again();
  check_resumed();
  check_residual();
  check_regular();
  check_controller();
  check_often();
}

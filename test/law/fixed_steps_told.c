/* A fixed step that is too long for a contact returns success with a wrong energy: a
 * message says so, once, with component, time, step, error and cure. A ball on springs of
 * 1e3 to 1e11: all runs whose energy is off by a fifth and more; the control, runs in
 * steps that resolve the contact, and random mechanisms, whose springs no step resolves
 * at the start, are told nothing where the motion is right; nor is a motor that is switched
 * on out of rest. */
#include "support/models/ball.h"
#include "support/models/planar/planar.h"
#include "support/test.h"

/* data: stiffness of the ground */
FORCE_IS(ball,
         -BALL_GRAVITY - (q[0] < 0.0 ? *(const sunrealtype *)data * q[0] : 0.0))

RESIDUAL2_IS(ball_residual,
             ypp[0] + BALL_GRAVITY +
               (y[0] < 0.0 ? *(const sunrealtype *)data * y[0] : 0.0))

static sunrealtype height(sunrealtype k, sunrealtype x, sunrealtype v)
{
  const sunrealtype spring = k * (x < 0.0 ? x * x : 0.0);
  return x + 0.5 * (v * v + spring) / BALL_GRAVITY;
}

static int is_told(const struct caught *c)
{
  return strstr(c->msg, "fixed step") && strstr(c->msg, "at t = ") &&
         strstr(c->msg, "h = ") && strstr(c->msg, "tolerances") &&
         (strstr(c->msg, "v[0]") || strstr(c->msg, "y'[0]"));
}

/* To t = 2 in steps h; whether the message came. loss: the largest change of energy. */
static int bounce(sunrealtype k, int residual, sunrealtype rho, sunrealtype h,
                  sunrealtype *loss)
{
  const sunrealtype top = 1.0, rest = 0.0;
  struct small r;
  if (residual)
  {
    CHECK(
      !small_residual2(&r, ctx, 1, 0.0, &top, &rest, NULL, ball_residual, &k));
  }
  else { BEGIN(&r, .q = &top, .v = &rest, .force = ball, .data = &k); }
  CHECK(!GALPHASetFixedStep(r.mem, h) && !GALPHASetRhoInf(r.mem, rho));
  CHECK(!GALPHASetMaxNumSteps(r.mem, -1));
  *loss = 0.0;
  while (r.t < 2.0)
  {
    CHECK(!small_step(&r, 2.0));
    const sunrealtype now = height(k, small_q(&r)[0], small_v(&r)[0]);
    *loss                 = fmax(*loss, fabs(now - top));
  }
  const int told = is_told(&r.said);
  CHECK(r.said.count == told);
  return told;
}

static void check_ball(int residual)
{
  static const sunrealtype rhos[] = {0.0, 0.6};
  const int stride                = call_sites_stride(7);
  int wrong = 0, right = 0;
  for (int i = 0; i < 60; i += stride)
  {
    const sunrealtype k = 1e3 * pow(100.0, i % 5);
    const sunrealtype h = 3e-2 * pow(10.0, -0.5 * (i / 5 % 6));
    sunrealtype loss;
    const int says = bounce(k, residual, rhos[i / 30], h, &loss);
    CHECK(says || loss < 0.2);
    CHECK(!says || loss > 0.1);
    wrong += !(loss < 0.2);
    right += loss < 0.05;
  }
  check_of("ball, residual %d", residual);
  CHECK(wrong > 30 / stride && right > 10 / stride);
}

static void count_message(int code, const char *module, const char *function,
                          char *msg, void *data)
{
  (void)code, (void)module, (void)function;
  *(int *)data += strstr(msg, "fixed step") != NULL;
}

static void check_random(const struct problem *pb, int form, int steps,
                         const struct planar_reference *ref, int *told)
{
  const struct subject what =
    SUBJECT(.mech = pb, .formulation = form == 0 ? GALPHA_SOI2 : GALPHA_INDEX3,
            .lowered = form == 2, .rho = 0.6,
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = 1e-6);
  const sunrealtype *right = ref->v[PLANAR_OUTPUTS - 1];
  sunrealtype off = 0.0, size = 0.0;
  int says = 0;
  struct subject s;
  CHECK(!subject_begin(&s, &what, ctx));
  CHECK(!GALPHASetErrHandlerFn(s.mem, count_message, &says));
  const int ret = subject_to(&s, PLANAR_DURATION, PLANAR_DURATION / steps);
  for (int i = 0; !ret && i < pb->n; i++)
  {
    const sunrealtype v = N_VGetArrayPointer(subject_vector(&s, SUBJECT_V))[i];
    off                 = fmax(off, fabs(v - right[i]));
    size                = fmax(size, fabs(right[i]));
  }
  CHECK(ret || says == 0 || off > 0.02 * size);
  *told += says > 0;
}

static void check_mechanisms(void)
{
  const int stride = call_sites_stride(7);
  int runs = 0, told = 0;
  for (int seed = 1; seed <= 20; seed += stride)
  {
    struct planar p;
    struct planar_reference ref;
    if (planar_random(&p, seed)) { continue; }
    planar_reference_make(&ref, &p, seed);
    if (!ref.good) { continue; }
    const struct problem pb = planar_problem(&p);
    for (int i = 0; i < 9; i++, runs++)
    {
      const int steps = i / 3 == 0 ? 60 : i / 3 == 1 ? 240 : 960;
      check_random(&pb, i % 3, steps, &ref, &told);
    }
  }
  CHECK(runs > 100 / stride);
  CHECK(stride > 1 || 10 * told < runs); /* a share of all runs */
}

/* data: stiffness of the shaft */
FORCE(motor)
{
  const sunrealtype shaft = *(const sunrealtype *)data * (q[0] - q[1]);
  f[0]                    = (t > 1.003 ? 5.0 : 0.0) - shaft - 0.05 * v[0];
  f[1]                    = shaft - 0.1 * v[1];
}

/* Switched on out of rest: no contact, whatever the step. */
static void check_motor(void)
{
  for (int i = 0; i < 20; i++)
  {
    const sunrealtype k = pow(10.0, i % 4);
    SMALL(s, .n = 2, .force = motor, .data = (void *)&k);
    CHECK(!GALPHASetFixedStep(s->mem, 0.1 * pow(10.0, -0.5 * (i / 4))));
    CHECK(!small_solve(s, 3.0));
    CHECK(s->said.count == 0);
    keep_free();
  }
}

/* y = cos(w t), w = *data, as mechanics, F(t,y,y',y'') and F(t,y,y'); at rest at first. */
FORCE_IS(spring, -pow(*(const sunrealtype *)data, 2) * q[0])
RESIDUAL2_IS(spring2, ypp[0] + pow(*(const sunrealtype *)data, 2) * y[0])
RESIDUAL1_IS(spring1, yp[0] - y[1],
             yp[1] + pow(*(const sunrealtype *)data, 2) * y[0])
/* y = cos t where it is not stiff, from there; a fall. */
RESIDUAL1_IS(relaxes, yp[0] + *(const sunrealtype *)data * (y[0] - cos(t)))
FORCE_IS(falls, -9.81)

/* In steps far longer than the way to the outputs, from the start or after a run with error
 * control: values of a curve that has nothing to do with the motion are told. Controls: steps
 * that resolve it, though as long; a fall; a stiff relaxation at the ends of steps. */
static void check_inside(int late)
{
  static const GALPHAForceFn force[] = {spring, NULL, NULL};
  static const GALPHARes2Fn res2[]   = {NULL, spring2, NULL};
  static const GALPHAResFn res1[]    = {NULL, NULL, spring1};
  for (int i = 0; i < 90; i += call_sites_stride(7))
  {
    const int form = i % 3, slow = i / 3 % 2;
    const sunrealtype h = pow(10.0, 1 + i / 6 % 5);
    sunrealtype w       = slow ? 0.1 / h : VALUES(1.0, 2.0, 3.0)[i / 30];
    SMALL(s, .n = form == 2 ? 2 : 1, .q = VALUES(1.0, 0.0),
          .v = VALUES(0.0, form == 2 ? -w * w : 0.0), .force = force[form],
          .res2 = res2[form], .res1 = res1[form], .rtol = 1e-4, .data = &w);
    CHECK(!late || !small_solve(s, 0.1));
    CHECK(!GALPHASetFixedStep(s->mem, h));
    CHECK(!small_solve(s, 1.0));
    const sunrealtype off = fabs(small_q(s)[0] - cos(w));
    CHECK(slow ? off < 1e-3 : off > 0.1);
    CHECK(slow || strstr(s->said.msg, "is not resolved"));
    CHECK(!small_solve(s, 1.1) && s->said.count == !slow);
    keep_free();
  }
}

static void check_unmoved(void)
{
  for (int i = 0; i < 10; i++)
  {
    sunrealtype big = pow(10.0, 1 + i % 5);
    const int fall  = i < 5;
    SMALL(s, .q = VALUES(1.0), .force = fall ? falls : NULL,
          .res1 = fall ? NULL : relaxes, .data = &big, .rtol = 1e-4,
          .set = {{"fixed_step", fall ? big : 0.1}});
    CHECK(!small_solve(s, 1.0) && s->said.count == 0);
    CHECK_IN(small_q(s)[0] - (fall ? 1.0 - 0.5 * 9.81 : cos(1.0)), -0.1, 0.1);
    keep_free();
  }
}

TEST_MAIN()
{
  check_inside(0);
  check_inside(1);
  check_unmoved();
  check_ball(0);
  check_ball(1);
  check_mechanisms();
  check_motor();
}

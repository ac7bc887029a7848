/* What must not matter in the residual form: the unit of the components and that of
 * the equations. The mechatronic model in units a million times smaller or larger,
 * its rows times any factors, takes the same steps to the same values, with indices 1
 * and 3, controlled and fixed steps. Control: tolerances in the old unit. */
#include "support/models/callbacks.h"
#include "support/models/mechatronic.h"
#include "support/test.h"

#define SIZE RESIDUAL_MODEL_SIZE

struct scaled
{
  struct residual_model model;
  struct residual_problem pb;
  sunrealtype unit, row;
  N_Vector y, yp, ypp; /* in the model's unit */
};

static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *data)
{
  struct scaled *s = data;
  N_VScale(1.0 / s->unit, y, s->y);
  N_VScale(1.0 / s->unit, yp, s->yp);
  N_VScale(1.0 / s->unit, ypp, s->ypp);
  const int ret = s->model.pb.res2(t, s->y, s->yp, s->ypp, r, s->model.pb.data);
  for (int i = 0; i < SIZE; i++)
  {
    N_VGetArrayPointer(r)[i] *= i % 2 ? s->row : s->unit;
  }
  return ret;
}

RESIDUAL_START(start)
{
  const struct scaled *s = data;
  residual_model_exact(&s->model, 0.0, y, yp, ypp);
  for (int i = 0; i < SIZE; i++)
  {
    y[i] *= s->unit;
    yp[i] *= s->unit;
    ypp[i] *= s->unit;
  }
}

struct outcome
{
  sunrealtype y[SIZE];
  long int steps;
};

/* unit, factor of every other row, unit of the tolerances; h = 0: controlled. */
static struct outcome run(SUNContext ctx, int constrained, sunrealtype unit,
                          sunrealtype row, sunrealtype tolerance, sunrealtype h)
{
  struct outcome o = {{0.0}, 0};
  struct scaled s  = {.unit = unit, .row = row};
  struct residual_run r;
  residual_model_new(&s.model, constrained, NULL);
  s.pb       = s.model.pb;
  s.pb.res2  = residual;
  s.pb.start = start;
  s.pb.data  = &s;
  s.y        = N_VNew_Serial(SIZE, ctx);
  s.yp       = N_VClone(s.y);
  s.ypp      = N_VClone(s.y);
  CHECK(residual_begin(&r, &s.pb, ctx) == 0);
  CHECK(!GALPHASStolerances(r.mem, 1e-5, 1e-5 * tolerance));
  CHECK(!GALPHASetFixedStep(r.mem, h));
  CHECK(residual_to(&r, 1.0) == 0);
  CHECK(!GALPHAGetNumSteps(r.mem, &o.steps));
  for (int i = 0; i < SIZE; i++) { o.y[i] = residual_y(&r)[i] / unit; }
  residual_end(&r);
  N_VDestroy(s.y);
  N_VDestroy(s.yp);
  N_VDestroy(s.ypp);
  return o;
}

static void check(SUNContext ctx, int constrained, sunrealtype unit,
                  sunrealtype row, sunrealtype h)
{
  const struct outcome a = run(ctx, constrained, 1.0, 1.0, 1.0, h);
  const struct outcome b = run(ctx, constrained, unit, row, unit, h);
  sunrealtype worst      = 0.0;
  for (int i = 0; i < SIZE; i++) { worst = fmax(worst, fabs(a.y[i] - b.y[i])); }
  printf("%s, unit %.0e, rows %.0e, h %g: %ld and %ld steps, apart by %.1e\n",
         constrained ? "index 3" : "index 1", unit, row, h, a.steps, b.steps,
         worst);
  CHECK(a.steps == b.steps);
  /* what Newton's iteration leaves in y is 1/h^2 times as large in multipliers */
  CHECK(worst <= (constrained ? 1e-4 : 1e-12));
}

TEST_MAIN(ctx)
{
  for (int constrained = 0; constrained < 2; constrained++)
  {
    for (int fixed = 0; fixed < 2; fixed++)
    {
      check(ctx, constrained, 1e6, 1.0, 0.01 * fixed);
      check(ctx, constrained, 1e-6, 1.0, 0.01 * fixed);
      check(ctx, constrained, 1.0, 1e6, 0.01 * fixed);
      check(ctx, constrained, 1e-6, 1e9, 0.01 * fixed);
    }
  }
  const struct outcome a = run(ctx, 0, 1.0, 1.0, 1.0, 0.0);
  const struct outcome b = run(ctx, 0, 1e-6, 1.0, 1.0, 0.0);
  CHECK(b.steps < a.steps);
}

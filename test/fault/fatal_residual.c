/* F(t,y,y',y'') whose k-th call asks to stop: GALPHASolve does, whatever the call was for
 * (a residual, a difference, the inertia of the rows), and goes on afterwards. Control: the
 * run in which no call fails. */
#include "support/test.h"

#define END   2.0
#define CALLS 60

struct counted
{
  int calls, at;
};

/* A pendulum with a stiff spring for a rod, stretched by the prediction of each step. */
static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp, N_Vector r,
               void *data)
{
  struct counted *c    = data;
  const sunrealtype *x = N_VGetArrayPointer(y), *a = N_VGetArrayPointer(ypp);
  sunrealtype *out       = N_VGetArrayPointer(r);
  const sunrealtype len  = sqrt(x[0] * x[0] + x[1] * x[1]);
  const sunrealtype pull = 1e8 * (len - 1.0) / len;
  (void)t;
  (void)yp;
  out[0] = a[0] + pull * x[0];
  out[1] = a[1] + pull * x[1] + 9.81;
  return ++c->calls == c->at ? -1 : 0;
}

static int run(struct small *s, struct counted *c, int at, SUNContext ctx)
{
  BEGIN(s, ctx, .n = 2, .q = VALUES(1.0, 0.0), .v = VALUES(0.0, 0.0),
        .res2 = res, .rtol = 1e-3, .data = c);
  CHECK(!small_solve(s, 0.1));
  c->calls = 0;
  c->at    = at;
  return small_solve(s, END);
}

static void check_calls(SUNContext ctx)
{
  struct small s;
  struct counted c = {0, 0};
  CHECK(!run(&s, &c, 0, ctx));
  CHECK(c.calls > CALLS);
  for (int k = 1; k <= CALLS; k++)
  {
    c              = (struct counted){0, 0};
    const int code = run(&s, &c, k, ctx);
    if (code != GALPHA_RES_FAIL) { printf("call %d: %d\n", k, code); }
    CHECK(code == GALPHA_RES_FAIL);
    CHECK(!small_solve(&s, END));
  }
}

TESTS(check_calls)

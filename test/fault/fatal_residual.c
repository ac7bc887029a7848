/* A callback whose k-th call asks to stop: GALPHASolve does, whatever the call was for (a
 * residual, a difference, the inertia of the rows, the search for drives or for the index),
 * says which callback and when, calls it no more, and goes on afterwards; but for g at times
 * after the first output, where a start may look for drives and g need not be defined.
 * Control: the run in which no call fails. */
#include "faulty.h"
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

static int run(struct small *s, struct counted *c, int at)
{
  BEGIN(s, .n = 2, .q = VALUES(1.0, 0.0), .v = VALUES(0.0, 0.0), .res2 = res,
        .rtol = 1e-3, .data = c);
  CHECK(!small_solve(s, 0.1));
  c->calls = 0;
  c->at    = at;
  return small_solve(s, END);
}

static void check_calls(void)
{
  struct small s;
  struct counted c = {0, 0};
  CHECK(!run(&s, &c, 0));
  CHECK(c.calls > CALLS);
  for (int k = 1; k <= CALLS; k += call_sites_stride(7))
  {
    c              = (struct counted){0, 0};
    const int code = run(&s, &c, k);
    if (code != GALPHA_RES_FAIL) { printf("call %d: %d\n", k, code); }
    CHECK(code == GALPHA_RES_FAIL);
    CHECK(!small_solve(&s, END));
  }
}

/* The k-th call of w from the start of phase 0, the start, or 1, steps; 0: none fails. */
static void stop_at(const struct problem *base, int form, int phase, int w,
                    long k, long *calls)
{
  struct faulty f;
  const struct problem pb = faulty_problem(&f, base);
  SMALL(s, .pb = &pb, .formulation = form, .rtol = 1e-5);
  CHECK(!phase || !small_solve(s, 0.01));
  const long before = f.calls[w];
  if (k) { faulty_arm(&f, (enum faulty_callback)w, k, 0, -1); }
  const int code = small_solve(s, phase ? 0.03 : 0.01);
  if (k && !code)
  {
    CHECK(!phase && w == FAULTY_G && f.hit > 0.01 && s->said.count == 0);
  }
  else if (k)
  {
    /* as in IDA, also if a residual of a difference quotient has stopped */
    CHECK(code == GALPHA_RES_FAIL ||
          (form == SMALL_INDEX2 && code == GALPHA_LSETUP_FAIL));
    CHECK(f.calls[w] == f.at);
    CHECK(s->said.count - s->said.warnings == 1);
    CHECK(form <= 0 || strstr(s->said.msg, faulty_names[w]));
    CHECK(caught_says(&s->said, code, "returned -1 at t = "));
    f.at = 0;
    CHECK(!small_solve(s, 0.03));
  }
  else { CHECK(!code); }
  *calls = f.calls[w] - before;
}

static void check_forms(void)
{
  static const int form[]  = {GALPHA_SOI2, GALPHA_SOI2_LITERAL, GALPHA_INDEX3,
                              SMALL_INDEX3, SMALL_INDEX2};
  const struct problem car = ref_caraxis(1);
  for (int i = 0; i < 4 * COUNT_OF(form); i++)
  {
    const int phase = i % 2, w = i / 2 % 2 ? FAULTY_FORCE : FAULTY_G;
    long calls = 0, ignored = 0;
    stop_at(&car, form[i / 4], phase, w, 0, &calls);
    CHECK(calls > 0);
    for (long k = 1; k <= calls; k += 1 + k * call_sites_stride(5) / 20)
    {
      stop_at(&car, form[i / 4], phase, w, k, &ignored);
    }
  }
}

TESTS(check_calls, check_forms)

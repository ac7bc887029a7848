/* The highest order changed in mid-run, in every form: from the next step on a run is as
 * one that had it from the start. Raised, the history is deepened and the order rises;
 * lowered, no step is lost and no order above it is taken. Each run against one at a tight
 * tolerance; a checkpoint written afterwards resumes bit for bit. Control: the orders that
 * the runs are compared with differ by more than is allowed. */
#include "forms.h"
#include "support/check/byte_store.h"

#define HALF 6.0
#define RTOL 1e-6

struct outcome
{
  long int steps, fails; /* after the change */
  long int above;        /* of them, of orders above the new highest one */
  sunrealtype error;
};

static const struct change
{
  int from, to;
} changes[] = {{2, 5}, {3, 5}, {5, 2}, {5, 3}, {4, 3}, {1, 5}, {5, 1}};

static long int taken_above(void *mem, int order)
{
  long int sum = 0, n = 0;
  for (int k = order + 1; k <= 5; k++)
  {
    CHECK(!GALPHAGetNumStepsOfOrder(mem, k, &n));
    sum += n;
  }
  return sum;
}

/* Order 1 means 2 in the mechanical form. */
static int highest(enum form form, int order)
{
  return form < FORM_FIRST && order < 2 ? 2 : order;
}

static void begin(struct form_run *r, enum form form, int order,
                  sunrealtype rtol)
{
  forms_begin(r, form);
  CHECK(!GALPHASStolerances(r->s.mem, rtol, 0.1 * rtol));
  CHECK(!GALPHASetMaxOrd(r->s.mem, order));
}

static void half(struct form_run *r)
{
  const sunrealtype end = call_sites_sampled() ? 0.1 * HALF : HALF;
  while (r->s.t < end) { CHECK(small_step(&r->s, 2.0 * HALF) >= 0); }
}

static struct outcome run(enum form form, struct change c, sunrealtype right)
{
  struct form_run r;
  begin(&r, form, c.from, RTOL);
  half(&r);
  void *mem          = r.s.mem;
  struct outcome out = {.steps = -count_of(mem, GALPHAGetNumSteps),
                        .fails = -count_of(mem, GALPHAGetNumErrTestFails),
                        .above = -taken_above(mem, highest(form, c.to))};
  if (c.to != c.from) { CHECK(!GALPHASetMaxOrd(mem, c.to)); }
  CHECK(small_solve(&r.s, 2.0 * HALF) == GALPHA_SUCCESS);
  out.steps += count_of(mem, GALPHAGetNumSteps);
  out.fails += count_of(mem, GALPHAGetNumErrTestFails);
  out.above += taken_above(mem, highest(form, c.to));
  out.error = fabs(small_q(&r.s)[0] - right);
  keep_free();
  return out;
}

/* By SOI2 and by F(t,y,y'), at a tight tolerance. */
static sunrealtype solution(enum form form)
{
  struct form_run r;
  const enum form by = form == FORM_STATES  ? FORM_STATES
                       : form >= FORM_FIRST ? FORM_FIRST
                                            : FORM_SOI2;
  begin(&r, by, 5, 1e-10);
  CHECK(small_solve(&r.s, 2.0 * HALF) == GALPHA_SUCCESS);
  const sunrealtype x = small_q(&r.s)[0];
  keep_free();
  return x;
}

/* Index 3, whose orders change more often, may differ by chance. */
static sunrealtype allowed(enum form form)
{
  return form == FORM_INDEX3 ? 1.35 : 1.1;
}

/* constant[k]: order k from the start. */
static void check_change(enum form form, struct change c,
                         const struct outcome o, const struct outcome *constant)
{
  const struct outcome like = constant[c.to], old = constant[c.from];
  check_of("%s, %d to %d", form_name[form], c.from, c.to);
  const sunrealtype most = allowed(form) * (sunrealtype)like.steps;
  CHECK_IN(o.error, 0.0, 2.0 * fmax(like.error, old.error));
  CHECK_IN((sunrealtype)o.steps, (sunrealtype)like.steps / allowed(form), most);
  CHECK_IN((sunrealtype)o.fails, 0.0, 6.0 + 1.5 * (sunrealtype)like.fails);
  if (form == FORM_LITERAL || (c.from < 3 && form < FORM_FIRST && c.to < 3))
  {
    return;
  }
  CHECK(o.above == 0);
  CHECK(c.from < c.to ? (sunrealtype)old.steps > most : old.steps < like.steps);
}

static void check_form(enum form form)
{
  const sunrealtype right = solution(form);
  struct outcome constant[6];
  for (int k = 1; k <= 5; k++)
  {
    constant[k] = run(form, (struct change){k, k}, right);
  }
  for (int i = 0; i < COUNT_OF(changes); i++)
  {
    const struct change c = changes[i];
    check_change(form, c, run(form, c, right), constant);
  }
}

/* Under valgrind the checkpoints below run the same lines. */
static void check_forms(void)
{
  for (int f = 0; f < FORMS && !call_sites_sampled(); f++)
  {
    check_form((enum form)f);
  }
}

/* Goes on by so many steps and to an output time. */
static void go_on(struct small *s, int steps, sunrealtype end[4])
{
  for (int i = 0; i < steps; i++) { CHECK(small_step(s, 4.0 * HALF) >= 0); }
  CHECK(small_solve(s, s->t + 0.7) >= 0);
  end[0] = small_q(s)[0];
  end[1] = small_v(s)[0];
  end[2] = real_of(s->mem, GALPHAGetCurrentStep);
  end[3] = real_of(s->mem, GALPHAGetCurrentTime);
}

static int resumes(enum form form, struct change c, int steps)
{
  struct form_run a, b;
  struct byte_store file = {NULL, 0, 0};
  sunrealtype end[2][4];
  begin(&a, form, c.from, RTOL);
  half(&a);
  CHECK(!GALPHASetMaxOrd(a.s.mem, c.to));
  for (int i = 0; i < steps; i++) { CHECK(small_step(&a.s, 50.0) >= 0); }
  CHECK(!GALPHAWriteCheckpoint(a.s.mem, byte_store_put, &file));
  begin(&b, form, c.to, RTOL);
  CHECK(!GALPHAReadCheckpoint(b.s.mem, byte_store_get, &file));
  b.s.t = a.s.t;
  go_on(&a.s, 20, end[0]);
  go_on(&b.s, 20, end[1]);
  free(file.data);
  keep_free();
  return memcmp(end[0], end[1], sizeof end[0]) == 0;
}

static void check_checkpoints(void)
{
  for (int f = 0; f < FORMS; f++)
  {
    for (int i = 0; i < COUNT_OF(changes); i += call_sites_stride(6))
    {
      for (int steps = 0; steps < 6; steps += call_sites_stride(6))
      {
        const int same = resumes((enum form)f, changes[i], steps);
        check_of("%s, %d to %d, after %d steps", form_name[f], changes[i].from,
                 changes[i].to, steps);
        CHECK(same);
      }
    }
  }
}

TESTS(check_forms, check_checkpoints)

/* Changes between the members and order 2, forced at given steps, once and again and
 * again: order 2 continues from the members' values as if it had made them. Errors stay of
 * order 2 and no larger than those of order 2 alone, accelerations, rates and multipliers
 * included. In index 3, whose velocities order 2 leaves off the constraints, accelerations
 * and multipliers jump at each change and settle within SETTLED steps. Control: without
 * the hand-over rates that belong to other times spoil the run. */
#include "members.h"

#define PERIOD  20 /* steps between changes */
#define SETTLED 8

struct row
{
  struct subject what;
  sunrealtype t1;
  long count;
  const char *kinds;   /* of "qvaxrulp": those that are known */
  const char *settled; /* of these, those that jump at a change */
  char control; /* the kind that shows a missing hand-over; 0: none does */
};

enum way
{
  SECOND, /* order 2 throughout */
  ONCE,   /* after PERIOD steps of a member */
  AGAIN,
  FORGOTTEN, /* once, without hand-over */
  WAYS
};

/* Steps since the start of the members. */
static long since(long i)
{
  return i - HELD_START;
}

static int order_of(enum way w, long i, int member)
{
  if (w == SECOND || since(i) < 0) { return 2; }
  if (w == AGAIN) { return since(i) / PERIOD % 2 ? 2 : member; }
  return since(i) < PERIOD ? member : 2;
}

static int has_settled(enum way w, long i)
{
  const long after = w == AGAIN ? since(i) % PERIOD : since(i) - PERIOD;
  return after >= SETTLED;
}

/* The largest errors after the first steps of the member. */
static void march(const struct row *r, enum way w, int member,
                  const struct subject_pattern *p, long count, sunrealtype *e)
{
  struct subject s;
  struct held d       = {.order = 2};
  int ret             = held_begin(&s, &r->what);
  const sunrealtype h = (r->t1 - s.t) / (sunrealtype)count;
  memset(e, 0, SUBJECT_KINDS * sizeof *e);
  for (long i = 0; !ret && i < count; i++)
  {
    sunrealtype now[SUBJECT_KINDS], size = h * p->step[i % p->len];
    struct galpha_mem *mem = s.mem;
    d.order                = order_of(w, i, member);
    /* as if the last step had been one of order 2 */
    if (w == FORGOTTEN && d.order == 2 && mem->method.last_order > 2)
    {
      mem->method.last_order = mem->method.bdf.rates = 2;
    }
    ret = since(i) < 0 ? subject_step(&s, size) : held_step(&d, s.mem, size);
    if (!ret) { ret = subject_read(&s); }
    if (ret || since(i) < PERIOD) { continue; }
    ret = subject_errors(&s, now);
    for (int k = 0; k < SUBJECT_KINDS; k++)
    {
      if (among(r->settled, k) && !has_settled(w, i)) { continue; }
      e[k] = fmax(e[k], now[k]);
    }
  }
  CHECK(ret == 0);
}

struct errors
{
  sunrealtype e[WAYS][SUBJECT_KINDS], fine[SUBJECT_KINDS];
};

static void compare(const struct row *r, const struct errors *x)
{
  for (int k = 0; k < SUBJECT_KINDS; k++)
  {
    const sunrealtype alone = x->e[SECOND][k];
    if (!among(r->kinds, k)) { continue; }
    const double most = among(r->settled, k) ? 7.0 : 1.6;
    CHECK_IN(x->e[ONCE][k] / alone, 0.3, most);
    CHECK_IN(x->e[AGAIN][k] / alone, 0.3, most);
    CHECK_IN(log2(x->e[AGAIN][k] / x->fine[k]), 1.75, 2.4);
    if (KINDS_OF_ERRORS[k] != r->control) { continue; }
    CHECK(x->e[FORGOTTEN][k] / alone > 2.5);
  }
}

static void check(const struct row *r, int member,
                  const struct subject_pattern *p)
{
  struct errors x;
  check_of("%s, form %d, order %d, %s steps", name_of(&r->what),
           r->what.formulation, member, p->name);
  for (int w = 0; w < WAYS; w++)
  {
    march(r, (enum way)w, member, p, r->count, x.e[w]);
  }
  march(r, AGAIN, member, p, 2 * r->count, x.fine);
  compare(r, &x);
}

static void check_row(const struct row *r)
{
  for (int i = 0; i < 4; i++)
  {
    check(r, i / 2 ? GALPHA_MOST_BDF : GALPHA_LEAST_BDF, &patterns[i % 2]);
  }
}

static void check_residuals(void)
{
  struct residual_model index1, index3;
  residual_model_new(&index1, 0, NULL);
  residual_model_new(&index3, 1, NULL);
  const struct row rows[] = {
    {RESIDUAL(&forced_oscillator[0], forced_oscillator_errors, 1e-11), 5.0, 400,
     "qva", NULL, 0},
    {RESIDUAL(&forced_oscillator[1], forced_oscillator_errors, 1e-11), 5.0, 400,
     "qva", NULL, 'q'},
    {RESIDUAL(&index1.pb, residual_model_errors, 1e-11), 2.2, 400, "qvaxrul",
     NULL, 'v'},
    {RESIDUAL(&index3.pb, residual_model_errors, 1e-11), 2.2, 400, "qva", "a",
     'v'}};
  for (int i = 0; i < 4; i++) { check_row(&rows[i]); }
}

static void check_mechanics(void)
{
  const struct problem belt = ref_belt(1);
  const struct row rows[]   = {
      {MECHANICS(&paper_oscillator, 1e-12), 4.0, 400, "qva", NULL, 'a'},
      {MECHANICS(&paper_problem15, 1e-12), 1.0, 400, "qvalp", "alp", 'a'},
      {MECHANICS(&paper_simple_pendulum, 1e-12), 2.0, 400, "qval", "al", 'a'},
      {MECHANICS(&belt, 1e-12), 1.5, 400, "qvalp", "alp", 'a'},
      {MECHANICS(&controlled_pendulum, 1e-12), 1.0, 200, "qvxu", NULL, 'x'},
      {MECHANICS(&controlled_skate, 1e-12), 1.0, 200, "qvxu", NULL, 'x'}};
  for (int i = 0; i < 6; i++)
  {
    struct row r       = rows[i];
    r.settled          = NULL;
    r.what.formulation = GALPHA_SOI2;
    check_row(&r);
    r                  = rows[i];
    r.control          = r.control == 'a' ? 0 : r.control;
    r.what.formulation = GALPHA_INDEX3;
    check_row(&r);
  }
}

TESTS(check_residuals, check_mechanics)

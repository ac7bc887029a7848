/* States and outputs beside a mechanism that are stated wrongly: refused with the
 * component, and the object then runs as stated rightly. */
#include "support/models/callbacks.h"
#include "support/run/small.h"
#include "support/test.h"

struct model
{
  sunrealtype loop; /* gain of the output's dependence on itself */
  int nan;          /* the state's rate after t = 0.3 */
};

/* s0' = -s0; the force s1 = -q, or in a loop. */
STATES(states)
{
  const struct model *m = data;
  F[0]                  = m->nan && t > 0.3 ? (sunrealtype)NAN : -s[0];
  F[1]                  = m->loop * (1.0 + s[1]) - q[0];
}

STATE_FORCE(force)
{
  f[0] = s[1];
}

struct object
{
  struct model model;
  struct small m;
  N_Vector s, order, three;
};

static void begin(struct object *o, SUNContext ctx)
{
  o->model = (struct model){0};
  CHECK(
    !small_mechanics(&o->m, ctx, 1, 0.0, VALUES(1.0), NULL, NULL, &o->model));
  CHECK(!GALPHASStolerances(o->m.mem, 1e-6, 1e-6));
  o->s     = small_vector(ctx, 2, VALUES(1.0, 1.0));
  o->order = small_vector(ctx, 2, VALUES(1.0, 0.0));
  o->three = small_vector(ctx, 3, VALUES(1.0, 1.0, 1.0));
}

static void end(struct object *o)
{
  small_free(&o->m);
  N_VDestroy(o->s);
  N_VDestroy(o->order);
  N_VDestroy(o->three);
}

#define REFUSED(call, code, text) \
  CHECK((call) == (code) && caught_says(&o.m.said, code, text))

static void check_statement(SUNContext ctx)
{
  struct object o;
  begin(&o, ctx);
  sunrealtype *s     = N_VGetArrayPointer(o.s),
              *order = N_VGetArrayPointer(o.order);
  void *mem          = o.m.mem;
  REFUSED(small_solve(&o.m, 1.0), GALPHA_ILL_INPUT, "no forces");
  REFUSED(GALPHAGetStates(mem, 0.0, o.s), GALPHA_NO_MALLOC, "nothing computed");
  REFUSED(GALPHASetStates(mem, NULL, o.order, states, force), GALPHA_ILL_INPUT,
          "s0 is NULL");
  REFUSED(GALPHASetStates(mem, o.s, o.three, states, force), GALPHA_ILL_INPUT,
          "order has length 3, expected 2");
  REFUSED(GALPHASetStates(mem, o.s, o.order, NULL, force), GALPHA_ILL_INPUT,
          "F or f is NULL");
  REFUSED(GALPHASetStates(mem, o.s, o.order, states, NULL), GALPHA_ILL_INPUT,
          "F or f is NULL");
  s[1] = (sunrealtype)NAN;
  REFUSED(GALPHASetStates(mem, o.s, o.order, states, force), GALPHA_ILL_INPUT,
          "s0[1] is not finite");
  s[1]                           = 0.0;
  static const sunrealtype bad[] = {2.0, 0.5, -1.0, (sunrealtype)NAN};
  for (int i = 0; i < 4; i++)
  {
    order[1] = bad[i];
    REFUSED(GALPHASetStates(mem, o.s, o.order, states, force), GALPHA_ILL_INPUT,
            "component 1 of s has the order");
  }
  order[1] = 0.0;
  CHECK(!GALPHASetStates(mem, o.s, o.order, states, force));
  REFUSED(GALPHASetStates(mem, o.s, o.order, states, force), GALPHA_ILL_INPUT,
          "called twice");
  CHECK(!small_solve(&o.m, 1.0) && !GALPHAGetStates(mem, o.m.t, o.s));
  CHECK(o.m.said.count == 0);
  CHECK(fabs(small_q(&o.m)[0] - cos(1.0)) <= 1e-4);
  CHECK(fabs(s[0] - exp(-1.0)) <= 1e-4 && fabs(s[1] + cos(1.0)) <= 1e-4);
  REFUSED(GALPHAGetStates(mem, o.m.t, o.three), GALPHA_ILL_INPUT, "length 3");
  REFUSED(GALPHAGetStates(mem, 0.0, o.s), GALPHA_BAD_T, "outside");
  REFUSED(GALPHASetStateValues(mem, o.s), GALPHA_ILL_INPUT, "GALPHAReInit");
  REFUSED(GALPHASetStates(mem, o.s, o.order, states, force), GALPHA_ILL_INPUT,
          "fixed");
  end(&o);
}

static void check_run(SUNContext ctx)
{
  struct object o;
  begin(&o, ctx);
  CHECK(!GALPHASetStates(o.m.mem, o.s, o.order, states, force));
  o.model.loop = 1.5; /* s1 = 1.5 (1 + s1) - q */
  REFUSED(small_solve(&o.m, 1.0), GALPHA_INCONSISTENT_IC, "s = F[1]");
  o.model = (struct model){.nan = 1};
  REFUSED(small_solve(&o.m, 1.0), GALPHA_REP_RES_ERR,
          "component 0 of the states' right-hand side F is not finite");
  CHECK_IN(o.m.t, 0.29, 0.3);
  CHECK(fabs(small_q(&o.m)[0] - cos(o.m.t)) <= 1e-4);
  o.model.nan = 0;
  CHECK(!small_solve(&o.m, 1.0));
  CHECK(fabs(small_q(&o.m)[0] - cos(1.0)) <= 1e-4);
  end(&o);
}

TEST_MAIN(ctx)
{
  check_statement(ctx);
  check_run(ctx);
}

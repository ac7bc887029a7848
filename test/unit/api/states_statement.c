/* States and outputs beside a mechanism that are stated wrongly: refused with the
 * component, and the object then runs as stated rightly. */
#include "support/test.h"

struct model
{
  sunrealtype loop; /* gain of the output's dependence on itself */
  int nan;          /* the state's rate after t = 0.3 */
};
#define MODEL ((const struct model *)data)

/* s0' = -s0; the force s1 = -q, or in a loop. */
STATES_IS(states, t > 0.3 && MODEL->nan ? (sunrealtype)NAN : -s[0],
          MODEL->loop *(2.0 + s[1]) - q[0])
STATE_FORCE_IS(force, s[1])

static void begin(struct small *o, struct model *model)
{
  BEGIN(o, .q = VALUES(1.0), .data = model, .rtol = 1e-6);
}

#define SAYS(call, code, text) REFUSED(&o.said, call, code, text)
#define ILL(call, text)        ILL_INPUT(&o.said, call, text)
#define SET_STATES(s, order)   GALPHASetStates(o.mem, s, order, states, force)

static void check_statement(void)
{
  struct model model = {0};
  struct small o;
  begin(&o, &model);
  N_Vector s0     = small_vector(ctx, 2, VALUES(1.0, 1.0));
  N_Vector order0 = small_vector(ctx, 2, VALUES(1.0, 0.0));
  N_Vector three  = small_vector(ctx, 3, VALUES(1.0, 1.0, 1.0));
  sunrealtype *s = N_VGetArrayPointer(s0), *order = N_VGetArrayPointer(order0);
  ILL(small_solve(&o, 1.0), "no forces");
  SAYS(GALPHAGetStates(o.mem, 0.0, s0), GALPHA_NO_MALLOC, "nothing computed");
  ILL(SET_STATES(NULL, order0), "s0 is NULL");
  ILL(SET_STATES(s0, three), "order has length 3, expected 2");
  ILL(GALPHASetStates(o.mem, s0, order0, NULL, force), "F or f is NULL");
  ILL(GALPHASetStates(o.mem, s0, order0, states, NULL), "F or f is NULL");
  s[1] = (sunrealtype)NAN;
  ILL(SET_STATES(s0, order0), "s0[1] is not finite");
  s[1]                           = 0.0;
  static const sunrealtype bad[] = {2.0, 0.5, -1.0, (sunrealtype)NAN};
  for (int i = 0; i < 4; i++)
  {
    order[1] = bad[i];
    ILL(SET_STATES(s0, order0), "component 1 of s has the order");
  }
  order[1] = 0.0;
  CHECK(!SET_STATES(s0, order0));
  ILL(SET_STATES(s0, order0), "called twice");
  CHECK(!small_solve(&o, 1.0) && !GALPHAGetStates(o.mem, o.t, s0));
  CHECK(o.said.count == 0);
  CHECK_NEAR(small_q(&o)[0], cos(1.0), 1e-4);
  CHECK(fabs(s[0] - exp(-1.0)) <= 1e-4 && fabs(s[1] + cos(1.0)) <= 1e-4);
  ILL(GALPHAGetStates(o.mem, o.t, three), "length 3");
  SAYS(GALPHAGetStates(o.mem, 0.0, s0), GALPHA_BAD_T, "outside");
  ILL(GALPHASetStateValues(o.mem, s0), "GALPHAReInit");
  ILL(SET_STATES(s0, order0), "fixed");
}

static void check_run(void)
{
  struct model model = {0};
  struct small o;
  begin(&o, &model);
  CHECK(!SET_STATES(small_vector(ctx, 2, VALUES(1.0, 1.0)),
                    small_vector(ctx, 2, VALUES(1.0, 0.0))));
  model.loop = 1.0; /* s1 = 2 + s1 - q, true of no s1 */
  SAYS(small_solve(&o, 1.0), GALPHA_INCONSISTENT_IC, "s = F[1]");
  model = (struct model){.nan = 1};
  SAYS(small_solve(&o, 1.0), GALPHA_REP_RES_ERR,
       "component 0 of the states' right-hand side F is not finite");
  CHECK_IN(o.t, 0.29, 0.3);
  CHECK_NEAR(small_q(&o)[0], cos(o.t), 1e-4);
  model.nan = 0;
  CHECK(!small_solve(&o, 1.0));
  CHECK_NEAR(small_q(&o)[0], cos(1.0), 1e-4);
}

TESTS(check_statement, check_run)

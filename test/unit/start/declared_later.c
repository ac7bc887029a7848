/* What the user declares of constraints is compared with g when it begins to be wrong on
 * the way, and once is enough: g that depends on t from some time on, a G that is wrong
 * from there on. g_t of the wrong sign is refused at the start; one side of a kink is
 * not. The negative controls are models that are right: nothing is said of them. */
#include "support/test.h"

/* A pendulum whose rod grows at this rate from a time on. */
struct rod
{
  sunrealtype from, rate;
  sunrealtype sign;  /* of g_t */
  sunrealtype wrong; /* from then on G is */
  int before;        /* g_t at the kink is the one before */
  sunrealtype lost;  /* from then on g_t is of the wrong sign; 0: never */
  sunrealtype more;  /* of g_t than there is */
};

static sunrealtype grown(const struct rod *r, sunrealtype t)
{
  return 1.0 + r->rate * fmax(t - r->from, 0.0);
}

FORCE_IS(weight, 0.0, -9.81)

HOLONOMIC(length)
{
  const sunrealtype L = grown(data, t);
  g[0]                = 0.5 * (q[0] * q[0] + q[1] * q[1] - L * L);
}

HOLONOMIC_JAC(gradient)
{
  const struct rod *r   = data;
  SM_ELEMENT_D(G, 0, 0) = q[0];
  SM_ELEMENT_D(G, 0, 1) = t > r->wrong ? 1.3 * q[1] : q[1];
}

static int rate(sunrealtype t, N_Vector q, N_Vector gt, void *data)
{
  const struct rod *r    = data;
  const int grows        = t > r->from || (t == r->from && !r->before);
  const sunrealtype sign = r->lost > 0.0 && t > r->lost ? -r->sign : r->sign;
  N_VConst(r->more + (grows ? -sign * r->rate * grown(r, t) : 0.0), gt);
  return 0;
}

static void create(struct small *m, struct rod *r)
{
  const sunrealtype u = r->from == 0.0 && !r->before ? r->rate : 0.0;
  BEGIN(m, .n = 2, .q = VALUES(0.6, -0.8), .v = VALUES(0.6 * u, -0.8 * u),
        .force = weight, .g = length, .G = gradient, .data = r, .rtol = 1e-5);
}

static void check_later(struct rod r, int scleronomic, int formulation,
                        const char *text)
{
  const sunrealtype until = r.lost > 0.0 ? r.lost : fmin(r.from, r.wrong);
  struct small m;
  int steps = 0, right = 0; /* in all, before it is wrong */
  int code = 0;
  create(&m, &r);
  CHECK(!GALPHASetFormulation(m.mem, formulation));
  if (r.lost > 0.0) { CHECK(!GALPHASetHolonomicRate(m.mem, rate)); }
  if (scleronomic) { CHECK(!GALPHASetScleronomic(m.mem, SUNTRUE)); }
  while (steps < 40000 && m.t < 2.0 && m.said.count == 0)
  {
    code = small_step(&m, 2.0);
    steps++;
    if (m.t < until) { right = steps; }
  }
  /* index 3 may fail before the comparison, and then says the same */
  const bool stops = text && formulation == GALPHA_INDEX3;
  CHECK(code == 0 || (stops && code == GALPHA_CONV_FAIL));
  CHECK(m.said.count == (text ? 1 : 0));
  if (text)
  {
    /* comparisons are made after 20, 40, 80, ... steps */
    CHECK_IN(steps, right, 20 + 2 * right);
    CHECK(caught_says(&m.said, code ? code : GALPHA_WARNING, text));
  }
}

static void check_rate(struct rod r, int icopt, int code)
{
  struct small m;
  create(&m, &r);
  CHECK(!GALPHASetHolonomicRate(m.mem, rate));
  CHECK(GALPHACalcIC(m.mem, icopt, 1.0) == code);
  if (code)
  {
    CHECK(caught_says(&m.said, code, "row 0 of g_t (GALPHASetHolonomicRate)"));
  }
}

TEST_MAIN()
{
  const struct rod still = {.from = 9.0, .wrong = 9.0, .sign = 1.0};
  struct rod late  = {.from = 1.0, .rate = 0.2, .wrong = 9.0, .sign = 1.0},
             wrong = still;
  wrong.wrong      = 0.3;
  check_later(late, 1, GALPHA_SOI2, "g[0] depends on t");
  check_later(wrong, 0, GALPHA_SOI2, "is not the derivative of g[0]");
  for (struct rod w = wrong; w.wrong < 0.4; w.wrong += 0.013)
  {
    check_later(w, 0, GALPHA_INDEX3, "is not the derivative of g[0]");
  }
  check_later(still, 1, GALPHA_SOI2, NULL);
  check_later(still, 1, GALPHA_INDEX3, NULL);
  check_later(late, 0, GALPHA_SOI2, NULL);
  for (int f = GALPHA_SOI2; f <= GALPHA_SOI2_LITERAL; f++)
  {
    struct rod lost = {.from = 0.0, .rate = 0.2, .wrong = 9.0, .sign = 1.0};
    lost.lost       = 8.0;
    check_later(lost, 0, f, NULL);
    lost.lost = 0.5;
    check_later(lost, 0, f, "row 0 of g_t (GALPHASetHolonomicRate)");
  }

  struct rod grows = {.from = -1.0, .rate = 0.2, .wrong = 9.0, .sign = -1.0};
  check_rate(grows, GALPHA_ACC_INIT, GALPHA_ILL_INPUT);
  check_rate(grows, GALPHA_PROJECT_INIT, GALPHA_ILL_INPUT);
  grows.sign = 1.0;
  check_rate(grows, GALPHA_PROJECT_INIT, GALPHA_SUCCESS);
  grows.from = 0.0; /* a kink at the start */
  check_rate(grows, GALPHA_ACC_INIT, GALPHA_SUCCESS);
  grows.before = 1;
  check_rate(grows, GALPHA_ACC_INIT, GALPHA_SUCCESS);

  struct rod more = still; /* g does not depend on t, g_t is not 0 */
  check_rate(more, GALPHA_ACC_INIT, GALPHA_SUCCESS);
  more.more = 0.3;
  check_rate(more, GALPHA_ACC_INIT, GALPHA_ILL_INPUT);
}

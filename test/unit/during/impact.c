/* GALPHAImpact in every form, at times inside a step, and what it refuses; a refused call
 * leaves the run as it is. */
#include "forms.h"

#define RESTITUTION 0.75

static SUNMatrix row(sunrealtype x, sunrealtype y)
{
  return keep_rows(1, 2, VALUES(x, y), ctx);
}

/* Speed along the circle. */
static sunrealtype along(const struct small *s)
{
  return small_q(s)[0] * small_v(s)[1] - small_q(s)[1] * small_v(s)[0];
}

/* Any row that is not along the rod turns the motion round. */
static void check_form(enum form form)
{
  const sunrealtype e = RESTITUTION;
  sunrealtype P       = -1.0;
  struct form_run r;
  forms_begin(&r, form);
  CHECK(small_solve(&r.s, 0.7) == GALPHA_SUCCESS);
  const sunrealtype u = along(&r.s), x = small_q(&r.s)[0], y = small_q(&r.s)[1];
  SUNMatrix D           = row(u > 0.0 ? y + 0.5 * x : -y, u > 0.0 ? -x : x);
  const sunrealtype arm = x * SM_ELEMENT_D(D, 0, 1) - y * SM_ELEMENT_D(D, 0, 0);
  CHECK(fabs(u) > 0.1 && u * arm < 0.0);
  CHECK(!GALPHAImpact(r.s.mem, 1, D, &e, &P));
  CHECK(!GALPHAGetConsistentIC(r.s.mem, r.s.q, r.s.v));
  CHECK_NEAR(along(&r.s), -e * u, 1e-4);
  CHECK_NEAR(P, (1.0 + e) * fabs(u / arm), 1e-3);
  CHECK(small_solve(&r.s, 0.7 + 1e-3) == GALPHA_SUCCESS);
  CHECK_NEAR(along(&r.s), -e * u, 1e-2);
}

static void refused(struct form_run *r, int code, const char *text, int p,
                    SUNMatrix D, const sunrealtype *e)
{
  sunrealtype P[2] = {7.0, 7.0};
  REFUSED(&r->s.said, GALPHAImpact(r->s.mem, p, D, e, P), code, text);
}

static void check_residual(enum form form)
{
  const sunrealtype e = RESTITUTION;
  SUNMatrix D         = row(1.0, 0.0);
  struct form_run r;
  forms_begin(&r, form);
  CHECK(small_solve(&r.s, 0.1) == GALPHA_SUCCESS);
  refused(&r, GALPHA_ILL_INPUT, "mechanical form", 1, D, &e);
}

static void check_arguments(struct form_run *r)
{
  const sunrealtype e = RESTITUTION;
  SUNMatrix D = row(1.0, 0.0), wide = KEEP(SUNDenseMatrix(1, 3, ctx));
  SUNMatrix sparse = KEEP(SUNSparseMatrix(1, 2, 2, CSC_MAT, ctx));
  refused(r, GALPHA_ILL_INPUT, "p must be", 0, D, &e);
  refused(r, GALPHA_ILL_INPUT, "p must be", -1, D, &e);
  refused(r, GALPHA_ILL_INPUT, "D is NULL", 1, NULL, &e);
  refused(r, GALPHA_ILL_INPUT, "D is 1 x 2, expected 2 x 2", 2, D, &e);
  refused(r, GALPHA_ILL_INPUT, "D is 1 x 3, expected 1 x 2", 1, wide, &e);
  refused(r, GALPHA_ILL_INPUT, "must be dense", 1, sparse, &e);
  refused(r, GALPHA_ILL_INPUT, "e is NULL", 1, D, NULL);
  refused(r, GALPHA_ILL_INPUT, "e[0] = -0.1", 1, D, VALUES(-0.1));
  refused(r, GALPHA_ILL_INPUT, "e[0] = 1.1", 1, D, VALUES(1.1));
  refused(r, GALPHA_ILL_INPUT, "e[0]", 1, D, VALUES((sunrealtype)NAN));
  SM_ELEMENT_D(D, 0, 1) = (sunrealtype)INFINITY;
  refused(r, GALPHA_ILL_INPUT, "D is not finite", 1, D, &e);
}

/* Rows that no impulse can move: zero, or along the rod. */
static void check_held(struct form_run *r)
{
  const sunrealtype e[] = {RESTITUTION, RESTITUTION};
  SUNMatrix D = row(0.0, 0.0), both = KEEP(SUNDenseMatrix(2, 2, ctx));
  CHECK(!GALPHAGetDky(r->s.mem, r->s.t, 0, r->s.q));
  SM_ELEMENT_D(both, 0, 0) = 1.0;
  for (int j = 0; j < 2; j++)
  {
    SM_ELEMENT_D(both, 1, j) = 3.0 * small_q(&r->s)[j];
  }
  refused(r, GALPHA_SINGULAR_JAC, "row 0 of D", 1, D, e);
  refused(r, GALPHA_SINGULAR_JAC, "row 1 of D", 2, both, e);
}

/* Refused calls at 0.7, or none; the run ends at the same place. */
static void check_refusals(enum form form)
{
  sunrealtype end[2];
  for (int i = 0; i < 2; i++)
  {
    const sunrealtype e = RESTITUTION;
    SUNMatrix D         = row(1.0, 0.0);
    struct form_run r;
    forms_begin(&r, form);
    if (i == 1) { refused(&r, GALPHA_NO_MALLOC, "GALPHACalcIC", 1, D, &e); }
    CHECK(small_solve(&r.s, 0.7) == GALPHA_SUCCESS);
    if (i == 1)
    {
      check_arguments(&r);
      check_held(&r);
    }
    CHECK(small_solve(&r.s, 1.5) == GALPHA_SUCCESS);
    end[i] = small_q(&r.s)[0];
  }
  CHECK_IN(end[1] - end[0], -1e-5, 1e-5);
}

struct inside
{
  void *mem;
  SUNMatrix D;
  int count;
  bool fails;
};

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  struct inside *in   = data;
  const sunrealtype e = RESTITUTION;
  N_VConst(0.0, f);
  if (in->mem)
  {
    in->count += GALPHAImpact(in->mem, 1, in->D, &e, NULL) == GALPHA_ILL_INPUT;
  }
  return 0;
}

static int slope(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const struct inside *in = data;
  problem_circle_jac(t, q, G, NULL);
  return in->fails ? -1 : 0;
}

/* Called from a callback; a callback that fails. */
static void check_callbacks(void)
{
  const sunrealtype e = RESTITUTION;
  struct inside in    = {.D = row(1.0, 0.0)};
  SMALL(s, .n = 2, .q = VALUES(0.8, -0.6), .v = VALUES(-0.6, -0.8),
        .force = force, .data = &in, .g = problem_circle, .G = slope,
        .rtol = 1e-5, .atol = 1e-7);
  in.mem = s->mem;
  CHECK(small_solve(s, 0.2) == GALPHA_SUCCESS && in.count > 0);
  CHECK(s->said.code == GALPHA_ILL_INPUT);
  in.mem   = NULL;
  in.fails = true;
  REFUSED(&s->said, GALPHAImpact(s->mem, 1, in.D, &e, NULL), GALPHA_RES_FAIL,
          "returned -1");
  in.fails = false;
  CHECK(small_solve(s, 0.4) == GALPHA_SUCCESS);
  CHECK_IN(small_q(s)[0] - sin(acos(0.6) - 0.4), -1e-4, 1e-4);
  CHECK(!GALPHAImpact(s->mem, 1, in.D, &e, NULL));
  CHECK(GALPHAImpact(NULL, 1, NULL, NULL, NULL) == GALPHA_MEM_NULL);
}

TEST_MAIN()
{
  for (enum form f = FORM_SOI2; f <= FORM_PRODUCTS; f++)
  {
    check_form(f);
    check_refusals(f);
  }
  check_residual(FORM_FIRST);
  check_residual(FORM_SECOND);
  check_callbacks();
}

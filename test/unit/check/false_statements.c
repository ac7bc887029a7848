/* What the user says of the model and is not so is found: declarations and Jacobians
 * of constraints at the start, which refuses with the row named, components that a
 * callback does not write, derivatives of forces once steps fail. What is so is
 * left in peace. */
#include "support/test.h"

/* A pendulum (x, y) of length 1 whose pivot moves on x from t = begins on, and a
 * third coordinate on a stiff damped spring whose end moves slowly. */
struct model
{
  sunrealtype begins;          /* < 0: never */
  sunrealtype g_entry, fq, fv; /* factors of derivatives: 1 is right */
  int unwritten, adds;         /* component of f, -1: none; f += */
  int g_unwritten;
  sunrealtype damper;
  sunrealtype noise; /* f[0] contains this or its opposite, in turn */
};
#define MODEL ((const struct model *)data)

static const struct model right = {-1.0, 1.0, 1.0, 1.0, -1, 0, 0, 1e4, 0.0};

static sunrealtype in_turn(void)
{
  static int calls = 0;
  return ++calls % 2 ? 1.0 : -1.0;
}

#define STIFF 1e8

static sunrealtype *data(N_Vector x)
{
  return N_VGetArrayPointer(x);
}

static sunrealtype pivot(const struct model *m, sunrealtype t)
{
  return m->begins >= 0.0 && t > m->begins
           ? 0.1 * (t - m->begins) * (t - m->begins)
           : 0.0;
}

FORCE(force)
{
  const struct model *m     = data;
  const sunrealtype exact[] = {
    m->noise != 0.0 ? m->noise * in_turn() : 0.0, -9.81,
    -STIFF * (q[2] - sin(t)) - m->damper * (v[2] - cos(t)) - sin(t)};
  for (int i = 0; i < 3; i++)
  {
    if (m->adds) { f[i] += exact[i]; }
    else if (i != m->unwritten) { f[i] = exact[i]; }
  }
}

FORCE_JAC_IS(stiffness, {2, 2, MODEL->fq * -STIFF})

FORCE_JAC_IS(damping, {2, 2, -MODEL->fv * MODEL->damper})

HOLONOMIC(rod)
{
  const struct model *m = data;
  const sunrealtype x = q[0] - pivot(m, t), y = q[1];
  if (!m->g_unwritten) { g[0] = 0.5 * (x * x + y * y - 1.0); }
}

HOLONOMIC_JAC(rod_jac)
{
  const struct model *m = data;
  SM_ELEMENT_D(G, 0, 0) = m->g_entry * (q[0] - pivot(m, t));
  SM_ELEMENT_D(G, 0, 1) = q[1];
  SM_ELEMENT_D(G, 0, 2) = 0.0;
}

/* G: differenced in that pattern. */
static void begin(struct small *r, struct model *m, SUNMatrix pattern)
{
  BEGIN(r, .n = 3, .q = VALUES(0.6, -0.8, 0.0), .v = VALUES(0.0, 0.0, 1.0),
        .force = force, .dfdq = stiffness, .dfdv = damping, .g = rod,
        .G = rod_jac, .data = m, .rtol = 1e-4, .atol = 1e-6,
        .set = {{"max_num_steps", 2000}});
  if (pattern)
  {
    CHECK(!GALPHASetHolonomic(r->mem, r->lambda, rod, pattern, NULL));
  }
}

/* The start is refused in one message. */
static void refused(struct small *r, int code, const char *text)
{
  CHECK(GALPHACalcIC(r->mem, GALPHA_ACC_INIT, 1.0) == code);
  CHECK(r->said.count == 1 && caught_says(&r->said, code, text));
}

/* What is declared: 1 scleronomic, 2 G constant. */
static void check_start(void)
{
  struct model moves = right, factor = right, no_g = right, no_f = right,
               adds = right;
  moves.begins      = 0.0;
  factor.g_entry    = 1.01;
  no_g.g_unwritten  = 1;
  no_f.unwritten    = 2;
  adds.adds         = 1;
  const struct
  {
    struct model m;
    int declared, code;
    const char *text;
  } cases[] = {
    {moves, 1, GALPHA_ILL_INPUT, "g[0] depends on t"},
    {right, 2, GALPHA_ILL_INPUT,
     "row 0 of the constraint Jacobian G depends on q"},
    {factor, 0, GALPHA_ILL_INPUT, "row 0 of the constraint Jacobian G is not"},
    {no_g, 0, GALPHA_FIRST_RES_FAIL,
     "constraints g: component 0 is not written"},
    {no_f, 0, GALPHA_FIRST_RES_FAIL, "force f: component 2 is not written"},
    {adds, 0, GALPHA_FIRST_RES_FAIL, "force f: component 0 is not written"}};
  for (int i = 0; i < COUNT_OF(cases); i++)
  {
    struct model m = cases[i].m;
    struct small r;
    begin(&r, &m, NULL);
    CHECK(!GALPHASetScleronomic(r.mem, cases[i].declared == 1));
    CHECK(!GALPHASetConstantG(r.mem, cases[i].declared == 2));
    refused(&r, cases[i].code, cases[i].text);
  }
}

/* A differenced G whose pattern lacks the entry of y. */
static void check_pattern(void)
{
  struct model m = right;
  struct small r;
  SUNMatrix G          = KEEP(SUNSparseMatrix(1, 3, 1, CSC_MAT, ctx));
  SM_INDEXPTRS_S(G)[0] = SM_INDEXVALS_S(G)[0] = 0;
  SM_INDEXPTRS_S(G)[1] = SM_INDEXPTRS_S(G)[2] = 1;
  SM_INDEXPTRS_S(G)[3]                        = 1;
  SM_DATA_S(G)[0]                             = 0.0;
  begin(&r, &m, G);
  refused(&r, GALPHA_ILL_INPUT, "row 0 of the pattern of G");
}

/* A drive that begins after what the start looks at. */
static void check_later(void)
{
  struct model m = right;
  struct small r;
  m.begins = 0.3;
  begin(&r, &m, NULL);
  CHECK(!GALPHASetScleronomic(r.mem, 1) && !GALPHASetFixedStep(r.mem, 0.02));
  CHECK(small_solve(&r, 0.8) == 0);
  CHECK(r.said.count == 1 &&
        caught_says(&r.said, GALPHA_WARNING, "g[0] depends on t"));
}

/* With right derivatives a run says nothing; with a wrong one it tells which, once,
 * unless it is not to look. */
static void check_slow(struct model m, int test, int looks, const char *text)
{
  struct small r;
  begin(&r, &m, NULL);
  CHECK(!GALPHASetOption(r.mem, "check_when_slow", looks));
  CHECK(!GALPHASetErrorTest(r.mem, test));
  for (int i = 0; i < 40; i++)
  {
    const int code = small_step(&r, 1.0 + i);
    for (int k = 0; k < 100 && code >= 0; k++)
    {
      if (small_step(&r, 50.0)) { break; }
    }
  }
  if (looks || test == GALPHA_TEST_POSITIONS)
  {
    CHECK(r.said.warnings == (text != NULL && looks));
  }
  if (text && looks) { CHECK(caught_says(&r.said, GALPHA_WARNING, text)); }
}

static void check_derivatives(int test)
{
  struct model m = right;
  check_slow(m, test, 1, NULL);
  m.fq = -1.0;
  check_slow(m, test, 1, "df/dq is not the derivative of the forces");
  check_slow(m, test, 0, "df/dq is not the derivative of the forces");
  m.fq = 0.0;
  check_slow(m, test, 1, "df/dq is not the derivative of the forces");
  m        = right;
  m.damper = 1e7;
  check_slow(m, test, 1, NULL);
  m.fv = -1.0;
  check_slow(m, test, 1, "df/dv is not the derivative of the forces");
}

/* What ends a run whose force is not a function of its arguments. */
static void check_noise(int formulation)
{
  struct model m = right;
  struct small r;
  m.noise = 5.0;
  begin(&r, &m, NULL);
  CHECK(!GALPHASetFormulation(r.mem, formulation));
  CHECK(small_solve(&r, 1.0) < 0);
  CHECK(strstr(r.said.msg, "component 0 of the force f differs") != NULL);
}

/* The pendulum as F(t,y,y',y'') = 0 with its multiplier, whose order is 0. */
static int residual(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                    N_Vector r, void *user)
{
  const sunrealtype *x = data(y), *a = data(ypp);
  const int *left_out = user;
  /* 2: a value that is not the same in each call */
  const sunrealtype more = *left_out == 2 ? in_turn() : 0.0;
  data(r)[0]             = a[0] + x[0] * x[2];
  data(r)[1]             = a[1] + x[1] * x[2] + 9.81;
  data(r)[0] += more;
  if (*left_out == 1) { return 0; }
  data(r)[2] = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
  return 0;
}

static void check_orders(int given, int left_out)
{
  SMALL(s, .n = 3, .q = VALUES(1.0, 0.0, 0.0), .res2 = residual,
        .data = &left_out, .rtol = 1e-4);
  if (given) { CHECK(!small_orders(s, VALUES(2.0, 2.0, 0.0))); }
  const int code = small_solve(s, 0.1);
  if (left_out == 2)
  {
    CHECK(code == GALPHA_ILL_INPUT);
    CHECK(caught_says(&s->said, code, "component 0 of F differs between two"));
    return;
  }
  CHECK(code == (left_out ? GALPHA_FIRST_RES_FAIL
                 : given  ? GALPHA_SUCCESS
                          : GALPHA_ILL_INPUT));
  CHECK(s->said.count == (left_out || !given));
  if (left_out)
  {
    CHECK(
      caught_says(&s->said, code, "residual F: component 2 is not written"));
  }
  else if (!given)
  {
    CHECK(caught_says(&s->said, GALPHA_ILL_INPUT, "GALPHASetDiffOrder"));
  }
}

TEST_MAIN()
{
  check_start();
  check_pattern();
  check_later();
  check_derivatives(GALPHA_TEST_POSITIONS);
  check_derivatives(GALPHA_TEST_VELOCITIES);
  check_noise(GALPHA_SOI2);
  check_noise(GALPHA_INDEX3);
  check_orders(0, 0);
  check_orders(1, 0);
  check_orders(1, 1);
  check_orders(1, 2);
}

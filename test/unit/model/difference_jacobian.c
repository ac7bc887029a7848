/* galpha_dq_jac alone, against Jacobians known in closed form. */
#include "difference_model.h"
#include "support/test.h"

/* 2 x 3, full: a product, a sine, a square of a large variable. */
static void full_r(const struct model *m, const double *x, double *r)
{
  r[0] = x[0] * x[1] + x[2] * x[2];
  r[1] = sin(x[0]) - 3.0 * x[1] + x[2];
}

static double full_entry(const double *x, sunindextype i, sunindextype j)
{
  const double J[2][3] = {{x[1], x[0], 2.0 * x[2]}, {cos(x[0]), -3.0, 1.0}};
  return J[i][j];
}

static bool always(const struct model *m, sunindextype i, sunindextype j)
{
  return true;
}

static void full_model(struct model *m)
{
  *m = (struct model){
    .rows = 2, .n = 3, .r = full_r, .entry = full_entry, .in_pattern = always};
  setup(m);
  NV_Ith_S(m->x, 0) = -0.0;
  NV_Ith_S(m->x, 1) = -2.5;
  NV_Ith_S(m->x, 2) = 1e6;
}

/* The model's pattern, values not yet set. */
static SUNMatrix sparse(const struct model *m, int type)
{
  SUNMatrix J = KEEP(SUNSparseMatrix(m->rows, m->n, m->rows * m->n, type, ctx));
  const sunindextype lists = type == CSC_MAT ? m->n : m->rows;
  const sunindextype other = type == CSC_MAT ? m->rows : m->n;
  sunindextype p           = 0;
  for (sunindextype a = 0; a < lists; a++)
  {
    SM_INDEXPTRS_S(J)[a] = p;
    for (sunindextype b = 0; b < other; b++)
    {
      if (type == CSC_MAT ? m->in_pattern(m, b, a) : m->in_pattern(m, a, b))
      {
        SM_DATA_S(J)[p]        = -77.0;
        SM_INDEXVALS_S(J)[p++] = b;
      }
    }
  }
  SM_INDEXPTRS_S(J)[lists] = p;
  return J;
}

static void dense(void)
{
  struct model m;
  full_model(&m);
  SUNMatrix J = KEEP(SUNDenseMatrix(m.rows, m.n, ctx));
  CHECK(difference(&m, J) == 0);
  CHECK(m.calls == 3);
  /* r_0 is 1e12: the large variable leaves no figures of the small ones */
  CHECK_REL(SM_ELEMENT_D(J, 0, 2), 2e6, 1e-7);
  NV_Ith_S(m.x, 2) = 1.0;
  CHECK(difference(&m, J) == 0);
  CHECK_IN(error_of(&m, J), 0.0, BOUND);
  SM_ELEMENT_D(J, 1, 1) += 1e-5; /* the comparison sees an error */
  CHECK(error_of(&m, J) > BOUND);
}

static void sparse_and_band(void)
{
  for (sunindextype reach = 1; reach <= 2; reach++)
  {
    struct model m;
    chain_model(&m, reach);
    SUNMatrix J[3] = {sparse(&m, CSC_MAT), sparse(&m, CSR_MAT),
                      KEEP(SUNBandMatrix(m.n, reach, reach, ctx))};
    for (int k = 0; k < 3; k++)
    {
      CHECK(difference(&m, J[k]) == 0);
      CHECK(m.calls == 2 * reach + 1);
      CHECK_IN(error_of(&m, J[k]), 0.0, BOUND);
    }
  }
}

/* Rectangular patterns, with no two columns to share. */
static void rectangular(void)
{
  struct model m;
  full_model(&m);
  NV_Ith_S(m.x, 2) = 1.0;
  for (int type = CSC_MAT; type <= CSR_MAT; type++)
  {
    SUNMatrix J = sparse(&m, type);
    CHECK(difference(&m, J) == 0);
    CHECK(m.calls == 3);
    CHECK_IN(error_of(&m, J), 0.0, BOUND);
  }
}

/* A pattern that lacks an entry gives wrong values: groups do share calls. */
static void wrong_pattern_shows(void)
{
  struct model m;
  chain_model(&m, 2);
  m.reach     = 1;
  SUNMatrix J = sparse(&m, CSC_MAT);
  m.reach     = 2;
  CHECK(difference(&m, J) == 0);
  CHECK(error_of(&m, J) > 0.1);
}

static void failures(void)
{
  const struct
  {
    int ret;
    double value;
    int expected;
  } cases[] = {
    {5, 0.0, 5}, {-3, 0.0, -3}, {0, HUGE_VAL, 1}, {0, (double)NAN, 1}};
  struct model m;
  chain_model(&m, 1);
  SUNMatrix J[2] = {sparse(&m, CSR_MAT), KEEP(SUNDenseMatrix(m.n, m.n, ctx))};
  for (int kind = 0; kind < 2; kind++)
  {
    for (int k = 0; k < 4; k++)
    {
      for (long call = 1; call <= 3; call += 2)
      {
        m.fail_at     = call;
        m.fail_return = cases[k].ret;
        m.fail_value  = cases[k].value;
        CHECK(difference(&m, J[kind]) == cases[k].expected);
        CHECK(m.calls == call);
      }
    }
  }
  m.fail_at = 0;
  CHECK(difference(&m, J[0]) == 0);
  CHECK_IN(error_of(&m, J[0]), 0.0, BOUND);
}

/* 3 x 4: the rows couple columns 0-2, 2-3 and 3-1; two groups do (0, 3 and 1,
 * 2) when the columns with two entries come first. */
static const double coupling[3][4] = {
  {1.0, 0.0, 2.0, 0.0}, {0.0, 0.0, 3.0, 4.0}, {0.0, 5.0, 0.0, 6.0}};

static void path_r(const struct model *m, const double *x, double *r)
{
  for (sunindextype i = 0; i < m->rows; i++)
  {
    r[i] = 0.0;
    for (sunindextype j = 0; j < m->n; j++) { r[i] += coupling[i][j] * x[j]; }
  }
}

static double path_entry(const double *x, sunindextype i, sunindextype j)
{
  return coupling[i][j];
}

static bool path_pattern(const struct model *m, sunindextype i, sunindextype j)
{
  return coupling[i][j] != 0.0;
}

static bool first_row(const struct model *m, sunindextype i, sunindextype j)
{
  return i == 0;
}

static void fullest_columns_first(void)
{
  struct model m = {.rows       = 3,
                    .n          = 4,
                    .r          = path_r,
                    .entry      = path_entry,
                    .in_pattern = path_pattern};
  setup(&m);
  SUNMatrix J = sparse(&m, CSR_MAT);
  CHECK(difference(&m, J) == 0);
  CHECK(m.calls == 2);
  CHECK_IN(error_of(&m, J), 0.0, BOUND);

  /* a row without entries that is not finite is a failure all the same */
  m.in_pattern = first_row;
  m.fail_at    = 1;
  m.fail_value = (double)NAN;
  J            = sparse(&m, CSC_MAT);
  CHECK(difference(&m, J) > 0);
}

static void one_signed_r(const struct model *m, const double *x, double *r)
{
  r[0] = pow(x[0], 1.5);
  r[1] = pow(-x[1], 1.5);
}

/* Increments much larger than the variable do not change its sign. */
static void sign_is_kept(void)
{
  struct model m = {.rows = 2, .n = 2, .r = one_signed_r};
  setup(&m);
  NV_Ith_S(m.x, 0) = 1e-12;
  NV_Ith_S(m.x, 1) = -1e-12;
  SUNMatrix J      = KEEP(SUNDenseMatrix(m.rows, m.n, ctx));
  CHECK(difference(&m, J) == 0);
}

static void bad_input(void)
{
  struct model m;
  chain_model(&m, 1);
  SUNMatrix J          = sparse(&m, CSC_MAT);
  SUNMatrix other      = KEEP(SUNDenseMatrix(m.n, m.n, ctx));
  struct galpha_dq *dq = galpha_dq_new(J);
  evaluate(&m, m.r0);
  m.calls = 0;
  CHECK(jac_of(dq, &m, other) < 0);
  SUNMatZero(J); /* erases the pattern */
  CHECK(jac_of(dq, &m, J) < 0);
  CHECK(m.calls == 0);
  galpha_dq_free(dq);

  J                = sparse(&m, CSC_MAT);
  NV_Ith_S(m.x, 7) = (double)NAN;
  CHECK(difference(&m, J) > 0);
  NV_Ith_S(m.x, 7)       = 0.0;
  NV_Ith_S(m.typical, 7) = 0.0; /* no increment: no difference */
  CHECK(difference(&m, J) > 0);
  galpha_dq_free(NULL);
}

TESTS(test_quiet, dense, sparse_and_band, rectangular, wrong_pattern_shows,
      failures, fullest_columns_first, sign_is_kept, bad_input)

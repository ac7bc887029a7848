/* galpha_dq_probe alone: the pattern and values it finds. */
#include "model/difference_probe.h"

#include "difference_model.h"
#include "support/test.h"

/* 3 x 4 with factors that are zero at x = (0, 0, 2, 0) and a square absorbed
 * by 1: what a probe at x alone does not see. */
static void hidden_r(const struct model *m, const double *x, double *r)
{
  r[0] = x[0] * x[1];
  r[1] = 1.0 + x[3] * x[3] + x[2];
  r[2] = x[2] * sin(x[3]);
}

static double hidden_entry(const double *x, sunindextype i, sunindextype j)
{
  const double J[3][4] = {{x[1], x[0], 0.0, 0.0},
                          {0.0, 0.0, 1.0, 2.0 * x[3]},
                          {0.0, 0.0, sin(x[3]), x[2] * cos(x[3])}};
  return J[i][j];
}

static bool hidden_pattern(const struct model *m, sunindextype i,
                           sunindextype j)
{
  return i == 0 ? j < 2 : j >= 2;
}

static int probe(struct model *m, SUNMatrix *J)
{
  const size_t size = (size_t)m->n * sizeof(double);
  double *before    = malloc(size);
  memcpy(before, N_VGetArrayPointer(m->x), size);
  m->r(m, before, N_VGetArrayPointer(m->r0));
  m->calls = 0;
  const int ret =
    galpha_dq_probe(evaluate, m, m->x, m->typical, m->r0, m->r1, NULL, ctx, J);
  CHECK(memcmp(before, N_VGetArrayPointer(m->x), size) == 0);
  CHECK((ret == 0) == (*J != NULL));
  KEEP(*J);
  free(before);
  return ret;
}

/* J has exactly the model's pattern. */
static bool same_pattern(const struct model *m, SUNMatrix J)
{
  sunindextype p = 0;
  for (sunindextype j = 0; j < m->n; j++)
  {
    if (SM_INDEXPTRS_S(J)[j] != p) { return false; }
    for (sunindextype i = 0; i < m->rows; i++)
    {
      if (!m->in_pattern(m, i, j)) { continue; }
      if (p >= SM_INDEXPTRS_S(J)[j + 1] || SM_INDEXVALS_S(J)[p++] != i)
      {
        return false;
      }
    }
  }
  return SM_INDEXPTRS_S(J)[m->n] == p;
}

static void probe_finds(void)
{
  struct model m;
  SUNMatrix J;
  for (sunindextype reach = 1; reach <= 2; reach++)
  {
    chain_model(&m, reach);
    CHECK(probe(&m, &J) == 0);
    CHECK(m.calls == 2 * CHAIN + 1);
    CHECK(same_pattern(&m, J));
    CHECK_IN(error_of(&m, J), 0.0, BOUND);
    m.reach = 3 - reach;
    CHECK(!same_pattern(&m, J));
  }
  m = (struct model){.rows       = 3,
                     .n          = 4,
                     .r          = hidden_r,
                     .entry      = hidden_entry,
                     .in_pattern = hidden_pattern};
  setup(&m);
  N_VConst(0.0, m.x);
  NV_Ith_S(m.x, 2) = 2.0;
  CHECK(probe(&m, &J) == 0);
  CHECK(same_pattern(&m, J));
  CHECK_IN(error_of(&m, J), 0.0, BOUND);
  CHECK(difference(&m, J) == 0);
  CHECK_IN(error_of(&m, J), 0.0, BOUND);
}

static void nothing_r(const struct model *m, const double *x, double *r)
{
  for (sunindextype i = 0; i < m->rows; i++) { r[i] = 3.0; }
}

static bool never(const struct model *m, sunindextype i, sunindextype j)
{
  return false;
}

static void probe_of_constant(void)
{
  SUNMatrix J;
  struct model m = {.rows = 3, .n = 2, .r = nothing_r, .in_pattern = never};
  setup(&m);
  CHECK(probe(&m, &J) == 0);
  CHECK(same_pattern(&m, J));
  CHECK(difference(&m, J) == 0);
  CHECK(m.calls == 1);
}

static void probe_failures(void)
{
  struct model m;
  SUNMatrix J;
  chain_model(&m, 1);
  /* Recoverable at the first generic point: a closer one serves. */
  m.fail_at     = 1;
  m.fail_return = 1;
  CHECK(probe(&m, &J) == 0);
  CHECK(m.calls == 2 * CHAIN + 2);
  CHECK(same_pattern(&m, J));
  m.fail_return = -4;
  CHECK(probe(&m, &J) == -4);
  /* at a moved component of it, too */
  m.fail_at     = 50;
  m.fail_return = 2;
  CHECK(probe(&m, &J) == 0 && same_pattern(&m, J));
  CHECK(m.calls == 50 + 2 * CHAIN + 1);
  m.fail_always = true;
  CHECK(probe(&m, &J) == 2);
  m.fail_return = 0;
  m.fail_value  = (double)NAN;
  CHECK(probe(&m, &J) > 0);
}

TESTS(test_quiet, probe_finds, probe_of_constant, probe_failures)

/* Functions with Jacobians known in closed form, for the tests of galpha_dq. */
#pragma once

#include "model/difference_jacobian.h"

#include "support/test.h"

#define CHAIN 200

/* Of a difference with increment 1.5e-8: the curvatures (sum of 6 d, d < 2, over
 * four springs) leave 3.6e-7, the rounding of r (below 40) 6e-7. */
#define BOUND 1e-6

/* A function r(x) with its Jacobian; entry is 0 outside the pattern. */
struct model
{
  bool central;
  sunindextype rows, n;
  void (*r)(const struct model *m, const double *x, double *r);
  double (*entry)(const double *x, sunindextype i, sunindextype j);
  bool (*in_pattern)(const struct model *m, sunindextype i, sunindextype j);
  sunindextype reach; /* of the chain's coupling */

  N_Vector x, typical, r0, r1;
  long calls;
  long fail_at;     /* the call that returns or stores what follows, 0: none */
  bool fail_always; /* and all calls after it */
  int fail_return;
  double fail_value; /* put into the last row when fail_return is 0 */
};

static inline int evaluate(void *user, N_Vector r)
{
  struct model *m = user;
  double *ra      = N_VGetArrayPointer(r);
  m->r(m, N_VGetArrayPointer(m->x), ra);
  m->calls++;
  const bool after = m->fail_always && m->calls > m->fail_at;
  if (m->calls != m->fail_at && !after) { return 0; }
  if (m->fail_return == 0) { ra[m->rows - 1] = m->fail_value; }
  return m->fail_return;
}

/* Masses joined to the neighbours up to reach away by cubic springs. */
static inline void chain_r(const struct model *m, const double *x, double *r)
{
  for (sunindextype i = 0; i < m->n; i++)
  {
    r[i] = 10.0 * x[i];
    for (sunindextype j = 0; j < m->n; j++)
    {
      if (j != i && labs((long)(i - j)) <= m->reach)
      {
        const double d = x[j] - x[i];
        r[i] -= d + d * d * d;
      }
    }
  }
}

static inline double chain_entry1(const double *x, sunindextype i,
                                  sunindextype j)
{
  if (i != j) { return -1.0 - 3.0 * (x[j] - x[i]) * (x[j] - x[i]); }
  double sum = 10.0;
  if (i > 0) { sum -= chain_entry1(x, i, i - 1); }
  if (i < CHAIN - 1) { sum -= chain_entry1(x, i, i + 1); }
  return sum;
}

static inline double chain_entry2(const double *x, sunindextype i,
                                  sunindextype j)
{
  if (i != j) { return chain_entry1(x, i, j); }
  double sum = chain_entry1(x, i, i);
  if (i > 1) { sum -= chain_entry1(x, i, i - 2); }
  if (i < CHAIN - 2) { sum -= chain_entry1(x, i, i + 2); }
  return sum;
}

static inline bool chain_pattern(const struct model *m, sunindextype i,
                                 sunindextype j)
{
  return labs((long)(i - j)) <= m->reach;
}

static inline void setup(struct model *m)
{
  m->x       = KEEP(N_VNew_Serial(m->n, ctx));
  m->typical = KEEP(N_VNew_Serial(m->n, ctx));
  m->r0      = KEEP(N_VNew_Serial(m->rows, ctx));
  m->r1      = KEEP(N_VNew_Serial(m->rows, ctx));
  N_VConst(1.0, m->typical);
  for (sunindextype j = 0; j < m->n; j++)
  {
    NV_Ith_S(m->x, j) = sin(1.0 + 2.0 * (double)j);
  }
}

static inline void chain_model(struct model *m, sunindextype reach)
{
  *m = (struct model){.rows       = CHAIN,
                      .n          = CHAIN,
                      .r          = chain_r,
                      .entry      = reach == 1 ? chain_entry1 : chain_entry2,
                      .in_pattern = chain_pattern,
                      .reach      = reach};
  setup(m);
}

/* Largest error of the stored entries of J, relative to max(1, |entry|). */
static inline double error_of(const struct model *m, SUNMatrix J)
{
  const double *x = N_VGetArrayPointer(m->x);
  double worst    = 0.0;
  if (SUNMatGetID(J) == SUNMATRIX_SPARSE)
  {
    for (sunindextype a = 0; a < SM_NP_S(J); a++)
    {
      for (sunindextype p = SM_INDEXPTRS_S(J)[a]; p < SM_INDEXPTRS_S(J)[a + 1];
           p++)
      {
        const sunindextype b = SM_INDEXVALS_S(J)[p];
        const double exact =
          SM_SPARSETYPE_S(J) == CSC_MAT ? m->entry(x, b, a) : m->entry(x, a, b);
        const double d = fabs(SM_DATA_S(J)[p] - exact);
        worst =
          fmax(worst, isfinite(d) ? d / fmax(1.0, fabs(exact)) : HUGE_VAL);
      }
    }
    return worst;
  }
  for (sunindextype j = 0; j < m->n; j++)
  {
    for (sunindextype i = 0; i < m->rows; i++)
    {
      if (!m->in_pattern(m, i, j)) { continue; }
      const double exact = m->entry(x, i, j);
      const double value = SUNMatGetID(J) == SUNMATRIX_BAND
                             ? SM_ELEMENT_B(J, i, j)
                             : SM_ELEMENT_D(J, i, j);
      const double d     = fabs(value - exact);
      worst = fmax(worst, isfinite(d) ? d / fmax(1.0, fabs(exact)) : HUGE_VAL);
    }
  }
  return worst;
}

static inline int jac_of(struct galpha_dq *dq, struct model *m, SUNMatrix J)
{
  struct galpha_difference df = {.fn      = evaluate,
                                 .ctx     = m,
                                 .x       = m->x,
                                 .typical = m->typical,
                                 .r0      = m->r0,
                                 .r1      = m->r1,
                                 .central = m->central};
  return galpha_dq_jac(dq, &df, J);
}

/* One Jacobian with a fresh plan; x must come back bit for bit. */
static inline int difference(struct model *m, SUNMatrix J)
{
  const size_t size    = (size_t)m->n * sizeof(double);
  double *before       = malloc(size);
  struct galpha_dq *dq = galpha_dq_new(J);
  const long fail_at   = m->fail_at;
  m->fail_at           = 0;
  evaluate(m, m->r0);
  memcpy(before, N_VGetArrayPointer(m->x), size);
  m->calls      = 0;
  m->fail_at    = fail_at;
  const int ret = jac_of(dq, m, J);
  CHECK(memcmp(before, N_VGetArrayPointer(m->x), size) == 0);
  const sunindextype calls = (m->central ? 2 : 1) * galpha_dq_groups(dq);
  CHECK(m->calls <= calls);
  CHECK(ret != 0 || m->calls == calls);
  galpha_dq_free(dq);
  free(before);
  return ret;
}

/* The members of order 3 to 5 by products: the same motion as by dense matrices, in SOI2
 * and index 3, with the user's derivative of forces and a differenced one, with and
 * without a preconditioner; the order of each on a free oscillator from exact past
 * values, that of the BDF, of whose error they leave a known part. */
#include "model.h"

#include "base/tuning.h"
#include "unit/method/held.h"

#define STEP 0.004

struct end
{
  sunrealtype q[N], v[N], lambda[LINKS];
};

static void copy(sunrealtype *to, N_Vector from)
{
  memcpy(to, N_VGetArrayPointer(from), (size_t)N_VGetLength(from) * sizeof *to);
}

/* Steps of order 2 and then of the member. */
static void steps_of(void *mem, struct model *m, int order, int count,
                     sunrealtype h)
{
  struct held d = {.order = order};
  CHECK(!GALPHASetMaxOrd(mem, GALPHA_MOST_BDF));
  CHECK(!GALPHASetFixedStep(mem, h));
  for (int i = 0; i < HELD_START; i++) { CHECK(!go_step(m, 1.0)); }
  for (int i = 0; i < count; i++) { CHECK(!held_step(&d, mem, h)); }
}

static struct end run(struct model *m, const struct way *w, int order)
{
  const int count = call_sites_sampled() ? 3 : 60;
  struct end e;
  void *mem = begin(m, w);
  steps_of(mem, m, order, count, STEP);
  const struct galpha_state *n = ((struct galpha_mem *)mem)->hist.now;
  copy(e.q, n->q);
  copy(e.v, n->v);
  copy(e.lambda, n->lambda);
  return e;
}

static void same_motion(struct model *m, int formulation, int order)
{
  struct way w         = {.formulation = formulation, .step = STEP};
  const struct end ref = run(m, &w, order);
  w.products           = 1;
  for (int i = 0; i < 4; i++)
  {
    w.differenced      = i % 2;
    w.plain            = i / 2;
    const struct end x = run(m, &w, order);
    CHECK_IN(apart(x.q, ref.q, N), 0.0, 1e-7);
    CHECK_IN(apart(x.v, ref.v, N), 0.0, 1e-6);
    CHECK_IN(apart(x.lambda, ref.lambda, LINKS), 0.0, 1e-3);
  }
}

/* q'' = -q for every mass. */
static int linear_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                        void *data)
{
  const int ret = times_M(t, q, q, f, data);
  N_VScale(-1.0, f, f);
  return ret;
}

static void exact_past(void *memory)
{
  const struct galpha_mem *mem = memory;
  const int n                  = galpha_hist_count(&mem->hist);
  sunrealtype t[GALPHA_DEPTH];
  N_Vector q[GALPHA_DEPTH], v[GALPHA_DEPTH];
  galpha_hist_times(&mem->hist, n, t);
  galpha_hist_values(&mem->hist, GALPHA_TRACK_Q, n, q);
  galpha_hist_values(&mem->hist, GALPHA_TRACK_V, n, v);
  for (int i = 0; i < n; i++)
  {
    N_VConst(cos(t[i]), q[i]);
    N_VConst(-sin(t[i]), v[i]);
  }
}

/* The member's, or that of the BDF without its share of the next order. */
static sunrealtype free_error(struct model *m, struct held d, int count)
{
  const sunrealtype h = 2.0 / count;
  void *mem           = anew(m, SUNLinSol_SPGMR(m->q, SUN_PREC_NONE, N, ctx));
  struct galpha_mem *all = mem;
  N_VConst(1.0, m->q);
  N_VConst(0.0, m->v);
  CHECK(!GALPHAInitMechTimes(mem, times_M, linear_force, 0.0, m->q, m->v));
  CHECK(!GALPHASetUserData(mem, m));
  CHECK(!GALPHASetLinearSolver(mem, m->LS, NULL));
  CHECK(!GALPHASetNonlinConvCoef(mem, 1e-8));
  steps_of(mem, m, d.order, 0, h);
  exact_past(mem);
  for (int i = HELD_START; i < count; i++) { CHECK(!held_step(&d, mem, h)); }
  N_Vector q = all->hist.now->q, v = all->hist.now->v;
  return fmax(fabs(NV_Ith_S(q, N - 1) - cos(2.0)),
              fabs(NV_Ith_S(v, N - 1) + sin(2.0)));
}

/* The BDF has the order, and of its error the share s of the member leaves 1 - s. */
static void check_order(struct model *m, int order)
{
  static const sunrealtype share[] = {BDF_SHARE_3, BDF_SHARE_4, BDF_SHARE_5};
  const sunrealtype left           = 1.0 - share[order - GALPHA_LEAST_BDF];
  sunrealtype e[2];
  for (int i = 0; i < 2; i++)
  {
    const struct held member = {.order = order},
                      bdf    = {.order = order, .change = held_plain};
    const int count          = 40 << i;
    e[i]                     = free_error(m, bdf, count);
    const sunrealtype part   = free_error(m, member, count) / e[i];
    check_of("order %d, %d steps", order, count);
    CHECK_IN(part, 0.5 * left, 2.0 * left);
  }
  const sunrealtype seen = log2(e[0] / e[1]);
  CHECK_IN(seen - order, -0.3, 0.3);
}

TEST_MAIN()
{
  struct model m;
  model_begin(&m);
  for (int order = GALPHA_LEAST_BDF; order <= GALPHA_MOST_BDF; order++)
  {
    same_motion(&m, GALPHA_SOI2, order);
    same_motion(&m, GALPHA_INDEX3, order);
    check_order(&m, order);
  }
}

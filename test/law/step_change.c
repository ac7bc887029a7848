/* GALPHA_CORRECT_VELOCITIES: multipliers of index 3 keep order 2 when h changes, in the
 * residual and the mechanical form, for several rho and patterns of steps, with q and v
 * of order 2 as ever. Control: GALPHA_CORRECT_A, multipliers of order 1, and larger. */
#include "support/lowering/residual.h"
#include "support/models/papers.h"
#include "support/models/reference.h"
#include "support/test.h"

#define FIRST 10 /* steps that the start may shake */
#define T1    2.0

struct pattern
{
  const char *name;
  int len;
  sunrealtype step[8]; /* sum: len */
};

static const struct pattern patterns[] = {
  {"0.3H, 0.7H", 2, {0.6, 1.4}},
  {"1:2", 2, {2.0 / 3.0, 4.0 / 3.0}},
  {"irregular", 8, {1.31, 0.62, 0.93, 1.42, 0.57, 1.1, 0.7, 1.35}}};

struct errors
{
  sunrealtype q, v, lambda;
};

/* One of the two forms, as told. */
struct run
{
  const struct problem *pb;
  int mechanical;
  struct residual_mech low;
  struct residual_run residual;
  void *mem;
  struct equations eq;
  struct problem_state now, exact;
};

static void begin(struct run *r, const struct problem *pb, SUNContext ctx,
                  int mechanical, sunrealtype rho, int mode)
{
  *r = (struct run){.pb = pb, .mechanical = mechanical};
  CHECK(residual_mech_new(&r->low, pb, ctx) == 0);
  CHECK(equations_new(&r->eq, pb, ctx) == 0);
  CHECK(problem_state_new(&r->now, pb, ctx) == 0);
  CHECK(problem_state_new(&r->exact, pb, ctx) == 0);
  r->now.t = pb->t0;
  CHECK(residual_begin(&r->residual, &r->low.pb, ctx) == 0);
  r->mem    = mechanical ? problem_create(pb, ctx, PROBLEM_DENSE) : NULL;
  void *mem = mechanical ? r->mem : r->residual.mem;
  if (mechanical) { CHECK(!GALPHASetFormulation(mem, GALPHA_INDEX3)); }
  CHECK(!GALPHASetRhoInf(mem, rho));
  CHECK(!GALPHASStolerances(mem, 1e-12, 1e-12));
  CHECK(!GALPHASetStepChangeCorrection(mem, mode));
}

static void end(struct run *r)
{
  residual_end(&r->residual);
  residual_mech_free(&r->low);
  equations_free(&r->eq);
  problem_state_free(&r->now);
  problem_state_free(&r->exact);
  if (r->mem) { GALPHAFree(&r->mem); }
}

static void take(N_Vector to, const sunrealtype *from)
{
  memcpy(N_VGetArrayPointer(to), from, (size_t)N_VGetLength(to) * sizeof *from);
}

static void step(struct run *r, sunrealtype h)
{
  struct problem_state *s = &r->now;
  if (r->mechanical)
  {
    CHECK(problem_step(r->mem, r->pb, h, s, NULL) == 0);
    CHECK(!GALPHAGetMultipliers(r->mem, s->t, s->lambda, NULL));
    return;
  }
  CHECK(residual_step(&r->residual, h) == 0);
  s->t = r->residual.t;
  take(s->q, residual_y(&r->residual));
  take(s->v, residual_yp(&r->residual));
  take(s->lambda, residual_y(&r->residual) + r->pb->n);
}

static sunrealtype apart(N_Vector a, N_Vector b)
{
  N_VLinearSum(1.0, a, -1.0, b, b);
  return N_VMaxNorm(b);
}

/* Multipliers against those of the equations of motion at the same q, v; q and v
 * against the solution where that is known. */
static void compare(struct run *r, int settled, struct errors *e)
{
  struct problem_state *x = &r->exact;
  x->t                    = r->now.t;
  N_VScale(1.0, r->now.q, x->q);
  N_VScale(1.0, r->now.v, x->v);
  CHECK(equations_accelerations(&r->eq, x) == 0);
  const sunrealtype lambda = apart(r->now.lambda, x->lambda);
  e->lambda                = settled ? fmax(e->lambda, lambda) : 0.0;
  if (r->pb->exact(x->t, N_VGetArrayPointer(x->q), N_VGetArrayPointer(x->v),
                   NULL, NULL, NULL, r->pb->data) == 0)
  {
    e->q = fmax(e->q, apart(r->now.q, x->q));
    e->v = fmax(e->v, apart(r->now.v, x->v));
  }
}

/* count steps, a multiple of the pattern's. */
static struct errors march(const struct problem *pb, SUNContext ctx,
                           int mechanical, sunrealtype rho, int mode,
                           const struct pattern *p, int count)
{
  struct errors e = {0.0, 0.0, 0.0};
  struct run r;
  begin(&r, pb, ctx, mechanical, rho, mode);
  for (int i = 0; i < count; i++)
  {
    const int last      = i + 1 == count;
    const sunrealtype h = (T1 - pb->t0) / count * p->step[i % p->len];
    step(&r, last ? T1 - r.now.t : h);
    if (last) { r.now.t = T1; }
    compare(&r, i >= FIRST, &e);
  }
  end(&r);
  return e;
}

static sunrealtype order(sunrealtype coarse, sunrealtype fine)
{
  return 0.5 * log2(coarse / fine);
}

static void check(const struct problem *pb, SUNContext ctx, int mechanical,
                  sunrealtype rho, const struct pattern *p)
{
  struct errors fine[2];
  for (int k = 0; k < 2; k++)
  {
    const int mode        = k ? GALPHA_CORRECT_VELOCITIES : GALPHA_CORRECT_A;
    const struct errors e = march(pb, ctx, mechanical, rho, mode, p, 200);
    fine[k]               = march(pb, ctx, mechanical, rho, mode, p, 800);
    const sunrealtype q = order(e.q, fine[k].q), v = order(e.v, fine[k].v);
    const sunrealtype l = order(e.lambda, fine[k].lambda);
    printf("%s, %s form, rho %.1f, %s, mode %d: order of q %.2f, v %.2f, "
           "multipliers %.2f, these within %.1e\n",
           pb->name, mechanical ? "mechanical" : "residual", rho, p->name, mode,
           q, v, l, fine[k].lambda);
    CHECK(q >= 1.8 && v >= 1.8);
    if (k) { CHECK(l >= 1.75); }
    else { CHECK_IN(l, 0.7, 1.2); }
  }
  CHECK(fine[1].lambda <= 0.1 * fine[0].lambda);
}

TEST_MAIN(ctx)
{
  static const sunrealtype rho[]     = {0.0, 0.5, 0.8};
  struct ref_slider_crank published  = {1.0};
  const struct problem crank         = ref_slider_crank(&published);
  const struct problem *const both[] = {&paper_simple_pendulum, &crank};
  for (int i = 0; i < 12; i++)
  {
    for (size_t k = 0; k < sizeof patterns / sizeof patterns[0]; k++)
    {
      check(both[i % 2], ctx, i >= 6, rho[i / 2 % 3], &patterns[k]);
    }
  }
}

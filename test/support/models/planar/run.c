/* Planar mechanisms by GALPHA. */
#include "support/models/planar/planar.h"
#include "support/run/keep.h"

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct planar *p = data;
  memcpy(q, p->q0, sizeof *q * (size_t)p->n);
  memcpy(v, p->v0, sizeof *v * (size_t)p->n);
}

MASS(mass)
{
  const struct planar *p = data;
  problem_begin(M);
  for (int k = 0; k < p->n; k++)
  {
    problem_put(M, k, k, k % 3 == 2 ? p->inertia[k / 3] : p->mass[k / 3]);
  }
  problem_end(M);
}

FORCE(force)
{
  planar_force(data, t, q, v, f);
}

HOLONOMIC(g)
{
  planar_g(data, t, q, g);
}

HOLONOMIC(gt)
{
  planar_gt(data, t, g);
}

MASS(G)
{
  const struct planar *p = data;
  sunrealtype rows[PLANAR_M * PLANAR_N];
  planar_G(p, q, rows);
  problem_begin(M);
  for (int k = 0; k < p->n; k++)
  {
    for (int i = 0; i < p->m; i++) { problem_put(M, i, k, rows[i * p->n + k]); }
  }
  problem_end(M);
}

struct problem planar_problem(struct planar *p)
{
  return PROBLEM(.name = "planar mechanism", .n = p->n, .m = p->m,
                 .start = start, .mass = mass, .constant_mass = 1,
                 .force = force, .g = g, .gt = gt, .G = G, .moving = 1,
                 .data = p);
}

static int set(void *mem, const struct planar_run *run)
{
  int ret = GALPHASStolerances(mem, run->rtol, run->rtol);
  if (!ret && run->positions)
  {
    ret = GALPHASetErrorTest(mem, GALPHA_TEST_POSITIONS);
  }
  if (!ret) { ret = GALPHASetFormulation(mem, run->formulation); }
  if (!ret) { ret = GALPHASetRhoInf(mem, run->rho); }
  if (!ret && run->order) { ret = GALPHASetMaxOrd(mem, run->order); }
  if (!ret) { ret = GALPHASetErrFile(mem, NULL); }
  return ret ? ret : GALPHASetMaxNumSteps(mem, 400000);
}

void planar_compare(N_Vector x, const sunrealtype *right, sunrealtype moved,
                    sunrealtype *error)
{
  const sunrealtype *d = N_VGetArrayPointer(x);
  for (sunindextype i = 0; i < N_VGetLength(x); i++)
  {
    const sunrealtype by = i % 3 == 2 ? 0.0 : moved;
    const sunrealtype e  = fabs(d[i] - by - right[i]) / (1.0 + fabs(right[i]));
    *error               = e < HUGE_VAL ? fmax(*error, e) : HUGE_VAL;
  }
}

struct planar_result planar_integrate(struct planar *p,
                                      const struct planar_reference *r,
                                      const struct planar_run *run,
                                      SUNContext ctx)
{
  const struct problem pb  = planar_problem(p);
  struct planar_result out = {.expected = 3.0 * cbrt(run->rtol * run->rtol) *
                                          fmax(1.0, r->sensitivity)};
  const size_t mark        = keep_mark();
  struct problem_state s;
  void *mem = problem_create(&pb, ctx, PROBLEM_DENSE);
  out.flag =
    mem && !problem_state_new(&s, &pb, ctx) ? set(mem, run) : GALPHA_MEM_FAIL;
  for (int o = 0; out.flag >= 0 && o < PLANAR_OUTPUTS; o++)
  {
    const sunrealtype t = PLANAR_DURATION * (o + 1) / PLANAR_OUTPUTS;
    out.flag            = GALPHASolve(mem, t, &s.t, s.q, s.v, GALPHA_NORMAL);
    if (out.flag < 0) { break; }
    planar_compare(s.q, r->q[o], 0.0, &out.error_q);
    planar_compare(s.v, r->v[o], 0.0, &out.error_v);
  }
  if (mem) { GALPHAGetNumSteps(mem, &out.steps); }
  GALPHAFree(&mem);
  keep_back(mark);
  return out;
}

/* Fixed-step runs of stiff problems and their observed orders. */
#include "support/models/flexible/stiff_orders.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>

static void read_statistics(void *mem, struct stiff_result *out)
{
  GALPHAGetNumSteps(mem, &out->steps);
  GALPHAGetNumNonlinSolvIters(mem, &out->iterations);
  GALPHAGetNumResEvals(mem, &out->residuals);
  GALPHAGetNumLinSolves(mem, &out->solves);
  GALPHAGetNumJacEvals(mem, &out->jacobians);
  GALPHAGetNumLinSolvSetups(mem, &out->setups);
  GALPHAGetNumNonlinSolvConvFails(mem, &out->failures);
}

void stiff_solve(const struct stiff_run *run, struct stiff_result *out)
{
  void *mem = problem_create(run->pb, run->ctx, run->storage);

  *out     = (struct stiff_result){.ret = GALPHA_MEM_FAIL};
  out->ret = problem_state_new(&out->s, run->pb, run->ctx);
  if (mem == NULL) { out->ret = GALPHA_MEM_FAIL; }
  if (!out->ret) { out->ret = GALPHASetFormulation(mem, run->formulation); }
  if (!out->ret) { out->ret = GALPHASetMethod(mem, run->family, run->par); }
  if (!out->ret) { out->ret = GALPHASStolerances(mem, run->tol, run->tol); }
  if (!out->ret && run->jacobian_age >= 0)
  {
    out->ret =
      GALPHASetOption(mem, "max_jacobian_age", (sunrealtype)run->jacobian_age);
  }
  if (!out->ret)
  {
    out->ret =
      problem_run_steps(mem, run->pb, &run->h, 1, run->tend, &out->s, NULL);
  }
  if (mem != NULL) { read_statistics(mem, out); }
  GALPHAFree(&mem);
}

void stiff_free(struct stiff_result *out)
{
  problem_state_free(&out->s);
}

int stiff_halve(struct stiff_run run, const sunrealtype *q_ref,
                const sunrealtype *v_ref, int levels, struct stiff_orders *out)
{
  int ret = 0;

  out->levels = levels;
  for (int i = 0; !ret && i < levels; i++)
  {
    struct stiff_result r;

    stiff_solve(&run, &r);
    ret = r.ret;
    if (!ret)
    {
      out->eq[i] = problem_dist(N_VGetArrayPointer(r.s.q), q_ref, run.pb->n);
      out->ev[i] = problem_dist(N_VGetArrayPointer(r.s.v), v_ref, run.pb->n);
      out->order_q[i] = i > 0 ? log2(out->eq[i - 1] / out->eq[i]) : 0.0;
      out->order_v[i] = i > 0 ? log2(out->ev[i - 1] / out->ev[i]) : 0.0;
      printf("%s, formulation %d, h %.3e: q %.3e (%.2f)  v %.3e (%.2f)  "
             "iterations/step %.2f\n",
             run.pb->name, run.formulation, run.h, out->eq[i], out->order_q[i],
             out->ev[i], out->order_v[i],
             (double)r.iterations / (double)r.steps);
    }
    stiff_free(&r);
    run.h *= 0.5;
  }
  return ret;
}

sunrealtype stiff_apart(const struct stiff_run *one,
                        const struct stiff_run *other)
{
  struct stiff_result a, b;
  const sunindextype n = one->pb->n;
  sunrealtype apart    = HUGE_VAL;

  stiff_solve(one, &a);
  stiff_solve(other, &b);
  if (a.ret == 0 && b.ret == 0)
  {
    const sunrealtype *qa = N_VGetArrayPointer(a.s.q);
    const sunrealtype *va = N_VGetArrayPointer(a.s.v);

    apart = fmax(problem_dist(qa, N_VGetArrayPointer(b.s.q), n) /
                   sqrt(N_VDotProd(a.s.q, a.s.q)),
                 problem_dist(va, N_VGetArrayPointer(b.s.v), n) /
                   sqrt(N_VDotProd(a.s.v, a.s.v)));
  }
  stiff_free(&a);
  stiff_free(&b);
  return apart;
}

/* Settings that the problem makes no use of: one warning when its sizes are
 * fixed. */
#include <stdio.h>
#include <string.h>

#include "api/integrator.h"

#define ALL_UNUSED 400

/* Options of one kind of forms. */
static const struct
{
  enum galpha_option_id id;
  unsigned forms;
} bound[] = {
  {GALPHA_OPT_FORMULATION, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_MASS_ALPHA, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_SCLERONOMIC, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_CONSTANT_G, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_DF_DQ_ZERO, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_DF_DV_ZERO, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_DK_DQ_ZERO, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_REACTION_JAC, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_LDLT, GALPHA_STATISTICS_MECHANICS},
  {GALPHA_OPT_TEST_ALGEBRAIC, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_SOLUTION_SCALING, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_NONLIN_COEF, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_MAX_STEPS, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_MAX_JACS, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_MAX_ITERS, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_NO_LINE_SEARCH, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_MAX_BACKS, GALPHA_STATISTICS_RESIDUAL},
  {GALPHA_OPT_IC_STEP_TOLERANCE, GALPHA_STATISTICS_RESIDUAL},
};

static void add(char *all, bool unused, const char *name)
{
  const size_t at = strlen(all);
  if (!unused) { return; }
  snprintf(all + at, ALL_UNUSED - at, "%s%s", at ? ", " : "", name);
}

/* Derivatives in a form that the linear solver does not take. */
static void add_derivatives(const struct galpha_mem *mem, char *all)
{
  const struct galpha_res *res = &mem->res;
  const bool by_product        = mem->ls.main.LS && !mem->ls.main.A;
  add(all, by_product && res->jac1, "GALPHASetJacFn");
  add(all, by_product && res->jac2, "GALPHASetJac2Fn");
  add(all, !by_product && res->jtimes, "GALPHASetJacTimes");
  add(all, !by_product && res->jtimes2, "GALPHASetJacTimes2");
  add(all, res->jtres && (!by_product || res->jtimes),
      "GALPHASetJacTimesResFn");
  add(all, !by_product && res->psolve, "GALPHASetPreconditioner");
  add(all, !by_product && res->psolve2, "GALPHASetPreconditioner2");
}

void galpha_warn_unused(const struct galpha_mem *mem, const char *function)
{
  const struct galpha_sys *sys = &mem->sys;
  const bool held              = sys->m + sys->p > 0;
  char all[ALL_UNUSED]         = "";
  add(all, sys->gt && !sys->m, "GALPHASetHolonomicRate");
  add(all, mem->model.reaction.user && !held, "GALPHASetReactionJac");
  add(all, mem->errtest.mult.kind != GALPHA_TOL_NONE && !held,
      "GALPHASetMultiplierTolerances");
  add(all, mem->errtest.s.kind != GALPHA_TOL_NONE && !mem->s0,
      "GALPHASStolerancesStates");
  add_derivatives(mem, all);
  for (size_t i = 0; i < sizeof bound / sizeof bound[0]; i++)
  {
    const int id = (int)bound[i].id;
    add(all,
        mem->opt_given[id] && galpha_option_changed(mem, id) &&
          !(bound[i].forms & mem->form->statistics),
        galpha_option_name(id));
  }
  if (!all[0]) { return; }
  galpha_report(&mem->err, GALPHA_WARNING, function,
                "without effect in this problem (%s): %s", mem->form->name,
                all);
}

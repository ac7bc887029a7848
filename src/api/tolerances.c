/* Functions that set the tolerances of positions, velocities and multipliers. */
#include <math.h>

#include "api/integrator.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

static int set_tol(void *memory, bool velocity, struct galpha_tol tol,
                   const char *function)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, function, &code);
  if (!mem) { return code; }
  const bool vector = tol.kind == GALPHA_TOL_SV;
  if (tol.kind == GALPHA_TOL_WF && !tol.efun)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "efun is NULL");
  }
  if (vector)
  {
    code = galpha_check_like(&mem->err, GALPHA_ILL_INPUT, tol.vatol, mem->q0,
                             "atol", function);
  }
  if (code) { return code; }
  sunrealtype atol = vector ? N_VMin(tol.vatol) : tol.atol;
  if (vector && !galpha_vector_finite(tol.vatol)) { atol = -1.0; }
  if (!(tol.rtol >= 0.0 && tol.rtol < 1.0) || !(atol >= 0.0) ||
      (tol.kind != GALPHA_TOL_WF && !(tol.rtol > 0.0 || atol > 0.0)))
  {
    return galpha_report(
      &mem->err, GALPHA_ILL_INPUT, function,
      "rtol = %g and atol = %g: both must be >= 0, rtol < 1, "
      "and not both zero",
      tol.rtol, atol);
  }
  if (velocity && galpha_err_init_velocities(&mem->errtest, mem->q0))
  {
    return galpha_no_memory(&mem->err, function);
  }
  mem->model.ewt_v = mem->errtest.ewt_v;
  if (vector)
  {
    tol.vatol = galpha_vector_copy(tol.vatol);
    if (!tol.vatol) { return galpha_no_memory(&mem->err, function); }
  }
  struct galpha_tol *mine = velocity ? &mem->errtest.v : &mem->errtest.q;
  galpha_tol_free(mine);
  *mine = tol;
  /* the user expects velocities to meet their tolerances */
  if (velocity) { mem->opt[GALPHA_OPT_ERROR_TEST] = GALPHA_TEST_VELOCITIES; }
  return GALPHA_SUCCESS;
}

int GALPHASStolerances(void *mem, sunrealtype rtol, sunrealtype atol)
{
  return set_tol(
    mem, false,
    (struct galpha_tol){.kind = GALPHA_TOL_SS, .rtol = rtol, .atol = atol},
    __func__);
}

int GALPHASVtolerances(void *mem, sunrealtype rtol, N_Vector atol)
{
  return set_tol(
    mem, false,
    (struct galpha_tol){.kind = GALPHA_TOL_SV, .rtol = rtol, .vatol = atol},
    __func__);
}

int GALPHAWFtolerances(void *mem, GALPHAEwtFn efun)
{
  return set_tol(mem, false,
                 (struct galpha_tol){.kind = GALPHA_TOL_WF, .efun = efun},
                 __func__);
}

int GALPHASStolerancesVel(void *mem, sunrealtype rtol, sunrealtype atol)
{
  return set_tol(
    mem, true,
    (struct galpha_tol){.kind = GALPHA_TOL_SS, .rtol = rtol, .atol = atol},
    __func__);
}

int GALPHASVtolerancesVel(void *mem, sunrealtype rtol, N_Vector atol)
{
  return set_tol(
    mem, true,
    (struct galpha_tol){.kind = GALPHA_TOL_SV, .rtol = rtol, .vatol = atol},
    __func__);
}

int GALPHAWFtolerancesVel(void *mem, GALPHAEwtFn efun)
{
  return set_tol(mem, true,
                 (struct galpha_tol){.kind = GALPHA_TOL_WF, .efun = efun},
                 __func__);
}

int GALPHASetMultiplierTolerances(void *memory, sunrealtype rtol,
                                  sunrealtype atol)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle(memory, __func__, &code);
  if (!mem) { return code; }
  if (!(rtol >= 0.0 && atol >= 0.0))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "rtol = %g and atol = %g must be >= 0", rtol, atol);
  }
  mem->errtest.mult = (struct galpha_tol){
    .kind = rtol > 0.0 || atol > 0.0 ? GALPHA_TOL_SS : GALPHA_TOL_NONE,
    .rtol = rtol,
    .atol = atol};
  return GALPHA_SUCCESS;
}

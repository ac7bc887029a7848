/* GALPHASetActive: constraints that are switched off and on, and the restart after it. */
#include "model/active_rows.h"

#include "api/integrator.h"
#include "check/arguments.h"
#include "start/mechanics_level.h"

/* The rows of this kind, or NULL after a report. */
static struct galpha_rows *find(struct galpha_mem *mem, int kind,
                                sunindextype row, const char *function,
                                int *code)
{
  const bool in_k         = kind == GALPHA_NONHOLONOMIC;
  const sunindextype rows = in_k ? mem->sys.p : mem->sys.m;
  if (!mem->form->constraints)
  {
    *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                          "belongs to the mechanical form: F = 0 does not tell "
                          "constraints from other equations");
  }
  else if (kind != GALPHA_HOLONOMIC && !in_k)
  {
    *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                          "kind must be GALPHA_HOLONOMIC or "
                          "GALPHA_NONHOLONOMIC");
  }
  else if (row < 0 || row >= rows)
  {
    *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                          "there is no %c[%ld]: the problem has %ld %s "
                          "constraints (so far)",
                          in_k ? 'k' : 'g', (long int)row, (long int)rows,
                          in_k ? "nonholonomic" : "holonomic");
  }
  return *code ? NULL : &mem->sys.rows[in_k];
}

/* q and the multipliers are arrays of this process. */
static bool at_hand(const struct galpha_mem *mem)
{
  const N_Vector all[] = {mem->q0, mem->lambda0, mem->psi0};
  for (int i = 0; i < 3; i++)
  {
    sunindextype n = 0;
    if (all[i] &&
        (!galpha_vector_data(all[i], &n) || galpha_vector_distributed(all[i])))
    {
      return false;
    }
  }
  return true;
}

/* Discards what depends on which rows are on. */
static void forget(struct galpha_mem *mem)
{
  mem->ls.current = false;
  mem->sys.has_G  = false;
  galpha_reaction_restart(&mem->model.reaction);
  galpha_model_mark_inactive(&mem->model);
}

/* Removes the error that the velocities have against the constraints that are still on:
 * to the gap of a row that opens it would be a speed. */
static int meet_speeds(struct galpha_mem *mem, N_Vector v)
{
  const int code  = galpha_level_meet_speeds(&mem->ic, v);
  mem->speeds_off = code != 0;
  N_VScale(1.0, mem->hist.now->v, mem->v0);
  return code ? galpha_no_memory(&mem->err, "GALPHASetActive") : code;
}

static int change(struct galpha_mem *mem, struct galpha_rows *rows, int kind,
                  sunindextype row, bool on)
{
  const char *function   = "GALPHASetActive";
  struct galpha_point at = {0};
  const bool stepped = mem->phase == GALPHA_PHASE_RUNNING || mem->speeds_off;
  const bool running = mem->phase >= GALPHA_PHASE_STARTED || stepped;
  int code           = GALPHA_SUCCESS;
  if (galpha_rows_prepare(rows, kind == GALPHA_NONHOLONOMIC ? mem->sys.p
                                                            : mem->sys.m) ||
      (running && galpha_present(mem, &at)))
  {
    code = galpha_no_memory(&mem->err, function);
  }
  else
  {
    if (running) { galpha_restart_here(mem, &at); }
    if (stepped) { code = meet_speeds(mem, at.v); }
    if (!code) { galpha_rows_switch(rows, row, on); }
    if (mem->phase >= GALPHA_PHASE_CLOSED) { forget(mem); }
  }
  galpha_free_present(&at);
  return code;
}

int GALPHASetActive(void *memory, int kind, sunindextype row, int on)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  struct galpha_rows *rows = find(mem, kind, row, __func__, &code);
  if (!rows) { return code; }
  if (!at_hand(mem))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "needs vectors whose elements are one array");
  }
  if (galpha_rows_on(rows, row) == (on != 0)) { return GALPHA_SUCCESS; }
  galpha_enter(mem);
  return galpha_leave(mem, change(mem, rows, kind, row, on != 0));
}

int GALPHAGetActive(void *memory, int kind, sunindextype row, int *on)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defined(memory, __func__, &code);
  if (!mem) { return code; }
  const struct galpha_rows *rows = find(mem, kind, row, __func__, &code);
  if (!rows) { return code; }
  if (!on) { return galpha_no_result(mem, __func__); }
  *on = galpha_rows_on(rows, row);
  return GALPHA_SUCCESS;
}

/* Access of public functions to the object. While one of them runs, a callback may call
 * functions that read the object, but none that changes it. */
#include <stdio.h>

#include "api/at_step.h"

struct galpha_mem *galpha_get(void *mem, const char *function)
{
  if (!mem)
  {
    const struct galpha_err err = {.fp = stderr};
    galpha_report(&err, GALPHA_MEM_NULL, function, "mem is NULL");
  }
  return mem;
}

int galpha_no_result(const struct galpha_mem *mem, const char *function)
{
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "a result pointer is NULL");
}

struct galpha_mem *galpha_get_defined(void *memory, const char *function,
                                      int *code)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  *code                  = mem ? GALPHA_SUCCESS : GALPHA_MEM_NULL;
  if (mem && mem->phase < GALPHA_PHASE_DEFINED)
  {
    *code = galpha_report(&mem->err, GALPHA_NO_MALLOC, function,
                          "no problem yet: call GALPHAInitMech, "
                          "GALPHAInitMechTimes, GALPHAInit or GALPHAInit2 "
                          "first");
    return NULL;
  }
  return mem;
}

struct galpha_mem *galpha_get_if(struct galpha_mem *mem, bool allowed,
                                 const char *text, const char *function,
                                 int *code)
{
  if (!mem || allowed) { return mem; }
  *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s", text);
  return NULL;
}

static struct galpha_mem *idle(struct galpha_mem *mem, const char *function,
                               int *code)
{
  return galpha_get_if(mem, mem && !mem->busy,
                       "called from inside a callback of this object: wait "
                       "until the running call returns",
                       function, code);
}

struct galpha_mem *galpha_get_idle(void *memory, const char *function,
                                   int *code)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  *code                  = mem ? GALPHA_SUCCESS : GALPHA_MEM_NULL;
  return idle(mem, function, code);
}

struct galpha_mem *galpha_get_idle_defined(void *memory, const char *function,
                                           int *code)
{
  return idle(galpha_get_defined(memory, function, code), function, code);
}

int galpha_check_started(const struct galpha_mem *mem, const char *function)
{
  return mem->phase >= GALPHA_PHASE_STARTED
           ? GALPHA_SUCCESS
           : galpha_report(&mem->err, GALPHA_NO_MALLOC, function,
                           "nothing computed yet since the definition or the "
                           "last restart: call GALPHACalcIC or GALPHASolve "
                           "first");
}

int galpha_check_tried(const struct galpha_mem *mem, const char *function)
{
  return mem->phase >= GALPHA_PHASE_RUNNING
           ? GALPHA_SUCCESS
           : galpha_report(&mem->err, GALPHA_NO_MALLOC, function,
                           "no step has been tried yet: call GALPHASolve "
                           "first");
}

struct galpha_mem *galpha_get_at_step(void *memory, const char *function,
                                      int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  if (mem && !mem->monitor.calling) { mem = idle(mem, function, code); }
  if (mem) { *code = galpha_check_started(mem, function); }
  return *code ? NULL : mem;
}

void galpha_enter(struct galpha_mem *mem)
{
  mem->busy = true;
  galpha_sys_begin(&mem->sys);
}

int galpha_end(struct galpha_mem *mem, int code)
{
  void *memory = mem;
  if (mem->unwanted && !mem->busy) { GALPHAFree(&memory); }
  return code;
}

int galpha_leave(struct galpha_mem *mem, int code)
{
  mem->busy = false;
  galpha_sys_begin(&mem->sys);
  return galpha_end(mem, code);
}

bool galpha_free_later(struct galpha_mem *mem)
{
  mem->unwanted = mem->busy;
  return mem->busy;
}

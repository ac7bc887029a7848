/* Life of an object: IDACreate, IDAInit, IDAReInit, IDAFree, and the tolerances. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ida/mem.h"

/* The layout of SUNDIALS' objects changes with the major version, so the loaded
 * library must have that of the headers. */
static bool same_major(void)
{
  int major = 0, minor = 0, patch = 0;
  char label[32] = "";
  if (SUNDIALSGetVersionNumber(&major, &minor, &patch, label, sizeof label) ==
        0 &&
      major == SUNDIALS_VERSION_MAJOR)
  {
    return true;
  }
  fprintf(stderr,
          "GALPHA in place of IDA: this library is built for SUNDIALS %d, but "
          "the program runs with SUNDIALS %d.%d.%d. Use a build of GALPHA for "
          "SUNDIALS %d.\n",
          SUNDIALS_VERSION_MAJOR, major, minor, patch, major);
  return false;
}

static void *new_galpha(struct galpha_ida *mem)
{
  void *galpha = GALPHACreate(mem->sunctx);
  if (galpha)
  {
    GALPHASetErrHandlerFn(galpha, galpha_ida_forward, mem);
    GALPHASetOption(galpha, "zeno", 0.0); /* IDA does not look for it */
    GALPHASetOption(galpha, "as_ida", 1.0);
    if (mem->progress >= 0.0)
    {
      GALPHASetProgress(galpha, stderr, mem->progress);
    }
  }
  return galpha;
}

void *IDACreate(SUNContext sunctx)
{
  if (!sunctx)
  {
    galpha_ida_report(NULL, "IDA", IDA_ILL_INPUT, __func__,
                      "sunctx = NULL illegal.");
    return NULL;
  }
  if (!same_major()) { return NULL; }
  struct galpha_ida *mem = calloc(1, sizeof *mem);
  if (mem)
  {
    mem->sunctx   = sunctx;
    mem->progress = -1.0;
    galpha_ida_sink_init(&mem->sink, sunctx);
    mem->galpha = new_galpha(mem);
  }
  if (!mem || !mem->galpha)
  {
    free(mem);
    galpha_ida_report(NULL, "IDA", IDA_MEM_FAIL, __func__,
                      "A memory request failed.");
    return NULL;
  }
  mem->magic  = GALPHA_IDA_MAGIC;
  mem->maxord = mem->maxord_alloc = mem->maxord_limit = GALPHA_IDA_MAXORD;
  mem->epcon                                          = GALPHA_IDA_COEF;
  GALPHAGetOption(mem->galpha, "max_num_steps", &mem->max_steps);
  galpha_ida_environment(mem);
  return mem;
}

/* v has the operations that IDA requires. */
static bool usable(N_Vector v)
{
  N_Vector_Ops ops = v->ops;
  return ops->nvclone && ops->nvdestroy && ops->nvlinearsum && ops->nvconst &&
         ops->nvprod && ops->nvscale && ops->nvabs && ops->nvinv &&
         ops->nvaddconst && ops->nvwrmsnorm && ops->nvmin;
}

static int check_start(const struct galpha_ida *mem, N_Vector y0, N_Vector yp0,
                       const char *function)
{
  if (y0 && yp0) { return IDA_SUCCESS; }
  return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                           y0 ? "yp0 = NULL illegal." : "y0 = NULL illegal.");
}

/* Stores the values that IDAGetConsistentIC and IDAGetDky return before the first
 * step. */
static int keep_start(struct galpha_ida *mem, sunrealtype t0, N_Vector y0,
                      N_Vector yp0, const char *function)
{
  mem->t0 = t0;
  if (galpha_ida_copy(&mem->y0, y0) && galpha_ida_copy(&mem->yp0, yp0))
  {
    return IDA_SUCCESS;
  }
  return galpha_ida_report(mem, "IDA", IDA_MEM_FAIL, function,
                           "A memory request failed.");
}

/* As IDA does, IDAInit drops solvers and root functions and keeps all other
 * options. */
static int begin(struct galpha_ida *mem, bool again, const char *function)
{
  mem->linear       = (struct galpha_ida_linear){0};
  mem->NLS          = NULL;
  mem->nrtfn        = 0;
  mem->rootfn       = NULL;
  mem->defined      = true;
  mem->maxord_alloc = mem->maxord;
  free(mem->rootdir);
  mem->rootdir = NULL;
  galpha_ida_settings_apply(mem, again);
  if (again && mem->tstop_set) { GALPHASetStopTime(mem->galpha, mem->tstop); }
  return galpha_ida_vectors_apply(mem, function);
}

int IDAInit(void *ida_mem, IDAResFn res, sunrealtype t0, N_Vector yy0,
            N_Vector yp0)
{
  struct galpha_ida *mem = galpha_ida_get(ida_mem, __func__);
  if (!mem) { return IDA_MEM_NULL; }
  int code = check_start(mem, yy0, yp0, __func__);
  if (code) { return code; }
  if (!res || !usable(yy0))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, __func__,
                             res ? "A required vector operation is not "
                                   "implemented."
                                 : "res = NULL illegal.");
  }
  const bool again = mem->defined;
  void *galpha     = again ? new_galpha(mem) : mem->galpha;
  if (!galpha)
  {
    return galpha_ida_report(mem, "IDA", IDA_MEM_FAIL, __func__,
                             "A memory request failed.");
  }
  GALPHASetUserData(galpha, mem->user_data);
  code = galpha_ida_code(GALPHAInit(galpha, res, t0, yy0, yp0));
  if (!code) { code = keep_start(mem, t0, yy0, yp0, __func__); }
  if (code)
  {
    if (again) { GALPHAFree(&galpha); }
    return code;
  }
  if (again) { GALPHAFree(&mem->galpha); }
  mem->galpha = galpha;
  return begin(mem, again, __func__);
}

int IDAReInit(void *ida_mem, sunrealtype t0, N_Vector yy0, N_Vector yp0)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  code = check_start(mem, yy0, yp0, __func__);
  if (!code)
  {
    code = galpha_ida_code(GALPHAReInit(mem->galpha, t0, yy0, yp0));
  }
  if (!code) { code = keep_start(mem, t0, yy0, yp0, __func__); }
  if (code) { return code; }
  galpha_ida_settings_apply(mem, false);
  if (mem->id_pending) { galpha_ida_id_apply(mem); }
  return IDA_SUCCESS;
}

static void drop(N_Vector *v)
{
  if (*v) { N_VDestroy(*v); }
  *v = NULL;
}

void IDAFree(void **ida_mem)
{
  if (!ida_mem || !*ida_mem) { return; }
  struct galpha_ida *mem = galpha_ida_get(*ida_mem, __func__);
  if (!mem) { return; }
  galpha_ida_print_counts(mem);
  GALPHAFree(&mem->galpha);
  drop(&mem->id);
  drop(&mem->constraints);
  drop(&mem->tol.vatol);
  drop(&mem->y0);
  drop(&mem->yp0);
  free(mem->rootdir);
  mem->magic = 0;
  free(mem);
  *ida_mem = NULL;
}

/* Tolerances. */

/* IDA accepts relative tolerances of 1 and more, GALPHA only below 1. */
static sunrealtype usable_rtol(sunrealtype rtol)
{
  return rtol >= 1.0 ? 1.0 - 0.5 * SUN_UNIT_ROUNDOFF : rtol;
}

static int settle(struct galpha_ida *mem, int galpha_code)
{
  mem->voice       = GALPHA_IDA_LOUD;
  mem->tol.refused = galpha_code != GALPHA_SUCCESS;
  return galpha_code == GALPHA_MEM_FAIL ? IDA_MEM_FAIL : IDA_SUCCESS;
}

static int check_tolerances(const struct galpha_ida *mem, sunrealtype rtol,
                            sunrealtype atol, const char *function)
{
  if (rtol >= 0.0 && atol >= 0.0) { return IDA_SUCCESS; }
  return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, function,
                           rtol >= 0.0 ? "Some atol component < 0.0 illegal."
                                       : "rtol < 0 illegal.");
}

int IDASStolerances(void *ida_mem, sunrealtype reltol, sunrealtype abstol)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  code = check_tolerances(mem, reltol, abstol, __func__);
  if (code) { return code; }
  mem->tol.kind = GALPHA_IDA_TOL_SS;
  mem->tol.rtol = usable_rtol(reltol);
  mem->tol.atol = abstol;
  mem->voice    = GALPHA_IDA_QUIET;
  return settle(mem, GALPHASStolerances(mem->galpha, mem->tol.rtol, abstol));
}

int IDASVtolerances(void *ida_mem, sunrealtype reltol, N_Vector abstol)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!abstol)
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, __func__,
                             "atol = NULL illegal.");
  }
  code = check_tolerances(mem, reltol, N_VMin(abstol), __func__);
  if (code) { return code; }
  if (!galpha_ida_fits(mem, abstol))
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, __func__,
                             "atol has another length than y0.");
  }
  if (!galpha_ida_copy(&mem->tol.vatol, abstol))
  {
    return galpha_ida_report(mem, "IDA", IDA_MEM_FAIL, __func__,
                             "A memory request failed.");
  }
  mem->tol.kind = GALPHA_IDA_TOL_SV;
  mem->tol.rtol = usable_rtol(reltol);
  mem->voice    = GALPHA_IDA_QUIET;
  return settle(mem, GALPHASVtolerances(mem->galpha, mem->tol.rtol, abstol));
}

int IDAWFtolerances(void *ida_mem, IDAEwtFn efun)
{
  int code               = IDA_SUCCESS;
  struct galpha_ida *mem = galpha_ida_get_defined(ida_mem, __func__, &code);
  if (!mem) { return code; }
  if (!efun)
  {
    return galpha_ida_report(mem, "IDA", IDA_ILL_INPUT, __func__,
                             "efun = NULL illegal.");
  }
  mem->tol.kind = GALPHA_IDA_TOL_WF;
  mem->tol.efun = efun;
  mem->voice    = GALPHA_IDA_QUIET;
  return settle(mem, GALPHAWFtolerances(mem->galpha, efun));
}

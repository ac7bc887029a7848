/* All differences between the SUNDIALS versions (6.4 to 7.x) that the stand-in for
 * IDA supports: the functions that IDA declares, the delivery of error messages,
 * and the layout of IDAPrintAllStats. */
#ifndef GALPHA_IDA_COMPAT_H
#define GALPHA_IDA_COMPAT_H

#include <stdio.h>

#include <ida/ida.h>
#include <ida/ida_bbdpre.h>
#include <ida/ida_ls.h>
#include <sundials/sundials_version.h>

#define GALPHA_IDA_VERSION(major, minor, patch) \
  (10000 * (major) + 100 * (minor) + (patch))
#define GALPHA_IDA_SUNDIALS                                          \
  GALPHA_IDA_VERSION(SUNDIALS_VERSION_MAJOR, SUNDIALS_VERSION_MINOR, \
                     SUNDIALS_VERSION_PATCH)

#if GALPHA_IDA_SUNDIALS >= GALPHA_IDA_VERSION(6, 5, 0)
#define GALPHA_IDA_HAVE_GET_JAC 1
#endif
#if GALPHA_IDA_SUNDIALS >= GALPHA_IDA_VERSION(6, 5, 1)
#define GALPHA_IDA_HAVE_CLEAR_STOP_TIME 1
#endif
#if GALPHA_IDA_SUNDIALS >= GALPHA_IDA_VERSION(6, 6, 1)
#define GALPHA_IDA_STOP_BEFORE_TOUT 1 /* at tout == tstop: IDA_TSTOP_RETURN */
#endif
#if GALPHA_IDA_SUNDIALS >= GALPHA_IDA_VERSION(7, 5, 0)
#define GALPHA_IDA_HAVE_SET_OPTIONS 1
#endif

#if SUNDIALS_VERSION_MAJOR >= 7

#include <sundials/priv/sundials_errors_impl.h>

/* No public header declares it, but programs that include IDA's private header
 * call it. */
#define GALPHA_IDA_HAVE_PROCESS_ERROR 1
SUNDIALS_EXPORT void IDAProcessError(void *ida_mem, int error_code, int line,
                                     const char *func, const char *file,
                                     const char *msgfmt, ...);

/* Error messages go to the handlers of the SUNContext. */
struct galpha_ida_sink
{
  SUNContext sunctx;
};

static inline void galpha_ida_sink_init(struct galpha_ida_sink *sink,
                                        SUNContext sunctx)
{
  sink->sunctx = sunctx;
}

/* Delivers a message; sink NULL: there is no object yet. msg must hold no '%',
 * because the logger of SUNDIALS uses the message as a format. */
static inline void galpha_ida_deliver(const struct galpha_ida_sink *sink,
                                      int code, const char *module,
                                      const char *function, char *msg)
{
  (void)module;
  if (!sink)
  {
    SUNGlobalFallbackErrHandler(0, function, "GALPHA", "%s", code, msg);
  }
  else if (code == IDA_WARNING)
  {
    SUNLogger logger = NULL;
    if (SUNDIALS_LOGGING_LEVEL >= 2 &&
        SUNContext_GetLogger(sink->sunctx, &logger) == SUN_SUCCESS)
    {
      SUNLogger_QueueMsg(logger, SUN_LOGLEVEL_WARNING, "GALPHA", function, "%s",
                         msg);
    }
  }
  else
  {
    SUNHandleErrWithMsg(0, function, "GALPHA", msg, code, sink->sunctx);
    (void)SUNContext_GetLastError(sink->sunctx);
  }
}

/* The code that SUNNonlinSolSetMaxIters of SUNDIALS' Newton solver returns. */
static inline int galpha_ida_check_iters(int maxcor)
{
#ifdef SUNDIALS_ENABLE_ERROR_CHECKS
  return maxcor < 1 ? SUN_ERR_ARG_OUTOFRANGE : SUN_SUCCESS;
#else
  (void)maxcor;
  return SUN_SUCCESS;
#endif
}

/* Labels and number formats of IDAPrintAllStats, which differ between versions. */
#define GALPHA_IDA_TIME_CSV    "Current time"
#define GALPHA_IDA_LSRES_CSV   "LS residual fn evals"
#define GALPHA_IDA_REAL_TABLE  SUN_FORMAT_G
#define GALPHA_IDA_REAL_CSV    SUN_FORMAT_E
#define GALPHA_IDA_END_CSV     ""
#define GALPHA_IDA_EMPTY_RATES 0

#else

#include <ida/ida_direct.h>
#include <ida/ida_spils.h>

#define GALPHA_IDA_HAVE_OLD_NAMES 1

struct galpha_ida_sink
{
  IDAErrHandlerFn fn; /* NULL: lines on fp */
  void *data;
  FILE *fp; /* NULL: silent */
};

static inline void galpha_ida_sink_init(struct galpha_ida_sink *sink,
                                        SUNContext sunctx)
{
  (void)sunctx;
  *sink = (struct galpha_ida_sink){.fp = stderr};
}

static inline void galpha_ida_deliver(const struct galpha_ida_sink *sink,
                                      int code, const char *module,
                                      const char *function, char *msg)
{
  FILE *fp = sink ? sink->fp : stderr;
  if (sink && sink->fn) { sink->fn(code, module, function, msg, sink->data); }
  else if (fp)
  {
    fprintf(fp, "\n[%s %s]  %s\n  %s\n\n", module,
            code == IDA_WARNING ? "WARNING" : "ERROR", function, msg);
  }
}

static inline int galpha_ida_check_iters(int maxcor)
{
  return maxcor < 1 ? SUN_NLS_ILL_INPUT : SUN_NLS_SUCCESS;
}

#define GALPHA_IDA_TIME_CSV    "Time"
#define GALPHA_IDA_LSRES_CSV   "LS residual evals"
#define GALPHA_IDA_REAL_TABLE  "%.16g"
#define GALPHA_IDA_REAL_CSV    "%.16g"
#define GALPHA_IDA_END_CSV     "\n"
#define GALPHA_IDA_EMPTY_RATES 1

#endif

#endif

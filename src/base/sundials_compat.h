/* All differences between the supported versions of SUNDIALS (6.4 to 7.x); no other
 * file of src tests SUNDIALS' version. */
#ifndef GALPHA_BASE_SUNDIALS_COMPAT_H
#define GALPHA_BASE_SUNDIALS_COMPAT_H

#include <sundials/sundials_config.h>
#include <sundials/sundials_types.h>

#include <galpha/galpha.h>

#if SUNDIALS_VERSION_MAJOR < 6 || \
  (SUNDIALS_VERSION_MAJOR == 6 && SUNDIALS_VERSION_MINOR < 4)
#error "GALPHA needs SUNDIALS 6.4 or later"
#endif

/* Called booleantype before 7. */
typedef sunbooleantype galpha_sunbool;

/* Since 7, every success is SUN_SUCCESS. */
#ifndef SUN_NLS_SUCCESS
#define SUN_NLS_SUCCESS 0
#endif

/* Return value of linear solvers without memory. */
#ifdef SUNLS_MEM_FAIL
#define GALPHA_SUNLS_NO_MEMORY SUNLS_MEM_FAIL
#else
#define GALPHA_SUNLS_NO_MEMORY SUN_ERR_MALLOC_FAIL
#endif

#ifndef SUNDIALS_DOUBLE_PRECISION
#error "GALPHA needs a SUNDIALS built with double precision"
#endif

/* SUNAdaptController exists since 6.7; before, none can be attached. */
#ifdef GALPHA_HAVE_ADAPTCONTROLLER

typedef SUNAdaptController galpha_controller;

static inline int galpha_controller_of_steps(galpha_controller c)
{
  return SUNAdaptController_GetType(c) == SUN_ADAPTCONTROLLER_H;
}

/* *hnew = size of the next step after a step h with the error estimate dsm and a
 * method of order p. Nonzero: failure. */
static inline int galpha_controller_estimate(galpha_controller c, sunrealtype h,
                                             int p, sunrealtype dsm,
                                             sunrealtype *hnew)
{
  return (int)SUNAdaptController_EstimateStep(c, h, p, dsm, hnew);
}

/* The step h was accepted. */
static inline int galpha_controller_accept(galpha_controller c, sunrealtype h,
                                           sunrealtype dsm)
{
  return (int)SUNAdaptController_UpdateH(c, h, dsm);
}

static inline int galpha_controller_reset(galpha_controller c)
{
  return (int)SUNAdaptController_Reset(c);
}

#else

typedef void *galpha_controller;

static inline int galpha_controller_estimate(galpha_controller c, sunrealtype h,
                                             int p, sunrealtype dsm,
                                             sunrealtype *hnew)
{
  (void)c;
  (void)p;
  (void)dsm;
  *hnew = h;
  return -1;
}

static inline int galpha_controller_accept(galpha_controller c, sunrealtype h,
                                           sunrealtype dsm)
{
  (void)c;
  (void)h;
  (void)dsm;
  return -1;
}

static inline int galpha_controller_reset(galpha_controller c)
{
  (void)c;
  return -1;
}

#endif

#endif

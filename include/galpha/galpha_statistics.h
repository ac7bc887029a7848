/* Statistics: counters of the integrator, sizes of steps, orders, estimated errors. */
#ifndef GALPHA_STATISTICS_H
#define GALPHA_STATISTICS_H

#include <galpha/galpha_core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Accepted steps; failures of the error test; attempts that could not be solved. Level:
 * beginner. */
GALPHA_EXPORT int GALPHAGetNumSteps(void *mem, long int *nsteps);
GALPHA_EXPORT int GALPHAGetNumErrTestFails(void *mem, long int *netfails);
GALPHA_EXPORT int GALPHAGetNumStepSolveFails(void *mem, long int *ncfn);
/* Evaluations of the dynamic equation (calls of the force or of F for it), builds of the
 * iteration matrix, factorisations, solutions. Level: beginner. */
GALPHA_EXPORT int GALPHAGetNumResEvals(void *mem, long int *nres);
GALPHA_EXPORT int GALPHAGetNumJacEvals(void *mem, long int *njev);
GALPHA_EXPORT int GALPHAGetNumLinSolvSetups(void *mem, long int *nlinsetups);
GALPHA_EXPORT int GALPHAGetNumLinSolves(void *mem, long int *nsolves);
/* Newton iterations, failures of Newton's iteration, contraction rate of the last one.
 * Level: beginner. */
GALPHA_EXPORT int GALPHAGetNumNonlinSolvIters(void *mem, long int *nni);
GALPHA_EXPORT int GALPHAGetNumNonlinSolvConvFails(void *mem,
                                                  long int *nncfails);
GALPHA_EXPORT int GALPHAGetNonlinSolvStats(void *mem, long int *nni,
                                           long int *nncfails);
GALPHA_EXPORT int GALPHAGetConvRate(void *mem, sunrealtype *crate);
/* First step, last step, next step, time at the end of the last step. Level: beginner. */
GALPHA_EXPORT int GALPHAGetActualInitStep(void *mem, sunrealtype *hinused);
GALPHA_EXPORT int GALPHAGetLastStep(void *mem, sunrealtype *hlast);
GALPHA_EXPORT int GALPHAGetCurrentStep(void *mem, sunrealtype *hcur);
GALPHA_EXPORT int GALPHAGetCurrentTime(void *mem, sunrealtype *tcur);
/* Order of the last and of the next step: 1 (backward Euler), 2 (generalized-alpha), 3 to
 * 5 (BDF); 0 before the first. Level: beginner. */
GALPHA_EXPORT int GALPHAGetLastOrder(void *mem, int *klast);
GALPHA_EXPORT int GALPHAGetCurrentOrder(void *mem, int *kcur);
/* Accepted steps of an order, 1 to 5 (GALPHA_ILL_INPUT: another one); how often the order
 * fell from 3, 4, 5 to 2. Level: advanced. */
GALPHA_EXPORT int GALPHAGetNumStepsOfOrder(void *mem, int order,
                                           long int *nsteps);
GALPHA_EXPORT int GALPHAGetNumOrderFalls(void *mem, long int *nfalls);
/* Accepted steps by what kept them from being longer: by is one of GALPHA_BY_...
 * (GALPHA_ILL_INPUT: another number). Every step is counted once; of several causes a stop
 * time goes first, then a fixed step, failed attempts at this step (the last of them),
 * bounds of the step, the largest error. Level: beginner. */
GALPHA_EXPORT int GALPHAGetNumStepsBy(void *mem, int by, long int *nsteps);
/* Several of these at once, as IDAGetIntegratorStats. Level: beginner. */
GALPHA_EXPORT int GALPHAGetIntegratorStats(
  void *mem, long int *nsteps, long int *nres, long int *nlinsetups,
  long int *netfails, int *klast, int *kcur, sunrealtype *hinused,
  sunrealtype *hlast, sunrealtype *hcur, sunrealtype *tcur);
/* Factor by which tolerances would have to grow after GALPHA_TOO_MUCH_ACC (1: they are
 * fine). Level: advanced. */
GALPHA_EXPORT int GALPHAGetTolScaleFactor(void *mem, sunrealtype *tolsfac);
/* Error weights and estimated local errors of q; ...Vel: of v. Length n. Errors:
 * GALPHA_NO_MALLOC (no start, no step yet), GALPHA_ILL_INPUT (...Vel after GALPHAInit: y
 * alone is tested). Level: advanced. */
GALPHA_EXPORT int GALPHAGetErrWeights(void *mem, N_Vector ewt);
GALPHA_EXPORT int GALPHAGetErrWeightsVel(void *mem, N_Vector ewt);
GALPHA_EXPORT int GALPHAGetEstLocalErrors(void *mem, N_Vector ele);
GALPHA_EXPORT int GALPHAGetEstLocalErrorsVel(void *mem, N_Vector ele);
/* Of the last attempt: the part with the largest local error (GALPHA_BY_POSITIONS,
 * ..._VELOCITIES, ..._STATES, ..._MULTIPLIERS), its component with the largest error
 * (within this process; -1: unknown, as for multipliers), and that error over its
 * tolerance. Each may be NULL. Error: GALPHA_NO_MALLOC. Level: beginner. */
GALPHA_EXPORT int GALPHAGetLargestError(void *mem, int *part,
                                        long int *component,
                                        sunrealtype *error);
/* Numbers of sunrealtype and of integer words held. Level: advanced. */
GALPHA_EXPORT int GALPHAGetWorkSpace(void *mem, long int *lenrw,
                                     long int *leniw);
/* All counters as a table or as CSV (SUN_OUTPUTFORMAT_...). Level: beginner. */
GALPHA_EXPORT int GALPHAPrintAllStats(void *mem, FILE *outfile,
                                      SUNOutputFormat fmt);

#ifdef __cplusplus
}
#endif

#endif

/* Band-block-diagonal preconditioner of distributed systems F(t,y,y') = 0, in the
 * manner of IDABBDPRE: each process forms a banded approximation of its own block of
 * dG/dy + cj dG/dy' by differences, G a local function close to F, and factorises it.
 * Level of all functions: advanced. */
#ifndef GALPHA_BBDPRE_H
#define GALPHA_BBDPRE_H

#include <galpha/galpha.h>

#ifdef __cplusplus
extern "C" {
#endif

/* gval = G(t,y,y') of this process. */
typedef int (*GALPHABBDLocalFn)(sunindextype Nlocal, sunrealtype t, N_Vector y,
                                N_Vector yp, N_Vector gval, void *user_data);
/* Communication that G needs beforehand. */
typedef int (*GALPHABBDCommFn)(sunindextype Nlocal, sunrealtype t, N_Vector y,
                               N_Vector yp, void *user_data);

/* After GALPHAInit and GALPHASetLinearSolver (Krylov). Half-bandwidths of the
 * differences (mudq, mldq) and of what is kept (mukeep, mlkeep); dq_rel_yy:
 * relative increment, 0: sqrt of the unit roundoff, at least 1/(error weight); Gcomm is
 * optional. Errors: GALPHA_ILL_INPUT (Nlocal, no Krylov solver), GALPHA_MEM_FAIL.
 * GALPHAFree releases it. */
GALPHA_EXPORT int GALPHABBDPrecInit(void *mem, sunindextype Nlocal,
                                    sunindextype mudq, sunindextype mldq,
                                    sunindextype mukeep, sunindextype mlkeep,
                                    sunrealtype dq_rel_yy,
                                    GALPHABBDLocalFn Gres,
                                    GALPHABBDCommFn Gcomm);
GALPHA_EXPORT int GALPHABBDPrecReInit(void *mem, sunindextype mudq,
                                      sunindextype mldq, sunrealtype dq_rel_yy);
GALPHA_EXPORT int GALPHABBDPrecGetWorkSpace(void *mem, long int *lenrwBBDP,
                                            long int *leniwBBDP);
GALPHA_EXPORT int GALPHABBDPrecGetNumGfnEvals(void *mem, long int *ngevalsBBDP);

#ifdef __cplusplus
}
#endif

#endif

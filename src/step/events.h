/* Events: zeros of the user's root functions, found as IDA finds them (sign
 * changes, directions, inactive functions, several roots at one time). Knows
 * root values as functions of t, nothing of vectors. */
#ifndef GALPHA_STEP_EVENTS_H
#define GALPHA_STEP_EVENTS_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

/* Values of all root functions at t (the caller evaluates the dense output; t
 * may lie slightly beyond the last step, see begin and resume). Nonzero, or any
 * value not finite: the user's function failed. */
typedef int (*galpha_root_eval)(void *ctx, sunrealtype t, sunrealtype *gout);

struct galpha_root
{
  int nrtfn;    /* 0: no root functions, every call below returns at once */
  long int nge; /* evaluations; zeroed by init only */
  int *rootdir; /* 0 both, +1 rising, -1 falling */
  int *iroots;  /* of the last root returned: +1 rising, -1 falling, 0 none */
  bool found;   /* the last return to the user was a root */
  sunrealtype tlo, thi, trout;    /* trout: of the root, or of the failure */
  sunrealtype *glo, *ghi, *grout; /* glo[i] == 0: inactive until it leaves 0 */
};

#define GALPHA_ROOT_NONE  0
#define GALPHA_ROOT_FOUND 1 /* at trout, with iroots set */
#define GALPHA_ROOT_EVALFAIL \
  -1 /* root function failed or not finite, at trout */

/* r is zeroed memory or was initialised before (its arrays are then released;
 * nrtfn 0 does only that). Directions become 0. -1: no memory. */
int galpha_root_init(struct galpha_root *r, int nrtfn);
void galpha_root_free(struct galpha_root *r);

/* Functions that were zero at tlo and have not left zero: no root of them is
 * looked for until they do. To be asked (and warned of, once) after begin,
 * resume or scan returned GALPHA_ROOT_NONE. */
int galpha_root_inactive(const struct galpha_root *r);

/* At t0, before the first step of size about h (sign gives the direction). A
 * function zero at t0 takes its sign from t0 + max(0.1 h, tolerance), asked for
 * only then; zero there too, it is inactive. */
int galpha_root_begin(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                      sunrealtype t0, sunrealtype h);
/* On entry to a later GALPHASolve call, before new steps, when the last return
 * was a root at tlo (else it does nothing): functions zero at tlo take their
 * sign from just after it, 100 roundoffs of |tcur| + |h| later, even when that
 * is beyond tcur. A new root there is GALPHA_ROOT_FOUND. */
int galpha_root_resume(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                       sunrealtype tcur, sunrealtype h);
/* Looks for the first root in (tlo, thi], thi the lesser of the end of the last
 * step and tout (the caller says); on no root tlo moves to thi. thi at or before
 * tlo (h gives the direction): GALPHA_ROOT_NONE. */
int galpha_root_scan(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                     sunrealtype thi, sunrealtype tcur, sunrealtype h);

#endif

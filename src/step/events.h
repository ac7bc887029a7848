/* Rootfinding: zeros of the user's root functions g_i(t), found as in IDA (sign
 * changes, directions, inactive functions, several roots at one time). Works with
 * values of g_i at given t and does not use vectors. */
#ifndef GALPHA_STEP_EVENTS_H
#define GALPHA_STEP_EVENTS_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

/* Evaluates all root functions at t, with q and v from dense output; t may be slightly
 * beyond the last step, see begin and resume. A nonzero return, or a value that is not
 * finite, means that the user's function failed. */
typedef int (*galpha_root_eval)(void *ctx, sunrealtype t, sunrealtype *gout);

/* The same at t with every argument changed by about EVENT_MOVE of its size; signs and
 * amounts differ between components and samples. */
typedef int (*galpha_root_perturbed)(void *ctx, sunrealtype t, int sample,
                                     sunrealtype *gout);

struct galpha_root
{
  int nrtfn;    /* 0: no root functions, every call below returns at once */
  long int nge; /* evaluations; only galpha_root_init sets it to 0 */
  int *rootdir; /* wanted direction: 0 both, +1 rising, -1 falling */
  int *iroots;  /* at the last root: +1 rising, -1 falling, 0 none */
  bool found;   /* the last return to the user was a root */
  bool as_ida; /* values that are not finite are no failure, but no roots, and a
                   function must leave zero after its root */
  sunrealtype tlo, thi, trout; /* trout: time of the root or of the failure */
  sunrealtype *glo, *ghi, *grout;  /* glo[i] == 0: inactive until it leaves 0 */
  galpha_root_perturbed perturbed; /* NULL: rounding is not known */
  /* largest[i]: largest |g_i| since the start or its last root; rounding[i]: its rounding
   * error, which |g_i| must exceed to have left zero; 0: not known yet */
  sunrealtype *largest, *rounding;
  sunrealtype *moved, *least, *most; /* work space */
};

enum galpha_root_result
{
  GALPHA_ROOT_NONE,
  GALPHA_ROOT_FOUND,    /* at trout, with iroots set */
  GALPHA_ROOT_EVALFAIL, /* root function failed or not finite, at trout */
  GALPHA_ROOT_STAYS /* as_ida: a function is zero at and after its root, tlo */
};

/* Allocates the arrays; releases earlier ones (nrtfn 0 does only that). r must be
 * zeroed memory or initialised. Sets the directions to 0. -1: no memory. */
int galpha_root_init(struct galpha_root *r, int nrtfn);
void galpha_root_free(struct galpha_root *r);

/* The number of inactive functions: they were zero at tlo and have not left zero, and
 * have no root until they do. Valid after begin, resume or scan returned
 * GALPHA_ROOT_NONE; the caller then warns the user once. */
int galpha_root_inactive(const struct galpha_root *r);

/* At t0, before the first step of size about h (its sign gives the direction). If a
 * function is zero at t0, all are evaluated at t0 + max(0.1 h, tolerance), and it takes
 * its sign from there; if it is zero there too, it is inactive. */
int galpha_root_begin(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                      sunrealtype t0, sunrealtype h);
/* On entry to a later GALPHASolve call, before new steps, if the last return was a root
 * at tlo (otherwise does nothing): functions that are zero at tlo take their sign from
 * 100 eps (|tcur| + |h|) later, even if that is beyond tcur. Returns GALPHA_ROOT_FOUND
 * if there is a new root there. */
int galpha_root_resume(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                       sunrealtype tcur, sunrealtype h);
/* Finds the first root in (tlo, thi]; the caller passes as thi the earlier of tout and
 * the end of the last step. Without a root tlo becomes thi. GALPHA_ROOT_NONE if thi is
 * not after tlo in the direction of h. */
int galpha_root_scan(struct galpha_root *r, galpha_root_eval eval, void *ctx,
                     sunrealtype thi, sunrealtype tcur, sunrealtype h);

#endif

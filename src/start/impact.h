/* The jump of the velocities by impacts along given directions, with Newton's restitution,
 * and by the constraints. */
#ifndef GALPHA_START_IMPACT_H
#define GALPHA_START_IMPACT_H

#include "start/memory.h"

struct galpha_impact
{
  int p;                /* directions: rows of D */
  SUNMatrix D;          /* dense, p x n */
  const sunrealtype *e; /* coefficients of restitution */
  sunrealtype *impulse; /* result: >= 0; may be own */
  int row;              /* result: a row that no impulse can move, or -1 */
  N_Vector *x;          /* velocities for unit impulses */
  sunrealtype *W;       /* D x: p x p */
  /* per row: speed D v, its rounding error, right-hand side, impulse of the present one
   * of several impacts */
  sunrealtype *speed, *size, *b, *part, *own;
  sunrealtype *small, *work; /* W of the rows that act; of the solution */
  int *acting, *chosen;
};

/* p rows of n; -1: no memory. */
int galpha_impact_init(struct galpha_impact *im, int p, N_Vector like);
void galpha_impact_free(struct galpha_impact *im);
/* v := the velocities after the impact at the point. Returns a code; GALPHA_SINGULAR_JAC:
 * no impulse can move `row` or, if it is -1, no velocities satisfy the rows and the
 * constraints. A failing callback is recorded in sys->fail. */
int galpha_impact_solve(struct galpha_impact *im, struct galpha_ic *ic,
                        const struct galpha_point *at, N_Vector v);

#endif

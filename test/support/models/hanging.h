/* A pendulum (x, y) of unit mass whose support moves along x, or y: as a mechanism and as
 * F = 0, and its angle from the vertical and the force in its rod, which owe nothing to the
 * library. The data of all of them is a struct hanging, what begins with one, or NULL: the
 * support is at rest at 0, and no force pushes. */
#pragma once

#include "support/models/problem.h"

#define HANGING_GRAVITY 9.81

struct hanging
{
  /* place of the support (k = 0), its speed, its acceleration; NULL: 0 */
  sunrealtype (*support)(const struct hanging *p, sunrealtype t, int k);
  int upright;        /* it moves along y */
  sunrealtype length; /* of the rod; 0: 1 */
  sunrealtype push;   /* a horizontal force on the mass */
  int until_failure;  /* evaluations of F until one fails; 0: none does */
};

int hanging_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                  void *data);
int hanging_rod(sunrealtype t, N_Vector q, N_Vector g, void *data);
int hanging_rod_rate(sunrealtype t, N_Vector q, N_Vector gt, void *data);
int hanging_rod_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data);
/* y = (x, y, lambda), and y = (x, y, their rates, lambda, mu) of index 2. */
int hanging_index3(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                   N_Vector r, void *data);
int hanging_index2(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                   void *data);

/* y = (angle, its rate): a runge_kutta_fn, and lambda. */
void hanging_swing(sunrealtype t, const sunrealtype *y, sunrealtype *d,
                   const void *data);
sunrealtype hanging_tension(const struct hanging *p, sunrealtype t,
                            const sunrealtype *y);

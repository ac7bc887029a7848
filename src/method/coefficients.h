/* Coefficients of one step of size h after one of size h_last: weights of the
 * recursions and of their local error estimates. Scalars only, no vectors. */
#ifndef GALPHA_METHOD_COEFFICIENTS_H
#define GALPHA_METHOD_COEFFICIENTS_H

#include "method/families.h"

/* The algorithmic accelerations differ from q'' by second-order offsets c:
 * a_{n+alpha} = q''(t_n + alpha h) + c q'''' + ... The velocity estimate needs them
 * from step to step. */
struct galpha_offset
{
  sunrealtype used;  /* c of the a_alpha of the last step, after (14) */
  sunrealtype fresh; /* c of the a of the last step                   */
  sunrealtype time_used, time; /* their times, relative to t_n          */
};

struct galpha_coef
{
  sunrealtype h, h_last; /* h_last = 0: no step before this one */
  /* Positions y and velocities z of Jay and Negrut (2009):
     y1 = y0 + h z0 + y_old a_alpha + y_new a, z1 = z0 + z_old a_alpha + z_new a */
  sunrealtype y_old, y_new; /* h^2 (1/2 - beta), h^2 beta */
  sunrealtype z_old, z_new; /* h (1 - gamma), h gamma     */
  sunrealtype dv;           /* dz1/dy1 = gamma/(h beta)   */
  sunrealtype shift;   /* alpha (h/h_last - 1), Jay and Negrut (2009), (14) */
  sunrealtype err_y;   /* e_y = err_y (a~ - a_alpha)                */
  sunrealtype h_ratio; /* h/h_last, 0 in the first step */
  /* e_z = sum of err_z[i] a_i; a_0: a_alpha of the last step, a_1: its a, a_2: a of
     this one */
  sunrealtype err_z[3];
  /* The local errors in derivatives: e_y = y3 y''', e_z = z3 y''' + z4 y''''. */
  sunrealtype y3, z3, z4;
  struct galpha_offset offset; /* of this step, for the next one */
};

/* Coefficients for first-order states x with the rate w: Bruls and Arnold (2008),
 * (6), (9). */
struct galpha_state_coef
{
  sunrealtype x_old, x_new; /* x1 = x0 + x_old w_delta + x_new w */
  sunrealtype cx;           /* dx'1/dx1                          */
  sunrealtype shift;        /* delta (h/h_last - 1)              */
  sunrealtype err_x[3];     /* e_x = sum of err_x[i] w_i         */
  /* Factor on e_x in a step far shorter than the last one, within which w may bend. */
  sunrealtype bend;
  struct galpha_offset offset;
};

/* Weights w[0..n-1] of the values at x[0..n-1], n <= 4, in their interpolation
 * polynomial at the point at. */
void galpha_coef_extrapolate(int n, const sunrealtype *x, sunrealtype at,
                             sunrealtype *w);
/* Weights w[0..n-1] of the values at x[0..n-1] in their divided difference of order
 * n - 1. */
void galpha_coef_difference(int n, const sunrealtype *x, sunrealtype *w);
/* mode: GALPHA_CORRECT_..., what is corrected when h changes. */
void galpha_coef_step(struct galpha_coef *c, const struct galpha_family *family,
                      const struct galpha_offset *last, sunrealtype h,
                      sunrealtype h_last, int mode);
/* The local error of a first step from the rate a_0 and its derivative a_0' at the start
 * and the rate a of the step: w[0] (a - a_0) + w[1] a_0'. Of velocities, or (states) of
 * first-order states. shifted: a_alpha is a_0 + alpha h a_0', else a_0. */
void galpha_coef_first(const struct galpha_family *family, bool states,
                       sunrealtype h, bool shifted, sunrealtype w[2]);
/* For some h/h_last near 1/5, and in the steps after h was cut by much, the weight of the
 * newest a in e_z may vanish, and the error test would miss a jump of a in this step (a
 * contact). Raises the weights of e_z to the share `least` of those for constant h.
 * galpha_coef_state does so for first-order states. */
void galpha_coef_raise_jump_weight(struct galpha_coef *c,
                                   const struct galpha_family *family,
                                   sunrealtype least);
void galpha_coef_state(struct galpha_state_coef *c,
                       const struct galpha_family *family,
                       const struct galpha_offset *last, sunrealtype h,
                       sunrealtype h_last, int mode);

#endif

/* Weights of one step of size h after one of size h_last. Pure numbers. */
#ifndef GALPHA_METHOD_COEFFICIENTS_H
#define GALPHA_METHOD_COEFFICIENTS_H

#include "method/families.h"

/* Second-order offsets of the algorithmic accelerations: a_{n+alpha} is
 * a(t_n + alpha h) + c a'' + ...; carried from step to step for the velocity
 * estimate. */
struct galpha_offset
{
  sunrealtype used;  /* of the a the last step started from, after (14) */
  sunrealtype fresh; /* of the a the last step produced                 */
  sunrealtype time_used, time; /* the times they belong to, from t_n     */
};

struct galpha_coef
{
  sunrealtype h, h_last;    /* h_last = 0: no step before this one */
  sunrealtype y_old, y_new; /* y1 = y0 + h z0 + y_old a_alpha + y_new a  */
  sunrealtype z_old, z_new; /* z1 = z0 + z_old a_alpha + z_new a         */
  sunrealtype dv;           /* dz1/dy1 = gamma/(h beta)                  */
  sunrealtype shift; /* alpha (h/h_last - 1), Jay and Negrut (2009), (14) */
  sunrealtype err_y; /* e_y = err_y (a~ - a_alpha)                */
  sunrealtype slope; /* h/h_last                                  */
  /* e_z = sum of err_z[i] a_i, a_i: used at the last step, its result, now */
  sunrealtype err_z[3];
  sunrealtype y3, z3, z4;      /* e_y = y3 y''', e_z = z3 y''' + z4 y''''     */
  struct galpha_offset offset; /* of this step, to be carried on */
};

/* The same for first-order states x, Bruls and Arnold (2008), (6) and (9). */
struct galpha_state_coef
{
  sunrealtype x_old, x_new; /* x1 = x0 + x_old w_delta + x_new w */
  sunrealtype cx;           /* dx'1/dx1                          */
  sunrealtype shift;        /* (14) on w                         */
  sunrealtype err_x[3];     /* as err_z                          */
  struct galpha_offset offset;
};

/* Weights of the polynomial through the values at x[0..n-1], n <= 4, at a point. */
void galpha_coef_extrapolate(int n, const sunrealtype *x, sunrealtype at,
                             sunrealtype *w);
/* Weights of the divided difference over x[0..n-1], of order n - 1. */
void galpha_coef_difference(int n, const sunrealtype *x, sunrealtype *w);
/* mode: GALPHA_CORRECT_... at a change of h. */
void galpha_coef_step(struct galpha_coef *c, const struct galpha_family *family,
                      const struct galpha_offset *last, sunrealtype h,
                      sunrealtype h_last, int mode);
/* e_z vanishes for some ratios of h to h_last around a fifth, where a jump of a in this
 * step, as of a contact, would pass: raises its weights to a share of those of steady
 * steps. */
void galpha_coef_see_jumps(struct galpha_coef *c,
                           const struct galpha_family *family);
void galpha_coef_state(struct galpha_state_coef *c,
                       const struct galpha_family *family,
                       const struct galpha_offset *last, sunrealtype h,
                       sunrealtype h_last, int mode);

#endif

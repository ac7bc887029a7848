#include "galpha_coef.h"

#include <math.h>

/* Weights of the second divided difference over x[0..2]. */
static void divided_difference(const sunrealtype x[3], sunrealtype w[3])
{
  w[0] = 1.0 / ((x[0] - x[1]) * (x[0] - x[2]));
  w[1] = 1.0 / ((x[1] - x[0]) * (x[1] - x[2]));
  w[2] = 1.0 / ((x[2] - x[0]) * (x[2] - x[1]));
}

/* The recursion of a (or w): (1-m) a_{n+1} + m a_n = (1-f) a'_{n+1} + f a'_n,
 * and the weight gamma (theta) it enters the integral with. */
struct recursion
{
  sunrealtype m, f, weight;
};

/* (14) on a and w. */
static bool corrects_a(int mode)
{
  return mode == GALPHA_CORRECT_A || mode == GALPHA_CORRECT_VELOCITIES;
}

/* Where the a of this step live: that it starts from at t_n + d0 with the
 * second-order offset c0, its result at t_{n+1} + d1 with c1. */
struct places
{
  sunrealtype d0, d1, c0, c1;
};

static struct places place(const struct recursion *r, sunrealtype h,
                           sunrealtype hp, const struct galpha_offset *last,
                           int mode)
{
  const sunrealtype m = r->m, alpha = m - r->f;
  struct places p = {.d0 = alpha * (hp != 0.0 ? hp : h), .c0 = last->fresh};
  if (hp != 0.0 && mode == GALPHA_CORRECT_WEIGHTS) { p.d0 = last->time; }
  if (hp != 0.0 && corrects_a(mode))
  {
    const sunrealtype moved = alpha * (h - hp);
    p.c0 += alpha * (h / hp - 1.0) * (last->fresh - last->used) -
            0.5 * moved * (moved + hp);
    p.d0 = alpha * h;
  }
  p.d1 = (alpha * h - m * p.d0) / (1.0 - m);
  p.c1 =
    (0.5 * (1.0 - r->f) * h * h - m * (p.c0 + 0.5 * p.d0 * p.d0)) / (1.0 - m) -
    0.5 * (h + p.d1) * (h + p.d1);
  return p;
}

/* Where the places do not balance (backward Euler, Newmark with gamma > 1/2) the
 * local error begins with e1 a', a' from the last two accelerations. */
static void add_first_order(sunrealtype h, const struct places *p,
                            sunrealtype u, sunrealtype from, sunrealtype err[3])
{
  const sunrealtype end = h + p->d1;
  const sunrealtype e1  = h * ((1.0 - u) * p->d0 + u * end) - 0.5 * h * h;
  if (!(fabs(e1) > 1e-9 * h * h)) { return; }
  err[1] -= e1 / (end - from);
  err[2] += e1 / (end - from);
}

/* The local error of z (or x) is K a''; a'' comes from the divided difference of
 * the algorithmic accelerations, whose own offsets c distort it by 1 + 2 DD[c].
 * In the mode GALPHA_CORRECT_WEIGHTS *weight becomes that of 004 (28)-(29), in
 * terms of the places: gamma_n = (h/2 - d0)/(h + d1 - d0). */
static void rate_error(const struct recursion *r, sunrealtype h, sunrealtype hp,
                       const struct galpha_offset *last, int mode,
                       struct galpha_offset *offset, sunrealtype *weight,
                       sunrealtype err[3])
{
  const sunrealtype alpha = r->m - r->f;
  const struct places p   = place(r, h, hp, last, mode);
  *weight                 = r->weight;
  if (mode == GALPHA_CORRECT_WEIGHTS)
  {
    *weight = (0.5 * h - p.d0) / (h + p.d1 - p.d0);
  }
  *offset = (struct galpha_offset){p.c0, p.c1, p.d0, p.d1};
  err[0] = err[1] = err[2] = 0.0;
  if (hp == 0.0)
  {
    add_first_order(h, &p, *weight, 0.0, err);
    return;
  }

  const bool weights     = mode == GALPHA_CORRECT_WEIGHTS;
  const sunrealtype x[3] = {
    weights ? last->time_used - hp : -(1.0 - alpha) * hp,
    weights ? last->time : alpha * hp, weights ? h + p.d1 : (1.0 + alpha) * h};
  sunrealtype w[3];
  divided_difference(x, w);
  const sunrealtype dd = w[0] * last->used + w[1] * last->fresh + w[2] * p.c1;
  const sunrealtype u = *weight, end = h + p.d1;
  const sunrealtype K = 0.5 * h * ((1.0 - u) * p.d0 * p.d0 + u * end * end) -
                        h * h * h / 6.0 + h * ((1.0 - u) * p.c0 + u * p.c1);
  const sunrealtype scale = 2.0 * K / fmax(0.25, fabs(1.0 + 2.0 * dd));
  for (int i = 0; i < 3; i++) { err[i] = scale * w[i]; }
  add_first_order(h, &p, u, x[1], err);
}

void galpha_coef_extrapolate(int n, const sunrealtype *x, sunrealtype at,
                             sunrealtype *w)
{
  for (int i = 0; i < n; i++)
  {
    w[i] = 1.0;
    for (int j = 0; j < n; j++)
    {
      w[i] *= j != i ? (at - x[j]) / (x[i] - x[j]) : 1.0;
    }
  }
}

void galpha_coef_step(struct galpha_coef *c, const struct galpha_method *meth,
                      const struct galpha_offset *last, sunrealtype h,
                      sunrealtype h_last, int mode)
{
  const struct recursion a = {meth->alpha_m, meth->alpha_f, meth->gamma};
  const bool shifted       = h_last != 0.0 && corrects_a(mode);
  sunrealtype gamma        = meth->gamma;
  rate_error(&a, h, h_last, last, mode, &c->offset, &gamma, c->err_z);
  c->h      = h;
  c->h_last = h_last;
  c->y_old  = h * h * (0.5 - meth->beta);
  c->y_new  = h * h * meth->beta;
  c->z_old  = h * (1.0 - gamma);
  c->z_new  = h * gamma;
  c->dv     = gamma / (h * meth->beta);
  c->slope  = h_last != 0.0 ? h / h_last : 0.0;
  c->shift  = shifted ? meth->alpha * (h / h_last - 1.0) : 0.0;
  c->err_y  = (meth->beta + 0.5 * meth->alpha - 1.0 / 6.0) * h * h;
}

void galpha_coef_state(struct galpha_state_coef *c,
                       const struct galpha_method *meth,
                       const struct galpha_offset *last, sunrealtype h,
                       sunrealtype h_last, int mode)
{
  const struct recursion w = {meth->delta_m, meth->delta_f, meth->theta};
  const bool shifted       = h_last != 0.0 && corrects_a(mode);
  sunrealtype theta        = meth->theta;
  rate_error(&w, h, h_last, last, mode, &c->offset, &theta, c->err_x);
  c->x_old = h * (1.0 - theta);
  c->x_new = h * theta;
  c->cx    = (1.0 - meth->delta_m) / (h * theta * (1.0 - meth->delta_f));
  c->shift = shifted ? meth->delta * (h / h_last - 1.0) : 0.0;
}

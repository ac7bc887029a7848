#include "method/coefficients.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"

void galpha_coef_difference(int n, const sunrealtype *x, sunrealtype *w)
{
  for (int i = 0; i < n; i++) { w[i] = 1.0; }
  for (int i = 0; i < n; i++)
  {
    for (int j = i + 1; j < n; j++)
    {
      const sunrealtype d = x[i] - x[j];
      w[i] *= d;
      w[j] *= -d;
    }
  }
  for (int i = 0; i < n; i++) { w[i] = 1.0 / w[i]; }
}

/* The recursion of a: (1-m) a_{n+1} + m a_n = (1-f) q''_{n+1} + f q''_n, and the
 * weight gamma of a_{n+1} in v_{n+1}. The same for w, x' and theta. */
struct recursion
{
  sunrealtype m, f, weight;
};

/* The mode applies (14) of Jay and Negrut (2009) to a and w. */
static bool corrects_a(int mode)
{
  return mode == GALPHA_CORRECT_A || mode == GALPHA_CORRECT_VELOCITIES;
}

/* The times of the two a of a step and their second-order offsets: a_alpha belongs to
 * t_n + d0 with the offset c0, a to t_{n+1} + d1 with c1. */
struct rate_points
{
  sunrealtype d0, d1, c0, c1;
};

static struct rate_points rate_points(const struct recursion *r, sunrealtype h,
                                      sunrealtype hp,
                                      const struct galpha_offset *last,
                                      int mode)
{
  const sunrealtype m = r->m, alpha = m - r->f;
  struct rate_points p = {.d0 = alpha * (hp != 0.0 ? hp : h),
                          .c0 = last->fresh};
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

/* One step of the integral of a rate. */
struct rate_step
{
  struct galpha_offset offset;
  sunrealtype weight; /* gamma, theta; or gamma_n, theta_n of (28)-(29) */
  sunrealtype d1, d2; /* local error: d1 a' + d2 a''                   */
  sunrealtype err[3]; /* local error: sum of err[i] a_i                */
};

/* Methods of order 1 (backward Euler, Newmark with gamma > 1/2): the local error
 * begins with d1 a'. a' is the difference quotient of the last two a, at the times
 * from and h + p->d1. */
static void add_first_order(struct rate_step *s, sunrealtype h,
                            const struct rate_points *p, sunrealtype from)
{
  const sunrealtype end = h + p->d1, u = s->weight;
  const sunrealtype d1 = h * ((1.0 - u) * p->d0 + u * end) - 0.5 * h * h;
  if (!(fabs(d1) > 1e-9 * h * h)) { return; }
  s->d1 = d1;
  s->err[1] -= d1 / (end - from);
  s->err[2] += d1 / (end - from);
}

/* Estimates a'' by the second divided difference of the last three a. Their offsets
 * c a'' change that difference by the factor 1 + 2 DD[c], which is divided out. In
 * the mode GALPHA_CORRECT_WEIGHTS gamma_n is that of Bruls and Arnold (2008),
 * (28)-(29), which in these times reads (h/2 - d0)/(h + d1 - d0). */
static struct rate_step rate_step(const struct recursion *r, sunrealtype h,
                                  sunrealtype hp,
                                  const struct galpha_offset *last, int mode)
{
  const bool weights         = mode == GALPHA_CORRECT_WEIGHTS;
  const sunrealtype alpha    = r->m - r->f;
  const struct rate_points p = rate_points(r, h, hp, last, mode);
  struct rate_step s = {{p.c0, p.c1, p.d0, p.d1}, r->weight, 0.0, 0.0, {0.0}};
  if (weights) { s.weight = (0.5 * h - p.d0) / (h + p.d1 - p.d0); }
  if (hp == 0.0)
  {
    add_first_order(&s, h, &p, 0.0);
    return s;
  }

  const sunrealtype x[3] = {
    weights ? last->time_used - hp : -(1.0 - alpha) * hp,
    weights ? last->time : alpha * hp, weights ? h + p.d1 : (1.0 + alpha) * h};
  sunrealtype w[3];
  galpha_coef_difference(3, x, w);
  const sunrealtype dd = w[0] * last->used + w[1] * last->fresh + w[2] * p.c1;
  const sunrealtype u = s.weight, end = h + p.d1;
  s.d2 = 0.5 * h * ((1.0 - u) * p.d0 * p.d0 + u * end * end) - h * h * h / 6.0 +
         h * ((1.0 - u) * p.c0 + u * p.c1);
  const sunrealtype scale = 2.0 * s.d2 / fmax(0.25, fabs(1.0 + 2.0 * dd));
  for (int i = 0; i < 3; i++) { s.err[i] = scale * w[i]; }
  add_first_order(&s, h, &p, x[1]);
  return s;
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

void galpha_coef_step(struct galpha_coef *c, const struct galpha_family *family,
                      const struct galpha_offset *last, sunrealtype h,
                      sunrealtype h_last, int mode)
{
  const struct recursion a = {family->alpha_m, family->alpha_f, family->gamma};
  const bool shifted       = h_last != 0.0 && corrects_a(mode);
  const struct rate_step s = rate_step(&a, h, h_last, last, mode);
  c->offset                = s.offset;
  c->h                     = h;
  c->h_last                = h_last;
  c->y_old                 = h * h * (0.5 - family->beta);
  c->y_new                 = h * h * family->beta;
  c->z_old                 = h * (1.0 - s.weight);
  c->z_new                 = h * s.weight;
  c->dv                    = s.weight / (h * family->beta);
  c->h_ratio               = h_last != 0.0 ? h / h_last : 0.0;
  c->shift                 = shifted ? family->alpha * (h / h_last - 1.0) : 0.0;
  c->err_y = (family->beta + 0.5 * family->alpha - 1.0 / 6.0) * h * h;
  c->y3    = c->err_y * (h + s.offset.time - s.offset.time_used);
  c->z3    = s.d1;
  c->z4    = s.d2;
  for (int i = 0; i < 3; i++) { c->err_z[i] = s.err[i]; }
}

/* The recursion gives (1-m) (a - a_0) = (1-f) (q''_1 - q''_0) - m d a_0' with a_alpha =
 * a_0 + d a_0', so that a - a_0 = end a_0' + bent a''; the error is e1 a' + e2 a''. */
void galpha_coef_first(const struct galpha_family *family, bool states,
                       sunrealtype h, bool shifted, sunrealtype w[2])
{
  const sunrealtype m    = states ? family->delta_m : family->alpha_m;
  const sunrealtype f    = states ? family->delta_f : family->alpha_f;
  const sunrealtype u    = states ? family->theta : family->gamma;
  const sunrealtype d    = shifted ? (m - f) * h : 0.0;
  const sunrealtype end  = ((1.0 - f) * h - m * d) / (1.0 - m);
  const sunrealtype bent = 0.5 * (1.0 - f) * h * h / (1.0 - m);
  const sunrealtype e1   = h * ((1.0 - u) * d + u * end) - 0.5 * h * h;
  const sunrealtype e2   = h * u * bent - h * h * h / 6.0;
  /* a method of order 2 has e1 = 0 if shifted; with rho = 0 it then has end = 0, too */
  w[0] = (fabs(e1) > 1e-9 * h * h ? e1 / end : 0.0) + e2 / bent;
  w[1] = -e2 / bent * end;
}

/* The weight of the newest rate in the error over h, for constant h. */
static sunrealtype steady_weight(const struct recursion *r)
{
  const sunrealtype m = r->m, f = r->f, u = r->weight;
  const sunrealtype old = (m - f) * (m - f),
                    new = (1.0 + m - f) * (1.0 + m - f);
  return 0.5 * ((1.0 - u - m) * old + (u + m - 1.0) * new + 1.0 - f) -
         1.0 / 6.0;
}

static void raise_weight(const struct recursion *r, sunrealtype h,
                         sunrealtype share, sunrealtype err[3])
{
  const sunrealtype least  = share * fabs(h * steady_weight(r));
  const sunrealtype weight = fabs(err[2]);
  if (!(weight < least)) { return; }
  if (!(weight > DBL_EPSILON * least))
  {
    err[0] = 0.0;
    err[1] = -least;
    err[2] = least;
    return;
  }
  for (int i = 0; i < 3; i++) { err[i] *= least / weight; }
}

void galpha_coef_raise_jump_weight(struct galpha_coef *c,
                                   const struct galpha_family *family,
                                   sunrealtype least)
{
  const struct recursion a = {family->alpha_m, family->alpha_f, family->gamma};
  if (c->h_last != 0.0) { raise_weight(&a, c->h, least, c->err_z); }
}

/* If a rate jumps or bends within a step, the error is up to half its change times h.
 * In a step far shorter than the last one the change of a smooth rate is so small that
 * all of it may be counted as an error. Returns the factor that raises the weight of
 * the newest rate accordingly. */
static sunrealtype bend_factor(sunrealtype weight, sunrealtype h,
                               sunrealtype h_last)
{
  const sunrealtype below = 1.0 - fabs(h / h_last) / ESTIMATE_BEND_RATIO;
  const sunrealtype least =
    ESTIMATE_BEND * fabs(h) * fmax(0.0, fmin(1.0, 2.0 * below));
  return fabs(weight) < least ? least / fabs(weight) : 1.0;
}

void galpha_coef_state(struct galpha_state_coef *c,
                       const struct galpha_family *family,
                       const struct galpha_offset *last, sunrealtype h,
                       sunrealtype h_last, int mode)
{
  const struct recursion w = {family->delta_m, family->delta_f, family->theta};
  const bool shifted       = h_last != 0.0 && corrects_a(mode);
  const struct rate_step s = rate_step(&w, h, h_last, last, mode);
  c->offset                = s.offset;
  c->x_old                 = h * (1.0 - s.weight);
  c->x_new                 = h * s.weight;
  c->cx = (1.0 - family->delta_m) / (h * s.weight * (1.0 - family->delta_f));
  for (int i = 0; i < 3; i++) { c->err_x[i] = s.err[i]; }
  if (h_last != 0.0) { raise_weight(&w, h, ESTIMATE_JUMP, c->err_x); }
  c->bend  = h_last != 0.0 ? bend_factor(c->err_x[2], h, h_last) : 1.0;
  c->shift = shifted ? family->delta * (h / h_last - 1.0) : 0.0;
}

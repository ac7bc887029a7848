#include "galpha_coef.h"

#include <math.h>

/* Weights of the second divided difference over x[0..2]. */
static void divided_difference(const sunrealtype x[3], sunrealtype w[3])
{
  w[0] = 1.0 / ((x[0] - x[1]) * (x[0] - x[2]));
  w[1] = 1.0 / ((x[1] - x[0]) * (x[1] - x[2]));
  w[2] = 1.0 / ((x[2] - x[0]) * (x[2] - x[1]));
}

/* The local error of z is K a''; a'' comes from the divided difference of the
 * algorithmic accelerations, whose own offsets c distort it by 1 + 2 DD[c]. */
static void velocity_error(struct galpha_coef *c,
                           const struct galpha_method *meth,
                           const struct galpha_offset *last, bool correct)
{
  const sunrealtype h = c->h, hp = c->h_last, alpha = meth->alpha;
  const sunrealtype kappa = 0.5 * alpha * (meth->alpha_m + meth->alpha_f - 1.0);
  sunrealtype used        = last->fresh;
  if (hp != 0.0 && correct)
  {
    const sunrealtype theta = alpha * (h - hp);
    used += c->shift * (last->fresh - last->used) - 0.5 * theta * (theta + hp);
  }
  const sunrealtype fresh =
    (kappa * h * h - meth->alpha_m * used) / (1.0 - meth->alpha_m);
  c->offset.used  = used;
  c->offset.fresh = fresh;
  c->err_z[0] = c->err_z[1] = c->err_z[2] = 0.0;
  if (hp == 0.0) { return; }

  const sunrealtype x[3] = {-(1.0 - alpha) * hp, alpha * hp, (1.0 + alpha) * h};
  sunrealtype w[3];
  divided_difference(x, w);
  const sunrealtype dd = w[0] * last->used + w[1] * last->fresh + w[2] * fresh;
  const sunrealtype K  = h * h * h * (1.0 / 12.0 - 0.5 * alpha * alpha) +
                        h * ((1.0 - meth->gamma) * used + meth->gamma * fresh);
  const sunrealtype scale = 2.0 * K / fmax(0.25, fabs(1.0 + 2.0 * dd));
  for (int i = 0; i < 3; i++) { c->err_z[i] = scale * w[i]; }
}

void galpha_coef_step(struct galpha_coef *c, const struct galpha_method *meth,
                      const struct galpha_offset *last, sunrealtype h,
                      sunrealtype h_last, bool correct)
{
  c->h      = h;
  c->h_last = h_last;
  c->y_old  = h * h * (0.5 - meth->beta);
  c->y_new  = h * h * meth->beta;
  c->z_old  = h * (1.0 - meth->gamma);
  c->z_new  = h * meth->gamma;
  c->dv     = meth->gamma / (h * meth->beta);
  c->slope  = h_last != 0.0 ? h / h_last : 0.0;
  c->shift  = h_last != 0.0 && correct ? meth->alpha * (h / h_last - 1.0) : 0.0;
  c->err_y  = (meth->beta + 0.5 * meth->alpha - 1.0 / 6.0) * h * h;
  velocity_error(c, meth, last, correct);
}

#include "method/polynomial.h"

#include <math.h>

#include "base/vector_sum.h"

/* Adds the point t[n] to the weights of n points. Inlined with a constant most, whose
 * loops the compiler then unrolls. */
static inline void add_point(int n, const sunrealtype *t, sunrealtype x,
                             int most, sunrealtype w[][GALPHA_POINTS],
                             sunrealtype *product)
{
  sunrealtype before = *product;
  *product           = 1.0;
  for (int i = 0; i < n; i++)
  {
    const sunrealtype d = t[n] - t[i];
    *product *= d;
    if (i == n - 1)
    {
      for (int k = most; k >= 0; k--)
      {
        const sunrealtype lower = k > 0 ? k * w[k - 1][i] : 0.0;
        w[k][n] = before / *product * (lower - (t[i] - x) * w[k][i]);
      }
    }
    for (int k = most; k >= 0; k--)
    {
      const sunrealtype lower = k > 0 ? k * w[k - 1][i] : 0.0;
      w[k][i]                 = ((t[n] - x) * w[k][i] - lower) / d;
    }
  }
}

static inline void weights(int n, const sunrealtype *t, sunrealtype x, int most,
                           sunrealtype w[][GALPHA_POINTS])
{
  sunrealtype product = 1.0;
  for (int k = 0; k <= most; k++)
  {
    for (int i = 0; i < n; i++) { w[k][i] = 0.0; }
  }
  w[0][0] = 1.0;
  for (int i = 1; i < n; i++) { add_point(i, t, x, most, w, &product); }
}

void galpha_poly_weights(int n, const sunrealtype *t, sunrealtype x, int most,
                         sunrealtype w[][GALPHA_POINTS])
{
  switch (most)
  {
  case 0: weights(n, t, x, 0, w); return;
  case 1: weights(n, t, x, 1, w); return;
  case 2: weights(n, t, x, 2, w); return;
  default: weights(n, t, x, most, w); return;
  }
}

void galpha_poly_derivative(const struct galpha_hist *hist,
                            enum galpha_track track, int n, sunrealtype x,
                            int k, N_Vector out)
{
  sunrealtype t[GALPHA_DEPTH], w[GALPHA_POINTS][GALPHA_POINTS];
  N_Vector y[GALPHA_DEPTH];
  galpha_hist_times(hist, n, t);
  galpha_hist_values(hist, track, n, y);
  if (k >= n)
  {
    N_VConst(0.0, out);
    return;
  }
  if (k == 0 && x == t[0])
  {
    N_VScale(1.0, y[0], out);
    return;
  }
  galpha_poly_weights(n, t, x, k, w);
  galpha_sum_from(n, k == 0 ? 1.0 : 0.0, w[k], y,
                  galpha_hist_scratch(hist, track), out);
}

/* (h d/dt)^j as a sum: weights w of the values y, j + 1 of them. */
static void difference(const struct galpha_hist *hist, enum galpha_track track,
                       int j, sunrealtype *w, N_Vector *y)
{
  sunrealtype t[GALPHA_POINTS], scale = 1.0;
  t[0] = hist->trial->t;
  y[0] = galpha_hist_trial(hist, track);
  galpha_hist_times(hist, j, t + 1);
  galpha_hist_values(hist, track, j, y + 1);
  galpha_coef_difference(j + 1, t, w);
  for (int i = 1; i <= j; i++) { scale *= i * hist->trial->h; }
  for (int i = 0; i <= j; i++) { w[i] *= scale; }
}

void galpha_poly_difference(const struct galpha_hist *hist,
                            enum galpha_track track, int j, N_Vector out)
{
  sunrealtype w[GALPHA_POINTS];
  N_Vector y[GALPHA_POINTS];
  difference(hist, track, j, w, y);
  galpha_sum_from(j + 1, 0.0, w, y, galpha_hist_scratch(hist, track), out);
}

void galpha_poly_last_difference(const struct galpha_hist *hist,
                                 enum galpha_track track, int j, N_Vector out)
{
  const struct galpha_state *now = hist->now;
  galpha_poly_derivative(hist, track, j + 1, now->t, j, out);
  N_VScale(pow(now->h, j), out, out);
}

sunrealtype galpha_poly_difference_norm(const struct galpha_hist *hist,
                                        enum galpha_track track, int j,
                                        N_Vector w, N_Vector m, N_Vector out)
{
  sunrealtype c[GALPHA_POINTS];
  N_Vector y[GALPHA_POINTS];
  difference(hist, track, j, c, y);
  return galpha_sum_norm(j + 1, c, y, w, m, galpha_hist_scratch(hist, track),
                         out);
}

sunrealtype galpha_poly_remainder(const struct galpha_hist *hist, int n,
                                  sunrealtype c)
{
  const struct galpha_state *s = hist->trial;
  sunrealtype t[GALPHA_DEPTH];
  galpha_hist_times(hist, n, t);
  for (int i = 0; i < n; i++) { c *= (s->t - t[i]) / ((i + 1) * s->h); }
  return c;
}

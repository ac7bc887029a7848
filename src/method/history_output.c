/* Dense output within the last step from the last two states. */
#include "method/history.h"

#include <float.h>
#include <math.h>

#include "base/tuning.h"
#include "base/vector_sum.h"

sunrealtype galpha_hist_round_off(sunrealtype t, sunrealtype h)
{
  return 100.0 * DBL_EPSILON * (fabs(t) + fabs(h));
}

/* The cubic through (q, v) at both ends, and its derivative. */
static void hermite(const struct galpha_hist *hist, sunrealtype s, int k,
                    N_Vector out)
{
  const struct galpha_state *p = hist->prev, *n = hist->now;
  const sunrealtype h = n->h, r = 1.0 - s;
  sunrealtype c[4]; /* of q0, v0, q1, v1 */
  if (k == 0)
  {
    c[0] = (1.0 + 2.0 * s) * r * r;
    c[1] = h * s * r * r;
    c[2] = (1.0 + 2.0 * r) * s * s;
    c[3] = -h * r * s * s;
  }
  else
  {
    c[0] = -6.0 * s * r / h;
    c[1] = r * (1.0 - 3.0 * s);
    c[2] = -c[0];
    c[3] = s * (3.0 * s - 2.0);
  }
  /* for k = 1 c[0] = -c[2]: summed first, the difference q0 - q1 loses no digits */
  N_VLinearSum(c[0], p->q, c[2], n->q, out);
  N_VLinearSum(c[1], p->v, 1.0, out, out);
  N_VLinearSum(c[3], n->v, 1.0, out, out);
}

bool galpha_hist_barely_moved(const struct galpha_hist *hist)
{
  const struct galpha_state *p = hist->prev, *n = hist->now;
  return fabs(n->h) * fmax(N_VMaxNorm(p->v), N_VMaxNorm(n->v)) <=
         OUTPUT_BARELY * DBL_EPSILON * N_VMaxNorm(n->q);
}

static void acceleration(const struct galpha_hist *hist, sunrealtype t,
                         sunrealtype alpha, bool use_qdd, N_Vector out)
{
  const struct galpha_state *n = hist->now;
  const sunrealtype h          = n->h;
  if (use_qdd)
  {
    const struct galpha_state *p = h != 0.0 ? hist->prev : n;
    const sunrealtype s          = h != 0.0 ? (t - n->t) / h : 0.0;
    N_VLinearSum(1.0 + s, galpha_state_second(n), -s, galpha_state_second(p),
                 out);
    return;
  }
  const sunrealtype s = h != 0.0 ? (t - n->t) / h - alpha : 0.0;
  N_VLinearSum(1.0 + s, n->a, -s, h != 0.0 ? n->a_used : n->a, out);
}

void galpha_hist_dky(const struct galpha_hist *hist, sunrealtype t, int k,
                     sunrealtype alpha, bool use_qdd, N_Vector out)
{
  const struct galpha_state *n = hist->now;
  if (k == 2)
  {
    acceleration(hist, t, alpha, use_qdd, out);
    return;
  }
  if (t == n->t || n->h == 0.0)
  {
    N_VScale(1.0, k == 0 ? n->q : n->v, out);
    return;
  }
  const sunrealtype s = (t - hist->prev->t) / n->h;
  if (k == 1 && galpha_hist_barely_moved(hist))
  {
    N_VLinearSum(1.0 - s, hist->prev->v, s, n->v, out);
    return;
  }
  hermite(hist, s, k, out);
}

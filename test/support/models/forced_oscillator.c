/* See forced_oscillator.h. */
#include "support/models/forced_oscillator.h"

#include "support/run/subject.h"

#define M 2.0
#define C 0.4
#define K 18.0
#define F 5.0
#define W 2.3

/* Steady state plus a free vibration that makes u(0) = 1, u'(0) = 0. */
void forced_oscillator_exact(sunrealtype t, sunrealtype s[3])
{
  const sunrealtype d = K - M * W * W, e = C * W, size = d * d + e * e;
  const sunrealtype p = F * d / size, o = F * e / size;
  const sunrealtype z = C / (2.0 * M), w = sqrt(K / M - z * z);
  const sunrealtype A = 1.0 - p, B = (z * A - W * o) / w;
  const sunrealtype E = exp(-z * t), co = cos(w * t), si = sin(w * t);
  s[0] = p * cos(W * t) + o * sin(W * t) + E * (A * co + B * si);
  s[1] = W * (o * cos(W * t) - p * sin(W * t)) +
         E * ((w * B - z * A) * co - (w * A + z * B) * si);
  s[2] = (F * cos(W * t) - C * s[1] - K * s[0]) / M;
}

RESIDUAL2_IS(second_order, ypp[0] * M + C * yp[0] + K * y[0] - F * cos(W * t))

RESIDUAL1_IS(first_order, yp[0] - y[1],
             yp[1] * M + C * y[1] + K * y[0] - F * cos(W * t))

const struct residual_problem forced_oscillator[2] = {
  {.name = "forced oscillator, order 2",
   .n    = 1,
   .res2 = second_order,
   .y0   = VALUES(1.0)},
  {.name = "forced oscillator, order 1",
   .n    = 2,
   .res1 = first_order,
   .y0   = VALUES(1.0, 0.0),
   .yp0  = VALUES(0.0, (F - K) / M)}};

void forced_oscillator_errors(const struct residual_run *run, sunrealtype *e)
{
  const sunrealtype *y = residual_y(run), *yp = residual_yp(run);
  const int states = run->pb->res1 != NULL;
  sunrealtype s[3];
  forced_oscillator_exact(run->t, s);
  e[SUBJECT_Q] = fabs(y[0] - s[0]);
  e[SUBJECT_V] = fabs((states ? y[1] : yp[0]) - s[1]);
  e[SUBJECT_A] = fabs((states ? yp[1] : residual_ypp(run)[0]) - s[2]);
}

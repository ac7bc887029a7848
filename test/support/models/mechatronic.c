/* The mechatronic system with a known motion. */
#include "support/models/mechatronic.h"

#include "support/run/subject.h"

#define Q1     RESIDUAL_MODEL_Q1
#define Q2     RESIDUAL_MODEL_Q2
#define X1     RESIDUAL_MODEL_X1
#define X2     RESIDUAL_MODEL_X2
#define U      RESIDUAL_MODEL_U
#define LAMBDA RESIDUAL_MODEL_LAMBDA
#define SIZE   RESIDUAL_MODEL_SIZE

struct point
{
  sunrealtype y[SIZE], d[SIZE], dd[SIZE];
};

static struct point motion(sunrealtype t)
{
  const sunrealtype th = 0.5 + t + 0.2 * sin(2.0 * t);
  const sunrealtype w = 1.0 + 0.4 * cos(2.0 * t), dw = -0.8 * sin(2.0 * t);
  const sunrealtype s = sin(th), c = cos(th);
  return (struct point){
    .y  = {[Q1]     = s,
           [Q2]     = -c,
           [X1]     = 1.0 + 0.5 * sin(1.3 * t),
           [X2]     = 0.7 * cos(t),
           [U]      = 0.4 + 0.3 * sin(1.7 * t),
           [LAMBDA] = 2.0 + cos(t)},
    .d  = {[Q1] = w * c,
           [Q2] = w * s,
           [X1] = 0.65 * cos(1.3 * t),
           [X2] = -0.7 * sin(t)},
    .dd = {[Q1] = dw * c - w * w * s, [Q2] = dw * s + w * w * c}};
}

static void terms(const struct point *p, int constrained, sunrealtype *f)
{
  const sunrealtype *y = p->y, *d = p->d, *dd = p->dd;
  f[Q1] = (1.0 + 0.5 * y[Q2] * y[Q2]) * dd[Q1] + 0.3 * d[Q1] * y[X1] +
          2.0 * y[LAMBDA] * y[Q1] - y[U];
  f[Q2] = dd[Q2] + 0.2 * y[Q1] * dd[Q1] + 2.0 * y[LAMBDA] * y[Q2] +
          0.1 * d[Q2] * d[Q2] * d[Q2] - y[X2];
  f[X1] = d[X1] + 0.5 * y[X1] * y[X1] * y[X1] - y[U] * y[X2] - 0.3 * dd[Q1] +
          0.2 * y[LAMBDA];
  f[X2] = d[X2] - d[Q2] + y[X1] * y[X2];
  f[U]  = y[U] + 0.1 * y[U] * y[U] * y[U] - 0.1 * dd[Q2] - 0.3 * y[X1] -
         0.1 * y[LAMBDA];
  f[LAMBDA] = constrained ? y[Q1] * y[Q1] + y[Q2] * y[Q2]
                          : y[LAMBDA] - 0.2 * dd[Q1] - 0.1 * y[Q1] * y[X1];
}

RESIDUAL2(residual)
{
  const struct residual_model *m = data;
  const struct point exact       = motion(t);
  struct point p;
  sunrealtype f[SIZE], f0[SIZE];
  for (int i = 0; i < SIZE; i++)
  {
    p.y[i]  = y[m->place[i]] / m->unit;
    p.d[i]  = yp[m->place[i]] / m->unit;
    p.dd[i] = ypp[m->place[i]] / m->unit;
  }
  terms(&p, m->constrained, f);
  terms(&exact, m->constrained, f0);
  for (int i = 0; i < SIZE; i++)
  {
    r[m->place[i]] = (f[i] - f0[i]) * (m->place[i] % 2 ? m->row : m->unit);
  }
}

void residual_model_exact(const struct residual_model *m, sunrealtype t,
                          sunrealtype *y, sunrealtype *yp, sunrealtype *ypp)
{
  const struct point p = motion(t);
  for (int i = 0; i < SIZE; i++)
  {
    y[m->place[i]]   = m->unit * p.y[i];
    yp[m->place[i]]  = m->unit * p.d[i];
    ypp[m->place[i]] = m->unit * p.dd[i];
  }
}

RESIDUAL_START(start)
{
  residual_model_exact(data, 0.0, y, yp, ypp);
}

void residual_model_new(struct residual_model *m, int constrained,
                        const int *place)
{
  static const sunrealtype order[SIZE] = {
    [Q1] = 2.0, [Q2] = 2.0, [X1] = 1.0, [X2] = 1.0};
  m->constrained = constrained;
  m->unit = m->row = 1.0;
  for (int i = 0; i < SIZE; i++)
  {
    m->place[i]           = place ? place[i] : i;
    m->order[m->place[i]] = order[i];
  }
  m->pb = RESIDUAL_PROBLEM(.name = constrained ? "index 3" : "index 1",
                           .n = SIZE, .order = m->order, .res2 = residual,
                           .start = start, .ypp_known = 1, .data = m);
}

void residual_model_errors(const struct residual_run *run, sunrealtype *e)
{
  sunrealtype y[SIZE], d[SIZE], dd[SIZE];
  const struct residual_model *m = run->pb->data;
  residual_model_exact(m, run->t, y, d, dd);
  for (int i = 0; i < SIZE; i++)
  {
    const int at = m->place[i];
    y[at]        = fabs(residual_y(run)[at] - y[at]);
    d[at]        = fabs(residual_yp(run)[at] - d[at]);
    dd[at]       = fabs(residual_ypp(run)[at] - dd[at]);
  }
  const int *at     = m->place;
  e[SUBJECT_Q]      = hypot(y[at[Q1]], y[at[Q2]]);
  e[SUBJECT_V]      = hypot(d[at[Q1]], d[at[Q2]]);
  e[SUBJECT_A]      = hypot(dd[at[Q1]], dd[at[Q2]]);
  e[SUBJECT_X]      = hypot(y[at[X1]], y[at[X2]]);
  e[SUBJECT_XP]     = hypot(d[at[X1]], d[at[X2]]);
  e[SUBJECT_U]      = y[at[U]];
  e[SUBJECT_LAMBDA] = y[at[LAMBDA]];
}

#include "support/models/pins.h"

void pinned_g(const struct pinned *p, const sunrealtype *q, sunrealtype *g)
{
  for (int i = 0; i < p->pins; i++, g += 2)
  {
    const struct pin *j  = &p->pin[i];
    const sunrealtype *a = q + 3 * j->bar;
    g[0]                 = a[0] + j->arm * cos(a[2]) - j->x;
    g[1]                 = a[1] + j->arm * sin(a[2]) - j->y;
    if (j->other < 0) { continue; }
    const sunrealtype *b = q + 3 * j->other;
    g[0]                 = g[0] - b[0] - j->other_arm * cos(b[2]);
    g[1]                 = g[1] - b[1] - j->other_arm * sin(b[2]);
  }
  for (int i = 0; i < p->holds; i++)
  {
    g[i] = q[p->hold[i].a] - (p->hold[i].b < 0 ? 0.0 : q[p->hold[i].b]);
  }
}

/* 1 or -1 as the bar is the pin's first or other one, 0 if it is neither; its arm. */
static int side(const struct pin *j, int bar, sunrealtype *arm)
{
  *arm = j->bar == bar ? j->arm : j->other_arm;
  return j->bar == bar ? 1 : j->other == bar ? -1 : 0;
}

static void put_column(const struct pinned *p, const sunrealtype *q, int c,
                       SUNMatrix G)
{
  const sunrealtype angle = q[c - c % 3 + 2];
  for (int i = 0; i < p->pins; i++)
  {
    sunrealtype arm;
    const int sign = side(&p->pin[i], c / 3, &arm);
    if (sign && c % 3 < 2) { problem_put(G, 2 * i + c % 3, c, sign); }
    if (!sign || c % 3 < 2 || arm == 0.0) { continue; }
    problem_put(G, 2 * i, c, -sign * arm * sin(angle));
    problem_put(G, 2 * i + 1, c, sign * arm * cos(angle));
  }
  for (int i = 0; i < p->holds; i++)
  {
    const int a = p->hold[i].a == c, b = p->hold[i].b == c;
    if (a || b) { problem_put(G, 2 * p->pins + i, c, a - b); }
  }
}

void pinned_G(const struct pinned *p, const sunrealtype *q, SUNMatrix G)
{
  problem_begin(G);
  for (int c = 0; c < 3 * p->bars; c++) { put_column(p, q, c, G); }
  problem_end(G);
}

sunrealtype pinned_bend(const struct pinned *p, int bar, const sunrealtype *q,
                        const sunrealtype *lambda)
{
  const sunrealtype c = cos(q[3 * bar + 2]), s = sin(q[3 * bar + 2]);
  sunrealtype sum = 0.0;
  for (int i = 0; i < p->pins; i++)
  {
    sunrealtype arm;
    const int sign = side(&p->pin[i], bar, &arm);
    sum += sign * arm * (lambda[2 * i] * c + lambda[2 * i + 1] * s);
  }
  return sum;
}

void pinned_dfdq(const struct pinned *p, const sunrealtype *q,
                 const sunrealtype *lambda, SUNMatrix J)
{
  problem_begin(J);
  for (int b = 0; b < p->bars; b++)
  {
    problem_put(J, 3 * b + 2, 3 * b + 2, pinned_bend(p, b, q, lambda));
  }
  problem_end(J);
}

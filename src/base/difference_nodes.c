#include "base/difference_nodes.h"

#include <math.h>

/* Fornberg (1988). */
void galpha_nodes_weights(const sunrealtype *x, int count, int order,
                          sunrealtype *w)
{
  sunrealtype c[GALPHA_NODES][3] = {{1.0}};
  sunrealtype c1                 = 1.0;
  for (int i = 1; i < count; i++)
  {
    sunrealtype c2 = 1.0;
    for (int j = 0; j < i; j++)
    {
      const sunrealtype c3 = x[i] - x[j];
      c2 *= c3;
      for (int k = j == i - 1 ? 2 : -1; k >= 0; k--)
      {
        const sunrealtype below = k ? k * c[i - 1][k - 1] : 0.0;
        c[i][k]                 = c1 * (below - x[i - 1] * c[i - 1][k]) / c2;
      }
      for (int k = 2; k >= 0; k--)
      {
        c[j][k] = (x[i] * c[j][k] - (k ? k * c[j][k - 1] : 0.0)) / c3;
      }
    }
    c1 = c2;
  }
  for (int i = 0; i < count; i++) { w[i] = c[i][order]; }
}

sunrealtype galpha_nodes_representable(sunrealtype t, sunrealtype tau,
                                       sunrealtype direction)
{
  const volatile sunrealtype later = t + copysign(tau, direction);
  return later - t;
}

void galpha_nodes_place(struct galpha_nodes *nodes, int rung, int order,
                        sunrealtype t, sunrealtype direction)
{
  static const sunrealtype at[GALPHA_NODES] = {0.0,
                                               1.0,
                                               2.23606797749979,
                                               3.3166247903554,
                                               4.358898943540674,
                                               GALPHA_NODES_REACH};
  nodes->rung                               = rung;
  for (int i = 0; i < GALPHA_NODES; i++)
  {
    nodes->x[i] =
      i ? galpha_nodes_representable(t, ldexp(at[i], 2 * rung), direction)
        : 0.0;
  }
  galpha_nodes_weights(nodes->x, GALPHA_NODES, order, nodes->w[0]);
  galpha_nodes_weights(nodes->x, GALPHA_NODES - 1, order, nodes->w[1]);
  nodes->w[1][GALPHA_NODES - 1] = 0.0;
}

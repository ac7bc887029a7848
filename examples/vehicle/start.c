/* The start: straight on at constant speed, wheels rolling, every force in
 * balance. The design position is the one at rest: unknown are the multipliers
 * and the loads of springs and elastic joints; the balance is linear in them. */
#include <stdlib.h>
#include <string.h>

#include "vehicle.h"

/* Unknown loads: multipliers, springs, elastic joints. */
enum
{
  SPRINGS = CONSTRAINTS,
  LOADS   = SPRINGS + CORNERS,
  FORCES  = LOADS + WELDS
};

/* Rows of A: what each load adds to the equations of q. */
static void columns(const struct vehicle *car, const sunrealtype *y,
                    sunrealtype *A)
{
  sunrealtype unit[FORCES] = {0};
  for (int k = 0; k < CONSTRAINTS; k++)
  {
    unit[k] = 1;
    vehicle_reactions(car, y, unit, A + k * COORDINATES);
    unit[k] = 0;
  }
  for (int k = 0; k < WELDS; k++)
  {
    unit[k] = 1;
    vehicle_weld_loads(car, y, unit, A + (LOADS + k) * COORDINATES);
    unit[k] = 0;
  }
  for (int c = 0; c < CORNERS; c++)
  {
    sunrealtype *row          = A + (SPRINGS + c) * COORDINATES;
    const int b[2]            = {corner_body(c, TUBE), corner_body(c, ROD)};
    const struct vec place[2] = {car->spring_foot[c], car->spring_top[c]};
    struct vec dir            = plus(plus(pose_get(y, b[1]).x, 1, place[1]), -1,
                                     plus(pose_get(y, b[0]).x, 1, place[0]));
    dir                       = times(1 / length(dir), dir);
    for (int e = 0; e < 2; e++)
    {
      pose_add(row, b[e], e ? -1 : 1, dir,
               lever(pose_get(y, b[e]).p, place[e], dir));
    }
  }
}

static double product(const sunrealtype *a, const sunrealtype *b)
{
  double sum = 0;
  for (int i = 0; i < COORDINATES; i++) { sum += a[i] * b[i]; }
  return sum;
}

/* Rows of length 1; returns their lengths. */
static void normalise(sunrealtype *A, double *size)
{
  for (int k = 0; k < FORCES; k++)
  {
    sunrealtype *row = A + k * COORDINATES;
    size[k]          = sqrt(product(row, row));
    for (int i = 0; i < COORDINATES; i++) { row[i] /= size[k]; }
  }
}

/* A A^T = L L^T; returns the smallest pivot, 0 if there is none. */
static double cholesky(const sunrealtype *A, double *L)
{
  double least = 1;
  for (int i = 0; i < FORCES; i++)
  {
    for (int j = 0; j <= i; j++)
    {
      double s = product(A + i * COORDINATES, A + j * COORDINATES);
      for (int k = 0; k < j; k++)
      {
        s -= L[i * FORCES + k] * L[j * FORCES + k];
      }
      if (i == j && !(s > 0)) { return 0; }
      L[i * FORCES + j] = i == j ? sqrt(s) : s / L[j * FORCES + j];
    }
    least = fmin(least, L[i * FORCES + i]);
  }
  return least;
}

/* x += (A A^T)^-1 A r */
static void refine(const sunrealtype *A, const double *L, const sunrealtype *r,
                   double *x)
{
  double b[FORCES];
  for (int i = 0; i < FORCES; i++)
  {
    b[i] = product(A + i * COORDINATES, r);
    for (int k = 0; k < i; k++) { b[i] -= L[i * FORCES + k] * b[k]; }
    b[i] /= L[i * FORCES + i];
  }
  for (int i = FORCES - 1; i >= 0; i--)
  {
    for (int k = i + 1; k < FORCES; k++) { b[i] -= L[k * FORCES + i] * b[k]; }
    b[i] /= L[i * FORCES + i];
    x[i] += b[i];
  }
}

/* Design position, rolling; pressures at rest, valves at their resting current. */
static void rolling(struct vehicle *car, sunrealtype *y, sunrealtype *yp,
                    sunrealtype *ypp)
{
  const struct quat still = {0, {0, 0, 0}}, none = {1, {0, 0, 0}};
  memset(y, 0, UNKNOWNS * sizeof *y);
  memset(yp, 0, UNKNOWNS * sizeof *yp);
  memset(ypp, 0, UNKNOWNS * sizeof *ypp);
  for (int b = 0; b < BODIES; b++)
  {
    pose_add(y, b, 1, car->body[b].centre, none);
    pose_add(yp, b, 1, vec(car->speed, 0, 0), still);
  }
  for (int c = 0; c < CORNERS; c++)
  {
    const int b          = corner_body(c, WHEEL);
    const double w       = car->speed / car->body[b].centre.z / 2;
    const double push    = car->tyre_load[c] - 625 / car->tyre_load[c];
    const struct quat dp = {0, {0, w, 0}}, ddp = {-w * w, {0, 0, 0}};
    pose_add(yp, b, 1, vec(0, 0, 0), dp);
    pose_add(ypp, b, 1, vec(0, 0, 0), ddp);
    car->tyre_stiffness[c]  = push / 0.02;
    y[PRESSURE + 2 * c]     = 5;
    y[PRESSURE + 2 * c + 1] = 5;
    y[CURRENT + c]          = 0.8 + 0.8 * tanh(1);
  }
}

int vehicle_start(struct vehicle *car, sunrealtype *y, sunrealtype *yp,
                  sunrealtype *ypp, double *imbalance, double *pivot)
{
  sunrealtype *A = calloc((size_t)FORCES * COORDINATES, sizeof *A);
  double *L      = calloc((size_t)FORCES * FORCES, sizeof *L);
  double size[FORCES], x[FORCES] = {0};
  sunrealtype r[UNKNOWNS];
  if (!A || !L)
  {
    free(A);
    free(L);
    return -1;
  }
  rolling(car, y, yp, ypp);
  columns(car, y, A);
  normalise(A, size);
  *pivot = cholesky(A, L);
  for (int step = 0; step < 3 && *pivot > 0; step++)
  {
    vehicle_equations(car, 0, y, yp, ypp, r);
    for (int i = 0; i < COORDINATES; i++) { r[i] = -r[i]; }
    refine(A, L, r, x);
    for (int k = 0; k < CONSTRAINTS; k++) { y[LAMBDA + k] = x[k] / size[k]; }
    for (int c = 0; c < CORNERS; c++)
    {
      car->preload[c] = x[SPRINGS + c] / size[SPRINGS + c];
    }
    for (int k = 0; k < WELDS; k++)
    {
      car->weld_load[k] = x[LOADS + k] / size[LOADS + k];
    }
  }
  vehicle_equations(car, 0, y, yp, ypp, r);
  *imbalance = 0;
  for (int i = 0; i < UNKNOWNS; i++)
  {
    *imbalance = fmax(*imbalance, fabs(r[i]));
  }
  free(A);
  free(L);
  return *pivot > 0 ? 0 : -1;
}

/* Constraints of the vehicle: values, rates and reactions. The rows are those of
 * the joints, in their order, then (p . p - 1)/2 of each body. */
#include "vehicle.h"

/* The gap between the points of a joint, seen from body i. */
static struct vec gap(const struct joint *k, struct pose i, struct pose j)
{
  const struct vec pi = plus(i.x, 1, rotate(i.p, k->si));
  const struct vec pj = plus(j.x, 1, rotate(j.p, k->sj));
  return plus(pj, -1, pi);
}

static struct vec gap_rate(const struct joint *k, struct pose i, struct pose j,
                           struct pose vi, struct pose vj)
{
  const struct vec pi = plus(vi.x, 2, turn(i.p, vi.p, k->si));
  const struct vec pj = plus(vj.x, 2, turn(j.p, vj.p, k->sj));
  return plus(pj, -1, pi);
}

static int put(struct vec a, sunrealtype *g)
{
  g[0] = a.x;
  g[1] = a.y;
  g[2] = a.z;
  return 3;
}

static int value(const struct joint *k, double t, struct pose i, struct pose j,
                 sunrealtype *g)
{
  double rate;
  switch (k->kind)
  {
  case SAME_POINT: return put(gap(k, i, j), g);
  case NORMAL: g[0] = dot(rotate(i.p, k->si), rotate(j.p, k->sj)); break;
  case DISTANCE:
    g[0] = dot(rotate(i.p, k->a), gap(k, i, j));
    if (k->driven) { g[0] -= vehicle_steering(t, &rate); }
    break;
  }
  return 1;
}

void vehicle_constraints(const struct vehicle *car, double t,
                         const sunrealtype *q, sunrealtype *g)
{
  for (int n = 0; n < car->joints; n++)
  {
    const struct joint *k = &car->joint[n];
    g += value(k, t, pose_get(q, k->i), pose_get(q, k->j), g);
  }
  for (int b = 0; b < BODIES; b++)
  {
    const struct quat p = pose_get(q, b).p;
    g[b]                = (p.s * p.s + dot(p.v, p.v) - 1) / 2;
  }
}

static int value_rate(const struct joint *k, double t, const sunrealtype *q,
                      const sunrealtype *v, sunrealtype *g)
{
  const struct pose i = pose_get(q, k->i), j = pose_get(q, k->j);
  const struct pose vi = pose_get(v, k->i), vj = pose_get(v, k->j);
  double rate;
  switch (k->kind)
  {
  case SAME_POINT: return put(gap_rate(k, i, j, vi, vj), g);
  case NORMAL:
    g[0] = 2 * dot(turn(i.p, vi.p, k->si), rotate(j.p, k->sj)) +
           2 * dot(rotate(i.p, k->si), turn(j.p, vj.p, k->sj));
    break;
  case DISTANCE:
    g[0] = 2 * dot(turn(i.p, vi.p, k->a), gap(k, i, j)) +
           dot(rotate(i.p, k->a), gap_rate(k, i, j, vi, vj));
    if (k->driven)
    {
      vehicle_steering(t, &rate);
      g[0] -= rate;
    }
    break;
  }
  return 1;
}

void vehicle_rates(const struct vehicle *car, double t, const sunrealtype *q,
                   const sunrealtype *v, sunrealtype *rate)
{
  for (int n = 0; n < car->joints; n++)
  {
    rate += value_rate(&car->joint[n], t, q, v, rate);
  }
  for (int b = 0; b < BODIES; b++)
  {
    const struct quat p = pose_get(q, b).p, w = pose_get(v, b).p;
    rate[b] = p.s * w.s + dot(p.v, w.v);
  }
}

/* A force f on body j at its point, -f on body i. */
static void pull(const struct joint *k, struct pose i, struct pose j,
                 struct vec f, sunrealtype *r)
{
  pose_add(r, k->i, -1, f, lever(i.p, k->si, f));
  pose_add(r, k->j, 1, f, lever(j.p, k->sj, f));
}

static int reaction(const struct joint *k, struct pose i, struct pose j,
                    const sunrealtype *l, sunrealtype *r)
{
  const struct vec none = {0, 0, 0};
  switch (k->kind)
  {
  case SAME_POINT: pull(k, i, j, vec(l[0], l[1], l[2]), r); return 3;
  case NORMAL:
    pose_add(r, k->i, l[0], none, lever(i.p, k->si, rotate(j.p, k->sj)));
    pose_add(r, k->j, l[0], none, lever(j.p, k->sj, rotate(i.p, k->si)));
    break;
  case DISTANCE:
    pull(k, i, j, times(l[0], rotate(i.p, k->a)), r);
    pose_add(r, k->i, l[0], none, lever(i.p, k->a, gap(k, i, j)));
    break;
  }
  return 1;
}

static void reactions(const struct joint *joint, int joints,
                      const sunrealtype *q, const sunrealtype *lambda,
                      sunrealtype *r)
{
  for (int n = 0; n < joints; n++)
  {
    const struct joint *k = &joint[n];
    lambda += reaction(k, pose_get(q, k->i), pose_get(q, k->j), lambda, r);
  }
}

void vehicle_reactions(const struct vehicle *car, const sunrealtype *q,
                       const sunrealtype *lambda, sunrealtype *r)
{
  reactions(car->joint, car->joints, q, lambda, r);
  lambda += CONSTRAINTS - BODIES;
  for (int b = 0; b < BODIES; b++)
  {
    pose_add(r, b, lambda[b], vec(0, 0, 0), pose_get(q, b).p);
  }
}

void vehicle_weld_loads(const struct vehicle *car, const sunrealtype *q,
                        const sunrealtype *load, sunrealtype *r)
{
  reactions(car->weld, car->welds, q, load, r);
}

/* What would be a multiplier of a rigid joint is load + k g + d g'. */
void vehicle_welds(const struct vehicle *car, const sunrealtype *q,
                   const sunrealtype *v, sunrealtype *r)
{
  const double push = 2e8, bend = 2e6, damping = 1e-4;
  sunrealtype g[3], rate[3], load[3];
  int row = 0;
  for (int n = 0; n < car->welds; n++)
  {
    const struct joint *k = &car->weld[n];
    const struct pose i = pose_get(q, k->i), j = pose_get(q, k->j);
    const double stiffness = k->kind == NORMAL ? bend : push;
    const int rows         = value(k, 0, i, j, g);
    value_rate(k, 0, q, v, rate);
    for (int m = 0; m < rows; m++)
    {
      load[m] = car->weld_load[row++] + stiffness * (g[m] + damping * rate[m]);
    }
    reaction(k, i, j, load, r);
  }
}

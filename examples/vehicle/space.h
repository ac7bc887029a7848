/* Vectors and quaternions (scalar part first) of bodies in space. The rotation
 * R(p) s is quadratic in p, so that one symmetric form turn(p, p2, s) with
 * R(p) s = turn(p, p, s) gives it and its derivatives in time:
 * (R s)' = 2 turn(p, p', s), (R s)'' = 2 turn(p, p'', s) + 2 turn(p', p', s). */
#ifndef VEHICLE_SPACE_H
#define VEHICLE_SPACE_H

#include <math.h>

struct vec
{
  double x, y, z;
};

struct quat
{
  double s;
  struct vec v;
};

static inline struct vec vec(double x, double y, double z)
{
  return (struct vec){x, y, z};
}

/* a + c b */
static inline struct vec plus(struct vec a, double c, struct vec b)
{
  return vec(a.x + c * b.x, a.y + c * b.y, a.z + c * b.z);
}

static inline struct vec times(double c, struct vec a)
{
  return vec(c * a.x, c * a.y, c * a.z);
}

static inline double dot(struct vec a, struct vec b)
{
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline struct vec cross(struct vec a, struct vec b)
{
  return vec(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z,
             a.x * b.y - a.y * b.x);
}

static inline double length(struct vec a)
{
  return sqrt(dot(a, a));
}

static inline struct vec turn(struct quat p, struct quat p2, struct vec s)
{
  struct vec r = times(p.s * p2.s - dot(p.v, p2.v), s);
  r            = plus(r, dot(p2.v, s), p.v);
  r            = plus(r, dot(p.v, s), p2.v);
  return plus(r, 1, cross(plus(times(p.s, p2.v), p2.s, p.v), s));
}

static inline struct vec rotate(struct quat p, struct vec s)
{
  return turn(p, p, s);
}

static inline struct vec rotate_back(struct quat p, struct vec s)
{
  p.s = -p.s;
  return turn(p, p, s);
}

/* Gradient of f . R(p) s with respect to p: the generalised force of a force f
 * at the point s of the body. */
static inline struct quat lever(struct quat p, struct vec s, struct vec f)
{
  const struct vec sf = cross(s, f);
  struct quat g       = {2 * (p.s * dot(s, f) + dot(p.v, sf)), times(p.s, sf)};
  g.v                 = plus(g.v, -dot(s, f), p.v);
  g.v                 = plus(g.v, dot(p.v, s), f);
  g.v                 = times(2, plus(g.v, dot(p.v, f), s));
  return g;
}

/* Half the angular velocity in the body, for a rate p': E(p) p'. */
static inline struct vec half_rate(struct quat p, struct quat rate)
{
  const struct vec w = plus(times(p.s, rate.v), -rate.s, p.v);
  return plus(w, -1, cross(p.v, rate.v));
}

/* E(p)^T u */
static inline struct quat half_rate_transposed(struct quat p, struct vec u)
{
  return (struct quat){-dot(p.v, u), plus(times(p.s, u), 1, cross(p.v, u))};
}

#endif

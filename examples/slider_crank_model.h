/* The slider-crank of SUNDIALS' examples idaSlCrank_dns (R. Serban) as GALPHA
 * wants it: a crank turns about the origin, a rod of length 2 is pinned to it
 * at one end and slides with its centre along the x axis; F pulls at its other
 * end in x. A spring with a damper joins the middle of the crank and the middle
 * of the rod's first half. Coordinates q = (crank angle, position of the rod's
 * centre, rod angle), two constraints for the pin. Shared by slider_crank.c and
 * the demo. */
#ifndef GALPHA_EXAMPLE_SLIDER_CRANK_MODEL_H
#define GALPHA_EXAMPLE_SLIDER_CRANK_MODEL_H

#include <math.h>

#include <galpha/galpha.h>

#include "example_util.h"

/* The user_data of the callbacks. */
struct slider_crank
{
  double a;          /* length of the crank                            */
  double J1, J2, m2; /* moments of inertia of crank and rod, rod's mass */
  double k, c, l0;   /* stiffness, damping, free length of the spring  */
  double F;          /* force on the rod's end                         */
};

static const struct slider_crank slider_crank_standard = {
  .a = 0.5, .J1 = 1, .J2 = 2, .m2 = 1, .k = 1, .c = 1, .l0 = 1, .F = 1};

/* The motion at four times, from the equations reduced to one unknown and an
 * explicit method of order 8. */
#define SLIDER_CRANK_ACCURATE 4
static const struct slider_crank_state
{
  double t, q[3], v[3], lambda[2];
} slider_crank_accurate[SLIDER_CRANK_ACCURATE] = {
  {1,
   {1.315420570881697, 1.001491807230801, -0.504973470642001},
   {-0.508792976909869, 0.281669094686986, 0.073427529014185},
   {1.054815246655326, -0.553820726663963}},
  {2,
   {0.579038812048807, 1.380335271961189, -0.277144095738982},
   {-0.942187072785086, 0.369956161788769, 0.409943237195093},
   {1.46226619845336, 0.064939937217731}},
  {5,
   {-1.429996967647219, 0.939030613578268, 0.517894756489888},
   {0.054991610537772, 0.029422231647785, -0.004440989758956},
   {1.221808744705754, 1.013122040058797}},
  {10,
   {1.275675848650245, 1.023578558979835, -0.498813049182489},
   {-0.239914997196009, 0.133778283215781, 0.039731495991323},
   {1.113756158263053, -0.762507275106431}},
};

/* Crank upright, at rest: satisfies both constraints. */
static inline void slider_crank_start(const struct slider_crank *par,
                                      sunrealtype q[3], sunrealtype v[3])
{
  q[0] = 2 * atan(1.0);
  q[2] = asin(-par->a);
  q[1] = cos(q[2]);
  v[0] = v[1] = v[2] = 0;
}

/* Applied forces: spring-damper along its axis and F, no reactions. */
static inline void slider_crank_forces(const struct slider_crank *par,
                                       const sunrealtype q[3],
                                       const sunrealtype v[3], sunrealtype f[3])
{
  const double a = par->a, x = q[1];
  const double sq = sin(q[0]), cq = cos(q[0]), sp = sin(q[2]), cp = cos(q[2]);
  const double s21 = sin(q[2] - q[0]), c21 = cos(q[2] - q[0]);

  const double l2 = x * x - x * (cp + a * cq) + (1 + a * a) / 4 + a * c21 / 2;
  const double l  = sqrt(l2);
  const double ld =
    (2 * x * v[1] - v[1] * (cp + a * cq) + x * (sp * v[2] + a * sq * v[0]) -
     a * s21 * (v[2] - v[0]) / 2) /
    (2 * l);
  const double s = (par->k * (l - par->l0) + par->c * ld) / l;

  f[0] = -s * a * (s21 / 2 + x * sq) / 2;
  f[1] = s * (cp / 2 - x + a * cq / 2) + par->F;
  f[2] = -s * (x * sp - a * s21 / 2) / 2 - par->F * sp;
}

/* g(q): the pin, seen from the rod and from the crank, is one point. */
static inline void slider_crank_constraints(const struct slider_crank *par,
                                            const sunrealtype q[3],
                                            sunrealtype g[2])
{
  g[0] = q[1] - cos(q[2]) - par->a * cos(q[0]);
  g[1] = -sin(q[2]) - par->a * sin(q[0]);
}

/* G = dg/dq, row by row. */
static inline void slider_crank_constraint_jac(const struct slider_crank *par,
                                               const sunrealtype q[3],
                                               sunrealtype G[6])
{
  G[0] = par->a * sin(q[0]);
  G[1] = 1;
  G[2] = sin(q[2]);
  G[3] = -par->a * cos(q[0]);
  G[4] = 0;
  G[5] = -cos(q[2]);
}

static inline int slider_crank_f(sunrealtype t, N_Vector q, N_Vector v,
                                 N_Vector f, void *user_data)
{
  (void)t;
  slider_crank_forces(user_data, N_VGetArrayPointer(q), N_VGetArrayPointer(v),
                      N_VGetArrayPointer(f));
  return 0;
}

static inline int slider_crank_g(sunrealtype t, N_Vector q, N_Vector g,
                                 void *user_data)
{
  (void)t;
  slider_crank_constraints(user_data, N_VGetArrayPointer(q),
                           N_VGetArrayPointer(g));
  return 0;
}

static inline int slider_crank_G(sunrealtype t, N_Vector q, SUNMatrix G,
                                 void *user_data)
{
  sunrealtype rows[6];

  (void)t;
  slider_crank_constraint_jac(user_data, N_VGetArrayPointer(q), rows);
  return example_fill(G, rows);
}

#endif

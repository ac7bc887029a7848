/* A vehicle with semi-active suspension in absolute coordinates, of the kind of the
 * application in Bruls and Arnold, "The generalized-alpha scheme as a linear multistep
 * integrator: toward a general mechatronic simulator" (2008).
 *
 * 30 rigid bodies with 7 coordinates each (centre of mass, unit quaternion):
 * chassis, steering rack and, per corner, two arms, tie rod, wheel carrier,
 * wheel, tube and rod of the damper. With VEHICLE_SEGMENTS > 1 arms and tie rods
 * are flexible: that many rigid segments each, joined by stiff springs. SI units,
 * but bar and litre in the dampers; x points forward, y to the left, z up, the
 * road is z = 0.
 *
 * y = (q, lambda, x, outputs) with differential orders 2, 0, 1, 0:
 *   M(q) q'' = f(t,q,q',x) - G(q)^T lambda    bodies
 *   0 = g(t,q)                                joints, rack, |p| = 1
 *   x' = ...                                  pressures, modal velocities
 *   outputs = ...                             accelerations, forces, currents */
#ifndef VEHICLE_H
#define VEHICLE_H

#include <galpha/galpha.h>

#include "space.h"

#ifndef VEHICLE_SEGMENTS
#define VEHICLE_SEGMENTS 1
#endif

enum /* bodies */
{
  CHASSIS,
  RACK,
  CORNER, /* first body of the first corner */
  SEGMENTS  = VEHICLE_SEGMENTS,
  LOWER_ARM = 0, /* the segments go outwards from the chassis */
  UPPER_ARM = SEGMENTS,
  TIE_ROD   = 2 * SEGMENTS,
  CARRIER   = 3 * SEGMENTS,
  WHEEL,
  TUBE,
  ROD,
  PER_CORNER,
  CORNERS = 4, /* front left, front right, rear left, rear right */
  BODIES  = CORNER + CORNERS * PER_CORNER
};

enum /* sizes and places in y */
{
  COORDINATES = 7 * BODIES,
  CONSTRAINTS = BODIES + 6 + 40 * CORNERS,
  WELDS       = 6 * 3 * (SEGMENTS - 1) * CORNERS, /* rows of elastic joints */
  LAMBDA      = COORDINATES,
  PRESSURE    = LAMBDA + CONSTRAINTS, /* rebound, compression of each corner */
  MODAL       = PRESSURE + 2 * CORNERS, /* velocities of heave, roll, pitch */
  SENSOR      = MODAL + 3,              /* accelerations */
  DEMAND      = SENSOR + CORNERS,       /* damper forces asked for */
  CURRENT     = DEMAND + CORNERS,
  UNKNOWNS    = CURRENT + CORNERS
};

static inline int corner_body(int corner, int which)
{
  return CORNER + corner * PER_CORNER + which;
}

struct body
{
  double mass;
  struct vec inertia; /* principal moments */
  struct vec centre;  /* in the design position, where p = (1, 0, 0, 0) */
};

enum joint_kind
{
  SAME_POINT, /* x_i + R_i si = x_j + R_j sj: 3 rows */
  NORMAL,     /* R_i si . R_j sj = 0 */
  DISTANCE    /* R_i a . (x_j + R_j sj - x_i - R_i si) = 0 or rack travel */
};

struct joint
{
  enum joint_kind kind;
  int i, j, driven;
  struct vec si, sj, a;
};

struct vehicle
{
  struct body body[BODIES];
  struct joint joint[CONSTRAINTS], weld[WELDS + 1];
  int joints, welds;
  double weld_load[WELDS + 1]; /* of each row, at rest */
  double tyre_stiffness[CORNERS], tyre_load[CORNERS];
  struct vec spring_foot[CORNERS], spring_top[CORNERS]; /* on tube and rod */
  double spring_length[CORNERS], preload[CORNERS];
  double speed;
  double skyhook; /* factor of the controller's gains */
};

struct pose
{
  struct vec x;
  struct quat p;
};

/* Coordinates of body b, or the places of its equations, in q. */
static inline struct pose pose_get(const sunrealtype *q, int b)
{
  q += 7 * b;
  return (struct pose){vec(q[0], q[1], q[2]), {q[3], vec(q[4], q[5], q[6])}};
}

static inline void pose_add(sunrealtype *q, int b, double c, struct vec x,
                            struct quat p)
{
  q += 7 * b;
  q[0] += c * x.x;
  q[1] += c * x.y;
  q[2] += c * x.z;
  q[3] += c * p.s;
  q[4] += c * p.v.x;
  q[5] += c * p.v.y;
  q[6] += c * p.v.z;
}

/* Bodies, joints and springs; their loads come with vehicle_start. */
void vehicle_build(struct vehicle *car);

/* Exact start: straight on at constant speed in static equilibrium. Finds
 * spring loads and multipliers; *imbalance is the largest force left, *pivot the
 * smallest pivot of the scaled G G^T (0 if constraints are redundant). */
int vehicle_start(struct vehicle *car, sunrealtype *y, sunrealtype *yp,
                  sunrealtype *ypp, double *imbalance, double *pivot);

/* The equations: r = F(t, y, y', y''). */
void vehicle_equations(const struct vehicle *car, double t,
                       const sunrealtype *y, const sunrealtype *yp,
                       const sunrealtype *ypp, sunrealtype *r);

/* Constraints g(t,q), their rate g_t + G q', and r += G^T lambda. */
void vehicle_constraints(const struct vehicle *car, double t,
                         const sunrealtype *q, sunrealtype *g);
void vehicle_rates(const struct vehicle *car, double t, const sunrealtype *q,
                   const sunrealtype *v, sunrealtype *rate);
void vehicle_reactions(const struct vehicle *car, const sunrealtype *q,
                       const sunrealtype *lambda, sunrealtype *r);

/* r += the forces of the elastic joints, or of given loads of their rows. */
void vehicle_welds(const struct vehicle *car, const sunrealtype *q,
                   const sunrealtype *v, sunrealtype *r);
void vehicle_weld_loads(const struct vehicle *car, const sunrealtype *q,
                        const sunrealtype *load, sunrealtype *r);

/* Travel of the rack and its rate. */
double vehicle_steering(double t, double *rate);

/* Force of a tyre on the wheel (road plane), at *arm from its centre. */
struct vec vehicle_tyre(const struct vehicle *car, int corner, struct pose at,
                        struct pose rate, struct vec *arm);

/* Tension of spring and damper, rates of the two pressures p. */
double vehicle_damper(const struct vehicle *car, int corner, double length,
                      double rate, double current, const sunrealtype *p,
                      double *prate);

/* The rows of the modal velocities and outputs; rate: extension of the dampers. */
void vehicle_controller(const struct vehicle *car, const sunrealtype *y,
                        const sunrealtype *yp, const sunrealtype *ypp,
                        const double *rate, sunrealtype *r);

/* Differential orders, and the sizes that errors are measured by. */
void vehicle_orders(sunrealtype *order);
void vehicle_scales(sunrealtype *scale);

#endif

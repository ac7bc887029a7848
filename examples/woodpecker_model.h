/* A woodpecker toy: its equations, contacts and impacts, as plain C.
 *
 * A sleeve slides on a pole, loose enough to tilt and jam; a bird sits on it by a spring
 * and pecks the pole. Coordinates: height y of the sleeve, angles of sleeve and bird. In
 * linear form M and all directions of contacts are constant. Contacts: 0, the beak; 1 and
 * 2, the lower and the upper edge of the sleeve. A contact has the gap g, the normal
 * direction wN = dg/dq, and the direction wT of sliding.
 *
 * Model and data: Glocker (1995), Dynamik von Starrkoerpersystemen mit Reibung und
 * Stoessen; Leine, Glocker and van Campen (2001), Nonlinear dynamics of the woodpecker toy,
 * DETC2001/VIB-21608. */
#ifndef GALPHA_WOODPECKER_MODEL_H
#define GALPHA_WOODPECKER_MODEL_H

#include <math.h>

#define WP_N        3
#define WP_CONTACTS 3

/* kg, m, s, rad */
#define WP_SLEEVE   0.0003 /* masses and moments of inertia */
#define WP_BIRD     0.0045
#define WP_J_SLEEVE 5.0e-9
#define WP_J_BIRD   7.0e-7
#define WP_SPRING   0.0056
#define WP_GRAVITY  9.81
#define WP_R_POLE   0.0025
#define WP_R_SLEEVE 0.0031
#define WP_H_SLEEVE 0.0058 /* half of its length */
#define WP_L_SLEEVE 0.010  /* from the middle of the sleeve to the spring */
#define WP_L_BIRD   0.015  /* from the spring to the bird's centre */
#define WP_H_BEAK   0.02
#define WP_L_BEAK   0.0201
#define WP_FRICTION 0.3

static const double wp_restitution[WP_CONTACTS] = {0.5, 0.0, 0.0};

static const double wp_wN[WP_CONTACTS][WP_N] = {
  {0.0, 0.0, -WP_H_BEAK}, {0.0, WP_H_SLEEVE, 0.0}, {0.0, -WP_H_SLEEVE, 0.0}};
static const double wp_wT[WP_CONTACTS][WP_N] = {
  {1.0, WP_L_SLEEVE, WP_L_BIRD - WP_L_BEAK},
  {1.0, WP_R_SLEEVE, 0.0},
  {1.0, WP_R_SLEEVE, 0.0}};

static const double wp_mass[WP_N][WP_N] = {
  {WP_BIRD + WP_SLEEVE, WP_BIRD *WP_L_SLEEVE, WP_BIRD *WP_L_BIRD},
  {WP_BIRD * WP_L_SLEEVE, WP_J_SLEEVE + WP_BIRD *WP_L_SLEEVE *WP_L_SLEEVE,
   WP_BIRD *WP_L_SLEEVE *WP_L_BIRD},
  {WP_BIRD * WP_L_BIRD, WP_BIRD *WP_L_SLEEVE *WP_L_BIRD,
   WP_J_BIRD + WP_BIRD *WP_L_BIRD *WP_L_BIRD}};

/* How the toy is in contact between impacts: by one edge of the sleeve, or not. */
struct wp_mode
{
  int edge; /* 1, 2; 0: none */
  int slip; /* sign of the sliding speed; 0: it sticks */
};

static inline double wp_dot(const double *a, const double *b)
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The state of a limit cycle that Leine et al. give to four digits: the lower edge touches
 * and slides down. */
static inline void wp_start(double *q, double *v)
{
  q[0] = 0.0;
  q[1] = -(WP_R_SLEEVE - WP_R_POLE) / WP_H_SLEEVE;
  q[2] = -0.2788;
  v[0] = -0.3411;
  v[1] = 0.0;
  v[2] = -7.4583;
}

static inline double wp_gap(const double *q, int contact)
{
  const double play = WP_R_SLEEVE - WP_R_POLE;
  return contact == 0
           ? WP_L_SLEEVE + WP_L_BIRD - WP_L_BEAK - WP_R_POLE - WP_H_BEAK * q[2]
         : contact == 1 ? play + WP_H_SLEEVE * q[1]
                        : play - WP_H_SLEEVE * q[1];
}

static inline void wp_force(const double *q, double *f)
{
  const double turn = WP_SPRING * (q[1] - q[2]);
  f[0]              = -(WP_BIRD + WP_SLEEVE) * WP_GRAVITY;
  f[1]              = -turn - WP_BIRD * WP_GRAVITY * WP_L_SLEEVE;
  f[2]              = turn - WP_BIRD * WP_GRAVITY * WP_L_BIRD;
}

/* x = M^-1 b, by Cramer's rule. */
static inline void wp_solve(const double *b, double *x)
{
  double minors[WP_N][WP_N], det = 0.0;
  for (int i = 0; i < WP_N; i++)
  {
    const double *r = wp_mass[(i + 1) % WP_N], *s = wp_mass[(i + 2) % WP_N];
    for (int j = 0; j < WP_N; j++)
    {
      const int k = (j + 1) % WP_N, l = (j + 2) % WP_N;
      minors[i][j] = r[k] * s[l] - r[l] * s[k];
    }
  }
  for (int j = 0; j < WP_N; j++) { det += wp_mass[0][j] * minors[0][j]; }
  for (int j = 0; j < WP_N; j++)
  {
    x[j] = 0.0;
    for (int i = 0; i < WP_N; i++) { x[j] += minors[i][j] * b[i] / det; }
  }
}

/* Velocities after impacts of all contacts that touch: Newton's law of restitution for the
 * gaps and Coulomb's law for sliding, between the impulses,
 *
 *     0 <= P,  g'+ + e g'- >= 0,  their product is 0,   |T| <= mu P,
 *     the sliding speed after it is 0, or T = mu P against it,
 *
 * by projections in turn (Gauss and Seidel). touching: bit i is contact i. Returns the
 * largest P. */
static inline double wp_impact(unsigned touching, double *v)
{
  double aN[WP_CONTACTS][WP_N], aT[WP_CONTACTS][WP_N], before[WP_CONTACTS];
  double P[WP_CONTACTS] = {0.0}, T[WP_CONTACTS] = {0.0}, most = 0.0;
  for (int i = 0; i < WP_CONTACTS; i++)
  {
    wp_solve(wp_wN[i], aN[i]);
    wp_solve(wp_wT[i], aT[i]);
    before[i] = wp_dot(wp_wN[i], v);
  }
  for (int turn = 0; turn < 5000; turn++)
  {
    double change = 0.0;
    for (int i = 0; i < WP_CONTACTS; i++)
    {
      if (!(touching >> i & 1)) { continue; }
      const double speed = wp_dot(wp_wN[i], v) + wp_restitution[i] * before[i];
      const double oldP = P[i], oldT = T[i];
      P[i] = fmax(0.0, P[i] - speed / wp_dot(wp_wN[i], aN[i]));
      for (int j = 0; j < WP_N; j++) { v[j] += (P[i] - oldP) * aN[i][j]; }
      const double limit = WP_FRICTION * P[i];
      T[i] -= wp_dot(wp_wT[i], v) / wp_dot(wp_wT[i], aT[i]);
      T[i] = fmax(-limit, fmin(limit, T[i]));
      for (int j = 0; j < WP_N; j++) { v[j] += (T[i] - oldT) * aT[i][j]; }
      change = fmax(change, fabs(P[i] - oldP) + fabs(T[i] - oldT));
      most   = fmax(most, P[i]);
    }
    if (!(change > 1e-17)) { break; }
  }
  return most;
}

/* Accelerations in a mode, and the forces of the edge that touches: normal, sliding. */
static inline void wp_accelerations(const double *q, struct wp_mode mode,
                                    double *a, double *N, double *T)
{
  double f[WP_N], push[WP_N], x[WP_N], y[WP_N];
  wp_force(q, f);
  wp_solve(f, a);
  *N = *T = 0.0;
  if (!mode.edge) { return; }
  const double *n = wp_wN[mode.edge], *t = wp_wT[mode.edge];
  if (mode.slip)
  {
    for (int j = 0; j < WP_N; j++)
    {
      push[j] = n[j] - mode.slip * WP_FRICTION * t[j];
    }
    wp_solve(push, x);
    *N = -wp_dot(n, a) / wp_dot(n, x);
    *T = -mode.slip * WP_FRICTION * *N;
    for (int j = 0; j < WP_N; j++) { a[j] += *N * x[j]; }
    return;
  }
  wp_solve(n, x);
  wp_solve(t, y);
  const double nn = wp_dot(n, x), nt = wp_dot(n, y), tt = wp_dot(t, y);
  const double b = wp_dot(n, a), c = wp_dot(t, a), det = nn * tt - nt * nt;
  *N = (nt * c - tt * b) / det;
  *T = (nt * b - nn * c) / det;
  for (int j = 0; j < WP_N; j++) { a[j] += *N * x[j] + *T * y[j]; }
}

/* The mode that follows with these contacts touching, where velocities have just been
 * computed by wp_impact: an edge without a speed of its gap presses, sticks if friction
 * can hold it, and slides otherwise. At the end of a mode a force is 0, or what friction can
 * just hold, but for rounding. */
static inline struct wp_mode wp_choose(const double *q, const double *v,
                                       unsigned touching)
{
  const struct wp_mode open = {0, 0};
  const double rest = 1e-9, press = 1e-5; /* m/s, N */
  double a[WP_N], N, T;
  for (int edge = 1; edge < WP_CONTACTS; edge++)
  {
    const double speed  = wp_dot(wp_wT[edge], v);
    struct wp_mode mode = {edge,
                           fabs(speed) > rest ? (speed > 0.0 ? 1 : -1) : 0};
    if (!(touching >> edge & 1) || wp_dot(wp_wN[edge], v) > rest) { continue; }
    wp_accelerations(q, mode, a, &N, &T);
    if (!mode.slip && fabs(T) > (1.0 - 1e-4) * WP_FRICTION * N)
    {
      mode.slip = T > 0.0 ? -1 : 1;
      wp_accelerations(q, mode, a, &N, &T);
    }
    if (N > press) { return mode; }
  }
  return open;
}

#endif

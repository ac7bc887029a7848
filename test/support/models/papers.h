/* The mechanical test problems of the papers (listed in galpha.h), by paper and
 * equation. All derivatives are analytic; dfdq includes -(G^T lambda + K^T psi)_q. */
#pragma once

#include "support/models/problem.h"

/* Jay and Negrut (2009), (15): M(t,q) not symmetric, g and k, lambda^2 and psi^3 in the
 * forces; exact at all t */
extern const struct problem paper_problem15;
/* Jay (2011), (7.1): the same M, k only, psi^2; exact at all t */
extern const struct problem paper_problem71;
/* Jay and Negrut (2009), (16): spring-damper pendulum; exact at t = 2 */
extern const struct problem paper_pendulum16;
/* Gavrea et al. (2005), section 6.1: g = x^2 + y^2 - 1, released at 60 degrees; exact
 * at all t */
extern const struct problem paper_simple_pendulum;
/* Gavrea et al. (2005), section 6.2 with theta1(0) = 2 pi; exact at t = 2 */
extern const struct problem paper_double_pendulum;
/* Jay (2011), (7.2) with the term -I2 z3 z5 cos(y3) that the printed f4 lacks; exact at
 * t = 10 */
extern const struct problem paper_disk;
/* Jay (2011), (7.2) as printed: not a Lagrangian system, energy drifts; exact at t = 10 */
extern const struct problem paper_disk_printed;
/* Jay and Negrut (2009), section 8.3: rigid slider-crank in x, y, theta of three
 * bodies; rows 0 and 1 of g are the pin of crank and ground */
extern const struct problem paper_slider_crank;
/* y'' = -y, y(0) = 1, y'(0) = 0; exact at all t */
extern const struct problem paper_oscillator;

/* T + U of the rolling disk. */
sunrealtype paper_disk_energy(const sunrealtype *q, const sunrealtype *v);

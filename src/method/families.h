/* The families of generalized-alpha methods (Newmark, HHT, Chung-Hulbert, custom):
 * from the parameters of GALPHASetMethod to the coefficients of the recursions. */
#ifndef GALPHA_METHOD_FAMILIES_H
#define GALPHA_METHOD_FAMILIES_H

#include <stdbool.h>

#include <galpha/galpha.h>

struct galpha_family
{
  int family;
  sunrealtype par[4]; /* of GALPHASetMethod */
  sunrealtype alpha_m, alpha_f, alpha, beta, gamma;
  bool undamped; /* spectral radius at infinite frequency is 1 */
  /* first-order states, Bruls and Arnold (2008), (6), (9), (11), (13) */
  sunrealtype delta_m, delta_f, delta, theta;
};

/* Sets the coefficients for first-order states: those of Bruls and Arnold (2008),
 * (13), with spectral radius rho at infinite frequency; if second is set, those for
 * order 2. */
void galpha_family_state(struct galpha_family *m, sunrealtype rho, bool second);
/* The error of a step of order 2 over h^3 y''': of mechanics (second), the larger of the
 * constants of positions and velocities, or of first-order states. */
sunrealtype galpha_family_error(const struct galpha_family *m, bool second);
/* Returns 0, or -1 with the admissible range in *why. */
int galpha_family_set(struct galpha_family *m, int family,
                      const sunrealtype *par, const char **why);

#endif

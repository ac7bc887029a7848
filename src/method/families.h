/* The families as table rows: parameters -> coefficients. Pure numbers. */
#ifndef GALPHA_METHOD_FAMILIES_H
#define GALPHA_METHOD_FAMILIES_H

#include <stdbool.h>

#include <galpha/galpha.h>

struct galpha_family
{
  int family;
  sunrealtype par[4]; /* as given to GALPHASetMethod */
  sunrealtype alpha_m, alpha_f, alpha, beta, gamma;
  bool undamped; /* |amplification| at infinity is 1 */
  /* first-order states, Bruls and Arnold (2008), (6), (9), (11), (13) */
  sunrealtype delta_m, delta_f, delta, theta;
};

/* First-order coefficients of spectral radius rho at infinity, Bruls and Arnold (2008),
 * (13), or (second) those of second order in their place. */
void galpha_family_state(struct galpha_family *meth, sunrealtype rho,
                         bool second);
/* 0, or -1 with *why naming the admissible range. */
int galpha_family_set(struct galpha_family *meth, int family,
                      const sunrealtype *par, const char **why);

#endif

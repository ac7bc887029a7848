/* A problem with rows added that depend on its own: combinations of the rows of g and
 * of k, and rates of rows of g as rows of k. The motion is that of the problem without
 * them, and the sums of multipliers are its multipliers. */
#pragma once

#include "support/models/problem.h"

struct combined
{
  struct problem pb; /* to be integrated: its data is this struct */
  const struct problem *base;
  int more_g, more_k;     /* combinations of rows of g, k */
  const sunrealtype *T_g; /* more_g x base->m */
  const sunrealtype *T_k; /* more_k x base->p */
  int rates;              /* rows 0, 1 ... of g as rows g_t + G v of k */
  sunrealtype (*clash)(sunrealtype t); /* added to the last row of g, or NULL */
  N_Vector g, k, gt;                   /* work: of the base problem */
  SUNMatrix G, K;
};

/* base must offer g and G, or k and K; constraints with explicit time: gt. */
int combined_new(struct combined *c, const struct problem *base, int more_g,
                 const sunrealtype *T_g, int more_k, const sunrealtype *T_k,
                 int rates, SUNContext ctx);
/* The multipliers of base that multipliers of the problem amount to. */
void combined_sums(const struct combined *c, N_Vector lambda, N_Vector psi,
                   sunrealtype *base_lambda, sunrealtype *base_psi);

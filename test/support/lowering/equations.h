/* The equations of a struct problem without any integrator: residuals, the
 * accelerations and multipliers of a state, derivatives against differences.
 * Needs the callbacks G and K where there are constraints. */
#pragma once

#include "support/models/problem.h"

struct equations
{
  const struct problem *pb;
  SUNContext ctx;
  SUNMatrix M, G, K; /* dense work space; G, K NULL without such constraints */
};

int equations_new(struct equations *eq, const struct problem *pb,
                  SUNContext ctx);

/* f of M v' = f at s, reactions included. */
int equations_force(struct equations *eq, const struct problem_state *s,
                    N_Vector f);
/* r = M a - f at s. */
int equations_dynamic(struct equations *eq, const struct problem_state *s,
                      N_Vector r);
/* w = g_t + G v, length m; g_t by central differences if it is not given. */
int equations_rate(struct equations *eq, sunrealtype t, N_Vector q, N_Vector v,
                   N_Vector w);
/* d -= G^T mu with G at t, q */
int equations_push(struct equations *eq, sunrealtype t, N_Vector q, N_Vector mu,
                   N_Vector d);

/* Sets a, lambda and psi of s to what the equations of motion and the
 * constraints, differentiated, say at s->t, q, v. */
int equations_accelerations(struct equations *eq, struct problem_state *s);

/* Largest deviation of G, gt, K, Kq, df/dq, df/dv and df/d(lambda, psi) from central
 * differences of g, k and the complete f at s, each relative to its largest entry; < 0 if a
 * callback fails. A derivative that is declared zero must be zero; one that the
 * problem does not offer is passed over. */
sunrealtype equations_derivative_error(struct equations *eq,
                                       const struct problem_state *s);
/* How many entries of M and of these derivatives differ between a dense and a sparse
 * matrix. */
long equations_storage_gaps(struct equations *eq,
                            const struct problem_state *s);

/* The model: the user's callbacks and blocks. The sole caller of user code
 * (root functions and weights excepted): counts calls, checks that results are
 * finite, normalises returns (0, > 0 recoverable, < 0 stop), remembers what
 * failed. Differences what the user did not give. */
#ifndef GALPHA_MODEL_MECHANICS_H
#define GALPHA_MODEL_MECHANICS_H

#include <stdbool.h>

#include <galpha/galpha.h>

#include "base/index_pattern.h"
#include "model/difference_jacobian.h"
#include "model/operator_matrix.h"
#include "model/pattern_probe.h"

/* A block of the model with the way it is obtained. */
struct galpha_deriv
{
  SUNMatrix A; /* present value; NULL: absent (zero) or not yet known */
  bool given;  /* the user stated the block, even as absent */
  struct galpha_dq *dq;          /* plan, when it is differenced */
  struct galpha_pattern pattern; /* found right, where it is sparse */
  bool probed;                   /* the pattern was found, in this search */
  int search;
};

enum galpha_block_id
{
  GALPHA_BLOCK_G,
  GALPHA_BLOCK_K,
  GALPHA_BLOCK_KQ,
  GALPHA_BLOCK_FQ,
  GALPHA_BLOCK_FV,
  GALPHA_BLOCK_FR,
  GALPHA_BLOCK_COUNT
};

struct galpha_failure
{
  const char *what; /* which callback, in the user's words; NULL: none */
  int ret;          /* its return value, 0: a value was not finite     */
  sunrealtype t;
  sunindextype index; /* first component not finite, or -1               */
  bool unwritten;     /* the component still has the mark it came with */
  bool in_matrix;     /* index is a row's                                */
  struct galpha_pattern_fault pattern; /* of kind 0: not this */
};

/* Where the model is evaluated. */
struct galpha_point
{
  sunrealtype t;
  N_Vector q, v, lambda, psi;
  N_Vector s; /* first-order states and outputs, or NULL */
};

struct galpha_counts
{
  long int force, mass, g, G, k, K, jac;
  long int jtimes, psetup, psolve; /* of Krylov solvers */
};

struct galpha_sys
{
  SUNContext sunctx;
  void *user_data;
  sunindextype n, m, p;

  GALPHAMassFn mass; /* NULL: M is constant */
  SUNMatrix M;
  struct galpha_pattern pattern_M;
  bool diagonal_M; /* constant, and sparse with nothing but its diagonal */
  GALPHAForceFn force;
  GALPHAStatesForceFn states_force; /* f0 with states, in place of force */
  GALPHAStatesFn states;            /* their right-hand side             */
  GALPHAGeneralForceFn general;
  GALPHAHolonomicFn g, gt;
  GALPHAHolonomicJacFn Gfn;
  bool scleronomic;
  bool constant_G; /* and whether the block holds it */
  bool has_G;
  sunrealtype dt;      /* of the differences for g_t; signed */
  sunrealtype dt_most; /* the drives need no longer one; 0: not known */
  GALPHANonholonomicFn k;
  GALPHANonholonomicJacFn Kfn, Kqfn;
  GALPHAForceJacFn Fqfn, Fvfn, Frfn;
  struct galpha_deriv block[GALPHA_BLOCK_COUNT];

  struct galpha_probe_doubt doubt; /* of patterns that were found */

  bool by_product; /* M and G are operators, df/dq and df/dv not blocks */
  GALPHAForceTimesFn force_jac_vec; /* NULL: differenced */
  struct galpha_products products;
  N_Vector work; /* of products with df/dq and df/dv */

  N_Vector wq[3], wl[3], wp[2]; /* work of the differences */
  N_Vector wr, wr1;             /* packed (lambda, psi) and its typical size */

  bool marking; /* results are marked before callbacks write them */
  struct galpha_counts count;
  struct galpha_failure fail;
};

/* Work vectors; after all Set calls. -1: no memory. */
int galpha_sys_prepare(struct galpha_sys *sys, N_Vector q, N_Vector lambda,
                       N_Vector psi);
void galpha_sys_free(struct galpha_sys *sys);

/* Failures of callbacks that somebody else deals with: another one in place, or none;
 * with the products'. */
void galpha_sys_set_failure(struct galpha_sys *sys, struct galpha_failure fail);
void galpha_sys_forget_failure(struct galpha_sys *sys);
void galpha_sys_forget_failures(struct galpha_sys *sys);
void galpha_sys_set_product_failure(struct galpha_sys *sys, const char *what);
/* Results are marked before callbacks write them, or not. */
void galpha_sys_set_marking(struct galpha_sys *sys, bool on);
/* Of the differences for g_t; most: no longer one is needed, 0: not known. */
void galpha_sys_set_increment(struct galpha_sys *sys, sunrealtype dt,
                              sunrealtype most);
/* Before a callback writes x, at the start: what it leaves out will be seen. */
void galpha_sys_mark(const struct galpha_sys *sys, N_Vector x);
/* A callback's return and result (NULL: none) normalised; what failed is kept. */
int galpha_sys_checked(struct galpha_sys *sys, const char *what, sunrealtype t,
                       int ret, N_Vector x);
/* The same for products with blocks since the last call. */
int galpha_sys_products(struct galpha_sys *sys);
/* The same for a matrix: its pattern, of which is known what was right before, and
 * its values; galpha_sys_pattern: its pattern alone. A wrong pattern stops the
 * integration: a smaller step does not mend it. */
int galpha_sys_matrix(struct galpha_sys *sys, const char *what, sunrealtype t,
                      int ret, SUNMatrix A, struct galpha_pattern *known);
int galpha_sys_pattern(struct galpha_sys *sys, const char *what, sunrealtype t,
                       int ret, SUNMatrix A, struct galpha_pattern *known);
/* The applied forces f0 alone, or the general force. */
int galpha_sys_applied(struct galpha_sys *sys, const struct galpha_point *at,
                       N_Vector f);
/* M(t,q) into sys->M (nothing to do when M is constant). */
int galpha_sys_mass(struct galpha_sys *sys, sunrealtype t, N_Vector q);
/* y = c M x + b z; y may be z, NULL counts as zero. */
void galpha_sys_inertia(const struct galpha_sys *sys, sunrealtype c, N_Vector x,
                        sunrealtype b, N_Vector z, N_Vector y);
/* f at the point; in the reaction-forming case G(t,q) and K(t,q,v) are evaluated
 * into their blocks on the way. */
int galpha_sys_force(struct galpha_sys *sys, const struct galpha_point *at,
                     N_Vector f);
/* The same with G and K as their blocks stand. */
int galpha_sys_loads(struct galpha_sys *sys, const struct galpha_point *at,
                     N_Vector f);
int galpha_sys_g(struct galpha_sys *sys, sunrealtype t, N_Vector q, N_Vector g);
int galpha_sys_k(struct galpha_sys *sys, sunrealtype t, N_Vector q, N_Vector v,
                 N_Vector k);
/* G(t,q), K(t,q,v) if there is one, and both, into the blocks. */
int galpha_sys_holonomic_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q);
/* The same of a G that goes into galpha_sys_loads, which finds what is not finite. */
int galpha_sys_reaction_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q);
int galpha_sys_nonholonomic_jac(struct galpha_sys *sys, sunrealtype t,
                                N_Vector q, N_Vector v);
int galpha_sys_constraint_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                              N_Vector v);
/* The pattern of a derivative that nobody declared, and its plan anew; again where
 * there is doubt, else nothing. 0, > 0 or < 0 as the callbacks. */
int galpha_sys_probe(struct galpha_sys *sys, struct galpha_deriv *b,
                     const struct galpha_probe *p);
/* g_t + G v with the block G as it stands; w has length m. */
int galpha_sys_gdot(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                    N_Vector v, SUNMatrix G, N_Vector w);
/* g_t alone. */
int galpha_sys_rate(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                    N_Vector gt);
/* dk/dq, df/dq, df/dv, df/d(lambda, psi) at the point into their blocks; f is
 * f at the point (base of the differences). The first call may find patterns. */
int galpha_sys_jacobian(struct galpha_sys *sys, const struct galpha_point *at,
                        N_Vector f);

#endif

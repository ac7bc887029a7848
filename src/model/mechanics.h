/* Mechanics: the user's callbacks and blocks. The only caller of the user's
 * functions of mechanics (except root functions and weights): counts calls, checks
 * that results are finite, normalizes returns (0, > 0 recoverable, < 0 fatal),
 * records failures. Derivatives the user does not supply are difference quotients. */
#ifndef GALPHA_MODEL_MECHANICS_H
#define GALPHA_MODEL_MECHANICS_H

#include <stdbool.h>

#include <galpha/galpha.h>

#include "base/index_pattern.h"
#include "model/active_rows.h"
#include "model/constraint_rate.h"
#include "model/difference_reach.h"
#include "model/operator_matrix.h"
#include "model/pattern_probe.h"

/* A derivative block and how it is obtained. */
struct galpha_deriv
{
  SUNMatrix A; /* current value; NULL: absent (zero) or not yet known */
  bool given;  /* the user supplied the block, or declared it absent */
  struct galpha_dq *dq;          /* plan of its difference quotients */
  struct galpha_reach *reach;    /* of those of G and K */
  struct galpha_pattern pattern; /* last valid pattern, if sparse */
  bool probed; /* the pattern was found by perturbation (pattern_probe.h) ... */
  int search;  /* ... in this search */
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
  const char *what; /* name of the callback in messages; NULL: no failure */
  int ret;          /* its return value; 0: a value was not finite     */
  sunrealtype t;
  sunindextype index; /* first component not finite, or -1               */
  bool unwritten;     /* the callback did not write the component       */
  bool in_matrix;     /* index is that of a row                         */
  /* In a search for a pattern: q and v are displaced from those at t. */
  bool displaced;
  struct galpha_pattern_fault pattern; /* kind 0: the pattern is valid */
};

/* A point at which the model is evaluated. */
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
  bool diagonal_M; /* M is constant, sparse, with exactly its diagonal stored */
  GALPHAForceFn force;
  GALPHAStatesForceFn states_force; /* f0 with states; replaces force    */
  GALPHAStatesFn states;            /* right-hand side of the states     */
  GALPHAGeneralForceFn general;
  GALPHAHolonomicFn g, gt;
  GALPHAHolonomicJacFn Gfn;
  bool scleronomic;
  bool constant_G;
  bool has_G; /* the block holds the constant G */
  struct galpha_constraint_rate rate;
  GALPHANonholonomicFn k;
  GALPHANonholonomicJacFn Kfn, Kqfn;
  GALPHAForceJacFn Fqfn, Fvfn, Frfn;
  struct galpha_rows rows[2]; /* of g and of k that are switched off */
  struct galpha_deriv block[GALPHA_BLOCK_COUNT];

  struct galpha_probe_searches searches; /* for patterns of blocks */

  /* M and G are operators; df/dq and df/dv are known by products. */
  bool by_product;
  GALPHAForceTimesFn force_jac_vec; /* NULL: difference quotient */
  struct galpha_products products;
  N_Vector work; /* of products with df/dq and df/dv */

  N_Vector wq[3], wl[3], wp[3]; /* work of the differences */
  N_Vector ewt[2];     /* views of the weights of q and v; NULL: none (yet) */
  sunrealtype rtol[2]; /* in the weights of q and v; 0: unknown */
  N_Vector wr, wr1;    /* packed (lambda, psi) and its typical size */

  /* Vectors are filled with a mark before a callback writes them. */
  bool marking;
  struct galpha_counts count;
  struct galpha_failure fail;
};

/* Sets the weights of the error test of q (0) or v (1); NULL: not known yet. rtol 0:
 * the weights do not follow from relative and absolute tolerances. */
void galpha_sys_set_weights(struct galpha_sys *sys, int level, sunrealtype rtol,
                            N_Vector ewt);
/* size = scale of q or v, a lower bound for the increments of this block. For G and K
 * it is at least a share of the tolerances: all coordinates may be almost 0, where a
 * drive has just begun to move. */
void galpha_sys_typical(const struct galpha_sys *sys, enum galpha_block_id id,
                        N_Vector x, N_Vector size);
/* Some tolerance of q (of v for K) is so small, relative to its coordinate, that
 * differences of this block must be finer than the usual ones. */
bool galpha_sys_is_tight(const struct galpha_sys *sys, enum galpha_block_id id,
                         N_Vector x);
/* Allocates work vectors; after all Set calls. -1: no memory. */
int galpha_sys_prepare(struct galpha_sys *sys, N_Vector q, N_Vector lambda,
                       N_Vector psi);
void galpha_sys_free(struct galpha_sys *sys);

/* A callback has returned < 0. The failure stays recorded, whoever handles it, until
 * the present public call ends; until then no callback is called and GALPHA_CALL is
 * -1. */
bool galpha_sys_stopped(const struct galpha_sys *sys);
#define GALPHA_CALL(sys, call) (galpha_sys_stopped(sys) ? -1 : (call))
/* Clears all failures, at the beginning and the end of a public call. */
void galpha_sys_begin(struct galpha_sys *sys);
/* For the caller that handles a failure: replaces it by another one, or clears it
 * (failures: and that of products). A callback's return < 0 stays recorded. */
void galpha_sys_set_failure(struct galpha_sys *sys, struct galpha_failure fail);
void galpha_sys_forget_failure(struct galpha_sys *sys);
void galpha_sys_forget_failures(struct galpha_sys *sys);
/* Clears it whatever it is. */
void galpha_sys_forgive(struct galpha_sys *sys);
void galpha_sys_set_product_failure(struct galpha_sys *sys, const char *what);
/* Switches galpha_sys_mark on or off. */
void galpha_sys_set_marking(struct galpha_sys *sys, bool on);
/* Sets the increment dt of differences for g_t, and the upper bound that resolves the
 * drives; 0: unknown. */
void galpha_sys_set_increment(struct galpha_sys *sys, sunrealtype dt,
                              sunrealtype most);
/* If marking: fills x, before a callback writes it, with a NaN by which components
 * that the callback omits are recognized. */
void galpha_sys_mark(const struct galpha_sys *sys, N_Vector x);
/* Normalizes the return ret of a callback, checks its result x (or NULL), records a
 * failure. */
int galpha_sys_checked(struct galpha_sys *sys, const char *what, sunrealtype t,
                       int ret, N_Vector x);
/* The same for products with operator blocks since the last call. */
int galpha_sys_products(struct galpha_sys *sys);
/* The same for a matrix A: its pattern (known: the last valid one) and its values;
 * galpha_sys_pattern, galpha_sys_values: one of both only. An invalid pattern is fatal: a
 * smaller step does not correct it. */
int galpha_sys_matrix(struct galpha_sys *sys, const char *what, sunrealtype t,
                      int ret, SUNMatrix A, struct galpha_pattern *known);
int galpha_sys_pattern(struct galpha_sys *sys, const char *what, sunrealtype t,
                       int ret, SUNMatrix A, struct galpha_pattern *known);
int galpha_sys_values(struct galpha_sys *sys, const char *what, sunrealtype t,
                      SUNMatrix A);
/* f = the applied forces f0, or the general force. */
int galpha_sys_applied(struct galpha_sys *sys, const struct galpha_point *at,
                       N_Vector f);
/* sys->M = M(t,q); nothing if M is constant. */
int galpha_sys_mass(struct galpha_sys *sys, sunrealtype t, N_Vector q);
/* Since the last call an entry of M(t,q) has come to be stored twice, and is twice what it
 * is at the time before. Evaluates M at both times if there is such an entry. */
bool galpha_sys_mass_doubled(struct galpha_sys *sys, sunrealtype before,
                             sunrealtype t, N_Vector q, sunindextype *row,
                             sunindextype *col);
/* y = c M x + b z; y may be z; z NULL: zero. */
void galpha_sys_inertia(const struct galpha_sys *sys, sunrealtype c, N_Vector x,
                        sunrealtype b, N_Vector z, N_Vector y);
/* f at the point, reactions included; evaluates G(t,q) and K(t,q,v) into their
 * blocks, unless the force is general. */
int galpha_sys_force(struct galpha_sys *sys, const struct galpha_point *at,
                     N_Vector f);
/* The same with the current blocks G and K. */
int galpha_sys_loads(struct galpha_sys *sys, const struct galpha_point *at,
                     N_Vector f);
int galpha_sys_g(struct galpha_sys *sys, sunrealtype t, N_Vector q, N_Vector g);
int galpha_sys_k(struct galpha_sys *sys, sunrealtype t, N_Vector q, N_Vector v,
                 N_Vector k);
/* Evaluates the block G(t,q); see below for K and for both. */
int galpha_sys_holonomic_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q);
/* The same without a check for values that are not finite, before galpha_sys_loads,
 * which detects them. */
int galpha_sys_reaction_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q);
int galpha_sys_nonholonomic_jac(struct galpha_sys *sys, sunrealtype t,
                                N_Vector q, N_Vector v);
int galpha_sys_constraint_jac(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                              N_Vector v);
/* Finds the pattern of a block whose pattern the user did not declare, and plans its
 * difference quotients; repeats that if a new search is due (sys->searches),
 * otherwise does nothing. Returns 0, > 0 or < 0 as the callbacks. */
int galpha_sys_probe(struct galpha_sys *sys, struct galpha_deriv *b,
                     const struct galpha_probe *p);
/* The last difference quotients of a block whose pattern was found show that it lacks
 * entries, and a new search is due. Newton's iteration with such a matrix may take too
 * small corrections for converged ones. */
bool galpha_sys_lacks_entries(struct galpha_sys *sys,
                              const struct galpha_deriv *b);
/* Some pattern was found by searching. */
bool galpha_sys_has_searched(const struct galpha_sys *sys);
/* w = g_t + G v; w has length m. */
int galpha_sys_gdot(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                    N_Vector v, SUNMatrix G, N_Vector w);
/* gt = g_t(t,q). */
int galpha_sys_rate(struct galpha_sys *sys, sunrealtype t, N_Vector q,
                    N_Vector gt);
/* Evaluates dk/dq, df/dq, df/dv, df/d(lambda, psi) at the point into their blocks; f
 * is f at the point, the base of the difference quotients. The first call may find
 * patterns. */
int galpha_sys_jacobian(struct galpha_sys *sys, const struct galpha_point *at,
                        N_Vector f);
/* The same of those that take no evaluations of the forces. */
int galpha_sys_jacobian_given(struct galpha_sys *sys,
                              const struct galpha_point *at);
/* Cost of df/dq and df/dv in evaluations of the forces; given: where they are given,
 * or depend on multipliers. */
sunrealtype galpha_sys_jacobian_cost(const struct galpha_sys *sys,
                                     sunrealtype given);

#endif

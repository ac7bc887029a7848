/* Mechanical test problems as data, and one way to set an integrator up for
 * them. Problems know only the public interface. */
#pragma once

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <galpha/galpha.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/formulas.h"
#include "support/models/values.h"

/* A problem: callbacks, sizes, start. NULL callbacks are simply not given to the
 * integrator. Matrices are dense in the variant PROBLEM_DENSE and CSC in
 * PROBLEM_SPARSE; callbacks fill either through problem_put. */
struct problem
{
  const char *name;
  sunindextype n, m, p;
  sunrealtype t0;
  /* at t0, NULL: zeros; by a function, or else, if there is neither, by exact */
  const sunrealtype *q0, *v0;
  void (*start)(sunrealtype *q, sunrealtype *v, void *data);
  /* exact or accurate solution at t, any output may be NULL; returns 0 if it
     knows t. a is v'(t). */
  int (*exact)(sunrealtype t, sunrealtype *q, sunrealtype *v, sunrealtype *a,
               sunrealtype *lambda, sunrealtype *psi, void *data);
  GALPHAMassFn mass;         /* NULL: a diagonal M that does not change */
  const sunrealtype *masses; /* its entries; NULL: ones */
  GALPHAForceFn force;
  GALPHAGeneralForceFn general; /* instead of force */
  GALPHAForceJacFn dfdq, dfdv, dfdr;
  GALPHAHolonomicFn g, gt; /* gt NULL and !moving: declared scleronomic */
  GALPHAHolonomicJacFn G;
  int moving;
  int
    empty_G; /* handed over without entries: its pattern comes with its values */
  GALPHANonholonomicFn k;
  GALPHANonholonomicJacFn K, Kq;
  /* States and outputs beside the mechanics, which then has a state_force in place of
     force; exact_states gives their values. */
  sunindextype ns;
  const sunrealtype *state_order, *state_start;
  GALPHAStatesFn states;
  GALPHAStatesForceFn state_force;
  void (*exact_states)(sunrealtype t, sunrealtype *s);
  void *data; /* user_data of the callbacks */
  /* M does not change: mass is called once and its values handed over */
  int constant_mass;
  int no_dfdq, no_dfdv; /* the derivative is zero: declared as such */
  /* allocates the vectors handed to the integrator; NULL: N_VNew_Serial */
  N_Vector (*make_vec)(sunindextype length, SUNContext ctx);
};

/* PROBLEM(.n = 2, .force = weight) as an expression; PROBLEM_IS(name, .n = 2, ...) defines
 * a constant of the file, PROBLEM_EXTERN one that a header declares. */
#define PROBLEM(...)              ((struct problem){__VA_ARGS__})
#define PROBLEM_IS(name, ...)     static const struct problem name = {__VA_ARGS__};
#define PROBLEM_EXTERN(name, ...) const struct problem name = {__VA_ARGS__};

enum problem_storage
{
  PROBLEM_DENSE,
  PROBLEM_SPARSE,
  PROBLEM_CSR, /* of models whose matrices are given by PROBLEM_MATRIX */
  PROBLEM_STORAGES
};

/* Writes A(i,j) = x for dense matrices; for sparse ones (CSC) entries are put in
 * column-major order, each column complete, rows ascending: call
 * problem_begin(A), then problem_put for every structural entry (zeros too),
 * then problem_end(A). For dense matrices begin zeroes A and end does nothing. */
void problem_begin(SUNMatrix A);
void problem_put(SUNMatrix A, sunindextype i, sunindextype j, sunrealtype x);
void problem_end(SUNMatrix A);
/* The same for a list of entries: PROBLEM_MATRIX(A, {i, j, x}, ...) */
struct problem_entry
{
  sunindextype row, column;
  sunrealtype x;
};
void problem_fill(SUNMatrix A, const struct problem_entry *entry, size_t count);
#define PROBLEM_MATRIX(A, ...)                                       \
  problem_fill(A, (const struct problem_entry[]){__VA_ARGS__},       \
               sizeof((const struct problem_entry[]){__VA_ARGS__}) / \
                 sizeof(struct problem_entry))

SUNMatrix problem_matrix(enum problem_storage storage, sunindextype rows,
                         sunindextype columns, SUNContext ctx);

/* q and v at t0; M at t, q. */
void problem_start(const struct problem *pb, sunrealtype *q, sunrealtype *v);
int problem_mass(const struct problem *pb, sunrealtype t, N_Vector q,
                 SUNMatrix M);

/* A GALPHAForceFn: f = 0. */
int problem_no_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                     void *data);

/* (x^2 + y^2 - 1)/2 and its gradient: a point on the unit circle, a rod of length 1. */
int problem_circle(sunrealtype t, N_Vector q, N_Vector g, void *data);
int problem_circle_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data);

/* An integrator with the problem, its constraints and user data set; tolerances
 * 1e-6, 1e-8. NULL on failure. lambda and psi are guessed as what pb->exact says
 * at t0, else 0. */
void *problem_create(const struct problem *pb, SUNContext ctx,
                     enum problem_storage storage);

struct problem_state
{
  sunrealtype t;
  N_Vector q, v, a, lambda, psi, s;
};

int problem_state_new(struct problem_state *s, const struct problem *pb,
                      SUNContext ctx);

/* One step of size h; s receives the state after it: a is the algorithmic
 * acceleration a_{n+alpha}, *talpha (may be NULL) its time. */
int problem_step(void *mem, const struct problem *pb, sunrealtype h,
                 struct problem_state *s, sunrealtype *talpha);

/* Fixed steps pattern[0], pattern[1], ... (cyclic, len of them) until t reaches
 * t1 (within round-off); s and talpha receive the state at t1 as in
 * problem_step. */
int problem_run_steps(void *mem, const struct problem *pb,
                      const sunrealtype *pattern, int len, sunrealtype t1,
                      struct problem_state *s, sunrealtype *talpha);

/* ||x - y||_2 for arrays, and for vectors (0 if there are none). */
sunrealtype problem_dist(const sunrealtype *x, const sunrealtype *y,
                         sunindextype n);
sunrealtype problem_apart(N_Vector x, N_Vector y);

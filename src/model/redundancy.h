/* Redundant constraints: a vanishing combination of rows of [G; K] leaves
 * multipliers undetermined. The matrix  [ S  [G;K]^T ;  [G;K]  -delta D ],   D_i =
 * |row i|^2 / (mean of S along the row),  can always be factorized. Null vectors y,
 * [G;K]^T y = 0, are found by inverse iteration with it and updated from matrix to
 * matrix; right-hand sides and multipliers are projected orthogonal to them, so that
 * nothing is divided by delta and multipliers have minimal norm in D. Independent of
 * the meaning of the arrays and the matrix. */
#ifndef GALPHA_MODEL_REDUNDANCY_H
#define GALPHA_MODEL_REDUNDANCY_H

#include "model/matrix_ops.h"

struct galpha_redundant
{
  bool on; /* integrate with minimal-norm multipliers; otherwise only detect */
  sunindextype n, m, mp; /* coordinates, rows of G, rows of G and K */
  SUNMatrix places;      /* on: pattern of -delta D in the iteration matrix */
  sunrealtype *D;        /* of the last matrix */
  sunrealtype *allowed;  /* change of a constraint within the tolerances of q */
  sunrealtype *sums, *S; /* work, and the diagonal of S */
  bool *held;     /* a diagonal entry determines the multiplier of the row */
  sunrealtype *y; /* null vectors, each of length mp */
  /* Their eigenvalues: C y = lambda D y with the Schur complement C. */
  sunrealtype *lambda;
  sunrealtype *part; /* components of the last right-hand side along them */
  sunindextype count, capacity; /* of null vectors */
  bool no_memory;               /* for more null vectors */
  N_Vector b;                   /* work: packed */
  unsigned long long seed;
  long int matrices;
  sunrealtype off;     /* relative violation of the constraints at the start */
  sunindextype row[2]; /* two rows that contradict or depend on each other */
};

/* Solves a system with the factorized matrix, b := A^-1 b; returns as SUNLinSolSolve. */
struct galpha_backsolve
{
  int (*solve)(void *ctx, N_Vector b);
  void *ctx;
};

/* Allocates for nmp = {n, m, p}; like is a packed vector. -1: no memory. *changed:
 * the pattern of the iteration matrix changes. */
int galpha_redundant_prepare(struct galpha_redundant *r, bool on, N_Vector like,
                             const sunindextype nmp[3], SUNContext sunctx,
                             bool *changed);
void galpha_redundant_free(struct galpha_redundant *r);
/* Computes D, allowed and held, from a matrix that is assembled and not yet factorized,
 * and the error weights of q. */
void galpha_redundant_measure(struct galpha_redundant *r, SUNMatrix J,
                              N_Vector ewt);
/* Subtracts delta D from J, if on. */
void galpha_redundant_regularise(const struct galpha_redundant *r, SUNMatrix J);
/* The rows are linearly dependent at this matrix, which is measured and factorized;
 * r->row: two of them. */
bool galpha_redundant_dependent(struct galpha_redundant *r,
                                const struct galpha_backsolve *s);
/* search: finds all null vectors anew. follow: updates them for a new matrix, and
 * searches for others after 1, 2, 4 ... matrices. 0; > 0: a solve failed; -1: no
 * memory. */
int galpha_redundant_search(struct galpha_redundant *r,
                            const struct galpha_backsolve *s);
int galpha_redundant_follow(struct galpha_redundant *r,
                            const struct galpha_backsolve *s);
/* Shared by redundancy.c and redundancy_search.c: */
/* Allocates storage for one more vector (-1: no memory). */
int galpha_redundant_reserve(struct galpha_redundant *r);
/* Diagonal of the metric in which the vectors are orthonormal: D, with a weight for K. */
sunrealtype galpha_redundant_metric(const struct galpha_redundant *r,
                                    sunindextype i);
/* Orthogonalizes multipliers x against the first count vectors. */
void galpha_redundant_orthogonalize(const struct galpha_redundant *r,
                                    sunindextype count, sunrealtype *x);
/* r->row = the two rows with the largest components in a vector. */
void galpha_redundant_find_rows(struct galpha_redundant *r, sunindextype which);
/* Removes the components along the null vectors from the constraint rows of a
 * right-hand side (filter), from the multipliers of a solution (minimal norm). */
void galpha_redundant_filter(struct galpha_redundant *r, N_Vector b);
void galpha_redundant_minimal_norm(const struct galpha_redundant *r,
                                   N_Vector x);
/* The same for lambda and psi (or NULL). */
void galpha_redundant_minimal_norm_of(const struct galpha_redundant *r,
                                      N_Vector lambda, N_Vector psi);
/* Largest contradiction between dependent rows, in tolerances, for the residuals b,
 * or (NULL) for the last filtered right-hand side; r->row: two of these rows,
 * *which: their null vector. level: g and k are on the same level (positions or
 * velocities), so that they can contradict each other. */
sunrealtype galpha_redundant_conflict(struct galpha_redundant *r, N_Vector b,
                                      bool level, sunindextype *which);
/* Removes a vector that is no longer a null vector; false: it still is one. */
bool galpha_redundant_drop(struct galpha_redundant *r, sunindextype which);

/* Sets off: the violation of the constraints at the start, relative to q. */
void galpha_redundant_set_off(struct galpha_redundant *r, sunrealtype off);

#endif

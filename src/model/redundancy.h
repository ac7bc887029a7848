/* Constraints that depend on others: rows of [G; K] whose combination vanishes leave
 * multipliers undetermined. The matrix
 *
 *   [ S  [G;K]^T ;  [G;K]  -delta D ],   D_i = |row i|^2 / (mean of S along the row),
 *
 * can always be factorised. Vectors y with [G;K]^T y = 0 are found by inverse iteration
 * with it and followed from matrix to matrix; right-hand sides and multipliers are
 * freed of their parts in them, so that nothing is divided by delta and multipliers
 * have the least norm in D. Knows arrays and a matrix, not whose they are. */
#ifndef GALPHA_MODEL_REDUNDANCY_H
#define GALPHA_MODEL_REDUNDANCY_H

#include "model/matrix_ops.h"

struct galpha_redundant
{
  bool on; /* go on with least norm; else they are only looked for */
  sunindextype n, m, mp; /* coordinates, rows of G, rows of G and K */
  SUNMatrix places;      /* on: the diagonal of the multipliers' block */
  sunrealtype *D;        /* of the last matrix */
  sunrealtype *allowed; /* by how much a row moves within the tolerances of q */
  sunrealtype *sums, *S; /* work, and the diagonal of S */
  sunrealtype *y;        /* vectors, one after the other */
  sunrealtype
    *lambda; /* their eigenvalues: of C y = lambda D y, C the complement */
  sunrealtype *part; /* of the last right-hand side along them */
  sunindextype count, room;
  bool no_memory; /* for more of them */
  N_Vector b;     /* work: packed */
  unsigned long long seed;
  long int matrices;
  sunrealtype
    off; /* at the start: how far positions are from the constraints */
  sunindextype row[2]; /* rows that contradict each other, or depend */
};

/* A system with the factorised matrix, solved in place of b; ret as SUNLinSolSolve. */
struct galpha_backsolve
{
  int (*solve)(void *ctx, N_Vector b);
  void *ctx;
};

/* Room for m rows of G and p of K; `like` is a packed vector. -1: no memory. *changed:
 * the iteration matrix has other places from now on. */
int galpha_redundant_prepare(struct galpha_redundant *r, bool on, N_Vector like,
                             const sunindextype nmp[3], SUNContext sunctx,
                             bool *changed);
void galpha_redundant_free(struct galpha_redundant *r);
/* D and what is allowed by the error weights of q, from a matrix that was filled and
 * not yet factorised. */
void galpha_redundant_measure(struct galpha_redundant *r, SUNMatrix J,
                              N_Vector ewt);
/* Subtracts delta D, where that is on. */
void galpha_redundant_regularise(const struct galpha_redundant *r, SUNMatrix J);
/* The rank falls at this matrix, which was measured and factorised; r->row are two of
 * the rows that depend on each other. */
bool galpha_redundant_falls(struct galpha_redundant *r,
                            const struct galpha_backsolve *s);
/* Finds the vectors y anew; or follows them, looking for others now and then. 0, > 0:
 * not solved, -1: no memory. */
int galpha_redundant_search(struct galpha_redundant *r,
                            const struct galpha_backsolve *s);
int galpha_redundant_follow(struct galpha_redundant *r,
                            const struct galpha_backsolve *s);
/* What the two files of this room share: room for another vector (-1: no memory), the
 * metric in which vectors are orthonormal, D with the weight of K; a vector x of
 * multipliers without its parts along the first `count`; the two rows with the largest
 * shares in one, into r->row. */
int galpha_redundant_room(struct galpha_redundant *r);
sunrealtype galpha_redundant_metric(const struct galpha_redundant *r,
                                    sunindextype i);
void galpha_redundant_free_of(const struct galpha_redundant *r,
                              sunindextype count, sunrealtype *x);
void galpha_redundant_name(struct galpha_redundant *r, sunindextype which);
/* Frees the rows of constraints of a right-hand side, or of multipliers in a solution,
 * of their parts along the vectors. */
void galpha_redundant_filter(struct galpha_redundant *r, N_Vector b);
void galpha_redundant_least(const struct galpha_redundant *r, N_Vector x);
/* The same of lambda and psi (or NULL). */
void galpha_redundant_least_of(const struct galpha_redundant *r,
                               N_Vector lambda, N_Vector psi);
/* How many tolerances rows that depend on each other contradict each other by, for
 * residuals b or (NULL) the last that were filtered; r->row are two of them. level: g
 * and k speak of the same level, so that they can contradict each other. */
sunrealtype galpha_redundant_clash(struct galpha_redundant *r, N_Vector b,
                                   bool level, sunindextype *which);
/* Forgets a vector that is none any more; false: it still is. */
bool galpha_redundant_drop(struct galpha_redundant *r, sunindextype which);

/* How far the start was off the constraints, relative to q. */
void galpha_redundant_set_off(struct galpha_redundant *r, sunrealtype off);

#endif

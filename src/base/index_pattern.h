/* The pattern of a sparse matrix that comes from the user: whether its index arrays
 * may be followed, and, if not, what is wrong with them. Matrices of other kinds
 * have no pattern and are always right. */
#ifndef GALPHA_BASE_INDEX_PATTERN_H
#define GALPHA_BASE_INDEX_PATTERN_H

#include <stdbool.h>
#include <stddef.h>

#include <sundials/sundials_matrix.h>

/* A user's own kind of matrix may lack getid: custom. */
SUNMatrix_ID galpha_matrix_id(SUNMatrix A);

enum galpha_pattern_kind
{
  GALPHA_PATTERN_RIGHT,
  GALPHA_PATTERN_EMPTY,   /* room for entries and none */
  GALPHA_PATTERN_POINTER, /* an index pointer */
  GALPHA_PATTERN_INDEX,   /* out of range */
  GALPHA_PATTERN_TWICE    /* an entry stored twice */
};

struct galpha_pattern_fault
{
  enum galpha_pattern_kind kind;
  bool csr;
  sunindextype line;  /* row of CSR, column of CSC; of a pointer its number */
  sunindextype value; /* the index or the pointer */
  sunindextype limit; /* the index is to be below; the pointer at most */
  bool other_type;    /* right, were the matrix of the other type */
};

/* Long enough for galpha_pattern_say. */
#define GALPHA_PATTERN_TEXT 160

/* What was found right of a matrix, so that it is looked at again only where it has
 * changed. Zeroed: nothing yet. */
struct galpha_pattern
{
  /* To be chosen: entries must not be stored twice; some must be there. */
  bool unique, filled;
  sunindextype *ptrs, *vals;
  sunindextype np, count, room, minor;
};

/* The kind of fault, told in f; GALPHA_PATTERN_RIGHT: every stored entry can be
 * reached and lies in the matrix. */
enum galpha_pattern_kind galpha_pattern_find_fault(
  SUNMatrix A, struct galpha_pattern_fault *f);
/* The same of a matrix whose values are wanted now, empty where it has room. */
enum galpha_pattern_kind galpha_pattern_fault_filled(
  SUNMatrix A, struct galpha_pattern_fault *f);
/* Whether an entry of a right pattern is stored twice: GALPHA_PATTERN_RIGHT or
 * GALPHA_PATTERN_TWICE; -1: no memory. */
int galpha_pattern_twice(SUNMatrix A, struct galpha_pattern_fault *f);
/* As galpha_pattern_find_fault and, with known->unique, galpha_pattern_twice; at once where
 * the pattern is the known one. -1: no memory. */
int galpha_pattern_check(struct galpha_pattern *known, SUNMatrix A,
                         struct galpha_pattern_fault *f);
/* Takes the memory for that beforehand, as long as the matrix keeps its room. -1: no
 * memory. */
int galpha_pattern_prepare(struct galpha_pattern *known, SUNMatrix A);
void galpha_pattern_forget(struct galpha_pattern *known);
/* The fault in words, without the name of the matrix. */
void galpha_pattern_say(const struct galpha_pattern_fault *f, char *text,
                        size_t size);

#endif

/* Validation of the pattern of a sparse matrix supplied by the user: whether its
 * index arrays are valid, and if not, the fault. Matrices of other types have no
 * pattern and are always valid. */
#ifndef GALPHA_BASE_INDEX_PATTERN_H
#define GALPHA_BASE_INDEX_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <sundials/sundials_matrix.h>

/* Type of A; custom if a user's matrix lacks getid. */
SUNMatrix_ID galpha_matrix_id(SUNMatrix A);

enum galpha_pattern_kind
{
  GALPHA_PATTERN_RIGHT,
  GALPHA_PATTERN_EMPTY,   /* entries allocated, none stored */
  GALPHA_PATTERN_POINTER, /* invalid index pointer */
  GALPHA_PATTERN_INDEX,   /* index out of range */
  GALPHA_PATTERN_TWICE    /* an entry stored twice */
};

struct galpha_pattern_fault
{
  enum galpha_pattern_kind kind;
  bool csr;
  sunindextype line;  /* row of CSR, column of CSC; number of a pointer */
  sunindextype value; /* of the index or pointer */
  sunindextype limit; /* indices must be less, pointers at most this */
  bool other_type;    /* the arrays are valid for the other type (CSR, CSC) */
};

/* Size of text for galpha_pattern_say. */
#define GALPHA_PATTERN_TEXT 160

/* The last valid pattern of a matrix, by a hash of its indices, so that only a changed one
 * is validated again: others of the same size have this hash with probability 2^-64.
 * Zeroed: none yet. */
struct galpha_pattern
{
  /* Set by the caller: entries must not be stored twice; some must be stored; `doubled` is
   * wanted. */
  bool unique, filled, compare;
  bool known;
  sunindextype np, count, minor;
  uint64_t hash;
  /* An entry is stored twice; this pattern replaced one in which none was. */
  bool twice, doubled;
};

/* Finds a fault, with details in *f; GALPHA_PATTERN_RIGHT: every stored entry is
 * reached by the pointers and lies in the matrix. */
enum galpha_pattern_kind galpha_pattern_find_fault(
  SUNMatrix A, struct galpha_pattern_fault *f);
/* The same, and GALPHA_PATTERN_EMPTY if entries are allocated but none is stored. */
enum galpha_pattern_kind galpha_pattern_fault_filled(
  SUNMatrix A, struct galpha_pattern_fault *f);
/* GALPHA_PATTERN_TWICE if an entry of a valid pattern is stored twice, otherwise
 * GALPHA_PATTERN_RIGHT; -1: no memory. */
int galpha_pattern_twice(SUNMatrix A, struct galpha_pattern_fault *f);
/* Validates the pattern with the options of known, unless it is the known one; keeps
 * a valid one. Returns the kind of fault; -1: no memory. */
int galpha_pattern_check(struct galpha_pattern *known, SUNMatrix A,
                         struct galpha_pattern_fault *f);
void galpha_pattern_forget(struct galpha_pattern *known);
/* Resets `doubled`. */
void galpha_pattern_seen(struct galpha_pattern *known);
/* Describes the fault, without the name of the matrix. */
void galpha_pattern_say(const struct galpha_pattern_fault *f, char *text,
                        size_t size);

#endif

/* Rows of the constraints that are switched off: functions and Jacobians are evaluated as
 * usual and these rows then set to 0; in the iteration matrix they have a diagonal entry
 * of their own, so that their multiplier is 0. One struct for g and one for k. */
#ifndef GALPHA_MODEL_ACTIVE_ROWS_H
#define GALPHA_MODEL_ACTIVE_ROWS_H

#include "model/matrix_ops.h"

enum galpha_row_state
{
  GALPHA_ROW_ON,
  GALPHA_ROW_OFF,
  GALPHA_ROW_FRESH /* switched on, and not yet used by a start */
};

struct galpha_rows
{
  unsigned char *state; /* of each row; NULL: all are on and have always been */
  sunindextype count;   /* rows */
};

/* Allocates the states of count rows, all on, if there are none; -1: no memory. */
int galpha_rows_prepare(struct galpha_rows *rows, sunindextype count);
void galpha_rows_free(struct galpha_rows *rows);
bool galpha_rows_on(const struct galpha_rows *rows, sunindextype row);
bool galpha_rows_fresh(const struct galpha_rows *rows, sunindextype row);
/* Switches a row of prepared states; false: it is in that state already. */
bool galpha_rows_switch(struct galpha_rows *rows, sunindextype row, bool on);
/* Rows that were fresh have been used. */
void galpha_rows_settle(struct galpha_rows *rows);
/* Sets the rows that are off to 0, also those that are not finite; A dense or sparse. */
void galpha_rows_clear(const struct galpha_rows *rows, N_Vector x);
void galpha_rows_clear_matrix(const struct galpha_rows *rows, SUNMatrix A);
/* Sets the columns of A that belong to rows that are off to 0: first those of rows[0], m of
 * them, then of rows[1]; A NULL: nothing. */
void galpha_rows_clear_columns(const struct galpha_rows *rows, sunindextype m,
                               SUNMatrix A);
/* The diagonal of a matrix from galpha_diagonal_matrix, from its entry at on: -1 where a
 * row is off, else 0. */
void galpha_rows_diagonal(const struct galpha_rows *rows, sunindextype at,
                          SUNMatrix A);
/* y_i = c x_i for the rows that are off. */
void galpha_rows_scale(const struct galpha_rows *rows, sunrealtype c,
                       N_Vector x, N_Vector y);

#endif

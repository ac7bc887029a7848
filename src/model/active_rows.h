/* Constraint rows that are switched off. Functions and Jacobians are evaluated as
 * usual, and these rows are then set to 0; in the iteration matrix they get a diagonal
 * entry, so that their multipliers are 0. One struct for g and one for k. */
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
/* Marks all fresh rows as on. */
void galpha_rows_settle(struct galpha_rows *rows);
/* Sets the rows that are off to 0, even if they are not finite; A dense or sparse. */
void galpha_rows_clear(const struct galpha_rows *rows, N_Vector x);
void galpha_rows_clear_matrix(const struct galpha_rows *rows, SUNMatrix A);
/* Sets the columns of A that belong to rows that are off to 0: the first m columns
 * belong to rows[0], the others to rows[1]. Nothing if A is NULL. */
void galpha_rows_clear_columns(const struct galpha_rows *rows, sunindextype m,
                               SUNMatrix A);
/* Sets rows->count diagonal entries of a matrix from galpha_diagonal_matrix, beginning
 * with entry at: -1 where a row is off, otherwise 0. */
void galpha_rows_diagonal(const struct galpha_rows *rows, sunindextype at,
                          SUNMatrix A);
/* y_i = c x_i for the rows that are off. */
void galpha_rows_scale(const struct galpha_rows *rows, sunrealtype c,
                       N_Vector x, N_Vector y);

#endif

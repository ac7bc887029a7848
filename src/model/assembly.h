/* Assembly of the iteration matrix from blocks, through a scatter map that is
 * computed once per pattern. Independent of the meaning of the blocks. */
#ifndef GALPHA_MODEL_ASSEMBLY_H
#define GALPHA_MODEL_ASSEMBLY_H

#include "model/matrix_ops.h"

/* One block of the iteration matrix, placed at (row, col), transposed if set. */
struct galpha_part
{
  SUNMatrix A;
  sunindextype row, col;
  bool transposed;
  sunindextype count;        /* entries mapped */
  sunindextype *map;         /* entry -> position in the data of J */
  sunindextype *ptrs, *vals; /* sparse pattern the map belongs to */
  bool first;                /* no earlier part has an entry at its positions */
};

#define GALPHA_MAX_PARTS 20

struct galpha_assembly
{
  sunindextype size;
  SUNMatrix J;
  bool own_J;
  int nparts;
  struct galpha_part part[GALPHA_MAX_PARTS];
  sunindextype nrest, *rest; /* sparse: positions in no part that is first */
};

/* Removes the parts and their maps; keeps J. */
void galpha_assembly_clear(struct galpha_assembly *as);
/* Adds a block and returns its number; A NULL stands for a zero block. */
int galpha_assembly_add(struct galpha_assembly *as, SUNMatrix A,
                        sunindextype row, sunindextype col, bool transposed);
/* Every block still has the pattern its map was computed for. */
bool galpha_assembly_current(const struct galpha_assembly *as);
/* Creates J (unless it is the user's) and the maps. -1: no memory, -2: J is the
 * user's and cannot hold the pattern. */
int galpha_assembly_plan(struct galpha_assembly *as, SUNContext sunctx,
                         bool sparse);
/* J = sum of coef[i] * part i, into J or another matrix of the same pattern. */
void galpha_assembly_fill(const struct galpha_assembly *as,
                          const sunrealtype *coef, SUNMatrix J);
void galpha_assembly_free(struct galpha_assembly *as);

/* Assembles into a matrix of the caller's. */
void galpha_assembly_use(struct galpha_assembly *as, SUNMatrix J);

#endif

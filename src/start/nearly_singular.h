/* Detects singular positions near the present state, where the rank of G drops. */
#ifndef GALPHA_START_NEARLY_SINGULAR_H
#define GALPHA_START_NEARLY_SINGULAR_H

#include "start/memory.h"

/* A row of G that nearly depends on others at the present state, but ten times less so at
 * q + dt v or q - dt v, where dt is the span, or less if v is large; -1: none, or
 * unknown. */
sunindextype galpha_nearly_singular(const struct galpha_ic *ic,
                                    sunrealtype span);
/* The same of the rows of F that contain y only. Overwrites the iteration matrix, which
 * the next step rebuilds. */
sunindextype galpha_nearly_singular_residual(const struct galpha_ic *ic,
                                             sunrealtype span);

/* The span, shortened so that v moves q by a share of its size. */
sunrealtype galpha_nearby(sunrealtype span, sunrealtype q, sunrealtype v);
/* size[0 .. 2]: how independent the rows are before, after and here (unknown: < 0). */
bool galpha_drops_here(const sunrealtype *size);

#endif

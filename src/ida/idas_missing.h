/* What IDAS offers beyond IDA: the generated definitions end here. */
#ifndef GALPHA_IDAS_MISSING_H
#define GALPHA_IDAS_MISSING_H

#include <sundials/sundials_nvector.h>

/* Returns mem_null for a block that is none of IDACreate's, else code. Reports
 * what is missing unless code is IDA_SUCCESS. */
int galpha_ida_missing(void *ida_mem, int mem_null, int code,
                       const char *function, const char *what);

/* A result that is not computed, for a caller that does not look at codes: NaN. */
void galpha_ida_unknown(N_Vector v);
/* The same for as many vectors as IDASensInit asked for. */
void galpha_ida_unknown_all(void *ida_mem, N_Vector *v);
void galpha_ida_sensitivities(void *ida_mem, int count);

#endif

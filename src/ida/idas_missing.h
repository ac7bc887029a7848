/* Functions that IDAS has beyond IDA (sensitivities, adjoints, quadratures): the
 * generated definitions call these helpers, which report that the function is
 * missing. */
#ifndef GALPHA_IDAS_MISSING_H
#define GALPHA_IDAS_MISSING_H

#include <sundials/sundials_nvector.h>

/* Returns mem_null if IDACreate did not make ida_mem, else code. Reports what is
 * missing unless code is IDA_SUCCESS. */
int galpha_ida_missing(void *ida_mem, int mem_null, int code,
                       const char *function, const char *what);

/* Fills a result that is not computed with NaN, for callers that ignore the
 * return code. */
void galpha_ida_unknown(N_Vector v);
/* The same for the vectors v[0 .. Ns-1], with Ns as IDASensInit requested. */
void galpha_ida_unknown_all(void *ida_mem, N_Vector *v);
/* Stores the number Ns of sensitivities that IDASensInit requested. */
void galpha_ida_sensitivities(void *ida_mem, int count);

#endif

/* What IDAS offers beyond IDA: the generated definitions end here. */
#ifndef GALPHA_IDAS_MISSING_H
#define GALPHA_IDAS_MISSING_H

/* Returns mem_null for a block that is none of IDACreate's, else code. Reports
 * what is missing unless code is IDA_SUCCESS. */
int galpha_ida_missing(void *ida_mem, int mem_null, int code,
                       const char *function, const char *what);

#endif

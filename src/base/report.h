/* Error reporting: names of the return codes, and the one function that reports. */
#ifndef GALPHA_BASE_REPORT_H
#define GALPHA_BASE_REPORT_H

#include <galpha/galpha.h>

struct galpha_err
{
  GALPHAErrHandlerFn fn; /* user's handler, or NULL for the stream */
  void *data;
  FILE *fp; /* NULL: silent */
  int as;   /* code that errors have instead of their own; 0: none */
};

/* Reports a message with the code (GALPHA_...; GALPHA_WARNING for warnings) and the
 * public function in which it occurred, to the user's handler or the stream; returns
 * the code. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
int galpha_report(const struct galpha_err *err, int code, const char *function,
                  const char *fmt, ...);
/* Reports and returns GALPHA_MEM_FAIL. */
int galpha_no_memory(const struct galpha_err *err, const char *function);

const char *galpha_code_name(long int code);
/* A copy that the caller frees; NULL: no memory. */
char *galpha_text_copy(const char *text);

#endif

/* Codes, their names, and the one reporter. Knows nothing but text. */
#ifndef GALPHA_BASE_REPORT_H
#define GALPHA_BASE_REPORT_H

#include <galpha/galpha.h>

struct galpha_err
{
  GALPHAErrHandlerFn fn; /* user's handler, or NULL for the stream */
  void *data;
  FILE *fp; /* NULL: silent */
};

/* Reports code (a GALPHA_... value; GALPHA_WARNING for warnings) once, with the
 * public function it happened in, and returns code. */
#if defined(__GNUC__)
__attribute__((format(printf, 4, 5)))
#endif
int galpha_report(const struct galpha_err *err, int code, const char *function,
                  const char *fmt, ...);
/* Reports and returns GALPHA_MEM_FAIL. */
int galpha_no_memory(const struct galpha_err *err, const char *function);

const char *galpha_code_name(long int code);
/* For the caller to free; NULL without memory. */
char *galpha_text_copy(const char *text);

#endif

/* The statistics of an object as GALPHAPrintAllStats prints them. */
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <galpha/galpha.h>

/* All of them; valid until the next call. */
static inline const char *printed_stats(void *mem, SUNOutputFormat fmt)
{
  static char text[5000];
  FILE *fp = tmpfile();
  text[0]  = '\0';
  if (!fp) { return text; }
  if (!GALPHAPrintAllStats(mem, fp, fmt))
  {
    rewind(fp);
    text[fread(text, 1, sizeof text - 1, fp)] = '\0';
  }
  fclose(fp);
  return text;
}

/* The value behind a name in the table or the CSV; NaN if it is not there. */
static inline double printed_value(const char *text, const char *name,
                                   SUNOutputFormat fmt)
{
  char key[64];
  snprintf(key, sizeof key, fmt == SUN_OUTPUTFORMAT_TABLE ? "%-28s = " : "%s,",
           name);
  const char *at = strstr(text, key);
  return at ? strtod(at + strlen(key), NULL) : (double)NAN;
}

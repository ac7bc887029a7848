/* What was written to stderr. */
#pragma once

#include <stdio.h>
#include <string.h>

/* stderr goes to the file from here on. */
static inline int stderr_to(const char *file)
{
  return freopen(file, "w", stderr) != NULL;
}

/* Characters in the file. */
static inline long int stderr_size(const char *file)
{
  long int size = -1;
  fflush(stderr);
  FILE *fp = fopen(file, "r");
  if (fp && fseek(fp, 0, SEEK_END) == 0) { size = ftell(fp); }
  if (fp) { fclose(fp); }
  return size;
}

/* Number of times that text stands in the file. */
static inline int stderr_count(const char *file, const char *text)
{
  static const size_t room = 65536;
  int count                = 0;
  char *all                = calloc(room, 1);
  fflush(stderr);
  FILE *fp = fopen(file, "r");
  if (fp && all && fread(all, 1, room - 1, fp) > 0)
  {
    for (const char *at = strstr(all, text); at; at = strstr(at + 1, text))
    {
      count++;
    }
  }
  if (fp) { fclose(fp); }
  free(all);
  return count;
}

/* Bytes in memory, in place of a file: for GALPHAWriteCheckpoint and GALPHAReadCheckpoint,
 * as their user data. */
#pragma once

#include <stdlib.h>
#include <string.h>

struct byte_store
{
  unsigned char *data; /* to be freed */
  size_t size, at;
};

static inline int byte_store_put(void *user, const void *data, size_t size)
{
  struct byte_store *s = user;
  unsigned char *more  = realloc(s->data, s->size + size);
  if (!more) { return 1; }
  s->data = more;
  memcpy(s->data + s->size, data, size);
  s->size += size;
  return 0;
}

/* 1: there are not so many left. */
static inline int byte_store_get(void *user, void *data, size_t size)
{
  struct byte_store *s = user;
  if (s->size - s->at < size) { return 1; }
  memcpy(data, s->data + s->at, size);
  s->at += size;
  return 0;
}

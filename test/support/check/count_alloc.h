/* Counts the heap allocations of a whole program, shared libraries included, by
 * defining malloc and its kin: include it in the one source file of a program.
 * It needs glibc and no sanitizer (these define malloc themselves);
 * COUNT_ALLOC says whether it counts. For programs with one thread. */
#pragma once

#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
  __has_feature(thread_sanitizer)
#define COUNT_ALLOC 0
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
  !defined(__GLIBC__)
#undef COUNT_ALLOC
#define COUNT_ALLOC 0
#endif
#ifndef COUNT_ALLOC
#define COUNT_ALLOC 1
#endif

static struct
{
  long calls; /* of malloc, calloc, realloc so far */
  long bytes; /* held now */
} count_alloc;

#if COUNT_ALLOC
#include <malloc.h>

/* Seen by the shared libraries, too. */
#define COUNT_ALLOC_EXPORT __attribute__((visibility("default")))

/* NOLINTBEGIN(bugprone-reserved-identifier): glibc's names */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void __libc_free(void *block);
/* NOLINTEND(bugprone-reserved-identifier) */

static void *count_alloc_add(void *block)
{
  count_alloc.calls++;
  count_alloc.bytes += (long)malloc_usable_size(block);
  return block;
}

COUNT_ALLOC_EXPORT void *malloc(size_t size)
{
  return count_alloc_add(__libc_malloc(size));
}

COUNT_ALLOC_EXPORT void *calloc(size_t count, size_t size)
{
  return count_alloc_add(__libc_calloc(count, size));
}

COUNT_ALLOC_EXPORT void *realloc(void *block, size_t size)
{
  const long before = (long)malloc_usable_size(block);
  void *moved       = __libc_realloc(block, size);

  if (moved != NULL || size == 0) { count_alloc.bytes -= before; }
  return count_alloc_add(moved);
}

COUNT_ALLOC_EXPORT void free(void *block)
{
  count_alloc.bytes -= (long)malloc_usable_size(block);
  __libc_free(block);
}
#endif

/* The k-th call of malloc, calloc or realloc fails, in the lives of lives.h: those of SUNDIALS
 * and of KLU as well as the library's own (alloc.c knows only whole objects of SUNDIALS').
 * Needs a C library whose functions can be replaced, and a SUNDIALS that survives NULL
 * itself (7.x does so only with its error checks). */
#include "budget.h"

#if defined(__SANITIZE_ADDRESS__)
#define REPLACED 0
#elif defined(__GLIBC__) && \
  (SUNDIALS_VERSION_MAJOR < 7 || defined(SUNDIALS_ENABLE_ERROR_CHECKS))
#define REPLACED 1
#else
#define REPLACED 0
#endif

#if REPLACED
#include <malloc.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void __libc_free(void *p);

void *malloc(size_t n)
{
  return refused() ? NULL : counted(__libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
  return refused() ? NULL : counted(__libc_calloc(n, size));
}

/* One that shrinks a block never fails, and KLU goes on where it does. */
void *realloc(void *p, size_t n)
{
  const bool shrinks = p && n <= malloc_usable_size(p);
  if (!shrinks && refused()) { return NULL; }
  budget.live += p == NULL;
  return __libc_realloc(p, n);
}

void free(void *p)
{
  budget.live -= p != NULL;
  __libc_free(p);
}
#endif

#define OBJECT(x) (x)
#include "lives.h"

TEST_MAIN()
{
  struct call_sites first;
  if (!REPLACED) { return; }
  setvbuf(stdout, NULL, _IONBF, 0);
  call_sites_begin(&first); /* allocates once */
  check_lives(false);       /* no ManyVector: it does not survive */
}

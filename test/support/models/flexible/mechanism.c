/* The models of flexible.h as mechanisms. */
#include "support/models/flexible/mechanism.h"

static int third(const void *data, sunindextype j)
{
  return j % 3 == 2;
}

static void free_flexible(void *data)
{
  flexible_free(data);
}

static struct mechanism of(struct flexible *fl)
{
  return (struct mechanism){fl ? &fl->pb : NULL, third, free_flexible};
}

struct mechanism mechanism_chain(sunindextype N, sunrealtype EI,
                                 sunrealtype eta)
{
  const sunrealtype k = EI * (sunrealtype)N;

  return of(flexible_chain(N, k, eta * k));
}

struct mechanism mechanism_slider_crank(sunindextype N, sunrealtype EI,
                                        sunrealtype eta, sunrealtype omega)
{
  return of(flexible_slider_crank(N, EI, eta, omega));
}

void mechanism_free(struct mechanism *m)
{
  if (m->pb != NULL) { m->free(m->pb->data); }
  m->pb = NULL;
}

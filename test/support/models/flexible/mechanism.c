/* The models of flexible.h as mechanisms. */
#include "support/models/flexible/mechanism.h"

static int third(const void *data, sunindextype j)
{
  return j % 3 == 2;
}

struct mechanism mechanism_of(struct flexible *fl)
{
  return (struct mechanism){&fl->pb, third};
}

struct mechanism mechanism_chain(sunindextype N, sunrealtype EI,
                                 sunrealtype eta)
{
  const sunrealtype k = EI * (sunrealtype)N;

  return mechanism_of(flexible_chain(N, k, eta * k));
}

struct mechanism mechanism_slider_crank(sunindextype N, sunrealtype EI,
                                        sunrealtype eta, sunrealtype omega)
{
  return mechanism_of(flexible_slider_crank(N, EI, eta, omega));
}

/* Zeno behaviour: roots of one function at ever shorter intervals, which accumulate at a
 * finite time, as the impacts of a ball that comes to rest. Found from the lengths of the
 * intervals alone. */
#ifndef GALPHA_STEP_ZENO_H
#define GALPHA_STEP_ZENO_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

/* Roots of one function. */
struct galpha_zeno_row
{
  sunrealtype last,
    gap;             /* time of the last one, interval before it (0: none) */
  sunrealtype begun; /* time from which intervals have been shrinking */
  long int roots;    /* intervals that have shrunk; -1: no root yet */
};

struct galpha_zeno
{
  int n;
  struct galpha_zeno_row *row;
  bool found; /* and reported; false again when the time goes back */
};

/* What has been found: the function, and when its roots accumulate. */
struct galpha_zeno_finding
{
  int function;
  long int roots;
  sunrealtype gap, end;
};

/* Allocates for n functions, none of which has had a root; releases earlier ones. -1: no
 * memory. */
int galpha_zeno_init(struct galpha_zeno *z, int n);
void galpha_zeno_free(struct galpha_zeno *z);
/* The functions with iroots[i] != 0 have a root at t, in an integration in the direction of
 * h. True, once: one of them accumulates. */
bool galpha_zeno_root(struct galpha_zeno *z, const int *iroots, sunrealtype t,
                      sunrealtype h, struct galpha_zeno_finding *found);

#endif

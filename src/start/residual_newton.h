/* Newton's iteration with line search for the consistent start of the residual form.
 * Corrections d are solved with the iteration matrix J of a short step h and change an
 * unknown y by d, y' by d/h, y'' by d/h^2. For F(t,y,y') the user's J contains dF/dy
 * also of components that are not unknown; their share, and with it the contraction
 * rate, decreases with h. For F(t,y,y',y'') J has the columns of the unknowns only. */
#ifndef GALPHA_START_RESIDUAL_NEWTON_H
#define GALPHA_START_RESIDUAL_NEWTON_H

#include "start/accelerations.h"

/* Why an attempt failed, besides the negative GALPHA_... codes; another attempt may
 * succeed. */
enum galpha_search_failure
{
  GALPHA_SEARCH_CALLBACK = 1, /* recoverable: a callback or the linear solver */
  GALPHA_SEARCH_BOUNDS,       /* the bounds of y block the correction */
  GALPHA_SEARCH_STUCK,        /* the line search found no smaller correction */
  GALPHA_SEARCH_NO_END,       /* no convergence */
  GALPHA_SEARCH_SLOW          /* convergence that a new matrix may speed up */
};

struct galpha_search
{
  struct galpha_ic *ic;
  struct galpha_method *method; /* model->at, f (y''): the point; rq: F there */
  struct galpha_res *res;
  /* saved point: y, y', y'' in q, v, qdd of the previous state, which is unused at a
   * start */
  struct galpha_state *kept;
  struct galpha_ic_options opt;
  bool all_of_y;  /* the unknowns are y, given y' (GALPHA_Y_INIT) */
  bool iterative; /* the linear solver is iterative */
  bool
    published; /* without the additions of this library: residual_published.c */
  bool stuck;  /* the line search failed with a matrix of another point */
  bool singular;       /* the linear solver failed, not a callback */
  sunrealtype h;       /* step of the shifts, signed */
  sunrealtype h_norm;  /* norm of a change dy': that of h_norm dy' */
  sunrealtype h_ahead; /* norm of a change dy'': that of h_ahead^2 dy'' */
  sunrealtype norm;    /* of the correction model->d at the point */
};

/* A search for what icopt leaves unknown, with the options of ic. */
struct galpha_search galpha_search_new(struct galpha_ic *ic, int icopt);
void galpha_search_shifts(struct galpha_search *s, sunrealtype h);
void galpha_search_keep(struct galpha_search *s);
void galpha_search_restore(struct galpha_search *s);
/* F at the point into rq; returns 0, > 0 (recoverable) or < 0, as callbacks do. */
int galpha_search_evaluate(struct galpha_search *s);
/* Iterates from the point with the present shifts. Returns 0, a GALPHA_... code (< 0)
 * or an enum galpha_search_failure (> 0). */
int galpha_search_attempt(struct galpha_search *s);
/* Weighted norm of the correction d, with h_norm and h_ahead. */
sunrealtype galpha_search_norm(struct galpha_search *s, N_Vector d);
/* The GALPHA_... code of a failure, or failure itself if it is one. */
int galpha_search_code(int failure);
/* Error weights of the point; returns 0 or GALPHA_BAD_EWT. */
int galpha_search_weights(struct galpha_search *s);
/* Refines a solution, which the caller has saved, while corrections decrease, down to
 * round-off (an iterative solver: to a fraction of the tolerance). Returns 0, or > 0 if
 * the matrix of h gives no small correction, or a first one below least, which shows
 * that the matrix was differenced over too large a change of y'. */
int galpha_search_polish(struct galpha_search *s, sunrealtype h,
                         sunrealtype least);

#endif

/* Newton's iteration with line search for the consistent start of the residual
 * form. The corrections d come from the iteration matrix J of a short step h and
 * move an unknown y by d, y' by d/h, y'' by d/h^2. For F(t,y,y') J is the user's,
 * whose columns also hold dF/dy of the components that stay: its share falls with
 * h, and so does the rate of convergence. For F(t,y,y',y'') J moves the unknowns
 * alone. */
#ifndef GALPHA_START_RESIDUAL_NEWTON_H
#define GALPHA_START_RESIDUAL_NEWTON_H

#include "start/accelerations.h"

/* Why an attempt failed, beside the negative codes: another one may succeed. */
enum galpha_search_failure
{
  GALPHA_SEARCH_CALLBACK = 1, /* a recoverable one, or of the linear solver */
  GALPHA_SEARCH_BOUNDS,       /* the constraints leave no way */
  GALPHA_SEARCH_STUCK,        /* the line search found no smaller correction */
  GALPHA_SEARCH_NO_END,
  GALPHA_SEARCH_SLOW
};

struct galpha_search
{
  struct galpha_ic *ic;
  struct galpha_method *method; /* at, f: the point; rq: F there */
  struct galpha_res *res;
  struct galpha_state *kept; /* y, y', y'' (qdd) to go back to */
  struct galpha_ic_options opt;
  bool all_of_y;
  bool iterative;      /* the linear solver is */
  bool stuck;          /* with a matrix of another point */
  bool singular;       /* the linear solver failed, no callback */
  sunrealtype h;       /* of the shifts, signed */
  sunrealtype h_norm;  /* a change of y' counts as one of y over this time */
  sunrealtype h_ahead; /* twice over this one: a change of y'', whatever y' */
  sunrealtype norm;    /* of the correction form->d at the point */
};

void galpha_search_shifts(struct galpha_search *s, sunrealtype h);
void galpha_search_keep(struct galpha_search *s);
void galpha_search_restore(struct galpha_search *s);
/* F at the point; 0, > 0 or < 0 as the callbacks. */
int galpha_search_evaluate(struct galpha_search *s);
/* From the point with the shifts as they are: 0, a code or a failure. */
int galpha_search_attempt(struct galpha_search *s);
/* Weighted norm of a correction. */
sunrealtype galpha_search_norm(struct galpha_search *s, N_Vector d);
/* From a point found, which is kept, down to round-off: as long as corrections
 * fall. 0, or a failure: the matrix of h gives no small correction, or a first one
 * below least (it was differenced over too large a change of y'). */
int galpha_search_polish(struct galpha_search *s, sunrealtype h,
                         sunrealtype least);

#endif

/* Motion along and across the constraints of index 3, by the iteration matrix at hand:
 * the mechanical and the residual form give its right-hand sides in their own ways. */
#ifndef GALPHA_STEP_MANIFOLD_H
#define GALPHA_STEP_MANIFOLD_H

#include "linear/linear_solver.h"
#include "method/method.h"

/* What a look at the velocities knows; see galpha_velocity_off. */
struct galpha_velocity_off
{
  sunrealtype share;
  sunrealtype per_rate; /* correction over residual, at the last look */
  bool known;           /* there was one */
};

/* Functions that solve return as the callbacks. */
struct galpha_manifold
{
  /* There are constraints on positions. */
  bool (*has)(const struct galpha_method *method);
  /* est of the trial state without its part across them; positions: of q, not of v. */
  int (*project)(struct galpha_method *method, struct galpha_ls *ls,
                 N_Vector est, bool positions);
  /* Keeps the whole estimate of v for hidden; false: that would not differ. NULL: never. */
  bool (*keep)(struct galpha_method *method, N_Vector est);
  /* x of S x + G^T mu = M e, which project gives, and y of M y + G^T nu = M e, G x = G y = 0,
     differ by the part along the manifold of M^-1 (S - M) x: then est = y; size: the
     norm of the whole estimate over the tolerance. */
  int (*hidden)(struct galpha_method *method, struct galpha_ls *ls,
                N_Vector est, sunrealtype size);
  /* Something moves the mechanism by its dependence on t. */
  bool (*is_driven)(struct galpha_method *method);
  /* dv, of a velocity at the start of the step: its part across the constraints. */
  int (*across)(struct galpha_method *method, struct galpha_ls *ls,
                N_Vector dv);
  /* The correction of the velocity of the trial that meets the constraints into dv;
     *known false: it must be small. */
  int (*correction)(struct galpha_method *method, struct galpha_ls *ls,
                    N_Vector dv, struct galpha_velocity_off *off, bool *known);
  /* Projections are cheap: estimates are projected in each step, not only in one that
     would be rejected. */
  bool cheap;
};
extern const struct galpha_manifold galpha_manifold_mechanics;
extern const struct galpha_manifold galpha_manifold_residual;

#endif

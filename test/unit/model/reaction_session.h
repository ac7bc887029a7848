/* A run of a mechanism at rest with the reactions' share of its iteration matrix, whose
 * calls of G are counted on request. */
#pragma once

#include "api/integrator.h"
#include "model/reaction_pattern.h"
#include "support/models/rest.h"
#include "support/test.h"

struct session
{
  struct rest r;
  void *mem;
  struct problem_state s;
};

static inline void begin(struct session *x, SUNContext ctx,
                         enum problem_storage storage)
{
  x->mem = KEEP(problem_create(&x->r.pb, ctx, storage));
  CHECK(x->mem && problem_state_new(&x->s, &x->r.pb, ctx) == 0);
  N_Vector all[] = {x->s.q, x->s.v, x->s.a, x->s.lambda, x->s.psi};
  for (int i = 0; i < 5; i++) { keep_vector(all[i]); }
  CHECK(GALPHASStolerances(x->mem, 1e-4, 1e-4) == 0);
  CHECK(GALPHASetErrFile(x->mem, NULL) == 0);
}

static inline int solve(struct session *x, sunrealtype tout)
{
  return GALPHASolve(x->mem, tout, &x->s.t, x->s.q, x->s.v, GALPHA_NORMAL);
}

static inline struct galpha_reaction_jac *share_of(struct session *x)
{
  return &((struct galpha_mem *)x->mem)->model.reaction;
}

static long calls_of_G;
static GALPHAHolonomicJacFn plain_G;

static inline long steps(struct session *x)
{
  long n = 0;
  GALPHAGetNumSteps(x->mem, &n);
  return n;
}

static inline int counted_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  calls_of_G++;
  return plain_G(t, q, G, data);
}

static inline void begin_counted(struct session *x, SUNContext ctx,
                                 enum problem_storage storage)
{
  rest_string(&x->r, 3);
  plain_G   = x->r.pb.G;
  x->r.pb.G = counted_G;
  begin(x, ctx, storage);
  calls_of_G = 0;
}

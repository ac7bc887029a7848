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
  struct small s;
};

static inline void begin(struct session *x, enum problem_storage storage)
{
  BEGIN(&x->s, .pb = &x->r.pb, .storage = storage, .rtol = 1e-4);
}

static inline struct galpha_reaction_jac *share_of(struct session *x)
{
  return &((struct galpha_mem *)x->s.mem)->model.reaction;
}

static long calls_of_G;
static GALPHAHolonomicJacFn plain_G;

static inline int counted_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  calls_of_G++;
  return plain_G(t, q, G, data);
}

static inline void begin_counted(struct session *x,
                                 enum problem_storage storage)
{
  rest_string(&x->r, 3);
  plain_G   = x->r.pb.G;
  x->r.pb.G = counted_G;
  begin(x, storage);
  calls_of_G = 0;
}

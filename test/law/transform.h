/* A problem in other coordinates, Q_i = scale q_perm[i]: forces and constraints
 * are scaled alike, so that multipliers are, too, and every matrix is only
 * permuted. */
#pragma once

#include "support/test.h"

struct transform
{
  const struct problem *base;
  sunrealtype scale;
  const int *perm;
  N_Vector q, v, lambda, f; /* in the old coordinates */
  SUNMatrix square, G;
};

static inline void transform_back(const struct transform *x, N_Vector Q,
                                  N_Vector q)
{
  for (sunindextype i = 0; i < N_VGetLength(q); i++)
  {
    N_VGetArrayPointer(q)[x->perm[i]] = N_VGetArrayPointer(Q)[i] / x->scale;
  }
}

static inline void transform_start(sunrealtype *Q, sunrealtype *V, void *data)
{
  struct transform *x = data;
  sunrealtype *q = N_VGetArrayPointer(x->q), *v = N_VGetArrayPointer(x->v);
  problem_start(x->base, q, v);
  for (sunindextype i = 0; i < x->base->n; i++)
  {
    Q[i] = x->scale * q[x->perm[i]];
    V[i] = x->scale * v[x->perm[i]];
  }
}

static inline void transform_put(const struct transform *x, SUNMatrix from,
                                 SUNMatrix A)
{
  const int square = SUNDenseMatrix_Rows(from) == x->base->n;
  problem_begin(A);
  for (sunindextype j = 0; j < SUNDenseMatrix_Columns(from); j++)
  {
    for (sunindextype i = 0; i < SUNDenseMatrix_Rows(from); i++)
    {
      problem_put(A, i, j,
                  SM_ELEMENT_D(from, square ? x->perm[i] : i, x->perm[j]));
    }
  }
  problem_end(A);
}

static inline int transform_mass(sunrealtype t, N_Vector Q, SUNMatrix M,
                                 void *data)
{
  struct transform *x = data;
  transform_back(x, Q, x->q);
  const int ret = problem_mass(x->base, t, x->q, x->square);
  transform_put(x, x->square, M);
  return ret;
}

static inline int transform_force(sunrealtype t, N_Vector Q, N_Vector V,
                                  N_Vector F, void *data)
{
  struct transform *x = data;
  transform_back(x, Q, x->q);
  transform_back(x, V, x->v);
  const int ret = x->base->force(t, x->q, x->v, x->f, x->base->data);
  for (sunindextype i = 0; i < x->base->n; i++)
  {
    N_VGetArrayPointer(F)[i] = x->scale * N_VGetArrayPointer(x->f)[x->perm[i]];
  }
  return ret;
}

static inline int transform_g(sunrealtype t, N_Vector Q, N_Vector g, void *data)
{
  struct transform *x = data;
  transform_back(x, Q, x->q);
  const int ret = x->base->g(t, x->q, g, x->base->data);
  N_VScale(x->scale, g, g);
  return ret;
}

static inline int transform_G(sunrealtype t, N_Vector Q, SUNMatrix G,
                              void *data)
{
  struct transform *x = data;
  transform_back(x, Q, x->q);
  const int ret = x->base->G(t, x->q, x->G, x->base->data);
  transform_put(x, x->G, G);
  return ret;
}

#define TRANSFORM_FORCE_JAC(name)                                             \
  static inline int transform_##name(sunrealtype t, N_Vector Q, N_Vector V,   \
                                     N_Vector lambda, N_Vector psi,           \
                                     SUNMatrix J, void *data)                 \
  {                                                                           \
    struct transform *x = data;                                               \
    transform_back(x, Q, x->q);                                               \
    transform_back(x, V, x->v);                                               \
    N_VScale(1 / x->scale, lambda, x->lambda);                                \
    const int ret =                                                           \
      x->base->name(t, x->q, x->v, x->lambda, psi, x->square, x->base->data); \
    transform_put(x, x->square, J);                                           \
    return ret;                                                               \
  }
TRANSFORM_FORCE_JAC(dfdq)
TRANSFORM_FORCE_JAC(dfdv)

/* base has f0, dfdq, g and G, and no other constraints. */
static inline struct problem transform_new(struct transform *x,
                                           const struct problem *base,
                                           sunrealtype scale, const int *perm)
{
  struct problem pb = PROBLEM(.name = base->name, .n = base->n, .m = base->m,
                              .t0 = base->t0, .start = transform_start,
                              .mass = transform_mass, .force = transform_force,
                              .dfdq = transform_dfdq, .dfdv = transform_dfdv,
                              .g = transform_g, .G = transform_G, .data = x);
  pb.constant_mass  = base->constant_mass || !base->mass;
  pb.no_dfdv        = base->no_dfdv;
  if (!base->dfdv) { pb.dfdv = NULL; }
  *x = (struct transform){base,
                          scale,
                          perm,
                          small_vector(ctx, base->n, NULL),
                          small_vector(ctx, base->n, NULL),
                          small_vector(ctx, base->m, NULL),
                          small_vector(ctx, base->n, NULL),
                          KEEP(SUNDenseMatrix(base->n, base->n, ctx)),
                          KEEP(SUNDenseMatrix(base->m, base->n, ctx))};
  return pb;
}

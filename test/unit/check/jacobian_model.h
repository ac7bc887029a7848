/* A model of any size with all blocks, whose derivatives can be spoilt, and a
 * receiver that keeps all messages. */
#pragma once

#include "support/test.h"

struct heard
{
  int count;
  char text[30000];
};

static inline void heard_handler(int code, const char *module,
                                 const char *function, char *msg, void *data)
{
  struct heard *h   = data;
  const size_t used = strlen(h->text);
  h->count++;
  snprintf(h->text + used, sizeof h->text - used, "[%d] %s\n", code, msg);
}

static inline int checked(void *mem, sunrealtype tol, long int *nwrong,
                          struct heard *h)
{
  memset(h, 0, sizeof *h);
  GALPHASetErrHandlerFn(mem, heard_handler, h);
  return GALPHACheckJacobian(mem, tol, nwrong);
}

/* Everything heard contains this text; prints what was heard otherwise. */
static inline int heard_says(const struct heard *h, const char *text)
{
  const int good = strstr(h->text, text) != NULL;
  if (!good) { printf("missing '%s' in:\n%s", text, h->text); }
  return good;
}

enum spoilt_block
{
  SPOILT_NONE,
  SPOILT_G,
  SPOILT_K,
  SPOILT_KQ,
  SPOILT_FQ,
  SPOILT_FV,
  SPOILT_GT
};

enum spoilt_how
{
  SPOILT_FACTOR, /* entry (row, col) times factor        */
  SPOILT_WHOLE,  /* all entries times factor             */
  SPOILT_TRANSPOSED,
  SPOILT_DROPPED /* entry (row, col) is not in the pattern */
};

enum share
{
  SHARE_NONE, /* df/dq and df/dv of f0 */
  SHARE_ALL,  /* with reactions */
  SHARE_HALF  /* with half of them, which is neither */
};

/* f0_i = w_i (-3 sin q_i + q_(i+1) v_i - v_i^3/5 + q_(i-1)^2/2),
 * g_r = sin t/(r+1) + sum sin(q_j + r), k_r = sum cos(q_j) v_j + 3 v_j^2/10, both
 * over j = r, r+1, r+2; w spans five decades. */
struct model
{
  struct problem pb; /* its data is the model */
  enum spoilt_block block;
  enum spoilt_how how;
  sunindextype row, col;
  sunrealtype factor;
  enum share share;
  sunrealtype offset; /* of all q at the start */
};

struct place
{
  const struct model *m;
  const sunrealtype *q, *v, *lambda, *psi;
};

static inline sunrealtype weight(sunindextype i)
{
  return pow(10.0, (double)(i % 5) - 2.0);
}

static inline sunrealtype sum_of(const sunrealtype *x, sunindextype j,
                                 sunindextype rows, int sines, sunrealtype qj)
{
  sunrealtype sum = 0.0;
  for (sunindextype r = 0; r < rows && r <= j; r++)
  {
    /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): there if rows are */
    if (j - r <= 2) { sum += x[r] * (sines ? sin(qj + (double)r) : 1.0); }
  }
  return sum;
}

static inline sunrealtype share_of(const struct place *p)
{
  return p->m->share == SHARE_ALL ? 1.0 : p->m->share == SHARE_HALF ? 0.5 : 0.0;
}

static inline sunrealtype entry_Fq(const struct place *p, sunindextype i,
                                   sunindextype j)
{
  const struct problem *pb = &p->m->pb;
  /* NOLINTNEXTLINE(clang-analyzer-core.NullDereference): forces have v */
  if (j == i + 1) { return weight(i) * p->v[i]; }
  if (j == i - 1) { return weight(i) * p->q[j]; }
  if (j != i) { return 0.0; }
  const sunrealtype reactions = sum_of(p->lambda, j, pb->m, 1, p->q[j]) +
                                sin(p->q[j]) * sum_of(p->psi, j, pb->p, 0, 0.0);
  return -3.0 * weight(i) * cos(p->q[i]) + share_of(p) * reactions;
}

static inline sunrealtype entry_Fv(const struct place *p, sunindextype i,
                                   sunindextype j)
{
  const sunindextype n = p->m->pb.n;
  if (j != i) { return 0.0; }
  return weight(i) *
           ((i + 1 < n ? p->q[i + 1] : 0.0) - 0.6 * p->v[i] * p->v[i]) -
         0.6 * share_of(p) * sum_of(p->psi, j, p->m->pb.p, 0, 0.0);
}

static inline sunrealtype entry_G(const struct place *p, sunindextype r,
                                  sunindextype j)
{
  return j >= r && j <= r + 2 ? cos(p->q[j] + (double)r) : 0.0;
}

static inline sunrealtype entry_K(const struct place *p, sunindextype r,
                                  sunindextype j)
{
  return j >= r && j <= r + 2 ? cos(p->q[j]) + 0.6 * p->v[j] : 0.0;
}

static inline sunrealtype entry_Kq(const struct place *p, sunindextype r,
                                   sunindextype j)
{
  return j >= r && j <= r + 2 ? -sin(p->q[j]) * p->v[j] : 0.0;
}

typedef sunrealtype (*entry_fn)(const struct place *p, sunindextype i,
                                sunindextype j);

/* All columns; the pattern is three wide (a little more than is needed). */
static inline int fill(const struct place *p, enum spoilt_block block,
                       sunindextype rows, entry_fn entry, SUNMatrix A)
{
  const struct model *m = p->m;
  const int mine        = m->block == block;
  problem_begin(A);
  for (sunindextype j = 0; j < m->pb.n; j++)
  {
    for (sunindextype i = 0; i < rows; i++)
    {
      const int here = mine && i == m->row && j == m->col;
      if (i > j + 2 || j > i + 2) { continue; }
      if (here && m->how == SPOILT_DROPPED) { continue; }
      sunrealtype x =
        mine && m->how == SPOILT_TRANSPOSED ? entry(p, j, i) : entry(p, i, j);
      if (mine && m->how == SPOILT_WHOLE) { x *= m->factor; }
      if (here && m->how == SPOILT_FACTOR) { x *= m->factor; }
      problem_put(A, i, j, x);
    }
  }
  problem_end(A);
  return 0;
}

static inline struct place place_of(void *data, N_Vector q, N_Vector v,
                                    N_Vector lambda, N_Vector psi)
{
  return (struct place){data, N_VGetArrayPointer(q),
                        v ? N_VGetArrayPointer(v) : NULL,
                        lambda ? N_VGetArrayPointer(lambda) : NULL,
                        psi ? N_VGetArrayPointer(psi) : NULL};
}

MASS(model_mass)
{
  const struct model *m = data;
  problem_begin(M);
  for (sunindextype i = 0; i < m->pb.n; i++) { problem_put(M, i, i, 1.0); }
  problem_end(M);
}

FORCE(model_force)
{
  const struct model *m = data;
  for (sunindextype i = 0; i < m->pb.n; i++)
  {
    const sunrealtype next = i + 1 < m->pb.n ? q[i + 1] : 0.0;
    const sunrealtype last = i > 0 ? q[i - 1] : 0.0;
    f[i]                   = weight(i) * (-3.0 * sin(q[i]) + next * v[i] -
                        0.2 * v[i] * v[i] * v[i] + 0.5 * last * last);
  }
}

HOLONOMIC(model_g)
{
  const struct model *m = data;
  for (sunindextype r = 0; r < m->pb.m; r++)
  {
    sunrealtype sum = sin(t) / (double)(r + 1);
    for (int j = 0; j < 3; j++) { sum += sin(q[r + j] + (double)r); }
    g[r] = sum;
  }
}

HOLONOMIC(model_gt)
{
  const struct model *m = data;
  for (sunindextype r = 0; r < m->pb.m; r++)
  {
    const int here = m->block == SPOILT_GT && r == m->row;
    g[r]           = cos(t) / (double)(r + 1) * (here ? m->factor : 1.0);
  }
}

FORCE(model_k)
{
  const struct model *m = data;
  for (sunindextype r = 0; r < m->pb.p; r++)
  {
    sunrealtype sum = 0.0;
    for (sunindextype j = r; j < r + 3; j++)
    {
      sum += cos(q[j]) * v[j] + 0.3 * v[j] * v[j];
    }
    f[r] = sum;
  }
}

static inline int model_G(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const struct place p = place_of(data, q, NULL, NULL, NULL);
  return fill(&p, SPOILT_G, p.m->pb.m, entry_G, G);
}

static inline int model_K(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix K,
                          void *data)
{
  const struct place p = place_of(data, q, v, NULL, NULL);
  return fill(&p, SPOILT_K, p.m->pb.p, entry_K, K);
}

static inline int model_Kq(sunrealtype t, N_Vector q, N_Vector v, SUNMatrix K,
                           void *data)
{
  const struct place p = place_of(data, q, v, NULL, NULL);
  return fill(&p, SPOILT_KQ, p.m->pb.p, entry_Kq, K);
}

static inline int model_Fq(sunrealtype t, N_Vector q, N_Vector v, N_Vector l,
                           N_Vector psi, SUNMatrix J, void *data)
{
  const struct place p = place_of(data, q, v, l, psi);
  return fill(&p, SPOILT_FQ, p.m->pb.n, entry_Fq, J);
}

static inline int model_Fv(sunrealtype t, N_Vector q, N_Vector v, N_Vector l,
                           N_Vector psi, SUNMatrix J, void *data)
{
  const struct place p = place_of(data, q, v, l, psi);
  return fill(&p, SPOILT_FV, p.m->pb.n, entry_Fv, J);
}

static inline void model_start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct model *m = data;
  for (sunindextype i = 0; i < m->pb.n; i++)
  {
    q[i] = m->offset + 0.7 + sin(1.0 + 2.0 * (double)i);
    v[i] = 1.5 * cos(0.5 + 3.0 * (double)i);
  }
}

/* Multipliers for the check; otherwise nothing is exact. */
static inline int model_guess(sunrealtype t, sunrealtype *q, sunrealtype *v,
                              sunrealtype *a, sunrealtype *lambda,
                              sunrealtype *psi, void *data)
{
  const struct model *m = data;
  for (sunindextype r = 0; lambda && r < m->pb.m; r++)
  {
    lambda[r] = 2.0 - 0.3 * (double)r;
  }
  for (sunindextype r = 0; psi && r < m->pb.p; r++)
  {
    psi[r] = 1.0 + 0.2 * (double)r;
  }
  return 0;
}

static inline void model_init(struct model *m, sunindextype n, sunindextype mh,
                              sunindextype p)
{
  *m = (struct model){.factor = -1.0};
  m->pb =
    PROBLEM(.name = "model", .n = n, .m = mh, .p = p, .t0 = 0.4,
            .start = model_start, .exact = model_guess, .mass = model_mass,
            .force = model_force, .dfdq = model_Fq, .dfdv = model_Fv,
            .g = model_g, .gt = model_gt, .G = model_G, .moving = 1,
            .k = model_k, .K = model_K, .Kq = model_Kq, .constant_mass = 1);
  m->pb.data = m;
}

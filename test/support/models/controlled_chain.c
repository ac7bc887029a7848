/* See controlled_chain.h. */
#include "support/models/controlled_chain.h"

#include <math.h>

#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include "support/models/formulas.h"

#define MOST 8 /* carriages */

struct controlled_chain controlled_chain(int carriages)
{
  return (struct controlled_chain){.carriages = carriages, .factor = 1.0};
}

sunindextype controlled_chain_n(const struct controlled_chain *c)
{
  return 2 + c->carriages;
}

sunindextype controlled_chain_r(const struct controlled_chain *c)
{
  return 2 * c->carriages;
}

/* Counts a call; it fails. */
static int fails(struct controlled_chain *c, enum chain_function which)
{
  const long call = ++c->calls[which];
  return which == c->fails && c->at > 0 &&
         (call == c->at || (c->for_good && call > c->at));
}

/* What a function returns after it has written `values`. */
static int answer(struct controlled_chain *c, enum chain_function which,
                  sunrealtype *values)
{
  if (!fails(c, which)) { return 0; }
  if (c->ret == 0) { values[0] = (sunrealtype)NAN; }
  return c->ret;
}

static int states(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                  N_Vector Fv, void *data)
{
  struct controlled_chain *c = data;
  const sunrealtype *q       = N_VGetArrayPointer(qv) + 2;
  const sunrealtype *v       = N_VGetArrayPointer(vv) + 2;
  const sunrealtype *s       = N_VGetArrayPointer(sv);
  sunrealtype *F             = N_VGetArrayPointer(Fv);
  for (int i = 0; i < c->carriages; i++)
  {
    const sunrealtype x = s[2 * i];
    F[2 * i]            = -5.0 * x - 0.1 * x * x * x + 4.0 * sin(q[i]);
    F[2 * i + 1] = -3.0 * tanh(x) - 0.3 * v[i] * (1.0 + 0.1 * q[i] * q[i]);
  }
  return answer(c, CHAIN_STATES, F);
}

static int force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                 N_Vector fv, void *data)
{
  struct controlled_chain *c = data;
  const sunrealtype *q       = N_VGetArrayPointer(qv);
  const sunrealtype *s       = N_VGetArrayPointer(sv);
  sunrealtype *f             = N_VGetArrayPointer(fv);
  f[0]                       = 0.0;
  f[1]                       = -9.81;
  for (int i = 0; i < c->carriages; i++)
  {
    const sunrealtype z      = s[2 * i + 1];
    const sunrealtype spring = -20.0 * (q[2 + i] - q[i ? 1 + i : 0]);
    f[2 + i]                 = spring + z + 0.1 * z * z * z;
    f[i ? 1 + i : 0] -= spring;
  }
  return answer(c, CHAIN_FORCE, f);
}

HOLONOMIC_IS(rod, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0))

/* Matrices from lists of entries, columns ascending, rows in each of them. */

struct entry
{
  int row, col;
  sunrealtype x;
};

static int put_dense(SUNMatrix A, const struct entry *e, int count)
{
  const int ret = SUNMatZero(A);
  for (int k = 0; k < count; k++)
  {
    SM_ELEMENT_D(A, e[k].row, e[k].col) = e[k].x;
  }
  return ret;
}

static int put_sparse(SUNMatrix A, const struct entry *e, int count)
{
  const int csr         = SUNSparseMatrix_SparseType(A) == CSR_MAT;
  sunindextype *pointer = SUNSparseMatrix_IndexPointers(A), at = 0;
  for (sunindextype line = 0; line < SUNSparseMatrix_NP(A); line++)
  {
    pointer[line] = at;
    for (int k = 0; k < count; k++)
    {
      if ((csr ? e[k].row : e[k].col) != line) { continue; }
      SUNSparseMatrix_IndexValues(A)[at] = csr ? e[k].col : e[k].row;
      SUNSparseMatrix_Data(A)[at++]      = e[k].x;
    }
  }
  pointer[SUNSparseMatrix_NP(A)] = at;
  return 0;
}

static int put(SUNMatrix A, const struct entry *e, int count)
{
  return SUNMatGetID(A) == SUNMATRIX_DENSE ? put_dense(A, e, count)
                                           : put_sparse(A, e, count);
}

static SUNMatrix matrix(enum chain_storage storage, sunindextype rows,
                        sunindextype cols, sunindextype nnz, SUNContext ctx)
{
  return storage == CHAIN_DENSE
           ? SUNDenseMatrix(rows, cols, ctx)
           : SUNSparseMatrix(rows, cols, nnz,
                             storage == CHAIN_CSC ? CSC_MAT : CSR_MAT, ctx);
}

HOLONOMIC_JAC(rod_jac)
{
  put(G, (const struct entry[]){{0, 0, q[0]}, {0, 1, q[1]}}, 2);
}

/* The entries of a block; returns their number. */
static int entries(const struct controlled_chain *c, enum chain_function which,
                   const sunrealtype *q, const sunrealtype *v,
                   const sunrealtype *s, struct entry *e)
{
  int count = 0;
  for (int i = 0; i < c->carriages; i++)
  {
    const int at = 2 + i, x = 2 * i, z = x + 1;
    const sunrealtype th = tanh(s[x]);
    switch (which)
    {
    case CHAIN_SQ:
      e[count++] = (struct entry){x, at, 4.0 * cos(q[at])};
      e[count++] = (struct entry){z, at, -0.06 * v[at] * q[at]};
      break;
    case CHAIN_SV:
      e[count++] = (struct entry){z, at, -0.3 * (1.0 + 0.1 * q[at] * q[at])};
      break;
    case CHAIN_SS:
      e[count++] = (struct entry){x, x, -5.0 - 0.3 * s[x] * s[x]};
      e[count++] = (struct entry){z, x, -3.0 * (1.0 - th * th)};
      break;
    default: e[count++] = (struct entry){at, z, 1.0 + 0.3 * s[z] * s[z]}; break;
    }
  }
  for (int k = 0; k < count && which == c->spoilt; k++)
  {
    if (c->row < 0 || (e[k].row == c->row && e[k].col == c->col))
    {
      e[k].x *= c->factor;
    }
  }
  return count;
}

static int fill(void *data, enum chain_function which, N_Vector q, N_Vector v,
                N_Vector s, SUNMatrix J)
{
  struct controlled_chain *c = data;
  struct entry e[2 * MOST];
  const int count = entries(c, which, N_VGetArrayPointer(q),
                            N_VGetArrayPointer(v), N_VGetArrayPointer(s), e);
  const int ret   = put(J, e, count);
  sunrealtype *x =
    SUNMatGetID(J) == SUNMATRIX_DENSE ? SM_DATA_D(J) : SM_DATA_S(J);
  if (ret || (c->at > 0 && c->ret == CHAIN_BAD_PATTERN))
  {
    if (!ret && fails(c, which)) { SM_INDEXVALS_S(J)[0] = 99; }
    return ret;
  }
  return answer(c, which, x);
}

#define DERIVATIVE(name, which)                                      \
  static int name(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, \
                  SUNMatrix J, void *data)                           \
  {                                                                  \
    (void)t;                                                         \
    return fill(data, which, q, v, s, J);                            \
  }
DERIVATIVE(Sq, CHAIN_SQ)
DERIVATIVE(Sv, CHAIN_SV)
DERIVATIVE(Ss, CHAIN_SS)
DERIVATIVE(Fs, CHAIN_FS)

int controlled_chain_give(struct controlled_chain *c, void *mem,
                          enum chain_function block, enum chain_storage storage,
                          int values, SUNContext ctx)
{
  static const struct
  {
    GALPHAStatesJacFn fn;
    int (*set)(void *mem, SUNMatrix A, GALPHAStatesJacFn fn);
  } all[]                                 = {{Sq, GALPHASetStatesJacPos},
                                             {Sv, GALPHASetStatesJacVel},
                                             {Ss, GALPHASetStatesJacStates},
                                             {Fs, GALPHASetForceJacStates}};
  static const sunrealtype some[2 * MOST] = {0.0};
  const sunindextype n = controlled_chain_n(c), r = controlled_chain_r(c);
  struct entry e[2 * MOST];
  const int count = entries(c, block, some, some, some, e);
  SUNMatrix A =
    matrix(storage, block == CHAIN_FS ? n : r,
           block == CHAIN_SS || block == CHAIN_FS ? r : n, count, ctx);
  if (!A) { return GALPHA_MEM_FAIL; }
  int ret = put(A, e, count);
  if (!ret) { ret = all[block].set(mem, A, values ? all[block].fn : NULL); }
  SUNMatDestroy(A);
  return ret;
}

static int define(struct controlled_chain *c, void *mem, const N_Vector *x,
                  SUNMatrix M, SUNMatrix G)
{
  struct entry e[2 + MOST];
  sunrealtype *q = N_VGetArrayPointer(x[0]), *order = N_VGetArrayPointer(x[4]);
  const int n = (int)controlled_chain_n(c);
  for (int i = 0; i < n; i++) { e[i] = (struct entry){i, i, 1.0 + 0.1 * i}; }
  for (int i = 0; i < c->carriages; i++) { order[2 * i] = 1.0; }
  q[0]    = 0.6;
  q[1]    = -0.8;
  q[2]    = 0.9;
  int ret = put(M, e, n);
  if (!ret) { ret = rod_jac(0.0, x[0], G, NULL); }
  if (!ret) { ret = GALPHAInitMech(mem, NULL, M, NULL, 0.0, x[0], x[1]); }
  if (!ret) { ret = GALPHASetUserData(mem, c); }
  if (!ret) { ret = GALPHASetHolonomic(mem, x[2], rod, G, rod_jac); }
  if (!ret) { ret = GALPHASetScleronomic(mem, 1); }
  if (!ret) { ret = GALPHASetStates(mem, x[3], x[4], states, force); }
  return ret ? ret : GALPHASStolerances(mem, 1e-6, 1e-6);
}

void *controlled_chain_create(struct controlled_chain *c,
                              enum chain_storage storage, SUNContext ctx)
{
  const sunindextype n = controlled_chain_n(c), r = controlled_chain_r(c);
  const sunindextype length[] = {n, n, 1, r, r};
  N_Vector x[5]; /* q, v, lambda, s, order */
  SUNMatrix M = matrix(storage, n, n, n, ctx),
            G = matrix(storage, 1, n, 2, ctx);
  void *mem   = GALPHACreate(ctx);
  int there   = M && G && mem;
  for (int i = 0; i < 5; i++)
  {
    x[i] = N_VNew_Serial(length[i], ctx);
    if (x[i]) { N_VConst(0.0, x[i]); }
    there = there && x[i];
  }
  if (!there || define(c, mem, x, M, G)) { GALPHAFree(&mem); }
  for (int i = 0; i < 5; i++) { N_VDestroy(x[i]); }
  SUNMatDestroy(M);
  SUNMatDestroy(G);
  return mem;
}

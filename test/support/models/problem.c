/* Sets integrators up for the test problems and runs them in fixed steps. Knows
 * SUNDIALS' serial vectors, dense and sparse matrices, and the public interface
 * of GALPHA. */
#include "support/models/problem.h"

#include "support/run/keep.h"

static int is_sparse(SUNMatrix A)
{
  return SUNMatGetID(A) == SUNMATRIX_SPARSE;
}

/* Between begin and end the last column pointer counts the entries so far, and
 * the pointer behind a column without entries is 0. */
void problem_begin(SUNMatrix A)
{
  SUNMatZero(A);
}

/* By rows: of the transpose. */
static void put_sparse(SUNMatrix A, sunindextype i, sunindextype j,
                       sunrealtype x)
{
  const sunindextype last  = SM_NP_S(A);
  const sunindextype count = SM_INDEXPTRS_S(A)[last];
  if (count >= SM_NNZ_S(A) && SUNSparseMatrix_Reallocate(A, 2 * count + 8))
  {
    return;
  }
  SM_INDEXVALS_S(A)[count] = i;
  SM_DATA_S(A)[count]      = x;
  SM_INDEXPTRS_S(A)[j + 1] = count + 1;
  SM_INDEXPTRS_S(A)[last]  = count + 1;
}

void problem_put(SUNMatrix A, sunindextype i, sunindextype j, sunrealtype x)
{
  if (is_sparse(A)) { put_sparse(A, i, j, x); }
  else { SM_COLUMN_D(A, j)[i] = x; }
}

void problem_end(SUNMatrix A)
{
  if (!is_sparse(A)) { return; }
  sunindextype *ptr = SM_INDEXPTRS_S(A);
  for (sunindextype j = 1; j <= SM_NP_S(A); j++)
  {
    if (ptr[j] < ptr[j - 1]) { ptr[j] = ptr[j - 1]; }
  }
}

void problem_fill(SUNMatrix A, const struct problem_entry *entry, size_t count)
{
  const int by_rows = is_sparse(A) && SM_SPARSETYPE_S(A) == CSR_MAT;
  problem_begin(A);
  for (sunindextype row = 0; row < (by_rows ? SM_ROWS_S(A) : 1); row++)
  {
    for (size_t k = 0; k < count; k++)
    {
      const struct problem_entry e = entry[k];
      if (!by_rows) { problem_put(A, e.row, e.column, e.x); }
      else if (e.row == row) { put_sparse(A, e.column, row, e.x); }
    }
  }
  problem_end(A);
}

static void put_start(sunrealtype *x, const sunrealtype *x0, sunindextype n)
{
  for (sunindextype i = 0; i < n; i++) { x[i] = x0 ? x0[i] : 0.0; }
}

void problem_start(const struct problem *pb, sunrealtype *q, sunrealtype *v)
{
  if (pb->start) { pb->start(q, v, pb->data); }
  else if (pb->exact && !pb->q0 && !pb->v0)
  {
    pb->exact(pb->t0, q, v, NULL, NULL, NULL, pb->data);
  }
  else
  {
    put_start(q, pb->q0, pb->n);
    put_start(v, pb->v0, pb->n);
  }
}

int problem_mass(const struct problem *pb, sunrealtype t, N_Vector q,
                 SUNMatrix M)
{
  if (pb->mass) { return pb->mass(t, q, M, pb->data); }
  problem_begin(M);
  for (sunindextype i = 0; i < pb->n; i++)
  {
    problem_put(M, i, i, pb->masses ? pb->masses[i] : SUN_RCONST(1.0));
  }
  problem_end(M);
  return 0;
}

/* What problem_create hands to the integrator, which copies it. */
struct parts
{
  const struct problem *pb;
  SUNContext ctx;
  enum problem_storage storage;
  struct problem_state s;
};

static N_Vector new_vector(const struct problem *pb, sunindextype length,
                           SUNContext ctx)
{
  N_Vector x =
    pb->make_vec ? pb->make_vec(length, ctx) : N_VNew_Serial(length, ctx);
  if (x) { N_VConst(0, x); }
  return KEEP(x);
}

SUNMatrix problem_matrix(enum problem_storage storage, sunindextype rows,
                         sunindextype columns, SUNContext ctx)
{
  return storage == PROBLEM_DENSE
           ? SUNDenseMatrix(rows, columns, ctx)
           : SUNSparseMatrix(rows, columns, rows + columns,
                             storage == PROBLEM_CSR ? CSR_MAT : CSC_MAT, ctx);
}

static SUNMatrix new_matrix(const struct parts *p, sunindextype rows,
                            sunindextype columns)
{
  return problem_matrix(p->storage, rows, columns, p->ctx);
}

static int set_mass(void *mem, const struct parts *p)
{
  const struct problem *pb = p->pb;
  SUNMatrix M              = new_matrix(p, pb->n, pb->n);
  if (!M) { return GALPHA_MEM_FAIL; }
  int ret = problem_mass(pb, pb->t0, p->s.q, M);
  if (!ret)
  {
    ret = GALPHAInitMech(mem, pb->constant_mass ? NULL : pb->mass, M, pb->force,
                         pb->t0, p->s.q, p->s.v);
  }
  SUNMatDestroy(M);
  return ret;
}

static int set_holonomic(void *mem, const struct parts *p)
{
  const struct problem *pb = p->pb;
  SUNMatrix G              = new_matrix(p, pb->m, pb->n);
  if (!G) { return GALPHA_MEM_FAIL; }
  int ret = pb->G && !pb->empty_G ? pb->G(pb->t0, p->s.q, G, pb->data) : 0;
  if (!ret) { ret = GALPHASetHolonomic(mem, p->s.lambda, pb->g, G, pb->G); }
  if (!ret && pb->gt) { ret = GALPHASetHolonomicRate(mem, pb->gt); }
  if (!ret && !pb->gt && !pb->moving) { ret = GALPHASetScleronomic(mem, 1); }
  SUNMatDestroy(G);
  return ret;
}

static int set_nonholonomic(void *mem, const struct parts *p)
{
  const struct problem *pb      = p->pb;
  const struct problem_state *s = &p->s;
  SUNMatrix K                   = new_matrix(p, pb->p, pb->n);
  SUNMatrix Kq                  = new_matrix(p, pb->p, pb->n);
  int ret                       = K && Kq ? 0 : GALPHA_MEM_FAIL;
  if (!ret && pb->K) { ret = pb->K(pb->t0, s->q, s->v, K, pb->data); }
  if (!ret) { ret = GALPHASetNonholonomic(mem, s->psi, pb->k, K, pb->K); }
  if (!ret && pb->Kq)
  {
    ret = pb->Kq(pb->t0, s->q, s->v, Kq, pb->data);
    if (!ret) { ret = GALPHASetNonholonomicJacPos(mem, Kq, pb->Kq); }
  }
  if (K) { SUNMatDestroy(K); }
  if (Kq) { SUNMatDestroy(Kq); }
  return ret;
}

static int set_states(void *mem, const struct parts *p)
{
  const struct problem *pb = p->pb;
  N_Vector order           = N_VClone(p->s.s);
  if (!order) { return GALPHA_MEM_FAIL; }
  for (sunindextype i = 0; i < pb->ns; i++)
  {
    N_VGetArrayPointer(order)[i]  = pb->state_order[i];
    N_VGetArrayPointer(p->s.s)[i] = pb->state_start[i];
  }
  const int ret =
    GALPHASetStates(mem, p->s.s, order, pb->states, pb->state_force);
  N_VDestroy(order);
  return ret;
}

/* Evaluates a derivative of the force for its pattern and hands it to set. */
static int set_derivative(void *mem, const struct parts *p, GALPHAForceJacFn fn,
                          sunindextype columns,
                          int (*set)(void *mem, const struct parts *p,
                                     SUNMatrix J))
{
  const struct problem_state *s = &p->s;
  SUNMatrix J                   = new_matrix(p, p->pb->n, columns);
  if (!J) { return GALPHA_MEM_FAIL; }
  int ret =
    fn ? fn(p->pb->t0, s->q, s->v, s->lambda, s->psi, J, p->pb->data) : 0;
  if (!ret) { ret = set(mem, p, J); }
  SUNMatDestroy(J);
  return ret;
}

static int hand_stiffness(void *mem, const struct parts *p, SUNMatrix J)
{
  return GALPHASetForceJacPos(mem, J, p->pb->dfdq);
}

static int hand_damping(void *mem, const struct parts *p, SUNMatrix J)
{
  return GALPHASetForceJacVel(mem, J, p->pb->dfdv);
}

static int hand_general_force(void *mem, const struct parts *p, SUNMatrix J)
{
  return GALPHASetGeneralForce(mem, p->pb->general, J, p->pb->dfdr);
}

static int set_all(void *mem, const struct parts *p)
{
  const struct problem *pb = p->pb;
  int ret                  = set_mass(mem, p);
  if (!ret && pb->m > 0) { ret = set_holonomic(mem, p); }
  if (!ret && pb->p > 0) { ret = set_nonholonomic(mem, p); }
  if (!ret && pb->ns > 0) { ret = set_states(mem, p); }
  if (!ret && pb->general)
  {
    ret = set_derivative(mem, p, pb->dfdr, pb->m + pb->p, hand_general_force);
  }
  if (!ret && pb->dfdq)
  {
    ret = set_derivative(mem, p, pb->dfdq, pb->n, hand_stiffness);
  }
  if (!ret && pb->no_dfdq) { ret = GALPHASetOption(mem, "df_dq_zero", 1); }
  if (!ret && pb->dfdv)
  {
    ret = set_derivative(mem, p, pb->dfdv, pb->n, hand_damping);
  }
  if (!ret && pb->no_dfdv) { ret = GALPHASetOption(mem, "df_dv_zero", 1); }
  if (!ret) { ret = GALPHASetUserData(mem, pb->data); }
  if (!ret)
  {
    ret = GALPHASStolerances(mem, SUN_RCONST(1e-6), SUN_RCONST(1e-8));
  }
  return ret;
}

static sunrealtype *data_or_null(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

int problem_no_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                     void *data)
{
  N_VConst(0.0, f);
  return 0;
}

int problem_circle(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  const sunrealtype *x     = N_VGetArrayPointer(q);
  N_VGetArrayPointer(g)[0] = 0.5 * (x[0] * x[0] + x[1] * x[1] - 1.0);
  return 0;
}

int problem_circle_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  const sunrealtype *x = N_VGetArrayPointer(q);
  PROBLEM_MATRIX(G, {0, 0, x[0]}, {0, 1, x[1]});
  return 0;
}

void *problem_create(const struct problem *pb, SUNContext ctx,
                     enum problem_storage storage)
{
  struct parts p    = {.pb = pb, .ctx = ctx, .storage = storage};
  const size_t mark = keep_mark();
  void *mem         = NULL;
  if (!problem_state_new(&p.s, pb, ctx))
  {
    problem_start(pb, N_VGetArrayPointer(p.s.q), N_VGetArrayPointer(p.s.v));
    if (pb->exact)
    {
      pb->exact(pb->t0, NULL, NULL, NULL, data_or_null(p.s.lambda),
                data_or_null(p.s.psi), pb->data);
    }
    mem = GALPHACreate(ctx);
    if (mem && set_all(mem, &p)) { GALPHAFree(&mem); }
  }
  keep_back(mark);
  return mem;
}

int problem_state_new(struct problem_state *s, const struct problem *pb,
                      SUNContext ctx)
{
  s->t         = pb->t0;
  s->q         = new_vector(pb, pb->n, ctx);
  s->v         = new_vector(pb, pb->n, ctx);
  s->a         = new_vector(pb, pb->n, ctx);
  s->lambda    = pb->m > 0 ? new_vector(pb, pb->m, ctx) : NULL;
  s->psi       = pb->p > 0 ? new_vector(pb, pb->p, ctx) : NULL;
  s->s         = pb->ns > 0 ? new_vector(pb, pb->ns, ctx) : NULL;
  const int ok = s->q && s->v && s->a && (s->lambda || pb->m == 0) &&
                 (s->psi || pb->p == 0) && (s->s || pb->ns == 0);
  return ok ? 0 : -1;
}

int problem_step(void *mem, const struct problem *pb, sunrealtype h,
                 struct problem_state *s, sunrealtype *talpha)
{
  sunrealtype ignored;
  int ret = GALPHASetFixedStep(mem, h);
  if (!ret)
  {
    ret = GALPHASolve(mem, s->t + h, &s->t, s->q, s->v, GALPHA_ONE_STEP);
  }
  if (!ret)
  {
    ret =
      GALPHAGetAlgorithmicAcceleration(mem, talpha ? talpha : &ignored, s->a);
  }
  if (!ret && pb->m + pb->p > 0)
  {
    ret = GALPHAGetMultipliers(mem, s->t, s->lambda, s->psi);
  }
  return !ret && pb->ns > 0 ? GALPHAGetStates(mem, s->t, s->s) : ret;
}

int problem_run_steps(void *mem, const struct problem *pb,
                      const sunrealtype *pattern, int len, sunrealtype t1,
                      struct problem_state *s, sunrealtype *talpha)
{
  int ret = 0;
  for (int i = 0; !ret; i = (i + 1) % len)
  {
    if (!(s->t < t1 - SUN_RCONST(1e-3) * pattern[i])) { break; }
    ret = problem_step(mem, pb, pattern[i], s, talpha);
  }
  return ret;
}

sunrealtype problem_dist(const sunrealtype *x, const sunrealtype *y,
                         sunindextype n)
{
  sunrealtype sum = 0;
  for (sunindextype i = 0; i < n; i++) { sum += (x[i] - y[i]) * (x[i] - y[i]); }
  return sqrt(sum);
}

sunrealtype problem_apart(N_Vector x, N_Vector y)
{
  return x ? problem_dist(N_VGetArrayPointer(x), N_VGetArrayPointer(y),
                          N_VGetLength(x))
           : 0.0;
}

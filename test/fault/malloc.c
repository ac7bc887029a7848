/* The k-th call of malloc, calloc or realloc fails, k = 1, 2, ... until none is left:
 * those of SUNDIALS and of KLU as well as the library's own (alloc.c knows only whole
 * objects of SUNDIALS'). In every form the call returns GALPHA_MEM_FAIL, the same call
 * works as soon as there is memory, results are those of a calm run, and nothing is
 * left over. Needs a C library whose functions can be replaced, and a SUNDIALS that
 * survives NULL itself (7.x does so only with its error checks). */
#include "support/test.h"

#if defined(__SANITIZE_ADDRESS__)
#define REPLACED 0
#elif defined(__GLIBC__) && \
  (SUNDIALS_VERSION_MAJOR < 7 || defined(SUNDIALS_ENABLE_ERROR_CHECKS))
#define REPLACED 1
#else
#define REPLACED 0
#endif

static struct
{
  long left; /* allocations until one fails; < 0: none does */
  long failed, live;
} heap = {.left = -1};

#if REPLACED
#include <malloc.h>

void *__libc_malloc(size_t n);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t n);
void __libc_free(void *p);

static int refused(void)
{
  if (heap.left < 0) { return 0; }
  if (heap.left-- > 0) { return 0; }
  heap.failed++;
  return 1;
}

static void *counted(void *p)
{
  heap.live += p != NULL;
  return p;
}

void *malloc(size_t n)
{
  return refused() ? NULL : counted(__libc_malloc(n));
}

void *calloc(size_t n, size_t size)
{
  return refused() ? NULL : counted(__libc_calloc(n, size));
}

/* One that shrinks a block never fails, and KLU goes on where it does. */
void *realloc(void *p, size_t n)
{
  const bool shrinks = p && n <= malloc_usable_size(p);
  if (!shrinks && refused()) { return NULL; }
  heap.live += p == NULL;
  return __libc_realloc(p, n);
}

void free(void *p)
{
  heap.live -= p != NULL;
  __libc_free(p);
}
#endif

enum
{
  N = 5
};

enum form
{
  DENSE,
  SPARSE,
  LDLT,
  LITERAL,
  INDEX3,
  FIRST,
  SECOND,
  FORMS
};

/* A chain of springs, the first coordinate on a circle with the second. */
FORCE(force)
{
  for (int i = 0; i < N; i++)
  {
    f[i] = -4.0 * q[i] - 0.1 * v[i] + (i ? 2.0 * (q[i - 1] - q[i]) : 0.0);
  }
}

static int states_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                        N_Vector f, void *data)
{
  force(t, q, v, f, data);
  N_VGetArrayPointer(f)[0] += N_VGetArrayPointer(s)[0];
  return 0;
}

STATES_IS(states, q[0] - s[0])

static int states_jac(sunrealtype t, N_Vector q, N_Vector v, N_Vector s,
                      SUNMatrix J, void *data)
{
  SM_ELEMENT_D(J, 0, 0) = -1.0;
  return 0;
}

HOLONOMIC_IS(g, (q[0] * q[0] + q[1] * q[1] - 1.0) / 2.0)

NONHOLONOMIC_IS(k, v[2] - v[3])

RESIDUAL1(first)
{
  for (int i = 0; i < N; i++) { r[i] = yp[i] + (i + 1) * y[i]; }
}

static int second(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, void *data)
{
  return first(t, y, ypp, r, data);
}

ROOTS_IS(root, t - 0.033)

/* What the caller owns. */
struct life
{
  enum form form;
  SUNContext ctx;
  void *mem;
  N_Vector q, v, l, p, s, w;
  SUNMatrix M, G, K, S;
  sunrealtype t;
};

static SUNMatrix row(enum form form, int i, SUNContext ctx)
{
  if (form != SPARSE && form != LDLT) { return SUNDenseMatrix(1, N, ctx); }
  SUNMatrix A = SUNSparseMatrix(1, N, 2, CSR_MAT, ctx);
  for (int e = 0; e < 2; e++)
  {
    SUNSparseMatrix_IndexValues(A)[e] = i + e;
    SUNSparseMatrix_Data(A)[e]        = 1.0;
  }
  SUNSparseMatrix_IndexPointers(A)[1] = 2;
  return A;
}

static SUNMatrix unity(enum form form, SUNContext ctx)
{
  if (form != SPARSE && form != LDLT)
  {
    SUNMatrix M = SUNDenseMatrix(N, N, ctx);
    for (int i = 0; i < N; i++) { SM_ELEMENT_D(M, i, i) = 1.0; }
    return M;
  }
  SUNMatrix M = SUNSparseMatrix(N, N, N, CSC_MAT, ctx);
  for (int i = 0; i < N; i++)
  {
    SUNSparseMatrix_IndexPointers(M)[i + 1] = i + 1;
    SUNSparseMatrix_IndexValues(M)[i]       = i;
    SUNSparseMatrix_Data(M)[i]              = 1.0;
  }
  return M;
}

static void life_new(struct life *x)
{
  x->q = N_VNew_Serial(N, x->ctx);
  x->v = N_VNew_Serial(N, x->ctx);
  x->w = N_VNew_Serial(N, x->ctx);
  x->l = N_VNew_Serial(1, x->ctx);
  x->p = N_VNew_Serial(1, x->ctx);
  x->s = N_VNew_Serial(1, x->ctx);
  x->M = unity(x->form, x->ctx);
  x->G = row(x->form, 0, x->ctx);
  x->K = row(x->form, 2, x->ctx);
  x->S = SUNDenseMatrix(1, 1, x->ctx);
  N_VConst(0.1, x->q);
  N_VGetArrayPointer(x->q)[0] = 1.0;
  N_VGetArrayPointer(x->q)[1] = 0.0;
  N_VConst(0.0, x->v);
  for (int i = 0; x->form == FIRST && i < N; i++)
  {
    N_VGetArrayPointer(x->v)[i] = -(i + 1) * N_VGetArrayPointer(x->q)[i];
  }
  N_VConst(0.0, x->l);
  N_VConst(0.0, x->p);
  N_VConst(0.0, x->s);
  N_VConst(1e-6, x->w);
}

static void life_free(struct life *x)
{
  N_Vector v[]  = {x->q, x->v, x->w, x->l, x->p, x->s};
  SUNMatrix A[] = {x->M, x->G, x->K, x->S};
  for (int i = 0; i < 6; i++) { N_VDestroy(v[i]); }
  for (int i = 0; i < 4; i++) { SUNMatDestroy(A[i]); }
}

static int statement(struct life *x, int i)
{
  const int formulation = x->form == LITERAL  ? GALPHA_SOI2_LITERAL
                          : x->form == INDEX3 ? GALPHA_INDEX3
                                              : GALPHA_SOI2;
  switch (i)
  {
  case 1:
    return x->form == FIRST ? GALPHAInit(x->mem, first, 0.0, x->q, x->v)
           : x->form == SECOND
             ? GALPHAInit2(x->mem, second, 0.0, x->q, x->v, NULL)
             : GALPHAInitMech(x->mem, NULL, x->M,
                              x->form == DENSE ? NULL : force, 0.0, x->q, x->v);
  case 2: return GALPHASetHolonomic(x->mem, x->l, g, x->G, NULL);
  case 3: return GALPHASetNonholonomic(x->mem, x->p, k, x->K, NULL);
  case 4:
    return x->form == DENSE
             ? GALPHASetStates(x->mem, x->s, NULL, states, states_force)
             : GALPHASetOption(x->mem, "ldlt", x->form == LDLT);
  default:
    return x->form == DENSE ? GALPHASetStatesJacStates(x->mem, x->S, states_jac)
                            : GALPHASetFormulation(x->mem, formulation);
  }
}

#define CALLS 15

static int solve(struct life *x, sunrealtype tout)
{
  const int ret = GALPHASolve(x->mem, tout, &x->t, x->q, x->v, GALPHA_NORMAL);
  return ret < 0 ? ret : 0;
}

/* Call i of a whole life; 0 or a code. */
static int call(struct life *x, int i)
{
  const int res = x->form >= FIRST;
  switch (i)
  {
  case 0:
    x->mem = GALPHACreate(x->ctx);
    if (x->mem) { GALPHASetErrFile(x->mem, NULL); }
    return x->mem ? 0 : GALPHA_MEM_FAIL;
  case 6: return GALPHASVtolerances(x->mem, 1e-5, x->w);
  case 7: return GALPHARootInit(x->mem, 1, root);
  case 8: return GALPHASetOption(x->mem, "keep_jacobian", 1);
  case 9: return GALPHACheckJacobian(x->mem, 0.0, NULL);
  case 10: return GALPHACalcIC(x->mem, GALPHA_ACC_INIT, 1.0);
  case 11: return solve(x, 0.03);
  case 12: return solve(x, 0.1); /* as far as the root */
  case 13: return GALPHAReInit(x->mem, x->t, x->q, x->v);
  case 14:
    return res ? solve(x, 0.2) : GALPHACalcIC(x->mem, GALPHA_PROJECT_INIT, 1.0);
  default: return i > 1 && res ? 0 : statement(x, i);
  }
}

/* Returns whether an allocation failed. */
static int live_with(struct life *x, long when)
{
  int i = 0, ret = 0;
  x->mem      = NULL;
  heap.failed = 0;
  heap.left   = when;
  for (; i < CALLS && (ret = call(x, i)) == 0 && !heap.failed; i++) {}
  heap.left = -1;
  if (heap.failed)
  {
    CHECK(ret == GALPHA_MEM_FAIL);
    if (ret != GALPHA_MEM_FAIL)
    {
      printf("form %d, allocation %ld: call %d gave %d\n", (int)x->form, when,
             i, ret);
      i += ret == 0;
    }
  }
  else { CHECK(ret == 0); }
  for (; i < CALLS; i++)
  {
    ret = call(x, i);
    CHECK(ret == 0);
    if (ret) { printf("then call %d gave %d\n", i, ret); }
  }
  GALPHAFree(&x->mem);
  return heap.failed > 0;
}

static void check_form(enum form form, SUNContext ctx)
{
  sunrealtype calm[N];
  long when = -1;
  for (int failed = 1; failed; when++)
  {
    struct life x     = {.form = form, .ctx = ctx};
    const long before = heap.live;
    life_new(&x);
    failed               = live_with(&x, when) || when < 0;
    const sunrealtype *q = N_VGetArrayPointer(x.q);
    if (when < 0) { memcpy(calm, q, sizeof calm); }
    for (int i = 0; i < N; i++)
    {
      CHECK_IN(q[i], calm[i] - 1e-12, calm[i] + 1e-12);
    }
    life_free(&x);
    CHECK(heap.live == before);
  }
  printf("form %d: %ld allocations\n", (int)form, when - 1);
  CHECK(!REPLACED || when > 100);
}

TEST_MAIN(ctx)
{
  galpha_test_quiet(ctx);
  setvbuf(stdout, NULL, _IONBF, 0);
  for (int form = 0; form < FORMS; form++) { check_form((enum form)form, ctx); }
}

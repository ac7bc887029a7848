/* GALPHAGetWorkSpace against the heap: words times 8 are the bytes that an object with
 * long vectors holds, in the residual forms and in mechanics by products, whose Krylov
 * solvers are the caller's, and in mechanics with blocks but for the factors. */
#include "support/check/count_alloc.h"

#include <galpha/galpha_matrixfree.h>

#include "support/test.h"

enum
{
  N = 20000
};

RESIDUAL1_EACH(first, y[i] + yp[i])

static int second(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                  N_Vector r, void *data)
{
  return first(t, y, ypp, r, data);
}

FORCE_EACH(force, -q[i])

PRODUCT_EACH(unity_times, x[i])

enum form
{
  FIRST,
  SECOND,
  PRODUCTS,
  BLOCKS,
  FORMS
};

/* A sparse matrix of d on the diagonal. */
static SUNMatrix diagonal(sunrealtype d)
{
  SUNMatrix A = SUNSparseMatrix(N, N, N, CSC_MAT, ctx);
  for (int i = 0; i < N; i++)
  {
    SUNSparseMatrix_IndexPointers(A)[i + 1] = i + 1;
    SUNSparseMatrix_IndexValues(A)[i]       = i;
    SUNSparseMatrix_Data(A)[i]              = d;
  }
  return A;
}

FORCE_JAC(no_change)
{
}

static int state_blocks(void *mem, N_Vector q, N_Vector v, SUNMatrix M,
                        SUNMatrix Fq)
{
  int ret = GALPHAInitMech(mem, NULL, M, force, 0.0, q, v);
  if (!ret) { ret = GALPHASetForceJacPos(mem, Fq, no_change); }
  return ret ? ret : GALPHASetOption(mem, "df_dv_zero", 1);
}

static void check_form(enum form form)
{
  N_Vector y = N_VNew_Serial(N, ctx), yp = N_VNew_Serial(N, ctx);
  SUNLinearSolver LS = SUNLinSol_SPGMR(y, SUN_PREC_NONE, 5, ctx);
  SUNMatrix M = diagonal(1.0), Fq = diagonal(-1.0);
  sunrealtype t  = 0.0;
  long int reals = 0, integers = 0;
  N_VConst(1.0, y);
  N_VConst(form == FIRST ? -1.0 : 0.0, yp);
  const long before = count_alloc.bytes;
  void *mem         = GALPHACreate(ctx);
  const int ret     = form == FIRST    ? GALPHAInit(mem, first, 0.0, y, yp)
                      : form == SECOND ? GALPHAInit2(mem, second, 0.0, y, yp, NULL)
                      : form == PRODUCTS
                        ? GALPHAInitMechTimes(mem, unity_times, force, 0.0, y, yp)
                        : state_blocks(mem, y, yp, M, Fq);
  CHECK(!ret && !GALPHASVtolerances(mem, 1e-4, y));
  if (form != BLOCKS) { CHECK(!GALPHASetLinearSolver(mem, LS, NULL)); }
  CHECK(GALPHASolve(mem, 0.1, &t, y, yp, GALPHA_NORMAL) >= 0);
  CHECK(!GALPHAGetWorkSpace(mem, &reals, &integers));
  const double words = (double)(reals + integers);
  const double held  = (double)(count_alloc.bytes - before) / 8.0;
  check_of("form %d", (int)form);
  if (COUNT_ALLOC)
  {
    /* the rest is the solver's: Krylov vectors, or factors, about 35 words a row */
    CHECK_IN(words, form == BLOCKS ? 0.6 * held : held - 12.0 * N, 1.02 * held);
  }
  GALPHAFree(&mem);
  SUNLinSolFree(LS);
  SUNMatDestroy(M);
  SUNMatDestroy(Fq);
  N_VDestroy(y);
  N_VDestroy(yp);
}

TEST_MAIN()
{
  for (int form = 0; form < FORMS; form++) { check_form((enum form)form); }
}

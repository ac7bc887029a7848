#include "check/arguments.h"

#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_band.h>

#include "base/index_pattern.h"
#include "model/matrix_ops.h"

/* The name of a required vector operation that is missing, or NULL. */
static const char *missing_operation(N_Vector v, bool elements)
{
  N_Vector_Ops o = v->ops;
  const struct
  {
    bool there;
    const char *name;
  } need[] = {
    {o->nvclone != NULL, "clone"},
    {o->nvdestroy != NULL, "destroy"},
    {o->nvgetlength != NULL, "getlength"},
    {o->nvlinearsum != NULL, "linearsum"},
    {o->nvconst != NULL, "const"},
    {o->nvscale != NULL, "scale"},
    {o->nvabs != NULL, "abs"},
    {o->nvinv != NULL, "inv"},
    {o->nvaddconst != NULL, "addconst"},
    {o->nvdotprod != NULL, "dotprod"},
    {o->nvmaxnorm != NULL, "maxnorm"},
    {o->nvwrmsnorm != NULL, "wrmsnorm"},
    {o->nvmin != NULL, "min"},
    {!elements || o->nvgetarraypointer != NULL, "getarraypointer"},
  };
  for (size_t i = 0; i < sizeof need / sizeof need[0]; i++)
  {
    if (!need[i].there) { return need[i].name; }
  }
  return NULL;
}

/* x is of a kind with one array, but the array is NULL. */
static bool has_no_data(N_Vector x)
{
  return galpha_vector_in_array(x) && N_VGetLength(x) > 0 &&
         !N_VGetArrayPointer(x);
}

static int check(const struct galpha_err *err, N_Vector v, sunindextype length,
                 bool elements, const char *name, const char *function)
{
  if (!v)
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function, "%s is NULL", name);
  }
  const char *op = missing_operation(v, elements);
  if (op)
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the vector %s lacks the operation %s", name, op);
  }
  if (elements && galpha_vector_distributed(v))
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the vector %s may be spread over processes: only the "
                         "residual form and mechanics by products "
                         "(GALPHAInitMechTimes) take it",
                         name);
  }
  if (has_no_data(v))
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the vector %s has no data", name);
  }
  if (length >= 0 && N_VGetLength(v) != length)
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the vector %s has length %ld, expected %ld", name,
                         (long int)N_VGetLength(v), (long int)length);
  }
  return GALPHA_SUCCESS;
}

int galpha_check_vector(const struct galpha_err *err, N_Vector v,
                        sunindextype length, const char *name,
                        const char *function)
{
  return check(err, v, length, true, name, function);
}

int galpha_check_any_vector(const struct galpha_err *err, N_Vector v,
                            sunindextype length, const char *name,
                            const char *function)
{
  return check(err, v, length, false, name, function);
}

int galpha_check_like(const struct galpha_err *err, int code, N_Vector x,
                      N_Vector like, const char *name, const char *function)
{
  if (!x) { return galpha_report(err, code, function, "%s is NULL", name); }
  const char *op = missing_operation(x, false);
  if (op)
  {
    return galpha_report(err, code, function,
                         "the vector %s lacks the operation %s", name, op);
  }
  if (!galpha_vector_same_kind(x, like))
  {
    return galpha_report(err, code, function,
                         "the vector %s is of another kind than those of the "
                         "initial values",
                         name);
  }
  if (has_no_data(x))
  {
    return galpha_report(err, code, function, "the vector %s has no data",
                         name);
  }
  return galpha_vector_alike(x, like)
           ? GALPHA_SUCCESS
           : galpha_report(err, code, function,
                           "the vector %s has length %ld, expected %ld%s", name,
                           (long int)N_VGetLength(x),
                           (long int)N_VGetLength(like),
                           N_VGetLength(x) == N_VGetLength(like)
                             ? " (its parts have other lengths)"
                             : "");
}

int galpha_check_all_like(const struct galpha_err *err, int code, int count,
                          const N_Vector *x, const N_Vector *like,
                          const char *const *name, const char *function)
{
  for (int i = 0; i < count; i++)
  {
    const int ret =
      x[i] ? galpha_check_like(err, code, x[i], like[i], name[i], function)
           : GALPHA_SUCCESS;
    if (ret) { return ret; }
  }
  return GALPHA_SUCCESS;
}

static int wrong_pattern(const struct galpha_err *err, int kind,
                         const struct galpha_pattern_fault *f, const char *name,
                         const char *function)
{
  char text[GALPHA_PATTERN_TEXT];
  if (kind == GALPHA_PATTERN_RIGHT) { return GALPHA_SUCCESS; }
  if (kind < 0) { return galpha_no_memory(err, function); }
  galpha_pattern_say(f, text, sizeof text);
  return galpha_report(err, GALPHA_ILL_INPUT, function,
                       "the sparse matrix %s: %s", name, text);
}

int galpha_check_pattern(const struct galpha_err *err, SUNMatrix A,
                         bool difference, const char *name,
                         const char *function)
{
  struct galpha_pattern_fault f;
  int kind = (int)galpha_pattern_find_fault(A, &f);
  if (kind == GALPHA_PATTERN_RIGHT && difference)
  {
    kind = galpha_pattern_twice(A, &f);
  }
  return wrong_pattern(err, kind, &f, name, function);
}

int galpha_check_filled(const struct galpha_err *err, SUNMatrix A,
                        const char *name, const char *function)
{
  struct galpha_pattern_fault f;
  const int kind = (int)galpha_pattern_fault_filled(A, &f);
  return wrong_pattern(err, kind, &f, name, function);
}

int galpha_check_matrix(const struct galpha_err *err, SUNMatrix A,
                        sunindextype rows, sunindextype cols, bool difference,
                        const char *name, const char *function)
{
  if (!A)
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function, "%s is NULL", name);
  }
  if (!galpha_block_known(A))
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the block %s must be a dense or sparse SUNMatrix",
                         name);
  }
  if (galpha_block_rows(A) != rows || galpha_block_cols(A) != cols)
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the block %s is %ld x %ld, expected %ld x %ld", name,
                         (long int)galpha_block_rows(A),
                         (long int)galpha_block_cols(A), (long int)rows,
                         (long int)cols);
  }
  return galpha_check_pattern(err, A, difference, name, function);
}

int galpha_check_dense(const struct galpha_err *err, sunindextype n,
                       const char *advice, const char *function)
{
  return galpha_dense_fits(n)
           ? GALPHA_SUCCESS
           : galpha_report(err, GALPHA_ILL_INPUT, function,
                           "a dense matrix for %ld unknowns, the default, has "
                           "more entries than an index can count: %s",
                           (long int)n, advice);
}

/* The kind of matrix that a direct solver of SUNDIALS factorises. */
static SUNMatrix_ID kind_for(SUNLinearSolver LS, const char **name)
{
  switch (SUNLinSolGetID(LS))
  {
  case SUNLINEARSOLVER_DENSE:
  case SUNLINEARSOLVER_LAPACKDENSE: *name = "dense"; return SUNMATRIX_DENSE;
  case SUNLINEARSOLVER_BAND:
  case SUNLINEARSOLVER_LAPACKBAND: *name = "band"; return SUNMATRIX_BAND;
  case SUNLINEARSOLVER_KLU:
  case SUNLINEARSOLVER_SUPERLUMT: *name = "sparse"; return SUNMATRIX_SPARSE;
  default: return SUNMATRIX_CUSTOM;
  }
}

/* The number of rows for which a solver of SUNDIALS has pivots; -1: unknown. */
static sunindextype pivots(SUNLinearSolver LS)
{
  if (LS->ops->setup == SUNLinSolSetup_Dense)
  {
    return ((SUNLinearSolverContent_Dense)LS->content)->N;
  }
  return LS->ops->setup == SUNLinSolSetup_Band
           ? ((SUNLinearSolverContent_Band)LS->content)->N
           : -1;
}

/* A has too little storage for pivoting, which widens the upper bandwidth by the lower
 * one. */
static bool is_narrow(SUNMatrix A)
{
  const sunindextype widest = SUNBandMatrix_Columns(A) - 1;
  const sunindextype wanted =
    SUNBandMatrix_UpperBandwidth(A) + SUNBandMatrix_LowerBandwidth(A);
  return SUNBandMatrix_StoredUpperBandwidth(A) <
         (wanted < widest ? wanted : widest);
}

int galpha_check_direct(const struct galpha_err *err, SUNLinearSolver LS,
                        SUNMatrix A, const char *function)
{
  const char *name = NULL;
  const SUNMatrix_ID kind =
    LS->ops->getid ? kind_for(LS, &name) : SUNMATRIX_CUSTOM;
  const sunindextype n = pivots(LS);
  if (kind == SUNMATRIX_CUSTOM) { return GALPHA_SUCCESS; }
  if (galpha_matrix_id(A) != kind)
  {
    return galpha_report(
      err, GALPHA_ILL_INPUT, function,
      "this linear solver factorises a %s matrix, but A is of another kind",
      name);
  }
  const sunindextype rows =
    kind == SUNMATRIX_BAND ? SUNBandMatrix_Rows(A) : galpha_block_rows(A);
  const sunindextype cols =
    kind == SUNMATRIX_BAND ? SUNBandMatrix_Columns(A) : galpha_block_cols(A);
  if (rows != cols || (n >= 0 && n != rows))
  {
    return galpha_report(err, GALPHA_ILL_INPUT, function,
                         "the matrix A is %ld x %ld, but the linear solver is "
                         "made for %ld unknowns",
                         (long int)rows, (long int)cols,
                         (long int)(n >= 0 ? n : rows));
  }
  return kind == SUNMATRIX_BAND && is_narrow(A)
           ? galpha_report(err, GALPHA_ILL_INPUT, function,
                           "the band matrix A has no room for row exchanges: "
                           "make it by SUNBandMatrix")
           : GALPHA_SUCCESS;
}

int galpha_check_finite(const struct galpha_err *err, N_Vector v,
                        const char *name, const char *function)
{
  if (galpha_vector_finite(v)) { return GALPHA_SUCCESS; }
  const long int bad = (long int)galpha_vector_first_bad(v);
  return bad < 0 ? galpha_report(err, GALPHA_ILL_INPUT, function,
                                 "%s is not finite", name)
                 : galpha_report(err, GALPHA_ILL_INPUT, function,
                                 "%s[%ld] is not finite", name, bad);
}

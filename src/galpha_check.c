#include "galpha_check.h"

#include <stdbool.h>

#include "galpha_block.h"

/* NULL, or the name of a vector operation that is missing. */
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
    {o->nvl1norm != NULL, "l1norm"},
    {!elements || o->nvgetarraypointer != NULL, "getarraypointer"},
  };
  for (size_t i = 0; i < sizeof need / sizeof need[0]; i++)
  {
    if (!need[i].there) { return need[i].name; }
  }
  return NULL;
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

int galpha_check_matrix(const struct galpha_err *err, SUNMatrix A,
                        sunindextype rows, sunindextype cols, const char *name,
                        const char *function)
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
  return GALPHA_SUCCESS;
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

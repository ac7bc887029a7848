#include "model/operator_matrix.h"

#include <math.h>
#include <stdlib.h>

#include "base/clone.h"
#include "model/active_rows.h"

static SUNMatrix_ID get_id(SUNMatrix A)
{
  (void)A;
  return SUNMATRIX_CUSTOM;
}

static void destroy(SUNMatrix A)
{
  struct galpha_operator *op = A->content;
  if (op)
  {
    N_Vector all[] = {op->out[0], op->out[1], op->q};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
    {
      if (all[i]) { N_VDestroy(all[i]); }
    }
    free(op);
  }
  A->content = NULL;
  SUNMatFreeEmpty(A);
}

struct galpha_operator *galpha_operator_of(SUNMatrix A)
{
  return A->ops->destroy == destroy ? A->content : NULL;
}

SUNMatrix galpha_operator_new(SUNContext sunctx,
                              const struct galpha_operator *plan)
{
  SUNMatrix A = SUNMatNewEmpty(sunctx);
  if (!A) { return NULL; }
  struct galpha_operator *op = malloc(sizeof *op);
  A->content                 = op;
  A->ops->getid              = get_id;
  A->ops->destroy            = destroy;
  if (op)
  {
    *op        = *plan;
    op->q      = galpha_clone(plan->q);
    op->out[0] = galpha_clone(plan->out[0]);
    op->out[1] = galpha_clone(plan->out[1]);
  }
  if (!op || !op->q || !op->out[0] || !op->out[1])
  {
    SUNMatDestroy(A);
    return NULL;
  }
  return A;
}

int galpha_operator_move(sunrealtype t, N_Vector q, SUNMatrix A,
                         void *user_data)
{
  struct galpha_operator *op = A->content;
  (void)user_data;
  op->t = t;
  N_VScale(1.0, q, op->q);
  return 0;
}

/* A product with an x that is not finite, where a Krylov solver has broken down, is no
 * failure of the callback. */
static void record(struct galpha_operator *op, bool transposed, int ret,
                   N_Vector x)
{
  struct galpha_products *all = op->all;
  if (all->what || (!ret && !galpha_vector_finite(x))) { return; }
  all->what = op->name[transposed];
  all->ret  = ret;
  all->t    = op->t;
}

void galpha_operator_multiply(struct galpha_operator *op, bool transposed,
                              sunrealtype c, N_Vector x, N_Vector y)
{
  const GALPHATimesFn product = op->product[transposed];
  N_Vector out                = op->out[transposed];
  const bool some             = op->off && op->off->state;
  if (some && transposed)
  {
    N_VScale(1.0, x, op->out[0]);
    galpha_rows_clear(op->off, op->out[0]);
    x = op->out[0];
  }
  const bool stopped = op->all->what && op->all->ret < 0;
  const int ret =
    stopped ? -1 : product(op->t, op->q, x, out, *op->all->user_data);
  if (some && !transposed) { galpha_rows_clear(op->off, out); }
  if (ret || !isfinite(N_VDotProd(out, out)))
  {
    record(op, transposed, ret, x);
    N_VConst((sunrealtype)NAN, y);
    return;
  }
  N_VLinearSum(1.0, y, c, out, y);
}

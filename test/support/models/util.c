/* What the reference problems share: filling of matrices, exact states. */
#include "support/models/reference.h"

#include "support/lowering/equations.h"
#include "support/run/keep.h"

void ref_put_full(SUNMatrix A, sunindextype rows, sunindextype cols,
                  const sunrealtype *a)
{
  problem_begin(A);
  for (sunindextype j = 0; j < cols; j++)
  {
    for (sunindextype i = 0; i < rows; i++)
    {
      problem_put(A, i, j, a[i + j * rows]);
    }
  }
  problem_end(A);
}

void ref_put_diagonal(SUNMatrix A, sunindextype n, const sunrealtype *d)
{
  problem_begin(A);
  for (sunindextype i = 0; i < n; i++) { problem_put(A, i, i, d[i]); }
  problem_end(A);
}

static sunrealtype *values(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

int ref_exact_state(const struct problem *pb, SUNContext ctx, sunrealtype t,
                    struct problem_state *s)
{
  const size_t mark = keep_mark();
  struct equations eq;
  s->t = t;
  if (pb->ns > 0) { pb->exact_states(t, values(s->s)); }
  if (pb->general || pb->ns > 0)
  {
    return pb->exact(t, values(s->q), values(s->v), values(s->a),
                     values(s->lambda), values(s->psi), pb->data);
  }
  int ret =
    pb->exact(t, values(s->q), values(s->v), NULL, NULL, NULL, pb->data);
  if (!ret) { ret = equations_new(&eq, pb, ctx); }
  if (ret) { return ret; }
  ret = equations_accelerations(&eq, s);
  keep_back(mark);
  /* Those that are known take their place; a problem may refuse to give any. */
  if (!ret)
  {
    pb->exact(t, NULL, NULL, values(s->a), values(s->lambda), values(s->psi),
              pb->data);
  }
  return ret;
}

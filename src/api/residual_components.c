/* Properties of the components in the residual form: differential or algebraic, and
 * inequalities. As in IDA, they may be set before GALPHAInit. */
#include "api/integrator.h"
#include "base/clone.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

static int check_kept(const struct galpha_mem *mem, N_Vector kept, N_Vector y0,
                      const char *name, const char *function)
{
  return kept ? galpha_check_like(&mem->err, GALPHA_ILL_INPUT, kept, y0, name,
                                  function)
              : GALPHA_SUCCESS;
}

int galpha_check_kept(const struct galpha_mem *mem, N_Vector y0,
                      const char *function)
{
  const int code = check_kept(mem, mem->res.hint, y0, "id", function);
  return code ? code
              : check_kept(mem, mem->model.constraints, y0, "constraints",
                           function);
}

/* Replaces *kept by a copy of x (x NULL: by NULL); x must be like y if y is known. */
static int keep(struct galpha_mem *mem, N_Vector *kept, N_Vector x,
                const char *name, const char *function)
{
  const bool known = mem->phase >= GALPHA_PHASE_DEFINED;
  N_Vector copy    = NULL;
  if (x)
  {
    const int code =
      known ? galpha_check_like(&mem->err, GALPHA_ILL_INPUT, x, mem->q0, name,
                                function)
            : galpha_check_any_vector(&mem->err, x, -1, name, function);
    if (code) { return code; }
    copy = galpha_vector_copy(x);
    if (!copy) { return galpha_no_memory(&mem->err, function); }
  }
  if (*kept) { N_VDestroy(*kept); }
  *kept = copy;
  return GALPHA_SUCCESS;
}

/* The object, unless it is defined in another form than F(t,y,y') (any: than either
 * residual form). */
static struct galpha_mem *open_for(void *memory, bool any, const char *function,
                                   int *code)
{
  struct galpha_mem *mem = galpha_get(memory, function);
  *code                  = mem ? GALPHA_SUCCESS : GALPHA_MEM_NULL;
  if (!mem || mem->phase < GALPHA_PHASE_DEFINED) { return mem; }
  return any ? galpha_get_residual(memory, function, code)
             : galpha_get_first_order(memory, function, code);
}

int GALPHASetId(void *memory, N_Vector id)
{
  int code               = 0;
  struct galpha_mem *mem = open_for(memory, false, __func__, &code);
  if (!mem) { return code; }
  struct galpha_res *res = &mem->res;
  N_Vector before        = res->hint;
  res->hint_tells_all    = 0;
  /* res->order keeps that vector */
  if (before == res->order) { res->hint = NULL; }
  code = keep(mem, &res->hint, id, "id", __func__);
  if (code) { res->hint = before; }
  return code;
}

int GALPHASetSuppressAlg(void *mem, int onoff)
{
  return GALPHASetOption(mem, "test_algebraic", onoff ? 0 : 1);
}

/* 1: a value of c is not 0, +-1 or +-2, by c (c^2 - 1)(c^2 - 4) != 0; -1: no memory. */
static int inadmissible(N_Vector c)
{
  N_Vector a = galpha_clone(c), b = galpha_clone(c);
  int bad = -1;
  if (a && b)
  {
    N_VProd(c, c, a);
    N_VAddConst(a, -1.0, b);
    N_VAddConst(a, -4.0, a);
    N_VProd(a, b, a);
    N_VProd(a, c, a);
    bad = !(N_VDotProd(a, a) == 0.0);
  }
  if (a) { N_VDestroy(a); }
  if (b) { N_VDestroy(b); }
  return bad;
}

int GALPHASetConstraints(void *memory, N_Vector constraints)
{
  int code               = 0;
  struct galpha_mem *mem = open_for(memory, true, __func__, &code);
  if (!mem) { return code; }
  if (constraints)
  {
    N_Vector_Ops o = constraints->ops;
    code = galpha_check_any_vector(&mem->err, constraints, -1, "constraints",
                                   __func__);
    if (!code && (!o->nvconstrmask || !o->nvminquotient || !o->nvprod ||
                  !o->nvcompare || !o->nvdiv))
    {
      code = galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                           "the vector constraints lacks the operations "
                           "constrmask, minquotient, prod, compare or div");
    }
  }
  if (code) { return code; }
  const int bad = constraints ? inadmissible(constraints) : 0;
  if (bad < 0) { return galpha_no_memory(&mem->err, __func__); }
  if (bad > 0)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "constraints must be 0, 1, -1, 2 or -2");
  }
  N_Vector *const kept[] = {&mem->model.violated, &mem->res.inside,
                            &mem->model.constraints};
  for (int i = 0; i < 3 && !code; i++)
  {
    code = keep(mem, kept[i], constraints, "constraints", __func__);
  }
  galpha_res_set_bounds(&mem->res, code ? NULL : mem->model.constraints);
  return code;
}

/* Definition of mechanics by products with its blocks (galpha_matrixfree.h). */
#include "api/integrator.h"
#include "base/clone.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

struct galpha_mem *galpha_get_products(void *memory, const char *function,
                                       int *code)
{
  struct galpha_mem *mem = galpha_get_idle_defined(memory, function, code);
  return galpha_get_if(mem, mem && mem->sys.by_product,
                       "only after GALPHAInitMechTimes", function, code);
}

/* The object, if it is mechanics by products and sizes are not yet fixed. */
static struct galpha_mem *defining(void *memory, const char *function,
                                   int *code)
{
  struct galpha_mem *mem = galpha_get_defining(memory, function, code);
  return galpha_get_if(mem, mem && mem->sys.by_product,
                       "call GALPHAInitMechTimes first", function, code);
}

static SUNMatrix new_mass(struct galpha_mem *mem, GALPHATimesFn M, N_Vector q0)
{
  const struct galpha_operator plan = {
    .all     = &mem->sys.products,
    .name    = {"product with the mass matrix", "product with the mass matrix"},
    .product = {M, M},
    .rows    = N_VGetLength(q0),
    .cols    = N_VGetLength(q0),
    .out     = {q0, q0},
    .q       = q0};
  return galpha_operator_new(mem->sunctx, &plan);
}

static int keep(struct galpha_mem *mem, GALPHATimesFn M, sunrealtype t0,
                N_Vector q0, N_Vector v0, const char *function)
{
  SUNMatrix A = new_mass(mem, M, q0);
  return A ? galpha_keep_mechanics(mem, A, t0, q0, v0, function)
           : galpha_no_memory(&mem->err, function);
}

int GALPHAInitMechTimes(void *memory, GALPHATimesFn M, GALPHAForceFn force,
                        sunrealtype t0, N_Vector q0, N_Vector v0)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  struct galpha_sys *sys  = &mem->sys;
  sys->products.user_data = &sys->user_data;
  if (mem->phase != GALPHA_PHASE_NEW || !M || !force)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         !M       ? "M is NULL"
                         : !force ? "force is NULL"
                                  : "called twice: use GALPHAReInit");
  }
  const struct galpha_form *before = mem->form;
  mem->form                        = &galpha_form_products;
  int code = galpha_check_start(mem, t0, q0, v0, __func__);
  if (!code) { code = keep(mem, M, t0, q0, v0, __func__); }
  if (code)
  {
    mem->form = before;
    return code;
  }
  sys->by_product = true;
  mem->ls.ops     = &galpha_system_products;
  mem->model.ops  = &galpha_model_products;
  sys->mass       = galpha_operator_move;
  sys->force      = force;
  for (int i = 0; i < GALPHA_BLOCK_COUNT; i++) { sys->block[i].given = true; }
  return GALPHA_SUCCESS;
}

static SUNMatrix new_G(struct galpha_mem *mem, GALPHATimesFn G,
                       GALPHATimesFn GT, N_Vector lambda0)
{
  const struct galpha_operator plan = {
    .all     = &mem->sys.products,
    .name    = {"product with G", "product with the transpose of G"},
    .product = {G, GT},
    .rows    = N_VGetLength(lambda0),
    .cols    = mem->sys.n,
    .out     = {lambda0, mem->q0},
    .off     = &mem->sys.rows[0],
    .q       = mem->q0};
  return galpha_operator_new(mem->sunctx, &plan);
}

static void forget_unknowns(struct galpha_mem *mem)
{
  if (mem->ls.packed) { N_VDestroy(mem->ls.packed); }
  mem->ls.packed   = NULL;
  mem->model.parts = (struct galpha_parts){0};
}

int GALPHASetHolonomicTimes(void *memory, N_Vector lambda0, GALPHAHolonomicFn g,
                            GALPHATimesFn G, GALPHATimesFn GT)
{
  int code               = 0;
  struct galpha_mem *mem = defining(memory, __func__, &code);
  if (!mem) { return code; }
  if (!g || !G || !GT)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "g, G or GT is NULL");
  }
  code = galpha_check_any_vector(&mem->err, lambda0, -1, "lambda0", __func__);
  if (code) { return code; }
  const sunindextype m = N_VGetLength(lambda0);
  if (m < 1 || m > mem->sys.n)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "lambda0 must have between 1 and n components");
  }
  SUNMatrix A   = new_G(mem, G, GT, lambda0);
  N_Vector copy = galpha_vector_copy(lambda0);
  if (!A || !copy)
  {
    if (A) { SUNMatDestroy(A); }
    if (copy) { N_VDestroy(copy); }
    return galpha_no_memory(&mem->err, __func__);
  }
  struct galpha_deriv *b = &mem->sys.block[GALPHA_BLOCK_G];
  if (b->A) { SUNMatDestroy(b->A); }
  if (mem->lambda0) { N_VDestroy(mem->lambda0); }
  forget_unknowns(mem);
  galpha_drop_preconditioner(mem);
  galpha_rows_free(&mem->sys.rows[0]);
  b->A         = A;
  mem->lambda0 = copy;
  mem->sys.m   = m;
  mem->sys.g   = g;
  mem->sys.Gfn = galpha_operator_move;
  return GALPHA_SUCCESS;
}

int GALPHASetForceTimes(void *memory, GALPHAForceTimesFn F)
{
  int code               = 0;
  struct galpha_mem *mem = defining(memory, __func__, &code);
  if (!mem) { return code; }
  mem->sys.force_jac_vec = F;
  return GALPHA_SUCCESS;
}

/* Why the parts of x are refused, or NULL. */
static const char *refused(const struct galpha_mem *mem, N_Vector x,
                           const struct galpha_parts *parts)
{
  if (!mem->sys.m)
  {
    return parts->part || !galpha_vector_alike(x, mem->q0)
             ? "without constraints x must be like q0, part NULL"
             : NULL;
  }
  if (!parts->part) { return "part is NULL"; }
  N_Vector q = galpha_part(parts, x, false), l = galpha_part(parts, x, true);
  if (!q || !l || q == l || !galpha_vector_alike(q, mem->q0) ||
      !galpha_vector_alike(l, mem->lambda0))
  {
    return "q and l are not the numbers of parts like q0 and lambda0";
  }
  return N_VGetLength(x) != mem->sys.n + mem->sys.m
           ? "x has parts besides q and lambda"
           : NULL;
}

int GALPHASetUnknowns(void *memory, N_Vector x, GALPHASubvectorFn part,
                      sunindextype q, sunindextype l)
{
  int code               = 0;
  struct galpha_mem *mem = defining(memory, __func__, &code);
  if (!mem) { return code; }
  code = galpha_check_any_vector(&mem->err, x, -1, "x", __func__);
  if (code) { return code; }
  const struct galpha_parts parts = {
    .separate = true, .part = part, .q = q, .l = l};
  const char *wrong = refused(mem, x, &parts);
  if (wrong)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__, "%s", wrong);
  }
  N_Vector copy = galpha_clone(x);
  if (!copy) { return galpha_no_memory(&mem->err, __func__); }
  forget_unknowns(mem);
  mem->ls.packed   = copy;
  mem->model.parts = parts;
  return GALPHA_SUCCESS;
}

int galpha_set_product_solver(struct galpha_mem *mem, SUNLinearSolver LS,
                              SUNMatrix A, const char *function)
{
  if (!LS || A || SUNLinSolGetType(LS) != SUNLINEARSOLVER_ITERATIVE)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "after GALPHAInitMechTimes it takes a Krylov solver "
                         "and no matrix");
  }
  return galpha_set_krylov(mem, LS, NULL, function);
}

/* Creates the vector of unknowns and checks the solver, which may have been set before
 * the unknowns were known. */
static int close_solver(struct galpha_mem *mem, const char *function)
{
  if (!mem->ls.packed && !mem->sys.m)
  {
    mem->ls.packed   = galpha_clone(mem->q0);
    mem->model.parts = (struct galpha_parts){.separate = true};
    if (!mem->ls.packed) { return galpha_no_memory(&mem->err, function); }
  }
  const char *wrong =
    !mem->ls.packed || (mem->sys.m && !mem->model.parts.part)
      ? "call GALPHASetUnknowns after the constraints"
    : !mem->ls.main.LS
      ? "no linear solver: call GALPHASetLinearSolver with a Krylov solver"
      : NULL;
  if (wrong)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s", wrong);
  }
  return galpha_check_solver(mem, mem->ls.main.LS, NULL, function);
}

int galpha_close_products(struct galpha_mem *mem, const char *function)
{
  int code = galpha_check_mechanics(mem, function);
  if (!code) { code = close_solver(mem, function); }
  return code ? code : galpha_finish_mechanics(mem, false, function);
}

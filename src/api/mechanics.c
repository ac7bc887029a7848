/* Definition of a mechanical problem: copies and checks the arguments, and fixes sizes. */
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

struct galpha_mem *galpha_get_defining(void *memory, const char *function,
                                       int *code)
{
  struct galpha_mem *mem = galpha_get_idle_defined(memory, function, code);
  mem                    = galpha_get_if(mem, mem && mem->form->constraints,
                                         "belongs to the mechanical form (GALPHAInitMech)",
                                         function, code);
  return galpha_get_if(mem, mem && mem->phase <= GALPHA_PHASE_DEFINED,
                       "the problem is fixed since the first GALPHACalcIC or "
                       "GALPHASolve",
                       function, code);
}

struct galpha_mem *galpha_get_defining_matrices(void *memory,
                                                const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get_defining(memory, function, code);
  return galpha_get_if(mem, mem && !mem->sys.by_product,
                       "needs matrices: not after GALPHAInitMechTimes",
                       function, code);
}

int galpha_keep_block(const struct galpha_mem *mem, struct galpha_deriv *b,
                      SUNMatrix A, const char *function)
{
  SUNMatrix copy = A ? galpha_block_copy(A) : NULL;
  if (A && !copy) { return galpha_no_memory(&mem->err, function); }
  if (b->A) { SUNMatDestroy(b->A); }
  b->A     = copy;
  b->given = copy != NULL;
  return GALPHA_SUCCESS;
}

/* Stores the block and the multipliers of one kind of constraints: both or none. */
static int keep_constraints(struct galpha_mem *mem, enum galpha_block_id id,
                            SUNMatrix A, N_Vector mult, N_Vector *mine,
                            const char *function)
{
  N_Vector copy = galpha_vector_copy(mult);
  if (!copy) { return galpha_no_memory(&mem->err, function); }
  struct galpha_deriv *b = &mem->sys.block[id];
  const int code         = galpha_keep_block(mem, b, A, function);
  N_Vector old           = code ? copy : *mine;
  if (!code)
  {
    *mine             = copy;
    b->pattern.filled = true;
    galpha_rows_free(&mem->sys.rows[id != GALPHA_BLOCK_G]);
  }
  if (old) { N_VDestroy(old); }
  return code;
}

static int check_mass(const struct galpha_mem *mem, bool constant, SUNMatrix M,
                      sunindextype n, const char *function)
{
  int code = galpha_check_matrix(&mem->err, M, n, n, false, "M", function);
  if (!code && constant)
  {
    code = galpha_check_filled(&mem->err, M, "M", function);
  }
  if (code || !constant || galpha_block_finite(M)) { return code; }
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                       "row %ld of the constant mass matrix M has an entry "
                       "that is not finite",
                       (long int)galpha_block_bad_row(M));
}

int galpha_keep_mechanics(struct galpha_mem *mem, SUNMatrix M, sunrealtype t0,
                          N_Vector q0, N_Vector v0, const char *function)
{
  N_Vector q = galpha_vector_copy(q0), v = galpha_vector_copy(v0);
  if (!M || !q || !v || galpha_err_init(&mem->errtest, q0) ||
      galpha_err_init_velocities(&mem->errtest, q0))
  {
    if (M) { SUNMatDestroy(M); }
    if (q) { N_VDestroy(q); }
    if (v) { N_VDestroy(v); }
    galpha_err_free(&mem->errtest);
    return galpha_no_memory(&mem->err, function);
  }
  mem->sys.M = M;
  mem->sys.n = N_VGetLength(q0);
  mem->q0    = q;
  mem->v0    = v;
  mem->t0    = t0;
  mem->phase = GALPHA_PHASE_DEFINED;
  return GALPHA_SUCCESS;
}

int GALPHAInitMech(void *memory, GALPHAMassFn mass, SUNMatrix M,
                   GALPHAForceFn force, sunrealtype t0, N_Vector q0,
                   N_Vector v0)
{
  struct galpha_mem *mem = galpha_get(memory, __func__);
  if (!mem) { return GALPHA_MEM_NULL; }
  if (mem->phase != GALPHA_PHASE_NEW)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "called twice: use GALPHAReInit");
  }
  int code = galpha_check_start(mem, t0, q0, v0, __func__);
  if (!code) { code = check_mass(mem, !mass, M, N_VGetLength(q0), __func__); }
  if (!code)
  {
    code =
      galpha_keep_mechanics(mem, galpha_block_copy(M), t0, q0, v0, __func__);
  }
  if (code) { return code; }
  mem->sys.mass              = mass;
  mem->sys.force             = force;
  mem->sys.pattern_M.compare = mass != NULL;
  return GALPHA_SUCCESS;
}

/* Checks and stores constraints of either kind. */
static int set_constraints(struct galpha_mem *mem, N_Vector mult,
                           const char *mname, SUNMatrix A, const char *aname,
                           bool have_fn, bool difference, const char *function)
{
  int code = galpha_check_vector(&mem->err, mult, -1, mname, function);
  if (code) { return code; }
  const sunindextype m = N_VGetLength(mult);
  if (!have_fn || m < 1)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         have_fn ? "%s has no components"
                                 : "the constraint function of %s is NULL",
                         mname);
  }
  return galpha_check_matrix(&mem->err, A, m, mem->sys.n, difference, aname,
                             function);
}

int GALPHASetHolonomic(void *memory, N_Vector lambda0, GALPHAHolonomicFn g,
                       SUNMatrix G, GALPHAHolonomicJacFn Gfn)
{
  int code = 0;
  struct galpha_mem *mem =
    galpha_get_defining_matrices(memory, __func__, &code);
  if (!mem) { return code; }
  code =
    set_constraints(mem, lambda0, "lambda0", G, "G", g != NULL, !Gfn, __func__);
  if (!code)
  {
    code = keep_constraints(mem, GALPHA_BLOCK_G, G, lambda0, &mem->lambda0,
                            __func__);
  }
  if (code) { return code; }
  mem->sys.m   = N_VGetLength(lambda0);
  mem->sys.g   = g;
  mem->sys.Gfn = Gfn;
  return GALPHA_SUCCESS;
}

int GALPHASetHolonomicRate(void *memory, GALPHAHolonomicFn gt)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  mem                    = galpha_get_if(mem, mem && mem->form->constraints,
                                         "belongs to the mechanical form", __func__, &code);
  if (!mem) { return code; }
  mem->sys.gt = gt;
  return GALPHA_SUCCESS;
}

int GALPHASetNonholonomic(void *memory, N_Vector psi0, GALPHANonholonomicFn k,
                          SUNMatrix K, GALPHANonholonomicJacFn Kfn)
{
  int code = 0;
  struct galpha_mem *mem =
    galpha_get_defining_matrices(memory, __func__, &code);
  if (!mem) { return code; }
  code = set_constraints(mem, psi0, "psi0", K, "K", k != NULL, !Kfn, __func__);
  if (!code)
  {
    code = keep_constraints(mem, GALPHA_BLOCK_K, K, psi0, &mem->psi0, __func__);
  }
  if (code) { return code; }
  mem->sys.p   = N_VGetLength(psi0);
  mem->sys.k   = k;
  mem->sys.Kfn = Kfn;
  return GALPHA_SUCCESS;
}

int galpha_check_optional(const struct galpha_mem *mem, SUNMatrix A,
                          sunindextype rows, sunindextype cols, bool have_fn,
                          const char *name, const char *function)
{
  if (A)
  {
    return galpha_check_matrix(&mem->err, A, rows, cols, !have_fn, name,
                               function);
  }
  return have_fn ? galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                                 "a function is given, but %s is NULL: the "
                                 "function needs a matrix to fill",
                                 name)
                 : GALPHA_SUCCESS;
}

int GALPHASetNonholonomicJacPos(void *memory, SUNMatrix Kq,
                                GALPHANonholonomicJacFn Kqfn)
{
  int code = 0;
  struct galpha_mem *mem =
    galpha_get_defining_matrices(memory, __func__, &code);
  if (!mem) { return code; }
  if (!mem->sys.p)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "call GALPHASetNonholonomic first");
  }
  struct galpha_sys *sys = &mem->sys;
  code = galpha_check_optional(mem, Kq, sys->p, sys->n, Kqfn != NULL, "Kq",
                               __func__);
  if (!code)
  {
    code = galpha_keep_block(mem, &sys->block[GALPHA_BLOCK_KQ], Kq, __func__);
  }
  if (!code) { mem->sys.Kqfn = Kqfn; }
  return code;
}

static int set_force_jac(void *memory, enum galpha_block_id id, SUNMatrix A,
                         bool have_fn, const char *name, const char *function)
{
  int code = 0;
  struct galpha_mem *mem =
    galpha_get_defining_matrices(memory, function, &code);
  if (!mem) { return code; }
  const sunindextype n = mem->sys.n;
  code = galpha_check_optional(mem, A, n, n, have_fn, name, function);
  return code ? code : galpha_keep_block(mem, &mem->sys.block[id], A, function);
}

int GALPHASetForceJacPos(void *mem, SUNMatrix Fq, GALPHAForceJacFn Fqfn)
{
  const int code =
    set_force_jac(mem, GALPHA_BLOCK_FQ, Fq, Fqfn != NULL, "Fq", __func__);
  if (!code) { ((struct galpha_mem *)mem)->sys.Fqfn = Fqfn; }
  return code;
}

int GALPHASetForceJacVel(void *mem, SUNMatrix Fv, GALPHAForceJacFn Fvfn)
{
  const int code =
    set_force_jac(mem, GALPHA_BLOCK_FV, Fv, Fvfn != NULL, "Fv", __func__);
  if (!code) { ((struct galpha_mem *)mem)->sys.Fvfn = Fvfn; }
  return code;
}

/* With dense blocks, creates a dense block, to be differentiated numerically, in place
 * of one that the user did not set. */
static int default_block(struct galpha_mem *mem, enum galpha_block_id id,
                         sunindextype rows, bool dense)
{
  struct galpha_deriv *b = &mem->sys.block[id];
  if (b->given || !dense || rows == 0) { return 0; }
  b->A     = galpha_dense_matrix(rows, mem->sys.n, mem->sunctx);
  b->given = b->A != NULL;
  return b->A ? 0 : -1;
}

/* All blocks that the user set are dense. */
static bool all_dense(const struct galpha_mem *mem)
{
  const struct galpha_deriv *block = mem->sys.block;
  const SUNMatrix stated[]         = {mem->sys.M, block[GALPHA_BLOCK_G].A,
                                      block[GALPHA_BLOCK_K].A};
  for (int i = 0; i < 3; i++)
  {
    if (stated[i] && galpha_block_sparse(stated[i])) { return false; }
  }
  return true;
}

static int default_blocks(struct galpha_mem *mem, bool dense)
{
  if (default_block(mem, GALPHA_BLOCK_KQ, mem->sys.p, dense)) { return -1; }
  if (default_block(mem, GALPHA_BLOCK_FQ, mem->sys.n, dense)) { return -1; }
  return default_block(mem, GALPHA_BLOCK_FV, mem->sys.n, dense);
}

static int check_closed(const struct galpha_mem *mem, const char *function)
{
  const struct galpha_sys *sys = &mem->sys;
  SUNMatrix Fr                 = sys->block[GALPHA_BLOCK_FR].A;
  if (!sys->force && !sys->general && !sys->states)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "no forces: give them to GALPHAInitMech, "
                         "GALPHASetGeneralForce or GALPHASetStates");
  }
  if (sys->general && mem->model.reaction.user)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "GALPHASetReactionJac: a general force contains the "
                         "reactions, and its df/dq their derivative");
  }
  if (sys->general && sys->m + sys->p > 0 &&
      (!Fr || galpha_block_cols(Fr) != sys->m + sys->p))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the block Fr needs %ld columns: call "
                         "GALPHASetGeneralForce after the constraints",
                         (long int)(sys->m + sys->p));
  }
  return GALPHA_SUCCESS;
}

/* Two force functions were given, but only one is used. */
static void warn_unused_force(const struct galpha_mem *mem,
                              const char *function)
{
  const struct galpha_sys *sys = &mem->sys;
  if (!sys->force || !(sys->general || sys->states_force)) { return; }
  galpha_report(&mem->err, GALPHA_WARNING, function,
                "the forces are those of %s: the force function given to "
                "GALPHAInitMech is not called",
                sys->general ? "GALPHASetGeneralForce" : "GALPHASetStates");
}

int galpha_check_mechanics(struct galpha_mem *mem, const char *function)
{
  const int code = check_closed(mem, function);
  return code ? code : galpha_close_declared(mem, function);
}

int galpha_finish_mechanics(struct galpha_mem *mem, bool dense,
                            const char *function)
{
  struct galpha_sys *sys = &mem->sys;
  const int code         = galpha_close_states(mem, dense, function);
  if (code) { return code; }
  warn_unused_force(mem, function);
  if (!mem->ls.packed)
  {
    const sunindextype size = sys->n + sys->m + sys->p + mem->states.r;
    mem->ls.packed          = N_VNew_Serial(size, mem->sunctx);
  }
  if (!mem->ls.packed || default_blocks(mem, dense) ||
      galpha_sys_prepare(sys, mem->q0, mem->lambda0, mem->psi0) ||
      galpha_reaction_prepare(&mem->model.reaction) ||
      galpha_close_vectors(mem))
  {
    return galpha_no_memory(&mem->err, function);
  }
  return GALPHA_SUCCESS;
}

int galpha_close_mechanics(struct galpha_mem *mem, const char *function)
{
  const struct galpha_sys *sys = &mem->sys;
  const bool dense             = all_dense(mem);
  int code                     = galpha_check_mechanics(mem, function);
  if (!code) { code = galpha_check_matrix_size(mem, mem->ls.user_A, function); }
  if (!code && dense)
  {
    code = galpha_check_dense(&mem->err, sys->n + sys->m + sys->p,
                              "make a block sparse", function);
  }
  return code ? code : galpha_finish_mechanics(mem, dense, function);
}

int galpha_close_problem(struct galpha_mem *mem, const char *function)
{
  const int code = mem->form->close(mem, function);
  if (code) { return code; }
  struct galpha_state *now = mem->hist.now;
  now->t                   = mem->t0;
  N_VScale(1.0, mem->q0, now->q);
  N_VScale(1.0, mem->v0, now->v);
  if (mem->lambda0) { N_VScale(1.0, mem->lambda0, now->lambda); }
  if (mem->psi0) { N_VScale(1.0, mem->psi0, now->psi); }
  if (mem->s0) { N_VScale(1.0, mem->s0, now->s); }
  mem->model.ewt_q = mem->errtest.ewt_q;
  mem->model.ewt_v = mem->errtest.ewt_v;
  mem->phase       = GALPHA_PHASE_CLOSED;
  galpha_warn_unused(mem, function);
  return GALPHA_SUCCESS;
}

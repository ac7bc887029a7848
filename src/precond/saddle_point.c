/* Block preconditioner of the constrained system S x + R l = b, G x = d: the user
 * solves with S, and H = G S^-1 R is the Schur complement. With W = S^-1 R
 *
 *     l = H^-1 (G S^-1 b - d),   x = S^-1 b - W l.
 *
 * Vectors may be of any kind, so elements of l are read by dot products with the unit
 * vectors E_j and set by linear combinations of them. */
#include <stdlib.h>
#include <string.h>

#include <galpha/galpha_saddle.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include "api/integrator.h"
#include "base/clone.h"
#include "check/arguments.h"

struct saddle
{
  struct galpha_mem *mem;
  struct galpha_parts parts; /* x and l in vectors of the residual form */
  GALPHASaddleSetupFn setup; /* or NULL */
  GALPHASaddleMechSetupFn mechanics; /* the same for the mechanical form */
  GALPHASaddleSolveFn solve;
  GALPHASaddleTimesFn G, R;  /* NULL: G and G^T of the mechanical form */
  GALPHASaddleSolveFn schur; /* or NULL */
  long int nsolves;

  sunrealtype c[3];        /* shifts of the last set-up */
  N_Vector work, Sx, rest; /* like x, like x, like l */

  int m;       /* number of constraints, the length of l */
  N_Vector *E; /* m unit vectors like l; NULL: no dense H */
  N_Vector *W; /* m columns of S^-1 R, like x */
  SUNMatrix H;
  SUNLinearSolver LS;
  N_Vector small; /* of length m */
};

static void saddle_free(void *data)
{
  struct saddle *p = data;
  if (!p) { return; }
  N_Vector all[] = {p->work, p->Sx, p->rest, p->small};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (all[i]) { N_VDestroy(all[i]); }
  }
  if (p->LS) { SUNLinSolFree(p->LS); }
  if (p->H) { SUNMatDestroy(p->H); }
  galpha_vector_array_free(p->E, p->m);
  galpha_vector_array_free(p->W, p->m);
  free(p);
}

/* e = 1 where number = j, else 0, as max(0, 1 - |number - j|); false: number = j does
 * not hold in exactly one place. */
static bool unit_vector(N_Vector number, int j, N_Vector work, N_Vector e)
{
  N_VAddConst(number, -(sunrealtype)j, e);
  N_VAbs(e, e);
  N_VScale(-1.0, e, e);
  N_VAddConst(e, 1.0, e);
  N_VAbs(e, work);
  N_VLinearSum(0.5, e, 0.5, work, e);
  return N_VMaxNorm(e) == 1.0 && N_VDotProd(e, e) == 1.0;
}

/* out[i] = element i of x, the same on every process. */
static int read_elements(const struct saddle *p, N_Vector x, sunrealtype *out)
{
  if (x->ops->nvdotprodmultilocal && x->ops->nvdotprodmultiallreduce)
  {
    const int ret = (int)N_VDotProdMultiLocal(p->m, x, p->E, out);
    return ret ? ret : (int)N_VDotProdMultiAllReduce(p->m, x, out);
  }
  return (int)N_VDotProdMulti(p->m, x, p->E, out);
}

/* out = G x, or (transposed) R x. */
static int product(struct saddle *p, sunrealtype t, N_Vector y, bool transposed,
                   N_Vector x, N_Vector out)
{
  const GALPHASaddleTimesFn user = transposed ? p->R : p->G;
  if (user) { return user(t, y, x, out, p->mem->sys.user_data); }
  N_VConst(0.0, out);
  (transposed ? galpha_block_tmul : galpha_block_mul)(
    p->mem->sys.block[GALPHA_BLOCK_G].A, 1.0, x, out);
  return galpha_sys_products(&p->mem->sys);
}

static int solve_S(struct saddle *p, N_Vector b, N_Vector x)
{
  struct galpha_sys *sys = &p->mem->sys;
  p->nsolves++;
  const int ret = GALPHA_CALL(sys, p->solve(p->c, b, x, sys->user_data));
  return sys->by_product ? galpha_sys_checked(sys, "solution with S",
                                              p->mem->model.at.t, ret, x)
                         : ret;
}

/* Column j of W = S^-1 R and of H = G W. For a constraint that is off it is 0, except for
 * a diagonal entry of H. */
static int form_column(struct saddle *p, sunrealtype t, N_Vector y, int j)
{
  int ret = product(p, t, y, true, p->E[j], p->work);
  if (!ret) { ret = solve_S(p, p->work, p->W[j]); }
  if (!ret) { ret = product(p, t, y, false, p->W[j], p->rest); }
  galpha_rows_scale(&p->mem->sys.rows[0],
                    galpha_ls_multiplier_scale(&p->mem->ls), p->E[j], p->rest);
  return ret ? ret : read_elements(p, p->rest, SM_COLUMN_D(p->H, j));
}

static int form_schur(struct saddle *p, sunrealtype t, N_Vector y)
{
  int ret = 0;
  if (!p->E)
  {
    return galpha_report(&p->mem->err, GALPHA_ILL_INPUT, "GALPHASaddlePrecInit",
                         "no numbers of the constraints: call "
                         "GALPHASaddlePrecSetSchur");
  }
  for (int j = 0; j < p->m && !ret; j++) { ret = form_column(p, t, y, j); }
  if (ret) { return ret; }
  /* a singular H is recoverable: a shorter step may avoid it */
  ret = SUNLinSolSetup(p->LS, p->H);
  return ret > 0 ? 1 : ret;
}

static int setup_mechanics(void *data)
{
  struct saddle *p              = data;
  struct galpha_mem *mem        = p->mem;
  const struct galpha_point *at = &mem->model.at;
  int ret                       = 0;
  memcpy(p->c, mem->ls.c, sizeof p->c);
  if (p->mechanics)
  {
    ret = GALPHA_CALL(
      &mem->sys, p->mechanics(at->t, at->q, at->v, p->c, mem->sys.user_data));
    ret = galpha_sys_checked(&mem->sys, "set-up of S", at->t, ret, NULL);
  }
  return ret || p->schur || !p->m ? ret : form_schur(p, at->t, at->q);
}

/* With the signature of IDALsPrecSetupFn, which has an argument for data. */
static int setup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                 sunrealtype cj, void *data)
{
  struct saddle *p             = data;
  const struct galpha_mem *mem = p->mem;
  int ret                      = 0;
  (void)r, (void)cj;
  memcpy(p->c, mem->res.c, sizeof p->c);
  if (p->setup)
  {
    ret = p->setup(t, y, yp, mem->res.res2 ? mem->model.f : NULL, p->c,
                   mem->sys.user_data);
  }
  return ret || p->schur ? ret : form_schur(p, t, y);
}

/* l = H^-1 rest and Sx = W l, by the dense H. */
static int use_dense(struct saddle *p, N_Vector l)
{
  sunrealtype *a = N_VGetArrayPointer(p->small);
  int ret        = read_elements(p, p->rest, a);
  if (!ret) { ret = SUNLinSolSolve(p->LS, p->H, p->small, p->small, 0.0); }
  if (!ret) { ret = (int)N_VLinearCombination(p->m, a, p->E, l); }
  return ret ? ret : (int)N_VLinearCombination(p->m, a, p->W, p->Sx);
}

/* The same by the user's solver for H. */
static int use_schur(struct saddle *p, sunrealtype t, N_Vector y, N_Vector l)
{
  int ret = GALPHA_CALL(&p->mem->sys,
                        p->schur(p->c, p->rest, l, p->mem->sys.user_data));
  galpha_rows_clear(&p->mem->sys.rows[0], l);
  ret = galpha_sys_checked(&p->mem->sys, "Schur complement", t, ret, l);
  if (!ret) { ret = product(p, t, y, true, l, p->work); }
  return ret ? ret : solve_S(p, p->work, p->Sx);
}

/* z = P^-1 rhs, with rhs = (b, d) and z = (x, l) of the head comment. */
static int apply(struct saddle *p, sunrealtype t, N_Vector y, N_Vector rhs,
                 N_Vector z)
{
  const struct galpha_parts *parts =
    p->mem->sys.by_product ? &p->mem->model.parts : &p->parts;
  N_Vector x = galpha_part(parts, z, false);
  int ret    = solve_S(p, galpha_part(parts, rhs, false), x);
  if (ret || !p->m) { return ret; }
  N_Vector l = galpha_part(parts, z, true);
  ret        = product(p, t, y, false, x, p->rest);
  if (ret) { return ret; }
  N_VLinearSum(1.0, p->rest, -1.0, galpha_part(parts, rhs, true), p->rest);
  ret = p->schur ? use_schur(p, t, y, l) : use_dense(p, l);
  if (!ret) { N_VLinearSum(1.0, x, -1.0, p->Sx, x); }
  return ret;
}

static int solve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                 N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                 void *data)
{
  (void)yp, (void)r, (void)cj, (void)delta;
  return apply(data, t, y, rhs, z);
}

static int solve_mechanics(void *data, N_Vector rhs, N_Vector z)
{
  const struct saddle *p        = data;
  const struct galpha_point *at = &p->mem->model.at;
  return apply(data, at->t, at->q, rhs, z);
}

/* Why the call is refused, or NULL. */
static const char *refused(const struct saddle *p)
{
  const struct galpha_mem *mem = p->mem;
  SUNLinearSolver LS           = mem->ls.main.own ? NULL : mem->ls.main.LS;
  if (!LS || mem->ls.main.A || !LS->ops->setpreconditioner)
  {
    return "call GALPHASetLinearSolver with a Krylov solver first";
  }
  return p->solve ? NULL : "solve is NULL";
}

/* The same for the residual form, including the two parts of y. */
static const char *refused_parts(const struct saddle *p)
{
  const struct galpha_mem *mem = p->mem;
  const char *wrong            = refused(p);
  if (wrong) { return wrong; }
  if (!p->parts.part || !p->G || !p->R) { return "part, G or R is NULL"; }
  N_Vector x = galpha_part(&p->parts, mem->q0, false);
  N_Vector l = galpha_part(&p->parts, mem->q0, true);
  return !x || !l || p->parts.q == p->parts.l ||
             N_VGetLength(x) + N_VGetLength(l) != mem->sys.n
           ? "q and l are not the numbers of the two parts of y0"
           : NULL;
}

static int allocate(struct saddle *p, N_Vector x, N_Vector l)
{
  p->m    = l ? (int)N_VGetLength(l) : 0;
  p->work = galpha_clone(x);
  p->Sx   = galpha_clone(x);
  p->rest = l ? galpha_clone(l) : NULL;
  return p->work && p->Sx && (p->rest || !l) ? GALPHA_SUCCESS : GALPHA_MEM_FAIL;
}

/* Allocates the dense H and its solver, E and W; fills E. */
static int allocate_dense(struct saddle *p, N_Vector number,
                          const char *function)
{
  SUNContext sunctx = p->mem->sunctx;
  p->E              = galpha_vector_array(p->m, p->rest);
  p->W              = galpha_vector_array(p->m, p->work);
  p->small          = N_VNew_Serial(p->m, sunctx);
  p->H              = galpha_dense_matrix(p->m, p->m, sunctx);
  if (!p->E || !p->W || !p->small || !p->H) { return GALPHA_MEM_FAIL; }
  p->LS = SUNLinSol_Dense(p->small, p->H, sunctx);
  if (!p->LS || SUNLinSolInitialize(p->LS)) { return GALPHA_MEM_FAIL; }
  for (int j = 0; j < p->m; j++)
  {
    if (!unit_vector(number, j, p->rest, p->E[j]))
    {
      return galpha_report(&p->mem->err, GALPHA_ILL_INPUT, function,
                           "number: %d is not in exactly one place", j);
    }
  }
  return GALPHA_SUCCESS;
}

/* Allocates the vectors of p: clones of x and l (NULL: no constraints), and, with
 * number, the dense H. */
static int prepare(struct saddle *p, N_Vector x, N_Vector l, N_Vector number,
                   const char *function)
{
  int code = allocate(p, x, l);
  if (!code && l && number)
  {
    code =
      galpha_check_any_vector(&p->mem->err, number, p->m, "number", function);
    if (!code) { code = allocate_dense(p, number, function); }
  }
  return code == GALPHA_MEM_FAIL ? galpha_no_memory(&p->mem->err, function)
                                 : code;
}

/* *made = a complete copy of plan, unless wrong says why not; x, l: like the
 * unknowns. */
static int build(const struct saddle *plan, const char *wrong, N_Vector x,
                 N_Vector l, N_Vector number, struct saddle **made,
                 const char *function)
{
  struct galpha_mem *mem = plan->mem;
  if (wrong)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s", wrong);
  }
  struct saddle *p = malloc(sizeof *p);
  if (!p) { return galpha_no_memory(&mem->err, function); }
  *p             = *plan;
  const int code = prepare(p, x, l, number, function);
  if (code) { saddle_free(p); }
  else { *made = p; }
  return code;
}

int GALPHASaddlePrecInit(void *memory, GALPHASubvectorFn part, sunindextype q,
                         sunindextype l, GALPHASaddleSetupFn setup_S,
                         GALPHASaddleSolveFn solve_S_fn, GALPHASaddleTimesFn G,
                         GALPHASaddleTimesFn R, N_Vector number)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_residual(memory, __func__, &code);
  if (!mem) { return code; }
  struct saddle *p         = NULL;
  const struct saddle plan = {
    .mem   = mem,
    .parts = {.separate = true, .part = part, .q = q, .l = l},
    .setup = setup_S,
    .solve = solve_S_fn,
    .G     = G,
    .R     = R};
  const char *wrong = refused_parts(&plan);
  N_Vector x        = wrong ? NULL : galpha_part(&plan.parts, mem->q0, false);
  N_Vector lambda   = wrong ? NULL : galpha_part(&plan.parts, mem->q0, true);
  code              = build(&plan, wrong, x, lambda, number, &p, __func__);
  /* frees a preconditioner set before */
  if (!code) { code = GALPHASetPreconditioner2(mem, NULL, NULL); }
  if (code || !p)
  {
    saddle_free(p);
    return code;
  }
  galpha_keep_preconditioner(mem, p, saddle_free);
  galpha_use_preconditioner(mem, setup, solve);
  return GALPHA_SUCCESS;
}

int GALPHASaddlePrecInitMech(void *memory, GALPHASaddleMechSetupFn setup_S,
                             GALPHASaddleSolveFn solve_S_fn, N_Vector number)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_products(memory, __func__, &code);
  if (!mem) { return code; }
  struct saddle *p         = NULL;
  const struct saddle plan = {
    .mem = mem, .mechanics = setup_S, .solve = solve_S_fn};
  code =
    build(&plan, refused(&plan), mem->q0, mem->lambda0, number, &p, __func__);
  if (!p) { return code; }
  galpha_keep_preconditioner(mem, p, saddle_free);
  galpha_use_mechanics_preconditioner(
    mem, (struct galpha_prec){
           .data = p, .setup = setup_mechanics, .solve = solve_mechanics});
  return GALPHA_SUCCESS;
}

/* The preconditioner, or NULL after a report if the problem has none of this kind. */
static struct saddle *get(void *memory, const char *function, int *code)
{
  struct galpha_mem *mem = galpha_get_defined(memory, function, code);
  if (!mem) { return NULL; }
  if (mem->bbd && mem->bbd_free == saddle_free) { return mem->bbd; }
  *code = galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                        "call GALPHASaddlePrecInit first");
  return NULL;
}

int GALPHASaddlePrecSetSchur(void *memory, GALPHASaddleSolveFn schur)
{
  int code         = 0;
  struct saddle *p = get(memory, __func__, &code);
  if (!p) { return code; }
  p->schur = schur;
  galpha_ls_request(&p->mem->ls);
  return GALPHA_SUCCESS;
}

int GALPHASaddlePrecGetNumSolves(void *memory, long int *nsolves)
{
  int code               = 0;
  const struct saddle *p = get(memory, __func__, &code);
  if (!p) { return code; }
  if (nsolves) { *nsolves = p->nsolves; }
  return GALPHA_SUCCESS;
}

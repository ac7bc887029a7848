/* Statements of problems: a right one of a random form, and calls that are wrong or
 * come at the wrong time; solvers, tolerances, vectors of all sorts. */
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "native.h"

static void destroy_solver(void *LS)
{
  SUNLinSolFree(LS);
}

static void destroy_newton(void *NLS)
{
  SUNNonlinSolFree(NLS);
}

static SUNMatrix full(struct native *f, int rows, int cols)
{
  return native_matrix(f, (enum native_storage)native_pick(f, 3), rows, cols,
                       false);
}

static void choose(struct native *f)
{
  const int dims[] = {1, 2, 3, 4, 6};
  f->form          = (enum native_form)native_pick(f, NATIVE_FORMS);
  f->n             = dims[native_pick(f, 5)];
  f->m = f->p = f->r = 0;
  f->t0 = native_chance(f, 70) ? 0.0 : native_chance(f, 50) ? 3.0 : -1e3;
  if (f->form <= NATIVE_STATES && f->n > 1)
  {
    f->m = native_pick(f, f->n > 3 ? 3 : f->n);
    f->p = f->m + 2 <= f->n && native_chance(f, 40);
  }
  f->env.drive = f->m && native_chance(f, 30) ? 0.1 : 0.0;
  if (f->form == NATIVE_STATES) { f->r = 1 + native_pick(f, 2); }
  f->y   = native_vector(f, f->n, false);
  f->yp  = native_vector(f, f->n, false);
  f->l   = f->m ? native_vector(f, f->m, false) : NULL;
  f->psi = f->p ? native_vector(f, f->p, false) : NULL;
  f->s   = f->r ? native_vector(f, f->r, false) : NULL;
  native_start(f);
}

static int derivatives(struct native *f)
{
  int code = 0;
  if (native_chance(f, 60))
  {
    code = GALPHASetForceJacPos(f->mem, full(f, f->n, f->n), native_Fq);
  }
  if (!code && native_chance(f, 60))
  {
    code = GALPHASetForceJacVel(f->mem, full(f, f->n, f->n), native_Fv);
  }
  if (!code && f->form == NATIVE_GENERAL)
  {
    SUNMatrix Fr = f->m + f->p ? full(f, f->n, f->m + f->p) : NULL;
    code         = GALPHASetGeneralForce(f->mem, native_general, Fr, native_Fr);
  }
  if (!code && f->form == NATIVE_STATES)
  {
    code =
      GALPHASetStates(f->mem, f->s, NULL, native_states, native_states_force);
  }
  if (!code && f->form == NATIVE_STATES && native_chance(f, 50))
  {
    code = GALPHASetStatesJacVel(f->mem, full(f, f->r, f->n), native_Sv);
  }
  if (!code && f->form == NATIVE_STATES && native_chance(f, 50))
  {
    code = GALPHASetStatesJacStates(f->mem, full(f, f->r, f->r), native_Ss);
  }
  return code;
}

static int mechanics(struct native *f)
{
  int code = GALPHAInitMech(f->mem, native_mass, full(f, f->n, f->n),
                            f->form == NATIVE_MECH ? native_force : NULL, f->t0,
                            f->y, f->yp);
  if (!code && f->m)
  {
    /* differenced only where the matrix has all its entries */
    code = native_chance(f, 30)
             ? GALPHASetHolonomic(
                 f->mem, f->l, native_g,
                 native_matrix(f, NATIVE_DENSE, f->m, f->n, false), NULL)
             : GALPHASetHolonomic(f->mem, f->l, native_g, full(f, f->m, f->n),
                                  native_G);
  }
  if (!code && f->m && native_chance(f, 50))
  {
    code = GALPHASetHolonomicRate(f->mem, native_gt);
  }
  if (!code && f->p)
  {
    code = GALPHASetNonholonomic(f->mem, f->psi, native_k, full(f, 1, f->n),
                                 native_K);
  }
  if (!code && f->p && native_chance(f, 50))
  {
    code = GALPHASetNonholonomicJacPos(f->mem, full(f, 1, f->n), native_Kq);
  }
  return code ? code : derivatives(f);
}

static int residual_solver(struct native *f)
{
  const enum native_storage st = (enum native_storage)native_pick(f, 4);
  const bool mine              = native_chance(f, 60);
  SUNMatrix A                  = native_matrix(f, st, f->n, f->n, false);
  SUNLinearSolver LS           = NULL;
  if (native_chance(f, 25))
  {
    LS = native_keep(f, SUNLinSol_SPGMR(f->y, SUN_PREC_NONE, 10, f->ctx),
                     destroy_solver);
    return GALPHASetLinearSolver(f->mem, LS, NULL);
  }
  if (!mine) { return GALPHA_SUCCESS; }
  LS = st == NATIVE_DENSE     ? SUNLinSol_Dense(f->y, A, f->ctx)
       : st == NATIVE_BAND    ? SUNLinSol_Band(f->y, A, f->ctx)
       : native_chance(f, 50) ? SUNLinSol_KLU(f->y, A, f->ctx)
                              : GALPHASunLinSol_LDLT(f->y, A, f->ctx);
  int code =
    GALPHASetLinearSolver(f->mem, native_keep(f, LS, destroy_solver), A);
  if (code || (st != NATIVE_CSC && st != NATIVE_CSR && native_chance(f, 30)))
  {
    return code;
  }
  return f->form == NATIVE_FIRST ? GALPHASetJacFn(f->mem, native_jac1)
                                 : GALPHASetJac2Fn(f->mem, native_jac2);
}

static int products(struct native *f)
{
  const int code = GALPHAInitMechTimes(f->mem, native_mass_times, native_force,
                                       f->t0, f->y, f->yp);
  SUNLinearSolver LS = native_keep(
    f, SUNLinSol_SPGMR(f->y, SUN_PREC_NONE, 10, f->ctx), destroy_solver);
  return code ? code : GALPHASetLinearSolver(f->mem, LS, NULL);
}

void native_state(struct native *f)
{
  int code = 0;
  choose(f);
  if (f->form <= NATIVE_STATES) { code = mechanics(f); }
  else if (f->form == NATIVE_TIMES) { code = products(f); }
  else
  {
    code = f->form == NATIVE_FIRST
             ? GALPHAInit(f->mem, native_res1, f->t0, f->y, f->yp)
             : GALPHAInit2(f->mem, native_res2, f->t0, f->y, f->yp, NULL);
    if (!code) { code = residual_solver(f); }
  }
  f->rtol = 1e-4;
  if (!code) { code = GALPHASStolerances(f->mem, f->rtol, f->rtol); }
  if (code) { native_fail(f, "a right statement was refused: %d", code); }
  f->formulation = GALPHA_SOI2;
  if (f->form <= NATIVE_STATES && f->form != NATIVE_STATES)
  {
    f->formulation = 1 + native_pick(f, 3);
    GALPHASetFormulation(f->mem, f->formulation);
  }
  f->stated = true;
  native_called(f, code, "the statement");
}

void native_bad_statement(struct native *f)
{
  const int n  = f->stated ? f->n : 1 + native_pick(f, 4);
  const bool w = native_chance(f, 80);
  N_Vector a   = native_vector(f, n, w);
  N_Vector b   = native_vector(f, n, native_chance(f, 30));
  SUNMatrix A  = native_matrix(f, (enum native_storage)native_pick(f, 3), n, n,
                               native_chance(f, 60));
  void *mem    = f->mem;
  const bool may = f->stated; /* before that a wrong one could be accepted */
  int code       = GALPHA_ILL_INPUT;
  switch (native_pick(f, may ? 14 : 4))
  {
  case 0: code = GALPHAInit(mem, NULL, f->t0, a, b); break;
  case 1: code = GALPHAInit2(mem, NULL, native_real(f), a, b, a); break;
  case 2:
    code = GALPHAInitMech(mem, native_mass, A, native_force, f->t0, a, NULL);
    break;
  case 3:
    code = GALPHAInitMechTimes(mem, NULL, native_force, f->t0, a, b);
    break;
  case 4: code = GALPHASetHolonomic(mem, a, NULL, A, native_G); break;
  case 5: code = GALPHASetNonholonomic(mem, a, NULL, A, native_K); break;
  case 6:
    code = GALPHASetForceJacPos(
      mem, native_matrix(f, NATIVE_DENSE, n + 1, n, false), native_Fq);
    break;
  case 7:
    code = GALPHASetForceJacVel(
      mem, native_matrix(f, NATIVE_CSR, n, n + 1, false), native_Fv);
    break;
  case 8: code = GALPHASetGeneralForce(mem, NULL, A, native_Fr); break;
  case 9: code = GALPHASetStates(mem, a, b, NULL, NULL); break;
  case 10:
    code = GALPHASetDiffOrder(mem, native_vector(f, n + 1, false));
    break;
  case 11: code = GALPHASetForceJacStates(mem, NULL, native_Ss); break;
  case 12:
    code = GALPHASetStatesJacPos(
      mem, native_matrix(f, NATIVE_DENSE, n + 2, n, false), native_Sv);
    break;
  default:
    code = GALPHASetNonholonomicJacPos(
      mem, native_matrix(f, NATIVE_CSC, 2, n + 1, false), native_Kq);
  }
  native_called(f, code, "a wrong statement");
  if (code >= 0) { native_fail(f, "a wrong statement was accepted"); }
}

void native_linear_solver(struct native *f)
{
  const int n    = f->stated ? f->n + f->m + f->p + f->r : 3;
  const int size = native_chance(f, 50) ? n : n + 1 - 2 * (n > 1);
  N_Vector x     = native_vector(f, size, false);
  SUNMatrix A =
    native_matrix(f, (enum native_storage)native_pick(f, 4), size, size, false);
  SUNLinearSolver LS     = NULL;
  SUNNonlinearSolver NLS = NULL;
  if (!x || !A) { return; }
  switch (native_pick(f, 6))
  {
  case 0: LS = SUNLinSol_Dense(x, A, f->ctx); break;
  case 1: LS = SUNLinSol_KLU(x, A, f->ctx); break;
  case 2: LS = SUNLinSol_Band(x, A, f->ctx); break;
  case 3: LS = GALPHASunLinSol_LDLT(x, A, f->ctx); break;
  case 4: LS = SUNLinSol_SPGMR(x, SUN_PREC_LEFT, 5, f->ctx); break;
  default:
    NLS = native_keep(f, SUNNonlinSol_Newton(x, f->ctx), destroy_newton);
    if (!f->stated || size == n) { return; }
    native_called(f, GALPHASetNonlinearSolver(f->mem, NLS), "Set NLS");
    return;
  }
  LS              = native_keep(f, LS, destroy_solver);
  SUNMatrix other = native_matrix(f, (enum native_storage)native_pick(f, 4), n,
                                  n, native_chance(f, 50));
  /* the right pair would be as good as the present one: leave that to the start */
  if (f->stated && native_chance(f, 70)) { A = other; }
  struct native_snapshot s;
  native_take(f, &s);
  const int code = GALPHASetLinearSolver(f->mem, LS, A);
  native_called(f, code, "GALPHASetLinearSolver");
  native_same(f, &s, "GALPHASetLinearSolver");
  if (!code) { f->strange = true; }
}

void native_tolerances(struct native *f)
{
  const sunrealtype a = native_real(f), b = native_real(f);
  N_Vector v = native_vector(f, f->n > 0 ? f->n : 2, true);
  int code   = 0;
  struct native_snapshot s;
  native_take(f, &s);
  switch (native_pick(f, 8))
  {
  case 0: code = GALPHASStolerances(f->mem, a, b); break;
  case 1: code = GALPHASVtolerances(f->mem, a, v); break;
  case 2:
    code = GALPHAWFtolerances(f->mem, native_chance(f, 50) ? native_ewt : NULL);
    break;
  case 3: code = GALPHASStolerancesVel(f->mem, a, b); break;
  case 4: code = GALPHASVtolerancesVel(f->mem, a, v); break;
  case 5:
    code =
      GALPHAWFtolerancesVel(f->mem, native_chance(f, 50) ? native_ewt : NULL);
    break;
  case 6: code = GALPHASStolerancesStates(f->mem, a, b); break;
  default: code = GALPHASetMultiplierTolerances(f->mem, a, b);
  }
  native_called(f, code, "tolerances");
  native_same(f, &s, "tolerances");
  if (!code) { f->strange = true; }
}

/* Functions that take vectors, with all sorts of them. */
void native_vectors(struct native *f)
{
  const int n    = f->n > 0 ? f->n : 2;
  N_Vector wrong = native_vector(f, n, true), y = native_vector(f, n, false);
  sunrealtype t = f->t0;
  void *mem     = f->mem;
  int code      = 0;
  struct native_snapshot s;
  native_take(f, &s);
  GALPHAGetCurrentTime(mem, &t);
  switch (native_pick(f, 14))
  {
  case 0: code = GALPHAGetDky(mem, t, native_pick(f, 5) - 1, wrong); break;
  case 1: code = GALPHAGetDky(mem, native_real(f), native_pick(f, 3), y); break;
  case 2: code = GALPHAGetAcceleration(mem, t, wrong); break;
  case 3: code = GALPHAGetAlgorithmicAcceleration(mem, &t, wrong); break;
  case 4: code = GALPHAGetMultipliers(mem, t, wrong, wrong); break;
  case 5: code = GALPHAGetStates(mem, t, wrong); break;
  case 6: code = GALPHAGetErrWeights(mem, wrong); break;
  case 7: code = GALPHAGetErrWeightsVel(mem, wrong); break;
  case 8: code = GALPHAGetEstLocalErrors(mem, wrong); break;
  case 9: code = GALPHAGetEstLocalErrorsVel(mem, wrong); break;
  case 10: code = GALPHAGetConsistentIC(mem, wrong, y); break;
  case 11: code = GALPHAComputeY(mem, wrong, y); break;
  case 12: code = GALPHAComputeYp(mem, y, wrong); break;
  default: code = GALPHASetStateValues(mem, wrong);
  }
  native_called(f, code, "a vector");
  native_same(f, &s, "a function with a vector");
}

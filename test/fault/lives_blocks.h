/* Lives of mechanical objects stated by blocks, for lives.h: a problem stated call by call,
 * constraints that are redundant, an order that is raised and a share of the reactions that
 * enters in mid-run. */
#pragma once

#include "lives_begin.h"

struct blocks
{
  const struct problem *pb;
  enum problem_storage storage;
  int formulation, differenced, ldlt;
  struct small s;
  SUNMatrix M, G, K, Kq, Fq, Fv, Fr; /* with the pattern at the start */
  SUNMatrix D;                       /* of an impact: one row */
  SUNMatrix S;                       /* of states */
  N_Vector order;
};

static SUNMatrix block(const struct blocks *x, sunindextype rows,
                       sunindextype cols)
{
  if (rows == 0 || cols == 0) { return NULL; }
  return KEEP(x->storage == PROBLEM_DENSE
                ? SUNDenseMatrix(rows, cols, ctx)
                : SUNSparseMatrix(rows, cols, rows * cols, CSC_MAT, ctx));
}

static sunrealtype *data_of(N_Vector x)
{
  return x ? N_VGetArrayPointer(x) : NULL;
}

static void blocks_begin(void *life)
{
  struct blocks *x         = life;
  const struct problem *pb = x->pb;
  struct problem_state s;
  CHECK(!problem_state_new(&s, pb, ctx));
  x->M  = block(x, pb->n, pb->n);
  x->G  = block(x, pb->m, pb->n);
  x->K  = block(x, pb->p, pb->n);
  x->Kq = block(x, pb->p, pb->n);
  x->Fq = block(x, pb->n, pb->n);
  x->Fv = block(x, pb->n, pb->n);
  x->Fr = block(x, pb->n, pb->general ? pb->m + pb->p : 0);
  x->D  = KEEP(SUNDenseMatrix(1, pb->n, ctx));
  for (sunindextype j = 0; j < pb->n; j++)
  {
    SM_ELEMENT_D(x->D, 0, j) = 1.0 + 0.5 * (int)j;
  }
  x->S     = pb->ns ? KEEP(SUNDenseMatrix(pb->ns, pb->ns, ctx)) : NULL;
  x->order = pb->ns ? small_vector(ctx, pb->ns, pb->state_order) : NULL;
  for (sunindextype i = 0; i < pb->ns; i++)
  {
    NV_Ith_S(s.s, i) = pb->state_start[i];
  }
  problem_start(pb, N_VGetArrayPointer(s.q), N_VGetArrayPointer(s.v));
  if (pb->exact)
  {
    pb->exact(pb->t0, NULL, NULL, NULL, data_of(s.lambda), data_of(s.psi),
              pb->data);
  }
  problem_mass(pb, pb->t0, s.q, x->M);
  if (x->G) { pb->G(pb->t0, s.q, x->G, pb->data); }
  if (x->K && pb->K) { pb->K(pb->t0, s.q, s.v, x->K, pb->data); }
  if (x->Kq && pb->Kq) { pb->Kq(pb->t0, s.q, s.v, x->Kq, pb->data); }
  GALPHAForceJacFn fn[] = {pb->dfdq, pb->dfdv, pb->dfdr};
  SUNMatrix J[]         = {x->Fq, x->Fv, x->Fr};
  for (int i = 0; i < 3; i++)
  {
    if (!fn[i] || !J[i]) { continue; }
    fn[i](pb->t0, s.q, s.v, s.lambda, s.psi, J[i], pb->data);
  }
  x->s = (struct small){
    .q = s.q, .v = s.v, .a = s.a, .lambda = s.lambda, .psi = s.psi, .s = s.s};
}

static int no_root(sunrealtype t, const GALPHARootPoint *at, sunrealtype *gout,
                   void *data)
{
  gout[0] = 1 + t + 0 * N_VMaxNorm(at->a);
  return 0;
}

static int blocks_constraints(struct blocks *x, int i)
{
  const struct problem *pb = x->pb;
  struct small *s          = &x->s;
  switch (i)
  {
  case 2:
    return pb->m ? GALPHASetHolonomic(s->mem, s->lambda, pb->g, x->G, pb->G)
                 : 0;
  case 3:
    return pb->p ? GALPHASetNonholonomic(s->mem, s->psi, pb->k, x->K, pb->K)
                 : 0;
  case 4:
    return pb->Kq ? GALPHASetNonholonomicJacPos(s->mem, x->Kq, pb->Kq) : 0;
  default:
    return pb->general ? GALPHASetGeneralForce(s->mem, pb->general, x->Fr,
                                               x->differenced ? NULL : pb->dfdr)
                       : 0;
  }
}

static int no_store(void *user, const void *data, size_t size)
{
  return 0;
}

#define BLOCKS_CALLS 26

/* The problem. */
static int blocks_state(struct blocks *x, int i)
{
  const struct problem *pb = x->pb;
  struct small *s          = &x->s;
  const int given          = !x->differenced;
  switch (i)
  {
  case 0: return life_create(&s->mem, &s->said);
  case 1:
    return GALPHAInitMech(s->mem, pb->mass, x->M, pb->force, pb->t0, s->q,
                          s->v);
  case 6:
    return given && pb->dfdq ? GALPHASetForceJacPos(s->mem, x->Fq, pb->dfdq)
                             : 0;
  case 7:
    return given && pb->dfdv ? GALPHASetForceJacVel(s->mem, x->Fv, pb->dfdv)
                             : 0;
  case 8:
    return pb->ns ? GALPHASetStates(s->mem, s->s, x->order, pb->states,
                                    pb->state_force)
                  : 0;
  case 9: return pb->ns ? GALPHASetStatesJacStates(s->mem, x->S, NULL) : 0;
  case 10: N_VConst(1e-7, s->a); return GALPHASVtolerances(s->mem, 1e-5, s->a);
  case 11: return GALPHARootInitExt(s->mem, 1, no_root);
  case 12: return GALPHASetFormulation(s->mem, x->formulation);
  case 13: return GALPHASetOption(s->mem, "keep_jacobian", 1);
  case 14: return GALPHASetOption(s->mem, "ldlt", x->ldlt ? 1 : -1);
  default: return blocks_constraints(x, i);
  }
}

/* Its integration. */
static int blocks_call(void *life, int i)
{
  struct blocks *x         = life;
  const struct problem *pb = x->pb;
  struct small *s          = &x->s;
  sunrealtype energy       = 0.0;
  const sunrealtype e      = 0.5;
  switch (i)
  {
  case 15: return GALPHACheckJacobian(s->mem, 0.0, NULL);
  case 16: return GALPHACalcIC(s->mem, GALPHA_PROJECT_INIT, 0.1);
  case 17: return small_solve(s, 0.02);
  case 18: GALPHASetFixedStep(s->mem, 1e-3); return small_solve(s, 0.03);
  case 19: return GALPHAGetEnergy(s->mem, &energy);
  case 20: return GALPHAGetPower(s->mem, &energy, NULL);
  case 21: return GALPHAWriteCheckpoint(s->mem, no_store, NULL);
  case 22:
    return GALPHASetActive(
      s->mem, pb->m ? GALPHA_HOLONOMIC : GALPHA_NONHOLONOMIC, 0, 0);
  case 23: return small_solve(s, 0.032);
  case 24: /* without freedom nothing can move */
    return pb->n == pb->m + pb->p ? 0 : GALPHAImpact(s->mem, 1, x->D, &e, NULL);
  case 25: return GALPHAReInit(s->mem, s->t, s->q, s->v);
  default: return blocks_state(x, i);
  }
}

/* Redundant constraints, gone on with. */
static void redundant_begin(void *life)
{
  struct blocks *x = life;
  CHECK(!small_problem(&x->s, ctx, x->pb, x->storage));
  CHECK(!GALPHASetFormulation(x->s.mem, x->formulation));
  CHECK(!GALPHASetRedundancy(x->s.mem, GALPHA_REDUNDANT_LEAST_NORM));
}

static int redundant_call(void *life, int i)
{
  struct blocks *x = life;
  return i == 0 ? GALPHACalcIC(x->s.mem, GALPHA_PROJECT_INIT, 0.1)
                : small_solve(&x->s, 0.01 * i);
}

/* A higher order in mid-run. */
static void raise_begin(void *life)
{
  struct blocks *x = life;
  CHECK(!small_problem(&x->s, ctx, x->pb, x->storage));
  CHECK(!GALPHASetFormulation(x->s.mem, x->formulation));
  CHECK(!GALPHASetMaxOrd(x->s.mem, 2));
  CHECK(!small_solve(&x->s, 0.1));
}

static int raise_call(void *life, int i)
{
  struct small *s = &((struct blocks *)life)->s;
  return i == 0 ? GALPHASetMaxOrd(s->mem, 5) : small_solve(s, 0.3);
}

/* Up to t = 5 steps are short; then they need the reactions' share. */
static void share_begin(void *life)
{
  struct blocks *x = life;
  CHECK(!small_problem(&x->s, ctx, x->pb, x->storage));
  CHECK(!GALPHASStolerances(x->s.mem, 1e-4, 1e-4));
  CHECK(!small_solve(&x->s, 5.0));
}

static int share_call(void *life, int i)
{
  struct small *s = &((struct blocks *)life)->s;
  long fails      = 0;
  if (i == 0) { return small_solve(s, 2e3); }
  const int ret = small_solve(s, 1e4);
  CHECK(!GALPHAGetNumStepSolveFails(s->mem, &fails) && fails <= 2);
  CHECK_IN(small_q(s)[0], -1e-3, 1e-3);
  return ret;
}

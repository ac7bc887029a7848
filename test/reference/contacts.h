/* Contacts that close and open: how the tests run them, in which forms. */
#pragma once

#include "support/test.h"

struct way
{
  const char *name;
  int formulation, order, ldlt;
  enum problem_storage storage;
  double rho;
};

static const struct way ways[] = {
  {"SOI2", GALPHA_SOI2, 2, 0, PROBLEM_DENSE, 0.5},
  {"SOI2, order 5", GALPHA_SOI2, 5, 0, PROBLEM_DENSE, 0.0},
  {"as published", GALPHA_SOI2_LITERAL, 2, 0, PROBLEM_DENSE, 0.9},
  {"index 3", GALPHA_INDEX3, 2, 0, PROBLEM_DENSE, 0.2},
  {"KLU", GALPHA_SOI2, 5, 0, PROBLEM_SPARSE, 0.9},
  {"L D L^T, index 3", GALPHA_INDEX3, 5, 1, PROBLEM_SPARSE, 0.5},
};

/* With root functions that fall. */
static inline void begin(struct small *s, const struct problem *pb,
                         struct way way, GALPHARootFnExt events)
{
  /* multipliers are linear within a step */
  BEGIN(s, .pb = pb, .storage = way.storage, .formulation = way.formulation,
        .rtol = 1e-8,
        .set  = {{"max_order", way.order},
                 {"rho_inf", way.rho},
                 {"max_num_steps", -1},
                 {"max_step", 0.01},
                 {"ldlt", way.ldlt ? 1 : -1}});
  CHECK(!GALPHARootInitExt(s->mem, 1, events));
  CHECK(!GALPHASetRootDirection(s->mem, (int[]){-1}));
}

static inline int on(struct small *s, int kind, int row, int on)
{
  return GALPHASetActive(s->mem, kind, row, on);
}

/* The next event comes at this time, falling or rising. */
static inline void event_at(struct small *s, double t, double tol)
{
  CHECK(small_solve(s, 100.0) == GALPHA_ROOT_RETURN);
  CHECK_IN(s->t - t, -tol, tol);
}

static inline double multiplier(struct small *s, int row)
{
  CHECK(!GALPHAGetMultipliers(s->mem, s->t, s->lambda, s->psi));
  return N_VGetArrayPointer(s->lambda)[row];
}

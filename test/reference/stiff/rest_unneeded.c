/* Flexible models whose iteration converges without it: the library may look whether
 * the reactions' share is wanting, and takes the same steps as if told to leave it out,
 * with at most 2 % more evaluations of forces and constraints. */
#include "support/models/flexible/mechanism.h"
#include "support/test.h"

#define BARS 40

static struct
{
  GALPHAForceFn force;
  GALPHAHolonomicFn g;
  GALPHAHolonomicJacFn G;
  long calls;
} model;

static int force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f, void *data)
{
  model.calls++;
  return model.force(t, q, v, f, data);
}

static int g(sunrealtype t, N_Vector q, N_Vector out, void *data)
{
  model.calls++;
  return model.g(t, q, out, data);
}

static int G(sunrealtype t, N_Vector q, SUNMatrix A, void *data)
{
  model.calls++;
  return model.G(t, q, A, data);
}

struct work
{
  long steps, calls;
  sunrealtype end;
};

static struct work run(struct mechanism m, int form, sunrealtype rtol, int told)
{
  struct work w = {0};
  CHECK(m.pb != NULL);
  model.force = m.pb->force;
  model.g     = m.pb->g;
  model.G     = m.pb->G;
  m.pb->force = force;
  m.pb->g     = g;
  m.pb->G     = G;
  SMALL(s, .pb = m.pb, .storage = PROBLEM_SPARSE, .formulation = form,
        .rtol = rtol);
  if (told) { CHECK(GALPHASetOption(s->mem, "reaction_jac", 0) == 0); }
  model.calls = 0;
  CHECK(small_solve(s, 0.5) == 0);
  GALPHAGetNumSteps(s->mem, &w.steps);
  w.calls = model.calls;
  w.end   = N_VDotProd(s->q, s->q);
  return w;
}

static struct mechanism make(int which)
{
  switch (which)
  {
  case 0: return mechanism_chain(BARS, 0.01, 1e-3);
  case 1: return mechanism_slider_crank(BARS, 10.0, 1e-5, 10.0);
  case 2: return mechanism_slider_crank(BARS, 10.0, 1e-7, 20.0);
  default: return mechanism_fourbar(BARS / 2, 1.0);
  }
}

TEST_MAIN()
{
  const sunrealtype rtol[] = {1e-3, 1e-4, 1e-5};
  for (int i = 0; i < 24; i++)
  {
    const int which = i % 4, form = i / 12 ? GALPHA_INDEX3 : GALPHA_SOI2;
    const sunrealtype tol  = rtol[i / 4 % 3];
    const struct work own  = run(make(which), form, tol, 0);
    const struct work told = run(make(which), form, tol, 1);
    check_of("model %d, formulation %d, rtol %g", which, form, tol);
    CHECK(own.steps == told.steps && own.end == told.end);
    CHECK_IN(own.calls, told.calls, 1.02 * (double)told.calls);
  }
}

/* Lives of F(t,y,y') = 0 and F(t,y,y',y'') = 0, for lives.h. */
#pragma once

#include "lives_begin.h"

RESIDUAL1_EACH(decays, yp[i] + (int)(i + 1) * y[i])
RESIDUAL2_EACH(springs, ypp[i] + (int)(i + 1) * y[i])
ROOTS_IS(passes, t - 0.033)

struct residual_life
{
  int second;
  struct small s;
  N_Vector atol;
};

static void residual_life_begin(void *life)
{
  struct residual_life *x = life;
  x->s    = (struct small){.q = small_vector(ctx, 3, VALUES(1.0, 0.5, 0.1)),
                           .v = small_vector(ctx, 3, NULL)};
  x->atol = small_vector(ctx, 3, VALUES(1e-6, 1e-6, 1e-6));
  for (int i = 0; i < 3 && !x->second; i++)
  {
    small_v(&x->s)[i] = -(i + 1) * small_q(&x->s)[i];
  }
}

static int residual_life_call(void *life, int i)
{
  struct residual_life *x = life;
  struct small *s         = &x->s;
  switch (i)
  {
  case 0: return life_create(&s->mem, &s->said);
  case 1:
    return x->second ? GALPHAInit2(s->mem, springs, 0.0, s->q, s->v, NULL)
                     : GALPHAInit(s->mem, decays, 0.0, s->q, s->v);
  case 2: return GALPHASVtolerances(s->mem, 1e-5, x->atol);
  case 3: return GALPHARootInit(s->mem, 1, passes);
  case 4: return GALPHASetOption(s->mem, "keep_jacobian", 1);
  case 5: return GALPHACheckJacobian(s->mem, 0.0, NULL);
  case 6: return GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0);
  case 7: return small_solve(s, 0.03);
  case 8: /* as far as the root */
    i = small_solve(s, 0.1);
    return i == GALPHA_ROOT_RETURN ? 0 : i;
  case 9: return GALPHAReInit(s->mem, s->t, s->q, s->v);
  case 10: return GALPHASetStopTime(s->mem, 0.5);
  default: return small_solve(s, 0.2);
  }
}

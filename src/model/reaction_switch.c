/* When the effect of the reaction Jacobian R may be tested, and switching it on and
 * off. Intervals are counted in matrices built. */
#include <math.h>

#include "base/tuning.h"
#include "model/reaction_jacobian.h"

void galpha_reaction_begin_stage(struct galpha_reaction_jac *s, bool velocities,
                                 sunrealtype dv)
{
  s->velocities = velocities;
  s->dv         = fabs(dv);
}

bool galpha_reaction_due(const struct galpha_reaction_jac *s, long int builds,
                         bool failed)
{
  const long int earlier = failed && s->wait > REACTION_WAIT_FAILED
                             ? s->wait - REACTION_WAIT_FAILED
                             : 0;
  return builds >= s->next - earlier;
}

void galpha_reaction_postpone_test(struct galpha_reaction_jac *s,
                                   long int builds)
{
  s->wait = s->wait == 0                   ? REACTION_WAIT
            : s->wait < REACTION_WAIT_MOST ? 2 * s->wait
                                           : REACTION_WAIT_MOST;
  s->next = builds + s->wait;
}

void galpha_reaction_postpone_review(struct galpha_reaction_jac *s,
                                     long int builds)
{
  s->next = builds + s->min_on;
}

void galpha_reaction_switch_on(struct galpha_reaction_jac *s, long int builds)
{
  const bool too_early = s->min_on > 0 && builds - s->ended <= 2 * s->min_on;
  const long int twice =
    s->min_on < REACTION_MIN_ON_MOST ? 2 * s->min_on : REACTION_MIN_ON_MOST;
  s->min_on       = too_early ? twice : REACTION_MIN_ON;
  s->next         = builds + s->min_on;
  s->wait         = 0;
  s->on           = true;
  s->by_positions = !s->velocities;
}

void galpha_reaction_switch_off(struct galpha_reaction_jac *s, long int builds)
{
  s->on    = false;
  s->ended = s->next = builds;
}

void galpha_reaction_restore(struct galpha_reaction_jac *s, bool on,
                             long int builds)
{
  s->on   = on;
  s->next = builds;
}

/* When the reactions' share in matrices may be tested again, and while it is on; counted in
 * matrices built. */
#include <math.h>

#include "base/tuning.h"
#include "model/reaction_jacobian.h"

void galpha_share_begin_stage(struct galpha_share *s, bool velocities,
                              sunrealtype dv)
{
  s->velocities = velocities;
  s->dv         = fabs(dv);
}

bool galpha_share_due(const struct galpha_share *s, long int builds,
                      bool failed)
{
  const long int spared = failed && s->wait > REACTION_WAIT_FAILED
                            ? s->wait - REACTION_WAIT_FAILED
                            : 0;
  return builds >= s->next - spared;
}

void galpha_share_postpone_test(struct galpha_share *s, long int builds)
{
  s->wait = s->wait == 0                   ? REACTION_WAIT
            : s->wait < REACTION_WAIT_MOST ? 2 * s->wait
                                           : REACTION_WAIT_MOST;
  s->next = builds + s->wait;
}

void galpha_share_postpone_review(struct galpha_share *s, long int builds)
{
  s->next = builds + s->hold;
}

void galpha_share_switch_on(struct galpha_share *s, long int builds)
{
  const bool soon = s->hold > 0 && builds - s->ended <= 2 * s->hold;
  s->hold =
    soon ? (s->hold < REACTION_HOLD_MOST ? 2 * s->hold : REACTION_HOLD_MOST)
         : REACTION_HOLD;
  s->next         = builds + s->hold;
  s->wait         = 0;
  s->on           = true;
  s->by_positions = !s->velocities;
}

void galpha_share_switch_off(struct galpha_share *s, long int builds)
{
  s->on    = false;
  s->ended = s->next = builds;
}

void galpha_share_restore(struct galpha_share *s, bool on, long int builds)
{
  s->on   = on;
  s->next = builds;
}

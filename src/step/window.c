#include "step/window.h"

#include <string.h>

#include "base/tuning.h"

void galpha_window_begin(struct galpha_window *w)
{
  memset(w->count, 0, sizeof w->count);
  w->at_most = w->at_least = w->at_stop = 0;
}

void galpha_window_clear(struct galpha_window *w)
{
  memset(w, 0, sizeof *w);
}

void galpha_window_note(struct galpha_window *w, enum galpha_outcome outcome,
                        sunrealtype h, struct galpha_window_limits limits,
                        bool stop)
{
  w->count[outcome]++;
  if (w->known < GALPHA_RECENT) { w->known++; }
  else { w->recent_count[w->recent[w->next]]--; }
  w->recent_count[outcome]++;
  w->recent[w->next] = (unsigned char)outcome;
  w->next            = (w->next + 1) % GALPHA_RECENT;
  if (outcome != GALPHA_OUTCOME_TAKEN) { return; }
  w->at_most += limits.most > 0.0 && h >= limits.most * (1.0 - WINDOW_SAME);
  w->at_least += h <= limits.least * (1.0 + WINDOW_SAME);
  w->at_stop += stop;
  if (h > w->longest) { w->longest = h; }
}

long int galpha_window_attempts(const struct galpha_window *w)
{
  long int all = 0;
  for (int i = 0; i < GALPHA_OUTCOMES; i++) { all += w->count[i]; }
  return all;
}

int galpha_window_recent(const struct galpha_window *w,
                         enum galpha_outcome outcome)
{
  return w->recent_count[outcome];
}

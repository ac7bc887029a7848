#include "method/history.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

#include "base/tuning.h"
#include "base/vector_slots.h"
#include "base/vector_sum.h"

#define COUNT(a)   (sizeof(a) / sizeof((a)[0]))
#define SLOT(name) offsetof(struct galpha_state, name)
static const size_t n_values[]  = {SLOT(q), SLOT(v)};
static const size_t n_second[]  = {SLOT(qdd)};
static const size_t n_rates[]   = {SLOT(a)};
static const size_t n_loads[]   = {SLOT(f), SLOT(Ma), SLOT(Ma_used), SLOT(e)};
static const size_t m_values[]  = {SLOT(lambda)};
static const size_t m_loads[]   = {SLOT(e_lambda)};
static const size_t p_values[]  = {SLOT(psi)};
static const size_t p_loads[]   = {SLOT(e_psi)};
static const size_t s_members[] = {SLOT(s), SLOT(sdot)};
static const size_t s_rates[]   = {SLOT(w)};
static const size_t n_used[]    = {SLOT(a_used)};
static const size_t s_used[]    = {SLOT(w_used)};

#define SLOTS(a)  \
  {               \
    (a), COUNT(a) \
  }
/* The states that have vectors of their own. */
enum span
{
  EACH,       /* now, trial and prev */
  NEWEST_TWO, /* now and trial: those of prev are never read */
  BY_RATES    /* prev only with far_rates: for the predictor */
};

enum part
{
  EVERY, /* problem */
  SECOND_ORDER,
  LOADS
};

/* Groups of vectors that are clones of one vector: 0: q, 1: lambda, 2: psi, 3: s. */
static const struct group
{
  struct galpha_slots slots;
  int space;
  enum part part;
  enum span span;
} groups[] = {
  {SLOTS(n_values), 0, EVERY, EACH},
  {SLOTS(m_values), 1, EVERY, EACH},
  {SLOTS(p_values), 2, EVERY, EACH},
  {SLOTS(s_members), 3, EVERY, EACH},
  {SLOTS(n_second), 0, SECOND_ORDER, EACH},
  {SLOTS(n_rates), 0, EVERY, NEWEST_TWO},
  {SLOTS(s_rates), 3, EVERY, NEWEST_TWO},
  {SLOTS(n_used), 0, EVERY, BY_RATES},
  {SLOTS(s_used), 3, EVERY, BY_RATES},
  {SLOTS(n_loads), 0, LOADS, NEWEST_TWO},
  {SLOTS(m_loads), 1, LOADS, NEWEST_TWO},
  {SLOTS(p_loads), 2, LOADS, NEWEST_TWO},
};

static bool lacks_prev(const struct galpha_hist *hist, const struct group *g)
{
  return g->span == NEWEST_TWO || (g->span == BY_RATES && !hist->far_rates);
}

/* Allocates the vectors of one part that do not exist yet. */
static int provide(struct galpha_hist *hist, N_Vector const *like,
                   enum part part)
{
  struct galpha_state *const of[] = {hist->now, hist->trial, hist->prev};
  for (size_t i = 0; i < COUNT(groups); i++)
  {
    const struct group *g = &groups[i];
    for (int k = 0; g->part == part && k < (lacks_prev(hist, g) ? 2 : 3); k++)
    {
      if (galpha_slots_clone(&g->slots, of[k], like[g->space])) { return -1; }
    }
  }
  return 0;
}

struct galpha_state_view galpha_state_view(const struct galpha_state *s,
                                           int space)
{
  return space == 0
           ? (struct galpha_state_view){s->q, s->v, s->a, s->a_used}
           : (struct galpha_state_view){s->s, s->sdot, s->w, s->w_used};
}

N_Vector galpha_state_second(const struct galpha_state *s)
{
  return s->qdd ? s->qdd : s->v;
}

/* Allocates the vectors of older[i] but a_used and w_used. */
static int init_past(struct galpha_past *o, N_Vector const *like,
                     bool second_order)
{
  return galpha_slot_clone(&o->q, like[0]) ||
             galpha_slot_clone(&o->v, second_order ? like[0] : NULL) ||
             galpha_slot_clone(&o->lambda, like[1]) ||
             galpha_slot_clone(&o->psi, like[2]) ||
             galpha_slot_clone(&o->s, like[3])
           ? -1
           : 0;
}

int galpha_hist_deepen(struct galpha_hist *hist, N_Vector const *like,
                       int older)
{
  if (hist->kept < older && hist->kept > 0)
  {
    hist->older[hist->kept - 1].h = 0.0;
  }
  for (; hist->kept < older; hist->kept++)
  {
    if (init_past(&hist->older[hist->kept], like, hist->now->qdd != NULL))
    {
      return -1;
    }
  }
  return 0;
}

/* The scratch vectors for sums of vectors that are not serial. */
static int provide_scratch(struct galpha_hist *hist, N_Vector const *like)
{
  for (int i = 0; i < GALPHA_HIST_SPACES; i++)
  {
    if (!like[i] || galpha_sum_is_serial(like[i])) { continue; }
    if (galpha_slot_clone(&hist->scratch[i], like[i])) { return -1; }
  }
  return 0;
}

/* The oldest states take the borrowed vectors. */
static int borrow(struct galpha_hist *hist, N_Vector const *like,
                  const struct galpha_hist_parts *parts)
{
  for (int i = 0; i < 2; i++)
  {
    hist->borrowed[i]                   = parts->borrowed[i];
    hist->older[parts->older - 1 - i].q = parts->borrowed[i];
  }
  return galpha_hist_deepen(hist, like, parts->older);
}

int galpha_hist_init(struct galpha_hist *hist, N_Vector const *like,
                     const struct galpha_hist_parts *parts)
{
  hist->prev  = &hist->store[0];
  hist->now   = &hist->store[1];
  hist->trial = &hist->store[2];
  return provide(hist, like, EVERY) || provide_scratch(hist, like) ||
             (parts->second_order && provide(hist, like, SECOND_ORDER))
           ? -1
           : borrow(hist, like, parts);
}

int galpha_hist_add_loads(struct galpha_hist *hist, N_Vector const *like)
{
  return provide(hist, like, LOADS);
}

int galpha_hist_add_rates(struct galpha_hist *hist, N_Vector const *like)
{
  hist->far_rates = true;
  return provide(hist, like, EVERY) ||
             galpha_slot_clone(&hist->older[0].a_used, like[0]) ||
             galpha_slot_clone(&hist->older[0].w_used, like[3])
           ? -1
           : 0;
}

void galpha_hist_drop_loads(struct galpha_hist *hist)
{
  for (size_t i = 0; i < 3 * COUNT(groups); i++)
  {
    if (groups[i / 3].part != LOADS) { continue; }
    galpha_slots_free(&groups[i / 3].slots, &hist->store[i % 3]);
  }
}

static void swap(N_Vector *a, N_Vector *b)
{
  N_Vector kept = *a;
  *a            = *b;
  *b            = kept;
}

/* Where q of a state is: now, prev and trial, then older ones. */
static N_Vector *place_of_q(struct galpha_hist *hist, int i)
{
  return i < 3 ? &hist->store[i].q : &hist->older[i - 3].q;
}
#define PLACES (3 + GALPHA_OLDER)

void galpha_hist_return(struct galpha_hist *hist)
{
  for (int j = 0; j < 2 && hist->borrowed[j]; j++)
  {
    N_Vector *own = &hist->older[hist->kept - 1 - j].q;
    for (int i = 0; i < PLACES; i++)
    {
      N_Vector *q = place_of_q(hist, i);
      if (*q == hist->borrowed[j])
      {
        swap(q, own);
        break;
      }
    }
  }
}

void galpha_hist_free(struct galpha_hist *hist)
{
  for (int i = 0; i < PLACES; i++)
  {
    N_Vector *q = place_of_q(hist, i);
    if (*q == hist->borrowed[0] || *q == hist->borrowed[1]) { *q = NULL; }
  }
  hist->borrowed[0] = hist->borrowed[1] = NULL;
  hist->kept                            = 0;
  hist->far_rates                       = false;
  for (int i = 0; i < GALPHA_HIST_SPACES; i++)
  {
    if (hist->scratch[i]) { N_VDestroy(hist->scratch[i]); }
    hist->scratch[i] = NULL;
  }
  for (size_t i = 0; i < 3 * COUNT(groups); i++)
  {
    galpha_slots_free(&groups[i / 3].slots, &hist->store[i % 3]);
  }
  for (int i = 0; i < GALPHA_OLDER; i++)
  {
    struct galpha_past *o = &hist->older[i];
    N_Vector *all[]       = {&o->q,      &o->v,   &o->a_used, &o->w_used,
                             &o->lambda, &o->psi, &o->s};
    for (size_t j = 0; j < COUNT(all); j++)
    {
      if (*all[j]) { N_VDestroy(*all[j]); }
      *all[j] = NULL;
    }
  }
}

/* Moves what is kept of the state s, about to be reused, to older[0] and each older[i]
 * to older[i + 1]; s gets the vectors of the oldest. */
static void keep_past(struct galpha_hist *hist, struct galpha_state *s)
{
  struct galpha_past oldest = hist->older[hist->kept - 1];
  struct galpha_past *near  = &hist->older[0];
  oldest.a_used             = near->a_used;
  oldest.w_used             = near->w_used;
  for (int i = hist->kept - 1; i > 0; i--)
  {
    hist->older[i]        = hist->older[i - 1];
    hist->older[i].a_used = hist->older[i].w_used = NULL;
  }
  *near = oldest;
  swap(&s->q, &near->q);
  if (near->v) { swap(&s->v, &near->v); }
  swap(&s->s, &near->s);
  swap(&s->lambda, &near->lambda);
  swap(&s->psi, &near->psi);
  swap(&s->a_used, &near->a_used);
  swap(&s->w_used, &near->w_used);
  near->t      = s->t;
  near->h      = s->h;
  near->a_time = s->offset.time_used;
  near->w_time = s->state_offset.time_used;
}

int galpha_hist_count(const struct galpha_hist *hist)
{
  sunrealtype h[GALPHA_DEPTH - 1] = {hist->now->h, hist->prev->h};
  int count                       = 1;
  for (int i = 0; i < GALPHA_OLDER - 1; i++) { h[i + 2] = hist->older[i].h; }
  while (count < hist->kept + 2 && h[count - 1] != 0.0) { count++; }
  return count;
}

int galpha_hist_depth(const struct galpha_hist *hist)
{
  const int count = galpha_hist_count(hist);
  return count < 4 ? count : 4;
}

/* Offset of a track in struct galpha_state and struct galpha_past, and its space. */
static const struct
{
  size_t state, past;
  int space;
} tracks[] = {
  [GALPHA_TRACK_Q]      = {offsetof(struct galpha_state, q),
                           offsetof(struct galpha_past, q), 0},
  [GALPHA_TRACK_V]      = {offsetof(struct galpha_state, v),
                           offsetof(struct galpha_past, v), 0},
  [GALPHA_TRACK_S]      = {offsetof(struct galpha_state, s),
                           offsetof(struct galpha_past, s), 3},
  [GALPHA_TRACK_LAMBDA] = {offsetof(struct galpha_state, lambda),
                           offsetof(struct galpha_past, lambda), 1},
  [GALPHA_TRACK_PSI]    = {offsetof(struct galpha_state, psi),
                           offsetof(struct galpha_past, psi), 2},
};

static N_Vector member(const void *object, size_t offset)
{
  return *(const N_Vector *)((const char *)object + offset);
}

void galpha_hist_values(const struct galpha_hist *hist, enum galpha_track track,
                        int n, N_Vector *x)
{
  x[0] = member(hist->now, tracks[track].state);
  if (n > 1) { x[1] = member(hist->prev, tracks[track].state); }
  for (int i = 2; i < n; i++)
  {
    x[i] = member(&hist->older[i - 2], tracks[track].past);
  }
}

N_Vector galpha_hist_trial(const struct galpha_hist *hist,
                           enum galpha_track track)
{
  return member(hist->trial, tracks[track].state);
}

N_Vector galpha_hist_scratch(const struct galpha_hist *hist,
                             enum galpha_track track)
{
  return hist->scratch[tracks[track].space];
}

void galpha_hist_times(const struct galpha_hist *hist, int n, sunrealtype *t)
{
  t[0] = hist->now->t;
  if (n > 1) { t[1] = hist->prev->t; }
  for (int i = 2; i < n; i++) { t[i] = hist->older[i - 2].t; }
}

void galpha_hist_accept(struct galpha_hist *hist)
{
  struct galpha_state *old = hist->prev;
  keep_past(hist, old);
  for (size_t i = 0; i < COUNT(groups); i++)
  {
    if (lacks_prev(hist, &groups[i]))
    {
      galpha_slots_move(&groups[i].slots, hist->now, old);
    }
  }
  hist->prev  = hist->now;
  hist->now   = hist->trial;
  hist->trial = old;
}

void galpha_hist_join(struct galpha_hist *hist)
{
  struct galpha_state *now = hist->now, *trial = hist->trial;
  swap(&now->q, &trial->q);
  swap(&now->v, &trial->v);
  swap(&now->a, &trial->a);
  swap(&now->w, &trial->w);
  swap(&now->qdd, &trial->qdd);
  swap(&now->lambda, &trial->lambda);
  swap(&now->psi, &trial->psi);
  swap(&now->s, &trial->s);
  swap(&now->sdot, &trial->sdot);
  now->t = trial->t;
  now->h = trial->t - hist->prev->t;
}

void galpha_state_restart(struct galpha_state *now)
{
  now->h      = 0.0;
  now->offset = now->state_offset = (struct galpha_offset){0};
}

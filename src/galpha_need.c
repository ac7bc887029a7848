#include "galpha_need.h"

#include <math.h>

/* Rate of a new matrix from which on it is asked why. */
#define SLOW 0.3
/* Contraction that the share is the cause of: at least that, at least so much of the
 * rate seen, and less to be left out again. */
#define CAUSE 0.1
#define PART  0.5
#define LEAVE 0.03
/* Matrices between two looks that found other causes, after a slow and after a failed
 * iteration; matrices that hold the share at least. */
#define WAIT        16
#define WAIT_MOST   128
#define WAIT_FAILED 16
#define HOLD        32
#define HOLD_MOST   1024

/* |J^-1 c R d| / |d| with the last correction d: what a matrix J that lacks the share R
 * leaves of a correction. NaN: it cannot be told. */
static sunrealtype contraction(struct galpha_ls *ls)
{
  struct galpha_form *form = ls->form;
  struct galpha_sys *sys   = form->sys;
  struct galpha_share *s   = &form->share;
  N_Vector out             = form->work;
  const sunrealtype norm   = N_VWrmsNorm(form->d, form->ewt_q);
  sunrealtype rate         = (sunrealtype)NAN;
  if (!(norm > 0.0) || !isfinite(norm)) { return rate; }
  const sunrealtype c = (1.0 - form->meth->alpha_f) * form->coef.y_new / norm;
  N_VConst(0.0, out);
  int ret = galpha_share_base(s, &form->at);
  if (!ret)
  {
    ret = galpha_share_add(s, &form->at, c, c * form->coef.dv, form->d, out);
  }
  if (!ret)
  {
    N_VConst(0.0, form->packed);
    galpha_pack(&form->parts, out, NULL, NULL, form->packed);
    ret = galpha_ls_correct(ls, form->packed);
  }
  if (!ret)
  {
    galpha_unpack(&form->parts, form->packed, out, NULL, NULL);
    rate = N_VWrmsNorm(out, form->ewt_q);
  }
  /* nobody's failure: it was only a look */
  sys->fail.what = sys->products.what = NULL;
  return rate;
}

/* Still needed? The matrix holds the share now, which makes less of it. */
static void review(struct galpha_ls *ls)
{
  struct galpha_share *s = &ls->form->share;
  if (ls->builds < s->next) { return; }
  s->next = ls->builds + s->hold;
  if (contraction(ls) < LEAVE)
  {
    s->on    = false;
    s->ended = s->next = ls->builds;
  }
}

static void turn_on(struct galpha_ls *ls)
{
  struct galpha_share *s = &ls->form->share;
  const bool soon        = s->hold > 0 && ls->builds - s->ended <= 2 * s->hold;
  s->hold = soon ? (s->hold < HOLD_MOST ? 2 * s->hold : HOLD_MOST) : HOLD;
  s->next = ls->builds + s->hold;
  s->wait = 0;
  s->on   = true;
  s->by_positions = !s->velocities;
}

static bool asks(const struct galpha_ls *ls, sunrealtype seen, bool failed)
{
  const struct galpha_share *s = &ls->form->share;
  const long int spared =
    failed && s->wait > WAIT_FAILED ? s->wait - WAIT_FAILED : 0;
  /* where the user's derivatives are complete only stage 2 can be in want */
  return (failed || seen > SLOW) && ls->builds >= s->next - spared &&
         (s->velocities || !galpha_share_complete(s));
}

void galpha_need_share(struct galpha_ls *ls, sunrealtype seen, bool failed,
                       bool insist)
{
  struct galpha_share *s = &ls->form->share;
  if (!ls->current || ls->age != 0 || !galpha_share_possible(s)) { return; }
  if (s->on)
  {
    review(ls);
    return;
  }
  if (!asks(ls, seen, failed)) { return; }
  const sunrealtype rate = failed && insist ? HUGE_VAL : contraction(ls);
  const sunrealtype part = PART * (failed ? 0.5 : fmin(seen, 1.0));
  if (rate >= CAUSE && rate >= part)
  {
    turn_on(ls);
    return;
  }
  s->wait = s->wait == 0 ? WAIT : s->wait < WAIT_MOST ? 2 * s->wait : WAIT_MOST;
  s->next = ls->builds + s->wait;
}

#include "linear/reaction_control.h"

#include <math.h>

/* Contraction rate with a new matrix above which the cause is tested. */
#define SLOW 0.3
/* Turn on if the missing share accounts for a rate of at least CAUSE and at least PART of
 * the observed one; turn off below LEAVE. */
#define CAUSE 0.1
#define PART  0.5
#define LEAVE 0.03
/* Interval between tests that found another cause (doubled each time; after a failed
 * solve at most WAIT_FAILED), and duration of being on (doubled when it was turned off
 * too early); in matrices built. */
#define WAIT        16
#define WAIT_MOST   128
#define WAIT_FAILED 16
#define HOLD        32
#define HOLD_MOST   1024

static bool is_fatal(const struct galpha_sys *sys)
{
  return sys->fail.what && sys->fail.ret < 0;
}

/* out = J^-1 c R d / |d|; returns |out|, the contraction rate that a matrix J without the
 * share R causes for d. NaN if it cannot be evaluated. */
static sunrealtype contraction(struct galpha_ls *ls, N_Vector d, N_Vector out)
{
  struct galpha_model *model = ls->model;
  struct galpha_sys *sys     = model->sys;
  struct galpha_share *s     = &model->share;
  const sunrealtype norm     = N_VWrmsNorm(d, model->ewt_q);
  sunrealtype rate           = (sunrealtype)NAN;
  if (!(norm > 0.0) || !isfinite(norm)) { return rate; }
  const sunrealtype c = model->stage.weight_f * model->stage.beta_h2 / norm;
  N_VConst(0.0, out);
  int ret = galpha_share_base(s, &model->at);
  if (!ret)
  {
    ret = galpha_share_add(s, &model->at, c, c * model->stage.dv, d, out);
  }
  if (!ret)
  {
    N_VConst(0.0, model->packed);
    galpha_pack(&model->parts, out, NULL, NULL, model->packed);
    ret = galpha_ls_correct(ls, model->packed);
  }
  if (!ret)
  {
    galpha_unpack(&model->parts, model->packed, out, NULL, NULL);
    rate = N_VWrmsNorm(out, model->ewt_q);
  }
  /* a callback that fails recoverably here is no failure of the step */
  if (!is_fatal(sys)) { sys->fail.what = sys->products.what = NULL; }
  return rate;
}

/* Turns the share off if its contribution is small. J contains R here, so the estimate is
 * r/(1+r) of that without. The last correction may be round-off across the constraints,
 * to which R does nothing: two steps of a power iteration from a generic vector. */
static void review(struct galpha_ls *ls)
{
  struct galpha_model *model = ls->model;
  struct galpha_share *s     = &model->share;
  if (ls->builds < s->next) { return; }
  s->next = ls->builds + s->hold;
  galpha_vector_signs(model->rq, 0.5);
  contraction(ls, model->rq, model->work);
  if (contraction(ls, model->work, model->rq) < LEAVE)
  {
    s->on    = false;
    s->ended = s->next = ls->builds;
  }
}

static void turn_on(struct galpha_ls *ls)
{
  struct galpha_share *s = &ls->model->share;
  const bool soon        = s->hold > 0 && ls->builds - s->ended <= 2 * s->hold;
  s->hold = soon ? (s->hold < HOLD_MOST ? 2 * s->hold : HOLD_MOST) : HOLD;
  s->next = ls->builds + s->hold;
  s->wait = 0;
  s->on   = true;
  s->by_positions = !s->velocities;
}

static bool asks(const struct galpha_ls *ls, sunrealtype seen, bool failed)
{
  const struct galpha_share *s = &ls->model->share;
  const long int spared =
    failed && s->wait > WAIT_FAILED ? s->wait - WAIT_FAILED : 0;
  /* if the user's derivatives are complete, only stage 2 with G(q_{n+1}) can be slow */
  return (failed || seen > SLOW) && ls->builds >= s->next - spared &&
         (s->velocities || !galpha_share_complete(s));
}

int galpha_share_control(struct galpha_ls *ls, sunrealtype seen, bool failed,
                         bool insist)
{
  struct galpha_share *s = &ls->model->share;
  if (!ls->current || ls->age != 0 || !galpha_share_possible(s)) { return 0; }
  if (s->on)
  {
    review(ls);
    return is_fatal(ls->model->sys) ? -1 : 0;
  }
  if (!asks(ls, seen, failed)) { return 0; }
  const sunrealtype rate = failed && insist
                             ? HUGE_VAL
                             : contraction(ls, ls->model->d, ls->model->work);
  const sunrealtype part = PART * (failed ? 0.5 : fmin(seen, 1.0));
  if (rate >= CAUSE && rate >= part)
  {
    turn_on(ls);
    return 0;
  }
  s->wait = s->wait == 0 ? WAIT : s->wait < WAIT_MOST ? 2 * s->wait : WAIT_MOST;
  s->next = ls->builds + s->wait;
  return is_fatal(ls->model->sys) ? -1 : 0;
}

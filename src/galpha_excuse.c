#include "galpha_excuse.h"

#include <float.h>
#include <math.h>

#include "galpha_block.h"
#include "galpha_clone.h"
#include "galpha_form_res.h"

#define SHORTER 0.1 /* h against that of the longer try */
#define FALLEN  0.3 /* the error of an honest component, then, at the most */
#define COUNTS  0.5 /* tolerances: smaller errors need no excuse */
#define SPELL   2   /* steps that pass the test, between two cuts */
#define PERIOD  3L  /* steps, doubled each time: a jump is soon left behind */
#define LONGEST 20  /* doublings */
#define ONE     5   /* steps apart: the history holds the same jump */

void galpha_excuse_restart(struct galpha_excuse *x, struct galpha_res *res)
{
  *x = (struct galpha_excuse){.told = x->told};
  if (res->untested) { N_VConst(0.0, res->untested); }
}

void galpha_excuse_begin(struct galpha_excuse *x, struct galpha_res *res,
                         long int steps)
{
  /* steps may pass by being cut, each one shorter than the last; and where there are
   * hidden constraints some pass as they are, in between */
  const int spell = res->constrained > 0 ? SPELL : 0;
  if (!x->failed && ++x->passed > spell) { x->h = 0.0; }
  if (x->failed) { x->passed = 0; }
  x->failed = false;
  if (x->times > 0 && x->until == steps) { N_VConst(0.0, res->untested); }
}

/* Found by few runs: allocated then. */
static bool make_room(struct galpha_res *res)
{
  N_Vector *room[] = {&res->untested, &res->longer_try};
  for (int i = 0; i < 2; i++)
  {
    if (*room[i]) { continue; }
    *room[i] = galpha_clone(res->work);
    if (!*room[i]) { return false; }
    N_VConst(0.0, *room[i]);
  }
  return true;
}

/* Errors in tolerances. */
static void scaled(const struct galpha_errtest *et, N_Vector out)
{
  N_VProd(et->est_q, et->ewt_q, out);
  N_VAbs(out, out);
}

/* res->work = 1 where the error counts and has not fallen; true: the others pass the
 * test. est_v, of no use to F(t,y,y'), is overwritten. */
static bool only_stuck(struct galpha_res *res, struct galpha_errtest *et)
{
  N_Vector mask = res->work, more = res->work2;
  scaled(et, mask);
  N_VLinearSum(1.0, mask, -FALLEN, res->longer_try, more);
  N_VCompare(COUNTS, mask, mask);
  N_VProd(mask, more, more);
  N_VAbs(more, mask);
  N_VLinearSum(0.5, mask, 0.5, more, mask);
  N_VCompare(DBL_MIN, mask, mask);
  N_VProd(mask, et->est_q, et->est_v);
  N_VLinearSum(1.0, et->est_q, -1.0, et->est_v, et->est_v);
  return N_VMaxNorm(mask) > 0.0 && N_VWrmsNorm(et->est_v, et->ewt_q) <= 1.0;
}

/* They leave the test, beside those that have. */
static void leave(struct galpha_excuse *x, struct galpha_res *res,
                  long int steps)
{
  sunindextype n = 0;
  N_Vector mask  = res->work;
  N_VProd(mask, res->untested, res->work2);
  N_VLinearSum(1.0, res->untested, 1.0, mask, res->untested);
  N_VLinearSum(1.0, res->untested, -1.0, res->work2, res->untested);
  const sunrealtype *m = galpha_vector_data(mask, &n);
  x->component         = 0;
  while (x->component < n && m[x->component] == 0.0) { x->component++; }
  if (x->times == 0 || steps - x->left > ONE) { x->times++; }
  x->left  = steps;
  x->until = steps + (PERIOD << (x->times < LONGEST ? x->times : LONGEST));
}

bool galpha_excuse_step(struct galpha_excuse *x, struct galpha_step *step,
                        long int steps, sunrealtype *h)
{
  struct galpha_res *res    = step->form->res;
  struct galpha_errtest *et = step->errtest;
  if (!res || !res->res1 || !res->work->ops->nvcompare) { return false; }
  if (!x->failed) { x->first = *h; }
  x->failed = true;
  if (x->h == 0.0)
  {
    if (!make_room(res)) { return false; }
  }
  else if (!(fabs(*h) <= SHORTER * fabs(x->h))) { return false; }
  else if (only_stuck(res, et) &&
           galpha_form_res_unbounded(step->form, res->work))
  {
    leave(x, res, steps);
    *h   = x->first;
    x->h = 0.0;
    return true;
  }
  scaled(et, res->longer_try);
  x->h = *h;
  return false;
}

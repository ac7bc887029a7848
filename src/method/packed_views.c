/* The parts d, dl, dp of unknowns and rq, rl, rp of residuals. Where SUNDIALS' vectors
 * keep their elements in an array that can be exchanged they lie in the packed
 * vector itself, elsewhere they are copies. */
#include "base/clone.h"
#include "method/method.h"

static bool exchangeable(N_Vector v)
{
  if (!v) { return true; }
  return galpha_vector_in_array(v) && v->ops->nvcloneempty &&
         v->ops->nvsetarraypointer;
}

static void bind(N_Vector x, N_Vector q, N_Vector l, N_Vector p)
{
  sunrealtype *at = N_VGetArrayPointer(x);
  N_Vector part[] = {q, l, p};
  for (int i = 0; i < 3; i++)
  {
    if (!part[i]) { continue; }
    N_VSetArrayPointer(at, part[i]);
    at += N_VGetLength(part[i]);
  }
}

int galpha_form_parts_init(struct galpha_form *form, N_Vector q,
                           N_Vector lambda, N_Vector psi, N_Vector packed)
{
  N_Vector like[] = {q, lambda, psi};
  N_Vector *x[]   = {&form->d, &form->dl, &form->dp};
  N_Vector *r[]   = {&form->rq, &form->rl, &form->rp};
  form->views = !form->parts.apart && exchangeable(q) && exchangeable(lambda) &&
                exchangeable(psi) && exchangeable(packed);
  for (int i = 0; i < 3; i++)
  {
    if (!like[i]) { continue; }
    *x[i] = form->views ? galpha_clone_empty(like[i]) : galpha_clone(like[i]);
    *r[i] = form->views ? galpha_clone_empty(like[i]) : galpha_clone(like[i]);
    if (!*x[i] || !*r[i]) { return -1; }
  }
  for (int i = 0; form->views && i < 2; i++)
  {
    form->home[i] = galpha_clone(packed);
    if (!form->home[i]) { return -1; }
  }
  galpha_form_parts_home(form);
  for (int i = 0; i < 3; i++)
  {
    if (*x[i]) { N_VConst(0.0, *x[i]); }
    if (*r[i]) { N_VConst(0.0, *r[i]); }
  }
  return 0;
}

void galpha_form_parts_free(struct galpha_form *form)
{
  N_Vector *all[] = {&form->d,  &form->dl, &form->dp,      &form->rq,
                     &form->rl, &form->rp, &form->home[0], &form->home[1]};
  for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
  {
    if (*all[i]) { N_VDestroy(*all[i]); }
    *all[i] = NULL;
  }
}

void galpha_form_parts_home(struct galpha_form *form)
{
  if (!form->views) { return; }
  bind(form->home[0], form->d, form->dl, form->dp);
  bind(form->home[1], form->rq, form->rl, form->rp);
}

void galpha_form_split(struct galpha_form *form, N_Vector x)
{
  if (form->views) { bind(x, form->d, form->dl, form->dp); }
  else { galpha_unpack(&form->parts, x, form->d, form->dl, form->dp); }
}

void galpha_form_rows(struct galpha_form *form, N_Vector r)
{
  if (form->views) { bind(r, form->rq, form->rl, form->rp); }
}

void galpha_form_rows_done(struct galpha_form *form, N_Vector r)
{
  if (form->views) { bind(form->home[1], form->rq, form->rl, form->rp); }
  else { galpha_pack(&form->parts, form->rq, form->rl, form->rp, r); }
}

sunrealtype galpha_form_dot(struct galpha_form *form, N_Vector x, N_Vector y)
{
  galpha_form_split(form, x);
  N_VProd(form->ewt_q, form->res ? x : form->d, form->work);
  N_VProd(form->ewt_q, form->work, form->work);
  galpha_form_split(form, y);
  return N_VDotProd(form->work, form->res ? y : form->d);
}

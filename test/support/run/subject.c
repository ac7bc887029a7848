/* See subject.h. */
#include "support/run/subject.h"

#include "support/models/reference.h"
#include "support/run/keep.h"

#define ROUND_OFF 1e-11 /* of errors that have no order */

const char *const subject_kind_name[SUBJECT_KINDS] = {
  "q", "v", "a", "x", "x'", "u", "lambda", "psi"};

static int configure(struct subject *s)
{
  void *mem = s->mem;
  int ret   = s->family ? GALPHASetMethod(mem, s->family, s->par)
                        : GALPHASetRhoInf(mem, s->rho);
  if (!ret && !s->family && (s->residual || s->mech->ns > 0))
  {
    ret = GALPHASetRhoInfState(mem, s->rho);
  }
  if (!ret)
  {
    ret = GALPHASStolerances(mem, s->tol, s->atol > 0.0 ? s->atol : s->tol);
  }
  if (!ret && s->order) { ret = GALPHASetMaxOrd(mem, s->order); }
  if (!ret && s->start) { ret = GALPHASetOption(mem, "start", s->start); }
  if (!ret)
  {
    ret = GALPHASetOption(mem, "step_change_correction", s->correct);
  }
  if (!ret && s->strict) { ret = GALPHASetOption(mem, "max_jacobian_age", 0); }
  if (!ret && s->strict) { ret = GALPHASetMaxNonlinIters(mem, 20); }
  return !ret && s->prepare ? s->prepare(s) : ret;
}

/* The models on vectors of this kind. */
static void use_vectors(struct subject *s)
{
  if (!s->make_vec) { return; }
  if (s->mech)
  {
    s->mech_copy          = *s->mech;
    s->mech_copy.make_vec = s->make_vec;
    s->mech               = &s->mech_copy;
  }
  if (s->residual)
  {
    s->residual_copy          = *s->residual;
    s->residual_copy.make_vec = s->make_vec;
    s->residual               = &s->residual_copy;
  }
}

int subject_begin(struct subject *s, const struct subject *what, SUNContext ctx)
{
  int ret = 0;
  *s      = *what;
  use_vectors(s);
  if (s->mech)
  {
    ret = problem_state_new(&s->now, s->mech, ctx) ||
          problem_state_new(&s->right, s->mech, ctx) ||
          (s->lowered && residual_mech_new(&s->low, s->mech, ctx));
  }
  s->run.ctx = ctx;
  if (!ret && s->find_ypp) { s->low.pb.ypp_known = 0; }
  if (!ret && s->mech && !s->lowered)
  {
    s->mem = KEEP(problem_create(s->mech, ctx, s->storage));
    ret    = s->mem ? 0 : GALPHA_MEM_NULL;
    if (!ret && s->formulation)
    {
      ret = GALPHASetFormulation(s->mem, s->formulation);
    }
  }
  else if (!ret)
  {
    ret = residual_begin(&s->run, s->lowered ? &s->low.pb : s->residual, ctx);
    s->mem = s->run.mem;
  }
  s->t = s->mech ? s->mech->t0 : s->residual->t0;
  return ret ? ret : configure(s);
}

/* a, multipliers and states at s->t. */
static int read_rest(struct subject *s)
{
  struct problem_state *x = &s->now;
  int ret                 = GALPHAGetAcceleration(s->mem, s->t, x->a);
  if (!ret && (x->lambda || x->psi))
  {
    ret = GALPHAGetMultipliers(s->mem, s->t, x->lambda, x->psi);
  }
  return !ret && x->s ? GALPHAGetStates(s->mem, s->t, x->s) : ret;
}

static int mechanical_to(struct subject *s, sunrealtype t1)
{
  struct problem_state *x = &s->now;
  int ret                 = GALPHASetStopTime(s->mem, t1);
  if (!ret) { ret = GALPHASolve(s->mem, t1, &x->t, x->q, x->v, GALPHA_NORMAL); }
  s->t = x->t;
  return ret < 0 ? ret : read_rest(s);
}

static void take(N_Vector to, const sunrealtype *from)
{
  memcpy(N_VGetArrayPointer(to), from, (size_t)N_VGetLength(to) * sizeof *from);
}

/* The state of the mechanical problem that the residual is made from. */
static void lift(struct subject *s)
{
  s->t = s->run.t;
  if (!s->lowered) { return; }
  s->now.t = s->t;
  take(s->now.q, residual_y(&s->run));
  take(s->now.v, residual_yp(&s->run));
  take(s->now.a, residual_ypp(&s->run));
  const sunrealtype *multipliers = residual_y(&s->run) + s->mech->n;
  if (s->now.lambda) { take(s->now.lambda, multipliers); }
  if (s->now.psi) { take(s->now.psi, multipliers + s->mech->m); }
}

static int is_mechanical(const struct subject *s)
{
  return s->mech && !s->lowered;
}

int subject_read(struct subject *s)
{
  const int mechanical    = is_mechanical(s);
  struct residual_run *r  = &s->run;
  struct problem_state *x = &s->now;
  int ret                 = GALPHAGetCurrentTime(s->mem, &s->t);
  r->t = x->t = s->t;
  if (!ret) { ret = GALPHAGetDky(s->mem, s->t, 0, mechanical ? x->q : r->y); }
  if (!ret) { ret = GALPHAGetDky(s->mem, s->t, 1, mechanical ? x->v : r->yp); }
  if (ret || mechanical) { return ret ? ret : read_rest(s); }
  ret = GALPHAGetDky(s->mem, s->t, 2, r->ypp);
  lift(s);
  return ret;
}

int subject_step(struct subject *s, sunrealtype h)
{
  int ret;
  if (is_mechanical(s))
  {
    ret  = problem_step(s->mem, s->mech, h, &s->now, NULL);
    s->t = s->now.t;
    return ret ? ret : GALPHAGetAcceleration(s->mem, s->t, s->now.a);
  }
  ret = residual_step(&s->run, h);
  if (!ret) { lift(s); }
  return ret;
}

int subject_to(struct subject *s, sunrealtype t1, sunrealtype h)
{
  int ret = GALPHASetFixedStep(s->mem, h);
  if (!ret)
  {
    ret = is_mechanical(s) ? mechanical_to(s, t1) : residual_to(&s->run, t1);
  }
  if (!ret && (s->residual || s->lowered)) { lift(s); }
  return ret;
}

N_Vector subject_vector(const struct subject *s, enum subject_kind kind)
{
  const struct problem_state *x = &s->now;
  const N_Vector all[]          = {x->q, x->v, x->a,      x->s,
                                   NULL, NULL, x->lambda, x->psi};
  const N_Vector residual[]     = {s->run.y, s->run.yp, s->run.ypp};
  if (s->mech) { return all[kind]; }
  return kind <= SUBJECT_A ? residual[kind] : NULL;
}

/* Multipliers that the equations of motion give at the q and v reached. */
static int own_multipliers(struct subject *s, sunrealtype *lambda)
{
  const size_t mark = keep_mark();
  struct equations eq;
  struct problem_state *x = &s->right;
  int ret                 = equations_new(&eq, s->mech, s->run.ctx);
  x->t                    = s->t;
  N_VScale(1.0, s->now.q, x->q);
  N_VScale(1.0, s->now.v, x->v);
  if (!ret && s->mech->general)
  {
    ret =
      s->mech->exact(s->t, NULL, NULL, NULL, N_VGetArrayPointer(x->lambda),
                     x->psi ? N_VGetArrayPointer(x->psi) : NULL, s->mech->data);
  }
  else if (!ret) { ret = equations_accelerations(&eq, x); }
  *lambda = problem_apart(s->now.lambda, x->lambda);
  keep_back(mark);
  return ret;
}

int subject_errors(struct subject *s, sunrealtype e[SUBJECT_KINDS])
{
  struct problem_state *x = &s->right;
  int ret                 = 0;
  memset(e, 0, SUBJECT_KINDS * sizeof *e);
  if (s->residual)
  {
    s->errors(&s->run, e);
    return 0;
  }
  if (s->own_multipliers) { ret = own_multipliers(s, &e[SUBJECT_LAMBDA]); }
  /* not every solution is known everywhere */
  const struct problem *known = s->known ? s->known : s->mech;
  if (ret || ref_exact_state(known, s->run.ctx, s->t, x)) { return ret; }
  e[SUBJECT_Q]   = problem_apart(s->now.q, x->q);
  e[SUBJECT_V]   = problem_apart(s->now.v, x->v);
  e[SUBJECT_A]   = problem_apart(s->now.a, x->a);
  e[SUBJECT_PSI] = problem_apart(s->now.psi, x->psi);
  if (!s->own_multipliers)
  {
    e[SUBJECT_LAMBDA] = problem_apart(s->now.lambda, x->lambda);
  }
  if (s->now.s)
  {
    const sunrealtype *a = N_VGetArrayPointer(s->now.s);
    const sunrealtype *b = N_VGetArrayPointer(x->s);
    e[SUBJECT_X]         = fabs(a[0] - b[0]);
    e[SUBJECT_U]         = fabs(a[1] - b[1]);
  }
  return 0;
}

int subject_march(const struct subject *what, SUNContext ctx,
                  const struct subject_pattern *p,
                  const struct subject_march *m, sunrealtype e[SUBJECT_KINDS])
{
  const size_t mark = keep_mark();
  struct subject s;
  int ret             = subject_begin(&s, what, ctx);
  const sunrealtype h = (m->t1 - s.t) / (sunrealtype)m->count;
  const long from     = m->from ? m->from : m->count;
  memset(e, 0, SUBJECT_KINDS * sizeof *e);
  for (long i = 1; !ret && i <= m->count; i++)
  {
    sunrealtype now[SUBJECT_KINDS];
    ret = subject_step(&s, h * p->step[(i - 1) % p->len]);
    if (ret || i < from) { continue; }
    ret = subject_errors(&s, now);
    for (int k = 0; k < SUBJECT_KINDS; k++)
    {
      const int late = k != SUBJECT_Q && k != SUBJECT_V;
      if (late && i < m->settled) { continue; }
      if (!(now[k] <= e[k]) && !isnan(e[k])) { e[k] = now[k]; }
    }
  }
  keep_back(mark);
  return ret;
}

int subject_orders(const struct subject *what, SUNContext ctx,
                   const struct subject_pattern *p, struct subject_march m,
                   int times, sunrealtype order[SUBJECT_KINDS],
                   sunrealtype fine[SUBJECT_KINDS])
{
  sunrealtype coarse[SUBJECT_KINDS];
  int ret = subject_march(what, ctx, p, &m, coarse);
  m.count *= times;
  if (!ret) { ret = subject_march(what, ctx, p, &m, fine); }
  for (int k = 0; !ret && k < SUBJECT_KINDS; k++)
  {
    order[k] =
      coarse[k] <= ROUND_OFF ? 2.0 : log(coarse[k] / fine[k]) / log(times);
  }
  return ret;
}

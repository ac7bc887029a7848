#include "start/declared_constraints.h"

#include <math.h>

#include "base/tuning.h"
#include "model/matrix_ops.h"
#include "start/driven_constraints.h"
#include "start/wrong_derivative.h"

static void note(struct galpha_ic *ic, enum galpha_declaration kind,
                 enum galpha_block_id block, sunindextype row)
{
  ic->declared = (struct galpha_false_declaration){kind, block, row};
}

static bool is_right(const struct galpha_ic *ic)
{
  return ic->declared.kind == GALPHA_DECLARED_RIGHT;
}

/* The first i with |x_i| > fraction |size_i| + rest (size NULL: only rest), or -1. */
static sunindextype first_row(N_Vector x, N_Vector size, sunrealtype fraction,
                              sunrealtype rest)
{
  sunindextype n = 0, row = -1;
  const sunrealtype *d = galpha_vector_data(x, &n);
  const sunrealtype *s = size ? galpha_vector_data(size, &n) : NULL;
  for (sunindextype i = 0; i < n && row < 0; i++)
  {
    if (fabs(d[i]) > fraction * (s ? fabs(s[i]) : 0.0) + rest) { row = i; }
  }
  return row;
}

/* Compares g at time t with g now, both at the present q. If g is not defined at t,
 * nothing is concluded. */
static int check_time(struct galpha_ic *ic, sunrealtype t)
{
  struct galpha_sys *sys         = ic->model->sys;
  const struct galpha_state *now = ic->method->hist->now;
  int ret = galpha_sys_g(sys, now->t, now->q, ic->last_l);
  if (!ret) { ret = galpha_sys_g(sys, t, now->q, ic->wl); }
  if (ret) { return ret; }
  N_VLinearSum(1.0, ic->wl, -1.0, ic->last_l, ic->wl);
  if (N_VMaxNorm(ic->wl) > 0.0)
  {
    note(ic, GALPHA_DECLARED_SCLERONOMIC, GALPHA_BLOCK_G,
         first_row(ic->wl, NULL, 0.0, 0.0));
  }
  return 0;
}

/* Uses times of very different distance, none beyond the stop time. */
static int check_scleronomic(struct galpha_ic *ic)
{
  const struct galpha_state *now       = ic->method->hist->now;
  const struct galpha_path_range range = galpha_drive_range(ic, now->t);
  const sunrealtype far                = fmin(range.far, range.end);
  int ret                              = 0;
  for (int k = 0; k < 3 && ret >= 0 && is_right(ic); k++)
  {
    ret =
      check_time(ic, now->t + copysign(far * pow(0.0713, k), ic->direction));
  }
  return ret;
}

/* With a constant G, g is linear: its second difference along a direction that moves
 * every coordinate must vanish. */
static int check_bend(struct galpha_ic *ic)
{
  struct galpha_method *method   = ic->method;
  struct galpha_model *model     = method->model;
  struct galpha_sys *sys         = model->sys;
  const struct galpha_state *now = method->hist->now;
  N_Vector d = model->work, q = ic->work;
  const sunrealtype size = fmax(N_VMaxNorm(now->q), 1e-3),
                    c    = DECLARED_MOVED * size;
  galpha_vector_signs(d, 0.5);
  int ret = galpha_sys_g(sys, now->t, now->q, ic->last_l);
  N_VLinearSum(1.0, now->q, c, d, q);
  if (!ret) { ret = galpha_sys_g(sys, now->t, q, ic->wl); }
  N_VLinearSum(1.0, now->q, -c, d, q);
  if (!ret) { ret = galpha_sys_g(sys, now->t, q, model->rl); }
  if (ret) { return ret; }
  N_VLinearSum(1.0, ic->wl, -1.0, ic->last_l, ic->wl);
  N_VLinearSum(1.0, model->rl, -1.0, ic->last_l, model->rl);
  N_VLinearSum(1.0, ic->wl, 1.0, model->rl, model->rl);
  const sunindextype row =
    first_row(model->rl, ic->wl, DECLARED_BENT, 1e-12 * size);
  if (row >= 0) { note(ic, GALPHA_DECLARED_CONSTANT_G, GALPHA_BLOCK_G, row); }
  return 0;
}

/* The first row of gt that differs from the numerical derivative, which is d or (d NULL)
 * that of ic->rate; -1: none. */
static sunindextype wrong_rate(const struct galpha_ic *ic, N_Vector gt,
                               N_Vector d)
{
  sunindextype n = 0, row = -1;
  const sunrealtype *given = galpha_vector_data(gt, &n);
  const sunrealtype *found = d ? galpha_vector_data(d, &n) : NULL;
  for (sunindextype i = 0; i < n && row < 0; i++)
  {
    const sunrealtype right = galpha_path_value(&ic->rate, i);
    const sunrealtype x     = found ? found[i] : right;
    const sunrealtype open  = DRIVE_DOUBT * galpha_path_error(&ic->rate, i) +
                             WRONG_CONSTRAINT * (fabs(x) + fabs(given[i]));
    if (right != 0.0 && fabs(x - given[i]) > open) { row = i; }
  }
  return row;
}

/* The difference between g_t (in ic->last_l) and a rate found over dt exceeds in this row
 * what rounding of q causes. */
static bool is_resolved(struct galpha_ic *ic, sunrealtype t, sunrealtype dt,
                        N_Vector rate, sunindextype row)
{
  struct galpha_sys *sys = ic->model->sys;
  N_Vector q = ic->work, r = ic->wl;
  sunindextype n = 0;
  const sunrealtype off =
    galpha_vector_data(rate, &n)[row] - galpha_vector_data(ic->last_l, &n)[row];
  N_VScale(1.0, ic->method->hist->now->q, q);
  if (galpha_sys_g(sys, t, q, r)) { return false; }
  const sunrealtype g = galpha_vector_data(r, &n)[row];
  galpha_vector_move(q, EVENT_MOVE, 0, NULL, 0.0);
  if (galpha_sys_g(sys, t, q, r)) { return false; }
  const sunrealtype rounding =
    EVENT_ROUNDING * fabs(galpha_vector_data(r, &n)[row] - g);
  return fabs(dt * off) > DRIVE_DOUBT * rounding;
}

/* Compares the user's g_t with the differences of g found forward in time and, where it
 * deviates, with differences backward, because the drive may have a kink now. */
static int check_rate(struct galpha_ic *ic)
{
  struct galpha_sys *sys         = ic->model->sys;
  const struct galpha_state *now = ic->method->hist->now;
  const struct galpha_point at   = {.t = now->t, .q = now->q, .v = now->v};
  struct galpha_later m          = {.ic = ic, .at = &at};
  int ret = galpha_sys_rate(sys, now->t, now->q, ic->last_l);
  if (ret || wrong_rate(ic, ic->last_l, NULL) < 0) { return ret; }
  ret = galpha_path_again(&ic->rate, galpha_later_g, &m, now->t, -ic->direction,
                          1, ic->wl);
  const sunindextype row = ret ? -1 : wrong_rate(ic, ic->last_l, ic->wl);
  if (row >= 0) { note(ic, GALPHA_DECLARED_RATE, GALPHA_BLOCK_G, row); }
  return ret;
}

/* *row: the first row from `from` on in which g_t (in ic->last_l) is not the rate of g on
 * the side of dt; -1: none. The spread of differences over dt, dt/8 and dt/64 shows the
 * effect of curvature and rounding. */
static int wrong_beside(struct galpha_ic *ic, sunrealtype t, sunrealtype dt,
                        sunindextype from, sunindextype *row)
{
  struct galpha_model *model = ic->model;
  N_Vector rate[]            = {model->rl, model->dl, model->l_pred};
  N_Vector q                 = ic->method->hist->now->q;
  const sunrealtype *x[3], *given = NULL;
  sunindextype n = 0;
  *row           = -1;
  int ret        = galpha_sys_g(model->sys, t, q, ic->wl);
  for (int k = 0; k < 3 && !ret; k++, dt *= 0.125)
  {
    ret = galpha_sys_g(model->sys, t + dt, q, rate[k]);
    N_VLinearSum(1.0 / dt, rate[k], -1.0 / dt, ic->wl, rate[k]);
    x[k] = galpha_vector_data(rate[k], &n);
  }
  if (ret) { return ret; }
  given = galpha_vector_data(ic->last_l, &n);
  for (sunindextype i = from; i < n && *row < 0; i++)
  {
    const sunrealtype b    = x[1][i];
    const sunrealtype open = fabs(x[0][i] - b) + fabs(x[2][i] - b);
    if (fabs(b - given[i]) >
        DRIVE_DOUBT * open + WRONG_FORCE * (fabs(b) + fabs(given[i])))
    {
      *row = i;
    }
  }
  return 0;
}

/* Compares the user's g_t at t with rates of g up to dt away. A row is wrong only if it
 * deviates on both sides, since the drive may have a kink at t. */
static int check_rate_near(struct galpha_ic *ic, sunrealtype t, sunrealtype dt)
{
  struct galpha_sys *sys         = ic->model->sys;
  const struct galpha_state *now = ic->method->hist->now;
  sunindextype ahead = 0, behind = 0;
  int ret = galpha_sys_rate(sys, t, now->q, ic->last_l);
  while (!ret)
  {
    ret = wrong_beside(ic, t, dt, behind, &ahead);
    if (ret || ahead < 0) { break; }
    ret = wrong_beside(ic, t, -dt, ahead, &behind);
    if (ret || behind < 0) { break; }
    if (behind > ahead) { continue; }
    if (is_resolved(ic, t, 0.125 * dt, ic->model->dl, ahead))
    {
      note(ic, GALPHA_DECLARED_RATE, GALPHA_BLOCK_G, ahead);
    }
    break;
  }
  return ret;
}

/* If no dependence of g on t has been found, g_t must be 0. */
static int check_given_rate(struct galpha_ic *ic)
{
  const sunrealtype t                  = ic->method->hist->now->t;
  const struct galpha_path_range range = galpha_drive_range(ic, t);
  const sunrealtype dt = copysign(fmin(range.far, range.end), ic->direction);
  if (ic->rate.increment > 0.0) { return ic->rate.whole ? 0 : check_rate(ic); }
  return ic->rate.moves ? 0 : check_rate_near(ic, t, DECLARED_NEAR * dt);
}

int galpha_declared_check(struct galpha_ic *ic)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  int ret                          = 0;
  note(ic, GALPHA_DECLARED_RIGHT, GALPHA_BLOCK_G, -1);
  if (sys->m && sys->scleronomic) { ret = check_scleronomic(ic); }
  if (ret >= 0 && is_right(ic) && sys->m && sys->constant_G)
  {
    ret = check_bend(ic);
  }
  if (ret >= 0 && is_right(ic) && sys->m && sys->gt &&
      !galpha_vector_distributed(ic->wl))
  {
    ret = check_given_rate(ic);
  }
  if (ret < 0) { return galpha_ic_model_code(ret); }
  galpha_sys_set_failure(sys, kept);
  return is_right(ic) ? 0 : GALPHA_ILL_INPUT;
}

/* A row of a block with the user's pattern has no entry. The check for dependent rows
 * reports it. */
static bool is_empty(const struct galpha_ic *ic, struct galpha_block_row found)
{
  const bool in_g = found.block == GALPHA_BLOCK_G;
  N_Vector r      = in_g ? ic->wl : ic->wp;
  sunindextype n  = 0;
  galpha_vector_signs(ic->model->work, 0.5);
  N_VConst(0.0, r);
  galpha_block_mul(ic->model->sys->block[found.block].A, 1.0, ic->model->work,
                   r);
  return galpha_vector_data(r, &n)[found.row] == 0.0;
}

static int compare_derivatives(struct galpha_ic *ic, sunrealtype worst,
                               bool cautious)
{
  const struct galpha_sys *sys = ic->model->sys;
  const struct galpha_block_row found =
    galpha_wrong_constraint_jacobian(ic, worst, cautious);
  const bool given =
    found.block == GALPHA_BLOCK_G ? sys->Gfn != NULL : sys->Kfn != NULL;
  if (found.row < 0 || (!given && is_empty(ic, found))) { return 0; }
  note(ic, given ? GALPHA_DECLARED_JACOBIAN : GALPHA_DECLARED_PATTERN,
       found.block, found.row);
  return GALPHA_ILL_INPUT;
}

int galpha_declared_derivatives(struct galpha_ic *ic)
{
  return compare_derivatives(ic, WRONG_CONSTRAINT, false);
}

static void compare_at_end(struct galpha_ic *ic, sunrealtype worst)
{
  const struct galpha_state *now = ic->method->hist->now;
  (void)compare_derivatives(ic, worst, true);
  /* a step of index 3 begins with the G of the last one, which this overwrites */
  galpha_sys_constraint_jac(ic->model->sys, now->t, now->q, now->v);
}

void galpha_declared_doubted(struct galpha_ic *ic)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_failure kept = sys->fail;
  note(ic, GALPHA_DECLARED_RIGHT, GALPHA_BLOCK_G, -1);
  compare_at_end(ic, WRONG_LATER);
  galpha_sys_set_failure(sys, kept);
}

void galpha_declared_later(struct galpha_ic *ic, sunrealtype t0)
{
  struct galpha_sys *sys           = ic->model->sys;
  const struct galpha_state *now   = ic->method->hist->now;
  const struct galpha_failure kept = sys->fail;
  note(ic, GALPHA_DECLARED_RIGHT, GALPHA_BLOCK_G, -1);
  if (sys->m && sys->scleronomic) { check_time(ic, t0); }
  if (is_right(ic) && sys->m && sys->constant_G) { check_bend(ic); }
  /* within the last step, as a stop time may follow */
  if (is_right(ic) && sys->m && sys->gt && !galpha_vector_distributed(ic->wl))
  {
    check_rate_near(ic, now->t - 0.5 * now->h, 0.4 * now->h);
  }
  if (is_right(ic)) { compare_at_end(ic, WRONG_CONSTRAINT); }
  galpha_sys_set_failure(sys, kept);
}

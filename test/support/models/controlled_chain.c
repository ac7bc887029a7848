/* See controlled_chain.h. */
#include "support/models/controlled_chain.h"

#include "support/run/keep.h"

#define MOST 8 /* carriages */

struct controlled_chain controlled_chain(int carriages)
{
  return (struct controlled_chain){.carriages = carriages, .factor = 1.0};
}

/* Counts a call; it fails. */
static int fails(struct controlled_chain *c, enum chain_function which)
{
  const long call = ++c->calls[which];
  return which == c->fails && c->at > 0 &&
         (call == c->at || (c->for_good && call > c->at));
}

/* What a function returns after it has written `values`. */
static int answer(struct controlled_chain *c, enum chain_function which,
                  sunrealtype *values)
{
  if (!fails(c, which)) { return 0; }
  if (c->ret == 0) { values[0] = (sunrealtype)NAN; }
  return c->ret;
}

static int states(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                  N_Vector Fv, void *data)
{
  struct controlled_chain *c = data;
  const sunrealtype *q       = N_VGetArrayPointer(qv) + 2;
  const sunrealtype *v       = N_VGetArrayPointer(vv) + 2;
  const sunrealtype *s       = N_VGetArrayPointer(sv);
  sunrealtype *F             = N_VGetArrayPointer(Fv);
  for (int i = 0; i < c->carriages; i++)
  {
    const sunrealtype x = s[2 * i];
    F[2 * i]            = -5.0 * x - 0.1 * x * x * x + 4.0 * sin(q[i]);
    F[2 * i + 1] = -3.0 * tanh(x) - 0.3 * v[i] * (1.0 + 0.1 * q[i] * q[i]);
  }
  return answer(c, CHAIN_STATES, F);
}

static int force(sunrealtype t, N_Vector qv, N_Vector vv, N_Vector sv,
                 N_Vector fv, void *data)
{
  struct controlled_chain *c = data;
  const sunrealtype *q       = N_VGetArrayPointer(qv);
  const sunrealtype *s       = N_VGetArrayPointer(sv);
  sunrealtype *f             = N_VGetArrayPointer(fv);
  f[0]                       = 0.0;
  f[1]                       = -9.81;
  for (int i = 0; i < c->carriages; i++)
  {
    const sunrealtype z      = s[2 * i + 1];
    const sunrealtype spring = -20.0 * (q[2 + i] - q[i ? 1 + i : 0]);
    f[2 + i]                 = spring + z + 0.1 * z * z * z;
    f[i ? 1 + i : 0] -= spring;
  }
  return answer(c, CHAIN_FORCE, f);
}

/* The entries of a block; returns their number. */
static size_t entries(const struct controlled_chain *c,
                      enum chain_function which, const sunrealtype *q,
                      const sunrealtype *v, const sunrealtype *s,
                      struct problem_entry *e)
{
  size_t count = 0;
  for (int i = 0; i < c->carriages; i++)
  {
    const int at = 2 + i, x = 2 * i, z = x + 1;
    const sunrealtype th = tanh(s[x]);
    switch (which)
    {
    case CHAIN_SQ:
      e[count++] = (struct problem_entry){x, at, 4.0 * cos(q[at])};
      e[count++] = (struct problem_entry){z, at, -0.06 * v[at] * q[at]};
      break;
    case CHAIN_SV:
      e[count++] =
        (struct problem_entry){z, at, -0.3 * (1.0 + 0.1 * q[at] * q[at])};
      break;
    case CHAIN_SS:
      e[count++] = (struct problem_entry){x, x, -5.0 - 0.3 * s[x] * s[x]};
      e[count++] = (struct problem_entry){z, x, -3.0 * (1.0 - th * th)};
      break;
    default:
      e[count++] = (struct problem_entry){at, z, 1.0 + 0.3 * s[z] * s[z]};
      break;
    }
  }
  for (size_t k = 0; k < count && which == c->spoilt; k++)
  {
    if (c->row < 0 || (e[k].row == c->row && e[k].column == c->col))
    {
      e[k].x *= c->factor;
    }
  }
  return count;
}

static int fill(void *data, enum chain_function which, N_Vector q, N_Vector v,
                N_Vector s, SUNMatrix J)
{
  struct controlled_chain *c = data;
  struct problem_entry e[2 * MOST];
  const size_t count = entries(c, which, N_VGetArrayPointer(q),
                               N_VGetArrayPointer(v), N_VGetArrayPointer(s), e);
  problem_fill(J, e, count);
  if (c->at > 0 && c->ret == CHAIN_BAD_PATTERN)
  {
    if (fails(c, which)) { SM_INDEXVALS_S(J)[0] = 99; }
    return 0;
  }
  return answer(
    c, which, SUNMatGetID(J) == SUNMATRIX_DENSE ? SM_DATA_D(J) : SM_DATA_S(J));
}

#define DERIVATIVE(name, which)                                      \
  static int name(sunrealtype t, N_Vector q, N_Vector v, N_Vector s, \
                  SUNMatrix J, void *data)                           \
  {                                                                  \
    (void)t;                                                         \
    return fill(data, which, q, v, s, J);                            \
  }
DERIVATIVE(Sq, CHAIN_SQ)
DERIVATIVE(Sv, CHAIN_SV)
DERIVATIVE(Ss, CHAIN_SS)
DERIVATIVE(Fs, CHAIN_FS)

static int give(struct controlled_chain *c, enum chain_function block,
                enum problem_storage storage, int values)
{
  static const struct
  {
    GALPHAStatesJacFn fn;
    int (*set)(void *mem, SUNMatrix A, GALPHAStatesJacFn fn);
  } all[]                                 = {{Sq, GALPHASetStatesJacPos},
                                             {Sv, GALPHASetStatesJacVel},
                                             {Ss, GALPHASetStatesJacStates},
                                             {Fs, GALPHASetForceJacStates}};
  static const sunrealtype some[2 * MOST] = {0.0};
  const sunindextype n = 2 + c->carriages, r = 2 * c->carriages;
  struct problem_entry e[2 * MOST];
  const size_t count = entries(c, block, some, some, some, e);
  SUNMatrix A =
    problem_matrix(storage, block == CHAIN_FS ? n : r,
                   block == CHAIN_SS || block == CHAIN_FS ? r : n, c->s.ctx);
  if (!A) { return GALPHA_MEM_FAIL; }
  problem_fill(A, e, count);
  const int ret = all[block].set(c->s.mem, A, values ? all[block].fn : NULL);
  SUNMatDestroy(A);
  return ret;
}

int controlled_chain_give(struct controlled_chain *c, int blocks,
                          enum problem_storage storage, int values)
{
  int ret = 0;
  for (int i = 0; i < CHAIN_BLOCKS && !ret; i++)
  {
    if (blocks & 1 << i)
    {
      ret = give(c, (enum chain_function)i, storage, values);
    }
  }
  return ret;
}

int controlled_chain_begin(struct controlled_chain *c,
                           enum problem_storage storage, SUNContext ctx)
{
  static const sunrealtype none[2 * MOST]  = {0.0};
  static const sunrealtype start[2 + MOST] = {0.6, -0.8, 0.9};
  sunrealtype masses[2 + MOST], order[2 * MOST] = {0.0};
  for (int i = 0; i < 2 + c->carriages; i++) { masses[i] = 1.0 + 0.1 * i; }
  for (int i = 0; i < c->carriages; i++) { order[2 * i] = 1.0; }
  const struct problem pb =
    PROBLEM(.n = 2 + c->carriages, .m = 1, .ns = 2 * c->carriages,
            .masses = masses, .state_order = order, .state_start = none,
            .states = states, .state_force = force, .g = problem_circle,
            .G = problem_circle_jac, .q0 = start, .data = c);
  const int ret = small_problem(&c->s, ctx, &pb, storage);
  return ret ? ret : GALPHASStolerances(c->s.mem, 1e-6, 1e-6);
}

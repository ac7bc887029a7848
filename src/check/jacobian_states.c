/* Derivatives of states and outputs beside a mechanism. */
#include "check/jacobian_mechanics.h"
#include "model/matrix_ops.h"

struct side
{
  struct galpha_first_order st; /* the same functions with a block of its own */
  enum galpha_first_order_block id;
  const struct galpha_point *at;
};

static int value(void *ctx, N_Vector r)
{
  struct side *s = ctx;
  return galpha_first_order_value(&s->st, s->id, s->at, r);
}

static const struct
{
  const char *name, *of, *by;
} words[] = {[GALPHA_STATES_FS] = {"Fs = df/ds", "f", "s"},
             [GALPHA_STATES_SQ] = {"Sq = dF/dq", "F", "q"},
             [GALPHA_STATES_SV] = {"Sv = dF/dv", "F", "v"},
             [GALPHA_STATES_SS] = {"Ss = dF/ds", "F", "s"}};

static int compare(struct side *s, struct galpha_compare *cmp)
{
  SUNMatrix A                 = s->st.block[s->id].A;
  N_Vector like               = s->id == GALPHA_STATES_FS ? s->at->q : s->at->s;
  N_Vector x                  = galpha_first_order_argument(s->id, s->at);
  struct galpha_columns lists = {0};
  const struct galpha_subject subject = {.name       = words[s->id].name,
                                         .of         = words[s->id].of,
                                         .by         = words[s->id].by,
                                         .pattern    = !s->st.fn[s->id],
                                         .like       = like,
                                         .x          = {N_VGetArrayPointer(x)},
                                         .count      = {N_VGetLength(x)},
                                         .column     = galpha_columns_get,
                                         .column_ctx = &lists,
                                         .nsources   = 1,
                                         .source     = {{value, s, "", 0.0}}};
  int ret =
    s->st.fn[s->id] ? galpha_first_order_given(&s->st, s->id, s->at) : 0;
  if (ret) { return galpha_check_code(s->st.sys, ret); }
  ret = galpha_columns_init(&lists, A, N_VGetLength(like))
          ? GALPHA_MEM_FAIL
          : galpha_compare_block(cmp, &subject);
  galpha_columns_free(&lists);
  return ret;
}

/* Nothing to compare if the user gave neither values nor a sparse pattern. */
static int check(const struct galpha_first_order *states, struct side *s,
                 struct galpha_compare *cmp)
{
  const struct galpha_deriv *given = &states->block[s->id];
  if (!given->given || !(states->fn[s->id] || galpha_block_sparse(given->A)))
  {
    return GALPHA_SUCCESS;
  }
  SUNMatrix A = galpha_block_copy(given->A);
  if (!A) { return GALPHA_MEM_FAIL; }
  s->st.block[s->id] = (struct galpha_deriv){.A = A, .given = true};
  const int ret      = compare(s, cmp);
  galpha_pattern_forget(&s->st.block[s->id].pattern);
  SUNMatDestroy(A);
  return ret;
}

int galpha_check_states(const struct galpha_first_order *states,
                        struct galpha_sys *sys, const struct galpha_point *at,
                        struct galpha_compare *cmp)
{
  int ret = GALPHA_SUCCESS;
  for (int i = 0; states && !ret && i < GALPHA_STATES_DERIVATIVES; i++)
  {
    struct side s = {
      .st = *states, .id = (enum galpha_first_order_block)i, .at = at};
    s.st.sys = sys;
    ret      = check(states, &s, cmp);
  }
  return ret;
}

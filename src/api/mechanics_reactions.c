/* Definition of the derivative of the reactions, of a general force that contains them,
 * and of derivatives that are declared zero. */
#include "api/integrator.h"
#include "check/arguments.h"
#include "model/matrix_ops.h"

static int check(const struct galpha_mem *mem, SUNMatrix R, bool difference,
                 const char *function)
{
  if (!R)
  {
    return difference ? GALPHA_SUCCESS
                      : galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                                      "a function is given, but R is NULL: the "
                                      "function needs a matrix to fill");
  }
  if (mem->sys.by_product)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "after GALPHAInitMechTimes R must be NULL");
  }
  return galpha_check_matrix(&mem->err, R, mem->sys.n, mem->sys.n, difference,
                             "R", function);
}

int GALPHASetReactionJac(void *memory, SUNMatrix R, GALPHAForceJacFn Rfn)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_defining(memory, __func__, &code);
  if (!mem) { return code; }
  code = check(mem, R, !Rfn, __func__);
  if (code) { return code; }
  struct galpha_reaction_jac *s = &mem->model.reaction;
  SUNMatrix copy                = R ? galpha_block_copy(R) : NULL;
  if (R && !copy) { return galpha_no_memory(&mem->err, __func__); }
  if (s->user) { SUNMatDestroy(s->user); }
  s->part[GALPHA_REACTION_Q].A = NULL;
  s->user                      = copy;
  s->fn                        = Rfn;
  s->given                     = R != NULL;
  galpha_reaction_restart(s);
  return GALPHA_SUCCESS;
}

int GALPHASetGeneralForce(void *memory, GALPHAGeneralForceFn f, SUNMatrix Fr,
                          GALPHAForceJacFn Frfn)
{
  int code = 0;
  struct galpha_mem *mem =
    galpha_get_defining_matrices(memory, __func__, &code);
  if (!mem) { return code; }
  struct galpha_deriv *b  = &mem->sys.block[GALPHA_BLOCK_FR];
  const sunindextype cols = mem->sys.m + mem->sys.p;
  if (!f && (Fr || Frfn))
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, __func__,
                         "f is NULL, but its derivative is not");
  }
  if (!f) { code = galpha_keep_block(mem, b, NULL, __func__); }
  else if (cols > 0)
  {
    code = galpha_check_matrix(&mem->err, Fr, mem->sys.n, cols, !Frfn, "Fr",
                               __func__);
    if (!code) { code = galpha_keep_block(mem, b, Fr, __func__); }
  }
  if (code) { return code; }
  mem->sys.general = f;
  mem->sys.Frfn    = Frfn;
  return GALPHA_SUCCESS;
}

/* Options that declare a derivative zero: the block is marked as given and has no
 * matrix. */
static int apply_zero_blocks(struct galpha_mem *mem, const char *function)
{
  static const struct
  {
    enum galpha_option_id option;
    enum galpha_block_id block;
    const char *name, *setter;
  } zeros[] = {
    {GALPHA_OPT_DF_DQ_ZERO, GALPHA_BLOCK_FQ, "df_dq_zero", "ForceJacPos"},
    {GALPHA_OPT_DF_DV_ZERO, GALPHA_BLOCK_FV, "df_dv_zero", "ForceJacVel"},
    {GALPHA_OPT_DK_DQ_ZERO, GALPHA_BLOCK_KQ, "dk_dq_zero",
     "NonholonomicJacPos"},
  };
  for (int i = 0; i < 3; i++)
  {
    struct galpha_deriv *b = &mem->sys.block[zeros[i].block];
    if (mem->opt[zeros[i].option] == 0.0) { continue; }
    if (b->A)
    {
      return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                           "the option %s declares the derivative to be zero, "
                           "but GALPHASet%s gives it a matrix",
                           zeros[i].name, zeros[i].setter);
    }
    b->given = true;
  }
  return GALPHA_SUCCESS;
}

/* Option reaction_jac = 0: df/dq and df/dv are complete, so the library adds no
 * derivatives of the reactions. */
static int apply_reaction_jac(struct galpha_mem *mem, const char *function)
{
  struct galpha_reaction_jac *s = &mem->model.reaction;
  if (mem->opt[GALPHA_OPT_REACTION_JAC] != 0.0) { return GALPHA_SUCCESS; }
  if (s->user)
  {
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, function,
                         "the option reaction_jac = 0 excludes R, but "
                         "GALPHASetReactionJac gives it a matrix");
  }
  s->given = true;
  galpha_reaction_restart(s);
  return GALPHA_SUCCESS;
}

int galpha_close_declared(struct galpha_mem *mem, const char *function)
{
  const int code = apply_zero_blocks(mem, function);
  return code ? code : apply_reaction_jac(mem, function);
}

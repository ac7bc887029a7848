/* The iteration matrix of mechanics by matrices: its blocks and their coefficients. */
#include "model/model.h"

/* Blocks of the iteration matrix, in the order they are added. */
enum part
{
  PART_M,
  PART_G,
  PART_GT,
  PART_K,
  PART_KT,
  PART_FQ,
  PART_FV,
  PART_FR,
  PART_KQ,
  PART_RQ,
  PART_RV,
  PART_REDUNDANT, /* -delta D: galpha_redundant_regularise */
  PART_INACTIVE,  /* constraints that are switched off */
  PART_FS,
  PART_SQ,
  PART_SV,
  PART_SS,
  PART_D1,
  PART_D0,
  PART_COUNT
};

/* Adds the rows and columns of the states, in the order of the enumeration. */
static void add_states(struct galpha_model *model)
{
  struct galpha_assembly *as   = &model->assembly;
  const struct galpha_sys *sys = model->sys;
  const sunindextype at        = sys->n + sys->m + sys->p;
  if (!model->st) { return; }
  const struct galpha_deriv *b = model->st->block;
  as->size                     = at + model->st->r;
  galpha_assembly_add(as, b[GALPHA_STATES_FS].A, 0, at, false);
  galpha_assembly_add(as, b[GALPHA_STATES_SQ].A, at, 0, false);
  galpha_assembly_add(as, b[GALPHA_STATES_SV].A, at, 0, false);
  galpha_assembly_add(as, b[GALPHA_STATES_SS].A, at, at, false);
  galpha_assembly_add(as, b[GALPHA_STATES_D1].A, at, at, false);
  galpha_assembly_add(as, b[GALPHA_STATES_D0].A, at, at, false);
}

static bool switches_rows(const struct galpha_sys *sys)
{
  return sys->rows[0].state || sys->rows[1].state;
}

void galpha_model_mark_inactive(struct galpha_model *model)
{
  const struct galpha_sys *sys = model->sys;
  if (!model->inactive) { return; }
  galpha_rows_diagonal(&sys->rows[0], 0, model->inactive);
  galpha_rows_diagonal(&sys->rows[1], sys->m, model->inactive);
}

/* The diagonal of constraints that are off, once one has been switched. */
static int plan_inactive(struct galpha_model *model)
{
  const struct galpha_sys *sys = model->sys;
  const bool wanted            = switches_rows(sys);
  if (wanted == (model->inactive != NULL)) { return 0; }
  if (model->inactive) { SUNMatDestroy(model->inactive); }
  model->inactive =
    wanted ? galpha_diagonal_matrix(sys->m + sys->p, sys->sunctx) : NULL;
  galpha_model_mark_inactive(model);
  return wanted && !model->inactive ? -1 : 0;
}

int galpha_model_plan(struct galpha_model *model, bool sparse)
{
  struct galpha_sys *s       = model->sys;
  struct galpha_assembly *as = &model->assembly;
  const sunindextype n = s->n, m = s->m;
  SUNMatrix G = s->block[GALPHA_BLOCK_G].A, K = s->block[GALPHA_BLOCK_K].A;

  galpha_assembly_clear(as);
  if (plan_inactive(model)) { return -1; }
  as->size = n + m + s->p;
  galpha_assembly_add(as, s->M, 0, 0, false);
  galpha_assembly_add(as, G, n, 0, false);
  galpha_assembly_add(as, s->general ? NULL : G, 0, n, true);
  galpha_assembly_add(as, K, n + m, 0, false);
  galpha_assembly_add(as, s->general ? NULL : K, 0, n + m, true);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_FQ].A, 0, 0, false);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_FV].A, 0, 0, false);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_FR].A, 0, n, false);
  galpha_assembly_add(as, s->block[GALPHA_BLOCK_KQ].A, n + m, 0, false);
  galpha_assembly_add(as, model->reaction.part[GALPHA_REACTION_Q].A, 0, 0,
                      false);
  galpha_assembly_add(as, model->reaction.part[GALPHA_REACTION_V].A, 0, 0,
                      false);
  galpha_assembly_add(as, model->red.on ? model->red.places : NULL, n, n,
                      false);
  galpha_assembly_add(as, model->inactive, n, n, false);
  add_states(model);
  return galpha_assembly_plan(as, s->sunctx, sparse);
}

bool galpha_model_planned(const struct galpha_model *model)
{
  const struct galpha_assembly *as    = &model->assembly;
  const struct galpha_reaction_jac *s = &model->reaction;
  return as->part[PART_RQ].A == s->part[GALPHA_REACTION_Q].A &&
         as->part[PART_RV].A == s->part[GALPHA_REACTION_V].A &&
         switches_rows(model->sys) == (model->inactive != NULL) &&
         galpha_assembly_current(as);
}

void galpha_model_mass_coefficients(sunrealtype c_mass, sunrealtype *c)
{
  for (int i = 0; i < PART_COUNT; i++) { c[i] = 0.0; }
  c[PART_M] = c_mass;
  c[PART_G] = c[PART_GT] = c[PART_K] = c[PART_KT] = 1.0;
  c[PART_FR]                                      = -1.0;
  c[PART_D1] = c[PART_D0] = c[PART_INACTIVE] = 1.0;
}

void galpha_model_coefficients(const struct galpha_model *model, sunrealtype *c)
{
  galpha_model_mass_coefficients(model->stage.weight_m, c);
  c[PART_FQ] = -model->stage.weight_f * model->stage.beta_h2;
  c[PART_FV] = -model->stage.weight_f * model->stage.gamma_h;
  c[PART_KQ] = 1.0 / model->stage.dv;
  if (model->reaction.part[GALPHA_REACTION_Q].in) { c[PART_RQ] = -c[PART_FQ]; }
  if (model->reaction.part[GALPHA_REACTION_V].in) { c[PART_RV] = -c[PART_FV]; }
  if (!model->st) { return; }
  const sunrealtype cs = 1.0 / model->stage.ds;
  c[PART_FS]           = -model->stage.weight_f * model->stage.beta_h2;
  c[PART_SQ] = c[PART_SS] = -cs;
  c[PART_SV]              = -cs * model->stage.dv;
  c[PART_D0]              = cs;
}

void galpha_model_fill(struct galpha_model *model, const sunrealtype *coef,
                       SUNMatrix J)
{
  const struct galpha_sys *sys = model->sys;
  galpha_rows_clear_columns(sys->rows, sys->m, sys->block[GALPHA_BLOCK_FR].A);
  galpha_assembly_fill(&model->assembly, coef, J);
}

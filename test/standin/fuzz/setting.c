/* Tolerances, vectors of the components, user data, roots, and outputs that take
 * more than a number. */
#include <stdlib.h>

#include "fuzz.h"

void fuzz_good_tolerances(struct fuzz *f)
{
  static const sunrealtype rtols[] = {1e-3, 1e-4, 1e-5, 1e-6};
  static const sunrealtype atols[] = {1e-6, 1e-7, 1e-8};
  const sunrealtype rtol           = fuzz_choose(f, rtols, 4);
  const sunrealtype atol           = fuzz_choose(f, atols, 3);
  const int kind                   = fuzz_pick(f, 3);
  int code                         = 0;
  N_VConst(atol, f->work);
  if (kind == 0) { code = IDASStolerances(f->mem, rtol, atol); }
  if (kind == 1) { code = IDASVtolerances(f->mem, rtol, f->work); }
  if (kind == 2) { code = IDAWFtolerances(f->mem, fuzz_weights); }
  fuzz_report(f, code, "%s %g %g",
              kind == 0   ? "IDASStolerances"
              : kind == 1 ? "IDASVtolerances"
                          : "IDAWFtolerances",
              (double)rtol, (double)atol);
  f->rtol = kind == 2 ? 1e-4 : rtol;
  f->atol = kind == 2 ? 1e-6 : atol;
}

/* Refused at once, or when the weights are made, or as too accurate; true: not at
 * all, and the solution would be nonsense. */
static bool bad_tolerances(struct fuzz *f)
{
  static const sunrealtype values[] = {-1, -1e-300, 0, 1e-40, 1e30};
  void *mem                         = fuzz_handle(f);
  const sunrealtype rtol            = fuzz_choose(f, values, 5);
  const sunrealtype atol            = fuzz_choose(f, values, 4);
  const bool one                    = fuzz_chance(f, 50);
  N_VConst(1e-6, f->work);
  /* a differential component */
  N_VGetArrayPointer(f->work)[f->problem->id[0] == 0] = atol;
  const int code = one ? IDASVtolerances(mem, rtol, f->work)
                       : IDASStolerances(mem, rtol, atol);
  fuzz_report(f, code, "%s %g %g",
              one ? "IDASVtolerances one" : "IDASStolerances", (double)rtol,
              (double)atol);
  if (code == 0) { f->rtol = rtol; }
  return code == 0 && rtol > 1;
}

void fuzz_tolerances(struct fuzz *f)
{
  if (f->mem && !f->deep) { fuzz_before_setup(f); }
  const bool odd      = fuzz_chance(f, 40);
  const bool nonsense = odd && bad_tolerances(f);
  if (!odd || nonsense || fuzz_chance(f, 85)) { fuzz_good_tolerances(f); }
}

void fuzz_good_id(struct fuzz *f)
{
  fuzz_set_vector(f->work, f->problem->id, f->problem->n);
  const int code = IDASetId(f->mem, f->work);
  fuzz_report(f, code, "IDASetId");
  if (code == 0) { f->id_set = true; }
}

void fuzz_id(struct fuzz *f)
{
  if (f->mem && !f->deep) { fuzz_before_setup(f); }
  if (!f->id_set && fuzz_chance(f, 20))
  {
    fuzz_report(f, IDASetId(fuzz_handle(f), NULL), "IDASetId NULL");
  }
  fuzz_good_id(f);
}

/* Some hold, some do not, some are illegal. */
void fuzz_constraints(struct fuzz *f)
{
  const struct fuzz_problem *p = f->problem;
  void *mem                    = fuzz_handle(f);
  const int choice             = fuzz_pick(f, 8);
  if (f->mem && !f->deep) { fuzz_before_setup(f); }
  if (choice < 2 || (choice > 5 && !p->constraints))
  {
    fuzz_report(f, IDASetConstraints(mem, NULL), "IDASetConstraints NULL");
    return;
  }
  if (choice > 5) { fuzz_set_vector(f->work, p->constraints, p->n); }
  else if (choice == 5) { N_VConst(-2, f->work); }
  else
  {
    N_VConst(0, f->work);
    N_VGetArrayPointer(f->work)[0] =
      fuzz_choose(f, (const sunrealtype[]){0, 3, -3, 0.4, 1e30}, 5);
  }
  fuzz_report(f, IDASetConstraints(mem, f->work), "IDASetConstraints %s %g",
              choice > 5    ? "that hold"
              : choice == 5 ? "violated"
                            : "illegal",
              (double)N_VGetArrayPointer(f->work)[0]);
}

void fuzz_user_data(struct fuzz *f)
{
  void *mem  = fuzz_handle(f);
  void *data = NULL;
  if (fuzz_chance(f, 50))
  {
    fuzz_report(f, IDAGetUserData(mem, &data), "IDAGetUserData");
    return;
  }
  const bool none = fuzz_chance(f, 50);
  fuzz_report(f, IDASetUserData(mem, none ? NULL : &f->env),
              "IDASetUserData %s", none ? "NULL" : "env");
  if (mem && mem == f->mem)
  {
    f->data    = none ? NULL : &f->env;
    f->env_set = f->env_set && !none;
  }
}

void fuzz_root_init(struct fuzz *f)
{
  void *mem   = fuzz_handle(f);
  const int n = fuzz_pick(f, FUZZ_MAX_ROOTS + 2) - 1;
  if (f->mem && !f->deep) { fuzz_before_setup(f); }
  fuzz_report(f, IDARootInit(mem, n, n > 0 ? fuzz_roots(f->problem, n) : NULL),
              "IDARootInit %d", n);
  if (mem && mem == f->mem) { f->nroots = n > 0 ? n : 0; }
  if (fuzz_chance(f, 10) && n > 0)
  {
    fuzz_report(f, IDARootInit(mem, n, NULL), "IDARootInit %d NULL", n);
    fuzz_report(f, IDARootInit(mem, 0, NULL), "IDARootInit 0");
    if (mem && mem == f->mem) { f->nroots = 0; }
  }
}

void fuzz_root_direction(struct fuzz *f)
{
  void *mem                      = fuzz_handle(f);
  int directions[FUZZ_MAX_ROOTS] = {0};
  for (int i = 0; i < FUZZ_MAX_ROOTS; i++)
  {
    directions[i] = fuzz_pick(f, 7) - 3;
  }
  if (fuzz_chance(f, 20))
  {
    fuzz_report(f, IDASetNoInactiveRootWarn(mem), "IDASetNoInactiveRootWarn");
    return;
  }
  if (f->mem && !f->deep) { fuzz_before_setup(f); }
  fuzz_report(f, IDASetRootDirection(mem, directions),
              "IDASetRootDirection %d %d %d %d", directions[0], directions[1],
              directions[2], directions[3]);
}

static void system_data(struct fuzz *f, void *mem)
{
  sunrealtype t = 0, cj = 0;
  N_Vector a = NULL, b = NULL, c = NULL, d = NULL, e = NULL;
  void *data = NULL;
  fuzz_report(
    f, IDAGetNonlinearSystemData(mem, &t, &a, &b, &c, &d, &e, &cj, &data),
    "IDAGetNonlinearSystemData");
}

void fuzz_vector_getter(struct fuzz *f)
{
  void *mem  = fuzz_handle(f);
  N_Vector v = NULL;
  switch (fuzz_pick(f, f->setup || f->deep ? 7 : 3))
  {
  case 0: fuzz_report(f, IDAGetCurrentY(mem, &v), "IDAGetCurrentY"); break;
  case 1: fuzz_report(f, IDAGetCurrentYp(mem, &v), "IDAGetCurrentYp"); break;
  case 2: system_data(f, mem); break;
  case 3:
    fuzz_report(f, IDAGetErrWeights(mem, f->work), "IDAGetErrWeights");
    break;
  case 4:
    fuzz_report(f, IDAGetEstLocalErrors(mem, f->work), "IDAGetEstLocalErrors");
    break;
  case 5:
    N_VConst(0, f->work);
    fuzz_report(f, IDAComputeY(mem, f->work, f->work), "IDAComputeY");
    break;
  default:
    N_VConst(0, f->work);
    fuzz_report(f, IDAComputeYp(mem, f->work, f->work), "IDAComputeYp");
  }
}

static void print_all(struct fuzz *f, void *mem)
{
  static const int formats[] = {SUN_OUTPUTFORMAT_TABLE, SUN_OUTPUTFORMAT_CSV,
                                99, -1};
  const int format           = formats[fuzz_pick(f, 4)];
  FILE *nowhere              = tmpfile();
  if (!nowhere) { abort(); }
  fuzz_report(f, IDAPrintAllStats(mem, nowhere, (SUNOutputFormat)format),
              "IDAPrintAllStats %d", format);
  fclose(nowhere);
}

void fuzz_statistics(struct fuzz *f)
{
  void *mem     = fuzz_handle(f);
  long int a[4] = {0};
  int q[2] = {0}, found[FUZZ_MAX_ROOTS] = {0};
  sunrealtype h[4] = {0};
  switch (fuzz_pick(f, 7))
  {
  case 0:
    fuzz_report(f,
                IDAGetIntegratorStats(mem, a, a + 1, a + 2, a + 3, q, q + 1, h,
                                      h + 1, h + 2, h + 3),
                "IDAGetIntegratorStats");
    break;
  case 1:
    fuzz_report(f, IDAGetNonlinSolvStats(mem, a, a + 1),
                "IDAGetNonlinSolvStats");
    break;
  case 2:
    fuzz_report(f, IDAGetWorkSpace(mem, a, a + 1), "IDAGetWorkSpace");
    break;
  case 3:
    fuzz_report(f, IDAGetLinWorkSpace(mem, a, a + 1), "IDAGetLinWorkSpace");
    break;
  case 4: fuzz_report(f, IDAGetRootInfo(mem, found), "IDAGetRootInfo"); break;
#if SUNDIALS_VERSION_MAJOR >= 7
  case 6:
  {
    SUNMatrix J = NULL;
    fuzz_report(f, IDAGetJac(mem, &J), "IDAGetJac");
    break;
  }
#endif
  default: print_all(f, mem);
  }
}

/* The same words for every code. */
void fuzz_names(struct fuzz *f)
{
  const int code    = fuzz_pick(f, 120) - 110;
  const bool linear = fuzz_chance(f, 40);
  char *name =
    linear ? IDAGetLinReturnFlagName(code) : IDAGetReturnFlagName(code);
  fuzz_report(f, 0, "%s %d: %s",
              linear ? "IDAGetLinReturnFlagName" : "IDAGetReturnFlagName", code,
              name);
  free(name);
}

/* Options by name, where IDA has them. */
void fuzz_options(struct fuzz *f)
{
#if SUNDIALS_VERSION_MAJOR > 7 || \
  (SUNDIALS_VERSION_MAJOR == 7 && SUNDIALS_VERSION_MINOR >= 5)
  static const char *const words[][2] = {
    {"ida.max_conv_fails", "12"},    {"ida.max_order", "0"},
    {"ida.max_order", "5"},          {"ida.nonlin_conv_coef", "-1"},
    {"ida.nonlin_conv_coef", "0.3"}, {"ida.no_such_option", "1"},
    {"other.max_order", "0"},        {"ida.max_num_steps_ic", "-1"},
    {"ida.max_step", "-1"},          {"ida.max_step", "0.03"},
    {"ida.eps_lin", "-1"},           {"ida.eps_lin", "0.05"}};
  void *mem    = fuzz_handle(f);
  const int k  = fuzz_pick(f, (int)(sizeof words / sizeof *words));
  char name[]  = "program";
  char key[64] = "", value[16] = "";
  char *argv[] = {name, key, value};
  if (strstr(words[k][0], "order") && !f->deep) { fuzz_before_setup(f); }
  strcpy(key, words[k][0]);
  strcpy(value, words[k][1]);
  fuzz_report(f, IDASetOptions(mem, "ida", NULL, 3, argv),
              "IDASetOptions %s %s", key, value);
#else
  fuzz_names(f);
#endif
}

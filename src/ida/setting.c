/* Stored options. IDA accepts options at any time, GALPHA accepts some only after
 * GALPHAInit or before the start, and a second IDAInit makes a new GALPHA object, on
 * which they are set again. */
#include <string.h>

#include "ida/mem.h"

static int call(const struct galpha_ida_setting *s, void *galpha)
{
  if (s->set_int) { return s->set_int(galpha, (int)s->value); }
  if (s->set_real) { return s->set_real(galpha, s->value); }
  return GALPHASetOption(galpha, s->name, s->value);
}

/* If the table is full, the option holds for the present GALPHA object only. */
static void store(struct galpha_ida *mem, const struct galpha_ida_setting *s)
{
  int i = 0;
  while (i < mem->nsettings && (mem->setting[i].set_int != s->set_int ||
                                mem->setting[i].set_real != s->set_real ||
                                strcmp(mem->setting[i].name, s->name) != 0))
  {
    i++;
  }
  if (i == GALPHA_IDA_SETTINGS) { return; }
  mem->setting[i] = *s;
  if (i == mem->nsettings) { mem->nsettings++; }
}

static int set(struct galpha_ida *mem, struct galpha_ida_setting s)
{
  mem->voice     = GALPHA_IDA_QUIET;
  const int code = call(&s, mem->galpha);
  mem->voice     = GALPHA_IDA_LOUD;
  s.pending      = code != GALPHA_SUCCESS;
  store(mem, &s);
  return code;
}

int galpha_ida_set_int(struct galpha_ida *mem, galpha_ida_int_fn fn, int value)
{
  return set(mem, (struct galpha_ida_setting){.set_int = fn,
                                              .value   = (sunrealtype)value});
}

void galpha_ida_set_real(struct galpha_ida *mem, galpha_ida_real_fn fn,
                         sunrealtype value)
{
  set(mem, (struct galpha_ida_setting){.set_real = fn, .value = value});
}

int galpha_ida_set_option(struct galpha_ida *mem, const char *name,
                          sunrealtype value)
{
  struct galpha_ida_setting s = {.value = value};
  const int code              = GALPHASetOption(mem->galpha, name, value);
  if (code || strlen(name) >= sizeof s.name) { return galpha_ida_code(code); }
  memcpy(s.name, name, strlen(name) + 1);
  store(mem, &s);
  return IDA_SUCCESS;
}

void galpha_ida_settings_apply(struct galpha_ida *mem, bool all)
{
  mem->voice = GALPHA_IDA_QUIET;
  for (int i = 0; i < mem->nsettings; i++)
  {
    struct galpha_ida_setting *s = &mem->setting[i];
    if (all || s->pending) { s->pending = call(s, mem->galpha) != 0; }
  }
  mem->voice = GALPHA_IDA_LOUD;
}

N_Vector galpha_ida_clone(N_Vector w)
{
  N_Vector v = w->ops->nvclone(w);
  if (v) { v->sunctx = w->sunctx; }
  return v;
}

bool galpha_ida_copy(N_Vector *copy, N_Vector v)
{
  N_Vector fresh = v ? galpha_ida_clone(v) : NULL;
  if (v && !fresh) { return false; }
  if (v) { N_VScale(1.0, v, fresh); }
  if (*copy) { N_VDestroy(*copy); }
  *copy = fresh;
  return true;
}

bool galpha_ida_fits(const struct galpha_ida *mem, N_Vector v)
{
  N_Vector_ID (*id)(N_Vector)    = v->ops->nvgetvectorid;
  N_Vector_ID (*other)(N_Vector) = mem->y0->ops->nvgetvectorid;
  const bool kind                = !id || !other || id(v) == other(mem->y0);
  return kind &&
         (!v->ops->nvgetlength || N_VGetLength(v) == N_VGetLength(mem->y0));
}

/* To IDA any positive id means differential; GALPHA accepts 0 and 1. */
static int set_id(struct galpha_ida *mem)
{
  N_Vector clean = NULL;
  if (!mem->id || !mem->id->ops->nvcompare)
  {
    return GALPHASetId(mem->galpha, mem->id);
  }
  clean = galpha_ida_clone(mem->id);
  if (!clean) { return GALPHA_MEM_FAIL; }
  N_VCompare(0.5, mem->id, clean);
  const int code = GALPHASetId(mem->galpha, clean);
  N_VDestroy(clean);
  return code;
}

int galpha_ida_id_apply(struct galpha_ida *mem)
{
  mem->voice      = GALPHA_IDA_QUIET;
  const int code  = set_id(mem);
  mem->id_pending = code != GALPHA_SUCCESS;
  mem->voice      = GALPHA_IDA_LOUD;
  return galpha_ida_code(code);
}

/* IDA treats 0.5 <= |c| < 1.5 as 1 and |c| >= 1.5 as 2, with the sign of c; GALPHA
 * accepts only -2, -1, 0, 1, 2. */
static int set_constraints(struct galpha_ida *mem, N_Vector constraints)
{
  N_Vector clean = galpha_ida_clone(constraints),
           mask  = galpha_ida_clone(constraints);
  int code       = GALPHA_MEM_FAIL;
  if (clean && mask)
  {
    N_VCompare(0.5, constraints, mask);
    N_VAddConst(mask, -1.0, mask);
    N_VAbs(constraints, clean);
    N_VLinearSum(1.0, clean, -1.0, mask, clean);
    N_VDiv(constraints, clean, clean); /* the sign, or 0 */
    N_VAddConst(mask, 1.0, mask);
    N_VProd(mask, clean, clean);
    N_VCompare(1.5, constraints, mask);
    N_VAddConst(mask, 1.0, mask);
    N_VProd(mask, clean, clean);
    code = GALPHASetConstraints(mem->galpha, clean);
  }
  if (clean) { N_VDestroy(clean); }
  if (mask) { N_VDestroy(mask); }
  return code;
}

int galpha_ida_constraints_apply(struct galpha_ida *mem, N_Vector constraints)
{
  return galpha_ida_code(constraints ? set_constraints(mem, constraints)
                                     : GALPHASetConstraints(mem->galpha, NULL));
}

static int apply_tolerances(struct galpha_ida *mem)
{
  const struct galpha_ida_tol *tol = &mem->tol;
  switch (tol->kind)
  {
  case GALPHA_IDA_TOL_SS:
    return GALPHASStolerances(mem->galpha, tol->rtol, tol->atol);
  case GALPHA_IDA_TOL_SV:
    return GALPHASVtolerances(mem->galpha, tol->rtol, tol->vatol);
  case GALPHA_IDA_TOL_WF: return GALPHAWFtolerances(mem->galpha, tol->efun);
  default: return GALPHA_SUCCESS;
  }
}

int galpha_ida_vectors_apply(struct galpha_ida *mem, const char *function)
{
  int code = mem->id ? galpha_ida_id_apply(mem) : IDA_SUCCESS;
  if (code)
  {
    return galpha_ida_report(mem, "IDA", code, function,
                             "the vector of IDASetId does not fit y0");
  }
  if (mem->constraints)
  {
    code = galpha_ida_constraints_apply(mem, mem->constraints);
  }
  if (!code && !mem->tol.refused) { code = apply_tolerances(mem); }
  return galpha_ida_code(code);
}

/* Errors reach the program in the way of its SUNDIALS, and speak of IDA. */
#include "standin/standin.h"

struct heard
{
  int count, code;
  char function[64], text[512];
};

static void note(struct heard *h, int code, const char *function,
                 const char *msg)
{
  h->count++;
  h->code = code;
  snprintf(h->function, sizeof h->function, "%s", function);
  snprintf(h->text, sizeof h->text, "%s", msg);
}

#if SUNDIALS_VERSION_MAJOR >= 7

static void hear(int line, const char *function, const char *file,
                 const char *msg, SUNErrCode code, void *data, SUNContext ctx)
{
  note(data, code, function, msg);
}

static void listen(struct standin *s, struct heard *h)
{
  CHECK(SUNContext_PushErrHandler(s->ctx, hear, h) == 0);
}

/* Every handler on the context's stack is called; the error does not stay. */
static void of_this_version(struct standin *s)
{
  struct heard second = {0};
  CHECK(SUNContext_PushErrHandler(s->ctx, hear, &second) == 0);
  CHECK(IDASetMaxOrd(s->mem, 0) == IDA_ILL_INPUT);
  CHECK(second.count == 1 && second.code == IDA_ILL_INPUT);
  CHECK(SUNContext_PeekLastError(s->ctx) == 0);
  CHECK(SUNContext_PopErrHandler(s->ctx) == 0);
  CHECK(IDASetMaxOrd(s->mem, 0) == IDA_ILL_INPUT);
  CHECK(second.count == 1);
}

#else

static void hear(int code, const char *module, const char *function, char *msg,
                 void *data)
{
  CHECK(strncmp(module, "IDA", 3) == 0);
  note(data, code, function, msg);
}

static void listen(struct standin *s, struct heard *h)
{
  CHECK(IDASetErrHandlerFn(s->mem, hear, h) == IDA_SUCCESS);
}

/* Without a handler lines go to the program's stream, in IDA's form. */
static void of_this_version(struct standin *s)
{
  char line[256] = "";
  FILE *fp       = tmpfile();
  CHECK(IDASetErrHandlerFn(s->mem, NULL, NULL) == IDA_SUCCESS);
  CHECK(IDASetErrFile(s->mem, fp) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s->mem, 0) == IDA_ILL_INPUT);
  CHECK(IDASetErrFile(s->mem, NULL) == IDA_SUCCESS);
  CHECK(IDASetMaxOrd(s->mem, 0) == IDA_ILL_INPUT);
  rewind(fp);
  CHECK(fgets(line, sizeof line, fp) && strcmp(line, "\n") == 0);
  CHECK(fgets(line, sizeof line, fp) &&
        strcmp(line, "[IDA ERROR]  IDASetMaxOrd\n") == 0);
  CHECK(fgets(line, sizeof line, fp) &&
        strcmp(line, "  maxord <= 0 illegal.\n") == 0);
  CHECK(fgets(line, sizeof line, fp) && !fgets(line, sizeof line, fp));
  fclose(fp);
}

#endif

static int failing(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                   void *data)
{
  const sunrealtype *end = data;
  return t > *end ? -1 : standin_res(t, y, yp, r, data);
}

/* A message of GALPHA's own: translated, with IDA's code. */
static void translated(struct standin *s, struct heard *h)
{
  sunrealtype end = 0.5;
  standin_values(s);
  standin_init(s, failing, 1e-6, 1e-8);
  CHECK(IDASetUserData(s->mem, &end) == IDA_SUCCESS);
  memset(h, 0, sizeof *h);
  CHECK(standin_solve(s, 1.0) == IDA_RES_FAIL);
  CHECK(h->count == 1 && h->code == IDA_RES_FAIL);
  CHECK(strcmp(h->function, "IDASolve") == 0);
  CHECK(strstr(h->text, "residual") && !strstr(h->text, "GALPHA"));
  CHECK(s->t > 0.0 && s->t <= end && standin_error(s, s->t) <= 1e-5);
  end = 2.0; /* the object is still good */
  CHECK(standin_solve(s, 1.0) == IDA_SUCCESS);
  CHECK(standin_error(s, 1.0) <= 1e-5);
}

RESIDUAL1_IS(without_y0, yp[0] - y[1], y[1] - 1.0)

RESIDUAL1_JAC(wrong_sign)
{
  SM_ELEMENT_D(J, 0, 0) = -cj - 1.0;
  SM_ELEMENT_D(J, 0, 1) = 0.0;
  SM_ELEMENT_D(J, 1, 0) = 0.0;
  SM_ELEMENT_D(J, 1, 1) = -1.0;
}

/* Messages name what IDA has. */
static void advice(struct standin *s, struct heard *h)
{
  standin_values(s);
  standin_init(s, without_y0, 1e-6, 1e-8);
  CHECK(IDACalcIC(s->mem, IDA_Y_INIT, 1.0) == IDA_NO_RECOVERY);
  CHECK(strstr(h->text, "IDA_Y_INIT") && strstr(h->text, "y[0] itself"));
  standin_init(s, standin_res, 1e-6, 1e-8);
  CHECK(IDASetJacFn(s->mem, wrong_sign) == IDALS_SUCCESS);
  CHECK(standin_solve(s, 1.0) == IDA_CONV_FAIL);
  CHECK(strstr(h->text, "Jacobian") && !strstr(h->text, "CheckJacobian"));
}

int main(void)
{
  struct standin s = standin_create();
  struct heard h   = {0};
  listen(&s, &h);
  CHECK(IDASetMaxOrd(s.mem, 9) == IDA_ILL_INPUT);
  CHECK(h.count == 1 && h.code == IDA_ILL_INPUT);
  CHECK(strcmp(h.function, "IDASetMaxOrd") == 0);
  CHECK(IDASetJacFn(s.mem, NULL) == IDALS_LMEM_NULL);
  CHECK(h.count == 2 && h.code == IDALS_LMEM_NULL);
  /* an option that GALPHA takes later only, is no error */
  CHECK(IDASetMaxOrd(s.mem, 4) == IDA_SUCCESS && h.count == 2);
  CHECK(IDASetId(s.mem, s.id) == IDA_SUCCESS && h.count == 2);
  translated(&s, &h);
  advice(&s, &h);
  of_this_version(&s);
  standin_free(&s);
  return check_done();
}

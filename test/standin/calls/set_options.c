/* IDASetOptions (SUNDIALS 7.5): IDA's keys, options of GALPHA, what is refused. */

#if SUNDIALS_VERSION_MAJOR > 7 || \
  (SUNDIALS_VERSION_MAJOR == 7 && SUNDIALS_VERSION_MINOR >= 5)

#include <stdarg.h>

#include "standin/standin.h"

/* The words of a command line after the program's name. */
static int set(struct standin *s, const char *id, int count, ...)
{
  char words[12][40], *argv[12];
  va_list ap;
  va_start(ap, count);
  snprintf(words[0], sizeof words[0], "program");
  for (int i = 1; i <= count && i < 12; i++)
  {
    snprintf(words[i], sizeof words[i], "%s", va_arg(ap, const char *));
  }
  va_end(ap);
  for (int i = 0; i <= count; i++) { argv[i] = words[i]; }
  return IDASetOptions(s->mem, id, NULL, count + 1, argv);
}

static void keys_of_ida(void)
{
  struct standin s = standin_ready();
  sunrealtype h    = 0.0;
  int order        = 0;
  CHECK(set(&s, NULL, 4, "ida.max_step", "0.01", "ida.max_order", "1") == 0);
  CHECK(set(&s, "mine", 2, "mine.stop_time", "0.5") == 0);
  CHECK(set(&s, NULL, 3, "ida.scalar_tolerances", "1e-3", "1e-5") == 0);
  CHECK(set(&s, NULL, 3, "ida.no_inactive_root_warn", "ida.init_step",
            "1e-6") == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_TSTOP_RETURN && s.t == 0.5);
  CHECK(IDAGetLastStep(s.mem, &h) == 0 && h <= 0.01 * (1.0 + 1e-12));
  CHECK(IDAGetLastOrder(s.mem, &order) == 0 && order == 1);
  CHECK(IDAGetActualInitStep(s.mem, &h) == 0);
  CHECK_REL(h, 1e-6, 1e-12);
  CHECK(set(&s, NULL, 3, "other", "ida.max_num_steps", "2") == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_TOO_MUCH_WORK);
  standin_free(&s);
}

static void refused(void)
{
  struct standin s = standin_ready();
  CHECK(IDASetOptions(s.mem, NULL, "options.txt", 0, NULL) == IDA_ILL_INPUT);
  CHECK(IDASetOptions(NULL, NULL, "options.txt", 0, NULL) == IDA_ILL_INPUT);
  CHECK(IDASetOptions(s.mem, NULL, "", 0, NULL) == IDA_SUCCESS);
  CHECK(IDASetOptions(NULL, NULL, NULL, 0, NULL) == IDA_SUCCESS);
  void *keep = s.mem;
  s.mem      = NULL;
  CHECK(set(&s, NULL, 2, "ida.max_step", "1") == IDA_MEM_NULL);
  s.mem = keep;
  CHECK(set(&s, NULL, 2, "ida.max_step", "-1") == IDA_ILL_INPUT);
  CHECK(set(&s, NULL, 2, "ida.max_order", "7") == IDA_ILL_INPUT);
  CHECK(set(&s, NULL, 1, "ida.max_step") == IDA_ILL_INPUT); /* no value */
  CHECK(set(&s, NULL, 2, "ida.scalar_tolerances", "1e-3") == IDA_ILL_INPUT);
  CHECK(set(&s, NULL, 2, "ida.nonsense", "1") == IDA_SUCCESS); /* a warning */
  CHECK(set(&s, "other", 2, "ida.max_step", "-1") == IDA_SUCCESS);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  standin_free(&s);
}

static sunrealtype with_rho(const char *rho)
{
  struct standin s = standin_ready();
  CHECK(set(&s, NULL, 2, "ida.rho_inf", rho) == 0);
  CHECK(standin_solve(&s, 1.0) == IDA_SUCCESS);
  CHECK(standin_error(&s, s.t) <= 1e-4);
  const sunrealtype y = standin_y(&s)[1];
  standin_free(&s);
  return y;
}

static void keys_of_galpha(void)
{
  struct standin s = standin_ready();
  CHECK(with_rho("0.9") != with_rho("0.1"));
  CHECK(set(&s, NULL, 2, "ida.max_jacobian_age", "5") == 0);
  CHECK(set(&s, NULL, 2, "ida.rho_inf", "1.5") == IDA_ILL_INPUT);
  CHECK(set(&s, NULL, 1, "ida.rho_inf") == IDA_ILL_INPUT);
  standin_free(&s);
}

int main(void)
{
  keys_of_ida();
  refused();
  keys_of_galpha();
  return check_done();
}

#else

int main(void)
{
  return 0;
}

#endif

/* Checks returns and results of the user's callbacks, and records failures. */
#include <stdint.h>
#include <string.h>

#include "model/matrix_ops.h"
#include "model/mechanics.h"

/* A quiet NaN with a payload that arithmetic preserves and that no callback produces. */
#define MARK     UINT64_C(0x7ff8dead0000beef)
#define POSITIVE UINT64_C(0x7fffffffffffffff)

void galpha_sys_mark(const struct galpha_sys *sys, N_Vector x)
{
  const uint64_t bits = MARK;
  double mark         = 0.0;
  if (!sys->marking) { return; }
  memcpy(&mark, &bits, sizeof mark);
  N_VConst(mark, x);
}

/* Element i is the mark, or the mark plus a number (+= on an unwritten element). */
static bool is_mark(N_Vector x, sunindextype i)
{
  sunindextype n       = 0;
  const sunrealtype *d = galpha_vector_data(x, &n);
  uint64_t bits        = 0;
  if (!d || i < 0 || i >= n) { return false; }
  const double value = (double)d[i];
  memcpy(&bits, &value, sizeof bits);
  return (bits & POSITIVE) == MARK;
}

bool galpha_sys_stopped(const struct galpha_sys *sys)
{
  return sys->fail.what && sys->fail.ret < 0;
}

void galpha_sys_begin(struct galpha_sys *sys)
{
  sys->fail.what = sys->products.what = NULL;
}

void galpha_sys_set_failure(struct galpha_sys *sys, struct galpha_failure fail)
{
  if (!galpha_sys_stopped(sys)) { sys->fail = fail; }
}

void galpha_sys_forget_failure(struct galpha_sys *sys)
{
  if (!galpha_sys_stopped(sys)) { sys->fail.what = NULL; }
}

void galpha_sys_forgive(struct galpha_sys *sys)
{
  sys->fail.what = NULL;
}

void galpha_sys_forget_failures(struct galpha_sys *sys)
{
  if (!galpha_sys_stopped(sys)) { galpha_sys_begin(sys); }
}

void galpha_sys_set_product_failure(struct galpha_sys *sys, const char *what)
{
  sys->products.what = what;
}

void galpha_sys_set_marking(struct galpha_sys *sys, bool on)
{
  sys->marking = on;
}

void galpha_sys_set_increment(struct galpha_sys *sys, sunrealtype dt,
                              sunrealtype most)
{
  sys->rate.dt      = dt;
  sys->rate.dt_most = most;
}

/* Records a failure; what is the name of the callback in messages. */
static int record(struct galpha_sys *sys, const char *what, sunrealtype t,
                  int ret, sunindextype index)
{
  if (galpha_sys_stopped(sys)) { return sys->fail.ret; }
  sys->fail =
    (struct galpha_failure){.what = what, .ret = ret, .t = t, .index = index};
  return ret != 0 ? ret : 1;
}

int galpha_sys_checked(struct galpha_sys *sys, const char *what, sunrealtype t,
                       int ret, N_Vector x)
{
  if (ret != 0) { return record(sys, what, t, ret, -1); }
  if (!x || galpha_vector_finite(x)) { return 0; }
  const sunindextype bad = galpha_vector_first_bad(x);
  record(sys, what, t, 0, bad);
  sys->fail.unwritten = sys->marking && is_mark(x, bad);
  return 1;
}

int galpha_sys_products(struct galpha_sys *sys)
{
  struct galpha_products *p = &sys->products;
  const char *what          = p->what;
  p->what                   = NULL;
  return what ? record(sys, what, p->t, p->ret, -1) : 0;
}

int galpha_sys_pattern(struct galpha_sys *sys, const char *what, sunrealtype t,
                       int ret, SUNMatrix A, struct galpha_pattern *known)
{
  struct galpha_pattern_fault fault;
  if (ret != 0) { return record(sys, what, t, ret, -1); }
  const int kind = galpha_pattern_check(known, A, &fault);
  if (kind == GALPHA_PATTERN_RIGHT) { return 0; }
  record(sys, kind > 0 ? what : NULL, t, 0, -1);
  sys->fail.pattern = fault;
  SUNMatZero(A); /* so that no loop follows the invalid pattern */
  return -1;
}

int galpha_sys_matrix(struct galpha_sys *sys, const char *what, sunrealtype t,
                      int ret, SUNMatrix A, struct galpha_pattern *known)
{
  ret = galpha_sys_pattern(sys, what, t, ret, A, known);
  return ret ? ret : galpha_sys_values(sys, what, t, A);
}

int galpha_sys_values(struct galpha_sys *sys, const char *what, sunrealtype t,
                      SUNMatrix A)
{
  if (!galpha_block_known(A) || galpha_block_finite(A)) { return 0; }
  record(sys, what, t, 0, galpha_block_bad_row(A));
  sys->fail.in_matrix = true;
  return 1;
}

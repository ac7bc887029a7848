/* Checkpoints: the state of a run, with a head that describes the object that it belongs
 * to, and checks of both. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "api/at_step.h"
#include "api/checkpoint_state.h"
#include "base/clone.h"
#include "model/matrix_ops.h"
#include "step/smooth_multipliers.h"

static const char mark[8] = "GALPHA\r\n";

struct head
{
  char mark[8];
  char version[24], sundials[24];
  int64_t object, index;            /* sizes of types */
  sunrealtype direction, span;      /* of the start, in time */
  int64_t n, m, p, r, local, roots; /* sizes of the problem */
  char form[24];
  sunrealtype opt[GALPHA_OPT_COUNT];
  sunrealtype tolerances[8];
  sunrealtype method[5]; /* family and parameters */
  uint64_t size, sum;    /* of the state */
  uint64_t own_sum;      /* of the head up to here */
};

/* FNV-1a: any change of one byte changes it. */
static uint64_t sum_of(const void *x, size_t size)
{
  const unsigned char *c = x;
  uint64_t sum           = UINT64_C(14695981039346656037);
  for (size_t i = 0; i < size; i++)
  {
    sum = (sum ^ c[i]) * UINT64_C(1099511628211);
  }
  return sum;
}

/* Options that may differ between the runs. */
static bool is_free(int option)
{
  return option == GALPHA_OPT_MAX_NUM_STEPS ||
         option == GALPHA_OPT_MONITOR_ATTEMPTS || option == GALPHA_OPT_KEEP_JAC;
}

static void set_tolerances(const struct galpha_errtest *et, sunrealtype *x)
{
  const struct galpha_tol *all[] = {&et->q, &et->v, &et->s, &et->mult};
  for (int i = 0; i < 4; i++)
  {
    x[2 * i]     = all[i]->rtol;
    x[2 * i + 1] = all[i]->atol;
  }
  if (et->q.kind == GALPHA_TOL_NONE) { x[0] = x[1] = 0.0; }
}

static int64_t length(N_Vector v)
{
  sunindextype n = 0;
  if (v && v->ops->nvbufsize) { N_VBufSize(v, &n); }
  return n;
}

static void set_head(const struct galpha_mem *mem, struct head *h)
{
  memset(h, 0, sizeof *h);
  memcpy(h->mark, mark, sizeof mark);
  strncpy(h->version, GALPHA_VERSION, sizeof h->version - 1);
  strncpy(h->form, mem->form->name, sizeof h->form - 1);
  strncpy(h->sundials, GALPHA_SUNDIALS_VERSION, sizeof h->sundials - 1);
  h->object    = (int64_t)sizeof *mem;
  h->index     = (int64_t)sizeof(sunindextype);
  h->n         = N_VGetLength(mem->q0);
  h->m         = mem->sys.m;
  h->p         = mem->sys.p;
  h->r         = mem->s0 ? N_VGetLength(mem->s0) : 0;
  h->local     = length(mem->q0);
  h->roots     = mem->root.nrtfn;
  h->method[0] = mem->family.family;
  memcpy(h->method + 1, mem->family.par, sizeof mem->family.par);
  memcpy(h->opt, mem->opt, sizeof h->opt);
  set_tolerances(&mem->errtest, h->tolerances);
  h->direction = mem->ic.direction;
  h->span      = mem->ic.span;
}

static int refuse(const struct galpha_mem *mem, const char *function,
                  const char *why)
{
  return galpha_report(&mem->err, GALPHA_ILL_INPUT, function, "%s", why);
}

static const char damaged[] = "the checkpoint is damaged";
static const char controller[] =
  "the state of a SUNAdaptController cannot be written or read";

static int settle(struct galpha_mem *mem, const char *function)
{
  const int flag = galpha_settle(mem);
  if (flag == -1) { return galpha_no_memory(&mem->err, function); }
  return flag ? galpha_report(&mem->err, GALPHA_LINIT_FAIL, function,
                              "the linear solver refused its set-up")
              : GALPHA_SUCCESS;
}

/* Writing. */

static const char *cannot_write(const struct galpha_mem *mem, bool write)
{
  return !write ? "write is NULL"
         : mem->phase != GALPHA_PHASE_RUNNING || mem->hist.now->h == 0.0
           ? "no step has been taken yet"
         : mem->ctrl.user           ? controller
         : !mem->q0->ops->nvbufsize ? "the vectors have no operation nvbufpack"
                                    : NULL;
}

static int write_all(struct galpha_mem *mem, GALPHAWriteFn write, void *ctx,
                     unsigned char *state, size_t size)
{
  struct galpha_walk w = {.at = state, .size = size};
  struct head h;
  galpha_walk_state(&w, mem);
  if (w.failed)
  {
    return refuse(mem, "GALPHAWriteCheckpoint", "a vector could not be packed");
  }
  set_head(mem, &h);
  h.size    = size;
  h.sum     = sum_of(state, size);
  h.own_sum = sum_of(&h, offsetof(struct head, own_sum));
  int ret   = write(ctx, &h, sizeof h);
  if (!ret) { ret = write(ctx, state, size); }
  return ret
           ? galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHAWriteCheckpoint",
                           "the function write returned %d", ret)
           : GALPHA_SUCCESS;
}

int GALPHAWriteCheckpoint(void *memory, GALPHAWriteFn write, void *ctx)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  const char *why = cannot_write(mem, write != NULL);
  if (why) { return refuse(mem, __func__, why); }
  struct galpha_walk count = {.at = NULL};
  galpha_walk_state(&count, mem);
  unsigned char *state = count.failed ? NULL : calloc(1, count.done);
  if (!state) { return galpha_no_memory(&mem->err, __func__); }
  code = galpha_complete_step(mem, __func__);
  galpha_enter(mem);
  if (!code)
  {
    galpha_take_multipliers(&mem->step);
    code = settle(mem, __func__);
  }
  if (!code) { code = write_all(mem, write, ctx, state, count.done); }
  free(state);
  return galpha_leave(mem, code);
}

/* Reading. */

/* What in the head does not fit the object; NULL: nothing. */
static const char *misfit(const struct head *h, const struct head *own)
{
  if (memcmp(h->mark, own->mark, sizeof mark) != 0)
  {
    return "this is not a checkpoint of GALPHA";
  }
  if (memcmp(h->version, own->version, sizeof h->version) != 0 ||
      memcmp(h->sundials, own->sundials, sizeof h->sundials) != 0 ||
      h->object != own->object || h->index != own->index)
  {
    return "the checkpoint was written by another version or build";
  }
  if (h->own_sum != sum_of(h, offsetof(struct head, own_sum)))
  {
    return damaged;
  }
  if (memcmp(h->form, own->form, sizeof h->form) != 0)
  {
    return "the checkpoint is of another form of problem";
  }
  if (h->n != own->n || h->m != own->m || h->p != own->p || h->r != own->r ||
      h->local != own->local || h->roots != own->roots)
  {
    return "the checkpoint is of a problem of other sizes, or of another "
           "process";
  }
  if (memcmp(h->method, own->method, sizeof h->method) != 0)
  {
    return "the checkpoint is of a run with another method";
  }
  return memcmp(h->tolerances, own->tolerances, sizeof h->tolerances) != 0
           ? "the checkpoint is of a run with other tolerances"
           : NULL;
}

static int check_options(const struct galpha_mem *mem, const struct head *h)
{
  for (int i = 0; i < GALPHA_OPT_COUNT; i++)
  {
    if (h->opt[i] == mem->opt[i] || is_free(i)) { continue; }
    return galpha_report(&mem->err, GALPHA_ILL_INPUT, "GALPHAReadCheckpoint",
                         "the option %s was %g when the checkpoint was "
                         "written, and is %g",
                         galpha_option_name(i), h->opt[i], mem->opt[i]);
  }
  return GALPHA_SUCCESS;
}

/* First a start, which makes solvers, patterns and storage; then the state. */
static int apply(struct galpha_mem *mem, const struct head *h,
                 unsigned char *state)
{
  static const char function[] = "GALPHAReadCheckpoint";
  const sunrealtype tout       = mem->t0 + h->direction * h->span;
  struct galpha_walk w         = {
            .at = state, .size = (size_t)h->size, .reading = true};
  if (mem->phase < GALPHA_PHASE_STARTED)
  {
    const int started = galpha_start(mem, mem->form->start, tout, function);
    if (started) { return started; }
  }
  const int code = settle(mem, function);
  if (!code) { galpha_walk_state(&w, mem); }
  if (!code && !w.failed && w.done == w.size) { return GALPHA_SUCCESS; }
  mem->phase = GALPHA_PHASE_CLOSED; /* the next call starts anew */
  if (code) { return code; }
  return w.no_memory
           ? galpha_no_memory(&mem->err, function)
           : refuse(mem, function,
                    "the checkpoint is of a problem with other patterns");
}

/* Reads and checks all of it; *state is to be freed. */
static int load(const struct galpha_mem *mem, GALPHAReadFn read, void *ctx,
                struct head *h, unsigned char **state)
{
  static const char function[]  = "GALPHAReadCheckpoint";
  static const char truncated[] = "the checkpoint is truncated";
  struct head own;
  if (read(ctx, h, sizeof *h)) { return refuse(mem, function, truncated); }
  set_head(mem, &own);
  const char *why = misfit(h, &own);
  if (why) { return refuse(mem, function, why); }
  const int code = check_options(mem, h);
  if (code) { return code; }
  *state = malloc((size_t)h->size);
  if (!*state) { return galpha_no_memory(&mem->err, function); }
  if (read(ctx, *state, (size_t)h->size))
  {
    return refuse(mem, function, truncated);
  }
  return sum_of(*state, (size_t)h->size) == h->sum
           ? GALPHA_SUCCESS
           : refuse(mem, function, damaged);
}

/* With several processes: the code of one that has failed. */
static int agree(const struct galpha_mem *mem, int code)
{
  if (!galpha_vector_distributed(mem->q0)) { return code; }
  N_Vector x = galpha_clone(mem->q0);
  if (!x) { return galpha_no_memory(&mem->err, "GALPHAReadCheckpoint"); }
  N_VConst(code ? 1.0 : 0.0, x);
  const bool failed = N_VMaxNorm(x) > 0.0;
  N_VDestroy(x);
  return failed && !code
           ? refuse(mem, "GALPHAReadCheckpoint",
                    "the checkpoint of another process was refused")
           : code;
}

int GALPHAReadCheckpoint(void *memory, GALPHAReadFn read, void *ctx)
{
  int code               = 0;
  struct galpha_mem *mem = galpha_get_idle_defined(memory, __func__, &code);
  if (!mem) { return code; }
  const char *why = !read ? "read is NULL"
                    : mem->phase == GALPHA_PHASE_RUNNING
                      ? "steps have been taken: call GALPHAReInit first"
                    : mem->ctrl.user ? controller
                                     : NULL;
  if (why) { return refuse(mem, __func__, why); }
  struct head h;
  unsigned char *state = NULL;
  galpha_enter(mem);
  code = agree(mem, load(mem, read, ctx, &h, &state));
  if (!code) { code = apply(mem, &h, state); }
  free(state);
  return galpha_leave(mem, code);
}

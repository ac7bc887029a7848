/* GALPHA itself on MPI vectors: an elastic string q'' = q_xx with fixed ends,
 * once as F(t,y,y',y'') and once as F(t,y,y') in q and q'. The same steps and
 * results whether each process holds all of it or all of them share it, and
 * those known in closed form; the band-block-diagonal preconditioner, also where
 * it fails on one process only. */
#include <mpi.h>
#include <stdlib.h>

#include <galpha/galpha_bbdpre.h>
#include <nvector/nvector_parallel.h>
#include <sunlinsol/sunlinsol_spgmr.h>

#include "parallel_context.h"
#include "support/check/byte_store.h"
#include "support/check/check.h"

#define POINTS 32 /* ends included */
#define INV    ((POINTS - 1.0) * (POINTS - 1.0))
#define TEND   0.7
#define RTOL   1e-6
#define ATOL   1e-7
#define BOUND  200.0 /* error over RTOL; q is of size 1 */
#define ORDERS 5

/* The points of this process; a point is q alone, or q and q'. */
struct string
{
  MPI_Comm comm;
  int first, count, rank, size;
  int width;      /* numbers a point */
  int most;       /* highest order */
  int failures;   /* of the local function still to come */
  int failed;     /* so many there were */
  double edge[2]; /* q beside the first and the last point */
  SUNContext ctx;
};

static struct string string_of(MPI_Comm comm, int width, int most)
{
  struct string s = {.comm = comm, .width = width, .most = most};
  MPI_Comm_rank(comm, &s.rank);
  MPI_Comm_size(comm, &s.size);
  s.first = POINTS * s.rank / s.size;
  s.count = POINTS * (s.rank + 1) / s.size - s.first;
  return s;
}

static int is_end(const struct string *s, int k)
{
  return s->first + k == 0 || s->first + k == POINTS - 1;
}

/* q and q' of two modes of the discrete string at its point k. */
static void exact(const struct string *s, sunrealtype t, int k, sunrealtype *q,
                  sunrealtype *v)
{
  static const int mode[2] = {1, 4};
  const sunrealtype a      = acos(-1.0) / (POINTS - 1);
  *q = *v = 0.0;
  for (int m = 0; m < 2 && !is_end(s, k); m++)
  {
    const sunrealtype x = sin(mode[m] * a * (s->first + k)) / mode[m];
    const sunrealtype w = 2.0 * (POINTS - 1) * sin(0.5 * mode[m] * a);
    *q += x * cos(w * t);
    *v -= x * w * sin(w * t);
  }
}

static int communicate(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                       void *data)
{
  struct string *s     = data;
  const sunrealtype *u = N_VGetArrayPointer(y);
  const int left       = s->rank > 0 ? s->rank - 1 : MPI_PROC_NULL;
  const int right      = s->rank < s->size - 1 ? s->rank + 1 : MPI_PROC_NULL;
  MPI_Sendrecv(&u[n - s->width], 1, MPI_DOUBLE, right, 1, &s->edge[0], 1,
               MPI_DOUBLE, left, 1, s->comm, MPI_STATUS_IGNORE);
  MPI_Sendrecv(&u[0], 1, MPI_DOUBLE, left, 2, &s->edge[1], 1, MPI_DOUBLE, right,
               2, s->comm, MPI_STATUS_IGNORE);
  return 0;
}

/* q_xx at a point inside. */
static sunrealtype curvature(const struct string *s, const sunrealtype *u,
                             int k)
{
  const int w             = s->width;
  const sunrealtype left  = k > 0 ? u[w * (k - 1)] : s->edge[0];
  const sunrealtype right = k < s->count - 1 ? u[w * (k + 1)] : s->edge[1];
  return INV * (left - 2.0 * u[w * k] + right);
}

static int second_order(sunrealtype t, N_Vector y, N_Vector yp, N_Vector ypp,
                        N_Vector r, void *data)
{
  struct string *s     = data;
  const sunrealtype *u = N_VGetArrayPointer(y), *a = N_VGetArrayPointer(ypp);
  sunrealtype *out = N_VGetArrayPointer(r);
  communicate(s->count, t, y, yp, data);
  for (int k = 0; k < s->count; k++)
  {
    out[k] = is_end(s, k) ? u[k] : a[k] - curvature(s, u, k);
  }
  return 0;
}

static int local(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                 N_Vector r, void *data)
{
  struct string *s     = data;
  const sunrealtype *u = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  sunrealtype *out = N_VGetArrayPointer(r);
  for (int k = 0; k < s->count; k++)
  {
    const int i = 2 * k, end = is_end(s, k);
    out[i]     = end ? u[i] : d[i] - u[i + 1];
    out[i + 1] = end ? u[i + 1] : d[i + 1] - curvature(s, u, k);
  }
  return 0;
}

/* The local function of a preconditioner that is in trouble now and then. */
static int troubled(sunindextype n, sunrealtype t, N_Vector y, N_Vector yp,
                    N_Vector r, void *data)
{
  struct string *s = data;
  if (t > 0.1 && s->failures > 0)
  {
    s->failures--;
    s->failed++;
    return 1;
  }
  return local(n, t, y, yp, r, data);
}

static int first_order(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                       void *data)
{
  const struct string *s = data;
  const sunindextype n   = s->width * s->count;
  return communicate(n, t, y, yp, data) || local(n, t, y, yp, r, data);
}

/* y, y' and the differential orders at the start. */
static void begin(const struct string *s, N_Vector y, N_Vector yp,
                  N_Vector order)
{
  sunrealtype *u = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  sunrealtype *o = N_VGetArrayPointer(order);
  for (int k = 0; k < s->count; k++)
  {
    const int i   = s->width * k;
    sunrealtype q = 0.0, v = 0.0;
    exact(s, 0.0, k, &q, &v);
    u[i] = q;
    d[i] = v;
    o[i] = is_end(s, k) ? 0.0 : s->width == 1 ? 2.0 : 1.0;
    if (s->width == 1) { continue; }
    u[i + 1] = v;
    d[i + 1] = 0.0; /* wrong: the library finds it */
    o[i + 1] = o[i];
  }
}

/* Largest error of q at time t. */
static sunrealtype error(const struct string *s, sunrealtype t, N_Vector y)
{
  const sunrealtype *u = N_VGetArrayPointer(y);
  sunrealtype largest = 0.0, all = 0.0;
  for (int k = 0; k < s->count; k++)
  {
    sunrealtype q = 0.0, v = 0.0;
    exact(s, t, k, &q, &v);
    const sunrealtype e = fabs(u[s->width * k] - q) / RTOL;
    if (!(e <= largest)) { largest = e; }
  }
  MPI_Allreduce(&largest, &all, 1, MPI_DOUBLE, MPI_MAX, s->comm);
  return all;
}

struct outcome
{
  long int steps, iters, local_calls, preconditioners, of_order[ORDERS + 1];
  sunrealtype *q; /* all points */
};

static void gather(const struct string *s, N_Vector y, sunrealtype *q)
{
  const sunrealtype *u     = N_VGetArrayPointer(y);
  sunrealtype mine[POINTS] = {0};
  for (int k = 0; k < s->count; k++) { mine[s->first + k] = u[s->width * k]; }
  MPI_Allreduce(mine, q, POINTS, MPI_DOUBLE, MPI_SUM, s->comm);
}

static void integrate(const struct string *s, void *mem, N_Vector y,
                      N_Vector yp, struct outcome *out)
{
  sunrealtype t = 0.0;
  CHECK(GALPHASolve(mem, TEND, &t, y, yp, GALPHA_NORMAL) == GALPHA_SUCCESS);
  CHECK_REL(t, TEND, 1e-12);
  CHECK_IN(error(s, TEND, y), 0.01, BOUND);
  CHECK_IN(error(s, 1.01 * TEND, y), BOUND, 1e99); /* the bound sees errors */
  gather(s, y, out->q);
  CHECK(GALPHAGetNumSteps(mem, &out->steps) == GALPHA_SUCCESS);
  CHECK(GALPHAGetNumLinIters(mem, &out->iters) == GALPHA_SUCCESS);
  CHECK(out->steps > 20 && out->iters >= out->steps);
  GALPHAGetNumPrecEvals(mem, &out->preconditioners);
  for (int k = 1; k <= ORDERS; k++)
  {
    CHECK(GALPHAGetNumStepsOfOrder(mem, k, &out->of_order[k]) == 0);
  }
}

static void state(struct string *s, void *mem, N_Vector y, N_Vector yp,
                  N_Vector order)
{
  begin(s, y, yp, order);
  const int flag = s->width == 1
                     ? GALPHAInit2(mem, second_order, 0.0, y, yp, NULL)
                     : GALPHAInit(mem, first_order, 0.0, y, yp);
  CHECK(flag == GALPHA_SUCCESS);
  CHECK(GALPHASetUserData(mem, s) == GALPHA_SUCCESS);
  CHECK((s->width == 1 ? GALPHASetDiffOrder(mem, order)
                       : GALPHASetId(mem, order)) == GALPHA_SUCCESS);
  CHECK(GALPHASStolerances(mem, RTOL, ATOL) == GALPHA_SUCCESS);
  CHECK(GALPHASetMaxOrd(mem, s->most) == GALPHA_SUCCESS);
}

struct run
{
  SUNContext ctx;
  N_Vector y, yp, order;
  SUNLinearSolver LS;
  void *mem;
};

/* The string of s before its start; precondition NULL: without preconditioner. */
static void run_begin(struct run *r, struct string *s,
                      GALPHABBDLocalFn precondition)
{
  const sunindextype n = s->width * s->count;
  r->ctx               = parallel_context(&s->comm);
  r->y                 = N_VNew_Parallel(s->comm, n, s->width * POINTS, r->ctx);
  r->yp                = N_VClone(r->y);
  r->order             = N_VClone(r->y);
  r->mem               = GALPHACreate(r->ctx);
  r->LS = SUNLinSol_SPGMR(r->y, precondition ? SUN_PREC_LEFT : SUN_PREC_NONE,
                          30, r->ctx);
  CHECK(r->mem && r->LS);
  state(s, r->mem, r->y, r->yp, r->order);
  CHECK(GALPHASetLinearSolver(r->mem, r->LS, NULL) == GALPHA_SUCCESS);
  if (precondition)
  {
    CHECK(GALPHABBDPrecInit(r->mem, n, 3, 3, 3, 3, 0.0, precondition,
                            communicate) == GALPHA_SUCCESS);
  }
  const int icopt = s->width == 1 ? GALPHA_ACC_INIT : GALPHA_YA_YDP_INIT;
  CHECK(GALPHACalcIC(r->mem, icopt, TEND) == GALPHA_SUCCESS);
}

static void run_end(struct run *r)
{
  GALPHAFree(&r->mem);
  SUNLinSolFree(r->LS);
  N_VDestroy(r->order);
  N_VDestroy(r->yp);
  N_VDestroy(r->y);
  SUNContext_Free(&r->ctx);
}

static struct outcome solve(struct string *s, GALPHABBDLocalFn precondition)
{
  struct outcome out = {.q = calloc(POINTS, sizeof *out.q)};
  struct run r;
  run_begin(&r, s, precondition);
  CHECK(out.q != NULL);
  integrate(s, r.mem, r.y, r.yp, &out);
  if (precondition)
  {
    CHECK(GALPHABBDPrecGetNumGfnEvals(r.mem, &out.local_calls) ==
          GALPHA_SUCCESS);
  }
  run_end(&r);
  return out;
}

/* Resumed with a checkpoint of each process: equal to the last bit. One that is damaged
 * on one process is refused on all. */
static void resumed(int width, GALPHABBDLocalFn precondition)
{
  struct byte_store file = {NULL, 0, 0}; /* of this process */
  struct string s        = string_of(MPI_COMM_WORLD, width, ORDERS);
  struct run a, b;
  sunrealtype t = 0.0;
  run_begin(&a, &s, precondition);
  run_begin(&b, &s, precondition);
  CHECK(!GALPHASetErrFile(b.mem, NULL));
  CHECK(!GALPHASolve(a.mem, 0.4 * TEND, &t, a.y, a.yp, GALPHA_NORMAL));
  CHECK(!GALPHAWriteCheckpoint(a.mem, byte_store_put, &file));
  const unsigned char damage = s.rank == s.size - 1 ? 1 : 0;
  file.data[file.size / 2] ^= damage;
  CHECK(GALPHAReadCheckpoint(b.mem, byte_store_get, &file) == GALPHA_ILL_INPUT);
  file.data[file.size / 2] ^= damage;
  file.at = 0;
  CHECK(!GALPHAReadCheckpoint(b.mem, byte_store_get, &file));
  CHECK(!GALPHASolve(a.mem, TEND, &t, a.y, a.yp, GALPHA_NORMAL));
  CHECK(!GALPHASolve(b.mem, TEND, &t, b.y, b.yp, GALPHA_NORMAL));
  CHECK(!memcmp(N_VGetArrayPointer(a.y), N_VGetArrayPointer(b.y),
                (size_t)(width * s.count) * sizeof t));
  CHECK(!memcmp(N_VGetArrayPointer(a.yp), N_VGetArrayPointer(b.yp),
                (size_t)(width * s.count) * sizeof t));
  run_end(&a);
  run_end(&b);
  free(file.data);
}

/* Alone and together: equal but for round-off, in steps of the same orders. */
static void compare(int width, int most)
{
  struct string alone    = string_of(MPI_COMM_SELF, width, most);
  struct string together = string_of(MPI_COMM_WORLD, width, most);
  struct outcome a = solve(&alone, NULL), b = solve(&together, NULL);
  sunrealtype difference = 0.0;
  for (int i = 0; i < POINTS; i++)
  {
    difference = fmax(difference, fabs(a.q[i] - b.q[i]));
  }
  CHECK(a.steps == b.steps);
  for (int k = 1; k <= ORDERS; k++)
  {
    CHECK(a.of_order[k] == b.of_order[k]);
    CHECK(k <= most || a.of_order[k] == 0);
  }
  CHECK(most < 3 || a.of_order[2] < a.steps / 2);
  CHECK_REL(a.iters, b.iters, 0.01);
  CHECK_IN(difference, 0.0, most > 2 ? 2e-10 : 1e-11);
  if (together.rank == 0)
  {
    printf("%d numbers a point, order %d, %d processes: %ld and %ld steps, "
           "difference %.1e\n",
           width, most, together.size, a.steps, b.steps, difference);
    printf("  %ld %ld %ld %ld of orders 2 to 5\n", a.of_order[2], a.of_order[3],
           a.of_order[4], a.of_order[5]);
  }
  free(a.q);
  free(b.q);
}

/* Iterations fall; one process' trouble is everybody's, and is overcome. */
static void preconditioned(void)
{
  struct string s        = string_of(MPI_COMM_WORLD, 2, 2);
  struct outcome plain   = solve(&s, NULL);
  struct outcome good    = solve(&s, local);
  s.failures             = s.rank == s.size - 1 ? 2 : 0;
  struct outcome trouble = solve(&s, troubled);
  CHECK(good.iters < plain.iters / 2);
  /* 1 evaluation and 7 groups of columns; none for what failed at once */
  CHECK(good.local_calls == 8 * good.preconditioners);
  CHECK(s.failed == (s.rank == s.size - 1 ? 2 : 0));
  CHECK(trouble.preconditioners > 2);
  if (s.rank == 0)
  {
    printf("linear iterations %ld, preconditioned %ld, with failures %ld\n",
           plain.iters, good.iters, trouble.iters);
  }
  free(plain.q);
  free(good.q);
  free(trouble.q);
}

int main(int argc, char **argv)
{
  MPI_Init(&argc, &argv);
  for (int width = 1; width <= 2; width++)
  {
    compare(width, 2);
    compare(width, ORDERS);
  }
  preconditioned();
  resumed(1, NULL);
  resumed(2, NULL);
  resumed(2, local);
  const int failed = check_done();
  MPI_Finalize();
  return failed;
}

/* GALPHACalcIC where no consistent values are found, or only with the line search:
 * codes and options as IDACalcIC's. */
#include "consistent_start.h"
#include "support/test.h"

enum fault
{
  NONE,
  FIRST,       /* F returns 1 */
  FIRST_FATAL, /* F returns -1 */
  FIRST_NAN,   /* F is not a number */
  MOVED,       /* F returns 1 where z is not as given */
  MOVED_FATAL, /* F returns -1 there */
  JAC,         /* the Jacobian returns 1 */
  JAC_FATAL,   /* the Jacobian returns -1 */
  PSETUP,      /* and so on */
  PSETUP_FATAL,
  PSOLVE_FATAL,
  WEIGHTS,      /* of the values found */
  SINGULAR,     /* two equations for y' */
  NO_ROOT,      /* z^2 + 1 = 0 */
  ARCTAN,       /* arctan z = 0 */
  HILL,         /* z exp(-z^2) = 0.1 */
  OVERFLOWING,  /* exp(9 z) = 2 */
  BOUNDED,      /* 0.9 = exp(-z) */
  OUT_OF_BOUNDS /* z = -1 */
};

struct model
{
  enum fault fault;
  sunrealtype z; /* given */
  long int weighed;
};

/* y' = -y + z, and z from an equation of its own. */
static int res(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
  const struct model *m = data;
  const sunrealtype *u = N_VGetArrayPointer(y), *d = N_VGetArrayPointer(yp);
  const sunrealtype z = u[1];
  sunrealtype *f      = N_VGetArrayPointer(r);
  f[0]                = d[0] + u[0] - z;
  f[1]                = z - u[0] * u[0];
  switch (m->fault)
  {
  case FIRST: return 1;
  case FIRST_FATAL: return -1;
  case FIRST_NAN: f[1] = (sunrealtype)NAN; return 0;
  case MOVED: return z != m->z;
  case MOVED_FATAL: return z != m->z ? -1 : 0;
  case SINGULAR: f[1] = 2.0 * f[0] + 1.0; return 0;
  case NO_ROOT: f[1] = z * z + 1.0; return 0;
  case ARCTAN: f[1] = atan(z); return 0;
  case HILL: f[1] = z * exp(-z * z) - 0.1; return 0;
  case OVERFLOWING: f[1] = exp(9.0 * z) - 2.0; return 0;
  case BOUNDED: f[1] = 0.9 - exp(-z); return 0;
  case OUT_OF_BOUNDS: f[1] = z + 1.0; return 0;
  default: return 0;
  }
}

static int jac(sunrealtype t, sunrealtype cj, N_Vector y, N_Vector yp,
               N_Vector r, SUNMatrix J, void *data, N_Vector tmp1,
               N_Vector tmp2, N_Vector tmp3)
{
  const struct model *m = data;
  const sunrealtype *u  = N_VGetArrayPointer(y);
  const sunrealtype z   = u[1];
  SM_ELEMENT_D(J, 0, 0) = cj + 1.0;
  SM_ELEMENT_D(J, 0, 1) = -1.0;
  SM_ELEMENT_D(J, 1, 0) = 0.0;
  switch (m->fault)
  {
  case SINGULAR:
    SM_ELEMENT_D(J, 1, 0) = 2.0 * (cj + 1.0);
    SM_ELEMENT_D(J, 1, 1) = -2.0;
    break;
  case NO_ROOT: SM_ELEMENT_D(J, 1, 1) = 2.0 * z; break;
  case ARCTAN: SM_ELEMENT_D(J, 1, 1) = 1.0 / (1.0 + z * z); break;
  case HILL: SM_ELEMENT_D(J, 1, 1) = exp(-z * z) * (1.0 - 2.0 * z * z); break;
  case OVERFLOWING: SM_ELEMENT_D(J, 1, 1) = 9.0 * exp(9.0 * z); break;
  case BOUNDED: SM_ELEMENT_D(J, 1, 1) = exp(-z); break;
  case OUT_OF_BOUNDS: SM_ELEMENT_D(J, 1, 1) = 1.0; break;
  default: SM_ELEMENT_D(J, 1, 0) = -2.0 * u[0]; SM_ELEMENT_D(J, 1, 1) = 1.0;
  }
  return m->fault == JAC ? 1 : m->fault == JAC_FATAL ? -1 : 0;
}

static int psetup(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  sunrealtype cj, void *data)
{
  const struct model *m = data;
  return m->fault == PSETUP ? 1 : m->fault == PSETUP_FATAL ? -1 : 0;
}

static int psolve(sunrealtype t, N_Vector y, N_Vector yp, N_Vector r,
                  N_Vector rhs, N_Vector z, sunrealtype cj, sunrealtype delta,
                  void *data)
{
  const struct model *m = data;
  N_VScale(1.0, rhs, z);
  return m->fault == PSOLVE_FATAL ? -1 : 0;
}

static int weights(N_Vector y, N_Vector ewt, void *data)
{
  const struct model *m = data;
  N_VConst(1e6, ewt);
  return m->fault == WEIGHTS && N_VGetArrayPointer(y)[1] != m->z ? -1 : 0;
}

static void start(sunrealtype *y, sunrealtype *yp, void *data)
{
  y[0] = 1.0;
  y[1] = ((const struct model *)data)->z;
}

static struct consistent_problem problem(struct model *m)
{
  static const sunrealtype id[2] = {1.0, 0.0};
  return CONSISTENT(.n = 2, .half = 1, .id = id, .res = res, .jac = jac,
                    .psetup = psetup, .psolve = psolve, .ewt = weights,
                    .start = start, .data = m);
}

/* Both give the code; the result of GALPHA. */
static struct consistent_result both(const struct consistent_problem *pb,
                                     enum consistent_solver kind, int code)
{
  const struct model *m = pb->data;
  const struct consistent_result ida =
    consistent_calc(pb, kind, &consistent_ida);
  const struct consistent_result g =
    consistent_calc(pb, kind, &consistent_galpha);
  printf("fault %d: code %d, of IDA %d; %ld back-tracks, of IDA %ld; %s\n",
         (int)m->fault, g.code, ida.code, g.backs, ida.backs, g.said.msg);
  CHECK(g.code == code && ida.code == code);
  CHECK(g.said.count == (code != 0) && g.said.code == code);
  return g;
}

static void check_codes(void)
{
  static const struct
  {
    enum fault fault;
    enum consistent_solver kind;
    int code;
  } all[] = {{NONE, CONSISTENT_DENSE, GALPHA_SUCCESS},
             {NONE, CONSISTENT_SPGMR, GALPHA_SUCCESS},
             {FIRST, CONSISTENT_DENSE, GALPHA_FIRST_RES_FAIL},
             {FIRST_FATAL, CONSISTENT_DENSE, GALPHA_RES_FAIL},
             {MOVED, CONSISTENT_DENSE, GALPHA_NO_RECOVERY},
             {MOVED_FATAL, CONSISTENT_DENSE, GALPHA_RES_FAIL},
             {JAC, CONSISTENT_DENSE, GALPHA_NO_RECOVERY},
             {JAC_FATAL, CONSISTENT_DENSE, GALPHA_LSETUP_FAIL},
             {PSETUP, CONSISTENT_SPGMR, GALPHA_NO_RECOVERY},
             {PSETUP_FATAL, CONSISTENT_SPGMR, GALPHA_LSETUP_FAIL},
             {PSOLVE_FATAL, CONSISTENT_SPGMR, GALPHA_LSOLVE_FAIL},
             {WEIGHTS, CONSISTENT_DENSE, GALPHA_BAD_EWT},
             {SINGULAR, CONSISTENT_DENSE, GALPHA_NO_RECOVERY},
             {NO_ROOT, CONSISTENT_DENSE, GALPHA_CONV_FAIL}};
  for (int i = 0; i < COUNT_OF(all); i++)
  {
    struct model m                     = {.fault = all[i].fault, .z = 3.0};
    const struct consistent_problem pb = problem(&m);
    both(&pb, all[i].kind, all[i].code);
  }
  struct model m                     = {.fault = FIRST_NAN, .z = 3.0};
  const struct consistent_problem pb = problem(&m);
  struct consistent_result g =
    consistent_calc(&pb, CONSISTENT_DENSE, &consistent_galpha);
  REFUSED(&g.said, g.code, GALPHA_FIRST_RES_FAIL, "component 1");
}

/* Newton's iteration for arctan diverges from |z| > 1.39. */
static void check_line_search(void)
{
  struct model m               = {.fault = ARCTAN, .z = 3.0};
  struct consistent_problem pb = problem(&m);
  struct consistent_result g   = both(&pb, CONSISTENT_DENSE, 0);
  CHECK(g.backs > 0);
  CHECK(fabs(g.y[1]) <= 1e-14);
  CHECK(fabs(g.yp[0] + 1.0) <= 1e-14);
  pb.opt.maxbacks = 1;
  both(&pb, CONSISTENT_DENSE, GALPHA_LINESEARCH_FAIL);
  pb.opt.maxbacks = 0;
  pb.opt.lsoff    = 1;
  g               = both(&pb, CONSISTENT_DENSE, GALPHA_CONV_FAIL);
  CHECK(g.backs == 0);
  m.z    = 1.2;
  pb.opt = (struct consistent_options){.maxnh = 1, .maxnj = 1, .maxnit = 1};
  both(&pb, CONSISTENT_DENSE, GALPHA_CONV_FAIL);
  pb.opt.maxnit = 30;
  both(&pb, CONSISTENT_DENSE, 0);
}

/* A step into overflow is cut, and a matrix that leads no further renewed. */
static void check_renewed(void)
{
  struct model m               = {.fault = OVERFLOWING, .z = -3.0};
  struct consistent_problem pb = problem(&m);
  struct consistent_result g   = both(&pb, CONSISTENT_DENSE, 0);
  CHECK_REL(g.y[1], log(2.0) / 9.0, 1e-13);
  m = (struct model){.fault = HILL, .z = 3.0};
  g = consistent_calc(&pb, CONSISTENT_DENSE, &consistent_galpha);
  CHECK(g.code == 0);
  CHECK_NEAR(g.y[1] * exp(-g.y[1] * g.y[1]), 0.1, 1e-14);
  CHECK(consistent_calc(&pb, CONSISTENT_DENSE, &consistent_ida).code ==
        IDA_LINESEARCH_FAIL);
}

static void check_bounds(void)
{
  static const sunrealtype positive[2] = {0.0, 2.0}, above[2] = {0.0, 1.0};
  static const sunrealtype below[2] = {1.0, -1.0};
  struct model m                    = {.fault = BOUNDED, .z = 5.0};
  struct consistent_problem pb      = problem(&m);
  pb.bounds                         = positive;
  struct consistent_result g        = both(&pb, CONSISTENT_DENSE, 0);
  CHECK_REL(g.y[1], -log(0.9), 1e-13);
  pb.bounds = above;
  g         = both(&pb, CONSISTENT_DENSE, 0);
  CHECK_REL(g.y[1], -log(0.9), 1e-13);
  m = (struct model){.fault = OUT_OF_BOUNDS, .z = 1.0};
  both(&pb, CONSISTENT_DENSE, GALPHA_CONSTR_FAIL);
  pb.bounds = positive;
  both(&pb, CONSISTENT_DENSE, GALPHA_CONSTR_FAIL);
  pb.bounds = NULL;
  g         = both(&pb, CONSISTENT_DENSE, 0);
  CHECK_REL(g.y[1], -1.0, 1e-14);
  pb.bounds = below; /* z as given is not */
  both(&pb, CONSISTENT_DENSE, GALPHA_ILL_INPUT);
}

TESTS(test_quiet, check_codes, check_line_search, check_renewed, check_bounds)

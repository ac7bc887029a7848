/* The codes with which IDACalcIC ends where it finds no values: those of SUNDIALS' IDA, with
 * which this is built, too. */
#include "standin/standin.h"

/* y0' + y0 = y1, and an equation for y1 = y: returns ret. */
#define FOR_Y1(name, ret, value)                                       \
  static int name(sunrealtype t, N_Vector y_, N_Vector yp, N_Vector r, \
                  void *data)                                          \
  {                                                                    \
    const sunrealtype *x = N_VGetArrayPointer(y_), y = x[1];           \
    sunrealtype *F = N_VGetArrayPointer(r);                            \
    F[0]           = N_VGetArrayPointer(yp)[0] + x[0] - y;             \
    F[1]           = value;                                            \
    (void)t, (void)data;                                               \
    return ret;                                                        \
  }

FOR_Y1(no_number, 0, (sunrealtype)NAN)
FOR_Y1(logarithm, 0, log(y) + 1.0)
FOR_Y1(exponential, 0, exp(y) - 1.0)
FOR_Y1(no_solution, 0, y *y + 1.0)
FOR_Y1(falls_to_zero, 0, exp(y))
FOR_Y1(without_y1, 0, 1.0 + 0.0 * y)
FOR_Y1(cubic, 0, y *y *y - 1.0)
FOR_Y1(jump, 0, (y > 0.0 ? 1.0 : -1.0) + 1e-3 * y)
FOR_Y1(minus_two, 0, y + 2.0)
FOR_Y1(refuses, 1, y)
FOR_Y1(stops, -1, y)
FOR_Y1(stops_below, -(y < 0.0), log(fabs(y) + 1e-300) + 1.0)
FOR_Y1(refuses_low, y < 0.5, log(fabs(y) + 1e-300) + 1.0)

/* 0: IDA's default. */
struct limits
{
  int steps, jacobians, iterations, backtracks;
  sunrealtype steptol;
};

struct start
{
  const char *name;
  IDAResFn F;
  sunrealtype y1, bound; /* bound: of IDASetConstraints, 0: none */
  struct limits limits;
  /* of IDA_YA_YDP_INIT, the same without line search, and of IDA_Y_INIT */
  int code[4];
};

static void limit(void *mem, const struct limits *l)
{
  if (l->steps) { CHECK(IDASetMaxNumStepsIC(mem, l->steps) == 0); }
  if (l->jacobians) { CHECK(IDASetMaxNumJacsIC(mem, l->jacobians) == 0); }
  if (l->iterations) { CHECK(IDASetMaxNumItersIC(mem, l->iterations) == 0); }
  if (l->backtracks) { CHECK(IDASetMaxBacksIC(mem, l->backtracks) == 0); }
  if (l->steptol > 0.0) { CHECK(IDASetStepToleranceIC(mem, l->steptol) == 0); }
}

static int code_of(const struct start *start, int icopt, bool off)
{
  struct standin s = standin_create();
  standin_y(&s)[1] = start->y1;
  standin_init(&s, start->F, 1e-6, 1e-6);
  CHECK(IDASetId(s.mem, s.id) == 0);
  CHECK(IDASetLineSearchOffIC(s.mem, off) == 0);
  limit(s.mem, &start->limits);
  if (start->bound != 0.0)
  {
    N_Vector bound = standin_vector(&s, VALUES(0.0, start->bound));
    CHECK(IDASetConstraints(s.mem, bound) == 0);
  }
  const int code = IDACalcIC(s.mem, icopt, 1.0);
  standin_free(&s);
  return code;
}

#define ALL(code)          \
  {                        \
    code, code, code, code \
  }

static const struct start starts[] = {
  {"no number", no_number, 1, 0, {0}, {-13, -4, -13, -4}},
  {"overflow", exponential, 1000, 0, {0}, {-13, -4, -13, -4}},
  {"below 0", logarithm, 5, 0, {.backtracks = 1}, {-13, -4, -13, -4}},
  {"one matrix",
   logarithm,
   5,
   0,
   {.jacobians = 1, .backtracks = 2},
   {-13, -4, -13, -4}},
  {"no solution", no_solution, 1, 0, {0}, ALL(-4)},
  {"large steps", no_solution, 1, 0, {.steptol = 10}, {-13, -4, -13, -4}},
  {"one backtrack", no_solution, 1, 0, {.backtracks = 1}, {-13, -4, -13, -4}},
  {"falls to 0", falls_to_zero, 1, 0, {0}, ALL(-4)},
  {"singular", without_y1, 1, 0, {0}, ALL(-14)},
  {"flat at first", cubic, 0, 0, {0}, ALL(-14)},
  {"one of each", cubic, 10, 0, {1, 1, 1, 0, 0}, ALL(-4)},
  {"one iteration", exponential, -10, 0, {.iterations = 1}, ALL(-4)},
  {"jump", jump, 1, 0, {0}, ALL(-4)},
  {"bound", minus_two, 0, 1, {0}, ALL(-11)},
  {"free", minus_two, -1, -1, {0}, ALL(0)},
  {"refuses", refuses, 1, 0, {0}, ALL(-12)},
  {"stops", stops, 1, 0, {0}, ALL(-8)},
  {"stops below 0", stops_below, 5, 0, {0}, ALL(-8)},
  {"refuses the solution", refuses_low, 5, 0, {.steptol = 10}, ALL(-14)}};

static void failures(void)
{
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
  {
    const struct start *s = &starts[i];
    for (int way = 0; way < 4; way++)
    {
      check_of("%s, way %d", s->name, way);
      const int icopt = way < 2 ? IDA_YA_YDP_INIT : IDA_Y_INIT;
      CHECK_IN(code_of(s, icopt, way % 2), s->code[way], s->code[way]);
    }
  }
  check_of("%s", "");
}

static int later_fails(N_Vector y, N_Vector weights, void *data)
{
  (void)data;
  N_VConst(1e6, weights);
  return N_VGetArrayPointer(y)[1] < 0.5 ? -1 : 0;
}

/* Weights of the values found that fail, and those of the given ones. */
static void weights(void)
{
  struct standin s = standin_create();
  standin_y(&s)[1] = 2.0;
  standin_init(&s, logarithm, 1e-6, 1e-6);
  CHECK(IDASetId(s.mem, s.id) == 0);
  CHECK(IDAWFtolerances(s.mem, later_fails) == 0);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_BAD_EWT);
  standin_y(&s)[1] = 0.4;
  CHECK(IDAReInit(s.mem, 0.0, s.y, s.yp) == 0);
  CHECK(IDACalcIC(s.mem, IDA_YA_YDP_INIT, 1.0) == IDA_ILL_INPUT);
  CHECK(IDAGetConsistentIC(s.mem, s.y, s.yp) == 0);
  CHECK_IN(standin_y(&s)[1], 0.4, 0.4);
  standin_free(&s);
}

int main(void)
{
  failures();
  weights();
  return check_done();
}

/* Models and solvers of the comparison. */
#include "catalogue.h"

#include "support/lowering/first_order.h"

static struct mechanism cable(sunindextype N)
{
  return mechanism_chain(N, 0.01, 1e-3);
}

static struct mechanism beam_rod(sunindextype N)
{
  return mechanism_slider_crank(N, 10.0, 1e-5, 10.0);
}

static struct mechanism light_rod(sunindextype N)
{
  return mechanism_slider_crank(N, 10.0, 1e-7, 20.0);
}

/* N cells along the rod; across it an even number, so that there is a middle. */
static struct mechanism lattice(sunindextype N)
{
  const sunindextype across = N == 120 ? 8 : N == 200 ? 20 : N == 150 ? 50 : 4;

  return mechanism_lattice(N, across, 3e6, 1e-6, 20.0);
}

/* It swings without reaching the positions in which bars are in line. */
static struct mechanism fourbar(sunindextype N)
{
  return mechanism_fourbar(N, 1.0);
}

/* Order 2 is the most that IDA can use where oscillations last. */
static const struct bench_model quick_models[] = {
  {"A", 100, cable, 1.0, 0, 1e-7, 5, 4000, 1e-3},
  {"C", 1000, beam_rod, 1.0, 0, 1e-7, 5, 4000, 1e-3},
  {"D", 100, light_rod, 1.0, 1, 1e-7, 2, 8000, 1e-3},
  {"L1", 120, lattice, 1.0, 1, 1e-7, 2, 4000, 1e-3},
  {"four-bar", 40, fourbar, 2.0, 0, 1e-7, 5, 4000, 1e-3},
};
static const struct bench_model models[] = {
  {"A", 100, cable, 1.0, 0, 1e-10, 5, 20000, 1e-7},
  {"A", 1000, cable, 1.0, 0, 1e-10, 5, 10000, 1e-7},
  {"A", 4000, cable, 1.0, 0, 1e-8, 5, 10000, 1e-4},
  {"C", 100, beam_rod, 1.0, 0, 1e-9, 5, 20000, 1e-5},
  {"C", 1000, beam_rod, 1.0, 0, 1e-9, 5, 10000, 1e-5},
  {"C", 4000, beam_rod, 1.0, 0, 1e-8, 5, 10000, 1e-4},
  {"D", 100, light_rod, 1.0, 1, 1e-7, 2, 20000, 1e-4},
  {"D", 1000, light_rod, 1.0, 1, 1e-7, 2, 10000, 1e-4},
  {"D", 4000, light_rod, 1.0, 1, 1e-7, 2, 10000, 1e-4},
  {"L2", 200, lattice, 1.0, 1, 1e-7, 2, 4000, 1e-4},
  {"150x50", 150, lattice, 1.0, 1, 1e-6, 2, 2000, 1e-4},
  {"four-bar", 40, fourbar, 2.0, 0, 1e-10, 5, 20000, 1e-7},
  {"four-bar", 1000, fourbar, 2.0, 0, 1e-10, 5, 20000, 1e-7},
  {"vehicle", 30, NULL, 10.0, 0, 1e-7, 5, 0, 1e-4},
};

const struct bench_model *catalogue_model(int quick, int i)
{
  const int len = quick ? (int)(sizeof quick_models / sizeof *quick_models)
                        : (int)(sizeof models / sizeof *models);

  if (i >= len) { return NULL; }
  return quick ? &quick_models[i] : &models[i];
}

/* Each with both error tests: q and v, and positions alone. */
static const struct bench_solver galpha[] = {
  {BENCH_MECHANICAL, GALPHA_SOI2, 5, 0, 0},
  {BENCH_MECHANICAL, GALPHA_SOI2, 5, 1, 0},
  {BENCH_MECHANICAL, GALPHA_SOI2, 5, 0, 1},
  {BENCH_MECHANICAL, GALPHA_SOI2, 5, 1, 1},
  {BENCH_MECHANICAL, GALPHA_INDEX3, 5, 0, 0},
  {BENCH_MECHANICAL, GALPHA_INDEX3, 5, 1, 0},
  {BENCH_MECHANICAL, GALPHA_INDEX3, 5, 0, 1},
  {BENCH_MECHANICAL, GALPHA_INDEX3, 5, 1, 1},
  {BENCH_STANDIN, FIRST_ORDER_GGL, 5, 0, 0},
  {BENCH_STANDIN, FIRST_ORDER_GGL, 5, 1, 0},
};

/* IDA's solver i of so many forms: these, then orders (5 is its default), then error
 * tests. */
static int ida_solver(int i, int forms, int quick, struct bench_solver *solver)
{
  static const int orders[] = {2, 5, 3};
  const int most            = quick ? 2 : 3;

  *solver = (struct bench_solver){BENCH_IDA, i / (2 * most),
                                  orders[i / 2 % most], i % 2, 0};
  return i < 2 * forms * most;
}

int catalogue_solver(const struct bench_model *model, int quick, int i,
                     struct bench_solver *solver)
{
  const int own = (int)(sizeof galpha / sizeof *galpha);

  if (model->make == NULL)
  {
    if (i > 0) { return ida_solver(i - 1, 1, quick, solver); }
    *solver = (struct bench_solver){BENCH_RESIDUAL, 0, 2, 0, 0};
    return 1;
  }
  if (i < own)
  {
    *solver = galpha[i];
    return 1;
  }
  return ida_solver(i - own, 3, quick, solver);
}

const char *bench_solver_name(const struct bench_solver *s)
{
  return s->kind == BENCH_IDA ? "IDA" : "GALPHA";
}

void bench_form_name(const struct bench_solver *s, char *name, size_t size)
{
  static const char *const first[] = {[FIRST_ORDER_GGL]    = "ggl",
                                      [FIRST_ORDER_INDEX1] = "index1",
                                      [FIRST_ORDER_INDEX3] = "index3"};

  if (s->kind == BENCH_IDA)
  {
    snprintf(name, size, "%s/o%d/%s", first[s->form], s->order,
             s->position_only ? "pos" : "full");
    return;
  }
  const char *form = s->kind == BENCH_RESIDUAL  ? "residual"
                     : s->kind == BENCH_STANDIN ? "first-order"
                     : s->form == GALPHA_SOI2   ? "soi2"
                                                : "index3";

  snprintf(name, size, "%s%s/%s", form, s->position_only ? "-pos" : "",
           s->ldlt ? "ldlt" : "klu");
}

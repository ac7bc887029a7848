/* A run that is resumed from a checkpoint equals the one that wrote it, bit for bit, in
 * every form and at any step; a checkpoint that does not fit or is damaged is refused. */
#include <sunlinsol/sunlinsol_klu.h>

#include "forms.h"
#include "support/check/byte_store.h"
#include "support/check/printed_stats.h"
#include "support/models/combined_rows.h"

#define MOMENTS 20

ROOTS_IS(crossing, y[0] - 0.3 * sin(3.0 * t))

/* A pendulum without G and g_t whose turning point is the origin, on a support whose
 * acceleration changes its sign each second: increments of differences, and what is known of
 * a jump. */
static sunrealtype support(sunrealtype t)
{
  const sunrealtype u = fmod(t, 1.0);
  return 1.0 + (fmod(t, 2.0) < 1.0 ? 0.5 : -0.5) * u * (1.0 - u);
}

FORCE_IS(weight, 0.0, -1.0)
HOLONOMIC_IS(jumping_g, 0.5 * ((q[0] - support(t)) * (q[0] - support(t)) +
                               q[1] * q[1] - 1.0))

PROBLEM_IS(jumping_pendulum, .name = "jumping pendulum", .n = 2, .m = 1,
           .v0 = VALUES(0.5, 0.0), .force = weight, .g = jumping_g, .moving = 1)

/* Differences of its forces are kept over steps. */
FORCE_IS(coupled, -sin(q[0] + 0.3 * q[1] - 0.2 * q[2]) - 0.1 * (v[1] + v[2]),
         -sin(q[1] + 0.3 * q[2] - 0.2 * q[0]) - 0.1 * (v[2] + v[0]),
         -sin(q[2] + 0.3 * q[0] - 0.2 * q[1]) - 0.1 * (v[0] + v[1]))
PROBLEM_IS(coupled_pendulums, .name = "coupled pendulums", .n = 3,
           .v0 = VALUES(0.5, 1.0, 0.0), .force = coupled)

/* How a problem is run; pb: in place of the form's. */
struct variant
{
  enum form form;
  int order, roots;
  sunrealtype fixed;
  const struct problem *pb;
  enum problem_storage storage;
  int formulation, redundant, ldlt, klu;
};

/* KLU and a matrix with all entries, of the user. */
static void use_klu(struct form_run *r)
{
  const sunindextype n = N_VGetLength(r->s.q);
  SUNMatrix D          = KEEP(SUNDenseMatrix(n, n, ctx));
  for (sunindextype i = 0; i < n * n; i++) { SM_DATA_D(D)[i] = 1.0; }
  r->s.K = KEEP(SUNSparseFromDenseMatrix(D, 0.0, CSC_MAT));
  r->LS  = KEEP(SUNLinSol_KLU(r->s.q, r->s.K, ctx));
  CHECK(!GALPHASetLinearSolver(r->s.mem, r->LS, r->s.K));
}

static void begin(struct form_run *r, struct variant x)
{
  if (x.pb)
  {
    *r = (struct form_run){.form = x.form};
    BEGIN(&r->s, .pb = x.pb, .storage = x.storage, .rtol = 1e-5, .atol = 1e-7,
          .formulation = x.formulation);
  }
  else { forms_begin(r, x.form); }
  if (x.redundant)
  {
    CHECK(!GALPHASetRedundancy(r->s.mem, GALPHA_REDUNDANT_LEAST_NORM));
  }
  if (x.klu) { use_klu(r); }
  if (x.ldlt) { CHECK(!GALPHASetOption(r->s.mem, "ldlt", 1)); }
  if (x.order) { CHECK(!GALPHASetMaxOrd(r->s.mem, x.order)); }
  if (x.roots) { CHECK(!GALPHARootInit(r->s.mem, 1, crossing)); }
  if (x.fixed > 0.0) { CHECK(!GALPHASetFixedStep(r->s.mem, x.fixed)); }
}

/* All that a run tells at its end. */
struct end
{
  sunrealtype x[9], h, t;
  char stats[6000];
};

static void tell(struct small *s, struct end *e)
{
  const sunindextype n = N_VGetLength(s->q);
  const size_t size    = (size_t)n * sizeof e->x[0];
  memset(e, 0, sizeof *e);
  memcpy(e->x, small_q(s), size);
  memcpy(e->x + n, small_v(s), size);
  e->h = real_of(s->mem, GALPHAGetCurrentStep);
  e->t = real_of(s->mem, GALPHAGetCurrentTime);
  CHECK(!GALPHAGetAcceleration(s->mem, e->t, s->q));
  memcpy(e->x + 2 * n, small_q(s), size);
  snprintf(e->stats, sizeof e->stats, "%s",
           printed_stats(s->mem, SUN_OUTPUTFORMAT_TABLE));
}

/* Goes on by so many steps, and then to an output time. */
static void go_on(struct small *s, int steps, struct end *e)
{
  for (int i = 0; i < steps; i++) { CHECK(small_step(s, 50.0) >= 0); }
  CHECK(small_solve(s, s->t + 0.7) >= 0);
  tell(s, e);
}

static int same(const struct end *a, const struct end *b)
{
  return !memcmp(a->x, b->x, sizeof a->x) && a->h == b->h && a->t == b->t &&
         !strcmp(a->stats, b->stats);
}

/* The number of moments at which the resumed run differs. */
static int differing(struct variant x)
{
  const size_t mark = keep_mark();
  struct form_run a;
  int count = 0;
  begin(&a, x);
  srand(1);
  for (int i = 0; i < MOMENTS; i += call_sites_stride(5))
  {
    struct byte_store file = {NULL, 0, 0};
    struct form_run b;
    struct end ends[2];
    for (int k = 1 + rand() % 9; k > 0; k--)
    {
      CHECK(small_step(&a.s, 50.0) >= 0);
    }
    CHECK(!GALPHAWriteCheckpoint(a.s.mem, byte_store_put, &file));
    begin(&b, x);
    CHECK(!GALPHAReadCheckpoint(b.s.mem, byte_store_get, &file));
    b.s.t           = a.s.t;
    const int steps = rand() % 30;
    go_on(&a.s, steps, &ends[0]);
    go_on(&b.s, steps, &ends[1]);
    count += !same(&ends[0], &ends[1]);
    free(file.data);
  }
  keep_back(mark);
  return count;
}

static void check_forms(void)
{
  for (int form = 0; form < FORMS; form++)
  {
    const enum form f        = (enum form)form;
    const struct variant x[] = {{.form = f},
                                {.form = f, .order = 5},
                                {.form = f, .order = 2, .roots = 1},
                                {.form = f, .fixed = 0.01}};
    for (int i = 0; i < 4; i++)
    {
      const int count = differing(x[i]);
      check_of("%s, way %d", form_name[form], i);
      CHECK(count == 0);
    }
  }
}

static void check_klu(void)
{
  for (int form = FORM_FIRST; form <= FORM_SECOND; form++)
  {
    const struct variant x = {.form = (enum form)form, .klu = 1};
    CHECK(differing(x) == 0);
  }
}

/* Null vectors of redundant rows, other solvers, general forces. */
static void check_mechanics(void)
{
  static const sunrealtype T[] = {2.0};
  struct combined c;
  CHECK(!combined_new(&c, &forms_pendulum, 1, T, 0, NULL, 0, ctx));
  for (int storage = 0; storage < 2; storage++)
  {
    for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
    {
      struct variant x = {.formulation = f,
                          .pb          = &c.pb,
                          .redundant   = 1,
                          .storage     = (enum problem_storage)storage};
      CHECK(differing(x) == 0);
      x.redundant = 0;
      x.pb        = &forms_pendulum;
      x.ldlt      = storage;
      CHECK(differing(x) == 0);
      /* its solution ends: short steps */
      x.pb    = &paper_problem15;
      x.fixed = 1e-3;
      CHECK(differing(x) == 0);
    }
  }
  for (int f = GALPHA_SOI2; f <= GALPHA_INDEX3; f++)
  {
    struct variant x = {.formulation = f, .pb = &jumping_pendulum};
    CHECK(differing(x) == 0);
    x.pb = &coupled_pendulums;
    CHECK(differing(x) == 0);
  }
}

/* Values alone do not resume a run. */
static void check_control(void)
{
  struct form_run a, b;
  struct end ends[2];
  begin(&a, (struct variant){.form = FORM_SOI2});
  begin(&b, (struct variant){.form = FORM_SOI2});
  for (int i = 0; i < 20; i++) { CHECK(small_step(&a.s, 50.0) == 0); }
  N_VScale(1.0, a.s.q, b.s.q);
  N_VScale(1.0, a.s.v, b.s.v);
  CHECK(!GALPHAReInit(b.s.mem, a.s.t, b.s.q, b.s.v));
  b.s.t = a.s.t;
  go_on(&a.s, 20, &ends[0]);
  go_on(&b.s, 20, &ends[1]);
  CHECK(!same(&ends[0], &ends[1]));
}

static int refuses(struct form_run *r, struct byte_store file, size_t size,
                   const char *why)
{
  file.at       = 0;
  file.size     = size;
  const int ret = GALPHAReadCheckpoint(r->s.mem, byte_store_get, &file);
  return ret == GALPHA_ILL_INPUT && caught_says(&r->s.said, ret, why);
}

static struct byte_store checkpoint_of(enum form form)
{
  struct form_run r;
  struct byte_store file = {NULL, 0, 0};
  begin(&r, (struct variant){.form = form});
  for (int i = 0; i < 25; i++) { CHECK(small_step(&r.s, 50.0) == 0); }
  CHECK(!GALPHAWriteCheckpoint(r.s.mem, byte_store_put, &file));
  return file;
}

/* A damaged byte anywhere, and an end anywhere, is noticed, and nothing has changed. */
static void check_damaged(enum form form)
{
  struct byte_store file = checkpoint_of(form);
  struct form_run r;
  struct end ends[2];
  begin(&r, (struct variant){.form = form});
  for (size_t i = 0; i < file.size;
       i += (1 + i / 700) * (size_t)call_sites_stride(7))
  {
    const unsigned char right = file.data[i];
    file.data[i]              = (unsigned char)(right ^ (1u << (i % 8)));
    CHECK(refuses(&r, file, file.size, "checkpoint"));
    file.data[i] = right;
    if (i % 5 == 0) { CHECK(refuses(&r, file, i, "is truncated")); }
  }
  struct form_run other;
  begin(&other, (struct variant){.form = form});
  go_on(&r.s, 20, &ends[0]);
  go_on(&other.s, 20, &ends[1]);
  CHECK(same(&ends[0], &ends[1]));
  free(file.data);
}

static int other_option(void *mem)
{
  return GALPHASetMaxStep(mem, 0.5);
}

static int other_tolerances(void *mem)
{
  return GALPHASStolerances(mem, 1e-5, 2e-7);
}

static int other_method(void *mem)
{
  const sunrealtype alpha = -0.1;
  return GALPHASetMethod(mem, GALPHA_HHT, &alpha);
}

/* Options that may differ. */
static int free_options(void *mem)
{
  const int ret = GALPHASetMaxNumSteps(mem, 7);
  return ret ? ret : GALPHASetOption(mem, "monitor_attempts", 1);
}

/* Objects that are not like the one that wrote the checkpoint (why NULL: that are), and
 * the byte of the file, counted from 1, that is wrong from then on. */
static const struct
{
  struct variant x;
  int (*change)(void *mem);
  int spoilt;
  const char *why;
} unlike[] = {
  {{.form = FORM_SOI2},
   other_option,
   0,
   "the option max_step was 0 when the checkpoint was written, and is 0.5"},
  {{.form = FORM_SOI2}, other_tolerances, 0, "other tolerances"},
  {{.form = FORM_SOI2}, other_method, 0, "another method"},
  {{.form = FORM_FIRST}, NULL, 0, "another form"},
  {{.form = FORM_STATES}, NULL, 0, "other sizes"},
  {{.form = FORM_SOI2, .roots = 1}, NULL, 0, "other sizes"},
  {{.form = FORM_INDEX3}, NULL, 0, "the option formulation was 1"},
  {{.form = FORM_SOI2}, free_options, 0, NULL},
  {{.form = FORM_SOI2}, NULL, 9, "another version or build"},
  {{.form = FORM_SOI2}, NULL, 1, "not a checkpoint of GALPHA"}};

static void check_unlike(void)
{
  struct byte_store file = checkpoint_of(FORM_SOI2);
  for (int i = 0; i < COUNT_OF(unlike); i++)
  {
    struct form_run r;
    begin(&r, unlike[i].x);
    if (unlike[i].change) { CHECK(!unlike[i].change(r.s.mem)); }
    if (unlike[i].spoilt) { file.data[unlike[i].spoilt - 1] ^= 1; }
    file.at = 0;
    CHECK(unlike[i].why
            ? refuses(&r, file, file.size, unlike[i].why)
            : !GALPHAReadCheckpoint(r.s.mem, byte_store_get, &file));
  }
  free(file.data);
}

static int failing(void *user, const void *data, size_t size)
{
  return ++*(int *)user == 2 ? 5 : 0;
}

static void check_calls(void)
{
  struct byte_store file = {NULL, 0, 0};
  struct form_run r;
  int calls = 0;
  begin(&r, (struct variant){.form = FORM_SOI2});
  void *mem = r.s.mem;
  ILL_INPUT(&r.s.said, GALPHAWriteCheckpoint(mem, byte_store_put, &file),
            "no step has been taken");
  CHECK(small_step(&r.s, 50.0) == 0);
  ILL_INPUT(&r.s.said, GALPHAWriteCheckpoint(mem, NULL, &file),
            "write is NULL");
  ILL_INPUT(&r.s.said, GALPHAWriteCheckpoint(mem, failing, &calls),
            "write returned 5");
  CHECK(!GALPHAWriteCheckpoint(mem, byte_store_put, &file));
  ILL_INPUT(&r.s.said, GALPHAReadCheckpoint(mem, byte_store_get, &file),
            "call GALPHAReInit first");
  /* back to the checkpoint in the same object */
  N_VConst(0.0, r.s.v);
  problem_start(&forms_pendulum, small_q(&r.s), small_v(&r.s));
  CHECK(!GALPHAReInit(mem, 0.0, r.s.q, r.s.v));
  ILL_INPUT(&r.s.said, GALPHAReadCheckpoint(mem, NULL, &file), "read is NULL");
  CHECK(!GALPHAReadCheckpoint(mem, byte_store_get, &file));
  CHECK(small_step(&r.s, 50.0) == 0);
  free(file.data);
}

TEST_MAIN()
{
  check_forms();
  check_klu();
  check_mechanics();
  check_control();
  for (int form = 0; form < FORMS; form++) { check_damaged((enum form)form); }
  check_unlike();
  check_calls();
}

/* Kinetic energy and power: against closed forms, of driven constraints, too; the power
 * integrates to the change of the energy in every form of mechanics; asking for them in
 * each step changes no bit of the run; what is refused. */
#include "forms.h"

/* The kinetic energy of unit masses is v^T v/2. */
static sunrealtype of_unit_masses(void *mem, N_Vector v)
{
  CHECK(!GALPHAGetDky(mem, real_of(mem, GALPHAGetCurrentTime), 1, v));
  return 0.5 * N_VDotProd(v, v);
}

/* T(t) - T(0) is the integral of the power (trapezoidal rule); factor: of the applied
 * forces in a control. */
static sunrealtype imbalance(enum form form, sunrealtype factor)
{
  const sunrealtype h = 1e-3;
  struct form_run r;
  forms_begin(&r, form);
  struct small *s  = &r.s;
  sunrealtype work = 0.0, before = 0.0, applied = 0.0, reactions = 0.0;
  sunrealtype energy = -1.0, top = 0.0;
  CHECK(!GALPHASetFixedStep(s->mem, h));
  CHECK(!GALPHACalcIC(s->mem, GALPHA_ACC_INIT, 1.0));
  CHECK(!GALPHAGetEnergy(s->mem, &energy) && energy == 0.0);
  for (int i = 0; i < 1000; i++)
  {
    CHECK(!GALPHAGetPower(s->mem, &applied, &reactions));
    before = factor * applied + reactions;
    CHECK(small_step(s, 9.0) == 0);
    CHECK(!GALPHAGetPower(s->mem, &applied, &reactions));
    work += 0.5 * h * (before + factor * applied + reactions);
    CHECK(form == FORM_INDEX3 || fabs(reactions) < 1e-7);
    CHECK(!GALPHAGetEnergy(s->mem, &energy));
    top = fmax(top, energy);
  }
  CHECK_REL(energy, of_unit_masses(s->mem, s->v), 1e-14);
  return fabs(work - energy) / top;
}

static void check_balance(void)
{
  for (int form = 0; form < FORM_FIRST; form++)
  {
    const sunrealtype off = imbalance((enum form)form, 1.0);
    check_of("%s", form_name[form]);
    CHECK_IN(off, 0.0, 2e-5);
  }
  CHECK(imbalance(FORM_SOI2, 1.01) > 1e-3);
}

/* y = sin(t), x' = cos(t) are prescribed; mass 2 at (x, y), m(t) = 3 + t at z, which falls
 * freely from a velocity of 1. */
MASS_IS(growing, {0, 0, 2.0}, {1, 1, 2.0}, {2, 2, 3.0 + t})

FORCE_IS(weight, 0.5, -1.0, 0.0)

HOLONOMIC_IS(height, q[1] - sin(t))

HOLONOMIC_JAC_IS(height_G, {0, 1, 1.0})

NONHOLONOMIC_IS(speed, v[0] - cos(t))

NONHOLONOMIC_JAC_IS(speed_K, {0, 0, 1.0})

static void check_driven(enum problem_storage storage)
{
  const struct problem pb =
    PROBLEM(.name = "driven", .n = 3, .m = 1, .p = 1,
            .v0 = VALUES(1.0, 1.0, 1.0), .mass = growing, .force = weight,
            .g = height, .G = height_G, .moving = 1, .k = speed, .K = speed_K);
  sunrealtype applied = 0.0, reactions = 0.0;
  SMALL(s, .pb = &pb, .storage = storage, .rtol = 1e-9);
  for (int i = 1; i <= 5; i++)
  {
    CHECK(small_solve(s, 0.4 * i) == 0);
    const sunrealtype t = real_of(s->mem, GALPHAGetCurrentTime);
    const sunrealtype c = cos(t), n = sin(t);
    CHECK_NEAR(real_of(s->mem, GALPHAGetEnergy), 2.0 * c * c + 0.5 * (3.0 + t),
               1e-7);
    CHECK(!GALPHAGetPower(s->mem, &applied, &reactions));
    CHECK_NEAR(applied, 0.5 * c - c, 1e-6);
    /* 2 a = f + reaction, a = -sin(t) in x and y */
    CHECK_NEAR(reactions, c * (-2.0 * n - 0.5 - 2.0 * n + 1.0), 1e-5);
    sunrealtype alone = -1.0;
    CHECK(!GALPHAGetPower(s->mem, NULL, &alone) && alone == reactions);
    CHECK(!GALPHAGetPower(s->mem, &alone, NULL) && alone == applied);
  }
}

static void ask(void *mem, const GALPHAStepInfo *info, void *data)
{
  sunrealtype x[5], *sum = data;
  CHECK(!GALPHAGetEnergy(mem, &x[0]) && !GALPHAGetPower(mem, &x[1], &x[2]));
  CHECK(!GALPHAGetConstraintNorms(mem, &x[3], &x[4], NULL));
  *sum += x[0];
}

static void end_of(enum form form, int asking, sunrealtype end[4])
{
  struct form_run r;
  sunrealtype sum        = 0.0;
  const sunrealtype tend = call_sites_sampled() ? 0.5 : 5.0;
  forms_begin(&r, form);
  CHECK(!GALPHASetMonitorFn(r.s.mem, asking ? ask : NULL, &sum));
  CHECK(small_solve(&r.s, tend) == 0);
  end[0] = small_q(&r.s)[0];
  end[1] = small_v(&r.s)[1];
  end[2] = real_of(r.s.mem, GALPHAGetCurrentStep);
  end[3] = real_of(r.s.mem, GALPHAGetCurrentTime);
  CHECK(!asking || sum > 0.0);
}

static void check_same(void)
{
  for (int form = 0; form < FORM_FIRST; form++)
  {
    sunrealtype without[4], with[4];
    end_of((enum form)form, 0, without);
    end_of((enum form)form, 1, with);
    CHECK(!memcmp(without, with, sizeof with));
  }
}

struct failing
{
  int now;
  void *mem;
};

static int failing_mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  const struct failing *f = data;
  sunrealtype x           = 0.0;
  if (f->mem) { CHECK(GALPHAGetEnergy(f->mem, &x) == GALPHA_ILL_INPUT); }
  SM_ELEMENT_D(M, 0, 0) = 1.0;
  return f->now;
}

FORCE_IS(none, 0.0)

static void check_failing(void)
{
  struct failing f = {0};
  sunrealtype x    = 7.0;
  SMALL(s, .v = VALUES(1.0), .force = none, .data = &f);
  s->mem = KEEP(GALPHACreate(ctx));
  CHECK(!GALPHASetErrHandlerFn(s->mem, caught_handler, &s->said));
  CHECK(!GALPHASetUserData(s->mem, &f));
  CHECK(GALPHAGetEnergy(s->mem, &x) == GALPHA_NO_MALLOC);
  CHECK(!GALPHAInitMech(s->mem, failing_mass, s->M, none, 0.0, s->q, s->v));
  CHECK(!GALPHASStolerances(s->mem, 1e-5, 1e-5));
  CHECK(GALPHAGetEnergy(s->mem, &x) == GALPHA_NO_MALLOC);
  CHECK(GALPHAGetPower(s->mem, &x, &x) == GALPHA_NO_MALLOC);
  CHECK(small_solve(s, 1.0) == 0);
  f.now = 1;
  CHECK(GALPHAGetEnergy(s->mem, &x) == GALPHA_RES_FAIL && x == 7.0);
  CHECK(caught_says(&s->said, GALPHA_RES_FAIL, "mass matrix returned 1"));
  ILL_INPUT(&s->said, GALPHAGetEnergy(s->mem, NULL), "result pointer is NULL");
  f = (struct failing){.mem = s->mem};
  CHECK(!GALPHAGetEnergy(s->mem, &x) && fabs(x - 0.5) < 1e-12);
  CHECK(caught_says(&s->said, GALPHA_ILL_INPUT, "from inside a callback"));
  CHECK(small_solve(s, 2.0) == 0);
}

static void check_residual(void)
{
  for (int form = FORM_FIRST; form <= FORM_SECOND; form++)
  {
    struct form_run r;
    sunrealtype x = 7.0;
    forms_begin(&r, (enum form)form);
    CHECK(small_solve(&r.s, 1.0) == 0);
    ILL_INPUT(&r.s.said, GALPHAGetEnergy(r.s.mem, &x),
              "belongs to the mechanical form");
    CHECK(GALPHAGetPower(r.s.mem, &x, &x) == GALPHA_ILL_INPUT && x == 7.0);
  }
}

TEST_MAIN()
{
  check_balance();
  check_driven(PROBLEM_DENSE);
  check_driven(PROBLEM_SPARSE);
  check_same();
  check_failing();
  check_residual();
}

/* Jay and Negrut (2009), section 8.3, the rigid slider-crank, h = 2^-10, t = 2: the
 * index-3 method drifts from the velocity constraints, SOI2 keeps them to round-off. */
#include "support/run/paper.h"
#include "support/test.h"

#define COUNT(table) ((int)(sizeof(table) / sizeof(table)[0]))

/* Crank's angle and rate at t = 2, by its own equation of motion. */
static const sunrealtype exact_phi   = 17.42584168995019,
                         exact_omega = 8.866065639971222;

/* What an independent implementation found: state at t = 2, max |G v| over all
 * rows and steps, and the largest speed at the pin of crank and ground after
 * t = 0.2; 0 for round-off. Forces that do not depend on positions make the
 * two-stage form equal to the literal one. */
struct expected
{
  const char *name;
  int formulation, family;
  sunrealtype par, phi, omega, drift, pin;
};

static const struct expected all[] = {
  {"HHT-I3", GALPHA_INDEX3, GALPHA_HHT, -0.3, 17.42492305892358,
   8.867118360785449, 1.241847e-04, 9.253305e-05},
  {"HHT-SOI2", GALPHA_SOI2_LITERAL, GALPHA_HHT, -0.3, 17.42491846288923,
   8.867234813958184, 0.000000e+00, 0.000000e+00},
  {"HHT two-stage", GALPHA_SOI2, GALPHA_HHT, -0.3, 17.42491846288923,
   8.867234813958184, 0, 0},
  {"I3", GALPHA_INDEX3, GALPHA_CHUNG_HULBERT, 0.2, 17.42307357431736,
   8.869070472122303, 2.269986e-04, 1.690565e-04},
  {"SOI2", GALPHA_SOI2_LITERAL, GALPHA_CHUNG_HULBERT, 0.2, 17.42331809597467,
   8.869042850993171, 0.000000e+00, 0.000000e+00},
  {"two-stage", GALPHA_SOI2, GALPHA_CHUNG_HULBERT, 0.2, 17.42331809597467,
   8.869042850993171, 0, 0},
};

struct outcome
{
  sunrealtype phi, omega, drift, pin, position;
};

static int run(const struct paper_case *c, sunrealtype h, struct outcome *o)
{
  struct problem_state s = {0};
  void *mem              = KEEP(paper_create(c, ctx));
  int ret                = mem ? problem_state_new(&s, c->pb, ctx) : -1;
  *o                     = (struct outcome){0};
  while (!ret && s.t < c->t1 - h / 2)
  {
    sunrealtype g, gdot, k;
    ret = problem_step(mem, c->pb, h, &s, NULL);
    if (!ret) { ret = GALPHAGetConstraintNorms(mem, &g, &gdot, &k); }
    if (ret) { break; }
    const sunrealtype *y = N_VGetArrayPointer(s.q);
    const sunrealtype *z = N_VGetArrayPointer(s.v);
    sunrealtype vx       = z[0] + 0.1 * sin(y[2]) * z[2];
    sunrealtype vy       = z[1] - 0.1 * cos(y[2]) * z[2];
    o->position          = fmax(o->position, g);
    o->drift             = fmax(o->drift, gdot);
    if (s.t > 0.2) { o->pin = fmax(o->pin, hypot(vx, vy)); }
    o->phi   = y[2];
    o->omega = z[2];
  }
  return ret;
}

static void check_one(const struct expected *e)
{
  const sunrealtype h = 1.0 / 1024;
  const struct paper_case c =
    PAPER_CASE(.pb = &paper_slider_crank, .formulation = e->formulation,
               .family = e->family, .par = {e->par}, .t1 = 2);
  struct outcome o, fine;
  check_of("%s", e->name);
  CHECK(run(&c, h, &o) == 0);
  CHECK_REL(o.phi - exact_phi, e->phi - exact_phi, 1e-4);
  CHECK_REL(o.omega - exact_omega, e->omega - exact_omega, 1e-4);
  CHECK_IN(o.position, 0.0, 1e-13);
  if (e->drift > 0)
  {
    CHECK_REL(o.drift, e->drift, 1e-4);
    CHECK_REL(o.pin, e->pin, 1e-4);
  }
  else
  {
    CHECK(o.drift < 1e-12);
    CHECK(o.pin < 1e-12);
  }
  CHECK(run(&c, h / 2, &fine) == 0);
  CHECK_IN(log2((o.phi - exact_phi) / (fine.phi - exact_phi)), 1.9, 2.4);
}

TEST_MAIN()
{
  for (int i = 0; i < COUNT(all); i++) { check_one(all + i); }
}

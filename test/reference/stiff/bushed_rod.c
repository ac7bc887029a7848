/* A rod of bars joined by springs of 1e10, swinging, at loose tolerances: the motion is
 * that of bars joined by pins (and welds). Predictions stretch the springs, and matrices of
 * stretched springs say nothing about the motion: neither Newton's corrections nor
 * projected estimates and velocities. Against references made without the library.
 * Wherever the origin of the coordinates is, at the same tolerances. Control: by a Newton
 * solver of the user, which ends with its first small correction. */
#include "support/check/users_newton.h"
#include "support/models/planar/planar.h"
#include "support/test.h"

#define STIFF 1e10
#define FAR   1e3 /* from the origin */

enum form
{
  SOI2,
  LITERAL,
  INDEX3,
  RESIDUAL,
  FIRST_ORDER, /* F(t,y,y') = 0 of index 2 */
  FORMS
};

/* Bars of mass and length 1 in line, which turn about the head of the first. */
struct rod
{
  int bars, welded;
  sunrealtype angle, rate;
  sunrealtype k; /* of the springs */
};

static int is_angle(sunindextype i)
{
  return i % 3 == 2;
}

/* Moves all of it along x and y. */
static void move(struct planar *p, sunrealtype by)
{
  for (int i = 0; i < p->n; i++) { p->q0[i] += is_angle(i) ? 0.0 : by; }
  for (int i = 0; i < p->pins; i++)
  {
    struct planar_end *b = &p->pin[i].b;
    if (b->bar < 0) { b->x = b->y = by; }
  }
}

static void lay(struct planar *p, int i, const struct rod *r)
{
  const sunrealtype c = cos(r->angle), s = sin(r->angle), far = i + 0.5;
  const sunrealtype q[] = {far * c, far * s, r->angle};
  const sunrealtype v[] = {-far * r->rate * s, far * r->rate * c, r->rate};
  memcpy(p->q0 + 3 * i, q, sizeof q);
  memcpy(p->v0 + 3 * i, v, sizeof v);
  p->mass[i] = p->length[i] = 1.0;
  p->inertia[i]             = 1.0 / 12.0;
}

/* stiff: springs in place of joints. */
static struct planar make(const struct rod *r, int stiff)
{
  struct planar p = {.bars = r->bars, .n = 3 * r->bars};
  for (int i = 0; i < r->bars; i++)
  {
    const struct planar_link link = {.a = {.bar = i, .side = -1.0},
                                     .b = {.bar = i - 1, .side = 1.0},
                                     .k = r->k};
    const struct planar_turn turn = {.a = i, .b = i - 1, .k = r->k};
    const int held                = r->welded && i > 0;
    lay(&p, i, r);
    if (stiff && i > 0) { p.bushing[p.bushings++] = link; }
    else { p.pin[p.pins++] = link; }
    if (stiff && held) { p.spring[p.springs++] = turn; }
    else if (held) { p.angle[p.angles++] = turn; }
  }
  p.m = 2 * p.pins + p.angles;
  return p;
}

static int by_users_newton(struct subject *s)
{
  N_Vector q = subject_vector(s, SUBJECT_Q);
  return users_newton(s->mem, s->mech->n + s->mech->m, q->sunctx);
}

struct asked
{
  enum form form;
  int order, users;
  sunrealtype rtol, moved;
};

static void swing_first_order(const struct problem *pb,
                              const struct planar_reference *ref,
                              const struct asked *a, sunrealtype *e)
{
  struct small s;
  CHECK(!small_form(&s, ctx, pb, PROBLEM_DENSE, SMALL_INDEX2));
  N_Vector q = KEEP(N_VMake_Serial(pb->n, small_q(&s), ctx));
  N_Vector v = KEEP(N_VMake_Serial(pb->n, small_q(&s) + pb->n, ctx));
  CHECK(!GALPHASetErrFile(s.mem, NULL) && !GALPHASetSuppressAlg(s.mem, 1));
  CHECK(!GALPHASStolerances(s.mem, a->rtol, a->rtol));
  CHECK(!GALPHASetMaxOrd(s.mem, a->order));
  if (a->users) { CHECK(!users_newton(s.mem, N_VGetLength(s.q), ctx)); }
  e[0] = e[1] = 0.0;
  for (int o = 0; o < PLANAR_OUTPUTS; o++)
  {
    if (small_solve(&s, PLANAR_DURATION * (o + 1) / PLANAR_OUTPUTS) < 0)
    {
      e[0] = e[1] = HUGE_VAL;
      break;
    }
    planar_compare(q, ref->q[o], 0.0, &e[0]);
    planar_compare(v, ref->v[o], 0.0, &e[1]);
  }
  keep_free();
}

/* The largest errors of q and v; those of a run that fails are infinite. */
static void swing(const struct rod *r, const struct planar_reference *ref,
                  struct asked a, sunrealtype *e)
{
  static const int formulation[] = {GALPHA_SOI2, GALPHA_SOI2_LITERAL,
                                    GALPHA_INDEX3, 0, 0};
  struct planar p                = make(r, 1);
  const struct problem pb        = planar_problem(&p);
  N_Vector near                  = KEEP(N_VNew_Serial(p.n, ctx));
  const struct subject what =
    SUBJECT(.mech = &pb, .formulation = formulation[a.form],
            .lowered = a.form == RESIDUAL, .rho = 0.6,
            .correct = GALPHA_CORRECT_VELOCITIES, .tol = a.rtol,
            .order = a.order, .prepare = a.users ? by_users_newton : NULL);
  struct subject s;
  if (a.form == FIRST_ORDER)
  {
    swing_first_order(&pb, ref, &a, e);
    return;
  }
  move(&p, a.moved);
  CHECK(!subject_begin(&s, &what, ctx));
  CHECK(!GALPHASetErrFile(s.mem, NULL));
  if (a.form == RESIDUAL)
  {
    CHECK(!residual_mech_tolerances(&s.low, s.mem, a.rtol, a.rtol, 1e6));
  }
  /* tolerances of the mechanism at the origin, with lengths for coordinates */
  N_VConst(2.0 * a.rtol, near);
  if (a.moved > 0.0) { CHECK(!GALPHASVtolerances(s.mem, 1e-9, near)); }
  e[0] = e[1] = 0.0;
  for (int o = 0; o < PLANAR_OUTPUTS; o++)
  {
    const sunrealtype t = PLANAR_DURATION * (o + 1) / PLANAR_OUTPUTS;
    if (subject_to(&s, t, 0.0))
    {
      e[0] = e[1] = HUGE_VAL;
      break;
    }
    planar_compare(subject_vector(&s, SUBJECT_Q), ref->q[o], a.moved, &e[0]);
    planar_compare(subject_vector(&s, SUBJECT_V), ref->v[o], 0.0, &e[1]);
  }
}

static sunrealtype expected(const struct planar_reference *ref,
                            sunrealtype rtol)
{
  return 3.0 * cbrt(rtol * rtol) * fmax(1.0, ref->sensitivity);
}

static void check(const struct rod *r, const struct planar_reference *ref)
{
  for (int i = 0; i < 8 * FIRST_ORDER; i++)
  {
    const struct asked a   = {.form  = (enum form)(i % FIRST_ORDER),
                              .order = i / FIRST_ORDER % 2 ? 5 : 2,
                              .rtol  = pow(10.0, -2 - i / (2 * FIRST_ORDER))};
    const sunrealtype most = expected(ref, a.rtol);
    sunrealtype e[2];
    swing(r, ref, a, e);
    check_of("%d bars%s, form %d, order %d, rtol %.0e", r->bars,
             r->welded ? " welded" : "", a.form, a.order, a.rtol);
    CHECK_IN(e[0], 0.0, most);
    /* at 1e-5 index 3 may resolve vibrations that a change of the step has begun */
    const int rings = a.form == INDEX3 && a.rtol < 5e-5;
    if (!rings) { CHECK_IN(e[0], 0.0, 50.0 * a.rtol); }
    CHECK_IN(e[1], 0.0, 10.0 * most);
  }
}

/* Returns how many runs are wrong. */
static int count_far(const struct rod *r, const struct planar_reference *ref,
                     int users)
{
  int wrong = 0;
  for (int i = 0; i < 8; i++)
  {
    const struct asked a = {.form  = i % 2 ? INDEX3 : SOI2,
                            .order = i / 2 % 2 ? 5 : 2,
                            .users = users,
                            .rtol  = i / 4 ? 1e-3 : 1e-2,
                            .moved = FAR};
    sunrealtype e[2];
    swing(r, ref, a, e);
    wrong += !(e[0] <= 2.5 * expected(ref, a.rtol));
  }
  return wrong;
}

/* The same of F(t,y,y'), at the origin and at 1e-3. */
static int count_first_order(const struct rod *r,
                             const struct planar_reference *ref, int users)
{
  int wrong = 0;
  for (int order = 2; order <= 5; order += 3)
  {
    const struct asked a = {
      .form = FIRST_ORDER, .order = order, .users = users, .rtol = 1e-3};
    sunrealtype e[2];
    swing(r, ref, a, e);
    wrong += !(e[0] <= 2.5 * expected(ref, a.rtol));
  }
  return wrong;
}

TEST_MAIN()
{
  const struct rod rods[] = {
    {2, 0, 0.0, 0.0, STIFF},  {3, 0, 0.0, 0.0, STIFF}, {4, 0, 0.0, 0.0, STIFF},
    {2, 1, 0.0, 0.0, STIFF},  {4, 1, 0.0, 0.0, STIFF}, {2, 0, -1.2, 3.0, STIFF},
    {3, 1, -1.2, 3.0, STIFF}, {2, 0, -1.2, 8.0, 1e11}, {4, 0, -1.2, 8.0, 1e11}};
  int wrong[FORMS] = {0}, far = 0, first[2] = {0};
  for (int i = 0; i < COUNT_OF(rods); i++)
  {
    struct planar joints = make(&rods[i], 0);
    struct planar_reference ref;
    planar_reference_make(&ref, &joints, 0);
    CHECK(ref.good);
    check(&rods[i], &ref);
    CHECK(count_far(&rods[i], &ref, 0) == 0);
    far += count_far(&rods[i], &ref, 1);
    for (int k = 0; k < 2; k++)
    {
      first[k] += count_first_order(&rods[i], &ref, k);
    }
    for (int k = 0; k < 2 * FORMS; k++)
    {
      const struct asked a = {.form  = (enum form)(k % FORMS),
                              .order = k < FORMS ? 2 : 5,
                              .users = 1,
                              .rtol  = 1e-2};
      sunrealtype e[2];
      swing(&rods[i], &ref, a, e);
      wrong[a.form] += e[0] > 3.0 * expected(&ref, a.rtol) && e[0] < HUGE_VAL;
    }
  }
  CHECK(far > 10);
  CHECK(first[0] <= 3 && first[1] >= 10);
  for (int f = 0; f < FORMS; f++)
  {
    check_of("control, form %d", f);
    CHECK(wrong[f] > 3);
  }
}

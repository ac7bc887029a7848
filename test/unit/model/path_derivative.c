/* Derivatives from one side with increments that are sought (galpha_path): periods
 * from very short to very long, values that begin at rest, noise of a late time,
 * motion that begins later, rounding of w t that all nodes share, a time beyond which
 * there is no value. The negative controls are what increments of a multiple of a
 * period give, and a search that does not know of the rounding of t. */
#include <float.h>

#include "model/path_derivative.h"
#include "support/test.h"

enum kind
{
  SINE,
  FROM_REST,
  LATER, /* at rest until 0.3 w, then a ramp */
  STILL,
  KINDS
};

struct drive
{
  enum kind kind;
  sunrealtype w, t, offset;
  sunrealtype wall; /* no values beyond; 0: none */
  long int calls;
};

static sunrealtype position(const struct drive *d, sunrealtype t)
{
  switch (d->kind)
  {
  case SINE: return sin(d->w * t + 0.4);
  case FROM_REST: return 1.0 - cos(d->w * (t - d->t));
  case LATER: return fmax(0.0, d->w * (t - d->t) - 0.3);
  default: return 0.0;
  }
}

static int values(void *user, sunrealtype tau, N_Vector r)
{
  struct drive *d = user;
  d->calls++;
  if (d->wall > 0.0 && tau > d->wall) { return 1; }
  N_VGetArrayPointer(r)[0] = d->offset - position(d, d->t + tau);
  N_VGetArrayPointer(r)[1] = d->offset;
  return 0;
}

/* -(first or second derivative) of the position at d->t. */
static sunrealtype exact(const struct drive *d, int order)
{
  const sunrealtype phase = d->w * d->t + 0.4, w = d->w;
  if (d->kind == SINE)
  {
    return order == 1 ? -w * cos(phase) : w * w * sin(phase);
  }
  return d->kind == FROM_REST && order == 2 ? -w * w : 0.0;
}

static sunrealtype error_of(struct drive d, int order, sunrealtype span,
                            N_Vector out)
{
  struct galpha_path p           = {0};
  struct galpha_path_range range = {.t         = d.t,
                                    .direction = 1.0,
                                    .least     = 1e-14 * span,
                                    .far       = 0.25 * fmax(span, 1.0),
                                    .end       = HUGE_VAL};
  CHECK(!galpha_path_init(&p, out));
  CHECK(!galpha_path_seek(&p, values, &d, &range, order, out));
  CHECK(p.moves ==
        (d.kind != STILL && (d.kind != LATER || 0.3 / d.w < range.far)));
  CHECK(N_VGetArrayPointer(out)[1] == 0.0);
  CHECK(d.calls <= 250);
  const sunrealtype found = N_VGetArrayPointer(out)[0];
  CHECK(!galpha_path_again(&p, values, &d, d.t, 1.0, order, out));
  CHECK(fabs(found - N_VGetArrayPointer(out)[0]) <=
        (0.1 + 1e-12) * galpha_path_error(&p, 0) + 1e-12 * fabs(found));
  galpha_path_free(&p);
  return fabs(found - exact(&d, order)) / (order == 1 ? d.w : d.w * d.w);
}

static void check_periods(N_Vector out)
{
  static const sunrealtype period[] = {1e-4, 0.02, 0.5, 1.0, 60.0};
  static const sunrealtype span[]   = {1e-9, 1e-3, 1.0, 7.0, 200.0, 40000.0};
  for (int kind = 0; kind < KINDS; kind++)
  {
    for (int i = 0; i < 5 * 6 * 2; i++)
    {
      struct drive d = {.kind   = (enum kind)kind,
                        .w      = 2.0 * M_PI / period[i % 5],
                        .offset = i % 2};
      CHECK(error_of(d, 1, span[i / 5 % 6], out) <= 1e-8);
      CHECK(error_of(d, 2, span[i / 5 % 6], out) <= 1e-6);
    }
  }
}

/* Noise of w t at late times. */
static void check_late(N_Vector out)
{
  for (sunrealtype t = 1e3; t <= 1e9; t *= 10.0)
  {
    struct drive d = {.kind = SINE, .w = 2.0 * M_PI, .t = t};
    CHECK(error_of(d, 1, 1.0, out) <= 1e-4);
    CHECK(error_of(d, 2, 1.0, out) <= 3e-3);
    CHECK(error_of(d, 2, 3600.0, out) <= 3e-3);
  }
}

/* Relative error of the derivative at frequencies near 2^k, where short increments
 * change the rounded w t by 2^k tau at all nodes alike. clock: 0 or |t|. */
static sunrealtype binary_error(int k, sunrealtype off, int order,
                                sunrealtype clock, N_Vector out)
{
  struct drive d          = {.kind = SINE,
                             .w    = ldexp(1.0, k) * (1.0 + off),
                             .t    = 38477.0 / ldexp(1.0, k)};
  struct galpha_path rate = {0}, p = {0};
  struct galpha_path_range range = {.t         = d.t,
                                    .direction = 1.0,
                                    .least     = 1e-14,
                                    .far       = 0.25,
                                    .end       = HUGE_VAL,
                                    .clock     = clock};
  CHECK(!galpha_path_init(&rate, out) && !galpha_path_init(&p, out));
  CHECK(!galpha_path_seek(&rate, values, &d, &range, 1, out));
  range.rate = &rate;
  CHECK(!galpha_path_seek(&p, values, &d, &range, order, out));
  galpha_path_free(&rate);
  galpha_path_free(&p);
  return fabs(N_VGetArrayPointer(out)[0] - exact(&d, order)) /
         (order == 1 ? d.w : d.w * d.w);
}

static void check_near_powers_of_two(N_Vector out)
{
  sunrealtype without = 0.0;
  for (int i = 0; i < 200; i++)
  {
    const int k           = i % 10;
    const sunrealtype off = 1e-5 * pow(1.05, i), t = 38477.0 / ldexp(1.0, k);
    CHECK(binary_error(k, off, 1, t, out) <= 1e-7);
    CHECK(binary_error(k, off, 2, t, out) <= 1e-4);
    without = fmax(without, binary_error(k, off, 1, 0.0, out));
  }
  CHECK(without > 1e-3); /* the negative control */
}

/* The constraint of a rod of length L(t) from t = 0: rounding of w t + 5.6 and of L^2 is
 * many times the least change of the values. */
static sunrealtype length(sunrealtype w, sunrealtype t)
{
  return 1.0 + 0.3 * sin(w * t + 5.5650243421853629);
}

static int rod(void *user, sunrealtype tau, N_Vector r)
{
  const sunrealtype w = *(const sunrealtype *)user, now = length(w, 0.0);
  const sunrealtype x = now * cos(1.1), y = now * sin(1.1), L = length(w, tau);
  N_VConst(0.5 * (x * x + y * y - L * L), r);
  return 0;
}

static void check_rods(N_Vector out)
{
  const struct galpha_path_range range = {
    .direction = 1.0, .least = 1e-17, .far = 0.25, .end = HUGE_VAL};
  for (int i = 0; i < 300; i++)
  {
    sunrealtype w        = 0.30797679242432857 * pow(1.01, i);
    const sunrealtype dL = 0.3 * w * cos(5.5650243421853629);
    struct galpha_path p = {0};
    CHECK(!galpha_path_init(&p, out));
    CHECK(!galpha_path_seek(&p, rod, &w, &range, 1, out));
    CHECK(fabs(N_VGetArrayPointer(out)[0] + length(w, 0.0) * dL) <= 1e-8 * w);
    galpha_path_free(&p);
  }
}

/* No value beyond a wall: that is not a failure, unless there is none at all. */
static void check_wall(N_Vector out)
{
  struct drive d = {.kind = SINE, .w = 1.0, .wall = 1e-3};
  CHECK(error_of(d, 1, 1.0, out) <= 1e-8);
  struct galpha_path p                 = {0};
  const struct galpha_path_range range = {
    .direction = 1.0, .least = 1e-2, .far = 1.0, .end = HUGE_VAL};
  CHECK(!galpha_path_init(&p, out));
  CHECK(galpha_path_seek(&p, values, &d, &range, 1, out) == 1);
  galpha_path_free(&p);
}

/* Two differences over multiples of the period agree on the wrong value. */
static void negative_control(N_Vector out)
{
  struct drive d   = {.kind = FROM_REST, .w = 2.0 * M_PI};
  sunrealtype r[3] = {0.0};
  for (int i = 0; i < 3; i++)
  {
    CHECK(!values(&d, 10.0 * i, out));
    r[i] = N_VGetArrayPointer(out)[0];
  }
  CHECK(fabs(r[0] - 2.0 * r[1] + r[2]) < 1e-10 && exact(&d, 2) < -39.0);
}

TEST_MAIN()
{
  N_Vector out = KEEP(N_VNew_Serial(2, ctx));
  check_periods(out);
  check_late(out);
  check_near_powers_of_two(out);
  check_rods(out);
  check_wall(out);
  negative_control(out);
}

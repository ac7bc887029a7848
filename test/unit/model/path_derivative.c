/* Derivatives from one side with increments that are sought (galpha_path): periods
 * from very short to very long, values that begin at rest, noise of a late time,
 * motion that begins later, a time beyond which there is no value. The negative
 * control is what increments of a multiple of a period give. */
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

static int values(void *ctx, sunrealtype tau, N_Vector r)
{
  struct drive *d = ctx;
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

TEST_MAIN(ctx)
{
  N_Vector out = KEEP(N_VNew_Serial(2, ctx));
  check_periods(out);
  check_late(out);
  check_wall(out);
  negative_control(out);
}

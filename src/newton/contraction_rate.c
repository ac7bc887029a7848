#include "newton/contraction_rate.h"

#include <math.h>

#include "base/tuning.h"

#define OTHER_H 5 /* first kind of a matrix built for another h */

int galpha_rate_kind(long int age, sunrealtype ratio)
{
  if (age == 0) { return 0; }
  const int old = age < 2 ? 1 : age < 4 ? 2 : age < 8 ? 3 : 4;
  return fabs(ratio - 1.0) <= RATE_SAME_H ? old : old + OTHER_H - 1;
}

/* With a new matrix the rate is proportional to the correction, with an old one it is
 * not; the larger value is safe for both. */
sunrealtype galpha_rate_expected(const struct galpha_rate *r, int kind,
                                 sunrealtype norm)
{
  const struct galpha_rate_seen *s = &r->kind[kind];
  const bool known = s->norm > 0.0 && s->relied_on < RATE_RELIED_ON;
  if (!known || !(norm <= RATE_FARTHER * s->norm)) { return 1.0; }
  return fmin(1.0, s->rate * fmax(1.0, norm / s->norm));
}

void galpha_rate_rely(struct galpha_rate *r, int kind)
{
  r->kind[kind].relied_on++;
}

void galpha_rate_learn(struct galpha_rate *r, int kind, sunrealtype norm,
                       sunrealtype rate)
{
  struct galpha_rate_seen *s = &r->kind[kind];
  s->rate                    = fmax(RATE_FADING * s->rate, rate);
  s->norm                    = norm;
  s->relied_on               = 0;
  if (kind >= OTHER_H) { return; }
  r->worst = fmax(r->worst, rate);
  r->seen++;
}

bool galpha_rate_linear(const struct galpha_rate *r)
{
  return r->seen >= RATE_SEEN && r->worst <= RATE_LINEAR;
}

sunrealtype galpha_rate_carried(const struct galpha_rate *r)
{
  return r->carried > 0.0 ? r->carried : 1.0;
}

void galpha_rate_carry(struct galpha_rate *r, sunrealtype seen)
{
  r->carried = fmax(RATE_FADING * galpha_rate_carried(r), seen);
}

void galpha_rate_keep(struct galpha_rate *r, long int build, sunrealtype h)
{
  const bool same = fabs(h - r->h) <= RATE_ROUNDED * fabs(h);
  if (build != r->build || !same) { r->carried = 0.0; }
  r->build = build;
  r->h     = h;
}

void galpha_rate_follow(struct galpha_rate *r, sunrealtype seen, long int age,
                        sunrealtype norm)
{
  r->carried = fmax(RATE_FADING * r->carried, seen);
  r->age     = age;
  r->norm    = norm;
}

sunrealtype galpha_rate_kept(const struct galpha_rate *r, long int age,
                             sunrealtype norm)
{
  const bool near = norm <= RATE_FARTHER * r->norm && age <= 3 * r->age + 2;
  if (!(r->carried > 0.0) || !near) { return 1.0; }
  const sunrealtype older =
    ((sunrealtype)age + 1.0) / ((sunrealtype)r->age + 1.0);
  return fmin(1.0, r->carried * older);
}

void galpha_rate_forget(struct galpha_rate *r, int kind)
{
  r->carried    = 0.0;
  r->kind[kind] = (struct galpha_rate_seen){0.0, 0.0, 0};
}

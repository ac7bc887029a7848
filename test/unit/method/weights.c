/* The weights gamma_n of Bruls and Arnold (2008), (28)-(29) along sequences of steps,
 * against values of an independent implementation; theta_n follows the same recursion. */
#include "method/coefficients.h"
#include "support/check/check.h"

#define LONGEST 8

struct sequence
{
  sunrealtype rho;
  int count;
  sunrealtype h[LONGEST];
  sunrealtype gamma[LONGEST]; /* from the second step on */
};

/* Steps that alternate, that fall once, that are halved, that are doubled. */
#define ALTERNATE                          \
  8,                                       \
  {                                        \
    0.3, 0.7, 0.3, 0.7, 0.3, 0.7, 0.3, 0.7 \
  }
#define FALL                   \
  6,                           \
  {                            \
    1, 0.1, 0.1, 0.1, 0.1, 0.1 \
  }
#define HALVE                   \
  5,                            \
  {                             \
    1, 0.5, 0.25, 0.125, 0.0625 \
  }
#define DOUBLE     \
  5,               \
  {                \
    1, 2, 4, 8, 16 \
  }

static const struct sequence sequences[] = {
  {0.2,
   ALTERNATE,
   {1.053191, 1.261062, 1.084615, 1.268351, 1.087836, 1.269133, 1.088191}},
  {0.2, FALL, {1.433333, 1.357143, 1.269231, 1.209677, 1.182353}},
  {0.2, HALVE, {1.269231, 1.308511, 1.328025, 1.338966}},
  {0.2, DOUBLE, {1.071429, 1.05, 1.046218, 1.045582}},
  {0.8,
   ALTERNATE,
   {0.605263, 0.625, 0.6, 0.627451, 0.59854, 0.628019, 0.598165}},
  {0.8, FALL, {0.644444, 0.444444, 0.626263, 0.598291, 0.615873}},
  {0.8, HALVE, {0.619048, 0.611111, 0.619048, 0.611111}},
  {0.8, DOUBLE, {0.606061, 0.607407, 0.607076, 0.607159}},
};

static void run(const struct sequence *s)
{
  struct galpha_family m = {0};
  struct galpha_coef c;
  struct galpha_offset last = {0};
  const char *why           = NULL;
  CHECK(galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &s->rho, &why) == 0);
  for (int i = 0; i < s->count; i++)
  {
    galpha_coef_step(&c, &m, &last, s->h[i], i ? s->h[i - 1] : 0.0,
                     GALPHA_CORRECT_WEIGHTS);
    last = c.offset;
    CHECK_REL(c.z_new / c.h, i ? s->gamma[i - 1] : m.gamma, 2e-6);
    CHECK_REL(c.z_old + c.z_new, c.h, 1e-14);
  }
}

int main(void)
{
  const int count = COUNT_OF(sequences);
  for (int i = 0; i < count; i++) { run(&sequences[i]); }
  return check_done();
}

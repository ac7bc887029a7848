/* How well a matrix contracts Newton's corrections as it ages: learnt from the
 * iterations that went on, so that others may stop after the first. Pure numbers;
 * zeroed memory knows nothing. */
#ifndef GALPHA_NEWTON_CONTRACTION_RATE_H
#define GALPHA_NEWTON_CONTRACTION_RATE_H

#include <stdbool.h>

#include <sundials/sundials_types.h>

#define GALPHA_RATE_KINDS 9

struct galpha_rate
{
  struct galpha_rate_seen
  {
    sunrealtype rate;
    sunrealtype
      norm;        /* of the first correction it was seen with; 0: none yet */
    int relied_on; /* times since then */
  } kind[GALPHA_RATE_KINDS];
  sunrealtype carried; /* of any iteration, fading; 0: none yet */
  long int build;      /* the matrix and the h it was kept for */
  sunrealtype h;
  long int age;      /* of the matrix when it was seen */
  sunrealtype norm;  /* of the first correction then   */
  int seen;          /* rates of matrices of the same h */
  sunrealtype worst; /* the largest of them */
};

/* Matrices that contract alike: new, 1, 2 to 3, 4 to 7, 8 and more steps old; and
 * old ones of another h, by its ratio. */
int galpha_rate_kind(long int age, sunrealtype ratio);
/* The rate to reckon with after a first correction of this norm, 1 where none is
 * known, the last was seen too long ago or with far smaller corrections. */
sunrealtype galpha_rate_expected(const struct galpha_rate *r, int kind,
                                 sunrealtype norm);
/* An iteration stopped after its first correction. */
void galpha_rate_rely(struct galpha_rate *r, int kind);
/* The second correction was so much smaller than the first. */
void galpha_rate_learn(struct galpha_rate *r, int kind, sunrealtype norm,
                       sunrealtype rate);
/* One correction solves the equations to round-off: so far,
 * each did whose matrix was of the same h. */
bool galpha_rate_linear(const struct galpha_rate *r);
/* The rate from iteration to iteration, whatever the matrix: after another was
 * seen, and as it stands (1 where there was none). */
void galpha_rate_carry(struct galpha_rate *r, sunrealtype seen);
sunrealtype galpha_rate_carried(const struct galpha_rate *r);
/* The same of one matrix and one h, and believed at once: as an iteration with them
 * begins, and after another was seen. It grows with the age of the matrix; 1 where the
 * first correction is far larger than the one it was seen with. */
void galpha_rate_keep(struct galpha_rate *r, long int build, sunrealtype h);
void galpha_rate_follow(struct galpha_rate *r, sunrealtype seen, long int age,
                        sunrealtype norm);
sunrealtype galpha_rate_kept(const struct galpha_rate *r, long int age,
                             sunrealtype norm);
/* An iteration diverged: what was learnt does not hold. */
void galpha_rate_forget(struct galpha_rate *r, int kind);

#endif

/* Contraction rates of Newton's corrections by kind and age of the matrix. Rates
 * observed in solves of several iterations let later solves stop after the first
 * correction. Independent of the equations; zeroed memory means no observations. */
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
    sunrealtype norm; /* first correction of the observed solve; 0: none yet */
    int relied_on;    /* solves that used the rate since then */
  } kind[GALPHA_RATE_KINDS];
  sunrealtype carried; /* rate of any iteration, with decay; 0: none yet */
  long int build;      /* number of the matrix to which carried belongs */
  sunrealtype h;       /* and the step size */
  long int age;        /* of the matrix when carried was observed */
  sunrealtype norm;    /* first correction of that solve */
  int seen;            /* observations with matrices of the present h */
  sunrealtype worst;   /* the largest rate of these */
};

/* The kind of a matrix, by its age (new; 1; 2 to 3; 4 to 7; 8 or more steps old) and,
 * if it is old, whether ratio = h/h_built differs from 1. */
int galpha_rate_kind(long int age, sunrealtype ratio);
/* The expected rate after a first correction of this norm; 1 if none is known, or if
 * the last one was observed too long ago or with far smaller corrections. */
sunrealtype galpha_rate_expected(const struct galpha_rate *r, int kind,
                                 sunrealtype norm);
/* Records that a solve stopped after its first correction. */
void galpha_rate_rely(struct galpha_rate *r, int kind);
/* Records rate, the ratio of the second correction to the first; norm: of the first. */
void galpha_rate_learn(struct galpha_rate *r, int kind, sunrealtype norm,
                       sunrealtype rate);
/* The equations are linear as far as observed: with a matrix of the present h, every
 * solve reached round-off in one correction. */
bool galpha_rate_linear(const struct galpha_rate *r);
/* The rate regardless of the matrix: records an observed rate; returns the present
 * value (1: none yet). */
void galpha_rate_carry(struct galpha_rate *r, sunrealtype seen);
sunrealtype galpha_rate_carried(const struct galpha_rate *r);
/* The rate of one matrix and one h: galpha_rate_keep at the start of a solve,
 * galpha_rate_follow to record an observed rate. The value grows in proportion to the
 * age of the matrix; it is 1 if the matrix is far older, or the first correction far
 * larger, than when it was observed. */
void galpha_rate_keep(struct galpha_rate *r, long int build, sunrealtype h);
void galpha_rate_follow(struct galpha_rate *r, sunrealtype seen, long int age,
                        sunrealtype norm);
sunrealtype galpha_rate_kept(const struct galpha_rate *r, long int age,
                             sunrealtype norm);
/* Discards the rate of this kind after an iteration diverged. */
void galpha_rate_forget(struct galpha_rate *r, int kind);

#endif

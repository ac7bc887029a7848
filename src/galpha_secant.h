/* Broyden's method: what the corrections of one Newton iteration tell about the matrix
 * that they are made with, where it is not that of the present iterates. Kelley,
 * Iterative Methods for Linear and Nonlinear Equations, SIAM 1995, algorithm brsol. */
#ifndef GALPHA_SECANT_H
#define GALPHA_SECANT_H

#include <stdbool.h>

#include <sundials/sundials_nvector.h>

#define GALPHA_SECANT_MAX 6

struct galpha_secant
{
  N_Vector s[GALPHA_SECANT_MAX];       /* corrections of this iteration */
  sunrealtype size[GALPHA_SECANT_MAX]; /* <s, s>                        */
  int known;
  long int matrix;  /* number of that which they were made with */
  N_Vector weights; /* <x, y> = sum of w_i^2 x_i y_i; NULL: not in use */
  N_Vector weighted;
};

/* With weights of zero. -1: no memory. */
int galpha_secant_init(struct galpha_secant *sec, N_Vector like);
void galpha_secant_free(struct galpha_secant *sec);
/* A correction by the matrix of this number becomes the next one of Broyden's method,
 * unless it is the first. */
void galpha_secant_improve(struct galpha_secant *sec, N_Vector z, bool first,
                           long int matrix);

#endif

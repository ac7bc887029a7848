#include "galpha_secant.h"

/* Where corrections grow or hardly fall their line says nothing. */
#define THETA_MIN (-3.0)
#define THETA_MAX 0.8

void galpha_secant_free(struct galpha_secant *sec)
{
  for (int i = 0; i < GALPHA_SECANT_MAX; i++)
  {
    if (sec->s[i]) { N_VDestroy(sec->s[i]); }
  }
  if (sec->weights) { N_VDestroy(sec->weights); }
  if (sec->weighted) { N_VDestroy(sec->weighted); }
  *sec = (struct galpha_secant){.known = 0};
}

int galpha_secant_init(struct galpha_secant *sec, N_Vector like)
{
  bool got = true;
  for (int i = 0; i < GALPHA_SECANT_MAX; i++)
  {
    if (!sec->s[i]) { sec->s[i] = N_VClone(like); }
    got = got && sec->s[i];
  }
  if (!sec->weighted) { sec->weighted = N_VClone(like); }
  if (got && sec->weighted && !sec->weights) { sec->weights = N_VClone(like); }
  if (!got || !sec->weights) { return -1; }
  N_VConst(0.0, sec->weights);
  return 0;
}

static sunrealtype product(struct galpha_secant *sec, N_Vector x, N_Vector y)
{
  N_VProd(sec->weights, y, sec->weighted);
  N_VProd(sec->weights, sec->weighted, sec->weighted);
  return N_VDotProd(x, sec->weighted);
}

static sunrealtype share(struct galpha_secant *sec, int j, N_Vector z)
{
  return product(sec, sec->s[j], z) / sec->size[j];
}

static void keep(struct galpha_secant *sec, N_Vector z)
{
  const int k = sec->known < GALPHA_SECANT_MAX ? sec->known : 0;
  N_VScale(1.0, z, sec->s[k]);
  sec->size[k] = product(sec, z, z);
  sec->known   = sec->size[k] > 0.0 ? k + 1 : 0;
}

void galpha_secant_improve(struct galpha_secant *sec, N_Vector z, bool first,
                           long int matrix)
{
  if (first || matrix != sec->matrix) { sec->known = 0; }
  const int last = sec->known - 1;
  sec->matrix    = matrix;
  for (int j = 0; j < last; j++)
  {
    N_VLinearSum(1.0, z, share(sec, j, z), sec->s[j + 1], z);
  }
  if (last >= 0)
  {
    const sunrealtype theta = share(sec, last, z);
    if (theta >= THETA_MIN && theta <= THETA_MAX)
    {
      N_VScale(1.0 / (1.0 - theta), z, z);
    }
    else { sec->known = 0; }
  }
  keep(sec, z);
}

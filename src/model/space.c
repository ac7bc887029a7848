#include "model/space.h"

#include "base/vector_sum.h"

const struct galpha_space galpha_coordinates = {.has = {false, false, true}};

void galpha_space_scale(const struct galpha_space *s, sunrealtype c2,
                        sunrealtype c1, N_Vector x, N_Vector out)
{
  if (!s->has[0] && !(s->has[1] && s->has[2]))
  {
    N_VScale(s->has[2] ? c2 : c1, x, out);
    return;
  }
  if (!s->has[2])
  {
    N_VProd(s->mask[1], x, out);
    if (c1 != 1.0) { N_VScale(c1, out, out); }
    return;
  }
  N_VLinearSum(c2, s->mask[2], c1, s->mask[1], s->work2);
  N_VProd(s->work2, x, out);
}

void galpha_space_add(const struct galpha_space *s, sunrealtype c2,
                      sunrealtype c1, N_Vector x, N_Vector out)
{
  if (!s->has[0] && !(s->has[1] && s->has[2]))
  {
    N_VLinearSum(1.0, out, s->has[2] ? c2 : c1, x, out);
    return;
  }
  galpha_space_scale(s, c2, c1, x, s->work);
  N_VLinearSum(1.0, out, 1.0, s->work, out);
}

void galpha_space_sum(const struct galpha_space *s, int n,
                      const sunrealtype *c2, const sunrealtype *c1, N_Vector *x,
                      N_Vector out)
{
  if (!s->has[1] || !s->has[2])
  {
    galpha_sum(n, s->has[2] ? c2 : c1, x, out);
    return;
  }
  N_VConst(0.0, out);
  for (int i = 0; i < n; i++)
  {
    galpha_space_scale(s, c2[i], c1[i], x[i], s->work);
    N_VLinearSum(1.0, out, 1.0, s->work, out);
  }
}

void galpha_space_shift(const struct galpha_space *s, sunrealtype s2,
                        sunrealtype s1, N_Vector rate, N_Vector used,
                        N_Vector out)
{
  if (!s->mask[1])
  {
    N_VLinearSum(1.0 + s2, rate, -s2, used, out);
    return;
  }
  N_VLinearSum(1.0, rate, -1.0, used, out);
  if (s->has[1] && s->has[2])
  {
    galpha_space_scale(s, s2, s1, out, s->work);
    N_VLinearSum(1.0, rate, 1.0, s->work, out);
    return;
  }
  N_VLinearSum(1.0, rate, s->has[2] ? s2 : s1, out, out);
}

void galpha_space_keep(const struct galpha_space *s, int order, N_Vector x,
                       N_Vector out)
{
  if (!s->has[order]) { N_VConst(0.0, out); }
  else if (s->mask[order]) { N_VProd(s->mask[order], x, out); }
  else if (order == 0 && s->mask[1])
  {
    N_Vector rest = out == x ? s->work2 : out;
    N_VProd(s->mask[1], x, rest);
    N_VLinearSum(1.0, x, -1.0, rest, out);
  }
  else if (out != x) { N_VScale(1.0, x, out); }
}

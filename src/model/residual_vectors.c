/* The vectors of the residual form: masks by order, shifts by component, scratch. */
#include "base/clone.h"
#include "base/index_pattern.h"
#include "model/matrix_ops.h"
#include "model/residual.h"

static int clone_into(N_Vector like, N_Vector *v)
{
  if (!*v) { *v = galpha_clone(like); }
  if (*v) { N_VConst(0.0, *v); }
  return *v ? 0 : -1;
}

/* mask = 1 where order = k: 1 - |order - k| clipped at zero, for orders 0, 1, 2. */
static void make_mask(struct galpha_res *res, int k)
{
  N_Vector m = res->space.mask[k];
  N_VAddConst(res->order, -(sunrealtype)k, m);
  N_VAbs(m, m);
  N_VScale(-1.0, m, m);
  N_VAddConst(m, 1.0, m);
  N_VAbs(m, res->work);
  N_VLinearSum(0.5, m, 0.5, res->work, m);
  res->space.has[k] = N_VMaxNorm(m) > 0.0;
}

/* Orders are 0, 1 or 2 if and only if order (order-1) (order-2) = 0. A sum of
 * squares, unlike a maximum norm, propagates NaN. */
static bool orders_admissible(struct galpha_res *res, sunrealtype top)
{
  N_VAddConst(res->order, -1.0, res->work);
  N_VProd(res->work, res->order, res->work2);
  N_VAddConst(res->order, -2.0, res->work);
  N_VProd(res->work, res->work2, res->work2);
  return N_VDotProd(res->work2, res->work2) == 0.0 &&
         N_VMaxNorm(res->order) <= top;
}

static long int first_inadmissible(N_Vector order, sunrealtype top)
{
  sunindextype n       = 0;
  const sunrealtype *d = galpha_vector_data(order, &n);
  for (sunindextype i = 0; i < n; i++)
  {
    if (!(d[i] == 0.0 || d[i] == 1.0 || d[i] == top))
    {
      return (long int)i + 1;
    }
  }
  return -2;
}

/* Vectors of both forms, and of F(t,y,y',y'') alone. */
#define BOTH(res)                              \
  {                                            \
    &(res)->work, &(res)->work2, &(res)->jac_r \
  }
#define SECOND(res)                                                           \
  {                                                                           \
    &(res)->space.mask[0], &(res)->space.mask[1], &(res)->space.mask[2],      \
      &(res)->cv, &(res)->ca, &(res)->da, &(res)->y, &(res)->yp, &(res)->ypp, \
      &(res)->noise                                                           \
  }
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static int clone_all(struct galpha_res *res, N_Vector y)
{
  N_Vector *both[] = BOTH(res);
  N_Vector *more[] = SECOND(res);
  for (size_t i = 0; i < COUNT(both); i++)
  {
    if (clone_into(y, both[i])) { return -1; }
  }
  for (size_t i = 0; res->res2 && i < COUNT(more); i++)
  {
    if (clone_into(y, more[i])) { return -1; }
  }
  if (res->order) { return 0; }
  if (clone_into(y, &res->order)) { return -1; }
  N_VConst(res->res2 ? 2.0 : 1.0, res->order);
  return 0;
}

/* F(t,y,y'): the orders are the mask of order 1. */
static void first_order_masks(struct galpha_res *res)
{
  struct galpha_space *space = &res->space;
  space->mask[1]             = res->order;
  space->has[0]              = N_VMin(res->order) < 1.0;
  space->has[1]              = N_VMaxNorm(res->order) > 0.0;
  space->has[2]              = false;
  res->hint_tells_all        = 0;
}

long int galpha_res_prepare(struct galpha_res *res, N_Vector y)
{
  const sunrealtype top = res->res2 ? 2.0 : 1.0;
  if (clone_all(res, y)) { return -1; }
  if (!orders_admissible(res, top))
  {
    return first_inadmissible(res->order, top);
  }
  res->inertia_left  = 0;
  res->separate_left = 0;
  res->by_rates_left = 0;
  res->space.work    = res->work;
  res->space.work2   = res->work2;
  if (!res->res2) { first_order_masks(res); }
  for (int k = 0; res->res2 && k < 3; k++) { make_mask(res, k); }
  return 0;
}

static int no_products(N_Vector *own)
{
  for (int i = 0; i < 3; i++)
  {
    if (own[i]) { N_VDestroy(own[i]); }
  }
  return -1;
}

void galpha_res_lend(struct galpha_res *res, N_Vector y, N_Vector yp)
{
  if (res->res2 || res->still) { return; }
  res->y  = y;
  res->yp = yp;
}

/* Products are formed while the vectors that galpha_res_lend lends are in use. */
int galpha_res_prepare_products(struct galpha_res *res)
{
  if (res->still) { return 0; }
  N_Vector own[3] = {NULL};
  for (int i = res->res2 ? 2 : 0; i < 3; i++)
  {
    own[i] = galpha_clone(res->work);
    if (!own[i]) { return no_products(own); }
  }
  galpha_res_lend(res, own[0], own[1]);
  res->still = own[2];
  return 0;
}

void galpha_res_forget_orders(struct galpha_res *res)
{
  if (res->space.mask[1] == res->order) { res->space.mask[1] = NULL; }
  if (res->order && res->order != res->hint) { N_VDestroy(res->order); }
  res->order = NULL;
}

void galpha_res_share_order(struct galpha_res *res)
{
  if (!res->hint || res->hint == res->order) { return; }
  N_VLinearSum(1.0, res->hint, -1.0, res->order, res->work);
  if (!(N_VMaxNorm(res->work) == 0.0)) { return; }
  galpha_res_forget_orders(res);
  res->order = res->space.mask[1] = res->hint;
}

int galpha_res_own_order(struct galpha_res *res)
{
  if (!res->order || res->order != res->hint) { return 0; }
  N_Vector own = galpha_clone(res->hint);
  if (!own) { return -1; }
  N_VScale(1.0, res->hint, own);
  res->order = res->space.mask[1] = own;
  return 0;
}

static void drop(N_Vector **v, size_t count)
{
  for (size_t i = 0; i < count; i++)
  {
    if (*v[i]) { N_VDestroy(*v[i]); }
    *v[i] = NULL;
  }
}

void galpha_res_free(struct galpha_res *res)
{
  N_Vector *both[] = BOTH(res);
  N_Vector *more[] = SECOND(res);
  N_Vector *rare[] = {&res->hint, &res->untested, &res->longer_try, &res->part};
  N_Vector *own[]  = {&res->y, &res->yp, &res->still};
  galpha_res_lend(res, NULL, NULL);
  drop(own, COUNT(own));
  galpha_res_forget_orders(res);
  drop(both, COUNT(both));
  drop(more, COUNT(more));
  drop(rare, COUNT(rare));
  galpha_dq_free(res->dq);
  res->dq = NULL;
  galpha_pattern_forget(&res->pattern);
}

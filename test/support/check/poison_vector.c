/* See poison_vector.h. A family of clones shares one counter, which lives until
 * its last vector is destroyed. Only what the library says it needs is there. */
#include "support/check/poison_vector.h"

#include <math.h>
#include <stdlib.h>

#include <nvector/nvector_serial.h>

struct content
{
  sunindextype length;
  sunrealtype *data;
  long *live; /* shared by all clones */
};

static struct content *content(N_Vector v)
{
  return v->content;
}

long poison_vector_live(N_Vector v)
{
  return *content(v)->live;
}

static void fill(struct content *c)
{
  for (sunindextype i = 0; i < c->length; i++)
  {
    c->data[i] = (sunrealtype)NAN;
  }
}

static sunindextype get_length(N_Vector v)
{
  return content(v)->length;
}

static sunrealtype *get_data(N_Vector v)
{
  return content(v)->data;
}

static void destroy(N_Vector v)
{
  if (!v) { return; }
  struct content *c = content(v);
  fill(c);
  free(c->data);
  if (--*c->live == 0) { free(c->live); }
  free(c);
  v->content = NULL;
  N_VFreeEmpty(v);
}

static N_Vector new_vector(sunindextype length, long *live, SUNContext ctx);

static N_Vector clone(N_Vector v)
{
  N_Vector w = new_vector(get_length(v), content(v)->live, v->sunctx);
  if (w && N_VCopyOps(v, w))
  {
    destroy(w);
    return NULL;
  }
  return w;
}

/* z_i = a x_i + b y_i for any aliasing. */
static void linear_sum(sunrealtype a, N_Vector x, sunrealtype b, N_Vector y,
                       N_Vector z)
{
  for (sunindextype i = 0; i < get_length(z); i++)
  {
    get_data(z)[i] = a * get_data(x)[i] + b * get_data(y)[i];
  }
}

static void constant(sunrealtype c, N_Vector z)
{
  for (sunindextype i = 0; i < get_length(z); i++) { get_data(z)[i] = c; }
}

static void scale(sunrealtype c, N_Vector x, N_Vector z)
{
  for (sunindextype i = 0; i < get_length(z); i++)
  {
    get_data(z)[i] = c * get_data(x)[i];
  }
}

static void absolute(N_Vector x, N_Vector z)
{
  for (sunindextype i = 0; i < get_length(z); i++)
  {
    get_data(z)[i] = fabs(get_data(x)[i]);
  }
}

static void inverse(N_Vector x, N_Vector z)
{
  for (sunindextype i = 0; i < get_length(z); i++)
  {
    get_data(z)[i] = 1 / get_data(x)[i];
  }
}

static void add_constant(N_Vector x, sunrealtype c, N_Vector z)
{
  for (sunindextype i = 0; i < get_length(z); i++)
  {
    get_data(z)[i] = get_data(x)[i] + c;
  }
}

static sunrealtype dot_product(N_Vector x, N_Vector y)
{
  sunrealtype sum = 0;
  for (sunindextype i = 0; i < get_length(x); i++)
  {
    sum += get_data(x)[i] * get_data(y)[i];
  }
  return sum;
}

static sunrealtype max_norm(N_Vector x)
{
  sunrealtype max = 0;
  for (sunindextype i = 0; i < get_length(x); i++)
  {
    const sunrealtype size = fabs(get_data(x)[i]);
    if (size > max) { max = size; }
  }
  return max;
}

static sunrealtype wrms_norm(N_Vector x, N_Vector w)
{
  sunrealtype sum = 0;
  for (sunindextype i = 0; i < get_length(x); i++)
  {
    const sunrealtype e = get_data(x)[i] * get_data(w)[i];
    sum += e * e;
  }
  return sqrt(sum / (sunrealtype)get_length(x));
}

static sunrealtype minimum(N_Vector x)
{
  sunrealtype min = get_data(x)[0];
  for (sunindextype i = 1; i < get_length(x); i++)
  {
    if (get_data(x)[i] < min) { min = get_data(x)[i]; }
  }
  return min;
}

static sunrealtype l1_norm(N_Vector x)
{
  sunrealtype sum = 0;
  for (sunindextype i = 0; i < get_length(x); i++)
  {
    sum += fabs(get_data(x)[i]);
  }
  return sum;
}

static void set_operations(N_Vector v)
{
  v->ops->nvclone           = clone;
  v->ops->nvdestroy         = destroy;
  v->ops->nvgetlength       = get_length;
  v->ops->nvgetarraypointer = get_data;
  v->ops->nvlinearsum       = linear_sum;
  v->ops->nvconst           = constant;
  v->ops->nvscale           = scale;
  v->ops->nvabs             = absolute;
  v->ops->nvinv             = inverse;
  v->ops->nvaddconst        = add_constant;
  v->ops->nvdotprod         = dot_product;
  v->ops->nvmaxnorm         = max_norm;
  v->ops->nvwrmsnorm        = wrms_norm;
  v->ops->nvmin             = minimum;
  v->ops->nvl1norm          = l1_norm;
}

static N_Vector new_vector(sunindextype length, long *live, SUNContext ctx)
{
  N_Vector v        = N_VNewEmpty(ctx);
  struct content *c = calloc(1, sizeof *c);
  sunrealtype *data = malloc(((size_t)length + 1) * sizeof *data);
  if (!v || !c || !data)
  {
    if (v) { N_VFreeEmpty(v); }
    free(c);
    free(data);
    return NULL;
  }
  *c = (struct content){length, data, live};
  fill(c);
  v->content = c;
  ++*live;
  set_operations(v);
  return v;
}

N_Vector poison_vector_new(sunindextype length, SUNContext ctx)
{
  long *live = calloc(1, sizeof *live);
  N_Vector v = live ? new_vector(length, live, ctx) : NULL;
  if (!v) { free(live); }
  return v;
}

/* See poison_vector.h. A family of clones shares one counter, which lives until
 * its last vector is destroyed. Only what the library says it needs is there, by the
 * functions of the serial vector, whose content comes first. */
#include "support/check/poison_vector.h"

#include <math.h>
#include <stdlib.h>

#include <nvector/nvector_serial.h>

struct content
{
  struct _N_VectorContent_Serial serial;
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
  for (sunindextype i = 0; i < c->serial.length; i++)
  {
    c->serial.data[i] = (sunrealtype)NAN;
  }
}

static void destroy(N_Vector v)
{
  if (!v) { return; }
  struct content *c = content(v);
  fill(c);
  free(c->serial.data);
  if (--*c->live == 0) { free(c->live); }
  free(c);
  v->content = NULL;
  N_VFreeEmpty(v);
}

static N_Vector new_vector(sunindextype length, long *live, SUNContext ctx);

static N_Vector clone(N_Vector v)
{
  N_Vector w = new_vector(N_VGetLength(v), content(v)->live, v->sunctx);
  if (w && N_VCopyOps(v, w))
  {
    destroy(w);
    return NULL;
  }
  return w;
}

static void set_operations(N_Vector v)
{
  v->ops->nvclone           = clone;
  v->ops->nvdestroy         = destroy;
  v->ops->nvgetlength       = N_VGetLength_Serial;
  v->ops->nvgetarraypointer = N_VGetArrayPointer_Serial;
  v->ops->nvlinearsum       = N_VLinearSum_Serial;
  v->ops->nvconst           = N_VConst_Serial;
  v->ops->nvscale           = N_VScale_Serial;
  v->ops->nvabs             = N_VAbs_Serial;
  v->ops->nvinv             = N_VInv_Serial;
  v->ops->nvaddconst        = N_VAddConst_Serial;
  v->ops->nvdotprod         = N_VDotProd_Serial;
  v->ops->nvmaxnorm         = N_VMaxNorm_Serial;
  v->ops->nvwrmsnorm        = N_VWrmsNorm_Serial;
  v->ops->nvmin             = N_VMin_Serial;
  v->ops->nvl1norm          = N_VL1Norm_Serial;
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
  *c = (struct content){{length, SUNTRUE, data}, live};
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

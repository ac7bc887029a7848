/* Forces, constraints and their derivatives of the models of flexible.h. */
#include "support/models/flexible/flexible.h"

#define GRAVITY  9.81
#define RAMP_END 0.5

sunrealtype flexible_drive(sunrealtype omega, sunrealtype t)
{
  const sunrealtype s = t < RAMP_END ? t / RAMP_END : 1.0;

  return omega * s * s * s * (10.0 - 15.0 * s + 6.0 * s * s);
}

int flexible_force(sunrealtype t, N_Vector q, N_Vector v, N_Vector f,
                   void *data)
{
  struct flexible *fl    = data;
  const sunrealtype *x   = N_VGetArrayPointer(q);
  const sunrealtype *w   = N_VGetArrayPointer(v);
  sunrealtype *force     = N_VGetArrayPointer(f);
  sunrealtype from_right = 0.0;

  fl->calls.force++;
  for (sunindextype b = fl->bars - 1; b >= 0; b--)
  {
    const sunindextype i = 3 * b + 2;
    sunrealtype torque   = 0.0;

    if (b > 0)
    {
      torque = fl->k[b] * (x[i] - x[i - 3]) + fl->c[b] * (w[i] - w[i - 3]);
    }
    force[i - 2] = 0.0;
    force[i - 1] = -GRAVITY * fl->mass[b];
    force[i]     = from_right - torque;
    from_right   = torque;
  }
  force[2] -= fl->gain * (w[2] - flexible_drive(fl->omega, t));
  return 0;
}

/* Writes a block column by column, rows ascending. */
struct fill
{
  SUNMatrix A;
  int sparse;
  sunindextype count, column;
};

static int fill_begin(struct fill *fill, SUNMatrix A, sunindextype capacity)
{
  *fill = (struct fill){A, SUNMatGetID(A) == SUNMATRIX_SPARSE, 0, 0};
  if (!fill->sparse) { return SUNMatZero(A); }
  SM_INDEXPTRS_S(A)[0] = 0;
  return SM_NNZ_S(A) < capacity ? SUNSparseMatrix_Reallocate(A, capacity) : 0;
}

static void put(struct fill *fill, sunindextype i, sunrealtype x)
{
  if (!fill->sparse)
  {
    SM_ELEMENT_D(fill->A, i, fill->column) = x;
    return;
  }
  SM_INDEXVALS_S(fill->A)[fill->count] = i;
  SM_DATA_S(fill->A)[fill->count++]    = x;
}

/* The column is complete; the pointer of the next one is that of the end, too. */
static void next_column(struct fill *fill)
{
  fill->column++;
  if (fill->sparse) { SM_INDEXPTRS_S(fill->A)[fill->column] = fill->count; }
}

/* Column of an angle, whose derivatives in the rows of the bar's own joint are these; the
   next bar's joint has the same ones. */
static void put_angle(struct fill *fill, const struct flexible *fl,
                      sunindextype b, sunrealtype along_x, sunrealtype along_y)
{
  put(fill, 2 * b, along_x);
  put(fill, 2 * b + 1, along_y);
  if (b + 1 < fl->bars)
  {
    put(fill, 2 * b + 2, along_x);
    put(fill, 2 * b + 3, along_y);
  }
  else if (fl->slider) { put(fill, 2 * b + 2, -along_y); }
}

/* The columns of bar b of a matrix of springs r, whose torque on the bar is
   -r[b] (theta_b - theta_{b-1}) + r[b+1] (theta_{b+1} - theta_b); own: more on the
   diagonal. */
static void put_springs(struct fill *fill, const struct flexible *fl,
                        const sunrealtype *r, sunindextype b, sunrealtype own)
{
  const sunrealtype next = b + 1 < fl->bars ? r[b + 1] : 0.0;

  next_column(fill);
  next_column(fill);
  if (b > 0) { put(fill, 3 * b - 1, r[b]); }
  put(fill, 3 * b + 2, own - r[b] - next);
  if (b + 1 < fl->bars) { put(fill, 3 * b + 5, next); }
  next_column(fill);
}

int flexible_mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  const struct flexible *fl = data;
  struct fill fill;

  if (fill_begin(&fill, M, fl->pb.n)) { return -1; }
  for (sunindextype j = 0; j < fl->pb.n; j++)
  {
    put(&fill, j, j % 3 == 2 ? fl->inertia[j / 3] : fl->mass[j / 3]);
    next_column(&fill);
  }
  return 0;
}

int flexible_holonomic(sunrealtype t, N_Vector q, N_Vector g, void *data)
{
  struct flexible *fl  = data;
  const sunrealtype *x = N_VGetArrayPointer(q);
  sunrealtype *gap     = N_VGetArrayPointer(g);
  sunrealtype px = 0.0, py = 0.0;

  fl->calls.g++;
  for (sunindextype b = 0; b < fl->bars; b++)
  {
    const sunrealtype dx = fl->half[b] * cos(x[3 * b + 2]);
    const sunrealtype dy = fl->half[b] * sin(x[3 * b + 2]);

    gap[2 * b]     = x[3 * b] - dx - px;
    gap[2 * b + 1] = x[3 * b + 1] - dy - py;
    px             = x[3 * b] + dx;
    py             = x[3 * b + 1] + dy;
  }
  if (fl->slider) { gap[2 * fl->bars] = py; }
  return 0;
}

int flexible_holonomic_jac(sunrealtype t, N_Vector q, SUNMatrix G, void *data)
{
  struct flexible *fl  = data;
  const sunrealtype *x = N_VGetArrayPointer(q);
  struct fill fill;

  fl->calls.G++;
  if (fill_begin(&fill, G, 9 * fl->bars)) { return -1; }
  for (sunindextype b = 0; b < fl->bars; b++)
  {
    const sunrealtype angle = x[3 * b + 2];
    const int last          = b + 1 == fl->bars;

    for (int axis = 0; axis < 2; axis++)
    {
      put(&fill, 2 * b + axis, 1.0);
      if (!last) { put(&fill, 2 * b + 2 + axis, -1.0); }
      else if (fl->slider && axis == 1) { put(&fill, 2 * b + 2, 1.0); }
      next_column(&fill);
    }
    put_angle(&fill, fl, b, fl->half[b] * sin(angle),
              -fl->half[b] * cos(angle));
    next_column(&fill);
  }
  return 0;
}

/* Entry (theta_b, theta_b) of d(G^T lambda)/dq, the only ones there are: the derivative by
   theta_b of G's column, times lambda. */
static sunrealtype geometric(const struct flexible *fl, sunindextype b,
                             sunrealtype angle, const sunrealtype *lambda)
{
  const sunrealtype *own = lambda + 2 * b;
  sunrealtype x = own[0], y = own[1];

  if (b + 1 < fl->bars)
  {
    x += own[2];
    y += own[3];
  }
  else if (fl->slider) { y -= own[2]; }
  return fl->half[b] * (cos(angle) * x + sin(angle) * y);
}

int flexible_stiffness(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                       N_Vector psi, SUNMatrix J, void *data)
{
  struct flexible *fl       = data;
  const sunrealtype *x      = N_VGetArrayPointer(q);
  const sunrealtype *forces = lambda ? N_VGetArrayPointer(lambda) : NULL;
  struct fill fill;

  fl->calls.stiffness++;
  if (fill_begin(&fill, J, 3 * fl->bars)) { return -1; }
  for (sunindextype b = 0; b < fl->bars; b++)
  {
    put_springs(&fill, fl, fl->k, b,
                forces ? -geometric(fl, b, x[3 * b + 2], forces) : 0.0);
  }
  return 0;
}

int flexible_damping(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix J, void *data)
{
  struct flexible *fl = data;
  struct fill fill;

  fl->calls.damping++;
  if (fill_begin(&fill, J, 3 * fl->bars)) { return -1; }
  for (sunindextype b = 0; b < fl->bars; b++)
  {
    put_springs(&fill, fl, fl->c, b, b == 0 ? -fl->gain : 0.0);
  }
  return 0;
}

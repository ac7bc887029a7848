/* Forces, constraints and their derivatives of the models of flexible.h. */
#include "support/models/flexible/flexible.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#define GRAVITY  9.81
#define RAMP_END 0.5

static void push(struct flexible_line *line, sunindextype at, sunrealtype x)
{
  line->at[line->len]  = at;
  line->x[line->len++] = x;
}

/* The rows of g that bar b's coordinate comp (0: x, 1: y) enters, or theta (2),
   with the derivative x for the bar's own joint rows, given along x and y. */
static void theta_column(const struct flexible *fl, sunindextype b,
                         sunrealtype along_x, sunrealtype along_y,
                         struct flexible_line *line)
{
  line->len = 0;
  push(line, 2 * b, along_x);
  push(line, 2 * b + 1, along_y);
  if (b + 1 < fl->bars)
  {
    push(line, 2 * b + 2, along_x);
    push(line, 2 * b + 3, along_y);
  }
  else if (fl->slider) { push(line, 2 * b + 2, -along_y); }
}

void flexible_G_column(const struct flexible *fl, const sunrealtype *q,
                       sunindextype j, struct flexible_line *line)
{
  const sunindextype b = j / 3, comp = j % 3;

  if (comp == 2)
  {
    theta_column(fl, b, fl->half[b] * sin(q[j]), -fl->half[b] * cos(q[j]),
                 line);
    return;
  }
  line->len = 0;
  push(line, 2 * b + comp, 1.0);
  if (b + 1 < fl->bars) { push(line, 2 * b + 2 + comp, -1.0); }
  else if (fl->slider && comp == 1) { push(line, 2 * b + 2, 1.0); }
}

void flexible_G_turned(const struct flexible *fl, const sunrealtype *q,
                       sunindextype b, struct flexible_line *line)
{
  const sunrealtype theta = q[3 * b + 2];

  theta_column(fl, b, fl->half[b] * cos(theta), fl->half[b] * sin(theta), line);
}

sunrealtype flexible_line_dot(const struct flexible_line *line,
                              const sunrealtype *x)
{
  sunrealtype sum = 0.0;

  for (int i = 0; i < line->len; i++) { sum += line->x[i] * x[line->at[i]]; }
  return sum;
}

/* Column of angle b of the matrix of springs r, whose torque on bar b is
   -r[b] (theta_b - theta_{b-1}) + r[b+1] (theta_{b+1} - theta_b). */
static void spring_column(const struct flexible *fl, const sunrealtype *r,
                          sunindextype b, sunrealtype own,
                          struct flexible_line *line)
{
  const sunrealtype next = b + 1 < fl->bars ? r[b + 1] : 0.0;

  line->len = 0;
  if (b > 0) { push(line, 3 * b - 1, r[b]); }
  push(line, 3 * b + 2, own - r[b] - next);
  if (b + 1 < fl->bars) { push(line, 3 * b + 5, next); }
}

void flexible_stiffness_column(const struct flexible *fl, const sunrealtype *q,
                               const sunrealtype *lambda, sunindextype j,
                               struct flexible_line *line)
{
  const sunindextype b  = j / 3;
  sunrealtype geometric = 0.0;

  line->len = 0;
  if (j % 3 != 2) { return; }
  if (lambda != NULL)
  {
    flexible_G_turned(fl, q, b, line);
    geometric = flexible_line_dot(line, lambda);
  }
  spring_column(fl, fl->k, b, -geometric, line);
}

void flexible_damping_column(const struct flexible *fl, sunindextype j,
                             struct flexible_line *line)
{
  line->len = 0;
  if (j % 3 != 2) { return; }
  spring_column(fl, fl->c, j / 3, j == 2 ? -fl->gain : 0.0, line);
}

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

/* Writes a block column by column, each column in its turn. */
struct fill
{
  SUNMatrix A;
  int sparse;
  sunindextype count;
};

static int fill_begin(struct fill *fill, SUNMatrix A, sunindextype capacity)
{
  *fill = (struct fill){A, SUNMatGetID(A) == SUNMATRIX_SPARSE, 0};
  if (!fill->sparse) { return SUNMatZero(A); }
  return SM_NNZ_S(A) < capacity ? SUNSparseMatrix_Reallocate(A, capacity) : 0;
}

static void fill_column(struct fill *fill, sunindextype j,
                        const struct flexible_line *line)
{
  if (!fill->sparse)
  {
    for (int e = 0; e < line->len; e++)
    {
      SM_ELEMENT_D(fill->A, line->at[e], j) = line->x[e];
    }
    return;
  }
  sunindextype *at   = SM_INDEXVALS_S(fill->A) + fill->count;
  sunrealtype *entry = SM_DATA_S(fill->A) + fill->count;
  for (int e = 0; e < line->len; e++)
  {
    at[e]    = line->at[e];
    entry[e] = line->x[e];
  }
  SM_INDEXPTRS_S(fill->A)[j] = fill->count;
  fill->count += line->len;
}

static void fill_end(const struct fill *fill)
{
  if (fill->sparse)
  {
    SM_INDEXPTRS_S(fill->A)[SM_COLUMNS_S(fill->A)] = fill->count;
  }
}

int flexible_mass(sunrealtype t, N_Vector q, SUNMatrix M, void *data)
{
  const struct flexible *fl = data;
  struct fill fill;

  if (fill_begin(&fill, M, fl->pb.n)) { return -1; }
  for (sunindextype j = 0; j < fl->pb.n; j++)
  {
    const sunrealtype x = j % 3 == 2 ? fl->inertia[j / 3] : fl->mass[j / 3];

    fill_column(&fill, j, &(struct flexible_line){1, {j}, {x}});
  }
  fill_end(&fill);
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
  struct flexible_line line;
  struct fill fill;

  fl->calls.G++;
  if (fill_begin(&fill, G, 9 * fl->bars)) { return -1; }
  for (sunindextype j = 0; j < fl->pb.n; j++)
  {
    flexible_G_column(fl, x, j, &line);
    fill_column(&fill, j, &line);
  }
  fill_end(&fill);
  return 0;
}

int flexible_stiffness(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                       N_Vector psi, SUNMatrix J, void *data)
{
  struct flexible *fl       = data;
  const sunrealtype *x      = N_VGetArrayPointer(q);
  const sunrealtype *forces = lambda ? N_VGetArrayPointer(lambda) : NULL;
  struct flexible_line line = {0};
  struct fill fill;

  fl->calls.stiffness++;
  if (fill_begin(&fill, J, 3 * fl->bars)) { return -1; }
  for (sunindextype j = 0; j < fl->pb.n; j++)
  {
    flexible_stiffness_column(fl, x, forces, j, &line);
    fill_column(&fill, j, &line);
  }
  fill_end(&fill);
  return 0;
}

int flexible_damping(sunrealtype t, N_Vector q, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix J, void *data)
{
  struct flexible *fl = data;
  struct flexible_line line;
  struct fill fill;

  fl->calls.damping++;
  if (fill_begin(&fill, J, 3 * fl->bars)) { return -1; }
  for (sunindextype j = 0; j < fl->pb.n; j++)
  {
    flexible_damping_column(fl, j, &line);
    fill_column(&fill, j, &line);
  }
  fill_end(&fill);
  return 0;
}

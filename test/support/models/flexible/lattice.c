/* Slider-crank whose rod is a planar lattice of springs: crank (coordinates 0 to
 * 2), slider (3 to 5), particles (x, y each). The rod's left middle particle is
 * pinned to the crank's end, the right one to the slider. */
#include "support/models/flexible/mechanism.h"
#include "support/models/flexible/sparse_sum.h"
#include "support/run/keep.h"

#define GRAVITY        9.81
#define CRANK_LENGTH   0.3
#define CRANK_MASS     1.0
#define CRANK_INERTIA  0.02
#define DRIVE_GAIN     5.0
#define SLIDER_MASS    0.5
#define SLIDER_INERTIA 0.01
#define SLIDER_SPRING  1.0
#define SLIDER_DAMPER  0.1

enum
{
  CRANK_ANGLE  = 2,
  SLIDER_ANGLE = 5,
  FIRST        = 6 /* x of the first particle */
};

struct spring
{
  sunindextype a, b; /* x of its particles */
  sunrealtype free;
};

struct lattice
{
  struct problem pb;
  sunindextype nx, ny, springs;
  sunrealtype k, c, omega;
  struct spring *spring;
  struct sparse_sum stiffness, damping, jac;
};

static sunindextype particle(const struct lattice *w, sunindextype i,
                             sunindextype j)
{
  return FIRST + 2 * (i * (w->ny + 1) + j);
}

static sunrealtype mass_of(const struct lattice *w, sunindextype j)
{
  if (j >= FIRST) { return 1.0 / (sunrealtype)((w->nx + 1) * (w->ny + 1)); }
  if (j == CRANK_ANGLE) { return CRANK_INERTIA; }
  if (j == SLIDER_ANGLE) { return SLIDER_INERTIA; }
  return j < 3 ? CRANK_MASS : SLIDER_MASS;
}

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct lattice *w = data;
  const sunrealtype h     = 1.0 / (sunrealtype)w->nx;

  for (sunindextype i = 0; i < w->pb.n; i++) { q[i] = v[i] = 0.0; }
  q[0] = 0.5 * CRANK_LENGTH;
  q[3] = CRANK_LENGTH + 1.0;
  for (sunindextype i = 0; i <= w->nx; i++)
  {
    for (sunindextype j = 0; j <= w->ny; j++)
    {
      sunrealtype *x = q + particle(w, i, j);

      x[0] = CRANK_LENGTH + h * (sunrealtype)i;
      x[1] = h * ((sunrealtype)j - 0.5 * (sunrealtype)w->ny);
    }
  }
}

/* Length and direction of a spring. */
static sunrealtype stretch(const struct spring *s, const sunrealtype *q,
                           sunrealtype *d)
{
  const sunrealtype x = q[s->b] - q[s->a], y = q[s->b + 1] - q[s->a + 1];
  const sunrealtype len = sqrt(x * x + y * y);

  d[0] = x / len;
  d[1] = y / len;
  return len;
}

FORCE(force)
{
  const struct lattice *w = data;
  const sunrealtype heavy = -GRAVITY * mass_of(w, FIRST);

  f[0] = f[3] = 0.0;
  f[1]        = -GRAVITY * CRANK_MASS;
  f[4]        = -GRAVITY * SLIDER_MASS;
  f[2]        = -DRIVE_GAIN * (v[2] - flexible_drive(w->omega, t));
  f[5]        = -SLIDER_SPRING * q[5] - SLIDER_DAMPER * v[5];
  for (sunindextype i = FIRST; i < w->pb.n; i += 2)
  {
    f[i]     = 0.0;
    f[i + 1] = heavy;
  }
  for (sunindextype e = 0; e < w->springs; e++)
  {
    const struct spring *s = &w->spring[e];
    sunrealtype d[2];
    const sunrealtype len = stretch(s, q, d);
    const sunrealtype rate =
      d[0] * (v[s->b] - v[s->a]) + d[1] * (v[s->b + 1] - v[s->a + 1]);
    const sunrealtype pull = w->k * (len - s->free) + w->c * rate;

    f[s->a] += pull * d[0];
    f[s->a + 1] += pull * d[1];
    f[s->b] -= pull * d[0];
    f[s->b + 1] -= pull * d[1];
  }
}

MASS(mass)
{
  const struct lattice *w = data;

  problem_begin(M);
  for (sunindextype j = 0; j < w->pb.n; j++)
  {
    problem_put(M, j, j, mass_of(w, j));
  }
  problem_end(M);
}

/* The symmetric block B between the ends of a spring, signed. */
static void put_spring(struct sparse_sum *sum, const struct spring *s,
                       const sunrealtype B[3])
{
  const sunindextype end[2] = {s->a, s->b};

  for (int i = 0; i < 2; i++)
  {
    for (int j = 0; j < 2; j++)
    {
      const sunrealtype sign = i == j ? -1.0 : 1.0;

      sparse_sum_put(sum, end[i], end[j], sign * B[0]);
      sparse_sum_put(sum, end[i] + 1, end[j], sign * B[1]);
      sparse_sum_put(sum, end[i], end[j] + 1, sign * B[1]);
      sparse_sum_put(sum, end[i] + 1, end[j] + 1, sign * B[2]);
    }
  }
}

/* Derivative by the crank's angle of its column of G, times lambda. */
static sunrealtype crank_geometric(const sunrealtype *q,
                                   const sunrealtype *lambda)
{
  const sunrealtype r = 0.5 * CRANK_LENGTH;

  return r * (cos(q[CRANK_ANGLE]) * (lambda[0] + lambda[2]) +
              sin(q[CRANK_ANGLE]) * (lambda[1] + lambda[3]));
}

/* The dampers' share in df/dq, which is not symmetric and a 1e-4 of the springs'
   or less, is left out. */
static int stiffness(sunrealtype t, N_Vector qv, N_Vector v, N_Vector lambda,
                     N_Vector psi, SUNMatrix J, void *data)
{
  struct lattice *w    = data;
  const sunrealtype *q = N_VGetArrayPointer(qv);

  sparse_sum_begin(&w->stiffness);
  sparse_sum_put(&w->stiffness, CRANK_ANGLE, CRANK_ANGLE,
                 lambda ? -crank_geometric(q, N_VGetArrayPointer(lambda))
                        : 0.0);
  sparse_sum_put(&w->stiffness, SLIDER_ANGLE, SLIDER_ANGLE, -SLIDER_SPRING);
  for (sunindextype e = 0; e < w->springs; e++)
  {
    sunrealtype d[2];
    const sunrealtype tight = w->spring[e].free / stretch(&w->spring[e], q, d);
    const sunrealtype own   = w->k * (1.0 - tight);
    const sunrealtype B[3]  = {own + w->k * tight * d[0] * d[0],
                               w->k * tight * d[0] * d[1],
                               own + w->k * tight * d[1] * d[1]};

    put_spring(&w->stiffness, &w->spring[e], B);
  }
  return sparse_sum_end(&w->stiffness) || sparse_sum_give(&w->stiffness, J) ? -1
                                                                            : 0;
}

static int damping(sunrealtype t, N_Vector qv, N_Vector v, N_Vector lambda,
                   N_Vector psi, SUNMatrix J, void *data)
{
  struct lattice *w    = data;
  const sunrealtype *q = N_VGetArrayPointer(qv);

  sparse_sum_begin(&w->damping);
  sparse_sum_put(&w->damping, CRANK_ANGLE, CRANK_ANGLE, -DRIVE_GAIN);
  sparse_sum_put(&w->damping, SLIDER_ANGLE, SLIDER_ANGLE, -SLIDER_DAMPER);
  for (sunindextype e = 0; e < w->springs; e++)
  {
    sunrealtype d[2];

    stretch(&w->spring[e], q, d);
    const sunrealtype B[3] = {w->c * d[0] * d[0], w->c * d[0] * d[1],
                              w->c * d[1] * d[1]};

    put_spring(&w->damping, &w->spring[e], B);
  }
  return sparse_sum_end(&w->damping) || sparse_sum_give(&w->damping, J) ? -1
                                                                        : 0;
}

/* Rows: crank on the ground, left particle on the crank, right particle on the
   slider (two each), slider on the axis. */
HOLONOMIC(holonomic)
{
  const struct lattice *w  = data;
  const sunrealtype *left  = q + particle(w, 0, w->ny / 2);
  const sunrealtype *right = q + particle(w, w->nx, w->ny / 2);
  const sunrealtype x      = 0.5 * CRANK_LENGTH * cos(q[CRANK_ANGLE]);
  const sunrealtype y      = 0.5 * CRANK_LENGTH * sin(q[CRANK_ANGLE]);

  g[0] = q[0] - x;
  g[1] = q[1] - y;
  g[2] = left[0] - q[0] - x;
  g[3] = left[1] - q[1] - y;
  g[4] = right[0] - q[3];
  g[5] = right[1] - q[4];
  g[6] = q[4];
}

static int holonomic_jac(sunrealtype t, N_Vector qv, SUNMatrix G, void *data)
{
  struct lattice *w        = data;
  const sunrealtype *q     = N_VGetArrayPointer(qv);
  const sunindextype left  = particle(w, 0, w->ny / 2);
  const sunindextype right = particle(w, w->nx, w->ny / 2);
  const sunrealtype x      = 0.5 * CRANK_LENGTH * cos(q[CRANK_ANGLE]);
  const sunrealtype y      = 0.5 * CRANK_LENGTH * sin(q[CRANK_ANGLE]);

  sparse_sum_begin(&w->jac);
  for (sunindextype i = 0; i < 2; i++)
  {
    const sunrealtype turned = i == 0 ? y : -x;

    sparse_sum_put(&w->jac, i, i, 1.0);
    sparse_sum_put(&w->jac, i, CRANK_ANGLE, turned);
    sparse_sum_put(&w->jac, 2 + i, left + i, 1.0);
    sparse_sum_put(&w->jac, 2 + i, i, -1.0);
    sparse_sum_put(&w->jac, 2 + i, CRANK_ANGLE, turned);
    sparse_sum_put(&w->jac, 4 + i, right + i, 1.0);
    sparse_sum_put(&w->jac, 4 + i, 3 + i, -1.0);
  }
  sparse_sum_put(&w->jac, 6, 4, 1.0);
  return sparse_sum_end(&w->jac) || sparse_sum_give(&w->jac, G) ? -1 : 0;
}

/* A spring from (i, j) to (i + di, j + dj), where both ends are there. */
static void add_spring(struct lattice *w, sunindextype i, sunindextype j,
                       sunindextype di, sunindextype dj)
{
  const sunindextype i2 = i + di, j2 = j + dj;

  if (i2 > w->nx || j2 < 0 || j2 > w->ny) { return; }
  w->spring[w->springs++] = (struct spring){
    particle(w, i, j), particle(w, i2, j2),
    sqrt((sunrealtype)(di * di + dj * dj)) / (sunrealtype)w->nx};
}

static void set_callbacks(struct lattice *w)
{
  const sunindextype n = FIRST + 2 * (w->nx + 1) * (w->ny + 1);

  w->pb = PROBLEM(.name = "slider-crank with a lattice rod", .n = n, .m = 7,
                  .start = start, .mass = mass, .force = force,
                  .dfdq = stiffness, .dfdv = damping, .g = holonomic,
                  .G = holonomic_jac, .data = w, .constant_mass = 1);
  sparse_sum_new(&w->stiffness, n, n);
  sparse_sum_new(&w->damping, n, n);
  sparse_sum_new(&w->jac, 7, n);
}

static int crank_or_slider(const void *data, sunindextype j)
{
  return j == CRANK_ANGLE || j == SLIDER_ANGLE;
}

struct mechanism mechanism_lattice(sunindextype nx, sunindextype ny,
                                   sunrealtype k, sunrealtype eta,
                                   sunrealtype omega)
{
  struct lattice *w = keep_zeros(1, sizeof *w);
  struct spring *s  = keep_zeros(4 * (nx + 1) * (ny + 1), sizeof *s);

  *w = (struct lattice){
    .nx = nx, .ny = ny, .k = k, .c = eta * k, .omega = omega, .spring = s};
  for (sunindextype i = 0; i <= nx; i++)
  {
    for (sunindextype j = 0; j <= ny; j++)
    {
      add_spring(w, i, j, 0, 1);
      for (sunindextype dj = -1; dj <= 1; dj++) { add_spring(w, i, j, 1, dj); }
    }
  }
  set_callbacks(w);
  return (struct mechanism){&w->pb, crank_or_slider};
}

/* The two models of flexible.h as data: sizes, masses, springs, start. */
#include "support/models/flexible/flexible.h"
#include "support/run/keep.h"

/* Crank, drive and slider of the slider-crank. */
#define CRANK_LENGTH  0.3
#define CRANK_MASS    1.0
#define CRANK_INERTIA 0.02
#define SLIDER_MASS   0.5
#define DRIVE_GAIN    5.0

static void start(sunrealtype *q, sunrealtype *v, void *data)
{
  const struct flexible *fl = data;
  sunrealtype end           = 0.0;

  for (sunindextype b = 0; b < fl->bars; b++)
  {
    q[3 * b]     = end + fl->half[b];
    q[3 * b + 1] = q[3 * b + 2] = 0.0;
    v[3 * b] = v[3 * b + 1] = v[3 * b + 2] = 0.0;
    end += 2.0 * fl->half[b];
  }
}

static struct flexible *model_new(const char *name, sunindextype bars,
                                  int slider)
{
  struct flexible *fl = keep_zeros(1, sizeof *fl);
  sunrealtype *data   = keep_zeros(5 * bars, sizeof *data);

  fl->bars    = bars;
  fl->slider  = slider;
  fl->half    = data;
  fl->mass    = data + bars;
  fl->inertia = data + 2 * bars;
  fl->k       = data + 3 * bars;
  fl->c       = data + 4 * bars;
  fl->pb =
    PROBLEM(.name = name, .n = 3 * bars, .m = 2 * bars + (slider ? 1 : 0),
            .start = start, .mass = flexible_mass, .force = flexible_force,
            .dfdq = flexible_stiffness, .dfdv = flexible_damping,
            .g = flexible_holonomic, .G = flexible_holonomic_jac, .data = fl,
            .constant_mass = 1);
  return fl;
}

/* N bars of total length and mass 1 from bar `first` on; the joint of bar
   `first` to its predecessor has no spring. */
static void set_beam(struct flexible *fl, sunindextype first, sunindextype N,
                     sunrealtype k, sunrealtype c)
{
  const sunrealtype l = 1.0 / (sunrealtype)N;

  for (sunindextype b = first; b < first + N; b++)
  {
    fl->half[b]    = 0.5 * l;
    fl->mass[b]    = l;
    fl->inertia[b] = l * l * l / 12.0;
    fl->k[b]       = b > first ? k : 0.0;
    fl->c[b]       = b > first ? c : 0.0;
  }
}

struct flexible *flexible_chain(sunindextype N, sunrealtype k, sunrealtype c)
{
  struct flexible *fl = model_new("chain", N, 0);

  set_beam(fl, 0, N, k, c);
  return fl;
}

struct flexible *flexible_slider_crank(sunindextype N, sunrealtype EI,
                                       sunrealtype eta, sunrealtype omega)
{
  struct flexible *fl = model_new("slider-crank with a beam rod", N + 1, 1);
  const sunrealtype k = EI * (sunrealtype)N;

  fl->half[0]    = 0.5 * CRANK_LENGTH;
  fl->mass[0]    = CRANK_MASS;
  fl->inertia[0] = CRANK_INERTIA;
  set_beam(fl, 1, N, k, eta * k);
  fl->mass[N] += SLIDER_MASS;
  fl->inertia[N] += SLIDER_MASS * fl->half[N] * fl->half[N];
  fl->gain  = DRIVE_GAIN;
  fl->omega = omega;
  return fl;
}

#include "method/families.h"

#include <math.h>
#include <stddef.h>

struct range
{
  sunrealtype lo, hi;
  bool open_lo, open_hi;
};

struct family
{
  int id;
  int npar;
  struct range range[4];
  const char *admissible;
  void (*coefficients)(struct galpha_family *meth);
};

/* gamma and beta of order 2 and optimal damping, Jay and Negrut (2009), section 1. */
static void optimal(struct galpha_family *m)
{
  const sunrealtype alpha = m->alpha_m - m->alpha_f;
  m->gamma                = 0.5 - alpha;
  m->beta                 = 0.25 * (1.0 - alpha) * (1.0 - alpha);
}

static void newmark(struct galpha_family *m)
{
  m->alpha_m = m->alpha_f = 0.0;
  m->beta                 = m->par[0];
  m->gamma                = m->par[1];
}

static void hht(struct galpha_family *m)
{
  m->alpha_m = 0.0;
  m->alpha_f = -m->par[0];
  optimal(m);
}

static void chung_hulbert(struct galpha_family *m)
{
  const sunrealtype rho = m->par[0];
  m->alpha_m            = (2.0 * rho - 1.0) / (1.0 + rho);
  m->alpha_f            = rho / (1.0 + rho);
  optimal(m);
}

static void custom(struct galpha_family *m)
{
  m->alpha_m = m->par[0];
  m->alpha_f = m->par[1];
  m->beta    = m->par[2];
  m->gamma   = m->par[3];
}

#define ANY 1e6
static const struct family families[] = {
  {GALPHA_NEWMARK,
   2,
   {{0.0, ANY, true, false}, {0.5, ANY, false, false}},
   "Newmark needs beta > 0 and gamma >= 1/2",
   newmark},
  {GALPHA_HHT,
   1,
   {{-1.0 / 3.0, 0.0, false, false}},
   "HHT needs -1/3 <= alpha <= 0",
   hht},
  {GALPHA_CHUNG_HULBERT,
   1,
   {{0.0, 1.0, false, false}},
   "Chung-Hulbert needs 0 <= rho <= 1",
   chung_hulbert},
  {GALPHA_CUSTOM,
   4,
   {{-ANY, 0.5, false, false},
    {-ANY, 1.0, false, true},
    {0.0, ANY, true, false},
    {0.0, ANY, true, false}},
   "custom coefficients need alpha_m <= 1/2, alpha_f < 1, beta > 0, gamma > 0",
   custom},
};

static bool inside(const struct range *r, sunrealtype x)
{
  return (r->open_lo ? x > r->lo : x >= r->lo) &&
         (r->open_hi ? x < r->hi : x <= r->hi);
}

/* Amplification at infinite frequency: (1-gamma)/gamma-like factors of the
 * position recursion and of the averaging; 1 means no damping at all. */
static bool is_undamped(const struct galpha_family *m)
{
  const sunrealtype r_m = fabs(m->alpha_m / (1.0 - m->alpha_m));
  const sunrealtype r_f = fabs(m->alpha_f / (1.0 - m->alpha_f));
  const sunrealtype r_g = fabs((1.0 - m->gamma) / m->gamma);
  return !(r_m < 1.0 - 1e-12 && r_f < 1.0 - 1e-12 && r_g < 1.0 - 1e-12);
}

void galpha_family_state(struct galpha_family *meth, sunrealtype rho,
                         bool second)
{
  if (second)
  {
    meth->delta_m = meth->alpha_m;
    meth->delta_f = meth->alpha_f;
    meth->delta   = meth->alpha;
    meth->theta   = meth->gamma;
    return;
  }
  meth->delta_m = 0.5 * (3.0 * rho - 1.0) / (1.0 + rho);
  meth->delta_f = rho / (1.0 + rho);
  meth->delta   = meth->delta_m - meth->delta_f;
  meth->theta   = 0.5 - meth->delta;
}

int galpha_family_set(struct galpha_family *meth, int family,
                      const sunrealtype *par, const char **why)
{
  const size_t count = sizeof families / sizeof families[0];
  for (size_t i = 0; i < count; i++)
  {
    const struct family *f = &families[i];
    if (f->id != family) { continue; }
    struct galpha_family m = {.family = family};
    for (int j = 0; j < f->npar; j++)
    {
      if (!inside(&f->range[j], par[j]))
      {
        *why = f->admissible;
        return -1;
      }
      m.par[j] = par[j];
    }
    f->coefficients(&m);
    m.alpha    = m.alpha_m - m.alpha_f;
    m.undamped = is_undamped(&m);
    *meth      = m;
    return 0;
  }
  *why = "the families are GALPHA_NEWMARK, GALPHA_HHT, GALPHA_CHUNG_HULBERT "
         "and GALPHA_CUSTOM";
  return -1;
}

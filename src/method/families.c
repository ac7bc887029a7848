#include "method/families.h"

#include <math.h>
#include <stddef.h>

struct range
{
  sunrealtype lo, hi;
  bool open_lo, open_hi;
};

/* One row of the table of families. */
struct definition
{
  int id;
  int npar;
  struct range range[4];
  const char *admissible;
  void (*coefficients)(struct galpha_family *m);
};

/* gamma for order 2 and beta for optimal damping: Jay and Negrut (2009), section 1. */
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
static const struct definition families[] = {
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

/* The amplification factors at infinite frequency are those of the averaging,
 * -alpha_m/(1-alpha_m) and -alpha_f/(1-alpha_f), and of the velocity,
 * -(1-gamma)/gamma. */
static bool is_undamped(const struct galpha_family *m)
{
  const sunrealtype r_m = fabs(m->alpha_m / (1.0 - m->alpha_m));
  const sunrealtype r_f = fabs(m->alpha_f / (1.0 - m->alpha_f));
  const sunrealtype r_g = fabs((1.0 - m->gamma) / m->gamma);
  return !(r_m < 1.0 - 1e-12 && r_f < 1.0 - 1e-12 && r_g < 1.0 - 1e-12);
}

void galpha_family_state(struct galpha_family *m, sunrealtype rho, bool second)
{
  if (second)
  {
    m->delta_m = m->alpha_m;
    m->delta_f = m->alpha_f;
    m->delta   = m->alpha;
    m->theta   = m->gamma;
    return;
  }
  m->delta_m = 0.5 * (3.0 * rho - 1.0) / (1.0 + rho);
  m->delta_f = rho / (1.0 + rho);
  m->delta   = m->delta_m - m->delta_f;
  m->theta   = 0.5 - m->delta;
}

int galpha_family_set(struct galpha_family *m, int family,
                      const sunrealtype *par, const char **why)
{
  const size_t count = sizeof families / sizeof families[0];
  for (size_t i = 0; i < count; i++)
  {
    const struct definition *f = &families[i];
    if (f->id != family) { continue; }
    struct galpha_family chosen = {.family = family};
    for (int j = 0; j < f->npar; j++)
    {
      if (!inside(&f->range[j], par[j]))
      {
        *why = f->admissible;
        return -1;
      }
      chosen.par[j] = par[j];
    }
    f->coefficients(&chosen);
    chosen.alpha    = chosen.alpha_m - chosen.alpha_f;
    chosen.undamped = is_undamped(&chosen);
    *m              = chosen;
    return 0;
  }
  *why = "the families are GALPHA_NEWMARK, GALPHA_HHT, GALPHA_CHUNG_HULBERT "
         "and GALPHA_CUSTOM";
  return -1;
}

sunrealtype galpha_family_error(const struct galpha_family *m, bool second)
{
  const sunrealtype rho = m->delta_f / (1.0 - m->delta_f);
  const sunrealtype g   = 0.5 * (1.0 - rho) / (1.0 + rho);
  if (!second) { return 1.0 / 12.0 + g * g; }
  return fmax(fabs(1.0 / 12.0 - m->alpha * (0.5 - m->alpha_f)),
              fabs(m->beta + 0.5 * m->alpha - 1.0 / 6.0));
}

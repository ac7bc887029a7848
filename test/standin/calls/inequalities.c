/* IDASetConstraints where the solution meets its bound: it comes to rest on it within
 * finite time, decays to it, touches it. Against closed forms and IDA's steps. Built
 * with SUNDIALS' IDA, too. */
#include "standin/pitfalls/pitfall.h"

/* How far IDA lets y go beyond its bound, in rtol; 0: we do not. */
#ifdef STANDIN_REAL_IDA
#define BEYOND 0.01
#else
#define BEYOND 0.0
#endif

/* y' = -rate y^power for y > 0; touch: y = (1 - t)^2. */
struct model
{
  sunrealtype rate, power;
  bool touch;
};

RESIDUAL1(model_res)
{
  const struct model *m = data;
  r[0]                  = yp[0] - (m->touch        ? 2.0 * (t - 1.0)
                                   : m->power == 1 ? -m->rate * y[0]
                                                   : -m->rate * pow(fmax(y[0], 0.0), m->power));
}

static struct standin begin(struct model *m, sunrealtype bound)
{
  struct standin r = pitfall_begin(model_res, 1, VALUES(1.0),
                                   VALUES(m->touch ? -2.0 : -m->rate), NULL);
  CHECK(IDASetUserData(r.mem, m) == 0);
  CHECK(IDASetConstraints(r.mem, standin_vector(&r, &bound)) == 0);
  CHECK(IDASetMaxNumSteps(r.mem, 5000) == 0);
  return r;
}

/* Runs to t; every step obeys the bound and takes y to its closed form; at most so
 * many steps. */
static void run(struct model m, sunrealtype bound, sunrealtype rtol,
                sunrealtype to, sunrealtype (*exact)(sunrealtype t),
                long int most)
{
  struct standin r  = begin(&m, bound);
  sunrealtype least = 1.0, worst = 0.0;
  int ret = IDASStolerances(r.mem, rtol, 0.01 * rtol);
  while (!ret && r.t < to)
  {
    ret                 = standin_step(&r, to);
    const sunrealtype y = standin_y(&r)[0];
    least               = fmin(least, y);
    worst               = fmax(worst, fabs(y - exact(r.t)));
  }
  const long int steps = standin_steps(&r);
  printf("rate %g power %g bound %g rtol %.0e: %d at %g, %ld steps, error "
         "%.1e, least %.1e\n",
         m.rate, m.power, bound, rtol, ret, r.t, steps, worst, least);
  CHECK(ret == 0);
  CHECK(least >= -BEYOND * rtol);
  CHECK(bound < 2.0 || BEYOND > 0.0 || least > 0.0);
  CHECK_IN(worst, 0.0, 200.0 * rtol);
  CHECK(steps <= most);
  standin_free(&r);
}

/* y' = -sqrt(y), y' = -y^(1/3), y' = -1000 y. */
static sunrealtype emptied(sunrealtype t)
{
  return t < 2.0 ? (1.0 - 0.5 * t) * (1.0 - 0.5 * t) : 0.0;
}

static sunrealtype emptied_soon(sunrealtype t)
{
  return t < 1.5 ? pow(1.0 - t / 1.5, 1.5) : 0.0;
}

static sunrealtype decayed(sunrealtype t)
{
  return exp(-1000.0 * t);
}

static sunrealtype touched(sunrealtype t)
{
  return (1.0 - t) * (1.0 - t);
}

int main(void)
{
  const struct model root = {1.0, 0.5, false}, third = {1.0, 1.0 / 3.0, false};
  const struct model fast     = {1000.0, 1.0, false};
  const struct model touching = {0.0, 0.0, true};
  run(touching, 1.0, 1e-4, 2.0, touched, 200);
  run(root, 1.0, 1e-4, 10.0, emptied, 150);
  run(root, 1.0, 1e-3, 10.0, emptied, 100);
  run(root, 1.0, 1e-6, 10.0, emptied, 500);
  run(third, 1.0, 1e-4, 10.0, emptied_soon, 200);
  run(fast, 1.0, 1e-4, 100.0, decayed, 400);
  run(fast, 2.0, 1e-4, 100.0, decayed, 400);
  run(fast, 2.0, 1e-3, 1000.0, decayed, 300);
  return check_done();
}

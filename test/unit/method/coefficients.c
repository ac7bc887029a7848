/* galpha_coef: the weights of a step, and the constants of the error estimates by
 * motions for which every term of the estimate is known exactly. */
#include "method/coefficients.h"

#include "support/check/check.h"

/* A cubic through any four points; three do not do (control). */
static void check_extrapolation(void)
{
  const double x[] = {0.02, -0.3, -0.45, -1.1}, at = 0.7;
  double w[4], p[2]                                = {0.0, 0.0};
  for (int n = 4; n >= 3; n--)
  {
    galpha_coef_extrapolate(n, x, at, w);
    for (int i = 0; i < n; i++)
    {
      p[4 - n] += w[i] * (1.0 + x[i] * (2.0 + x[i] * (-3.0 + 0.5 * x[i])));
    }
  }
  const double exact = 1.0 + at * (2.0 + at * (-3.0 + 0.5 * at));
  CHECK_NEAR(p[0], exact, 1e-13);
  CHECK(fabs(p[1] - exact) > 1e-3);
}

static struct galpha_family method_of(double rho)
{
  struct galpha_family m = {0};
  const char *why        = NULL;
  CHECK(galpha_family_set(&m, GALPHA_CHUNG_HULBERT, &rho, &why) == 0);
  return m;
}

static void check_weights(double rho, double h, double h_last)
{
  const struct galpha_family m    = method_of(rho);
  const struct galpha_offset last = {0};
  struct galpha_coef c;

  galpha_coef_step(&c, &m, &last, h, h_last, true);
  CHECK(c.h == h && c.h_last == h_last);
  CHECK_REL(c.y_old + c.y_new, 0.5 * h * h, 1e-14);
  CHECK_REL(c.z_old + c.z_new, h, 1e-14);
  CHECK_REL(c.y_new, h * h * m.beta, 1e-15);
  CHECK_REL(c.z_new, h * m.gamma, 1e-15);
  CHECK_REL(c.dv * c.y_new, c.z_new, 1e-14);
  CHECK(fabs(c.shift - (h_last != 0.0 ? m.alpha * (h / h_last - 1.0) : 0.0)) <=
        1e-15);
  CHECK(c.h_ratio == (h_last != 0.0 ? h / h_last : 0.0));
  galpha_coef_step(&c, &m, &last, h, h_last, false);
  CHECK(c.shift == 0.0);
}

/* y'' = t: y and z of the method against y = t^3/6, z = t^2/2 over steps of h and
 * h_next; the algorithmic a is t + alpha h exactly (Jay and Negrut (2009), (14) moves
 * it on). The true local error of y is (beta + alpha/2 - 1/6) h^3. */
static void check_linear_motion(double rho, double h, double h_next)
{
  const struct galpha_family m = method_of(rho);
  struct galpha_offset offset  = {0};
  struct galpha_coef c;
  double t = 0.3, h_last = h;

  galpha_coef_step(&c, &m, &offset, h_next, h_last, true);
  const double a_used  = t - h_last + m.alpha * h_last; /* of the last step */
  const double a       = t + m.alpha * h_last;
  const double shifted = (1.0 + c.shift) * a - c.shift * a_used;
  CHECK_REL(shifted, t + m.alpha * h_next, 1e-13);
  const double a_new = t + h_next + m.alpha * h_next;
  const double y =
    t * t * t / 6 + h_next * t * t / 2 + c.y_old * shifted + c.y_new * a_new;
  const double z     = t * t / 2 + c.z_old * shifted + c.z_new * a_new;
  const double t1    = t + h_next;
  const double err_y = c.err_y * (a_new - shifted);
  CHECK(fabs(z - t1 * t1 / 2) < 1e-15); /* order 2: exact */
  CHECK_REL(y - t1 * t1 * t1 / 6,
            (m.beta + 0.5 * m.alpha - 1.0 / 6) * pow(h_next, 3), 1e-10);
  CHECK_REL(err_y, y - t1 * t1 * t1 / 6, 1e-10);
  /* linear a: nothing for the velocity estimate to see */
  const double err_z =
    c.err_z[0] * a_used + c.err_z[1] * a + c.err_z[2] * a_new;
  CHECK(fabs(err_z) < 1e-15);
}

/* y'' = t^2/2 with a'' = 1. The algorithmic accelerations obey (1-alpha_m)
 * a_{n+1} + alpha_m a_n = (1-alpha_f) y''(t_{n+1}) + alpha_f y''(t_n) and (14)
 * exactly; the velocity error of one step is compared with its estimate after
 * the recursion has settled, for a pattern of steps. */
static void check_quadratic_motion(double rho, const double *pattern, int len,
                                   double lo, double hi)
{
  const struct galpha_family m = method_of(rho);
  struct galpha_offset offset  = {0};
  struct galpha_coef c;
  double t = 0.0, h_last = 0.0, used = 0.0, fresh = 0.0;

  for (int k = 0; k < 60; k++)
  {
    const double h = pattern[k % len];
    galpha_coef_step(&c, &m, &offset, h, h_last, true);
    const double start =
      h_last == 0.0 ? 0.0 : (1.0 + c.shift) * fresh - c.shift * used;
    const double t1   = t + h;
    const double mean = (1.0 - m.alpha_f) * t1 * t1 / 2 + m.alpha_f * t * t / 2;
    const double next = (mean - m.alpha_m * start) / (1.0 - m.alpha_m);
    const double true_z =
      c.z_old * start + c.z_new * next - (t1 * t1 * t1 - t * t * t) / 6;
    const double estimate =
      c.err_z[0] * used + c.err_z[1] * fresh + c.err_z[2] * next;
    if (k > 40) { CHECK_IN(estimate / true_z, lo, hi); }
    offset = c.offset;
    used   = start;
    fresh  = next;
    t      = t1;
    h_last = h;
  }
}

/* With constant steps K is h^3 (1/12 - alpha (1/2 - alpha_f)). */
static void check_constant(double rho)
{
  const struct galpha_family m = method_of(rho);
  struct galpha_offset offset  = {0};
  struct galpha_coef c;
  const double h = 0.25;

  for (int k = 0; k < 200; k++)
  {
    galpha_coef_step(&c, &m, &offset, h, k ? h : 0.0, true);
    offset = c.offset;
  }
  /* offsets are equal now, so the difference quotient is undistorted:
     err_z = 2 K DD */
  const double K = 0.5 * c.err_z[2] * 2.0 * h * h;
  CHECK_REL(K, h * h * h * (1.0 / 12 - m.alpha * (0.5 - m.alpha_f)), 1e-10);
}

int main(void)
{
  check_extrapolation();
  const double rho[]         = {0.0, 0.2, 0.5, 0.8, 0.9};
  const double constant[]    = {0.1};
  const double alternating[] = {0.1, 0.2};

  for (int i = 0; i < 5; i++)
  {
    check_weights(rho[i], 0.1, 0.0);
    check_weights(rho[i], 0.1, 0.05);
    check_weights(rho[i], -0.1, -0.2);
    check_linear_motion(rho[i], 0.1, 0.1);
    check_linear_motion(rho[i], 0.1, 0.2);
    check_linear_motion(rho[i], 0.2, 0.03);
    check_constant(rho[i]);
    check_quadratic_motion(rho[i], constant, 1, 0.999, 1.001);
    check_quadratic_motion(rho[i], alternating, 2, 0.9, 1.1);
  }
  return check_done();
}

// A pendulum that swings against a wall, in C++17 with the wrapper galpha.hpp: lambdas that
// capture the model, an event, restarts, an exception that leaves a callback. Checks the
// energy after each impact, and the times between impacts against those of the angle's
// equation.
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "galpha.hpp"

namespace {

struct model
{
  double mass = 2, length = 1.5, gravity = 9.81, restitution = 0.8;
};

// From the wall (angle 0) upwards and back by phi'' = -(g/l) sin phi: Runge and Kutta's
// method in small steps, its last one shortened to the zero.
double time_of_swing(const model &m, double rate)
{
  const double w = m.gravity / m.length, h = 1e-4;
  double phi = 0, r = rate, t = 0;
  for (;;)
  {
    const double k1 = -w * std::sin(phi), k2 = -w * std::sin(phi + h / 2 * r);
    const double k3   = -w * std::sin(phi + h / 2 * (r + h / 2 * k1));
    const double k4   = -w * std::sin(phi + h * (r + h / 2 * k2));
    const double next = phi + h * r + h * h / 6 * (k1 + k2 + k3);
    if (next <= 0) { return t - phi / r; }
    phi = next;
    r += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t += h;
  }
}

double energy(const model &m, const galpha::mechanism &p)
{
  const auto q = p.q(), v = p.v();
  return m.mass *
         ((v[0] * v[0] + v[1] * v[1]) / 2 + m.gravity * (q[1] + m.length));
}

void define(galpha::mechanism &p, const model &m)
{
  p.constraints(
    1,
    [&m](double, auto q, auto g) {
      g[0] = (q[0] * q[0] + q[1] * q[1]) / (2 * m.length) - m.length / 2;
    },
    [&m](double, auto q, auto G) {
      G(0, 0) = q[0] / m.length;
      G(0, 1) = q[1] / m.length;
    });
  p.roots([](double, auto q, auto, sunrealtype *out) { out[0] = q[0]; }, {-1});
  p.tolerances(1e-8, 1e-8);
  p.option("df_dq_zero", 1);
  p.option("df_dv_zero", 1);
}

// The largest relative error of times and energies.
double swing(const model &m)
{
  galpha::mechanism p({m.mass, m.mass},
                      [&m](double, auto, auto, auto f) {
                        f[0] = 0;
                        f[1] = -m.mass * m.gravity;
                      },
                      {m.length, 0}, {0, 0});
  define(p, m);

  double last = 0, wanted = 0, worst = 0;
  double stored = m.mass * m.gravity * m.length;
  std::printf("impact        t   energy\n");
  for (int i = 1; i <= 8; i++)
  {
    if (!p.solve(100)) { return 1; }
    if (i > 1)
    {
      worst = std::fmax(worst, std::fabs((p.t() - last) / wanted - 1));
    }
    worst = std::fmax(worst, std::fabs(energy(m, p) / stored - 1));
    last  = p.t();
    for (auto &x : p.v()) { x *= -m.restitution; }
    p.restart();
    stored *= m.restitution * m.restitution;
    wanted = time_of_swing(m, std::hypot(p.v()[0], p.v()[1]) / m.length);
    std::printf("%6d %8.4f %8.4f\n", i, p.t(), energy(m, p));
  }
  return worst;
}

// What a force throws arrives here, and an error of the library with its message.
bool errors_arrive()
{
  galpha::mechanism p({1},
                      [](double t, auto, auto, auto f) {
                        if (t > 0.5)
                        {
                          throw std::domain_error("no data beyond 0.5 s");
                        }
                        f[0] = 1;
                      },
                      {0}, {0});
  try
  {
    p.solve(1);
  } catch (const galpha::error &e)
  {
    std::printf("%s\n", e.what());
  }
  p.tolerances(1e-6, 1e-6);
  try
  {
    p.solve(1);
  } catch (const std::domain_error &e)
  {
    std::printf("%s\n", e.what());
    return true;
  }
  return false;
}

} // namespace

int main()
{
  try
  {
    const double worst = swing(model{});
    if (!(worst < 1e-5)) { std::printf("off by %.1e\n", worst); }
    return worst < 1e-5 && errors_arrive() ? 0 : 1;
  } catch (const std::exception &e)
  {
    std::printf("%s\n", e.what());
    return 1;
  }
}

// Three problems by deal.II's class SUNDIALS::IDA, each against its closed form. Prints
// a line for every one: name, steps of output, largest error over all outputs in
// tolerances, and FAIL where that is not what is allowed. deal.II hands over vectors,
// a matrix and a linear solver of its own, which have hardly an operation.
#include <deal.II/lac/full_matrix.h>
#include <deal.II/lac/vector.h>
#include <deal.II/sundials/ida.h>

#include <cmath>
#include <cstdio>
#include <functional>
#include <memory>

using namespace dealii;
using State = Vector<double>;

namespace {
struct Problem
{
  const char *name;
  unsigned int n;
  double end, period;
  std::function<void(double t, State &y, State &yp)> exact;
  std::function<void(double t, const State &y, const State &yp, State &r)> F;
  std::function<void(const State &y, double alpha, FullMatrix<double> &J)> J;
  std::function<bool(unsigned int i)> differential;
  double allowed; // largest error, in tolerances
};

const double rtol = 1e-5, atol = 1e-6;

// A spring: y'' = -y.
Problem spring()
{
  Problem p{"spring", 2, 10.0, 0.5, {}, {}, {}, {}, 500.0};
  p.exact = [](double t, State &y, State &yp) {
    y[0]  = std::cos(t);
    y[1]  = -std::sin(t);
    yp[0] = y[1];
    yp[1] = -y[0];
  };
  p.F = [](double, const State &y, const State &yp, State &r) {
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + y[0];
  };
  p.J = [](const State &, double alpha, FullMatrix<double> &J) {
    J(0, 0) = J(1, 1) = alpha;
    J(0, 1)           = -1.0;
    J(1, 0)           = 1.0;
  };
  p.differential = [](unsigned int) { return true; };
  return p;
}

// Stiff, with an algebraic component: y0' = -1000 (y0 - cos t) - sin t, y1 = y0^2.
Problem stiff()
{
  Problem p{"stiff, algebraic", 2, 5.0, 0.25, {}, {}, {}, {}, 20.0};
  p.exact = [](double t, State &y, State &yp) {
    y[0]  = std::cos(t);
    y[1]  = y[0] * y[0];
    yp[0] = -std::sin(t);
    yp[1] = 2.0 * y[0] * yp[0];
  };
  p.F = [](double t, const State &y, const State &yp, State &r) {
    r[0] = yp[0] + 1000.0 * (y[0] - std::cos(t)) + std::sin(t);
    r[1] = y[1] - y[0] * y[0];
  };
  p.J = [](const State &y, double alpha, FullMatrix<double> &J) {
    J(0, 0) = alpha + 1000.0;
    J(0, 1) = 0.0;
    J(1, 0) = -2.0 * y[0];
    J(1, 1) = 1.0;
  };
  p.differential = [](unsigned int i) { return i == 0; };
  return p;
}

// Heat in a rod of 21 points, whose ends are algebraic: the lowest mode decays.
Problem heat()
{
  const unsigned int n = 21;
  const double h = 1.0 / (n - 1), pi = std::acos(-1.0);
  const double rate = 2.0 / (h * h) * (1.0 - std::cos(pi * h));
  Problem p{"heat", n, 0.3, 0.01, {}, {}, {}, {}, 50.0};
  p.exact = [=](double t, State &y, State &yp) {
    for (unsigned int i = 0; i < n; i++)
    {
      y[i] =
        i == 0 || i == n - 1 ? 0.0 : std::exp(-rate * t) * std::sin(pi * i * h);
      yp[i] = -rate * y[i];
    }
  };
  p.F = [=](double, const State &y, const State &yp, State &r) {
    for (unsigned int i = 1; i < n - 1; i++)
    {
      r[i] = yp[i] - (y[i - 1] - 2.0 * y[i] + y[i + 1]) / (h * h);
    }
    r[0]     = y[0];
    r[n - 1] = y[n - 1];
  };
  p.J = [=](const State &, double alpha, FullMatrix<double> &J) {
    J = 0.0;
    for (unsigned int i = 1; i < n - 1; i++)
    {
      J(i, i - 1) = J(i, i + 1) = -1.0 / (h * h);
      J(i, i)                   = alpha + 2.0 / (h * h);
    }
    J(0, 0) = J(n - 1, n - 1) = 1.0;
  };
  p.differential = [=](unsigned int i) { return i > 0 && i < n - 1; };
  return p;
}

double error(const Problem &p, double t, const State &y)
{
  State exact(p.n), rate(p.n);
  double worst = 0.0;
  p.exact(t, exact, rate);
  for (unsigned int i = 0; i < p.n; i++)
  {
    const double e =
      std::fabs(y[i] - exact[i]) / (rtol * std::fabs(exact[i]) + atol);
    if (!(e <= worst)) { worst = e; }
  }
  return worst;
}

bool run(const Problem &p)
{
  SUNDIALS::IDA<State>::AdditionalData data;
  data.final_time         = p.end;
  data.initial_step_size  = 1e-6;
  data.output_period      = p.period;
  data.relative_tolerance = rtol;
  data.absolute_tolerance = atol;
  SUNDIALS::IDA<State> solver(data);
  FullMatrix<double> J(p.n, p.n);
  State y(p.n), yp(p.n);
  double worst          = 0.0;
  unsigned int returned = 0;
  p.exact(0.0, y, yp);
  solver.reinit_vector = [&](State &v) { v.reinit(p.n); };
  solver.residual = [&](double t, const State &u, const State &up, State &r) {
    p.F(t, u, up, r);
    return 0;
  };
  solver.setup_jacobian = [&](double, const State &u, const State &,
                              double alpha) {
    p.J(u, alpha, J);
    J.gauss_jordan();
    return 0;
  };
  solver.solve_with_jacobian = [&](const State &rhs, State &dst, double) {
    J.vmult(dst, rhs);
    return 0;
  };
  solver.output_step = [&](double t, const State &u, const State &,
                           unsigned int) {
    const double e = error(p, t, u);
    if (!(e <= worst)) { worst = e; }
    returned++;
  };
  solver.differential_components = [&]() {
    IndexSet set(p.n);
    for (unsigned int i = 0; i < p.n; i++)
    {
      if (p.differential(i)) { set.add_index(i); }
    }
    return set;
  };
  bool good = false;
  try
  {
    solver.solve_dae(y, yp);
    good = worst <= p.allowed;
  } catch (const std::exception &e)
  {
    std::printf("%s\n", e.what());
  }
  std::printf("%-18s %4u outputs, error %8.2f tolerances  %s\n", p.name,
              returned, worst, good ? "pass" : "FAIL");
  return good;
}
} // namespace

int main(int argc, char **argv)
{
  Utilities::MPI::MPI_InitFinalize mpi(argc, argv, 1);
  const bool good[] = {run(spring()), run(stiff()), run(heat())};
  return good[0] && good[1] && good[2] ? 0 : 1;
}

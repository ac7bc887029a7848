"""The pendulum of README.md in Python: as a mechanism, and the same as a residual
F(t,y,y',y'') = 0 with the multiplier as third component. Checks both against the angle's
equation, integrated by Runge and Kutta's method in small steps.

    GALPHA_LIBRARY=build/examples/libgalpha.so python3 pendulum.py [plot.svg]
"""
import sys

import numpy

import galpha

GRAVITY = 9.81


def force(t, q, v):
    return [0, -GRAVITY]


def rod(t, q):
    return [(q @ q - 1) / 2]


def rod_jac(t, q):
    return [q]


def residual(t, y, yp, ypp):
    """Rows: x'' + x lambda = 0, y'' + y lambda = -g, the rod."""
    x, z, tension = y
    return [ypp[0] + x * tension, ypp[1] + z * tension + GRAVITY, (x * x + z * z - 1) / 2]


def exact(t, steps=2000):
    """x, y by the angle from below: phi'' = -g sin phi, phi = pi/2 at rest."""
    def rate(s):
        return numpy.array([s[1], -GRAVITY * numpy.sin(s[0])])

    s, h = numpy.array([numpy.pi / 2, 0]), t / steps
    for _ in range(steps):
        k1 = rate(s)
        k2 = rate(s + h / 2 * k1)
        k3 = rate(s + h / 2 * k2)
        k4 = rate(s + h * k3)
        s = s + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
    return numpy.array([numpy.sin(s[0]), -numpy.cos(s[0])])


def plot(file):
    """Path and tension, by matplotlib."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    pendulum = galpha.Mechanics(numpy.eye(2), force, [1, 0], [0, 0], g=rod, G=rod_jac)
    times = numpy.linspace(0.01, 4, 400)
    rows = []
    for time in times:
        t, q, v = pendulum.solve(time)
        rows.append([*q, pendulum.multipliers()[0][0]])
    x, y, tension = numpy.array(rows).T
    figure, (left, right) = pyplot.subplots(1, 2, figsize=(9, 3.6),
                                             gridspec_kw={"width_ratios": (1, 2)})
    left.plot([0, x[39]], [0, y[39]], color="#222222", linewidth=1)
    left.plot(x, y, x[39], y[39], "o", color="#0060a8")
    left.set(title="Pendulum", xlabel="x in m", ylabel="y in m", aspect="equal",
             xlim=(-1.1, 1.1), ylim=(-1.1, 0.1))
    right.plot(times, tension, color="#c8500a")
    right.set(title="Tension of the rod", xlabel="time in s", ylabel="force in N")
    for axes in left, right:
        axes.grid(color="#dddddd")
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def main():
    mechanism = galpha.Mechanics(mass=numpy.eye(2), force=force, q=[1, 0], v=[0, 0],
                                 g=rod, G=rod_jac)
    as_residual = galpha.Residual(residual, y=[1, 0, 0], yp=[0, 0, 0],
                                  ypp=[0, -GRAVITY, 0], order=[2, 2, 0])
    worst = 0
    for i in range(1, 5):
        t, q, v = mechanism.solve(0.5 * i)
        tension = mechanism.multipliers()[0][0]
        y = as_residual.solve(0.5 * i)[1]
        print(f"t {t:.1f}  x {q[0]:6.3f}  y {q[1]:6.3f}  tension {tension:6.3f}"
              f"  as a residual {y[0]:6.3f} {y[1]:6.3f} {y[2]:6.3f}")
        worst = max(worst, *abs(q - exact(t)), *abs(y[:2] - exact(t)))
    if not worst < 2e-3:
        sys.exit(f"positions are off by {worst:.1e}")
    if len(sys.argv) > 1:
        plot(sys.argv[1])


if __name__ == "__main__":
    main()

"""The module examples/python/galpha.py: exceptions, lifetimes, events, both forms.
Solutions are closed forms."""
import gc
import math
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
import warnings
import weakref

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "..", "examples",
                                "python"))
import galpha  # noqa: E402


class Stop(Exception):
    pass


def oscillator(force=lambda t, q, v: -q, **options):
    return galpha.Mechanics(numpy.eye(1), force, [1], [0], **options)


class Forms(unittest.TestCase):
    def test_mechanics_with_derivatives(self):
        zero = oscillator(df_dq=lambda t, q, v: [[-1]], df_dv=lambda t, q, v: [[0]])
        t, q, v = zero.solve(1.0)
        self.assertEqual(t, 1.0)
        self.assertLess(abs(q[0] - math.cos(1)) + abs(v[0] + math.sin(1)), 1e-4)
        self.assertLess(abs(zero.acceleration()[0] + math.cos(1)), 1e-3)
        self.assertEqual(zero.check_jacobian(), 0)
        self.assertGreater(zero.statistics()["Steps"], 10)

    def test_wrong_derivative_is_named(self):
        wrong = oscillator(df_dq=lambda t, q, v: [[1]])
        with self.assertWarnsRegex(UserWarning, "df/dq"):
            self.assertEqual(wrong.check_jacobian(), 1)

    def test_mass_that_varies(self):
        # m = 1 + t: v' (1 + t) = 1, v = log(1 + t)
        rocket = galpha.Mechanics(lambda t, q: [[1 + t]], lambda t, q, v: [1], [0], [0])
        self.assertLess(abs(rocket.solve(2)[2][0] - math.log(3)), 1e-4)

    def test_rows_and_columns(self):
        # an unsymmetric G of two rows: x = z = 1 - y held, a force along all
        held = galpha.Mechanics(numpy.diag([1.0, 2.0, 3.0]), lambda t, q, v: [1, 2, 6],
                                [0, 1, 0], [0, 0, 0],
                                g=lambda t, q: [q[0] - q[2], q[0] + q[1] - 1],
                                G=lambda t, q: [[1, 0, -1], [1, 1, 0]])
        t, q, v = held.solve(1)
        # motion along (1, -1, 1): (1 + 2 + 3) a = 1 - 2 + 6
        self.assertLess(numpy.abs(q - [5 / 12, 1 - 5 / 12, 5 / 12]).max(), 1e-6)
        force, none = held.multipliers()
        reaction = numpy.array([1, 2, 6]) - numpy.diag([1, 2, 3]) @ [5 / 6, -5 / 6, 5 / 6]
        self.assertLess(numpy.abs(numpy.array([[1, 1], [0, 1], [-1, 0]]) @ force
                                  - reaction).max(), 1e-5)
        self.assertEqual(len(none), 0)

    def test_velocity_constraint(self):
        # a skate along (cos q2, sin q2) that turns at rate 1: a circle of radius 1
        skate = galpha.Mechanics(
            numpy.eye(3), lambda t, q, v: [0, 0, 0], [0, 0, 0], [1, 0, 1],
            k=lambda t, q, v: [v[0] * math.sin(q[2]) - v[1] * math.cos(q[2])],
            K=lambda t, q, v: [[math.sin(q[2]), -math.cos(q[2]), 0]])
        q = skate.solve(2)[1]
        self.assertLess(abs(q[0] - math.sin(2)) + abs(q[1] - 1 + math.cos(2)), 1e-4)
        self.assertLess(skate.constraint_norms()[2], 1e-8)

    def test_states(self):
        # v' = z, z = -s, s' = v: v'' = -v, s the position; a copy of z is an output
        model = galpha.Mechanics(numpy.eye(1), lambda t, q, v, s: [s[1]], [1], [0],
                                 s=[1, 0], order=[1, 0],
                                 F=lambda t, q, v, s: [v[0], -s[0]],
                                 dF_dq=lambda t, q, v, s: [[0], [0]],
                                 dF_dv=lambda t, q, v, s: [[1], [0]],
                                 dF_ds=lambda t, q, v, s: [[0, 0], [-1, 0]],
                                 df_ds=lambda t, q, v, s: [[0, 1]])
        self.assertEqual(model.check_jacobian(), 0)
        model.start(1)
        self.assertEqual(model.states()[1], -1)
        t, q, v = model.solve(2)
        self.assertLess(abs(q[0] - math.cos(2)), 1e-4)
        self.assertLess(numpy.abs(model.states() - [math.cos(2), -math.cos(2)]).max(), 1e-4)
        model.restart(0, [0], [1])
        model.set_states([0, 0])
        self.assertLess(abs(model.solve(1)[1][0] - math.sin(1)), 1e-4)

    def test_residual_of_first_order(self):
        # y1' + y2 = 0, y2 = y1^2: y1 = 1/(1 + t)
        decay = galpha.Residual(lambda t, y, yp: [yp[0] + y[1], y[1] - y[0] ** 2],
                                [1, 0.5], [0, 0], order=[1, 0])
        decay.start(1, galpha.Y_DERIVATIVES)
        self.assertLess(abs(decay.solve(1)[1][0] - 0.5), 1e-5)

    def test_projection_restart_and_options(self):
        rod = galpha.Mechanics(numpy.eye(2), lambda t, q, v: [0, 0], [1.1, 0], [0.3, 1],
                               g=lambda t, q: [(q @ q - 1) / 2])
        with self.assertRaises(galpha.Error) as caught:
            rod.start(1)
        self.assertEqual(caught.exception.name, "GALPHA_INCONSISTENT_IC")
        q, v = rod.start(1, galpha.PROJECT)
        self.assertLess(numpy.abs(q - [1, 0]).max() + numpy.abs(v - [0, 1]).max(), 0.1)
        rod.restart(0, [0, 1], [-2, 0])
        q = rod.solve(1)[1]
        self.assertLess(numpy.abs(q - [-math.sin(2), math.cos(2)]).max(), 1e-4)
        rod.option("max_step", 0.25)
        self.assertEqual(rod.option("max_step"), 0.25)

    def test_event_and_stop_time(self):
        ball = galpha.Mechanics(numpy.eye(1), lambda t, q, v: [-2], [1], [0])
        ball.roots(lambda t, q, v: [q[0]], [-1])
        t, q, v = ball.solve(5)
        self.assertEqual(ball.reason, galpha.ROOT)
        self.assertEqual(ball.root_info(), [-1])
        self.assertLess(abs(t - 1) + abs(v[0] + 2), 1e-5)
        ball.stop_time(1.5)
        self.assertEqual(ball.solve(5)[0], 1.5)
        self.assertEqual(ball.reason, galpha.TSTOP)


class Exceptions(unittest.TestCase):
    def test_from_each_callback(self):
        def fails(*arguments):
            raise Stop("here")

        good = dict(mass=numpy.eye(2), force=lambda t, q, v: [0, -1], q=[1, 0], v=[0, 0],
                    g=lambda t, q: [(q @ q - 1) / 2], G=lambda t, q: [q],
                    df_dq=lambda t, q, v: numpy.zeros((2, 2)))
        galpha.Mechanics(**good).solve(0.1)
        for name in "mass", "force", "g", "G", "df_dq":
            with self.subTest(name), self.assertRaisesRegex(Stop, "here"):
                galpha.Mechanics(**{**good, name: fails}).solve(0.1)

    def test_later_and_again(self):
        def force(t, q, v):
            if broken and t > 0.5:
                raise KeyboardInterrupt
            return -q

        broken = True
        mass = oscillator(force)
        with self.assertRaises(KeyboardInterrupt):
            mass.solve(1)
        broken = False
        self.assertLess(abs(mass.solve(1)[1][0] - math.cos(1)), 1e-4)

    def test_wrong_shape_and_type(self):
        for value in [1, 2], "text", None, [[1, 2], [3]]:
            with self.subTest(value), self.assertRaises((ValueError, TypeError)):
                oscillator(lambda t, q, v: value).solve(1)
                self.fail("no exception")

    def test_retry(self):
        tried = []

        def force(t, q, v):
            tried.append(t)
            if len(tried) in (30, 31):
                raise galpha.Retry
            return -q

        self.assertLess(abs(oscillator(force).solve(1)[1][0] - math.cos(1)), 1e-4)

    def test_retry_for_ever_is_the_librarys_error(self):
        def force(t, q, v):
            if t > 0.5:
                raise galpha.Retry
            return -q

        with self.assertRaisesRegex(galpha.Error, "GALPHA_REP_RES_ERR.*at t"):
            oscillator(force).solve(1)

    def test_nothing_in_it_is_an_error(self):
        with self.assertRaisesRegex(galpha.Error, "GALPHA_ILL_INPUT"):
            oscillator().option("no_such_option", 1)
        with self.assertRaises(ValueError):
            galpha.Mechanics(numpy.eye(1), lambda t, q, v: q, [1, 2], [0])

    def test_warning_as_error(self):
        wrong = oscillator(df_dq=lambda t, q, v: [[1]])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            with self.assertRaises(UserWarning):
                wrong.check_jacobian()


class Lifetimes(unittest.TestCase):
    def test_arguments_are_kept(self):
        kept = []
        mass = oscillator(lambda t, q, v: kept.append(q) or -q)
        mass.solve(1)
        del mass
        gc.collect()
        self.assertTrue(all(abs(q[0]) < 2 for q in kept))

    def test_results_are_copies(self):
        mass = oscillator()
        t, q, v = mass.solve(1)
        before = q.copy()
        mass.solve(2)
        self.assertEqual(q[0], before[0])

    def test_collected_though_callbacks_hold_it(self):
        class Model:
            def __init__(self):
                self.mass = oscillator(self.force)

            def force(self, t, q, v):
                return -q

        freed = []
        model = Model()
        model.mass.solve(1)
        gone = weakref.ref(model.mass)
        library = galpha.load()
        library.GALPHAFree, kept = (lambda mem: (freed.append(1), kept(mem))), \
            library.GALPHAFree
        try:
            del model
            gc.collect()
        finally:
            library.GALPHAFree = kept
        self.assertIsNone(gone())
        self.assertEqual(freed, [1])

    def test_many(self):
        def resident():
            with open("/proc/self/statm") as file:
                return int(file.read().split()[1])

        if not os.path.exists("/proc/self/statm"):
            self.skipTest("no /proc")
        for _ in range(50):
            oscillator().solve(0.01)
        gc.collect()
        before = resident()
        for _ in range(300):
            oscillator().solve(0.01)
        gc.collect()
        # an integrator with its vectors takes some 20 kB
        self.assertLess((resident() - before) * 4096, 300 * 4000)


class Installed(unittest.TestCase):
    def run_in(self, prefix):
        """Whether a module that is installed there loads; it knows no other place."""
        folder = os.path.join(prefix, "share", "doc", "GALPHA", "examples", "python")
        os.makedirs(folder, exist_ok=True)
        shutil.copy(galpha.__file__, folder)
        surroundings = {k: v for k, v in os.environ.items() if k != "GALPHA_LIBRARY"}
        return subprocess.run(
            [sys.executable, "-c", "import galpha; print(galpha.load()._name)"],
            env=dict(surroundings, PYTHONPATH=folder), stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def test_finds_its_library(self):
        with tempfile.TemporaryDirectory() as prefix:
            self.assertFalse(self.run_in(prefix).startswith(prefix))
            os.mkdir(os.path.join(prefix, "lib"))
            name = os.path.join(prefix, "lib", "libgalpha.so")
            os.symlink(os.path.abspath(os.environ["GALPHA_LIBRARY"]), name)
            self.assertEqual(self.run_in(prefix), os.path.realpath(prefix) + name[len(prefix):])


if __name__ == "__main__":
    unittest.main()

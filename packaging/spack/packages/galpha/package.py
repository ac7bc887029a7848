"""Spack's recipe: builds the commit that is checked out where this file is."""
import os

from spack.package import *

try:  # Spack 1.0 and later
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Galpha(CMakePackage):
    """Generalized-alpha time integrators in the manner of SUNDIALS, for constrained
    mechanical systems and differential-algebraic equations."""

    git = "file://" + os.path.abspath(
        os.path.join(os.path.dirname(__file__), "..", "..", "..", "..")
    )

    license("BSD-3-Clause")

    version("main", branch="main")

    variant("fortran", default=True, description="The module galpha_mod")
    variant("ida", default=True, description="The stand-in for SUNDIALS' IDA")
    variant("doc", default=False, description="The guide as HTML, and man pages")

    depends_on("c", type="build")
    depends_on("fortran", type="build", when="+fortran")
    depends_on("cmake@3.22:", type="build")
    depends_on("pandoc", type="build", when="+doc")
    depends_on("sundials@6.4:7 +klu precision=double")
    depends_on("sundials +IDA", when="+ida")
    depends_on("suite-sparse")

    def cmake_args(self):
        return [
            self.define("GALPHA_BUILD_TESTS", False),
            self.define("GALPHA_BUILD_EXAMPLES", False),
            self.define_from_variant("GALPHA_BUILD_FORTRAN", "fortran"),
            self.define_from_variant("GALPHA_BUILD_IDA", "ida"),
            self.define_from_variant("GALPHA_BUILD_DOC", "doc"),
        ]

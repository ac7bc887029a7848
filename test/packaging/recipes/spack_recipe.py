"""spack_recipe.py package.py CMakeLists.txt: Spack's recipe runs on a stand-in for Spack
that notes what the recipe states; the options that it sets are options of the project."""
import runpy
import sys
import types

stated = []


class CMakePackage:
    def define(self, name, value):
        return f"-D{name}={'ON' if value else 'OFF'}"

    def define_from_variant(self, name, variant):
        assert variant in variants(), f"no variant {variant}"
        return self.define(name, True)


def variants():
    return [arguments[0] for name, arguments in stated if name == "variant"]


spack, package = types.ModuleType("spack"), types.ModuleType("spack.package")
for directive in "version", "variant", "depends_on", "license":
    setattr(package, directive,
            lambda *a, _name=directive, **k: stated.append((_name, a)))
package.CMakePackage = CMakePackage
sys.modules.update({"spack": spack, "spack.package": package})

recipe = runpy.run_path(sys.argv[1])["Galpha"]
project = open(sys.argv[2], encoding="utf-8").read()
for argument in recipe().cmake_args():
    option = argument[2:].split("=")[0]
    assert f"option({option} " in project, f"{option} is no option of the project"
tree = recipe.git[len("file://"):]
assert open(tree + "/CMakeLists.txt", encoding="utf-8").read() == project, tree
needed = " ".join(a[0] for name, a in stated if name == "depends_on")
for what in "cmake@3.22:", "sundials@6.4:7 +klu", "suite-sparse":
    assert what in needed, what

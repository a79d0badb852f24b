"""Builds the compiled core: ``engine_c/`` becomes the package ``gwta_ai._engine``.

Everything else stands in pyproject.toml. Opt-ins, as environment variables:

GWTA_NATIVE=1                      code for this machine's processor only
GWTA_TRACE=1                       line tracing, for coverage of the Cython sources
GWTA_SANITIZE=address,undefined    sanitizers of the C compiler
"""

import os
import sys
import tempfile
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import CompileError

# The longest to compile first, as several are at once.
MODULES = {
    "argentina.table": "engine_c/argentina/table/table.pyx",
    "search": "engine_c/search/search.pyx",
    "argentina.learning": "engine_c/argentina/learned/learning.pyx",
    "argentina.core": "engine_c/argentina/table/core.pyx",
    "argentina.position": "engine_c/argentina/position/position.pyx",
    "codec": "engine_c/common/codec.pyx",
    "elementary": "engine_c/common/elementary.pyx",
}
# What runs within a simulation; of all else the time to compile it counts.
HOT = ("argentina.table", "argentina.learning", "search")
# What is handed to Python of the declarations in these files.
DECLARED = {
    "argentina/declared": (
        "engine_c/argentina/figures/rules.pxd",
        "engine_c/argentina/figures/actions.pxd",
        "engine_c/argentina/figures/frames.pxd",
        "engine_c/argentina/figures/state.pxd",
        "engine_c/argentina/position/faults.pxd",
    ),
    "nodes": ("engine_c/common/nodes.pxd",),
}
DIRECTIVES = {
    "language_level": 3,
    "boundscheck": False,
    "wraparound": False,
    "cdivision": True,
    "initializedcheck": False,
    "embedsignature": True,
}


def switched_on(name: str) -> bool:
    return os.environ.get(name, "") not in ("", "0")


os.chdir(Path(__file__).parent)
sys.path.insert(0, "")
from engine_c import declarations  # noqa: E402

lacking = [path for path in MODULES.values() if not Path(path).is_file()]
if lacking:
    raise SystemExit(f"setup.py: the sources of the core are incomplete: no {', '.join(lacking)}")

native, trace = switched_on("GWTA_NATIVE"), switched_on("GWTA_TRACE")
sanitizers = os.environ.get("GWTA_SANITIZE", "")
macros = []
if trace:
    DIRECTIVES["linetrace"] = True
    macros = [("CYTHON_TRACE_NOGIL", "1")]


class BuildCore(build_ext):
    """Compiles the modules side by side, each with the options that suit it."""

    def finalize_options(self) -> None:
        super().finalize_options()
        if self.parallel is None:
            self.parallel = os.cpu_count() or 1

    def build_extensions(self) -> None:
        msvc = self.compiler.compiler_type == "msvc"
        # Cython has mixed up array types of one outer size before; the compiler notices.
        # Fused operations round otherwise: results would differ by processor.
        common = self.understood("-g0", "-Werror=incompatible-pointer-types", "-ffp-contract=off")
        if native:
            common += self.understood("-march=native")
        if sanitizers:
            common += [
                f"-fsanitize={sanitizers}",
                "-fno-sanitize-recover=all",
                "-fno-omit-frame-pointer",
                "-g",
            ]
        for extension in self.extensions:
            fast = extension.name.removeprefix("gwta_ai._engine.") in HOT and not sanitizers
            level = ("/O2" if fast else "/O1") if msvc else ("-O3" if fast else "-O1")
            extension.extra_compile_args = [*common, level]
            extension.extra_link_args = [f"-fsanitize={sanitizers}"] if sanitizers else []
        super().build_extensions()

    def understood(self, *flags: str) -> list[str]:
        """Those of the flags that the compiler takes."""
        if self.compiler.compiler_type == "msvc":
            return []
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "nothing.c")
            source.write_text("int nothing;\n")
            taken = []
            for flag in flags:
                try:
                    self.compiler.compile([str(source)], folder, extra_postargs=["-Werror", flag])
                except CompileError:
                    continue
                taken.append(flag)
            return taken


# Neither Cython nor the compiler notices that only the options changed: this file,
# a dependency of every module, is rewritten when they do.
stamp = Path("build/options.txt")
options = f"{native=} {trace=} {sanitizers=}\n"
changed = not stamp.is_file() or stamp.read_text() != options
if changed:
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(options)

declarations.write(
    {Path(f"gwta_ai/_engine/{name}.py"): map(Path, sources) for name, sources in DECLARED.items()}
)
dependencies = sorted(str(path) for path in Path("engine_c").rglob("*.px[di]"))
extensions = [
    Extension(
        f"gwta_ai._engine.{name}",
        [path],
        depends=[*dependencies, str(stamp)],
        define_macros=macros,
    )
    for name, path in MODULES.items()
]
if __name__ == "__main__":  # not in the processes of Cython
    setup(
        cmdclass={"build_ext": BuildCore},
        ext_modules=cythonize(
            extensions,
            include_path=["."],
            # The coverage plugin looks for the C file beside its source.
            build_dir=None if trace else "build/cython",
            compiler_directives=DIRECTIVES,
            force=changed,
            nthreads=os.cpu_count() or 1,
        ),
    )

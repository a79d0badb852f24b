"""Builds the compiled core: ``engine_c/`` becomes the package ``gwta_ai._engine``.

Everything else stands in pyproject.toml. Opt-ins, as environment variables:

GWTA_NATIVE=1                      code for this machine's processor only
GWTA_TRACE=1                       line tracing, for coverage of the Cython sources
GWTA_SANITIZE=address,undefined    sanitizers of the C compiler
"""

import os
import sys
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = {
    "argentina.core": "engine_c/argentina/table/core.pyx",
    "argentina.learning": "engine_c/argentina/learned/learning.pyx",
    "argentina.position": "engine_c/argentina/position/position.pyx",
    "argentina.table": "engine_c/argentina/table/table.pyx",
    "codec": "engine_c/common/codec.pyx",
    "search": "engine_c/search/search.pyx",
    "toys": "engine_c/toys/toys.pyx",
}
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

# Cython has mixed up array types of one outer size before; the compiler notices.
compile_args = ["-O3", "-Werror=incompatible-pointer-types"]
link_args = []
macros = []
if native:
    compile_args.append("-march=native")
if trace:
    DIRECTIVES["linetrace"] = True
    macros = [("CYTHON_TRACE_NOGIL", "1")]
if sanitizers:
    compile_args += [
        f"-fsanitize={sanitizers}",
        "-fno-sanitize-recover=all",
        "-fno-omit-frame-pointer",
        "-O1",
        "-g",
    ]
    link_args = [f"-fsanitize={sanitizers}"]

# Neither Cython nor the compiler notices that only the options changed: this file,
# a dependency of every module, is rewritten when they do.
stamp = Path("build/options.txt")
options = f"{native=} {trace=} {sanitizers=}\n"
changed = not stamp.is_file() or stamp.read_text() != options
if changed:
    stamp.parent.mkdir(exist_ok=True)
    stamp.write_text(options)

declarations.write(
    {
        Path(f"gwta_ai/_engine/{name}.py"): map(Path, sources)
        for name, sources in DECLARED.items()
    }
)
dependencies = sorted(str(path) for path in Path("engine_c").rglob("*.px[di]"))
extensions = [
    Extension(
        f"gwta_ai._engine.{name}",
        [path],
        depends=[*dependencies, str(stamp)],
        define_macros=macros,
        extra_compile_args=compile_args,
        extra_link_args=link_args,
    )
    for name, path in MODULES.items()
]
setup(
    ext_modules=cythonize(
        extensions,
        include_path=["."],
        # The coverage plugin looks for the C file beside its source.
        build_dir=None if trace else "build/cython",
        compiler_directives=DIRECTIVES,
        force=changed,
    )
)

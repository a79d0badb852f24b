"""Builds the compiled core: ``engine_c/`` becomes the package ``gwta_ai._engine``.

Everything else stands in pyproject.toml. Opt-ins, as environment variables:

GWTA_NATIVE=1                      code for this machine's processor only
GWTA_TRACE=1                       line tracing, for coverage of the Cython sources
GWTA_SANITIZE=address,undefined    sanitizers of the C compiler
"""

import os
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

MODULES = {
    "argentina": "engine_c/argentina/table/argentina.pyx",
    "learning": "engine_c/argentina/learned/learning.pyx",
    "search": "engine_c/search/search.pyx",
    "snapshot": "engine_c/argentina/snapshot/snapshot.pyx",
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

declarations = sorted(str(path) for path in Path("engine_c").rglob("*.px[di]"))
extensions = [
    Extension(
        f"gwta_ai._engine.{name}",
        [path],
        depends=[*declarations, str(stamp)],
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

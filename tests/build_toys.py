"""The toy games of ``engine_c/toys/`` compiled, once, for the tests alone.

What was built stays in ``build/toys/``, in a folder for every state of the sources, version
of Python and choice of sanitizers. Run as a script it builds them and says where they are.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

ROOT = Path(__file__).parent.parent
NAME = "gwta_toys"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
_SOURCE = "engine_c/toys/toys.pyx"
_CACHE = ROOT / "build" / "toys"
_SETUP = """
import os, sys
from Cython.Build import cythonize
from setuptools import Extension, setup

name, source, folder = (sys.argv.pop(1) for _ in range(3))
sanitizers = os.environ.get("GWTA_SANITIZE")
flags = [f"-fsanitize={sanitizers}", "-fno-sanitize-recover=all"] if sanitizers else []
extension = Extension(
    name, [source], extra_compile_args=["-O1", *flags], extra_link_args=flags
)
setup(ext_modules=cythonize([extension], include_path=["."], build_dir=folder))
"""


def module() -> Path:
    """The compiled module, built if need be; whoever comes meanwhile waits."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    found = _CACHE / _key()
    with open(_CACHE / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.is_dir():
            _build(found)
    return found / f"{NAME}{SUFFIX}"


def _key() -> str:
    """A digest of all that decides what is built."""
    digest = hashlib.sha256()
    declarations = sorted((ROOT / "engine_c" / "common").glob("*.pxd"))
    for file in (Path(__file__), ROOT / _SOURCE, *declarations):
        digest.update(file.read_bytes())
    for part in (sys.version, SUFFIX, os.environ.get("GWTA_SANITIZE", "")):
        digest.update(str(part).encode())
    return digest.hexdigest()[:16]


def _build(found: Path) -> None:
    beside = found.with_name(f"{found.name}.{os.getpid()}")
    command = [sys.executable, "-c", _SETUP, NAME, _SOURCE, str(beside / "c"), "-q", "build_ext"]
    places = ["--build-lib", str(beside), "--build-temp", str(beside / "o")]
    built = subprocess.run(
        [*command, *places], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    if built.returncode:
        shutil.rmtree(beside, ignore_errors=True)
        raise RuntimeError(f"the toys cannot be built:\n{built.stdout}")
    for rest in ("c", "o"):
        shutil.rmtree(beside / rest)
    beside.rename(found)


if __name__ == "__main__":
    print(module())

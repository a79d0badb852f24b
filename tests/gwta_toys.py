"""Stands in for the compiled toys until it is imported: then they are built and take over."""

import sys
from importlib.util import module_from_spec, spec_from_file_location

import build_toys

_spec = spec_from_file_location(__name__, build_toys.module())
assert _spec is not None
assert _spec.loader is not None
_module = module_from_spec(_spec)
_spec.loader.exec_module(_module)
sys.modules[__name__] = _module

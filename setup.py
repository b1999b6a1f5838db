"""Builds the kernel as an extension where Cython and a C compiler are at hand; without them tamis is pure Python."""

import os

from setuptools import Extension, setup

COMPILED = (
    "kernel", "reader", "scan", "features/kernel", "features/hashed", "features/fill", "models/kernel",
    "models/network", "site/kernel",
)  # fmt: skip
"""modules that run as they are, and faster as extensions; each has its types in a ``.pxd`` beside it"""
ONLY_COMPILED = ("utf8", "models/product")
"""what Python or NumPy does where there is no compiler"""
HEADERS = ["src/tamis/letters.h", "src/tamis/utf8.h", "src/tamis/models/product.h"]
FLAGS = [] if os.name == "nt" else ["-O3", "-include", "src/tamis/letters.h", "-Wno-unused-function"]
"""Cython writes ways to Python for functions that no Python asks for"""


def extensions() -> list[Extension]:
    """The kernel, or nothing when the build is told or has to go without."""
    if os.environ.get("TAMIS_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    parts = [
        Extension(
            f"tamis.{name.replace('/', '.')}",
            [f"src/tamis/{name}.{kind}"],
            extra_compile_args=FLAGS,
            depends=HEADERS,
            optional=True,
        )
        for names, kind in ((COMPILED, "py"), (ONLY_COMPILED, "pyx"))
        for name in names
    ]
    directives = {"annotation_typing": False, "boundscheck": False, "wraparound": False}
    built: list[Extension] = cythonize(parts, language_level=3, compiler_directives=directives, quiet=True)
    return built


setup(ext_modules=extensions())

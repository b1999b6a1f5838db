"""Builds the kernel as an extension where Cython and a C compiler are at hand; without them tamis is pure Python."""

import os

from setuptools import Extension, setup


def extensions() -> list[Extension]:
    """The kernel, or nothing when the build is told or has to go without."""
    if os.environ.get("TAMIS_PURE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    kernel = Extension("tamis.kernel", ["src/tamis/kernel.py"], optional=True)
    built: list[Extension] = cythonize(
        [kernel], language_level=3, compiler_directives={"annotation_typing": False}, quiet=True
    )
    return built


setup(ext_modules=extensions())

"""Builds the compiled modules where there is a C compiler; without one tamis is plain Python, which is much slower.

``TAMIS_PURE=1`` leaves them out; ``TAMIS_COMPILED=1`` makes it an error if they cannot be built.
"""

import os
import runpy
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

NATIVE = Path("src/tamis/native")
MODULES = runpy.run_path(str(NATIVE / "status.py"))["MODULES"]
HEADERS = [(NATIVE / name).as_posix() for name in ("characters.h", "utf8.h", "product.h")]
SPEED = "-O1" if os.environ.get("TAMIS_QUICK") else "-O3"
"""``TAMIS_QUICK=1`` compiles in half the time what is then slower: for ``make demo``"""
FLAGS = [] if os.name == "nt" else [SPEED, "-g0", "-include", HEADERS[0], "-Wno-unused-function"]
"""Cython writes ways to Python for functions that no Python asks for"""
STRIP = ["-Wl,--strip-all"] if sys.platform == "linux" else []
"""what GNU's linker and LLVM's take; elsewhere symbols are few or in files of their own"""
DIRECTIVES = {"annotation_typing": False, "boundscheck": False, "wraparound": False}


class BuildAll(build_ext):
    """Builds all extensions, or none: they call each other in C, so some of them alone could not be imported."""

    def finalize_options(self) -> None:
        """Use all cores unless told otherwise with ``-j``."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Ask first whether there is a working compiler: translating takes a minute, and would be for nothing."""
        try:
            self.try_compiler()
            self.translate()
            super().build_extensions()
        except (CCompilerError, BaseError) as error:
            if os.environ.get("TAMIS_COMPILED"):
                raise
            self.leave_out(error)

    def try_compiler(self) -> None:
        """Compile a file that needs what the extensions need: a C compiler, and the headers of Python."""
        probe = Path(self.build_temp, "probe.c")
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.write_text("#include <Python.h>\n", encoding="ascii")
        self.compiler.compile([str(probe)], output_dir=self.build_temp, extra_postargs=FLAGS)

    def translate(self) -> None:
        """Write C with Cython. Symbols are left out of a wheel; in the source folder profilers want them."""
        from Cython.Build import cythonize

        translated = cythonize(
            self.extensions, nthreads=self.parallel, language_level=3, compiler_directives=DIRECTIVES, quiet=True
        )
        sources = {extension.name: extension.sources for extension in translated}
        for extension in self.extensions:
            extension.sources = sources[extension.name]
            if not self.inplace_asked:
                extension.extra_link_args = STRIP

    def run(self) -> None:
        """Remember what setuptools sets back while it builds: whether the result goes into the source folder."""
        self.inplace_asked = bool(self.inplace)
        super().run()

    def leave_out(self, error: Exception) -> None:
        """Build no extension, and delete those that were built already."""
        self.warn(f"tamis is installed without its compiled modules, and will be slow: {error}")
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.extensions = []


def source_of(name: str) -> str:
    """The file that a module is compiled from."""
    own = NATIVE / f"{name}.pyx"
    return (own if own.exists() else NATIVE / f"{name}.py").as_posix()


def extensions() -> list[Extension]:
    """The extensions to build: a ``.pyx`` if the module has one, or else its ``.py`` with the types of the ``.pxd``."""
    if os.environ.get("TAMIS_PURE"):
        return []
    if not os.environ.get("TAMIS_COMPILED") and find_spec("Cython") is None:
        return []
    return [
        Extension(f"tamis.native.{name}", [source_of(name)], extra_compile_args=FLAGS, depends=HEADERS)
        for name in MODULES
    ]


if __name__ == "__main__":  # Cython's processes import this file
    commands: dict[str, Any] = {"build_ext": BuildAll}
    setup(ext_modules=extensions(), cmdclass=commands)

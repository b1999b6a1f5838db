"""Builds the compiled modules, which tamis cannot do without: a wheel, or a C compiler, is needed."""

import os
import runpy
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

NATIVE = Path("src/tamis/native")
MODULES = runpy.run_path(str(NATIVE / "status.py"))["MODULES"]
HEADERS = [(NATIVE / name).as_posix() for name in ("characters.h", "utf8.h", "product.h")]
SPEED = "-O0" if os.environ.get("TAMIS_QUICK") else "-O3"
"""``TAMIS_QUICK=1`` compiles in a fraction of the time what is then slower: for ``make demo``"""
FLAGS = [] if os.name == "nt" else [SPEED, "-g0", "-include", HEADERS[0], "-Wno-unused-function"]
"""Cython writes ways to Python for functions that no Python asks for"""
STRIP = ["-Wl,--strip-all"] if sys.platform == "linux" else []
"""what GNU's linker and LLVM's take; elsewhere symbols are few or in files of their own"""
DIRECTIVES = {"annotation_typing": False, "boundscheck": False, "wraparound": False}
NO_COMPILER = (
    "tamis is compiled when it is installed, and there is no working C compiler: install one with Python's headers "
    "(on Debian: apt install gcc python3-dev), or install a wheel of tamis for this platform."
)


class Build(build_ext):
    """Builds all extensions, and says what to do where there is no compiler."""

    def finalize_options(self) -> None:
        """Use all cores unless told otherwise with ``-j``."""
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self) -> None:
        """Ask first whether there is a working compiler: translating takes a minute, and would be for nothing."""
        try:
            self.try_compiler()
        except (CCompilerError, BaseError) as error:
            raise SystemExit(f"{NO_COMPILER} ({error})") from error
        self.translate()
        super().build_extensions()

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


def source_of(name: str) -> str:
    """The file that a module is compiled from: a ``.pyx``, or a ``.py`` with the types of the ``.pxd`` beside it."""
    own = NATIVE / f"{name}.pyx"
    return (own if own.exists() else NATIVE / f"{name}.py").as_posix()


if __name__ == "__main__":  # Cython's processes import this file
    extensions = [
        Extension(f"tamis.native.{name}", [source_of(name)], extra_compile_args=FLAGS, depends=HEADERS)
        for name in MODULES
    ]
    setup(ext_modules=extensions, cmdclass={"build_ext": Build})

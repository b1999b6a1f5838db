"""What is compiled, in one place: loops that cannot be columns, with their types in ``.pxd`` files."""

from tamis.native.status import check_build

check_build()  # before a module imports another that is not compiled

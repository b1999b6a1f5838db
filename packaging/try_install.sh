#!/usr/bin/env bash
# Install the wheel (and the sdist) as users would, and run the README's first lines:
#
#     packaging/try_install.sh [WHEEL…]          by default dist/*.whl
#
# Each wheel in an environment of the Python that it is for, with that Python's own pip, without compiler and git, as an
# ordinary user if the script runs as root. With SDIST=1 also dist/*.tar.gz, with the compiler of the machine.
# PYTHONS may name interpreters: PYTHONS="python3.11 python3.14". A wheel for none of them is named, and is a failure.
#
#     CHROOTS=FOLDER packaging/try_install.sh    as root, with debootstrap: Python 3.14 of Debian's unstable as well
#
# FOLDER/compiler gets a Debian with a compiler, where dist/*.tar.gz is installed and made into a wheel; FOLDER/plain one
# without, where that wheel is installed. Both are kept for the next time, 500 MB. MIRROR may name Debian's server.
set -euo pipefail
cd "$(dirname "$0")/.."
here=$PWD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
root= # the chroot that commands run in
libraries=
wheels=("$@"); [ ${#wheels[@]} -gt 0 ] || wheels=(dist/*.whl)
pythons=${PYTHONS:-python3.11 python3.12 python3.13 python3.14}

# A folder of commands without compilers and git: what pip and a shell need, and nothing else.
mkdir -p "$work/bin"
for name in bash sh env cat ls mkdir rm grep sed uname id dirname basename; do
  path=$(command -v "$name") && ln -s "$path" "$work/bin/$name"
done
cp README.md "$work/README.md"
cp -r examples "$work/examples"
chmod -R a+rX "$work"

as_user() {  # as nobody, if we are root; with the bare folder of commands, or the machine's own
  local path=$1; shift
  local environment=(env -i PATH="$path" HOME="$home" LANG=C.UTF-8 PIP_NO_INPUT=1
    ${libraries:+LD_LIBRARY_PATH="$libraries"}
    ${PIP_INDEX_URL:+PIP_INDEX_URL="$PIP_INDEX_URL"} ${PIP_CONFIG_FILE:+PIP_CONFIG_FILE="$PIP_CONFIG_FILE"})
  if [ -n "$root" ]; then
    chroot --userspec=65534:65534 --groups= "$root" "${environment[@]}" sh -c 'cd "$HOME" && exec "$@"' sh "$@"
    return
  fi
  local who=()
  if [ "$(id -u)" = 0 ]; then who=(setpriv --reuid 65534 --regid 65534 --clear-groups); fi
  (cd "$home" && "${who[@]}" "${environment[@]}" "$@")
}

version_of() {  # nothing of a command that stands for an interpreter that is not there
  "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2> /dev/null
}

bare() {  # the interpreter itself if the user may run it; else a copy of its prefix, without installed packages
  local python prefix
  python=$("$1" -c 'import sys; print(sys.executable)')
  prefix=$("$1" -c 'import sys; print(sys.base_prefix)')
  if [ "$(id -u)" != 0 ] || setpriv --reuid 65534 --regid 65534 --clear-groups test -r "$prefix/bin" 2> /dev/null; then
    echo "$python"
    return
  fi
  local copy=$work/python-$2
  if [ ! -d "$copy" ]; then
    mkdir -p "$copy"
    tar -C "$prefix" -cf - --exclude=site-packages --exclude=test --exclude=__pycache__ bin lib include | tar -C "$copy" -xf -
    mkdir -p "$copy"/lib/python"$2"/site-packages
    chmod -R a+rX "$copy"
  fi
  echo "$copy/bin/python$2"
}

try() {  # name, interpreter, file to install, PATH, further arguments of pip
  local name=$1 python=$2 file=$3 path=$4; shift 4
  if [ -n "$root" ]; then home=/home/$name; else home=$work/$name; fi
  libraries=
  case $python in "$work"/*) libraries=$(dirname "$(dirname "$python")")/lib ;; esac # of a copy, else the original's
  rm -rf "$root$home"; mkdir -p "$root$home"; chmod 777 "$root$home"
  cp "$file" "$root$home"; cp -r "$work/examples" "$root$home"
  as_user "$path" "$python" -m venv venv || return 1
  echo "== $name: $(as_user "$path" venv/bin/python -m pip --version | cut -d' ' -f1-2), $(as_user "$path" venv/bin/python --version)"
  as_user "$path" sh -c 'echo "   as $(id -un), compiler: $(command -v gcc || echo none), git: $(command -v git || echo none)"'
  as_user "$path" venv/bin/python -m pip install -q --disable-pip-version-check "$@" "$(basename "$file")" || return 1
  as_user "$path" venv/bin/tamis --version || return 1
  as_user "$path" venv/bin/python -c '
import pathlib, tamis
page = pathlib.Path("examples/pages/tag-soup-2003.html").read_bytes()
print(tamis.extract(page))' | grep -q "How I got the 1931 Brindle Giant running again" || return 1
  as_user "$path" venv/bin/tamis extract examples/pages/marketing.html | grep -q "Fair tips" || return 1
  echo "   README's lines work"
}

chroots() {  # folder: one with Python 3.14 and nothing to build with, and one with a compiler
  if [ ! -x "$1/plain/usr/bin/python3.14" ]; then
    debootstrap --variant=minbase --include=python3.14-venv,ca-certificates sid "$1/plain" \
      "${MIRROR:-http://deb.debian.org/debian}" || return 1
  fi
  if [ ! -x "$1/compiler/usr/bin/gcc" ]; then
    cp -a "$1/plain" "$1/compiler"
    chroot "$1/compiler" apt-get install -qq --no-install-recommends gcc libc6-dev python3.14-dev || return 1
  fi
  for each in plain compiler; do # with the certificates that this machine trusts besides
    cp /etc/ssl/certs/ca-certificates.crt "$1/$each/etc/ssl/certs/"
    chmod 1777 "$1/$each/dev/shm" # as on any running system: Cython's processes share a lock there
  done
}

failed=0
for wheel in "${wheels[@]}"; do
  tag=$(basename "$wheel" | sed -E 's/.*-cp(3)([0-9]+)-.*/\1.\2/')
  found=
  for python in $pythons; do
    real=$(command -v "$python" || true)
    if [ -n "$real" ] && [ "$(version_of "$real")" = "$tag" ]; then found=$real; fi
  done
  if [ -z "$found" ]; then echo "== no Python $tag on this machine for $wheel"; failed=1; continue; fi
  try "wheel-$tag" "$(bare "$found" "$tag")" "$wheel" "$work/bin" --only-binary :all: || failed=1
done
if [ -n "${SDIST:-}" ]; then
  for python in $pythons; do
    real=$(command -v "$python") && version=$(version_of "$real") || continue
    try "sdist-$version" "$(bare "$real" "$version")" dist/*.tar.gz "$PATH" || failed=1
  done
fi
if [ -n "${CHROOTS:-}" ]; then
  chroots "$CHROOTS" > "$work/chroots.log" 2>&1 || { tail "$work/chroots.log"; exit 1; }
  root=$CHROOTS/compiler path=/usr/bin:/bin
  try sdist-3.14 python3.14 dist/*.tar.gz "$path" || failed=1
  if as_user "$path" venv/bin/python -m pip wheel -q --no-deps -w made "$(basename dist/*.tar.gz)"; then
    made=$(echo "$root$home"/made/*.whl)
    root=$CHROOTS/plain
    try wheel-3.14 python3.14 "$made" "$path" --only-binary :all: || failed=1
  else
    failed=1
  fi
fi
exit $failed

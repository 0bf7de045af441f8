#!/usr/bin/env bash
# python.sh BUILD_FOLDER [INDEX...] - makes a wheel of the Python package with the library that
# BUILD_FOLDER installs, installs it into a new virtual environment, and runs test_python.py there;
# for each INDEX, prints the time of a request. Skipped, 77, if tools are missing (`install_all`
# of tests/needs.sh installs them); with CI=true that fails. PATHFAN_TEST_PLOT=1 tests plots by
# matplotlib itself.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
build=$(cd "$1" && pwd)
. "$here/make_indexes.sh"
python=${PATHFAN_PYTHON:-/usr/bin/python3}
if ! "$python" -c 'import cffi, ensurepip, numpy, os, setuptools, sysconfig, venv, wheel
assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then
  echo "skipped: $python has no cffi, numpy, setuptools, wheel, venv or headers"
  [ "${CI:-}" != true ] || exit 1
  exit 77
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; echo "failed: $*" >&2; exit 1; }; }

DESTDIR=$scratch/made quietly cmake --install "$build"
PKG_CONFIG_PATH=$(dirname "$(find "$scratch/made" -name pathfan-build.pc)")
export PKG_CONFIG_PATH
cp -r "$root/src/bindings/python" "$scratch/source"
quietly "$python" -m venv --system-site-packages "$scratch/venv"
quietly "$scratch/venv/bin/python" -m pip wheel --no-build-isolation --no-deps --no-index -w "$scratch" "$scratch/source"
quietly "$scratch/venv/bin/python" -m pip install --no-deps --no-index "$scratch"/pathfan-*.whl

# If the library has changed, the next wheel from the same folder links it.
extension=$(find "$scratch/source/build" -path '*/lib.*' -name '_module*.so')
archive=$(dirname "$PKG_CONFIG_PATH")/libpathfan-build.a
# Sets the dates: the clock might be set back meanwhile.
find "$scratch/source" "$scratch/made" -exec touch -h -d 2001-01-01 {} +
touch -d 2002-01-01 "$extension"
touch -d 2003-01-01 "$archive"
quietly "$scratch/venv/bin/python" -m pip wheel --no-build-isolation --no-deps --no-index -w "$scratch/again" "$scratch/source"
[ "$extension" -nt "$archive" ] || { echo "a new library isn't linked" >&2; exit 1; }

mkdir "$scratch/maps"
quietly make_indexes "$build/pathfan" "$scratch/maps"
cd "$scratch/maps"
# README.md's program.
"$build/pathfan" make-map --kind caves --width 160 --height 100 --seed 5 -o caves.map
quietly "$build/pathfan" build-index caves.map -o caves.pathfan
lengths=$("$scratch/venv/bin/python" "$root/docs/examples/ask.py" | xargs)
grep -q "^Each prints ${lengths/ /, }[.]" <(sed 's/ and / /' "$root/README.md") || { echo "ask.py prints $lengths" >&2; exit 1; }
MPLCONFIGDIR=$scratch MPLBACKEND=Agg "$scratch/venv/bin/python" "$here/test_python.py" "$scratch/maps"
[ $# = 1 ] || "$scratch/venv/bin/python" "$here/python/measure.py" "${@:2}"

#!/usr/bin/env bash
# systems.sh PATHFAN [present] - compiles pathfan-lite, as two files, for other systems, where it
# must give the same answers to the last bit, and open files in the same way: with clang, with musl,
# for arm64 under qemu, for Windows under wine. Compilers and emulators are installed if missing
# (Debian), so this is a separate target: cmake --build build --target systems. With `present`, only
# here, with clang and with musl, as far as they are installed; if CI=true, they must be.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
cd "$root"
. tests/needs.sh
. tests/bindings/make_indexes.sh
. tests/portability/wine.sh
need=""
command -v clang >/dev/null || need="$need clang"
command -v musl-gcc >/dev/null || need="$need musl-tools"
command -v aarch64-linux-gnu-gcc >/dev/null || need="$need gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
command -v qemu-aarch64 >/dev/null || need="$need qemu-user"
command -v x86_64-w64-mingw32-gcc-posix >/dev/null || need="$need gcc-mingw-w64-x86-64-posix"
[ -n "$(find_wine)" ] || need="$need wine64"
if [ "${2:-}" = present ]; then
  find_wine() { :; }
elif [ -n "$need" ]; then
  install_packages $need
fi

scratch=$(mktemp -d)
trap 'remove_with_wine "$scratch"' EXIT
use_wine "$scratch"
src/packaging/amalgamate.py "$scratch"
cp "${XXHASH_H:-/usr/include/xxhash.h}" "$here/ask.c" "$here/files.c" "$scratch"
mkdir "$scratch/maps"
make_indexes "$1" "$scratch/maps"
cd "$scratch"

# make_files FOLDER: makes a new folder with the files that files.c opens.
make_files() {
  mkdir "$1"
  cp maps/rooms.pathfan "$1/schön ☃.pathfan"
  cp maps/rooms.pathfan "$1/a.pathfan"
  cp maps/caves.pathfan "$1/b.pathfan"
  mkdir "$1/folder"
  echo "no index" >"$1/text"
  touch "$1/empty"
  head -c 20000 maps/caves.pathfan >"$1/cut"
  { head -c 131072 /dev/zero; cat maps/rooms.pathfan; } >"$1/pack"
  { head -c 4096 /dev/zero; cat maps/rooms.pathfan; } >"$1/pack4096"
  { head -c 100 /dev/zero; cat maps/rooms.pathfan; } >"$1/pack100"
}

# try NAME RUNNER COMPILER FLAGS...
tried=0
try() {
  local name=$1 runner=$2 index program compile
  if ! command -v "$3" >/dev/null || { [ -n "$runner" ] && ! command -v "$runner" >/dev/null; }; then
    echo "$name: skipped, $3 or what runs its programs isn't there"
    [ "${CI:-}" != true ] || exit 1
    return
  fi
  tried=$((tried + 1))
  compile=("${@:3}" -std=gnu17 -O2 -ffp-contract=off -Wall -Wno-unused-function -Werror -I.)
  "${compile[@]}" -c pathfan.c -o "pathfan-$name.o"
  for program in ask files; do
    "${compile[@]}" $program.c "pathfan-$name.o" -o "$program-$name" -lm -pthread
  done
  for index in maps/*.pathfan; do
    $runner "./ask-$name" "$index" | tr -d '\r' >"$index.$name"
    if [ "$name" = here ]; then
      grep -q "^ok 3" "$index.here" || { echo "$index: no answer of three paths" >&2; exit 1; }
    else
      cmp "$index.here" "$index.$name"
    fi
  done
  make_files "files-of-$name"
  (cd "files-of-$name" && $runner "../files-$name") | tr -d '\r' >"files.$name"
  diff files.here "files.$name"
  echo "$name: $(cat maps/*."$name" | wc -l) answers"
}
try here "" cc
try clang "" clang
try musl "" musl-gcc -static
if [ "${2:-}" != present ]; then
  try arm64 qemu-aarch64 aarch64-linux-gnu-gcc -static
  try windows.exe "$wine" x86_64-w64-mingw32-gcc-posix -static
fi
echo "$tried passed, 0 failed"

#!/usr/bin/env bash
# systems.sh PATHFAN - pathfan-lite as two files is compiled for other systems, and answers there
# what it answers here, to the last bit: by clang, with musl, for arm64 under qemu, for Windows under
# wine. Compilers and emulators are installed where they are missing (Debian), so this is a target
# of its own: cmake --build build --target systems
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
cd "$root"
. tests/needs.sh
. tests/bindings/make_indexes.sh
wine=$(command -v wine64 wine /usr/lib/wine/wine64 2>/dev/null | head -1 || true)
need=""
command -v clang >/dev/null || need="$need clang"
command -v musl-gcc >/dev/null || need="$need musl-tools"
command -v aarch64-linux-gnu-gcc >/dev/null || need="$need gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
command -v qemu-aarch64 >/dev/null || need="$need qemu-user"
command -v x86_64-w64-mingw32-gcc-posix >/dev/null || need="$need gcc-mingw-w64-x86-64-posix"
[ -n "$wine" ] || need="$need wine64"
[ -z "$need" ] || install_packages $need
wine=$(command -v wine64 wine /usr/lib/wine/wine64 2>/dev/null | head -1)

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export WINEPREFIX=$scratch/wine WINEDEBUG=-all
src/packaging/amalgamate.py "$scratch"
cp "${XXHASH_H:-/usr/include/xxhash.h}" "$here/ask.c" "$scratch"
mkdir "$scratch/maps"
make_indexes "$1" "$scratch/maps"
cd "$scratch"

# try NAME RUNNER COMPILER FLAGS...
try() {
  local name=$1 runner=$2 index
  "${@:3}" -std=gnu17 -O2 -ffp-contract=off -Wall -Wno-unused-function -Werror -I. ask.c pathfan.c -o "ask-$name" -lm -pthread
  for index in maps/*.pathfan; do
    $runner "./ask-$name" "$index" | tr -d '\r' >"$index.$name"
    if [ "$name" = here ]; then
      grep -q "^ok 3" "$index.here" || { echo "$index: no answer of three paths" >&2; exit 1; }
    else
      cmp "$index.here" "$index.$name"
    fi
  done
  echo "$name: $(cat maps/*."$name" | wc -l) answers"
}
try here "" cc
try clang "" clang
try musl "" musl-gcc -static
try arm64 qemu-aarch64 aarch64-linux-gnu-gcc -static
try windows.exe "$wine" x86_64-w64-mingw32-gcc-posix -static
echo "5 passed, 0 failed"

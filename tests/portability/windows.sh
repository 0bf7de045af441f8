#!/usr/bin/env bash
# windows.sh PATHFAN - builds the command, with the builder, and libpathfan-lite, as a DLL, for Windows
# with mingw-w64, and runs them under wine: their output and the indexes that they make must be those
# of PATHFAN, to the last bit. The compiler and wine are installed if missing (Debian); other libraries
# are built from Debian's sources (libraries.sh). So this is a separate target: cmake --build build --target windows
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
pathfan=$(realpath "$1")
cd "$root"
. tests/needs.sh
. "$root/tests/bindings/make_indexes.sh"
. tests/portability/wine.sh
need=""
command -v x86_64-w64-mingw32-gcc-posix >/dev/null || need="$need gcc-mingw-w64-x86-64-posix"
command -v dpkg-source >/dev/null || need="$need dpkg-dev"
[ -n "$(find_wine)" ] || need="$need wine64"
[ -e /usr/x86_64-w64-mingw32/include/zlib.h ] || need="$need libz-mingw-w64-dev"
[ -z "$need" ] || install_packages $need

scratch=$(mktemp -d)
trap 'remove_with_wine "$scratch"' EXIT
use_wine "$scratch"
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { tail -50 "$scratch/log" >&2; fail "failed: $*"; }; }

# ---- The libraries, for Windows, in $prefix ----

prefix=$scratch/prefix
toolchain="-DCMAKE_TOOLCHAIN_FILE=$PWD/src/packaging/mingw.cmake"
if [ -n "${WINDOWS_LIBRARIES:-}" ]; then # made before
  prefix=$WINDOWS_LIBRARIES
else
  tests/portability/libraries.sh windows "$prefix"
fi

# ---- The command and the DLL ----

cd "$root"
PKG_CONFIG_LIBDIR=$prefix/lib/pkgconfig quietly cmake -S . -B "$scratch/build" "$toolchain" -DPATHFAN_TOOLS=ON \
  -DPATHFAN_WERROR=ON -DCMAKE_INSTALL_PREFIX="$scratch/installed"
quietly cmake --build "$scratch/build" -j2
quietly cmake --install "$scratch/build"
installed=$scratch/installed
dll=$(ls "$installed"/bin/libpathfan-lite-*.dll)

# The DLL exports the same functions as the library.
x86_64-w64-mingw32-objdump -p "$dll" | sed -n '/Ordinal\/Name Pointer/,$s/^.*\] *\(pathfan_[a-z0-9_]*\)$/\1/p' | sort >"$scratch/shown"
nm -D --defined-only "$(dirname "$pathfan")/libpathfan-lite.so" | sed -n 's/^.* T \(pathfan_[a-z0-9_]*\)@.*/\1/p' | sort >"$scratch/shown-here"
[ -s "$scratch/shown-here" ] || fail "libpathfan-lite.so shows nothing"
diff "$scratch/shown-here" "$scratch/shown"
x86_64-w64-mingw32-objdump -p "$dll" | sed -n 's/.*DLL Name: //p' | tr 'A-Z' 'a-z' | sort | tr '\n' ' ' >"$scratch/needs"
[ "$(cat "$scratch/needs")" = "kernel32.dll msvcrt.dll " ] || fail "the DLL needs $(cat "$scratch/needs")"

# ---- Answers ----

mkdir "$scratch/maps"
cd "$scratch/maps"
make_indexes "$pathfan" .
"$pathfan" make-map --kind rooms --width 40 --height 30 --seed 3 -o small.map # what lite.c expects
quietly "$pathfan" build-index small.map -o small.pathfan
"$pathfan" make-map --kind terrain --width 40 --height 30 --seed 3 -o hills.geojson
quietly "$pathfan" build-index hills.geojson -o hills.pathfan
cp rooms.pathfan "schön ☃.pathfan"
{ head -c 65536 /dev/zero; cat rooms.pathfan; } >pack
head -c 20000 caves.pathfan >cut.pathfan
printf '3,3\n40 50\n[60,60]\n' >points.txt
"$pathfan" make-map --kind rooms --width 90 --height 70 --seed 2 -o same.map --scen same.scen --queries 50 2>/dev/null || fail "no scenario"

x86_64-w64-mingw32-gcc-posix -I"$installed/include" "$root/tests/install/lite.c" -o "$installed/bin/lite.exe" -L"$installed/lib" -lpathfan-lite
quietly "$wine" "$installed/bin/lite.exe" small.pathfan hills.pathfan

asked=0
# ask ARGUMENTS...: the command under wine has the same output on both streams and the same exit
# code; files named drawn.* are compared, too.
ask() {
  local code=0 other=0
  rm -f drawn.*
  "$pathfan" "$@" <"${input:-/dev/null}" >here.out 2>here.err || code=$?
  for file in drawn.*; do [ ! -e "$file" ] || mv "$file" "here.$file"; done
  "$wine" "$installed/bin/pathfan.exe" "$@" <"${input:-/dev/null}" >there.out 2>there.err || other=$?
  [ $code = $other ] || fail "$*: exit code $other, not $code: $(cat there.err)"
  cmp here.out there.out && diff here.err there.err || fail "another answer: $*"
  [ -s here.out ] || [ -s here.err ] || fail "says nothing: $*"
  for file in here.drawn.*; do [ ! -e "$file" ] || cmp "$file" "${file#here.}"; done
  rm -f here.drawn.*
  asked=$((asked + 1))
}
for index in caves rooms random campus; do
  input=$index.requests.jsonl ask query $index.pathfan --batch --json
  input=$index.requests.jsonl ask query $index.pathfan --batch --json --distance
  input=$index.requests.jsonl ask query $index.pathfan --batch --json --measures --choose 3
  ask inspect $index.pathfan --json
  ask inspect $index.pathfan
  ask verify $index.pathfan
done
for algorithm in index plateaus dissimilarity penalty polyanya cvpd; do
  ask query rooms.pathfan --from 3,3 --to 60,60 --algorithm $algorithm
done
ask query rooms.pathfan --from 3,3 --to 60,60 --json --svg drawn.svg --geojson drawn.geojson
ask query rooms.pathfan --from 3,3 --to 60,60 --avoid 30,30,4 --algorithm polyanya --svg drawn.svg
ask query rooms.pathfan --scen same.scen
ask query rooms.pathfan --scen same.scen --json
ask query rooms.pathfan --group points.txt --to 60,60 --json
ask query "schön ☃.pathfan" --from 3,3 --to 60,60 --svg "drawn.☃.svg"
ask query pack --offset 65536 --from 3,3 --to 60,60
ask query pack --offset 65536 --from 3,3 --to 60,60 --private-copy --prefetch
ask query hills.pathfan --from 2,2 --to 37,27 --svg drawn.svg
ask query hills.pathfan --from 2,2 --to 37,27 --json
ask query cut.pathfan --from 3,3 --to 60,60
ask query none.pathfan --from 3,3 --to 60,60
ask query rooms.pathfan --from 3,3 --to 60,60 --svg .
ask query rooms.pathfan --from 3
ask help inspect
# says SENTENCE ARGUMENTS...: checks output that may differ from PATHFAN's.
says() {
  "$wine" "$installed/bin/pathfan.exe" "${@:2}" >there.out </dev/null || fail "failed: ${*:2}"
  grep -qE "$1" there.out || fail "doesn't say '$1': ${*:2}"
  asked=$((asked + 1))
}
says '^  view +\(not in this build\)' help
says '^index: 20 queries' bench rooms.pathfan --random 20
# made FILE ARGUMENTS...: the command under wine makes the same file.
made() {
  local file=$1
  shift
  rm -f "$file"
  quietly "$pathfan" "$@"
  mv "$file" "here.$file"
  quietly "$wine" "$installed/bin/pathfan.exe" "$@"
  cmp "here.$file" "$file"
  asked=$((asked + 1))
}
made made.map make-map --kind caves --width 70 --height 50 --seed 9 -o made.map
made made.geojson make-map --kind city --width 200 --height 150 --seed 2 -o made.geojson
made made.pathfan build-index made.map -o made.pathfan
made made.pathfan build-index made.geojson -o made.pathfan
made made.pathfan build-index made.geojson -o made.pathfan --agent-radius 0.5,1
made made.pathfan build-index hills.geojson -o made.pathfan
made made.mesh mesh made.map -o made.mesh
"$wine" "$installed/bin/pathfan.exe" build-index made.map -o made.pathfan --resume >there.out 2>&1 && fail "resumed"
grep -q "can't be resumed on this system" there.out || fail "doesn't say that it can't resume: $(cat there.out)"
[ ! -e made.pathfan.tmp ] || fail "a failed build has left its file"
"$wine" "$installed/bin/pathfan.exe" build-index . -o . >there.out 2>&1 && fail "built a folder"
grep -q "folders of maps can't be built on this system" there.out || fail "doesn't say that it builds no folders: $(cat there.out)"
# The owner of a temporary file is unknown: the file stays, and the output isn't written.
echo mine >drawn.svg.tmp
"$wine" "$installed/bin/pathfan.exe" query rooms.pathfan --from 3,3 --to 60,60 --svg drawn.svg >/dev/null 2>there.err && fail "drew over drawn.svg.tmp"
grep -q 'drawn.svg.tmp: is in the way' there.err || fail "doesn't say what is in the way: $(cat there.err)"
[ "$(cat drawn.svg.tmp)" = mine ] || fail "drawn.svg.tmp isn't what it was"
echo "$((asked + 5)) passed, 0 failed"

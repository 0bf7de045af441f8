#!/usr/bin/env bash
# Checks that parts can be left out: test_parts.sh SOURCE_FOLDER PATHFAN BARE_PATHFAN
# READING_PATHFAN
#
# If pkg-config knows no other library, the query libraries can be built with LMDB, zstd and xxHash,
# as part of another project; pathfan-lite with only zstd and xxHash, by CMake, by one line of cc,
# and as two files. BARE_PATHFAN is a command without viewer, serve and evaluate; READING_PATHFAN is
# also without the builder.
set -euo pipefail
source=$1 pathfan=$2 bare=$3 reader=$4
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cc=${CC:-cc}
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "failed: $*"; }; }
# fails SENTENCE COMMAND...: the command fails and prints the sentence.
fails() {
  if "${@:2}" >"$scratch/log" 2>&1; then fail "didn't fail: ${*:2}"; fi
  tr '\n' ' ' <"$scratch/log" | tr -s ' ' | grep -qF "$1" || { cat "$scratch/log" >&2; fail "doesn't say '$1'"; }
}
needs() { readelf -d "$1" | sed -n 's/.*(NEEDED).*\[lib\([a-z0-9_]*\).*/\1/p' | sort | tr '\n' ' '; }

quietly "$pathfan" make-map --kind rooms --width 40 --height 30 --seed 3 -o "$scratch/rooms.map"
quietly "$pathfan" build-index "$scratch/rooms.map" -o "$scratch/rooms.pathfan"
index=$scratch/rooms.pathfan
quietly "$pathfan" make-map --kind terrain --width 40 --height 30 --seed 3 -o "$scratch/hills.geojson"
quietly "$pathfan" build-index "$scratch/hills.geojson" -o "$scratch/hills.pathfan"
terrain=$scratch/hills.pathfan

# The command reports what it lacks.
needs "$bare" | grep -qE 'microhttpd|sqlite|cairo' && fail "the command without them needs $(needs "$bare")"
for command in view serve evaluate; do
  fails "this pathfan was built without the command '$command'" "$bare" $command
  "$bare" help | grep -qE "^  $command +\(not in this build\)" || fail "help doesn't tell of $command"
  "$bare" help $command | grep -q "^This pathfan was built without" || fail "help $command doesn't tell"
done
quietly "$bare" query "$index" --from 2,2 --to 37,27 --svg "$scratch/paths.svg"

# A command without the builder can query indexes; it reports what it lacks.
needs "$reader" | grep -qE 'microhttpd|sqlite|cairo' && fail "the command for indexes needs $(needs "$reader")"
for command in build-index mesh make-map plaza crowd view serve evaluate; do
  fails "this pathfan was built without the command '$command'" "$reader" $command
  "$reader" help | grep -qE "^  $command +\(not in this build\)" || fail "help doesn't tell of $command"
done
without="was built without the builder"
fails "$without, so it asks indexes alone" "$reader" query "$scratch/hills.geojson" --from 2,2 --to 3,3
fails "$without, so it asks indexes alone" "$reader" query "$index" --algorithm astar --from 2,2 --to 3,3
fails "not a pathfan index" "$reader" query "$scratch/rooms.map" --from 2,2 --to 3,3
fails "$without, which folders need" "$reader" inspect "$scratch"
fails "$without, which folders need" "$reader" verify "$scratch"
printf 'version 1\n0\trooms.map\t40\t30\t2\t2\t37\t27\t0\n' >"$scratch/rooms.scen"
echo '{"id": 1, "from": [2, 2], "to": [37, 27], "paths": 5}' >"$scratch/lines"
# same ARGUMENTS...: both commands print the same.
same() {
  "$pathfan" "$@" <"$scratch/lines" >"$scratch/one" && "$reader" "$@" <"$scratch/lines" >"$scratch/other" || fail "failed: $*"
  [ -s "$scratch/one" ] && cmp "$scratch/one" "$scratch/other" || fail "another answer: $*"
}
same query "$index" --from 2,2 --to 37,27 --measures
same query "$index" --from 2,2 --to 37,27 --algorithm polyanya --avoid 20,15,3 --json
same query "$index" --scen "$scratch/rooms.scen" --json
same query "$index" --batch --json
same query "$terrain" --from 2,2 --to 37,27
same inspect "$index" --json
same verify "$index"
mv "$scratch/paths.svg" "$scratch/bare.svg"
quietly "$reader" query "$index" --from 2,2 --to 37,27 --svg "$scratch/paths.svg"
cmp "$scratch/paths.svg" "$scratch/bare.svg" || fail "another picture"

# From here on pkg-config knows only these libraries.
mkdir "$scratch/pc"
all=${PKG_CONFIG_LIBDIR:-$(pkg-config --variable pc_path pkg-config)} more=${PKG_CONFIG_PATH:-}
folder_of() { PKG_CONFIG_LIBDIR=$all PKG_CONFIG_PATH=$more pkg-config --variable=pcfiledir "$1"; }
have() { for module in "$@"; do cp "$(folder_of "$module")/$module.pc" "$scratch/pc"; done; }
have libzstd libxxhash
export PKG_CONFIG_LIBDIR=$scratch/pc PKG_CONFIG_PATH=
# Neither optimised nor with debug information: programs built here run only briefly.
configure() { cmake -S "$1" -B "$scratch/$2" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG= -DPATHFAN_WERROR=ON "${@:3}"; }

fails "Package 'lmdb'" configure "$source" a -DPATHFAN_BUILDER=OFF
quietly configure "$source" lite -DPATHFAN_LMDB=OFF -DPATHFAN_BUILDER=OFF -DPATHFAN_LITE_THOROUGH=OFF
quietly cmake --build "$scratch/lite" -j2 --target pathfan-lite-shared
[ "$(needs "$scratch/lite/libpathfan-lite.so")" = "c m xxhash zstd " ] ||
  fail "libpathfan-lite.so needs $(needs "$scratch/lite/libpathfan-lite.so")"
includes="-I$source/query/include -I$source/format/include -I$source/src/base/include"
quietly "$cc" -DWITHOUT_THOROUGH $includes "$source/tests/install/lite.c" -o "$scratch/ask" "$scratch/lite/libpathfan-lite.so"
LD_LIBRARY_PATH=$scratch/lite quietly "$scratch/ask" "$index" "$terrain"

(cd "$source" && quietly "$cc" -D_GNU_SOURCE -DPATHFAN_WITH_SEARCH=0 -DPATHFAN_WITH_LMDB=0 -ffp-contract=off \
  $includes -Isrc -I. tests/install/lite.c $(cat query/lite.sources) -o "$scratch/ask" -lzstd -lxxhash -lm -pthread)
quietly "$scratch/ask" "$index" "$terrain"

# As two files, also for systems without descriptors and mappings, and without any extension of GCC; for
# a program in strict C11, C17 or C++ that enables all warnings, but not inexact arithmetic.
quietly python3 "$source/src/packaging/amalgamate.py" "$scratch"
mkdir "$scratch/pathfan"
for header in query inspect obstacles version; do echo '#include "pathfan.h"' >"$scratch/pathfan/$header.h"; done
for more in "-std=c11 -DPATHFAN_PLAIN_C=1 -DPATHFAN_WITH_POSIX=0 -DPATHFAN_WITH_ZSTD=1 -lzstd" -std=c17; do
  compile=("$cc" -Wall -Wextra -pedantic-errors -Werror -ffp-contract=off -I"$scratch" ${more%-lzstd})
  quietly "${compile[@]}" -c "$scratch/pathfan.c" -o "$scratch/pathfan.o"
  wrong=$(nm --defined-only --extern-only "$scratch/pathfan.o" | sed 's/.* //' | grep -v '^pathfan_\|^pf_' || true)
  [ -z "$wrong" ] || fail "pathfan.c defines" $wrong
  quietly "${compile[@]}" "$source/tests/install/lite.c" "$scratch/pathfan.o" -o "$scratch/ask" $more -lm -pthread
  quietly "$scratch/ask" "$index" "$terrain"
done
quietly "${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Werror -I"$scratch" -I"$source/src/bindings/cpp/include" \
  "$source/tests/install/wrapper.cpp" "$scratch/pathfan.o" -o "$scratch/ask" -pthread
quietly "$scratch/ask" "$index"
if command -v clang >/dev/null; then
  quietly clang -Wall -Wextra -Wpedantic -Werror -ffp-contract=off -fsyntax-only "$scratch/pathfan.c"
fi
fails "compile it without -ffast-math" "$cc" -ffast-math -fsyntax-only "$scratch/pathfan.c"

have lmdb
quietly configure "$source/tests/install" application -DPATHFAN_SOURCE="$source" -DEXAMPLE="$source/docs/examples/three_paths.c"
quietly cmake --build "$scratch/application" -j2
"$scratch/application/three_paths_query" "$index" 2 2 37 27 | grep -q "^path 3: length " || fail "no three paths"

# Archives need a library in a folder of its own; pathfan's folder is given as an absolute path.
sed -i 's|-llmdb|-L/aside/lib -llmdb|' "$scratch/pc/lmdb.pc"
quietly configure "$source" folders -DPATHFAN_BUILDER=OFF -DCMAKE_INSTALL_LIBDIR=/own/lib
flags=$(PKG_CONFIG_PATH=$scratch/folders pkg-config --static --libs pathfan-lite)
for flag in -L/own/lib -L/aside/lib -llmdb -lzstd -lxxhash; do
  [[ " $flags " == *" $flag "* ]] || fail "no $flag in $flags"
done
[[ $flags != *-L/usr* ]] || fail "folders of the system in $flags"
fails "Package 'jansson'" configure "$source" c
have jansson
quietly configure "$source" d -DPATHFAN_TOOLS=OFF
quietly configure "$source" g -DPATHFAN_BUILDER=OFF -DPATHFAN_TOOLS=ON
quietly configure "$source" e -DPATHFAN_VIEWER=OFF -DPATHFAN_SERVE=OFF -DPATHFAN_EVALUATE=OFF
fails "Package 'libmicrohttpd'" configure "$source" f
echo "parts: the query libraries alone, pathfan-lite without LMDB, the command without viewer, evaluate and builder"

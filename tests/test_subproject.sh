#!/usr/bin/env bash
# pathfan within another project: test_subproject.sh SOURCE_FOLDER PATHFAN
#
# A parent (install/parent) gets only the part of pathfan that it links: no other library, no test,
# nothing in its `cmake --install`, and no build settings. And pathfan's sources are built by their
# own rules, whatever the parent sets for its own.
set -euo pipefail
source=$1 pathfan=$2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "failed: $*"; }; }

quietly "$pathfan" make-map --kind rooms --width 40 --height 30 --seed 3 -o "$scratch/rooms.map"
quietly "$pathfan" build-index "$scratch/rooms.map" -o "$scratch/rooms.pathfan"
game=$scratch/game
quietly cmake -S "$source/tests/install/parent" -B "$game" -DPATHFAN_SOURCE="$source" -DINDEX="$scratch/rooms.pathfan"
grep -qx 'CMAKE_BUILD_TYPE:STRING=' "$game/CMakeCache.txt" || fail "the parent's build type isn't its own"
quietly cmake -DCMAKE_BUILD_TYPE=Debug "$game" # quick to build
quietly cmake --build "$game" -j2
built=$(find "$game" -name 'lib*' ! -path '*/CMakeFiles/*' -printf '%f ')
[ "$built" = "libpathfan-lite.a " ] || fail "these were built: $built"

quietly ctest --test-dir "$game" --output-on-failure
grep -q '100% tests passed, 0 tests failed out of 1$' "$scratch/log" || fail "$(cat "$scratch/log")"
quietly cmake --install "$game" --prefix "$scratch/installed"
installed=$(find "$scratch/installed" -type f -printf '%P ')
[ "$installed" = "bin/game " ] || fail "these were installed: $installed"
echo "within another project: one library, its program's test, its program installed"

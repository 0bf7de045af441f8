#!/usr/bin/env bash
# What is installed is enough: test_install.sh SOURCE_FOLDER BUILD_FOLDER PATHFAN
#
# Installs into an empty folder, compiles the README's example with nothing but what
# pkg-config says of it, and asks an index with it; every installed header stands alone.
set -euo pipefail
source=$1 build=$2 pathfan=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

DESTDIR=$scratch/root cmake --install "$build" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
pc=$(find "$scratch/root" -name pathfan.pc)
[ -n "$pc" ] || { echo "no pathfan.pc was installed"; exit 1; }
export PKG_CONFIG_PATH=${pc%/*} PKG_CONFIG_SYSROOT_DIR=$scratch/root
flags=$(pkg-config --cflags --libs pathfan)
library=$(dirname "$(find "$scratch/root" -name 'libpathfan.so' | head -1)")

headers=0
for header in "$scratch"/root/*/*/include/pathfan/*.h "$scratch"/root/*/include/pathfan/*.h; do
  [ -e "$header" ] || continue
  echo "#include <pathfan/${header##*/}>" >"$scratch/alone.c"
  ${CC:-cc} -std=c11 -Wall -Werror -c "$scratch/alone.c" -o "$scratch/alone.o" $flags
  headers=$((headers + 1))
done
[ "$headers" -ge 4 ] || { echo "only $headers headers were installed"; exit 1; }

${CC:-cc} -Wall -Werror "$source/docs/examples/three_paths.c" -o "$scratch/three_paths" $flags
"$pathfan" make-map --kind rooms --width 40 --height 30 --seed 1 -o "$scratch/rooms.map" >"$scratch/log"
"$pathfan" build-index "$scratch/rooms.map" -o "$scratch/rooms.pathfan" --quiet
LD_LIBRARY_PATH=$library "$scratch/three_paths" "$scratch/rooms.pathfan" 2 2 37 27 >"$scratch/paths"
grep -q "^path 1: length " "$scratch/paths" || { echo "no path:"; cat "$scratch/paths"; exit 1; }
echo "installed: $headers headers that stand alone; $(wc -l <"$scratch/paths") paths by the example"

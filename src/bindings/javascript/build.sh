#!/usr/bin/env bash
# The npm package: build.sh FOLDER. Wants emscripten (Debian's is enough) and xxhash.h.
#
# FOLDER/pathfan.wasm is pathfan-lite (src/packaging/amalgamate.py) and module.c, and
# FOLDER/pathfan-build.wasm the builder (builder/build.sh, which says what else it wants); beside them
# lies all that `npm pack FOLDER` takes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../../..
[ $# = 1 ] || { sed -n '2,6s/^# \?//p' "$0"; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

python3 "$root/src/packaging/amalgamate.py" "$scratch"
cp "${XXHASH_H:-/usr/include/xxhash.h}" "$scratch" # emscripten has folders of its own
emcc -O2 -DNDEBUG -ffp-contract=off -fno-math-errno -Wall -Wno-unused-function -I"$scratch" "$here/module.c" "$scratch/pathfan.c" \
  -o "$out/pathfan.wasm" --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH -sMAXIMUM_MEMORY=4GB \
  -sEXPORTED_FUNCTIONS=_malloc,_free
version=$(sed -n 's/.*define PATHFAN_VERSION "\(.*\)"/\1/p' "$root/src/base/include/pathfan/version.h")
cp "$here/builder/"*.js "$here/index.js" "$here/modules.js" "$here/index.d.ts" "$here/README.md" "$root/LICENSE" "$out"
sed "s/VERSION/$version/" "$here/package.json" >"$out/package.json"
# xxHash is in it, and its licence wants to be told: it stands at the top of the header.
sed '/\*\//q' "$scratch/xxhash.h" >"$out/licences.txt"
"$here/builder/build.sh" "$out"

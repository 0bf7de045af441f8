#!/usr/bin/env bash
# javascript.sh PATHFAN FOLDER - builds the npm package in FOLDER, and compares its answers with
# those of PATHFAN. Installs emscripten if missing (Debian), so it is a separate target:
# cmake --build build --target javascript
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
. tests/needs.sh
. tests/bindings/make_indexes.sh
command -v emcc >/dev/null || install_packages emscripten
command -v node >/dev/null || install_packages nodejs
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
src/bindings/javascript/build.sh "$2"
make_indexes "$1" "$scratch"
"$1" build-index docs/examples/gates.geojson -o "$scratch/gates.doors" --quiet
echo 'POLYGON ((0 0, 9 0, 0 9, 0 0)); POLYGON ((19 0, 20 0, 20 9, 19 0)); POINT (15 4)' >"$scratch/town.wkt"
"$1" build-index "$scratch/town.wkt" -o "$scratch/town.told" --quiet 2>/dev/null
for suite in "test_javascript.mjs $2 $scratch" "test_build_index.mjs $2 $1"; do
  node "$here/"$suite | sed -n '/^# \(tests\|pass\|fail\)/p; /^not ok/p'
  test "${PIPESTATUS[0]}" = 0
done
# The example imports the package by its name.
mkdir "$scratch/node_modules"
ln -s "$(realpath "$2")" "$scratch/node_modules/pathfan"
cp docs/examples/siege.mjs docs/examples/ask.mjs docs/examples/bake.mjs "$scratch"
# README.md's program.
"$1" make-map --kind caves --width 160 --height 100 --seed 5 -o "$scratch/caves.map"
"$1" build-index "$scratch/caves.map" -o "$scratch/caves.pathfan" --quiet
lengths=$(cd "$scratch" && node ask.mjs | xargs)
grep -q "^Each prints ${lengths/ /, }[.]" <(sed 's/ and / /' README.md) || { echo "ask.mjs prints $lengths" >&2; exit 1; }
node "$scratch/siege.mjs" "$scratch/rooms.pathfan" 25 2>/dev/null | grep '^800 units, .* 25 ticks: .*; [0-9]* arrived$'

baked=$(cd "$scratch" && node bake.mjs caves.map baked.pathfan)
cmp "$scratch/baked.pathfan" "$scratch/caves.pathfan" || { echo "bake.mjs makes another index: $baked" >&2; exit 1; }

# Only these files are published; each is small.
files=$(cd "$2" && npm pack --dry-run --json 2>/dev/null | jq -r '.[0].files[].path' | sort | tr '\n' ' ')
[ "$files" = "LICENSE README.md build-worker.js build.js builder.js index.d.ts index.js licences.txt modules.js package.json pathfan-build.licences.txt pathfan-build.wasm pathfan.wasm " ] || { echo "the package holds $files" >&2; exit 1; }
grep -q "Copyright (C) .* Yann Collet" "$2/licences.txt" && grep -q "BSD 2-Clause" "$2/licences.txt" ||
  { echo "the package doesn't tell xxHash's licence" >&2; exit 1; }
bytes=$(gzip -9 -c "$2/pathfan.wasm" | wc -c)
[ "$bytes" -le 210000 ] || { echo "pathfan.wasm has $bytes bytes, gzipped" >&2; exit 1; }
built=$(gzip -9 -c "$2/pathfan-build.wasm" | wc -c)
[ "$built" -le 450000 ] || { echo "pathfan-build.wasm has $built bytes, gzipped" >&2; exit 1; }
echo "npm package: $bytes and $built bytes of WebAssembly, gzipped; answers are the command's"

#!/usr/bin/env bash
# page_module.sh - the module by which a page without a server answers is what the sources make, byte by
# byte. Installs emscripten where that is missing (Debian): cmake --build build --target page-module
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/needs.sh
command -v emcc >/dev/null || install_packages emscripten
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
src/viewer/page/module/build.sh "$scratch"
cmp "$scratch/pathfan.wasm" src/viewer/page/dist/pathfan.wasm || {
  echo "dist/pathfan.wasm isn't what the sources make: src/viewer/page/module/build.sh" >&2
  exit 1
}
bytes=$(gzip -9 -c src/viewer/page/dist/pathfan.wasm | wc -c)
[ "$bytes" -le 270000 ] || { echo "pathfan.wasm has $bytes bytes, gzipped" >&2; exit 1; }
echo "pathfan.wasm is what the sources make: $bytes bytes, gzipped"

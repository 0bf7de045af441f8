#!/usr/bin/env bash
# page_module.sh - the modules by which a page without a server answers, and makes indexes, are what the
# sources make, byte by byte. Installs emscripten where that is missing (Debian), and fetches the
# sources of libraries: cmake --build build --target page-module
set -euo pipefail
cd "$(dirname "$0")/../.."
. tests/needs.sh
command -v emcc >/dev/null || install_packages emscripten
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
src/viewer/page/module/build.sh "$scratch"
command -v dpkg-source >/dev/null || install_packages dpkg-dev
src/bindings/javascript/builder/build.sh "$scratch"
check() { # check MODULE BUILD LIMIT
  cmp "$scratch/$1" "src/viewer/page/dist/$1" || { echo "dist/$1 isn't what the sources make: $2" >&2; exit 1; }
  bytes=$(gzip -9 -c "src/viewer/page/dist/$1" | wc -c)
  [ "$bytes" -le "$3" ] || { echo "$1 has $bytes bytes, gzipped" >&2; exit 1; }
  echo "$1 is what the sources make: $bytes bytes, gzipped"
}
check pathfan.wasm src/viewer/page/module/build.sh 300000
check pathfan-build.wasm "src/bindings/javascript/builder/build.sh FOLDER" 450000

#!/usr/bin/env bash
# Compares paths over navigation meshes of Recast with Detour's own.
#
#   tests/bench/navmeshes.sh PATHFAN FOLDER
#
# Installs @recast-navigation from npm into FOLDER, makes meshes there (navmeshes.mjs), and compares
# (navmeshes.py). Needs node 18 or newer and npm.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
pathfan=$(realpath "${1:?the program}")
mkdir -p "${2:?a folder}"
cd "$2"
[ -d node_modules/@recast-navigation/generators ] ||
  npm install --silent --no-save @recast-navigation/core@0.43 @recast-navigation/generators@0.43
cp "$here/navmeshes.mjs" .
for seed in 7 8 9; do
  node navmeshes.mjs . "$seed"
  python3 "$here/navmeshes.py" "$pathfan" .
done

#!/usr/bin/env bash
# Builds the module by which the page answers without a server: build.sh [FOLDER], by default the
# page's dist/. Needs Debian 12's emscripten and libxxhash-dev; with these the bytes are the same
# each time. FOLDER/pathfan.wasm contains the query library without the reading of files, the files
# of request/, server/ and viewer/ that check requests and write answers, and module.c. licences.txt
# lists its other contents and their licences.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
mkdir -p "${1:-$here/../dist}"
out=$(cd "${1:-$here/../dist}" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cp "${XXHASH_H:-/usr/include/xxhash.h}" "$scratch" # emscripten has folders of its own

cd "$root"
sources=$(ls query/*/*.c format/*.c src/base/*.c src/geometry/*.c src/mesh/*.c src/graph/*.c \
  src/search/*.c src/weighted/*.c src/terrain/*.c src/space/*.c | grep -Ev '_windows\.c|format/(store|encode|writer)|base/(sort|fork|program)')
sources+=" src/request/complaint.c src/request/fields.c src/request/source.c src/request/trace_log.c
  src/request/write.c  src/server/check_request.c src/viewer/map_json.c src/viewer/plateau.c src/viewer/query_json.c
  src/viewer/targets.c src/viewer/terrain_json.c src/viewer/page/module/module.c"
# Sources in which requests spend their time are optimised for speed, the others for size.
fast='^(query/obstacles/|query/.*/(choose|compare|difference|hub_distance|legs|recover|tracks|visible_vertices|shortest|splices|via_sets|gather|trees|penalty|graph_paths)|src/(geometry|mesh|graph|search|terrain)/|src/weighted/(bound|intervals|pass|raise|search|trace|way)\.)'
export SCRATCH=$scratch
compile() {
  emcc "$1" -c "$2" -o "$SCRATCH/$(tr / _ <<<"$2").o" -ffp-contract=off -fno-math-errno -Wall \
    -Wno-unused-function -ffile-prefix-map="$PWD=." -D_GNU_SOURCE -DNDEBUG -DXXH_INLINE_ALL -DPATHFAN_WITH_LMDB=0 \
    -DPATHFAN_WITH_ZSTD=0 -I"$SCRATCH" -Iquery/include -Iformat/include -Isrc/base/include \
    -Ibuild-index/include -Isrc/crowd/include -Isrc -I.
}
export -f compile
for source in $sources; do
  [[ $source =~ $fast ]] && echo "-O2 $source" || echo "-Os $source"
done | xargs -P"${JOBS:-2}" -L1 bash -c 'compile "$@"' -
# In the order of the list, so that the bytes are the same.
objects=()
for source in $sources; do objects+=("$scratch/$(tr / _ <<<"$source").o"); done
emcc -O2 "${objects[@]}" -o "$out/pathfan.wasm" --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH \
  -sMAXIMUM_MEMORY=4GB -sEXPORTED_FUNCTIONS=_malloc
chmod 644 "$out/pathfan.wasm"

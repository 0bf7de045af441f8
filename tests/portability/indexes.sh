#!/usr/bin/env bash
# indexes.sh PATHFAN - builds the command for musl, for arm64 and for Windows, and in the plain form of
# C, and makes 40 indexes of maps of several kinds by each, under qemu and wine where they need it: they
# must be PATHFAN's, byte for byte. Mostly it compiles, half an hour on two cores, so it is a separate
# target: cmake --build build --target same-indexes. Compilers and emulators are installed if missing
# (Debian). BUILDS=FOLDER keeps what is built; SYSTEMS="musl arm64": only these; BUILDER_WASM=FOLDER, made
# by src/bindings/javascript/build.sh: by the builder in WebAssembly, too.
set -euo pipefail
pathfan=$(realpath "$1")
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
. tests/needs.sh
. tests/portability/wine.sh
need=""
command -v musl-gcc >/dev/null || need="$need musl-tools"
command -v aarch64-linux-gnu-gcc >/dev/null || need="$need gcc-aarch64-linux-gnu libc6-dev-arm64-cross"
command -v qemu-aarch64-static >/dev/null || need="$need qemu-user-static"
command -v x86_64-w64-mingw32-gcc-posix >/dev/null || need="$need gcc-mingw-w64-x86-64-posix"
[ -e /usr/x86_64-w64-mingw32/include/zlib.h ] || need="$need libz-mingw-w64-dev"
[ -n "$(find_wine)" ] || need="$need wine64"
command -v dpkg-source >/dev/null || need="$need dpkg-dev"
[ -z "$need" ] || install_packages $need

scratch=$(mktemp -d)
trap 'remove_with_wine "$scratch"' EXIT
use_wine "$scratch"
builds=${BUILDS:-$scratch/builds}
mkdir -p "$builds"
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { tail -50 "$scratch/log" >&2; fail "failed: $*"; }; }

# build SYSTEM TOOLCHAIN OPTIONS...: the command, with the builder and nothing else, in $builds/SYSTEM.
build() {
  local libraries=""
  if [ "$1" != plain ]; then
    libraries=$builds/$1-libraries
    [ -e "$libraries/lib/pkgconfig/expat.pc" ] || quietly tests/portability/libraries.sh "$1" "$libraries"
    export PKG_CONFIG_LIBDIR=$libraries/lib/pkgconfig
  fi
  quietly cmake -S . -B "$builds/$1" ${2:+-DCMAKE_TOOLCHAIN_FILE=src/packaging/$2.cmake} -DPATHFAN_LMDB=OFF \
    -DPATHFAN_TESTS=OFF -DPATHFAN_VIEWER=OFF -DPATHFAN_SERVE=OFF -DPATHFAN_EVALUATE=OFF -DPATHFAN_INSTALL=OFF \
    -DPATHFAN_PNG=OFF -DPATHFAN_ZLIB=OFF "${@:3}"
  unset PKG_CONFIG_LIBDIR
  quietly cmake --build "$builds/$1" -j2 --target pathfan
}

# ---- Maps, and their indexes here ----

mkdir "$scratch/maps"
cd "$scratch/maps"
for kind in caves rooms city building terrain; do
  for seed in 1 2 3 4; do
    size=$((16 + 8 * seed))
    case $kind in caves | rooms) ending=map ;; *) ending=geojson ;; esac
    [ $kind != city ] || size=$((150 + 20 * seed))
    "$pathfan" make-map --kind $kind --width $size --height $size --seed $seed -o $kind$seed.$ending
  done
done
# options_of MAP: each map gets two indexes.
options_of() {
  case $1 in
  terrain*) echo "--background-rate 2 --simplify 0.5" ;;
  building*) echo "--no-edges" ;;
  *.geojson) echo "--agent-radius 0.3,0.6" ;;
  *) echo "--agent-radius 0.4" ;;
  esac
}
# json_of MAP: the same for JavaScript.
json_of() {
  case $1 in
  terrain*) echo '{"backgroundRate":2,"simplify":0.5}' ;;
  building*) echo '{"edges":false}' ;;
  *.geojson) echo '{"agentRadius":[0.3,0.6]}' ;;
  *) echo '{"agentRadius":0.4}' ;;
  esac
}
# make_all FOLDER COMMAND...: all indexes in the folder; prints their digests.
make_all() {
  local folder=$1 map
  shift
  mkdir -p "$folder"
  for map in *.map *.geojson; do
    quietly "$@" build-index "$map" -o "$folder/$map.pathfan"
    quietly "$@" build-index "$map" -o "$folder/$map.more.pathfan" $(options_of "$map")
  done
  (cd "$folder" && sha256sum *.pathfan)
}
make_all here "$pathfan" >here.sums
count=$(wc -l <here.sums)
[ "$count" = 40 ] || fail "$count indexes, not 40"

# ---- Elsewhere ----

tried=1
# compare SYSTEM: its digests with those here.
compare() {
  diff here.sums "$1.sums" >&2 || fail "$1: other indexes"
  echo "$1: all $count indexes are the same bytes"
  tried=$((tried + 1))
}
wanted=${SYSTEMS:-plain musl arm64 windows}
for system in $wanted; do
  cd "$root"
  case $system in
  plain) build plain "" -DPATHFAN_PLAIN_C=ON; runner= ;;
  musl) build musl musl; runner= ;;
  arm64) build arm64 arm64 -DCMAKE_EXE_LINKER_FLAGS=-static; runner=qemu-aarch64-static ;;
  windows) build windows mingw; runner=$wine ;;
  esac
  cd "$scratch/maps"
  program=$builds/$system/pathfan
  [ -e "$program" ] || program=$program.exe
  make_all "$system" $runner "$program" >"$system.sums"
  compare "$system"
done
if [ -n "${BUILDER_WASM:-}" ]; then # a folder made by src/bindings/javascript/build.sh
  mkdir -p wasm
  for map in *.map *.geojson; do
    node "$root/tests/portability/build_index.mjs" "$BUILDER_WASM" "$map" "wasm/$map.pathfan" '{}'
    node "$root/tests/portability/build_index.mjs" "$BUILDER_WASM" "$map" "wasm/$map.more.pathfan" "$(json_of "$map")"
  done
  (cd wasm && sha256sum *.pathfan) >wasm.sums
  compare wasm
fi
echo "$tried systems, 0 failed"

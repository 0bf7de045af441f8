#!/usr/bin/env bash
# libraries.sh SYSTEM PREFIX - builds what pathfan wants of other libraries for another system, from
# Debian's sources, and installs it in the folder PREFIX, as archives: zstd, xxHash, jansson, expat,
# and for Windows libpng and zlib. SYSTEM: windows (needs gcc-mingw-w64-x86-64-posix and
# libz-mingw-w64-dev), musl (musl-tools) or arm64 (gcc-aarch64-linux-gnu, libc6-dev-arm64-cross);
# all need dpkg-dev and cmake.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
case $1 in
windows) toolchain=mingw cc=x86_64-w64-mingw32-gcc-posix ar=x86_64-w64-mingw32-ar extra=libpng1.6 ;;
musl) toolchain=musl cc=musl-gcc ar=ar extra= ;;
arm64) toolchain=arm64 cc=aarch64-linux-gnu-gcc ar=aarch64-linux-gnu-ar extra= ;;
*) sed -n '2,7s/^# \?//p' "$0" && exit 2 ;;
esac
mkdir -p "$2"
prefix=$(cd "$2" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quietly() { "$@" >"$scratch/log" 2>&1 || { tail -50 "$scratch/log" >&2; echo "failed: $*" >&2; exit 1; }; }

toolchain="-DCMAKE_TOOLCHAIN_FILE=$root/src/packaging/$toolchain.cmake"
"$root/src/packaging/debian_sources.sh" "$scratch/libraries" libzstd xxhash jansson expat $extra
cd "$scratch/libraries"
# library NAME FOLDER OPTIONS...: builds with printf and strtod of C17, for jansson's numbers.
library() {
  quietly cmake -S "$2" -B "build-$1" "$toolchain" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=OFF \
    -DCMAKE_PREFIX_PATH="$prefix" -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib \
    -DCMAKE_C_FLAGS=-D__USE_MINGW_ANSI_STDIO=1 "${@:3}"
  quietly cmake --build "build-$1" -j2
  quietly cmake --install "build-$1"
}
library xxhash xxhash/cmake_unofficial -DXXHASH_BUILD_XXHSUM=OFF
sed -i "s|^prefix=.*|prefix=$prefix|" "$prefix/lib/pkgconfig/libxxhash.pc"
library jansson jansson -DJANSSON_BUILD_DOCS=OFF -DJANSSON_WITHOUT_TESTS=ON -DJANSSON_EXAMPLES=OFF
sed -i -E 's/^#cmakedefine (XML_DTD|XML_GE)$/#cmakedefine \1 1/' expat/expat/expat_config.h.cmake # its code compares them
library expat expat/expat -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TESTS=OFF \
  -DEXPAT_BUILD_DOCS=OFF -DEXPAT_SHARED_LIBS=OFF
quietly make -s -j2 -C libzstd/lib CC=$cc AR=$ar ZSTD_LEGACY_SUPPORT=0 \
  ZSTD_NO_ASM=1 PREFIX="$prefix" install-static install-includes install-pc
if [ "$extra" ]; then
  cat >"$prefix/lib/pkgconfig/zlib.pc" <<PC
Name: zlib
Description: of Debian's libz-mingw-w64-dev
Version: $(sed -n 's/^#define ZLIB_VERSION "\(.*\)"/\1/p' /usr/x86_64-w64-mingw32/include/zlib.h)
Libs: /usr/x86_64-w64-mingw32/lib/libz.a
PC
  library libpng libpng1.6 -DPNG_SHARED=OFF -DPNG_STATIC=ON -DPNG_TESTS=OFF -DPNG_EXECUTABLES=OFF \
    -DZLIB_LIBRARY=/usr/x86_64-w64-mingw32/lib/libz.a -DZLIB_INCLUDE_DIR=/usr/x86_64-w64-mingw32/include
fi
echo "libraries: $(ls "$prefix/lib/pkgconfig" | tr '\n' ' ')"

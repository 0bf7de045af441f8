#!/usr/bin/env bash
# Builds the builder as WebAssembly: build.sh FOLDER makes FOLDER/pathfan-build.wasm and
# FOLDER/pathfan-build.licences.txt, a copy of licences.txt. Needs Debian 12's emscripten and
# libxxhash-dev, and the sources of its libzstd, jansson, expat, libpng1.6 and zlib: LIBRARIES names a
# folder where they are unpacked as `dpkg-source -x NAME.dsc FOLDER/NAME` does; without it apt-get
# fetches them. With these the bytes are the same each time.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../../.." && pwd)
[ $# = 1 ] || { sed -n '2,6s/^# \?//p' "$0"; exit 2; }
mkdir -p "$1"
out=$(cd "$1" && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# ---- Sources of the libraries ----

libraries=${LIBRARIES:-}
if [ -z "$libraries" ]; then
  libraries=$scratch/libraries
  "$root/src/packaging/debian_sources.sh" "$libraries" libzstd jansson expat libpng1.6 zlib
fi
libraries=$(cd "$libraries" && pwd)

# What ./configure would find out.
mkdir "$scratch/include"
sed 's/@json_inline@/inline/; s/@json_have_[a-z_]*@/1/' "$libraries/jansson/src/jansson_config.h.in" >"$scratch/include/jansson_config.h"
cat >"$scratch/include/jansson_private_config.h" <<'END'
#define HAVE_STDINT_H 1
#define HAVE_SYS_TYPES_H 1
#define HAVE_UNISTD_H 1
#define HAVE_STRTOLL 1
#define INITIAL_HASHTABLE_ORDER 3
END
cat >"$scratch/include/expat_config.h" <<'END'
#define BYTEORDER 1234
#define XML_NS 1
#define XML_CONTEXT_BYTES 1024
#define XML_POOR_ENTROPY 1 /* entities, which the salt of hash tables is for, are refused */
END
cp "$libraries/libpng1.6/scripts/pnglibconf.h.prebuilt" "$scratch/include/pnglibconf.h"
cp "${XXHASH_H:-/usr/include/xxhash.h}" "$scratch/include" # emscripten has folders of its own

# ---- Compiling ----

cd "$root"
own=$(ls format/*.c src/base/*.c src/geometry/*.c src/mesh/*.c src/graph/*.c src/search/*.c \
  src/terrain/*.c src/space/*.c src/map/*.c src/meshing/*.c build-index/{labels,listed,maps,pipeline,run,sight,tables,terrain,vias}/*.c |
  grep -Ev '_windows\.c|_left_out\.c|/left_out\.c|format/store|base/(fork|program|publish|file\.c)|map/(generate|scenario|poly_write|geojson_write)|maps/(make_map|scenario)')
own+=" $(ls src/bindings/javascript/builder/*.c)"
theirs="$(ls "$libraries"/libzstd/lib/{common,compress,decompress}/*.c)
$(ls "$libraries"/jansson/src/{error,hashtable,hashtable_seed,load,memory,strbuffer,strconv,utf,value,dump,pack_unpack}.c)
$(ls "$libraries"/expat/expat/lib/{xmlparse,xmlrole,xmltok}.c)
$(ls "$libraries"/libpng1.6/png{,error,get,mem,read,rio,rtran,rutil,set,trans}.c)
$(ls "$libraries"/zlib/{adler32,crc32,inffast,inflate,inftrees,zutil}.c)"
# Sources in which builds spend their time are optimised for speed, the others for size.
fast='^(src/(geometry|mesh|meshing|graph|search|space)/|build-index/(labels|listed|sight|tables|terrain|vias)/)'
export SCRATCH=$scratch LIBS=$libraries
object_of() { echo "$SCRATCH/$(tr / _ <<<"$1").o"; }
compile() { # LEVEL SOURCE
  local flags="-ffp-contract=off -fno-math-errno -ffile-prefix-map=$PWD=. -ffile-prefix-map=$LIBS=. -DNDEBUG"
  case $2 in
  */libzstd/*) flags+=" -DZSTD_LEGACY_SUPPORT=0 -DZSTD_DISABLE_ASM -DDYNAMIC_BMI2=0 -DXXH_NAMESPACE=ZSTD_ -DZSTD_LIB_DEPRECATED=0" ;;
  */jansson/*) flags+=" -DHAVE_CONFIG_H" ;;
  */expat/*) flags+=" -DHAVE_EXPAT_CONFIG_H" ;;
  */libpng1.6/*) flags+=" -I$LIBS/zlib" ;;
  */zlib/*) flags+=" -DZ_HAVE_UNISTD_H" ;;
  *) flags+=" -Wall -Wno-unused-function -D_GNU_SOURCE -DXXH_INLINE_ALL -DPATHFAN_WITH_LMDB=0 -Iquery/include
     -Iformat/include -Isrc/base/include -Ibuild-index/include -Isrc -I. -I$LIBS/libzstd/lib -I$LIBS/expat/expat/lib
     -I$LIBS/libpng1.6 -I$LIBS/zlib" ;;
  esac
  emcc "$1" -c "$2" -o "$(object_of "$2")" -I"$SCRATCH/include" -I"$LIBS/jansson/src" $flags
}
export -f compile object_of
for source in $own $theirs; do
  [[ $source =~ $fast ]] && echo "-O2 $source" || echo "-Os $source"
done | xargs -P"${JOBS:-2}" -L1 bash -c 'compile "$@"' -
# In the order of the list, so that the bytes are the same.
objects=()
for source in $own $theirs; do objects+=("$(object_of "$source")"); done
echo 'mergeInto(LibraryManager.library, { builder_progress: function() {} })' >"$scratch/imports.js"
emcc -Oz "${objects[@]}" -o "$out/pathfan-build.wasm" --no-entry -sSTANDALONE_WASM -sALLOW_MEMORY_GROWTH \
  -sMAXIMUM_MEMORY=4GB --js-library "$scratch/imports.js" -sWASM_BIGINT
chmod 644 "$out/pathfan-build.wasm"

cp "$here/licences.txt" "$out/pathfan-build.licences.txt"

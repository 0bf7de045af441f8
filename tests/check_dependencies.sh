#!/usr/bin/env bash
# Who may use whom: check_dependencies.sh SOURCE_FOLDER [BUILD_FOLDER]
#
# Includes: every quoted include is resolved to a file, and the room that holds
# it must be one that the including room may use. Then, with a build folder, the
# static libraries: what they define begins with pathfan_, and the query library
# links with nothing but its own rooms, libc, lmdb, zstd and xxhash.
set -uo pipefail
source=$1
build=${2:-}
failures=0
cd "$source" || exit 1

fail() {
  echo "$*" >&2
  failures=$((failures + 1))
}

# room FILE: the room a file belongs to.
room() {
  case $1 in
  src/*/*) echo "$1" | cut -d/ -f2 ;;
  build-index/folder/*) echo folder ;;
  *) echo "${1%%/*}" ;;
  esac
}

# The rooms that each room may use besides itself. "public" stands for a
# library's include/pathfan folder.
allowed() {
  case $1 in
  base) echo "" ;;
  format) echo "base public-base" ;;
  geometry | draw) echo "base public-base" ;;
  mesh) echo "geometry base format public-format public-base" ;;
  map) echo "geometry base public-base" ;;
  meshing | search | graph) echo "mesh geometry base format public-format public-base" ;;
  space) echo "graph search mesh geometry base format public-format public-base" ;;
  query) echo "space graph search mesh geometry base format public-format public-base" ;;
  build-index) echo "space map meshing graph search mesh geometry base format public-format public-base" ;;
  folder) echo "build-index base format public-build-index public-format public-base" ;;
  evaluate) echo "draw space graph search meshing mesh geometry base public-base public-format public-query public-build-index" ;;
  viewer) echo "request draw base public-base public-format public-query public-build-index" ;;
  request) echo "base public-base public-format public-query" ;;
  cli) echo "evaluate viewer request draw public-base public-format public-query public-build-index" ;;
  *) echo "" ;;
  esac
}

# resolve FILE NAME: where an include leads, as the build's include paths have it.
resolve() {
  local folder
  for folder in "$(dirname "$1")" src . src/base/include format/include query/include build-index/include \
    query build-index; do
    if [ -f "$folder/$2" ]; then
      realpath --relative-to=. "$folder/$2"
      return
    fi
  done
}

while IFS=: read -r file line text; do
  name=${text#*\"}
  name=${name%%\"*}
  from=$(room "$file")
  target=$(resolve "$file" "$name")
  if [ -z "$target" ]; then
    fail "$file:$line: \"$name\" leads nowhere"
    continue
  fi
  to=$(room "$target")
  case $target in */include/pathfan/*) public=public-$to ;; *) public=$to ;; esac
  [ "$from" = "$to" ] && continue
  # The command writes files as the libraries do.
  [ "$from $target" = "cli src/base/file.h" ] && continue
  case " $(allowed "$from") " in
  *" $public "*) ;;
  *) fail "$file:$line: $from may not use $target" ;;
  esac
  if [ "$from" = cli ] && [ "$to" = draw ] && [ "$target" != src/draw/svg.h ]; then
    fail "$file:$line: of draw, the command may use svg.h only"
  fi
  if [ "$from" = cli ] && [ "$to" = evaluate ] && [ "$target" != src/evaluate/evaluate.h ]; then
    fail "$file:$line: of evaluate, the command may use evaluate.h only"
  fi
  if [ "$from" = cli ] && [ "$to" = viewer ] && [ "$target" != src/viewer/viewer.h ]; then
    fail "$file:$line: of viewer, the command may use viewer.h only"
  fi
done < <(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' --include='*.[ch]' \
  format query build-index src)

# Libraries from outside and the rooms that may know of them.
while IFS=: read -r file line text; do
  from=$(room "$file")
  case "$text:$from" in
  *lmdb.h*:format | *zstd.h*:format | *xxhash.h*:format | *jansson.h*:cli | *jansson.h*:request | *jansson.h*:viewer | *microhttpd.h*:viewer | *sqlite3.h*:viewer | *jansson.h*:map | *jansson.h*:folder | *geos_c.h*:map | *cairo*.h*:draw) ;;
  *) fail "$file:$line: $from may not use ${text#*include}" ;;
  esac
done < <(grep -rnE '#[[:space:]]*include[[:space:]]*<(lmdb|zstd|xxhash|jansson|microhttpd|sqlite3|geos_c|cairo|cairo-svg|cmocka)\.h>' \
  --include='*.[ch]' format query build-index src)

if [ -n "$build" ]; then
  for library in "$build"/libpathfan-*.a; do
    strangers=$(nm --extern-only --defined-only "$library" 2>/dev/null |
      awk 'NF == 3 && $3 !~ /^pathfan_/ { print $3 }')
    [ -z "$strangers" ] || fail "$library defines names without pathfan_:" $strangers
  done

  # One name, one meaning: two libraries that define the same name link by luck.
  doubled=$(nm --extern-only --defined-only "$build"/libpathfan-*.a 2>/dev/null |
    awk 'NF == 3 && $2 ~ /[TDBR]/ { print $3 }' | sort | uniq -d)
  [ -z "$doubled" ] || fail "defined more than once:" $doubled

  # The shared object shows what the public headers declare, and no more.
  if [ -f "$build/libpathfan.so" ]; then
    for name in $(nm -D --defined-only "$build/libpathfan.so" | awk 'NF == 3 { print $3 }'); do
      grep -qw "$name" query/include/pathfan/*.h format/include/pathfan/*.h src/base/include/pathfan/*.h ||
        fail "libpathfan.so shows $name, which no public header declares"
    done
  fi

  # Every object of the query library and its rooms, and no library beyond these:
  # a symbol of builders, JSON or drawing would stay undefined.
  archives=()
  for name in query space graph search mesh geometry format base; do
    archives+=("$build/libpathfan-$name.a")
  done
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  ${CC:-cc} -shared -Wl,-z,defs -o "$scratch/closure.so" \
    -Wl,--whole-archive "${archives[@]}" -Wl,--no-whole-archive \
    $(pkg-config --libs lmdb libzstd libxxhash) -lm -pthread 2>"$scratch/errors" ||
    fail "the query library needs more than it may: $(cat "$scratch/errors")"
fi

[ "$failures" -eq 0 ] && echo "dependencies: as they should be"
[ "$failures" -eq 0 ]

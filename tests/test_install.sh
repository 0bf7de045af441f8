#!/usr/bin/env bash
# Checks that the installed files suffice: test_install.sh SOURCE_FOLDER BUILD_FOLDER MOST_BYTES
#
# Installs into an empty folder, moves the folder, and compiles and runs programs with nothing but
# the flags from pkg-config, or from CMake's find_package, for each library. Every installed header
# compiles alone; no installed file reveals where it was built; libpathfan-lite.so, stripped, has at
# most MOST_BYTES bytes (0: any number).
set -euo pipefail
source=$1 build=$2 most=$3
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cc=${CC:-cc}
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "failed: $*"; }; }

DESTDIR=$scratch/made quietly cmake --install "$build"
prefix=$(dirname "$(find "$scratch/made" -type d -name include)")
mv "$prefix" "$scratch/root"
lib=$(dirname "$(find "$scratch/root" -name libpathfan.so)")
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib

# compile LIBRARY SOURCE OUTPUT [FLAGS]
compile() { quietly "$cc" -Wall -Wextra -Werror "$2" -o "$scratch/$3" "${@:4}" $(pkg-config --cflags --libs "$1"); }

headers=0
for header in "$scratch"/root/include/pathfan/*.h; do
  echo "#include <pathfan/${header##*/}>" >"$scratch/alone.c"
  quietly "$cc" -std=c11 -Wall -Wextra -Wpedantic -Werror -c "$scratch/alone.c" -o "$scratch/alone.o" $(pkg-config --cflags pathfan)
  headers=$((headers + 1))
done
[ "$headers" = 20 ] || fail "$headers headers were installed"

# Shared objects export public names alone; archives define no others but internal ones.
defined() { nm --defined-only "$@" | sed -n 's/.* [BCDRTVW] \([^@]*\).*/\1/p'; }
for file in "$lib"/libpathfan*.so "$lib"/libpathfan*.a; do
  case $file in
  *.so) wrong=$(defined --dynamic "$file" | grep -v '^pathfan_' || true) ;;
  *.a) wrong=$(defined --extern-only "$file" 2>/dev/null | grep -v '^pathfan_\|^pf_' || true) ;;
  esac
  [ -z "$wrong" ] || fail "${file##*/} defines" $wrong
done

# Each command has a manual page in the form that man expects, and completion knows the command.
share=$scratch/root/share
for command in $("$build/pathfan" help | sed -n 's/^  \([a-z][a-z-]*\)   *[a-z].*/\1/p'); do
  [ "$command" = help ] && continue
  page=$share/man/man1/pathfan-$command.1
  for section in "TH PATHFAN-" "SH SYNOPSIS" "SH DESCRIPTION" "SH OPTIONS" "SH EXIT STATUS" "SH EXAMPLES" "SH SEE ALSO"; do
    grep -q "^\.$section" "$page" || fail "the page of pathfan-$command has no .$section"
  done
  # No option of the help is lost.
  lost=$(comm -23 <("$build/pathfan" $command --help | sed -n 's/^  \(-., \)\?\(--[a-z][a-z-]*\).*/\2/p' | sort -u) \
    <(sed -n 's/\\-/-/g; s/^\\fB.*\(--[a-z][a-z-]*\)\\fR.*/\1/p' "$page" | sort -u))
  [ -z "$lost" ] || fail "the page of pathfan-$command lacks" $lost
  for file in bash-completion/completions/pathfan zsh/site-functions/_pathfan fish/vendor_completions.d/pathfan.fish; do
    grep -qw -e "$command" "$share/$file" || fail "$file doesn't know $command"
  done
done
words=$(bash -c 'source "$1"; COMP_WORDS=(pathfan query --sti) COMP_CWORD=2; COMP_WORDS[2]=--stre; _pathfan; echo "${COMPREPLY[*]}"' \
  - "$share/bash-completion/completions/pathfan")
[ "$words" = --stretch ] || fail "--stre is completed to '$words'"

# Maps become indexes, and both can be queried: with the builder's library alone, and with the query
# library beside it, in either order.
for links in -lpathfan-build -lpathfan-build\ -lpathfan -lpathfan\ -lpathfan-build; do
  compile pathfan-build "$source/tests/install/build.c" build -L"$lib" -Wl,--no-as-needed $links
  maps=$(mktemp -d "$scratch/maps.XXX")
  quietly "$scratch/build" "$maps"
  index=$maps/rooms.pathfan
  [ -e "$scratch/wanted.pathfan" ] || cp "$index" "$scratch/wanted.pathfan"
  quietly cmp "$index" "$scratch/wanted.pathfan"
done

# ask PROGRAM: the README's example gives the same paths whichever library it links.
ask() {
  $1 "$index" 2 2 37 27 >"$scratch/paths"
  grep -q "^path 3: length " "$scratch/paths" || fail "$1: $(cat "$scratch/paths")"
  [ -e "$scratch/wanted" ] || cp "$scratch/paths" "$scratch/wanted"
  quietly cmp "$scratch/wanted" "$scratch/paths"
}
example=$source/docs/examples/three_paths.c
for library in pathfan pathfan-lite pathfan-crowd pathfan-build; do
  compile $library "$example" three_$library
  ask "$scratch/three_$library"
done

# All libraries as archives, by pkg-config.
for library in pathfan pathfan-lite pathfan-crowd pathfan-build; do
  archive=$(pkg-config --cflags --libs --static $library | sed "s/-l$library /-l:lib$library.a /")
  quietly "$cc" "$example" -o "$scratch/static_$library" $archive
  ask "env -u LD_LIBRARY_PATH $scratch/static_$library"
  [ "$(pkg-config --modversion $library)" = "$("$build/pathfan" --version | sed 's/^pathfan \([^ ]*\).*/\1/')" ] ||
    fail "$library has another version than the command"
done

# The other example prints the ways over a terrain; the command makes the index, if it is installed.
if [ -x "$scratch/root/bin/pathfan" ]; then
  quietly "$scratch/root/bin/pathfan" build-index "$source/docs/examples/valley.geojson" -o "$scratch/valley.pathfan"
  for library in pathfan pathfan-crowd pathfan-build; do
    compile $library "$source/docs/examples/three_ways_terrain.c" ways
    "$scratch/ways" "$scratch/valley.pathfan" 0.5 2.2 4 4.8 >"$scratch/ways.txt"
    for told in '^way 3: cost 73' ' Viaduct$' ' Ford Track$' ' over Aller (8)$'; do
      grep -q -- "$told" "$scratch/ways.txt" || fail "$library: no '$told' in $(cat "$scratch/ways.txt")"
    done
  done
fi

# The same from C++, with costs of many places.
if [ -e "$scratch/valley.pathfan" ]; then
  for library in pathfan pathfan-crowd pathfan-build; do
    quietly "${CXX:-c++}" -std=c++17 -Wall -Wextra -Wpedantic -Werror "$source/tests/install/terrain.cpp" -o "$scratch/terrain" \
      $(pkg-config --cflags --libs $library)
    quietly "$scratch/terrain" "$scratch/valley.pathfan"
  done
fi

# C++ with every library; the headers are the same for all. Also without exceptions.
flags=$(pkg-config --cflags pathfan)
for standard in 17 20; do
  for program in wrapper no_exceptions; do
    exceptions=
    [ $program = wrapper ] || exceptions=-fno-exceptions
    quietly "${CXX:-c++}" -std=c++$standard $exceptions -Wall -Wextra -Wpedantic -Werror -c \
      "$source/tests/install/$program.cpp" -o "$scratch/$program.o" $flags
  done
  for library in pathfan pathfan-lite pathfan-crowd pathfan-build; do
    [[ " $(pkg-config --cflags $library) " = *" ${flags% } "* ]] || fail "$library is compiled with other flags"
    quietly "${CXX:-c++}" "$scratch/wrapper.o" -o "$scratch/wrapper" $(pkg-config --libs $library) -pthread
    quietly "$scratch/wrapper" "$index"
  done
  quietly "${CXX:-c++}" "$scratch/no_exceptions.o" -o "$scratch/no_exceptions" $(pkg-config --libs pathfan-lite)
  quietly "$scratch/no_exceptions" "$index"
done

# pathfan-lite reports what it doesn't support.
compile pathfan-lite "$source/tests/install/lite.c" lite
quietly "$scratch/lite" "$index"

quietly cmake -S "$source/tests/install" -B "$scratch/application" -DCMAKE_PREFIX_PATH="$scratch/root" -DEXAMPLE="$example"
quietly cmake --build "$scratch/application"
for library in query lite crowd build; do
  ask "$scratch/application/three_paths_$library"
  ask "env -u LD_LIBRARY_PATH $scratch/application/three_paths_${library}_static"
done

if [ "$most" != 0 ] && told=$(grep -rlF -e "$source" -e "$build" "$scratch/root"); then fail "tell where they were built: $told"; fi
strip -o "$scratch/lite.so" "$lib/libpathfan-lite.so"
bytes=$(stat -c %s "$scratch/lite.so")
[ "$most" = 0 ] || [ "$bytes" -le "$most" ] || fail "libpathfan-lite.so has $bytes bytes, more than $most"
for no in cairo microhttpd sqlite jansson; do
  if readelf -d "$scratch/lite.so" | grep -q "NEEDED.*$no"; then fail "libpathfan-lite.so needs $no"; fi
done
echo "installed: $headers headers that stand alone; libpathfan-lite.so has $bytes bytes"

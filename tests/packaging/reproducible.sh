#!/usr/bin/env bash
# reproducible.sh SOURCES FOLDER - the same sources give the same bytes: builds the Debian packages
# twice, from copies of SOURCES in differently named folders, once with the build folder elsewhere,
# and with another locale and time zone. Every library, archive, program and package must be
# identical. FOLDER gets the packages. Skipped if packaging tools are missing; with CI=true that
# fails. A separate target: cmake --build build --target reproducible
set -euo pipefail
sources=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
skip() { echo "skipped: $*"; [ "${CI:-}" != true ]; exit; }
for tool in dpkg-buildflags dpkg-shlibdeps file strip gzip; do
  command -v $tool >/dev/null || skip "there is no $tool"
done
python=OFF
if /usr/bin/python3 -c 'import cffi, os, sysconfig; assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then
  python=ON
else
  echo "without python3-pathfan: Debian's python3 has no cffi or no headers"
fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; echo "failed: $*" >&2; exit 1; }; }

export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$sources" log -1 --format=%ct 2>/dev/null || echo 1760000000)}
export CCACHE_DISABLE=1 DEB_BUILD_MAINT_OPTIONS=hardening=+all

mkdir -p "$scratch/one" "$scratch/another"
tar -C "$sources" --exclude=./build --exclude=./.git -cf - . | tar -C "$scratch/one" -xf -
cp -r "$scratch/one" "$scratch/another/place"

# make SOURCES BUILD: makes the packages as in docs/install.md.
make() {
  cd "$1"
  CFLAGS="$(dpkg-buildflags --get CFLAGS) $(dpkg-buildflags --get CPPFLAGS)" LDFLAGS=$(dpkg-buildflags --get LDFLAGS) \
    quietly cmake -S . -B "$2" -DCMAKE_INSTALL_PREFIX=/usr -DPATHFAN_TESTS=OFF -DPATHFAN_PYTHON=$python \
    -DPython3_EXECUTABLE=/usr/bin/python3
  quietly cmake --build "$2" -j "$(nproc)"
  cd "$2"
  quietly cpack
}
umask 022 # CPack puts it into packages
(LC_ALL=C TZ=UTC make "$scratch/one" "$scratch/one/build")
(LC_ALL=C.UTF-8 TZ=Asia/Tokyo make "$scratch/another/place" "$scratch/made-elsewhere")

cd "$scratch/one/build"
files=$(find . \( -name '*.so*' -o -path './static/*.a' -o -name '*.deb' -o -path ./pathfan \) \
  -type f -not -path './_CPack_Packages/*' | sort)
count=0 others=0
for file in $files; do
  cmp "$file" "$scratch/made-elsewhere/$file" || others=$((others + 1))
  count=$((count + 1))
done
[ $count -ge 12 ] || { echo "only $count files were made" >&2; exit 1; } # 4 libraries, 4 archives, 3 packages, 1 program
cp ./*.deb "$out"
echo "made twice: $count files, $others differ"
[ $others = 0 ]

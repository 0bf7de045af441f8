#!/usr/bin/env bash
# release.sh SOURCES FOLDER - makes what a release consists of (docs/releasing.md), of the commit that
# is checked out, and tries it (tests/packaging/try_release.sh). Everything is built from the source
# archive, not from the working tree. If the commit has the tag of its version, CHANGELOG.md must have
# a section of this version; otherwise it is a rehearsal, which takes the first section.
# Takes ten minutes or more. Target: cmake --build build --target release
set -euo pipefail
sources=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
fail() { echo "$*" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
quietly() { "$@" >"$scratch/log" 2>&1 || { tail -40 "$scratch/log" >&2; fail "failed: $*"; }; }
# What each step needs, by its Debian package.
for pair in git:git xz:xz-utils cpack:cmake dpkg-shlibdeps:dpkg-dev readelf:binutils file:file emcc:emscripten npm:npm; do
  command -v "${pair%%:*}" >/dev/null || fail "missing: ${pair%%:*} (Debian: ${pair#*:})"
done
python=${PATHFAN_PYTHON:-/usr/bin/python3}
"$python" -c 'import cffi, numpy, setuptools, wheel, venv' || fail "missing: cffi, numpy, setuptools or wheel for $python"

version=$(sed -n 's/.*define PATHFAN_VERSION "\(.*\)"/\1/p' "$sources/src/base/include/pathfan/version.h")
title="## $version"
if ! git -C "$sources" tag --points-at HEAD | grep -qx "v$version"; then
  echo "rehearsal: HEAD hasn't the tag v$version"
  title=$(grep -m1 '^## ' "$sources/CHANGELOG.md")
fi
[ -z "$(git -C "$sources" status --porcelain)" ] || echo "what isn't committed is left out"
export SOURCE_DATE_EPOCH
SOURCE_DATE_EPOCH=$(git -C "$sources" log -1 --format=%ct)
umask 022 # CPack puts it into packages
rm -f "$out"/*

echo "== source archive, list of contents, changes"
git -C "$sources" archive --prefix="pathfan-$version/" HEAD | xz -9 >"$out/pathfan-$version.tar.xz"
tar -C "$scratch" -xf "$out/pathfan-$version.tar.xz"
source=$scratch/pathfan-$version
python3 "$source/src/packaging/sbom.py" "$out/pathfan-$version.tar.xz" >"$out/pathfan-$version.spdx.json"
awk -v title="$title" '/^## / { on = index($0, title) == 1; next } on' "$source/CHANGELOG.md" >"$out/pathfan-$version.changes.txt"
[ -s "$out/pathfan-$version.changes.txt" ] || fail "CHANGELOG.md has no section $title"

echo "== Debian packages"
export DEB_BUILD_MAINT_OPTIONS=hardening=+all
url=$(git -C "$sources" config remote.origin.url | sed -n 's/\.git$//; /^https:/p' || true)
CFLAGS="$(dpkg-buildflags --get CFLAGS) $(dpkg-buildflags --get CPPFLAGS)" LDFLAGS=$(dpkg-buildflags --get LDFLAGS) \
  quietly cmake -S "$source" -B "$scratch/build" -DCMAKE_INSTALL_PREFIX=/usr -DPATHFAN_TESTS=OFF -DPATHFAN_PYTHON=ON \
  -DPython3_EXECUTABLE="$python" -DPATHFAN_URL="$url"
quietly cmake --build "$scratch/build" -j "$(nproc)"
(cd "$scratch/build" && quietly cpack && cp ./*.deb "$out")

echo "== wheel"
DESTDIR=$scratch/made quietly cmake --install "$scratch/build"
pc=$(dirname "$(find "$scratch/made" -name pathfan-build.pc)")
PKG_CONFIG_PATH=$pc quietly "$python" -m pip wheel --no-build-isolation --no-deps --no-index -w "$scratch/wheel" \
  "$source/src/bindings/python"
quietly "$python" "$source/src/packaging/manylinux.py" "$scratch"/wheel/pathfan-*.whl "$out"

echo "== npm package"
quietly "$source/src/bindings/javascript/build.sh" "$scratch/npm"
(cd "$out" && quietly npm pack "$scratch/npm")

(cd "$out" && sha256sum pathfan-* ./*.deb | sed 's, \./, ,' >SHA256SUMS)
echo "== tried"
bash "$source/tests/packaging/try_release.sh" "$out"
echo "release $version: $out"

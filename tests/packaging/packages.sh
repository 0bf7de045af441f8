#!/usr/bin/env bash
# packages.sh SOURCES FOLDER - the Debian packages, made in FOLDER by reproducible.sh, satisfy
# lintian and work: in_root.sh tries them in a bare Debian 12, which debootstrap makes and which is
# deleted afterwards. The tools needed are installed if missing (Debian). Skipped if they can't be,
# and without root; with CI=true that fails. Target: cmake --build build --target packages
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$1" && pwd)
mkdir -p "$2"
out=$(cd "$2" && pwd)
skip() { echo "skipped: $*"; [ "${CI:-}" != true ]; exit; }
[ "$(id -u)" = 0 ] || skip "only root can make a bare Debian"
. "$here/../needs.sh"
if ! command -v debootstrap lintian dpkg-shlibdeps file >/dev/null ||
  ! /usr/bin/python3 -c 'import cffi, os, sysconfig; assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null; then
  install_packages debootstrap lintian dpkg-dev file python3-cffi python3-dev || skip "debootstrap and lintian can't be had"
fi

rm -f "$out"/*.deb
bash "$here/reproducible.sh" "$sources" "$out"
lintian --fail-on error,warning --allow-root "$out"/*.deb
echo "lintian: no errors, no warnings"

root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
debootstrap --variant=minbase bookworm "$root" ${PATHFAN_DEBIAN_MIRROR:-} >"$out/debootstrap.log" 2>&1 ||
  { tail -5 "$out/debootstrap.log"; skip "debootstrap can't make a bare Debian"; }
cp -L /etc/resolv.conf "$root/etc"
mkdir -p "$root/try/tests/bindings" "$root/try/docs"
cp "$out"/*.deb "$here/in_root.sh" "$root/try"
cp -r "$here/../bindings/make_indexes.sh" "$here/../bindings/test_python.py" "$here/../bindings/python" "$root/try/tests/bindings"
cp -r "$sources/docs/examples" "$root/try/docs"
env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root chroot "$root" bash /try/in_root.sh

#!/usr/bin/env bash
# in_root.sh - runs in a bare Debian 12, beside the packages (packages.sh): each package is
# installed with apt and only its dependencies, works, and leaves nothing behind when purged.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
cd "$(dirname "$0")"
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >log 2>&1 || { cat log >&2; fail "failed: $*"; }; }
install() { quietly apt-get install -y --no-install-recommends "$@"; }
quietly apt-get update

# Only the command.
install ./pathfan_*.deb
version=$(dpkg-query -W -f '${Version}' pathfan)
pathfan --version | grep -q "^pathfan $version " || fail "$(pathfan --version) of package $version"
pathfan make-map --kind caves --width 160 --height 100 --seed 5 -o caves.map
quietly pathfan build-index caves.map -o caves.pathfan
quietly pathfan verify caves.pathfan
pathfan query caves.pathfan --from 4,50 --to 155,50 --json >answer.json
pathfan query docs/examples/campus.geojson --algorithm polyanya --from 5,10 --to 290,160 --svg way.svg >log
grep -q "</svg>" way.svg || fail "no picture"
grep -q "xxHash" /usr/share/doc/pathfan/copyright || fail "the page's licences are missing"
echo "pathfan: makes, verifies and asks an index"

install man-db
for page in pathfan pathfan-query pathfan-build-index; do
  quietly man "$page"
  for section in SYNOPSIS OPTIONS "EXIT STATUS" EXAMPLES "SEE ALSO"; do
    [ $page = pathfan ] && [ "$section" = OPTIONS ] && continue
    grep -q "^$section" log || fail "man $page has no $section"
  done
done
echo "pathfan: man shows its pages"

# The packages for developing programs.
install ./libpathfan-lite*.deb
for no in libpng libjansson libexpat libcairo; do
  dpkg -s libpathfan-lite0.2 | grep -q "^Depends:.*$no" && fail "libpathfan-lite0.2 depends on $no"
done
install ./libpathfan*.deb gcc libc6-dev pkg-config
for library in pathfan pathfan-lite pathfan-crowd pathfan-build; do
  quietly gcc docs/examples/three_paths.c -o three_paths $(pkg-config --cflags --libs $library)
  ./three_paths caves.pathfan 4 50 155 50 >paths.$library
  grep -q "^path 3: length " paths.$library || fail "$library: $(cat paths.$library)"
  cmp paths.pathfan paths.$library
done
# The archive, with its dependencies.
quietly gcc docs/examples/three_paths.c -o three_static \
  $(pkg-config --cflags --libs --static pathfan | sed 's/-lpathfan /-l:libpathfan.a /')
readelf -d three_static | grep -q libpathfan && fail "three_static isn't static"
./three_static caves.pathfan 4 50 155 50 | cmp - paths.pathfan
# dpkg-shlibdeps knows the library's package.
install dpkg-dev
mkdir -p own/debian && : >own/debian/control
(cd own && dpkg-shlibdeps -O ../three_paths) 2>&1 | grep -q "libpathfan-build0.2 (>= $version)" ||
  fail "dpkg-shlibdeps doesn't find libpathfan-build0.2"
echo "libpathfan-dev: programs compile, link by pkg-config, and find what the command finds"

if compgen -G './python3-pathfan_*.deb' >/dev/null; then
  install ./python3-pathfan_*.deb
  [ -e /usr/lib/python3/dist-packages/pathfan/__pycache__ ] || fail "modules weren't compiled"
  python3 - answer.json <<'PYTHON'
import importlib.metadata, json, sys
import pathfan
assert pathfan.__version__ == importlib.metadata.version("pathfan")
wanted = json.load(open(sys.argv[1]))["paths"]
found = pathfan.open("caves.pathfan").paths((4, 50), (155, 50))
assert len(wanted) == 3 and [p.length for p in found] == [p["length"] for p in wanted]
PYTHON
  mkdir maps
  . tests/bindings/make_indexes.sh
  quietly make_indexes pathfan maps
  (cd maps && quietly python3 -B ../tests/bindings/test_python.py .)
  echo "python3-pathfan: $(grep '^Ran' maps/log)"
fi

quietly apt-get purge -y pathfan 'libpathfan*' 'python3-pathfan*'
left=$(find / -xdev -name '*pathfan*' -not -path "$PWD/*" -not -path '/proc/*' -not -path '/sys/*' \
  -not -path '/var/cache/man/*' -not -path '/var/log/*' || true)
[ -z "$left" ] || fail "left behind: $left"
dpkg -l | grep pathfan && fail "not purged"
echo "purged: nothing is left"

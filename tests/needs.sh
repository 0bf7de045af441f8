# Sourced by docs/demo and tests/check, in the project's folder: installs what is missing, and
# nothing when all is there.
#
# What counts is whether a thing works (a command runs, pkg-config knows a
# library), so that other systems than Debian 12 pass too once they have it.

# missing_packages: the Debian packages behind whatever this machine lacks.
missing_packages() {
  command -v cc >/dev/null && command -v c++ >/dev/null && command -v make >/dev/null ||
    echo build-essential
  command -v cmake >/dev/null || echo cmake
  command -v pkg-config >/dev/null || echo pkg-config
  local pair
  for pair in lmdb:liblmdb-dev libzstd:libzstd-dev libxxhash:libxxhash-dev \
    jansson:libjansson-dev libmicrohttpd:libmicrohttpd-dev sqlite3:libsqlite3-dev geos:libgeos-dev cairo-svg:libcairo2-dev cmocka:libcmocka-dev; do
    pkg-config --exists "${pair%%:*}" 2>/dev/null || echo "${pair#*:}"
  done
  command -v jq >/dev/null || echo jq
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import xxhash, zstandard' 2>/dev/null && return
  done
  echo python3-xxhash python3-zstandard
}

install_needs() {
  local packages
  packages=$(missing_packages)
  [ -z "$packages" ] || install_packages $packages
}

# install_browser: what the tests of the viewer's page use besides: Node.js with npm, Chromium,
# and the npm packages of src/viewer/page, which go into build/node.
install_browser() {
  local packages="" page=src/viewer/page
  command -v node >/dev/null || packages="nodejs"
  command -v npm >/dev/null || packages="$packages npm ca-certificates"
  command -v "${PATHFAN_CHROMIUM:-chromium}" chromium-browser google-chrome >/dev/null ||
    packages="$packages chromium"
  [ -z "$packages" ] || install_packages $packages || return
  [ -z "${PATHFAN_NODE_MODULES:-}" ] || return 0
  if cmp -s $page/package-lock.json build/node/package-lock.json &&
    [ -e build/node/node_modules/.package-lock.json ]; then
    return 0
  fi
  mkdir -p build/node && cp $page/package.json $page/package-lock.json build/node &&
    npm ci --prefix build/node --cache build/node/cache --ignore-scripts --no-audit --no-fund
}

# install_python: what the test of the Python package uses, of Debian's Python.
install_python() {
  /usr/bin/python3 -c 'import cffi, ensurepip, numpy, os, setuptools, sysconfig, wheel
assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' 2>/dev/null ||
    install_packages python3-cffi python3-numpy python3-dev python3-setuptools python3-wheel python3-venv
}

# install_musl: another C library, for which pathfan-lite is compiled by a test.
install_musl() {
  command -v musl-gcc >/dev/null || install_packages musl-tools
}

install_packages() {
  local packages="$*" as_root=()
  if ! command -v apt-get >/dev/null; then
    echo "please install what these Debian packages hold, then run this again:" $packages >&2
    return 1
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      echo "please run, as root: apt-get install" $packages >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "installing" $packages
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -q
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends $packages
}

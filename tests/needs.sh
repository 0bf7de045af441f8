# Sourced by docs/demo and tests/check: installs what is missing, and nothing when all is there.
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
  local packages as_root=()
  packages=$(missing_packages)
  [ -n "$packages" ] || return 0
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

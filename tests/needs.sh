# Sourced by docs/demo and tests/check, in the project's folder: installs what is missing, and
# nothing if nothing is missing.
#
# The test is whether a thing works (a command runs, pkg-config knows a library), so that systems
# other than Debian 12 pass too once they have it.

# missing COMMAND:PACKAGE...: prints the packages of the commands that aren't there.
missing() {
  local pair
  for pair; do PATH=$PATH:/usr/sbin command -v "${pair%%:*}" >/dev/null || echo "${pair#*:}"; done
}

# python_has STATEMENTS: whether Debian's Python can run them.
python_has() { /usr/bin/python3 -c "$1" 2>/dev/null; }

# These print the Debian packages that this machine lacks for building pathfan, for `tests/check
# --quick`, for the Python package's test, and for all tests.
missing_packages() {
  command -v cc >/dev/null && command -v c++ >/dev/null && command -v make >/dev/null ||
    echo build-essential
  missing cmake:cmake pkg-config:pkg-config
  local pair
  for pair in lmdb:liblmdb-dev libzstd:libzstd-dev libxxhash:libxxhash-dev \
    jansson:libjansson-dev libmicrohttpd:libmicrohttpd-dev sqlite3:libsqlite3-dev cairo-svg:libcairo2-dev cmocka:libcmocka-dev \
    expat:libexpat1-dev zlib:zlib1g-dev; do
    pkg-config --exists "${pair%%:*}" 2>/dev/null || echo "${pair#*:}"
  done
}

missing_for_tests() {
  missing jq:jq curl:curl ninja:ninja-build
  [ -e /usr/share/i18n/locales/de_DE ] || echo locales # one has decimal commas
  local python
  for python in python3 /usr/bin/python3; do
    "$python" -c 'import xxhash, zstandard' 2>/dev/null && return
  done
  echo python3-xxhash python3-zstandard
}

missing_for_python() {
  python_has 'import cffi, ensurepip, numpy, os, setuptools, sysconfig, wheel
assert os.path.exists(sysconfig.get_path("include") + "/Python.h")' ||
    echo python3-cffi python3-numpy python3-dev python3-setuptools python3-wheel python3-venv
}

missing_for_all_tests() {
  missing_packages
  missing_for_tests
  missing_for_python
  python_has 'import markdown' || echo python3-markdown # docs/site
  python_has 'import shapely' || echo python3-shapely
  python_has 'import yaml' || echo python3-yaml # docs/scale
  missing parallel:parallel mpicc:libopenmpi-dev mpirun:openmpi-bin
  missing mcs:mono-mcs mono:mono-runtime                            # the C# package
  missing ogr2ogr:gdal-bin osmium:osmium-tool proj:proj-bin         # docs/maps.md
  missing nginx:nginx-light zsh:zsh fish:fish                       # docs/serve.md; completion
  [ -e /usr/share/bash-completion/bash_completion ] || echo bash-completion
  missing clang:clang musl-gcc:musl-tools clang-format-14:clang-format-14
}

# install_needs: installs what building and `tests/check --quick` need; with `build`, only what
# building needs.
install_needs() {
  local packages
  packages=$(missing_packages)
  [ "${1:-}" = build ] || packages+=" $(missing_for_tests)"
  install_packages $packages
}

# install_all: installs what any test needs, at once, and npm packages. What takes more is in
# targets of its own, which install it: other systems' compilers, emscripten, debootstrap, Slurm.
install_all() {
  install_packages $(missing_for_all_tests) $(missing_for_browser) && install_npm_packages
}

# install_browser: installs what the tests of the viewer's page need besides.
install_browser() {
  install_packages $(missing_for_browser) && install_npm_packages
}

# missing_for_browser: Node.js with npm, and Chromium: the headless one takes two thirds of the time.
missing_for_browser() {
  missing node:nodejs npm:"npm ca-certificates"
  local browsers="${PATHFAN_CHROMIUM:-chromium-headless-shell}"
  [ "${CI:-}" = true ] || browsers+=" chromium chromium-browser google-chrome" # any will do
  command -v $browsers >/dev/null || echo chromium-headless-shell
}

# install_npm_packages: the npm packages of src/viewer/page, into build/node.
install_npm_packages() {
  local page=src/viewer/page
  [ -z "${PATHFAN_NODE_MODULES:-}" ] || return 0
  if cmp -s $page/package-lock.json build/node/package-lock.json &&
    [ -e build/node/node_modules/.package-lock.json ]; then
    return 0
  fi
  mkdir -p build/node && cp $page/package.json $page/package-lock.json build/node &&
    npm ci --prefix build/node --cache build/node/cache --ignore-scripts --no-audit --no-fund
}

needs_log=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)/build/apt.log
install_packages() {
  local packages="$*" as_root=()
  [ $# -gt 0 ] || return 0
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
  [ ${#as_root[@]} -eq 0 ] || sudo -v || return # asks for the password, while it can be seen
  quietly "$needs_log" "looking up what is missing" \
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 update -q || return
  echo "installing" $packages
  quietly "$needs_log" "installing, with what these want$(download_size $packages)" \
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -o DPkg::Lock::Timeout=600 install -q -y --no-install-recommends $packages
}

# download_size PACKAGES: prints ": 138 MB to load, 528 MB on the disk", in apt's words.
download_size() {
  LC_ALL=C apt-get install -q --assume-no -o Debug::NoLocking=1 --no-install-recommends "$@" 2>/dev/null |
    awk '/^Need to get/ { load = $4 " " $5; sub(/\/.*/, "", load) }
         /additional disk space/ { disk = $4 " " $5 }
         END { if (load) print ": " load " to load, " disk " on the disk" }'
}

# quietly LOG WORDS COMMAND...: runs the command with its output in LOG. On a terminal, shows WORDS
# in a status line with the seconds and the percentage from the log. If the command fails, prints
# the end of the log.
quietly() {
  local log=$1 words=$2 watcher="" code=0 begin=$SECONDS
  shift 2
  mkdir -p "$(dirname "$log")"
  echo "+ $*" >"$log"
  if [ -t 1 ]; then
    watch_log "$log" "$words" &
    watcher=$!
  else
    echo "$words"
  fi
  "$@" >>"$log" 2>&1 || code=$?
  if [ -n "$watcher" ]; then
    kill "$watcher" 2>/dev/null || true
    wait "$watcher" 2>/dev/null || true
    printf '\r\033[K%s: %d s\n' "$words" $((SECONDS - begin))
  fi
  if [ $code -ne 0 ]; then
    tail -n 30 "$log" >&2
    echo "failed (exit code $code); all it said: $log" >&2
  fi
  return $code
}

# Runs until it is killed or its parent script is gone.
watch_log() {
  local begin=$SECONDS percent
  while kill -0 $$ 2>/dev/null; do
    percent=$(grep -o '^\[ *[0-9]*%\]' "$1" | tail -n 1 | tr -d '[] ') || true
    printf '\r\033[K%s: %s%d s' "$2" "${percent:+$percent, }" $((SECONDS - begin))
    sleep 1
  done
}

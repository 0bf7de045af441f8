#!/usr/bin/env bash
# try_release.sh FOLDER - what release.sh has made is whole and works: each package is installed into a
# place of its own, without the sources and without anything of pathfan on this machine, and answers.
# Packages of Debian are unpacked, and apt is asked whether it would install them; packages.sh installs
# them in a bare Debian.
set -euo pipefail
made=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
root=$here/../..
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
fail() { echo "$*" >&2; exit 1; }
quietly() { "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; fail "failed: $*"; }; }
unset PYTHONPATH LD_LIBRARY_PATH PKG_CONFIG_PATH

cd "$made"
quietly sha256sum -c SHA256SUMS
[ "$(wc -l <SHA256SUMS)" = "$(find . -type f ! -name SHA256SUMS | wc -l)" ] || fail "SHA256SUMS hasn't all files"
archive=$(echo pathfan-*.tar.xz)
version=${archive#pathfan-} version=${version%.tar.xz}
python3 - "$made" "$version" <<'PYTHON'
import hashlib, json, sys
made, version = sys.argv[1:]
told = json.load(open(f"{made}/pathfan-{version}.spdx.json"))
own = next(p for p in told["packages"] if p["name"] == "pathfan")
archive = open(f"{made}/{own['packageFileName']}", "rb").read()
assert own["checksums"][0]["checksumValue"] == hashlib.sha256(archive).hexdigest()
names = {p["SPDXID"] for p in told["packages"]} | {"SPDXRef-DOCUMENT"}
assert all({r["spdxElementId"], r["relatedSpdxElement"]} <= names for r in told["relationships"])
PYTHON
echo "$archive: has the digest that is told"

# ---- Debian ----
for package in ./*.deb; do dpkg-deb -x "$package" "$scratch/root"; done
lib=$(dirname "$(find "$scratch/root/usr/lib" -name libpathfan-lite.so)")
case $lib in */usr/lib/*-linux-*) ;; *) fail "libraries are in ${lib#"$scratch/root"}" ;; esac
for package in ./libpathfan*.deb; do
  [ "$(dpkg-deb -f "$package" Multi-Arch)" = same ] || fail "$package isn't for several architectures"
done
if dpkg-deb -f ./libpathfan-lite*.deb Depends | grep -E 'png|jansson|expat|cairo|zlib|microhttpd'; then
  fail "libpathfan-lite pulls in more than it needs"
fi
quietly apt-get install --simulate --no-install-recommends ./*.deb
run() { LD_LIBRARY_PATH=$lib "$@"; }
pathfan=$scratch/root/usr/bin/pathfan
cd "$scratch"
run "$pathfan" --version | grep -q "^pathfan $version " || fail "another version"
run "$pathfan" make-map --kind caves --width 160 --height 100 --seed 5 -o caves.map
quietly run "$pathfan" build-index caves.map -o caves.pathfan
run "$pathfan" query caves.pathfan --from 4,50 --to 155,50 --json >answer.json
for library in pathfan pathfan-lite pathfan-crowd pathfan-build; do
  PKG_CONFIG_PATH=$lib/pkgconfig quietly cc "$root/docs/examples/three_paths.c" -o three_paths \
    $(PKG_CONFIG_PATH=$lib/pkgconfig pkg-config --cflags --libs $library)
  run ./three_paths caves.pathfan 4 50 155 50 | grep -q '^path 3: length ' || fail "$library gives no paths"
done
[ -s "$scratch/root/usr/share/man/man1/pathfan-query.1.gz" ] || fail "no manual"
echo "Debian's packages: $(ls "$made"/*.deb | wc -l), which build, ask and link"

# ---- The wheel ----
python3 "$root/src/packaging/manylinux.py" --check "$made"/*.whl
for python in ${PATHFAN_PYTHONS:-/usr/bin/python3}; do
  rm -rf venv
  quietly "$python" -m venv --system-site-packages venv
  quietly venv/bin/pip install --no-deps --no-index "$made"/*.whl
  (cd / && "$scratch/venv/bin/python" - "$scratch") <<'PYTHON'
import importlib.metadata, json, os, sys
import pathfan
os.chdir(sys.argv[1])
assert pathfan.__version__ == importlib.metadata.version("pathfan")
wanted = json.load(open("answer.json"))["paths"]
found = pathfan.open("caves.pathfan").paths((4, 50), (155, 50))
assert len(wanted) == 3 and [p.length for p in found] == [p["length"] for p in wanted]
ours = [line.split()[-1] for line in open("/proc/self/maps") if "liblmdb" in line]
assert ours and all("pathfan.libs" in path for path in ours), ours
PYTHON
done
echo "the wheel: answers as the command does, with its own libraries"

# ---- npm ----
mkdir app
(cd app && quietly npm install --offline --no-audit --no-fund "$made/pathfan-$version.tgz" &&
  node --input-type=module - <<'SCRIPT'
import { open } from "pathfan";
import { readFileSync } from "node:fs";
const wanted = JSON.parse(readFileSync("../answer.json", "utf8")).paths.map(({ length }) => length);
const index = await open(readFileSync("../caves.pathfan"));
const found = index.paths([4, 50], [155, 50], { paths: 3 }).paths.map(({ length }) => length);
if (found.length !== 3 || found.some((length, i) => length !== wanted[i])) throw new Error(`${found}`);
SCRIPT
)
echo "the npm package: answers as the command does"

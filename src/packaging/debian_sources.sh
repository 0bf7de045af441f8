#!/usr/bin/env bash
# debian_sources.sh FOLDER PACKAGE... - unpacks the sources of Debian's packages, as FOLDER/PACKAGE.
# Needs dpkg-dev. They come from where this machine gets its packages, without a change to how apt is
# set up; mirrors of updates rarely keep sources.
set -euo pipefail
[ $# -ge 2 ] || { sed -n '2,4s/^# \?//p' "$0"; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
apt=$(mktemp -d)
trap 'rm -rf "$apt"' EXIT
quietly() { "$@" >"$apt/log" 2>&1 || { tail -50 "$apt/log" >&2; echo "failed: $*" >&2; exit 1; }; }

mkdir -p "$apt/lists/partial" "$apt/archives/partial"
cat >"$apt/apt.conf" <<END
Dir::Etc::sourcelist "$apt/sources.list";
Dir::Etc::sourceparts "-";
Dir::State::lists "$apt/lists";
Dir::Cache "$apt";
END
apt-get indextargets --format 'deb-src $(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
  grep -v -e security -e updates | sort -u >"$apt/sources.list"
[ -s "$apt/sources.list" ] || { echo "apt knows no packages of Debian's: apt-get update finds them" >&2; exit 1; }
cd "$apt"
export APT_CONFIG=$apt/apt.conf
quietly apt-get update -q
quietly apt-get source -q --download-only "${@:2}"
for package in *.dsc; do quietly dpkg-source --no-check -x "$package" "$folder/${package%%_*}"; done

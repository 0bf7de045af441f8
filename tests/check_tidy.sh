#!/usr/bin/env bash
# Runs clang-tidy on the libraries and tools, by .clang-tidy; it must find nothing.
#   check_tidy.sh [BUILD_FOLDER]
# BUILD_FOLDER (build) must be configured: its compile_commands.json says how files are compiled.
# Skipped (exit code 77) without clang-tidy 14: other versions have other checks. Takes about half a
# minute of processor time.
set -euo pipefail
cd "$(dirname "$0")/.."
commands=${1:-build}/compile_commands.json
tool=
for name in clang-tidy-14 clang-tidy; do
  if "$name" --version 2>/dev/null | grep -q 'version 14\.'; then
    tool=$name
    break
  fi
done
if [ -z "$tool" ]; then
  echo "skipped: no clang-tidy 14"
  exit 77
fi
[ -f "$commands" ] || { echo "$commands isn't there: configure a build first" >&2; exit 2; }
# Sources for WebAssembly only need headers of emscripten.
find format query build-index src \( -name node_modules -o -path src/bindings/javascript -o -path src/viewer/page \) -prune -o -name '*.c' -print0 | sort -z |
  xargs -0 -n 4 -P "$(nproc)" "$tool" --quiet -p "$(dirname "$commands")" 2>/dev/null || exit 1
echo "clang-tidy: nothing found"

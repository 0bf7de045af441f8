#!/usr/bin/env bash
# Checks that all C code is formatted by .clang-format; with --fix, formats it.
#   check_format.sh [--fix]
# Other versions of clang-format format differently, so without version 14 the check is skipped
# (exit code 77).
set -euo pipefail
cd "$(dirname "$0")/.."
tool=
for name in clang-format-14 clang-format; do
  if "$name" --version 2>/dev/null | grep -q 'version 14\.'; then
    tool=$name
    break
  fi
done
if [ -z "$tool" ]; then
  echo "skipped: no clang-format 14"
  exit 77
fi
mode=(--dry-run -Werror)
[ "${1:-}" != --fix ] || mode=(-i)
if ! find format query build-index src tests docs/examples -name node_modules -prune -o \
  \( -name '*.[ch]' -o -name '*.cpp' \) -print0 | sort -z | xargs -0 "$tool" "${mode[@]}"; then
  echo "tests/check_format.sh --fix lays it out"
  exit 1
fi

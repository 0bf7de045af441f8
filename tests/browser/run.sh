#!/bin/sh
# run.sh TEST.mjs ARGUMENTS...: runs a test of the page with Node.js. Where there is none, ends
# with 77, skipped; where CI=true with 1, failed.
command -v node >/dev/null && exec node "$@"
echo "missing: node (Debian: apt-get install nodejs npm)"
[ "${CI:-}" != true ] || exit 1
exit 77

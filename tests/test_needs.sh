#!/usr/bin/env bash
# test_needs.sh: the output of needs.sh while it works and on failures, on a terminal and off it.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
fail() { echo "$*" >&2; exit 1; }
cat >try.sh <<END
set -euo pipefail
. "$here/needs.sh"
quietly log/good "doing it" bash -c 'echo begun; sleep 1.2; echo "[ 42%] some of it"; sleep 1.2'
echo "went on"
code=0
quietly log/bad "failing" bash -c 'echo "what went wrong"; exit 3' || code=\$?
echo "code \$code"
END

bash try.sh >off 2>err </dev/null
[ "$(cat off)" = "$(printf '%s\n' "doing it" "went on" "failing" "code 3")" ] || fail "off a terminal: $(cat off)"
grep -q '^what went wrong$' err && grep -q 'failed (exit code 3).*log/bad' err || fail "what failed isn't told: $(cat err)"
[ "$(cat log/good | tail -n 2)" = "$(printf '%s\n' begun "[ 42%] some of it")" ] || fail "the log: $(cat log/good)"

command -v script >/dev/null || { echo "no script(1): not tried on a terminal"; exit 0; }
script -qec "bash try.sh" /dev/null >on 2>&1 </dev/null
grep -q 'went on' on && grep -q 'code 3' on || fail "on a terminal: $(cat -v on)"
grep -q 'doing it: 42%, ' on || fail "no percents: $(cat -v on)"

# Unavailable packages make it fail, with apt's message.
mkdir fake
printf '#!/bin/sh\necho "E: no such thing" >&2\nexit 100\n' >fake/apt-get
printf '#!/bin/sh\n[ "$1" = -v ] || exec "$@"\n' >fake/sudo
chmod +x fake/*
cp "$here/needs.sh" fake
mkdir fake/tests && mv fake/needs.sh fake/tests
code=0
PATH=$folder/fake:$PATH bash -c '. fake/tests/needs.sh; install_packages nothing' >off 2>err || code=$?
[ $code = 100 ] && grep -q '^E: no such thing$' err || fail "a failed apt-get: exit code $code: $(cat off err)"
echo "needs.sh says what it does"

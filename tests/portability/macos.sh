#!/usr/bin/env bash
# macos.sh CC FLAGS... - checks the sources of the libraries, the builder and the command for macOS, which
# isn't at hand: with PATHFAN_WITH_LINUX=0 those that call the system must compile without the names that
# macOS lacks (macos.h). Headers are those of Linux, so this shows that the forms are whole, not that they
# run there.
set -euo pipefail
cd "$(dirname "$0")/../.."
count=0
includes=$(printf -- '-I%s ' build-index/ build-index/*/ build-index/include build-index/*/include query/include format/include src/*/include)
for source in $(grep -lE '<(fcntl|unistd|pthread|sys/[a-z]+)\.h>|base/(platform|condition|portable|retry)\.h' \
  src/base/*.c build-index/*/*.c format/*.c src/command/*.c | grep -v _windows); do
  "$@" -std=gnu17 -fsyntax-only -Wall -Wextra -Werror -D_GNU_SOURCE -DPATHFAN_WITH_LINUX=0 \
    -include tests/portability/macos.h -I. -Isrc -Iformat $includes "$source"
  count=$((count + 1))
done
[ "$count" -gt 20 ] || { echo "only $count sources" >&2; exit 1; }
echo "$count sources compiled as for macOS"

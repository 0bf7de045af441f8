#!/usr/bin/env bash
# Tables 1 and 2 of polyanya-2017 for the maps at hand, and one for its prunings.
#
#   tests/bench/tables.sh [OPTIONS] PATHFAN [DIRECTORY]
#
# DIRECTORY (or PATHFAN_BENCHMARK_DIR) has NAME.map with NAME.map.scen beside it; the folder of a
# map is its suite. Mazes, random maps and rooms of the paper's kind (512 x 512) are generated;
# without a DIRECTORY there are no others.
#
#   --table T    only this one of meshes, search, prunings; may be repeated
#   --suite S    only this suite; maze, random and rooms are generated; may be repeated
#   --map M      only this map, without .map; may be repeated
#   --every N    measure A*, speed-ups and prunings on every N-th scenario line that has a path
#                longer than 0 (10); on generated maps, on all lines
#   --seeds N    generated maps per setting (3)
#   --queries N  queries of a generated map (100)
#   --work W     nodes after which a search without a pruning is stopped (100000)
#   --json       all figures as JSON, including those of every map
#
# meshes: means over the maps of a suite. search: nodes expanded and us are means over all lines of
# all scenarios of a suite. Speed-up: mean time of A* divided by mean time of Polyanya, both
# measured in turn by one command; in brackets the mean of this ratio over the deciles of distance
# of every map. prunings: on the merged mesh; a line for each pruning that is switched off. Times
# are the best of three passes per query. Exit code 1 if a command failed.
set -euo pipefail
command -v python3 >/dev/null || { echo "this needs python3" >&2; exit 1; }
exec python3 -B "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/tables.py" "$@"

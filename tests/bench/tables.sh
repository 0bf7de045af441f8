#!/usr/bin/env bash
# Tables 1 and 2 of polyanya-2017 for the maps at hand, and one for its prunings.
#
#   tests/bench/tables.sh [OPTIONS] PATHFAN [DIRECTORY]
#
# DIRECTORY (or PATHFAN_BENCHMARK_DIR) holds NAME.map with NAME.map.scen beside it;
# the folder of a map is its suite. Mazes, random maps and rooms of the paper's kind
# (512 x 512) are made on the spot; without a DIRECTORY they are all there is.
#
#   --table T    only this one of meshes, search, prunings; may be repeated
#   --suite S    only this suite; maze, random and rooms are the made ones; may be repeated
#   --map M      only this map, without .map; may be repeated
#   --every N    A*, speed-ups and prunings are measured on every N-th line of a scenario
#                that has a path longer than 0 (10); made maps: on all
#   --seeds N    made maps of each setting (3)
#   --queries N  queries of a made map (100)
#   --work W     nodes after which a search with a pruning switched off is stopped (100000)
#   --json       all figures as JSON, those of every map included
#
# meshes: means over the maps of a suite. search: nodes expanded and us are means over all
# lines of all scenarios of a suite. Speed-up: mean time of A* by mean time of Polyanya,
# both measured in turns by one command; in brackets the mean of the same ratio over the
# deciles of distance of every map. prunings: on the merged mesh; a line for each that is
# switched off. Times are best of three passes a query. Exit code 1 if a command failed.
set -euo pipefail
command -v python3 >/dev/null || { echo "this needs python3" >&2; exit 1; }
exec python3 -B "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/tables.py" "$@"

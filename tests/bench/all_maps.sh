#!/usr/bin/env bash
# Builds, verifies, times and checks every .map below a benchmark directory.
#
#   tests/bench/all_maps.sh [OPTIONS] PATHFAN [DIRECTORY]
#
# DIRECTORY (or PATHFAN_BENCHMARK_DIR) has NAME.map with NAME.map.scen beside it and, for checking
# answers, NAME.map.dist: one optimal length per scenario line, -1 if there is no path. The folder
# of a map is its suite.
#
#   --json       all figures as JSON, including those of every map
#   --suite S    only this suite; may be repeated
#   --map M      only this map, without .map; may be repeated
#   --threads N  threads of build-index (2)
#   --paths K    paths per timed query (3)
#   --keep DIR   leave the indexes there, as SUITE/NAME.pathfan
#
# Prints per suite: queries, mean time of the library call without separation, as in the paper's
# method and the figures of earlier commits (best of three passes per query), shares of queries with
# 1, 2 and 3 paths, wrong first paths, bytes per unordered pair of convex vertices over maps with n
# > 1,000, and the cost of building. Exit code 1 if an answer was wrong or a command failed.
set -euo pipefail
command -v python3 >/dev/null || { echo "this needs python3" >&2; exit 1; }
exec python3 "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/all_maps.py" "$@"

#!/usr/bin/env bash
# Every .map below a benchmark directory: build, verify, time, check, weigh.
#
#   tests/bench/all_maps.sh [OPTIONS] PATHFAN [DIRECTORY]
#
# DIRECTORY (or PATHFAN_BENCHMARK_DIR) holds NAME.map with NAME.map.scen beside
# it and, if answers are to be checked, NAME.map.dist: one optimal length per
# scenario line, -1 where there is no path. The folder of a map is its suite.
#
#   --json       all figures as JSON, those of every map included
#   --suite S    only this suite; may be repeated
#   --map M      only this map, without .map; may be repeated
#   --threads N  threads of build-index (2)
#   --paths K    paths per timed query (3)
#   --keep DIR   leave the indexes there, as SUITE/NAME.pathfan
#
# Per suite: queries, mean time of the library call without separation, as the
# paper's method and the figures of earlier commits have it (best of three passes a
# query), shares of queries that got 1, 2 and 3 paths, wrong first paths, bytes
# per unordered pair of convex vertices over maps with n > 1,000, and what
# building took. Exit code 1 if an answer was wrong or a command failed.
set -euo pipefail
command -v python3 >/dev/null || { echo "this needs python3" >&2; exit 1; }
exec python3 "$(dirname "$(realpath "${BASH_SOURCE[0]}")")/all_maps.py" "$@"

#!/usr/bin/env bash
# Makes a suite of open maps: fields with single pillars, and squares with kiosks, on which most
# points see each other. Games, where MovingAI's maps are from, have few of them.
#
#   tests/bench/open_maps.sh PATHFAN FOLDER [QUERIES]
#
# Writes FOLDER/NAME.map and NAME.map.scen, QUERIES (100) lines each, which `pathfan evaluate` and
# all_maps.sh take as they are. The same arguments give the same bytes on every machine.
set -euo pipefail
pathfan=$1 folder=$2 queries=${3:-100}
mkdir -p "$folder"

# make NAME SIDE DENSITY BLOCK: three maps of SIDE x SIDE cells, blocks of BLOCK x BLOCK.
make() {
  for seed in 1 2 3; do
    "$pathfan" make-map --kind random --width "$2" --height "$2" --density "$3" --scale "$4" \
      --seed "$seed" -o "$folder/$1-$2-$seed.map" \
      --scen "$folder/$1-$2-$seed.map.scen" --queries "$queries" >/dev/null
  done
}

make field 64 0.02 1
make field 128 0.01 1
make plaza 64 0.05 4
make plaza 128 0.05 4
make plaza 256 0.05 8

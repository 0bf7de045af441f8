#!/bin/sh
# Indexes of a folder of maps, in shards by GNU parallel.
#
#   parallel.sh MAPS INDEXES [SHARDS]
#
# One shard at a time for each processor; with more shards than that the last to end is less late.
# PARALLEL="--sshlogin node1,node2" in the environment takes other machines, which see the same
# folders, by absolute paths, and have pathfan. A shard that fails is tried once more: what it has
# built it finds up to date. The merge tells what is wrong with which map.
set -eu
maps=$1 indexes=$2 shards=${3:-$((2 * $(nproc)))}
seq "$shards" | parallel -q --retries 2 \
  pathfan build-index "$maps" -o "$indexes" --shard "{}/$shards" --threads 1 --wait --quiet || true
exec pathfan catalogue "$indexes" --shards "$shards" --wait

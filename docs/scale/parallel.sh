#!/bin/sh
# Builds the indexes of a folder of maps, in shards, with GNU parallel.
#
#   parallel.sh MAPS INDEXES [SHARDS]
#
# Runs one shard at a time per processor; with more shards than processors, the last ones end at
# about the same time. PARALLEL="--sshlogin node1,node2" in the environment uses other machines,
# which need pathfan and the same folders, at the same absolute paths. A shard that fails is tried
# once more; indexes that it has built are up to date. The merge reports the errors of each map.
set -eu
maps=$1 indexes=$2 shards=${3:-$((2 * $(nproc)))}
seq "$shards" | parallel -q --retries 2 \
  pathfan build-index "$maps" -o "$indexes" --shard "{}/$shards" --threads 1 --wait --quiet || true
exec pathfan catalogue "$indexes" --shards "$shards" --wait

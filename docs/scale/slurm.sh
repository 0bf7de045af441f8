#!/bin/sh
# Indexes of a folder of maps, in shards by a Slurm array; submits it and the merge behind it.
#
#   slurm.sh MAPS INDEXES SHARDS [OPTIONS OF SBATCH]       e.g. --cpus-per-task=4 --mem=8G
#
# The folders lie on a file system that all nodes share, and are given by absolute paths. When a node
# dies its shards are queued again, and find up to date what was built; should a shard still run
# on the node that was given up, the new one waits for it where locks hold, and where they don't both
# write, and each index is a whole one. A task takes about a second of Slurm's: a shard should hold a
# minute of maps or more.
set -eu
maps=$1 indexes=$2 shards=$3
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then # a task of the array
  exec pathfan build-index "$maps" -o "$indexes" --shard "$SLURM_ARRAY_TASK_ID/$shards" \
    --threads "${SLURM_CPUS_PER_TASK:-1}" --wait --quiet
elif [ -n "${SLURM_JOB_ID:-}" ]; then # the merge
  exec pathfan catalogue "$indexes" --shards "$shards" --wait
fi
shift 3
array=$(sbatch --parsable --requeue --array="1-$shards" --job-name=pathfan-shards "$@" \
  "$0" "$maps" "$indexes" "$shards")
# afterany: where a shard failed, the merge says which and why.
exec sbatch --parsable --requeue --dependency="afterany:$array" --job-name=pathfan-catalogue \
  "$0" "$maps" "$indexes" "$shards"

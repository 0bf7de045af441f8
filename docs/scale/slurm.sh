#!/bin/sh
# Builds the indexes of a folder of maps, in shards, by a Slurm array; submits it and the merge
# after it.
#
#   slurm.sh MAPS INDEXES SHARDS [OPTIONS OF SBATCH]       e.g. --cpus-per-task=4 --mem=8G
#
# The folders are on a file system that all nodes share, and are given as absolute paths. If a node
# dies, its shards are queued again, and find finished indexes up to date. If a shard is still
# running on the lost node, the new one waits for it where locks work; where they don't, both write,
# and each index is still a complete one. A task costs Slurm about a second: a shard should have at
# least a minute's worth of maps.
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
# afterany: if a shard has failed, the merge reports which and why.
exec sbatch --parsable --requeue --dependency="afterany:$array" --job-name=pathfan-catalogue \
  "$0" "$maps" "$indexes" "$shards"

#!/bin/sh
# Builds the index of one huge map by ranks of pathfan-build-mpi on the nodes of a Slurm job;
# submits it.
#
#   slurm-mpi.sh MAP INDEX RANKS [OPTIONS OF SBATCH]
#   slurm-mpi.sh $PWD/city.geojson $PWD/city.pathfan 4 --nodes=2-4 --overcommit --cpus-per-task=8
#
# Map and index are on a file system that all nodes share, and are given as absolute paths. If a
# node or a rank dies, the job is queued again and resumes from INDEX.work, with as many ranks on
# whatever nodes are available: --nodes=LEAST-MOST and --overcommit let it begin on fewer. It waits
# for another job that writes the same index. The output of the ranks, and a line of JSON at the
# end, is in slurm-JOB.out.
set -eu
map=$1 index=$2 ranks=$3
if [ -z "${SLURM_JOB_ID:-}" ]; then
  shift 3
  exec sbatch --parsable --requeue --open-mode=append --ntasks="$ranks" \
    --job-name=pathfan-build-mpi "$@" "$0" "$map" "$index" "$ranks"
fi
code=0
mpirun -n "$ranks" --map-by node --bind-to none --oversubscribe \
  pathfan-build-mpi "$map" -o "$index" --threads "${SLURM_CPUS_PER_TASK:-1}" --resume --quiet \
  --json || code=$?
# mpirun notices a node's death before Slurm does, and exits. Errors that another try wouldn't fix
# end the job: usage, a malformed map, a damaged file.
case $code in
0 | 2 | 4 | 5) exit $code ;;
esac
[ "${SLURM_RESTART_COUNT:-0}" -lt 5 ] || exit $code
exec scontrol requeue "$SLURM_JOB_ID"

#!/bin/sh
# The index of one huge map, by ranks of pathfan-build-mpi on the nodes of a Slurm job; submits it.
#
#   slurm-mpi.sh MAP INDEX RANKS [OPTIONS OF SBATCH]
#   slurm-mpi.sh $PWD/city.geojson $PWD/city.pathfan 4 --nodes=2-4 --overcommit --cpus-per-task=8
#
# Map and index lie on a file system that all nodes share, and are given by absolute paths. The job
# is queued again when a node dies, or a rank, and goes on with what is in INDEX.work, by as many
# ranks on whatever nodes there are: --nodes=LEAST-MOST and --overcommit let it begin on fewer.
# Another job that writes the same index is waited for. What ranks say, and a line of JSON at the
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
# Of a node's death mpirun knows before Slurm does, and ends. What would be no better next time ends
# the job: usage, a malformed map, a damaged file.
case $code in
0 | 2 | 4 | 5) exit $code ;;
esac
[ "${SLURM_RESTART_COUNT:-0}" -lt 5 ] || exit $code
exec scontrol requeue "$SLURM_JOB_ID"

# One index built by many ranks (docs/scale/slurm-mpi.sh), on the cluster of slurm_cluster.sh, whose
# nodes die.
#
#   slurm_mpi.sh PATHFAN PATHFAN_BUILD_MPI [WIDTH]       WIDTH: of the map, 320; takes some minutes
#
#   whole       a rank on each of two nodes: the bytes of build-index
#   node lost   all processes of a node are killed with kill -9 amid the work: of the second node,
#               which mpirun notices at once, and of the first, where mpirun runs. The old index
#               stays, the job is queued again, and the other node resumes it, with the same bytes
#   at once     two jobs with different maps for one index
#   malformed   a map that would fail again isn't tried again
. "$(dirname "$0")/../cli/lib.sh"
. "$(dirname "$0")/slurm_cluster.sh"
build_mpi=$(realpath "$2")
width=${3:-320}
export PATH=$(dirname "$build_mpi"):$(dirname "$pathfan"):$PATH
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 # here anybody may be root
submit() { # submit MAP INDEX RANKS OPTIONS...
  "$root/docs/scale/slurm-mpi.sh" "$work/$1" "$work/$2" "${@:3}" --overcommit --chdir="$work"
}
told() { # told JOB FIELD: of its summary
  sed -n 's/^{/{/p' "slurm-$1.out" | jq -r ".$2"
}
field() { scontrol show job "$1" | grep -o "\b$2=[^ ]*" | cut -d= -f2; }
ranks_of() { # ranks_of NODE: how many are there; the system cuts their name off
  tasks_of "$1" | while read -r pid; do cat "/proc/$pid/comm" 2>/dev/null; done | grep -c pathfan-build
}
kept() { stat -c %s "$1.work" 2>/dev/null || echo 0; }
until_kept() { # until_kept JOB INDEX BYTES: waits until so much is kept, or the job has ended
  until [ "$(kept "$2")" -gt "$3" ] || ! squeue -h -j "$1" | grep -q .; do sleep 0.1; done
}

expect 0 make-map --kind caves --width "$width" --height "$width" --seed 8 -o huge.map
expect 0 make-map --kind rooms --width 160 --height 160 --seed 6 -o other.map
expect 0 build-index huge.map -o huge --quiet
expect 0 build-index other.map -o other --quiet

job=$(submit huge.map x.pathfan 2 --nodes=2)
until_kept "$job" x.pathfan 0
last="job $job"
check "a rank on each node" equal "$(ranks_of n1) $(ranks_of n2)" "1 1"
ended "$job"
cp "slurm-$job.out" "$out"
check "it ends well" equal "$(state "$job")" COMPLETED
check "two ranks" equal "$(told "$job" ranks)" 2
check "the same bytes as build-index" same_file x.pathfan huge
check "nothing beside it" equal "$(echo x.pathfan*)" x.pathfan
echo "whole: n = $(told "$job" n), two ranks on two nodes, $(told "$job" seconds) s"

for node in n2 n1; do
  cp --remove-destination other x.pathfan
  job=$(submit huge.map x.pathfan 2 --nodes=1-2)
  last="job $job, $node dies"
  until_kept "$job" x.pathfan 65536
  check "it is at work on both" equal "$(ranks_of n1) $(ranks_of n2)" "1 1"
  lose $node
  echo "$node dies, $(kept x.pathfan) bytes of results kept"
  given_up $node
  check "the old index is there" same_file x.pathfan other
  ended "$job"
  cp "slurm-$job.out" "$out"
  check "it ends well" equal "$(state "$job")" COMPLETED
  check "it was queued again" test "$(field "$job" Restarts)" -gt 0
  check "on the node that is left" test "$(field "$job" NodeList)" != $node
  check "it went on with what was kept" test "$(told "$job" resumed)" -gt 0
  check "the same bytes" same_file x.pathfan huge
  check "nothing beside it" equal "$(echo x.pathfan*)" x.pathfan
  echo "job $job: Restarts=$(field "$job" Restarts) NodeList=$(field "$job" NodeList)" \
    "resumed $(told "$job" resumed), $(told "$job" seconds) s at last"
  back $node
  until_nodes '^n1 idle n2 idle$'
  check "it comes back" equal $? 0
done

cp --remove-destination other y.pathfan
first=$(submit huge.map y.pathfan 2 --nodes=1)
second=$(submit other.map y.pathfan 2 --nodes=1)
last="jobs $first and $second at once"
met=0
while squeue -h -j "$first,$second" | grep -q .; do
  [ "$(squeue -h -j "$first,$second" -t R | wc -l)" = 2 ] && [ $(($(ranks_of n1) * $(ranks_of n2))) = 4 ] && met=1
  sleep 0.2
done
cat "slurm-$first.out" "slurm-$second.out" >"$out"
check "they were at it at once" equal $met 1
check "both end well" equal "$(state "$first") $(state "$second")" "COMPLETED COMPLETED"
same_file y.pathfan huge || same_file y.pathfan other
outcome $? "the index is one of theirs"
check "nothing beside it" equal "$(echo y.pathfan*)" y.pathfan
expect 0 verify y.pathfan

echo nonsense >bad.map
job=$(submit bad.map z.pathfan 2 --nodes=2)
last="job $job, a malformed map"
ended "$job"
cp "slurm-$job.out" "$err"
says err 'bad\.map'
check "it fails, and isn't queued again" equal "$(state "$job") $(field "$job" Restarts) $(field "$job" ExitCode)" "FAILED 0 4:0"
check "nothing is left" equal "$(echo z.pathfan*)" 'z.pathfan*'
finish

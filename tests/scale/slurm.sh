# Shards built by a Slurm array (docs/scale/slurm.sh), on the cluster of slurm_cluster.sh, part of
# which is lost.
#
#   slurm.sh PATHFAN [MAPS]       MAPS: the number of maps; takes some minutes
#
#   whole       all shards and the merge after them: the same files as one build
#   node lost   the daemon of a node and those of its tasks are killed with kill -9 amid their work.
#               The node is given up; its shards are queued again and run on the other node, while
#               its orphaned builders, unknown to Slurm, go on: two builders of one shard
. "$(dirname "$0")/../cli/lib.sh"
. "$(dirname "$0")/slurm_cluster.sh"
maps=${2:-60}
export PATH=$(dirname "$pathfan"):$PATH
contents() { (cd "$1" && find . -type f ! -name 'catalogue.*-of-*.json' -print0 | LC_ALL=C sort -z | xargs -0 md5sum); }

mkdir maps
for ((i = 1; i <= maps; i++)); do
  "$pathfan" make-map --kind caves --width $((60 + i % 40)) --height 60 --seed $i -o maps/$i.map
done
expect 0 build-index maps -o whole --quiet

builders() { pgrep -f "build-index $work/maps"; }

began=$(date +%s.%N)
merge=$("$root/docs/scale/slurm.sh" "$work/maps" "$work/by-slurm" 4 --chdir="$work")
ended "$merge"
echo "whole: $maps maps in 4 shards and a merge, $(echo "$(date +%s.%N) - $began" | bc) s"
check "all tasks and the merge are done" equal "$(state "$merge")" COMPLETED
check "the same files as one build" equal "$(contents by-slurm)" "$(contents whole)"

merge=$("$root/docs/scale/slurm.sh" "$work/maps" "$work/by-fewer" 4 --chdir="$work")
array=$((merge - 1))
until squeue -h -t R -o %N | grep -q n2 && [ -n "$(find by-fewer -name '*.pathfan' 2>/dev/null)" ]; do sleep 0.1; done
lost=$(squeue -h -t R -o '%N %i' | sed -n 's/^n2 //p')
echo "n2 dies with shard $lost at work, $(find by-fewer -name '*.pathfan' | wc -l) of $maps indexes there"
kill -9 $n2
for pid in $(builders); do # a task's daemon is its builder's parent
  [ "$(tr '\0' '\n' </proc/$pid/environ | sed -n 's/^SLURMD_NODENAME=//p')" != n2 ] ||
    kill -9 "$(sed -n 's/^PPid:[[:space:]]*//p' /proc/$pid/status)"
done
orphans=$(builders | wc -l)
echo "$orphans builders go on, those of the lost node among them"
given_up n2
ended "$merge"
scontrol show job "$array" | grep -oE 'ArrayTaskId=[0-9]+|JobState=[A-Z_]+|Restarts=[0-9]+|NodeList=n[12]' | xargs -n 4
check "its shards ran again" test "$(scontrol show job "$array" | grep -c 'Restarts=[1-9]')" -gt 0
check "all tasks and the merge are done" equal "$(state "$merge") $(state "$array")" "COMPLETED COMPLETED"
while builders | grep -q .; do sleep 0.2; done # orphans that are late
check "the same files as one build" equal "$(contents by-fewer)" "$(contents whole)"
expect 0 catalogue by-fewer
cat "$out"
finish

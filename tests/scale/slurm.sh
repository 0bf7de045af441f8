# Shards by a Slurm array (docs/scale/slurm.sh), on a cluster of two nodes that is started here and
# lost in part: as root, with slurm-wlm and munge of Debian, which are installed where they are missing.
#
#   slurm.sh PATHFAN [MAPS]       how many maps; some minutes
#
#   whole       all shards, and the merge behind them: what one build writes
#   node lost   the daemon of a node and those of its tasks die by kill -9 amid their work. The node is
#               given up, its shards are queued again and run on the other one, while the orphans of
#               the first, which nobody knows of any more, go on: two builders of one shard
. "$(dirname "$0")/../cli/lib.sh"
maps=${2:-60}
[ "$(id -u)" = 0 ] || { echo "a cluster wants root"; exit 1; }
command -v sbatch >/dev/null && command -v munged >/dev/null ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge >apt.log 2>&1 ||
  { cat apt.log; exit 1; }
export PATH=$(dirname "$pathfan"):$PATH
contents() { (cd "$1" && find . -type f ! -name 'catalogue.*-of-*.json' -print0 | LC_ALL=C sort -z | xargs -0 md5sum); }

# ---- The cluster ----

chmod 755 "$work"
mkdir munge state
head -c 1024 /dev/urandom >munge/key
chown -R munge: munge && chmod 711 munge && chmod 400 munge/key
host=$(hostname -s)
export SLURM_CONF=$work/slurm.conf
cat >slurm.conf <<END
ClusterName=scale
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
SlurmctldPort=17101
AuthType=auth/munge
AuthInfo=socket=$work/munge/socket
CryptoType=crypto/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool.%n
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.%n.pid
SlurmctldLogFile=$work/slurmctld.log
SlurmdLogFile=$work/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
MpiDefault=none
ReturnToService=2
SlurmdTimeout=10
MessageTimeout=5
KillWait=2
MinJobAge=3600
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=17102 CPUs=1 RealMemory=500
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=17103 CPUs=1 RealMemory=500
PartitionName=all Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
END
daemons=()
stop() {
  local pid
  scancel --user=root 2>/dev/null
  for pid in "${daemons[@]}" $(pgrep -f "slurmstepd: .*$work|build-index $work"); do kill -9 "$pid" 2>/dev/null; done
  chmod -R u+w "$work"
  rm -rf "$work"
}
trap stop EXIT
munged --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" --force >munged.out 2>&1 &
daemons+=($!)
until [ -S munge/socket ] || ! kill -0 "${daemons[0]}"; do sleep 0.1; done
slurmctld -D >ctld.out 2>&1 &
daemons+=($!)
for node in n1 n2; do
  slurmd -D -N $node >$node.out 2>&1 &
  declare $node=$!
  daemons+=($!)
done
for ((try = 0; try < 300; try++)); do
  [ "$(sinfo -h -N -o %T 2>/dev/null | sort -u)" = idle ] && break
  sleep 0.2
done
sinfo
check "two nodes are there" equal "$(sinfo -h -N -o '%N %T' | sort | xargs)" "n1 idle n2 idle"

# ---- Shards ----

mkdir maps
for ((i = 1; i <= maps; i++)); do
  "$pathfan" make-map --kind caves --width $((60 + i % 40)) --height 60 --seed $i -o maps/$i.map
done
expect 0 build-index maps -o whole --quiet

ended() { # ended JOB: waits until it and all before it are done
  while squeue -h -j "$1" 2>/dev/null | grep -q .; do sleep 0.5; done
}
builders() { pgrep -f "build-index $work/maps"; }
state() { scontrol show job "$1" | grep -o 'JobState=[A-Z_]*' | cut -d= -f2 | sort -u | xargs; }

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
for ((try = 0; try < 600; try++)); do
  case $(sinfo -h -n n2 -o %T) in down*) break ;; esac
  sleep 0.2
done
check "the node is given up" equal "$(sinfo -h -n n2 -o %T | tr -d '*')" down
ended "$merge"
scontrol show job "$array" | grep -oE 'ArrayTaskId=[0-9]+|JobState=[A-Z_]+|Restarts=[0-9]+|NodeList=n[12]' | xargs -n 4
check "its shards ran again" test "$(scontrol show job "$array" | grep -c 'Restarts=[1-9]')" -gt 0
check "all tasks and the merge are done" equal "$(state "$merge") $(state "$array")" "COMPLETED COMPLETED"
while builders | grep -q .; do sleep 0.2; done # orphans that are late
check "the same files as one build" equal "$(contents by-fewer)" "$(contents whole)"
expect 0 catalogue by-fewer
cat "$out"
finish

# Sourced after ../cli/lib.sh by tests that need Slurm: a cluster of two nodes, n1 and n2, with one
# processor each, which is started on this machine and ends with the test. Needs root, and Debian's
# slurm-wlm and munge, which are installed if missing.
#
#   $n1, $n2          the processes of the nodes' daemons
#   tasks_of NODE     the processes of the tasks that a node runs, and their daemons
#   lose NODE         kill -9 of the node's daemon and all of these
#   given_up NODE     asserts that Slurm has noticed
#   back NODE         starts its daemon again
#   ended JOB         waits until the job is done
#   state JOB         COMPLETED, or the other state of the job and its tasks
[ "$(id -u)" = 0 ] || { echo "a cluster wants root"; exit 1; }
command -v sbatch >/dev/null && command -v munged >/dev/null ||
  DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends slurm-wlm munge >apt.log 2>&1 ||
  { cat apt.log; exit 1; }

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

# Tasks have the configuration's name in their environment; their parent is the tasks' daemon.
tasks_of() {
  local pid parent
  for pid in $(grep -lzxF "SLURM_CONF=$SLURM_CONF" /proc/[0-9]*/environ 2>/dev/null | grep -o '[0-9]*'); do
    grep -qzxF "SLURMD_NODENAME=$1" /proc/"$pid"/environ 2>/dev/null || continue
    parent=$(sed -n 's/^PPid:[[:space:]]*//p' /proc/"$pid"/status 2>/dev/null)
    echo "$pid"
    grep -qx slurmstepd /proc/"${parent:-0}"/comm 2>/dev/null && echo "$parent"
  done | sort -un
}

daemons=()
stop() {
  local pid
  scancel --user=root 2>/dev/null
  for pid in "${daemons[@]}" $(tasks_of n1) $(tasks_of n2); do kill -9 "$pid" 2>/dev/null; done
  chmod -R u+w "$work"
  rm -rf "$work"
}
trap stop EXIT

daemon() { # that ends with the test; the shell needn't tell
  daemons+=("$1")
  disown "$1"
}
back() {
  slurmd -D -N "$1" >>"$1.out" 2>&1 &
  declare -g "$1=$!"
  daemon $!
}
lose() {
  local pid
  kill -9 "${!1}"
  for pid in $(tasks_of "$1"); do kill -9 "$pid" 2>/dev/null; done
}
nodes() { sinfo -h -N -o '%N %T' 2>/dev/null | sort | xargs; }
until_nodes() { # until_nodes REGEX: waits for it to match what nodes says, for a minute
  local try
  for ((try = 0; try < 300; try++)); do
    [[ $(nodes) =~ $1 ]] && return
    sleep 0.2
  done
  return 1
}
given_up() {
  until_nodes "$1 down"
  check "$1 is given up" equal $? 0
}
ended() { # jobs whose node has died are put off by two minutes, which nobody needs here
  local late
  while squeue -h -j "$1" 2>/dev/null | grep -q .; do
    for late in $(squeue -h -o '%i %r' | sed -n 's/ BeginTime$//p'); do
      scontrol update JobId="$late" StartTime=now
    done
    sleep 0.5
  done
}
state() { scontrol show job "$1" | grep -o 'JobState=[A-Z_]*' | cut -d= -f2 | sort -u | xargs; }

munged --foreground --key-file="$work/munge/key" --socket="$work/munge/socket" --pid-file="$work/munge/pid" \
  --log-file="$work/munge/log" --seed-file="$work/munge/seed" --force >munged.out 2>&1 &
daemon $!
until [ -S munge/socket ] || ! kill -0 "${daemons[0]}"; do sleep 0.1; done
slurmctld -D >ctld.out 2>&1 &
daemon $!
back n1
back n2
until_nodes '^n1 idle n2 idle$'
sinfo
check "two nodes are there" equal "$(nodes)" "n1 idle n2 idle"

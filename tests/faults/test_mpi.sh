# pathfan-build-mpi: the same bytes as pathfan build-index with any number of ranks and threads. If
# a rank is killed, the job ends, the old index stays, and the next job resumes.
#
#   test_mpi.sh PATHFAN PATHFAN_BUILD_MPI [ROUNDS [MAP]...]
. "$(dirname "$0")/../cli/lib.sh"
build_mpi=$(realpath "$2")
rounds=${3:-4}
shift $(($# < 3 ? $# : 3))
RANDOM=${PATHFAN_TEST_SEED:-7}
command -v mpirun >/dev/null || { echo "no mpirun: nothing was tried" >&2; exit 77; }

# One machine plays many: more ranks than cores, and root is allowed.
mpi=(mpirun --allow-run-as-root --oversubscribe)

job() { # job RANKS ARGUMENTS...
  local ranks=$1
  shift
  "${mpi[@]}" -n "$ranks" "$build_mpi" "$@"
}

expect 0 make-map --kind caves --width 90 --height 90 --seed 5 -o 0.map
expect 0 make-map --kind rooms --width 64 --height 50 --seed 6 -o 1.map
cp "$root/docs/examples/campus.geojson" 2.geojson
cp "$root/docs/examples/rowe-1.geojson" 3.geojson
number=3
for map in "$@"; do cp "$map" $((number += 1)).map; done

for map in [0-9]*.*; do
  expect 0 build-index "$map" -o old --quiet
  for ranks in 1 2 4; do
    last="mpirun -n $ranks, $map"
    job $ranks "$map" -o new --threads $((1 + RANDOM % 2)) --quiet >"$out" 2>"$err"
    code=$?
    check "it ends well" equal $code 0
    check "the same bytes" same_file new old
    check "nothing beside it" equal "$(echo new*)" new
    rm -f new
  done
done

# Between machines there may be only TCP, with which Debian's Open MPI can't access another
# machine's memory.
last="by TCP alone"
"${mpi[@]}" --mca btl tcp,self --mca osc rdma -n 2 "$build_mpi" 0.map -o new --threads 2 --json --quiet >"$out" 2>"$err"
code=$?
check "it ends well" equal $code 0
json '.index == "new" and .ranks == 2 and .n > 100 and .file_bytes > 10000 and has("resumed") == false'
expect 0 build-index 0.map -o old --quiet
check "the same bytes" same_file new old
rm -f new

last="a map that isn't there"
job 2 nowhere.map -o new --quiet >"$out" 2>"$err"
code=$?
check "it fails" test $code != 0
says err 'nowhere\.map'
check "nothing is left" absent new

# One machine's copy of a map may be outdated: a mirrored map has the same number of corners.
expect 0 make-map --kind caves --width 60 --height 60 --seed 1 -o map
sed 4q map >mirrored
sed 1,4d map | rev >>mirrored
for other in mirrored 1.map "map --agent-radius 0.2"; do
  last="a rank that has $other in place of map"
  timeout 60 "${mpi[@]}" -n 1 "$build_mpi" map -o new --quiet : \
    -n 1 "$build_mpi" $other -o new --quiet >"$out" 2>"$err"
  code=$?
  check "it fails" test $code != 0
  says err "isn't the map that member 0 of the process group has read"
  check "nothing is written" absent new
  rm -f new* # a claim, whose writer was ended
done

# After the order is in the work file, via sets are computed for a while, and then batches follow.
expect 0 make-map --kind caves --width 160 --height 100 --seed 5 -o 0.map
expect 0 build-index 0.map -o 0.pathfan --quiet
expect 0 build-index 1.map -o 1.pathfan --quiet
killed=0 kept=0 went_on=0
for ((i = 1; i <= rounds; i++)); do
  cp 1.pathfan x.pathfan
  "${mpi[@]}" -n 3 "$build_mpi" 0.map -o x.pathfan --resume --quiet >"$out" 2>"$err" &
  launcher=$!
  least=$((i % 2 ? 33 : 33 + 100000 * i / rounds))
  while [ -d /proc/$launcher ] &&
    [ "$(stat -c %s x.pathfan.work 2>/dev/null || echo 0)" -lt $least ]; do :; done
  victims=($(pgrep -P $launcher) $launcher) # three ranks, and who has started them
  last="round $i, victim $((i % 4)) of ${#victims[@]} is killed"
  kill -9 "${victims[$((i % 4))]}" 2>/dev/null
  wait $launcher 2>/dev/null
  code=$?
  if [ $code != 0 ]; then
    killed=$((killed + 1))
    same_file x.pathfan 1.pathfan && kept=$((kept + 1)) || same_file x.pathfan 0.pathfan
    outcome $? "the old index is there, or, of ranks that had nothing left to do, the new one"
  fi
  job 2 0.map -o x.pathfan --resume --quiet --json >"$out" 2>"$err"
  code=$?
  check "the next job ends well" equal $code 0
  json '.resumed >= 0'
  went_on=$((went_on + ($(jq .resumed "$out") > 0)))
  check "the same bytes as if nothing had been" same_file x.pathfan 0.pathfan
  check "nothing beside it" equal "$(echo x.pathfan*)" x.pathfan
done
echo "$rounds rounds, $killed jobs killed, $kept of them with the old index in its place, $went_on jobs went on"
check "half of them or more" test $((2 * kept)) -ge $killed
check "some went on" test $went_on -gt 0
check "most were killed" test $((2 * killed)) -gt $rounds
finish

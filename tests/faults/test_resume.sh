# A build with --resume that was killed by kill -9 goes on where it was, with the same bytes as an
# undisturbed build, whenever it was killed and whatever has happened to the work file since.
#
#   test_resume.sh PATHFAN [ROUNDS]
#
# Kills the builder when the work file has reached some size, spread evenly over its final size. On
# a busy machine a builder may have gone further by then, or have ended: then the round is repeated,
# up to a limit.
. "$(dirname "$0")/../cli/lib.sh"
rounds=${2:-12}
RANDOM=${PATHFAN_TEST_SEED:-7}

expect 0 make-map --kind caves --width 90 --height 90 --seed 5 -o 0.map
expect 0 make-map --kind caves --width 64 --height 50 --seed 6 -o 1.map
expect 0 build-index 0.map -o 0.pathfan --quiet
expect 0 build-index 0.map -o no-edges.pathfan --quiet --no-edges
expect 0 build-index 1.map -o 1.pathfan --quiet

size() { stat -c %s "$1" 2>/dev/null || echo 0; }

# kill_at BYTES: runs a builder of 0.map, and kills it if the work file reaches this size.
kill_at() {
  "$pathfan" build-index 0.map -o x.pathfan --quiet --resume --threads $((1 + RANDOM % 2)) 2>"$err" &
  local builder=$!
  while [ -d /proc/$builder ] && [ "$(size x.pathfan.work)" -lt "$1" ]; do
    [ -e all.work ] || ln x.pathfan.work all.work 2>/dev/null
  done
  kill -9 $builder 2>/dev/null
  wait $builder 2>/dev/null
  code=$?
}

# Whether it was killed before its index was written; after that, a kill may come while it removes
# the work file.
is_midway() { [ $code = 137 ] && [ -e x.pathfan.work ] && ! cmp -s x.pathfan 0.pathfan; }

# Finds the final size of the work file: a hard link to it stays when the file is removed.
until [ "${code:-1}" = 0 ] && [ -e all.work ]; do
  rm -f all.work x.pathfan*
  kill_at 1000000000
done
all=$(size all.work)
check "results of all stages are in the work file" test "$all" -gt 100000
check "an index that is there needs no work file" equal "$(echo x.pathfan*)" x.pathfan

killed=0 resumed=0
for ((i = 1; i <= rounds; i++)); do
  for ((try = 0; try < 20; try++)); do
    rm -f x.pathfan.work
    cp -f 1.pathfan x.pathfan
    kill_at $((all * i / (rounds + 1)))
    is_midway && break
  done
  last="round $i, killed at $(size x.pathfan.work) of $all bytes"
  if is_midway; then
    killed=$((killed + 1))
    check "the old index is there" same_file x.pathfan 1.pathfan
    case $((i % 4)) in
    1) # a bit falls
      at=$((RANDOM * 32768 % $(size x.pathfan.work)))
      byte=$(od -An -tu1 -j $at -N 1 x.pathfan.work)
      printf "\\x$(printf %x $((byte ^ 16)))" | dd of=x.pathfan.work bs=1 seek=$at conv=notrunc status=none ;;
    2) truncate -s $(($(size x.pathfan.work) * 2 / 3)) x.pathfan.work ;; # the disk was slow
    esac
  fi
  expect 0 build-index 0.map -o x.pathfan --json --resume --threads $((1 + RANDOM % 2))
  resumed=$((resumed + ($(jq .resumed "$out") > 0)))
  check "the same bytes as if nothing had been" same_file x.pathfan 0.pathfan
  check "and nothing beside it" equal "$(echo x.pathfan*)" x.pathfan
done 2>&1
echo "$rounds rounds, $killed killed midway, $resumed went on"
check "half of them or more were killed midway" test $killed -ge $((rounds / 2))
check "a third of them or more went on" test $resumed -ge $((rounds / 3))

# With another map or other options, the work file is useless; without --resume it is removed.
for other in "1.map 1.pathfan" "0.map no-edges.pathfan --no-edges"; do
  set -- $other
  until kill_at $((all / 2)) && [ -e x.pathfan.work ]; do :; done
  expect 0 build-index "$1" -o x.pathfan --json --resume ${3:-}
  check "nothing was taken" equal "$(jq .resumed "$out")" 0
  check "a build of its own" same_file x.pathfan "$2"
  check "and nothing beside it" equal "$(echo x.pathfan*)" x.pathfan
done
until kill_at $((all / 2)) && [ -e x.pathfan.work ]; do :; done
expect 0 build-index 0.map -o x.pathfan --quiet
check "leftovers are removed" equal "$(echo x.pathfan*)" x.pathfan

# A file of that name that isn't a work file stays.
echo mine >x.pathfan.work
expect 1 build-index 0.map -o x.pathfan --quiet --resume
says err 'x\.pathfan\.work: is in the way'
expect 0 build-index 0.map -o x.pathfan --quiet
check "a file of that name is left alone" equal "$(cat x.pathfan.work)" mine
finish

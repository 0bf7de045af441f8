# Simultaneous builders of one index where locks don't work (no_locks.c), as on several machines
# with a network file system: a reader only ever sees complete indexes; files of dead builders are
# removed, those of living ones aren't.
#
#   test_no_locks.sh PATHFAN NO-LOCKS-LIBRARY [ROUNDS]
library=$(realpath "$2")
. "$(dirname "$0")/../cli/lib.sh"
rounds=${3:-20}
RANDOM=${PATHFAN_TEST_SEED:-11}
exec {never}<> <(:) # a pipe that nothing comes from: waits without a process

for i in 0 1 2; do
  expect 0 make-map --kind caves --width $((56 + i)) --height 44 --seed $((30 + i)) -o $i.map
  expect 0 build-index $i.map -o $i.pathfan --quiet
done
pause() { read -r -t "$(($1 / 1000000)).$(printf %06d $(($1 % 1000000)))" -u "$never"; }
is_whole() { same_file "$1" 0.pathfan || same_file "$1" 1.pathfan || same_file "$1" 2.pathfan; }
# on HOST LOCKS ARGUMENTS: runs pathfan as on a machine of that name.
on() { NO_LOCKS_HOST=$1 NO_LOCKS=$2 LD_PRELOAD=$library exec "$pathfan" "${@:3}" --quiet; }
age() { touch -d '8 days ago' "$@"; }

# The library works as intended.
NO_LOCKS_HOST=n1 NO_LOCKS=none LD_PRELOAD=$library "$pathfan" build-index 0.map -o x.pathfan --quiet &
held=$!
until ls x.pathfan.n1-*.tmp >temporary 2>/dev/null || ! kill -0 $held 2>/dev/null; do :; done
kill -9 $held 2>/dev/null
wait $held 2>/dev/null
check "the library is loaded, a temporary bears host and process" grep -q "^x\.pathfan\.n1-$held-[0-9a-f]\{8\}\.tmp$" temporary
[ $failed = 0 ] || finish # all that follows needs it
rm -f x.pathfan*

# Two builders, one of which is killed: in every other round at a time spread over its run,
# otherwise as soon as both write. The index is the old one, or one of theirs, complete. If they
# never wrote at the same time, there are more rounds.
both_write() { [ "$(ls x.pathfan.n1-*.tmp x.pathfan.n2-*.tmp 2>/dev/null | wc -l)" = 2 ]; }
both_live() { kill -0 $first 2>/dev/null && kill -0 $second 2>/dev/null; }
before=${EPOCHREALTIME/[.,]/}
expect 0 build-index 1.map -o took.pathfan --quiet --threads 1
took=$((${EPOCHREALTIME/[.,]/} - before))
for locks in none alone; do
  cp 0.pathfan x.pathfan
  killed=0 met=0
  for ((round = 1; round <= rounds || (met == 0 && round <= 20 * rounds); round++)); do
    (on n1 $locks build-index 1.map -o x.pathfan) 2>said.1 &
    first=$!
    (on n2 $locks build-index 2.map -o x.pathfan) 2>said.2 &
    second=$!
    if [ $((round % 2)) = 0 ]; then
      pause $(((RANDOM * 32768 + RANDOM) % (2 * took)))
    else
      until both_write || ! both_live; do :; done
    fi
    ! both_write || met=$((met + 1))
    kill -9 $first 2>/dev/null
    wait $first 2>/dev/null
    code=$?
    last="round $round, $locks"
    is_whole x.pathfan
    outcome $? "the index is a whole one"
    [ $code = 137 ] && killed=$((killed + 1)) || check "the first ended well before" equal $code 0
    wait $second
    code=$?
    cp said.2 "$err"
    check "the second isn't disturbed" equal $code 0
    check "and nothing is said" equal "$(cat said.1 said.2)" ''
    is_whole x.pathfan
    outcome $? "the index is still a whole one"
    ! same_file x.pathfan 0.pathfan
    outcome $? "and a new one"
    # The first machine's next builder removes the files of its dead builder.
    (on n1 $locks build-index 0.map -o x.pathfan) 2>"$err"
    check "the next build goes well" equal $? 0
    check "its index" same_file x.pathfan 0.pathfan
    check "nothing else is left" equal "$(echo x.pathfan*)" x.pathfan
  done
  echo "$locks: $((round - 1)) rounds, $killed killed, $met of them while both wrote"
  check "some were killed while both wrote" test $met -gt 0
done

# A temporary of another machine's dead builder stays for a week, and so does the claim to find it.
leave() { # leave HOST: a builder there is killed amid its work
  local try
  for ((try = 0; try < 50; try++)); do
    (on "$1" alone build-index 1.map -o x.pathfan) &
    held=$!
    until ls x.pathfan."$1"-*.tmp >/dev/null 2>&1 || ! kill -0 $held 2>/dev/null; do :; done
    kill -9 $held 2>/dev/null
    wait $held 2>/dev/null
    ! ls x.pathfan."$1"-*.tmp >/dev/null 2>&1 || return
  done
}
leave far
(on near alone build-index 2.map -o x.pathfan)
check "a build beside it goes well" equal $? 0
check "its temporary stays" equal "$(ls x.pathfan.far-*.tmp | wc -l)" 1
check "and a claim" test -f x.pathfan.tmp
age x.pathfan.far-*.tmp
expect 0 build-index 0.map -o x.pathfan --quiet
check "when it is old it is removed, the claim too" equal "$(echo x.pathfan*)" x.pathfan

# The same for a living one: its own machine knows that it lives, whatever its temporary's date.
sleeper() { # sleeper HOST LOCKS: a builder there, held still amid its work: $held
  local try
  for ((try = 0; try < 50; try++)); do
    (on "$1" "$2" build-index 1.map -o x.pathfan) &
    held=$!
    until ls x.pathfan."$1"-*.tmp >/dev/null 2>&1 || ! kill -0 $held 2>/dev/null; do :; done
    kill -STOP $held 2>/dev/null
    until grep -qs '^State:.T' /proc/$held/status || ! kill -0 $held 2>/dev/null; do :; done
    ! ls x.pathfan."$1"-*.tmp >/dev/null 2>&1 || return
    kill -CONT $held 2>/dev/null
    wait $held
  done
}
sleeper near none
(on near none build-index 2.map -o x.pathfan)
check "no locks: another builder on the same machine goes on" equal $? 0
check "and leaves the living one's temporary" equal "$(ls x.pathfan.near-*.tmp | wc -l)" 1
kill -CONT $held
wait $held
check "which ends well, too" equal $? 0
check "the last one stays" same_file x.pathfan 1.pathfan
check "and removes the claim that was left for it" equal "$(echo x.pathfan*)" x.pathfan
sleeper far alone
age x.pathfan.far-*.tmp
(on near alone build-index 2.map -o x.pathfan)
check "a week later it is taken for dead" equal "$(ls x.pathfan.far-*.tmp 2>/dev/null | wc -l)" 0
kill -CONT $held
wait $held 2>"$err"
check "should it live it fails" equal $? 1
check "and the index is the other's" same_file x.pathfan 2.pathfan
check "nothing is left" equal "$(echo x.pathfan*)" x.pathfan

# A server that receives the request to rename twice.
(NO_LOCKS_RENAME=twice on near none build-index 1.map -o x.pathfan)
check "a rename that says ENOENT though it was done" equal $? 0
check "the index" same_file x.pathfan 1.pathfan
check "nothing else" equal "$(echo x.pathfan*)" x.pathfan

# Where every file needs a name, a spill file has one for a moment. Lists of hubs are left out where
# memory is short.
expect 0 build-index 1.map -o plain.pathfan --json --threads 1 --listed-share 0
needed=$(jq .memory_estimate "$out")
(on near none build-index 1.map -o spilled.pathfan --listed-share 0 --max-memory $((needed - 1)))
check "a build that spills" equal $? 0
check "the same bytes" same_file spilled.pathfan plain.pathfan
check "and nothing beside it" equal "$(echo spilled*)" spilled.pathfan

# Whole folders, the same shard twice at once, on machines that don't know of each other's builders.
mkdir maps
cp ?.map maps
expect 0 build-index maps -o whole --quiet
for locks in none alone; do
  rm -rf folder
  for host in n1 n2; do (on $host $locks build-index maps -o folder --shard 1/1) & done
  wait -n; check "one is done" equal $? 0
  wait -n; check "so is the other" equal $? 0
  (on n1 $locks catalogue folder)
  check "merged" equal $? 0
  rm folder/catalogue.1-of-1.json
  check "as one build leaves it" diff -r folder whole
done
finish

# Builders of one index at the same time; files left by dead builders.
#
#   test_builders.sh PATHFAN [ROUNDS]
#
# In each round two to four builders of different maps start together: each is refused or succeeds,
# and the index is a complete one of a successful builder. In every other round they use --wait. If
# none was refused, there are more rounds.
. "$(dirname "$0")/../cli/lib.sh"
rounds=${2:-12}
RANDOM=${PATHFAN_TEST_SEED:-5}

for i in 0 1 2 3; do
  expect 0 make-map --kind caves --width $((44 + i)) --height 36 --seed $((20 + i)) -o $i.map
  expect 0 build-index $i.map -o $i.pathfan --quiet
done

# is_one_of FILE NUMBERS: whether the file equals one of these indexes.
is_one_of() {
  local file=$1 i
  shift
  for i; do ! same_file "$file" "$i.pathfan" || return 0; done
  return 1
}

done_all=0 refused_all=0 waited_all=0
cp 0.pathfan x.pathfan
for ((round = 1; round <= rounds || (refused_all == 0 && round <= 20 * rounds); round++)); do
  wait=() waits=$((round % 2 == 0))
  [ $waits = 0 ] || wait=(--wait)
  count=$((2 + RANDOM % 3)) builders=() done_now=()
  for ((i = 0; i < count; i++)); do
    "$pathfan" build-index $i.map -o x.pathfan --quiet --threads 1 "${wait[@]}" 2>said.$i &
    builders+=($!)
  done
  for ((i = 0; i < count; i++)); do
    wait "${builders[i]}"
    code=$?
    last="round $round, builder $i of $count"
    cp said.$i "$err"
    if [ $code = 0 ]; then
      done_now+=("$i")
      done_all=$((done_all + 1)) waited_all=$((waited_all + waits))
      silent err
    else
      check "refused by exit 1" equal $code 1
      check "none is refused that waits" equal $waits 0
      says err '^pathfan: x\.pathfan: another program is writing it'
      refused_all=$((refused_all + 1))
    fi
  done
  check "one at least is done" test ${#done_now[@]} -gt 0
  check "the index is one of theirs" is_one_of x.pathfan "${done_now[@]}"
  check "nothing else is left" equal "$(echo x.pathfan*)" x.pathfan
  expect 0 verify x.pathfan
done
echo "$((round - 1)) rounds: $done_all builders done, $waited_all of them with --wait, $refused_all refused"
check "some were refused" test $refused_all -gt 0

# Starts a builder and stops it while it holds its lock, so that other builders are sure to meet it.
hold() {
  local try
  for ((try = 0; try < 50; try++)); do
    "$pathfan" build-index 0.map -o held.pathfan --quiet &
    holder=$!
    until [ -e held.pathfan.tmp ] || ! kill -0 $holder 2>/dev/null; do :; done
    kill -STOP $holder 2>/dev/null
    until grep -qs '^State:.T' /proc/$holder/status || ! kill -0 $holder 2>/dev/null; do :; done
    if [ -e held.pathfan.tmp ] && ! flock -n held.pathfan.tmp true; then return; fi
    kill -CONT $holder 2>/dev/null # too early, or too late
    wait $holder
  done
}
hold
expect 1 build-index 1.map -o held.pathfan --quiet
says err '^pathfan: held\.pathfan: another program is writing it'
check "the temporary of the living is left alone" test -e held.pathfan.tmp
"$pathfan" build-index 1.map -o held.pathfan --quiet --wait &
waiter=$!
sleep 0.2
check "one that waits does" kill -0 $waiter
kill -CONT $holder
wait $holder
check "the first ends well" equal $? 0
wait $waiter
check "then the other" equal $? 0
check "its index is the one that stays" same_file held.pathfan 1.pathfan
hold
kill -9 $holder
wait $holder 2>/dev/null
expect 0 build-index 1.map -o held.pathfan --quiet
check "a killed builder keeps nobody waiting" same_file held.pathfan 1.pathfan

# Temporaries of dead builders, which are known by their mark, are removed, whatever their contents
# and permissions.
left() { # left WHAT: after x.pathfan.tmp was made; the build goes well and removes it
  chmod +t x.pathfan.tmp
  expect 0 build-index 1.map -o x.pathfan --quiet
  check "$1: the new index" same_file x.pathfan 1.pathfan
  check "$1: nothing else is left" equal "$(echo x.pathfan*)" x.pathfan
}
: >x.pathfan.tmp
left "an empty file"
head -c 100000 /dev/urandom >x.pathfan.tmp
left "noise"
cp 2.pathfan x.pathfan.tmp
left "a whole index"
cp 2.pathfan x.pathfan.tmp
chmod 444 x.pathfan.tmp
left "a file that can't be written"

# A builder doesn't remove files that no builder made, nor the lock of another program.
listing() { ls -AlR --time-style=full-iso --ignore=.out --ignore=.err; }
kept() { # kept WHAT: the build is refused and changes nothing
  local before
  before=$(listing)
  expect 1 build-index 2.map -o x.pathfan --quiet
  says err "x\.pathfan"
  check "$1: the old index" same_file x.pathfan 1.pathfan
  check "$1: nothing has changed" equal "$(listing)" "$before"
}
cp 2.pathfan x.pathfan.tmp
kept "a file without the mark"
rm x.pathfan.tmp
cp 2.map x.pathfan.tmp
before=$(listing)
expect 1 build-index x.pathfan.tmp -o x.pathfan --quiet
says err 'x\.pathfan\.tmp: is in the way'
check "the map itself: nothing has changed" equal "$(listing)" "$before"
rm x.pathfan.tmp
echo treasure >treasure
mkdir beyond
ln -s treasure x.pathfan.tmp
kept "a link to a file"
check "the link's target" equal "$(cat treasure)" treasure
rm x.pathfan.tmp
ln -s beyond x.pathfan.tmp
kept "a link to a folder"
rm x.pathfan.tmp
ln -s nowhere x.pathfan.tmp
kept "a link to nothing"
check "still nothing is there" absent nowhere
rm x.pathfan.tmp
mkdir x.pathfan.tmp
kept "an empty folder"
echo treasure >x.pathfan.tmp/treasure
kept "a full folder"
rm -r x.pathfan.tmp
mkfifo x.pathfan.tmp
kept "a pipe"
rm x.pathfan.tmp
echo treasure >x.pathfan.tmp
exec 9<x.pathfan.tmp
flock 9
kept "somebody's live file"
exec 9<&-
rm x.pathfan.tmp

# The same for other outputs.
expect 0 mesh 0.map -o wanted.mesh
echo half >m.mesh.tmp
chmod 1444 m.mesh.tmp
expect 0 mesh 0.map -o m.mesh
check "a mesh: whole" same_file m.mesh wanted.mesh
check "a mesh: nothing is left" equal "$(echo m.mesh*)" m.mesh
ln -s treasure m.mesh.tmp
expect 1 mesh 1.map -o m.mesh
says err 'm\.mesh\.tmp: is in the way'
rm m.mesh.tmp
echo half >m.mesh.tmp
chmod +t m.mesh.tmp
exec 9<m.mesh.tmp
flock 9
expect 1 mesh 1.map -o m.mesh
says err '^pathfan: m\.mesh: another program is writing it'
exec 9<&-
check "both are as they were" equal "$(cat treasure m.mesh.tmp)" $'treasure\nhalf'
check "the mesh too" same_file m.mesh wanted.mesh

# A symbolic link stays, and its target is replaced, under the lock of the target's name.
mkdir real
ln -s real/index.pathfan link.pathfan
cp 1.pathfan real/index.pathfan
: >link.pathfan.tmp
expect 0 build-index 2.map -o link.pathfan --quiet
check "the link is one" test -L link.pathfan
check "the index behind it" same_file real/index.pathfan 2.pathfan
rm link.pathfan.tmp
: >real/index.pathfan.tmp
chmod +t real/index.pathfan.tmp
exec 9<real/index.pathfan.tmp
flock 9
expect 1 build-index 2.map -o link.pathfan --quiet
says err 'index\.pathfan: another program is writing it'
exec 9<&-
expect 0 build-index 1.map -o link.pathfan --quiet
check "what a dead builder left there" equal "$(ls real)" index.pathfan
check "has no mark any more" equal "$(stat -c %a real/index.pathfan)" 444
finish

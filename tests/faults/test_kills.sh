# Kills builders with kill -9 at random times: the index is the old one or the new one, complete.
#
#   test_kills.sh PATHFAN [ROUNDS]
#
# Two maps take turns. The time of the kill is spread evenly over the duration of the last build,
# without its first eighth, when the loader runs. A kill counts as midway if the temporary exists.
# On a busy machine no time tells how far a builder has got: there are more rounds then, until
# enough were killed midway.
. "$(dirname "$0")/../cli/lib.sh"
rounds=${2:-40}
least=$(((rounds * (rounds >= 500 ? 70 : 30) + 99) / 100)) # killed midway
RANDOM=${PATHFAN_TEST_SEED:-7}
exec {never}<> <(:) # a pipe that nothing comes from: waits without a process

expect 0 make-map --kind caves --width 60 --height 50 --seed 5 -o 0.map
expect 0 make-map --kind caves --width 64 --height 50 --seed 6 -o 1.map
for i in 0 1; do expect 0 build-index $i.map -o $i.pathfan --quiet; done

build() { # build MAP: undisturbed; sets $took, microseconds
  local before=${EPOCHREALTIME/[.,]/}
  expect 0 build-index "$1.map" -o x.pathfan --quiet
  took=$((${EPOCHREALTIME/[.,]/} - before))
}

build 0
midway=0 killed=0
for ((i = 1; i <= rounds || (midway < least && i <= 20 * rounds); i++)); do
  new=$((i % 2)) old=$((1 - i % 2))
  wait=$((took / 8 + (RANDOM * 32768 + RANDOM) % (took * 7 / 8)))
  "$pathfan" build-index $new.map -o x.pathfan --quiet 2>"$err" &
  builder=$!
  read -r -t "$((wait / 1000000)).$(printf %06d $((wait % 1000000)))" -u "$never"
  kill -9 $builder 2>/dev/null
  wait $builder 2>/dev/null
  code=$?
  last="round $i, killed after $wait of about $took microseconds"
  if [ $code = 137 ]; then
    killed=$((killed + 1))
    [ "$(echo x.pathfan.*)" = 'x.pathfan.*' ] || midway=$((midway + 1))
  else
    check "it ended well before" equal $code 0
    check "then it is the new index" same_file x.pathfan $new.pathfan
  fi
  same_file x.pathfan $old.pathfan || same_file x.pathfan $new.pathfan
  outcome $? "the old index or the new one"
  "$pathfan" verify x.pathfan >"$out" 2>"$err"
  outcome $? "it verifies"
  "$pathfan" query x.pathfan --from 0.5,0.5 --to 59.5,49.5 >"$out" 2>"$err"
  code=$?
  [ $code = 0 ] || [ $code = 3 ]
  outcome $? "it answers"
  build $new
  check "the next build is as if nothing had been" same_file x.pathfan $new.pathfan
  check "and removes what was left" equal "$(echo x.pathfan*)" x.pathfan
done 2>&1
echo "$((i - 1)) rounds, $killed killed, $midway of them midway ($((100 * midway / (i - 1)))%)"
check "$least or more were killed midway" test $midway -ge $least
finish

# Measures shards, and compares their bytes: `cmake --build BUILD --target scale-shards`.
#
#   shards.sh PATHFAN [MAPS [ROUNDS]]
#
# Bytes: a fifth of the maps in 1, 2 and 7 shards; each gives the same files and catalogue as one
# build. Time: all maps by one process with two threads, alternating with two simultaneous shards of
# one thread each; processor time, summed over child processes, and elapsed time. Prints medians.
. "$(dirname "$0")/../cli/lib.sh"
maps=${2:-1000} rounds=${3:-5}
contents() { (cd "$1" && find . -type f ! -name 'catalogue.*-of-*.json' -print0 | LC_ALL=C sort -z | xargs -0 md5sum); }
median() { sort -n | sed -n "$(((rounds + 1) / 2))p"; }

mkdir all few
for ((i = 1; i <= maps; i++)); do
  "$pathfan" make-map --kind caves --width $((30 + i % 31)) --height $((30 + i % 17)) --seed $i -o all/$i.map
  ((i % 5)) || cp all/$i.map few
done

expect 0 build-index few -o whole --quiet
for n in 1 2 7; do
  for ((k = 1; k <= n; k++)); do expect 0 build-index few -o few-$n --quiet --threads 1 --shard $k/$n; done
  expect 0 catalogue few-$n --quiet
  check "$n shards: the same files as one build" equal "$(contents few-$n)" "$(contents whole)"
done
echo "$(find few -type f | wc -l) maps by 1, 2 and 7 shards: the same bytes"

TIMEFORMAT='%R %U %S'
whole() { "$pathfan" build-index all -o one --quiet --threads 2; }
shards() {
  "$pathfan" build-index all -o two --quiet --threads 1 --shard 1/2 &
  "$pathfan" build-index all -o two --quiet --threads 1 --shard 2/2
  wait && "$pathfan" catalogue two --quiet
}
for ((round = 1; round <= rounds; round++)); do
  for what in whole shards; do
    rm -rf one two
    { time $what; } 2>time
    check "round $round: $what ends well" test "$(wc -l <time)" = 1
    awk '{print $1}' time >>$what.clock
    awk '{print $2 + $3}' time >>$what.processor
  done
done
for what in clock processor; do
  one=$(median <whole.$what) two=$(median <shards.$what)
  echo "$maps maps, $what, medians of $rounds: one process $one s, two shards and the merge $two s: $(echo "scale=3; $two / $one" | bc)"
done
whole
check "the same files" equal "$(contents one)" "$(contents two)"
TIMEFORMAT='%U %S'
{ time "$pathfan" catalogue two --quiet; } 2>time
echo "merging $maps: $(awk '{print $1 + $2}' time) s of processor time"
{ time "$pathfan" catalogue two --quiet --quick; } 2>time
echo "merging $maps, --quick: $(awk '{print $1 + $2}' time) s"
{ time "$pathfan" build-index all -o two --quiet --threads 1 --shard 1/2; } 2>time
echo "a shard of two that is up to date: $(awk '{print $1 + $2}' time) s"
finish

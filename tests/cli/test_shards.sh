# Shards of a folder: the same indexes and, when merged, the same catalogue as by one build, for any
# number of shards in any order; missing, damaged and foreign ones are reported.
. "$(dirname "$0")/lib.sh"

# contents FOLDER: the names and digests of its files, except the shards' catalogues.
contents() { (cd "$1" && find . -type f ! -name 'catalogue.*-of-*.json' -print0 | LC_ALL=C sort -z | xargs -0 md5sum); }
shard() { expect "${code_of_shard:-0}" build-index maps -o "$1" --quiet --shard "$2"; }
merged() { # merged FOLDER: merges, and all is as one build leaves it
  expect 0 catalogue "$1"
  check "$1: the same files as one build" equal "$(contents "$1")" "$(contents whole)"
}

# Maps of all sizes, kinds and names.
mkdir -p maps/north/deep odd
for i in 1 2 3 4 5 6 7 8 9; do
  expect 0 make-map --kind caves --width $((20 + 4 * (i * 5 % 9))) --height 30 --seed $i -o maps/north/$i.map
done
{
  printf 'type octile\nheight 260\nwidth 300\nmap\n' # above 64 KiB
  for ((i = 0; i < 260; i++)); do printf '%0300d\n' 0; done | tr 0 .
} >maps/large.map
make_block_map "maps/a \"b\" c.map"
make_block_map $'maps/line\nfeed.map'
make_block_map 'maps/$(touch hostile);*.map'
make_block_map maps/-o.map
make_block_map 'maps/catalogue.1-of-2.map'
make_block_map maps/north/deep/öst.map
echo 'POLYGON((3 3, 6 3, 6 6, 3 6, 3 3)); POLYGON((9 9, 10 9, 10 10, 9 10, 9 9))' >maps/north/square.wkt
count=$(find maps -type f -printf . | wc -c)
expect 0 build-index maps -o whole --quiet

# Two, three, seven shards: one after the other, in any order, and at once.
for n in 1 2 3 7; do
  for ((k = n; k >= 1; k--)); do shard $n-shards $k/$n; done
  check "$n: a catalogue each, and no other" equal "$(find $n-shards -name 'catalogue*.json' | wc -l)" $n
  check "$n: each map is of one shard" equal "$(cat $n-shards/catalogue.*.json |
    jq -s 'map(.indexes) | add | map(.file) | length, (unique | length)' | xargs)" "$count $count"
  check "$n: no shard is empty" equal "$(cat $n-shards/catalogue.*.json | jq -s 'map(.indexes | length) | min > 0')" true
  merged $n-shards
  expect 0 catalogue $n-shards --quick
  says out "^$n-shards: merged, $count indexes sound, "
done
for k in 1 2 3; do "$pathfan" build-index maps -o at-once --quiet --shard $k/3 >said.$k 2>&1 & done
for k in 1 2 3; do
  wait -n
  check "shards at once" equal $? 0
done
check "say nothing" equal "$(cat said.*)" ''
merged at-once
expect 0 inspect at-once --json
json '.indexes | all(.state == "ok")'
check "nobody ran what a name says" absent hostile

# An index built by one shard is up to date for it, for one build of all, and for other shards.
inodes() { find "$1" -type f -print0 | sort -z | xargs -0 stat -c '%n %i %y'; }
inodes at-once >before
expect 0 build-index maps -o at-once --shard 2/3 --json
json '.built == 0 and .up_to_date > 0 and .failed == 0'
expect 0 catalogue at-once --json
json ".merged and .indexes == $count and .flaws == []"
check "nothing was written" equal "$(inodes at-once)" "$(cat before)"
expect 0 build-index maps -o at-once --json
json ".built == 0 and .up_to_date == $count"

# More shards than maps.
make_block_map odd/one.map
for k in 1 2 3; do
  expect 0 build-index odd -o few --shard $k/3 --json
  json ".built == $((k == 1)) and (.maps | length) == $((k == 1))"
done
expect 0 catalogue few
expect 0 build-index odd -o few-whole --quiet
check "the same catalogue" same_file few/catalogue.json few-whole/catalogue.json

# A shard is lost: reported, and nothing is written; after it is rebuilt, merging works.
rm 3-shards/catalogue.json 3-shards/catalogue.2-of-3.json
lost=$(find 3-shards -name '*.pathfan' | head -1)
expect 1 catalogue 3-shards
says err 'catalogue\.2-of-3\.json: .*is missing'
check "nothing is written" absent 3-shards/catalogue.json
expect 1 catalogue 3-shards --json
json '.merged == false and (.flaws | length) == 1 and .flaws[0].state == "missing"'
shard 3-shards 2/3
rm -f "$lost"
expect 1 catalogue 3-shards
says err 'its shard lists it, but there is no such file'
for k in 1 2 3; do shard 3-shards $k/3; done
merged 3-shards

# Damage to a shard's catalogue or to an index; the shard repairs either.
cp 3-shards/catalogue.2-of-3.json good.json
for bytes in 0 1 30 60 150 400; do
  head -c $bytes good.json >3-shards/catalogue.2-of-3.json
  expect 5 catalogue 3-shards
  says err 'catalogue\.2-of-3\.json: is damaged'
done
spoil() { # spoil CODE JQ-FILTER
  jq -c "$2" good.json >3-shards/catalogue.2-of-3.json
  expect "$1" catalogue 3-shards --json
  json '.merged == false and (.flaws | length) > 0'
}
for filter in '.shard.number = 1' '.shard.shards = 2' '.shard.number = -1' '.shard.division = "x"' \
  'del(.shard)' '.shard.failed = {}' '.shard.failed = [{}]' '.shard = 7' \
  '.shard.failed = [{"file": "a", "map": "a", "status": 0, "error": ""}]' \
  '.indexes[0].file = "../outside.pathfan"' '.pathfan_catalogue = 2' 'del(.pathfan_catalogue)'; do
  spoil 5 "$filter"
done
spoil 5 '.shard.division |= (.[1:] + .[:1])'
says err 'catalogue\.2-of-3\.json: was built of other maps, or with other options, than shard 1'
spoil 5 '.indexes[0].seal |= (.[1:] + .[:1])'
says err 'is another index than its shard lists'
check "the catalogue is as it was" same_file 3-shards/catalogue.json whole/catalogue.json
expect 0 build-index maps -o 3-shards --quiet --shard 2/3
check "the shard's is made anew" same_file 3-shards/catalogue.2-of-3.json good.json
file=3-shards/north/4.pathfan
cp $file sound.pathfan
chmod u+w $file
printf '\377' | dd of=$file bs=1 seek=9000 conv=notrunc 2>/dev/null
expect 5 catalogue 3-shards
says err 'north/4\.pathfan: '
for k in 1 2 3; do shard 3-shards $k/3; done
check "it is built again" same_file $file sound.pathfan
merged 3-shards
cp 3-shards/catalogue.1-of-3.json 3-shards/catalogue.json
expect 0 catalogue 3-shards
says err 'catalogue\.json: is damaged: it is a shard.s; it is made anew'
merged 3-shards

# Shards' catalogues of different divisions.
shard 3-shards 1/2
expect 2 catalogue 3-shards
says err 'of 2 shards and of 3.*--shards'
expect 0 catalogue 3-shards --shards 3
expect 0 catalogue 3-shards --shards 3 --prune
check "the other is deleted" absent 3-shards/catalogue.1-of-2.json
merged 3-shards

# A folder that has changed between two shards; options that differ.
expect 0 make-map --kind caves --width 50 --height 50 --seed 20 -o maps/new.map
shard 3-shards 2/3
expect 5 catalogue 3-shards
says err 'was built of other maps'
expect 0 build-index maps -o whole --quiet
for k in 1 2 3; do shard 3-shards $k/3; done
merged 3-shards
expect 0 build-index maps -o 3-shards --quiet --shard 3/3 --no-edges
expect 5 catalogue 3-shards
says err 'catalogue\.3-of-3\.json: was built of other maps, or with other options'
for k in 1 2 3; do shard 3-shards $k/3; done
merged 3-shards

# Maps that no longer exist: no shard deletes their indexes; merging reports, lists and prunes them.
rm maps/new.map maps/north/7.map
expect 2 build-index maps -o 3-shards --shard 1/3 --prune
expect 0 build-index maps -o whole --quiet
for k in 1 2 3; do shard 3-shards $k/3; done
expect 0 catalogue 3-shards
says out '^new\.pathfan: its map new\.map is gone; --prune would delete it$'
says out '^3-shards: merged, .* 2 without a map'
check "listed all the same" same_file 3-shards/catalogue.json whole/catalogue.json
rm 3-shards/catalogue.json # what the shards knew by themselves
expect 0 catalogue 3-shards --json
json '.merged and .gone == 2'
check "from shards alone" same_file 3-shards/catalogue.json whole/catalogue.json
rm 3-shards/catalogue.1-of-3.json
expect 1 catalogue 3-shards --prune
check "nothing is pruned where something is wrong" test -f 3-shards/new.pathfan
shard 3-shards 1/3
expect 0 catalogue 3-shards --prune
says out '^3-shards: merged, .* 2 deleted'
expect 0 build-index maps -o whole --quiet --prune
for k in 1 2 3; do shard 3-shards $k/3; done
merged 3-shards

# A map that can't be built: its shard and merging report it; all other maps are listed.
echo nonsense >maps/north/bad.map
expect 4 build-index maps -o whole --quiet
codes=
for k in 1 2 3; do
  run build-index maps -o 3-shards --quiet --shard $k/3
  codes="$codes $code"
done
check "one shard fails" equal "$(tr ' ' '\n' <<<"$codes" | sort | xargs)" "0 0 4"
expect 4 catalogue 3-shards
says err 'north/bad\.map'
says out '^3-shards: merged, .* 1 failed'
check "the same catalogue as one build" same_file 3-shards/catalogue.json whole/catalogue.json
rm maps/north/bad.map
expect 0 build-index maps -o whole --quiet

# Indexes beside their maps: the shards' catalogues aren't taken for maps.
cp -r maps both
for k in 1 2; do expect 0 build-index both -o both --quiet --shard $k/2; done
expect 0 build-index both -o both --shard 1/2 --json
json '.left_alone == 0 and .built == 0'
expect 0 catalogue both --quiet
silent out
check "the same catalogue" same_file both/catalogue.json whole/catalogue.json

# Other files in place of a catalogue are left alone, and not waited for.
mkdir strange
mkfifo strange/catalogue.1-of-2.json
expect 5 build-index maps -o strange --shard 1/2
says err 'catalogue\.1-of-2\.json: is no regular file'
expect 5 catalogue strange --shards 2
says err 'catalogue\.1-of-2\.json: is no regular file'
check "it is still a pipe" test -p strange/catalogue.1-of-2.json
rm strange/catalogue.1-of-2.json
echo '{"mine": 1}' >strange/catalogue.1-of-2.json
expect 5 build-index maps -o strange --shard 1/2
says err 'catalogue\.1-of-2\.json: is no catalogue'
check "it isn't touched" equal "$(cat strange/catalogue.1-of-2.json)" '{"mine": 1}'
jq -c '.pathfan_catalogue = 2' whole/catalogue.json >strange/catalogue.json
rm strange/catalogue.1-of-2.json
for k in 1 2; do expect 0 build-index maps -o strange --quiet --shard $k/2; done
expect 5 catalogue strange
says err 'catalogue\.json: is of version 2'

# Locks: shards run together, but not beside a build of all, a merge, or the same shard.
exec 9<whole
flock -s 9
expect 0 build-index maps -o whole --quiet --shard 1/2 9<&-
for command in 'build-index maps -o whole' 'catalogue whole'; do
  expect 1 $command 9<&-
  says err '^pathfan: whole: another process is building the indexes of this folder$'
done
exec 9<&-
exec 9<whole
flock -x 9
expect 1 build-index maps -o whole --quiet --shard 1/2 9<&-
says err 'another process is building'
"$pathfan" build-index maps -o whole --quiet --shard 2/2 --wait 9<&- &
waiter=$!
exec 9<&-
wait $waiter
check "one that waits goes on" equal $? 0
: >whole/catalogue.1-of-2.json.tmp
chmod +t whole/catalogue.1-of-2.json.tmp
exec 9<whole/catalogue.1-of-2.json.tmp
flock 9
expect 1 build-index maps -o whole --quiet --shard 1/2 9<&-
says err 'catalogue\.1-of-2\.json: another program is writing it'
expect 0 build-index maps -o whole --quiet --shard 2/2 9<&-
exec 9<&-
expect 0 catalogue whole --quiet
check "what a dead shard left is removed" absent whole/catalogue.1-of-2.json.tmp

# The same shard twice at once: both succeed, or one is refused; with --wait both succeed.
rm -rf twice
"$pathfan" build-index maps -o twice --shard 1/1 --wait --json >one.json &
"$pathfan" build-index maps -o twice --shard 1/1 --wait --json >two.json
check "the second is done" equal $? 0
wait $!
check "the first is done" equal $? 0
check "each map was built once" equal "$(jq -s 'map(.built) | add' one.json two.json)" \
  "$(find maps -type f -printf . | wc -c)"
expect 0 catalogue twice --quiet
expect 0 build-index maps -o alone --quiet
check "the same as ever" equal "$(contents twice)" "$(contents alone)"

# Shards that are killed at any time and resumed.
rm -rf part
killed=0
for delay in 0.01 0.03 0.06 0.1; do
  "$pathfan" build-index maps -o part --quiet --force --shard 1/2 2>/dev/null &
  victim=$!
  sleep $delay
  kill -9 $victim 2>/dev/null && killed=$((killed + 1))
  wait $victim 2>/dev/null
done
echo "killed $killed shards of 4"
for k in 1 2; do expect 0 build-index maps -o part --quiet --shard $k/2; done
expect 0 catalogue part --quiet
check "the same as ever" equal "$(contents part)" "$(contents alone)"

# Usage.
for bad in 0/2 3/2 1/0 1 /2 1/ 1/2/3 -1/2 1.5/2 1/10000 x/y ''; do
  expect 2 build-index maps -o x --shard "$bad"
done
expect 2 build-index maps/large.map -o x.pathfan --shard 1/2
expect 2 catalogue
expect 2 catalogue alone --shards 0
expect 1 catalogue alone
says err 'alone: has no catalogue of a shard'
expect 1 catalogue nowhere
says err 'nowhere: '
expect 1 catalogue maps/large.map
expect 0 catalogue --help
says out '^usage: pathfan catalogue INDEXES'
finish

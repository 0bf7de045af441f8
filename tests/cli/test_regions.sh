# Via sets between regions, and the effort thorough: more paths, never fewer, and indexes
# without via sets.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind rooms --width 180 --height 150 --seed 9 -o rooms.map --scen rooms.scen \
  --queries 60
expect 0 build-index rooms.map -o with.pathfan --json
expect 0 build-index rooms.map -o without.pathfan --no-regions --json
check "smaller without" test "$(stat -c %s without.pathfan)" -lt "$(stat -c %s with.pathfan)"

# What inspect says of them.
expect 0 inspect with.pathfan --json --sections
json '.regions.size == 16 and .regions.count == ((.n + 15) / 16 | floor)'
json '.regions.bytes == ([.sections[] | select(.name | startswith("regions")) | .stored_bytes] | add)'
json '.options | contains("regions") | not'
bytes=$(jq .regions.bytes "$out")
expect 0 inspect with.pathfan
says out "^regions +[0-9]+ of 16 vertices, via sets $bytes bytes"
expect 0 inspect without.pathfan --json --sections
json '.regions == {"count": 0, "size": 0, "bytes": 0} and (.options | contains("regions=none"))'
json '.sections | all(.name != "regions")'
expect 0 inspect without.pathfan
check "no line about regions" bash -c "! grep -q '^regions' '$out'"
expect 0 verify with.pathfan
expect 0 verify without.pathfan

# All lines of the scenario in one go: answers LINES FILE OPTIONS...
answers() {
  local lines=$1 file=$2
  shift 2
  last="pathfan query $* --batch"
  "$pathfan" query "$@" --batch <"$lines" >"$out" 2>"$err"
  code=$?
  outcome "$code" "batch"
  jq -c '[.id, .status, .reason, .paths, .candidates]' "$out" >"$file"
}
tail -n +2 rooms.scen |
  awk '{printf "{\"id\": %d, \"from\": [%s, %s], \"to\": [%s, %s]}\n", NR, $5, $6, $7, $8}' \
    >rooms.jsonl
sed 's/}$/, "regions": 0}/' rooms.jsonl >none.jsonl
sed 's/}$/, "effort": "thorough"}/' rooms.jsonl >thorough.jsonl
total() { jq -s 'map(.[3] | length) | add' "$1"; }
# Whether no answer of the second has fewer paths than that of the first.
no_fewer() {
  jq -es '. as $all | (length / 2) as $n | [range($n)] |
    all(($all[. + $n][3] | length) >= ($all[.][3] | length))' "$1" "$2" >/dev/null
}

answers rooms.jsonl none.json with.pathfan --regions 0
answers rooms.jsonl default.json with.pathfan
answers rooms.jsonl three.json with.pathfan --regions 3
answers rooms.jsonl lacking.json without.pathfan
answers rooms.jsonl lacking8.json without.pathfan --regions 8
check "3 by default" same_file default.json three.json
check "without via sets as with none tried" same_file none.json lacking.json
check "however many are asked for" same_file none.json lacking8.json
check "with via sets more paths" test "$(total default.json)" -gt "$(total none.json)"
answers none.jsonl lines.json with.pathfan
check "none in batch lines" same_file lines.json none.json

answers rooms.jsonl thorough.json with.pathfan --effort thorough
answers rooms.jsonl dissimilarity.json with.pathfan --algorithm dissimilarity
answers rooms.jsonl without.json without.pathfan --effort thorough
check "thorough: no fewer than fast" no_fewer default.json thorough.json
check "thorough: no fewer than dissimilarity" no_fewer dissimilarity.json thorough.json
check "thorough: more in all" test "$(total thorough.json)" -gt "$(total default.json)"
check "thorough without via sets: no fewer than dissimilarity" \
  no_fewer dissimilarity.json without.json
answers thorough.jsonl lines.json with.pathfan
check "thorough in batch lines" same_file lines.json thorough.json

# What there can't be.
for regions in -1 9 x 1.5 ''; do
  expect 2 query with.pathfan --from 1,1 --to 2,2 --regions "$regions"
  says err 'regions'
done
expect 2 query with.pathfan --from 1,1 --to 2,2 --effort most
says err 'effort'
expect 2 build-index rooms.map -o x.pathfan --no-regions=yes
check "no file" absent x.pathfan
finish

# Via sets between regions, and the effort thorough: more paths, never fewer; and indexes without
# via sets.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind rooms --width 180 --height 150 --seed 9 -o rooms.map --scen rooms.scen \
  --queries 60
expect 0 build-index rooms.map -o with.pathfan --json
expect 0 build-index rooms.map -o without.pathfan --no-regions --json
expect 0 build-index rooms.map -o tables.pathfan --no-regions --tables 3 --json
json '[.stages[].name] | contains(["columns", "tables", "labels"])'
expect 0 build-index rooms.map -o both.pathfan --tables 3 --json
check "smaller without" test "$(stat -c %s without.pathfan)" -lt "$(stat -c %s with.pathfan)"

# Output of inspect about them.
expect 0 inspect with.pathfan --json --sections
json '.n as $n | .regions.count as $r | $n / $r <= 25 and $n / $r > 12 and ($r | log2 | . == floor)'
json '.regions.vias > .regions.count'
json '.regions.bytes == (.sections[] | select(.name == "regions") | .stored_bytes)'
json '.regions as $r | ($r.count * ($r.count + 1) / 2 / 8 | ceil) as $blocks |
  $r.bytes == 8 + 4 * $r.count + 12 * $blocks + 2 * $r.vias'
json '.options | contains("regions") | not'
bytes=$(jq .regions.bytes "$out")
expect 0 inspect with.pathfan
says out "^regions +[0-9]+, [0-9]+ via nodes between them, $bytes bytes"
expect 0 inspect without.pathfan --json --sections
json '.regions == {"count": 0, "vias": 0, "bytes": 0} and (.options | contains("regions=none"))'
json '.sections | all(.name != "regions")'
expect 0 inspect without.pathfan
check "no line about regions" bash -c "! grep -q '^regions' '$out'"
expect 0 verify with.pathfan
expect 0 verify without.pathfan

# answers LINES FILE OPTIONS...: answers all lines of the scenario at once.
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
sed 's/}$/, "algorithm": "cvpd", "max_loop": 1.5}/' rooms.jsonl >cvpd.jsonl
sed 's/}$/, "effort": "thorough"}/' rooms.jsonl >thorough.jsonl
total() { jq -s 'map(.[3] | length) | add' "$1"; }
# Whether no answer in the second file has fewer paths than in the first.
no_fewer() {
  jq -es '. as $all | (length / 2) as $n | [range($n)] |
    all(($all[. + $n][3] | length) >= ($all[.][3] | length))' "$1" "$2" >/dev/null
}

answers rooms.jsonl default.json with.pathfan
answers rooms.jsonl both.json both.pathfan
answers rooms.jsonl lacking.json without.pathfan
answers rooms.jsonl tables.json tables.pathfan
answers rooms.jsonl cvpd.json both.pathfan --algorithm cvpd --max-loop 1.5
answers cvpd.jsonl lines.json both.pathfan
lengths() { jq -c '[.[0], .[1], [.[3][].length * 1e6 | round]]' "$1" >"$2"; }
lengths default.json default.lengths
lengths both.json both.lengths
check "tables change nothing where there are via sets" same_file default.lengths both.lengths
check "without via sets tables are asked" same_file tables.json cvpd.json
check "cvpd in batch lines" same_file cvpd.json lines.json
check "with via sets more paths than with tables" test "$(total default.json)" -gt "$(total tables.json)"
check "with tables more than with nothing" test "$(total tables.json)" -gt "$(total lacking.json)"
expect 2 query with.pathfan --from 1,1 --to 2,2 --algorithm cvpd
says err 'algorithm cvpd needs an index with tables: build-index --tables 3'

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

# Invalid options.
expect 2 query with.pathfan --from 1,1 --to 2,2 --regions 3
says err 'regions'
expect 2 query with.pathfan --from 1,1 --to 2,2 --effort most
says err 'effort'
expect 2 build-index rooms.map -o x.pathfan --no-regions=yes
check "no file" absent x.pathfan
finish

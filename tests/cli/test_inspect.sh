# inspect and bench: the fields, and that decoded parts agree with each other.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind rooms --width 60 --height 50 --seed 4 -o rooms.map --scen rooms.scen \
  --queries 57
expect 0 build-index rooms.map -o rooms.pathfan --tables 3 --json
cp "$out" built.json
size=$(stat -c %s rooms.pathfan)

expect 0 inspect rooms.pathfan --json
json '.format == "3.5" and .map.name == "rooms.map" and .map.width == 60 and .map.height == 50'
json '.n > 10 and (.tables | length) == 3 and .labels.count >= 0'
json ".file_bytes == $size and .map.bytes == $(stat -c %s rooms.map)"
json '.bytes_per_pair == .file_bytes / (.n * (.n - 1) / 2)'
json '.dense_bytes == .n * .n * (3 * 2 + 8) and .dense_ratio == .dense_bytes / .file_bytes'
json '(.options | startswith("tables=3 passable=.G")) and (.builder | startswith("pathfan "))'
json '.tables | all(.runs > 0 and .runs_per_row > 0 and .bytes > 0)'
json '.labels.bytes >= 0 and .cones.bytes >= 0 and .mesh_bytes > 0 and (has("build_seconds") | not)'
json '(.map.digest | test("^[0-9a-f]{32}$")) and (has("sections") | not)'
check "the build said the same" jq -es '.[0] as $a | .[1] | .n == $a.n and .edges == $a.edges and
  .taut_edges == $a.taut_edges and .file_bytes == $a.file_bytes and .components == $a.components' \
  "$out" built.json >/dev/null
n=$(jq .n "$out")
table_runs=$(jq '.tables[1].runs' "$out")
labels=$(jq '.labels.count' "$out")
expect 0 inspect rooms.pathfan --json --sections
json '.sections | length > 3 and all(.name != "" and .chunks >= 1)'
json '(.sections | map(.stored_bytes) | add) <= .file_bytes'
expect 0 inspect rooms.pathfan
for word in map 'free space' options size format 'in detail' source lattice edges mesh 'table 1' labels cone file precision; do
  says out "^$word"
done
says out 'dense tables would be [0-9.]+ times'
# Facts for everybody come first, without technical terms.
sed '/^in detail/,$d' "$out" >first.txt
says out '^free space  1 connected part, [0-9]+ corners to turn at$'
check "the first lines are for anybody" bash -c "! grep -E 'convex|taut|edges|cells|labels|per ' first.txt"
expect 0 inspect rooms.pathfan --sections
says out '^section'

# Rows cover all columns in consecutive runs.
expect 0 inspect rooms.pathfan --row 3 --json
json '.vertex == 3 and (.tables | length) == 3'
json ".tables | all(.runs[0].first == 0 and .runs[-1].last == $n - 1)"
json '.tables | all(.runs as $r | [range(1; $r | length)] | all($r[.].first == $r[. - 1].last + 1))'
expect 0 inspect rooms.pathfan --row 3 --table 2 --json
json '[.tables[].table] == [2]'
expect 0 inspect rooms.pathfan --row 3
says out '^table 3, [0-9]+ runs?:'

# All vertices: ranks are a permutation, labels add up to the total.
for ((v = 0; v < n; v++)); do "$pathfan" inspect rooms.pathfan --vertex $v --json; done >"$out"
check "ranks are a permutation" jq -es "[.[].rank] | sort == [range($n)]" "$out" >/dev/null
check "labels add up" equal "$(jq -s '[.[].labels | length] | add' "$out")" "$labels"
expect 0 inspect rooms.pathfan --vertex 0
says out '^vertex 0 at '

# A pair: symmetric; its length is that of a query between the two points.
for pair in 0,5 3,9 2,$((n - 1)); do
  u=${pair%,*} v=${pair#*,}
  expect 0 inspect rooms.pathfan --pair "$u,$v" --json
  json '(.via | length) == 3'
  there=$(jq -c '[.reachable, .length, .via]' "$out")
  length=$(jq .length "$out")
  expect 0 inspect rooms.pathfan --pair "$v,$u" --json
  check "pair $pair is symmetric" equal "$there" "$(jq -c '[.reachable, .length, .via]' "$out")"
  from=$("$pathfan" inspect rooms.pathfan --vertex "$u" --json | jq -r '.at | "\(.[0]),\(.[1])"')
  to=$("$pathfan" inspect rooms.pathfan --vertex "$v" --json | jq -r '.at | "\(.[0]),\(.[1])"')
  run query rooms.pathfan --from "$from" --to "$to" --distance --json
  check "pair $pair: the distance of a query" \
    jq -e "if .status == \"ok\" then ((.length - $length) | fabs) < 1e-6 else $length == null end" \
    "$out" >/dev/null
done
expect 0 inspect rooms.pathfan --pair 0,5
says out '^0 (to|and) 5'

# Without tables: labels give the same lengths, and dense tables aren't mentioned.
expect 0 build-index rooms.map -o plain.pathfan --json
json '[.stages[].name] | contains(["labels", "regions", "via sets"]) and (contains(["tables"]) | not)'
json '[.stages[].name] | contains(["columns"]) | not'
expect 0 inspect plain.pathfan --json
json '.tables == [] and .dense_bytes == null and .dense_ratio == null'
json '.options | startswith("tables=0 passable=.G")'
expect 0 inspect plain.pathfan
says out '^file +[0-9]+ bytes, [0-9.]+ per vertex pair$'
for index in rooms plain; do # columns differ: by places
  for ((v = 0; v < n; v++)); do "$pathfan" inspect $index.pathfan --vertex $v --json; done |
    jq -sc 'to_entries | sort_by(.value.at) | map([.key, .value.at])' >$index.places
done
for k in 0,1 2,9 5,$((n - 1)) $((n / 2)),7; do
  for index in rooms plain; do
    u=$(jq ".[${k%,*}][0]" $index.places) v=$(jq ".[${k#*,}][0]" $index.places)
    "$pathfan" inspect $index.pathfan --pair "$u,$v" --json | jq '.length * 1e6 | round' >$index.length
  done
  check "pair $k is as long" same_file rooms.length plain.length
done
expect 0 inspect plain.pathfan --pair 0,5 --json
json '.via == []'
expect 2 inspect plain.pathfan --row 3 --table 1
says err 'the index has 0'

# bench.
expect 0 bench rooms.pathfan --scen rooms.scen --json
json '.queries == 57 and .mean_us > 0 and .median_us > 0 and .p95_us >= .median_us and .p99_us >= .p95_us'
json '.paths_0 + .paths_1 + .paths_2 + .paths_3 == 57'
json '(.deciles | length) == 10 and ([.deciles[].queries] | add) == 57 - .paths_0'
json '.deciles | all(.from <= .to and .mean_us > 0 and .median_us > 0)'
json '.deciles as $d | [range(1; 10)] | all($d[.].from >= $d[. - 1].to)'
expect 0 bench rooms.pathfan --scen rooms.scen --paths 1 --json
json '.paths_1 == 57 and .paths_2 == 0'
expect 0 bench rooms.pathfan --scen rooms.scen
says out '^index: 57 queries, best of 3'
head -3 rooms.scen >few.scen
expect 0 bench rooms.pathfan --scen few.scen --json
json '.queries == 2 and (.deciles | length) == 10 and ([.deciles[].queries] | add) == 2'
expect 1 bench rooms.pathfan --scen missing.scen
expect 0 bench rooms.pathfan --scen rooms.scen --algorithm index,polyanya --per-query queries.csv --json
check "a line for each query and algorithm" equal "$(awk -F, 'NR > 1 && NF == 11' queries.csv | wc -l)" 114
mean=$(awk -F, '$6 == "index" { s += $7 } END { print s / 57 }' queries.csv)
check "their mean is the mean" equal true \
  "$(jq -s --argjson mean "$mean" '(.[0].mean_us - $mean) as $d | $d * $d < 4e-6' "$out")"
check "as long by both" equal "$(awk -F, 'NR > 1 && $6 == "index" { l[$1] = $9 } $6 == "polyanya" && (l[$1] - $9) ^ 2 > 1e-12' queries.csv)" ''
expect 1 bench rooms.pathfan --scen few.scen --per-query no/such/folder.csv
finish

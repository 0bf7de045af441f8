# Terrains: the cheapest way over roads, rivers and open ground, in all forms of an answer.
. "$(dirname "$0")/lib.sh"

make_land_map land.geojson
ends="--from 2,5 --to 18,5"

# The algorithm need not be named.
for named in "" "--algorithm terrain"; do
  expect 0 query land.geojson $ends $named --json
  silent err
  json '.status == "ok" and .proof == "search" and (.paths | length) == 1'
  json '.paths[0] | .length == 16 and ((.cost - 8.25) | fabs) < 1e-9'
  json '.paths[0].legs | length == 1 and (map(.cost) | add - 8.25 | fabs) < 1e-9'
  json '.paths[0].legs[0] | .kind == "road" and .name == "the \"old\" road\\" and .feature == 2'
  json '.paths[0].legs[0] | .rate == 0.5 and .length == 16 and .first == 0'
  json '.paths[0].legs[0].crossed[0] == {"name": "Brook", "cost": 0.25, "feature": 3}'
  json '.paths[0] | .legs[-1].last == (.points | length) - 1'
done
expect 0 query land.geojson --from 1,8 --to 5,8 --json
json '.paths[0].legs == [{"kind": "off-road", "name": null, "feature": null, "rate": 1,
  "length": 4, "cost": 4, "first": 0, "last": 1, "crossed": []}]'
expect 0 query land.geojson --from 1,8 --to 1,8 --json
json '.paths[0] | .cost == 0 and .length == 0 and .legs == []'

# A LineString per leg.
expect 0 query land.geojson --from 1,8 --to 16,8 --json
cp "$out" way.json
expect 0 query land.geojson --from 1,8 --to 16,8 --geojson-legs legs.geojson
cp legs.geojson "$out"
json '.features | length > 2 and all(.geometry.type == "LineString" and .properties.number == 1)'
json ".features | map(.properties | del(.number, .leg)) == $(jq '.paths[0].legs' way.json)"
json "[.features[].geometry.coordinates | .[0], .[1:][]] | reduce .[] as \$p ([]; if .[-1] == \$p then . else . + [\$p] end) == $(jq '.paths[0].points' way.json)"
expect 0 query land.geojson --from 1,8 --to 16,8 --geojson-legs -
check "on standard output" same_file "$out" legs.geojson
expect 2 query land.geojson --from 1,8 --to 16,8 --geojson-legs legs.txt
says err '--geojson-legs'
make_block_map block.map
expect 2 query block.map --algorithm polyanya --from 1,1 --to 2,2 --geojson-legs legs.geojson
says err '--geojson-legs needs a terrain'

# Over a bridge.
for over in "--from 8,5 --to 12,5" "--from 12,5 --to 8,5"; do
  expect 0 query land.geojson $over --json
  json '[.paths[0].legs[].crossed[]] == [{"name": "Río", "cost": 0, "feature": 4, "bridge": null,
    "bridge_feature": 5}]'
done
sed 's/"kind": "bridge"/"kind": "bridge", "name": "Puente"/' land.geojson >named.geojson
expect 0 query named.geojson --from 4,5 --to 12,5 --json
json '[.paths[0].legs[].crossed[] | .bridge] == [null, "Puente"]'
json '[.paths[0].legs[].crossed[] | has("bridge")] == [false, true]'
expect 0 query named.geojson --from 4,5 --to 12,5
says out '; 2 rivers crossed, 1 by a bridge, at a cost of 0\.25: Brook, Río$'
says out '; over Brook \(0\.25\), Río by Puente$'
expect 0 query land.geojson --from 8,5 --to 12,5
says out '; 1 river crossed by a bridge at a cost of 0: Río$'
says out '; over Río by a bridge$'

# The plain-text table.
expect 0 query land.geojson $ends --paths 1
says out '^path +cost +length +stretch +points$'
says out '^ +1 +8\.2500 +16\.0000 +1\.0000 +[0-9]+$'
says out '16 on roads \(100%\) at a cost of 8, 0 off them at 0; 2 rivers crossed, 1 by a bridge, at a cost of 0\.25: Brook, Río$'
says out '^      by the "old" road\\$'
says out '^ +road +16 +8\.25 +0\.5 +the "old" road\\; over Brook \(0\.25\), Río by a bridge$'
expect 0 query land.geojson --from 1,8 --to 5,8
says out 'off the roads all the way$'
expect 0 query land.geojson $ends --geojson way.geojson
cp way.geojson "$out"
json '.features[0].properties | .number == 1 and (.cost - 8.25 | fabs) < 1e-9 and .stretch == 1'
json '.features[0].properties.legs[0].crossed[0].name == "Brook"'

# Only costs.
expect 0 query land.geojson $ends --distance
says out '^8\.25$'
expect 0 query land.geojson $ends --distance --json
json '. == {"id": 0, "status": "ok", "cost": 8.25}'
expect 3 query land.geojson --from 18,2 --to 1,1 --distance

# Batches.
printf '{"from": [2,5], "to": [18,5]}\n{"from": [2,5], "to": [18,5], "algorithm": "polyanya"}\n' >lines
expect_batch() {
  "$pathfan" query land.geojson --batch <lines >"$out" 2>"$err"
  code=$? last="query --batch"
  check "exit 4" equal $code 4
}
expect_batch
json 'if .id == 0 then .paths[0].legs[0].kind == "road" else (.error | test("polyanya")) end'
printf 'version 1\n0\tl\t20\t10\t2\t5\t17\t5\t0\n' >land.scen
expect 0 query land.geojson --scen land.scen
says out 'costs$'
printf '2,5\n2,6\n' >units
expect 0 query land.geojson --to 18,5 --group units
says out '^ +1 +ok +1 +8\.2500$'
expect 0 query land.geojson --to 18,5 --group units --json
json '.paths[0].cost > 8 and (.paths[0].legs | length) >= 1'

# The background rate.
expect 0 query land.geojson --from 1,8 --to 5,8 --background-rate 3 --json
json '.paths[0] | .legs[0].rate >= 0.5 and .cost <= 12'
expect 2 query land.geojson $ends --background-rate 0
says err '--background-rate must be a cost per distance, above 0'
make_block_map block.map
expect 2 query block.map --algorithm polyanya --from 1,1 --to 8,8 --background-rate 2
says err 'block\.map: --background-rate is for terrains'

# Options that terrains don't support, on a map and on its index: reported before anything is
# answered, and by every line of a batch.
"$pathfan" build-index land.geojson -o land.pathfan --quiet
printf '2,5\n2,6\n' >units
for file in land.geojson land.pathfan; do
  for option in --fill --partial '--objective length=1' '--max-bounded-stretch 1.3' \
    '--min-local-optimality 0.2' '--splices always' '--tables 1' '--access 1' --measures; do
    name=${option%% *} name=${name#--} name=${name//-/_}
    expect 2 query $file $ends $option
    silent out
    says err "$name.*"
    expect 2 query $file --to 18,5 --group units $option
    silent out
  done
  expect 2 query $file --to 18,5 --group units --avoid 8,5,1
  says err 'on a terrain --avoid goes with single requests'
  for bad in 8,5,-1 8,5,0; do
    expect 2 query $file $ends --avoid $bad
    says err 'avoid: a circle needs a finite centre, and a radius above 0'
  done
  expect 2 query $file $ends --avoid 8,5,1@1
  says err 'avoid: an area is on a level that the map doesn.t have'
  expect 0 query $file $ends --avoid 8,9,0.1@0
  echo '{"from": [2,5], "to": [18,5], "avoid": [{"circle": [8,5,-1]}]}' >line
  "$pathfan" query $file --batch <line >"$out" 2>"$err"
  code=$? last="batch with a circle of radius -1"
  check "exit 4" equal $code 4
  json '.error | contains("radius above 0")'
  expect 2 bench $file --random 5 --fill
  says err 'fill: paths over a terrain'
  expect 2 query $file $ends --algorithm polyanya
  says err 'algorithm polyanya doesn.t support terrains'
  printf '{"from": [2,5], "to": [18,5], %s}\n' '"fill": true' '"avoid": [{"circle": [8,5,1]}]' \
    '"objective": {"length": 1}' '"algorithm": "penalty"' >lines
  "$pathfan" query $file --batch <lines >"$out" 2>"$err"
  code=$? last="query $file --batch"
  check "exit 4" equal $code 4
  check "every line is answered" equal "$(wc -l <"$out")" 4
  json 'if .id == 1 then .status == "ok" elif .id < 3 then .status == "invalid_request" and (.error | test("terrain")) else
    (.error | test("algorithm penalty doesn.t support terrains")) end'
done
expect 2 query land.geojson $ends --algorithm index
says err 'or terrain if it has roads, rivers or rates'
for part in '--vertex 0' '--pair 0,1' '--row 0'; do
  expect 2 inspect land.pathfan $part
  says err 'only maps without roads, rivers and rates have rows'
done
expect 2 query block.map $ends --algorithm terrain
says err 'needs a terrain'

# Ends; files that aren't terrains.
expect 3 query land.geojson --from 18,2 --to 1,1
says err 'the start is blocked'
jq 'del(.features[5])' land.geojson >parted.geojson
expect 3 query parted.geojson --from 2,5 --to 18,5
says err 'no path'
sed 's/"rate": 0.5/"rate": -1/' land.geojson >bad.geojson
expect 4 query bad.geojson $ends
says err 'bad\.geojson: feature 2 "the "old" road\\" has a rate of -1; it must be above 0'

jq '.features[1].properties.name = "Pond" |
  .features[1].geometry.coordinates += [[[1,1],[2,1],[2,2],[1,1]]]' land.geojson >hole.geojson
expect 4 query hole.geojson $ends
says err 'hole\.geojson: feature 1 "Pond": hole 1 lies outside its shell'

# What was resolved is told by kind.
jq '.features[5].geometry.coordinates = [11,5]' land.geojson >lost.geojson
expect 3 query lost.geojson $ends
says err 'lost\.geojson: bridges on no river are left out: 1, feature 5$'
expect 4 build-index lost.geojson -o strict.pathfan --strict
says err 'lost\.geojson: bridges on no river are left out: 1, feature 5$'
check "no index of a map that isn't strict" test ! -e strict.pathfan
jq '.features += [{"type": "Feature", "properties": {"kind": "obstacle", "name": "Far"}, "geometry":
  {"type": "Polygon", "coordinates": [[[90,1],[91,1],[91,2],[90,1]]]}}, {"type": "Feature", "properties":
  {"kind": "free"}, "geometry": .features[1].geometry}]' land.geojson >off.geojson
expect 0 build-index off.geojson -o off.pathfan --quiet
says err 'off\.geojson: free polygons inside obstacles stay blocked: 1, feature 7$'
says err 'off\.geojson: obstacles outside all free polygons, .*: 1, feature 6 "Far"$'
jq '.features += [{"type": "Feature", "properties": {"kind": "road", "rate": 2}, "geometry":
  {"type": "LineString", "coordinates": [[2,8],[5,8]]}}]' land.geojson >slow.geojson
expect 0 query slow.geojson --from 1,8 --to 5,8
says err ': roads no better than the ground beside them are left out: .*: 1, feature [0-9]+$'
check "one line" equal "$(wc -l <"$err")" 1

# And likely mistakes: speeds instead of rates, rivers without a cost, degrees.
sed 's/"rate": 0.5/"rate": 50/' land.geojson >fast.geojson
jq 'del(.features[5]) | del(.features[].properties.cost)' land.geojson >walls.geojson
jq '(.features[].geometry.coordinates | .. | select(type == "array" and (.[0] | type) == "number"))
  |= [7.4 + .[0] / 1000, 43.7 + .[1] / 1000]' land.geojson >degrees.geojson
jq 'del(.features[2:])' degrees.geojson >plain.geojson
while read -r file where words; do
  expect 0 query $file.geojson ${where//@/ } --algorithm $([ $file = plain ] && echo polyanya || echo terrain)
  says err "^pathfan: $file\\.geojson: $words"
  check "one line" equal "$(wc -l <"$err")" 1
  expect 0 build-index $file.geojson -o $file.pathfan
  says err "^pathfan: $file\\.geojson: $words"
done <<'END'
fast --from=1,8@--to=5,8 roads no better than the ground beside them are left out: rates are costs
walls --from=1,8@--to=5,8 no river has a cost, so none is ever crossed
degrees --from=7.401,43.708@--to=7.405,43.708 coordinates look like longitude and latitude
plain --from=7.401,43.708@--to=7.405,43.708 coordinates look like longitude and latitude
END
jq 'del(.features[].properties.cost)' land.geojson >bridged.geojson
expect 0 query bridged.geojson --from 1,8 --to 5,8
silent err
expect 0 build-index bridged.geojson -o bridged.pathfan --strict --quiet
silent err
for file in rowe-1 rowe-2 valley; do
  expect 0 build-index "$root/docs/examples/$file.geojson" -o $file.pathfan --quiet
  silent err
done

# The memory for ways is only known once they are found.
expect 0 build-index land.geojson -o land.pathfan --json
silent err
json '.memory_peak > .memory_estimate'
expect 0 build-index land.geojson -o land.pathfan
expect 1 build-index land.geojson -o small.pathfan --max-memory 1M
says err "^pathfan: a terrain's ways would need more memory than the limit, 1 MB$"
check "no file" test ! -e small.pathfan

# A terrain's index: the output of inspect, and the same ways; rebuilt from itself, it is the same.
expect 0 build-index land.geojson -o land.pathfan --background-rate 1.25 --json
json '[.stages[].name] | contains(["ways", "write"])'
expect 0 inspect land.pathfan --json --sections
json '.format == "3.1" and .options == "tables=0 passable=.G background-rate=1.25"'
json '.terrain.roads == 1 and .terrain.rivers == 2 and .terrain.background_rate == 1.25'
json '.terrain.nodes > 0 and .terrain.arcs > 0 and .ways.legs > 0 and .ways.edges > 0'
json '.ways.labels >= .terrain.nodes and .ways.bytes == ([.sections[] | select(.name | test("^ways"))
  | .stored_bytes] | add)'
expect 0 inspect land.pathfan
says out '^terrain +1 road in [0-9]+ pieces, 2 rivers, [0-9]+ nodes \(sides of vertices\), [0-9]+ bytes$'
says out '^rates +1\.25 off the roads, 0\.5 where it is best$'
says out '^ways +[0-9]+ straight legs .*, [0-9]+ labels of costs \([0-9.]+ per node\), [0-9]+ bytes$'
check "nothing of convex vertices" bash -c "! grep -E 'convex|vertex|taut|cone' '$out'"
expect 0 build-index land.geojson -o told.pathfan
says out '^told\.pathfan: 1 road, 2 rivers, ground in 1 connected part, [0-9.]+ KB, built in [0-9.]+ s$'
says out '^  in detail: [0-9]+ cells of ground, [0-9]+ nodes \(sides of vertices\), [0-9]+ pieces of road$'
says out '^  [0-9]+ straight legs over open ground, [0-9]+ edges between nodes, [0-9]+ labels of what ways cost$'
says out '^  [0-9]+ bytes, [0-9]+ of them the terrain, [0-9]+ ways; [0-9]+ MB of memory at most$'
check "nothing of convex vertices" bash -c "! grep -E 'convex|taut' '$out'"
# Building an index also reports what was resolved, and keeps it in the index.
expect 0 build-index lost.geojson -o lost.pathfan --quiet
says err 'lost\.geojson: bridges on no river are left out: 1, feature 5$'
expect 0 inspect lost.pathfan
says out '^ignored +bridges on no river are left out: 1, feature 5$'
expect 0 inspect lost.pathfan --json
json '.map.ignored == [{"kind": "lost-bridge", "count": 1, "sentence": "bridges on no river are left out",
  "example": "feature 5"}]'
mkdir folder
cp land.geojson folder
expect 0 build-index folder -o indexes
says out '^land\.pathfan: built, [0-9]+ bytes'
expect 0 verify land.pathfan
expect 0 query land.geojson $ends --background-rate 1.25 --algorithm terrain --json
cp "$out" map.json
expect 0 query land.pathfan $ends --algorithm terrain --json
check "the same ways" cmp map.json "$out"
expect 0 build-index land.pathfan -o again.pathfan
check "the same index" cmp land.pathfan again.pathfan
expect 0 build-index land.pathfan -o cheaper.pathfan --background-rate 1
expect 0 inspect cheaper.pathfan --json
json '.options | endswith("background-rate=1")'
expect 2 build-index land.geojson -o tables.pathfan --tables 2
says err 'land.geojson: has roads, rivers or rates; tables are of maps without'

# The table of several ways: the cost of each on roads, off them and for rivers, what several use,
# and what became of the others.
"$pathfan" build-index "$root/docs/examples/valley.geojson" -o valley.pathfan --quiet 2>"$err"
silent err
expect 0 query valley.pathfan --from 0.5,2.2 --to 4,4.8 --paths 5
says out '^ +1 +53\.4147 +10\.5545 +1\.0000 +[0-9]+% +[0-9]+$'
says out '^      9\.271 on roads \(88%\) at a cost of 34\.16, 1\.284 off them at 19\.26; 1 river crossed by a bridge at a cost of 0: Aller$'
says out '^      by High Road, Viaduct, Mill Lane, Valley Road$'
says out '^      3\.452 on roads \(64%\) .*; 1 river crossed at a cost of 8: Aller$'
says out '^      by Ford Track, Castle Tunnel$'
says out '^      off the roads all the way; 1 river crossed at a cost of 8: Aller$'
says out '^several take Aller \(2 3\)$'
says out '^3 of 5: of [0-9]+ paths through other places, 2 taken, [0-9]+ dearer than 1\.5 times path 1,'
says out ', [0-9]+ sharing roads and rivers worth more than 40% of their cost with a path listed, or running'
says out '^more paths with --dissimilarity 0\.2 \(4\)$'
expect 0 query valley.pathfan --from 0.5,2.2 --to 9.4,6.3 --paths 2 --dissimilarity 0.1 --separation 0
says out '^several take .*Valley Road \(all\), Mill Brook \(all\)$'
# The counts add up.
expect 0 query valley.pathfan --from 0.5,2.2 --to 4,4.8 --paths 9 --json
json '.candidates | .tried == ([del(.tried)[]] | add) + 2'
# The largest K is like any K that there are not paths enough for.
for k in 9 2147483647; do
  expect 0 query valley.pathfan --from 0.5,2.2 --to 4,4.8 --paths $k --json
  jq -c '[.paths, .candidates]' "$out" >"paths_$k.json"
done
check "the largest K" same_file paths_9.json paths_2147483647.json
# An answer cut short by the work limit says so, and why it ended.
expect 0 query valley.pathfan --from 0.5,2.2 --to 4,4.8 --paths 9 --max-work 5 --json
json '.status == "work_limit" and .reason == "work_limit" and (.paths | length) == 1'
says err 'the work limit was reached: what is listed is right, more may exist'

# Legends: up to four rates and costs each, else the least and the greatest; obstacles if present.
expect 0 query valley.pathfan --from 0.5,2.2 --to 4,4.8 --svg valley.svg
for entry in 'road, rate '{3,4,5,8} 'river, '{2,8}' to cross' 'river, never crossed' 'bridge or tunnel' 'bridge, 0 to cross' \
  'open ground, rate 15' obstacle; do
  check "a legend: $entry" grep -q ">$entry<" valley.svg
done
jq 'del(.features[1:3]) | .features += [{"type": "Feature", "properties": {"kind": "road", "rate": 6},
  "geometry": {"type": "LineString", "coordinates": [[8,6],[9,6]]}}]' \
  "$root/docs/examples/valley.geojson" >bare.geojson
expect 0 query bare.geojson --from 0.5,2.2 --to 4,4.8 --svg bare.svg
check "the ends of five rates" equal "$(grep -oE 'road, rate [0-9]+' bare.svg | tr '\n' ' ')" \
  'road, rate 3 road, rate 8 '
check "which says so" grep -q '>road, rate 3 (fastest)<' bare.svg
check "bridges and tunnels are dashes on paths" equal \
  "$(grep -c 'stroke="#ffffff".*stroke-width="1.4".*stroke-dasharray="5"' valley.svg)" 2
expect 0 query valley.pathfan --from 0.5,2.2 --to 0.6,2.2 --svg beside.svg
check "where they run, and nowhere else" equal "$(grep -c 'stroke-dasharray' beside.svg)" 0
# No text of the legend overlaps its neighbour.
jq '.features += [range(5) as $i | {"type": "Feature", "properties": {"kind": "river", "cost": (86420.3 / ($i + 1))},
  "geometry": {"type": "LineString", "coordinates": [[$i / 10, 0], [$i / 10, 0.1]]}}]' \
  "$root/docs/examples/valley.geojson" >dear.geojson
expect 0 query dear.geojson --from 0.5,2.2 --to 4,4.8 --svg dear.svg
check "long words have room" python3 - dear.svg <<'ROOM'
import re, sys
text = open(sys.argv[1]).read()
width = float(re.search(r'width="([\d.]+)"', text)[1])
words = [(float(y), float(x), said) for x, y, said in
         re.findall(r'<text [^>]*x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]{6,})</text>', text)]
assert any("at most 4.321e+04" in said for _, _, said in words), words
for y, x, said in words:
    sample = min([there - 45 for row, there, _ in words if row == y and there > x], default=width)
    assert x + 6.5 * len(said) < sample, (said, x, sample)
ROOM
check "no obstacle, no word of it" bash -c '! grep -q ">obstacle<" bare.svg'
jq '.features |= map(select(.properties.kind | . != "road" and . != "bridge"))' bare.geojson >rivers.geojson
expect 0 query rivers.geojson --from 0.5,2.2 --to 4,4.8 --svg rivers.svg
check "no road, no word of it" bash -c '! grep -qE ">(road|bridge)" rivers.svg'

# Times random pairs, the same ones each time.
expect 0 bench land.geojson --random 20 --seed 3 --json
json '.algorithm == "terrain" and .queries == 20 and .open_us > 0 and .max_us >= .p99_us'
json '([.deciles[].queries] | add) == .paths_1'
jq -c '[.expanded, .deciles[].to]' "$out" >first.bench
expect 0 bench land.geojson --random 20 --seed 3 --json --algorithm terrain
jq -c '[.expanded, .deciles[].to]' "$out" >second.bench
check "the same pairs" same_file first.bench second.bench
expect 2 bench land.geojson
expect 2 bench land.geojson --seed 3
expect 2 bench land.geojson --random 0
expect 2 bench land.geojson --random 5 --scen none.scen

# Arrowheads show which way roads lead: tip first, then the ends of its base.
one_way() { # one_way ONEWAY DIRECTION: a road to the right
  echo '{"type":"FeatureCollection","background_rate":3,"features":[{"type":"Feature","properties":{"kind":"road",
    "rate":1,"oneway":'"$1"'},"geometry":{"type":"LineString","coordinates":[[0,5],[50,5],[100,5]]}},{"type":"Feature","properties":
    {"kind":"free"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[100,0],[100,9],[0,9],[0,0]]]}}]}' >one-way.geojson
  expect 0 query one-way.geojson --from 0,0 --to 100,9 --svg one-way.svg
  arrows=$(sed -nE 's/^<path d="M([0-9.]+) [0-9.]+L([0-9.]+) [0-9.]+L\2 [0-9.]+z" fill="#1d232b".*/\1 \2/p' one-way.svg |
    awk '{ print ($1 > $2 ? "right" : "left") }' | sort | uniq -c | awk '{ print ($1 > 3 ? "several " : "few ") $2 }')
  check "arrowheads of $1" equal "$arrows" "$2"
  check "and in the legend" equal "$(grep -c '>one-way road<' one-way.svg)" "$(($(wc -w <<<"$2") > 0))"
}
one_way true "several right"
one_way -1 "several left
few right" # the legend's
one_way false ""

# A work limit that ends a search over areas before its gap is small is told.
heath="query $root/docs/examples/heath.geojson --from 5,5 --to 95,90 --paths 1 --json"
expect 0 $heath --max-work 3000
json '(.paths | length) == 1 and .gap_reached == false'
expect 0 $heath
json '(.paths | length) == 1 and (has("gap_reached") | not)'
least=$(jq .paths[0].cost "$out")
expect 0 $heath --max-work 5000 --distance
json ".gap_reached == false and .cost > $least and .cost - .gap < $least"
says err 'the work limit was reached: the least cost may be as low as'
# Without a path it isn't an answer.
for way in "$heath --max-work 50" "$heath --max-work 50 --distance"; do
  expect 3 $way
  json '.status == "work_limit"'
  says err 'the work limit was reached before a path was found'
done
finish

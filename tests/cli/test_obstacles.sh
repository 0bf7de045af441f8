# Obstacles: files, doors by name, changes in batches, pictures, errors.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet
ends="--from 1,4.5 --to 8,4.5"
query="query block.pathfan $ends"
cat >things.json <<'THINGS'
[{"polygon": [[4,0],[5,0],[5,3],[4,3]], "name": "gate"},
 {"circle": [4.5,7.5,1.5], "name": "fire", "closed": false}]
THINGS
ring='[[4,0],[5,0],[5,3],[4,3],[4,0]]'
feature='"type": "Feature", "properties": {"name": "gate"}, "geometry"'
echo "{\"type\": \"FeatureCollection\", \"features\": [{$feature: {\"type\": \"Polygon\", \"coordinates\": [$ring]}}]}" >gate.geojson

# A list of changes, or GeoJSON; what has a name can be closed and opened.
expect 0 $query --json
json '(.paths | length) == 2'
for file in things.json gate.geojson; do
  expect 0 $query --json --obstacles $file
  json '(.paths | length) == 1 and .paths[0].points[1] == [3,6]'
  expect 0 $query --json --obstacles $file --open gate
  json '.proof == "index" and (.paths | length) == 2'
done
"$pathfan" $query --json --obstacles - <things.json >"$out"
json '(.paths | length) == 1'
expect 3 $query --json --obstacles things.json --close fire
json '.status == "no_path"'
expect 0 $query --distance --obstacles things.json
says out '^8$'
expect 0 $query --json --obstacles things.json --avoid 8,8,0.5
json '.paths[0].length == 8'

# Openings: walls are removed where they lie, until they are closed.
cat >tunnel.json <<'TUNNEL'
[{"polygon": [[3,4],[6,4],[6,5],[3,5]], "kind": "opening", "name": "tunnel"}]
TUNNEL
hole='[[3,4],[6,4],[6,5],[3,5],[3,4]]'
echo "{\"features\": [{\"type\": \"Feature\", \"properties\": {\"kind\": \"opening\", \"name\": \"tunnel\"}, \"geometry\":
  {\"type\": \"Polygon\", \"coordinates\": [$hole]}}]}" >tunnel.geojson
for file in tunnel.json tunnel.geojson; do
  expect 0 $query --json --obstacles $file --paths 3 --svg tunnel.svg
  json '.paths[0].length == 7 and (.paths | length) == 3 and .proof == "search"'
  expect 0 $query --json --obstacles $file --close tunnel
  json '.proof == "index" and (.paths | length) == 2'
done
expect 0 query block.pathfan --from 4.5,4.5 --to 8,4.5 --distance --obstacles tunnel.json
says out '^3.5$'
expect 0 $query --distance --obstacles tunnel.json --avoid 4.5,4.5,0.25
expect 0 $query --distance --obstacles tunnel.json --close tunnel
sed 's/"name"/"closed": true, "name"/' tunnel.json >shut.json
expect 0 $query --json --obstacles shut.json
json '.proof == "index"'
expect 0 $query --json --obstacles shut.json --open tunnel
json '.paths[0].length == 7'
expect 2 $query --algorithm polyanya --obstacles tunnel.json
says err 'algorithm polyanya doesn.t support openings'
# A length and a picture that aren't of the goal say so.
inside="query block.pathfan --from 1,4.5 --to 3.5,4.5"
expect 0 $inside --partial --distance --json
json '.length == 2 and .partial and .nearest == [3,4.5]'
expect 0 $inside --partial --distance
says err 'no path leads to the goal'
expect 0 $inside --snap 1 --distance --json
json '.length == 2 and .to_snapped and (.from_snapped | not) and .to == [3,4.5]'
expect 0 $inside --snap 1 --distance
says err 'the goal was blocked and moved to 3,4.5'
expect 0 $inside --partial --geojson -
json '.features[0].properties.partial'
expect 0 $inside --snap 1 --geojson -
json '.features[0].properties.to_snapped'
# Each line of a batch has an answer, also one that can't be asked where an opening is open.
tunnel='"obstacles":[{"polygon":[[3,4],[6,4],[6,5],[3,5]],"kind":"opening"}]'
cat >lines.jsonl <<LINES
{"from":[1,4.5],"to":[8,4.5],"max_bounded_stretch":1.3,$tunnel}
{"from":[1,4.5],"to":[8,4.5],"algorithm":"polyanya",$tunnel}
{"from":[1,4.5],"to":[8,4.5],$tunnel}
LINES
"$pathfan" query block.pathfan --batch <lines.jsonl >"$out" 2>"$err"
check "a batch with lines that can't be answered ends with 4" equal $? 4
check "each line has its answer" equal "$(jq -r '.status // .error' "$out" | tr '\n' ';')" \
  "invalid_request;algorithm polyanya doesn't support openings;ok;"
"$pathfan" query block.pathfan --batch --measures <lines.jsonl >"$out" 2>"$err"
check "lines with measures are refused" equal 3 \
  "$(grep -c "\"measures: they don't count openings, and one is open\"" "$out")"

# What is wrong is told with its place.
expect 2 $query --close gate
says err ': there is no door, obstacle or link named gate$'
expect 2 $query --obstacles things.json --close fir
says err ': there is no door, obstacle or link named fir; there are gate, fire$'
expect 2 query block.map --algorithm polyanya $ends --obstacles things.json
says err 'need an index'
expect 1 $query --obstacles nowhere.json
echo '[{"circle": [1,1,1]},' >bad.json
expect 4 $query --obstacles bad.json
says err 'bad.json: line 2: not JSON'
for bad in '{}' '7' '[7]' '[{}]' '[{"circle": [1,2]}]' '[{"circle": [1,2,3], "size": 2}]' '[{"close": 1.5}]' \
  '[{"close": "a", "name": "b"}]' '[{"circle": [1,2,3], "name": 5}]' '[{"circle": [1,2,3], "closed": 1}]' \
  '[{"circle": [1,2,3], "polygon": [[1,1],[2,1],[2,2]]}]' '[{"remove": 0}]' \
  '[{"circle": [1,2,3], "kind": "door"}]' '[{"kind": "opening"}]' \
  "{\"features\": [{$feature: {\"type\": \"Polygon\", \"coordinates\": [$ring, $ring]}}]}" \
  "{\"features\": [{$feature: {\"type\": \"Polygon\", \"coordinates\": [[[1,1],[2,1],[2,2]]]}}]}" \
  "{\"features\": [{\"type\": \"Feature\", \"properties\": {\"kind\": \"free\"}, \"geometry\": {\"type\": \"Polygon\", \"coordinates\": [$ring]}}]}" \
  '{"features": [{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1,1]}}]}'; do
  echo "$bad" >bad.json
  expect 4 $query --obstacles bad.json
  says err 'bad.json: '
done
echo '[{"polygon": [[1,1],[2,2],[2,1],[1,2]]}]' >bad.json
expect 2 $query --obstacles bad.json
says err 'change 0: .*simple'

# In a batch, a change holds for the requests after it; a request may have changes of its own.
cat >lines <<'LINES'
{"from": [1,4.5], "to": [8,4.5]}
{"id": "c", "change": [{"polygon": [[4,0],[5,0],[5,3],[4,3]], "name": "gate"}, {"circle": [4.5,7.5,1.5]}]}
{"from": [1,4.5], "to": [8,4.5]}
{"from": [1,4.5], "to": [8,4.5], "obstacles": [{"remove": 2}]}
{"change": [{"open": "gate"}, {"remove": 3}]}
{"change": [{"open": "gate"}]}
{"from": [1,4.5], "to": [8,4.5]}
LINES
run query block.pathfan --batch <lines
check "exit 4" equal $code 4
check "answers of their time" equal "$(jq -c '[.id, .status, .obstacles_version, .ids, .line, .paths[0].points[1]]' "$out" | tr '\n' ' ')" \
  '[0,"ok",null,null,null,[3,3]] ["c",null,1,[1,2],null,null] [2,"no_path",null,null,null,null] [3,"ok",null,null,null,[3,6]] [4,null,null,null,5,null] [5,null,2,[1],null,null] [6,"ok",null,null,null,[3,3]] '
says err 'line 5: change 1: there is no area 3'
echo '{"change": [], "paths": 3}' >line
run query block.pathfan --batch <line
json '.error | contains("change")'
run query block.map --algorithm polyanya --batch <lines
says err 'need an index'

# A picture shows what is closed.
expect 0 $query --obstacles things.json --svg picture.svg
check "the gate alone" equal "$(grep -c '>closed<' picture.svg) $(grep -c '<circle cx="4.5' picture.svg)" '1 0'

# Doors of a map are open or closed as it says, until they are closed or opened by name: then ways
# are as if the map were drawn so.
gates=$root/docs/examples/gates.geojson
expect 0 build-index "$gates" -o gates.pathfan --quiet
drawn() { # drawn NAMES: an index of the map with only these doors, as holes in the wall
  jq --arg names "$1" '.features |= map(select(.properties.kind != "door" or
    (.properties.name as $n | $names | split(" ") | index($n))) | del(.properties.closed))' "$gates" >drawn.geojson
  expect 0 build-index drawn.geojson -o drawn.pathfan --quiet
}
while read -r names options; do
  drawn "${names//,/ }"
  for ends in '--from 5,13 --to 35,13' '--from 2,2 --to 39,29' '--from 18,25 --to 22,1'; do
    expect 0 query drawn.pathfan $ends --paths 1 --json
    wanted=$(jq -c '[.paths[0].length, .paths[0].points]' "$out")
    expect 0 query gates.pathfan $ends --paths 1 --json ${options//+/ }
    check "as drawn with $names" equal "$(jq -c '[.paths[0].length, .paths[0].points]' "$out")" "$wanted"
  done
done <<'CASES'
north,south
north,south,postern --open+postern
south --close+north
north --close+south
postern --open+postern+--close+north+--close+south
CASES
expect 3 query gates.pathfan --from 5,13 --to 35,13 --close north --close south
says err 'what is closed'
expect 0 query gates.pathfan --from 5,13 --to 35,13 --svg picture.svg
check "the closed door is shown" equal "$(grep -c '>closed<' picture.svg)" 1
expect 0 inspect gates.pathfan
says out '^door        "postern", closed$'
expect 0 inspect gates.pathfan --json
json '.map.doors | map(.name) == ["north", "south", "postern"] and .[2].closed and .[0].polygon[2] == [21,8]'
expect 0 verify gates.pathfan
echo '{"change": [{"close": "north"}, {"remove": "south"}]}' >line
run query gates.pathfan --batch <line
json '.error == "change 1: south is a door, which can only be opened and closed"'
jq '.features[2].properties.name = "south"' "$gates" >two.geojson
expect 0 build-index two.geojson -o two.pathfan
expect 3 query two.pathfan --from 5,13 --to 35,13 --close south
jq '.features[2].properties |= (.name = "south" | .closed = true)' "$gates" >bad.geojson
expect 4 build-index bad.geojson -o bad.pathfan
says err 'of doors named "south" one is closed and one is open'
expect 0 query "$gates" --algorithm polyanya --from 5,13.5 --to 35,13.5 --json
json '.paths[0].length > 32.08' # not through the postern
jq 'del(.features[2].properties.name)' "$gates" >bad.geojson
expect 4 build-index bad.geojson -o bad.pathfan
says err 'feature 2 is a door without a name'
jq '.features[2].properties.closed = 2' "$gates" >bad.geojson
expect 4 build-index bad.geojson -o bad.pathfan
says err 'feature 2 .*has a closed of 2; it must be 1 or 0'
jq '.features[2].geometry.coordinates[0] = [[19,6],[21,8],[21,6],[19,8],[19,6]]' "$gates" >bad.geojson
expect 4 build-index bad.geojson -o bad.pathfan
says err 'feature 2 "north" is a door that crosses itself'
jq '.features[2].geometry.coordinates += [[[19.5,6.5],[20,6.5],[20,7],[19.5,6.5]]]' "$gates" >bad.geojson
expect 4 build-index bad.geojson -o bad.pathfan
says err 'feature 2 "north" is a door with a hole'
jq '.features += [{type: "Feature", properties: {kind: "road", rate: 1}, geometry: {type: "LineString", coordinates: [[1,1],[9,9]]}}]' "$gates" >bad.geojson
expect 4 build-index bad.geojson -o bad.pathfan
says err 'rivers or areas with a rate can.t have doors'

# Tiled: shapes of the class door.
cat >gates.tmx <<'TILED'
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="10" tileheight="10">
 <objectgroup name="walls">
  <object id="1" x="19" y="0" width="2" height="30"/>
  <object id="2" name="north" class="door" x="19" y="6" width="2" height="2"/>
 </objectgroup>
 <objectgroup name="doors">
  <object id="3" name="south" type="door" x="19" y="20">
   <properties><property name="closed" type="bool" value="true"/></properties>
   <polygon points="0,0 2,0 2,3 0,3"/>
  </object>
 </objectgroup>
</map>
TILED
if "$pathfan" build-index gates.tmx -o tiled.pathfan --quiet 2>"$err"; then
  expect 0 query tiled.pathfan --from 5,13 --to 35,13 --paths 1 --json
  json '.paths[0].points[1:3] == [[19,8],[21,8]]'
  expect 0 query tiled.pathfan --from 5,13 --to 35,13 --paths 1 --json --close north --open south
  json '.paths[0].points[1:3] == [[19,20],[21,20]]'
  sed -i 's/ name="north"//' gates.tmx
  expect 4 build-index gates.tmx -o tiled.pathfan
  says err 'object 1 is a door without a name'
else
  lacks "expat"
fi

finish

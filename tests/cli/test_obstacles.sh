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

# What is wrong is told with its place.
expect 2 $query --close gate
says err 'change 0: there is no area named gate'
expect 2 query block.map --algorithm polyanya $ends --obstacles things.json
says err 'need an index'
expect 1 $query --obstacles nowhere.json
echo '[{"circle": [1,1,1]},' >bad.json
expect 4 $query --obstacles bad.json
says err 'bad.json: line 2: not JSON'
for bad in '{}' '7' '[7]' '[{}]' '[{"circle": [1,2]}]' '[{"circle": [1,2,3], "size": 2}]' '[{"close": 1.5}]' \
  '[{"close": "a", "name": "b"}]' '[{"circle": [1,2,3], "name": 5}]' '[{"circle": [1,2,3], "closed": 1}]' \
  '[{"circle": [1,2,3], "polygon": [[1,1],[2,1],[2,2]]}]' '[{"remove": 0}]' \
  "{\"features\": [{$feature: {\"type\": \"Polygon\", \"coordinates\": [$ring, $ring]}}]}" \
  "{\"features\": [{$feature: {\"type\": \"Polygon\", \"coordinates\": [[[1,1],[2,1],[2,2]]]}}]}" \
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
check "the gate alone" equal "$(grep -c '>area to avoid<' picture.svg) $(grep -c '<circle cx="4.5' picture.svg)" '1 0'

finish

# Maps as analysts bring them: tags of OpenStreetMap by profile, speeds, longitudes and latitudes.
. "$(dirname "$0")/lib.sh"

# A street and a footpath that join two ends, a one-way street back, a wood; 0.01 degrees wide.
cat >town.geojson <<'END'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"highway":"residential","name":"High Street","oneway":"yes"},"geometry":{"type":"LineString","coordinates":[[11.5,49.9],[11.505,49.902],[11.51,49.9]]}},
{"type":"Feature","properties":{"highway":"footway","name":"Short Cut"},"geometry":{"type":"LineString","coordinates":[[11.5,49.9],[11.51,49.9]]}},
{"type":"Feature","properties":{"highway":"residential","name":"Back Lane","other_tags":"\"oneway\"=>\"-1\",\"maxspeed\"=>\"20\""},"geometry":{"type":"LineString","coordinates":[[11.5,49.9],[11.505,49.897],[11.51,49.9]]}},
{"type":"Feature","properties":{"amenity":"bench"},"geometry":{"type":"Point","coordinates":[11.5,49.9]}},
{"type":"Feature","properties":{"highway":"residential","access":"private"},"geometry":{"type":"LineString","coordinates":[[11.5,49.899],[11.51,49.899]]}}]}
END
ends="--from 11.5,49.9 --to 11.51,49.9" back="--from 11.51,49.9 --to 11.5,49.9"

# On foot by the short cut, by car along the streets; minutes.
expect 0 query town.geojson --profile foot $ends --json
says err 'tags mean nothing to the profile are left out: 1, feature 3'
says err 'closed, or not for the profile, are left out: 1, feature 4'
json '.from == [11.5,49.9] and .to == [11.51,49.9]'
json '.paths[0] | [.legs[].name] == ["Short Cut"] and ((.cost - .length * 0.012) | fabs) < 1e-9'
json '.paths[0].points == [[11.5,49.9],[11.51,49.9]]'
json '.paths[0].length > 716 and .paths[0].length < 720'
expect 0 query town.geojson --profile car $ends --json
json ".paths[0] | [.legs[].name] == [\"High Street\"] and ((.cost - .length * 0.06 / 30) | fabs) < 1e-9"
expect 0 query town.geojson --profile car $back --json
json ".paths[0] | [.legs[].name] == [\"Back Lane\"] and ((.cost - .length * 0.06 / 20) | fabs) < 1e-9"

# The index keeps profile, directions and centre.
for way in "$ends" "$back"; do
  expect 0 query town.geojson --profile car $way --json
  cp "$out" online.json
  expect 0 build-index town.geojson --profile car -o town.pathfan --quiet
  expect 0 query town.pathfan $way --json
  check "the index answers as the map" test "$(jq -s '.[0].paths[0].points == .[1].paths[0].points and
    (.[0].paths[0].cost - .[1].paths[0].cost | fabs) < 1e-9' online.json "$out")" = true
done
expect 0 inspect town.pathfan --json
json '.options | contains("profile=car")'
cp "$out" before.json
expect 0 build-index town.pathfan -o again.pathfan --quiet
expect 0 query again.pathfan $back --json
json ".paths[0] | [.legs[].name] == [\"Back Lane\"]"

# Metres still work; a batch line by line; GeoJSON and fields in degrees.
expect 0 query town.geojson --profile foot --from=-358,0 --to=358,0 --json
json '.paths[0].points[0][0] == -358'
printf '{"from":[11.5,49.9],"to":[11.51,49.9]}\n{"from":[-300,0],"to":[300,0]}\n{"from":[11.5,49.9],"to":[300,0]}\n' >lines
run query town.pathfan --batch <lines
json_lines=$(jq -c '.paths[0].points[0] // .error' "$out")
check "a batch" test "$(echo "$json_lines" | head -2 | tr '\n' ' ')" = "[11.5,49.9] [-300,0] "
expect 0 query town.geojson --profile foot $ends --geojson way.geojson --svg way.svg
check "GeoJSON in degrees" test "$(jq -c '.features[0].geometry.coordinates[0]' way.geojson)" = "[11.5,49.9]"
expect 0 field town.geojson --profile foot --to 11.51,49.9 --grid 4x3 -o field.csv
check "a field in degrees" test "$(awk -F, 'NR > 1 && $1 > 11.4 && $1 < 11.6 && $2 > 49.8 && $2 < 50' field.csv | wc -l)" = 12
expect 0 field town.geojson --profile foot $ends --within 5% -o corridor.geojson
check "a corridor in degrees" test "$(jq '[.features[] | .geometry.coordinates | flatten | .[0]] | min > 11.4 and max < 11.6' corridor.geojson)" = true

# Obstacles and questions about places, in degrees as well.
echo '{"type":"Polygon","coordinates":[[[11.57,49.94],[11.58,49.94],[11.58,49.95],[11.57,49.95],[11.57,49.94]]]}' >square.geojson
expect 0 build-index square.geojson --project local --walkable -o square.pathfan --quiet
echo '[{"circle":[11.5735,49.94675,50]}]' >fire.json
expect 0 query square.pathfan --from 11.571,49.9445 --to 11.576,49.949 --obstacles fire.json --json
json '.paths[0].length > 623 and .paths[0].length < 625 and .paths[0].points[1][0] > 11.5728'
expect 0 query square.pathfan --from=-287,-55 --to 71,445 --obstacles fire.json --json
json '.paths[0].length > 620'
echo '[{"polygon":[[11.573,49.946],[11.574,49.946],[11.574,9]]}]' >mixed.json
expect 2 query square.pathfan --from 11.571,49.9445 --to 11.576,49.949 --obstacles mixed.json
says err '2 of 3 points look like longitude and latitude'
printf '{"ray":{"from":[11.571,49.9445],"to":[11.576,49.949]},"obstacles":[{"circle":[11.5735,49.94675,50]}]}\n{"wall":{"from":[-300,0]}}\n' >lines
expect 0 query square.pathfan --batch --json <lines
check "places in degrees" test "$(jq -c '[.found, (.at[0] > 11.5 and .at[1] > 49.9), .from == [-300,0]]' "$out" | tr '\n' ' ')" = \
  "[true,true,false] [true,false,true] "

# Speeds of one's own.
cat >speeds.geojson <<'END'
{"type":"FeatureCollection","background_speed":6,"features":[
{"type":"Feature","properties":{"kind":"free"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1000,0],[1000,1000],[0,1000],[0,0]]]}},
{"type":"Feature","properties":{"kind":"road","speed":60},"geometry":{"type":"LineString","coordinates":[[0,500],[1000,500]]}}]}
END
expect 0 query speeds.geojson --from 0,500 --to 1000,500 --json
json '(.paths[0].cost - 1 | fabs) < 1e-9'
expect 0 query speeds.geojson --from 0,0 --to 1000,0 --json
json '(.paths[0].cost - 10 | fabs) < 1e-9'

# A profile from a file, in place of some rows of a built-in one. An index keeps it.
cat >slow.json <<'END'
{"like": "foot", "ground": 2, "table": [
  {"tag": "highway", "values": ["footway", "path"], "kind": "road", "closed": true},
  {"tag": "name", "values": ["High Street"], "kind": "road", "speed": 6},
  {"tag": "landuse", "values": ["forest"], "kind": "area", "rate": 0.05}]}
END
expect 0 query town.geojson --profile slow.json $ends --json
says err 'closed, or not for the profile, are left out: 2, such as feature 1'
says err 'rows of the profile fit no feature: 1, table.2., landuse'
json ".paths[0] | [.legs[].name] == [\"High Street\"] and ((.cost - .length * 0.06 / 6) | fabs) < 1e-9"
cp "$out" online.json
expect 0 build-index town.geojson --profile slow.json -o slow.pathfan --quiet
mv slow.json moved.json
expect 0 build-index slow.pathfan -o slow-again.pathfan --quiet
for index in slow slow-again; do
  expect 0 query $index.pathfan $ends --json
  check "the index answers as the map" test "$(jq -s '(.[0].paths[0].cost - .[1].paths[0].cost | fabs) < 1e-9' \
    online.json "$out")" = true
done
expect 0 query slow.pathfan $ends --avoid 11.505,49.902,20 --json
json '.paths[0].legs | map(.name) | index("Short Cut") == null'
expect 0 inspect slow.pathfan --json
json '.options | tostring | test("own")'
expect 0 build-index slow.pathfan --profile foot -o foot.pathfan --quiet
expect 0 query foot.pathfan $ends --json
json ".paths[0] | [.legs[].name] == [\"Short Cut\"]"
expect 0 build-index slow.pathfan --profile moved.json -o moved.pathfan --quiet
expect 0 query moved.pathfan $ends --json
json ".paths[0] | [.legs[].name] == [\"High Street\"]"
expect 0 field town.geojson --profile moved.json --to 11.51,49.9 --grid 4x3 -o field.csv
expect 4 query town.geojson --profile moved.json --strict $ends
expect 1 query town.geojson --profile none.json $ends
says err 'none\.json'
expect 2 query town.geojson --profile own $ends
says err 'no profile of its own'
refused() { # refused PROFILE SENTENCE
  printf '%s' "$1" >wrong.json
  expect 4 query town.geojson --profile wrong.json $ends
  says err "$2"
}
refused '{"like": "foot",
 "table": [}' 'wrong\.json:2: '
refused '[]' 'wrong\.json: a profile must be an object'
refused '{}' 'wrong\.json: like must be foot, bicycle, car or offroad'
refused '{"like": "foot", "grund": 3}' 'wrong\.json: unknown key .*grund'
refused '{"like": "foot", "ground": 0}' 'wrong\.json: ground must be a number from 1e-9'
refused '{"like": "foot", "like": "car"}' 'wrong\.json:1: '
refused '{"like": "foot", "table": [{"tag": "a", "kind": "road"}]}' \
  'wrong\.json: table.0.: a road or an area has one of speed, rate and closed'

expect 2 query town.geojson --profile horse $ends
says err 'there is no profile horse'
make_block_map block.map
expect 2 query block.map --algorithm polyanya --profile foot --from 1,1 --to 2,2

# A byte order mark may precede maps, profiles and lists of changes; a compressed map is a terrain, too.
marked() { # marked FILE: writes marked-FILE
  { printf '\357\273\277'; cat "$1"; } >"marked-$1"
}
expect 0 query town.geojson --profile moved.json $ends --distance
cost=$(cat "$out")
marked town.geojson
marked moved.json
gzip -k marked-town.geojson
for map in marked-town.geojson marked-town.geojson.gz; do
  expect 0 query $map --profile marked-moved.json $ends --distance
  check "the same cost" equal "$(cat "$out")" "$cost"
done
expect 0 build-index block.map -o block.pathfan --quiet
echo '[{"circle": [4, 2, 1]}]' >changes.json
marked changes.json
expect 0 query block.pathfan --from 1,4.5 --to 8,4.5 --obstacles marked-changes.json

# What can't be meant is told.
expect 2 query town.geojson --profile foot --profile car $ends
says err '--profile is given twice'
printf '{"like": "foot"}\0' >wrong.json
expect 4 query town.geojson --profile wrong.json $ends
says err 'has a byte of zero, so it is no text'
refused '{"like": "foot", "ground": 1e-300}' 'ground must be a number from 1e-9 to 1e9'
sed 's/"kind":"road"/"oneway":2,&/' speeds.geojson >two.geojson
expect 4 query two.geojson --from 0,0 --to 1000,0
says err 'feature 1 has a oneway of 2; it must be 1, -1 or 0'
expect 2 field speeds.geojson --from 1,1 --to 1,1 --within 5% -o same.geojson
says err 'the start is the goal'
echo '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"area","rate":null},"geometry":
  {"type":"Polygon","coordinates":[[[10,10],[20,10],[20,20],[10,20],[10,10]]]}}]}' >mere.geojson
expect 3 query mere.geojson --from 12,12 --to 15,15
says err 'there is no ground to walk on'
says err 'the map has no free point'
expect 0 build-index mere.geojson -o mere.pathfan --quiet
says err 'there is no ground to walk on'

# Areas to avoid on a terrain: as if they were obstacles, on the map and by its index; in degrees, too.
terrain() { # terrain MORE
  echo '{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"kind":"road","rate":0.5},"geometry":{"type":"LineString","coordinates":[[0,0],[100,0]]}},
{"type":"Feature","properties":{"kind":"river","cost":5},"geometry":{"type":"LineString","coordinates":[[70,-40],[70,40]]}}'"$1"']}'
}
terrain "" >open.geojson
terrain ',{"type":"Feature","properties":{"kind":"obstacle"},"geometry":{"type":"Polygon","coordinates":[[[30,-10],[50,-10],[50,20],[30,20],[30,-10]]]}}' >shut.geojson
expect 0 query shut.geojson --from 0,0 --to 100,0 --json
cost=$(jq '.paths[0].cost' "$out")
expect 0 build-index open.geojson -o open.pathfan --quiet
for source in open.geojson open.pathfan; do
  expect 0 query $source --from 0,0 --to 100,0 --avoid 30,-10,50,-10,50,20,30,20 --json
  json ".paths[0].cost > 56 and (.paths[0].cost - $cost | fabs) < 1e-6"
  way=$(jq '.paths[0].cost' "$out")
  expect 0 query $source --from 0,0 --to 100,0 --avoid 30,-10,50,-10,50,20,30,20 --distance
  check "the same cost" equal "$(cat "$out")" "$way"
done
expect 3 query open.geojson --from 40,1 --to 100,0 --avoid 40,0,10 --distance
says err 'start is blocked: 40,1 is in an area to avoid; --snap 9 moves it to the nearest free point, '
expect 3 query open.geojson --from 100,0 --to 40,1 --avoid 40,0,10 --json
json '.status == "goal_blocked" and .blocked_by == "area"'
expect 0 query open.geojson --from 40,1 --to 100,0 --avoid 40,0,10 --snap 9
echo '[{"circle": [1,1,1]}]' >none.json
for option in '--close a' '--open a' '--obstacles none.json'; do
  expect 2 query open.geojson --from 0,0 --to 100,0 $option
  says err '--avoid closes areas there'
done
expect 0 query open.geojson --from 0,0 --to 100,0 --avoid 40,0,10 --json
json '.paths[0].cost > 75 and .paths[0].cost < 77' # 14.2 + 32.6 round the circle + 24.2 + 5
expect 3 query open.geojson --from 40,1 --to 100,0 --avoid 40,0,10
expect 3 query open.geojson --from 0,0 --to 100,0 --avoid 30,-99,50,-99,50,99,30,99

# An area of the map to avoid, by name or number: as if one couldn't walk on it.
heath=$root/docs/examples/heath.geojson
jq '(.features[] | select(.properties.name == "Lawn").properties.rate) = null' "$heath" >closed.geojson
number=$(jq '[.features[].properties.name] | index("Lawn")' "$heath")
expect 0 query closed.geojson --from 5,5 --to 95,90 --paths 1 --json
cost=$(jq '.paths[0].cost' "$out")
expect 0 build-index "$heath" -o heath.pathfan --quiet
for source in "$heath" heath.pathfan; do
  for name in Lawn "$number"; do
    expect 0 query $source --from 5,5 --to 95,90 --avoid-area "$name" --json --paths 1
    json ".paths[0].cost > 140 and (.paths[0].cost / $cost - 1 | fabs) < 2e-6"
    expect 0 query $source --from 5,5 --to 95,90 --avoid-area "$name" --distance --json
    json "(.cost / $cost - 1 | fabs) < 2e-6"
  done
done
expect 3 query "$heath" --from 75,65 --to 95,90 --avoid-area Lawn
says err 'the start is blocked: 75,65 is in an area to avoid; --snap '
expect 0 query "$heath" --from 5,5 --to 95,90 --paths 1 --avoid-area Lawn --svg closed.svg
check "it is drawn" equal "$(grep -c '>area to avoid<' closed.svg)" 1
expect 2 query "$heath" --from 5,5 --to 95,90 --avoid-area Lwn
says err '^pathfan: --avoid-area: no walkable area has the name or number Lwn; there are .*Lawn'
# Names that others contain are listed, too; a list that is cut says so.
named() {
  python3 - "$@" <<'END'
import json, sys
square = lambda x, size: [[[x, 0], [x + size, 0], [x + size, size], [x, size], [x, 0]]]
print(json.dumps({"type": "FeatureCollection", "background_rate": 1, "features": [
    {"type": "Feature", "properties": {"kind": "area", "rate": 2, "name": name},
     "geometry": {"type": "Polygon", "coordinates": square(20 * i, 10)}} for i, name in enumerate(sys.argv[1:])]}))
END
}
named Woodland Wood >woods.geojson
expect 2 query woods.geojson --from 1,1 --to 15,5 --avoid-area x
says err 'number x; there are Woodland, Wood$|number x; there are Wood, Woodland$'
named $(seq -f 'Number%g' 20) >woods.geojson
expect 2 query woods.geojson --from 1,1 --to 15,5 --avoid-area x
says err 'Number1, .* and others$'
# Where there are areas alone, no reason is about roads.
python3 - >meadows.geojson <<'END'
import json
square = lambda x, y, size: [[[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]]
feature = lambda ring, **told: {"type": "Feature", "properties": told, "geometry": {"type": "Polygon", "coordinates": ring}}
print(json.dumps({"type": "FeatureCollection", "background_rate": 1, "features": [
    feature(square(0, 0, 100), kind="free"),
    *(feature(square(10 + 30 * i, 12 + 28 * j, 18), kind="area", rate=3) for i in range(3) for j in range(3))]}))
END
expect 0 build-index meadows.geojson -o meadows.pathfan --quiet
expect 0 query meadows.pathfan --from 2,5 --to 98,95 --paths 6
says out ', [0-9]+ sharing more than 40% of their cost with a path listed, or running just beside it'
expect 2 query block.pathfan --from 1,4.5 --to 8,4.5 --avoid-area Lawn
says err '--close closes doors'
expect 2 query "$heath" --to 95,90 --group units --avoid-area Lawn

# Fewer points: by how much costs may differ is said, by the index, too.
printf '{"type":"FeatureCollection","background_rate":2,"features":[{"type":"Feature","properties":{"kind":"road","rate":1},"geometry":{"type":"LineString","coordinates":[[0,0],[50,0.5],[100,0],[100,40]]}}]}' >bent.geojson
expect 0 query bent.geojson --from 0,0 --to 100,0 --json
json '.paths[0] | (.points | length) == 3 and has("uncertainty") == false'
expect 0 query bent.geojson --simplify 1 --from 0,0 --to 100,0 --json
json '.paths[0] | (.points | length) == 2 and .cost == 100 and .uncertainty == 8'
expect 0 build-index bent.geojson --simplify 1 -o bent.pathfan --quiet
expect 0 query bent.pathfan --from 0,0 --to 100,0
says out 'without --simplify it may cost 8 more or less \(8%\)'
finish

# Ways over an area between its entries: pairs, graphs, degrees, OSM XML, errors.
. "$(dirname "$0")/lib.sh"

# A square of 100 x 60 with a hole in its middle; entries on its border.
cat >square.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"name": "Square"}, "geometry": {"type": "Polygon", "coordinates":
  [[[0,0],[100,0],[100,60],[0,60],[0,0]], [[40,20],[40,40],[60,40],[60,20],[40,20]]]}},
 {"type": "Feature", "id": "west", "geometry": {"type": "Point", "coordinates": [0,30]}},
 {"type": "Feature", "id": 7, "properties": null, "geometry": {"type": "Point", "coordinates": [100,30]}},
 {"type": "Feature", "properties": {"name": "North"}, "geometry": {"type": "Point", "coordinates": [50,0]}},
 {"type": "Feature", "properties": {"@id": "node/5"}, "geometry": {"type": "Point", "coordinates": [60.0,20]}}]}
END

# Pairs: the lengths of queries; the file's names of entries.
expect 0 plaza square.geojson --project none --ways pairs
says err '^pathfan: square\.geojson: 4 entries, 6 pairs: 6 ways, 3 corners$'
json '.length_unit == "map unit" and .entries == 4 and .areas == [0,0,0,0] and (.features | length) == 6'
json '[.features[].properties | [.from, .to]] == [[0,1],[0,2],[0,3],[1,2],[1,3],[2,3]]'
json '[.features[].properties | [.from_id, .to_id]] ==
  [["west",7],["west",null],["west","node/5"],[7,null],[7,"node/5"],[null,"node/5"]]'
json '.features[1].properties | has("to_id") | not'
json '.features[0].geometry.coordinates | . == [[0,30],[40,40],[60,40],[100,30]] or . == [[0,30],[40,20],[60,20],[100,30]]'
cp "$out" pairs.json
jq '.features |= .[:1] | .features[0].properties.kind = "free"' square.geojson >map.geojson
jq -r '.features[] | [(.geometry.coordinates | first, last | map(tostring) | join(",")), .properties.length] | join(" ")' \
  pairs.json >rows
while read -r from to length; do
  asked=$("$pathfan" query map.geojson --algorithm polyanya --from "$from" --to "$to" --distance)
  check "$from to $to is $asked long" test "$(jq -n "$asked - $length | fabs < 1e-9")" = true
done <rows
check "six rows" equal "$(wc -l <rows)" 6

# The graph: each edge once, ascending; its shortest ways are those of the pairs.
closed='[.features[].properties | [.from, .to, .length]] as $e | .entries as $n |
  ([$e[][0:2][]] | max + 1) as $m |
  reduce range($m) as $v (
    reduce $e[] as $x ([range($m) as $i | [range($m) | if . == $i then 0 else 1e9 end]];
      .[$x[0]][$x[1]] = $x[2] | .[$x[1]][$x[0]] = $x[2]);
    . as $d | [range($m) as $i | [range($m) as $j | [$d[$i][$j], $d[$i][$v] + $d[$v][$j]] | min]])
  | [range($n) as $i | range($i + 1; $n) as $j | .[$i][$j]]'
expect 0 plaza square.geojson --project none -o graph.geojson --svg graph.svg
silent out
says err '4 entries, 6 pairs: [0-9]+ edges, 3 corners'
cp graph.geojson "$out"
json '[.features[].properties | [.from, .to]] | . == unique and all(.[0] < .[1])'
json '[.features[].geometry.coordinates | length] | all(. == 2)'
json '[.features[].properties | select(.from > 3)] | length > 0 and all(has("from_id") | not)'
jq "$closed" graph.geojson >sums
check "the graph's ways are the pairs'" test "$(jq -s '.[0] as $s | [.[1].features[].properties.length] |
  [., $s] | transpose | length == 6 and all(.[0] - .[1] | fabs < 1e-9)' sums pairs.json)" = true
check "a picture" grep -q '4 entries' graph.svg
cp graph.geojson first.geojson
expect 0 plaza square.geojson --project none -o graph.geojson
check "the same bytes again" same_file graph.geojson first.geojson
expect 0 plaza square.geojson --project none -o graph.json --svg graph.PNG
check "PNG" equal "$(head -c 4 graph.PNG | tail -c 3)" PNG

# Entries added by option: coincident, at a corner, on another way, slightly off the border.
expect 0 plaza square.geojson --project none --ways pairs --entry 0,30 --entry 40,20 --entry 75,10 --entry=-0.04,10
says err '1 entry lies off the area and is taken to be on its border, by at most 0\.04: entry 7 \(-0\.04,10\)'
json '.features[] | select(.properties.from == 0 and .properties.to == 4) |
  .properties.length == 0 and .geometry.coordinates == [[0,30],[0,30]]'
json '.features[] | select(.properties.from == 0 and .properties.to == 5) | .geometry.coordinates == [[0,30],[40,20]]'
json '.features[] | select(.properties.from == 0 and .properties.to == 7) |
  .properties.length == 20 and .geometry.coordinates[1] == [-0.04,10]'
expect 0 plaza square.geojson --project none --entry 0,30 --entry 25,15
json '[.features[].properties | select(.from == 0 and .to == 4)] | length == 1 and .[0].length == 0'
json '[.features[].properties | select(.from == 0 and .to == 2)] == []'
json '[.features[].properties | select(.to == 5) | .from] | contains([0, 2])'

# If some points are marked as entries, the others are labels. Lines reach the area at entries.
jq '.features[1].properties = {"entry": "yes"} | .features[2].properties = {"entry": true} |
  .features[3].properties.entry = "no"' square.geojson >marked.geojson
expect 0 plaza marked.geojson --project none
says err '2 entries, 1 pair: '
jq '.features |= [.[0]] + [
  {"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": [[-50,0],[0,0],[5,5]]}},
  {"type": "Feature", "properties": {}, "geometry": {"type": "MultiLineString", "coordinates":
   [[[100,60],[120,60]],[[0,0],[0,-9]]]}}]' square.geojson >streets.geojson
expect 0 plaza streets.geojson --project none --ways pairs
json '.entries == 2 and (.features[0].geometry.coordinates | first == [0,0] and last == [100,60])'
jq '.features += [{"type": "Feature", "id": "n81", "properties": {}, "geometry": {"type": "Point", "coordinates": [100,60]}},
  {"type": "Feature", "properties": {"name": "tree"}, "geometry": {"type": "Point", "coordinates": [10,10]}}]' \
  streets.geojson >named.geojson
expect 0 plaza named.geojson --project none --ways pairs
json '.entries == 2 and (.features[0].properties | .to_id == "n81" and (has("from_id") | not))'
jq '.features[1].geometry.coordinates = [[-9,-9],[-5,-5]] | del(.features[2])' named.geojson >elsewhere.geojson
expect 0 plaza elsewhere.geojson --project none --ways pairs
json '.entries == 2 and (.features[0].geometry.coordinates | last == [10,10])'

# A marked entry, such as a subway's, is one besides those of streets; at one of theirs it names it.
jq '.features += [{"type": "Feature", "properties": {"entry": "yes", "name": "Subway"}, "geometry":
  {"type": "Point", "coordinates": [20,30]}},
  {"type": "Feature", "properties": {"entry": true, "name": "Corner"}, "geometry":
  {"type": "Point", "coordinates": [0,0]}}]' named.geojson >subway.geojson
expect 0 plaza subway.geojson --project none --ways pairs
says err '3 entries, 3 pairs: 3 ways'
json '[.features[].geometry.coordinates | first, last] | unique == [[0,0],[20,30],[100,60]]'
json '.features[0].properties.to_id == "n81"'

# A street may end on a side, between its ends; where one crosses a side it is counted.
line() { # line COORDINATES
  printf '{"type": "Feature", "properties": {}, "geometry": {"type": "LineString", "coordinates": %s}}' "$1"
}
jq ".features |= [.[0], $(line '[[20,80],[20,60]]'), $(line '[[120,33.3],[100,33.3]]')]" square.geojson >sides.geojson
expect 0 plaza sides.geojson --project none --ways pairs
says err '2 entries, 1 pair: 1 way'
json '.features[0].geometry.coordinates | first == [20,60] and last == [100,33.3]'
check "no crossing" test "$(grep -c cross "$err")" = 0
jq ".features += [$(line '[[-9,10],[109,10]]'), $(line '[[100,60],[110,70]]'), $(line '[[10,-10],[10,5],[10,60]]')]" \
  sides.geojson >crossed.geojson
expect 0 plaza crossed.geojson --project none --ways pairs
says err 'lines cross a border between two of their positions, .*: 3, such as feature 3 at 0,10$'
says err '4 entries, 6 pairs: 6 ways'
jq ".features |= [.[0], .[3]]" crossed.geojson >through.geojson
expect 4 plaza through.geojson --project none
says err 'has no entries: .*border of an area \(lines cross one 2 times, at no position of theirs\); --entry'
# In degrees, a position is as near to a slanted side as seven decimals allow.
jq -n "{type: \"FeatureCollection\", features: [
  {type: \"Feature\", properties: {}, geometry: {type: \"Polygon\", coordinates:
    [[[9,48],[9.0013405,48.0002],[9.0013405,48.0009],[9,48.0007],[9,48]]]}},
  $(line '[[9.0004,47.99],[9.0004321,48.0000645]]'), $(line '[[9.0009,48.01],[9.0009876,48.0008473]]')]}" >slanted.geojson
expect 0 plaza slanted.geojson --ways pairs
says err '2 entries, 1 pair: 1 way'

# A street that touches a building off the square makes no entry there, and is counted; a point
# with `entry` there is refused.
jq '.features += [{"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon",
  "coordinates": [[[20,80],[30,80],[30,90],[20,90],[20,80]]]}}]' sides.geojson >building.geojson
expect 0 plaza building.geojson --project none --ways pairs
says err "lines touch borders where one can't walk, and make no entry there: 1, feature 1 at 20,80\$"
says err '2 entries, 1 pair: 1 way'
jq '.features += [{"type": "Feature", "properties": {"entry": "yes"}, "geometry":
  {"type": "Point", "coordinates": [20,80]}}]' building.geojson >door.geojson
expect 3 plaza door.geojson --project none
says err 'entry 0 \(feature 1\) lies off the area'
jq '.features[1].geometry.coordinates[1] = [21,79] | .features |= [.[0,1,3]]' building.geojson >apart.geojson
expect 4 plaza apart.geojson --project none
says err "has no entries: its lines touch only borders where one can't walk"

# What has no effect is told by kind; --strict refuses it, and writes nothing.
expect 0 plaza sides.geojson --project none --strict -o strict.geojson
says err '2 entries, 1 pair'
jq ".features += [$(line '[[30,30],[35,35]]'), {type: \"Feature\", properties: {}, geometry: null},
  {type: \"Feature\", properties: {}, geometry: {type: \"Point\", coordinates: [3,3]}},
  {type: \"Feature\", properties: {kind: \"obstacle\"}, geometry: {type: \"Polygon\",
    coordinates: [[[900,0],[910,0],[910,9],[900,0]]]}}]" sides.geojson >idle.geojson
expect 0 plaza idle.geojson --project none
cp "$err" told
for words in 'lines that touch no border make no entry: 1, feature 3' 'geometries without a point are left out: 1, feature 4' \
  'points bound no area and are left out: 1, feature 5' 'obstacles outside all free polygons, .*: 1, .*feature 6'; do
  says err "idle\.geojson: $words"
done
rm -f strict.geojson
expect 4 plaza idle.geojson --project none --strict -o strict.geojson
check "told as without --strict" test "$(grep -cFxf told "$err")" = 4
check "nothing written" test ! -e strict.geojson
silent out

# Several squares: pairs and the limit are each area's; 129 of 16 entries, and one of too many.
jq -n '{type: "FeatureCollection", features: [range(129) as $i | ($i * 20) as $x |
  {type: "Feature", properties: {}, geometry: {type: "Polygon",
    coordinates: [[[$x,0],[$x+16,0],[$x+16,9],[$x,9],[$x,0]]]}},
  (range(16) as $k | {type: "Feature", properties: {}, geometry: {type: "Point", coordinates: [$x+$k,0]}})]}' >squares.geojson
expect 0 plaza squares.geojson --project none --ways pairs
says err 'the entries are in 129 areas that no path joins'
says err '2064 entries, 15480 pairs: 15480 ways'
json '.areas == [range(129) as $i | range(16) | $i]'
jq -n '{type: "FeatureCollection", features: [{type: "Feature", properties: {}, geometry: {type: "Polygon",
    coordinates: [[[0,0],[2100,0],[2100,9],[0,9],[0,0]]]}},
  (range(2049) as $k | {type: "Feature", properties: {}, geometry: {type: "Point", coordinates: [$k,0]}})]}' >many.geojson
expect 4 plaza many.geojson --project none
says err 'the area with entry 0 \(feature 1\) has more than 2048 entries'

# The walkable area: all polygons except obstacles, or those marked free.
jq '.features += [{"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "Polygon",
  "coordinates": [[[39,-5],[41,-5],[41,65],[39,65],[39,-5]]]}}]' square.geojson >parted.geojson
expect 0 plaza parted.geojson --project none --ways pairs
says err 'the entries are in 2 areas that no path joins: entry 0 \(feature 1\) and entry 1 \(feature 2\), for example'
says err '4 entries, 3 pairs: 3 ways'
json '.areas == [0,1,1,1] and (.features | length) == 3'
jq '.features[0].properties.kind = "free" | del(.features[5].properties.kind)' parted.geojson >free.geojson
expect 0 plaza free.geojson --project none --ways pairs
says err 'in 2 areas that no path joins'
# Two parts; holes that touch in a point, through which no way passes.
jq '.features[0].geometry = {"type": "MultiPolygon", "coordinates":
  [[[[0,0],[45,0],[45,60],[0,60],[0,0]]], [[[50,0],[100,0],[100,60],[50,60],[50,0]],
   [[60,20],[70,20],[70,30],[60,30],[60,20]], [[70,30],[80,30],[80,40],[70,40],[70,30]]]]}' \
  square.geojson >parts.geojson
expect 0 plaza parts.geojson --project none --ways pairs --entry 75,25 --entry 65,35
says err 'in 2 areas that no path joins'
says err '6 entries, 10 pairs: 10 ways'
json '.features[] | select(.properties.from == 4 and .properties.to == 5) | .geometry.coordinates | length > 2'

# No entry, and one.
jq '.features |= .[:2]' square.geojson >one.geojson
expect 0 plaza one.geojson --project none
says err '1 entry, 0 pairs: 0 edges'
says err 'warning: there are no ways, as no area has two entries'
json '.entries == 1 and .features == []'
jq '.features |= .[:1]' square.geojson >none.geojson
expect 4 plaza none.geojson --project none
says err 'none\.geojson: has no entries: Points, or lines that end at a border of an area; --entry'
expect 0 plaza none.geojson --project none --entry 1,1 --entry 2,2
json '.features[0].properties | .from == 0 and .to == 1'

# All blocked entries are reported, and nothing is written.
expect 3 plaza square.geojson --project none --entry 50,33 --entry 500,30 -o no.geojson
says err 'entry 4 \(50,33\) lies off the area, or in an obstacle: 7 from where one can walk'
says err 'entry 5 \(500,30\) lies off the area, or in an obstacle: 400 from'
check "no file" absent no.geojson
expect 3 plaza square.geojson --project none --entry 1e14,1 --snap 9
says err 'entry 4 \(100000000000000,1\) lies far off the area'
jq '.features[3].geometry.coordinates = [50,30]' square.geojson >inside.geojson
expect 3 plaza inside.geojson --project none
says err 'entry 2 \(feature 3 "North"\) lies off'
expect 0 plaza inside.geojson --project none --snap 10
says err 'by at most 10: entry 2'

# Degrees: metres, unchanged digits, and OSM XML.
example=$root/docs/examples/plaza.geojson
expect 0 plaza "$example" --ways pairs
says err '8 entries, 28 pairs: 28 ways'
says err 'lengths are metres, off by at most 0\.00[0-9]+%'
json '.length_unit == "metre" and (.features | length) == 28'
json '.features[0].properties | .from_id == "node/101" and .length > 58 and .length < 60'
jq -c '[.features[].geometry.coordinates[]]' "$out" >places
jq -c '[.features[].geometry.coordinates | .. | select(type == "array" and (.[0] | type) == "number")]' \
  "$example" >given
check "all positions are the file's" test "$(jq -s '(.[0] | length > 28) and .[0] - .[1] == []' places given)" = true
expect 0 plaza "$example" -o square.osm --tag highway=pedestrian --tag 'note=a & "b" <c>'
check "XML" equal "$(python3 - square.osm <<'END'
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
nodes = {n.get("id"): (n.get("lat"), n.get("lon")) for n in root.iter("node")}
refs = {r.get("ref") for r in root.iter("nd")}
tags = {tuple(sorted((t.get("k"), t.get("v")) for t in w.iter("tag"))) for w in root.iter("way")}
print(root.get("version"), *sorted(refs - set(nodes)), *nodes["-8"], len(list(root.iter("way"))), tags == {(
    ("foot", "yes"), ("highway", "pedestrian"), ("name", "Market Square"), ("note", 'a & "b" <c>'),
    ("surface", "sett"))}, all(int(i) < 0 for i in nodes), all(i in refs for i in nodes))
END
)" "0.6 101 102 103 104 105 106 48.7796223 9.1810885 44 True True True"
expect 0 plaza "$example" -o square.osm --first-id 900
check "numbers upwards" grep -q '<node id="906" version="1" ' square.osm
check "of ways too" grep -q '<way id="943" version="1"><nd ref=' square.osm
check "a footway" grep -q 'k="highway" v="footway"' square.osm

# Coordinates that aren't degrees, or an area too large for a plane.
expect 4 plaza square.geojson
says err 'is 100 degrees wide and 60 high, too large .*--project none'
jq '(.. | select(type == "array" and (.[0] | type) == "number")) |= map(. * 7)' square.geojson >wide.geojson
expect 4 plaza wide.geojson
says err 'feature 0 has the position 700,0, which is not a longitude and latitude; --project none'

# Malformed files.
bad() { # bad SAYS TEXT
  printf '%s' "$2" >bad.geojson
  expect 4 plaza bad.geojson --project none --entry 1,1
  says err "bad\.geojson$1"
}
bad ':1: ' '{"type": "FeatureCollection", '
bad ': not a GeoJSON FeatureCollection' '[]'
bad ': not a GeoJSON FeatureCollection' '{"type": "Feature"}'
bad ': there is no polygon' '{"type": "FeatureCollection", "features": []}'
bad ': .*feature 0' '{"type": "FeatureCollection", "features": [7]}'
bad ': ring 0 of feature 0' '{"type": "FeatureCollection", "features": [{"type": "Feature",
  "geometry": {"type": "Polygon", "coordinates": [[[0,0],[1,"x"],[1,1],[0,0]]]}}]}'
bad ': feature 0' '{"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"kind": "wood"},
  "geometry": {"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,0]]]}}]}'
expect 1 plaza missing.geojson
expect 1 plaza square.geojson --project none -o missing/graph.geojson
expect 1 plaza square.geojson --project none --svg missing/graph.svg
printf '\357\273\277' | cat - square.geojson >marked.geojson
expect 0 plaza marked.geojson --project none

# Usage.
expect 2 plaza
expect 2 plaza square.geojson --ways graph
says err '--ways must be edges or pairs'
expect 2 plaza square.geojson --project utm
says err '--project must be local or none'
for snap in -1 x nan; do
  expect 2 plaza square.geojson --snap=$snap
  says err '--snap must be 0 or more'
done
for tag in highway =x highway= $'a=\377'; do
  expect 2 plaza square.geojson -o a.osm --tag "$tag"
  says err '--tag must be KEY=VALUE'
done
expect 2 plaza square.geojson --entry 1
says err '--entry must be X,Y'
expect 2 plaza square.geojson -o a.osm --first-id 0
says err '--first-id must be a whole number above 0'
expect 2 plaza square.geojson --tag a=b
says err '--tag goes with OSM XML'
expect 2 plaza square.geojson -o a.json --first-id 7
says err '--first-id goes with OSM XML'
expect 2 plaza square.geojson -o a.osm --project none
says err 'longitudes and latitudes'
expect 2 plaza square.geojson -o a.txt
says err 'must end in \.geojson, \.json or \.osm'
expect 2 plaza square.geojson --svg a.gif
says err 'must end in \.svg or \.png'
expect 2 plaza square.geojson --project none -o square.geojson
expect 0 plaza --help
says out '^usage: pathfan plaza FILE\.geojson'
# A radius: ways keep off the hole and the border, but for straight ends; a gap that is too narrow.
expect 0 plaza square.geojson --project none --ways pairs --agent-radius 5
json '.features[0] | (.geometry.coordinates | .[0] == [0,30] and .[1] == [5,30] and .[-2:] == [[95,30],[100,30]]) and
  (.properties.length | . > 104.7 and . < 106.5)'
json '[.features[].geometry.coordinates[] | select(.[0] > 35.1 and .[0] < 64.9 and .[1] > 15.1 and .[1] < 44.9)] |
  all((.[0] < 40 or .[0] > 60) and (.[1] < 20 or .[1] > 40) or . == [60.0,20])'
jq '.features += [{type: "Feature", geometry: {type: "Polygon",
  coordinates: [[[100,29],[130,29],[130,31],[100,31],[100,29]]]}}]' square.geojson >alley.geojson
expect 0 plaza alley.geojson --project none --entry 130,30
expect 3 plaza alley.geojson --project none --entry 130,30 --agent-radius 5
says err 'entry 4 .130,30. has no room for the agent.s radius of 5$'
# Stretch: fewer edges, and by how much ways are longer.
expect 0 plaza square.geojson --project none --entry 40,0 --entry 45,0 --entry 60,60 --entry 42,60
edges=$(sed -n 's/.* \([0-9]*\) edges.*/\1/p' "$err")
expect 0 plaza square.geojson --project none --entry 40,0 --entry 45,0 --entry 60,60 --entry 42,60 --stretch 1.2
says err 'ways are at most [0-9.]+% longer than the shortest$'
check "fewer edges" test "$(sed -n 's/.* \([0-9]*\) edges.*/\1/p' "$err")" -lt "$edges"
expect 2 plaza square.geojson --project none --ways pairs --stretch 1.2
expect 2 plaza square.geojson --project none --stretch 0.9

finish

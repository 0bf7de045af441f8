# Fields and corridors: numbers, pictures, polygons.
. "$(dirname "$0")/lib.sh"

make_land_map land.geojson
make_block_map block.map

# Numbers.
expect 0 field land.geojson --to 18,5 --grid 8x5 -o field.csv
silent out
silent err
check "a head and 40 lines" equal "$(wc -l <field.csv)" 41
check "a head" equal "$(head -1 field.csv)" x,y,cost,heading_x,heading_y,feature
check "the first start" equal "$(sed -n 2p field.csv | cut -d, -f1,2)" 1.25,1
check "in the pond nothing" equal "$(grep -c '^[0-9.]*,[0-9.]*,,,,$' field.csv)" 0
expect 0 field land.geojson --to 18,5 --grid 20x10 -o fine.csv
check "in the pond nothing" equal "$(grep -c '^[0-9.]*,[0-9.]*,,,,$' fine.csv)" 4
expect 0 field land.geojson --to 18,5 --grid 8x5 -o field.json
cp field.json "$out"
json '.to == [18,5] and .background_rate == 1 and (.units | has("cost") and has("heading"))'
json '.grid == {"columns": 8, "rows": 5, "first": [1.25,1], "step": [2.5,2]}'
json '(.starts | length) == 40 and (.starts | map(.x) | unique | length) == 8'
json '.starts | all(.heading as [$x, $y] | ($x * $x + $y * $y - 1 | fabs) < 1e-9)'
json '.starts[] | select(.x == 13.75 and .y == 5) | (.cost - 2.125 | fabs) < 1e-9 and .feature == 2'
# The same as a query's cost.
cost=$("$pathfan" query land.geojson --from 1.25,1 --to 18,5 --distance)
json ".starts[0].cost - $cost | fabs < 1e-9"
expect 0 field land.geojson --to 18,5 -o field.json
cp field.json "$out"
json '.grid.columns == 46 and .grid.rows == 23'
cp field.json first.json
expect 0 field land.geojson --to 18,5 -o field.json
check "the same bytes again" same_file field.json first.json
expect 0 field land.geojson --to 18,5 --background-rate 2 --grid 2 -o field.json
cp field.json "$out"
json '.background_rate == 2 and .grid.columns == 2 and .grid.rows == 2'

# Rasters: the last row first, square cells; where there is no way NODATA.
expect 0 field land.geojson --to 18,5 --grid 20x10 -o field.asc
check "a head" equal "$(head -6 field.asc | tr '\n' ' ')" \
  "ncols 20 nrows 10 xllcorner 0 yllcorner 0 cellsize 1 NODATA_value -9999 "
tail -n +7 field.asc | tac | tr ' ' '\n' >costs
check "the costs of the table" same_file costs <(cut -d, -f3 fine.csv | tail -n +2 | sed 's/^$/-9999/')
check "no .prj" absent field.prj
jq '(.. | select(type == "array" and length == 2 and (.[0] | type) == "number")) |= [11 + .[0] / 1e4, 48 + .[1] / 1e4]' \
  land.geojson >degrees.geojson
expect 0 field degrees.geojson --project local --to 0,0 --grid 20 -o degrees.asc
check "a projection" grep -q 'Transverse_Mercator.*"Central_Meridian",11\.001.*"Latitude_Of_Origin",48\.0005' degrees.prj

# Pictures of projected maps have north up, others y down.
heights() { grep -o '<text[^>]*>[st]<' "$1" | grep -o ' y="[0-9]*' | tr -dc '0-9\n' | paste -sd' '; }
for made in "query --svg" "field --within 5% -o"; do
  expect 0 ${made%% *} degrees.geojson --project local --from=-50,-40 --to 50,40 ${made#* } north.svg
  check "north is up: $made" test "$(heights north.svg | cut -d' ' -f1)" -gt "$(heights north.svg | cut -d' ' -f2)"
  expect 0 ${made%% *} land.geojson --from 2,2 --to 16,8 ${made#* } down.svg
  check "y is down: $made" test "$(heights down.svg | cut -d' ' -f1)" -lt "$(heights down.svg | cut -d' ' -f2)"
done
expect 0 field degrees.geojson --project local --to 50,40 -o north.svg
check "north is up" test "$(heights north.svg)" -lt 200

# Pictures.
expect 0 field land.geojson --to 18,5 -o field.svg
check "SVG" grep -q '^</svg>$' field.svg
check "a legend" grep -q 'river, never crossed' field.svg
check "costs" grep -q 'cost of the cheapest path to t' field.svg
expect 0 field land.geojson --to 18,5 -o field.png
check "PNG" equal "$(head -c 4 field.png | tail -c 3)" PNG
expect 0 field land.geojson --from 2,5 --to 18,5 --within 5% -o corridor.svg
check "a corridor" grep -q 'paths through here cost at most 5% more' corridor.svg
check "its path" grep -q 'cheapest path, cost 8\.25' corridor.svg
expect 0 field land.geojson --from 2,5 --to 18,5 --within 5% --tolerance 1% -o corridor.png
check "PNG" equal "$(head -c 4 corridor.png | tail -c 3)" PNG

# Endings in upper case are equivalent; unknown ones are reported before anything is read.
expect 0 field land.geojson --to 18,5 -o FIELD.PNG
check "PNG" equal "$(head -c 4 FIELD.PNG | tail -c 3)" PNG
expect 0 field land.geojson --to 18,5 --grid 2 -o field.CSV
check "CSV" equal "$(head -c 2 field.CSV)" x,
for wrong in field.txt field field.svg.gz .svg; do
  expect 2 field no.geojson --to 18,5 -o $wrong
  says err 'must end in \.svg, \.png, \.csv, \.json or \.asc'
done
expect 2 field no.geojson --from 2,5 --to 18,5 --within 5% -o corridor.csv
says err 'must end in \.svg, \.png or \.geojson'

# Corridors: closed rings that contain the way, wider with a larger margin.
area='[.features[0].geometry.coordinates[][0] | . as $r | [range(length - 1)] |
  map($r[.][0] * $r[. + 1][1] - $r[. + 1][0] * $r[.][1]) | add / 2] | add'
expect 0 field land.geojson --from 2,5 --to 18,5 --within 5% -o corridor.geojson
cp corridor.geojson "$out"
json '.features[0].properties | .part == "corridor" and .within == 0.05 and (.cost - 8.6625 | fabs) < 1e-9'
json '.features[0].geometry | .type == "MultiPolygon" and all(.coordinates[][]; .[0] == .[-1] and length > 3)'
json '.features[1] | .properties.part == "way" and .properties.length == 16 and .geometry.type == "LineString"'
json '.features[0].properties | .certain and .tolerance <= 0.00101 and .tolerance >= 0.00099 and .cells > 100'
narrow=$(jq "$area" corridor.geojson)
expect 0 field land.geojson --from 2,5 --to 18,5 --within 20% -o corridor.geojson
wide=$(jq "$area" corridor.geojson)
check "wider" test "$(jq -n "$narrow > 0 and $wide > 1.5 * $narrow")" = true

# The cheapest way is inside, also where it runs through a gap far narrower than any grid, through a
# tunnel, and on a bridge that ends in mid-air at another; and so is a place beside it by its cost.
cat >gaps.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "free"}, "geometry":
  {"type": "Polygon", "coordinates": [[[0,0],[100,0],[100,40],[0,40],[0,0]]]}},
 {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry": {"type": "MultiPolygon",
  "coordinates": [[[[20,0],[30,0],[30,19.999999],[20,19.999999],[20,0]]],
   [[[20,20.000001],[30,20.000001],[30,40],[20,40],[20,20.000001]]],
   [[[45,0],[55,0],[55,40],[45,40],[45,0]]], [[[70,0],[90,0],[90,40],[70,40],[70,0]]]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.5}, "geometry":
  {"type": "LineString", "coordinates": [[10,20],[40,20]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.5, "tunnel": true}, "geometry":
  {"type": "LineString", "coordinates": [[40,20],[60,25]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.5, "bridge": true}, "geometry":
  {"type": "LineString", "coordinates": [[65,25],[80,20]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.5, "bridge": true}, "geometry":
  {"type": "LineString", "coordinates": [[80,20],[95,25]]}}]}
END
for within in 0.01% 1% 30%; do
  expect 0 field gaps.geojson --from 5,15 --to 97,30 --within $within -o corridor.geojson
  check "the way is inside" equal "$(python3 "$tests/corridor.py" corridor.geojson)" 1.0000
done
cp corridor.geojson "$out"
json '[.features[] | select(.properties.part == "corridor-way") | .properties.feature] | unique == [2,3,4,5]'
json '.features | map(select(.properties.feature == 5)) | length == 1 and .[0].geometry.coordinates == [[80,20],[95,25]]'
to=$("$pathfan" query gaps.geojson --from 12,18 --to 97,30 --distance)
from=$("$pathfan" query gaps.geojson --from 12,18 --to 5,15 --distance)
json "$to + $from <= .features[0].properties.cost"
check "a place of this cost" equal "$(python3 "$tests/corridor.py" corridor.geojson 12,18 35,1 21,5)" "in
out
out"

# Over areas with a rate costs have a gap. The corridor contains the cheapest way and all places of
# this cost even so.
cat >grounds.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "area", "rate": 1}, "geometry":
  {"type": "Polygon", "coordinates": [[[0,0],[100,0],[100,60],[0,60],[0,0]]]}},
 {"type": "Feature", "properties": {"kind": "area", "rate": 4}, "geometry":
  {"type": "Polygon", "coordinates": [[[30,10],[60,0],[70,35],[45,50],[30,10]]]}},
 {"type": "Feature", "properties": {"kind": "area", "rate": 0.6, "name": "lawn"}, "geometry":
  {"type": "Polygon", "coordinates": [[[40,50],[90,45],[80,60],[40,60],[40,50]]]}}]}
END
expect 0 field grounds.geojson --from 5,20 --to 95,30 --within 3% --tolerance 1% -o corridor.geojson
cp corridor.geojson "$out"
json '.features[0].properties | .certain and .gap >= 0 and .gap < 0.1'
check "the way is inside" equal "$(python3 "$tests/corridor.py" corridor.geojson)" 1.0000
# Places over which the ways there and on cost no more than the corridor's, and whether they are in it.
contains() { # MAP FROM TO PLACE...
  local map=$1 start=$2 goal=$3 at there on inside= limit
  shift 3
  limit=$(jq '.features[0].properties.cost' corridor.geojson)
  for at; do
    there=$("$pathfan" query "$map" --from "$start" --to "$at" --distance | awk '{print $1}')
    on=$("$pathfan" query "$map" --from "$at" --to "$goal" --distance | awk '{print $1}')
    if jq -en "$there + $on <= $limit" >/dev/null; then inside="$inside $at"; fi
  done
  check "places of this cost" [ "$(echo $inside | wc -w)" -gt 2 ]
  check "they are inside" equal "$(python3 "$tests/corridor.py" corridor.geojson $inside | sort -u)" in
}
places=$(for x in 15 45 70 85; do for y in 30 47 53; do echo $x,$y; done; done)
contains grounds.geojson 5,20 95,30 $places
cp corridor.geojson grounds.corridor

# Limits: a sentence in place of costs that aren't certain. What they don't stop is the same.
cp grounds.corridor unlimited.geojson
for limit in "--max-work 1" "--max-work 50000" "--max-work 500000" "--max-time 0.000001"; do
  expect 3 field grounds.geojson --from 5,20 --to 95,30 --within 3% --tolerance 1% $limit -o no.geojson
  says err 'limit was reached'
  says err 'nothing is written'
  check "no file" absent no.geojson
done
expect 3 field grounds.geojson --from 5,20 --to 95,30 --within 3% --max-time 0.000001 -o no.svg
expect 3 field grounds.geojson --to 95,30 --max-work 50000 -o no.csv
says err 'the work limit was reached'
check "no file" absent no.svg
check "no file" absent no.csv
expect 3 field land.geojson --to 18,5 --max-work 1 -o no.csv
says err 'the work limit was reached'
expect 0 field grounds.geojson --from 5,20 --to 95,30 --within 3% --tolerance 1% --max-work 1000000000 \
  --max-time 1e6 --quiet -o corridor.geojson
check "the same" same_file corridor.geojson unlimited.geojson
expect 2 field grounds.geojson --to 95,30 --max-time 0 -o no.csv
expect 2 field grounds.geojson --to 95,30 --max-work 0 -o no.csv

# With one-way roads a corridor is of ways in their direction.
cat >one.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "free"}, "geometry":
  {"type": "Polygon", "coordinates": [[[0,0],[100,0],[100,60],[0,60],[0,0]]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.5, "oneway": true}, "geometry":
  {"type": "LineString", "coordinates": [[5,20],[20,55],[95,55],[95,30]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.2, "bridge": true, "oneway": -1},
  "geometry": {"type": "LineString", "coordinates": [[8,3],[92,4]]}}]}
END
expect 0 field one.geojson --from 5,20 --to 95,30 --within 2% --tolerance 1% -o corridor.geojson
check "the way is inside" equal "$(python3 "$tests/corridor.py" corridor.geojson)" 1.0000
check "not the bridge" jq -e 'all(.features[]; .properties.part != "corridor-way")' corridor.geojson
expect 0 field one.geojson --from 95,30 --to 5,20 --within 2% --tolerance 1% -o corridor.geojson
check "the way is inside" equal "$(python3 "$tests/corridor.py" corridor.geojson)" 1.0000
check "the bridge" jq -e 'any(.features[]; .properties.part == "corridor-way")' corridor.geojson

# Both at once.
jq '.features += [{type: "Feature", properties: {kind: "road", rate: 0.3, oneway: true}, geometry:
  {type: "LineString", coordinates: [[15,52],[55,30],[85,54]]}}]' grounds.geojson >both.geojson
both() { # FROM TO
  expect 0 field both.geojson --from "$1" --to "$2" --within 5% --tolerance 1% -o corridor.geojson
  check "the way is inside" equal "$(python3 "$tests/corridor.py" corridor.geojson)" 1.0000
  contains both.geojson "$1" "$2" $places 35,41 55,30 62,36
}
both 5,20 95,30
there=$(jq '.features[0].properties.cost' corridor.geojson)
both 95,30 5,20
check "dearer against the road" jq -e ".features[0].properties.cost > $there" corridor.geojson
expect 0 field grounds.geojson --to 95,30 --grid 9x6 -o field.json
cp field.json "$out"
json '[.starts[] | select(.feature == 2)] | length > 0'
json '[.starts[] | .gap >= 0 and .gap <= 0.01 * .cost] | all'
expect 0 field grounds.geojson --to 95,30 -o field.svg

# Ends.
expect 3 field land.geojson --to 18,2 -o no.svg
says err 'the goal is blocked'
expect 3 field land.geojson --from 18,2 --to 2,5 --within 5% -o no.svg
says err 'the start is blocked'
jq 'del(.features[5])' land.geojson >parted.geojson
expect 3 field parted.geojson --from 2,5 --to 18,5 --within 5% -o no.geojson
says err 'no path'
check "no file" absent no.svg
check "no file" absent no.geojson
expect 0 field parted.geojson --to 18,5 --grid 8x5 -o parted.csv
check "no way over the river" equal "$(grep -c ',,,,$' parted.csv)" 20

# Usage.
expect 2 field land.geojson -o a.svg
says err '--to is missing'
# Areas are shaded over the costs: three that are dearer than open ground, one that is cheaper.
expect 0 field "$root/docs/examples/heath.geojson" --to 95,60 --grid 8 -o heath.svg
check "three are darker" equal "$(grep -c 'fill="#1d232b" fill-rule="evenodd" fill-opacity="0\.2' heath.svg)" 3
check "one is lighter" equal "$(grep -c 'fill="#ffffff" fill-rule="evenodd" fill-opacity="0\.1' heath.svg)" 1

expect 2 field land.geojson --to 1,1
says err '-o FILE is missing'
expect 2 field land.geojson --to 1,1 -o a.txt
says err 'must end in \.svg, \.png, \.csv, \.json or \.asc'
expect 2 field land.geojson --from 1,1 --to 2,2 --within 5% -o a.csv
says err 'must end in \.svg, \.png or \.geojson'
expect 2 field land.geojson --from 1,1 --to 2,2 -o a.svg
says err 'a corridor takes --from and --within'
for within in 5 0% -1% x% %; do
  expect 2 field land.geojson --from 1,1 --to 2,2 --within $within -o a.svg
  says err '--within must be N%'
done
expect 2 field land.geojson --to 1,1 --tolerance 1% -o a.svg
says err '--tolerance goes with a corridor'
expect 2 field land.geojson --from 1,1 --to 2,2 --within 5% --grid 9 -o a.svg
says err '--grid goes with a field'
for grid in 1 0x5 5x 8192x8192 9000 a; do
  expect 2 field land.geojson --to 1,1 --grid $grid -o a.svg
  says err '--grid must be N or WxH'
done
expect 2 field block.map --to 1,1 -o a.svg
says err 'block\.map: a field needs a terrain, '
cp land.geojson land.json
expect 2 field land.json --to 1,1 -o land.json
expect 4 field <(jq '.features[2].properties.rate = "x"' land.geojson) --to 1,1 -o a.svg
expect 1 field missing.geojson --to 1,1 -o a.svg
expect 1 field land.geojson --to 18,5 -o missing/a.svg
expect 0 field --help
says out '^usage: pathfan field TERRAIN --to'
finish

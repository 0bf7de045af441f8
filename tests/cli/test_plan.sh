# Maps from drawing programs and geographic ones: walls that are lines, features that don't belong
# to a map.
. "$(dirname "$0")/lib.sh"

# A house with two rooms and a door, made of lines; a label, and a chair.
cat >plan.geojson <<'END'
{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"name": "outside"}, "geometry": {"type": "LineString",
  "coordinates": [[0,0],[10,0],[10,8],[0,8],[0,0]]}},
{"type": "Feature", "properties": {}, "geometry": {"type": "MultiLineString",
  "coordinates": [[[5,0],[5,6]],[[5,7],[5,8]]]}},
{"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [2,2]}}]}
END
expect 4 build-index plan.geojson -o plan.pathfan
says err 'plan.geojson: feature 0 "outside" is a line, .*--wall-width W .*--skip-others'
check "nothing is written" test ! -e plan.pathfan
expect 0 build-index plan.geojson -o plan.pathfan --wall-width 0.2
says out '4 corners'
expect 0 verify plan.pathfan
expect 0 inspect plan.pathfan --json
json '.map.origin == [-0.1,-0.1] and .map.width == 10.2 and .map.unit == 1e-7'
says out 'wall-width=0\.2'
expect 0 query plan.pathfan --from 1,1 --to 9,1 --json
json '.paths[0].points == [[1,1],[4.9,6],[5.1,6],[9,1]]'
expect 0 query plan.geojson --algorithm polyanya --wall-width 0.2 --from 1,1 --to 9,1 --json
json '.paths[0].points == [[1,1],[4.9,6],[5.1,6],[9,1]]'
# The door is 1 wide: an agent of radius 0.45 passes, one of 0.55 doesn't.
expect 0 query plan.geojson --algorithm polyanya --wall-width 0.2 --agent-radius 0.45 --from 1,1 --to 9,1
expect 3 query plan.geojson --algorithm polyanya --wall-width 0.2 --agent-radius 0.55 --from 1,1 --to 9,1
# An index in place of the map has its walls.
expect 0 build-index plan.pathfan -o again.pathfan --quiet
check "built again, it is the same" cmp plan.pathfan again.pathfan
expect 2 query plan.pathfan --wall-width 0.2 --from 1,1 --to 9,1
says err 'is an index'
expect 0 mesh plan.geojson --wall-width 0.2
for bad in 0 -1 x nan; do expect 2 build-index plan.geojson -o bad.pathfan --wall-width $bad; done
expect 4 build-index plan.geojson -o bad.pathfan --wall-width 1e-9
says err 'too thin'

jq '.features += [{"type": "Feature", "properties": {"kind": "chair"}, "geometry":
  {"type": "Point", "coordinates": [3,3]}}]' plan.geojson >chair.geojson
expect 4 build-index chair.geojson -o chair.pathfan --wall-width 0.2
says err 'feature 3 is of kind "chair".*--skip-others'
expect 0 build-index chair.geojson -o chair.pathfan --wall-width 0.2 --skip-others --quiet
says err 'chair.geojson: features that can.t be part of a map are left out: 1, feature 3 is of kind "chair"'
expect 0 query chair.geojson --algorithm polyanya --wall-width 0.2 --skip-others --from 1,1 --to 9,1
says err 'chair.geojson: features that can.t be part of a map are left out: 1, feature 3 is of kind "chair"'

printf 'LINESTRING (0 0,10 0,10 8,0 8,0 0);\nMULTILINESTRING ((5 0,5 6),(5 7,5 8))\n' >plan.wkt
expect 4 build-index plan.wkt -o wkt.pathfan
says err 'plan.wkt: line 1 is a line'
expect 0 build-index plan.wkt -o wkt.pathfan --wall-width 0.2 --quiet
expect 0 query wkt.pathfan --from 1,1 --to 9,1 --json
json '.paths[0].points == [[1,1],[4.9,6],[5.1,6],[9,1]]'

# Degrees: 0.01 degrees are 1,113 m to the north and 716 m to the east.
cat >town.geojson <<'END'
{"type": "FeatureCollection", "features": [
{"type": "Feature", "properties": {"kind": "free"}, "geometry": {"type": "Polygon",
  "coordinates": [[[11.57,49.94],[11.58,49.94],[11.58,49.95],[11.57,49.95],[11.57,49.94]]]}},
{"type": "Feature", "properties": {}, "geometry": {"type": "LineString",
  "coordinates": [[11.575,49.94],[11.575,49.948]]}}]}
END
expect 0 build-index town.geojson -o town.pathfan --wall-width 10 --skip-others --quiet
says err 'look like longitude and latitude: .*--project local'
expect 0 build-index town.geojson -o town.pathfan --wall-width 10 --project local --quiet
says err 'town.geojson: metres east and north of longitude 11.575, latitude 49.945$'
expect 0 inspect town.pathfan --json
json '.map.centre == [11.575, 49.945] and (.map.width - 717.8 | fabs) < 0.3'
json '(.map.height - 1112.3 | fabs) < 0.3 and (.options | endswith("project=local centre=11.575,49.945"))'
expect 0 inspect town.pathfan
says out '^metres .*\+proj=tmerc \+lon_0=11.575 \+lat_0=49.945 \+ellps=WGS84$'
expect 0 query town.pathfan --from=-300,-500 --to=300,-500 --json
json '.paths[0].points[1][0] == -5 and (.paths[0].points[1][1] - 333.68 | fabs) < 0.1'
expect 0 build-index town.pathfan -o again.pathfan --quiet
check "built again, it is the same" cmp town.pathfan again.pathfan
mkdir -p towns
cp town.geojson towns
expect 0 build-index towns -o indexes --wall-width 10 --project local --quiet
expect 0 build-index towns -o indexes --wall-width 10 --project local
says out '0 built|up to date'
expect 2 build-index town.geojson -o bad.pathfan --project utm
expect 4 build-index plan.geojson -o bad.pathfan --project local --wall-width 1e9

# A game's map from Tiled: a wall of tiles with a gap, a pond, a fence; two layers are obstacles.
cat >village.tmj <<'END'
{"width": 4, "height": 3, "tilewidth": 10, "tileheight": 10, "orientation": "orthogonal",
 "type": "map", "tiledversion": "1.10", "tilesets": [{"firstgid": 1, "source": "tiles.tsx"}], "layers": [
 {"type": "tilelayer", "name": "ground", "data": [1,1,1,1, 1,1,1,1, 1,1,1,1]},
 {"type": "tilelayer", "name": "Walls", "data": [0,0,2,0, 0,0,2,0, 0,0,0,0]},
 {"type": "objectgroup", "name": "things", "objects": [{"x": 5, "y": 20, "width": 5, "height": 5,
   "properties": [{"name": "collides", "type": "bool", "value": true}]}]}]}
END
expect 0 build-index village.tmj -o village.pathfan --quiet
expect 0 query village.pathfan --from 15,5 --to 35,5 --json
json '.paths[0].points == [[15,5],[20,20],[30,20],[35,5]]'
expect 3 query village.pathfan --from 7,22 --to 35,5

# The same as XML, with compressed walls; other layers chosen.
cat >village.tmx <<'END'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" width="4" height="3" tilewidth="10" tileheight="10" infinite="0">
 <tileset firstgid="1" source="tiles.tsx"/>
 <layer id="1" name="ground" width="4" height="3">
  <data encoding="csv">
1,0,0,0,
0,0,0,0,
0,0,0,0
</data>
 </layer>
 <layer id="2" name="Walls" width="4" height="3">
  <data encoding="base64" compression="zlib">
   eJxjYIAAJgZUgM6HAQAAsAAF
  </data>
 </layer>
 <objectgroup id="3" name="things">
  <object id="1" x="5" y="20" width="5" height="5">
   <properties><property name="collides" type="bool" value="true"/></properties>
  </object>
 </objectgroup>
</map>
END
if "$pathfan" build-index village.tmx -o village.pathfan --quiet 2>err; then
  expect 0 query village.pathfan --from 15,5 --to 35,5 --json
  json '.paths[0].points == [[15,5],[20,20],[30,20],[35,5]]'
  expect 3 query village.pathfan --from 7,22 --to 35,5
  expect 0 build-index village.tmx -o village.pathfan --quiet --layer Things --layer ground
  expect 0 inspect village.pathfan
  says out 'layers=Things,ground$'
  expect 0 query village.pathfan --from 25,5 --to 35,5
  expect 3 query village.pathfan --from 5,5 --to 35,5
  expect 0 build-index village.pathfan -o again.pathfan --quiet
  check "built again, it is the same" cmp village.pathfan again.pathfan
  expect 0 query village.tmx --algorithm polyanya --layer things --from 25,5 --to 35,5
else
  says err 'built without'
fi
expect 4 build-index village.tmj -o bad.pathfan --layer nothing
says err 'village.tmj: no layer or group is called "nothing"; there are "ground", "Walls", "things"$'
expect 2 query village.pathfan --layer Walls --from 25,5 --to 35,5
says err 'is an index'
expect 2 build-index plan.geojson -o bad.pathfan --wall-width 0.2 --layer Walls
says err 'plan.geojson: only a map of Tiled has layers'
expect 2 build-index village.tmj -o bad.pathfan --layer ''
expect 2 build-index village.tmj -o bad.pathfan --layer "$(printf 'a%.0s' $(seq 130))"
says err 'less than 128 bytes'

# What a map names lies in the folder above its own or below, links followed, and is what it is
# taken for: an index keeps its text.
mkdir -p game/maps game/sets secret
printf 'password tileset' >secret/key
printf '<tileset name="a" tilewidth="10" tileheight="10" tilecount="1" columns="1"/>' >game/sets/tiles.tsx
printf 'root:x:0:0' >game/sets/users
ln -s ../../secret/key game/maps/link.tsx
name_tileset() { jq --arg name "$1" '.tilesets[0].source = $name' village.tmj >game/maps/village.tmj; }
build_village() { expect "$1" build-index game/maps/village.tmj -o game.pathfan --quiet --layer Walls; }
name_tileset ../sets/tiles.tsx
build_village 0
rm game.pathfan
for elsewhere in ../../secret/key "$PWD/secret/key" link.tsx /etc/passwd; do
  name_tileset "$elsewhere"
  build_village 4
  says err 'lies elsewhere; what a map names must be in the folder above the map.s or below'
done
name_tileset ../sets/users
build_village 4
says err 'names a tileset that isn.t one, \.\./sets/users'
jq '.properties = [{"name": "a", "source": "../../secret/key"}]' village.tmj >game/maps/village.tmj
build_village 4
says err 'lies elsewhere'
check "nothing is written" test ! -e game.pathfan
printf 'P2 2 2 255 0 0 255 255\n' >secret/image.pgm
printf 'image: ../../secret/image.pgm\nresolution: 1\norigin: [0, 0, 0]\n' >game/maps/robot.yaml
expect 4 mesh game/maps/robot.yaml
says err 'image.pgm: lies elsewhere'
cp secret/image.pgm game/image.pgm
printf 'image: %s/game/image.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' "$PWD" >game/maps/robot.yaml
expect 0 mesh game/maps/robot.yaml

finish

# Maps as drawing programs and geographic ones have them: walls that are lines, features that are
# no map's.
. "$(dirname "$0")/lib.sh"

# A house with two rooms and a door, of lines; a label, and a chair.
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
says out '4 convex vertices'
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
# An index in the place of the map knows its walls.
expect 0 build-index plan.pathfan -o again.pathfan --quiet
check "built again, it is the same" cmp plan.pathfan again.pathfan
expect 2 query plan.pathfan --wall-width 0.2 --from 1,1 --to 9,1
says err 'is an index'
expect 0 mesh plan.geojson --wall-width 0.2
for bad in 0 -1 x nan; do expect 2 build-index plan.geojson -o bad.pathfan --wall-width $bad; done
expect 1 build-index plan.geojson -o bad.pathfan --wall-width 1e-9
says err 'too thin'

jq '.features += [{"type": "Feature", "properties": {"kind": "chair"}, "geometry":
  {"type": "Point", "coordinates": [3,3]}}]' plan.geojson >chair.geojson
expect 4 build-index chair.geojson -o chair.pathfan --wall-width 0.2
says err 'feature 3 is of kind "chair".*--skip-others'
expect 0 build-index chair.geojson -o chair.pathfan --wall-width 0.2 --skip-others --quiet
says err 'chair.geojson: 1 feature is left out$'
expect 0 query chair.geojson --algorithm polyanya --wall-width 0.2 --skip-others --from 1,1 --to 9,1
says err 'chair.geojson: 1 feature is left out$'

printf 'LINESTRING (0 0,10 0,10 8,0 8,0 0);\nMULTILINESTRING ((5 0,5 6),(5 7,5 8))\n' >plan.wkt
expect 4 build-index plan.wkt -o wkt.pathfan
says err 'plan.wkt: line 1 is a line'
expect 0 build-index plan.wkt -o wkt.pathfan --wall-width 0.2 --quiet
expect 0 query wkt.pathfan --from 1,1 --to 9,1 --json
json '.paths[0].points == [[1,1],[4.9,6],[5.1,6],[9,1]]'

finish

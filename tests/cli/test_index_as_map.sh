# An index in place of a map: one of an older format, otherwise unreadable, or of the current one.
. "$(dirname "$0")/lib.sh"

campus=$root/docs/examples/campus.geojson
old=$tests/old

# Older ones are refused, with a message that says what to do.
cp "$old/polygons-2.3.pathfan" "$old/grid-2.3.pathfan" .
expect 5 query polygons-2.3.pathfan --from 5,5 --to 10,10
says err 'polygons-2.3.pathfan: has format 2.3, this program reads format 3; build-index polygons-2.3.pathfan -o NEW makes a new index of the map inside'
expect 5 inspect grid-2.3.pathfan
expect 5 verify grid-2.3.pathfan

# The new index is the same as if it were built from the map.
expect 0 build-index polygons-2.3.pathfan -o new.pathfan
expect 0 verify new.pathfan
expect 0 inspect new.pathfan --json
json '.map.name == "campus.geojson" and .map.digest == "b714419006426e9e6bb56090ad537208"'
expect 0 build-index "$campus" -o campus.pathfan
expect 0 build-index campus.pathfan -o copy.pathfan
check "as of the map" cmp campus.pathfan copy.pathfan
expect 0 build-index grid-2.3.pathfan -o grid.pathfan --json
expect 0 inspect grid.pathfan --json
json '.format == "3.5" and .n == 95 and (.map.name | endswith(".map"))'

# It is rebuilt with its own options, except those given.
expect 0 build-index "$campus" -o wide.pathfan --agent-radius 0.4 --unit 0.001 --mesh cdt
expect 0 build-index wide.pathfan -o again.pathfan
check "the same options" cmp wide.pathfan again.pathfan
expect 0 build-index wide.pathfan -o narrow.pathfan --agent-radius 0.2 --tables 2
expect 0 inspect narrow.pathfan --json
json '.options == "tables=2 passable=.G agent-radius=0.2 unit=0.001 mesh=cdt"'

# Output to the index itself; a truncated index.
expect 2 build-index wide.pathfan -o wide.pathfan
head -c 3000 wide.pathfan >cut.pathfan
run build-index cut.pathfan -o x.pathfan
check "a part of one" test "$code" != 0
check "nothing is left" test ! -e x.pathfan

finish

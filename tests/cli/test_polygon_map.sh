# Maps that aren't grids, from file to answer: GeoJSON, .poly, WKT, .mesh; units and radius; errors.
. "$(dirname "$0")/lib.sh"

# feature KIND X0 Y0 X1 Y1: a rectangle as a GeoJSON feature.
feature() {
  printf '{"type":"Feature","properties":{"kind":"%s"},"geometry":{"type":"Polygon",' "$1"
  printf '"coordinates":[[[%s,%s],[%s,%s],[%s,%s],[%s,%s],[%s,%s]]]}}' \
    "$2" "$3" "$4" "$3" "$4" "$5" "$2" "$5" "$2" "$3"
}

# A room of 9 x 9 with a block of 3 x 3 in the middle, as in make_block_map, moved and
# scaled: block_json X Y SCALE.
block_json() {
  awk -v x="$1" -v y="$2" -v s="$3" 'BEGIN { for (i = 0; i <= 9; i += 3)
    printf "%.17g %.17g\n", x + i * s, y + i * s }' >corners
  mapfile -t c <corners
  local a=(${c[0]}) b=(${c[1]}) d=(${c[2]}) e=(${c[3]})
  printf '{"type":"FeatureCollection","features":[%s,%s]}\n' \
    "$(feature free "${a[0]}" "${a[1]}" "${e[0]}" "${e[1]}")" \
    "$(feature obstacle "${b[0]}" "${b[1]}" "${d[0]}" "${d[1]}")"
}

block_json 0 0 1 >block.geojson
expect 0 build-index block.geojson -o block.pathfan
says out '^block\.pathfan: 4 corners to turn at, 1 connected part, [0-9.]+ KB, built in [0-9.]+ s$'
expect 0 verify block.pathfan
expect 0 query block.pathfan --from 1,4.5 --to 8,4.5 --paths 2 --json
json '[.paths[].length] == [8, 8]'
json '[.paths[].points] == [[[1,4.5],[3,3],[6,3],[8,4.5]], [[1,4.5],[3,6],[6,6],[8,4.5]]]'
expect 3 query block.pathfan --from 4.5,4.5 --to 8,4.5
expect 0 query block.pathfan --from 4.5,3.5 --to 8,1 --snap 1 --json
json '.from == [4.5, 3] and .from_snapped'
expect 0 query block.pathfan --from 1,4.5 --to 8,4.5 --svg paths.svg
expect 0 inspect block.pathfan --json
json '.map.origin == [0,0] and .map.width == 9 and .map.height == 9 and .map.mesh == "merged"'
json '.map.unit > 0 and .map.unit <= 9 / 134217728 and .n == 4'
expect 0 inspect block.pathfan
says out '^lattice +origin 0,0, unit '
says out '^mesh +merged, '
expect 0 inspect block.pathfan --sections
says out '^wedges|^vertices'

# In other places and sizes: far from the origin, negative, tiny, with a given unit.
block_json -1000.5 250000.25 0.125 >moved.geojson
expect 0 build-index moved.geojson -o moved.pathfan --quiet --unit 0.02
expect 0 inspect moved.pathfan --json
json '.map.unit == 0.015625 and .map.origin == [-1000.5, 250000.25] and .map.width == 1.125'
says out 'unit=0\.02'
expect 0 query moved.pathfan --from -1000.375,250000.8125 --to -999.5,250000.8125 --json
json '.paths[0].length == 1 and .paths[0].points[1] == [-1000.125, 250000.625]'
json '.from == [-1000.375, 250000.8125] and (.from_snapped | not)'
expect 0 query moved.pathfan --from -1000.375,250000.8125 --to -999.5,250000.8125 --distance
says out '^1(\.0*)?$|length 1\b|1\.0000'
expect 2 build-index moved.geojson -o moved.pathfan --unit -1
expect 4 build-index moved.geojson -o fine.pathfan --unit 1e-30
says err 'too fine'

# Obstacles that overlap and stick out; a triangle, whose corners aren't right angles.
cat >mixed.geojson <<'EOF'
{"type":"FeatureCollection","features":[
 {"type":"Feature","properties":{"kind":"free"},"geometry":{"type":"Polygon",
  "coordinates":[[[0,0],[10,0],[10,10],[0,10],[0,0]]]}},
 {"type":"Feature","properties":{},"geometry":{"type":"Polygon",
  "coordinates":[[[4,-1],[6,-1],[5,5],[4,-1]]]}},
 {"type":"Feature","properties":null,"geometry":{"type":"MultiPolygon",
  "coordinates":[[[[5,7],[6,8],[5,9],[4,8],[5,7]]],[[[5.5,8],[7,8],[7,8.5],[5.5,8.5],[5.5,8]]]]}}]}
EOF
expect 0 build-index mixed.geojson -o mixed.pathfan --quiet
expect 0 inspect mixed.pathfan --sections
says out '^wedges'
expect 0 query mixed.pathfan --from 1,1 --to 9,1 --paths 1 --json
json '.paths[0].points == [[1,1],[5,5],[9,1]]'
json '(.paths[0].length - 8 * (2 | sqrt)) | fabs < 1e-12'

# Any number of threads gives the same bytes.
expect 0 build-index mixed.geojson -o one.pathfan --quiet --threads 1
expect 0 build-index mixed.geojson -o three.pathfan --quiet --threads 3
check "bytes with 3 threads" same_file one.pathfan three.pathfan

# The agent's radius closes the gap between the two obstacles, or narrows it.
expect 0 build-index mixed.geojson -o narrow.pathfan --quiet --agent-radius 0.25
expect 0 query narrow.pathfan --from 1,1 --to 9,1 --json
json '.paths[0].length > 8 * (2 | sqrt)'
expect 3 query narrow.pathfan --from 0.1,0.1 --to 9,1
expect 0 inspect narrow.pathfan
says out 'agent-radius=0\.25'

# Grid maps with a radius keep their shape, but not their cells.
make_block_map block.map
expect 0 build-index block.map -o thick.pathfan --quiet --agent-radius 0.5
expect 0 query thick.pathfan --from 1,4.5 --to 8,4.5 --paths 1 --json
# Round its corners: 3 + 2 (sqrt(6) + 0.844989 / 2).
json '.paths[0].length | . > 8.743967 and . < 1.005 * 8.743967'
expect 2 build-index block.map -o none.pathfan --agent-radius 0.5 --mesh rectangles
expect 2 build-index block.geojson -o none.pathfan --mesh rectangles
expect 2 build-index block.map -o none.pathfan --mesh squares
expect 2 build-index block.map -o none.pathfan --agent-radius -1
check "nothing was made" absent none.pathfan

# Every kind of mesh gives the same answers on a grid map.
expect 0 make-map --kind rooms --width 60 --height 50 --seed 5 -o rooms.map --scen rooms.scen
lengths() {
  expect 0 query rooms.pathfan --scen rooms.scen --json
  jq -c '[.status, (.paths | map(.length * 1e9 | round))]' "$out"
}
for mesh in rectangles cdt merged; do
  expect 0 build-index rooms.map -o rooms.pathfan --quiet --mesh $mesh
  expect 0 verify rooms.pathfan
  lengths >$mesh.lengths
  check "$mesh: the same answers" same_file $mesh.lengths rectangles.lengths
  expect 0 inspect rooms.pathfan --json
  json ".map.mesh == \"$mesh\" and .map.unit == 1 and (.options | test(\" mesh=$mesh\"))"
done

# .poly and WKT give the same as GeoJSON.
printf 'poly\n1\n2\n4 0 0 9 0 9 9 0 9\n4 3 3 3 6 6 6 6 3\n' >block.poly
expect 0 build-index block.poly -o poly.pathfan --quiet
expect 0 query poly.pathfan --from 1,4.5 --to 8,4.5 --json
json '.paths[0].length == 8'
printf 'POLYGON ((3 3, 6 3, 6 6, 3 6, 3 3));\nPOLYGON ((-1 -1, 10 -1, 10 10, -1 10, -1 -1), ' >block.wkt
printf '(0 0, 9 0, 9 9, 0 9, 0 0))\n' >>block.wkt
expect 0 build-index block.wkt -o wkt.pathfan --quiet
expect 0 query wkt.pathfan --from 1,4.5 --to 8,4.5 --json
json '.paths[0].length == 8'
expect 3 query wkt.pathfan --from -0.5,4.5 --to 8,4.5

# A mesh file is used unchanged: two squares side by side.
printf 'mesh\n2\n6 2\n0 0\n1 0\n2 0\n2 1\n1 1\n0 1\n4 0 1 4 5\n4 1 2 3 4\n' >two.mesh
expect 0 build-index two.mesh -o two.pathfan --quiet
expect 0 query two.pathfan --from 0,0 --to 2,1 --json
json '.paths[0].points == [[0,0],[2,1]]'
expect 0 inspect two.pathfan --json
json '.map.mesh == "given" and .polygons == 2'
expect 2 build-index two.mesh -o two2.pathfan --agent-radius 0.1
says err 'two\.mesh'

# Files that aren't maps, or bad ones: exit code 4, with the file and the place.
bad_map() { # bad_map WHAT ERR-REGEX < MAP
  cat >bad.geojson
  expect 4 build-index bad.geojson -o bad.pathfan
  says err "bad\.geojson"
  says err "$2"
  check "$1: nothing is made" absent bad.pathfan
}
bad_map 'no map' 'begins with' < <(echo 'hello')
bad_map empty '' < <(echo '')
bad_map 'no feature' '' < <(echo '{"type": "FeatureCollection", "features": []}')
bad_map 'broken JSON' '' < <(echo '{"type": ')
bad_map overflow '' < <(echo '{"type": "Polygon", "coordinates": [[[0,0],[1,0],[0,1e400],[0,0]]]}')
bad_map 'two corners' '' < <(echo '{"type": "Polygon", "coordinates": [[[0,0],[1,0],[0,0]]]}')
bad_map 'no area' '' < <(echo '{"type": "Polygon", "coordinates": [[[0,0],[1,0],[2,0],[0,0]]]}')
bad_map 'half a mesh' ':' < <(printf 'mesh\n2\n3 1\n0 0\n1 0\n')
bad_map 'brackets' '' < <(head -c 100000 /dev/zero | tr '\0' '[')
# Free space that a radius divides or removes is reported; the index is built all the same.
printf '{"type":"FeatureCollection","features":[%s,%s,%s]}\n' "$(feature free 0 0 20 9)" \
  "$(feature obstacle 9 0 11 4)" "$(feature obstacle 9 5 11 9)" >door.geojson
expect 0 build-index door.geojson -o door.pathfan --quiet --agent-radius 0.25
silent err
expect 0 build-index door.geojson -o door.pathfan --quiet --agent-radius 1
says err 'door.geojson: agent radius 1 parts the free space: 2 parts, 1 without it$'
expect 0 build-index door.geojson -o door.pathfan --quiet --agent-radius 9
says err 'door.geojson: agent radius 9 leaves no free space$'
printf 'type octile\nheight 1\nwidth 2\nmap\n@@\n' >wall.map
expect 0 build-index wall.map -o wall.pathfan --quiet
says err 'wall.map: the map has no free space$'

# Outlines that rounding leaves without an area are told: here a stray one makes the lattice coarse.
printf '{"type":"FeatureCollection","features":[%s,%s,%s]}\n' "$(feature obstacle 10 10 20 20)" \
  "$(feature obstacle 30 10 40 20)" "$(feature obstacle 1e10 1e10 1.1e10 1.1e10)" >stray.geojson
expect 0 build-index stray.geojson -o stray.pathfan --quiet
says err 'stray.geojson: outlines thinner than the lattice.s unit vanish; .*: 2, such as feature 0 .unit 64.$'
expect 0 query stray.geojson --algorithm polyanya --from 15,0 --to 15,30
says err 'stray.geojson: outlines thinner than .*: 2, '
expect 0 build-index stray.geojson -o stray.pathfan --quiet --agent-radius 1 # which comes after
says err 'stray.geojson: outlines thinner than .*: 2, '
echo 'GEOMETRYCOLLECTION (POLYGON ((0 0, 9 0, 9 1, 0 1, 0 0)), POLYGON ((0 9, 9 9, 9 10, 0 10, 0 9)),
  POLYGON ((1.1 2.4, 6.9 8.3, 3.9 5.4, 1.1 2.4)))' >sliver.wkt
expect 0 build-index sliver.wkt -o sliver.pathfan --quiet --unit 1
says err 'sliver.wkt: outlines thinner than the lattice.s unit vanish; .*: 1, line 2 .unit 1.$'
expect 0 build-index sliver.wkt -o sliver.pathfan --quiet
silent err
printf '{"type":"FeatureCollection","features":[%s,%s]}\n' "$(feature obstacle 10 10 20 20)" \
  "$(feature obstacle 30 10 40 20)" >near.geojson
expect 0 build-index near.geojson -o near.pathfan --quiet
silent err

# Byte order marks, as some editors write them, even twice, aren't part of a map.
for file in door.geojson wall.map; do
  { printf '\357\273\277\357\273\277'; cat "$file"; } >"marked.${file##*.}"
  expect 0 build-index "marked.${file##*.}" -o marked.pathfan --quiet
done

# Text in UTF-16 is told apart from an index.
for code in UTF-16 UTF-16LE UTF-16BE; do
  iconv -f UTF-8 -t $code door.geojson >wide.geojson
  for line in "build-index wide.geojson -o wide.pathfan" "inspect wide.geojson" \
    "query wide.geojson --from 1,1 --to 2,2"; do
    expect 4 $line
    says err 'wide.geojson: is text in UTF-16, maps are in UTF-8; convert it: iconv'
  done
done

finish

# Converts free space from each file format to each other: .mesh of both versions, .poly of both
# kinds, GeoJSON, also from an index. Lengths stay the same, and so do the bytes of rewritten files.
. "$(dirname "$0")/lib.sh"

# A file as other programs write it, with all features of the format: indices from 1, a polygon in
# the middle that isn't traversable, y upwards, real numbers, a part that isn't connected.
cat >court.mesh <<'END'
mesh
3
16 10
-4.5 -4.5
4.5 -4.5
4.5 4.5
-4.5 4.5
-1.5 -1.5
1.5 -1.5
1.5 1.5
-1.5 1.5
-0.5 -0.5
0.5 -0.5
0.5 0.5
-0.5 0.5
9 9
9 12
12 12
7.25 7.25
1 4 1 2 6 5 4 0 2 -5
1 4 2 3 7 6 1 0 3 -6
1 4 3 4 8 7 2 0 4 -7
1 4 4 1 5 8 3 0 1 -8
0 4 5 6 10 9 -8 -1 6 -9
0 4 6 7 11 10 -5 -2 7 -9
0 4 7 8 12 11 6 -3 8 -9
0 4 8 5 9 12 7 -4 5 -9
1 4 9 10 11 12 -8 -5 -6 -7
0 3 13 15 14 0 0 0
END
# The exact lengths of its scenario: round the block, straight, within the island.
cat >court.mesh.scen <<'END'
version 1
0	court.mesh	9	9	-3.5	0	3.5	0	8
0	court.mesh	9	9	-3.5	-3.5	3.5	-3.5	7
1	court.mesh	9	9	-2.25	-2.25	-1.5	-1.5	1.06066017177982
1	court.mesh	9	9	-4.5	0	4.5	0	9.70820393249937
2	court.mesh	9	9	-0.25	0.25	0.25	-0.25	0.70710678118655
END
expect 0 mesh court.mesh --json
json '.kind == "given" and .polygons == 5 and .components == 2 and .area == 81 - 9 + 1'
expect 0 build-index court.mesh -o court.pathfan --quiet
expect 0 verify court.pathfan

right_lengths() { # right_lengths FILE ARGUMENTS: every line's length is that of the last column
  expect 0 query "$@" --scen court.mesh.scen --json
  cut -f9 court.mesh.scen | tail -n +2 >wanted
  check "lengths of $1" equal "$(jq -r '.paths[0].length' "$out" | paste - wanted |
    awk '{ d = $1 - $2; if (NF != 2 || d > 1e-12 || d < -1e-12) print }')" ''
}
right_lengths court.mesh --algorithm polyanya
right_lengths court.pathfan
expect 0 bench court.mesh --scen court.mesh.scen --algorithm polyanya --json
json '.queries == 5 and .paths_1 == 5'
expect 0 query court.mesh --algorithm polyanya --from 0,0 --to 0.5,0.5 --json
expect 3 query court.mesh --algorithm polyanya --from 1,1 --to 3,3
expect 3 query court.pathfan --from 0,0 --to 3,3

# From each format to each other.
declare -A ending=([mesh2]=mesh [mesh3]=mesh [geojson]=geojson [poly]=poly [polygon]=poly)
for one in "${!ending[@]}"; do
  expect 0 mesh court.mesh -o "court-$one.${ending[$one]}" --format "$one"
done
for one in "${!ending[@]}"; do
  from=court-$one.${ending[$one]}
  right_lengths "$from" --algorithm polyanya
  expect 0 mesh "$from" -o again --format "$one" --json
  json '.area == 73 and .components == 2'
  check "$one: the same bytes again" same_file "$from" again
  for two in "${!ending[@]}"; do
    expect 0 mesh "$from" -o to --format "$two"
    expect 0 mesh to -o back --format "$two"
    check "$one to $two: the same bytes again" same_file to back
    # Polygon files don't say how they were cut; meshes do.
    [[ $two == mesh* && $one != mesh* ]] ||
      check "$one to $two" same_file to "court-$two.${ending[$two]}"
  done
  expect 0 build-index "$from" -o x.pathfan --quiet
  right_lengths x.pathfan
done
check "headers" equal "$(head -qn2 court-mesh2.mesh court-mesh3.mesh court-poly.poly |
  tr '\n' ' ')$(head -n2 court-polygon.poly | tr '\n' ' ')" 'mesh 2 mesh 3 poly 1 polygon 1 2 1 '
jq -e '[.features[].properties.kind] == ["free", "free"]' court-geojson.geojson >/dev/null
check "features" equal $? 0

# The ending decides; a missing or unknown ending is reported.
expect 0 mesh court.mesh -o ending.GEOJSON
check "GeoJSON" same_file ending.GEOJSON court-geojson.geojson
expect 0 mesh court.mesh -o ending.json
check "GeoJSON, too" same_file ending.json court-geojson.geojson
expect 0 mesh court.mesh -o ending.poly
check ".poly" same_file ending.poly court-poly.poly
expect 0 mesh court.mesh -o ending.mesh
check ".mesh" same_file ending.mesh court-mesh2.mesh
for wrong in '-o x.wkt' '-o mesh' '-o x.map' '--format mesh2' '-o x.mesh --format mesh' \
  '-o x.mesh --format'; do
  expect 2 mesh court.mesh $wrong
  silent out
done
check "nothing was written" equal "$(ls x.* mesh 2>/dev/null)" x.pathfan

# The map in an index, as it was built, except options that are given.
make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet
expect 0 mesh block.map -o block.mesh
expect 0 mesh block.pathfan -o inside.mesh --json
json '.kind == "merged" and .map == "block.pathfan" and .area == 72'
check "the mesh of the map" same_file block.mesh inside.mesh
expect 0 build-index block.map -o wide.pathfan --agent-radius 0.5 --mesh cdt --quiet
expect 0 mesh wide.pathfan --json
json '.kind == "cdt" and (.area - (8 * 8 - 15 - 0.7956494696) | fabs) < 1e-6' # round corners
expect 0 mesh wide.pathfan --kind merged -o wide.geojson --json
json '.kind == "merged" and (.area - (8 * 8 - 15 - 0.7956494696) | fabs) < 1e-6' # round corners
check "GeoJSON of an index" jq -e '.features[0] | .properties.kind == "free" and
  .geometry.coordinates[0] == [[0.5,0.5],[8.5,0.5],[8.5,8.5],[0.5,8.5],[0.5,0.5]] and
  (.geometry.coordinates[1] | length) == 17' wide.geojson
expect 0 mesh "$tests/old/polygons-2.3.pathfan" -o old.poly # of an older format
expect 2 mesh block.pathfan -o block.pathfan --format mesh2
head -c 3000 block.pathfan >cut.pathfan
run mesh cut.pathfan -o x.mesh
check "a part of an index" test "$code" != 0

# A generated map with its scenario: all 100 lengths are those by index.
expect 0 make-map --kind rooms --width 40 --height 40 --seed 3 -o rooms.map --scen rooms.scen
expect 0 query rooms.map --algorithm polyanya --scen rooms.scen --json
jq '.paths[0].length' "$out" >lengths
check "100 lengths" equal "$(wc -l <lengths)" 100
for one in "${!ending[@]}"; do
  expect 0 mesh rooms.map -o "rooms.$one" --format "$one"
  expect 0 query "rooms.$one" --algorithm polyanya --scen rooms.scen --json
  check "$one: the same lengths" equal "$(jq '.paths[0].length' "$out" | paste - lengths |
    awk '{ d = $1 - $2; if (NF != 2 || d > 1e-9 || d < -1e-9) print }')" ''
done

# Nothing free: a mesh can represent it, polygons can't. Roads aren't written.
printf 'type octile\nheight 1\nwidth 2\nmap\n@@\n' >blocked.map
expect 0 mesh blocked.map -o blocked.mesh --format mesh3
expect 0 mesh blocked.mesh --json
json '.polygons == 0'
for one in geojson poly polygon; do
  expect 4 mesh blocked.map -o blocked.$one --format $one
  says err 'nothing of the map is free'
  check "no file" absent blocked.$one
done
make_land_map land.geojson
expect 0 mesh land.geojson -o plain.geojson
check "no roads" equal "$(grep -c 'road\|river' plain.geojson)" 0
expect 0 mesh plain.geojson --json
json '.area == 200 - 4'

# Errors in such files.
refused() { # refused WHERE-AND-WHY TEXT
  printf "$2" >bad
  expect 4 mesh bad
  says err "$1"
  silent out
}
fan='mesh\n3\n5 4\n0.0 0.0\n8.0 0.0\n8.0 6.0\n0.0 6.0\n4.0 3.0\n'
refused 'bad:9: .*a vertex of a polygon must be 1 or more, not 0' "${fan}1 3 0 1 2\n"
refused 'bad:10: .*but none is there' \
  "${fan}0 3 1 2 5 -4 0 -2\n1 3 2 3 5 1 0 3\n1 3 3 4 5 2 0 4\n1 3 4 1 5 3 0 -1\n"
refused 'bad:10: .*neighbour none is given' \
  "${fan}0 3 1 2 5 -4 0 -2\n1 3 2 3 5 -1 0 -3\n1 3 3 4 5 2 0 4\n1 3 4 1 5 3 0 -1\n"
refused 'bad:2: the number of enclosures must be 1 or more' 'polygon 1\n0 1\n3 0 0 1 0 1 1\n'
refused 'bad:4: expected nothing after 1 polygons' 'polygon 1\n1 0\n3 0 0 1 0 1 1\n1 1\n'
refused 'bad:1: expected "polygon 1", found "polygon 10"' 'polygon 10\n1 0\n'
finish

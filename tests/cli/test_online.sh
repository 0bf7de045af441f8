# Searches without an index: maps of every kind, and indexes, by polyanya and astar.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
make_split_map split.map
expect 0 build-index block.map -o block.pathfan --quiet
printf 'poly\n1\n2\n4 0 0 9 0 9 9 0 9\n4 3 3 6 3 6 6 3 6\n' >block.poly
cat >block.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "free"}, "geometry":
  {"type": "Polygon", "coordinates": [[[0,0],[9,0],[9,9],[0,9],[0,0]]]}},
 {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry":
  {"type": "Polygon", "coordinates": [[[3,3],[6,3],[6,6],[3,6],[3,3]]]}}]}
END
printf 'POLYGON ((3 3, 6 3, 6 6, 3 6, 3 3)); POLYGON ((-1 -1, 10 -1, 10 10, -1 10, -1 -1),
  (0 0, 0 9, 9 9, 9 0, 0 0))\n' >block.wkt
cat >block.mesh <<'END'
mesh
2
8 4
0 0 3 0 -1 3
9 0 3 0 1 -1
9 9 3 1 2 -1
0 9 3 2 3 -1
3 3 3 0 3 -1
6 3 3 0 -1 1
6 6 3 1 -1 2
3 6 3 2 -1 3
4 0 1 5 4 3 -1 1 -1
4 1 2 6 5 0 -1 2 -1
4 2 3 7 6 1 -1 3 -1
4 3 0 4 7 2 -1 0 -1
END
cat >block.scen <<'END'
version 1
0	block.map	9	9	1	4	8	4	9
0	block.map	9	9	1	1	1	1	0
0	block.map	9	9	4	4	1	1	0
END
ends="--from 1,4.5 --to 8,4.5"

# Every kind of file; one answer in all forms.
for file in block.map block.poly block.geojson block.wkt block.mesh block.pathfan; do
  query="query $file $ends --algorithm polyanya"
  expect 0 $query --json
  silent err
  json '.id == 0 and .status == "ok" and .reason == "no_candidates"'
  json '(.paths | length) == 1 and .paths[0].length == 8 and (.paths[0].points | length) == 4'
  json '.paths[0].points[0] == [1,4.5] and .paths[0].points[3] == [8,4.5]'
  json '.search.expanded > 0 and .search.generated >= .search.expanded and .search.pruned >= 0'
  json '.work == .search.expanded'
  json '.candidates | has("tried") and has("not_taut") and has("too_long") and has("too_similar") and has("not_simple")'
  cp "$out" first.json
  expect 0 $query --json
  check "$file: the same bytes again" same_file "$out" first.json
  expect 0 $query --paths 1
  says out '^ +1 +8\.0000 +1\.0000 +4: 1,4\.5'
  expect 0 $query --distance
  says out '^8$'
  expect 0 $query --distance --json
  json '. == {"id": 0, "status": "ok", "length": 8}'
  expect 0 $query --svg paths.svg --geojson paths.geojson
  check "$file: the picture has an end" grep -q '</svg>' paths.svg
  check "$file: and a path" grep -qE '<(path|polyline)' paths.svg
  check "$file: GeoJSON" jq -e '(.features | length) == 1 and
    .features[0].properties.length == 8 and
    (.features[0].geometry.coordinates | length) == 4' paths.geojson >"$out"

  # All lines of a scenario.
  expect 0 query $file --algorithm polyanya --scen block.scen --json --paths 1
  check "$file: a line each" equal "$(wc -l <"$out")" 3
  check "$file: what became of them" equal "$(jq -r .status "$out" | tr '\n' ' ')" \
    "ok ok start_blocked "
done

# Exit codes.
expect 3 query split.map --from 1,1 --to 8,1 --algorithm polyanya --json
json '.status == "no_path" and .paths == []'
expect 3 query split.map --from 1,1 --to 8,1 --algorithm polyanya --without components --json
json '.status == "no_path"'
expect 3 query split.map --from 1,1 --to 8,1 --algorithm astar --json
json '.status == "no_path"'
expect 3 query split.map --from 1,1 --to 8,1 --algorithm polyanya --distance
silent out
expect 3 query block.map --from 4.5,4.5 --to 1,1 --algorithm polyanya --json
json '.status == "start_blocked"'
expect 3 query block.geojson --from 1,1 --to 4.5,4.5 --algorithm polyanya
says err 'goal is blocked'
silent out
expect 3 query block.map --from 1,1 --to 1e9,1 --algorithm astar --json
json '.status == "goal_blocked"'
expect 0 query block.poly --from 4.5,3.25 --to 8,3 --algorithm polyanya --snap 0.3 --json
json '.from == [4.5,3] and .from_snapped and (.to_snapped | not) and .paths[0].length == 3.5'
expect 0 query block.poly --from 1,1 --to 8,3 --algorithm polyanya
says out '^a search finds one path; an index may have more$'
expect 0 query block.poly --from 4.5,3.25 --to 8,3 --algorithm polyanya --snap 0.3 --distance
says out '^3\.5$'

expect 1 query missing.map $ends --algorithm polyanya
says err 'missing\.map'
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n..\n' >short.map
expect 4 query short.map $ends --algorithm polyanya
says err 'short\.map:6'
echo '{"type": "FeatureCollection"}' >bad.geojson
expect 4 query bad.geojson $ends --algorithm polyanya
says err 'bad\.geojson'
echo hello >nothing
expect 4 query nothing $ends --algorithm polyanya
says err 'no map'
: >empty
expect 4 query empty $ends --algorithm polyanya

# A map without an algorithm that needs no index.
expect 2 query block.map $ends
says err 'build-index block\.map'
says err 'algorithm polyanya'
for file in block.poly block.geojson block.wkt block.mesh; do
  expect 2 query $file $ends --algorithm astar
  says err 'astar'
done
expect 2 query block.map $ends --algorithm walk
says err 'must be index, polyanya, astar, plateaus, dissimilarity, penalty, cvpd or terrain, not .walk.'
expect 2 query block.map $ends --algorithm polyanya,astar
expect 2 query block.map $ends --algorithm polyanya --mesh triangles
expect 2 query block.poly $ends --algorithm polyanya --mesh rectangles
expect 2 query block.mesh $ends --algorithm polyanya --agent-radius 1
expect 2 query block.map $ends --algorithm polyanya --agent-radius -1
expect 2 query block.map $ends --algorithm polyanya --agent-radius nan

# Damaged indexes are reported as damaged, not as bad maps.
cp block.pathfan damaged.pathfan
chmod u+w damaged.pathfan
printf 'xxxxxxxxxxxx' | dd of=damaged.pathfan conv=notrunc bs=1 seek=12000 2>/dev/null
head -c 8192 block.pathfan >half.pathfan
head -c 100 block.pathfan >start.pathfan
for file in damaged half start; do
  for algorithm in index polyanya astar; do
    expect 5 query $file.pathfan $ends --algorithm $algorithm
    says err "$file\.pathfan"
    silent out
  done
done

# A map may come through a pipe.
for file in block.map block.geojson; do
  expect 0 query <(cat $file) $ends --algorithm polyanya --distance
  says out '^8$'
done

# Kinds of mesh and prunings change only the work, not the answer.
for kind in cdt merged rectangles; do
  expect 0 query block.map $ends --algorithm polyanya --mesh $kind --json
  json '.paths[0].length == 8'
done
for list in root-history dead-ends cul-de-sacs intermediate components \
  root-history,dead-ends,cul-de-sacs,intermediate; do
  expect 0 query block.map $ends --algorithm polyanya --without $list --json
  json '.paths[0].length == 8 and .search.generated > 0'
done
expect 2 query block.map $ends --algorithm polyanya --without walls
expect 2 query block.map $ends --algorithm polyanya --without dead-ends,
expect 2 query block.map $ends --algorithm polyanya --without root-history,components --json
json '.status == "invalid_request"'
expect 0 query block.map $ends --algorithm polyanya --without root-history,components \
  --max-work 1000 --json
json '.paths[0].length == 8'
expect 3 query block.map $ends --algorithm polyanya --max-work 1 --json
says err 'the work limit was reached before a path was found'
json '.status == "work_limit" and .reason == "work_limit" and .paths == [] and .work == 1'

# An agent with a radius: the block is 5 x 5 for it.
expect 0 query block.map $ends --algorithm polyanya --agent-radius 1 --json
# Tangents to circles round two corners, with arcs between: 3 + 2 (sqrt(5.25) + 1.055018).
json '.paths[0].length | . > 9.692612 and . < 1.005 * 9.692612'
expect 0 query block.geojson $ends --algorithm polyanya --agent-radius 1 --distance
expect 3 query block.map --from 0.5,4 --to 8,4.5 --algorithm polyanya --agent-radius 1
expect 2 query block.map $ends --algorithm astar --agent-radius 1

# A*: octile steps between the centres of cells, on maps and on the maps of indexes.
for file in block.map block.pathfan; do
  expect 0 query $file $ends --algorithm astar --json
  json '.paths[0].length == 9.2426406871192857 and .paths[0].points[0] == [1.5,4.5]'
  json '.paths[0].points[-1] == [8.5,4.5] and .search.pruned == 0'
done
sed 's/\.\.\.@/..S@/' block.map >swamp.map
expect 0 build-index swamp.map -o swamp.pathfan --passable .S --quiet
expect 0 query swamp.pathfan --from 2.5,4.5 --to 1,4.5 --algorithm astar --distance
expect 0 build-index swamp.map -o dry.pathfan --quiet
expect 3 query dry.pathfan --from 2.5,4.5 --to 1,4.5 --algorithm astar --distance
# Walls moved by an agent's radius aren't those of the cells; a unit of 1 keeps no round corner.
for unit in 0 1; do
  expect 0 build-index block.map -o radius.pathfan --agent-radius 1 --unit $unit --quiet
  expect 0 query radius.pathfan $ends --algorithm polyanya --json
  json ".paths[0].length | . > 9.692612 and . < 9.74 + 0.65 * $unit"
  expect 2 query radius.pathfan $ends --algorithm astar
  says err 'radius'
done
# Options about a map don't apply to an index, which is already built.
for wish in '--agent-radius 1' '--mesh cdt' '--unit 0.5' '--passable .S'; do
  for algorithm in index polyanya astar; do
    expect 2 query block.pathfan $ends --algorithm $algorithm $wish
    says err 'index'
  done
done
expect 0 build-index block.poly -o poly.pathfan --quiet
expect 2 query poly.pathfan $ends --algorithm astar
expect 0 query poly.pathfan $ends --algorithm polyanya --distance
says out '^8$'

# Batches: a line may name another algorithm, if it works with the file.
cat >lines <<'END'
{"id": "a", "from": [1,4.5], "to": [8,4.5]}
{"id": "b", "from": [1,4.5], "to": [8,4.5], "algorithm": "astar"}
{"id": "c", "from": [1,4.5], "to": [8,4.5], "algorithm": "index"}
{"id": "d", "from": [1,4.5], "to": [8,4.5], "algorithm": "fly"}
{"id": "e", "from": [1,4.5], "to": [8,4.5], "algorithm": 3}
{"id": "f", "from": [4.5,4.5], "to": [8,4.5], "max_work": 5}
END
statuses() { jq -r 'if .error then "error" else .status end' "$out" | tr '\n' ' '; }
expect 4 query block.map --algorithm polyanya --batch <lines
check "a map's batch" equal "$(statuses)" "ok ok error error error start_blocked "
check "ids" equal "$(jq -r .id "$out" | tr '\n' ' ')" "a b c d e f "
check "what can't be done is said" equal \
  "$(jq -r 'select(.id == "c") | .error' "$out")" "algorithm index can't answer from this file"
check "lengths" equal "$(jq -c 'select(.paths[0]) | .paths[0].length * 1e6 | floor' "$out" | tr '\n' ' ')" \
  "8000000 9242640 "
expect 4 query block.pathfan --batch <lines
check "an index's batch" equal "$(statuses)" "ok error ok error error start_blocked "
expect 4 query block.geojson --algorithm polyanya --batch <lines
check "polygons' batch" equal "$(statuses)" "ok error error error error start_blocked "
head -2 lines >good
expect 0 query block.map --algorithm polyanya --batch <good
expect 0 query block.pathfan --algorithm astar --batch <good
check "the source of an index" equal "$(jq -c '.paths[0].length * 1e6 | floor' "$out" | tr '\n' ' ')" \
  "9242640 9242640 "

# Generated maps agree with their indexes.
expect 0 make-map --kind caves --width 70 --height 60 --seed 8 -o caves.map --scen caves.scen \
  --queries 60
expect 0 build-index caves.map -o caves.pathfan --quiet
expect 0 query caves.pathfan --scen caves.scen --distance --json
jq -c '[.id, .status, (.length * 1e9 | round)]' "$out" >wanted
for kind in cdt merged rectangles; do
  expect 0 query caves.map --scen caves.scen --distance --json --algorithm polyanya --mesh $kind
  jq -c '[.id, .status, (.length * 1e9 | round)]' "$out" >found
  check "$kind: the lengths of the index" same_file found wanted
done
expect 0 query caves.pathfan --scen caves.scen --distance --json --algorithm polyanya
jq -c '[.id, .status, (.length * 1e9 | round)]' "$out" >found
check "polyanya on the index" same_file found wanted
expect 0 query caves.map --scen caves.scen --algorithm astar --distance --json
check "A* finds the scenario's last column" equal \
  "$(jq -r '.length * 1000 | round' "$out" | tr '\n' ' ')" \
  "$(tail -n +2 caves.scen | awk '{ printf "%d ", $9 * 1000 + 0.5 }')"

# Several algorithms side by side: one line each.
expect 0 bench caves.pathfan --scen caves.scen --algorithm index,polyanya,astar --json
check "a line each" equal "$(jq -r .algorithm "$out" | tr '\n' ' ')" "index polyanya astar "
json '.queries == 60 and .mean_us > 0 and .median_us > 0 and .p95_us >= .median_us'
json '.p99_us >= .p95_us and .paths_0 + .paths_1 + .paths_2 + .paths_3 == 60'
json '(.deciles | length) == 10 and ([.deciles[].queries] | add) == 60'
json '.deciles | all(has("from") and has("to") and has("queries") and has("mean_us") and has("median_us"))'
json '.algorithm == "index" or (.expanded > 0 and .generated > 0 and has("pruned"))'
expect 0 bench caves.map --scen caves.scen --algorithm astar,polyanya --json --mesh cdt
check "a map's" equal "$(jq -r .algorithm "$out" | tr '\n' ' ')" "astar polyanya "
expect 0 bench caves.map --scen caves.scen --algorithm polyanya
says out '^polyanya: 60 queries'
says out '^nodes: [0-9.]+ expanded'
expect 2 bench caves.pathfan --scen caves.scen --algorithm polyanya,polyanya
says err 'twice'
expect 2 bench caves.pathfan --scen caves.scen --algorithm polyanya,
expect 2 bench caves.pathfan --scen caves.scen --algorithm astar,index --tables 9
says err 'tables 9'
expect 2 bench caves.map --scen caves.scen --algorithm polyanya,index
expect 2 bench block.poly --scen block.scen --algorithm astar

# The help lists the algorithms.
for command in query bench; do
  expect 0 $command --help
  says out 'algorithm A +.*: index, polyanya, astar, plateaus, dissimilarity,$'
  says out '--without LIST'
  says out '--mesh KIND'
  says out '--agent-radius R'
  says out 'GeoJSON'
done
finish

# Areas to avoid: options, batch lines, pictures, errors.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet
query="query block.pathfan --from 1,4.5 --to 8,4.5"
box=4,0,5,0,5,3,4,3 # from wall to wall, above the block

# Path 1 by the index, or by a search if an area is in its way.
expect 0 $query --json
json '.proof == "index" and (.paths | length) == 2 and .candidates.entering == 0'
expect 0 $query --json --avoid 8,8,0.5
json '.proof == "index" and (.paths | length) == 2'
expect 0 $query --json --avoid $box
json '(.paths | length) == 1 and .paths[0].length == 8 and .paths[0].points[1] == [3,6]'
expect 0 $query --json --avoid 2,3,1.2
json '.proof == "search" or .paths[0].points[1] == [3,6]'

# Both sides closed; ends inside an area.
expect 3 $query --json --avoid $box --avoid 4.5,7.5,1.5
json '.status == "no_path" and .proof == "search" and .paths == []'
says err 'areas to avoid'
expect 3 $query --json --avoid 0,4.5,1
json '.status == "start_blocked" and .blocked_by == "area"'
says err 'start is blocked: 1,4.5 is in an area to avoid; --snap [0-9.e-]+ moves it to the nearest free point, '
snap=$(sed -n 's/.*--snap \([0-9.e-]*\) .*/\1/p' "$err")
expect 0 $query --json --avoid 0,4.5,1 --snap "$snap"
expect 3 $query --json --avoid 8,4.5,0.1
json '.status == "goal_blocked"'
expect 0 $query --json --avoid 8,4.5,0.1 --snap 2
json '.paths[0].points[-1] | . != [8, 4.5] and (.[0] - 8 | fabs) < 0.2 and (.[1] - 4.5 | fabs) < 0.2'

# Only lengths; other algorithms; maps without an index.
expect 0 $query --distance --avoid $box
says out '^8$'
expect 3 $query --distance --avoid $box --avoid 4.5,7.5,1.5
for algorithm in polyanya plateaus dissimilarity penalty; do
  expect 0 query block.map --from 1,4.5 --to 8,4.5 --algorithm $algorithm --avoid $box --json
  json '.proof == "search" and .paths[0].length == 8 and .paths[0].points[1] == [3,6]'
done
expect 2 query block.map --from 1,4.5 --to 8,4.5 --algorithm astar --avoid $box
says err 'astar'

# The effort thorough finds paths round areas.
expect 0 query block.pathfan --from 1,1 --to 8,1 --json --avoid 4.5,1,0.5 --effort thorough --paths 2
json '(.paths | length) == 2 and .proof == "search"'

# Batch lines have their own areas, or those of the command line.
cat >lines <<'LINES'
{"from": [1,4.5], "to": [8,4.5]}
{"from": [1,4.5], "to": [8,4.5], "avoid": []}
{"from": [1,4.5], "to": [8,4.5], "avoid": [{"circle": [4.5,7.5,1.5]}]}
{"from": [1,4.5], "to": [8,4.5], "avoid": [{"polygon": [[4,0],[5,0],[5,3],[4,3]]}, {"circle": [4.5,7.5,1.5]}]}
LINES
run query block.pathfan --batch --avoid $box <lines
check "four answers" equal "$(jq -c '[.status, (.paths | length), .paths[0].points[1]]' "$out" | tr '\n' ' ')" \
  '["ok",1,[3,6]] ["ok",2,[3,3]] ["ok",1,[3,3]] ["no_path",0,null] '
for bad in '7' '{}' '[7]' '[{}]' '[{"circle": [1,2]}]' '[{"circle": [1,2,"3"]}]' '[{"disc": [1,2,3]}]' \
  '[{"polygon": [[1,1],[2,2]]}]' '[{"polygon": [[1,1],[2,2],[3]]}]' \
  '[{"circle": [1,2,3], "polygon": [[1,1],[2,1],[2,2]]}]'; do
  echo "{\"from\": [1,1], \"to\": [2,2], \"avoid\": $bad}" >line
  "$pathfan" query block.pathfan --batch <line >"$out" 2>"$err"
  code=$? last="batch avoid $bad"
  check "exit 4: $bad" equal $code 4
  json '.error | contains("avoid")'
done
echo '{"from": [1,1], "to": [2,2], "algorithm": "polyanya", "avoid": [{"polygon": [[1,1],[2,2],[2,1],[1,2]]}]}' >line
"$pathfan" query block.pathfan --batch <line >"$out" 2>"$err"
json '.status == "invalid_request" and (.error | contains("simple"))'

# Errors on the command line.
for bad in '' 1,2 1,2,3,4 1,2,3,4,5 1,2,x 1,2,nan 1,2,3, ,1,2,3 1,,2 1,2,inf; do
  expect 2 $query --avoid "$bad"
  says err '--avoid must be'
done
expect 2 $query --avoid 1,2,0
expect 2 $query --avoid 1,1,2,2,2,1,1,2
says err 'must be simple'

# A scenario, a benchmark, a picture.
printf 'version 1\n0\tblock.map\t9\t9\t1\t1\t8\t8\t10\n' >one.scen
expect 0 query block.pathfan --scen one.scen --json --avoid 8,8,0.5
json '.status == "goal_blocked"'
expect 0 bench block.pathfan --scen one.scen --json --avoid $box
json '.queries == 1'
expect 2 bench block.map --scen one.scen --algorithm polyanya,astar --avoid $box
expect 0 $query --avoid $box --avoid 2,7,1 --svg picture.svg
check "two areas are drawn" equal "$(grep -c '<g.*url(#hatch)' picture.svg)" 1
check "and told" equal "$(grep -c '>area to avoid<' picture.svg)" 1
check "a polygon" grep -q '<path d="M[0-9. ]*z"/>' picture.svg
check "a circle" grep -q '<circle cx="[0-9.]*" cy="[0-9.]*" r="[0-9.]*"/>' picture.svg
expect 0 $query --svg plain.svg
check "no hatching without areas" bash -c '! grep -q hatch plain.svg'


# A thousand small areas in the way.
jq -nc '{from: [1,4.5], to: [8,4.5], avoid: [range(1000) | {circle: [(. % 32) / 4 + 0.6, (. / 32 | floor) / 40, 0.01]}]}' >crowd.json
expect 0 query block.pathfan --batch <crowd.json
json '.status == "ok" and (.paths | length) >= 1'
jq -c '.avoid += .avoid[:25]' crowd.json >more.json
expect 0 query block.pathfan --batch <more.json
json '.status == "invalid_request" and .error == "avoid: more than 1024 circles"'

finish

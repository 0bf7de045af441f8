# Questions about places: rays, moves, the nearest wall, random points, paths that are checked.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet
query="query block.pathfan --from 1,4.5"
echo '[{"circle": [2,4.5,0.5], "name": "fire"}]' >fire.json

# For people.
expect 0 $query --ray 1,1
says out '^nothing in the way as far as 1,1, after 3.5$'
expect 0 $query --ray 9,4.5
says out '^a wall in the way as far as 3,4.5, after 2$'
expect 0 $query --ray 9,4.5 --obstacles fire.json
says out '^fire in the way as far as 1.4999999'
expect 0 $query --move 9,5
says out '^ends at 3,.* in the way: a wall$'
expect 0 $query --wall 5
says out '^a wall at 0,4.5, 1 away$'
expect 0 $query --wall 0.5
says out '^nothing within 0.5$'
expect 0 $query --random 1 --choose 7
says out '^[0-9.]*,[0-9.]*$'
expect 3 query block.pathfan --from 4.5,4.5 --ray 1,1

# For programs.
expect 0 $query --ray 9,4.5 --json
json '.found and .at == [3,4.5] and .distance == 2 and .normal == [-1,0] and has("obstacle") == false'
expect 0 $query --random 1 --choose 7 --json
json '.status == "ok"'

cat >lines <<'LINES'
{"ray": {"from": [1,4.5], "to": [9,4.5]}}
{"id": "m", "move": {"from": [1,4.5], "to": [9,4.5]}}
{"change": [{"circle": [2,4.5,0.5], "name": "fire"}]}
{"wall": {"from": [1,4.5], "radius": 0.6}}
{"check": {"points": [[1,4.5], [2.5,4.5]]}}
{"check": {"points": [[1,4.5], [2.5,4.5]]}, "obstacles": [{"open": "fire"}]}
{"random": {"from": [1,4.5], "radius": 1, "seed": 3}}
LINES
"$pathfan" query block.pathfan --batch <lines >"$out"
check "the lines' answers" jq -es 'length == 7 and .[0].at == [3,4.5] and .[1].id == "m" and .[3].obstacle == 1 and
  (.[4].free | not) and .[4].leg == 0 and .[5] == {"id": 5, "free": true, "still_shortest": false} and
  .[6].status == "ok"' "$out" >/dev/null

# What is wrong is told.
for bad in '--ray 3' '--wall -1' '--ray 3,3 --to 4,4' '--ray 3,3 --move 3,3' '--ray 3,3 --svg x.svg' '--wall 3 --distance'; do
  expect 2 $query $bad
done
expect 2 query block.pathfan --ray 3,3
for bad in '{"ray": 3}' '{"ray": {"from": [1,1]}}' '{"ray": {"from": [1,1], "to": [2,2], "": 1}}' '{"check": {"points": []}}' \
  '{"check": {"points": [[1,2],[3]]}}' '{"wall": {"from": [1,1], "radius": "a"}}' '{"wall": {"from": [1,1], "radius": -1}}' \
  '{"random": {"from": [1,1], "seed": 1.5}}' '{"wall": {"from": [1,1]}, "stretch": 2}' \
  '{"ray": {"from": [1,1], "to": [1e300,1]}}'; do
  echo "$bad" >lines
  last=$bad
  "$pathfan" query block.pathfan --batch <lines >"$out" 2>"$err"
  says out '"error"'
done

finish

# Plateaus, Dissimilarity and Penalty: on every kind of file, by options and batch lines, and
# compared by bench.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
make_split_map split.map
expect 0 build-index block.map -o block.pathfan --quiet
printf 'poly\n1\n2\n4 0 0 9 0 9 9 0 9\n4 3 3 6 3 6 6 3 6\n' >block.poly
cat >block.scen <<'END'
version 1
0	block.map	9	9	1	4	8	4	9
0	block.map	9	9	1	1	1	1	0
0	block.map	9	9	1	7	8	2	0
END
ends="--from 1,4.5 --to 8,4.5"

for algorithm in plateaus dissimilarity penalty; do
  for file in block.map block.poly block.pathfan; do
    query="query $file $ends --algorithm $algorithm"
    expect 0 $query --json
    silent err
    json '.status == "ok" and .reason == "no_candidates" and .proof == "search"'
    json '[.paths[].length] == [8, 8]'
    json '.paths[0].points == [[1,4.5],[3,3],[6,3],[8,4.5]]'
    json '.paths[1].points == [[1,4.5],[3,6],[6,6],[8,4.5]]'
    json '.bounds.stretch == 1.5'
    [ $algorithm = dissimilarity ] || json '.bounds.dissimilarity == null'
    cp "$out" first.json
    expect 0 $query --json
    check "$file, $algorithm: the same bytes again" same_file "$out" first.json
    expect 0 $query --json --dissimilarity 0.25
    json '.bounds.dissimilarity == 0.25 and (.paths | length) == 2'
    expect 0 $query --paths 1 --json
    json '.reason == "complete" and (.paths | length) == 1'
    expect 0 $query --paths 2
    says out '^ +2 +8\.0000 +1\.0000 +(96% +)?4: 1,4\.5'
    expect 3 $query --json --max-work 2
    json '.status == "work_limit" and .reason == "work_limit" and .work == 2'
    expect 0 $query --svg block.svg
    check "a picture" test -s block.svg
  done
  expect 3 query split.map --from 1,1 --to 8,1 --algorithm $algorithm
  expect 3 query block.map --from 4,4 --to 8,1 --algorithm $algorithm
  # Ends that see each other: path 1 is straight, and there are other paths.
  expect 0 query block.map --from 2,2.5 --to 7,2.5 --algorithm $algorithm --stretch 3 --max-loop 0 --json
  json '.paths[0].points == [[2,2.5],[7,2.5]] and .paths[0].length == 5'
  json '(.paths | length) == 2 and .paths[1].length > 8'
done

expect 0 query block.map $ends --algorithm penalty --penalty 3 --json
for wrong in 1 0.5 -1 x nan inf ''; do
  expect 2 query block.map $ends --algorithm penalty --penalty "$wrong"
done

printf '%s\n' '{"from":[1,4.5],"to":[8,4.5],"algorithm":"plateaus"}' \
  '{"from":[1,4.5],"to":[8,4.5],"algorithm":"penalty","penalty":2,"dissimilarity":0.5}' \
  '{"from":[1,4.5],"to":[8,4.5],"algorithm":"penalty","penalty":1}' \
  '{"from":[1,4.5],"to":[8,4.5],"algorithm":"dissimilarity"}' >lines
"$pathfan" query block.pathfan --batch <lines >"$out" 2>"$err"
code=$? last="query --batch"
check "exit 0" equal $code 0
check "four answers" equal "$(wc -l <"$out")" 4
check "plateaus, unbound" equal "$(jq -c '.bounds.dissimilarity' "$out" | tr '\n' ' ')" "null 0.5 null 0.6 "
check "statuses" equal "$(jq -r '.status' "$out" | tr '\n' ' ')" "ok ok invalid_request ok "

expect 0 bench block.pathfan --scen block.scen --json --algorithm index,plateaus,dissimilarity,penalty,polyanya,astar
check "six algorithms" equal "$(jq -s 'map(if type == "array" then .[] else . end) | length' "$out")" 6
expect 0 bench block.map --scen block.scen --algorithm plateaus,penalty
finish

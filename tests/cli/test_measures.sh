# Measures, bounds and objectives: single requests, scenarios, batches; every algorithm.
. "$(dirname "$0")/lib.sh"

all_hold() { jq -es "$1" "$out" >/dev/null; } # FILTER of all lines as an array

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet
query="query block.pathfan --from 1,4.5 --to 8,4.5 --separation 0"

# Both ways round the block are shortest and share nothing.
expect 0 $query --measures --json
silent err
json '.paths | length == 2 and all(.measures == {"bounded_stretch": 1, "local_optimality": 1, "similarity": 0, "length_ratio": 1, "loop": 1})'
json '.measures == {"bounded_stretch": 1, "local_optimality": 1, "similarity": 0, "length_ratio": 1, "loop": 1}'
json '.candidates | has("unfit") and has("entering")'
expect 0 $query --json
json 'has("measures") or any(.paths[]; has("measures")) | not'
expect 0 $query --measures
says out '^path +length +stretch +bounded +optimal +similar +loop +points$'
says out '^ all +1\.0000 +1\.0000 +1\.0000 +0\.0000 +1\.0000$'

# From below the middle, the way above the block is longer: 2.5 and 1.5 up on either side.
query="query block.pathfan --from 3,5 --to 6,5"
expect 0 $query --measures --json --stretch 2
json '.paths | length == 2 and .[0].length == 5 and .[1].length == 7'
json '.paths[0].measures | .bounded_stretch == 1 and .local_optimality == 1'
json '.paths[1].measures | .length_ratio == 1.4 and .bounded_stretch == 1.4 and .local_optimality == 1.4'
json '.measures | .length_ratio > 1.1999 and .length_ratio < 1.2001 and .local_optimality == 1'
expect 0 $query --json --stretch 2 --max-bounded-stretch 1.4
json '(.paths | length) == 2'
expect 0 $query --json --stretch 2 --max-bounded-stretch 1.39
json '(.paths | length) == 1 and .candidates.unfit == 1 and .reason == "rejected"'
expect 0 $query --stretch 2 --max-bounded-stretch 1.39
says out 'out of bounds'
expect 0 $query --json --stretch 2 --min-local-optimality 1.4
json '(.paths | length) == 2'
expect 0 $query --json --stretch 2 --min-local-optimality 1.5
json '(.paths | length) == 1 and .candidates.unfit == 1'

# A larger map: bounds hold, objectives work, and everything is reproducible.
expect 0 make-map --kind caves --width 70 --height 60 --seed 8 -o caves.map --scen caves.scen \
  --queries 40
expect 0 build-index caves.map -o caves.pathfan --quiet
expect 0 query caves.pathfan --scen caves.scen --json --measures
cp "$out" plain.json
check "a line each" equal "$(wc -l <"$out")" 40
check "measures of paths and sets" all_hold 'all(.[];
  (.paths | length > 0 and .[0].measures.bounded_stretch == 1 and .[0].measures.local_optimality == 1) and
  .measures.bounded_stretch == ([.paths[].measures.bounded_stretch] | max) and
  .measures.local_optimality == ([.paths[].measures.local_optimality] | min) and
  .measures.similarity == ([.paths[].measures.similarity] | max) and
  all(.paths[]; .measures.similarity <= 0.4 and .measures.bounded_stretch >= .measures.length_ratio))'
expect 0 query caves.pathfan --scen caves.scen --json --measures --max-bounded-stretch 1.3 \
  --min-local-optimality 0.2 --effort thorough
check "bounds hold" all_hold 'all(.[]; all(.paths[1:][];
  .measures.bounded_stretch <= 1.3 and .measures.local_optimality >= 0.2)) and any(.[]; .candidates.unfit > 0)'
expect 0 query caves.pathfan --scen caves.scen --json --measures --paths 2 --dissimilarity 0.1
jq -s '[.[].measures.similarity] | add' "$out" >by_length.sum
expect 0 query caves.pathfan --scen caves.scen --json --measures --paths 2 --dissimilarity 0.1 \
  --objective similarity=1
jq -s '[.[].measures.similarity] | add' "$out" >by_similarity.sum
check "less alike" test "$(jq -n --slurpfile a by_similarity.sum --slurpfile b by_length.sum '$a[0] < $b[0]')" = true
cp "$out" objective.json

# The same as batch lines.
tail -n +2 caves.scen | awk '{printf "{\"from\": [%s,%s], \"to\": [%s,%s], \"paths\": 2, \"dissimilarity\": 0.1, \"objective\": {\"similarity\": 1}}\n", $5, $6, $7, $8}' >lines
expect 0 query caves.pathfan --batch --measures <lines
check "batch lines" same_file "$out" objective.json
printf '%s\n' '{"from":[1,1],"to":[2,2],"objective":{"beauty":1}}' \
  '{"from":[1,1],"to":[2,2],"objective":7}' '{"from":[1,1],"to":[2,2],"max_bounded_stretch":"x"}' \
  '{"from":[1,1],"to":[2,2],"objective":{"length":-1}}' \
  '{"from":[1,1],"to":[2,2],"max_bounded_stretch":0.5}' \
  '{"from":[1,1],"to":[2,2],"objective":{"length":1,"local_optimality":2},"algorithm":"polyanya"}' >lines
expect 4 query caves.pathfan --batch <lines
check "mistakes in their places" all_hold '
  (.[0:3] | all(has("error"))) and (.[3:6] | all(.status == "invalid_request"))'

# The table in plain text.
expect 0 query caves.pathfan --scen caves.scen --measures
says out '^ +line +status +paths +bounded +optimal +similar +lengths$'

# Every algorithm, with an index and without.
for algorithm in plateaus dissimilarity penalty polyanya; do
  for file in caves.pathfan caves.map; do
    expect 0 query $file --algorithm $algorithm --scen caves.scen --json --measures
    check "$algorithm of $file" all_hold 'all(.[]; .measures.bounded_stretch >= 1 and
      .paths[0].measures.bounded_stretch == 1 and .paths[0].measures.local_optimality == 1)'
  done
done
expect 0 query caves.map --algorithm astar --scen caves.scen --json --measures
check "astar's steps" all_hold 'all(.[]; .measures.bounded_stretch >= 1)'
expect 0 query caves.pathfan --scen caves.scen --json --measures
check "the same bytes again" same_file "$out" plain.json

# Errors.
expect 2 $query --objective beauty=1
says err 'objective'
expect 2 $query --objective length
expect 2 $query --objective length=-1
expect 2 $query --objective length=1,
expect 2 $query --max-bounded-stretch 0.9
expect 2 $query --min-local-optimality -1
expect 2 $query --measures --distance
expect 2 $query --algorithm plateaus --objective length=1
expect 0 query --help
says out '--objective length=1'

finish

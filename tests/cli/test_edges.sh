# The visibility graph in the file: the output of inspect, and the same answers without it.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind rooms --width 240 --height 200 --seed 4 -o rooms.map --scen rooms.scen \
  --queries 20
expect 0 build-index rooms.map -o with.pathfan --json
json '[.stages[].name] | contains(["edges"])'
expect 0 build-index rooms.map -o without.pathfan --no-edges --json
json '[.stages[].name] | contains(["edges"]) | not'
check "smaller without" test "$(stat -c %s without.pathfan)" -lt "$(stat -c %s with.pathfan)"

# Output of inspect about the edges.
expect 0 inspect with.pathfan --json --sections
json '.format == "3.5" and .edges > 0'
json '.edge_bytes == (.sections[] | select(.name == "edges") | .stored_bytes)'
json '.options | contains("edges") | not'
bytes=$(jq .edge_bytes "$out")
expect 0 inspect with.pathfan
says out "^edges .* taut at both ends, $bytes bytes"
expect 0 inspect without.pathfan --json --sections
json '.edge_bytes == 0 and (.options | contains("edges=none"))'
json '.sections | all(.name != "edges")'
expect 0 inspect without.pathfan
says out '^edges .* taut at both ends$'
expect 0 verify with.pathfan
expect 0 verify without.pathfan

# Prints the answers to a scenario's lines by every method that searches the graph.
answers() {
  local index=$1 file=$2
  shift 2
  expect 0 query "$index" --scen rooms.scen --json "$@"
  jq -c 'del(.microseconds)' "$out" >"$file"
}
for options in '--algorithm plateaus' '--algorithm dissimilarity' '--algorithm penalty' \
  '--avoid 60,50,6' '--avoid 40,30,4 --effort thorough' '--algorithm dissimilarity --max-work 50'; do
  answers with.pathfan with.json $options
  answers without.pathfan without.json $options
  check "the same: $options" cmp with.json without.json
done

expect 2 build-index rooms.map -o x.pathfan --no-edges=yes
expect 0 build-index --help
says out '--no-edges'
finish

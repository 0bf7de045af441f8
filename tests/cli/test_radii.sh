# Several radii of agents in one index: building, inspecting, verifying, asking, folders and packs.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o all.pathfan --agent-radius 0.25,0.5,50
says out '^all\.pathfan: [0-9]+ corners to turn at for radius 0\.25, 1 connected part'
says err 'block\.map: agent radius 50 leaves no free space$'
expect 0 build-index block.map -o half.pathfan --agent-radius 0.5 --quiet
expect 0 verify all.pathfan
says out '^all\.pathfan: sound'

expect 0 inspect all.pathfan
says out '^options     .* agent-radius=0\.25,0\.5,50$'
says out '^radius 0\.25 +1 connected part, [0-9]+ corners to turn at, .*: shown here$'
says out '^radius 0\.5 +1 connected part'
says out '^radius 50 +0 connected parts, 0 corners'
expect 0 inspect all.pathfan --json
json '.agent_radius == 0.25 and [.radii[].radius] == [0.25, 0.5, 50] and (.radii | map(.bytes) | add) < .file_bytes'
expect 0 inspect all.pathfan --json --radius 0.3
json '.agent_radius == 0.5'
kept=$(jq -c '[.n, .edges, .labels, .mesh_bytes]' "$out")
expect 0 inspect half.pathfan --json
json '.agent_radius == 0.5 and [.radii[].radius] == [0.5]'
check "what the index of that radius holds" equal "$(jq -c '[.n, .edges, .labels, .mesh_bytes]' "$out")" "$kept"
expect 2 inspect . --radius 1
expect 2 inspect all.pathfan --radius 0
expect 2 inspect all.pathfan --radius 51
says err 'all\.pathfan: has no index for a radius of 51$'

ends="--from 0.5,0.5 --to 9.5,9.5 --snap 5"
expect 0 query half.pathfan $ends --json --measures
wanted=$(jq -c '[.paths[] | .points, .measures]' "$out")
expect 0 query all.pathfan $ends --json --measures --radius 0.4
json '.radius == 0.5'
check "the answer of that radius" equal "$(jq -c '[.paths[] | .points, .measures]' "$out")" "$wanted"
expect 0 query all.pathfan $ends --json
json 'has("radius") | not'
expect 2 query all.pathfan $ends --radius 51
says err 'radius: the index was built for radii of up to 50, not for 51$'

# In a pack, and built again from the index.
head -c 4096 /dev/zero | cat - all.pathfan >pack
expect 0 query pack --offset 4096 $ends --json --radius 0.4
json '.radius == 0.5'
expect 0 build-index all.pathfan -o again.pathfan --quiet
check "the same bytes" same_file again.pathfan all.pathfan
for wrong in 0.5,0.25 0.5,0.5 0,0.5 0.5, ,0.5 0.5,x 1,2,3,4,5,6,7,8,9; do
  expect 2 build-index block.map -o never.pathfan --agent-radius $wrong
  says err "agent-radius must be a distance, 0 or more, or up to 8 above 0"
done
check "nothing was written" test ! -e never.pathfan

# A folder is up to date if it has these radii.
mkdir maps && cp block.map maps
expect 0 build-index maps -o indexes --agent-radius 0.25,0.5
expect 0 build-index maps -o indexes --agent-radius 0.25,0.5
says out '^indexes: 0 built, 1 up to date'
expect 0 build-index maps -o indexes --agent-radius 0.25,0.6
says out '^indexes: 1 built, 0 up to date'
finish

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

# Doors, obstacles and places of any radius are as in the index of that radius alone.
gates=$root/docs/examples/gates.geojson
echo '[{"circle": [12, 13, 2], "name": "fire"},
  {"polygon": [[18, 18], [22, 18], [22, 23], [18, 23]], "kind": "opening", "name": "breach"}]' >now.json
expect 0 build-index "$gates" -o both.pathfan --agent-radius 0.25,0.6 --quiet
expect 0 build-index "$gates" -o large.pathfan --agent-radius 0.6 --quiet
while read -r options; do
  for ends in '--to 35,13 --distance' '--to 35,13 --json' '--ray 35,13' '--move 35,7' '--wall 30' '--random 9 --choose 3'; do
    # shellcheck disable=SC2086
    run query large.pathfan --from 5,13 $ends $options
    wanted=$(sed 's/"time_us": [^,}]*//' "$out")
    # shellcheck disable=SC2086
    run query both.pathfan --from 5,13 $ends $options --radius 0.5
    check "$ends $options" equal "$(sed 's/"radius": 0.6, //; s/"time_us": [^,}]*//' "$out")" "$wanted"
  done
done <<'OPTIONS'

--close north
--close south --open postern
--obstacles now.json --close breach
OPTIONS
expect 0 query both.pathfan --from 5,13 --to 35,13 --obstacles now.json --radius 0.6 --json
json '.paths | length > 1'
cat >lines <<'LINES'
{"wall": {"from": [5, 13]}, "radius": 0.6}
{"change": [{"close": "north"}, {"circle": [5, 15, 1], "name": "well"}]}
{"wall": {"from": [5, 13]}, "radius": 0.5}
{"wall": {"from": [5, 13]}}
{"from": [5, 13], "to": [35, 13], "radius": 0.6}
{"wall": {"from": [5, 13]}, "radius": 0.7}
{"wall": {"from": [5, 13]}, "radius": "a"}
LINES
run query both.pathfan --batch <lines
check "lines of other radii" jq -es '(.[0].distance - 4.4 | fabs < 1e-6) and .[2].obstacle == .[1].ids[1] and .[3].obstacle == .[1].ids[1] and
  .[4].radius == 0.6 and (.[5].error | contains("radii of up to 0.6")) and (.[6].error | contains("must be a number"))' "$out" >/dev/null

# A folder is up to date if it has these radii.
mkdir maps && cp block.map maps
expect 0 build-index maps -o indexes --agent-radius 0.25,0.5
expect 0 build-index maps -o indexes --agent-radius 0.25,0.5
says out '^indexes: 0 built, 1 up to date'
expect 0 build-index maps -o indexes --agent-radius 0.25,0.6
says out '^indexes: 1 built, 0 up to date'
finish

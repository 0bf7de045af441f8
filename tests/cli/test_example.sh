# The C examples; and that pages show the examples and the command's output as they are.
. "$(dirname "$0")/lib.sh"

three_paths=$(dirname "$pathfan")/three_paths
make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet

"$three_paths" block.pathfan 1 4.5 8 4.5 >"$out" 2>"$err"
code=$? last=three_paths
check "exit 0" equal $code 0
says out '^path 1: length 8\.0000, 4 points$'
says out '^path 2: length 8\.0000, 4 points$'
"$three_paths" block.pathfan 1 4.5 80 4.5 >"$out" 2>"$err"
code=$? last=three_paths
check "exit 0 where the goal is blocked" equal $code 0
check "it says so, and nothing else" equal "$(cat "$out")" goal_blocked
"$three_paths" missing.pathfan 1 4.5 8 4.5 >"$out" 2>"$err"
code=$?
check "exit 1 without an index" equal $code 1
says out 'missing\.pathfan'

three_ways_terrain=$(dirname "$pathfan")/three_ways_terrain
expect 0 build-index "$root/docs/examples/valley.geojson" -o valley.pathfan --quiet
"$three_ways_terrain" valley.pathfan 0.5 2.2 4 4.8 >"$out" 2>"$err"
code=$? last=three_ways_terrain
check "exit 0" equal $code 0
says out '^way 1: cost 53\.4147, length 10\.5545$'
says out '^  road +1\.204 at 3 +costs +3\.612  Viaduct$'
says out '^  off-road +[0-9.]+ at 15 +costs +[0-9.]+ over Aller \(8\)$'
says out '  Mill Lane over Aller by Mill Bridge$'
check "as many ways as the command finds" equal "$(grep -c '^way' "$out")" \
  "$("$pathfan" query valley.pathfan --from 0.5,2.2 --to 4,4.8 --json | jq '.paths | length')"
check "and as many legs" equal "$(grep -c '^  ' "$out")" \
  "$("$pathfan" query valley.pathfan --from 0.5,2.2 --to 4,4.8 --json | jq '[.paths[].legs[]] | length')"

siege=$(dirname "$pathfan")/siege
expect 0 make-map --kind rooms --width 50 --height 40 --seed 1 -o rooms.map
expect 0 build-index rooms.map -o rooms.pathfan --quiet
"$siege" rooms.pathfan 45 siege.svg >"$out" 2>"$err"
code=$? last=siege
check "exit 0" equal $code 0
says out '^800 units, [0-9]+ areas, 45 ticks: [0-9]+ changes, [0-9]+ requests, [1-9][0-9]* checks; [1-9][0-9]* arrived$'
says err '^[0-9.]+ ms a tick$'
check "a circle for each unit" equal "$(grep -c '<circle' siege.svg)" 800

# README.md's programs, and what it says they print (../bindings run those in other languages).
for kind in c:c python:py js:mjs; do
  awk -v kind="\`\`\`${kind%:*}" '$0 == kind { on = 1; next } on && /^```$/ { exit } on' "$root/README.md" >shown
  check "README.md shows docs/examples/ask.${kind#*:}" same_file shown "$root/docs/examples/ask.${kind#*:}"
done
expect 0 make-map --kind caves --width 160 --height 100 --seed 5 -o caves.map
expect 0 build-index caves.map -o caves.pathfan --quiet
"$(dirname "$pathfan")/ask" >"$out" 2>"$err"
code=$? last=ask
check "exit 0" equal $code 0
lengths=$(sed -n 's/^Each prints \(.*\), \(.*\) and \(.*\)[.] .*/\1 \2 \3/p' "$root/README.md")
check "README.md says what it prints" equal "$(xargs <"$out")" "$lengths"

# Pages show the files and the command's output (../docs_commands.py runs their commands).
awk '/^```json$/ { on = 1; next } on && /^```$/ { exit } on' "$root/docs/crowd.md" >shown.json
check "docs/crowd.md shows docs/examples/exits.json" same_file shown.json "$root/docs/examples/exits.json"
awk '/^```text$/ { on = 1; next } on && /^```$/ { exit } on' "$root/docs/terrains.md" >shown.txt
"$pathfan" query valley.pathfan --from 0.5,2.2 --to 4,4.8 >answer.txt
check "docs/terrains.md shows the answer" same_file shown.txt answer.txt

# Every relative link of README.md leads somewhere.
while IFS= read -r link; do
  check "README.md links to $link" test -e "$root/${link%%#*}"
done < <(grep -oE '\]\([^)]+\)' "$root/README.md" | sed 's/^](//; s/)$//' | grep -v '^http')
finish

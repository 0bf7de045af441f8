# Single requests: answers, their three forms, and exit codes.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
make_split_map split.map
expect 0 build-index block.map -o block.pathfan --quiet
silent out
expect 0 build-index split.map -o split.pathfan --quiet
query="query block.pathfan --from 1,4.5 --to 8,4.5"

# JSON, with the documented fields.
expect 0 $query --json
silent err
json '.id == 0 and .status == "ok" and (.paths | length) == 2'
json '.paths | all(.length == 8 and (.points | length) == 4)'
json '.paths[0].points != .paths[1].points'
json '.paths | all(.points[0] == [1,4.5] and .points[3] == [8,4.5])'
json '.reason == "rejected" or .reason == "no_candidates"'
json '.candidates | has("tried") and has("not_taut") and has("too_long") and has("too_similar") and has("not_simple")'
check "one line" equal "$(wc -l <"$out")" 1
cp "$out" first.json
expect 0 $query --json
check "the same bytes again" same_file "$out" first.json

expect 0 $query --json --paths 2
json '.reason == "complete" and (.paths | length) == 2'
expect 0 $query --json --paths 1
json '.reason == "complete" and (.paths | length) == 1'
expect 0 $query --json --effort thorough --access 1
json '.paths[0].length == 8'
expect 0 $query --json --max-work 1
json '.status == "ok" or .status == "work_limit"'
# What was found before the limit is listed.
expect 0 make-map --kind rooms --width 40 --height 30 --seed 3 -o limited.map
expect 0 build-index limited.map -o limited.pathfan --quiet
expect 0 query limited.pathfan --from 2,2 --to 37,27 --paths 9 --max-work 6 --json
json '.status == "work_limit" and (.paths | length) == 2'

# Swapped ends: the same paths reversed, in the same order.
expect 0 make-map --kind caves --width 60 --height 50 --seed 5 -o caves.map --scen caves.scen \
  --queries 40
expect 0 build-index caves.map -o caves.pathfan --tables 3 --quiet
while read -r bucket map width height fx fy tx ty length; do
  expect 0 query caves.pathfan --json --from "$fx,$fy" --to "$tx,$ty"
  jq -c '[.paths[] | {length, points}]' "$out" >there.json
  expect 0 query caves.pathfan --json --from "$tx,$ty" --to "$fx,$fy"
  jq -c '[.paths[] | {length, points: (.points | reverse)}]' "$out" >back.json
  check "swapped ends $fx,$fy $tx,$ty" same_file there.json back.json
done < <(tail -n +2 caves.scen | head -15)

# The counts add up: each candidate tried was either accepted or rejected.
expect 0 query caves.pathfan --scen caves.scen --paths 6 --json
check "some answers are short of paths" test "$(grep -c '"reason": "rejected"' "$out")" -gt 3
json 'select(.reason == "rejected") | (.paths | length) as $found
  | .candidates.tried == ([.candidates | del(.tried)[]] | add) + $found - 1'
from=$(sed -n 2p caves.scen | cut -f 5,6 | tr '\t' ,) to=$(sed -n 2p caves.scen | cut -f 7,8 | tr '\t' ,)
expect 0 query caves.pathfan --from "$from" --to "$to" --paths 60
says out '^[0-9]+ of 60: of [0-9]+ candidates, ([0-9]+ [a-z ]+, )*[0-9]+ too long$'
# The largest K is held to the same bounds as others.
expect 0 query caves.pathfan --from 4,45 --to 55,4 --separation 5% --stretch 3 --paths 2147483646 --json
jq -c .paths "$out" >many.json
expect 0 query caves.pathfan --from 4,45 --to 55,4 --separation 5% --stretch 3 --paths 2147483647 --json
jq -c .paths "$out" >most.json
check "the largest K" same_file many.json most.json
# Candidates that no taut path leads to don't count as too long: no stretch would help.
printf 'type octile\nheight 3\nwidth 3\nmap\n...\n.@.\n...\n' >ring.map
expect 0 build-index ring.map -o ring.pathfan
for effort in fast thorough; do
  expect 0 query ring.pathfan --from 0.2,0.2 --to 2.8,2.7 --stretch 1e6 --effort "$effort" --json
  json '(.paths | length) == 2 and .candidates.too_long == 0 and .candidates.not_taut > 0'
done
# Only options that bring more are suggested, with what they bring.
expect 0 $query
check "nothing brings more" bash -c "! grep -q 'more paths with' '$out'"
expect 0 query caves.pathfan --from 4,45 --to 55,4 --paths 40 --separation 5%
says out ' [1-9][0-9]* too near to a path '
says out '^more paths with --dissimilarity 0\.2 \([0-9]+\), --separation 0 \([0-9]+\)$'
brought=$(sed -n 's/.*--separation 0 (\([0-9]*\)).*/\1/p' "$out")
expect 0 query caves.pathfan --from 4,45 --to 55,4 --paths 40 --separation 0 --json
json "(.paths | length) == $brought"
expect 0 query caves.pathfan --from 4,45 --to 55,4 --paths 40 --separation 0 --effort thorough
says out '^more paths with --dissimilarity 0\.2 \([0-9]+\)$'

# No useless advice: for a path that is a point, and on a map without a corner.
make_open_map() { printf 'type octile\nheight 4\nwidth 5\nmap\n.....\n.....\n.....\n.....\n'; }
make_open_map >open.map
expect 0 build-index open.map -o open.pathfan --quiet
for asked in "caves.pathfan --from $from --to $from" 'open.pathfan --from 1,1 --to 4,3'; do
  expect 0 query $asked
  says out '^1 of 3: '
  check "no advice" bash -c "! grep 'more may' '$out'"
done

# All significant digits.
expect 0 query block.pathfan --from 0,0 --to 1,1 --json --paths 1
says out '1\.4142135623730951'

# The plain-text table.
expect 0 $query
says out '^path .*length.*stretch.*points'
says out '^ +1 +8\.0000 +1\.0000 +96% +4: 1,4\.5'
says out '^2 of 3: '
expect 0 $query --paths 2 --separation 0
check "two paths and a heading" equal "$(wc -l <"$out")" 3
check "without a separation nothing is said of it" bash -c "! grep -q 'apart\|blocked' '$out'"
check "no escape sequences" bash -c "! grep -q $'\033' '$out'"

# A chosen path: pictures and GeoJSON show it, and only if a choice was requested.
expect 0 $query --choose 5 --svg chosen.svg --geojson chosen.geojson --json
number=$(jq .chosen "$out")
check "the legend says it" grep -q ">$((number + 1))</tspan>.*chosen</text>" chosen.svg
check "of one alone" equal "$(grep -o chosen chosen.svg | wc -l)" 1
check "GeoJSON says it" jq -e --argjson n "$number" \
  '[.features[].properties.chosen] == [range(2) | . == $n]' chosen.geojson
expect 0 $query --svg plain.svg --geojson plain.geojson
check "nothing of it without" bash -c "! grep chosen plain.svg plain.geojson"

# Start and goal are the same.
expect 0 query block.pathfan --from 1,1 --to 1,1 --json
json '.status == "ok" and .paths == [{"length": 0, "points": [[1,1]]}]'

# No path and blocked ends: exit code 3, with a status and a message.
expect 3 query split.pathfan --from 1,1 --to 8,1 --json
json '.status == "no_path" and .paths == []'
says err 'no path: .* not connected; --partial goes to the reachable point nearest to the goal, 4,1$'
expect 3 query split.pathfan --from 1,1 --to 8,1 --avoid 1,3,0.1
says err 'no path: .* not connected, or areas to avoid part them; --partial goes to'
expect 3 query block.pathfan --from 4.5,4.5 --to 1,1 --json
json '.status == "start_blocked" and .blocked_by == "obstacle" and .paths == []'
says err 'start is blocked: 4.5,4.5 is inside an obstacle; --snap 1.5 moves it to the nearest free point, 4.5,3'
# What is advised is enough, though points are rounded first.
for at in 4.7,3.1 4.3,3.7 4.123,4.9 4.51,4.501 3.07,4.1 3.0049,4.4; do
  expect 3 query block.pathfan --from $at --to 8,1
  snap=$(sed -n 's/.*--snap \([0-9.]*\) moves.*/\1/p' "$err")
  expect 0 query block.pathfan --from $at --to 8,1 --snap "$snap"
done
expect 3 query block.pathfan --from 1,1 --to 4.5,4.5 --json
json '.status == "goal_blocked" and .paths == []'
expect 3 query block.pathfan --from -5,1 --to 1,1 --json
json '.status == "start_blocked" and .blocked_by == "border"'
says err 'start is blocked: -5,1 is off the map, which reaches from 0,0 to '
expect 3 query block.pathfan --from 1,1 --to 1e300,1e-300 --json
json '.status == "goal_blocked"'
expect 3 query block.pathfan --from 1,1 --to 4.5,4.5
silent out
expect 3 query block.pathfan --from 1,1 --to 4.5,4.5 --distance
says err 'goal is blocked: 4.5,4.5 is inside an obstacle; --snap 1.5'
expect 3 query split.pathfan --from 1,1 --to 8,1 --distance
silent out

# A blocked end moves if allowed.
expect 3 query block.pathfan --from 4.5,3.25 --to 8,4.5 --json --snap 0.2
expect 0 query block.pathfan --from 4.5,3.25 --to 8,4.5 --json --snap 0.3
json '.from == [4.5,3] and .from_snapped and (.to_snapped | not) and .paths[0].points[0] == [4.5,3]'
expect 0 query block.pathfan --from 4.5,3.25 --to 8,4.5 --snap 0.3
says out 'start was blocked and moved to 4\.5,3'
expect 0 query block.pathfan --from 1,1 --to 1,1
says out '^1 of 3: the start is the goal$'
printf 'type octile\nheight 3\nwidth 9\nmap\n...@@@...\n...@.@...\n...@@@...\n' >pocket.map
expect 0 build-index pocket.map -o pocket.pathfan
expect 3 query pocket.pathfan --from 4.5,0.5 --to 8,2 --snap 1
says err 'start was blocked and moved to 4\.5,1$'
says err 'no path'

# With a separation, the table, pictures and GeoJSON show how far apart the paths are.
near="query caves.pathfan --from 4,45 --to 55,4 --algorithm cvpd" # by index there are three ways
expect 0 $near --separation 5% --json
json '(.paths | length) == 2 and .candidates.too_near > 0 and .bounds.separation > 3.5'
jq -c '[.paths, .backup]' "$out" >percent.json
separation=$(jq .bounds.separation "$out")
for same in "--separation-share 0.05" "--separation $separation"; do
  expect 0 $near $same --json
  jq -c '[.paths, .backup]' "$out" >same.json
  check "$same" same_file percent.json same.json
done
expect 2 $near --separation 101%
expect 0 $near --separation 5% --svg near.svg
says out '^path +length +stretch +apart +points$'
says out '^ +2 +[0-9.]+ +[0-9.]+ +64% +9: 4,45'
says out '^apart: the share of a path that is farther than 3\.59 from all others$'
says out '^a single blockage anywhere on 63% of path 1 leaves another open$'
says out ' too near to a path \(separation 3\.59\)'
check "a band" equal "$(grep -c 'stroke-opacity' near.svg)" 2
check "told in the legend" grep -q '>within 3.59 of path 1<' near.svg
check "no path is dashed" bash -c '! grep -q dasharray near.svg'
expect 0 $near --separation 5% --fill --svg filled.svg --geojson filled.geojson
says out '^ +3 +[0-9.]+ +[0-9.]+ +21%\* +10: 4,45'
says out '^\* filled in: nearer to another path than separation 3\.59 allows$'
check "the filled path is dashed, in the legend too" equal "$(grep -c dasharray filled.svg)" 2
check "GeoJSON says it" jq -e '[.features[].properties.filled] == [false, false, true] and
  (.features | all(.properties.apart > 0.2 and .properties.apart < 0.6))' filled.geojson >"$out"
expect 0 $near --separation 0 --svg plain.svg --geojson plain.geojson
check "nothing of it without" bash -c "! grep -q 'opacity=\"0.16\|apart\|filled\|dasharray' plain.svg plain.geojson '$out'"

# Distance only.
expect 0 $query --distance
says out '^8$'
expect 0 $query --distance --json
json '. == {"id": 0, "status": "ok", "length": 8}'
expect 0 query block.pathfan --from 4.5,3.25 --to 8,3 --distance --snap 0.3
says out '^3\.5$'

# A seeded choice: stable, and each path is chosen for some seeds.
for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  expect 0 $query --json --choose $seed
  json '.chosen >= 0 and .chosen < 2'
  jq .chosen "$out" >>chosen
done
check "both paths are chosen" equal "$(sort -u chosen | wc -l)" 2
expect 0 $query --choose 7
says out '^chosen: path [12]$'
cp "$out" chosen.txt
expect 0 $query --choose 7
check "the same seed, the same choice" same_file "$out" chosen.txt

# Pictures and GeoJSON.
expect 0 $query --svg paths.svg --geojson paths.geojson
check "the picture is SVG" grep -q '<svg' paths.svg
check "its end is there" grep -q '</svg>' paths.svg
check "GeoJSON" jq -e '.type == "FeatureCollection" and (.features | length) == 2 and
  (.features | all(.geometry.type == "LineString" and .properties.length == 8 and
  .properties.stretch == 1)) and .features[1].properties.number == 2' paths.geojson >"$out"
expect 0 query block.pathfan --from 1,1 --to 1,1 --geojson point.geojson
check "a LineString has two positions" \
  jq -e '.features[0].geometry.coordinates == [[1,1],[1,1]]' point.geojson >"$out"
expect 1 $query --svg no/such/folder.svg
expect 1 $query --geojson no/such/folder.geojson
cp block.pathfan self.pathfan
ln -s self.pathfan link.pathfan
for output in '--svg self.pathfan' '--geojson self.pathfan' '--svg link.pathfan'; do
  expect 2 query self.pathfan --from 1,4.5 --to 8,4.5 $output
  says err 'pathfan: is the file that is read'
  silent out
done
expect 2 query block.map --algorithm polyanya --from 1,4.5 --to 8,4.5 --svg block.map
check "the index is as it was" same_file self.pathfan block.pathfan
# Endings that don't fit the output are reported before anything is read; upper case is equivalent.
for wrong in '--svg paths.png' '--svg paths' '--geojson paths.svg'; do
  expect 2 query no.pathfan --from 1,4.5 --to 8,4.5 $wrong
  says err "${wrong% *}: ${wrong#* } must end in \\.(svg|geojson or \\.json)"
done
# What would have no effect is refused.
for idle in '--svg a.svg --svg b.svg:--svg is given twice' '--snap-any:--snap-any goes with --snap' \
  '--penalty 2:--penalty goes with --algorithm penalty' '--without dead-ends:--without goes with --algorithm polyanya'; do
  expect 2 $query ${idle%%:*}
  says err "${idle#*:}"
done
# A batch's lines may have what they go with.
for useful in '--snap-any:"snap": 3' '--penalty 2:"algorithm": "penalty"' '--without dead-ends:"algorithm": "polyanya"'; do
  expect 0 query block.pathfan --batch ${useful%%:*} <<<'{"from": [1, 4.5], "to": [8, 4.5], '"${useful#*:}}"
  json '.status == "ok"'
done
for idle in '--paths 2' --partial '--snap 3'; do
  expect 2 query block.pathfan --from 1,4.5 --ray 8,4.5 $idle
  says err 'find no path'
done
check "no picture was written" equal "$(ls [ab].svg 2>/dev/null | wc -l)" 0
expect 0 $query --svg UPPER.SVG --geojson upper.JSON
check "no temporary files are left" equal "$(ls | grep -cE '\.(svg|geojson)\.')" 0

# Output that can't be written.
if [ -e /dev/full ]; then
  "$pathfan" $query --json >/dev/full 2>"$err"
  check "a full disk is exit 1" equal $? 1
  says err '^pathfan: can.t write to standard output'
fi
"$pathfan" $query >&- 2>"$err"
check "a closed stdout is exit 1" equal $? 1
{ "$pathfan" query caves.pathfan --scen caves.scen --json 2>"$err"; echo $? >closed; } |
  true
check "a reader that left is exit 1 (or it was quick enough)" grep -qE '^[01]$' closed

expect 1 query missing.pathfan --from 1,1 --to 2,2
says err 'missing\.pathfan'
# Points that the table leaves out, and how to see them.
expect 0 make-map --kind random --width 60 --height 60 --seed 5 --density 0.3 -o dots.map
expect 0 build-index dots.map -o dots.pathfan --quiet
expect 0 query dots.pathfan --from 1,1 --to 59,59 --snap 5 --paths 1
says out ': .* \.\.\. [0-9]+ more \(--points all\) \.\.\. '
expect 0 query dots.pathfan --from 1,1 --to 59,59 --snap 5 --paths 1 --points all
check "all points are there" bash -c "! grep -F ... '$out'"
all=$(sed -n 's/^ *1  .*: //p' "$out" | tr ' ' '\n' | grep -c ,)
expect 0 query dots.pathfan --from 1,1 --to 59,59 --snap 5 --paths 1 --json
check "as many as in JSON" equal "$all" "$(jq '.paths[0].points | length' "$out")"
expect 2 query block.pathfan --from 1,4.5 --to 8,4.5 --points 3
says err '\-\-points must be some or all'

# - is a standard stream.
query="query block.pathfan --from 1,4.5 --to 8,4.5"
expect 0 $query --svg file.svg --geojson file.geojson
expect 0 $query --svg -
check "the picture, and nothing else" same_file "$out" file.svg
expect 0 $query --geojson -
check "the paths, and nothing else" same_file "$out" file.geojson
check "no file is called -" test ! -e ./-
printf 'before\n' >appended
"$pathfan" $query --geojson - >>appended
check "what stood there stays" equal "$(head -1 appended)" before
check "and the paths come behind it" same_file <(tail -n +2 appended) file.geojson
check "a full disk is told" bash -c "'$pathfan' $query --svg - >/dev/full 2>full.txt; [ \$? = 1 ] && grep -q 'No space left' full.txt"
for both in '--svg - --json' '--svg - --geojson -' '--geojson - --json'; do
  expect 2 $query $both
  says err 'standard output can be one thing'
  silent out
done
map_query="query - --from 1,4.5 --to 8,4.5"
expect 0 $map_query --algorithm polyanya --json <block.map
cp "$out" piped.json
expect 0 query block.map --from 1,4.5 --to 8,4.5 --algorithm polyanya --json
check "a map from standard input" same_file "$out" piped.json
expect 2 $map_query <block.map
says err 'can be a map, not an index'
expect 2 $map_query --algorithm index <block.pathfan
says err 'can be a map, not an index'
expect 2 inspect - <block.pathfan
says err "can't be read from standard input"
printf 'version 1\n0\tblock.map\t9\t9\t1\t1\t8\t8\t10\n' >streamed.scen
expect 0 query block.pathfan --scen streamed.scen --json
cp "$out" scen.json
expect 0 query block.pathfan --scen - --json <streamed.scen
check "a scenario from standard input" same_file "$out" scen.json
printf '1,1\n2,2\n' >starts
expect 0 query block.pathfan --to 8,4.5 --group starts --json
cp "$out" group.json
expect 0 query block.pathfan --to 8,4.5 --group - --json <starts
check "a group from standard input" same_file "$out" group.json
expect 2 query - --scen - --algorithm polyanya <block.map
says err 'standard input can be one thing'
expect 0 build-index - -o piped.pathfan --quiet <block.map
expect 0 query piped.pathfan --from 1,4.5 --to 8,4.5
expect 2 build-index block.map -o -
says err "an index can't go to standard output"
check "no index is called -" test ! -e ./-
expect 0 make-map --kind rooms --width 20 --height 20 --seed 1 -o file.map
expect 0 make-map --kind rooms --width 20 --height 20 --seed 1 -o -
check "a map to standard output" same_file "$out" file.map
expect 2 make-map --kind rooms --width 20 --height 20 --seed 1 -o - --scen x.scen
says err 'of the map.s file'
expect 0 mesh file.map -o file.mesh --svg mesh.svg
expect 0 mesh file.map -o -
check "a mesh to standard output" same_file "$out" file.mesh
expect 0 mesh - --svg - <file.map
check "its picture, of standard input" same_file "$out" mesh.svg
expect 2 mesh file.map -o - --json
says err 'standard output can be one thing'

finish

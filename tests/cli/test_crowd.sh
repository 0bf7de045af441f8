# Crowds: scenarios, tables, JSON, files; errors.
. "$(dirname "$0")/lib.sh"

# An environment by name.
expect 0 crowd big --agents 300 --seed 4
silent err
says out '^strategy initial, search astar, law nonlinear, seed 4$'
says out '300 of 300 have arrived'
expect 0 crowd narrow --agents 300 --strategy alternatives --json
json '.strategy == "alternatives" and .finished == 300 and .stuck == 0 and .searches == 3'
json '(.travel_time_by_flow | length) == 3 and (.evaluations > 300) and (.requests > 3)'
json 'has("steps") and has("mean_travel_time") and has("mean_step_ms") and has("mean_move_ms")'
json 'has("max_present") and has("mean_present") and has("preprocessing_ms")'
json '.evacuation_time == .steps'
cp "$out" first.json
expect 0 crowd narrow --agents 300 --strategy alternatives --json
check "the same run again" equal "$(jq -c '[.steps, .mean_travel_time, .changes]' "$out")" \
  "$(jq -c '[.steps, .mean_travel_time, .changes]' first.json)"
expect 0 crowd narrow --agents 300 --strategy alternatives --json --seed 1
check "another seed, another run" test "$(jq .mean_travel_time "$out")" != \
  "$(jq .mean_travel_time first.json)"
expect 3 crowd narrow --agents 300 --steps 50 --json
says err '0 of 300 have arrived after 50 steps'
json '.steps == 50 and .finished == 0 and .evacuation_time == null'
json '.agents == 300 and .started == 150 and .mean_travel_time == null'
json '.travel_time_by_flow == [null, null, null]'

expect 0 crowd big --agents 1
says out '^[0-9]+ searches, 0 evaluations, 1 change of path$'

# A scenario whose map is beside it; files.
mkdir places
cat >places/hall.map <<'END'
type octile
height 4
width 12
map
............
.@@@@.@@@@@.
.@@@@.@@@@@.
............
END
cat >places/hall.json <<'END'
{"map": "hall.map", "agents": 60, "agent_area": 0.2, "speed": 0.25, "seed": 2,
 "flows": [{"from": {"polygon": [[0, 0], [1, 0], [1, 4], [0, 4]]}, "to": [[11.5, 2]]}],
 "close": {"polygon": [[7, -1], [8, -1], [8, 1.5], [7, 1.5]], "at_step": 20}}
END
for strategy in none periodic initial event alternatives; do
  expect 0 crowd places/hall.json --strategy $strategy --json
  json '.finished == 60 and .stuck == 0'
done
expect 0 crowd places/hall.json --csv all.csv --trajectories all.txt --density all.svg --every 5
check "a line each five steps" test "$(wc -l <all.csv)" -gt 10
check "a head" equal "$(head -1 all.csv)" step,started,present,arrived,searches,evaluations,changes
check "frames a second" equal "$(head -1 all.txt)" "# framerate: 0.2"
check "no unit that isn't known" equal "$(sed -n 2p all.txt)" "# id frame x y z"
check "where they start" test "$(awk '!/#/ && $2 == 0' all.txt | wc -l)" -eq 3
check "id, frame, x, y, z" grep -qE '^[0-9]+ [0-9]+ [0-9.]+ [0-9.]+ 0$' all.txt
check "nobody walks through what is closed" equal \
  "$(awk '!/#/ && $2 > 8 && $3 > 7.01 && $3 < 7.99 && $4 < 1.4 { print }' all.txt | wc -l)" 0
check "a picture" grep -q '^</svg>$' all.svg
jq '.agent_area = 0.002' places/hall.json >places/thin.json
expect 0 crowd places/thin.json --density thin.svg
check "few agents are seen, too" grep -qE '>0\.[0-9]+<' thin.svg
rm places/thin.json
"$pathfan" build-index places/hall.map -o places/hall.pathfan >/dev/null 2>&1
sed 's/hall.map/hall.pathfan/' places/hall.json >places/indexed.json
expect 0 crowd places/indexed.json --strategy alternatives --json
json '.finished == 60'

# Agents that are shut in, or can't even start, haven't arrived, and the run doesn't wait for them.
for step in 0 3; do
  for strategy in none initial alternatives; do
    jq '.close = {polygon: [[5, -1], [6, -1], [6, 5], [5, 5]], at_step: '$step'}' \
      places/indexed.json >places/sealed.json
    expect 3 crowd places/sealed.json --strategy $strategy --json
    says err '0 of 60 have arrived after'
    json '.finished == 0 and .stuck + .kept_out == 60 and .started == .stuck and .steps < 10'
    json '.evacuation_time == null and .mean_travel_time == null'
  done
done
expect 3 crowd places/sealed.json
says out '^   0       60        9        0                 -$'
says out '^51 never start: no path is left to them$'
rm places/sealed.json
check "nothing is left behind" equal "$(ls places | sort | tr '\n' ' ')" \
  "hall.json hall.map hall.pathfan indexed.json "

# By Weidmann's law: seconds, metres, gates, exits.
cat >places/door.geojson <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "free"}, "geometry": {"type": "Polygon",
  "coordinates": [[[0, 0], [8, 0], [8, 3.5], [9, 3.5], [9, 0], [14, 0], [14, 8], [9, 8], [9, 4.5],
                   [8, 4.5], [8, 8], [0, 8], [0, 0]]]}}]}
END
cat >places/door.json <<'END'
{"map": "door.geojson", "law": "weidmann", "spawn": {"all_at_once": true},
 "speed": {"normal": [1.34, 0.26], "least": 0.58, "most": 1.61}, "start_after": {"uniform": [0, 3]},
 "flows": [{"from": {"polygon": [[0, 0], [6, 0], [6, 8], [0, 8]]}, "agents": 60,
            "to": [{"polygon": [[13, 0], [14, 0], [14, 8], [13, 8]]}]}]}
END
expect 0 crowd places/door.json --json --every 1 --trajectories door.txt
json '.unit == "s" and .seconds == .steps / 2 and .waiting == 0'
json '.travel.n == 60 and .egress.p100 == .last_arrival and .egress.p50 <= .egress.p90'
json '.travel.mean < .egress.mean and .travel_by_flow[0] == .travel'
json '.exits == [{"flow": 0, "place": 0, "persons": 60, "share": 1, "first": .exits[0].first,
  "last": .last_arrival, "rate": .exits[0].rate}]'
json 'all(.gates[:2][]; .width == 1 and .passed == 60)'
json '.gates | any(.specific_flow > 1.16 and .specific_flow < 1.29 and .longest_queue > 5)'
check "metres, as PedPy reads them" equal "$(sed -n 2p door.txt)" "# id frame x/m y/m z/m"
check "all are there before the first step" test "$(awk '!/#/ && $2 == 0' door.txt | wc -l)" -eq 60
expect 0 crowd places/door.json
says out '^1.0 wide at 8.0,4.0 +60 '
says out ' s; out after .* s in the mean'
jq '.flows[0].agents = 300' places/door.json >places/dense.json
expect 4 crowd places/dense.json
says err 'flow 0: 300 agents start at once on 48.0 m2, 6.2 on each'
jq '.law = "linear"' places/door.json >places/dense.json
expect 4 crowd places/dense.json
says err 'only law weidmann draws speeds'
jq '.doors = [{"line": [[8.5, 3.5], [8.5, 4.5]], "capacity": 0.6}]
  | .areas = [{"polygon": [[10, 0], [12, 0], [12, 8], [10, 8]], "speed": 0.5}]' places/door.json >places/dense.json
expect 0 crowd places/dense.json --json
json '.finished == 60 and .seconds > 95'

# A door that is shut for a while; where it is shut, people wait.
jq '.doors = [{"line": [[8.5, 3.5], [8.5, 4.5]], "open": [[0, 10], [60, 900]]}] | .start_after = 0' \
  places/door.json >places/shut.json
expect 0 crowd places/shut.json --json --every 1 --trajectories shut.txt
json '.finished == 60 and .stuck == 0 and .last_arrival > 100'
check "nobody passes while it is shut" equal "$(awk '!/#/ && $2 >= 21 && $2 <= 119 && last[$1] < 8.5 &&
  $3 > 8.5 && last[$1] != "" { n++ } !/#/ { last[$1] = $3 } END { print n + 0 }' shut.txt)" 0
jq '.doors[0].open = [[5, 4]]' places/shut.json >places/wrong.json
expect 4 crowd places/wrong.json
says err '"doors\[0\].open" must be a list of \[from, to\]'

# A room as JuPedSim gives it: the walkable polygon as WKT.
echo 'POLYGON ((0 0, 8 0, 8 3.5, 9 3.5, 9 0, 14 0, 14 8, 9 8, 9 4.5, 8 4.5, 8 8, 0 8, 0 0),
 (3 3, 3 5, 5 5, 5 3, 3 3))' >places/room.wkt
jq '.map = "room.wkt" | .walkable = true | .start_after = 0' places/door.json >places/room.json
for strategy in none alternatives; do
  expect 0 crowd places/room.json --json --strategy $strategy --every 1 --trajectories room.txt
  json '.finished == 60'
done
check "nobody in the pillar" equal \
  "$(awk '!/#/ && $3 > 3.001 && $3 < 4.999 && $4 > 3.001 && $4 < 4.999' room.txt | wc -l)" 0
# Also as it writes several: a collection, here of the two rooms and the doorway between them.
echo 'GEOMETRYCOLLECTION (POLYGON ((0 0, 8 0, 8 8, 0 8, 0 0), (3 3, 3 5, 5 5, 5 3, 3 3)),
  POLYGON ((8 3.5, 9 3.5, 9 4.5, 8 4.5, 8 3.5)), POLYGON ((9 0, 14 0, 14 8, 9 8, 9 0)))' >places/rooms.wkt
jq '.map = "rooms.wkt"' places/room.json >places/rooms.json
expect 0 crowd places/rooms.json --json --every 1 --trajectories rooms.txt
json '.finished == 60 and (.gates | any(.width == 1 and .passed == 60))'
check "nobody in the pillar of a collection" equal \
  "$(awk '!/#/ && $3 > 3.001 && $3 < 4.999 && $4 > 3.001 && $4 < 4.999' rooms.txt | wc -l)" 0

# What PedPy's loader wants: the first number of a line with "framerate" is the rate; a line with
# "x/m" or "in m" means metres; then id, frame, x, y, z, and no frame is missing.
check "a rate" equal "$(grep -m1 framerate room.txt | grep -oE '[0-9.]+' | head -1)" 2
check "metres" equal "$(grep -c '^#.*x/m' room.txt)" 1
check "frames are consecutive" equal "$(awk '!/#/ { if (last[$1] != "" && $2 != last[$1] + 1) n++
  last[$1] = $2 } END { print n + 0 }' room.txt)" 0
check "no units without units" equal "$(grep -cE '^#.*(x/m|x/cm|in m|in cm)' all.txt)" 0
check "nobody is faster than the fastest" awk '!/#/ {
  if (x[$1] != "" && ($3 - x[$1]) ^ 2 + ($4 - y[$1]) ^ 2 > (1.611 * 0.5) ^ 2) exit 1
  x[$1] = $3; y[$1] = $4 }' room.txt

# Several seeds, the curve over them, and the densest places.
expect 0 crowd places/door.json --seeds 3 --seed 4 --curve curve.csv
says out '^seed 4: 60 of 60, out after .* s in the mean'
check "three runs" equal "$(wc -l <"$out")" 3
check "a curve's head" equal "$(head -1 curve.csv)" s,mean,least,p5,p95,most
check "from none to all" equal "$(sed -n '2p;$p' curve.csv | tr '\n' ' ')" "0,0,0,0,0,0 $(
  tail -1 curve.csv | cut -d, -f1),60,60,60,60,60 "
check "in order" awk -F, 'NR > 1 && !($3 <= $4 && $4 <= $2 && $2 <= $5 + 1e-9 && $5 <= $6) { exit 1 }' \
  curve.csv
expect 0 crowd places/door.json --seeds 2 --curve curve.svg --json
check "an object a run" equal "$(jq -c '[.seed, .finished]' "$out" | tr '\n' ' ')" "[0,60] [1,60] "
check "a drawn curve" grep -q 'Out of the building, 2 runs' curve.svg
expect 0 crowd places/door.json --density above.svg --above 2
check "highest densities" grep -qE 'highest density, up to [2-5]\.[0-9] persons/m2' above.svg
check "time above" grep -qE 'time above 2 persons/m2, up to [0-9.]+ s' above.svg
check "metres" grep -qE '>[125]0* m<' above.svg
expect 2 crowd places/door.json --above 2
expect 2 crowd places/door.json --seeds 2 --csv all.csv
expect 2 crowd places/door.json --curve curve.pdf
expect 2 crowd places/hall.json --density above.svg --above 2
says err 'needs law weidmann'
rm places/door.geojson places/door.json places/dense.json places/shut.json places/wrong.json \
  places/room.wkt places/room.json places/rooms.wkt places/rooms.json

# Errors name the field.
refused() { # refused CODE TEXT MESSAGE
  echo "$2" >wrong.json
  expect "$1" crowd wrong.json
  says err "$3"
}
refused 4 '{"environment": "big", "speed": 0}' 'wrong.json: "speed" must be a number above 0'
refused 4 '{"environment": "big", "speed": {"normal": [1]}}' '"speed" must be a number, or'
refused 4 '{"environment": "big", "doors": [{"capacity": 1}]}' '"doors\[0\].line" is missing'
refused 4 '{"environment": "big", "areas": [{"speed": 1}]}' '"areas\[0\].polygon" is missing'
refused 4 '{"environment": "big", "doors": [{"line": [[0, 0], [9, 9]]}]}' 'only law weidmann has doors'
refused 4 '{"environment": "big", "agents": 0}' '"agents" must be a whole number'
refused 4 '{"environment": "big", "agent_area": 0}' '"agent_area"'
refused 4 '{"environment": "big", "speed": NaN}' 'wrong.json: line 1'
refused 4 '{"environment": "big", "velocity": 1}' 'unknown field "velocity"'
refused 4 '{"environment": "big", "flows": [{"from": [100, 100], "to": [[1, 1]]}]}' \
  'flow 0 starts in a wall'
refused 4 '{"environment": "big", "flows": [{"from": [1, 1], "to": [[100, 100]]}]}' \
  'flow 0: goal 0 lies in a wall'
refused 4 '{"environment": "big", "depth": 3, "flows": [{"from": [1, 1], "to": [[195, 1]]}]}' \
  'flow 0: goal 0 lies .* at 195,1.* depth 3'
# A point on a wall, where a square of the quadtree begins.
{
  printf 'type octile\nheight 64\nwidth 64\nmap\n'
  for y in $(seq 64); do
    printf '%32s%2s%30s\n' '' '' '' | sed "s/ /./g; $([ "$y" -gt 8 ] && echo 's/./@/33; s/./@/34')"
  done
} >step.map
echo '{"map": "step.map", "agents": 3, "agent_area": 0.1, "speed": 1,
 "flows": [{"from": [32, 40], "to": [[34, 50]]}]}' >step.json
expect 0 crowd step.json --json
json '.finished == 3'
refused 1 '{"map": "nowhere.map", "flows": [{"from": [1, 1], "to": [[2, 2]]}]}' 'nowhere.map'
expect 1 crowd nowhere.json
expect 2 crowd big --strategy best
says err 'must be one of none, periodic, initial, event, alternatives'
expect 2 crowd big --agents 0
expect 2 crowd big --density picture.gif
expect 2 crowd
expect 0 crowd --help
says out '^example'

# Other laws say that they use no stairs.
jq -n --arg map "$root/docs/examples/building.geojson" \
  '{map: $map, flows: [{from: [2, 2], to: [[20, 2]], agents: 3}]}' >stairs.json
expect 0 crowd stairs.json --law linear
says err "law linear: people don't use the map's [0-9]* links"
expect 0 crowd stairs.json --law weidmann --quiet
silent err

# A building: places on floors, stairs, a door of the map, trajectories by floor.
jq '.flows[0].agents = 40' "$root/docs/examples/evacuation.json" |
  jq --arg map "$root/docs/examples/office.geojson" '.map = $map' >office.json
expect 0 crowd office.json --json --trajectories office.txt --every 2
json '.finished == 60 and .stuck == 0'
json '[.links[].name] == ["west stairs", "east stairs"]'
json '[.links[] | .passed + .passed_back] | add == 40'
check "both floors" equal "$(awk '!/#/ { print $5 }' office.txt | sort -u | tr '\n' ' ')" "0 1 "
check "x on the floor" test "$(awk '!/#/ && $3 > 40' office.txt | wc -l)" -eq 0
jq '.link_flags = 1' office.json >lift.json
expect 0 crowd lift.json --json
json '[.links[].name] | index("lift") != null'
jq '.close = {"door": "middle", "at_step": 0}' office.json >shut.json
expect 0 crowd shut.json --json
json '[.links[] | select(.name == "east stairs") | .passed + .passed_back] == [0]'
jq '.close = {"door": "cellar", "at_step": 0}' office.json >wrong.json
expect 4 crowd wrong.json
says err 'closure 0: the map has no door cellar'
jq '.flows[0].from.level = 7' office.json >wrong.json
expect 2 crowd wrong.json
says err '"flows\[0\].from.level": the map has no level 7'
jq '.links = [{"name": "slide"}]' office.json >wrong.json
expect 4 crowd wrong.json
says err 'the map has no link slide'

# The schema has all fields that are read.
check "a schema" jq -e . "$root/docs/crowd-scenario.schema.json" >/dev/null
for field in $(grep -oE '^ *\{"[a-z_]+", (NUMBER|WHOLE|WORD)' "$root/src/scenario/crowd_scenario.c" |
  grep -oE '"[a-z_]+"' | tr -d '"'); do
  check "$field" jq -e "[.properties, .properties.strategy.properties] | any(has(\"$field\"))" \
    "$root/docs/crowd-scenario.schema.json" >/dev/null
done
finish

# Floors and links: inspect, query, distances, batches, pictures; what is refused.
. "$(dirname "$0")/lib.sh"

building=$root/docs/examples/building.geojson
expect 0 build-index "$building" -o b.pathfan --quiet
expect 0 inspect b.pathfan
says out "^floors  *2, of the levels 0, 1$"
expect 0 inspect b.pathfan --json
json '(.map.floors | length == 2) and .map.floors[1].offset == [50, 0]'
json '.map.links[3] | .name == "slide" and .cost == 1 and .cost_back == null'

ends="--from 1,1 --from-level 0 --to 39,1 --to-level 1"
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --json --svg b.svg
json '.paths | length == 3 and .[0].cost < .[1].cost'
json '.paths[0].legs | map(.kind) == ["walk", "link", "walk"] and map(.level) == [0, 0, 1]'
json '.paths[0].points | .[0] == [1, 1] and .[-1] == [39, 1]'
check "links are dashes" grep -q 'stroke-dasharray="4 4"' b.svg
cost=$(jq '.paths[0].cost' "$out")
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --distance --json
json ".length == $cost"
# An opening in the gap between floors would join them.
for gap in '[[38, 5], [52, 5], [52, 8], [38, 8]]' '[[39, 5], [42, 5], [42, 8], [39, 8]]'; do
  echo "[{\"polygon\": $gap, \"kind\": \"opening\", \"name\": \"bridge\"}]" >bridge.json
  # shellcheck disable=SC2086
  expect 2 query b.pathfan $ends --obstacles bridge.json
  says err 'change 0: the opening bridge must lie on one floor, and not in the gaps between floors$'
done
# The same by a search, and from a file of several radii.
# shellcheck disable=SC2086
expect 0 query "$building" $ends --algorithm polyanya --paths 1 --json
json ".paths[0].cost - $cost | fabs < 1e-9"
expect 0 build-index "$building" -o r.pathfan --agent-radius 0.2,0.4 --quiet
# shellcheck disable=SC2086
expect 0 query r.pathfan $ends --radius 0.3 --paths 1 --json
json ".paths[0].cost > $cost"

# One level is that of both ends; a slide goes down only.
expect 0 query b.pathfan --from 20,2 --to 20,5 --from-level 1 --paths 1 --json
json '.paths[0] | .length == 3 and (.legs | length == 1)'
expect 0 query b.pathfan --from 20,2 --to 20,5 --from-level 1 --to-level 0 --paths 1 --json
json '.paths[0].legs | length == 1 and .[0].name == "slide"'
expect 0 query b.pathfan --from 20,5 --to 20,2 --from-level 0 --to-level 1 --paths 1 --json
json '.paths[0].cost > 20'
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --paths 2 --measures --json
json '.measures.length_ratio >= 1 and .measures.bounded_stretch >= 1'
json '[.paths[] | .measures | .length_ratio >= 1 and .nearness >= .similarity] | all'
json '.paths | (.[1].measures.length_ratio - .[1].cost / .[0].cost | fabs) < 1e-9'

# Blocked ends: all that is said is of the floor.
expect 3 query b.pathfan --from 13.15,3 --from-level 1 --to 1,1
says err "13.15,3 is inside an obstacle; --snap 0.15 moves it to the nearest free point of level 1"
says err "level 1, 13,3$"
expect 0 query b.pathfan --from 13.15,3 --from-level 1 --to 1,1 --snap 0.15 --paths 1 --json
json '.from == [13, 3] and .from_snapped'
expect 3 query b.pathfan --from 41,3 --from-level 1 --to 1,1
says err "41,3 is off level 1, which reaches from 0,0 to 40,20"
expect 0 query b.pathfan --from 41,3 --from-level 1 --to 1,1 --snap 100 --paths 1 --json
json '.from == [40, 3]'
expect 3 query b.pathfan --from 1,1 --from-level 0 --to 13.15,3 --to-level 1 --json
json '.status == "goal_blocked" and .nearest == [13, 3]'
expect 0 query b.pathfan --from 1,1 --from-level 0 --to 13.15,3 --to-level 1 --partial --json
json '.partial and (.paths[0] | .points[-1] == [13, 3] and .legs[-1].level == 1)'

# Floors by name, areas on floors, checks of paths over links.
sed 's/"level": 1\([,}]\)/"level": "Loft"\1/; s/"level": \[0, 1\]/"level": [0, "Loft"]/
  s/"level": \[1, 0\]/"level": ["Loft", 0]/' "$building" >named.geojson
expect 0 build-index named.geojson -o n.pathfan --quiet
expect 0 query n.pathfan --from 1,1 --from-level 0 --to 39,1 --to-level Loft --json
json ".paths[0].cost == $cost and (.paths[0].legs | map(.floor) == [\"0\", \"0\", \"Loft\"])"
expect 2 query n.pathfan --from 1,1 --from-level Cellar --to 39,1
says err "from_level: the map has no such level"
expect 2 query n.pathfan --from 1,1 --from-level 0 --to 39,1 --avoid 1,2,3@
expect 3 query n.pathfan --from 1,1 --from-level 0 --to 39,1 --to-level Loft \
  --avoid 36,0,37,0,37,20,36,20@Loft
expect 0 query n.pathfan --from 1,1 --from-level 0 --to 39,1 \
  --avoid 36,0,37,0,37,20,36,20@Loft --json
cat >lines <<'END'
{"from": [1, 1], "from_level": 0, "to": [39, 1], "to_level": "Loft", "paths": 1}
{"from": [1, 1], "from_level": 0, "to": [39, 1], "to_level": "Loft", "avoid": [{"circle": [39, 1, 1], "level": "Loft"}]}
{"from": [1, 1], "from_level": 0, "to": [39, 1], "to_level": "", "paths": 1}
END
expect 4 query n.pathfan --batch <lines
json ".id != 0 or .paths[0].cost == $cost"
json '.id != 1 or .status == "goal_blocked"'
json '.id != 2 or (.error | test("to_level. must be a number, or the name of a floor"))'

# Links close, open and come; checks of paths over them.
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --close "west stairs" --json --paths 1
json ".paths[0].cost > $cost and .paths[0].legs[1].name != \"west stairs\""
cat >changes.json <<'END'
[{"link": [[2, 1], [38, 1]], "level": [0, 1], "cost": 1, "cost_back": null, "name": "jump"},
 {"link": [[3, 1], [38, 2]], "level": ["0", "1"], "cost": 1, "name": "rope", "closed": true}]
END
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --obstacles changes.json --json --paths 1
json '.paths[0] | .cost == 3 and .legs[1].name == "jump"'
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --obstacles changes.json --close jump --open rope --json --paths 1
json '.paths[0].legs[1].name == "rope"'
expect 0 query b.pathfan --from 39,1 --from-level 1 --to 1,1 --to-level 0 --obstacles changes.json \
  --json --paths 1
json '.paths[0].cost > 30'
# shellcheck disable=SC2086
expect 0 query b.pathfan $ends --json --paths 1
jq -c '{check: {points: .paths[0].points, legs: .paths[0].legs, to_level: 1}}' "$out" >lines
jq -c '{check: {points: .paths[0].points, legs: .paths[0].legs, to_level: 1},
  obstacles: [{close: .paths[0].legs[1].name}]}' "$out" >>lines
expect 0 query b.pathfan --batch <lines
json '.id != 0 or (.free and .still_shortest)'
json '.id != 1 or (.free == false and .leg == 1 and .obstacle == 1)'
for flaw in '{"link": [[1, 1]], "cost": 1}' '{"link": [[1, 1], [2, 2]]}' \
  '{"link": [[1, 1], [2, 2]], "cost": -1}' '{"link": [[1, 1], [2, 2]], "cost": 1, "level": [1, 2, 3]}' \
  '{"link": [[1, 1], [13.1, 2]], "cost": 1}' '{"link": [[1, 1], [2, 2]], "cost": 1, "size": 1}'; do
  echo "[$flaw]" >flaw.json
  # shellcheck disable=SC2086
  run query b.pathfan $ends --obstacles flaw.json
  check "refused: $flaw" test "$code" -gt 1
  says err "change 0: "
done

# Plans in degrees: OpenStreetMap's indoor tagging, and IMDF; walls but for doors and openings.
expect 0 build-index "$root/docs/examples/school.geojson" --project local -o school.pathfan --quiet
expect 0 query school.pathfan --from=-15,6 --from-level 0 --to=15,-6 --to-level 1 --json
json '.paths | length == 3 and all(.[]; .legs | map(.kind) == ["walk", "link", "walk"])'
json '[.paths[].legs[1].name] | sort == ["East stairs", "Escalator", "West stairs"]
  or sort == ["East stairs", "Escalator", "Lift"]'
json '[.paths[].legs[1] | select(.name == "East stairs")] | length == 1 and (.[0].cost - 4 | fabs < 0.01)'
expect 0 query school.pathfan --from=15,-6 --from-level 1 --to=-15,6 --to-level 0 --json
json '[.paths[].legs[1].name] | all(. != "Escalator")'
# From room to room by their doors.
expect 0 query school.pathfan --from=-17,-5 --to=-7,-5 --from-level 0 --paths 1 --json
json '.paths[0].length > 12'
expect 0 build-index "$root/docs/examples/venue.geojson" --project local -o venue.pathfan --quiet
expect 0 inspect venue.pathfan --json
json '.map.links | map(.name) == ["Lift", "Stairs", "Escalator down"] and .[2].cost_back == null'
expect 0 query venue.pathfan --from=-10,5 --from-level 0 --to=20,-7 --to-level 1 --json
json '.paths | length >= 2 and all(.[]; .legs | map(.kind) == ["walk", "link", "walk"])'
json '[.paths[].legs[1].name] | sort == ["Lift", "Stairs"]'

# Tiled: layers with levels, and objects of the class link.
expect 0 build-index "$root/docs/examples/tower.tmj" -o tower.pathfan --quiet
expect 0 inspect tower.pathfan --json
json '(.map.floors | map(.level) == [0, 1]) and (.map.links | map(.name) == ["ladder", "stairs", "chute"])'
json '.map.links[1].cost == 40 and .map.links[2].cost_back == null'
expect 0 query tower.pathfan --from 10,10 --from-level 0 --to 310,150 --to-level 1 --json
json '[.paths[:2][].legs[1].name] | sort == ["ladder", "stairs"]'
expect 0 query tower.pathfan --from 150,80 --from-level 1 --to 150,150 --to-level 0 --paths 1 --json
json '.paths[0].legs[0].name == "chute" and .paths[0].cost == 15'
for flaw in 's/"0;1"/"0;1;2"/' 's/"value": 30.0/"value": "dear"/' 's/"value": 30.0/"value": -1/'; do
  sed "$flaw" "$root/docs/examples/tower.tmj" >flaw.tmj
  expect 4 build-index flaw.tmj -o flaw.pathfan --quiet
  says err "object 0 is a link"
done

# Where areas alone part the ends no point is near: what they cut off isn't known.
# shellcheck disable=SC2086
expect 3 query b.pathfan $ends --avoid 36,0,37,0,37,20,36,20@1 --json
json '.status == "no_path" and .nearest == null'

# Links that contradict themselves.
while IFS='|' read -r edit words; do
  sed "$edit" "$building" >flaw.geojson
  expect 4 build-index flaw.geojson -o flaw.pathfan --quiet
  says err "$words"
done <<'END'
s/"oneway": *[a-z1]*/"oneway": true, "cost_back": 3/|slide. is a link with both a oneway and a cost_back
s/"level": \[0, 1\], "name": "lift"/"level": [1, 1], "name": "lift"/|lift. is a link of one point on one level, which leads nowhere
END

expect 2 query b.pathfan --from 1,1 --to 2,2 --from-level 7
says err "from_level: the map has no such level"
sed 's/"level": \[1, 0\]/"level": [1, 9]/' "$building" >none.geojson
expect 4 build-index none.geojson -o none.pathfan --quiet
says err "slide. is a link whose second end"
sed 's/\[\[20, 2\], \[20, 5\]\]/[[13.1, 2], [20, 5]]/' "$building" >wall.geojson
expect 4 build-index wall.geojson -o wall.pathfan --quiet
says err "slide. is a link whose first end isn.t on free ground"

# What is drawn for all floors isn't counted as off the map on a level without ground; a name of doors
# on several floors is told once.
cat >doors.geojson <<'END'
{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"free","level":"0-1"},
"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]]]}},
{"type":"Feature","properties":{"kind":"link","level":[0,1],"cost":2,"name":"st"},"geometry":{"type":"Point",
"coordinates":[1,1]}},
{"type":"Feature","properties":{"kind":"obstacle"},
"geometry":{"type":"Polygon","coordinates":[[[4,0],[5,0],[5,9],[4,9],[4,0]]]}},
{"type":"Feature","properties":{"kind":"door","name":"d"},
"geometry":{"type":"Polygon","coordinates":[[[4,2],[5,2],[5,3],[4,3],[4,2]]]}},
{"type":"Feature","properties":{"kind":"door","name":"attic","level":5},
"geometry":{"type":"Polygon","coordinates":[[[4,6],[5,6],[5,7],[4,7],[4,6]]]}}]}
END
expect 0 build-index doors.geojson -o doors.pathfan --quiet
says err 'doors off the map have no effect: 1, feature 4 "attic"'
expect 2 query doors.pathfan --from 1,2 --from-level 0 --to 8,2 --to-level 0 --close x
says err 'named x; there are d, attic, st$'

# A link that costs nothing has no length, but leads elsewhere.
cat >hatch.geojson <<'END'
{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"kind":"free","level":"0-1"},
"geometry":{"type":"Polygon","coordinates":[[[0,0],[9,0],[9,9],[0,9],[0,0]]]}},
{"type":"Feature","properties":{"kind":"link","level":[0,1],"cost":0},"geometry":{"type":"Point",
"coordinates":[5,5]}}]}
END
expect 0 build-index hatch.geojson -o hatch.pathfan --quiet
expect 0 query hatch.pathfan --from 5,5 --from-level 0 --to 5,5 --to-level 1
says out '^1 of 3: no other candidate was tried$'
expect 0 query hatch.pathfan --from 5,5 --from-level 0 --to 5,5 --to-level 0
says out '^1 of 3: the start is the goal$'
finish

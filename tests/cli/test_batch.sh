# Many requests, as JSON Lines and as scenarios. Every line is answered, in order.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet

batch() { # batch CODE OPTIONS... < LINES
  expect "$@"
}

# Ids are echoed or counted; blank lines aren't counted; fields apply to their line only.
batch 0 query block.pathfan --batch <<'LINES'
{"id": "a", "from": [1,4.5], "to": [8,4.5]}

{"from": [1,4.5], "to": [8,4.5], "paths": 1}
{"id": 7, "to": [8,4.5], "from": [1,4.5], "paths": 2, "stretch": 1.2, "dissimilarity": 0.5, "tables": 1, "access": 2, "effort": "thorough", "max_work": 100000, "algorithm": "index", "snap": 1}
{"id": "blocked", "from": [4.5,4.5], "to": [8,4.5]}
{"id": "none", "from": [1,4.5], "to": [8,4.5], "paths": 0}
{"id": "short", "from": [1,4.5], "to": [8,4.5], "stretch": 0.5}
LINES
silent err
jq -c '[.id, .status, (.paths | length)]' "$out" >seen
check "ids, statuses and paths" same_file seen - <<'SEEN'
["a","ok",2]
[1,"ok",1]
[7,"ok",2]
["blocked","start_blocked",0]
["none","invalid_request",0]
["short","invalid_request",0]
SEEN

# Bad lines give an error object in their place; the others are answered; exit code 4.
printf '%s\n' '{"id": 1, "from": [1,1], "to": [2,1]}' 'not json' '{"id": 2' '[]' '"text"' '17' \
  '{"id": 3, "from": [1,1], "to": [2,1], "colour": "red"}' \
  '{"id": 4, "from": [1,1], "from": [1,2], "to": [2,1]}' \
  '{"id": 5, "from": [1,1]}' '{"id": 6, "to": [1,1]}' '{"id": 7, "from": [1], "to": [1,1]}' \
  '{"id": 8, "from": [1,1,1], "to": [1,1]}' '{"id": 9, "from": ["1",1], "to": [1,1]}' \
  '{"id": 10, "from": [NaN,1], "to": [1,1]}' '{"id": 11, "from": [1e999,1], "to": [1,1]}' \
  '{"id": 12, "from": [1,1], "to": [2,1], "paths": "3"}' \
  '{"id": 13, "from": [1,1], "to": [2,1], "paths": 1.5}' \
  '{"id": 14, "from": [1,1], "to": [2,1], "paths": 99999999999}' \
  '{"id": 15, "from": [1,1], "to": [2,1], "effort": "slow"}' \
  '{"id": 16, "from": [1,1], "to": [2,1], "algorithm": "astar"}' \
  '{"id": 17, "from": [1,1], "to": [2,1], "max_work": -1}' \
  '{"id": [18], "from": [1,1], "to": [2,1]}' '{"id": 19, "from": null, "to": [2,1]}' \
  $'{"id": "\xff\xfe", "from": [1,1], "to": [2,1]}' $'\x01\x02\x03' \
  '{"id": 1, "from": [1,1], "to": [2,1]} trailing' \
  '{"id": "last", "from": [1,1], "to": [2,1]}' >bad.jsonl
batch 4 query block.pathfan --batch <bad.jsonl
check "as many answers as lines" equal "$(wc -l <"$out")" "$(wc -l <bad.jsonl)"
check "all of them JSON" jq -es 'length == 27' "$out" >seen
check "the first and the last are answered" \
  jq -es '.[0].status == "ok" and .[-1].status == "ok" and .[-1].id == "last"' "$out" >seen
check "all others have an error, and only that" jq -es \
  '.[1:-1] | all((.error | type) == "string" and has("id") and (has("paths") | not))' "$out" >seen
check "bad lines keep a readable id" jq -es '[.[6].id, .[8].id, .[22].id] == [3, 5, 19]' "$out" >seen
check "unreadable ones are counted" jq -es '[.[1].id, .[3].id] == [1, 3]' "$out" >seen
says err '^pathfan: line 2: not JSON'
says err 'unknown field "colour"'

# Empty input, no newline at the end, Windows line ends.
batch 0 query block.pathfan --batch </dev/null
silent out
printf '{"from":[1,1],"to":[2,1]}' >one.jsonl
batch 0 query block.pathfan --batch <one.jsonl
json '.id == 0 and .status == "ok"'
printf '{"from":[1,1],"to":[2,1]}\r\n\r\n' >two.jsonl
batch 0 query block.pathfan --batch <two.jsonl
check "one answer" equal "$(wc -l <"$out")" 1
head -c 3000 /dev/urandom >noise
batch 4 query block.pathfan --batch <noise
check "noise gives JSON" jq -es 'all(has("error"))' "$out" >seen

# Each answer comes before the next line is read.
coproc "$pathfan" query block.pathfan --batch 2>/dev/null
for i in 1 2 3; do
  echo "{\"id\": $i, \"from\": [1,1], \"to\": [2,1]}" >&"${COPROC[1]}"
  IFS= read -r -t 20 answer <&"${COPROC[0]}"
  check "answer $i at once" equal "$(jq .id <<<"${answer:-null}")" $i
done
eval "exec ${COPROC[1]}>&-"
wait

# Options are the defaults of lines; distance only.
batch 0 query block.pathfan --batch --paths 1 <<<'{"from": [1,4.5], "to": [8,4.5]}'
json '.paths | length == 1'
batch 0 query block.pathfan --batch --distance <<<'{"from": [1,4.5], "to": [8,4.5]}'
json '.length == 8'

# Scenarios: tabs or spaces, blank lines, either version.
printf 'version 1\n0\tblock.map\t9\t9\t1\t4\t8\t4\t9\n\n1 block.map 9 9 4 4 8 4 5\n0\tblock.map\t9\t9\t0\t0\t1\t0\t1\n\n\n' >block.scen
expect 0 query block.pathfan --scen block.scen --json
jq -c '[.id, .status]' "$out" >seen
check "ids count the lines that are not blank" same_file seen - <<'SEEN'
[0,"ok"]
[1,"start_blocked"]
[2,"ok"]
SEEN
sed -i 's/^version 1$/version 1.0/' block.scen
expect 0 query block.pathfan --scen block.scen
says out '^ +2 +ok +2  7\.4721 8\.6569'
says out '^ +4 +start_blocked +0'
silent err
expect 0 query block.pathfan --scen block.scen --choose 1
says out 'paths  lengths  \(\*: chosen\)$'

# A scenario of another map is answered, with a warning: it has another name or size.
sed 's/block\.map/maps\/other.map/' block.scen >other.scen
expect 0 query block.pathfan --scen other.scen
says err 'other\.scen: names the map "other\.map", this is "block\.map"$'
for name in 'blocks.map' '.map' 'maps/'; do
  sed "s|block\.map|$name|" block.scen >other.scen
  expect 0 query block.pathfan --scen other.scen
  says err "other\.scen: names the map \"${name#maps/}\", this is \"block\.map\"$"
done
sed 's/block\.map/evil\x1b[31m\x07.map/' block.scen >evil.scen
expect 0 query block.pathfan --scen evil.scen
says err 'evil\\x1b\[31m\\x07\.map'
cp block.map $'evil\e[31m.map'
expect 0 query $'evil\e[31m.map' --algorithm polyanya --scen other.scen
says err 'this is "evil\\x1b\[31m\.map"$'
cp block.map .map
sed 's/block\.map/.map/' block.scen >nameless.scen
expect 0 query .map --algorithm polyanya --scen nameless.scen
silent err
for name in 'block' 'maps\\block.map' 'maps/BLOCK.MAP' 'block_2.map'; do
  sed "s|block\.map|${name//\\/\\\\}|" block.scen >same.scen
  expect 0 query block.pathfan --scen same.scen
  silent err
done
sed 's/block/other/' block.scen >piped.scen
(cd "$work" && "$pathfan" query - --algorithm polyanya --scen piped.scen <block.map >"$out" 2>"$err")
check "a map of standard input has no name" test ! -s "$err"
sed 's/block\.map\(.\)9/block.map\18/' block.scen >narrow.scen
expect 0 bench block.pathfan --scen narrow.scen
says err 'narrow\.scen: names the map "block\.map" of 8 x 9, this is "block\.map" of 9 x 9$'
says out 'none: 1 \(33\.3%\)$'
sed 's/block\.map/Block-merged.mesh/' block.scen >merged.scen
expect 0 query block.map --algorithm polyanya --scen merged.scen
silent err

expect 0 query block.pathfan --scen block.scen --distance
says out '^ +5 +ok +1\.0000'
printf 'version 1\n' >none.scen
expect 0 query block.pathfan --scen none.scen --json
silent out

# Bad lines of a scenario: file and line, exit code 4; they are counted, and others are answered.
good='0\tblock\t9\t9\t1\t4\t8\t4\t9'
printf "version 1\n$good\n0\tb\t9\n\n$good\n0\tb\t9\t9\tx\t4\t8\t4\t9\n$good" >mixed.scen
expect 4 query block.pathfan --scen mixed.scen --json
check "one message" equal "$(wc -l <"$err")" 1
says err 'mixed\.scen:3: expected 9 columns, found 3 \(the first of 2 malformed lines\)$'
jq -c '[.id, .status, .error, .line]' "$out" >seen
check "every line is answered in its place" same_file seen - <<'SEEN'
[0,"ok",null,null]
[1,null,"expected 9 columns, found 3",3]
[2,"ok",null,null]
[3,null,"start x must be a finite decimal number, found \"x\"",6]
[4,"ok",null,null]
SEEN
expect 4 query block.pathfan --scen mixed.scen --json --choose 5
jq -c 'select(.status) | .chosen' "$out" >seen
for seed in 5 7 9; do "$pathfan" query block.pathfan --from 1,4 --to 8,4 --json --choose $seed; done |
  jq .chosen >wanted
check "line i uses SEED + i" same_file seen wanted
expect 4 query block.pathfan --scen mixed.scen --json --distance
check "lengths" equal "$(jq -sc 'map(has("length"))' "$out")" '[true,false,true,false,true]'
expect 4 query block.pathfan --scen mixed.scen
says out '^ +3 +malformed +expected 9 columns, found 3$'
check "a row each" equal "$(wc -l <"$out")" 6
expect 4 bench block.pathfan --scen mixed.scen --json
json '.queries == 3'
check "one message" equal "$(wc -l <"$err")" 1
expect 5 query mixed.scen --scen mixed.scen

# Only bad lines, and files whose version can't be read.
bad_scenario() { # bad_scenario LINE-REGEX ANSWERS < FILE
  cat >bad.scen
  expect 4 query block.pathfan --scen bad.scen --json
  says err "bad\.scen$1"
  check "$2 errors" equal "$(jq -s 'map(select(.error)) | length' "$out")" "$2"
  expect 4 bench block.pathfan --scen bad.scen
  silent out
  check "one message" equal "$(wc -l <"$err")" 1
}
bad_scenario ':2' 1 < <(printf 'version 1\n0\tb\t9\t9\t1\t4\t8\n')
bad_scenario ':2' 1 < <(printf 'version 1\n0\tb\t9\t9\tnan\t4\t8\t4\t9\n')
bad_scenario ':2' 2 < <(printf 'version 1\n0\tb\t9\t9\t1\t4\tinf\t4\t9\nx\n')
bad_scenario ':1' 0 < <(printf "version 9\n$good\n")
bad_scenario ':1' 0 < <(printf '')
bad_scenario ':1' 0 < <(head -c 500 /dev/urandom)
expect 1 query block.pathfan --scen missing.scen
expect 4 bench block.pathfan --scen none.scen
# A byte order mark before the first line is ignored.
printf '\357\273\277{"id": 5, "from": [1,4.5], "to": [8,4.5]}\n' >marked
batch 0 query block.pathfan --batch <marked
json '.id == 5 and .status == "ok"'


# A line of any length takes little memory, and the next one is answered.
{
  printf '{"from": [1,4.5], "to": [8,4.5], "id": "'
  head -c 3000000 /dev/zero | tr '\0' a
  printf '"}\n{"from": [1,4.5], "to": [8,4.5]}\n'
} >long
expect 4 query block.pathfan --batch <long
says err 'line 1: the line has more than 1048576 bytes'
check "the next line is answered" equal "$(tail -n 1 "$out" | jq -r .status)" ok

finish

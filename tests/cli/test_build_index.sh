# build-index: its output and its errors, and that an old index survives them.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan
says out '^block\.pathfan: 4 corners to turn at, 1 connected part, [0-9.]+ KB, built in [0-9.]+ s$'
says out '^  in detail: [0-9]+ edges .*bytes, [0-9.]+ per vertex pair$'
says out 'all [0-9.]+ s$'
says err '^pathfan: about [1-9][0-9]* MB of memory needed$'
check "that and no more on stderr" equal "$(wc -l <"$err")" 1
expect 0 build-index block.map -o block.pathfan --json
json '.n == 4 and .components == 1 and .file_bytes > 0 and .memory_estimate > 0 and (.stages | length) > 0'
json '.seconds > 0 and .seconds >= ([.stages[].seconds] | add)'
says err "^pathfan: about $((($(jq .memory_estimate "$out") + 1048575) >> 20)) MB of memory needed$"
expect 0 build-index block.map --output=quiet.pathfan --quiet --tables 5
silent out
silent err
expect 0 inspect quiet.pathfan --json
json '.tables | length == 5'

# Any number of threads gives the same bytes.
expect 0 make-map --kind rooms --width 80 --height 60 --seed 3 -o rooms.map
for threads in 1 2 5; do
  expect 0 build-index rooms.map -o rooms.pathfan --quiet --threads $threads
  check "bytes with $threads threads" same_file rooms.pathfan "${first:-rooms.pathfan}"
  first=first.pathfan
  cp -f rooms.pathfan "$first"
done

# Terrain: trees and swamp are blocked unless declared passable.
printf 'type octile\nheight 3\nwidth 5\nmap\n..T..\n..S..\n..W..\n' >terrain.map
expect 0 build-index terrain.map -o terrain.pathfan --quiet
expect 3 query terrain.pathfan --from 1,1 --to 4,1
expect 0 build-index terrain.map -o terrain.pathfan --quiet --passable .GS
expect 0 query terrain.pathfan --from 1,1.5 --to 4,1.5
expect 2 build-index terrain.map -o terrain.pathfan --passable x

# Nearly empty maps.
printf 'type octile\nheight 2\nwidth 2\nmap\n@@\n@@\n' >full.map
expect 0 build-index full.map -o full.pathfan --quiet
expect 0 verify full.pathfan
expect 3 query full.pathfan --from 1,1 --to 1,1
printf 'type octile\nheight 1\nwidth 1\nmap\n.\n' >one.map
expect 0 build-index one.map -o one.pathfan
expect 0 verify one.pathfan
expect 0 query one.pathfan --from 0.25,0.25 --to 0.75,0.25 --json
json '.paths == [{"length": 0.5, "points": [[0.25,0.25],[0.75,0.25]], "apart": 1, "filled": false}]'
expect 0 inspect one.pathfan
expect 0 inspect one.pathfan --json
json '.n == 0'
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n' >plain.map
expect 0 build-index plain.map -o plain.pathfan --quiet
expect 0 query plain.pathfan --from 0,0 --to 3,2 --json
json '(.paths | length) == 1 and .paths[0].points == [[0,0],[3,2]]'

# Bad maps: exit code 4, file and line, and the old index is unchanged.
cp block.pathfan old.pathfan
cp block.pathfan before
bad_map() { # bad_map WHAT ERR-REGEX < MAP
  cat >bad.map
  expect 4 build-index bad.map -o old.pathfan
  says err "bad\.map"
  says err "$2"
  silent out
  check "$1: the old index is as it was" same_file old.pathfan before
  expect 4 build-index bad.map -o new.pathfan
  check "$1: no part of a new one" absent new.pathfan
}
bad_map empty '' </dev/null
bad_map truncated '' < <(printf 'type octile\nheight 9\nwidth 9\nmap\n.........\n')
bad_map 'cut in the header' '' < <(head -c 40 block.map)
bad_map ragged ':6' < <(printf 'type octile\nheight 3\nwidth 3\nmap\n...\n..\n...\n')
bad_map 'a long row' ':6' < <(printf 'type octile\nheight 3\nwidth 3\nmap\n...\n....\n...\n')
bad_map 'unknown character' ':6' < <(printf 'type octile\nheight 3\nwidth 3\nmap\n...\n.?.\n...\n')
bad_map 'huge header' ':[23]' < <(printf 'type octile\nheight 1000000\nwidth 1000000\nmap\n...\n')
bad_map 'overflow' ':2' < <(printf 'type octile\nheight 99999999999999999999\nwidth 3\nmap\n...\n')
bad_map negative ':2' < <(printf 'type octile\nheight -3\nwidth 3\nmap\n...\n')
bad_map 'no cells' ':[23]' < <(printf 'type octile\nheight 0\nwidth 0\nmap\n')
bad_map 'another type' ':1' < <(printf 'type hex\nheight 1\nwidth 3\nmap\n...\n')
bad_map 'rows too many' ':7' < <(printf 'type octile\nheight 2\nwidth 3\nmap\n...\n...\n...\n')
bad_map binary '' < <(head -c 4096 /dev/urandom)
bad_map 'a zero byte' ':5' < <(printf 'type octile\nheight 1\nwidth 3\nmap\n.\0.\n')
check "no temporary file is left" equal "$(ls -A | grep -cE 'pathfan\..')" 0

# Files that can't be read or written: exit code 1.
expect 1 build-index missing.map -o new.pathfan
expect 2 build-index . -o new.pathfan
expect 1 build-index block.map -o no/such/folder.pathfan
mkdir folder
expect 1 build-index block.map -o folder
expect 1 build-index block.map -o /dev/null
check "the device is still one" test -c /dev/null
expect 1 build-index block.map -o ''

# Too little memory: refused before anything is written.
expect 1 build-index rooms.map -o old.pathfan --max-memory 1025K
says err '^pathfan: about [1-9][0-9]* MB of memory needed$'
says err '^pathfan: about [1-9][0-9]* MB of memory would be needed, the limit is 1049600 bytes$'
expect 1 build-index rooms.map -o old.pathfan --max-memory 1K --quiet
says err '^pathfan: rooms.map: larger than 1024 bytes
check "only the refusal" equal "$(wc -l <"$err")" 1
expect 1 build-index rooms.map -o old.pathfan --max-memory 1M --quiet
says err '[1-9][0-9]* MB of memory would be needed, the limit is 1 MB$'
check "the old index is as it was" same_file old.pathfan before

# Output to the map itself, under any name: refused, and the map is unchanged.
cp block.map self.map
ln -s self.map link.map
ln self.map twin.map
for name in self.map ./self.map link.map twin.map; do
  expect 2 build-index self.map -o $name
  expect 2 build-index $name -o self.map
  says err '^pathfan: \S*\.map: is the file that is read'
done
check "the map is as it was" same_file self.map block.map
check "so is the link" test -L link.map
check "no temporary is left" equal "$(ls | grep -c tmp)" 0
expect 2 make-map --kind rooms --width 20 --height 20 -o both.map --scen both.map
says err 'both\.map: is the file that is read'
expect 0 mesh both.map

# If the summary can't be written, the exit code is 1, and the index is there.
if [ -e /dev/full ]; then
  "$pathfan" build-index block.map -o told.pathfan >/dev/full 2>"$err"
  check "a full disk behind stdout is exit 1" equal $? 1
  says err '^pathfan: can.t write to standard output'
  check "the index is in place" same_file told.pathfan block.pathfan
fi

# A successful build replaces it; the file is protected against accidental changes.
expect 0 build-index rooms.map -o old.pathfan --quiet --max-memory 1G
check "the new index is there" same_file old.pathfan rooms.pathfan
check "it is read-only" equal "$(stat -c %a old.pathfan)" 444

# Maps of all kinds; the same options give the same bytes.
for kind in rooms caves maze random; do
  expect 0 make-map --kind $kind --width 40 --height 30 --seed 9 -o $kind.map --scen $kind.scen \
    --queries 12
  cp $kind.map again
  expect 0 make-map --kind $kind --width 40 --height 30 --seed 9 -o $kind.map
  check "$kind: the same bytes" same_file $kind.map again
  expect 0 make-map --kind $kind --width 40 --height 30 --seed 10 -o other.map
  check "$kind: another seed, another map" bash -c "! cmp -s other.map $kind.map"
  check "$kind: 12 queries" equal "$(tail -n +2 $kind.scen | wc -l)" 12
  expect 0 build-index $kind.map -o $kind.pathfan --quiet
  expect 0 verify $kind.pathfan
  expect 0 query $kind.pathfan --scen $kind.scen --json
  json '.status == "ok" and .paths[0].length > 0'
done
expect 1 make-map --kind rooms --width 9 --height 9 -o no/such/folder.map

# Terrains.
hills='make-map --kind terrain --width 400 --height 300'
expect 0 $hills --seed 4 -o hills.geojson
cp hills.geojson again
expect 0 $hills --seed 4 -o hills.geojson
check "terrain: the same bytes" same_file hills.geojson again
expect 0 $hills --seed 10 -o other.geojson
check "terrain: another seed, another terrain" bash -c "! cmp -s other.geojson hills.geojson"
check "roads, rivers, lakes and bridges" \
  jq -e '[.features[].properties.kind] | unique == ["bridge", "free", "obstacle", "river", "road"]' \
  hills.geojson >"$out"
check "names and values" jq -e '[.features[].properties | select(.kind == "road")] |
  all((.name | test("^(Road|Track) [0-9]+$")) and (.rate | IN(0.3, 0.5, 0.75)))' hills.geojson >"$out"
expect 2 $hills --seed 4 -o scen.geojson --scen scen.scen
says err 'scen is for maps of cells'
expect 2 $hills --seed 4 -o hills.map
says err 'hills.map'
expect 2 make-map --kind city --width 200 --height 100 -o city.map
says err '\.geojson'
expect 2 $hills --scale 1 -o fine.geojson --width 9000
says err 'the scale of a terrain of 9000 x 300 must be [0-9]+ or more, not 1$'
check "nothing was written" equal "$(ls scen.geojson fine.geojson 2>/dev/null)" ""
finish

# Folders: build-index of many maps, their catalogue, inspect and verify of a folder.
. "$(dirname "$0")/lib.sh"

catalogue() { jq -e "$1" "${2:-idx}/catalogue.json" >/dev/null 2>&1; }
# contents FOLDER: the names and digests of its files.
contents() { (cd "$1" && find . -type f | sort | xargs md5sum); }
agree() { jq -es "$1" "$out" entry.json >/dev/null; }
state_of() { jq -r --arg f "$1" '.indexes[] | select(.file == $f) | .state' "$out"; }

# Maps of all kinds, nested, among other files.
mkdir -p maps/north/deep maps/.hidden
make_block_map maps/block.map
make_split_map maps/north/split.MAP
expect 0 make-map --kind rooms --width 60 --height 50 --seed 4 -o maps/north/deep/rooms.map \
  --scen maps/north/deep/rooms.map.scen
expect 0 mesh maps/block.map -o maps/north/block.mesh
cp "$root/docs/examples/campus.geojson" maps/campus.json
echo 'MULTIPOLYGON(((3 3, 6 3, 6 6, 3 6, 3 3)), ((0 0, 1 0, 0 1, 0 0)), ((9 9, 8 9, 9 8, 9 9)))' \
  >maps/north/square.wkt
printf 'poly\n1\n1\n4 0 0 9 0 9 9 0 9\n' >maps/north/field.poly
cp maps/block.map maps/.hidden/block.map
cp maps/block.map maps/.block.map
cp maps/block.map maps/north/block.map.dist
echo '{"settings": {"volume": 3}}' >maps/settings.json
head -c 500 /dev/urandom | sed '1s/^/#/' >maps/rock.mesh
mkdir maps/folder.map
ln -s .. maps/north/up
ln -s ../../maps maps/north/deep/again
wanted='block.pathfan campus.pathfan north/block.pathfan north/deep/rooms.pathfan
north/field.pathfan north/split.pathfan north/square.pathfan'
expect 0 build-index maps -o idx
check "as many lines as maps, and two" equal "$(wc -l <"$out")" 9
says out '^north/deep/rooms\.pathfan: built, [1-9][0-9]* corners, [0-9]+ bytes, [0-9.]+ s$'
says out '^idx: 7 built, 0 up to date, [0-9.]+ s$'
says out '^  2 \.json, \.yaml or \.mesh files left alone'
silent err
check "the indexes of the maps and no others" equal \
  "$(cd idx && find . -name '*.pathfan' | cut -c 3- | LC_ALL=C sort | xargs)" "$(echo $wanted | xargs)"
check "nothing else but the catalogue" equal "$(find idx -type f | wc -l)" 8
check "nothing in the maps' folder" equal "$(find maps -name '*pathfan*' | wc -l)" 0
check "the catalogue lists them in order" equal "$(jq -r '.indexes[].file' idx/catalogue.json | xargs)" \
  "$(echo $wanted | xargs)"

# The catalogue says the same about a file as the file itself.
for file in $wanted; do
  expect 0 inspect "idx/$file" --json
  jq --arg f "$file" '.indexes[] | select(.file == $f)' idx/catalogue.json >entry.json
  check "$file: the catalogue agrees" agree '.[0] as $i | .[1] as $c |
    $c.format == $i.format and $c.builder == $i.builder and $c.options == $i.options and
    $c.n == $i.n and $c.components == $i.components and $c.tables == ($i.tables | length) and
    $c.file_bytes == $i.file_bytes and $c.map.bytes == $i.map.bytes and
    $c.map.digest == $i.map.digest and $c.map.origin == $i.map.origin and
    $c.map.width == $i.map.width and $c.map.height == $i.map.height and
    $c.map.unit == $i.map.unit and ($c.map.path | sub(".*/"; "")) == $i.map.name'
  check "$file: its seal" equal "$(jq -r .seal entry.json)" \
    "$(tail -c 16 "idx/$file" | od -An -tx1 | tr -d ' \n')"
done
check "paths of maps" catalogue '[.indexes[].map.path] == ["block.map", "campus.json",
  "north/block.mesh", "north/deep/rooms.map", "north/field.poly", "north/split.MAP", "north/square.wkt"]'
expect 0 query idx/north/square.pathfan --from 1,4.5 --to 8,4.5 --json
json '(.paths | length) == 2'
expect 0 build-index maps/block.map -o alone.pathfan --quiet
check "the bytes of a build of its own" same_file alone.pathfan idx/block.pathfan
fields() { jq -c '[paths | map(if type == "number" then 0 else . end)] | unique' "$@"; }
sed -n '/^```json$/,/^```$/p' "$root/docs/catalogue.md" | sed '1d;$d' >shown.json
check "docs/catalogue.md shows the same fields" equal "$(fields shown.json)" \
  "$(fields idx/catalogue.json)"
check "and its table has them all" equal "$(for field in $(fields shown.json |
  jq -r '.[] | map(select(. != 0 and . != "indexes")) | join(".")' | sort -u | grep -vx map); do
  grep -c "^|.*\`$field\`" "$root/docs/catalogue.md"; done | grep -c '^0$')" 0

# inspect and verify of the folder.
expect 0 inspect idx
says out '^file +map +n +bytes +tables +state$'
says out '^north/square\.pathfan +north/square\.wkt +[4-9] +[0-9]+ +0  ok$'
check "a line each" equal "$(wc -l <"$out")" 8
expect 0 inspect idx --json
json '.catalogue and (.indexes | length == 7 and all(.state == "ok" and (has("error") | not)))'
check "the fields of the catalogue" equal "$(jq -c '[.indexes[] | del(.state)]' "$out")" \
  "$(jq -c '.indexes' idx/catalogue.json | jq -c .)"
expect 0 verify idx
check "a line each" equal "$(grep -c ': sound, all [0-9]* bytes checked$' "$out")" 7
expect 2 inspect idx --sections
expect 2 inspect idx --row 1
expect 1 inspect maps/north/deep
expect 1 verify .hidden

# Indexes that are up to date aren't touched.
inodes() { find "$1" -type f | sort | xargs stat -c '%n %i %Y'; }
inodes idx >before
expect 0 build-index maps -o idx --json
json '.built == 0 and .up_to_date == 7 and .failed == 0 and .gone == 0 and .left_alone == 2'
json '.maps | length == 7 and all(.state == "up to date" and .n >= 0 and .file_bytes > 0)'
check "no file was touched" equal "$(inodes idx)" "$(cat before)"
make_split_map maps/block.map
expect 0 build-index maps -o idx --json
json '[.maps[] | select(.state == "built") | .map] == ["block.map"] and .up_to_date == 6'
check "the catalogue knows" equal \
  "$(jq -r '.indexes[0].map.digest' idx/catalogue.json)" \
  "$("$pathfan" inspect idx/block.pathfan --json | jq -r .map.digest)"
for options in '--tables 2 --no-regions' '--passable .G@'; do
  cp -r idx other
  expect 0 build-index maps -o other --json $options
  json '.built == 7 and .failed == 0'
  expect 0 build-index maps -o other --json $options
  json '.up_to_date == 7'
  chmod -R u+w other && rm -rf other
done
inodes idx >before
contents idx >second
expect 0 build-index maps -o idx --json --force
json '.built == 7'
check "the same bytes" equal "$(contents idx)" "$(cat second)"
check "but for the catalogue other files" equal \
  "$(inodes idx | sort - before | uniq -d | wc -l)" 1

# An index with damage anywhere isn't up to date, nor is one of another map.
for at in 100 9000 -5; do
  chmod u+w idx/north/split.pathfan
  size=$(stat -c %s idx/north/split.pathfan)
  offset=$((at < 0 ? size + at : at))
  byte=$(od -An -tu1 -j $offset -N 1 idx/north/split.pathfan)
  printf "\\x$(printf %x $((byte ^ 16)))" |
    dd of=idx/north/split.pathfan bs=1 seek=$offset conv=notrunc 2>/dev/null
  expect 5 verify idx
  says out '^north/split\.pathfan: damaged$'
  says err '1 of 7 indexes are not sound$'
  expect 0 build-index maps -o idx --json
  json '[.maps[] | select(.state == "built") | .map] == ["north/split.MAP"]'
done
cp -f idx/north/square.pathfan idx/north/field.pathfan
expect 0 inspect idx --json
check "it is another" equal "$(state_of north/field.pathfan)" changed
expect 0 verify idx
says out '^north/field\.pathfan: sound, .*not what the catalogue says$'
expect 0 build-index maps -o idx --json
json '[.maps[] | select(.state == "built") | .map] == ["north/field.poly"]'
expect 0 verify idx

# A map that fails: its message and its old index; all other maps are built.
cp idx/block.pathfan kept
printf 'type octile\nheight 3\nwidth 3\nmap\n...\n..\n...\n' >maps/block.map
printf '' >maps/north/new.map
ln -s nowhere maps/north/broken.map
echo '{"type": "FeatureCollection"}' >maps/odd.json
echo '.' >>maps/north/field.poly
expect 4 build-index maps -o idx
says err '^pathfan: maps/block\.map:6: '
says err '^pathfan: maps/north/broken\.map: can.t open'
check "a sentence for each" equal "$(wc -l <"$err")" 5
says out '^idx: 0 built, 5 up to date, 5 failed, [0-9.]+ s$'
check "the old index stays" same_file idx/block.pathfan kept
check "no part of a new one" absent idx/north/new.pathfan
check "listed is what is there" catalogue '.indexes | length == 7'
expect 4 build-index maps -o idx --json --quiet
json '.failed == 5 and ([.maps[] | select(.state == "failed") | .error | length > 0] | all)'
json '[.maps[] | select(.map == "block.map")][0] | .n == 0 and .index == "block.pathfan"'
expect 0 verify idx
rm maps/north/new.map maps/north/broken.map maps/odd.json
make_block_map maps/block.map
sed -i '$d' maps/north/field.poly
expect 0 build-index maps -o idx --quiet
silent out
silent err
expect 1 build-index maps -o tight --max-memory 1K --quiet
check "all maps were refused" equal "$(wc -l <"$err")" 7

# Two maps for one index: refused before anything is done.
cp maps/campus.json maps/block.geojson
contents idx >before
expect 2 build-index maps -o idx --force
says err 'block\.geojson and block\.map would both get the index block\.pathfan'
expect 2 build-index maps -o fresh
check "nothing was made" absent fresh
check "nothing was changed" equal "$(contents idx)" "$(cat before)"
rm maps/block.geojson

# Folders without maps; paths that aren't folders.
mkdir none
expect 2 build-index none -o fresh
expect 1 build-index missing -o fresh
check "nothing was made" absent fresh
expect 1 build-index maps -o maps/block.map
says err 'maps/block\.map'
expect 1 build-index maps -o ''
expect 2 build-index maps -o rooms.pathfan
says err 'is a folder'
expect 2 build-index maps/block.map -o one.pathfan --force
expect 2 build-index maps/block.map -o one.pathfan --prune
expect 2 build-index maps

# Maps that no longer exist.
mv maps/north/deep away
rm maps/north/square.wkt
expect 0 build-index maps -o idx
says out '^north/deep/rooms\.pathfan: its map north/deep/rooms\.map is gone; --prune would delete it$'
says out '^idx: 0 built, 5 up to date, 2 without a map, '
check "both are there" test -f idx/north/deep/rooms.pathfan -a -f idx/north/square.pathfan
check "and still listed" catalogue '.indexes | length == 7'
cp idx/block.pathfan idx/north/stranger.pathfan
: >idx/north/never.pathfan.tmp
chmod +t idx/north/never.pathfan.tmp
: >idx/north/deep/rooms.pathfan.tmp
chmod +t idx/north/deep/rooms.pathfan.tmp
expect 0 build-index maps -o idx --prune
says out '^north/square\.pathfan: deleted, its map north/square\.wkt is gone$'
says out '^idx: 0 built, 5 up to date, 2 deleted, '
check "they are gone" absent idx/north/square.pathfan
check "with the folder that is empty now" absent idx/north/deep
check "what was not listed stays" test -f idx/north/stranger.pathfan
check "nor does what a builder of no listed map left" absent idx/north/never.pathfan.tmp
check "the catalogue knows" catalogue '.indexes | length == 5'
expect 0 inspect idx --json
check "a stranger" equal "$(state_of north/stranger.pathfan)" unlisted
expect 0 build-index maps -o idx --prune --json
json '.gone == 0 and .pruned == 0'
rm -f idx/north/stranger.pathfan
mv away maps/north/deep
expect 0 build-index maps -o idx --quiet

# Reports of inspect and verify.
rm -f idx/north/field.pathfan
echo garbage >idx/garbage.pathfan
: >idx/north/split.pathfan.tmp
chmod +t idx/north/split.pathfan.tmp
expect 5 inspect idx --json
check missing equal "$(state_of north/field.pathfan)" missing
check damaged equal "$(state_of garbage.pathfan)" damaged
check temporary equal "$(state_of north/split.pathfan.tmp)" temporary
json '[.indexes[] | select(has("error"))] | length == 2'
json '[.indexes[] | select(.state == "missing")][0] | .n == 0 and .map.path == "north/field.poly"'
says err 'garbage\.pathfan'
says err '^pathfan: north/field\.pathfan: is in the catalogue'
expect 5 verify idx
says out '^garbage\.pathfan: damaged$'
says out '^north/field\.pathfan: missing$'
says out '^north/split\.pathfan\.tmp: .*not checked$'
says err '2 of 8 indexes are not sound'
rm idx/garbage.pathfan
expect 1 inspect idx
expect 1 verify idx
: >idx/block.pathfan.tmp
chmod +t idx/block.pathfan.tmp
exec 9<idx/block.pathfan.tmp
flock 9
expect 0 build-index maps -o idx 9<&-
says out '^idx: 1 built, 5 up to date, '
check "what a dead builder left is removed" absent idx/north/split.pathfan.tmp
check "what a live one has is not" test -f idx/block.pathfan.tmp
exec 9<&-
rm idx/block.pathfan.tmp
cp -r idx bare
rm bare/catalogue.json
expect 0 inspect bare
says out '^no catalogue$'
expect 0 inspect bare --json
json '(.catalogue | not) and (.indexes | length == 6 and all(.state == "ok"))'
expect 0 verify bare

# Catalogues that can't be read.
cp idx/catalogue.json good.json
for bytes in 0 1 17 30 300 900; do
  head -c $bytes good.json >idx/catalogue.json
  expect 5 inspect idx
  says err 'catalogue\.json'
  expect 0 build-index maps -o idx
  says err 'catalogue\.json: is damaged: .*made anew$'
  says out '^idx: 0 built, 6 up to date'
  check "the same catalogue again" same_file idx/catalogue.json good.json
done
spoil() { # spoil JQ-FILTER: the catalogue after it
  jq -c "$1" good.json | sed 's/^{"pathfan_catalogue":/&/' >idx/catalogue.json
  expect 5 inspect idx --json
  json '(.catalogue | not) and (.catalogue_error | test("catalogue.json")) and (.indexes | length == 6)'
}
for filter in '.indexes[0].file = "../outside.pathfan"' '.indexes[0].file = "/outside.pathfan"' \
  '.indexes[0].file = "a/../../outside.pathfan"' '.indexes[0].file = "precious.txt"' \
  '.indexes[0].file = ""' '.indexes[0].map.path = "../block.map"' '.indexes[0].seal = "abc"' \
  '.indexes[0].n = -1' '.indexes[0].n = 1e300' '.indexes[0].format = "2"' 'del(.indexes[0].map)' \
  '.indexes[1] = .indexes[0]' '.indexes = {}' '.indexes[0] = 7' '.pathfan_catalogue = 0' \
  '.pathfan_catalogue = "1"' '.indexes[0].map.origin = [0]'; do
  spoil "$filter"
done
echo precious >outside.pathfan
jq -c '.indexes += [.indexes[0] | .file = "../outside.pathfan"]' good.json >idx/catalogue.json
expect 0 build-index maps -o idx --prune --quiet
check "no file outside is deleted" test -f outside.pathfan
check "a good catalogue again" same_file idx/catalogue.json good.json
jq -c --arg name "$(printf '%0300d' 0).pathfan" '.indexes += [.indexes[0] | .file = $name]' good.json \
  >idx/catalogue.json
expect 0 build-index maps -o idx
check "a name that no file can have" same_file idx/catalogue.json good.json
jq -c '.extra = 1 | .indexes[].extra = {}' good.json >idx/catalogue.json
expect 0 inspect idx

jq -c '.pathfan_catalogue = 2' good.json >idx/catalogue.json
cp idx/catalogue.json newer.json
expect 5 inspect idx
says err 'version 2'
expect 5 build-index maps -o idx
says err 'version 2'
check "it is not touched" same_file idx/catalogue.json newer.json
expect 0 build-index maps -o idx --force --quiet
check "now it is" same_file idx/catalogue.json good.json
for foreign in '{"version": 3, "sources": []}' 'a catalogue of ours' '[]'; do
  echo "$foreign" >idx/catalogue.json
  expect 5 build-index maps -o idx --force
  says err 'catalogue\.json: is no catalogue'
  check "somebody else's is not touched" equal "$(cat idx/catalogue.json)" "$foreign"
  expect 0 inspect idx
  says err 'is no catalogue'
done
rm idx/catalogue.json
expect 0 build-index maps -o idx --quiet
check "made again" same_file idx/catalogue.json good.json

# Indexes beside their maps, and in a folder among the maps.
cp -r maps both
expect 0 build-index both -o both
says out '^both: 6 built, '
expect 0 build-index both -o both
says out '^both: 0 built, 6 up to date'
says out '^  2 \.json, \.yaml or \.mesh files left alone'
expect 0 inspect both
expect 0 build-index both -o both/north/built
says out 'built: 6 built, '
cp maps/campus.json both/north/built/inner.json
expect 0 build-index both -o both/north/built
says out 'built: 0 built, 6 up to date'

# Names: spaces, quotes and line feeds are fine; names that JSON can't represent aren't.
mkdir odd
make_block_map "odd/a \"b\" c.map"
make_block_map $'odd/line\nfeed.map'
make_block_map odd/öst.map
make_block_map odd/two.dots.map
expect 0 build-index odd -o odd-idx --json
json '.built == 4'
check "names in the catalogue" catalogue '[.indexes[].file] ==
  ["a \"b\" c.pathfan", "line\nfeed.pathfan", "two.dots.pathfan", "öst.pathfan"]' odd-idx
expect 0 verify odd-idx
check "a line each, whatever the names" equal "$(wc -l <"$out")" 4
says out '^line.feed\.pathfan: sound'
expect 0 inspect odd-idx
says out '^line.feed\.pathfan +line.feed\.map +4'
says out '^öst\.pathfan {8}öst\.map {15}4 ' # letters are counted, not bytes
make_block_map $'odd/\xff.map'
expect 4 build-index odd -o odd-idx
says err 'UTF-8'
says out '4 up to date, 1 failed'

# A folder that can't be written, if there is a user without the right.
mkdir shut
user=()
if [ "$(id -u)" = 0 ]; then
  chmod 755 . && chmod -R a+rX maps
  if setpriv --reuid=65534 --clear-groups "$pathfan" --version >/dev/null 2>&1; then
    user=(setpriv --reuid=65534 --clear-groups)
  else
    lacks "folder without permission, as this is root"
  fi
fi
if [ "$(id -u)" != 0 ] || [ ${#user[@]} -gt 0 ]; then
  chmod 555 shut
  "${user[@]}" "$pathfan" build-index maps -o shut >"$out" 2>"$err"
  check "exit 1" equal $? 1
  says err 'ermission denied'
  "${user[@]}" "$pathfan" build-index maps -o shut/deeper >"$out" 2>"$err"
  check "exit 1" equal $? 1
  chmod -R a-w idx
  "${user[@]}" "$pathfan" build-index maps -o idx >"$out" 2>"$err"
  check "nothing to do, so nothing to write" equal $? 0
  chmod -R u+w idx shut
  # Folders that can't be searched for indexes: refused before anything is printed or done.
  chmod 0 idx/north
  rm -f maps/block.map && mv maps/north .
  "${user[@]}" "$pathfan" build-index maps -o idx --prune >"$out" 2>"$err"
  check "exit 1" equal $? 1
  says err 'can.t stat: Permission denied'
  silent out
  mv north maps && make_block_map maps/block.map
  chmod 755 idx/north
  chmod 0 maps/north
  "${user[@]}" "$pathfan" build-index maps -o idx --prune >"$out" 2>"$err"
  check "exit 1" equal $? 1
  says err 'north: can.t read the folder'
  says out '2 up to date, 5 failed'
  check "nothing is pruned" test -f idx/north/split.pathfan
  make_block_map maps/late.map
  mkdir -p open && chmod 777 open
  "${user[@]}" "$pathfan" build-index maps -o open >"$out" 2>"$err"
  check "exit 1" equal $? 1
  check "the others are built" test -f open/block.pathfan -a -f open/late.pathfan
  rm -r open maps/late.map
  chmod 755 maps/north
  # Readable files are listed, and unreadable ones reported.
  for mode in 0 444; do
    chmod $mode idx/north
    for command in inspect verify; do
      "${user[@]}" "$pathfan" $command idx >"$out" 2>"$err"
      check "$command: exit 1" equal $? 1
      says out '^block\.pathfan'
      says out '^north.*unreadable'
      says out '^north/split\.pathfan.*unreadable'
      says err 'north.*: can.t .*Permission denied'
    done
  done
  "${user[@]}" "$pathfan" inspect idx --json >"$out" 2>"$err"
  json '.indexes | map(select(.state == "unreadable") | .file) | index("north/split.pathfan") != null'
  json '.indexes | map(select(.state == "ok")) | length == 2'
  json '.indexes | map(.file) | (unique | length) == length'
  chmod 755 idx/north
  expect 0 verify idx
fi

# A catalogue that can't be read without waiting, a pipe, counts as another program's.
cp -r idx piped
rm -f piped/catalogue.json
mkfifo piped/catalogue.json
echo '{}' >piped/catalogue.json &
writer=$!
expect 0 inspect piped
says err 'catalogue\.json: is no regular file'
says out '^block\.pathfan.*ok$'
expect 5 build-index maps -o piped
says err 'catalogue\.json: is no regular file'
check "it is still a pipe" test -p piped/catalogue.json
kill $writer
wait $writer 2>/dev/null

# Two builds of one folder.
exec 9<idx
flock 9
expect 1 build-index maps -o idx 9<&-
says err '^pathfan: idx: another process is building the indexes of this folder$'
"$pathfan" build-index maps -o idx --wait >"$out" 2>"$err" 9<&- &
waiter=$!
sleep 0.1
check "it waits" kill -0 $waiter
exec 9<&-
wait $waiter
check "and goes on" equal $? 0
says out 'idx: 0 built, 6 up to date'
rm -rf pair
"$pathfan" build-index maps -o pair --wait --json >one.json 2>/dev/null &
"$pathfan" build-index maps -o pair --wait --json >two.json 2>/dev/null
check "the second is fine" equal $? 0
wait $!
check "the first is fine" equal $? 0
check "each map was built once" equal "$(jq -s 'map(.built) | add' one.json two.json)" 6
check "the same as ever" equal "$(contents pair)" "$(contents idx)"

# Killed at any time and resumed: only complete files, and nothing is built twice.
mkdir many
for seed in 1 2 3 4; do
  "$pathfan" make-map --kind caves --width 60 --height 50 --seed $seed -o many/$seed.map
done
cp -r maps/north many/north
expect 0 build-index many -o whole --quiet
killed=0
for delay in 0.01 0.03 0.06 0.1; do
  rm -rf part
  "$pathfan" build-index many -o part >/dev/null 2>&1 &
  victim=$!
  sleep $delay
  kill -9 $victim 2>/dev/null && killed=$((killed + 1))
  wait $victim 2>/dev/null
  there=0
  if [ -d part ]; then
    for file in $(cd part && find . -name '*.pathfan' | cut -c 3-); do
      check "after ${delay} s, $file is whole" same_file "part/$file" "whole/$file"
      there=$((there + 1))
    done
    run inspect part
    check "exit 0, or 1 if there is nothing yet" test $code = $(($(find part -type f | wc -l) == 0))
  fi
  expect 0 build-index many -o part --json
  json ".up_to_date == $there and .failed == 0"
  check "no temporary is left" equal "$(find part -name '*.tmp')" ''
  check "resumed, the same as ever" equal "$(contents part)" "$(contents whole)"
done
echo "killed $killed builds of 4"
finish

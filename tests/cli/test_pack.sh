# An index inside a larger file: --offset and --bytes; private copies and prefetching; --wait.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind rooms --width 60 --height 50 --seed 4 -o rooms.map --scen rooms.scen \
  --queries 20
expect 0 build-index rooms.map -o rooms.pathfan --quiet
make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet
rooms=$(stat -c %s rooms.pathfan) block=$(stat -c %s block.pathfan)
from=$(awk 'NR == 2 { print $5 "," $6 }' rooms.scen) to=$(awk 'NR == 2 { print $7 "," $8 }' rooms.scen)

# Two indexes in one pack: the first begins at a page, the second anywhere, with other bytes around.
{ head -c 8192 /dev/urandom; cat rooms.pathfan; head -c 777 /dev/urandom; cat block.pathfan
  head -c 99 /dev/urandom; } >pack
second=$((8192 + rooms + 777))
first_is=(--offset 8K --bytes $rooms) second_is=(--offset $second --bytes $block)

# answers FILE OPTIONS...: the commands' output for it, without its name.
answers() {
  local file=$1 how
  shift
  "$pathfan" inspect "$file" --json "$@"
  "$pathfan" inspect "$file" --vertex 2 --json "$@"
  "$pathfan" verify "$file" "$@" | sed 's/^[^:]*//'
  for how in '' --prefetch --private-copy '--prefetch --private-copy'; do
    "$pathfan" query "$file" --scen rooms.scen --json "$@" $how
    "$pathfan" query "$file" --scen rooms.scen --json --algorithm polyanya "$@" $how
    "$pathfan" query "$file" --from "$from" --to "$to" --json --algorithm astar "$@" $how
  done
}
answers rooms.pathfan >alone 2>&1
check "there are answers" test "$(wc -l <alone)" -gt 150
check "the first, in place" equal "$(answers pack "${first_is[@]}" 2>&1)" "$(cat alone)"
{ head -c 101 /dev/urandom; cat rooms.pathfan; } >end
check "up to the end, on no page" equal "$(answers end --offset 101 2>&1)" "$(cat alone)"
expect 0 query pack "${second_is[@]}" --from 1,4.5 --to 8,4.5 --json
json '(.paths | length) == 2 and .paths[0].length == 8'
expect 0 verify pack "${second_is[@]}"
says out "^pack: sound, all $block bytes checked$"
expect 0 bench pack "${first_is[@]}" --scen rooms.scen --json --private-copy
json '.queries == 20'
expect 0 query rooms.pathfan --bytes "$rooms" --from "$from" --to "$to"

# Places without an index.
for place in '' '--offset 8192' "--offset 8191 --bytes $rooms" "--offset 8192 --bytes $((rooms - 1))" \
  "--offset 8192 --bytes $((rooms + 1))" "--offset $second" '--offset 0 --bytes 100' \
  "--offset 8192 --bytes 1" "--offset 1T" "--offset 8192 --bytes 1T" "--offset 8388607T"; do
  for command in inspect verify "query --from 1,1 --to 2,2" "bench --scen rooms.scen"; do
    expect 5 $command pack $place
    says err '^pathfan: pack: '
  done
done
for bad in '--offset -1' '--offset x' '--bytes 1Q' '--bytes -5' '--offset 1e30'; do
  expect 2 verify pack $bad
  expect 2 query pack $bad --from 1,1 --to 2,2
done
expect 2 verify . --offset 1
expect 2 inspect . --bytes 1
# A part of a pack is never a map, whatever it begins with.
expect 2 query block.map --offset 1 --algorithm polyanya --from 1,1 --to 2,2
expect 0 query block.map --prefetch --algorithm polyanya --from 1,1 --to 2,2

# Damage is reported in the requested part only.
printf X | dd of=pack bs=1 seek=$((second + 5000)) conv=notrunc 2>/dev/null
expect 0 verify pack "${first_is[@]}"
expect 5 verify pack "${second_is[@]}"

# While another process, here this one, writes an index: an error, or a wait.
exec 9>later.pathfan.tmp
chmod +t later.pathfan.tmp # as a builder marks its own
flock 9
expect 1 build-index block.map -o later.pathfan 9>&-
says err 'later\.pathfan.*another'
check "nothing is there" absent later.pathfan
"$pathfan" build-index block.map -o later.pathfan --wait --quiet >"$out" 2>"$err" 9>&- &
waiter=$!
sleep 0.1
check "it waits" kill -0 $waiter
exec 9>&-
wait $waiter
check "and goes on" equal $? 0
check "the same bytes" same_file later.pathfan block.pathfan
check "no temporary is left" absent later.pathfan.tmp
mkdir two
cp block.map rooms.map two
exec 9>two/block.pathfan.tmp
chmod +t two/block.pathfan.tmp
flock 9
expect 1 build-index two -o two 9>&-
says out '^two: 1 built, 0 up to date, 1 failed'
says err 'block\.pathfan.*another'
exec 9>&-
expect 0 build-index two -o two --wait
says out '^two: 1 built, 1 up to date'
finish

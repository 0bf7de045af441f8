# Damaged indexes, and files that aren't indexes: exit code 5 with a message, never a crash or
# another answer.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind caves --width 50 --height 40 --seed 2 -o caves.map --scen caves.scen \
  --queries 5
expect 0 build-index caves.map -o good.pathfan --quiet
chmod u+w good.pathfan
size=$(stat -c %s good.pathfan)
expect 0 query good.pathfan --scen caves.scen --json
cp "$out" good.json
expect 0 verify good.pathfan
says out 'good\.pathfan: sound'
check "one line" equal "$(wc -l <"$out")" 1

all_refuse() { # all_refuse FILE: every command says 5
  expect 5 verify "$1"
  silent out
  says err "$1"
  check "one clear line" equal "$(wc -l <"$err")" 1
  expect 5 query "$1" --from 1,1 --to 2,2
  expect 5 inspect "$1"
  expect 5 bench "$1" --scen caves.scen
}

# A map, or what can be made one, in place of an index.
cp caves.map map.pathfan
for command in 'verify' 'query --from 1,1 --to 2,2' 'inspect' 'bench --scen caves.scen'; do
  expect 2 $command map.pathfan
  silent out
  says err 'is a map: build its index first, pathfan build-index map\.pathfan'
done
echo '<osm version="0.6"></osm>' >town.osm
expect 4 query town.osm --from 1,1 --to 2,2
says err 'osmium export town\.osm -o map\.geojson'
# A pipe whose contents look like a map: refused, and not read.
mkfifo pipe.pathfan
exec 7<>pipe.pathfan
head -c 100 caves.map >&7
all_refuse pipe.pathfan
check "nothing but the refusal" equal "$(wc -l <"$err")" 1
check "all of it is still there" equal "$(head -c 100 <&7)" "$(head -c 100 caves.map)"
exec 7>&-
: >empty.pathfan
all_refuse empty.pathfan
head -c 20000 /dev/urandom >noise.pathfan
all_refuse noise.pathfan
head -c "$size" /dev/zero >zero.pathfan
all_refuse zero.pathfan
cat good.pathfan caves.map >longer.pathfan
all_refuse longer.pathfan

# Truncated anywhere.
for part in 1 7 100 4095 4096 4097 $((size / 4)) $((size / 2)) $((size - 4096)) $((size - 1)); do
  head -c "$part" good.pathfan >cut.pathfan
  all_refuse cut.pathfan
done

# A flipped bit anywhere: verify finds it; a query finds it or answers as before.
flip() { # flip FILE OFFSET
  local byte
  byte=$(od -An -tu1 -j "$2" -N 1 "$1")
  printf "\\x$(printf %02x $((byte ^ 16)))" |
    dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}
for i in $(seq 0 59); do
  offset=$((i * (size - 1) / 59))
  cp good.pathfan flipped.pathfan
  flip flipped.pathfan $offset
  expect 5 verify flipped.pathfan
  run query flipped.pathfan --scen caves.scen --json
  case $code in
  0) check "flip at $offset: the same answers" same_file "$out" good.json ;;
  *) check "flip at $offset: exit 5" equal $code 5 ;;
  esac
done

# A page of zeros in the middle, two pages swapped.
cp good.pathfan page.pathfan
dd if=/dev/zero of=page.pathfan bs=4096 seek=$((size / 8192)) count=1 conv=notrunc status=none
expect 5 verify page.pathfan
cp good.pathfan swapped.pathfan
dd if=good.pathfan of=swapped.pathfan bs=4096 skip=2 seek=4 count=1 conv=notrunc status=none
dd if=good.pathfan of=swapped.pathfan bs=4096 skip=4 seek=2 count=1 conv=notrunc status=none
expect 5 verify swapped.pathfan

# A missing file isn't damage; a folder isn't an index.
for command in 'verify missing' 'inspect missing' 'query missing --from 1,1 --to 2,2'; do
  expect 1 $command
done
expect 5 verify .
finish

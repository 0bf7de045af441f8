# A disk without room for the new index: a message, the old index, nothing left behind.
#
#   test_full_disk.sh PATHFAN [long]
#
# First with a limit on the size of files, then on file systems in memory, which grow in steps from
# the size of the old index to that of both. Long: steps of a page, and a step of just under 8 MB.
. "$(dirname "$0")/../cli/lib.sh"
long=${2:-}

# refused FILE WHAT: checks that the build failed as it should.
refused() {
  check "$2: exit 1" equal $code 1
  grep -qE '^pathfan: .*x\.pathfan.*(No space left on device|File too large)$' "$err"
  outcome $? "$2: the message names the file and the cause"
  check "$2: the old index" same_file "$1" old.pathfan
  check "$2: nothing left" equal "$(cd "$(dirname "$1")" && echo x.pathfan*)" x.pathfan
}

expect 0 make-map --kind caves --width 60 --height 50 --seed 8 -o old.map
expect 0 make-map --kind caves --width 60 --height 50 --seed 9 -o new.map
for i in old new; do expect 0 build-index $i.map -o $i.pathfan --quiet; done
size=$(stat -c %s new.pathfan)

# Limits are multiples of 1,024 bytes. A write beyond the limit raises a signal, which kills a
# process that doesn't ignore it.
cp old.pathfan x.pathfan
limits=0
step=8
if [ "$long" ]; then step=1; fi
for ((limit = 0; limit * 1024 < size; limit += step)); do
  last="build-index with files of at most $limit KiB"
  ( # what is said goes through a pipe, which has no limit
    ulimit -f $limit
    exec env --default-signal=XFSZ "$pathfan" build-index new.map -o x.pathfan --quiet --threads 1
  ) 2>&1 | cat >"$err"
  code=${PIPESTATUS[0]}
  refused x.pathfan "$last"
  limits=$((limits + 1))
done
last="build-index with files of just enough"
(
  ulimit -f $(((size + 1023) / 1024))
  exec "$pathfan" build-index new.map -o x.pathfan --quiet --threads 1
)
code=$?
check "$last" same_file x.pathfan new.pathfan
echo "$limits limits on the size of files"

mkdir disk
if ! mount -t tmpfs -o size=1m tmpfs disk 2>"$err"; then
  echo "no full disk: $(cat "$err")"
  finish
fi
trap 'umount "$work/disk"; chmod -R u+w "$work"; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM # by the line above

# fill STEP: runs builds on disks from one that has room for old.pathfan to one that also has room
# for new.pathfan, in steps of STEP KiB.
fill() {
  local room fits=0 sizes=0
  # A page for the root folder and for each of its two files.
  room=$(($(stat -c %s old.pathfan) / 1024 + 8))
  rm -f disk/*
  mount -o remount,size=64m disk
  cp old.pathfan disk/x.pathfan
  while [ $fits = 0 ] && [ $sizes -lt 5000 ]; do
    mount -o remount,size=${room}k disk
    run build-index new.map -o disk/x.pathfan --quiet --threads 1
    if [ $code = 0 ]; then
      fits=$room
    else
      refused disk/x.pathfan "a disk of $room KiB"
      sizes=$((sizes + 1))
      room=$((room + $1))
    fi
  done
  check "with room it is the new index" same_file disk/x.pathfan new.pathfan
  check "and nothing else" equal "$(ls -A disk)" x.pathfan
  check "there were disks too small" test $sizes -gt 5
  echo "$sizes disks of less than $fits KiB, too small for an index of $((size >> 10)) KiB beside the old one"
}
if [ "$long" ]; then fill 4; else fill 16; fi

if [ "$long" ]; then
  expect 0 make-map --kind caves --width 180 --height 130 --seed 8 -o old.map
  expect 0 make-map --kind caves --width 180 --height 130 --seed 9 -o new.map
  for i in old new; do expect 0 build-index $i.map -o $i.pathfan --quiet; done
  size=$(stat -c %s new.pathfan)
  fill 256
fi
finish

# A command that a signal ends leaves no temporary file, and the old index.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind caves --width 400 --height 400 --seed 3 -o caves.map
expect 0 make-map --kind terrain --width 2500 --height 2500 --seed 3 -o land.geojson
expect 0 make-map --kind rooms --width 30 --height 30 --seed 3 -o rooms.map
mkdir indexes
expect 0 build-index rooms.map -o indexes/caves.pathfan --quiet
cp indexes/caves.pathfan before

for run in INT:caves.map TERM:caves.map HUP:caves.map TERM:land.geojson; do
  signal=${run%:*}
  # A shell's background job ignores SIGINT; this one doesn't.
  env --default-signal=INT,TERM,HUP "$pathfan" build-index ${run#*:} -o indexes/caves.pathfan --quiet \
    2>"$err" &
  builder=$!
  for _ in $(seq 200); do
    [ "$(find indexes -name '*.tmp' | wc -l)" -ge 2 ] && break
    sleep 0.02
  done
  kill -$signal $builder
  code=0
  wait $builder 2>/dev/null || code=$?
  check "$signal ends it" equal $code $((128 + $(kill -l $signal)))
  check "after $signal nothing is left" equal "$(find indexes -type f)" indexes/caves.pathfan
  check "after $signal the old index is there" same_file indexes/caves.pathfan before
done

finish

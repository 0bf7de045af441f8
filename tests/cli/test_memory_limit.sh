# Builds and queries with limits on the address space: success, or exit code 1 with a message and
# nothing left behind.
. "$(dirname "$0")/lib.sh"

expect 0 make-map --kind caves --width 60 --height 50 --seed 3 -o caves.map --scen caves.scen \
  --queries 5
cat >park.geojson <<'END'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"kind":"free"},"geometry":{"type":"Polygon","coordinates":[[[0,0],[90,0],[90,60],[0,60],[0,0]]]}},
{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[10,10],[30,12],[20,40],[10,10]]]}},
{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":[[[50,10],[70,12],[60,40],[50,10]]]}}]}
END
expect 0 build-index caves.map -o caves.pathfan --quiet
cp caves.pathfan before.pathfan

limited() { # limited KIB WORDS...: runs the command with so much address space
  local limit=$1
  shift
  code=0
  (ulimit -v "$limit" && exec "$pathfan" "$@") >"$out" 2>"$err" </dev/null || code=$?
}

# Finds the least limit with which the command starts, if it can be limited.
least=0
for limit in $(seq 16384 2048 262144); do
  limited "$limit" --version
  [ $code = 0 ] && least=$limit && break
done
check "its address space can be limited" [ $least != 0 ]

ended=0 done=0
# The builder reserves 64 GiB of addresses for its database before it writes it.
for limit in $(for step in $(seq 0 20); do echo $((least + step * step * 400)); done) 80000000; do
  for map in caves.map park.geojson; do
    limited $limit build-index $map -o caves.pathfan --quiet --threads 1
    case $code in
    0)
      done=$((done + 1))
      cp before.pathfan again && mv -f again caves.pathfan
      ;;
    *)
      ended=$((ended + 1))
      check "$map with $limit KiB: exit 1" equal $code 1
      says err '.'
      check "the old index stands" same_file caves.pathfan before.pathfan
      ;;
    esac
    check "nothing left behind" equal "$(find . -name '*.tmp*' | wc -l)" 0
  done
  limited $limit query before.pathfan --scen caves.scen --json
  case $code in
  0) ;;
  *)
    check "query with $limit KiB: exit 1" equal $code 1
    says err '.'
    ;;
  esac
done
check "some ended for want of memory" test $ended -gt 3
check "both had enough at last" test $done -ge 2
# Data that doesn't fit is spilled, with the same bytes as result; what can't be spilled is refused.
expect 0 make-map --kind caves --width 120 --height 100 --seed 5 -o large.map
expect 0 build-index large.map -o large.pathfan --json --no-regions
needed=$(jq .memory_estimate "$out")
expect 0 build-index large.map -o spilled.pathfan --json --no-regions --max-memory $((needed - 1))
json ".memory_estimate < $needed"
spilled=$(jq .memory_estimate "$out")
check "the same bytes" same_file spilled.pathfan large.pathfan
check "and nothing beside it" equal "$(echo spilled*)" spilled.pathfan
expect 0 build-index large.map -o spilled.pathfan --quiet --no-regions --max-memory "$spilled" --resume
check "the same, to be resumed" same_file spilled.pathfan large.pathfan
expect 1 build-index large.map -o no.pathfan --quiet --no-regions --max-memory $((spilled - 1))
says err 'would be needed'
check "nothing is left of it" equal "$(echo no*)" 'no*'
finish

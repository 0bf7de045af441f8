# Makes every call on files fail in turn, in every command that writes files (sweep.c).
#
#   test_io_faults.sh PATHFAN SWEEP [long|errors]
#
# Short: each call fails, is interrupted, is cut short, or is the last one before or during a kill.
# Long: more errors, kills after each call, larger maps and polygon maps, verify after every run,
# and the list of faults survived. Errors: only failing calls, for a sanitizer, which finds nothing
# in a kill and takes ten times as long; nothing is spilled there.
. "$(dirname "$0")/../cli/lib.sh"
sweep=$2
faults=EIO,EINTR,short,kill-before,kill-half
long=
case ${3:-} in
errors) faults=EIO ;;
long)
  long=1
  faults=EIO,ENOSPC,EDQUOT,EINTR,short,kill-before,kill-half,kill-after
  ;;
esac
runs=0

# faulty WHAT OPTIONS -- ARGUMENTS: sweeps pathfan ARGUMENTS in $work/$what/folder, which is empty
# before; old/ and new/ are beside it.
faulty() {
  local what=$1 given=()
  shift
  while [ "$1" != -- ]; do
    given+=("$1")
    shift
  done
  shift
  mkdir -p "$work/$what/folder"
  last="pathfan $* with faults"
  "$sweep" ${long:+--list} --folder "$work/$what/folder" --old "$work/$what/old" \
    --new "$work/$what/new" --faults $faults "${given[@]}" -- "$pathfan" "$@" >"$out" 2>"$err"
  code=$?
  if [ $code = 77 ]; then
    cat "$out"
    exit 77
  fi
  if [ $code != 0 ]; then sed 's/^/  /' "$out"; fi
  outcome $code "$what: every fault is survived or reported"
  [ $code != 0 ] || [ ! "$long" ] || sed 's/^/  /' "$out"
  echo "$what: $(tail -1 "$out")"
  runs=$((runs + $(sed -n 's/.* \([0-9]*\) runs with.*/\1/p' "$out")))
}

# index WHAT OLD-MAP NEW-MAP OPTIONS: sweeps building the new map's index over the old map's.
index() {
  local what=$1 folder=$work/$1/folder verify=()
  mkdir -p "$what/old" "$what/new"
  expect 0 build-index "$2" -o "$what/old/x.pathfan" --quiet --threads 1
  cp "$3" "$what/old/$(basename "$3")"
  cp "$3" "$what/new/$(basename "$3")"
  expect 0 build-index "$3" -o "$what/new/x.pathfan" --quiet --threads 1
  [ ! "$long" ] || verify=(--verify "'$pathfan' verify '$folder/x.pathfan'")
  faulty "$what" "${verify[@]}" -- build-index "$folder/$(basename "$3")" \
    -o "$folder/x.pathfan" --quiet --threads 1 "${@:4}"
}

# output WHAT INPUT NAME ARGUMENTS: sweeps a command that writes NAME over an existing file. @ in
# ARGUMENTS is replaced by the folder of the files; INPUT is - if there is none. The sweep's options
# are in $options.
options=()
output() {
  local what=$1 input=$2 name=$3
  shift 3
  mkdir -p "$what/old" "$what/new"
  if [ "$input" != - ]; then cp "$input" "$what/old"; cp "$input" "$what/new"; fi
  echo "an old file" >"$what/old/$name"
  chmod 640 "$what/old/$name"
  cp -p "$what/old/$name" "$what/new"
  expect 0 "${@//@/$work/$what/new}"
  faulty "$what" "${options[@]}" -- "${@//@/$work/$what/folder}"
}

# folder WHAT: sweeps building the indexes of a folder of two maps that have changed.
folder() {
  local what=$1 place=$work/$1/folder i
  mkdir -p "$what/old" "$what/new"
  for i in 1 2; do
    expect 0 make-map --kind caves --width 30 --height 24 --seed $i -o "$what/old/m$i.map"
  done
  expect 0 build-index "$what/old" -o "$what/old" --quiet --threads 1
  for i in 1 2; do
    expect 0 make-map --kind caves --width 32 --height 24 --seed 1$i -o "$what/old/m$i.map"
    cp "$what/old/m$i.map" "$what/new"
  done
  expect 0 build-index "$what/new" -o "$what/new" --quiet --threads 1
  # Old indexes are read, and new ones too if present; catalogue.json lists those present, old and
  # new, and verify compares.
  faulty "$what" --mixed --loose catalogue.json --spare m1.pathfan --spare m2.pathfan \
    --spare m1.map --spare m2.map --spare catalogue.json --verify "'$pathfan' verify '$place'" -- \
    build-index "$place" -o "$place" --quiet --threads 1
}

expect 0 make-map --kind caves --width 40 --height 30 --seed 1 -o a.map
expect 0 make-map --kind caves --width 44 --height 30 --seed 2 -o b.map
expect 0 build-index a.map -o a.pathfan --quiet

index grid b.map a.map
# Data that doesn't fit in memory goes to unnamed files. Short: only interrupted calls, because most
# others are the same as in any build.
expect 0 build-index a.map -o a.pathfan --json --threads 1
needed=$(jq .memory_estimate "$out") all=$faults
[ "$long" ] || faults=EINTR
[ "$all" = EIO ] || index spilled b.map a.map --max-memory $((needed - 1))
faults=$all
if [ "$long" ]; then folder folder; fi
output make-map - m.map make-map --kind rooms --width 90 --height 80 --seed 1 -o @/m.map
options=(--mixed) # the map may be there without its scenario
output scenario - m.scen make-map --kind rooms --width 90 --height 80 --seed 1 -o @/m.map \
  --scen @/m.scen --queries 200
options=()
output mesh a.map m.mesh mesh @/a.map -o @/m.mesh
output convert a.pathfan m.geojson mesh @/a.pathfan -o @/m.geojson
output svg a.pathfan q.svg query @/a.pathfan --from 8,8 --to 33,17 --svg @/q.svg
if [ "$long" ]; then
  expect 0 make-map --kind caves --width 90 --height 70 --seed 3 -o large.map
  index large a.map large.map
  index polygons a.map "$root/docs/examples/campus.geojson"
fi
echo "$runs runs with a disturbed call"
finish

# Sourced by every test_*.sh: runs the command, counts assertions, prints the total.
#
#   run ARGUMENTS...        runs pathfan; sets $code, and writes stdout to the file $out and
#                           stderr to the file $err
#   expect CODE ARGUMENTS   the same, and asserts the exit code
#   says out|err REGEX      asserts that a line of the last output matches
#   silent out|err          asserts that the last output is empty
#   json FILTER             asserts that jq FILTER is true of the last stdout
#   check WHAT COMMAND...   asserts that a command succeeds
#   lacks WHAT              what follows is left out, as WHAT isn't here; where CI=true a failure
#   finish                  the last line of every test

set -u
pathfan=$(realpath "$1")
tests=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
root=$(realpath "$tests/../..")
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
cd "$work" || exit 1
out=$work/.out err=$work/.err
asserted=0 failed=0 code=0 last=
unset NO_COLOR POSIXLY_CORRECT
command -v jq >/dev/null || { echo "these tests need jq" >&2; exit 1; }

outcome() { # outcome GOOD WHAT
  asserted=$((asserted + 1))
  [ "$1" = 0 ] && return
  failed=$((failed + 1))
  echo "FAILED: $2"
  echo "  after: $last (exit $code)"
  sed 's/^/  out: /' "$out" 2>/dev/null | head -5
  sed 's/^/  err: /' "$err" 2>/dev/null | head -5
}

run() {
  last="pathfan $*"
  "$pathfan" "$@" >"$out" 2>"$err"
  code=$?
}

expect() {
  local wanted=$1
  shift
  run "$@"
  [ "$code" = "$wanted" ]
  outcome $? "exit $wanted wanted, $code came"
  if [ "$wanted" != 0 ]; then
    grep -q '^pathfan: ' "$err"
    outcome $? "a message on stderr that starts with 'pathfan: '"
  fi
}

says() {
  grep -qE -- "$2" "$work/.$1"
  outcome $? "std$1 matches /$2/"
}

lacks() {
  echo "skipped: there is no $1"
  [ "${CI:-}" != true ]
  outcome $? "there is $1"
}

silent() {
  [ ! -s "$work/.$1" ]
  outcome $? "std$1 is empty"
}

json() {
  jq -es "all(.[]; $1)" "$out" >/dev/null 2>&1
  outcome $? "JSON: $1"
}

check() {
  local what=$1
  shift
  "$@"
  outcome $? "$what"
}

same_file() { cmp -s "$1" "$2"; }
absent() { [ ! -e "$1" ]; }
equal() { [ "$1" = "$2" ]; }

# A room of 9 x 9 with a block of 3 x 3 in the middle. From 1,4.5 to 8,4.5, both ways round the
# block are 2.5 + 3 + 2.5 = 8 long.
make_block_map() {
  printf 'type octile\nheight 9\nwidth 9\nmap\n' >"$1"
  for row in 0 1 2 3 4 5 6 7 8; do
    case $row in
    3 | 4 | 5) echo '...@@@...' ;;
    *) echo '.........' ;;
    esac
  done >>"$1"
}

# Two rooms of 4 x 5 with a wall between.
make_split_map() {
  printf 'type octile\nheight 5\nwidth 9\nmap\n' >"$1"
  for row in 1 2 3 4 5; do echo '....@....'; done >>"$1"
}

# A terrain of 20 x 10: a road along y = 5 of rate 0.5, which fords one river at a cost of 0.25 and
# crosses another, otherwise uncrossable, by a bridge; and a pond.
make_land_map() {
  cat >"$1" <<'END'
{"type": "FeatureCollection", "features": [
 {"type": "Feature", "properties": {"kind": "free"}, "geometry":
  {"type": "Polygon", "coordinates": [[[0,0],[20,0],[20,10],[0,10],[0,0]]]}},
 {"type": "Feature", "properties": {"kind": "obstacle"}, "geometry":
  {"type": "Polygon", "coordinates": [[[17,1],[19,1],[19,3],[17,3],[17,1]]]}},
 {"type": "Feature", "properties": {"kind": "road", "rate": 0.5, "name": "the \"old\" road\\"},
  "geometry": {"type": "LineString", "coordinates": [[2,5],[18,5]]}},
 {"type": "Feature", "properties": {"kind": "river", "cost": 0.25, "name": "Brook"}, "geometry":
  {"type": "LineString", "coordinates": [[6,0],[6,10]]}},
 {"type": "Feature", "properties": {"kind": "river", "name": "Río"}, "geometry":
  {"type": "LineString", "coordinates": [[10,0],[10,10]]}},
 {"type": "Feature", "properties": {"kind": "bridge"}, "geometry":
  {"type": "Point", "coordinates": [10,5]}}]}
END
}

finish() {
  echo "$((asserted - failed)) of $asserted passed"
  [ "$failed" = 0 ]
  exit
}

# pathfan crowd --paper and --unseen: files, resuming after an interruption, errors.
. "$(dirname "$0")/lib.sh"

expect 0 crowd --paper --out paper --agents 240 --jobs 2 --quiet
silent err
says out '^astar alternatives '
says out '^dijkstra event '
says out '^Better in both in [0-3] of 3 cases'
says out '^paper/report.html: 27 runs$'
for file in report.md report.html summary.csv costs-big.svg costs-narrow.png present-medium.svg \
  density-big-none.svg density-narrow-alternatives.svg present/big-initial.csv maps/big.geojson; do
  check "$file is there" test -s paper/$file
done
check "pictures in the report exist" bash -c \
  "grep -o '([^)]*\.svg)' paper/report.md | tr -d '()' | (cd paper && xargs ls >/dev/null)"
check "a line for each run" equal "$(wc -l <paper/runs.csv)" 28
check "all have arrived" equal "$(awk -F, 'NR > 1 && $9 != 240' paper/runs.csv | wc -l)" 0
check "the pairs side by side" equal "$(awk -F, '$1 == "big" { print $3 }' paper/runs.csv |
  head -2 | tr '\n' ' ')" "initial alternatives "
check "nothing else is left" equal "$(ls -A paper | grep -vE '\.(svg|png|csv|md|html)$' |
  tr '\n' ' ')" "maps present "

# Finished runs aren't repeated; a run whose line is incomplete is.
cp paper/runs.csv whole.csv
cp paper/report.md whole.md
expect 0 crowd --paper --out paper --agents 240 --jobs 2 --quiet
says out '27 runs \(27 from an earlier run\)'
check "the same report" cmp -s whole.md paper/report.md
head -c -20 whole.csv >paper/runs.csv
expect 0 crowd --paper --out paper --agents 240 --quiet
says out '27 runs \(26 from an earlier run\)'
results() { cut -d, -f1-10,16-22 "$1" | sort; } # but times
check "the same results" equal "$(results paper/runs.csv)" "$(results whole.csv)"
expect 0 crowd --paper --out paper --agents 240 --repeats 2 --jobs 2 --quiet
says out '54 runs \(27 from an earlier run\)'
check "alternatives first with odd seeds" equal "$(awk -F, '$1 == "big" && $7 == 1 { print $3 }' \
  paper/runs.csv | head -2 | tr '\n' ' ')" "alternatives initial "
check "intervals" grep -qE '^\| big nonlinear 16 \|.*\.\..*\.\.' paper/report.md

# The user's own maps.
"$pathfan" make-map --kind rooms --width 40 --height 30 --seed 2 -o rooms.map >/dev/null
expect 0 crowd --unseen --out own rooms.map --agents 90 --quiet
says out '^rooms linear 8 '
says out 'of 6 cases'
says out '^own/report.html: 12 runs$'
check "no map was made" equal "$(ls own/maps)" rooms.pathfan

# Errors.
printf 'a,b\n' >own/runs.csv
expect 4 crowd --unseen --out own rooms.map --agents 90
says err 'runs.csv:1: these aren.t the columns'
printf 'type octile\nheight 1\nwidth 2\nmap\n@@\n' >wall.map
expect 4 crowd --unseen --out walls wall.map
expect 2 crowd --paper
says err '--out DIR is missing'
expect 2 crowd --paper --out paper big
says err "unexpected argument 'big'"
expect 2 crowd --paper --out paper --strategy none
says err '--paper and --unseen take --agents and --seed'
expect 2 crowd big --repeats 3
expect 2 crowd --paper --out paper --jobs 0

# RiMEA's tests.
expect 0 crowd --standards --out standards
says out '^([0-9]+) of \1 are met$'
for number in 1 4 5 6 7 9 11 12 13 14; do says out "^RiMEA $number  .* yes\$"; done
check "a report" grep -q 'RiMEA 13' standards/report.html
check "numbers" grep -q 'RiMEA 1 / ' standards/summary.csv
expect 0 crowd --standards 1 6
says out '^3 of 3 are met$'
expect 2 crowd --standards 2
says err 'there is no test 2'
expect 2 crowd --standards --paper
expect 2 crowd --standards --json 1
finish

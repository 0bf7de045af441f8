# pathfan evaluate: complete runs, killed ones, equal ones; the contents of its files.
. "$(dirname "$0")/lib.sh"

make_maps() { # make_maps FOLDER: two suites
  mkdir -p "$1/one" "$1/two"
  local seed=1 kind
  for kind in rooms caves maze; do
    "$pathfan" make-map --kind $kind --width 44 --height 36 --seed $seed -o "$1/one/$kind.map" \
      --scen "$1/one/$kind.map.scen" --queries 25
    seed=$((seed + 1))
  done
  "$pathfan" make-map --kind rooms --width 30 --height 30 --seed 9 -o "$1/two/small.map" \
    --scen "$1/two/small.map.scen" --queries 17
}
make_maps maps

# A complete run, with times.
expect 0 evaluate maps --out timed --paths-sample 5 --threads 2
says out '^timed/report.html: 4 maps, 92 queries$'
silent err
for file in report.html report.md summary.csv results.csv maps/one.rooms.csv maps/two.small.csv \
  figure-5-one-1.svg figure-5-one-3.png figure-5-two-modes.svg figure-6-one.svg via-nodes.png; do
  check "$file is there" test -s timed/$file
done
check "nothing else is left" equal "$(ls -A timed | grep -vE '\.(svg|png|csv|md|html)$')" maps
check "an SVG" grep -q '</svg>' timed/figure-6-two.svg
check "a PNG" equal "$(head -c 4 timed/via-nodes.png | tail -c 3)" PNG
for part in 'Table 6' 'Figure 5' 'Figure 6' 'Table 7' Coverage 'Via nodes' 'CPD' 'hub labels' 'Paths that differ' \
  'pathfan evaluate maps --out timed' 'processors' 'best time'; do
  check "the report has $part" grep -q "$part" timed/report.md
  check "the page has $part" grep -q "$part" timed/report.html
done
check "pictures in the report exist" bash -c \
  "grep -o '([^)]*\.svg)' timed/report.md | tr -d '()' | (cd timed && xargs ls >/dev/null)"
check "tags are in pairs" equal "$(grep -o '<t[rdh][ >]' timed/report.html | wc -l)" \
  "$(grep -o '</t[rdh]>' timed/report.html | wc -l)"

# number FILE TABLE ROW COLUMN: a number of summary.csv.
number() { awk -F, -v t="$2" -v r="$3" -v c="$4" '$1 == t && $2 == r && $3 == c { print $4 }' "$1"; }

# Computes means and shares from the rows of queries, by awk. A row's columns are found by name.
recompute() { # recompute SUITE METHOD: mean us, shares of 1, 2, 3 paths
  awk -F, -v us="$2 us" -v paths="$2 paths" '
    FNR == 1 { table = 0 }
    table == 2 && $2 != "" { sum += $at_us; n++; found[$at_paths]++ }
    table == 1 { for (i = 1; i <= NF; i++) { if ($i == us) at_us = i; if ($i == paths) at_paths = i }
                 table = 2 }
    $0 == "" { table = 1 }
    END { printf "%.6f %.6f %.6f %.6f\n", sum / n, found[1] / n, found[2] / n, found[3] / n }
  ' timed/maps/"$1".*.csv
}
nearly() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && (a - b) ^ 2 <= (2e-6 * (1 + b)) ^ 2) }'; }
for suite in one two; do
  for method in '1-CVPD(15)' '3-CVPD(All)' Thorough Dissim Pen; do
    read -r mean one two three < <(recompute $suite "$method")
    row="$suite / $method"
    check "$row: mean time" nearly "$(number timed/summary.csv times "$row" 'mean us')" "$mean"
    check "$row: 1 path" nearly "$(number timed/summary.csv coverage "$row" 1)" "$one"
    check "$row: 2 paths" nearly "$(number timed/summary.csv coverage "$row" 2)" "$two"
    check "$row: 3 paths" nearly "$(number timed/summary.csv coverage "$row" 3)" "$three"
  done
done
# One of 20 parts by expansions: the last twentieth of the queries in that order.
last=$(awk -F, '
  FNR == 1 { table = 0 }
  table == 2 && $2 != "" { print $3, $at, ++n }
  table == 1 { for (i = 1; i <= NF; i++) if ($i == "Poly us") at = i; table = 2 }
  $0 == "" { table = 1 }' timed/maps/one.caves.csv timed/maps/one.maze.csv timed/maps/one.rooms.csv |
  sort -k1,1n -k3,3n | awk '{ us[NR] = $2 } END { for (i = int(NR * 19 / 20) + 1; i <= NR; i++) { s += us[i]; n++ }
    printf "%.6f\n", s / n }')
check "the last percentile" nearly "$(number timed/summary.csv figure-5 'one / Poly / 100' 'mean us')" "$last"
check "coverage sums to 1" equal "$(awk -F, '$1 == "coverage" && $3 ~ /^(none|1|2|3)$/ { s[$2] += $4 }
  END { for (r in s) if ((s[r] - 1) ^ 2 > 1e-12) print r }' timed/summary.csv)" ''
check "no two distances differ" equal "$(awk -F, '$1 == "baselines" && $3 == "differing" { s += $4 }
  END { print s }' timed/summary.csv)" 0
check "results: every method of every map" equal \
  "$(tail -n +2 timed/results.csv | cut -d, -f1,2 | sort -u | wc -l)" 4
check "similarity is bound" equal "$(awk -F, '$1 == "table-7-own" && $3 == "Sim max" &&
  $2 ~ /CVPD|Dissim|Thorough/ && $4 > 0.4000001' timed/summary.csv)" ''
# Paths that differ in the plane: from the sums in the maps' files; without a separation they are
# the requests of the other tables.
sums() { # sums SUITE NUMBER: shares of 1, 2, 3 ways, apart, near, backup, stretch, us
  awk -F, -v p="separation_$2_" 'index($1, p) == 1 { s[substr($1, length(p) + 1)] += $2 }
    END { n = s["queries"]; a = s["alternatives"]
          printf "%.6f %.6f %.6f %.6f %.6f %.6f %.6f %.6f\n", s["one"] / n, s["two"] / n,
            s["three"] / n, s["apart"] / a, s["near"] / a, s["backup"] / n, s["stretch"] / a,
            s["us"] / n }' timed/maps/"$1".*.csv
}
separated() { # separated ROW COLUMN WANTED
  check "$1: $2" nearly "$(number timed/summary.csv separations "$1" "$2")" "$3"
}
for row in '1 Fast / 0' '2 Fast / 2%' '6 Thorough / 2% and fill' '8 Dissim / 2%'; do
  read -r one two three apart near backup stretch us < <(sums one ${row%% *})
  row="one / ${row#* }"
  separated "$row" 1 "$one"
  separated "$row" 2 "$two"
  separated "$row" 3 "$three"
  separated "$row" 'apart mean' "$apart"
  separated "$row" near "$near"
  separated "$row" backup "$backup"
  separated "$row" stretch "$stretch"
  separated "$row" 'mean us' "$us"
done
for method in 'Fast Fast' 'Thorough Thorough' 'Dissim Dissim'; do
  for ways in 1 2 3; do
    separated "all / ${method#* } / 0" $ways \
      "$(number timed/summary.csv coverage "all / ${method% *}" $ways)"
  done
done
check "with a separation no way is near another" equal \
  "$(awk -F, '$1 == "separations" && $2 ~ /2%$/ && $3 == "near" && $4 != 0' timed/summary.csv)" ''

# Single queries: the same results, now as a table of lines; a mean of it is the report's.
expect 0 evaluate maps --out timed --paths-sample 5 --per-query queries.csv
says out '4 maps from an earlier run'
check "all queries of a method" equal "$(grep -c ',Fast,3,' queries.csv)" 92
read -r mean rest < <(recompute two Dissim)
check "a mean time" nearly "$(awk -F, '$1 == "two" && $5 == "Dissim" && $6 == 3 && $4 != "" { s += $7; n++ }
  END { printf "%.6f", s / n }' queries.csv)" "$mean"

# Without times, neither threads nor earlier results matter.
plain() { expect 0 evaluate maps --out "$@" --no-times --paths-sample 5; }
plain whole --threads 1
plain two --threads 2
check "two threads are one thread" diff -r whole two
check "no date, no machine" bash -c "! grep -qE '20[0-9][0-9]-|processors' whole/report.md"
rm -r two/maps/one.caves.csv two/report.md two/via-nodes.svg
plain two
check "what was missing is there again" diff -r whole two
says out '3 maps from an earlier run'
head -c 3000 whole/maps/one.maze.csv >two/maps/one.maze.csv
plain two
check "half a file is done again" diff -r whole two

# Killed as soon as the first map is done, then once more, then run to the end.
for attempt in 1 2; do
  "$pathfan" evaluate maps --out killed --no-times --paths-sample 5 --threads 1 --quiet \
    >/dev/null 2>&1 &
  victim=$!
  for tries in $(seq 200); do
    [ "$(ls killed/maps/*.csv 2>/dev/null | wc -l)" -ge $attempt ] && break
    sleep 0.01
  done
  kill -9 $victim 2>/dev/null
  wait $victim 2>/dev/null
done
check "some maps were finished" test "$(ls killed/maps/*.csv | wc -l)" -ge 1
: >killed/maps/one.rooms.csv.12345-0.tmp
plain killed --threads 1
check "killed and resumed is uninterrupted" diff -r whole killed

# Other settings give other bytes.
expect 2 evaluate maps --out whole --no-times --sample 2 --paths-sample 5
says err 'was made with other settings \(.*sample=1 .*; now .*sample=2 '
expect 0 evaluate maps --out sampled --no-times --sample 2
says out '48 queries'
cp -r maps changed
tail -n +3 maps/two/small.map.scen >lines
{ head -1 maps/two/small.map.scen && cat lines; } >changed/two/small.map.scen
expect 0 evaluate changed --out two --no-times --paths-sample 5
says out '91 queries \(3 maps from an earlier run\)'

# Bad maps and lines are reported and left out.
cp -r maps bad
echo 'type octile' >bad/one/broken.map
cp maps/one/rooms.map.scen bad/one/broken.map.scen
printf '0\tx.map\t1\n' >>bad/two/small.map.scen
cp maps/one/rooms.map bad/one/lonely.map
expect 4 evaluate bad --out worse --no-times --paths-sample 5 --threads 2
says err '^pathfan: bad/one/broken.map:'
says err '^pathfan: bad/two/small.map.scen:19: '
says out '4 maps, 92 queries; left out: 1 maps, 1 lines'
check "the report tells it" grep -q 'Left out because of their content: 1 maps, 1 lines' worse/report.md
check "and the map without lines" grep -q '1 maps have no scenario' worse/report.md
check "the others are as they were" same_file whole/maps/one.rooms.csv worse/maps/one.rooms.csv
expect 4 evaluate bad --out worse --no-times --paths-sample 5 --quiet
silent out
says err '^pathfan: bad/one/broken.map:'

# The same figures from the command, one query after the other.
expect 0 evaluate maps/one --out kept --no-times --paths-sample 25 --keep-index
answered() { # answered OPTIONS: shares of 1, 2, 3 ways, apart, backup
  for kind in rooms caves maze; do
    "$pathfan" query kept/index/one.$kind.pathfan --scen maps/one/$kind.map.scen --max-loop 0 --json "$@"
  done | awk '{
      ways = gsub(/"apart": /, "\f")
      found[ways]++
      n += ways > 0
      split($0, part, "\f")
      for (i = 3; i <= ways + 1; i++) { apart += part[i]; others++ }
      if (match($0, /"backup": [0-9.e-]+/)) backup += substr($0, RSTART + 10, RLENGTH - 10)
    }
    END { printf "%.6f %.6f %.6f %.6f %.6f\n", found[1] / n, found[2] / n, found[3] / n,
            apart / others, backup / n }'
}
for row in 'Fast / 2%' 'Fast / 2% and fill' 'Thorough / 2%' 'Dissim / 2%'; do
  case $row in
  Fast*fill) options=--fill ;;
  Fast*) options= ;;
  Thorough*) options='--effort thorough' ;;
  Dissim*) options='--algorithm dissimilarity' ;;
  esac
  read -r one two three apart backup < <(answered $options)
  for column in "1:$one" "2:$two" "3:$three" "apart mean:$apart" "backup:$backup"; do
    check "answers of $row: ${column%:*}" nearly \
      "$(number kept/summary.csv separations "one / $row" "${column%:*}")" "${column#*:}"
  done
done
check "no times, no column of them" bash -c "! grep -q '^separations.*mean us' kept/summary.csv"

# A folder of maps without suites; more tables; kept indexes.
expect 0 evaluate maps/two --out flat --no-times --tables 5 --keep-index
check "the folder is the suite" test -s flat/maps/two.small.csv
check "the index stays" "$pathfan" verify flat/index/two.small.pathfan >/dev/null
check "all tables are a method" grep -q '5-CVPD(All)' flat/report.md
check "one table is enough" "$pathfan" evaluate maps/two --out one-table --tables 1 --quiet
check "no figure of two tables" absent one-table/figure-5-two-2.svg

# Terrains are left out and reported.
mkdir mixed
cp maps/two/small.map maps/two/small.map.scen mixed
make_land_map mixed/land.map
cp maps/two/small.map.scen mixed/land.map.scen
expect 4 evaluate mixed --out without --no-times
says out '1 maps, 17 queries; left out: 1 maps'
check "one line tells" equal "$(cat "$err")" \
  "pathfan: mixed/land.map: has roads, rivers or rates, which the methods compared don't support: left out"

# Usage.
mkdir empty
expect 2 evaluate empty --out nothing
says err 'there is no NAME.map with NAME.map.scen'
expect 1 evaluate no/such/folder --out nothing
expect 1 evaluate maps --out no/such/folder
expect 2 evaluate maps
says err '--out DIR is missing'
expect 2 evaluate --out x
expect 2 evaluate maps --out x --sample 0
expect 2 evaluate maps --out x --tables 9
expect 2 evaluate maps more --out x
expect 0 evaluate --help
says out '^usage: pathfan evaluate DIR --out DIR'
finish

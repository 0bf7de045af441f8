# Help, version, and every error of a command line: exit code 2.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet

for words in help --help -h; do
  expect 0 $words
  says out '^usage: pathfan COMMAND'
  silent err
done
expect 0 --version
says out '^pathfan [0-9]+\.[0-9]+\.[0-9]+ \(index format [0-9]+\.[0-9]+\)$'

for command in build-index query inspect verify bench make-map mesh; do
  expect 0 $command --help
  says out "^usage: pathfan $command"
  says out '^examples?:$'
  says out "^  pathfan $command "
  silent err
  cp "$out" help.txt
  expect 0 help $command
  check "help $command equals $command --help" same_file "$out" help.txt
  check "no line of the help is wider than 100" \
    awk 'length > 100 { exit 1 }' help.txt
  expect 2 $command --no-such-option
  says err "Try 'pathfan $command --help'"
  silent out
done

# An unknown option: the message suggests a similar one.
expect 2 query block.pathfan --algoritm index
says err 'unknown option --algoritm; did you mean --algorithm\?$'
expect 2 query block.pathfan --form=1,1
says err 'unknown option --form=1,1; did you mean --from\?$'
expect 2 query block.pathfan --s 1
says err '--s is the beginning of [0-9]+ options$'
expect 2 query block.pathfan --no-such-option
says err 'unknown option --no-such-option$'
expect 2 inspect block.pathfan --row 0
says err 'the index has no tables'
expect 4 crowd block.map
says err '^pathfan: block.map: line 1: not a scenario, which is JSON: '

# Long lists of options are grouped by need.
for command in query build-index evaluate; do
  expect 0 $command --help
  for need in often research; do says out "^$need:\$"; done
done
expect 0 query --help
says out '^tuning:$'
check "what is often needed comes first" test "$(grep -n -- '--paths K' "$out" | cut -d: -f1)" -lt "$(grep -n '^tuning:' "$out" | cut -d: -f1)"
check "and research last" test "$(grep -n -- '--access N' "$out" | cut -d: -f1)" -gt "$(grep -n '^research:' "$out" | cut -d: -f1)"
says out '4k is 4096'

run
check "no command is a usage error" equal $code 2
silent out
expect 2 fly
says err "no command 'fly'"
expect 2 help fly

query="query block.pathfan --from 1,4.5 --to 8,4.5"
expect 0 $query
for wrong in '--paths 0' '--paths -1' '--paths 1.5' '--paths 99999999999' '--paths x' '--paths=' \
  '--stretch 0.99' '--stretch nan' '--stretch inf' '--stretch 1e999' '--stretch 0x2' \
  '--dissimilarity -0.1' '--dissimilarity 1.1' '--dissimilarity NaN' \
  '--tables -1' '--tables 4' '--access -1' '--access many' '--effort slow' '--effort=' \
  '--max-work -1' '--max-work 1.5' '--snap -1' '--snap inf' '--snap=nan' \
  '--algorithm dijkstra' '--penalty 1' '--penalty x' '--penalty inf' '--choose x' '--choose -1' '--json=yes' '--distance=1' '-x' \
  '--from' '--batch' '--scen x.scen' 'second.pathfan' '--distance --svg x.svg'; do
  expect 2 $query $wrong
  silent out
done
for algorithm in index plateaus dissimilarity penalty; do
  expect 0 $query --algorithm $algorithm
done
for point in '' 1 1, ,1 1,2,3 a,b nan,1 1,inf 1,-inf 0x1,2 '1, 2' '1 2' 1e999,0 1,2x; do
  expect 2 query block.pathfan --from "$point" --to 8,4.5
  expect 2 query block.pathfan --to "$point" --from 1,4.5
done
expect 2 query block.pathfan
expect 2 query block.pathfan --from 1,1
says err '\-\-to is missing'
expect 2 query block.pathfan --to 1,1
expect 2 query --from 1,1 --to 2,2
says err 'INDEX or MAP is missing'
expect 2 query block.pathfan --batch --svg x.svg

# Both spellings of an option's value, and options before the operand.
expect 0 query --from=1,4.5 --to=8,4.5 --paths=2 block.pathfan
expect 0 query block.pathfan --from +1e0,4.5 --to 8.,4.5

expect 2 build-index
expect 2 build-index block.map
expect 2 build-index block.map -o
for wrong in '--tables -1' '--tables 9' '--threads 0' '--threads -2' '--max-memory x' \
  '--max-memory 1X' '--max-memory -1' '--cone-cap nan' 'more.map'; do
  expect 2 build-index block.map -o other.pathfan $wrong
  check "nothing was written" absent other.pathfan
done

expect 2 make-map --width 5 --height 5 -o x.map
expect 2 make-map --kind rooms --height 5 -o x.map
expect 2 make-map --kind rooms --width 5 --height 5
for wrong in '--kind tunnels' '--width 0' '--width 20000' '--height -3' '--seed x' '--density 2' \
  '--density nan' '--scale 0' '--queries 5' 'x'; do
  expect 2 make-map --kind rooms --width 5 --height 5 -o x.map $wrong
  check "nothing was written" absent x.map
done

for wrong in '--row -1' '--row x' '--row 99' '--vertex 99' '--pair 1' '--pair 1,99' '--table 1' \
  '--row 0 --table 9' '--row 0 --table 4' '--row 0 --vertex 0'; do
  expect 2 inspect block.pathfan $wrong
done
expect 2 verify
expect 2 verify block.pathfan block.pathfan
expect 2 bench block.pathfan
# An unknown command that resembles one.
expect 2 qury
says err "there is no command 'qury'; did you mean 'query'?"
expect 2 help inspekt
says err "did you mean 'inspect'?"
expect 2 xyz
says err "there is no command 'xyz'; 'pathfan help' lists them"
expect 0 -V
says out '^pathfan [0-9]'

finish

# The C example, and that README.md shows it as it is.
. "$(dirname "$0")/lib.sh"

three_paths=$(dirname "$pathfan")/three_paths
make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet

"$three_paths" block.pathfan 1 4.5 8 4.5 >"$out" 2>"$err"
code=$? last=three_paths
check "exit 0" equal $code 0
says out '^path 1: length 8\.0000, 4 points$'
says out '^path 2: length 8\.0000, 4 points$'
"$three_paths" missing.pathfan 1 4.5 8 4.5 >"$out" 2>"$err"
code=$?
check "exit 1 without an index" equal $code 1
says out 'missing\.pathfan'

awk '/^```c$/ { on = 1; next } on && /^```$/ { exit } on' "$root/README.md" >shown.c
check "README.md shows docs/examples/three_paths.c" same_file shown.c "$root/docs/examples/three_paths.c"

# Every pathfan command line of README.md and docs/start.md works, in their order.
for page in README.md docs/start.md; do
  mkdir -p pages && cd pages || exit 1
  [ -e docs ] || ln -s "$root/docs" docs # README.md names files there
  cp "$root/docs/examples/campus.geojson" . # as docs/start.md begins
  PATH=$(dirname "$pathfan"):$PATH
  while IFS= read -r line; do
    bash -c "$line" >"$out" 2>"$err"
    code=$? last=$line
    check "$page: $line" equal $code 0
  done < <(sed -n '/^```sh$/,/^```$/p' "$root/$page" | grep -E '(^|\| )pathfan |^(mkdir|cat) ')
  cd .. || exit 1
done

# Every relative link of README.md leads somewhere.
while IFS= read -r link; do
  check "README.md links to $link" test -e "$root/${link%%#*}"
done < <(grep -oE '\]\([^)]+\)' "$root/README.md" | sed 's/^](//; s/)$//' | grep -v '^http')
finish

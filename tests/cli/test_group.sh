# Groups: a file of points that share one end. Each point gets the same answer as alone, in order.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
expect 0 build-index block.map -o block.pathfan --quiet

group() { # group CODE OPTIONS... < POINTS
  local code=$1
  shift
  cat >points.txt
  expect "$code" query block.pathfan --group points.txt "$@"
}

# All ways of writing a point; comments, blank lines, Windows line ends, a byte order mark.
group 0 --to 8,4.5 --json < <(
  printf '\xef\xbb\xbf# a squad\r\n1,4.5\r\n\r\n 1 4.5\r\n#\n'
  printf '[1, 4.5]\n\t[ 1 ,4.5 ] \n1e0\t4.50\n 1 , 4.5 '
)
silent err
check "an answer each" equal "$(jq -c .id "$out" | tr '\n' ' ')" "0 1 2 3 4 5 "
"$pathfan" query block.pathfan --from 1,4.5 --to 8,4.5 --json | jq -c 'del(.id)' >alone
check "each of them as alone" equal "$(jq -c 'del(.id)' "$out" | sort -u)" "$(cat alone)"
check "no choice was asked for" jq -es 'all(has("chosen") | not)' "$out" >seen

# Either direction, compared with single requests; blocked and bad points are reported.
points='1,4.5 8,8 4.5,4.5 -3,1 0.25,7.5 8,4.5 4,3'
for end in to from; do
  other=$([ $end = to ] && echo from || echo to)
  for point in $points; do
    "$pathfan" query block.pathfan --$end 8,4.5 --$other "$point" --json --snap 0.2 2>/dev/null
  done | jq -c 'del(.id)' >wanted
  group 0 --$end 8,4.5 --json --snap 0.2 < <(tr ' ' '\n' <<<"$points")
  jq -c 'del(.id)' "$out" >seen
  check "--$end in common: as one by one" same_file seen wanted
done
json '.id >= 0'
group 0 --to 4.5,4.5 --json <<<'1,1'
json '.status == "goal_blocked"'
group 0 --to 8,4.5 --paths 2 --measures --avoid 4,1.5,1 <<<'1,4.5'
says out '^     1  ok +[12] '

# The table; only lengths.
group 0 --to 8,4.5 < <(printf '1,4.5\n\n# not this one\n4.5,4.5\n')
says out '^ +line +status +paths +lengths$'
says out '^     1  ok                   2  8\.0000 8\.0000$'
says out '^     4  start_blocked        0$'
group 0 --to 8,4.5 --distance < <(printf '1,4.5\n4.5,4.5\n')
says out '^     1  ok               8\.0000$'
group 0 --to 8,4.5 --distance --json <<<'1,4.5'
json '.length == 8 and .id == 0'

# Shares: two equally long paths get every other unit each; the seed decides which begins.
yes 1,4.5 | head -3001 >squad.txt
head -20 squad.txt >few.txt
expect 0 query block.pathfan --to 8,4.5 --group squad.txt --choose 1 --json
jq .chosen "$out" | sort | uniq -c | awk '{ print $1 }' | sort >seen
check "half of them each way" equal "$(tr '\n' ' ' <seen)" "1500 1501 "
check "in turns, across parts of the file" equal \
  "$(jq .chosen "$out" | uniq | wc -l)" 3001
cp "$out" first.json
expect 0 query block.pathfan --to 8,4.5 --group squad.txt --choose 1 --json
check "the same seed, the same shares" same_file "$out" first.json
for seed in 1 2 3 4 5 6 7 8; do
  "$pathfan" query block.pathfan --to 8,4.5 --group few.txt --choose $seed --json | jq .chosen |
    head -1
done | sort -u >seen
check "seeds begin differently" equal "$(tr '\n' ' ' <seen)" "0 1 "
expect 0 query block.pathfan --to 8,4.5 --group squad.txt --choose 1
check "a star each" equal "$(grep -c '[0-9]\*' "$out")" 3001
yes 1,6 | head -1000 >low.txt
expect 0 query block.pathfan --to 8,6 --group low.txt --choose 1 --weights length --json --stretch 2
json '(.paths | length) == 2'
check "the shorter way gets more, by 1 / length" jq -es '
  (.[0].paths | map(1 / .length)) as $w | (map(select(.chosen == 0)) | length) as $n |
  ($n - 1000 * $w[0] / ($w | add)) | fabs < 1' "$out" >seen

# JSON arrays.
group 0 --to 8,4.5 --json < <(printf '[\n [1,4.5],\n[1,\n4.5],\t[8, 8]\n]\n')
check "three points" equal "$(jq -c .status "$out" | wc -l)" 3
group 4 --to 8,4.5 --json < <(printf '[[1,4.5]')
check "one point, and no end" equal "$(jq -sc 'map([.status, .error])' "$out")" \
  '[["ok",null],[null,"the array doesn'"'"'t end"]]'
group 4 --to 8,4.5 --json < <(
  printf '[[1,4.5],"a],[1,1]",{"x": [1,1]},[1],[[1,1]],[1,1,1],\n1,null,,[2,2]] [3,3]'
)
check "what is no point gets an error in its place" equal \
  "$(jq -sc 'map(if .status then .id else .line end)' "$out")" '[0,1,1,1,1,1,2,2,2,9,2]'

# Bad lines: file and line, exit code 4; they count as lines, and the others are answered.
group 4 --to 8,4.5 --json < <(
  printf '1,4.5\nx\n\n1;4.5\n1,4.5,2\n1\n1 4.5 7\n[1 4.5]\n[1,4.5\n1,4.5]\nnan,1\n1,inf\n1,1e999\n0x1,1\n'
  printf '1,\0004.5\n1,4.5\000\n'
  printf '%01000d,4.5\n' 1
  printf '8,8\n'
)
check "as many answers as lines that aren't blank" equal "$(wc -l <"$out")" 17
check "the first and the last are answered" \
  jq -es '.[0].status == "ok" and .[-1].status == "ok" and .[-1].id == 16' "$out" >seen
check "all others have an error, and a line" \
  jq -es '.[1:-1] | all((.error | type) == "string" and .line > 1 and (has("paths") | not))' "$out" \
  >seen
says err '^pathfan: points\.txt:2: expected x,y or x y or \[x,y\], two finite numbers$'
check "a message each" equal "$(wc -l <"$err")" 15
group 4 --to 8,4.5 < <(printf '1,4.5\nx\n')
says out '^     2  malformed +expected x,y'
group 4 --to 8,4.5 --json < <(head -c 200000 /dev/urandom)
check "noise gives JSON" jq -es 'length > 0' "$out" >seen

# An empty file; a missing file.
for text in '' '\n' '# x\n' '[]' ' [ ] \n' '\xef\xbb\xbf'; do
  # shellcheck disable=SC2059
  group 4 --to 8,4.5 < <(printf "$text")
  says err '^pathfan: points\.txt: there is no point in it$'
done
expect 1 query block.pathfan --to 8,4.5 --group none.txt
says err '^pathfan: none\.txt: can.t be opened: '
expect 1 query block.pathfan --to 8,4.5 --group .
says err '^pathfan: \.: can.t be read: '

# Combinations of options.
expect 2 query block.pathfan --group points.txt
expect 2 query block.pathfan --from 1,1 --to 2,2 --group points.txt
says err '--group goes with --to, or with --from'
expect 2 query block.pathfan --to 2,2 --group points.txt --batch
expect 2 query block.pathfan --to 2,2 --group points.txt --svg x.svg
expect 2 query block.pathfan --to 2,2 --group points.txt --weights length
says err '--weights goes with --group and --choose'
expect 2 query block.pathfan --to 2,2 --group points.txt --choose 1 --weights short
expect 2 query block.pathfan --from 1,1 --to 2,2 --choose 1 --weights equal

# Other algorithms; a map without an index; long files, also of one line, in little memory.
expect 0 query block.map --algorithm polyanya --to 8,4.5 --group few.txt --json
json '.status == "ok" and .proof == "search"'
room=$(ulimit -v 300000 && "$pathfan" --version >seen 2>&1 && echo 300000)
(
  ulimit -v "${room:-unlimited}" # a sanitizer needs more than can be limited
  yes 1,4.5 | head -300000 | "$pathfan" query block.pathfan --to 8,4.5 --group /dev/stdin \
    --paths 1 --distance --json 2>"$err" | wc -l >seen
  head -c 400000000 /dev/zero | "$pathfan" query block.pathfan --to 8,4.5 --group /dev/stdin \
    --json 2>"$err" | wc -l >>seen
)
check "as many answers" equal "$(tr '\n' ' ' <seen)" "300000 1 "

finish

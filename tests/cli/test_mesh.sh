# pathfan mesh: numbers, files, pictures; the files can be read as maps.
. "$(dirname "$0")/lib.sh"

make_block_map block.map # 9 x 9 less 3 x 3

expect 0 mesh block.map
says out '^kind +polygons +dead ends +degree +corners +vertices +components +area$'
says out '^merged +[0-9]+ +0 +2\.00 '
says out ' 8 +1 +72$'
silent err
check "nothing is written without -o" equal "$(ls)" block.map
expect 0 mesh block.map --json
json '.kind == "merged" and .area == 72 and .vertices == 8 and .convex_vertices == 4'
json '.components == 1 and .width == 9 and .height == 9 and .unit == 1 and .map == "block.map"'

expect 0 mesh block.map --kind cdt --json
json '.kind == "cdt" and .polygons == 8 and .corners == 3 and .degree == 2 and .dead_ends == 0'
expect 0 mesh block.map --kind rectangles --json
json '.kind == "rectangles" and .polygons == 4 and .area == 72'
expect 0 mesh block.map --kind all
says out '^cdt '
says out '^merged '
says out '^rectangles '
expect 0 mesh block.map --kind all --json
check "a line a kind" equal "$(wc -l <"$out")" 3
json '.area == 72 and .components == 1'
expect 0 mesh block.map --kind all --agent-radius 0.5 --json
check "no rectangles once walls are off the cells" equal "$(wc -l <"$out")" 2
# Corners are round: four tangents take 4 tan(pi/16) of a square with the radius as its side.
json '(.area - (8 * 8 - 3 * 3 - 4 * 3 * 0.5 - 0.7956494696) | fabs) < 1e-6'

# Files: read and written again, they are the same.
for kind in cdt merged rectangles; do
  expect 0 mesh block.map --kind $kind -o $kind.mesh --json
  cp "$out" made.json
  check "$kind: version 2" equal "$(head -2 $kind.mesh | tr '\n' ' ')" 'mesh 2 '
  expect 0 mesh $kind.mesh -o again.mesh --json
  json '.kind == "given"'
  check "$kind: the same bytes again" same_file $kind.mesh again.mesh
  check "$kind: the same numbers" equal "$(jq -c 'del(.kind,.map)' "$out")" \
    "$(jq -c 'del(.kind,.map)' made.json)"
done
expect 0 mesh cdt.mesh --kind all --json
check "a mesh is taken as it is, once" equal "$(wc -l <"$out")" 1

# Polygons; a requested unit.
cat >square.json <<'END'
{"type": "FeatureCollection", "features": [
  {"type": "Feature", "properties": {"kind": "free"},
   "geometry": {"type": "Polygon", "coordinates": [[[-5,-5],[5,-5],[5,5],[-5,5],[-5,-5]]]}},
  {"type": "Feature", "properties": {},
   "geometry": {"type": "Polygon", "coordinates": [[[-1,-1],[1,-1],[1,1],[-1,1],[-1,-1]]]}}]}
END
expect 0 mesh square.json -o square.mesh --unit 0.3 --json
json '.area == 96 and .unit == 0.25 and .width == 10'
expect 0 mesh square.mesh --json
json '.area == 96 and .unit == 1 and .width == 10'

# A hand-made mesh: no neighbours, T-junction, Windows line ends.
printf 'mesh\r\n2\r\n7 3\r\n0 0\r\n4 0\r\n4 4\r\n0 4\r\n2 4\r\n0 8\r\n4 8.5\r\n4 0 1 2 3\r\n3 3 4 5\r\n4 4 2 6 5\r\n' \
  >hand.mesh
expect 0 mesh hand.mesh --json
json '.polygons == 3 and .components == 1 and .unit == 0.5 and .degree == 2'

# Pictures.
expect 0 mesh block.map --svg block.svg
check "a title" grep -q '<title>A mesh of ' block.svg
check "edges" grep -q 'stroke-width' block.svg
expect 0 mesh square.json --svg square.svg
check "drawn from its corner" grep -q 'M0 0\| 0 0[ z]' square.svg

# Errors.
expect 1 mesh missing.map
expect 1 mesh block.map -o missing/block.mesh
expect 1 mesh block.map --svg missing/block.svg
expect 2 mesh
expect 2 mesh block.map block.map
for wrong in '--kind triangles' '--agent-radius -1' '--agent-radius x' '--unit nan' '--passable' \
  '--kind all -o x.mesh' '--kind all --svg x.svg'; do
  expect 2 mesh block.map $wrong
  silent out
done
expect 2 mesh square.json --kind rectangles
says err 'square\.json'
expect 2 mesh cdt.mesh --kind rectangles
expect 2 mesh cdt.mesh --agent-radius 1
check "nothing was written" absent x.mesh
cp block.map self.map
ln -s self.map link.map
for output in '-o self.map' '--svg self.map' '-o x.mesh --svg link.map'; do
  expect 2 mesh self.map $output
  says err 'map: is the file that is read'
done
check "the map is as it was" same_file self.map block.map
check "nothing was written before it was refused" absent x.mesh

refused() { # refused WHERE-AND-WHY REGEX, TEXT
  printf "$2" >bad.mesh
  expect 4 mesh bad.mesh
  says err "$1"
  silent out
}
square='mesh\n2\n4 1\n0 0\n4 0\n4 4\n0 4\n'
refused 'bad\.mesh:8: .*not convex' 'mesh\n2\n4 1\n0 0\n4 0\n1 1\n0 4\n4 0 1 2 3\n'
refused 'bad\.mesh:8: .*neighbour 0 ' "${square}4 0 1 2 3 0 -1 -1 -1\n"
refused 'bad\.mesh:4: .*no corner' 'mesh\n2\n4 1\n0 0 1 0\n4 0\n4 4\n0 4\n3 1 2 3\n'
refused 'bad\.mesh:5: .*finite number' 'mesh\n2\n3 1\n0 0\nnan 0\n0 4\n3 0 1 2\n'
refused 'bad\.mesh:5: .*beyond' 'mesh\n2\n3 1\n0 0\n1e308 0\n0 4\n3 0 1 2\n'
refused 'bad\.mesh:8: the file ends' "$square"
refused 'bad\.mesh:2: .*version 2' 'mesh\n1\n'
refused 'bad\.mesh:9: .*same side' 'mesh\n2\n4 2\n0 0\n4 0\n4 4\n0 4\n4 0 1 2 3\n3 0 1 2\n'
finish

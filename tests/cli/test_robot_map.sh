# Robot maps in the format of ROS's map_server, a .yaml and its image: from the two files to answers
# in metres.
. "$(dirname "$0")/lib.sh"

# A room of 2 x 1.5 m, 0.05 m a pixel, with a wall from its upper side (in the image) that leaves a
# gap below; its lower left corner is -1,-0.5.
awk 'BEGIN { print "P2\n# CREATOR: map_saver\n40 30\n255"
  for (y = 0; y < 30; y++) for (x = 0; x < 40; x++)
    print (x == 0 || y == 0 || x == 39 || y == 29 || (x == 20 && y < 20)) ? 0 : 254 }' >hall.pgm
yaml() { # yaml NAME LINE...
  printf 'image: hall.pgm\nresolution: 0.05\norigin: [-1.0, -0.5, 0]\nnegate: 0\n' >"$1.yaml"
  printf 'occupied_thresh: 0.65\nfree_thresh: 0.196\n' >>"$1.yaml"
  shift
  [ $# = 0 ] || printf '%s\n' "$@" >>hall.yaml
}
yaml hall
expect 0 build-index hall.yaml -o hall.pathfan --quiet
silent err
expect 0 verify hall.pathfan
expect 0 inspect hall.pathfan --json
json '.map.origin == [-1,-0.5] and .map.width == 2 and .map.height == 1.5'
expect 0 query hall.pathfan --from=-0.5,0.8 --to=0.5,0.8 --json
json '.paths[0].points == [[-0.5,0.8],[0,0],[0.05,0],[0.5,0.8]]'
expect 0 query hall.yaml --algorithm polyanya --agent-radius 0.1 --from=-0.5,0.8 --to=0.5,0.8 --json
json '.paths[0].points[1:3] | all(.[]; (.[0] * .[0] + .[1] * .[1] | sqrt) | . > 0.1 and . < 0.102)'
# North is at the top of pictures: of the index, and of the map itself.
for source in hall.pathfan hall.yaml; do
  expect 0 query $source --algorithm polyanya --from=-0.5,-0.2 --to=0.5,0.8 --svg up.svg
  check "the goal is higher" python3 -c 'import re
d = re.search("<path stroke=.#[0-9a-f]+. stroke-width=[^>]* d=.M([-0-9. ]+)", open("up.svg").read())
y = [float(at) for at in d[1].split()][1::2]
exit(not y[0] > y[-1] + 10)'
done
# Metres far from the origin aren't taken for degrees: a robot's map has none.
sed 's/^origin:.*/origin: [100, 40, 0]/' hall.yaml >far.yaml
expect 0 build-index far.yaml -o far.pathfan --quiet
silent err
expect 0 query far.yaml --algorithm polyanya --from 100.5,41 --to 101.5,41
silent err
expect 3 query hall.pathfan --from=-0.5,0.8 --to=5,0
says err 'off the map, which reaches from -1,-0.5 to 1,1'
expect 0 mesh hall.yaml
expect 0 mesh hall.yaml -o named.mesh
expect 0 mesh - -o piped.mesh <hall.yaml
check "by standard input, the image of the working folder" cmp named.mesh piped.mesh

# The index contains the image: it can be rebuilt anywhere, and contains nothing else.
mkdir -p elsewhere
cp hall.pathfan elsewhere
expect 0 build-index elsewhere/hall.pathfan -o again.pathfan --quiet
check "built again, it is the same" cmp hall.pathfan again.pathfan

# A folder: other .yaml files are ignored; a changed image is a changed map.
mkdir -p maps/site
cp hall.yaml hall.pgm maps/site
printf 'services:\n  web:\n    image: nginx\n' >maps/compose.yaml
expect 0 build-index maps -o indexes --json
check "one index" test -e indexes/site/hall.pathfan -a ! -e indexes/compose.pathfan
expect 0 build-index maps -o indexes
cp indexes/site/hall.pathfan before
sed '100s/.*/0/' hall.pgm >maps/site/hall.pgm
expect 0 build-index maps -o indexes --quiet
check "the image was read again" test "$(cmp before indexes/site/hall.pathfan >same && echo same)" = ""

sed 's/, 0\]/, 0.5]/' hall.yaml >turned.yaml
expect 4 build-index turned.yaml -o bad.pathfan
says err 'turned.yaml:3: origin .* is turned'
sed 's/hall.pgm/none.pgm/' hall.yaml >none.yaml
expect 1 build-index none.yaml -o bad.pathfan
says err 'none.pgm'
sed 's/hall.pgm/hall.yaml/' hall.yaml >itself.yaml
expect 4 build-index itself.yaml -o bad.pathfan
says err 'itself.yaml: image "hall.yaml": is neither'
expect 4 build-index hall.pgm -o bad.pathfan
says err 'hall.pgm: is an image; the .yaml'
expect 2 build-index hall.yaml -o bad.pathfan --mesh rectangles --agent-radius
expect 2 build-index hall.yaml -o bad.pathfan --project local

finish

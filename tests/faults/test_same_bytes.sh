# The same input gives the same bytes, at any time and with any number of threads.
#
#   test_same_bytes.sh PATHFAN [TIMES]
. "$(dirname "$0")/../cli/lib.sh"
times=${2:-20}
expect 0 make-map --kind caves --width 50 --height 40 --seed 3 -o grid.map
cp "$root/docs/examples/campus.geojson" polygons.map
mkdir elsewhere
for map in grid polygons; do
  expect 0 build-index $map.map -o $map.pathfan --quiet --threads 1
  for ((i = 1; i <= times; i++)); do
    for threads in 1 2 3; do
      # Another name, folder and time; other addresses occur anyway.
      expect 0 build-index $map.map -o elsewhere/$i.pathfan --quiet --threads $threads
      check "$map: build $i, $threads threads" same_file elsewhere/$i.pathfan $map.pathfan
      rm -f elsewhere/$i.pathfan
    done
  done
done
echo "$times builds by 1, 2 and 3 threads each of a grid and of polygons"
finish

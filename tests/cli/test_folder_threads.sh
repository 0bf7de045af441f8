# Folders built by several threads: the same bytes. Also for the thread sanitizer.
. "$(dirname "$0")/lib.sh"

contents() { (cd "$1" && find . -type f | sort | xargs md5sum); }

mkdir -p maps/deep
make_block_map maps/block.map
make_split_map maps/split.map
expect 0 make-map --kind rooms --width 60 --height 50 --seed 4 -o maps/deep/rooms.map
cp "$root/docs/examples/campus.geojson" maps/campus.json
expect 0 build-index maps -o idx
contents idx >first

# The same bytes for any number of threads, for one map at a time and for several.
contents idx >first
for how in '--threads 1' '--threads 5' '--threads 2 --max-memory 1G'; do
  rm -rf again
  expect 0 build-index maps -o again/ --quiet $how
  silent out
  check "the same with $how" equal "$(contents again)" "$(cat first)"
done
finish

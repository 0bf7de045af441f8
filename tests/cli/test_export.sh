# A page without a server: the contents of its folder, and which folders may be replaced.
. "$(dirname "$0")/lib.sh"

make_block_map block.map
make_split_map split.map
make_land_map land.geojson
for name in block split; do expect 0 build-index $name.map -o $name.pathfan; done
expect 0 build-index land.geojson -o land.pathfan
contents() { (cd "$1" && find . -type f | LC_ALL=C sort | xargs md5sum); }

# All its files, and the facts about each map.
expect 0 export block.pathfan land.pathfan -o site
silent out
silent err
page='avoid.css avoid.js build-worker.js cost-field.js dock.js doors.js draw-view.js draw.css
drawing-link.js drawing.js explain.js file.js floor-switch.js floors.css grid.js heat-map.js
help.js index.html legs-table.js licences.txt local-maps.js maps-view.js maps.css
new-drawing.js page.css page.js passages-tool.js passages.css pathfan-build.wasm pathfan.json
pathfan.wasm preview.png save.js scenario-tool.js scoreboard.js shared-view.js shared.css sights.js
terrain-part.js terrain.css terrain.js things.js tools.css walkers.js worker.js'
maps='block.map block.pathfan block.png land.geojson land.pathfan land.png'
check "the page" equal "$(find site -maxdepth 1 -type f -printf '%f\n' | LC_ALL=C sort | xargs)" "$(echo $page)"
check "the maps" equal "$(find site/maps -type f -printf '%f\n' | LC_ALL=C sort | xargs)" "$maps"
for name in $page; do
  case $name in
    pathfan.json | preview.png) continue ;;
    index.html) made=folder.html ;;
    *) made=$name ;;
  esac
  check "$name" same_file "site/$name" "$root/src/viewer/page/dist/$made"
done
check "a picture for links" sh -c 'head -c 4 site/preview.png | tail -c 3 | grep -qx PNG && grep -q "og:image.*preview.png" site/index.html'
read -r first second <<<"$(python3 "$tests/png_colours.py" site/preview.png d55e00 0072b2)"
check "and its paths" test "$first" -gt 1000 -a "$second" -gt 1000
check "index" same_file site/maps/block.pathfan block.pathfan
check "source" same_file site/maps/block.map block.map
check "source of a terrain" same_file site/maps/land.geojson land.geojson
cp site/pathfan.json "$out"
json '.made_by == "pathfan export" and [.maps[].info.id] == ["block", "land"]'
json '.maps[0] | .info.kind == "index" and .index == "maps/block.pathfan" and .source == "maps/block.map"'
json '.maps[1].info.terrain.roads == 1'
check "nothing of the page names another place" sh -c '! grep -oE "(src|href)=\"(https?:)?/[^\"]*" site/index.html'
check "no machine's path" sh -c '! grep -q "$1" site/pathfan.json' - "$work"
check "others may read it" equal "$(stat -c %a site)" "$(mkdir plain && stat -c %a plain)"

# The same export again gives the same files.
contents site >first
expect 0 export block.pathfan land.pathfan -o site/
contents site >second
check "the same bytes" same_file first second

# Another export replaces it, through a link at the link's target; nothing of the first remains.
ln -s site link
expect 0 export split.pathfan -o link
check "the link stays" test -L link
check "other maps" equal "$(ls site/maps | xargs)" "split.map split.pathfan split.png"
expect 0 export block.pathfan split.pathfan -o "$work/site"

# An export by another version, whose page had other parts.
expect 0 export block.pathfan -o older
touch older/once.js
expect 2 export block.pathfan -o older
jq '.page += ["once.js"]' older/pathfan.json >list && mv list older/pathfan.json
expect 0 export block.pathfan -o older
check "its parts are gone" test ! -e older/once.js

# Names that clash; names that can't be in a URL.
mkdir -p other 'a folder'
cp split.pathfan other/block.pathfan
cp block.pathfan 'a folder/größe & "more".pathfan'
expect 0 export block.pathfan other/block.pathfan 'a folder' -o names
check "ids" equal "$(jq -c '[.maps[].info.id]' names/pathfan.json)" '["block","block-2","gr-e-more"]'
check "names" equal "$(jq -r '.maps[2].info.name' names/pathfan.json)" 'größe & "more"'
check "the second is the second" same_file names/maps/block-2.pathfan split.pathfan

# Whatever isn't an export stays: a folder with other files, in it or below it, or a file.
contents site >before
touch site/mine
expect 2 export block.pathfan -o site
says err "holds 'mine', which no export has made"
rm site/mine
touch site/maps/mine.pathfan
expect 2 export block.pathfan -o site
says err "site/maps: holds 'mine.pathfan'"
rm site/maps/mine.pathfan
mkdir full empty
touch full/pathfan.json
expect 2 export block.pathfan -o full
says err "holds 'pathfan.json'"
echo '{"made_by": "somebody"}' >full/pathfan.json
expect 2 export block.pathfan -o full
touch file
expect 2 export block.pathfan -o file
says err 'file: is no folder'
expect 0 export block.pathfan -o empty

# After a failure everything is as before, and nothing is left beside it.
expect 2 export block.map -o site
says err 'block\.map: is a map without an index'
expect 1 export nothing.pathfan -o site
head -c 2000 block.pathfan >half.pathfan
expect 5 export block.pathfan half.pathfan -o site
expect 1 export block.pathfan -o nowhere/site
says err 'nowhere/site: can.t be made'
contents site >after
check "as it was" same_file before after
check "nothing aside" sh -c '! ls -d site.* nowhere* 2>/dev/null | grep .'

# Usage.
expect 2 export -o site
says err 'INDEX is missing'
expect 2 export block.pathfan
says err '-o FOLDER is missing'
expect 0 export --help
says out 'pathfan export rooms\.pathfan -o site'
finish

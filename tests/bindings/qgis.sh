# qgis.sh PATHFAN - the algorithms in QGIS itself, by qgis_process (Debian: qgis). A long target, since
# QGIS is large: `cmake --build BUILD --target qgis`.
set -eu
# Debian's wrapper of 3.22 adds an option that the program behind it refuses.
process=$(command -v qgis_process.bin || command -v qgis_process) || { echo "there is no qgis_process (Debian: qgis)"; exit 77; }
root=$(cd "$(dirname "$0")/../.." && pwd)
PATHFAN=$(realpath "$1")
export PATHFAN QT_QPA_PLATFORM=offscreen
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_RUNTIME_DIR=$folder
plugins=$folder/.local/share/QGIS/QGIS3/profiles/default/python/plugins
mkdir -p "$plugins"
cp -r "$root/src/bindings/qgis/pathfan_qgis" "$plugins/"
cd "$folder"
cat >town.geojson <<'END'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"highway":"residential","name":"North"},"geometry":{"type":"LineString","coordinates":[[11.5,49.9],[11.505,49.902],[11.51,49.9]]}},
{"type":"Feature","properties":{"highway":"residential"},"geometry":{"type":"LineString","coordinates":[[11.5,49.9],[11.505,49.897],[11.51,49.9]]}}]}
END
"$process" plugins enable pathfan_qgis >/dev/null
ends=(--FROM="11.5,49.9 [EPSG:4326]" --TO="11.51,49.9 [EPSG:4326]")
"$process" run pathfan:ways --MAP=town.geojson --PROFILE=3 "${ends[@]}" --PATHS=2 --OUTPUT="$folder/ways.geojson"
test "$(jq '.features | length' ways.geojson)" = 2
"$process" run pathfan:corridor --MAP=town.geojson --PROFILE=3 "${ends[@]}" --PERCENT=5 --OUTPUT="$folder/corridor.geojson"
test "$(jq -r '.features[0].properties.part' corridor.geojson)" = corridor
"$process" run pathfan:field --MAP=town.geojson --PROFILE=3 "${ends[1]}" --CELLS=20 --OUTPUT="$folder/costs.asc"
head -1 costs.asc | grep -q ncols
"$process" run pathfan:plaza --MAP="$root/docs/examples/plaza.geojson" --OUTPUT="$folder/plaza.geojson"
test "$(jq '.features | length > 0' plaza.geojson)" = true
echo "ways, corridor, field and plaza in QGIS"

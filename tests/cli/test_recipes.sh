# The commands of docs/maps.md and docs/gis.md work, in order, where the tools that they use are installed.
. "$(dirname "$0")/lib.sh"

cp "$root"/docs/examples/{town.osm,plan.dxf,village.tmx,aller.osm,school.geojson} .
PATH=$(dirname "$pathfan"):$PATH
skipped=
while IFS= read -r line; do
  tool=${line%% *}
  case $line in *"| proj "*) tool=proj ;; esac
  if [ "$tool" != pathfan ] && ! command -v "$tool" >/dev/null; then
    lacks "$tool, so not: $line"
    skipped="$skipped $tool"
    continue
  fi
  # A file that a missing tool would have made.
  if [ "$tool" = pathfan ] && [ -n "$skipped" ] && ! [ -e "$(echo "$line" | cut -d' ' -f3)" ]; then
    echo "skipped, its map is missing: $line"
    continue
  fi
  bash -c "$line" >"$out" 2>"$err"
  code=$? last=$line
  check "$line" equal $code 0
  case $line in "echo "*) cp "$out" projected ;; esac
done < <(sed -n '/^```sh$/,/^```$/p' "$root/docs/maps.md" "$root/docs/gis.md" | grep -v '^```')

if [ -e town.pathfan ]; then
  expect 0 inspect town.pathfan --json
  json '.components == 2 and .map.centre == [11.5749, 49.945]'
  # An independent projection of the same map, by PROJ: equal to the millimetre, the same answer.
  ogr2ogr -f GeoJSON metres.geojson buildings.geojson \
    -t_srs "+proj=tmerc +lon_0=11.5749 +lat_0=49.945 +ellps=WGS84"
  ends="--from=-90,-15 --to=80,60"
  expect 0 query buildings.geojson --project local --algorithm polyanya $ends --json
  cp "$out" ours.json
  expect 0 query metres.geojson --algorithm polyanya $ends --json
  cp "$out" theirs.json
  check "PROJ finds the same way" test "$(jq -s '[.[].paths[0].points] | (.[0] | length) == (.[1] | length)
    and ([.[0], .[1]] | transpose | map((.[0][0] - .[1][0] | fabs) + (.[0][1] - .[1][1] | fabs)) | max) < 0.002' \
    ours.json theirs.json)" = true
fi
if [ -e plan.pathfan ]; then
  expect 0 inspect plan.pathfan --json
  json '.components == 1 and .map.origin == [-0.1, -0.1]'
fi
if [ -e village.pathfan ]; then
  expect 0 inspect village.pathfan --json
  json '.components == 1 and .map.width == 160 and .map.height == 96'
fi
[ -z "$skipped" ] || [ -e town.pathfan ] || [ -e plan.pathfan ] || [ -e village.pathfan ] || exit 77

finish

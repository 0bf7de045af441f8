# conversions.sh PATHFAN - files of other programs, made here by GDAL and osmium, are refused with the
# command that converts them; the command works, and what it makes is the map that the file was made
# of. Each command is also in docs/maps.md.
. "$(dirname "$0")/../cli/lib.sh"

for tool in ogr2ogr osmium; do
  command -v $tool >/dev/null || { lacks "$tool (Debian: gdal-bin, osmium-tool)"; exit 77; }
done
page=$root/docs/maps.md
cp "$root/docs/examples/town.osm" .

# The same map by other ways: a hall with a block in it, in degrees.
cat >hall.geojson <<'END'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{"name":"hall","kind":"free"},"geometry":{"type":"Polygon","coordinates":
[[[11.57,49.94],[11.58,49.94],[11.58,49.95],[11.57,49.95],[11.57,49.94]]]}},
{"type":"Feature","properties":{"name":"block","kind":"obstacle"},"geometry":{"type":"Polygon","coordinates":
[[[11.573,49.943],[11.576,49.943],[11.576,49.947],[11.573,49.947],[11.573,49.943]]]}}]}
END
# Its outlines as lines; and metres, without kinds, as drawings have them.
ogr2ogr -f GeoJSON outlines.geojson hall.geojson -dialect sqlite \
  -sql "SELECT ST_ExteriorRing(geometry) AS geometry, name FROM hall"
cat >plan.geojson <<'END'
{"type":"FeatureCollection","features":[
{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[0,0],[24,0],[24,16],[0,16],[0,0]]}},
{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[8,0],[8,12]]}}]}
END
ogr2ogr -f GeoJSON houses.geojson town.osm multipolygons -where "building IS NOT NULL" 2>"$err"

# converted FILE SAME [OPTIONS]: the file is refused with a command, which makes map.geojson; its free
# space is that of SAME, read with the same options, to the last digit.
converted() {
  local file=$1 same=$2 command
  shift 2
  expect 4 build-index "$file" -o refused.pathfan
  command=$(sed -n "s/.*isn't read; convert it: //p" "$err")
  check "$file: a command is told" test -n "$command"
  check "$file: docs/maps.md has it" grep -qF -- "${command/"$file"/FILE}" "$page"
  rm -f map.geojson
  bash -c "$command" >"$out" 2>"$err"
  last=$command
  check "$command" test $? = 0
  expect 0 mesh map.geojson --format geojson -o made.geojson "$@"
  expect 0 mesh "$same" --format geojson -o wanted.geojson "$@"
  check "$file: the same free space" cmp made.geojson wanted.geojson
}

ogr2ogr -f GPKG hall.gpkg hall.geojson
converted hall.gpkg hall.geojson --project local
ogr2ogr -f GPKG -update hall.gpkg outlines.geojson -nln outlines # a second layer
converted hall.gpkg hall.geojson --project local --skip-others
ogr2ogr -f "ESRI Shapefile" hall.shp hall.geojson
converted hall.shp hall.geojson --project local
ogr2ogr -f KML hall.kml hall.geojson
converted hall.kml hall.geojson --project local
ogr2ogr -f LIBKML libkml.kml hall.geojson
converted libkml.kml hall.geojson --project local
ogr2ogr -f GPX hall.gpx outlines.geojson -nlt MULTILINESTRING
converted hall.gpx outlines.geojson --project local --wall-width 1
ogr2ogr -f DXF plan.dxf plan.geojson
converted plan.dxf plan.geojson --wall-width 0.2
converted town.osm houses.geojson --project local
osmium cat town.osm -o town.osm.pbf --overwrite
converted town.osm.pbf houses.geojson --project local
ogr2ogr -f "ESRI Shapefile" "my hall's.shp" hall.geojson # a name that the shell would take apart
expect 4 build-index "my hall's.shp" -o refused.pathfan
rm -f map.geojson
bash -c "$(sed -n "s/.*convert it: //p" "$err")"
check "a name with a blank and a quote" test -s map.geojson

finish

# Inputs rebuilt from reports of other programs' users, with their right values, where they are
# there: each is answered rightly, or what can't be is told. Nothing is skipped in silence.
. "$(dirname "$0")/lib.sh"

cases=$root/../shared/data/cases
if ! [ -d "$cases" ]; then
  echo "skipped: no $cases"
  exit 77
fi

# right FILE FROM TO LENGTH [OPTIONS]: builds FILE and asks for a path, of LENGTH within 1e-6 of it;
# none: there is no path.
right() {
  local file=$1 from=$2 to=$3 length=$4
  shift 4
  expect 0 build-index "$cases/$file" -o case.pathfan --quiet "$@"
  cp "$err" told
  if [ "$length" = none ]; then
    expect 3 query case.pathfan --from="$from" --to="$to" --json
  else
    expect 0 query case.pathfan --from="$from" --to="$to" --json
    json "(.paths[0].length - $length | fabs) <= 1e-6 * $length"
  fi
}
# told WORDS: the build has said so.
told() { check "$last: told $1" grep -qE -- "$1" told; }
silent_build() { check "$last: nothing is told" test ! -s told; }

# 1: unknown of map_saver
right r12_free25.yaml -0.9,-1.6 -0.1,-1.6 1.0928778
told 'r12_free25.yaml: pixels of grey 205.*: [0-9]+, such as free_thresh 0.25, line 6$'
right r1.yaml -0.9,-1.6 -0.3,-1.6 0.813246651
silent_build
# 3, 4: shapes of tiles, marks as text and numbers
for file in t10_tile_collision_editor.tmx t18_layer_and_tile_shapes.tmx t24_tile_collision.tmj \
  t11_string_property.tmx t23_string_property.tmj t23b_int_property.tmj t1_flipped.tmx \
  t1b_flipped_b64.tmx t6_hidden.tmx t12_xml_tiles.tmx t17_external_tileset.tmx; do
  right $file 8,8 90,8 120.6476
done
# 8: rings without an area
right h23b_degenerates.geojson 1,10 19,10 18.56021978
told 'rings of less than 3 different points .*: 1, ring 0 of feature 1$'
right h23h_collapsed_part.geojson 1,1 19,19 27.35717575
told 'ring 1 of feature 1$'
right h23j_collapsed.wkt 10,2 10,18 16
told 'line 2$'
right h23k_collapsed.poly 1,1 19,19 25.455844
told 'line 5$'
# 10: polygons where one may walk
right h19b_walkable.wkt 1,1 23,15 29.34572248 --walkable
silent_build
right h19b_walkable.wkt 8,8 9,9 1.414213562
told 'walkable'
expect 4 build-index "$cases/h19b_walkable.wkt" -o case.pathfan --strict
# 13, 15, 17
right h24_crs.geojson 1,1 19,1 18
told 'coordinate system .*: 1, crs "urn:ogc:def:crs:EPSG::25832"$'
right h11_nested_squares.geojson -400,-400 400,400 1349.37022347
told 'free polygons inside obstacles stay blocked: 1, feature 2$'
expect 0 build-index "$cases/w11_rate_string.geojson" -o case.pathfan --quiet
silent err
# 16: other forms
for file in h24_geojsonseq.geojsonl h24_geojsonseq_rs.geojsonl; do
  right $file 1,5 19,5 19.23154621
  silent_build
done
right k2_srid.wkt 1,5 12,1 11.7046999
told 'SRID=25832'
# What isn't read is named, with the command that converts it
other() { # other WHAT BYTES WORDS
  printf "$2" >other.bin
  expect 4 build-index other.bin -o case.pathfan --quiet
  says err "is $1, which isn.t read; convert it: ogr2ogr -f GeoJSON map\\.geojson other\\.bin $3$"
}
other 'a GeoPackage' 'SQLite format 3\0' '-nln map'
other 'a shapefile' '\0\0\x27\x0a' '-nln map'
other KML '<?xml version="1.0"?><kml>' '-nln map'
other GPX '<?xml version="1.0"?><gpx>' '-nln map'
other 'a DXF drawing' '  0\nSECTION\n' '-nln map'
for text in '<osm version="0.6">' '\0\0\0\x0d\n\tOSMHeader'; do
  printf "$text" >other.bin
  expect 4 build-index other.bin -o case.pathfan --quiet
  says err "is OpenStreetMap.s [XPMLBF]*, which isn.t read; convert it: osmium export other\\.bin -o"
  says err 'ogr2ogr -f GeoJSON map\.geojson other\.bin multipolygons -where "building IS NOT NULL"$'
done
right r30_bmp.yaml 0.1,0.1 0.1,0.4 0.3
right x1.asc 0,0.5 3,0.5 3.2360679775
silent_build
printf '\x1f\x8b\x08' >cut.gz
expect 4 build-index cut.gz -o case.pathfan --quiet
says err 'cut\.gz: is .*gzip'
gzip -c "$cases/k2_srid.wkt" >packed.wkt.gz
run build-index packed.wkt.gz -o packed.pathfan --quiet
if [ -e packed.pathfan ]; then
  expect 0 query packed.pathfan --from 1,5 --to 12,1 --distance
  says out '^11\.7046999'
else
  says err 'gunzip -k packed\.wkt\.gz' # a builder without zlib
fi
# 19
right g12_swamp.map 1,1 2,1 1
told 'swamp .S. and water .W. are blocked, unless --passable'
right g12_swamp.map 1,1 2,1 1 --passable .GS
silent_build
# 20: round corners; a gap as wide as the agent is closed, a wider one is open
right h13d_diagonal_gap.geojson 2,2 18,18 22.64969899 --agent-radius 0.5
right h13_gap_1.0000001.geojson 2,5 18,5 16.03618159 --agent-radius 0.5
right h13_gap_1.0.geojson 2,5 18,5 none --agent-radius 0.5
# The nearest point from which the other end can be reached, and a way to it
expect 0 build-index "$cases/s2_courtyard.geojson" -o case.pathfan --quiet
ends='--from 5,5 --to 50,38'
expect 0 query case.pathfan $ends --snap 20 --json
json '.to == [50,30] and .to_snapped and (.paths[0].length - 51.478150704935 | fabs) < 1e-9'
expect 0 query case.pathfan $ends --snap 20 --distance
says out '^51\.4781507'
expect 3 query case.pathfan $ends --snap 20 --snap-any --json
json '.status == "no_path" and .to == [50,40] and .nearest == [50,30] and has("partial") == false'
expect 3 query case.pathfan $ends --json
json '.status == "goal_blocked" and .nearest == [50,30]'
expect 0 query case.pathfan $ends --partial --json
json '.status == "ok" and .partial and .to == [50,30] and .paths[0].points[-1] == [50,30]'
expect 0 query case.pathfan $ends --partial
says out '^no path leads to the goal; the reachable point nearest to it is 50,30$'
# 9, 14: degrees
for file in h07_antimeridian.geojson h07b_0_360.geojson; do
  right $file -100000,0 100000,0 236746.4231 --project local
done
expect 0 inspect case.pathfan --json
json '.map.centre == [180, 0]'
expect 0 build-index "$cases/e1_degrees.geojson" -o case.pathfan --quiet --project local
centre=$("$pathfan" inspect case.pathfan --json | jq -r '.map.centre | "\(.[0]),\(.[1])"')
expect 0 query case.pathfan --from="$centre" --to="$centre" --json
json ".from == [$centre] and .paths[0].points == [[$centre]]"
expect 2 query case.pathfan --from="$centre" --to=10,20
says err 'the start looks like longitude and latitude, the goal does'
# 18: digits
expect 0 build-index "$cases/d1_tiny.geojson" -o case.pathfan --quiet
expect 0 query case.pathfan --from=1e-7,5e-7 --to=19e-7,5e-7
says out '^ *1 +0\.0000020125 '
# 21: floors in a mesh
expect 4 build-index "$cases/m2_overlap.mesh" -o case.pathfan --quiet
says err 'the mesh overlaps itself'

finish

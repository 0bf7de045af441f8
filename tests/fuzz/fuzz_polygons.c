/* fuzz_polygons.c - the readers of polygon maps must survive any bytes, and maps they accept must
 * become outlines that can be triangulated.
 *
 * The first byte chooses the reader, or that polygons are made of the bytes; the second the unit,
 * the agent's radius, the width of walls, and what the caller wishes. GeoJSON is read twice, as
 * polygons alone and with roads, rivers and bridges: the second reading must accept a text of which
 * the first left nothing out, and find the same polygons. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "map/features.h"
#include "map/formats.h"
#include "map/polygons.h"
#include "meshing/cdt.h"

/* Larger maps only take longer. */
#define POINTS_MAX 400

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_polygons(const pf_polygons *p) {
  for (int32_t i = 0; i < p->polygon_count; i++)
    if (p->polygons[i].first_ring > pf_polygon_end(p, i)) abort();
  for (int32_t i = 0; i < p->polygon_count; i++)
    for (int32_t r = p->polygons[i].first_ring; r < pf_polygon_end(p, i); r++)
      if (pf_ring_end(p, r) - p->rings[r].first_point <
          (p->polygons[i].kind == PF_POLYGON_WALL ? 2 : 3))
        abort();
  for (int k = 0; k < PF_IGNORED_KINDS; k++)
    if ((p->ignored.count[k] > 0) != (p->ignored.example[k][0] != 0)) abort();
  for (int32_t i = 0; i < 2 * p->point_count; i++)
    if (!(fabs(p->points[i]) <= PF_COORDINATE_MAX)) abort();
}

static void check_outline(const pf_polygons *polygons, uint8_t choice) {
  static const double units[] = {0, 1, 0.125, 1e-3}, radii[] = {0, 0, 0.3, 1, 1e6};
  const pf_snap_options options = {.unit = units[choice % 4],
                                   .agent_radius = radii[choice / 4 % 5]};
  pf_frame frame;
  pf_outline outline;
  pf_mesh_data mesh = {0};
  pathfan_error error = {{0}};
  const pathfan_status status = pf_polygons_outline(polygons, &options, &frame, &outline, &error);
  if (status) {
    const bool fair = status == PATHFAN_ERR_MALFORMED || status == PATHFAN_ERR_LIMIT;
    if (!fair || outline.edges || frame.width) abort();
    return;
  }
  for (int32_t v = 0; v < outline.vertex_count; v++) {
    const pf_lattice_point at = outline.vertices[v];
    if (at.x < 0 || at.y < 0 || at.x > frame.width || at.y > frame.height) abort();
  }
  if (pf_cdt_build(&outline, &mesh)) abort();
  if ((outline.edge_count > 0) != (mesh.view.polygon_count > 0)) abort();
  pf_mesh_data_free(&mesh);
  pf_outline_free(&outline);
}

/* Puts obstacles in place of walls; there may be none if lines are too thin. False: a limit was
 * exceeded. */
static bool widen(pf_polygons *polygons, uint8_t choice) {
  static const double widths[] = {1e-6, 0.2, 1, 1e9};
  pathfan_error error = {{0}};
  const pathfan_status status = pf_polygons_widen(polygons, widths[choice / 20 % 4], NULL, &error);
  if (status && (status != PATHFAN_ERR_LIMIT || !error.text[0])) abort();
  return !status;
}

static void check_features(const pf_features *f) {
  if (!f->areas.polygon_count && !f->areas.ignored.count[PF_IGNORED_OTHER] && !f->line_count)
    abort();
  check_polygons(&f->areas);
  if (!(f->background_rate > 0 && f->background_rate <= PF_COORDINATE_MAX)) abort();
  for (int32_t i = 0; i < f->line_count; i++) {
    const pf_line *line = &f->lines[i];
    const bool is_road = line->kind == PF_LINE_ROAD;
    if (pf_line_end(f, i) - line->first_point < 2) abort();
    if (is_road ? !(line->value > 0 && line->value <= PF_COORDINATE_MAX)
                : !(line->value >= 0) || line->is_apart)
      abort();
    for (int32_t p = line->first_point + 1; p < pf_line_end(f, i); p++)
      if (!memcmp(f->points + 2 * p, f->points + 2 * p - 2, 2 * sizeof *f->points)) abort();
  }
  for (int32_t i = 0; i < 2 * f->point_count; i++)
    if (!(fabs(f->points[i]) <= PF_COORDINATE_MAX)) abort();
  for (int32_t i = 0; i < f->rated.polygon_count; i++)
    if (!(f->rated_areas[i].rate > 0)) abort();
  for (int32_t i = 0; i < 2 * f->rated.point_count; i++)
    if (!(fabs(f->rated.points[i]) <= PF_COORDINATE_MAX)) abort();
  for (int32_t i = 0; i < f->bridge_count; i++)
    if (!(fabs(f->bridges[i].x) <= PF_COORDINATE_MAX) ||
        !(fabs(f->bridges[i].y) <= PF_COORDINATE_MAX))
      abort();
}

/* Reads all levels, and plans of buildings as such. */
static void check_levels(const char *text, size_t bytes, pf_wishes wishes) {
  pf_features features;
  pathfan_error error = {{0}};
  wishes.all_levels = true;
  if (pf_geojson_parse_features(text, bytes, "fuzz", &wishes, &features, &error)) {
    if (!error.text[0] || features.links) abort();
    return;
  }
  for (int32_t i = 0; i < features.link_count; i++)
    for (int e = 0; e < 2; e++)
      if (!(features.links[i].cost[e] >= 0) ||
          features.links[i].level[e] >= features.areas.levels.count)
        abort();
  pf_features_free(&features);
}

/* *polygons: what the same text gives without lines; NULL: nothing to compare. */
static void check_with_lines(const char *text, size_t bytes, const pf_wishes *wishes,
                             const pf_polygons *polygons) {
  pf_features features;
  pathfan_error error = {{0}};
  const pathfan_status status =
      pf_geojson_parse_features(text, bytes, "fuzz", wishes, &features, &error);
  if (status) {
    if (status != PATHFAN_ERR_MALFORMED || features.points || features.lines || !error.text[0])
      abort();
    if (polygons && !strstr(error.text, "background_rate")) abort(); /* only it checks that */
    return;
  }
  check_features(&features);
  if (polygons) {
    const pf_polygons *areas = &features.areas;
    if (features.line_count || features.bridge_count) abort();
    if (areas->polygon_count != polygons->polygon_count ||
        areas->ring_count != polygons->ring_count || areas->point_count != polygons->point_count)
      abort();
    if (areas->point_count &&
        memcmp(areas->points, polygons->points, 16 * (size_t)areas->point_count) != 0)
      abort();
  }
  pf_features_free(&features);
}

/* Enclosures and obstacles with small coordinates, which mutated text rarely has. The caller frees
 * it. */
static char *made_of(const uint8_t *data, size_t size, size_t *bytes) {
  char *text = NULL;
  FILE *out = open_memstream(&text, bytes);
  size_t at = 0;
  if (!out) abort();
#define TAKE(limit) (at < size ? data[at++] % (limit) : 0)
  const int enclosures = 1 + TAKE(3), obstacles = TAKE(5);
  fprintf(out, "polygon 1\n%d %d\n", enclosures, obstacles);
  for (int r = 0; r < enclosures + obstacles; r++) {
    const int points = 3 + TAKE(4);
    fprintf(out, "%d", points);
    for (int i = 0; i < 2 * points; i++) fprintf(out, " %d", TAKE(10));
    fputc('\n', out);
  }
#undef TAKE
  if (fclose(out)) abort();
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static pathfan_status (*const readers[])(const char *, size_t, const char *, const pf_wishes *,
                                           pf_polygons *, pathfan_error *) = {
      pf_geojson_parse, pf_poly_parse, pf_wkt_parse, pf_enclosures_parse};
  if (size < 2) return 0;
  const int reader = data[0] >= 224 ? 3 : data[0] % 3;
  pf_polygons polygons;
  pathfan_error error = {{0}};
  size_t bytes = size - 2;
  char *text = NULL;
  if (data[0] >= 240) {
    text = made_of(data + 2, size - 2, &bytes);
  } else if ((text = malloc(bytes ? bytes : 1))) { /* ends where the map does */
    memcpy(text, data + 2, bytes);
  }
  if (!text) return 0;
  const pf_wishes wishes = {.walkable = data[1] / 80 % 2, .level = data[1] >= 160 ? "1" : NULL};
  const pathfan_status status = readers[reader](text, bytes, "fuzz", &wishes, &polygons, &error);
  if (reader == 0) {
    check_levels(text, bytes, wishes);
    check_with_lines(text, bytes, &wishes,
                     status || polygons.ignored.count[PF_IGNORED_OTHER] ? NULL : &polygons);
  }
  free(text);
  if (status) {
    if (status != PATHFAN_ERR_MALFORMED || polygons.points || !error.text[0]) abort();
    return 0;
  }
  if (!polygons.polygon_count && !polygons.ignored.count[PF_IGNORED_OTHER]) abort();
  check_polygons(&polygons);
  const pf_map_format *format = pf_map_formats;
  while (format->parse_polygons != readers[reader]) format++;
  if (!pf_map_format_counts(format, &polygons.ignored)) abort();
  if (polygons.point_count <= POINTS_MAX && polygons.polygon_count && widen(&polygons, data[1]))
    check_outline(&polygons, data[1]);
  pf_polygons_free(&polygons);
  return 0;
}

/* geojson_write.c - writes a map as GeoJSON, a line each feature, independent of the locale. */
#include "map/geojson_write.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/json.h"
#include "base/text.h"

#define DECIMALS 2

typedef void position_writer(pf_json_writer *w, const char *name, const double *at);

static void write_rounded(pf_json_writer *w, const char *name, double value) {
  char digits[PF_NUMBER_BYTES];
  pf_write_json(w, name, "%s", pf_number_text(value, DECIMALS, digits));
}

static void write_position(pf_json_writer *w, const char *name, const double *at) {
  pf_write_begin(w, name, '[');
  write_rounded(w, NULL, at[0]);
  write_rounded(w, NULL, at[1]);
  pf_write_end(w, ']');
}

static void write_in_full(pf_json_writer *w, const char *name, const double *at) {
  char x[PF_SHORTEST_BYTES], y[PF_SHORTEST_BYTES];
  pf_write_json(w, name, "[%s,%s]", pf_number_shortest(at[0], x), pf_number_shortest(at[1], y));
}

static void write_levels(pf_json_writer *w, const pf_levels *levels, pf_level_set set) {
  char text[PF_LEVELS_MAX * (PF_LEVEL_BYTES + 1)] = "";
  size_t length = 0;
  for (int32_t i = 0; i < levels->count; i++) {
    if (!(set >> i & 1)) continue;
    length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? ";" : "",
                               levels->name[i]);
  }
  if (length) pf_write_text(w, "level", text);
}

/* `name` may be NULL. */
static void begin_feature(pf_json_writer *w, const char *kind, const char *name) {
  pf_begin_feature(w);
  pf_write_text(w, "kind", kind);
  if (name) pf_write_text(w, "name", name);
}

/* Ends a feature by its polygon. */
static void write_rings(pf_json_writer *w, const pf_polygons *areas, int32_t number,
                        position_writer *write) {
  const pf_polygon *polygon = &areas->polygons[number];
  pf_begin_geometry(w, "Polygon");
  pf_write_begin(w, "coordinates", '[');
  for (int32_t r = polygon->first_ring; r < pf_polygon_end(areas, number); r++) {
    const int32_t first = areas->rings[r].first_point, end = pf_ring_end(areas, r);
    pf_write_begin(w, NULL, '[');
    for (int32_t p = first; p < end; p++) write(w, NULL, areas->points + 2 * p);
    write(w, NULL, areas->points + 2 * first);
    pf_write_end(w, ']');
  }
  pf_write_end(w, ']');
  pf_end_feature(w);
}

static void write_area(pf_json_writer *w, const pf_polygons *areas, int32_t number,
                       position_writer *write) {
  const pf_polygon *polygon = &areas->polygons[number];
  begin_feature(w, polygon->kind == PF_POLYGON_FREE ? "free" : "obstacle", polygon->name);
  write_levels(w, &areas->levels, polygon->levels);
  write_rings(w, areas, number, write);
}

static void write_rated_area(pf_json_writer *w, const pf_features *features, int32_t number) {
  const pf_rated_area *area = &features->rated_areas[number];
  begin_feature(w, "area", features->rated.polygons[number].name);
  if (isfinite(area->rate))
    write_rounded(w, "rate", area->rate);
  else
    pf_write_text(w, "rate", "inf");
  if (area->layer) pf_write_integer(w, "layer", area->layer);
  write_rings(w, &features->rated, number, write_position);
}

static void write_line(pf_json_writer *w, const pf_features *features, int32_t number) {
  const pf_line *line = &features->lines[number];
  const bool is_road = line->kind == PF_LINE_ROAD;
  begin_feature(w, is_road ? "road" : "river", line->name);
  if (isfinite(line->value)) write_rounded(w, is_road ? "rate" : "cost", line->value);
  if (line->is_apart) pf_write_bool(w, "bridge", true);
  if (line->oneway) pf_write_integer(w, "oneway", line->oneway);
  pf_begin_geometry(w, "LineString");
  pf_write_begin(w, "coordinates", '[');
  for (int32_t p = line->first_point; p < pf_line_end(features, number); p++)
    write_position(w, NULL, features->points + 2 * p);
  pf_write_end(w, ']');
  pf_end_feature(w);
}

static void write_bridge(pf_json_writer *w, const pf_bridge *bridge) {
  begin_feature(w, "bridge", bridge->name);
  pf_begin_geometry(w, "Point");
  write_position(w, "coordinates", (const double[2]){bridge->x, bridge->y});
  pf_end_feature(w);
}

static void write_link(pf_json_writer *w, const pf_features *features, int32_t number) {
  const pf_map_link *link = &features->links[number];
  const pf_levels *levels = &features->areas.levels;
  const bool is_turned = isinf(link->cost[0]);
  begin_feature(w, "link", link->name);
  if (link->level[0] >= 0) {
    pf_write_begin(w, "level", '[');
    for (int e = 0; e < 2; e++) pf_write_text(w, NULL, levels->name[link->level[e]]);
    pf_write_end(w, ']');
  }
  write_rounded(w, "cost", link->cost[is_turned]);
  if (is_turned || isinf(link->cost[1]))
    pf_write_integer(w, "oneway", is_turned ? -1 : 1);
  else if (link->cost[1] != link->cost[0])
    write_rounded(w, "cost_back", link->cost[1]);
  if (link->flags) pf_write_integer(w, "flags", (int64_t)link->flags);
  pf_begin_geometry(w, "LineString");
  pf_write_begin(w, "coordinates", '[');
  for (int e = 0; e < 2; e++) write_position(w, NULL, link->at + 2 * e);
  pf_write_end(w, ']');
  pf_end_feature(w);
}

void pf_geojson_write_polygons(FILE *stream, const pf_polygons *polygons) {
  pf_json_writer w = {.out = stream, .compact = true};
  pf_begin_collection(&w);
  pf_write_begin(&w, "features", '[');
  for (int32_t i = 0; i < polygons->polygon_count; i++) write_area(&w, polygons, i, write_in_full);
  pf_end_collection(&w);
}

pathfan_status pf_geojson_write(const pf_features *features, const char *path,
                                pathfan_error *error) {
  pf_output output;
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  pf_json_writer w = {.out = output.stream, .compact = true};
  pf_begin_collection(&w);
  if (features->line_count || features->rated.polygon_count)
    write_rounded(&w, "background_rate", features->background_rate);
  pf_write_begin(&w, "features", '[');
  for (int32_t i = 0; i < features->areas.polygon_count; i++)
    write_area(&w, &features->areas, i, write_position);
  for (int32_t i = 0; i < features->rated.polygon_count; i++) write_rated_area(&w, features, i);
  for (int32_t i = 0; i < features->line_count; i++) write_line(&w, features, i);
  for (int32_t i = 0; i < features->bridge_count; i++) write_bridge(&w, &features->bridges[i]);
  for (int32_t i = 0; i < features->link_count; i++) write_link(&w, features, i);
  pf_end_collection(&w);
  return pf_output_close(&output, error);
}

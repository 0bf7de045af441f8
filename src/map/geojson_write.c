/* geojson_write.c - writes JSON line by line, independent of the locale. */
#include "map/geojson_write.h"

#include <math.h>
#include <stdio.h>

#include "base/file.h"
#include "base/text.h"

#define DECIMALS 2

typedef void number_writer(FILE *to, double value);

static void write_number(FILE *to, double value) {
  char buffer[PF_NUMBER_BYTES];
  fputs(pf_number_text(value, DECIMALS, buffer), to);
}

static void write_in_full(FILE *to, double value) {
  char buffer[PF_SHORTEST_BYTES];
  fputs(pf_number_shortest(value, buffer), to);
}

static void write_position(FILE *to, const double *at, bool is_first, number_writer *write) {
  fputs(is_first ? "[" : ",[", to);
  write(to, at[0]);
  putc(',', to);
  write(to, at[1]);
  putc(']', to);
}

/* `name` may be NULL. */
static void begin_feature(FILE *to, bool is_first, const char *kind, const char *name) {
  fprintf(to, "%s{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\"", is_first ? "\n" : ",\n",
          kind);
  if (!name) return;
  fputs(",\"name\":\"", to);
  for (const char *at = name; *at; at++) {
    if ((unsigned char)*at < ' ')
      fprintf(to, "\\u%04x", (unsigned)*at);
    else
      fprintf(to, *at == '"' || *at == '\\' ? "\\%c" : "%c", *at);
  }
  putc('"', to);
}

static void begin_geometry(FILE *to, const char *type) {
  fprintf(to, "},\"geometry\":{\"type\":\"%s\",\"coordinates\":", type);
}

static void write_area(FILE *to, const pf_polygons *areas, int32_t number, number_writer *write) {
  const pf_polygon *polygon = &areas->polygons[number];
  begin_feature(to, !number, polygon->kind == PF_POLYGON_FREE ? "free" : "obstacle", polygon->name);
  begin_geometry(to, "Polygon");
  for (int32_t r = polygon->first_ring; r < pf_polygon_end(areas, number); r++) {
    const int32_t first = areas->rings[r].first_point, end = pf_ring_end(areas, r);
    fputs(r == polygon->first_ring ? "[[" : ",[", to);
    for (int32_t p = first; p < end; p++)
      write_position(to, areas->points + 2 * p, p == first, write);
    write_position(to, areas->points + 2 * first, false, write);
    putc(']', to);
  }
  fputs("]}}", to);
}

static void write_line(FILE *to, const pf_features *features, int32_t number, bool is_first) {
  const pf_line *line = &features->lines[number];
  const bool is_road = line->kind == PF_LINE_ROAD;
  begin_feature(to, is_first, is_road ? "road" : "river", line->name);
  if (isfinite(line->value)) {
    fputs(is_road ? ",\"rate\":" : ",\"cost\":", to);
    write_number(to, line->value);
  }
  if (line->is_apart) fputs(",\"bridge\":true", to);
  begin_geometry(to, "LineString");
  putc('[', to);
  for (int32_t p = line->first_point; p < pf_line_end(features, number); p++)
    write_position(to, features->points + 2 * p, p == line->first_point, write_number);
  fputs("]}}", to);
}

void pf_geojson_write_polygons(FILE *stream, const pf_polygons *polygons) {
  fputs("{\"type\":\"FeatureCollection\",\"features\":[", stream);
  for (int32_t i = 0; i < polygons->polygon_count; i++)
    write_area(stream, polygons, i, write_in_full);
  fputs("\n]}\n", stream);
}

pathfan_status pf_geojson_write(const pf_features *features, const char *path,
                                pathfan_error *error) {
  const int32_t areas = features->areas.polygon_count;
  pf_output output;
  pathfan_status status = pf_output_open(&output, path, error);
  if (status) return status;
  FILE *to = output.stream;
  fputs("{\"type\":\"FeatureCollection\",\"background_rate\":", to);
  write_number(to, features->background_rate);
  fputs(",\"features\":[", to);
  for (int32_t i = 0; i < areas; i++) write_area(to, &features->areas, i, write_number);
  for (int32_t i = 0; i < features->line_count; i++) write_line(to, features, i, !areas && !i);
  for (int32_t i = 0; i < features->bridge_count; i++) {
    const pf_bridge *bridge = &features->bridges[i];
    begin_feature(to, !areas && !features->line_count && !i, "bridge", bridge->name);
    begin_geometry(to, "Point");
    write_position(to, (const double[2]){bridge->x, bridge->y}, true, write_number);
    fputs("}}", to);
  }
  fputs("\n]}\n", to);
  return pf_output_close(&output, error);
}

/* map_json.c - a map's shape, and facts about points of it, as JSON. Coordinates have the fewest
 * digits that identify them. */
#include "viewer/map_json.h"

#include "base/text.h"

/* Corners of the largest cell that is shown. */
#define CORNERS_MAX 4096

void pf_each_cell(const pf_source *source, const pf_source_facts *facts, void *context,
                  void function(void *context, const pathfan_point *corners, int32_t count)) {
  pathfan_point corners[CORNERS_MAX];
  for (int32_t i = 0; i < facts->info.polygon_count; i++) {
    const int32_t count = pf_source_polygon(source, i, corners, CORNERS_MAX);
    if (count >= 3 && count <= CORNERS_MAX) function(context, corners, count);
  }
}

static void write_cell(void *context, const pathfan_point *corners, int32_t count) {
  pf_json_writer *w = context;
  char digits[PF_SHORTEST_BYTES];
  pf_write_begin(w, NULL, '[');
  for (int32_t k = 0; k < count; k++) {
    pf_write_json(w, NULL, "%s", pf_number_shortest(corners[k].x, digits));
    pf_write_json(w, NULL, "%s", pf_number_shortest(corners[k].y, digits));
  }
  pf_write_end(w, ']');
}

void pf_write_geometry(FILE *out, const pf_source *source, const pf_source_facts *facts) {
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, "generation", facts->info.generation);
  pf_write_begin(&w, "polygons", '[');
  pf_each_cell(source, facts, &w, write_cell);
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
  putc('\n', out);
}

void pf_write_vertices(FILE *out, const pathfan_index *index, const pathfan_index_info *info) {
  pathfan_vertex_info vertex = {.rank = 0};
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, "generation", info->generation);
  pf_write_begin(&w, "at", '[');
  for (int32_t v = 0; v < info->vertex_count; v++) {
    pathfan_index_vertex(index, v, &vertex);
    pf_write_json(&w, NULL, "%.17g", vertex.at.x);
    pf_write_json(&w, NULL, "%.17g", vertex.at.y);
  }
  pf_write_end(&w, ']');
  pf_write_begin(&w, "rank", '[');
  for (int32_t v = 0; v < info->vertex_count; v++) {
    pathfan_index_vertex(index, v, &vertex);
    pf_write_integer(&w, NULL, vertex.rank);
  }
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
  putc('\n', out);
}

/* Writes the members of a known vertex. */
static void write_known(pf_json_writer *w, int32_t vertex, const pathfan_vertex_info *info) {
  pf_write_integer(w, "vertex", vertex);
  pf_write_point(w, "at", info->at);
  pf_write_integer(w, "rank", info->rank);
  pf_write_integer(w, "component", info->component);
}

static void write_seen(pf_json_writer *w, const pf_seen *seen) {
  pf_write_integer(w, "generation", seen->sight.generation);
  pf_write_begin(w, "visible", '[');
  for (int32_t i = 0; i < seen->count; i++) {
    pathfan_vertex_info info;
    if (pathfan_index_vertex(seen->index, seen->vertices[i], &info)) continue;
    pf_write_begin(w, NULL, '{');
    write_known(w, seen->vertices[i], &info);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

static void write_place(pf_json_writer *w, bool is_free, pathfan_point used) {
  pf_write_bool(w, "free", is_free);
  pf_write_point(w, "used", used);
}

void pf_write_sight(FILE *out, const pf_seen *seen) {
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  write_place(&w, seen->sight.free, seen->sight.used);
  if (seen->sight.free)
    pf_write_integer(&w, "polygon", seen->sight.polygon);
  else
    pf_write_null(&w, "polygon");
  write_seen(&w, seen);
  pf_write_end(&w, '}');
}

void pf_write_vertex(FILE *out, int32_t vertex, const pathfan_vertex_info *info,
                     const pf_seen *seen) {
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  write_known(&w, vertex, info);
  pf_write_integer(&w, "labels", info->label_count);
  write_seen(&w, seen);
  pf_write_end(&w, '}');
}

void pf_write_freedom(FILE *out, pathfan_point point, bool is_free) {
  pf_json_writer w = {.out = out, .compact = true};
  pf_write_begin(&w, NULL, '{');
  write_place(&w, is_free, point);
  pf_write_null(&w, "polygon");
  pf_write_begin(&w, "visible", '[');
  pf_write_end(&w, ']');
  pf_write_end(&w, '}');
}

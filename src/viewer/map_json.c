/* map_json.c - a map's shape, and facts about points of it, as JSON. Coordinates have the fewest
 * digits that identify them. */
#include "viewer/map_json.h"

#include "base/text.h"

/* Corners of the largest cell that is shown. */
#define CORNERS_MAX 4096

void pathfan_each_cell(const pathfan_source *source, const pathfan_source_facts *facts,
                       void *context,
                       void function(void *context, const pathfan_point *corners, int32_t count)) {
  pathfan_point corners[CORNERS_MAX];
  for (int32_t i = 0; i < facts->info.polygon_count; i++) {
    const int32_t count = pathfan_source_polygon(source, i, corners, CORNERS_MAX);
    if (count >= 3 && count <= CORNERS_MAX) function(context, corners, count);
  }
}

typedef struct shape {
  FILE *out;
  bool any;
} shape;

static void write_cell(void *context, const pathfan_point *corners, int32_t count) {
  shape *s = context;
  char number[PATHFAN_SHORTEST_BYTES];
  for (int32_t k = 0; k < count; k++) {
    fputs(k ? "," : s->any ? ",[" : "[", s->out);
    fputs(pathfan_number_shortest(corners[k].x, number), s->out);
    putc(',', s->out);
    fputs(pathfan_number_shortest(corners[k].y, number), s->out);
  }
  putc(']', s->out);
  s->any = true;
}

void pathfan_write_geometry(FILE *out, const pathfan_source *source,
                            const pathfan_source_facts *facts) {
  shape s = {.out = out};
  fprintf(out, "{\"generation\":%u,\"polygons\":[", facts->info.generation);
  pathfan_each_cell(source, facts, &s, write_cell);
  fputs("]}\n", out);
}

void pathfan_write_vertices(FILE *out, const pathfan_index *index, const pathfan_index_info *info) {
  pathfan_vertex_info vertex = {.rank = 0};
  fprintf(out, "{\"generation\":%u,\"at\":[", info->generation);
  for (int32_t v = 0; v < info->vertex_count; v++) {
    pathfan_index_vertex(index, v, &vertex);
    fprintf(out, "%s%.17g,%.17g", v ? "," : "", vertex.at.x, vertex.at.y);
  }
  fputs("],\"rank\":[", out);
  for (int32_t v = 0; v < info->vertex_count; v++) {
    pathfan_index_vertex(index, v, &vertex);
    fprintf(out, "%s%d", v ? "," : "", vertex.rank);
  }
  fputs("]}\n", out);
}

/* Writes the members of a known vertex. */
static void write_known(pathfan_json_writer *w, int32_t vertex, const pathfan_vertex_info *info) {
  pathfan_write_integer(w, "vertex", vertex);
  pathfan_write_point(w, "at", info->at);
  pathfan_write_integer(w, "rank", info->rank);
  pathfan_write_integer(w, "component", info->component);
}

static void write_seen(pathfan_json_writer *w, const pathfan_index *index,
                       const pathfan_sight *sight, const int32_t *seen, int32_t count) {
  pathfan_write_integer(w, "generation", sight->generation);
  pathfan_write_begin(w, "visible", '[');
  for (int32_t i = 0; i < count; i++) {
    pathfan_vertex_info info;
    if (pathfan_index_vertex(index, seen[i], &info)) continue;
    pathfan_write_begin(w, NULL, '{');
    write_known(w, seen[i], &info);
    pathfan_write_end(w, '}');
  }
  pathfan_write_end(w, ']');
}

static void write_place(pathfan_json_writer *w, bool is_free, pathfan_point used) {
  pathfan_write_bool(w, "free", is_free);
  pathfan_write_point(w, "used", used);
}

void pathfan_write_sight(FILE *out, const pathfan_index *index, const pathfan_sight *sight,
                         const int32_t *seen, int32_t count) {
  pathfan_json_writer w = {.out = out, .compact = true};
  pathfan_write_begin(&w, NULL, '{');
  write_place(&w, sight->free, sight->used);
  if (sight->free)
    pathfan_write_integer(&w, "polygon", sight->polygon);
  else
    pathfan_write_null(&w, "polygon");
  write_seen(&w, index, sight, seen, count);
  pathfan_write_end(&w, '}');
}

void pathfan_write_vertex(FILE *out, const pathfan_index *index, int32_t vertex,
                          const pathfan_vertex_info *info, const pathfan_sight *sight,
                          const int32_t *seen, int32_t count) {
  pathfan_json_writer w = {.out = out, .compact = true};
  pathfan_write_begin(&w, NULL, '{');
  write_known(&w, vertex, info);
  pathfan_write_integer(&w, "labels", info->label_count);
  write_seen(&w, index, sight, seen, count);
  pathfan_write_end(&w, '}');
}

void pathfan_write_freedom(FILE *out, pathfan_point point, bool is_free) {
  pathfan_json_writer w = {.out = out, .compact = true};
  pathfan_write_begin(&w, NULL, '{');
  write_place(&w, is_free, point);
  pathfan_write_null(&w, "polygon");
  pathfan_write_begin(&w, "visible", '[');
  pathfan_write_end(&w, ']');
  pathfan_write_end(&w, '}');
}

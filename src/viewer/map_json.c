/* map_json.c - a map's shape, and facts about points of it, as JSON. Coordinates have the fewest
 * digits that identify them. */
#include "viewer/map_json.h"

#include "base/text.h"
#include "pathfan/floors.h"
#include "pathfan/obstacles.h"

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

static void write_number(pf_json_writer *w, const char *name, double value) {
  char digits[PF_SHORTEST_BYTES];
  pf_write_json(w, name, "%s", pf_number_shortest(value, digits));
}

static void write_place_at(pf_json_writer *w, const char *name, pathfan_point point) {
  pf_write_begin(w, name, '[');
  write_number(w, NULL, point.x);
  write_number(w, NULL, point.y);
  pf_write_end(w, ']');
}

static void write_cell(void *context, const pathfan_point *corners, int32_t count) {
  pf_json_writer *w = context;
  pf_write_begin(w, NULL, '[');
  for (int32_t k = 0; k < count; k++) {
    write_number(w, NULL, corners[k].x);
    write_number(w, NULL, corners[k].y);
  }
  pf_write_end(w, ']');
}

/* ---- Doors, floors and links ---- */

static pathfan_status write_doors(pf_json_writer *w, const pathfan_index *index) {
  pathfan_obstacles *doors = NULL;
  pathfan_obstacle door;
  const pathfan_status status = pathfan_obstacles_create(index, &doors, NULL);
  pf_write_begin(w, "doors", '[');
  for (int32_t id = 1; !status && pathfan_obstacles_find(doors, NULL, id, &door); id++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", door.name);
    pf_write_bool(w, "closed", door.on);
    pf_write_begin(w, "polygon", '[');
    for (int32_t k = 0; k < door.area.corner_count; k++)
      write_place_at(w, NULL, door.area.corners[k]);
    pf_write_end(w, ']');
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
  pathfan_obstacles_release(doors);
  return status;
}

static void write_floors(pf_json_writer *w, const pathfan_query *query) {
  pathfan_floor floor;
  if (pathfan_query_floor_count(query) < 2) return;
  pf_write_begin(w, "floors", '[');
  for (int32_t i = 0; pathfan_query_floor(query, i, &floor); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", floor.name);
    write_number(w, "level", floor.level);
    write_place_at(w, "offset", floor.offset);
    write_place_at(w, "low", floor.low);
    write_place_at(w, "high", floor.high);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

static void write_links(pf_json_writer *w, const pathfan_query *query) {
  pathfan_link link;
  if (!pathfan_query_link_count(query)) return;
  pf_write_begin(w, "links", '[');
  for (int32_t i = 0; pathfan_query_link(query, i, &link); i++) {
    pf_write_begin(w, NULL, '{');
    pf_write_text(w, "name", *link.name ? link.name : NULL);
    write_place_at(w, "from", link.at[0]);
    write_place_at(w, "to", link.at[1]);
    pf_write_number(w, "cost", link.cost);
    pf_write_number(w, "cost_back", link.back);
    pf_write_integer(w, "flags", link.flags);
    pf_write_end(w, '}');
  }
  pf_write_end(w, ']');
}

/* ---- The shape ---- */

pathfan_status pf_write_geometry(FILE *out, const pf_source *source, const pf_source_facts *facts) {
  pf_json_writer w = {.out = out, .compact = true};
  pathfan_query *query = NULL;
  pathfan_status status = pf_source_query(source, &query);
  if (status) return status;
  pf_write_begin(&w, NULL, '{');
  pf_write_integer(&w, "generation", facts->info.generation);
  pf_write_begin(&w, "polygons", '[');
  pf_each_cell(source, facts, &w, write_cell);
  pf_write_end(&w, ']');
  if (source->index && !pf_source_is_terrain(source)) status = write_doors(&w, source->index);
  write_floors(&w, query);
  write_links(&w, query);
  pf_write_end(&w, '}');
  putc('\n', out);
  pathfan_query_free(query);
  return status;
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

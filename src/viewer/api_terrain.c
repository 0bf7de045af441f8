/* api_terrain.c - terrains: roads and rivers to be drawn, and fields of cheapest ways.
 *
 * A map with roads comes in very many pieces, each between two vertices of its mesh; those of one
 * feature are answered together. Where a piece is on a bridge or in a tunnel, and where it isn't,
 * are two entries of the same feature. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "pathfan/terrain.h"
#include "request/write.h"
#include "viewer/limits.h"
#include "viewer/server.h"

/* The source of the terrain that the address names, held, and its map; NULL after answering. */
static pathfan_held_source *take_terrain(pathfan_server *server, pathfan_exchange *x,
                                         pathfan_served_map **served) {
  *served = pathfan_take_map(server, x, x->parts[0]);
  if (!*served) return NULL;
  pathfan_held_source *held = pathfan_served_map_source(server->maps, *served);
  if (pathfan_source_is_terrain(&held->source)) return held;
  pathfan_exchange_fail(x, 409, "no_terrain", "map '%s' has neither roads nor rivers",
                        (*served)->id);
  pathfan_held_source_release(held);
  pathfan_served_map_release(*served);
  return NULL;
}

static void leave(pathfan_held_source *held, pathfan_served_map *served) {
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
}

/* Answers with what was written to a stream of pathfan_json_writer. */
static void send(pathfan_exchange *x, FILE *out, char **text, const size_t *bytes) {
  const bool failed = ferror(out) != 0;
  if (fclose(out) != 0 || failed) {
    free(*text);
    *text = NULL;
  }
  pathfan_exchange_text(x, 200, "application/json", *text, *text ? *bytes : 0);
}

/* ---- Lines ---- */

/* All lines of a map, sorted by feature; those apart after the others. NULL: memory is out. */
static pathfan_terrain_line *list_lines(const pathfan_source *source, int32_t *count) {
  pathfan_terrain_line line;
  int32_t capacity = 0;
  while (pathfan_source_terrain_line(source, capacity, &line)) capacity++;
  pathfan_terrain_line *lines = malloc(((size_t)capacity + 1) * sizeof *lines);
  *count = lines ? capacity : 0;
  for (int32_t i = 0; i < *count; i++) pathfan_source_terrain_line(source, i, &lines[i]);
  return lines;
}

/* What runs over one generation of a source; a reload in between begins anew. *holder keeps the
 * names: a query object holds the generation that it was made of. NULL: memory is out. */
static pathfan_terrain_line *look(pathfan_held_source *held, pathfan_source_facts *facts,
                                  pathfan_terrain_info *info, int32_t *count,
                                  pathfan_query **holder) {
  for (;;) {
    pathfan_source_facts after;
    pathfan_held_source_look(held, facts);
    if (pathfan_source_query(&held->source, holder)) return NULL;
    pathfan_source_terrain_info(&held->source, info);
    pathfan_terrain_line *lines = list_lines(&held->source, count);
    pathfan_held_source_look(held, &after);
    if (after.info.generation == facts->info.generation) return lines;
    free(lines);
    pathfan_query_free(*holder);
    *holder = NULL;
  }
}

static bool is_same(const pathfan_terrain_line *a, const pathfan_terrain_line *b) {
  return a->feature == b->feature && a->is_apart == b->is_apart;
}

static int compare_lines(const void *a, const void *b) {
  const pathfan_terrain_line *m = a, *n = b;
  if (m->feature != n->feature) return m->feature < n->feature ? -1 : 1;
  return (int)m->is_apart - (int)n->is_apart;
}

/* Lines of one feature, begin to end, all apart or none. */
static void write_line(pathfan_json_writer *w, const pathfan_terrain_line *begin,
                       const pathfan_terrain_line *end) {
  static const char *const kinds[] = {"road", "river", "bridge"};
  const bool is_road = begin->kind == PATHFAN_CLASS_ROAD;
  pathfan_write_begin(w, NULL, '{');
  pathfan_write_text(w, "kind", kinds[begin->kind]);
  pathfan_write_integer(w, "feature", begin->feature);
  pathfan_write_text(w, "name", begin->name);
  if (begin->kind != PATHFAN_CLASS_BRIDGE)
    pathfan_write_number(w, is_road ? "rate" : "cost", begin->value);
  if (is_road) pathfan_write_bool(w, "apart", begin->is_apart);
  pathfan_write_begin(w, "pieces", '[');
  for (const pathfan_terrain_line *line = begin; line < end; line++)
    for (int i = 0; i < 2; i++) {
      pathfan_write_number(w, NULL, line->ends[i].x);
      pathfan_write_number(w, NULL, line->ends[i].y);
    }
  pathfan_write_end(w, ']');
  pathfan_write_end(w, '}');
}

void pathfan_get_terrain(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  pathfan_served_map *served;
  pathfan_held_source *held = take_terrain(server, x, &served);
  if (!held) return;
  pathfan_source_facts facts;
  pathfan_terrain_info info;
  char *text = NULL;
  size_t bytes = 0;
  int32_t count = 0;
  pathfan_query *holder = NULL;
  pathfan_terrain_line *lines = look(held, &facts, &info, &count, &holder);
  FILE *out = lines ? open_memstream(&text, &bytes) : NULL;
  if (out) {
    pathfan_json_writer w = {.out = out, .compact = true};
    qsort(lines, (size_t)count, sizeof *lines, compare_lines);
    pathfan_write_begin(&w, NULL, '{');
    pathfan_write_integer(&w, "generation", facts.info.generation);
    pathfan_write_number(&w, "background_rate", info.background_rate);
    pathfan_write_begin(&w, "lines", '[');
    for (int32_t i = 0, next; i < count; i = next) {
      for (next = i + 1; next < count && is_same(&lines[i], &lines[next]);) next++;
      write_line(&w, &lines[i], &lines[next]);
    }
    pathfan_write_end(&w, ']');
    pathfan_write_end(&w, '}');
    pathfan_tag_shape(server, x, &facts);
    send(x, out, &text, &bytes);
  } else {
    pathfan_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
  }
  free(lines);
  pathfan_query_free(holder);
  leave(held, served);
}

/* ---- Fields ---- */

/* A grid over a map: column i, row j lies in the middle of its cell. */
typedef struct grid {
  int32_t columns, rows;
  double x, y, width, height; /* of the map */
} grid;

static pathfan_point grid_point(const grid *g, int32_t i) {
  return (pathfan_point){g->x + (i % g->columns + 0.5) * g->width / g->columns,
                         g->y + (i / g->columns + 0.5) * g->height / g->rows};
}

/* A number of the address: finite. */
static bool take_number(const pathfan_exchange *x, const char *name, double *value) {
  const char *text = pathfan_exchange_argument(x, name);
  return text && pathfan_span_number((pathfan_span){text, strlen(text)}, value);
}

static bool take_side(const pathfan_exchange *x, const char *name, int32_t *value) {
  const char *text = pathfan_exchange_argument(x, name);
  int64_t number;
  if (!text ||
      !pathfan_span_whole((pathfan_span){text, strlen(text)}, PATHFAN_FIELD_SIDE_MAX, &number) ||
      number < 1)
    return false;
  *value = (int32_t)number;
  return true;
}

/* One array of the values; member tells which. */
static void write_values(pathfan_json_writer *w, const char *name,
                         const pathfan_field_value *values, int32_t count, char member) {
  pathfan_write_begin(w, name, '[');
  for (int32_t i = 0; i < count; i++) {
    const pathfan_field_value *v = &values[i];
    const bool reached = isfinite(v->cost);
    switch (member) {
    case 'c': pathfan_write_number(w, NULL, v->cost); break;
    case 'h': {
      const bool goes = reached && (v->heading_x != 0 || v->heading_y != 0);
      pathfan_write_number(w, NULL, goes ? atan2(v->heading_y, v->heading_x) : (double)NAN);
      break;
    }
    default:
      if (v->feature < 0)
        pathfan_write_null(w, NULL);
      else
        pathfan_write_integer(w, NULL, v->feature);
    }
  }
  pathfan_write_end(w, ']');
}

static void write_field(pathfan_json_writer *w, const pathfan_source_facts *facts,
                        pathfan_point goal, bool goal_is_free, double spent, const grid *g,
                        const pathfan_field_value *values) {
  const int32_t count = g->columns * g->rows;
  pathfan_write_begin(w, NULL, '{');
  pathfan_write_integer(w, "generation", facts->info.generation);
  pathfan_write_point(w, "goal", goal);
  pathfan_write_bool(w, "free", goal_is_free);
  pathfan_write_integer(w, "columns", g->columns);
  pathfan_write_integer(w, "rows", g->rows);
  pathfan_write_number(w, "time_us", spent);
  write_values(w, "cost", values, count, 'c');
  write_values(w, "heading", values, count, 'h');
  write_values(w, "feature", values, count, 'f');
  pathfan_write_end(w, '}');
}

/* Asks for a field, and answers. */
static void ask_field(pathfan_exchange *x, pathfan_desk *desk, pathfan_held_source *held,
                      pathfan_point goal, grid *g) {
  pathfan_source_facts facts;
  pathfan_query *query = NULL;
  const int32_t count = g->columns * g->rows;
  bool goal_is_free = false;
  double spent = 0;
  char *text = NULL;
  size_t bytes = 0;
  pathfan_held_source_look(held, &facts);
  g->x = facts.info.origin_x;
  g->y = facts.info.origin_y;
  g->width = facts.info.width;
  g->height = facts.info.height;
  pathfan_point *points = malloc((size_t)count * sizeof *points);
  pathfan_field_value *values = malloc((size_t)count * sizeof *values);
  FILE *out = points && values ? open_memstream(&text, &bytes) : NULL;
  pathfan_status status = out ? pathfan_desk_query(desk, held, &query) : PATHFAN_ERR_NO_MEMORY;
  if (!status) {
    for (int32_t i = 0; i < count; i++) points[i] = grid_point(g, i);
    const double began = pathfan_seconds();
    status = pathfan_query_field(query, goal, points, (size_t)count, values, &goal_is_free);
    spent = 1e6 * (pathfan_seconds() - began);
  }
  if (!status) {
    pathfan_json_writer w = {.out = out, .compact = true};
    write_field(&w, &facts, goal, goal_is_free, spent, g, values);
    send(x, out, &text, &bytes);
  } else {
    if (out) fclose(out);
    free(text);
    pathfan_exchange_failed(x, status, query ? pathfan_query_error(query) : NULL);
  }
  free(points);
  free(values);
}

void pathfan_get_field(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  pathfan_served_map *served;
  pathfan_point goal;
  grid g = {.columns = 0};
  if (!take_number(x, "x", &goal.x) || !take_number(x, "y", &goal.y)) {
    pathfan_exchange_fail(x, 400, "bad_request", "x and y must be two finite numbers");
    return;
  }
  if (!take_side(x, "columns", &g.columns) || !take_side(x, "rows", &g.rows)) {
    pathfan_exchange_fail(x, 400, "bad_request", "columns and rows must be 1 to %d",
                          PATHFAN_FIELD_SIDE_MAX);
    return;
  }
  pathfan_held_source *held = take_terrain(server, x, &served);
  if (!held) return;
  ask_field(x, desk, held, goal, &g);
  leave(held, served);
}

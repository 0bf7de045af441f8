/* api_look.c - looking inside an index: its convex vertices, what a point and what a
 * vertex sees. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "pathfan/inspect.h"
#include "viewer/server.h"

/* A map and its source, for as long as a request takes. */
typedef struct look {
  pathfan_served_map *served;
  pathfan_held_source *held;
  int32_t *seen; /* [Size: n] */
  int32_t n;
} look;

static void leave(look *l) {
  free(l->seen);
  pathfan_held_source_release(l->held);
  pathfan_served_map_release(l->served);
}

/* False after answering that there is no such map. */
static bool enter(pathfan_server *server, pathfan_exchange *x, look *l) {
  pathfan_source_facts facts;
  *l = (look){.served = pathfan_take_map(server, x, x->parts[0])};
  if (!l->served) return false;
  l->held = pathfan_served_map_source(server->maps, l->served);
  pathfan_held_source_look(l->held, &facts);
  l->n = facts.info.vertex_count;
  l->seen = malloc(((size_t)l->n + 1) * sizeof *l->seen);
  if (l->seen) return true;
  pathfan_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
  leave(l);
  return false;
}

static void no_index(pathfan_exchange *x) {
  pathfan_exchange_fail(x, 409, "no_index", "the index of this map is still being built");
}

static json_t *vertex_json(int32_t vertex, const pathfan_vertex_info *info) {
  return json_pack("{s:i,s:o,s:i,s:i}", "vertex", vertex, "at",
                   pathfan_json_point(info->at.x, info->at.y), "rank", info->rank, "component",
                   info->component);
}

/* What a point sees, as a list; NULL after answering. Of one generation: a reload in
 * between begins anew. */
static json_t *see(pathfan_desk *desk, pathfan_exchange *x, look *l, pathfan_point point,
                   pathfan_sight *sight) {
  pathfan_query *query;
  pathfan_index_info after;
  int32_t count;
  pathfan_status status = pathfan_desk_query(desk, l->held, &query);
  if (status) {
    pathfan_exchange_failed(x, status, NULL);
    return NULL;
  }
  for (;;) {
    json_t *list = json_array();
    status = pathfan_query_visible(query, point, sight, l->seen, l->n, &count);
    for (int32_t i = 0; i < count && i < l->n && !status; i++) {
      pathfan_vertex_info info;
      if (pathfan_index_vertex(l->held->source.index, l->seen[i], &info) == PATHFAN_OK)
        json_array_append_new(list, vertex_json(l->seen[i], &info));
    }
    pathfan_index_info_get(l->held->source.index, &after);
    if (!status && after.generation == sight->generation && count <= l->n) return list;
    json_decref(list);
    if (!status && count > l->n) { /* the new generation has more */
      free(l->seen);
      l->n = after.vertex_count;
      l->seen = malloc(((size_t)l->n + 1) * sizeof *l->seen);
      if (!l->seen) status = PATHFAN_ERR_NO_MEMORY;
    }
    if (status) {
      pathfan_exchange_failed(x, status, pathfan_query_error(query));
      return NULL;
    }
  }
}

/* A finite number in the address, whatever the locale. */
static bool take_number(const pathfan_exchange *x, const char *name, double *value) {
  const char *text = pathfan_exchange_argument(x, name);
  return text && pathfan_span_number((pathfan_span){text, strlen(text)}, value);
}

/* Whether a point is free where no convex vertices are known: the nearest free point is itself. */
static void look_online(pathfan_desk *desk, pathfan_exchange *x, look *l, pathfan_point point) {
  pathfan_query *query;
  pathfan_point nearest = point;
  bool free_point = false;
  pathfan_status status = pathfan_desk_query(desk, l->held, &query);
  if (!status) status = pathfan_query_nearest_free(query, point, 0, &nearest, &free_point);
  if (status)
    pathfan_exchange_failed(x, status, NULL);
  else
    pathfan_exchange_json(x, 200,
                          json_pack("{s:b,s:o,s:n,s:[]}", "free", free_point, "used",
                                    pathfan_json_point(nearest.x, nearest.y), "polygon",
                                    "visible"));
}

void pathfan_get_look(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  look l;
  pathfan_point point;
  pathfan_sight sight;
  if (!take_number(x, "x", &point.x) || !take_number(x, "y", &point.y)) {
    pathfan_exchange_fail(x, 400, "bad_request", "x and y must be two finite numbers");
    return;
  }
  if (!enter(server, x, &l)) return;
  /* Over a terrain there are no convex vertices. */
  if (!l.held->source.index || pathfan_source_is_terrain(&l.held->source)) {
    look_online(desk, x, &l, point);
  } else {
    json_t *list = see(desk, x, &l, point, &sight);
    if (list)
      pathfan_exchange_json(x, 200,
                            json_pack("{s:b,s:o,s:o,s:I,s:o}", "free", sight.free, "used",
                                      pathfan_json_point(sight.used.x, sight.used.y), "polygon",
                                      sight.free ? json_integer(sight.polygon) : json_null(),
                                      "generation", (json_int_t)sight.generation, "visible", list));
  }
  leave(&l);
}

void pathfan_get_vertex(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  look l;
  pathfan_vertex_info info;
  pathfan_sight sight;
  int64_t vertex;
  const char *text = x->parts[1];
  if (!pathfan_span_whole((pathfan_span){text, strlen(text)}, INT32_MAX, &vertex)) {
    pathfan_exchange_fail(x, 404, "no_such_vertex", "there is no vertex '%s'", text);
    return;
  }
  if (!enter(server, x, &l)) return;
  if (!l.held->source.index) {
    no_index(x);
  } else if (pathfan_index_vertex(l.held->source.index, (int32_t)vertex, &info) != PATHFAN_OK) {
    pathfan_exchange_fail(x, 404, "no_such_vertex", "there is no vertex %s", text);
  } else {
    json_t *list = see(desk, x, &l, info.at, &sight);
    json_t *json = list ? vertex_json((int32_t)vertex, &info) : NULL;
    if (json) {
      json_object_set_new(json, "labels", json_integer(info.label_count));
      json_object_set_new(json, "generation", json_integer((json_int_t)sight.generation));
      json_object_set_new(json, "visible", list);
      pathfan_exchange_json(x, 200, json);
    }
  }
  leave(&l);
}

/* All of one generation, as text; NULL: memory is out. */
static char *write_vertices(const pathfan_index *index, const pathfan_index_info *info,
                            size_t *bytes) {
  char *text = NULL;
  pathfan_vertex_info vertex = {.rank = 0};
  FILE *stream = open_memstream(&text, bytes);
  if (!stream) return NULL;
  fprintf(stream, "{\"generation\":%u,\"at\":[", info->generation);
  for (int32_t v = 0; v < info->vertex_count; v++) {
    pathfan_index_vertex(index, v, &vertex);
    fprintf(stream, "%s%.17g,%.17g", v ? "," : "", vertex.at.x, vertex.at.y);
  }
  fputs("],\"rank\":[", stream);
  for (int32_t v = 0; v < info->vertex_count; v++) {
    pathfan_index_vertex(index, v, &vertex);
    fprintf(stream, "%s%d", v ? "," : "", vertex.rank);
  }
  fputs("]}\n", stream);
  const bool failed = ferror(stream) != 0;
  if (fclose(stream) == 0 && !failed) return text;
  free(text);
  return NULL;
}

void pathfan_get_vertices(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  look l;
  (void)desk;
  if (!enter(server, x, &l)) return;
  if (!l.held->source.index) {
    no_index(x);
  } else {
    pathfan_source_facts facts, after;
    char *text = NULL;
    size_t bytes = 0;
    pathfan_held_source_look(l.held, &after);
    do {
      facts = after;
      free(text);
      text = write_vertices(l.held->source.index, &facts.info, &bytes);
      pathfan_held_source_look(l.held, &after);
    } while (after.info.generation != facts.info.generation);
    pathfan_tag_shape(server, x, &facts);
    pathfan_exchange_text(x, 200, "application/json", text, bytes);
  }
  leave(&l);
}

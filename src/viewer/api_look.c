/* api_look.c - looking inside an index: its convex vertices, and what a point or a vertex sees. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/text.h"
#include "viewer/map_json.h"
#include "viewer/server.h"

/* A map and its source during a request. */
typedef struct look {
  pf_served_map *served;
  pf_held_source *held;
  int32_t *seen; /* [Size: n] */
  int32_t n;
} look;

static void leave(look *l) {
  free(l->seen);
  pf_held_source_release(l->held);
  pf_served_map_release(l->served);
}

/* Takes the map and its source. False after answering that there is no such map, or no memory. */
static bool enter(pf_server *server, pf_exchange *x, look *l) {
  pf_source_facts facts;
  *l = (look){.served = pf_take_map(server, x, x->parts[0])};
  if (!l->served) return false;
  l->held = pf_served_map_source(server->maps, l->served);
  pf_held_source_look(l->held, &facts);
  l->n = facts.info.vertex_count;
  l->seen = malloc(((size_t)l->n + 1) * sizeof *l->seen);
  if (l->seen) return true;
  pf_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
  leave(l);
  return false;
}

static void no_index(pf_exchange *x) {
  pf_exchange_fail(x, 409, "no_index", "the index of this map is still being built");
}

/* Returns what is seen as text: by vertex number `vertex` if info isn't NULL, else by a point.
 * NULL: out of memory. */
static char *seen_text(const pf_seen *seen, int32_t vertex, const pathfan_vertex_info *info,
                       size_t *bytes) {
  char *text = NULL;
  FILE *out = pf_text_stream(&text, bytes);
  if (!out) return NULL;
  if (info)
    pf_write_vertex(out, vertex, info, seen);
  else
    pf_write_sight(out, seen);
  return pf_written(out, &text);
}

/* Answers with what a point sees or, with info, a vertex. All is of one generation: a reload in
 * between begins anew. */
static void see(pf_worker *worker, pf_exchange *x, look *l, pathfan_point point, int32_t vertex,
                const pathfan_vertex_info *info) {
  pathfan_query *query;
  pathfan_index_info after;
  pf_seen seen = {.index = l->held->source.index};
  int32_t count;
  size_t bytes = 0;
  pathfan_status status = pf_worker_query(worker, l->held, &query);
  if (status) {
    pf_exchange_failed(x, status, NULL);
    return;
  }
  for (;;) {
    status = pathfan_query_visible(query, point, &seen.sight, l->seen, l->n, &count);
    seen.vertices = l->seen;
    seen.count = count < l->n ? count : l->n;
    char *text = status ? NULL : seen_text(&seen, vertex, info, &bytes);
    pathfan_index_info_get(seen.index, &after);
    if (!status && after.generation == seen.sight.generation && count <= l->n) {
      pf_exchange_text(x, 200, "application/json", text, bytes);
      return;
    }
    free(text);
    if (!status && count > l->n) { /* the new generation has more vertices */
      free(l->seen);
      l->n = after.vertex_count;
      l->seen = malloc(((size_t)l->n + 1) * sizeof *l->seen);
      if (!l->seen) status = PATHFAN_ERR_NO_MEMORY;
    }
    if (status) {
      pf_exchange_failed(x, status, pathfan_query_error(query));
      return;
    }
  }
}

/* Reads a finite number from the address, whatever the locale. */
static bool take_number(const pf_exchange *x, const char *name, double *value) {
  const char *text = pf_exchange_argument(x, name);
  return text && pf_span_number((pf_span){text, strlen(text)}, value);
}

/* Answers whether a point is free, for a source without known convex vertices: it is its own
 * nearest free point. */
static void look_online(pf_worker *worker, pf_exchange *x, look *l, pathfan_point point) {
  pathfan_query *query;
  pathfan_point nearest = point;
  bool free_point = false;
  pathfan_status status = pf_worker_query(worker, l->held, &query);
  if (!status) status = pathfan_query_nearest_free(query, point, 0, &nearest, &free_point);
  if (status) {
    pf_exchange_failed(x, status, NULL);
    return;
  }
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = pf_text_stream(&text, &bytes);
  if (out) {
    pf_write_freedom(out, nearest, free_point);
    text = pf_written(out, &text);
  }
  pf_exchange_text(x, 200, "application/json", text, bytes);
}

void pf_get_look(pf_server *server, pf_worker *worker, pf_exchange *x) {
  look l;
  pathfan_point point;
  if (!take_number(x, "x", &point.x) || !take_number(x, "y", &point.y)) {
    pf_exchange_fail(x, 400, "bad_request", "x and y must be two finite numbers");
    return;
  }
  if (!enter(server, x, &l)) return;
  /* Terrains have no convex vertices. */
  if (!l.held->source.index || pf_source_is_terrain(&l.held->source))
    look_online(worker, x, &l, point);
  else
    see(worker, x, &l, point, -1, NULL);
  leave(&l);
}

void pf_get_vertex(pf_server *server, pf_worker *worker, pf_exchange *x) {
  look l;
  pathfan_vertex_info info;
  int64_t vertex;
  const char *text = x->parts[1];
  if (!pf_span_whole((pf_span){text, strlen(text)}, INT32_MAX, &vertex)) {
    pf_exchange_fail(x, 404, "no_such_vertex", "there is no vertex '%s'", text);
    return;
  }
  if (!enter(server, x, &l)) return;
  if (!l.held->source.index) {
    no_index(x);
  } else if (pathfan_index_vertex(l.held->source.index, (int32_t)vertex, &info)) {
    pf_exchange_fail(x, 404, "no_such_vertex", "there is no vertex %s", text);
  } else {
    see(worker, x, &l, info.at, (int32_t)vertex, &info);
  }
  leave(&l);
}

/* Returns all vertices of one generation as text; NULL: out of memory. */
static char *list_vertices(const pathfan_index *index, const pathfan_index_info *info,
                           size_t *bytes) {
  char *text = NULL;
  FILE *out = pf_text_stream(&text, bytes);
  if (!out) return NULL;
  pf_write_vertices(out, index, info);
  return pf_written(out, &text);
}

void pf_get_vertices(pf_server *server, pf_worker *worker, pf_exchange *x) {
  look l;
  (void)worker;
  if (!enter(server, x, &l)) return;
  if (!l.held->source.index) {
    no_index(x);
  } else {
    pf_source_facts facts, after;
    char *text = NULL;
    size_t bytes = 0;
    pf_held_source_look(l.held, &after);
    do {
      facts = after;
      free(text);
      text = list_vertices(l.held->source.index, &facts.info, &bytes);
      pf_held_source_look(l.held, &after);
    } while (after.info.generation != facts.info.generation);
    pf_tag_shape(server, x, &facts);
    pf_exchange_text(x, 200, "application/json", text, bytes);
  }
  leave(&l);
}

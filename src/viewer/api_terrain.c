/* api_terrain.c - terrains: roads and rivers for drawing, and fields of cheapest ways. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/text.h"
#include "viewer/limits.h"
#include "viewer/server.h"
#include "viewer/terrain_json.h"

/* Returns the source of the terrain that the address names, held, and its map; NULL after
 * answering. */
static pf_held_source *take_terrain(pf_server *server, pf_exchange *x, pf_served_map **served) {
  *served = pf_take_map(server, x, x->parts[0]);
  if (!*served) return NULL;
  pf_held_source *held = pf_served_map_source(server->maps, *served);
  if (pf_source_is_terrain(&held->source)) return held;
  pf_exchange_fail(x, 409, "no_terrain", "map '%s' has neither roads nor rivers", (*served)->id);
  pf_held_source_release(held);
  pf_served_map_release(*served);
  return NULL;
}

static void leave(pf_held_source *held, pf_served_map *served) {
  pf_held_source_release(held);
  pf_served_map_release(served);
}

/* Answers with the text written to a stream of pf_json_writer. */
static void send(pf_exchange *x, FILE *out, char **text, const size_t *bytes) {
  char *written = pf_written(out, text);
  pf_exchange_text(x, 200, "application/json", written, *bytes);
}

/* ---- Lines ---- */

/* Returns the lines of one generation of a source; a reload in between begins anew. *holder keeps
 * the names valid: a query object holds the generation that it was made from. NULL: out of
 * memory. */
static pathfan_terrain_line *look(pf_held_source *held, pf_source_facts *facts,
                                  pathfan_terrain_info *info, int32_t *count,
                                  pathfan_query **holder) {
  for (;;) {
    pf_source_facts after;
    pf_held_source_look(held, facts);
    if (pf_source_query(&held->source, holder)) return NULL;
    pf_source_terrain_info(&held->source, info);
    pathfan_terrain_line *lines = pf_terrain_lines(&held->source, count);
    pf_held_source_look(held, &after);
    if (after.info.generation == facts->info.generation) return lines;
    free(lines);
    pathfan_query_free(*holder);
    *holder = NULL;
  }
}

void pf_get_terrain(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  pf_served_map *served;
  pf_held_source *held = take_terrain(server, x, &served);
  if (!held) return;
  pf_source_facts facts;
  pathfan_terrain_info info;
  char *text = NULL;
  size_t bytes = 0;
  int32_t count = 0;
  pathfan_query *holder = NULL;
  pathfan_terrain_line *lines = look(held, &facts, &info, &count, &holder);
  FILE *out = lines ? pf_text_stream(&text, &bytes) : NULL;
  if (out) {
    pf_write_terrain(out, &held->source, facts.info.generation, info.background_rate, lines, count);
    pf_tag_shape(server, x, &facts);
    send(x, out, &text, &bytes);
  } else {
    pf_exchange_failed(x, PATHFAN_ERR_NO_MEMORY, NULL);
  }
  free(lines);
  pathfan_query_free(holder);
  leave(held, served);
}

/* ---- Fields ---- */

/* Reads a finite number from the address. */
static bool take_number(const pf_exchange *x, const char *name, double *value) {
  const char *text = pf_exchange_argument(x, name);
  return text && pf_span_number((pf_span){text, strlen(text)}, value);
}

static bool take_side(const pf_exchange *x, const char *name, int32_t *value) {
  const char *text = pf_exchange_argument(x, name);
  int64_t number;
  if (!text || !pf_span_whole((pf_span){text, strlen(text)}, PF_FIELD_SIDE_MAX, &number) ||
      number < 1)
    return false;
  *value = (int32_t)number;
  return true;
}

/* Computes a field, and answers. */
static void ask_field(pf_exchange *x, pf_worker *worker, pf_held_source *held,
                      pf_field_answer *field) {
  pf_source_facts facts;
  pathfan_query *query = NULL;
  char *text = NULL;
  size_t bytes = 0;
  pf_held_source_look(held, &facts);
  field->generation = facts.info.generation;
  pathfan_status status = pf_worker_query(worker, held, &query);
  if (!status) status = pf_ask_field(query, &facts, field);
  FILE *out = status ? NULL : pf_text_stream(&text, &bytes);
  if (out) {
    pf_write_field(out, field);
    send(x, out, &text, &bytes);
  } else {
    pf_exchange_failed(x, status ? status : PATHFAN_ERR_NO_MEMORY,
                       query ? pathfan_query_error(query) : NULL);
  }
  free(field->values);
}

void pf_get_field(pf_server *server, pf_worker *worker, pf_exchange *x) {
  pf_served_map *served;
  pf_field_answer field = {.columns = 0};
  if (!take_number(x, "x", &field.goal.x) || !take_number(x, "y", &field.goal.y)) {
    pf_exchange_fail(x, 400, "bad_request", "x and y must be two finite numbers");
    return;
  }
  if (!take_side(x, "columns", &field.columns) || !take_side(x, "rows", &field.rows)) {
    pf_exchange_fail(x, 400, "bad_request", "columns and rows must be 1 to %d", PF_FIELD_SIDE_MAX);
    return;
  }
  pf_held_source *held = take_terrain(server, x, &served);
  if (!held) return;
  ask_field(x, worker, held, &field);
  leave(held, served);
}

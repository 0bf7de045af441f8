/* api_maps.c - reading maps: the list, a map's description, its shape, its picture and its
 * source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/program.h"
#include "base/file.h"
#include "viewer/drawing.h"
#include "viewer/limits.h"
#include "viewer/map_json.h"
#include "viewer/picture.h"
#include "viewer/server.h"

pf_served_map *pf_take_map(pf_server *server, pf_exchange *x, const char *id) {
  pf_served_map *served = pf_served_maps_take(server->maps, id);
  if (!served) pf_exchange_fail(x, 404, "no_such_map", "there is no map '%s'", id);
  return served;
}

void pf_get_maps(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  int32_t count;
  pf_served_map **all = pf_served_maps_list(server->maps, &count);
  json_t *list = all ? json_array() : NULL;
  for (int32_t i = 0; i < count; i++)
    json_array_append_new(list, pf_served_map_describe(server->maps, all[i]));
  pf_served_list_release(all, count);
  pf_exchange_json(x, 200, json_pack("{s:o}", "maps", list));
}

void pf_get_map(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  pf_served_map *served = pf_take_map(server, x, x->parts[0]);
  if (!served) return;
  pf_exchange_json(x, 200, pf_served_map_describe(server->maps, served));
  pf_served_map_release(served);
}

/* ---- Shape and picture ---- */

void pf_tag_shape(const pf_server *server, pf_exchange *x, const pf_source_facts *facts) {
  snprintf(x->etag, sizeof x->etag, "\"%s-%c%u\"", server->tag, facts->indexed ? 'i' : 'm',
           facts->info.generation);
}

/* Returns the shape of one generation as text; NULL: out of memory, or the index is damaged. */
static char *shape_of(const pf_held_source *held, const pf_source_facts *facts, size_t *bytes) {
  char *text = NULL;
  FILE *out = pf_text_stream(&text, bytes);
  if (!out) return NULL;
  const pathfan_status status = pf_write_geometry(out, &held->source, facts);
  text = pf_written(out, &text);
  if (!status) return text;
  free(text);
  return NULL;
}

/* Returns the same as a picture. */
static char *picture_of(const pf_held_source *held, const pf_source_facts *facts, size_t *bytes) {
  return pf_map_picture(&held->source, facts, PF_PICTURE_SIDE, NULL, bytes);
}

/* Answers with the result of `make` for one generation of the map that the address names: a reload
 * in between begins anew. */
static void answer_shape(pf_server *server, pf_exchange *x, const char *type,
                         char *make(const pf_held_source *held, const pf_source_facts *facts,
                                    size_t *bytes)) {
  pf_served_map *served = pf_take_map(server, x, x->parts[0]);
  if (!served) return;
  pf_held_source *held = pf_served_map_source(server->maps, served);
  pf_source_facts facts, after;
  char *made = NULL;
  size_t bytes = 0;
  pf_held_source_look(held, &after);
  do {
    facts = after;
    free(made);
    made = make(held, &facts, &bytes);
    pf_held_source_look(held, &after);
  } while (after.info.generation != facts.info.generation);
  pf_tag_shape(server, x, &facts);
  pf_exchange_text(x, 200, type, made, bytes);
  pf_held_source_release(held);
  pf_served_map_release(served);
}

void pf_get_geometry(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  answer_shape(server, x, "application/json", shape_of);
}

void pf_get_thumbnail(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  answer_shape(server, x, "image/png", picture_of);
}

/* ---- Source ---- */

/* Returns the usual file ending of maps in the format of this text. */
static const char *ending_of(const char *text, size_t bytes) {
  pathfan_map_format_info format;
  return pathfan_map_format_get(pathfan_map_format_find(text, bytes), &format) ? format.endings[0]
                                                                               : "txt";
}

/* Converts the text of a map to another format, if it is a drawing, with this agent radius; wrong
 * says why it can't. */
static bool convert(const char *format, double agent_radius, char **text, size_t *bytes,
                    pf_complaint *wrong) {
  pf_drawing drawing;
  char *made = NULL;
  size_t made_bytes = 0;
  if (!pf_drawing_of(*text, *bytes, &drawing))
    return pf_complain(wrong, "it is no rectangle with obstacles");
  drawing.agent_radius = agent_radius;
  pf_complain(wrong, "only map and geojson can be made");
  if (strcmp(format, "map") == 0) made = pf_drawing_map(&drawing, &made_bytes, wrong);
  if (strcmp(format, "geojson") == 0) made = pf_drawing_geojson(&drawing, &made_bytes);
  pf_drawing_free(&drawing);
  if (!made) return false;
  free(*text);
  *text = made;
  *bytes = made_bytes;
  return true;
}

void pf_get_source(pf_server *server, pf_worker *worker, pf_exchange *x) {
  (void)worker;
  pf_served_map *served = pf_take_map(server, x, x->parts[0]);
  if (!served) return;
  pf_held_source *held = pf_served_map_source(server->maps, served);
  const char *wanted = pf_exchange_argument(x, "format");
  const double radius = pf_served_map_radius_of(server->maps, served, held);
  pathfan_error error = {""};
  pf_complaint wrong;
  char *text = NULL;
  size_t bytes = 0;
  const pathfan_status status =
      held->source.index ? pathfan_index_source_map(held->source.index, &text, &bytes, &error)
                         : pf_read_file(served->map_path, PF_MAP_SHOWN_MAX, &text, &bytes, &error);
  if (status) {
    pf_exchange_failed(x, status, error.text);
  } else if (wanted && strcmp(wanted, ending_of(text, bytes)) != 0 &&
             !convert(wanted, radius, &text, &bytes, &wrong)) {
    pf_exchange_fail(x, 400, "not_convertible", "a map of format %s can't be made %s: %s",
                     ending_of(text, bytes), strcmp(wanted, "map") == 0 ? "one of cells" : "that",
                     *wrong.text ? wrong.text : "out of memory");
    free(text);
  } else {
    const char *format = ending_of(text, bytes);
    pf_exchange_add(x, "Content-Disposition", "attachment; filename=\"%s.%s\"", served->id, format);
    pf_exchange_text(x, 200,
                     strcmp(format, "geojson") == 0 ? "application/geo+json"
                                                    : "text/plain; charset=utf-8",
                     text, bytes);
  }
  pf_held_source_release(held);
  pf_served_map_release(served);
}

/* api_maps.c - reading maps: the list, a map's description, its shape, its picture and its
 * source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "viewer/drawing.h"
#include "viewer/limits.h"
#include "viewer/map_json.h"
#include "viewer/picture.h"
#include "viewer/server.h"

pathfan_served_map *pathfan_take_map(pathfan_server *server, pathfan_exchange *x, const char *id) {
  pathfan_served_map *served = pathfan_served_maps_take(server->maps, id);
  if (!served) pathfan_exchange_fail(x, 404, "no_such_map", "there is no map '%s'", id);
  return served;
}

void pathfan_get_maps(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  int32_t count;
  pathfan_served_map **all = pathfan_served_maps_list(server->maps, &count);
  json_t *list = all ? json_array() : NULL;
  for (int32_t i = 0; i < count; i++)
    json_array_append_new(list, pathfan_served_map_describe(server->maps, all[i]));
  pathfan_served_list_release(all, count);
  pathfan_exchange_json(x, 200, json_pack("{s:o}", "maps", list));
}

void pathfan_get_map(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  pathfan_served_map *served = pathfan_take_map(server, x, x->parts[0]);
  if (!served) return;
  pathfan_exchange_json(x, 200, pathfan_served_map_describe(server->maps, served));
  pathfan_served_map_release(served);
}

/* ---- Shape and picture ---- */

void pathfan_tag_shape(const pathfan_server *server, pathfan_exchange *x,
                       const pathfan_source_facts *facts) {
  snprintf(x->etag, sizeof x->etag, "\"%s-%c%u\"", server->tag, facts->indexed ? 'i' : 'm',
           facts->info.generation);
}

/* Returns the cells of one generation as text; NULL: out of memory. */
static char *shape_of(const pathfan_held_source *held, const pathfan_source_facts *facts,
                      size_t *bytes) {
  char *text = NULL;
  FILE *out = open_memstream(&text, bytes);
  if (!out) return NULL;
  pathfan_write_geometry(out, &held->source, facts);
  return pathfan_written(out, &text);
}

/* Returns the same as a picture. */
static char *picture_of(const pathfan_held_source *held, const pathfan_source_facts *facts,
                        size_t *bytes) {
  return pathfan_map_picture(&held->source, facts, bytes);
}

/* Answers with the result of `make` for one generation of the map that the address names: a reload
 * in between begins anew. */
static void answer_shape(pathfan_server *server, pathfan_exchange *x, const char *type,
                         char *make(const pathfan_held_source *held,
                                    const pathfan_source_facts *facts, size_t *bytes)) {
  pathfan_served_map *served = pathfan_take_map(server, x, x->parts[0]);
  if (!served) return;
  pathfan_held_source *held = pathfan_served_map_source(server->maps, served);
  pathfan_source_facts facts, after;
  char *made = NULL;
  size_t bytes = 0;
  pathfan_held_source_look(held, &after);
  do {
    facts = after;
    free(made);
    made = make(held, &facts, &bytes);
    pathfan_held_source_look(held, &after);
  } while (after.info.generation != facts.info.generation);
  pathfan_tag_shape(server, x, &facts);
  pathfan_exchange_text(x, 200, type, made, bytes);
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
}

void pathfan_get_geometry(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  answer_shape(server, x, "application/json", shape_of);
}

void pathfan_get_thumbnail(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
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
                    pathfan_complaint *wrong) {
  pathfan_drawing drawing;
  char *made = NULL;
  size_t made_bytes = 0;
  if (!pathfan_drawing_of(*text, *bytes, &drawing))
    return pathfan_complain(wrong, "it is no rectangle with obstacles");
  drawing.agent_radius = agent_radius;
  pathfan_complain(wrong, "only map and geojson can be made");
  if (strcmp(format, "map") == 0) made = pathfan_drawing_map(&drawing, &made_bytes, wrong);
  if (strcmp(format, "geojson") == 0) made = pathfan_drawing_geojson(&drawing, &made_bytes);
  pathfan_drawing_free(&drawing);
  if (!made) return false;
  free(*text);
  *text = made;
  *bytes = made_bytes;
  return true;
}

void pathfan_get_source(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  pathfan_served_map *served = pathfan_take_map(server, x, x->parts[0]);
  if (!served) return;
  pathfan_held_source *held = pathfan_served_map_source(server->maps, served);
  const char *wanted = pathfan_exchange_argument(x, "format");
  const double radius = pathfan_served_map_radius_of(server->maps, served, held);
  pathfan_error error = {""};
  pathfan_complaint wrong;
  char *text = NULL;
  size_t bytes = 0;
  const pathfan_status status =
      held->source.index
          ? pathfan_index_source_map(held->source.index, &text, &bytes, &error)
          : pathfan_read_file(served->map_path, PATHFAN_MAP_SHOWN_MAX, &text, &bytes, &error);
  if (status) {
    pathfan_exchange_failed(x, status, error.text);
  } else if (wanted && strcmp(wanted, ending_of(text, bytes)) != 0 &&
             !convert(wanted, radius, &text, &bytes, &wrong)) {
    pathfan_exchange_fail(x, 400, "not_convertible", "a map of format %s can't be made %s: %s",
                          ending_of(text, bytes),
                          strcmp(wanted, "map") == 0 ? "one of cells" : "that",
                          *wrong.text ? wrong.text : "out of memory");
    free(text);
  } else {
    const char *format = ending_of(text, bytes);
    pathfan_exchange_add(x, "Content-Disposition", "attachment; filename=\"%s.%s\"", served->id,
                         format);
    pathfan_exchange_text(x, 200,
                          strcmp(format, "geojson") == 0 ? "application/geo+json"
                                                         : "text/plain; charset=utf-8",
                          text, bytes);
  }
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
}

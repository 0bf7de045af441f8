/* api_maps.c - reading maps: the list, what is known of one, its shape, its picture and
 * its source. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "draw/thumbnail.h"
#include "pathfan/inspect.h"
#include "pathfan/terrain.h"
#include "viewer/drawing.h"
#include "viewer/limits.h"
#include "viewer/server.h"

/* Corners of the largest cell that is shown. */
#define CORNERS_MAX 4096

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

/* Calls function for every cell of one generation of a source; a reload in between begins
 * anew, after `again`. Returns what is known of that generation. */
static void
each_polygon(const pathfan_held_source *held, pathfan_source_facts *facts, void *context,
             void again(void *context, const pathfan_source_facts *facts),
             void function(void *context, const pathfan_point *corners, int32_t count)) {
  pathfan_point corners[CORNERS_MAX];
  pathfan_source_facts after;
  pathfan_held_source_look(held, facts);
  for (;;) {
    again(context, facts);
    for (int32_t i = 0; i < facts->info.polygon_count; i++) {
      const int32_t count = pathfan_source_polygon(&held->source, i, corners, CORNERS_MAX);
      if (count >= 3 && count <= CORNERS_MAX) function(context, corners, count);
    }
    pathfan_held_source_look(held, &after);
    if (after.info.generation == facts->info.generation) return;
    *facts = after;
  }
}

typedef struct shape {
  FILE *stream;
  char *text;
  size_t bytes;
  bool any;
} shape;

static void shape_again(void *context, const pathfan_source_facts *facts) {
  shape *s = context;
  if (s->stream) fclose(s->stream);
  free(s->text);
  *s = (shape){.text = NULL};
  s->stream = open_memstream(&s->text, &s->bytes);
  if (s->stream) fprintf(s->stream, "{\"generation\":%u,\"polygons\":[", facts->info.generation);
}

static void shape_polygon(void *context, const pathfan_point *corners, int32_t count) {
  shape *s = context;
  char number[PATHFAN_SHORTEST_BYTES];
  if (!s->stream) return;
  for (int32_t k = 0; k < count; k++) {
    fputs(k ? "," : s->any ? ",[" : "[", s->stream);
    fputs(pathfan_number_shortest(corners[k].x, number), s->stream);
    putc(',', s->stream);
    fputs(pathfan_number_shortest(corners[k].y, number), s->stream);
  }
  putc(']', s->stream);
  s->any = true;
}

void pathfan_get_geometry(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  pathfan_served_map *served = pathfan_take_map(server, x, x->parts[0]);
  if (!served) return;
  pathfan_held_source *held = pathfan_served_map_source(server->maps, served);
  pathfan_source_facts facts;
  shape s = {.text = NULL};
  each_polygon(held, &facts, &s, shape_again, shape_polygon);
  if (s.stream) {
    fputs("]}\n", s.stream);
    if (ferror(s.stream) | fclose(s.stream)) {
      free(s.text);
      s.text = NULL;
    }
  }
  pathfan_tag_shape(server, x, &facts);
  pathfan_exchange_text(x, 200, "application/json", s.text, s.bytes);
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
}

static void picture_again(void *context, const pathfan_source_facts *facts) {
  pathfan_thumbnail **picture = context;
  pathfan_thumbnail_free(*picture);
  *picture = pathfan_thumbnail_make(facts->info.origin_x, facts->info.origin_y, facts->info.width,
                                    facts->info.height, 160);
}

static void picture_polygon(void *context, const pathfan_point *corners, int32_t count) {
  pathfan_thumbnail **picture = context;
  if (*picture) pathfan_thumbnail_polygon(*picture, &corners[0].x, count);
}

/* Rivers, and the roads over them. */
static void draw_lines(const pathfan_held_source *held, pathfan_thumbnail *picture) {
  pathfan_terrain_line line;
  if (!pathfan_source_is_terrain(&held->source)) return;
  for (int kind = PATHFAN_CLASS_RIVER; kind >= PATHFAN_CLASS_ROAD; kind--)
    for (int32_t i = 0; pathfan_source_terrain_line(&held->source, i, &line); i++)
      if ((int)line.kind == kind)
        pathfan_thumbnail_line(picture, line.ends[0].x, line.ends[0].y, line.ends[1].x,
                               line.ends[1].y, kind == PATHFAN_CLASS_RIVER ? 1.6 : 0.9,
                               kind == PATHFAN_CLASS_RIVER ? 0x4f9bd0 : 0x8a7a5c);
}

void pathfan_get_thumbnail(pathfan_server *server, pathfan_desk *desk, pathfan_exchange *x) {
  (void)desk;
  pathfan_served_map *served = pathfan_take_map(server, x, x->parts[0]);
  if (!served) return;
  pathfan_held_source *held = pathfan_served_map_source(server->maps, served);
  pathfan_source_facts facts;
  pathfan_thumbnail *picture = NULL;
  each_polygon(held, &facts, &picture, picture_again, picture_polygon);
  if (picture) draw_lines(held, picture);
  size_t bytes = 0;
  char *png = picture ? pathfan_thumbnail_png(picture, &bytes) : NULL;
  pathfan_thumbnail_free(picture);
  pathfan_tag_shape(server, x, &facts);
  pathfan_exchange_text(x, 200, "image/png", png, bytes);
  pathfan_held_source_release(held);
  pathfan_served_map_release(served);
}

/* ---- Source ---- */

/* What files are called that are maps in the format of this text. */
static const char *ending_of(const char *text, size_t bytes) {
  pathfan_map_format_info format;
  return pathfan_map_format_get(pathfan_map_format_find(text, bytes), &format) ? format.endings[0]
                                                                               : "txt";
}

/* Replaces the text of a map by the same in another format, where it is a drawing; wrong
 * says why it can't. */
static bool convert(const char *format, char **text, size_t *bytes, pathfan_complaint *wrong) {
  pathfan_drawing drawing;
  char *made = NULL;
  size_t made_bytes = 0;
  if (!pathfan_drawing_of(*text, *bytes, &drawing))
    return pathfan_complain(wrong, "it is no rectangle with obstacles");
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
             !convert(wanted, &text, &bytes, &wrong)) {
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

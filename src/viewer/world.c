/* world.c - the maps that are served.
 *
 * One lock for the list and for what changes of a place. Nobody waits long for it: files
 * are opened and closed outside. */
#include "viewer/world.h"

#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "pathfan/folder.h"
#include "viewer/exchange.h"

struct pathfan_world {
  pthread_mutex_t lock;
  int32_t count, capacity;
  pathfan_place **places;
};

/* ---- Views ---- */

pathfan_view *pathfan_view_make(pathfan_index *index, pathfan_map *map) {
  pathfan_source source = {index, map};
  pathfan_view *view = malloc(sizeof *view);
  if (!view) {
    pathfan_source_close(&source);
    return NULL;
  }
  *view = (pathfan_view){.holders = 1, .source = source};
  return view;
}

pathfan_view *pathfan_view_of_made(const char *index_path, const char *map_path) {
  pathfan_index *index;
  pathfan_index_info info;
  if (pathfan_index_open(index_path, NULL, &index, NULL)) return NULL;
  pathfan_index_info_get(index, &info);
  pathfan_index_facts facts = {.map_bytes = info.source_bytes};
  memcpy(facts.map_name, info.source_name, sizeof facts.map_name);
  memcpy(facts.map_digest, info.source_digest, sizeof facts.map_digest);
  if (pathfan_is_index_of(&facts, map_path)) return pathfan_view_make(index, NULL);
  pathfan_index_close(index);
  return NULL;
}

pathfan_view *pathfan_view_hold(pathfan_view *view) {
  __atomic_add_fetch(&view->holders, 1, __ATOMIC_RELAXED);
  return view;
}

void pathfan_view_release(pathfan_view *view) {
  if (!view || __atomic_sub_fetch(&view->holders, 1, __ATOMIC_ACQ_REL)) return;
  pathfan_source_close(&view->source);
  free(view);
}

/* ---- Places ---- */

void pathfan_place_release(pathfan_place *place) {
  if (!place || __atomic_sub_fetch(&place->holders, 1, __ATOMIC_ACQ_REL)) return;
  pathfan_view_release(place->view);
  free(place->map_path);
  free(place->index_path);
  free(place->drawing);
  free(place->name);
  free(place);
}

pathfan_place *pathfan_place_hold(pathfan_place *place) {
  __atomic_add_fetch(&place->holders, 1, __ATOMIC_RELAXED);
  return place;
}

/* A copy; NULL of NULL. */
static char *copy(const char *text, bool *good) {
  char *made = text ? strdup(text) : NULL;
  *good = *good && (made || !text);
  return made;
}

static int32_t find(const pathfan_world *world, const char *id) {
  for (int32_t i = 0; i < world->count; i++)
    if (strcmp(world->places[i]->id, id) == 0) return i;
  return -1;
}

/* An id out of a name: letters, digits, '.', '-' and '_', the first a letter or digit, and
 * a number at the end if there is such an id already. */
static void make_id(const pathfan_world *world, const char *name, char id[PATHFAN_ID_BYTES]) {
  char stem[PATHFAN_ID_BYTES - 12];
  size_t length = 0;
  for (; *name && length + 1 < sizeof stem; name++) {
    const bool fine = isascii((unsigned char)*name) && isalnum((unsigned char)*name);
    if (fine || (length && strchr("._-", *name)))
      stem[length++] = *name;
    else if (length && stem[length - 1] != '-')
      stem[length++] = '-';
  }
  while (length && strchr("._-", stem[length - 1])) length--;
  stem[length] = '\0';
  snprintf(id, PATHFAN_ID_BYTES, "%s", length ? stem : "map");
  for (int i = 2; find(world, id) >= 0; i++)
    snprintf(id, PATHFAN_ID_BYTES, "%s-%d", length ? stem : "map", i);
}

pathfan_status pathfan_world_put(pathfan_world *world, const char *id, const char *name,
                                 const char *map_path, const char *index_path, const char *drawing,
                                 bool editable, pathfan_view *view, pathfan_place **out) {
  pathfan_place *place = calloc(1, sizeof *place);
  bool good = place != NULL;
  *out = NULL;
  if (!place) {
    pathfan_view_release(view);
    return PATHFAN_ERR_NO_MEMORY;
  }
  place->holders = 2; /* the world and the caller */
  place->view = view;
  place->name = copy(name, &good);
  place->map_path = copy(map_path, &good);
  place->index_path = copy(index_path, &good);
  place->drawing = copy(drawing, &good);
  place->editable = editable;
  pthread_mutex_lock(&world->lock);
  if (good && world->count == world->capacity) {
    const int32_t more = 2 * world->capacity + 16;
    pathfan_place **grown = realloc(world->places, (size_t)more * sizeof *grown);
    good = grown != NULL;
    if (grown) {
      world->places = grown;
      world->capacity = more;
    }
  }
  if (good) {
    if (id)
      snprintf(place->id, sizeof place->id, "%s", id);
    else
      make_id(world, name, place->id);
    world->places[world->count++] = place;
    *out = place;
  }
  pthread_mutex_unlock(&world->lock);
  if (good) return PATHFAN_OK;
  place->holders = 1;
  pathfan_place_release(place);
  return PATHFAN_ERR_NO_MEMORY;
}

pathfan_place *pathfan_world_take(pathfan_world *world, const char *id) {
  pthread_mutex_lock(&world->lock);
  const int32_t at = find(world, id);
  pathfan_place *place = at < 0 ? NULL : world->places[at];
  if (place) pathfan_place_hold(place);
  pthread_mutex_unlock(&world->lock);
  return place;
}

bool pathfan_world_remove(pathfan_world *world, pathfan_place *place) {
  pthread_mutex_lock(&world->lock);
  const int32_t at = find(world, place->id);
  const bool there = at >= 0 && world->places[at] == place;
  if (there) {
    world->count--;
    memmove(&world->places[at], &world->places[at + 1],
            (size_t)(world->count - at) * sizeof *world->places);
  }
  pthread_mutex_unlock(&world->lock);
  if (there) pathfan_place_release(place);
  return there;
}

int32_t pathfan_world_count(pathfan_world *world) {
  pthread_mutex_lock(&world->lock);
  const int32_t count = world->count;
  pthread_mutex_unlock(&world->lock);
  return count;
}

pathfan_place **pathfan_world_places(pathfan_world *world, int32_t *count) {
  pthread_mutex_lock(&world->lock);
  pathfan_place **places = malloc(((size_t)world->count + 1) * sizeof *places);
  *count = places ? world->count : 0;
  for (int32_t i = 0; i < *count; i++) places[i] = pathfan_place_hold(world->places[i]);
  pthread_mutex_unlock(&world->lock);
  return places;
}

void pathfan_places_release(pathfan_place **places, int32_t count) {
  for (int32_t i = 0; i < count; i++) pathfan_place_release(places[i]);
  free(places);
}

/* Moves a view to the index that lies at its path now. One that can't be opened is left there:
 * the old one answers as well as before. */
static void freshen(pathfan_view *view) {
  const int64_t now = (int64_t)pathfan_seconds();
  if (!view->source.index || __atomic_exchange_n(&view->looked, now, __ATOMIC_RELAXED) == now)
    return;
  if (pathfan_index_is_stale(view->source.index)) pathfan_index_reload(view->source.index, NULL);
}

pathfan_view *pathfan_world_view(pathfan_world *world, pathfan_place *place) {
  pthread_mutex_lock(&world->lock);
  pathfan_view *view = pathfan_view_hold(place->view);
  pthread_mutex_unlock(&world->lock);
  freshen(view);
  return view;
}

void pathfan_world_show(pathfan_world *world, pathfan_place *place, pathfan_view *view) {
  pthread_mutex_lock(&world->lock);
  pathfan_view *old = place->view;
  place->view = view;
  pthread_mutex_unlock(&world->lock);
  pathfan_view_release(old);
}

void pathfan_world_set_job(pathfan_world *world, pathfan_place *place, int32_t job) {
  pthread_mutex_lock(&world->lock);
  place->job = job;
  pthread_mutex_unlock(&world->lock);
}

json_t *pathfan_world_describe(pathfan_world *world, pathfan_place *place) {
  pathfan_source_facts facts;
  pthread_mutex_lock(&world->lock);
  pathfan_view *view = pathfan_view_hold(place->view);
  json_t *name = json_string(place->name);
  const int32_t job = place->job;
  pthread_mutex_unlock(&world->lock);
  freshen(view);
  pathfan_source_look(&view->source, &facts);
  pathfan_view_release(view);
  const pathfan_index_info *info = &facts.info;
  char building[16];
  snprintf(building, sizeof building, "j%d", job);
  json_t *source = json_string(info->source_name);
  return json_pack(
      "{s:s,s:o,s:s,s:b,s:b,s:o,s:f,s:f,s:f,s:i,s:i,s:i,s:i,s:i,s:I,s:I,s:o,s:o}", "id", place->id,
      "name", name ? name : json_string(place->id), "kind", facts.indexed ? "index" : "map",
      "editable", place->editable, "removable", place->drawing != NULL, "origin",
      pathfan_json_point(info->origin_x, info->origin_y), "width", info->width, "height",
      info->height, "unit", info->unit, "n", info->vertex_count, "polygons", info->polygon_count,
      "components", info->component_count, "tables", info->table_count, "regions",
      info->region_count, "generation", (json_int_t)info->generation, "file_bytes",
      (json_int_t)info->file_bytes, "source_name", source ? source : json_string(""), "building",
      job ? json_string(building) : json_null());
}

/* ---- The world ---- */

pathfan_status pathfan_world_make(pathfan_world **out, pathfan_error *error) {
  *out = calloc(1, sizeof **out);
  if (!*out) return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&(*out)->lock, NULL);
  return PATHFAN_OK;
}

void pathfan_world_free(pathfan_world *world) {
  if (!world) return;
  for (int32_t i = 0; i < world->count; i++) pathfan_place_release(world->places[i]);
  free(world->places);
  pthread_mutex_destroy(&world->lock);
  free(world);
}

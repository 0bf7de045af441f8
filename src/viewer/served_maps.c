/* served_maps.c - the served maps.
 *
 * One lock guards the list and the parts of a map that change. It is never held for long: files are
 * opened and closed outside it. */
#include "viewer/served_maps.h"

#include <stdatomic.h>
#include <ctype.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/inspect.h"
#include "pathfan/terrain.h"
#include "request/changes.h"
#include "server/exchange.h"

/* Generations of maps that replaced others count from here, so that no index has the same. */
#define GENERATION_OF_MAPS (UINT32_C(1) << 30)

struct pf_served_maps {
  pthread_mutex_t lock;
  uint32_t shown; /* maps that replaced others */
  int32_t count, capacity;
  pf_served_map **all;
};

/* ---- One map ---- */

void pf_served_map_release(pf_served_map *served) {
  if (!served || atomic_fetch_sub_explicit(&served->holders, 1, memory_order_acq_rel) > 1) return;
  pf_held_source_release(served->held);
  free(served->map_path);
  free(served->index_path);
  free(served->drawing);
  free(served->name);
  free(served);
}

pf_served_map *pf_served_map_retain(pf_served_map *served) {
  atomic_fetch_add_explicit(&served->holders, 1, memory_order_relaxed);
  return served;
}

/* Returns a copy, NULL for NULL; *good becomes false if out of memory. */
static char *copy(const char *text, bool *good) {
  char *made = text ? strdup(text) : NULL;
  *good = *good && (made || !text);
  return made;
}

static int32_t find(const pf_served_maps *maps, const char *id) {
  for (int32_t i = 0; i < maps->count; i++)
    if (strcmp(maps->all[i]->id, id) == 0) return i;
  return -1;
}

/* Returns N if id is stem-N, 1 if it is the stem itself, 0 if it is another's, such as map-02. */
static int64_t number_in(const char *id, const char *stem) {
  const size_t length = strlen(stem);
  if (strncmp(id, stem, length) != 0) return 0;
  if (!id[length]) return 1;
  const char *digits = id + length + 1;
  if (id[length] != '-' || *digits == '0' || digits[strspn(digits, "0123456789")]) return 0;
  const int64_t number = strtoll(digits, NULL, 10); /* the largest for too many digits */
  return number > 1 ? number : 0;
}

/* Returns the least number that no id with this stem has; 0: out of memory. */
static int32_t free_number(const pf_served_maps *maps, const char *stem) {
  bool *taken = calloc((size_t)maps->count + 1, sizeof *taken);
  int32_t free_one = 1;
  if (!taken) return 0;
  for (int32_t i = 0; i < maps->count; i++) {
    const int64_t number = number_in(maps->all[i]->id, stem);
    if (number > 0 && number <= maps->count) taken[number] = true;
  }
  while (free_one <= maps->count && taken[free_one]) free_one++;
  free(taken);
  return free_one;
}

/* Makes an id from a name: letters, digits, '.', '-' and '_', the first a letter or digit, and a
 * number at the end if there is such an id already. False: out of memory. */
static bool make_id(const pf_served_maps *maps, const char *name, char id[PF_ID_BYTES]) {
  char stem[PF_ID_BYTES - 12];
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
  if (!length) snprintf(stem, sizeof stem, "map");
  const int32_t number = free_number(maps, stem);
  snprintf(id, PF_ID_BYTES, number > 1 ? "%s-%d" : "%s", stem, (int)number);
  return number > 0;
}

pathfan_status pf_served_maps_put(pf_served_maps *maps, const pf_new_map *map,
                                  pf_served_map **out) {
  pf_served_map *served = calloc(1, sizeof *served);
  bool good = served != NULL;
  *out = NULL;
  if (!served) {
    pf_held_source_release(map->held);
    return PATHFAN_ERR_NO_MEMORY;
  }
  served->holders = 2; /* the list and the caller */
  served->held = map->held;
  served->name = copy(map->name, &good);
  served->map_path = copy(map->map_path, &good);
  served->index_path = copy(map->index_path, &good);
  served->drawing = copy(map->drawing, &good);
  served->editable = map->editable;
  served->agent_radius = map->agent_radius;
  pthread_mutex_lock(&maps->lock);
  if (good) good = !pf_grow(&maps->all, &maps->capacity, (int64_t)maps->count + 1);
  if (good && map->id)
    snprintf(served->id, sizeof served->id, "%s", map->id);
  else if (good)
    good = make_id(maps, map->name, served->id);
  if (good) {
    maps->all[maps->count++] = served;
    *out = served;
  }
  pthread_mutex_unlock(&maps->lock);
  if (good) return PATHFAN_OK;
  served->holders = 1;
  pf_served_map_release(served);
  return PATHFAN_ERR_NO_MEMORY;
}

pf_served_map *pf_served_maps_take(pf_served_maps *maps, const char *id) {
  pthread_mutex_lock(&maps->lock);
  const int32_t at = find(maps, id);
  pf_served_map *served = at < 0 ? NULL : maps->all[at];
  if (served) pf_served_map_retain(served);
  pthread_mutex_unlock(&maps->lock);
  return served;
}

bool pf_served_maps_remove(pf_served_maps *maps, pf_served_map *served) {
  pthread_mutex_lock(&maps->lock);
  const int32_t at = find(maps, served->id);
  const bool there = at >= 0 && maps->all[at] == served;
  if (there) {
    maps->count--;
    memmove(&maps->all[at], &maps->all[at + 1], (size_t)(maps->count - at) * sizeof *maps->all);
  }
  pthread_mutex_unlock(&maps->lock);
  if (there) pf_served_map_release(served);
  return there;
}

int32_t pf_served_maps_count(pf_served_maps *maps) {
  pthread_mutex_lock(&maps->lock);
  const int32_t count = maps->count;
  pthread_mutex_unlock(&maps->lock);
  return count;
}

pf_served_map **pf_served_maps_list(pf_served_maps *maps, int32_t *count) {
  pthread_mutex_lock(&maps->lock);
  pf_served_map **all = malloc(((size_t)maps->count + 1) * sizeof *all);
  *count = all ? maps->count : 0;
  for (int32_t i = 0; i < *count; i++) all[i] = pf_served_map_retain(maps->all[i]);
  pthread_mutex_unlock(&maps->lock);
  return all;
}

void pf_served_list_release(pf_served_map **all, int32_t count) {
  for (int32_t i = 0; i < count; i++) pf_served_map_release(all[i]);
  free(all);
}

pf_held_source *pf_served_map_source(pf_served_maps *maps, pf_served_map *served) {
  pthread_mutex_lock(&maps->lock);
  pf_held_source *held = pf_held_source_retain(served->held);
  pthread_mutex_unlock(&maps->lock);
  pf_held_source_freshen(held);
  return held;
}

void pf_served_map_show(pf_served_maps *maps, pf_served_map *served, pf_held_source *held) {
  pthread_mutex_lock(&maps->lock);
  pf_held_source *old = served->held;
  if (held->source.map) held->generation = GENERATION_OF_MAPS + maps->shown++;
  served->held = held;
  pthread_mutex_unlock(&maps->lock);
  pf_held_source_release(old);
}

void pf_served_map_set_job(pf_served_maps *maps, pf_served_map *served, int32_t job) {
  pthread_mutex_lock(&maps->lock);
  served->job = job;
  pthread_mutex_unlock(&maps->lock);
}

void pf_served_map_set_radius(pf_served_maps *maps, pf_served_map *served, double agent_radius) {
  pthread_mutex_lock(&maps->lock);
  served->agent_radius = agent_radius;
  pthread_mutex_unlock(&maps->lock);
}

double pf_served_map_radius(pf_served_maps *maps, pf_served_map *served) {
  pthread_mutex_lock(&maps->lock);
  const double radius = served->agent_radius;
  pthread_mutex_unlock(&maps->lock);
  return radius;
}

double pf_served_map_radius_of(pf_served_maps *maps, pf_served_map *served,
                               const pf_held_source *held) {
  return held->source.index ? pf_source_radius(&held->source) : pf_served_map_radius(maps, served);
}

/* Describes the roads and rivers of a terrain, and what was resolved when it was read; null: it is
 * none. */
static json_t *describe_terrain(const pf_held_source *held) {
  pathfan_terrain_info info;
  if (!pf_source_is_terrain(&held->source)) return json_null();
  pf_source_terrain_info(&held->source, &info);
  return json_pack(
      "{s:f,s:f,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i,s:i}", "background_rate", info.background_rate,
      "least_rate", info.least_rate, "roads", info.road_count, "rivers", info.river_count,
      "bridges", info.bridge_count, "areas", info.area_count, "overlapping_roads",
      info.overlapping_roads, "overlapping_rivers", info.overlapping_rivers, "useless_roads",
      info.useless_roads, "lost_bridges", info.lost_bridges, "cut_roads", info.cut_roads);
}

/* What the map says that has no effect, a list of kinds. */
static json_t *describe_ignored(const pf_held_source *held) {
  pathfan_ignored one;
  json_t *list = json_array();
  for (int32_t i = 0; pf_source_ignored(&held->source, i, &one); i++) {
    json_t *example = pf_json_name(one.example);
    json_array_append_new(list, json_pack("{s:s,s:I,s:s,s:o}", "kind", one.kind, "count",
                                          (json_int_t)one.count, "sentence", one.sentence,
                                          "example", example));
  }
  return list;
}

/* Counts the doors of the map; 0 if they are damaged, as verify tells. */
static int32_t count_doors(const pf_held_source *held) {
  pathfan_obstacles *doors = NULL;
  const pathfan_index *index = held->source.index;
  if (!index || pf_doors_of(index, &doors, NULL) || !doors) return 0;
  const int32_t count = pathfan_obstacles_count(doors);
  pathfan_obstacles_release(doors);
  return count;
}

static json_t *list_radii(const pathfan_index_info *info) {
  json_t *list = json_array();
  for (int32_t i = 0; i < info->radius_count; i++)
    json_array_append_new(list, json_real(info->radii[i]));
  return list;
}

json_t *pf_served_map_describe(pf_served_maps *maps, pf_served_map *served) {
  pf_source_facts facts;
  pthread_mutex_lock(&maps->lock);
  pf_held_source *held = pf_held_source_retain(served->held);
  json_t *name = pf_json_name(served->name);
  if (!json_string_length(name)) {
    json_decref(name);
    name = json_string(served->id);
  }
  const int32_t job = served->job;
  pthread_mutex_unlock(&maps->lock);
  pf_held_source_freshen(held);
  pf_held_source_look(held, &facts);
  const double radius = pf_served_map_radius_of(maps, served, held);
  json_t *terrain = describe_terrain(held);
  json_t *ignored = describe_ignored(held);
  const int32_t doors = count_doors(held);
  const bool is_y_up = pf_source_is_y_up(&held->source);
  pf_held_source_release(held);
  const pathfan_index_info *info = &facts.info;
  char building[16];
  snprintf(building, sizeof building, "j%d", job);
  json_t *source = pf_json_name(info->source_name);
  return json_pack(
      "{s:s,s:o,s:s,s:b,s:b,s:o,s:f,s:f,s:b,s:f,s:f,s:o,s:i,s:i,s:i,s:i,s:i,s:i,s:I,s:I,s:"
      "o,s:o,s:o,s:o}",
      "id", served->id, "name", name, "kind", facts.indexed ? "index" : "map", "editable",
      served->editable, "removable", served->drawing != NULL, "origin",
      pf_json_point(info->origin_x, info->origin_y), "width", info->width, "height", info->height,
      "is_y_up", is_y_up, "unit", info->unit, "agent_radius", radius, "radii", list_radii(info),
      "n", info->vertex_count, "polygons", info->polygon_count, "components", info->component_count,
      "doors", doors, "tables", info->table_count, "regions", info->region_count, "generation",
      (json_int_t)info->generation, "file_bytes", (json_int_t)info->file_bytes, "source_name",
      source, "building", job ? json_string(building) : json_null(), "terrain", terrain, "ignored",
      ignored);
}

/* ---- All of them ---- */

pathfan_status pf_served_maps_make(pf_served_maps **out, pathfan_error *error) {
  *out = calloc(1, sizeof **out);
  if (!*out) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pthread_mutex_init(&(*out)->lock, NULL);
  return PATHFAN_OK;
}

void pf_served_maps_free(pf_served_maps *maps) {
  if (!maps) return;
  for (int32_t i = 0; i < maps->count; i++) pf_served_map_release(maps->all[i]);
  free(maps->all);
  pthread_mutex_destroy(&maps->lock);
  free(maps);
}

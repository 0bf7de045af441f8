/* snapshot.c - a snapshot is three tries of obstacles, and a change makes new ones of them that
 * share nearly all nodes. While it is being made nobody else knows the new snapshot, so a failure
 * releases it and leaves everything else as it was. */
#include "snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"
#include "base/status.h"
#include "query/open/floor_names.h"

static void release_lineage(pf_lineage *lineage) {
  if (lineage && atomic_fetch_sub(&lineage->holders, 1) == 1) free(lineage);
}

/* ---- Begin and end ---- */

pathfan_status pf_snapshot_begin(pf_generation *generation, pf_lineage *lineage,
                                 pathfan_obstacles **out) {
  pathfan_obstacles *o = calloc(1, sizeof *o);
  if (!lineage) {
    lineage = calloc(1, sizeof *lineage);
    if (lineage) atomic_init(&lineage->holders, 0);
  }
  if (lineage) atomic_fetch_add(&lineage->holders, 1);
  *out = o;
  if (!o || !lineage) {
    release_lineage(lineage);
    free(o);
    *out = NULL;
    pf_generation_release(generation);
    return PATHFAN_ERR_NO_MEMORY;
  }
  atomic_init(&o->holders, 1);
  o->generation = generation;
  o->lineage = lineage;
  return PATHFAN_OK;
}

pathfan_status pf_snapshot_copy(const pathfan_obstacles *from, pathfan_obstacles **out) {
  pf_generation_retain(from->generation);
  const pathfan_status status = pf_snapshot_begin(from->generation, from->lineage, out);
  if (status) return status;
  (*out)->by_id = pf_trie_retain(from->by_id);
  (*out)->by_name = pf_trie_retain(from->by_name);
  (*out)->places = pf_trie_retain(from->places);
  (*out)->openings = pf_openings_retain(from->openings);
  (*out)->links = pf_links_retain(from->links);
  (*out)->version = from->version + 1;
  (*out)->opened = from->opened;
  (*out)->is_beside = from->is_beside;
  (*out)->area_count = from->area_count;
  (*out)->opening_count = from->opening_count;
  (*out)->corner_count = from->corner_count;
  return PATHFAN_OK;
}

void pathfan_obstacles_release(const pathfan_obstacles *const_o) {
  pathfan_obstacles *o = (pathfan_obstacles *)const_o; /* immutable but for its count */
  if (!o || atomic_fetch_sub(&o->holders, 1) > 1) return;
  pf_trie_release(o->by_id);
  pf_trie_release(o->by_name);
  pf_trie_release(o->places);
  pf_openings_release(o->openings);
  pf_links_release(o->links);
  pf_generation_release(o->generation);
  release_lineage(o->lineage);
  for (int i = 0; i < PF_LAYOUT_RADII_MAX; i++)
    pathfan_obstacles_release(atomic_load(&o->beside[i]));
  free(o);
}

/* ---- Finding ---- */

static uint64_t key_of_id(int64_t id) {
  return pf_mix((uint64_t)id);
}

static uint64_t key_of_name(const char *name) {
  uint64_t key = UINT64_C(0x9e3779b97f4a7c15);
  for (; *name; name++) key = pf_mix(key + (unsigned char)*name);
  return key;
}

static bool has_id(const void *id, const pf_obstacle *obstacle) {
  return obstacle->id == *(const int64_t *)id;
}

static bool has_name(const void *name, const pf_obstacle *obstacle) {
  return obstacle->name && !strcmp(obstacle->name, name);
}

pf_obstacle *pf_snapshot_find(const pathfan_obstacles *o, const char *name, int64_t id) {
  return name ? pf_trie_find(o->by_name, key_of_name(name), name, has_name)
              : pf_trie_find(o->by_id, key_of_id(id), &id, has_id);
}

typedef struct wanted_part {
  const char *door;
  bool on;
  const pathfan_obstacles *other;
} wanted_part;

static bool is_unset(const void *part, const pf_obstacle *obstacle) {
  const wanted_part *wanted = part;
  return obstacle->is_door && obstacle->on != wanted->on && has_name(wanted->door, obstacle);
}

static bool is_absent(const void *part, const pf_obstacle *obstacle) {
  const wanted_part *wanted = part;
  return obstacle->is_door && has_name(wanted->door, obstacle) &&
         !pf_snapshot_find(wanted->other, NULL, obstacle->id);
}

pf_obstacle *pf_snapshot_find_unset(const pathfan_obstacles *o, const char *door, bool on) {
  const wanted_part wanted = {.door = door, .on = on};
  return pf_trie_find(o->by_name, key_of_name(door), &wanted, is_unset);
}

pf_obstacle *pf_snapshot_find_absent(const pathfan_obstacles *o, const char *door,
                                     const pathfan_obstacles *other) {
  const wanted_part wanted = {.door = door, .other = other};
  return pf_trie_find(o->by_name, key_of_name(door), &wanted, is_absent);
}

const pathfan_obstacles *pathfan_obstacles_retain(const pathfan_obstacles *o) {
  if (o) atomic_fetch_add_explicit(&((pathfan_obstacles *)o)->holders, 1, memory_order_relaxed);
  return o;
}

uint64_t pathfan_obstacles_version(const pathfan_obstacles *o) {
  return o ? o->version : 0;
}

int32_t pathfan_obstacles_count(const pathfan_obstacles *o) {
  return o ? o->area_count : 0;
}

bool pathfan_obstacles_find(const pathfan_obstacles *o, const char *name, int64_t id,
                            pathfan_obstacle *found) {
  const pf_obstacle *obstacle = o && found ? pf_snapshot_find(o, name, id) : NULL;
  if (!obstacle) return false;
  *found = (pathfan_obstacle){.id = obstacle->id,
                              .name = obstacle->name,
                              .area = obstacle->shape->given,
                              .on = obstacle->on,
                              .is_door = obstacle->is_door,
                              .is_opening = obstacle->is_opening};
  return true;
}

/* Where the next id goes. */
static pathfan_status list_id(void *context, pf_obstacle *obstacle) {
  int64_t **next = context;
  **next = obstacle->id;
  ++*next;
  return PATHFAN_OK;
}

static int by_id(const void *a, const void *b) {
  const int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
  return (one > other) - (one < other);
}

void pathfan_obstacles_ids(const pathfan_obstacles *o, int64_t *ids) {
  if (!o || !o->area_count || !ids) return;
  int64_t *next = ids;
  (void)pf_trie_walk(o->by_id, &next, list_id); /* which never fails */
  qsort(ids, (size_t)o->area_count, sizeof *ids, by_id);
}

static int32_t corners_of(const pf_obstacle *obstacle) {
  const int32_t count = obstacle->shape->given.corner_count;
  return count ? count : PF_CIRCLE_CORNERS;
}

/* What meets no free space of the map may meet openings. */
static bool is_in_the_way(const pathfan_obstacles *o, const pf_obstacle *obstacle) {
  return obstacle->on && !obstacle->is_opening && (!obstacle->shape->aside || o->openings);
}

/* ---- Entries ---- */

static pathfan_status enter(pathfan_obstacles *o, pf_obstacle *obstacle) {
  pathfan_status status = pf_trie_add(&o->by_id, key_of_id(obstacle->id), obstacle);
  if (!status && obstacle->name)
    status = pf_trie_add(&o->by_name, key_of_name(obstacle->name), obstacle);
  if (!status && is_in_the_way(o, obstacle))
    status = pf_trie_add(&o->places, pf_obstacle_place(obstacle), obstacle);
  if (obstacle->is_opening && !obstacle->on) o->opened = o->version;
  o->area_count++;
  o->opening_count += obstacle->is_opening;
  o->corner_count += corners_of(obstacle);
  return status;
}

static pathfan_status leave(pathfan_obstacles *o, pf_obstacle *obstacle) {
  const bool in_the_way = is_in_the_way(o, obstacle);
  const int32_t corners = corners_of(obstacle);
  o->opening_count -= obstacle->is_opening;
  pf_obstacle_retain(obstacle); /* until it is in no trie */
  pathfan_status status = pf_trie_remove(&o->by_id, key_of_id(obstacle->id), obstacle);
  if (!status && obstacle->name)
    status = pf_trie_remove(&o->by_name, key_of_name(obstacle->name), obstacle);
  if (!status && in_the_way)
    status = pf_trie_remove(&o->places, pf_obstacle_place(obstacle), obstacle);
  pf_obstacle_release(obstacle);
  if (in_the_way) o->opened = o->version;
  o->area_count--;
  o->corner_count -= corners;
  return status;
}

/* ---- Openings ---- */

typedef struct open_list {
  pf_obstacle *list[PATHFAN_OBSTACLES_OPENINGS_MAX];
  int32_t count;
} open_list;

static pathfan_status list_open(void *context, pf_obstacle *obstacle) {
  open_list *open = context;
  if (obstacle->is_opening && !obstacle->on && !obstacle->is_idle)
    open->list[open->count++] = obstacle;
  return PATHFAN_OK;
}

/* Enters an obstacle that meets no free space of the map, or takes it out. */
static pathfan_status move_aside(void *context, pf_obstacle *obstacle) {
  pathfan_obstacles *o = context;
  if (!obstacle->on || obstacle->is_opening || !obstacle->shape->aside) return PATHFAN_OK;
  return o->openings ? pf_trie_add(&o->places, pf_obstacle_place(obstacle), obstacle)
                     : pf_trie_remove(&o->places, pf_obstacle_place(obstacle), obstacle);
}

static bool is_same_set(const pf_openings *openings, const open_list *open) {
  bool same = (openings ? openings->count : 0) == open->count;
  for (int32_t i = 0; i < open->count && same; i++) {
    bool found = false;
    for (int32_t k = 0; k < open->count && !found; k++) found = openings->list[k] == open->list[i];
    same = found;
  }
  return same;
}

pathfan_status pf_snapshot_gather_openings(pathfan_obstacles *o) {
  open_list open = {.count = 0};
  pathfan_status status = PATHFAN_OK;
  if (!o->opening_count && !o->openings) return PATHFAN_OK;
  (void)pf_trie_walk(o->by_id, &open, list_open); /* which never fails */
  if (is_same_set(o->openings, &open)) return PATHFAN_OK;
  const bool had = o->openings;
  pf_openings_release(o->openings);
  o->openings = NULL;
  if (open.count) status = pf_openings_make(o->generation, open.list, open.count, &o->openings);
  if (!status && had != (o->openings != NULL)) status = pf_trie_walk(o->by_id, o, move_aside);
  return status;
}

/* Whether a box lies in that of one floor. Floors are parts of one plane: what an opening frees in
 * the gaps between them would join them. */
static bool is_on_a_floor(const pf_space *space, const pathfan_area *area) {
  pathfan_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
  if (!area->corner_count) {
    low = (pathfan_point){area->centre.x - area->radius, area->centre.y - area->radius};
    high = (pathfan_point){area->centre.x + area->radius, area->centre.y + area->radius};
  }
  for (int32_t i = 0; i < area->corner_count; i++) {
    const pathfan_point at = area->corners[i];
    low = (pathfan_point){fmin(low.x, at.x), fmin(low.y, at.y)};
    high = (pathfan_point){fmax(high.x, at.x), fmax(high.y, at.y)};
  }
  bool is = !space->floor_count;
  for (int32_t i = 0; i < space->floor_count && !is; i++) {
    const pf_layout_floor *f = &space->floors[i];
    is = low.x >= f->low[0] && high.x <= f->high[0] && low.y >= f->low[1] && high.y <= f->high[1];
  }
  return is;
}

/* Says what is wrong with an opening; *flaw stays NULL if nothing is. */
static pathfan_status examine_opening(const pathfan_obstacles *o, pf_obstacle *opening,
                                      const char **flaw) {
  const pf_space *space = &o->generation->space;
  const pf_fixed_point extent =
      pf_lift((pf_lattice_point){space->frame.width, space->frame.height}, space->fraction_bits);
  pf_openings *alone;
  const pathfan_status status = pf_openings_make(o->generation, &opening, 1, &alone);
  if (status) return status;
  const pf_breach *breach = &alone->breach;
  if (breach->low.x < 0 || breach->low.y < 0 || breach->high.x > extent.x ||
      breach->high.y > extent.y)
    *flaw = "must lie on the map";
  else if (!is_on_a_floor(space, &opening->shape->given))
    *flaw = "must lie on one floor, and not in the gaps between floors";
  else if (!breach->mouth_count)
    *flaw = "meets no wall beside free space: it opens nothing";
  pf_openings_release(alone);
  return PATHFAN_OK;
}

/* Takes an opening, if it can be one. */
static pathfan_status take_opening(const pathfan_obstacles *o, pf_obstacle *opening, size_t number,
                                   pathfan_error *error) {
  const char *flaw = NULL;
  const pathfan_status status = examine_opening(o, opening, &flaw);
  opening->is_opening = true;
  opening->is_idle = flaw;
  if (status) return status;
  if (flaw && !o->is_beside)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: %s%s %s", number,
                   opening->name ? "the opening " : "an opening",
                   opening->name ? opening->name : "", flaw);
  if (o->opening_count >= PATHFAN_OBSTACLES_OPENINGS_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "change %zu: more than %d openings", number,
                   PATHFAN_OBSTACLES_OPENINGS_MAX);
  return PATHFAN_OK;
}

/* ---- Changes ---- */

/* Makes the obstacle of a change, whose area may be given on a floor. */
static pathfan_status create_obstacle(const pathfan_obstacles *o, const pathfan_change *c,
                                      int64_t id, bool is_door, pf_obstacle **obstacle,
                                      const char **flaw) {
  const pf_space *space = &o->generation->space;
  pathfan_area area = c->area;
  if (!area.floor) return pf_obstacle_create(space, &area, c->name, id, is_door, obstacle, flaw);
  const int32_t floor = pf_floor_named(space, area.floor).number;
  const bool is_polygon = area.corner_count > 0 && area.corners;
  pathfan_point *corners =
      is_polygon ? pf_alloc((uint64_t)area.corner_count, sizeof *corners) : NULL;
  pathfan_status status = is_polygon && !corners ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK;
  if (!status && !pf_area_to_plane(space, &area, corners)) *flaw = PF_AVOID_LEVEL;
  if (!status && !*flaw)
    status = pf_obstacle_create(space, &area, c->name, id, is_door, obstacle, flaw);
  if (*obstacle) (*obstacle)->floor = floor;
  free(corners);
  return status;
}

pathfan_status pf_snapshot_add(pathfan_obstacles *o, const pathfan_change *c, bool is_door,
                               size_t number, int64_t *id, pathfan_error *error) {
  const char *flaw = NULL;
  pf_obstacle *obstacle = NULL;
  const pf_obstacle *same = c->name ? pf_snapshot_find(o, c->name, 0) : NULL;
  if (same && !(is_door && same->is_door))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is an area named %s already",
                   number, c->name);
  if (!is_door && c->name && pf_links_find(o->links, 0, c->name, 0) >= 0)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is a link named %s already",
                   number, c->name);
  if (!*id) *id = pf_snapshot_fresh_id(o);
  pathfan_status status = create_obstacle(o, c, *id, is_door, &obstacle, &flaw);
  if (flaw)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: %s", number, flaw + strlen(PF_AVOID));
  if (!status && c->kind == PATHFAN_CHANGE_ADD_OPENING)
    status = take_opening(o, obstacle, number, error);
  if (!status && o->area_count >= PATHFAN_OBSTACLES_AREAS_MAX)
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "change %zu: more than %d areas", number,
                     PATHFAN_OBSTACLES_AREAS_MAX);
  else if (!status && o->corner_count + corners_of(obstacle) > PATHFAN_OBSTACLES_CORNERS_MAX)
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "change %zu: areas have more than %d corners",
                     number, PATHFAN_OBSTACLES_CORNERS_MAX);
  if (!status) {
    obstacle->on = obstacle->is_opening ? c->off : !c->off;
    status = enter(o, obstacle);
  }
  pf_obstacle_release(obstacle);
  return status;
}

pathfan_status pf_snapshot_change(pathfan_obstacles *o, pf_obstacle *obstacle,
                                  const pathfan_change *c, size_t number, pathfan_error *error) {
  pf_obstacle *other = NULL;
  if (c->kind == PATHFAN_CHANGE_REMOVE && obstacle->is_door)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "change %zu: %s is a door, which can only be opened and closed", number,
                   obstacle->name);
  if (c->kind == PATHFAN_CHANGE_REMOVE) return leave(o, obstacle);
  if (obstacle->on == c->on) return PATHFAN_OK;
  pathfan_status status = pf_obstacle_switch(obstacle, c->on, &other);
  if (!status) status = leave(o, obstacle);
  if (!status) status = enter(o, other);
  pf_obstacle_release(other);
  return status;
}

pathfan_status pf_snapshot_finish(pathfan_obstacles *made, pathfan_status status,
                                  pathfan_obstacles **to, pathfan_error *error) {
  if (!status) {
    *to = made;
    return PATHFAN_OK;
  }
  pathfan_obstacles_release(made);
  return status == PATHFAN_ERR_NO_MEMORY ? pf_fail(error, status, "out of memory") : status;
}

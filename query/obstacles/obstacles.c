/* obstacles.c - a snapshot is three tries of obstacles, and a change makes new ones of them that
 * share nearly all nodes. While it is being made nobody else knows the new snapshot, so a failure
 * releases it and leaves everything else as it was. */
#include "obstacles.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/reserved.h"
#include "base/status.h"

/* What all snapshots have in common that descend from one. */
typedef struct pf_lineage {
  atomic_int holders;
  atomic_int_fast64_t last_id;
} pf_lineage;

static void release_lineage(pf_lineage *lineage) {
  if (lineage && atomic_fetch_sub(&lineage->holders, 1) == 1) free(lineage);
}

/* ---- Snapshots ---- */

/* Makes a snapshot without areas. generation: one hold on it is taken over. */
static pathfan_status create(pf_generation *generation, pf_lineage *lineage,
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

/* Makes a copy, to be changed. */
static pathfan_status copy(const pathfan_obstacles *from, pathfan_obstacles **out) {
  pf_generation_retain(from->generation);
  const pathfan_status status = create(from->generation, from->lineage, out);
  if (status) return status;
  (*out)->by_id = pf_trie_retain(from->by_id);
  (*out)->by_name = pf_trie_retain(from->by_name);
  (*out)->places = pf_trie_retain(from->places);
  (*out)->openings = pf_openings_retain(from->openings);
  (*out)->version = from->version + 1;
  (*out)->opened = from->opened;
  (*out)->area_count = from->area_count;
  (*out)->opening_count = from->opening_count;
  (*out)->corner_count = from->corner_count;
  return PATHFAN_OK;
}

const pathfan_obstacles *pathfan_obstacles_retain(const pathfan_obstacles *o) {
  if (o) atomic_fetch_add_explicit(&((pathfan_obstacles *)o)->holders, 1, memory_order_relaxed);
  return o;
}

void pathfan_obstacles_release(const pathfan_obstacles *const_o) {
  pathfan_obstacles *o = (pathfan_obstacles *)const_o; /* immutable but for its count */
  if (!o || atomic_fetch_sub(&o->holders, 1) > 1) return;
  pf_trie_release(o->by_id);
  pf_trie_release(o->by_name);
  pf_trie_release(o->places);
  pf_openings_release(o->openings);
  pf_generation_release(o->generation);
  release_lineage(o->lineage);
  free(o);
}

uint64_t pathfan_obstacles_version(const pathfan_obstacles *o) {
  return o ? o->version : 0;
}

int32_t pathfan_obstacles_count(const pathfan_obstacles *o) {
  return o ? o->area_count : 0;
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

static pf_obstacle *find(const pathfan_obstacles *o, const char *name, int64_t id) {
  return name ? pf_trie_find(o->by_name, key_of_name(name), name, has_name)
              : pf_trie_find(o->by_id, key_of_id(id), &id, has_id);
}

bool pathfan_obstacles_find(const pathfan_obstacles *o, const char *name, int64_t id,
                            pathfan_obstacle *found) {
  const pf_obstacle *obstacle = o && found ? find(o, name, id) : NULL;
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
  if (obstacle->is_opening && !obstacle->on) open->list[open->count++] = obstacle;
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

/* Makes the set of those that are open anew, if it has changed. */
static pathfan_status gather_openings(pathfan_obstacles *o) {
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

/* Says why an opening can't be one; *flaw stays NULL if it can. */
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
    *flaw = "an opening must lie on the map";
  else if (!breach->mouth_count)
    *flaw = "an opening meets no wall beside free space: it opens nothing";
  pf_openings_release(alone);
  return PATHFAN_OK;
}

/* ---- Changes ---- */

static pathfan_status add_area(pathfan_obstacles *o, const pathfan_change *c, bool is_door,
                               size_t number, int64_t *id, pathfan_error *error) {
  const char *flaw = NULL;
  pf_obstacle *obstacle = NULL;
  if (c->name && find(o, c->name, 0))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is an area named %s already",
                   number, c->name);
  if (!*id) *id = atomic_fetch_add(&o->lineage->last_id, 1) + 1;
  pathfan_status status =
      pf_obstacle_create(&o->generation->space, &c->area, c->name, *id, &obstacle, &flaw);
  if (flaw)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: %s", number, flaw + strlen(PF_AVOID));
  if (!status && c->kind == PATHFAN_CHANGE_ADD_OPENING) {
    status = examine_opening(o, obstacle, &flaw);
    if (flaw) pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: %s", number, flaw);
    if (flaw) status = PATHFAN_ERR_ARGUMENT;
    if (!status && o->opening_count >= PATHFAN_OBSTACLES_OPENINGS_MAX)
      status = pf_fail(error, PATHFAN_ERR_LIMIT, "change %zu: more than %d openings", number,
                       PATHFAN_OBSTACLES_OPENINGS_MAX);
  }
  if (!status && o->area_count >= PATHFAN_OBSTACLES_AREAS_MAX)
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "change %zu: more than %d areas", number,
                     PATHFAN_OBSTACLES_AREAS_MAX);
  else if (!status && o->corner_count + corners_of(obstacle) > PATHFAN_OBSTACLES_CORNERS_MAX)
    status = pf_fail(error, PATHFAN_ERR_LIMIT, "change %zu: areas have more than %d corners",
                     number, PATHFAN_OBSTACLES_CORNERS_MAX);
  if (!status) {
    obstacle->is_opening = c->kind == PATHFAN_CHANGE_ADD_OPENING;
    obstacle->on = obstacle->is_opening ? c->off : !c->off;
    obstacle->is_door = is_door;
    status = enter(o, obstacle);
  }
  pf_obstacle_release(obstacle);
  return status;
}

static pathfan_status change_area(pathfan_obstacles *o, const pathfan_change *c, size_t number,
                                  int64_t *id, pathfan_error *error) {
  pf_obstacle *obstacle = find(o, c->name, c->id), *other = NULL;
  if (!obstacle)
    return c->name ? pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is no area named %s",
                             number, c->name)
                   : pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is no area %lld",
                             number, (long long)c->id);
  *id = obstacle->id;
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

static pathfan_status apply(pathfan_obstacles *o, const pathfan_change *c, size_t number,
                            int64_t *id, pathfan_error *error) {
  *id = 0;
  if (!PF_KNOWS(c))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: " PF_UNKNOWN_MEMBER, number);
  switch (c->kind) {
  case PATHFAN_CHANGE_ADD_AREA:
  case PATHFAN_CHANGE_ADD_OPENING: return add_area(o, c, false, number, id, error);
  case PATHFAN_CHANGE_REMOVE:
  case PATHFAN_CHANGE_SET: return change_area(o, c, number, id, error);
  default: return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: of an unknown kind", number);
  }
}

/* Ends the making of a snapshot: on failure releases it. */
static pathfan_status finish(pathfan_obstacles *made, pathfan_status status, pathfan_obstacles **to,
                             pathfan_error *error) {
  if (!status) {
    *to = made;
    return PATHFAN_OK;
  }
  pathfan_obstacles_release(made);
  return status == PATHFAN_ERR_NO_MEMORY ? pf_fail(error, status, "out of memory") : status;
}

static pathfan_status refuse_null(pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an argument is NULL that must not be");
}

/* Makes an empty snapshot for an index's current generation. */
static pathfan_status begin(const pathfan_index *index, pf_lineage *lineage,
                            pathfan_obstacles **out, pathfan_error *error) {
  pf_generation *generation = pf_index_retain(index);
  *out = NULL;
  pathfan_status status = pf_generation_need_location(generation, error);
  if (!status && generation->view.terrain)
    status = pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "ways over a terrain can't keep out of areas; what nobody may enter is an "
                     "obstacle of its map");
  if (status) {
    pf_generation_release(generation);
    return status;
  }
  status = create(generation, lineage, out);
  return status ? pf_fail(error, status, "out of memory") : PATHFAN_OK;
}

/* ---- Doors of the map ---- */

static pathfan_status damaged_doors(const pathfan_obstacles *o, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section doors: of another form than it says",
                 o->generation->path);
}

/* Adds the door in the records from `door` on, of which there are `left`; one of the same name in
 * `before`, if there is one, says how it is. *used: its records. */
static pathfan_status add_door(pathfan_obstacles *o, const pf_layout_door *door, uint64_t left,
                               const pathfan_obstacles *before, uint64_t *used,
                               pathfan_error *error) {
  const int32_t corners = door->corner_count, size = door->name_size;
  if (corners < 3 || size < 1 || (uint64_t)corners + (uint64_t)size >= left)
    return damaged_doors(o, error);
  *used = 1 + (uint64_t)corners + (uint64_t)size;
  const char *name = (const char *)(door + 1 + corners);
  pathfan_change change = {
      .name = name,
      .area = {.corners = (const pathfan_point *)(door + 1), .corner_count = corners},
      .off = !door->is_closed};
  int64_t id = 0;
  if (!name[0] || name[(size_t)size * sizeof *door - 1]) return damaged_doors(o, error);
  const pf_obstacle *was = before ? find(before, name, 0) : NULL;
  if (was && was->is_door) {
    change.off = !was->on;
    id = was->id;
  }
  const pathfan_status status = add_area(o, &change, true, 0, &id, error);
  /* Before, a name may belong to an area that was added since. */
  return status == PATHFAN_ERR_ARGUMENT && !before ? damaged_doors(o, error) : status;
}

static pathfan_status add_doors(pathfan_obstacles *o, const pathfan_obstacles *before,
                                pathfan_error *error) {
  const pathfan_reader *reader = o->generation->reader;
  const pathfan_section *section = pf_section_find(reader, PF_SECTION_DOORS, 0);
  uint64_t count = 0, used = 0;
  if (!section) return PATHFAN_OK;
  const pf_layout_door *doors = pathfan_reader_data(reader, section, 0, &count);
  if (!doors || section->element_size != sizeof *doors) return damaged_doors(o, error);
  pathfan_status status = pathfan_reader_check(reader, section, error);
  for (uint64_t at = 0; at < count && !status; at += used)
    status = add_door(o, doors + at, count - at, before, &used, error);
  return status;
}

pathfan_status pf_doors_check(const pf_generation *generation, pathfan_error *error) {
  pathfan_obstacles *made;
  pf_generation *held = (pf_generation *)generation; /* immutable but for its count */
  if (!pf_section_find(generation->reader, PF_SECTION_DOORS, 0)) return PATHFAN_OK;
  pf_generation_retain(held);
  pathfan_status status = create(held, NULL, &made);
  if (status) return pf_fail(error, status, "out of memory");
  status = add_doors(made, NULL, error);
  pathfan_obstacles_release(made);
  return status;
}

pathfan_status pathfan_obstacles_create(const pathfan_index *index, pathfan_obstacles **out,
                                        pathfan_error *error) {
  pathfan_obstacles *made;
  if (error) error->text[0] = 0;
  if (out) *out = NULL;
  if (!index || !out) return refuse_null(error);
  const pathfan_status status = begin(index, NULL, &made, error);
  return status ? status : finish(made, add_doors(made, NULL, error), out, error);
}

pathfan_status pathfan_obstacles_change(const pathfan_obstacles *from,
                                        const pathfan_change *changes, size_t count,
                                        pathfan_obstacles **to, int64_t *ids,
                                        pathfan_error *error) {
  pathfan_obstacles *made;
  if (error) error->text[0] = 0;
  if (to) *to = NULL;
  if (!from || !to || (count && !changes)) return refuse_null(error);
  pathfan_status status = copy(from, &made);
  if (status) return pf_fail(error, status, "out of memory");
  for (size_t i = 0; i < count && !status; i++) {
    int64_t id;
    status = apply(made, &changes[i], i, &id, error);
    if (ids && !status) ids[i] = id;
  }
  if (!status) status = gather_openings(made);
  return finish(made, status, to, error);
}

/* A snapshot that gets copies of another's areas. */
typedef struct rebasing {
  pathfan_obstacles *to;
  pathfan_error *error;
} rebasing;

static pathfan_status rebase_one(void *context, pf_obstacle *obstacle) {
  const rebasing *r = context;
  const bool is_opening = obstacle->is_opening;
  const pathfan_change same = {.kind = is_opening ? PATHFAN_CHANGE_ADD_OPENING
                                                  : PATHFAN_CHANGE_ADD_AREA,
                               .name = obstacle->name,
                               .area = obstacle->shape->given,
                               .off = obstacle->on == is_opening};
  int64_t id = obstacle->id;
  if (obstacle->is_door) return PATHFAN_OK;
  const pathfan_status status = add_area(r->to, &same, false, 0, &id, r->error);
  /* The new map may be free where the opening is. */
  return is_opening && status == PATHFAN_ERR_ARGUMENT ? PATHFAN_OK : status;
}

pathfan_status pathfan_obstacles_rebase(const pathfan_obstacles *from, const pathfan_index *index,
                                        pathfan_obstacles **to, pathfan_error *error) {
  pathfan_obstacles *made;
  if (error) error->text[0] = 0;
  if (to) *to = NULL;
  if (!from || !index || !to) return refuse_null(error);
  pathfan_status status = begin(index, from->lineage, &made, error);
  if (status) return status;
  made->version = made->opened = from->version;
  rebasing r = {made, error};
  status = add_doors(made, from, error);
  if (!status) status = pf_trie_walk(from->by_id, &r, rebase_one);
  if (!status) status = gather_openings(made);
  return finish(made, status, to, error);
}

pathfan_status pf_obstacles_with(pf_generation *generation, const pathfan_obstacles *base,
                                 const pathfan_area *areas, int32_t count, pathfan_obstacles **to,
                                 pathfan_error *error) {
  pathfan_obstacles *made;
  *to = NULL;
  assert(!base || base->generation == generation);
  if (!base) pf_generation_retain(generation);
  pathfan_status status = base ? copy(base, &made) : create(generation, NULL, &made);
  if (status) return status;
  for (int32_t i = 0; i < count && !status; i++) {
    const pathfan_change change = {.area = areas[i]};
    int64_t id = 0;
    status = add_area(made, &change, false, (size_t)i, &id, error);
  }
  return finish(made, status, to, error);
}

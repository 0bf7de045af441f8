/* obstacles.c - snapshots for the public header: those of a map with its doors, those that changes
 * lead to, and those of another generation. A file of several radii has a generation for each; what
 * a snapshot is for another radius is made when it is first asked for, kept with the snapshot, and
 * changed with it from then on. */
#include "obstacles.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/reserved.h"
#include "base/status.h"
#include "format/reader.h"
#include "snapshot_links.h"

static pathfan_status refuse_null(pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an argument is NULL that must not be");
}

/* Makes an empty snapshot for a generation, of which one hold is taken over. */
static pathfan_status begin(pf_generation *generation, pf_lineage *lineage, pathfan_obstacles **out,
                            pathfan_error *error) {
  *out = NULL;
  pathfan_status status = pf_generation_need_location(generation, error);
  if (!status && generation->view.terrain)
    status = pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "paths over a terrain can't keep out of areas; what nobody may enter is an "
                     "obstacle of its map");
  if (status) {
    pf_generation_release(generation);
    return status;
  }
  status = pf_snapshot_begin(generation, lineage, out);
  return status ? pf_fail(error, status, "out of memory") : PATHFAN_OK;
}

/* ---- Doors of the map ---- */

static pathfan_status damaged_doors(const pathfan_obstacles *o, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section doors: of another form than it says",
                 o->generation->path);
}

/* Adds the part of a door in the records from `door` on, of which there are `left`; a door of the
 * same name in `before`, if there is one, says how it is. *used: its records. */
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
  const pf_obstacle *was = before ? pf_snapshot_find(before, name, 0) : NULL;
  if (was && was->is_door) {
    change.off = !was->on;
    was = pf_snapshot_find_absent(before, name, o);
    if (was) id = was->id;
  }
  const pathfan_status status = pf_snapshot_add(o, &change, true, 0, &id, error);
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
  pathfan_status status = pf_snapshot_begin(held, NULL, &made);
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
  pathfan_status status = begin(pf_index_retain(index), NULL, &made, error);
  if (status) return status;
  status = add_doors(made, NULL, error);
  if (!status) status = pf_snapshot_take_links(made, NULL, error);
  return pf_snapshot_finish(made, status, out, error);
}

/* ---- Changes ---- */

/* Removes, closes or opens all that has a name, or one by its id, of a door all parts; *id becomes
 * the first one's. */
static pathfan_status change_one(pathfan_obstacles *o, const pathfan_change *c, size_t number,
                                 int64_t *id, pathfan_error *error) {
  pf_obstacle *obstacle = pf_snapshot_find(o, c->name, c->id);
  if (!obstacle && pf_links_find(o->links, 0, c->name, c->id) >= 0)
    return pf_snapshot_change_links(o, c, number, id, error);
  if (!obstacle)
    return c->name ? pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is no %s named %s",
                             number, o->links ? "area and no link" : "area", c->name)
                   : pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: there is no %s %lld", number,
                             o->links ? "area and no link" : "area", (long long)c->id);
  *id = obstacle->id;
  pf_obstacle_retain(obstacle); /* for its name */
  pathfan_status status = PATHFAN_OK;
  for (pf_obstacle *part = obstacle; part && !status;) {
    status = pf_snapshot_change(o, part, c, number, error);
    part = obstacle->is_door && !status ? pf_snapshot_find_unset(o, obstacle->name, c->on) : NULL;
  }
  pf_obstacle_release(obstacle);
  /* A map may call a link like a door. */
  int64_t link;
  if (!status && c->name && pf_links_find(o->links, 0, c->name, 0) >= 0)
    status = pf_snapshot_change_links(o, c, number, &link, error);
  return status;
}

/* Makes a change of any kind. *id: that what it adds gets, 0: a new one; that of what it changes.
 */
static pathfan_status apply(pathfan_obstacles *o, const pathfan_change *c, size_t number,
                            int64_t *id, pathfan_error *error) {
  if (!PF_KNOWS(c))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: " PF_UNKNOWN_MEMBER, number);
  switch (c->kind) {
  case PATHFAN_CHANGE_ADD_AREA:
  case PATHFAN_CHANGE_ADD_OPENING: return pf_snapshot_add(o, c, false, number, id, error);
  case PATHFAN_CHANGE_ADD_LINK: return pf_snapshot_add_link(o, c, number, id, error);
  case PATHFAN_CHANGE_REMOVE:
  case PATHFAN_CHANGE_SET: return change_one(o, c, number, id, error);
  default: return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: of an unknown kind", number);
  }
}

/* Makes the changes that led from one snapshot to another to what it is for a radius. Where that
 * fails it is made anew when it is asked for. */
static void change_beside(const pathfan_obstacles *from, const pathfan_change *changes,
                          size_t count, const int64_t *ids, _Atomic(pathfan_obstacles *) *to) {
  pathfan_obstacles *made, *done = NULL;
  if (pf_snapshot_copy(from, &made)) return;
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < count && !status; i++) {
    int64_t id = ids[i];
    status = apply(made, &changes[i], i, &id, NULL);
  }
  if (!status) status = pf_snapshot_gather_openings(made);
  (void)pf_snapshot_finish(made, status, &done, NULL);
  atomic_store(to, done);
}

pathfan_status pathfan_obstacles_change(const pathfan_obstacles *from,
                                        const pathfan_change *changes, size_t count,
                                        pathfan_obstacles **to, int64_t *ids,
                                        pathfan_error *error) {
  pathfan_obstacles *made;
  if (error) error->text[0] = 0;
  if (to) *to = NULL;
  if (!from || !to || (count && !changes)) return refuse_null(error);
  int64_t *own = pf_alloc(count + 1, sizeof *own);
  if (!own) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  pathfan_status status = pf_snapshot_copy(from, &made);
  for (size_t i = 0; i < count && !status; i++) {
    own[i] = 0;
    status = apply(made, &changes[i], i, &own[i], error);
    if (ids && !status) ids[i] = own[i];
  }
  if (!status) status = pf_snapshot_gather_openings(made);
  status = pf_snapshot_finish(made, status, to, error);
  for (int i = 0; i < PF_LAYOUT_RADII_MAX && !status; i++) {
    const pathfan_obstacles *other =
        atomic_load_explicit(&((pathfan_obstacles *)from)->beside[i], memory_order_acquire);
    if (other) change_beside(other, changes, count, own, &(*to)->beside[i]);
  }
  free(own);
  return status;
}

/* ---- Other generations ---- */

/* A snapshot that gets copies of another's areas. */
typedef struct rebasing {
  pathfan_obstacles *to;
  const pf_space *from; /* of that other one */
  pathfan_error *error;
} rebasing;

/* The area of an obstacle as it was given: on its floor, which may lie elsewhere in another map's
 * plane. corners: [Size: its corner_count] */
static pathfan_area given_area(const pf_space *space, const pf_obstacle *obstacle,
                               pathfan_point *corners) {
  pathfan_area area = obstacle->shape->given;
  if (obstacle->floor < 0) return area;
  const pf_layout_floor *floor = &space->floors[obstacle->floor];
  area.floor = floor->name;
  area.centre.x -= floor->offset[0];
  area.centre.y -= floor->offset[1];
  for (int32_t i = 0; i < area.corner_count; i++)
    corners[i] =
        (pathfan_point){area.corners[i].x - floor->offset[0], area.corners[i].y - floor->offset[1]};
  if (area.corner_count) area.corners = corners;
  return area;
}

static pathfan_status rebase_one(void *context, pf_obstacle *obstacle) {
  const rebasing *r = context;
  const bool is_opening = obstacle->is_opening;
  if (obstacle->is_door) return PATHFAN_OK;
  pathfan_point *corners =
      pf_alloc((uint64_t)obstacle->shape->given.corner_count + 1, sizeof *corners);
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  const pathfan_change same = {.kind = is_opening ? PATHFAN_CHANGE_ADD_OPENING
                                                  : PATHFAN_CHANGE_ADD_AREA,
                               .name = obstacle->name,
                               .area = given_area(r->from, obstacle, corners),
                               .off = obstacle->on == is_opening};
  int64_t id = obstacle->id;
  const pathfan_status status = pf_snapshot_add(r->to, &same, false, 0, &id, r->error);
  free(corners);
  /* The new map may be free where the opening is. */
  return is_opening && status == PATHFAN_ERR_ARGUMENT ? PATHFAN_OK : status;
}

/* Fills a snapshot that has just begun. */
static pathfan_status rebase(const pathfan_obstacles *from, pathfan_obstacles *made,
                             pathfan_error *error) {
  rebasing r = {made, &from->generation->space, error};
  made->version = from->version;
  pathfan_status status = add_doors(made, from, error);
  if (!status) status = pf_snapshot_take_links(made, from, error);
  if (!status) status = pf_trie_walk(from->by_id, &r, rebase_one);
  if (!status) status = pf_snapshot_gather_openings(made);
  return status;
}

pathfan_status pathfan_obstacles_rebase(const pathfan_obstacles *from, const pathfan_index *index,
                                        pathfan_obstacles **to, pathfan_error *error) {
  pathfan_obstacles *made;
  if (error) error->text[0] = 0;
  if (to) *to = NULL;
  if (!from || !index || !to) return refuse_null(error);
  pf_generation *generation = pf_index_retain(index);
  pathfan_status status = begin(generation, from->lineage, &made, error);
  if (status) return status;
  status = rebase(from, made, error);
  made->opened = from->version; /* it is another map */
  return pf_snapshot_finish(made, status, to, error);
}

pathfan_status pf_obstacles_at(const pathfan_obstacles *obstacles, pf_generation *generation,
                               const pathfan_obstacles **at, pathfan_error *error) {
  pathfan_obstacles *o = (pathfan_obstacles *)obstacles; /* immutable but for what is made once */
  pathfan_obstacles *made = NULL, *fresh;
  *at = o->generation == generation ? o : NULL;
  if (*at || o->generation->file != generation->file) return PATHFAN_OK;
  _Atomic(pathfan_obstacles *) *slot = &o->beside[generation->reader->radius];
  *at = atomic_load_explicit(slot, memory_order_acquire);
  if (*at) return PATHFAN_OK;
  pf_generation_retain(generation);
  pathfan_status status = begin(generation, o->lineage, &fresh, error);
  if (status) return status;
  fresh->is_beside = true;
  status = rebase(o, fresh, error);
  fresh->opened = o->opened;
  status = pf_snapshot_finish(fresh, status, &fresh, error);
  if (status) return status;
  if (!atomic_compare_exchange_strong(slot, &made, fresh)) pathfan_obstacles_release(fresh);
  *at = made ? made : fresh;
  return PATHFAN_OK;
}

pathfan_status pf_obstacles_with(pf_generation *generation, const pathfan_obstacles *base,
                                 const pathfan_area *areas, int32_t count, pathfan_obstacles **to,
                                 pathfan_error *error) {
  pathfan_obstacles *made;
  *to = NULL;
  assert(!base || base->generation == generation);
  if (!base) pf_generation_retain(generation);
  pathfan_status status =
      base ? pf_snapshot_copy(base, &made) : pf_snapshot_begin(generation, NULL, &made);
  if (status) return status;
  for (int32_t i = 0; i < count && !status; i++) {
    const pathfan_change change = {.area = areas[i]};
    int64_t id = 0;
    status = pf_snapshot_add(made, &change, false, (size_t)i, &id, error);
  }
  return pf_snapshot_finish(made, status, to, error);
}

/* snapshot_links.c - the links of a snapshot: those of its map, and those that were added. A set of
 * links is immutable, too; a change makes another. */
#include "snapshot_links.h"

#include <string.h>

#include "base/reserved.h"
#include "base/status.h"
#include "format/reader.h"
#include "query/open/floor_names.h"
#include "query/open/radii.h"

/* Makes a set of links the snapshot's. */
static void put_links(pathfan_obstacles *o, pf_link_set *set) {
  pf_links_release(o->links);
  o->links = set;
}

/* How far an end of a link may move that another radius has put into a wall. */
static double reach_of(const pathfan_obstacles *o) {
  const pf_radii *radii = pf_generation_radii(o->generation);
  return o->is_beside && radii->count ? 2 * radii->list[o->generation->reader->radius] : 0;
}

static pathfan_status link_of(const pathfan_obstacles *o, const pathfan_change *c, size_t number,
                              pf_layout_link *link, pathfan_error *error) {
  const pathfan_link *from = c->link;
  const pf_space *space = &o->generation->space;
  if (!from || !PF_KNOWS(from))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: %s", number,
                   from ? PF_UNKNOWN_MEMBER : "the link is missing");
  *link = (pf_layout_link){.cost = {from->cost, from->back}, .flags = from->flags};
  const char *name = c->name ? c->name : from->name;
  if (strnlen(name, sizeof link->name) == sizeof link->name)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: a link's name has more than %d bytes",
                   number, (int)sizeof link->name - 1);
  memcpy(link->name, name, strlen(name));
  for (int e = 0; e < 2; e++) {
    const char *floor = c->floors ? c->floors[e] : NULL;
    const pf_found_floor found = floor ? pf_floor_named(space, floor) : (pf_found_floor){true, -1};
    if (!found.exists)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "change %zu: a link is on a level that the map doesn't have: %s", number,
                     floor);
    const double *offset =
        found.number < 0 ? (double[2]){0, 0} : space->floors[found.number].offset;
    link->at[2 * e] = from->at[e].x + offset[0];
    link->at[2 * e + 1] = from->at[e].y + offset[1];
    link->height[e] = (float)from->height[e];
  }
  return PATHFAN_OK;
}

pathfan_status pf_snapshot_add_link(pathfan_obstacles *o, const pathfan_change *c, size_t number,
                                    int64_t *id, pathfan_error *error) {
  pf_layout_link link;
  pf_link_set *made, *closed;
  const char *flaw;
  pathfan_status status = link_of(o, c, number, &link, error);
  if (status) return status;
  if (link.name[0] &&
      (pf_snapshot_find(o, link.name, 0) || pf_links_find(o->links, 0, link.name, 0) >= 0))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "change %zu: there is an area or a link named %s already", number, link.name);
  if (!*id) *id = pf_snapshot_fresh_id(o);
  status = pf_links_add(o->links, &o->generation->space, &link, *id, reach_of(o), &made, &flaw);
  if (status == PATHFAN_ERR_LIMIT)
    return pf_fail(error, status, "change %zu: more than %d links", number,
                   PATHFAN_OBSTACLES_LINKS_MAX);
  if (status) return status;
  if (flaw) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "change %zu: %s", number, flaw);
  put_links(o, made);
  if (!c->off) {
    o->opened = o->version;
    return PATHFAN_OK;
  }
  status = pf_links_switch(made, made->count - 1, true, &closed);
  if (!status) put_links(o, closed);
  return status;
}

pathfan_status pf_snapshot_change_links(pathfan_obstacles *o, const pathfan_change *c,
                                        size_t number, int64_t *id, pathfan_error *error) {
  int32_t i = pf_links_find(o->links, 0, c->name, c->id);
  *id = o->links->list[i].id;
  for (; i >= 0; i = pf_links_find(o->links, i + 1, c->name, c->id)) {
    const pf_set_link *link = &o->links->list[i];
    pf_link_set *made;
    if (c->kind == PATHFAN_CHANGE_REMOVE && link->is_own)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "change %zu: %s is a link of the map, which can only be opened and closed",
                     number, link->link.name[0] ? link->link.name : "it");
    if (c->kind == PATHFAN_CHANGE_SET && link->is_closed == c->on) continue;
    if (c->kind == PATHFAN_CHANGE_SET && !c->on) o->opened = o->version;
    const pathfan_status status = c->kind == PATHFAN_CHANGE_REMOVE
                                      ? pf_links_remove(o->links, i, &made)
                                      : pf_links_switch(o->links, i, c->on, &made);
    if (status) return status;
    put_links(o, made);
    if (c->kind == PATHFAN_CHANGE_REMOVE) return PATHFAN_OK; /* names of added ones are unique */
  }
  return PATHFAN_OK;
}

/* Returns the number of the link of another set that a map's link was; -1: none. */
static int32_t same_link(const pf_link_set *before, int32_t number, const pf_set_link *link) {
  if (before && number < before->count && before->list[number].is_own &&
      !strcmp(before->list[number].link.name, link->link.name))
    return number;
  const int32_t named = link->link.name[0] ? pf_links_find(before, 0, link->link.name, 0) : -1;
  return named >= 0 && before->list[named].is_own ? named : -1;
}

/* Adds a link that was added to another snapshot; one that can't be here is left out. */
static pathfan_status take_added(pathfan_obstacles *o, const pathfan_obstacles *before,
                                 const pf_set_link *was) {
  const pf_space *space = &o->generation->space, *from = &before->generation->space;
  pf_layout_link link = was->link;
  const char *flaw;
  pf_link_set *made, *closed;
  for (int e = 0; e < 2; e++) { /* its floors may lie elsewhere in another map's plane */
    const int32_t floor = pf_space_floor_at(from, link.at[2 * e], link.at[2 * e + 1]);
    const pf_found_floor found =
        floor < 0 ? (pf_found_floor){false, -1} : pf_floor_named(space, from->floors[floor].name);
    for (int axis = 0; axis < 2 && found.exists && found.number >= 0; axis++)
      link.at[2 * e + axis] +=
          space->floors[found.number].offset[axis] - from->floors[floor].offset[axis];
  }
  pathfan_status status = pf_links_add(o->links, space, &link, was->id, reach_of(o), &made, &flaw);
  if (status == PATHFAN_ERR_LIMIT || (!status && flaw)) return PATHFAN_OK;
  if (status) return status;
  put_links(o, made);
  if (was->is_closed) status = pf_links_switch(made, made->count - 1, true, &closed);
  if (was->is_closed && !status) put_links(o, closed);
  return status;
}

pathfan_status pf_snapshot_take_links(pathfan_obstacles *o, const pathfan_obstacles *before,
                                      pathfan_error *error) {
  const pf_link_set *was = before ? before->links : NULL;
  if (o->generation->space.is_surface) return PATHFAN_OK; /* whose requests take no snapshots */
  pathfan_status status = pf_links_begin(&o->generation->space, &o->lineage->last_id, &o->links);
  if (status == PATHFAN_ERR_DAMAGED)
    return pf_fail(error, status, "%s: section links: an end that isn't on free ground",
                   o->generation->path);
  for (int32_t i = 0; o->links && i < o->links->count && was; i++) {
    pf_set_link *link = &o->links->list[i]; /* which nobody else has yet */
    const int32_t same = same_link(was, i, link);
    if (same < 0) continue;
    link->is_closed = was->list[same].is_closed;
    if (same == i) link->id = was->list[same].id;
  }
  for (int32_t i = 0; was && i < was->count && !status; i++)
    if (!was->list[i].is_own) status = take_added(o, before, &was->list[i]);
  return status;
}

int32_t pathfan_obstacles_link_count(const pathfan_obstacles *o) {
  return o && o->links ? o->links->count : 0;
}

bool pathfan_obstacles_link(const pathfan_obstacles *o, int32_t number,
                            pathfan_obstacle_link *out) {
  memset(out, 0, sizeof *out);
  if (number < 0 || number >= pathfan_obstacles_link_count(o)) return false;
  const pf_set_link *from = &o->links->list[number];
  pathfan_link *link = &out->link;
  memcpy(link->name, from->link.name, sizeof link->name);
  for (int e = 0; e < 2; e++) {
    link->at[e] = (pathfan_point){from->link.at[2 * e], from->link.at[2 * e + 1]};
    const int32_t floor = pf_space_floor_at(&o->generation->space, link->at[e].x, link->at[e].y);
    link->floor[e] = o->generation->space.floor_count ? floor : 0;
    link->height[e] = (double)from->link.height[e];
  }
  link->cost = from->link.cost[0];
  link->back = from->link.cost[1];
  link->flags = from->link.flags;
  out->id = from->id;
  out->on = from->is_closed;
  out->is_of_map = from->is_own;
  return true;
}

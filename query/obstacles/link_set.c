/* link_set.c - sets of links; each change makes a copy. */
#include "link_set.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"

pf_link_set *pf_links_retain(pf_link_set *set) {
  if (set) atomic_fetch_add_explicit(&set->holders, 1, memory_order_relaxed);
  return set;
}

void pf_links_release(pf_link_set *set) {
  if (set && atomic_fetch_sub(&set->holders, 1) == 1) free(set);
}

static pf_link_set *make(int32_t count) {
  pf_link_set *set = calloc(1, sizeof *set + (size_t)count * sizeof *set->list);
  if (!set) return NULL;
  atomic_init(&set->holders, 1);
  set->count = count;
  return set;
}

/* Makes a set of `count` links, which begins as `from` does. */
static pf_link_set *copy(const pf_link_set *from, int32_t count) {
  pf_link_set *set = make(count);
  const int32_t common = !from ? 0 : from->count < count ? from->count : count;
  if (set && common) memcpy(set->list, from->list, (size_t)common * sizeof *set->list);
  return set;
}

/* Places an end, and sets the link's end to where it is. */
static bool place_end(const pf_space *space, int e, double reach, pf_set_link *link) {
  double *at = &link->link.at[2 * e];
  int32_t polygon;
  bool snapped;
  const pf_scope where = {
      .floor = -1, .has_height = space->is_surface, .height = (double)link->link.height[e]};
  if (!pf_space_place_on(space, &where, at[0], at[1], reach, &link->at[e], &polygon, &snapped))
    return false;
  at[0] = pf_frame_x(&space->frame, space->fraction_bits, link->at[e].x);
  at[1] = pf_frame_y(&space->frame, space->fraction_bits, link->at[e].y);
  link->link.height[e] =
      (float)pf_mesh_height(space->mesh, polygon, link->at[e], space->fraction_bits);
  link->component[e] = pf_space_component(space, polygon);
  return true;
}

pathfan_status pf_links_begin(const pf_space *space, atomic_int_fast64_t *last_id,
                              pf_link_set **out) {
  *out = NULL;
  if (!space->link_count) return PATHFAN_OK;
  pf_link_set *set = make(space->link_count);
  if (!set) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < set->count; i++) {
    pf_set_link *link = &set->list[i];
    *link = (pf_set_link){.link = space->links[i], .is_own = true};
    link->id = atomic_fetch_add(last_id, 1) + 1;
    if (place_end(space, 0, 0, link) && place_end(space, 1, 0, link)) continue;
    pf_links_release(set);
    return PATHFAN_ERR_DAMAGED;
  }
  *out = set;
  return PATHFAN_OK;
}

static const char *flaw_of(const pf_layout_link *link) {
  for (int k = 0; k < 4; k++)
    if (!isfinite(link->at[k])) return "a link's ends must be finite numbers";
  if (!(link->cost[0] >= 0) || !(link->cost[1] >= 0)) return "a link's costs must be 0 or more";
  if (isinf(link->cost[0]) && isinf(link->cost[1])) return "a link must be usable in one direction";
  return NULL;
}

pathfan_status pf_links_add(const pf_link_set *set, const pf_space *space,
                            const pf_layout_link *link, int64_t id, double reach,
                            pf_link_set **other, const char **flaw) {
  const int32_t count = set ? set->count : 0;
  *other = NULL;
  *flaw = flaw_of(link);
  if (*flaw) return PATHFAN_OK;
  if (count >= PF_LAYOUT_LINKS_MAX) return PATHFAN_ERR_LIMIT;
  pf_link_set *made = copy(set, count + 1);
  if (!made) return PATHFAN_ERR_NO_MEMORY;
  pf_set_link *added = &made->list[count];
  *added = (pf_set_link){.link = *link, .id = id};
  if (!place_end(space, 0, reach, added))
    *flaw = "a link's first end isn't on free ground";
  else if (!place_end(space, 1, reach, added))
    *flaw = "a link's second end isn't on free ground";
  if (*flaw)
    pf_links_release(made);
  else
    *other = made;
  return PATHFAN_OK;
}

pathfan_status pf_links_switch(const pf_link_set *set, int32_t i, bool is_closed,
                               pf_link_set **other) {
  assert(i >= 0 && i < set->count);
  *other = copy(set, set->count);
  if (!*other) return PATHFAN_ERR_NO_MEMORY;
  (*other)->list[i].is_closed = is_closed;
  return PATHFAN_OK;
}

pathfan_status pf_links_remove(const pf_link_set *set, int32_t i, pf_link_set **other) {
  assert(i >= 0 && i < set->count && !set->list[i].is_own);
  *other = copy(set, set->count - 1);
  if (!*other) return PATHFAN_ERR_NO_MEMORY;
  memcpy(&(*other)->list[i], &set->list[i + 1], (size_t)(set->count - i - 1) * sizeof *set->list);
  return PATHFAN_OK;
}

int32_t pf_links_find(const pf_link_set *set, int32_t from, const char *name, int64_t id) {
  for (int32_t i = from; set && i < set->count; i++)
    if (name ? !strcmp(set->list[i].link.name, name) : set->list[i].id == id) return i;
  return -1;
}

/* links.c - the links of a map as people use them.
 *
 * A link is a floor of its own, `width` wide and as long as its cost in the index says, unless the
 * options give a length. On it people walk at Weidmann's speed for the density of those who aren't
 * held up at its end, and at most 5.4 people a square metre have room. Both ends are gates
 * (march.c): each lets as many a second through as the width does, those who get on and those who
 * get off in the order of their coming. */
#include "crowd/links.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "crowd/weidmann.h"
#include "pathfan/floors.h"

#define WIDTH 1.2 /* m: what codes ask of stairs */

/* What the options say of a link: of its name, or of all; NULL: nothing. */
static const pathfan_crowd_link *rule_of(const pathfan_crowd_options *o, const char *name) {
  const pathfan_crowd_link *found = NULL;
  for (int32_t i = 0; i < o->link_count; i++) {
    if (o->links[i].name && strcmp(o->links[i].name, name) == 0) return &o->links[i];
    if (!o->links[i].name && !found) found = &o->links[i];
  }
  return found;
}

static void lay(pf_crowd_link *l, const pathfan_link *link, const pathfan_crowd_link *rule,
                const pf_floor *f, const pathfan_crowd_options *o) {
  const double given = rule ? rule->length : 0;
  l->length[0] = isfinite(link->cost) && given > 0 ? given : link->cost;
  l->length[1] = isfinite(link->back) && given > 0 ? given : link->back;
  l->factor = rule && rule->speed > 0 ? rule->speed : 1;
  l->width = rule && rule->width > 0 ? rule->width : WIDTH;
  l->flow = l->width * (rule && rule->flow > 0 ? rule->flow : o->specific_flow * l->factor);
  for (int i = 0; i < 2; i++) l->at[i] = pf_floor_off_walls(f, link->at[i], PF_OFF_WALLS);
  const double length = isfinite(l->length[0]) ? l->length[0] : l->length[1];
  const double most = floor(PF_WEIDMANN_JAM * length * l->width + 1e-9);
  l->room = most < 1 ? 1 : most > INT32_MAX ? INT32_MAX : (int32_t)most;
  l->share = 1;
}

/* Names that no link has. */
static pathfan_status check_names(const pathfan_query *query, const pathfan_crowd_options *o,
                                  pathfan_error *error) {
  const int32_t count = query ? pathfan_query_link_count(query) : 0;
  pathfan_link link;
  for (int32_t i = 0; i < o->link_count; i++) {
    bool found = !o->links[i].name && count;
    for (int32_t k = 0; k < count && !found; k++)
      found = pathfan_query_link(query, k, &link) && strcmp(o->links[i].name, link.name) == 0;
    if (!found)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "the map has no link%s%.60s",
                     o->links[i].name ? " " : "", o->links[i].name ? o->links[i].name : "");
  }
  return PATHFAN_OK;
}

pathfan_status pf_crowd_links_of(pf_crowd_links *links, const pathfan_query *query,
                                 const pf_floor *floor, const pathfan_crowd_options *o,
                                 pathfan_error *error) {
  const int32_t count = query ? pathfan_query_link_count(query) : 0;
  const pathfan_status status = check_names(query, o, error);
  if (status || !count) return status;
  links->list = pf_alloc_zero((uint64_t)count, sizeof *links->list);
  if (!links->list) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    pathfan_link link;
    if (!pathfan_query_link(query, i, &link)) return PATHFAN_ERR_DAMAGED;
    if (link.flags & ~o->link_flags) continue;
    pf_crowd_link *l = &links->list[links->count++];
    l->number = i;
    lay(l, &link, rule_of(o, link.name), floor, o);
  }
  return PATHFAN_OK;
}

void pf_crowd_links_update(pf_crowd_links *links) {
  for (int32_t i = 0; i < links->count; i++) {
    pf_crowd_link *l = &links->list[i];
    const double length = isfinite(l->length[0]) ? l->length[0] : l->length[1];
    const double others = l->on - l->held - 1;
    l->share = others > 0 ? pf_weidmann_sent(others / (length * l->width)) : 1;
    if (l->on > l->most_on) l->most_on = l->on;
  }
}

double pf_way_free_cost(const pf_crowd_links *links, int32_t way) {
  return pf_way_length(links, way) / pf_link_of(links, way)->factor;
}

double pf_way_factor(const pf_crowd_links *links, int32_t way) {
  const pf_crowd_link *l = pf_link_of(links, way);
  return 1 / (l->factor * fmax(l->share, PF_WEIDMANN_PLANNED));
}

void pf_crowd_links_free(pf_crowd_links *links) {
  free(links->list);
  memset(links, 0, sizeof *links);
}

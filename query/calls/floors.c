/* floors.c - what a map says of floors and links, for the public header. */
#include "pathfan/floors.h"

#include <string.h>

#include "query/open/floor_names.h"
#include "query_object.h"

static_assert(PATHFAN_NAME_BYTES == PF_LAYOUT_NAME_BYTES, "names are copied as they are");

int32_t pathfan_query_floor_count(const pathfan_query *q) {
  return q->space->floor_count ? q->space->floor_count : 1;
}

bool pathfan_query_floor(const pathfan_query *q, int32_t number, pathfan_floor *floor) {
  const pf_space *space = q->space;
  const pf_frame *frame = &space->frame;
  memset(floor, 0, sizeof *floor);
  if (number < 0 || number >= pathfan_query_floor_count(q) || pf_space_need_location(space, NULL))
    return false;
  if (!space->floor_count) {
    memcpy(floor->name, "0", 2);
    floor->low = (pathfan_point){pf_frame_x(frame, 0, 0), pf_frame_y(frame, 0, 0)};
    floor->high =
        (pathfan_point){pf_frame_x(frame, 0, frame->width), pf_frame_y(frame, 0, frame->height)};
    return true;
  }
  const pf_layout_floor *from = &space->floors[number];
  memcpy(floor->name, from->name, sizeof floor->name);
  floor->level = from->level;
  floor->offset = (pathfan_point){from->offset[0], from->offset[1]};
  floor->low = (pathfan_point){from->low[0], from->low[1]};
  floor->high = (pathfan_point){from->high[0], from->high[1]};
  return true;
}

static int32_t number_of(pf_found_floor found) {
  return found.exists && found.number < 0 ? 0 : found.number;
}

int32_t pathfan_query_find_floor(const pathfan_query *q, double level) {
  return number_of(pf_floor_of_level(q->space, level));
}

int32_t pathfan_query_floor_named(const pathfan_query *q, const char *name) {
  return number_of(pf_floor_named(q->space, name));
}

int32_t pathfan_query_floor_at(const pathfan_query *q, pathfan_point p) {
  pathfan_floor floor;
  for (int32_t i = 0; i < pathfan_query_floor_count(q); i++)
    if (pathfan_query_floor(q, i, &floor) && p.x >= floor.low.x && p.x <= floor.high.x &&
        p.y >= floor.low.y && p.y <= floor.high.y)
      return i;
  return -1;
}

int32_t pathfan_query_link_count(const pathfan_query *q) {
  return q->space->link_count;
}

bool pathfan_query_link(const pathfan_query *q, int32_t number, pathfan_link *link) {
  memset(link, 0, sizeof *link);
  if (number < 0 || number >= q->space->link_count || pf_space_need_location(q->space, NULL))
    return false;
  const pf_layout_link *from = &q->space->links[number];
  memcpy(link->name, from->name, sizeof link->name);
  for (int e = 0; e < 2; e++) {
    link->at[e] = (pathfan_point){from->at[2 * e], from->at[2 * e + 1]};
    link->floor[e] = pathfan_query_floor_at(q, link->at[e]);
  }
  for (int e = 0; e < 2; e++) link->height[e] = (double)from->height[e];
  link->cost = from->cost[0];
  link->back = from->cost[1];
  link->flags = from->flags;
  return true;
}

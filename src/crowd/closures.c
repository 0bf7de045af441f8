/* closures.c - polygons closed to agents, doors that are shut, and the areas of a snapshot.
 *
 * A closed polygon is closed with its border, along which courses may lead: shortest paths through
 * a door follow its sides. So it grows a little. It disables the edges, ends of goals, and walkers'
 * paths that enter it. Agents inside may leave it. A shut door is a line that they cross. Requests
 * to the index have a snapshot of their own: that of the caller, with all that is closed besides.
 */
#include "crowd/closures.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "pathfan/obstacles.h"

#define ROUND 1e-9 /* steps that may be due to rounding */
#define BEYOND                                                                                     \
  5e-4 /* metres that a shut door reaches into walls: less than courses keep off them */

/* What closed polygons grow by: this share of the map, 4 units of a lattice as fine as can be; and
 * doors, which were rounded with the walls beside them, by so many units of any. */
#define BORDER 0x1p-26
#define ROUNDED 4

/* Returns how far a closed place reaches beyond its polygon. */
static double border_of(const pathfan_crowd_options *options, bool is_door) {
  pathfan_index_info index = {0};
  pathfan_map_info map = {0};
  if (options->index)
    pathfan_index_info_get(options->index, &index);
  else
    pathfan_map_info_get(options->map, &map);
  const double extent = fmax(fmax(index.width, index.height), fmax(map.width, map.height));
  return fmax(BORDER * extent, is_door ? ROUNDED * index.unit : 0); /* maps alone have no doors */
}

static pathfan_status make_room(pathfan_crowd *c) {
  pathfan_status status = pf_grow(&c->closed, &c->closed_capacity, (int64_t)c->closed_count + 1);
  if (!status) status = pf_grow(&c->areas, &c->area_capacity, c->closed_capacity);
  c->stored.avoid = c->areas; /* they may have been moved */
  return status;
}

static pathfan_status add(pathfan_crowd *c, const pathfan_crowd_place *area, int64_t at_step,
                          bool is_door) {
  double sum = 0;
  for (int32_t i = 0, k = area->corner_count - 1; i < area->corner_count; k = i++)
    sum += area->corners[k].x * area->corners[i].y - area->corners[k].y * area->corners[i].x;
  if (area->corner_count < 3 || !(fabs(sum) > 0)) return PATHFAN_ERR_ARGUMENT;
  const pathfan_status status = make_room(c);
  if (status) return status;
  pathfan_point *corners = pf_alloc((uint64_t)area->corner_count, sizeof *corners);
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  pf_place_grow(area, border_of(&c->options, is_door), corners);
  const pathfan_crowd_place own = {corners, area->corner_count};
  c->closed[c->closed_count++] = (pf_crowd_closed){.area = own, .wide = own, .at_step = at_step};
  return PATHFAN_OK;
}

pathfan_status pf_closures_add(pathfan_crowd *c, const pathfan_crowd_place *area, int64_t at_step) {
  return add(c, area, at_step, false);
}

pathfan_status pf_closures_add_door(pathfan_crowd *c, const pathfan_crowd_door *door) {
  const double dx = door->b.x - door->a.x, dy = door->b.y - door->a.y;
  const double share = BEYOND / hypot(dx, dy), ux = share * dx, uy = share * dy;
  const pathfan_point a = {door->a.x - ux, door->a.y - uy}, b = {door->b.x + ux, door->b.y + uy};
  const pathfan_status status = make_room(c);
  if (status) return status;
  const uint64_t count = 2 * (uint64_t)door->open_count;
  pathfan_point *corners = pf_alloc(6, sizeof *corners);
  double *open = pf_alloc(count, sizeof *open);
  if (!corners || !open) {
    free(corners);
    free(open);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (uint64_t i = 0; i < count; i++) open[i] = door->open[i] / c->options.step_seconds;
  corners[0] = a;
  corners[1] = b;
  corners[2] = (pathfan_point){a.x - uy, a.y + ux};
  corners[3] = (pathfan_point){a.x + uy, a.y - ux};
  corners[4] = (pathfan_point){b.x + uy, b.y - ux};
  corners[5] = (pathfan_point){b.x - uy, b.y + ux};
  c->closed[c->closed_count++] = (pf_crowd_closed){
      .area = {corners, 2}, .wide = {corners + 2, 4}, .open = open, .open_count = door->open_count};
  return PATHFAN_OK;
}

/* ---- Snapshots ---- */

#define CIRCLE 32 /* corners of the polygon round a circle */

static pathfan_status add_obstacle(pathfan_crowd *c, const pathfan_obstacle *obstacle,
                                   int64_t at_step) {
  const pathfan_area *a = &obstacle->area;
  pathfan_point round[CIRCLE];
  pathfan_crowd_place place = {a->corners, a->corner_count};
  if (!a->corner_count) {
    for (int i = 0; i < CIRCLE; i++) {
      const double turn = 2 * M_PI * i / CIRCLE, far = a->radius / cos(M_PI / CIRCLE);
      round[i] = (pathfan_point){a->centre.x + far * cos(turn), a->centre.y + far * sin(turn)};
    }
    place = (pathfan_crowd_place){round, CIRCLE};
  }
  return add(c, &place, at_step, obstacle->is_door);
}

pathfan_status pf_closures_add_named(pathfan_crowd *c, const char *name, int64_t at_step) {
  pathfan_obstacle o;
  if (!c->snapshot || !pathfan_obstacles_find(c->snapshot, name, 0, &o) || o.is_opening)
    return PATHFAN_ERR_ARGUMENT;
  const int32_t count = pathfan_obstacles_count(c->snapshot);
  int64_t *ids = pf_alloc((uint64_t)count, sizeof *ids);
  pathfan_status status = ids ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) pathfan_obstacles_ids(c->snapshot, ids);
  for (int32_t i = 0; i < count && !status; i++) { /* a door may have parts */
    if (!pathfan_obstacles_find(c->snapshot, NULL, ids[i], &o) || !o.name || strcmp(o.name, name))
      continue;
    status = add_obstacle(c, &o, at_step);
    if (status) break;
    pf_crowd_closed *closed = &c->closed[c->closed_count - 1];
    closed->name = strdup(name);
    if (!closed->name) status = PATHFAN_ERR_NO_MEMORY;
  }
  free(ids);
  return status;
}

static pf_crowd_closed *closed_of(const pathfan_crowd *c, int64_t id) {
  for (int32_t i = 0; i < c->closed_count; i++)
    if (c->closed[i].id == id) return &c->closed[i];
  return NULL;
}

/* Adds the areas that weren't in the snapshots before. */
static pathfan_status add_obstacles(pathfan_crowd *c, const pathfan_obstacles *snapshot,
                                    const int64_t *ids, int32_t count) {
  pathfan_obstacle o;
  for (int32_t i = 0; i < count; i++)
    if (pathfan_obstacles_find(snapshot, NULL, ids[i], &o) && o.is_opening && o.on)
      return PATHFAN_ERR_ARGUMENT;
  for (int32_t i = 0; i < count; i++) {
    if (!pathfan_obstacles_find(snapshot, NULL, ids[i], &o) || !o.on || closed_of(c, o.id))
      continue;
    const pathfan_status status = add_obstacle(c, &o, 0);
    if (status) return status;
    c->closed[c->closed_count - 1].id = o.id;
  }
  return PATHFAN_OK;
}

pathfan_status pf_closures_set_snapshot(pathfan_crowd *c, const pathfan_obstacles *snapshot) {
  const int32_t count = pathfan_obstacles_count(snapshot);
  int64_t *ids = pf_alloc((uint64_t)count + 1, sizeof *ids);
  if (!ids) return PATHFAN_ERR_NO_MEMORY;
  pathfan_obstacles_ids(snapshot, ids);
  const pathfan_status status = add_obstacles(c, snapshot, ids, count);
  free(ids);
  if (status) return status;
  for (int32_t i = 0; i < c->closed_count; i++) {
    pathfan_obstacle o;
    pf_crowd_closed *closed = &c->closed[i];
    if (closed->id)
      closed->is_wanted = pathfan_obstacles_find(snapshot, NULL, closed->id, &o) && o.on;
  }
  pathfan_obstacles_release((pathfan_obstacles *)c->snapshot);
  c->snapshot = pathfan_obstacles_retain(snapshot);
  return PATHFAN_OK;
}

/* Closes and opens links as the snapshot has them. Returns whether any has changed. */
static bool take_links(pathfan_crowd *c) {
  bool any = false;
  for (int32_t i = 0; c->snapshot && i < c->traffic->links.count; i++) {
    pf_crowd_link *l = &c->traffic->links.list[i];
    pathfan_obstacle_link link;
    if (!pathfan_obstacles_link(c->snapshot, l->number, &link) || link.on == l->is_closed) continue;
    l->is_closed = link.on;
    any = true;
  }
  return any;
}

/* Makes the snapshot for requests: what is closed besides is added to that of the caller. */
static pathfan_status make_snapshot(pathfan_crowd *c) {
  pathfan_obstacles *now = NULL;
  int32_t count = 0;
  if (!c->snapshot) return PATHFAN_OK;
  pathfan_change *changes = pf_alloc_zero((uint64_t)c->closed_count + 1, sizeof *changes);
  if (!changes) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < c->closed_count; i++) {
    const pf_crowd_closed *closed = &c->closed[i];
    pathfan_obstacle o;
    if (!closed->is_closed || closed->id) continue;
    pathfan_change *change = &changes[count++];
    if (closed->name && pathfan_obstacles_find(c->snapshot, closed->name, 0, &o))
      *change = (pathfan_change){.kind = PATHFAN_CHANGE_SET, .name = closed->name, .on = true};
    else
      change->area = (pathfan_area){.corners = closed->wide.corners,
                                    .corner_count = closed->wide.corner_count};
  }
  const pathfan_status status =
      pathfan_obstacles_change(c->snapshot, changes, (size_t)count, &now, NULL, NULL);
  free(changes);
  if (status) return status;
  pathfan_obstacles_release(c->stored.obstacles);
  c->stored.obstacles = now;
  return PATHFAN_OK;
}

/* ---- Effects ---- */

bool pf_closures_let(const pathfan_crowd *c, pathfan_point a, pathfan_point b) {
  for (int32_t i = 0; i < c->closed_count; i++)
    if (c->closed[i].is_closed && !pf_place_lets(&c->closed[i].area, a, b)) return false;
  return true;
}

bool pf_closures_hold(const pathfan_crowd *c, pathfan_point at) {
  for (int32_t i = 0; i < c->closed_count; i++)
    if (c->closed[i].is_closed && pf_place_holds(&c->closed[i].area, at)) return true;
  return false;
}

static pathfan_point centre_of(const pathfan_crowd *c, int32_t square) {
  return pf_cell_centre(&c->cells.list[square]);
}

static void shut(pathfan_crowd *c, const pathfan_crowd_place *area) {
  for (int32_t v = 0; v < c->cells.square_count; v++)
    if (pf_place_holds(area, centre_of(c, v))) c->is_shut[v] = true;
  pf_cell_graph_bar(&c->graph, &c->cells, area);
  for (int32_t s = 0; s < c->stream_count; s++)
    for (int32_t i = 0; i < c->goals[s].count; i++)
      if (!pf_place_lets(area, centre_of(c, c->goals[s].cells[i]), c->goals[s].at[i]))
        c->goals[s].after[i] = INFINITY;
}

/* Forgets the shortest courses, of flows and stored ones, as they may have changed. */
static void forget_courses(pathfan_crowd *c) {
  pf_stored_forget(&c->stored);
  c->stored.avoid = c->areas;
  c->stored.avoid_count = c->area_count;
  for (int32_t s = 0; s < c->stream_count; s++) {
    free(c->streams[s].next);
    c->streams[s].next = NULL;
    for (int32_t v = 0; v < c->cells.square_count; v++) {
      int32_t *course = &c->streams[s].courses[v];
      if (*course > 0) pf_course_drop(&c->courses, *course - 1);
      *course = 0;
    }
  }
}

/* Whether it is to be closed in this step. */
static bool is_due(const pathfan_crowd *c, const pf_crowd_closed *closed) {
  const double now = (double)c->step + ROUND;
  if (closed->id) return closed->is_wanted;
  if (!closed->open) return closed->at_step <= c->step;
  for (int32_t i = 0; i < closed->open_count; i++)
    if (now >= closed->open[2 * i] && now < closed->open[2 * i + 1]) return false;
  return true;
}

bool pf_closures_will_open(const pathfan_crowd *c) {
  for (int32_t i = 0; i < c->closed_count; i++) {
    const pf_crowd_closed *closed = &c->closed[i];
    if (closed->open && closed->is_closed && closed->open_count &&
        closed->open[2 * closed->open_count - 2] > (double)c->step - 1)
      return true;
  }
  return false;
}

pathfan_status pf_closures_begin(pathfan_crowd *c, pf_closing *closing) {
  const bool relinks = c->traffic && take_links(c);
  bool any = relinks, opens = relinks;
  *closing = PF_CLOSES_NOTHING;
  for (int32_t i = 0; i < c->closed_count; i++) {
    pf_crowd_closed *closed = &c->closed[i];
    if (is_due(c, closed) == closed->is_closed) continue;
    closed->is_closed = !closed->is_closed;
    opens = opens || !closed->is_closed;
    any = true;
    if (closed->is_closed) shut(c, &closed->area);
  }
  if (!any) return PATHFAN_OK;
  if (opens) { /* all anew, as more than one may bar the same link */
    memset(c->is_shut, 0, (size_t)c->cells.count * sizeof *c->is_shut);
    pf_cell_graph_measure(&c->graph, &c->cells);
    for (int32_t s = 0; s < c->stream_count; s++) pf_goal_measure(&c->goals[s], &c->cells);
  }
  c->area_count = 0;
  for (int32_t i = 0; i < c->closed_count; i++) {
    const pf_crowd_closed *closed = &c->closed[i];
    if (!closed->is_closed) continue;
    if (opens) shut(c, &closed->area);
    c->areas[c->area_count++] =
        (pathfan_area){.corners = closed->wide.corners, .corner_count = closed->wide.corner_count};
  }
  forget_courses(c);
  *closing = opens ? PF_CLOSES_OR_OPENS : PF_CLOSES;
  return make_snapshot(c);
}

void pf_closures_free(pathfan_crowd *c) {
  for (int32_t i = 0; i < c->closed_count; i++) {
    free((void *)c->closed[i].area.corners);
    free(c->closed[i].open);
    free(c->closed[i].name);
  }
  free(c->closed);
  free(c->areas);
  pathfan_obstacles_release((pathfan_obstacles *)c->snapshot);
  pathfan_obstacles_release(c->stored.obstacles);
}

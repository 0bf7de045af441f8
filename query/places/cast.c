/* cast.c - straight ways over the ground, and the nearest wall.
 *
 * The way is followed over the mesh, and through openings, until a wall, and then over the areas
 * that it may meet before;
 * whatever comes first, as a share of the way, is in the way. All this is exact. The place itself
 * is a quotient, so it is rounded to a point of the grid from which the exact tests say that the
 * beginning can be seen. */
#include "walkable.h"

#include "geometry/area_sides.h"
#include "mesh/walls.h"

bool pf_walkable_locate(const pf_walkable *ground, pf_fixed_point at, pf_position *spot) {
  const pf_space *space = ground->space;
  *spot = (pf_position){at, pf_locate(space->locator, space->mesh, at, space->fraction_bits)};
  return (spot->polygon >= 0 || (ground->breach && pf_breach_hold(ground->breach, at) >= 0)) &&
         !pf_trie_hold(ground->places, at);
}

bool pf_walkable_place(const pf_walkable *ground, double x, double y, pf_position *spot) {
  const pf_space *space = ground->space;
  pf_fixed_point at;
  bool snapped;
  const bool is_free = pf_space_place(space, x, y, 0, &spot->at, &spot->polygon, &snapped);
  if (ground->breach && pf_frame_place(&space->frame, space->fraction_bits, x, y, &at) &&
      !(is_free && pf_same_point(at, spot->at)) && pf_breach_hold(ground->breach, at) >= 0)
    return pf_walkable_locate(ground, at, spot);
  return is_free && !pf_trie_hold(ground->places, spot->at);
}

static bool leads_through_openings(const pf_walkable *ground, pf_position from, pf_fixed_point to) {
  return ground->breach && !pf_same_point(from.at, to) &&
         (from.polygon < 0 || pf_breach_meets(ground->breach, from.at, to));
}

static bool is_clear_of_walls(const pf_walkable *ground, pf_position a, pf_position b) {
  const pf_space *space = ground->space;
  const int bits = space->fraction_bits;
  pf_breach_stop stop;
  if (a.polygon >= 0 && b.polygon >= 0 &&
      pf_mesh_sees(space->mesh, a.at, a.polygon, b.at, b.polygon, bits))
    return true;
  if (pf_same_point(a.at, b.at)) return a.polygon < 0 && b.polygon < 0;
  return leads_through_openings(ground, a, b.at) &&
         !pf_breach_cast(ground->breach, space->mesh, bits, (pf_station){a.at, a.polygon},
                         (pf_station){b.at, b.polygon}, true, &stop);
}

bool pf_walkable_sees(const pf_walkable *ground, pf_position a, pf_position b) {
  return is_clear_of_walls(ground, a, b) && !pf_trie_meet(ground->places, a.at, b.at);
}

/* ---- What is in the way ---- */

typedef struct cast {
  pf_fixed_point from, to;
  pf_wall_entry entry;
  pf_bump *bump;
} cast;

static pathfan_status meet(void *context, pf_obstacle *obstacle) {
  cast *c = context;
  pf_wall_entry entry;
  if (!pf_area_enter(pf_obstacle_areas(obstacle), 0, c->from, c->to, &entry) ||
      (c->bump->found && pf_wall_entry_compare(&entry, &c->entry) >= 0))
    return PATHFAN_OK;
  c->entry = entry;
  c->bump->found = true;
  c->bump->wall = entry.wall;
  c->bump->obstacle = obstacle;
  return PATHFAN_OK;
}

/* Where obstacles touch in a point, this belongs to one of the sectors round it; who comes from
 * another hasn't arrived there. */
static void stop_at_pinch(const pf_space *space, pf_fixed_point to, pf_mesh_stop *stop) {
  const pf_mesh *mesh = space->mesh;
  const int bits = space->fraction_bits;
  for (uint32_t c = mesh->first_corner[stop->polygon]; c < mesh->first_corner[stop->polygon + 1];
       c++) {
    const pf_fixed_point at = pf_lift(mesh->vertices[mesh->corner_vertex[c]], bits);
    if (at.x != to.x || at.y != to.y) continue;
    const int32_t home = pf_locate(space->locator, mesh, to, bits);
    if (home >= 0 && pf_mesh_sees(mesh, to, stop->polygon, to, home, bits)) return;
    stop->kind = PF_STOP_CORNER;
    stop->corner = c;
    return;
  }
}

/* Takes what the mesh has in the way. */
static void take_stop(cast *c, const pf_space *space, pf_mesh_stop stop) {
  const pf_mesh *mesh = space->mesh;
  const int bits = space->fraction_bits;
  pf_bump *bump = c->bump;
  if (stop.kind == PF_STOP_ARRIVED) stop_at_pinch(space, c->to, &stop);
  bump->found = stop.kind != PF_STOP_ARRIVED;
  bump->end = (pf_position){c->to, stop.polygon};
  if (!bump->found) return;
  if (stop.kind == PF_STOP_CORNER) {
    const pf_fixed_point at = pf_lift(mesh->vertices[mesh->corner_vertex[stop.corner]], bits);
    if (pf_same_point(c->from, c->to)) /* it is the beginning */
      c->entry = (pf_wall_entry){.at = {pf_wide_of(0), pf_wide_of(1)}};
    else /* along the wall's line, which it doesn't cross */
      c->entry = pf_wall_entry_at(c->from, c->to, at, (pf_wall_line){at, at});
    bump->wall = pf_mesh_wall_ahead(mesh, &stop, pf_fixed_from_to(c->from, c->to), bits);
  } else {
    bump->wall = pf_mesh_wall(mesh, stop.polygon, stop.corner, bits);
    pf_wall_crossing(&bump->wall, c->from, c->to, &c->entry);
  }
  c->entry.wall = bump->wall;
  bump->polygon = stop.polygon;
  bump->corner = stop.corner;
}

/* Takes what walls have in the way of a way that may lead through openings. */
static void take_breach_stop(cast *c, const pf_walkable *ground, pf_position from) {
  const pf_space *space = ground->space;
  const pf_walkable all = {space, NULL, ground->breach};
  pf_bump *bump = c->bump;
  pf_position end;
  pf_breach_stop stop;
  const bool is_free = pf_walkable_locate(&all, c->to, &end);
  bump->found = pf_breach_cast(ground->breach, space->mesh, space->fraction_bits,
                               (pf_station){from.at, from.polygon},
                               (pf_station){end.at, end.polygon}, is_free, &stop);
  bump->end = end;
  if (!bump->found) return;
  c->entry = stop.entry;
  bump->wall = stop.entry.wall;
  bump->polygon = stop.polygon;
  bump->corner = stop.corner;
}

/* ---- Where it ends ---- */

bool pf_walkable_stand(const pf_walkable *ground, const pf_position *from, pf_fixed_point at,
                       pf_position *spot) {
  for (int reach = 0; reach <= PF_STAND_REACH; reach++)
    for (int y = -reach; y <= reach; y++)
      for (int x = -reach; x <= reach; x++) {
        const bool is_new = abs(x) == reach || abs(y) == reach;
        if (is_new && pf_walkable_locate(ground, (pf_fixed_point){at.x + x, at.y + y}, spot) &&
            (!from || pf_walkable_sees(ground, *from, *spot)))
          return true;
      }
  return false;
}

/* Sets the end to a point at a share of the way; if that is too narrow, to one farther back. */
static void end_at(const pf_walkable *ground, pf_position from, pf_fixed_point to, double share,
                   pf_position *end) {
  const double x = (double)(to.x - from.at.x), y = (double)(to.y - from.at.y);
  const double length = sqrt(x * x + y * y);
  for (double back = 0; back < share * length; back = 2 * back + 4) {
    const double now = share - back / length;
    const pf_fixed_point at = {from.at.x + llrint(now * x), from.at.y + llrint(now * y)};
    if (pf_walkable_stand(ground, &from, at, end)) return;
  }
  *end = from;
}

void pf_walkable_cast(const pf_walkable *ground, pf_position from, pf_fixed_point to,
                      pf_bump *bump) {
  const pf_space *space = ground->space;
  cast c = {.from = from.at, .to = to, .bump = bump};
  *bump = (pf_bump){.found = false};
  if (leads_through_openings(ground, from, to)) {
    take_breach_stop(&c, ground, from);
  } else if (from.polygon < 0) {
    bump->end = from;
  } else {
    const pf_mesh_stop stop =
        pf_mesh_cast(space->mesh, from.at, from.polygon, to, space->fraction_bits);
    if (stop.kind == PF_STOP_LOST) {
      *bump = (pf_bump){.found = true, .end = from, .polygon = -1, .wall = {from.at, from.at}};
      return;
    }
    take_stop(&c, space, stop);
  }
  pf_trie_walk_line(ground->places, from.at, to, &c, meet);
  if (bump->found) end_at(ground, from, to, c.entry.about, &bump->end);
}

/* ---- The nearest ---- */

typedef struct nearest {
  pf_fixed_point point;
  pf_near *near;
  pf_bump *bump;
} nearest;

static pathfan_status consider(void *context, pf_obstacle *obstacle) {
  nearest *n = context;
  pf_near near;
  pf_area_nearest(pf_obstacle_areas(obstacle), 0, n->point, &near);
  if (n->bump->found && pf_near_compare(&near, n->near) >= 0) return PATHFAN_OK;
  n->bump->found = true;
  n->bump->obstacle = obstacle;
  n->bump->wall = near.wall;
  *n->near = near;
  return PATHFAN_OK;
}

static void consider_wall(nearest *n, pf_fixed_point a, pf_fixed_point b) {
  const pf_wall_line wall = {a, b};
  pf_near near;
  if (pf_same_point(a, b)) return;
  pf_wall_distance(&wall, n->point, &near);
  if (n->bump->found && pf_near_compare(&near, n->near) >= 0) return;
  n->bump->found = true;
  *n->near = near;
}

static bool has_mouth(const void *breach, uint32_t corner) {
  return pf_breach_has_mouth(breach, corner);
}

/* Considers new walls, and what is left of sides with mouths; those of a side come in order. */
static void consider_breach(nearest *n, const pf_breach *o, const pf_space *space) {
  for (int32_t i = 0; i < o->wall_count; i++)
    consider_wall(n, o->walls[i].at[0], o->walls[i].at[1]);
  for (int32_t i = 0, next; i < o->mouth_count; i = next) {
    const uint32_t corner = o->mouths[i].corner;
    const pf_wall_line whole =
        pf_mesh_wall(space->mesh, o->mouths[i].polygon, corner, space->fraction_bits);
    pf_fixed_point from = whole.a;
    for (next = i; next < o->mouth_count && o->mouths[next].corner == corner; next++) {
      consider_wall(n, from, o->mouths[next].at[0]);
      from = o->mouths[next].at[1];
    }
    consider_wall(n, from, whole.b);
  }
}

bool pf_walkable_nearest(const pf_walkable *ground, pf_position spot, double radius, pf_near *near,
                         pf_bump *bump) {
  const pf_space *space = ground->space;
  nearest n = {spot.at, near, bump};
  *bump = (pf_bump){.polygon = -1};
  bump->found = pf_mesh_nearest_wall(space->locator, space->mesh, spot.at, radius,
                                     space->fraction_bits, ground->breach, has_mouth, near);
  if (ground->breach) consider_breach(&n, ground->breach, space);
  if (bump->found) bump->wall = near->wall;
  const double reach =
      bump->found && near->about <= radius ? near->about * (1 + 0x1p-30) + 1 : radius;
  pf_trie_walk_near(ground->places, spot.at, spot.at, 2 * reach, &n, consider);
  if (bump->found && near->about > radius) bump->found = false;
  return bump->found;
}

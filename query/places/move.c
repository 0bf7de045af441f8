/* move.c - moves along the surface: what steepest descent of the distance to a point does, with
 * walls in the way.
 *
 * Each part is a straight way. Where it bumps into a side, the next part goes along this side: to
 * its end, or to the point that is nearest to the goal on it. Both ends of such a part are on or
 * left of the side's line, hence the part itself, so rounding can't push it into that side; if
 * another one is in the way, the part ends there. From the end of each part the straight way to
 * the goal is tried again. */
#include "walkable.h"

#include "mesh/walls.h"

static double length_of(pf_fixed_point a, pf_fixed_point b) {
  return pf_fixed_length(a, b);
}

/* Returns the point at most `most` steps on the way from one to another. */
static pf_fixed_point towards(pf_fixed_point from, pf_fixed_point to, double most) {
  const double length = length_of(from, to);
  if (length <= most) return to;
  const double share = most / length;
  return (pf_fixed_point){from.x + llrint(share * (double)(to.x - from.x)),
                          from.y + llrint(share * (double)(to.y - from.y))};
}

/* Moves a point by at most two steps so that it isn't right of a line. */
static bool keep_left(const pf_wall_line *wall, pf_fixed_point *point) {
  const pf_fixed_point along = pf_fixed_from_to(wall->a, wall->b), given = *point;
  for (int reach = 0; reach <= 2; reach++)
    for (int y = -reach; y <= reach; y++)
      for (int x = -reach; x <= reach; x++) {
        *point = (pf_fixed_point){given.x + x, given.y + y};
        if (pf_turn(along, pf_fixed_from_to(wall->a, *point)) >= 0) return true;
      }
  return false;
}

static bool goes_on(const pf_wall_line *wall, const pf_wall_line *next) {
  const pf_fixed_point along = pf_fixed_from_to(wall->a, wall->b);
  const pf_fixed_point on = pf_fixed_from_to(next->a, next->b);
  return !pf_turn(along, on) && pf_points_along(along, on) &&
         !pf_turn(along, pf_fixed_from_to(wall->a, next->a));
}

/* Whether one comes from a point of a wall's line to another along the wall. */
static bool leads_on(const pf_wall_line *wall, pf_fixed_point from, pf_fixed_point to) {
  return !pf_same_point(from, to) &&
         pf_points_along(pf_fixed_from_to(wall->a, wall->b), pf_fixed_from_to(from, to));
}

static pf_wall_line turned(pf_wall_line wall, bool is) {
  return is ? (pf_wall_line){wall.b, wall.a} : wall;
}

/* Lengthens a wall after its end, by a new wall or a side that goes on there. is_turned: walls have
 * free space on their right. */
static bool lengthen(const pf_walkable *ground, bool is_turned, pf_wall_line *wall) {
  const pf_space *space = ground->space;
  const pf_mesh *mesh = space->mesh;
  const pf_breach *o = ground->breach;
  const int bits = space->fraction_bits;
  const int32_t p = pf_locate(space->locator, mesh, wall->b, bits);
  const uint32_t begin = p < 0 ? 0 : mesh->first_corner[p],
                 end = p < 0 ? 0 : mesh->first_corner[p + 1];
  pf_wall_line next = {wall->b, wall->b};
  for (int32_t i = 0; i < o->wall_count && pf_same_point(next.b, wall->b); i++) {
    const pf_wall_line w = turned((pf_wall_line){o->walls[i].at[0], o->walls[i].at[1]}, is_turned);
    if (pf_same_point(w.a, wall->b) && goes_on(wall, &w)) next = w;
  }
  for (uint32_t c = begin; c < end && pf_same_point(next.b, wall->b); c++) {
    const pf_wall_line w = turned(pf_mesh_wall(mesh, p, c, bits), is_turned);
    if (mesh->corner_neighbour[c] < 0 && goes_on(wall, &w) && leads_on(wall, wall->b, w.b) &&
        !leads_on(wall, wall->b, w.a))
      next = w;
  }
  const bool is_longer = !pf_same_point(next.b, wall->b);
  wall->b = next.b;
  return is_longer;
}

/* Returns the wall that is in the way, together with what goes on straight from it. */
static pf_wall_line whole_wall(const pf_walkable *ground, const pf_bump *bump) {
  enum { MOST = 64 };
  const pf_space *space = ground->space;
  pf_wall_line wall = bump->wall;
  if (bump->obstacle || pf_same_point(wall.a, wall.b)) return wall;
  if (bump->polygon >= 0)
    wall = pf_mesh_whole_wall(space->mesh, bump->polygon, bump->corner, space->fraction_bits);
  for (int k = 0; k < 2 && ground->breach; k++) {
    wall = turned(wall, k);
    for (int joined = 0; joined < MOST && lengthen(ground, k, &wall); joined++) continue;
    wall = turned(wall, k);
  }
  return wall;
}

/* Finds where to go along a side from a point at it, at most `most` steps. False: nowhere brings it
 * nearer to the goal. */
static bool find_aim(const pf_walkable *ground, const pf_bump *bump, pf_fixed_point from,
                     pf_fixed_point goal, double most, pf_fixed_point *aim) {
  const pf_wall_line wall = whole_wall(ground, bump);
  const double x = (double)(wall.b.x - wall.a.x), y = (double)(wall.b.y - wall.a.y);
  const double length = sqrt(x * x + y * y);
  if (!(length > 0)) return false; /* a damaged mesh */
  const double gain = ((double)(goal.x - from.x) * x + (double)(goal.y - from.y) * y) / length;
  if (fabs(gain) < 1 || most < 1) return false;
  const pf_fixed_point end = gain > 0 ? wall.b : wall.a;
  const double left = length_of(from, end), go = fmin(fabs(gain), most);
  if (left <= go) {
    *aim = end;
  } else {
    const double share = copysign(go, gain) / length;
    *aim = (pf_fixed_point){from.x + llrint(share * x), from.y + llrint(share * y)};
    if (!keep_left(&wall, aim)) return false;
  }
  return aim->x != from.x || aim->y != from.y;
}

/* A unit on its way. */
typedef struct walk {
  const pf_walkable *ground;
  pf_position now;
  double left; /* how far it may go on, in steps */
  bool is_over;
} walk;

/* Goes a part of the way. */
static void go(walk *w, pf_fixed_point aim, pf_bump *bump) {
  pf_walkable_cast(w->ground, w->now, aim, bump);
  w->left -= length_of(w->now.at, bump->end.at);
  w->now = bump->end;
  w->is_over = w->ground->breach && pf_breach_pinches(w->ground->breach, w->now.at);
}

/* Goes along the side that is in the way or, if another one stops it at once, along that. False:
 * neither brings it any farther. */
static bool slide(walk *w, pf_fixed_point goal, pf_bump *bump) {
  for (int tries = 0; tries < 2 && !w->is_over; tries++) {
    const pf_position before = w->now;
    pf_fixed_point aim;
    pf_bump next;
    if (!find_aim(w->ground, bump, before.at, goal, w->left, &aim)) return false;
    go(w, aim, &next);
    if (next.found) *bump = next;
    if (length_of(before.at, w->now.at) >= 1) return true;
    w->now = before;
    if (!next.found) return false;
  }
  return false;
}

double pf_walkable_move(const pf_walkable *ground, pf_position from, pf_fixed_point toward,
                        pf_bump *bump) {
  const double whole = length_of(from.at, toward);
  walk w = {ground, from, whole, false};
  pf_bump last = {.end = from};
  *bump = last;
  for (int parts = 0; parts < PF_SLIDES && w.left >= 1 && !w.is_over; parts++) {
    go(&w, towards(w.now.at, toward, w.left), &last);
    if (last.found) *bump = last;
    if (!last.found || w.is_over || !slide(&w, toward, bump)) break;
  }
  bump->end = w.now;
  return whole - w.left;
}

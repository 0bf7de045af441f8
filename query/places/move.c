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

/* Finds where to go along a side from a point at it, at most `most` steps. False: nowhere brings it
 * nearer to the goal. */
static bool find_aim(const pf_walkable *ground, const pf_bump *bump, pf_fixed_point from,
                     pf_fixed_point goal, double most, pf_fixed_point *aim) {
  const pf_space *space = ground->space;
  if (!bump->obstacle && bump->polygon < 0) return false; /* a damaged mesh */
  const pf_wall_line wall = bump->obstacle ? bump->wall
                                           : pf_mesh_whole_wall(space->mesh, bump->polygon,
                                                                bump->corner, space->fraction_bits);
  const double x = (double)(wall.b.x - wall.a.x), y = (double)(wall.b.y - wall.a.y);
  const double length = sqrt(x * x + y * y);
  if (!(length > 0)) return false;
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
} walk;

/* Goes a part of the way. */
static void go(walk *w, pf_fixed_point aim, pf_bump *bump) {
  pf_walkable_cast(w->ground, w->now, aim, bump);
  w->left -= length_of(w->now.at, bump->end.at);
  w->now = bump->end;
}

/* Goes along the side that is in the way or, if another one stops it at once, along that. False:
 * neither brings it any farther. */
static bool slide(walk *w, pf_fixed_point goal, pf_bump *bump) {
  for (int tries = 0; tries < 2; tries++) {
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
  walk w = {ground, from, whole};
  pf_bump last = {.end = from};
  *bump = last;
  for (int parts = 0; parts < PF_SLIDES && w.left >= 1; parts++) {
    go(&w, towards(w.now.at, toward, w.left), &last);
    if (last.found) *bump = last;
    if (!last.found || !slide(&w, toward, bump)) break;
  }
  bump->end = w.now;
  return whole - w.left;
}

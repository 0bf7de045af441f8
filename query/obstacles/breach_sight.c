/* breach_sight.c - the line between two points leaves the map's free space at mouths, and comes
 * back at others. It is free if it crosses no new wall and, from its beginning and from each mouth
 * where it comes back, leads over the mesh to its end or to another mouth: no matter in which order
 * these come, since one leaves an opening by a mouth or a wall only.
 *
 * What the line touches between its ends is decided by moving it aside, by less than anything: all
 * points on it then lie on its one side. A line that is free when moved to one side or the other is
 * free. One that touches obstacles on both sides isn't found to be; but it passes corners of
 * obstacles there, and other lines lead from one to the next.
 *
 * To find what is in the way first, all walls and sides are taken by which the line goes out of
 * what is free, also those behind others: the first of them is it. If it touches an end of that,
 * another line goes on from there. */
#include "breach_sight.h"

#include "mesh/fan.h"
#include "mesh/walls.h"

/* A line from a to b, moved aside. */
typedef struct line {
  const pf_breach *breach;
  const pf_mesh *mesh;
  int bits;
  pf_station a, b;
  pf_fixed_point d, low, high; /* direction and box */
  int aside;                   /* points on the line lie on its 1 left, -1 right */
  pf_breach_stop *stop;        /* NULL: what is in the way isn't asked for */
  bool *is_stopped;
} line;

static int side_of(const line *l, pf_fixed_point p) {
  const int turn = pf_turn(l->d, pf_fixed_from_to(l->a.at, p));
  return turn ? turn : l->aside;
}

static int turn_from(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  return pf_turn(pf_fixed_from_to(a, b), pf_fixed_from_to(a, p));
}

/* Whether a point on the line through two others lies between them. */
static bool is_between(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const pf_fixed_point to_a = pf_fixed_from_to(p, a), to_b = pf_fixed_from_to(p, b);
  return !pf_points_along(to_a, to_b);
}

/* Whether a point lies outside of the box of two others. */
static bool is_beside(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  return (p.x < a.x && p.x < b.x) || (p.x > a.x && p.x > b.x) || (p.y < a.y && p.y < b.y) ||
         (p.y > a.y && p.y > b.y);
}

static bool is_off(const line *l, pf_fixed_point a, pf_fixed_point b) {
  return (a.x < l->low.x && b.x < l->low.x) || (a.x > l->high.x && b.x > l->high.x) ||
         (a.y < l->low.y && b.y < l->low.y) || (a.y > l->high.y && b.y > l->high.y);
}

/* ---- Over the mesh ---- */

typedef enum walk { WALK_ENDS, WALK_ENTERS, WALK_BLOCKED } walk;

static bool is_point(const pf_wall_line *wall) {
  return pf_same_point(wall->a, wall->b);
}

/* Notes that something is in the way, if nothing is before it. polygon, corner: of the map's side;
 * polygon -1: a new wall. */
static void note_entry(const line *l, const pf_wall_entry *entry, int32_t polygon,
                       uint32_t corner) {
  const int order = *l->is_stopped ? pf_wall_entry_compare(entry, &l->stop->entry) : -1;
  if (order > 0 || (!order && !is_point(&l->stop->entry.wall))) return;
  *l->is_stopped = true;
  *l->stop = (pf_breach_stop){*entry, polygon, corner};
}

/* Notes that the line, moved aside, leads nowhere from one of its points. */
static void note_end(const line *l, pf_fixed_point at) {
  const pf_wall_entry entry = pf_wall_entry_at(l->a.at, l->b.at, at, (pf_wall_line){at, at});
  note_entry(l, &entry, -1, 0);
}

static void note(const line *l, pf_wall_line wall, int32_t polygon, uint32_t corner) {
  pf_wall_entry entry;
  if (pf_wall_crossing(&wall, l->a.at, l->b.at, &entry)) note_entry(l, &entry, polygon, corner);
}

/* Notes a new wall, perhaps one along the line. */
static void note_wall(const line *l, const pf_new_wall *wall) {
  const pf_fixed_point u = wall->at[0], v = wall->at[1], a = l->a.at;
  const pf_fixed_point near = pf_points_along(l->d, pf_fixed_from_to(u, v)) ? u : v;
  if (turn_from(a, l->b.at, u) || turn_from(a, l->b.at, v))
    note(l, (pf_wall_line){u, v}, -1, 0);
  else
    note_end(l, pf_points_along(l->d, pf_fixed_from_to(a, near)) ? near : a);
}

/* Whether a polygon touches the line's end in its sector, or in one that openings join to it: each
 * of these has a mouth that ends there. */
static bool is_at_end(const line *l, int32_t polygon) {
  const pf_breach *breach = l->breach;
  pf_fan fan;
  if (polygon == l->b.polygon) return true;
  if (l->b.polygon < 0) return false;
  pf_fan_begin(&fan, l->mesh, polygon, l->b.at, l->bits);
  do {
    if (fan.polygon == l->b.polygon) return true;
    for (int32_t i = 0; i < breach->mouth_count; i++)
      if (breach->mouths[i].polygon == fan.polygon &&
          (pf_same_point(breach->mouths[i].at[0], l->b.at) ||
           pf_same_point(breach->mouths[i].at[1], l->b.at)))
        return true;
  } while (pf_fan_next(&fan));
  return false;
}

/* Whether the line goes out of free space by a mouth in the side that begins at a corner. */
static bool enters(const line *l, uint32_t corner) {
  const pf_breach *o = l->breach;
  for (int32_t i = 0; i < o->mouth_count; i++)
    if (o->mouths[i].corner == corner && side_of(l, o->mouths[i].at[0]) < 0 &&
        side_of(l, o->mouths[i].at[1]) > 0)
      return true;
  return false;
}

/* Returns the part of a side, from u to v, by which the line goes out: mouths may be left and right
 * of it. */
static pf_wall_line part_of_side(const line *l, uint32_t corner, pf_fixed_point u,
                                 pf_fixed_point v) {
  const pf_breach *o = l->breach;
  pf_wall_line part = {u, v};
  for (int32_t i = 0; i < o->mouth_count; i++) /* those of a side come in order */
    for (int k = 0; k < 2 && o->mouths[i].corner == corner; k++) {
      const pf_fixed_point at = o->mouths[i].at[k];
      if (side_of(l, at) < 0)
        part.a = at;
      else if (pf_same_point(part.b, v))
        part.b = at;
    }
  return part;
}

/* Follows the line from a polygon that it passes. */
static walk follow(const line *l, int32_t polygon) {
  const pf_mesh *mesh = l->mesh;
  for (int32_t left = mesh->polygon_count; left > 0; left--) {
    const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
    uint32_t c = begin, out = end, before = end - 1;
    int was = side_of(l, pf_lift(mesh->vertices[mesh->corner_vertex[before]], l->bits));
    for (; c < end && out == end; before = c++) {
      const int is = side_of(l, pf_lift(mesh->vertices[mesh->corner_vertex[c]], l->bits));
      if (was < 0 && is > 0) out = before;
      was = is;
    }
    if (out == end) return WALK_BLOCKED; /* it passes beside */
    const pf_fixed_point u = pf_lift(mesh->vertices[mesh->corner_vertex[out]], l->bits);
    const pf_fixed_point v = pf_lift(
        mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, out)]],
        l->bits);
    const int ahead = turn_from(u, v, l->b.at);
    if (ahead > 0 || (!ahead && is_between(u, v, l->b.at)))
      return is_at_end(l, polygon) ? WALK_ENDS : WALK_BLOCKED;
    const int32_t here = polygon;
    polygon = mesh->corner_neighbour[out];
    if (polygon >= 0) continue;
    if (enters(l, out)) return WALK_ENTERS;
    if (l->stop) note(l, part_of_side(l, out, u, v), here, out);
    return WALK_BLOCKED;
  }
  return WALK_BLOCKED;
}

/* Follows it from the polygons round its beginning that lie ahead; *ahead: whether there are. */
static walk follow_round(const line *l, int32_t polygon, bool *ahead) {
  walk result = WALK_BLOCKED;
  pf_fan fan;
  pf_fan_begin(&fan, l->mesh, polygon, l->a.at, l->bits);
  do {
    if (!pf_fan_leads_on(&fan, l->d)) continue;
    *ahead = true;
    result = follow(l, fan.polygon);
  } while (result == WALK_BLOCKED && pf_fan_next(&fan));
  return result;
}

/* ---- Through openings ---- */

/* Whether a direction leads into what is closed, rather than along its border. */
static bool is_in_angle(const pf_closed_angle *angle, pf_fixed_point d) {
  return pf_turn(angle->first, angle->second) > 0
             ? pf_turn(angle->first, d) > 0 && pf_turn(d, angle->second) > 0
             : !(pf_turn(angle->second, d) >= 0 && pf_turn(d, angle->first) >= 0);
}

static bool is_shut(const pf_breach *breach, pf_fixed_point at, pf_fixed_point d) {
  for (int32_t i = 0; i < breach->angle_count; i++)
    if (pf_same_point(breach->angles[i].at, at) && is_in_angle(&breach->angles[i], d)) return true;
  return false;
}

static bool is_shut_at_ends(const line *l) {
  const pf_fixed_point back = {-l->d.x, -l->d.y};
  return is_shut(l->breach, l->a.at, l->d) || is_shut(l->breach, l->b.at, back);
}

/* Whether the line, which has a wall on it, goes along a part of the wall. */
static bool goes_along(const line *l, const pf_new_wall *wall) {
  const pf_fixed_point a = l->a.at, b = l->b.at;
  for (int k = 0; k < 2; k++) {
    const pf_fixed_point p = wall->at[k], other = wall->at[1 - k];
    if (!pf_same_point(p, a) && !pf_same_point(p, b) && is_between(a, b, p)) return true;
    if (pf_same_point(p, a) && pf_points_along(l->d, pf_fixed_from_to(p, other))) return true;
  }
  return is_between(wall->at[0], wall->at[1], a) && is_between(wall->at[0], wall->at[1], b);
}

static bool crosses(const line *l, const pf_new_wall *wall) {
  const pf_fixed_point u = wall->at[0], v = wall->at[1], a = l->a.at, b = l->b.at;
  if (is_off(l, u, v)) return false;
  if (!turn_from(a, b, u) && !turn_from(a, b, v)) {
    const int free = pf_points_along(l->d, pf_fixed_from_to(u, v)) ? -1 : 1;
    return goes_along(l, wall) && (side_of(l, u) != free || side_of(l, v) != free);
  }
  if (side_of(l, u) == side_of(l, v)) return false;
  if (pf_same_point(a, u) || pf_same_point(a, v) || pf_same_point(b, u) || pf_same_point(b, v))
    return false; /* angles tell */
  const int from = turn_from(u, v, a), to = turn_from(u, v, b);
  if (!from || !to) return from + to < 0; /* one lies on the wall: is the other behind it? */
  return from != to;
}

/* Whether the line comes back to free space by a mouth. */
static bool leaves_by(const line *l, const pf_mouth *mouth) {
  const pf_fixed_point u = mouth->at[0], v = mouth->at[1];
  return !is_off(l, u, v) && side_of(l, u) > 0 && side_of(l, v) < 0 &&
         turn_from(u, v, l->a.at) <= 0 && turn_from(u, v, l->b.at) >= 0;
}

/* ---- Ends ---- */

/* How a direction leads from an end of the line. */
typedef struct lead {
  bool at_mouth; /* the end lies on a mouth */
  bool along;    /* and the direction along it, where the line is moved into the opening */
} lead;

static lead lead_of(const line *l, pf_fixed_point at, pf_fixed_point d) {
  lead is = {false, false};
  for (int32_t i = 0; i < l->breach->mouth_count; i++) {
    const pf_fixed_point u = l->breach->mouths[i].at[0], v = l->breach->mouths[i].at[1];
    if (is_beside(u, v, at) || turn_from(u, v, at)) continue;
    is.at_mouth = true;
    for (int k = 0; k < 2; k++) {
      const pf_fixed_point on = pf_fixed_from_to(at, l->breach->mouths[i].at[k]);
      if (pf_turn(on, d) || !pf_points_along(on, d)) continue;
      is.along = is.along || l->aside == (pf_points_along(pf_fixed_from_to(u, v), l->d) ? 1 : -1);
    }
  }
  return is;
}

/* Follows the line from its beginning, also in sectors that openings join to the end's. *out:
 * whether it leads out of free space at once, or along a mouth. */
static walk follow_first(const line *l, bool *out) {
  const lead is = lead_of(l, l->a.at, l->d);
  bool ahead = false;
  walk result = follow_round(l, l->a.polygon, &ahead);
  for (int32_t i = 0; is.at_mouth && i < l->breach->mouth_count && result == WALK_BLOCKED; i++) {
    const pf_mouth *mouth = &l->breach->mouths[i];
    if (pf_same_point(mouth->at[0], l->a.at) || pf_same_point(mouth->at[1], l->a.at))
      result = follow_round(l, mouth->polygon, &ahead);
  }
  *out = is.at_mouth && (!ahead || is.along);
  return result;
}

static bool leads_back(const line *l, int32_t polygon) {
  const pf_fixed_point back = {-l->d.x, -l->d.y};
  pf_fan fan;
  pf_fan_begin(&fan, l->mesh, polygon, l->b.at, l->bits);
  do
    if (pf_fan_leads_on(&fan, back)) return true;
  while (pf_fan_next(&fan));
  return false;
}

/* Whether the line comes to its end out of an opening, or along a mouth. */
static bool comes_out(const line *l) {
  const pf_fixed_point back = {-l->d.x, -l->d.y};
  if (l->b.polygon < 0) return true;
  const lead is = lead_of(l, l->b.at, back);
  if (!is.at_mouth || is.along) return is.along;
  bool ahead = leads_back(l, l->b.polygon);
  for (int32_t i = 0; i < l->breach->mouth_count && !ahead; i++) {
    const pf_mouth *mouth = &l->breach->mouths[i];
    if (pf_same_point(mouth->at[0], l->b.at) || pf_same_point(mouth->at[1], l->b.at))
      ahead = leads_back(l, mouth->polygon);
  }
  return !ahead;
}

static bool is_free(const line *l) {
  const pf_breach *o = l->breach;
  bool ends = comes_out(l), out = true, is_clear = true;
  for (int32_t i = 0; i < o->wall_count && !l->stop; i++)
    if (crosses(l, &o->walls[i])) return false;
  if (l->a.polygon >= 0) {
    const walk result = follow_first(l, &out);
    is_clear = result != WALK_BLOCKED || out;
    ends = ends || result == WALK_ENDS;
    if (!is_clear && l->stop && !*l->is_stopped) note_end(l, l->a.at);
  }
  for (int32_t i = 0; i < o->wall_count && l->stop; i++) {
    if (!crosses(l, &o->walls[i])) continue;
    is_clear = false;
    note_wall(l, &o->walls[i]);
  }
  for (int32_t i = 0; i < o->mouth_count && (is_clear || l->stop); i++) {
    if (!leaves_by(l, &o->mouths[i])) continue;
    const walk result = follow(l, o->mouths[i].polygon);
    is_clear = is_clear && result != WALK_BLOCKED;
    ends = ends || result == WALK_ENDS;
  }
  return is_clear && ends;
}

static line line_of(const pf_breach *breach, const pf_mesh *mesh, int bits, pf_station a,
                    pf_station b) {
  return (line){.breach = breach,
                .mesh = mesh,
                .bits = bits,
                .a = a,
                .b = b,
                .d = pf_fixed_from_to(a.at, b.at),
                .low = {a.at.x < b.at.x ? a.at.x : b.at.x, a.at.y < b.at.y ? a.at.y : b.at.y},
                .high = {a.at.x > b.at.x ? a.at.x : b.at.x, a.at.y > b.at.y ? a.at.y : b.at.y},
                .aside = 1};
}

bool pf_breach_sees(const pf_breach *breach, const pf_mesh *mesh, int bits, pf_station a,
                    pf_station b) {
  line l = line_of(breach, mesh, bits, a, b);
  if (is_shut_at_ends(&l)) return false;
  if (is_free(&l)) return true;
  l.aside = -1;
  return is_free(&l);
}

bool pf_breach_meets(const pf_breach *o, pf_fixed_point a, pf_fixed_point b) {
  const pf_fixed_point d = pf_fixed_from_to(a, b);
  if ((a.x < o->low.x && b.x < o->low.x) || (a.x > o->high.x && b.x > o->high.x) ||
      (a.y < o->low.y && b.y < o->low.y) || (a.y > o->high.y && b.y > o->high.y))
    return false;
  const double x = (double)d.x, y = (double)d.y, length = sqrt(x * x + y * y);
  for (int32_t i = 0; i < o->mouth_count; i++) {
    const pf_fixed_point u = o->mouths[i].at[0], v = o->mouths[i].at[1];
    /* The line may pass far from the mouth: numbers rule out most, with room for rounding. */
    const double to_x = (double)(u.x - a.x) + (double)(v.x - a.x);
    const double to_y = (double)(u.y - a.y) + (double)(v.y - a.y);
    if (fabs(x * to_y - y * to_x) >
        2 * length * (o->mouths[i].reach + 0x1p-40 * (fabs(to_x) + fabs(to_y))))
      continue;
    if (pf_turn(d, pf_fixed_from_to(a, u)) * pf_turn(d, pf_fixed_from_to(a, v)) <= 0 &&
        turn_from(u, v, a) * turn_from(u, v, b) <= 0)
      return true;
  }
  return false;
}

/* ---- What is in the way ---- */

enum { MOST_CORNERS = 256 }; /* that a line touches on its way */

/* The wall that a line faces most at its beginning. */
typedef struct facing {
  const line *l;
  double most;
  pf_breach_stop *stop;
} facing;

static void face(facing *f, pf_wall_line wall, int32_t polygon, uint32_t corner) {
  const double x = (double)(wall.b.x - wall.a.x), y = (double)(wall.b.y - wall.a.y);
  const double dx = (double)f->l->d.x, dy = (double)f->l->d.y;
  const double faces = (y * dx - x * dy) / sqrt(x * x + y * y);
  const pf_fixed_point p = f->l->a.at;
  if (turn_from(wall.a, wall.b, p) || is_beside(wall.a, wall.b, p) || !(faces > f->most)) return;
  f->most = faces;
  *f->stop = (pf_breach_stop){{.wall = wall}, polygon, corner};
}

static void face_sides(facing *f) {
  const line *l = f->l;
  const pf_mesh *mesh = l->mesh;
  pf_fan fan;
  pf_fan_begin(&fan, mesh, l->a.polygon, l->a.at, l->bits);
  do
    for (uint32_t c = mesh->first_corner[fan.polygon]; c < mesh->first_corner[fan.polygon + 1]; c++)
      if (mesh->corner_neighbour[c] < 0 && !pf_breach_has_mouth(l->breach, c))
        face(f, pf_mesh_wall(mesh, fan.polygon, c, l->bits), fan.polygon, c);
  while (pf_fan_next(&fan));
}

/* Returns what is in the way of a line at its beginning: of the new walls there, the sides, and
 * what mouths leave of sides. */
static pf_breach_stop stop_at_once(const line *l) {
  const pf_breach *o = l->breach;
  pf_breach_stop stop = {.polygon = -1, .entry.wall = {l->a.at, l->a.at}};
  facing f = {l, -INFINITY, &stop};
  for (int32_t i = 0; i < o->wall_count; i++)
    face(&f, (pf_wall_line){o->walls[i].at[0], o->walls[i].at[1]}, -1, 0);
  for (int32_t i = 0, next; i < o->mouth_count; i = next) {
    const pf_mouth *mouth = &o->mouths[i];
    const pf_wall_line side = pf_mesh_wall(l->mesh, mouth->polygon, mouth->corner, l->bits);
    pf_fixed_point from = side.a;
    for (next = i; next < o->mouth_count && o->mouths[next].corner == mouth->corner; next++) {
      if (!pf_same_point(from, o->mouths[next].at[0]))
        face(&f, (pf_wall_line){from, o->mouths[next].at[0]}, mouth->polygon, mouth->corner);
      from = o->mouths[next].at[1];
    }
    if (!pf_same_point(from, side.b))
      face(&f, (pf_wall_line){from, side.b}, mouth->polygon, mouth->corner);
  }
  if (l->a.polygon >= 0) face_sides(&f);
  return stop;
}

/* Returns a polygon at the end of a new wall; -1: none. */
static int32_t polygon_at(const pf_breach *o, pf_fixed_point at) {
  for (int32_t i = 0; i < o->mouth_count; i++)
    for (int k = 0; k < 2; k++)
      if (pf_same_point(o->mouths[i].at[k], at)) return o->mouths[i].polygon;
  return -1;
}

bool pf_breach_pinches(const pf_breach *o, pf_fixed_point at) {
  int count = 0;
  for (int32_t i = 0; i < o->angle_count; i++) count += pf_same_point(o->angles[i].at, at);
  return count > 1;
}

/* Whether something is closed on both sides of the line at one of its points. */
static bool is_between_angles(const line *l, pf_fixed_point at) {
  bool left = false, right = false;
  for (int32_t i = 0; i < l->breach->angle_count; i++) {
    const pf_closed_angle *angle = &l->breach->angles[i];
    if (!pf_same_point(angle->at, at)) continue;
    int turn = pf_turn(l->d, angle->first);
    if (!turn) turn = pf_points_along(l->d, angle->first) ? 1 : -1; /* it is counter-clockwise */
    left = left || turn > 0;
    right = right || turn < 0;
  }
  return left && right;
}

/* Whether the line only touches what is in its way, at an end of that, where another can begin. */
static bool touches(const line *l, const pf_breach_stop *stop, pf_station *next) {
  const pf_fixed_point ends[2] = {stop->entry.wall.a, stop->entry.wall.b};
  for (int k = 0; k < 2 && !is_point(&stop->entry.wall); k++) {
    if (is_between_angles(l, ends[k])) continue;
    if (pf_turn(l->d, pf_fixed_from_to(l->a.at, ends[k])) || pf_same_point(ends[k], l->a.at))
      continue;
    *next =
        (pf_station){ends[k], stop->polygon >= 0 ? stop->polygon : polygon_at(l->breach, ends[k])};
    return true;
  }
  return false;
}

/* Follows a line moved aside to both sides, one after the other. False: one of them is free. Else
 * *stop is where the one gets that gets farther; *found: it gets anywhere. */
static bool follow_aside(line *l, bool to_is_free, pf_breach_stop *stop, bool *found) {
  const bool may_be_free = to_is_free && !is_shut_at_ends(l);
  const bool leads_nowhere = is_shut(l->breach, l->a.at, l->d);
  *found = false;
  for (int k = 0; k < 2; k++) {
    pf_breach_stop met;
    bool is_stopped = false;
    l->aside = k ? -1 : 1;
    l->stop = &met;
    l->is_stopped = &is_stopped;
    if (is_free(l) && may_be_free) return false;
    if (leads_nowhere || !is_stopped) continue;
    if (is_point(&met.entry.wall) && pf_same_point(met.entry.wall.a, l->a.at)) continue;
    if (*found && pf_wall_entry_compare(&met.entry, &stop->entry) <= 0) continue;
    *stop = met;
    *found = true;
  }
  return true;
}

bool pf_breach_cast(const pf_breach *breach, const pf_mesh *mesh, int bits, pf_station from,
                    pf_station to, bool to_is_free, pf_breach_stop *stop) {
  pf_station at = from;
  for (int corners = 0; corners < MOST_CORNERS && !pf_same_point(at.at, to.at); corners++) {
    line l = line_of(breach, mesh, bits, at, to);
    bool found;
    if (!follow_aside(&l, to_is_free, stop, &found)) return false;
    if (found && touches(&l, stop, &at)) continue;
    if (found && is_point(&stop->entry.wall)) {
      at = (pf_station){stop->entry.wall.a, polygon_at(breach, stop->entry.wall.a)};
      l = line_of(breach, mesh, bits, at, to);
      found = false;
    }
    const pf_breach_stop met = found ? *stop : stop_at_once(&l);
    *stop = met;
    if (!found || !pf_wall_crossing(&met.entry.wall, from.at, to.at, &stop->entry))
      stop->entry = pf_wall_entry_at(from.at, to.at, at.at, met.entry.wall);
    return true;
  }
  if (to_is_free) return false;
  stop->entry = pf_wall_entry_at(from.at, to.at, to.at, stop->entry.wall);
  return true;
}

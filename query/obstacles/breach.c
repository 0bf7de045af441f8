/* breach.c - the borders of openings and the sides of obstacles near them are cut where
 * they meet, and each piece is judged by a point beside its middle: a piece of a side that has an
 * opening behind it is a mouth, a piece of an opening's border that has an obstacle behind it is a
 * new wall. Where the pieces that remain end, they bound what is closed; if less than half a turn
 * is, shortest paths may turn there.
 *
 * Points where sides cross are rounded to the grid, and into the map's free space: so a mouth may
 * be narrower than drawn by a step or two. From then on everything is exact. Where rounding tears
 * pieces apart, a gap of some steps leads into an obstacle, and nowhere else: one comes out of an
 * obstacle by mouths only. */
#include "breach.h"

#include <stdlib.h>

#include "base/memory.h"

/* How far beside a piece it is judged, and how far round an opening sides are looked at. */
enum { BESIDE = 2, ROUND = 4 };

/* A side of a ring, which has its inside on the left, or of an obstacle, with the free polygon on
 * the left. */
typedef struct side {
  pf_fixed_point at[2];
  int32_t opening; /* -1: an obstacle's */
  int32_t polygon;
  uint32_t corner;
} side;

typedef struct cut {
  int32_t side;
  double along;
  pf_fixed_point at;
} cut;

/* An end of a piece that remains closed. */
typedef struct ending {
  pf_fixed_point at, ray; /* along the piece */
  bool begins;            /* the piece begins here: it is free on the ray's left, else its right */
  bool is_new;
  int32_t polygon; /* -1: none */
} ending;

typedef struct drawing {
  pf_breach *breach;
  const pf_space *space;
  side *sides;
  cut *cuts;
  ending *endings;
  int32_t side_count, side_capacity, ring_side_count, cut_count, cut_capacity;
  int32_t ending_count, ending_capacity;
  int32_t mouth_capacity, wall_capacity, angle_capacity, jamb_capacity, gone_capacity,
      joined_capacity;
  pathfan_status status;
} drawing;

static bool in_box_of(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  return (a.x <= p.x || b.x <= p.x) && (a.x >= p.x || b.x >= p.x) && (a.y <= p.y || b.y <= p.y) &&
         (a.y >= p.y || b.y >= p.y);
}

/* ---- Rings ---- */

/* Whether a point lies in a ring or on it. */
static bool ring_holds(const pf_breach *o, int32_t ring, pf_fixed_point p) {
  const pf_fixed_point *points = o->points + o->first[ring];
  const int32_t count = o->first[ring + 1] - o->first[ring];
  bool inside = false;
  for (int32_t i = 0, k = count - 1; i < count; k = i++) {
    const pf_fixed_point a = points[k], b = points[i];
    const int turn = pf_turn(pf_fixed_from_to(a, b), pf_fixed_from_to(a, p));
    if (!turn && in_box_of(a, b, p)) return true;
    if ((a.y > p.y) != (b.y > p.y) && (turn > 0) == (b.y > a.y)) inside = !inside;
  }
  return inside;
}

static int32_t held_by_other(const pf_breach *o, pf_fixed_point p, int32_t but) {
  for (int32_t ring = 0; ring < o->ring_count; ring++)
    if (ring != but && ring_holds(o, ring, p)) return ring;
  return -1;
}

int32_t pf_breach_hold(const pf_breach *o, pf_fixed_point p) {
  if (p.x < o->low.x || p.x > o->high.x || p.y < o->low.y || p.y > o->high.y) return -1;
  return held_by_other(o, p, -1);
}

static bool is_free(const drawing *d, pf_fixed_point p) {
  return pf_locate(d->space->locator, d->space->mesh, p, d->space->fraction_bits) >= 0;
}

/* ---- Sides ---- */

static void add_side(drawing *d, side s) {
  if (!d->status) d->status = pf_grow(&d->sides, &d->side_capacity, (int64_t)d->side_count + 1);
  if (!d->status) d->sides[d->side_count++] = s;
}

static bool visit_polygon(void *context, int32_t polygon) {
  drawing *d = context;
  const pf_mesh *mesh = d->space->mesh;
  const int bits = d->space->fraction_bits;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    if (mesh->corner_neighbour[c] >= 0) continue;
    const int32_t u = mesh->corner_vertex[c];
    const int32_t v = mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, c)];
    add_side(d, (side){{pf_lift(mesh->vertices[u], bits), pf_lift(mesh->vertices[v], bits)},
                       -1,
                       polygon,
                       c});
  }
  return d->status;
}

static int by_corner(const void *a, const void *b) {
  const side *one = a, *other = b;
  return (one->corner > other->corner) - (one->corner < other->corner);
}

static void box_of(const pf_breach *o, int32_t ring, pf_fixed_point *low, pf_fixed_point *high) {
  *low = *high = o->points[o->first[ring]];
  for (int32_t i = o->first[ring]; i < o->first[ring + 1]; i++) {
    const pf_fixed_point p = o->points[i];
    *low = (pf_fixed_point){p.x < low->x ? p.x : low->x, p.y < low->y ? p.y : low->y};
    *high = (pf_fixed_point){p.x > high->x ? p.x : high->x, p.y > high->y ? p.y : high->y};
  }
}

/* Lists the sides of rings, then those of obstacles near them. */
static void list_sides(drawing *d) {
  pf_breach *o = d->breach;
  const pf_space *space = d->space;
  for (int32_t ring = 0; ring < o->ring_count; ring++)
    for (int32_t i = o->first[ring]; i < o->first[ring + 1]; i++)
      add_side(
          d, (side){{o->points[i], o->points[i + 1 < o->first[ring + 1] ? i + 1 : o->first[ring]]},
                    ring,
                    -1,
                    0});
  d->ring_side_count = d->side_count;
  for (int32_t ring = 0; ring < o->ring_count && !d->status; ring++) {
    pf_fixed_point low, high;
    box_of(o, ring, &low, &high);
    const pf_fixed_point from = {low.x - ROUND, low.y - ROUND},
                         to = {high.x + ROUND, high.y + ROUND};
    pf_locate_each(space->locator, space->mesh, from, to, space->fraction_bits, d, visit_polygon);
    if (!ring) o->low = low, o->high = high;
    o->low =
        (pf_fixed_point){low.x < o->low.x ? low.x : o->low.x, low.y < o->low.y ? low.y : o->low.y};
    o->high = (pf_fixed_point){high.x > o->high.x ? high.x : o->high.x,
                               high.y > o->high.y ? high.y : o->high.y};
  }
  if (d->status) return;
  side *walls = d->sides + d->ring_side_count;
  const int32_t count = d->side_count - d->ring_side_count;
  int32_t kept = 0;
  if (count) qsort(walls, (size_t)count, sizeof *walls, by_corner);
  for (int32_t i = 0; i < count; i++)
    if (!kept || walls[i].corner != walls[kept - 1].corner) walls[kept++] = walls[i];
  d->side_count = d->ring_side_count + kept;
}

/* ---- Cuts ---- */

static void add_cut(drawing *d, int32_t number, pf_fixed_point at) {
  const side *s = &d->sides[number];
  const double dx = (double)(s->at[1].x - s->at[0].x), dy = (double)(s->at[1].y - s->at[0].y);
  const double along = (double)(at.x - s->at[0].x) * dx + (double)(at.y - s->at[0].y) * dy;
  if (!d->status) d->status = pf_grow(&d->cuts, &d->cut_capacity, (int64_t)d->cut_count + 1);
  if (!d->status) d->cuts[d->cut_count++] = (cut){number, along, at};
}

static bool polygon_holds(const drawing *d, int32_t polygon, pf_fixed_point p) {
  const pf_mesh *mesh = d->space->mesh;
  for (uint32_t c = mesh->first_corner[polygon]; c < mesh->first_corner[polygon + 1]; c++) {
    const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[c]];
    const pf_lattice_point b =
        mesh->vertices[mesh->corner_vertex[pf_corner_after(mesh->first_corner, polygon, c)]];
    const pf_fixed_point to = pf_fixed_from_to(pf_lift(a, d->space->fraction_bits), p);
    if (pf_turn(pf_lift(pf_from_to(a, b), 0), to) < 0) return false;
  }
  return true;
}

/* Returns the point of the grid that is nearest to where two sides cross and lies in the polygon of
 * the one that is an obstacle's, if any. */
static pf_fixed_point crossing(const drawing *d, const side *a, const side *b) {
  const double ax = (double)(a->at[1].x - a->at[0].x), ay = (double)(a->at[1].y - a->at[0].y);
  const double bx = (double)(b->at[1].x - b->at[0].x), by = (double)(b->at[1].y - b->at[0].y);
  const double x = (double)(a->at[0].x - b->at[0].x), y = (double)(a->at[0].y - b->at[0].y);
  const double share = (ax * y - ay * x) / (ax * by - ay * bx); /* of b */
  const double px = share * bx, py = share * by;
  const pf_fixed_point at = {b->at[0].x + llrint(px), b->at[0].y + llrint(py)};
  pf_fixed_point best = b->at[share > 0.5]; /* where the polygon is too sharp for the grid */
  double least = INFINITY;
  if (b->polygon < 0 || polygon_holds(d, b->polygon, at)) return at;
  for (int64_t dy = -ROUND; dy <= ROUND; dy++)
    for (int64_t dx = -ROUND; dx <= ROUND; dx++) {
      const pf_fixed_point near = {at.x + dx, at.y + dy};
      const double off_x = (double)(near.x - b->at[0].x) - px;
      const double off_y = (double)(near.y - b->at[0].y) - py;
      const double off = off_x * off_x + off_y * off_y;
      if (off >= least || !polygon_holds(d, b->polygon, near)) continue;
      least = off;
      best = near;
    }
  return best;
}

static void cut_at_end(drawing *d, int32_t number, int turn, pf_fixed_point at) {
  const side *s = &d->sides[number];
  if (!turn && in_box_of(s->at[0], s->at[1], at)) add_cut(d, number, at);
}

/* Cuts a ring's side and another one where they meet. */
static void cut_both(drawing *d, int32_t number, int32_t other) {
  const side *a = &d->sides[number], *b = &d->sides[other];
  int turn[2][2];
  if (!in_box_of(a->at[0], a->at[1], b->at[0]) && !in_box_of(a->at[0], a->at[1], b->at[1])) {
    const bool apart = (a->at[0].x < b->at[0].x && a->at[0].x < b->at[1].x &&
                        a->at[1].x < b->at[0].x && a->at[1].x < b->at[1].x) ||
                       (a->at[0].x > b->at[0].x && a->at[0].x > b->at[1].x &&
                        a->at[1].x > b->at[0].x && a->at[1].x > b->at[1].x) ||
                       (a->at[0].y < b->at[0].y && a->at[0].y < b->at[1].y &&
                        a->at[1].y < b->at[0].y && a->at[1].y < b->at[1].y) ||
                       (a->at[0].y > b->at[0].y && a->at[0].y > b->at[1].y &&
                        a->at[1].y > b->at[0].y && a->at[1].y > b->at[1].y);
    if (apart) return;
  }
  for (int k = 0; k < 2; k++) {
    turn[0][k] =
        pf_turn(pf_fixed_from_to(a->at[0], a->at[1]), pf_fixed_from_to(a->at[0], b->at[k]));
    turn[1][k] =
        pf_turn(pf_fixed_from_to(b->at[0], b->at[1]), pf_fixed_from_to(b->at[0], a->at[k]));
  }
  if (turn[0][0] * turn[0][1] < 0 && turn[1][0] * turn[1][1] < 0) {
    const pf_fixed_point at = crossing(d, a, b);
    add_cut(d, number, at);
    add_cut(d, other, at);
    return;
  }
  for (int k = 0; k < 2; k++) {
    const pf_fixed_point of_b = b->at[k], of_a = a->at[k];
    cut_at_end(d, number, turn[0][k], of_b);
    cut_at_end(d, other, turn[1][k], of_a);
  }
}

static int by_place(const void *a, const void *b) {
  const cut *one = a, *other = b;
  if (one->side != other->side) return one->side < other->side ? -1 : 1;
  if (one->along != other->along) return one->along < other->along ? -1 : 1;
  if (one->at.y != other->at.y) return one->at.y < other->at.y ? -1 : 1;
  return (one->at.x > other->at.x) - (one->at.x < other->at.x);
}

static void cut_sides(drawing *d) {
  for (int32_t i = 0; i < d->side_count && !d->status; i++)
    for (int k = 0; k < 2; k++) add_cut(d, i, d->sides[i].at[k]);
  for (int32_t i = 0; i < d->ring_side_count; i++)
    for (int32_t k = i + 1; k < d->side_count && !d->status; k++)
      if (d->sides[k].opening != d->sides[i].opening) cut_both(d, i, k);
  if (!d->status && d->cut_count) qsort(d->cuts, (size_t)d->cut_count, sizeof *d->cuts, by_place);
}

/* ---- Pieces ---- */

static pf_fixed_point beside(pf_fixed_point a, pf_fixed_point b, double right) {
  const double x = (double)(b.x - a.x), y = (double)(b.y - a.y), length = sqrt(x * x + y * y);
  return (pf_fixed_point){a.x + llrint(x / 2 + y / length * right),
                          a.y + llrint(y / 2 - x / length * right)};
}

static void add_endings(drawing *d, pf_fixed_point a, pf_fixed_point b, bool is_new,
                        int32_t polygon) {
  if (!d->status)
    d->status = pf_grow(&d->endings, &d->ending_capacity, (int64_t)d->ending_count + 2);
  if (d->status) return;
  d->endings[d->ending_count++] = (ending){a, pf_fixed_from_to(a, b), true, is_new, polygon};
  d->endings[d->ending_count++] = (ending){b, pf_fixed_from_to(b, a), false, is_new, polygon};
}

static void add_mouth(drawing *d, pf_mouth mouth) {
  pf_breach *o = d->breach;
  if (!d->status) d->status = pf_grow(&o->mouths, &d->mouth_capacity, (int64_t)o->mouth_count + 1);
  if (!d->status) o->mouths[o->mouth_count++] = mouth;
}

static void add_wall(drawing *d, pf_fixed_point a, pf_fixed_point b) {
  pf_breach *o = d->breach;
  if (!d->status) d->status = pf_grow(&o->walls, &d->wall_capacity, (int64_t)o->wall_count + 1);
  if (!d->status) o->walls[o->wall_count++] = (pf_new_wall){{a, b}};
}

static void judge(drawing *d, const side *s, pf_fixed_point a, pf_fixed_point b) {
  const pf_fixed_point behind = beside(a, b, BESIDE);
  const int32_t opening = held_by_other(d->breach, behind, s->opening);
  if (s->opening < 0) {
    if (opening >= 0)
      add_mouth(d,
                (pf_mouth){{a, b}, s->polygon, s->corner, opening, pf_fixed_length(a, b) / 2 + 2});
    else
      add_endings(d, a, b, false, s->polygon);
  } else if (opening < 0 && !is_free(d, behind) && !is_free(d, beside(a, b, -BESIDE))) {
    add_wall(d, a, b);
    add_endings(d, a, b, true, -1);
  }
}

static void judge_pieces(drawing *d) {
  for (int32_t i = 0; i + 1 < d->cut_count && !d->status; i++) {
    const cut *a = &d->cuts[i], *b = a + 1;
    if (a->side == b->side && !pf_same_point(a->at, b->at))
      judge(d, &d->sides[a->side], a->at, b->at);
  }
}

/* ---- Corners ---- */

static int by_point(const void *a, const void *b) {
  const ending *one = a, *other = b;
  if (one->at.y != other->at.y) return one->at.y < other->at.y ? -1 : 1;
  return (one->at.x > other->at.x) - (one->at.x < other->at.x);
}

/* Which third of a turn a ray is in, counter-clockwise from another: 0 less than half, 1 half, 2
 * more; a whole one counts as more. */
static int third(pf_fixed_point from, pf_fixed_point ray) {
  const int turn = pf_turn(from, ray);
  return turn > 0 ? 0 : turn < 0 || pf_points_along(from, ray) ? 2 : 1;
}

/* Whether a comes before b counter-clockwise from a ray. */
static bool comes_before(pf_fixed_point from, pf_fixed_point a, pf_fixed_point b) {
  const int ta = third(from, a), tb = third(from, b);
  if (ta != tb) return ta < tb;
  const bool whole_a = !pf_turn(from, a) && ta == 2, whole_b = !pf_turn(from, b) && tb == 2;
  return whole_a || whole_b ? !whole_a && whole_b : pf_turn(a, b) > 0;
}

/* Returns the first ending counter-clockwise from one that is of the other kind; NULL: none. */
static const ending *next_of(const ending *from, const ending *list, int32_t count) {
  const ending *best = NULL;
  for (int32_t i = 0; i < count; i++)
    if (list[i].begins != from->begins &&
        (!best || comes_before(from->ray, list[i].ray, best->ray)))
      best = &list[i];
  return best;
}

static int32_t polygon_near(const drawing *d, const ending *a, const ending *b) {
  if (a->polygon >= 0 || b->polygon >= 0) return a->polygon >= 0 ? a->polygon : b->polygon;
  for (int32_t i = 0; i < d->breach->mouth_count; i++)
    for (int k = 0; k < 2; k++)
      if (pf_same_point(d->breach->mouths[i].at[k], a->at)) return d->breach->mouths[i].polygon;
  return pf_locate(d->space->locator, d->space->mesh, a->at, d->space->fraction_bits);
}

/* Finds what is closed and what is free at a point where pieces end. */
static void turn_round(drawing *d, const ending *list, int32_t count) {
  pf_breach *o = d->breach;
  for (int32_t i = 0; i < count && !d->status; i++) {
    const ending *from = &list[i], *to = next_of(from, list, count);
    if (!to) continue;
    if (!from->begins) {
      d->status = pf_grow(&o->angles, &d->angle_capacity, (int64_t)o->angle_count + 1);
      if (!d->status) o->angles[o->angle_count++] = (pf_closed_angle){from->at, from->ray, to->ray};
    } else if (pf_turn(to->ray, from->ray) > 0) { /* free for more than half a turn */
      d->status = pf_grow(&o->jambs, &d->jamb_capacity, (int64_t)o->jamb_count + 1);
      if (!d->status)
        o->jambs[o->jamb_count++] =
            (pf_jamb){from->at, to->ray, from->ray, polygon_near(d, from, to)};
    }
  }
}

static void find_corners(drawing *d) {
  if (d->status || !d->ending_count) return;
  qsort(d->endings, (size_t)d->ending_count, sizeof *d->endings, by_point);
  for (int32_t i = 0, end; i < d->ending_count && !d->status; i = end) {
    const ending *list = d->endings + i;
    bool is_new = list->is_new;
    for (end = i + 1; end < d->ending_count && pf_same_point(d->endings[end].at, list->at); end++)
      is_new = is_new || d->endings[end].is_new;
    if (is_new || pf_breach_hold(d->breach, list->at) >= 0) turn_round(d, list, end - i);
  }
}

static int by_number(const void *a, const void *b) {
  const int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
  return (one > other) - (one < other);
}

static void list_gone(drawing *d) {
  const pf_mesh *mesh = d->space->mesh;
  pf_breach *o = d->breach;
  for (int32_t i = d->ring_side_count; i < d->side_count && !d->status; i++) {
    const int32_t v = mesh->corner_vertex[d->sides[i].corner];
    if (v >= mesh->convex_count || pf_breach_hold(o, d->sides[i].at[0]) < 0) continue;
    d->status = pf_grow(&o->gone, &d->gone_capacity, (int64_t)o->gone_count + 1);
    if (!d->status) o->gone[o->gone_count++] = v;
  }
  if (!d->status && o->gone_count)
    qsort(o->gone, (size_t)o->gone_count, sizeof *o->gone, by_number);
}

/* ---- What openings join ---- */

static bool rings_meet(const drawing *d, int32_t a, int32_t b) {
  const pf_breach *o = d->breach;
  if (ring_holds(o, a, o->points[o->first[b]]) || ring_holds(o, b, o->points[o->first[a]]))
    return true;
  for (int32_t i = 0; i < d->ring_side_count; i++)
    for (int32_t k = 0; k < d->ring_side_count; k++) {
      const side *s = &d->sides[i], *t = &d->sides[k];
      if (s->opening != a || t->opening != b) continue;
      int turn[2][2];
      for (int e = 0; e < 2; e++) {
        turn[0][e] =
            pf_turn(pf_fixed_from_to(s->at[0], s->at[1]), pf_fixed_from_to(s->at[0], t->at[e]));
        turn[1][e] =
            pf_turn(pf_fixed_from_to(t->at[0], t->at[1]), pf_fixed_from_to(t->at[0], s->at[e]));
      }
      if (turn[0][0] * turn[0][1] <= 0 && turn[1][0] * turn[1][1] <= 0) return true;
    }
  return false;
}

/* Rings, and components of the map that they meet. One ring that stands for a group is its least.
 */
static void join(drawing *d) {
  pf_breach *o = d->breach;
  o->group = pf_alloc((uint64_t)o->ring_count, sizeof *o->group);
  if (!o->group) d->status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < o->mouth_count && !d->status; i++) {
    const pf_joined fresh = {pf_space_component(d->space, o->mouths[i].polygon),
                             o->mouths[i].opening};
    bool known = false;
    for (int32_t k = 0; k < o->joined_count && !known; k++)
      known = o->joined[k].component == fresh.component && o->joined[k].opening == fresh.opening;
    if (known) continue;
    d->status = pf_grow(&o->joined, &d->joined_capacity, (int64_t)o->joined_count + 1);
    if (!d->status) o->joined[o->joined_count++] = fresh;
  }
  if (d->status) return;
  for (int32_t i = 0; i < o->ring_count; i++) o->group[i] = i;
  for (bool again = true; again;) {
    again = false;
    for (int32_t i = 0; i < o->ring_count; i++)
      for (int32_t k = 0; k < i; k++) {
        if (o->group[i] == o->group[k]) continue;
        bool meet = rings_meet(d, i, k);
        for (int32_t a = 0; a < o->joined_count && !meet; a++)
          for (int32_t b = 0; b < o->joined_count && !meet; b++)
            meet = o->joined[a].opening == i && o->joined[b].opening == k &&
                   o->joined[a].component == o->joined[b].component;
        if (!meet) continue;
        const int32_t least = o->group[i] < o->group[k] ? o->group[i] : o->group[k];
        o->group[i] = o->group[k] = least;
        again = true;
      }
  }
}

static int32_t group_of(const pf_breach *o, int32_t component, pf_fixed_point at) {
  int32_t opening = component < 0 ? pf_breach_hold(o, at) : -1;
  for (int32_t i = 0; i < o->joined_count && opening < 0; i++)
    if (o->joined[i].component == component) opening = o->joined[i].opening;
  return opening < 0 ? -1 : o->group[opening];
}

bool pf_breach_joins(const pf_breach *o, const int32_t component[2], const pf_fixed_point at[2]) {
  if (component[0] == component[1] && component[0] >= 0) return true;
  const int32_t group = group_of(o, component[0], at[0]);
  return group >= 0 && group == group_of(o, component[1], at[1]);
}

/* ---- Outlines ---- */

pathfan_status pf_breach_find(pf_breach *breach, const pf_space *space) {
  drawing d = {.breach = breach, .space = space};
  list_sides(&d);
  cut_sides(&d);
  judge_pieces(&d);
  find_corners(&d);
  list_gone(&d);
  if (!d.status) join(&d);
  free(d.sides);
  free(d.cuts);
  free(d.endings);
  return d.status;
}

void pf_breach_free(pf_breach *o) {
  free(o->points);
  free(o->first);
  free(o->group);
  free(o->mouths);
  free(o->walls);
  free(o->angles);
  free(o->jambs);
  free(o->gone);
  free(o->joined);
}

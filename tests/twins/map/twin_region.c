#include "twin_region.h"

#include <stdlib.h>

#include "twin_sight.h"

typedef __int128 wide;

static int turn(pf_fixed_point a, pf_fixed_point b) {
  const wide cross = (wide)a.x * b.y - (wide)a.y * b.x;
  return (cross > 0) - (cross < 0);
}

static int along(pf_fixed_point a, pf_fixed_point b) {
  const wide dot = (wide)a.x * b.x + (wide)a.y * b.y;
  return (dot > 0) - (dot < 0);
}

static bool same(pf_fixed_point a, pf_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

static pf_fixed_point minus(pf_fixed_point a) {
  return (pf_fixed_point){-a.x, -a.y};
}

static pf_fixed_point vertex(const pf_outline *outline, int32_t v, int bits) {
  return pf_lift(outline->vertices[v], bits);
}

static bool on_segment(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p) {
  const pf_fixed_point pa = pf_fixed_from_to(p, a), pb = pf_fixed_from_to(p, b);
  return turn(pa, pb) == 0 && along(pa, pb) <= 0;
}

twin_place twin_place_of(const pf_outline *outline, int bits, pf_fixed_point p) {
  bool odd = false;
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const pf_fixed_point a = vertex(outline, outline->edges[i].from, bits);
    const pf_fixed_point b = vertex(outline, outline->edges[i].to, bits);
    if (on_segment(a, b, p)) return TWIN_ON_BORDER;
    /* Does it cross the ray from p to the right? */
    if ((a.y > p.y) == (b.y > p.y)) continue;
    const int side = turn(pf_fixed_from_to(a, b), pf_fixed_from_to(a, p));
    if (b.y > a.y ? side > 0 : side < 0) odd = !odd;
  }
  return odd ? TWIN_INSIDE : TWIN_OUTSIDE;
}

/* Class of the angle from `base` counter-clockwise to d: 0: none, 1: less than half a turn, 2: half
 * a turn, 3: more. */
static int part(pf_fixed_point base, pf_fixed_point d) {
  const int t = turn(base, d);
  return t > 0 ? 1 : t < 0 ? 3 : along(base, d) > 0 ? 0 : 2;
}

/* Whether a comes before b counter-clockwise from base. */
static bool before(pf_fixed_point base, pf_fixed_point a, pf_fixed_point b) {
  const int pa = part(base, a), pb = part(base, b);
  return pa != pb ? pa < pb : turn(a, b) > 0;
}

bool twin_sector_holds(twin_sector s, pf_fixed_point d) {
  return part(s.right, d) == 0 || !before(s.right, s.left, d);
}

/* Lists all sectors of a point of the border, at most as many as the outline has edges. */
static int32_t sectors_of(const pf_outline *outline, int bits, pf_fixed_point p,
                          twin_sector *sectors) {
  int32_t count = 0;
  pf_fixed_point *lefts = malloc(((size_t)outline->edge_count + 1) * sizeof *lefts);
  int32_t left_count = 0;
  assert_non_null(lefts);
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const pf_fixed_point a = vertex(outline, outline->edges[i].from, bits);
    const pf_fixed_point b = vertex(outline, outline->edges[i].to, bits);
    if (!on_segment(a, b, p)) continue;
    /* Free space is left of the direction to b and right of the direction to a. */
    if (!same(b, p)) sectors[count++].right = pf_fixed_from_to(p, b);
    if (!same(a, p)) lefts[left_count++] = pf_fixed_from_to(p, a);
  }
  assert_int_equal(count, left_count);
  for (int32_t i = 0; i < count; i++) {
    sectors[i].left = lefts[0];
    for (int32_t k = 1; k < count; k++)
      if (before(sectors[i].right, lefts[k], sectors[i].left)) sectors[i].left = lefts[k];
  }
  free(lefts);
  return count;
}

twin_sector twin_home_sector(const pf_outline *outline, int bits, pf_fixed_point p) {
  static const pf_fixed_point diagonal = {1, 1};
  twin_sector *all = malloc(((size_t)outline->edge_count + 1) * sizeof *all);
  assert_non_null(all);
  const int32_t count = sectors_of(outline, bits, p, all);
  assert_true(count > 0);
  twin_sector home = all[0];
  for (int32_t i = 1; i < count; i++) {
    /* Clockwise, a sector begins at its left ray: take the last one counter-clockwise. */
    if (twin_sector_holds(home, diagonal)) break;
    if (twin_sector_holds(all[i], diagonal) || before(diagonal, home.left, all[i].left))
      home = all[i];
  }
  free(all);
  return home;
}

/* At a vertex inside the segment: whether one sector holds both directions. */
static bool passes(const pf_outline *outline, int bits, pf_fixed_point p, pf_fixed_point d) {
  twin_sector *all = malloc(((size_t)outline->edge_count + 1) * sizeof *all);
  bool good = false;
  assert_non_null(all);
  const int32_t count = sectors_of(outline, bits, p, all);
  for (int32_t i = 0; i < count; i++)
    good = good || (twin_sector_holds(all[i], d) && twin_sector_holds(all[i], minus(d)));
  free(all);
  return good;
}

/* The sector of a vertex in which paths turn: the one of more than half a turn. False: none. */
static bool turning_sector(const pf_outline *outline, int bits, pf_fixed_point p,
                           twin_sector *sector) {
  twin_sector *all = malloc(((size_t)outline->edge_count + 1) * sizeof *all);
  bool found = false;
  assert_non_null(all);
  const int32_t count = sectors_of(outline, bits, p, all);
  for (int32_t i = 0; i < count && !found; i++) {
    found = part(all[i].right, all[i].left) == 3;
    if (found) *sector = all[i];
  }
  free(all);
  return found;
}

/* At an end: whether its sector holds the direction: its home, or the one in which paths turn. */
static bool leaves(const pf_outline *outline, int bits, pf_fixed_point p, bool turns,
                   pf_fixed_point d) {
  twin_sector sector;
  const twin_place place = twin_place_of(outline, bits, p);
  if (place != TWIN_ON_BORDER) return place == TWIN_INSIDE;
  if (!turns || !turning_sector(outline, bits, p, &sector))
    sector = twin_home_sector(outline, bits, p);
  return twin_sector_holds(sector, d);
}

static bool sees(const pf_outline *outline, int bits, pf_fixed_point a, bool a_turns,
                 pf_fixed_point b, bool b_turns) {
  const pf_fixed_point d = pf_fixed_from_to(a, b);
  if (same(a, b)) return twin_place_of(outline, bits, a) != TWIN_OUTSIDE;
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const pf_fixed_point p = vertex(outline, outline->edges[i].from, bits);
    const pf_fixed_point q = vertex(outline, outline->edges[i].to, bits);
    const pf_fixed_point e = pf_fixed_from_to(p, q);
    if (turn(d, pf_fixed_from_to(a, p)) * turn(d, pf_fixed_from_to(a, q)) < 0 &&
        turn(e, pf_fixed_from_to(p, a)) * turn(e, pf_fixed_from_to(p, b)) < 0)
      return false;
  }
  if (!leaves(outline, bits, a, a_turns, d) || !leaves(outline, bits, b, b_turns, minus(d)))
    return false;
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    const pf_fixed_point p = vertex(outline, v, bits);
    if (!same(p, a) && !same(p, b) && on_segment(a, b, p) && !passes(outline, bits, p, d))
      return false;
  }
  return true;
}

bool twin_region_sees(const pf_outline *outline, int bits, pf_fixed_point a, pf_fixed_point b) {
  return sees(outline, bits, a, false, b, false);
}

/* ---- Any map ---- */

bool twin_map_is_free(const twin_map *map, int bits, pf_fixed_point p) {
  return map->outline.edge_count ? twin_place_of(&map->outline, bits, p) != TWIN_OUTSIDE
                                 : twin_home(&map->grid, bits, p).x >= 0;
}

bool twin_map_sees(const twin_map *map, int bits, pf_fixed_point a, pf_fixed_point b) {
  return map->outline.edge_count ? twin_region_sees(&map->outline, bits, a, b)
                                 : twin_sees(&map->grid, bits, a, b);
}

bool twin_map_sees_turning(const twin_map *map, int bits, pf_fixed_point a, bool a_turns,
                           pf_fixed_point b, bool b_turns) {
  return map->outline.edge_count ? sees(&map->outline, bits, a, a_turns, b, b_turns)
                                 : twin_sees(&map->grid, bits, a, b);
}

static pf_lattice_point lowered(pf_fixed_point p) {
  return (pf_lattice_point){(int32_t)p.x, (int32_t)p.y};
}

bool twin_map_convex(const twin_map *map, int64_t x, int64_t y, pf_wedge *wedge) {
  const pf_outline *outline = &map->outline;
  int quadrant;
  if (!outline->edge_count) {
    if (!twin_is_convex(&map->grid, x, y, &quadrant)) return false;
    *wedge = pf_quadrant_wedge((uint8_t)quadrant);
    return true;
  }
  twin_sector sector;
  if (!turning_sector(outline, 0, (pf_fixed_point){x, y}, &sector)) return false;
  *wedge = (pf_wedge){lowered(sector.left), lowered(sector.right)};
  return true;
}

bool twin_map_random_point(pf_random *random, const twin_map *map, int bits, bool plain,
                           pf_fixed_point *point) {
  const pf_outline *outline = &map->outline;
  if (!outline->edge_count)
    return plain ? twin_random_plain_point(random, &map->grid, bits, point)
                 : twin_random_point(random, &map->grid, bits, point);
  pf_lattice_point most = {0, 0};
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (outline->vertices[v].x > most.x) most.x = outline->vertices[v].x;
    if (outline->vertices[v].y > most.y) most.y = outline->vertices[v].y;
  }
  for (int tries = 0; tries < 200; tries++) {
    const pf_outline_edge e = outline->edges[pf_random_below(random, outline->edge_count)];
    const pf_fixed_point a = vertex(outline, e.from, bits), b = vertex(outline, e.to, bits);
    const int64_t unit = INT64_C(1) << bits;
    switch (pf_random_below(random, plain ? 5 : 7)) {
    case 0: *point = a; break;
    case 1: *point = (pf_fixed_point){(a.x + b.x) / 2, (a.y + b.y) / 2}; break;
    case 2:
      *point = (pf_fixed_point){pf_random_between(random, 0, most.x) * unit,
                                pf_random_between(random, 0, most.y) * unit};
      break;
    case 3:
    case 4:
      *point = (pf_fixed_point){pf_random_below(random, most.x * unit + 1),
                                pf_random_below(random, most.y * unit + 1)};
      break;
    case 5:
      *point = (pf_fixed_point){a.x + pf_random_between(random, -2, 2),
                                a.y + pf_random_between(random, -2, 2)};
      break;
    default:
      *point = (pf_fixed_point){(a.x + b.x) / 2 + pf_random_between(random, -2, 2),
                                (a.y + b.y) / 2 + pf_random_between(random, -2, 2)};
    }
    if (twin_map_is_free(map, bits, *point)) return true;
  }
  return false;
}

/* area.c - areas as unions of open convex pieces.
 *
 * A polygon grown as a whole would run into itself wherever a notch is narrower than the margin. So
 * each edge grows alone: its piece is a trapezoid, a margin wide on the outer side, half a margin
 * on the inner side, and longer than the edge at both ends. The pieces contain the polygon's whole
 * border in their interior, and no path enters the polygon without crossing one of them. Hence
 *
 *     a point is held      if it is inside a piece or inside the polygon,
 *     a segment meets      if it meets a piece, given that its ends are not held,
 *
 * whatever the polygon looks like, and overlapping areas need no special treatment. The corners of
 * the pieces are rounded to the grid; from then on everything is exact.
 *
 * A segment misses an open convex polygon if and only if a line separates them: one along an edge
 * of the polygon, or one along the segment.
 *
 * Shortest paths turn at corners of the pieces that no other piece or area contains: where the
 * borders of two pieces cross, the closed angle is more than half a turn. At a convex corner of the
 * area both pieces end in the same point, so that one outer corner remains, unless the corner is so
 * sharp that this point would be far off. Corners on the inner side are nearly always inside some
 * piece or area; listing those that aren't makes the outer corners complete for areas thinner than
 * the margin, too. */
#include "geometry/area.h"

#include "base/memory.h"
#include "geometry/polyline.h"

/* The cosine of the sharpest turn at which two pieces end in one point: 120 degrees, where that
 * point is two margins from the corner. */
#define SHARPEST_COSINE (-0.5)

static void swap_points(pf_fixed_point *a, pf_fixed_point *b) {
  const pf_fixed_point swap = *a;
  *a = *b;
  *b = swap;
}

static void widen(pf_fixed_point *low, pf_fixed_point *high, pf_fixed_point p) {
  if (p.x < low->x) low->x = p.x;
  if (p.y < low->y) low->y = p.y;
  if (p.x > high->x) high->x = p.x;
  if (p.y > high->y) high->y = p.y;
}

/* ---- Adding ---- */

void pf_areas_begin(pf_areas *areas, const pf_frame *frame, int fraction_bits) {
  areas->frame = frame;
  areas->fraction_bits = fraction_bits;
  areas->margin = pf_area_margin(fraction_bits);
  areas->ring_count = areas->corner_count = areas->circle_count = areas->outer_corner_count = 0;
  areas->cluster_count = 0;
}

/* Drops repeated and straight corners, also where the ring closes. */
static int32_t straighten_ring(pf_fixed_point *p, int32_t count) {
  count = pf_polyline_straighten(p, count);
  while (count > 1 && p[0].x == p[count - 1].x && p[0].y == p[count - 1].y) count--;
  /* The last corner, and then the first, may lie on a straight side. */
  while (count > 2) {
    pf_fixed_point end[3] = {p[count - 2], p[count - 1], p[0]};
    if (pf_polyline_straighten(end, 3) == 3) break;
    count--;
  }
  while (count > 2) {
    pf_fixed_point end[3] = {p[count - 1], p[0], p[1]};
    if (pf_polyline_straighten(end, 3) == 3) break;
    for (int32_t i = 1; i < count; i++) p[i - 1] = p[i];
    count--;
  }
  return count;
}

/* A simple ring turns at its least corner in the direction of its winding. */
static void wind_counter_clockwise(pf_fixed_point *p, int32_t count) {
  int32_t least = 0;
  for (int32_t i = 1; i < count; i++)
    if (p[i].x < p[least].x || (p[i].x == p[least].x && p[i].y < p[least].y)) least = i;
  if (pf_turn_at(p[(least + count - 1) % count], p[least], p[(least + 1) % count]) > 0) return;
  for (int32_t i = 0, k = count - 1; i < k; i++, k--) swap_points(&p[i], &p[k]);
}

/* A direction as a vector of length 1. */
typedef struct direction {
  double x, y;
} direction;

static direction direction_of(pf_fixed_point a, pf_fixed_point b) {
  const double x = (double)(b.x - a.x), y = (double)(b.y - a.y);
  const double length = sqrt(x * x + y * y);
  return (direction){x / length, y / length};
}

/* Returns how far a piece extends past the corner between `in` and `out` on its outer side, in
 * margins: to where the two outer sides meet (*common), or a little if they don't. */
static double stand_out(direction in, direction out, bool *common) {
  const double sine = in.x * out.y - in.y * out.x, cosine = in.x * out.x + in.y * out.y;
  *common = sine > 0 && cosine >= SHARPEST_COSINE;
  if (*common) return sine / (1 + cosine); /* tangent of half the turn */
  return sine > 0 ? 1 : 0.5;
}

/* The point `along` ahead of p and `aside` to its right, which is the outside. */
static pf_fixed_point offset(pf_fixed_point p, direction d, double along, double aside) {
  return (pf_fixed_point){p.x + llrint(d.x * along + d.y * aside),
                          p.y + llrint(d.y * along - d.x * aside)};
}

/* Makes the pieces of a ring: corners 0 and 1 are on the outer side, 2 and 3 on the inner. */
static void grow(const pf_fixed_point *p, int32_t count, double margin, pf_area_piece *pieces) {
  for (int32_t i = 0; i < count; i++) {
    const pf_fixed_point a = p[i], b = p[(i + 1) % count];
    const direction before = direction_of(p[(i + count - 1) % count], a);
    const direction d = direction_of(a, b);
    const direction after = direction_of(b, p[(i + 2) % count]);
    bool common;
    pf_area_piece *piece = &pieces[i];
    piece->corners[0] = offset(a, d, -margin * stand_out(before, d, &common), margin);
    piece->corners[1] = offset(b, d, margin * stand_out(d, after, &common), margin);
    piece->corners[2] = offset(b, d, margin / 2, -margin / 2);
    piece->corners[3] = offset(a, d, -margin / 2, -margin / 2);
  }
  for (int32_t i = 0; i < count; i++) { /* Common corners were computed twice: take one. */
    const int32_t next = (i + 1) % count;
    bool common;
    stand_out(direction_of(p[i], p[next]), direction_of(p[next], p[(next + 1) % count]), &common);
    if (common) pieces[next].corners[0] = pieces[i].corners[1];
  }
  for (int32_t i = 0; i < count; i++) {
    pieces[i].low = pieces[i].high = pieces[i].corners[0];
    for (int k = 1; k < 4; k++) widen(&pieces[i].low, &pieces[i].high, pieces[i].corners[k]);
  }
}

/* Makes room for `count` more corners with their pieces. */
static pathfan_status fit_corners(pf_areas *areas, int32_t count) {
  const int64_t need = (int64_t)areas->corner_count + count;
  const pathfan_status status = pf_grow(&areas->corners, &areas->corner_capacity, need);
  if (status) return status;
  return pf_grow(&areas->pieces, &areas->piece_capacity, need);
}

static pathfan_status fit_ring(pf_areas *areas) {
  return pf_grow(&areas->rings, &areas->ring_capacity, (int64_t)areas->ring_count + 1);
}

pathfan_status pf_areas_add(pf_areas *areas, const pf_fixed_point *corners, int32_t count,
                            bool *is_simple) {
  const int32_t first = areas->corner_count;
  *is_simple = false;
  pathfan_status status = fit_corners(areas, count);
  if (!status) status = fit_ring(areas);
  if (status) return status;
  pf_fixed_point *p = areas->corners + first;
  for (int32_t i = 0; i < count; i++) p[i] = corners[i];
  count = straighten_ring(p, count);
  *is_simple = count >= 3 && pf_ring_is_simple(p, count);
  if (!*is_simple) return PATHFAN_OK;
  wind_counter_clockwise(p, count);
  pf_area_piece *pieces = areas->pieces + first;
  grow(p, count, (double)areas->margin, pieces);
  pf_area_ring *ring = &areas->rings[areas->ring_count++];
  *ring = (pf_area_ring){first, count, -1, pieces->low, pieces->high};
  for (int32_t i = 1; i < count; i++) {
    widen(&ring->low, &ring->high, pieces[i].low);
    widen(&ring->low, &ring->high, pieces[i].high);
  }
  areas->corner_count += count;
  return PATHFAN_OK;
}

pathfan_status pf_areas_add_circle(pf_areas *areas, double x, double y, double radius,
                                   bool *is_simple) {
  pf_area_circle circle = {.x = x, .y = y, .radius = radius};
  pf_fixed_point corners[PF_CIRCLE_CORNERS];
  if (!pf_area_circle_place(&circle, areas->frame, areas->fraction_bits,
                            pf_area_margin(areas->fraction_bits))) {
    *is_simple = pf_area_circle_draw(&circle, areas->frame, areas->fraction_bits, corners);
    if (!*is_simple) return PATHFAN_OK;
    return pf_areas_add(areas, corners, PF_CIRCLE_CORNERS, is_simple);
  }
  pathfan_status status =
      pf_grow(&areas->circles, &areas->circle_capacity, (int64_t)areas->circle_count + 1);
  if (!status) status = fit_ring(areas);
  if (status) return status;
  const int64_t reach = llrint(circle.outer) + 1;
  const pf_fixed_point low = {circle.centre.x - reach, circle.centre.y - reach};
  const pf_fixed_point high = {circle.centre.x + reach, circle.centre.y + reach};
  areas->rings[areas->ring_count++] = (pf_area_ring){0, 0, areas->circle_count, low, high};
  areas->circles[areas->circle_count++] = circle;
  *is_simple = true;
  return PATHFAN_OK;
}

pathfan_status pf_areas_add_copy(pf_areas *areas, const pf_areas *others, int32_t r) {
  const pf_area_ring *ring = &others->rings[r];
  bool is_simple = true;
  if (ring->circle >= 0) {
    const pf_area_circle *circle = &others->circles[ring->circle];
    return pf_areas_add_circle(areas, circle->x, circle->y, circle->radius, &is_simple);
  }
  const int32_t first = areas->corner_count;
  pathfan_status status = fit_corners(areas, ring->corner_count);
  if (!status) status = fit_ring(areas);
  for (int32_t i = 0; i < ring->corner_count && !status; i++) {
    areas->corners[first + i] = others->corners[ring->first_corner + i];
    areas->pieces[first + i] = others->pieces[ring->first_corner + i];
  }
  if (status) return status;
  areas->rings[areas->ring_count] = *ring;
  areas->rings[areas->ring_count++].first_corner = first;
  areas->corner_count += ring->corner_count;
  return PATHFAN_OK;
}

/* Shrinks a list to `count` elements; if that fails, it stays as it is. */
static void *shrink(void *list, int32_t count, int32_t *capacity, size_t size) {
  void *less = count ? pf_resize(list, (uint64_t)count, size) : NULL;
  if (!less) return list;
  *capacity = count;
  return less;
}

void pf_areas_trim(pf_areas *a) {
  a->rings = shrink(a->rings, a->ring_count, &a->ring_capacity, sizeof *a->rings);
  a->circles = shrink(a->circles, a->circle_count, &a->circle_capacity, sizeof *a->circles);
  a->corners = shrink(a->corners, a->corner_count, &a->corner_capacity, sizeof *a->corners);
  a->pieces = shrink(a->pieces, a->corner_count, &a->piece_capacity, sizeof *a->pieces);
  free(a->outer_corners);
  a->outer_corners = NULL;
  a->outer_corner_count = a->outer_corner_capacity = 0;
}

/* ---- Circles' corners ---- */

/* The corners and pieces of a ring, wherever they are stored. */
typedef struct shape {
  const pf_fixed_point *corners;
  const pf_area_piece *pieces;
  int32_t count;
} shape;

/* Corners and pieces of a circle drawn for one query. */
typedef struct drawing {
  pf_fixed_point corners[PF_CIRCLE_CORNERS];
  pf_area_piece pieces[PF_CIRCLE_CORNERS];
} drawing;

/* Placed circles can always be drawn, and their polygons are simple. */
static void draw(const pf_areas *areas, const pf_area_ring *ring, pf_fixed_point *corners,
                 pf_area_piece *pieces) {
  pf_area_circle_draw(&areas->circles[ring->circle], areas->frame, areas->fraction_bits, corners);
  grow(corners, PF_CIRCLE_CORNERS, (double)pf_area_margin(areas->fraction_bits), pieces);
}

static shape shape_of(const pf_areas *areas, const pf_area_ring *ring, drawing *drawn) {
  if (ring->corner_count)
    return (shape){areas->corners + ring->first_corner, areas->pieces + ring->first_corner,
                   ring->corner_count};
  draw(areas, ring, drawn->corners, drawn->pieces);
  return (shape){drawn->corners, drawn->pieces, PF_CIRCLE_CORNERS};
}

/* Draws a circle and keeps its corners and pieces. */
static pathfan_status keep_drawn(pf_areas *areas, pf_area_ring *ring) {
  if (ring->corner_count) return PATHFAN_OK;
  const pathfan_status status = fit_corners(areas, PF_CIRCLE_CORNERS);
  if (status) return status;
  ring->first_corner = areas->corner_count;
  draw(areas, ring, areas->corners + ring->first_corner, areas->pieces + ring->first_corner);
  ring->corner_count = PF_CIRCLE_CORNERS;
  areas->corner_count += PF_CIRCLE_CORNERS;
  return PATHFAN_OK;
}

const pf_area_piece *pf_area_pieces(const pf_areas *areas, int32_t r,
                                    pf_area_piece room[PF_CIRCLE_CORNERS], int32_t *count) {
  const pf_area_ring *ring = &areas->rings[r];
  pf_fixed_point corners[PF_CIRCLE_CORNERS];
  *count = ring->corner_count ? ring->corner_count : PF_CIRCLE_CORNERS;
  if (ring->corner_count) return areas->pieces + ring->first_corner;
  draw(areas, ring, corners, room);
  return room;
}

/* ---- Outer corners ---- */

/* Adds a corner of a piece, given its neighbours clockwise and counter-clockwise, unless it is
 * concave or inside an area. */
static void add_outer_corner(pf_areas *areas, int32_t ring, pf_fixed_point at, pf_fixed_point first,
                             pf_fixed_point second) {
  const pf_area_corner corner = {at, pf_fixed_from_to(at, first), pf_fixed_from_to(at, second),
                                 ring};
  if (pf_turn(corner.first, corner.second) <= 0 || pf_areas_hold(areas, at)) return;
  areas->outer_corners[areas->outer_corner_count++] = corner;
}

pathfan_status pf_areas_list_outer_corners(pf_areas *areas, int32_t first) {
  pathfan_status status = PATHFAN_OK;
  int64_t corners = 0;
  for (int32_t r = first; r < areas->ring_count && !status; r++) {
    status = keep_drawn(areas, &areas->rings[r]);
    corners += areas->rings[r].corner_count;
  }
  if (!status) status = pf_grow(&areas->outer_corners, &areas->outer_corner_capacity, 4 * corners);
  if (status) return status;
  areas->outer_corner_count = 0;
  for (int32_t r = first; r < areas->ring_count; r++) {
    const pf_area_ring *ring = &areas->rings[r];
    const pf_area_piece *pieces = areas->pieces + ring->first_corner;
    for (int32_t i = 0; i < ring->corner_count; i++) {
      const pf_fixed_point *c = pieces[i].corners;
      const pf_fixed_point *next = pieces[(i + 1) % ring->corner_count].corners;
      if (c[1].x == next[0].x && c[1].y == next[0].y) {
        add_outer_corner(areas, r, c[1], next[1], c[0]);
      } else {
        add_outer_corner(areas, r, c[1], c[2], c[0]);
        add_outer_corner(areas, r, next[0], next[1], next[3]);
      }
      add_outer_corner(areas, r, c[2], c[3], c[1]);
      add_outer_corner(areas, r, c[3], c[0], c[2]);
    }
  }
  return PATHFAN_OK;
}

/* ---- Asking ---- */

static bool in_box(pf_fixed_point low, pf_fixed_point high, pf_fixed_point p) {
  return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y;
}

/* Strict: a segment that only touches the box doesn't meet its interior. */
static bool boxes_meet(pf_fixed_point low, pf_fixed_point high, pf_fixed_point a,
                       pf_fixed_point b) {
  return (a.x < high.x || b.x < high.x) && (a.x > low.x || b.x > low.x) &&
         (a.y < high.y || b.y < high.y) && (a.y > low.y || b.y > low.y);
}

bool pf_area_piece_holds(const pf_area_piece *piece, pf_fixed_point p) {
  if (!in_box(piece->low, piece->high, p)) return false;
  const pf_fixed_point *c = piece->corners;
  for (int k = 0; k < 4; k++) {
    const pf_fixed_point edge = pf_fixed_from_to(c[k], c[(k + 1) & 3]);
    /* Two corners may have been rounded to one; the other edges decide then. */
    if ((edge.x || edge.y) && pf_turn(edge, pf_fixed_from_to(c[k], p)) <= 0) return false;
  }
  return true;
}

/* Even-odd rule: rings don't cross themselves, and the pieces contain the border. */
static bool ring_holds(const pf_fixed_point *c, int32_t count, pf_fixed_point p) {
  bool odd = false;
  for (int32_t i = 0, k = count - 1; i < count; k = i++) {
    if ((c[i].y > p.y) == (c[k].y > p.y)) continue;
    const int side = pf_turn_at(c[k], c[i], p);
    if (c[i].y > c[k].y ? side > 0 : side < 0) odd = !odd;
  }
  return odd;
}

static bool shape_holds(const shape *s, pf_fixed_point point) {
  if (ring_holds(s->corners, s->count, point)) return true;
  for (int32_t i = 0; i < s->count; i++)
    if (pf_area_piece_holds(&s->pieces[i], point)) return true;
  return false;
}

static bool area_holds(const pf_areas *areas, int32_t r, pf_fixed_point point) {
  const pf_area_ring *ring = &areas->rings[r];
  drawing drawn;
  if (!in_box(ring->low, ring->high, point)) return false;
  if (ring->circle >= 0) {
    const pf_circle_meeting meeting =
        pf_area_circle_meets(&areas->circles[ring->circle], point, point);
    if (meeting != PF_CIRCLE_GRAZED) return meeting == PF_CIRCLE_HIT;
  }
  const shape s = shape_of(areas, ring, &drawn);
  return shape_holds(&s, point);
}

bool pf_areas_hold(const pf_areas *areas, pf_fixed_point point) {
  if (!areas->cluster_count) {
    for (int32_t r = 0; r < areas->ring_count; r++)
      if (area_holds(areas, r, point)) return true;
    return false;
  }
  for (int32_t c = 0, i = 0; c < areas->cluster_count; c++) {
    const pf_area_cluster *cluster = &areas->clusters[c];
    if (!in_box(cluster->low, cluster->high, point)) i = cluster->end;
    for (; i < cluster->end; i++)
      if (area_holds(areas, areas->clustered[i], point)) return true;
  }
  return false;
}

/* Whether the line along an edge passes a point at more than `reach` steps by each coordinate. */
static bool is_clear_of(pf_fixed_point a, pf_fixed_point b, pf_fixed_point p, double reach) {
  const pf_fixed_point edge = pf_fixed_from_to(a, b);
  return fabs(pf_int128_double(pf_fixed_cross(edge, pf_fixed_from_to(a, p)))) >
         (reach + 1) * (fabs((double)edge.x) + fabs((double)edge.y));
}

static bool area_holds_round(const pf_areas *areas, const pf_area_ring *ring, pf_fixed_point p,
                             double reach) {
  if (!in_box(ring->low, ring->high, p)) return false;
  if (ring->circle >= 0) {
    const pf_area_circle *circle = &areas->circles[ring->circle];
    const double x = (double)(p.x - circle->centre.x), y = (double)(p.y - circle->centre.y);
    return hypot(x, y) + 2 * reach < circle->inner;
  }
  const pf_fixed_point *c = areas->corners + ring->first_corner;
  for (int32_t i = 0, k = ring->corner_count - 1; i < ring->corner_count; k = i++)
    if (!is_clear_of(c[k], c[i], p, reach)) return false;
  return ring_holds(c, ring->corner_count, p);
}

bool pf_areas_hold_round(const pf_areas *areas, pf_fixed_point point, int64_t reach) {
  for (int32_t r = 0; r < areas->ring_count; r++)
    if (area_holds_round(areas, &areas->rings[r], point, (double)reach)) return true;
  return false;
}

bool pf_area_piece_meets(const pf_area_piece *piece, pf_fixed_point a, pf_fixed_point b) {
  if (!boxes_meet(piece->low, piece->high, a, b)) return false;
  const pf_fixed_point *c = piece->corners;
  const pf_fixed_point d = pf_fixed_from_to(a, b);
  bool left = false, right = false;
  for (int k = 0; k < 4; k++) {
    const pf_fixed_point edge = pf_fixed_from_to(c[k], c[(k + 1) & 3]);
    if ((edge.x || edge.y) && pf_turn(edge, pf_fixed_from_to(c[k], a)) <= 0 &&
        pf_turn(edge, pf_fixed_from_to(c[k], b)) <= 0)
      return false;
    const int side = pf_turn(d, pf_fixed_from_to(a, c[k]));
    left = left || side > 0;
    right = right || side < 0;
  }
  return (left && right) || !(d.x || d.y);
}

bool pf_area_meets(const pf_areas *areas, int32_t r, pf_fixed_point a, pf_fixed_point b) {
  const pf_area_ring *ring = &areas->rings[r];
  drawing drawn;
  if (!boxes_meet(ring->low, ring->high, a, b)) return false;
  if (ring->circle >= 0) {
    const pf_circle_meeting meeting = pf_area_circle_meets(&areas->circles[ring->circle], a, b);
    if (meeting != PF_CIRCLE_GRAZED) return meeting == PF_CIRCLE_HIT;
  }
  const shape s = shape_of(areas, ring, &drawn);
  for (int32_t i = 0; i < s.count; i++)
    if (pf_area_piece_meets(&s.pieces[i], a, b)) return true;
  return false;
}

bool pf_areas_meet(const pf_areas *areas, pf_fixed_point a, pf_fixed_point b) {
  if (!areas->cluster_count) {
    for (int32_t r = 0; r < areas->ring_count; r++)
      if (pf_area_meets(areas, r, a, b)) return true;
    return false;
  }
  for (int32_t c = 0, i = 0; c < areas->cluster_count; c++) {
    const pf_area_cluster *cluster = &areas->clusters[c];
    if (!boxes_meet(cluster->low, cluster->high, a, b)) i = cluster->end;
    for (; i < cluster->end; i++)
      if (pf_area_meets(areas, areas->clustered[i], a, b)) return true;
  }
  return false;
}

/* ---- Clusters ---- */

/* A cluster has about CLUSTER rings, and there are at most SIDE x SIDE clusters. */
enum { CLUSTER = 16, SIDE = 8 };

typedef struct cluster_grid {
  pf_fixed_point low;
  double column, row; /* cells per step */
  int32_t side;
} cluster_grid;

/* The cell of the middle of a ring's box. */
static int32_t cell_of(const cluster_grid *grid, const pf_area_ring *ring) {
  const double x = (double)((ring->low.x / 2 + ring->high.x / 2) - grid->low.x);
  const double y = (double)((ring->low.y / 2 + ring->high.y / 2) - grid->low.y);
  const int32_t column = (int32_t)(x * grid->column), row = (int32_t)(y * grid->row);
  return (row < grid->side ? row : grid->side - 1) * grid->side +
         (column < grid->side ? column : grid->side - 1);
}

static cluster_grid grid_of(const pf_areas *areas) {
  pf_fixed_point low = areas->rings->low, high = areas->rings->high;
  cluster_grid grid = {.side = 1};
  for (int32_t r = 1; r < areas->ring_count; r++) {
    widen(&low, &high, areas->rings[r].low);
    widen(&low, &high, areas->rings[r].high);
  }
  while (grid.side < SIDE && grid.side * grid.side * CLUSTER < areas->ring_count) grid.side++;
  grid.low = low;
  grid.column = grid.side / (double)(high.x - low.x);
  grid.row = grid.side / (double)(high.y - low.y);
  return grid;
}

pathfan_status pf_areas_cluster(pf_areas *areas) {
  const int32_t count = areas->ring_count;
  areas->cluster_count = 0;
  if (count <= 2 * CLUSTER) return PATHFAN_OK;
  const cluster_grid grid = grid_of(areas);
  const int32_t cells = grid.side * grid.side;
  pathfan_status status = pf_grow(&areas->clusters, &areas->cluster_capacity, cells);
  if (!status) status = pf_grow(&areas->clustered, &areas->clustered_capacity, count);
  if (status) return status;
  int32_t next[SIDE * SIDE + 1] = {0};
  for (int32_t r = 0; r < count; r++) next[cell_of(&grid, &areas->rings[r]) + 1]++;
  for (int32_t c = 0; c < cells; c++) {
    next[c + 1] += next[c];
    areas->clusters[c] = (pf_area_cluster){{0, 0}, {0, 0}, next[c + 1]};
  }
  for (int32_t r = 0; r < count; r++) {
    const pf_area_ring *ring = &areas->rings[r];
    const int32_t c = cell_of(&grid, ring);
    pf_area_cluster *cluster = &areas->clusters[c];
    if (next[c] == (c ? areas->clusters[c - 1].end : 0)) {
      cluster->low = ring->low;
      cluster->high = ring->high;
    }
    widen(&cluster->low, &cluster->high, ring->low);
    widen(&cluster->low, &cluster->high, ring->high);
    areas->clustered[next[c]++] = r;
  }
  areas->cluster_count = cells;
  return PATHFAN_OK;
}

void pf_areas_scatter(pf_areas *areas) {
  areas->cluster_count = 0;
}

void pf_areas_free(pf_areas *areas) {
  free(areas->rings);
  free(areas->circles);
  free(areas->corners);
  free(areas->pieces);
  free(areas->outer_corners);
  free(areas->clusters);
  free(areas->clustered);
  *areas = (pf_areas){0};
}

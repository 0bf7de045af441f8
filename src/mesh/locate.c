/* locate.c - finds a point's cell by division, and tests the point exactly against each polygon in
 * the cell's list, about three. */
#include "mesh/locate.h"

#include "base/portable.h"
#include "format/layout.h"

static uint32_t count_in_cells(int32_t extent, int32_t shift) {
  return ((uint32_t)extent >> shift) + 1;
}

bool pf_locator_open(const void *bytes, uint64_t size, pf_locator *l) {
  pf_layout_locator head;
  if (size < sizeof head) return false;
  memcpy(&head, bytes, sizeof head);
  if (head.width < 0 || head.height < 0 || head.shift < 0 || head.shift > 30 ||
      (head.entry_bytes != 2 && head.entry_bytes != 4) || head.reserved)
    return false;
  *l = (pf_locator){.width = head.width,
                    .height = head.height,
                    .shift = head.shift,
                    .columns = (int32_t)count_in_cells(head.width, head.shift),
                    .rows = (int32_t)count_in_cells(head.height, head.shift),
                    .entry_bytes = head.entry_bytes};
  const uint64_t cells = (uint64_t)l->columns * (uint64_t)l->rows;
  const uint64_t ids = (uint64_t)head.entry_count * (uint64_t)head.entry_bytes;
  if (cells >= UINT32_MAX || size != sizeof head + (cells + 1) * sizeof *l->first + ids)
    return false;
  const char *at = (const char *)bytes + sizeof head;
  l->cell_count = (uint32_t)cells;
  l->first = (const uint32_t *)(const void *)at;
  l->polygon = at + (cells + 1) * sizeof *l->first;
  return l->first[cells] == head.entry_count;
}

static int32_t entry_polygon(const pf_locator *l, uint32_t i) {
  return (int32_t)pf_load_id(l->polygon, i, l->entry_bytes); /* NONE is -1 */
}

/* Which part of a polygon lies round a point: none, all round, or the part between two rays, from
 * right counter-clockwise to left. */
typedef enum hold { HOLD_NOT, HOLD_INSIDE, HOLD_BORDER } hold;
typedef struct rays {
  pf_lattice_point right, left;
} rays;

static hold hold_point(const pf_mesh *mesh, int32_t polygon, pf_fixed_point point, int bits,
                       rays *r) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  hold result = HOLD_INSIDE;
  pf_lattice_point a = mesh->vertices[mesh->corner_vertex[end - 1]];
  pf_fixed_point to_a = pf_fixed_from_to(point, pf_lift(a, bits));
  for (uint32_t c = begin; c < end; c++) {
    const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[c]];
    const pf_fixed_point to_b = pf_fixed_from_to(point, pf_lift(b, bits));
    const pf_lattice_point e = pf_from_to(a, b);
    const int64_t side = e.y * to_a.x - e.x * to_a.y;
    if (side < 0) return HOLD_NOT;
    if (side == 0) { /* on this edge's line, and so on the border or outside */
      const int64_t ahead = e.x * to_b.x + e.y * to_b.y, behind = e.x * to_a.x + e.y * to_a.y;
      result = HOLD_BORDER;
      if (ahead > 0 && behind <= 0) r->right = e;
      if (ahead >= 0 && behind < 0) r->left = (pf_lattice_point){-e.x, -e.y};
    }
    a = b;
    to_a = to_b;
  }
  return result;
}

/* Angle clockwise from (+1,+1) to a ray: 0 less than half a turn, 1 half a turn, 2 more. The ray
 * must not be (+1,+1) itself. */
static int third(pf_lattice_point ray) {
  const int64_t turn = (int64_t)ray.y - ray.x;
  return turn < 0 ? 0 : turn == 0 ? 1 : 2;
}

static bool comes_first(pf_lattice_point a, pf_lattice_point b) {
  const int ta = third(a), tb = third(b);
  return ta != tb ? ta < tb : pf_cross(a, b) < 0;
}

/* ---- Surfaces ---- */

bool pf_part_has(const pf_part_of_mesh *part, const pf_mesh *mesh, int32_t polygon) {
  if (!part) return true;
  bool has = !part->components;
  for (int32_t i = 0; i < part->component_count && !has; i++)
    has = part->of_polygon[(size_t)polygon * part->stride] == part->components[i];
  if (!has || !part->is_boxed) return has;
  const pf_lattice_point corner = mesh->vertices[mesh->corner_vertex[mesh->first_corner[polygon]]];
  return corner.x >= part->low.x && corner.x <= part->high.x && corner.y >= part->low.y &&
         corner.y <= part->high.y;
}

double pf_mesh_height(const pf_mesh *mesh, int32_t polygon, pf_fixed_point point, int bits) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  if (!mesh->corner_height) return 0;
  const double scale = pf_power_of_two(-bits);
  const double x = (double)point.x * scale, y = (double)point.y * scale;
  const pf_lattice_point a = mesh->vertices[mesh->corner_vertex[begin]];
  for (uint32_t c = begin + 1; c + 1 < end; c++) {
    const pf_lattice_point b = pf_from_to(a, mesh->vertices[mesh->corner_vertex[c]]);
    const pf_lattice_point d = pf_from_to(a, mesh->vertices[mesh->corner_vertex[c + 1]]);
    const double px = x - a.x, py = y - a.y;
    const double whole = (double)pf_cross(b, d);
    const double of_d = b.x * py - b.y * px, of_b = px * d.y - py * d.x;
    if (whole <= 0 || (of_b < 0 && c + 2 < end)) continue; /* beyond the side to the next corner */
    const double sb = of_b / whole, sd = of_d / whole;
    return (1 - sb - sd) * (double)mesh->corner_height[begin] +
           sb * (double)mesh->corner_height[c] + sd * (double)mesh->corner_height[c + 1];
  }
  return (double)mesh->corner_height[begin];
}

/* Heights that differ by less than this share are the same: those of two polygons on the edge that
 * they share. */
#define SAME_HEIGHT 1e-6

/* How far a polygon at a point is from the one that is wanted. */
static double miss(const pf_mesh *mesh, int32_t polygon, pf_fixed_point point, int bits,
                   double height) {
  const double here = pf_mesh_height(mesh, polygon, point, bits);
  return isnan(height) ? -here : fabs(here - height);
}

static uint32_t cell_of(const pf_locator *l, pf_fixed_point point, int bits) {
  return (uint32_t)(point.y >> (bits + l->shift)) * (uint32_t)l->columns +
         (uint32_t)(point.x >> (bits + l->shift));
}

static bool is_off(const pf_locator *l, pf_fixed_point point, int bits) {
  return point.x < 0 || point.y < 0 || point.x > (int64_t)l->width << bits ||
         point.y > (int64_t)l->height << bits;
}

static const pf_lattice_point diagonal = {1, 1};

/* Whether a point that a polygon holds is its own: it lies inside, or its diagonal leads into it.
 * Else notes the polygon if it is the first by its rays. */
static inline bool takes(hold held, const rays *r, int32_t polygon, pf_lattice_point *best,
                         int32_t *found) {
  if (held == HOLD_INSIDE ||
      (pf_cross(r->right, diagonal) >= 0 && pf_cross(diagonal, r->left) >= 0))
    return true;
  /* Clockwise, a polygon begins at its left ray. */
  if (*found < 0 || comes_first(r->left, *best)) {
    *best = r->left;
    *found = polygon;
  }
  return false;
}

int32_t pf_locate_at(const pf_locator *l, const pf_mesh *mesh, pf_fixed_point point, int bits,
                     const pf_part_of_mesh *only) {
  const double height = only && only->has_height ? only->height : NAN;
  double least = INFINITY;
  pf_lattice_point best = {0, 0};
  int32_t found = -1;
  if (is_off(l, point, bits)) return -1;
  const uint32_t cell = cell_of(l, point, bits);
  for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++) {
    rays r = {{0, 0}, {0, 0}};
    const int32_t polygon = entry_polygon(l, i);
    if (!pf_part_has(only, mesh, polygon) || hold_point(mesh, polygon, point, bits, &r) == HOLD_NOT)
      continue;
    least = fmin(least, miss(mesh, polygon, point, bits, height));
  }
  for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++) {
    const int32_t polygon = entry_polygon(l, i);
    rays r = {{0, 0}, {0, 0}};
    if (!pf_part_has(only, mesh, polygon)) continue;
    const hold held = hold_point(mesh, polygon, point, bits, &r);
    if (held == HOLD_NOT ||
        miss(mesh, polygon, point, bits, height) > least + SAME_HEIGHT * (1 + fabs(least)))
      continue;
    if (takes(held, &r, polygon, &best, &found)) return polygon;
  }
  return found;
}

int32_t pf_locate(const pf_locator *l, const pf_mesh *mesh, pf_fixed_point point, int bits) {
  if (mesh->is_layered) return pf_locate_at(l, mesh, point, bits, NULL);
  if (is_off(l, point, bits)) return -1;
  const uint32_t cell = cell_of(l, point, bits);
  pf_lattice_point best = {0, 0};
  int32_t found = -1;
  for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++) {
    const int32_t polygon = entry_polygon(l, i);
    rays r = {{0, 0}, {0, 0}};
    const hold held = hold_point(mesh, polygon, point, bits, &r);
    if (held == HOLD_NOT) continue;
    if (takes(held, &r, polygon, &best, &found)) return polygon;
  }
  return found;
}

int32_t pf_locate_vertex(const pf_locator *l, const pf_mesh *mesh, pf_lattice_point point,
                         int32_t *polygon) {
  if (point.x < 0 || point.y < 0 || point.x > l->width || point.y > l->height) return -1;
  const uint32_t cell =
      (uint32_t)(point.y >> l->shift) * (uint32_t)l->columns + (uint32_t)(point.x >> l->shift);
  for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++) {
    *polygon = entry_polygon(l, i);
    for (uint32_t c = mesh->first_corner[*polygon]; c < mesh->first_corner[*polygon + 1]; c++) {
      const int32_t v = mesh->corner_vertex[c];
      if (v < mesh->convex_count && mesh->vertices[v].x == point.x &&
          mesh->vertices[v].y == point.y)
        return v;
    }
  }
  return -1;
}

/* ---- Boxes ---- */

/* Whether a polygon meets a box: no axis and no edge of the polygon separates the two. */
static bool meets_box(const pf_mesh *mesh, int32_t polygon, const pf_fixed_point box[2], int bits) {
  const uint32_t begin = mesh->first_corner[polygon], end = mesh->first_corner[polygon + 1];
  pf_lattice_point a = mesh->vertices[mesh->corner_vertex[end - 1]];
  bool left = true, right = true, above = true, below = true;
  for (uint32_t c = begin; c < end; c++) {
    const pf_lattice_point b = mesh->vertices[mesh->corner_vertex[c]], e = pf_from_to(a, b);
    const pf_fixed_point at = pf_lift(b, bits);
    /* The corner of the box that is farthest to the polygon's side of the edge. */
    const pf_fixed_point inmost = {box[e.y < 0].x, box[e.x > 0].y};
    const pf_fixed_point d = pf_fixed_from_to(inmost, at);
    if (e.y * d.x - e.x * d.y < 0) return false;
    left = left && at.x < box[0].x;
    right = right && at.x > box[1].x;
    above = above && at.y < box[0].y;
    below = below && at.y > box[1].y;
    a = b;
  }
  return !left && !right && !above && !below;
}

bool pf_locate_each(const pf_locator *l, const pf_mesh *mesh, pf_fixed_point low,
                    pf_fixed_point high, int bits, void *context,
                    bool (*visit)(void *context, int32_t polygon)) {
  const int64_t width = (int64_t)l->width << bits, height = (int64_t)l->height << bits;
  if (high.x < 0 || high.y < 0 || low.x > width || low.y > height) return false;
  const pf_fixed_point box[2] = {
      {low.x > 0 ? low.x : 0, low.y > 0 ? low.y : 0},
      {high.x < width ? high.x : width, high.y < height ? high.y : height}};
  const int shift = bits + l->shift;
  for (int64_t y = box[0].y >> shift; y <= box[1].y >> shift; y++)
    for (int64_t x = box[0].x >> shift; x <= box[1].x >> shift; x++) {
      const uint32_t cell = (uint32_t)y * (uint32_t)l->columns + (uint32_t)x;
      for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++)
        if (meets_box(mesh, entry_polygon(l, i), box, bits) && visit(context, entry_polygon(l, i)))
          return true;
    }
  return false;
}

static bool stop(void *context, int32_t polygon) {
  (void)context, (void)polygon;
  return true;
}

bool pf_locate_box(const pf_locator *l, const pf_mesh *mesh, pf_fixed_point low,
                   pf_fixed_point high, int bits) {
  return pf_locate_each(l, mesh, low, high, bits, NULL, stop);
}

/* The best free point so far. */
typedef struct candidate {
  const pf_locator *locator;
  const pf_mesh *mesh;
  pf_fixed_point from;
  int bits;
  double radius, reach;        /* of walls; of points, which are no farther than this */
  const pf_part_of_mesh *only; /* NULL: any */
  bool found;
  pf_int128 square; /* squared distance */
  pf_fixed_point at;
  int32_t polygon;
} candidate;

static void consider(candidate *c, pf_fixed_point at) {
  const pf_fixed_point way = pf_fixed_from_to(c->from, at);
  const pf_int128 square = pf_fixed_dot(way, way);
  const int order = c->found ? pf_int128_compare(square, c->square) : -1;
  if (pf_int128_double(square) > c->reach * c->reach || order > 0) return;
  if (order == 0 && (at.y > c->at.y || (at.y == c->at.y && at.x >= c->at.x))) return;
  const int32_t polygon = c->mesh->is_layered
                              ? pf_locate_at(c->locator, c->mesh, at, c->bits, c->only)
                              : pf_locate(c->locator, c->mesh, at, c->bits);
  if (polygon < 0 || !pf_part_has(c->only, c->mesh, polygon)) return;
  c->found = true;
  c->square = square;
  c->at = at;
  c->polygon = polygon;
}

/* Considers grid points round the nearest point of a wall, and the wall's ends, which are on the
 * grid. */
static void consider_wall(candidate *c, pf_lattice_point from, pf_lattice_point to) {
  const pf_fixed_point a = pf_lift(from, c->bits), b = pf_lift(to, c->bits);
  const double ex = (double)(b.x - a.x), ey = (double)(b.y - a.y);
  const double px = (double)c->from.x - (double)a.x, py = (double)c->from.y - (double)a.y;
  double t = (px * ex + py * ey) / (ex * ex + ey * ey);
  t = t < 0 ? 0 : t > 1 ? 1 : t;
  const double dx = px - t * ex, dy = py - t * ey, distance = sqrt(dx * dx + dy * dy);
  /* NaN: a wall without length, which only a forged mesh has. */
  if (!(distance <= c->radius) || (c->found && distance > sqrt(pf_int128_double(c->square)) + 1))
    return;
  const pf_fixed_point middle = {a.x + llrint(t * ex), a.y + llrint(t * ey)};
  for (int64_t y = -1; y <= 1; y++)
    for (int64_t x = -1; x <= 1; x++) consider(c, (pf_fixed_point){middle.x + x, middle.y + y});
  consider(c, a);
  consider(c, b);
}

/* Finds the cells that [v - radius, v + radius] meets along one axis; false if none. */
static bool cell_range(double v, double radius, int64_t extent, int shift, int32_t *low,
                       int32_t *high) {
  if (!(v - radius <= (double)extent && v + radius >= 0)) return false;
  *low = v - radius <= 0 ? 0 : (int32_t)((int64_t)(v - radius) >> shift);
  *high = (int32_t)((v + radius >= (double)extent ? extent : (int64_t)(v + radius)) >> shift);
  return true;
}

void pf_locate_walls(const pf_locator *l, const pf_mesh *mesh, pf_fixed_point point, double radius,
                     int bits, void *context,
                     void (*each)(void *context, int32_t polygon, uint32_t corner)) {
  int32_t x0, x1, y0, y1;
  if (!cell_range((double)point.x, radius, (int64_t)l->width << bits, bits + l->shift, &x0, &x1) ||
      !cell_range((double)point.y, radius, (int64_t)l->height << bits, bits + l->shift, &y0, &y1))
    return;
  for (int32_t y = y0; y <= y1; y++)
    for (int32_t x = x0; x <= x1; x++) {
      const uint32_t cell = (uint32_t)y * (uint32_t)l->columns + (uint32_t)x;
      for (uint32_t i = l->first[cell]; i < l->first[cell + 1]; i++) {
        const int32_t here = entry_polygon(l, i);
        for (uint32_t c = mesh->first_corner[here]; c < mesh->first_corner[here + 1]; c++)
          if (mesh->corner_neighbour[c] < 0) each(context, here, c);
      }
    }
}

static void consider_side(void *candidates, int32_t polygon, uint32_t corner) {
  candidate *c = candidates;
  const pf_mesh *mesh = c->mesh;
  const uint32_t next = pf_corner_after(mesh->first_corner, polygon, corner);
  if (pf_part_has(c->only, mesh, polygon))
    consider_wall(c, mesh->vertices[mesh->corner_vertex[corner]],
                  mesh->vertices[mesh->corner_vertex[next]]);
}

bool pf_locate_nearest(const pf_locator *l, const pf_mesh *mesh, pf_fixed_point point,
                       double radius, int bits, const pf_part_of_mesh *only,
                       pf_fixed_point *nearest, int32_t *polygon) {
  candidate c = {.locator = l,
                 .mesh = mesh,
                 .from = point,
                 .bits = bits,
                 .radius = radius,
                 .reach = radius + 2,
                 .only = only};
  pf_locate_walls(l, mesh, point, radius, bits, &c, consider_side);
  if (!c.found) return false;
  *nearest = c.at;
  *polygon = c.polygon;
  return true;
}

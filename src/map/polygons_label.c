/* polygons_label.c - which faces are free.
 *
 * From each face's point a ray goes out to the right. Every ring that it crosses
 * counts how often it winds round the point, with sign; what the kinds of polygons
 * make of that is said in polygons.h. Points are taken by y, so that only edges
 * that reach that y are looked at.
 *
 * A point lies well inside its face unless that is a sliver; the rings are those
 * from before the rounding, so the answer is that of the map as it was drawn. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "map/polygons_overlay.h"

typedef struct side {
  double low_x, low_y, high_x, high_y; /* low_y < high_y */
  int32_t ring;
  int8_t sign; /* +1 if the ring runs from low to high */
} side;

/* What a point's rings say of a polygon. */
enum { IN_SHELL = 1, IN_HOLE = 2, ODD = 4 };

enum { MET_INSIDE = 1, MET_OUTSIDE = 2 };

typedef struct labeller {
  const pathfan_polygons *placed;
  side *sides; /* by low_y */
  int32_t side_count;
  int32_t *active; /* sides that reach the current y, and stale ones */
  int32_t active_count, next_side;
  int32_t *ring_polygon, *ring_winding;
  int32_t *crossed; /* rings with crossings at the current point */
  int32_t crossed_count;
  uint8_t *ring_noted; /* is among them */
  uint8_t *says;       /* of a polygon, at the current point */
  uint8_t *ring_met;   /* whether faces in a hole are in its shell, or not, or both */
} labeller;

static int by_low_y(const void *a, const void *b) {
  const side *s = a, *t = b;
  return (s->low_y > t->low_y) - (s->low_y < t->low_y);
}

static pathfan_status begin(labeller *l, const pathfan_polygons *placed) {
  const uint64_t rings = (uint64_t)placed->ring_count, points = (uint64_t)placed->point_count;
  *l = (labeller){.placed = placed};
  l->sides = pathfan_alloc(points, sizeof *l->sides);
  l->active = pathfan_alloc(points, sizeof *l->active);
  l->ring_polygon = pathfan_alloc(rings, sizeof *l->ring_polygon);
  l->ring_winding = pathfan_alloc_zero(rings, sizeof *l->ring_winding);
  l->crossed = pathfan_alloc(rings, sizeof *l->crossed);
  l->ring_noted = pathfan_alloc_zero(rings, 1);
  l->says = pathfan_alloc_zero((uint64_t)placed->polygon_count, 1);
  l->ring_met = pathfan_alloc_zero(rings, 1);
  if (!l->sides || !l->active || !l->ring_polygon || !l->ring_winding || !l->crossed ||
      !l->ring_noted || !l->says || !l->ring_met)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < placed->polygon_count; p++)
    for (int32_t r = placed->polygons[p].first_ring; r < pathfan_polygon_end(placed, p); r++)
      l->ring_polygon[r] = p;
  for (int32_t r = 0; r < placed->ring_count; r++) {
    const int32_t first = placed->rings[r].first_point, end = pathfan_ring_end(placed, r);
    for (int32_t i = first; i < end; i++) {
      const double *a = placed->points + 2 * i;
      const double *b = placed->points + 2 * (i + 1 < end ? i + 1 : first);
      if (a[1] < b[1]) l->sides[l->side_count++] = (side){a[0], a[1], b[0], b[1], r, 1};
      if (a[1] > b[1]) l->sides[l->side_count++] = (side){b[0], b[1], a[0], a[1], r, -1};
    }
  }
  qsort(l->sides, (size_t)l->side_count, sizeof *l->sides, by_low_y);
  return PATHFAN_OK;
}

static void finish(labeller *l) {
  free(l->sides);
  free(l->active);
  free(l->ring_polygon);
  free(l->ring_winding);
  free(l->crossed);
  free(l->ring_noted);
  free(l->says);
  free(l->ring_met);
}

/* Counts crossings of the ray from (x,y); a side holds its low end and not its high one. */
static void cross(labeller *l, double x, double y) {
  while (l->next_side < l->side_count && l->sides[l->next_side].low_y <= y)
    l->active[l->active_count++] = l->next_side++;
  l->crossed_count = 0;
  for (int32_t i = 0; i < l->active_count;) {
    const side *s = &l->sides[l->active[i]];
    if (s->high_y <= y) {
      l->active[i] = l->active[--l->active_count];
      continue;
    }
    i++;
    if (s->low_x <= x && s->high_x <= x) continue;
    const double at = s->low_x + (y - s->low_y) / (s->high_y - s->low_y) * (s->high_x - s->low_x);
    if (at <= x) continue;
    if (!l->ring_noted[s->ring]) l->crossed[l->crossed_count++] = s->ring;
    l->ring_noted[s->ring] = 1;
    l->ring_winding[s->ring] += s->sign;
  }
}

/* Sums up the crossed rings and forgets them. */
static bool judge(labeller *l) {
  const pathfan_polygons *placed = l->placed;
  bool is_free = false, is_blocked = false;
  for (int32_t i = 0; i < l->crossed_count; i++) {
    const int32_t r = l->crossed[i], p = l->ring_polygon[r];
    if (!l->ring_winding[r]) continue;
    if (placed->polygons[p].even_odd)
      l->says[p] ^= l->ring_winding[r] & 1 ? ODD : 0;
    else
      l->says[p] |= r == placed->polygons[p].first_ring ? IN_SHELL : IN_HOLE;
  }
  for (int32_t i = 0; i < l->crossed_count; i++) {
    const int32_t r = l->crossed[i], p = l->ring_polygon[r];
    if (l->says[p] == IN_SHELL || l->says[p] == ODD) {
      if (placed->polygons[p].kind == PATHFAN_POLYGON_FREE)
        is_free = true;
      else
        is_blocked = true;
    }
    if (l->ring_winding[r] && l->says[p] & IN_HOLE && r != placed->polygons[p].first_ring)
      l->ring_met[r] |= l->says[p] & IN_SHELL ? MET_INSIDE : MET_OUTSIDE;
  }
  for (int32_t i = 0; i < l->crossed_count; i++) {
    l->says[l->ring_polygon[l->crossed[i]]] = 0;
    l->ring_winding[l->crossed[i]] = 0;
    l->ring_noted[l->crossed[i]] = 0;
  }
  return is_free && !is_blocked;
}

/* How often a ring as it was drawn winds round a point. */
static int32_t winding(const pathfan_polygons *drawn, int32_t ring, double x, double y) {
  const int32_t first = drawn->rings[ring].first_point, end = pathfan_ring_end(drawn, ring);
  int32_t count = 0;
  for (int32_t i = first; i < end; i++) {
    const double *a = drawn->points + 2 * i;
    const double *b = drawn->points + 2 * (i + 1 < end ? i + 1 : first);
    if ((a[1] <= y) == (b[1] <= y)) continue;
    const double at = a[0] + (y - a[1]) / (b[1] - a[1]) * (b[0] - a[0]);
    if (at > x) count += b[1] > a[1] ? 1 : -1;
  }
  return count;
}

/* A hole none of which lies in its shell is a mistake in the map, unless it's the
 * rounding that has pushed it out: then all its points were inside when drawn. */
static pathfan_status check_holes(const labeller *l, const pathfan_polygons *drawn,
                                  pathfan_error *error) {
  const pathfan_polygons *placed = l->placed;
  for (int32_t r = 0; r < placed->ring_count; r++) {
    const int32_t ring = placed->rings[r].place;
    if (l->ring_met[r] != MET_OUTSIDE || ring == PATHFAN_NOT_DRAWN) continue;
    int32_t shell = ring; /* of the same polygon, and as far before it */
    shell -= r - placed->polygons[l->ring_polygon[r]].first_ring;
    for (int32_t i = drawn->rings[ring].first_point; i < pathfan_ring_end(drawn, ring); i++)
      if (!winding(drawn, shell, drawn->points[2 * i], drawn->points[2 * i + 1]))
        return pathfan_fail(error, PATHFAN_ERR_MALFORMED, "%s %d: hole %d lies outside its shell",
                            drawn->place_is ? drawn->place_is : "place",
                            (int)drawn->rings[ring].place, (int)(ring - shell));
  }
  return PATHFAN_OK;
}

typedef struct place {
  double y;
  int32_t face;
} place;

static int by_y(const void *a, const void *b) {
  const place *s = a, *t = b;
  if (s->y != t->y) return s->y < t->y ? -1 : 1;
  return (s->face > t->face) - (s->face < t->face);
}

pathfan_status pathfan_faces_label(const pathfan_polygons *drawn, const pathfan_polygons *placed,
                                   pathfan_faces *faces, pathfan_error *error) {
  labeller l;
  place *order = pathfan_alloc((uint64_t)faces->count, sizeof *order);
  pathfan_status status = begin(&l, placed);
  if (!order) status = PATHFAN_ERR_NO_MEMORY;
  if (status) {
    pathfan_fail(error, status, "no memory for labelling %d faces", (int)faces->count);
    goto cleanup;
  }
  for (int32_t i = 0; i < faces->count; i++) order[i] = (place){faces->points[2 * i + 1], i};
  qsort(order, (size_t)faces->count, sizeof *order, by_y);
  for (int32_t i = 0; i < faces->count; i++) {
    const int32_t face = order[i].face;
    cross(&l, faces->points[2 * face], faces->points[2 * face + 1]);
    faces->free[face] = judge(&l);
  }
  status = check_holes(&l, drawn, error);
cleanup:
  free(order);
  finish(&l);
  return status;
}

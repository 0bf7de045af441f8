/* polygons_label.c - which faces are free.
 *
 * From a point in each face, a probe, a ray goes out to the right. Every ring that
 * it crosses counts how often it winds round the probe, with sign; what the kinds
 * of polygons make of that is said in polygons.h. Probes are taken by y, so that
 * only sides that reach that y are looked at.
 *
 * The rings are those from before the snapping, so the answer is that of the map as
 * it was drawn, unless a side runs between the probe and the rest of its face: one
 * that the snapping has moved across it, or the spike of a polygon that has been
 * folded away. So the distance to the nearest side is measured too, and a face
 * whose probe is too close to one is asked again, at many points. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "map/polygons_overlay.h"

/* Probes of a face that is asked again. */
#define PROBES_MAX 24

typedef struct side {
  double low_x, low_y, high_x, high_y; /* low_y <= high_y */
  int32_t ring;
  int8_t sign; /* +1 if the ring runs from low to high, -1 from high to low, 0 level */
} side;

typedef struct probe {
  double x, y;
  int32_t face;
  bool is_free;
  double room; /* distance to the nearest side, PATHFAN_DRIFT at most */
} probe;

/* What a probe's rings say of a polygon. */
enum { IN_SHELL = 1, IN_HOLE = 2, ODD = 4 };

enum { MET_INSIDE = 1, MET_OUTSIDE = 2 };

typedef struct labeller {
  const pathfan_polygons *placed;
  side *sides; /* by low_y */
  int32_t side_count;
  int32_t *active; /* sides near the current y, and stale ones */
  int32_t active_count, next_side;
  int32_t *ring_polygon, *ring_winding;
  int32_t *crossed; /* rings with crossings at the current probe */
  int32_t crossed_count;
  uint8_t *ring_noted; /* is among them */
  uint8_t *says;       /* of a polygon, at the current probe */
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
      const int8_t sign = (int8_t)((a[1] < b[1]) - (a[1] > b[1]));
      l->sides[l->side_count++] = sign < 0 ? (side){b[0], b[1], a[0], a[1], r, sign}
                                           : (side){a[0], a[1], b[0], b[1], r, sign};
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

static double distance(const side *s, double x, double y) {
  const double dx = s->high_x - s->low_x, dy = s->high_y - s->low_y;
  const double along = ((x - s->low_x) * dx + (y - s->low_y) * dy) / (dx * dx + dy * dy);
  const double part = fmax(0, fmin(1, along));
  return hypot(s->low_x + part * dx - x, s->low_y + part * dy - y);
}

/* Counts the probe's crossings and measures its room. A side holds its low end and
 * not its high one. */
static void cross(labeller *l, probe *p) {
  while (l->next_side < l->side_count && l->sides[l->next_side].low_y <= p->y + PATHFAN_DRIFT)
    l->active[l->active_count++] = l->next_side++;
  l->crossed_count = 0;
  p->room = PATHFAN_DRIFT;
  for (int32_t i = 0; i < l->active_count;) {
    const side *s = &l->sides[l->active[i]];
    if (s->high_y < p->y - PATHFAN_DRIFT) {
      l->active[i] = l->active[--l->active_count];
      continue;
    }
    i++;
    const double left = fmin(s->low_x, s->high_x), right = fmax(s->low_x, s->high_x);
    if (right < p->x - PATHFAN_DRIFT) continue;
    if (left < p->x + PATHFAN_DRIFT) p->room = fmin(p->room, distance(s, p->x, p->y));
    if (s->low_y > p->y || s->high_y <= p->y) continue;
    const double part = (p->y - s->low_y) / (s->high_y - s->low_y);
    if (s->low_x + part * (s->high_x - s->low_x) <= p->x) continue;
    if (!l->ring_noted[s->ring]) l->crossed[l->crossed_count++] = s->ring;
    l->ring_noted[s->ring] = 1;
    l->ring_winding[s->ring] += s->sign;
  }
}

/* Sums up the crossed rings and forgets them. */
static bool judge(labeller *l) {
  const pathfan_polygons *placed = l->placed;
  int32_t free_count = 0, blocked_count = 0;
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
        free_count++;
      else
        blocked_count++;
    }
    if (l->ring_winding[r] && l->says[p] & IN_HOLE && r != placed->polygons[p].first_ring)
      l->ring_met[r] |= l->says[p] & IN_SHELL ? MET_INSIDE : MET_OUTSIDE;
  }
  for (int32_t i = 0; i < l->crossed_count; i++) {
    l->says[l->ring_polygon[l->crossed[i]]] = 0;
    l->ring_winding[l->crossed[i]] = 0;
    l->ring_noted[l->crossed[i]] = 0;
  }
  return placed->is_nested ? free_count > blocked_count : free_count && !blocked_count;
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

/* The name of the polygon that a ring is of; NULL if it has none. */
static const char *name_of(const pathfan_polygons *drawn, int32_t ring) {
  int32_t i = drawn->polygon_count - 1;
  while (i > 0 && drawn->polygons[i].first_ring > ring) i--;
  return i < 0 ? NULL : drawn->polygons[i].name;
}

/* A hole none of which lies in its shell is a mistake in the map, unless it's the
 * rounding that has pushed it out: then all its points were inside when drawn. */
static pathfan_status check_holes(const labeller *l, const pathfan_polygons *drawn,
                                  pathfan_error *error) {
  const pathfan_polygons *placed = l->placed;
  char quoted[PATHFAN_NAME_QUOTE_BYTES];
  for (int32_t r = 0; r < placed->ring_count; r++) {
    const int32_t ring = placed->rings[r].place;
    if (l->ring_met[r] != MET_OUTSIDE || ring == PATHFAN_NOT_DRAWN) continue;
    int32_t shell = ring; /* of the same polygon, and as far before it */
    shell -= r - placed->polygons[l->ring_polygon[r]].first_ring;
    for (int32_t i = drawn->rings[ring].first_point; i < pathfan_ring_end(drawn, ring); i++)
      if (!winding(drawn, shell, drawn->points[2 * i], drawn->points[2 * i + 1]))
        return pathfan_fail(error, PATHFAN_ERR_MALFORMED, "%s %d%s: hole %d lies outside its shell",
                            drawn->place_is ? drawn->place_is : "place",
                            (int)drawn->rings[ring].place,
                            pathfan_name_quote(name_of(drawn, ring), quoted), (int)(ring - shell));
  }
  return PATHFAN_OK;
}

static int by_y(const void *a, const void *b) {
  const probe *s = a, *t = b;
  if (s->y != t->y) return s->y < t->y ? -1 : 1;
  if (s->face != t->face) return s->face < t->face ? -1 : 1;
  return (s->x > t->x) - (s->x < t->x);
}

/* Takes the probes in any order. */
static void sweep(labeller *l, probe *probes, int32_t count) {
  qsort(probes, (size_t)count, sizeof *probes, by_y);
  l->active_count = l->next_side = 0;
  for (int32_t i = 0; i < count; i++) {
    cross(l, &probes[i]);
    probes[i].is_free = judge(l);
  }
}

/* Appends up to `want` probes of a face; there is room. */
static bool add_probes(pathfan_geos *geos, const pathfan_faces *faces, int32_t face, int32_t want,
                       probe *probes, int32_t *count) {
  double points[2 * PROBES_MAX];
  const int32_t found = pathfan_points_inside(
      geos, GEOSGetGeometryN_r(geos->handle, faces->collection, face), want, points);
  for (int32_t i = 0; i < found; i++)
    probes[(*count)++] = (probe){.x = points[2 * i], .y = points[2 * i + 1], .face = face};
  return found > 0;
}

/* Probes every face once, and then those again that doubt is left of. */
static pathfan_status label(labeller *l, pathfan_geos *geos, pathfan_faces *faces) {
  int32_t count = 0, again = 0;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  double *room = pathfan_alloc_zero((uint64_t)faces->count, sizeof *room);
  probe *probes = pathfan_alloc((uint64_t)faces->count, sizeof *probes), *more = NULL;
  if (!room || !probes) goto cleanup;
  for (int32_t i = 0; i < faces->count; i++)
    if (!add_probes(geos, faces, i, 1, probes, &count)) goto cleanup;
  sweep(l, probes, count);
  for (int32_t i = 0; i < count; i++) {
    faces->free[probes[i].face] = probes[i].is_free;
    room[probes[i].face] = probes[i].room;
    again += probes[i].room < PATHFAN_DRIFT;
  }
  more = pathfan_alloc((uint64_t)again * PROBES_MAX, sizeof *more);
  if (!more) goto cleanup;
  count = 0;
  for (int32_t i = 0; i < faces->count; i++)
    if (room[i] < PATHFAN_DRIFT && !add_probes(geos, faces, i, PROBES_MAX, more, &count))
      goto cleanup;
  sweep(l, more, count);
  for (int32_t i = 0; i < count; i++) {
    if (more[i].room <= room[more[i].face]) continue;
    faces->free[more[i].face] = more[i].is_free;
    room[more[i].face] = more[i].room;
  }
  status = PATHFAN_OK;
cleanup:
  free(room);
  free(probes);
  free(more);
  return status;
}

pathfan_status pathfan_faces_label(pathfan_geos *geos, const pathfan_polygons *drawn,
                                   const pathfan_polygons *placed, pathfan_faces *faces,
                                   pathfan_error *error) {
  labeller l;
  geos->message[0] = 0;
  pathfan_status status = begin(&l, placed);
  if (!status) status = label(&l, geos, faces);
  if (status)
    status = pathfan_geos_fail(geos, error, "labelling faces");
  else
    status = check_holes(&l, drawn, error);
  finish(&l);
  return status;
}

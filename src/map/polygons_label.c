/* polygons_label.c - which faces are free.
 *
 * A walk goes from face to face over edges, starting at the outer face, round which no ring winds.
 * Each edge says which rings run over it and how often, which is by how much their windings differ
 * on its two sides; so the windings of all rings are known wherever the walk is, at the cost of
 * those that change. On the way back the changes are undone. How the kinds of polygons turn
 * windings into free space is described in polygons.h.
 *
 * Snapping moves rings by less than the diagonal of a unit square, so a point farther than that
 * from all sides as drawn is labelled as it was drawn. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "map/polygons_overlay.h"

enum { MET_INSIDE = 1, MET_OUTSIDE = 2 };

/* The walk hasn't come into a polygon. */
enum { NEVER = -1 };

/* A face, the edge by which the walk entered it, and the next of its edges to look at. */
typedef struct visit {
  int32_t face, edge, next;
} visit;

typedef struct labeller {
  const pf_polygons *placed;
  const pf_faces *faces;
  int32_t *first, *around; /* of each face: its edges */
  visit *way;              /* faces from the outermost to the current one */
  int32_t *winding;        /* of each ring, round the current face */
  int32_t *ring_polygon;
  int32_t *odd;   /* of an even-odd polygon: sum of its rings' windings */
  int32_t *holes; /* of any other: how many of its holes the face lies in */
  int32_t containing[PF_POLYGON_DOOR + 1]; /* by kind: polygons that contain the face */
  uint8_t *ring_met; /* whether faces in a hole lie inside its shell, outside, or both */
  int32_t faces_free, faces_open; /* met so far: free ones; those in a free polygon */
  int32_t *entered; /* of each polygon: faces_free, or of an obstacle faces_open, as the walk last
                       came into it */
  uint8_t *has_effect; /* of each polygon: whether there was one more as the walk left it */
} labeller;

/* ---- Windings ---- */

static bool is_inside(const labeller *l, int32_t p) {
  const pf_polygon *polygon = &l->placed->polygons[p];
  if (polygon->even_odd) return l->odd[p] & 1;
  return l->winding[polygon->first_ring] && !l->holes[p];
}

static void note_hole(labeller *l, int32_t ring, bool in_shell) {
  if (l->winding[ring]) l->ring_met[ring] |= in_shell ? MET_INSIDE : MET_OUTSIDE;
}

/* Adds to the winding of a ring round the face that the walk enters. */
static void wind(labeller *l, int32_t ring, int32_t times) {
  const int32_t p = l->ring_polygon[ring], shell = l->placed->polygons[p].first_ring;
  const bool was_inside = is_inside(l, p), was_round = l->winding[ring] != 0;
  l->winding[ring] += times;
  l->odd[p] += times;
  const bool is_round = l->winding[ring] != 0;
  if (ring != shell) l->holes[p] += is_round - was_round;
  const int change = is_inside(l, p) - was_inside;
  const pf_polygon_kind kind = l->placed->polygons[p].kind;
  l->containing[kind] += change;
  /* Faces are met once, while the windings are theirs. */
  const int32_t met = kind == PF_POLYGON_OBSTACLE ? l->faces_open : l->faces_free;
  if (change > 0) l->entered[p] = met;
  if (change < 0 && met > l->entered[p]) l->has_effect[p] = 1;
}

/* Crosses an edge from its left to its right, or back. */
static void cross(labeller *l, int32_t edge, bool to_right) {
  const pf_faces *f = l->faces;
  for (int32_t i = f->first_side[edge]; i < f->first_side[edge + 1]; i++)
    wind(l, f->sides[i].ring, to_right ? -f->sides[i].times : f->sides[i].times);
}

/* Notes, in a face just entered, whether holes that the edge affects lie in their shells. */
static void meet_holes(labeller *l, int32_t edge) {
  const pf_polygons *placed = l->placed;
  for (int32_t i = l->faces->first_side[edge]; i < l->faces->first_side[edge + 1]; i++) {
    const int32_t ring = l->faces->sides[i].ring, p = l->ring_polygon[ring];
    const int32_t shell = placed->polygons[p].first_ring;
    if (placed->polygons[p].even_odd || !l->holes[p]) continue;
    const int32_t first = ring == shell ? shell + 1 : ring;
    const int32_t end = ring == shell ? pf_polygon_end(placed, p) : ring + 1;
    for (int32_t r = first; r < end; r++) note_hole(l, r, l->winding[shell] != 0);
  }
}

/* ---- The walk ---- */

static pathfan_status begin(labeller *l, const pf_polygons *placed, pf_faces *faces) {
  const uint64_t rings = (uint64_t)placed->ring_count, polygons = (uint64_t)placed->polygon_count;
  *l = (labeller){.placed = placed, .faces = faces};
  faces->free = pf_alloc_zero((uint64_t)faces->count, 1);
  l->first = pf_alloc_zero((uint64_t)faces->count + 2, sizeof *l->first);
  l->around = pf_alloc(2 * (uint64_t)faces->edge_count, sizeof *l->around);
  l->way = pf_alloc((uint64_t)faces->count, sizeof *l->way);
  l->winding = pf_alloc_zero(rings, sizeof *l->winding);
  l->ring_polygon = pf_alloc(rings, sizeof *l->ring_polygon);
  l->odd = pf_alloc_zero(polygons, sizeof *l->odd);
  l->holes = pf_alloc_zero(polygons, sizeof *l->holes);
  l->ring_met = pf_alloc_zero(rings, 1);
  l->entered = pf_alloc(polygons, sizeof *l->entered);
  l->has_effect = pf_alloc_zero(polygons, 1);
  if (!faces->free || !l->first || !l->around || !l->way || !l->winding || !l->ring_polygon ||
      !l->odd || !l->holes || !l->ring_met || !l->entered || !l->has_effect)
    return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < placed->polygon_count; p++) l->entered[p] = NEVER;
  for (int32_t p = 0; p < placed->polygon_count; p++)
    for (int32_t r = placed->polygons[p].first_ring; r < pf_polygon_end(placed, p); r++)
      l->ring_polygon[r] = p;
  for (int32_t e = 0; e < faces->edge_count; e++) {
    l->first[faces->edges[e].left + 2]++;
    l->first[faces->edges[e].right + 2]++;
  }
  for (int32_t f = 2; f <= faces->count + 1; f++) l->first[f] += l->first[f - 1];
  for (int32_t e = 0; e < faces->edge_count; e++) {
    l->around[l->first[faces->edges[e].left + 1]++] = e;
    l->around[l->first[faces->edges[e].right + 1]++] = e;
  }
  return PATHFAN_OK;
}

static void finish(labeller *l) {
  free(l->first);
  free(l->around);
  free(l->way);
  free(l->winding);
  free(l->ring_polygon);
  free(l->odd);
  free(l->holes);
  free(l->ring_met);
  free(l->entered);
  free(l->has_effect);
}

enum { NOT_SEEN = 0, SEEN_FREE, SEEN_BLOCKED };

static uint8_t judge(labeller *l) {
  const int32_t free_count = l->containing[PF_POLYGON_FREE];
  const int32_t blocked_count = l->containing[PF_POLYGON_OBSTACLE];
  const bool is_free = l->placed->is_nested
                           ? free_count > blocked_count
                           : (free_count && !blocked_count) || l->containing[PF_POLYGON_DOOR];
  l->faces_free += is_free;
  l->faces_open += free_count > 0;
  return is_free ? SEEN_FREE : SEEN_BLOCKED;
}

static void walk(labeller *l, uint8_t *seen) {
  int32_t depth = 1;
  l->way[0] = (visit){0, -1, l->first[0]};
  seen[0] = judge(l);
  while (depth > 0) {
    visit *here = &l->way[depth - 1];
    if (here->next == l->first[here->face + 1]) {
      if (here->edge >= 0) cross(l, here->edge, l->faces->edges[here->edge].left == here->face);
      depth--;
      continue;
    }
    const int32_t e = l->around[here->next++];
    const bool to_right = l->faces->edges[e].left == here->face;
    const int32_t there = to_right ? l->faces->edges[e].right : l->faces->edges[e].left;
    if (seen[there]) continue;
    cross(l, e, to_right);
    meet_holes(l, e);
    seen[there] = judge(l);
    l->way[depth++] = (visit){there, e, l->first[there]};
  }
}

/* ---- Holes ---- */

/* How often a ring, as drawn, winds round a point. */
static int32_t winding_of(const pf_polygons *drawn, int32_t ring, double x, double y) {
  const int32_t first = drawn->rings[ring].first_point, end = pf_ring_end(drawn, ring);
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

/* Counts polygons that change nothing: free ones of which nothing is free, and obstacles that lie
 * outside all free ones. Of those that were united nothing is known. */
static void tell_useless(const labeller *l, const pf_polygons *drawn, pf_ignored *ignored) {
  char place[PF_PLACE_BYTES];
  int32_t d = 0;
  for (int32_t p = 0; p < l->placed->polygon_count && ignored && !l->placed->is_nested; p++) {
    const int32_t first = l->placed->polygons[p].first_ring;
    const bool is_empty = first == pf_polygon_end(l->placed, p);
    const int32_t ring = is_empty ? PF_NOT_DRAWN : l->placed->rings[first].place;
    if (ring == PF_NOT_DRAWN || l->has_effect[p]) continue;
    /* Without an area, unless all of it was clipped away. */
    if (l->entered[p] == NEVER &&
        pf_ring_end(l->placed, first) > l->placed->rings[first].first_point)
      continue;
    if (drawn->polygons[d].first_ring > ring) d = 0;
    while (d + 1 < drawn->polygon_count && drawn->polygons[d + 1].first_ring <= ring) d++;
    const bool is_free = drawn->polygons[d].kind == PF_POLYGON_FREE;
    pf_ignore(ignored, is_free ? PF_IGNORED_SWALLOWED : PF_IGNORED_OUTSIDE, 1, "%s",
              pf_polygon_place(drawn, d, place));
  }
}

/* The name of a ring's polygon; NULL if it has none. */
static const char *name_of(const pf_polygons *drawn, int32_t ring) {
  int32_t i = drawn->polygon_count - 1;
  while (i > 0 && drawn->polygons[i].first_ring > ring) i--;
  return i < 0 ? NULL : drawn->polygons[i].name;
}

/* Reports holes that lie wholly outside their shells, a mistake in the map, unless only the
 * rounding has pushed them out: then all their points were inside as drawn. */
static pathfan_status check_holes(const labeller *l, const pf_polygons *drawn,
                                  pathfan_error *error) {
  const pf_polygons *placed = l->placed;
  char quoted[PF_NAME_QUOTE_BYTES];
  for (int32_t r = 0; r < placed->ring_count; r++) {
    const int32_t ring = placed->rings[r].place;
    if (l->ring_met[r] != MET_OUTSIDE || ring == PF_NOT_DRAWN) continue;
    int32_t shell = ring; /* as far before it as among the placed */
    shell -= r - placed->polygons[l->ring_polygon[r]].first_ring;
    for (int32_t i = drawn->rings[ring].first_point; i < pf_ring_end(drawn, ring); i++)
      if (!winding_of(drawn, shell, drawn->points[2 * i], drawn->points[2 * i + 1]))
        return pf_fail(error, PATHFAN_ERR_MALFORMED, "%s %d%s: hole %d lies outside its shell",
                       drawn->place_is ? drawn->place_is : "place", (int)drawn->rings[ring].place,
                       pf_name_quote(name_of(drawn, ring), quoted), (int)(ring - shell));
  }
  return PATHFAN_OK;
}

pathfan_status pf_faces_label(const pf_polygons *drawn, const pf_polygons *placed, pf_faces *faces,
                              pf_ignored *ignored, pathfan_error *error) {
  labeller l;
  pathfan_status status = begin(&l, placed, faces);
  if (status) {
    pf_fail(error, status, "no memory for labelling %d faces", (int)faces->count);
  } else {
    walk(&l, faces->free);
    for (int32_t f = 0; f < faces->count; f++) faces->free[f] = faces->free[f] == SEEN_FREE;
    status = check_holes(&l, drawn, error);
    if (!status) tell_useless(&l, drawn, ignored);
  }
  finish(&l);
  return status;
}

/* polygons_outline.c - the overlay: moves polygons to the lattice and makes the outline of free
 * space.
 *
 * One pass suffices: it finds the faces between all rings and labels the free ones. Its cost grows
 * with the number of crossings, and crowded maps have far more of them than their outline shows; so
 * a crowd is united by halves first (divide and conquer): whatever lies inside a half's union is
 * gone before the halves meet. Nested polygons are excepted, as the pass counts how many lie over
 * each other.
 *
 * What an agent's radius takes from free space is a crowd of obstacles for one more pass. */
#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/status.h"
#include "map/polygons_overlay.h"

/* Polygons are united by halves if their boxes meet more than this many others on average. Measured
 * in docs/decisions/polygon-maps.md. */
#define CROWD 4

/* The context of all stages. */
typedef struct overlay {
  const pf_polygons *drawn;
  const pf_limits *limits;
  pathfan_error *error;
  pf_ignored *ignored; /* NULL in all but the last run of the stages as drawn */
} overlay;

static pathfan_status outline_of(const overlay *o, const pf_polygons *placed, pf_outline *outline) {
  pf_faces faces;
  const uint64_t held = pf_limits_held(o->limits);
  pathfan_status status = pf_faces_find(o->drawn, placed, o->limits, &faces, o->ignored, o->error);
  if (!status) status = pf_faces_outline(&faces, outline, o->error);
  pf_faces_free(&faces);
  pf_limits_return(o->limits, held);
  return status;
}

/* ---- Crowds ---- */

typedef struct member {
  double min_x, min_y, max_x, max_y;
  int32_t polygon;
} member;

static member member_of(const pf_polygons *placed, int32_t polygon) {
  member m = {INFINITY, INFINITY, -INFINITY, -INFINITY, polygon};
  const int32_t end = pf_polygon_end(placed, polygon);
  for (int32_t r = placed->polygons[polygon].first_ring; r < end; r++) {
    for (int32_t i = placed->rings[r].first_point; i < pf_ring_end(placed, r); i++) {
      const double x = placed->points[2 * i], y = placed->points[2 * i + 1];
      m = (member){fmin(m.min_x, x), fmin(m.min_y, y), fmax(m.max_x, x), fmax(m.max_y, y), polygon};
    }
  }
  return m;
}

static int by_min_x(const void *a, const void *b) {
  const member *s = a, *t = b;
  if (s->min_x != t->min_x) return s->min_x < t->min_x ? -1 : 1;
  return s->polygon - t->polygon;
}

static int by_min_y(const void *a, const void *b) {
  const member *s = a, *t = b;
  if (s->min_y != t->min_y) return s->min_y < t->min_y ? -1 : 1;
  return s->polygon - t->polygon;
}

/* Whether boxes meet more than CROWD others on average. Sorts the members by x. */
static bool is_crowd(member *members, int32_t count) {
  int64_t meetings = 0;
  qsort(members, (size_t)count, sizeof *members, by_min_x);
  for (int32_t i = 0; i < count; i++) {
    for (int32_t j = i + 1; j < count && members[j].min_x <= members[i].max_x; j++)
      meetings += members[j].min_y <= members[i].max_y && members[i].min_y <= members[j].max_y;
    if (2 * meetings > CROWD * (int64_t)count) return true;
  }
  return false;
}

/* Appends the union of the members to `to`: if they are a crowd, as one free polygon, otherwise one
 * by one. */
static pathfan_status unite(const overlay *o, const pf_polygons *from, member *members,
                            int32_t count, pf_polygons *to) {
  pathfan_status status = PATHFAN_OK;
  if (!is_crowd(members, count)) {
    for (int32_t i = 0; i < count && !status; i++)
      status = pf_polygons_copy(from, members[i].polygon, to);
    return status;
  }
  double span_x = 0, span_y = 0, min_y = INFINITY, max_y = -INFINITY;
  for (int32_t i = 0; i < count; i++) {
    span_x = fmax(span_x, members[i].min_x - members[0].min_x);
    min_y = fmin(min_y, members[i].min_y);
    max_y = fmax(max_y, members[i].min_y);
  }
  span_y = max_y - min_y;
  if (span_y > span_x) qsort(members, (size_t)count, sizeof *members, by_min_y);

  pf_polygons parts = {0};
  pf_outline outline = {0};
  status = unite(o, from, members, count / 2, &parts);
  if (!status) status = unite(o, from, members + count / 2, count - count / 2, &parts);
  for (int32_t p = 0; p < parts.polygon_count; p++) parts.polygons[p].kind = PF_POLYGON_FREE;
  if (!status) status = outline_of(o, &parts, &outline);
  if (!status) status = pf_polygons_add_outline(to, &outline, PF_POLYGON_FREE, PF_NOT_DRAWN);
  pf_outline_free(&outline);
  pf_polygons_free(&parts);
  return status;
}

/* Replaces the polygons of each kind by their union if they are a crowd. Each union moves sides
 * once more, so doors stay as they are: a closed one has to cover what becomes of its polygon. */
static pathfan_status unite_crowds(const overlay *o, pf_polygons *placed) {
  static const pf_polygon_kind kinds[] = {PF_POLYGON_FREE, PF_POLYGON_OBSTACLE};
  pf_polygons united = {0};
  pathfan_status status = PATHFAN_OK;
  member *members = pf_alloc((uint64_t)placed->polygon_count, sizeof *members);
  if (!members)
    return pf_fail(o->error, PATHFAN_ERR_NO_MEMORY, "no memory for the boxes of polygons");
  for (int k = 0; k < 2 && !status; k++) {
    const int32_t before = united.polygon_count;
    int32_t count = 0;
    for (int32_t p = 0; p < placed->polygon_count; p++)
      if (placed->polygons[p].kind == kinds[k]) members[count++] = member_of(placed, p);
    status = unite(o, placed, members, count, &united);
    for (int32_t p = before; p < united.polygon_count; p++) united.polygons[p].kind = kinds[k];
  }
  for (int32_t p = 0; p < placed->polygon_count && !status; p++)
    if (placed->polygons[p].kind == PF_POLYGON_DOOR) status = pf_polygons_copy(placed, p, &united);
  free(members);
  if (status) {
    pf_polygons_free(&united);
    return status;
  }
  pf_polygons_free(placed);
  *placed = united;
  return PATHFAN_OK;
}

/* ---- All of it ---- */

/* Smaller radii are ignored [Unit: lattice units]: the rounding would undo them. */
#define RADIUS_LEAST 0.25

/* Replaces the outline by that of the places that an agent's centre can reach. */
static pathfan_status narrow(const overlay *o, const pf_frame *frame, double radius,
                             pf_outline *outline) {
  const pf_frame box = {.scale = 1, .width = frame->width, .height = frame->height};
  pf_polygons margin = {0}, placed = {0};
  const overlay again = {&margin, o->limits, o->error, NULL};
  const uint64_t held = pf_limits_held(o->limits);
  pathfan_status status = pf_polygons_add_outline(&margin, outline, PF_POLYGON_FREE, PF_NOT_DRAWN);
  if (!status) status = pf_outline_margin(outline, radius, o->limits, &margin);
  pf_outline_free(outline);
  if (!status) status = pf_polygons_place(&margin, &box, &placed);
  if (status && status != PATHFAN_ERR_CANCELLED)
    pf_fail(o->error, status, "applying the agent's radius: %s", pathfan_status_text(status));
  if (!status) status = unite_crowds(&again, &placed);
  if (!status) status = outline_of(&again, &placed, outline);
  pf_polygons_free(&placed);
  pf_polygons_free(&margin);
  pf_limits_return(o->limits, held);
  return status;
}

static pathfan_status check_options(const pf_snap_options *options, pathfan_error *error) {
  if (!(options->unit >= 0 && options->unit < INFINITY))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "a unit of %g", options->unit);
  if (!(options->agent_radius >= 0 && options->agent_radius < INFINITY))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an agent radius of %g", options->agent_radius);
  return PATHFAN_OK;
}

pathfan_status pf_polygons_outline(const pf_polygons *polygons, const pf_snap_options *options,
                                   pf_frame *frame, pf_outline *outline, pathfan_error *error) {
  *frame = (pf_frame){0};
  *outline = (pf_outline){0};
  pathfan_status status = check_options(options, error);
  if (!status) status = pf_polygons_frame(polygons, options->unit, frame, error);
  if (!status) status = pf_polygons_outline_in(polygons, frame, options, outline, error);
  if (status) *frame = (pf_frame){0};
  return status;
}

pathfan_status pf_polygons_outline_in(const pf_polygons *polygons, const pf_frame *frame,
                                      const pf_snap_options *options, pf_outline *outline,
                                      pathfan_error *error) {
  overlay o = {polygons, options->limits, error, NULL};
  pf_polygons placed = {0};
  *outline = (pf_outline){0};
  /* A radius of twice the extent leaves nothing; a larger one need not be tried. */
  const double radius = fmin(options->agent_radius * frame->scale, 2.0 * PF_EXTENT_MAX);
  pathfan_status status = pf_polygons_place(polygons, frame, &placed);
  if (status) pf_fail(error, status, "no memory for %d polygons", (int)polygons->polygon_count);
  if (!status && !placed.is_nested) status = unite_crowds(&o, &placed);
  o.ignored = options->ignored;
  if (!status) status = outline_of(&o, &placed, outline);
  if (!status && radius >= RADIUS_LEAST && outline->edge_count)
    status = narrow(&o, frame, radius, outline);
  pf_polygons_free(&placed);
  if (status) pf_outline_free(outline);
  return status;
}

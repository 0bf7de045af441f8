/* mesh_file.c - from the records of a .mesh file to a mesh.
 *
 * Records become lattice points, one number per point, and polygons over these numbers; a polygon
 * that isn't quite convex there is cut along a triangulation of its inside. Then polygons are
 * matched by their edges and checked to lie side by side (planar.h). Only then the neighbours given
 * in the file are checked against those found (mesh_claims.h): each corner carries the claim about
 * its edge along, and each polygon the record it came from. */
#include "meshing/mesh_file.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/status.h"
#include "meshing/cdt.h"
#include "meshing/merge.h"
#include "meshing/mesh_claims.h"
#include "meshing/mesh_frame.h"
#include "meshing/mesh_records.h"
#include "meshing/planar.h"
#include "meshing/weld.h"

/* How far a corner may lie inside the line between its two neighbours, as a share of the polygon's
 * size: more than single precision and seven decimals cause. */
#define NEARLY_CONVEX 1e-6
/* The same in lattice units, added when points have been rounded to the lattice: half a unit in x
 * and y for each of three points. */
#define ROUNDED_OFF 2.0
/* A doubled area below this share of size times largest coordinate is a rounding error of doubles:
 * the polygon has no area. */
#define NO_AREA 0x1p-50

typedef struct build {
  pf_mesh_records records;
  pf_frame *frame;
  int32_t *point; /* [Size: vertex_count] number of a vertex's point; -1: no polygon uses it */
  pf_lattice_point *points; /* [Size: point_count] */
  int32_t point_count;
  uint8_t *dropped; /* [Size: polygon_count] 1: no area is left */

  /* The polygons of the new mesh. */
  int32_t polygon_count, first_capacity, source_capacity;
  uint32_t corner_count, corner_capacity, claim_capacity;
  uint32_t *first_corner; /* [Size: first_capacity] */
  int32_t *source;        /* [Size: source_capacity] the record it comes from, in ascending
                             order */
  int32_t *corner;        /* [Size: corner_capacity] points */
  int32_t *claim;         /* [Size: claim_capacity] as in records */

  /* Scratch for one polygon. */
  int32_t *ring, *ring_claim; /* [Size: ring_capacity] */
  uint32_t ring_capacity;
} build;

static pathfan_status fail_at(build *b, int32_t line, pathfan_error *error, const char *sentence) {
  b->records.text.line = line;
  return pf_text_fail(&b->records.text, error, "%s", sentence);
}

/* ---- The lattice ---- */

/* Puts the vertices that polygons use on the lattice and numbers their points. */
static pathfan_status place_points(build *b) {
  const pf_mesh_records *r = &b->records;
  const uint64_t vertices = (uint64_t)r->vertex_count;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  uint8_t *used = pf_alloc_zero(vertices, sizeof *used);
  int32_t *of = pf_alloc(vertices, sizeof *of);
  b->points = pf_alloc(vertices, sizeof *b->points);
  b->point = pf_alloc(vertices, sizeof *b->point);
  if (!used || !of || !b->points || !b->point) goto cleanup;

  for (uint32_t c = 0; c < r->first_corner[r->polygon_count]; c++) used[r->corner[c]] = 1;
  pf_mesh_frame(r->points, used, r->vertex_count, b->frame);
  int32_t count = 0;
  for (int32_t v = 0; v < r->vertex_count; v++) {
    b->point[v] = used[v] ? count : -1;
    if (!used[v]) continue;
    pf_fixed_point at = {0, 0};
    pf_frame_place(b->frame, 0, r->points[2 * (size_t)v], r->points[2 * (size_t)v + 1], &at);
    b->points[count++] = (pf_lattice_point){(int32_t)at.x, (int32_t)at.y};
  }
  status = pf_weld(b->points, count, of, &b->point_count);
  if (status) goto cleanup;
  for (int32_t v = 0; v < r->vertex_count; v++)
    if (used[v]) b->point[v] = of[b->point[v]];
  for (int32_t i = 0; i < count; i++) { /* numbers ascend in order of first appearance */
    b->points[of[i]] = b->points[i];
    if (b->points[i].x > b->frame->width) b->frame->width = b->points[i].x;
    if (b->points[i].y > b->frame->height) b->frame->height = b->points[i].y;
  }

cleanup:
  free(used);
  free(of);
  return status;
}

/* ---- Polygons ---- */

static pf_int128 doubled_area(const pf_lattice_point *points, const int32_t *ring, uint32_t count) {
  pf_int128 sum = pf_int128_of(0);
  for (uint32_t i = 1; i + 1 < count; i++) {
    const int64_t triangle = pf_cross(pf_from_to(points[ring[0]], points[ring[i]]),
                                      pf_from_to(points[ring[0]], points[ring[i + 1]]));
    sum = pf_int128_plus(sum, pf_int128_of(triangle));
  }
  return sum;
}

/* Whether the polygon of a record has an area, within the accuracy of doubles. */
static bool has_area(const pf_mesh_records *r, int32_t polygon) {
  const uint32_t begin = r->first_corner[polygon], end = r->first_corner[polygon + 1];
  const double *from = &r->points[2 * (size_t)r->corner[begin]];
  double sum = 0, size = 0, most = 0;
  for (uint32_t c = begin; c < end; c++) {
    const double *a = &r->points[2 * (size_t)r->corner[c]];
    const double *b = &r->points[2 * (size_t)r->corner[c + 1 < end ? c + 1 : begin]];
    sum += (a[0] - from[0]) * (b[1] - from[1]) - (a[1] - from[1]) * (b[0] - from[0]);
    size = fmax(size, fmax(fabs(a[0] - from[0]), fabs(a[1] - from[1])));
    most = fmax(most, fmax(fabs(a[0]), fabs(a[1])));
  }
  return fabs(sum) > NO_AREA * size * most;
}

/* Takes a record's polygon as a ring of points; corners that coincide after rounding become one.
 * MALFORMED if they coincide in the file. */
static pathfan_status take_ring(build *b, int32_t polygon, uint32_t *count, pathfan_error *error) {
  const pf_mesh_records *r = &b->records;
  const uint32_t begin = r->first_corner[polygon], end = r->first_corner[polygon + 1];
  uint32_t same = b->ring_capacity;
  pathfan_status status = pf_grow(&b->ring, &same, end - begin);
  if (!status) status = pf_grow(&b->ring_claim, &b->ring_capacity, end - begin);
  if (status) return status;
  *count = 0;
  for (uint32_t c = begin; c < end; c++) {
    const int32_t v = r->corner[c], next = r->corner[c + 1 < end ? c + 1 : begin];
    b->ring[*count] = b->point[v];
    b->ring_claim[*count] = r->claim[c];
    if (b->point[v] != b->point[next]) {
      ++*count;
    } else if (r->points[2 * (size_t)v] == r->points[2 * (size_t)next] &&
               r->points[2 * (size_t)v + 1] == r->points[2 * (size_t)next + 1]) {
      return fail_at(b, r->polygon_line[polygon], error,
                     "a polygon has the same point twice in a row");
    }
  }
  return PATHFAN_OK;
}

typedef enum shape { SHAPE_CONVEX, SHAPE_NEARLY, SHAPE_OTHER } shape;

/* Returns how convex the ring is. A ring that never turns right or back goes round once if its
 * edges change between leftwards and rightwards twice. */
static shape shape_of(const build *b, uint32_t count) {
  const pf_lattice_point *points = b->points;
  pf_lattice_point low = points[b->ring[0]], high = low;
  int changes = 0;
  double deepest = 0;
  for (uint32_t i = 0; i < count; i++) {
    const pf_lattice_point p = points[b->ring[i]];
    const pf_lattice_point to = points[b->ring[i + 1 < count ? i + 1 : 0]];
    const pf_lattice_point from = points[b->ring[i ? i - 1 : count - 1]];
    const pf_lattice_point in = pf_from_to(from, p), out = pf_from_to(p, to);
    const int64_t turn = pf_cross(in, out);
    if (turn <= 0 && pf_dot(in, out) < 0) return SHAPE_OTHER;
    if (turn < 0) {
      const double depth = (double)-turn / pf_lattice_length(pf_from_to(from, to));
      deepest = fmax(deepest, depth);
    }
    changes += (in.x > 0 || (in.x == 0 && in.y > 0)) != (out.x > 0 || (out.x == 0 && out.y > 0));
    low = (pf_lattice_point){p.x < low.x ? p.x : low.x, p.y < low.y ? p.y : low.y};
    high = (pf_lattice_point){p.x > high.x ? p.x : high.x, p.y > high.y ? p.y : high.y};
  }
  if (deepest == 0) return changes == 2 ? SHAPE_CONVEX : SHAPE_OTHER;
  const double size = fmax((double)high.x - low.x, (double)high.y - low.y);
  return deepest <= NEARLY_CONVEX * size + (b->frame->is_rounded ? ROUNDED_OFF : 0) ? SHAPE_NEARLY
                                                                                    : SHAPE_OTHER;
}

/* Appends a polygon. claim may be NULL: the caller fills it in. */
static pathfan_status add_polygon(build *b, int32_t source, const int32_t *ring,
                                  const int32_t *claim, uint32_t count) {
  if (count > INT32_MAX - b->corner_count) return PATHFAN_ERR_LIMIT;
  pathfan_status status = pf_grow(&b->first_corner, &b->first_capacity, b->polygon_count + 2);
  if (!status) status = pf_grow(&b->source, &b->source_capacity, b->polygon_count + 1);
  if (!status) status = pf_grow(&b->corner, &b->corner_capacity, b->corner_count + count);
  if (!status) status = pf_grow(&b->claim, &b->claim_capacity, b->corner_count + count);
  if (status) return status;
  b->first_corner[b->polygon_count] = b->corner_count;
  b->source[b->polygon_count++] = source;
  memcpy(&b->corner[b->corner_count], ring, count * sizeof *ring);
  if (claim) memcpy(&b->claim[b->corner_count], claim, count * sizeof *claim);
  b->corner_count += count;
  b->first_corner[b->polygon_count] = b->corner_count;
  return PATHFAN_OK;
}

/* Makes the pieces of a ring [Size: count] of different points: triangulates its inside and merges
 * the triangles again as far as unions are convex. MALFORMED if the ring isn't simple. */
static pathfan_status cut_outline(const pf_outline *ring, pf_mesh_data *pieces) {
  pf_mesh_data triangles = {0};
  pathfan_status status = pf_cdt_build(ring, &triangles);
  if (!status) status = pf_mesh_finish(&triangles);
  if (!status) status = pf_merge(&triangles, PF_MERGE_SMALLEST, pieces);
  pf_mesh_data_free(&triangles);
  return status;
}

/* Adds the pieces of the ring; number[v]: the ring's point that is vertex v of the pieces. */
static pathfan_status add_pieces(build *b, int32_t source, const pf_mesh *pieces,
                                 const int32_t *number, uint32_t count) {
  pf_int128 area = pf_int128_of(0);
  for (int32_t p = 0; p < pieces->polygon_count; p++) {
    const uint32_t begin = pieces->first_corner[p], size = pieces->first_corner[p + 1] - begin;
    const uint32_t first = b->corner_count;
    pathfan_status status = add_polygon(b, source, &pieces->corner_vertex[begin], NULL, size);
    if (status) return status;
    for (uint32_t i = 0; i < size; i++) {
      const int32_t here = number[pieces->corner_vertex[begin + i]];
      const int32_t next = number[pieces->corner_vertex[begin + (i + 1 < size ? i + 1 : 0)]];
      b->corner[first + i] = b->ring[here];
      b->claim[first + i] =
          next == (here + 1) % (int32_t)count ? b->ring_claim[here] : PF_CLAIM_NONE;
    }
    area = pf_int128_plus(area, doubled_area(b->points, &b->corner[first], size));
  }
  const pf_int128 whole = doubled_area(b->points, b->ring, count);
  return pf_int128_compare(area, whole) == 0 ? PATHFAN_OK : PATHFAN_ERR_MALFORMED;
}

/* Cuts the ring into convex polygons with the same corners. MALFORMED if it isn't simple. */
static pathfan_status cut(build *b, int32_t source, uint32_t count) {
  pf_mesh_data pieces = {0};
  pf_outline outline = {.vertex_count = (int32_t)count, .edge_count = (int32_t)count};
  outline.vertices = pf_alloc(2 * (uint64_t)count, sizeof *outline.vertices);
  outline.edges = pf_alloc(count, sizeof *outline.edges);
  int32_t *number = pf_alloc(2 * (uint64_t)count, sizeof *number);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (!outline.vertices || !outline.edges || !number) goto cleanup;
  for (uint32_t i = 0; i < count; i++) {
    outline.vertices[i] = b->points[b->ring[i]];
    outline.edges[i] = (pf_outline_edge){(int32_t)i, (int32_t)(i + 1 < count ? i + 1 : 0)};
  }
  int32_t distinct;
  status = pf_weld(outline.vertices, (int32_t)count, number, &distinct);
  if (!status && distinct != (int32_t)count) status = PATHFAN_ERR_MALFORMED;
  if (!status) status = cut_outline(&outline, &pieces);
  if (!status && pieces.view.vertex_count != (int32_t)count) status = PATHFAN_ERR_MALFORMED;
  if (status) goto cleanup;
  /* The pieces number the same points in a different order. */
  memcpy(&outline.vertices[count], pieces.vertices, count * sizeof *pieces.vertices);
  status = pf_weld(outline.vertices, 2 * (int32_t)count, number, &distinct);
  if (!status && distinct != (int32_t)count) status = PATHFAN_ERR_MALFORMED;
  if (!status) status = add_pieces(b, source, &pieces.view, &number[count], count);

cleanup:
  free(outline.vertices);
  free(outline.edges);
  free(number);
  pf_mesh_data_free(&pieces);
  return status;
}

/* Reverses all records' polygons: corners, and claims about the same edges. */
static void reverse_all(pf_mesh_records *r) {
  for (int32_t p = 0; p < r->polygon_count; p++) {
    const uint32_t begin = r->first_corner[p], end = r->first_corner[p + 1];
    if (pf_mesh_record_is_blocked(r, p)) continue;
    for (uint32_t i = begin, j = end - 1; i < j; i++, j--) {
      const int32_t swap = r->corner[i];
      r->corner[i] = r->corner[j];
      r->corner[j] = swap;
    }
    for (uint32_t i = begin, j = end - 2; i < j; i++, j--) { /* the last edge stays */
      const int32_t swap = r->claim[i];
      r->claim[i] = r->claim[j];
      r->claim[j] = swap;
    }
  }
}

/* Determines the winding of the polygons and makes it counter-clockwise: all that have an area must
 * have the same. */
static pathfan_status orient(build *b, pathfan_error *error) {
  const pf_mesh_records *r = &b->records;
  int32_t left = -1, right = -1; /* the first polygon of each kind */
  for (int32_t p = 0; p < r->polygon_count; p++) {
    uint32_t count;
    if (pf_mesh_record_is_blocked(r, p)) continue;
    const pathfan_status status = take_ring(b, p, &count, error);
    if (status) return status;
    const int turn = pf_int128_sign(doubled_area(b->points, b->ring, count));
    if (turn == 0 && (!b->frame->is_rounded || !has_area(r, p)))
      return fail_at(b, r->polygon_line[p], error, "a polygon has no area");
    b->dropped[p] = turn == 0;
    if (turn > 0 && left < 0) left = p;
    if (turn < 0 && right < 0) right = p;
  }
  if (left >= 0 && right >= 0) {
    b->records.text.line = r->polygon_line[right];
    return pf_text_fail(&b->records.text, error,
                        "a polygon's corners are clockwise, those of line %d are not",
                        (int)r->polygon_line[left]);
  }
  if (right >= 0) reverse_all(&b->records);
  return PATHFAN_OK;
}

static pathfan_status take_polygons(build *b, pathfan_error *error) {
  const pf_mesh_records *r = &b->records;
  b->dropped = pf_alloc_zero((uint64_t)r->polygon_count, sizeof *b->dropped);
  b->first_corner = pf_alloc_zero(1, sizeof *b->first_corner);
  if (!b->dropped || !b->first_corner) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = orient(b, error);
  for (int32_t p = 0; p < r->polygon_count && !status; p++) {
    uint32_t count;
    if (b->dropped[p] || pf_mesh_record_is_blocked(r, p)) continue;
    status = take_ring(b, p, &count, error);
    if (status) return status;
    switch (shape_of(b, count)) {
    case SHAPE_CONVEX: status = add_polygon(b, p, b->ring, b->ring_claim, count); break;
    case SHAPE_NEARLY: status = cut(b, p, count); break;
    case SHAPE_OTHER: status = PATHFAN_ERR_MALFORMED; break;
    }
    if (status == PATHFAN_ERR_MALFORMED)
      return fail_at(b, r->polygon_line[p], error, "a polygon is not convex");
  }
  return status;
}

/* ---- Neighbours ---- */

/* Moves the claims to the new corners; claims about a split edge are dropped, since they say
 * nothing about its parts. */
static pathfan_status carry_claims(build *b, const uint32_t *from, uint32_t count) {
  int32_t *claim = pf_alloc(count, sizeof *claim);
  if (!claim) return PATHFAN_ERR_NO_MEMORY;
  for (uint32_t c = 0; c < count; c++) {
    const bool split = (c && from[c] == from[c - 1]) || (c + 1 < count && from[c] == from[c + 1]);
    claim[c] = split ? PF_CLAIM_NONE : b->claim[from[c]];
  }
  free(b->claim);
  b->claim = claim;
  return PATHFAN_OK;
}

/* Matches the polygons and checks that they lie side by side, adding corners at T-junctions where
 * needed. */
static pathfan_status match(build *b, pf_mesh_data *mesh, pathfan_error *error) {
  const int32_t *lines = b->records.polygon_line;
  pf_planar_flaw flaw;
  pf_planar_splits splits = {0};
  int32_t polygon = 0;
  pathfan_status status = pf_mesh_match(mesh, &polygon);
  if (!status) {
    status = pf_planar_check(mesh, &flaw);
    if (status != PATHFAN_ERR_MALFORMED) return status;
    status = pf_planar_split(mesh, &splits, &polygon);
    if (!status && splits.count) {
      status = carry_claims(b, splits.from_corner, mesh->first_corner[mesh->view.polygon_count]);
      if (!status) status = pf_mesh_match(mesh, &polygon);
    }
  }
  free(splits.from_corner);
  if (status == PATHFAN_ERR_MALFORMED)
    return fail_at(b, lines[b->source[polygon]], error,
                   "an edge of the polygon has another polygon on the same side: the mesh overlaps "
                   "itself, as floors on top of each other do");
  if (!status && splits.count) {
    status = pf_planar_check(mesh, &flaw);
    if (status != PATHFAN_ERR_MALFORMED) return status;
  }
  if (status && status != PATHFAN_ERR_MALFORMED) return status;
  b->records.text.line = lines[b->source[flaw.polygon]];
  const double x = pf_frame_x(b->frame, 0, flaw.at.x);
  const double y = pf_frame_y(b->frame, 0, flaw.at.y);
  if (flaw.other < 0)
    return pf_text_fail(&b->records.text, error,
                        "the polygon gets in the way of another one near %.10g,%.10g", x, y);
  return pf_text_fail(&b->records.text, error,
                      "the polygon overlaps that of line %d, or one has a corner inside an "
                      "edge of the other, near %.10g,%.10g",
                      (int)lines[b->source[flaw.other]], x, y);
}

static pathfan_status build_mesh(build *b, pf_mesh_data *mesh, pathfan_error *error) {
  pathfan_status status = place_points(b);
  if (!status) status = take_polygons(b, error);
  if (status) return status;
  *mesh =
      (pf_mesh_data){.view = {.vertex_count = b->point_count, .polygon_count = b->polygon_count},
                     .vertices = b->points,
                     .first_corner = b->first_corner,
                     .corner_vertex = b->corner};
  b->points = NULL;
  b->first_corner = NULL;
  b->corner = NULL;
  status = match(b, mesh, error);
  const pf_mesh_origins origins = {.point = b->point,
                                   .dropped = b->dropped,
                                   .source = b->source,
                                   .claim = b->claim,
                                   .point_count = b->point_count};
  if (!status) status = pf_mesh_claims_check(&b->records, &origins, b->frame, mesh, error);
  return status ? status : pf_mesh_finish(mesh);
}

/* Counts vertices that no polygon uses, and polygons that rounding leaves without area. Those that
 * aren't walkable use none, as only their number is kept. */
static void note_useless(const build *b, pf_ignored *ignored) {
  const pf_mesh_records *r = &b->records;
  bool any_blocked = false;
  for (int32_t p = 0; p < r->polygon_count; p++) {
    any_blocked |= pf_mesh_record_is_blocked(r, p);
    if (b->dropped[p])
      pf_ignore(ignored, PF_IGNORED_THIN_RING, 1, "line %d", (int)r->polygon_line[p]);
  }
  for (int32_t v = 0; v < r->vertex_count && !any_blocked; v++)
    if (b->point[v] < 0)
      pf_ignore(ignored, PF_IGNORED_VERTEX, 1, "line %d", (int)r->vertex_line[v]);
}

pathfan_status pf_mesh_file_parse(const char *text, size_t bytes, const char *path, pf_frame *frame,
                                  pf_mesh_data *mesh, pf_ignored *ignored, pathfan_error *error) {
  build b = {.frame = frame};
  memset(mesh, 0, sizeof *mesh);
  memset(frame, 0, sizeof *frame);
  pathfan_status status = pf_mesh_records_read(text, bytes, path, &b.records, error);
  if (!status) status = build_mesh(&b, mesh, error);
  if (!status) note_useless(&b, ignored);
  if (status) {
    pf_mesh_data_free(mesh);
    if (status == PATHFAN_ERR_NO_MEMORY)
      pf_fail(error, status, "%s: no memory for the mesh", pf_name_tail(path));
    if (status == PATHFAN_ERR_LIMIT)
      pf_fail(error, status, "%s: the mesh is too large", pf_name_tail(path));
  }
  pf_mesh_records_free(&b.records);
  free(b.point);
  free(b.points);
  free(b.dropped);
  free(b.first_corner);
  free(b.source);
  free(b.corner);
  free(b.claim);
  free(b.ring);
  free(b.ring_claim);
  return status;
}

/* surface.c - the steps from a soup to a mesh: points on the lattice, convex polygons that turn
 * left, neighbours, joined edges, sectors; then checks that the surface lies like a plane round
 * each vertex. Layers may lie above each other: nothing that walks from neighbour to neighbour
 * notices. */
#include "meshing/surface.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/portable.h"
#include "base/text.h"
#include "mesh/twins.h"
#include "meshing/cdt.h"
#include "meshing/panels.h"
#include "meshing/mesh_frame.h"
#include "meshing/planar.h"

/* A point is a corner of a cell if it is so near to it, in cells. Coordinates of single precision
 * are this near up to some 100,000 cells from the origin. */
#define NEAR_A_CORNER 0.02
/* A cell is a power of two lattice units wide, the finest that the extent allows, up to this. */
#define CELL_EXPONENT 26
/* Edges of a soup that doesn't say so are joined within this share of its size. */
#define JOIN_SHARE 0x1p-20

typedef struct making {
  const pf_soup *soup;
  const char *path;
  pf_frame *frame;
  pf_panels panels;
  int32_t *number; /* [Size: soup's points] of the point in panels */
  pf_panel_corner *ring;
  uint32_t ring_capacity;
  int64_t turned[2]; /* polygons that were counter-clockwise, and that weren't */
  int32_t first_turned[2];
  double join_within;
  pf_ignored *ignored;
  pathfan_error *error;
} making;

static pathfan_status fail_polygon(const making *m, int32_t source, const char *format, ...)
    PF_PRINTF(3, 4);

static pathfan_status fail_polygon(const making *m, int32_t source, const char *format, ...) {
  char place[PF_SOUP_PLACE_BYTES], what[256];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  return pf_fail(m->error, PATHFAN_ERR_MALFORMED, "%s: the polygon of %s %s", pf_name_tail(m->path),
                 pf_soup_place_text(m->soup, m->soup->polygons[source].place, place), what);
}

/* ---- Points ---- */

/* Whether all corners are corners of the soup's cells; *low, *high: the extent, in cells. */
static bool are_on_cells(const pf_soup *s, double low[2], double high[2]) {
  if (s->cell <= 0) return false;
  for (int axis = 0; axis < 2; axis++) {
    low[axis] = INFINITY;
    high[axis] = -INFINITY;
    for (uint32_t c = 0; c < s->corner_count; c++) {
      const size_t i = (size_t)s->corners[c].point;
      const double at = (s->points[3 * i + (size_t)axis] - s->origin[axis]) / s->cell;
      if (!(fabs(at - nearbyint(at)) <= NEAR_A_CORNER)) return false;
      low[axis] = fmin(low[axis], nearbyint(at));
      high[axis] = fmax(high[axis], nearbyint(at));
    }
  }
  return high[0] - low[0] <= PF_EXTENT_MAX && high[1] - low[1] <= PF_EXTENT_MAX;
}

/* Puts the points of cells on a lattice of which cells are multiples: the mesh as a whole moves by
 * at most half a unit, and nothing in it changes. */
static void place_on_cells(const pf_soup *s, const double low[2], const double high[2],
                           pf_frame *frame, pf_lattice_point *at) {
  const double extent = fmax(high[0] - low[0], high[1] - low[1]);
  int exponent = CELL_EXPONENT;
  while (exponent && ldexp(extent, exponent) > PF_EXTENT_MAX - 2) exponent--;
  const double unit = ldexp(1, exponent);
  *frame = (pf_frame){.scale = unit / s->cell, .is_rounded = 1};
  frame->origin_x = nearbyint(s->origin[0] * frame->scale) + low[0] * unit;
  frame->origin_y = nearbyint(s->origin[1] * frame->scale) + low[1] * unit;
  for (uint32_t c = 0; c < s->corner_count; c++)
    for (int axis = 0; axis < 2; axis++) {
      const size_t i = (size_t)s->corners[c].point;
      const double cells = (s->points[3 * i + (size_t)axis] - s->origin[axis]) / s->cell;
      const int32_t place = (int32_t)((nearbyint(cells) - low[axis]) * unit);
      *(axis ? &at[i].y : &at[i].x) = place;
    }
}

static pathfan_status place_on_lattice(const pf_soup *s, pf_frame *frame, pf_lattice_point *at) {
  double *points = pf_alloc(2 * (uint64_t)s->point_count, sizeof *points);
  uint8_t *used = pf_alloc_zero((uint64_t)s->point_count, 1);
  if (points && used) {
    for (uint32_t c = 0; c < s->corner_count; c++) used[s->corners[c].point] = 1;
    for (int32_t i = 0; i < s->point_count; i++)
      memcpy(&points[2 * (size_t)i], &s->points[3 * (size_t)i], 2 * sizeof *points);
    pf_mesh_frame(points, used, s->point_count, frame);
  }
  for (int32_t i = 0; points && used && i < s->point_count; i++) {
    if (!used[i]) continue;
    at[i].x = (int32_t)(nearbyint(points[2 * (size_t)i] * frame->scale) - frame->origin_x);
    at[i].y = (int32_t)(nearbyint(points[2 * (size_t)i + 1] * frame->scale) - frame->origin_y);
  }
  const bool done = points && used;
  free(points);
  free(used);
  return done ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

typedef struct spot {
  pf_lattice_point at;
  double height;
  int32_t number;
} spot;

static int by_spot(const void *a, const void *b) {
  const spot *x = a, *y = b;
  const int place = pf_compare_points(x->at, y->at);
  if (place) return place;
  if (x->height != y->height) return x->height < y->height ? -1 : 1;
  return x->number < y->number ? -1 : x->number > y->number;
}

/* Gives points of the same place and height one number. */
static pathfan_status weld(making *m) {
  const pf_soup *s = m->soup;
  pf_panels *f = &m->panels;
  spot *spots = pf_alloc((uint64_t)s->point_count, sizeof *spots);
  if (!spots) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < s->point_count; i++)
    spots[i] = (spot){f->at[i], s->points[3 * (size_t)i + 2], i};
  qsort(spots, (size_t)s->point_count, sizeof *spots, by_spot);
  for (int32_t i = 0; i < s->point_count; i++) {
    const bool is_new = !i || pf_compare_points(spots[i].at, spots[i - 1].at) != 0 ||
                        spots[i].height != spots[i - 1].height;
    f->point_count += is_new;
    m->number[spots[i].number] = f->point_count - 1;
    f->at[f->point_count - 1] = spots[i].at;
  }
  free(spots);
  return PATHFAN_OK;
}

static pathfan_status place_points(making *m) {
  const pf_soup *s = m->soup;
  double low[2], high[2], heights[2] = {INFINITY, -INFINITY};
  m->panels.at = pf_alloc_zero((uint64_t)s->point_count, sizeof *m->panels.at);
  m->number = pf_alloc((uint64_t)s->point_count, sizeof *m->number);
  if (!m->panels.at || !m->number) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  if (are_on_cells(s, low, high))
    place_on_cells(s, low, high, m->frame, m->panels.at);
  else
    status = place_on_lattice(s, m->frame, m->panels.at);
  for (uint32_t c = 0; c < s->corner_count && !status; c++) {
    const int32_t i = s->corners[c].point;
    const pf_lattice_point at = m->panels.at[i];
    const double height = s->points[3 * (size_t)i + 2];
    m->frame->width = at.x > m->frame->width ? at.x : m->frame->width;
    m->frame->height = at.y > m->frame->height ? at.y : m->frame->height;
    heights[0] = fmin(heights[0], height);
    heights[1] = fmax(heights[1], height);
  }
  const double extent =
      (double)(m->frame->width > m->frame->height ? m->frame->width : m->frame->height) /
      m->frame->scale;
  m->join_within =
      s->join.within > 0 ? s->join.within : JOIN_SHARE * fmax(extent, heights[1] - heights[0]);
  return status ? status : weld(m);
}

/* ---- Polygons ---- */

static pf_lattice_point at_corner(const making *m, const pf_panel_corner *corner) {
  return m->panels.at[corner->point];
}

static pf_int128 doubled_area(const making *m, const pf_panel_corner *ring, uint32_t count) {
  pf_int128 area = pf_int128_of(0);
  const pf_lattice_point from = at_corner(m, &ring[0]);
  for (uint32_t i = 1; i + 1 < count; i++) {
    const int64_t triangle = pf_cross(pf_from_to(from, at_corner(m, &ring[i])),
                                      pf_from_to(from, at_corner(m, &ring[i + 1])));
    area = pf_int128_plus(area, pf_int128_of(triangle));
  }
  return area;
}

static bool is_same_place(const making *m, int32_t a, int32_t b) {
  return pf_compare_points(m->panels.at[a], m->panels.at[b]) == 0;
}

/* Takes a polygon's corners, but those at the place of the next one. */
static pathfan_status take_ring(making *m, int32_t polygon, uint32_t *count) {
  const pf_soup *s = m->soup;
  const uint32_t begin = s->polygons[polygon].first, end = pf_soup_end(s, polygon);
  const pathfan_status status = pf_grow(&m->ring, &m->ring_capacity, (int64_t)(end - begin));
  if (status) return status;
  *count = 0;
  for (uint32_t c = begin; c < end; c++) {
    const int32_t point = s->corners[c].point;
    const int32_t next = s->corners[c + 1 < end ? c + 1 : begin].point;
    m->ring[*count] = (pf_panel_corner){.point = m->number[point],
                                        .height = (float)s->points[3 * (size_t)point + 2],
                                        .is_open = s->corners[c].is_open};
    *count += !is_same_place(m, m->number[point], m->number[next]);
  }
  return PATHFAN_OK;
}

static void reverse(pf_panel_corner *ring, uint32_t count) {
  for (uint32_t i = 0, j = count - 1; i < j; i++, j--) {
    const pf_panel_corner swap = ring[i];
    ring[i] = ring[j];
    ring[j] = swap;
  }
  const bool last = ring[0].is_open; /* marks belong to edges: each to the corner before now */
  for (uint32_t i = 0; i + 1 < count; i++) ring[i].is_open = ring[i + 1].is_open;
  ring[count - 1].is_open = last;
}

/* Whether a ring of positive area never turns right or back. It goes round once if its edges
 * change between leftwards and rightwards twice. */
static bool is_convex(const making *m, const pf_panel_corner *ring, uint32_t count) {
  int changes = 0;
  for (uint32_t i = 0; i < count; i++) {
    const pf_lattice_point at = at_corner(m, &ring[i]);
    const pf_lattice_point in = pf_from_to(at_corner(m, &ring[i ? i - 1 : count - 1]), at);
    const pf_lattice_point out = pf_from_to(at, at_corner(m, &ring[i + 1 < count ? i + 1 : 0]));
    const int64_t turn = pf_cross(in, out);
    if (turn < 0 || (turn == 0 && pf_dot(in, out) < 0)) return false;
    changes += (in.x > 0 || (in.x == 0 && in.y > 0)) != (out.x > 0 || (out.x == 0 && out.y > 0));
  }
  return changes == 2;
}

static int by_point(const void *a, const void *b) {
  return pf_compare_points(*(const pf_lattice_point *)a, *(const pf_lattice_point *)b);
}

typedef struct ring_place {
  pf_lattice_point at; /* first, for by_point */
  uint32_t corner;
} ring_place;

/* Adds the triangles of a ring, whose corners are at `places` in ascending order. */
static pathfan_status add_triangles(making *m, int32_t source, const pf_mesh_data *triangles,
                                    const ring_place *places, uint32_t count) {
  pf_int128 area = pf_int128_of(0);
  pathfan_status status = PATHFAN_OK;
  for (int32_t t = 0; t < triangles->view.polygon_count && !status; t++) {
    pf_panel_corner corners[3];
    uint32_t from[3];
    for (int i = 0; i < 3; i++) {
      const int32_t v = triangles->corner_vertex[triangles->first_corner[t] + (uint32_t)i];
      const ring_place *place =
          bsearch(&triangles->vertices[v], places, count, sizeof *places, by_point);
      if (!place) return PATHFAN_ERR_MALFORMED;
      from[i] = place->corner;
      corners[i] = m->ring[place->corner];
    }
    for (int i = 0; i < 3; i++)
      if (from[(i + 1) % 3] != (from[i] + 1) % count) corners[i].is_open = false;
    area = pf_int128_plus(area, doubled_area(m, corners, 3));
    status = pf_panels_add(&m->panels, corners, 3, source);
  }
  if (status) return status;
  return pf_int128_compare(area, doubled_area(m, m->ring, count)) == 0 ? PATHFAN_OK
                                                                       : PATHFAN_ERR_MALFORMED;
}

/* Cuts the ring into triangles. MALFORMED if its outline meets itself. */
static pathfan_status cut(making *m, int32_t source, uint32_t count) {
  pf_mesh_data triangles = {0};
  pf_outline outline = {.vertex_count = (int32_t)count, .edge_count = (int32_t)count};
  ring_place *places = pf_alloc(count, sizeof *places);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  outline.vertices = pf_alloc(count, sizeof *outline.vertices);
  outline.edges = pf_alloc(count, sizeof *outline.edges);
  if (!places || !outline.vertices || !outline.edges) goto cleanup;
  for (uint32_t i = 0; i < count; i++) {
    outline.vertices[i] = at_corner(m, &m->ring[i]);
    outline.edges[i] = (pf_outline_edge){(int32_t)i, (int32_t)(i + 1 < count ? i + 1 : 0)};
    places[i] = (ring_place){outline.vertices[i], i};
  }
  qsort(places, count, sizeof *places, by_point);
  status = PATHFAN_OK;
  for (uint32_t i = 1; i < count; i++)
    if (by_point(&places[i - 1], &places[i]) == 0) status = PATHFAN_ERR_MALFORMED;
  if (!status) status = pf_cdt_build(&outline, &triangles);
  if (!status) status = add_triangles(m, source, &triangles, places, count);

cleanup:
  free(places);
  free(outline.vertices);
  free(outline.edges);
  pf_mesh_data_free(&triangles);
  return status;
}

static pathfan_status take_polygon(making *m, int32_t polygon) {
  char place[PF_SOUP_PLACE_BYTES];
  uint32_t count;
  pathfan_status status = take_ring(m, polygon, &count);
  if (status) return status;
  const int turn = count < 3 ? 0 : pf_int128_sign(doubled_area(m, m->ring, count));
  if (turn == 0) {
    pf_ignore(m->ignored, PF_IGNORED_STEEP, 1, "%s",
              pf_soup_place_text(m->soup, m->soup->polygons[polygon].place, place));
    return PATHFAN_OK;
  }
  if (!m->turned[turn < 0]++) m->first_turned[turn < 0] = polygon;
  if (turn < 0) reverse(m->ring, count);
  if (is_convex(m, m->ring, count)) return pf_panels_add(&m->panels, m->ring, count, polygon);
  status = cut(m, polygon, count);
  return status == PATHFAN_ERR_MALFORMED
             ? fail_polygon(m, polygon, "has an outline that meets itself, as seen from above")
             : status;
}

static pathfan_status take_polygons(making *m) {
  char place[PF_SOUP_PLACE_BYTES];
  pathfan_status status = PATHFAN_OK;
  for (int32_t p = 0; p < m->soup->polygon_count && !status; p++) status = take_polygon(m, p);
  if (status) return status;
  if (!m->panels.count)
    return pf_fail(m->error, PATHFAN_ERR_MALFORMED,
                   "%s: no polygon has an area, as seen from above", pf_name_tail(m->path));
  const int few = m->turned[1] < m->turned[0] ||
                  (m->turned[1] == m->turned[0] && m->first_turned[1] > m->first_turned[0]);
  if (m->turned[few])
    pf_ignore(m->ignored, PF_IGNORED_FLIPPED, m->turned[few], "%s",
              pf_soup_place_text(m->soup, m->soup->polygons[m->first_turned[few]].place, place));
  return PATHFAN_OK;
}

/* ---- Neighbours ---- */

/* Makes a mesh of the panels, without neighbours. */
static pathfan_status to_mesh(const pf_panels *f, pf_mesh_data *mesh) {
  const uint32_t corners = pf_panels_end(f);
  pf_mesh_data_free(mesh);
  mesh->vertices = pf_alloc((uint64_t)f->point_count, sizeof *mesh->vertices);
  mesh->first_corner = pf_alloc((uint64_t)f->count + 1, sizeof *mesh->first_corner);
  mesh->corner_vertex = pf_alloc(corners, sizeof *mesh->corner_vertex);
  mesh->corner_height = pf_alloc(corners, sizeof *mesh->corner_height);
  if (!mesh->vertices || !mesh->first_corner || !mesh->corner_vertex || !mesh->corner_height)
    return PATHFAN_ERR_NO_MEMORY;
  memcpy(mesh->vertices, f->at, (size_t)f->point_count * sizeof *f->at);
  memcpy(mesh->first_corner, f->first, ((size_t)f->count + 1) * sizeof *f->first);
  for (uint32_t c = 0; c < corners; c++) {
    mesh->corner_vertex[c] = f->corners[c].point;
    mesh->corner_height[c] = f->corners[c].height;
  }
  mesh->view = (pf_mesh){.vertex_count = f->point_count, .polygon_count = f->count};
  return PATHFAN_OK;
}

static pathfan_status match(making *m, pf_mesh_data *mesh) {
  int32_t polygon = 0;
  pathfan_status status = to_mesh(&m->panels, mesh);
  if (!status) status = pf_mesh_match(mesh, &polygon);
  return status == PATHFAN_ERR_MALFORMED
             ? fail_polygon(m, m->panels.source[polygon],
                            "lies on the same side of an edge as another one: at most two polygons "
                            "can share an edge, one on either side")
             : status;
}

static pathfan_status join(making *m, pf_mesh_data *mesh) {
  const pf_soup_join how = {m->join_within, m->soup->join.by_one_end};
  int32_t joined;
  pathfan_status status = match(m, mesh);
  if (!status) status = pf_panels_join(&m->panels, mesh->corner_neighbour, &how, &joined);
  return status || !joined ? status : match(m, mesh);
}

/* ---- The surface ---- */

static bool is_flat(const pf_mesh_data *mesh) {
  for (uint32_t c = 1; c < mesh->first_corner[mesh->view.polygon_count]; c++)
    if (mesh->corner_height[c] != mesh->corner_height[0]) return false;
  return true;
}

/* Finds out whether polygons lie above each other, which on a flat surface is refused. */
static pathfan_status find_layers(const making *m, pf_mesh_data *mesh) {
  pf_planar_flaw flaw;
  const pathfan_status status = pf_planar_check(mesh, &flaw);
  mesh->view.is_layered = status == PATHFAN_ERR_MALFORMED;
  if (status != PATHFAN_ERR_MALFORMED || !is_flat(mesh))
    return status == PATHFAN_ERR_MALFORMED ? PATHFAN_OK : status;
  return fail_polygon(m, m->panels.source[flaw.polygon],
                      "overlaps another one, or an edge of it, near %.10g,%.10g",
                      pf_frame_x(m->frame, 0, flaw.at.x), pf_frame_y(m->frame, 0, flaw.at.y));
}

/* Whether direction `ref` lies in the angle from `from`, which isn't included, counter-clockwise to
 * `to`, at most half a turn away. */
static bool holds(pf_lattice_point from, pf_lattice_point to, pf_lattice_point ref) {
  if (pf_cross(to, ref) == 0 && pf_dot(to, ref) > 0) return true;
  if (pf_cross(from, to) == 0) return pf_cross(from, ref) > 0;
  return pf_cross(from, ref) > 0 && pf_cross(ref, to) > 0;
}

/* Checks the polygons round the vertex at a corner, from it counter-clockwise on. The first
 * direction comes again only at the end, if they go all the way round. */
static pathfan_status check_round(const making *m, const pf_mesh_data *mesh, const int32_t *twin,
                                  int32_t polygon, uint32_t corner, bool *seen) {
  const pf_mesh *view = &mesh->view;
  const pf_lattice_point at = view->vertices[view->corner_vertex[corner]];
  const int32_t first_polygon = polygon;
  pf_lattice_point ref = {0, 0};
  for (int64_t here = corner; here >= 0;) {
    const uint32_t c = (uint32_t)here;
    const uint32_t before = pf_corner_before(view->first_corner, polygon, c);
    const uint32_t after = pf_corner_after(view->first_corner, polygon, c);
    const pf_lattice_point from = pf_from_to(at, view->vertices[view->corner_vertex[after]]);
    const pf_lattice_point to = pf_from_to(at, view->vertices[view->corner_vertex[before]]);
    seen[c] = true;
    here = twin[before];
    if (c == corner) {
      ref = from;
    } else if (holds(from, to, ref)) {
      const bool is_whole = pf_cross(to, ref) == 0 && pf_dot(to, ref) > 0;
      if (is_whole && here == (int64_t)corner) return PATHFAN_OK;
      return fail_polygon(
          m, m->panels.source[first_polygon],
          is_whole && here < 0
              ? "ends at a wall without width: beside the same edge lies another polygon, at "
                "another height, and both meet at its end, near %.10g,%.10g; leave a gap between "
                "them"
              : "and its neighbours go round a point more than once, near %.10g,%.10g",
          pf_frame_x(m->frame, 0, at.x), pf_frame_y(m->frame, 0, at.y));
    }
    if (here == (int64_t)corner) break;
    polygon = view->corner_neighbour[before];
  }
  return PATHFAN_OK;
}

/* Checks that round each vertex the surface covers the plane once at most. */
static pathfan_status check_vertices(const making *m, const pf_mesh_data *mesh) {
  const pf_mesh *view = &mesh->view;
  const uint32_t corners = view->first_corner[view->polygon_count];
  int32_t *twin = pf_alloc(corners, sizeof *twin);
  bool *seen = pf_alloc_zero(corners, sizeof *seen);
  pathfan_status status = twin && seen ? pf_mesh_twins(view, twin) : PATHFAN_ERR_NO_MEMORY;
  for (int inner = 0; inner < 2; inner++) /* then those without a wall */
    for (int32_t p = 0; p < view->polygon_count && !status; p++)
      for (uint32_t c = view->first_corner[p]; c < view->first_corner[p + 1] && !status; c++)
        if (!seen[c] && (inner || view->corner_neighbour[c] < 0))
          status = check_round(m, mesh, twin, p, c, seen);
  free(twin);
  free(seen);
  return status;
}

pathfan_status pf_surface_build(const pf_soup *soup, const char *path, pf_frame *frame,
                                pf_mesh_data *mesh, pf_ignored *ignored, pathfan_error *error) {
  making m = {.soup = soup, .path = path, .frame = frame, .ignored = ignored, .error = error};
  memset(mesh, 0, sizeof *mesh);
  memset(frame, 0, sizeof *frame);
  assert(soup->polygon_count > 0);
  pathfan_status status = place_points(&m);
  if (!status) status = take_polygons(&m);
  if (!status) status = join(&m, mesh);
  if (!status) status = find_layers(&m, mesh);
  if (!status) status = pf_mesh_finish(mesh);
  if (!status) status = check_vertices(&m, mesh);
  if (status == PATHFAN_ERR_NO_MEMORY)
    pf_fail(error, status, "%s: no memory for the mesh", pf_name_tail(path));
  if (status == PATHFAN_ERR_LIMIT)
    pf_fail(error, status,
            "%s: the mesh is too large, or thousands of its edges lie along each "
            "other",
            pf_name_tail(path));
  if (status) pf_mesh_data_free(mesh);
  pf_panels_free(&m.panels);
  free(m.number);
  free(m.ring);
  return status;
}

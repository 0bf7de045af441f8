/* facets.c - walks down each polygon's tree of cone lists, and for each leaf down the tree of
 * regions, and cuts the polygon on the way. */
#include "facets.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

typedef struct cutter {
  const pf_cone_lists *cones;
  const uint32_t *cuts;
  int32_t levels;
  double wide;
  pf_spot *room; /* a polygon for each depth of both trees */
  int32_t room_each;
  pf_facets *out;
  pathfan_status status;
} cutter;

static void add(cutter *c, const pf_convex *polygon, uint64_t leaf, uint32_t region) {
  pf_facets *out = c->out;
  pathfan_status status = pf_grow(&out->list, &out->capacity, out->count + 1);
  if (!status)
    status = pf_grow(&out->corners, &out->corner_capacity, out->corner_count + polygon->count);
  c->status = status;
  if (status) return;
  memcpy(out->corners + out->corner_count, polygon->corners,
         (size_t)polygon->count * sizeof *polygon->corners);
  out->list[out->count++] = (pf_facet){leaf, out->corner_count, polygon->count, (int32_t)region};
  out->corner_count += polygon->count;
  if (polygon->count > out->corners_most) out->corners_most = polygon->count;
}

static pf_half_plane side_of_cut(int axis, double at, int half) {
  const double sign = half ? 1 : -1;
  return (pf_half_plane){axis ? 0 : sign, axis ? sign : 0, sign * at};
}

static pf_convex room_at(const cutter *c, int32_t depth) {
  return (pf_convex){c->room + (int64_t)depth * c->room_each, 0};
}

/* Whether all of a polygon lies on the border of a half-plane. */
static bool lies_on(const pf_convex *polygon, pf_half_plane side, double wide) {
  for (int32_t i = 0; i < polygon->count; i++)
    if (pf_depth(side, polygon->corners[i]) > wide) return false;
  return true;
}

/* Cuts what one leaf has by the regions below a node, but for what lies on a cut. */
static void cut_by_regions(cutter *c, const pf_convex *polygon, uint64_t leaf, uint32_t node,
                           int32_t depth) {
  const uint32_t regions = UINT32_C(1) << c->levels;
  if (!polygon->count || c->status) return;
  if (node >= regions) {
    add(c, polygon, leaf, node - regions);
    return;
  }
  const uint32_t cut = c->cuts[node];
  for (int half = 0; half < 2; half++) {
    const pf_half_plane side = side_of_cut(cut & 1, cut >> 1, half);
    pf_convex part = room_at(c, depth);
    pf_convex_cut(polygon, side, c->wide, &part);
    if (!lies_on(&part, side, 4 * c->wide))
      cut_by_regions(c, &part, leaf, 2 * node + (uint32_t)half, depth + 1);
  }
}

static void cut_by_leaves(cutter *c, const pf_convex *polygon, uint64_t at, int32_t depth) {
  pf_layout_cones head;
  memcpy(&head, c->cones->bytes + at, sizeof head);
  const uint32_t kind = head.kind_size & 3;
  if (!polygon->count || c->status) return;
  if (kind == PF_CONES_LEAF) {
    cut_by_regions(c, polygon, at, 1, depth);
    return;
  }
  for (int half = 0; half < 2; half++) {
    pf_convex part = room_at(c, depth);
    pf_convex_cut(polygon, side_of_cut(kind == PF_CONES_CUT_Y, head.parts_cut, half), c->wide,
                  &part);
    cut_by_leaves(c, &part, at + (half ? head.kind_size & ~UINT32_C(3) : sizeof head), depth + 1);
  }
}

static int32_t corners_of(const pf_mesh *mesh, int32_t polygon) {
  return (int32_t)(mesh->first_corner[polygon + 1] - mesh->first_corner[polygon]);
}

static void cut_all(cutter *c, const pf_mesh *mesh) {
  for (int32_t p = 0; p < mesh->polygon_count && !c->status; p++) {
    pf_convex polygon = room_at(c, 0);
    for (uint32_t i = mesh->first_corner[p]; i < mesh->first_corner[p + 1]; i++) {
      const pf_lattice_point at = mesh->vertices[mesh->corner_vertex[i]];
      polygon.corners[polygon.count++] = (pf_spot){at.x, at.y};
    }
    cut_by_leaves(c, &polygon, c->cones->first[p], 1);
  }
}

/* Puts the facets of each region side by side. */
static pathfan_status sort(pf_facets *p, int32_t regions) {
  pf_facet *sorted = pf_alloc((uint64_t)p->count, sizeof *sorted);
  p->first = pf_alloc_zero((uint64_t)regions + 2, sizeof *p->first);
  if (!sorted || !p->first) {
    free(sorted);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int64_t i = 0; i < p->count; i++) p->first[p->list[i].region + 2]++;
  for (int32_t r = 0; r < regions; r++) p->first[r + 2] += p->first[r + 1];
  for (int64_t i = 0; i < p->count; i++) sorted[p->first[p->list[i].region + 1]++] = p->list[i];
  free(p->list);
  p->list = sorted;
  p->capacity = p->count;
  return PATHFAN_OK;
}

pathfan_status pf_facets_make(const pf_mesh *mesh, const pf_cone_lists *cones, const uint32_t *cuts,
                              int32_t levels, double wide, pf_facets *facets) {
  cutter c = {.cones = cones, .cuts = cuts, .levels = levels, .wide = wide, .out = facets};
  const int32_t depths = PF_CONES_DEPTH_MOST + levels + 2;
  memset(facets, 0, sizeof *facets);
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    if (corners_of(mesh, p) > c.room_each) c.room_each = corners_of(mesh, p);
  c.room_each += depths; /* each cut adds a corner at most */
  c.room = pf_alloc((uint64_t)c.room_each * (uint64_t)depths, sizeof *c.room);
  if (!c.room) return PATHFAN_ERR_NO_MEMORY;
  cut_all(&c, mesh);
  free(c.room);
  if (!c.status) c.status = sort(facets, INT32_C(1) << levels);
  if (c.status) pf_facets_free(facets);
  return c.status;
}

pathfan_status pf_facets_count(const pf_facets *facets, const pf_cone_lists *cones, int32_t regions,
                               int32_t n, int id_bytes, pf_facet_counts *counts) {
  int32_t *counted_for = pf_alloc((uint64_t)n, sizeof *counted_for);
  *counts = (pf_facet_counts){0};
  if (!counted_for) return PATHFAN_ERR_NO_MEMORY;
  memset(counted_for, 0xff, (size_t)n * sizeof *counted_for);
  for (int32_t r = 0; r < regions; r++)
    for (int64_t f = facets->first[r]; f < facets->first[r + 1]; f++) {
      const uint8_t *at = cones->bytes + facets->list[f].leaf;
      pf_layout_cones head;
      memcpy(&head, at, sizeof head);
      const int64_t whole = head.kind_size >> 2, here = whole + head.parts_cut;
      counts->squares += (double)here * (double)here;
      if (here > counts->most) counts->most = here;
      for (int64_t i = 0; i < here; i++) {
        const int64_t id = i < whole ? i : whole + PF_CONES_PART_IDS * (i - whole);
        int32_t *last = &counted_for[pf_load_id(at + sizeof head, (uint64_t)id, id_bytes)];
        counts->of_regions += *last != r;
        *last = r;
      }
    }
  free(counted_for);
  return PATHFAN_OK;
}

void pf_facets_free(pf_facets *facets) {
  free(facets->list);
  free(facets->first);
  free(facets->corners);
  memset(facets, 0, sizeof *facets);
}

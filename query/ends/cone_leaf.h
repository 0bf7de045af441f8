/* cone_leaf.h - the leaf of a cone list that a point lies in, and whether one of its vertices sees
 * the point. Inline: it is what looking from an end does most. */
#ifndef PF_QUERY_ENDS_CONE_LEAF_H
#define PF_QUERY_ENDS_CONE_LEAF_H

#include "mesh/fan.h"
#include "query/open/pieces.h"

static inline uint32_t pf_id_at(const uint8_t *ids, uint64_t i, int id_bytes) {
  uint16_t narrow;
  uint32_t wide;
  if (id_bytes == 2) {
    memcpy(&narrow, ids + 2 * i, sizeof narrow);
    return narrow;
  }
  memcpy(&wide, ids + 4 * i, sizeof wide);
  return wide;
}

/* Whether v, the first id of an entry of those that see a part of the piece, sees the point. */
static inline bool pf_leaf_sees(const pf_index_view *view, pf_fixed_point from, int32_t v,
                                const pf_cone_leaf *leaf, uint64_t id, int id_bytes) {
  const pf_layout_vertex *vertices = view->vertices, *viewer = &vertices[v];
  const pf_layout_vertex *right = &vertices[pf_id_at(leaf->part, id + 1, id_bytes)];
  const pf_layout_vertex *left = &vertices[pf_id_at(leaf->part, id + 2, id_bytes)];
  const pf_fixed_point d = pf_fixed_from_to(
      pf_lift((pf_lattice_point){viewer->x, viewer->y}, view->header->fraction_bits), from);
  /* A missing ray leads to the viewer itself: no point is off it. */
  const int64_t off_right = (right->x - viewer->x) * d.y - (right->y - viewer->y) * d.x;
  const int64_t off_left = (left->x - viewer->x) * d.y - (left->y - viewer->y) * d.x;
  return (off_right >= 0) & (off_left <= 0);
}

/* Whether some id is in both of two ascending lists of every `stride`th id. */
static inline bool pf_ids_share(const uint8_t *a, uint32_t a_count, uint32_t a_stride,
                                const uint8_t *b, uint32_t b_count, uint32_t b_stride,
                                int id_bytes) {
  uint32_t i = 0, k = 0;
  while (i < a_count && k < b_count) {
    const uint32_t x = pf_id_at(a, (uint64_t)a_stride * i, id_bytes);
    const uint32_t y = pf_id_at(b, (uint64_t)b_stride * k, id_bytes);
    if (x == y) return true;
    i += x < y;
    k += y < x;
  }
  return false;
}

/* Whether some vertex is in the lists of both leaves. */
static inline bool pf_leaves_share(const pf_cone_leaf *a, const pf_cone_leaf *b, int id_bytes) {
  const uint32_t each = PF_CONES_PART_IDS;
  return pf_ids_share(a->whole, a->whole_count, 1, b->whole, b->whole_count, 1, id_bytes) ||
         pf_ids_share(a->whole, a->whole_count, 1, b->part, b->part_count, each, id_bytes) ||
         pf_ids_share(a->part, a->part_count, each, b->whole, b->whole_count, 1, id_bytes) ||
         pf_ids_share(a->part, a->part_count, each, b->part, b->part_count, each, id_bytes);
}

/* Returns the leaf of a polygon's list that a point lies in. The cell must be touched. */
static inline pf_cone_leaf pf_find_leaf(const pf_index_view *view, pf_fixed_point from,
                                        int32_t polygon) {
  const int64_t one = (int64_t)1 << view->header->fraction_bits;
  uint64_t at = view->polygons[polygon].cones;
  pf_layout_cones head = pf_cones_at(view, at);
  while (pf_cones_kind_of(head) != PF_CONES_LEAF) {
    const int64_t along = pf_cones_kind_of(head) == PF_CONES_CUT_X ? from.x : from.y;
    at += along > head.parts_cut * one ? pf_cones_second(head) : sizeof head;
    head = pf_cones_at(view, at);
  }
  return pf_cone_leaf_at(view, at, head);
}

/* Whether a point of a polygon is a vertex of the mesh; if so, begins a fan round it. */
static inline bool pf_is_at_corner(const pf_index_view *view, pf_fixed_point from, int32_t polygon,
                                   pf_fan *fan) {
  const pf_mesh *mesh = &view->mesh;
  const int bits = view->header->fraction_bits;
  const uint32_t end = mesh->first_corner[polygon + 1];
  uint32_t c = mesh->first_corner[polygon];
  if ((from.x | from.y) & (((int64_t)1 << bits) - 1)) return false;
  const int64_t x = from.x >> bits, y = from.y >> bits;
  while (c < end && (mesh->vertices[mesh->corner_vertex[c]].x != x ||
                     mesh->vertices[mesh->corner_vertex[c]].y != y))
    c++;
  if (c == end) return false;
  pf_fan_begin(fan, mesh, polygon, from, bits);
  return fan->at_corner;
}

#endif

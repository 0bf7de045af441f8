/* validate_pieces.c - every id of a piece is in range, and every list in order. */
#include "validate_pieces.h"

/* ---- Vertices ---- */

/* Checks that the exits of a vertex lead to other vertices and share all its labels among them. */
static pf_fault fault_of_exits(const pf_index_view *view, int32_t v) {
  const uint32_t count = view->spans[v + 1].labels - view->spans[v].labels;
  const uint32_t n = (uint32_t)view->n, begin = view->spans[v].exits[0];
  bool bad_id = false, bad_end = false;
  uint32_t before = 0;
  for (uint32_t e = begin; e < view->spans[v + 1].exits[0]; e++) {
    const pf_exit exit = pf_exit_at(view, v, e);
    bad_id |= (exit.next >= n) | (exit.next == (uint32_t)v);
    bad_end |= (exit.end <= before) | (exit.end > count);
    before = exit.end;
  }
  if (bad_id) return PF_FAULT_EXIT_ID;
  if (bad_end) return PF_FAULT_EXIT_ENDS;
  return before == count ? PF_FAULT_NONE : PF_FAULT_EXIT_LABELS;
}

/* Whether the labels begin .. end-1 of a vertex go on with labels that vertex `next` has. */
static bool go_on(const pf_index_view *view, int32_t v, uint32_t begin, uint32_t end,
                  uint32_t next) {
  const uint32_t bytes = (uint32_t)view->header->next_bytes;
  const uint32_t none = (UINT32_MAX >> (32 - 8 * bytes)) - (PF_NEXT_SPECIAL - 1);
  const uint32_t count = view->spans[next + 1].labels - view->spans[next].labels;
  bool bad = false;
  for (uint32_t i = begin; i < end; i++) {
    const uint32_t number = pf_next_stored(view, v, i);
    bad |= (number >= count) & (number < none);
  }
  return !bad;
}

static bool all_go_on(const pf_index_view *view, int32_t v) {
  const uint32_t first = view->spans[v].labels;
  uint32_t begin = first;
  for (uint32_t e = view->spans[v].exits[0]; e < view->spans[v + 1].exits[0]; e++) {
    const pf_exit exit = pf_exit_at(view, v, e);
    if (!go_on(view, v, begin, first + exit.end, exit.next)) return false;
    begin = first + exit.end;
  }
  return true;
}

static pf_fault fault_of_labels(const pf_index_view *view, int32_t v) {
  const pf_range labels = pf_labels_of(view, v);
  const uint32_t n = (uint32_t)view->n;
  bool bad = false;
  const uint64_t *label = pf_labels_by(view, v);
  for (uint32_t i = labels.begin; i < labels.end; i++) {
    const uint32_t hub = pf_label_hub(label[i]);
    bad |= (hub >= n) | (hub == (uint32_t)v);
  }
  if (bad) return PF_FAULT_LABEL_ID;
  return all_go_on(view, v) ? PF_FAULT_NONE : PF_FAULT_NEXT;
}

pf_fault pf_fault_of_vertices(const pf_index_view *view, pf_piece_span p) {
  const uint32_t n = (uint32_t)view->n;
  bool bad = false;
  for (uint32_t v = p.begin; v < p.end; v++) {
    pf_fault found = fault_of_exits(view, (int32_t)v);
    if (!found) found = fault_of_labels(view, (int32_t)v);
    if (found) return found;
  }
  for (uint32_t i = view->hub_first[p.begin]; i < view->hub_first[p.end]; i++)
    bad |= pf_head_on_at(view, i) >= n;
  return bad ? PF_FAULT_HUB_ID : PF_FAULT_NONE;
}

/* ---- Cone lists ---- */

/* Whether a leaf's ids are in range and in order. */
static inline bool ids_are_sound(const pf_cone_leaf *leaf, int id_bytes, uint32_t n) {
  int64_t before = -1;
  bool bad = false;
  for (uint32_t i = 0; i < leaf->whole_count; i++) {
    const uint32_t v = pf_load_id(leaf->whole, i, id_bytes);
    bad |= (v >= n) | ((int64_t)v <= before);
    before = v;
  }
  before = 0;
  const uint64_t ids = PF_CONES_PART_IDS * (uint64_t)leaf->part_count;
  for (uint64_t i = 0; i < ids; i += PF_CONES_PART_IDS) {
    const uint32_t v = pf_load_id(leaf->part, i, id_bytes);
    const uint32_t right = pf_load_id(leaf->part, i + 1, id_bytes);
    const uint32_t left = pf_load_id(leaf->part, i + 2, id_bytes);
    bad |= (v >= n) | ((int64_t)v < before) | (right >= n) | (left >= n);
    before = v;
  }
  return !bad;
}

/* Whether one polygon's cone list, bytes begin .. end - 1, is sound. Nodes are contiguous, first
 * halves first, so that each must end where its second half, or that of an enclosing node,
 * begins. */
static bool cones_are_sound(const pf_index_view *view, uint64_t begin, uint64_t end) {
  uint64_t ends[PF_CONES_DEPTH_MOST]; /* of the second halves still to come */
  int depth = 0;
  if (begin % PF_CONES_ALIGN || end % PF_CONES_ALIGN) return false;
  for (uint64_t at = begin, stop = end;;) {
    const uint64_t first = at + sizeof(pf_layout_cones);
    if (first > stop) return false;
    const pf_layout_cones head = pf_cones_at(view, at);
    if (pf_cones_kind_of(head) > PF_CONES_CUT_Y) return false;
    if (pf_cones_kind_of(head) != PF_CONES_LEAF) {
      const uint64_t second = at + pf_cones_second(head);
      if (second <= first || second >= stop || depth == PF_CONES_DEPTH_MOST) return false;
      ends[depth++] = stop;
      stop = second;
      at = first;
      continue;
    }
    const pf_cone_leaf leaf = pf_cone_leaf_at(view, at, head);
    if (head.parts_cut < 0 || at + pf_cone_leaf_bytes(&leaf, view->id_bytes) != stop ||
        !(view->id_bytes == 2 ? ids_are_sound(&leaf, 2, (uint32_t)view->n)
                              : ids_are_sound(&leaf, 4, (uint32_t)view->n)))
      return false;
    if (!depth) return true;
    at = stop;
    stop = ends[--depth];
  }
}

pf_fault pf_fault_of_cells(const pf_index_view *view, pf_piece_span p) {
  for (uint32_t c = p.begin; c < p.end; c++)
    if (!cones_are_sound(view, view->polygons[c].cones, view->polygons[c + 1].cones))
      return PF_FAULT_CONES;
  return PF_FAULT_NONE;
}

/* ---- Regions ---- */

pf_fault pf_fault_of_tree(const pf_index_view *view) {
  const pf_region_sets *r = &view->regions;
  bool bad = false;
  for (int32_t node = 1; node < r->count; node++) bad |= r->cuts[node] >> 1 > PF_REGION_CUT_NONE;
  if (bad) return PF_FAULT_CUT;
  const uint32_t nodes = r->first ? 2 * (uint32_t)r->count : 0;
  for (uint32_t node = 0; node < nodes; node++) bad |= r->first[node + 1] < r->first[node];
  bad |= nodes && r->first[nodes] != r->pair_count;
  return bad ? PF_FAULT_PARTNERS : PF_FAULT_NONE;
}

pf_fault pf_fault_of_vias(const pf_index_view *view, pf_piece_span vias) {
  const uint32_t n = (uint32_t)view->n;
  bool bad = false;
  for (uint32_t i = vias.begin; i < vias.end; i++) bad |= pf_region_via(view, i) >= n;
  return bad ? PF_FAULT_VIA : PF_FAULT_NONE;
}

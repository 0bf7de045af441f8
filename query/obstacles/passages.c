/* passages.c - edges that lead through openings. Whoever sees through one sees a mouth first:
 * the cone lists of the polygons at mouths name all vertices that do. Pairs of these are tested,
 * first for being taut at both, which rules most of them out, then for a mouth between them, last
 * for sight. */
#include "passages.h"

#include <stdlib.h>

#include "base/memory.h"
#include "mesh/segment.h"
#include "query/ends/cone_leaf.h"

/* Passages and seers under construction. */
typedef struct making {
  const pf_index_view *view;
  const pf_breach *breach;
  pf_passages *made;
  pf_look *look;
  pf_stamp listed; /* vertices that were listed, or are gone */
  int32_t seer_capacity, passage_capacity, vertex_capacity, length_capacity, edge_count;
} making;

/* ---- Seers ---- */

static pathfan_status add_seer(making *m, int32_t v) {
  pf_passages *made = m->made;
  if (!pf_stamp_add(&m->listed, v)) return PATHFAN_OK;
  const pathfan_status status =
      pf_grow(&made->seers, &m->seer_capacity, (int64_t)made->seer_count + 1);
  if (!status) made->seers[made->seer_count++] = v;
  return status;
}

static pathfan_status add_leaf(making *m, const pf_cone_leaf *leaf) {
  pathfan_status status = PATHFAN_OK;
  for (uint32_t i = 0; i < leaf->whole_count && !status; i++)
    status = add_seer(m, (int32_t)pf_id_at(leaf->whole, i, m->view->id_bytes));
  for (uint64_t i = 0; i < leaf->part_count && !status; i++)
    status = add_seer(m, (int32_t)pf_id_at(leaf->part, PF_CONES_PART_IDS * i, m->view->id_bytes));
  return status;
}

/* Adds the vertices that see a part of a polygon, by the leaves that a box meets. */
static pathfan_status add_seers_in(making *m, int32_t polygon, pf_fixed_point low,
                                   pf_fixed_point high) {
  const pf_index_view *view = m->view;
  const int64_t one = (int64_t)1 << view->header->fraction_bits;
  uint64_t later[PF_CONES_DEPTH_MOST + 1];
  int depth = 0;
  pathfan_status status = pf_touch_cell(view, polygon);
  later[depth++] = view->polygons[polygon].cones;
  while (depth && !status) {
    const uint64_t at = later[--depth];
    const pf_layout_cones head = pf_cones_at(view, at);
    const pf_cones_kind kind = pf_cones_kind_of(head);
    if (kind == PF_CONES_LEAF) {
      const pf_cone_leaf leaf = pf_cone_leaf_at(view, at, head);
      status = add_leaf(m, &leaf);
      continue;
    }
    const int64_t cut = head.parts_cut * one;
    if ((kind == PF_CONES_CUT_X ? low.x : low.y) <= cut) later[depth++] = at + sizeof head;
    if ((kind == PF_CONES_CUT_X ? high.x : high.y) >= cut)
      later[depth++] = at + pf_cones_second(head);
  }
  return status;
}

static int64_t lesser(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static int64_t greater(int64_t a, int64_t b) {
  return a > b ? a : b;
}

static pathfan_status add_seers_of(making *m, const pf_mouth *mouth) {
  const pf_index_view *view = m->view;
  const pf_fixed_point a = mouth->at[0], b = mouth->at[1];
  pathfan_status status =
      add_seers_in(m, mouth->polygon, (pf_fixed_point){lesser(a.x, b.x), lesser(a.y, b.y)},
                   (pf_fixed_point){greater(a.x, b.x), greater(a.y, b.y)});
  /* Sight may come to an end of the mouth through another polygon there. */
  for (int k = 0; k < 2 && !status; k++) {
    pf_fan fan;
    pf_fan_begin(&fan, &view->mesh, mouth->polygon, mouth->at[k], view->header->fraction_bits);
    while (!status && pf_fan_next(&fan))
      status = add_seers_in(m, fan.polygon, mouth->at[k], mouth->at[k]);
  }
  return status;
}

static int by_number(const void *a, const void *b) {
  const int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
  return (one > other) - (one < other);
}

static pathfan_status list_seers(making *m) {
  const pf_breach *o = m->breach;
  pathfan_status status = pf_stamp_fit(&m->listed, (int64_t)m->view->n + 1);
  if (status) return status;
  pf_stamp_next(&m->listed);
  for (int32_t i = 0; i < o->gone_count; i++) pf_stamp_add(&m->listed, o->gone[i]);
  if (m->view->header->has_cones)
    for (int32_t i = 0; i < o->mouth_count && !status; i++) status = add_seers_of(m, &o->mouths[i]);
  else
    for (int32_t v = 0; v < m->view->n && !status; v++) status = add_seer(m, v);
  if (!status && m->made->seer_count)
    qsort(m->made->seers, (size_t)m->made->seer_count, sizeof *m->made->seers, by_number);
  return status;
}

/* ---- Passages ---- */

static pf_station station_of(const pf_index_view *view, int32_t v) {
  return (pf_station){pf_vertex_fixed(view, v), view->vertex_polygon[v]};
}

static bool sees(const pf_breach *breach, const pf_index_view *view, pf_station a, pf_station b) {
  return pf_breach_meets(breach, a.at, b.at) &&
         pf_breach_sees(breach, &view->mesh, view->header->fraction_bits, a, b);
}

static pathfan_status add_passage(making *m, int32_t from, int32_t to) {
  pf_passages *made = m->made;
  const pathfan_status status =
      pf_grow(&made->list, &m->passage_capacity, (int64_t)made->count + 1);
  if (!status)
    made->list[made->count++] = (pf_passage){
        from, to, pf_straight_units(m->view, pf_vertex_at(m->view, from), (uint32_t)to)};
  return status;
}

static int by_ends(const void *a, const void *b) {
  const pf_passage *one = a, *other = b;
  if (one->from != other->from) return one->from < other->from ? -1 : 1;
  return (one->to > other->to) - (one->to < other->to);
}

static pathfan_status find_passages(making *m) {
  const pf_index_view *view = m->view;
  const pf_passages *made = m->made;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < made->seer_count && !status; i++) {
    const int32_t v = made->seers[i];
    const pf_lattice_point at = pf_vertex_at(view, v);
    const pf_wedge wedge = pf_vertex_wedge(view, v);
    for (int32_t k = i + 1; k < made->seer_count && !status; k++) {
      const int32_t w = made->seers[k];
      const pf_lattice_point d = pf_from_to(at, pf_vertex_at(view, w));
      if (pf_side_of(wedge, d) == PF_SIDE_NONE ||
          pf_side_of(pf_vertex_wedge(view, w), d) == PF_SIDE_NONE ||
          !sees(m->breach, view, station_of(view, v), station_of(view, w)))
        continue;
      status = add_passage(m, v, w);
      if (!status) status = add_passage(m, w, v);
    }
  }
  if (made->count) qsort(made->list, (size_t)made->count, sizeof *made->list, by_ends);
  return status;
}

const pf_passage *pf_passages_from(const pf_passages *passages, int32_t vertex) {
  int32_t low = 0, high = passages->count;
  while (low < high) {
    const int32_t middle = low + (high - low) / 2;
    if (passages->list[middle].from < vertex)
      low = middle + 1;
    else
      high = middle;
  }
  return passages->list + low;
}

/* ---- Views of points ---- */

static pathfan_status see(pf_seen_through *seen, int32_t v, int64_t length) {
  pathfan_status status = pf_grow(&seen->vertex, &seen->vertex_capacity, (int64_t)seen->count + 1);
  if (!status) status = pf_grow(&seen->length, &seen->length_capacity, (int64_t)seen->count + 1);
  if (status) return status;
  seen->vertex[seen->count] = v;
  seen->length[seen->count++] = length;
  return PATHFAN_OK;
}

pathfan_status pf_passages_look(const pf_passages *passages, const pf_breach *breach,
                                const pf_index_view *view, pf_station from, pf_seen_through *seen) {
  const int bits = view->header->fraction_bits;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < passages->seer_count && !status; i++) {
    const int32_t v = passages->seers[i];
    const pf_station there = station_of(view, v);
    const pf_fixed_point d = pf_fixed_from_to(from.at, there.at);
    if ((!d.x && !d.y) || pf_side_of_fixed(pf_vertex_wedge(view, v), d) == PF_SIDE_NONE) continue;
    if (from.polygon >= 0 && !pf_breach_meets(breach, from.at, there.at)) continue;
    /* What is seen without openings is known. */
    if ((from.polygon < 0 ||
         !pf_mesh_sees(&view->mesh, from.at, from.polygon, there.at, there.polygon, bits)) &&
        pf_breach_sees(breach, &view->mesh, bits, from, there))
      status = see(seen, v, pf_units(view, from.at, there.at));
  }
  return status;
}

/* ---- Jambs ---- */

static pathfan_status add_edge(making *m, int32_t v, int64_t length) {
  pf_corner_view *jambs = &m->made->jambs;
  pathfan_status status = pf_grow(&jambs->vertex, &m->vertex_capacity, (int64_t)m->edge_count + 1);
  if (!status) status = pf_grow(&jambs->length, &m->length_capacity, (int64_t)m->edge_count + 1);
  if (status) return status;
  jambs->vertex[m->edge_count] = v;
  jambs->length[m->edge_count++] = length;
  return PATHFAN_OK;
}

static pathfan_status add_jamb(making *m, const pf_jamb *jamb) {
  const pf_index_view *view = m->view;
  pf_view_corner corner =
      pf_view_corner_of(jamb->at, jamb->first, jamb->second, jamb->polygon, &m->made->jambs);
  pf_seen_through through = {0};
  pf_visible_vertices *seen = &m->look->seen;
  pathfan_status status = PATHFAN_OK;
  corner.begin = m->edge_count;
  seen->count = 0;
  if (jamb->polygon >= 0)
    status = pf_find_visible_vertices(view, jamb->at, jamb->polygon, &m->look->sight, seen);
  for (int32_t i = 0; i < seen->count && !status; i++)
    if (pf_corner_passes(&corner, pf_vertex_fixed(view, seen->list[i].vertex)))
      status = add_edge(m, seen->list[i].vertex, seen->list[i].length);
  const pf_station from = {jamb->at, jamb->polygon};
  if (!status) status = pf_passages_look(m->made, m->breach, view, from, &through);
  for (int32_t i = 0; i < through.count && !status; i++)
    if (pf_corner_passes(&corner, pf_vertex_fixed(view, through.vertex[i])))
      status = add_edge(m, through.vertex[i], through.length[i]);
  free(through.vertex);
  free(through.length);
  corner.end = m->edge_count;
  m->made->jambs.corners[m->made->jambs.count++] = corner;
  return status;
}

static pathfan_status add_jambs(making *m) {
  const pf_breach *o = m->breach;
  const pf_fixed_point middle = {o->low.x / 2 + o->high.x / 2, o->low.y / 2 + o->high.y / 2};
  pathfan_status status = PATHFAN_OK;
  m->made->jambs.corners = pf_alloc((uint64_t)o->jamb_count, sizeof *m->made->jambs.corners);
  if (!m->made->jambs.corners) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < o->jamb_count && !status; i++) {
    m->made->reach = fmax(m->made->reach, pf_fixed_length(middle, o->jambs[i].at) + 2);
    status = add_jamb(m, &o->jambs[i]);
  }
  return status;
}

/* ---- Lookouts ---- */

/* Takes a vertex for a lookout of a mouth's point, if it is nearer than one that is there. */
static void try_lookout(const pf_index_view *view, int32_t v, pf_station mouth, int32_t *best,
                        double *reach) {
  const pf_station from = station_of(view, v);
  const double off = pf_fixed_length(from.at, mouth.at);
  if (off >= reach[PF_LOOKOUTS - 1] || !pf_mesh_sees(&view->mesh, from.at, from.polygon, mouth.at,
                                                     mouth.polygon, view->header->fraction_bits))
    return;
  int at = PF_LOOKOUTS - 1;
  for (; at > 0 && off < reach[at - 1]; at--) {
    best[at] = best[at - 1];
    reach[at] = reach[at - 1];
  }
  best[at] = v;
  reach[at] = off;
}

static pathfan_status find_lookouts(making *m) {
  const pf_breach *breach = m->breach;
  int32_t *best = pf_alloc((uint64_t)breach->mouth_count, 2 * PF_LOOKOUTS * sizeof *best);
  m->made->lookouts = best;
  if (!best) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < breach->mouth_count; i++)
    for (int k = 0; k < 2; k++, best += PF_LOOKOUTS) {
      const pf_station mouth = {breach->mouths[i].at[k], breach->mouths[i].polygon};
      double reach[PF_LOOKOUTS];
      for (int at = 0; at < PF_LOOKOUTS; at++) {
        best[at] = -1;
        reach[at] = INFINITY;
      }
      for (int32_t s = 0; s < breach->gone_count; s++)
        try_lookout(m->view, breach->gone[s], mouth, best, reach);
      for (int32_t s = 0; s < m->made->seer_count; s++)
        try_lookout(m->view, m->made->seers[s], mouth, best, reach);
    }
  return PATHFAN_OK;
}

/* ---- All ---- */

void pf_passages_free(pf_passages *passages) {
  if (!passages) return;
  free(passages->seers);
  free(passages->list);
  free(passages->jambs.corners);
  free(passages->jambs.vertex);
  free(passages->jambs.length);
  free(passages->lookouts);
  free(passages);
}

pathfan_status pf_passages_make(const pf_breach *breach, const pf_index_view *view, pf_look *look,
                                pf_passages **out) {
  making m = {.view = view, .breach = breach, .made = calloc(1, sizeof *m.made), .look = look};
  *out = NULL;
  if (!m.made) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = list_seers(&m);
  if (!status) status = find_passages(&m);
  if (!status) status = add_jambs(&m);
  if (!status) status = find_lookouts(&m);
  pf_stamp_free(&m.listed);
  if (status)
    pf_passages_free(m.made);
  else
    *out = m.made;
  return status;
}

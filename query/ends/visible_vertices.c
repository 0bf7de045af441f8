/* visible_vertices.c - finds the vertices that a point sees (paper, Algorithm 1: V_s and V_t).
 *
 * Visible vertices come from inverse visibility: each polygon lists the convex vertices that see
 * into it, and between which rays. Where many see only a part of it, its box is halved again and
 * again, and each small piece has its own lists. Vertices that see all of the point's piece are
 * taken as they are; those that see a part of it are tested by two cross products each. No branch
 * depends on the results, which are as good as random: a vertex that passes moves the end of a list
 * by one.
 *
 * Vertices whose obstacle faces the point can't be passed and aren't listed. Dead ends, from which
 * no taut edge goes on, are recognised by one more cross product; on game maps they are half of the
 * visible vertices. So usually only the onward vertices are tested, by which a path may go on from
 * some point of the piece: the index marks them. A few of the others are tested one by one. */
#include "visible_vertices.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/sort.h"
#include "cone_leaf.h"
#include "query/open/pieces.h"

/* ---- What is said of a vertex ---- */

/* Returns a or, if `second`, b, without a branch. */
static inline uint32_t one_of(uint32_t a, uint32_t b, bool second) {
  return a ^ ((a ^ b) & (0 - (uint32_t)second));
}

/* Makes the labels of the listed vertices readable; mostly they are already. */
static pathfan_status touch(const pf_index_view *view, const pf_visible_vertices *seen) {
  const pf_visible_vertex *list = seen->list;
  const int32_t count = seen->count;
  unsigned unknown = 0;
  int32_t i = 0;
  for (; i + 4 <= count; i += 4)
    unknown |= pf_peek_vertex(view, list[i].vertex) | pf_peek_vertex(view, list[i + 1].vertex) |
               pf_peek_vertex(view, list[i + 2].vertex) | pf_peek_vertex(view, list[i + 3].vertex);
  for (; i < count; i++) unknown |= pf_peek_vertex(view, list[i].vertex);
  pathfan_status status = PATHFAN_OK;
  if (!unknown) return PATHFAN_OK;
  for (i = 0; i < count; i++) pf_announce_vertex(view, list[i].vertex);
  for (i = 0; i < count && !status; i++) status = pf_touch_vertex(view, list[i].vertex);
  return status;
}

/* Describes a visible vertex for a path from a point; returns whether the path can pass it. */
static inline bool face(const pf_index_view *view, pf_fixed_point from, int32_t v,
                        pf_visible_vertex *found) {
  const pf_layout_vertex *vertex = &view->vertices[v];
  assert(pf_is_vertex(view, v));
  const pf_lattice_point here = {vertex->x, vertex->y};
  const pf_fixed_point at = pf_lift(here, view->header->fraction_bits);
  const pf_fixed_point travel = pf_fixed_from_to(from, at);
  const pf_wedge wedge = pf_vertex_wedge(view, v);
  /* The same as in pf_side_of_fixed. */
  const int64_t first = travel.x * wedge.first.y - travel.y * wedge.first.x;
  const int64_t second = travel.x * wedge.second.y - travel.y * wedge.second.x;
  const bool is_left = (first >= 0) & (second >= 0), is_right = (first <= 0) & (second <= 0);
  const uint32_t last = one_of(vertex->last_left, vertex->last_right, is_right);
  const bool leads_on = last != PF_LAYOUT_NONE;
  const pf_lattice_point on =
      pf_from_to(here, pf_vertex_at(view, (int32_t)one_of((uint32_t)v, last, leads_on)));
  const int64_t turn = travel.x * on.y - travel.y * on.x;
  const bool useful = leads_on & (((turn >= 0) & is_left) | ((turn <= 0) & is_right));
  *found = (pf_visible_vertex){v, is_right ? PF_SIDE_RIGHT : PF_SIDE_LEFT, useful,
                               pf_units(view, from, at)};
  /* Neither: the obstacle faces the point. Both: the point is at the vertex, and sees what the
     vertex sees. */
  return is_left != is_right;
}

/* Lists visible vertices, except those that no path from the point can pass. ids must ascend, or
 * the caller sets low and high afterwards. */
static pathfan_status enter(const pf_index_view *view, pf_fixed_point from, const int32_t *ids,
                            int32_t count, pf_visible_vertices *seen) {
  assert(count >= 0);
  const pathfan_status status = pf_grow(&seen->list, &seen->capacity, (int64_t)count + 1);
  if (status) return status;
  pf_visible_vertex *out = seen->list;
  for (int32_t i = 0; i < count; i++) out += face(view, from, ids[i], out);
  seen->count = (int32_t)(out - seen->list);
  seen->dead_count = 0;
  seen->low = count ? ids[0] : INT32_MAX;
  seen->high = count ? ids[count - 1] : -1;
  return touch(view, seen);
}

/* ---- Cone lists ---- */

/* Lists the vertices that see all of a leaf's piece. */
static inline int32_t list_whole(const pf_cone_leaf *leaf, int id_bytes, int32_t *list) {
  for (uint32_t i = 0; i < leaf->whole_count; i++)
    list[i] = (int32_t)pf_id_at(leaf->whole, i, id_bytes);
  return (int32_t)leaf->whole_count;
}

/* Lists those vertices that see a part of a leaf's piece and the point, each once. */
static inline int32_t list_part(const pf_index_view *view, pf_fixed_point from,
                                const pf_cone_leaf *leaf, int id_bytes, int32_t *list) {
  int32_t count = 0, last = -1;
  for (uint64_t i = 0; i < leaf->part_count; i++) {
    const uint64_t id = PF_CONES_PART_IDS * i;
    const int32_t v = (int32_t)pf_id_at(leaf->part, id, id_bytes);
    const bool is_new = pf_leaf_sees(view, from, v, leaf, id, id_bytes) & (v != last);
    list[count] = v;
    count += is_new;
    last = is_new ? v : last;
  }
  return count;
}

/* Writes the union of two ascending lists; returns its size. */
static int32_t unite(const int32_t *a, int32_t a_count, const int32_t *b, int32_t b_count,
                     int32_t *out) {
  int32_t i = 0, k = 0, count = 0;
  while (i < a_count && k < b_count) {
    const int32_t x = a[i], y = b[k];
    out[count++] = x < y ? x : y;
    i += x <= y;
    k += y <= x;
  }
  while (i < a_count) out[count++] = a[i++];
  while (k < b_count) out[count++] = b[k++];
  return count;
}

/* Appends the ids of the vertices that see the point, by a polygon's list, in ascending order. */
static pathfan_status read_cones(const pf_index_view *view, pf_fixed_point from, int32_t polygon,
                                 pf_visible_vertices *seen) {
  const int id_bytes = view->id_bytes;
  if (pf_touch_cell(view, polygon)) return PATHFAN_ERR_DAMAGED;
  const pf_cone_leaf leaf = pf_find_leaf(view, from, polygon);
  const int64_t most = (int64_t)leaf.whole_count + leaf.part_count;
  const pathfan_status status =
      pf_grow(&seen->ids, &seen->id_capacity, seen->id_count + 2 * most + 1);
  if (status) return status;
  int32_t *out = seen->ids + seen->id_count;
  int32_t *whole = out + most, *part = whole + leaf.whole_count;
  const int32_t wholes = id_bytes == 2 ? list_whole(&leaf, 2, whole) : list_whole(&leaf, 4, whole);
  const int32_t parts =
      id_bytes == 2 ? list_part(view, from, &leaf, 2, part) : list_part(view, from, &leaf, 4, part);
  seen->id_count += unite(whole, wholes, part, parts, out);
  return PATHFAN_OK;
}

/* Does the same at a vertex of the mesh, for all polygons that touch it: a vertex that sees it, but
 * nothing behind it, may be listed in some of them only. */
static pathfan_status read_fan(const pf_index_view *view, pf_fixed_point from, pf_fan *fan,
                               pf_visible_vertices *seen) {
  do {
    const int32_t before = seen->id_count;
    pathfan_status status = read_cones(view, from, fan->polygon, seen);
    const int32_t now = seen->id_count;
    if (!status) status = pf_grow(&seen->ids, &seen->id_capacity, 2 * (int64_t)now);
    if (status) return status;
    if (!before || now == before) continue;
    int32_t *both = seen->ids + now;
    seen->id_count = unite(seen->ids, before, seen->ids + before, now - before, both);
    memcpy(seen->ids, both, (size_t)seen->id_count * sizeof *both);
  } while (pf_fan_next(fan));
  return PATHFAN_OK;
}

static pathfan_status find_by_cones(const pf_index_view *view, pf_fixed_point from, int32_t polygon,
                                    pf_visible_vertices *seen) {
  pf_fan fan;
  seen->id_count = 0;
  const pathfan_status status = pf_is_at_corner(view, from, polygon, &fan)
                                    ? read_fan(view, from, &fan, seen)
                                    : read_cones(view, from, polygon, seen);
  return status ? status : enter(view, from, seen->ids, seen->id_count, seen);
}

/* ---- Without dead ends ---- */

/* Masks of a leaf's ids: all, or the first of each entry. */
#define EACH UINT64_C(0xffffffffffff)
#define FIRST_OF_THREE UINT64_C(0x249249249249)

/* How many marks are examined at once: a multiple of three, and no more than a word holds from any
 * bit of its first byte on. */
enum { MARKS_AT_ONCE = 48 };

/* The place of a dead end that sees all of a leaf's piece. */
enum { WHOLE = -1 };

/* Returns the number of a leaf's first id among all ids. */
static inline uint64_t number_of(const pf_index_view *view, const uint8_t *ids) {
  return (uint64_t)(ids - view->cones) / (uint32_t)view->id_bytes;
}

/* Returns the marks of MARKS_AT_ONCE ids, beginning with id `number`. */
static inline uint64_t marks_from(const pf_index_view *view, uint64_t number) {
  uint64_t marks;
  assert(view->onward);
  memcpy(&marks, view->onward + number / 8, sizeof marks);
  return marks >> number % 8;
}

/* Returns the mask `which`, limited to the `left` ids that remain. */
static inline uint64_t asked_of(uint64_t left, uint64_t which) {
  return left < MARKS_AT_ONCE ? which & ((UINT64_C(1) << left) - 1) : which;
}

/* Appends the numbers of the marked ids of a leaf if `onward`, else of the unmarked ones; which:
 * EACH, or FIRST_OF_THREE. Returns the end of the list. */
static inline int32_t *sort_out(const pf_index_view *view, const uint8_t *ids, uint64_t count,
                                uint64_t which, bool onward, int32_t *list) {
  const uint64_t number = number_of(view, ids);
  for (uint64_t first = 0; first < count; first += MARKS_AT_ONCE) {
    const uint64_t marks = marks_from(view, number + first);
    const uint64_t asked = asked_of(count - first, which);
    for (uint64_t on = asked & (onward ? marks : ~marks); on; on &= on - 1)
      *list++ = (int32_t)(first + (uint64_t)pf_lowest_bit(on));
  }
  return list;
}

static inline uint64_t part_ids_of(const pf_cone_leaf *leaf) {
  return PF_CONES_PART_IDS * (uint64_t)leaf->part_count;
}

/* Lists the onward vertices that see the point; list has room. Returns the end of the list. */
static inline int32_t *list_onward(const pf_index_view *view, pf_fixed_point from,
                                   const pf_cone_leaf *leaf, int id_bytes, int32_t *list) {
  int32_t *out = sort_out(view, leaf->whole, leaf->whole_count, EACH, true, list);
  for (int32_t *at = list; at < out; at++)
    *at = (int32_t)pf_id_at(leaf->whole, (uint64_t)*at, id_bytes);
  const int32_t *end = sort_out(view, leaf->part, part_ids_of(leaf), FIRST_OF_THREE, true, out);
  for (const int32_t *at = out; at < end; at++) {
    const uint64_t id = (uint64_t)*at;
    *out = (int32_t)pf_id_at(leaf->part, id, id_bytes);
    out += pf_leaf_sees(view, from, *out, leaf, id, id_bytes);
  }
  return out;
}

/* Sets the range of the vertices that may see a leaf's piece; its lists ascend. */
static void set_extent(const pf_index_view *view, const pf_cone_leaf *leaf,
                       pf_visible_vertices *seen) {
  seen->low = INT32_MAX;
  seen->high = -1;
  if (leaf->whole_count) {
    seen->low = (int32_t)pf_id_at(leaf->whole, 0, view->id_bytes);
    seen->high = (int32_t)pf_id_at(leaf->whole, leaf->whole_count - UINT64_C(1), view->id_bytes);
  }
  if (leaf->part_count) {
    const int32_t low = (int32_t)pf_id_at(leaf->part, 0, view->id_bytes);
    const int32_t high =
        (int32_t)pf_id_at(leaf->part, part_ids_of(leaf) - PF_CONES_PART_IDS, view->id_bytes);
    if (low < seen->low) seen->low = low;
    if (high > seen->high) seen->high = high;
  }
}

/* Lists the dead ends of a leaf and their places in it. Returns the end of the list. */
static int32_t *list_dead(const pf_index_view *view, const pf_cone_leaf *leaf, int32_t *list,
                          int32_t *place) {
  const int id_bytes = view->id_bytes;
  int32_t *const part = sort_out(view, leaf->whole, leaf->whole_count, EACH, false, list);
  int32_t *const end = sort_out(view, leaf->part, part_ids_of(leaf), FIRST_OF_THREE, false, part);
  for (int32_t *at = list; at < part; at++) {
    *at = (int32_t)pf_id_at(leaf->whole, (uint64_t)*at, id_bytes);
    *place++ = WHOLE;
  }
  for (int32_t *at = part; at < end; at++) {
    *place++ = *at;
    *at = (int32_t)pf_id_at(leaf->part, (uint64_t)*at, id_bytes);
  }
  return end;
}

pathfan_status pf_find_onward_vertices(const pf_index_view *view, pf_fixed_point from,
                                       int32_t polygon, pf_visible *scratch,
                                       pf_visible_vertices *seen) {
  pf_fan fan;
  if (!view->onward || pf_is_at_corner(view, from, polygon, &fan))
    return pf_find_visible_vertices(view, from, polygon, scratch, seen);
  if (pf_touch_cell(view, polygon)) return PATHFAN_ERR_DAMAGED;
  const pf_cone_leaf leaf = pf_find_leaf(view, from, polygon);
  const int64_t most = (int64_t)leaf.whole_count + leaf.part_count;
  pathfan_status status = pf_grow(&seen->ids, &seen->id_capacity, most + 1);
  if (status) return status;
  const int32_t *end = view->id_bytes == 2 ? list_onward(view, from, &leaf, 2, seen->ids)
                                           : list_onward(view, from, &leaf, 4, seen->ids);
  status = enter(view, from, seen->ids, (int32_t)(end - seen->ids), seen);
  seen->leaf = leaf;
  seen->dead_count = -1;
  set_extent(view, &leaf, seen);
  return status;
}

pathfan_status pf_list_dead_ends(const pf_index_view *view, pf_visible_vertices *seen) {
  const pf_cone_leaf *leaf = &seen->leaf;
  const int64_t most = (int64_t)leaf->whole_count + leaf->part_count;
  if (seen->dead_count >= 0) return PATHFAN_OK;
  assert(view->onward);
  const pathfan_status status = pf_grow(&seen->ids, &seen->id_capacity, 2 * (most + 1));
  if (status) return status;
  seen->places = seen->ids + most + 1;
  const int32_t *end = list_dead(view, leaf, seen->ids, seen->places);
  seen->dead_count = (int32_t)(end - seen->ids);
  return PATHFAN_OK;
}

/* ---- Before a look ---- */

/* Entries of a leaf that are sampled: one word of marks for the first kind, two for the second. */
enum { WHOLES_SAMPLED = MARKS_AT_ONCE, PARTS_SAMPLED = 2 * MARKS_AT_ONCE / PF_CONES_PART_IDS };

/* Counts the bits that are set, without an instruction that older processors lack. */
static inline uint64_t count_bits(uint64_t x) {
  x -= x >> 1 & UINT64_C(0x5555555555555555);
  x = (x & UINT64_C(0x3333333333333333)) + (x >> 2 & UINT64_C(0x3333333333333333));
  return ((x + (x >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f)) * UINT64_C(0x0101010101010101) >> 56;
}

/* Counts the marked ones among `count` ids of a leaf; which: EACH, or FIRST_OF_THREE. */
static uint64_t count_onward(const pf_index_view *view, const uint8_t *ids, uint64_t count,
                             uint64_t which) {
  const uint64_t number = number_of(view, ids);
  uint64_t sum = 0;
  for (uint64_t first = 0; first < count; first += MARKS_AT_ONCE)
    sum += count_bits(marks_from(view, number + first) & asked_of(count - first, which));
  return sum;
}

pathfan_status pf_count_seers(const pf_index_view *view, pf_fixed_point from, int32_t polygon,
                              pf_seers *seers) {
  if (!view->header->has_cones) {
    seers->count += view->n;
    return PATHFAN_OK;
  }
  if (pf_touch_cell(view, polygon)) return PATHFAN_ERR_DAMAGED;
  const pf_cone_leaf leaf = pf_find_leaf(view, from, polygon);
  seers->count += (int64_t)leaf.whole_count + leaf.part_count;
  if (!view->onward) return PATHFAN_OK;
  const uint64_t wholes = leaf.whole_count < WHOLES_SAMPLED ? leaf.whole_count : WHOLES_SAMPLED;
  const uint64_t parts = leaf.part_count < PARTS_SAMPLED ? leaf.part_count : PARTS_SAMPLED;
  const uint64_t onward = count_onward(view, leaf.whole, wholes, EACH) +
                          count_onward(view, leaf.part, PF_CONES_PART_IDS * parts, FIRST_OF_THREE);
  seers->sampled += (int64_t)(wholes + parts);
  seers->dead += (int64_t)(wholes + parts - onward);
  return PATHFAN_OK;
}

bool pf_find_dead_end(const pf_index_view *view, pf_fixed_point from,
                      const pf_visible_vertices *seen, int32_t i, pf_visible_vertex *found) {
  assert(i >= 0 && i < seen->dead_count);
  const int32_t v = seen->ids[i];
  bool is_seen = seen->places[i] == WHOLE;
  for (; !is_seen && i < seen->dead_count && seen->ids[i] == v; i++)
    is_seen = pf_leaf_sees(view, from, v, &seen->leaf, (uint64_t)seen->places[i], view->id_bytes);
  if (!is_seen || !face(view, from, v, found)) return false;
  found->useful = false; /* by its mark; its labels aren't touched */
  return true;
}

/* Finds the visible vertices without cone lists: expands the point's own view over the mesh. */
static pathfan_status find_by_expansion(const pf_index_view *view, pf_fixed_point from,
                                        int32_t polygon, pf_visible *scratch,
                                        pf_visible_vertices *seen) {
  const pathfan_status status =
      pf_visible_from_point(scratch, &view->mesh, from, polygon, view->header->fraction_bits);
  if (status) return status;
  const int32_t count = scratch->vertex_count;
  if (count) qsort(scratch->vertices, (size_t)count, sizeof *scratch->vertices, pf_by_number);
  return enter(view, from, scratch->vertices, count, seen);
}

pathfan_status pf_find_visible_vertices(const pf_index_view *view, pf_fixed_point from,
                                        int32_t polygon, pf_visible *scratch,
                                        pf_visible_vertices *seen) {
  return view->header->has_cones ? find_by_cones(view, from, polygon, seen)
                                 : find_by_expansion(view, from, polygon, scratch, seen);
}

void pf_visible_vertices_free(pf_visible_vertices *seen) {
  free(seen->list);
  free(seen->ids);
  memset(seen, 0, sizeof *seen);
}

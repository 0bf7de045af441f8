/* listed.c - the least lengths by the hubs that are listed for the regions of both ends.
 *
 * Lists are supersets (docs/decisions/listed-hubs.md): each shortest path between two points that
 * don't see each other goes by a hub of their regions' pair, from first vertices that each region's
 * list for this hub has. Any sum of a straight leg, an entry, an entry and a straight leg is the
 * length of a walk, if both first vertices are seen. So the least sum is the shortest length, and
 * it isn't asked whether paths are taut.
 *
 * Testing whether an end sees a vertex takes most of the time. So lengths are compared first, of
 * all entries of a list, and the least one is tested; if its vertex isn't seen, the next one. The
 * first hub, the one nearest to both ends, mostly leaves one or two others that aren't too far off.
 */
#include "listed.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "cone_leaf.h"
#include "query/open/pieces.h"

/* The most leaves round a vertex of the mesh at which an end lies; at others nothing is listed. */
enum { LEAVES_MOST = 16 };

/* What is known of whether an end sees a vertex. */
enum { UNKNOWN = 0, SEEN, UNSEEN };

/* Lengths by lists of which the least is known are compared within this: as much as hubs that are
 * listed within the slack, with roots that are rounded once more. */
enum { WITHIN = 4 * PF_SLACK };

/* An end, and what is listed for its region. */
typedef struct side {
  const pf_index_view *view;
  pf_end *end;
  int32_t region;
  uint32_t district;
  const uint8_t *firsts; /* ids of the region's first vertices */
  uint8_t *sight;
  int64_t *lengths; /* of the entries of a list */
  pf_cone_leaf leaves[LEAVES_MOST];
  int32_t leaf_count; /* more than 1: the end is a vertex of the mesh */
} side;

/* ---- Sight ---- */

/* Returns the number of the first of `count` ascending ids, each `stride` apart, that isn't below
 * v; without branches on ids. */
static inline uint32_t lower_bound(const uint8_t *ids, uint32_t count, uint32_t stride, uint32_t v,
                                   int id_bytes) {
  uint32_t low = 0;
  while (count > 1) {
    const uint32_t half = count / 2;
    low += pf_id_at(ids, (uint64_t)stride * (low + half - 1), id_bytes) < v ? half : 0;
    count -= half;
  }
  return low + (count && pf_id_at(ids, (uint64_t)stride * low, id_bytes) < v);
}

static inline bool leaf_shows(const pf_index_view *view, pf_fixed_point at,
                              const pf_cone_leaf *leaf, uint32_t v, int id_bytes) {
  const uint32_t whole = lower_bound(leaf->whole, leaf->whole_count, 1, v, id_bytes);
  if (whole < leaf->whole_count && pf_id_at(leaf->whole, whole, id_bytes) == v) return true;
  uint32_t i = lower_bound(leaf->part, leaf->part_count, PF_CONES_PART_IDS, v, id_bytes);
  for (; i < leaf->part_count; i++) {
    const uint64_t id = PF_CONES_PART_IDS * (uint64_t)i;
    if (pf_id_at(leaf->part, id, id_bytes) != v) return false;
    if (pf_leaf_sees(view, at, (int32_t)v, leaf, id, id_bytes)) return true;
  }
  return false;
}

/* A vertex at which the end lies isn't one that it sees (visible_vertices.c). */
PF_COLD static bool any_leaf_shows(const side *s, uint32_t v) {
  const pf_fixed_point at = pf_vertex_fixed(s->view, (int32_t)v);
  if (at.x == s->end->at.x && at.y == s->end->at.y) return false;
  for (int32_t i = 0; i < s->leaf_count; i++)
    if (leaf_shows(s->view, s->end->at, &s->leaves[i], v, s->view->id_bytes)) return true;
  return false;
}

/* Whether the end sees the first vertex of this number. */
static inline bool sees(const side *s, uint32_t number) {
  if (s->sight[number]) return s->sight[number] == SEEN;
  const int id_bytes = s->view->id_bytes;
  const uint32_t v = pf_id_at(s->firsts, number, id_bytes);
  const bool is_seen = s->leaf_count > 1 ? any_leaf_shows(s, v)
                                         : leaf_shows(s->view, s->end->at, s->leaves, v, id_bytes);
  s->sight[number] = is_seen ? SEEN : UNSEEN;
  return is_seen;
}

/* ---- One list ---- */

/* The two least lengths of a list's entries. */
typedef struct least_two {
  int64_t first, second;
  uint32_t at; /* of the first, in the list */
} least_two;

static inline void consider(least_two *l, int64_t length, uint32_t at) {
  const int64_t more = length > l->first ? length : l->first;
  l->second = more < l->second ? more : l->second;
  l->at = length < l->first ? at : l->at;
  l->first = length < l->first ? length : l->first;
}

static inline pf_fixed_point first_at(const side *s, uint32_t number) {
  return pf_vertex_fixed(s->view, (int32_t)pf_id_at(s->firsts, number, s->view->id_bytes));
}

static inline uint32_t number_at(const side *s, pf_range entries, uint32_t i) {
  return pf_listed_entry_at(&s->view->listed, entries.begin + i).number;
}

static least_two measure(const side *s, pf_range entries) {
  least_two l = {PF_FAR, PF_FAR, 0};
  for (uint32_t i = 0; i < entries.end - entries.begin; i++) {
    const pf_listed_entry entry = pf_listed_entry_at(&s->view->listed, entries.begin + i);
    const int64_t unseen = s->sight[entry.number] == UNSEEN ? PF_FAR : 0;
    s->lengths[i] =
        pf_units(s->view, s->end->at, first_at(s, entry.number)) + entry.length + unseen;
    consider(&l, s->lengths[i], i);
  }
  return l;
}

/* Rare: several entries give about the same length. Offers them as scattering would. */
PF_COLD PF_NO_INLINE static pf_hub_distance compare_ties(const side *s, pf_range entries,
                                                         int64_t least) {
  pf_hub_distance known = {PF_FAR, -1, -1};
  for (uint32_t i = 0; i < entries.end - entries.begin; i++) {
    const uint32_t number = number_at(s, entries, i);
    const int64_t length = s->lengths[i];
    if (length > least + 2 * PF_SLACK || !sees(s, number)) continue;
    const int32_t v = (int32_t)pf_id_at(s->firsts, number, s->view->id_bytes);
    const int64_t more = length - known.length;
    if ((uint64_t)(more + PF_SLACK) <= 2 * PF_SLACK)
      pf_hub_distance_tie(s->view, &known, length, v);
    else if (more < 0)
      known = (pf_hub_distance){length, v, -1};
  }
  return known;
}

/* Returns the least length from an end to a hub by its region's entries, if it is at most `limit`;
 * else PF_FAR. l: what `measure` says of them. */
static pf_hub_distance find_least(const side *s, pf_range entries, least_two l, int64_t limit) {
  const uint32_t count = entries.end - entries.begin;
  while (l.first <= limit) {
    const uint32_t number = number_at(s, entries, l.at);
    if (sees(s, number)) {
      if (l.second <= l.first + 2 * PF_SLACK) return compare_ties(s, entries, l.first);
      return (pf_hub_distance){l.first, (int32_t)pf_id_at(s->firsts, number, s->view->id_bytes),
                               -1};
    }
    s->lengths[l.at] = PF_FAR;
    l = (least_two){PF_FAR, PF_FAR, 0};
    for (uint32_t i = 0; i < count; i++) consider(&l, s->lengths[i], i);
  }
  return (pf_hub_distance){PF_FAR, -1, -1};
}

/* ---- A pair ---- */

/* Finds the leaves of an end. False: more than are counted. */
static pathfan_status find_leaves(side *s, bool *fits) {
  const pf_index_view *view = s->view;
  const pf_end *end = s->end;
  pf_fan fan;
  pathfan_status status = pf_touch_cell(view, end->polygon);
  if (status) return status;
  s->leaf_count = 1;
  s->leaves[0] = pf_find_leaf(view, end->at, end->polygon);
  if (!pf_is_at_corner(view, end->at, end->polygon, &fan)) return PATHFAN_OK;
  s->leaf_count = 0;
  do {
    if (s->leaf_count == LEAVES_MOST - 1) {
      *fits = false;
      return PATHFAN_OK;
    }
    status = pf_touch_cell(view, fan.polygon);
    if (!status) s->leaves[s->leaf_count++] = pf_find_leaf(view, end->at, fan.polygon);
  } while (!status && pf_fan_next(&fan));
  s->leaves[s->leaf_count] = s->leaves[0]; /* at least two, so that all of this is asked */
  s->leaf_count++;
  return status;
}

/* Returns the most entries of a list of a region. */
static uint32_t entries_of(const pf_listed *l, int32_t region) {
  return l->spans[region + 1].entry - l->spans[region].entry;
}

static pathfan_status begin_side(side *s, pf_listed_scratch *scratch, int e, bool *fits) {
  const pf_listed *l = &s->view->listed;
  const uint32_t first = l->spans[s->region].first;
  const uint32_t count = l->spans[s->region + 1].first - first;
  pathfan_status status = pf_grow(&scratch->sight[e], &scratch->sight_capacity[e], count);
  if (!status)
    status = pf_grow(&scratch->lengths[e], &scratch->length_capacity[e], entries_of(l, s->region));
  if (!status) status = find_leaves(s, fits);
  if (status) return status;
  s->sight = scratch->sight[e];
  s->lengths = scratch->lengths[e];
  memset(s->sight, UNKNOWN, count);
  s->firsts = l->firsts + (uint64_t)first * (uint32_t)s->view->id_bytes;
  return PATHFAN_OK;
}

/* Lists the records whose hubs may lie on a path of `most` fixed-point units, but number `done`;
 * returns their number. */
static uint32_t list_near(const double *least, uint32_t count, uint32_t done, double most,
                          uint32_t *list) {
  uint32_t near = 0;
  for (uint32_t i = 0; i < count; i++) {
    list[near] = i;
    near += (least[i] <= most) & (i != done);
  }
  return near;
}

/* Finds the distances of a record's hub; returns the length by it, if it may be within WITHIN of
 * `best`; else PF_FAR. */
static int64_t try_record(side sides[2], pf_listed_slots slots, int64_t best) {
  const pf_listed *l = &sides[0].view->listed;
  const int64_t most = best < PF_FAR ? best + WITHIN : PF_FAR - 1;
  const pf_range one = pf_listed_entries(l, sides[0].region, slots.of[0]);
  const pf_range two = pf_listed_entries(l, sides[1].region, slots.of[1]);
  const least_two a_least = measure(&sides[0], one), b_least = measure(&sides[1], two);
  if (a_least.first + b_least.first > most) return PF_FAR;
  const pf_hub_distance a = find_least(&sides[0], one, a_least, most - b_least.first);
  if (a.from < 0) return PF_FAR;
  const pf_hub_distance b = find_least(&sides[1], two, b_least, most - a.length);
  if (b.from < 0) return PF_FAR;
  const int32_t hub = pf_listed_hub(l, sides[0].district, slots.of[0]);
  pf_hub_distances_put(&sides[0].end->distances, hub, a);
  pf_hub_distances_put(&sides[1].end->distances, hub, b);
  return a.length + b.length;
}

/* Tries all records of a pair; the first side's district has the larger number. */
static bool try_records(side sides[2], pf_range records, pf_listed_scratch *scratch) {
  const pf_index_view *view = sides[0].view;
  const pf_listed *l = &view->listed;
  const uint32_t count = records.end - records.begin;
  const pf_fixed_point a = sides[0].end->at, b = sides[1].end->at;
  double *least = scratch->least;
  uint32_t first = 0;
  for (uint32_t i = 0; i < count; i++) {
    const int32_t hub =
        pf_listed_hub(l, sides[0].district, pf_listed_record(l, records.begin + i).of[0]);
    const pf_fixed_point at = pf_vertex_fixed(view, hub);
    least[i] = pf_fixed_length(a, at) + pf_fixed_length(at, b);
    first = least[i] < least[first] ? i : first;
  }
  int64_t best = PF_FAR;
  for (uint32_t k = 0, near = 1; k < near; k++) {
    const uint32_t i = k ? scratch->records[k - 1] : first;
    const int64_t length = try_record(sides, pf_listed_record(l, records.begin + i), best);
    best = length < best ? length : best;
    if (k) continue;
    const double most = best < PF_FAR ? (double)(best + WITHIN) / view->units_per_fixed : INFINITY;
    near += list_near(least, count, first, most, scratch->records);
  }
  return best < PF_FAR;
}

static pathfan_status make_room(pf_listed_scratch *scratch, uint32_t records) {
  const pathfan_status status = pf_grow(&scratch->least, &scratch->least_capacity, records);
  return status ? status : pf_grow(&scratch->records, &scratch->record_capacity, records);
}

pathfan_status pf_find_listed(const pf_index_view *view, pf_end ends[2], pf_listed_scratch *scratch,
                              bool *found) {
  const pf_listed *l = &view->listed;
  bool fits = true;
  side sides[2];
  *found = false;
  pathfan_status status = pf_touch_listed_tree(view);
  if (status) return status;
  for (int e = 0; e < 2; e++) {
    side *s = &sides[e];
    s->view = view;
    s->end = &ends[e];
    s->region = pf_listed_region_of(view, ends[e].at);
    if (s->region < 0) return PATHFAN_OK;
    s->district = (uint32_t)s->region / l->each;
  }
  if (sides[0].district < sides[1].district) {
    const side swap = sides[0];
    sides[0] = sides[1];
    sides[1] = swap;
  }
  status = pf_touch_listed(view, sides[0].district, sides[1].district);
  if (status) return status;
  const pf_range records = pf_listed_records(
      l, pf_layout_region_pair((int32_t)sides[0].district, (int32_t)sides[1].district));
  const uint32_t count = records.end - records.begin;
  if (!count || pf_listed_record(l, records.begin).of[0] == pf_listed_no_slot(l)) return PATHFAN_OK;
  status = make_room(scratch, count);
  for (int e = 0; e < 2 && !status; e++) status = begin_side(&sides[e], scratch, e, &fits);
  if (status || !fits) return status;
  for (int e = 0; e < 2; e++) pf_hub_distances_forget(&ends[e].distances);
  *found = try_records(sides, records, scratch);
  return PATHFAN_OK;
}

void pf_listed_scratch_free(pf_listed_scratch *scratch) {
  for (int e = 0; e < 2; e++) {
    free(scratch->sight[e]);
    free(scratch->lengths[e]);
  }
  free(scratch->least);
  free(scratch->records);
  memset(scratch, 0, sizeof *scratch);
}

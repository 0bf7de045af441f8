/* splices.c - single via nodes give too few paths: a path that leaves path 1 early for one of them
 * and late for another is a via-path of neither. But where two via-paths meet in a vertex, the
 * first one up to it and the second one from there on make a path, too: its segments are known to
 * be free, it is taut at all other vertices because the two are, and at this one a single turn
 * decides. If the two run together for a while, it is taut there anyway. Nothing is looked up.
 *
 * Two parts and their two splices have the same total length. One splice may be the shortest path
 * by where the parts meet, and shorter than both; the other one is then longer than both.
 * Candidates and splices are judged in order of length, a splice once both parts are known, and the
 * choice stops when there are enough.
 *
 * What splices are worth: docs/decisions/difference.md. */
#include "splices.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "geometry/polyline.h"

void pf_splicer_begin(pf_splicer *s, const pf_index_view *view, const pf_track *path_1,
                      int64_t limit) {
  assert(path_1->count >= 2);
  s->view = view;
  s->first = path_1->points;
  s->first_count = path_1->count;
  s->limit = limit;
  s->splices_most = PF_SPLICES_MOST;
  s->parts.count = s->splices.count = s->wait_count = s->place_count = 0;
  pf_legs_clear(&s->legs);
}

/* Where two paths come together and part again: points a .. a + count - 1 of one, as many from b on
 * of the other. */
typedef struct meeting {
  int32_t a, b, count;
} meeting;

/* Whether a path that comes like `a` and leaves like `b` wraps the obstacle that both wrap. */
static bool is_taut(const pf_track *a, const pf_track *b, meeting m) {
  assert(m.a > 0 && m.a + m.count < a->count && m.b > 0 && m.b + m.count < b->count);
  if (m.count > 1) return true;
  const pf_fixed_point at = a->points[m.a];
  const int own = pf_turn_at(a->points[m.a - 1], at, a->points[m.a + 1]);
  const int turn = pf_turn_at(a->points[m.a - 1], at, b->points[m.b + 1]);
  return turn == own && own == pf_turn_at(b->points[m.b - 1], at, b->points[m.b + 1]);
}

static inline bool is_same(const pf_track *a, const pf_track *b) {
  return a->units == b->units && pf_track_same_points(a, b);
}

/* Returns the part that has the same points; NULL if there is none. */
static const pf_track *find_part(const pf_splicer *s, const pf_track *track) {
  for (int32_t i = 0; i < s->parts.count; i++)
    if (is_same(&s->parts.list[i], track)) return &s->parts.list[i];
  return NULL;
}

static bool waits(const pf_splicer *s, const pf_track *track) {
  for (int32_t i = 0; i < s->wait_count; i++)
    if (is_same(&s->splices.list[s->waiting[i]], track)) return true;
  return false;
}

/* Returns the numbers of a part's legs. */
static inline const int32_t *numbers_of(const pf_splicer *s, int32_t part) {
  return s->legs.numbers + s->parts.list[part].made_of.first[0];
}

/* Makes the draft behind the splices one that waits. */
static pathfan_status let_wait(pf_splicer *s) {
  const pathfan_status status = pf_grow(&s->waiting, &s->wait_capacity, (int64_t)s->wait_count + 1);
  if (status) return status;
  const pf_track *list = s->splices.list;
  const int32_t number = s->splices.count++;
  int32_t k = s->wait_count++;
  for (; k > 0 && pf_track_compare(&list[number], &list[s->waiting[k - 1]]) > 0; k--)
    s->waiting[k] = s->waiting[k - 1];
  s->waiting[k] = number;
  return PATHFAN_OK;
}

/* Cuts a splice where pieces of its parts end that are shortest paths: at their via nodes, as far
 * as it has these, and where it goes over from one to the other. */
static void set_cuts(pf_track *track, const pf_track *a, const pf_track *b, meeting m) {
  const int32_t shift = m.a - m.b;
  track->cuts = 0;
  if (a->cuts != 1 || b->cuts != 1) return;
  if (a->cut[0] < m.a) track->cut[track->cuts++] = a->cut[0];
  track->cut[track->cuts++] = m.a;
  if (b->cut[0] > m.b) track->cut[track->cuts++] = b->cut[0] + shift;
}

/* Makes a splice: a up to where they meet, b from there on. */
static pathfan_status splice(pf_splicer *s, const pf_track *a, const pf_track *b, meeting m,
                             pathfan_candidates *counts) {
  pf_track *track;
  const int32_t head = m.a + m.count, tail = m.b + m.count;
  const int32_t before = head - 1, after = b->count - tail; /* legs of either */
  const pf_track_legs of = {
      .first = {a->made_of.first[0], b->made_of.first[0] + tail - 1},
      .count = {before, after},
      .head = before < a->made_of.head ? before : a->made_of.head,
      .tail = after < b->made_of.tail ? after : b->made_of.tail,
  };
  const int64_t units = pf_legs_units(&s->legs, &of);
  counts->tried++;
  if (units > s->limit) {
    counts->too_long++;
    return PATHFAN_OK;
  }
  if (!is_taut(a, b, m)) {
    counts->not_taut++;
    return PATHFAN_OK;
  }
  pathfan_status status = pf_tracks_next(&s->splices, &track);
  const int32_t count = head + after;
  if (!status) status = pf_grow(&track->points, &track->capacity, count);
  if (status) return status;
  memcpy(track->points, a->points, (size_t)head * sizeof *track->points);
  memcpy(track->points + head, b->points + tail, (size_t)after * sizeof *track->points);
  track->count = count; /* straightened, as its parts are */
  track->units = units;
  if (find_part(s, track) || waits(s, track)) {
    counts->tried--; /* other parts gave the same path */
    return PATHFAN_OK;
  }
  track->length = pf_legs_steps(&s->legs, &of) * pf_power_of_two(-s->view->header->fraction_bits);
  track->made_of = of;
  track->stage = a->stage > b->stage ? a->stage : b->stage;
  set_cuts(track, a, b, m);
  return let_wait(s);
}

/* ---- The table of places ---- */

static inline int32_t slot_of(const pf_splicer *s, pf_fixed_point point) {
  const uint64_t x = (uint64_t)point.x, y = (uint64_t)point.y;
  const uint64_t mixed = x * UINT64_C(0x9e3779b97f4a7c15) + y * UINT64_C(0xc2b2ae3d27d4eb4f);
  return (int32_t)((mixed >> 32) * (uint64_t)s->slots >> 32);
}

/* Returns the last place of a slot; -1 if there is none. */
static inline int32_t head_of(const pf_splicer *s, int32_t slot) {
  const int32_t place = s->heads[slot];
  return place < s->place_count && s->places[place].slot == slot ? place : -1;
}

/* Enters point i of a part, at which leg `leg` ends, behind the other places. */
static void enter_place(pf_splicer *s, int32_t part, int32_t i, int32_t leg) {
  const pf_fixed_point at = s->parts.list[part].points[i];
  const int32_t slot = slot_of(s, at), next = head_of(s, slot);
  assert(s->place_count < s->place_capacity); /* make_room */
  pf_splicer_place *place = &s->places[s->place_count];
  place->at.x = at.x;
  place->at.y = at.y;
  place->part = part;
  place->index = i;
  place->leg = leg;
  place->slot = slot;
  place->next = next;
  place->other = next >= 0 && s->places[next].leg == leg ? s->places[next].other : next;
  s->heads[slot] = s->place_count++;
}

/* Makes room for more places; if the table grows, all are entered anew. Errors: NO_MEMORY. */
static pathfan_status make_room(pf_splicer *s, int32_t more) {
  const int64_t need = s->place_count + (int64_t)more;
  const pathfan_status status = pf_grow(&s->places, &s->place_capacity, need);
  if (status || 2 * need <= s->slots) return status;
  const int64_t slots = 4 * need + 256;
  if (slots > INT32_MAX) return PATHFAN_ERR_NO_MEMORY;
  int32_t *heads = pf_alloc_zero((uint64_t)slots, sizeof *heads);
  if (!heads) return PATHFAN_ERR_NO_MEMORY;
  free(s->heads);
  s->heads = heads;
  s->slots = (int32_t)slots;
  s->place_count = 0;
  for (int32_t part = 0; part < s->parts.count; part++)
    for (int32_t i = 1; i + 1 < s->parts.list[part].count; i++)
      enter_place(s, part, i, numbers_of(s, part)[i - 1]);
  return PATHFAN_OK;
}

/* ---- Joining ---- */

/* Makes both splices of part `place->part` and the newest part, b, which meet in b's point k. */
static pathfan_status join(pf_splicer *s, const pf_splicer_place *place, const pf_track *b,
                           int32_t k, pathfan_candidates *counts, pf_work_limit *work_limit) {
  const pf_track *a = &s->parts.list[place->part];
  const int32_t i = place->index;
  meeting m = {i, k, 1};
  while (pf_same_point(a->points[i + m.count], b->points[k + m.count]))
    if (i + ++m.count == a->count) return PATHFAN_OK; /* together up to the end */
  if (!pf_work_limit_spend(work_limit, 2) || s->splices.count + 2 > s->splices_most)
    return PATHFAN_OK;
  const pathfan_status status = splice(s, a, b, m, counts);
  return status ? status : splice(s, b, a, (meeting){k, i, m.count}, counts);
}

/* Returns the number of the leg that ends at point i of a part, if an earlier part has it, else -1.
 * All parts end in one point, so the last leg is found by where it begins. */
static int32_t find_leg(const pf_splicer *s, const pf_track *part, int32_t i) {
  const bool is_last = i + 1 == part->count;
  const pf_fixed_point at = part->points[i - is_last];
  if (part->count == 2) return -1;
  for (int32_t p = head_of(s, slot_of(s, at)); p >= 0; p = s->places[p].next) {
    const pf_splicer_place *place = &s->places[p];
    const pf_track *other = &s->parts.list[place->part];
    if (!pf_same_point(place->at, at)) continue;
    if (!is_last && pf_same_point(other->points[place->index - 1], part->points[i - 1]))
      return place->leg;
    if (is_last && place->index + 2 == other->count && other != part)
      return numbers_of(s, place->part)[place->index];
  }
  return -1;
}

/* Marks the legs that a part shares with path 1 at its ends: most alternatives have some. */
static void mark_ends(pf_splicer *s, pf_track *part) {
  const int32_t *numbers = s->legs.numbers + part->made_of.first[0];
  const pf_fixed_point *own = part->points, *first = s->first;
  int32_t legs = part->count - 1, most = s->first_count - 1, head = 0, tail = 0;
  for (; head < legs && head < most && pf_same_point(own[head + 1], first[head + 1]); head++)
    s->legs.list[numbers[head]].shared[0] = s->legs.list[numbers[head]].steps;
  for (; legs > head && most > head && pf_same_point(own[legs - 1], first[most - 1]);
       legs--, most--, tail++)
    s->legs.list[numbers[legs - 1]].shared[0] = s->legs.list[numbers[legs - 1]].steps;
  part->made_of.head = head;
  part->made_of.tail = tail;
}

/* Finds the legs of the newest part, and enters its places. */
static pathfan_status set_legs(pf_splicer *s, pf_track *part) {
  const int32_t legs = part->count - 1;
  const pathfan_status status = pf_legs_fit(&s->legs, legs);
  if (status) return status;
  part->made_of = (pf_track_legs){.first = {s->legs.number_count}, .count = {legs}};
  for (int32_t i = 1; i <= legs; i++) {
    int32_t leg = find_leg(s, part, i);
    if (leg < 0) leg = pf_legs_make(&s->legs, s->view, part->points[i - 1], part->points[i]);
    pf_legs_append(&s->legs, leg);
    if (i < legs) enter_place(s, s->parts.count, i, leg);
  }
  mark_ends(s, part);
  return PATHFAN_OK;
}

pathfan_status pf_splicer_add(pf_splicer *s, pf_track *track, pathfan_candidates *counts,
                              pf_work_limit *work_limit) {
  pf_track *part;
  assert(track->count >= 2);
  /* A refused candidate may come again by another via node. */
  const pf_track *known = find_part(s, track);
  if (known) track->made_of = known->made_of;
  if (known) return PATHFAN_OK;
  pathfan_status status = make_room(s, track->count);
  if (!status) status = pf_tracks_next(&s->parts, &part);
  if (!status) status = pf_track_duplicate(part, track);
  if (status) return status;
  const int32_t first = s->place_count; /* of the part's places */
  status = set_legs(s, part);
  if (!status) track->made_of = part->made_of;
  for (int32_t k = 1; !status && k + 1 < part->count; k++) {
    const pf_splicer_place *own = &s->places[first + k - 1];
    for (int32_t p = own->other; p >= 0 && !status;
         p = s->places[p].leg == own->leg ? s->places[p].other : s->places[p].next)
      if (s->places[p].leg != own->leg && pf_same_point(s->places[p].at, own->at))
        status = join(s, &s->places[p], part, k, counts, work_limit);
  }
  s->parts.count += !status;
  return status;
}

void pf_splicer_free(pf_splicer *s) {
  free(s->places);
  free(s->heads);
  free(s->waiting);
  pf_legs_free(&s->legs);
  pf_tracks_free(&s->parts);
  pf_tracks_free(&s->splices);
}

/* splices.c - single via nodes give too few ways: what leaves path 1 early for one and late for
 * another is no via-path of either. But where two via-paths meet in a vertex, the one's way up to
 * it and the other's from it on are a way as well: of segments that are known to be free, taut at
 * all other vertices because the two are, and at this one by one turn. If they run together for a
 * while, it is taut by itself. Nothing is looked up.
 *
 * A splice is as long as its parts together less the shortest way by where they meet, which neither
 * part is shorter than: so it is never shorter than a part. Who takes candidates and splices in
 * order of length needs only the candidates that came before, and stops when there are enough.
 *
 * What splices are worth: docs/decisions/difference.md. */
#include "splices.h"

#include <string.h>

#include "geometry/polyline.h"

#define SPLICES_MOST 256

void pathfan_splicer_begin(pathfan_splicer *s, const pathfan_index_view *view, int64_t limit) {
  s->view = view;
  s->limit = limit;
  s->parts.count = s->splices.count = s->made = 0;
}

static inline bool same_point(pathfan_fixed_point a, pathfan_fixed_point b) {
  return a.x == b.x && a.y == b.y;
}

/* One of 64 bits, much the same number of points each. */
static inline uint64_t place_of(pathfan_fixed_point point) {
  const uint64_t x = (uint64_t)point.x, y = (uint64_t)point.y;
  return UINT64_C(1) << ((x * UINT64_C(0x9e3779b97f4a7c15) + y * UINT64_C(0xc2b2ae3d27d4eb4f)) >>
                         58);
}

/* Where two ways come together and part again: points a .. a + count - 1 of the one, as many from
 * b on of the other. */
typedef struct meeting {
  int32_t a, b, count;
} meeting;

/* The turn of a way at its point i. */
static int turn_at(pathfan_fixed_point before, pathfan_fixed_point at, pathfan_fixed_point after) {
  return pathfan_turn(pathfan_fixed_from_to(before, at), pathfan_fixed_from_to(at, after));
}

/* Whether a way that comes as `a` and leaves as `b` wraps what both of them wrap. */
static bool is_taut(const pathfan_track *a, const pathfan_track *b, meeting m) {
  if (m.count > 1) return true;
  const pathfan_fixed_point at = a->points[m.a];
  const int own = turn_at(a->points[m.a - 1], at, a->points[m.a + 1]);
  const int turn = turn_at(a->points[m.a - 1], at, b->points[m.b + 1]);
  return turn == own && own == turn_at(b->points[m.b - 1], at, b->points[m.b + 1]);
}

static bool is_known(const pathfan_tracks *tracks, const pathfan_track *track) {
  for (int32_t i = 0; i < tracks->count; i++)
    if (tracks->list[i].units == track->units && pathfan_track_same_points(&tracks->list[i], track))
      return true;
  return false;
}

static int64_t units_of(const pathfan_splicer *s, const pathfan_track *track, int32_t first,
                        int32_t last) {
  int64_t units = 0;
  for (int32_t i = first; i < last; i++)
    units += pathfan_units(s->view, track->points[i], track->points[i + 1]);
  return units;
}

/* Puts the draft behind the splices that wait among them. */
static void put_in_order(pathfan_tracks *splices) {
  pathfan_track *list = splices->list;
  for (int32_t k = splices->count++; k > 0 && pathfan_track_compare(&list[k], &list[k - 1]) > 0;
       k--)
    pathfan_track_swap(&list[k], &list[k - 1]);
}

/* a up to where they meet, b from there on. */
static pathfan_status splice(pathfan_splicer *s, const pathfan_track *a, const pathfan_track *b,
                             meeting m, pathfan_candidates *counts) {
  pathfan_track *track;
  const int32_t head = m.a + m.count, tail = m.b + m.count;
  const int64_t units = units_of(s, a, 0, head - 1) + units_of(s, b, tail - 1, b->count - 1);
  counts->tried++;
  if (units > s->limit) {
    counts->too_long++;
    return PATHFAN_OK;
  }
  if (!is_taut(a, b, m)) {
    counts->not_taut++;
    return PATHFAN_OK;
  }
  pathfan_status status = pathfan_tracks_next(&s->splices, &track);
  const int32_t count = head + b->count - tail;
  if (!status)
    status = pathfan_grow(&track->points, &track->capacity, count, sizeof *track->points);
  if (status) return status;
  memcpy(track->points, a->points, (size_t)head * sizeof *track->points);
  memcpy(track->points + head, b->points + tail, (size_t)(b->count - tail) * sizeof *track->points);
  track->count = count; /* straightened, as its parts are */
  track->length = pathfan_polyline_length(track->points, count, s->view->header->fraction_bits);
  track->units = units;
  track->candidate = NULL;
  if (is_known(&s->parts, track) || is_known(&s->splices, track)) {
    counts->tried--; /* the same by other parts */
    return PATHFAN_OK;
  }
  put_in_order(&s->splices);
  s->made++;
  return PATHFAN_OK;
}

/* Both splices at each place where a part and the newest one come together and part again. */
static pathfan_status join(pathfan_splicer *s, int32_t part, const pathfan_track *b,
                           pathfan_candidates *counts, pathfan_budget *budget) {
  const pathfan_track *a = &s->parts.list[part];
  const uint64_t places = s->places[part];
  int32_t begin = 0, a_end = a->count, b_end = b->count;
  pathfan_status status = PATHFAN_OK;
  while (same_point(a->points[begin], b->points[begin])) begin++;
  while (same_point(a->points[a_end - 1], b->points[b_end - 1])) a_end--, b_end--;
  for (int32_t k = begin; k < b_end; k++) {
    if (!(places & place_of(b->points[k]))) continue;
    for (int32_t i = begin; i < a_end; i++) {
      if (!same_point(a->points[i], b->points[k]) || same_point(a->points[i - 1], b->points[k - 1]))
        continue;
      meeting m = {i, k, 1};
      while (same_point(a->points[i + m.count], b->points[k + m.count])) m.count++;
      if (!pathfan_budget_spend(budget, 2) || s->made + 2 > SPLICES_MOST) return PATHFAN_OK;
      status = splice(s, a, b, m, counts);
      if (!status) status = splice(s, b, a, (meeting){k, i, m.count}, counts);
      if (status) return status;
    }
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_splicer_add(pathfan_splicer *s, const pathfan_track *track,
                                   pathfan_candidates *counts, pathfan_budget *budget) {
  pathfan_track *part;
  /* One that was refused comes again by another via node. */
  if (s->parts.count == PATHFAN_SPLICER_PARTS || is_known(&s->parts, track)) return PATHFAN_OK;
  pathfan_status status = pathfan_tracks_next(&s->parts, &part);
  if (!status)
    status = pathfan_grow(&part->points, &part->capacity, track->count, sizeof *part->points);
  if (status) return status;
  memcpy(part->points, track->points, (size_t)track->count * sizeof *part->points);
  part->count = track->count;
  part->units = track->units;
  uint64_t places = 0;
  for (int32_t i = 1; i + 1 < part->count; i++) places |= place_of(part->points[i]);
  for (int32_t i = 0; i < s->parts.count && !status; i++) status = join(s, i, part, counts, budget);
  s->places[s->parts.count++] = places;
  return status;
}

void pathfan_splicer_free(pathfan_splicer *s) {
  pathfan_tracks_free(&s->parts);
  pathfan_tracks_free(&s->splices);
}

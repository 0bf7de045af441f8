/* tracks.c - lists of paths on the fixed-point grid, and how two of them compare. */
#include "tracks.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "geometry/polyline.h"

pathfan_status pf_tracks_next(pf_tracks *tracks, pf_track **track) {
  const int32_t before = tracks->capacity;
  const pathfan_status status = pf_grow(&tracks->list, &tracks->capacity, tracks->count + 1);
  if (status) return status;
  if (tracks->capacity > before)
    memset(tracks->list + before, 0, (size_t)(tracks->capacity - before) * sizeof *tracks->list);
  *track = &tracks->list[tracks->count];
  (*track)->filled = (*track)->is_open = false;
  (*track)->made_of.count[0] = (*track)->cuts = 0;
  (*track)->route = NULL;
  (*track)->simplicity = PF_SIMPLICITY_UNKNOWN;
  return PATHFAN_OK;
}

/* Sorts by insertion: tracks are few and nearly in order. Candidates come by rounded length or by
 * another order, answers are ordered by reported lengths. */
void pf_tracks_sort(pf_tracks *tracks, int32_t first) {
  pf_track *list = tracks->list;
  assert(first >= 0 && first <= tracks->count);
  for (int32_t i = first + 1; i < tracks->count; i++)
    for (int32_t j = i; j > first && pf_track_compare(&list[j], &list[j - 1]) < 0; j--)
      pf_track_swap(&list[j], &list[j - 1]);
}

void pf_tracks_free(pf_tracks *tracks) {
  for (int32_t i = 0; i < tracks->capacity; i++) {
    free(tracks->list[i].points);
    pf_corridor_free(&tracks->list[i].corridor);
  }
  free(tracks->list);
  free(tracks->path.vertices);
  memset(tracks, 0, sizeof *tracks);
}

pathfan_status pf_track_copy(pf_track *track, const pf_fixed_point *points, int32_t count) {
  assert(count > 0);
  const pathfan_status status = pf_grow(&track->points, &track->capacity, count);
  if (status) return status;
  memmove(track->points, points, (size_t)count * sizeof *points); /* perhaps the track's own */
  track->count = count;
  track->is_open = false;
  return PATHFAN_OK;
}

pathfan_status pf_track_duplicate(pf_track *track, const pf_track *other) {
  const pathfan_status status = pf_track_copy(track, other->points, other->count);
  if (status) return status;
  const pf_track own = *track;
  *track = *other;
  track->points = own.points;
  track->capacity = own.capacity;
  track->corridor = own.corridor;
  track->is_open = false;
  return PATHFAN_OK;
}

pathfan_status pf_track_set(pf_track *track, const pf_fixed_point *points, int32_t count,
                            int fraction_bits) {
  const pathfan_status status = pf_track_copy(track, points, count);
  if (status) return status;
  track->count = pf_polyline_straighten(track->points, count);
  track->length = pf_polyline_length(track->points, track->count, fraction_bits);
  track->units = 0;
  return PATHFAN_OK;
}

void pf_track_swap(pf_track *a, pf_track *b) {
  const pf_track swap = *a;
  *a = *b;
  *b = swap;
}

int pf_track_compare(const pf_track *a, const pf_track *b) {
  assert(a->count && b->count);
  if (a->length != b->length) return a->length < b->length ? -1 : 1;
  if (a->units != b->units) return a->units < b->units ? -1 : 1;
  for (int32_t i = 0; i < a->count && i < b->count; i++) {
    if (a->points[i].x != b->points[i].x) return a->points[i].x < b->points[i].x ? -1 : 1;
    if (a->points[i].y != b->points[i].y) return a->points[i].y < b->points[i].y ? -1 : 1;
  }
  return (a->count > b->count) - (a->count < b->count);
}

bool pf_track_same_points(const pf_track *a, const pf_track *b) {
  return a->count == b->count &&
         !memcmp(a->points, b->points, (size_t)a->count * sizeof *a->points);
}

bool pf_track_is_simple(pf_track *track) {
  if (!track->simplicity)
    track->simplicity =
        pf_polyline_is_simple(track->points, track->count) ? PF_SIMPLE : PF_NOT_SIMPLE;
  return track->simplicity == PF_SIMPLE;
}

double pf_track_similarity(const pf_track *a, const pf_track *b, int fraction_bits) {
  const double shared = pf_polyline_shared(a->points, a->count, b->points, b->count, fraction_bits);
  const double all = a->length + b->length - shared;
  return all > 0 ? shared / all : 1;
}

/* ---- Known paths ---- */

/* Paths of the same points have the same length in units. */
static inline int32_t slot_of(const pf_track *track) {
  static_assert(PF_KNOWN_SLOTS == 256, "the highest eight bits");
  return (int32_t)((uint64_t)track->units * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}

void pf_known_clear(pf_known_tracks *known) {
  memset(known->first, -1, sizeof known->first);
}

int32_t pf_known_find(const pf_known_tracks *known, const pf_track *list, const pf_track *track) {
  int32_t number = known->first[slot_of(track)];
  while (number >= 0 &&
         (list[number].units != track->units || !pf_track_same_points(&list[number], track)))
    number = known->next[number];
  return number;
}

pathfan_status pf_known_add(pf_known_tracks *known, const pf_track *list, int32_t number) {
  int32_t *first = &known->first[slot_of(&list[number])];
  const pathfan_status status = pf_grow(&known->next, &known->capacity, (int64_t)number + 1);
  if (status) return status;
  known->next[number] = *first;
  *first = number;
  return PATHFAN_OK;
}

void pf_known_drop(pf_known_tracks *known, const pf_track *list, int32_t number) {
  int32_t *at = &known->first[slot_of(&list[number])];
  while (*at != number) at = &known->next[*at];
  *at = known->next[number];
}

void pf_known_free(pf_known_tracks *known) {
  free(known->next);
}

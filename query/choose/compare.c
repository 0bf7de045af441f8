/* compare.c - what a track shares with the first paths follows from its legs (legs.h) if these are
 * known: from sums and from parts of the path, without the geometry of all pairs of segments. If
 * that is too close to call, and for the other paths, the two are compared exactly; so the result
 * doesn't depend on how it was found. */
#include "compare.h"

#include <assert.h>
#include <math.h>

#include "choice.h"

bool pf_is_similar_to_any(const pf_task *task, const pf_track *track, const pf_track *list,
                          int32_t count) {
  for (int32_t i = 0; i < count; i++)
    if (pf_is_too_similar(&task->choice->difference, track, &list[i])) return true;
  return false;
}

/* Tests the last ones first: the longer a candidate, the less it shares with path 1. */
bool pf_is_near_to_any(const pf_task *task, pf_track *track, pf_track *list, int32_t count) {
  for (int32_t i = count - 1; i >= 0; i--)
    if (pf_is_too_near(&task->choice->difference, track, &list[i])) return true;
  return false;
}

/* Legs decide nothing that is nearer to the limit than this share of it: their sums are rounded. */
#define SHARED_SLACK 1e-9

/* Whether the legs of a track can show what it shares with path i of the task. */
static bool has_legs(const pf_task *task, const pf_track *track, int32_t i) {
  const pf_difference *d = &task->choice->difference;
  return i < PF_LEGS_PATHS && track->made_of.count[0] && d->separation > 0 && d->dissimilarity > 0;
}

static pf_chosen chosen_of(const pf_task *task, int32_t i) {
  assert(task->tracks->list[i].is_open);
  return (pf_chosen){i, &task->tracks->list[i].corridor, task->choice->difference.width};
}

/* Whether a track is too similar to path i of the task. */
static bool is_similar_to(const pf_task *task, const pf_track *track, int32_t i) {
  const pf_difference *d = &task->choice->difference;
  const pf_track *other = &task->tracks->list[i];
  if (has_legs(task, track, i)) {
    const pf_chosen chosen = chosen_of(task, i);
    const double most =
        pf_share_most(d, track->length, other->length) * pf_power_of_two(d->fraction_bits);
    const double shared =
        pf_legs_shared(&task->choice->splicer.legs, track, &chosen, most * (1 + SHARED_SLACK));
    if (fabs(shared - most) > most * SHARED_SLACK) return shared > most;
  }
  return pf_is_too_similar(d, track, other);
}

/* Decides by footprints whether a track is too near to path i: 1 yes, 0 no, -1 can't be told. Only
 * once there are splices: these reuse the legs of candidates, which share few among themselves. */
static int tell_near_to(const pf_task *task, const pf_track *track, int32_t i) {
  pf_choice *choice = task->choice;
  pf_footprint print = {0};
  if (!has_legs(task, track, i) || !choice->splicer.splices.count) return -1;
  const pf_chosen chosen = chosen_of(task, i);
  const pf_track_legs *of = &track->made_of;
  const pf_track *other = &task->tracks->list[i];
  pf_legs *legs = &choice->splicer.legs;
  const int32_t count = of->count[0] + of->count[1];
  const int32_t head = i ? 0 : of->head, tail = i ? 0 : of->tail;
  pf_legs_print(legs, track, &chosen, head, count - tail, &print);
  if (head || tail) { /* these alone show most of the near ones */
    pf_footprint sure = pf_footprint_of_ends(&other->corridor, head, tail);
    pf_footprint_add(&sure, &print);
    if (pf_report_near(&choice->difference, track, &sure, other) > 0) return 1;
    pf_legs_print(legs, track, &chosen, 0, head, &print);
    pf_legs_print(legs, track, &chosen, count - tail, count, &print);
  }
  return pf_report_near(&choice->difference, track, &print, other);
}

pathfan_status pf_compare(const pf_task *task, pf_track *track, int32_t others,
                          pf_judgement *verdict) {
  const pf_difference *d = &task->choice->difference;
  pathfan_status status = PATHFAN_OK;
  assert(others > 0 && others <= task->tracks->count);
  for (int32_t i = 0; i < others; i++) {
    pf_track *other = &task->tracks->list[i];
    if (is_similar_to(task, track, i)) {
      *verdict = (pf_judgement){PATHFAN_FATE_TOO_SIMILAR, i};
      return PATHFAN_OK;
    }
    int is_near = tell_near_to(task, track, i);
    if (is_near < 0) {
      if (d->separation > 0) status = pf_track_open(track);
      if (status) return status;
      is_near = pf_is_too_near(d, track, other);
    }
    if (is_near) {
      *verdict = (pf_judgement){PATHFAN_FATE_TOO_NEAR, i};
      return PATHFAN_OK;
    }
  }
  *verdict = (pf_judgement){PATHFAN_FATE_CHOSEN, -1};
  return d->separation > 0 ? pf_track_open(track) : PATHFAN_OK;
}

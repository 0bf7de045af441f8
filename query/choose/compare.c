/* compare.c - how two entries differ. What a path shares with the first taken ones
 * follows from its legs (legs.h) if these are known: from sums and from parts of the path, without
 * the geometry of all pairs of segments. If that is too close to call, and for the other paths, the
 * two are compared exactly; so the result doesn't depend on how it was found. */
#include <assert.h>
#include <math.h>

#include "entries.h"

/* What is known of an entry beside one that was taken. Different entries aren't similar either. */
enum { UNKNOWN = 0, SIMILAR, DISSIMILAR, NEAR, DIFFERENT };

/* Legs decide nothing that is nearer to the limit than this share of it: their sums are rounded. */
#define SHARED_SLACK 1e-9

/* Whether legs can show what an entry shares with one that was taken. */
static bool has_legs(const pf_entries *p, const pf_track *track, int32_t taken) {
  const pf_difference *d = &p->difference;
  const int32_t rank = p->of[taken].rival;
  return rank >= 0 && rank < PF_LEGS_PATHS && track->made_of.count[0] && d->separation > 0 &&
         d->dissimilarity > 0;
}

static pf_chosen chosen_of(const pf_entries *p, int32_t taken) {
  pf_track *track = &p->tracks.list[taken];
  assert(track->is_open);
  return (pf_chosen){p->of[taken].rival, &track->corridor, p->difference.width};
}

static bool is_similar(pf_entries *p, int32_t entry, int32_t taken) {
  const pf_difference *d = &p->difference;
  const pf_track *track = &p->tracks.list[entry], *other = &p->tracks.list[taken];
  if (has_legs(p, track, taken)) {
    const pf_chosen chosen = chosen_of(p, taken);
    const double most =
        pf_share_most(d, track->length, other->length) * pf_power_of_two(d->fraction_bits);
    const double shared =
        pf_legs_shared(&p->splicer.legs, track, &chosen, most * (1 + SHARED_SLACK));
    if (fabs(shared - most) > most * SHARED_SLACK) return shared > most;
  }
  return pf_is_too_similar(d, track, other);
}

/* Decides by footprints whether an entry is too near to another one: 1 yes, 0 no, -1 can't be told.
 * Only once there are splices: these reuse the legs of candidates, which share few among
 * themselves. */
static int tell_near(pf_entries *p, int32_t entry, int32_t taken) {
  const pf_track *track = &p->tracks.list[entry], *other = &p->tracks.list[taken];
  pf_legs *legs = &p->splicer.legs;
  pf_footprint print = {0};
  if (!has_legs(p, track, taken) || !p->splicer.splices.count) return -1;
  const pf_chosen chosen = chosen_of(p, taken);
  const pf_track_legs *of = &track->made_of;
  const int32_t count = of->count[0] + of->count[1];
  const int32_t head = taken ? 0 : of->head, tail = taken ? 0 : of->tail;
  pf_legs_print(legs, track, &chosen, head, count - tail, &print);
  if (head || tail) { /* these alone show most of the near ones */
    pf_footprint sure = pf_footprint_of_ends(&other->corridor, head, tail);
    pf_footprint_add(&sure, &print);
    if (pf_report_near(&p->difference, track, &sure, other) > 0) return 1;
    pf_legs_print(legs, track, &chosen, 0, head, &print);
    pf_legs_print(legs, track, &chosen, count - tail, count, &print);
  }
  return pf_report_near(&p->difference, track, &print, other);
}

static pathfan_status find_near(pf_entries *p, int32_t entry, int32_t taken, bool *is_near) {
  const int told = tell_near(p, entry, taken);
  *is_near = told > 0;
  if (told >= 0) return PATHFAN_OK;
  const pathfan_status status = pf_track_open(&p->tracks.list[entry]);
  if (!status)
    *is_near = pf_is_too_near(&p->difference, &p->tracks.list[entry], &p->tracks.list[taken]);
  return status;
}

pathfan_status pf_entries_compare(pf_entries *p, int32_t entry, int32_t taken, bool separated,
                                  pathfan_fate *fate) {
  uint8_t found = UNKNOWN, *known = &found;
  if (p->of[taken].rival >= 0) known = &p->of[entry].against[p->of[taken].rival];
  if (*known == UNKNOWN) *known = is_similar(p, entry, taken) ? SIMILAR : DISSIMILAR;
  if (*known == DISSIMILAR && separated && p->difference.separation > 0) {
    bool is_near;
    const pathfan_status status = find_near(p, entry, taken, &is_near);
    if (status) return status;
    *known = is_near ? NEAR : DIFFERENT;
  }
  *fate = *known == SIMILAR             ? PATHFAN_FATE_TOO_SIMILAR
          : *known == NEAR && separated ? PATHFAN_FATE_TOO_NEAR
                                        : PATHFAN_FATE_CHOSEN;
  return PATHFAN_OK;
}

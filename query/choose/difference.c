/* difference.c - similarity is shared length by all length, as in the paper (section 2.2), but a
 * part of a path is shared if it lies within W of the other path. near(A|B) is the length of these
 * parts of A; S = N / (|A| + |B| - N) with N = (near(A|B) + near(B|A)) / 2, and two paths differ if
 * 1 - S >= theta. With W = 0 this is the paper's own measure, and S never falls as W grows: paths
 * that differ with W differ without.
 *
 * Why lengths in a corridor of this width, and neither homotopy nor the greatest distance between
 * paths: docs/decisions/difference.md. */
#include "difference.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Two paths may exceed the limit by this share of their length: sums of roots are rounded. */
#define SLACK 0x1p-40

/* Footprints decide nothing nearer to the limit than this share of the path's length, which they
 * may leave out. */
#define PRINT_SLACK 0x1p-10

/* Wider than any map. */
#define WIDTH_MOST 0x1p60

double pf_separation(const pathfan_request *request, double distance) {
  return fmax(request->separation, request->separation_share * distance);
}

pf_difference pf_difference_at(const pf_space *space, double separation) {
  const double steps = separation * space->frame.scale * pf_power_of_two(space->fraction_bits);
  return (pf_difference){.separation = separation,
                         .width = pf_corridor_width(fmin(steps, WIDTH_MOST)),
                         .fraction_bits = space->fraction_bits};
}

pf_difference pf_difference_of(const pf_task *task) {
  const pf_space *space = task->scene.space;
  assert(task->tracks->list);
  const double distance = task->tracks->list[0].length / space->frame.scale;
  const double separation = task->separates ? pf_separation(task->request, distance) : 0;
  pf_difference d = pf_difference_at(space, separation);
  d.dissimilarity = task->dissimilarity;
  return d;
}

bool pf_is_too_similar(const pf_difference *d, const pf_track *a, const pf_track *b) {
  return d->dissimilarity > 0 && pf_track_similarity(a, b, d->fraction_bits) > 1 - d->dissimilarity;
}

/* Returns how much of two paths may be near each other, as a share of the length of both. */
static double shared_limit(const pf_difference *d) {
  return 2 * (1 - d->dissimilarity) / (2 - d->dissimilarity);
}

bool pf_is_too_near(const pf_difference *d, pf_track *a, pf_track *b) {
  if (d->separation <= 0 || d->dissimilarity <= 0) return false;
  assert(a->is_open && b->is_open);
  const double all = (double)(a->corridor.steps + b->corridor.steps);
  return pf_corridors_share(&a->corridor, &b->corridor, d->width,
                            (int64_t)((shared_limit(d) + SLACK) * all));
}

double pf_share_most(const pf_difference *d, double length, double other_length) {
  return shared_limit(d) / 2 * (length + other_length);
}

int pf_report_near(const pf_difference *d, const pf_track *track, const pf_footprint *print,
                   const pf_track *other) {
  const pf_corridor *path = &other->corridor;
  double least, most;
  assert(other->is_open);
  pf_footprint_bounds(print, path, &least, &most);
  const double slack = path->length * PRINT_SLACK + track->count + other->count;
  const double left = shared_limit(d) * (double)(print->steps + path->steps) - (double)print->near;
  if (left < -slack || least - slack > left) return 1;
  return most + slack <= left ? 0 : -1;
}

double pf_track_nearness(const pf_difference *d, pf_track *a, pf_track *b) {
  if (d->separation <= 0) return pf_track_similarity(a, b, d->fraction_bits);
  assert(a->is_open && b->is_open);
  const double all = (double)(a->corridor.steps + b->corridor.steps);
  const double near = (double)(pf_corridor_near(&a->corridor, &b->corridor, d->width) +
                               pf_corridor_near(&b->corridor, &a->corridor, d->width)) /
                      2;
  return all > near ? near / (all - near) : 1;
}

/* Cuts spans to their intersection with others. Both ascend; kept: [Size: count + other_count],
 * scratch. Returns the number of spans left in `spans`. */
static int32_t intersect(pf_leg_span *spans, int32_t count, const pf_leg_span *other,
                         int32_t other_count, pf_leg_span *kept) {
  int32_t made = 0;
  for (int32_t i = 0, j = 0; i < count && j < other_count;) {
    const pf_leg_span both = {fmax(spans[i].low, other[j].low), fmin(spans[i].high, other[j].high)};
    if (both.low < both.high) kept[made++] = both;
    if (spans[i].high < other[j].high)
      i++;
    else
      j++;
  }
  memcpy(spans, kept, (size_t)made * sizeof *spans);
  return made;
}

/* How much of a leg is near any other track; of the first track's, near all others. */
typedef struct nearness {
  double any, all;
} nearness;

/* Measures leg k of track own. Scratch: spans has room for all legs, common for three times as
 * many. */
static nearness near_others(const pf_spread *s, const pf_difference *d, const pf_track *tracks,
                            int32_t count, int32_t own, int32_t k) {
  const pf_corridor *path = &tracks[own].corridor;
  const pf_leg_span whole = {0, path->legs[k].length};
  int32_t found = 0, common = 0;
  for (int32_t i = 0; i < count; i++) {
    if (i == own) continue;
    pf_leg_span *spans = s->spans + found;
    int32_t here = 1;
    if (pf_corridor_has(&tracks[i].corridor, path, k)) {
      if (own) return (nearness){whole.high, 0};
      spans[0] = whole;
    } else {
      here = pf_corridor_spans(&path->legs[k], &tracks[i].corridor, d->width, spans);
    }
    found += here;
    if (own == 0 && i == 1)
      memcpy(s->common, spans, (size_t)(common = here) * sizeof *spans);
    else if (common)
      common = intersect(s->common, common, spans, here, s->common + s->span_capacity);
  }
  return (nearness){pf_spans_length(s->spans, pf_spans_join(s->spans, found)),
                    pf_spans_length(s->common, common)};
}

pathfan_status pf_spread_measure(pf_spread *s, const pf_difference *d, const pf_track *tracks,
                                 int32_t count) {
  int64_t legs = 0;
  assert(count > 0);
  for (int32_t i = 0; i < count; i++) legs += tracks[i].corridor.count;
  pathfan_status status = pf_grow(&s->apart, &s->apart_capacity, count);
  if (!status) status = pf_grow(&s->spans, &s->span_capacity, legs);
  if (!status) status = pf_grow(&s->common, &s->common_capacity, 3 * (int64_t)s->span_capacity);
  if (status) return status;
  s->backup = 0;
  for (int32_t i = 0; i < count; i++) {
    const pf_corridor *path = &tracks[i].corridor;
    double near = 0, common = 0, all = 0;
    for (int32_t k = 0; k < path->count; k++) {
      const nearness here = near_others(s, d, tracks, count, i, k);
      near += here.any;
      common += here.all;
      all += path->legs[k].length;
    }
    s->apart[i] = all > 0 ? fmax(1 - near / all, 0) : 1;
    if (i == 0 && count > 1 && all > 0) s->backup = fmax(1 - common / all, 0);
  }
  return PATHFAN_OK;
}

void pf_spread_free(pf_spread *s) {
  free(s->apart);
  free(s->spans);
  free(s->common);
  memset(s, 0, sizeof *s);
}

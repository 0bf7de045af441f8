/* difference.c - similarity is shared length by all length, as in the paper (section 2.2), but a
 * part of a path is shared if it lies within W of the other path. near(A|B) is the length of these
 * parts of A; S = N / (|A| + |B| - N) with N = (near(A|B) + near(B|A)) / 2, and two paths differ if
 * 1 - S >= theta. With W = 0 this is the paper's own measure, and S never falls as W grows: paths
 * that differ with W differ without.
 *
 * Why lengths in a corridor of this width, and neither homotopy nor the greatest distance between
 * paths: docs/decisions/difference.md. */
#include "difference.h"

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

double pathfan_separation(const pathfan_request *request, double distance) {
  return fmax(request->separation, request->separation_share * distance);
}

pathfan_difference pathfan_difference_at(const pathfan_space *space, double separation) {
  const double steps = separation * space->frame.scale * pathfan_power_of_two(space->fraction_bits);
  return (pathfan_difference){.separation = separation,
                              .width = pathfan_corridor_width(fmin(steps, WIDTH_MOST)),
                              .fraction_bits = space->fraction_bits};
}

pathfan_difference pathfan_difference_of(const pathfan_task *task) {
  const pathfan_space *space = task->scene.space;
  const double distance = task->tracks->list[0].length / space->frame.scale;
  const double separation = task->separates ? pathfan_separation(task->request, distance) : 0;
  pathfan_difference d = pathfan_difference_at(space, separation);
  d.dissimilarity = task->dissimilarity;
  return d;
}

bool pathfan_is_too_similar(const pathfan_difference *d, const pathfan_track *a,
                            const pathfan_track *b) {
  return d->dissimilarity > 0 &&
         pathfan_track_similarity(a, b, d->fraction_bits) > 1 - d->dissimilarity;
}

/* Returns how much of two paths may be near each other, as a share of the length of both. */
static double shared_limit(const pathfan_difference *d) {
  return 2 * (1 - d->dissimilarity) / (2 - d->dissimilarity);
}

bool pathfan_is_too_near(const pathfan_difference *d, pathfan_track *a, pathfan_track *b) {
  if (d->separation <= 0 || d->dissimilarity <= 0) return false;
  const double all = (double)(a->corridor.steps + b->corridor.steps);
  return pathfan_corridors_share(&a->corridor, &b->corridor, d->width,
                                 (int64_t)((shared_limit(d) + SLACK) * all));
}

double pathfan_share_most(const pathfan_difference *d, double length, double other_length) {
  return shared_limit(d) / 2 * (length + other_length);
}

int pathfan_tell_near(const pathfan_difference *d, const pathfan_track *track,
                      const pathfan_footprint *print, const pathfan_track *other) {
  const pathfan_corridor *path = &other->corridor;
  double least, most;
  pathfan_footprint_bounds(print, path, &least, &most);
  const double slack = path->length * PRINT_SLACK + track->count + other->count;
  const double left = shared_limit(d) * (double)(print->steps + path->steps) - (double)print->near;
  if (left < -slack || least - slack > left) return 1;
  return most + slack <= left ? 0 : -1;
}

double pathfan_track_nearness(const pathfan_difference *d, pathfan_track *a, pathfan_track *b) {
  if (d->separation <= 0) return pathfan_track_similarity(a, b, d->fraction_bits);
  const double all = (double)(a->corridor.steps + b->corridor.steps);
  const double near = (double)(pathfan_corridor_near(&a->corridor, &b->corridor, d->width) +
                               pathfan_corridor_near(&b->corridor, &a->corridor, d->width)) /
                      2;
  return all > near ? near / (all - near) : 1;
}

/* Cuts spans to their intersection with others. Both ascend; kept: [Size: count + other_count],
 * scratch. Returns the number of spans left in `spans`. */
static int32_t intersect(pathfan_span *spans, int32_t count, const pathfan_span *other,
                         int32_t other_count, pathfan_span *kept) {
  int32_t made = 0;
  for (int32_t i = 0, j = 0; i < count && j < other_count;) {
    const pathfan_span both = {fmax(spans[i].low, other[j].low),
                               fmin(spans[i].high, other[j].high)};
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
static nearness near_others(const pathfan_spread *s, const pathfan_difference *d,
                            const pathfan_track *tracks, int32_t count, int32_t own, int32_t k) {
  const pathfan_corridor *path = &tracks[own].corridor;
  const pathfan_span whole = {0, path->legs[k].length};
  int32_t found = 0, common = 0;
  for (int32_t i = 0; i < count; i++) {
    if (i == own) continue;
    pathfan_span *spans = s->spans + found;
    int32_t here = 1;
    if (pathfan_corridor_has(&tracks[i].corridor, path, k)) {
      if (own) return (nearness){whole.high, 0};
      spans[0] = whole;
    } else {
      here = pathfan_corridor_spans(&path->legs[k], &tracks[i].corridor, d->width, spans);
    }
    found += here;
    if (own == 0 && i == 1)
      memcpy(s->common, spans, (size_t)(common = here) * sizeof *spans);
    else if (common)
      common = intersect(s->common, common, spans, here, s->common + s->span_capacity);
  }
  return (nearness){pathfan_spans_length(s->spans, pathfan_spans_join(s->spans, found)),
                    pathfan_spans_length(s->common, common)};
}

pathfan_status pathfan_spread_measure(pathfan_spread *s, const pathfan_difference *d,
                                      const pathfan_track *tracks, int32_t count) {
  int64_t legs = 0;
  for (int32_t i = 0; i < count; i++) legs += tracks[i].corridor.count;
  pathfan_status status = pathfan_grow(&s->apart, &s->apart_capacity, count, sizeof *s->apart);
  if (!status) status = pathfan_grow(&s->filled, &s->filled_capacity, count, sizeof *s->filled);
  if (!status) status = pathfan_grow(&s->spans, &s->span_capacity, legs, sizeof *s->spans);
  if (!status)
    status = pathfan_grow(&s->common, &s->common_capacity, 3 * (int64_t)s->span_capacity,
                          sizeof *s->common);
  if (status) return status;
  s->backup = 0;
  for (int32_t i = 0; i < count; i++) {
    const pathfan_corridor *path = &tracks[i].corridor;
    double near = 0, common = 0, all = 0;
    for (int32_t k = 0; k < path->count; k++) {
      const nearness here = near_others(s, d, tracks, count, i, k);
      near += here.any;
      common += here.all;
      all += path->legs[k].length;
    }
    s->filled[i] = tracks[i].filled;
    s->apart[i] = all > 0 ? fmax(1 - near / all, 0) : 1;
    if (i == 0 && count > 1 && all > 0) s->backup = fmax(1 - common / all, 0);
  }
  return PATHFAN_OK;
}

void pathfan_spread_free(pathfan_spread *s) {
  free(s->apart);
  free(s->filled);
  free(s->spans);
  free(s->common);
  memset(s, 0, sizeof *s);
}

/* footprint.c - what a path's alternatives share with it, leg by leg.
 *
 * The part of the path within a width of a leg is one span on each of the path's legs (corridor.c).
 * Spans that continue from one leg to the next form one stretch of the path, from which follow the
 * parts covered and touched. */
#include "geometry/footprint.h"

#include "geometry/polyline.h"

/* The fraction of a part that is ignored where a stretch begins or ends at a border of parts. */
#define PART_SLACK 1e-6

/* The set of parts begin .. end - 1. */
static inline uint64_t parts_between(int begin, int end) {
  if (end > PF_FOOTPRINT_PARTS) end = PF_FOOTPRINT_PARTS;
  return begin < end ? UINT64_MAX >> (PF_FOOTPRINT_PARTS - (end - begin)) << begin : 0;
}

/* Sets of parts covered and touched by a stretch of the path; low and high in parts. */
static inline uint64_t covered_by(double low, double high) {
  return parts_between((int)(low + (1 - PART_SLACK)), (int)(high + PART_SLACK));
}

static inline uint64_t touched_by(double low, double high) {
  return parts_between((int)(low + PART_SLACK), (int)(high + (1 - PART_SLACK)));
}

double pf_leg_shared(pf_fixed_point from, pf_fixed_point to, const pf_corridor *path) {
  const pf_box box = pf_box_of((const pf_fixed_point[]){from, to}, 2);
  double shared = 0;
  int32_t list[PF_LEGS_LISTED];
  for (int32_t at = 0; at < path->count;) {
    const int32_t listed = pf_corridor_list(path, &box, &at, list);
    for (int32_t i = 0; i < listed; i++) {
      const pf_corridor_leg *leg = &path->legs[list[i]];
      shared += pf_segments_overlap(from, to, leg->from, pf_leg_to(leg));
    }
  }
  return shared;
}

void pf_footprint_set(pf_footprint *print, const pf_corridor_leg *leg, pf_corridor *path,
                      double width) {
  const double parts_per_step = PF_FOOTPRINT_PARTS / path->length;
  const pf_box wide = pf_box_widened(&leg->box, width);
  double low = 0, high = -1; /* the last stretch, in parts */
  uint64_t covered = 0, touched = 0;
  bool is_whole = false;
  int32_t count = 0, list[PF_LEGS_LISTED];
  for (int32_t at = 0; at < path->count;) {
    const int32_t listed = pf_corridor_list(path, &wide, &at, list);
    for (int32_t i = 0; i < listed; i++) {
      const pf_corridor_leg *other = &path->legs[list[i]];
      pf_leg_span own, there;
      if (!pf_leg_spans(leg, other, width, &own, &there)) continue;
      is_whole = is_whole || (own.low == 0 && own.high == leg->length);
      path->spans[count].low = own.low;
      path->spans[count++].high = own.high;
      const double from =
          parts_per_step *
          (other->is_turned ? other->end - there.high : other->end - other->length + there.low);
      const double to = from + parts_per_step * (there.high - there.low);
      if (from > high + PART_SLACK) {
        if (high > low) {
          covered |= covered_by(low, high);
          touched |= touched_by(low, high);
        }
        low = from;
      }
      high = to;
    }
  }
  if (high > low) {
    covered |= covered_by(low, high);
    touched |= touched_by(low, high);
  }
  print->steps = leg->steps;
  print->near = is_whole ? leg->steps
                         : llrint(pf_spans_length(path->spans, pf_spans_join(path->spans, count)));
  print->covered = covered;
  print->touched = touched;
}

pf_footprint pf_footprint_of_ends(const pf_corridor *path, int32_t head, int32_t tail) {
  const double parts_per_step = PF_FOOTPRINT_PARTS / path->length;
  const double first = pf_corridor_end(path, head);
  const double last = pf_corridor_end(path, path->count - tail);
  const int64_t steps = llrint(first + path->length - last);
  return (pf_footprint){.steps = steps,
                        .near = steps,
                        .covered = covered_by(0, first * parts_per_step) |
                                   covered_by(last * parts_per_step, PF_FOOTPRINT_PARTS),
                        .touched = UINT64_MAX};
}

static inline int count_of(uint64_t parts) {
  parts -= parts >> 1 & UINT64_C(0x5555555555555555);
  parts = (parts & UINT64_C(0x3333333333333333)) + (parts >> 2 & UINT64_C(0x3333333333333333));
  parts = (parts + (parts >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
  return (int)(parts * UINT64_C(0x0101010101010101) >> 56);
}

void pf_footprint_bounds(const pf_footprint *way, const pf_corridor *path, double *least,
                         double *most) {
  const double part = path->length / PF_FOOTPRINT_PARTS;
  *least = part * count_of(way->covered);
  *most = part * count_of(way->touched);
}

/* twin_splices.c - splices by plain comparison. */
#include "twin_splices.h"

#include <math.h>
#include <string.h>

#include "geometry/predicates.h"
#include "twin_check.h"

int64_t twin_line_units(const pf_index_view *view, const twin_line *l) {
  int64_t units = 0;
  for (int32_t i = 0; i + 1 < l->count; i++)
    units += llrint(pf_fixed_length(l->points[i], l->points[i + 1]) * view->units_per_fixed);
  return units;
}

static bool is_same(const twin_line *a, const pf_fixed_point *points, int32_t count) {
  return a->count == count && !memcmp(a->points, points, (size_t)count * sizeof *points);
}

static int sign_at(pf_fixed_point a, pf_fixed_point b, pf_fixed_point c) {
  const int64_t cross = (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
  return (cross > 0) - (cross < 0);
}

/* Joins a, up to its points from i on, of which `run` are also b's from k on, to the rest of b. */
static void splice(twin_splices *r, const twin_line *a, int32_t i, const twin_line *b, int32_t k,
                   int32_t run) {
  twin_line made = {.count = i + run};
  memcpy(made.points, a->points, (size_t)made.count * sizeof *made.points);
  for (int32_t j = k + run; j < b->count; j++) made.points[made.count++] = b->points[j];
  r->counts.tried++;
  if (twin_line_units(r->view, &made) > r->limit) {
    r->counts.too_long++;
    return;
  }
  const int turn = sign_at(a->points[i - 1], a->points[i], b->points[k + 1]);
  const int own = sign_at(a->points[i - 1], a->points[i], a->points[i + 1]);
  const int its = sign_at(b->points[k - 1], b->points[k], b->points[k + 1]);
  if (run == 1 && (turn != own || turn != its)) {
    r->counts.not_taut++;
    return;
  }
  bool is_known = false;
  for (int32_t p = 0; p < r->part_count; p++)
    is_known = is_known || is_same(&r->parts[p], made.points, made.count);
  for (int32_t s = 0; s < r->splice_count; s++)
    is_known = is_known || is_same(&r->splices[s], made.points, made.count);
  if (is_known) {
    r->counts.tried--;
    return;
  }
  assert_true(r->splice_count < TWIN_SPLICES);
  r->splices[r->splice_count++] = made;
}

/* Joins two paths wherever they come together. */
static void join(twin_splices *r, const twin_line *a, const twin_line *b) {
  for (int32_t i = 1; i + 1 < a->count; i++)
    for (int32_t k = 1; k + 1 < b->count; k++) {
      int32_t run = 0;
      if (pf_same_point(a->points[i - 1], b->points[k - 1])) continue;
      while (i + run < a->count && k + run < b->count &&
             pf_same_point(a->points[i + run], b->points[k + run]))
        run++;
      if (!run || i + run == a->count) continue; /* they don't meet, or don't part any more */
      splice(r, a, i, b, k, run);
      splice(r, b, k, a, i, run);
    }
}

void twin_splices_add(twin_splices *r, const twin_line *b) {
  for (int32_t p = 0; p < r->part_count; p++)
    if (is_same(&r->parts[p], b->points, b->count)) return;
  for (int32_t p = 0; p < r->part_count; p++) join(r, &r->parts[p], b);
  r->parts[r->part_count++] = *b;
}

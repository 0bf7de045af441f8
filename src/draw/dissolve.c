/* dissolve.c - the outline of cells that fit together.
 *
 * The boundary of a union of cells is the sum of theirs, each side counted with its direction: what
 * two cells share cancels. So sides are summed up line by line, in one dimension, and cells of
 * different sizes may lie on both sides of a line. No coordinate is computed here: every point of
 * the outline is a corner of a cell, and as many pieces lead to it as away from it, even if
 * rounding has exchanged two points on a line.
 *
 * Pieces are chained into rings; a ring that comes back to one of its points is cut there, so that
 * areas that touch in a point, and holes that touch their area, are rings of their own. */
#include "draw/dissolve.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

#define VERTICAL (-1)
#define HORIZONTAL (-2)

/* ---- Sides ---- */

static int compare_points(const double *a, const double *b) {
  if (a[0] != b[0]) return a[0] < b[0] ? -1 : 1;
  return (a[1] > b[1]) - (a[1] < b[1]);
}

pathfan_status pf_dissolve_add(pf_dissolve *o, const double from[2], const double to[2],
                               int32_t line) {
  const bool vertical = line < 0 && from[0] == to[0];
  assert(line >= 0 || vertical || from[1] == to[1]);
  if (!compare_points(from, to)) return PATHFAN_OK;
  const pathfan_status status = pf_grow(&o->ends, &o->capacity, o->count + 2);
  if (status) return status;
  pf_dissolve_end end = {.at = line >= 0  ? 0
                               : vertical ? from[0]
                                          : from[1],
                         .line = line >= 0  ? line
                                 : vertical ? VERTICAL
                                            : HORIZONTAL};
  for (int i = 0; i < 2; i++) {
    memcpy(end.xy, i ? to : from, sizeof end.xy);
    end.step = i ? -1 : 1;
    o->ends[o->count++] = end;
  }
  return PATHFAN_OK;
}

static int compare_lines(const pf_dissolve_end *a, const pf_dissolve_end *b) {
  if (a->line != b->line) return a->line < b->line ? -1 : 1;
  return (a->at > b->at) - (a->at < b->at);
}

static int by_line(const void *a, const void *b) {
  const pf_dissolve_end *s = a, *t = b;
  const int order = compare_lines(s, t);
  return order ? order : compare_points(s->xy, t->xy);
}

/* ---- Pieces ---- */

/* A piece of the outline, between two points. */
typedef struct piece {
  double from[2], to[2];
  int32_t first, next; /* numbers of its points: of the first piece that begins there */
  bool is_used;
} piece;

typedef struct pieces {
  piece *list;
  int64_t count, capacity;
} pieces;

/* Adds a piece as often as the sum says. Directions are reversed: see contours.h. */
static pathfan_status add_piece(pieces *p, const double *low, const double *high, int32_t sum) {
  pathfan_status status = PATHFAN_OK;
  for (; sum && !status; sum += sum > 0 ? -1 : 1) {
    status = pf_grow(&p->list, &p->capacity, p->count + 1);
    if (status) break;
    piece *made = &p->list[p->count++];
    *made = (piece){.next = -1};
    memcpy(made->from, sum > 0 ? high : low, sizeof made->from);
    memcpy(made->to, sum > 0 ? low : high, sizeof made->to);
  }
  return status;
}

/* Sums up the sides of each line. */
static pathfan_status make_pieces(pf_dissolve *o, pieces *p) {
  pathfan_status status = PATHFAN_OK;
  int32_t sum = 0;
  const double *since = NULL;
  if (o->count) qsort(o->ends, (size_t)o->count, sizeof *o->ends, by_line);
  for (int64_t i = 0, next; i < o->count && !status; i = next) {
    int32_t step = 0;
    for (next = i; next < o->count && !by_line(&o->ends[i], &o->ends[next]); next++)
      step += o->ends[next].step;
    if (!step) continue;
    if (sum) status = add_piece(p, since, o->ends[i].xy, sum);
    sum += step;
    since = o->ends[i].xy;
    assert(sum == 0 || (next < o->count && !compare_lines(&o->ends[i], &o->ends[next])));
  }
  return status;
}

static int by_start(const void *a, const void *b) {
  const piece *s = a, *t = b;
  const int order = compare_points(s->from, t->from);
  return order ? order : compare_points(s->to, t->to);
}

/* Sorts pieces by where they begin, and finds where each leads. */
static void join_pieces(pieces *p) {
  if (p->count) qsort(p->list, (size_t)p->count, sizeof *p->list, by_start);
  for (int64_t i = 0; i < p->count; i++) {
    const bool is_same = i && !compare_points(p->list[i - 1].from, p->list[i].from);
    p->list[i].first = is_same ? p->list[i - 1].first : (int32_t)i;
    int64_t low = 0, high = p->count - 1;
    while (low < high) {
      const int64_t middle = low + (high - low) / 2;
      if (compare_points(p->list[middle].from, p->list[i].to) < 0)
        low = middle + 1;
      else
        high = middle;
    }
    p->list[i].next = (int32_t)low;
    assert(!compare_points(p->list[low].from, p->list[i].to));
  }
}

/* ---- Rings ---- */

/* The way along pieces so far: no point twice. */
typedef struct walk {
  int32_t *points; /* [Size: count] */
  int32_t *place;  /* [Size: pieces] of a point in the way; -1: it isn't there */
  int32_t count;
} walk;

/* Makes a ring of the points from `first` to the end of a way, and takes them away. */
static pathfan_status cut_ring(walk *w, int32_t first, const pieces *p, pf_contours *c) {
  const int32_t size = w->count - first;
  for (int32_t i = first; i < w->count; i++) w->place[w->points[i]] = -1;
  w->count = first;
  if (size < 3) return PATHFAN_OK; /* there and back */
  pathfan_status status = pf_grow(&c->first, &c->ring_capacity, (int64_t)c->ring_count + 2);
  if (!status) status = pf_grow(&c->xy, &c->xy_capacity, 2 * ((int64_t)c->point_count + size));
  if (status) return status;
  for (int32_t i = 0; i < size; i++)
    memcpy(&c->xy[2 * (int64_t)c->point_count++], p->list[w->points[first + i]].from,
           2 * sizeof *c->xy);
  c->first[++c->ring_count] = c->point_count;
  return status;
}

/* Returns a piece that begins at a point and hasn't been used; -1: none. */
static int32_t unused_at(const pieces *p, int32_t point) {
  for (int64_t i = point; i < p->count && p->list[i].first == point; i++)
    if (!p->list[i].is_used) return (int32_t)i;
  return -1;
}

static pathfan_status chain(const pieces *p, walk *w, pf_contours *c) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t start = 0; start < p->count && !status; start++) {
    int32_t at = p->list[start].is_used ? -1 : start;
    while (at >= 0 && !status) {
      piece *used = &p->list[at];
      used->is_used = true;
      w->place[used->first] = w->count;
      w->points[w->count++] = used->first;
      if (w->place[used->next] >= 0) status = cut_ring(w, w->place[used->next], p, c);
      at = unused_at(p, used->next);
      assert(at >= 0 || !w->count || status);
    }
  }
  return status;
}

pathfan_status pf_dissolve_trace(pf_dissolve *o, pf_contours *c) {
  pieces p = {0};
  walk w = {0};
  c->ring_count = c->point_count = 0;
  pathfan_status status = pf_grow(&c->first, &c->ring_capacity, 1);
  if (!status) c->first[0] = 0;
  if (!status) status = make_pieces(o, &p);
  o->count = 0;
  if (!status && p.count > INT32_MAX / 4) status = PATHFAN_ERR_LIMIT;
  if (!status) {
    w.points = pf_alloc((uint64_t)p.count, sizeof *w.points);
    w.place = pf_alloc((uint64_t)p.count, sizeof *w.place);
    if (!w.points || !w.place) status = PATHFAN_ERR_NO_MEMORY;
  }
  if (!status) {
    join_pieces(&p);
    for (int64_t i = 0; i < p.count; i++) w.place[i] = -1;
    status = chain(&p, &w, c);
  }
  if (!status && !pf_contours_nest(c)) status = PATHFAN_ERR_NO_MEMORY;
  free(w.points);
  free(w.place);
  free(p.list);
  return status;
}

void pf_dissolve_free(pf_dissolve *o) {
  free(o->ends);
  *o = (pf_dissolve){0};
}

/* panels_join.c - joins polygons along edges that don't end in the same points.
 *
 * Edges that lie on one line, seen from above, are sorted along it. Two that run in opposite
 * directions and share a part of the line are a pair if their heights there are near enough. Pairs
 * are taken in order of how near, and each takes its part of both edges. Everything but the heights
 * is exact. */
#include <math.h>

#include "meshing/panels.h"

/* More pairs than this for each edge, on average, are no mesh. */
#define PAIRS_PER_EDGE 1000
#define PAIRS_LEAST 100000

/* An edge on the line through it: direction (dx,dy) without common factor, to the right or straight
 * up, and how far the line is from the origin, times that direction's length. */
typedef struct edge {
  int32_t dx, dy;
  int64_t line, low, high; /* places along the line: products with the direction */
  float height[2];         /* at low and at high */
  uint32_t corner;
  int32_t point[2];
  bool is_forward;
  int32_t taken; /* the part taken last; -1: none */
} edge;

typedef struct part {
  int64_t low, high;
  int32_t before; /* the part of the same edge taken before; -1: none */
} part;

typedef struct pair {
  int32_t a, b; /* edges */
  double apart, most;
} pair;

/* A corner to be added to an edge. */
typedef struct cut {
  uint32_t corner;
  int64_t place; /* along the edge from where it begins */
  int32_t point;
  float height;
} cut;

typedef struct joining {
  pf_panels *panels;
  const pf_soup_join *join;
  edge *edges;
  int32_t edge_count, edge_capacity;
  pair *pairs;
  int32_t pair_count, pair_capacity;
  part *parts;
  int32_t part_count, part_capacity;
  cut *cuts;
  int32_t cut_count, cut_capacity;
  int32_t *same; /* [Size: points] a point that this one is, too: the root of a tree is itself */
} joining;

static int32_t greatest_divisor(int32_t a, int32_t b) {
  while (b) {
    const int32_t rest = a % b;
    a = b;
    b = rest;
  }
  return a < 0 ? -a : a;
}

static edge edge_of(const pf_panels *f, uint32_t corner, uint32_t next) {
  const pf_panel_corner *from = &f->corners[corner], *to = &f->corners[next];
  const pf_lattice_point a = f->at[from->point], b = f->at[to->point];
  pf_lattice_point d = pf_from_to(a, b);
  const bool is_forward = d.x > 0 || (d.x == 0 && d.y > 0);
  const int32_t by = greatest_divisor(d.x, d.y) * (is_forward ? 1 : -1);
  d = (pf_lattice_point){d.x / by, d.y / by};
  if (!is_forward) {
    const pf_panel_corner *swap = from;
    from = to;
    to = swap;
  }
  return (edge){.dx = d.x,
                .dy = d.y,
                .line = pf_cross(d, a),
                .low = pf_dot(d, is_forward ? a : b),
                .high = pf_dot(d, is_forward ? b : a),
                .height = {from->height, to->height},
                .corner = corner,
                .point = {from->point, to->point},
                .is_forward = is_forward,
                .taken = -1};
}

static int by_line(const void *a, const void *b) {
  const edge *x = a, *y = b;
  if (x->dx != y->dx) return x->dx < y->dx ? -1 : 1;
  if (x->dy != y->dy) return x->dy < y->dy ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  if (x->low != y->low) return x->low < y->low ? -1 : 1;
  return x->corner < y->corner ? -1 : x->corner > y->corner;
}

static pathfan_status list_edges(joining *j, const int32_t *neighbour) {
  const pf_panels *f = j->panels;
  for (int32_t p = 0; p < f->count; p++)
    for (uint32_t c = f->first[p]; c < f->first[p + 1]; c++) {
      if (neighbour[c] >= 0 || !f->corners[c].is_open) continue;
      const pathfan_status status =
          pf_grow(&j->edges, &j->edge_capacity, (int64_t)j->edge_count + 1);
      if (status) return status;
      j->edges[j->edge_count++] = edge_of(f, c, c + 1 < f->first[p + 1] ? c + 1 : f->first[p]);
    }
  if (j->edge_count) qsort(j->edges, (size_t)j->edge_count, sizeof *j->edges, by_line);
  return PATHFAN_OK;
}

/* ---- Pairs ---- */

static float height_at(const edge *e, int64_t place) {
  if (place == e->low) return e->height[0];
  if (place == e->high) return e->height[1];
  const double share = (double)(place - e->low) / (double)(e->high - e->low);
  return (float)((1 - share) * (double)e->height[0] + share * (double)e->height[1]);
}

static int64_t later(int64_t a, int64_t b) {
  return a > b ? a : b;
}
static int64_t sooner(int64_t a, int64_t b) {
  return a < b ? a : b;
}

static pathfan_status consider(joining *j, int32_t a, int32_t b) {
  const edge *x = &j->edges[a], *y = &j->edges[b];
  const int64_t low = later(x->low, y->low), high = sooner(x->high, y->high);
  const double at_low = (double)(height_at(x, low) - height_at(y, low));
  const double at_high = (double)(height_at(x, high) - height_at(y, high));
  pair p = {.a = a, .b = b, .most = fmax(fabs(at_low), fabs(at_high))};
  p.apart = !j->join->by_one_end                      ? p.most
            : (at_low < 0) != (at_high < 0) && at_low ? 0
                                                      : fmin(fabs(at_low), fabs(at_high));
  if (x->is_forward == y->is_forward || low >= high || !(p.apart <= j->join->within))
    return PATHFAN_OK;
  const pathfan_status status = pf_grow(&j->pairs, &j->pair_capacity, (int64_t)j->pair_count + 1);
  if (!status) j->pairs[j->pair_count++] = p;
  return status;
}

static int by_nearness(const void *a, const void *b) {
  const pair *x = a, *y = b;
  if (x->apart != y->apart) return x->apart < y->apart ? -1 : 1;
  if (x->most != y->most) return x->most < y->most ? -1 : 1;
  if (x->a != y->a) return x->a < y->a ? -1 : 1;
  return x->b < y->b ? -1 : x->b > y->b;
}

static bool is_on_line(const edge *a, const edge *b) {
  return a->dx == b->dx && a->dy == b->dy && a->line == b->line;
}

static pathfan_status list_pairs(joining *j) {
  int64_t left = PAIRS_LEAST + (int64_t)PAIRS_PER_EDGE * j->edge_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t a = 0; a < j->edge_count && !status; a++)
    for (int32_t b = a + 1; b < j->edge_count && !status; b++) {
      if (!is_on_line(&j->edges[a], &j->edges[b]) || j->edges[b].low >= j->edges[a].high) break;
      if (--left < 0) return PATHFAN_ERR_LIMIT;
      status = consider(j, a, b);
    }
  if (j->pair_count) qsort(j->pairs, (size_t)j->pair_count, sizeof *j->pairs, by_nearness);
  return status;
}

/* ---- Joining ---- */

static int32_t root_of(const joining *j, int32_t point) {
  while (j->same[point] != point) {
    j->same[point] = j->same[j->same[point]];
    point = j->same[point];
  }
  return point;
}

/* Makes two points one: the one with the lower number. */
static void unite(joining *j, int32_t a, int32_t b) {
  const int32_t x = root_of(j, a), y = root_of(j, b);
  if (x < y)
    j->same[y] = x;
  else
    j->same[x] = y;
}

static bool is_taken(const joining *j, const edge *e, int64_t low, int64_t high) {
  for (int32_t i = e->taken; i >= 0; i = j->parts[i].before)
    if (j->parts[i].low < high && low < j->parts[i].high) return true;
  return false;
}

static pathfan_status take_part(joining *j, edge *e, int64_t low, int64_t high) {
  const pathfan_status status = pf_grow(&j->parts, &j->part_capacity, (int64_t)j->part_count + 1);
  if (status) return status;
  j->parts[j->part_count] = (part){low, high, e->taken};
  e->taken = j->part_count++;
  return PATHFAN_OK;
}

/* Lets the edge have the point at a place of its line. */
static pathfan_status meet(joining *j, const edge *e, int64_t place, int32_t point) {
  if (place == e->low || place == e->high) {
    unite(j, e->point[place == e->high], point);
    return PATHFAN_OK;
  }
  const pathfan_status status = pf_grow(&j->cuts, &j->cut_capacity, (int64_t)j->cut_count + 1);
  if (!status)
    j->cuts[j->cut_count++] = (cut){.corner = e->corner,
                                    .place = e->is_forward ? place - e->low : e->high - place,
                                    .point = point,
                                    .height = height_at(e, place)};
  return status;
}

static pathfan_status join_at(joining *j, const edge *a, const edge *b, int64_t place) {
  const bool a_ends = place == a->low || place == a->high;
  const edge *ends = a_ends ? a : b;
  return meet(j, a_ends ? b : a, place, ends->point[place == ends->high]);
}

static pathfan_status join_pairs(joining *j, int32_t *joined) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < j->pair_count && !status; i++) {
    edge *a = &j->edges[j->pairs[i].a], *b = &j->edges[j->pairs[i].b];
    const int64_t low = later(a->low, b->low), high = sooner(a->high, b->high);
    if (is_taken(j, a, low, high) || is_taken(j, b, low, high)) continue;
    status = take_part(j, a, low, high);
    if (!status) status = take_part(j, b, low, high);
    if (!status) status = join_at(j, a, b, low);
    if (!status) status = join_at(j, a, b, high);
    ++*joined;
  }
  return status;
}

/* ---- New corners ---- */

static int by_place(const void *a, const void *b) {
  const cut *x = a, *y = b;
  if (x->corner != y->corner) return x->corner < y->corner ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->point < y->point ? -1 : x->point > y->point;
}

/* Makes points at the same place of an edge one; leaves one cut for each place. */
static void thin_cuts(joining *j) {
  int32_t count = 0;
  if (j->cut_count) qsort(j->cuts, (size_t)j->cut_count, sizeof *j->cuts, by_place);
  for (int32_t i = 0; i < j->cut_count; i++) {
    const cut *last = count ? &j->cuts[count - 1] : NULL;
    if (last && last->corner == j->cuts[i].corner && last->place == j->cuts[i].place)
      unite(j, last->point, j->cuts[i].point);
    else
      j->cuts[count++] = j->cuts[i];
  }
  j->cut_count = count;
}

/* Writes the corners anew, with those that are added, and with one number for each point. */
static pathfan_status write_corners(joining *j) {
  pf_panels *f = j->panels;
  const uint32_t end = pf_panels_end(f);
  if ((int64_t)end + j->cut_count > INT32_MAX) return PATHFAN_ERR_LIMIT;
  pf_panel_corner *corners = pf_alloc((uint64_t)end + (uint32_t)j->cut_count, sizeof *corners);
  uint32_t count = 0;
  int32_t next = 0;
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < f->count; p++) {
    const uint32_t begin = f->first[p];
    f->first[p] = count;
    for (uint32_t c = begin; c < f->first[p + 1]; c++) {
      corners[count] = f->corners[c];
      corners[count].point = root_of(j, f->corners[c].point);
      count++;
      for (; next < j->cut_count && j->cuts[next].corner == c; next++)
        corners[count++] = (pf_panel_corner){.point = root_of(j, j->cuts[next].point),
                                             .height = j->cuts[next].height};
    }
  }
  f->first[f->count] = count;
  free(f->corners);
  f->corners = corners;
  f->corner_capacity = end + (uint32_t)j->cut_count;
  return PATHFAN_OK;
}

pathfan_status pf_panels_join(pf_panels *panels, const int32_t *neighbour, const pf_soup_join *join,
                              int32_t *joined) {
  joining j = {.panels = panels, .join = join};
  *joined = 0;
  pathfan_status status = list_edges(&j, neighbour);
  if (!status) status = list_pairs(&j);
  j.same = pf_alloc((uint64_t)panels->point_count, sizeof *j.same);
  if (!j.same && !status) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < panels->point_count && !status; i++) j.same[i] = i;
  if (!status) status = join_pairs(&j, joined);
  if (!status && *joined) {
    thin_cuts(&j);
    status = write_corners(&j);
  }
  free(j.edges);
  free(j.pairs);
  free(j.parts);
  free(j.cuts);
  free(j.same);
  return status;
}

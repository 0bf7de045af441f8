/* simplify.c - Douglas and Peucker's method on chains between points that stay.
 *
 * Points with the same coordinates are one. A point stays if it ends a line, if not exactly two
 * others are its neighbours on all lines and borders, or if an obstacle, free space or a bridge has
 * it. Between two that stay, lines that run together have the same points, and are one chain.
 *
 * A piece of a chain becomes straight if all of it is near enough, if it gets little shorter, if no
 * other point lies between it and the straight piece, and if no other segment crosses it twice:
 * then whatever crosses the one crosses the other, as often. Points that are left out are no longer
 * in anything's way. Segments are found by the cells of a grid. */
#include "map/simplify.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"

#define NONE (-1)
#define CELLS_MOST 1024 /* on a side */
/* Distance, by the map's size, within which reading takes points and lines for touching. */
#define NEAR 1e-8
#define BRIDGE_REACH 2e-5

typedef struct at {
  double x, y;
  int32_t point; /* number in all lists, one behind the other */
} at;

/* The lists of points: of lines, of borders, of other polygons. */
enum { LINES = 0, BORDERS, OTHERS, LISTS };

typedef struct segment {
  int32_t a, b; /* places */
} segment;

/* A segment in a cell. */
typedef struct entry {
  int32_t segment, next; /* the next one of the cell; NONE */
} entry;

typedef struct simplifier {
  pf_features *features;
  double tolerance;
  const pf_limits *limits;
  int32_t count;  /* of points in all lists */
  int32_t *place; /* [Size: count] the number of a point's place; places are sorted by x, then y */
  at *places;     /* [Size: place_count] */
  int32_t place_count, bridges;
  int32_t (*near)[2]; /* [Size: place_count] neighbours; NONE */
  bool *stays;        /* [Size: place_count] */
  bool *is_out;       /* the same: left out */
  uint32_t cuts;      /* tried */
  int32_t *chain;     /* places of the chain that is cut */
  int32_t chain_count, chain_capacity;
  segment *segments; /* all that there were, and the straight pieces made since */
  entry *entries;
  int32_t *cells;               /* [Size: side * side] first entry; NONE */
  int32_t first_wall, end_wall; /* segments of obstacles and free space */
  int32_t side, segment_count, segment_capacity, entry_count, entry_capacity;
  double low[2], step[2]; /* of cells */
} simplifier;

static const double *list_of(const simplifier *s, int list, int32_t *count) {
  const pf_features *f = s->features;
  *count = list == LINES     ? f->point_count
           : list == BORDERS ? f->rated.point_count
                             : f->areas.point_count;
  return list == LINES ? f->points : list == BORDERS ? f->rated.points : f->areas.points;
}

static int by_place(const void *a, const void *b) {
  const at *p = a, *q = b;
  if (p->x != q->x) return p->x < q->x ? -1 : 1;
  if (p->y != q->y) return p->y < q->y ? -1 : 1;
  return (p->point > q->point) - (p->point < q->point);
}

/* Finds the places of all points; the points of bridges come last. */
static pathfan_status find_places(simplifier *s) {
  int32_t n[LISTS], k = 0;
  for (int l = 0; l < LISTS; l++) {
    (void)list_of(s, l, &n[l]);
    s->count += n[l];
  }
  s->bridges = s->count;
  s->count += s->features->bridge_count;
  const uint64_t count = (uint64_t)s->count;
  const pathfan_status status =
      pf_limits_take(s->limits, count * (sizeof *s->places + sizeof *s->place + sizeof *s->near +
                                         sizeof *s->stays + sizeof *s->is_out));
  if (status) return status;
  s->places = pf_alloc(count, sizeof *s->places);
  s->place = pf_alloc(count, sizeof *s->place);
  s->near = pf_alloc(count, sizeof *s->near);
  s->stays = pf_alloc_zero(count, sizeof *s->stays);
  s->is_out = pf_alloc_zero(count, sizeof *s->is_out);
  if (!s->places || !s->place || !s->near || !s->stays || !s->is_out) return PATHFAN_ERR_NO_MEMORY;
  for (int l = 0; l < LISTS; l++) {
    const double *points = list_of(s, l, &n[l]);
    for (int32_t i = 0; i < n[l]; i++, k++)
      s->places[k] = (at){points[2 * i], points[2 * i + 1], k};
  }
  for (int32_t i = 0; i < s->features->bridge_count; i++, k++)
    s->places[k] = (at){s->features->bridges[i].x, s->features->bridges[i].y, k};
  if (count) qsort(s->places, (size_t)count, sizeof *s->places, by_place);
  for (int32_t i = 0; i < s->count; i++) {
    const at one = s->places[i];
    const at *last = s->place_count ? &s->places[s->place_count - 1] : NULL;
    if (!last || last->x != one.x || last->y != one.y) s->places[s->place_count++] = one;
    s->place[one.point] = s->place_count - 1;
  }
  for (int32_t i = 0; i < s->place_count; i++) s->near[i][0] = s->near[i][1] = NONE;
  return PATHFAN_OK;
}

/* Notes that two places are next to each other on a line. */
static void join(simplifier *s, int32_t a, int32_t b) {
  const int32_t both[2] = {a, b};
  for (int i = 0; i < 2 && a != b; i++) {
    int32_t *near = s->near[both[i]];
    const int32_t other = both[1 - i];
    if (near[0] == other || near[1] == other) continue;
    if (near[0] == NONE)
      near[0] = other;
    else if (near[1] == NONE)
      near[1] = other;
    else
      s->stays[both[i]] = true;
  }
}

/* ---- Segments ---- */

static int32_t cell_at(const simplifier *s, int axis, double value) {
  const double cell = (value - s->low[axis]) / s->step[axis];
  return cell < 0 ? 0 : cell >= s->side ? s->side - 1 : (int32_t)cell;
}

typedef struct box {
  double low[2], high[2];
} box;

static void widen(box *b, const at *p) {
  *b = (box){{fmin(b->low[0], p->x), fmin(b->low[1], p->y)},
             {fmax(b->high[0], p->x), fmax(b->high[1], p->y)}};
}

static const box nothing = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};

static pathfan_status add_segment(simplifier *s, int32_t a, int32_t b) {
  if (a == b) return PATHFAN_OK;
  pathfan_status status = pf_memory_limit_grow(pf_limits_memory(s->limits), &s->segments,
                                               &s->segment_capacity, (int64_t)s->segment_count + 1);
  if (status) return status;
  box of = nothing;
  widen(&of, &s->places[a]);
  widen(&of, &s->places[b]);
  s->segments[s->segment_count] = (segment){a, b};
  for (int32_t y = cell_at(s, 1, of.low[1]); y <= cell_at(s, 1, of.high[1]); y++)
    for (int32_t x = cell_at(s, 0, of.low[0]); x <= cell_at(s, 0, of.high[0]) && !status; x++) {
      status = pf_memory_limit_grow(pf_limits_memory(s->limits), &s->entries, &s->entry_capacity,
                                    (int64_t)s->entry_count + 1);
      if (status) break;
      int32_t *cell = &s->cells[(int64_t)y * s->side + x];
      s->entries[s->entry_count] = (entry){s->segment_count, *cell};
      *cell = s->entry_count++;
    }
  s->segment_count++;
  return status;
}

static pathfan_status make_grid(simplifier *s) {
  box all = nothing;
  for (int32_t i = 0; i < s->place_count; i++) widen(&all, &s->places[i]);
  s->side = (int32_t)fmin(CELLS_MOST, 1 + sqrt(s->place_count));
  for (int axis = 0; axis < 2; axis++) {
    s->low[axis] = all.low[axis];
    s->step[axis] = fmax((all.high[axis] - all.low[axis]) / s->side, 1e-300);
  }
  const int64_t cells = (int64_t)s->side * s->side;
  const pathfan_status status = pf_limits_take(s->limits, (uint64_t)cells * sizeof *s->cells);
  if (status) return status;
  s->cells = pf_alloc((uint64_t)cells, sizeof *s->cells);
  for (int64_t i = 0; i < cells && s->cells; i++) s->cells[i] = NONE;
  return s->cells ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static pathfan_status add_ring_segments(simplifier *s, const pf_polygons *p, int32_t before) {
  pathfan_status status = PATHFAN_OK;
  for (int32_t r = 0; r < p->ring_count && !status; r++) {
    const int32_t first = before + p->rings[r].first_point, end = before + pf_ring_end(p, r);
    for (int32_t i = first; i < end && !status; i++)
      status = add_segment(s, s->place[i], s->place[i + 1 < end ? i + 1 : first]);
  }
  return status;
}

static pathfan_status find_segments(simplifier *s) {
  const pf_features *f = s->features;
  pathfan_status status = make_grid(s);
  for (int32_t l = 0; l < f->line_count && !status; l++)
    for (int32_t i = f->lines[l].first_point; i + 1 < pf_line_end(f, l) && !status; i++)
      status = add_segment(s, s->place[i], s->place[i + 1]);
  if (!status) status = add_ring_segments(s, &f->rated, f->point_count);
  s->first_wall = s->segment_count;
  if (!status) status = add_ring_segments(s, &f->areas, f->point_count + f->rated.point_count);
  s->end_wall = s->segment_count;
  return status;
}

static int32_t first_border_point(const simplifier *s) {
  return s->features->point_count;
}

static double distance_to(const at *p, const at *a, const at *b) {
  const double dx = b->x - a->x, dy = b->y - a->y, square = dx * dx + dy * dy;
  const double t = square > 0 ? ((p->x - a->x) * dx + (p->y - a->y) * dy) / square : 0;
  const double u = t < 0 ? 0 : t > 1 ? 1 : t;
  return hypot(p->x - a->x - u * dx, p->y - a->y - u * dy);
}

/* Places that lie on a segment between its ends stay: reading joins them. */
static void hold_touching(simplifier *s) {
  const double near = NEAR * s->side * fmax(s->step[0], s->step[1]);
  for (int32_t i = 0; i < s->place_count; i++) {
    const at *p = &s->places[i];
    for (int32_t y = cell_at(s, 1, p->y - near); y <= cell_at(s, 1, p->y + near); y++)
      for (int32_t x = cell_at(s, 0, p->x - near); x <= cell_at(s, 0, p->x + near); x++)
        for (int32_t e = s->cells[(int64_t)y * s->side + x]; e != NONE; e = s->entries[e].next) {
          const segment *other = &s->segments[s->entries[e].segment];
          if (other->a != i && other->b != i &&
              distance_to(p, &s->places[other->a], &s->places[other->b]) <= near)
            s->stays[i] = true;
        }
  }
}

static void find_neighbours(simplifier *s) {
  const pf_features *f = s->features;
  const int32_t borders = first_border_point(s);
  for (int32_t l = 0; l < f->line_count; l++) {
    const int32_t first = f->lines[l].first_point, end = pf_line_end(f, l);
    for (int32_t i = first; i + 1 < end; i++) join(s, s->place[i], s->place[i + 1]);
    s->stays[s->place[first]] = s->stays[s->place[end - 1]] = true;
  }
  for (int32_t r = 0; r < f->rated.ring_count; r++) {
    const int32_t first = f->rated.rings[r].first_point, end = pf_ring_end(&f->rated, r);
    for (int32_t i = first; i < end; i++)
      join(s, s->place[borders + i], s->place[borders + (i + 1 < end ? i + 1 : first)]);
  }
  for (int32_t i = borders + f->rated.point_count; i < s->count; i++) s->stays[s->place[i]] = true;
  box all = nothing; /* free space, if the map draws none */
  bool is_drawn = false;
  for (int32_t p = 0; p < f->areas.polygon_count; p++)
    is_drawn = is_drawn || f->areas.polygons[p].kind == PF_POLYGON_FREE;
  for (int32_t i = 0; i < s->place_count && !is_drawn; i++) widen(&all, &s->places[i]);
  for (int32_t i = 0; i < s->place_count; i++) {
    const at *p = &s->places[i];
    if (s->near[i][1] == NONE || p->x == all.low[0] || p->x == all.high[0] || p->y == all.low[1] ||
        p->y == all.high[1])
      s->stays[i] = true;
  }
}

/* ---- A chain ---- */

static double between(const simplifier *s, int32_t a, int32_t b) {
  return hypot(s->places[a].x - s->places[b].x, s->places[a].y - s->places[b].y);
}

static double turn(const at *a, const at *b, const at *p) {
  return (b->x - a->x) * (p->y - a->y) - (b->y - a->y) * (p->x - a->x);
}

/* Whether a place lies on a segment or to one side of where it is crossed; toggles *is_in. */
static bool touches(const at *p, const at *a, const at *b, bool *is_in) {
  const double side = turn(a, b, p);
  if (side == 0 && p->x >= fmin(a->x, b->x) && p->x <= fmax(a->x, b->x) &&
      p->y >= fmin(a->y, b->y) && p->y <= fmax(a->y, b->y))
    return true;
  if ((a->y > p->y) != (b->y > p->y) && (side > 0) == (b->y > a->y)) *is_in = !*is_in;
  return false;
}

/* Whether a place that isn't of the piece i..k lies between it and the straight piece, or on it. */
static bool is_between(const simplifier *s, int32_t place, int32_t i, int32_t k) {
  const at *p = &s->places[place];
  bool is_in = false;
  for (int32_t c = i; c <= k; c++)
    if (s->chain[c] == place) return false;
  for (int32_t c = i; c < k; c++)
    if (touches(p, &s->places[s->chain[c]], &s->places[s->chain[c + 1]], &is_in)) return true;
  return touches(p, &s->places[s->chain[k]], &s->places[s->chain[i]], &is_in) || is_in;
}

static bool cross(const at *a, const at *b, const at *c, const at *d) {
  return (turn(a, b, c) > 0) != (turn(a, b, d) > 0) && (turn(c, d, a) > 0) != (turn(c, d, b) > 0);
}

/* Whether two segments meet, or are in line. */
static bool meet(const at *a, const at *b, const at *c, const at *d) {
  return turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0;
}

/* Whether a wall meets the piece i..k, or the straight piece: what runs through it is cut off. */
static bool meets_wall(const simplifier *s, const segment *wall, int32_t i, int32_t k) {
  const at *c = &s->places[wall->a], *d = &s->places[wall->b];
  for (int32_t n = i; n < k; n++)
    if (meet(&s->places[s->chain[n]], &s->places[s->chain[n + 1]], c, d)) return true;
  return meet(&s->places[s->chain[i]], &s->places[s->chain[k]], c, d);
}

/* Whether a segment that isn't of the piece i..k crosses it more than once. */
static bool crosses_twice(const simplifier *s, const segment *other, int32_t i, int32_t k) {
  int32_t crossings = 0;
  const at *c = &s->places[other->a], *d = &s->places[other->b];
  for (int32_t n = i; n < k; n++) {
    const int32_t a = s->chain[n], b = s->chain[n + 1];
    if (a == other->a || a == other->b || b == other->a || b == other->b) continue;
    crossings += cross(&s->places[a], &s->places[b], c, d);
  }
  return crossings > 1;
}

/* How many pieces are cut between two looks at the limits. */
#define CUTS 64

/* Whether nothing lies between a piece of the chain and the straight piece, or crosses it more than
 * once. */
static bool is_free(const simplifier *s, int32_t i, int32_t k) {
  box of = nothing;
  for (int32_t c = i; c <= k; c++) widen(&of, &s->places[s->chain[c]]);
  for (int32_t y = cell_at(s, 1, of.low[1]); y <= cell_at(s, 1, of.high[1]); y++)
    for (int32_t x = cell_at(s, 0, of.low[0]); x <= cell_at(s, 0, of.high[0]); x++)
      for (int32_t e = s->cells[(int64_t)y * s->side + x]; e != NONE; e = s->entries[e].next) {
        const segment *other = &s->segments[s->entries[e].segment];
        if (s->is_out[other->a] || s->is_out[other->b]) continue;
        if (other >= s->segments + s->first_wall && other < s->segments + s->end_wall &&
            meets_wall(s, other, i, k))
          return false;
        if (is_between(s, other->a, i, k) || is_between(s, other->b, i, k) ||
            crosses_twice(s, other, i, k))
          return false;
      }
  /* A bridge in the middle of a piece may be a little off it. */
  const double reach = BRIDGE_REACH * s->side * fmax(s->step[0], s->step[1]);
  for (int32_t b = s->bridges; b < s->count; b++) {
    const int32_t place = s->place[b];
    for (int32_t c = i; c < k; c++)
      if (distance_to(&s->places[place], &s->places[s->chain[c]], &s->places[s->chain[c + 1]]) <=
          reach)
        return false;
    if (is_between(s, place, i, k) ||
        distance_to(&s->places[place], &s->places[s->chain[i]], &s->places[s->chain[k]]) <= reach)
      return false;
  }
  return true;
}

/* Leaves out the places between chain[i] and chain[k], or cuts the piece at the place farthest from
 * a straight one. */
static pathfan_status cut(simplifier *s, int32_t i, int32_t k) {
  pathfan_status status = PATHFAN_OK;
  while (k - i > 1 && !status) {
    double farthest = -1, length = 0;
    if (++s->cuts % CUTS == 0) status = pf_limits_go_on(s->limits);
    if (status) return status;
    int32_t at_farthest = i + 1;
    for (int32_t c = i + 1; c < k; c++) {
      const double off =
          distance_to(&s->places[s->chain[c]], &s->places[s->chain[i]], &s->places[s->chain[k]]);
      if (off > farthest) {
        farthest = off;
        at_farthest = c;
      }
    }
    for (int32_t c = i; c < k; c++) length += between(s, s->chain[c], s->chain[c + 1]);
    if (farthest <= s->tolerance && length - between(s, s->chain[i], s->chain[k]) <= s->tolerance &&
        is_free(s, i, k)) {
      for (int32_t c = i + 1; c < k; c++) s->is_out[s->chain[c]] = true;
      return add_segment(s, s->chain[i], s->chain[k]);
    }
    /* The shorter part by a call, so that these don't nest deeply. */
    if (at_farthest - i < k - at_farthest) {
      status = cut(s, i, at_farthest);
      i = at_farthest;
    } else {
      status = cut(s, at_farthest, k);
      k = at_farthest;
    }
  }
  return status;
}

/* Cuts the chain, which ends at places that stay; in the same direction whichever line it is of. */
static pathfan_status cut_chain(simplifier *s) {
  const int32_t last = s->chain_count - 1;
  if (last < 2) return PATHFAN_OK;
  if (s->chain[last] < s->chain[0] ||
      (s->chain[last] == s->chain[0] && s->chain[last - 1] < s->chain[1]))
    for (int32_t i = 0, k = last; i < k; i++, k--) {
      const int32_t swap = s->chain[i];
      s->chain[i] = s->chain[k];
      s->chain[k] = swap;
    }
  for (int32_t i = 1; i < last; i++) {
    if (s->is_out[s->chain[i]]) return PATHFAN_OK; /* another line has the same chain */
  }
  return cut(s, 0, last);
}

static pathfan_status add_to_chain(simplifier *s, int32_t place) {
  pathfan_status status = pf_memory_limit_grow(pf_limits_memory(s->limits), &s->chain,
                                               &s->chain_capacity, (int64_t)s->chain_count + 1);
  if (!status) s->chain[s->chain_count++] = place;
  if (status || s->chain_count == 1 || !s->stays[place]) return status;
  status = cut_chain(s);
  s->chain[0] = place;
  s->chain_count = 1;
  return status;
}

static pathfan_status cut_lines(simplifier *s) {
  const pf_features *f = s->features;
  pathfan_status status = PATHFAN_OK;
  for (int32_t l = 0; l < f->line_count && !status; l++) {
    s->chain_count = 0;
    for (int32_t i = f->lines[l].first_point; i < pf_line_end(f, l) && !status; i++)
      status = add_to_chain(s, s->place[i]);
  }
  return status;
}

/* A ring of which no place stays keeps its first and the one farthest from that. */
static void hold_ring(simplifier *s, int32_t first, int32_t end) {
  int32_t least = s->place[first], far = least;
  for (int32_t i = first; i < end; i++) {
    if (s->stays[s->place[i]]) return;
    if (s->place[i] < least) least = s->place[i];
  }
  for (int32_t i = first; i < end; i++)
    if (between(s, least, s->place[i]) > between(s, least, far)) far = s->place[i];
  s->stays[least] = s->stays[far] = true;
}

static pathfan_status cut_rings(simplifier *s) {
  const pf_polygons *p = &s->features->rated;
  const int32_t borders = first_border_point(s);
  pathfan_status status = PATHFAN_OK;
  for (int32_t r = 0; r < p->ring_count && !status; r++) {
    const int32_t first = borders + p->rings[r].first_point, end = borders + pf_ring_end(p, r);
    if (end - first < 4) continue;
    hold_ring(s, first, end);
    int32_t begin = first;
    while (begin < end && !s->stays[s->place[begin]]) begin++;
    s->chain_count = 0;
    for (int32_t i = 0; i <= end - first && !status; i++)
      status = add_to_chain(s, s->place[first + (begin - first + i) % (end - first)]);
  }
  return status;
}

/* ---- What is left ---- */

static bool is_left(const simplifier *s, int32_t point) {
  return !s->is_out[s->place[point]];
}

static void rewrite_lines(simplifier *s) {
  pf_features *f = s->features;
  int32_t kept = 0;
  for (int32_t l = 0; l < f->line_count; l++) {
    const int32_t first = f->lines[l].first_point, end = pf_line_end(f, l);
    f->lines[l].first_point = kept;
    for (int32_t i = first; i < end; i++) {
      if (!is_left(s, i)) continue;
      f->points[2 * kept] = f->points[2 * i];
      f->points[2 * kept++ + 1] = f->points[2 * i + 1];
    }
  }
  f->point_count = kept;
}

static void rewrite_rings(simplifier *s, int32_t borders) {
  pf_polygons *p = &s->features->rated;
  int32_t kept = 0;
  for (int32_t r = 0; r < p->ring_count; r++) {
    const int32_t first = p->rings[r].first_point, end = pf_ring_end(p, r);
    p->rings[r].first_point = kept;
    for (int32_t i = first; i < end; i++) {
      if (!is_left(s, borders + i)) continue;
      p->points[2 * kept] = p->points[2 * i];
      p->points[2 * kept++ + 1] = p->points[2 * i + 1];
    }
  }
  p->point_count = kept;
}

/* A ring needs three points. */
static void widen_rings(simplifier *s) {
  const pf_polygons *p = &s->features->rated;
  const int32_t borders = first_border_point(s);
  for (int32_t r = 0; r < p->ring_count; r++) {
    const int32_t first = borders + p->rings[r].first_point, end = borders + pf_ring_end(p, r);
    int32_t kept = 0;
    for (int32_t i = first; i < end; i++) kept += is_left(s, i);
    for (int32_t i = first; i < end && kept < 3; i++) {
      kept += !is_left(s, i);
      s->is_out[s->place[i]] = false;
    }
  }
}

pathfan_status pf_features_simplify(pf_features *features, double tolerance,
                                    const pf_limits *limits, int32_t *left_out) {
  simplifier s = {.features = features, .tolerance = tolerance, .limits = limits};
  const uint64_t held = pf_limits_held(limits);
  pathfan_status status = find_places(&s);
  *left_out = 0;
  if (!status) {
    find_neighbours(&s);
    status = find_segments(&s);
    if (!status) hold_touching(&s);
    if (!status) status = cut_lines(&s);
  }
  if (!status) status = cut_rings(&s);
  if (!status) {
    const int32_t borders = first_border_point(&s), before = borders + features->rated.point_count;
    widen_rings(&s);
    rewrite_lines(&s);
    rewrite_rings(&s, borders);
    *left_out = before - features->point_count - features->rated.point_count;
  }
  free(s.places);
  free(s.place);
  free(s.near);
  free(s.stays);
  free(s.is_out);
  free(s.chain);
  free(s.segments);
  free(s.entries);
  free(s.cells);
  pf_limits_return(limits, held);
  return status;
}

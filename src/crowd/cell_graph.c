/* cell_graph.c - joins cells that see each other, or that a link joins.
 *
 * Each centre is joined to the nearest ones, both ways, unless a wall lies between. If that leaves
 * two free squares that share part of a side in different parts, they are joined too, if their
 * centres see each other.
 *
 * The line between the centres of a large and a small square can leave both even if they touch, so
 * it is tested against walls like any other.
 *
 * A link joins the squares from whose centres its ends are seen. */
#include "crowd/cell_graph.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/goals.h"

typedef struct pair {
  int32_t a, b; /* a < b */
} pair;

typedef struct maker {
  const pf_floor *floor;
  const pf_cells *cells;
  pair *pairs;
  int32_t count, capacity;
  int32_t *part; /* [Size: squares] union-find */
} maker;

static int by_pair(const void *x, const void *y) {
  const pair *s = x, *t = y;
  if (s->a != t->a) return s->a < t->a ? -1 : 1;
  return (s->b > t->b) - (s->b < t->b);
}

static double distance(const pf_cells *c, int32_t a, int32_t b) {
  const pathfan_point p = pf_cell_centre(&c->list[a]), q = pf_cell_centre(&c->list[b]);
  return hypot(q.x - p.x, q.y - p.y);
}

static bool is_open(const maker *m, int32_t a, int32_t b) {
  return pf_floor_is_open(m->floor, pf_cell_centre(&m->cells->list[a]),
                          pf_cell_centre(&m->cells->list[b]));
}

static pathfan_status add(maker *m, int32_t a, int32_t b) {
  const pathfan_status status = pf_grow(&m->pairs, &m->capacity, (int64_t)m->count + 1);
  if (!status) m->pairs[m->count++] = a < b ? (pair){a, b} : (pair){b, a};
  return status;
}

static int32_t part_of(maker *m, int32_t cell) {
  while (m->part[cell] != cell) cell = m->part[cell] = m->part[m->part[cell]];
  return cell;
}

static void unite(maker *m, int32_t a, int32_t b) {
  a = part_of(m, a);
  b = part_of(m, b);
  if (a < b)
    m->part[b] = a;
  else
    m->part[a] = b;
}

/* ---- Nearest neighbours ---- */

typedef struct near {
  double distance;
  int32_t cell;
} near;

/* The nearest neighbours of a square seen so far, sorted. */
typedef struct nearest {
  near *list; /* [Size: most] */
  int32_t count, most;
} nearest;

static bool is_nearer(const near *a, const near *b) {
  return a->distance != b->distance ? a->distance < b->distance : a->cell < b->cell;
}

static void keep(nearest *n, near other) {
  int32_t at = n->count < n->most ? n->count++ : n->most;
  for (; at > 0 && is_nearer(&other, &n->list[at - 1]); at--)
    if (at < n->most) n->list[at] = n->list[at - 1];
  if (at < n->most) n->list[at] = other;
}

/* Squares by the positions of their centres, so that few need be tested. */
#define SIDE_LEAST (1 << PF_CELLS_DEPTH_LEAST)
#define SIDE_MOST 1024
#define SQUARES_A_BUCKET 4

typedef struct buckets {
  int32_t side;   /* buckets in a row or column */
  int32_t *first; /* [Size: side * side + 1] */
  int32_t *in;    /* [Size: squares] */
  int32_t *of;    /* [Size: squares] */
} buckets;

static void fill_buckets(buckets *b, const pf_cells *c) {
  for (int32_t v = 0; v < c->square_count; v++) {
    const pathfan_point at = pf_cell_centre(&c->list[v]);
    const int32_t x = (int32_t)((at.x - c->x) / (c->width * c->side) * b->side);
    const int32_t y = (int32_t)((at.y - c->y) / (c->height * c->side) * b->side);
    b->of[v] = (y < b->side ? y : b->side - 1) * b->side + (x < b->side ? x : b->side - 1);
    b->first[b->of[v] + 1]++;
  }
  const int32_t count = b->side * b->side;
  for (int32_t i = 0; i < count; i++) b->first[i + 1] += b->first[i];
  for (int32_t v = c->square_count - 1; v >= 0; v--) b->in[--b->first[b->of[v] + 1]] = v;
  for (int32_t i = 0; i < count; i++) b->first[i] = b->first[i + 1];
  b->first[count] = c->square_count;
}

/* Keeps the squares of a bucket, if there is one, as neighbours of v. */
static void keep_bucket(const buckets *b, const pf_cells *c, int32_t v, int32_t x, int32_t y,
                        nearest *n) {
  if (x < 0 || y < 0 || x >= b->side || y >= b->side) return;
  for (int32_t k = b->first[y * b->side + x]; k < b->first[y * b->side + x + 1]; k++)
    if (b->in[k] != v) keep(n, (near){distance(c, v, b->in[k]), b->in[k]});
}

/* Finds the nearest neighbours of a square, by rings of buckets around its own. */
static void find_nearest(const buckets *b, const pf_cells *c, int32_t v, nearest *n) {
  const int32_t x = b->of[v] % b->side, y = b->of[v] / b->side;
  const double bucket = fmin(c->width, c->height) * c->side / b->side;
  n->count = 0;
  for (int32_t ring = 0; ring < b->side; ring++) {
    /* Squares in the remaining rings are at least this far away. */
    if (n->count == n->most && n->list[n->count - 1].distance < (ring - 1) * bucket) break;
    for (int32_t j = y - ring; j <= y + ring; j++) {
      const bool is_side = abs(j - y) == ring; /* a whole row of the ring, otherwise its two ends */
      for (int32_t i = x - ring; i <= x + ring; i += is_side || !ring ? 1 : 2 * ring)
        keep_bucket(b, c, v, i, j, n);
    }
  }
}

static pathfan_status join_nearest(maker *m, int32_t most) {
  const pf_cells *c = m->cells;
  buckets b = {.in = pf_alloc((uint64_t)c->square_count, sizeof *b.in),
               .of = pf_alloc((uint64_t)c->square_count, sizeof *b.of)};
  nearest n = {.list = pf_alloc((uint64_t)most, sizeof *n.list), .most = most};
  b.side = SIDE_LEAST;
  while (b.side < SIDE_MOST && (int64_t)b.side * b.side * SQUARES_A_BUCKET < c->square_count)
    b.side *= 2;
  b.first = pf_alloc_zero((uint64_t)b.side * (uint64_t)b.side + 1, sizeof *b.first);
  pathfan_status status = n.list && b.first && b.in && b.of ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  if (!status) fill_buckets(&b, c);
  for (int32_t v = 0; v < c->square_count && !status; v++) {
    find_nearest(&b, c, v, &n);
    for (int32_t i = 0; i < n.count && !status; i++)
      if (is_open(m, v, n.list[i].cell)) status = add(m, v, n.list[i].cell);
  }
  free(n.list);
  free(b.first);
  free(b.in);
  free(b.of);
  return status;
}

/* ---- Parts ---- */

/* Joins adjacent squares of different parts. */
static pathfan_status join_parts(maker *m) {
  const pf_cells *c = m->cells;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < m->count; i++) unite(m, m->pairs[i].a, m->pairs[i].b);
  for (int32_t y = 0; y < c->side && !status; y++)
    for (int32_t x = 0; x < c->side && !status; x++)
      for (int k = 0; k < 2 && !status; k++) {
        if ((k ? y : x) + 1 == c->side) continue;
        const int32_t a = c->cell[y * c->side + x];
        const int32_t b = c->cell[(y + k) * c->side + x + 1 - k];
        if (a < 0 || b < 0 || a == b || a >= c->square_count || b >= c->square_count) continue;
        if (part_of(m, a) == part_of(m, b) || !is_open(m, a, b)) continue;
        status = add(m, a, b);
        unite(m, a, b);
      }
  return status;
}

static void sort_pairs(maker *m) {
  int32_t kept = 0;
  if (m->count) qsort(m->pairs, (size_t)m->count, sizeof *m->pairs, by_pair);
  for (int32_t i = 0; i < m->count; i++)
    if (!kept || by_pair(&m->pairs[kept - 1], &m->pairs[i])) m->pairs[kept++] = m->pairs[i];
  m->count = kept;
}

/* ---- Links ---- */

static void lay_way(pf_cell_graph *g, int32_t way, int32_t from, int32_t to) {
  g->list[g->first[from + 1]++] = (pf_cell_edge){.to = to, .way = way};
  g->list[g->first[to + 1]++] = (pf_cell_edge){.to = from, .way = way, .is_behind = true};
}

/* Finds the squares at the ends of links; ends [Size: 2 * links]: -1 if none sees it. */
static pathfan_status find_ends(maker *m, const pf_crowd_links *links, int32_t *ends) {
  for (int32_t i = 0; i < 2 * links->count; i++) {
    const pathfan_status status =
        pf_square_near(m->floor, m->cells, links->list[i / 2].at[i % 2], &ends[i]);
    if (status) return status;
  }
  for (int32_t i = 0; i < links->count; i++)
    if (ends[2 * i] >= 0 && ends[2 * i + 1] >= 0) unite(m, ends[2 * i], ends[2 * i + 1]);
  return PATHFAN_OK;
}

static bool has_way(const pf_crowd_links *links, int32_t way, const int32_t *ends) {
  return isfinite(pf_way_length(links, way)) && ends[way] >= 0 && ends[way ^ 1] >= 0;
}

/* ---- All ---- */

static pathfan_status lay(pf_cell_graph *g, const maker *m, const int32_t *ends) {
  const int32_t n = m->cells->square_count, ways = g->links ? 2 * g->links->count : 0;
  g->count = 2 * m->count;
  g->first = pf_alloc_zero((uint64_t)n + 2, sizeof *g->first);
  if (!g->first) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < m->count; i++) {
    g->first[m->pairs[i].a + 2]++;
    g->first[m->pairs[i].b + 2]++;
  }
  for (int32_t way = 0; way < ways; way++) {
    if (!has_way(g->links, way, ends)) continue;
    g->first[ends[way] + 2]++;
    g->first[ends[way ^ 1] + 2]++;
    g->count += 2;
  }
  g->list = pf_alloc((uint64_t)g->count, sizeof *g->list);
  if (!g->list) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n; v++) g->first[v + 2] += g->first[v + 1];
  for (int32_t i = 0; i < m->count; i++) {
    const pair p = m->pairs[i];
    g->list[g->first[p.a + 1]++] = (pf_cell_edge){.to = p.b, .way = -1};
    g->list[g->first[p.b + 1]++] = (pf_cell_edge){.to = p.a, .way = -1};
  }
  for (int32_t way = 0; way < ways; way++)
    if (has_way(g->links, way, ends)) lay_way(g, way, ends[way], ends[way ^ 1]);
  pf_cell_graph_measure(g, m->cells);
  return PATHFAN_OK;
}

pathfan_status pf_cell_graph_of(pf_cell_graph *g, const pf_floor *floor, const pf_cells *cells,
                                int32_t neighbours, const pf_crowd_links *links) {
  maker m = {.floor = floor, .cells = cells};
  const int32_t n = cells->square_count;
  int32_t *ends = pf_alloc(links ? 2 * (uint64_t)links->count + 1 : 1, sizeof *ends);
  m.part = pf_alloc((uint64_t)n, sizeof *m.part);
  g->links = links;
  pathfan_status status = m.part && ends ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t v = 0; v < n && !status; v++) m.part[v] = v;
  if (!status) status = join_nearest(&m, neighbours);
  if (!status) status = join_parts(&m);
  if (!status && links) status = find_ends(&m, links, ends);
  if (!status) {
    sort_pairs(&m);
    for (int32_t v = 0; v < n; v++) m.part[v] = part_of(&m, v);
    status = lay(g, &m, ends);
  }
  free(m.pairs);
  free(ends);
  g->part = m.part;
  return status;
}

/* The ends of the walk, or of the two walks, of an edge: at[0] to at[1], at[2] to at[3]. Returns
 * how many walks there are. */
static int walks_of(const pf_cell_graph *g, const pf_cells *cells, int32_t from,
                    const pf_cell_edge *e, pathfan_point at[4]) {
  at[0] = pf_cell_centre(&cells->list[e->is_behind ? e->to : from]);
  at[1] = pf_cell_centre(&cells->list[e->is_behind ? from : e->to]);
  if (e->way < 0) return 1;
  at[3] = at[1];
  at[1] = pf_way_from(g->links, e->way);
  at[2] = pf_way_to(g->links, e->way);
  return 2;
}

void pf_cell_graph_measure(pf_cell_graph *g, const pf_cells *cells) {
  for (int32_t v = 0; v < cells->square_count; v++)
    for (int32_t i = g->first[v]; i < g->first[v + 1]; i++) {
      pathfan_point at[4];
      const int walks = walks_of(g, cells, v, &g->list[i], at);
      g->list[i].length = hypot(at[1].x - at[0].x, at[1].y - at[0].y);
      if (walks > 1) g->list[i].length += hypot(at[3].x - at[2].x, at[3].y - at[2].y);
      if (walks > 1 && pf_link_of(g->links, g->list[i].way)->is_closed)
        g->list[i].length = INFINITY;
      g->list[i].back = g->list[i].length;
    }
}

void pf_cell_graph_bar(pf_cell_graph *g, const pf_cells *cells, const pathfan_crowd_place *area) {
  for (int32_t v = 0; v < cells->square_count; v++)
    for (int32_t i = g->first[v]; i < g->first[v + 1]; i++) {
      pathfan_point at[4];
      const int walks = walks_of(g, cells, v, &g->list[i], at);
      /* Nobody gets off into an area, though who is inside may leave it. */
      if (!pf_place_lets(area, at[0], at[1]) ||
          (walks > 1 && (pf_place_holds(area, at[2]) || !pf_place_lets(area, at[2], at[3]))))
        g->list[i].length = INFINITY;
      if (walks == 1 && !pf_place_lets(area, at[1], at[0])) g->list[i].back = INFINITY;
    }
}

void pf_cell_graph_free(pf_cell_graph *g) {
  free(g->first);
  free(g->list);
  free(g->part);
  memset(g, 0, sizeof *g);
}

/* candidates.c - via nodes (paper, Algorithm 1, lines 6 to 11).
 *
 * For each pair of a vertex seen from one end and a vertex seen from the other,
 * the tables name the highest ranked vertex on each of the m longest plateaus.
 * Half rows: the pair stands in the row of the higher ranked vertex, which is
 * taken apart once for all partners; they come in column order, so that their
 * look-ups mostly stay in the same lines of memory.
 *
 * A pair is skipped when even straight lines by way of it are too long. A via
 * node is evaluated once, however many pairs name it. */
#include <stdlib.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "scratch.h"

/* A row that is being read. */
typedef struct cursor {
  pathfan_row row;
  int id_bytes;
  uint32_t blocks, none;
} cursor;

static inline void cursor_open(cursor *c, const pathfan_index_view *view, int32_t table,
                               int32_t vertex) {
  c->row = pathfan_row_open(pathfan_table_row(&view->tables[table], vertex), (uint32_t)view->n,
                            view->id_bytes);
  c->id_bytes = view->id_bytes;
  c->blocks = pathfan_row_blocks((uint32_t)view->n);
  c->none = (uint32_t)view->n;
}

/* How many of the ascending bytes[0..count) are at most `limit`. A block holds some
 * ten of them, and a loop that ends at a different one each time is mispredicted
 * each time; so they are compared sixteen at once. PATHFAN_ROW_SLACK makes reading
 * beyond the end harmless. */
static inline uint32_t count_up_to(const uint8_t *bytes, uint32_t count, uint8_t limit) {
  uint32_t sum = 0;
#ifdef __SSE2__
  const __m128i limits = _mm_set1_epi8((char)limit);
  for (uint32_t i = 0; i < count; i += 16) {
    const __m128i some = _mm_loadu_si128((const __m128i *)(const void *)(bytes + i));
    const __m128i good = _mm_cmpeq_epi8(_mm_min_epu8(some, limits), some);
    /* The good ones come first: the lowest bit that is not set is their number. */
    const uint32_t bad = ~(uint32_t)_mm_movemask_epi8(good);
    const uint32_t here = (uint32_t)__builtin_ctz(bad), left = count - i;
    sum += here < left ? here : left;
    if (here < 16) break;
  }
#else
  for (uint32_t i = 0; i < count; i++) sum += bytes[i] <= limit;
#endif
  return sum;
}

/* The via node in `column`, or n for "-". */
static inline uint32_t cursor_via(const cursor *c, uint32_t column) {
  const pathfan_row *row = &c->row;
  uint32_t run = 0; /* one past the run that holds the column */
  if (row->small) {
    for (uint32_t i = 0; i < row->runs; i++)
      run += pathfan_load_id(row->starts, i, c->id_bytes) <= column;
  } else {
    const uint32_t block = column >> PATHFAN_ROW_BLOCK_BITS;
    const uint32_t begin = pathfan_load_count(row->blocks, block, row->block_bytes);
    const uint32_t end = block + 1 < c->blocks
                             ? pathfan_load_count(row->blocks, block + 1, row->block_bytes)
                             : row->runs;
    run = begin + count_up_to(row->lows + begin, end - begin, (uint8_t)column);
  }
  return run ? pathfan_row_via(row, run - 1) : c->none;
}

/* Whether u - v straight, with the legs to the ends, is within the limit. Squares
 * are compared: this is asked for every pair, and a root would take most of it. */
static inline bool within(const pathfan_gate *u, const pathfan_gate *v, double limit) {
  const double room = limit - u->length - v->length;
  const double dx = (double)(u->at.x - v->at.x), dy = (double)(u->at.y - v->at.y);
  return (room >= 0) & (dx * dx + dy * dy <= room * room);
}

/* State of one collection. */
typedef struct gather {
  pathfan_query *q;
  int64_t limit;
  double lattice_limit; /* the same, lattice units */
  uint64_t work_limit;
  int32_t tables;
  bool stopped;
  pathfan_status status;
} gather;

static bool spend(gather *g, uint64_t work) {
  uint64_t *spent = &g->q->answer.work;
  if (g->work_limit && *spent + work > g->work_limit) {
    g->stopped = true;
    return false;
  }
  *spent += work;
  return true;
}

/* Whether a via node is new; then it counts as tried. */
static bool is_new(gather *g, int32_t via) {
  pathfan_query *q = g->q;
  if (q->via_stamp[via] == q->via_now || g->stopped || !spend(g, 1)) return false;
  q->via_stamp[via] = q->via_now;
  q->answer.candidates.tried++;
  return true;
}

static void add(gather *g, pathfan_candidate c) {
  pathfan_query *q = g->q;
  g->status = pathfan_grow(&q->candidates, &q->candidate_capacity, q->candidate_count + 1,
                           sizeof *q->candidates);
  if (!g->status) q->candidates[q->candidate_count++] = c;
}

/* Evaluates a via node, unless that was done. */
static void try_via(gather *g, int32_t via) {
  pathfan_query *q = g->q;
  if (!is_new(g, via)) return;
  const pathfan_fixed_point at = pathfan_vertex_fixed(&q->index->view, via);
  pathfan_candidate c = {.via = via, .from = {-1, -1}};
  int64_t rest = pathfan_units(q, at, q->ends[1].at);
  bool short_enough = pathfan_units(q, q->ends[0].at, at) + rest <= g->limit;
  if (short_enough) {
    c.order = pathfan_way_to(q, &q->ends[0], via, &c.hubs[0]);
    short_enough = c.order != PATHFAN_FAR && c.order + rest <= g->limit;
  }
  if (short_enough) {
    rest = pathfan_way_to(q, &q->ends[1], via, &c.hubs[1]);
    short_enough = rest != PATHFAN_FAR && c.order + rest <= g->limit;
  }
  if (!short_enough) {
    q->answer.candidates.too_long++;
    return;
  }
  c.order += rest;
  add(g, c);
}

/* Looks up all pairs (owner, partner) whose row is the owner's. */
static void look_up_row(gather *g, const pathfan_gate *owner, const pathfan_gate *partners,
                        int32_t partner_count) {
  pathfan_query *q = g->q;
  cursor cursors[PATHFAN_LAYOUT_TABLES_MAX];
  /* First which partners, without branches: ranks are as good as random. */
  int32_t count = 0;
  for (int32_t i = 0; i < partner_count; i++) {
    q->partners[count] = partners[i].vertex;
    count += (partners[i].rank > owner->rank) & within(owner, &partners[i], g->lattice_limit);
  }
  if (!count) return;
  for (int32_t t = 0; t < g->tables; t++) cursor_open(&cursors[t], &q->index->view, t, owner->vertex);
  for (int32_t i = 0; i < count; i++) {
    if (!spend(g, (uint64_t)g->tables)) return;
    for (int32_t t = 0; t < g->tables; t++) {
      const uint32_t via = cursor_via(&cursors[t], (uint32_t)q->partners[i]);
      if (q->via_stamp[via] != q->via_now) try_via(g, (int32_t)via);
      if (g->stopped || g->status) return;
    }
  }
}

/* The regions of an end's gates, those with the least estimate; at most `most`, which
 * is at most PATHFAN_REGIONS_MAX. Gates are ascending, so those of a region stand
 * together. */
static int32_t nearest_regions(const pathfan_query *q, int e, int32_t most, int32_t *regions) {
  const int32_t size = q->index->view.regions->size;
  int64_t estimate[PATHFAN_REGIONS_MAX];
  int32_t count = 0;
  for (int32_t i = 0; i < q->gate_count[e];) {
    const int32_t region = q->gates[e][i].vertex / size, end = (region + 1) * size;
    int64_t least = q->gates[e][i].estimate;
    for (i++; i < q->gate_count[e] && q->gates[e][i].vertex < end; i++)
      if (q->gates[e][i].estimate < least) least = q->gates[e][i].estimate;
    if (count == most && least >= estimate[count - 1]) continue;
    int32_t k = count < most ? count++ : count - 1;
    for (; k > 0 && estimate[k - 1] > least; k--) {
      estimate[k] = estimate[k - 1];
      regions[k] = regions[k - 1];
    }
    estimate[k] = least;
    regions[k] = region;
  }
  return count;
}

/* Via sets of the pairs of regions near either end. */
static void try_regions(gather *g, int32_t most) {
  pathfan_query *q = g->q;
  const pathfan_layout_regions *r = q->index->view.regions;
  int32_t regions[2][PATHFAN_REGIONS_MAX], count[2];
  if (!r) return;
  for (int e = 0; e < 2; e++) count[e] = nearest_regions(q, e, most, regions[e]);
  for (int32_t i = 0; i < count[0]; i++)
    for (int32_t k = 0; k < count[1]; k++) {
      if (!spend(g, 1)) return;
      for (int32_t slot = 0; slot < r->slots; slot++) {
        const uint32_t via =
            pathfan_region_via(&q->index->view, regions[0][i], regions[1][k], slot);
        if (via == PATHFAN_LAYOUT_NONE) break;
        if (q->via_stamp[via] != q->via_now) try_via(g, (int32_t)via);
        if (g->stopped || g->status) return;
      }
    }
}

/* Vertices that both ends see: s - u - t, straight on either side of u. */
static void try_common(gather *g) {
  pathfan_query *q = g->q;
  const pathfan_end *a = &q->ends[0], *b = &q->ends[1];
  for (int32_t i = 0, j = 0; i < a->seen_count && j < b->seen_count && !g->status;) {
    const pathfan_sighted *sa = &a->seen[i], *sb = &b->seen[j];
    i += sa->vertex <= sb->vertex;
    j += sb->vertex <= sa->vertex;
    if (sa->vertex != sb->vertex || !is_new(g, sa->vertex)) continue;
    if (sa->length + sb->length > g->limit) {
      q->answer.candidates.too_long++;
      continue;
    }
    const pathfan_fixed_point at = pathfan_vertex_fixed(&q->index->view, sa->vertex);
    const int turn =
        pathfan_turn(pathfan_fixed_from_to(a->at, at), pathfan_fixed_from_to(at, b->at));
    if (sa->side == sb->side || (sa->side == PATHFAN_SIDE_LEFT ? turn < 0 : turn > 0))
      q->answer.candidates.not_taut++;
    else
      add(g, (pathfan_candidate){.order = sa->length + sb->length,
                                 .via = sa->vertex,
                                 .hubs = {sa->vertex, sa->vertex},
                                 .from = {-1, -1}});
  }
}

static int by_estimate(const void *a, const void *b) {
  const pathfan_gate *x = a, *y = b;
  if (x->estimate != y->estimate) return x->estimate < y->estimate ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static int by_vertex(const void *a, const void *b) {
  const pathfan_gate *x = a, *y = b;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* The gates of end e: useful seen vertices not too far off, at most N of them by
 * |end u| + |u other end|; ascending by vertex. */
static pathfan_status choose_gates(pathfan_query *q, int e, int32_t access, int64_t limit) {
  const pathfan_index_view *view = &q->index->view;
  const pathfan_end *end = &q->ends[e];
  const pathfan_fixed_point goal = q->ends[1 - e].at;
  const double to_lattice = pathfan_power_of_two(-view->header->length_bits);
  pathfan_status status =
      pathfan_grow(&q->gates[e], &q->gate_capacity[e], end->seen_count, sizeof *q->gates[e]);
  if (!status)
    status =
        pathfan_grow(&q->partners, &q->partner_capacity, end->seen_count + 1, sizeof *q->partners);
  if (status) return status;
  pathfan_gate *out = q->gates[e];
  int32_t count = 0;
  for (int32_t i = 0; i < end->seen_count; i++) {
    const pathfan_sighted *u = &end->seen[i];
    if (!u->useful) continue;
    const pathfan_lattice_point at = pathfan_vertex_at(view, u->vertex);
    const int64_t estimate =
        u->length + pathfan_units(q, pathfan_lift(at, view->header->fraction_bits), goal);
    if (estimate > limit) continue;
    out[count++] = (pathfan_gate){u->vertex, view->vertices[u->vertex].rank, at,
                                  (double)u->length * to_lattice, estimate};
  }
  if (access && count > access) {
    qsort(out, (size_t)count, sizeof *out, by_estimate);
    count = access;
    qsort(out, (size_t)count, sizeof *out, by_vertex);
  }
  q->gate_count[e] = count;
  return PATHFAN_OK;
}

/* Asks for the rows that are about to be read: most lie far apart in the file,
 * and waiting for them one by one would take most of the time. */
static void prefetch_rows(const pathfan_query *q, int32_t tables) {
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->gate_count[e]; i++)
      for (int32_t t = 0; t < tables; t++)
        __builtin_prefetch(&q->index->view.tables[t].first[q->gates[e][i].vertex]);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->gate_count[e]; i++)
      for (int32_t t = 0; t < tables; t++) {
        const uint8_t *row = pathfan_table_row(&q->index->view.tables[t], q->gates[e][i].vertex);
        __builtin_prefetch(row);
        __builtin_prefetch(row + 64);
      }
}

void pathfan_next_stamp(pathfan_query *q) {
  if (++q->via_now) return;
  memset(q->via_stamp, 0, ((size_t)q->index->view.n + 1) * sizeof *q->via_stamp);
  q->via_now = 1;
}

pathfan_status pathfan_collect(pathfan_query *q, const pathfan_request *request, int64_t limit,
                               bool *stopped) {
  const pathfan_index_view *view = &q->index->view;
  const int32_t m = view->header->table_count;
  gather g = {.q = q,
              .limit = limit,
              .lattice_limit = (double)limit * pathfan_power_of_two(-view->header->length_bits),
              .work_limit = request->work_limit,
              .tables = request->tables && request->tables < m ? request->tables : m};
  q->candidate_count = 0;
  pathfan_next_stamp(q);
  q->via_stamp[view->n] = q->via_now; /* "-" counts as tried */
  if (request->regions)
    g.status = pathfan_generation_need(q->index, PATHFAN_PART_REGIONS, &q->error);
  for (int32_t t = 0; t < g.tables && !g.status; t++)
    g.status = pathfan_generation_need(q->index, PATHFAN_PART_TABLE + t, &q->error);
  for (int e = 0; e < 2 && !g.status; e++) g.status = choose_gates(q, e, request->access, limit);
  if (g.status) return g.status;
  prefetch_rows(q, g.tables);
  try_common(&g);
  if (request->regions) try_regions(&g, request->regions);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->gate_count[e] && !g.stopped && !g.status; i++)
      look_up_row(&g, &q->gates[e][i], q->gates[1 - e], q->gate_count[1 - e]);
  /* A vertex useful to both ends is the via node of its pair with itself. */
  *stopped = g.stopped;
  return g.status;
}

/* candidates.c - via nodes (paper, Algorithm 1, lines 6 to 11).
 *
 * For each pair of a vertex seen from one end and a vertex seen from the other,
 * the tables name the highest ranked vertex on each of the m longest plateaus.
 * Half rows: the pair stands in the row of the higher ranked vertex. The other
 * end's vertices are taken in column order, so that most of them fall into the
 * run of the one before, and a row costs little more than its first look-up.
 *
 * A pair is skipped when even straight lines by way of it are too long. A via
 * node is evaluated once, however many pairs name it. */
#include <stdlib.h>
#include <string.h>

#include "scratch.h"

/* A place in a row, moving right. */
typedef struct cursor {
  pathfan_row row;
  int id_bytes;
  uint32_t block, run, end; /* run: one past the run that holds the last column */
  uint32_t blocks, none;
  uint32_t known_run; /* the run whose value was read last, plus 1 */
} cursor;

static inline void cursor_open(cursor *c, const pathfan_index *index, int32_t table,
                               int32_t vertex) {
  c->row = pathfan_row_open(pathfan_table_row(&index->tables[table], vertex), (uint32_t)index->n,
                            index->id_bytes);
  c->id_bytes = index->id_bytes;
  c->block = UINT32_MAX;
  c->run = c->end = 0;
  c->blocks = pathfan_row_blocks((uint32_t)index->n);
  c->none = (uint32_t)index->n;
  c->known_run = 0;
}

/* Moves to `column`, not left of the last one. Returns true and the via node if
 * the run is another one than last time. */
static inline bool cursor_move(cursor *c, uint32_t column, uint32_t *via) {
  const pathfan_row *row = &c->row;
  if (row->small) {
    while (c->run < row->runs && pathfan_load_id(row->starts, c->run, c->id_bytes) <= column)
      c->run++;
  } else {
    const uint32_t block = column >> PATHFAN_ROW_BLOCK_BITS;
    if (block != c->block) {
      c->block = block;
      c->run = pathfan_load_count(row->blocks, block, row->block_bytes);
      c->end = block + 1 < c->blocks ? pathfan_load_count(row->blocks, block + 1, row->block_bytes)
                                     : row->runs;
    }
    const uint8_t low = (uint8_t)column;
    while (c->run < c->end && row->lows[c->run] <= low) c->run++;
  }
  if (!c->run || c->run == c->known_run) return false;
  c->known_run = c->run;
  *via = pathfan_row_via(row, c->run - 1);
  return *via != c->none;
}

/* Whether u - v straight, with the legs to the ends, is within the limit. Squares
 * are compared: this is asked for every pair, and a root would take most of it. */
static inline bool within(const pathfan_gate *u, const pathfan_gate *v, double limit) {
  const double room = limit - u->length - v->length;
  const double dx = (double)(u->at.x - v->at.x), dy = (double)(u->at.y - v->at.y);
  return room >= 0 && dx * dx + dy * dy <= room * room;
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
  const pathfan_fixed at = pathfan_vertex_fixed(q->index, via);
  pathfan_candidate c = {.via = via};
  int64_t rest = pathfan_units(q, at, q->ends[1].at);
  bool short_enough = pathfan_units(q, q->ends[0].at, at) + rest <= g->limit;
  if (short_enough) {
    c.length = pathfan_way_to(q, &q->ends[0], via, &c.hubs[0]);
    short_enough = c.length != PATHFAN_FAR && c.length + rest <= g->limit;
  }
  if (short_enough) {
    rest = pathfan_way_to(q, &q->ends[1], via, &c.hubs[1]);
    short_enough = rest != PATHFAN_FAR && c.length + rest <= g->limit;
  }
  if (!short_enough) {
    q->answer.candidates.too_long++;
    return;
  }
  c.length += rest;
  add(g, c);
}

/* Looks up all pairs (owner, partner) whose row is the owner's. */
static void look_up_row(gather *g, const pathfan_gate *owner, const pathfan_gate *partners,
                        int32_t partner_count) {
  const pathfan_index *index = g->q->index;
  cursor cursors[PATHFAN_LAYOUT_TABLES_MAX];
  bool open = false;
  for (int32_t i = 0; i < partner_count; i++) {
    const pathfan_gate *partner = &partners[i];
    if (partner->rank <= owner->rank || !within(owner, partner, g->lattice_limit)) continue;
    if (!open)
      for (int32_t t = 0; t < g->tables; t++) cursor_open(&cursors[t], index, t, owner->vertex);
    open = true;
    if (!spend(g, (uint64_t)g->tables)) return;
    for (int32_t t = 0; t < g->tables; t++) {
      uint32_t via;
      if (cursor_move(&cursors[t], (uint32_t)partner->vertex, &via)) try_via(g, (int32_t)via);
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
    const pathfan_fixed at = pathfan_vertex_fixed(q->index, sa->vertex);
    const int turn =
        pathfan_turn(pathfan_fixed_from_to(a->at, at), pathfan_fixed_from_to(at, b->at));
    if (sa->side == sb->side || (sa->side == PATHFAN_SIDE_LEFT ? turn < 0 : turn > 0))
      q->answer.candidates.not_taut++;
    else
      add(g, (pathfan_candidate){.length = sa->length + sb->length,
                                 .via = sa->vertex,
                                 .hubs = {sa->vertex, sa->vertex}});
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
  const pathfan_index *index = q->index;
  const pathfan_end *end = &q->ends[e];
  const pathfan_fixed goal = q->ends[1 - e].at;
  const double to_lattice = ldexp(1, -index->header->length_bits);
  const pathfan_status status =
      pathfan_grow(&q->gates[e], &q->gate_capacity[e], end->seen_count, sizeof *q->gates[e]);
  if (status) return status;
  pathfan_gate *out = q->gates[e];
  int32_t count = 0;
  for (int32_t i = 0; i < end->seen_count; i++) {
    const pathfan_sighted *u = &end->seen[i];
    if (!u->useful) continue;
    const pathfan_lattice at = pathfan_vertex_at(index, u->vertex);
    const int64_t estimate =
        u->length + pathfan_units(q, pathfan_lift(at, index->header->fraction_bits), goal);
    if (estimate > limit) continue;
    out[count++] = (pathfan_gate){u->vertex, index->vertices[u->vertex].rank, at,
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
        __builtin_prefetch(&q->index->tables[t].first[q->gates[e][i].vertex]);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->gate_count[e]; i++)
      for (int32_t t = 0; t < tables; t++) {
        const uint8_t *row = pathfan_table_row(&q->index->tables[t], q->gates[e][i].vertex);
        __builtin_prefetch(row);
        __builtin_prefetch(row + 64);
      }
}

pathfan_status pathfan_collect(pathfan_query *q, const pathfan_request *request, int64_t limit,
                               bool *stopped) {
  const pathfan_index *index = q->index;
  const int32_t m = index->header->table_count;
  gather g = {.q = q,
              .limit = limit,
              .lattice_limit = ldexp((double)limit, -index->header->length_bits),
              .work_limit = request->work_limit,
              .tables = request->tables && request->tables < m ? request->tables : m};
  q->candidate_count = 0;
  if (!++q->via_now) {
    memset(q->via_stamp, 0, (size_t)index->n * sizeof *q->via_stamp);
    q->via_now = 1;
  }
  if (request->effort == PATHFAN_EFFORT_THOROUGH) {
    for (int32_t v = 0; v < index->n && !g.stopped && !g.status; v++) {
      const pathfan_fixed at = pathfan_vertex_fixed(index, v);
      if (pathfan_units(q, q->ends[0].at, at) + pathfan_units(q, at, q->ends[1].at) <= limit)
        try_via(&g, v);
    }
    *stopped = g.stopped;
    return g.status;
  }

  for (int32_t t = 0; t < g.tables && !g.status; t++)
    g.status = pathfan_index_need(index, PATHFAN_PART_TABLE + t, &q->error);
  for (int e = 0; e < 2 && !g.status; e++) g.status = choose_gates(q, e, request->access, limit);
  if (g.status) return g.status;
  prefetch_rows(q, g.tables);
  try_common(&g);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < q->gate_count[e] && !g.stopped && !g.status; i++)
      look_up_row(&g, &q->gates[e][i], q->gates[1 - e], q->gate_count[1 - e]);
  /* A vertex useful to both ends is the via node of its pair with itself. */
  *stopped = g.stopped;
  return g.status;
}

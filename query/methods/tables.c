/* tables.c - via nodes from the tables (paper, Algorithm 1, lines 6 to 11).
 *
 * For each pair of a vertex visible from one end and a vertex visible from the other,
 * the tables name the highest ranked vertex on each of the m longest plateaus.
 * Half rows: the pair stands in the row of the higher ranked vertex, which is
 * taken apart once for all partners; they come in column order, so that their
 * look-ups mostly stay in the same lines of memory.
 *
 * A pair is skipped when even straight lines by way of it are too long. A via
 * node is evaluated once, however many pairs name it. */
#include "methods/tables.h"

#include <stdlib.h>
#include <string.h>

#include "row_reader.h"

/* Whether u - v straight, with the legs to the ends, is within the limit. Squares
 * are compared: this is asked for every pair, and a root would take most of it. */
static inline bool within(const pathfan_access_vertex *u, const pathfan_access_vertex *v,
                          double limit) {
  const double room = limit - u->length - v->length;
  const double dx = (double)(u->at.x - v->at.x), dy = (double)(u->at.y - v->at.y);
  return (room >= 0) & (dx * dx + dy * dy <= room * room);
}

/* State of one collection. */
typedef struct gather {
  pathfan_table_scratch *s;
  const pathfan_index_view *view;
  const pathfan_ends *ends;
  pathfan_budget *budget;
  pathfan_candidates *counts;
  pathfan_stamp *tried; /* n stands for "-" */
  pathfan_candidate_list *found;
  int64_t limit;
  double lattice_limit; /* the same, lattice units */
  int32_t tables;
  pathfan_status status;
} gather;

/* Whether a via node is new; then it counts as tried. */
static bool is_new(gather *g, int32_t via) {
  if (pathfan_stamp_has(g->tried, via) || g->budget->stopped || !pathfan_budget_spend(g->budget, 1))
    return false;
  pathfan_stamp_add(g->tried, via);
  g->counts->tried++;
  return true;
}

/* Evaluates a via node, unless that was done. */
static void try_via(gather *g, int32_t via) {
  if (!is_new(g, via)) return;
  const pathfan_fixed_point at = pathfan_vertex_fixed(g->view, via);
  pathfan_candidate c = {.via = via, .from = {-1, -1}};
  int64_t rest = pathfan_units(g->view, at, g->ends->end[1].at);
  bool short_enough = pathfan_units(g->view, g->ends->end[0].at, at) + rest <= g->limit;
  if (short_enough) {
    c.order = pathfan_distance_to(g->view, &g->ends->end[0].distances, via, &c.hubs[0]);
    short_enough = c.order != PATHFAN_FAR && c.order + rest <= g->limit;
  }
  if (short_enough) {
    rest = pathfan_distance_to(g->view, &g->ends->end[1].distances, via, &c.hubs[1]);
    short_enough = rest != PATHFAN_FAR && c.order + rest <= g->limit;
  }
  if (!short_enough) {
    g->counts->too_long++;
    return;
  }
  c.order += rest;
  g->status = pathfan_candidate_add(g->found, c);
}

/* Looks up all pairs (owner, partner) whose row is the owner's. */
static void look_up_row(gather *g, const pathfan_access_vertex *owner,
                        const pathfan_access_vertex *partners, int32_t partner_count) {
  pathfan_row rows[PATHFAN_LAYOUT_TABLES_MAX];
  /* First which partners, without branches: ranks are as good as random. */
  int32_t count = 0;
  for (int32_t i = 0; i < partner_count; i++) {
    g->s->partners[count] = partners[i].vertex;
    count += (partners[i].rank > owner->rank) & within(owner, &partners[i], g->lattice_limit);
  }
  if (!count) return;
  for (int32_t t = 0; t < g->tables; t++) rows[t] = pathfan_row_of(g->view, t, owner->vertex);
  for (int32_t i = 0; i < count; i++) {
    if (!pathfan_budget_spend(g->budget, (uint64_t)g->tables)) return;
    for (int32_t t = 0; t < g->tables; t++) {
      const uint32_t via = pathfan_row_at(&rows[t], (uint32_t)g->s->partners[i]);
      if (!pathfan_stamp_has(g->tried, via)) try_via(g, (int32_t)via);
      if (g->budget->stopped || g->status) return;
    }
  }
}

/* The rows of both ends, one after the other. */
static void look_up_rows(gather *g) {
  for (int e = 0; e < 2; e++) {
    const pathfan_access *own = &g->s->access[e], *other = &g->s->access[1 - e];
    for (int32_t i = 0; i < own->count && !g->budget->stopped && !g->status; i++)
      look_up_row(g, &own->list[i], other->list, other->count);
  }
}

/* The slots of the kept end's access vertices that are near enough to u go into the set `near`;
 * returns how many. */
static int32_t find_near(const gather *g, int kept, const pathfan_access_vertex *u,
                         uint64_t *near) {
  const pathfan_access *access = &g->s->access[kept];
  const pathfan_visible_vertex *seen = g->ends->end[kept].visible.list;
  int32_t count = 0;
  memset(near, 0, (size_t)g->s->kept.words * sizeof *near);
  for (int32_t i = 0, slot = 0; i < access->count; i++, slot++) {
    const pathfan_access_vertex *v = &access->list[i];
    while (seen[slot].vertex != v->vertex) slot++; /* both are ascending */
    const bool is_near = v->rank != u->rank && (v->rank > u->rank ? within(u, v, g->lattice_limit)
                                                                  : within(v, u, g->lattice_limit));
    near[slot / 64] |= (uint64_t)is_near << slot % 64;
    count += is_near;
  }
  return count;
}

/* The same pairs and the same work as look_up_rows, for a kept end and without a limit. */
static void look_up_kept(gather *g, int kept) {
  pathfan_kept_rows *rows = &g->s->kept;
  const pathfan_access *own = &g->s->access[1 - kept], *other = &g->s->access[kept];
  g->status = pathfan_kept_rows_begin(rows, g->view, g->ends, g->tables);
  for (int32_t i = 0; i < own->count && !g->status; i++) {
    const pathfan_access_vertex *u = &own->list[i];
    const int32_t near = find_near(g, kept, u, rows->near);
    pathfan_kept_vias vias;
    if (!near) continue;
    g->status = pathfan_kept_rows_of(rows, g->view, &g->ends->end[kept].visible, u->vertex, &vias);
    if (g->status) return;
    if (vias.count < 0) {
      look_up_row(g, u, other->list, other->count);
      for (int32_t k = 0; k < other->count && !g->status; k++)
        look_up_row(g, &other->list[k], u, 1);
      continue;
    }
    (void)pathfan_budget_spend(g->budget, (uint64_t)near * (uint64_t)g->tables);
    for (int32_t k = 0; k < vias.count && !g->status; k++)
      if (!pathfan_stamp_has(g->tried, vias.list[k]) && pathfan_kept_via_has(&vias, k, rows->near))
        try_via(g, (int32_t)vias.list[k]);
  }
}

/* The regions of an end's access vertices, those with the least estimate; at most `most`, which
 * is at most PATHFAN_REGIONS_MAX. Access vertices are ascending, so those of a region stand
 * together. */
static int32_t nearest_regions(const pathfan_index_view *view, const pathfan_access *access,
                               int32_t most, int32_t *regions) {
  const int32_t size = view->regions.head->size;
  int64_t estimate[PATHFAN_REGIONS_MAX];
  int32_t count = 0;
  for (int32_t i = 0; i < access->count;) {
    const int32_t region = access->list[i].vertex / size, end = (region + 1) * size;
    int64_t least = access->list[i].estimate;
    for (i++; i < access->count && access->list[i].vertex < end; i++)
      if (access->list[i].estimate < least) least = access->list[i].estimate;
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

/* The via set of a pair of regions. */
static void try_via_set(gather *g, const pathfan_via_sets *sets, int32_t a, int32_t b) {
  for (int32_t slot = 0; slot < sets->head->slots; slot++) {
    const uint32_t via = pathfan_region_via(sets, a, b, slot);
    if (via == PATHFAN_LAYOUT_NONE) return;
    if (!pathfan_stamp_has(g->tried, via)) try_via(g, (int32_t)via);
    if (g->budget->stopped || g->status) return;
  }
}

/* Via sets of the pairs of regions near either end; apart: also those of ways that keep apart. */
static void try_regions(gather *g, int32_t most, bool apart) {
  const pathfan_index_view *view = g->view;
  int32_t regions[2][PATHFAN_REGIONS_MAX], count[2];
  if (!view->regions.head) return;
  for (int e = 0; e < 2; e++) count[e] = nearest_regions(view, &g->s->access[e], most, regions[e]);
  for (int32_t i = 0; i < count[0]; i++)
    for (int32_t k = 0; k < count[1]; k++) {
      if (g->status || !pathfan_budget_spend(g->budget, 1)) return;
      try_via_set(g, &view->regions, regions[0][i], regions[1][k]);
      if (apart && view->regions_apart.head && !g->budget->stopped && !g->status)
        try_via_set(g, &view->regions_apart, regions[0][i], regions[1][k]);
    }
}

/* Vertices that both ends see: s - u - t, straight on either side of u. */
static void try_common(gather *g) {
  const pathfan_end *a = &g->ends->end[0], *b = &g->ends->end[1];
  for (int32_t i = 0, j = 0; i < a->visible.count && j < b->visible.count && !g->status;) {
    const pathfan_visible_vertex *sa = &a->visible.list[i], *sb = &b->visible.list[j];
    i += sa->vertex <= sb->vertex;
    j += sb->vertex <= sa->vertex;
    if (sa->vertex != sb->vertex || !is_new(g, sa->vertex)) continue;
    if (sa->length + sb->length > g->limit) {
      g->counts->too_long++;
      continue;
    }
    const pathfan_fixed_point at = pathfan_vertex_fixed(g->view, sa->vertex);
    const int turn =
        pathfan_turn(pathfan_fixed_from_to(a->at, at), pathfan_fixed_from_to(at, b->at));
    if (sa->side == sb->side || (sa->side == PATHFAN_SIDE_LEFT ? turn < 0 : turn > 0))
      g->counts->not_taut++;
    else
      g->status =
          pathfan_candidate_add(g->found, (pathfan_candidate){.order = sa->length + sb->length,
                                                              .via = sa->vertex,
                                                              .hubs = {sa->vertex, sa->vertex},
                                                              .from = {-1, -1}});
  }
}

static int by_estimate(const void *a, const void *b) {
  const pathfan_access_vertex *x = a, *y = b;
  if (x->estimate != y->estimate) return x->estimate < y->estimate ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static int by_vertex(const void *a, const void *b) {
  const pathfan_access_vertex *x = a, *y = b;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

/* The access vertices of end e: useful visible vertices not too far off, at most N of them by
 * |end u| + |u other end|; ascending by vertex. */
static pathfan_status choose_access(gather *g, int e, int32_t most) {
  const pathfan_index_view *view = g->view;
  const pathfan_visible_vertices *visible = &g->ends->end[e].visible;
  const pathfan_fixed_point goal = g->ends->end[1 - e].at;
  const double to_lattice = pathfan_power_of_two(-view->header->length_bits);
  pathfan_access *access = &g->s->access[e];
  pathfan_status status =
      pathfan_grow(&access->list, &access->capacity, visible->count, sizeof *access->list);
  if (!status)
    status = pathfan_grow(&g->s->partners, &g->s->partner_capacity, visible->count + 1,
                          sizeof *g->s->partners);
  if (status) return status;
  pathfan_access_vertex *out = access->list;
  int32_t count = 0;
  for (int32_t i = 0; i < visible->count; i++) {
    const pathfan_visible_vertex *u = &visible->list[i];
    if (!u->useful) continue;
    const pathfan_lattice_point at = pathfan_vertex_at(view, u->vertex);
    const int64_t estimate =
        u->length + pathfan_units(view, pathfan_lift(at, view->header->fraction_bits), goal);
    if (estimate > g->limit) continue;
    out[count++] = (pathfan_access_vertex){u->vertex, view->vertices[u->vertex].rank, at,
                                           (double)u->length * to_lattice, estimate};
  }
  if (most && count > most) {
    qsort(out, (size_t)count, sizeof *out, by_estimate);
    count = most;
    qsort(out, (size_t)count, sizeof *out, by_vertex);
  }
  access->count = count;
  return PATHFAN_OK;
}

/* Asks for the rows that are about to be read: most lie far apart in the file,
 * and waiting for them one by one would take most of the time. */
static void prefetch_rows(const gather *g) {
  const pathfan_table *tables = g->view->tables;
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < g->s->access[e].count; i++)
      for (int32_t t = 0; t < g->tables; t++)
        __builtin_prefetch(&tables[t].first[g->s->access[e].list[i].vertex]);
  for (int e = 0; e < 2; e++)
    for (int32_t i = 0; i < g->s->access[e].count; i++)
      for (int32_t t = 0; t < g->tables; t++) {
        const uint8_t *row = pathfan_table_row(&tables[t], g->s->access[e].list[i].vertex);
        __builtin_prefetch(row);
        __builtin_prefetch(row + 64);
      }
}

static pathfan_status need_parts(const pathfan_task *task, int32_t tables) {
  pathfan_status status = PATHFAN_OK;
  pathfan_error *error = task->scene.error;
  if (task->request->regions)
    status = pathfan_generation_need(task->generation, PATHFAN_PART_REGIONS, error);
  for (int32_t t = 0; t < tables && !status; t++)
    status = pathfan_generation_need(task->generation, PATHFAN_PART_TABLE + t, error);
  return status;
}

/* Whether paths have to keep apart in the plane: without that, answers are those of indexes that
 * know nothing of it. */
static bool separates(const pathfan_task *task) {
  const pathfan_request *request = task->request;
  return task->separates && (request->separation > 0 || request->separation_share > 0);
}

pathfan_status pathfan_collect_from_tables(const pathfan_task *task, int64_t limit,
                                           pathfan_table_scratch *scratch, pathfan_stamp *tried,
                                           pathfan_candidate_list *found) {
  const pathfan_request *request = task->request;
  const pathfan_index_view *view = task->scene.view;
  const int32_t m = view->header->table_count;
  gather g = {.s = scratch,
              .view = view,
              .ends = task->scene.ends,
              .budget = task->budget,
              .counts = &task->finding->candidates,
              .tried = tried,
              .found = found,
              .limit = limit,
              .lattice_limit = (double)limit * pathfan_power_of_two(-view->header->length_bits),
              .tables = request->tables && request->tables < m ? request->tables : m};
  found->count = 0;
  pathfan_stamp_next(tried);
  pathfan_stamp_add(tried, view->n); /* "-" counts as tried */
  g.status = need_parts(task, g.tables);
  for (int e = 0; e < 2 && !g.status; e++) g.status = choose_access(&g, e, request->access);
  if (g.status) return g.status;
  const int kept = task->budget->limit ? -1 : pathfan_ends_kept(g.ends);
  if (kept < 0) prefetch_rows(&g);
  try_common(&g);
  if (request->regions && !g.status) try_regions(&g, request->regions, separates(task));
  if (g.status) return g.status;
  if (kept < 0)
    look_up_rows(&g);
  else
    look_up_kept(&g, kept);
  /* A vertex useful to both ends is the via node of its pair with itself. */
  return g.status;
}

void pathfan_table_scratch_free(pathfan_table_scratch *scratch) {
  for (int e = 0; e < 2; e++) free(scratch->access[e].list);
  free(scratch->partners);
  pathfan_kept_rows_free(&scratch->kept);
  memset(scratch, 0, sizeof *scratch);
}

/* first_vertices.c - finds, facet by facet, which of the vertices that see it can't be left out.
 *
 * All points of a facet have one list of vertices that may see them. A shortest path from a point s
 * of the facet that first turns at u, and last at w, is no longer than the walk by another vertex v
 * of the list that sees s. So u is left out for w if for one v, that sees all the points which u
 * sees, the way by u is longer for all of them:
 *
 *     d(u, w) - d(v, w)  >  the greatest of |sv| - |su| over these points
 *
 * The greatest value is bounded at the corners of their polygon: a set where |sv| - |su| is at most
 * some negative number is convex, it is the inside of a hyperbola; else |su| is replaced by its
 * tangent plane, which is below it, and what remains is convex. u is also left out if the way to w
 * leaves in no direction into which a path from the facet can turn tautly.
 *
 * Vertices w are taken in blocks of neighbours, for which few vertices come into question; a first
 * look at the bounds of a block tells which. */
#include "first_vertices.h"

#include <stdlib.h>
#include <string.h>

#include "base/portable.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"
#include "viewers.h"

typedef struct scratch {
  pf_viewers viewers;
  int32_t *live;   /* numbers of viewers */
  uint64_t *hits;  /* [Size: capacity] of these, in the current block */
  int32_t *number; /* [Size: n] of a vertex among the region's first vertices */
} scratch;

typedef struct job {
  const pf_facets *facets;
  const pf_label_rows *rows;
  const pf_listed_source *source;
  pf_first_vertices *out;
  scratch *scratch; /* one per thread */
  pf_viewer_ground ground;
  float margin;
} job;

/* ---- One facet ---- */

/* Sets bounds on the shortest ways from all points of the facet to the vertices of a block, by
 * viewers that see all of it, as far as one of their ways to the block is at most `most`. Returns
 * the greatest bound. */
static float set_bounds(const job *j, const scratch *s, int32_t count, int32_t block, float most,
                        float bound[PF_ROW_BLOCK]) {
  const pf_label_rows *rows = j->rows;
  const int64_t from = (int64_t)block * PF_ROW_BLOCK;
  const int lanes = rows->n - from < PF_ROW_BLOCK ? (int)(rows->n - from) : PF_ROW_BLOCK;
  float greatest = 0;
  for (int w = 0; w < PF_ROW_BLOCK; w++) bound[w] = PF_ROW_FAR / 2;
  for (int32_t i = 0; i < count; i++) {
    const pf_viewer *v = &s->viewers.list[i];
    const float *row = v->row + from, longest = v->most;
    if (!(longest + rows->least[(int64_t)v->vertex * rows->blocks + block] <= most)) continue;
    for (int w = 0; w < PF_ROW_BLOCK; w++) {
      const float way = longest + row[w];
      bound[w] = way < bound[w] ? way : bound[w];
    }
  }
  for (int w = 0; w < lanes; w++) greatest = bound[w] > greatest ? bound[w] : greatest;
  for (int w = 0; w < PF_ROW_BLOCK; w++) bound[w] += j->margin;
  return greatest;
}

/* The same, for all vertices of the block to which there is a way at all. */
static float bound_ways(const job *j, const scratch *s, int32_t count, int32_t block,
                        float bound[PF_ROW_BLOCK]) {
  const pf_label_rows *rows = j->rows;
  float most = PF_ROW_FAR / 2;
  for (int32_t i = 0; i < count; i++) {
    const pf_viewer *v = &s->viewers.list[i];
    const float way = v->most + rows->most[(int64_t)v->vertex * rows->blocks + block];
    most = way < most ? way : most;
  }
  const float greatest = set_bounds(j, s, count, block, most, bound);
  /* Ways to some vertices of the block may be missing, where the longest looks short. */
  return greatest <= most ? greatest : set_bounds(j, s, count, block, PF_ROW_FAR / 2, bound);
}

static uint64_t open_to(const pf_viewer *v, int32_t block) {
  return v->open[0][block] | v->open[1][block];
}

/* Lists the viewers from which some vertex of a block is reached by an open way within its bound,
 * and which; returns their number. */
static int32_t find_hits(const job *j, scratch *s, int32_t count, int32_t block) {
  const pf_label_rows *rows = j->rows;
  const int64_t from = (int64_t)block * PF_ROW_BLOCK;
  float bound[PF_ROW_BLOCK];
  const float most = bound_ways(j, s, count, block, bound) + j->margin;
  int32_t live = 0, hit = 0;
  for (int32_t i = 0; i < count; i++) {
    const pf_viewer *v = &s->viewers.list[i];
    const float way = v->least + rows->least[(int64_t)v->vertex * rows->blocks + block];
    s->live[live] = i;
    live += (way <= most) & (open_to(v, block) != 0);
  }
  for (int32_t i = 0; i < live; i++) {
    const pf_viewer *v = &s->viewers.list[s->live[i]];
    const float *row = v->row + from, least = v->least;
    uint8_t is_near[PF_ROW_BLOCK];
    for (int w = 0; w < PF_ROW_BLOCK; w++) is_near[w] = least + row[w] <= bound[w];
    s->live[hit] = s->live[i];
    s->hits[hit] = pf_pack_bytes(is_near) & open_to(v, block);
    hit += s->hits[hit] != 0;
  }
  return hit;
}

enum { FEW_HITS = 8 };

/* Drops the hits of u for which v gives shorter ways from all points that u sees. */
static uint64_t not_dominated(const float *u, const float *v, float most, uint64_t hits) {
  if (pf_count_bits(hits) <= FEW_HITS) {
    for (uint64_t left = hits; left; left &= left - 1) {
      const int w = pf_lowest_bit(left);
      if (u[w] - v[w] > most) hits &= ~(UINT64_C(1) << w);
    }
    return hits;
  }
  uint8_t stays[PF_ROW_BLOCK];
  for (int w = 0; w < PF_ROW_BLOCK; w++) stays[w] = u[w] - v[w] <= most;
  return hits & pf_pack_bytes(stays);
}

/* The same for viewers by their numbers. */
static uint64_t not_dominated_by(const job *j, scratch *s, int32_t u, int32_t v, int64_t from,
                                 uint64_t hits) {
  if (u == v) return hits;
  const float gap = pf_viewers_gap(&s->viewers, &j->ground, u, v);
  if (gap == INFINITY) return hits;
  return not_dominated(s->viewers.list[u].row + from, s->viewers.list[v].row + from,
                       gap + j->margin, hits);
}

static void find_in_block(const job *j, scratch *s, int32_t count, int32_t block,
                          pf_region_firsts *of) {
  const int64_t from = (int64_t)block * PF_ROW_BLOCK;
  const int32_t live = find_hits(j, s, count, block);
  for (int32_t i = 0; i < live; i++) {
    const pf_viewer *u = &s->viewers.list[s->live[i]];
    uint64_t hits = s->hits[i];
    for (int32_t k = 0; k < live && hits; k++)
      hits = not_dominated_by(j, s, s->live[i], s->live[k], from, hits);
    if (hits) of->bits[(int64_t)u->first * j->out->words + block] |= hits;
  }
}

static void find_in_facet(const job *j, scratch *s, const pf_facet *facet, pf_region_firsts *of) {
  const pf_convex polygon = {j->facets->corners + facet->corner, facet->corner_count};
  const pf_viewed viewed = {s->number, of->travel, &of->seen};
  pf_viewers_list(&s->viewers, &j->ground, facet, &polygon, &viewed);
  const int32_t count = s->viewers.count;
  of->area += pf_convex_area(&polygon);
  for (int32_t block = 0; count && block < j->rows->blocks; block++)
    find_in_block(j, s, count, block, of);
}

/* ---- A region ---- */

/* Lists all vertices that see some facet of the region, and numbers them. */
static pathfan_status begin(const job *j, scratch *s, int64_t region, pf_region_firsts *of) {
  const pf_listed_source *source = j->source;
  int64_t most = 0;
  for (int64_t p = j->facets->first[region]; p < j->facets->first[region + 1]; p++) {
    const pf_facet_leaf l = pf_facet_leaf_at(source, j->facets->list[p].leaf);
    most += (int64_t)l.whole_count + l.part_count;
  }
  if (most > source->n) most = source->n;
  of->vertices = pf_alloc((uint64_t)most, sizeof *of->vertices);
  if (!of->vertices) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t p = j->facets->first[region]; p < j->facets->first[region + 1]; p++) {
    const pf_facet_leaf l = pf_facet_leaf_at(source, j->facets->list[p].leaf);
    for (uint64_t i = 0; i < (uint64_t)l.whole_count + l.part_count; i++) {
      const int32_t v =
          i < l.whole_count
              ? pf_facet_leaf_id(source, l.whole, i)
              : pf_facet_leaf_id(source, l.part, PF_CONES_PART_IDS * (i - l.whole_count));
      if (s->number[v] >= 0) continue;
      s->number[v] = 0;
      of->vertices[of->count++] = v;
    }
  }
  if (of->count) qsort(of->vertices, (size_t)of->count, sizeof *of->vertices, pf_by_number);
  for (int32_t i = 0; i < of->count; i++) s->number[of->vertices[i]] = i;
  of->bits = pf_alloc_zero((uint64_t)of->count * (uint64_t)j->out->words, sizeof *of->bits);
  of->travel = pf_alloc_zero((uint64_t)of->count, sizeof *of->travel);
  return of->bits && of->travel ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static bool is_any(const uint64_t *bits, int32_t words) {
  uint64_t any = 0;
  for (int32_t i = 0; i < words; i++) any |= bits[i];
  return any != 0;
}

/* Drops vertices that are first for none. */
static void drop_unused(pf_region_firsts *of, int32_t words) {
  int32_t kept = 0;
  for (int32_t i = 0; i < of->count; i++) {
    const uint64_t *bits = of->bits + (int64_t)i * words;
    if (!is_any(bits, words)) continue;
    memmove(of->bits + (int64_t)kept * words, bits, (size_t)words * sizeof *bits);
    memcpy(of->travel[kept], of->travel[i], sizeof of->travel[i]);
    of->vertices[kept++] = of->vertices[i];
  }
  of->count = kept;
  uint64_t *bits = pf_resize(of->bits, (uint64_t)kept * (uint64_t)words, sizeof *bits);
  if (bits) of->bits = bits;
}

static pathfan_status find_region(void *context, int64_t region, int32_t thread) {
  const job *j = context;
  scratch *s = &j->scratch[thread];
  pf_region_firsts *of = &j->out->of[region];
  const pathfan_status status = begin(j, s, region, of);
  for (int64_t p = j->facets->first[region]; p < j->facets->first[region + 1] && !status; p++)
    find_in_facet(j, s, &j->facets->list[p], of);
  for (int32_t i = 0; i < of->count; i++) s->number[of->vertices[i]] = -1;
  if (!status) drop_unused(of, j->out->words);
  return status;
}

/* ---- All of them ---- */

static bool make_scratch(const job *j, scratch *s) {
  const uint64_t capacity = (uint64_t)j->ground.capacity, n = (uint64_t)j->source->n;
  s->live = pf_alloc(capacity, sizeof *s->live);
  s->hits = pf_alloc(capacity, sizeof *s->hits);
  s->number = pf_alloc(n, sizeof *s->number);
  for (uint64_t v = 0; s->number && v < n; v++) s->number[v] = -1;
  return pf_viewers_init(&s->viewers, &j->ground) && s->live && s->hits && s->number;
}

static void free_scratch(scratch *s) {
  pf_viewers_free(&s->viewers);
  free(s->live);
  free(s->hits);
  free(s->number);
}

pathfan_status pf_first_vertices_find(const pf_facets *facets, int32_t regions,
                                      const pf_label_rows *rows, const pf_listed_source *source,
                                      int32_t threads, pf_first_vertices *firsts,
                                      const pf_limits *limits) {
  const double unit = ldexp(1, -source->length_bits);
  job j = {.facets = facets,
           .rows = rows,
           .source = source,
           .out = firsts,
           .ground = {.rows = rows,
                      .source = source,
                      .capacity = pf_viewers_most(facets, source),
                      .corners_each = facets->corners_most + 5,
                      .wide = pf_listed_wide(source)}};
  j.margin =
      (float)(8 * unit + 64 * j.ground.wide + (rows->longest + 4 * source->extent) * 0x1p-21);
  *firsts = (pf_first_vertices){.count = regions, .words = rows->blocks};
  firsts->of = pf_alloc_zero((uint64_t)regions, sizeof *firsts->of);
  j.scratch = pf_alloc_zero((uint64_t)threads, sizeof *j.scratch);
  pathfan_status status = firsts->of && j.scratch ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t t = 0; t < threads && !status; t++)
    if (!make_scratch(&j, &j.scratch[t])) status = PATHFAN_ERR_NO_MEMORY;
  if (!status) status = pf_parallel_for(regions, threads, find_region, &j, limits);
  for (int32_t t = 0; j.scratch && t < threads; t++) free_scratch(&j.scratch[t]);
  free(j.scratch);
  if (status) pf_first_vertices_free(firsts);
  return status;
}

static void free_region(pf_region_firsts *r) {
  free(r->vertices);
  free(r->bits);
  free(r->travel);
  *r = (pf_region_firsts){0};
}

void pf_first_vertices_free(pf_first_vertices *firsts) {
  for (int32_t r = 0; firsts->of && r < firsts->count; r++) free_region(&firsts->of[r]);
  free(firsts->of);
  memset(firsts, 0, sizeof *firsts);
}

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

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/parallel.h"
#include "base/sort.h"

/* A vertex that sees a facet or a part of it, between two rays. */
typedef struct viewer {
  int32_t vertex;
  int32_t first; /* its number among the region's first vertices */
  bool sees_all; /* the whole facet */
  bool has_right, has_left;
  pf_spot at, right, left; /* vectors along the rays */
  pf_convex part;          /* the points that it sees and from which its obstacle is passed */
  double *to_corners;      /* [Size: part.count] distances */
  double *below;           /* [Size: part.count] lower bounds on these, linear over `part` */
  float least, most;       /* the distance to the points of `part`, and of the facet */
  const float *row;
  const uint64_t *open[2]; /* by side, bits by w: whether a path from `part` may turn on to w */
} viewer;

typedef struct scratch {
  viewer *viewers;
  float *gap; /* [Size: capacity^2] what gap_of returns; NAN: not yet */
  pf_spot *corners;
  double *distances;
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
  int32_t capacity; /* viewers of a facet */
  int32_t corners_each;
  double wide;
  float margin;
} job;

/* ---- Leaves ---- */

typedef struct leaf {
  uint32_t whole_count, part_count;
  const uint8_t *whole, *part;
} leaf;

static leaf leaf_at(const pf_listed_source *s, uint64_t at) {
  pf_layout_cones head;
  memcpy(&head, s->cones->bytes + at, sizeof head);
  const uint32_t whole = head.kind_size >> 2;
  const uint8_t *ids = s->cones->bytes + at + sizeof head;
  assert((head.kind_size & 3) == PF_CONES_LEAF);
  return (leaf){whole, (uint32_t)head.parts_cut, ids,
                ids + (uint64_t)whole * (uint32_t)s->id_bytes};
}

static int32_t id_of(const pf_listed_source *s, const uint8_t *ids, uint64_t i) {
  return (int32_t)pf_load_id(ids, i, s->id_bytes);
}

/* ---- Directions ---- */

static double cross(pf_spot a, pf_spot b) {
  return a.x * b.y - a.y * b.x;
}

static pf_spot spot_of(pf_lattice_point p) {
  return (pf_spot){p.x, p.y};
}

static pf_spot from_to(pf_spot a, pf_spot b) {
  return (pf_spot){b.x - a.x, b.y - a.y};
}

static void add_direction(pf_arrival_range *t, pf_spot d, double wide) {
  const double length = sqrt(d.x * d.x + d.y * d.y);
  if (length <= wide) {
    t->any = true;
    return;
  }
  const pf_spot unit = {d.x / length, d.y / length};
  if (!t->some) t->low = t->high = unit;
  t->some = true;
  if (cross(t->low, unit) < 0) t->low = unit;
  if (cross(t->high, unit) > 0) t->high = unit;
}

/* Sines of angles below this count as 0. */
#define ANGLE_WIDE 1e-9

static bool join(const pf_arrival_range *a, const pf_arrival_range *b) {
  if ((!a->some && !a->any) || (!b->some && !b->any)) return false;
  if (a->any || b->any) return true;
  return cross(a->low, b->low) <= ANGLE_WIDE || cross(a->low, b->high) <= ANGLE_WIDE ||
         cross(a->high, b->low) <= ANGLE_WIDE || cross(a->high, b->high) <= ANGLE_WIDE;
}

/* One arrives with the obstacle on its left; then the other, coming back, has it on its right. */
bool pf_arrivals_join(const pf_arrival_range one[2], const pf_arrival_range other[2]) {
  return join(&one[PF_SIDE_LEFT], &other[PF_SIDE_RIGHT]) ||
         join(&other[PF_SIDE_LEFT], &one[PF_SIDE_RIGHT]);
}

/* ---- Viewers ---- */

static double least_distance(const pf_convex *c, pf_spot from) {
  double least = INFINITY;
  bool left = true, right = true;
  for (int32_t i = 0; i < c->count; i++) {
    const pf_spot a = c->corners[i], b = c->corners[i + 1 < c->count ? i + 1 : 0];
    const pf_spot d = from_to(a, b), v = from_to(a, from);
    const double square = d.x * d.x + d.y * d.y, along = d.x * v.x + d.y * v.y;
    const double t = !(square > 0) || along < 0 ? 0 : along > square ? 1 : along / square;
    const pf_spot off = {v.x - t * d.x, v.y - t * d.y};
    const double distance = off.x * off.x + off.y * off.y;
    if (distance < least) least = distance;
    left = left && cross(d, v) >= 0;
    right = right && cross(d, v) <= 0;
  }
  return c->count > 2 && (left || right) ? 0 : sqrt(least);
}

static double greatest_distance(const pf_convex *c, pf_spot from) {
  double most = 0;
  for (int32_t i = 0; i < c->count; i++) {
    const pf_spot d = from_to(c->corners[i], from);
    const double square = d.x * d.x + d.y * d.y;
    if (square > most) most = square;
  }
  return sqrt(most);
}

static double area_of(const pf_convex *c) {
  double twice = 0;
  for (int32_t i = 1; i + 1 < c->count; i++)
    twice +=
        cross(from_to(c->corners[0], c->corners[i]), from_to(c->corners[0], c->corners[i + 1]));
  return fabs(twice) / 2;
}

/* Finds to which w a path from some point of `part` may turn on a side. The sharpest turns come
 * first. */
static const uint64_t *open_ways(const job *j, const viewer *v, const pf_convex *part, int side) {
  const pf_listed_source *s = j->source;
  const pf_layout_span *span = &s->lists->spans[v->vertex];
  const double sign = side == PF_SIDE_LEFT ? 1 : -1;
  uint32_t exit = PF_EXIT_ANY;
  for (uint32_t e = span->exits[side]; e < span->exits[side + 1]; e++) {
    const pf_spot on =
        from_to(v->at, spot_of(s->at[pf_exit_number(s->lists, s->id_bytes, e).next]));
    const double wide = -16 * j->wide * sqrt(on.x * on.x + on.y * on.y);
    bool is_open = false;
    for (int32_t i = 0; i < part->count && !is_open; i++)
      is_open = sign * cross(from_to(part->corners[i], v->at), on) >= wide;
    if (!is_open || e - span->exits[0] >= PF_EXIT_MOST) break;
    exit = e - span->exits[0] + 1;
  }
  return pf_label_rows_leaving(j->rows, v->vertex, exit);
}

/* Restricts what a viewer sees to the points from which its obstacle is passed on one side. */
static pf_convex passed_on(const job *j, const viewer *v, const pf_convex *seen, int side,
                           pf_spot *room) {
  const double sign = side == PF_SIDE_LEFT ? 1 : -1;
  const pf_wedge wedge = j->source->wedge[v->vertex];
  const pf_spot first = {sign * wedge.first.x, sign * wedge.first.y};
  const pf_spot second = {sign * wedge.second.x, sign * wedge.second.y};
  pf_convex half = {room, 0}, both = {room + j->corners_each, 0};
  pf_convex_cut(seen, pf_half_plane_beside(v->at, first), j->wide, &half);
  pf_convex_cut(&half, pf_half_plane_beside(v->at, second), j->wide, &both);
  return both;
}

static pf_convex copy(const pf_convex *from, pf_spot *to) {
  memcpy(to, from->corners, (size_t)from->count * sizeof *to);
  return (pf_convex){to, from->count};
}

/* Measures the distances to a viewer's part, and the tangent plane of these at its centre. */
static void measure_part(viewer *u, double *room, int32_t each) {
  const pf_convex *part = &u->part;
  pf_spot centre = {0, 0};
  u->to_corners = room;
  u->below = room + each;
  for (int32_t i = 0; i < part->count; i++) {
    centre.x += part->corners[i].x / part->count;
    centre.y += part->corners[i].y / part->count;
  }
  const double to_centre = pf_spot_distance(centre, u->at);
  const double scale = to_centre > 0 ? 1 / to_centre : 0;
  const pf_spot slope = {(centre.x - u->at.x) * scale, (centre.y - u->at.y) * scale};
  for (int32_t i = 0; i < part->count; i++) {
    const pf_spot off = from_to(centre, part->corners[i]);
    u->to_corners[i] = pf_spot_distance(part->corners[i], u->at);
    u->below[i] = to_centre + slope.x * off.x + slope.y * off.y;
  }
}

/* Describes a viewer whose rays are known. room: for corners. False: no path from the facet can
 * pass it. */
static bool describe(const job *j, viewer *v, const pf_convex *facet, pf_spot *room,
                     pf_region_firsts *of) {
  const int32_t each = j->corners_each;
  pf_convex seen = *facet, cut = {room + each, 0};
  if (v->has_right) {
    pf_convex_cut(&seen, pf_half_plane_beside(v->at, v->right), j->wide, &cut);
    seen = cut;
    cut.corners = room + 2 * (int64_t)each;
  }
  if (v->has_left) {
    pf_convex_cut(&seen, pf_half_plane_beside(v->at, (pf_spot){-v->left.x, -v->left.y}), j->wide,
                  &cut);
    seen = cut;
  }
  if (!seen.count) return false;
  pf_convex side[2];
  v->open[0] = v->open[1] = pf_label_rows_leaving(j->rows, v->vertex, PF_EXIT_ANY);
  v->least = INFINITY;
  for (int k = 0; k < 2; k++) {
    pf_arrival_range *travel = &of->travel[v->first][k];
    side[k] = passed_on(j, v, &seen, k, room + (3 + 2 * (int64_t)k) * each);
    if (!side[k].count) continue;
    for (int32_t i = 0; i < side[k].count; i++)
      add_direction(travel, from_to(side[k].corners[i], v->at), j->wide);
    v->open[k] = open_ways(j, v, &side[k], k);
    const float least = (float)least_distance(&side[k], v->at);
    if (least < v->least) v->least = least;
  }
  if (!side[0].count && !side[1].count) return false;
  if (side[0].count && side[1].count)
    v->part = copy(&seen, room);
  else
    v->part = copy(side[0].count ? &side[0] : &side[1], room);
  of->seen += area_of(&v->part);
  v->most = v->sees_all ? (float)greatest_distance(facet, v->at) : INFINITY;
  v->row = j->rows->length + (int64_t)v->vertex * j->rows->stride;
  return true;
}

/* Whether a viewer sees a point: as queries test it, but for rounding, in doubt not. */
static bool is_between(const viewer *v, pf_spot p) {
  const pf_spot d = from_to(v->at, p);
  return (!v->has_right || cross(v->right, d) >= 0) && (!v->has_left || cross(v->left, d) <= 0);
}

static bool sees(const viewer *v, const pf_convex *c) {
  for (int32_t i = 0; i < c->count; i++)
    if (!is_between(v, c->corners[i])) return false;
  return true;
}

/* Lists the viewers of a facet; returns their number. */
static int32_t list_viewers(const job *j, scratch *s, const pf_facet *facet,
                            const pf_convex *polygon, pf_region_firsts *of) {
  const pf_listed_source *source = j->source;
  const leaf l = leaf_at(source, facet->leaf);
  int32_t count = 0;
  for (uint64_t i = 0; i < (uint64_t)l.whole_count + l.part_count; i++) {
    const bool is_part = i >= l.whole_count;
    const uint64_t id = is_part ? PF_CONES_PART_IDS * (i - l.whole_count) : i;
    viewer *v = &s->viewers[count];
    v->vertex = id_of(source, is_part ? l.part : l.whole, id);
    v->first = s->number[v->vertex];
    v->at = spot_of(source->at[v->vertex]);
    v->has_right = v->has_left = false;
    if (is_part) {
      const int32_t right = id_of(source, l.part, id + 1), left = id_of(source, l.part, id + 2);
      v->has_right = right != v->vertex;
      v->has_left = left != v->vertex;
      v->right = from_to(v->at, spot_of(source->at[right]));
      v->left = from_to(v->at, spot_of(source->at[left]));
    }
    v->sees_all = sees(v, polygon);
    if (!describe(j, v, polygon, s->corners + (int64_t)count * 7 * j->corners_each, of)) continue;
    measure_part(v, s->distances + (int64_t)count * 2 * j->corners_each, j->corners_each);
    count++;
  }
  return count;
}

/* ---- One facet ---- */

/* Returns the greatest value of |sv| - |su| over the part that u sees; INFINITY if v doesn't see
 * all of that. */
static float gap_of(const viewer *u, const viewer *v) {
  const pf_convex *part = &u->part;
  if (!v->sees_all && !sees(v, part)) return INFINITY;
  double at_corners = -INFINITY, by_plane = -INFINITY;
  for (int32_t i = 0; i < part->count; i++) {
    const double to_v = pf_spot_distance(part->corners[i], v->at);
    const double here = to_v - u->to_corners[i], plane = to_v - u->below[i];
    at_corners = here > at_corners ? here : at_corners;
    by_plane = plane > by_plane ? plane : by_plane;
  }
  return (float)(at_corners < 0 ? at_corners : by_plane);
}

static float known_gap(const job *j, scratch *s, int32_t u, int32_t v) {
  float *gap = &s->gap[(int64_t)u * j->capacity + v];
  if (isnan(*gap)) *gap = gap_of(&s->viewers[u], &s->viewers[v]);
  return *gap;
}

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
    const viewer *v = &s->viewers[i];
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
    const viewer *v = &s->viewers[i];
    const float way = v->most + rows->most[(int64_t)v->vertex * rows->blocks + block];
    most = way < most ? way : most;
  }
  const float greatest = set_bounds(j, s, count, block, most, bound);
  /* Ways to some vertices of the block may be missing, where the longest looks short. */
  return greatest <= most ? greatest : set_bounds(j, s, count, block, PF_ROW_FAR / 2, bound);
}

static uint64_t open_to(const viewer *v, int32_t block) {
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
    const viewer *v = &s->viewers[i];
    const float way = v->least + rows->least[(int64_t)v->vertex * rows->blocks + block];
    s->live[live] = i;
    live += (way <= most) & (open_to(v, block) != 0);
  }
  for (int32_t i = 0; i < live; i++) {
    const viewer *v = &s->viewers[s->live[i]];
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
  if (__builtin_popcountll(hits) <= FEW_HITS) {
    for (uint64_t left = hits; left; left &= left - 1) {
      const int w = __builtin_ctzll(left);
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
  const float gap = known_gap(j, s, u, v);
  if (gap == INFINITY) return hits;
  return not_dominated(s->viewers[u].row + from, s->viewers[v].row + from, gap + j->margin, hits);
}

static void find_in_block(const job *j, scratch *s, int32_t count, int32_t block,
                          pf_region_firsts *of) {
  const int64_t from = (int64_t)block * PF_ROW_BLOCK;
  const int32_t live = find_hits(j, s, count, block);
  for (int32_t i = 0; i < live; i++) {
    const viewer *u = &s->viewers[s->live[i]];
    uint64_t hits = s->hits[i];
    for (int32_t k = 0; k < live && hits; k++)
      hits = not_dominated_by(j, s, s->live[i], s->live[k], from, hits);
    if (hits) of->bits[(int64_t)u->first * j->out->words + block] |= hits;
  }
}

static void find_in_facet(const job *j, scratch *s, const pf_facet *facet, pf_region_firsts *of) {
  const pf_convex polygon = {j->facets->corners + facet->corner, facet->corner_count};
  const int32_t count = list_viewers(j, s, facet, &polygon, of);
  of->area += area_of(&polygon);
  for (int32_t i = 0; i < count; i++)
    for (int32_t k = 0; k < count; k++) s->gap[(int64_t)i * j->capacity + k] = NAN;
  for (int32_t block = 0; count && block < j->rows->blocks; block++)
    find_in_block(j, s, count, block, of);
}

/* ---- A region ---- */

/* Lists all vertices that see some facet of the region, and numbers them. */
static pathfan_status begin(const job *j, scratch *s, int64_t region, pf_region_firsts *of) {
  const pf_listed_source *source = j->source;
  int64_t most = 0;
  for (int64_t p = j->facets->first[region]; p < j->facets->first[region + 1]; p++) {
    const leaf l = leaf_at(source, j->facets->list[p].leaf);
    most += (int64_t)l.whole_count + l.part_count;
  }
  if (most > source->n) most = source->n;
  of->vertices = pf_alloc((uint64_t)most, sizeof *of->vertices);
  if (!of->vertices) return PATHFAN_ERR_NO_MEMORY;
  for (int64_t p = j->facets->first[region]; p < j->facets->first[region + 1]; p++) {
    const leaf l = leaf_at(source, j->facets->list[p].leaf);
    for (uint64_t i = 0; i < (uint64_t)l.whole_count + l.part_count; i++) {
      const int32_t v = i < l.whole_count
                            ? id_of(source, l.whole, i)
                            : id_of(source, l.part, PF_CONES_PART_IDS * (i - l.whole_count));
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
  const uint64_t capacity = (uint64_t)j->capacity, n = (uint64_t)j->source->n;
  s->viewers = pf_alloc(capacity, sizeof *s->viewers);
  s->gap = pf_alloc(capacity * capacity, sizeof *s->gap);
  s->corners = pf_alloc(capacity * 7 * (uint64_t)j->corners_each, sizeof *s->corners);
  s->distances = pf_alloc(capacity * 2 * (uint64_t)j->corners_each, sizeof *s->distances);
  s->live = pf_alloc(capacity, sizeof *s->live);
  s->hits = pf_alloc(capacity, sizeof *s->hits);
  s->number = pf_alloc(n, sizeof *s->number);
  for (uint64_t v = 0; s->number && v < n; v++) s->number[v] = -1;
  return s->viewers && s->gap && s->corners && s->distances && s->live && s->hits && s->number;
}

static void free_scratch(scratch *s) {
  free(s->viewers);
  free(s->gap);
  free(s->corners);
  free(s->distances);
  free(s->live);
  free(s->hits);
  free(s->number);
}

/* Returns the most viewers of a facet. */
static int32_t most_viewers(const pf_facets *facets, const pf_listed_source *source) {
  int64_t most = 1;
  for (int64_t p = 0; p < facets->count; p++) {
    const leaf l = leaf_at(source, facets->list[p].leaf);
    if ((int64_t)l.whole_count + l.part_count + 1 > most)
      most = (int64_t)l.whole_count + l.part_count + 1;
  }
  return (int32_t)most;
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
           .capacity = most_viewers(facets, source),
           .corners_each = facets->corners_most + 5,
           .wide = pf_listed_wide(source)};
  j.margin = (float)(8 * unit + 64 * j.wide + (rows->longest + 4 * source->extent) * 0x1p-21);
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

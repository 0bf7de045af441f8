/* edge_groups.c - sorts the edges of each vertex into groups.
 *
 * Edges are first counted out to their groups. A group has ten edges on average, in the order of
 * numbers; since neighbours on the map have near numbers, it is mostly in order already. Merging is
 * for vertices with very many edges. */
#include "graph/edge_groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FEW = 24 }; /* up to so many are sorted by insertion */

/* An edge being sorted. */
typedef struct spoke {
  pf_lattice_point d; /* from its vertex to the other end */
  int32_t to;
} spoke;

/* Like pf_side_of, without a branch, which would be mispredicted every other time. */
static inline uint32_t side_of(const pf_wedge *wedge, pf_lattice_point d) {
  const int64_t first = pf_cross(d, wedge->first), second = pf_cross(d, wedge->second);
  const uint32_t left = (first >= 0) & (second >= 0), right = (first <= 0) & (second <= 0);
  return (left - 1) & (PF_SIDE_NONE - right);
}

/* The group of an edge by the sides of both its ends. */
static const uint8_t group_by_side[9] = {[3 * PF_SIDE_LEFT + PF_SIDE_LEFT] = PF_EDGES_LEFT_TAUT,
                                         [3 * PF_SIDE_LEFT + PF_SIDE_RIGHT] = PF_EDGES_LEFT_TAUT,
                                         [3 * PF_SIDE_LEFT + PF_SIDE_NONE] = PF_EDGES_LEFT_END,
                                         [3 * PF_SIDE_RIGHT + PF_SIDE_LEFT] = PF_EDGES_RIGHT_TAUT,
                                         [3 * PF_SIDE_RIGHT + PF_SIDE_RIGHT] = PF_EDGES_RIGHT_TAUT,
                                         [3 * PF_SIDE_RIGHT + PF_SIDE_NONE] = PF_EDGES_RIGHT_END,
                                         [3 * PF_SIDE_NONE + PF_SIDE_LEFT] = PF_EDGES_OTHER,
                                         [3 * PF_SIDE_NONE + PF_SIDE_RIGHT] = PF_EDGES_OTHER,
                                         [3 * PF_SIDE_NONE + PF_SIDE_NONE] = PF_EDGES_OTHER};

/* ---- Sorting a group ---- */

/* Whether a comes before b, counter-clockwise. */
static inline bool precedes(const spoke *a, const spoke *b) {
  return pf_cross(a->d, b->d) > 0;
}

static void insert_all(spoke *list, int32_t count) {
  for (int32_t i = 1; i < count; i++) {
    const spoke one = list[i];
    int32_t place = i;
    for (; place && precedes(&one, &list[place - 1]); place--) list[place] = list[place - 1];
    list[place] = one;
  }
}

/* Merges runs of FEW, 2 FEW and so on. other: room for as many. */
static void merge_all(spoke *list, spoke *other, int32_t count) {
  for (int32_t i = 0; i < count; i += FEW) insert_all(list + i, count - i < FEW ? count - i : FEW);
  for (int32_t half = FEW; half < count; half *= 2) {
    for (int32_t begin = 0; begin < count; begin += 2 * half) {
      const int32_t middle = begin + half < count ? begin + half : count;
      const int32_t end = count - begin > 2 * half ? begin + 2 * half : count;
      int32_t a = begin, b = middle;
      for (int32_t i = begin; i < end; i++) {
        const bool second = a == middle || (b < end && precedes(&list[b], &list[a]));
        other[i] = list[second ? b++ : a++];
      }
    }
    memcpy(list, other, (size_t)count * sizeof *list);
  }
}

/* Edges on the way into their groups, and room for those of one vertex. */
typedef struct sorter {
  const pf_lattice_point *at; /* of vertices */
  const pf_wedge *wedge;
  const int32_t *first, *from;
  int32_t *to;
  uint8_t *ends;         /* groups */
  spoke *spokes, *other; /* a group being sorted */
} sorter;

/* Sorts a group of v, edges begin .. end - 1; a clockwise one as its mirror image. */
static void sort_group(const sorter *s, int32_t v, int32_t begin, int32_t end, bool clockwise) {
  const int32_t count = end - begin;
  int32_t *to = s->to + begin;
  for (int32_t i = 0; i < count; i++) {
    const pf_lattice_point d = pf_from_to(s->at[v], s->at[to[i]]);
    s->spokes[i] = (spoke){{d.x, clockwise ? -d.y : d.y}, to[i]};
  }
  if (count <= FEW)
    insert_all(s->spokes, count);
  else
    merge_all(s->spokes, s->other, count);
  for (int32_t i = 0; i < count; i++) to[i] = s->spokes[i].to;
}

/* ---- All of them ---- */

/* Distributes the edges of v over its groups, in the order of numbers; finds where these begin. */
static void deal(const sorter *s, int32_t v, int32_t group[PF_EDGE_GROUPS]) {
  const int32_t *from = s->from + s->first[v];
  const int32_t count = s->first[v + 1] - s->first[v];
  int32_t next[PF_EDGE_GROUPS] = {0}, begin = s->first[v];
  for (int32_t i = 0; i < count; i++) {
    const int32_t w = from[i];
    const pf_lattice_point d = pf_from_to(s->at[v], s->at[w]);
    s->ends[i] = group_by_side[3 * side_of(&s->wedge[v], d) + side_of(&s->wedge[w], d)];
    next[s->ends[i]]++;
  }
  for (int g = 0; g < PF_EDGE_GROUPS; g++) {
    const int32_t size = next[g];
    group[g] = next[g] = begin;
    begin += size;
  }
  for (int32_t i = 0; i < count; i++) s->to[next[s->ends[i]]++] = from[i];
}

pathfan_status pf_edges_group(pf_graph *graph, const int32_t *first, const int32_t *from,
                              int32_t *to) {
  const int32_t n = graph->vertex_count;
  int32_t most = 0;
  for (int32_t v = 0; v < n; v++)
    if (first[v + 1] - first[v] > most) most = first[v + 1] - first[v];
  sorter s = {.at = graph->at,
              .wedge = graph->wedge,
              .first = first,
              .from = from,
              .to = to,
              .ends = pf_alloc((uint64_t)most, sizeof *s.ends),
              .spokes = pf_alloc(2 * (uint64_t)most, sizeof *s.spokes)};
  const bool ok = s.ends && s.spokes;
  if (ok) s.other = s.spokes + most;
  for (int32_t v = 0; v < n && ok; v++) {
    int32_t *bound = &graph->group[PF_EDGE_GROUPS * v];
    deal(&s, v, bound);
    for (int g = 0; g < PF_EDGES_OTHER; g++)
      sort_group(&s, v, bound[g], bound[g + 1], g > PF_EDGES_LEFT_END);
  }
  graph->group[PF_EDGE_GROUPS * n] = first[n];
  free(s.ends);
  free(s.spokes);
  return ok ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

/* spread.c - both ends of an edge are grouped by the same four cross products, because who goes
 * the other way has everything on the other side. Edges are counted out to their groups first;
 * a group holds ten on average, in the order of numbers, in which neighbours on the map come
 * together, so that most of it is in order already. Merging is for stars. */
#include "graph/spread.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FEW = 24 }; /* as many are sorted by insertion */

/* An edge on its way to its place. */
typedef struct spoke {
  pathfan_lattice_point d; /* from its vertex to the other one */
  int32_t to;
} spoke;

/* pathfan_side_of without a branch, which would be mispredicted every other time. */
static inline uint32_t side_of(const pathfan_wedge *wedge, pathfan_lattice_point d) {
  const int64_t first = pathfan_cross(d, wedge->first), second = pathfan_cross(d, wedge->second);
  const uint32_t left = (first >= 0) & (second >= 0), right = (first <= 0) & (second <= 0);
  return (left - 1) & (PATHFAN_SIDE_NONE - right);
}

/* The groups of an edge at the vertex that it leaves, times 16, and at the other one, by the sides
 * of both on the way there. */
#define GROUPS(out, back) ((PATHFAN_EDGES_##out) << 4 | (PATHFAN_EDGES_##back))
static const uint8_t groups_by_side[9] = {
    [3 * PATHFAN_SIDE_LEFT + PATHFAN_SIDE_LEFT] = GROUPS(LEFT_TAUT, RIGHT_TAUT),
    [3 * PATHFAN_SIDE_LEFT + PATHFAN_SIDE_RIGHT] = GROUPS(LEFT_TAUT, LEFT_TAUT),
    [3 * PATHFAN_SIDE_LEFT + PATHFAN_SIDE_NONE] = GROUPS(LEFT_END, OTHER),
    [3 * PATHFAN_SIDE_RIGHT + PATHFAN_SIDE_LEFT] = GROUPS(RIGHT_TAUT, RIGHT_TAUT),
    [3 * PATHFAN_SIDE_RIGHT + PATHFAN_SIDE_RIGHT] = GROUPS(RIGHT_TAUT, LEFT_TAUT),
    [3 * PATHFAN_SIDE_RIGHT + PATHFAN_SIDE_NONE] = GROUPS(RIGHT_END, OTHER),
    [3 * PATHFAN_SIDE_NONE + PATHFAN_SIDE_LEFT] = GROUPS(OTHER, RIGHT_END),
    [3 * PATHFAN_SIDE_NONE + PATHFAN_SIDE_RIGHT] = GROUPS(OTHER, LEFT_END),
    [3 * PATHFAN_SIDE_NONE + PATHFAN_SIDE_NONE] = GROUPS(OTHER, OTHER)};
#undef GROUPS

/* ---- Sorting a group ---- */

/* Whether a comes before b, counter-clockwise. */
static inline bool precedes(const spoke *a, const spoke *b) {
  return pathfan_cross(a->d, b->d) > 0;
}

static void insert_all(spoke *list, int32_t count) {
  for (int32_t i = 1; i < count; i++) {
    const spoke one = list[i];
    int32_t place = i;
    for (; place && precedes(&one, &list[place - 1]); place--) list[place] = list[place - 1];
    list[place] = one;
  }
}

/* Merges stretches of FEW, 2 FEW and so on; other: room for as many. */
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

/* ---- All of them ---- */

/* In which groups the two ends of an edge are, and how many each will hold: group[i + 1] counts
 * group i. */
static void count_out(const pathfan_edge_list *list, int32_t n, const pathfan_lattice_point *at,
                      const pathfan_wedge *wedge, int32_t *group, uint8_t *ends) {
  for (int32_t v = 0; v < n; v++)
    for (int32_t i = list->first[v]; i < list->first[v + 1]; i++) {
      const int32_t w = list->to[i];
      const pathfan_lattice_point d = pathfan_from_to(at[v], at[w]);
      ends[i] = groups_by_side[3 * side_of(&wedge[v], d) + side_of(&wedge[w], d)];
      group[PATHFAN_EDGE_GROUPS * v + (ends[i] >> 4) + 1]++;
      group[PATHFAN_EDGE_GROUPS * w + (ends[i] & 15) + 1]++;
    }
}

/* Puts edges into their groups, in the order of numbers: those to smaller ones come first. */
static void deal(const pathfan_edge_list *list, int32_t n, const uint8_t *ends, int32_t *next,
                 int32_t *to) {
  for (int32_t v = 0; v < n; v++)
    for (int32_t i = list->first[v]; i < list->first[v + 1]; i++) {
      const int32_t w = list->to[i];
      to[next[PATHFAN_EDGE_GROUPS * v + (ends[i] >> 4)]++] = w;
      to[next[PATHFAN_EDGE_GROUPS * w + (ends[i] & 15)]++] = v;
    }
}

/* Clockwise groups are sorted in the mirror. */
static void sort_group(spoke *spokes, spoke *other, int32_t v, const pathfan_lattice_point *at,
                       int32_t *to, int32_t count, bool clockwise) {
  for (int32_t i = 0; i < count; i++) {
    const pathfan_lattice_point d = pathfan_from_to(at[v], at[to[i]]);
    spokes[i] = (spoke){{d.x, clockwise ? -d.y : d.y}, to[i]};
  }
  if (count <= FEW)
    insert_all(spokes, count);
  else
    merge_all(spokes, other, count);
  for (int32_t i = 0; i < count; i++) to[i] = spokes[i].to;
}

pathfan_status pathfan_edges_spread(const pathfan_edge_list *list, int32_t n,
                                    const pathfan_lattice_point *at, const pathfan_wedge *wedge,
                                    int32_t *group, int32_t *to) {
  const int32_t groups = PATHFAN_EDGE_GROUPS * n;
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  spoke *spokes = NULL;
  int32_t most = 0;
  uint8_t *ends = pathfan_alloc((uint64_t)list->first[n], sizeof *ends);
  int32_t *next = pathfan_alloc((uint64_t)groups, sizeof *next);
  if (!ends || !next) goto cleanup;
  memset(group, 0, ((size_t)groups + 1) * sizeof *group);
  count_out(list, n, at, wedge, group, ends);
  for (int32_t i = 0; i < groups; i++) {
    if (group[i + 1] > most) most = group[i + 1];
    group[i + 1] += group[i];
    next[i] = group[i];
  }
  spokes = pathfan_alloc(2 * (uint64_t)most, sizeof *spokes);
  if (!spokes) goto cleanup;
  deal(list, n, ends, next, to);
  for (int32_t v = 0; v < n; v++)
    for (int g = 0; g < PATHFAN_EDGES_OTHER; g++) {
      const int32_t *bound = &group[PATHFAN_EDGE_GROUPS * v + g];
      sort_group(spokes, spokes + most, v, at, to + bound[0], bound[1] - bound[0],
                 g > PATHFAN_EDGES_LEFT_END);
    }
  status = PATHFAN_OK;

cleanup:
  free(ends);
  free(next);
  free(spokes);
  return status;
}

void pathfan_edge_list_free(pathfan_edge_list *list) {
  free(list->first);
  free(list->to);
  memset(list, 0, sizeof *list);
}

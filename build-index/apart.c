/* apart.c - a via-path is two ways in trees, so what of it is near no way taken is told by sums
 * along the trees, which each vertex keeps: candidates share most of their edges, and an edge is
 * asked about once for all of them. Where both went the way that was taken, nothing is asked. */
#include "apart.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* That of requests by default (query/request.c): wider or narrower ones find no more
 * (docs/decisions/regions.md). */
#define APART_WIDTH 0.02

static pathfan_fixed_point point_of(const pathfan_apart *apart, int32_t v) {
  return pathfan_lift(apart->graph->at[v], apart->fraction_bits);
}

static int fraction_bits_for(const pathfan_graph *graph) {
  int32_t extent = 0;
  for (int32_t v = 0; v < graph->vertex_count; v++) {
    if (graph->at[v].x > extent) extent = graph->at[v].x;
    if (graph->at[v].y > extent) extent = graph->at[v].y;
  }
  return pathfan_fraction_bits(extent);
}

pathfan_status pathfan_apart_init(pathfan_apart *apart, const pathfan_graph *graph, int shift) {
  const int32_t n = graph->vertex_count;
  memset(apart, 0, sizeof *apart);
  apart->graph = graph;
  apart->fraction_bits = fraction_bits_for(graph);
  apart->steps = pathfan_power_of_two(shift - graph->length_bits + apart->fraction_bits);
  apart->room = pathfan_alloc((uint64_t)n, sizeof *apart->room);
  pathfan_status status = apart->room ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int s = 0; s < 2 && !status; s++) {
    pathfan_apart_side *side = &apart->side[s];
    side->away = pathfan_alloc((uint64_t)n, sizeof *side->away);
    status = side->away ? pathfan_stamp_fit(&side->taken, n) : PATHFAN_ERR_NO_MEMORY;
    if (!status) status = pathfan_stamp_fit(&side->known, n);
  }
  return status;
}

pathfan_status pathfan_apart_begin(pathfan_apart *apart, const pathfan_tree_entry *a,
                                   const pathfan_tree_entry *b, int32_t to) {
  apart->side[0].entries = a;
  apart->side[1].entries = b;
  for (int s = 0; s < 2; s++) pathfan_stamp_next(&apart->side[s].taken);
  apart->width = pathfan_corridor_width(APART_WIDTH * apart->steps * (double)a[to].length);
  pathfan_corridor_clear(&apart->taken);
  return pathfan_apart_take(apart, to);
}

pathfan_status pathfan_apart_take(pathfan_apart *apart, int32_t v) {
  pathfan_status status = PATHFAN_OK;
  for (int s = 0; s < 2; s++) {
    pathfan_apart_side *side = &apart->side[s];
    int32_t x = v;
    while (!status && pathfan_stamp_add(&side->taken, x) && side->entries[x].parent >= 0) {
      const int32_t before = side->entries[x].parent;
      status = pathfan_corridor_add(&apart->taken, point_of(apart, before), point_of(apart, x));
      x = before;
    }
    pathfan_stamp_next(&side->known);
  }
  return status;
}

/* Length of the way from the source to v that is near none taken. */
static double away(pathfan_apart *apart, pathfan_apart_side *side, int32_t v) {
  int32_t count = 0;
  while (!pathfan_stamp_has(&side->known, v) && !pathfan_stamp_has(&side->taken, v)) {
    apart->room[count++] = v;
    v = side->entries[v].parent;
  }
  double length = pathfan_stamp_has(&side->taken, v) ? 0 : side->away[v];
  while (count) {
    const int32_t x = apart->room[--count];
    length += pathfan_corridor_outside(&apart->taken, point_of(apart, side->entries[x].parent),
                                       point_of(apart, x), apart->width);
    side->away[x] = length;
    pathfan_stamp_add(&side->known, x);
  }
  return length;
}

double pathfan_apart_share(pathfan_apart *apart, int32_t v) {
  const double all = (double)apart->side[0].entries[v].length + apart->side[1].entries[v].length;
  const double length = away(apart, &apart->side[0], v) + away(apart, &apart->side[1], v);
  return length / (all * apart->steps);
}

void pathfan_apart_free(pathfan_apart *apart) {
  for (int s = 0; s < 2; s++) {
    pathfan_stamp_free(&apart->side[s].taken);
    pathfan_stamp_free(&apart->side[s].known);
    free(apart->side[s].away);
  }
  pathfan_corridor_free(&apart->taken);
  free(apart->room);
  memset(apart, 0, sizeof *apart);
}

/* trace.c - the outline of a grid map, in two sweeps over its lattice points.
 *
 * The four cells round a point determine everything: the border turns there unless it runs straight
 * through or isn't there. Where two blocked cells touch diagonally, two corners of the border meet
 * in one vertex; they need no distinction, because an outline is a set of edges. The first sweep
 * counts; the second numbers vertices in reading order and closes an edge with the last vertex to
 * the left, or above, wherever the border arrives from there. */
#include "meshing/trace.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* Free cells round a lattice point, one bit each. */
enum { ABOVE_LEFT = 1, ABOVE_RIGHT = 2, BELOW_LEFT = 4, BELOW_RIGHT = 8 };

/* A line of lattice points between two rows of cells; rows off the map are blocked. */
typedef struct line {
  const uint8_t *above, *below; /* [Size: width] or NULL */
  int32_t width;
} line;

static line line_at(const pf_grid *grid, int32_t y) {
  return (line){y ? grid->free + (int64_t)(y - 1) * grid->width : NULL,
                y < grid->height ? grid->free + (int64_t)y * grid->width : NULL, grid->width};
}

/* Returns the cells round the next point, given those round the previous one. */
static unsigned advance(const line *l, int32_t x, unsigned round) {
  round >>= 1; /* cells on the right become cells on the left */
  round &= ABOVE_LEFT | BELOW_LEFT;
  if (x >= l->width) return round;
  if (l->above && l->above[x]) round |= ABOVE_RIGHT;
  if (l->below && l->below[x]) round |= BELOW_RIGHT;
  return round;
}

/* Whether the border arrives at a point from the left, and from above. */
static bool from_left(unsigned round) {
  return !(round & ABOVE_LEFT) != !(round & BELOW_LEFT);
}
static bool from_above(unsigned round) {
  return !(round & ABOVE_LEFT) != !(round & ABOVE_RIGHT);
}

/* Number of border edges that end at the point: 2 at a turn, 4 at a pinch, 0 where the border runs
 * straight on or isn't there. */
static int turns(unsigned round) {
  static const int8_t ends[16] = {0, 2, 2, 0, 2, 0, 4, 2, 2, 4, 0, 2, 0, 2, 2, 0};
  return ends[round];
}

static void count(const pf_grid *grid, pf_outline *outline) {
  int64_t ends = 0;
  for (int32_t y = 0; y <= grid->height; y++) {
    const line l = line_at(grid, y);
    unsigned round = 0;
    for (int32_t x = 0; x <= grid->width; x++) {
      round = advance(&l, x, round);
      outline->vertex_count += turns(round) != 0;
      ends += turns(round);
    }
  }
  outline->edge_count = (int32_t)(ends / 2);
}

/* Fills in vertices and edges. above [Size: width + 1]: the last vertex in each column. */
static void fill(const pf_grid *grid, pf_outline *outline, int32_t *above) {
  int32_t vertex = 0;
  pf_outline_edge *edge = outline->edges;
  for (int32_t y = 0; y <= grid->height; y++) {
    const line l = line_at(grid, y);
    unsigned round = 0;
    int32_t left = 0;
    for (int32_t x = 0; x <= grid->width; x++) {
      round = advance(&l, x, round);
      if (!turns(round)) continue;
      outline->vertices[vertex] = (pf_lattice_point){x, y};
      if (from_left(round))
        *edge++ =
            round & BELOW_LEFT ? (pf_outline_edge){left, vertex} : (pf_outline_edge){vertex, left};
      if (from_above(round))
        *edge++ = round & ABOVE_LEFT ? (pf_outline_edge){above[x], vertex}
                                     : (pf_outline_edge){vertex, above[x]};
      left = above[x] = vertex++;
    }
  }
}

pathfan_status pf_trace_grid(const pf_grid *grid, pf_outline *outline) {
  memset(outline, 0, sizeof *outline);
  int32_t *above = pf_alloc((uint64_t)grid->width + 1, sizeof *above);
  if (!above) return PATHFAN_ERR_NO_MEMORY;
  count(grid, outline);
  outline->vertices = pf_alloc((uint64_t)outline->vertex_count, sizeof *outline->vertices);
  outline->edges = pf_alloc((uint64_t)outline->edge_count, sizeof *outline->edges);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (outline->vertices && outline->edges) {
    fill(grid, outline, above);
    status = PATHFAN_OK;
  }
  free(above);
  if (status) pf_outline_free(outline);
  return status;
}

#include "twin_outlines.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/frame.h"

static pf_outline empty(int64_t vertices, int64_t edges) {
  pf_outline outline = {.vertices = malloc(((size_t)vertices + 1) * sizeof(pf_lattice_point)),
                        .edges = malloc(((size_t)edges + 1) * sizeof(pf_outline_edge))};
  if (!outline.vertices || !outline.edges) abort();
  return outline;
}

static void add_edge(pf_outline *outline, int32_t from, int32_t to) {
  outline->edges[outline->edge_count++] = (pf_outline_edge){from, to};
}

static int32_t add_vertex(pf_outline *outline, int32_t x, int32_t y) {
  outline->vertices[outline->vertex_count] = (pf_lattice_point){x, y};
  return outline->vertex_count++;
}

pf_outline twin_outline_bent(const pf_grid *grid, int32_t step, double chance, pf_random *random) {
  const int64_t points = (int64_t)(grid->width + 1) * (grid->height + 1);
  pf_outline outline = empty(points, 4 * points);
  int32_t *number = malloc((size_t)points * sizeof *number);
  if (!number) abort();
  for (int32_t y = 0; y <= grid->height; y++)
    for (int32_t x = 0; x <= grid->width; x++) {
      const int around = pf_grid_is_free(grid, x - 1, y - 1) + pf_grid_is_free(grid, x, y - 1) +
                         pf_grid_is_free(grid, x - 1, y) + pf_grid_is_free(grid, x, y);
      int32_t dx = 0, dy = 0;
      if (pf_random_chance(random, chance)) {
        dx = pf_random_between(random, -(step - 1) / 3, (step - 1) / 3);
        dy = pf_random_between(random, -(step - 1) / 3, (step - 1) / 3);
      }
      if (around == 0 || around == 4) continue;
      number[y * (grid->width + 1) + x] =
          add_vertex(&outline, (x + 1) * step + dx, (y + 1) * step + dy);
    }
  for (int32_t y = 0; y < grid->height; y++)
    for (int32_t x = 0; x < grid->width; x++) {
      if (!pf_grid_is_free(grid, x, y)) continue;
      const int32_t *above = number + y * (grid->width + 1) + x, *below = above + grid->width + 1;
      if (!pf_grid_is_free(grid, x, y - 1)) add_edge(&outline, above[0], above[1]);
      if (!pf_grid_is_free(grid, x + 1, y)) add_edge(&outline, above[1], below[1]);
      if (!pf_grid_is_free(grid, x, y + 1)) add_edge(&outline, below[1], below[0]);
      if (!pf_grid_is_free(grid, x - 1, y)) add_edge(&outline, below[0], above[0]);
    }
  free(number);
  return outline;
}

pf_outline twin_outline_shuffled(const pf_outline *outline, pf_random *random) {
  pf_outline other = empty(outline->vertex_count, outline->edge_count);
  int32_t *number = malloc(((size_t)outline->vertex_count + 1) * sizeof *number);
  if (!number) abort();
  for (int32_t i = 0; i < outline->vertex_count; i++) {
    const int32_t j = pf_random_between(random, 0, i);
    number[i] = number[j];
    number[j] = i;
  }
  for (int32_t i = 0; i < outline->vertex_count; i++)
    other.vertices[number[i]] = outline->vertices[i];
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const int32_t j = pf_random_between(random, 0, i);
    other.edges[i] = other.edges[j];
    other.edges[j] =
        (pf_outline_edge){number[outline->edges[i].from], number[outline->edges[i].to]};
  }
  other.vertex_count = outline->vertex_count;
  other.edge_count = outline->edge_count;
  free(number);
  return other;
}

pf_outline twin_outline_mapped(const pf_outline *outline, int32_t a, int32_t b, int32_t c,
                               int32_t d) {
  pf_outline other = empty(outline->vertex_count, outline->edge_count);
  pf_lattice_point low = {INT32_MAX, INT32_MAX};
  for (int32_t i = 0; i < outline->vertex_count; i++) {
    const pf_lattice_point at = outline->vertices[i];
    add_vertex(&other, a * at.x + b * at.y, c * at.x + d * at.y);
    if (other.vertices[i].x < low.x) low.x = other.vertices[i].x;
    if (other.vertices[i].y < low.y) low.y = other.vertices[i].y;
  }
  for (int32_t i = 0; i < outline->vertex_count; i++) {
    other.vertices[i].x -= low.x;
    other.vertices[i].y -= low.y;
  }
  const bool mirrors = (int64_t)a * d < (int64_t)b * c;
  for (int32_t i = 0; i < outline->edge_count; i++) {
    const pf_outline_edge edge = outline->edges[i];
    add_edge(&other, mirrors ? edge.to : edge.from, mirrors ? edge.from : edge.to);
  }
  return other;
}

pf_outline twin_outline_stretched(const pf_outline *outline, pf_random *random) {
  int32_t x[1001] = {0}, y[1001] = {0};
  pf_outline other = empty(outline->vertex_count, outline->edge_count);
  for (int i = 1; i <= 1000; i++) {
    x[i] = x[i - 1] + pf_random_between(random, 1, 1 << pf_random_between(random, 0, 17));
    y[i] = y[i - 1] + pf_random_between(random, 1, 1 << pf_random_between(random, 0, 17));
  }
  for (int32_t i = 0; i < outline->vertex_count; i++)
    add_vertex(&other, x[outline->vertices[i].x], y[outline->vertices[i].y]);
  memcpy(other.edges, outline->edges, (size_t)outline->edge_count * sizeof *outline->edges);
  other.edge_count = outline->edge_count;
  return other;
}

static int32_t on_circle(pf_outline *outline, int32_t i, int32_t count, int32_t radius,
                         int32_t middle) {
  const double angle = 2 * 3.14159265358979323846 * i / count;
  return add_vertex(outline, middle + (int32_t)lrint(radius * cos(angle)),
                    middle + (int32_t)lrint(radius * sin(angle)));
}

pf_outline twin_outline_star(int32_t count, int32_t radius) {
  pf_outline outline = empty(2 * count + 1, 3 * count);
  const int32_t hub = add_vertex(&outline, radius, radius);
  for (int32_t i = 0; i < count; i++) {
    const int32_t a = on_circle(&outline, 2 * i, 2 * count, radius, radius);
    const int32_t b = on_circle(&outline, 2 * i + 1, 2 * count, radius, radius);
    add_edge(&outline, hub, a);
    add_edge(&outline, a, b);
    add_edge(&outline, b, hub);
  }
  return outline;
}

pf_outline twin_outline_ring(int32_t count, int32_t inner, int32_t outer) {
  pf_outline outline = empty(2 * count, 2 * count);
  for (int32_t i = 0; i < count; i++) on_circle(&outline, i, count, outer, outer);
  for (int32_t i = 0; i < count; i++) on_circle(&outline, i, count, inner, outer);
  for (int32_t i = 0; i < count; i++) {
    add_edge(&outline, i, (i + 1) % count);
    add_edge(&outline, count + (i + 1) % count, count + i);
  }
  return outline;
}

pf_outline twin_outline_comb(int32_t count, int32_t length, pf_random *random) {
  pf_outline outline = empty(2 * count + 2, 2 * count + 2);
  /* A bar at the top, teeth with tips below, notches between them. */
  for (int32_t i = 0; i < 2 * count; i++) {
    const int32_t tooth = length + pf_random_between(random, 0, length);
    add_vertex(&outline, i + 1, i % 2 ? 1 + pf_random_between(random, 1, 3) : 4 + tooth);
  }
  add_vertex(&outline, 2 * count + 1, 0);
  add_vertex(&outline, 0, 0);
  for (int32_t i = 0; i < outline.vertex_count; i++)
    add_edge(&outline, (i + 1) % outline.vertex_count, i);
  return outline;
}

#include "twin_outline_maps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meshing/trace.h"
#include "twin_outlines.h"

/* Moves the outline so that its least coordinates are 0, then multiplies it by `times`. */
static void settle(pf_outline *outline, int32_t times) {
  pf_lattice_point least = {INT32_MAX, INT32_MAX};
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (outline->vertices[v].x < least.x) least.x = outline->vertices[v].x;
    if (outline->vertices[v].y < least.y) least.y = outline->vertices[v].y;
  }
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    outline->vertices[v].x = (outline->vertices[v].x - least.x) * times;
    outline->vertices[v].y = (outline->vertices[v].y - least.y) * times;
  }
}

twin_map twin_outline_map(int number, int32_t side_max) {
  pf_random random = pf_random_from((uint64_t)number * 7919 + 5);
  twin_map map = {.seed = (uint64_t)number + 11};
  const int kind = number % 8;
  const int source = number / 8 + (number % 3 ? twin_drawn_count() : 0);
  twin_map grid = twin_map_number(source, side_max);
  pf_outline traced = {0};
  const int32_t step = pf_random_between(&random, 4, 60);
  const char *name = "bent";
  assert_int_equal(pf_trace_grid(&grid.grid, &traced), PATHFAN_OK);
  if (!traced.edge_count) {
    grid.grid.free[0] = 1;
    pf_outline_free(&traced);
    assert_int_equal(pf_trace_grid(&grid.grid, &traced), PATHFAN_OK);
  }
  switch (kind) {
  case 0: map.outline = twin_outline_bent(&grid.grid, step, 1, &random); break;
  case 1: map.outline = twin_outline_bent(&grid.grid, step, 0.2, &random); break;
  case 2:
    name = "sheared";
    map.outline =
        twin_outline_mapped(&traced, pf_random_between(&random, 1, 5),
                            pf_random_between(&random, -3, 0), 1, pf_random_between(&random, 1, 4));
    break;
  case 3:
    name = "stretched";
    map.outline = twin_outline_stretched(&traced, &random);
    break;
  case 4:
    name = "bent, huge";
    map.outline = twin_outline_bent(&grid.grid, (1 << 26) / (side_max + 2), 0.8, &random);
    break;
  case 5:
    name = "traced";
    map.outline = twin_outline_mapped(&traced, 1, 0, 0, 1);
    break;
  case 6:
    name = number % 16 < 8 ? "star" : "comb";
    map.outline = number % 16 < 8
                      ? twin_outline_star(pf_random_between(&random, 2, 40),
                                          pf_random_between(&random, 5000, 1 << 25))
                      : twin_outline_comb(pf_random_between(&random, 2, 9),
                                          pf_random_between(&random, 100, 10000), &random);
    break;
  default:
    name = "ring";
    map.outline = twin_outline_ring(pf_random_between(&random, 3, 24), 1000 * step, 3000 * step);
  }
  settle(&map.outline, 2);
  snprintf(map.name, sizeof map.name, "%s, number %d, of %.200s", name, number, grid.name);
  pf_outline_free(&traced);
  twin_map_free(&grid);
  return map;
}

void twin_outline_write(const twin_map *map, int exponent, const char *path) {
  const pf_outline *o = &map->outline;
  uint8_t *used = calloc((size_t)o->edge_count + 1, 1);
  int32_t *ring = malloc(((size_t)o->edge_count + 1) * sizeof *ring);
  FILE *file = fopen(path, "w");
  assert_true(used && ring && file);
  fprintf(file, "poly\n1\n");
  for (int pass = 0; pass < 2; pass++) {
    int32_t rings = 0;
    memset(used, 0, (size_t)o->edge_count + 1);
    for (int32_t e = 0; e < o->edge_count; e++) {
      int32_t count = 0, here = e;
      if (used[e]) continue;
      /* Any loop of edges will do: the points that an odd number of loops go round are free. */
      do {
        used[here] = 1;
        ring[count++] = o->edges[here].from;
        int32_t next = -1;
        for (int32_t i = 0; i < o->edge_count && next < 0; i++)
          if (!used[i] && o->edges[i].from == o->edges[here].to) next = i;
        if (o->edges[here].to == o->edges[e].from) break;
        assert_true(next >= 0);
        here = next;
      } while (true);
      rings++;
      if (!pass) continue;
      fprintf(file, "%d", count);
      for (int32_t i = 0; i < count; i++)
        fprintf(file, " %.17g %.17g", ldexp(o->vertices[ring[i]].x, exponent),
                ldexp(o->vertices[ring[i]].y, exponent));
      fputc('\n', file);
    }
    if (!pass) fprintf(file, "%d\n", rings);
  }
  assert_int_equal(fclose(file), 0);
  free(used);
  free(ring);
}

/* opening_scene.h - maps with openings that are boxes of cells, some of them sheared, beside the
 * same maps built again without the walls there. PATHFAN_OPENING_MAPS in the environment sets how
 * many maps are tried (target `burn-in`). */
#ifndef PF_TESTS_OPENING_SCENE_H
#define PF_TESTS_OPENING_SCENE_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "generation_fixture.h"
#include "meshing/trace.h"
#include "pathfan/obstacles.h"
#include "query_fixture.h"
#include "suite.h"
#include "twin_ask.h"
#include "twin_outline_maps.h"
#include "twin_outlines.h"

enum { OPENINGS = 6 };

/* A box of cells. */
typedef struct box {
  int32_t x, y, width, height;
} box;

/* Boxes of a grid, mapped to the lattice of the index: x' = a x + b y, y' = c x + d y. */
typedef struct scene {
  twin_map map, burnt; /* grids */
  int32_t by[4];
  pf_fixed_point least; /* of the mapped outline */
  pathfan_index *index, *rebuilt;
  pathfan_query *query, *anew;
  int32_t count;
  box boxes[OPENINGS];
  pathfan_point corners[OPENINGS][4];
  pathfan_obstacles *none, *now;
} scene;

static inline pathfan_point mapped(const scene *s, double x, double y) {
  return (pathfan_point){s->by[0] * x + s->by[1] * y - (double)s->least.x,
                         s->by[2] * x + s->by[3] * y - (double)s->least.y};
}

static inline bool is_useful(const twin_map *map, box b) {
  bool blocked = false, beside = false;
  for (int32_t y = b.y; y < b.y + b.height; y++)
    for (int32_t x = b.x; x < b.x + b.width; x++) {
      if (pf_grid_is_free(&map->grid, x, y)) continue;
      blocked = true;
      beside = beside || pf_grid_is_free(&map->grid, x - 1, y) ||
               pf_grid_is_free(&map->grid, x + 1, y) || pf_grid_is_free(&map->grid, x, y - 1) ||
               pf_grid_is_free(&map->grid, x, y + 1);
    }
  return blocked && beside;
}

static inline pathfan_index *build(scene *s, twin_map *map, int number, bool skewed) {
  pathfan_build_options options = twin_some_options(number);
  if (!skewed) return twin_index(map, &options);
  pf_outline traced = {0};
  twin_map out = {.seed = map->seed};
  assert_int_equal(pf_trace_grid(&map->grid, &traced), PATHFAN_OK);
  out.outline = twin_outline_mapped(&traced, s->by[0], s->by[1], s->by[2], s->by[3]);
  pathfan_point low = {INFINITY, INFINITY}; /* which it moves to 0 */
  for (int32_t v = 0; v < traced.vertex_count; v++) {
    const pathfan_point at = mapped(s, traced.vertices[v].x, traced.vertices[v].y);
    low = (pathfan_point){fmin(low.x, at.x), fmin(low.y, at.y)};
  }
  for (int32_t v = 0; v < out.outline.vertex_count; v++) {
    out.outline.vertices[v].x += (int32_t)low.x;
    out.outline.vertices[v].y += (int32_t)low.y;
  }
  snprintf(out.name, sizeof out.name, "skewed %.200s", map->name);
  pathfan_index *index = twin_outline_index(&out, &options);
  pf_outline_free(&traced);
  pf_outline_free(&out.outline);
  return index;
}

static inline void open_walls(scene *s, pf_random *random) {
  const pf_grid *grid = &s->map.grid;
  const int32_t wanted = pf_random_between(random, 1, OPENINGS);
  s->now = (pathfan_obstacles *)pathfan_obstacles_retain(s->none);
  for (int tries = 0; tries < 100 && s->count < wanted; tries++) {
    box b = {.width = pf_random_between(random, 1, 3), .height = pf_random_between(random, 1, 3)};
    if (pf_random_below(random, 3) == 0) b.width = pf_random_between(random, 1, 9);
    if (b.width > grid->width || b.height > grid->height) continue;
    b.x = pf_random_between(random, 0, grid->width - b.width);
    b.y = pf_random_between(random, 0, grid->height - b.height);
    pathfan_point *corners = s->corners[s->count];
    corners[0] = mapped(s, b.x, b.y);
    corners[1] = mapped(s, b.x + b.width, b.y);
    corners[2] = mapped(s, b.x + b.width, b.y + b.height);
    corners[3] = mapped(s, b.x, b.y + b.height);
    const pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_OPENING,
                                   .area = {.corners = corners, .corner_count = 4}};
    pathfan_obstacles *next;
    if (pathfan_obstacles_change(s->now, &change, 1, &next, NULL, NULL)) continue;
    assert_true(is_useful(&s->map, b));
    pathfan_obstacles_release(s->now);
    s->now = next;
    s->boxes[s->count++] = b;
    pf_grid_fill_box(&s->burnt.grid, b.x, b.y, b.width, b.height, 1);
  }
}

static inline scene open_scene(int number, int32_t side, pf_random *random) {
  scene s = {.map = twin_map_number(number % 4 ? twin_drawn_count() + number : number / 4, side),
             .by = {1, 0, 0, 1}};
  const bool skewed = number % 3 == 2;
  if (skewed) {
    s.by[0] = pf_random_between(random, 1, 5);
    s.by[1] = pf_random_between(random, -3, 0);
    s.by[2] = 1;
    s.by[3] = pf_random_between(random, 1, 4);
    s.least.x = (int64_t)s.by[1] * s.map.grid.height;
  }
  s.burnt = s.map;
  const size_t cells = (size_t)s.map.grid.width * (size_t)s.map.grid.height;
  s.burnt.grid.free = malloc(cells);
  memcpy(s.burnt.grid.free, s.map.grid.free, cells);
  s.index = build(&s, &s.map, number, skewed);
  assert_int_equal(pathfan_query_create(s.index, &s.query), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_create(s.index, &s.none, NULL), PATHFAN_OK);
  open_walls(&s, random);
  s.rebuilt = build(&s, &s.burnt, number, skewed);
  assert_int_equal(pathfan_query_create(s.rebuilt, &s.anew), PATHFAN_OK);
  return s;
}

static inline void close_scene(scene *s) {
  pathfan_obstacles_release(s->none);
  pathfan_obstacles_release(s->now);
  pathfan_query_free(s->query);
  pathfan_query_free(s->anew);
  pathfan_index_close(s->index);
  pathfan_index_close(s->rebuilt);
  free(s->burnt.grid.free);
  twin_map_free(&s->map);
}

static inline const pathfan_answer *ask(pathfan_query *query, const pathfan_request *request) {
  const pathfan_answer *answer;
  if (pathfan_query_paths(query, request, &answer)) fail_msg("%s", pathfan_query_error(query));
  return answer;
}

/* Whether free cells at the upper left corner of one meet in that point only. */
static inline bool is_pinch(const pf_grid *grid, int32_t x, int32_t y) {
  const bool free = pf_grid_is_free(grid, x, y);
  return free == pf_grid_is_free(grid, x - 1, y - 1) && free != pf_grid_is_free(grid, x - 1, y) &&
         free != pf_grid_is_free(grid, x, y - 1);
}

static inline pathfan_point some_point(pf_random *random, const scene *s) {
  const pf_grid *grid = &s->burnt.grid;
  for (;;) {
    const double x = (double)pf_random_below(random, grid->width * 64 + 1) / 64;
    const double y = (double)pf_random_below(random, grid->height * 64 + 1) / 64;
    if (!pf_grid_is_free(grid, (int32_t)x, (int32_t)y)) continue;
    if (pf_random_below(random, 4)) return mapped(s, x, y);
    if (!is_pinch(grid, (int32_t)x, (int32_t)y)) return mapped(s, floor(x), floor(y));
  }
}

static inline void show(const scene *s) {
  for (int32_t i = 0; i < s->count; i++)
    fprintf(stderr, "opening %d: %d,%d %dx%d\n", i, s->boxes[i].x, s->boxes[i].y, s->boxes[i].width,
            s->boxes[i].height);
}

static inline pathfan_request some_request(pf_random *random, const scene *s, int32_t paths) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.paths = paths;
  request.from = some_point(random, s);
  request.to = some_point(random, s);
  return request;
}

static inline pf_fixed_point placed_anew(const scene *s, pathfan_point point, int32_t *polygon) {
  const pf_space *space = &generation_of(s->rebuilt)->space;
  pf_fixed_point at;
  bool snapped;
  assert_true(pf_space_place(space, point.x, point.y, 0, &at, polygon, &snapped));
  return at;
}

static inline int maps_to_try(int few) {
  const char *given = getenv("PATHFAN_OPENING_MAPS");
  return given ? atoi(given) : twin_scaled(few);
}

#endif

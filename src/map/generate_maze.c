/* generate_maze.c - a maze with a few loops.
 *
 * Places form a coarse lattice, one corridor wide, with walls of one cell between them. A walk from
 * place to unvisited place, stepping back when it gets stuck, makes a perfect maze with long
 * corridors. Each place remembers the direction it was entered in, so stepping back needs no
 * stack. */
#include <stdlib.h>

#include "base/memory.h"
#include "base/random.h"
#include "base/status.h"
#include "map/generate.h"
#include "map/generate_begin.h"

typedef struct maze_axis {
  int32_t places, pitch, extent; /* pitch = corridor + wall; extent in cells */
} maze_axis;

static maze_axis maze_axis_of(int32_t extent, int32_t corridor) {
  maze_axis axis = {
      .places = (extent + 1) / (corridor + 1), .pitch = corridor + 1, .extent = extent};
  if (axis.places < 1) axis.places = 1;
  return axis;
}

/* The cells of place i: *length from *from on. The last place takes the remainder. */
static void maze_span(const maze_axis *axis, int32_t i, int32_t *from, int32_t *length) {
  *from = i * axis->pitch;
  *length = i + 1 < axis->places ? axis->pitch - 1 : axis->extent - *from;
}

/* Opens the wall after place (x,y) in direction x (along = 0) or y (1). */
static void open_wall(pf_grid *grid, const maze_axis axis[2], int32_t x, int32_t y, int along) {
  int32_t from_x, from_y, width, height;
  maze_span(&axis[0], x, &from_x, &width);
  maze_span(&axis[1], y, &from_y, &height);
  if (along == 0)
    pf_grid_fill_box(grid, from_x + width, from_y, 1, height, 1);
  else
    pf_grid_fill_box(grid, from_x, from_y + height, width, 1, 1);
}

static const int32_t STEP_X[4] = {1, 0, -1, 0}, STEP_Y[4] = {0, 1, 0, -1};

/* came[place]: 0 = not visited, 1 + direction, or 5 at the start; plus 8 if the wall after it in
 * direction x is open, 16 in direction y. */
static void walk_maze(pf_grid *grid, const maze_axis axis[2], uint8_t *came, pf_random *random) {
  int32_t places_x = axis[0].places, places_y = axis[1].places;
  int32_t x = (int32_t)pf_random_below(random, places_x);
  int32_t y = (int32_t)pf_random_below(random, places_y);
  came[(int64_t)y * places_x + x] = 5;
  for (;;) {
    int choices[4], count = 0;
    for (int d = 0; d < 4; d++) {
      int32_t to_x = x + STEP_X[d], to_y = y + STEP_Y[d];
      if (to_x >= 0 && to_y >= 0 && to_x < places_x && to_y < places_y &&
          !(came[(int64_t)to_y * places_x + to_x] & 7))
        choices[count++] = d;
    }
    int d;
    if (count == 0) {
      int entered = came[(int64_t)y * places_x + x] & 7;
      if (entered == 5) return;
      d = entered - 1;
      x -= STEP_X[d];
      y -= STEP_Y[d];
      continue;
    }
    d = choices[pf_random_below(random, count)];
    int32_t wall_x = d == 2 ? x - 1 : x, wall_y = d == 3 ? y - 1 : y;
    open_wall(grid, axis, wall_x, wall_y, d & 1);
    came[(int64_t)wall_y * places_x + wall_x] |= (uint8_t)(8 << (d & 1));
    x += STEP_X[d];
    y += STEP_Y[d];
    came[(int64_t)y * places_x + x] |= (uint8_t)(1 + d);
  }
}

pathfan_status pf_generate_maze(const pf_recipe *recipe, pf_grid *grid, pathfan_error *error) {
  pf_recipe r = *recipe;
  pf_random random = pf_random_from(r.seed);
  const pf_generate_kind kind = {
      .density = 0.05, .scale = 3, .scale_min = 1, .scale_max = PF_GRID_MAX};
  pathfan_status status = pf_generate_begin(&kind, &r, grid, error);
  if (status) return status;
  maze_axis axis[2] = {maze_axis_of(r.width, r.scale), maze_axis_of(r.height, r.scale)};
  int32_t places_x = axis[0].places, places_y = axis[1].places;
  uint8_t *came = pf_alloc_zero((uint64_t)places_x * (uint64_t)places_y, 1);
  if (!came) {
    pf_grid_free(grid);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "no memory for the places of a maze");
  }
  for (int32_t y = 0; y < places_y; y++)
    for (int32_t x = 0; x < places_x; x++) {
      int32_t from_x, from_y, across, down;
      maze_span(&axis[0], x, &from_x, &across);
      maze_span(&axis[1], y, &from_y, &down);
      pf_grid_fill_box(grid, from_x, from_y, across, down, 1);
    }
  walk_maze(grid, axis, came, &random);
  for (int32_t y = 0; y < places_y; y++)
    for (int32_t x = 0; x < places_x; x++) {
      uint8_t open = came[(int64_t)y * places_x + x];
      for (int along = 0; along < 2; along++) {
        bool exists = along == 0 ? x + 1 < places_x : y + 1 < places_y;
        if (exists && !(open & 8 << along) && pf_random_chance(&random, r.density))
          open_wall(grid, axis, x, y, along);
      }
    }
  free(came);
  return PATHFAN_OK;
}

/* floors.c - lays out floors side by side, and places the ends of links on them. Floors are as far
 * apart as the map is wide and a quarter more, so an obstacle that sticks out of the free space of
 * its floor doesn't reach another one. */
#include "floors.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"
#include "space/space.h"

#define GAP 1.25 /* from floor to floor, widths of the map */

typedef struct box {
  double low[2], high[2];
} box;

static box box_of(const pf_polygons *areas) {
  box b = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
  for (int32_t i = 0; i < areas->point_count; i++)
    for (int axis = 0; axis < 2; axis++) {
      b.low[axis] = fmin(b.low[axis], areas->points[2 * i + axis]);
      b.high[axis] = fmax(b.high[axis], areas->points[2 * i + axis]);
    }
  return b;
}

/* Rounds a distance up to two decimal digits, so that moved coordinates keep their decimals. */
static double round_up(double distance) {
  const double digit = pow(10, floor(log10(distance)) - 1);
  return ceil(distance / digit) * digit;
}

static bool has_free(const pf_polygons *areas) {
  for (int32_t p = 0; p < areas->polygon_count; p++)
    if (areas->polygons[p].kind == PF_POLYGON_FREE) return true;
  return false;
}

static pathfan_status add_box(pf_polygons *areas, const box *b) {
  const int corner[4][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  pathfan_status status = pf_polygons_begin(areas, PF_POLYGON_FREE, NULL);
  if (!status) status = pf_polygons_ring(areas, 0);
  for (int i = 0; i < 4 && !status; i++)
    status = pf_polygons_point(areas, corner[i][0] ? b->high[0] : b->low[0],
                               corner[i][1] ? b->high[1] : b->low[1]);
  return status;
}

static bool is_on(const pf_polygons *all, int32_t p, int32_t level) {
  return !all->polygons[p].levels || (all->polygons[p].levels >> level & 1);
}

/* Copies the polygons of a level. On one without ground what is drawn for all has no part: it isn't
 * what the map gets wrong. */
static pathfan_status choose(const pf_polygons *all, bool is_boxed, int32_t level,
                             pf_polygons *floor) {
  pathfan_status status = PATHFAN_OK;
  bool has_ground = is_boxed;
  floor->place_is = all->place_is;
  for (int32_t p = 0; p < all->polygon_count && !has_ground; p++)
    has_ground = all->polygons[p].kind == PF_POLYGON_FREE && is_on(all, p, level);
  for (int32_t p = 0; p < all->polygon_count && !status; p++) {
    if (is_on(all, p, level) && (has_ground || all->polygons[p].levels))
      status = pf_polygons_copy(all, p, floor);
  }
  return status;
}

static pathfan_status append(const pf_polygons *floor, double right, pf_polygons *plane) {
  const int32_t before = plane->point_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t p = 0; p < floor->polygon_count && !status; p++)
    status = pf_polygons_copy(floor, p, plane);
  for (int32_t i = before; i < plane->point_count; i++) plane->points[2 * i] += right;
  return status;
}

static void describe(const pf_levels *levels, int32_t level, int32_t number, double right,
                     const box *b, pf_layout_floor *floor) {
  const double value = levels->value[level];
  *floor = (pf_layout_floor){.offset = {right, 0},
                             .low = {b->low[0] + right, b->low[1]},
                             .high = {b->high[0] + right, b->high[1]}};
  memcpy(floor->name, levels->name[level], sizeof floor->name);
  /* Levels that aren't numbers come last. */
  floor->level = !isnan(value) ? value : number ? floor[-1].level + 1 : 0;
}

pathfan_status pf_floors_lay_out(pf_polygons *areas, pf_widen_walls *widen, void *context,
                                 pf_ground *ground, pathfan_error *error) {
  static_assert(PF_LEVELS_MAX <= PF_LAYOUT_FLOORS_MAX, "every level is a floor");
  static_assert(PF_LEVEL_BYTES == PF_LAYOUT_NAME_BYTES, "a level's name is a floor's");
  const int32_t count = areas->levels.count;
  const box whole = box_of(areas);
  const bool is_boxed = !has_free(areas);
  pf_polygons plane = {.place_is = areas->place_is};
  int32_t order[PF_LEVELS_MAX];
  assert(count > 1 && !ground->floors);
  if (!(whole.low[0] < whole.high[0] && whole.low[1] < whole.high[1]))
    return pf_fail(error, PATHFAN_ERR_MALFORMED, "the polygons have no area at all");
  const double apart = round_up(GAP * (whole.high[0] - whole.low[0]));
  pf_levels_sort(&areas->levels, order);
  ground->floors = pf_alloc_zero((uint64_t)count, sizeof *ground->floors);
  pathfan_status status = ground->floors ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < count && !status; i++) {
    pf_polygons floor = {0};
    status = choose(areas, is_boxed, order[i], &floor);
    if (!status) status = widen(context, &floor);
    if (!status && is_boxed) status = add_box(&floor, &whole);
    if (!status) status = append(&floor, i * apart, &plane);
    describe(&areas->levels, order[i], i, i * apart, &whole, &ground->floors[i]);
    ground->floor_count = i + 1;
    pf_ignored_add(&areas->ignored, &floor.ignored);
    pf_polygons_free(&floor);
  }
  if (status) {
    pf_polygons_free(&plane);
    return status;
  }
  plane.ignored = areas->ignored;
  plane.levels = areas->levels;
  areas->ignored = (pf_ignored){0};
  pf_polygons_free(areas);
  *areas = plane;
  return PATHFAN_OK;
}

/* ---- Links ---- */

/* Returns the number of the floor of a level. */
static int32_t floor_of(const pf_levels *levels, int32_t level) {
  int32_t order[PF_LEVELS_MAX], number = 0;
  pf_levels_sort(levels, order);
  while (order[number] != level) number++;
  return number;
}

static pathfan_status refuse(const pf_map_link *link, int32_t number, const char *why,
                             pathfan_error *error) {
  char quoted[PF_NAME_QUOTE_BYTES];
  return pf_fail(error, PATHFAN_ERR_MALFORMED, "feature %d%s is a link whose %s end %s",
                 (int)link->place, pf_name_quote(link->name, quoted), number ? "second" : "first",
                 why);
}

static pathfan_status place(const pf_features *features, const pf_map_link *link, int e,
                            const pf_space *space, double radius, const pf_ground *ground,
                            double at[2], pathfan_error *error) {
  const double *from = &link->at[2 * e];
  pf_fixed_point point;
  int32_t polygon;
  bool snapped;
  if (ground->floor_count && link->level[e] < 0) return refuse(link, e, "is on no level", error);
  const double right =
      ground->floor_count
          ? ground->floors[floor_of(&features->areas.levels, link->level[e])].offset[0]
          : 0;
  if (!pf_space_place(space, from[0] + right, from[1], radius, &point, &polygon, &snapped))
    return refuse(link, e, "isn't on free ground", error);
  at[0] = pf_frame_x(&space->frame, space->fraction_bits, point.x);
  at[1] = pf_frame_y(&space->frame, space->fraction_bits, point.y);
  return PATHFAN_OK;
}

pathfan_status pf_links_take(const pf_features *features, double radius, pf_ground *ground,
                             pathfan_error *error) {
  const int32_t count = features->link_count;
  pf_space space;
  if (!count) return PATHFAN_OK;
  if (ground->terrain)
    return pf_fail(error, PATHFAN_ERR_MALFORMED,
                   "a map with roads, rivers or rates can't have links");
  if (count > PF_LAYOUT_LINKS_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "more than %d links", PF_LAYOUT_LINKS_MAX);
  ground->links = pf_alloc_zero((uint64_t)count, sizeof *ground->links);
  if (!ground->links) return PATHFAN_ERR_NO_MEMORY;
  ground->link_count = count;
  pf_space_open(&space, ground->frame, &ground->mesh.view, &ground->locator, ground->mesh.component,
                1);
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++) {
    const pf_map_link *link = &features->links[i];
    pf_layout_link *to = &ground->links[i];
    for (int e = 0; e < 2 && !status; e++) {
      status = place(features, link, e, &space, 2 * radius, ground, &to->at[2 * e], error);
      to->cost[e] = link->cost[e];
    }
    to->flags = link->flags;
    if (link->name) memcpy(to->name, link->name, strlen(link->name));
  }
  pf_space_close(&space);
  return status;
}

/* obstacle.c - makes an obstacle of an area in map units, and looks from its corners. Two points on
 * the map see each other whatever areas there are, so the view from a corner is kept; which of its
 * edges other areas meet is tested when a search comes by. Other areas may hold corners, too: then
 * they meet all edges to them. */
#include "obstacle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/reserved.h"

/* ---- Areas in map units ---- */

/* Places a corner. False: it is farther off than area.h can handle. */
static bool place_corner(const pf_space *space, pathfan_point p, pf_fixed_point *at) {
  return isfinite(p.x) && isfinite(p.y) &&
         pf_frame_place(&space->frame, space->fraction_bits, p.x, p.y, at) &&
         llabs(at->x) <= INT64_C(1) << 60 && llabs(at->y) <= INT64_C(1) << 60;
}

static const char too_far[] = PF_AVOID "corners and circles must be finite, and no farther off the "
                                       "map than 2^28 times its unit";
static const char too_small[] =
    PF_AVOID "a circle is too small to have a surface in the map's unit";
static const char not_simple[] = PF_AVOID "a polygon must be simple, and have a surface";

/* Whether a circle's box is in reach: the polygon round the circle touches all sides of the box,
 * from inside. */
static bool is_within_reach(const pf_space *space, const pathfan_area *area) {
  const pathfan_point c = area->centre;
  const double r = area->radius;
  pf_fixed_point low, high;
  return place_corner(space, (pathfan_point){c.x - r, c.y - r}, &low) &&
         place_corner(space, (pathfan_point){c.x + r, c.y + r}, &high);
}

static pathfan_status take_circle(pf_areas *areas, const pf_space *space, const pathfan_area *area,
                                  const char **flaw) {
  bool simple = true;
  if (!isfinite(area->centre.x) || !isfinite(area->centre.y) || !(area->radius > 0) ||
      !isfinite(area->radius)) {
    *flaw = PF_AVOID "a circle needs a finite centre, and a radius above 0";
    return PATHFAN_OK;
  }
  if (!is_within_reach(space, area)) {
    *flaw = too_far;
    return PATHFAN_OK;
  }
  const pathfan_status status =
      pf_areas_add_circle(areas, area->centre.x, area->centre.y, area->radius, &simple);
  if (!status && !simple) *flaw = too_small;
  return status;
}

static pathfan_status take_polygon(pf_areas *areas, const pf_space *space, const pathfan_area *area,
                                   const char **flaw) {
  enum { FEW = 64 };
  pf_fixed_point room[FEW], *corners = room;
  bool simple = true;
  if (area->corner_count < 3 || !area->corners) {
    *flaw = PF_AVOID "a polygon needs three corners";
    return PATHFAN_OK;
  }
  if (area->corner_count > FEW) corners = pf_alloc((uint64_t)area->corner_count, sizeof *corners);
  pathfan_status status = corners ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < area->corner_count && !*flaw && !status; i++)
    if (!place_corner(space, area->corners[i], &corners[i])) *flaw = too_far;
  if (!status && !*flaw) {
    status = pf_areas_add(areas, corners, area->corner_count, &simple);
    if (!status && !simple) *flaw = not_simple;
  }
  if (corners != room) free(corners);
  return status;
}

pathfan_status pf_area_take(pf_areas *areas, const pf_space *space, const pathfan_area *area,
                            const char **flaw) {
  if (!PF_KNOWS(area)) {
    *flaw = PF_AVOID PF_UNKNOWN_MEMBER;
    return PATHFAN_OK;
  }
  return area->corner_count ? take_polygon(areas, space, area, flaw)
                            : take_circle(areas, space, area, flaw);
}

bool pf_area_is_aside(const pf_areas *areas, int32_t ring, const pf_space *space) {
  return !pf_locate_box(space->locator, space->mesh, areas->rings[ring].low,
                        areas->rings[ring].high, space->fraction_bits);
}

/* ---- Shapes ---- */

static void free_view(pf_corner_view *view) {
  if (!view) return;
  pf_areas_free(&view->areas);
  free(view->corners);
  free(view->vertex);
  free(view->length);
  free(view);
}

static void release_shape(pf_shape *shape) {
  if (!shape || atomic_fetch_sub(&shape->holders, 1) > 1) return;
  pf_areas_free(&shape->areas);
  free_view(atomic_load(&shape->view));
  free((void *)shape->given.corners); /* its own copy */
  free(shape);
}

/* Returns the share of an extent that lies before v, as 32 bits. */
static uint32_t share_of(int64_t v, int64_t extent) {
  const double share = (double)v / ((double)extent + 1);
  return share <= 0 ? 0 : share >= 1 ? UINT32_MAX : (uint32_t)(share * 0x1p32);
}

/* Returns a key of a shape: the interleaved bits of the middle of its box, first those of y; then
 * some of a hash, for shapes in one place; then zeros, for the same shape many times. */
static uint64_t place_of(const pf_areas *areas, const pf_frame *frame) {
  const pf_area_ring *ring = areas->rings;
  const uint32_t x =
      share_of(ring->low.x / 2 + ring->high.x / 2, (int64_t)frame->width << areas->fraction_bits);
  const uint32_t y =
      share_of(ring->low.y / 2 + ring->high.y / 2, (int64_t)frame->height << areas->fraction_bits);
  uint64_t key = 0, hash = (uint64_t)areas->corner_count;
  for (int bit = 31; bit >= 14; bit--) key = key << 2 | (y >> bit & 1) << 1 | (x >> bit & 1);
  hash = pf_mix(pf_mix(hash + (uint64_t)ring->low.x) + (uint64_t)ring->low.y);
  hash = pf_mix(pf_mix(hash + (uint64_t)ring->high.x) + (uint64_t)ring->high.y);
  return key << 28 | (hash >> 50) << PF_SAME_BITS;
}

/* Keeps the area as it was given. */
static pathfan_status keep_given(pf_shape *shape, const pathfan_area *area) {
  shape->given = *area;
  shape->given.corners = NULL;
  if (!area->corner_count) return PATHFAN_OK;
  const size_t bytes = (size_t)area->corner_count * sizeof *area->corners;
  pathfan_point *corners = malloc(bytes);
  if (!corners) return PATHFAN_ERR_NO_MEMORY;
  memcpy(corners, area->corners, bytes);
  shape->given.corners = corners;
  return PATHFAN_OK;
}

static pathfan_status make_shape(const pf_space *space, const pathfan_area *area, bool is_door,
                                 pf_shape **out, const char **flaw) {
  pf_shape *shape = calloc(1, sizeof *shape);
  *out = NULL;
  if (!shape) return PATHFAN_ERR_NO_MEMORY;
  atomic_init(&shape->holders, 1);
  pf_areas_begin(&shape->areas, &space->frame, space->fraction_bits);
  if (is_door) shape->areas.margin += (int64_t)PF_DOOR_UNITS << space->fraction_bits;
  pathfan_status status = pf_area_take(&shape->areas, space, area, flaw);
  if (!status && !*flaw) status = keep_given(shape, area);
  if (status || *flaw) {
    release_shape(shape);
    return status;
  }
  pf_areas_trim(&shape->areas);
  shape->aside = pf_area_is_aside(&shape->areas, 0, space);
  shape->place = place_of(&shape->areas, &space->frame);
  *out = shape;
  return PATHFAN_OK;
}

/* ---- Obstacles ---- */

pathfan_status pf_obstacle_create(const pf_space *space, const pathfan_area *area, const char *name,
                                  int64_t id, bool is_door, pf_obstacle **out, const char **flaw) {
  *out = NULL;
  pf_obstacle *obstacle = calloc(1, sizeof *obstacle);
  if (!obstacle) return PATHFAN_ERR_NO_MEMORY;
  atomic_init(&obstacle->holders, 1);
  obstacle->id = id;
  obstacle->on = true;
  obstacle->is_door = is_door;
  obstacle->floor = -1;
  obstacle->name = name ? strdup(name) : NULL;
  pathfan_status status = name && !obstacle->name ? PATHFAN_ERR_NO_MEMORY : PATHFAN_OK;
  if (!status) status = make_shape(space, area, is_door, &obstacle->shape, flaw);
  if (status || *flaw) {
    pf_obstacle_release(obstacle);
    return status;
  }
  *out = obstacle;
  return PATHFAN_OK;
}

pathfan_status pf_obstacle_switch(const pf_obstacle *obstacle, bool on, pf_obstacle **out) {
  pf_obstacle *other = calloc(1, sizeof *other);
  *out = NULL;
  if (!other) return PATHFAN_ERR_NO_MEMORY;
  atomic_init(&other->holders, 1);
  other->id = obstacle->id;
  other->on = on;
  other->is_door = obstacle->is_door;
  other->is_opening = obstacle->is_opening;
  other->is_idle = obstacle->is_idle;
  other->floor = obstacle->floor;
  other->shape = obstacle->shape;
  atomic_fetch_add(&other->shape->holders, 1);
  other->name = obstacle->name ? strdup(obstacle->name) : NULL;
  if (obstacle->name && !other->name) {
    pf_obstacle_release(other);
    return PATHFAN_ERR_NO_MEMORY;
  }
  *out = other;
  return PATHFAN_OK;
}

void pf_obstacle_retain(pf_obstacle *obstacle) {
  atomic_fetch_add_explicit(&obstacle->holders, 1, memory_order_relaxed);
}

void pf_obstacle_release(pf_obstacle *obstacle) {
  if (!obstacle || atomic_fetch_sub(&obstacle->holders, 1) > 1) return;
  release_shape(obstacle->shape);
  free(obstacle->name);
  free(obstacle);
}

static int compare_numbers(int64_t a, int64_t b) {
  return (a > b) - (a < b);
}

static int compare_points(pf_fixed_point a, pf_fixed_point b) {
  return a.y != b.y ? compare_numbers(a.y, b.y) : compare_numbers(a.x, b.x);
}

int pf_obstacle_compare(const pf_obstacle *a, const pf_obstacle *b) {
  const pf_areas *x = &a->shape->areas, *y = &b->shape->areas;
  int order = compare_points(x->rings->low, y->rings->low);
  if (!order) order = compare_points(x->rings->high, y->rings->high);
  if (!order) order = compare_numbers(x->corner_count, y->corner_count);
  for (int32_t i = 0; i < x->corner_count && !order; i++)
    order = compare_points(x->corners[i], y->corners[i]);
  return order;
}

/* ---- The view from corners ---- */

/* A view under construction. */
typedef struct making {
  pf_corner_view *view;
  int32_t edge_count, vertex_capacity, length_capacity;
} making;

static pathfan_status look_from(making *m, pf_view_corner *corner, const pf_index_view *view,
                                pf_look *look) {
  pathfan_status status =
      pf_find_visible_vertices(view, corner->at, corner->polygon, &look->sight, &look->seen);
  const int64_t most = (int64_t)m->edge_count + look->seen.count;
  if (!status) status = pf_grow(&m->view->vertex, &m->vertex_capacity, most);
  if (!status) status = pf_grow(&m->view->length, &m->length_capacity, most);
  for (int32_t i = 0; i < look->seen.count && !status; i++) {
    const pf_visible_vertex *seen = &look->seen.list[i];
    if (!pf_corner_passes(corner, pf_vertex_fixed(view, seen->vertex))) continue;
    m->view->vertex[m->edge_count] = seen->vertex;
    m->view->length[m->edge_count++] = seen->length;
  }
  return status;
}

static pathfan_status make_view(making *m, const pf_areas *areas, const pf_space *space,
                                const pf_index_view *view, pf_look *look) {
  m->view->corners = pf_alloc((uint64_t)areas->outer_corner_count, sizeof *m->view->corners);
  if (!m->view->corners) return PATHFAN_ERR_NO_MEMORY;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < areas->outer_corner_count && !status; i++) {
    const pf_area_corner *c = &areas->outer_corners[i];
    const int32_t polygon = pf_locate(space->locator, space->mesh, c->at, space->fraction_bits);
    pf_view_corner corner = pf_view_corner_of(c->at, c->first, c->second, polygon, m->view);
    corner.begin = m->edge_count;
    if (polygon >= 0) status = look_from(m, &corner, view, look);
    corner.end = m->edge_count;
    m->view->corners[m->view->count++] = corner;
  }
  return status;
}

pathfan_status pf_obstacle_need_view(const pf_obstacle *obstacle, const pf_space *space,
                                     const pf_index_view *view, pf_look *look,
                                     const pf_corner_view **corners) {
  pf_shape *shape = obstacle->shape;
  pf_corner_view *made = atomic_load_explicit(&shape->view, memory_order_acquire);
  *corners = made;
  if (made) return PATHFAN_OK;
  making m = {.view = calloc(1, sizeof *m.view)};
  if (!m.view) return PATHFAN_ERR_NO_MEMORY;
  pf_areas *areas = &m.view->areas;
  pf_areas_begin(areas, &space->frame, space->fraction_bits);
  pathfan_status status = pf_areas_add_copy(areas, &shape->areas, 0);
  if (!status) status = pf_areas_list_outer_corners(areas, 0); /* which draws it */
  if (!status) status = make_view(&m, areas, space, view, look);
  pf_areas_trim(areas);
  if (status) {
    free_view(m.view);
    return status;
  }
  if (!atomic_compare_exchange_strong(&shape->view, &made, m.view)) free_view(m.view);
  *corners = made ? made : m.view;
  return PATHFAN_OK;
}

void pf_look_free(pf_look *look) {
  pf_visible_free(&look->sight);
  pf_visible_vertices_free(&look->seen);
}

/* floor.c - the cells of the mesh are free space; sides that no second cell shares are walls.
 *
 * Walls lie in a grid of buckets, each in all buckets that its box overlaps; a segment is tested
 * against the walls in the buckets of its own box. A segment counts as moved slightly to its left:
 * so of two walls that meet on it, it crosses one, or none or both if it only touches. */
#include "crowd/floor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "pathfan/inspect.h"
#include "crowd/places.h"

#define MOST_CORNERS 4096
#define WALLS_A_BUCKET 2

static int32_t polygon_of(const pathfan_map *map, const pathfan_index *index, int32_t number,
                          pathfan_point *corners) {
  return map ? pathfan_map_polygon(map, number, corners, MOST_CORNERS)
             : pathfan_index_polygon(index, number, corners, MOST_CORNERS);
}

/* pathfan_index_polygon can't report errors. A query for a point can, and checks the mesh if that
 * hasn't been done. */
static pathfan_status load_mesh(const pathfan_index *index) {
  pathfan_query *query = NULL;
  pathfan_point nearest;
  bool found;
  pathfan_status status = pathfan_query_create(index, &query);
  if (!status)
    status = pathfan_query_nearest_free(query, (pathfan_point){0, 0}, 0, &nearest, &found);
  pathfan_query_free(query);
  return status == PATHFAN_ERR_NO_MEMORY ? status : PATHFAN_OK;
}

static pathfan_status read_polygons(pf_floor *f, const pathfan_map *map,
                                    const pathfan_index *index) {
  pathfan_point *polygon = pf_alloc(MOST_CORNERS, sizeof *polygon);
  int32_t capacity = 0, count = 0;
  pathfan_status status = polygon ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  f->first = pf_alloc((uint64_t)f->polygon_count + 1, sizeof *f->first);
  if (!f->first) status = PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < f->polygon_count && !status; p++) {
    const int32_t corners = polygon_of(map, index, p, polygon);
    f->first[p] = count;
    if (corners < 3 || corners > MOST_CORNERS) status = PATHFAN_ERR_DAMAGED;
    if (!status) status = pf_grow(&f->corners, &capacity, (int64_t)count + corners);
    if (status) break;
    memcpy(f->corners + count, polygon, (size_t)corners * sizeof *polygon);
    count += corners;
  }
  if (!status) f->first[f->polygon_count] = count;
  free(polygon);
  return status;
}

/* ---- Walls ---- */

static int by_place(pathfan_point a, pathfan_point b) {
  if (a.x != b.x) return a.x < b.x ? -1 : 1;
  return (a.y > b.y) - (a.y < b.y);
}

/* Orders sides by their ends, regardless of direction. */
static int by_ends(const void *x, const void *y) {
  const pf_wall *s = x, *t = y;
  const bool s_turned = by_place(s->a, s->b) > 0, t_turned = by_place(t->a, t->b) > 0;
  const int order = by_place(s_turned ? s->b : s->a, t_turned ? t->b : t->a);
  return order ? order : by_place(s_turned ? s->a : s->b, t_turned ? t->a : t->b);
}

static pathfan_status find_walls(pf_floor *f) {
  const int32_t sides = f->first[f->polygon_count];
  int32_t kept = 0;
  f->walls = pf_alloc((uint64_t)sides, sizeof *f->walls);
  if (!f->walls) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < f->polygon_count; p++)
    for (int32_t i = f->first[p]; i < f->first[p + 1]; i++)
      f->walls[i] =
          (pf_wall){f->corners[i], f->corners[i + 1 < f->first[p + 1] ? i + 1 : f->first[p]]};
  if (sides) qsort(f->walls, (size_t)sides, sizeof *f->walls, by_ends);
  for (int32_t i = 0; i < sides;) {
    int32_t end = i + 1;
    while (end < sides && by_ends(&f->walls[i], &f->walls[end]) == 0) end++;
    if (end - i == 1) f->walls[kept++] = f->walls[i];
    i = end;
  }
  f->wall_count = kept;
  return PATHFAN_OK;
}

/* ---- Buckets ---- */

typedef struct box {
  int32_t left, right, top, bottom; /* columns and rows, inclusive */
} box;

static int32_t place_of(double at, double origin, double size, int32_t count) {
  const double place = size > 0 ? (at - origin) / size * count : 0;
  return place < 0 ? 0 : place >= count ? count - 1 : (int32_t)place;
}

static box box_of(const pf_floor *f, pathfan_point a, pathfan_point b) {
  return (box){place_of(fmin(a.x, b.x), f->x, f->width, f->columns),
               place_of(fmax(a.x, b.x), f->x, f->width, f->columns),
               place_of(fmin(a.y, b.y), f->y, f->height, f->rows),
               place_of(fmax(a.y, b.y), f->y, f->height, f->rows)};
}

/* Adds one to the count of each bucket that a wall overlaps, or puts the wall there. */
static void fill(pf_floor *f, bool counts) {
  for (int32_t w = 0; w < f->wall_count; w++) {
    const box b = box_of(f, f->walls[w].a, f->walls[w].b);
    for (int32_t row = b.top; row <= b.bottom; row++)
      for (int32_t column = b.left; column <= b.right; column++) {
        int32_t *first = &f->first_in[row * f->columns + column];
        if (counts)
          first[1]++;
        else
          f->in[first[0]++] = w;
      }
  }
}

static pathfan_status fill_buckets(pf_floor *f) {
  const double side = sqrt(f->width * f->height * WALLS_A_BUCKET / (f->wall_count + 1));
  f->columns = 1 + (int32_t)fmin(1023, side > 0 ? f->width / side : 0);
  f->rows = 1 + (int32_t)fmin(1023, side > 0 ? f->height / side : 0);
  const int32_t count = f->columns * f->rows;
  f->first_in = pf_alloc_zero((uint64_t)count + 1, sizeof *f->first_in);
  if (!f->first_in) return PATHFAN_ERR_NO_MEMORY;
  fill(f, true);
  for (int32_t i = 0; i < count; i++) f->first_in[i + 1] += f->first_in[i];
  f->in = pf_alloc((uint64_t)f->first_in[count], sizeof *f->in);
  if (!f->in) return PATHFAN_ERR_NO_MEMORY;
  fill(f, false);
  for (int32_t i = count; i > 0; i--) f->first_in[i] = f->first_in[i - 1];
  f->first_in[0] = 0;
  return PATHFAN_OK;
}

pathfan_status pf_floor_of(pf_floor *f, const pathfan_map *map, const pathfan_index *index) {
  if (map) {
    pathfan_map_info info;
    pathfan_map_info_get(map, &info);
    f->x = info.origin_x, f->y = info.origin_y, f->width = info.width, f->height = info.height;
    f->polygon_count = info.polygon_count;
  } else {
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    f->x = info.origin_x, f->y = info.origin_y, f->width = info.width, f->height = info.height;
    f->polygon_count = info.polygon_count;
  }
  pathfan_status status = index ? load_mesh(index) : PATHFAN_OK;
  if (!status) status = read_polygons(f, map, index);
  if (!status) status = find_walls(f);
  return status ? status : fill_buckets(f);
}

/* ---- Asking ---- */

static bool crosses(const pf_wall *w, pathfan_point a, pathfan_point b) {
  if ((pf_place_turn(a, b, w->a) >= 0) == (pf_place_turn(a, b, w->b) >= 0)) return false;
  const double before = pf_place_turn(w->a, w->b, a), after = pf_place_turn(w->a, w->b, b);
  return (before > 0 && after < 0) || (before < 0 && after > 0);
}

bool pf_floor_is_open(const pf_floor *f, pathfan_point a, pathfan_point b) {
  const box part = box_of(f, a, b);
  for (int32_t row = part.top; row <= part.bottom; row++)
    for (int32_t column = part.left; column <= part.right; column++) {
      const int32_t *first = &f->first_in[row * f->columns + column];
      for (int32_t i = first[0]; i < first[1]; i++)
        if (crosses(&f->walls[f->in[i]], a, b)) return false;
    }
  return true;
}

bool pf_floor_each(const pf_floor *f, pathfan_point low, pathfan_point high,
                   bool (*visit)(void *context, const pf_wall *wall), void *context) {
  const box part = box_of(f, low, high);
  for (int32_t row = part.top; row <= part.bottom; row++)
    for (int32_t column = part.left; column <= part.right; column++) {
      const int32_t *first = &f->first_in[row * f->columns + column];
      for (int32_t i = first[0]; i < first[1]; i++)
        if (!visit(context, &f->walls[f->in[i]])) return false;
    }
  return true;
}

/* Counts the walls to the left; a wall counts in the column where it is met. */
bool pf_floor_holds(const pf_floor *f, pathfan_point at) {
  const box here = box_of(f, at, at);
  bool odd = false;
  for (int32_t column = 0; column <= here.left; column++) {
    const int32_t *first = &f->first_in[here.top * f->columns + column];
    for (int32_t i = first[0]; i < first[1]; i++) {
      const pf_wall *w = &f->walls[f->in[i]];
      if ((w->a.y > at.y) == (w->b.y > at.y)) continue;
      const double x = w->a.x + (at.y - w->a.y) / (w->b.y - w->a.y) * (w->b.x - w->a.x);
      if (x < at.x && place_of(x, f->x, f->width, f->columns) == column) odd = !odd;
    }
  }
  return odd;
}

typedef struct pushing {
  pathfan_point at;
  double near, x, y; /* sum of the normals of the walls met */
} pushing;

static bool push(void *context, const pf_wall *w) {
  pushing *p = context;
  const double dx = w->b.x - w->a.x, dy = w->b.y - w->a.y, length = hypot(dx, dy);
  if (!(length > 0)) return true;
  const double along = ((p->at.x - w->a.x) * dx + (p->at.y - w->a.y) * dy) / length;
  const double off = pf_place_turn(w->a, w->b, p->at) / length;
  if (fabs(off) > p->near || along < -p->near || along > length + p->near) return true;
  p->x -= dy / length;
  p->y += dx / length;
  return true;
}

pathfan_point pf_floor_off_walls(const pf_floor *f, pathfan_point at, double distance) {
  pushing p = {.at = at, .near = distance / 8};
  (void)pf_floor_each(f, (pathfan_point){at.x - p.near, at.y - p.near},
                      (pathfan_point){at.x + p.near, at.y + p.near}, push, &p);
  const double length = hypot(p.x, p.y);
  if (!(length > 1e-9)) return at;
  return (pathfan_point){at.x + distance * p.x / length, at.y + distance * p.y / length};
}

void pf_floor_free(pf_floor *f) {
  free(f->corners);
  free(f->first);
  free(f->walls);
  free(f->first_in);
  free(f->in);
  memset(f, 0, sizeof *f);
}

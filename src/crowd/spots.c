/* spots.c - where agents start by Weidmann's law.
 *
 * Numbers drawn independently would make jams by chance: so multiples of the golden ratio choose
 * the spot, and chance only the place in it. */
#include "crowd/spots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "crowd/clip.h"

#define GOLDEN 0.6180339887498949
#define TRIES 64
#define LEAST 1e-6 /* square metres: less is due to rounding */

double pf_crowd_chance(pathfan_crowd *c) {
  return (double)(pf_random_bits(&c->random) >> 11) * 0x1p-53;
}

/* The area that a fragment shares with a polygon. */
static pathfan_status shared_area(const pf_patches *p, const pf_fragment *f,
                                  const pathfan_crowd_place *place, double *area) {
  const uint64_t corners = (uint64_t)place->corner_count, sides = (uint64_t)f->count;
  const uint64_t most = corners * (sides + 1) + sides * sides;
  pathfan_point *in = pf_alloc(most, sizeof *in), *out = pf_alloc(most, sizeof *out);
  if (in && out) {
    int32_t count = place->corner_count;
    memcpy(in, place->corners, (size_t)corners * sizeof *in);
    for (int32_t i = 0; i < f->count; i++) {
      pathfan_point *swap = in;
      count = pf_clip_line(in, count, p->corners[f->first + i],
                           p->corners[f->first + (i + 1 < f->count ? i + 1 : 0)], out);
      in = out;
      out = swap;
    }
    *area = pf_clip_area(in, count);
  }
  const pathfan_status status = in && out ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  free(in);
  free(out);
  return status;
}

static int32_t line_of(double at, double origin, double size, int32_t count) {
  const double place = floor((at - origin) / size);
  return place < 0 ? 0 : place >= count ? count - 1 : (int32_t)place;
}

static pathfan_status list(const pathfan_crowd *c, pf_stream *s, bool counts) {
  const pf_patches *p = &c->traffic->patches;
  double left, right, top, bottom;
  pathfan_status status = PATHFAN_OK;
  pf_clip_bounds(s->from.corners, s->from.corner_count, 0, &left, &right);
  pf_clip_bounds(s->from.corners, s->from.corner_count, 1, &top, &bottom);
  const int32_t to_x = line_of(right, p->x, p->size, p->columns);
  const int32_t to_y = line_of(bottom, p->y, p->size, p->rows);
  s->start_count = 0;
  for (int32_t y = line_of(top, p->y, p->size, p->rows); y <= to_y; y++)
    for (int32_t x = line_of(left, p->x, p->size, p->columns); x <= to_x; x++) {
      const int32_t square = y * p->columns + x;
      for (int32_t i = p->first_fragment[square]; i < p->first_fragment[square + 1]; i++) {
        if (counts) {
          s->start_count++;
          continue;
        }
        double area = 0;
        status = shared_area(p, &p->fragments[i], &s->from, &area);
        if (status) return status;
        if (area < LEAST) continue;
        s->start_areas[s->start_count] = area;
        s->starts[s->start_count++] = i;
      }
    }
  return status;
}

pathfan_status pf_spots_of(const pathfan_crowd *c, pf_stream *s) {
  const bool is_point = s->from.corner_count == 1;
  s->start_count = 1;
  if (!is_point) (void)list(c, s, true);
  s->starts = pf_alloc((uint64_t)s->start_count + 1, sizeof *s->starts);
  s->start_areas = pf_alloc((uint64_t)s->start_count + 1, sizeof *s->start_areas);
  s->upto = pf_alloc((uint64_t)s->start_count + 1, sizeof *s->upto);
  if (!s->starts || !s->start_areas || !s->upto) return PATHFAN_ERR_NO_MEMORY;
  if (!is_point) return list(c, s, false);
  s->starts[0] = pf_patch_at(&c->traffic->patches, s->from.corners[0]);
  s->start_areas[0] = 1;
  s->start_count = s->starts[0] >= 0 && pf_cells_at(&c->cells, s->from.corners[0]) >= 0;
  return PATHFAN_OK;
}

pathfan_point pf_spot_middle(const pathfan_crowd *c, const pf_stream *s, int32_t spot) {
  const pf_patches *p = &c->traffic->patches;
  pathfan_point middle = {0, 0};
  if (s->from.corner_count == 1) return s->from.corners[0];
  const pf_fragment *f = &p->fragments[s->starts[spot]];
  for (int32_t i = 0; i < f->count; i++) {
    middle.x += p->corners[f->first + i].x / f->count;
    middle.y += p->corners[f->first + i].y / f->count;
  }
  return middle;
}

int64_t pf_spots_room(const pathfan_crowd *c, const pf_stream *s) {
  double area = 0;
  if (s->from.corner_count == 1) return c->traffic->most[s->starts[0]];
  for (int32_t i = 0; i < s->start_count; i++) area += s->start_areas[i];
  return (int64_t)(area * PF_WEIDMANN_JAM + 1e-9);
}

/* ---- Drawing ---- */

static pathfan_point in_triangle(pathfan_crowd *c, pathfan_point a, pathfan_point b,
                                 pathfan_point d) {
  double u = pf_crowd_chance(c), v = pf_crowd_chance(c);
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return (pathfan_point){a.x + u * (b.x - a.x) + v * (d.x - a.x),
                         a.y + u * (b.y - a.y) + v * (d.y - a.y)};
}

/* A place in a fragment, in the polygon if one is found there. */
static pathfan_point place_in(pathfan_crowd *c, const pf_stream *s, int32_t fragment) {
  const pf_patches *p = &c->traffic->patches;
  const pf_fragment *f = &p->fragments[fragment];
  const pathfan_point *corners = p->corners + f->first;
  const double all = pf_clip_area(corners, f->count);
  pathfan_point at = corners[0];
  for (int i = 0; i < TRIES * TRIES; i++) {
    double part = pf_crowd_chance(c) * all;
    int32_t k = 2;
    for (; k + 1 < f->count; k++) {
      const pathfan_point fan[3] = {corners[0], corners[k - 1], corners[k]};
      part -= pf_clip_area(fan, 3);
      if (part < 0) break;
    }
    at = in_triangle(c, corners[0], corners[k - 1], corners[k]);
    if (pf_place_holds(&s->from, at)) break;
  }
  return at;
}

/* A place near the flow's point, seen from it. */
static pathfan_point place_near(pathfan_crowd *c, const pf_stream *s) {
  const pathfan_point middle = s->from.corners[0];
  const double spread = c->options.spread;
  for (int i = 0; i < TRIES && spread > 0; i++) {
    const double x = 2 * pf_crowd_chance(c) - 1, y = 2 * pf_crowd_chance(c) - 1;
    const pathfan_point at = {middle.x + x * spread, middle.y + y * spread};
    if (x * x + y * y > 1 || !pf_floor_holds(&c->floor, at)) continue;
    if (pf_floor_is_open(&c->floor, middle, at)) return at;
  }
  return pf_floor_off_walls(&c->floor, middle, PF_OFF_WALLS);
}

/* The spot at a share of all their areas. */
static int32_t spot_at(pf_stream *s, double share) {
  if (s->upto_count != s->start_count) { /* at first, and when one was forgotten */
    double sum = 0;
    for (int32_t i = 0; i < s->start_count; i++) s->upto[i] = sum += s->start_areas[i];
    s->upto_count = s->start_count;
  }
  int32_t low = 0, high = s->start_count - 1;
  const double at = share * s->upto[high];
  while (low < high) {
    const int32_t middle = (low + high) / 2;
    if (at < s->upto[middle])
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

pathfan_point pf_spot_draw(pathfan_crowd *c, pf_stream *s, int32_t *spot) {
  const pf_traffic *g = c->traffic;
  if (!s->drawn) s->shift = pf_crowd_chance(c);
  for (int i = 0; i < TRIES + s->start_count; i++) {
    const double turn = s->shift + GOLDEN * (double)s->drawn;
    *spot = i < TRIES ? spot_at(s, turn - floor(turn)) : i - TRIES;
    if (i < TRIES) s->drawn++;
    const bool is_point = s->from.corner_count == 1;
    if (!is_point && !pf_traffic_has_room(g, g->patches.fragments[s->starts[*spot]].patch))
      continue;
    const pathfan_point at = is_point ? place_near(c, s) : place_in(c, s, s->starts[*spot]);
    if (pf_traffic_has_room(g, pf_patch_at(&g->patches, at))) return at;
  }
  *spot = -1;
  return (pathfan_point){0, 0};
}

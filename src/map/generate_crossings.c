/* generate_crossings.c - where roads cross rivers: main roads on bridges of their own, side roads
 * over a bridge that is a point of both, tracks through a ford.
 *
 * Coordinates have two decimals, so hundredths are whole numbers, and whether two segments cross is
 * decided exactly. Segments of rivers are listed by cells; a road's segment is tested against those
 * in its cells. */
#include <math.h>
#include <stdio.h>

#include "base/memory.h"
#include "map/generate_land.h"

#define BRIDGE 0.3   /* steps from a river to an end of a main road's bridge, at most */
#define CELL_STEPS 3 /* side of a cell */

typedef struct crossing {
  int32_t road, river;           /* lines of the draft */
  int32_t road_from, river_from; /* points at which their segments begin */
  double along_road, along_river, x, y;
} crossing;

typedef struct crossings {
  const pf_land *land;
  crossing *list;
  int32_t count, capacity;
  int32_t across, down;
  int32_t *first; /* [Size: cells + 1] into segments */
  int32_t *segments;
  int32_t *line_of; /* [Size: point_count] */
} crossings;

typedef struct cell_box {
  int32_t left, top, right, bottom;
} cell_box;

static int64_t hundredths(double value) {
  return (int64_t)(value * 100 + 0.5);
}

/* ---- Crossings ---- */

static int32_t cell_of(double at, double side, int32_t count) {
  const int32_t cell = (int32_t)(at / side);
  return cell < count ? cell : count - 1;
}

static cell_box box_of(const crossings *c, int32_t point) {
  const double *a = c->land->draft.points + 2 * point, side = CELL_STEPS * c->land->step;
  return (cell_box){cell_of(a[0] < a[2] ? a[0] : a[2], side, c->across),
                    cell_of(a[1] < a[3] ? a[1] : a[3], side, c->down),
                    cell_of(a[0] < a[2] ? a[2] : a[0], side, c->across),
                    cell_of(a[1] < a[3] ? a[3] : a[1], side, c->down)};
}

/* Whether a segment begins with this point. */
static bool begins_segment(const crossings *c, int32_t point) {
  return point + 1 < pf_line_end(&c->land->draft, c->line_of[point]);
}

static pathfan_status fill_cells(crossings *c) {
  const pf_features *draft = &c->land->draft;
  const int32_t cells = c->across * c->down;
  c->first = pf_alloc_zero((uint64_t)cells + 2, sizeof *c->first);
  c->line_of = pf_alloc((uint64_t)draft->point_count, sizeof *c->line_of);
  if (!c->first || !c->line_of) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t line = 0; line < draft->line_count; line++)
    for (int32_t p = draft->lines[line].first_point; p < pf_line_end(draft, line); p++)
      c->line_of[p] = line;
  /* Goes over all segments of rivers twice: first counts them, then puts them into their cells. */
  for (int round = 0; round < 2; round++) {
    for (int32_t p = 0; p < draft->point_count; p++) {
      if (draft->lines[c->line_of[p]].kind != PF_LINE_RIVER || !begins_segment(c, p)) continue;
      const cell_box box = box_of(c, p);
      for (int32_t y = box.top; y <= box.bottom; y++)
        for (int32_t x = box.left; x <= box.right; x++) {
          int32_t *at = &c->first[y * c->across + x + 1];
          if (round)
            c->segments[(*at)++] = p;
          else
            at[1]++;
        }
    }
    if (round) break;
    for (int32_t i = 2; i <= cells + 1; i++) c->first[i] += c->first[i - 1];
    c->segments = pf_alloc((uint64_t)c->first[cells + 1], sizeof *c->segments);
    if (!c->segments) return PATHFAN_ERR_NO_MEMORY;
  }
  return PATHFAN_OK;
}

static int64_t turn(const int64_t a[2], const int64_t b[2], const int64_t c[2]) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Finds where a road's segment crosses a river's. False if it doesn't, or one ends on the other. */
static bool cross_at(const crossings *c, int32_t road_from, int32_t river_from, crossing *hit) {
  const double *p = c->land->draft.points + 2 * road_from,
               *q = c->land->draft.points + 2 * river_from;
  const int64_t a[2] = {hundredths(p[0]), hundredths(p[1])};
  const int64_t b[2] = {hundredths(p[2]), hundredths(p[3])};
  const int64_t d[2] = {hundredths(q[0]), hundredths(q[1])};
  const int64_t e[2] = {hundredths(q[2]), hundredths(q[3])};
  const int64_t at_a = turn(d, e, a), at_b = turn(d, e, b);
  const int64_t at_d = turn(a, b, d), at_e = turn(a, b, e);
  if (!at_a || !at_b || !at_d || !at_e || (at_a > 0) == (at_b > 0) || (at_d > 0) == (at_e > 0))
    return false;
  const double along_road = (double)at_a / ((double)at_a - (double)at_b);
  const double along_river = (double)at_d / ((double)at_d - (double)at_e);
  *hit = (crossing){.road = c->line_of[road_from],
                    .river = c->line_of[river_from],
                    .road_from = road_from,
                    .river_from = river_from,
                    .along_road = along_road,
                    .along_river = along_river,
                    .x = pf_land_round(p[0] + along_road * (p[2] - p[0]), c->land->width),
                    .y = pf_land_round(p[1] + along_road * (p[3] - p[1]), c->land->height)};
  return true;
}

static bool is_listed(const crossings *c, const crossing *hit) {
  for (int32_t i = c->count; i-- > 0 && c->list[i].road_from == hit->road_from;)
    if (c->list[i].river_from == hit->river_from) return true;
  return false;
}

static pathfan_status find_crossings(crossings *c) {
  const pf_features *draft = &c->land->draft;
  for (int32_t p = 0; p < draft->point_count; p++) {
    if (draft->lines[c->line_of[p]].kind != PF_LINE_ROAD || !begins_segment(c, p)) continue;
    const cell_box box = box_of(c, p);
    for (int32_t y = box.top; y <= box.bottom; y++)
      for (int32_t x = box.left; x <= box.right; x++) {
        const int32_t cell = y * c->across + x;
        for (int32_t i = c->first[cell]; i < c->first[cell + 1]; i++) {
          crossing hit;
          if (!cross_at(c, p, c->segments[i], &hit) || is_listed(c, &hit)) continue;
          if (pf_grow(&c->list, &c->capacity, (int64_t)c->count + 1)) return PATHFAN_ERR_NO_MEMORY;
          c->list[c->count++] = hit;
        }
      }
  }
  return PATHFAN_OK;
}

#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

static int by_road(const void *left, const void *right) {
  const crossing *a = left, *b = right;
  int order = COMPARE(a->road_from, b->road_from);
  if (!order) order = COMPARE(a->along_road, b->along_road);
  return order ? order : COMPARE(a->river_from, b->river_from);
}

static int by_river(const void *left, const void *right) {
  const crossing *a = left, *b = right;
  int order = COMPARE(a->river_from, b->river_from);
  if (!order) order = COMPARE(a->along_river, b->along_river);
  return order ? order : COMPARE(a->road_from, b->road_from);
}

/* ---- The draft again, with crossings ---- */

static double rate_of(const crossings *c, const crossing *at) {
  return c->land->draft.lines[at->road].value;
}

/* Removes the last line if it turned out to be a single point. */
static void end_line(pf_features *features) {
  pf_line *last = &features->lines[features->line_count - 1];
  if (features->point_count - last->first_point >= 2) return;
  features->point_count = last->first_point;
  free(last->name);
  features->line_count--;
}

/* By the even-odd rule. */
static bool is_inside(const pf_polygons *areas, int32_t ring, const double *at) {
  const int32_t first = areas->rings[ring].first_point, end = pf_ring_end(areas, ring);
  bool inside = false;
  for (int32_t i = first, j = end - 1; i < end; j = i++) {
    const double *a = areas->points + 2 * i, *b = areas->points + 2 * j;
    if ((a[1] > at[1]) != (b[1] > at[1]) &&
        at[0] < a[0] + (b[0] - a[0]) * (at[1] - a[1]) / (b[1] - a[1]))
      inside = !inside;
  }
  return inside;
}

/* The lake that a point lies in; -1: none. Ring 0 is the map. */
static int32_t lake_at(const pf_land *land, const double *at) {
  const pf_polygons *areas = &land->draft.areas;
  for (int32_t ring = 1; ring < areas->ring_count; ring++) {
    const double *shore = areas->points + 2 * areas->rings[ring].first_point;
    const bool is_near =
        fabs(shore[0] - at[0]) < land->scale && fabs(shore[1] - at[1]) < land->scale;
    if (is_near && is_inside(areas, ring, at)) return ring;
  }
  return -1;
}

/* Adds a river, without what lies in lakes: it ends where it has entered one and begins again where
 * it leaves. */
static pathfan_status add_river(const crossings *c, int32_t number, int32_t *next,
                                pf_features *features) {
  const pf_features *draft = &c->land->draft;
  const pf_line *line = &draft->lines[number];
  const int32_t end = pf_line_end(draft, number);
  pathfan_status status = pf_features_line(features, line);
  int32_t lake = lake_at(c->land, draft->points + 2 * line->first_point);
  for (int32_t p = line->first_point; p < end && !status; p++) {
    const double *at = draft->points + 2 * p;
    status = pf_features_point(features, at[0], at[1]);
    for (; *next < c->count && c->list[*next].river_from == p && !status; ++*next)
      if (rate_of(c, &c->list[*next]) == PF_LAND_SIDE)
        status = pf_features_point(features, c->list[*next].x, c->list[*next].y);
    if (status || p + 1 == end) break;
    const int32_t then = lake_at(c->land, at + 2);
    if (then >= 0 && then == lake) {
      end_line(features);
      status = pf_features_line(features, line);
    }
    lake = then;
  }
  if (!status) end_line(features);
  return status;
}

static pathfan_status add_part(pf_features *features, const pf_line *line, bool is_apart,
                               const double *at, double x, double y) {
  pf_line part = *line;
  part.is_apart = is_apart;
  pathfan_status status = pf_features_point(features, at[0], at[1]);
  if (status) return status;
  end_line(features);
  status = pf_features_line(features, &part);
  return status ? status : pf_features_point(features, x, y);
}

/* A point of a segment, rounded. */
static void point_along(const crossings *c, const double *from, double along, double at[2]) {
  at[0] = pf_land_round(from[0] + along * (from[2] - from[0]), c->land->width);
  at[1] = pf_land_round(from[1] + along * (from[3] - from[1]), c->land->height);
}

/* Adds one bridge for all rivers that a segment of a main road crosses. */
static pathfan_status add_main_bridge(const crossings *c, const pf_line *line, const double *from,
                                      double first, double last, pf_features *features) {
  const double dx = from[2] - from[0], dy = from[3] - from[1];
  const double reach = BRIDGE * c->land->step, length = sqrt(dx * dx + dy * dy);
  const double begin = first - reach / length, end = last + reach / length;
  double a[2], b[2];
  point_along(c, from, begin > 0 ? begin : 0, a);
  point_along(c, from, end < 1 ? end : 1, b);
  pathfan_status status = add_part(features, line, true, a, a[0], a[1]);
  return status ? status : add_part(features, line, false, b, b[0], b[1]);
}

static pathfan_status add_road(const crossings *c, int32_t number, int32_t *next,
                               pf_features *features) {
  const pf_features *draft = &c->land->draft;
  const pf_line *line = &draft->lines[number];
  pathfan_status status = pf_features_line(features, line);
  for (int32_t p = line->first_point; p < pf_line_end(draft, number) && !status; p++) {
    const double *at = draft->points + 2 * p;
    const int32_t begin = *next;
    status = pf_features_point(features, at[0], at[1]);
    for (; *next < c->count && c->list[*next].road_from == p && !status; ++*next) {
      const crossing *hit = &c->list[*next];
      char name[32];
      if (line->value != PF_LAND_SIDE) continue;
      snprintf(name, sizeof name, "Bridge %d", (int)features->bridge_count + 1);
      status = pf_features_point(features, hit->x, hit->y);
      if (!status) status = pf_features_bridge(features, hit->x, hit->y, 0, name);
    }
    if (!status && *next > begin && line->value == PF_LAND_MAIN)
      status = add_main_bridge(c, line, at, c->list[begin].along_road,
                               c->list[*next - 1].along_road, features);
  }
  if (!status) end_line(features);
  return status;
}

pathfan_status pf_land_cross(const pf_land *land, pf_features *features) {
  const pf_features *draft = &land->draft;
  const double side = CELL_STEPS * land->step;
  crossings c = {.land = land,
                 .across = (int32_t)(land->width / side) + 1,
                 .down = (int32_t)(land->height / side) + 1};
  int32_t line = 0, next = 0;
  pathfan_status status = fill_cells(&c);
  if (!status) status = find_crossings(&c);
  if (!status && c.count) qsort(c.list, (size_t)c.count, sizeof *c.list, by_river);
  for (; line < draft->line_count && !status && draft->lines[line].kind == PF_LINE_RIVER; line++)
    status = add_river(&c, line, &next, features);
  if (!status && c.count) qsort(c.list, (size_t)c.count, sizeof *c.list, by_road);
  next = 0;
  for (; line < draft->line_count && !status; line++) status = add_road(&c, line, &next, features);
  /* Their order in a file will be: areas, lines, bridges. */
  for (int32_t i = 0; i < features->line_count; i++)
    features->lines[i].place = draft->areas.polygon_count + i;
  for (int32_t i = 0; i < features->bridge_count; i++)
    features->bridges[i].place = draft->areas.polygon_count + features->line_count + i;
  free(c.list);
  free(c.first);
  free(c.segments);
  free(c.line_of);
  return status;
}

/* corridor.c - the corridor of cheap ways between two ends.
 *
 * Let F be what the cheapest way through a place costs: what the ways from there to both ends cost
 * together. Within a polygon of the mesh, to whose border all roads and rivers belong, F changes by
 * at most twice the rate w of its ground times the distance. So a cell, a convex part of a polygon,
 * whose places are at most r from one where F is f, is
 *
 *   in   if f + 2 w r <= limit,
 *   out  if f - 2 w r > limit,
 *
 * and otherwise cut in two. Where 2 w r <= tolerance it counts as in. So every place with F <=
 * limit is inside for certain, and none with F > limit + 2 tolerance. All cells of a round are
 * asked about by two fields. Over areas with a rate f is known to a gap: then cells are in by the
 * cost of the ways found, and out by what is certain.
 *
 * A cell so thin that its centre may be rounded into the next polygon is judged by a vertex of its
 * polygon; that only tells that it is out.
 *
 * Along a road F is the least of four linear functions of the place: both ways turn back at one end
 * or at the other, or they run through. */
#include "costs/corridor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "draw/dissolve.h"

#define CELLS_MOST 2000000
#define THIN 1e-7      /* times the map's longer side: many units of the mesh's grid */
#define SUM_SLACK 1e-9 /* relative; rounding of sums of costs is far below */
#define CUTS 2         /* of a cell in a round: two halve its size */
#define ROUNDS_SHOWN 40.0

/* A corner of a cell, and the line of its side to the next. */
typedef struct corner {
  double xy[2];
  int32_t edge; /* number in finding.edges; -1: a cut, which is vertical or horizontal */
} corner;

typedef struct cells {
  corner *corners;
  int32_t *first;   /* [Size: count + 1] */
  int32_t *polygon; /* [Size: count] */
  int32_t count, corner_capacity, first_capacity, polygon_capacity;
} cells;

/* An edge of the mesh, its ends ordered by x, then y. */
typedef struct mesh_edge {
  double ends[2][2];
  bool is_roomy; /* a polygon on one of its sides isn't thin */
} mesh_edge;

typedef struct finding {
  const pf_cost_corridor_wanted *wanted;
  const pf_source *source;
  pathfan_query *query;
  pf_cost_corridor *corridor;
  mesh_edge *edges;
  int32_t edge_count;
  cells mesh; /* the polygons */
  cells open, next;
  pathfan_point *samples; /* [Size: open.count] */
  double (*costs)[2];     /* the same: of ways over them, at least and at most */
  bool *is_thin;          /* the same */
  double *rate;           /* [Size: mesh.count] */
  double thin;
  double rounds; /* expected */
  pf_dissolve sides;
} finding;

/* ---- Cells ---- */

static pathfan_status add_corner(cells *c, int32_t count, const double *xy, int32_t edge) {
  const pathfan_status status = pf_grow(&c->corners, &c->corner_capacity, (int64_t)count + 1);
  if (status) return status;
  c->corners[count] = (corner){{xy[0], xy[1]}, edge};
  return status;
}

/* Makes the corners up to `end` that aren't part of a cell one. */
static pathfan_status add_cell(cells *c, int32_t end, int32_t polygon) {
  pathfan_status status = pf_grow(&c->first, &c->first_capacity, (int64_t)c->count + 2);
  if (!status) status = pf_grow(&c->polygon, &c->polygon_capacity, (int64_t)c->count + 1);
  if (status) return status;
  if (!c->count) c->first[0] = 0;
  c->polygon[c->count++] = polygon;
  c->first[c->count] = end;
  return status;
}

static int32_t corner_count(const cells *c) {
  return c->count ? c->first[c->count] : 0;
}

static void free_cells(cells *c) {
  free(c->corners);
  free(c->first);
  free(c->polygon);
}

static double distance(const double *a, const double *b) {
  return hypot(a[0] - b[0], a[1] - b[1]);
}

/* The bounds of a cell, and twice its area. */
typedef struct shape {
  double low[2], high[2], area;
} shape;

static shape shape_of(const corner *c, int32_t count) {
  shape s = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}, 0};
  for (int32_t i = 0; i < count; i++) {
    const double *at = c[i].xy, *next = c[i + 1 < count ? i + 1 : 0].xy;
    for (int k = 0; k < 2; k++) {
      s.low[k] = fmin(s.low[k], at[k]);
      s.high[k] = fmax(s.high[k], at[k]);
    }
    s.area += (at[0] - c[0].xy[0]) * (next[1] - c[0].xy[1]) -
              (next[0] - c[0].xy[0]) * (at[1] - c[0].xy[1]);
  }
  return s;
}

static bool is_thin(const finding *f, const corner *c, int32_t count) {
  const shape s = shape_of(c, count);
  return !(fabs(s.area) > f->thin * hypot(s.high[0] - s.low[0], s.high[1] - s.low[1]));
}

/* ---- The mesh ---- */

/* Gives an edge the ends of a polygon's side. */
static void put_edge(mesh_edge *e, const double *a, const double *b) {
  const bool is_up = a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]);
  memcpy(e->ends[0], is_up ? a : b, sizeof e->ends[0]);
  memcpy(e->ends[1], is_up ? b : a, sizeof e->ends[1]);
}

static int compare_edges(const void *a, const void *b) {
  const double *s = ((const mesh_edge *)a)->ends[0], *t = ((const mesh_edge *)b)->ends[0];
  for (int i = 0; i < 4; i++)
    if (s[i] != t[i]) return s[i] < t[i] ? -1 : 1;
  return 0;
}

/* Returns the number of an edge; -1: there is none. */
static int32_t find_edge(const finding *f, const double *a, const double *b) {
  mesh_edge sought;
  put_edge(&sought, a, b);
  const mesh_edge *found =
      bsearch(&sought, f->edges, (size_t)f->edge_count, sizeof sought, compare_edges);
  return found ? (int32_t)(found - f->edges) : -1;
}

/* Lists the edges, each once, although it may be a side of two polygons. */
static pathfan_status list_edges(finding *f) {
  const int32_t total = corner_count(&f->mesh);
  f->edges = pf_alloc((uint64_t)total, sizeof *f->edges);
  if (!f->edges) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < f->mesh.count; p++) {
    const int32_t first = f->mesh.first[p], end = f->mesh.first[p + 1];
    for (int32_t i = first; i < end; i++)
      put_edge(&f->edges[i], f->mesh.corners[i].xy,
               f->mesh.corners[i + 1 < end ? i + 1 : first].xy);
  }
  if (total) qsort(f->edges, (size_t)total, sizeof *f->edges, compare_edges);
  for (int32_t i = 0; i < total; i++) {
    if (i && !compare_edges(&f->edges[f->edge_count - 1], &f->edges[i])) continue;
    f->edges[f->edge_count] = f->edges[i];
    f->edges[f->edge_count++].is_roomy = false;
  }
  for (int32_t p = 0; p < f->mesh.count; p++) {
    const int32_t first = f->mesh.first[p], end = f->mesh.first[p + 1];
    const bool is_roomy = !is_thin(f, &f->mesh.corners[first], end - first);
    for (int32_t i = first; i < end; i++) {
      const int32_t e =
          find_edge(f, f->mesh.corners[i].xy, f->mesh.corners[i + 1 < end ? i + 1 : first].xy);
      f->mesh.corners[i].edge = e;
      f->edges[e].is_roomy |= is_roomy;
    }
  }
  return PATHFAN_OK;
}

static pathfan_status take_rates(finding *f, int32_t polygons, double background) {
  pathfan_terrain_area area;
  f->rate = pf_alloc((uint64_t)polygons, sizeof *f->rate);
  for (int32_t p = 0; f->rate && p < polygons; p++)
    f->rate[p] = pf_source_terrain_area(f->source, p, &area) ? area.rate : background;
  return f->rate ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

static pathfan_status take_mesh(finding *f, const pathfan_index_info *map) {
  pathfan_status status = PATHFAN_OK;
  pathfan_point *corners = NULL;
  int32_t capacity = 0;
  for (int32_t p = 0; p < map->polygon_count && !status; p++) {
    const int32_t count = pf_source_polygon(f->source, p, NULL, 0);
    int32_t end = corner_count(&f->mesh);
    status = pf_grow(&corners, &capacity, count);
    /* Of an index, which may have been replaced between the two calls. */
    if (!status && pf_source_polygon(f->source, p, corners, count) != count)
      status = PATHFAN_ERR_DAMAGED;
    for (int32_t i = 0; i < count && !status; i++)
      status = add_corner(&f->mesh, end++, (double[2]){corners[i].x, corners[i].y}, -1);
    if (!status) status = add_cell(&f->mesh, end, p);
  }
  free(corners);
  return status ? status : list_edges(f);
}

/* ---- Cutting ---- */

/* Finds where a side crosses a line x = at (axis 0) or y = at (axis 1). On an edge of the mesh this
 * depends on the edge alone, so that cells on both sides have the same point. */
static void cross(const finding *f, const corner *c, int axis, double at, double *xy) {
  xy[axis] = at;
  xy[1 - axis] = c->xy[1 - axis];
  if (c->edge < 0) return;
  const double *a = f->edges[c->edge].ends[0], *b = f->edges[c->edge].ends[1];
  xy[1 - axis] = a[1 - axis] + (at - a[axis]) / (b[axis] - a[axis]) * (b[1 - axis] - a[1 - axis]);
}

/* Adds the part of a cell on one side of a line: side 1 has the larger coordinates. */
static pathfan_status add_half(finding *f, const corner *c, int32_t count, int32_t polygon,
                               int axis, double at, int side) {
  int32_t end = corner_count(&f->next);
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++) {
    const double a = side ? c[i].xy[axis] - at : at - c[i].xy[axis];
    const double next = c[i + 1 < count ? i + 1 : 0].xy[axis];
    const double b = side ? next - at : at - next;
    double xy[2];
    if (a >= 0) status = add_corner(&f->next, end++, c[i].xy, a > 0 || b > 0 ? c[i].edge : -1);
    if (status || !((a > 0 && b < 0) || (a < 0 && b > 0))) continue;
    cross(f, &c[i], axis, at, xy);
    status = add_corner(&f->next, end++, xy, b > 0 ? c[i].edge : -1);
  }
  return status ? status : add_cell(&f->next, end, polygon);
}

static pathfan_status keep_cell(finding *f, const corner *c, int32_t count, int32_t polygon) {
  int32_t end = corner_count(&f->next);
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++)
    status = add_corner(&f->next, end++, c[i].xy, c[i].edge);
  return status ? status : add_cell(&f->next, end, polygon);
}

/* Puts the parts of a cell into f->next. */
static pathfan_status cut(finding *f, const corner *c, int32_t count, int32_t polygon, int cuts) {
  const shape s = shape_of(c, count);
  const int axis = s.high[1] - s.low[1] > s.high[0] - s.low[0];
  const double at = s.low[axis] + (s.high[axis] - s.low[axis]) / 2;
  if (!cuts || !(at > s.low[axis] && at < s.high[axis])) return keep_cell(f, c, count, polygon);
  pathfan_status status = PATHFAN_OK;
  for (int side = 0; side < 2 && !status; side++) {
    const int32_t first = corner_count(&f->next);
    status = add_half(f, c, count, polygon, axis, at, side);
    if (status || cuts == 1) continue;
    /* Cuts the part in turn: it was the last one. */
    const int32_t size = corner_count(&f->next) - first;
    corner *part = pf_alloc((uint64_t)size, sizeof *part);
    if (!part) return PATHFAN_ERR_NO_MEMORY;
    memcpy(part, &f->next.corners[first], (size_t)size * sizeof *part);
    f->next.count--;
    status = cut(f, part, size, polygon, cuts - 1);
    free(part);
  }
  return status;
}

/* ---- Judging ---- */

/* Chooses the place at which a cell is judged. Returns the largest distance of its places. */
static double choose_sample(const finding *f, int32_t cell, pathfan_point *sample, bool *thin) {
  const corner *c = &f->open.corners[f->open.first[cell]];
  const int32_t count = f->open.first[cell + 1] - f->open.first[cell];
  double at[2] = {0, 0}, radius = 0;
  for (int32_t i = 0; i < count; i++)
    for (int k = 0; k < 2; k++) at[k] += c[i].xy[k] / count;
  *thin = is_thin(f, c, count);
  if (*thin) {
    const int32_t polygon = f->open.polygon[cell];
    const double centre[2] = {at[0], at[1]};
    double least = INFINITY;
    for (int32_t i = f->mesh.first[polygon]; i < f->mesh.first[polygon + 1]; i++) {
      const double *xy = f->mesh.corners[i].xy, away = distance(xy, centre);
      if (away < least) memcpy(at, xy, sizeof at), least = away;
    }
  }
  for (int32_t i = 0; i < count; i++) radius = fmax(radius, distance(c[i].xy, at));
  *sample = (pathfan_point){at[0], at[1]};
  return radius;
}

/* Returns the line of a side for the outline. */
static int32_t line_of(const finding *f, int32_t edge) {
  if (edge < 0) return -1;
  const double(*ends)[2] = f->edges[edge].ends;
  return ends[0][0] == ends[1][0] || ends[0][1] == ends[1][1] ? -1 : edge;
}

/* Adds a cell to the corridor. */
static pathfan_status include(finding *f, int32_t cell) {
  const corner *c = &f->open.corners[f->open.first[cell]];
  const int32_t count = f->open.first[cell + 1] - f->open.first[cell];
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < count && !status; i++)
    status =
        pf_dissolve_add(&f->sides, c[i].xy, c[i + 1 < count ? i + 1 : 0].xy, line_of(f, c[i].edge));
  return status;
}

/* Returns the tolerance by which the round about all open cells is the last. */
static double tolerance_of_last(const finding *f, const double *radii) {
  double most = f->corridor->tolerance;
  for (int32_t i = 0; i < f->open.count; i++) {
    const int32_t first = f->open.first[i];
    const shape s = shape_of(&f->open.corners[first], f->open.first[i + 1] - first);
    const double size = hypot(s.high[0] - s.low[0], s.high[1] - s.low[1]);
    most = fmax(most, f->rate[f->open.polygon[i]] * (f->is_thin[i] ? size : 2 * radii[i]));
  }
  return most;
}

/* Judges the open cells, and puts the parts of undecided ones into f->next. */
static pathfan_status judge(finding *f, const double *radii) {
  const double limit = f->wanted->limit;
  pathfan_status status = PATHFAN_OK;
  f->next.count = 0;
  for (int32_t i = 0; i < f->open.count && !status; i++) {
    const corner *c = &f->open.corners[f->open.first[i]];
    const int32_t count = f->open.first[i + 1] - f->open.first[i];
    const shape s = shape_of(c, count);
    const double rate = f->rate[f->open.polygon[i]], reach = 2 * rate * radii[i];
    const double size = rate * hypot(s.high[0] - s.low[0], s.high[1] - s.low[1]);
    if (f->costs[i][0] - reach > limit * (1 + SUM_SLACK)) continue;
    const bool is_in = !f->is_thin[i] && f->costs[i][1] + reach <= limit;
    const double tolerance = f->corridor->tolerance;
    const bool is_small = (f->is_thin[i] ? size : reach) <= tolerance;
    if (!is_in && is_small) {
      const double above = f->is_thin[i] ? f->costs[i][1] - f->costs[i][0]
                                         : f->costs[i][1] + reach - limit - 2 * tolerance;
      f->corridor->gap = fmax(f->corridor->gap, above);
    }
    if (is_in || is_small)
      status = include(f, i);
    else
      status = cut(f, c, count, f->open.polygon[i], CUTS);
  }
  return status;
}

/* The share of all work that is done after so many rounds: each has about twice as many cells as
 * the one before, those along the border. */
static double share_after(const finding *f, int32_t rounds) {
  return fmin((exp2(rounds) - 1) / (exp2(f->rounds) - 1), 1);
}

/* Halving the largest cell as often leads to the tolerance. */
static void expect_rounds(finding *f) {
  double reach = 0;
  for (int32_t p = 0; p < f->mesh.count; p++) {
    const int32_t first = f->mesh.first[p];
    const shape s = shape_of(&f->mesh.corners[first], f->mesh.first[p + 1] - first);
    reach = fmax(reach, f->rate[p] * hypot(s.high[0] - s.low[0], s.high[1] - s.low[1]));
  }
  f->rounds = fmin(fmax(1, 1 + ceil(log2(reach / f->wanted->tolerance))), ROUNDS_SHOWN);
}

static void tell(const finding *f, const char *stage, double from, double to, size_t count) {
  if (f->wanted->next) f->wanted->next(f->wanted->context, stage, from, to, count);
}

static pathfan_status run_round(finding *f, int32_t round, bool is_last) {
  const size_t count = (size_t)f->open.count;
  double *radii = pf_alloc(count, sizeof *radii);
  f->samples = pf_alloc(count, sizeof *f->samples);
  f->costs = pf_alloc(count, sizeof *f->costs);
  f->is_thin = pf_alloc(count, sizeof *f->is_thin);
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  if (radii && f->samples && f->costs && f->is_thin) {
    for (int32_t i = 0; i < f->open.count; i++)
      radii[i] = choose_sample(f, i, &f->samples[i], &f->is_thin[i]);
    if (is_last) f->corridor->tolerance = tolerance_of_last(f, radii);
    tell(f, "corridor", share_after(f, round), share_after(f, round + 1), count);
    status = pathfan_query_via(f->query, f->wanted->from, f->wanted->to, f->wanted->limit,
                               f->samples, count, f->costs);
    if (!status) status = judge(f, radii);
  }
  free(radii);
  free(f->samples);
  free(f->costs);
  free(f->is_thin);
  return status;
}

static pathfan_status find_area(finding *f) {
  pf_cost_corridor *corridor = f->corridor;
  const int64_t most = f->wanted->cells_most ? f->wanted->cells_most : CELLS_MOST;
  pathfan_status status = PATHFAN_OK;
  corridor->tolerance = f->wanted->tolerance;
  f->open = f->mesh;
  expect_rounds(f);
  for (int32_t round = 0; f->open.count && !status; round++) {
    corridor->cells += f->open.count;
    /* The next one would have about twice as many (share_after). */
    status = run_round(f, round, corridor->cells + 2 * (int64_t)f->open.count > most);
    const cells judged = f->open;
    f->open = f->next;
    f->next = judged.corners == f->mesh.corners ? (cells){0} : judged;
  }
  if (f->open.corners == f->mesh.corners) f->open = (cells){0};
  return status ? status : pf_dissolve_trace(&f->sides, &corridor->area);
}

/* ---- Roads ---- */

static pathfan_status add_way(pf_cost_corridor *c, const pathfan_terrain_line *line, double from,
                              double to) {
  const pathfan_point a = line->ends[0], b = line->ends[1];
  const pathfan_status status = pf_grow(&c->ways, &c->way_capacity, (int64_t)c->way_count + 1);
  if (status) return status;
  c->ways[c->way_count++] =
      (pf_cost_corridor_way){.ends = {{a.x + from * (b.x - a.x), a.y + from * (b.y - a.y)},
                                      {a.x + to * (b.x - a.x), a.y + to * (b.y - a.y)}},
                             .feature = line->feature};
  return status;
}

/* Adds the parts of a piece of road in the corridor. costs: to its two ends, and from there. */
static pathfan_status add_road(finding *f, const pathfan_terrain_line *line,
                               const double costs[4]) {
  const double limit = f->wanted->limit * (1 + SUM_SLACK);
  const double length = hypot(line->ends[1].x - line->ends[0].x, line->ends[1].y - line->ends[0].y);
  const double there = line->rates[0] * length, back = line->rates[1] * length;
  /* The shares of it along which ways go and turn back, from either end. */
  const double first = (limit - costs[0] - costs[2]) / (there + back);
  const double last = (limit - costs[1] - costs[3]) / (there + back);
  const bool is_whole =
      fmin(costs[0] + there + costs[3], costs[1] + back + costs[2]) <= limit || first + last >= 1;
  if (is_whole) return add_way(f->corridor, line, 0, 1);
  pathfan_status status = PATHFAN_OK;
  if (first > 0) status = add_way(f->corridor, line, 0, first);
  if (last > 0 && !status) status = add_way(f->corridor, line, 1 - last, 1);
  return status;
}

/* Whether the area shows that it contains a road. */
static bool is_seen(const finding *f, const pathfan_terrain_line *line) {
  if (line->is_apart) return false;
  const int32_t e = find_edge(f, (double[2]){line->ends[0].x, line->ends[0].y},
                              (double[2]){line->ends[1].x, line->ends[1].y});
  return e >= 0 && f->edges[e].is_roomy;
}

static pathfan_status find_ways(finding *f) {
  pathfan_terrain_info info;
  pathfan_terrain_line line;
  pf_source_terrain_info(f->source, &info);
  const int32_t count = info.arc_count;
  double(*costs)[4] = pf_alloc((uint64_t)count, sizeof *costs);
  pathfan_status status = costs ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  tell(f, "roads", 0, 1, (size_t)count);
  if (!status)
    status = pathfan_query_via_roads(f->query, f->wanted->from, f->wanted->to, f->wanted->limit,
                                     costs, count);
  for (int32_t i = 0; i < count && !status; i++)
    if (pf_source_terrain_line(f->source, i, &line) && !is_seen(f, &line))
      status = add_road(f, &line, costs[i]);
  free(costs);
  return status;
}

/* ---- The corridor ---- */

pathfan_status pf_cost_corridor_find(pf_cost_corridor *corridor, const pf_source *source,
                                     pathfan_query *query, const pf_cost_corridor_wanted *wanted) {
  finding f = {.wanted = wanted, .source = source, .query = query, .corridor = corridor};
  pathfan_terrain_info info;
  pf_source_facts facts;
  pf_source_terrain_info(source, &info);
  pf_source_look(source, &facts);
  f.thin = THIN * fmax(facts.info.width, facts.info.height);
  corridor->way_count = 0;
  corridor->cells = 0;
  corridor->gap = 0;
  pathfan_status status = take_rates(&f, facts.info.polygon_count, info.background_rate);
  if (!status) status = take_mesh(&f, &facts.info);
  if (!status) status = find_area(&f);
  if (!status) status = find_ways(&f);
  free_cells(&f.mesh);
  free_cells(&f.open);
  free_cells(&f.next);
  free(f.edges);
  free(f.rate);
  pf_dissolve_free(&f.sides);
  return status;
}

void pf_cost_corridor_free(pf_cost_corridor *corridor) {
  pf_contours_free(&corridor->area);
  free(corridor->ways);
  *corridor = (pf_cost_corridor){0};
}

/* terrain_map.c - features become a terrain:
 *
 *   areas        to an outline on the lattice, as of any map of polygons
 *   lines        to the same lattice, cut off at the map's border
 *   arrangement  outline, roads and rivers cut where they meet (meshing/arrange.h)
 *   edges        pieces that lie on each other are one: the lower rate, the higher cost holds
 *   mesh         free space triangulated along them, triangles merged where nothing runs between
 *                them (unless triangles are asked for)
 *   corners      each edge of the mesh says what runs along it
 *   aparts       bridges and tunnels, which the mesh knows in their ends only
 *
 * Bridges and tunnels touch the ground in their ends, but where several meet, or one ends on
 * another, and no road on the ground is there: then they go on into each other up there or down
 * there. */
#include "terrain_map.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/status.h"
#include "meshing/arrange.h"
#include "meshing/cdt.h"
#include "meshing/merge.h"
#include "terrain/terrain_data.h"

/* A bridge's point may lie so far from its river, of the map's larger side. */
#define BRIDGE_REACH 1e-5

enum { WALL = -1 };

/* What runs between two points of the arrangement. */
typedef struct edge {
  int32_t a, b;        /* points, a < b */
  int32_t wall;        /* > 0: free space on the left of a -> b, < 0: of b -> a */
  int32_t road, river; /* lines; NONE */
  bool is_found;       /* the mesh has it */
} edge;

/* A piece of a line or of the outline, on its way to an edge. */
typedef struct strand {
  int32_t a, b, line; /* WALL: of the outline */
  bool turned;        /* it runs from b to a */
} strand;

/* A point of a bridge or tunnel. */
typedef struct apart_point {
  pathfan_lattice_point at;
  int32_t line;
  bool is_end;
  int32_t joint; /* number among the points that lie apart; NONE: on the ground */
} apart_point;

/* A point of rivers where they are crossed for nothing. */
typedef struct placed_bridge {
  pathfan_lattice_point at;
  int32_t number; /* of the features' bridges */
} placed_bridge;

typedef struct survey {
  const pathfan_features *features;
  pathfan_ground *ground;
  pathfan_terrain_data *terrain;
  pathfan_error *error;
  pathfan_outline outline;
  pathfan_segment *segments;
  int32_t *line_of; /* of a segment */
  int32_t segment_count, segment_capacity, line_capacity;
  pathfan_lattice_point *extra;
  int32_t extra_count, extra_capacity;
  placed_bridge *bridges;
  int32_t bridge_count, bridge_capacity;
  pathfan_arrangement arrangement;
  edge *edges;
  int32_t edge_count;
  int32_t *point_of;     /* [Size: mesh vertices] of the arrangement */
  int32_t *first_corner; /* [Size: points + 1] corners at a point */
  int32_t *corners;
  apart_point *aparts; /* line by line */
  int32_t apart_count, apart_capacity;
  bool *is_overlapped, *is_cut; /* [Size: lines] */
} survey;

static pathfan_status out_of_memory(const survey *v) {
  return pathfan_fail(v->error, PATHFAN_ERR_NO_MEMORY,
                      "no memory for %d points of roads and rivers", (int)v->features->point_count);
}

/* ---- Features ---- */

/* Room for all that there may be. */
static pathfan_status make_room(survey *v) {
  const pathfan_features *f = v->features;
  pathfan_terrain_data *t = v->terrain;
  size_t bytes = 0;
  for (int32_t i = 0; i < f->line_count; i++)
    bytes += f->lines[i].name ? strlen(f->lines[i].name) + 1 : 0;
  for (int32_t i = 0; i < f->bridge_count; i++)
    bytes += f->bridges[i].name ? strlen(f->bridges[i].name) + 1 : 0;
  const int64_t count = (int64_t)f->line_count + f->bridge_count;
  if (bytes > INT32_MAX || count > INT32_MAX) return PATHFAN_ERR_LIMIT;
  t->features = pathfan_alloc((uint64_t)count, sizeof *t->features);
  t->names = pathfan_alloc(bytes, 1);
  return t->features && t->names ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
}

/* Returns its number. */
static int32_t add_feature(survey *v, pathfan_feature_kind kind, double value, int32_t place,
                           const char *name) {
  pathfan_terrain_data *t = v->terrain;
  t->features[t->view.feature_count] =
      (pathfan_feature){.value = value,
                        .kind = kind,
                        .place = place,
                        .name = name ? t->name_bytes : PATHFAN_TERRAIN_NONE,
                        .corner = PATHFAN_TERRAIN_NONE};
  if (name) {
    const size_t length = strlen(name) + 1;
    memcpy(t->names + t->name_bytes, name, length);
    t->name_bytes += (int32_t)length;
  }
  return t->view.feature_count++;
}

/* Roads and rivers, numbered as lines are; bridges follow when it is known where they are. */
static pathfan_status copy_lines(survey *v) {
  const pathfan_status status = make_room(v);
  for (int32_t i = 0; i < v->features->line_count && !status; i++) {
    const pathfan_line *line = &v->features->lines[i];
    const pathfan_feature_kind kind =
        line->kind == PATHFAN_LINE_ROAD ? PATHFAN_FEATURE_ROAD : PATHFAN_FEATURE_RIVER;
    add_feature(v, kind, line->value, line->place, line->name);
  }
  return status;
}

/* ---- Areas ---- */

static pathfan_status add_ring(pathfan_polygons *to, pathfan_polygon_kind kind,
                               const double *points, int32_t count) {
  pathfan_status status = pathfan_polygons_begin(to, kind, NULL);
  if (!status) status = pathfan_polygons_ring(to, 0);
  for (int32_t i = 0; i < count && !status; i++)
    status = pathfan_polygons_point(to, points[2 * i], points[2 * i + 1]);
  return status;
}

static pathfan_status add_areas(const pathfan_polygons *from, pathfan_polygons *to) {
  pathfan_status status = PATHFAN_OK;
  to->place_is = from->place_is;
  for (int32_t p = 0; p < from->polygon_count && !status; p++) {
    status = pathfan_polygons_begin(to, from->polygons[p].kind, from->polygons[p].name);
    if (status) break;
    to->polygons[p].even_odd = from->polygons[p].even_odd;
    for (int32_t r = from->polygons[p].first_ring; r < pathfan_polygon_end(from, p) && !status;
         r++) {
      status = pathfan_polygons_ring(to, from->rings[r].place);
      for (int32_t i = from->rings[r].first_point; i < pathfan_ring_end(from, r) && !status; i++)
        status = pathfan_polygons_point(to, from->points[2 * i], from->points[2 * i + 1]);
      if (!status) pathfan_polygons_close_ring(to);
    }
  }
  return status;
}

/* The box of everything as a free polygon, where there is no free one. */
static pathfan_status add_box(const pathfan_features *f, pathfan_polygons *areas) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (int32_t p = 0; p < areas->polygon_count; p++)
    if (areas->polygons[p].kind == PATHFAN_POLYGON_FREE) return PATHFAN_OK;
  for (int32_t i = 0; i < 2 * areas->point_count; i++) {
    low[i % 2] = fmin(low[i % 2], areas->points[i]);
    high[i % 2] = fmax(high[i % 2], areas->points[i]);
  }
  for (int32_t i = 0; i < 2 * f->point_count; i++) {
    low[i % 2] = fmin(low[i % 2], f->points[i]);
    high[i % 2] = fmax(high[i % 2], f->points[i]);
  }
  const double box[8] = {low[0], low[1], high[0], low[1], high[0], high[1], low[0], high[1]};
  return add_ring(areas, PATHFAN_POLYGON_FREE, box, 4);
}

/* The frame that suits areas and lines, and the outline of free space in it. */
static pathfan_status place_areas(survey *v, const pathfan_map_options *options) {
  const pathfan_features *f = v->features;
  pathfan_polygons areas = {0}, all = {0};
  pathfan_status status = add_areas(&f->areas, &areas);
  if (!status) status = add_box(f, &areas);
  if (!status) status = add_areas(&areas, &all);
  /* Lines have a say in which lattice holds the map exactly, as an obstacle has. */
  if (!status) status = add_ring(&all, PATHFAN_POLYGON_OBSTACLE, f->points, f->point_count);
  if (status) pathfan_fail(v->error, status, "no memory for areas");
  if (!status) status = pathfan_polygons_frame(&all, options->unit, &v->ground->frame, v->error);
  if (!status)
    status = pathfan_polygons_outline_in(&areas, &v->ground->frame, options->agent_radius,
                                         &v->outline, v->error);
  pathfan_polygons_free(&areas);
  pathfan_polygons_free(&all);
  return status;
}

/* ---- Lines ---- */

static pathfan_status add_segment(survey *v, pathfan_lattice_point from, pathfan_lattice_point to,
                                  int32_t line) {
  if (from.x == to.x && from.y == to.y) return PATHFAN_OK;
  pathfan_status status = pathfan_grow(&v->segments, &v->segment_capacity,
                                       (int64_t)v->segment_count + 1, sizeof *v->segments);
  if (!status)
    status = pathfan_grow(&v->line_of, &v->line_capacity, (int64_t)v->segment_count + 1,
                          sizeof *v->line_of);
  if (status) return status;
  v->segments[v->segment_count] = (pathfan_segment){from, to};
  v->line_of[v->segment_count++] = line;
  return PATHFAN_OK;
}

static double lattice_x(const survey *v, double x) {
  return x * v->ground->frame.scale - v->ground->frame.origin_x;
}

static double lattice_y(const survey *v, double y) {
  return y * v->ground->frame.scale - v->ground->frame.origin_y;
}

/* Cuts [*from, *to] of a way to where `base + t * step` is within 0..most, and `beyond` of it. */
static void clip_axis(double base, double step, double most, double beyond, double *from,
                      double *to) {
  const double low = -beyond - base, high = most + beyond - base;
  if (step == 0) {
    if (low > 0 || high < 0) *to = *from - 1;
    return;
  }
  const double in = step > 0 ? low / step : high / step;
  const double out = step > 0 ? high / step : low / step;
  *from = fmax(*from, in);
  *to = fmin(*to, out);
}

/* The part of a segment within the map's border; false: there is none. */
static bool clip_segment(const pathfan_frame *frame, const double from[2], const double step[2],
                         double beyond, double *begin, double *end) {
  *begin = 0;
  *end = 1;
  clip_axis(from[0], step[0], frame->width, beyond, begin, end);
  clip_axis(from[1], step[1], frame->height, beyond, begin, end);
  return *begin <= *end;
}

static int32_t round_within(double x, int32_t most) {
  const double r = nearbyint(x);
  return r < 0 ? 0 : r > most ? most : (int32_t)r;
}

/* A segment of a line within the map's border; false: nothing of it. *is_cut is set if it isn't all
 * of it. An end that rounding alone has moved over the border isn't cut off; but a line that leaves
 * the map does so where it meets the border, since what went on there would be a stub along it. */
static bool place_segment(const survey *v, const double *points, pathfan_lattice_point *from,
                          pathfan_lattice_point *to, bool *is_cut) {
  const pathfan_frame *frame = &v->ground->frame;
  const double start[2] = {lattice_x(v, points[0]), lattice_y(v, points[1])};
  const double step[2] = {lattice_x(v, points[2]) - start[0], lattice_y(v, points[3]) - start[1]};
  double begin, end;
  const bool is_near = clip_segment(frame, start, step, 0.5, &begin, &end);
  if (begin > 0 || end < 1) *is_cut = true;
  if (!is_near) return false;
  double inner, outer;
  if (clip_segment(frame, start, step, 0, &inner, &outer)) {
    if (begin > 0) begin = inner;
    if (end < 1) end = outer;
  }
  *from = (pathfan_lattice_point){round_within(start[0] + begin * step[0], frame->width),
                                  round_within(start[1] + begin * step[1], frame->height)};
  *to = (pathfan_lattice_point){
      round_within(end == 1 ? lattice_x(v, points[2]) : start[0] + end * step[0], frame->width),
      round_within(end == 1 ? lattice_y(v, points[3]) : start[1] + end * step[1], frame->height)};
  return true;
}

/* Whether a line counts at all: not a road on the ground that is no better than the ground, nor a
 * river that costs nothing. Bridges and tunnels lead where nothing else does, at any rate. */
static bool is_useful(const survey *v, int32_t line) {
  const pathfan_line *l = &v->features->lines[line];
  if (l->kind == PATHFAN_LINE_RIVER) return l->value > 0;
  return l->is_apart || l->value < v->terrain->view.background;
}

static pathfan_status place_line(survey *v, int32_t line) {
  const pathfan_features *f = v->features;
  const int32_t first = f->lines[line].first_point, end = pathfan_line_end(f, line);
  pathfan_lattice_point from, to;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i + 1 < end && !status; i++) {
    if (place_segment(v, f->points + 2 * i, &from, &to, &v->is_cut[line]))
      status = add_segment(v, from, to, line);
  }
  return status;
}

static pathfan_status place_lines(survey *v) {
  const pathfan_features *f = v->features;
  pathfan_terrain_notes *notes = &v->terrain->notes;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < v->outline.edge_count && !status; i++)
    status = add_segment(v, v->outline.vertices[v->outline.edges[i].from],
                         v->outline.vertices[v->outline.edges[i].to], WALL);
  for (int32_t line = 0; line < f->line_count && !status; line++) {
    const bool useful = is_useful(v, line);
    if (!useful && f->lines[line].kind == PATHFAN_LINE_ROAD) notes->useless_roads++;
    if (useful && !f->lines[line].is_apart) status = place_line(v, line);
  }
  return status;
}

/* ---- Bridges over rivers ---- */

/* The point of a segment nearest to another, and how far off that is. */
static double nearest_on(pathfan_segment s, double x, double y, pathfan_lattice_point *at) {
  const double dx = (double)s.to.x - s.from.x, dy = (double)s.to.y - s.from.y;
  const double t = ((x - s.from.x) * dx + (y - s.from.y) * dy) / (dx * dx + dy * dy);
  const double u = t < 0 ? 0 : t > 1 ? 1 : t;
  const double nx = s.from.x + u * dx, ny = s.from.y + u * dy;
  *at = (pathfan_lattice_point){(int32_t)nearbyint(nx), (int32_t)nearbyint(ny)};
  return hypot(nx - x, ny - y);
}

static pathfan_status place_bridges(survey *v) {
  const pathfan_frame *frame = &v->ground->frame;
  const double reach =
      fmax(1, BRIDGE_REACH * (frame->width > frame->height ? frame->width : frame->height));
  pathfan_status status = PATHFAN_OK;
  for (int32_t b = 0; b < v->features->bridge_count && !status; b++) {
    const double x = lattice_x(v, v->features->bridges[b].x);
    const double y = lattice_y(v, v->features->bridges[b].y);
    double least = reach;
    pathfan_lattice_point best = {0, 0}, at;
    bool found = false;
    for (int32_t i = 0; i < v->segment_count; i++) {
      if (v->line_of[i] < 0 || v->features->lines[v->line_of[i]].kind != PATHFAN_LINE_RIVER)
        continue;
      const double off = nearest_on(v->segments[i], x, y, &at);
      if (off > least || (found && off == least)) continue;
      least = off;
      best = at;
      found = true;
    }
    if (!found) {
      v->terrain->notes.lost_bridges++;
      continue;
    }
    status = pathfan_grow(&v->bridges, &v->bridge_capacity, (int64_t)v->bridge_count + 1,
                          sizeof *v->bridges);
    if (!status) v->bridges[v->bridge_count++] = (placed_bridge){best, b};
    if (!status)
      status = pathfan_grow(&v->extra, &v->extra_capacity, (int64_t)v->extra_count + 1,
                            sizeof *v->extra);
    if (!status) v->extra[v->extra_count++] = best;
  }
  return status;
}

/* ---- Bridges and tunnels that lie apart ---- */

static pathfan_status add_apart(survey *v, pathfan_lattice_point at, int32_t line) {
  const apart_point *last = v->apart_count ? &v->aparts[v->apart_count - 1] : NULL;
  if (last && last->line == line && last->at.x == at.x && last->at.y == at.y) return PATHFAN_OK;
  const pathfan_status status =
      pathfan_grow(&v->aparts, &v->apart_capacity, (int64_t)v->apart_count + 1, sizeof *v->aparts);
  if (!status)
    v->aparts[v->apart_count++] =
        (apart_point){.at = at, .line = line, .joint = PATHFAN_TERRAIN_NONE};
  return status;
}

static pathfan_status place_aparts(survey *v) {
  const pathfan_features *f = v->features;
  pathfan_status status = PATHFAN_OK;
  for (int32_t line = 0; line < f->line_count && !status; line++) {
    if (!f->lines[line].is_apart || !is_useful(v, line)) continue;
    const int32_t before = v->apart_count;
    const int32_t first = f->lines[line].first_point, end = pathfan_line_end(f, line);
    pathfan_lattice_point from = {0, 0}, to = {0, 0};
    for (int32_t i = first; i + 1 < end && !status; i++) {
      if (!place_segment(v, f->points + 2 * i, &from, &to, &v->is_cut[line])) continue;
      status = add_apart(v, from, line);
      if (!status) status = add_apart(v, to, line);
    }
    if (v->apart_count - before < 2) {
      v->apart_count = before; /* nothing, or a point */
      continue;
    }
    v->aparts[before].is_end = v->aparts[v->apart_count - 1].is_end = true;
    for (int32_t i = before; i < v->apart_count && !status; i++) {
      if (!v->aparts[i].is_end) continue;
      status = pathfan_grow(&v->extra, &v->extra_capacity, (int64_t)v->extra_count + 1,
                            sizeof *v->extra);
      if (!status) v->extra[v->extra_count++] = v->aparts[i].at;
    }
  }
  return status;
}

/* ---- Edges ---- */

static int by_ends(const void *a, const void *b) {
  const strand *s = a, *t = b;
  if (s->a != t->a) return s->a < t->a ? -1 : 1;
  if (s->b != t->b) return s->b < t->b ? -1 : 1;
  return (s->line > t->line) - (s->line < t->line);
}

/* Takes a strand into its edge: the better road, the worse river. */
static void take(survey *v, edge *e, const strand *s) {
  if (s->line == WALL) {
    e->wall += s->turned ? -1 : 1;
    return;
  }
  const pathfan_line *line = &v->features->lines[s->line];
  const bool is_road = line->kind == PATHFAN_LINE_ROAD;
  int32_t *holds = is_road ? &e->road : &e->river;
  if (*holds == s->line) return; /* it runs there and back */
  if (*holds >= 0) {
    const double held = v->features->lines[*holds].value;
    const bool is_better = is_road ? line->value < held : line->value > held;
    v->is_overlapped[is_better ? *holds : s->line] = true;
    if (!is_better) return;
  }
  *holds = s->line;
}

static pathfan_status make_edges(survey *v) {
  const pathfan_arrangement *a = &v->arrangement;
  strand *strands = pathfan_alloc((uint64_t)a->piece_count, sizeof *strands);
  v->edges = pathfan_alloc((uint64_t)a->piece_count, sizeof *v->edges);
  if (!strands || !v->edges) {
    free(strands);
    return PATHFAN_ERR_NO_MEMORY;
  }
  for (int32_t s = 0; s < v->segment_count; s++)
    for (int32_t i = a->first[s]; i < a->first[s + 1]; i++) {
      const pathfan_piece p = a->pieces[i];
      const bool turned = p.from > p.to;
      strands[i] = (strand){turned ? p.to : p.from, turned ? p.from : p.to, v->line_of[s], turned};
    }
  qsort(strands, (size_t)a->piece_count, sizeof *strands, by_ends);
  for (int32_t i = 0; i < a->piece_count; i++) {
    edge *last = v->edge_count ? &v->edges[v->edge_count - 1] : NULL;
    if (!last || last->a != strands[i].a || last->b != strands[i].b) {
      last = &v->edges[v->edge_count++];
      *last =
          (edge){strands[i].a, strands[i].b, 0, PATHFAN_TERRAIN_NONE, PATHFAN_TERRAIN_NONE, false};
    }
    take(v, last, &strands[i]);
  }
  free(strands);
  return PATHFAN_OK;
}

static int by_points(const void *a, const void *b) {
  const edge *s = a, *t = b;
  if (s->a != t->a) return s->a < t->a ? -1 : 1;
  return (s->b > t->b) - (s->b < t->b);
}

static edge *find_edge(const survey *v, int32_t from, int32_t to) {
  const edge key = {.a = from < to ? from : to, .b = from < to ? to : from};
  return bsearch(&key, v->edges, (size_t)v->edge_count, sizeof key, by_points);
}

/* ---- Mesh ---- */

static pathfan_status make_mesh(survey *v) {
  pathfan_outline_edge *walls = pathfan_alloc((uint64_t)v->edge_count, sizeof *walls);
  pathfan_outline_edge *lines = pathfan_alloc((uint64_t)v->edge_count, sizeof *lines);
  int32_t wall_count = 0, line_count = 0;
  pathfan_status status = walls && lines ? PATHFAN_OK : PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < v->edge_count && !status; i++) {
    const edge *e = &v->edges[i];
    if (e->wall)
      walls[wall_count++] =
          e->wall > 0 ? (pathfan_outline_edge){e->a, e->b} : (pathfan_outline_edge){e->b, e->a};
    else if (e->road >= 0 || e->river >= 0)
      lines[line_count++] = (pathfan_outline_edge){e->a, e->b};
  }
  const pathfan_outline outline = {.vertex_count = v->arrangement.point_count,
                                   .edge_count = wall_count,
                                   .vertices = v->arrangement.points,
                                   .edges = walls};
  if (!status) status = pathfan_cdt_build_with(&outline, lines, line_count, &v->ground->mesh);
  if (!status) status = pathfan_mesh_finish(&v->ground->mesh);
  free(walls);
  free(lines);
  return status;
}

/* ---- Corners ---- */

/* Points of vertices, and the corners at each point. */
static pathfan_status find_points(survey *v) {
  const pathfan_mesh *mesh = &v->ground->mesh.view;
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  const int32_t points = v->arrangement.point_count;
  free(v->point_of);
  free(v->first_corner);
  free(v->corners);
  v->point_of = pathfan_alloc((uint64_t)mesh->vertex_count, sizeof *v->point_of);
  v->first_corner = pathfan_alloc_zero((uint64_t)points + 2, sizeof *v->first_corner);
  v->corners = pathfan_alloc(corners, sizeof *v->corners);
  if (!v->point_of || !v->first_corner || !v->corners) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < mesh->vertex_count; i++)
    v->point_of[i] = pathfan_arrangement_find(&v->arrangement, mesh->vertices[i]);
  for (uint32_t c = 0; c < corners; c++) v->first_corner[v->point_of[mesh->corner_vertex[c]] + 2]++;
  for (int32_t p = 0; p < points; p++) v->first_corner[p + 2] += v->first_corner[p + 1];
  for (uint32_t c = 0; c < corners; c++)
    v->corners[v->first_corner[v->point_of[mesh->corner_vertex[c]] + 1]++] = (int32_t)c;
  return PATHFAN_OK;
}

/* Fewer, larger polygons: edges along which nothing runs are left out. */
static pathfan_status merge_mesh(survey *v) {
  const pathfan_mesh *mesh = &v->ground->mesh.view;
  pathfan_mesh_data merged = {0};
  uint8_t *kept = pathfan_alloc(mesh->first_corner[mesh->polygon_count], sizeof *kept);
  if (!kept) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint32_t after = pathfan_corner_after(mesh->first_corner, p, c);
      kept[c] = find_edge(v, v->point_of[mesh->corner_vertex[c]],
                          v->point_of[mesh->corner_vertex[after]]) != NULL;
    }
  const pathfan_status status =
      pathfan_merge_around(&v->ground->mesh, PATHFAN_MERGE_LONGEST, kept, &merged);
  free(kept);
  if (status) return status;
  pathfan_mesh_data_free(&v->ground->mesh);
  v->ground->mesh = merged;
  v->ground->mesh_kind = PATHFAN_LAYOUT_MESH_MERGED;
  return find_points(v);
}

/* A bridge becomes a feature, and corners there tell it; of several the first one. */
static void mark_bridge(survey *v, const placed_bridge *bridge) {
  pathfan_terrain_data *t = v->terrain;
  const int32_t point = pathfan_arrangement_find(&v->arrangement, bridge->at);
  const int32_t first = v->first_corner[point], end = v->first_corner[point + 1];
  if (first == end) { /* in an obstacle */
    t->notes.lost_bridges++;
    return;
  }
  const int32_t feature =
      add_feature(v, PATHFAN_FEATURE_BRIDGE, 0, v->features->bridges[bridge->number].place,
                  v->features->bridges[bridge->number].name);
  t->features[feature].corner = v->corners[first];
  for (int32_t i = first; i < end; i++)
    if (t->bridge[v->corners[i]] < 0) t->bridge[v->corners[i]] = feature;
}

static pathfan_status mark_corners(survey *v) {
  const pathfan_mesh *mesh = &v->ground->mesh.view;
  pathfan_terrain_data *t = v->terrain;
  const uint32_t corners = mesh->first_corner[mesh->polygon_count];
  t->road = pathfan_alloc(corners, sizeof *t->road);
  t->river = pathfan_alloc(corners, sizeof *t->river);
  t->bridge = pathfan_alloc(corners, sizeof *t->bridge);
  if (!t->road || !t->river || !t->bridge) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t p = 0; p < mesh->polygon_count; p++)
    for (uint32_t c = mesh->first_corner[p]; c < mesh->first_corner[p + 1]; c++) {
      const uint32_t after = pathfan_corner_after(mesh->first_corner, p, c);
      edge *e = find_edge(v, v->point_of[mesh->corner_vertex[c]],
                          v->point_of[mesh->corner_vertex[after]]);
      t->road[c] = e ? e->road : PATHFAN_TERRAIN_NONE;
      t->river[c] = e && mesh->corner_neighbour[c] >= 0 ? e->river : PATHFAN_TERRAIN_NONE;
      if (e) e->is_found = true;
    }
  for (uint32_t c = 0; c < corners; c++) t->bridge[c] = PATHFAN_TERRAIN_NONE;
  for (int32_t b = 0; b < v->bridge_count; b++) mark_bridge(v, &v->bridges[b]);
  for (int32_t i = 0; i < v->edge_count; i++)
    if (v->edges[i].road >= 0 && !v->edges[i].is_found) v->is_cut[v->edges[i].road] = true;
  return PATHFAN_OK;
}

/* ---- Where bridges and tunnels end ---- */

static int by_place(const void *a, const void *b) {
  const apart_point *s = *(apart_point *const *)a, *t = *(apart_point *const *)b;
  if (s->at.y != t->at.y) return s->at.y < t->at.y ? -1 : 1;
  if (s->at.x != t->at.x) return s->at.x < t->at.x ? -1 : 1;
  if (s->line != t->line) return s->line < t->line ? -1 : 1;
  return (s > t) - (s < t);
}

/* The polygon of a corner. */
static int32_t polygon_of(const survey *v, int32_t corner) {
  const pathfan_mesh *mesh = &v->ground->mesh.view;
  int32_t low = 0, high = mesh->polygon_count;
  while (high - low > 1) {
    const int32_t middle = low + (high - low) / 2;
    *(mesh->first_corner[middle] <= (uint32_t)corner ? &low : &high) = middle;
  }
  return low;
}

/* Whether a road on the ground touches a point. */
static bool has_ground_road(const survey *v, int32_t point) {
  const pathfan_mesh *mesh = &v->ground->mesh.view;
  for (int32_t i = v->first_corner[point]; i < v->first_corner[point + 1]; i++) {
    const int32_t c = v->corners[i];
    if (v->terrain->road[c] >= 0) return true;
    /* And the edge that leads to the corner, which a wall may have on its other side. */
    if (v->terrain
            ->road[pathfan_corner_before(mesh->first_corner, polygon_of(v, c), (uint32_t)c)] >= 0)
      return true;
  }
  return false;
}

/* Numbers the points that lie apart; those on the ground keep NONE. */
static pathfan_status join_aparts(survey *v, int32_t *joint_count) {
  apart_point **order = pathfan_alloc((uint64_t)v->apart_count, sizeof *order);
  *joint_count = 0;
  if (!order) return PATHFAN_ERR_NO_MEMORY;
  for (int32_t i = 0; i < v->apart_count; i++) order[i] = &v->aparts[i];
  qsort(order, (size_t)v->apart_count, sizeof *order, by_place);
  for (int32_t first = 0, end; first < v->apart_count; first = end) {
    int32_t ends = 0;
    for (end = first; end < v->apart_count && order[end]->at.x == order[first]->at.x &&
                      order[end]->at.y == order[first]->at.y;
         end++)
      ends += order[end]->is_end;
    const int32_t point = ends ? pathfan_arrangement_find(&v->arrangement, order[first]->at) : -1;
    const bool is_free = point >= 0 && v->first_corner[point] < v->first_corner[point + 1];
    const bool meets_others = end - first > 1 && ends;
    const bool is_ground = is_free && (!meets_others || has_ground_road(v, point));
    /* Who only passes over the ground, or under it, meets nobody. */
    int32_t shared = PATHFAN_TERRAIN_NONE;
    for (int32_t i = first; i < end; i++) {
      if (is_ground && order[i]->is_end) continue;
      if (is_ground || !ends) {
        order[i]->joint = (*joint_count)++;
        continue;
      }
      if (shared < 0) shared = (*joint_count)++;
      order[i]->joint = shared;
    }
  }
  free(order);
  return PATHFAN_OK;
}

/* Pieces of bridges and tunnels on their way to the terrain. */
typedef struct apart_list {
  pathfan_apart *list;
  int32_t count, capacity, joints;
} apart_list;

static pathfan_status add_piece(apart_list *pieces, pathfan_apart piece) {
  const pathfan_status status = pathfan_grow(&pieces->list, &pieces->capacity,
                                             (int64_t)pieces->count + 1, sizeof *pieces->list);
  if (!status) pieces->list[pieces->count++] = piece;
  return status;
}

/* Whether a corner holds a direction, its edges included. */
static bool holds(const survey *v, int32_t corner, pathfan_lattice_point d) {
  const pathfan_mesh *mesh = &v->ground->mesh.view;
  const int32_t polygon = polygon_of(v, corner);
  const uint32_t after = pathfan_corner_after(mesh->first_corner, polygon, (uint32_t)corner);
  const uint32_t before = pathfan_corner_before(mesh->first_corner, polygon, (uint32_t)corner);
  const pathfan_lattice_point at = mesh->vertices[mesh->corner_vertex[corner]];
  return pathfan_cross(pathfan_from_to(at, mesh->vertices[mesh->corner_vertex[after]]), d) >= 0 &&
         pathfan_cross(d, pathfan_from_to(at, mesh->vertices[mesh->corner_vertex[before]])) >= 0;
}

/* Where a bridge ends on the ground that comes from a direction: in the sector that holds it. Where
 * none does, a tunnel leads into its hill, and where a river runs under the bridge there are two:
 * then its end is a place of its own, as near to all of them. */
static pathfan_status find_ground(const survey *v, const apart_point *point,
                                  pathfan_lattice_point from, apart_list *pieces, int32_t *end) {
  const int32_t at = pathfan_arrangement_find(&v->arrangement, point->at);
  const int32_t first = v->first_corner[at], last = v->first_corner[at + 1];
  const pathfan_lattice_point d = pathfan_from_to(point->at, from);
  int32_t count = 0;
  for (int32_t i = first; i < last; i++) {
    if (!holds(v, v->corners[i], d)) continue;
    *end = v->corners[i];
    count++;
  }
  if (count == 1) return PATHFAN_OK;
  *end = ~pieces->joints++;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = first; i < last && !status; i++)
    if (!count || holds(v, v->corners[i], d))
      status = add_piece(
          pieces,
          (pathfan_apart){*end, v->corners[i], PATHFAN_TERRAIN_NONE, {point->at, point->at}});
  return status;
}

static pathfan_status find_end(const survey *v, const apart_point *point, const apart_point *other,
                               apart_list *pieces, int32_t *end) {
  *end = ~point->joint;
  return point->joint >= 0 ? PATHFAN_OK : find_ground(v, point, other->at, pieces, end);
}

static pathfan_status finish(survey *v) {
  apart_list pieces = {0};
  pathfan_status status = join_aparts(v, &pieces.joints);
  for (int32_t i = 0; i + 1 < v->apart_count && !status; i++) {
    const apart_point *from = &v->aparts[i], *to = from + 1;
    pathfan_apart piece = {.feature = from->line, .at = {from->at, to->at}};
    if (from->line != to->line) continue;
    status = find_end(v, from, to, &pieces, &piece.from);
    if (!status) status = find_end(v, to, from, &pieces, &piece.to);
    if (!status) status = add_piece(&pieces, piece);
  }
  if (!status)
    status = pathfan_terrain_finish(v->terrain, pieces.list, pieces.count, pieces.joints);
  free(pieces.list);
  return status;
}

/* ---- All of it ---- */

static void count_notes(survey *v) {
  pathfan_terrain_notes *notes = &v->terrain->notes;
  for (int32_t i = 0; i < v->features->line_count; i++) {
    const bool is_road = v->features->lines[i].kind == PATHFAN_LINE_ROAD;
    if (v->is_overlapped[i]) ++*(is_road ? &notes->overlapping_roads : &notes->overlapping_rivers);
    if (v->is_cut[i] && is_road) notes->cut_roads++;
  }
}

static pathfan_status survey_all(survey *v, const pathfan_map_options *options) {
  pathfan_status status = copy_lines(v);
  if (status) return out_of_memory(v);
  status = place_areas(v, options);
  if (status) return status;
  v->ground->frame.is_rounded = 1; /* where lines cross, if nowhere else */
  v->terrain->view.scale = v->ground->frame.scale;
  status = place_lines(v);
  if (!status) status = place_bridges(v);
  if (!status) status = place_aparts(v);
  if (!status)
    status =
        pathfan_arrange(v->segments, v->segment_count, v->extra, v->extra_count, &v->arrangement);
  if (!status) status = make_edges(v);
  if (!status) status = make_mesh(v);
  v->terrain->view.mesh = &v->ground->mesh.view;
  if (!status) status = find_points(v);
  if (!status && options->mesh != PATHFAN_MESH_CDT) status = merge_mesh(v);
  if (!status) status = mark_corners(v);
  if (!status) status = finish(v);
  if (!status) count_notes(v);
  if (status == PATHFAN_ERR_NO_MEMORY) return out_of_memory(v);
  if (status)
    return pathfan_fail(v->error, status, "making the terrain: %s", pathfan_status_text(status));
  return PATHFAN_OK;
}

pathfan_status pathfan_terrain_read(const pathfan_features *features,
                                    const pathfan_map_options *options, pathfan_ground *ground,
                                    pathfan_error *error) {
  const uint64_t lines = (uint64_t)features->line_count;
  survey v = {.features = features, .ground = ground, .error = error};
  pathfan_status status = PATHFAN_ERR_NO_MEMORY;
  ground->terrain = v.terrain = pathfan_alloc_zero(1, sizeof *v.terrain);
  v.is_overlapped = pathfan_alloc_zero(lines, sizeof *v.is_overlapped);
  v.is_cut = pathfan_alloc_zero(lines, sizeof *v.is_cut);
  if (v.terrain && v.is_overlapped && v.is_cut) {
    v.terrain->view.background =
        options->background_rate > 0 ? options->background_rate : features->background_rate;
    ground->mesh_kind = PATHFAN_LAYOUT_MESH_CDT;
    status = survey_all(&v, options);
  } else {
    out_of_memory(&v);
  }
  pathfan_outline_free(&v.outline);
  pathfan_arrangement_free(&v.arrangement);
  free(v.segments);
  free(v.line_of);
  free(v.extra);
  free(v.bridges);
  free(v.edges);
  free(v.point_of);
  free(v.first_corner);
  free(v.corners);
  free(v.aparts);
  free(v.is_overlapped);
  free(v.is_cut);
  return status;
}

/* twin_polygons.c - random polygon maps, and slow tests of polygons and outlines. */
#include "twin_polygons.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "twin_maps.h"

/* ---- Making maps ---- */

static void check(pathfan_status status) {
  assert_int_equal(status, PATHFAN_OK);
}

static void begin(twin_polygon_map *map, pf_polygon_kind kind) {
  check(pf_polygons_begin(&map->polygons, kind, NULL));
}

/* Added to every point, so that no map begins at the origin. */
enum { MOVE_X = 3, MOVE_Y = -17 };

static void add_ring(twin_polygon_map *map, int count, const double *xy) {
  check(pf_polygons_ring(&map->polygons, map->polygons.polygon_count - 1));
  for (int i = 0; i < count; i++)
    check(pf_polygons_point(&map->polygons, xy[2 * i] + MOVE_X, xy[2 * i + 1] + MOVE_Y));
  assert_true(pf_polygons_close_ring(&map->polygons) >= 3);
}

/* Adds a rectangle, wound in either direction. */
static void add_rectangle(twin_polygon_map *map, pf_random *random, double x, double y,
                          double width, double height) {
  const double right = x + width, low = y + height;
  const double one[] = {x, y, right, y, right, low, x, low};
  const double other[] = {x, y, x, low, right, low, right, y};
  add_ring(map, 4, pf_random_chance(random, 0.5) ? one : other);
}

static double real(pf_random *random, double from, double to) {
  return from + (to - from) * ((double)(pf_random_bits(random) >> 11) * 0x1p-53);
}

/* Boxes with whole corners on a small sheet: touching, nested, equal, side by side. */
static void make_rectangles(twin_polygon_map *map, pf_random *random) {
  const int width = pf_random_between(random, 4, 24);
  const int height = pf_random_between(random, 3, 15);
  const int count = pf_random_between(random, 2, 25);
  for (int i = 0; i < count; i++) {
    const int w = pf_random_between(random, 1, 5), h = pf_random_between(random, 1, 4);
    begin(map, PF_POLYGON_OBSTACLE);
    add_rectangle(map, random, pf_random_between(random, 0, width),
                  pf_random_between(random, 0, height), w, h);
  }
  map->whole = true;
}

/* Rings of random points in any order, some of them on a line, some passed twice. */
static void make_scribbles(twin_polygon_map *map, pf_random *random) {
  const int side = pf_random_between(random, 4, 40);
  const int count = pf_random_between(random, 1, 6);
  const bool framed = pf_random_chance(random, 0.5);
  if (framed) {
    begin(map, PF_POLYGON_FREE);
    add_rectangle(map, random, 1, 2, 2 * side, side);
  }
  for (int i = 0; i < count; i++) {
    double xy[40];
    const int points = pf_random_between(random, 4, 20);
    for (int k = 0; k < 2 * points; k++)
      xy[k] = pf_random_between(random, 0, k % 2 ? side : 2 * side);
    /* The first three points make sure that it has some area. */
    memcpy(xy, (double[]){0, 0, 2, 1, 0, 3}, 6 * sizeof *xy);
    begin(map, PF_POLYGON_OBSTACLE);
    add_ring(map, points, xy);
  }
  map->whole = true;
}

static void add_star(twin_polygon_map *map, pf_random *random, double x, double y, double radius) {
  double xy[64];
  const int points = pf_random_between(random, 3, 24);
  const double turn = real(random, 0, 6.28);
  for (int i = 0; i < points; i++) {
    const double angle = turn + 6.283185307179586 * i / points;
    const double r = radius * real(random, 0.3, 1);
    xy[2 * i] = x + r * cos(angle);
    xy[2 * i + 1] = y + r * sin(angle);
  }
  add_ring(map, points, xy);
}

static void make_stars(twin_polygon_map *map, pf_random *random) {
  const int count = pf_random_between(random, 2, 40);
  for (int i = 0; i < count; i++) {
    begin(map, PF_POLYGON_OBSTACLE);
    add_star(map, random, real(random, 0, 150), real(random, 0, 80), real(random, 1, 18));
  }
}

/* Boxes at an angle, in rows, so that sides nearly coincide. */
static void make_boxes(twin_polygon_map *map, pf_random *random) {
  const double angle = real(random, 0, 3.2), c = cos(angle), s = sin(angle);
  const int rows = pf_random_between(random, 1, 5);
  const int columns = pf_random_between(random, 2, 7);
  for (int row = 0; row < rows; row++) {
    for (int column = 0; column < columns; column++) {
      const double w = pf_random_chance(random, 0.5) ? 10 : real(random, 4, 14);
      const double h = pf_random_chance(random, 0.5) ? 10 : real(random, 4, 14);
      const double u = 10 * column, v = 10 * row;
      const double corners[] = {u, v, u + w, v, u + w, v + h, u, v + h};
      double xy[8];
      for (int i = 0; i < 4; i++) {
        xy[2 * i] = c * corners[2 * i] - s * corners[2 * i + 1];
        xy[2 * i + 1] = s * corners[2 * i] + c * corners[2 * i + 1];
      }
      if (pf_random_chance(random, 0.2)) continue;
      begin(map, PF_POLYGON_OBSTACLE);
      add_ring(map, 4, xy);
    }
  }
  begin(map, PF_POLYGON_OBSTACLE);
  add_star(map, random, 20, 20, 5);
}

/* Walls round yards, with huts in them, and huts in those. */
static void make_yards(twin_polygon_map *map, pf_random *random) {
  const int yards = pf_random_between(random, 1, 4);
  const bool is_free = pf_random_chance(random, 0.5);
  for (int i = 0; i < yards; i++) {
    const double x = 30 * i + pf_random_between(random, 0, 5);
    const double y = pf_random_between(random, 0, 9);
    for (int ring = 0; ring < 4; ring++) {
      const double inset = 3 * ring, w = 28 - 2 * inset, h = 24 - 2 * inset;
      begin(map, is_free ? PF_POLYGON_FREE : PF_POLYGON_OBSTACLE);
      add_rectangle(map, random, x + inset, y + inset, w, h);
      /* The hole may touch the shell with a corner or a side, or stick out of it. */
      add_rectangle(map, random, x + inset + pf_random_between(random, 0, 2),
                    y + inset + pf_random_between(random, 0, 3), w - 2, h - 2);
      if (pf_random_chance(random, 0.3)) /* or overlap another hole */
        add_rectangle(map, random, x + inset + 1, y + inset + 1, w / 2 - 1, h - 3);
      if (w < 12) break;
    }
  }
  map->whole = true;
}

/* Free areas that overlap or touch, obstacles across their border and far from it. */
static void make_areas(twin_polygon_map *map, pf_random *random) {
  const int areas = pf_random_between(random, 1, 4);
  const int count = pf_random_between(random, 0, 25);
  for (int i = 0; i < areas; i++) {
    begin(map, PF_POLYGON_FREE);
    if (pf_random_chance(random, 0.5))
      add_star(map, random, real(random, 40, 90), real(random, 30, 50), real(random, 20, 40));
    else
      add_rectangle(map, random, pf_random_between(random, 0, 6) * 20,
                    pf_random_between(random, 0, 3) * 20, 40, 20);
  }
  for (int i = 0; i < count; i++) {
    begin(map, PF_POLYGON_OBSTACLE);
    if (pf_random_chance(random, 0.5))
      add_star(map, random, real(random, -20, 160), real(random, -20, 90), real(random, 1, 12));
    else
      add_rectangle(map, random, pf_random_between(random, 0, 30) * 5,
                    pf_random_between(random, 0, 16) * 5, 5, 10);
  }
}

static const struct {
  const char *name;
  void (*make)(twin_polygon_map *map, pf_random *random);
} styles[] = {{"rectangles", make_rectangles}, {"scribbles", make_scribbles},
              {"stars", make_stars},           {"boxes", make_boxes},
              {"yards", make_yards},           {"areas", make_areas}};

int twin_polygon_styles(void) {
  return (int)(sizeof styles / sizeof styles[0]);
}

twin_polygon_map twin_polygon_map_number(int number) {
  pf_random random = pf_random_from((uint64_t)number * 1000003 + 17);
  const int style = number % twin_polygon_styles();
  twin_polygon_map map = {.style = styles[style].name, .seed = pf_random_bits(&random)};
  map.polygons.place_is = "feature";
  styles[style].make(&map, &random);
  return map;
}

void twin_polygon_map_free(twin_polygon_map *map) {
  pf_polygons_free(&map->polygons);
}

/* ---- As text ---- */

static void print_ring(FILE *out, const pf_polygons *polygons, int32_t ring) {
  const int32_t first = polygons->rings[ring].first_point, end = pf_ring_end(polygons, ring);
  fputc('[', out);
  for (int32_t i = first; i <= end; i++) {
    const double *point = polygons->points + 2 * (i < end ? i : first);
    fprintf(out, "%s[%.17g,%.17g]", i > first ? "," : "", point[0], point[1]);
  }
  fputc(']', out);
}

char *twin_polygons_geojson(const pf_polygons *polygons) {
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  assert_non_null(out);
  fputs("{\"type\": \"FeatureCollection\", \"features\": [", out);
  for (int32_t p = 0; p < polygons->polygon_count; p++) {
    const pf_polygon *polygon = &polygons->polygons[p];
    fprintf(out, "%s\n{\"type\": \"Feature\", \"properties\": {\"kind\": \"%s\"}, ", p ? "," : "",
            polygon->kind == PF_POLYGON_FREE ? "free" : "obstacle");
    fputs("\"geometry\": {\"type\": \"Polygon\", \"coordinates\": [", out);
    for (int32_t r = polygon->first_ring; r < pf_polygon_end(polygons, p); r++) {
      if (r > polygon->first_ring) fputc(',', out);
      print_ring(out, polygons, r);
    }
    fputs("]}}", out);
  }
  fputs("\n]}\n", out);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* ---- Asking polygons ---- */

static int winding(const pf_polygons *polygons, int32_t ring, double x, double y) {
  const int32_t first = polygons->rings[ring].first_point, end = pf_ring_end(polygons, ring);
  double turned = 0; /* sum of the angles that the edges subtend */
  for (int32_t i = first; i < end; i++) {
    const double *a = polygons->points + 2 * i;
    const double *b = polygons->points + 2 * (i + 1 < end ? i + 1 : first);
    const double ax = a[0] - x, ay = a[1] - y, bx = b[0] - x, by = b[1] - y;
    turned += atan2(ax * by - ay * bx, ax * bx + ay * by);
  }
  return (int)lrint(turned / 6.283185307179586);
}

static bool covers(const pf_polygons *polygons, int32_t p, double x, double y) {
  const int32_t first = polygons->polygons[p].first_ring;
  bool odd = false, in_hole = false;
  for (int32_t r = first; r < pf_polygon_end(polygons, p); r++) {
    const int w = winding(polygons, r, x, y);
    odd ^= w & 1;
    in_hole = in_hole || (r > first && w != 0);
  }
  if (polygons->polygons[p].even_odd) return odd;
  return first < pf_polygon_end(polygons, p) && winding(polygons, first, x, y) != 0 && !in_hole;
}

static bool has_free(const pf_polygons *polygons) {
  for (int32_t p = 0; p < polygons->polygon_count; p++)
    if (polygons->polygons[p].kind == PF_POLYGON_FREE) return true;
  return false;
}

void twin_polygons_box(const pf_polygons *polygons, double box[4]) {
  const bool all = !has_free(polygons);
  memcpy(box, (double[]){INFINITY, INFINITY, -INFINITY, -INFINITY}, 4 * sizeof *box);
  for (int32_t p = 0; p < polygons->polygon_count; p++) {
    if (!all && polygons->polygons[p].kind != PF_POLYGON_FREE) continue;
    const int32_t begin_ring = polygons->polygons[p].first_ring;
    const int32_t end_ring = pf_polygon_end(polygons, p);
    if (begin_ring == end_ring) continue;
    for (int32_t i = polygons->rings[begin_ring].first_point;
         i < pf_ring_end(polygons, end_ring - 1); i++) {
      const double *at = polygons->points + 2 * i;
      for (int k = 0; k < 2; k++) {
        box[k] = fmin(box[k], at[k]);
        box[k + 2] = fmax(box[k + 2], at[k]);
      }
    }
  }
}

bool twin_polygons_free_at(const pf_polygons *polygons, double x, double y) {
  double box[4];
  twin_polygons_box(polygons, box);
  const bool in_box = x > box[0] && y > box[1] && x < box[2] && y < box[3];
  int32_t free_count = !has_free(polygons) && in_box, obstacle_count = 0;
  for (int32_t p = 0; p < polygons->polygon_count; p++) {
    if (!covers(polygons, p, x, y)) continue;
    if (polygons->polygons[p].kind == PF_POLYGON_OBSTACLE)
      obstacle_count++;
    else
      free_count++;
  }
  return polygons->is_nested ? free_count > obstacle_count : free_count && !obstacle_count;
}

static double distance(double x, double y, double ax, double ay, double bx, double by) {
  const double dx = bx - ax, dy = by - ay, length = dx * dx + dy * dy;
  const double along = length > 0 ? ((x - ax) * dx + (y - ay) * dy) / length : 0;
  const double t = fmax(0, fmin(1, along));
  return hypot(ax + t * dx - x, ay + t * dy - y);
}

double twin_polygons_clearance(const pf_polygons *polygons, double x, double y) {
  double box[4], least = INFINITY;
  twin_polygons_box(polygons, box);
  const double corner[4][2] = {
      {box[0], box[1]}, {box[2], box[1]}, {box[2], box[3]}, {box[0], box[3]}};
  for (int i = 0; i < 4; i++)
    least = fmin(least, distance(x, y, corner[i][0], corner[i][1], corner[(i + 1) % 4][0],
                                 corner[(i + 1) % 4][1]));
  for (int32_t r = 0; r < polygons->ring_count; r++) {
    const int32_t first = polygons->rings[r].first_point, end = pf_ring_end(polygons, r);
    for (int32_t i = first; i < end; i++) {
      const double *a = polygons->points + 2 * i;
      const double *b = polygons->points + 2 * (i + 1 < end ? i + 1 : first);
      least = fmin(least, distance(x, y, a[0], a[1], b[0], b[1]));
    }
  }
  return least;
}

/* ---- Asking outlines ---- */

static int sign(int64_t value) {
  return (value > 0) - (value < 0);
}

static int side_of(pf_lattice_point a, pf_lattice_point b, pf_lattice_point p) {
  return sign(pf_cross(pf_from_to(a, b), pf_from_to(a, p)));
}

/* Whether p is on the segment, ends excluded. */
static bool inside_segment(pf_lattice_point a, pf_lattice_point b, pf_lattice_point p) {
  return side_of(a, b, p) == 0 && pf_dot(pf_from_to(p, a), pf_from_to(p, b)) < 0;
}

int twin_outline_winding(const pf_outline *outline, double x, double y) {
  int count = 0;
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pf_lattice_point a = outline->vertices[outline->edges[e].from];
    const pf_lattice_point b = outline->vertices[outline->edges[e].to];
    if ((a.y <= y) == (b.y <= y)) continue;
    const double at = a.x + (y - a.y) / ((double)b.y - a.y) * ((double)b.x - a.x);
    if (at > x) count += b.y > a.y ? 1 : -1;
  }
  return count;
}

const char *twin_outline_fault(const pf_outline *outline) {
  static char fault[200];
  const pf_lattice_point *at = outline->vertices;
  int32_t *in = calloc((size_t)outline->vertex_count + 1, sizeof *in);
  int32_t *out = calloc((size_t)outline->vertex_count + 1, sizeof *out);
  int32_t *next = calloc((size_t)outline->vertex_count + 1, sizeof *next);
  fault[0] = 0;
  for (int32_t v = 0; v < outline->vertex_count; v++) {
    if (at[v].x < 0 || at[v].y < 0 || at[v].x > PF_EXTENT_MAX || at[v].y > PF_EXTENT_MAX)
      snprintf(fault, sizeof fault, "vertex %d is off the lattice", (int)v);
    if (v > 0 && (at[v].y < at[v - 1].y || (at[v].y == at[v - 1].y && at[v].x <= at[v - 1].x)))
      snprintf(fault, sizeof fault, "vertex %d comes after the one after it", (int)v);
  }
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pf_outline_edge edge = outline->edges[e];
    out[edge.from]++;
    in[edge.to]++;
    next[edge.from] = edge.to;
    if (edge.from == edge.to) snprintf(fault, sizeof fault, "edge %d is a point", (int)e);
  }
  for (int32_t v = 0; v < outline->vertex_count; v++)
    if (!in[v] || in[v] != out[v])
      snprintf(fault, sizeof fault, "vertex %d: %d edges in, %d out", (int)v, (int)in[v],
               (int)out[v]);
  for (int32_t e = 0; e < outline->edge_count; e++) {
    const pf_lattice_point a = at[outline->edges[e].from], b = at[outline->edges[e].to];
    const int32_t v = outline->edges[e].to;
    if (in[v] == 1 && inside_segment(a, at[next[v]], b))
      snprintf(fault, sizeof fault, "vertex %d is needless", (int)v);
    for (int32_t f = e + 1; f < outline->edge_count; f++) {
      const pf_lattice_point c = at[outline->edges[f].from], d = at[outline->edges[f].to];
      const bool same = (outline->edges[e].from == outline->edges[f].from &&
                         outline->edges[e].to == outline->edges[f].to) ||
                        (outline->edges[e].from == outline->edges[f].to &&
                         outline->edges[e].to == outline->edges[f].from);
      const bool crossing =
          side_of(a, b, c) * side_of(a, b, d) < 0 && side_of(c, d, a) * side_of(c, d, b) < 0;
      if (same || crossing || inside_segment(a, b, c) || inside_segment(a, b, d) ||
          inside_segment(c, d, a) || inside_segment(c, d, b))
        snprintf(fault, sizeof fault, "edges %d,%d-%d,%d and %d,%d-%d,%d meet", (int)a.x, (int)a.y,
                 (int)b.x, (int)b.y, (int)c.x, (int)c.y, (int)d.x, (int)d.y);
    }
  }
  free(in);
  free(out);
  free(next);
  return fault[0] ? fault : NULL;
}

#include "twin_terrain.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

twin_terrain twin_terrain_blank(double width, double height, double rate) {
  return (twin_terrain){
      .rate = rate, .border = {{0, 0}, {width, 0}, {width, height}, {0, height}}, .kind = "drawn"};
}

twin_feature *twin_terrain_add(twin_terrain *terrain, twin_feature_kind kind, double value,
                               int32_t count, const double *xy) {
  static const int32_t least[] = {2, 2, 1, 3};
  assert_true(terrain->count < TWIN_FEATURES && count <= TWIN_FEATURE_POINTS);
  twin_feature *f = &terrain->features[terrain->count];
  *f = (twin_feature){.kind = kind, .value = value};
  for (int32_t i = 0; i < count; i++) {
    const pathfan_point p = {xy[2 * i], xy[2 * i + 1]};
    if (f->count && f->points[f->count - 1].x == p.x && f->points[f->count - 1].y == p.y) continue;
    f->points[f->count++] = p;
  }
  if (f->count < least[kind]) return NULL;
  terrain->count++;
  return f;
}

double twin_terrain_unit(const twin_terrain *terrain) {
  const pathfan_point *b = terrain->border;
  return hypot(b[1].x - b[0].x, b[1].y - b[0].y) / 10;
}

static bool is_inside(const pathfan_point *ring, int32_t count, double x, double y) {
  bool inside = false;
  for (int32_t i = 0, j = count - 1; i < count; j = i++)
    if ((ring[i].y > y) != (ring[j].y > y) &&
        x < (ring[j].x - ring[i].x) * (y - ring[i].y) / (ring[j].y - ring[i].y) + ring[i].x)
      inside = !inside;
  return inside;
}

bool twin_terrain_blocked(const twin_terrain *terrain, double x, double y) {
  if (!is_inside(terrain->border, 4, x, y)) return true;
  for (int32_t i = 0; i < terrain->count; i++) {
    const twin_feature *f = &terrain->features[i];
    if (f->kind == TWIN_OBSTACLE && is_inside(f->points, f->count, x, y)) return true;
  }
  return false;
}

static double distance_to(pathfan_point a, pathfan_point b, double x, double y) {
  const double dx = b.x - a.x, dy = b.y - a.y;
  const double t = ((x - a.x) * dx + (y - a.y) * dy) / (dx * dx + dy * dy);
  const double u = t < 0 ? 0 : t > 1 ? 1 : t;
  return hypot(a.x + u * dx - x, a.y + u * dy - y);
}

double twin_terrain_clearance(const twin_terrain *terrain, double x, double y, bool rivers) {
  double least = INFINITY;
  for (int32_t i = 0; i < 4; i++)
    least = fmin(least, distance_to(terrain->border[i], terrain->border[(i + 1) % 4], x, y));
  for (int32_t i = 0; i < terrain->count; i++) {
    const twin_feature *f = &terrain->features[i];
    const bool closed = f->kind == TWIN_OBSTACLE;
    if (!closed && !(rivers && f->kind == TWIN_RIVER)) continue;
    for (int32_t j = closed ? 0 : 1; j < f->count; j++)
      least = fmin(least, distance_to(f->points[j ? j - 1 : f->count - 1], f->points[j], x, y));
  }
  return least;
}

pathfan_point twin_moved(const twin_motion *m, pathfan_point p) {
  const double y = m->mirror ? -p.y : p.y;
  return (pathfan_point){m->a * p.x - m->b * y + m->e, m->b * p.x + m->a * y + m->f};
}

twin_terrain twin_terrain_moved(const twin_terrain *terrain, const twin_motion *motion) {
  twin_terrain moved = *terrain;
  for (int i = 0; i < 4; i++) moved.border[i] = twin_moved(motion, moved.border[i]);
  for (int32_t i = 0; i < moved.count; i++) {
    twin_feature *f = &moved.features[i];
    for (int32_t j = 0; j < f->count; j++) f->points[j] = twin_moved(motion, f->points[j]);
    if (f->kind == TWIN_RIVER) f->value *= hypot(motion->a, motion->b);
  }
  return moved;
}

/* ---- As text ---- */

static void write_points(FILE *out, const pathfan_point *points, int32_t count, bool closed) {
  for (int32_t i = 0; i < count + closed; i++)
    fprintf(out, "%s[%.17g,%.17g]", i ? "," : "", points[i % count].x, points[i % count].y);
}

/* Writes a river that can't be crossed in each of the ways allowed, in turns. */
static void write_feature(FILE *out, const twin_feature *f, int32_t number) {
  static const char *const kinds[] = {"road", "river", "bridge", "obstacle"};
  static const char *const never[] = {"", ",\"cost\":null", ",\"cost\":\"inf\""};
  static const char *const shapes[] = {
      "\"LineString\",\"coordinates\":[", "\"LineString\",\"coordinates\":[",
      "\"Point\",\"coordinates\":", "\"Polygon\",\"coordinates\":[["};
  static const char *const ends[] = {"]", "]", "", "]]"};
  fprintf(out, ",\n{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\",\"name\":\"%s %d\"",
          kinds[f->kind], kinds[f->kind], (int)number);
  if (f->kind == TWIN_ROAD) fprintf(out, ",\"rate\":%.17g", f->value);
  if (f->oneway) fprintf(out, ",\"oneway\":%s", f->oneway > 0 ? "true" : "\"-1\"");
  if (f->is_apart) fprintf(out, ",\"%s\":true", number % 2 ? "bridge" : "tunnel");
  if (f->kind == TWIN_RIVER && isinf(f->value))
    fputs(never[number % 3], out);
  else if (f->kind == TWIN_RIVER)
    fprintf(out, ",\"cost\":%.17g", f->value);
  fprintf(out, "},\"geometry\":{\"type\":%s", shapes[f->kind]);
  write_points(out, f->points, f->count, f->kind == TWIN_OBSTACLE);
  fprintf(out, "%s}}", ends[f->kind]);
}

static void write_terrain(FILE *out, const twin_terrain *terrain) {
  fprintf(out, "{\"type\":\"FeatureCollection\",\"background_rate\":%.17g,\"features\":[\n",
          terrain->rate);
  fprintf(out, "{\"type\":\"Feature\",\"properties\":{\"kind\":\"free\"},"
               "\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[");
  write_points(out, terrain->border, 4, true);
  fprintf(out, "]]}}");
  for (int32_t i = 0; i < terrain->count; i++)
    write_feature(out, &terrain->features[i], twin_feature_number(i));
  fprintf(out, "]}\n");
}

char *twin_terrain_geojson(const twin_terrain *terrain) {
  char *text = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&text, &bytes);
  assert_non_null(out);
  write_terrain(out, terrain);
  assert_int_equal(fclose(out), 0);
  return text;
}

void twin_terrain_show(const twin_terrain *terrain, pathfan_point from, pathfan_point to) {
  char *text = twin_terrain_geojson(terrain);
  print_error("%s, seed %llu: from %.17g,%.17g to %.17g,%.17g over\n%s", terrain->kind,
              (unsigned long long)terrain->seed, from.x, from.y, to.x, to.y, text);
  free(text);
}

void twin_way_show(const char *name, const twin_way *way) {
  print_error("%s: cost %.12g\n", name, way->cost);
  for (int32_t i = 0, last = 0; i < way->count; i++) {
    const pathfan_point p = way->points[i], before = way->points[last];
    if (i && i + 1 < way->count) {
      const pathfan_point after = way->points[i + 1];
      const double detour = hypot(p.x - before.x, p.y - before.y) +
                            hypot(after.x - p.x, after.y - p.y) -
                            hypot(after.x - before.x, after.y - before.y);
      if (detour <= 64 * DBL_EPSILON * (fabs(p.x) + fabs(p.y) + 1)) continue;
    }
    last = i;
    print_error("  %.9f,%.9f\n", p.x, p.y);
  }
}

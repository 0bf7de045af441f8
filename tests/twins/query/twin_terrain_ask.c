#include "twin_terrain_ask.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "twin_terrain_price.h"

/* Sums of doubles are equal if they differ by no more than this share. */
#define SUM_SLACK 1e-12
/* Tolerance of points rounded to the library's grid, as a share of the terrain's unit. */
#define PLACE_SLACK 1e-7
/* Tolerance of prices: points of roads are rounded to a lattice, which bends roads. */
#define PRICE_SLACK 1e-6
/* Points nearer than this to each other, in the terrain's units, may or may not be one to the
 * twin. */
#define APART 1e-6

twin_guide twin_guide_make(const twin_terrain *terrain, const pathfan_map_options *options) {
  twin_guide guide = {.terrain = terrain};
  pathfan_error error = {{0}};
  char *text = twin_terrain_geojson(terrain);
  if (pathfan_map_parse(text, strlen(text), "twin", options, &guide.map, &error)) {
    twin_terrain_show(terrain, (pathfan_point){0, 0}, (pathfan_point){0, 0});
    fail_msg("%s", error.text);
  }
  free(text);
  assert_int_equal(pathfan_query_create_online(guide.map, &guide.query), PATHFAN_OK);
  return guide;
}

void twin_guide_free(twin_guide *guide) {
  pathfan_query_free(guide->query);
  pathfan_map_free(guide->map);
  memset(guide, 0, sizeof *guide);
}

pathfan_request twin_guide_request(pathfan_point from, pathfan_point to) {
  pathfan_request request;
  pathfan_request_init(&request);
  request.algorithm = PATHFAN_ALGORITHM_TERRAIN;
  request.paths = 1;
  request.from = from;
  request.to = to;
  return request;
}

double twin_guide_ask(const twin_guide *guide, pathfan_point from, pathfan_point to,
                      const pathfan_answer **answer) {
  const pathfan_request request = twin_guide_request(from, to);
  const pathfan_answer *mine;
  if (!answer) answer = &mine;
  if (pathfan_query_paths(guide->query, &request, answer))
    fail_msg("%s", pathfan_query_error(guide->query));
  const pathfan_outcome outcome = (*answer)->outcome;
  if (outcome == PATHFAN_OUTCOME_NO_PATH || outcome == PATHFAN_OUTCOME_START_BLOCKED ||
      outcome == PATHFAN_OUTCOME_GOAL_BLOCKED)
    return INFINITY;
  if (outcome != PATHFAN_OUTCOME_OK || (*answer)->path_count != 1) {
    twin_terrain_show(guide->terrain, from, to);
    fail_msg("%s %s", pathfan_outcome_name(outcome), pathfan_query_error(guide->query));
  }
  return (*answer)->paths[0].cost;
}

double twin_guide_difference(const twin_guide *guide, double cost, double expected) {
  if (isinf(cost) || isinf(expected)) return isinf(cost) && isinf(expected) ? 0 : INFINITY;
  const double unit = twin_terrain_unit(guide->terrain) * guide->terrain->rate;
  return (cost - expected) / fmax(expected, unit);
}

/* ---- Faults ---- */

static double distance(pathfan_point a, pathfan_point b) {
  return hypot(b.x - a.x, b.y - a.y);
}

static bool is_same(double a, double b, double slack) {
  return fabs(a - b) <= slack * fmax(fabs(a), fabs(b));
}

/* The twin's feature with a number in the file; NULL: none. */
static const twin_feature *feature_of(const twin_terrain *t, int32_t number) {
  for (int32_t i = 0; i < t->count; i++)
    if (twin_feature_number(i) == number) return &t->features[i];
  return NULL;
}

static bool has_name(const char *name, const char *kind, int32_t number) {
  char expected[64];
  snprintf(expected, sizeof expected, "%s %d", kind, (int)number);
  return name && strcmp(name, expected) == 0;
}

static const char *feature_fault(const twin_guide *g, const pathfan_leg *leg) {
  const twin_feature *f = feature_of(g->terrain, leg->feature);
  if (leg->kind == PATHFAN_LEG_ROAD) {
    if (!f || f->kind != TWIN_ROAD) return "a leg on a road without a road";
    if (!has_name(leg->name, "road", leg->feature)) return "another road's name";
    return leg->rate == f->value ? NULL : "not the road's rate";
  }
  if (leg->rate != g->terrain->rate) return "not the background's rate";
  if (leg->kind == PATHFAN_LEG_BANK) {
    if (!f || f->kind != TWIN_RIVER) return "a bank without a river";
    return has_name(leg->name, "river", leg->feature) ? NULL : "another river's name";
  }
  return leg->feature == -1 && !leg->name ? NULL : "a feature off the roads";
}

/* Distance from a point to a leg. */
static double distance_to(pathfan_point p, const pathfan_path *path, const pathfan_leg *leg) {
  double least = distance(p, path->points[leg->first]);
  for (int32_t i = leg->first; i < leg->last; i++) {
    const pathfan_point a = path->points[i], b = path->points[i + 1];
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double share = ((p.x - a.x) * dx + (p.y - a.y) * dy) / (dx * dx + dy * dy);
    const double at = fmin(1, fmax(0, share));
    least = fmin(least, distance(p, (pathfan_point){a.x + at * dx, a.y + at * dy}));
  }
  return least;
}

static const char *crossing_fault(const twin_guide *g, const pathfan_path *path,
                                  const pathfan_leg *leg, const pathfan_crossing *c) {
  const twin_feature *f = feature_of(g->terrain, c->feature);
  if (!f || f->kind != TWIN_RIVER) return "a crossing of no river";
  if (!has_name(c->name, "river", c->feature)) return "a crossing's name";
  if (c->bridge_feature < 0) {
    if (c->bridge) return "the name of no bridge";
    return is_same(c->cost, f->value, SUM_SLACK) ? NULL : "a crossing's cost";
  }
  const twin_feature *bridge = feature_of(g->terrain, c->bridge_feature);
  if (!bridge || bridge->kind != TWIN_BRIDGE) return "a crossing by no bridge";
  if (!has_name(c->bridge, "bridge", c->bridge_feature)) return "a bridge's name";
  pathfan_map_info info; /* the bridge lies where the map's unit allows */
  pathfan_map_info_get(g->map, &info);
  if (distance_to(bridge->points[0], path, leg) >
      fmax(APART * twin_terrain_unit(g->terrain), 2 * info.unit))
    return "a bridge that lies elsewhere";
  return c->cost == 0 ? NULL : "a bridge that costs something";
}

static const char *leg_fault(const twin_guide *g, const pathfan_path *path,
                             const pathfan_leg *leg) {
  const double place = PLACE_SLACK * twin_terrain_unit(g->terrain);
  double length = 0, tolls = 0;
  if (leg->first > leg->last || leg->last >= path->point_count) return "a leg of no points";
  for (int32_t i = leg->first; i < leg->last; i++)
    length += distance(path->points[i], path->points[i + 1]);
  if (fabs(length - leg->length) > place) return "a leg's length";
  for (int32_t i = 0; i < leg->crossing_count; i++) {
    const char *fault = crossing_fault(g, path, leg, &leg->crossings[i]);
    if (fault) return fault;
    tolls += leg->crossings[i].cost;
  }
  if (!is_same(leg->cost, leg->rate * leg->length + tolls, SUM_SLACK)) return "a leg's cost";
  if (leg->kind == PATHFAN_LEG_BANK && leg->crossing_count && leg->first == leg->last)
    return "a bank of no length";
  return feature_fault(g, leg);
}

/* The price of a path's points, without those next to others. */
static double price_of(const twin_guide *g, const pathfan_path *path) {
  const double apart = APART * twin_terrain_unit(g->terrain);
  pathfan_point *points = malloc((size_t)path->point_count * sizeof *points);
  int32_t count = 0;
  assert_non_null(points);
  for (int32_t i = 0; i < path->point_count; i++) {
    const bool is_last = i + 1 == path->point_count;
    const bool is_near = count && distance(points[count - 1], path->points[i]) <= apart;
    if (is_near && !is_last) continue;
    if (is_near && count > 1) count--;
    points[count++] = path->points[i];
  }
  const double price = twin_terrain_price(g->terrain, points, count, NULL);
  free(points);
  return price;
}

const char *twin_guide_fault(const twin_guide *g, const pathfan_answer *answer, bool priced) {
  if (answer->outcome != PATHFAN_OUTCOME_OK) return answer->path_count ? "a path too much" : NULL;
  const pathfan_path *path = &answer->paths[0];
  const pathfan_point *first = &path->points[0], *last = &path->points[path->point_count - 1];
  double length = 0, cost = 0;
  if (distance(*first, answer->from) > 0 || distance(*last, answer->to) > 0)
    return "it doesn't lead from end to end";
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    if (leg->first != (i ? path->legs[i - 1].last : 0)) return "legs don't meet";
    const char *fault = leg_fault(g, path, leg);
    if (fault) return fault;
    length += leg->length;
    cost += leg->cost;
    if (i && leg->kind == path->legs[i - 1].kind && leg->feature == path->legs[i - 1].feature)
      return "legs that are one";
  }
  if (path->leg_count) {
    if (path->legs[path->leg_count - 1].last != path->point_count - 1) return "a leg is missing";
    if (!is_same(length, path->length, SUM_SLACK)) return "the length isn't that of the legs";
    if (!is_same(cost, path->cost, SUM_SLACK)) return "the cost isn't that of the legs";
  } else if (path->point_count > 1) {
    return "no legs";
  }
  if (!priced || path->point_count < 2) return NULL;
  if (!(fabs(twin_guide_difference(g, path->cost, price_of(g, path))) <= PRICE_SLACK))
    return "not the price of its points";
  return NULL;
}

void twin_guide_show(const pathfan_answer *answer) {
  if (!answer->path_count) {
    print_error("no path\n");
    return;
  }
  const pathfan_path *path = &answer->paths[0];
  print_error("path: cost %.12g, length %.12g\n", path->cost, path->length);
  for (int32_t i = 0; i < path->leg_count; i++) {
    const pathfan_leg *leg = &path->legs[i];
    print_error("  %s %s, rate %g, length %.9g, cost %.9g\n", pathfan_leg_kind_name(leg->kind),
                leg->name ? leg->name : "", leg->rate, leg->length, leg->cost);
    for (int32_t k = leg->first; k <= leg->last; k++)
      print_error("    %.9f,%.9f\n", path->points[k].x, path->points[k].y);
    for (int32_t k = 0; k < leg->crossing_count; k++)
      print_error("    over %s, %g\n", leg->crossings[k].name ? leg->crossings[k].name : "",
                  leg->crossings[k].cost);
  }
}

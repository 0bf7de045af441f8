/* Straight ways that spread over a terrain, src/terrain/wave.h, one wave at a time: each is
 * compared with rays, which are followed from polygon to polygon by exact turns, knowing nothing of
 * waves. */
#include "terrain/wave.h"

#include <stdio.h>

#include "base/random.h"
#include "meshing/cdt.h"
#include "meshing/merge.h"
#include "suite.h"
#include "terrain/leave.h"
#include "terrain_parts_fixture.h"
#include "twin_outline_maps.h"

#define SIDE_MAX 10
#define MAPS 500   /* of each kind */
#define RAYS 60    /* on each map */
#define FAR 0x1p40 /* length of a ray's vector */

/* What lies along edges. */
typedef struct clutter {
  double roads, rivers; /* of edges between polygons, the part that have one */
} clutter;

/* Begins a terrain over triangles or merged polygons. */
static void open_map(parts *p, int number) {
  twin_map map = twin_outline_map(number, SIDE_MAX);
  pf_mesh_data *mesh = &p->mesh;
  *p = (parts){0};
  if (number % 2) {
    pf_mesh_data triangles;
    assert_int_equal(pf_cdt_build(&map.outline, &triangles), PATHFAN_OK);
    assert_int_equal(pf_mesh_finish(&triangles), PATHFAN_OK);
    assert_int_equal(pf_merge(&triangles, PF_MERGE_LONGEST, mesh), PATHFAN_OK);
    pf_mesh_data_free(&triangles);
  } else {
    assert_int_equal(pf_cdt_build(&map.outline, mesh), PATHFAN_OK);
    assert_int_equal(pf_mesh_finish(mesh), PATHFAN_OK);
  }
  twin_map_free(&map);
  parts_begin(p);
}

static void clutter_up(parts *p, const clutter *has, pf_random *random) {
  int32_t road[3], river[3];
  for (int i = 0; i < 3; i++) {
    road[i] = parts_add(p, PF_FEATURE_ROAD, PARTS_BACKGROUND * (0.2 + 0.3 * i));
    river[i] = parts_add(p, PF_FEATURE_RIVER, i < 2 ? 1000 * (i + 1) : INFINITY);
  }
  for (uint32_t c = 0; c < p->corner_count; c++) {
    if (p->twin[c] < (int32_t)c) continue;
    if (pf_random_chance(random, has->roads))
      parts_put(p, p->terrain.road, c, road[pf_random_below(random, 3)]);
    else if (pf_random_chance(random, has->rivers))
      parts_put(p, p->terrain.river, c, river[pf_random_below(random, 3)]);
  }
  parts_finish(p);
}

/* ---- Rays ---- */

/* A ray that enters polygons one after the other. */
typedef struct ray {
  pf_fixed_point from, towards; /* towards: a vector */
  int32_t polygon;
  uint32_t corner; /* of the edge by which it leaves the polygon */
} ray;

/* Finds the edge by which a ray leaves its polygon. False: it passes a vertex. */
static bool find_exit(const parts *p, ray *r) {
  const pf_mesh *mesh = &p->mesh.view;
  int found = 0;
  for (uint32_t c = mesh->first_corner[r->polygon]; c < mesh->first_corner[r->polygon + 1]; c++) {
    const uint32_t after = pf_corner_after(mesh->first_corner, r->polygon, c);
    const int right =
        pf_turn(r->towards, pf_fixed_from_to(r->from, pf_lift(parts_vertex(p, c), p->bits)));
    const int left =
        pf_turn(r->towards, pf_fixed_from_to(r->from, pf_lift(parts_vertex(p, after), p->bits)));
    if (!right || !left) return false;
    if (right > 0 || left < 0) continue;
    r->corner = c;
    found++;
  }
  assert_int_equal(found, 1);
  return true;
}

/* Where a ray leaves its polygon, lattice units. */
typedef struct crossing {
  double x, y, at, length; /* at: distance from the edge's first corner */
  double cosine;           /* of the angle between ray and edge */
} crossing;

static crossing cross_at(const parts *p, const ray *r) {
  const uint32_t after = pf_corner_after(p->mesh.view.first_corner, r->polygon, r->corner);
  const pf_lattice_point a = parts_vertex(p, r->corner), b = parts_vertex(p, after);
  const double unit = pf_power_of_two(-p->bits);
  const double dx = (double)r->towards.x, dy = (double)r->towards.y;
  const double ax = a.x - (double)r->from.x * unit, ay = a.y - (double)r->from.y * unit;
  const double ex = (double)b.x - a.x, ey = (double)b.y - a.y, length = sqrt(ex * ex + ey * ey);
  const double part = (dx * ay - dy * ax) / (dy * ex - dx * ey);
  return (crossing){.x = a.x + part * ex,
                    .y = a.y + part * ey,
                    .at = part * length,
                    .length = length,
                    .cosine = (dx * ex + dy * ey) / (length * sqrt(dx * dx + dy * dy))};
}

/* Whether a cost at a crossing is no less than that of a way along the edge from one of its ends,
 * whose known costs are on the side of a corner. at: from this corner. */
static bool is_beaten(const parts *p, uint32_t corner, uint32_t after, double at, double length,
                      double cost) {
  const pf_terrain *t = &p->terrain.view;
  const int32_t arc = t->arc[corner];
  const double rate = arc >= 0 ? t->arcs[arc].rate : t->background;
  const double slack = 1e-9 * (t->extent + cost);
  if (cost + slack >= p->search.reached[t->node[corner]].cost + rate * at) return true;
  if (cost + slack >= p->search.reached[t->node[after]].cost + rate * (length - at)) return true;
  return arc >= 0 &&
         cost + slack >= pf_arc_cost(&p->search, arc,
                                     t->arcs[arc].corner == (int32_t)corner ? at : length - at);
}

static int count_waves(const pf_terrain_search *s, pf_fixed_point towards, int32_t polygon,
                       int32_t corner, double *toll) {
  int count = 0;
  for (int32_t i = 0; i < s->wave_count; i++) {
    const pf_wave *wave = &s->waves[i];
    if (wave->polygon < 0 || s->sources[wave->source].travel >= 0) continue;
    if (polygon >= 0 && (wave->polygon != polygon || wave->corner != corner)) continue;
    if (!parts_contains(wave, towards)) continue;
    count++;
    *toll = wave->toll;
  }
  return count;
}

/* Follows a ray: as far as it goes, exactly one wave contains it on each edge, with the tolls of
 * the rivers that it crossed; it ends at walls, rivers of any cost, or where something beats it.
 * Returns how many edges it crossed. */
static int follow(const parts *p, ray r) {
  const pf_terrain *t = &p->terrain.view;
  const uint32_t *first = t->mesh->first_corner;
  const double unit = pf_power_of_two(-p->bits);
  double tolls = 0, toll = 0;
  int crossed = 0;
  for (;;) {
    if (!find_exit(p, &r)) return crossed;
    const int32_t twin = t->twin[r.corner], beyond = t->mesh->corner_neighbour[r.corner];
    const int32_t arc = t->arc[r.corner], river = t->river[r.corner];
    if (twin < 0) break;
    const uint32_t after = pf_corner_after(first, r.polygon, r.corner);
    const uint32_t beyond_after = pf_corner_after(first, beyond, (uint32_t)twin);
    const crossing x = cross_at(p, &r);
    const double way = hypot(x.x - (double)r.from.x * unit, x.y - (double)r.from.y * unit);
    const double before = t->background * way + tolls;
    if (river >= 0) tolls += pf_river_cost(t, river);
    const double cost = t->background * way + tolls;
    const int count = count_waves(&p->search, r.towards, beyond, twin, &toll);
    const bool is_shallow = arc >= 0 && fabs(x.cosine) > t->arcs[arc].cosine;
    if (count > 1) fail_msg("%d waves contain a ray", count);
    if (!count) {
      if (!is_shallow && isfinite(cost) && !is_beaten(p, r.corner, after, x.at, x.length, before) &&
          !is_beaten(p, (uint32_t)twin, beyond_after, x.length - x.at, x.length, cost))
        fail_msg("no wave contains a ray, though nothing beats it");
      break;
    }
    if (is_shallow) assert_true(fabs(x.cosine) < t->arcs[arc].cosine + 1e-6);
    assert_true(fabs(toll - tolls) <= 1e-9 * tolls);
    crossed++;
    r.polygon = beyond;
  }
  /* No wave contains it elsewhere. */
  assert_int_equal(count_waves(&p->search, r.towards, -1, -1, &toll), crossed);
  return crossed;
}

/* ---- Cones ---- */

/* Picks a point strictly inside a random polygon. */
static ray pick_place(const parts *p, pf_random *random) {
  const pf_mesh *mesh = &p->mesh.view;
  for (;;) {
    ray r = {.polygon = (int32_t)pf_random_below(random, mesh->polygon_count)};
    const uint32_t first = mesh->first_corner[r.polygon], end = mesh->first_corner[r.polygon + 1];
    double x = 0, y = 0, sum = 0;
    for (uint32_t c = first; c < end; c++) {
      const double weight = (double)pf_random_between(random, 1, 1000);
      x += weight * parts_vertex(p, c).x;
      y += weight * parts_vertex(p, c).y;
      sum += weight;
    }
    r.from = (pf_fixed_point){llrint(ldexp(x / sum, p->bits)), llrint(ldexp(y / sum, p->bits))};
    bool is_inside = true;
    for (uint32_t c = first; c < end; c++) {
      const uint32_t after = pf_corner_after(mesh->first_corner, r.polygon, c);
      is_inside = is_inside && pf_turn_at(pf_lift(parts_vertex(p, c), p->bits),
                                          pf_lift(parts_vertex(p, after), p->bits), r.from) > 0;
    }
    if (is_inside) return r;
  }
}

/* Propagates all waves, and nothing else, from a place; they stay in the list. */
static int32_t spread(parts *p, const ray *place) {
  pf_terrain_search *s = &p->search;
  const uint32_t *first = p->mesh.view.first_corner;
  const int32_t source =
      pf_add_source(s, &(pf_wave_source){.x = ldexp((double)place->from.x, -p->bits),
                                         .y = ldexp((double)place->from.y, -p->bits),
                                         .root = place->from,
                                         .node = -1,
                                         .travel = -1});
  for (uint32_t c = first[place->polygon]; c < first[place->polygon + 1]; c++)
    pf_leave_point(s, source, place->polygon, c);
  return source;
}

static void propagate(parts *p) {
  pf_terrain_search *s = &p->search;
  while (s->queue.count) {
    const int32_t slot = pf_heap_take(&s->queue).node - s->terrain->node_count;
    if (slot < 0 || s->waves[slot].polygon < 0) continue; /* a node, or a travel */
    const pf_wave wave = s->waves[slot];
    pf_expand_wave(s, &wave);
  }
  assert_int_equal(s->status, PATHFAN_OK);
}

/* Checks the costs of nodes: none is reached for less than the straight line costs. */
static int check_nodes(const parts *p, const pf_wave_source *source) {
  int reached = 0;
  for (int32_t n = 0; n < p->terrain.view.node_count; n++) {
    const pf_lattice_point at = p->terrain.view.nodes[n].at;
    const double cost = p->search.reached[n].cost;
    const double straight = PARTS_BACKGROUND * hypot(at.x - source->x, at.y - source->y);
    assert_true(cost >= straight * (1 - 1e-12));
    reached += cost < INFINITY;
  }
  return reached;
}

/* Checks the travels that enter roads: each at the place from which the end of its road is reached
 * at the least cost, among many places along the road. Returns their number. */
static int check_travels(const parts *p, const pf_wave_source *source) {
  const pf_terrain *t = &p->terrain.view;
  for (int32_t i = 0; i < p->search.travel_count; i++) {
    const pf_travel *travel = &p->search.travels[i];
    const pf_arc *arc = &t->arcs[travel->arc];
    const pf_lattice_point a = t->nodes[arc->node[0]].at, b = t->nodes[arc->node[1]].at;
    double toll = 0, least = INFINITY;
    for (int32_t r = travel->by.crossing; r >= 0; r = p->search.crossed[r].before)
      toll += pf_river_cost(t, p->search.crossed[r].river);
    for (int k = 0; k <= 1000; k++) {
      const double part = k / 1000.0;
      const double x = a.x + part * ((double)b.x - a.x), y = a.y + part * ((double)b.y - a.y);
      const double rest = travel->backward ? part : 1 - part;
      least = fmin(least, toll + t->background * hypot(x - source->x, y - source->y) +
                              arc->rate * arc->length * rest);
    }
    const double rest = travel->backward ? travel->start : arc->length - travel->start;
    const double cost = travel->cost + arc->rate * rest;
    assert_true(cost <= least + 1e-9 * t->extent);
    assert_true(cost >= least - 1e-3 * t->background * arc->length);
  }
  return p->search.travel_count;
}

static void check_cones(clutter has, int maps, uint64_t seed, int *travels) {
  int crossed = 0, reached = 0;
  for (int number = 0; number < maps; number++) {
    pf_random random = pf_random_from(seed + (uint64_t)number);
    parts p;
    open_map(&p, number);
    clutter_up(&p, &has, &random);
    ray r = pick_place(&p, &random);
    const int32_t source = spread(&p, &r);
    propagate(&p);
    for (int i = 0; i < RAYS; i++) {
      const double angle = 1e-3 * pf_random_between(&random, 0, 6283);
      r.towards = (pf_fixed_point){llrint(FAR * cos(angle)), llrint(FAR * sin(angle))};
      crossed += follow(&p, r);
    }
    reached += check_nodes(&p, &p.search.sources[source]);
    *travels += check_travels(&p, &p.search.sources[source]);
    parts_free(&p);
  }
  assert_true(crossed > maps * RAYS / 2);
  assert_true(reached > maps);
}

static void test_cones(void **state) {
  (void)state;
  int travels = 0;
  check_cones((clutter){0, 0}, MAPS, 1, &travels);
  assert_int_equal(travels, 0);
}

static void test_cones_over_rivers(void **state) {
  (void)state;
  int travels = 0;
  check_cones((clutter){0, 0.3}, MAPS, 1000, &travels);
}

static void test_cones_and_roads(void **state) {
  (void)state;
  int travels = 0;
  check_cones((clutter){0.3, 0}, MAPS, 2000, &travels);
  assert_true(travels > MAPS);
  check_cones((clutter){0.3, 0.2}, MAPS, 3000, &travels);
}

/* ---- Strips ---- */

/* The only road of a terrain, and a travel along it. */
typedef struct leaving {
  const parts *p;
  const pf_arc *arc;
  const pf_travel *travel;
} leaving;

/* Counts the strips that contain a way from x,y; all of them if beyond < 0. */
static int count_strips(const pf_terrain_search *s, const ray *r, int32_t beyond, int32_t twin,
                        double x, double y) {
  const double length = hypot((double)r->towards.x, (double)r->towards.y);
  int count = 0;
  for (int32_t i = 0; i < s->wave_count; i++) {
    const pf_wave *wave = &s->waves[i];
    const pf_wave_source *from = &s->sources[wave->source];
    const double offset = from->dx * (y - from->y) - from->dy * (x - from->x);
    const double along =
        from->dx * (double)r->towards.x / length + from->dy * (double)r->towards.y / length;
    if (along < 1 - 1e-9) continue;
    if (beyond >= 0 && (wave->polygon != beyond || wave->corner != twin)) continue;
    count += offset >= wave->bound.strip.right && offset <= wave->bound.strip.left;
  }
  return count;
}

/* Follows the way that leaves the road at the critical angle at a part of its length: exactly one
 * strip contains it on each edge. Returns how many edges it crossed. */
static int follow_leaving(const leaving *l, bool is_left, double part) {
  const pf_terrain *t = &l->p->terrain.view;
  const pf_lattice_point a = t->nodes[l->arc->node[0]].at, b = t->nodes[l->arc->node[1]].at;
  const int32_t side = is_left ? l->arc->corner : t->twin[l->arc->corner];
  const double critical = acos(l->arc->rate / t->background);
  double angle = atan2((double)b.y - a.y, (double)b.x - a.x);
  angle += l->travel->backward ? M_PI : 0;
  angle += is_left == !l->travel->backward ? critical : -critical;
  const double x = a.x + part * ((double)b.x - a.x), y = a.y + part * ((double)b.y - a.y);
  ray r = {.from = {llrint(ldexp(x, l->p->bits)), llrint(ldexp(y, l->p->bits))},
           .towards = {llrint(FAR * cos(angle)), llrint(FAR * sin(angle))}};
  if (side < 0) return 0;
  while (t->mesh->first_corner[r.polygon + 1] <= (uint32_t)side) r.polygon++;
  int crossed = 0;
  for (; find_exit(l->p, &r) && t->twin[r.corner] >= 0; crossed++) {
    const int32_t twin = t->twin[r.corner], beyond = t->mesh->corner_neighbour[r.corner];
    assert_int_equal(count_strips(&l->p->search, &r, beyond, twin, x, y), 1);
    r.polygon = beyond;
  }
  /* No strip contains it elsewhere, but the one that began on the road. */
  assert_int_equal(count_strips(&l->p->search, &r, -1, -1, x, y), crossed + 1);
  return crossed;
}

static void test_strips(void **state) {
  (void)state;
  int crossed = 0;
  for (int number = 0; number < MAPS; number++) {
    pf_random random = pf_random_from(4000 + (uint64_t)number);
    parts p;
    open_map(&p, number);
    const double rate = PARTS_BACKGROUND * 0.1 * pf_random_between(&random, 1, 9);
    parts_put(&p, p.terrain.road, (uint32_t)pf_random_below(&random, p.corner_count),
              parts_add(&p, PF_FEATURE_ROAD, rate));
    parts_finish(&p);
    const pf_arc *arc = &p.terrain.view.arcs[0];
    const int32_t backward = (int32_t)pf_random_below(&random, 2);
    const int32_t number_of =
        pf_add_travel(&p.search, &(pf_travel){.start = backward ? arc->length : 0,
                                              .by = {PF_ARRIVAL_NODE, arc->node[backward], -1},
                                              .backward = backward,
                                              .next = -1});
    pf_leave_road(&p.search, number_of, 0, arc->length);
    propagate(&p);
    const leaving l = {&p, arc, &p.search.travels[number_of]};
    for (int i = 0; i < RAYS; i++)
      crossed += follow_leaving(&l, i % 2, 1e-4 * pf_random_between(&random, 1, 9999));
    parts_free(&p);
  }
  assert_true(crossed > MAPS * RAYS / 4);
}

SUITE(test_wave) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_cones),
      cmocka_unit_test(test_cones_over_rivers),
      cmocka_unit_test(test_cones_and_roads),
      cmocka_unit_test(test_strips),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

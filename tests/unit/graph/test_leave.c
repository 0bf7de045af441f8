/* Ways that leave a vertex over open ground, src/terrain/leave.h: in the right directions. Around
 * the vertex are wedges of ground or obstacle, between them roads and rivers that run to it. A way
 * in a direction is needless if some way past the vertex is cheaper, by the roads at hundreds of
 * points of each or straight over the rivers; the library must start ways in no other directions,
 * and leave out no others. */
#include "terrain/leave.h"

#include "base/random.h"
#include "suite.h"
#include "terrain_parts_fixture.h"

#define CASES 120 /* of each kind */
#define SPOKES 8
#define CENTRE 8000
#define FAR 1000.0     /* distance of both ends of a way from the vertex */
#define DIRECTIONS 180 /* all round */
#define POINTS 160     /* on a road, each STEP times as far as the one before */
#define STEP 1.045
#define BESIDE 0.07 /* so near to a direction where the answer changes, rounding may decide */

typedef enum spoke_kind { PLAIN = 0, ROAD, RIVER } spoke_kind;

/* An edge that leads from the vertex, and the wedge after it, counter-clockwise. */
typedef struct spoke {
  pf_lattice_point end; /* relative to the vertex */
  double angle;         /* 0..2 pi */
  spoke_kind kind;
  double value;            /* rate of a road, cost of a river */
  bool is_free;            /* the wedge after it */
  int32_t polygon, beyond; /* of the wedge, out to twice the spoke's length */
} spoke;

typedef struct wheel {
  spoke spokes[SPOKES];
  int count;
  bool has_rivers;
  parts parts;
} wheel;

/* ---- The terrain ---- */

static void pick_spokes(wheel *w, bool with_rivers, pf_random *random) {
  double angle = 0.01 * pf_random_between(random, 0, 100);
  bool is_free = true;
  *w = (wheel){.count = 0};
  for (; w->count < SPOKES; w->count++) {
    const double length = pf_random_between(random, 1000, 1300);
    spoke *s = &w->spokes[w->count];
    s->end = (pf_lattice_point){(int32_t)lrint(length * cos(angle)),
                                (int32_t)lrint(length * sin(angle))};
    s->angle = atan2(s->end.y, s->end.x);
    if (s->angle < 0) s->angle += 2 * M_PI;
    /* No two obstacles side by side: the edge between them would be none. */
    s->is_free = !is_free || w->count == SPOKES - 1 || pf_random_chance(random, 0.8);
    is_free = s->is_free;
    angle += 0.01 * pf_random_between(random, 30, 150);
    if (angle > 2 * M_PI - 0.3) break;
  }
  if (w->count < SPOKES) w->count++;
  w->spokes[w->count - 1].is_free = true;
  for (int i = 0; i < w->count; i++) {
    spoke *s = &w->spokes[i];
    const bool is_wall = !s->is_free || !w->spokes[(i + w->count - 1) % w->count].is_free;
    if (pf_random_chance(random, 0.3)) {
      s->kind = ROAD;
      s->value = PARTS_BACKGROUND * 0.1 * pf_random_between(random, 1, 9);
    } else if (with_rivers && !is_wall && pf_random_chance(random, 0.5)) {
      s->kind = RIVER;
      s->value = pf_random_between(random, 10, 2000);
      w->has_rivers = true;
    }
  }
}

/* Makes the polygons: of each free wedge a triangle, whose first corner is the vertex, and beyond
 * it a quadrangle. False: a wedge is too wide. */
static bool make_terrain(wheel *w) {
  pf_mesh_data *mesh = &w->parts.mesh;
  const int n = w->count;
  mesh->vertices = calloc(2 * SPOKES + 1, sizeof *mesh->vertices);
  mesh->first_corner = calloc(2 * SPOKES + 1, sizeof *mesh->first_corner);
  mesh->corner_vertex = calloc(7 * SPOKES, sizeof *mesh->corner_vertex);
  mesh->corner_neighbour = calloc(7 * SPOKES, sizeof *mesh->corner_neighbour);
  assert_true(mesh->vertices && mesh->first_corner && mesh->corner_vertex &&
              mesh->corner_neighbour);
  mesh->view.vertex_count = 2 * n + 1;
  mesh->vertices[0] = (pf_lattice_point){CENTRE, CENTRE};
  uint32_t corners = 0;
  for (int i = 0; i < n; i++) {
    spoke *s = &w->spokes[i];
    const int next = (i + 1) % n;
    mesh->vertices[1 + i] = (pf_lattice_point){CENTRE + s->end.x, CENTRE + s->end.y};
    mesh->vertices[1 + n + i] = (pf_lattice_point){CENTRE + 2 * s->end.x, CENTRE + 2 * s->end.y};
    if (!s->is_free) continue;
    if (pf_cross(s->end, w->spokes[next].end) <= 0) return false;
    const int32_t list[] = {0, 1 + i, 1 + next, 1 + i, 1 + n + i, 1 + n + next, 1 + next};
    for (int k = 0; k < 7; k++) mesh->corner_vertex[corners + (uint32_t)k] = list[k];
    s->polygon = mesh->view.polygon_count++;
    s->beyond = mesh->view.polygon_count++;
    mesh->first_corner[s->beyond] = corners + 3;
    corners += 7;
    mesh->first_corner[s->beyond + 1] = corners;
  }
  assert_int_equal(pf_mesh_match(mesh, NULL), PATHFAN_OK);
  assert_int_equal(pf_mesh_finish(mesh), PATHFAN_OK);
  return true;
}

/* Returns the corner at the vertex, or, if only the wedge before is free, opposite to it, whose
 * edge is a spoke. */
static uint32_t corner_of(const wheel *w, int i) {
  const uint32_t *first = w->parts.mesh.view.first_corner;
  if (w->spokes[i].is_free) return first[w->spokes[i].polygon];
  return first[w->spokes[(i + w->count - 1) % w->count].polygon] + 2;
}

static bool make_wheel(wheel *w, bool with_rivers, pf_random *random) {
  pick_spokes(w, with_rivers, random);
  if (!make_terrain(w)) {
    pf_mesh_data_free(&w->parts.mesh);
    return false;
  }
  parts *p = &w->parts;
  parts_begin(p);
  for (int i = 0; i < w->count; i++) {
    const spoke *s = &w->spokes[i];
    if (s->kind == ROAD)
      parts_put(p, p->terrain.road, corner_of(w, i), parts_add(p, PF_FEATURE_ROAD, s->value));
    if (s->kind != RIVER) continue;
    /* Out to the rim: no way goes round its end. */
    const int32_t river = parts_add(p, PF_FEATURE_RIVER, s->value);
    parts_put(p, p->terrain.river, corner_of(w, i), river);
    parts_put(p, p->terrain.river, p->mesh.view.first_corner[s->beyond], river);
  }
  parts_finish(p);
  return true;
}

static int32_t node_of(const wheel *w, int wedge) {
  return w->parts.terrain.node[w->parts.mesh.view.first_corner[w->spokes[wedge].polygon]];
}

/* ---- Ways past the vertex ---- */

/* A point: on spoke i (where 2 i) or in the wedge after it (2 i + 1). */
typedef struct spot {
  int where;
  double angle, away; /* from the vertex */
  double cost;
} spot;

typedef struct survey {
  const wheel *w;
  spot spots[1 + SPOKES * POINTS];
  int count;
} survey;

/* The cost of going straight from a to b counter-clockwise round the vertex, but not through it.
 * INFINITY: an obstacle is between them, or more than half a turn. */
static double straight_left(const wheel *w, const spot *a, const spot *b) {
  double turn = b->angle - a->angle, tolls = 0;
  if (turn < 0) turn += 2 * M_PI;
  if (turn >= M_PI) return INFINITY;
  for (int k = a->where; k != b->where;) {
    k = (k + 1) % (2 * w->count);
    const spoke *s = &w->spokes[k / 2];
    if (k % 2 && !s->is_free) return INFINITY;
    if (k % 2 == 0 && k != b->where && s->kind == RIVER) tolls += s->value;
  }
  return tolls + PARTS_BACKGROUND * sqrt(a->away * a->away + b->away * b->away -
                                         2 * a->away * b->away * cos(turn));
}

/* The same either way round, or along a road. */
static double straight(const wheel *w, const spot *a, const spot *b) {
  if (a->where == b->where && a->where % 2 == 0)
    return w->spokes[a->where / 2].value * fabs(a->away - b->away);
  return fmin(straight_left(w, a, b), straight_left(w, b, a));
}

/* The cost at which the vertex was reached beside a road. */
static double cost_beside(const wheel *w, int i) {
  const pf_terrain *t = &w->parts.terrain.view;
  const pf_arc *arc = &t->arcs[t->arc[corner_of(w, i)]];
  const pf_lattice_point first = t->nodes[arc->node[0]].at;
  const int end = first.x != CENTRE || first.y != CENTRE;
  return w->parts.search.reached[arc->node[end]].cost;
}

/* Finds the costs of many points of all roads (Dijkstra's algorithm), from spots[0] and along them
 * from the vertex. */
static void find_costs(survey *v) {
  static bool is_done[1 + SPOKES * POINTS];
  const wheel *w = v->w;
  for (int i = 0; i < w->count; i++)
    for (int k = 0; k < POINTS && w->spokes[i].kind == ROAD; k++) {
      const double away = pow(STEP, k);
      v->spots[v->count++] =
          (spot){2 * i, w->spokes[i].angle, away, cost_beside(w, i) + w->spokes[i].value * away};
    }
  for (int i = 0; i < v->count; i++) is_done[i] = false;
  for (;;) {
    int least = -1;
    for (int i = 0; i < v->count; i++)
      if (!is_done[i] && (least < 0 || v->spots[i].cost < v->spots[least].cost)) least = i;
    if (least < 0) return;
    is_done[least] = true;
    for (int i = 0; i < v->count; i++)
      if (!is_done[i])
        v->spots[i].cost =
            fmin(v->spots[i].cost,
                 v->spots[least].cost + straight(v->w, &v->spots[least], &v->spots[i]));
  }
}

/* The least cost of getting to a spot past the vertex. */
static double cost_past(const survey *v, const spot *to) {
  double cost = INFINITY;
  for (int i = 0; i < v->count; i++)
    if (v->spots[i].cost < INFINITY)
      cost = fmin(cost, v->spots[i].cost + straight(v->w, &v->spots[i], to));
  return cost;
}

/* Whether a road reaches the vertex cheaper than the search did, which was told how it arrives. */
static bool is_cheaper_by_road(const survey *v) {
  for (int i = 1; i < v->count; i++) {
    const int on = v->spots[i].where / 2;
    const double cost = v->spots[i].cost + v->w->spokes[on].value * v->spots[i].away;
    if (cost < cost_beside(v->w, on) * (1 - 1e-9)) return true;
  }
  return false;
}

/* ---- Comparison ---- */

/* Leaves those nodes of the vertex that are in the queue, and no others. */
static void leave_vertex(wheel *w) {
  pf_terrain_search *s = &w->parts.search;
  while (s->queue.count) {
    const int32_t node = pf_heap_take(&s->queue).node;
    if (node >= w->parts.terrain.view.node_count) continue;
    const pf_lattice_point at = w->parts.terrain.view.nodes[node].at;
    if (at.x == CENTRE && at.y == CENTRE) pf_leave_node(s, node);
  }
  assert_int_equal(s->status, PATHFAN_OK);
}

static int wedge_at(const wheel *w, double angle) {
  int wedge = w->count - 1;
  for (int i = 0; i < w->count; i++)
    if (w->spokes[i].angle <= angle) wedge = i;
  return wedge;
}

/* Whether straight ways leave the vertex in a direction. */
static bool leaves(const wheel *w, double angle) {
  const int wedge = wedge_at(w, angle);
  const pf_terrain_search *s = &w->parts.search;
  const pf_fixed_point towards = {llrint(0x1p40 * cos(angle)), llrint(0x1p40 * sin(angle))};
  for (int32_t i = 0; i < s->wave_count; i++) {
    const pf_wave *wave = &s->waves[i];
    if (wave->polygon == w->spokes[wedge].beyond && s->sources[wave->source].travel < 0 &&
        s->sources[wave->source].node == node_of(w, wedge) && parts_contains(wave, towards))
      return true;
  }
  return false;
}

/* Whether the answer changes near a direction. */
static bool is_beside(const wheel *w, double angle) {
  const pf_terrain_search *s = &w->parts.search;
  for (int32_t i = 0; i < s->wave_count; i++) {
    const pf_wave *wave = &s->waves[i];
    if (wave->polygon < 0 || s->sources[wave->source].travel >= 0) continue;
    const pf_fixed_point bounds[] = {wave->bound.cone.right, wave->bound.cone.left};
    for (int k = 0; k < 2; k++) {
      const double off = atan2((double)bounds[k].y, (double)bounds[k].x) - angle;
      if (cos(off) > cos(BESIDE)) return true;
    }
  }
  return false;
}

/* Prints the wheel, to report a failure. */
static void show(const wheel *w, const spot *from) {
  print_error("from %g, %g away\n", from->angle, from->away);
  for (int i = 0; i < w->count; i++) {
    const spoke *s = &w->spokes[i];
    print_error("%.4f: %s %g, then %s, reached for %g\n", s->angle,
                s->kind == ROAD    ? "road"
                : s->kind == RIVER ? "river"
                                   : "nothing",
                s->value, s->is_free ? "ground" : "obstacle",
                s->is_free ? w->parts.search.reached[node_of(w, i)].cost : INFINITY);
  }
}

/* Counts of directions. */
typedef struct tally {
  int taken, left_out;
} tally;

/* Compares all directions with ways past the vertex. */
static void compare(const wheel *w, const survey *v, tally *count) {
  for (int k = 0; k < DIRECTIONS; k++) {
    const double angle = 2 * M_PI * k / DIRECTIONS;
    const int wedge = wedge_at(w, angle);
    const double arrived = w->parts.search.reached[node_of(w, wedge)].cost;
    if (!w->spokes[wedge].is_free || !(arrived < INFINITY)) continue;
    const bool is_taken = leaves(w, angle);
    if (!is_taken && is_beside(w, angle)) continue;
    const double through = arrived + PARTS_BACKGROUND * FAR;
    const double past = cost_past(v, &(spot){2 * wedge + 1, angle, FAR, 0});
    if (!is_taken && past >= through * (1 - 1e-9)) {
      show(w, &v->spots[0]);
      fail_msg("no way leaves at %g: past the vertex %.9g, through it %.9g", angle, past, through);
    }
    /* Beside rivers, what goes round the vertex may be compared only later. */
    if (is_taken && !w->has_rivers && past < through * (1 - 1e-9)) {
      show(w, &v->spots[0]);
      fail_msg("a way leaves at %g: past the vertex %.9g, through it %.9g", angle, past, through);
    }
    *(is_taken ? &count->taken : &count->left_out) += 1;
  }
}

/* Arrives over ground from a place in a free wedge. */
static void arrive_over_ground(wheel *w, survey *v, pf_random *random) {
  pf_terrain_search *s = &w->parts.search;
  int wedge = (int)pf_random_below(random, w->count);
  while (!w->spokes[wedge].is_free) wedge = (wedge + 1) % w->count;
  double end = w->spokes[(wedge + 1) % w->count].angle;
  if (end <= w->spokes[wedge].angle) end += 2 * M_PI;
  const double part = 0.01 * pf_random_between(random, 5, 95);
  double angle = w->spokes[wedge].angle + part * (end - w->spokes[wedge].angle);
  if (angle >= 2 * M_PI) angle -= 2 * M_PI;
  v->spots[v->count++] = (spot){2 * wedge + 1, angle, FAR, 0};
  const int32_t source = pf_add_source(s, &(pf_wave_source){.x = CENTRE + FAR * cos(angle),
                                                            .y = CENTRE + FAR * sin(angle),
                                                            .node = -1,
                                                            .travel = -1});
  pf_reach_node(s, node_of(w, wedge), PARTS_BACKGROUND * FAR,
                (pf_arrival){PF_ARRIVAL_GROUND, source, -1});
}

/* Arrives along a road from its other end. False: there is no road. */
static bool arrive_by_road(wheel *w, survey *v, pf_random *random) {
  pf_terrain_search *s = &w->parts.search;
  const pf_terrain *t = &w->parts.terrain.view;
  if (!t->arc_count) return false;
  const int32_t number = (int32_t)pf_random_below(random, t->arc_count);
  const pf_arc *arc = &t->arcs[number];
  const pf_node *first = &t->nodes[arc->node[0]];
  const int32_t backward = first->at.x == CENTRE && first->at.y == CENTRE;
  int i = 0;
  while (t->arc[corner_of(w, i)] != number || w->spokes[i].kind != ROAD) i++;
  v->spots[v->count++] = (spot){2 * i, w->spokes[i].angle, arc->length, 0};
  const int32_t travel =
      pf_add_travel(s, &(pf_travel){.start = backward ? arc->length : 0,
                                    .by = {PF_ARRIVAL_NODE, arc->node[backward], -1},
                                    .arc = number,
                                    .backward = backward,
                                    .next = -1});
  pf_reach_node(s, arc->node[backward], 0, (pf_arrival){PF_ARRIVAL_START, -1, -1});
  pf_reach_node(s, arc->node[1 - backward], arc->rate * arc->length,
                (pf_arrival){PF_ARRIVAL_ROAD, travel, -1});
  return true;
}

/* Starts at the vertex itself. */
static void start_there(wheel *w, survey *v) {
  v->spots[v->count++] = (spot){0, 0, 0, INFINITY};
  for (int i = 0; i < w->count; i++)
    if (w->spokes[i].is_free)
      pf_reach_node(&w->parts.search, node_of(w, i), 0, (pf_arrival){PF_ARRIVAL_START, -1, -1});
}

static void check_wheels(pf_arrival_kind kind, bool with_rivers, uint64_t seed) {
  static wheel w;
  static survey v;
  tally count = {0, 0};
  for (int number = 0; number < CASES; number++) {
    pf_random random = pf_random_from(seed + (uint64_t)number);
    if (!make_wheel(&w, with_rivers, &random)) continue;
    v = (survey){.w = &w};
    bool is_there = true;
    if (kind == PF_ARRIVAL_START)
      start_there(&w, &v);
    else if (kind == PF_ARRIVAL_GROUND)
      arrive_over_ground(&w, &v, &random);
    else
      is_there = arrive_by_road(&w, &v, &random);
    if (is_there) {
      leave_vertex(&w);
      find_costs(&v);
      if (!is_cheaper_by_road(&v)) compare(&w, &v, &count);
    }
    parts_free(&w.parts);
  }
  assert_true(count.taken > CASES && count.left_out > CASES);
}

static void test_start(void **state) {
  (void)state;
  check_wheels(PF_ARRIVAL_START, false, 1);
  check_wheels(PF_ARRIVAL_START, true, 1000);
}

static void test_over_ground(void **state) {
  (void)state;
  check_wheels(PF_ARRIVAL_GROUND, false, 2000);
  check_wheels(PF_ARRIVAL_GROUND, true, 3000);
}

static void test_by_road(void **state) {
  (void)state;
  check_wheels(PF_ARRIVAL_ROAD, false, 4000);
  check_wheels(PF_ARRIVAL_ROAD, true, 5000);
}

SUITE(test_leave) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_start),
      cmocka_unit_test(test_over_ground),
      cmocka_unit_test(test_by_road),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

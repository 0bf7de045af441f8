/* Links that change: closed, opened and added by snapshots, together with areas, doors and
 * openings, against Dijkstra over the single floors; and what must change nothing. */
#include "building_fixture.h"

typedef struct changes {
  pathfan_change list[32];
  pathfan_point corners[32][4];
  pathfan_link links[32];
  int32_t count;
} changes;

static pathfan_change *next(changes *c) {
  assert_true(c->count < 32);
  c->list[c->count] = (pathfan_change){.kind = PATHFAN_CHANGE_SET};
  return &c->list[c->count++];
}

static void add_box(changes *c, pathfan_change_kind kind, const int32_t box[4], const char *floor) {
  pathfan_point *at = c->corners[c->count];
  pathfan_change *change = next(c);
  at[0] = (pathfan_point){box[0], box[1]};
  at[1] = (pathfan_point){box[2], box[1]};
  at[2] = (pathfan_point){box[2], box[3]};
  at[3] = (pathfan_point){box[0], box[3]};
  change->kind = kind;
  change->area = (pathfan_area){.corners = at, .corner_count = 4, .floor = floor};
}

static const char *const floor_names[FLOORS] = {"0", "1", "2"};
static const char *const link_names[LINKS] = {"link 0", "link 1", "link 2",
                                              "link 3", "link 4", "link 5"};

/* Adds a link of the building; turned: from its second end to its first. */
static void add_link(changes *c, const building *b, int i, bool turned, const char *floors[2]) {
  pathfan_link *link = &c->links[c->count];
  pathfan_change *change = next(c);
  *link = (pathfan_link){
      .cost = b->link[i].cost[0], .back = b->link[i].cost[1], .flags = b->link[i].flags};
  for (int e = 0; e < 2; e++) {
    const int from = turned ? 1 - e : e;
    link->at[e] = (pathfan_point){b->link[i].at[from][0], b->link[i].at[from][1]};
    floors[e] = floor_names[b->link[i].floor[from]];
  }
  change->kind = PATHFAN_CHANGE_ADD_LINK;
  change->link = link;
  change->floors = floors;
}

static pathfan_obstacles *make(const pathfan_index *index, const changes *c) {
  pathfan_obstacles *none, *made;
  pathfan_error error;
  assert_int_equal(pathfan_obstacles_create(index, &none, &error), PATHFAN_OK);
  if (pathfan_obstacles_change(none, c->list, (size_t)c->count, &made, NULL, &error)) made = NULL;
  pathfan_obstacles_release(none);
  return made;
}

/* ---- All together ---- */

/* An opening through a wall of a floor, which may open nothing. */
static void draw_opening(const building *b, pf_random *random, int f, int32_t box[4]) {
  const int wall = pf_random_between(random, 0, 1); /* 0 upright, 1 level */
  const int32_t *w = b->box[f][wall], at = pf_random_between(random, 1, SIDE - 5);
  const int32_t across[2] = {w[wall] - 1 > 0 ? w[wall] - 1 : 0,
                             w[2 + wall] + 1 < SIDE ? w[2 + wall] + 1 : SIDE};
  box[wall] = across[0];
  box[2 + wall] = across[1];
  box[1 - wall] = at;
  box[3 - wall] = at + 2;
}

/* Draws a snapshot, of the whole building and of each floor alone. */
static pathfan_obstacles *draw_snapshot(building *b, pf_random *random, changes *all) {
  static changes one;
  char names[FLOORS][20];
  all->count = 0;
  for (int f = 0; f < FLOORS; f++) {
    int32_t box[4];
    one.count = 0;
    snprintf(names[f], sizeof names[f], "door %d", f);
    for (int kind = 0; kind < 3; kind++) {
      if (pf_random_chance(random, 0.4)) continue;
      if (kind == 0) { /* its door */
        pathfan_change *door = next(&one), *same = next(all);
        door->name = same->name = names[f];
        door->on = same->on = true;
        continue;
      }
      const int32_t x = pf_random_between(random, 0, SIDE - 9);
      const int32_t y = pf_random_between(random, 0, SIDE - 9);
      box[0] = x;
      box[1] = y;
      box[2] = x + pf_random_between(random, 1, 8);
      box[3] = y + pf_random_between(random, 1, 8);
      if (kind == 2) draw_opening(b, random, f, box);
      add_box(&one, kind == 2 ? PATHFAN_CHANGE_ADD_OPENING : PATHFAN_CHANGE_ADD_AREA, box, NULL);
      pathfan_obstacles *tried = make(b->floor[f], &one);
      if (!tried) one.count--; /* no wall is there */
      if (tried) add_box(all, one.list[one.count - 1].kind, box, floor_names[f]);
      pathfan_obstacles_release(tried);
    }
    b->now[f] = make(b->floor[f], &one);
    assert_non_null(b->now[f]);
  }
  for (int i = 0; i < LINKS; i++) {
    b->is_off[i] = pf_random_chance(random, 0.3);
    if (!b->is_off[i]) continue;
    pathfan_change *closed = next(all);
    closed->name = link_names[i];
    closed->on = true;
  }
  pathfan_obstacles *whole = make(b->whole, all);
  assert_non_null(whole);
  return whole;
}

static void draw_doors(building *b, pf_random *random) {
  b->has_doors = true;
  for (int f = 0; f < FLOORS; f++) {
    b->door[f][0] = pf_random_between(random, 1, SIDE - 8);
    b->door[f][1] = pf_random_between(random, 1, SIDE - 8);
    b->door[f][2] = b->door[f][0] + pf_random_between(random, 1, 7);
    b->door[f][3] = b->door[f][1] + pf_random_between(random, 1, 7);
  }
}

/* Areas, doors, openings, closed links and flags together: PATHFAN_TEST_PAIRS, if set, many. */
static void test_everything_together(void **state) {
  (void)state;
  static building b;
  static changes all;
  pf_random random = pf_random_from(21);
  const char *text = getenv("PATHFAN_TEST_PAIRS");
  const int pairs = text ? atoi(text) : twin_is_whole() ? 600 : 150;
  int32_t over_links = 0, none = 0;
  for (int done = 0; done < pairs;) {
    draw(&b, &random);
    draw_doors(&b, &random);
    open_building(&b);
    for (int round = 0; round < 3; round++) {
      pathfan_obstacles *now = draw_snapshot(&b, &random, &all);
      for (int i = 0; i < 50; i++, done++) {
        const place from = draw_place(&b, &random), to = draw_place(&b, &random);
        const pathfan_answer *answer;
        pathfan_request request = request_of(from, to);
        request.paths = 1 + i % 2;
        request.link_flags = i / 2 % 2;
        request.obstacles = now;
        assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
        const double least = least_cost(&b, from, to, request.link_flags);
        none += !answer->path_count;
        if (isinf(least)) {
          assert_int_equal(answer->path_count, 0);
          continue;
        }
        assert_int_equal(answer->outcome, PATHFAN_OUTCOME_OK);
        /* Paths keep off areas by some steps of the grid, which is coarser in the larger plane. */
        assert_true(fabs(answer->paths[0].cost - least) <= 1e-7 * (1 + least));
        over_links += answer->paths[0].leg_count > 1;
        for (int32_t k = 0; k < answer->paths[0].leg_count; k++) {
          const pathfan_leg *leg = &answer->paths[0].legs[k];
          assert_true(leg->kind == PATHFAN_LEG_WALK || !b.is_off[leg->feature]);
        }
      }
      pathfan_obstacles_release(now);
      for (int f = 0; f < FLOORS; f++) pathfan_obstacles_release(b.now[f]);
      memset(b.now, 0, sizeof b.now);
      memset(b.is_off, 0, sizeof b.is_off);
    }
    close_building(&b);
  }
  assert_true(over_links > pairs / 10 && none > pairs / 50);
}

/* ---- Added links ---- */

static bool same_answers(pathfan_query *one, pathfan_request request, pathfan_query *two,
                         pathfan_request other, int32_t *found) {
  const pathfan_answer *a, *b;
  assert_int_equal(pathfan_query_paths(one, &request, &a), PATHFAN_OK);
  assert_int_equal(pathfan_query_paths(two, &other, &b), PATHFAN_OK);
  *found += a->path_count;
  if (a->path_count != b->path_count || a->outcome != b->outcome) return false;
  for (int32_t i = 0; i < a->path_count; i++) {
    const pathfan_path *p = &a->paths[i], *q = &b->paths[i];
    if (fabs(p->cost - q->cost) > 1e-9 * (1 + p->cost) || p->point_count != q->point_count ||
        p->leg_count != q->leg_count)
      return false;
    for (int32_t k = 0; k < p->point_count; k++)
      if (fabs(p->points[k].x - q->points[k].x) + fabs(p->points[k].y - q->points[k].y) > 1e-6)
        return false;
  }
  return true;
}

/* A building with fewer links, to which the others are added, is the building; one whose links are
 * closed has none; a link that costs more than any way changes nothing; floors that lie elsewhere
 * in the plane change nothing; and with one-way links turned round, requests are turned round. */
static void test_links_added(void **state) {
  (void)state;
  static building b;
  static changes c;
  pf_random random = pf_random_from(31);
  int32_t found = 0;
  for (int n = 0; n < 3; n++) {
    pathfan_query *fewer, *without, *apart;
    const char *floors[LINKS][2];
    draw(&b, &random);
    open_building(&b);
    char *map = strdup(twin_scratch("fewer.geojson"));
    write_building(&b, map, LINKS - 3, false);
    pathfan_index *less = build(map, NULL, "fewer.pathfan", &fewer);
    write_building(&b, map, 0, false);
    pathfan_index *bare = build(map, NULL, "bare.pathfan", &without);
    write_building(&b, map, LINKS, true);
    pathfan_index *wide = build(map, NULL, "wide.pathfan", &apart);
    free(map);
    c.count = 0;
    for (int i = LINKS - 3; i < LINKS; i++) add_link(&c, &b, i, false, floors[i]);
    pathfan_obstacles *added = make(less, &c);
    assert_int_equal(pathfan_obstacles_link_count(added), LINKS);
    c.count = 0;
    for (int i = 0; i < LINKS; i++) {
      pathfan_change *change = next(&c);
      change->name = link_names[i];
      change->on = true;
    }
    pathfan_obstacles *closed = make(b.whole, &c);
    c.count = 0;
    add_link(&c, &b, 0, false, floors[0]);
    c.links[0].cost = c.links[0].back = 1e6;
    c.list[0].name = "dear";
    pathfan_obstacles *dear = make(b.whole, &c);
    c.count = 0;
    for (int i = 0; i < LINKS; i++) add_link(&c, &b, i, true, floors[i]);
    pathfan_obstacles *turned = make(bare, &c);
    assert_true(added && closed && dear && turned);
    pathfan_floor floor;
    assert_true(pathfan_query_floor(apart, 1, &floor) && floor.offset.x > 50);
    for (int i = 0; i < 40; i++) {
      const place from = draw_place(&b, &random), to = draw_place(&b, &random);
      const pathfan_request plain = request_of(from, to);
      pathfan_request request = plain, other = plain;
      request.link_flags = other.link_flags = i % 2;
      request.obstacles = added;
      assert_true(same_answers(fewer, request, b.query, other, &found));
      request.obstacles = closed;
      assert_true(same_answers(b.query, request, without, plain, &found));
      request.obstacles = dear;
      const double least = least_cost(&b, from, to, i % 2);
      if (least < 1e5) assert_true(same_answers(b.query, request, b.query, other, &found));
      request.obstacles = NULL;
      assert_true(same_answers(apart, request, b.query, other, &found));
      pathfan_request back = request_of(to, from);
      back.paths = other.paths = 1;
      back.link_flags = i % 2;
      back.obstacles = turned;
      const pathfan_answer *answer;
      assert_int_equal(pathfan_query_paths(without, &back, &answer), PATHFAN_OK);
      assert_true(isinf(least) ? !answer->path_count
                               : fabs(answer->paths[0].cost - least) <= 1e-9 * (1 + least));
    }
    pathfan_obstacles_release(added);
    pathfan_obstacles_release(closed);
    pathfan_obstacles_release(dear);
    pathfan_obstacles_release(turned);
    pathfan_query_free(fewer);
    pathfan_query_free(without);
    pathfan_query_free(apart);
    pathfan_index_close(less);
    pathfan_index_close(bare);
    pathfan_index_close(wide);
    close_building(&b);
  }
  assert_true(found > 100);
}

/* ---- Calls ---- */

static void refuse(const pathfan_obstacles *from, const pathfan_change *change,
                   const char *sentence) {
  pathfan_obstacles *made;
  pathfan_error error;
  assert_int_equal(pathfan_obstacles_change(from, change, 1, &made, NULL, &error),
                   PATHFAN_ERR_ARGUMENT);
  assert_string_equal(error.text, sentence);
}

static void test_calls(void **state) {
  (void)state;
  static building b;
  pf_random random = pf_random_from(5);
  pathfan_obstacles *none, *now, *again;
  pathfan_obstacle_link link;
  pathfan_error error;
  int64_t id;
  draw(&b, &random);
  open_building(&b);
  assert_int_equal(pathfan_obstacles_create(b.whole, &none, &error), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_count(none), 0);
  assert_int_equal(pathfan_obstacles_link_count(none), LINKS);
  assert_true(pathfan_obstacles_link(none, 2, &link));
  assert_true(link.id == 3 && !link.on && link.is_of_map);
  assert_string_equal(link.link.name, "link 2");
  assert_int_equal(link.link.floor[0], b.link[2].floor[0]);
  assert_false(pathfan_obstacles_link(none, LINKS, &link));

  pathfan_link given = {.name = "slide", .cost = 1, .back = INFINITY};
  const char *floors[2] = {floor_names[b.link[0].floor[0]], floor_names[b.link[0].floor[1]]};
  for (int e = 0; e < 2; e++) given.at[e] = (pathfan_point){b.link[0].at[e][0], b.link[0].at[e][1]};
  pathfan_change change = {.kind = PATHFAN_CHANGE_ADD_LINK, .link = &given, .floors = floors};
  assert_int_equal(pathfan_obstacles_change(none, &change, 1, &now, &id, &error), PATHFAN_OK);
  assert_int_equal(id, LINKS + 1);
  assert_true(pathfan_obstacles_link(now, LINKS, &link) && !link.is_of_map &&
              isinf(link.link.back));
  refuse(now, &change, "change 0: there is an area or a link named slide already");
  change.name = "link 1";
  refuse(now, &change, "change 0: there is an area or a link named link 1 already");
  change.name = "other";
  given.cost = -1;
  refuse(now, &change, "change 0: a link's costs must be 0 or more");
  given.cost = INFINITY;
  refuse(now, &change, "change 0: a link must be usable in one direction");
  given.cost = 1;
  floors[1] = "9";
  refuse(now, &change, "change 0: a link is on a level that the map doesn't have: 9");
  floors[1] = "0";
  given.at[1] = (pathfan_point){b.box[0][0][0] + 0.5, b.box[0][0][1] + 0.5};
  refuse(now, &change, "change 0: a link's second end isn't on free ground");
  change.link = NULL;
  refuse(now, &change, "change 0: the link is missing");
  change = (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .name = "link 1"};
  refuse(now, &change,
         "change 0: link 1 is a link of the map, which can only be opened and closed");
  change.name = "link 9";
  refuse(now, &change, "change 0: there is no area and no link named link 9");
  change = (pathfan_change){.kind = PATHFAN_CHANGE_REMOVE, .id = id};
  assert_int_equal(pathfan_obstacles_change(now, &change, 1, &again, NULL, &error), PATHFAN_OK);
  assert_int_equal(pathfan_obstacles_link_count(again), LINKS);
  pathfan_obstacles_release(again);
  change = (pathfan_change){.kind = PATHFAN_CHANGE_SET, .id = 2, .on = true};
  assert_int_equal(pathfan_obstacles_change(now, &change, 1, &again, NULL, &error), PATHFAN_OK);
  pathfan_obstacles_release(now);
  assert_int_equal(pathfan_obstacles_rebase(again, b.whole, &now, &error), PATHFAN_OK);
  assert_true(pathfan_obstacles_link(now, 1, &link) && link.on && link.id == 2);
  assert_true(pathfan_obstacles_link(now, LINKS, &link) && link.id == id && !link.on);
  pathfan_obstacles_release(now);
  pathfan_obstacles_release(again);
  pathfan_obstacles_release(none);
  close_building(&b);
}

/* Paths over links are checked leg by leg: walks on their floors, and links that must be open. */
static void test_checks(void **state) {
  (void)state;
  static building b;
  static changes c;
  pf_random random = pf_random_from(17);
  int32_t checked_links = 0, blocked = 0;
  draw(&b, &random);
  open_building(&b);
  for (int i = 0; i < 60; i++) {
    const place from = draw_place(&b, &random), to = draw_place(&b, &random);
    const pathfan_answer *answer;
    pathfan_request request = request_of(from, to);
    pathfan_checked checked;
    request.paths = 1;
    assert_int_equal(pathfan_query_paths(b.query, &request, &answer), PATHFAN_OK);
    if (!answer->path_count || answer->paths[0].leg_count < 2) continue;
    const pathfan_path *path = &answer->paths[0];
    const double level = to.floor;
    assert_int_equal(pathfan_query_check_legs(b.query, path, level, NULL, 0, &checked), PATHFAN_OK);
    assert_int_equal(checked.leg, -1);
    assert_true(checked.still_shortest);
    for (int32_t k = 0; k < path->leg_count; k++) {
      const pathfan_leg *leg = &path->legs[k];
      c.count = 0;
      if (leg->kind == PATHFAN_LEG_LINK) {
        pathfan_change *closed = next(&c);
        closed->name = leg->name;
        closed->on = true;
      } else {
        const pathfan_point p = path->points[leg->first], q = path->points[leg->first + 1];
        pathfan_change *fire = next(&c);
        fire->kind = PATHFAN_CHANGE_ADD_AREA;
        fire->area = (pathfan_area){
            .centre = {(p.x + q.x) / 2, (p.y + q.y) / 2}, .radius = 0.1, .floor = leg->floor};
      }
      pathfan_obstacles *now = make(b.whole, &c);
      assert_int_equal(pathfan_query_check_legs(b.query, path, level, now, 0, &checked),
                       PATHFAN_OK);
      /* Walks that come before may lead through the same place. */
      assert_true(checked.leg >= 0 && checked.leg <= leg->first);
      assert_true(checked.hit.found || checked.hit.outcome);
      checked_links += leg->kind == PATHFAN_LEG_LINK;
      if (leg->kind == PATHFAN_LEG_LINK) assert_int_equal(checked.hit.obstacle, leg->feature + 1);
      blocked++;
      pathfan_obstacles_release(now);
    }
    pathfan_leg legs[16];
    pathfan_path bad = *path;
    assert_true(path->leg_count < 16);
    memcpy(legs, path->legs, (size_t)path->leg_count * sizeof *legs);
    bad.legs = legs;
    legs[1].first++;
    assert_int_equal(pathfan_query_check_legs(b.query, &bad, level, NULL, 0, &checked),
                     PATHFAN_ERR_ARGUMENT);
    legs[1].first--;
    legs[0].level = 77;
    assert_int_equal(pathfan_query_check_legs(b.query, &bad, level, NULL, 0, &checked),
                     PATHFAN_ERR_ARGUMENT);
  }
  close_building(&b);
  assert_true(checked_links > 5 && blocked > 10);
}

SUITE(test_link_changes) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_everything_together),
                                     cmocka_unit_test(test_links_added),
                                     cmocka_unit_test(test_calls), cmocka_unit_test(test_checks)};
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}

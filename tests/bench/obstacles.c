/* obstacles.c - random requests among obstacles, to count their instructions:
 *
 *   valgrind --tool=callgrind --toggle-collect='measured*' obstacles INDEX COUNT KIND HOW [PATHS]
 *
 * COUNT obstacles lie in the middle of shortest paths of random pairs; KIND is circle (radius 2),
 * square (3 x 3) or opening (3 x 3, round a corner where such a path turns). HOW: none, avoid or
 * obstacles says how 20 random requests for PATHS paths (1) know them, warm; change counts one more
 * instead, first that and one request. Prints how many requests were searched for. */
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "bench.h"
#include "pathfan/inspect.h"
#include "pathfan/obstacles.h"

enum { REQUESTS = 20, COUNT_MAX = 1000 };

typedef struct scene {
  pathfan_query *query;
  pathfan_request request;
  pathfan_index_info info;
  pf_random random;
  bench_line lines[REQUESTS];
  pathfan_area areas[COUNT_MAX + 1];
  pathfan_point corners[COUNT_MAX + 1][4];
  int32_t count;
  pathfan_change_kind kind; /* of all */
  bool asks_first;
} scene;

static const pathfan_answer *ask(scene *s, const bench_line *line) {
  const pathfan_answer *answer;
  s->request.from = line->from;
  s->request.to = line->to;
  if (pathfan_query_paths(s->query, &s->request, &answer))
    errx(1, "%s", pathfan_query_error(s->query));
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST)
    errx(1, "%s", pathfan_query_error(s->query));
  return answer;
}

static pathfan_point some_point(scene *s) {
  const double x = pf_random_below(&s->random, 1 << 20) * 0x1p-20;
  const double y = pf_random_below(&s->random, 1 << 20) * 0x1p-20;
  return (pathfan_point){s->info.origin_x + x * s->info.width,
                         s->info.origin_y + y * s->info.height};
}

/* Two random points with a way between them, whatever the request keeps out of. */
static bench_line some_line(scene *s, pathfan_point *middle) { /* or, for openings, a bend */
  for (;;) {
    const bench_line line = {some_point(s), some_point(s)};
    const pathfan_answer *answer = ask(s, &line);
    if (!answer->path_count) continue;
    const pathfan_path *path = &answer->paths[0];
    double left = path->length / 2;
    *middle = path->points[path->point_count / 2];
    if (s->kind == PATHFAN_CHANGE_ADD_OPENING && path->point_count > 2) return line;
    for (int32_t i = 1; i < path->point_count; i++) {
      const pathfan_point a = path->points[i - 1], b = path->points[i];
      const double length = hypot(b.x - a.x, b.y - a.y);
      *middle =
          (pathfan_point){a.x + (b.x - a.x) * left / length, a.y + (b.y - a.y) * left / length};
      if (left <= length) return line;
      left -= length;
    }
  }
}

static void add_area(scene *s, int32_t i, bool is_circle) {
  pathfan_point at;
  some_line(s, &at);
  s->areas[i] = (pathfan_area){.centre = at, .radius = 2};
  if (is_circle) return;
  const double x = floor(at.x), y = floor(at.y);
  const pathfan_point corners[4] = {{x - 1, y - 1}, {x + 2, y - 1}, {x + 2, y + 2}, {x - 1, y + 2}};
  memcpy(s->corners[i], corners, sizeof corners);
  s->areas[i] = (pathfan_area){.corners = s->corners[i], .corner_count = 4};
}

static pathfan_obstacles *changed(const scene *s, const pathfan_obstacles *from,
                                  const pathfan_area *areas, int32_t count) {
  static pathfan_change changes[COUNT_MAX];
  pathfan_obstacles *to;
  pathfan_error error;
  for (int32_t i = 0; i < count; i++)
    changes[i] = (pathfan_change){.kind = s->kind, .area = areas[i]};
  if (pathfan_obstacles_change(from, changes, (size_t)count, &to, NULL, &error))
    errx(1, "%s", error.text);
  return to;
}

/* What is counted: all requests, or, `from` given, a change. Returns how many were searched for. */
static __attribute__((noinline)) int measured(scene *s, const pathfan_obstacles *from) {
  int searched = 0;
  if (from) {
    pathfan_obstacles *to = changed(s, from, &s->areas[s->count], 1);
    s->request.obstacles = to;
    if (s->asks_first) ask(s, &s->lines[0]);
    pathfan_obstacles_release(to);
    return 0;
  }
  for (int i = 0; i < REQUESTS; i++)
    searched += ask(s, &s->lines[i])->proof == PATHFAN_PROOF_SEARCH;
  return searched;
}

int main(int argc, char **argv) {
  static scene s;
  pathfan_index *index;
  pathfan_obstacles *none;
  pathfan_error error;
  if (argc < 5)
    errx(2, "usage: obstacles INDEX COUNT circle|square|opening none|avoid|obstacles|change|first");
  if (pathfan_index_open(argv[1], NULL, &index, &error)) errx(1, "%s", error.text);
  if (pathfan_query_create(index, &s.query)) errx(1, "out of memory");
  if (pathfan_obstacles_create(index, &none, &error)) errx(1, "%s", error.text);
  s.count = atoi(argv[2]);
  if (s.count < 0 || s.count > COUNT_MAX) errx(2, "COUNT is 0 to %d", COUNT_MAX);
  pathfan_index_info_get(index, &s.info);
  s.random = pf_random_from(1);
  pathfan_request_init(&s.request);
  s.request.paths = 1;
  if (strcmp(argv[3], "opening") == 0) s.kind = PATHFAN_CHANGE_ADD_OPENING;
  s.asks_first = strcmp(argv[4], "first") == 0;
  for (int32_t i = 0; i <= s.count; i++) add_area(&s, i, strcmp(argv[3], "circle") == 0);
  pathfan_obstacles *all = changed(&s, none, s.areas, s.count);
  s.request.obstacles = all;
  for (int i = 0; i < REQUESTS; i++) {
    pathfan_point middle;
    s.lines[i] = some_line(&s, &middle);
  }
  const bool is_change = s.asks_first || strcmp(argv[4], "change") == 0;
  if (strcmp(argv[4], "obstacles") != 0) s.request.obstacles = NULL;
  if (strcmp(argv[4], "avoid") == 0) {
    s.request.avoid = s.areas;
    s.request.avoid_count = s.count;
  }
  if (argc > 5) s.request.paths = atoi(argv[5]);
  for (int i = 0; i < REQUESTS; i++) ask(&s, &s.lines[i]);
  printf("%d of %d searched for\n", measured(&s, is_change ? all : NULL), REQUESTS);
  pathfan_obstacles_release(all);
  pathfan_obstacles_release(none);
  pathfan_query_free(s.query);
  pathfan_index_close(index);
  return 0;
}

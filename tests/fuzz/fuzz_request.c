/* fuzz_request.c - requests of every kind, hostile ones among them, to sound indexes and maps.
 * Every answer must be as the header promises: ends as given, lengths that the points add up to,
 * path 1 no longer than the others and as long as other methods find it, bounds kept, the same with
 * the ends swapped; or a status or an outcome must say why not. */
#include <math.h>

#include "fuzz.h"
#include "pathfan/build.h"
#include "pathfan/inspect.h"
#include "pathfan/map.h"
#include "pathfan/query.h"
#include "sound.h"

#define AREAS_MAX 4
#define CORNERS_MAX 10
#define WORK_MAX 50000 /* more takes too long under a sanitizer */

/* An index and a map to query, opened once. */
static struct world {
  uint8_t *file;
  pathfan_index *index;
  pathfan_map *map;
  pathfan_index_info info;
} worlds[SOUND_COUNT];

static const struct world *world_of(int32_t number) {
  struct world *w = &worlds[number];
  const char *text = sound_map(number);
  size_t size;
  if (w->index) return w;
  sound_index content = sound_index_of(number);
  w->file = sound_assemble(&content, &size);
  sound_index_free(&content);
  fuzz_check(pathfan_index_open_memory(w->file, size, "sound", NULL, &w->index, NULL) ==
             PATHFAN_OK);
  fuzz_check(pathfan_map_parse(text, strlen(text), "sound", NULL, &w->map, NULL) == PATHFAN_OK);
  pathfan_index_info_get(w->index, &w->info);
  return w;
}

/* ---- Requests ---- */

static double any_number(fuzz_input *in) {
  static const double nasty[] = {0,   -0.0, -1,    1e-300, 1e300,  INFINITY,  -INFINITY,
                                 NAN, 1e15, -1e15, 0x1p61, 0x1p28, 0x1p-1074, 1 + 0x1p-52};
  const uint8_t how = fuzz_byte(in);
  double number;
  if (how < 32) return nasty[how % (sizeof nasty / sizeof nasty[0])];
  if (how > 40) return (how - 40) / 8.0;
  fuzz_bytes(in, &number, sizeof number);
  return number;
}

static int32_t any_integer(fuzz_input *in) {
  static const int32_t nasty[] = {-1, INT32_MIN, INT32_MAX, 1000000};
  const uint8_t how = fuzz_byte(in);
  return how < 4 ? nasty[how] : how % 16;
}

/* Mostly on the map: on the lattice, between its points, or a few grid steps off. */
static pathfan_point any_point(fuzz_input *in, const pathfan_index_info *info) {
  const uint8_t how = fuzz_byte(in);
  if (how < 8) return (pathfan_point){any_number(in), any_number(in)};
  const double hair = ldexp(info->unit, -info->fraction_bits);
  const double x = fuzz_byte(in) / 254.0 * info->width, y = fuzz_byte(in) / 254.0 * info->height;
  pathfan_point p = {info->origin_x + x, info->origin_y + y};
  if (how & 1) {
    const double step = info->unit == 1 ? 0.5 : info->width / 64;
    p.x = info->origin_x + step * rint(x / step);
    p.y = info->origin_y + step * rint(y / step);
  }
  if (how & 2) p.x += hair * (how / 16 - 8);
  if (how & 4) p.y -= hair * (how / 16 - 8);
  return p;
}

typedef struct room {
  pathfan_area areas[AREAS_MAX];
  pathfan_point corners[AREAS_MAX][CORNERS_MAX];
  uint8_t mood; /* chooses the costs of any_cost */
} room;

static void any_areas(fuzz_input *in, const pathfan_index_info *info, pathfan_request *r,
                      room *kept) {
  static const int32_t counts[] = {0, 0, 0, 0, 0, 1, 1, 2, 3, AREAS_MAX};
  const uint8_t how = fuzz_byte(in);
  r->avoid = kept->areas;
  r->avoid_count = how == 255 ? -1 : counts[how % 10];
  if (how == 254) r->avoid = NULL;
  for (int32_t i = 0; i < AREAS_MAX && i < r->avoid_count; i++) {
    pathfan_area *area = &kept->areas[i];
    const uint8_t kind = fuzz_byte(in);
    *area = (pathfan_area){.corners = kept->corners[i]};
    if (kind % 2) {
      area->centre = any_point(in, info);
      area->radius = kind < 64 ? any_number(in) : info->width * (kind / 256.0) / 6;
      continue;
    }
    area->corner_count = kind < 8 ? -1 : 3 + kind / 2 % (CORNERS_MAX - 2);
    if (area->corner_count > CORNERS_MAX) area->corner_count = CORNERS_MAX;
    for (int32_t c = 0; c < area->corner_count; c++) kept->corners[i][c] = any_point(in, info);
  }
}

/* Senseless costs are the caller's fault, but must do no harm. */
static double any_cost(void *context, const pathfan_path *path, const pathfan_measures *measures) {
  const room *kept = context;
  fuzz_check(path->point_count >= 2 && path->length > 0);
  fuzz_check(measures->length_ratio >= 1 - 1e-9 && measures->similarity <= 1 + 1e-9);
  switch (kept->mood % 6) {
  case 0: return path->length;
  case 1: return -path->length;
  case 2: return path->point_count % 2 ? INFINITY : measures->bounded_stretch;
  case 3: return NAN;
  case 4: return -INFINITY;
  default: return 0;
  }
}

static pathfan_request any_request(fuzz_input *in, const pathfan_index_info *info, room *kept) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = any_point(in, info);
  r.to = any_point(in, info);
  r.algorithm = (pathfan_algorithm)(fuzz_byte(in) % (PATHFAN_ALGORITHM_COUNT + 1));
  r.work_limit = 1 + fuzz_below(in, WORK_MAX);
  any_areas(in, info, &r, kept);
  /* Which fields aren't the default. */
  uint32_t fields = fuzz_below(in, 1 << 16);
  if (fields & 1) r.paths = any_integer(in);
  if (fields & 2) r.tables = any_integer(in);
  if (fields & 4) r.access = any_integer(in);
  if (fields & 8) r.splices = (pathfan_splices)(fuzz_byte(in) % 4);
  if (fields & 16) r.stretch = any_number(in);
  if (fields & 32) r.dissimilarity = any_number(in) / 8;
  if (fields & 64) r.bind_dissimilarity = true;
  if (fields & 128) r.snap = any_number(in);
  if (fields & 256) r.effort = (pathfan_effort)(fuzz_byte(in) % 3);
  if (fields & 512) r.without = (uint32_t)any_integer(in);
  if (fields & 1024) r.penalty = any_number(in);
  if (fields & 2048) r.max_bounded_stretch = any_number(in);
  if (fields & 4096) r.min_local_optimality = any_number(in) / 8;
  if (fields & 8192) {
    r.objective.length = any_number(in);
    r.objective.bounded_stretch = any_number(in);
    r.objective.similarity = any_number(in);
    r.objective.local_optimality = any_number(in);
  }
  if ((fields & 0xC000) == 0x4000) {
    r.max_loop = any_number(in);
    r.bind_loop = true;
    r.apart = true;
  }
  if ((fields & 0xC000) == 0xC000) {
    r.objective.cost = any_cost;
    r.objective.context = kept;
    kept->mood = fuzz_byte(in);
  }
  return r;
}

/* ---- Answers ---- */

static bool same_point(pathfan_point a, pathfan_point b) {
  return a.x == b.x && a.y == b.y;
}

static bool same_path(const pathfan_path *a, const pathfan_path *b, bool reversed) {
  if (a->point_count != b->point_count || a->length != b->length) return false;
  for (int32_t i = 0; i < a->point_count; i++)
    if (!same_point(a->points[i], b->points[reversed ? b->point_count - 1 - i : i])) return false;
  return true;
}

static double apart(pathfan_point a, pathfan_point b) {
  return hypot(a.x - b.x, a.y - b.y);
}

/* Distance from a point to a segment. */
static double to_segment(pathfan_point p, pathfan_point a, pathfan_point b) {
  const double ex = b.x - a.x, ey = b.y - a.y;
  const double t = ((p.x - a.x) * ex + (p.y - a.y) * ey) / (ex * ex + ey * ey);
  const double s = !(t > 0) ? 0 : t > 1 ? 1 : t;
  return hypot(a.x + s * ex - p.x, a.y + s * ey - p.y);
}

static void check_ends(const pathfan_request *r, const pathfan_answer *answer,
                       const pathfan_index_info *info) {
  /* A step of the grid; on maps that were rounded, the distance by which that may move a wall. */
  const double unit = info->unit * (info->unit == 1 ? ldexp(1, -info->fraction_bits) : 1.5);
  const double slack = unit + 4 * ldexp(info->unit, -info->fraction_bits);
  const double snap = r->snap * (1 + 1e-9) + slack;
  fuzz_check(apart(answer->from, r->from) <= (answer->from_snapped ? snap : slack));
  fuzz_check(apart(answer->to, r->to) <= (answer->to_snapped ? snap : slack));
}

static void check_path(const pathfan_path *path, const pathfan_request *r,
                       const pathfan_answer *answer) {
  double sum = 0;
  fuzz_check(path->point_count >= 1 && isfinite(path->length));
  if (r->algorithm == PATHFAN_ALGORITHM_ASTAR) return; /* from cell to cell */
  fuzz_check(same_point(path->points[0], answer->from));
  fuzz_check(same_point(path->points[path->point_count - 1], answer->to));
  for (int32_t i = 0; i + 1 < path->point_count; i++) {
    const pathfan_point a = path->points[i], b = path->points[i + 1];
    fuzz_check(!same_point(a, b));
    sum += apart(a, b);
    for (int32_t k = 0; k < r->avoid_count; k++)
      fuzz_check(r->avoid[k].corner_count ||
                 to_segment(r->avoid[k].centre, a, b) >= r->avoid[k].radius * (1 - 1e-9) - 1e-9);
  }
  fuzz_check(fabs(sum - path->length) <= 1e-9 * (1 + sum));
}

static bool is_weighed(const pathfan_request *r) {
  const pathfan_objective *o = &r->objective;
  return o->cost || o->length > 0 || o->bounded_stretch > 0 || o->similarity > 0 ||
         o->local_optimality > 0;
}

static void check_answer(const pathfan_request *r, const pathfan_answer *answer,
                         const pathfan_index_info *info) {
  const pathfan_path *paths = answer->paths;
  const int32_t count = answer->path_count;
  const bool found = answer->outcome == PATHFAN_OUTCOME_OK;
  fuzz_check(count >= 0 && count <= (r->paths > 0 ? r->paths : 0));
  fuzz_check(found ? count >= 1 : answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT || count == 0);
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) return;
  fuzz_check(answer->work <= r->work_limit);
  if (found || count) check_ends(r, answer, info);
  for (int32_t i = 0; i < count; i++) {
    check_path(&paths[i], r, answer);
    fuzz_check(paths[i].length >= paths[0].length * (1 - 1e-12));
    fuzz_check(paths[i].length <= paths[0].length * answer->stretch * (1 + 1e-9));
    if (i && !is_weighed(r)) fuzz_check(paths[i].length >= paths[i - 1].length * (1 - 1e-12));
    for (int32_t k = 0; k < i; k++) fuzz_check(!same_path(&paths[i], &paths[k], false));
  }
  if (found) fuzz_check((answer->reason == PATHFAN_REASON_COMPLETE) == (count == r->paths));
  const int32_t chosen = pathfan_answer_choose(answer, 7);
  fuzz_check(count ? chosen >= 0 && chosen < count : chosen == -1);
}

/* ---- Asked otherwise ---- */

/* Answers belong to their query object, so each answer compared has its own. */
typedef struct asked {
  pathfan_query *query;
  const pathfan_answer *answer;
} asked;

static asked ask(const struct world *w, bool online, const pathfan_request *r) {
  asked a;
  fuzz_check((online ? pathfan_query_create_online(w->map, &a.query)
                     : pathfan_query_create(w->index, &a.query)) == PATHFAN_OK);
  const pathfan_status status = pathfan_query_paths(a.query, r, &a.answer);
  if (!status) {
    check_answer(r, a.answer, &w->info);
    return a;
  }
  fuzz_check(status == PATHFAN_ERR_ARGUMENT && !a.answer && pathfan_query_error(a.query)[0]);
  fuzz_check(r->algorithm == PATHFAN_ALGORITHM_ASTAR ||
             r->algorithm == PATHFAN_ALGORITHM_CVPD || /* without tables */
             r->algorithm == PATHFAN_ALGORITHM_TERRAIN ||
             (online && r->algorithm == PATHFAN_ALGORITHM_INDEX));
  return a;
}

/* With the ends swapped, the answer must be the same but for direction. */
static void check_swapped(const struct world *w, bool online, const pathfan_request *request,
                          const pathfan_answer *answer) {
  pathfan_request r = *request;
  r.from = request->to;
  r.to = request->from;
  const asked swapped = ask(w, online, &r);
  const pathfan_answer *other = swapped.answer;
  fuzz_check(other && other->path_count == answer->path_count);
  if (answer->outcome == PATHFAN_OUTCOME_OK || answer->outcome == PATHFAN_OUTCOME_NO_PATH)
    fuzz_check(other->outcome == answer->outcome);
  for (int32_t i = 0; i < other->path_count; i++)
    fuzz_check(same_path(&other->paths[i], &answer->paths[i], true));
  pathfan_query_free(swapped.query);
}

/* Path 1 must be as long as by any other method. */
static void check_shortest(const struct world *w, const pathfan_request *request,
                           const pathfan_answer *answer) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = answer->from;
  r.to = answer->to;
  r.paths = 1;
  r.work_limit = 10000000;
  r.avoid = request->avoid;
  r.avoid_count = request->avoid_count;
  static const pathfan_algorithm methods[] = {PATHFAN_ALGORITHM_INDEX, PATHFAN_ALGORITHM_POLYANYA,
                                              PATHFAN_ALGORITHM_DISSIMILARITY};
  for (int i = 0; i < 3; i++) {
    r.algorithm = methods[i];
    const asked other = ask(w, false, &r);
    fuzz_check(other.answer && other.answer->outcome == PATHFAN_OUTCOME_OK);
    fuzz_check(fabs(other.answer->paths[0].length - answer->paths[0].length) <=
               1e-9 * (1 + answer->paths[0].length));
    pathfan_query_free(other.query);
  }
}

static void check_distance(const asked *a) {
  const pathfan_answer *answer = a->answer;
  double length;
  pathfan_outcome outcome;
  fuzz_check(pathfan_query_distance(a->query, answer->from, answer->to, &length, &outcome) ==
             PATHFAN_OK);
  fuzz_check(outcome == PATHFAN_OUTCOME_OK);
  fuzz_check(fabs(length - answer->paths[0].length) <= 1e-9 * (1 + length));
}

/* Measures must be in range, and as the answer promises. */
static void check_measures(const asked *a, const pathfan_request *r) {
  const pathfan_answer *answer = a->answer;
  pathfan_measures each[16], all;
  if (answer->path_count > 16) return;
  fuzz_check(pathfan_query_measure(a->query, answer->paths, answer->path_count, each, &all) ==
             PATHFAN_OK);
  for (int32_t i = 0; i < answer->path_count; i++) {
    fuzz_check(each[i].bounded_stretch >= 1 - 1e-9 && each[i].length_ratio >= 1 - 1e-9);
    fuzz_check(each[i].similarity >= 0 && each[i].similarity <= 1 + 1e-9);
    fuzz_check(each[i].local_optimality >= 0);
    fuzz_check(each[i].similarity <= all.similarity);
    if (answer->dissimilarity > 0)
      fuzz_check(each[i].similarity <= 1 - answer->dissimilarity + 1e-9);
    if (i && r->max_bounded_stretch > 0 && !r->avoid_count)
      fuzz_check(each[i].bounded_stretch <= r->max_bounded_stretch * (1 + 1e-9));
    if (i && r->min_local_optimality > 0 && !r->avoid_count)
      fuzz_check(each[i].local_optimality >= r->min_local_optimality * (1 - 1e-9));
  }
}

static void check_nearest(const asked *a, const pathfan_request *r) {
  pathfan_point nearest;
  bool found;
  fuzz_check(pathfan_query_nearest_free(a->query, r->from, r->snap, &nearest, &found) ==
                 PATHFAN_OK ||
             !isfinite(r->snap) || r->snap < 0 || !isfinite(r->from.x) || !isfinite(r->from.y));
}

/* Moves end on free ground no farther than they may, and from there a ray sees what it did. */
static void check_places(const asked *a, const pathfan_request *r) {
  pathfan_hit ray, hit;
  pathfan_checked checked;
  if (pathfan_query_ray(a->query, r->from, r->to, NULL, &ray))
    return; /* a terrain, or not finite */
  fuzz_check(!pathfan_query_wall(a->query, r->from, INFINITY, NULL, &hit));
  if (ray.outcome) return;
  fuzz_check(isfinite(ray.distance) && ray.distance >= 0 && hit.distance >= 0);
  const pathfan_point way[2] = {ray.from, ray.at};
  fuzz_check(!pathfan_query_check(a->query, way, 2, NULL, 0, &checked) && checked.leg == -1);
  fuzz_check(!pathfan_query_move(a->query, r->from, r->to, NULL, &hit));
  fuzz_check(hit.distance >= ray.distance * (1 - 1e-9));
  fuzz_check(!pathfan_query_wall(a->query, hit.at, 0, NULL, &hit) && !hit.outcome);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_input in = {data, data + size};
  const uint8_t first = fuzz_byte(&in);
  const struct world *w = world_of(first % SOUND_COUNT);
  const bool online = first / 8 % 4 == 3;
  room kept = {.mood = 0};
  const pathfan_request r = any_request(&in, &w->info, &kept);
  const asked a = ask(w, online, &r);
  if (a.answer && a.answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST) {
    const pathfan_answer *answer = a.answer;
    const bool limited = answer->outcome == PATHFAN_OUTCOME_WORK_LIMIT ||
                         answer->reason == PATHFAN_REASON_WORK_LIMIT;
    const bool octile = r.algorithm == PATHFAN_ALGORITHM_ASTAR;
    if (!limited) check_swapped(w, online, &r, answer);
    if (answer->path_count && !octile) {
      check_shortest(w, &r, answer);
      check_measures(&a, &r);
      if (!r.avoid_count) check_distance(&a);
    }
    check_nearest(&a, &r);
    check_places(&a, &r);
  }
  pathfan_query_free(a.query);
  return 0;
}

/* interview.h - everything that an index can be asked, as one fixed list of questions, with a
 * status and a digest of the reply to each: two indexes that reply the same to the last bit have
 * equal interviews. For suites that damage or forge files, make allocations fail, or open one file
 * in different ways.
 *
 * Every reply is checked: ids in range, points finite, error texts where they are required. SIGALRM
 * ends a question that a damaged index never answers. */
#ifndef PF_TESTS_INTERVIEW_H
#define PF_TESTS_INTERVIEW_H

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "answer_sum.h"
#include "pathfan/inspect.h"
#include "twin_maps.h"

/* The questions, in the order of the list. */
enum {
  ASK_INFO = 0,
  ASK_SECTIONS,
  ASK_SOURCE,
  ASK_POLYGONS,
  ASK_VERTICES,
  ASK_LABELS,
  ASK_ROWS,
  ASK_PAIRS,
  ASK_REGIONS,
  ASK_NEAREST,
  ASK_DISTANCES,
  ASK_PATHS, /* INTERVIEW_REQUESTS for each way of asking */
  INTERVIEW_REQUESTS = 4,
  INTERVIEW_WAYS = 12,
  INTERVIEW_QUESTIONS = ASK_PATHS + INTERVIEW_REQUESTS * INTERVIEW_WAYS
};

typedef struct interview {
  pathfan_status status[INTERVIEW_QUESTIONS];
  uint64_t said[INTERVIEW_QUESTIONS]; /* 0 unless the status is OK */
} interview;

/* The points to ask about: points of the map, one of which may be blocked. */
typedef struct interview_points {
  pathfan_point from[INTERVIEW_REQUESTS], to[INTERVIEW_REQUESTS];
  bool tables; /* the index has some */
} interview_points;

static inline void hear(uint64_t *said, const void *data, size_t bytes) {
  const uint8_t *at = data;
  for (size_t i = 0; i < bytes; i++) *said = (*said ^ at[i]) * UINT64_C(0x100000001b3);
  *said ^= *said >> 29;
}

static inline void hear_number(uint64_t *said, double number) {
  hear(said, &number, sizeof number);
}

static inline void hear_point(uint64_t *said, pathfan_point p) {
  assert_true(isfinite(p.x) && isfinite(p.y));
  hear_number(said, p.x);
  hear_number(said, p.y);
}

static inline void hear_text(uint64_t *said, const char *text) {
  hear(said, text, strlen(text) + 1);
}

/* ---- Looking inside ---- */

/* DAMAGED: the info says that the regions are damaged. */
static inline pathfan_status ask_info(const pathfan_index *index, uint64_t *said) {
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  const double numbers[] = {info.format_major,
                            info.format_minor,
                            info.vertex_count,
                            info.polygon_count,
                            info.component_count,
                            (double)info.edge_count,
                            (double)info.taut_edge_count,
                            (double)info.edge_bytes,
                            info.table_count,
                            (double)info.label_count,
                            (double)info.label_bytes,
                            info.region_count,
                            (double)info.region_vias,
                            (double)info.region_bytes,
                            (double)info.cone_count,
                            (double)info.cone_bytes,
                            (double)info.mesh_bytes,
                            (double)info.file_bytes,
                            info.origin_x,
                            info.origin_y,
                            info.width,
                            info.height,
                            info.unit,
                            info.fraction_bits,
                            info.length_bits,
                            (double)info.source_bytes};
  hear(said, numbers, sizeof numbers);
  for (int32_t i = 0; i < info.table_count; i++) {
    hear(said, &info.tables[i].runs, sizeof info.tables[i].runs);
    hear(said, &info.tables[i].bytes, sizeof info.tables[i].bytes);
  }
  hear_text(said, info.mesh);
  hear_text(said, info.source_name);
  hear_text(said, info.builder);
  hear_text(said, info.options);
  hear(said, info.source_digest, sizeof info.source_digest);
  return info.region_count < 0 ? PATHFAN_ERR_DAMAGED : PATHFAN_OK;
}

static inline void ask_sections(const pathfan_index *index, uint64_t *said) {
  pathfan_section_info s;
  for (uint32_t i = 0; pathfan_index_section(index, i, &s); i++) {
    hear_text(said, s.name);
    const double numbers[] = {(double)s.count,        s.element_size, s.chunk_count,
                              (double)s.stored_bytes, s.compressed,   s.hot};
    hear(said, numbers, sizeof numbers);
  }
}

static inline pathfan_status ask_source(const pathfan_index *index, uint64_t *said) {
  char *text;
  size_t bytes;
  pathfan_error error = {""};
  const pathfan_status status = pathfan_index_source_map(index, &text, &bytes, &error);
  if (status) {
    assert_null(text);
    assert_true(error.text[0]);
    return status;
  }
  assert_int_equal(text[bytes], 0);
  hear(said, text, bytes);
  free(text);
  return PATHFAN_OK;
}

/* A polygon has corners unless the mesh failed its check. */
static inline pathfan_status ask_polygons(const pathfan_index *index, int32_t polygons,
                                          uint64_t *said) {
  pathfan_point corners[8];
  for (int32_t p = 0; p < polygons; p += 1 + polygons / 40) {
    const int32_t count = pathfan_index_polygon(index, p, corners, 8);
    if (!count) return PATHFAN_ERR_DAMAGED;
    hear_number(said, count);
    for (int32_t i = 0; i < count && i < 8; i++) hear_point(said, corners[i]);
  }
  return PATHFAN_OK;
}

static inline pathfan_status ask_vertices(const pathfan_index *index, int32_t n, uint64_t *said) {
  pathfan_vertex_info v;
  assert_int_equal(pathfan_index_vertex(index, -1, &v), PATHFAN_ERR_ARGUMENT);
  assert_int_equal(pathfan_index_vertex(index, n, &v), PATHFAN_ERR_ARGUMENT);
  for (int32_t i = 0; i < n; i++) {
    const pathfan_status status = pathfan_index_vertex(index, i, &v);
    if (status) return status;
    assert_true(v.rank >= 0 && v.rank < n && v.component >= 0 && v.label_count >= 0);
    hear_point(said, v.at);
    hear(said, &v.rank, sizeof v.rank);
    hear(said, &v.component, sizeof v.component);
    hear(said, &v.label_count, sizeof v.label_count);
  }
  return PATHFAN_OK;
}

static inline pathfan_status ask_labels(const pathfan_index *index, int32_t n, uint64_t *said) {
  for (int32_t i = 0; i < n; i++) {
    pathfan_vertex_info v;
    pathfan_status status = pathfan_index_vertex(index, i, &v);
    for (int32_t l = 0; l < v.label_count && !status; l += 1 + v.label_count / 8) {
      pathfan_label label;
      status = pathfan_index_label(index, i, l, &label);
      if (status) break;
      assert_true(label.hub >= 0 && label.hub < n && label.next >= 0 && label.next < n);
      assert_true(isfinite(label.length));
      hear(said, &label.hub, sizeof label.hub);
      hear(said, &label.next, sizeof label.next);
      hear(said, &label.next_label, sizeof label.next_label);
      hear_number(said, label.length);
    }
    if (status) return status;
  }
  return PATHFAN_OK;
}

static inline pathfan_status ask_rows(const pathfan_index *index, int32_t tables, int32_t n,
                                      uint64_t *said) {
  pathfan_run runs[16];
  for (int32_t t = 1; t <= tables; t++)
    for (int32_t v = 0; v < n; v += 1 + n / 40) {
      int32_t count;
      const pathfan_status status = pathfan_index_row(index, t, v, runs, 16, &count);
      if (status) return status;
      assert_true(count >= 0 && count <= n);
      for (int32_t i = 0; i < count && i < 16; i++) {
        assert_true(runs[i].first >= 0 && runs[i].first < n);
        assert_true(runs[i].via >= PATHFAN_VIA_NONE && runs[i].via < n);
        hear(said, &runs[i], sizeof runs[i]);
      }
    }
  return PATHFAN_OK;
}

static inline pathfan_status ask_pairs(const pathfan_index *index, int32_t n, uint64_t *said) {
  for (int32_t v = 0; v < n; v += 1 + n / 40) {
    pathfan_pair_info pair;
    const pathfan_status status = pathfan_index_pair(index, v, n - 1 - v, &pair);
    if (status) return status;
    hear_number(said, pair.reachable);
    hear_number(said, pair.length);
    for (int i = 0; i < PATHFAN_TABLES_MAX; i++) {
      assert_true(pair.via[i] >= PATHFAN_VIA_WILDCARD && pair.via[i] < n);
      hear(said, &pair.via[i], sizeof pair.via[i]);
    }
  }
  return PATHFAN_OK;
}

static inline pathfan_status ask_regions(const pathfan_index *index, const pathfan_index_info *info,
                                         uint64_t *said) {
  const int32_t n = info->vertex_count, regions = info->region_count;
  if (regions < 0) return PATHFAN_ERR_DAMAGED;
  for (int32_t a = 0; a < regions; a += 1 + regions / 8)
    for (int32_t b = 0; b < regions; b += 1 + regions / 8) {
      int32_t vias[8], count;
      const pathfan_status status = pathfan_index_region_vias(index, a, b, vias, 8, &count);
      if (status) return status;
      for (int32_t i = 0; i < count && i < 8; i++) {
        assert_true(vias[i] >= 0 && vias[i] < n);
        hear(said, &vias[i], sizeof vias[i]);
      }
    }
  for (int i = 0; i < 25; i++) {
    const pathfan_point at = {info->origin_x + info->width * (i % 5) / 4,
                              info->origin_y + info->height * (i / 5) / 4};
    const int32_t region = pathfan_index_region(index, at);
    assert_true(region >= -1 && (region < 0 || region < regions));
    hear(said, &region, sizeof region);
  }
  return PATHFAN_OK;
}

/* ---- Queries ---- */

static inline void hear_answer(const pathfan_answer *a, uint64_t *said) {
  const uint64_t sum = sum_of(a);
  hear(said, &sum, sizeof sum);
  assert_true(isfinite(a->from.x) && isfinite(a->from.y) && isfinite(a->to.x) && isfinite(a->to.y));
  for (int32_t i = 0; i < a->path_count; i++) {
    const pathfan_path *path = &a->paths[i];
    assert_true(path->point_count >= 1);
    assert_true(isfinite(path->length) && path->length >= 0);
    for (int32_t p = 0; p < path->point_count; p++)
      assert_true(isfinite(path->points[p].x) && isfinite(path->points[p].y));
  }
}

/* Returns request `number` in one of the ways of asking. */
static inline pathfan_request interview_request(const interview_points *points, int way, int number,
                                                pathfan_area *room) {
  pathfan_request r;
  pathfan_request_init(&r);
  r.from = points->from[number];
  r.to = points->to[number];
  r.paths = 4;
  r.snap = number & 1 ? 3 : 0;
  switch (way) {
  case 0: /* alternately by via sets and by tables */
    if (points->tables && number & 1) r.algorithm = PATHFAN_ALGORITHM_CVPD;
    break;
  case 1: r.effort = PATHFAN_EFFORT_THOROUGH; break;
  case 2: r.algorithm = PATHFAN_ALGORITHM_PLATEAUS; break;
  case 3: r.algorithm = PATHFAN_ALGORITHM_DISSIMILARITY; break;
  case 4: r.algorithm = PATHFAN_ALGORITHM_PENALTY; break;
  case 5: r.algorithm = PATHFAN_ALGORITHM_POLYANYA; break;
  case 6:
  case 7:
    *room =
        (pathfan_area){.centre = {(r.from.x * 2 + r.to.x) / 3, (r.from.y * 2 + r.to.y) / 3},
                       .radius = 1e-3 + (fabs(r.from.x - r.to.x) + fabs(r.from.y - r.to.y)) / 16};
    r.avoid = room;
    r.avoid_count = 1;
    if (way == 7) r.effort = PATHFAN_EFFORT_THOROUGH;
    break;
  case 8:
    r.objective = (pathfan_objective){.length = 1, .bounded_stretch = 1, .similarity = 1};
    r.max_bounded_stretch = 3;
    break;
  case 9: r.paths = 1; break; /* by onward vertices */
  case 10:                    /* by leading via nodes */
    r.paths = 3;
    r.separation_share = 0;
    break;
  case 11: r.paths = 3; break; /* by default */
  default: break;
  }
  return r;
}

static inline pathfan_status ask_paths(pathfan_query *query, const interview_points *points,
                                       int number, uint64_t *said) {
  const pathfan_answer *answer;
  pathfan_area room;
  const pathfan_request r =
      interview_request(points, number / INTERVIEW_REQUESTS, number % INTERVIEW_REQUESTS, &room);
  pathfan_status status = pathfan_query_paths(query, &r, &answer);
  assert_true((status == PATHFAN_OK) == (answer != NULL));
  /* With a forged unit or origin an area may lie off the map: the text says what is invalid. */
  const bool fine = !status && answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST;
  assert_true(fine == !pathfan_query_error(query)[0]);
  if (status) return status;
  hear_answer(answer, said);
  if (!answer->path_count) return PATHFAN_OK;
  pathfan_measures all;
  status = pathfan_query_measure(query, answer->paths, answer->path_count, NULL, &all);
  assert_true((status == PATHFAN_OK) == !pathfan_query_error(query)[0]);
  if (!status) hear(said, &all, sizeof all);
  return status;
}

static inline pathfan_status ask_nearest(pathfan_query *query, const interview_points *points,
                                         uint64_t *said) {
  for (int i = 0; i < INTERVIEW_REQUESTS; i++) {
    pathfan_point nearest = {0, 0};
    bool found;
    const pathfan_point p = {points->from[i].x - 1.3, points->to[i].y + 0.7};
    const pathfan_status status = pathfan_query_nearest_free(query, p, 5, &nearest, &found);
    if (status) return status;
    hear_number(said, found);
    hear_point(said, nearest);
  }
  return PATHFAN_OK;
}

static inline pathfan_status ask_distances(pathfan_query *query, const interview_points *points,
                                           uint64_t *said) {
  double lengths[INTERVIEW_REQUESTS] = {0}, length = 0;
  pathfan_outcome outcomes[INTERVIEW_REQUESTS], outcome;
  pathfan_status status = pathfan_query_distances(query, points->from[0], points->to,
                                                  INTERVIEW_REQUESTS, lengths, outcomes);
  if (status) return status;
  for (int i = 0; i < INTERVIEW_REQUESTS; i++) {
    hear_number(said, outcomes[i]);
    if (!outcomes[i]) hear_number(said, lengths[i]);
  }
  status = pathfan_query_distance(query, points->to[1], points->from[1], &length, &outcome);
  if (status) return status;
  hear_number(said, outcome);
  if (!outcome) hear_number(said, length);
  return PATHFAN_OK;
}

/* Asks everything, beginning with question `first` and going round, so that any part of the index
 * may be used first. */
static inline void interview_index(const pathfan_index *index, const interview_points *points,
                                   int first, interview *out) {
  pathfan_index_info info;
  pathfan_query *query;
  memset(out, 0, sizeof *out);
  pathfan_index_info_get(index, &info);
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  alarm(TWIN_PATIENCE);
  for (int k = 0; k < INTERVIEW_QUESTIONS; k++) {
    const int q = (first + k) % INTERVIEW_QUESTIONS;
    const int32_t n = info.vertex_count;
    pathfan_status *status = &out->status[q];
    uint64_t said = UINT64_C(0xcbf29ce484222325);
    switch (q) {
    case ASK_INFO: *status = ask_info(index, &said); break;
    case ASK_SECTIONS: ask_sections(index, &said); break;
    case ASK_SOURCE: *status = ask_source(index, &said); break;
    case ASK_POLYGONS: *status = ask_polygons(index, info.polygon_count, &said); break;
    case ASK_VERTICES: *status = ask_vertices(index, n, &said); break;
    case ASK_LABELS: *status = ask_labels(index, n, &said); break;
    case ASK_ROWS: *status = ask_rows(index, info.table_count, n, &said); break;
    case ASK_PAIRS: *status = ask_pairs(index, n, &said); break;
    case ASK_REGIONS: *status = ask_regions(index, &info, &said); break;
    case ASK_NEAREST: *status = ask_nearest(query, points, &said); break;
    case ASK_DISTANCES: *status = ask_distances(query, points, &said); break;
    default: *status = ask_paths(query, points, q - ASK_PATHS, &said); break;
    }
    out->said[q] = *status ? 0 : said;
  }
  alarm(0);
  pathfan_query_free(query);
}

/* Picks free points all over the map, one perhaps blocked; on a grid the same every time. */
static inline interview_points interview_points_of(const pathfan_index *index, uint64_t seed) {
  interview_points p;
  pathfan_index_info info;
  pathfan_query *query;
  pf_random random = pf_random_from(seed);
  pathfan_index_info_get(index, &info);
  p.tables = info.table_count > 0;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int i = 0; i < 2 * INTERVIEW_REQUESTS; i++) {
    pathfan_point at = {0, 0};
    bool found = false;
    for (int tries = 0; tries < 100 && !found; tries++) {
      const double x = (double)pf_random_below(&random, 1000) / 1000;
      const double y = (double)pf_random_below(&random, 1000) / 1000;
      at = (pathfan_point){info.origin_x + x * info.width, info.origin_y + y * info.height};
      if (i == 5) break; /* perhaps blocked */
      assert_int_equal(pathfan_query_nearest_free(query, at, 0, &at, &found), PATHFAN_OK);
    }
    *(i & 1 ? &p.to[i / 2] : &p.from[i / 2]) = at;
  }
  pathfan_query_free(query);
  return p;
}

#endif

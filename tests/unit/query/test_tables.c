/* Coded rows, labels and whole index files against full matrices of via nodes. Rows are decoded
 * here from the description in format/layout.h alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "format/layout.h"
#include "generation_fixture.h"
#include "graph_fixture.h"
#include "build-index/labels/hub_lists.h"
#include "pathfan/format.h"
#include "pathfan/inspect.h"
#include "build-index/tables/rows.h"
#include "suite.h"
#include "build-index/tables/tables.h"
#include "twin_dense.h"
#include "twin_index.h"

/* The builder compares lengths in units of 2^-36 on maps of this size. */
enum { TREE_BITS = 36 };

/* ---- Rows ---- */

static uint32_t number_at(const uint8_t *bytes, uint32_t i, int size) {
  uint32_t number = 0;
  for (int b = size - 1; b >= 0; b--)
    number = number << 8 | bytes[i * (uint32_t)size + (uint32_t)b];
  return number;
}

static uint32_t id_at(const uint8_t *bytes, uint32_t i, int size) {
  const uint32_t id = number_at(bytes, i, size);
  return size == 2 && id == 0xffff ? UINT32_MAX : id;
}

/* Returns the number of bits that tell `count` things apart. */
static uint32_t bits_for(uint32_t count) {
  uint32_t bits = 0;
  while (count > 1 && (count - 1) >> bits) bits++;
  return bits;
}

static uint32_t bits_at(const uint8_t *bytes, uint32_t i, uint32_t bits) {
  uint32_t number = 0;
  for (uint32_t b = 0; b < bits; b++) {
    const uint64_t place = (uint64_t)i * bits + b;
    number |= (uint32_t)(bytes[place / 8] >> place % 8 & 1) << b;
  }
  return number;
}

/* Decodes a row into cells; returns its size in bytes, or 0 if it is malformed. */
static uint32_t decode(const uint8_t *row, uint32_t columns, int id_bytes, uint32_t *cells) {
  const uint32_t runs = id_at(row, 0, id_bytes), values = id_at(row, 1, id_bytes);
  const uint8_t *ids = row + 2 * id_bytes;
  const uint32_t id_bits = bits_for(columns + 1); /* an id, or `columns` for "-" */
  const uint8_t *at = ids + ((uint64_t)values * id_bits + 7) / 8;
  const uint32_t blocks = (columns + 255) / 256;
  const uint32_t block_size = runs < 256 ? 1 : runs < 65536 ? 2 : 4;
  const uint32_t bits = bits_for(values);
  uint32_t *start = malloc((runs + 1) * sizeof *start);
  assert_non_null(start);
  if (runs * (uint32_t)id_bytes <= blocks * block_size + runs) {
    for (uint32_t i = 0; i < runs; i++) start[i] = id_at(at, i, id_bytes);
    at += runs * (uint32_t)id_bytes;
  } else {
    const uint8_t *lows = at + blocks * block_size;
    for (uint32_t i = 0; i < runs; i++) {
      uint32_t block = 0;
      while (block + 1 < blocks && number_at(at, block + 1, (int)block_size) <= i) block++;
      start[i] = block * 256 + lows[i];
    }
    at = lows + runs;
  }
  bool good = runs == 0 || start[0] == 0;
  start[runs] = columns;
  for (uint32_t c = 0; c < columns; c++) cells[c] = PF_ROW_WILDCARD;
  for (uint32_t i = 0; i < runs; i++) {
    const uint32_t number = bits_at(at, i, bits);
    good = good && start[i] < start[i + 1] && number < values;
    const uint32_t id = good ? bits_at(ids, number, id_bits) : 0;
    for (uint32_t c = start[i]; c < start[i + 1] && good; c++)
      cells[c] = id == columns ? UINT32_MAX : id;
  }
  at += ((uint64_t)runs * bits + 7) / 8;
  free(start);
  return good ? (uint32_t)(at - row) + ((at - row) & 1) : 0;
}

static void check_row(pf_row_coder *coder, const uint32_t *cells, uint32_t *decoded) {
  uint32_t runs = 0, before = PF_ROW_WILDCARD;
  pf_row_code(coder, cells);
  assert_int_equal(decode(coder->bytes, coder->columns, coder->id_bytes, decoded), coder->size);
  for (uint32_t c = 0; c < coder->columns; c++) {
    if (cells[c] == PF_ROW_WILDCARD) continue;
    assert_int_equal(decoded[c], cells[c]);
    runs += cells[c] != before;
    before = cells[c];
  }
  assert_int_equal(runs, coder->runs); /* as few as possible */
}

static void test_rows(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 2, 255, 256, 257, 511, 513, 3000, 65534, 65536, 70000};
  pf_random random = pf_random_from(5);
  const int rounds = twin_scaled(24);
  for (size_t w = 0; w < sizeof widths / sizeof widths[0]; w++)
    for (int id_bytes = widths[w] <= 65534 ? 2 : 4; id_bytes <= 4; id_bytes += 2) {
      const uint32_t columns = widths[w];
      pf_row_coder coder;
      uint32_t *cells = malloc(columns * sizeof *cells),
               *decoded = malloc(columns * sizeof *decoded);
      assert_int_equal(pf_row_coder_init(&coder, columns, id_bytes), PATHFAN_OK);
      for (int round = 0; round < rounds; round++) {
        /* From few long runs to a new value in every column; from no wildcards to almost only
         * such. */
        const double turn = round % 6 == 5 ? 1 : round % 6 * 0.02, wild = round % 4 * 0.33;
        const int64_t values = round % 3 == 0 ? 3 : round % 3 == 1 ? 300 : 70000;
        uint32_t value = 0;
        for (uint32_t c = 0; c < columns; c++) {
          if (c == 0 || pf_random_chance(&random, turn))
            value = (uint32_t)pf_random_below(&random, values < columns ? values : columns);
          if (pf_random_chance(&random, 0.001)) value = PF_LAYOUT_NONE;
          cells[c] = pf_random_chance(&random, wild) ? PF_ROW_WILDCARD : value;
        }
        check_row(&coder, cells, decoded);
      }
      for (uint32_t c = 0; c < columns; c++) cells[c] = PF_ROW_WILDCARD;
      check_row(&coder, cells, decoded);
      assert_int_equal(coder.runs, 0);
      pf_row_coder_free(&coder);
      free(cells);
      free(decoded);
    }
}

/* ---- Tables and labels before they are written ---- */

/* Whether v sees u along the canonical path, which may touch other vertices. */
static bool straight(const twin_dense *d, int32_t u, int32_t v) {
  for (int32_t w = v; w >= 0; w = d->parent[twin_at(d, u, w)])
    if (pf_cross(pf_from_to(d->at[u], d->at[v]), pf_from_to(d->at[u], d->at[w]))) return false;
  return true;
}

/* Paper, section 4.1.1: whether u is the highest ranked vertex on the path to v. */
static bool is_hub(const twin_dense *d, int32_t u, int32_t v) {
  if (u == v || d->length[twin_at(d, u, v)] < 0) return false;
  for (int32_t w = v; w >= 0; w = d->parent[twin_at(d, u, w)])
    if (d->rank[w] < d->rank[u]) return false;
  return true;
}

static void check_hub(const twin_map *map, const twin_dense *d, const pf_hub_lists *hubs,
                      int32_t u) {
  pf_hub_reader labels = pf_hub_labels(hubs, u), seen = pf_hub_viewers(hubs, u);
  for (int32_t v = 0; v < d->n; v++) {
    pf_hub_label label;
    int32_t other;
    if (!is_hub(d, u, v)) continue;
    assert_int_equal(straight(d, u, v), d->sees[twin_at(d, u, v)]);
    if (straight(d, u, v)) {
      if (pf_hub_peek(&seen) != v || !pf_hub_next_viewer(&seen, &other) || other != v)
        twin_fail(map, "%d isn't among those that %d sees", v, u);
      continue;
    }
    if (pf_hub_peek(&labels) != v || !pf_hub_next_label(&labels, &label) || label.vertex != v ||
        label.length != d->length[twin_at(d, u, v)] || label.next != d->parent[twin_at(d, u, v)])
      twin_fail(map, "the label of %d for %d", v, u);
  }
  assert_int_equal(pf_hub_peek(&labels), INT32_MAX);
  assert_int_equal(pf_hub_peek(&seen), INT32_MAX);
}

static void check_hubs(const twin_map *map, const twin_dense *d, const pf_graph *graph,
                       pf_tree *trees) {
  pf_results results;
  pf_hub_lists hubs;
  pf_results_init(&results, NULL);
  const pf_batches batches = {.results = &results, .threads = 2};
  assert_int_equal(pf_batches_agree(&batches, PF_RESULT_LABELS, pf_hub_lists_batches(d->n)),
                   PATHFAN_OK);
  assert_int_equal(pf_hub_lists_find(graph, trees, d->rank, &batches, &hubs, NULL), PATHFAN_OK);
  for (int32_t u = 0; u < d->n; u++) check_hub(map, d, &hubs, u);
  pf_results_close(&results, true);
}

static void check_tables(const twin_map *map, const twin_dense *d, const pf_tables *tables,
                         const int32_t *position) {
  uint32_t *cells = malloc(((size_t)d->n + 1) * sizeof *cells);
  twin_plateau plateaus[8];
  int64_t runs[8] = {0};
  for (int32_t i = 0; i < tables->table_count; i++)
    for (int32_t u = 0; u < d->n; u++) {
      const pf_coded_row *row = &tables->rows[(int64_t)i * d->n + u];
      assert_int_equal(decode(row->bytes, (uint32_t)d->n, tables->id_bytes, cells), row->size);
      runs[i] += id_at(row->bytes, 0, tables->id_bytes);
      for (int32_t v = 0; v < d->n; v++) {
        if (d->rank[v] <= d->rank[u] || d->length[twin_at(d, u, v)] < 0) continue;
        const int32_t count = twin_plateaus(d, u, v, plateaus, i + 1);
        const uint32_t expected = i < count ? (uint32_t)position[plateaus[i].best] : PF_LAYOUT_NONE;
        if (cells[position[v]] != expected)
          twin_fail(map, "table %d, row %d, column of %d: %u, not %u", i + 1, u, v,
                    cells[position[v]], expected);
      }
    }
  for (int32_t i = 0; i < tables->table_count; i++) assert_int_equal(runs[i], tables->run_count[i]);
  free(cells);
}

static void test_tables(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(200);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 20 ? 16 : 30);
    twin_dense d = twin_dense_make(&map, 36);
    pf_random random = pf_random_from(map.seed);
    pf_grid_mesh mesh;
    pf_graph graph;
    pf_tree trees[2] = {{0}, {0}};
    pf_moves moves;
    int32_t *position = malloc(((size_t)d.n + 1) * sizeof *position);
    graph_of_map(&map, 36, &mesh, &graph);
    for (int t = 0; t < 2; t++) assert_int_equal(pf_tree_init(&trees[t], &graph), PATHFAN_OK);
    assert_int_equal(pf_moves_build(&graph, trees, 2, &moves, NULL), PATHFAN_OK);
    for (int32_t v = 0; v < d.n; v++) { /* columns in any order */
      const int32_t other = pf_random_between(&random, 0, v);
      position[v] = position[other];
      position[other] = v;
    }
    for (int id_bytes = 2; id_bytes <= 4; id_bytes += 2) {
      pf_tables tables;
      const int32_t m = 1 + (i + id_bytes / 2) % 8;
      assert_int_equal(pf_tables_build(&moves, &(pf_numbering){NULL, d.rank, position, id_bytes}, m,
                                       trees, 2, &tables, NULL),
                       PATHFAN_OK);
      check_tables(&map, &d, &tables, position);
      pf_tables_free(&tables);
    }
    check_hubs(&map, &d, &graph, trees);
    free(position);
    pf_moves_free(&moves);
    for (int t = 0; t < 2; t++) pf_tree_free(&trees[t]);
    pf_graph_free(&graph);
    pf_grid_mesh_free(&mesh);
    twin_dense_free(&d);
    twin_map_free(&map);
  }
  print_message("%d maps\n", count);
}

/* ---- What an index file says ---- */

/* Finds the column of each vertex of the twin, by its place on the map. */
static void match(const twin_dense *d, const pathfan_index *index, int32_t *column) {
  for (int32_t v = 0; v < d->n; v++) column[v] = -1;
  for (int32_t c = 0; c < d->n; c++) {
    pathfan_vertex_info info;
    assert_int_equal(pathfan_index_vertex(index, c, &info), PATHFAN_OK);
    for (int32_t v = 0; v < d->n; v++)
      if (d->at[v].x == info.at.x && d->at[v].y == info.at.y) column[v] = c;
  }
  for (int32_t v = 0; v < d->n; v++) assert_true(column[v] >= 0);
}

static pf_side leaving(const twin_dense *d, int32_t from, int32_t to) {
  return pf_side_of(d->wedge[from], pf_from_to(d->at[from], d->at[to]));
}

/* Whether v has a label for hub u: unless v sees it and no path goes on beyond it. */
static bool has_label(const twin_dense *d, int32_t u, int32_t v) {
  return is_hub(d, u, v) && (!d->sees[twin_at(d, u, v)] || leaving(d, u, v) != PF_SIDE_NONE);
}

static void check_label(const twin_map *map, const twin_dense *d, const pathfan_label *label,
                        int32_t u, int32_t p, int32_t v) {
  const bool straight = d->sees[twin_at(d, u, v)];
  if (!has_label(d, u, v) || p != (straight ? u : d->parent[twin_at(d, u, v)]) ||
      fabs(label->length - ldexp((double)d->length[twin_at(d, u, v)], -d->bits)) > 1e-8)
    twin_fail(map, "a label of %d for %d", v, u);
  assert_int_equal(label->next_label >= 0, !straight && !d->sees[twin_at(d, u, p)]);
}

/* Checks the order: by side, and on each side the sharpest turns round the obstacle first, so that
 * the labels that a path from anywhere may take come before all others. */
static void check_order(const twin_map *map, const twin_dense *d, int32_t v, const int32_t *next,
                        int32_t count) {
  for (int32_t k = 1; k < count; k++) {
    const pf_side side = leaving(d, v, next[k]);
    if (leaving(d, v, next[k - 1]) > side) twin_fail(map, "%d: labels out of order", v);
    /* Less than half a turn from all before it on that side. */
    const pf_lattice_point here = pf_from_to(d->at[v], d->at[next[k]]);
    for (int32_t i = 0; i < k; i++) {
      const pf_lattice_point other = pf_from_to(d->at[v], d->at[next[i]]);
      const int64_t turn = pf_cross(here, other);
      if (leaving(d, v, next[i]) == side &&
          ((side == PF_SIDE_RIGHT ? turn > 0 : turn < 0) || (!turn && pf_dot(here, other) <= 0)))
        twin_fail(map, "%d: labels %d and %d span half a turn", v, i, k);
    }
  }
  for (int32_t s = 0; s < d->n; s++) {
    const pf_lattice_point in = pf_from_to(d->at[s], d->at[v]);
    const pf_side side = pf_side_of(d->wedge[v], in);
    bool before = true;
    if ((!in.x && !in.y) || side == PF_SIDE_NONE) continue;
    for (int32_t k = 0; k < count; k++) {
      const pf_lattice_point out = pf_from_to(d->at[v], d->at[next[k]]);
      if (pf_side_of(d->wedge[v], out) != side) continue;
      const bool taut = side == PF_SIDE_LEFT ? pf_cross(in, out) >= 0 : pf_cross(in, out) <= 0;
      if (taut && !before) twin_fail(map, "%d from %d: taut labels are no prefix", v, s);
      before = taut;
    }
  }
}

static void check_labels(const twin_map *map, const twin_dense *d, const pathfan_index *index,
                         const int32_t *column) {
  int32_t vertex_of[4096], nexts[4096];
  int64_t total = 0;
  for (int32_t v = 0; v < d->n; v++) vertex_of[column[v]] = v;
  for (int32_t v = 0; v < d->n; v++) {
    pathfan_vertex_info info;
    int32_t expected = 0;
    for (int32_t u = 0; u < d->n; u++) expected += has_label(d, u, v);
    assert_int_equal(pathfan_index_vertex(index, column[v], &info), PATHFAN_OK);
    assert_int_equal(info.label_count, expected);
    total += expected;
    for (int32_t k = 0; k < expected; k++) {
      pathfan_label label, after;
      assert_int_equal(pathfan_index_label(index, column[v], k, &label), PATHFAN_OK);
      const int32_t u = vertex_of[label.hub], p = vertex_of[label.next];
      check_label(map, d, &label, u, p, v);
      nexts[k] = p;
      if (label.next_label < 0) continue;
      assert_int_equal(pathfan_index_label(index, label.next, label.next_label, &after),
                       PATHFAN_OK);
      assert_int_equal(after.hub, label.hub);
    }
    check_order(map, d, v, nexts, expected);
  }
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  assert_int_equal(info.label_count, total);
}

/* A vertex's list of hubs names the vertices of lower rank that see it, pass their own obstacles
 * when leaving for it, and arrive head-on. */
static void check_arrivals(const twin_map *map, const twin_dense *d, const pathfan_index *index,
                           const int32_t *column) {
  const pf_index_view *view = &generation_of(index)->view;
  for (int32_t u = 0; u < d->n; u++) {
    const pf_range hubs = pf_head_on_to(view, column[u]);
    uint32_t found = 0;
    for (uint32_t i = hubs.begin + 1; i < hubs.end; i++)
      assert_true(pf_head_on_at(view, i - 1) < pf_head_on_at(view, i));
    for (int32_t v = 0; v < d->n; v++) {
      const bool arrives =
          is_hub(d, u, v) && !has_label(d, u, v) && leaving(d, v, u) != PF_SIDE_NONE;
      uint32_t i = hubs.begin;
      while (i < hubs.end && pf_head_on_at(view, i) != (uint32_t)column[v]) i++;
      if ((i < hubs.end) != arrives) twin_fail(map, "%d arrives at %d", v, u);
      found += arrives;
    }
    assert_int_equal(found, hubs.end - hubs.begin);
  }
}

static void check_pairs(const twin_map *map, const twin_dense *d, const pathfan_index *index,
                        const int32_t *column, int32_t m) {
  twin_plateau plateaus[8];
  for (int32_t u = 0; u < d->n; u++)
    for (int32_t v = 0; v < d->n; v++) {
      pathfan_pair_info pair;
      assert_int_equal(pathfan_index_pair(index, column[u], column[v], &pair), PATHFAN_OK);
      const int64_t length = d->length[twin_at(d, u, v)];
      if (pair.reachable != (length >= 0) ||
          (length >= 0 && fabs(pair.length - ldexp((double)length, -d->bits)) > 1e-8))
        twin_fail(map, "%d-%d: length %.17g", u, v, pair.length);
      if (u == v || length < 0) continue;
      const int32_t count = twin_plateaus(d, u, v, plateaus, m);
      for (int32_t i = 0; i < PATHFAN_TABLES_MAX; i++)
        if (pair.via[i] != (i < m && i < count ? column[plateaus[i].best] : PATHFAN_VIA_NONE))
          twin_fail(map, "%d-%d: via node %d is %d", u, v, i + 1, pair.via[i]);
    }
}

static void test_index(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(200);
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, i % 20 ? 16 : 32);
    pathfan_index_info info;
    pathfan_error error;
    options.tables = i % 9;
    options.threads = 1 + i % 3;
    pathfan_index *index = twin_index(&map, &options);
    pathfan_index_info_get(index, &info);
    twin_dense d = twin_dense_make(&map, TREE_BITS);
    int32_t *column = malloc(((size_t)d.n + 1) * sizeof *column);
    assert_int_equal(info.vertex_count, d.n);
    assert_int_equal(info.table_count, options.tables);
    assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_OK);
    twin_dense_take_ranks(&d, index);
    match(&d, index, column);
    check_labels(&map, &d, index, column);
    check_arrivals(&map, &d, index, column);
    check_pairs(&map, &d, index, column, options.tables);
    free(column);
    twin_dense_free(&d);
    pathfan_index_close(index);
    twin_map_free(&map);
  }
  print_message("%d maps\n", count);
}

/* ---- The same bytes, whoever builds ---- */

static char *slurp(const char *path, size_t *bytes) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  *bytes = (size_t)ftell(file);
  rewind(file);
  char *all = malloc(*bytes + 1);
  assert_int_equal(fread(all, 1, *bytes, file), *bytes);
  fclose(file);
  return all;
}

static void test_same_bytes(void **state) {
  (void)state;
  const int count = twin_drawn_count() + twin_scaled(20);
  for (int i = 0; i < count; i++) {
    twin_map map = twin_map_number(i, 40);
    char *first = NULL;
    size_t first_bytes = 0;
    for (int run = 0; run < 4; run++) { /* 1, 2, 3 threads, and 1 again */
      pathfan_build_options options;
      pathfan_error error;
      size_t bytes;
      pathfan_build_options_init(&options);
      options.threads = 1 + run % 3;
      pathfan_index_close(twin_index(&map, &options));
      assert_int_equal(pathfan_verify_file(twin_scratch("map.pathfan"), &error), PATHFAN_OK);
      char *all = slurp(twin_scratch("map.pathfan"), &bytes);
      if (first && (bytes != first_bytes || memcmp(all, first, bytes)))
        twin_fail(&map, "run %d gave other bytes", run);
      if (first) free(all);
      if (!first) {
        first = all;
        first_bytes = bytes;
      }
    }
    free(first);
    twin_map_free(&map);
  }
}

SUITE(test_tables) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_tables),
      cmocka_unit_test(test_index),
      cmocka_unit_test(test_same_bytes),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}

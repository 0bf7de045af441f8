/* One case for each check of a table: rows whose digests fit and whose coding doesn't
 * (format/layout.h, "Rows"). The test has its own encoder of rows. */
#include "forge_fixture.h"
#include "query/open/row_reader.h"
#include "suite.h"

enum { NARROW = 0, WIDE, SUBJECTS, SIDE = 12 };

/* Blocked single cells, four vertices each: three blocks of columns. */
static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  char rows[(2 * SIDE + 1) * (2 * SIDE + 2) + 1] = "", *at = rows;
  for (int y = 0; y < 2 * SIDE + 1; y++) {
    for (int x = 0; x < 2 * SIDE + 1; x++) *at++ = x % 2 && y % 2 ? '@' : '.';
    *at++ = '\n';
  }
  *at = 0;
  twin_map map = twin_map_drawn("pillars", rows);
  for (int i = 0; i < SUBJECTS; i++) {
    pathfan_build_options options;
    pathfan_build_options_init(&options);
    options.threads = 1;
    options.tables = 3;
    options.id_bytes = i == NARROW ? 2 : 4;
    forge_take(twin_index(&map, &options));
  }
  twin_map_free(&map);
  return 0;
}

static const pf_layout_header *header_of(forge_sections *all) {
  return (const void *)forge_find(all, "header")->data;
}

/* ---- Where rows begin ---- */

static void test_first(void **state) {
  (void)state;
  const char *what = "rows out of order";
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const int32_t n = header_of(&s->sound)->vertex_count, m = header_of(&s->sound)->table_count;
    assert_int_equal(n, 4 * SIDE * SIDE);
    for (int32_t t = 1; t <= m; t += m - 1) {
      char name[] = "cvpd1-first", table[] = "cvpd1";
      name[4] = table[4] = (char)('0' + t);
      const uint32_t *first = (const void *)forge_find(&s->sound, name)->data;
      forge_word(s, name, 0, 1, table, what);
      forge_word(s, name, 0, UINT32_MAX, table, what);
      forge_word(s, name, 4, -1, table, what);
      forge_word(s, name, 4 * (uint64_t)n, (int64_t)first[n] + 1, table, what);
      forge_word(s, name, 4 * (uint64_t)n, (int64_t)first[n] - 1, table, what);
      forge_word(s, name, 4 * (uint64_t)(n - 1), (int64_t)first[n] + 1, table, what);
      forge_word(s, name, 2 * (uint64_t)n, (int64_t)first[n / 2 - 1] - 1, table, what);
      /* All rows are whole, but unowned bytes come before them. */
      forge_sections f = forge_copy(&s->sound);
      uint32_t *moved = (void *)forge_find(&f, name)->data;
      for (int32_t v = 0; v <= n; v++) moved[v]++;
      forge_splice(forge_find(&f, table), 0, 0, "\0\0", 2);
      forge_refused(s, &f, table, what);
      /* Or after them. */
      f = forge_copy(&s->sound);
      content *bytes = forge_find(&f, table);
      forge_splice(bytes, bytes->bytes, 0, "\0\0", 2);
      forge_refused(s, &f, table, what);
    }
  }
}

/* Cut into chunks wherever a chunk is full. */
static void test_straddling(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    forge_sections f = forge_copy(&s->sound);
    f.chunk_bytes = 1 << 16;
    while (forge_find(&f, "cvpd1")->bytes < 2 * f.chunk_bytes) f.chunk_bytes /= 2;
    forge_refused(s, &f, "cvpd1", "a row that straddles chunks");
  }
}

/* ---- Rows ---- */

/* A row of `runs` runs with `values` values. */
typedef struct row {
  uint32_t runs, values;
  uint32_t via[8], start[1024], number[1024];
} row;

/* Two runs are few enough for explicit starts, if ids take two bytes. */
static row few_runs(void) {
  return (row){.runs = 2, .values = 2, .via = {1, 2}, .start = {0, 7}, .number = {0, 1}};
}

static row more_runs(uint32_t n) {
  return (row){.runs = 6,
               .values = 3,
               .via = {n, 0, n - 1},
               .start = {0, 5, 200, 300, 512, n - 1},
               .number = {0, 1, 2, 1, 0, 2}};
}

/* Encodes a row; returns its bytes, padded to an even number. */
static uint64_t encode(const row *r, uint32_t n, int id_bytes, uint8_t *out) {
  const uint32_t blocks = (n + 255) / 256, count_bytes = r->runs < 256 ? 1 : 2;
  const bool small = r->runs * (uint32_t)id_bytes <= blocks * count_bytes + r->runs;
  uint32_t via_bits = 0, number_bits = 0;
  while (1u << via_bits < n + 1) via_bits++;
  while (1u << number_bits < r->values) number_bits++;
  memset(out, 0, 4096);
  pf_store_id(out, 0, id_bytes, r->runs);
  pf_store_id(out, 1, id_bytes, r->values);
  uint64_t at = 2 * (uint64_t)id_bytes;
  for (uint32_t i = 0; i < r->values; i++) forge_bits(out + at, i * via_bits, via_bits, r->via[i]);
  at += (r->values * via_bits + 7) / 8;
  if (small) {
    for (uint32_t i = 0; i < r->runs; i++) pf_store_id(out + at, i, id_bytes, r->start[i]);
    at += r->runs * (uint64_t)id_bytes;
  } else {
    for (uint32_t b = 0; b < blocks; b++, at += count_bytes) {
      uint32_t before = 0;
      while (before < r->runs && r->start[before] < 256 * b) before++;
      memcpy(out + at, &before, count_bytes);
    }
    for (uint32_t i = 0; i < r->runs; i++) out[at++] = (uint8_t)r->start[i];
  }
  for (uint32_t i = 0; i < r->runs; i++)
    forge_bits(out + at, i * number_bits, number_bits, r->number[i]);
  at += (r->runs * number_bits + 7) / 8;
  return (at + 1) / 2 * 2;
}

/* Replaces row u of table 1 by other bytes. */
static forge_sections with_row(forge_subject *s, int32_t u, const uint8_t *bytes, uint64_t count) {
  forge_sections f = forge_copy(&s->sound);
  const int32_t n = header_of(&f)->vertex_count;
  uint32_t *first = (void *)forge_find(&f, "cvpd1-first")->data;
  const uint32_t halves = first[u + 1] - first[u];
  forge_splice(forge_find(&f, "cvpd1"), 2ull * first[u], 2ull * halves, bytes, count);
  for (int32_t v = u + 1; v <= n; v++) first[v] += (uint32_t)(count / 2) - halves;
  return f;
}

/* An encoded row, and the places of its parts that may be changed. */
typedef struct changeable {
  uint8_t bytes[4096];
  uint64_t count;
  uint32_t via_bits, number_bits;
  uint8_t *vias, *starts, *blocks, *lows, *numbers;
} changeable;

static void open_row(const row *r, uint32_t n, int id_bytes, changeable *c) {
  c->count = encode(r, n, id_bytes, c->bytes);
  const pf_row parts = pf_row_open(c->bytes, n, id_bytes);
  c->via_bits = parts.via_bits;
  c->number_bits = parts.number_bits;
  c->vias = c->bytes + (parts.vias - c->bytes);
  c->starts = parts.starts ? c->bytes + (parts.starts - c->bytes) : NULL;
  c->blocks = parts.blocks ? c->bytes + (parts.blocks - c->bytes) : NULL;
  c->lows = parts.lows ? c->bytes + (parts.lows - c->bytes) : NULL;
  c->numbers = c->bytes + (parts.numbers - c->bytes);
}

/* Checks that a row at the beginning, middle or end of the table, by turns, is refused. */
static void refuse_row(forge_subject *s, const uint8_t *bytes, uint64_t count) {
  static int turn;
  const int32_t n = header_of(&s->sound)->vertex_count;
  forge_sections f = with_row(s, turn++ % 3 * (n - 1) / 2, bytes, count);
  forge_refused(s, &f, "cvpd1", "a malformed row");
}

static void refuse_coded(forge_subject *s, const row *r) {
  uint8_t bytes[4096];
  const pf_layout_header *h = header_of(&s->sound);
  const uint64_t count = encode(r, (uint32_t)h->vertex_count, h->id_bytes, bytes);
  refuse_row(s, bytes, count);
}

static void test_sizes(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pf_layout_header *h = header_of(&s->sound);
    const uint32_t n = (uint32_t)h->vertex_count, bytes = (uint32_t)h->id_bytes;
    changeable c;
    row none = {0}, r = more_runs(n), few = few_runs();
    const row *const sound[] = {&none, &few, &r};
    for (int k = 0; k < 3; k++) {
      open_row(sound[k], n, h->id_bytes, &c);
      forge_sections f = with_row(s, (int32_t)n / 2, c.bytes, c.count);
      forge_accepted(&f);
      refuse_row(s, c.bytes, c.count + 2); /* more than it needs */
      refuse_row(s, c.bytes, c.count - 2); /* less */
      refuse_row(s, c.bytes, 2ull * bytes - 2);
    }
    refuse_row(s, c.bytes, 0);
    open_row(&r, n, h->id_bytes, &c);
    for (uint32_t k = 0; k < 2; k++) { /* far more runs or values than it has room for */
      static const uint32_t many[] = {PF_LAYOUT_NONE, 60000, 32768};
      for (int m = 0; m < 3; m++) {
        changeable changed = c;
        pf_store_id(changed.bytes, k, h->id_bytes, many[m]);
        refuse_row(s, changed.bytes, changed.count);
      }
    }
    row more = {.runs = n + 1, .values = 1}; /* more runs than columns */
    for (uint32_t k = 0; k <= n; k++) more.start[k] = k;
    refuse_coded(s, &more);
  }
}

static void test_values(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pf_layout_header *h = header_of(&s->sound);
    const uint32_t n = (uint32_t)h->vertex_count;
    changeable c;
    row r = more_runs(n), few = few_runs();
    for (uint32_t k = 0; k < r.values; k++) { /* no such vertex */
      open_row(&r, n, h->id_bytes, &c);
      forge_bits(c.vias, (uint64_t)k * c.via_bits, c.via_bits, n + 1);
      refuse_row(s, c.bytes, c.count);
    }
    for (uint32_t k = 0; k < r.runs; k++) { /* no such value */
      open_row(&r, n, h->id_bytes, &c);
      forge_bits(c.numbers, (uint64_t)k * c.number_bits, c.number_bits, r.values);
      refuse_row(s, c.bytes, c.count);
    }
    few.values = 3; /* more values than runs */
    refuse_coded(s, &few);
    few.values = 0;
    few.number[1] = 0;
    refuse_coded(s, &few); /* none of them */
    row unused = {.values = 1};
    refuse_coded(s, &unused);
  }
}

/* Rows with explicit starts. */
static void test_starts(void **state) {
  (void)state;
  forge_subject *s = &subjects[NARROW];
  const uint32_t n = (uint32_t)header_of(&s->sound)->vertex_count;
  static const uint32_t starts[][2] = {{1, 7}, {0, 0}, {7, 0}, {7, 7}, {0, 576}, {0, 0xffff}};
  for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
    row few = few_runs();
    changeable c;
    memcpy(few.start, starts[k], sizeof starts[k]);
    open_row(&few, n, 2, &c);
    assert_non_null(c.starts);
    refuse_row(s, c.bytes, c.count);
  }
}

/* Rows with blocks of columns. */
static void test_blocks(void **state) {
  (void)state;
  for (int i = 0; i < SUBJECTS; i++) {
    forge_subject *s = &subjects[i];
    const pf_layout_header *h = header_of(&s->sound);
    const uint32_t n = (uint32_t)h->vertex_count;
    row r = more_runs(n);
    static const struct {
      bool low;
      int at;
      uint8_t value;
    } cases[] = {
        {false, 0, 1},        /* runs before the first column */
        {false, 1, 7},        /* more than there are */
        {false, 2, 255},      /* the same */
        {false, 2, 2},        /* fewer than before the block before: 3 */
        {true, 0, 1},         /* no run at column 0 */
        {true, 1, 0},         /* two in one column */
        {true, 2, 5},         /* the same */
        {true, 2, 4},         /* not rising */
        {true, 5, 0},         /* the same, in the last block */
        {true, 5, 576 - 512}, /* no such column */
        {true, 5, 255},       /* the same */
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
      changeable c;
      open_row(&r, n, h->id_bytes, &c);
      assert_true(c.blocks && c.blocks[1] == 3 && c.blocks[2] == 4);
      (cases[k].low ? c.lows : c.blocks)[cases[k].at] = cases[k].value;
      refuse_row(s, c.bytes, c.count);
    }
    /* Fewer than before, though columns still rise. */
    static const uint8_t lows[] = {0, 5, 10, 20, 30, 40};
    changeable c;
    open_row(&r, n, h->id_bytes, &c);
    memcpy(c.lows, lows, sizeof lows);
    c.blocks[2] = 2;
    refuse_row(s, c.bytes, c.count);
  }
}

SUITE(test_forged_rows) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),      cmocka_unit_test(test_first),
      cmocka_unit_test(test_straddling), cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_values),     cmocka_unit_test(test_starts),
      cmocka_unit_test(test_blocks),
  };
  return cmocka_run_group_tests(tests, setup, forge_teardown);
}

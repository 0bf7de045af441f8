/* The database that pathfan writes is the one that LMDB writes in one transaction, and LMDB finds
 * all values in one whose tree has branches, too; the same in memory as in a file. */
#include <lmdb.h>

#include "format/database.h"
#include "format/encode.h"
#include "format_fixture.h"
#include "suite.h"

static pathfan_error error;

static const char *label_of(uint32_t number) {
  static char label[40];
  snprintf(label, sizeof label, "section.%.*s", (int)(number % 23), "abcdefghijklmnopqrstuvwxyz");
  return label;
}

static uint64_t bytes_of(uint32_t number) {
  return number % 7 == 3 ? 9000 : number % 50;
}

/* Writes `count` values to memory. */
static pf_sink write_values(uint32_t count, pf_sealed_value *values, uint64_t *page_bytes) {
  pf_sink sink = {.name = "values", .fd = -1};
  pf_database database = {.sink = &sink};
  for (uint32_t i = 0; i < count; i++) {
    uint8_t *data = noise(bytes_of(i), i);
    const pf_value_header header = {.number = i, .kind = PF_VALUE_CHUNK, .used = bytes_of(i)};
    assert_int_equal(pf_database_put(&database, label_of(i), &header, data, &values[i], &error), 0);
    free(data);
  }
  assert_int_equal(pf_database_finish(&database, page_bytes, &error), 0);
  assert_int_equal(sink.bytes, *page_bytes);
  pf_database_free(&database);
  return sink;
}

/* Writes them by LMDB, whose pages are the machine's. */
static void write_by_lmdb(const char *path, uint32_t count) {
  MDB_env *env;
  MDB_txn *txn;
  MDB_dbi dbi;
  assert_int_equal(mdb_env_create(&env), 0);
  assert_int_equal(mdb_env_set_mapsize(env, (size_t)64 << 30), 0);
  assert_int_equal(mdb_env_open(env, path, MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, 0600), 0);
  assert_int_equal(mdb_txn_begin(env, NULL, 0, &txn), 0);
  assert_int_equal(mdb_dbi_open(txn, NULL, 0, &dbi), 0);
  for (uint32_t i = 0; i < count; i++) {
    char text[80];
    uint8_t *data = noise(bytes_of(i), i);
    const uint64_t bytes = pf_value_bytes(bytes_of(i), PF_DATABASE_PAGE);
    MDB_val value = {.mv_size = bytes};
    MDB_val key = {.mv_size = (size_t)snprintf(text, sizeof text, "%08u %s", i, label_of(i)),
                   .mv_data = text};
    assert_int_equal(mdb_put(txn, dbi, &key, &value, MDB_RESERVE | MDB_APPEND), 0);
    const pf_value_header header = {.number = i, .kind = PF_VALUE_CHUNK, .used = bytes_of(i)};
    memset(value.mv_data, 0, bytes);
    pf_value_put_header(&header, value.mv_data);
    memcpy((uint8_t *)value.mv_data + PF_VALUE_HEADER, data, bytes_of(i));
    free(data);
  }
  assert_int_equal(mdb_txn_commit(txn), 0);
  mdb_env_close(env);
}

static void test_same_as_lmdb(void **state) {
  (void)state;
  if (sysconf(_SC_PAGESIZE) != PF_DATABASE_PAGE) suite_lacks("pages of 4 KiB");
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("lmdb"));
  for (uint32_t count = 1; count <= 64; count += 21) {
    pf_sealed_value values[64];
    uint64_t page_bytes, bytes;
    pf_sink sink = write_values(count, values, &page_bytes);
    write_by_lmdb(path, count);
    uint8_t *theirs = read_all(path, &bytes);
    assert_int_equal(bytes, sink.bytes);
    assert_memory_equal(theirs, sink.memory, bytes);
    free(theirs);
    free(sink.memory);
    unlink(path);
  }
}

/* Trees of one to three levels; a last branch page would have one entry only but for a rule. */
static void test_read_by_lmdb(void **state) {
  (void)state;
  static const uint32_t counts[] = {1, 60, 200, 9500, 12000};
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("ours"));
  uint32_t deepest = 0;
  for (size_t c = 0; c < sizeof counts / sizeof *counts; c++) {
    pf_sealed_value *values = calloc(counts[c], sizeof *values);
    uint64_t page_bytes;
    MDB_env *env;
    MDB_txn *txn;
    MDB_dbi dbi;
    MDB_cursor *cursor;
    MDB_val key, value;
    MDB_stat stat;
    pf_sink sink = write_values(counts[c], values, &page_bytes);
    write_all(path, sink.memory, sink.bytes);
    assert_int_equal(mdb_env_create(&env), 0);
    assert_int_equal(mdb_env_open(env, path, MDB_NOSUBDIR | MDB_NOLOCK | MDB_RDONLY, 0600), 0);
    assert_int_equal(mdb_env_stat(env, &stat), 0);
    assert_int_equal(stat.ms_entries, counts[c]);
    if (stat.ms_depth > deepest) deepest = stat.ms_depth;
    assert_int_equal(mdb_txn_begin(env, NULL, MDB_RDONLY, &txn), 0);
    assert_int_equal(mdb_dbi_open(txn, NULL, 0, &dbi), 0);
    assert_int_equal(mdb_cursor_open(txn, dbi, &cursor), 0);
    for (uint32_t i = 0; i < counts[c]; i++) {
      char text[80];
      snprintf(text, sizeof text, "%08u %s", i, label_of(i));
      assert_int_equal(mdb_cursor_get(cursor, &key, &value, MDB_NEXT), 0);
      assert_int_equal(key.mv_size, strlen(text));
      assert_memory_equal(key.mv_data, text, key.mv_size);
      assert_int_equal(value.mv_size, values[i].bytes);
      assert_memory_equal(value.mv_data, sink.memory + values[i].offset, value.mv_size);
      /* and by its key, through the branches */
      assert_int_equal(mdb_get(txn, dbi, &key, &value), 0);
      assert_int_equal(value.mv_size, values[i].bytes);
    }
    assert_int_equal(mdb_cursor_get(cursor, &key, &value, MDB_NEXT), MDB_NOTFOUND);
    mdb_cursor_close(cursor);
    mdb_txn_abort(txn);
    mdb_env_close(env);
    free(sink.memory);
    free(values);
    unlink(path);
  }
  assert_int_equal(deepest, 3);
}

/* An index in memory has the bytes of the file. */
static void test_memory(void **state) {
  (void)state;
  pf_writer *writer;
  uint64_t file_bytes, bytes;
  uint8_t *index;
  char path[600];
  snprintf(path, sizeof path, "%s", twin_scratch("index"));
  assert_int_equal(write_sample(path, 1, &error), PATHFAN_OK);
  uint8_t *file = read_all(path, &file_bytes);
  assert_int_equal(pf_writer_open_memory("index", &sample_provenance, &writer, &error), 0);
  assert_int_equal(add_sample(writer, 1, &error), 0);
  assert_int_equal(pf_writer_commit_memory(writer, &index, &bytes, &error), 0);
  assert_int_equal(bytes, file_bytes);
  assert_memory_equal(index, file, bytes);
  free(index);
  free(file);
}

SUITE(test_format_database) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_as_lmdb),
                                     cmocka_unit_test(test_read_by_lmdb),
                                     cmocka_unit_test(test_memory)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

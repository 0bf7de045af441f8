/* test_catalogue.c - catalogues written and read again; anything else is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "build-index/folder/catalogue.h"
#include "build-index/folder/facts.h"
#include "suite.h"
#include "twin_scratch.h"

static pathfan_error error;

/* Names as users have them; the last part stands for a map, too. */
static const char *const NAMES[] = {"hall.pathfan",
                                    "north/hall.pathfan",
                                    "north/deep/a b.pathfan",
                                    "\"quoted\".pathfan",
                                    "back\\slash.pathfan",
                                    "line\nfeed.pathfan",
                                    "\xc3\xb6st/\xe5\x9c\xb0.pathfan",
                                    "...pathfan",
                                    "..a/b...pathfan",
                                    "x.tar.pathfan"};
enum { NAME_COUNT = sizeof NAMES / sizeof *NAMES };

static pathfan_index_facts random_facts(pf_random *random, int number) {
  pathfan_index_facts f = {.format_major = (int32_t)pf_random_below(random, 10),
                           .format_minor = (int32_t)pf_random_below(random, 100)};
  for (int i = 0; i < 16; i++) {
    f.seal[i] = (uint8_t)pf_random_below(random, 256);
    f.map_digest[i] = (uint8_t)pf_random_below(random, 256);
  }
  f.file_bytes = (uint64_t)pf_random_below(random, UINT32_MAX) << pf_random_below(random, 31);
  f.map_bytes = (uint64_t)pf_random_below(random, UINT32_MAX) << pf_random_below(random, 31);
  f.vertex_count = (int32_t)pf_random_below(random, INT32_MAX);
  f.component_count = (int32_t)pf_random_below(random, INT32_MAX);
  f.table_count = (int32_t)pf_random_below(random, 9);
  f.origin_x = (double)pf_random_below(random, UINT32_MAX) / 7 - 1e8;
  f.origin_y = -(double)pf_random_below(random, UINT32_MAX) * 1e200;
  f.width = (double)pf_random_below(random, UINT32_MAX) * 1e-9;
  f.height = (double)pf_random_below(random, 1000);
  f.unit = 1.0 / (double)(1 + pf_random_below(random, 1000));
  snprintf(f.builder, sizeof f.builder, "pathfan %d", number);
  memset(f.options, 'x', sizeof f.options - 1);
  f.options[pf_random_below(random, sizeof f.options)] = 0;
  snprintf(f.map_name, sizeof f.map_name, "m%d \"\t\xc3\xb6.map", number);
  return f;
}

static char *read_catalogue(size_t *bytes) {
  char *text;
  assert_int_equal(
      pf_read_file(twin_scratch(PATHFAN_CATALOGUE_NAME), SIZE_MAX, &text, bytes, &error),
      PATHFAN_OK);
  return text;
}

/* A catalogue is read back as written, and its bytes don't depend on the order of adding. */
static void test_round_trip(void **state) {
  (void)state;
  pf_random random = pf_random_from(71);
  char *first = NULL;
  size_t first_bytes = 0, bytes;
  pathfan_index_facts facts[NAME_COUNT];
  for (int i = 0; i < NAME_COUNT; i++) facts[i] = random_facts(&random, i);
  for (int round = 0; round < 20; round++) {
    pf_catalogue catalogue = {0}, again;
    const int from = (int)pf_random_below(&random, NAME_COUNT);
    const int step = round % 2 ? 3 : 7; /* neither divides the number of names */
    for (int k = 0; k < NAME_COUNT; k++) {
      const int i = (from + k * step) % NAME_COUNT;
      assert_int_equal(pf_catalogue_add(&catalogue, NAMES[i], &facts[i]), PATHFAN_OK);
    }
    assert_int_equal(pf_catalogue_write(&catalogue, twin_scratch_folder(), &error), PATHFAN_OK);
    char *text = read_catalogue(&bytes);
    if (!first) {
      first = text;
      first_bytes = bytes;
    } else {
      assert_int_equal(bytes, first_bytes);
      assert_memory_equal(text, first, bytes);
      free(text);
    }
    assert_int_equal(pf_catalogue_read(twin_scratch_folder(), &again, &error), PATHFAN_OK);
    assert_true(again.exists);
    assert_int_equal(again.count, NAME_COUNT);
    for (int i = 0; i < NAME_COUNT; i++) {
      const pf_catalogue_entry *entry = pf_catalogue_find(&again, NAMES[i]);
      assert_non_null(entry);
      assert_true(pf_facts_equal(&entry->facts, &facts[i]));
      if (i) assert_true(strcmp(again.entries[i - 1].file, again.entries[i].file) < 0);
    }
    assert_null(pf_catalogue_find(&again, "hall"));
    pf_catalogue_free(&again);
    pf_catalogue_free(&catalogue);
  }
  free(first);
  assert_int_equal(twin_scratch_count(""), 1); /* no temporary */
}

/* Facts that differ in any field are different. */
static void test_equal(void **state) {
  (void)state;
  pf_random random = pf_random_from(72);
  const pathfan_index_facts a = random_facts(&random, 1);
  for (int field = 0; field < 17; field++) {
    pathfan_index_facts b = a;
    assert_true(pf_facts_equal(&a, &b));
    switch (field) {
    case 0: b.seal[15] ^= 1; break;
    case 1: b.file_bytes++; break;
    case 2: b.format_major++; break;
    case 3: b.format_minor++; break;
    case 4: b.builder[0]++; break;
    case 5: strcpy(b.options, "other"); break;
    case 6: b.vertex_count ^= 1; break;
    case 7: b.component_count ^= 1; break;
    case 8: b.table_count++; break;
    case 9: b.map_digest[0] ^= 1; break;
    case 10: b.map_bytes++; break;
    case 11: b.map_name[1]++; break;
    case 12: b.origin_x += 1; break;
    case 13: b.origin_y *= 2; break;
    case 14: b.width += 1; break;
    case 15: b.height += 1; break;
    case 16: b.unit /= 2; break;
    }
    assert_false(pf_facts_equal(&a, &b));
  }
}

/* Parses a text, which must leave nothing behind if it is refused. */
static pathfan_status parse(const char *text, size_t bytes) {
  pf_catalogue catalogue;
  error.text[0] = 0;
  const pathfan_status status =
      pf_catalogue_parse(text, bytes, "catalogue.json", &catalogue, &error);
  if (status) {
    assert_non_null(strstr(error.text, "catalogue.json: "));
    assert_int_equal(catalogue.count, 0);
    assert_null(catalogue.entries);
  }
  pf_catalogue_free(&catalogue);
  return status;
}

static char *write_sample_text(size_t *bytes) {
  pf_random random = pf_random_from(73);
  pf_catalogue catalogue = {0};
  for (int i = 0; i < 4; i++) {
    const pathfan_index_facts facts = random_facts(&random, i);
    assert_int_equal(pf_catalogue_add(&catalogue, NAMES[i], &facts), PATHFAN_OK);
  }
  assert_int_equal(pf_catalogue_write(&catalogue, twin_scratch_folder(), &error), PATHFAN_OK);
  pf_catalogue_free(&catalogue);
  return read_catalogue(bytes);
}

/* Cut off anywhere it is a damaged catalogue, unless only the final line feed is missing. */
static void test_cut_off(void **state) {
  (void)state;
  size_t bytes;
  char *text = write_sample_text(&bytes);
  for (size_t length = 0; length < bytes - 1; length++)
    assert_int_equal(parse(text, length), PATHFAN_ERR_DAMAGED);
  assert_int_equal(parse(text, bytes - 1), PATHFAN_OK);
  assert_int_equal(parse(text, bytes), PATHFAN_OK);
  free(text);
}

/* With any byte changed it is read or refused, and no entry names a file outside the folder. */
static void test_flipped(void **state) {
  (void)state;
  pf_random random = pf_random_from(74);
  size_t bytes;
  char *text = write_sample_text(&bytes);
  int refused = 0, read = 0;
  for (int round = 0; round < 4000; round++) {
    const size_t at = (size_t)pf_random_below(&random, (int64_t)bytes);
    const char was = text[at];
    text[at] = (char)pf_random_below(&random, 256);
    pf_catalogue catalogue;
    const pathfan_status status =
        pf_catalogue_parse(text, bytes, "catalogue.json", &catalogue, &error);
    assert_true(status == PATHFAN_OK || status == PATHFAN_ERR_DAMAGED ||
                status == PATHFAN_ERR_NOT_INDEX || status == PATHFAN_ERR_VERSION);
    for (int32_t i = 0; i < catalogue.count; i++) {
      assert_null(strstr(catalogue.entries[i].file, "../"));
      assert_true(catalogue.entries[i].file[0] != '/');
    }
    refused += status != PATHFAN_OK;
    read += status == PATHFAN_OK;
    pf_catalogue_free(&catalogue);
    text[at] = was;
  }
  print_message("%d refused, %d read\n", refused, read);
  assert_true(refused > 1000 && read > 100);
  free(text);
}

#define HEX "0123456789abcdef0123456789abcdef"
#define ENTRY(file, path)                                                                          \
  "{\"file\": \"" file "\", \"seal\": \"" HEX "\", \"file_bytes\": 1, \"format\": \"2.1\", "       \
  "\"builder\": \"b\", \"options\": \"\", \"n\": 0, \"components\": 0, \"tables\": 1, "            \
  "\"map\": {\"path\": \"" path "\", \"bytes\": 1, \"digest\": \"" HEX "\", "                      \
  "\"origin\": [0, -1.5], \"width\": 1, \"height\": 2, \"unit\": 0.5}}"
#define CATALOGUE(entries) "{\"pathfan_catalogue\": 1, \"indexes\": [" entries "]}"

static void test_texts(void **state) {
  (void)state;
  static const struct {
    const char *text;
    pathfan_status status;
  } cases[] = {
      {CATALOGUE(""), PATHFAN_OK},
      {CATALOGUE(ENTRY("a.pathfan", "a.map")), PATHFAN_OK},
      {CATALOGUE(ENTRY("b/a.pathfan", "b/a.map") "," ENTRY("a.pathfan", "a.map")), PATHFAN_OK},
      {CATALOGUE(ENTRY("a.pathfan", "a.map") "," ENTRY("a.pathfan", "b.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("b/a.pathfan", "a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("a.pathfan", "b/a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("../a.pathfan", "../a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("b/../a.pathfan", "b/../a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("b/./a.pathfan", "b/./a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("b//a.pathfan", "b//a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("/a.pathfan", "/a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("a.pathfan/", "a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY(".pathfan", "a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("a.txt", "a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE(ENTRY("a.pathfan\\u0000.txt", "a.map")), PATHFAN_ERR_DAMAGED},
      {CATALOGUE("1"), PATHFAN_ERR_DAMAGED},
      {CATALOGUE("[]"), PATHFAN_ERR_DAMAGED},
      {CATALOGUE("{}"), PATHFAN_ERR_DAMAGED},
      {"{\"pathfan_catalogue\": 1}", PATHFAN_ERR_DAMAGED},
      {"{\"pathfan_catalogue\": 1, \"indexes\": []} x", PATHFAN_ERR_DAMAGED},
      {"{\"pathfan_catalogue\": 1, \"indexes\": [], \"indexes\": []}", PATHFAN_ERR_DAMAGED},
      {"{\"pathfan_catalogue\": 1.0, \"indexes\": []}", PATHFAN_ERR_DAMAGED},
      {"{\"pathfan_catalogue\": -1, \"indexes\": []}", PATHFAN_ERR_DAMAGED},
      {"{\"pathfan_catalogue\": 2}", PATHFAN_ERR_VERSION},
      {"{\"pathfan_catalogue\": 1, \"new\": {}, \"indexes\": []}", PATHFAN_OK},
      {"{\"indexes\": []}", PATHFAN_ERR_NOT_INDEX},
      {"[]", PATHFAN_ERR_NOT_INDEX},
      {"{", PATHFAN_ERR_DAMAGED}, /* a catalogue as far as it goes */
      {"{}", PATHFAN_ERR_NOT_INDEX},
      {"{\"catalogue\"", PATHFAN_ERR_NOT_INDEX},
      {"type octile", PATHFAN_ERR_NOT_INDEX},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const pathfan_status status = parse(cases[i].text, strlen(cases[i].text));
    if (status != cases[i].status) fail_msg("%s: %d, %s", cases[i].text, (int)status, error.text);
  }
}

static void test_none(void **state) {
  (void)state;
  pf_catalogue catalogue;
  remove(twin_scratch(PATHFAN_CATALOGUE_NAME));
  assert_int_equal(pf_catalogue_read(twin_scratch_folder(), &catalogue, &error), PATHFAN_OK);
  assert_false(catalogue.exists);
  assert_int_equal(catalogue.count, 0);
  assert_null(pf_catalogue_find(&catalogue, "a.pathfan"));
  pf_catalogue_free(&catalogue);
}

/* Text is escaped where it isn't UTF-8, and cut before a character that doesn't fit. */
static void test_text(void **state) {
  (void)state;
  char to[12];
  pf_facts_text(to, sizeof to, "plain");
  assert_string_equal(to, "plain");
  pf_facts_text(to, sizeof to, "\xc3\xb6st");
  assert_string_equal(to, "\xc3\xb6st");
  pf_facts_text(to, sizeof to,
                "a\xff"
                "b");
  assert_string_equal(to, "a\\xffb");
  pf_facts_text(to, sizeof to, "elevenchars");
  assert_string_equal(to, "elevenchars");
  pf_facts_text(to, sizeof to, "twelve chars");
  assert_string_equal(to, "twelve char");
  pf_facts_text(to, sizeof to, "\xff\xfe\xfd");
  assert_string_equal(to, "\\xff\\xfe");
  pf_facts_text(to, sizeof to, "");
  assert_string_equal(to, "");
}

static void test_utf8(void **state) {
  (void)state;
  static const char *const good[] = {"",
                                     "plain",
                                     "\x7f",
                                     "\xc2\x80",
                                     "\xdf\xbf",
                                     "\xe0\xa0\x80",
                                     "\xed\x9f\xbf",
                                     "\xee\x80\x80",
                                     "\xf0\x90\x80\x80",
                                     "\xf4\x8f\xbf\xbf"};
  static const char *const bad[] = {"\x80",
                                    "\xbf",
                                    "\xc0\x80",
                                    "\xc1\xbf",
                                    "\xc2",
                                    "\xc2"
                                    "a",
                                    "\xe0\x9f\xbf",
                                    "\xed\xa0\x80",
                                    "\xe1\x80",
                                    "\xf0\x8f\xbf\xbf",
                                    "\xf4\x90\x80\x80",
                                    "\xf5\x80\x80\x80",
                                    "a\xff",
                                    "\xf1\x80\x80"};
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) assert_true(pf_is_utf8(good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_false(pf_is_utf8(bad[i]));
}

SUITE(test_catalogue) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_round_trip), cmocka_unit_test(test_equal),
      cmocka_unit_test(test_cut_off),    cmocka_unit_test(test_flipped),
      cmocka_unit_test(test_texts),      cmocka_unit_test(test_none),
      cmocka_unit_test(test_text),       cmocka_unit_test(test_utf8),
  };
  return cmocka_run_group_tests(tests, twin_scratch_make, twin_scratch_remove);
}

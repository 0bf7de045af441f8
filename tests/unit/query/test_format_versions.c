/* The version policy of docs/format.md: files of future versions and other machines, made by
 * changing the directory or the seal of a sound file, with digests that fit. What may be ignored is
 * ignored, with the same answers to the last bit; the rest is refused as another version, never as
 * damage. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "interview.h"
#include "parts_fixture.h"
#include "format/sections.h"
#include "format/writer.h"
#include "suite.h"
#include "twin_index.h"

#define UNKNOWN_CODEC 9u

static pathfan_error error;
static char sound_path[512], other_path[512];
static interview_points points;
static interview sound_says;

/* Changes one byte of the directory. */
static void change_byte(uint64_t at, uint8_t byte) {
  parts f = parts_of(sound_path);
  parts_directory(&f)[at] = byte;
  parts_write(&f, other_path);
  parts_free(&f);
}

static pathfan_section *section_of(const parts *f, const char *name) {
  for (uint32_t i = 0; i < f->directory.section_count; i++)
    if (!strcmp(f->directory.sections[i].name, name)) return &f->directory.sections[i];
  fail_msg("no section %s", name);
  return NULL;
}

/* Rewrites the sound file without a section, and with another one; either may be NULL. */
static void write_with(const char *without, const char *name, const void *data, uint64_t bytes,
                       pathfan_codec codec, uint32_t flags) {
  pathfan_reader *reader;
  pf_writer *writer;
  assert_int_equal(pathfan_reader_open(sound_path, NULL, &reader, &error), PATHFAN_OK);
  unlink(other_path);
  assert_int_equal(pf_writer_open(other_path, pathfan_reader_provenance(reader), &writer, &error),
                   PATHFAN_OK);
  for (uint32_t i = 0; i < pathfan_reader_section_count(reader); i++) {
    const pathfan_section *s = pathfan_reader_section(reader, i);
    void *content;
    if (without && !strcmp(s->name, without)) continue;
    assert_int_equal(pathfan_reader_load(reader, s, &content, &error), PATHFAN_OK);
    assert_int_equal(pf_writer_add(writer,
                                   &(pf_new_section){s->name, content, s->count, s->element_size,
                                                     (pathfan_codec)s->codec, s->flags, NULL, 0},
                                   &error),
                     PATHFAN_OK);
    free(content);
  }
  if (name)
    assert_int_equal(pf_writer_add(writer,
                                   &(pf_new_section){name, data, bytes, 1, codec, flags, NULL, 0},
                                   &error),
                     PATHFAN_OK);
  assert_int_equal(pf_writer_commit(writer, &error), PATHFAN_OK);
  pathfan_reader_close(reader);
}

static interview interview_file(const char *path, pathfan_open_policy policy) {
  const pathfan_open_options options = {.policy = policy};
  pathfan_index *index;
  interview says;
  if (pathfan_index_open(path, &options, &index, &error)) fail_msg("%s", error.text);
  interview_index(index, &points, ASK_INFO, &says);
  if (pathfan_index_verify(index, &error)) fail_msg("%s", error.text);
  pathfan_index_close(index);
  return says;
}

/* Compares everything except what the directory holds: sizes, versions, sections. */
static void assert_same(const interview *a, const interview *b) {
  for (int q = ASK_SOURCE; q < INTERVIEW_QUESTIONS; q++) {
    assert_int_equal(a->status[q], PATHFAN_OK);
    assert_int_equal(b->status[q], PATHFAN_OK);
    assert_true(a->said[q] == b->said[q]);
  }
}

/* Checks that other_path is as good as the sound file, opened in any way. */
static void expect_accepted(const interview *wanted) {
  assert_int_equal(pathfan_verify_file(other_path, &error), PATHFAN_OK);
  for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_TRUST; policy++) {
    const interview says = interview_file(other_path, (pathfan_open_policy)policy);
    assert_same(&says, wanted);
  }
}

/* Checks that other_path can't be opened, and why. in_container: nor can the container. */
static void expect_refused(bool in_container, const char *words) {
  for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_TRUST; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    pathfan_index *index;
    pathfan_reader *reader;
    assert_int_equal(pathfan_index_open(other_path, &options, &index, &error), PATHFAN_ERR_VERSION);
    assert_null(index);
    assert_non_null(strstr(error.text, other_path));
    assert_non_null(strstr(error.text, words));
    assert_int_equal(pathfan_reader_open(other_path, &options, &reader, &error),
                     in_container ? PATHFAN_ERR_VERSION : PATHFAN_OK);
    pathfan_reader_close(reader);
  }
  assert_int_equal(pathfan_verify_file(other_path, &error),
                   in_container ? PATHFAN_ERR_VERSION : PATHFAN_OK);
}

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  twin_map map = twin_map_number(twin_drawn_count() + 3, 40);
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.listed_share = PATHFAN_LISTED_SHARE_ALWAYS;
  options.threads = 1;
  options.tables = 3;
  pathfan_index *index = twin_index(&map, &options);
  pathfan_index_info info;
  pathfan_index_info_get(index, &info);
  assert_true(info.region_count > 1 && info.cone_count > 0 && info.label_count > 0);
  points = interview_points_of(index, 11);
  pathfan_index_close(index);
  twin_map_free(&map);
  snprintf(sound_path, sizeof sound_path, "%s", twin_scratch("map.pathfan"));
  snprintf(other_path, sizeof other_path, "%s", twin_scratch("other.pathfan"));
  sound_says = interview_file(sound_path, PATHFAN_OPEN_LAZY);
  return 0;
}

/* ---- Sections ---- */

static void test_unknown_optional_section(void **state) {
  (void)state;
  static const char data[] = "of a newer version: tides, say, or names of places";
  for (int codec = PATHFAN_CODEC_RAW; codec <= PATHFAN_CODEC_ZSTD; codec++)
    for (uint32_t flags = 0; flags <= PATHFAN_SECTION_HOT; flags += PATHFAN_SECTION_HOT) {
      write_with(NULL, "future", data, sizeof data, (pathfan_codec)codec, flags);
      expect_accepted(&sound_says);
    }
  pathfan_index *index;
  pathfan_section_info section;
  uint32_t last = 0;
  assert_int_equal(pathfan_index_open(other_path, NULL, &index, &error), PATHFAN_OK);
  while (pathfan_index_section(index, last + 1, &section)) last++;
  assert_true(pathfan_index_section(index, last, &section));
  assert_string_equal(section.name, "future"); /* inspect lists it */
  pathfan_index_close(index);
}

static void test_unknown_optional_codec(void **state) {
  (void)state;
  static const char data[] = "compressed in a way that will be invented later";
  write_with(NULL, "future", data, sizeof data, PATHFAN_CODEC_RAW, PATHFAN_SECTION_HOT);
  parts f = parts_of(other_path);
  section_of(&f, "future")->codec = UNKNOWN_CODEC;
  parts_encode_directory(&f);
  parts_write(&f, other_path);
  parts_free(&f);
  expect_accepted(&sound_says);
}

static void test_unknown_required_section(void **state) {
  (void)state;
  const uint32_t flags[] = {PATHFAN_SECTION_REQUIRED,
                            PATHFAN_SECTION_REQUIRED | PATHFAN_SECTION_HOT};
  static const char *const names[] = {"future",  "cvpd9",     "cvpd0",  "cvpd1-last",  "cvpd",
                                      "ertices", "vertices2", "cvpd10", "cvpd1-first-"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    write_with(NULL, names[i], "?", 1, PATHFAN_CODEC_RAW, flags[i % 2]);
    expect_refused(false, names[i]);
  }
  parts f = parts_of(other_path);
  pathfan_section *section = section_of(&f, "cvpd1-first-");
  section->codec = UNKNOWN_CODEC;
  parts_encode_directory(&f);
  parts_write(&f, other_path);
  parts_free(&f);
  expect_refused(true, "codec 9");
}

/* Tables whose names the library knows, but which this file's header doesn't count. */
static void test_tables_to_spare(void **state) {
  (void)state;
  for (uint32_t flags = 0; flags <= 3; flags++) {
    write_with(NULL, flags & 2 ? "cvpd4" : "cvpd8-first", "??", 2, PATHFAN_CODEC_RAW, flags);
    expect_accepted(&sound_says);
  }
}

/* Sections that readers may do without, in a codec of a future version, count as absent. */
static void test_optional_section_that_cant_be_read(void **state) {
  (void)state;
  int sections = 0;
  for (pf_section_id id = 0; id < PF_SECTIONS; id++) {
    const char *name = pf_section_rules[id].name;
    if (pf_section_rules[id].need != PF_SECTION_EXTRA || id == PF_SECTION_HIERARCHY ||
        id == PF_SECTION_IGNORED || id == PF_SECTION_DOORS || id == PF_SECTION_FLOORS ||
        id == PF_SECTION_LINKS)
      continue; /* this map has none of these */
    write_with(name, NULL, NULL, 0, PATHFAN_CODEC_RAW, 0);
    const interview without = interview_file(other_path, PATHFAN_OPEN_LAZY);
    parts f = parts_of(sound_path);
    section_of(&f, name)->codec = UNKNOWN_CODEC;
    parts_encode_directory(&f);
    parts_write(&f, other_path);
    expect_accepted(&without);
    section_of(&f, name)->flags |= PATHFAN_SECTION_REQUIRED;
    parts_encode_directory(&f);
    parts_write(&f, other_path);
    expect_refused(true, name);
    parts_free(&f);
    sections++;
  }
  assert_int_equal(sections, 8);
}

/* A section that every file has, in a codec of a future version though not marked as required:
 * damaged, as if it were absent. */
static void test_needed_section_that_cant_be_read(void **state) {
  (void)state;
  for (pf_section_id id = 0; id < PF_SECTIONS; id++) {
    if (pf_section_rules[id].need != PF_SECTION_ALWAYS) continue;
    const pf_section_name name = pf_section_name_of(id, 1);
    parts f = parts_of(sound_path);
    section_of(&f, name.text)->codec = UNKNOWN_CODEC;
    section_of(&f, name.text)->flags &= ~PATHFAN_SECTION_REQUIRED;
    parts_encode_directory(&f);
    parts_write(&f, other_path);
    parts_free(&f);
    for (int policy = PATHFAN_OPEN_LAZY; policy <= PATHFAN_OPEN_TRUST; policy++) {
      const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
      pathfan_index *index;
      assert_int_equal(pathfan_index_open(other_path, &options, &index, &error),
                       PATHFAN_ERR_DAMAGED);
      assert_non_null(strstr(error.text, name.text));
      assert_non_null(strstr(error.text, "missing"));
    }
  }
}

/* Flags of future versions are ignored. */
static void test_unknown_flags(void **state) {
  (void)state;
  parts f = parts_of(sound_path);
  for (uint32_t i = 0; i < f.directory.section_count; i++)
    f.directory.sections[i].flags |= UINT32_C(1) << (2 + i % 30);
  parts_encode_directory(&f);
  parts_write(&f, other_path);
  parts_free(&f);
  expect_accepted(&sound_says);
}

/* ---- Versions, features, machines ---- */

static void expect_minor(int minor) {
  pathfan_index *index;
  pathfan_index_info info;
  change_byte(10, (uint8_t)minor);
  expect_accepted(&sound_says);
  assert_int_equal(pathfan_index_open(other_path, NULL, &index, &error), PATHFAN_OK);
  pathfan_index_info_get(index, &info);
  assert_int_equal(info.format_major, PATHFAN_FORMAT_MAJOR);
  assert_int_equal(info.format_minor, minor); /* the file's own */
  pathfan_index_close(index);
}

static void test_minors(void **state) {
  (void)state;
  expect_minor(PATHFAN_FORMAT_MINOR + 1);
  expect_minor(200);
  expect_minor(0);
}

static void test_majors(void **state) {
  (void)state;
  static const uint8_t majors[] = {0, 1, PATHFAN_FORMAT_MAJOR + 1, 255};
  for (size_t i = 0; i < sizeof majors; i++) {
    char words[32];
    change_byte(8, majors[i]);
    snprintf(words, sizeof words, "format %d.", majors[i]);
    expect_refused(true, words);
  }
}

static void test_features(void **state) {
  (void)state;
  for (int byte = 0; byte < 8; byte++) {
    change_byte(16 + (uint64_t)byte, 0x81); /* compatible */
    expect_accepted(&sound_says);
    change_byte(24 + (uint64_t)byte, 0x10); /* incompatible */
    expect_refused(true, "features");
  }
}

static void test_byte_order(void **state) {
  (void)state;
  parts f = parts_of(sound_path);
  static const uint8_t other[4] = {1, 2, 3, 4};
  memcpy(parts_directory(&f) + 12, other, sizeof other);
  parts_write(&f, other_path);
  parts_free(&f);
  expect_refused(true, "byte order");
}

static void test_seal_versions(void **state) {
  (void)state;
  static const uint8_t versions[] = {0, 2, 255};
  for (size_t i = 0; i < sizeof versions; i++) {
    parts f = parts_of(sound_path);
    parts_write(&f, other_path);
    uint8_t *end = f.bytes + f.size;
    end[-32] = versions[i];
    pf_digest_of(f.bytes + f.seal.page_bytes, f.size - f.seal.page_bytes - 16, end - 16);
    FILE *out = fopen(other_path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(f.bytes, 1, f.size, out), f.size);
    assert_int_equal(fclose(out), 0);
    parts_free(&f);
    expect_refused(true, "seal version");
  }
}

/* Rewritten without a change, all is the same. */
static void test_put_back(void **state) {
  (void)state;
  parts f = parts_of(sound_path);
  parts_encode_directory(&f);
  parts_write(&f, other_path);
  parts_free(&f);
  expect_accepted(&sound_says);
  write_with(NULL, NULL, NULL, 0, PATHFAN_CODEC_RAW, 0);
  expect_accepted(&sound_says);
}

/* A file without a section that every file has is damaged, which is found at opening. */
static void test_missing_sections(void **state) {
  (void)state;
  int missed = 0;
  parts f = parts_of(sound_path);
  for (uint32_t i = 0; i < f.directory.section_count; i++) {
    const pathfan_section *s = &f.directory.sections[i];
    /* Wedges are absent if all obstacles are quadrants, so a file without them is another map's. */
    if (!(s->flags & PATHFAN_SECTION_REQUIRED) || !strcmp(s->name, "wedges")) continue;
    write_with(s->name, NULL, NULL, 0, PATHFAN_CODEC_RAW, 0);
    for (int policy = 0; policy < 3; policy++) {
      const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
      pathfan_index *index;
      assert_int_equal(pathfan_index_open(other_path, &options, &index, &error),
                       PATHFAN_ERR_DAMAGED);
      assert_null(index);
      assert_non_null(strstr(error.text, s->name));
    }
    missed++;
  }
  assert_true(missed >= 12);
  parts_free(&f);
}

SUITE(test_format_versions) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_missing_sections),
      cmocka_unit_test(test_put_back),
      cmocka_unit_test(test_unknown_optional_section),
      cmocka_unit_test(test_unknown_optional_codec),
      cmocka_unit_test(test_unknown_required_section),
      cmocka_unit_test(test_tables_to_spare),
      cmocka_unit_test(test_optional_section_that_cant_be_read),
      cmocka_unit_test(test_needed_section_that_cant_be_read),
      cmocka_unit_test(test_unknown_flags),
      cmocka_unit_test(test_minors),
      cmocka_unit_test(test_majors),
      cmocka_unit_test(test_features),
      cmocka_unit_test(test_byte_order),
      cmocka_unit_test(test_seal_versions),
  };
  return cmocka_run_group_tests(tests, setup, twin_scratch_remove);
}

/* Whole indexes damaged by accident, opened and queried in every way: an index reports that it is
 * damaged, at opening or at a question, or replies to the last bit as before. pathfan_verify_file
 * finds every change. The policy trust promises only that nothing crashes and all calls return. */
#include "interview.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>

#include "format/directory.h"
#include "format/seal.h"
#include "pathfan/format.h"
#include "suite.h"
#include "twin_index.h"
#include "twin_outline_maps.h"

/* An index, its bytes, its replies, and the bytes of other generations of its file. */
typedef struct subject {
  const char *name;
  uint8_t *bytes;
  uint64_t size;
  pf_seal seal;
  interview_points points;
  interview sound;
  uint8_t *other[2]; /* of a map that differs a little, and with other options */
  uint64_t other_size[2];
} subject;

enum { GRID, POLYGONS, SUBJECTS };

static subject subjects[SUBJECTS];
static char victim[600];
static int victim_fd;
static uint8_t *image; /* the victim in memory, behind PACK_OFFSET other bytes */
static uint64_t image_size;

/* The outcomes of the cases of one test. */
typedef struct tally {
  int cases, at_open, in_use, harmless; /* openings under all policies but trust */
  int trusted, trusted_refused;
} tally;

static uint8_t *read_file(const char *path, uint64_t *size) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  struct stat about;
  assert_int_equal(fstat(fileno(file), &about), 0);
  *size = (uint64_t)about.st_size;
  uint8_t *bytes = malloc(*size);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, *size, file), *size);
  fclose(file);
  return bytes;
}

static pf_seal seal_of(const uint8_t *bytes, uint64_t size) {
  pf_seal seal;
  pathfan_error error;
  uint32_t trailer; /* its size, 28 bytes before the end in all versions */
  memcpy(&trailer, bytes + size - 28, 4);
  assert_int_equal(pf_seal_decode(bytes + size - trailer, trailer, size, "index", &seal, &error),
                   PATHFAN_OK);
  return seal;
}

static void put(const void *data, uint64_t offset, uint64_t bytes) {
  assert_int_equal(pwrite(victim_fd, data, bytes, (off_t)offset), bytes);
}

static void restore(const subject *s) {
  assert_int_equal(ftruncate(victim_fd, (off_t)s->size), 0);
  put(s->bytes, 0, s->size);
}

/* ---- Making subjects ---- */

static pathfan_build_options plain_options(void) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = 3;
  return options;
}

static pathfan_index *build(int which, int generation) {
  pathfan_build_options options = plain_options();
  pathfan_index *index;
  if (generation == 2) options.tables = 2;
  if (which == GRID) {
    twin_map map = twin_map_number(twin_drawn_count() + 3, 48);
    if (generation == 1) { /* one cell is blocked */
      uint8_t *cells = (uint8_t *)map.grid.free;
      const int32_t count = map.grid.width * map.grid.height;
      for (int32_t i = count / 2; i < count; i++)
        if (cells[i]) {
          cells[i] = 0;
          break;
        }
    }
    index = twin_index(&map, &options);
    twin_map_free(&map);
  } else {
    twin_map map = twin_outline_map(4, 24);
    index = twin_outline_index(&map, &options);
    if (generation == 1) { /* the same at twice the size */
      char path[600];
      pathfan_error error;
      pathfan_index_close(index);
      snprintf(path, sizeof path, "%s", twin_scratch("map.poly"));
      twin_outline_write(&map, 1, path);
      options.map.unit = 0;
      assert_int_equal(
          pathfan_build_index(path, twin_scratch("map.pathfan"), &options, NULL, &error),
          PATHFAN_OK);
      assert_int_equal(pathfan_index_open(twin_scratch("map.pathfan"), NULL, &index, &error),
                       PATHFAN_OK);
    }
    twin_map_free(&map);
  }
  return index;
}

static void make(int which) {
  subject *s = &subjects[which];
  s->name = which == GRID ? "grid" : "polygons";
  for (int generation = 2; generation >= 0; generation--) {
    pathfan_index *index = build(which, generation);
    uint64_t *size = generation ? &s->other_size[generation - 1] : &s->size;
    uint8_t *bytes = read_file(twin_scratch("map.pathfan"), size);
    if (generation) {
      s->other[generation - 1] = bytes;
    } else {
      s->bytes = bytes;
      s->points = interview_points_of(index, 7);
      interview_index(index, &s->points, 0, &s->sound);
      for (int q = 0; q < INTERVIEW_QUESTIONS; q++)
        assert_int_equal(s->sound.status[q], PATHFAN_OK);
      pathfan_index_info info;
      pathfan_index_info_get(index, &info);
      print_message("%s: %llu bytes, %d vertices, %d polygons\n", s->name,
                    (unsigned long long)s->size, info.vertex_count, info.polygon_count);
    }
    pathfan_index_close(index);
  }
  s->seal = seal_of(s->bytes, s->size);
}

static int setup(void **state) {
  if (twin_scratch_make(state)) return -1;
  snprintf(victim, sizeof victim, "%s", twin_scratch("victim"));
  victim_fd = open(victim, O_RDWR | O_CREAT, 0600);
  for (int i = 0; i < SUBJECTS; i++) make(i);
  return victim_fd < 0;
}

static int teardown(void **state) {
  for (int i = 0; i < SUBJECTS; i++) {
    free(subjects[i].bytes);
    for (int g = 0; g < 2; g++) free(subjects[i].other[g]);
    pf_seal_free(&subjects[i].seal);
  }
  free(image);
  close(victim_fd);
  return twin_scratch_remove(state);
}

/* ---- Judging ---- */

/* The ways in which a process opens an index. */
enum {
  WAY_FILE,
  WAY_PREFETCH,
  WAY_COPY,        /* private */
  WAY_PACK,        /* mapped inside a larger file */
  WAY_PACK_ANYHOW, /* there, but at an offset at which it can't be mapped */
  WAY_MEMORY,
  WAY_MEMORY_ANYHOW, /* not aligned */
  WAYS
};

#define PACK_OFFSET 8192
#define ODD_OFFSET 1001

static void load_image(void) {
  struct stat about;
  assert_int_equal(fstat(victim_fd, &about), 0);
  image_size = (uint64_t)about.st_size;
  free(image);
  assert_int_equal(posix_memalign((void **)&image, 4096, image_size + 2 * PACK_OFFSET), 0);
  memset(image, 0xa5, image_size + 2 * PACK_OFFSET);
  assert_int_equal(pread(victim_fd, image + PACK_OFFSET, image_size, 0), image_size);
}

/* Writes the same index inside another file. */
static void write_pack(const char *path, uint64_t offset) {
  FILE *file = fopen(path, "wb");
  assert_non_null(file);
  assert_int_equal(fwrite(image, 1, offset, file), offset);
  assert_int_equal(fwrite(image + PACK_OFFSET, 1, image_size, file), image_size);
  assert_int_equal(fwrite(image, 1, 777, file), 777);
  assert_int_equal(fclose(file), 0);
}

static pathfan_status open_by(int way, pathfan_open_policy policy, pathfan_index **index,
                              pathfan_error *error) {
  pathfan_open_options options = {.policy = policy};
  const char *path = victim;
  if (way == WAY_PREFETCH) options.prefetch = true;
  if (way == WAY_COPY) options.private_copy = true;
  if (way >= WAY_PACK) load_image();
  if (way == WAY_PACK || way == WAY_PACK_ANYHOW) {
    options.offset = way == WAY_PACK ? PACK_OFFSET : ODD_OFFSET;
    options.bytes = image_size;
    path = twin_scratch("pack");
    write_pack(path, options.offset);
  }
  if (way < WAY_MEMORY) return pathfan_index_open(path, &options, index, error);
  uint8_t *at = image + PACK_OFFSET;
  if (way == WAY_MEMORY_ANYHOW) at = memmove(image + ODD_OFFSET, at, image_size);
  return pathfan_index_open_memory(at, image_size, "in memory", &options, index, error);
}

static void judge_opening(const subject *s, int way, pathfan_open_policy policy, int first,
                          tally *t) {
  pathfan_index *index;
  pathfan_error error = {""};
  const pathfan_status status = open_by(way, policy, &index, &error);
  const bool trust = policy == PATHFAN_OPEN_TRUST;
  t->trusted += trust;
  if (status) {
    assert_null(index);
    if (status == PATHFAN_ERR_ARGUMENT) /* a pack can't hold an index of no bytes, nor memory */
      assert_true(way >= WAY_PACK && !image_size);
    else
      assert_true(status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_NOT_INDEX ||
                  status == PATHFAN_ERR_VERSION);
    assert_true(error.text[0]);
    *(trust ? &t->trusted_refused : &t->at_open) += 1;
    return;
  }
  interview now;
  int refused = 0;
  interview_index(index, &s->points, first, &now);
  pathfan_index_close(index);
  if (trust) return;
  for (int q = 0; q < INTERVIEW_QUESTIONS; q++) {
    if (now.status[q]) {
      if (now.status[q] != PATHFAN_ERR_DAMAGED || policy == PATHFAN_OPEN_EAGER)
        fail_msg("%s, way %d, policy %d: status %d of question %d", s->name, way, policy,
                 now.status[q], q);
      refused++;
    } else if (now.said[q] != s->sound.said[q]) {
      fail_msg("%s, way %d, policy %d: another answer to question %d", s->name, way, policy, q);
    }
  }
  *(refused ? &t->in_use : &t->harmless) += 1;
}

/* Opens the file as it is now under all policies: as a file, and in one of the other ways, which
 * `number` selects together with the first question. */
static void judge(const subject *s, int number, tally *t) {
  pathfan_error error = {""};
  for (int policy = 0; policy < 3; policy++) {
    judge_opening(s, WAY_FILE, (pathfan_open_policy)policy, number % INTERVIEW_QUESTIONS, t);
    judge_opening(s, 1 + (number + policy) % (WAYS - 1), (pathfan_open_policy)policy,
                  number % INTERVIEW_QUESTIONS, t);
  }
  if (pathfan_verify_file(victim, &error) == PATHFAN_OK)
    fail_msg("%s: damage was not found by verify", s->name);
  assert_non_null(strstr(error.text, victim));
  t->cases++;
}

static void tell(const char *what, const tally *t) {
  print_message("%s: %d cases, %d openings refused, %d found in use, %d harmless; trust: %d, %d "
                "refused; verify found all\n",
                what, t->cases, t->at_open, t->in_use, t->harmless, t->trusted, t->trusted_refused);
}

/* ---- No damage ---- */

static void test_sound(void **state) {
  (void)state;
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    restore(&subjects[which]);
    for (int policy = 0; policy < 3; policy++)
      for (int way = 0; way < WAYS; way++)
        judge_opening(&subjects[which], way, (pathfan_open_policy)policy, 5 * way + policy, &t);
  }
  assert_int_equal(t.harmless, 2 * WAYS * SUBJECTS);
  assert_int_equal(t.trusted - t.trusted_refused, WAYS * SUBJECTS);
}

/* ---- Bits ---- */

static void flip(const subject *s, uint64_t bit, int number, tally *t) {
  const uint8_t byte = s->bytes[bit / 8] ^ (uint8_t)(1u << bit % 8);
  put(&byte, bit / 8, 1);
  judge(s, number, t);
  put(&s->bytes[bit / 8], bit / 8, 1);
}

static void test_random_bits(void **state) {
  (void)state;
  pf_random random = pf_random_from(3);
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    const subject *s = &subjects[which];
    restore(s);
    for (int i = 0; i < twin_scaled_harm(20); i++)
      flip(s, (uint64_t)pf_random_below(&random, (int64_t)s->size * 8), i, &t);
  }
  tell("random bits", &t);
  assert_true(t.at_open && t.in_use);
}

/* Bits of the parts that locate everything: all of them at a large scale. */
static void test_bits_of_the_frame(void **state) {
  (void)state;
  pf_random random = pf_random_from(4);
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    const subject *s = &subjects[which];
    const pf_sealed_value *directory = &s->seal.values[s->seal.directory];
    const struct {
      uint64_t offset, bytes;
    } parts[] = {{0, 2 * (uint64_t)s->seal.page_size},
                 {directory->offset, directory->bytes},
                 {s->seal.page_bytes, s->size - s->seal.page_bytes}};
    restore(s);
    for (int p = 0; p < 3; p++) {
      const uint64_t bits = parts[p].bytes * 8;
      const uint64_t step = 1 + bits / (uint64_t)twin_scaled_harm(270);
      for (uint64_t bit = step > 1 ? (uint64_t)pf_random_below(&random, (int64_t)step) : 0;
           bit < bits; bit += step)
        flip(s, parts[p].offset * 8 + bit, (int)bit, &t);
    }
  }
  tell("bits of meta pages, directory and seal", &t);
  assert_int_equal(t.at_open, 4 * t.cases);
  assert_int_equal(t.trusted_refused, 2 * t.cases);
}

/* The first bytes of every section, which say how to read the rest. */
static void test_heads_of_sections(void **state) {
  (void)state;
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    const subject *s = &subjects[which];
    const pf_sealed_value *value = &s->seal.values[s->seal.directory];
    pf_directory directory;
    pathfan_error error;
    assert_int_equal(pf_directory_decode(s->bytes + value->offset + 48, value->bytes - 48, &s->seal,
                                         "index", &directory, &error),
                     PATHFAN_OK);
    restore(s);
    for (uint32_t i = 0; i < directory.section_count; i++) {
      const pf_chunk *chunk = &directory.chunks[directory.first_chunk[i]];
      const uint64_t bits = 8 * (chunk->bytes < 200 ? chunk->bytes : 200);
      const uint64_t at = 8 * (s->seal.values[chunk->value].offset + chunk->offset);
      const uint64_t step = 1 + bits / (uint64_t)twin_scaled_harm(3);
      /* Read first of all, before any part was checked. */
      for (uint64_t bit = 0; bit < bits && bit <= 32; bit += 32) flip(s, at + bit, ASK_INFO, &t);
      for (uint64_t bit = (uint64_t)i % step; bit < bits; bit += step)
        flip(s, at + bit, (int)(bit + i), &t);
    }
    pf_directory_free(&directory);
  }
  tell("bits of the first bytes of sections", &t);
  assert_true(t.at_open && t.in_use && !t.harmless);
}

/* ---- Pages ---- */

static void replace(const subject *s, uint64_t page, const uint8_t *by, int number, tally *t) {
  const uint64_t bytes = s->seal.page_size;
  if (!memcmp(s->bytes + page * bytes, by, bytes)) return;
  put(by, page * bytes, bytes);
  judge(s, number, t);
  put(s->bytes + page * bytes, page * bytes, bytes);
}

static void test_pages(void **state) {
  (void)state;
  pf_random random = pf_random_from(5);
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    const subject *s = &subjects[which];
    const uint64_t bytes = s->seal.page_size, pages = s->seal.page_bytes / bytes;
    uint8_t *zeros = calloc(1, bytes), *noise = malloc(bytes);
    const uint64_t step = 1 + pages / (uint64_t)twin_scaled_harm(4);
    restore(s);
    for (uint64_t page = 0; page < pages; page += page < 3 ? 1 : step) {
      const uint8_t *here = s->bytes + page * bytes;
      for (uint64_t i = 0; i < bytes; i++) noise[i] = (uint8_t)pf_random_below(&random, 256);
      replace(s, page, zeros, (int)page, &t);
      replace(s, page, noise, (int)page + 7, &t);
      for (int g = 0; g < 2; g++)
        if ((page + 1) * bytes <= s->other_size[g])
          replace(s, page, s->other[g] + page * bytes, (int)page + 13, &t);
      /* Two pages swapped. */
      const uint64_t to = (uint64_t)pf_random_below(&random, (int64_t)pages);
      if (memcmp(here, s->bytes + to * bytes, bytes)) {
        put(here, to * bytes, bytes);
        replace(s, page, s->bytes + to * bytes, (int)page + 21, &t);
        put(s->bytes + to * bytes, to * bytes, bytes);
      }
      /* Half of it was never written. */
      memcpy(noise, here, bytes / 2);
      memset(noise + bytes / 2, 0, bytes / 2);
      replace(s, page, noise, (int)page + 29, &t);
    }
    free(zeros);
    free(noise);
  }
  tell("pages zeroed, random, swapped, half written, of other generations", &t);
}

/* ---- Sizes ---- */

static void test_sizes(void **state) {
  (void)state;
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    const subject *s = &subjects[which];
    const uint64_t page = s->seal.page_size;
    const uint64_t step = page * (1 + s->size / page / (uint64_t)twin_scaled_harm(8));
    restore(s);
    for (uint64_t at = 0; at < s->size; at += step) {
      const uint64_t cuts[] = {at, at + 1, at + page / 2, at + page - 1};
      for (int i = 3; i >= 0; i--) {
        if (cuts[i] >= s->size) continue;
        assert_int_equal(ftruncate(victim_fd, (off_t)cuts[i]), 0);
        judge(s, i, &t);
      }
      restore(s);
    }
    /* Longer: by a few bytes, by pages, by another end, by itself. */
    uint8_t *more = calloc(1, 3 * page);
    const struct {
      const uint8_t *bytes;
      uint64_t size;
    } ends[] = {{more, 1},
                {more, page},
                {more, 3 * page},
                {s->bytes + s->seal.page_bytes, s->size - s->seal.page_bytes},
                {s->bytes, s->size}};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
      put(ends[i].bytes, s->size, ends[i].size);
      judge(s, (int)i, &t);
      restore(s);
    }
    free(more);
  }
  tell("cut short and extended", &t);
  assert_int_equal(t.at_open, 4 * t.cases);
  assert_int_equal(t.trusted_refused, 2 * t.cases);
}

/* The seal of one generation behind the pages of another. */
static void test_seals_of_other_generations(void **state) {
  (void)state;
  tally t = {0};
  for (int which = 0; which < SUBJECTS; which++) {
    const subject *s = &subjects[which];
    for (int g = 0; g < 2; g++) {
      const uint64_t pages = s->seal.page_bytes, other = s->other_size[g];
      pf_seal seal = seal_of(s->other[g], other);
      restore(s);
      assert_int_equal(ftruncate(victim_fd, (off_t)other), 0);
      put(s->other[g], 0, other);
      /* Its pages with the subject's seal, then the subject's pages with its seal. */
      assert_int_equal(ftruncate(victim_fd, (off_t)s->size), 0);
      put(s->bytes + pages, pages, s->size - pages);
      judge(s, g, &t);
      assert_int_equal(ftruncate(victim_fd, (off_t)other), 0);
      put(s->bytes, 0, pages < seal.page_bytes ? pages : seal.page_bytes);
      put(s->other[g] + seal.page_bytes, seal.page_bytes, other - seal.page_bytes);
      judge(s, g, &t);
      pf_seal_free(&seal);
    }
  }
  tell("seals of other generations", &t);
}

SUITE(test_index_damage) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_sound),
      cmocka_unit_test(test_random_bits),
      cmocka_unit_test(test_heads_of_sections),
      cmocka_unit_test(test_bits_of_the_frame),
      cmocka_unit_test(test_pages),
      cmocka_unit_test(test_sizes),
      cmocka_unit_test(test_seals_of_other_generations),
  };
  return cmocka_run_group_tests(tests, setup, teardown);
}

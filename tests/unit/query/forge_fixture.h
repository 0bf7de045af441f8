/* forge_fixture.h - takes the sections of an index out, changes them, and writes them again with
 * digests that fit; checks the consequences of a file that is wrong in one place.
 *
 *   forge_subject *subject = forge_take(index);
 *   forge_sections changed = forge_copy(&subject->sound);
 *   forge_find(&changed, "vertices")->data[8] = 255;
 *   forge_refused(subject, &changed, "vertices", "a rank out of range");
 *
 * Files are twin_scratch's "map.pathfan" and "forged.pathfan". */
#ifndef PF_TESTS_FORGE_FIXTURE_H
#define PF_TESTS_FORGE_FIXTURE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format/layout.h"
#include "format/writer.h"
#include "pathfan/format.h"
#include "query/open/index_view.h"
#include "interview.h"
#include "piece_source.h"
#include "twin_index.h"
#include "twin_outline_maps.h"

typedef struct content {
  pathfan_section section;
  uint8_t *data;
  uint64_t bytes;
} content;

typedef struct forge_sections {
  content sections[64];
  uint32_t count;
  uint64_t chunk_bytes; /* 0, or the size of the chunks into which one section is cut */
  const char *chunked;  /* that section; NULL: cvpd1 */
} forge_sections;

static inline forge_sections forge_read(const char *path) {
  forge_sections all = {0};
  pathfan_reader *reader;
  pathfan_error error;
  assert_int_equal(pathfan_reader_open(path, &(pathfan_open_options){.policy = PATHFAN_OPEN_EAGER},
                                       &reader, &error),
                   PATHFAN_OK);
  all.count = pathfan_reader_section_count(reader);
  for (uint32_t i = 0; i < all.count; i++) {
    content *c = &all.sections[i];
    c->section = *pathfan_reader_section(reader, i);
    c->bytes = c->section.count * c->section.element_size;
    assert_int_equal(
        pathfan_reader_load(reader, pathfan_reader_section(reader, i), (void **)&c->data, &error),
        PATHFAN_OK);
  }
  pathfan_reader_close(reader);
  return all;
}

static inline uint64_t forge_bytes(const forge_sections *all, const char *name) {
  for (uint32_t i = 0; i < all->count; i++)
    if (!strcmp(all->sections[i].section.name, name)) return all->sections[i].bytes;
  return 0;
}

/* Finds the pieces of the sections. False: sizes don't fit, and reading would go out of bounds. */
static inline bool forge_source(const forge_sections *all, pf_piece_source *source) {
  named_content contents[64];
  for (uint32_t i = 0; i < all->count; i++)
    contents[i] = (named_content){all->sections[i].section.name, all->sections[i].data,
                                  all->sections[i].bytes};
  return piece_source_of(contents, all->count, source);
}

/* Writes the sections as they are: the digests of pieces may be wrong. */
static inline void forge_write_plainly(const forge_sections *all, const char *path) {
  const pathfan_provenance provenance = {
      .source_name = "forged.map", .builder = "test", .options = ""};
  pf_writer *writer;
  pathfan_error error;
  unlink(path);
  assert_int_equal(pf_writer_open(path, &provenance, &writer, &error), PATHFAN_OK);
  for (uint32_t i = 0; i < all->count; i++) {
    const content *c = &all->sections[i];
    pf_writer_limits limits = pf_writer_default_limits();
    if (all->chunk_bytes && !strcmp(c->section.name, all->chunked ? all->chunked : "cvpd1")) {
      limits.chunk_max = all->chunk_bytes;
      limits.small_max = 0;
    }
    pf_writer_set_limits(writer, limits);
    assert_int_equal(
        pf_writer_add(writer,
                      &(pf_new_section){c->section.name, c->data, c->section.count,
                                        c->section.element_size, (pathfan_codec)c->section.codec,
                                        c->section.flags, NULL, 0},
                      &error),
        PATHFAN_OK);
  }
  assert_int_equal(pf_writer_commit(writer, &error), PATHFAN_OK);
}

/* Returns the digests of pieces for a section; those of pieces that can't be read stay. */
static inline uint64_t *forge_digests(const content *c, const pf_piece_source *source,
                                      pf_piece_span pieces) {
  const uint64_t count = pieces.end - pieces.begin;
  uint64_t *digests = calloc(count + 1, sizeof *digests);
  memcpy(digests, c->data, c->bytes < count * 8 ? c->bytes : count * 8);
  for (uint32_t p = pieces.begin; p < pieces.end; p++)
    if (piece_is_readable(source, p)) digests[p - pieces.begin] = pf_piece_digest(source, p);
  return digests;
}

/* Writes the sections with correct digests of all pieces that can be found; other digests stay. */
static inline void forge_write(const forge_sections *all, const char *path) {
  forge_sections mended = *all;
  pf_piece_source source;
  const bool is_readable = forge_source(all, &source);
  uint64_t *digests[64];
  uint32_t made = 0;
  for (uint32_t i = 0; i < mended.count && is_readable; i++) {
    content *c = &mended.sections[i];
    const pf_piece_span pieces = pieces_of_section(&source, c->section.name);
    if (pieces.begin == pieces.end) continue;
    c->data = (uint8_t *)(digests[made++] = forge_digests(c, &source, pieces));
    c->section.count = pieces.end - pieces.begin;
  }
  forge_write_plainly(&mended, path);
  while (made) free(digests[--made]);
}

static inline content *forge_find(forge_sections *all, const char *name) {
  for (uint32_t i = 0; i < all->count; i++)
    if (!strcmp(all->sections[i].section.name, name)) return &all->sections[i];
  fail_msg("no section %s", name);
  return NULL;
}

static inline void forge_free(forge_sections *all) {
  for (uint32_t i = 0; i < all->count; i++) free(all->sections[i].data);
}

static inline forge_sections forge_copy(const forge_sections *all) {
  forge_sections copy = *all;
  for (uint32_t i = 0; i < all->count; i++) {
    content *c = &copy.sections[i];
    c->data = malloc(c->bytes + 1);
    memcpy(c->data, all->sections[i].data, c->bytes);
  }
  return copy;
}

/* Replaces bytes at..at+removed-1 by `added` others. */
static inline void forge_splice(content *c, uint64_t at, uint64_t removed, const void *bytes,
                                uint64_t added) {
  assert_true(at + removed <= c->bytes);
  uint8_t *data = malloc(c->bytes - removed + added + 1);
  memcpy(data, c->data, at);
  if (added) memcpy(data + at, bytes, added);
  memcpy(data + at + added, c->data + at + removed, c->bytes - at - removed);
  free(c->data);
  c->data = data;
  c->bytes += added - removed;
  assert_int_equal(c->bytes % c->section.element_size, 0);
  c->section.count = c->bytes / c->section.element_size;
}

/* Writes the low `bits` bits of a value from bit `at` on. */
static inline void forge_bits(uint8_t *bytes, uint64_t at, uint32_t bits, uint64_t value) {
  for (uint32_t i = 0; i < bits; i++, at++) {
    const uint8_t bit = (uint8_t)(1u << (at & 7));
    bytes[at >> 3] = (uint8_t)((value >> i & 1) ? bytes[at >> 3] | bit : bytes[at >> 3] & ~bit);
  }
}

/* Returns the sections as the library sees them. */
static inline pf_index_view forge_view(forge_sections *all) {
  const pf_layout_header *h = (const void *)forge_find(all, "header")->data;
  const uint32_t n = (uint32_t)h->vertex_count;
  const content *locator = forge_find(all, "locator");
  static const pf_label_gap no_gap;
  pf_index_view view = {
      .header = h,
      .gaps = &no_gap,
      .tile_shift = PF_TILE_SHIFT_NONE,
      .n = h->vertex_count,
      .id_bytes = h->id_bytes,
      .id_bits = pf_number_bits(n),
      .vertices = (const void *)forge_find(all, "vertices")->data,
      .polygons = (const void *)forge_find(all, "polygons")->data,
      .cones = forge_find(all, "cones")->data,
      .spans = (const void *)forge_find(all, "spans")->data,
      .labels = (const void *)forge_find(all, "labels")->data,
      .next_labels = forge_find(all, "next-labels")->data,
      .hub_first = (const void *)forge_find(all, "hubs")->data,
      .hubs = forge_find(all, "hubs")->data + 4 * (n + 1),
  };
  pf_view_exits(&view, forge_find(all, "exits")->data);
  assert_true(pf_locator_open(locator->data, locator->bytes, &view.locator));
  assert_true(n & (n - 1)); /* so that a number of its bits may be out of range */
  return view;
}

/* ---- Files that must be refused or accepted ---- */

typedef struct forge_subject {
  forge_sections sound;
  interview_points points;
} forge_subject;

/* The subjects of a suite, in the order in which they were taken. */
static forge_subject subjects[4];
static int subject_count;

/* Takes the index that was built last as a subject, and closes it. */
static inline forge_subject *forge_take(pathfan_index *index) {
  forge_subject *s = &subjects[subject_count++];
  s->points = interview_points_of(index, 7);
  pathfan_index_close(index);
  s->sound = forge_read(twin_scratch("map.pathfan"));
  return s;
}

/* Takes two subjects: a grid, and polygons on triangles. */
static inline void forge_take_both(void) {
  pathfan_build_options options;
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = 3;
  twin_map grid = twin_map_number(twin_drawn_count() + 3, 24), outline = twin_outline_map(4, 14);
  forge_take(twin_index(&grid, &options));
  options.map.mesh = PATHFAN_MESH_CDT;
  forge_take(twin_outline_index(&outline, &options));
  twin_map_free(&grid);
  twin_map_free(&outline);
}

/* The teardown of a suite that takes subjects. */
static inline int forge_teardown(void **state) {
  while (subject_count) forge_free(&subjects[--subject_count].sound);
  return twin_scratch_remove(state);
}

/* Whether queries check that section piece by piece, and only the pieces that they read. */
static inline bool forge_is_in_pieces(const char *section) {
  static const char *const names[] = {"exits", "labels", "next-labels", "hubs", "cones", "regions"};
  for (int i = 0; i < 6; i++)
    if (!strcmp(section, names[i])) return true;
  return false;
}

/* Sets which questions need a section; returns one of them, to begin with. */
static inline int forge_needs(const char *section, bool *needs) {
  memset(needs, 0, INTERVIEW_QUESTIONS);
  if (!strcmp(section, "regions")) {
    needs[ASK_REGIONS] = true;
    return ASK_REGIONS;
  }
  if (!strcmp(section, "edges")) { /* a request of each method that searches the graph */
    for (int way = 2; way <= 4; way++) needs[ASK_PATHS + INTERVIEW_REQUESTS * way] = true;
    return ASK_PATHS + INTERVIEW_REQUESTS * 2;
  }
  if (forge_is_in_pieces(section)) { /* these read all labels; whether others read any depends */
    needs[ASK_VERTICES] = needs[ASK_LABELS] = needs[ASK_PAIRS] = strcmp(section, "cones") != 0;
    return ASK_VERTICES;
  }
  needs[ASK_POLYGONS] = needs[ASK_NEAREST] = needs[ASK_DISTANCES] = true;
  for (int q = ASK_PATHS; q < INTERVIEW_QUESTIONS; q++) needs[q] = true;
  if (!strcmp(section, "mesh")) return ASK_POLYGONS;
  needs[ASK_VERTICES] = needs[ASK_LABELS] = needs[ASK_PAIRS] = true;
  return ASK_VERTICES;
}

static inline pathfan_index *forge_open(const char *path, int policy, const char *says) {
  const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
  pathfan_index *index;
  pathfan_error error = {""};
  if (pathfan_index_open(path, &options, &index, &error))
    fail_msg("refused at opening: %s, instead of at first use: %s", error.text, says);
  return index;
}

/* Queries use the file first: the query that reads the section reports what is wrong. A section
 * checked in pieces may go unread. */
static inline void forge_asked(const forge_subject *s, const char *path, int policy,
                               const char *section, const char *says) {
  pathfan_index *index = forge_open(path, policy, says);
  pathfan_query *query;
  pathfan_status status = PATHFAN_OK;
  assert_int_equal(pathfan_query_create(index, &query), PATHFAN_OK);
  for (int q = 0; q < INTERVIEW_REQUESTS * INTERVIEW_WAYS && !status; q++) {
    uint64_t said = 0;
    status = ask_paths(query, &s->points, q, &said);
  }
  if ((status || !forge_is_in_pieces(section)) &&
      (status != PATHFAN_ERR_DAMAGED || !strstr(pathfan_query_error(query), says)))
    fail_msg("status %d, \"%s\" of a query where \"%s\" was expected", (int)status,
             pathfan_query_error(query), says);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

/* Inspection uses the file first: nothing of the section is shown, and verifying says why. */
static inline void forge_inspected(const forge_subject *s, const char *path, int policy,
                                   const char *section, const char *says) {
  pathfan_index *index = forge_open(path, policy, says);
  pathfan_error error = {""};
  bool needs[INTERVIEW_QUESTIONS];
  if (!strncmp(section, "cvpd", 4)) { /* not the rest, which takes long */
    uint64_t said = 0;
    pathfan_index_info info;
    pathfan_index_info_get(index, &info);
    assert_int_equal(ask_rows(index, info.table_count, info.vertex_count, &said),
                     PATHFAN_ERR_DAMAGED);
    assert_int_equal(ask_pairs(index, info.vertex_count, &said), PATHFAN_ERR_DAMAGED);
  } else {
    interview now;
    interview_index(index, &s->points, forge_needs(section, needs), &now);
    for (int q = 0; q < INTERVIEW_QUESTIONS; q++)
      if (needs[q] && now.status[q] != PATHFAN_ERR_DAMAGED)
        fail_msg("%s: question %d has status %d", says, q, (int)now.status[q]);
  }
  assert_int_equal(pathfan_index_verify(index, &error), PATHFAN_ERR_DAMAGED);
  assert_non_null(strstr(error.text, says));
  pathfan_index_close(index);
}

/* Writes the sections and frees them. Every policy must refuse them, naming the faulty section. */
static inline void forge_refused(const forge_subject *s, forge_sections *forged,
                                 const char *section, const char *what) {
  char path[512], says[200];
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  snprintf(says, sizeof says, "section %s: %s", section, what);
  forge_write(forged, path);
  forge_free(forged);
  pathfan_index *index;
  pathfan_error error = {""};
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
  const pathfan_status status = pathfan_index_open(path, &eager, &index, &error);
  if (status != PATHFAN_ERR_DAMAGED || !strstr(error.text, says))
    fail_msg("status %d, \"%s\" at opening where \"%s\" was expected", (int)status, error.text,
             says);
  static const int policies[] = {PATHFAN_OPEN_LAZY, PATHFAN_OPEN_TRUST};
  for (int i = 0; i < 2; i++) {
    forge_asked(s, path, policies[i], section, says);
    forge_inspected(s, path, policies[i], section, says);
  }
}

/* Writes the sections and frees them; the file must be accepted. */
static inline void forge_accepted(forge_sections *forged) {
  char path[512];
  snprintf(path, sizeof path, "%s", twin_scratch("forged.pathfan"));
  forge_write(forged, path);
  forge_free(forged);
  pathfan_index *index;
  pathfan_error error = {""};
  const pathfan_open_options eager = {.policy = PATHFAN_OPEN_EAGER};
  if (pathfan_index_open(path, &eager, &index, &error)) fail_msg("%s", error.text);
  pathfan_index_close(index);
}

/* All subjects are sound, so what is refused later is refused for the change. */
static inline void test_sound(void **state) {
  (void)state;
  assert_true(subject_count > 0);
  for (int i = 0; i < subject_count; i++) {
    forge_sections f = forge_copy(&subjects[i].sound);
    forge_accepted(&f);
  }
}

/* Sets one 32-bit number at a byte of a section; the file must be refused for section
 * `at_fault`. */
static inline void forge_word(const forge_subject *s, const char *section, uint64_t byte,
                              int64_t value, const char *at_fault, const char *what) {
  forge_sections f = forge_copy(&s->sound);
  content *c = forge_find(&f, section);
  const uint32_t word = (uint32_t)value;
  assert_true(byte + 4 <= c->bytes);
  memcpy(c->data + byte, &word, 4);
  forge_refused(s, &f, at_fault, what);
}

/* ---- Files that are wrong anywhere ---- */

/* The outcomes over all files and policies. */
typedef struct forge_tally {
  int files, refused, in_use, answered;
} forge_tally;

/* Asks a file everything, beginning at a random question. All that it says must be a status or in
 * range, and come in time; see interview.h. True if nothing was found to be wrong. */
static inline bool forge_use(const char *path, const interview_points *points, pf_random *random,
                             forge_tally *t) {
  bool sound = true;
  for (int policy = 0; policy < 3; policy++) {
    const pathfan_open_options options = {.policy = (pathfan_open_policy)policy};
    pathfan_index *index = NULL;
    pathfan_error error;
    alarm(TWIN_PATIENCE);
    const pathfan_status status = pathfan_index_open(path, &options, &index, &error);
    if (status) {
      assert_true(status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_VERSION);
      assert_non_null(strstr(error.text, path));
      t->refused++;
      sound = false;
      continue;
    }
    interview now;
    interview_index(index, points, (int)pf_random_below(random, INTERVIEW_QUESTIONS), &now);
    bool good = true;
    for (int q = 0; q < INTERVIEW_QUESTIONS; q++) {
      /* A net may have too many edges (LIMIT), measured points may not be joined (ARGUMENT), and a
         mesh in a codec of another version is found when it is read (VERSION). */
      assert_true(!now.status[q] || now.status[q] == PATHFAN_ERR_DAMAGED ||
                  now.status[q] == PATHFAN_ERR_VERSION || now.status[q] == PATHFAN_ERR_LIMIT ||
                  now.status[q] == PATHFAN_ERR_ARGUMENT);
      good = good && !now.status[q];
    }
    if (pathfan_index_verify(index, &error)) {
      assert_true(error.text[0]);
      sound = false;
    }
    t->answered += good;
    t->in_use += !good;
    pathfan_index_close(index);
  }
  t->files++;
  return sound;
}

static inline void forge_tell(const char *what, const forge_tally *t) {
  print_message("%s: %d forged files, three policies: %d openings refused, %d found in use, %d "
                "answered\n",
                what, t->files, t->refused, t->in_use, t->answered);
}

#endif

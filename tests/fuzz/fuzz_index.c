/* fuzz_index.c - indexes with right digests and wrong content.
 *
 * The input changes the sections of a small sound index: numbers, order, size, form. Then every
 * digest is corrected, and the file is opened and asked for everything. Each call must end, in
 * reasonable time, with a status or an answer in range. If nothing was changed after all, nothing
 * may fail; and verifying and opening eagerly must agree. */
#include <math.h>

#include "fuzz.h"
#include "pathfan/inspect.h"
#include "pathfan/query.h"
#include "pathfan/terrain.h"
#include "sound.h"

/* ---- Changes ---- */

static const uint32_t nasty[] = {
    0,          1,          2,          0x7F,       0x80,       0xFF,       0x100,
    0x7FFF,     0x8000,     0xFFFF,     0x10000,    0xFFFFFF,   0x3FFFFFFF, 0x40000000,
    0x7FFFFFFE, 0x7FFFFFFF, 0x80000000, 0x80000001, 0xFFFFFFFD, 0xFFFFFFFE, 0xFFFFFFFF};
#define NASTY (sizeof nasty / sizeof nasty[0])

static uint32_t load(const uint8_t *at, uint32_t width) {
  uint32_t value = 0;
  memcpy(&value, at, width);
  return value;
}

/* Changes a number of 1, 2 or 4 bytes. */
static void change_number(fuzz_input *in, sound_section *section) {
  const uint8_t how = fuzz_byte(in);
  const uint32_t width = UINT32_C(1) << how % 3;
  const uint32_t room = (uint32_t)sound_bytes(section) / width;
  if (!room) return;
  uint8_t *at = section->data + (uint64_t)fuzz_below(in, room) * width;
  uint32_t value = load(at, width);
  switch (how / 3 % 5) {
  case 0: value = nasty[fuzz_below(in, NASTY)]; break;
  case 1: value += (uint32_t)(int8_t)fuzz_byte(in); break;
  case 2: value ^= UINT32_C(1) << fuzz_below(in, 8 * width); break;
  case 3: fuzz_bytes(in, &value, width); break;
  default: value = load(section->data + (uint64_t)fuzz_below(in, room) * width, width);
  }
  memcpy(at, &value, width);
}

/* Copies bytes of the section to another place in it, or swaps the two. */
static void change_place(fuzz_input *in, sound_section *section, bool swap) {
  const uint32_t bytes = (uint32_t)sound_bytes(section);
  const uint32_t from = fuzz_below(in, bytes), to = fuzz_below(in, bytes);
  uint32_t count = 1 + fuzz_below(in, 64);
  const uint32_t most = bytes - (from > to ? from : to);
  if (count > most) count = most;
  if (!bytes) return;
  if (!swap) memmove(section->data + to, section->data + from, count);
  for (uint32_t i = 0; swap && i < count; i++) {
    const uint8_t byte = section->data[from + i];
    section->data[from + i] = section->data[to + i];
    section->data[to + i] = byte;
  }
}

/* Adds or removes a few elements, at the end or in the middle. */
static void change_size(fuzz_input *in, sound_index *index, uint32_t number) {
  sound_section *section = &index->sections[number];
  const int64_t before = (int64_t)sound_bytes(section), size = section->about.element_size;
  const int64_t change = (int8_t)fuzz_byte(in) * size;
  const int64_t place = (int64_t)fuzz_below(in, (uint32_t)before + 1);
  const int64_t bytes = before + change < 0 ? 0 : before + change;
  if (!sound_resize(index, number, (uint64_t)bytes) || bytes <= before) return;
  memmove(section->data + place + (bytes - before), section->data + place,
          (size_t)(before - place));
}

/* Changes the directory's entry of a section. */
static void change_form(fuzz_input *in, sound_section *section) {
  static const uint32_t sizes[] = {1, 2, 4, 8, 14, 24, 3, 176, 16, 20, 32};
  const uint64_t bytes = sound_bytes(section);
  switch (fuzz_below(in, 4)) {
  case 0:
    section->about.element_size = sizes[fuzz_below(in, sizeof sizes / sizeof sizes[0])];
    section->about.count = bytes / section->about.element_size;
    break;
  case 1: section->about.flags ^= 1u << fuzz_below(in, 32); break;
  case 2: section->about.name[fuzz_below(in, 4)] = (char)('a' + fuzz_below(in, 26)); break;
  default: section->about.codec = fuzz_below(in, 3);
  }
}

/* Takes the content from the input, byte by byte. */
static void give(fuzz_input *in, sound_index *index, uint32_t number) {
  const uint32_t bytes = fuzz_below(in, 256);
  if (!sound_resize(index, number, bytes)) return;
  fuzz_bytes(in, index->sections[number].data, sound_bytes(&index->sections[number]));
}

/* Takes the content of another sound index's section. */
static void take_other(fuzz_input *in, sound_index *index, uint32_t number) {
  sound_index other = sound_index_of((int32_t)fuzz_below(in, SOUND_COUNT - 1));
  const sound_section *from = &other.sections[number];
  if (number < other.section_count &&
      !strcmp(from->about.name, index->sections[number].about.name)) {
    const uint64_t bytes = sound_bytes(from);
    if (from->about.element_size == index->sections[number].about.element_size &&
        sound_resize(index, number, bytes))
      memcpy(index->sections[number].data, from->data, bytes);
  }
  sound_index_free(&other);
}

static void drop(sound_index *index, uint32_t number) {
  free(index->sections[number].data);
  index->section_count--;
  memmove(&index->sections[number], &index->sections[number + 1],
          (index->section_count - number) * sizeof *index->sections);
}

static void change(fuzz_input *in, sound_index *index) {
  const uint8_t what = fuzz_byte(in);
  const uint32_t number = fuzz_below(in, index->section_count);
  if (!index->section_count) return;
  sound_section *section = &index->sections[number];
  switch (what % 16) {
  case 0: change_size(in, index, number); break;
  case 1: change_place(in, section, false); break;
  case 2: change_place(in, section, true); break;
  case 3: change_form(in, section); break;
  case 4: give(in, index, number); break;
  case 5: take_other(in, index, number); break;
  case 6: drop(index, number); break;
  case 7: change_number(in, &index->sections[0]); break; /* the header */
  default: change_number(in, section);
  }
}

/* ---- Use ---- */

static pathfan_status open_bytes(const uint8_t *bytes, size_t size, pathfan_open_policy policy,
                                 pathfan_index **index) {
  const pathfan_open_options options = {.policy = policy};
  pathfan_error error = {""};
  const pathfan_status status =
      pathfan_index_open_memory(bytes, size, "forged", &options, index, &error);
  fuzz_check((status == PATHFAN_OK) == (*index != NULL));
  fuzz_check(!status || status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_VERSION);
  fuzz_check(!status || strstr(error.text, "section"));
  return status;
}

static void check_path(const pathfan_path *path, const pathfan_answer *answer,
                       const pathfan_index_info *info) {
  const double slack = info->unit + 1e-9 * (fabs(info->origin_x) + fabs(info->origin_y));
  const pathfan_point first = path->points[0], last = path->points[path->point_count - 1];
  fuzz_check(path->point_count >= 1 && isfinite(path->length) && path->length >= 0);
  fuzz_check(first.x == answer->from.x && first.y == answer->from.y);
  fuzz_check(last.x == answer->to.x && last.y == answer->to.y);
  for (int32_t i = 0; i < path->point_count; i++) {
    const double x = path->points[i].x - info->origin_x, y = path->points[i].y - info->origin_y;
    fuzz_check(x >= -slack && y >= -slack && x <= info->width + slack && y <= info->height + slack);
  }
}

/* A query may fail, with a message, only if the index isn't as it was built. Some faults show only
 * in queries: a map in two parts that claims to be one, for example. */
static bool may_fail(pathfan_status status, const char *sentence, bool sound) {
  if (!status) return false;
  fuzz_check(status == PATHFAN_ERR_DAMAGED || status == PATHFAN_ERR_LIMIT);
  fuzz_check(!sound && sentence[0]);
  return true;
}

static void ask(pathfan_query *query, const pathfan_index_info *info, fuzz_input *in, bool sound,
                pathfan_algorithm algorithm) {
  pathfan_request r;
  const pathfan_answer *answer;
  pathfan_measures all;
  pathfan_request_init(&r);
  r.from = (pathfan_point){info->origin_x + info->width * fuzz_below(in, 49) / 48,
                           info->origin_y + info->height * fuzz_below(in, 49) / 48};
  r.to = (pathfan_point){info->origin_x + info->width * fuzz_below(in, 49) / 48,
                         info->origin_y + info->height * fuzz_below(in, 49) / 48};
  const uint8_t how = fuzz_byte(in);
  r.snap = how & 1 ? 2 * info->unit : 0;
  r.effort = how & 2 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
  r.paths = 1 + how / 36;
  r.stretch = how & 8 ? 1.5 : 4;
  r.algorithm = algorithm;
  r.work_limit = 20000;
  const pathfan_status status = pathfan_query_paths(query, &r, &answer);
  if (may_fail(status, pathfan_query_error(query), sound)) return;
  fuzz_check(answer->outcome != PATHFAN_OUTCOME_INVALID_REQUEST);
  fuzz_check(answer->path_count <= r.paths);
  for (int32_t i = 0; i < answer->path_count; i++) check_path(&answer->paths[i], answer, info);
  if (!answer->path_count || how % 3) return;
  pathfan_query_measure(query, answer->paths, answer->path_count, NULL, &all);
}

/* Questions about places, from corners and middles of the map. */
static void ask_places(pathfan_query *query, const pathfan_point *at, bool sound) {
  pathfan_hit hit;
  pathfan_checked checked;
  pathfan_point drawn;
  pathfan_outcome outcome;
  if (may_fail(pathfan_query_ray(query, at[1], at[8], NULL, &hit), pathfan_query_error(query),
               sound) ||
      may_fail(pathfan_query_wall(query, at[4], INFINITY, NULL, &hit), pathfan_query_error(query),
               sound))
    return;
  fuzz_check(!hit.found || hit.distance >= 0);
  if (may_fail(pathfan_query_move(query, at[4], at[3], NULL, &hit), pathfan_query_error(query),
               sound) ||
      may_fail(pathfan_query_check(query, at, 9, NULL, 0, &checked), pathfan_query_error(query),
               sound) ||
      may_fail(pathfan_query_random(query, at[4], 0, NULL, 3, &drawn, &outcome),
               pathfan_query_error(query), sound))
    return;
  fuzz_check(checked.leg >= -1 && checked.leg < 8);
}

static void ask_distances(pathfan_query *query, const pathfan_index_info *info, bool sound) {
  double length[9];
  pathfan_outcome outcome[9];
  pathfan_point to[9], nearest;
  bool found;
  for (int i = 0; i < 9; i++)
    to[i] = (pathfan_point){info->origin_x + info->width * (i % 3) / 2,
                            info->origin_y + info->height * (i / 3) / 2};
  if (may_fail(pathfan_query_distances(query, to[1], to, 9, length, outcome),
               pathfan_query_error(query), sound))
    return;
  for (int i = 0; i < 9; i++)
    fuzz_check(outcome[i] != PATHFAN_OUTCOME_OK || (isfinite(length[i]) && length[i] >= 0));
  if (may_fail(pathfan_query_nearest_free(query, to[4], info->width, &nearest, &found),
               pathfan_query_error(query), sound))
    return;
  fuzz_check(!found || (isfinite(nearest.x) && isfinite(nearest.y)));
  ask_places(query, to, sound);
}

/* Calls everything that tools use to inspect an index. */
static void look(const pathfan_index *index, const pathfan_index_info *info, fuzz_input *in) {
  const int32_t n = info->vertex_count;
  pathfan_section_info section;
  pathfan_point corners[64];
  char *text = NULL;
  size_t bytes;
  for (uint32_t i = 0; pathfan_index_section(index, i, &section); i++) fuzz_check(section.name[0]);
  for (int k = 0; k < 8; k++) {
    const int32_t v = (int32_t)fuzz_below(in, 512) - 1, u = (int32_t)fuzz_below(in, 512) - 1;
    pathfan_vertex_info vertex;
    pathfan_label label;
    pathfan_pair_info pair;
    pathfan_run runs[8];
    int32_t vias[4], count;
    if (!pathfan_index_vertex(index, v, &vertex)) {
      fuzz_check(v >= 0 && v < n && vertex.label_count >= 0);
      for (int32_t l = 0; l < vertex.label_count; l++)
        if (!pathfan_index_label(index, v, l, &label))
          fuzz_check(label.hub >= 0 && label.hub < n && label.next >= 0 && label.next < n);
    }
    if (!pathfan_index_row(index, 1 + k % 3, v, runs, 8, &count))
      for (int32_t i = 0; i < count && i < 8; i++) fuzz_check(runs[i].via >= -1 && runs[i].via < n);
    if (!pathfan_index_pair(index, u, v, &pair))
      fuzz_check(!pair.reachable || (pair.length >= 0 && isfinite(pair.length)));
    if (!pathfan_index_region_vias(index, u, v, vias, 4, &count))
      for (int32_t i = 0; i < count && i < 4; i++) fuzz_check(vias[i] >= 0 && vias[i] < n);
    const pathfan_point at = {info->origin_x + info->width * u / 512,
                              info->origin_y + info->height * v / 512};
    const int32_t region = pathfan_index_region(index, at);
    fuzz_check(region >= -1 && (region < 0 || region < info->region_count));
    const int32_t got = pathfan_index_polygon(index, v, corners, 64);
    for (int32_t i = 0; i < got && i < 64; i++) fuzz_check(isfinite(corners[i].x));
  }
  if (!pathfan_index_source_map(index, &text, &bytes, NULL)) fuzz_check(strlen(text) <= bytes);
  free(text);
}

/* The sound index that an input begins with. The last numbers of a byte mean the terrain, and the
 * very last the hierarchy, so that inputs older than those keep their meaning. */
static int32_t number_of(uint8_t first) {
  if (first == UINT8_MAX) return SOUND_HIERARCHY;
  return first >= UINT8_MAX / SOUND_COUNT * SOUND_COUNT ? SOUND_TERRAIN : first % SOUND_COUNT;
}

/* Asks for a field, and lists all roads and rivers. */
static void look_at_terrain(const pathfan_index *index, pathfan_query *query,
                            const pathfan_index_info *info, bool sound) {
  pathfan_terrain_info facts;
  pathfan_terrain_line line;
  pathfan_field_value values[9];
  pathfan_point points[9];
  bool is_free;
  for (int i = 0; i < 9; i++)
    points[i] = (pathfan_point){info->origin_x + info->width * (i % 3) / 2,
                                info->origin_y + info->height * (i / 3) / 2};
  if (may_fail(pathfan_query_field(query, points[1], points, 9, values, &is_free),
               pathfan_query_error(query), sound))
    return;
  for (int i = 0; i < 9; i++)
    fuzz_check(values[i].cost >= 0 && fabs(values[i].heading_x) <= 1 + 1e-9 &&
               fabs(values[i].heading_y) <= 1 + 1e-9);
  fuzz_check(pathfan_index_terrain_info(index, &facts));
  int32_t count = 0;
  for (; pathfan_index_terrain_line(index, count, &line); count++)
    fuzz_check(!line.name || memchr(line.name, 0, 1 << 20));
  fuzz_check(count >= facts.arc_count);
}

/* Asks by the via sets, by the tables, and now and then by a method that first makes a graph of the
 * mesh. */
static void use(const pathfan_index *index, fuzz_input in, bool sound) {
  static const pathfan_algorithm others[] = {PATHFAN_ALGORITHM_POLYANYA, PATHFAN_ALGORITHM_PLATEAUS,
                                             PATHFAN_ALGORITHM_DISSIMILARITY,
                                             PATHFAN_ALGORITHM_PENALTY};
  pathfan_index_info info;
  pathfan_query *query;
  const uint8_t other = fuzz_byte(&in);
  pathfan_index_info_get(index, &info);
  fuzz_check(pathfan_query_create(index, &query) == PATHFAN_OK);
  if (info.is_terrain) {
    for (int i = 0; i < 8; i++)
      ask(query, &info, &in, sound, i % 2 ? PATHFAN_ALGORITHM_TERRAIN : PATHFAN_ALGORITHM_INDEX);
    look_at_terrain(index, query, &info, sound);
  }
  for (int i = 0; i < 5 && !info.is_terrain; i++)
    ask(query, &info, &in, sound,
        info.table_count && i % 2 ? PATHFAN_ALGORITHM_CVPD : PATHFAN_ALGORITHM_INDEX);
  if (other % 8 < 4 && !info.is_terrain) ask(query, &info, &in, sound, others[other % 8]);
  if (other & 16) ask_distances(query, &info, sound);
  if (other & 32) look(index, &info, &in);
  pathfan_query_free(query);
}

/* Whether the sections are as built. */
static bool is_sound(const uint8_t *file, size_t size, int32_t number) {
  sound_index original = sound_index_of(number);
  size_t bytes;
  uint8_t *expected = sound_assemble(&original, &bytes);
  const bool same = bytes == size && !memcmp(expected, file, size);
  free(expected);
  sound_index_free(&original);
  return same;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  fuzz_input in = {data, data + size};
  const uint8_t first = fuzz_byte(&in), changes = fuzz_byte(&in) % 16;
  const int32_t number = number_of(first);
  sound_index content = sound_index_of(number);
  pathfan_index *lazy, *eager;
  pathfan_error error = {""};
  size_t bytes;
  for (int i = 0; i < changes; i++) change(&in, &content);
  if (first / SOUND_COUNT % 4) sound_mend_pieces(&content); /* else their digests tell */
  uint8_t *file = sound_assemble(&content, &bytes);
  const bool sound = is_sound(file, bytes, number);
  const pathfan_status opened = open_bytes(file, bytes, PATHFAN_OPEN_LAZY, &lazy);
  const pathfan_status opened_eagerly = open_bytes(file, bytes, PATHFAN_OPEN_EAGER, &eager);
  fuzz_check(!opened || opened_eagerly);
  fuzz_check(!sound || !opened_eagerly);
  if (!opened) {
    const pathfan_status verdict = pathfan_index_verify(lazy, &error);
    /* An optional section with a codec that only a later version may know. */
    const bool is_later = verdict == PATHFAN_ERR_VERSION && strstr(error.text, "codec");
    fuzz_check(!verdict || ((is_later || verdict == PATHFAN_ERR_DAMAGED) && error.text[0]));
    fuzz_check(!sound || !verdict);
    fuzz_check(verdict || !opened_eagerly);
    /* Queries don't use the source map. */
    fuzz_check(opened_eagerly || !verdict || is_later || strstr(error.text, "section source"));
    pathfan_index_close(eager);
    /* As if the file had not been verified. */
    pathfan_index *fresh;
    fuzz_check(open_bytes(file, bytes, first / 8 % 2 ? PATHFAN_OPEN_TRUST : PATHFAN_OPEN_LAZY,
                          &fresh) == PATHFAN_OK);
    sound_watch(&content, file, bytes, true);
    use(fresh, in, sound);
    sound_watch(&content, file, bytes, false);
    pathfan_index_close(fresh);
  }
  pathfan_index_close(lazy);
  free(file);
  sound_index_free(&content);
  return 0;
}

/* sound.c - an index in two LMDB values: a pack with room to spare, and the directory.
 *
 * The library writes an index's file a second time, with a section of zeros that makes its pack
 * larger. In this frame all values keep their places and lengths, so LMDB's pages are right
 * whatever is put into the pack; only the directory's record, the pack's header and the digests are
 * made anew. */
#include "sound.h"

#include <unistd.h>

#include "format/digest.h"
#include "format/directory.h"
#include "format/encode.h"
#include "format/seal.h"
#include "format/value.h"
#include "format/writer.h"
#include "pathfan/build.h"
#include "tests/twins/query/piece_source.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WATCHED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define WATCHED 1
#endif
#ifdef WATCHED
#include <sanitizer/asan_interface.h>
#endif

/* Room for content to grow. */
#define SPARE_BYTES ((uint64_t)32 << 10)
#define GAP 64 /* least bytes between sections */

static const struct recipe {
  const char *map;
  int32_t tables, id_bytes;
  bool cones;
} recipes[SOUND_ALL] = {
    {"type octile\nheight 9\nwidth "
     "12\nmap\n............\n.@.@.@@@..@.\n............\n@.@.@.@..@..\n"
     "......@.....\n.@.@.@.@.@.@\n.@........@.\n...@@..@@...\n............\n",
     2, 0, true},
    {"type octile\nheight 8\nwidth 11\nmap\n...@...@...\n.@.@.@.@.@.\n...@...@...\n@@@@@@@@@@@\n"
     "....@......\n.@@.@.@@@..\n....@......\n@@.........\n",
     3, 0, false},
    {"{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"kind\":"
     "\"free\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[30,2],[33,20],[18,26],"
     "[-2,19],[0,0]]]}},{\"type\":\"Feature\",\"properties\":{},\"geometry\":{\"type\":"
     "\"MultiPolygon\",\"coordinates\":[[[[5,4],[9,3.5],[8,9],[5,4]]],[[[14,5],[20,6],[19,12],"
     "[15,11],[14,5]]],[[[6,14],[12,13],[11.5,17],[7,18],[6,14]]],[[[22,14],[27,12.25],[26,17],"
     "[22,14]]]]}}]}\n",
     2, 0, true},
    {"POLYGON ((2 2, 4 2, 3 5, 2 2))\nPOLYGON ((6 1, 9 1.5, 8 3, 6 1))\n"
     "POLYGON ((5 5, 8 4.75, 8 7, 5 5), (6 5.5, 7 5.25, 7 5.75, 6 5.5))\n"
     "POLYGON ((1 7, 3 7, 2 8, 1 7))\n",
     0, 4, false},
    {NULL, 2, 0, true}, /* drawn below */
    {"type octile\nheight 1\nwidth 3\nmap\n..@\n", 1, 0, true},
    {"{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\",\"properties\":{\"kind\":"
     "\"free\"},\"geometry\":{\"type\":\"Polygon\",\"coordinates\":[[[0,0],[30,0],[30,20],[0,20],"
     "[0,0]]]}},{\"type\":\"Feature\",\"properties\":{\"kind\":\"obstacle\"},\"geometry\":{"
     "\"type\":"
     "\"Polygon\",\"coordinates\":[[[18,11],[24,12],[21,16],[18,11]]]}},{\"type\":\"Feature\","
     "\"properties\":{\"kind\":\"road\",\"rate\":0.5,\"name\":\"Main\"},\"geometry\":{\"type\":"
     "\"LineString\",\"coordinates\":[[2,4],[14,5],[28,4]]}},{\"type\":\"Feature\",\"properties\":{"
     "\"kind\":\"road\",\"rate\":0.75},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[8,1]"
     ","
     "[9,18]]}},{\"type\":\"Feature\",\"properties\":{\"kind\":\"river\",\"cost\":2,\"name\":"
     "\"Brook\"},\"geometry\":{\"type\":\"LineString\",\"coordinates\":[[0,9],[14,10],[25,2]]}},{"
     "\"type\":\"Feature\",\"properties\":{\"kind\":\"river\"},\"geometry\":{\"type\":"
     "\"LineString\",\"coordinates\":[[14,10],[13,18]]}},{\"type\":\"Feature\",\"properties\":{"
     "\"kind\":\"bridge\"},\"geometry\":{\"type\":\"Point\",\"coordinates\":[14,10]}},{\"type\":"
     "\"Feature\",\"properties\":{\"kind\":\"road\",\"rate\":0.8,\"bridge\":true},\"geometry\":{"
     "\"type\":\"LineString\",\"coordinates\":[[6,14],[17,17]]}}]}\n",
     0, 0, false},
    {NULL, 0, 0, true},
};

/* Blocks scattered over 44 x 30 cells: more than 256 convex vertices. */
static const char *scattered(void) {
  enum { WIDTH = 44, HEIGHT = 30 };
  static char text[64 + (WIDTH + 1) * HEIGHT];
  if (text[0]) return text;
  char *at = text + sprintf(text, "type octile\nheight %d\nwidth %d\nmap\n", HEIGHT, WIDTH);
  for (uint32_t y = 0; y < HEIGHT; y++) {
    for (uint32_t x = 0; x < WIDTH; x++)
      *at++ = (x * x * 7 + y * y * 11 + x * y * 3) % 13 < 2 && x % 2 && y % 2 ? '@' : '.';
    *at++ = '\n';
  }
  return text;
}

const char *sound_map(int32_t number) {
  return recipes[number].map ? recipes[number].map : scattered();
}

/* ---- Built once ---- */

static sound_index originals[SOUND_ALL];

/* The frames into which changed sections are put. */
static struct frame {
  uint8_t *bytes;
  size_t size;
  pf_seal seal;
  pf_directory directory;
} frames[SOUND_ALL];

uint64_t sound_bytes(const sound_section *section) {
  return section->about.count * section->about.element_size;
}

static void write_text(const char *path, const char *text) {
  FILE *file = fopen(path, "wb");
  fuzz_check(file && fputs(text, file) >= 0 && fclose(file) == 0);
}

static void read_sections(const char *path, sound_index *index) {
  pathfan_reader *reader;
  pathfan_error error;
  fuzz_check(pathfan_reader_open(path, NULL, &reader, &error) == PATHFAN_OK);
  index->section_count = pathfan_reader_section_count(reader);
  fuzz_check(index->section_count < SOUND_SECTIONS_MAX);
  for (uint32_t i = 0; i < index->section_count; i++) {
    sound_section *section = &index->sections[i];
    section->about = *pathfan_reader_section(reader, i);
    fuzz_check(pathfan_reader_load(reader, pathfan_reader_section(reader, i),
                                   (void **)&section->data, &error) == PATHFAN_OK);
    section->about.codec = PATHFAN_CODEC_RAW;
    section->about.stored_bytes = sound_bytes(section);
    section->about.chunk_count = 1;
  }
  pathfan_reader_close(reader);
}

/* Reads the parts of the file that are needed to put other content into its place. */
static void read_frame(const char *path, struct frame *frame) {
  FILE *file = fopen(path, "rb");
  pathfan_error error;
  fuzz_check(file && fseek(file, 0, SEEK_END) == 0);
  frame->size = (size_t)ftell(file);
  rewind(file);
  frame->bytes = malloc(frame->size);
  fuzz_check(frame->bytes && fread(frame->bytes, 1, frame->size, file) == frame->size);
  fclose(file);
  const uint64_t trailer = pf_seal_bytes(2);
  fuzz_check(pf_seal_decode(frame->bytes + frame->size - trailer, trailer, frame->size, path,
                            &frame->seal, &error) == PATHFAN_OK);
  const pf_sealed_value *value = &frame->seal.values[1];
  fuzz_check(frame->seal.directory == 1);
  fuzz_check(pf_directory_decode(frame->bytes + value->offset + PF_VALUE_HEADER,
                                 value->bytes - PF_VALUE_HEADER, &frame->seal, path,
                                 &frame->directory, &error) == PATHFAN_OK);
}

static void write_frame(const char *path, const sound_index *index) {
  const pathfan_provenance provenance = {
      .source_name = "sound.map", .builder = "fuzz", .options = "m=2"};
  static const uint8_t noughts[SPARE_BYTES + 2 * GAP * SOUND_SECTIONS_MAX];
  pf_writer *writer;
  pathfan_error error;
  fuzz_check(pf_writer_open(path, &provenance, &writer, &error) == PATHFAN_OK);
  for (uint32_t i = 0; i < index->section_count; i++) {
    const pathfan_section *about = &index->sections[i].about;
    fuzz_check(pf_writer_add(writer,
                             &(pf_new_section){about->name, index->sections[i].data, about->count,
                                               about->element_size, PATHFAN_CODEC_RAW, about->flags,
                                               NULL, 0},
                             &error) == PATHFAN_OK);
  }
  fuzz_check(pf_writer_add(writer,
                           &(pf_new_section){"spare", noughts, sizeof noughts, 1, PATHFAN_CODEC_RAW,
                                             0, NULL, 0},
                           &error) == PATHFAN_OK);
  fuzz_check(pf_writer_commit(writer, &error) == PATHFAN_OK);
}

static void make(int32_t number) {
  char map[256], path[256];
  pathfan_build_options options;
  pathfan_error error;
  snprintf(map, sizeof map, "%.200s/sound-%ld.map", fuzz_folder(), (long)getpid());
  snprintf(path, sizeof path, "%.200s/sound-%ld.pathfan", fuzz_folder(), (long)getpid());
  write_text(map, sound_map(number));
  pathfan_build_options_init(&options);
  options.threads = 1;
  options.tables = recipes[number].tables;
  options.id_bytes = recipes[number].id_bytes;
  if (!recipes[number].cones) options.cone_cap = 0;
  if (number == SOUND_HIERARCHY) options.paired_regions = 1;
  fuzz_check(pathfan_build_index(map, path, &options, NULL, &error) == PATHFAN_OK);
  originals[number].number = number;
  read_sections(path, &originals[number]);
  unlink(map);
  unlink(path);
  write_frame(path, &originals[number]);
  read_frame(path, &frames[number]);
  unlink(path);
}

sound_index sound_index_of(int32_t number) {
  if (!frames[number].bytes) make(number);
  sound_index copy = originals[number];
  for (uint32_t i = 0; i < copy.section_count; i++) {
    const uint64_t bytes = sound_bytes(&copy.sections[i]);
    copy.sections[i].data = malloc(bytes + 1);
    fuzz_check(copy.sections[i].data != NULL);
    memcpy(copy.sections[i].data, originals[number].sections[i].data, bytes);
  }
  return copy;
}

void sound_index_free(sound_index *index) {
  for (uint32_t i = 0; i < index->section_count; i++) free(index->sections[i].data);
  index->section_count = 0;
}

/* ---- Changed and put together ---- */

/* Where the next section may begin after one of so many bytes at `at`. */
static uint64_t after(uint64_t at, uint64_t bytes) {
  return at + (bytes + GAP - 1) / PATHFAN_SECTION_ALIGN * PATHFAN_SECTION_ALIGN + GAP;
}

bool sound_resize(sound_index *index, uint32_t section, uint64_t bytes) {
  pathfan_section *about = &index->sections[section].about;
  uint64_t end = PF_VALUE_HEADER;
  for (uint32_t i = 0; i < index->section_count; i++)
    end = after(end, i == section ? bytes : sound_bytes(&index->sections[i]));
  if (end > frames[index->number].seal.values[0].bytes) return false;
  uint8_t *data = realloc(index->sections[section].data, bytes + 1);
  fuzz_check(data != NULL);
  const uint64_t before = sound_bytes(&index->sections[section]);
  if (bytes > before) memset(data + before, 0, bytes - before);
  index->sections[section].data = data;
  about->count = bytes / about->element_size;
  return true;
}

/* Writes the pack, and the directory's chunks that say where its sections are. */
static void put_pack(const sound_index *index, pf_directory *directory, uint8_t *value,
                     uint64_t room) {
  uint64_t at = PF_VALUE_HEADER, used = 0;
  memset(value, 0, room);
  for (uint32_t i = 0; i < index->section_count; i++) {
    pathfan_section *about = &directory->sections[i];
    const uint64_t bytes = sound_bytes(&index->sections[i]);
    *about = index->sections[i].about;
    about->chunk_count = 1;
    about->stored_bytes = bytes;
    fuzz_check(at + bytes <= room);
    memcpy(value + at, index->sections[i].data, bytes);
    pf_digest_of(value + at, bytes, about->digest);
    directory->first_chunk[i] = i;
    directory->chunks[i] = (pf_chunk){0, (uint32_t)at, bytes, about->count};
    used = at + bytes - PF_VALUE_HEADER;
    at = after(at, bytes);
  }
  const pf_value_header header = {0, PF_VALUE_PACK, used};
  pf_value_put_header(&header, value);
}

static void put_directory(const pf_directory *directory, uint8_t *value, uint64_t room) {
  const pf_value_header header = {1, PF_VALUE_DIRECTORY, pf_directory_bytes(directory)};
  fuzz_check(header.used <= room - PF_VALUE_HEADER);
  memset(value, 0, room);
  pf_value_put_header(&header, value);
  pf_directory_encode(directory, value + PF_VALUE_HEADER);
}

void sound_mend_pieces(sound_index *index) {
  named_content contents[SOUND_SECTIONS_MAX];
  pf_piece_source source;
  for (uint32_t i = 0; i < index->section_count; i++)
    contents[i] = (named_content){index->sections[i].about.name, index->sections[i].data,
                                  sound_bytes(&index->sections[i])};
  if (!piece_source_of(contents, index->section_count, &source)) return;
  for (uint32_t i = 0; i < index->section_count; i++) {
    const uint64_t room = sound_bytes(&index->sections[i]) / 8;
    const pf_piece_span pieces = pieces_of_section(&source, index->sections[i].about.name);
    for (uint32_t p = pieces.begin; p < pieces.end && p - pieces.begin < room; p++) {
      if (!piece_is_readable(&source, p)) continue;
      const uint64_t digest = pf_piece_digest(&source, p);
      memcpy(index->sections[i].data + 8 * (uint64_t)(p - pieces.begin), &digest, sizeof digest);
    }
  }
}

uint8_t *sound_assemble(const sound_index *index, size_t *size) {
  const struct frame *frame = &frames[index->number];
  pathfan_section sections[SOUND_SECTIONS_MAX];
  uint32_t first_chunk[SOUND_SECTIONS_MAX];
  pf_chunk chunks[SOUND_SECTIONS_MAX];
  pf_directory directory = frame->directory;
  pf_sealed_value values[2] = {frame->seal.values[0], frame->seal.values[1]};
  pf_seal seal = frame->seal;
  uint8_t *bytes = aligned_alloc(64, (frame->size + 63) / 64 * 64);
  fuzz_check(bytes && index->section_count < SOUND_SECTIONS_MAX);
  memcpy(bytes, frame->bytes, frame->size);
  directory.section_count = directory.chunk_count = index->section_count;
  directory.sections = sections;
  directory.first_chunk = first_chunk;
  directory.chunks = chunks;
  put_pack(index, &directory, bytes + values[0].offset, values[0].bytes);
  put_directory(&directory, bytes + values[1].offset, values[1].bytes);
  for (int i = 0; i < 2; i++)
    pf_digest_of(bytes + values[i].offset, values[i].bytes, values[i].digest);
  seal.values = values;
  pf_seal_encode(&seal, bytes + seal.page_bytes);
  *size = frame->size;
  return bytes;
}

void sound_watch(const sound_index *index, uint8_t *bytes, size_t size, bool on) {
#ifdef WATCHED
  ASAN_UNPOISON_MEMORY_REGION(bytes, size);
  if (!on) return;
  uint64_t at = frames[index->number].seal.values[0].offset + PF_VALUE_HEADER;
  ASAN_POISON_MEMORY_REGION(bytes, size);
  for (uint32_t i = 0; i < index->section_count; i++) {
    ASAN_UNPOISON_MEMORY_REGION(bytes + at, sound_bytes(&index->sections[i]));
    at = after(at, sound_bytes(&index->sections[i]));
  }
#else
  (void)index, (void)bytes, (void)size, (void)on;
#endif
}

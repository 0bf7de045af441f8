/* sound.h - small sound indexes, taken apart and put together again.
 *
 *   sound_index index = sound_index_of(2);          a copy to change
 *   index.sections[4].data[7] ^= 1;
 *   bytes = sound_assemble(&index, &size);          with all digests right
 *   sound_index_free(&index);
 *
 * An index is built once, when it is first asked for; every run of a program builds
 * the same. What is put together is a file like any other, but for two liberties: all
 * sections are raw, and 64 zero bytes or more follow each of them (sound_watch). */
#ifndef PATHFAN_FUZZ_SOUND_H
#define PATHFAN_FUZZ_SOUND_H

#include "fuzz.h"
#include "pathfan/format.h"

/* Grid maps with and without cone lists, polygons with and without, with ids of four
 * bytes, rows of several blocks, a map without a convex vertex; behind these, a terrain, and one
 * with a hierarchy. */
#define SOUND_COUNT 6
#define SOUND_TERRAIN SOUND_COUNT
#define SOUND_HIERARCHY (SOUND_COUNT + 1)
#define SOUND_ALL (SOUND_COUNT + 2)
#define SOUND_SECTIONS_MAX 48

typedef struct sound_section {
  pathfan_section about; /* count and element_size say how long data is; chunks, stored bytes
                            and digest are made by sound_assemble */
  uint8_t *data;         /* owned */
} sound_section;

typedef struct sound_index {
  int32_t number;
  uint32_t section_count;
  sound_section sections[SOUND_SECTIONS_MAX];
} sound_index;

/* The map as text, of a kind that pathfan_map_parse tells by itself. */
const char *sound_map(int32_t number);

sound_index sound_index_of(int32_t number);
void sound_index_free(sound_index *index);

/* Bytes of a section's content. */
uint64_t sound_bytes(const sound_section *section);

/* Gives a section so many bytes of content: cut off or followed by zeros. False, and
 * nothing done, if all sections together then wouldn't fit into a file. */
bool sound_resize(sound_index *index, uint32_t section, uint64_t bytes);

/* Digests of pieces that fit the content, wherever pieces can be found. */
void sound_mend_pieces(sound_index *index);

/* A whole index file, 64-byte aligned; free() it. A section whose element_size doesn't
 * divide its content loses the rest. */
uint8_t *sound_assemble(const sound_index *index, size_t *size);

/* Makes AddressSanitizer report whoever touches bytes of the file that belong to no
 * section, or to the seal and the directory, and back. Nothing without it. */
void sound_watch(const sound_index *index, uint8_t *bytes, size_t size, bool on);

#endif

/* sound.h - small sound indexes, taken apart and put together again.
 *
 *   sound_index index = sound_index_of(2);          a copy to change
 *   index.sections[4].data[7] ^= 1;
 *   bytes = sound_assemble(&index, &size);          with all digests right
 *   sound_index_free(&index);
 *
 * An index is built once, when it is first asked for; every run of a program builds the same. The
 * file put together differs from others in two ways: all sections are raw, and 64 zero bytes or
 * more follow each of them (sound_watch). */
#ifndef PF_FUZZ_SOUND_H
#define PF_FUZZ_SOUND_H

#include "fuzz.h"
#include "pathfan/format.h"

/* Grid maps with and without cone lists, polygons with and without them, the latter with ids of
 * four bytes, rows of several blocks, a map without a convex vertex; then a terrain, and one with a
 * hierarchy. */
#define SOUND_COUNT 6
#define SOUND_TERRAIN SOUND_COUNT
#define SOUND_HIERARCHY (SOUND_COUNT + 1)
#define SOUND_ALL (SOUND_COUNT + 2)
#define SOUND_SECTIONS_MAX 48

typedef struct sound_section {
  pathfan_section about; /* count and element_size give the length of data; chunks, stored bytes
                            and digest are made by sound_assemble */
  uint8_t *data;         /* owned */
} sound_section;

typedef struct sound_index {
  int32_t number;
  uint32_t section_count;
  sound_section sections[SOUND_SECTIONS_MAX];
} sound_index;

/* The map as text, of a kind that pathfan_map_parse recognises. */
const char *sound_map(int32_t number);

sound_index sound_index_of(int32_t number);
void sound_index_free(sound_index *index);

/* Bytes of a section's content. */
uint64_t sound_bytes(const sound_section *section);

/* Gives a section so many bytes of content, cutting it off or appending zeros. False, and nothing
 * done, if all sections together wouldn't fit into the file. */
bool sound_resize(sound_index *index, uint32_t section, uint64_t bytes);

/* Makes digests of pieces fit the content, if the pieces can be found. */
void sound_mend_pieces(sound_index *index);

/* A whole index file, 64-byte aligned; free() it. A section whose element_size doesn't divide its
 * content loses the remainder. */
uint8_t *sound_assemble(const sound_index *index, size_t *size);

/* Makes AddressSanitizer report any access to bytes of the file outside the sections' content, seal
 * and directory included; `on` false undoes that. Does nothing without AddressSanitizer. */
void sound_watch(const sound_index *index, uint8_t *bytes, size_t size, bool on);

#endif

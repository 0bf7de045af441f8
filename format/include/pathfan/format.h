/* pathfan/format.h - the container: named sections in one sealed LMDB file.
 *
 * A pathfan index is a single LMDB database file (no lock file, mode 0444) followed by a seal: a
 * trailer with the file's size, a digest of its structural pages and one XXH3-128 per value. It is
 * written once, under a temporary name, verified, and published by rename; afterwards it never
 * changes. This library knows only names, types, sizes and digests of sections; what they mean is
 * in format/layout.h.
 *
 *   pathfan_reader_open -> pathfan_reader_find -> pathfan_reader_check
 *   -> pathfan_reader_data ... -> pathfan_reader_close
 *
 * Any number of threads may share an open reader. Index files are written by the build library.
 * docs/format.md describes the bytes. */
#ifndef PATHFAN_FORMAT_H
#define PATHFAN_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "pathfan/open.h"
#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the container and of all sections. A reader accepts only its own major version. A
 * newer minor version adds sections that an older reader can ignore, unless a section's flags say
 * that it can't. A file has the lowest minor version that includes all its sections. docs/format.md
 * has the policy. */
#define PATHFAN_FORMAT_MAJOR 3
#define PATHFAN_FORMAT_MINOR 14

/* The major version since which the container hasn't changed: from such older files the directory
 * and the source map can be read. */
#define PATHFAN_CONTAINER_MAJOR 2

#define PATHFAN_SECTION_NAME_MAX 31 /* characters, [a-z0-9_.-] */
#define PATHFAN_SECTION_ALIGN 64    /* bytes; every chunk's data starts on such an address */

/* Largest stored value, bytes, since LMDB breaks at 2 GiB. Larger sections are cut into chunks of
 * at most this size, at boundaries given by the writer's caller. */
#define PATHFAN_CHUNK_MAX ((uint64_t)1 << 30)

typedef enum pathfan_codec {
  PATHFAN_CODEC_RAW = 0, /* read in place */
  PATHFAN_CODEC_ZSTD = 1 /* for data that queries don't read; pathfan_reader_load decompresses */
} pathfan_codec;

/* Section flags. */
#define PATHFAN_SECTION_REQUIRED 1u /* a reader that doesn't know it must refuse the file */
#define PATHFAN_SECTION_HOT 2u      /* read by queries */

/* What an index was built from, and by what. Strings are copied. */
typedef struct pathfan_provenance {
  uint8_t source_digest[16]; /* XXH3-128 of the source map's bytes, canonical big-endian form */
  uint64_t source_bytes;     /* size of the source map */
  const char *source_name;   /* file name without folders; at most 255 bytes are kept */
  const char *builder;       /* builder name and version, at most 63 bytes */
  const char *options;       /* the options that shape the content, at most 255 bytes */
} pathfan_provenance;

/* A section, as the directory describes it. */
typedef struct pathfan_section {
  char name[PATHFAN_SECTION_NAME_MAX + 1];
  uint32_t element_size; /* bytes of one element; >= 1 */
  uint32_t codec;        /* pathfan_codec */
  uint32_t flags;        /* PATHFAN_SECTION_* */
  uint32_t chunk_count;  /* >= 1; 0-byte sections have one empty chunk */
  uint64_t count;        /* elements, over all chunks */
  uint64_t stored_bytes; /* in the file, after the codec, over all chunks */
  uint8_t digest[16];    /* XXH3-128 of the uncompressed content */
} pathfan_section;

typedef struct pathfan_reader pathfan_reader;

/* Opens a sealed index read-only: checks size, trailer, the digest of LMDB's structural pages,
 * version, byte order and the directory. Takes microseconds under the lazy policy. options may be
 * NULL for the defaults. The reader keeps the generation that it opened, even if a new one is
 * published over path.
 *
 * A file that a process opens several times is mapped once, and its readers share the results of
 * digest checks; so a second open is cheaper. After fork() the child may go on using its readers,
 * and shares their mappings. On failure *reader is NULL.
 * Errors: IO, NO_MEMORY, ARGUMENT, NOT_INDEX, VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_reader_open(const char *path,
                                               const pathfan_open_options *options,
                                               pathfan_reader **reader, pathfan_error *error);

/* Opens an index of `bytes` bytes in memory at `data`, like pathfan_reader_open; name stands for
 * the path in messages. If data is 64-byte aligned it is used in place, and must not change until
 * the reader is closed; if it isn't, or the options ask for a private copy, it is copied and the
 * caller may free it at once. options->offset and options->bytes must be 0. */
PATHFAN_API pathfan_status pathfan_reader_open_memory(const void *data, uint64_t bytes,
                                                      const char *name,
                                                      const pathfan_open_options *options,
                                                      pathfan_reader **reader,
                                                      pathfan_error *error);

/* Whether the file at the reader's path is now another than the one it reads, because a new
 * generation was published. False if there is no file, or for memory. Takes about 1 us. */
PATHFAN_API bool pathfan_reader_is_stale(const pathfan_reader *reader);

/* Closes a reader and unmaps its file; pointers obtained from it become invalid. NULL is allowed.
 */
PATHFAN_API void pathfan_reader_close(pathfan_reader *reader);

/* Returns the provenance; its strings live as long as the reader. */
PATHFAN_API const pathfan_provenance *pathfan_reader_provenance(const pathfan_reader *reader);

PATHFAN_API uint64_t pathfan_reader_file_bytes(const pathfan_reader *reader);

/* Gets the digest that ends the seal and covers the whole file: files with equal digests have equal
 * contents. */
PATHFAN_API void pathfan_reader_seal(const pathfan_reader *reader, uint8_t digest[16]);

/* Gets the format version that the file was written in. */
PATHFAN_API void pathfan_reader_version(const pathfan_reader *reader, int32_t *major,
                                        int32_t *minor);

/* Sections, numbered from 0 in the order in which they were added. The last two return NULL if
 * there is none with that number or name. Pointers live as long as the reader. */
PATHFAN_API uint32_t pathfan_reader_section_count(const pathfan_reader *reader);
PATHFAN_API const pathfan_section *pathfan_reader_section(const pathfan_reader *reader,
                                                          uint32_t number);
PATHFAN_API const pathfan_section *pathfan_reader_find(const pathfan_reader *reader,
                                                       const char *name);

/* Checks the section's digest, once: later calls return the first verdict at the cost of one atomic
 * load. Thread-safe. Under PATHFAN_OPEN_TRUST returns PATHFAN_OK without a check. Errors: ARGUMENT
 * (not a section of this reader), NO_MEMORY, VERSION (unknown codec), DAMAGED. */
PATHFAN_API pathfan_status pathfan_reader_check(const pathfan_reader *reader,
                                                const pathfan_section *section,
                                                pathfan_error *error);

/* Returns the mapped bytes of chunk `chunk` of a raw section, 64-byte aligned, and sets *count (may
 * be NULL) to its number of elements. Does not check the digest. Returns NULL for a compressed
 * section or a chunk out of range; the pointer for an empty chunk is not NULL. */
PATHFAN_API const void *pathfan_reader_data(const pathfan_reader *reader,
                                            const pathfan_section *section, uint32_t chunk,
                                            uint64_t *count);

/* Loads the whole content of any section into new memory, which the caller frees with
 * pathfan_free, or free() without an allocator; decompresses it, and checks its digest under any
 * policy. Errors: ARGUMENT (not a section of this reader), NO_MEMORY, VERSION (unknown codec, or a
 * build without zstd), DAMAGED. */
PATHFAN_API pathfan_status pathfan_reader_load(const pathfan_reader *reader,
                                               const pathfan_section *section, void **data,
                                               pathfan_error *error);

/* Verifies every byte: all sections and values, and that headers, padding and gaps are as they must
 * be. Seal, structure and directory were checked at opening. */
PATHFAN_API pathfan_status pathfan_reader_verify(const pathfan_reader *reader,
                                                 pathfan_error *error);

/* Opens the file at path as it is on disk now, and verifies every byte. */
PATHFAN_API pathfan_status pathfan_verify_file(const char *path, pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif

/* pathfan/format.h - the container: named sections in one sealed LMDB file.
 *
 * A pathfan index is a single LMDB database file (no lock file, mode 0444)
 * followed by a seal trailer with the file's size, a digest of its structural
 * pages and one XXH3-128 per value. It is written once, under a temporary
 * name, verified, and published by rename; afterwards nobody changes it.
 * The meaning of each section lives elsewhere (format/layout.h); this library
 * knows names, types, sizes and digests only.
 *
 *   pathfan_reader_open -> pathfan_reader_find -> pathfan_reader_check
 *   -> pathfan_reader_data ... -> pathfan_reader_close
 *
 * A reader may be shared by any number of threads once open. Writing is the
 * builder's business. docs/format.md describes the bytes. */
#ifndef PATHFAN_FORMAT_H
#define PATHFAN_FORMAT_H

#include <stddef.h>
#include <stdint.h>

#include "pathfan/open.h"
#include "pathfan/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Version of the container and of all sections. A reader accepts its own major
 * version only; a newer minor adds sections that an older reader can ignore, or, where they are
 * there, is told that it can't. A file bears the least minor that has all it holds.
 * docs/format.md has the policy. */
#define PATHFAN_FORMAT_MAJOR 3
#define PATHFAN_FORMAT_MINOR 6

/* The container has had its shape since then: of older files the directory can be read, and the
 * source map. */
#define PATHFAN_CONTAINER_MAJOR 2

#define PATHFAN_SECTION_NAME_MAX 31 /* characters, [a-z0-9_.-] */
#define PATHFAN_SECTION_ALIGN 64    /* bytes; every chunk's data starts on such an address */

/* Largest stored value, bytes. LMDB breaks at 2 GiB; larger sections are cut
 * into chunks of at most this size at caller-given boundaries. */
#define PATHFAN_CHUNK_MAX ((uint64_t)1 << 30)

typedef enum pathfan_codec {
  PATHFAN_CODEC_RAW = 0, /* read in place */
  PATHFAN_CODEC_ZSTD = 1 /* cold data; pathfan_reader_load decompresses */
} pathfan_codec;

/* Section flags. */
#define PATHFAN_SECTION_REQUIRED 1u /* a reader that doesn't know it must refuse the file */
#define PATHFAN_SECTION_HOT 2u      /* read by queries */

/* Where an index came from. Strings are copied. */
typedef struct pathfan_provenance {
  uint8_t source_digest[16]; /* XXH3-128 of the source map's bytes, canonical big-endian form */
  uint64_t source_bytes;     /* size of the source map */
  const char *source_name;   /* file name without folders; at most 255 bytes are kept */
  const char *builder;       /* builder name and version, at most 63 bytes */
  const char *options;       /* the options that shape the content, at most 255 bytes */
} pathfan_provenance;

/* What a section holds. */
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

/* Opens a sealed index read-only: checks size, trailer, the digest of LMDB's
 * structural pages, version, byte order and the directory. Costs microseconds
 * under the lazy policy. options may be NULL for the defaults. The reader keeps
 * the generation that was opened even when a new one is published over path.
 *
 * A file that a process opens several times is mapped once, and what one reader
 * has found out about digests the others know; so a second open costs less.
 * After fork() readers go on in the child, which shares their mappings.
 * On failure *reader is NULL.
 * Errors: IO, NO_MEMORY, ARGUMENT, NOT_INDEX, VERSION, DAMAGED. */
PATHFAN_API pathfan_status pathfan_reader_open(const char *path,
                                               const pathfan_open_options *options,
                                               pathfan_reader **reader, pathfan_error *error);

/* The same for an index in memory, `bytes` bytes at `data`, which must stay as
 * they are until the reader is closed; name stands for the path in messages.
 * Used in place when data is 64-byte aligned; otherwise, or if the options say
 * so, it is copied and data may go. options->offset and ->bytes must be 0. */
PATHFAN_API pathfan_status pathfan_reader_open_memory(const void *data, uint64_t bytes,
                                                      const char *name,
                                                      const pathfan_open_options *options,
                                                      pathfan_reader **reader,
                                                      pathfan_error *error);

/* Whether another file lies at the reader's path now than the one it reads: a new
 * generation was published. False when there is none, or for memory. About 1 us. */
PATHFAN_API bool pathfan_reader_is_stale(const pathfan_reader *reader);

/* Unmaps everything; pointers obtained from reader die. NULL is fine. */
PATHFAN_API void pathfan_reader_close(pathfan_reader *reader);

/* Provenance; its strings live as long as the reader. */
PATHFAN_API const pathfan_provenance *pathfan_reader_provenance(const pathfan_reader *reader);

PATHFAN_API uint64_t pathfan_reader_file_bytes(const pathfan_reader *reader);

/* The digest that ends the seal and covers the whole file: files of the same digest hold
 * the same. */
PATHFAN_API void pathfan_reader_seal(const pathfan_reader *reader, uint8_t digest[16]);

/* Version that the file was written in. */
PATHFAN_API void pathfan_reader_version(const pathfan_reader *reader, int32_t *major,
                                        int32_t *minor);

/* Sections in the order they were added; NULL when there is none of that
 * number or name. Pointers live as long as the reader. */
PATHFAN_API uint32_t pathfan_reader_section_count(const pathfan_reader *reader);
PATHFAN_API const pathfan_section *pathfan_reader_section(const pathfan_reader *reader,
                                                          uint32_t number);
PATHFAN_API const pathfan_section *pathfan_reader_find(const pathfan_reader *reader,
                                                       const char *name);

/* Checks the section's digest, once: later calls return the first verdict at
 * the cost of one atomic load. Thread-safe. Under PATHFAN_OPEN_TRUST it
 * returns PATHFAN_OK without looking. */
PATHFAN_API pathfan_status pathfan_reader_check(const pathfan_reader *reader,
                                                const pathfan_section *section,
                                                pathfan_error *error);

/* The mapped bytes of chunk `chunk` of a raw section, 64-byte aligned, and its
 * number of elements. Does not check the digest. Returns NULL for a compressed
 * section or a chunk out of range; an empty chunk has a non-NULL pointer. */
PATHFAN_API const void *pathfan_reader_data(const pathfan_reader *reader,
                                            const pathfan_section *section, uint32_t chunk,
                                            uint64_t *count);

/* The whole content of any section in freshly allocated memory (free() it),
 * decompressed and with its digest checked whatever the policy. */
PATHFAN_API pathfan_status pathfan_reader_load(const pathfan_reader *reader,
                                               const pathfan_section *section, void **data,
                                               pathfan_error *error);

/* Verifies every byte: all sections and values, and that headers, padding and
 * gaps are as they must be. Seal, structure and directory were by open. */
PATHFAN_API pathfan_status pathfan_reader_verify(const pathfan_reader *reader,
                                                 pathfan_error *error);

/* Opens the file at path as it lies on the disk now, and verifies every byte. */
PATHFAN_API pathfan_status pathfan_verify_file(const char *path, pathfan_error *error);

#ifdef __cplusplus
}
#endif

#endif

/* reader.c - sections of an open index.
 *
 * A file's seal, directory and verdicts live in its image (file_image.c), shared by the readers of
 * a process; a reader adds the path by which it was opened, and its policy.
 *
 * A section's digest is checked at the first request for it (pathfan_reader_check). Threads that
 * ask at the same time may check it twice; they reach the same verdict, so one atomic byte is
 * enough. Only a verdict is remembered: a failed allocation says nothing about the file. */
#include "reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/allocate.h"
#include "base/reserved.h"
#include "base/status.h"
#include "base/system.h"
#include "digest.h"

#if PATHFAN_WITH_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif

static const pathfan_open_options defaults;

static pathfan_status check_arguments(const void *source, const pathfan_open_options *options,
                                      pathfan_reader **reader, pathfan_error *error) {
  if (error) error->text[0] = '\0';
  if (!reader) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the reader");
  *reader = NULL;
  if (!source || (unsigned)options->policy > PATHFAN_OPEN_TRUST)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an index needs a path and a known policy");
  if (!PF_KNOWS(options))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "opening: " PF_UNKNOWN_MEMBER);
  return PATHFAN_OK;
}

static pathfan_reader *reader_new(const char *path, pathfan_open_policy policy,
                                  pathfan_error *error) {
  pathfan_reader *made = calloc(1, sizeof *made);
  if (made) made->path = strdup(path);
  if (made && made->path) {
    made->policy = policy;
    return made;
  }
  free(made);
  (void)pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", path);
  return NULL;
}

/* Checks the version and, under the eager policy, all digests; frees the reader on failure. */
static pathfan_status settle(pathfan_reader *made, bool any_version, pathfan_reader **reader,
                             pathfan_error *error) {
  const pf_directory *directory = &made->image->directory;
  pathfan_status status = PATHFAN_OK;
  if (directory->major != PATHFAN_FORMAT_MAJOR && !any_version)
    status =
        pf_fail(error, PATHFAN_ERR_VERSION,
                "%s: has format %u.%u, this program reads format %d; build-index %s -o NEW "
                "makes a new index of the map inside",
                made->path, directory->major, directory->minor, PATHFAN_FORMAT_MAJOR, made->path);
  const bool eager = made->policy == PATHFAN_OPEN_EAGER;
  for (uint32_t i = 0; i < directory->section_count && eager && !status; i++) {
    if (!pf_codec_is_known(directory->sections[i].codec)) continue; /* of a newer minor */
    status = pathfan_reader_check(made, &directory->sections[i], error);
  }
  if (!status)
    *reader = made;
  else
    pathfan_reader_close(made);
  return status;
}

static pathfan_status open_path(const char *path, const pathfan_open_options *options, bool shared,
                                bool any_version, pathfan_reader **reader, pathfan_error *error) {
  if (!options) options = &defaults;
  pathfan_status status = check_arguments(path, options, reader, error);
  if (status) return status;
  pathfan_reader *made = reader_new(path, options->policy, error);
  if (!made) return PATHFAN_ERR_NO_MEMORY;
  status = pf_file_image_open(path, options, shared, &made->file, error);
  if (!status) {
    made->image = pf_file_image_of(made->file);
    return settle(made, any_version, reader, error);
  }
  pathfan_reader_close(made);
  return status;
}

pathfan_status pathfan_reader_open(const char *path, const pathfan_open_options *options,
                                   pathfan_reader **reader, pathfan_error *error) {
  return open_path(path, options, true, false, reader, error);
}

pathfan_status pf_reader_open_alone(const char *path, pathfan_reader **reader,
                                    pathfan_error *error) {
  const pathfan_status status = open_path(path, NULL, false, false, reader, error);
  if (!status) (*reader)->is_passing = !(*reader)->image->copy;
  return status;
}

pathfan_status pf_reader_open_any(const char *path, pathfan_reader **reader, pathfan_error *error) {
  return open_path(path, NULL, true, true, reader, error);
}

pathfan_status pathfan_reader_open_memory(const void *data, uint64_t bytes, const char *name,
                                          const pathfan_open_options *options,
                                          pathfan_reader **reader, pathfan_error *error) {
  if (!options) options = &defaults;
  pathfan_status status = check_arguments(data, options, reader, error);
  if (!status && (!name || options->offset || options->bytes))
    status =
        pf_fail(error, PATHFAN_ERR_ARGUMENT, "an index in memory needs a name, and has no offset");
  if (status) return status;
  pathfan_reader *made = reader_new(name, options->policy, error);
  if (!made) return PATHFAN_ERR_NO_MEMORY;
  status = pf_image_fill_memory(&made->in_memory, data, bytes, name, options, error);
  made->image = &made->in_memory;
  if (!status) return settle(made, false, reader, error);
  pathfan_reader_close(made);
  return status;
}

pathfan_status pf_reader_at_radius(const pathfan_reader *reader, int32_t radius,
                                   pathfan_reader **other, pathfan_error *error) {
  *other = reader_new(reader->path, reader->policy, error);
  if (!*other) return PATHFAN_ERR_NO_MEMORY;
  (*other)->image = reader->image;
  (*other)->radius = radius;
  return PATHFAN_OK;
}

void pathfan_reader_close(pathfan_reader *reader) {
  if (!reader) return;
  pf_file_image_release(reader->file);
  pf_image_clear(&reader->in_memory);
  free(reader->path);
  free(reader);
}

bool pf_reader_is_there(const pathfan_reader *reader) {
  return pf_file_is_there(reader->path);
}

bool pathfan_reader_is_stale(const pathfan_reader *reader) {
  return reader->file && pf_file_image_is_stale(reader->file, reader->path);
}

void pathfan_reader_version(const pathfan_reader *reader, int32_t *major, int32_t *minor) {
  *major = reader->image->directory.major;
  *minor = reader->image->directory.minor;
}

const pathfan_provenance *pathfan_reader_provenance(const pathfan_reader *reader) {
  return &reader->image->directory.provenance;
}

uint64_t pathfan_reader_file_bytes(const pathfan_reader *reader) {
  return reader->image->seal.file_bytes;
}

void pathfan_reader_seal(const pathfan_reader *reader, uint8_t digest[16]) {
  memcpy(digest, reader->image->seal.self, PF_DIGEST_BYTES);
}

uint32_t pathfan_reader_section_count(const pathfan_reader *reader) {
  return reader->image->directory.section_count;
}

const pathfan_section *pathfan_reader_section(const pathfan_reader *reader, uint32_t number) {
  if (number >= reader->image->directory.section_count) return NULL;
  return &reader->image->directory.sections[number];
}

const pathfan_section *pathfan_reader_find(const pathfan_reader *reader, const char *name) {
  const pf_directory *directory = &reader->image->directory;
  const size_t length = strlen(name);
  pf_padded_name padded = {{0}};
  if (length > PATHFAN_SECTION_NAME_MAX) return NULL;
  memcpy(&padded, name, length);
  for (uint32_t i = 0; i < directory->section_count; i++)
    if (pf_name_equal(&padded, directory->sections[i].name)) return &directory->sections[i];
  return NULL;
}

/* Returns the section's number, or UINT32_MAX if it isn't one of this reader's. */
static uint32_t number_of(const pathfan_reader *reader, const pathfan_section *section) {
  uintptr_t first = (uintptr_t)reader->image->directory.sections, at = (uintptr_t)section;
  if (!section || at < first || (at - first) % sizeof *section != 0) return UINT32_MAX;
  uintptr_t number = (at - first) / sizeof *section;
  return number < reader->image->directory.section_count ? (uint32_t)number : UINT32_MAX;
}

static const pf_chunk *chunk_of(const pathfan_reader *reader, uint32_t number, uint32_t c) {
  return &reader->image->directory.chunks[reader->image->directory.first_chunk[number] + c];
}

static const uint8_t *stored(const pathfan_reader *reader, const pf_chunk *chunk) {
  return pf_image_value(reader->image, chunk->value) + chunk->offset;
}

static pathfan_status differs(const pathfan_reader *reader, const pathfan_section *section,
                              pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: the digest differs", reader->path,
                 section->name);
}

/* Bytes read before their pages are dropped. */
#define PASSING_BYTES ((uint64_t)4 << 20)

void pf_reader_digest(const pathfan_reader *reader, pf_digest *sum, const uint8_t *data,
                      uint64_t bytes) {
  const uint64_t most = reader->is_passing ? PASSING_BYTES : bytes;
  while (bytes) {
    const uint64_t step = bytes < most ? bytes : most;
    pf_digest_add(sum, data, step);
#if PATHFAN_WITH_POSIX
    if (reader->is_passing) pf_mapping_drop(data, step);
#endif
    data += step;
    bytes -= step;
  }
}

/* Checks a raw section's digest in place, or unpacks a compressed section and throws the content
 * away: compressed sections are cold, so their check doesn't merit code of its own. */
static pathfan_status check_now(const pathfan_reader *reader, uint32_t number,
                                pathfan_error *error) {
  const pathfan_section *section = &reader->image->directory.sections[number];
  pf_digest sum;
  uint8_t digest[PF_DIGEST_BYTES];
  if (section->codec != PATHFAN_CODEC_RAW) {
    void *content;
    pathfan_status status = pathfan_reader_load(reader, section, &content, error);
    free(content);
    return status;
  }
  pf_digest_start(&sum);
  for (uint32_t c = 0; c < section->chunk_count; c++) {
    const pf_chunk *chunk = chunk_of(reader, number, c);
    pf_reader_digest(reader, &sum, stored(reader, chunk), chunk->bytes);
  }
  pf_digest_finish(&sum, digest);
  if (!pf_digest_equal(digest, section->digest)) return differs(reader, section, error);
  return PATHFAN_OK;
}

pathfan_status pathfan_reader_check(const pathfan_reader *reader, const pathfan_section *section,
                                    pathfan_error *error) {
  if (error) error->text[0] = '\0';
  uint32_t number = reader ? number_of(reader, section) : UINT32_MAX;
  if (number == UINT32_MAX)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "not a section of this index");
  return reader->policy == PATHFAN_OPEN_TRUST ? PATHFAN_OK : pf_reader_judge(reader, number, error);
}

pathfan_status pf_reader_judge(const pathfan_reader *reader, uint32_t number,
                               pathfan_error *error) {
  const pathfan_section *section = &reader->image->directory.sections[number];
  /* Relaxed: the verdict publishes no other data; its section never changes. */
  switch (atomic_load_explicit(&reader->image->verdicts[number], memory_order_relaxed)) {
  case PF_VERDICT_SOUND: return PATHFAN_OK;
  case PF_VERDICT_DAMAGED: return differs(reader, section, error);
  default: break;
  }
  pathfan_status status = check_now(reader, number, error);
  if (!status || status == PATHFAN_ERR_DAMAGED)
    atomic_store_explicit(&reader->image->verdicts[number],
                          !status ? PF_VERDICT_SOUND : PF_VERDICT_DAMAGED, memory_order_relaxed);
  return status;
}

const void *pathfan_reader_data(const pathfan_reader *reader, const pathfan_section *section,
                                uint32_t chunk, uint64_t *count) {
  if (count) *count = 0;
  uint32_t number = reader ? number_of(reader, section) : UINT32_MAX;
  if (number == UINT32_MAX || section->codec != PATHFAN_CODEC_RAW || chunk >= section->chunk_count)
    return NULL;
  const pf_chunk *found = chunk_of(reader, number, chunk);
  if (count) *count = found->count;
  return stored(reader, found);
}

#if PATHFAN_WITH_ZSTD
static pathfan_status decompress(const pathfan_reader *reader, uint32_t number, uint8_t *content,
                                 uint64_t bytes, pathfan_error *error) {
  const pf_chunk *chunk = chunk_of(reader, number, 0);
  const char *name = reader->image->directory.sections[number].name;
  const size_t got = ZSTD_decompress(content, bytes, stored(reader, chunk), chunk->bytes);
  if (ZSTD_isError(got) && ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: section %s: no memory to decompress",
                   reader->path, name);
  if (ZSTD_isError(got) || got != bytes)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: can't be decompressed: %s",
                   reader->path, name,
                   ZSTD_isError(got) ? ZSTD_getErrorName(got) : "its size differs");
  return PATHFAN_OK;
}

/* Checks that the compressed frame claims the section's size; call it before allocating. The
 * directory's checks bound a section's size: raw by the file, zstd by a chunk. A frame that claims
 * another size is damaged. */
static pathfan_status check_frame_size(const pathfan_reader *reader, uint32_t number,
                                       uint64_t bytes, pathfan_error *error) {
  const pf_chunk *chunk = chunk_of(reader, number, 0);
  if (ZSTD_getFrameContentSize(stored(reader, chunk), chunk->bytes) == bytes) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_DAMAGED,
                 "%s: section %s: the compressed data doesn't hold %" PRIu64 " bytes", reader->path,
                 reader->image->directory.sections[number].name, bytes);
}
#endif

/* Copies or unpacks a section's content into `bytes` bytes at content. */
static pathfan_status unpack(const pathfan_reader *reader, uint32_t number, uint8_t *content,
                             uint64_t bytes, pathfan_error *error) {
  const pathfan_section *section = &reader->image->directory.sections[number];
#if PATHFAN_WITH_ZSTD
  if (section->codec == PATHFAN_CODEC_ZSTD)
    return decompress(reader, number, content, bytes, error);
#else
  (void)bytes, (void)error;
#endif
  for (uint32_t c = 0; c < section->chunk_count; c++) {
    const pf_chunk *chunk = chunk_of(reader, number, c);
    if (chunk->bytes) memcpy(content, stored(reader, chunk), chunk->bytes);
    content += chunk->bytes;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_reader_load(const pathfan_reader *reader, const pathfan_section *section,
                                   void **data, pathfan_error *error) {
  uint8_t digest[PF_DIGEST_BYTES];
  if (error) error->text[0] = '\0';
  if (data) *data = NULL;
  uint32_t number = reader ? number_of(reader, section) : UINT32_MAX;
  if (number == UINT32_MAX || !data)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "not a section of this index");
  if (!pf_codec_is_known(section->codec) && section->codec == PATHFAN_CODEC_ZSTD)
    return pf_fail(error, PATHFAN_ERR_VERSION,
                   "%s: section %s: is compressed, and this library was built without zstd",
                   reader->path, section->name);
  if (!pf_codec_is_known(section->codec))
    return pf_fail(error, PATHFAN_ERR_VERSION, "%s: section %s: codec %" PRIu32 " is unknown",
                   reader->path, section->name, section->codec);
  const uint64_t bytes = section->count * section->element_size;
#if PATHFAN_WITH_ZSTD
  if (section->codec == PATHFAN_CODEC_ZSTD) {
    const pathfan_status status = check_frame_size(reader, number, bytes, error);
    if (status) return status;
  }
#endif
  uint8_t *content = malloc(bytes ? bytes : 1);
  if (!content)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: section %s: no memory for %" PRIu64 " bytes",
                   reader->path, section->name, bytes);
  pathfan_status status = unpack(reader, number, content, bytes, error);
  if (!status) {
    pf_digest_of(content, bytes, digest);
    if (!pf_digest_equal(digest, section->digest)) status = differs(reader, section, error);
  }
  if (status) {
    free(content);
    return status;
  }
  *data = content;
  return PATHFAN_OK;
}

/* reader.c - opening in microseconds without trusting a byte too early.
 *
 * The order is the point. Seal, structure digest and directory are read with
 * pread() and checked before LMDB sees the file, because LMDB 0.9 crashes on or
 * believes damaged pages. Then LMDB maps the same inode, and each value that it
 * names must have the number, the length and the place that the seal lists; the
 * directory's chunks have been checked against the seal, so from there on every
 * pointer handed out lies inside the mapping.
 *
 * A section's content is digested when somebody first asks
 * (pathfan_reader_check). Threads that ask at the same time may digest it
 * twice; they reach the same verdict, so one atomic byte is enough. Only a
 * verdict is remembered: a failed allocation says nothing about the file. */
#include "reader.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "digest.h"
#include "file.h"
#include "value.h"

static pathfan_status open_file(const char *path, int *fd, uint64_t *bytes, pathfan_error *error) {
  struct stat info;
  /* O_NONBLOCK: don't wait for the writer of a pipe. */
  do *fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  while (*fd < 0 && errno == EINTR);
  if (*fd < 0 || fstat(*fd, &info) != 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't open: %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode))
    return pathfan_fail(error, PATHFAN_ERR_NOT_INDEX, "%s: is not a pathfan index: it is %s", path,
                        S_ISDIR(info.st_mode) ? "a folder" : "no regular file");
  *bytes = (uint64_t)info.st_size;
  return PATHFAN_OK;
}

static pathfan_status check_structure(const pathfan_reader *reader, int fd, pathfan_error *error) {
  uint8_t digest[PATHFAN_DIGEST_BYTES] = {0};
  pathfan_status status = pathfan_seal_structure(fd, reader->path, &reader->seal, digest, error);
  if (status == PATHFAN_OK && !pathfan_digest_equal(digest, reader->seal.structure))
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                        "%s: the digest of the structural pages differs", reader->path);
  return status;
}

static pathfan_status read_directory(pathfan_reader *reader, int fd, pathfan_error *error) {
  const pathfan_sealed_value *value = &reader->seal.values[reader->seal.directory];
  uint8_t digest[PATHFAN_DIGEST_BYTES];
  uint8_t *record = malloc(value->bytes);
  if (!record)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its directory",
                        reader->path);
  pathfan_status status =
      pathfan_file_read(fd, reader->path, value->offset, record, value->bytes, error);
  if (status != PATHFAN_OK) goto cleanup;
  pathfan_digest_of(record, value->bytes, digest);
  if (!pathfan_digest_equal(digest, value->digest)) {
    status = pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: the digest of the directory differs",
                          reader->path);
    goto cleanup;
  }
  status =
      pathfan_directory_decode(record + PATHFAN_VALUE_HEADER, value->bytes - PATHFAN_VALUE_HEADER,
                               &reader->seal, reader->path, &reader->directory, error);
cleanup:
  free(record);
  return status;
}

/* Maps the file and holds LMDB's view of it against the seal. */
static pathfan_status map_values(pathfan_reader *reader, int fd, pathfan_error *error) {
  const pathfan_seal *seal = &reader->seal;
  pathfan_status status =
      pathfan_view_open(fd, reader->path, seal->page_bytes, &reader->view, error);
  if (status != PATHFAN_OK) return status;
  if (reader->view.page_size != seal->page_size)
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                        "%s: has pages of %" PRIu32 " bytes, its seal says %" PRIu32, reader->path,
                        reader->view.page_size, seal->page_size);
  for (uint32_t i = 0;; i++) {
    const uint8_t *data;
    uint32_t number = 0;
    uint64_t bytes = 0, offset = 0;
    status = pathfan_view_next(&reader->view, &number, &data, &bytes, &offset, error);
    if (status != PATHFAN_OK) return status;
    if (!data && i == seal->value_count) return PATHFAN_OK;
    if (!data || i == seal->value_count || number != i || bytes != seal->values[i].bytes ||
        offset != seal->values[i].offset)
      return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                          "%s: LMDB and the seal differ about value %" PRIu32, reader->path, i);
    reader->values[i] = data;
  }
}

pathfan_status pathfan_reader_open(const char *path, pathfan_policy policy, pathfan_reader **reader,
                                   pathfan_error *error) {
  pathfan_status status;
  pathfan_reader *made = NULL;
  uint64_t bytes = 0;
  int fd = -1;

  if (error) error->text[0] = '\0';
  if (!reader) return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the reader");
  *reader = NULL;
  if (!path || (policy != PATHFAN_POLICY_LAZY && policy != PATHFAN_POLICY_EAGER &&
                policy != PATHFAN_POLICY_TRUST))
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "an index needs a path and a known policy");

  made = calloc(1, sizeof *made);
  if (made) made->path = strdup(path);
  if (!made || !made->path) {
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", path);
    goto failed;
  }
  made->policy = policy;
  status = open_file(path, &fd, &bytes, error);
  if (status == PATHFAN_OK) status = pathfan_seal_read(fd, path, bytes, &made->seal, error);
  if (status == PATHFAN_OK) status = check_structure(made, fd, error);
  if (status == PATHFAN_OK) status = read_directory(made, fd, error);
  if (status != PATHFAN_OK) goto failed;

  made->values = calloc(made->seal.value_count, sizeof *made->values);
  made->verdicts = calloc((size_t)made->directory.section_count + 1, sizeof *made->verdicts);
  if (!made->values || !made->verdicts) {
    status = pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to open it", path);
    goto failed;
  }
  status = map_values(made, fd, error);
  if (status != PATHFAN_OK) goto failed;
  if (policy == PATHFAN_POLICY_EAGER) {
    for (uint32_t i = 0; i < made->directory.section_count; i++) {
      if (made->directory.sections[i].codec > PATHFAN_CODEC_ZSTD) continue; /* of a newer minor */
      status = pathfan_reader_check(made, &made->directory.sections[i], error);
      if (status != PATHFAN_OK) goto failed;
    }
  }
  (void)close(fd); /* LMDB holds its own */
  *reader = made;
  return PATHFAN_OK;

failed:
  if (fd >= 0) (void)close(fd);
  pathfan_reader_close(made);
  return status;
}

void pathfan_reader_close(pathfan_reader *reader) {
  if (!reader) return;
  pathfan_view_close(&reader->view);
  pathfan_directory_free(&reader->directory);
  pathfan_seal_free(&reader->seal);
  free(reader->values);
  free(reader->verdicts);
  free(reader->path);
  free(reader);
}

const pathfan_provenance *pathfan_reader_provenance(const pathfan_reader *reader) {
  return &reader->directory.provenance;
}

uint64_t pathfan_reader_file_bytes(const pathfan_reader *reader) {
  return reader->seal.file_bytes;
}

uint32_t pathfan_reader_section_count(const pathfan_reader *reader) {
  return reader->directory.section_count;
}

const pathfan_section *pathfan_reader_section(const pathfan_reader *reader, uint32_t number) {
  if (number >= reader->directory.section_count) return NULL;
  return &reader->directory.sections[number];
}

const pathfan_section *pathfan_reader_find(const pathfan_reader *reader, const char *name) {
  for (uint32_t i = 0; i < reader->directory.section_count; i++)
    if (strcmp(reader->directory.sections[i].name, name) == 0)
      return &reader->directory.sections[i];
  return NULL;
}

/* The section's number, or UINT32_MAX when it is not one of this reader's. */
static uint32_t number_of(const pathfan_reader *reader, const pathfan_section *section) {
  uintptr_t first = (uintptr_t)reader->directory.sections, at = (uintptr_t)section;
  if (!section || at < first || (at - first) % sizeof *section != 0) return UINT32_MAX;
  uintptr_t number = (at - first) / sizeof *section;
  return number < reader->directory.section_count ? (uint32_t)number : UINT32_MAX;
}

static const pathfan_chunk *chunk_of(const pathfan_reader *reader, uint32_t number, uint32_t c) {
  return &reader->directory.chunks[reader->directory.first_chunk[number] + c];
}

static const uint8_t *stored(const pathfan_reader *reader, const pathfan_chunk *chunk) {
  return reader->values[chunk->value] + chunk->offset;
}

static pathfan_status differs(const pathfan_reader *reader, const pathfan_section *section,
                              pathfan_error *error) {
  return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: the digest differs",
                      reader->path, section->name);
}

/* Digests a raw section in place, or unpacks a compressed one and throws it
 * away: compressed sections are cold, and no check is worth a second way. */
static pathfan_status check_now(const pathfan_reader *reader, uint32_t number,
                                pathfan_error *error) {
  const pathfan_section *section = &reader->directory.sections[number];
  pathfan_digest sum;
  uint8_t digest[PATHFAN_DIGEST_BYTES];
  if (section->codec != PATHFAN_CODEC_RAW) {
    void *content;
    pathfan_status status = pathfan_reader_load(reader, section, &content, error);
    free(content);
    return status;
  }
  if (section->chunk_count == 1) {
    const pathfan_chunk *chunk = chunk_of(reader, number, 0);
    pathfan_digest_of(stored(reader, chunk), chunk->bytes, digest);
  } else {
    pathfan_digest_start(&sum);
    for (uint32_t c = 0; c < section->chunk_count; c++) {
      const pathfan_chunk *chunk = chunk_of(reader, number, c);
      pathfan_digest_add(&sum, stored(reader, chunk), chunk->bytes);
    }
    pathfan_digest_finish(&sum, digest);
  }
  if (!pathfan_digest_equal(digest, section->digest)) return differs(reader, section, error);
  return PATHFAN_OK;
}

pathfan_status pathfan_reader_check(const pathfan_reader *reader, const pathfan_section *section,
                                    pathfan_error *error) {
  if (error) error->text[0] = '\0';
  uint32_t number = reader ? number_of(reader, section) : UINT32_MAX;
  if (number == UINT32_MAX)
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "not a section of this index");
  if (reader->policy == PATHFAN_POLICY_TRUST) return PATHFAN_OK;
  /* Relaxed: the verdict carries no other data; what it speaks of never changes. */
  switch (atomic_load_explicit(&reader->verdicts[number], memory_order_relaxed)) {
  case PATHFAN_VERDICT_SOUND: return PATHFAN_OK;
  case PATHFAN_VERDICT_DAMAGED: return differs(reader, section, error);
  default: break;
  }
  pathfan_status status = check_now(reader, number, error);
  if (status == PATHFAN_OK || status == PATHFAN_ERR_DAMAGED)
    atomic_store_explicit(&reader->verdicts[number],
                          status == PATHFAN_OK ? PATHFAN_VERDICT_SOUND : PATHFAN_VERDICT_DAMAGED,
                          memory_order_relaxed);
  return status;
}

const void *pathfan_reader_data(const pathfan_reader *reader, const pathfan_section *section,
                                uint32_t chunk, uint64_t *count) {
  if (count) *count = 0;
  uint32_t number = reader ? number_of(reader, section) : UINT32_MAX;
  if (number == UINT32_MAX || section->codec != PATHFAN_CODEC_RAW || chunk >= section->chunk_count)
    return NULL;
  const pathfan_chunk *found = chunk_of(reader, number, chunk);
  if (count) *count = found->count;
  return stored(reader, found);
}

/* Copies or unpacks a section's content into `bytes` bytes at content. */
static pathfan_status unpack(const pathfan_reader *reader, uint32_t number, uint8_t *content,
                             uint64_t bytes, pathfan_error *error) {
  const pathfan_section *section = &reader->directory.sections[number];
  if (section->codec == PATHFAN_CODEC_ZSTD) {
    const pathfan_chunk *chunk = chunk_of(reader, number, 0);
    size_t got = ZSTD_decompress(content, bytes, stored(reader, chunk), chunk->bytes);
    if (ZSTD_isError(got) && ZSTD_getErrorCode(got) == ZSTD_error_memory_allocation)
      return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: section %s: no memory to decompress",
                          reader->path, section->name);
    if (ZSTD_isError(got) || got != bytes)
      return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: section %s: can't be decompressed: %s",
                          reader->path, section->name,
                          ZSTD_isError(got) ? ZSTD_getErrorName(got) : "its size differs");
    return PATHFAN_OK;
  }
  for (uint32_t c = 0; c < section->chunk_count; c++) {
    const pathfan_chunk *chunk = chunk_of(reader, number, c);
    if (chunk->bytes) memcpy(content, stored(reader, chunk), chunk->bytes);
    content += chunk->bytes;
  }
  return PATHFAN_OK;
}

pathfan_status pathfan_reader_load(const pathfan_reader *reader, const pathfan_section *section,
                                   void **data, pathfan_error *error) {
  uint8_t digest[PATHFAN_DIGEST_BYTES];
  if (error) error->text[0] = '\0';
  if (data) *data = NULL;
  uint32_t number = reader ? number_of(reader, section) : UINT32_MAX;
  if (number == UINT32_MAX || !data)
    return pathfan_fail(error, PATHFAN_ERR_ARGUMENT, "not a section of this index");
  if (section->codec != PATHFAN_CODEC_RAW && section->codec != PATHFAN_CODEC_ZSTD)
    return pathfan_fail(error, PATHFAN_ERR_VERSION, "%s: section %s: codec %" PRIu32 " is unknown",
                        reader->path, section->name, section->codec);

  /* The directory's checks bound this: raw by the file, zstd by a chunk. A
   * frame that tells another size is damaged; ask before allocating. */
  uint64_t bytes = section->count * section->element_size;
  if (section->codec == PATHFAN_CODEC_ZSTD) {
    const pathfan_chunk *chunk = chunk_of(reader, number, 0);
    if (ZSTD_getFrameContentSize(stored(reader, chunk), chunk->bytes) != bytes)
      return pathfan_fail(error, PATHFAN_ERR_DAMAGED,
                          "%s: section %s: the compressed data doesn't hold %" PRIu64 " bytes",
                          reader->path, section->name, bytes);
  }
  uint8_t *content = malloc(bytes ? bytes : 1);
  if (!content)
    return pathfan_fail(error, PATHFAN_ERR_NO_MEMORY,
                        "%s: section %s: no memory for %" PRIu64 " bytes", reader->path,
                        section->name, bytes);
  pathfan_status status = unpack(reader, number, content, bytes, error);
  if (status == PATHFAN_OK) {
    pathfan_digest_of(content, bytes, digest);
    if (!pathfan_digest_equal(digest, section->digest)) status = differs(reader, section, error);
  }
  if (status != PATHFAN_OK) {
    free(content);
    return status;
  }
  *data = content;
  return PATHFAN_OK;
}

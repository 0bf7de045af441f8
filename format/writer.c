/* writer.c - from sections to a published file.
 *
 * Large sections become values of their own. Small ones are collected and share values ("packs"),
 * each on a 64-byte boundary, because a value of its own costs a section whole pages.
 *
 * A value's digest is computed from the bytes given, before they are written. The verification
 * afterwards compares what is on the disk, and LMDB's view of it, with what the caller gave.
 *
 * Nothing depends on time, addresses, the machine's pages or the place, a file or memory, and every
 * byte is initialised: the same sections give the same index.
 */
#include "writer.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "base/portable.h"
#include "base/memory.h"
#include "database.h"
#include "digest.h"
#include "directory.h"
#include "encode.h"
#include "base/publish.h"
#include "base/status.h"
#include "input.h"
#include "seal.h"
#include "sink.h"
#include "value.h"

/* 1 MiB: a value of its own wastes half a page on average, at most 0.2% of a section above this. */
#define SMALL_MAX ((uint64_t)1 << 20)

/* 8 MiB: bounds the memory of a pack. Fewer values make opening faster. */
#define PACK_MAX ((uint64_t)8 << 20)

/* For the cold sections: source map and mesh, a megabyte at most, compressed once. */
#define ZSTD_LEVEL 12

/* The value number of chunks in the pack that is still being collected. */
#define PENDING UINT32_MAX

struct pf_writer {
  pf_temporary temporary; /* of a file */
  char *own_name;         /* of an index in memory; owned */
  pf_sink sink;
  pf_database database;
  pf_directory directory;
  pf_seal seal;
  pf_writer_limits limits;
  uint32_t section_room, chunk_room, value_room; /* allocated entries */
  uint8_t *pack;                                 /* content of the pending pack */
  uint64_t pack_used, pack_room;
  bool pack_pending; /* also true for a pack of empty sections */
  bool failed;       /* the writer can only be aborted */
};

pf_writer_limits pf_writer_default_limits(void) {
  return (pf_writer_limits){
      .chunk_max = PATHFAN_CHUNK_MAX, .small_max = SMALL_MAX, .pack_max = PACK_MAX};
}

void pf_writer_set_limits(pf_writer *writer, pf_writer_limits limits) {
  writer->limits = limits;
}

void pf_writer_set_provenance(pf_writer *writer, const pathfan_provenance *provenance) {
  pf_directory_set_provenance(&writer->directory, provenance);
}

void pf_writer_need_minor(pf_writer *writer, int minor) {
  if (minor > writer->directory.minor) writer->directory.minor = (uint16_t)minor;
}

static pathfan_status no_memory(const pf_writer *writer, const char *what, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for %s", writer->sink.name, what);
}

static uint64_t align_up(uint64_t offset) {
  return (offset + PATHFAN_SECTION_ALIGN - 1) / PATHFAN_SECTION_ALIGN * PATHFAN_SECTION_ALIGN;
}

static void writer_free(pf_writer *writer) {
  pf_database_free(&writer->database);
  pf_temporary_discard(&writer->temporary);
  free(writer->own_name);
  free(writer->sink.memory);
  pf_directory_free(&writer->directory);
  pf_seal_free(&writer->seal);
  free(writer->pack);
  free(writer);
}

/* Makes a writer of pages to nowhere yet. */
static pathfan_status make(const char *name, const pathfan_provenance *provenance,
                           pf_writer **writer, pathfan_error *error) {
  if (error) error->text[0] = '\0';
  if (!writer) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no place for the writer");
  *writer = NULL;
  if (!name || !provenance)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "an index needs a path and a provenance");
  pf_writer *made = calloc(1, sizeof *made);
  if (!made) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to write it", name);
  made->temporary.fd = -1;
  made->sink = (pf_sink){.name = name, .fd = -1};
  made->database.sink = &made->sink;
  made->limits = pf_writer_default_limits();
  made->directory.major = PATHFAN_FORMAT_MAJOR;
  made->directory.minor = 0;
  pf_directory_set_provenance(&made->directory, provenance);
  *writer = made;
  return PATHFAN_OK;
}

pathfan_status pf_writer_open(const char *path, const pathfan_provenance *provenance,
                              pf_writer **writer, pathfan_error *error) {
  pathfan_status status = make(path, provenance, writer, error);
  if (status) return status;
  pf_writer *made = *writer;
  status = pf_temporary_create(path, 0600, &made->temporary, error);
  if (status) {
    writer_free(made);
    *writer = NULL;
    return status;
  }
  made->sink.name = made->temporary.target;
  made->sink.fd = made->temporary.fd;
  return PATHFAN_OK;
}

pathfan_status pf_writer_open_memory(const char *name, const pathfan_provenance *provenance,
                                     pf_writer **writer, pathfan_error *error) {
  const pathfan_status status = make(name, provenance, writer, error);
  if (status) return status;
  (*writer)->own_name = strdup(name);
  if ((*writer)->own_name) {
    (*writer)->sink.name = (*writer)->own_name;
    return PATHFAN_OK;
  }
  writer_free(*writer);
  *writer = NULL;
  return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory to write it", name);
}

/* Writes one value. */
static pathfan_status put_value(pf_writer *writer, pf_value_kind kind, const char *label,
                                const void *data, uint64_t used, uint32_t *number,
                                pathfan_error *error) {
  pf_seal *seal = &writer->seal;
  if (pf_grow(&seal->values, &writer->value_room, (int64_t)seal->value_count + 1))
    return no_memory(writer, "one more value", error);
  const pf_value_header header = {.number = seal->value_count, .kind = kind, .used = used};
  const pathfan_status status = pf_database_put(&writer->database, label, &header, data,
                                                &seal->values[seal->value_count], error);
  if (status) return status;
  *number = seal->value_count++;
  return PATHFAN_OK;
}

/* Writes the pending pack, if any. */
static pathfan_status put_pack(pf_writer *writer, pathfan_error *error) {
  uint32_t number = 0;
  if (!writer->pack_pending) return PATHFAN_OK;
  pathfan_status status =
      put_value(writer, PF_VALUE_PACK, "pack", writer->pack, writer->pack_used, &number, error);
  if (status) return status;
  for (uint32_t i = 0; i < writer->directory.chunk_count; i++)
    if (writer->directory.chunks[i].value == PENDING) writer->directory.chunks[i].value = number;
  writer->pack_pending = false;
  writer->pack_used = 0;
  return PATHFAN_OK;
}

static pathfan_status add_chunk(pf_writer *writer, pf_chunk chunk, pathfan_error *error) {
  pf_directory *directory = &writer->directory;
  if (pf_grow(&directory->chunks, &writer->chunk_room, (int64_t)directory->chunk_count + 1))
    return no_memory(writer, "one more chunk", error);
  directory->chunks[directory->chunk_count++] = chunk;
  return PATHFAN_OK;
}

static pathfan_status add_small(pf_writer *writer, const void *stored, uint64_t bytes,
                                uint64_t count, pathfan_error *error) {
  pathfan_status status = PATHFAN_OK;
  uint64_t at = align_up(writer->pack_used);
  if (writer->pack_pending && at + bytes > writer->limits.pack_max) {
    status = put_pack(writer, error);
    if (status) return status;
    at = 0;
  }
  if (pf_grow(&writer->pack, &writer->pack_room, at + bytes))
    return no_memory(writer, "small sections", error);
  if (at > writer->pack_used) memset(writer->pack + writer->pack_used, 0, at - writer->pack_used);
  assert(at >= writer->pack_used && at % PATHFAN_SECTION_ALIGN == 0);
  if (bytes) memcpy(writer->pack + at, stored, bytes);
  writer->pack_used = at + bytes;
  writer->pack_pending = true;
  pf_chunk chunk = {
      .value = PENDING, .offset = (uint32_t)(PF_VALUE_HEADER + at), .bytes = bytes, .count = count};
  return add_chunk(writer, chunk, error);
}

/* Writes one chunk as a value of its own. */
static pathfan_status add_large(pf_writer *writer, const pathfan_section *section,
                                const void *stored, uint64_t bytes, uint64_t count,
                                pathfan_error *error) {
  char label[PATHFAN_SECTION_NAME_MAX + 16];
  pf_chunk chunk = {.offset = PF_VALUE_HEADER, .bytes = bytes, .count = count};
  (void)snprintf(label, sizeof label, "%s/%" PRIu32, section->name, section->chunk_count);
  pathfan_status status =
      put_value(writer, PF_VALUE_CHUNK, label, stored, bytes, &chunk.value, error);
  if (!status) status = add_chunk(writer, chunk, error);
  return status;
}

/* Returns how many bytes of content fit into one value. */
static uint64_t chunk_room_bytes(const pf_writer *writer) {
  return writer->limits.chunk_max - PATHFAN_SECTION_ALIGN;
}

/* Cuts a raw section into as few chunks as its cuts allow, front to back. */
static pathfan_status add_chunks(pf_writer *writer, pathfan_section *section, const void *data,
                                 const uint64_t *cuts, uint64_t cut_count, pathfan_error *error) {
  const uint64_t most = chunk_room_bytes(writer) / section->element_size; /* elements */
  const uint8_t *bytes = data;
  uint64_t begin = 0, next_cut = 0;
  while (begin < section->count) {
    uint64_t end = section->count;
    if (end - begin > most) {
      end = begin + most;
      if (cut_count > 0) {
        end = begin;
        while (next_cut < cut_count && cuts[next_cut] - begin <= most) {
          if (cuts[next_cut] > begin) end = cuts[next_cut];
          next_cut++;
        }
      }
    }
    if (end == begin)
      return pf_fail(error, PATHFAN_ERR_LIMIT,
                     "%s: section %s: what may not be cut after element %" PRIu64
                     " is larger than a chunk (%" PRIu64 " bytes)",
                     writer->sink.name, section->name, begin, chunk_room_bytes(writer));
    pathfan_status status = add_large(writer, section, bytes + begin * section->element_size,
                                      (end - begin) * section->element_size, end - begin, error);
    if (status) return status;
    section->chunk_count++;
    begin = end;
  }
  return PATHFAN_OK;
}

static pathfan_status check_arguments(const pf_writer *writer, const pf_new_section *new,
                                      pathfan_error *error) {
  const char *name = new->name;
  const char *target = writer->sink.name;
  const pf_directory *directory = &writer->directory;
  uint64_t bytes;
  if (writer->failed)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: an earlier section failed", target);
  if (!name || !pf_section_name_ok(name))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "%s: \"%.40s\" is not a section name: 1 to %d of [a-z0-9_.-]", target,
                   name ? name : "", PATHFAN_SECTION_NAME_MAX);
  for (uint32_t i = 0; i < directory->section_count; i++)
    if (strcmp(directory->sections[i].name, name) == 0)
      return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: section %s is added twice", target, name);
  if (new->element_size == 0 || (!new->data &&new->count > 0) ||
      (!new->cuts &&new->cut_count > 0) ||
      (new->codec != PATHFAN_CODEC_RAW &&new->codec != PATHFAN_CODEC_ZSTD) ||
      (new->codec == PATHFAN_CODEC_ZSTD &&new->cut_count > 0) ||
      (new->flags & ~(PATHFAN_SECTION_REQUIRED | PATHFAN_SECTION_HOT)))
    return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                   "%s: section %s: impossible element size, data, codec, flags or cuts", target,
                   name);
  for (uint64_t i = 0; i < new->cut_count; i++)
    if (new->cuts[i] > new->count || (i > 0 && new->cuts[i] < new->cuts[i - 1]))
      return pf_fail(error, PATHFAN_ERR_ARGUMENT,
                     "%s: section %s: cut %" PRIu64 " is not ascending or beyond the end", target,
                     name, i);
  if (!pf_times_fits(new->count, new->element_size, &bytes))
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: section %s: its size overflows", target, name);
  if (new->codec == PATHFAN_CODEC_ZSTD && bytes > PATHFAN_CHUNK_MAX)
    return pf_fail(error, PATHFAN_ERR_LIMIT,
                   "%s: section %s: %" PRIu64 " bytes are too many to compress (at most %" PRIu64
                   ")",
                   target, name, bytes, PATHFAN_CHUNK_MAX);
  return PATHFAN_OK;
}

/* Sets *stored to a section's compressed bytes, which the caller frees, and stored_bytes. */
static pathfan_status compress(const pf_writer *writer, const void *data, pathfan_section *section,
                               void **stored, pathfan_error *error) {
  const uint64_t bytes = section->stored_bytes;
  size_t bound = ZSTD_compressBound(bytes);
  *stored = malloc(bound);
  if (!*stored) return no_memory(writer, section->name, error);
  size_t made = ZSTD_compress(*stored, bound, data, bytes, ZSTD_LEVEL);
  if (ZSTD_isError(made))
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: section %s: can't compress: %s",
                   writer->sink.name, section->name, ZSTD_getErrorName(made));
  if (made > chunk_room_bytes(writer))
    return pf_fail(error, PATHFAN_ERR_LIMIT,
                   "%s: section %s: %zu compressed bytes don't fit into a chunk", writer->sink.name,
                   section->name, made);
  section->stored_bytes = made;
  return PATHFAN_OK;
}

/* Makes room for an entry of the directory. sections and first_chunk grow together; section_room
 * counts both. */
static pathfan_status make_entry(pf_writer *writer, const char *name, pathfan_error *error) {
  pf_directory *directory = &writer->directory;
  uint32_t room = writer->section_room;
  if (pf_grow(&directory->sections, &room, (int64_t)directory->section_count + 1) ||
      pf_grow(&directory->first_chunk, &writer->section_room,
              (int64_t)directory->section_count + 1))
    return no_memory(writer, name, error);
  return PATHFAN_OK;
}

/* Stores a section's content in chunks, and counts them. */
static pathfan_status add_content(pf_writer *writer, const pf_new_section *new,
                                  pathfan_section *section, pathfan_error *error) {
  const uint32_t first_chunk = writer->directory.chunk_count;
  const bool is_zstd = section->codec == PATHFAN_CODEC_ZSTD;
  void *compressed = NULL;
  pathfan_status status = PATHFAN_OK;
  if (is_zstd) status = compress(writer, new->data, section, &compressed, error);
  const void *stored = is_zstd ? compressed : new->data;
  const uint64_t bytes = section->stored_bytes;
  if (!status) status = make_entry(writer, section->name, error);
  if (!status && bytes <= writer->limits.small_max)
    status = add_small(writer, stored, bytes, section->count, error);
  else if (!status && is_zstd)
    status = add_large(writer, section, stored, bytes, section->count, error);
  else if (!status)
    status = add_chunks(writer, section, stored, new->cuts, new->cut_count, error);
  section->chunk_count = writer->directory.chunk_count - first_chunk;
  assert(status || section->chunk_count || !section->count);
  free(compressed);
  return status;
}

pathfan_status pf_writer_add(pf_writer *writer, const pf_new_section *new, pathfan_error *error) {
  if (error) error->text[0] = '\0';
  if (!writer) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no writer");
  pf_directory *directory = &writer->directory;
  pathfan_status status = check_arguments(writer, new, error);
  if (!status) {
    pathfan_section section = {.element_size = new->element_size,
                               .codec = new->codec,
                               .flags = new->flags,
                               .count = new->count,
                               .stored_bytes = new->count *new->element_size};
    memcpy(section.name, new->name, strlen(new->name));
    pf_digest_of(new->data, section.stored_bytes, section.digest);
    const uint32_t first_chunk = directory->chunk_count;
    status = add_content(writer, new, &section, error);
    if (!status) {
      directory->first_chunk[directory->section_count] = first_chunk;
      directory->sections[directory->section_count++] = section;
    }
  }
  if (status) writer->failed = true;
  return status;
}

/* Writes the pending pack and the directory, and ends the database. */
static pathfan_status put_rest(pf_writer *writer, pathfan_error *error) {
  pathfan_status status = put_pack(writer, error);
  if (status) return status;
  uint64_t bytes = pf_directory_bytes(&writer->directory);
  if (bytes > PATHFAN_CHUNK_MAX - PATHFAN_SECTION_ALIGN)
    return pf_fail(error, PATHFAN_ERR_LIMIT, "%s: too many sections for one directory",
                   writer->sink.name);
  uint8_t *record = malloc(bytes);
  if (!record) return no_memory(writer, "the directory", error);
  for (uint32_t i = 0; i < writer->directory.chunk_count; i++)
    assert(writer->directory.chunks[i].value < writer->seal.value_count);
  pf_directory_encode(&writer->directory, record);
  status = put_value(writer, PF_VALUE_DIRECTORY, "directory", record, bytes,
                     &writer->seal.directory, error);
  free(record);
  writer->seal.page_size = PF_DATABASE_PAGE;
  if (!status) status = pf_database_finish(&writer->database, &writer->seal.page_bytes, error);
  return status;
}

static pathfan_status put_seal(pf_writer *writer, pathfan_error *error) {
  assert(!writer->pack_pending);
  pf_seal *seal = &writer->seal;
  const uint64_t bytes = pf_seal_bytes(seal->value_count);
  seal->file_bytes = seal->page_bytes + bytes;
  const pf_input input = pf_sink_input(&writer->sink);
  const pathfan_status status = pf_seal_structure(&input, seal, seal->structure, error);
  if (status) return status;
  uint8_t *trailer = malloc(bytes);
  if (!trailer) return no_memory(writer, "the seal", error);
  pf_seal_encode(seal, trailer);
  const pathfan_status put = pf_sink_put(&writer->sink, seal->page_bytes, trailer, bytes, error);
  free(trailer);
  return put;
}

/* Turns damage into an I/O error: a file just written that is damaged is this machine's fault. */
static pathfan_status damage_to_io(pathfan_status status, const char *target,
                                   pathfan_error *error) {
  if (status != PATHFAN_ERR_DAMAGED && status != PATHFAN_ERR_NOT_INDEX) return status;
  const pathfan_error why = error ? *error : (pathfan_error){""};
  return pf_fail(error, PATHFAN_ERR_IO, "%s: isn't what was written: %s", target, why.text);
}

/* Ends what was written. */
static pathfan_status complete(pf_writer *writer, pathfan_error *error) {
  if (error) error->text[0] = '\0';
  if (!writer) return pf_fail(error, PATHFAN_ERR_ARGUMENT, "no writer");
  if (writer->failed)
    return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: an earlier section failed", writer->sink.name);
  const pathfan_status status = put_rest(writer, error);
  return status ? status : put_seal(writer, error);
}

pathfan_status pf_writer_commit(pf_writer *writer, pathfan_error *error) {
  pathfan_status status = complete(writer, error);
  if (!writer) return status;
  assert(writer->sink.fd >= 0);
  if (!status) status = pf_temporary_settle(&writer->temporary, 0444, error);
  if (!status) status = pathfan_verify_file(writer->temporary.path, error);
  status = damage_to_io(status, writer->sink.name, error);
  if (!status) status = pf_temporary_publish(&writer->temporary, error);
  writer_free(writer);
  return status;
}

pathfan_status pf_writer_commit_memory(pf_writer *writer, uint8_t **index, uint64_t *bytes,
                                       pathfan_error *error) {
  const pathfan_status status = complete(writer, error);
  *index = NULL;
  *bytes = 0;
  if (!writer) return status;
  assert(writer->sink.fd < 0);
  if (!status) {
    *index = writer->sink.memory;
    *bytes = writer->sink.bytes;
    writer->sink.memory = NULL;
  }
  writer_free(writer);
  return status;
}

void pf_writer_abort(pf_writer *writer) {
  if (writer) writer_free(writer);
}

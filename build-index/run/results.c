/* results.c - keeps results in memory or in a work file.
 *
 * The work file is a head followed by records, each with a digest. One thread writes at a time, so
 * all that a killed build leaves is complete but for its last record. Nothing is synced: after a
 * loss of power the digests tell what is complete. A damaged record counts as missing; if its own
 * head is damaged, the start of the next one is unknown, and the rest is dropped. Numbers are in
 * the machine's byte order, since no other machine resumes the build.
 *
 * The file needs no lock of its own: only the holder of the index's temporary file (base/publish.h)
 * uses it. Like that one it is marked by S_ISVTX: no unmarked file is removed or overwritten. */
#include "results.h"

#include <assert.h>
#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/platform.h"
#if PATHFAN_WITH_POSIX
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "base/memory.h"
#include "base/publish.h"
#include "base/retry.h"
#include "base/status.h"
#include "format/digest.h"

/* Begins the file. The content of results changes with the builder, which the origin identifies by
 * its version; changes within a version need a new number here. */
#define MAGIC "pathfan work2\r\n\x1a"

typedef struct head {
  char magic[16];
  uint8_t origin[PF_DIGEST_BYTES];
} head;

typedef struct record {
  uint64_t kind, number, size;
  uint8_t digest[PF_DIGEST_BYTES]; /* of the `size` bytes behind it */
  uint64_t check;                  /* of all before it */
} record;

static_assert(sizeof(head) == 32 && sizeof(record) == 48, "no padding");

void pf_results_init(pf_results *results, const pf_spill *spill) {
  memset(results, 0, sizeof *results);
  results->spill = spill;
  results->fd = -1;
  pthread_mutex_init(&results->mutex, NULL);
}

void pf_results_origin_digest(const pf_results_origin *origin, uint8_t digest[PF_DIGEST_BYTES]) {
  pf_digest sum;
  pf_digest_start(&sum);
  pf_digest_add(&sum, origin->builder, strlen(origin->builder) + 1);
  pf_digest_add(&sum, origin->options, strlen(origin->options) + 1);
  pf_digest_add(&sum, origin->source_digest, PF_DIGEST_BYTES);
  pf_digest_finish(&sum, digest);
}

/* Makes room for result `number` of a kind. */
static pathfan_status make_room(pf_result_list *of, int64_t number) {
  const int64_t had = of->count;
  const pathfan_status status = pf_grow(&of->list, &of->count, number + 1);
  if (of->count > had) memset(of->list + had, 0, (size_t)(of->count - had) * sizeof *of->list);
  return status;
}

static uint64_t check_of(const record *r) {
  return pf_digest_short(r, offsetof(record, check));
}

/* ---- The file: POSIX ---- */

#if PATHFAN_WITH_POSIX

#define MARK S_ISVTX

static char *work_path(const char *index_path) {
  const size_t length = strlen(index_path) + sizeof ".work";
  char *path = pf_alloc(length, 1);
  if (path) snprintf(path, length, "%s.work", index_path);
  return path;
}

static bool is_ours(int fd) {
  struct stat info;
  return fstat(fd, &info) == 0 && S_ISREG(info.st_mode) && info.st_mode & MARK;
}

void pf_results_remove_left(const char *index_path) {
  char *path = work_path(index_path);
  const int flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY;
  int fd = -1;
  if (path) PF_RETRY(fd, open(path, flags));
  if (fd >= 0 && is_ours(fd)) (void)unlink(path);
  if (fd >= 0) (void)close(fd);
  free(path);
}

static head head_of(const pf_results_origin *origin) {
  head h = {.magic = MAGIC};
  pf_results_origin_digest(origin, h.origin);
  return h;
}

static pathfan_status fail(const pf_results *results, const char *what, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_IO, "%s: %s: %s", results->path, what, strerror(errno));
}

static void unmap(pf_results *results) {
  if (results->map) (void)munmap(results->map, results->map_bytes);
  results->map = NULL;
  results->map_bytes = 0;
}

static bool map(pf_results *results, uint64_t bytes) {
  unmap(results);
  if (!bytes) return true;
  void *at = mmap(NULL, bytes, PROT_READ, MAP_SHARED, results->fd, 0);
  if (at == MAP_FAILED) return false;
  results->map = at;
  results->map_bytes = bytes;
  return true;
}

/* The highest number of a result, plus one, that is accepted from a file. */
#define NUMBERS_MOST ((uint64_t)1 << 26)

/* Takes the complete records of the mapped file. */
static pathfan_status take_records(pf_results *results, const pf_limits *limits) {
  const uint64_t bytes = results->map_bytes;
  uint64_t at = sizeof(head);
  record r;
  while (bytes - at >= sizeof r) {
    uint8_t digest[PF_DIGEST_BYTES];
    memcpy(&r, results->map + at, sizeof r);
    if (r.check != check_of(&r) || r.size > bytes - at - sizeof r) break;
    pf_digest_of(results->map + at + sizeof r, r.size, digest);
    if (pf_digest_equal(digest, r.digest) && r.kind < PF_RESULT_KINDS && r.number < NUMBERS_MOST) {
      pf_result_list *of = &results->lists[r.kind];
      const pathfan_status status = make_room(of, (int64_t)r.number);
      if (status) return status;
      results->left += !of->list[r.number].is_there;
      of->list[r.number] = (pf_result){true, NULL, at + sizeof r, r.size};
    }
    at += sizeof r + r.size;
    const pathfan_status status = pf_limits_go_on(limits);
    if (status) return status;
  }
  results->end = at;
  return PATHFAN_OK;
}

/* Continues a file of the same origin, or starts it anew. */
static pathfan_status begin(pf_results *results, const head *wanted, const pf_limits *limits,
                            pathfan_error *error) {
  struct stat info;
  head found;
  if (fstat(results->fd, &info) != 0) return fail(results, "can't be looked at", error);
  const uint64_t bytes = (uint64_t)info.st_size;
  ssize_t got;
  int cut;
  PF_RETRY(got, pread(results->fd, &found, sizeof found, 0));
  const bool same = bytes >= sizeof found && got == (ssize_t)sizeof found &&
                    memcmp(&found, wanted, sizeof found) == 0;
  pathfan_status status = PATHFAN_OK;
  results->end = sizeof *wanted;
  if (same) {
    if (!map(results, bytes)) return fail(results, "can't be mapped", error);
    status = take_records(results, limits);
    if (status) return status;
    unmap(results);
  }
  PF_RETRY(cut, ftruncate(results->fd, same ? (off_t)results->end : 0));
  if (cut != 0) return fail(results, "can't be cut", error);
  if (!same) status = pf_file_write(results->fd, results->path, 0, wanted, sizeof *wanted, error);
  return status ? status : pf_results_ready(results);
}

pathfan_status pf_results_open(pf_results *results, const char *index_path,
                               const pf_results_origin *origin, const pf_limits *limits,
                               pathfan_error *error) {
  const int flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK;
  const head wanted = head_of(origin);
  results->path = work_path(index_path);
  if (!results->path)
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "%s: no memory for its name", index_path);
  PF_RETRY(results->fd, open(results->path, flags, 0600 | MARK));
  if (results->fd < 0) return fail(results, "can't make it", error);
  if (!is_ours(results->fd)) {
    (void)close(results->fd);
    results->fd = -1;
    return pf_fail(error, PATHFAN_ERR_IO, "%s: is in the way: it is not a work file of pathfan's",
                   results->path);
  }
  results->stays = true;
  const pathfan_status status = begin(results, &wanted, limits, error);
  if (results->failure.text[0]) return pf_fail(error, status, "%s", results->failure.text);
  if (status == PATHFAN_ERR_NO_MEMORY)
    return pf_fail(error, status, "%s: no memory for what it holds", results->path);
  return status;
}

/* From now on results go to a file without a name. The mutex must be held. */
static pathfan_status go_to_file(pf_results *results) {
  const char *index_path = results->spill->index_path;
  results->path = work_path(index_path);
  if (!results->path) return PATHFAN_ERR_NO_MEMORY;
  results->fd = pf_spill_file(index_path);
  if (results->fd < 0) return fail(results, "can't make it", &results->failure);
  results->end = sizeof(head); /* read by nobody else, so there is none */
  return PATHFAN_OK;
}

/* Appends a record. The mutex must be held. */
static pathfan_status keep_in_file(pf_results *results, const record *r, const uint8_t *bytes) {
  pathfan_status status = results->fd < 0 ? go_to_file(results) : PATHFAN_OK;
  const uint64_t at = results->end;
  if (!status && results->failure.text[0]) status = PATHFAN_ERR_IO;
  if (!status)
    status = pf_file_write(results->fd, results->path, at, r, sizeof *r, &results->failure);
  if (!status)
    status = pf_file_write(results->fd, results->path, at + sizeof *r, bytes, r->size,
                           &results->failure);
  if (!status) results->end = at + sizeof *r + r->size;
  return status;
}

static void remove_file(pf_results *results, bool is_done) {
  if (results->fd < 0) return;
  if (is_done && results->stays) (void)unlink(results->path);
  (void)close(results->fd);
}

static void relax(const pf_results *results) {
  if (results->map) (void)madvise(results->map, results->map_bytes, MADV_DONTNEED);
}

#else /* all in memory */

void pf_results_remove_left(const char *index_path) {
  (void)index_path;
}

pathfan_status pf_results_open(pf_results *results, const char *index_path,
                               const pf_results_origin *origin, const pf_limits *limits,
                               pathfan_error *error) {
  (void)results, (void)origin, (void)limits;
  return pf_fail(error, PATHFAN_ERR_ARGUMENT, "%s: builds can't be resumed on this system",
                 index_path);
}

static pathfan_status keep_in_file(pf_results *results, const record *r, const uint8_t *bytes) {
  (void)results, (void)r, (void)bytes;
  return PATHFAN_ERR_NO_MEMORY;
}

static bool map(pf_results *results, uint64_t bytes) {
  (void)results, (void)bytes;
  return false;
}

static pathfan_status fail(const pf_results *results, const char *what, pathfan_error *error) {
  return pf_fail(error, PATHFAN_ERR_IO, "%s: %s", results->path, what);
}

static void unmap(pf_results *results) {
  (void)results;
}

static void remove_file(pf_results *results, bool is_done) {
  (void)results, (void)is_done;
}

static void relax(const pf_results *results) {
  (void)results;
}

#endif

/* ---- Results ---- */

pathfan_status pf_results_expect(pf_results *results, pf_result_kind kind, int64_t count) {
  assert(kind < PF_RESULT_KINDS);
  assert(count >= 0);
  pf_result_list *of = &results->lists[kind];
  const pathfan_status status = count ? make_room(of, count - 1) : PATHFAN_OK;
  if (!status) of->count = count;
  return status;
}

/* Whether there is memory for a result. The mutex must be held. */
static bool is_room(const pf_results *results, uint64_t size) {
  const pf_spill *spill = results->spill;
  if (results->fd >= 0) return false;
  return !spill || !spill->index_path || pf_memory_limit_fits(spill->memory_limit, size);
}

pathfan_status pf_results_put(pf_results *results, pf_result_kind kind, int64_t number,
                              uint8_t *bytes, uint64_t size) {
  assert(kind < PF_RESULT_KINDS);
  assert(number >= 0 && number < results->lists[kind].count); /* expected */
  pf_result *result = &results->lists[kind].list[number];
  assert(!result->is_there);
  pthread_mutex_lock(&results->mutex);
  if (is_room(results, size)) {
    *result = (pf_result){true, bytes, 0, size};
    pthread_mutex_unlock(&results->mutex);
    return PATHFAN_OK;
  }
  record r = {.kind = kind, .number = (uint64_t)number, .size = size};
  pf_digest_of(bytes, size, r.digest);
  r.check = check_of(&r);
  const pathfan_status status = keep_in_file(results, &r, bytes);
  if (!status) *result = (pf_result){true, NULL, results->end - size, size};
  pthread_mutex_unlock(&results->mutex);
  free(bytes);
  return status;
}

pathfan_status pf_results_ready(pf_results *results) {
  if (results->fd < 0) return PATHFAN_OK;
  if (!map(results, results->end)) return fail(results, "can't be mapped", &results->failure);
  for (int kind = 0; kind < PF_RESULT_KINDS; kind++)
    for (int64_t i = 0; i < results->lists[kind].count; i++) {
      pf_result *r = &results->lists[kind].list[i];
      if (r->is_there && r->at) r->bytes = results->map + r->at;
    }
  return PATHFAN_OK;
}

void pf_results_relax(const pf_results *results) {
  relax(results);
}

void pf_results_drop(pf_results *results, pf_result_kind kind) {
  pf_result_list *of = &results->lists[kind];
  for (int64_t i = 0; i < of->count; i++) {
    const pf_result *r = &of->list[i];
    if (!r->is_there || r->at) continue;
    free((void *)r->bytes);
    if (results->spill && results->spill->index_path)
      pf_memory_limit_release(results->spill->memory_limit, r->size);
  }
  free(of->list);
  *of = (pf_result_list){0};
  pf_results_relax(results);
}

void pf_results_close(pf_results *results, bool is_done) {
  unmap(results);
  for (int kind = 0; kind < PF_RESULT_KINDS; kind++) pf_results_drop(results, (pf_result_kind)kind);
  remove_file(results, is_done);
  free(results->path);
  pthread_mutex_destroy(&results->mutex);
  *results = (pf_results){.fd = -1};
}

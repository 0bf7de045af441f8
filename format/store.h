/* store.h - all that pathfan asks of LMDB; store.c alone includes lmdb.h.
 *
 * A store is being written: create, then begin / reserve ... / commit for each
 * transaction, then finish. A view is a finished file mapped for reading. Keys
 * are "<8 digits> <label>": the number of the value, so that LMDB's order is
 * the order of writing, and a label for people. */
#ifndef PATHFAN_FORMAT_STORE_H
#define PATHFAN_FORMAT_STORE_H

#include <stdint.h>

#include "pathfan/status.h"

/* Most values in a file; what eight digits can number. */
#define PATHFAN_STORE_VALUES_MAX 99999999u

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;

typedef struct pathfan_store {
  struct MDB_env *env;
  struct MDB_txn *txn; /* the open transaction, or NULL */
  const char *path;    /* borrowed */
  uint32_t page_size;
  unsigned database;
} pathfan_store;

/* Makes an LMDB database of the empty file at path (which must outlive store).
 * On failure *store is zero. */
pathfan_status pathfan_store_create(const char *path, pathfan_store *store, pathfan_error *error);

pathfan_status pathfan_store_begin(pathfan_store *store, pathfan_error *error);

/* Makes room for value `number` of `bytes` bytes; the caller fills all of it
 * before the next call on store. bytes must be whole pages less 16. */
pathfan_status pathfan_store_reserve(pathfan_store *store, uint32_t number, const char *label,
                                     uint64_t bytes, uint8_t **data, pathfan_error *error);

pathfan_status pathfan_store_commit(pathfan_store *store, pathfan_error *error);

/* Closes and tells how many bytes LMDB's pages take. */
pathfan_status pathfan_store_finish(pathfan_store *store, uint64_t *page_bytes,
                                    pathfan_error *error);

/* Gives up; fine on a zeroed or finished store. */
void pathfan_store_close(pathfan_store *store);

typedef struct pathfan_store_view {
  struct MDB_env *env;
  struct MDB_txn *txn; /* one read transaction for the whole life of the view */
  struct MDB_cursor *cursor;
  const char *path; /* borrowed */
  uint32_t page_size;
  uintptr_t base; /* address of the file's first byte; 0 until a value was seen */
} pathfan_store_view;

/* Maps map_bytes bytes of the file behind fd, all LMDB pages at least. The caller
 * has checked the file: LMDB believes what it reads. On failure *view is zero. */
pathfan_status pathfan_view_open(int fd, const char *path, uint64_t map_bytes,
                                 pathfan_store_view *view, pathfan_error *error);

/* The next value in order of numbers: its number, mapped bytes and offset in
 * the file. *data is NULL after the last. */
pathfan_status pathfan_view_next(pathfan_store_view *view, uint32_t *number, const uint8_t **data,
                                 uint64_t *bytes, uint64_t *offset, pathfan_error *error);

void pathfan_view_close(pathfan_store_view *view);

#endif

/* store_write.h - a store being written: create, then begin / reserve ... / commit for each
 * transaction, then finish. */
#ifndef PATHFAN_FORMAT_STORE_WRITE_H
#define PATHFAN_FORMAT_STORE_WRITE_H

#include "store.h"

typedef struct pathfan_store {
  struct MDB_env *env;
  struct MDB_txn *txn; /* the open transaction, or NULL */
  const char *path;    /* borrowed */
  uint32_t page_size;
  unsigned database;
} pathfan_store;

/* Makes the empty file at path an LMDB database; path must outlive store. On failure *store is
 * zero. */
pathfan_status pathfan_store_create(const char *path, pathfan_store *store, pathfan_error *error);

pathfan_status pathfan_store_begin(pathfan_store *store, pathfan_error *error);

/* Makes room for value `number` of `bytes` bytes, all of which the caller must fill before the next
 * call on store. bytes must be whole pages less 16. */
pathfan_status pathfan_store_reserve(pathfan_store *store, uint32_t number, const char *label,
                                     uint64_t bytes, uint8_t **data, pathfan_error *error);

pathfan_status pathfan_store_commit(pathfan_store *store, pathfan_error *error);

/* Closes the store and returns the size of LMDB's pages, bytes. */
pathfan_status pathfan_store_finish(pathfan_store *store, uint64_t *page_bytes,
                                    pathfan_error *error);

/* Closes the store without committing; fine on a zeroed or finished store. */
void pathfan_store_close(pathfan_store *store);

#endif

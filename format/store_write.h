/* store_write.h - a store being written: create, then begin / reserve ... / commit for each
 * transaction, then finish. */
#ifndef PF_FORMAT_STORE_WRITE_H
#define PF_FORMAT_STORE_WRITE_H

#include "store.h"

typedef struct pf_store {
  struct MDB_env *env;
  struct MDB_txn *txn; /* the open transaction, or NULL */
  const char *path;    /* borrowed */
  uint32_t page_size;
  unsigned database;
} pf_store;

/* Makes the empty file at path an LMDB database; path must outlive store. On failure *store is
 * zero. */
pathfan_status pf_store_create(const char *path, pf_store *store, pathfan_error *error);

pathfan_status pf_store_begin(pf_store *store, pathfan_error *error);

/* Makes room for value `number` of `bytes` bytes, all of which the caller must fill before the next
 * call on store. bytes must be whole pages less 16. */
pathfan_status pf_store_reserve(pf_store *store, uint32_t number, const char *label, uint64_t bytes,
                                uint8_t **data, pathfan_error *error);

pathfan_status pf_store_commit(pf_store *store, pathfan_error *error);

/* Closes the store and returns the size of LMDB's pages, bytes. */
pathfan_status pf_store_finish(pf_store *store, uint64_t *page_bytes, pathfan_error *error);

/* Closes the store without committing; fine on a zeroed or finished store. */
void pf_store_close(pf_store *store);

#endif

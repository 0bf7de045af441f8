/* store_write.c - LMDB used for writing in the one way that was measured to be safe: one file; no
 * lock file (the temporary file is ours alone); no WRITEMAP (a full disk would be SIGBUS); no
 * syncing by LMDB (nothing is published before one fsync of the whole file); a huge map from the
 * start (MDB_MAP_FULL kills a transaction); one transaction per large value (memory is bounded by
 * the largest value, not by the file). */
#include "store_write.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <lmdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/retry.h"

/* Address space of a writer; costs only addresses. Limits the size of an index, and is what LMDB's
 * own tools map. */
#define WRITE_MAP_BYTES ((uint64_t)64 << 30)

pathfan_status pf_store_create(const char *path, pf_store *store, pathfan_error *error) {
  MDB_stat stat;
  memset(store, 0, sizeof *store);
  store->path = path;
  int rc = pf_lmdb_open(path, WRITE_MAP_BYTES, MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, &store->env);
  if (rc == 0) rc = mdb_env_stat(store->env, &stat);
  if (rc != 0) {
    pf_store_close(store);
    return pf_lmdb_fail(error, path, "make a database", rc, PATHFAN_ERR_IO);
  }
  store->page_size = stat.ms_psize;
  return PATHFAN_OK;
}

pathfan_status pf_store_begin(pf_store *store, pathfan_error *error) {
  assert(store->env && !store->txn);
  MDB_dbi database = 0;
  int rc = mdb_txn_begin(store->env, NULL, 0, &store->txn);
  if (rc != 0) store->txn = NULL;
  if (rc == 0) rc = mdb_dbi_open(store->txn, NULL, 0, &database);
  if (rc != 0) return pf_lmdb_fail(error, store->path, "begin a transaction", rc, PATHFAN_ERR_IO);
  store->database = database;
  return PATHFAN_OK;
}

pathfan_status pf_store_reserve(pf_store *store, uint32_t number, const char *label, uint64_t bytes,
                                uint8_t **data, pathfan_error *error) {
  assert(store->txn);
  char text[128];
  int length = snprintf(text, sizeof text, "%08" PRIu32 " %s", number, label);
  MDB_val key = {.mv_size = (size_t)length, .mv_data = text};
  MDB_val value = {.mv_size = bytes, .mv_data = NULL};
  int rc = mdb_put(store->txn, store->database, &key, &value, MDB_RESERVE | MDB_APPEND);
  if (rc != 0) return pf_lmdb_fail(error, store->path, "make room for a value", rc, PATHFAN_ERR_IO);
  *data = value.mv_data;
  return PATHFAN_OK;
}

/* Finds out why a write failed. LMDB reports a write that stopped short as EIO. Continuing it, as
 * LMDB should have done, tells the reason: the disk is full, or a limit on file sizes. The file is
 * lost anyway. */
static int reason_for_eio(const pf_store *store) {
  static const char page[4096];
  struct stat info;
  int fd;
  if (mdb_env_get_fd(store->env, &fd) != 0 || fstat(fd, &info) != 0) return EIO;
  for (off_t at = info.st_size; at < info.st_size + (off_t)sizeof page;) {
    const ssize_t put = PF_RETRY(pwrite(fd, page, sizeof page, at));
    if (put < 0) return errno;
    if (put == 0) return EIO;
    at += put;
  }
  return EIO;
}

pathfan_status pf_store_commit(pf_store *store, pathfan_error *error) {
  assert(store->txn);
  int rc = mdb_txn_commit(store->txn);
  store->txn = NULL; /* freed either way */
  if (rc == EIO) rc = reason_for_eio(store);
  if (rc != 0) return pf_lmdb_fail(error, store->path, "write a value", rc, PATHFAN_ERR_IO);
  return PATHFAN_OK;
}

pathfan_status pf_store_finish(pf_store *store, uint64_t *page_bytes, pathfan_error *error) {
  assert(store->env && !store->txn);
  MDB_envinfo info;
  int rc = mdb_env_info(store->env, &info);
  if (rc != 0) return pf_lmdb_fail(error, store->path, "end the database", rc, PATHFAN_ERR_IO);
  *page_bytes = ((uint64_t)info.me_last_pgno + 1) * store->page_size;
  pf_store_close(store);
  return PATHFAN_OK;
}

void pf_store_close(pf_store *store) {
  if (store->txn) mdb_txn_abort(store->txn);
  if (store->env) mdb_env_close(store->env);
  memset(store, 0, sizeof *store);
}

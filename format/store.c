/* store.c - LMDB, used in the few ways that were measured to be safe.
 *
 * Writing: one file, no lock file (the temporary file is ours alone), no
 * WRITEMAP (a full disk would be SIGBUS), no syncing by LMDB (nothing is
 * published before one fsync of the whole file), a huge map from the start
 * (MDB_MAP_FULL kills a transaction), one transaction per large value (memory
 * is bounded by the largest value, not by the file).
 *
 * Reading: RDONLY | NOLOCK | NOTLS on a file that nobody changes any more, one
 * read transaction. The environment is opened through /proc/self/fd, so LMDB
 * sees the very file whose seal was checked even when another generation is
 * published over the path in between; where /proc is missing it opens the path,
 * and a different inode is an error. The map size is set to the size of the
 * file, or else LMDB would map as much as the writer did, which fails under
 * RLIMIT_AS. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <lmdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Address space of a writer; costs nothing but addresses. The limit on the
 * size of an index, and what LMDB's own tools map. */
#define WRITE_MAP_BYTES ((uint64_t)64 << 30)

/* LMDB's page header: u64 page number, then 8 bytes we don't need. */
#define PAGE_HEADER 16

_Static_assert(sizeof(size_t) == 8, "LMDB's page numbers are size_t; files hold 64-bit ones");

/* For writers every trouble is the machine's; for readers LMDB's own codes mean
 * that the file contradicts itself. */
static pathfan_status lmdb_fail(pathfan_error *error, const char *path, const char *what, int rc,
                                pathfan_status otherwise) {
  pathfan_status status = otherwise;
  if (rc == ENOMEM)
    status = PATHFAN_ERR_NO_MEMORY;
  else if (rc == MDB_MAP_FULL)
    status = PATHFAN_ERR_LIMIT;
  else if (rc > 0)
    status = PATHFAN_ERR_IO;
  return pathfan_fail(error, status, "%s: can't %s: %s", path, what, mdb_strerror(rc));
}

/* An open environment, or NULL and LMDB's code. Neither opening nor reading goes on after
 * a signal in LMDB, but an environment can be opened anew. LMDB would leave its
 * descriptor to programs that the process starts. */
static int open_environment(const char *path, uint64_t map_bytes, unsigned flags, MDB_env **env) {
  for (;;) {
    int fd, rc = mdb_env_create(env);
    if (rc == 0) rc = mdb_env_set_mapsize(*env, map_bytes);
    if (rc == 0) rc = mdb_env_open(*env, path, flags, 0600);
    if (rc == 0) rc = mdb_env_get_fd(*env, &fd);
    if (rc == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) rc = errno;
    if (rc == 0) return 0;
    if (*env) mdb_env_close(*env);
    *env = NULL;
    if (rc != EINTR) return rc;
  }
}

pathfan_status pathfan_store_create(const char *path, pathfan_store *store, pathfan_error *error) {
  MDB_stat stat;
  memset(store, 0, sizeof *store);
  store->path = path;
  int rc =
      open_environment(path, WRITE_MAP_BYTES, MDB_NOSUBDIR | MDB_NOLOCK | MDB_NOSYNC, &store->env);
  if (rc == 0) rc = mdb_env_stat(store->env, &stat);
  if (rc != 0) {
    pathfan_store_close(store);
    return lmdb_fail(error, path, "make a database", rc, PATHFAN_ERR_IO);
  }
  store->page_size = stat.ms_psize;
  return PATHFAN_OK;
}

pathfan_status pathfan_store_begin(pathfan_store *store, pathfan_error *error) {
  MDB_dbi database = 0;
  int rc = mdb_txn_begin(store->env, NULL, 0, &store->txn);
  if (rc != 0) store->txn = NULL;
  if (rc == 0) rc = mdb_dbi_open(store->txn, NULL, 0, &database);
  if (rc != 0) return lmdb_fail(error, store->path, "begin a transaction", rc, PATHFAN_ERR_IO);
  store->database = database;
  return PATHFAN_OK;
}

pathfan_status pathfan_store_reserve(pathfan_store *store, uint32_t number, const char *label,
                                     uint64_t bytes, uint8_t **data, pathfan_error *error) {
  char text[128];
  int length = snprintf(text, sizeof text, "%08" PRIu32 " %s", number, label);
  MDB_val key = {.mv_size = (size_t)length, .mv_data = text};
  MDB_val value = {.mv_size = bytes, .mv_data = NULL};
  int rc = mdb_put(store->txn, store->database, &key, &value, MDB_RESERVE | MDB_APPEND);
  if (rc != 0) return lmdb_fail(error, store->path, "make room for a value", rc, PATHFAN_ERR_IO);
  *data = value.mv_data;
  return PATHFAN_OK;
}

/* LMDB takes a write that stopped short for EIO. Writing on, as it should have, tells why
 * it stopped: the disk is full, or files may not be larger. The file is lost anyway. */
static int reason_for_eio(const pathfan_store *store) {
  static const char page[4096];
  struct stat info;
  int fd;
  if (mdb_env_get_fd(store->env, &fd) != 0 || fstat(fd, &info) != 0) return EIO;
  for (off_t at = info.st_size; at < info.st_size + (off_t)sizeof page;) {
    const ssize_t put = TEMP_FAILURE_RETRY(pwrite(fd, page, sizeof page, at));
    if (put < 0) return errno;
    if (put == 0) return EIO;
    at += put;
  }
  return EIO;
}

pathfan_status pathfan_store_commit(pathfan_store *store, pathfan_error *error) {
  int rc = mdb_txn_commit(store->txn);
  store->txn = NULL; /* freed either way */
  if (rc == EIO) rc = reason_for_eio(store);
  if (rc != 0) return lmdb_fail(error, store->path, "write a value", rc, PATHFAN_ERR_IO);
  return PATHFAN_OK;
}

pathfan_status pathfan_store_finish(pathfan_store *store, uint64_t *page_bytes,
                                    pathfan_error *error) {
  MDB_envinfo info;
  int rc = mdb_env_info(store->env, &info);
  if (rc != 0) return lmdb_fail(error, store->path, "end the database", rc, PATHFAN_ERR_IO);
  *page_bytes = ((uint64_t)info.me_last_pgno + 1) * store->page_size;
  pathfan_store_close(store);
  return PATHFAN_OK;
}

void pathfan_store_close(pathfan_store *store) {
  if (store->txn) mdb_txn_abort(store->txn);
  if (store->env) mdb_env_close(store->env);
  memset(store, 0, sizeof *store);
}

/* Opens the environment on exactly the file behind fd. */
static pathfan_status open_same_file(int fd, uint64_t map_bytes, pathfan_store_view *view,
                                     pathfan_error *error) {
  const unsigned flags = MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK | MDB_NOTLS;
  char by_fd[32];
  int theirs = -1;
  struct stat ours_info, their_info;

  (void)snprintf(by_fd, sizeof by_fd, "/proc/self/fd/%d", fd);
  const char *name = stat(by_fd, &their_info) == 0 ? by_fd : view->path;
  int rc = open_environment(name, map_bytes, flags, &view->env);
  if (rc == 0) rc = mdb_env_get_fd(view->env, &theirs);
  if (rc != 0) return lmdb_fail(error, view->path, "map the database", rc, PATHFAN_ERR_DAMAGED);
  if (fstat(fd, &ours_info) != 0 || fstat(theirs, &their_info) != 0)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: can't stat: %s", view->path, strerror(errno));
  if (ours_info.st_dev != their_info.st_dev || ours_info.st_ino != their_info.st_ino)
    return pathfan_fail(error, PATHFAN_ERR_IO, "%s: was replaced while it was opened; try again",
                        view->path);
  return PATHFAN_OK;
}

pathfan_status pathfan_view_open(int fd, const char *path, uint64_t map_bytes,
                                 pathfan_store_view *view, pathfan_error *error) {
  pathfan_status status;
  MDB_stat stat;
  MDB_dbi database = 0;

  memset(view, 0, sizeof *view);
  view->path = path;
  status = open_same_file(fd, map_bytes, view, error);
  if (status != PATHFAN_OK) goto failed;

  int rc = mdb_env_stat(view->env, &stat);
  if (rc == 0) rc = mdb_txn_begin(view->env, NULL, MDB_RDONLY, &view->txn);
  if (rc == 0) rc = mdb_dbi_open(view->txn, NULL, 0, &database);
  if (rc == 0) rc = mdb_cursor_open(view->txn, database, &view->cursor);
  if (rc != 0) {
    status = lmdb_fail(error, path, "begin reading", rc, PATHFAN_ERR_DAMAGED);
    goto failed;
  }
  view->page_size = stat.ms_psize;
  return PATHFAN_OK;

failed:
  pathfan_view_close(view);
  return status;
}

pathfan_status pathfan_view_next(pathfan_store_view *view, uint32_t *number, const uint8_t **data,
                                 uint64_t *bytes, uint64_t *offset, pathfan_error *error) {
  MDB_val key, value;
  *data = NULL;
  int rc = mdb_cursor_get(view->cursor, &key, &value, MDB_NEXT);
  if (rc == MDB_NOTFOUND) return PATHFAN_OK;
  if (rc != 0) return lmdb_fail(error, view->path, "read a value", rc, PATHFAN_ERR_DAMAGED);

  const char *text = key.mv_data;
  *number = 0;
  for (size_t i = 0; i < 9; i++) {
    int wrong = key.mv_size < 9 || (i < 8 ? text[i] < '0' || text[i] > '9' : text[i] != ' ');
    if (wrong)
      return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: holds a key that is not a value's",
                          view->path);
    if (i < 8) *number = *number * 10 + (uint32_t)(text[i] - '0');
  }
  if (value.mv_size < view->page_size - PAGE_HEADER)
    return pathfan_fail(error, PATHFAN_ERR_DAMAGED, "%s: value %" PRIu32 " has %zu bytes only",
                        view->path, *number, value.mv_size);
  /* An overflow value lies right behind the header of its first page, which
   * tells where in the file that is. One header gives the start of the mapping;
   * looking at all of them would fault in a page of every value. */
  const uint8_t *at = value.mv_data;
  if (!view->base) {
    uint64_t page;
    memcpy(&page, at - PAGE_HEADER, sizeof page);
    view->base = (uintptr_t)at - PAGE_HEADER - page * view->page_size;
  }
  *data = at;
  *bytes = value.mv_size;
  *offset = (uintptr_t)at - view->base;
  return PATHFAN_OK;
}

void pathfan_view_close(pathfan_store_view *view) {
  if (view->cursor) mdb_cursor_close(view->cursor);
  if (view->txn) mdb_txn_abort(view->txn);
  if (view->env) mdb_env_close(view->env);
  memset(view, 0, sizeof *view);
}

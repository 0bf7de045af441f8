/* store_read.c - LMDB used for reading: RDONLY | NOLOCK | NOTLS on a file that no longer changes,
 * and one read transaction. The environment is opened through /proc/self/fd, so that LMDB opens the
 * very file whose seal was checked even if another generation is published over the path in
 * between; without /proc the path is opened, and a different inode is an error. The map size is set
 * to the size of the file, or else LMDB would map as much as the writer did, which fails under
 * RLIMIT_AS. */
#include "store_read.h"

#include <errno.h>
#include <inttypes.h>
#include <lmdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"

/* LMDB's page header: u64 page number, then 8 unused bytes. */
#define PAGE_HEADER 16

/* Opens the environment on exactly the file behind fd. */
static pathfan_status open_same_file(int fd, uint64_t map_bytes, pf_store_view *view,
                                     pathfan_error *error) {
  const unsigned flags = MDB_NOSUBDIR | MDB_RDONLY | MDB_NOLOCK | MDB_NOTLS;
  char by_fd[32];
  int theirs = -1;
  struct stat ours_info, their_info;

  (void)snprintf(by_fd, sizeof by_fd, "/proc/self/fd/%d", fd);
  const char *name = stat(by_fd, &their_info) == 0 ? by_fd : view->path;
  int rc = pf_lmdb_open(name, map_bytes, flags, &view->env);
  if (rc == 0) rc = mdb_env_get_fd(view->env, &theirs);
  if (rc != 0) return pf_lmdb_fail(error, view->path, "map the database", rc, PATHFAN_ERR_DAMAGED);
  if (fstat(fd, &ours_info) != 0 || fstat(theirs, &their_info) != 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't stat: %s", view->path, strerror(errno));
  if (ours_info.st_dev != their_info.st_dev || ours_info.st_ino != their_info.st_ino)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: was replaced while it was opened; try again",
                   view->path);
  return PATHFAN_OK;
}

pathfan_status pf_store_view_open(int fd, const char *path, uint64_t map_bytes, pf_store_view *view,
                                  pathfan_error *error) {
  pathfan_status status;
  MDB_stat stat;
  MDB_dbi database = 0;

  memset(view, 0, sizeof *view);
  view->path = path;
  status = open_same_file(fd, map_bytes, view, error);
  if (status) goto failed;

  int rc = mdb_env_stat(view->env, &stat);
  if (rc == 0) rc = mdb_txn_begin(view->env, NULL, MDB_RDONLY, &view->txn);
  if (rc == 0) rc = mdb_dbi_open(view->txn, NULL, 0, &database);
  if (rc == 0) rc = mdb_cursor_open(view->txn, database, &view->cursor);
  if (rc != 0) {
    status = pf_lmdb_fail(error, path, "begin reading", rc, PATHFAN_ERR_DAMAGED);
    goto failed;
  }
  view->page_size = stat.ms_psize;
  return PATHFAN_OK;

failed:
  pf_store_view_close(view);
  return status;
}

pathfan_status pf_store_view_next(pf_store_view *view, uint32_t *number, const uint8_t **data,
                                  uint64_t *bytes, uint64_t *offset, pathfan_error *error) {
  MDB_val key, value;
  *data = NULL;
  int rc = mdb_cursor_get(view->cursor, &key, &value, MDB_NEXT);
  if (rc == MDB_NOTFOUND) return PATHFAN_OK;
  if (rc != 0) return pf_lmdb_fail(error, view->path, "read a value", rc, PATHFAN_ERR_DAMAGED);

  const char *text = key.mv_data;
  *number = 0;
  for (size_t i = 0; i < 9; i++) {
    int wrong = key.mv_size < 9 || (i < 8 ? text[i] < '0' || text[i] > '9' : text[i] != ' ');
    if (wrong)
      return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: holds a key that is not a value's",
                     view->path);
    if (i < 8) *number = *number * 10 + (uint32_t)(text[i] - '0');
  }
  if (value.mv_size < view->page_size - PAGE_HEADER)
    return pf_fail(error, PATHFAN_ERR_DAMAGED, "%s: value %" PRIu32 " has %zu bytes only",
                   view->path, *number, value.mv_size);
  /* An overflow value lies right behind the header of its first page, which holds that page's
     number in the file. One header gives the start of the mapping; reading all of them would fault
     in a page of every value. */
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

void pf_store_view_close(pf_store_view *view) {
  if (view->cursor) mdb_cursor_close(view->cursor);
  if (view->txn) mdb_txn_abort(view->txn);
  if (view->env) mdb_env_close(view->env);
  memset(view, 0, sizeof *view);
}

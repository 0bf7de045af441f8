/* store_read.h - a finished file mapped for reading. */
#ifndef PATHFAN_FORMAT_STORE_READ_H
#define PATHFAN_FORMAT_STORE_READ_H

#include "store.h"

typedef struct pathfan_store_view {
  struct MDB_env *env;
  struct MDB_txn *txn; /* one read transaction for the whole life of the view */
  struct MDB_cursor *cursor;
  const char *path; /* borrowed */
  uint32_t page_size;
  uintptr_t base; /* address of the file's first byte; 0 until the first value */
} pathfan_store_view;

/* Maps map_bytes bytes of the file behind fd, at least all LMDB pages. The caller must have checked
 * the file: LMDB believes what it reads. On failure *view is zero. */
pathfan_status pathfan_store_view_open(int fd, const char *path, uint64_t map_bytes,
                                       pathfan_store_view *view, pathfan_error *error);

/* Finds the next value in order of numbers: its number, mapped bytes and offset in the file. *data
 * is NULL after the last. */
pathfan_status pathfan_store_view_next(pathfan_store_view *view, uint32_t *number,
                                       const uint8_t **data, uint64_t *bytes, uint64_t *offset,
                                       pathfan_error *error);

void pathfan_store_view_close(pathfan_store_view *view);

#endif

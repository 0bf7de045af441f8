/* store_read.h - a finished file mapped for reading. */
#ifndef PF_FORMAT_STORE_READ_H
#define PF_FORMAT_STORE_READ_H

#include "store.h"

typedef struct pf_store_view {
  struct MDB_env *env;
  struct MDB_txn *txn; /* one read transaction for the whole life of the view */
  struct MDB_cursor *cursor;
  const char *path; /* borrowed */
  uint32_t page_size;
  uintptr_t base; /* address of the file's first byte; 0 until the first value */
} pf_store_view;

/* Maps map_bytes bytes of the file behind fd, at least all LMDB pages. The caller must have checked
 * the file: LMDB believes what it reads. On failure *view is zero. */
pathfan_status pf_store_view_open(int fd, const char *path, uint64_t map_bytes, pf_store_view *view,
                                  pathfan_error *error);

/* Finds the next value in order of numbers: its number, mapped bytes and offset in the file. *data
 * is NULL after the last. */
pathfan_status pf_store_view_next(pf_store_view *view, uint32_t *number, const uint8_t **data,
                                  uint64_t *bytes, uint64_t *offset, pathfan_error *error);

void pf_store_view_close(pf_store_view *view);

#endif

/* store.h - all that pathfan asks of LMDB: store_write.h makes a file, store_read.h maps it.
 * Nobody else includes lmdb.h.
 *
 * Keys are "<8 digits> <label>": the number of the value, so that LMDB's order is the order
 * of writing, and a label for people. Here is what both sides share. */
#ifndef PATHFAN_FORMAT_STORE_H
#define PATHFAN_FORMAT_STORE_H

#include <stdint.h>

#include "pathfan/status.h"

/* Most values in a file; what eight digits can number. */
#define PATHFAN_STORE_VALUES_MAX 99999999u

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;

/* An open environment, or NULL and LMDB's code. Neither opening nor reading goes on after
 * a signal in LMDB, but an environment can be opened anew. LMDB would leave its
 * descriptor to programs that the process starts. */
int pathfan_lmdb_open(const char *path, uint64_t map_bytes, unsigned flags, struct MDB_env **env);

/* A sentence for LMDB's code rc. For writers every trouble is the machine's; for readers
 * LMDB's own codes mean that the file contradicts itself: that is `otherwise`. */
pathfan_status pathfan_lmdb_fail(pathfan_error *error, const char *path, const char *what, int rc,
                                 pathfan_status otherwise);

#endif

/* store.h - everything that pathfan uses of LMDB, to map a file and look through it (store_read.h).
 * No other code includes lmdb.h. The database is written by database.h. */
#ifndef PF_FORMAT_STORE_H
#define PF_FORMAT_STORE_H

#include <stdint.h>

#include "pathfan/status.h"

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;

/* Opens an environment; on failure *env is NULL and LMDB's code is returned. Opens anew after a
 * signal, since LMDB itself doesn't resume, and sets close-on-exec, since LMDB would pass its
 * descriptor on to programs that the process starts. */
int pf_lmdb_open(const char *path, uint64_t map_bytes, unsigned flags, struct MDB_env **env);

/* Writes a message for LMDB's code rc and returns a status. LMDB's own codes mean that the file
 * contradicts itself, which is `otherwise`. */
pathfan_status pf_lmdb_fail(pathfan_error *error, const char *path, const char *what, int rc,
                            pathfan_status otherwise);

#endif

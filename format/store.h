/* store.h - everything that pathfan uses of LMDB: store_write.h writes a file, store_read.h maps
 * it. No other code includes lmdb.h.
 *
 * Keys are "<8 digits> <label>": the number of the value, so that LMDB's order is the order of
 * writing, and a label for people. This header has what both sides share. */
#ifndef PF_FORMAT_STORE_H
#define PF_FORMAT_STORE_H

#include <stdint.h>

#include "pathfan/status.h"

/* The most values in a file: as many as eight digits can number. */
#define PF_STORE_VALUES_MAX 99999999u

struct MDB_env;
struct MDB_txn;
struct MDB_cursor;

/* Opens an environment; on failure *env is NULL and LMDB's code is returned. Opens anew after a
 * signal, since LMDB itself doesn't resume, and sets close-on-exec, since LMDB would pass its
 * descriptor on to programs that the process starts. */
int pf_lmdb_open(const char *path, uint64_t map_bytes, unsigned flags, struct MDB_env **env);

/* Writes a message for LMDB's code rc and returns a status. For writers every failure is the
 * machine's; for readers LMDB's own codes mean that the file contradicts itself, which is
 * `otherwise`. */
pathfan_status pf_lmdb_fail(pathfan_error *error, const char *path, const char *what, int rc,
                            pathfan_status otherwise);

#endif

/* store.c - environments of LMDB, and the meaning of its codes. */
#include "store.h"

#include <errno.h>
#include <fcntl.h>
#include <lmdb.h>
#include <stddef.h>

#include "base/status.h"

_Static_assert(sizeof(size_t) == 8, "LMDB's page numbers are size_t; files hold 64-bit ones");

pathfan_status pf_lmdb_fail(pathfan_error *error, const char *path, const char *what, int rc,
                            pathfan_status otherwise) {
  pathfan_status status = otherwise;
  if (rc == ENOMEM)
    status = PATHFAN_ERR_NO_MEMORY;
  else if (rc > 0)
    status = PATHFAN_ERR_IO;
  return pf_fail(error, status, "%s: can't %s: %s", path, what, mdb_strerror(rc));
}

int pf_lmdb_open(const char *path, uint64_t map_bytes, unsigned flags, MDB_env **env) {
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

/* data_folder.c - checks by lstat who may write in a folder, and what lies in it, before it is
 * used. Between check and use only someone with the user's rights can change that: a folder in
 * which others may write was refused.
 *
 * A folder in which its group may write passes with a warning: on systems where each user has a
 * group of their own, folders are made so. */
#include "viewer/data_folder.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/status.h"

static pathfan_status make(const char *path, pathfan_error *error) {
  if (mkdir(path, 0700) == 0 || errno == EEXIST) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be made: %s", path, strerror(errno));
}

/* Whether a path, looked at with this result, is a folder in which no other user may write. */
static pathfan_status check(const char *path, int looked, const struct stat *info,
                            pf_data_message *message, pathfan_error *error) {
  if (looked != 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be looked at: %s", path, strerror(errno));
  if (S_ISLNK(info->st_mode))
    return pf_fail(error, PATHFAN_ERR_IO, "%s: is a link, where a folder should be", path);
  if (!S_ISDIR(info->st_mode)) return pf_fail(error, PATHFAN_ERR_IO, "%s: is no folder", path);
  if (info->st_uid != geteuid() && info->st_uid != 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: is another user's: data are kept in one's own",
                   path);
  if (info->st_mode & S_IWOTH)
    return pf_fail(error, PATHFAN_ERR_IO,
                   "%s: anybody may write there: take that right away with chmod o-w", path);
  if (info->st_mode & S_IWGRP && message) {
    pathfan_error warning;
    pf_fail(&warning, PATHFAN_OK, "%s: its group may write there", path);
    message(warning.text);
  }
  return PATHFAN_OK;
}

pathfan_status pf_data_make(const char *path, pf_data_message *message, pathfan_error *error) {
  struct stat info;
  const pathfan_status status = make(path, error);
  return status ? status : check(path, lstat(path, &info), &info, message, error);
}

pathfan_status pf_data_check(const char *path, pathfan_error *error) {
  struct stat info;
  if (lstat(path, &info) != 0) {
    if (errno == ENOENT) return PATHFAN_OK;
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be looked at: %s", path, strerror(errno));
  }
  if (S_ISREG(info.st_mode)) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_IO, "%s: is a %s, where a plain file should be", path,
                 S_ISLNK(info.st_mode)    ? "link"
                 : S_ISDIR(info.st_mode)  ? "folder"
                 : S_ISFIFO(info.st_mode) ? "pipe"
                                          : "device or socket");
}

/* Locks the folder against other viewers, which would write the same files. Without effect on file
 * systems without locks. */
static pathfan_status lock(pf_data *data, pathfan_error *error) {
  data->lock = open(data->path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (data->lock < 0)
    return pf_fail(error, PATHFAN_ERR_IO, "%s: can't be opened: %s", data->path, strerror(errno));
  if (flock(data->lock, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return PATHFAN_OK;
  return pf_fail(error, PATHFAN_ERR_BUSY, "%s: another viewer keeps its data there", data->path);
}

pathfan_status pf_data_open(pf_data *data, const char *path, pf_data_message *message,
                            pathfan_error *error) {
  struct stat info;
  *data = (pf_data){.lock = -1, .is_temporary = !path};
  pathfan_status status = PATHFAN_OK;
  if (!path) {
    status = pf_temporary_folder("pathfan-view", &data->path, error);
  } else if (!(data->path = strdup(path))) {
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  } else {
    status = make(path, error);
    if (!status) status = check(path, stat(path, &info), &info, message, error);
  }
  return status ? status : lock(data, error);
}

static int remove_one(const char *path, const struct stat *info, int kind, struct FTW *where) {
  (void)info, (void)kind, (void)where;
  return remove(path) == 0 || errno == ENOENT ? 0 : -1;
}

void pf_data_close(pf_data *data) {
  if (data->path && data->is_temporary) nftw(data->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  if (data->lock >= 0) close(data->lock);
  free(data->path);
  *data = (pf_data){.lock = -1};
}

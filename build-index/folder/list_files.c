/* list_files.c - lists the files below a folder.
 *
 * Keeps a list of folders still to be read instead of recursing.
 *
 * Folders that lie below come first, links to folders last, the smallest name first. Every folder
 * that was read is remembered by device and inode, so loops end, and a link to a folder that was
 * read anyway adds nothing. So the order in which a directory lists its files doesn't matter. */
#include "list_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/status.h"
#include "base/text.h"

typedef struct file_id {
  dev_t device;
  ino_t inode;
} file_id;

typedef struct listing {
  const char *root;
  bool (*wanted)(const char *name);
  pf_closed_function *closed;
  void *context; /* of closed */
  pf_file_names *names;
  pf_file_names folders, links; /* still to be read, relative to root */
  file_id *seen;
  int32_t seen_count, seen_capacity;
  pathfan_error *error;
} listing;

/* Takes over name, on failure too; NULL: out of memory. */
static pathfan_status add_name(pf_file_names *names, char *name) {
  if (!name || pf_grow(&names->at, &names->capacity, (int64_t)names->count + 1)) {
    free(name);
    return PATHFAN_ERR_NO_MEMORY;
  }
  names->at[names->count++] = name;
  return PATHFAN_OK;
}

static int by_bytes(const void *a, const void *b) {
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_names(pf_file_names *names) {
  if (names->count) qsort(names->at, (size_t)names->count, sizeof *names->at, by_bytes);
}

void pf_file_names_free(pf_file_names *names) {
  for (int32_t i = 0; i < names->count; i++) free(names->at[i]);
  free(names->at);
  *names = (pf_file_names){0};
}

bool pf_leads_nowhere(int code) {
  return code == ENOENT || code == ENOTDIR || code == ENAMETOOLONG;
}

bool pf_name_ends(const char *name, const char *ending) {
  const size_t length = strlen(name), ending_length = strlen(ending);
  return length > ending_length && strcmp(name + length - ending_length, ending) == 0;
}

char *pf_join(const char *folder, const char *name) {
  char *path;
  const char *between = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
  return asprintf(&path, "%s%s%s", folder, between, name) < 0 ? NULL : path;
}

static pathfan_status out_of_memory(const listing *l) {
  return pf_fail(l->error, PATHFAN_ERR_NO_MEMORY, "%s: out of memory listing its files",
                 pf_name_tail(l->root));
}

/* Reports a path that can't be read; relative: its name below the root, "" for the root itself. */
static pathfan_status fail_errno(const listing *l, const char *path, const char *relative,
                                 const char *verb) {
  pathfan_error wrong;
  pf_fail(&wrong, PATHFAN_ERR_IO, "%s: can't %s: %s", pf_name_tail(path), verb, strerror(errno));
  if (l->closed && *relative) return l->closed(l->context, relative, wrong.text);
  return pf_fail(l->error, PATHFAN_ERR_IO, "%s", wrong.text);
}

/* Finds out whether a folder was met before, and remembers it. */
static pathfan_status meet(listing *l, const struct stat *info, bool *before) {
  const file_id here = {info->st_dev, info->st_ino};
  for (int32_t i = 0; i < l->seen_count; i++)
    if (l->seen[i].device == here.device && l->seen[i].inode == here.inode) {
      *before = true;
      return PATHFAN_OK;
    }
  *before = false;
  if (pf_grow(&l->seen, &l->seen_capacity, (int64_t)l->seen_count + 1)) return out_of_memory(l);
  l->seen[l->seen_count++] = here;
  return PATHFAN_OK;
}

/* Adds one entry of a folder to the right list. Takes over relative. */
static pathfan_status sort_in(listing *l, const char *path, char *relative, const char *name) {
  struct stat info;
  pf_file_names *into = NULL;
  pathfan_status status = PATHFAN_OK;
  if (lstat(path, &info) != 0) {
    /* It may just have been removed. Any other failure must not look like that. */
    if (errno != ENOENT) status = fail_errno(l, path, relative, "stat");
  } else {
    const bool is_link = S_ISLNK(info.st_mode);
    const bool leads_nowhere = is_link && stat(path, &info) != 0;
    if (leads_nowhere && errno != ENOENT && errno != ELOOP)
      status = fail_errno(l, path, relative, "stat");
    else if (S_ISDIR(info.st_mode))
      into = is_link ? &l->links : &l->folders;
    else if ((leads_nowhere || S_ISREG(info.st_mode)) && l->wanted(name))
      into = l->names;
  }
  if (into) return add_name(into, relative) ? out_of_memory(l) : PATHFAN_OK;
  free(relative);
  return status;
}

static pathfan_status read_folder(listing *l, const char *relative) {
  pathfan_status status = PATHFAN_OK;
  struct stat info;
  bool before = false;
  char *path = pf_join(l->root, relative);
  if (!path) return out_of_memory(l);
  DIR *directory;
  do directory = opendir(path);
  while (!directory && errno == EINTR);
  const bool is_open = directory && fstat(dirfd(directory), &info) == 0;
  status = is_open ? meet(l, &info, &before) : fail_errno(l, path, relative, "read the folder");
  while (is_open && !status && !before) {
    errno = 0;
    const struct dirent *entry = readdir(directory);
    if (!entry) {
      if (errno) status = fail_errno(l, path, relative, "read the folder");
      break;
    }
    if (entry->d_name[0] == '.') continue;
    char *inner = pf_join(path, entry->d_name);
    char *inner_relative = pf_join(relative, entry->d_name);
    if (inner && inner_relative) {
      status = sort_in(l, inner, inner_relative, entry->d_name);
    } else {
      free(inner_relative);
      status = out_of_memory(l);
    }
    free(inner);
  }
  if (directory) closedir(directory);
  free(path);
  return status;
}

/* Returns the next folder to be read, which the caller frees; NULL: none is left. */
static char *take_next(listing *l) {
  if (l->folders.count) return l->folders.at[--l->folders.count];
  if (!l->links.count) return NULL;
  sort_names(&l->links);
  char *first = l->links.at[0];
  l->links.count--;
  memmove(l->links.at, l->links.at + 1, (size_t)l->links.count * sizeof *l->links.at);
  return first;
}

pathfan_status pf_list_files(const char *folder, const char *without, bool wanted(const char *name),
                             pf_closed_function *closed, void *context, pf_file_names *names,
                             pathfan_error *error) {
  listing l = {.root = folder,
               .wanted = wanted,
               .closed = closed,
               .context = context,
               .names = names,
               .error = error};
  struct stat root, other;
  bool before;
  pathfan_status status = PATHFAN_OK;
  *names = (pf_file_names){0};
  if (stat(folder, &root) != 0) return fail_errno(&l, folder, "", "read the folder");
  if (without && stat(without, &other) == 0 &&
      (other.st_dev != root.st_dev || other.st_ino != root.st_ino))
    status = meet(&l, &other, &before);
  if (!status) status = read_folder(&l, "");
  for (char *next; !status && (next = take_next(&l)); free(next)) status = read_folder(&l, next);
  pf_file_names_free(&l.folders);
  pf_file_names_free(&l.links);
  free(l.seen);
  sort_names(names);
  return status;
}

#include "tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void die(const char *what) {
  fprintf(stderr, "%s: %s\n", what, strerror(errno));
  exit(2);
}

void tree_free(tree *t) {
  for (int i = 0; i < t->count; i++) free(t->files[i].data);
  t->count = 0;
}

void tree_read(const char *folder, tree *t) {
  DIR *list = opendir(folder);
  if (!list) die(folder);
  t->count = 0;
  for (struct dirent *entry; (entry = readdir(list));) {
    struct stat info;
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (t->count == TREE_FILES_MAX) die("too many files");
    tree_file *f = &t->files[t->count++];
    snprintf(f->name, sizeof f->name, "%s", entry->d_name);
    if (fstatat(dirfd(list), f->name, &info, AT_SYMLINK_NOFOLLOW) != 0) die(f->name);
    f->mode = info.st_mode;
    f->bytes = S_ISREG(info.st_mode) ? (size_t)info.st_size : 0;
    f->data = malloc(f->bytes + 1);
    if (!f->data) die("memory");
    if (!S_ISREG(info.st_mode)) continue;
    const int fd = openat(dirfd(list), f->name, O_RDONLY);
    if (fd < 0 || read(fd, f->data, f->bytes) != (ssize_t)f->bytes) die(f->name);
    close(fd);
  }
  closedir(list);
}

const tree_file *tree_find(const tree *t, const char *name) {
  for (int i = 0; i < t->count; i++)
    if (strcmp(t->files[i].name, name) == 0) return &t->files[i];
  return NULL;
}

bool tree_same_bytes(const tree_file *a, const tree_file *b) {
  return a && b && a->bytes == b->bytes && memcmp(a->data, b->data, a->bytes) == 0;
}

bool tree_same(const tree_file *a, const tree_file *b) {
  return tree_same_bytes(a, b) && a->mode == b->mode;
}

void tree_write(const char *folder, const tree *t) {
  static tree there;
  char path[PATH_MAX];
  tree_read(folder, &there);
  for (int i = 0; i < there.count; i++) {
    snprintf(path, sizeof path, "%s/%.255s", folder, there.files[i].name);
    if (tree_same(&there.files[i], tree_find(t, there.files[i].name))) continue;
    if (remove(path) != 0) die(path);
  }
  for (int i = 0; i < t->count; i++) {
    const tree_file *f = &t->files[i];
    if (tree_same(f, tree_find(&there, f->name))) continue;
    snprintf(path, sizeof path, "%s/%.255s", folder, f->name);
    const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (fd < 0 || write(fd, f->data, f->bytes) != (ssize_t)f->bytes || fchmod(fd, f->mode) != 0)
      die(path);
    close(fd);
  }
  tree_free(&there);
}

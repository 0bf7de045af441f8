/* tree.h - the content of a folder, to compare with it later and to restore.
 *
 *   tree before;
 *   tree_read("folder", &before);
 *   ...
 *   tree_write("folder", &before);
 *   tree_free(&before);
 *
 * Errors with the files of a test itself end the program with status 2. */
#ifndef PF_TESTS_TREE_H
#define PF_TESTS_TREE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/stat.h>

#define TREE_FILES_MAX 64

/* A whole file. The content of subfolders isn't read. */
typedef struct tree_file {
  char name[NAME_MAX + 1];
  mode_t mode;
  size_t bytes;
  unsigned char *data;
} tree_file;

typedef struct tree {
  int count;
  tree_file files[TREE_FILES_MAX];
} tree;

void tree_read(const char *folder, tree *t);
void tree_free(tree *t);

/* Makes the folder's content that of t; leaves alone files that are the same already. */
void tree_write(const char *folder, const tree *t);

/* NULL: there is no such file. */
const tree_file *tree_find(const tree *t, const char *name);

/* False if either is NULL. */
bool tree_same_bytes(const tree_file *a, const tree_file *b);
bool tree_same(const tree_file *a, const tree_file *b); /* modes too */

#endif

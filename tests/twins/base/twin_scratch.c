#include "twin_scratch.h"

#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char folder[512];

int twin_scratch_make(void **state) {
  (void)state;
  const char *base = getenv("TMPDIR");
  const int length =
      snprintf(folder, sizeof folder, "%s/pathfan-test-XXXXXX", base && *base ? base : "/tmp");
  return length < (int)sizeof folder && mkdtemp(folder) ? 0 : -1;
}

static int hidden; /* dot files and folders among the removed entries */

static int remove_entry(const char *path, const struct stat *info, int flag, struct FTW *place) {
  (void)info;
  hidden += place->level > 0 && (path[place->base] == '.' || flag == FTW_DP);
  return remove(path);
}

/* Removes a folder's contents before the folder, and links but not their targets. */
int twin_scratch_remove_all(void **state) {
  (void)state;
  hidden = 0;
  return nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS | FTW_MOUNT);
}

int twin_scratch_remove(void **state) {
  const int failed = twin_scratch_remove_all(state);
  if (hidden) fprintf(stderr, "%d temporary files or folders were left behind\n", hidden);
  return failed || hidden ? -1 : 0;
}

const char *twin_scratch_folder(void) {
  return folder;
}

const char *twin_scratch(const char *name) {
  static char paths[64][sizeof folder + 260];
  static unsigned turn;
  char *path = paths[turn++ % 64];
  snprintf(path, sizeof paths[0], "%s/%.255s", folder, name);
  return path;
}

int twin_scratch_count(const char *prefix) {
  DIR *list = opendir(folder);
  if (!list) return -1;
  int count = 0;
  for (struct dirent *entry; (entry = readdir(list));)
    count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0 &&
             strncmp(entry->d_name, prefix, strlen(prefix)) == 0;
  closedir(list);
  return count;
}

void twin_scratch_write(const char *name, const char *text) {
  FILE *file = fopen(twin_scratch(name), "w");
  if (file && fputs(text, file) >= 0 && fclose(file) == 0) return;
  perror(name);
  abort();
}

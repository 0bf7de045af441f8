/* system.h - what is asked of the operating system about files: to open them, look at them, read
 * them at an offset, map them. One file for each system does it: system_posix.c, system_windows.c;
 * where there is neither, as in WebAssembly, nothing of it is there (base/platform.h).
 *
 * Paths are UTF-8 on Windows, and whatever the system takes elsewhere. What fails says why in
 * errno. Any thread. */
#ifndef PATHFAN_BASE_SYSTEM_H
#define PATHFAN_BASE_SYSTEM_H

#include "base/platform.h"

#if PATHFAN_WITH_MAPPINGS

#include <stdbool.h>
#include <stdint.h>

typedef enum pathfan_file_kind {
  PATHFAN_FILE_REGULAR = 0,
  PATHFAN_FILE_FOLDER,
  PATHFAN_FILE_OTHER /* a pipe, a device */
} pathfan_file_kind;

/* Which file it is. As long as somebody holds a file, no other has its device and number; one that
 * was written over has another time or size. */
typedef struct pathfan_file_facts {
  uint64_t device, number, bytes;
  int64_t modified, modified_fraction; /* seconds and nanoseconds, or whatever the system counts */
  pathfan_file_kind kind;
} pathfan_file_facts;

/* Opens it to read: a descriptor for the calls below, or -1. Doesn't wait for the writer of a
 * pipe; programs that are started don't inherit it. On Windows others may still rename, remove and
 * write it. */
int pathfan_file_open(const char *path);
void pathfan_file_close(int fd);

/* False: it can't be looked at. A path is followed through links. */
bool pathfan_file_look(int fd, pathfan_file_facts *facts);
bool pathfan_path_look(const char *path, pathfan_file_facts *facts);

/* Reads up to `bytes` bytes at `offset`; returns how many, 0 at the end, -1 if it fails. */
int64_t pathfan_file_read_at(int fd, uint64_t offset, void *data, uint64_t bytes);

/* The file's bytes at `offset`, a multiple of the step, to be read only; NULL if it fails. The
 * descriptor may be closed then. */
void *pathfan_file_map(int fd, uint64_t offset, uint64_t bytes);
void pathfan_file_unmap(void *mapping, uint64_t bytes);
uint64_t pathfan_mapping_step(void);

/* Has mapped bytes, anywhere in a mapping, read from disk now. A courtesy: it can't fail. */
void pathfan_mapping_fetch(const uint8_t *data, uint64_t bytes);

/* Says that they will be read soon, so that the system may begin to read them from disk, many such
 * places side by side; waits for nothing. A courtesy, too: some systems don't listen. */
void pathfan_mapping_announce(const uint8_t *data, uint64_t bytes);

#endif
#endif

/* system.h - file operations of the operating system: opening, looking at, reading at an offset and
 * mapping files. Each system has its own file: system_posix.c, system_windows.c; other systems,
 * such as WebAssembly, have none of it (base/platform.h).
 *
 * Paths are UTF-8 on Windows, and whatever the system takes elsewhere. Failures set errno. Any
 * thread. */
#ifndef PF_BASE_SYSTEM_H
#define PF_BASE_SYSTEM_H

#include "base/platform.h"

#if PATHFAN_WITH_MAPPINGS

#include <stdbool.h>
#include <stdint.h>

typedef enum pf_file_kind {
  PF_FILE_REGULAR = 0,
  PF_FILE_FOLDER,
  PF_FILE_OTHER /* a pipe, a device */
} pf_file_kind;

/* The identity of a file. While a file is held open or mapped, no other file has its device and
 * number; a file that was overwritten has another time or size. */
typedef struct pf_file_facts {
  uint64_t device, number, bytes;
  int64_t modified, modified_fraction; /* seconds and nanoseconds, or the system's units */
  pf_file_kind kind;
} pf_file_facts;

/* Opens a file for reading: a descriptor for the calls below, or -1. Doesn't wait for the writer of
 * a pipe; child processes don't inherit it. On Windows others may still rename, remove and write
 * the file. */
int pf_file_open(const char *path);
void pf_file_close(int fd);

/* Looks at a file; false if it fails. A path is followed through links. */
bool pf_file_look(int fd, pf_file_facts *facts);
bool pf_path_look(const char *path, pf_file_facts *facts);

/* Reads up to `bytes` bytes at `offset`; returns how many, 0 at the end, -1 on failure. */
int64_t pf_file_read_at(int fd, uint64_t offset, void *data, uint64_t bytes);

/* Copies bytes of a file into another in that folder, which has no name, so that nobody else can
 * write to it, and is gone once it is neither open nor mapped. It shares the original's blocks on
 * disk where the file system can. Returns its descriptor; -1 on failure, ENODATA if the file ended
 * early. Not on Windows, where nobody can write to a mapped file. */
int pf_file_copy(int fd, uint64_t offset, uint64_t bytes, const char *folder);

/* Maps the file's bytes at `offset`, a multiple of pf_mapping_step, read-only; NULL on
 * failure. The descriptor may be closed afterwards. */
void *pf_file_map(int fd, uint64_t offset, uint64_t bytes);
void pf_file_unmap(void *mapping, uint64_t bytes);
uint64_t pf_mapping_step(void);

/* Reads mapped bytes, anywhere in a mapping, from disk now, as far as possible; never fails. */
void pf_mapping_fetch(const uint8_t *data, uint64_t bytes);

/* Takes the whole pages of a mapped file out of this process's memory; its content stays. */
void pf_mapping_drop(const uint8_t *data, uint64_t bytes);

/* The processors that the process may use; 1, if the system doesn't tell. */
int32_t pf_processors(void);

/* Announces that mapped bytes will be read soon, so that the system may begin to read them from
 * disk, many such places in parallel; doesn't wait. A hint: some systems ignore it. */
void pf_mapping_announce(const uint8_t *data, uint64_t bytes);

#endif
#endif

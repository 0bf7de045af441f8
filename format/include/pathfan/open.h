/* pathfan/open.h - how an index is opened; for pathfan/query.h and pathfan/format.h.
 *
 * All zero is the default: the whole file at a path, mapped, checked when used. */
#ifndef PATHFAN_OPEN_H
#define PATHFAN_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When the contents of an index are checked. Size, trailer and structure of the container
 * are always checked by open; every id and offset is checked before it is used, whatever
 * the policy: damaged or forged contents give wrong answers at worst, under TRUST only. */
typedef enum pathfan_open_policy {
  PATHFAN_OPEN_LAZY = 0, /* each part, digest and structure, once, when it is first used: the
                            fastest open */
  PATHFAN_OPEN_EAGER,    /* all that queries read, at once: no later surprise. Bytes that nobody
                            reads, padding, are for pathfan verify */
  PATHFAN_OPEN_TRUST     /* structure as in LAZY, digests never: for files just verified */
} pathfan_open_policy;

typedef struct pathfan_open_options {
  pathfan_open_policy policy;
  bool prefetch;     /* read all of it from disk now, so that no query waits for the disk later.
                        It stays in memory as long as the system has room */
  bool private_copy; /* read all of it into memory of this process, and let go of the file.
                        Costs its size in memory and the time to copy it (about 2 GB/s); from then
                        on nobody can harm it, be it by truncating the file in place */
  uint64_t offset;   /* of the index in the file, bytes, for one inside an asset pack. Best a
                        multiple of the page size (4,096; of 65,536 for Windows): then it is mapped
                        in place. At any other offset a private copy is made */
  uint64_t bytes;    /* of the index at offset; 0: up to the end of the file */
  uint64_t reserved[6];
} pathfan_open_options;

#ifdef __cplusplus
}
#endif

#endif

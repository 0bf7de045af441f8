/* pathfan/open.h - options for opening an index, for pathfan/query.h and pathfan/format.h.
 *
 * All zero is the default: the whole file at a path, mapped, each part checked when first used. */
#ifndef PATHFAN_OPEN_H
#define PATHFAN_OPEN_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* When the contents of an index are checked. Under every policy size, trailer and structure of the
 * container are checked at opening, and every id and offset before it is used: at worst, and only
 * under TRUST, damaged or forged contents give wrong answers. */
typedef enum pathfan_open_policy {
  PATHFAN_OPEN_LAZY = 0, /* each part, digest and structure, once, at its first use: the fastest
                            open */
  PATHFAN_OPEN_EAGER,    /* all that queries read, at opening: later nothing can turn out damaged.
                            Padding, which queries never read, is checked by pathfan verify */
  PATHFAN_OPEN_TRUST     /* structure as in LAZY, digests never: for files just verified */
} pathfan_open_policy;

typedef struct pathfan_open_options {
  pathfan_open_policy policy;
  bool prefetch;     /* read the whole index from disk now, so that no query waits for the disk
                        later. It stays in memory as long as the system has room */
  bool private_copy; /* copy the whole index into memory of this process, and close the file. Takes
                        memory of its size and time to copy it (about 2 GB/s); afterwards changes to
                        the file, such as truncating it in place, can't harm the index */
  uint64_t offset;   /* of the index in the file, bytes, e.g. inside an asset pack. At a multiple of
                        the page size (4,096; 65,536 for Windows) the index is mapped in place; at
                        any other offset a private copy is made */
  uint64_t bytes;    /* size of the index at offset; 0: up to the end of the file */
  const char *copy_folder; /* a folder, in which the private copy is made as a file without a name
                              that is mapped, in place of memory, whether or not private_copy is
                              set: for large indexes. On a local disk with room for it. It is gone
                              when the index is closed, or the process ends; where the file system
                              can (XFS, btrfs) it shares the blocks of an original on the same
                              one. The text must stay valid as long as the index is open. Windows
                              maps the file itself, which nobody can change then; pathfan-lite
                              refuses it. NULL: none */
  double radius; /* of the agents, map units, >= 0: of an index for several radii the least that is
                    not smaller is opened, and its requests are answered for that one unless
                    they say otherwise (pathfan_request.radius). Refused (ARGUMENT) if there is
                    none. 0 (default): the least radius */
  uint64_t reserved[4];
} pathfan_open_options;

#ifdef __cplusplus
}
#endif

#endif

/* seal.h - the trailer after LMDB's last page, which vouches for every byte.
 *
 *   file    = LMDB pages | entry of each value | tail
 *   entry   = u64 file offset | u64 bytes | XXH3-128 of the value     (32 bytes)
 *   tail    = structure digest 16 | u64 file bytes | u64 page bytes | u32 page
 *             size | u32 values | u32 number of the directory's value | u32 zero
 *             | u32 seal version | u32 trailer bytes | magic 8 | self-digest 16
 *
 * Values are numbered in the order in which they were written. Everything before the trailer that
 * lies in no value is "structure": meta, branch, leaf and free pages and the headers of overflow
 * pages. The structure digest covers those gaps in file order; the self-digest covers the trailer
 * without itself. The last 32 bytes keep their shape in all versions. */
#ifndef PF_FORMAT_SEAL_H
#define PF_FORMAT_SEAL_H

#include <stdint.h>

#include "digest.h"
#include "input.h"
#include "pathfan/status.h"

#define PF_SEAL_VERSION 1u
#define PF_SEAL_MAGIC "pfanseal"
#define PF_SEAL_ENTRY_BYTES 32u
#define PF_SEAL_TAIL_BYTES 80u

typedef struct pf_sealed_value {
  uint64_t offset; /* in the file; 16 mod page_size, after the overflow page's header */
  uint64_t bytes;  /* -16 mod page_size: values fill their pages to the end */
  uint8_t digest[PF_DIGEST_BYTES];
} pf_sealed_value;

typedef struct pf_seal {
  uint8_t structure[PF_DIGEST_BYTES];
  uint64_t file_bytes;
  uint64_t page_bytes; /* bytes of all LMDB pages = offset of the trailer */
  uint32_t page_size;  /* a power of two, 512 B to 64 KiB */
  uint32_t value_count;
  uint32_t directory;            /* number of the value that holds the directory */
  uint8_t self[PF_DIGEST_BYTES]; /* digest of the trailer, thus of the whole file; set by
                                         decoding */
  pf_sealed_value *values;       /* owned; in writing order, thus not sorted by offset */
} pf_seal;

/* Returns the size of the trailer of a file with that many values. */
uint64_t pf_seal_bytes(uint32_t value_count);

/* Reads a trailer of `bytes` bytes at the end of a file of `file_bytes` bytes and checks all that
 * can be checked without the pages. On failure *seal is zero. */
pathfan_status pf_seal_decode(const uint8_t *trailer, uint64_t bytes, uint64_t file_bytes,
                              const char *path, pf_seal *seal, pathfan_error *error);

/* Finds and decodes the trailer. Errors: PATHFAN_ERR_NOT_INDEX for files of other kinds,
 * PATHFAN_ERR_DAMAGED for an index without a seal, and those of decoding. */
pathfan_status pf_seal_read(const pf_input *input, pf_seal *seal, pathfan_error *error);

/* Computes the digest of the file's present structure. */
pathfan_status pf_seal_structure(const pf_input *input, const pf_seal *seal,
                                 uint8_t digest[PF_DIGEST_BYTES], pathfan_error *error);

void pf_seal_free(pf_seal *seal);

#endif

/* value.h - the 48 bytes before the content of a value.
 *
 *   magic 8 | u32 number | u32 kind | u64 used bytes, without header and padding
 *   | 24 zero bytes
 *
 * With LMDB's 16-byte page header they put the content on a 64-byte boundary of the file and of the
 * mapping. Zero padding follows up to the end of the last page, so that no byte of a page is left
 * for LMDB to fill. */
#ifndef PF_FORMAT_VALUE_H
#define PF_FORMAT_VALUE_H

#include <stdbool.h>
#include <stdint.h>

#define PF_VALUE_HEADER 48u

/* Also distinguishes an index that lost its seal from any other LMDB database. */
#define PF_VALUE_MAGIC "pfanvalu"

typedef enum pf_value_kind {
  PF_VALUE_CHUNK = 1,    /* one chunk of one section */
  PF_VALUE_PACK = 2,     /* small sections, each on a 64-byte boundary */
  PF_VALUE_DIRECTORY = 3 /* the directory record */
} pf_value_kind;

typedef struct pf_value_header {
  uint32_t number;
  uint32_t kind; /* pf_value_kind */
  uint64_t used; /* bytes after the header */
} pf_value_header;

/* Decodes a value's header. False if the bytes are no such header. */
bool pf_value_take_header(const uint8_t in[PF_VALUE_HEADER], pf_value_header *header);

#endif

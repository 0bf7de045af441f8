/* encode.h - encoding of the records that value.h, directory.h and seal.h describe and decode. Used
 * by writers only. */
#ifndef PF_FORMAT_ENCODE_H
#define PF_FORMAT_ENCODE_H

#include "directory.h"
#include "seal.h"
#include "value.h"

/* Returns the size of the value that holds `used` bytes: whole pages less a page header. */
uint64_t pf_value_bytes(uint64_t used, uint32_t page_size);

void pf_value_put_header(const pf_value_header *header, uint8_t out[PF_VALUE_HEADER]);

/* Copies provenance and cuts its strings to their limits; NULL strings become "". The directory
 * must not move afterwards. */
void pf_directory_set_provenance(pf_directory *directory, const pathfan_provenance *provenance);

/* Writes pf_directory_bytes() bytes to out. */
void pf_directory_encode(const pf_directory *directory, uint8_t *out);

/* Writes the trailer, pf_seal_bytes(seal->value_count) bytes, to out. */
void pf_seal_encode(const pf_seal *seal, uint8_t *out);

#endif

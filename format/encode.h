/* encode.h - the records of a file as its writer puts them: what value.h, directory.h and seal.h
 * describe and read back. Readers do without. */
#ifndef PATHFAN_FORMAT_ENCODE_H
#define PATHFAN_FORMAT_ENCODE_H

#include "directory.h"
#include "seal.h"
#include "value.h"

/* Size of the value that holds `used` bytes: whole pages less a page header. */
uint64_t pathfan_value_bytes(uint64_t used, uint32_t page_size);

void pathfan_value_put_header(const pathfan_value_header *header,
                              uint8_t out[PATHFAN_VALUE_HEADER]);

/* Copies provenance, cutting its strings; NULL strings become "". The struct
 * must not move afterwards. */
void pathfan_directory_set_provenance(pathfan_directory *directory,
                                      const pathfan_provenance *provenance);

/* Writes pathfan_directory_bytes() bytes to out. */
void pathfan_directory_encode(const pathfan_directory *directory, uint8_t *out);

/* Writes the trailer, pathfan_seal_bytes(seal->value_count) bytes, to out. */
void pathfan_seal_encode(const pathfan_seal *seal, uint8_t *out);

#endif

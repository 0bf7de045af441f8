/* encode.h - encoding of the records that value.h, directory.h and seal.h describe and decode. Used
 * by writers only. */
#ifndef PATHFAN_FORMAT_ENCODE_H
#define PATHFAN_FORMAT_ENCODE_H

#include "directory.h"
#include "seal.h"
#include "value.h"

/* Returns the size of the value that holds `used` bytes: whole pages less a page header. */
uint64_t pathfan_value_bytes(uint64_t used, uint32_t page_size);

void pathfan_value_put_header(const pathfan_value_header *header,
                              uint8_t out[PATHFAN_VALUE_HEADER]);

/* Copies provenance and cuts its strings to their limits; NULL strings become "". The directory
 * must not move afterwards. */
void pathfan_directory_set_provenance(pathfan_directory *directory,
                                      const pathfan_provenance *provenance);

/* Writes pathfan_directory_bytes() bytes to out. */
void pathfan_directory_encode(const pathfan_directory *directory, uint8_t *out);

/* Writes the trailer, pathfan_seal_bytes(seal->value_count) bytes, to out. */
void pathfan_seal_encode(const pathfan_seal *seal, uint8_t *out);

#endif

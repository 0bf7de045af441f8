/* tiled_data.h - reads the tiles of a Tiled layer, or of a chunk, in any encoding.
 *
 *   status = pf_tiled_data_open(data, "base64", "zlib", &tiles, &error);
 *   while (... rows ...) status = pf_tiled_data_take(tiles, width, gids, &taken, &error);
 *   pf_tiled_data_close(tiles); */
#ifndef PF_MAP_TILED_DATA_H
#define PF_MAP_TILED_DATA_H

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#include "pathfan/status.h"

typedef struct pf_tiled_data pf_tiled_data;

/* data: a list of numbers, or a string (NULL: no tiles); encoding: csv or base64; compression:
 * zlib, gzip, zstd; NULL or "" for none. data must outlive *tiles. Allocates a few kilobytes, and
 * what zlib and zstd need, whatever the data. Errors: NO_MEMORY, MALFORMED (a sentence without a
 * file name); *tiles is NULL then. */
pathfan_status pf_tiled_data_open(const json_t *data, const char *encoding, const char *compression,
                                  pf_tiled_data **tiles, pathfan_error *error);

/* Takes the gids of the next tiles, as many as are left, at most count. Errors: NO_MEMORY,
 * MALFORMED (a sentence without a file name). */
pathfan_status pf_tiled_data_take(pf_tiled_data *tiles, size_t count, uint32_t *gids, size_t *taken,
                                  pathfan_error *error);

/* NULL is allowed. */
void pf_tiled_data_close(pf_tiled_data *tiles);

#endif

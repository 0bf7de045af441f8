/* inflate_left_out.c - replaces inflate.c in a builder without zlib. */
#include "map/inflate.h"

#include "base/status.h"

pathfan_status pathfan_inflate_open(pathfan_inflate **inflate, pathfan_error *error) {
  *inflate = NULL;
  return pathfan_fail(
      error, PATHFAN_ERR_MALFORMED,
      "this builder unpacks no zlib or gzip (it was built without zlib); choose CSV "
      "or Zstandard as the Tile Layer Format in the map's properties");
}

pathfan_status pathfan_inflate_some(pathfan_inflate *inflate, const uint8_t **in,
                                    const uint8_t *in_end, uint8_t *out, size_t room,
                                    size_t *made) {
  (void)inflate;
  (void)in;
  (void)in_end;
  (void)out;
  (void)room;
  *made = 0;
  return PATHFAN_ERR_MALFORMED;
}

void pathfan_inflate_close(pathfan_inflate *inflate) {
  (void)inflate;
}

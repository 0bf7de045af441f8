/* inflate_left_out.c - replaces inflate.c in a builder without zlib. */
#include "map/inflate.h"

#include "base/status.h"

pathfan_status pf_inflate_open(pf_inflate **inflate, pathfan_error *error) {
  *inflate = NULL;
  return pf_fail(error, PATHFAN_ERR_MALFORMED,
                 "this builder unpacks no zlib or gzip (it was built without zlib); choose CSV "
                 "or Zstandard as the Tile Layer Format in the map's properties");
}

pathfan_status pf_inflate_some(pf_inflate *inflate, const uint8_t **in, const uint8_t *in_end,
                               uint8_t *out, size_t room, size_t *made) {
  (void)inflate;
  (void)in;
  (void)in_end;
  (void)out;
  (void)room;
  *made = 0;
  return PATHFAN_ERR_MALFORMED;
}

bool pf_inflate_ended(const pf_inflate *inflate) {
  (void)inflate;
  return true;
}

void pf_inflate_close(pf_inflate *inflate) {
  (void)inflate;
}

/* png_image_left_out.c - replaces png_image.c in a builder without libpng. */
#include "base/status.h"
#include "map/png_image.h"

pathfan_status pf_png_read(const char *bytes, size_t count, const pf_image_taker *to,
                           pathfan_error *error) {
  (void)bytes;
  (void)count;
  (void)to;
  return pf_fail(error, PATHFAN_ERR_MALFORMED,
                 "this builder reads no PNG (it was built without libpng); a PGM will do");
}

/* fuzz_occupancy.c - the readers of cells somewhere in the world, robots' maps and ASCII grids,
 * must survive any bytes; an accepted map must have as many cells as it says, and finite
 * coordinates. */
#include <math.h>
#include <stdlib.h>

#include "map/formats.h"
#include "map/image.h"
#include "map/occupancy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const char *text = (const char *)data;
  pf_grid grid;
  pf_placement at;
  pf_span image;
  size_t yaml_bytes = 0;
  bool has_image = false;
  pathfan_error error = {{0}};
  const pathfan_status named =
      pf_occupancy_image(text, size, "fuzz", &image, &yaml_bytes, &has_image, &error);
  if (named ? named != PATHFAN_ERR_MALFORMED || !error.text[0]
            : yaml_bytes > size || !image.length || image.at < text ||
                  image.at + image.length > text + size)
    abort();
  const pf_map_format *format = pf_map_format_of(text, size);
  pf_ignored ignored = {{0}, {{0}}};
  if (!format || format->content != PF_MAP_OCCUPANCY)
    for (format = pf_map_formats; !format->has_image;) format++;
  const pathfan_status status =
      format->parse_placed(text, size, "fuzz", NULL, &grid, &at, &ignored, &error);
  if (status) {
    if (status != PATHFAN_ERR_MALFORMED || grid.free || !error.text[0]) abort();
    return 0;
  }
  if (format->has_image && (named || !has_image)) abort();
  if (!pf_map_format_counts(format, &ignored)) abort();
  for (int k = 0; k < PF_IGNORED_KINDS; k++)
    if ((ignored.count[k] > 0) != (ignored.example[k][0] != 0)) abort();
  if (grid.width < 1 || grid.height < 1 || grid.width > PF_IMAGE_MAX || grid.height > PF_IMAGE_MAX)
    abort();
  for (int64_t i = 0; i < (int64_t)grid.width * grid.height; i++)
    if (grid.free[i] > 1) abort();
  if (!isfinite(pf_placement_at(at.origin_x, at.side, grid.width)) ||
      !isfinite(pf_placement_at(at.origin_y, at.side, grid.height)))
    abort();
  pf_grid_free(&grid);
  return 0;
}

/* fuzz_map.c - pf_movingai_parse must survive any bytes; what it accepts must be a grid with
 * as many free cells as the text has '.' and 'G', and no more cells than the text has bytes. */
#include <stdlib.h>
#include <string.h>

#include "map/movingai.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_grid grid;
  pf_ignored ignored = {{0}, {{0}}};
  pathfan_error error = {{0}};
  pathfan_status status =
      pf_movingai_parse((const char *)data, size, "fuzz.map", NULL, &grid, &ignored, &error);
  if (status) {
    if (status != PATHFAN_ERR_MALFORMED || grid.free || !error.text[0]) abort();
    return 0;
  }
  int64_t cells = (int64_t)grid.width * grid.height, free_cells = 0, dots = 0;
  if (grid.width < 1 || grid.height < 1 || cells > (int64_t)size) abort();
  for (int64_t i = 0; i < cells; i++) free_cells += grid.free[i];
  for (size_t i = 0; i < size; i++) dots += data[i] == '.' || data[i] == 'G';
  if (dots != free_cells || ignored.count[PF_IGNORED_SWAMP_WATER] > cells - free_cells) abort();
  pf_grid_free(&grid);
  return 0;
}

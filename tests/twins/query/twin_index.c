#include "twin_index.h"

#include <stdlib.h>

#include "map/movingai.h"
#include "pathfan/inspect.h"
#include "twin_outline_maps.h"

pathfan_index *twin_index(const twin_map *map, const pathfan_build_options *options) {
  pathfan_build_options defaults;
  pathfan_index *index;
  pathfan_error error;
  pathfan_build_options_init(&defaults);
  defaults.threads = 1;
  if (pf_movingai_write(&map->grid, twin_scratch("map.map"), &error))
    twin_fail(map, "%s", error.text);
  if (pathfan_build_index(twin_scratch("map.map"), twin_scratch("map.pathfan"),
                          options ? options : &defaults, NULL, &error))
    twin_fail(map, "%s", error.text);
  if (pathfan_index_open(twin_scratch("map.pathfan"), NULL, &index, &error))
    twin_fail(map, "%s", error.text);
  return index;
}

pathfan_index *twin_outline_index(const twin_map *map, const pathfan_build_options *given) {
  pathfan_build_options options;
  pathfan_index *index;
  pathfan_error error;
  pathfan_build_options_init(&options);
  options.threads = 1;
  if (given) options = *given;
  options.map.unit = 1;
  twin_outline_write(map, 0, twin_scratch("map.poly"));
  if (pathfan_build_index(twin_scratch("map.poly"), twin_scratch("map.pathfan"), &options, NULL,
                          &error))
    twin_fail(map, "%s", error.text);
  if (pathfan_index_open(twin_scratch("map.pathfan"), NULL, &index, &error))
    twin_fail(map, "%s", error.text);
  return index;
}

void twin_dense_take_ranks(twin_dense *d, const pathfan_index *index) {
  uint8_t *used = calloc((size_t)d->n + 1, 1);
  for (int32_t c = 0; c < d->n; c++) {
    pathfan_vertex_info info;
    assert_int_equal(pathfan_index_vertex(index, c, &info), PATHFAN_OK);
    assert_in_range(info.rank, 0, d->n - 1);
    assert_false(used[info.rank]++);
    for (int32_t v = 0; v < d->n; v++)
      if (d->at[v].x == info.at.x && d->at[v].y == info.at.y) d->rank[v] = info.rank;
  }
  free(used);
}

/* tiled_tiles.c - reads row by row: tiles that block become rectangles, as wide as a row's run of
 * them, and as high as this run repeats in the rows below. Chunks of infinite maps are read
 * separately.
 *
 * A few packed bytes can hold many tiles: the number of tiles, and of rectangles, is limited for
 * the whole map. */
#include "map/tiled_tiles.h"

#include <math.h>

#include "base/memory.h"
#include "map/tiled_data.h"
#include "map/tiled_objects.h"
#include "map/tiled_sets.h"

/* Four layers of the largest map; takes some seconds. */
#define TILES_MAX ((int64_t)1 << 30)

/* The limits are asked for the memory of this many rectangles at once. */
#define SHAPES_ASKED 256

/* Largest distance of a chunk from the origin, tiles. */
#define CHUNK_AT_MAX (1 << 30)

/* Tiles that are stored together: a finite layer's, or a chunk's. */
typedef struct patch {
  int32_t x, y, width, height;
  uint32_t *gids; /* [Size: width] the current row */
  uint8_t *row;   /* [Size: width] whether its tiles block, 1 or 0 */
  int32_t *open;  /* [Size: width] the row within the patch at which the open rectangle that begins
                     in this column began */
  int32_t *wide;  /* [Size: width] width of that rectangle; 0: none */
} patch;

static pathfan_status add_tiles(pf_tiled_reader *r, const patch *p, int32_t x, int32_t y,
                                int32_t width, int32_t height) {
  const double w = r->tile_width, h = r->tile_height;
  if (r->polygons->polygon_count >= PF_TILED_SHAPES_MAX)
    return pf_fail(r->error, PATHFAN_ERR_LIMIT,
                   "%s: its tiles make more than %d obstacles of this map of Tiled", r->path,
                   PF_TILED_SHAPES_MAX);
  if (r->polygons->polygon_count % SHAPES_ASKED == 0 &&
      pf_limits_take(r->wishes->limits, (uint64_t)SHAPES_ASKED * PF_TILED_SHAPE_BYTES))
    return pf_tiled_worded(r, PATHFAN_ERR_LIMIT);
  r->any = true;
  return pf_tiled_add_box(r, PF_POLYGON_OBSTACLE, r->x + (p->x + x) * w, r->y + (p->y + y) * h,
                          width * w, height * h);
}

/* Ends the rectangles that row y doesn't continue, and opens those that begin there. Past the last
 * row all end. */
static pathfan_status close_boxes(pf_tiled_reader *r, patch *p, int32_t y) {
  const uint8_t *row = y < p->height ? p->row : NULL;
  pathfan_status status = PATHFAN_OK;
  for (int32_t x = 0, run; x < p->width && !status; x += run ? run : 1) {
    for (run = 0; row && x + run < p->width && row[x + run];) run++;
    for (int32_t k = x; k < x + (run ? run : 1); k++) {
      if (!p->wide[k] || (k == x && p->wide[k] == run)) continue;
      if (!status) status = add_tiles(r, p, k, p->open[k], p->wide[k], y - p->open[k]);
      p->wide[k] = 0;
    }
    if (run && !p->wide[x]) {
      p->open[x] = y;
      p->wide[x] = run;
    }
  }
  return status;
}

static void grow_box(pf_tiled_reader *r, const patch *p, int32_t y) {
  int32_t first = 0, end = p->width;
  while (first < end && !p->gids[first]) first++;
  while (end > first && !p->gids[end - 1]) end--;
  if (first == end) return;
  const double w = r->tile_width, h = r->tile_height;
  r->box[0] = fmin(r->box[0], r->x + (p->x + first) * w);
  r->box[1] = fmin(r->box[1], r->y + (p->y + y) * h);
  r->box[2] = fmax(r->box[2], r->x + (p->x + end) * w);
  r->box[3] = fmax(r->box[3], r->y + (p->y + y + 1) * h);
}

/* Adds the shapes of a tile, which may be larger than a cell: its lower left corners agree. */
static pathfan_status add_shapes(pf_tiled_reader *r, const patch *p, int32_t x, int32_t y) {
  const pf_tiled_set *set = pf_tiled_set_at(r, p->gids[x]);
  if (!set) return PATHFAN_OK;
  const bool is_turned = p->gids[x] & PF_TILED_DIAGONAL;
  const pf_tiled_stand stand = {.gid = p->gids[x],
                                .width = set->width,
                                .height = set->height,
                                .scale_x = 1,
                                .scale_y = 1,
                                .ax = set->offset_x,
                                .ay = set->offset_y - (is_turned ? set->width : set->height),
                                .cosine = 1,
                                .x = (p->x + x) * r->tile_width,
                                .y = (p->y + y + 1) * r->tile_height};
  return pf_tiled_take_shapes(r, &stand);
}

static pathfan_status take_row(pf_tiled_reader *r, patch *p, int32_t y, pf_tiled_data *tiles,
                               pf_tiled_mark said) {
  pathfan_error flaw = {""};
  size_t taken;
  const pathfan_status status = pf_tiled_data_take(tiles, (size_t)p->width, p->gids, &taken, &flaw);
  if (status == PATHFAN_ERR_MALFORMED) return pf_tiled_complain(r, "%s", flaw.text);
  if (status) return pf_tiled_worded(r, status);
  if (taken < (size_t)p->width)
    return pf_tiled_complain(r, "it has %lld tiles, not %d x %d",
                             (long long)y * p->width + (long long)taken, (int)p->width,
                             (int)p->height);
  pathfan_status shaped = PATHFAN_OK;
  for (int32_t x = 0; x < p->width && !shaped; x++) {
    const pf_tiled_mark its = pf_tiled_mark_at(r, p->gids[x]);
    p->row[x] = (p->gids[x] & PF_TILED_GID) && said != PF_TILED_OUT &&
                (its ? its : said) == PF_TILED_BLOCKS;
    if (its == PF_TILED_SHAPED && said != PF_TILED_OUT) shaped = add_shapes(r, p, x, y);
  }
  if (shaped) return shaped;
  if (r->is_infinite) grow_box(r, p, y);
  return close_boxes(r, p, y);
}

static pathfan_status take_rows(pf_tiled_reader *r, patch *p, pf_tiled_data *tiles,
                                pf_tiled_mark said) {
  pathfan_status status = PATHFAN_OK;
  pathfan_error flaw;
  size_t more = 0;
  for (int32_t y = 0; y < p->height && !status; y++) {
    status = take_row(r, p, y, tiles, said);
    if (!status) status = pf_tiled_worded(r, pf_limits_go_on(r->wishes->limits));
  }
  if (!status) status = close_boxes(r, p, p->height);
  if (!status && (pf_tiled_data_take(tiles, 1, p->gids, &more, &flaw) || more))
    status = pf_tiled_complain(r, "it has more than %d x %d tiles", (int)p->width, (int)p->height);
  return status;
}

/* of: holds the data; layer: gives its encoding. */
static pathfan_status take_patch(pf_tiled_reader *r, patch p, const json_t *of, const json_t *layer,
                                 pf_tiled_mark said) {
  pf_tiled_data *tiles = NULL;
  pathfan_error flaw = {""};
  r->tiles += (int64_t)p.width * p.height;
  if (r->tiles > TILES_MAX)
    return pf_fail(r->error, PATHFAN_ERR_LIMIT,
                   "%s: more than %lld tiles in all layers of this map of Tiled", r->path,
                   (long long)TILES_MAX);
  if (!r->is_infinite && said == PF_TILED_OUT) return PATHFAN_OK;
  pathfan_status status = pf_tiled_data_open(
      json_object_get(of, "data"), json_string_value(json_object_get(layer, "encoding")),
      json_string_value(json_object_get(layer, "compression")), &tiles, &flaw);
  if (status == PATHFAN_ERR_MALFORMED) return pf_tiled_complain(r, "%s", flaw.text);
  p.gids = pf_alloc((uint64_t)p.width, sizeof *p.gids);
  p.row = pf_alloc((uint64_t)p.width, 1);
  p.open = pf_alloc_zero(2 * (uint64_t)p.width, sizeof *p.open);
  p.wide = p.open ? p.open + p.width : NULL;
  if (!status && !(p.gids && p.row && p.open)) status = PATHFAN_ERR_NO_MEMORY;
  status = status ? pf_tiled_worded(r, status) : take_rows(r, &p, tiles, said);
  pf_tiled_data_close(tiles);
  free(p.gids);
  free(p.row);
  free(p.open);
  return status;
}

static bool take_place(const json_t *chunk, const char *key, int32_t *place) {
  const double number = json_number_value(json_object_get(chunk, key));
  if (!(fabs(number) <= CHUNK_AT_MAX) || number != floor(number)) return false;
  *place = (int32_t)number;
  return json_is_number(json_object_get(chunk, key));
}

static pathfan_status take_chunk(pf_tiled_reader *r, const json_t *chunk, const json_t *layer,
                                 size_t number, pf_tiled_mark said) {
  int64_t width, height;
  patch p = {0};
  if (!take_place(chunk, "x", &p.x) || !take_place(chunk, "y", &p.y) ||
      !pf_tiled_count(chunk, "width", PF_TILED_SIDE_MAX, &width) || !width ||
      !pf_tiled_count(chunk, "height", PF_TILED_SIDE_MAX, &height) || !height)
    return pf_tiled_complain(r, "chunk %zu has no place, or no size of 1 to %d tiles", number,
                             PF_TILED_SIDE_MAX);
  p.width = (int32_t)width;
  p.height = (int32_t)height;
  return take_patch(r, p, chunk, layer, said);
}

pathfan_status pf_tiled_take_tiles(pf_tiled_reader *r, const json_t *layer, pf_tiled_mark said) {
  const json_t *chunks = json_object_get(layer, "chunks");
  pathfan_status status = PATHFAN_OK;
  /* Tiles of layers that aren't chosen are only counted. */
  if (!r->is_infinite)
    return take_patch(r, (patch){.width = r->width, .height = r->height}, layer, layer, said);
  for (size_t i = 0; i < json_array_size(chunks) && !status; i++)
    status = take_chunk(r, json_array_get(chunks, i), layer, i, said);
  return status;
}

/* generate_bend.c - the displacements of a made-up city; draws at displaced places.
 *
 * The nodes of a net are moved at random, those on the map's border not at all; between them
 * displacements are interpolated along x and y, eased so that streets have no kinks at the net's
 * lines. */
#include "map/generate_bend.h"

#include <stdlib.h>

#include "base/memory.h"
#include "geometry/grid.h"

/* Two nets. Their nodes are NET_SCALES times the distance between streets apart, or 1 / share of
 * the map if that is more; smaller meshes would bend a block's sides, which stay straight, into the
 * next street. Nodes move by at most `shift` thousandths of that, and at least half as much.
 * Between two of them the displacement changes by up to 3 * shift / 1000 per length, 42 % for both
 * nets, in each coordinate and along each. That is less than a half, so the map keeps its
 * orientation. */
#define NET_SCALES 12
static const struct { int32_t share, shift; } BENDS[PF_CITY_BENDS] = {{4, 80}, {PF_GRID_MAX, 60}};

#define CENTIMETRES 100 /* of a metre */

#define ONE 65536

static int32_t meshes(int32_t extent, int32_t spacing) {
  const int32_t count = (extent + spacing / 2) / spacing;
  return count < 1 ? 1 : count;
}

static pathfan_status make_bend(pf_city *city, int number) {
  pf_city_bend *bend = &city->bends[number];
  const int32_t side = city->width > city->height ? city->width : city->height;
  int32_t spacing = side / BENDS[number].share;
  if (spacing < NET_SCALES * city->scale) spacing = NET_SCALES * city->scale;
  bend->across = meshes(city->width, spacing);
  bend->down = meshes(city->height, spacing);
  const int32_t row = bend->across + 1;
  bend->shift = pf_alloc_zero(2 * (uint64_t)row * (uint64_t)(bend->down + 1), sizeof *bend->shift);
  if (!bend->shift) return PATHFAN_ERR_NO_MEMORY;
  /* If the map isn't a multiple of the spacing, nodes are closer together in one direction. */
  const int32_t dx = city->width / bend->across, dy = city->height / bend->down;
  const int32_t reach = (int32_t)((int64_t)(dx < dy ? dx : dy) * BENDS[number].shift / 1000);
  for (int32_t y = 1; y < bend->down; y++)
    for (int32_t x = 1; x < bend->across; x++)
      for (int32_t k = 0; k < 2; k++)
        bend->shift[2 * ((int64_t)y * row + x) + k] =
            pf_random_between(&city->random, reach / 2, reach) *
            (pf_random_chance(&city->random, 0.5) ? 1 : -1);
  return PATHFAN_OK;
}

/* The mesh of `count` that a coordinate lies in, and the position in it, 0..ONE, eased at both
 * ends. */
static int32_t mesh_of(int32_t at, int32_t extent, int32_t count, int64_t *part) {
  const int64_t whole = (int64_t)at * count * ONE / extent;
  int32_t mesh = (int32_t)(whole / ONE);
  if (mesh >= count) mesh = count - 1;
  const int64_t t = whole - (int64_t)mesh * ONE;
  *part = t * t / ONE * (3 * ONE - 2 * t) / ONE;
  return mesh;
}

static void bend_point(const pf_city *city, pf_city_point at, int64_t moved[2]) {
  moved[0] = at.x;
  moved[1] = at.y;
  for (int i = 0; i < PF_CITY_BENDS; i++) {
    const pf_city_bend *bend = &city->bends[i];
    int64_t right, down;
    const int32_t x = mesh_of(at.x, city->width, bend->across, &right);
    const int32_t y = mesh_of(at.y, city->height, bend->down, &down);
    const int32_t *above = bend->shift + 2 * ((int64_t)y * (bend->across + 1) + x);
    const int32_t *below = above + 2 * ((int64_t)bend->across + 1);
    for (int k = 0; k < 2; k++) {
      const int64_t up = above[k] * (ONE - right) + above[2 + k] * right;
      const int64_t low = below[k] * (ONE - right) + below[2 + k] * right;
      moved[k] += (up * (ONE - down) / ONE + low * down / ONE) / ONE;
    }
  }
}

pathfan_status pf_city_draw(pf_city *city, const pf_city_point *corners, int32_t count) {
  pf_polygons *areas = city->areas;
  pathfan_status status = pf_polygons_begin(areas, PF_POLYGON_OBSTACLE, NULL);
  if (!status) status = pf_polygons_ring(areas, areas->polygon_count - 1);
  for (int32_t i = 0; i < count && !status; i++) {
    int64_t at[2];
    bend_point(city, corners[i], at);
    status = pf_polygons_point(areas, (double)at[0] / CENTIMETRES, (double)at[1] / CENTIMETRES);
  }
  if (!status) pf_polygons_close_ring(areas);
  return status;
}

pathfan_status pf_city_begin(pf_city *city) {
  pathfan_status status = PATHFAN_OK;
  for (int i = 0; i < PF_CITY_BENDS && !status; i++) status = make_bend(city, i);
  return status;
}

void pf_city_end(pf_city *city) {
  for (int i = 0; i < PF_CITY_BENDS; i++) free(city->bends[i].shift);
}

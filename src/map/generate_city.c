/* generate_city.c - the plan of a made-up city.
 *
 * The plan has right angles only: a river from left to right, with quays and bridges; avenues that
 * cut both sides of it into districts, by guillotine cuts; in each district a grid of streets with
 * blocks between them (generate_blocks.c). Then a smooth, slowly changing field of displacements
 * moves all places, so that streets curve, blocks are askew and the river winds. Places that were
 * apart stay apart: the displacements of two places differ by less than the places do
 * (generate_bend.c).
 *
 * Everything is whole numbers, drawn in a fixed order; the same arguments give the same city
 * everywhere. Time and memory grow with the area. */
#include "base/status.h"
#include "map/generate.h"
#include "map/generate_begin.h"
#include "map/generate_blocks.h"

#define M 100 /* a metre */

#define SCALE 60
#define DENSITY 0.85

#define AVENUE (24 * M)
#define STREET (13 * M)
#define LANE (8 * M)

/* Longest side of a district, in scales. */
#define DISTRICT_MOST 11

/* ---- Streets ---- */

/* 0 in the middle of the city, 1000 in the middle of each side and beyond. */
static int32_t outskirts_of(const pf_city *city, pf_city_rectangle r) {
  const int64_t x = 2 * (r.x + (int64_t)r.width / 2) - city->width;
  const int64_t y = 2 * (r.y + (int64_t)r.height / 2) - city->height;
  const int64_t far_x = 1000 * x / city->width, far_y = 1000 * y / city->height;
  const int64_t squared = far_x * far_x + far_y * far_y;
  return squared > 1000000 ? 1000 : (int32_t)(squared / 1000); /* grows slowly at first */
}

/* The place of street `number` of `count + 1` along `extent`, moved a little at random. */
static int32_t street_at(pf_city *city, int32_t extent, int32_t number, int32_t count) {
  const int32_t even = (int32_t)((int64_t)extent * number / count);
  if (number == 0 || number == count) return even;
  const int32_t stray = extent / count / 8;
  return even + pf_random_between(&city->random, -stray, stray);
}

/* Streets along a district's side: at most as many as DISTRICT_MOST has room for. */
typedef struct streets {
  int32_t count; /* blocks */
  int32_t at[2 * DISTRICT_MOST + 2];
} streets;

/* The number of pieces of about `apart` in `extent`; at least one. */
static int32_t pieces(int32_t extent, int32_t apart) {
  const int32_t count = (extent + apart / 2) / apart;
  return count < 1 ? 1 : count;
}

static streets lay_streets(pf_city *city, int32_t extent) {
  const int32_t apart =
      (int32_t)((int64_t)city->scale * pf_random_between(&city->random, 85, 150) / 100);
  streets s = {.count = pieces(extent, apart)};
  for (int32_t i = 0; i <= s.count; i++) s.at[i] = street_at(city, extent, i, s.count);
  return s;
}

/* Lays a grid of streets and lanes; the avenues around the district don't belong to it. */
static pathfan_status lay_district(pf_city *city, pf_city_rectangle r) {
  const streets x = lay_streets(city, r.width), y = lay_streets(city, r.height);
  const int32_t middle_x = x.count / 2, middle_y = y.count / 2;
  pathfan_status status = PATHFAN_OK;
  for (int32_t j = 0; j < y.count && !status; j++)
    for (int32_t i = 0; i < x.count && !status; i++) {
      /* Half of each street is left free; the district's main streets are wider. */
      const int32_t left = i == 0 ? 0 : (i == middle_x ? STREET : LANE) / 2;
      const int32_t right = i + 1 == x.count ? 0 : (i + 1 == middle_x ? STREET : LANE) / 2;
      const int32_t top = j == 0 ? 0 : (j == middle_y ? STREET : LANE) / 2;
      const int32_t bottom = j + 1 == y.count ? 0 : (j + 1 == middle_y ? STREET : LANE) / 2;
      const pf_city_rectangle block = {r.x + x.at[i] + left, r.y + y.at[j] + top,
                                       x.at[i + 1] - x.at[i] - left - right,
                                       y.at[j + 1] - y.at[j] - top - bottom};
      if (block.width < 6 * M || block.height < 6 * M) continue;
      status = pf_city_fill(city, block, outskirts_of(city, block));
    }
  return status;
}

/* Cuts a rectangle in two until districts are left, across the longer side first. */
static pathfan_status lay_avenues(pf_city *city, pf_city_rectangle r) {
  if (r.width < 6 * M || r.height < 6 * M) return PATHFAN_OK;
  const bool upright = r.height > r.width;
  const int32_t extent = upright ? r.height : r.width;
  if (extent <= DISTRICT_MOST * city->scale) return lay_district(city, r);
  const int32_t at = (int32_t)((int64_t)extent * pf_random_between(&city->random, 38, 62) / 100);
  pf_city_rectangle first = r, second = r;
  if (upright) {
    first.height = at - AVENUE / 2;
    second.y += at + AVENUE / 2;
    second.height -= at + AVENUE / 2;
  } else {
    first.width = at - AVENUE / 2;
    second.x += at + AVENUE / 2;
    second.width -= at + AVENUE / 2;
  }
  const pathfan_status status = lay_avenues(city, first);
  return status ? status : lay_avenues(city, second);
}

/* ---- River ---- */

#define BANK_STEP (25 * M) /* between corners of the river's banks */
#define BRIDGE (15 * M)
#define BANK_CORNERS 64

/* Draws water between x = from and x = to, side by side in pieces as long as the array holds. */
static pathfan_status draw_water(pf_city *city, int32_t from, int32_t to, int32_t y,
                                 int32_t width) {
  pf_city_point corners[2 * BANK_CORNERS];
  pathfan_status status = PATHFAN_OK;
  for (bool is_last = false; !is_last && !status;) {
    int32_t count = 0, x = from;
    for (; count < BANK_CORNERS - 1 && x < to; count++, x += BANK_STEP) {
      corners[count] = (pf_city_point){x, y};
      from = x;
    }
    is_last = x >= to;
    if (is_last) corners[count++] = (pf_city_point){to, y};
    for (int32_t i = 0; i < count; i++)
      corners[2 * count - 1 - i] = (pf_city_point){corners[i].x, y + width};
    status = pf_city_draw(city, corners, 2 * count);
  }
  return status;
}

static pathfan_status draw_river(pf_city *city, int32_t y, int32_t width) {
  pathfan_status status = PATHFAN_OK;
  int32_t at = 0;
  while (at < city->width && !status) {
    int32_t bridge = at + city->scale * pf_random_between(&city->random, 4, 9);
    if (bridge > city->width - 2 * BRIDGE) /* the last one; there is always at least one */
      bridge = at ? city->width : city->width / 2;
    status = draw_water(city, at, bridge < city->width ? bridge : city->width, y, width);
    at = bridge + BRIDGE;
  }
  return status;
}

static pathfan_status lay_out(pf_city *city) {
  const int32_t side = city->width < city->height ? city->width : city->height;
  const int32_t margin = side < 400 * M ? LANE / 2 : STREET / 2;
  const pf_city_rectangle all = {margin, margin, city->width - 2 * margin,
                                 city->height - 2 * margin};
  /* A city of a few blocks has no river. */
  if (side < 6 * city->scale || city->width < 8 * BRIDGE) return lay_avenues(city, all);
  int32_t water = side / 40;
  if (water < 25 * M) water = 25 * M;
  if (water > 110 * M) water = 110 * M;
  const int32_t y =
      (int32_t)((int64_t)city->height * pf_random_between(&city->random, 35, 65) / 100);
  pf_city_rectangle north = all, south = all;
  north.height = y - STREET - all.y;
  south.y = y + water + STREET;
  south.height = all.y + all.height - south.y;
  pathfan_status status = draw_river(city, y, water);
  if (!status) status = lay_avenues(city, north);
  if (!status) status = lay_avenues(city, south);
  return status;
}

/* ---- All of it ---- */

static pathfan_status draw_border(pf_polygons *areas, int32_t width, int32_t height) {
  const double corners[4][2] = {{0, 0}, {width, 0}, {width, height}, {0, height}};
  pathfan_status status = pf_polygons_begin(areas, PF_POLYGON_FREE, NULL);
  if (!status) status = pf_polygons_ring(areas, 0);
  for (int i = 0; i < 4 && !status; i++)
    status = pf_polygons_point(areas, corners[i][0], corners[i][1]);
  return status;
}

pathfan_status pf_generate_city(const pf_recipe *recipe, pf_polygons *areas, pathfan_error *error) {
  *areas = (pf_polygons){.place_is = "feature"};
  pf_recipe r = *recipe;
  const pf_generate_kind kind = {.density = DENSITY,
                                 .scale = SCALE,
                                 .scale_min = PF_CITY_SCALE_MIN,
                                 .scale_max = PF_CITY_SCALE_MAX};
  pathfan_status status = pf_generate_check(&kind, &r, error);
  if (status) return status;
  pf_city city = {.width = r.width * M,
                  .height = r.height * M,
                  .scale = r.scale * M,
                  .density = r.density,
                  .random = pf_random_from(r.seed),
                  .areas = areas};
  status = draw_border(areas, r.width, r.height);
  if (!status) status = pf_city_begin(&city);
  if (!status) status = lay_out(&city);
  pf_city_end(&city);
  if (!status) return PATHFAN_OK;
  pf_polygons_free(areas);
  return pf_fail(error, status, "no memory for a city of %d x %d", (int)r.width, (int)r.height);
}

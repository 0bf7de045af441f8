/* detour_file.c - reads navigation meshes of Detour.
 *
 * A set is a head, the grid of tiles, and tiles, each behind its reference and size. A tile holds
 * its vertices, polygons and off-mesh connections; links, heights inside polygons (the detail
 * mesh) and the tree of boxes are made from these by Detour itself, and aren't needed. Within a
 * tile polygons are neighbours if they share two vertices. An edge on the tile's border is marked;
 * marked edges of two tiles are joined where Detour joins them: where they lie along each other,
 * and their heights differ by at most twice what an agent climbs at either end, or they cross.
 *
 * Vertices are corners of Recast's cells, whose size is that of the tree's steps. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "meshing/soup.h"

#define MAGIC(a, b, c, d)                                                                          \
  ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))
#define SET_MAGIC MAGIC('M', 'S', 'E', 'T')
#define TILE_MAGIC MAGIC('D', 'N', 'A', 'V')
#define CACHE_MAGIC MAGIC('T', 'S', 'E', 'T')

enum {
  SET_VERSION = 1,
  TILE_VERSION = 7,
  SET_BYTES = 40, /* magic, version, tiles; origin, size of tiles, most tiles and polygons */
  HEAD_BYTES = 100,
  VERTEX_BYTES = 12,
  POLYGON_BYTES = 32,
  CORNERS_MOST = 6,
  CONNECTION_BYTES = 36,
  AREAS = 64,
  FLAG_BITS = 16,
  SIZE_MOST = 1 << 26 /* of any list of a tile */
};

/* Of polygons. */
#define BORDER_EDGE 0x8000
enum { TYPE_GROUND = 0, TYPE_CONNECTION = 1 };
#define BOTH_WAYS 1 /* of connections */

typedef struct detour {
  const unsigned char *text;
  const char *path;
  int reference_bytes;
  bool closed_area[AREAS];
  uint32_t closed_flags;
  int64_t with_flag[FLAG_BITS], ground; /* polygons of the ground that have a flag; all */
  pf_soup *soup;
  pf_ignored *ignored;
  pathfan_error *error;
} detour;

/* A tile: where its parts begin. */
typedef struct tile {
  const unsigned char *vertices, *polygons, *connections;
  uint32_t vertex_count, polygon_count, connection_count;
  int32_t number;
  double climb, steps; /* steps per map unit */
  double low[2];
} tile;

static uint32_t get16(const unsigned char *at) {
  return (uint32_t)at[0] | (uint32_t)at[1] << 8;
}

static uint32_t get32(const unsigned char *at) {
  return get16(at) | get16(at + 2) << 16;
}

static double get_float(const unsigned char *at) {
  const uint32_t bits = get32(at);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

static pathfan_status refuse(const detour *d, const char *why) {
  return pf_fail(d->error, PATHFAN_ERR_MALFORMED, "%s: %s", pf_name_tail(d->path), why);
}

static pathfan_status refuse_tile(const detour *d, int32_t number, const char *why) {
  return pf_fail(d->error, PATHFAN_ERR_MALFORMED, "%s: tile %d %s", pf_name_tail(d->path),
                 (int)number, why);
}

/* ---- A tile's parts ---- */

static pathfan_status open_tile(const detour *d, const unsigned char *at, uint64_t bytes,
                                int32_t number, tile *t) {
  /* Numbers of the head that are sizes of parts, and the bytes of an element of each part. */
  const uint32_t link_bytes = d->reference_bytes == 8 ? 16 : 12;
  const struct {
    int place; /* among the head's numbers */
    uint32_t size;
  } parts[] = {{7, VERTEX_BYTES}, {6, POLYGON_BYTES}, {8, link_bytes},       {9, 12}, {10, 12},
               {11, 4},           {12, 16},           {13, CONNECTION_BYTES}};
  enum { PARTS = sizeof parts / sizeof *parts };
  uint64_t first[PARTS + 1] = {HEAD_BYTES};
  if (bytes < HEAD_BYTES) return refuse_tile(d, number, "ends in its head");
  if (get32(at) != TILE_MAGIC) return refuse_tile(d, number, "doesn't begin with DNAV");
  if (get32(at + 4) != TILE_VERSION)
    return refuse_tile(d, number, "is of another version than 7, which is what is read");
  for (int i = 0; i < PARTS; i++) {
    const uint32_t count = get32(at + 4 * (size_t)parts[i].place);
    if (count > SIZE_MOST) return refuse_tile(d, number, "has a list of impossible length");
    first[i + 1] = first[i] + (uint64_t)count * parts[i].size;
  }
  if (first[PARTS] > bytes) return refuse_tile(d, number, "is shorter than its head says");
  *t = (tile){.vertices = at + first[0],
              .polygons = at + first[1],
              .connections = at + first[PARTS - 1],
              .vertex_count = get32(at + 28),
              .polygon_count = get32(at + 24),
              .connection_count = get32(at + 52),
              .number = number,
              .climb = get_float(at + 68),
              .steps = get_float(at + 96),
              .low = {get_float(at + 72), get_float(at + 80)}};
  return PATHFAN_OK;
}

static const unsigned char *polygon_at(const tile *t, uint32_t polygon) {
  return t->polygons + (size_t)polygon * POLYGON_BYTES;
}

static uint32_t corner_of(const unsigned char *polygon, int i) {
  return get16(polygon + 4 + 2 * i);
}
static uint32_t edge_of(const unsigned char *polygon, int i) {
  return get16(polygon + 16 + 2 * i);
}
static uint32_t flags_of(const unsigned char *polygon) {
  return get16(polygon + 28);
}
static int count_of(const unsigned char *polygon) {
  return polygon[30];
}
static int area_of(const unsigned char *polygon) {
  return polygon[31] & 0x3f;
}
static int type_of(const unsigned char *polygon) {
  return polygon[31] >> 6;
}

static bool is_closed(const detour *d, const unsigned char *polygon) {
  return d->closed_area[area_of(polygon)] || (flags_of(polygon) & d->closed_flags);
}

/* ---- The ground ---- */

static pathfan_status take_vertices(const detour *d, const tile *t) {
  pathfan_status status = PATHFAN_OK;
  for (uint32_t v = 0; v < t->vertex_count && !status; v++) {
    double at[3];
    for (int axis = 0; axis < 3; axis++) {
      at[axis] = get_float(t->vertices + (size_t)v * VERTEX_BYTES + 4 * (size_t)axis);
      if (!(fabs(at[axis]) <= PF_SOUP_COORDINATE_MAX))
        return refuse_tile(d, t->number, "has a vertex out of range");
    }
    status = pf_soup_point(d->soup, at[0], at[2], at[1]);
  }
  return status;
}

static pathfan_status take_polygon(detour *d, const tile *t, uint32_t number, int32_t first_point) {
  const unsigned char *polygon = polygon_at(t, number);
  const pf_soup_place place = {number, t->number};
  const int count = count_of(polygon);
  char text[PF_SOUP_PLACE_BYTES];
  if (type_of(polygon) == TYPE_CONNECTION) return PATHFAN_OK;
  if (type_of(polygon) != TYPE_GROUND || count < 3 || count > CORNERS_MOST)
    return pf_fail(d->error, PATHFAN_ERR_MALFORMED, "%s: %s has %d corners, or an unknown type",
                   pf_name_tail(d->path), pf_soup_place_text(d->soup, place, text), count);
  if (!flags_of(polygon)) {
    pf_ignore(d->ignored, PF_IGNORED_CLOSED, 1, "%s", pf_soup_place_text(d->soup, place, text));
    return PATHFAN_OK;
  }
  d->ground++;
  for (int bit = 0; bit < FLAG_BITS; bit++) d->with_flag[bit] += flags_of(polygon) >> bit & 1;
  if (is_closed(d, polygon)) return PATHFAN_OK;
  pathfan_status status = pf_soup_begin(d->soup, place);
  for (int i = 0; i < count && !status; i++) {
    const uint32_t corner = corner_of(polygon, i);
    if (corner >= t->vertex_count)
      return refuse_tile(d, t->number, "has a polygon with a corner that isn't there");
    status = pf_soup_corner(d->soup, first_point + (int32_t)corner,
                            (edge_of(polygon, i) & BORDER_EDGE) != 0);
  }
  return status;
}

/* ---- Off-mesh connections ---- */

static pathfan_status take_connection(detour *d, const tile *t, uint32_t number,
                                      int32_t first_point) {
  const unsigned char *at = t->connections + (size_t)number * CONNECTION_BYTES;
  const uint32_t polygon = get16(at + 28);
  const pf_soup_place place = {polygon, t->number};
  char text[PF_SOUP_PLACE_BYTES];
  if (polygon >= t->polygon_count)
    return refuse_tile(d, t->number, "has an off-mesh connection without a polygon");
  const unsigned char *of = polygon_at(t, polygon);
  if (type_of(of) != TYPE_CONNECTION || count_of(of) != 2 || corner_of(of, 0) >= t->vertex_count ||
      corner_of(of, 1) >= t->vertex_count)
    return refuse_tile(d, t->number, "has an off-mesh connection whose polygon doesn't exist");
  if (!flags_of(of)) {
    pf_ignore(d->ignored, PF_IGNORED_CLOSED, 1, "%s", pf_soup_place_text(d->soup, place, text));
    return PATHFAN_OK;
  }
  if (is_closed(d, of)) return PATHFAN_OK;
  pf_soup_link link = {.reach = get_float(at + 24),
                       .is_oneway = !(at[30] & BOTH_WAYS),
                       .flags = flags_of(of),
                       .place = place};
  if (!(link.reach >= 0 && link.reach <= PF_SOUP_COORDINATE_MAX)) link.reach = 0;
  for (int e = 0; e < 2; e++)
    memcpy(link.at[e], d->soup->points + 3 * (size_t)(first_point + (int32_t)corner_of(of, e)),
           sizeof link.at[e]);
  return pf_soup_link_add(d->soup, &link);
}

/* Removes from the flags of links those that the ground has, too: what most of its polygons ask
 * for, everybody has. */
static void strip_flags(detour *d) {
  uint32_t common = 0;
  for (int bit = 0; bit < FLAG_BITS; bit++)
    if (2 * d->with_flag[bit] > d->ground) common |= 1U << bit;
  for (int32_t i = 0; i < d->soup->link_count; i++) d->soup->links[i].flags &= ~common;
}

/* ---- The file ---- */

static pathfan_status take_tile(detour *d, const unsigned char *at, uint64_t bytes,
                                int32_t number) {
  const int32_t first_point = d->soup->point_count;
  tile t = {0};
  pathfan_status status = open_tile(d, at, bytes, number, &t);
  if (!status) status = take_vertices(d, &t);
  for (uint32_t i = 0; i < t.polygon_count && !status; i++)
    status = take_polygon(d, &t, i, first_point);
  for (uint32_t i = 0; i < t.connection_count && !status; i++)
    status = take_connection(d, &t, i, first_point);
  if (status) return status;
  if (t.climb >= 0 && t.climb <= PF_SOUP_COORDINATE_MAX)
    d->soup->join.within = fmax(d->soup->join.within, 2 * t.climb);
  if (d->soup->cell == 0 && t.steps > 0x1p-60 && t.steps < 0x1p60) {
    d->soup->cell = (double)(float)(1 / t.steps);
    for (int axis = 0; axis < 2; axis++) d->soup->origin[axis] = t.low[axis];
  }
  return PATHFAN_OK;
}

static pathfan_status take_set(detour *d, uint64_t bytes) {
  if (bytes < SET_BYTES) return refuse(d, "ends in its head");
  if (get32(d->text + 4) != SET_VERSION)
    return refuse(d, "is a set of tiles of another version than 1, which is what is read");
  const uint32_t count = get32(d->text + 8);
  uint64_t at = SET_BYTES;
  /* With references of 64 bits the magic of the first tile comes eight bytes later. */
  const bool is_wide = bytes >= at + 20 && get32(d->text + at + 16) == TILE_MAGIC &&
                       get32(d->text + at + 8) != TILE_MAGIC;
  d->reference_bytes = is_wide ? 8 : 4;
  const uint64_t head = is_wide ? 16 : 8;
  pathfan_status status = PATHFAN_OK;
  for (uint32_t i = 0; i < count && !status; i++) {
    if (bytes - at < head) return refuse_tile(d, (int32_t)i, "isn't there");
    const uint64_t size = get32(d->text + at + d->reference_bytes);
    at += head;
    if (!size) break; /* as Detour's own reader ends */
    if (size > bytes - at) return refuse_tile(d, (int32_t)i, "is cut off");
    status = take_tile(d, d->text + at, size, (int32_t)i);
    at += size;
  }
  if (!status && at < bytes)
    pf_ignore(d->ignored, PF_IGNORED_EXCESS, (int64_t)(bytes - at), "byte %lld", (long long)at);
  return status;
}

/* Takes one line of the names of what is closed. */
static pathfan_status close_one(detour *d, pf_span line) {
  static const struct {
    const char *name;
    int64_t most;
  } kinds[] = {{"area=", AREAS - 1}, {"flags=", (1 << FLAG_BITS) - 1}};
  char quoted[PF_QUOTE_BYTES];
  for (int i = 0; i < 2; i++) {
    const size_t length = strlen(kinds[i].name);
    int64_t value;
    if (line.length <= length || memcmp(line.at, kinds[i].name, length) != 0 ||
        !pf_span_whole((pf_span){line.at + length, line.length - length}, kinds[i].most, &value))
      continue;
    if (i)
      d->closed_flags |= (uint32_t)value;
    else
      d->closed_area[value] = true;
    return PATHFAN_OK;
  }
  return pf_fail(d->error, PATHFAN_ERR_ARGUMENT,
                 "%s: there is no layer %s: of a navigation mesh, layers are areas and flags, such "
                 "as area=3 and flags=16",
                 pf_name_tail(d->path), pf_span_quote(line, quoted));
}

static pathfan_status close_some(detour *d, const char *closed) {
  pf_text lines = pf_text_over(closed, strlen(closed), d->path);
  pf_span line;
  pathfan_status status = PATHFAN_OK;
  while (!status && pf_text_line(&lines, &line)) status = close_one(d, line);
  return status;
}

pathfan_status pf_detour_parse(const char *text, size_t bytes, const char *path, const char *closed,
                               pf_soup *soup, pf_ignored *ignored, pathfan_error *error) {
  detour d = {.text = (const unsigned char *)text,
              .path = path,
              .reference_bytes = 4,
              .soup = soup,
              .ignored = ignored,
              .error = error};
  soup->place_is = "polygon";
  soup->join.by_one_end = true;
  if (bytes < 8) return refuse(&d, "is too short for a navigation mesh");
  pathfan_status status = closed ? close_some(&d, closed) : PATHFAN_OK;
  if (status) return status;
  switch (get32(d.text)) {
  case SET_MAGIC: status = take_set(&d, bytes); break;
  case TILE_MAGIC: status = take_tile(&d, d.text, bytes, 0); break;
  case CACHE_MAGIC:
    return refuse(&d, "is a set of a tile cache, which Detour makes the mesh of; save the mesh "
                      "itself (saveAll, exportNavMesh)");
  default: return refuse(&d, "has the byte order of another machine");
  }
  if (status) return pf_soup_status(path, status, error);
  if (!soup->polygon_count) return refuse(&d, "has no walkable polygon");
  strip_flags(&d);
  return PATHFAN_OK;
}

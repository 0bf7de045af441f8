/* geojson_geometry.c - reads geometries (RFC 7946, section 3.1): rings, walls, roads, rivers and
 * bridges. Messages name the ring, line or point by its number in the feature. */
#include "map/geojson_geometry.h"

#include <math.h>
#include <string.h>

#include "base/length.h"
#include "base/status.h"

typedef pf_geojson_reader reader;

static pathfan_status take_position(const reader *r, const json_t *position, double xy[2]) {
  if (!json_is_array(position) || json_array_size(position) < 2)
    return pf_geojson_complain(r, "%s %lld of %s has a position that is not [x, y]", r->part,
                               (long long)r->number, r->called);
  bool is_high = false;
  for (size_t i = 0; i < json_array_size(position); i++) {
    const json_t *number = json_array_get(position, i);
    if (!json_is_number(number))
      return pf_geojson_complain(r, "%s %lld of %s has a coordinate that is not a number", r->part,
                                 (long long)r->number, r->called);
    if (i >= 2) {
      is_high = is_high || json_number_value(number) != 0;
      continue;
    }
    xy[i] = json_number_value(number);
    if (!(fabs(xy[i]) <= PF_COORDINATE_MAX)) {
      char shown[PF_SHORTEST_BYTES];
      return pf_geojson_complain(r, "%s %lld of %s has a coordinate of %s; %g is the limit",
                                 r->part, (long long)r->number, r->called,
                                 pf_number_shortest(xy[i], shown), PF_COORDINATE_MAX);
    }
  }
  if (is_high)
    pf_ignore(&r->polygons->ignored, PF_IGNORED_HEIGHT, 1, "%s %lld of %s", r->part,
              (long long)r->number, r->called);
  return PATHFAN_OK;
}

/* Takes a ring; one without three different points is left out: *is_flat then. */
static pathfan_status take_ring(const reader *r, const json_t *ring, bool *is_flat) {
  const size_t count = json_array_size(ring);
  double xy[2] = {0}, first[2] = {0};
  if (!json_is_array(ring))
    return pf_geojson_complain(r, "ring %lld of %s is not an array of positions",
                               (long long)r->number, r->called);
  pathfan_status status = pf_geojson_worded(r, pf_polygons_ring(r->into, r->feature));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(ring, i), xy);
    if (status) break;
    if (!i) memcpy(first, xy, sizeof first);
    status = pf_geojson_worded(r, pf_polygons_point(r->into, xy[0], xy[1]));
  }
  if (status) return status;
  if (count > 2 && (xy[0] != first[0] || xy[1] != first[1]))
    return pf_geojson_complain(r,
                               "ring %lld of %s is not closed: its first and last positions differ",
                               (long long)r->number, r->called);
  *is_flat = pf_polygons_close_ring(r->into) < 3;
  if (!*is_flat) return PATHFAN_OK;
  pf_polygons_drop_ring(r->into);
  pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_RING, 1, "ring %lld of %s", (long long)r->number,
            r->called);
  return PATHFAN_OK;
}

static void note_empty(const reader *r) {
  pf_ignore(&r->polygons->ignored, PF_IGNORED_EMPTY, 1, "%s", r->called);
}

static pathfan_status take_polygon(reader *r, const json_t *rings) {
  pathfan_status status = PATHFAN_OK;
  if (!json_is_array(rings))
    return pf_geojson_complain(r, "%s has a polygon that is not an array of rings", r->called);
  const size_t count = json_array_size(rings);
  bool has_shell = true, is_flat = false;
  if (!count) {
    note_empty(r);
    return PATHFAN_OK;
  }
  if (r->kind == PF_GEOJSON_DOOR && count > 1)
    return pf_geojson_complain(r, "%s is a door with a hole", r->called);
  const bool is_free =
      r->has_kind ? r->kind == PF_GEOJSON_FREE : r->wishes->walkable && !r->is_solid;
  const pf_polygon_kind kind = r->kind == PF_GEOJSON_DOOR ? PF_POLYGON_DOOR
                               : is_free                  ? PF_POLYGON_FREE
                                                          : PF_POLYGON_OBSTACLE;
  const bool is_rated = r->kind == PF_GEOJSON_AREA;
  r->into = is_rated ? &r->features->rated : r->polygons;
  status = pf_geojson_worded(r, is_rated ? pf_features_area(r->features, r->area, r->name)
                                         : pf_polygons_begin(r->polygons, kind, r->name));
  r->part = "ring";
  for (size_t i = 0; i < count && !status; i++, r->number++) {
    status = take_ring(r, json_array_get(rings, i), &is_flat);
    if (!i) has_shell = !is_flat;
  }
  if (status) return status;
  pf_polygon *made = &r->into->polygons[r->into->polygon_count - 1];
  made->is_assumed = !r->has_kind;
  made->is_closed = r->is_closed;
  made->levels = r->levels;
  if (!has_shell) pf_polygons_drop_polygon(r->into);
  return PATHFAN_OK;
}

/* Checks that positions can form a line. */
static pathfan_status check_line(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  r->part = "line";
  if (!json_is_array(positions))
    return pf_geojson_complain(r, "line %lld of %s is not an array of positions",
                               (long long)r->number, r->called);
  if (count < 2)
    return pf_geojson_complain(r, "line %lld of %s has %zu positions; a line has at least 2",
                               (long long)r->number, r->called, count);
  return PATHFAN_OK;
}

/* Adds a wall, unless it repeats a single point: drawings export such lines. */
static pathfan_status take_wall(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  double xy[2];
  pathfan_status status = check_line(r, positions);
  if (!status)
    status = pf_geojson_worded(r, pf_polygons_begin(r->polygons, PF_POLYGON_WALL, r->name));
  if (!status) status = pf_geojson_worded(r, pf_polygons_ring(r->polygons, r->feature));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(positions, i), xy);
    if (!status) status = pf_geojson_worded(r, pf_polygons_point(r->polygons, xy[0], xy[1]));
  }
  if (status) return status;
  r->polygons->polygons[r->polygons->polygon_count - 1].levels = r->levels;
  if (!pf_polygons_close_wall(r->polygons))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_LINE, 1, "line %lld of %s",
              (long long)r->number, r->called);
  r->number++;
  return PATHFAN_OK;
}

static pathfan_status take_line(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  double xy[2];
  pathfan_status status = check_line(r, positions);
  if (!status) status = pf_geojson_worded(r, pf_features_line(r->features, &r->line));
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(positions, i), xy);
    if (!status) status = pf_geojson_worded(r, pf_features_point(r->features, xy[0], xy[1]));
  }
  if (status) return status;
  if (!pf_features_close_line(r->features))
    pf_ignore(&r->polygons->ignored, PF_IGNORED_FLAT_LINE, 1, "line %lld of %s",
              (long long)r->number, r->called);
  r->number++;
  return PATHFAN_OK;
}

static pathfan_status take_bridge(reader *r, const json_t *position) {
  double xy[2];
  r->part = "point";
  pathfan_status status = take_position(r, position, xy);
  if (!status)
    status =
        pf_geojson_worded(r, pf_features_bridge(r->features, xy[0], xy[1], r->feature, r->name));
  r->number++;
  return status;
}

/* Adds a link; its cost is the line's length, if the feature gives none. */
static pathfan_status add_link(reader *r, double length) {
  pf_map_link *link = &r->link;
  link->is_length = !r->has_cost;
  for (int way = 0; way < 2 && !r->has_cost; way++)
    if (isfinite(link->cost[way])) link->cost[way] = length;
  r->number++;
  return pf_geojson_worded(r, pf_features_link(r->features, link));
}

static pathfan_status take_link(reader *r, const json_t *positions) {
  const size_t count = json_array_size(positions);
  double xy[2], length = 0, last[2] = {0};
  pathfan_status status = check_line(r, positions);
  for (size_t i = 0; i < count && !status; i++) {
    status = take_position(r, json_array_get(positions, i), xy);
    if (!i) memcpy(r->link.at, xy, sizeof xy);
    if (i) length += pf_length(xy[0] - last[0], xy[1] - last[1]);
    memcpy(last, xy, sizeof xy);
  }
  memcpy(r->link.at + 2, last, sizeof last);
  return status ? status : add_link(r, length);
}

/* A lift. */
static pathfan_status take_upright_link(reader *r, const json_t *position) {
  r->part = "point";
  const pathfan_status status = take_position(r, position, r->link.at);
  memcpy(r->link.at + 2, r->link.at, 2 * sizeof *r->link.at);
  if (!status && !r->has_cost)
    return pf_geojson_complain(r, "%s is a link of one point without a cost", r->called);
  if (!status && r->link.level[0] == r->link.level[1])
    return pf_geojson_complain(r, "%s is a link of one point on one level, which leads nowhere",
                               r->called);
  return status ? status : add_link(r, 0);
}

/* Takes a wall, road, river or bridge from a geometry allowed for its kind, single or multiple. */
static pathfan_status take_things(reader *r, const char *type, const json_t *inside) {
  const bool is_point =
      r->kind == PF_GEOJSON_BRIDGE || (r->kind == PF_GEOJSON_LINK && strstr(type, "Point"));
  const char *one = is_point ? "Point" : "LineString";
  pathfan_status (*take)(reader *, const json_t *) =
      r->kind == PF_GEOJSON_BRIDGE     ? take_bridge
      : r->kind == PF_GEOJSON_LINK     ? (is_point ? take_upright_link : take_link)
      : r->kind == PF_GEOJSON_OBSTACLE ? take_wall
                                       : take_line;
  pathfan_status status = PATHFAN_OK;
  if (!strcmp(type, one)) return take(r, inside);
  if (strncmp(type, "Multi", 5) != 0 || strcmp(type + 5, one) != 0)
    return pf_geojson_set_aside(r, "%s is a %s; a %s is a %s or Multi%s", r->called, type,
                                pf_geojson_kinds[r->kind], one, one);
  if (!json_is_array(inside))
    return pf_geojson_complain(r, "%s is a %s without an array of them", r->called, type);
  for (size_t i = 0; i < json_array_size(inside) && !status; i++)
    status = take(r, json_array_get(inside, i));
  return status;
}

static bool is_one_of(const char *type, const char *const *types) {
  for (; *types; types++)
    if (!strcmp(type, *types)) return true;
  return false;
}

/* jansson's limit on the depth of brackets bounds the recursion. */
pathfan_status pf_geojson_take_geometry(pf_geojson_reader *r, const json_t *geometry) {
  static const char *const points[] = {"Point", "MultiPoint", NULL};
  static const char *const lines[] = {"LineString", "MultiLineString", NULL};
  static const char *const areas[] = {"Polygon", "MultiPolygon", NULL};
  pathfan_status status = PATHFAN_OK;
  char quoted[PF_QUOTE_BYTES];
  if (json_is_null(geometry)) {
    note_empty(r);
    return PATHFAN_OK;
  }
  const json_t *named = json_object_get(geometry, "type");
  if (!json_is_string(named))
    return pf_geojson_complain(r, "%s has a geometry without a type", r->called);
  const char *type = json_string_value(named);
  const json_t *inside =
      json_object_get(geometry, strcmp(type, "GeometryCollection") ? "coordinates" : "geometries");
  if (r->kind >= PF_GEOJSON_ROAD && r->kind != PF_GEOJSON_AREA &&
      (is_one_of(type, points) || is_one_of(type, lines) || is_one_of(type, areas)))
    return take_things(r, type, inside);
  if (!strcmp(type, "Polygon")) return take_polygon(r, inside);
  if (!strcmp(type, "MultiPolygon") || !strcmp(type, "GeometryCollection")) {
    if (!json_is_array(inside))
      return pf_geojson_complain(r, "%s is a %s without an array of them", r->called, type);
    if (!json_array_size(inside)) note_empty(r);
    for (size_t i = 0; i < json_array_size(inside) && !status; i++) {
      const json_t *part = json_array_get(inside, i);
      status = type[0] == 'M' ? take_polygon(r, part) : pf_geojson_take_geometry(r, part);
    }
    return status;
  }
  if (is_one_of(type, points) && !r->has_kind) {
    pf_ignore(&r->polygons->ignored, PF_IGNORED_POINT, 1, "%s", r->called);
    return PATHFAN_OK;
  }
  if (is_one_of(type, lines) && r->kind == PF_GEOJSON_OBSTACLE) return take_things(r, type, inside);
  if (is_one_of(type, points) || is_one_of(type, lines))
    return pf_geojson_set_aside(r, "%s is a %s; only polygons bound an area", r->called, type);
  return pf_geojson_complain(r, "%s has a geometry of unknown type %s", r->called,
                             pf_geojson_quote(named, quoted));
}

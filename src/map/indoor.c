/* indoor.c - rewrites plans feature by feature. What borders on several things is found by looking
 * at all openings of a level: plans have thousands of features at most. */
#include "map/indoor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/shortage.h"
#include "base/status.h"

#define DOOR 0.9        /* metres */
#define NEAR 0.05       /* how far openings may lie beside a wall, metres */
#define LIFT 4.0        /* cost of a level by lift, metres of walking */
#define STAIRS 8.0      /* and by stairs that have no length of their own */
#define DEGREE 111320.0 /* metres in a degree of latitude */

typedef struct point {
  double x, y;
} point;

/* A gap in walls: between two points, or round a single one. */
typedef struct gap {
  point a, b;
  double half; /* of a single one's width, metres; 0: two points */
  pf_level_set on;
} gap;

typedef struct plan {
  pf_geojson_reader *r;
  const json_t *in;
  json_t *out;
  json_t *ordinals; /* of IMDF: id of a level: its ordinal */
  bool is_imdf;
  double metres[2]; /* in a unit along x and y */
  pf_levels levels; /* for comparing them */
  gap *gaps;
  int32_t gap_count, gap_capacity;
} plan;

int32_t pf_indoor_place(const json_t *made, size_t i) {
  return (int32_t)json_integer_value(json_object_get(json_array_get(made, i), "place"));
}

static const char *text_of(const json_t *feature, const char *key) {
  return json_string_value(json_object_get(json_object_get(feature, "properties"), key));
}

static bool is(const char *text, const char *word) {
  return text && !strcmp(text, word);
}

static const char *type_of(const json_t *feature) {
  return json_string_value(json_object_get(feature, "feature_type"));
}

static const json_t *geometry_of(const json_t *feature, const char *type) {
  const json_t *geometry = json_object_get(feature, "geometry");
  return is(json_string_value(json_object_get(geometry, "type")), type)
             ? json_object_get(geometry, "coordinates")
             : NULL;
}

static point point_of(const json_t *position) {
  return (point){json_number_value(json_array_get(position, 0)),
                 json_number_value(json_array_get(position, 1))};
}

static pathfan_status no_memory(const plan *p) {
  return pf_geojson_worded(p->r, PATHFAN_ERR_NO_MEMORY);
}

static void call(plan *p, size_t i) {
  p->r->feature = (int32_t)i;
  pf_geojson_call_feature(p->r, text_of(json_array_get(p->in, i), "name"));
}

/* ---- Levels ---- */

/* Returns the levels of a feature as a text of its own to be freed; NULL: it has none, or memory is
 * out. */
static json_t *levels_of(const plan *p, const json_t *feature) {
  const json_t *properties = json_object_get(feature, "properties");
  if (p->is_imdf) {
    const char *id = text_of(feature, "level_id");
    return id ? json_incref(json_object_get(p->ordinals, id)) : NULL;
  }
  const json_t *level = json_object_get(properties, "level");
  const char *more = text_of(feature, "repeat_on");
  char number[PF_SHORTEST_BYTES];
  const char *text = json_is_number(level) ? pf_number_shortest(json_number_value(level), number)
                                           : json_string_value(level);
  if (!text) return json_string("0");
  return more ? json_sprintf("%s;%s", text, more) : json_string(text);
}

/* ---- What is made ---- */

/* Adds a feature; takes its properties and geometry over. */
static pathfan_status put(plan *p, size_t place, json_t *properties, const char *type,
                          json_t *coordinates) {
  const char *name = text_of(json_array_get(p->in, place), "name");
  if (!properties || !coordinates) {
    json_decref(properties);
    json_decref(coordinates);
    return no_memory(p);
  }
  if (name) json_object_set_new(properties, "name", json_string(name));
  json_t *made =
      json_pack("{s:s, s:i, s:o, s:{s:s, s:o}}", "type", "Feature", "place", (int)place,
                "properties", properties, "geometry", "type", type, "coordinates", coordinates);
  return made && !json_array_append_new(p->out, made) ? PATHFAN_OK : no_memory(p);
}

/* Adds the feature's own geometry with a kind (NULL: none), on some levels. */
static pathfan_status put_kind(plan *p, size_t place, const char *kind, json_t *levels) {
  const json_t *geometry = json_object_get(json_array_get(p->in, place), "geometry");
  json_t *properties = json_pack("{s:O}", "level", levels);
  if (properties && kind) json_object_set_new(properties, "kind", json_string(kind));
  return put(p, place, properties, json_string_value(json_object_get(geometry, "type")),
             json_incref(json_object_get(geometry, "coordinates")));
}

/* cost < 0: the length of the line. */
static pathfan_status put_link(plan *p, size_t place, json_t *from_level, json_t *to_level, point a,
                               point b, double cost, int oneway) {
  json_t *properties = json_pack("{s:s, s:[O, O]}", "kind", "link", "level", from_level, to_level);
  if (properties && cost >= 0) json_object_set_new(properties, "cost", json_real(cost));
  if (properties && oneway) json_object_set_new(properties, "oneway", json_real(oneway));
  return a.x == b.x && a.y == b.y
             ? put(p, place, properties, "Point", json_pack("[f, f]", a.x, a.y))
             : put(p, place, properties, "LineString",
                   json_pack("[[f, f], [f, f]]", a.x, a.y, b.x, b.y));
}

/* ---- Walls ---- */

static pathfan_status add_gap(plan *p, const json_t *feature, point a, point b, double half) {
  json_t *levels = levels_of(p, feature);
  const pathfan_status status = pf_grow(&p->gaps, &p->gap_capacity, (int64_t)p->gap_count + 1);
  if (levels && !status)
    p->gaps[p->gap_count++] =
        (gap){a, b, half, pf_levels_of(&p->levels, json_string_value(levels))};
  json_decref(levels);
  return status ? no_memory(p) : PATHFAN_OK;
}

/* Where along the wall from a to b, 0..1, a point in its metres is; *beside: metres off it. */
static double along(const plan *p, point a, point b, point at, double *beside, double *length) {
  const double x = (b.x - a.x) * p->metres[0], y = (b.y - a.y) * p->metres[1];
  const double u = (at.x - a.x) * p->metres[0], v = (at.y - a.y) * p->metres[1];
  *length = hypot(x, y);
  *beside = fabs(x * v - y * u) / *length;
  return (x * u + y * v) / (*length * *length);
}

/* Finds the first part of a wall that a gap takes, from `from` on. False: there is none. */
static bool next_gap(const plan *p, point a, point b, pf_level_set on, double from,
                     double part[2]) {
  bool found = false;
  for (int32_t i = 0; i < p->gap_count; i++) {
    const gap *g = &p->gaps[i];
    double beside[2], length;
    if (!(g->on & on)) continue;
    double s = along(p, a, b, g->a, &beside[0], &length);
    double t = along(p, a, b, g->b, &beside[1], &length);
    if (beside[0] > NEAR || beside[1] > NEAR) continue;
    if (g->half > 0) {
      if (s < -NEAR / length || s > 1 + NEAR / length) continue;
      s -= g->half / length;
      t += g->half / length;
    }
    const double low = fmax(fmin(s, t), from), high = fmin(fmax(s, t), 1);
    if (high - low <= 1e-9 || (found && low >= part[0])) continue;
    part[0] = low;
    part[1] = high;
    found = true;
  }
  return found;
}

static pathfan_status close_wall(plan *p, size_t place, json_t *levels, json_t **line) {
  pathfan_status status = PATHFAN_OK;
  if (json_array_size(*line) >= 2)
    status = put(p, place, json_pack("{s:O}", "level", levels), "LineString", json_incref(*line));
  json_decref(*line);
  *line = json_array();
  return *line ? status : no_memory(p);
}

static bool add_point(json_t *line, point a, point b, double t) {
  return !json_array_append_new(line,
                                json_pack("[f, f]", a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)));
}

/* Makes walls of a ring, but for its gaps. */
static pathfan_status put_walls(plan *p, size_t place, const json_t *ring, json_t *levels) {
  const pf_level_set on = pf_levels_of(&p->levels, json_string_value(levels));
  pathfan_status status = PATHFAN_OK;
  json_t *line = json_array();
  for (size_t i = 0; i + 1 < json_array_size(ring) && !status; i++) {
    const point a = point_of(json_array_get(ring, i)), b = point_of(json_array_get(ring, i + 1));
    double from = 0, part[2];
    if (a.x == b.x && a.y == b.y) continue;
    while (!status && next_gap(p, a, b, on, from, part)) {
      if (part[0] > from || (from > 0 && part[0] >= from)) {
        if (!json_array_size(line)) add_point(line, a, b, from);
        add_point(line, a, b, part[0]);
      }
      status = close_wall(p, place, levels, &line);
      from = part[1];
    }
    if (status || from >= 1) continue;
    if (!json_array_size(line)) add_point(line, a, b, from);
    add_point(line, a, b, 1);
  }
  if (!status) status = close_wall(p, place, levels, &line);
  json_decref(line);
  return status;
}

/* Makes walls of all rings of a room. */
static pathfan_status put_room(plan *p, size_t place, json_t *levels, bool has_walls) {
  const json_t *feature = json_array_get(p->in, place);
  const json_t *rings = geometry_of(feature, "Polygon");
  const json_t *parts = geometry_of(feature, "MultiPolygon");
  pathfan_status status = put_kind(p, place, "free", levels);
  for (size_t k = 0; k < json_array_size(rings) && has_walls && !status; k++)
    status = put_walls(p, place, json_array_get(rings, k), levels);
  for (size_t i = 0; i < json_array_size(parts) && has_walls; i++)
    for (size_t k = 0; k < json_array_size(json_array_get(parts, i)) && !status; k++)
      status = put_walls(p, place, json_array_get(json_array_get(parts, i), k), levels);
  return status;
}

/* ---- Places of links ---- */

/* Finds a point inside a ring: the middle of its widest part at half its height. */
static point inside(const json_t *ring) {
  double low = INFINITY, high = -INFINITY, cuts[256];
  int count = 0;
  const size_t size = json_array_size(ring);
  for (size_t i = 0; i < size; i++) {
    low = fmin(low, point_of(json_array_get(ring, i)).y);
    high = fmax(high, point_of(json_array_get(ring, i)).y);
  }
  const double y = low + 0.501 * (high - low); /* hardly through a corner */
  for (size_t i = 0; i + 1 < size && count < 256; i++) {
    const point a = point_of(json_array_get(ring, i)), b = point_of(json_array_get(ring, i + 1));
    if ((a.y > y) == (b.y > y)) continue;
    const double x = a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x);
    int at = count++;
    for (; at > 0 && cuts[at - 1] > x; at--) cuts[at] = cuts[at - 1];
    cuts[at] = x;
  }
  point best = point_of(json_array_get(ring, 0));
  double widest = -1;
  for (int i = 0; i + 1 < count; i += 2)
    if (cuts[i + 1] - cuts[i] > widest) {
      widest = cuts[i + 1] - cuts[i];
      best = (point){(cuts[i] + cuts[i + 1]) / 2, y};
    }
  return best;
}

/* Where a link begins that is drawn as a feature. False: the feature has no place. */
static bool place_of(const json_t *feature, point *at) {
  const json_t *alone = geometry_of(feature, "Point"), *line = geometry_of(feature, "LineString");
  const json_t *rings = geometry_of(feature, "Polygon");
  if (alone) *at = point_of(alone);
  if (rings) *at = inside(json_array_get(rings, 0));
  if (line) {
    const point a = point_of(json_array_get(line, 0)), b = point_of(json_array_get(line, 1));
    *at = (point){(a.x + b.x) / 2, (a.y + b.y) / 2};
  }
  return alone || line || rings;
}

/* Links all levels of a feature, each to the next one. */
static pathfan_status put_shaft(plan *p, size_t place, const char *levels, double cost) {
  pf_levels all = {0};
  int32_t order[PF_LEVELS_MAX];
  point at;
  pathfan_status status = PATHFAN_OK;
  if (!pf_levels_of(&all, levels) || !place_of(json_array_get(p->in, place), &at))
    return PATHFAN_OK;
  pf_levels_sort(&all, order);
  for (int32_t i = 0; i + 1 < all.count && !status; i++) {
    json_t *low = json_string(all.name[order[i]]), *high = json_string(all.name[order[i + 1]]);
    status = low && high ? put_link(p, place, low, high, at, at, cost, 0) : no_memory(p);
    json_decref(low);
    json_decref(high);
  }
  return status;
}

/* ---- OpenStreetMap ---- */

/* Steps lead up from their first point, unless they say otherwise. */
static pathfan_status put_steps(plan *p, size_t place, const char *levels) {
  const json_t *feature = json_array_get(p->in, place);
  const json_t *line = geometry_of(feature, "LineString");
  const char *conveying = text_of(feature, "conveying"), *incline = text_of(feature, "incline");
  const bool is_down = incline && (*incline == '-' || is(incline, "down"));
  pf_levels all = {0};
  int32_t order[PF_LEVELS_MAX];
  if (!line || !pf_levels_of(&all, levels)) return PATHFAN_OK;
  if (all.count != 2)
    return pf_geojson_complain(p->r, "%s is steps that aren't on two levels", p->r->called);
  pf_levels_sort(&all, order);
  json_t *first = json_string(all.name[order[is_down]]);
  json_t *last = json_string(all.name[order[!is_down]]);
  const int oneway = is(conveying, "forward") || is(conveying, "yes") ? 1
                     : is(conveying, "backward")                      ? -1
                                                                      : 0;
  const pathfan_status status =
      first && last
          ? put_link(p, place, first, last, point_of(json_array_get(line, 0)),
                     point_of(json_array_get(line, json_array_size(line) - 1)), -1, oneway)
          : no_memory(p);
  json_decref(first);
  json_decref(last);
  return status;
}

static pathfan_status take_osm(plan *p, size_t place) {
  const json_t *feature = json_array_get(p->in, place);
  const char *indoor = text_of(feature, "indoor"), *room = text_of(feature, "room");
  const char *highway = text_of(feature, "highway");
  const bool is_area = geometry_of(feature, "Polygon") || geometry_of(feature, "MultiPolygon");
  const bool is_room = is(indoor, "room");
  const bool is_solid = is(indoor, "wall") || is(indoor, "column");
  const bool is_lift = is(highway, "elevator") || is(room, "elevator");
  const bool is_stairs = is(room, "stairs") || is(text_of(feature, "stairs"), "yes");
  json_t *levels = levels_of(p, feature);
  pathfan_status status = levels ? PATHFAN_OK : no_memory(p);
  bool is_used = is_lift || is_solid || is(highway, "steps") || text_of(feature, "door") ||
                 text_of(feature, "entrance");
  if (!status && is_area && (is_room || is(indoor, "corridor") || is(indoor, "area"))) {
    status = put_room(p, place, levels, is_room);
    is_used = true;
  }
  if (!status && is_solid) status = put_kind(p, place, is_area ? "obstacle" : NULL, levels);
  if (!status && is(highway, "steps")) status = put_steps(p, place, json_string_value(levels));
  if (!status && (is_lift || (is_stairs && is_area)))
    status = put_shaft(p, place, json_string_value(levels), is_lift ? LIFT : STAIRS);
  json_decref(levels);
  if (!status && !is_used)
    pf_ignore(&p->r->polygons->ignored, PF_IGNORED_TAGS, 1, "%s", p->r->called);
  return status;
}

static pathfan_status find_doors(plan *p) {
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(p->in) && !status; i++) {
    const json_t *feature = json_array_get(p->in, i), *at = geometry_of(feature, "Point");
    const char *door = text_of(feature, "door"), *wide = text_of(feature, "width");
    double width = DOOR;
    const bool is_door = (door && strcmp(door, "no") != 0) || text_of(feature, "entrance");
    if (!at || !is_door) continue;
    if (wide && (!pf_span_number((pf_span){wide, strlen(wide)}, &width) || !(width > 0)))
      width = DOOR;
    status = add_gap(p, feature, point_of(at), point_of(at), width / 2);
  }
  return status;
}

/* ---- IMDF ---- */

static bool is_solid_category(const char *category) {
  static const char *const solid[] = {"brick", "column",      "concrete",  "drywall",
                                      "glass", "opentobelow", "structure", "wood"};
  for (size_t i = 0; category && i < sizeof solid / sizeof *solid; i++)
    if (!strcmp(category, solid[i])) return true;
  return false;
}

static pathfan_status find_levels(plan *p) {
  p->ordinals = json_object();
  for (size_t i = 0; p->ordinals && i < json_array_size(p->in); i++) {
    const json_t *feature = json_array_get(p->in, i);
    const char *id = json_string_value(json_object_get(feature, "id"));
    const json_t *ordinal = json_object_get(json_object_get(feature, "properties"), "ordinal");
    char number[PF_SHORTEST_BYTES];
    if (!is(type_of(feature), "level")) continue;
    call(p, i);
    if (!id || !json_is_number(ordinal))
      return pf_geojson_complain(p->r, "%s is a level without an id or an ordinal", p->r->called);
    json_object_set_new(p->ordinals, id,
                        json_string(pf_number_shortest(json_number_value(ordinal), number)));
  }
  return p->ordinals ? PATHFAN_OK : no_memory(p);
}

static pathfan_status find_openings(plan *p) {
  pathfan_status status = PATHFAN_OK;
  for (size_t i = 0; i < json_array_size(p->in) && !status; i++) {
    const json_t *feature = json_array_get(p->in, i), *line = geometry_of(feature, "LineString");
    if (!is(type_of(feature), "opening")) continue;
    for (size_t k = 0; k + 1 < json_array_size(line) && !status; k++)
      status = add_gap(p, feature, point_of(json_array_get(line, k)),
                       point_of(json_array_get(line, k + 1)), 0);
  }
  return status;
}

/* Finds what a relationship names, its place and its level, to be freed. */
static pathfan_status find_end(plan *p, const json_t *end, point *at, json_t **level) {
  const char *id = json_string_value(json_object_get(end, "id"));
  *level = NULL;
  for (size_t i = 0; id && i < json_array_size(p->in); i++) {
    const json_t *feature = json_array_get(p->in, i);
    if (!is(json_string_value(json_object_get(feature, "id")), id)) continue;
    *level = levels_of(p, feature);
    if (*level && place_of(feature, at)) return PATHFAN_OK;
    json_decref(*level);
    *level = NULL;
    break;
  }
  return pf_geojson_complain(p->r,
                             "%s is a relationship with something that isn't there, or is on "
                             "no level",
                             p->r->called);
}

static pathfan_status put_relationship(plan *p, size_t place) {
  const json_t *properties = json_object_get(json_array_get(p->in, place), "properties");
  const json_t *between = json_object_get(properties, "intermediary");
  const char *category = json_string_value(json_object_get(properties, "category"));
  const bool is_lift = is(category, "elevator");
  const int oneway = is(json_string_value(json_object_get(properties, "direction")), "directed");
  const size_t count = json_array_size(between) + 2;
  point from, to;
  json_t *from_level, *to_level;
  if (is(category, "traversal")) return PATHFAN_OK; /* which is walked */
  pathfan_status status = find_end(p, json_object_get(properties, "origin"), &from, &from_level);
  for (size_t i = 1; i < count && !status; i++) {
    status = find_end(p,
                      i + 1 < count ? json_array_get(between, i - 1)
                                    : json_object_get(properties, "destination"),
                      &to, &to_level);
    if (status) break;
    const bool is_upright = is_lift || (from.x == to.x && from.y == to.y);
    status = put_link(p, place, from_level, to_level, from, to,
                      is_upright ? (is_lift ? LIFT : STAIRS) : -1, oneway);
    json_decref(from_level);
    from = to;
    from_level = to_level;
  }
  json_decref(from_level);
  return status;
}

static pathfan_status take_imdf(plan *p, size_t place) {
  const json_t *feature = json_array_get(p->in, place);
  const char *type = type_of(feature);
  const bool is_unit = is(type, "unit");
  if (is(type, "relationship")) return put_relationship(p, place);
  if (!is_unit && !is(type, "fixture") && !is(type, "kiosk")) return PATHFAN_OK;
  json_t *levels = levels_of(p, feature);
  if (!levels)
    return pf_geojson_complain(p->r, "%s is on a level that the file doesn't have", p->r->called);
  const pathfan_status status = is_unit && !is_solid_category(text_of(feature, "category"))
                                    ? put_room(p, place, levels, true)
                                    : put_kind(p, place, "obstacle", levels);
  json_decref(levels);
  return status;
}

/* ---- All ---- */

/* Finds out what the file is; *is_imdf: of which kind. */
static bool is_plan(const json_t *features, bool *is_imdf) {
  bool has_rooms = false;
  *is_imdf = false;
  for (size_t i = 0; i < json_array_size(features); i++) {
    const json_t *feature = json_array_get(features, i);
    const char *indoor = text_of(feature, "indoor");
    if (text_of(feature, "kind")) return false;
    *is_imdf = *is_imdf || is(type_of(feature), "level");
    has_rooms = has_rooms || is(indoor, "room") || is(indoor, "corridor") || is(indoor, "area");
  }
  return *is_imdf || has_rooms;
}

static void stretch(const json_t *coordinates, double low[2], double high[2]) {
  if (json_is_number(json_array_get(coordinates, 0))) {
    for (size_t axis = 0; axis < 2; axis++) {
      low[axis] = fmin(low[axis], json_number_value(json_array_get(coordinates, axis)));
      high[axis] = fmax(high[axis], json_number_value(json_array_get(coordinates, axis)));
    }
    return;
  }
  for (size_t i = 0; i < json_array_size(coordinates); i++)
    stretch(json_array_get(coordinates, i), low, high);
}

/* A building is smaller than a degree, and larger than a metre. */
static void find_scale(plan *p) {
  double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
  for (size_t i = 0; i < json_array_size(p->in); i++)
    stretch(json_object_get(json_object_get(json_array_get(p->in, i), "geometry"), "coordinates"),
            low, high);
  const bool is_degrees = high[0] - low[0] < 1 && high[1] - low[1] < 1;
  p->metres[1] = is_degrees ? DEGREE : 1;
  p->metres[0] = is_degrees ? DEGREE * cos(low[1] * acos(-1) / 180) : 1;
}

pathfan_status pf_indoor_rewrite(pf_geojson_reader *r, const json_t *features, json_t **made) {
  plan p = {.r = r, .in = features};
  *made = NULL;
  if (!is_plan(features, &p.is_imdf)) return PATHFAN_OK;
  p.out = json_array();
  find_scale(&p);
  pathfan_status status = p.out ? PATHFAN_OK : no_memory(&p);
  if (!status && p.is_imdf) status = find_levels(&p);
  if (!status) status = p.is_imdf ? find_openings(&p) : find_doors(&p);
  for (size_t i = 0; i < json_array_size(features) && !status; i++) {
    call(&p, i);
    status = p.is_imdf ? take_imdf(&p, i) : take_osm(&p, i);
  }
  json_decref(p.ordinals);
  free(p.gaps);
  if (pf_shortage_seen()) status = no_memory(&p); /* of which not all calls tell */
  if (status) json_decref(p.out);
  *made = status ? NULL : p.out;
  return status;
}

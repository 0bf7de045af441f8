/* profile.c - the table, and what else tags say: access, direction, bridges and tunnels, speed
 * limits. */
#include "map/profile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/allocate.h"

enum {
  FOOT = PF_PROFILE_FOOT,
  BICYCLE = PF_PROFILE_BICYCLE,
  CAR = PF_PROFILE_CAR,
  OFFROAD = PF_PROFILE_OFFROAD,
  PROFILES = PF_PROFILES
};

static const pf_profile profiles[PROFILES] = {
    {"foot", FOOT, 4, 5, {"foot", "access"}, false, NULL, NULL, 0},
    {"bicycle", BICYCLE, 3, 12, {"bicycle", "vehicle", "access"}, false, NULL, NULL, 0},
    {"car", CAR, 3, 15, {"motorcar", "motor_vehicle", "vehicle", "access"}, true, NULL, NULL, 0},
    {"offroad",
     OFFROAD,
     8,
     15,
     {"motorcar", "motor_vehicle", "vehicle", "access"},
     true,
     NULL,
     NULL,
     0},
};

#define NO PF_PROFILE_NO
#define BG 0.0 /* as the ground where no feature says otherwise */

/* clang-format off */
static const pf_profile_row rows[] = {
    {"highway", "|motorway|motorway_link|", PF_USE_ROAD, {NO, NO, 110, 110}},
    {"highway", "|trunk|trunk_link|", PF_USE_ROAD, {NO, NO, 90, 90}},
    {"highway", "|primary|primary_link|", PF_USE_ROAD, {5, 18, 60, 60}},
    {"highway", "|secondary|secondary_link|", PF_USE_ROAD, {5, 18, 55, 55}},
    {"highway", "|tertiary|tertiary_link|", PF_USE_ROAD, {5, 18, 45, 45}},
    {"highway", "|unclassified|", PF_USE_ROAD, {5, 16, 40, 40}},
    {"highway", "|residential|road|", PF_USE_ROAD, {5, 16, 30, 30}},
    {"highway", "|service|", PF_USE_ROAD, {5, 14, 15, 15}},
    {"highway", "|living_street|", PF_USE_ROAD, {5, 10, 10, 10}},
    {"highway", "|pedestrian|", PF_USE_ROAD, {5, 8, NO, NO}},
    {"highway", "|cycleway|", PF_USE_ROAD, {5, 18, NO, NO}},
    {"highway", "|track|", PF_USE_ROAD, {5, 12, NO, 20}},
    {"highway", "|footway|path|bridleway|", PF_USE_ROAD, {5, 8, NO, NO}},
    {"highway", "|steps|", PF_USE_ROAD, {2.5, NO, NO, NO}},
    {"waterway", "|river|canal|", PF_USE_RIVER, {INFINITY, INFINITY, INFINITY, INFINITY}},
    {"waterway", "|stream|ditch|drain|", PF_USE_RIVER, {3, 5, INFINITY, 4}},
    {"waterway", "|riverbank|dock|", PF_USE_OBSTACLE, {0}},
    {"natural", "|water|bay|", PF_USE_OBSTACLE, {0}},
    {"natural", "|cliff|", PF_USE_RIVER, {INFINITY, INFINITY, INFINITY, INFINITY}},
    {"landuse", "|reservoir|basin|", PF_USE_OBSTACLE, {0}},
    {"building", NULL, PF_USE_OBSTACLE, {0}},
    {"barrier", "|wall|city_wall|retaining_wall|fence|hedge|guard_rail|", PF_USE_RIVER,
     {INFINITY, INFINITY, INFINITY, INFINITY}},
    {"natural", "|wood|", PF_USE_AREA, {3, 2, BG, 5}},
    {"landuse", "|forest|", PF_USE_AREA, {3, 2, BG, 5}},
    {"natural", "|grassland|heath|", PF_USE_AREA, {4, 6, BG, 12}},
    {"landuse", "|meadow|grass|village_green|recreation_ground|", PF_USE_AREA, {4, 6, BG, 12}},
    {"leisure", "|park|pitch|", PF_USE_AREA, {4, 6, BG, NO}},
    {"landuse", "|farmland|orchard|vineyard|", PF_USE_AREA, {3, 2.5, BG, 10}},
    {"natural", "|scrub|", PF_USE_AREA, {2, 1, BG, 3}},
    {"natural", "|sand|beach|", PF_USE_AREA, {3, 1.5, BG, 8}},
    {"natural", "|wetland|mud|", PF_USE_AREA, {1.2, 0.8, BG, NO}},
};
/* clang-format on */

enum { ROWS = sizeof rows / sizeof *rows };

const pf_profile *pf_profile_named(const char *name) {
  for (int i = 0; i < PROFILES; i++)
    if (!strcmp(name, profiles[i].name)) return &profiles[i];
  return NULL;
}

const char *pf_profile_name(const pf_profile *profile) {
  return profile->name;
}

double pf_profile_background(const pf_profile *profile) {
  return pf_rate_of_speed(profile->ground);
}

/* Whether a value is among those between bars. */
static bool is_among(const char *value, const char *values) {
  const size_t length = strlen(value);
  for (const char *at = values; length && (at = strstr(at, value)); at++)
    if (at > values && at[-1] == '|' && at[length] == '|') return true;
  return false;
}

static bool says(pf_tag_of *tag, void *context, const char *key, const char *values) {
  const char *value = tag(context, key);
  return value && is_among(value, values);
}

/* Whether a tag is there and doesn't say no. */
static bool has(pf_tag_of *tag, void *context, const char *key) {
  const char *value = tag(context, key);
  return value && *value && strcasecmp(value, "no") != 0;
}

static bool fits(const pf_profile_row *row, pf_tag_of *tag, void *context) {
  const char *value = tag(context, row->key);
  return value && strcmp(value, "no") != 0 && (!row->values || is_among(value, row->values));
}

static const pf_profile_row *row_of(const pf_profile *p, pf_tag_of *tag, void *context) {
  for (int32_t i = 0; i < p->own_count; i++)
    if (fits(&p->own[i], tag, context)) {
      p->is_used[i] = true;
      return &p->own[i];
    }
  for (int i = 0; i < ROWS; i++)
    if (fits(&rows[i], tag, context)) return &rows[i];
  return NULL;
}

void pf_profile_tell_unused(const pf_profile *p, pf_ignored *ignored) {
  for (int32_t i = 0; i < p->own_count; i++)
    if (!p->is_used[i])
      pf_ignore(ignored, PF_IGNORED_ROW, 1, "table[%d], %s", (int)i, p->own[i].key);
}

void pf_profile_free(pf_profile *p) {
  if (!p) return;
  for (int32_t i = 0; i < p->own_count; i++) {
    free((char *)p->own[i].key);
    free((char *)p->own[i].values);
  }
  free(p->own);
  free(p->is_used);
  free(p);
}

/* What tags of access say: 1 open, -1 closed, 0 nothing. */
static int access_of(const pf_profile *p, pf_tag_of *tag, void *context) {
  for (int i = 0; i < 4 && p->keys[i]; i++) {
    const char *value = tag(context, p->keys[i]);
    if (!value) continue;
    if (is_among(value, "|no|private|agricultural|forestry|military|use_sidepath|")) return -1;
    const bool is_own = i < (p->has_limits ? 2 : 1); /* not of all vehicles, or everybody */
    return is_own && is_among(value, "|yes|designated|permissive|official|");
  }
  if (p->column == FOOT || p->column == BICYCLE)
    return says(tag, context, "motorroad", "|yes|") ? -1 : 0;
  return 0;
}

static int8_t direction_of(const pf_profile *p, pf_tag_of *tag, void *context) {
  static const char back[] = "|-1|reverse|", yes[] = "|yes|true|1|", no[] = "|no|false|0|";
  if (p->column == FOOT) {
    if (says(tag, context, "oneway:foot", back)) return -1;
    return says(tag, context, "oneway:foot", yes);
  }
  if (p->column == BICYCLE && says(tag, context, "oneway:bicycle", no)) return 0;
  if (p->column == BICYCLE &&
      says(tag, context, "cycleway", "|opposite|opposite_lane|opposite_track|"))
    return 0;
  if (says(tag, context, "oneway", back)) return -1;
  if (says(tag, context, "oneway", yes)) return 1;
  if (says(tag, context, "oneway", no)) return 0;
  return says(tag, context, "junction", "|roundabout|circular|") ||
         says(tag, context, "highway", "|motorway|");
}

/* The speed limit in km/h; INFINITY: none is known. */
static double limit_of(pf_tag_of *tag, void *context) {
  const char *value = tag(context, "maxspeed");
  char *end;
  if (!value) return INFINITY;
  if (!strcmp(value, "walk")) return 7;
  const double speed = strtod(value, &end);
  if (end == value || !(speed > 0)) return INFINITY;
  return strstr(end, "mph") ? 1.609344 * speed : speed;
}

static pf_tagged read_road(const pf_profile *p, double speed, pf_tag_shape shape, pf_tag_of *tag,
                           void *context) {
  const int access = access_of(p, tag, context);
  if (speed == NO && access > 0) speed = p->allowed;
  if (speed == NO || access < 0) return (pf_tagged){.use = PF_USE_CLOSED};
  if (p->has_limits) speed = fmin(speed, limit_of(tag, context));
  if (shape == PF_SHAPE_POLYGON)
    return (pf_tagged){.use = PF_USE_AREA, .value = pf_rate_of_speed(speed)};
  return (pf_tagged){.use = PF_USE_ROAD,
                     .value = pf_rate_of_speed(speed),
                     .oneway = direction_of(p, tag, context),
                     .is_apart = has(tag, context, "bridge") || has(tag, context, "tunnel")};
}

pf_tagged pf_profile_read(const pf_profile *profile, pf_tag_shape shape, pf_tag_of *tag,
                          void *context) {
  const pf_tagged none = {.use = PF_USE_NONE};
  const pf_profile_row *found = shape == PF_SHAPE_POINT ? NULL : row_of(profile, tag, context);
  if (!found) return none;
  const double of = found->of[profile->column];
  switch (found->use) {
  case PF_USE_ROAD: return read_road(profile, of, shape, tag, context);
  case PF_USE_RIVER:
    if (has(tag, context, "tunnel")) return none; /* underground */
    if (shape == PF_SHAPE_LINE) return (pf_tagged){.use = PF_USE_RIVER, .value = of};
    return isinf(of) && !strcmp(found->key, "waterway") ? (pf_tagged){.use = PF_USE_OBSTACLE}
                                                        : none;
  case PF_USE_AREA:
    if (shape != PF_SHAPE_POLYGON || of == BG) return none;
    return (pf_tagged){.use = PF_USE_AREA, .value = of == NO ? INFINITY : pf_rate_of_speed(of)};
  case PF_USE_OBSTACLE:
    return shape == PF_SHAPE_POLYGON ? (pf_tagged){.use = PF_USE_OBSTACLE} : none;
  default: return none;
  }
}

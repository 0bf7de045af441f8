/* places.c - reads questions about single places, asks them, and writes the answers. */
#include "request/places.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "request/read.h"

/* The members of each question. */
static const struct {
  const char *name, *members;
} kinds[] = {[PF_PLACE_RAY] = {"ray", "from to"},
             [PF_PLACE_MOVE] = {"move", "from to"},
             [PF_PLACE_WALL] = {"wall", "from radius"},
             [PF_PLACE_RANDOM] = {"random", "from radius seed"},
             [PF_PLACE_CHECK] = {"check", "points legs to_level since"}};
enum { KIND_COUNT = sizeof kinds / sizeof *kinds };

static pf_place_kind kind_of(const json_t *object) {
  for (int k = PF_PLACE_RAY; k < KIND_COUNT; k++)
    if (json_object_get(object, kinds[k].name)) return (pf_place_kind)k;
  return PF_PLACE_NONE;
}

bool pf_place_is_asked(const json_t *object) {
  return kind_of(object) != PF_PLACE_NONE;
}

/* Checks that an object has no members but these. */
static bool check_names(const json_t *object, const char *words, const char *what,
                        pf_complaint *wrong) {
  const char *name;
  json_t *value;
  json_object_foreach((json_t *)object, name, value) {
    if (pf_has_word(words, name)) continue;
    return pf_complain(wrong, "\"%.40s\" isn't part of \"%s\"", name, what);
  }
  return true;
}

static bool take_points(const json_t *given, pf_place_question *place, pf_complaint *wrong) {
  const size_t count = json_array_size(given);
  if (!count || count > INT32_MAX)
    return pf_complain(wrong, "\"points\" must be a list of one point or more");
  place->points = calloc(count, sizeof *place->points);
  if (!place->points) return pf_complain(wrong, "out of memory");
  place->count = (int32_t)count;
  for (size_t i = 0; i < count; i++)
    if (!pf_request_read_point("points", json_array_get(given, i), &place->points[i], wrong))
      return false;
  return true;
}

static bool take_leg(const json_t *given, pathfan_leg *leg, pf_complaint *wrong) {
  const char *kind = json_string_value(json_object_get(given, "kind"));
  const json_t *feature = json_object_get(given, "feature"),
               *level = json_object_get(given, "level");
  int64_t first, last, number = -1;
  const bool is_link = kind && !strcmp(kind, "link");
  if ((!is_link && !(kind && !strcmp(kind, "walk"))) ||
      !pf_request_read_whole(json_object_get(given, "first"), 0, INT32_MAX, &first) ||
      !pf_request_read_whole(json_object_get(given, "last"), 0, INT32_MAX, &last) ||
      (is_link && !pf_request_read_whole(feature, 0, INT32_MAX, &number)) ||
      (level && !json_is_number(level)))
    return pf_complain(wrong, "\"legs\" must be walks and links as in a path of an answer");
  *leg = (pathfan_leg){.kind = is_link ? PATHFAN_LEG_LINK : PATHFAN_LEG_WALK,
                       .first = (int32_t)first,
                       .last = (int32_t)last,
                       .feature = (int32_t)number,
                       .level = json_number_value(level)};
  return true;
}

static bool take_legs(const json_t *given, pf_place_question *place, pf_complaint *wrong) {
  const size_t count = json_array_size(given);
  if (!given || (json_is_array(given) && !count)) return true;
  if (!count || count > INT32_MAX) return pf_complain(wrong, "\"legs\" must be a list");
  place->legs = calloc(count, sizeof *place->legs);
  if (!place->legs) return pf_complain(wrong, "out of memory");
  place->leg_count = (int32_t)count;
  for (size_t i = 0; i < count; i++)
    if (!take_leg(json_array_get(given, i), &place->legs[i], wrong)) return false;
  return true;
}

static bool take_to_level(const json_t *given, pf_place_question *place, pf_complaint *wrong) {
  const char *name = json_string_value(given);
  place->to_level = json_is_number(given) ? json_number_value(given) : NAN;
  if (!given || json_is_number(given)) return true;
  if (!name || !*name || strlen(name) >= sizeof place->to_floor)
    return pf_complain(wrong, "\"to_level\" must be a number, or the name of a floor");
  memcpy(place->to_floor, name, strlen(name) + 1);
  return true;
}

/* The level of the floor on which a path ends; INFINITY: there is no such floor. */
static double to_level_of(const pf_place_question *p, const pathfan_query *query) {
  pathfan_floor floor;
  if (!p->to_floor[0]) return p->to_level;
  return pathfan_query_floor(query, pathfan_query_floor_named(query, p->to_floor), &floor)
             ? floor.level
             : INFINITY;
}

static bool take_whole(const json_t *given, const char *name, uint64_t *into, pf_complaint *wrong) {
  int64_t whole = 0;
  if (given && !pf_request_read_whole(given, 0, INT64_MAX, &whole))
    return pf_complain(wrong, "\"%s\" must be a whole number, 0 or more", name);
  *into = (uint64_t)whole;
  return true;
}

static bool take_radius(const json_t *given, pf_place_question *place, pf_complaint *wrong) {
  if (given && !json_is_number(given)) return pf_complain(wrong, "\"radius\" must be a number");
  place->radius = given ? json_number_value(given) : place->kind == PF_PLACE_RANDOM ? 0 : INFINITY;
  return true;
}

bool pf_place_read(const json_t *object, const char *others, double agent_radius,
                   pf_place_question *place, pf_complaint *wrong) {
  const json_t *agent = json_object_get(object, "radius");
  *place = (pf_place_question){.kind = kind_of(object), .agent_radius = agent_radius};
  const char *what = kinds[place->kind].name;
  const json_t *given = json_object_get(object, what);
  char words[80];
  snprintf(words, sizeof words, "%s radius %s", what, others);
  if (!check_names(object, words, what, wrong)) return false;
  if (agent && !json_is_number(agent)) return pf_complain(wrong, "\"radius\" must be a number");
  if (agent) place->agent_radius = json_number_value(agent);
  if (!json_is_object(given)) return pf_complain(wrong, "\"%s\" must be an object", what);
  if (!check_names(given, kinds[place->kind].members, what, wrong)) return false;
  if (place->kind == PF_PLACE_CHECK)
    return take_points(json_object_get(given, "points"), place, wrong) &&
           take_legs(json_object_get(given, "legs"), place, wrong) &&
           take_to_level(json_object_get(given, "to_level"), place, wrong) &&
           take_whole(json_object_get(given, "since"), "since", &place->since, wrong);
  if (!pf_request_read_point("from", json_object_get(given, "from"), &place->from, wrong))
    return false;
  if (pf_has_word(kinds[place->kind].members, "to"))
    return pf_request_read_point("to", json_object_get(given, "to"), &place->to, wrong);
  return take_radius(json_object_get(given, "radius"), place, wrong) &&
         take_whole(json_object_get(given, "seed"), "seed", &place->seed, wrong);
}

bool pf_place_to_map(pf_place_question *p, const pf_degrees *degrees, pf_complaint *wrong) {
  pathfan_point ends[2] = {p->from, p->to};
  const bool has_to = pf_has_word(kinds[p->kind].members, "to");
  bool are_given;
  if (p->kind == PF_PLACE_CHECK) {
    if (!pf_degrees_take(degrees, p->points, p->count, &are_given, wrong)) return false;
  } else if (!pf_degrees_take(degrees, ends, has_to ? 2 : 1, &are_given, wrong)) {
    return false;
  }
  p->from = ends[0];
  p->to = ends[1];
  p->degrees = are_given ? degrees : NULL;
  return true;
}

static pathfan_status ask(pf_place_question *p, pathfan_query *query,
                          const pathfan_obstacles *obstacles) {
  switch (p->kind) {
  case PF_PLACE_RAY: return pathfan_query_ray(query, p->from, p->to, obstacles, &p->hit);
  case PF_PLACE_MOVE: return pathfan_query_move(query, p->from, p->to, obstacles, &p->hit);
  case PF_PLACE_WALL: return pathfan_query_wall(query, p->from, p->radius, obstacles, &p->hit);
  case PF_PLACE_RANDOM:
    return pathfan_query_random(query, p->from, p->radius, obstacles, p->seed, &p->drawn,
                                &p->outcome);
  case PF_PLACE_CHECK:
    return pathfan_query_check_legs(query,
                                    &(pathfan_path){.points = p->points,
                                                    .point_count = p->count,
                                                    .legs = p->legs,
                                                    .leg_count = p->leg_count},
                                    to_level_of(p, query), obstacles, p->since, &p->checked);
  default: return PATHFAN_ERR_ARGUMENT;
  }
}

pathfan_status pf_place_ask(pf_place_question *p, pathfan_query *query,
                            const pathfan_obstacles *obstacles, pathfan_error *error) {
  pathfan_query *of = query;
  pathfan_status status = PATHFAN_OK;
  if (p->agent_radius != 0) { /* query moves to the index's generation first */
    pathfan_point unused;
    bool found;
    status =
        pathfan_query_nearest_free(query, p->count ? p->points[0] : p->from, 0, &unused, &found);
    if (!status) status = pathfan_query_at_radius(query, p->agent_radius, &of);
    if (status) of = query;
  }
  if (!status) status = ask(p, of, obstacles);
  if (status) snprintf(error->text, sizeof error->text, "%s", pathfan_query_error(of));
  return status;
}

/* Writes a point as the question had its own. */
static void write_at(const pf_place_question *p, const char *name, pathfan_point at,
                     pf_json_writer *w) {
  pf_write_point(w, name, p->degrees ? pf_degrees_from_map(p->degrees, at) : at);
}

static void write_hit(const pf_place_question *p, const pathfan_hit *hit, pf_json_writer *w) {
  pf_write_text(w, "status", pathfan_outcome_name(hit->outcome));
  if (hit->outcome) return;
  pf_write_bool(w, "found", hit->found);
  write_at(p, "from", hit->from, w);
  write_at(p, "at", hit->at, w);
  pf_write_number(w, "distance", hit->distance);
  if (!hit->found) return;
  pf_write_point(w, "normal", hit->normal);
  if (hit->obstacle) pf_write_integer(w, "obstacle", hit->obstacle);
}

void pf_place_write(const pf_place_question *p, pf_json_writer *w) {
  if (p->kind == PF_PLACE_RANDOM) {
    pf_write_text(w, "status", pathfan_outcome_name(p->outcome));
    if (!p->outcome) write_at(p, "at", p->drawn, w);
  } else if (p->kind == PF_PLACE_CHECK) {
    pf_write_bool(w, "free", p->checked.leg < 0);
    pf_write_bool(w, "still_shortest", p->checked.still_shortest);
    if (p->checked.leg < 0) return;
    pf_write_integer(w, "leg", p->checked.leg);
    write_hit(p, &p->checked.hit, w);
  } else {
    write_hit(p, &p->hit, w);
  }
}

void pf_place_free(pf_place_question *place) {
  free(place->points);
  free(place->legs);
  place->points = NULL;
  place->legs = NULL;
}

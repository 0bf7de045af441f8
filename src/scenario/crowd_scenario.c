/* crowd_scenario.c - what the members of a scenario mean; tables describe the plain ones.
 * Values (crowd_values.h) that can be read but make no sense are left to pathfan_crowd_create. */
#include "scenario/crowd_scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json_load.h"
#include "base/memory.h"
#include "request/read.h"
#include "scenario/crowd_fittings.h"
#include "scenario/crowd_values.h"

#define MOST_BYTES (1 << 28)
#define MAX_STEPS 100000
#define SPREAD 10 /* for environments, whose flows start at points */

/* ---- Numbers, words, and members by name ---- */

typedef enum kind { NUMBER, WHOLE, WORD } kind;

typedef struct member {
  const char *name;
  kind kind;
  size_t at;                    /* offset in the options */
  double least;                 /* 0: >= 0 */
  const char *(*word)(int32_t); /* for WORD: the words of an enum in order */
  int32_t words;
} member;

static const char *law_word(int32_t i) {
  return pathfan_crowd_law_name((pathfan_crowd_law)i);
}
static const char *strategy_word(int32_t i) {
  return pathfan_crowd_strategy_name((pathfan_crowd_strategy)i);
}
static const char *search_word(int32_t i) {
  return pathfan_crowd_search_name((pathfan_crowd_search)i);
}

#define AT(field) offsetof(pathfan_crowd_options, field)

static const member top[] = {{"agents", WHOLE, AT(agents), 1, NULL, 0},
                             {"agent_area", NUMBER, AT(agent_area), 1e-12, NULL, 0},
                             {"step_seconds", NUMBER, AT(step_seconds), 1e-12, NULL, 0},
                             {"least_speed", NUMBER, AT(least_speed), 1e-12, NULL, 0},
                             {"most_density", NUMBER, AT(most_density), 0, NULL, 0},
                             {"patience", WHOLE, AT(patience), 1, NULL, 0},
                             {"spread", NUMBER, AT(spread), 0, NULL, 0},
                             {"depth", WHOLE, AT(depth), 3, NULL, 0},
                             {"neighbours", WHOLE, AT(neighbours), 1, NULL, 0},
                             {"patch", NUMBER, AT(patch), 1e-12, NULL, 0},
                             {"specific_flow", NUMBER, AT(specific_flow), 1e-12, NULL, 0},
                             {"boundary", NUMBER, AT(boundary), 0, NULL, 0},
                             {"law", WORD, AT(law), 0, law_word, 3},
                             {"search", WORD, AT(search), 0, search_word, 2},
                             {NULL, NUMBER, 0, 0, NULL, 0}};

static const member of_strategy[] = {{"kind", WORD, AT(strategy), 0, strategy_word, 5},
                                     {"replans", NUMBER, AT(replans), 1e-12, NULL, 0},
                                     {"threshold", NUMBER, AT(trigger_density), 1e-12, NULL, 0},
                                     {"distance", NUMBER, AT(trigger_distance), 1e-12, NULL, 0},
                                     {"cooldown", WHOLE, AT(cooldown), 1, NULL, 0},
                                     {"alternatives", WHOLE, AT(alternatives), 1, NULL, 0},
                                     {"lanes", WHOLE, AT(lanes), 1, NULL, 0},
                                     {"stretch", NUMBER, AT(stretch), 1, NULL, 0},
                                     {"evaluations", NUMBER, AT(evaluations), 1e-12, NULL, 0},
                                     {"gain", NUMBER, AT(gain), 1e-12, NULL, 0},
                                     {NULL, NUMBER, 0, 0, NULL, 0}};

static bool take_word(pf_crowd_reader *r, const char *where, const json_t *value, const member *m,
                      int32_t *into) {
  char must[200] = "must be one of";
  for (int32_t i = 0; i < m->words; i++) {
    if (json_is_string(value) && strcmp(json_string_value(value), m->word(i)) == 0) {
      *into = i;
      return true;
    }
    const size_t length = strlen(must);
    (void)snprintf(must + length, sizeof must - length, "%s \"%s\"", i ? "," : "", m->word(i));
  }
  return pf_crowd_complain(r, where, must);
}

/* Reads a member into the options. *known: whether the table has one of this name. */
static bool take_member(pf_crowd_reader *r, const member *table, const char *prefix,
                        const char *name, const json_t *value, bool *known) {
  char where[100], must[80];
  *known = false;
  for (const member *m = table; m->name; m++) {
    if (strcmp(m->name, name) != 0) continue;
    *known = true;
    (void)snprintf(where, sizeof where, "%s%s", prefix, name);
    char *into = (char *)&r->scenario->options + m->at;
    if (m->kind == WORD) return take_word(r, where, value, m, (int32_t *)(void *)into);
    if (m->kind == WHOLE) {
      int64_t whole;
      if (!pf_request_read_whole(value, (int64_t)m->least, INT32_MAX, &whole)) {
        (void)snprintf(must, sizeof must, "must be a whole number, %g or more", m->least);
        return pf_crowd_complain(r, where, must);
      }
      *(int32_t *)(void *)into = (int32_t)whole;
      return true;
    }
    const double number = json_number_value(value);
    if (!json_is_number(value) || !(number >= m->least)) {
      if (m->least == 1e-12)
        (void)snprintf(must, sizeof must, "must be a number above 0");
      else
        (void)snprintf(must, sizeof must, "must be a number, %g or more", m->least);
      return pf_crowd_complain(r, where, must);
    }
    *(double *)(void *)into = number;
    return true;
  }
  return true;
}

static bool unknown(pf_crowd_reader *r, const char *prefix, const char *name) {
  return pf_complain(&r->wrong, "unknown field \"%s%.40s\"", prefix, name);
}

/* Reads the free speed of all: a number is an option, as all laws have it. */
static bool take_speed(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = &r->scenario->options;
  if (json_is_object(value)) return pf_crowd_take_draw(r, "speed", value, &o->speeds);
  o->speed = json_number_value(value);
  return (json_is_number(value) && o->speed >= 1e-12) ||
         pf_crowd_complain(r, "speed", "must be a number above 0, or a distribution");
}

/* ---- Flows, spawn ---- */

static bool take_goal(pf_crowd_reader *r, const char *where, const json_t *value, void *item) {
  return pf_crowd_take_place(r, where, value, item);
}

static bool take_goals(pf_crowd_reader *r, const char *where, const json_t *value,
                       pathfan_crowd_flow *flow) {
  pathfan_crowd_place *to =
      pf_crowd_new_list(r, where, json_array_size(value), sizeof *to,
                        "must be a list of one goal or more, each [x, y] or a polygon");
  flow->to = to;
  return pf_crowd_fill_list(r, where, value, to, sizeof *to, &flow->to_count, take_goal);
}

static bool take_flow(pf_crowd_reader *r, const char *prefix, const json_t *object, void *item) {
  pathfan_crowd_flow *flow = item;
  char where[60];
  const char *name;
  json_t *value;
  if (!json_is_object(object)) return pf_crowd_complain(r, prefix, "must be an object");
  json_object_foreach((json_t *)object, name, value) {
    int64_t whole;
    (void)snprintf(where, sizeof where, "%s.%.16s", prefix, name);
    if (strcmp(name, "from") == 0) {
      if (!pf_crowd_take_place(r, where, value, &flow->from)) return false;
    } else if (strcmp(name, "to") == 0) {
      if (!take_goals(r, where, value, flow)) return false;
    } else if (strcmp(name, "agents") == 0) {
      if (!pf_request_read_whole(value, 1, 10000000, &whole))
        return pf_crowd_complain(r, where, "must be a whole number, 1 to 10000000");
      flow->agents = (int32_t)whole;
    } else if (strcmp(name, "share") == 0) {
      flow->share = json_number_value(value);
      if (!json_is_number(value) || !(flow->share > 0 && flow->share < 1e9))
        return pf_crowd_complain(r, where, "must be a number above 0");
    } else if (strcmp(name, "speed") == 0 || strcmp(name, "start_after") == 0) {
      if (!pf_crowd_take_draw(r, where, value, name[1] == 'p' ? &flow->speed : &flow->start_after))
        return false;
    } else {
      (void)snprintf(where, sizeof where, "%s.", prefix);
      return unknown(r, where, name);
    }
  }
  if (!flow->from.corners) return pf_complain(&r->wrong, "\"%s.from\" is missing", prefix);
  if (!flow->to) return pf_complain(&r->wrong, "\"%s.to\" is missing", prefix);
  return true;
}

static bool take_flows(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = &r->scenario->options;
  pathfan_crowd_flow *list = pf_crowd_new_list(r, "flows", json_array_size(value), sizeof *list,
                                               "must be a list of 1 to 10000 flows");
  o->flows = list;
  return pf_crowd_fill_list(r, "flows", value, list, sizeof *list, &o->flow_count, take_flow);
}

static bool take_spawn(pf_crowd_reader *r, const json_t *value) {
  pathfan_crowd_options *o = &r->scenario->options;
  const json_t *per_step = json_object_get(value, "per_step");
  if (json_object_size(value) == 1) {
    o->per_step = json_number_value(per_step);
    if (json_is_number(per_step) && o->per_step > 0) return true;
    o->per_step = 0;
    if (json_is_true(json_object_get(value, "all_at_once"))) {
      o->spawn = PATHFAN_CROWD_AT_ONCE;
      return true;
    }
    if (json_is_true(json_object_get(value, "keep"))) {
      o->spawn = PATHFAN_CROWD_KEEP;
      return true;
    }
  }
  return pf_crowd_complain(
      r, "spawn",
      "must be {\"per_step\": N}, N above 0, {\"all_at_once\": true} or {\"keep\": true}");
}

static bool take_strategy(pf_crowd_reader *r, const json_t *value) {
  const char *name;
  json_t *part;
  bool known;
  if (!json_is_object(value))
    return pf_crowd_complain(r, "strategy", "must be an object with a \"kind\"");
  json_object_foreach((json_t *)value, name, part) {
    if (!take_member(r, of_strategy, "strategy.", name, part, &known)) return false;
    if (!known) return unknown(r, "strategy.", name);
  }
  return true;
}

/* ---- All of it ---- */

static bool take_environment(pf_crowd_reader *r, const json_t *value) {
  const char *name = json_string_value(value);
  r->scenario->environment = name ? pathfan_crowd_environment_find(name) : NULL;
  return r->scenario->environment ||
         pf_crowd_complain(r, "environment", "must be one of \"big\", \"narrow\", \"medium\"");
}

/* Maps that don't say so give what one may walk on, as JuPedSim's do. */
static bool take_walkable(pf_crowd_reader *r, const json_t *value) {
  r->scenario->walkable = json_is_true(value);
  return json_is_boolean(value) || pf_crowd_complain(r, "walkable", "must be true or false");
}

static bool take_map(pf_crowd_reader *r, const json_t *value) {
  if (!json_is_string(value) || !json_string_length(value))
    return pf_crowd_complain(r, "map", "must be the path of a map or index");
  r->scenario->map = strdup(json_string_value(value));
  if (!r->scenario->map) r->is_out = true;
  return r->scenario->map != NULL;
}

static bool take_link_flags(pf_crowd_reader *r, const json_t *value) {
  int64_t whole;
  if (!pf_request_read_whole(value, 0, INT64_MAX, &whole))
    return pf_crowd_complain(r, "link_flags", "must be a whole number, 0 or more");
  r->scenario->options.link_flags = (uint64_t)whole;
  r->wants_index = true;
  return true;
}

static bool take(pf_crowd_reader *r, const char *name, const json_t *value) {
  int64_t whole;
  bool known;
  if (strcmp(name, "map") == 0) return take_map(r, value);
  if (strcmp(name, "walkable") == 0) return take_walkable(r, value);
  if (strcmp(name, "environment") == 0) return take_environment(r, value);
  if (strcmp(name, "flows") == 0) return take_flows(r, value);
  if (strcmp(name, "spawn") == 0) return take_spawn(r, value);
  if (strcmp(name, "close") == 0) return pf_crowd_take_closures(r, value);
  if (strcmp(name, "strategy") == 0) return take_strategy(r, value);
  if (strcmp(name, "speed") == 0) return take_speed(r, value);
  if (strcmp(name, "start_after") == 0)
    return pf_crowd_take_draw(r, "start_after", value, &r->scenario->options.start_after);
  if (strcmp(name, "doors") == 0) return pf_crowd_take_doors(r, value);
  if (strcmp(name, "areas") == 0) return pf_crowd_take_zones(r, value);
  if (strcmp(name, "links") == 0) return pf_crowd_take_links(r, value);
  if (strcmp(name, "link_flags") == 0) return take_link_flags(r, value);
  if (strcmp(name, "seed") == 0) {
    if (!pf_request_read_whole(value, 0, INT64_MAX, &whole))
      return pf_crowd_complain(r, "seed", "must be a whole number, 0 or more");
    r->scenario->options.seed = (uint64_t)whole;
    return true;
  }
  if (strcmp(name, "max_steps") == 0)
    return pf_request_read_whole(value, 1, INT64_MAX, &r->scenario->max_steps) ||
           pf_crowd_complain(r, "max_steps", "must be a whole number, 1 or more");
  if (!take_member(r, top, "", name, value, &known)) return false;
  return known || unknown(r, "", name);
}

static void take_flows_of_environment(pf_crowd_scenario *s) {
  s->options.flows = s->environment->flows;
  s->options.flow_count = s->environment->flow_count;
  if (s->options.spread == 0) s->options.spread = SPREAD;
}

static bool take_all(pf_crowd_reader *r, const json_t *root) {
  pf_crowd_scenario *s = r->scenario;
  const char *name;
  json_t *value;
  if (!json_is_object(root)) return pf_complain(&r->wrong, "it must be a JSON object");
  json_object_foreach((json_t *)root, name, value) {
    if (!take(r, name, value)) return false;
  }
  if (s->map && s->environment)
    return pf_complain(&r->wrong, "it needs \"map\" or \"environment\", one of the two");
  if (!s->map && !s->environment && !s->options.index)
    return pf_complain(&r->wrong, "it needs \"map\" or \"environment\", one of the two");
  if (!s->options.flows && s->environment) take_flows_of_environment(s);
  return s->options.flows || pf_complain(&r->wrong, "\"flows\" is missing");
}

static void begin(pf_crowd_scenario *scenario) {
  memset(scenario, 0, sizeof *scenario);
  pathfan_crowd_options_init(&scenario->options);
  scenario->max_steps = MAX_STEPS;
}

pathfan_status pf_crowd_scenario_parse(const char *text, size_t bytes, const char *path,
                                       const pathfan_index *index, pf_crowd_scenario *scenario,
                                       pathfan_error *error) {
  json_error_t at;
  pf_crowd_reader r = {
      .scenario = scenario, .options = &scenario->options, .levels = &scenario->levels};
  pathfan_status status = PATHFAN_OK;
  begin(scenario);
  scenario->options.index = index;
  json_t *root = pf_json_load(text, bytes, JSON_REJECT_DUPLICATES, &at);
  if (!root && pf_shortage_seen())
    status = pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  else if (!root)
    status = pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: line %d: not a scenario, which is JSON: %s",
                     path, at.line, at.text);
  else if (!take_all(&r, root))
    status = r.is_out ? pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory")
                      : pf_fail(error, PATHFAN_ERR_MALFORMED, "%s: %s", path, r.wrong.text);
  json_decref(root);
  scenario->wants_index = r.wants_index;
  if (status) pf_crowd_scenario_free(scenario);
  return status;
}

/* Resolves a relative map path from the scenario's folder. */
static pathfan_status resolve(pf_crowd_scenario *scenario, const char *path) {
  const char *slash = strrchr(path, '/');
  if (!scenario->map || scenario->map[0] == '/' || !slash) return PATHFAN_OK;
  const size_t folder = (size_t)(slash - path) + 1, bytes = folder + strlen(scenario->map) + 1;
  char *whole = malloc(bytes);
  if (!whole) return PATHFAN_ERR_NO_MEMORY;
  (void)snprintf(whole, bytes, "%.*s%s", (int)folder, path, scenario->map);
  free(scenario->map);
  scenario->map = whole;
  return PATHFAN_OK;
}

pathfan_status pf_crowd_scenario_read(const char *path, const pathfan_index *index,
                                      pf_crowd_scenario *scenario, pathfan_error *error) {
  char *text;
  size_t bytes;
  memset(scenario, 0, sizeof *scenario);
  pathfan_status status = pf_read_file(path, MOST_BYTES, &text, &bytes, error);
  if (status) return status;
  status = pf_crowd_scenario_parse(text, bytes, path, index, scenario, error);
  free(text);
  if (!status && resolve(scenario, path)) {
    pf_crowd_scenario_free(scenario);
    return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  }
  return status;
}

bool pf_crowd_scenario_of(const char *environment, pf_crowd_scenario *scenario) {
  begin(scenario);
  scenario->environment = pathfan_crowd_environment_find(environment);
  if (!scenario->environment) return false;
  take_flows_of_environment(scenario);
  return true;
}

static void free_place(const pathfan_crowd_place *place) {
  free((void *)place->corners);
}

void pf_crowd_scenario_free(pf_crowd_scenario *s) {
  pathfan_crowd_options *o = &s->options;
  if (!s->environment || o->flows != s->environment->flows) {
    for (int32_t i = 0; i < o->flow_count; i++) {
      free_place(&o->flows[i].from);
      for (int32_t k = 0; k < o->flows[i].to_count; k++) free_place(&o->flows[i].to[k]);
      free((void *)o->flows[i].to);
      free((void *)o->flows[i].speed);
      free((void *)o->flows[i].start_after);
    }
    free((void *)o->flows);
  }
  for (int32_t i = 0; i < o->closure_count; i++) {
    free_place(&o->closures[i].area);
    free((void *)o->closures[i].door);
  }
  free((void *)o->closures);
  for (int32_t i = 0; i < o->link_count; i++) free((void *)o->links[i].name);
  free((void *)o->links);
  pf_crowd_levels_free(&s->levels);
  for (int32_t i = 0; i < o->zone_count; i++) free_place(&o->zones[i].area);
  free((void *)o->zones);
  for (int32_t i = 0; i < o->door_count; i++) free((void *)o->doors[i].open);
  free((void *)o->doors);
  free((void *)o->speeds);
  free((void *)o->start_after);
  free(s->map);
  memset(s, 0, sizeof *s);
}

/* fuzz_crowd.c - scenarios of crowds must be refused with a message, or run; every agent that has
 * started must then be present until it arrives. */
#include <string.h>

#include "fuzz.h"
#include "pathfan/build.h"
#include "pathfan/map.h"
#include "scenario/crowd_scenario.h"

#define AGENTS 40
#define FLOWS 8
#define STEPS 12

static const pathfan_map *map_of(void) {
  static pathfan_map *map;
  const char *text = pathfan_crowd_environment_find("medium")->geojson;
  if (!map)
    fuzz_check(pathfan_map_parse(text, strlen(text), "medium", NULL, &map, NULL) == PATHFAN_OK);
  return map;
}

static void run(pathfan_crowd *crowd) {
  for (int i = 0; i < STEPS && !pathfan_crowd_is_done(crowd); i++) {
    pathfan_crowd_statistics now;
    fuzz_check(pathfan_crowd_step(crowd) == PATHFAN_OK);
    pathfan_crowd_statistics_get(crowd, &now);
    fuzz_check(now.started == now.arrived + now.present && now.step == i + 1);
    fuzz_check(pathfan_crowd_agents(crowd, NULL, 0) == now.present);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  pf_crowd_scenario scenario;
  pathfan_error error = {""};
  const pathfan_status status =
      pf_crowd_scenario_parse((const char *)data, size, "input", NULL, &scenario, &error);
  if (status) {
    fuzz_check(status == PATHFAN_ERR_MALFORMED && error.text[0]);
    return 0;
  }
  pathfan_crowd_options options = scenario.options;
  pathfan_crowd_flow flows[FLOWS];
  options.map = map_of();
  /* Cut down to a scenario that runs in a moment. */
  if (options.strategy == PATHFAN_CROWD_ALTERNATIVES) options.strategy = PATHFAN_CROWD_EVENT;
  if (options.agents > AGENTS || !options.agents) options.agents = AGENTS;
  if (options.flow_count > FLOWS) options.flow_count = FLOWS;
  if (options.depth > 7) options.depth = 7;
  for (int32_t i = 0; i < options.flow_count; i++) {
    flows[i] = options.flows[i];
    if (flows[i].agents > AGENTS) flows[i].agents = AGENTS;
  }
  options.flows = flows;
  pathfan_crowd *crowd;
  if (pathfan_crowd_create(&options, &crowd, &error))
    fuzz_check(!crowd && error.text[0]);
  else
    run(crowd);
  pathfan_crowd_free(crowd);
  pf_crowd_scenario_free(&scenario);
  return 0;
}

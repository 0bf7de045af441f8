/* open.c - a scenario and the ground that it runs on, as applications hold them. */
#include "pathfan/crowd_scenario.h"

#include <stdlib.h>

#include "base/status.h"
#include "scenario/crowd_ground.h"

struct pathfan_crowd_scenario {
  pf_crowd_scenario scenario;
  pf_crowd_ground ground;
};

/* Takes over what reading has made, unless that failed. */
static pathfan_status finish(pathfan_crowd_scenario *s, pathfan_status status,
                             pathfan_crowd_scenario **scenario, pathfan_error *error) {
  if (!status) {
    status = pf_crowd_ground_open(&s->scenario, &s->ground, error);
    if (status) pf_crowd_scenario_free(&s->scenario);
  }
  if (status)
    free(s);
  else
    *scenario = s;
  return status;
}

pathfan_status pathfan_crowd_scenario_open(const char *path, const pathfan_index *index,
                                           pathfan_crowd_scenario **scenario,
                                           pathfan_error *error) {
  pathfan_crowd_scenario *s = calloc(1, sizeof *s);
  *scenario = NULL;
  if (!s) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  const pathfan_status status = pf_crowd_scenario_read(path, index, &s->scenario, error);
  return finish(s, status, scenario, error);
}

pathfan_status pathfan_crowd_scenario_parse(const char *text, size_t bytes, const char *name,
                                            const pathfan_index *index,
                                            pathfan_crowd_scenario **scenario,
                                            pathfan_error *error) {
  pathfan_crowd_scenario *s = calloc(1, sizeof *s);
  *scenario = NULL;
  if (!s) return pf_fail(error, PATHFAN_ERR_NO_MEMORY, "out of memory");
  const pathfan_status status =
      pf_crowd_scenario_parse(text, bytes, name, index, &s->scenario, error);
  return finish(s, status, scenario, error);
}

void pathfan_crowd_scenario_close(pathfan_crowd_scenario *s) {
  if (!s) return;
  pf_crowd_ground_close(&s->ground);
  pf_crowd_scenario_free(&s->scenario);
  free(s);
}

void pathfan_crowd_scenario_options(const pathfan_crowd_scenario *s,
                                    pathfan_crowd_options *options) {
  *options = s->scenario.options;
}

int64_t pathfan_crowd_scenario_steps(const pathfan_crowd_scenario *s) {
  return s->scenario.max_steps;
}

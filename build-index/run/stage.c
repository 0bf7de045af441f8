/* stage.c - begins and ends stages, and reports how far they are.
 *
 * Tells and asks the caller at most ten times a second, however often a stage calls. */
#include "stage.h"

#include <assert.h>
#include <stddef.h>
#include <string.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "base/clock.h"
#include "base/status.h"

#define TELL_SECONDS 0.1

/* All stages in order, with the share of a build before each, and of the stage itself: roughly as
 * on a large game map with the usual options, which leave out those without a share. For a terrain,
 * ways take the place of most stages after cone lists. */
static const struct stage_share {
  const char *name;
  double before, share;
} stages[] = {{"wait", 0, 0.01},
              {"map", 0.01, 0.01},
              {"sight", 0.02, 0.03},
              {"resume", 0.05, 0},
              {"order", 0.05, 0.01},
              {"trees", 0.06, 0.20},
              {"columns", 0.26, 0},
              {"cone lists", 0.26, 0.03},
              {"edges", 0.29, 0.01},
              {"ways", 0.29, 0.70},
              {"regions", 0.30, 0.05},
              {"via sets", 0.35, 0.27},
              {"default vias", 0.62, 0.33},
              {"tables", 0.95, 0},
              {"labels", 0.95, 0.02},
              {"by vertex", 0.97, 0.01},
              {"listed hubs", 0.98, 0.01},
              {"write", 0.99, 0.01}};

static const struct stage_share *find_stage(const char *name) {
  for (size_t i = 0; i < sizeof stages / sizeof *stages; i++)
    if (strcmp(stages[i].name, name) == 0) return &stages[i];
  return NULL;
}

double pf_stage_share(const char *stage, int64_t done, int64_t total) {
  const struct stage_share *s = find_stage(stage);
  return s && total > 0 ? s->before + s->share * (double)done / (double)total : 0;
}

bool pf_stage_is_wanted(const pf_stage *stage) {
  const pathfan_build_options *o = stage->options;
  return !o->is_cancelled || !o->is_cancelled(o->progress_context);
}

/* Returns to the system what earlier stages have freed. Of many small arrays, as of views, the C
 * library would keep all pages below the last one in use. */
static void give_back_memory(void) {
#ifdef __GLIBC__
  (void)malloc_trim(0);
#endif
}

pathfan_status pf_stage_begin(pf_stage *stage, const char *name, int64_t total) {
  assert(find_stage(name));
  assert(total >= 0);
  give_back_memory();
  stage->name = name;
  stage->total = total;
  stage->began = stage->told = pf_seconds();
  return pf_stage_is_wanted(stage) ? PATHFAN_OK : PATHFAN_ERR_CANCELLED;
}

static void tell(const pf_stage *stage, int64_t done) {
  const pathfan_build_options *o = stage->options;
  if (o->progress) o->progress(o->progress_context, stage->name, done, stage->total);
}

bool pf_stage_go_on(void *context, int64_t done) {
  pf_stage *stage = context;
  assert(stage->name);
  assert(done >= 0);
  const double now = pf_seconds();
  if (now - stage->told < TELL_SECONDS) return true;
  stage->told = now;
  if (done < stage->total) tell(stage, done); /* pf_stage_end reports the end */
  return pf_stage_is_wanted(stage);
}

void pf_stage_end(pf_stage *stage) {
  pathfan_build_report *r = stage->report;
  assert(stage->name);
  tell(stage, stage->total);
  if (r->stage_count < (int32_t)(sizeof r->stages / sizeof r->stages[0]))
    r->stages[r->stage_count++] =
        (pathfan_stage_time){.name = stage->name, .wall_seconds = pf_seconds() - stage->began};
}

pathfan_status pf_stage_failed(const pf_stage *stage, pathfan_status status) {
  assert(stage->name);
  if (status == PATHFAN_ERR_NO_MEMORY)
    return pf_fail(stage->error, status, "out of memory in stage %s", stage->name);
  if (status)
    return pf_fail(stage->error, status, "stage %s: %s", stage->name, pathfan_status_text(status));
  return PATHFAN_OK;
}

pathfan_status pf_stage_done(pf_stage *stage, pathfan_status status) {
  if (status) return pf_stage_failed(stage, status);
  pf_stage_end(stage);
  return PATHFAN_OK;
}

/* field_watch.c - see field_watch.h. */
#include "cli/field_watch.h"

#include "base/clock.h"

#define SEEN_EVERY 0.1  /* seconds between two looks at the progress */
#define WHOLE 1000000.0 /* of a stage, in the numbers that are reported */

static bool go_on(void *context, size_t done) {
  cli_field_watch *w = context;
  const double now = pf_seconds();
  if (w->end > 0 && now >= w->end) return false;
  if (now - w->seen < SEEN_EVERY) return true;
  w->seen = now;
  const double share = w->count ? (double)done / (double)w->count : 0;
  cli_progress_report(&w->progress, w->stage,
                      (int64_t)(WHOLE * (w->from + share * (w->to - w->from))), (int64_t)WHOLE);
  return true;
}

void cli_field_watch_start(cli_field_watch *w, pathfan_query *query,
                           const cli_field_limits *limits) {
  *w = (cli_field_watch){.stage = "", .seen = pf_seconds()};
  if (limits->seconds > 0) w->end = w->seen + limits->seconds;
  cli_progress_start(&w->progress, limits->quiet);
  const pathfan_field_limits given = {.work_limit = limits->work, .go_on = go_on, .context = w};
  pathfan_query_limit_fields(query, &given); /* can't fail */
}

void cli_field_watch_next(cli_field_watch *w, const char *stage, double from, double to,
                          size_t count) {
  w->stage = stage;
  w->from = from;
  w->to = to;
  w->count = count;
}

int cli_field_watch_fail(cli_field_watch *w, pathfan_status status, const pathfan_query *query) {
  cli_field_watch_end(w);
  if (status != PATHFAN_ERR_CANCELLED && status != PATHFAN_ERR_LIMIT)
    return cli_failure(status, pathfan_query_error(query));
  cli_message("%s; nothing is written, as it wouldn't be certain",
              status == PATHFAN_ERR_LIMIT
                  ? pathfan_query_error(query)
                  : "the time limit was reached before all costs were known");
  return CLI_NO_ANSWER;
}

void cli_field_watch_end(cli_field_watch *w) {
  cli_progress_end(&w->progress);
}

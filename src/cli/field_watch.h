/* field_watch.h - progress and limits of a command that asks for fields: costs of many places.
 *
 *   cli_field_watch_start(&watch, query, &limits);
 *   cli_field_watch_next(&watch, "field", 0, 1, count);
 *   status = pathfan_query_field(...)
 *   if (status) code = cli_field_watch_fail(&watch, status, query);
 *   cli_field_watch_end(&watch); */
#ifndef PF_CLI_FIELD_WATCH_H
#define PF_CLI_FIELD_WATCH_H

#include "command/progress.h"
#include "pathfan/terrain.h"

typedef struct cli_field_limits {
  uint64_t work;  /* 0: no limit */
  double seconds; /* 0: no limit */
  bool quiet;
} cli_field_limits;

typedef struct cli_field_watch {
  cli_progress progress;
  double end, seen; /* seconds of the monotonic clock; end 0: no limit */
  const char *stage;
  double from, to; /* shares of the stage that are done before and after the call */
  size_t count;    /* points of the call */
} cli_field_watch;

/* The watch must stay as long as the query. */
void cli_field_watch_start(cli_field_watch *watch, pathfan_query *query,
                           const cli_field_limits *limits);

/* Says what the next call is for. stage: in static storage. */
void cli_field_watch_next(cli_field_watch *watch, const char *stage, double from, double to,
                          size_t count);

/* Reports a failure; returns an exit code. */
int cli_field_watch_fail(cli_field_watch *watch, pathfan_status status, const pathfan_query *query);

void cli_field_watch_end(cli_field_watch *watch);

#endif

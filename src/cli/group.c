/* group.c - answers requests from or to every point of a file, with one end in common, as JSON
 * lines or as a table. The file is read and answered in parts, so its length doesn't matter. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/answer.h"
#include "cli/batch.h"
#include "cli/point_file.h"

/* Points in one call: its work on the common end is then at most a hundredth of the whole. */
#define PART 1024

/* Room for an id: the number of a point. */
#define ID_BYTES 24

typedef struct part {
  const cli_asking *asking;
  bool has_one_start;
  pathfan_shares shares;
  pathfan_point points[PART];
  int64_t lines[PART], numbers[PART]; /* their lines in the file, and their 0-based numbers */
  size_t count;
  int code;
} part;

/* Shows the answer to a point. */
static bool show(void *context, size_t i, const pathfan_answer *answer, int32_t chosen) {
  part *p = context;
  const cli_asking *asking = p->asking;
  cli_reply reply = {
      .query = asking->query, .answer = answer, .is_terrain = asking->is_terrain, .chosen = chosen};
  char id[ID_BYTES];
  snprintf(id, sizeof id, "%" PRId64, p->numbers[i]);
  const pathfan_status status = cli_ask_measures(asking, &reply);
  if (status)
    p->code = cli_failure(status, pathfan_query_error(asking->query));
  else if (asking->json)
    cli_answer_json(stdout, id, &reply);
  else
    cli_answer_row(asking, p->lines[i], &reply);
  cli_reply_free(&reply);
  return p->code == CLI_OK && !ferror(stdout);
}

static void ask_distances(part *p) {
  const cli_asking *asking = p->asking;
  for (size_t i = 0; i < p->count && p->code == CLI_OK && !ferror(stdout); i++) {
    pathfan_request request = asking->request;
    cli_distance distance;
    char id[ID_BYTES];
    snprintf(id, sizeof id, "%" PRId64, p->numbers[i]);
    *(p->has_one_start ? &request.to : &request.from) = p->points[i];
    p->code = cli_ask_distance(asking, &request, &distance);
    if (p->code == CLI_OK && asking->json)
      cli_distance_json(stdout, id, asking, &distance);
    else if (p->code == CLI_OK)
      cli_distance_row(p->lines[i], &distance);
  }
}

/* Answers the points of a part, and empties it. */
static void answer_part(part *p) {
  const cli_asking *asking = p->asking;
  const pathfan_group group = {.request = asking->request,
                               .has_one_start = p->has_one_start,
                               .points = p->points,
                               .count = p->count,
                               .shares = asking->choose ? &p->shares : NULL};
  if (asking->distance) {
    ask_distances(p);
  } else {
    const pathfan_status status = pathfan_query_group(asking->query, &group, show, p);
    if (status) p->code = cli_failure(status, pathfan_query_error(asking->query));
  }
  p->count = 0;
}

static void show_flaw(const part *p, const cli_point_entry *entry, int64_t number,
                      const char *path) {
  char id[ID_BYTES];
  snprintf(id, sizeof id, "%" PRId64, number);
  if (p->asking->json)
    cli_error_json(stdout, id, entry->flaw, entry->line);
  else
    cli_error_row(entry->line, entry->flaw);
  cli_message("%s:%" PRId64 ": %s", path, entry->line, entry->flaw);
}

/* Answers all points of an open file. */
static int answer_file(part *p, cli_point_file *file, const char *path) {
  cli_point_entry entry;
  int64_t number = 0;
  int malformed = CLI_OK;
  for (; p->code == CLI_OK && !ferror(stdout) && cli_point_file_next(file, &entry); number++) {
    if (entry.flaw) {
      answer_part(p);
      if (p->code == CLI_OK) show_flaw(p, &entry, number, path);
      malformed = CLI_MALFORMED;
      continue;
    }
    p->points[p->count] = entry.point;
    p->lines[p->count] = entry.line;
    p->numbers[p->count] = number;
    if (++p->count == PART) answer_part(p);
  }
  if (p->code == CLI_OK) answer_part(p);
  if (p->code != CLI_OK) return p->code;
  if (ferror(file->stream)) {
    cli_message("%s: can't be read: %s", path, strerror(errno));
    return CLI_SYSTEM;
  }
  if (!number) {
    cli_message("%s: there is no point in it", path);
    return CLI_MALFORMED;
  }
  return malformed;
}

int cli_group(const cli_asking *asking, const char *path, bool has_one_start) {
  cli_point_file file;
  part *p = calloc(1, sizeof *p);
  if (!p) return cli_failure(PATHFAN_ERR_NO_MEMORY, NULL);
  int code = CLI_SYSTEM;
  p->asking = asking;
  p->has_one_start = has_one_start;
  p->shares = (pathfan_shares){.seed = asking->seed, .weights = asking->weights};
  if (cli_point_file_open(&file, path)) {
    if (!asking->json) cli_rows_head(asking);
    code = answer_file(p, &file, path);
    fclose(file.stream);
  } else {
    cli_message("%s: can't be opened: %s", path, strerror(errno));
  }
  free(p);
  return code;
}

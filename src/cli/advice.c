/* advice.c - sends the request again with one option changed at a time, by a query object of its
 * own: why candidates were refused doesn't tell what would bring more, since one that is too long
 * is often too similar, too, and a fast request doesn't try them all. */
#include "cli/advice.h"

#include <math.h>

#include "base/text.h"

/* Work of one trial: some tenths of a second at most. */
#define TRIAL_WORK 300000

enum { EFFORT, STRETCH, DISSIMILARITY, SEPARATION, LOOP, BOUNDED, OPTIMALITY, TRIALS };

/* Changes an option. words: [Size: 48] how to write it. False: it is as loose as it gets. */
static bool loosen(int option, pathfan_request *r, char *words) {
  char number[PF_SHORTEST_BYTES];
  switch (option) {
  case EFFORT:
    if (r->effort == PATHFAN_EFFORT_THOROUGH) return false;
    r->effort = PATHFAN_EFFORT_THOROUGH;
    return snprintf(words, 48, "--effort thorough");
  case STRETCH:
    r->stretch = r->stretch < 3 ? 3 : 2 * r->stretch;
    return snprintf(words, 48, "--stretch %s", pf_number_shortest(r->stretch, number));
  case DISSIMILARITY:
    if (r->dissimilarity <= 0) return false;
    r->dissimilarity = r->dissimilarity > 0.2 ? 0.2 : 0;
    return snprintf(words, 48, "--dissimilarity %s", pf_number_shortest(r->dissimilarity, number));
  case SEPARATION:
    if (r->separation <= 0 && r->separation_share <= 0) return false;
    r->separation = r->separation_share = 0;
    return snprintf(words, 48, "--separation 0");
  case LOOP:
    if (r->max_loop <= 0) return false;
    r->max_loop = 0;
    return snprintf(words, 48, "--max-loop 0");
  case BOUNDED:
    if (r->max_bounded_stretch <= 0) return false;
    r->max_bounded_stretch = 0;
    return snprintf(words, 48, "--max-bounded-stretch 0");
  default:
    if (r->min_local_optimality <= 0) return false;
    r->min_local_optimality = 0;
    return snprintf(words, 48, "--min-local-optimality 0");
  }
}

/* Whether more is to be had at all: not by searches that find one path. */
static bool may_have_more(const cli_asking *asking, const pathfan_answer *answer) {
  const bool is_search = answer->reason == PATHFAN_REASON_NO_CANDIDATES &&
                         answer->search.generated && !(answer->paths[0].gap > 0);
  return answer->path_count < asking->request.paths && answer->paths[0].length > 0 && !is_search &&
         (answer->reason == PATHFAN_REASON_NO_CANDIDATES ||
          answer->reason == PATHFAN_REASON_REJECTED) &&
         !cli_closes(asking, &asking->request); /* the map would be read anew */
}

void cli_advise(FILE *out, const cli_asking *asking, const pathfan_answer *answer) {
  cli_asking trial = *asking;
  const char *before = "more paths with ";
  trial.measures = trial.choose = false;
  if (!answer->path_count || !may_have_more(asking, answer) ||
      pf_source_query(&asking->source, &trial.query))
    return;
  for (int option = 0; option < TRIALS; option++) {
    char words[48];
    cli_reply reply = {NULL};
    trial.request = asking->request;
    trial.request.work_limit = TRIAL_WORK;
    if (!loosen(option, &trial.request, words)) continue;
    if (cli_ask_paths(&trial, &trial.request, 0, &reply) == CLI_OK &&
        reply.answer->path_count > answer->path_count) {
      fprintf(out, "%s%s (%d)", before, words, reply.answer->path_count);
      before = ", ";
    }
    cli_reply_free(&reply);
  }
  if (*before == ',') putc('\n', out);
  pathfan_query_free(trial.query);
}

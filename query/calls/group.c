/* group.c - many requests with one end in common. The ends keep what is known of it (ends.h);
 * everything else is done as for each request alone, so the answers are the same.
 *
 * Shares: each path number is owed the share that the weights of the units so far give it, less the
 * units that took it. Each unit takes the path that is owed most, which then is owed one less. The
 * debts stay within about one unit for any weights, even if these differ from unit to unit. No
 * sequence of numbers drawn beforehand achieves this: with the golden ratio's, the best of them, a
 * share of 10,000 units is up to four off. The seed sets the initial debts, so it matters for the
 * first units. */
#include <assert.h>
#include <math.h>

#include "paths.h"
#include "base/hash.h"
#include "base/reserved.h"
#include "base/status.h"

static const char *const weights_names[] = {"equal", "length"};

const char *pathfan_weights_name(pathfan_weights weights) {
  return (unsigned)weights < PATHFAN_WEIGHTS_COUNT ? weights_names[weights] : "unknown";
}

/* ---- Shares ---- */

/* Draws initial debts of at most half a unit from the seed. */
static void begin_shares(pathfan_shares *s) {
  if (s->begun) return;
  for (int32_t i = 0; i < PATHFAN_SHARED_PATHS_MAX; i++) {
    const uint64_t x = pf_mix(s->seed + (uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15));
    s->owed[i] = ldexp((double)(x >> 11), -53) - 0.5;
  }
  s->begun = true;
}

static double weight_of(const pathfan_shares *s, const pathfan_path *path, int32_t number) {
  double weight = 1;
  if (s->weight)
    weight = s->weight(s->context, path, number);
  else if (s->weights == PATHFAN_WEIGHTS_LENGTH && path->length > 0)
    weight = 1 / path->length;
  return weight > 0 && isfinite(weight) ? weight : 0;
}

/* Chooses the path that the next unit takes; -1: there is none. */
static int32_t choose(pathfan_shares *s, const pathfan_answer *answer) {
  const int32_t count =
      answer->path_count < PATHFAN_SHARED_PATHS_MAX ? answer->path_count : PATHFAN_SHARED_PATHS_MAX;
  double weights[PATHFAN_SHARED_PATHS_MAX], most = 0, sum = 0;
  assert(s->begun);
  for (int32_t i = 0; i < count; i++) {
    weights[i] = weight_of(s, &answer->paths[i], i);
    most = fmax(most, weights[i]);
  }
  if (most == 0) return count ? 0 : -1;
  for (int32_t i = 0; i < count; i++) sum += weights[i] /= most; /* so that sums can't overflow */
  int32_t chosen = -1;
  for (int32_t i = 0; i < count; i++) {
    s->owed[i] += weights[i] / sum;
    if (weights[i] > 0 && (chosen < 0 || s->owed[i] > s->owed[chosen])) chosen = i;
  }
  s->owed[chosen]--;
  return chosen;
}

/* ---- Units ---- */

/* Answers unit i by a query object, of the caller's `q`, and calls visit; *go_on: the value that
 * visit returned. */
static pathfan_status answer_unit(pathfan_query *q, pathfan_query *at, const pathfan_group *group,
                                  size_t i, pathfan_visit visit, void *context, bool *go_on) {
  pathfan_request request = group->request;
  assert(!q->is_visiting && !at->is_visiting);
  assert(i < group->count);
  if (group->has_one_start)
    request.to = group->points[i];
  else
    request.from = group->points[i];
  at->error.text[0] = 0;
  pf_ends_keep(&at->ends, group->has_one_start ? PF_KEEP_FROM : PF_KEEP_TO);
  const pathfan_status status = pf_answer_request(at, &request);
  if (status) return status;
  const int32_t chosen = group->shares ? choose(group->shares, &at->answer) : -1;
  q->is_visiting = at->is_visiting = true;
  *go_on = visit(context, i, &at->answer, chosen);
  q->is_visiting = at->is_visiting = false;
  q->asked = at == q ? NULL : at; /* the visit may have asked q in vain */
  return PATHFAN_OK;
}

pathfan_status pathfan_query_group(pathfan_query *q, const pathfan_group *group,
                                   pathfan_visit visit, void *context) {
  if (!q || !group || !visit || (group->count && !group->points)) return pf_refuse_null(q);
  pathfan_query *at;
  pathfan_status status = pf_query_begin_at(q, group->request.radius, &at);
  if (status) return status;
  if (!PF_KNOWS(group) || (group->shares && !PF_KNOWS(group->shares)))
    return pf_fail(&at->error, PATHFAN_ERR_ARGUMENT, "group: " PF_UNKNOWN_MEMBER);
  if (group->shares && !group->shares->weight &&
      (unsigned)group->shares->weights >= PATHFAN_WEIGHTS_COUNT)
    return pf_fail(&at->error, PATHFAN_ERR_ARGUMENT, "weights: there is no kind of this number");
  bool go_on = true;
  pf_ends_forget(&at->ends);
  if (group->shares) begin_shares(group->shares);
  for (size_t i = 0; i < group->count && go_on && !status; i++)
    status = answer_unit(q, at, group, i, visit, context, &go_on);
  pf_ends_forget(&at->ends);
  return status;
}

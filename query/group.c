/* group.c - many requests with one end in common. The ends keep what is known of it (ends.h);
 * everything else happens as for each request alone, so that answers are the same.
 *
 * Shares: every path number is owed what the weights of the units so far say, less the units that
 * took it; who comes takes the path that is owed most, and pays one. What is owed stays within a
 * unit or so whatever the weights are, also when they differ from unit to unit, which no sequence
 * of numbers drawn beforehand achieves: with the golden ratio's, the best of these, a share of
 * 10,000 units is up to four off. Over the first units the seed counts, as what is owed to
 * begin with. */
#include <math.h>

#include "answer.h"
#include "base/hash.h"
#include "base/reserved.h"
#include "base/status.h"

static const char *const weights_names[] = {"equal", "length"};

const char *pathfan_weights_name(pathfan_weights weights) {
  return (unsigned)weights < PATHFAN_WEIGHTS_COUNT ? weights_names[weights] : "unknown";
}

/* ---- Shares ---- */

/* Debts of less than half a unit, drawn from the seed. */
static void begin_shares(pathfan_shares *s) {
  if (s->begun) return;
  for (int32_t i = 0; i < PATHFAN_SHARED_PATHS_MAX; i++) {
    const uint64_t x = pathfan_mix(s->seed + (uint64_t)(i + 1) * UINT64_C(0x9e3779b97f4a7c15));
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

/* The path that the next unit takes. */
static int32_t choose(pathfan_shares *s, const pathfan_answer *answer) {
  const int32_t count =
      answer->path_count < PATHFAN_SHARED_PATHS_MAX ? answer->path_count : PATHFAN_SHARED_PATHS_MAX;
  double weights[PATHFAN_SHARED_PATHS_MAX], most = 0, sum = 0;
  for (int32_t i = 0; i < count; i++) {
    weights[i] = weight_of(s, &answer->paths[i], i);
    most = fmax(most, weights[i]);
  }
  if (most == 0) return count ? 0 : -1;
  for (int32_t i = 0; i < count; i++) sum += weights[i] /= most; /* sums can't overflow */
  int32_t chosen = -1;
  for (int32_t i = 0; i < count; i++) {
    s->owed[i] += weights[i] / sum;
    if (weights[i] > 0 && (chosen < 0 || s->owed[i] > s->owed[chosen])) chosen = i;
  }
  s->owed[chosen]--;
  return chosen;
}

/* ---- Units ---- */

/* Answers unit i and has it visited; *go_on: by the visit's wish. */
static pathfan_status answer_unit(pathfan_query *q, const pathfan_group *group, size_t i,
                                  pathfan_visit visit, void *context, bool *go_on) {
  pathfan_request request = group->request;
  if (group->has_one_start)
    request.to = group->points[i];
  else
    request.from = group->points[i];
  q->error.text[0] = 0;
  pathfan_ends_keep(&q->ends, group->has_one_start ? PATHFAN_KEEP_FROM : PATHFAN_KEEP_TO);
  const pathfan_status status = pathfan_answer_request(q, &request);
  if (status) return status;
  const int32_t chosen = group->shares ? choose(group->shares, &q->answer) : -1;
  q->is_visiting = true;
  *go_on = visit(context, i, &q->answer, chosen);
  q->is_visiting = false;
  return PATHFAN_OK;
}

pathfan_status pathfan_query_group(pathfan_query *q, const pathfan_group *group,
                                   pathfan_visit visit, void *context) {
  if (!q || !group || !visit || (group->count && !group->points)) return pathfan_refuse_null(q);
  pathfan_status status = pathfan_query_begin(q);
  if (status) return status;
  if (!PATHFAN_KNOWS(group) || (group->shares && !PATHFAN_KNOWS(group->shares)))
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "group: " PATHFAN_UNKNOWN_MEMBER);
  if (group->shares && !group->shares->weight &&
      (unsigned)group->shares->weights >= PATHFAN_WEIGHTS_COUNT)
    return pathfan_fail(&q->error, PATHFAN_ERR_ARGUMENT, "weights are none that there are");
  bool go_on = true;
  pathfan_ends_forget(&q->ends);
  if (group->shares) begin_shares(group->shares);
  for (size_t i = 0; i < group->count && go_on && !status; i++)
    status = answer_unit(q, group, i, visit, context, &go_on);
  pathfan_ends_forget(&q->ends);
  return status;
}

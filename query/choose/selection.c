/* selection.c - the walk through a request's entries (paper, Algorithm 1, lines 17 to 22). Whatever
 * is asked of an entry, or of two, is kept (entries.h); so a further selection costs little. */
#include "selection.h"

#include <stdlib.h>

void pf_selection_begin(pf_selection *s) {
  s->first = PF_STAGE_ALL;
  s->splices_last = s->fills = s->unseparated = false;
  s->count = s->verdict_count = s->judged_count = s->left_count = s->at = s->strict = 0;
}

pathfan_status pf_selection_fit(pf_selection *s, const pf_entries *entries) {
  const int32_t count = entries->tracks.count;
  pathfan_status status = pf_grow(&s->verdicts, &s->verdict_capacity, count);
  if (!status) status = pf_grow(&s->judged, &s->judged_capacity, 2 * (int64_t)count);
  if (!status) status = pf_grow(&s->taken, &s->taken_capacity, count);
  if (status) return status;
  for (; s->verdict_count < count; s->verdict_count++)
    s->verdicts[s->verdict_count] = (pf_judgement){.fate = -1, .rival = -1};
  if (!s->count) s->taken[s->count++] = s->strict = 0;
  return PATHFAN_OK;
}

pathfan_status pf_selection_judge(pf_selection *s, pf_entries *entries, int32_t entry,
                                  bool beside_first, pf_judgement *verdict) {
  const bool separated = !s->unseparated && !verdict->filled;
  const int32_t others = beside_first ? 1 : s->count;
  pathfan_fate fate = PATHFAN_FATE_CHOSEN;
  pathfan_status status = PATHFAN_OK;
  for (int32_t i = 0; i < others && !status && fate == PATHFAN_FATE_CHOSEN; i++) {
    status = pf_entries_compare(entries, entry, s->taken[i], separated, &fate);
    verdict->rival = fate == PATHFAN_FATE_CHOSEN ? -1 : i;
  }
  if (!status && fate == PATHFAN_FATE_CHOSEN)
    status = pf_entries_judge_alone(entries, entry, &fate);
  verdict->fate = (int8_t)fate;
  return status;
}

pathfan_status pf_selection_note(pf_selection *s, pf_entries *entries, int32_t entry,
                                 pf_judgement verdict) {
  s->verdicts[entry] = verdict;
  s->judged[s->judged_count++] = entry;
  if (verdict.fate != PATHFAN_FATE_CHOSEN) return PATHFAN_OK;
  s->taken[s->count++] = entry;
  s->strict += !verdict.filled;
  return pf_entries_take(entries, entry);
}

static pathfan_status judge(pf_selection *s, pf_entries *entries, int32_t entry, bool filled) {
  pf_judgement verdict = {.fate = -1, .filled = filled, .rival = -1};
  const pathfan_status status = pf_selection_judge(s, entries, entry, false, &verdict);
  return status ? status : pf_selection_note(s, entries, entry, verdict);
}

/* The parts of an order: entries of early or late stages, and of these candidates or splices. */
static bool is_late(const pf_selection *s, const pf_entries *entries, int32_t entry) {
  return entries->tracks.list[entry].stage > (int32_t)s->first;
}

/* Judges one part of the order. */
static pathfan_status walk(pf_selection *s, pf_entries *entries, bool late, bool spliced) {
  const int32_t wanted = entries->task->request->paths;
  pathfan_status status = pf_selection_fit(s, entries);
  for (; !status && s->count < wanted; s->at++) {
    status = pf_entries_feed(entries, s->at);
    if (!status) status = pf_selection_fit(s, entries);
    if (status || s->at == entries->order_count) return status;
    const int32_t entry = entries->order[s->at];
    if (is_late(s, entries, entry) == late &&
        (!s->splices_last || pf_entries_is_splice(entries, entry) == spliced))
      status = judge(s, entries, entry, false);
  }
  return status;
}

pathfan_status pf_selection_fill(pf_selection *s, pf_entries *entries) {
  const int32_t wanted = entries->task->request->paths, judged = s->judged_count;
  pathfan_status status = PATHFAN_OK;
  for (int32_t at = 0; at < entries->order_count && s->count < wanted && !status; at++) {
    const int32_t entry = entries->order[at];
    if (s->verdicts[entry].fate != PATHFAN_FATE_TOO_NEAR) continue;
    for (int32_t i = 0; i < judged; i++)
      if (s->judged[i] == entry) s->judged[i] = -1;
    status = judge(s, entries, entry, true);
  }
  return status;
}

pathfan_status pf_select(pf_entries *entries, pf_selection *s) {
  pathfan_status status = PATHFAN_OK;
  const bool is_plain = s->first == PF_STAGE_ALL && !s->splices_last;
  for (int late = 0; late <= (s->first < PF_STAGE_ALL) && !status; late++) {
    for (int spliced = 0; spliced <= s->splices_last && !status; spliced++) {
      if (!is_plain) s->at = 0;
      status = walk(s, entries, late, spliced);
    }
    if (!status && s->fills) status = pf_selection_fill(s, entries);
  }
  return status;
}

void pf_selection_free(pf_selection *s) {
  free(s->taken);
  free(s->verdicts);
  free(s->judged);
  free(s->left);
}

/* twin_choose.c - greedy choices one after the other. */
#include "twin_choose.h"

#include <math.h>

/* An order: stage 0 first, splices last, what is too near filled in at last, or no regard to
 * nearness at all. */
typedef struct order {
  bool early, splices_last, fills, unseparated;
} order;

typedef struct trial {
  const twin_choices *of;
  const twin_wish *wish;
  order how;
  twin_chosen chosen;
  int32_t strict; /* how many with regard to nearness */
} trial;

static bool has_objective(const twin_wish *wish) {
  return wish->similarity > 0 || wish->nearness > 0;
}

/* Whether a path can be taken beside those taken. */
static bool may_take(const trial *t, int32_t i, bool separated) {
  const twin_choices *c = t->of;
  if (t->chosen.is_taken[i] || !c->is_good[i]) return false;
  for (int32_t k = 0; k < c->count; k++)
    if (t->chosen.is_taken[k] && (c->similar[i][k] || (separated && c->near[i][k]))) return false;
  return true;
}

static void take(trial *t, int32_t i) {
  t->chosen.is_taken[i] = true;
  t->chosen.count++;
}

/* Takes what passes of stages `from` to `to`: splices, other paths, or both. */
static void take_all(trial *t, int from, int to, bool others, bool splices, bool separated) {
  for (int32_t i = 1; i < t->of->count && t->chosen.count < t->wish->paths; i++)
    if (t->of->stage[i] >= from && t->of->stage[i] <= to &&
        (t->of->is_splice[i] ? splices : others) && may_take(t, i, separated))
      take(t, i);
}

static double cost_of(const trial *t, int32_t i) {
  double similarity = 0, nearness = 0;
  for (int32_t k = 0; k < t->of->count; k++) {
    if (!t->chosen.is_taken[k]) continue;
    similarity = fmax(similarity, t->of->similarity[i][k]);
    nearness = fmax(nearness, t->how.unseparated ? t->of->similarity[i][k] : t->of->nearness[i][k]);
  }
  return t->wish->similarity * similarity + t->wish->nearness * nearness;
}

/* Whether one path is taken rather than another one. */
static bool is_better(const trial *t, int32_t i, int32_t than) {
  const double cost = cost_of(t, i), other = cost_of(t, than);
  return cost < other || (cost == other && t->of->shorter[i] < t->of->shorter[than]);
}

/* Takes again and again what costs least. */
static void take_cheapest(trial *t) {
  int32_t best = 0;
  while (best >= 0 && t->chosen.count < t->wish->paths) {
    best = -1;
    for (int32_t i = 1; i < t->of->count; i++)
      if (!(t->how.splices_last && t->of->is_splice[i]) && may_take(t, i, !t->how.unseparated) &&
          (best < 0 || is_better(t, i, best)))
        best = i;
    if (best >= 0) take(t, best);
  }
}

/* Takes what only has to be dissimilar. */
static void fill(trial *t, int to) {
  take_all(t, 0, to, true, !(has_objective(t->wish) && t->how.splices_last), false);
}

static void try_order(const twin_choices *c, const twin_wish *wish, order how, trial *best) {
  trial t = {c, wish, how, {.count = 1, .is_taken = {true}}, 1};
  int32_t filled = 0;
  if (best->chosen.count >= wish->paths) return;
  for (int part = 0; part <= how.early; part++) {
    const int to = how.early && !part ? 0 : 1;
    if (has_objective(wish))
      take_cheapest(&t);
    else
      for (int last = 0; last <= how.splices_last; last++)
        take_all(&t, part, to, !last, last || !how.splices_last, !how.unseparated);
    const int32_t before = t.chosen.count;
    if (how.fills) fill(&t, to);
    filled += t.chosen.count - before;
  }
  t.strict = t.chosen.count - filled;
  if (t.chosen.count > best->chosen.count ||
      (t.chosen.count == best->chosen.count && t.strict > best->strict))
    *best = t;
}

/* Tries an order in the given way of all stages, and of stage 0 first. */
static void try_stages(const twin_choices *c, const twin_wish *wish, order how, trial *best) {
  for (int early = 0; early < 2; early++) {
    how.early = early;
    if (!early || !has_objective(wish)) try_order(c, wish, how, best);
  }
}

twin_chosen twin_choose(const twin_choices *c, const twin_wish *wish) {
  trial best = {.chosen = {0}};
  try_order(c, wish, (order){.early = false}, &best);
  try_order(c, wish, (order){.splices_last = true}, &best);
  try_stages(c, wish, (order){.early = false}, &best);
  try_stages(c, wish, (order){.splices_last = true}, &best);
  if (!wish->fill) return best.chosen;
  try_stages(c, wish, (order){.fills = true}, &best);
  try_stages(c, wish, (order){.splices_last = true, .fills = true}, &best);
  try_stages(c, wish, (order){.splices_last = true, .unseparated = true}, &best);
  return best.chosen;
}

/* twin_choose.c - greedy choices one after the other. */
#include "twin_choose.h"

typedef struct trial {
  twin_chosen chosen;
  int32_t strict; /* how many with regard to nearness */
} trial;

static bool differs(const twin_choices *c, const twin_chosen *chosen, int32_t i, bool separated) {
  for (int32_t k = 0; k < c->count; k++)
    if (chosen->is_taken[k] && (c->similar[i][k] || (separated && c->near[i][k]))) return false;
  return true;
}

/* Takes what differs of the stages from `from` to `to`. */
static void take(const twin_choices *c, trial *t, int32_t paths, int from, int to, bool separated) {
  for (int32_t i = 1; i < c->count && t->chosen.count < paths; i++) {
    if (c->stage[i] < from || c->stage[i] > to || t->chosen.is_taken[i] || !c->is_good[i] ||
        !differs(c, &t->chosen, i, separated))
      continue;
    t->chosen.is_taken[i] = true;
    t->chosen.count++;
  }
}

/* Tries an order: all at once, or stage 0 first; filling in what is too near after each, or without
 * any regard to nearness. */
static void try_order(const twin_choices *c, int32_t paths, bool early, bool fills,
                      bool unseparated, trial *best) {
  trial t = {.chosen = {.count = 1, .is_taken = {true}}, .strict = 1};
  if (best->chosen.count >= paths) return;
  for (int part = 0; part <= early; part++) {
    const int to = early && !part ? 0 : 1, before = t.chosen.count;
    take(c, &t, paths, part, to, !unseparated);
    t.strict += t.chosen.count - before;
    if (fills) take(c, &t, paths, 0, to, false);
  }
  if (t.chosen.count > best->chosen.count ||
      (t.chosen.count == best->chosen.count && t.strict > best->strict))
    *best = t;
}

twin_chosen twin_choose(const twin_choices *c, int32_t paths, bool fill) {
  trial best = {.chosen = {0}};
  for (int early = 0; early < 2; early++) try_order(c, paths, early, false, false, &best);
  for (int how = 0; how < 2 && fill; how++)
    for (int early = 0; early < 2; early++) try_order(c, paths, early, !how, how, &best);
  return best.chosen;
}

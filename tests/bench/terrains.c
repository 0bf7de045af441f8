/* terrains.c - compares the library's costs on random terrains with both slow ways of finding them.
 *
 *   terrains-run [COUNT [FIRST [SPACING]]]
 *
 * Takes COUNT terrains (default 1000) from number FIRST (0) on, three pairs of ends each: all are
 * compared with the exact twin, one with the dense twin, its points SPACING units apart (0.02). If
 * the dense twin is more than 2e-3 dearer, points are set four times as densely until it isn't;
 * what then remains is a difference. Prints a line for each kind of terrain with the least and the
 * largest difference, as a share of the cost; fails if one is too large. Takes minutes; a SPACING
 * of 0 leaves out the dense twin. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "twin_terrain_ask.h"
#include "twin_terrain_dense.h"
#include "twin_terrain_exact.h"
#include "twin_terrain_random.h"

#define PAIRS 3
#define KINDS_MOST 32
#define EXACT_SLACK 1e-6
#define DENSE_ABOVE 2e-3
#define SPACING_LEAST 1e-4

/* Differences relative to the library's cost. */
typedef struct range {
  double least, most;
} range;

typedef struct tally {
  const char *kind;
  int32_t queries, without_way, dense, denser, wrong;
  range exact, dense_range;
} tally;

static void widen(range *r, double value) {
  r->least = fmin(r->least, value);
  r->most = fmax(r->most, value);
}

static void report(const twin_terrain *t, pathfan_point a, pathfan_point b, const char *what,
                   double difference) {
  twin_terrain_show(t, a, b);
  print_error("%s: %g\n", what, difference);
}

static void check_dense(tally *sum, const twin_guide *guide, pathfan_point a, pathfan_point b,
                        double cost, double spacing) {
  double above = twin_terrain_dense(guide->terrain, a, b, spacing, NULL);
  above = twin_guide_difference(guide, above, cost);
  sum->dense++;
  if (above > DENSE_ABOVE) {
    sum->denser++;
    for (double s = spacing / 4; above > DENSE_ABOVE && s >= SPACING_LEAST; s /= 4)
      above = twin_guide_difference(guide, twin_terrain_dense(guide->terrain, a, b, s, NULL), cost);
  }
  widen(&sum->dense_range, above);
  if (above <= DENSE_ABOVE && above >= -EXACT_SLACK) return;
  sum->wrong++;
  report(guide->terrain, a, b, "the dense one is dearer by", above);
}

static void check_terrain(tally *sum, const twin_terrain *t, double spacing) {
  twin_guide guide = twin_guide_make(t, NULL);
  pf_random random = pf_random_from(t->seed + 77);
  for (int i = 0; i < PAIRS; i++) {
    pathfan_point a, b;
    const pathfan_answer *answer;
    twin_terrain_ends(t, &random, &a, &b);
    const double cost = twin_guide_ask(&guide, a, b, &answer);
    const char *fault = twin_guide_fault(&guide, answer, true);
    const double more = twin_guide_difference(&guide, twin_terrain_exact(t, a, b, NULL), cost);
    sum->queries++;
    sum->without_way += isinf(cost);
    widen(&sum->exact, more);
    if (fault || fabs(more) > EXACT_SLACK) {
      sum->wrong++;
      report(t, a, b, fault ? fault : "the exact one is dearer by", more);
    }
    if (spacing > 0 && i == 0) check_dense(sum, &guide, a, b, cost, spacing);
  }
  twin_guide_free(&guide);
}

int main(int argc, char **argv) {
  const int count = argc > 1 ? atoi(argv[1]) : 1000, first = argc > 2 ? atoi(argv[2]) : 0;
  const double spacing = argc > 3 ? atof(argv[3]) : TWIN_SPACING;
  const int kinds = twin_terrain_kinds();
  tally sums[KINDS_MOST] = {{0}}, all = {.kind = "all"};
  if (argc > 4 || count < 1 || first < 0 || !(spacing >= 0) || kinds > KINDS_MOST) {
    fprintf(stderr, "usage: terrains-run [COUNT [FIRST [SPACING]]]\n");
    return 2;
  }
  for (int i = first; i < first + count; i++) {
    const twin_terrain t = twin_terrain_number(i);
    sums[i % kinds].kind = t.kind;
    check_terrain(&sums[i % kinds], &t, spacing);
  }
  printf("%-10s %7s %7s %23s %6s %7s %23s %5s\n", "kind", "queries", "no way", "exact", "dense",
         "denser", "dense", "wrong");
  for (int k = 0; k <= kinds; k++) {
    const tally *s = k < kinds ? &sums[k] : &all;
    if (!s->kind) continue;
    printf("%-10s %7d %7d %11.2g %11.2g %6d %7d %11.2g %11.2g %5d\n", s->kind, (int)s->queries,
           (int)s->without_way, s->exact.least, s->exact.most, (int)s->dense, (int)s->denser,
           s->dense_range.least, s->dense_range.most, (int)s->wrong);
    all.queries += s->queries;
    all.without_way += s->without_way;
    all.dense += s->dense;
    all.denser += s->denser;
    all.wrong += s->wrong;
    widen(&all.exact, s->exact.least);
    widen(&all.exact, s->exact.most);
    widen(&all.dense_range, s->dense_range.least);
    widen(&all.dense_range, s->dense_range.most);
  }
  return all.wrong ? 1 : 0;
}

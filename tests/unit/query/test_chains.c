/* Chains of links in order of cost (query/links/chains.h), against all chains listed plainly; most
 * walks are known by lower bounds only, until they are asked for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "query/links/chains.h"
#include "suite.h"
#include "twin_check.h"

enum { LINKS = 4, NODES = 2 + 2 * LINKS, CHAINS = 20000 };

typedef struct town {
  pf_chain_node nodes[NODES];
  int32_t count;
  double length[NODES][NODES], bound[NODES][NODES];
  int32_t measured[NODES][NODES];
  double costs[CHAINS]; /* of all chains, ascending */
  int32_t chains;
} town;

static double least(void *context, int32_t from, int32_t to) {
  return ((const town *)context)->bound[from][to];
}

static pathfan_status measure(void *context, int32_t from, int32_t to, double *length) {
  town *t = context;
  t->measured[from][to]++;
  *length = t->length[from][to];
  return PATHFAN_OK;
}

/* Draws links, some in one direction only, and walks; some are impossible, many are equal. */
static void draw(town *t, pf_random *random) {
  memset(t, 0, sizeof *t);
  t->nodes[0].link = t->nodes[1].link = -1;
  t->count = 2;
  for (int32_t link = 0; link < LINKS; link++) {
    const int32_t ways = pf_random_between(random, 0, 3);
    for (int back = 0; back < 2; back++)
      if (ways & (1 << back))
        t->nodes[t->count++] = (pf_chain_node){link, back, pf_random_between(random, 0, 4)};
  }
  for (int32_t a = 0; a < t->count; a++)
    for (int32_t b = 0; b < t->count; b++) {
      const int32_t length = pf_random_between(random, 0, 12);
      t->length[a][b] = length == 12 ? INFINITY : length;
      t->bound[a][b] = length == 12 ? (pf_random_between(random, 0, 1) ? INFINITY : 3)
                                    : fmax(length - pf_random_between(random, 0, 5), 0);
    }
}

static int ascending(const void *a, const void *b) {
  return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

/* Lists the costs of all chains that go on from a node, with `used` links behind them. */
static void list_all(town *t, int32_t at, uint32_t used, double cost) {
  if (used && isfinite(t->length[at][1])) {
    assert_true(t->chains < CHAINS);
    t->costs[t->chains++] = cost + t->length[at][1];
  }
  for (int32_t to = 2; to < t->count; to++) {
    const uint32_t link = 1u << t->nodes[to].link;
    if (to == at || (used & link) || !isfinite(t->length[at][to])) continue;
    list_all(t, to, used | link, cost + t->length[at][to] + t->nodes[to].cost);
  }
}

/* Checks a chain by itself; returns its cost. */
static double check_chain(const town *t, const pf_chain *chain) {
  double cost = 0;
  uint32_t used = 0;
  assert_true(chain->count >= 3);
  assert_int_equal(chain->nodes[0], PF_CHAIN_START);
  assert_int_equal(chain->nodes[chain->count - 1], PF_CHAIN_GOAL);
  for (int32_t i = 1; i < chain->count; i++) {
    const int32_t from = chain->nodes[i - 1], to = chain->nodes[i];
    cost += t->length[from][to] + t->nodes[to].cost;
    assert_int_equal(t->measured[from][to], 1);
    if (i + 1 == chain->count) break;
    assert_false(used & (1u << t->nodes[to].link));
    used |= 1u << t->nodes[to].link;
  }
  return cost;
}

static void test_all_chains_come_in_order(void **state) {
  (void)state;
  static town t;
  pf_chains chains = {0};
  pf_random random = pf_random_from(7);
  int32_t total = 0, spared = 0;
  for (int32_t round = 0; round < 300; round++) {
    draw(&t, &random);
    list_all(&t, 0, 0, 0);
    qsort(t.costs, (size_t)t.chains, sizeof *t.costs, ascending);
    const double most = t.chains ? t.costs[pf_random_between(&random, 0, t.chains - 1)] : 5;
    const pf_walks walks = {least, measure, &t};
    const pf_chain *chain;
    int32_t found = 0;
    assert_int_equal(pf_chains_begin(&chains, t.nodes, t.count, &walks), PATHFAN_OK);
    while (!pf_chains_next(&chains, most, &chain) && chain) {
      assert_true(found < t.chains);
      assert_true(fabs(check_chain(&t, chain) - t.costs[found]) < 1e-9);
      assert_true(fabs(chain->cost - t.costs[found]) < 1e-9);
      found++;
    }
    assert_true(found == t.chains || t.costs[found] > most);
    total += found;
    for (int32_t a = 0; a < t.count; a++)
      for (int32_t b = 0; b < t.count; b++) spared += !t.measured[a][b];
  }
  assert_true(total > 5000);
  assert_true(spared > 1000); /* walks that no chain needs aren't measured */
  pf_chains_free(&chains);
}

static pathfan_status break_down(void *context, int32_t from, int32_t to, double *length) {
  (void)context, (void)from, (void)to, (void)length;
  return PATHFAN_ERR_DAMAGED;
}

static void test_failures_are_passed_on(void **state) {
  (void)state;
  static town t;
  pf_chains chains = {0};
  const pf_chain *chain;
  const pf_walks walks = {least, break_down, &t};
  t.count = 3;
  t.nodes[0].link = t.nodes[1].link = -1;
  assert_int_equal(pf_chains_begin(&chains, t.nodes, t.count, &walks), PATHFAN_OK);
  assert_int_equal(pf_chains_next(&chains, 100, &chain), PATHFAN_ERR_DAMAGED);
  assert_null(chain);
  pf_chains_free(&chains);
}

SUITE(test_chains) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_chains_come_in_order),
      cmocka_unit_test(test_failures_are_passed_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

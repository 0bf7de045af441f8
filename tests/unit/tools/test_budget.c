/* The memory that clients make a server hold: shares, and what is given back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "server/budget.h"
#include "suite.h"

static void test_shares(void **state) {
  (void)state;
  pf_budget budget;
  pf_budget_begin(&budget, 1000, 400);
  assert_true(pf_budget_take(&budget, 1, 300));
  assert_false(pf_budget_take(&budget, 1, 101)); /* more than its share */
  assert_true(pf_budget_take(&budget, 1, 100));
  assert_true(pf_budget_take(&budget, 2, 400));
  assert_false(pf_budget_take(&budget, 3, 201)); /* more than there is */
  assert_true(pf_budget_take(&budget, 3, 200));
  assert_true(pf_budget_held(&budget) == 1000);
  assert_false(pf_budget_take(&budget, 4, 1));
  pf_budget_give(&budget, 2, 400);
  assert_true(pf_budget_take(&budget, 0, 400)); /* nobody in particular has no share of its own */
  assert_false(pf_budget_take(&budget, 0, UINT64_MAX));
  pf_budget_give(&budget, 0, 400);
  assert_true(pf_budget_take(&budget, 2, 400));
  pf_budget_give(&budget, 2, 400);
  pf_budget_give(&budget, 1, 400);
  pf_budget_give(&budget, 3, 200);
  assert_true(pf_budget_held(&budget) == 0 && budget.count == 0);
  pf_budget_end(&budget);
}

static void test_many_clients(void **state) {
  (void)state;
  enum { CLIENTS = 300 };
  pf_budget budget;
  pf_budget_begin(&budget, CLIENTS * 10, 10);
  for (uint64_t c = 1; c <= CLIENTS; c++) assert_true(pf_budget_take(&budget, c * 7919, 10));
  for (uint64_t c = 1; c <= CLIENTS; c += 2) pf_budget_give(&budget, c * 7919, 10);
  assert_true(pf_budget_held(&budget) == CLIENTS * 5);
  for (uint64_t c = 1; c <= CLIENTS; c++)
    assert_true(pf_budget_take(&budget, c * 7919, 1) == (c % 2 == 1));
  for (uint64_t c = 1; c <= CLIENTS; c++) pf_budget_give(&budget, c * 7919, c % 2 ? 1 : 10);
  assert_true(pf_budget_held(&budget) == 0);
  pf_budget_end(&budget);
}

SUITE(test_budget) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares),
                                     cmocka_unit_test(test_many_clients)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

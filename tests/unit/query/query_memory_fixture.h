/* query_memory_fixture.h - one request while allocations fail, for the suites test_query_memory and
 * test_online_memory; see failing_allocations.h. */
#ifndef PF_TESTS_QUERY_MEMORY_FIXTURE_H
#define PF_TESTS_QUERY_MEMORY_FIXTURE_H

#include "failing_allocations.h"
#include "query_fixture.h"

static inline void check_same(const pathfan_answer *answer, const pathfan_answer *expected) {
  assert_int_equal(answer->outcome, expected->outcome);
  assert_int_equal(answer->path_count, expected->path_count);
  assert_true(answer->search.expanded == expected->search.expanded &&
              answer->search.generated == expected->search.generated);
  for (int32_t i = 0; i < answer->path_count; i++) {
    assert_true(answer->paths[i].length == expected->paths[i].length);
    assert_int_equal(answer->paths[i].point_count, expected->paths[i].point_count);
    assert_memory_equal(answer->paths[i].points, expected->paths[i].points,
                        (size_t)answer->paths[i].point_count * sizeof(pathfan_point));
  }
}

/* Creates a query and asks it in a shortage; if that fails, asks again without one. Compares the
 * answer with that of an undisturbed query. */
static inline void ask_short_of_memory(source of, const pathfan_request *r, const shortage *s,
                                       const pathfan_answer *expected) {
  pathfan_query *query = NULL;
  const pathfan_answer *answer;
  begin_shortage(s);
  pathfan_status status = create_query(of, &query);
  if (status) {
    end_shortage();
    assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
    assert_null(query);
    assert_int_equal(create_query(of, &query), PATHFAN_OK);
  }
  status = pathfan_query_paths(query, r, &answer);
  end_shortage();
  if (status) {
    assert_int_equal(status, PATHFAN_ERR_NO_MEMORY);
    assert_null(answer);
    assert_true(pathfan_query_error(query)[0]);
    assert_int_equal(pathfan_query_paths(query, r, &answer), PATHFAN_OK);
  }
  assert_string_equal(pathfan_query_error(query), "");
  check_same(answer, expected);
  pathfan_query_free(query);
}

#endif

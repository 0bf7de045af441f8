/* three_ways_terrain INDEX FROM_X FROM_Y TO_X TO_Y - prints up to three ways over a terrain, a map
 * with roads and rivers: what each costs, and leg by leg what it runs along and what it crosses. */
#include <pathfan/query.h>
#include <stdio.h>
#include <stdlib.h>

static void print_crossing(const pathfan_crossing *crossing) {
  printf(" over %s", crossing->name ? crossing->name : "a river");
  if (crossing->bridge_feature >= 0)
    printf(" by %s", crossing->bridge ? crossing->bridge : "a bridge");
  else
    printf(" (%g)", crossing->cost);
}

static void print_leg(const pathfan_leg *leg) {
  printf("  %-8s %8.3f at %-4g costs %8.3f", pathfan_leg_kind_name(leg->kind), leg->length,
         leg->rate, leg->cost);
  if (leg->name) printf("  %s", leg->name);
  for (int i = 0; i < leg->crossing_count; i++) print_crossing(&leg->crossings[i]);
  putchar('\n');
}

int main(int argc, char **argv) {
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_error error;

  if (argc != 6) return 2;
  if (pathfan_index_open(argv[1], NULL, &index, &error)) return puts(error.text), 1;
  if (pathfan_query_create(index, &query)) return 1;
  pathfan_request_init(&request); /* three ways, at most 1.5 times as dear as the cheapest */
  request.from = (pathfan_point){atof(argv[2]), atof(argv[3])};
  request.to = (pathfan_point){atof(argv[4]), atof(argv[5])};
  if (pathfan_query_paths(query, &request, &answer)) return puts(pathfan_query_error(query)), 1;
  if (answer->outcome == PATHFAN_OUTCOME_INVALID_REQUEST) puts(pathfan_query_error(query));
  if (!answer->path_count) puts(pathfan_outcome_name(answer->outcome)); /* why there is none */
  for (int i = 0; i < answer->path_count; i++) {
    const pathfan_path *way = &answer->paths[i];
    printf("way %d: cost %.4f, length %.4f\n", i + 1, way->cost, way->length);
    for (int k = 0; k < way->leg_count; k++) print_leg(&way->legs[k]);
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
}

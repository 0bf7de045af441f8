/* three_paths INDEX FROM_X FROM_Y TO_X TO_Y - prints up to three different paths. */
#include <pathfan/query.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  pathfan_index *index;
  pathfan_query *query;
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_error error;

  if (argc != 6) return 2;
  if (pathfan_index_open(argv[1], NULL, &index, &error)) return puts(error.text), 1;
  if (pathfan_query_create(index, &query)) return 1;
  pathfan_request_init(&request); /* three paths, at most 1.5 times the shortest */
  request.from = (pathfan_point){atof(argv[2]), atof(argv[3])};
  request.to = (pathfan_point){atof(argv[4]), atof(argv[5])};
  if (pathfan_query_paths(query, &request, &answer)) return puts(pathfan_query_error(query)), 1;
  if (!answer->path_count) puts(pathfan_outcome_name(answer->outcome)); /* why there is none */
  for (int i = 0; i < answer->path_count; i++)
    printf("path %d: length %.4f, %d points\n", i + 1, answer->paths[i].length,
           answer->paths[i].point_count);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

#include <pathfan/query.h>
#include <stdio.h>

int main(void) {
  pathfan_index *index;
  pathfan_query *query; /* one per thread */
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_error error;
  if (pathfan_index_open("caves.pathfan", NULL, &index, &error)) return puts(error.text), 1;
  if (pathfan_query_create(index, &query)) return 1;
  pathfan_request_init(&request); /* three paths, none over 1.5 times the shortest */
  request.from = (pathfan_point){124.5, 13.5};
  request.to = (pathfan_point){9.5, 93.5};
  if (pathfan_query_paths(query, &request, &answer)) return puts(pathfan_query_error(query)), 1;
  for (int i = 0; i < answer->path_count; i++) printf("%.2f\n", answer->paths[i].length);
  pathfan_query_free(query);
  pathfan_index_close(index);
}

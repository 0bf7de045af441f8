/* ask INDEX - prints answers to many requests to an index, as the machine computes them: lengths to
 * the last bit. One program for all systems, of pathfan.h alone; systems.sh compares its output. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "pathfan.h"

static uint64_t state = 1;

/* A number in 0..1, the same sequence everywhere. */
static double draw(void) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(state >> 11) / 9007199254740992.0;
}

static pathfan_point place(const pathfan_index_info *info) {
  const double x = info->origin_x + info->width * draw();
  return (pathfan_point){x, info->origin_y + info->height * draw()};
}

static void print(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  printf(" %016" PRIx64, bits);
}

int main(int argc, char **argv) {
  pathfan_index *index;
  pathfan_query *query;
  pathfan_index_info info;
  pathfan_request request;
  const pathfan_answer *answer;
  pathfan_error error;
  if (argc != 2) return 2;
  if (pathfan_index_open(argv[1], NULL, &index, &error) || pathfan_index_verify(index, &error))
    return puts(error.text), 1;
  if (pathfan_query_create(index, &query)) return puts("no memory"), 1;
  pathfan_index_info_get(index, &info);
  for (int i = 0; i < 3000; i++) {
    pathfan_request_init(&request);
    request.from = place(&info);
    request.to = place(&info);
    request.snap = i % 3 ? 0 : 9;
    request.effort = i % 2 ? PATHFAN_EFFORT_THOROUGH : PATHFAN_EFFORT_FAST;
    request.fill = i % 5 == 0;
    if (i % 7 == 0) request.separation = request.separation_share = 0;
    if (pathfan_query_paths(query, &request, &answer)) return puts(pathfan_query_error(query)), 1;
    printf("%s %d", pathfan_outcome_name(answer->outcome), answer->path_count);
    for (int p = 0; p < answer->path_count; p++) {
      print(answer->paths[p].length);
      for (int q = 0; q < answer->paths[p].point_count; q++) {
        print(answer->paths[p].points[q].x);
        print(answer->paths[p].points[q].y);
      }
    }
    puts("");
  }
  pathfan_query_free(query);
  pathfan_index_close(index);
  return 0;
}

/* first_request.c - tries the middles of large cells of the map, from opposite corners inwards. */
#include "viewer/first_request.h"

#include <math.h>
#include <stdlib.h>

#include "pathfan/floors.h"
#include "viewer/map_json.h"

#define PLACES 40
#define TRIES 8
#define TRY_WORK 300000 /* some tenths of a second at most */

typedef struct place {
  pathfan_point at;
  double area;
} place;

typedef struct places {
  place list[PLACES]; /* the largest, in order of area */
  int32_t count;
} places;

static void take_cell(void *context, const pathfan_point *corners, int32_t count) {
  places *p = context;
  place cell = {.area = 0};
  for (int32_t i = 0; i < count; i++) {
    const pathfan_point a = corners[i], b = corners[i + 1 < count ? i + 1 : 0];
    cell.area +=
        (a.x - corners[0].x) * (b.y - corners[0].y) - (b.x - corners[0].x) * (a.y - corners[0].y);
    cell.at.x += a.x / count;
    cell.at.y += a.y / count;
  }
  cell.area = fabs(cell.area);
  int32_t at = p->count;
  while (at && p->list[at - 1].area < cell.area) at--;
  if (at == PLACES) return;
  p->count += p->count < PLACES;
  for (int32_t i = p->count - 1; i > at; i--) p->list[i] = p->list[i - 1];
  p->list[at] = cell;
}

static int compare(const void *a, const void *b) {
  const pathfan_point p = ((const place *)a)->at, q = ((const place *)b)->at;
  return (p.x + p.y > q.x + q.y) - (p.x + p.y < q.x + q.y);
}

pathfan_status pf_first_answer(const pf_source *source, pathfan_query *query,
                               const pathfan_answer **answer) {
  places p = {.count = 0};
  pf_source_facts facts;
  pathfan_request request, best;
  int32_t most = 0;
  *answer = NULL;
  if (pathfan_query_floor_count(query) > 1) return PATHFAN_OK;
  pf_source_look(source, &facts);
  pf_each_cell(source, &facts, &p, take_cell);
  qsort(p.list, (size_t)p.count, sizeof *p.list, compare);
  pathfan_request_init(&request);
  request.work_limit = TRY_WORK;
  for (int32_t i = 0; i < TRIES && most < request.paths; i++) {
    const int32_t from = i / 2, to = p.count - 1 - (i + 1) / 2;
    if (from >= to) break;
    request.from = p.list[from].at;
    request.to = p.list[to].at;
    const pathfan_status status = pathfan_query_paths(query, &request, answer);
    if (status) return status;
    if ((*answer)->path_count <= most) continue;
    most = (*answer)->path_count;
    best = request;
  }
  if (most) return pathfan_query_paths(query, &best, answer);
  *answer = NULL;
  return PATHFAN_OK;
}

/* crowd_frame.c - 64 bytes of numbers; then x of all agents, then y of all, as 65,535ths of the
 * map's sides, then their speeds as 255ths of the free one, then their flows; then the densities of
 * all cells as 255ths of a full one; then the gates at which people wait, each with their number.
 * Numbers are little-endian. */
#include "viewer/crowd_frame.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HEAD 64
#define AGENT 6 /* bytes */
#define QUEUE 8
#define WITHOUT_END 0xffffffffu

enum { IS_LAST = 1 }; /* in the flags */

/* A frame being written, up to `at`. */
typedef struct sheet {
  unsigned char *at;
} sheet;

static void put(sheet *s, uint64_t value, int bytes) {
  for (int i = 0; i < bytes; i++) *s->at++ = (unsigned char)(value >> (8 * i));
}

static void put_count(sheet *s, int64_t value) {
  put(s, value < 0 || value > WITHOUT_END ? WITHOUT_END : (uint64_t)value, 4);
}

static void put_real(sheet *s, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  put(s, bits, sizeof bits);
}

/* Writes a share of 0 to 1; others are clamped. */
static void put_share(sheet *s, double share, int bytes) {
  const double all = bytes == 2 ? 65535 : 255;
  put(s, (uint64_t)lround(fmin(fmax(share, 0), 1) * all), bytes);
}

bool pf_crowd_frame_is_last(const pf_live_crowd *live) {
  pathfan_crowd_statistics now;
  pathfan_crowd_statistics_get(live->crowd, &now);
  return now.step >= live->max_steps || pathfan_crowd_is_done(live->crowd);
}

/* Writes the queues, to s if it isn't NULL; returns how many there are. */
static int32_t put_queues(sheet *s, const pathfan_crowd *crowd) {
  pathfan_crowd_gate gate;
  int32_t count = 0;
  for (int32_t i = 0; !pathfan_crowd_gate_get(crowd, i, &gate); i++) {
    if (!gate.waiting) continue;
    count++;
    if (!s) continue;
    put_count(s, i);
    put_count(s, gate.waiting);
  }
  return count;
}

static void put_head(sheet *s, const pf_live_crowd *live, int32_t present, int32_t cells,
                     int32_t queues, double step_ms) {
  pathfan_crowd_statistics now;
  pathfan_crowd_statistics_get(live->crowd, &now);
  put_count(s, now.step);
  put(s, pf_crowd_frame_is_last(live) ? IS_LAST : 0, 4);
  put_count(s, present);
  put_count(s, cells);
  put_count(s, now.agents); /* -1: without end */
  put_count(s, now.started);
  put_count(s, now.arrived);
  put_count(s, now.stuck);
  put_count(s, now.searches);
  put_count(s, now.evaluations);
  put_count(s, now.changes);
  put_count(s, queues);
  put_real(s, now.mean_travel);
  put_real(s, step_ms);
}

char *pf_crowd_frame(const pf_live_crowd *live, double step_ms, size_t *bytes) {
  const int32_t present = pathfan_crowd_agents(live->crowd, NULL, 0);
  const int32_t cells = pathfan_crowd_cell_count(live->crowd);
  const int32_t queues = put_queues(NULL, live->crowd);
  const size_t size = HEAD + AGENT * (size_t)present + (size_t)cells + QUEUE * (size_t)queues;
  pf_source_facts facts;
  pf_held_source_look(live->held, &facts);
  pathfan_crowd_agent *agents = malloc(((size_t)present + 1) * sizeof *agents);
  char *frame = agents ? malloc(size) : NULL;
  if (frame) {
    const pathfan_index_info *map = &facts.info;
    pathfan_crowd_cell cell = {.density = 0};
    sheet s = {(unsigned char *)frame};
    (void)pathfan_crowd_agents(live->crowd, agents, present);
    put_head(&s, live, present, cells, queues, step_ms);
    for (int32_t i = 0; i < present; i++)
      put_share(&s, (agents[i].x - map->origin_x) / map->width, 2);
    for (int32_t i = 0; i < present; i++)
      put_share(&s, (agents[i].y - map->origin_y) / map->height, 2);
    for (int32_t i = 0; i < present; i++) put_share(&s, agents[i].speed, 1);
    for (int32_t i = 0; i < present; i++) put(&s, (uint64_t)agents[i].flow & 255, 1);
    for (int32_t i = 0; i < cells; i++) {
      (void)pathfan_crowd_cell_get(live->crowd, i, &cell);
      put_share(&s, cell.density, 1);
    }
    (void)put_queues(&s, live->crowd);
    *bytes = size;
  }
  free(agents);
  return frame;
}

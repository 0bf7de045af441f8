/* environments.c - the paper's three environments (section 5, figures 4, 7 and 9). The paper gives
 * their size and pictures: an area of 1920 x 1080 with rectangles, and three flows that cross. The
 * numbers are ours. All texts are written when the first is requested. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "pathfan/crowd.h"

#define TEXT_BYTES 16384
#define COUNT 3

typedef struct rectangle {
  int x, y, width, height;
} rectangle;

static char texts[COUNT][TEXT_BYTES];
static pathfan_crowd_environment environments[COUNT];
static pathfan_crowd_flow flows[COUNT][3];
static pathfan_crowd_place goals[COUNT][3];

/* Starts and goals of three flows. */
static const pathfan_point ends[COUNT][3][2] = {
    {{{42, 36}, {1878, 1044}}, {{42, 1044}, {1878, 36}}, {{42, 540}, {1878, 540}}},
    {{{60, 540}, {1860, 540}}, {{60, 300}, {1860, 780}}, {{60, 780}, {1860, 300}}},
    {{{60, 540}, {1860, 540}}, {{60, 120}, {1860, 960}}, {{60, 960}, {1860, 120}}}};

/* A wall with one narrow passage, which can be bypassed. */
static const rectangle narrow[] = {{900, 100, 120, 410},  {900, 570, 120, 410},
                                   {420, 240, 140, 200},  {420, 640, 140, 200},
                                   {1360, 240, 140, 200}, {1360, 640, 140, 200}};
static const rectangle medium[] = {{300, 100, 220, 320},  {300, 640, 220, 320},
                                   {850, 0, 220, 260},    {850, 400, 220, 320},
                                   {1400, 100, 220, 320}, {1400, 640, 220, 320}};

static size_t write_polygon(char *text, const char *kind, rectangle r) {
  return (size_t)snprintf(
      text, 400,
      "{\"type\":\"Feature\",\"properties\":{\"kind\":\"%s\"},\"geometry\":{\"type\":\"Polygon\","
      "\"coordinates\":[[[%d,%d],[%d,%d],[%d,%d],[%d,%d],[%d,%d]]]}}",
      kind, r.x, r.y, r.x + r.width, r.y, r.x + r.width, r.y + r.height, r.x, r.y + r.height, r.x,
      r.y);
}

static void make(int number, const char *name, const rectangle *blocks, int count) {
  char *text = texts[number];
  text += snprintf(text, 100, "{\"type\":\"FeatureCollection\",\"features\":[\n");
  text += write_polygon(text, "free", (rectangle){0, 0, 1920, 1080});
  for (int i = 0; i < count; i++) {
    text += snprintf(text, 3, ",\n");
    text += write_polygon(text, "obstacle", blocks[i]);
  }
  (void)snprintf(text, 5, "]}\n");
  for (int i = 0; i < 3; i++) {
    goals[number][i] = (pathfan_crowd_place){&ends[number][i][1], 1};
    flows[number][i] = (pathfan_crowd_flow){
        .from = {&ends[number][i][0], 1}, .to = &goals[number][i], .to_count = 1};
  }
  environments[number] = (pathfan_crowd_environment){
      .name = name, .geojson = texts[number], .flows = flows[number], .flow_count = 3};
}

static void make_all(void) {
  rectangle blocks[9 * 5];
  for (int i = 0; i < 9 * 5; i++)
    blocks[i] = (rectangle){84 + i % 9 * 204, 73 + i / 9 * 201, 120, 130};
  make(0, "big", blocks, 9 * 5);
  make(1, "narrow", narrow, sizeof narrow / sizeof *narrow);
  make(2, "medium", medium, sizeof medium / sizeof *medium);
}

const pathfan_crowd_environment *pathfan_crowd_environment_find(const char *name) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, make_all);
  for (int i = 0; i < COUNT; i++)
    if (strcmp(environments[i].name, name) == 0) return &environments[i];
  return NULL;
}
